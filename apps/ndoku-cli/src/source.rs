//! Where puzzles come from: files, standard input, or the command line itself.

use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::OnceLock;

use ndoku::format::{self, ReadError, ReadOptions};
use ndoku::unpack::unpack;

/// A text with its name and the places of its lines.
#[derive(Debug)]
pub(crate) struct Source {
    /// The file's name, `standard input` or `argument`.
    pub name: String,
    /// The extension of the file, without the dot and without that of a compression.
    pub extension: Option<String>,
    /// The text.
    pub text: String,
    line_starts: OnceLock<Vec<usize>>,
}

impl Source {
    pub(crate) fn new(name: impl Into<String>, text: String) -> Self {
        Self { name: name.into(), extension: None, text, line_starts: OnceLock::new() }
    }

    fn line_starts(&self) -> &[usize] {
        self.line_starts.get_or_init(|| std::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    /// How many lines the text has.
    pub(crate) fn line_count(&self) -> usize {
        self.line_starts().len()
    }

    /// A line by its number, from 1; empty if there is none.
    pub(crate) fn line(&self, number: usize) -> &str {
        let starts = self.line_starts();
        let Some(start) = number.checked_sub(1).and_then(|index| starts.get(index)) else { return "" };
        let rest = &self.text[*start..];
        rest.split('\n').next().unwrap_or_default()
    }
}

/// What an argument could not be opened for.
#[derive(Debug)]
pub(crate) struct OpenError {
    pub message: String,
    pub hint: Option<String>,
}

/// Opens what an argument names: `-`, a file, or a puzzle written out.
///
/// # Errors
/// One sentence, and a hint where one helps.
pub(crate) fn open(argument: &str, options: &ReadOptions, max_unpacked: u64) -> Result<Source, OpenError> {
    let fail = |message: String, hint: Option<&str>| Err(OpenError { message, hint: hint.map(str::to_owned) });
    if argument == "-" {
        let mut bytes = Vec::new();
        return match std::io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => from_bytes("standard input", &bytes, max_unpacked),
            Err(error) => fail(format!("standard input cannot be read: {error}"), None),
        };
    }
    let path = Path::new(argument);
    if path.is_dir() {
        return fail(format!("{argument} is a folder, not a file"), Some("name its files, as in FOLDER/*"));
    }
    // A file wins over a puzzle of the same name; a pipe given by name is a file too.
    if path.exists() {
        return match std::fs::read(path) {
            Ok(bytes) => from_bytes(argument, &bytes, max_unpacked).map(|source| Source { extension: extension(path), ..source }),
            Err(error) => fail(format!("{argument} cannot be opened: {error}"), None),
        };
    }
    let mut problem = None;
    let options = ReadOptions { extension: None, ..options.clone() };
    for record in format::read_all(argument, &options) {
        match record {
            Ok(_) => return Ok(Source::new("argument", argument.to_owned())),
            Err(error) => problem = problem.or(Some(error)),
        }
    }
    let like_a_puzzle = argument.chars().filter(|c| c.is_ascii_digit() || "._*".contains(*c)).count() * 2 > argument.chars().count();
    match problem {
        Some(error) if like_a_puzzle && argument.len() > 8 => {
            let hint = error.hint.unwrap_or_else(|| "a puzzle has N × N symbols, such as 81".to_owned());
            Err(OpenError { message: format!("`{argument}` is neither a file nor a puzzle: {}", error.message), hint: Some(hint) })
        }
        _ => fail(
            format!("{argument} cannot be opened: there is no such file"),
            Some("an argument is a file, `-`, or a puzzle such as 53..7.…"),
        ),
    }
}

/// Whether standard input is a terminal, so that waiting for puzzles from it would look like hanging.
pub(crate) fn stdin_is_terminal() -> bool {
    std::io::stdin().is_terminal()
}

fn from_bytes(name: &str, bytes: &[u8], max_unpacked: u64) -> Result<Source, OpenError> {
    let plain = unpack(bytes, max_unpacked).map_err(|error| {
        let hint = match &error {
            ndoku::unpack::UnpackError::TooLarge { .. } => "--max-unpacked raises the limit",
            ndoku::unpack::UnpackError::Damaged { .. } => "was the download complete?",
        };
        OpenError { message: format!("{name}: {error}"), hint: Some(hint.to_owned()) }
    })?;
    match format::decode(&plain) {
        Ok(text) => Ok(Source::new(name, text.into_owned())),
        Err(ReadError { message, hint, .. }) => Err(OpenError { message: format!("{name}: {message}"), hint }),
    }
}

fn extension(path: &Path) -> Option<String> {
    let of = |path: &Path| path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match of(path)?.as_str() {
        "gz" | "zst" | "xz" | "bz2" => of(Path::new(path.file_stem()?)),
        other => Some(other.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_number() {
        let source = Source::new("x", "one\n\nthree".to_owned());
        assert_eq!([0, 1, 2, 3, 4].map(|number| source.line(number)), ["", "one", "", "three", ""]);
    }

    #[test]
    fn the_extension_looks_through_compression() {
        assert_eq!(extension(Path::new("a/b.sdk.gz")).as_deref(), Some("sdk"));
        assert_eq!(extension(Path::new("b.SDM")).as_deref(), Some("sdm"));
        assert_eq!(extension(Path::new("b.gz")), None);
        assert_eq!(extension(Path::new("b")), None);
    }
}
