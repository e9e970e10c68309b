//! The configuration file of the user: `ndoku/config.toml` in the folder for configuration files.
//! The command line and `NDOKU_…` override it.
//!
//! ```toml
//! color = "never"      # auto, always, never
//! progress = "auto"    # auto, json, never
//! ascii = true         # draw with ASCII characters only
//! threads = 4
//! to = "grid"          # what solve, enumerate, convert, generate, minimize and vicinity write
//! ```

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ndoku::format::{ReadError, Span};
use serde::{Deserialize, Deserializer};

use crate::args::{Cli, Command, ProgressArg, When};
use crate::bounded_read::read_text;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::io_error::io_error_text;
use crate::output_format::{self, OutputFormat};
use crate::source::Source;

/// The settings of the file. None of them changes an answer; they change only the presentation and
/// the number of threads.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    color: Option<When>,
    progress: Option<ProgressArg>,
    ascii: Option<bool>,
    #[serde(default, deserialize_with = "read_threads")]
    threads: Option<NonZeroUsize>,
    #[serde(default, deserialize_with = "read_format_name")]
    to: Option<String>,
}

/// Reads a number of threads.
fn read_threads<'a, D: Deserializer<'a>>(
    deserializer: D,
) -> Result<Option<NonZeroUsize>, D::Error> {
    let number = i64::deserialize(deserializer)?;
    let threads = usize::try_from(number).ok().and_then(NonZeroUsize::new);
    threads
        .map(Some)
        .ok_or_else(|| serde::de::Error::custom("the number of threads must be at least 1"))
}

/// Reads the name of an output format. An unknown name gets the location of its value.
fn read_format_name<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(deserializer)?;
    output_format::find_output_format(&name)
        .and_then(OutputFormat::for_many)
        .map(|_| Some(name))
        .map_err(serde::de::Error::custom)
}

/// Returns `false` if there is no such file, or if its folder may not be entered, like that of
/// another user.
fn may_exist(path: &Path) -> bool {
    use ErrorKind::{NotFound, PermissionDenied};
    fs::symlink_metadata(path).map_or_else(
        |error| !matches!(error.kind(), NotFound | PermissionDenied),
        |_| true,
    )
}

impl Config {
    /// Reads the file, if there is one.
    ///
    /// # Errors
    /// Returns an error if the file exists and cannot be used, or if `NDOKU_CONFIG` names a file
    /// that does not exist. Without that variable, a folder that may not be entered has no file.
    pub(crate) fn load() -> Result<Self, CliError> {
        let Some(path) = path(|name| std::env::var_os(name)) else {
            return Ok(Self::default());
        };
        let is_named = std::env::var_os("NDOKU_CONFIG").is_some();
        match read_text(&path) {
            Ok(text) => Self::read(path.display().to_string(), text),
            Err(_) if !is_named && !may_exist(&path) => Ok(Self::default()),
            Err(error) => {
                let message = format!(
                    "the configuration file cannot be read: {}",
                    io_error_text(&error)
                );
                Err(CliError::usage(message)
                    .at(path.display().to_string())
                    .hint("`ndoku help config` says where it is; `NDOKU_CONFIG=` runs without it"))
            }
        }
    }

    fn read(name: String, text: String) -> Result<Self, CliError> {
        toml::from_str(&text).map_err(|error| {
            let range = error.span().unwrap_or(0..0);
            let before = &text[..range.start];
            let line = 1 + before.matches('\n').count();
            let column = 1 + before
                .rsplit('\n')
                .next()
                .unwrap_or_default()
                .chars()
                .count();
            let length = text[range].chars().count();
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            let wrong = ReadError::at(Span::new(line, column, length), message)
                .hint("`ndoku help config` shows what may be set");
            CliError::InText {
                code: ExitCode::Usage,
                text: Arc::new(Source::new(name, text)),
                error: Box::new(wrong),
            }
        })
    }

