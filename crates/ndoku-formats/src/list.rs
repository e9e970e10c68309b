//! Lists of puzzles: their rules, and the lines that have a meaning of their own in them.
//!
//! ```text
//! # name=first          comment, no record
//! 1.3.34.22.4.4.21      record 1
//! garbage               record 2: invalid
//!                       blank, no record
//! 53..7....6..195…      record 3
//! No solution found     record 4: invalid
//! ```
//!
//! The rules:
//!
//! 1. A puzzle line is a line that is a record of its own. It holds the cells of a grid from 4×4
//!    on, perhaps with errors, or one of the single-line formats, or a [placeholder](PLACEHOLDERS).
//! 2. A text with two or more puzzle lines is a list. A long text that is read block by block is
//!    always a list.
//! 3. Blank lines and comments (`#`, `%`, `;`, `//`) are not records. Neither is a puzzle count,
//!    alone on the first line.
//! 4. Every other line of a list is one record. If it holds no puzzle, it gives one error in its
//!    place.
//! 5. The rows of a grid are one record, together with drawn lines and a title directly above. Rows
//!    that touch another record (no blank line in between) are a grid only from 4×4 on. Faulty rows
//!    that touch no record give one error together.
//! 6. Rows without any digit or blank sign are words. In a list, each of them is a record of its
//!    own.
//! 7. A placeholder is a record in every text. In a text that is not a list, words above cells are
//!    their title, also with blank lines in between. Drawn lines alone are ignored.

use super::cells::{is_blank, is_cell};
use super::rows::Grid;
use super::{ReadError, Span};

/// The placeholder for a record that could not be read.
pub const INVALID: &str = "Invalid puzzle";
/// The placeholder for a puzzle without a solution.
pub const NO_SOLUTION: &str = "No solution found";
/// The placeholder for a puzzle that reached a limit.
pub const GIVEN_UP: &str = "Given up";
/// The placeholder for a puzzle that the format cannot hold.
pub const NOT_WRITABLE: &str = "Not writable";

/// The texts that replace a puzzle in results. When read, each is one record with an error.
pub const PLACEHOLDERS: &[&str] = &[INVALID, NO_SOLUTION, GIVEN_UP, NOT_WRITABLE];

/// The maximum length in bytes of a line that can hold a puzzle. A pair of 255×255 grids with
/// blanks between the numbers has 0.5 MB, a link to a puzzle of that size 2 MB.
pub const MAX_LINE_BYTES: usize = 4 << 20;

/// The smallest grid whose rows may touch other records of a list.
const MIN_GRID_ROWS: usize = 4;

/// Returns `true` for a [placeholder](PLACEHOLDERS).
pub(super) fn is_placeholder(line: &str) -> bool {
    // The first character excludes nearly all lines.
    line.trim_start().starts_with(['I', 'N', 'G']) && PLACEHOLDERS.contains(&line.trim())
}

/// Returns `true` if at least two lines consist of a long run of cells. JSON and documents have no
/// such lines.
pub(super) fn has_bare_lines(text: &str) -> bool {
    let bare = |line: &&str| line.trim().len() > 35 && line.trim().chars().all(is_cell);
    text.lines().filter(bare).nth(1).is_some()
}

/// Returns `true` if rows of a list are a grid. `touches` tells that another record is directly
/// above or below.
pub(super) fn is_grid(grid: &Grid<'_>, touches: bool) -> bool {
    let mut characters = grid.tokens().flat_map(|token| token.text.chars());
    (!touches || usize::from(grid.size) >= MIN_GRID_ROWS)
        && characters.any(|c| c.is_ascii_digit() || is_blank(c))
}

/// Returns `true` if a line consists of words.
pub(super) fn is_words(line: &str) -> bool {
    !line.chars().any(|c| c.is_ascii_digit() || is_blank(c))
}

/// Returns the error for a placeholder.
pub(super) fn placeholder(text: &str, line: usize) -> ReadError {
    let error = ReadError::at(
        span(text, line),
        format!("`{}` is a placeholder, not a puzzle", text.trim()),
    );
    error.hint("a command has written it where it had no puzzle or solution to write")
}

/// Returns the error for a line that exceeds [`MAX_LINE_BYTES`].
pub(super) fn too_long(line: usize) -> ReadError {
    let message = format!("this line has more than {} MiB", MAX_LINE_BYTES >> 20);
    ReadError::at(Span::new(line, 1, 0), message)
        .hint("no format of one line needs that for the largest size, 255×255")
}

/// Returns the span of a line without the surrounding blanks.
pub(super) fn span(text: &str, line: usize) -> Span {
    let before = text.chars().take_while(|c| c.is_whitespace()).count();
    Span::new(line, before + 1, text.trim().chars().count())
}
