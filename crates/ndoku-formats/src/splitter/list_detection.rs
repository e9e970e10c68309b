//! Detection of lists of puzzles, by the rules at the head of `list.rs`.

use super::{begins_with_small_line, closest_error, detect, is_single_line_record};
use crate::bytes::NUL_SIGN;
use crate::cells::is_cell;
use crate::{Block, ReadError, ReadOptions, list, rows};

/// Returns `true` for a text with two or more puzzle lines.
pub(super) fn is_list(text: &str, options: &ReadOptions) -> bool {
    let mut found = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let (line, next) = rest.split_once('\n').unwrap_or((rest, ""));
        found += usize::from(is_puzzle_line(line, rest, options));
        if found == 2 {
            return true;
        }
        rest = next;
    }
    false
}

/// Returns `true` if a line is a record of its own. `rest` is the text from this line on.
fn is_puzzle_line(line: &str, rest: &str, options: &ReadOptions) -> bool {
    if line.len() > list::MAX_LINE_BYTES {
        return true;
    }
    if line.trim().is_empty() || rows::comment(line).is_some() {
        return false;
    }
    let run_of_cells = || {
        line.split_whitespace()
            .any(|word| word.chars().count() > 35 && word.chars().all(is_cell))
    };
    list::is_placeholder(line)
        || begins_with_small_line(rest, options)
        || (is_single_line_record(line)
            && (run_of_cells()
                || detect(&Block {
                    text: line,
                    line: 1,
                })
                .is_some()))
}

/// Returns the error for a line of a list that is not a puzzle. Only lines that look like cells get
/// a detailed error.
pub(super) fn not_a_puzzle(text: &str, line: usize) -> ReadError {
    let longest = text
        .split_whitespace()
        .map(|word| word.chars().count())
        .max()
        .unwrap_or(0);
    if longest >= 16 || text.contains([char::REPLACEMENT_CHARACTER, NUL_SIGN]) {
        return closest_error(&Block { text, line });
    }
    ReadError::at(list::span(text, line), "this line is not a puzzle")
        .hint("a comment begins with `#`")
}