    /// Applies the settings that the command line does not override.
    pub(crate) fn apply_to(self, cli: &mut Cli) {
        cli.global.color = cli.global.color.or(self.color);
        cli.global.progress = cli.global.progress.or(self.progress);
        let writes_puzzles = cli.command.writes_puzzles();
        if let Some(output) = cli.command.output_mut() {
            output.ascii |= self.ascii.unwrap_or(false);
            if writes_puzzles && output.to.is_none() && !output.json {
                output.to = self.to;
            }
        }
        if let Command::Play(args) = &mut cli.command {
            args.ascii |= self.ascii.unwrap_or(false);
        }
        if let Command::Draw(args) = &mut cli.command {
            args.ascii |= self.ascii.unwrap_or(false);
        }
        if let Some(threads) = cli.command.threads_mut() {
            threads.set_default(self.threads);
        }
    }
}

/// Returns the path of the file. `NDOKU_CONFIG` overrides it; if it is empty, there is no file.
pub(crate) fn path(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if let Some(path) = variable("NDOKU_CONFIG") {
        return (!path.is_empty()).then(|| path.into());
    }
    folder(&variable, ["XDG_CONFIG_HOME", "APPDATA", ".config"])
        .map(|folder| folder.join("config.toml"))
}

/// Returns a folder of ndoku: below the folder of an XDG variable, of a Windows variable on
/// Windows, or below a folder in the user's home. Paths that are not absolute do not count.
pub(crate) fn folder(
    variable: &impl Fn(&str) -> Option<OsString>,
    [xdg, windows, home]: [&str; 3],
) -> Option<PathBuf> {
    let named = |name: &str| {
        variable(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let local = if cfg!(windows) { named(windows) } else { None };
    let base = named(xdg)
        .or(local)
        .or_else(|| named("HOME").map(|own| own.join(home)));
    base.map(|base| base.join("ndoku"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_selects_the_file() {
        let at = |variables: &[(&str, &str)]| {
            let found = path(|name| {
                variables
                    .iter()
                    .find(|(known, _)| *known == name)
                    .map(|(_, value)| value.into())
            });
            found.map(|path| path.display().to_string().replace('\\', "/"))
        };
        let root = if cfg!(windows) { "C:/" } else { "/" };
        let (home, own) = (format!("{root}home"), format!("{root}own"));
        assert_eq!(at(&[]), None);
        assert_eq!(
            at(&[("HOME", &home)]),
            Some(format!("{home}/.config/ndoku/config.toml"))
        );
        assert_eq!(
            at(&[("HOME", &home), ("XDG_CONFIG_HOME", &own)]),
            Some(format!("{own}/ndoku/config.toml"))
        );
        assert_eq!(
            at(&[("HOME", &home), ("XDG_CONFIG_HOME", "relative")]),
            Some(format!("{home}/.config/ndoku/config.toml"))
        );
        assert_eq!(
            at(&[("HOME", &home), ("NDOKU_CONFIG", "my.toml")]),
            Some("my.toml".to_owned())
        );
        assert_eq!(at(&[("HOME", &home), ("NDOKU_CONFIG", "")]), None);
    }

    #[test]
    fn errors_have_a_location() {
        let place = |text: &str| match Config::read("config.toml".to_owned(), text.to_owned()) {
            Err(CliError::InText { error, .. }) => error.span.map(|span| (span.line, span.column)),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(place("threads = 0\n"), Some((1, 11)));
        assert_eq!(place("ascii = true\ncolour = \"never\"\n"), Some((2, 1)));
        assert_eq!(place("# é\ncolor = \"sometimes\"\n"), Some((2, 9)));
        assert_eq!(place("color = "), Some((1, 9)));
        assert_eq!(place("ascii = true\nto = \"xyz\"\n"), Some((2, 6)));
        let read =
            Config::read(String::new(), "color = \"never\"\nto = 'grid'\n".to_owned()).unwrap();
        assert_eq!(
            read,
            Config {
                color: Some(When::Never),
                to: Some("grid".to_owned()),
                ..Config::default()
            }
        );
    }
}
