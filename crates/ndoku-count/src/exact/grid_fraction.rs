//! The fraction of all grids that contain one or two given clues, by symmetry, for boxes of any
//! shape.
//!
//! ```text
//!   d . . . .│. . . . .      n digits, boxes `width` wide and `height` high
//!   . . . . .│. . . . .
//!   ─────────┼─────────
//!   . . . . .│. . x . .
//!   . . . . .│. . . . .
//! ```
//!
//! Digits can be renamed, so one clue leaves 1/n of all grids. Its digit d is once in each other
//! box. The cells of the box that rows and columns leave open are interchangeable. So two clues d
//! leave:
//!
//! | second clue | fraction of all grids |
//! |---|---|
//! | in a box in the same band, not in the same row | 1/n · 1/((height − 1) · width) |
//! | in a box in the same stack, not in the same column | 1/n · 1/((width − 1) · height) |
//! | in any other box | 1/n · 1/n |
//! | in the same house | 0 |
//!
//! The remaining grids are shared equally by the n − 1 other digits in the second cell.

/// Returns the fraction of all grids with boxes `width` wide and `height` high that have these
/// clues.
///
/// The numerator is at most the size. `clues` holds the cells row by row, 0 for an open cell.
/// Returns `None` if there are more than two clues.
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
    // The number of cells of its box that hold the digit of the first clue equally often.
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
    use ndoku_solver::{Budget, Isa};

    use super::super::two_band_sum::{Scratch, TwoBandSum};
    use super::*;

    #[test]
    fn counts_with_few_clues_have_these_fractions() {
        for (width, height) in [(2, 2), (3, 2), (2, 3)] {
            let size = usize::from(width * height);
            let count = |clues: &[u8]| {
                let prepared =
                    TwoBandSum::new(width, height, clues, Isa::best(), &Budget::default())
                        .unwrap()
                        .unwrap();
                (0..prepared.task_count())
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
                    // The first of two clues is in a corner of a box, and in its middle if there is
                    // one.
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
