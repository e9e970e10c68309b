//! `CandidateGrid9`: the candidates of each cell of a 9×9 grid, in the words of a lane.
//!
//! ```text
//!   clues ── from_clues ──▶ CandidateGrid9 ── reopen(cell), forbid(cell, digit) ──▶
//!            "is there a solution in which this clue is another digit?"
//! ```
//!
//! Queries about one puzzle differ in one or two cells. Such a change costs three words, while
//! clues of 81 bytes would have to be converted again.

use ndoku_core::Puzzle;

use super::WORDS;
use super::propagate::ALL;
use super::transpose::{candidate_position, words_from_clues, words_from_pencilmarks};
use super::tree_search;
use crate::simd::LaneWords;

/// The candidates of each cell of a 9×9 grid, in 108 bytes. Cells are numbers from 0 to 80, row by
/// row; digits are 1 to 9.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CandidateGrid9([u32; WORDS]);

impl Default for CandidateGrid9 {
    fn default() -> Self {
        Self::ALL
    }
}

/// Returns the first of the three words of a cell, and the bits of its candidates in them.
const fn cell_bits(cell: usize) -> (usize, u32) {
    let (word, bit) = candidate_position(cell, 0);
    (word, 0o111 << bit)
}

impl CandidateGrid9 {
    /// Every digit in every cell.
    pub const ALL: Self = Self([ALL; WORDS]);

    /// Converts clues: 1 to 9 or `1` to `9` is a clue, any other byte an open cell.
    #[must_use]
    pub fn from_clues(clues: &[u8; 81]) -> Self {
        Self::from(&words_from_clues(clues))
    }

    /// Converts pencilmarks, nine bytes for each cell: byte d allows the digit d + 1 if it is that
    /// digit, as a number or as a character.
    #[must_use]
    pub fn from_pencilmarks(pencilmarks: &[u8; 729]) -> Self {
        Self(words_from_pencilmarks(pencilmarks))
    }

    /// Converts the clues and pencilmarks of a puzzle of size 9, without the other rules of its
    /// layout. A puzzle of another size gets no candidates.
    #[must_use]
    pub fn from_puzzle(puzzle: &Puzzle) -> Self {
        if puzzle.size() == 9 {
            Self::from(&tree_search::words_from_puzzle(puzzle))
        } else {
            Self([0; WORDS])
        }
    }

    /// Returns `true` if the cell may hold the digit; `false` outside the grid.
    #[must_use]
    pub const fn allows(&self, cell: usize, digit: u8) -> bool {
        if cell > 80 || digit < 1 || digit > 9 {
            return false;
        }
        let (word, bit) = candidate_position(cell, digit as usize - 1);
        self.0[word] >> bit & 1 == 1
    }

    /// Allows every digit in the cell. This and the methods below ignore cells and digits outside
    /// the grid.
    pub fn reopen(&mut self, cell: usize) {
        if cell < 81 {
            let (first, bits) = cell_bits(cell);
            self.0[first..first + 3]
                .iter_mut()
                .for_each(|word| *word |= bits);
        }
    }

    /// Forbids the digit in the cell.
    pub fn forbid(&mut self, cell: usize, digit: u8) {
        if cell < 81 && (1..=9).contains(&digit) {
            let (word, bit) = candidate_position(cell, usize::from(digit) - 1);
            self.0[word] &= !(1 << bit);
        }
    }

    /// Makes the digit the only candidate of the cell, even if it was forbidden before.
    pub fn place(&mut self, cell: usize, digit: u8) {
        if cell < 81 && (1..=9).contains(&digit) {
            let (first, bits) = cell_bits(cell);
            self.0[first..first + 3]
                .iter_mut()
                .for_each(|word| *word &= !bits);
            let (word, bit) = candidate_position(cell, usize::from(digit) - 1);
            self.0[word] |= 1 << bit;
        }
    }

    /// Returns the words of a lane.
    #[inline(always)]
    pub(super) const fn words(&self) -> &[u32; WORDS] {
        &self.0
    }
}

impl From<&LaneWords> for CandidateGrid9 {
    fn from(words: &LaneWords) -> Self {
        let mut candidates = [0; WORDS];
        candidates.copy_from_slice(&words[..WORDS]);
        Self(candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUES: &[u8; 81] =
        b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    #[test]
    fn changes_affect_one_cell_only() {
        let before = CandidateGrid9::from_clues(CLUES);
        for (cell, clue) in CLUES.iter().enumerate() {
            for digit in 1..=9 {
                assert_eq!(
                    before.allows(cell, digit),
                    *clue == b'.' || *clue == b'0' + digit
                );
                let (mut opened, mut closed, mut placed) = (before, before, before);
                opened.reopen(cell);
                closed.forbid(cell, digit);
                placed.place(cell, digit);
                for other in 0..81 {
                    for other_digit in 1..=9 {
                        let here = other == cell;
                        assert_eq!(
                            opened.allows(other, other_digit),
                            before.allows(other, other_digit) || here
                        );
                        assert_eq!(
                            closed.allows(other, other_digit),
                            before.allows(other, other_digit) && !(here && other_digit == digit)
                        );
                        assert_eq!(
                            placed.allows(other, other_digit),
                            if here {
                                other_digit == digit
                            } else {
                                before.allows(other, other_digit)
                            }
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn changes_outside_the_grid_are_ignored() {
        let mut all = CandidateGrid9::ALL;
        all.reopen(81);
        all.forbid(81, 1);
        all.forbid(0, 0);
        all.forbid(0, 10);
        all.place(200, 3);
        all.place(3, 0);
        assert_eq!(all, CandidateGrid9::default());
        assert!(!all.allows(81, 1) && !all.allows(0, 0) && !all.allows(0, 10) && all.allows(80, 9));
    }
}
