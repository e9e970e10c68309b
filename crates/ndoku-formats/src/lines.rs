//! Lines of a text: iteration for formats of one line, comments, puzzle counts and the encoding.

use std::ops::ControlFlow;

use super::cells::{is_cell, side};
use super::{Block, ReadError, Reader, Record, Span, bytes, list, rows};

/// The comment lines directly above a record. Several comment lines at the top of a text are its
/// header instead.
#[derive(Default)]
pub(super) struct Comments {
    lines: Vec<String>,
    /// `true` after the first record or blank line.
    inside: bool,
}

impl Comments {
    /// Creates the comments of a block. A block below the first line has no header.
    pub(super) const fn for_block(block: &Block<'_>) -> Self {
        Self {
            lines: Vec::new(),
            inside: block.line > 1,
        }
    }

    pub(super) fn push(&mut self, text: &str) {
        // A comment mark alone is an empty line of the comment. Only the first 100 lines of a
        // comment are kept.
        if !text.is_empty() && self.lines.len() < 100 {
            self.lines.push(text.to_owned());
        }
    }

    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.inside = true;
    }

    pub(super) fn take(&mut self) -> Option<String> {
        let inside = std::mem::replace(&mut self.inside, true);
        if self.lines.is_empty() {
            return None;
        }
        let lines = std::mem::take(&mut self.lines);
        (inside || lines.len() == 1).then(|| lines.join("\n"))
    }
}

/// Calls `read_one` for every line that may hold a puzzle, for formats of one line.
pub(super) fn for_each_line(
    block: &Block<'_>,
    reader: &mut Reader<'_>,
    mut read_one: impl FnMut(&str, usize, &mut Reader<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut comments = Comments::for_block(block);
    let mut first = block.line == 1;
    let mut all = block.lines().peekable();
    while let Some((line, text)) = all.next() {
        if text.trim().is_empty() {
            comments.clear();
        } else if let Some(comment) = rows::comment(text) {
            comments.push(comment);
        } else if !(std::mem::take(&mut first)
            && all.peek().is_some_and(|(_, next)| is_count(text, next)))
        {
            if text.len() > list::MAX_LINE_BYTES {
                comments.clear();
                reader.emit(Err(list::too_long(line)))?;
                continue;
            }
            if let Some(comment) = comments.take() {
                reader.set_comment(Some(comment));
            }
            read_one(text, line, reader)?;
            reader.set_comment(None);
        }
    }
    ControlFlow::Continue(())
}

/// Emits the record that `read_one` returns for every trimmed line that may hold a puzzle.
pub(super) fn for_each_trimmed_line(
    block: &Block<'_>,
    reader: &mut Reader<'_>,
    mut read_one: impl FnMut(&str, Span, &mut Reader<'_>) -> Result<Record, ReadError>,
) -> ControlFlow<()> {
    for_each_line(block, reader, |text, line, reader| {
        let column = 1 + text.chars().take_while(|mark| mark.is_whitespace()).count();
        let text = text.trim();
        let record = read_one(text, Span::new(line, column, text.chars().count()), reader);
        reader.emit(record)
    })
}

/// Returns `true` if a line is a puzzle count. It has 1–9 digits, and the next line is a puzzle of
/// another length.
pub(super) fn is_count(line: &str, next: &str) -> bool {
    let digits = line.trim();
    let plain = (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let next = next.trim();
    let first = next
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':'))
        .next()
        .unwrap_or_default();
    let puzzle = first.len() >= 16
        && side(first.chars().count()).is_some()
        && first.chars().all(is_cell)
        && rows::comment(next).is_none();
    plain && puzzle && digits.len() != first.len()
}

/// Checks that a line contains only valid UTF-8, and no NUL byte before its comment.
pub(super) fn check_encoding(text: &str, line: usize) -> Result<(), ReadError> {
    let cells = text.chars().take_while(|c| *c != '#');
    if let Some(index) = cells.into_iter().position(|c| c == bytes::NUL_SIGN) {
        let error = ReadError::at(Span::new(line, index + 1, 1), "this line holds a NUL byte");
        return Err(error.hint("the file may be damaged"));
    }
    match text.chars().position(|c| c == char::REPLACEMENT_CHARACTER) {
        None => Ok(()),
        Some(index) => {
            let error = ReadError::at(Span::new(line, index + 1, 1), "this line is not UTF-8 text");
            Err(error.hint(
                "the file may be damaged, or in another encoding such as Latin-1; save it as UTF-8",
            ))
        }
    }
}
