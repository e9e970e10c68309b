//! A text with puzzles: its name, its lines by number, and the puzzles in it.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use ndoku::format::{self, ReadError, ReadOptions};

/// A text with its name and an index of its lines.
#[derive(Debug)]
pub(crate) struct Source {
    /// The file's name, `standard input` or `argument`.
    pub name: String,
    /// The extension of the file in lower case, without the dot and without `.gz` and the like.
    pub extension: Option<String>,
    /// The decoded text.
    pub text: String,
    /// The error after the end of the text, if the input ends too early.
    pub damage: Option<ReadError>,
    /// The number of the first line, if this is part of a longer text.
    first_line: Option<usize>,
    lines: OnceLock<Lines>,
}

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
    pub(crate) fn new(name: impl Into<String>, text: String) -> Self {
        Self {
            name: name.into(),
            extension: None,
            text,
            damage: None,
            first_line: None,
            lines: OnceLock::new(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

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
