//! The sets `minimal` and `low-clue`: clues are removed while the solution stays unique.
//!
//! **minimal**: the cells of a full grid in random order. The puzzles are minimal: a clue that is
//! needed stays needed when others are removed. They have 21 to 28 clues. This method favors few
//! clues: among all minimal puzzles, 26 or 27 clues are typical.
//!
//! **low-clue**: a few random clues of the solution are added to a minimal puzzle. Then clues are
//! removed again, the old ones first. If no more clues are left than before, the walk continues
//! from that puzzle of the same grid. [`WALK_STEPS`] steps save three or four clues: 19 to 22 are
//! left, mostly 21 or 20. No puzzle has fewer than 17.

use ndoku_solver::BatchOutcome;

use super::SetGenerator;
use crate::board::{BLANK, Clues, clue_count, permutation, random_below};

/// Number of steps of the walk. More steps save more clues, slowly.
const WALK_STEPS: usize = 150;

impl SetGenerator {
    /// Generates `count` minimal puzzles.
    pub(super) fn minimal(&mut self, count: usize) -> Vec<Clues> {
        let mut puzzles = self.grids(count);
        let orders: Vec<Vec<usize>> = (0..count)
            .map(|_| permutation::<81>(&mut self.rng).to_vec())
            .collect();
        self.reduce(&mut puzzles, &orders);
        puzzles
    }

    /// Generates `count` minimal puzzles with few clues.
    pub(super) fn low_clue(&mut self, count: usize) -> Vec<Clues> {
        let mut puzzles = self.minimal(count);
        let grids: Vec<Clues> = self
            .solve_all(&puzzles)
            .into_iter()
            .map(|(_, grid)| grid)
            .collect();
        for _ in 0..WALK_STEPS {
            let mut others = puzzles.clone();
            let mut orders = Vec::with_capacity(count);
            for (other, grid) in others.iter_mut().zip(&grids) {
                let (mut open, mut order): (Vec<usize>, Vec<usize>) =
                    (0..81).partition(|cell| other[*cell] == BLANK);
                self.rng.shuffle(&mut open);
                self.rng.shuffle(&mut order);
                for cell in &open[..1 + random_below(&mut self.rng, 3)] {
                    other[*cell] = grid[*cell];
                    order.push(*cell);
                }
                orders.push(order);
            }
            self.reduce(&mut others, &orders);
            for (puzzle, other) in puzzles.iter_mut().zip(others) {
                if clue_count(&other) <= clue_count(puzzle) {
                    *puzzle = other;
                }
            }
        }
        puzzles
    }

    /// Removes clues from each puzzle in its order, while the solution stays unique.
    fn reduce(&mut self, puzzles: &mut [Clues], orders: &[Vec<usize>]) {
        for step in 0..orders.iter().map(Vec::len).max().unwrap_or(0) {
            let cells: Vec<(usize, usize)> = orders
                .iter()
                .enumerate()
                .filter_map(|(i, order)| order.get(step).map(|cell| (i, *cell)))
                .collect();
            let mut trials = Vec::with_capacity(cells.len());
            for (i, cell) in &cells {
                let mut trial = puzzles[*i];
                trial[*cell] = BLANK;
                trials.push(trial);
            }
            let answers = self.solve_all(&trials);
            for (((i, _), trial), (outcome, _)) in cells.into_iter().zip(trials).zip(answers) {
                if outcome == BatchOutcome::Unique {
                    puzzles[i] = trial;
                }
            }
        }
    }
}
