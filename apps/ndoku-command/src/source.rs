//! A text with puzzles: its name, its lines by number, and the puzzles in it.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use ndoku::format::{self, ReadError, ReadOptions};

use crate::photo_source::PhotoSource;

/// The name of a text in messages and records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SourceName {
    /// The puzzle in the only argument. Messages about it need no location.
    OnlyArgument,
    /// A file, `standard input`, or one of several arguments.
    Named(String),
}

impl SourceName {
    /// Returns the name as a text.
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::OnlyArgument => "argument",
            Self::Named(name) => name,
        }
    }
}

impl fmt::Display for SourceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text with its name and an index of its lines.
#[derive(Debug)]
pub(crate) struct Source {
    pub name: SourceName,
    /// The extension of the file in lower case, without the dot and without `.gz` and the like.
    pub extension: Option<String>,
    /// The decoded text.
    pub text: String,
    /// The error after the end of the text, if the input ends too early.
    pub damage: Option<ReadError>,
    /// The photograph from which the text was read. Each line is a puzzle in it.
    pub photo: Option<Box<PhotoSource>>,
    /// The number of the first line, if this is part of a longer text.
    first_line: Option<usize>,
    lines: OnceLock<Lines>,
    /// Number of errors that were reported.
    errors: AtomicUsize,
    prose_kind: OnceLock<Option<&'static str>>,
}

/// Number of bytes that are examined to recognize prose.
const PROSE_HEAD_BYTES: usize = 1 << 16;

/// Minimum number of lines with words in prose. In addition, they are at least a quarter of all
/// lines.
const MIN_PROSE_LINES: usize = 4;

/// Minimum number of words in a line of prose.
const MIN_WORDS: usize = 3;

/// Minimum number of consecutive cells in a line of a puzzle that has a title or a comment.
const MIN_CELL_RUN: usize = 16;

/// Number of lines per entry of the line index.
const LINES_PER_INDEX_ENTRY: usize = 64;

/// The index of the lines of a text.
#[derive(Debug, Default)]
struct Lines {
    count: usize,
    /// Offset of every [`LINES_PER_INDEX_ENTRY`]th line.
    starts: Vec<usize>,
}

impl Source {
    /// Creates a source with the name of a file or argument.
    pub(crate) fn new(name: impl Into<String>, text: String) -> Self {
        Self::with_name(SourceName::Named(name.into()), text)
    }

    /// Creates a source with this name.
    pub(crate) fn with_name(name: SourceName, text: String) -> Self {
        Self {
            name,
            extension: None,
            text,
            damage: None,
            photo: None,
            first_line: None,
            lines: OnceLock::new(),
            errors: AtomicUsize::new(0),
            prose_kind: OnceLock::new(),
        }
    }

    /// Counts an error of this text. Returns the number of errors before it.
    pub(crate) fn count_error(&self) -> usize {
        self.errors.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns the kind of a text that is written for people, such as `a Markdown text`; `None` if
    /// the text may be a list of puzzles.
    pub(crate) fn prose_kind(&self) -> Option<&'static str> {
        *self.prose_kind.get_or_init(|| self.detect_prose())
    }

    fn detect_prose(&self) -> Option<&'static str> {
        // Lines of a longer text are a list.
        if self.first_line.is_some() {
            return None;
        }
        let end = (0..=PROSE_HEAD_BYTES.min(self.text.len()))
            .rev()
            .find(|end| self.text.is_char_boundary(*end))?;
        let head = &self.text[..end];
        let start = head.trim_start().to_ascii_lowercase();
        if ["<!doctype html", "<html"]
            .iter()
            .any(|tag| start.starts_with(tag))
        {
            return Some("an HTML page");
        }
        if start.starts_with("<svg") || start.starts_with("<?xml") && start.contains("<svg") {
            return Some("an SVG picture");
        }
        let kind = match self.extension.as_deref() {
            Some("md" | "markdown") => "a Markdown text",
            _ => "prose",
        };
        is_prose(head).then_some(kind)
    }

    /// Creates a source from lines of a longer text. The first line has the number `line`.
    pub(crate) fn from_lines(
        name: &str,
        extension: Option<String>,
        bytes: &[u8],
        line: usize,
    ) -> Self {
        let text = format::decode_part(bytes).into_owned();
        Self {
            extension,
            first_line: Some(line),
            ..Self::new(name, text)
        }
    }

    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| {
            let starts =
                std::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at + 1));
            let mut lines = Lines::default();
            for start in starts {
                if lines.count.is_multiple_of(LINES_PER_INDEX_ENTRY) {
                    lines.starts.push(start);
                }
                lines.count += 1;
            }
            lines
        })
    }

    /// Returns the number of lines.
    pub(crate) fn line_count(&self) -> usize {
        self.lines().count
    }

    /// Returns the number of the first line.
    pub(crate) fn first_line(&self) -> usize {
        self.first_line.unwrap_or(1)
    }

    /// Returns a line by its number, from 1; empty if there is no such line.
    pub(crate) fn line(&self, number: usize) -> &str {
        let Some(index) = number.checked_sub(self.first_line.unwrap_or(1)) else {
            return "";
        };
        let Some(start) = self.lines().starts.get(index / LINES_PER_INDEX_ENTRY) else {
            return "";
        };
        self.text[*start..]
            .split('\n')
            .nth(index % LINES_PER_INDEX_ENTRY)
            .unwrap_or_default()
    }

    /// Reads every puzzle of the text. Errors are passed on in their place.
    pub(crate) fn read(
        &self,
        options: &ReadOptions,
        sink: &mut dyn FnMut(Result<format::Record, ReadError>) -> ControlFlow<()>,
    ) {
        let mut ended = false;
        // The last error of a damaged text is caused by the damage. The damage is reported instead.
        let mut held = None;
        let mut hand_over = |record: Result<format::Record, ReadError>| {
            let mut give = |record| {
                let flow = sink(record);
                ended = flow.is_break();
                flow
            };
            if let Some(error) = held.take() {
                give(Err(error))?;
            }
            match record {
                Err(error) if self.damage.is_some() => {
                    held = Some(error);
                    ControlFlow::Continue(())
                }
                record => give(record),
            }
        };
        match self.first_line {
            Some(line) => format::read_part(
                &format::Block {
                    text: &self.text,
                    line,
                },
                options,
                &mut hand_over,
            ),
            None => format::read(&self.text, options, &mut hand_over),
        }
        if let Some(damage) = &self.damage
            && !ended
        {
            let _ = sink(Err(damage.clone()));
        }
    }
}

