//! The least digits of a puzzle without interchangeable lines.
//!
//! ```text
//!   frame of the least pattern ─▶ rows and columns in its order, digits relabeled in the order of
//!   their first appearance ─▶ the least of these strings wins
//! ```
//!
//! Each frame fixes the order of all lines, so that it gives one string of digits. A frame is given
//! up at its first digit that is greater than the best one.

use super::digits::label_unused_digits;
use super::pattern::{PatternFrame, PatternSearch};
use super::view::PatternView;
use crate::transformation::{ClassicTransformation, Grid81};

/// A search for the least digits of a puzzle without interchangeable lines.
#[derive(Debug, Default)]
pub(super) struct FrameDigitSearch {
    /// The frames that give the least digits.
    pub winners: Vec<u16>,
}

impl FrameDigitSearch {
    pub(super) fn search_pattern(
        &mut self,
        puzzle: &Grid81,
        views: &[PatternView; 2],
        patterns: &PatternSearch,
    ) -> Grid81 {
        let mut best: Option<Grid81> = None;
        for (number, frame) in patterns.frames.iter().enumerate() {
            let view = &views[usize::from(frame.view & 1)];
            let Some((digits, is_less)) =
                relabel_if_least(puzzle, view, frame, &patterns.pattern, best.as_ref())
            else {
                continue;
            };
            if is_less {
                best = Some(digits);
                self.winners.clear();
            }
            self.winners.push(number as u16);
        }
        best.unwrap_or([0; 81])
    }

    /// Returns all transformations that lead to the least digits of a puzzle.
    pub(super) fn transformations(
        &self,
        puzzle: &Grid81,
        views: &[PatternView; 2],
        patterns: &PatternSearch,
    ) -> impl Iterator<Item = ClassicTransformation> {
        self.winners.iter().map(|number| {
            let frame = &patterns.frames[usize::from(*number)];
            transformation(puzzle, &views[usize::from(frame.view & 1)], frame)
        })
    }
}

/// Returns the relabeled digits of a frame, and `true` if they are less than the best ones, or the
/// first. Returns `None` if they are greater.
#[inline]
fn relabel_if_least(
    puzzle: &Grid81,
    view: &PatternView,
    frame: &PatternFrame,
    pattern: &[u16; 9],
    best: Option<&Grid81>,
) -> Option<(Grid81, bool)> {
    let (row_step, column_step) = view.steps;
    let columns = frame
        .columns()
        .map(|column| usize::from(column) * column_step);
    let mut labels = [0_u8; 16];
    let mut labeled = 0;
    let mut digits = [0; 81];
    // The best digits, as long as those of the frame equal them.
    let mut rival = best;
    for (place, bits) in pattern.iter().enumerate() {
        let row = frame.row(place) * row_step;
        let mut clues = *bits;
        while clues != 0 {
            let column = (clues.leading_zeros() as usize).wrapping_sub(7);
            clues &= !(0x100 >> (column & 15));
            let digit = puzzle[(row + columns[column % 9]) % 81];
            let label = &mut labels[usize::from(digit & 15)];
            if *label == 0 {
                labeled += 1;
                *label = labeled;
            }
            let cell = 9 * place + column % 9;
            digits[cell] = *label;
            if let Some(best) = rival
                && *label != best[cell]
            {
                if *label > best[cell] {
                    return None;
                }
                rival = None;
            }
        }
    }
    Some((digits, rival.is_none()))
}

/// Returns the transformation that a frame stands for.
fn transformation(
    puzzle: &Grid81,
    view: &PatternView,
    frame: &PatternFrame,
) -> ClassicTransformation {
    let columns = frame.columns();
    let rows: [u8; 9] = std::array::from_fn(|place| frame.row(place) as u8);
    let (mut labels, mut labeled) = ([0; 10], 0);
    for row in rows.map(usize::from) {
        for column in columns.map(usize::from) {
            let digit = usize::from(view.digit(puzzle, row, column)) % 10;
            if digit != 0 && labels[digit] == 0 {
                labeled += 1;
                labels[digit] = labeled;
            }
        }
    }
    label_unused_digits(&mut labels, labeled);
    ClassicTransformation {
        transpose: frame.view == 1,
        rows,
        columns,
        digits: labels,
    }
}
