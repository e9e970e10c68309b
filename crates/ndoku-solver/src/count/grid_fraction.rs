//! Which share of all grids has a given clue, or two: by symmetry alone, for boxes of any shape.
//!
//! ```text
//!   d . . . .│. . . . .      Digits can be renamed: one clue leaves 1/n of all grids.
//!   . . . . .│. . . . .      The digit of that clue is in each other box once, and which cell it is in, among those that rows and columns leave, can be exchanged: two clues d leave
//!   ─────────┼─────────        a box in the same band       1/n · 1/((height − 1) · width), if not in the same row
//!   . . . . .│. . x . .        a box in the same stack      1/n · 1/((width − 1) · height), if not in the same column
//!   . . . . .│. . . . .        any other box                1/n · 1/n
//!                              the same house               none
//! ```
//!
//! Of the grids in which the second cell has another digit each of the n − 1 others has its part.

/// The share of all grids with boxes `width` wide and `height` high that have these clues, as a fraction whose first number is at most their size; the clues row by row, 0 for an open
/// cell. `None` if there are more than two.
pub(super) fn fraction_of_grids(width: usize, height: usize, clues: &[u8]) -> Option<(u128, u128)> {
    let size = width * height;
    let mut given = clues.iter().enumerate().filter(|(_, clue)| **clue != 0);
    let (first, second) = (given.next(), given.next());
    if given.next().is_some() {
        return None;
    }
    let Some((first, digit)) = first else {
        return Some((1, 1));
    };
    let Some((second, other)) = second else {
        return Some((1, size as u128));
    };
    let [row, column] = [first / size == second / size, first % size == second % size];
    let band = first / size / height == second / size / height;
    let stack = first % size / width == second % size / width;
    // In so many cells of its box the digit of the first clue is equally often.
    let cells = match (band, stack) {
        (true, true) => 0,
        (true, false) if row => 0,
        (false, true) if column => 0,
        (true, false) => (height - 1) * width,
        (false, true) => (width - 1) * height,
        (false, false) => size,
    };
    Some(match (cells as u128, digit == other, size as u128) {
        (0, true, _) => (0, 1),
        (0, false, size) => (1, size * (size - 1)),
        (cells, true, size) => (1, size * cells),
        (cells, false, size) => (cells - 1, size * (size - 1) * cells),
    })
}

#[cfg(test)]
mod tests {
    use super::super::two_row_boxes::{Scratch, TwoRowBoxes};
    use super::*;
    use crate::{Budget, Isa};

    #[test]
    fn counts_with_few_clues_have_these_shares() {
        for (width, height) in [(2, 2), (3, 2), (2, 3)] {
            let size = usize::from(width * height);
            let count = |clues: &[u8]| {
                let prepared =
                    TwoRowBoxes::new(width, height, clues, Isa::best(), &Budget::default())
                        .unwrap()
                        .unwrap();
                (0..prepared.tasks())
                    .map(|task| {
                        prepared
                            .run(task, &mut Scratch::default(), &Budget::default())
                            .unwrap()
                    })
                    .sum::<u128>()
            };
            let all = count(&vec![0; size * size]);
            for cell in 0..size * size {
                for digit in [1, 2] {
                    let mut clues = vec![0; size * size];
                    clues[cell] = digit;
                    // The first of two in a corner of a box, and in its middle if there is one.
                    for first in [0, size + 1] {
                        clues[first] = 1;
                        let (times, divisor) =
                            fraction_of_grids(width.into(), height.into(), &clues).unwrap();
                        assert_eq!(
                            count(&clues) * divisor,
                            all * times,
                            "{width}×{height} {clues:?}"
                        );
                        if first != cell {
                            clues[first] = 0;
                        }
                    }
                }
            }
            assert_eq!(
                fraction_of_grids(width.into(), height.into(), &vec![0; size * size]),
                Some((1, 1))
            );
            assert_eq!(
                fraction_of_grids(width.into(), height.into(), &vec![1; size * size]),
                None
            );
        }
    }
}
