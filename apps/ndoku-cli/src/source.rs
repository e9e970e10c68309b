//! Where puzzles come from: files, standard input, or the command line itself.

use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::OnceLock;

use ndoku::format::{self, ReadError, ReadOptions};
use ndoku::unpack::{UnpackError, unpack};

/// A text with its name and the places of its lines.
#[derive(Debug)]
pub(crate) struct Source {
    /// The file's name, `standard input` or `argument`.
    pub name: String,
    /// The extension of the file, without the dot and without that of a compression.
    pub extension: Option<String>,
    /// The text.
    pub text: String,
    /// What was wrong after the end of the text, if it is only the first part of what should have come.
    pub damage: Option<ReadError>,
    line_starts: OnceLock<Vec<usize>>,
}

impl Source {
    pub(crate) fn new(name: impl Into<String>, text: String) -> Self {
        Self { name: name.into(), extension: None, text, damage: None, line_starts: OnceLock::new() }
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
    /// The file or the argument.
    pub name: String,
    pub message: String,
    pub hint: Option<String>,
}

impl OpenError {
    fn new(name: &str, message: impl Into<String>, hint: Option<&str>) -> Self {
        Self { name: name.to_owned(), message: message.into(), hint: hint.map(str::to_owned) }
    }
}

/// Opens what an argument names: `-`, a file, or a puzzle written out, which is called `literal` in messages.
///
/// # Errors
/// One sentence, and a hint where one helps.
pub(crate) fn open(argument: &str, literal: &str, options: &ReadOptions, max_unpacked: u64) -> Result<Source, OpenError> {
    if argument == "-" {
        let mut bytes = Vec::new();
        return match std::io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => from_bytes("standard input", &bytes, max_unpacked),
            Err(error) => Err(OpenError::new("standard input", format!("standard input cannot be read: {}", reason(&error)), None)),
        };
    }
    if argument.trim().is_empty() {
        return Err(OpenError::new(literal, "the argument is empty", Some(ARGUMENT)));
    }
    let path = Path::new(argument);
    if path.is_dir() {
        return Err(OpenError::new(argument, "this is a folder, not a file", Some("name its files, as in FOLDER/*")));
    }
    // A file wins over a puzzle of the same name; a pipe given by name is a file too.
    if path.exists() {
        return match std::fs::read(path) {
            Ok(bytes) => from_bytes(argument, &bytes, max_unpacked).map(|source| Source { extension: extension(path), ..source }),
            Err(error) => Err(OpenError::new(argument, format!("the file cannot be opened: {}", reason(&error)), None)),
        };
    }
    // A puzzle to which the options do not fit is one all the same: its reader says what is wrong.
    let plain = ReadOptions { format: options.format, ..ReadOptions::default() };
    let is_puzzle = || format::read_all(argument, &plain).iter().any(Result::is_ok);
    let like_a_cell = |c: char| c.is_ascii_digit() || "._*".contains(c);
    let like_a_puzzle = || {
        let cells = argument.chars().filter(|c| like_a_cell(*c)).count();
        cells >= 16 && cells * 2 > argument.chars().count()
    };
    if is_puzzle() || like_a_puzzle() {
        return Ok(Source::new(literal, argument.to_owned()));
    }
    Err(OpenError::new(argument, "there is no such file, and this is no puzzle either", Some(ARGUMENT)))
}

const ARGUMENT: &str = "an argument is a file, `-` for standard input, or a puzzle such as 53..7.…";

/// What the system says, without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Whether standard input is a terminal, so that waiting for puzzles from it would look like hanging.
pub(crate) fn stdin_is_terminal() -> bool {
    std::io::stdin().is_terminal()
}

fn from_bytes(name: &str, bytes: &[u8], max_unpacked: u64) -> Result<Source, OpenError> {
    let mut damage = None;
    let plain = match unpack(bytes, max_unpacked) {
        Ok(plain) => plain,
        Err(error @ UnpackError::TooLarge { .. }) => {
            return Err(OpenError::new(name, error.to_string(), Some("--max-unpacked raises the limit")));
        }
        Err(UnpackError::Damaged { kind, source, mut rescued }) => {
            let message = format!("the {kind} data are damaged or cut off: {}", reason(&source));
            // What came out until then is good up to the last line that is complete.
            let end = rescued.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
            rescued.truncate(end);
            if rescued.is_empty() {
                return Err(OpenError::new(name, message, Some("was it copied or downloaded as a whole?")));
            }
            damage = Some(ReadError::new(message).hint("the puzzles before the damage were read; was it copied or downloaded as a whole?"));
            rescued.into()
        }
    };
    if plain.is_empty() {
        return Err(OpenError::new(name, "there is nothing in it", Some("`ndoku help formats` shows what can be read")));
    }
    match format::decode(&plain) {
        Ok(text) => Ok(Source { damage, ..Source::new(name, text.into_owned()) }),
        Err(ReadError { message, hint, .. }) => Err(OpenError::new(name, message, hint.as_deref())),
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
