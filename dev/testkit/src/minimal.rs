//! Random minimal classic puzzles.

use ndoku_core::Layout;
use ndoku_solver::{BatchOutcome, Simd9};

use crate::random::{self, SplitMix64};

/// Creates a minimal puzzle, of which every clue is needed for a unique solution, and its solution.
///
/// # Panics
/// Panics if the engine contradicts itself.
pub fn puzzle(rng: &mut SplitMix64, classic: &mut Simd9) -> ([u8; 81], [u8; 81]) {
    let layout = Layout::classic();
    let grid = loop {
        if let Some(grid) = random::grid(rng, &layout) {
            break grid;
        }
    };
    let mut solution = [0; 81];
    solution
        .iter_mut()
        .zip(&grid)
        .for_each(|(cell, digit)| *cell = digit.get());
    let mut clues = solution;
    for cell in rng.permutation(81) {
        let clue = std::mem::take(&mut clues[cell]);
        if classic.solve_one(&clues).0 != BatchOutcome::Unique {
            clues[cell] = clue;
        }
    }
    (clues, solution)
}
