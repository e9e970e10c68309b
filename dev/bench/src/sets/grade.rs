//! The sets `easy` and `hard`, graded by the reference solver. See `reference_solver.rs`.
//!
//! **easy**: the cells of a full grid in random order. A clue is removed if naked singles alone
//! still fill the grid, until 32 to 36 are left. Large collections for learners and for machine
//! learning are like that.
//!
//! **hard**: minimal puzzles, sorted by the guesses of the reference solver; the first fiftieth.
//! They are hard among random puzzles, but easy compared with the puzzles that people have searched
//! for.

use std::cmp::Reverse;

use super::{BATCH_SIZE, SetGenerator};
use crate::board::{BLANK, Clues, permutation, random_below};
use crate::reference_solver;

/// Number of minimal puzzles that are generated for each hard one.
const POOL_PER_HARD_PUZZLE: usize = 50;

impl SetGenerator {
    /// Generates `count` puzzles that need no guess.
    pub(super) fn easy(&mut self, count: usize) -> Vec<Clues> {
        let mut puzzles = self.grids(count);
        for puzzle in &mut puzzles {
            let mut spare = 81 - (32 + random_below(&mut self.rng, 5));
            for cell in permutation::<81>(&mut self.rng) {
                if spare == 0 {
                    break;
                }
                let clue = std::mem::replace(&mut puzzle[cell], BLANK);
                if reference_solver::naked_singles_finish(puzzle) {
                    spare -= 1;
                } else {
                    puzzle[cell] = clue;
                }
            }
        }
        puzzles
    }

    /// Generates `count` puzzles that need many guesses.
    pub(super) fn hard(&mut self, count: usize) -> Vec<Clues> {
        let mut graded = Vec::new();
        let mut missing = count * POOL_PER_HARD_PUZZLE;
        while missing > 0 {
            let some = self.minimal(missing.min(BATCH_SIZE));
            missing -= some.len();
            graded.extend(some.into_iter().map(|puzzle| {
                (
                    Reverse(reference_solver::search(&puzzle, 2).guesses),
                    puzzle,
                )
            }));
        }
        // A stable sort: equally hard puzzles keep their order.
        graded.sort_by_key(|(guesses, _)| *guesses);
        graded.truncate(count);
        graded.into_iter().map(|(_, puzzle)| puzzle).collect()
    }
}
