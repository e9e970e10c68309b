//! Random full grids.
//!
//! Three boxes on the diagonal are filled at random; they do not see each other. Then a random
//! blank cell gets a random digit that no clue forbids, again and again. If that leaves no
//! solution, the digit is excluded there. When one solution is left, it is the grid. Last, it is
//! transformed; see `Transformation`.
//!
//! Each digit is drawn uniformly from those possible in its cell. That is not a uniform draw from
//! all 6.7 · 10²¹ grids. However, no grid is excluded, and the probabilities of any two are
//! similar. A grid takes about a dozen calls of the engine.

use ndoku::Rng;
use ndoku_solver::BatchOutcome;

use super::SetGenerator;
use crate::board::{BLANK, Clues, Transformation, has_clash, permutation, random_below};

/// A grid that is being filled.
struct PartialGrid {
    clues: Clues,
    excluded: [u16; 81],
    last_cell: usize,
}

impl PartialGrid {
    fn new(rng: &mut Rng) -> Self {
        let mut clues = [BLANK; 81];
        for diagonal in 0..3 {
            for (place, digit) in permutation::<9>(rng).into_iter().enumerate() {
                clues[30 * diagonal + 9 * (place / 3) + place % 3] = b"123456789"[digit];
            }
        }
        Self {
            clues,
            excluded: [0; 81],
            last_cell: 0,
        }
    }

    /// Enters a random digit in a random blank cell.
    fn enter_random_digit(&mut self, rng: &mut Rng) {
        let open: Vec<usize> = (0..81).filter(|cell| self.clues[*cell] == BLANK).collect();
        let cell = open[random_below(rng, open.len())];
        let may = |digit: &u8| {
            self.excluded[cell] & bit(*digit) == 0 && !has_clash(&self.clues, cell, *digit)
        };
        let digits: Vec<u8> = (b'1'..=b'9').filter(may).collect();
        self.clues[cell] = digits[random_below(rng, digits.len())];
        self.last_cell = cell;
    }

    /// Removes the digit that `enter_random_digit` has entered, and excludes it there.
    fn exclude_last_digit(&mut self) {
        self.excluded[self.last_cell] |= bit(self.clues[self.last_cell]);
        self.clues[self.last_cell] = BLANK;
    }
}

const fn bit(digit: u8) -> u16 {
    1 << (digit - b'1')
}

impl SetGenerator {
    /// Generates `count` full grids.
    pub(super) fn grids(&mut self, count: usize) -> Vec<Clues> {
        let mut partial_grids: Vec<PartialGrid> = (0..count)
            .map(|_| PartialGrid::new(&mut self.rng))
            .collect();
        let mut grids = vec![[BLANK; 81]; count];
        let mut busy: Vec<usize> = (0..count).collect();
        while !busy.is_empty() {
            for i in &busy {
                partial_grids[*i].enter_random_digit(&mut self.rng);
            }
            let questions: Vec<Clues> = busy.iter().map(|i| partial_grids[*i].clues).collect();
            let mut answers = self.solve_all(&questions).into_iter();
            busy.retain(|i| {
                let (outcome, solution) = answers.next().expect("one answer for each question");
                match outcome {
                    BatchOutcome::Unique => {
                        grids[*i] = Transformation::random(&mut self.rng).apply(&solution);
                    }
                    BatchOutcome::Multiple => {}
                    BatchOutcome::Unsolvable | BatchOutcome::Solvable => {
                        partial_grids[*i].exclude_last_digit();
                    }
                }
                outcome != BatchOutcome::Unique
            });
        }
        grids
    }
}
