//! Random full grids.
//!
//! Three boxes on the diagonal at random: they do not see each other, so that any digits will do. Then again and again a random open cell and a random
//! digit for it that no clue forbids; if that leaves no solution, the digit is struck out there. When there is one solution left, it is the grid.
//! Last, it is written down another way: see `Shuffle`.
//!
//! So each digit is drawn evenly from those that are possible at its cell, which is not the same as an even draw from all 6.7 · 10²¹ grids, but no grid
//! is left out, and the odds of any two lie close together. About a dozen questions to the engine a grid.

use fastrand::Rng;
use ndoku_solver::Outcome;

use super::Maker;
use crate::board::{Clues, OPEN, Shuffle, below, clashes, permutation};

/// A grid on its way.
struct Draft {
    clues: Clues,
    struck: [u16; 81],
    tried: usize,
}

impl Draft {
    fn new(rng: &mut Rng) -> Self {
        let mut clues = [OPEN; 81];
        for diagonal in 0..3 {
            for (place, digit) in permutation::<9>(rng).into_iter().enumerate() {
                clues[30 * diagonal + 9 * (place / 3) + place % 3] = b"123456789"[digit];
            }
        }
        Self {
            clues,
            struck: [0; 81],
            tried: 0,
        }
    }

    /// Enters a random digit in a random cell.
    fn guess(&mut self, rng: &mut Rng) {
        let open: Vec<usize> = (0..81).filter(|cell| self.clues[*cell] == OPEN).collect();
        let cell = open[below(rng, open.len())];
        let may = |digit: &u8| {
            self.struck[cell] & bit(*digit) == 0 && !clashes(&self.clues, cell, *digit)
        };
        let digits: Vec<u8> = (b'1'..=b'9').filter(may).collect();
        self.clues[cell] = digits[below(rng, digits.len())];
        self.tried = cell;
    }

    /// Takes the digit back that `guess` has entered.
    fn strike(&mut self) {
        self.struck[self.tried] |= bit(self.clues[self.tried]);
        self.clues[self.tried] = OPEN;
    }
}

const fn bit(digit: u8) -> u16 {
    1 << (digit - b'1')
}

impl Maker {
    /// So many full grids.
    pub(super) fn grids(&mut self, count: usize) -> Vec<Clues> {
        let mut drafts: Vec<Draft> = (0..count).map(|_| Draft::new(&mut self.rng)).collect();
        let mut grids = vec![[OPEN; 81]; count];
        let mut busy: Vec<usize> = (0..count).collect();
        while !busy.is_empty() {
            for i in &busy {
                drafts[*i].guess(&mut self.rng);
            }
            let questions: Vec<Clues> = busy.iter().map(|i| drafts[*i].clues).collect();
            let mut answers = self.ask(&questions).into_iter();
            busy.retain(|i| {
                let (outcome, solution) = answers.next().expect("one answer for each question");
                match outcome {
                    Outcome::Unique => grids[*i] = Shuffle::random(&mut self.rng).apply(&solution),
                    Outcome::Multiple => {}
                    Outcome::Unsolvable | Outcome::Solvable => drafts[*i].strike(),
                }
                outcome != Outcome::Unique
            });
        }
        grids
    }
}
