//! The shortest text of a puzzle: all cells row by row on one line. `Display` writes it and
//! `FromStr` reads it. The crate `ndoku-formats` has all other formats.
//!
//! ```text
//! 1.......4......2                 one character per cell, if every symbol has one
//! . . 10 . 1 . . … 9 .             tokens, if a symbol has more
//! ```

use std::fmt;
use std::str::FromStr;

use super::{Puzzle, PuzzleError};
use crate::{Digit, Layout, LayoutError, Solution, SymbolError, Symbols};

/// The reason why a text is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePuzzleError {
    /// The number of cells is not N².
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// There is no usual layout of this size.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The symbols of the clues do not fit the size.
    #[error(transparent)]
    Symbols(#[from] SymbolError),
}

/// Writes all cells row by row on one line, with `.` for a blank. Layout and pencilmarks are not
/// written.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(f, &self.symbols, self.clues.iter().copied())
    }
}

/// Writes the digits row by row on one line, as numbers. Above size 9, spaces separate them.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = Symbols::numbers(self.layout().size());
        write_cells(f, &symbols, self.digits().iter().copied().map(Some))
    }
}

fn write_cells(
    f: &mut fmt::Formatter<'_>,
    symbols: &Symbols,
    cells: impl Iterator<Item = Option<Digit>>,
) -> fmt::Result {
    let separator = if symbols.is_compact() { "" } else { " " };
    for (index, digit) in cells.enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        f.write_str(digit.map_or(".", |digit| symbols.symbol(digit)))?;
    }
    Ok(())
}

/// Reads N² cells row by row: characters, or tokens separated by white space. Rows of N characters
/// may have white space between them. `.` and `0` are blank.
///
/// Letters are read as capitals. The layout is the usual one for the size, see
/// [`Layout::for_size`]. The symbols are inferred, see [`Symbols::from_clues`].
///
/// ```
/// use ndoku_core::Puzzle;
///
/// let puzzle: Puzzle = "1... .... 4... ...2".parse()?;
/// assert_eq!(puzzle.to_string(), "1.......4......2");
/// # Ok::<(), ndoku_core::ParsePuzzleError>(())
/// ```
impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    fn from_str(text: &str) -> Result<Self, ParsePuzzleError> {
        let cells = split_cells(text);
        let found = cells.len();
        let size = found.isqrt();
        let (1..=255, true) = (size, size * size == found) else {
            return Err(PuzzleError::NotSquare { found }.into());
        };
        let layout = Layout::for_size(size as u8)?;
        let clues = cells.iter().map(|cell| cell.to_ascii_uppercase());
        let clues: Vec<Option<String>> = clues
            .map(|cell| (cell != "." && cell != "0").then_some(cell))
            .collect();
        let symbols = Symbols::from_clues(clues.iter().flatten().map(String::as_str), size as u8)?;
        let digit = |clue: &Option<String>| clue.as_ref().and_then(|clue| symbols.digit(clue));
        let clues = clues.iter().map(digit).collect();
        Ok(Self::new(layout, symbols, clues)?)
    }
}

/// Splits a text into its cells. White space separates tokens, unless it only separates rows.
fn split_cells(text: &str) -> Vec<&str> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let rows = tokens.len();
    if tokens.iter().all(|token| token.chars().count() == rows) || rows == 1 {
        tokens.iter().flat_map(|row| characters(row)).collect()
    } else {
        tokens
    }
}

fn characters(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices()
        .map(|(start, character)| &text[start..start + character.len_utf8()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_puzzles_are_read_back() {
        let alnum = "G...".to_owned() + &".".repeat(252);
        let numbers = "16 ".to_owned() + &". ".repeat(254) + "10";
        for text in ["1", "1.......4......2", &alnum, &numbers] {
            let puzzle: Puzzle = text.parse().unwrap();
            assert_eq!(puzzle.to_string(), *text);
            assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
        }
        let rows: Puzzle = "1...\n0000\n4...\n...2\n".parse().unwrap();
        assert_eq!(rows.to_string(), "1.......4......2");
        let tokens: Puzzle = "1 . . . 0 0 0 0 4 . . . . . . 2".parse().unwrap();
        assert_eq!(tokens, rows);
    }

    #[test]
    fn solutions_are_written() {
        let layout = Layout::for_size(4).unwrap();
        let digits = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let digits = digits.map(|number| Digit::new(number).unwrap());
        let solution = Solution::new(&layout, &digits).unwrap();
        assert_eq!(solution.to_string(), "1234341221434321");
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
        assert!(error("").starts_with("0 values do not make a square grid"));
        assert!(error("1..").starts_with("3 values do not make a square grid"));
        let five = "12345".to_owned() + &".".repeat(10) + "X";
        assert!(error(&five).contains('6'), "{}", error(&five));
    }
}
