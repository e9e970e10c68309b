//! The player's notes as text in [`Metadata::extra`](super::Metadata): `r1c1=12 r3c4=589`, and
//! `r1c1=2,12` above 9×9.
//!
//! Notes are reminders that forbid nothing, so they are not pencilmarks of the puzzle.

use std::fmt::Write as _;

use ndoku_core::{Cell, Digit, DigitSet};

/// The name in `extra` of notes in the center of the cells, or of the only notes.
pub(super) const CENTER: &str = "notes";
/// The name in `extra` of notes in the corners.
pub(super) const CORNER: &str = "corner notes";

/// Returns the notes as text, row by row. The text is empty without notes.
pub(super) fn to_text(notes: &[DigitSet], size: u8) -> String {
    let mut out = String::new();
    for (index, set) in notes.iter().enumerate().filter(|(_, set)| !set.is_empty()) {
        let gap = if out.is_empty() { "" } else { " " };
        let _ = write!(out, "{gap}{}=", Cell::from_index(index, size));
        for (number, digit) in set.iter().enumerate() {
            let comma = if number > 0 && size > 9 { "," } else { "" };
            let _ = write!(out, "{comma}{digit}");
        }
    }
    out
}

/// Returns the notes of such a text, row by row. Other words are ignored.
pub(super) fn from_text(text: &str, size: u8) -> Vec<DigitSet> {
    let mut notes = vec![DigitSet::EMPTY; usize::from(size).pow(2)];
    let digit = |number: u8| Digit::new(number).filter(|_| number <= size);
    for (cell, digits) in text
        .split_whitespace()
        .filter_map(|note| note.split_once('='))
    {
        let cell = cell
            .parse::<Cell>()
            .ok()
            .filter(|cell| cell.row() < size && cell.column() < size);
        let Some(set) = cell.map(|cell| &mut notes[cell.index(size)]) else {
            continue;
        };
        if size > 9 {
            set.extend(
                digits
                    .split(',')
                    .filter_map(|token| token.parse().ok())
                    .filter_map(digit),
            );
        } else {
            set.extend(
                digits
                    .bytes()
                    .filter(u8::is_ascii_digit)
                    .filter_map(|byte| digit(byte - b'0')),
            );
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back() {
        for (text, size) in [("r1c1=12 r9c9=589", 9), ("r2c12=2,12 r3c1=1", 12), ("", 4)] {
            assert_eq!(to_text(&from_text(text, size), size), text);
        }
        assert_eq!(to_text(&from_text("r1c1=15 r5c1=1 x r2c2", 4), 4), "r1c1=1");
    }
}