/// Returns `true` if at least a quarter of the lines consist of words. Comments and placeholders do
/// not count.
fn is_prose(text: &str) -> bool {
    let lines = || {
        text.lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with(['#', '%', ';', '/']))
            .filter(|line| !format::PLACEHOLDERS.contains(line))
    };
    let with_words = lines().filter(|line| has_words(line)).count();
    with_words >= MIN_PROSE_LINES && with_words * 4 >= lines().count()
}

/// Returns `true` if a line has several words and no long run of cells.
fn has_words(line: &str) -> bool {
    let is_word = |token: &&str| {
        let word = token.trim_matches(|c: char| !c.is_alphanumeric());
        word.chars().count() >= 2
            && word.chars().all(char::is_alphabetic)
            && word.chars().any(char::is_lowercase)
    };
    let is_other = |c: char| !(c.is_ascii_digit() || matches!(c, '.' | '_' | '-' | '*' | '?'));
    let has_cells = || line.split(is_other).any(|run| run.len() >= MIN_CELL_RUN);
    line.split_whitespace()
        .filter(is_word)
        .nth(MIN_WORDS - 1)
        .is_some()
        && !has_cells()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_for_people_are_recognized() {
        let kind = |extension: Option<&str>, text: &str| {
            let mut source = Source::new("x", text.to_owned());
            source.extension = extension.map(str::to_owned);
            source.prose_kind()
        };
        let prose = "Solve a puzzle and prove it:\n".repeat(4);
        assert_eq!(kind(Some("md"), &prose), Some("a Markdown text"));
        assert_eq!(kind(None, &prose), Some("prose"));
        assert_eq!(kind(None, "<!DOCTYPE html>\n<p>x"), Some("an HTML page"));
        assert_eq!(
            kind(None, "<?xml version=\"1.0\"?>\n<svg>"),
            Some("an SVG picture")
        );
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        for puzzles in [
            // A description in comments, or above the puzzles.
            format!("{}{line}\n", "# This is a comment of words\n".repeat(9)),
            format!("{prose}{}", format!("{line}\n").repeat(13)),
            // Titles beside the puzzles.
            format!("{line} # a hard one by hand\n").repeat(9),
            format!("A hard one by hand,{line}\n").repeat(9),
            // Rules below a grid.
            format!("{line}\n{}", "killer 9: r1c1 r1c2\n".repeat(9)),
            "Invalid puzzle\nNo solution found\n".repeat(20),
            "garbage\nthe quick brown fox\n53..7\n".to_owned(),
        ] {
            assert_eq!(kind(None, &puzzles), None, "{puzzles}");
        }
        let part = Source::from_lines("x", None, prose.as_bytes(), 7);
        assert_eq!(part.prose_kind(), None);
    }

    #[test]
    fn lines_are_found_by_number() {
        let source = Source::new("x", "one\n\nthree".to_owned());
        assert_eq!(
            [0, 1, 2, 3, 4].map(|number| source.line(number)),
            ["", "one", "", "three", ""]
        );
        let part = Source::from_lines("x", None, b"seven\r\neight", 7);
        assert_eq!(
            [6, 7, 8, 9].map(|number| part.line(number)),
            ["", "seven", "eight", ""]
        );
    }
}
