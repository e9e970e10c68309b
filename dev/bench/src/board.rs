//! The classic board as 81 bytes, row by row: `1` to `9` is a clue, `.` an open cell.
//!
//! A [`Transformation`] turns a puzzle into an equivalent one that looks different to a program. It
//! relabels the digits, permutes bands, stacks, and the rows and columns in them, and may transpose
//! the grid.

use ndoku::Rng;

/// A puzzle or a full grid.
pub(crate) type Clues = [u8; 81];

/// An open cell.
pub(crate) const BLANK: u8 = b'.';

/// Returns `true` if two cells share a row, a column or a box. A cell sees itself.
pub(crate) const fn sees(a: usize, b: usize) -> bool {
    a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
}

/// Returns `true` if another cell that this one sees has the digit.
pub(crate) fn has_clash(clues: &Clues, cell: usize, digit: u8) -> bool {
    (0..81).any(|other| clues[other] == digit && other != cell && sees(cell, other))
}

/// Returns the numbers below `N` in random order.
pub(crate) fn permutation<const N: usize>(rng: &mut Rng) -> [usize; N] {
    let mut order = std::array::from_fn(|i| i);
    rng.shuffle(&mut order);
    order
}

/// One of the 9! · 2 · 6⁸ equivalence transformations of a puzzle.
pub(crate) struct Transformation {
    rows: [usize; 9],
    columns: [usize; 9],
    transposed: bool,
    digits: [usize; 9],
}

impl Transformation {
    /// Draws a transformation. All are equally likely.
    pub(crate) fn random(rng: &mut Rng) -> Self {
        Self {
            rows: Self::lines(rng),
            columns: Self::lines(rng),
            transposed: rng.below(2) == 1,
            digits: permutation(rng),
        }
    }

    fn lines(rng: &mut Rng) -> [usize; 9] {
        let bands = permutation::<3>(rng);
        let inner: [[usize; 3]; 3] = std::array::from_fn(|_| permutation(rng));
        std::array::from_fn(|line| 3 * bands[line / 3] + inner[line / 3][line % 3])
    }

    /// Returns the transformed puzzle.
    pub(crate) fn apply(&self, clues: &Clues) -> Clues {
        std::array::from_fn(|cell| {
            let (row, column) = (self.rows[cell / 9], self.columns[cell % 9]);
            match clues[if self.transposed {
                9 * column + row
            } else {
                9 * row + column
            }] {
                digit @ b'1'..=b'9' => b"123456789"[self.digits[usize::from(digit - b'1')]],
                _ => BLANK,
            }
        })
    }
}
