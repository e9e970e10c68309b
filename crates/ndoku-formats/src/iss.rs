//! Constraint strings of the Interactive Sudoku Solver, and links that contain one. The format is
//! limited to the rules that ndoku has.
//!
//! ```text
//! # a comment
//! .Shape~4x4.Diagonal~1.AntiKnight.Cage~5~R1C1~R1C2.~R1C1_1~R2C3_2_3
//! ```
//!
//! Each constraint is `.TYPE~argument~argument…`. White space is ignored. A type without a name
//! gives digits: one is a clue, several are all candidates of the cell. Rows and columns from 10 on
//! are letters (`a` is 10). `Diagonal~1` rises to the right, `Diagonal~-1` falls. A `Jigsaw` is
//! added to the boxes unless there is a `NoBoxes`.
//!
//! The digits may begin with 0: see `iss/zero.rs`. An `And`, and an `Or` of one constraint, are
//! read as if they were not there.
//!
//! The table in `iss/types.rs` names the types with rules. Dots, X, V and inequalities take a list
//! and mean all cells in it that are side by side. Any other type is rejected by name.
//!
//! Several lines are one string, also across blank lines and comments. A line that begins with
//! another `.Shape` begins the next string. In a file where the first two lines have several types
//! each, every line is a string.
//!
//! Source: the parser and the help of that solver.

mod parts;
mod read;
mod types;
mod write;
mod zero;

use std::ops::ControlFlow;

use super::fpuzzles::{percent_decode, without_scheme};
use super::spanned_json::Source;
use super::{Block, Detection, Feature, Format, ReadError, Reader, Scope, Writer};

/// The format of constraint strings.
pub(super) const ISS: Format = Format {
    id: "iss",
    aliases: &["interactive-sudoku-solver"],
    extensions: &["iss"],
    summary: "Constraint strings of the Interactive Sudoku Solver",
    example: ".Shape~4x4.Diagonal~1.AntiKnight.~R1C1_1~R2C3_2_3\n",
    scope: Scope::Unit,
    supports: &[
        Feature::AnySize,
        Feature::BoxShape,
        Feature::Regions,
        Feature::NoBoxes,
        Feature::Diagonals,
        Feature::Rules,
        Feature::Pencilmarks,
    ],
    conditional: &[],
    detect,
    read: Some(read),
    write: Some(Writer::sequence(write::write_string)),
};

fn detect(block: &Block<'_>) -> Detection {
    let text = block.text.trim();
    if is_link(text) {
        return Ok("is a link to the Interactive Sudoku Solver".into());
    }
    let begins = text.strip_prefix('.').is_some_and(|rest| {
        rest.trim_start_matches('.')
            .starts_with(|mark: char| mark == '~' || mark.is_ascii_uppercase())
    });
    if begins && text.contains('~') {
        Ok("begins with `.` and a type, and has `~`".into())
    } else {
        Err("does not begin with `.` and a type, followed by `~`".into())
    }
}

/// Returns the bytes and lines of a string of several lines at the beginning of a text.
pub(super) fn measure(text: &str) -> Option<(usize, usize)> {
    let first = text.lines().next().unwrap_or_default();
    if !is_line(first) {
        return None;
    }
    let (mut end, mut bytes, mut lines, mut has_types) = ((0, 0), 0, 0, false);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        bytes += line.len();
        if is_line(line) {
            // Lines of several types each are a list of strings.
            if lines == 1 && types(first) > 1 && types(line) > 1 {
                return None;
            }
            has_types |= line.contains('~');
            (end, lines) = ((bytes, number), lines + 1);
        } else if !line.trim().is_empty() && !is_comment(line) {
            break;
        }
    }
    (lines > 1 && has_types).then_some(end)
}

/// Returns `true` for a line that can only be a part of a constraint string.
fn is_line(line: &str) -> bool {
    let Some(rest) = line.trim().strip_prefix('.') else {
        return false;
    };
    // A row of letters has no small ones.
    let is_name = rest.contains(|mark: char| mark.is_ascii_lowercase())
        && rest
            .bytes()
            .all(|mark| mark.is_ascii_alphabetic() || mark == b'.');
    rest.starts_with(|mark: char| mark == '~' || mark.is_ascii_uppercase())
        && (rest.contains('~') || is_name)
}

fn has_shape(line: &str) -> bool {
    line.trim_start().starts_with(".Shape")
}

/// Returns `true` for a link to the solver, on any host.
fn is_link(text: &str) -> bool {
    let address = without_scheme(text);
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.contains("/Interactive-Sudoku-Solver") && !path.contains(char::is_whitespace)
}

/// Counts the types of a line.
fn types(line: &str) -> usize {
    line.trim().matches('.').count()
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let text = block.text.trim();
    if is_link(text) {
        let place = Source::new(*block).span(text);
        let record = match text
            .split_once("q=")
            .map(|(_, query)| percent_decode(query.split(['&', '#']).next().unwrap_or_default()))
        {
            Some(query) => read::read_record(&Source::packed(&query, place), &query, reader),
            None => Err(ReadError::at(place, "this link contains no puzzle")
                .hint("such a link contains `?q=` followed by the puzzle")),
        };
        return reader.emit(record);
    }
    let plain = without_comments(block.text);
    let source = Source::new(Block {
        text: &plain,
        line: block.line,
    });
    for string in strings(&plain) {
        let record = read::read_record(&source, string.trim(), reader);
        reader.emit(record)?;
    }
    ControlFlow::Continue(())
}

/// Returns the text with blanks in place of comments. All positions stay the same.
fn without_comments(text: &str) -> String {
    let line = |line: &str| {
        if is_comment(line) {
            let blank = |mark: char| if mark == '\n' { '\n' } else { ' ' };
            line.chars().map(blank).collect()
        } else {
            line.to_owned()
        }
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Returns `true` for a line that is a comment.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('#') || line.starts_with("//")
}

/// Returns the strings of a text. Each but the first begins with a shape. A line that does not
/// begin with `.` is no part of a string, but a record of its own.
fn strings(text: &str) -> Vec<&str> {
    let (mut all, mut start, mut end) = (Vec::new(), 0, 0);
    let (mut has_begun, mut is_shaped, mut is_foreign) = (false, false, false);
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            let was_foreign = is_foreign;
            is_foreign = !line.trim_start().starts_with('.');
            if has_begun && (is_foreign || was_foreign || is_shaped && has_shape(line)) {
                all.push(&text[start..end]);
                start = end;
                is_shaped = false;
            }
            has_begun = true;
            is_shaped |= has_shape(line);
        }
        end += line.len();
    }
    all.push(&text[start..]);
    all
}

#[cfg(test)]
mod tests;
