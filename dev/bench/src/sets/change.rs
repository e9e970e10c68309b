//! The sets `invalid` and `several`: changed minimal puzzles.
//!
//! **invalid**: a random clue gets another random digit that none of its peers has as a clue, until
//! there is no solution. A solver has to search for that.
//!
//! **several**: one, two or three random clues are removed. Since each clue of a minimal puzzle is
//! needed, there are two or more solutions. Half of these puzzles have more than 400.

use ndoku_solver::BatchOutcome;

use super::SetGenerator;
use crate::board::{BLANK, Clues, has_clash, random_below};

/// Number of attempts before a puzzle is given up. Nearly all succeed after a few.
const MAX_ATTEMPTS: usize = 40;

impl SetGenerator {
    /// Generates up to `count` puzzles without a solution; rarely fewer.
    pub(super) fn invalid(&mut self, count: usize) -> Vec<Clues> {
        let mut base = self.minimal(count);
        let mut puzzles = Vec::with_capacity(count);
        for _ in 0..MAX_ATTEMPTS {
            let trials: Vec<Clues> = base.iter().map(|clues| self.change_clue(clues)).collect();
            let answers = self.solve_all(&trials);
            let mut answers = trials
                .iter()
                .zip(answers)
                .map(|(trial, (outcome, _))| (trial, outcome));
            base.retain(|clues| {
                let (trial, outcome) = answers.next().expect("one answer for each question");
                let done = trial != clues && outcome == BatchOutcome::Unsolvable;
                if done {
                    puzzles.push(*trial);
                }
                !done
            });
        }
        puzzles
    }

    /// Returns the puzzle with one clue changed. The puzzle is unchanged if the drawn cell allows
    /// no other digit.
    fn change_clue(&mut self, clues: &Clues) -> Clues {
        let cells: Vec<usize> = (0..81).filter(|cell| clues[*cell] != BLANK).collect();
        let cell = cells[random_below(&mut self.rng, cells.len())];
        let digits: Vec<u8> = (b'1'..=b'9')
            .filter(|digit| *digit != clues[cell] && !has_clash(clues, cell, *digit))
            .collect();
        let mut changed = *clues;
        if !digits.is_empty() {
            changed[cell] = digits[random_below(&mut self.rng, digits.len())];
        }
        changed
    }

    /// Generates `count` puzzles with two or more solutions.
    pub(super) fn several(&mut self, count: usize) -> Vec<Clues> {
        let mut puzzles = self.minimal(count);
        for puzzle in &mut puzzles {
            let mut cells: Vec<usize> = (0..81).filter(|cell| puzzle[*cell] != BLANK).collect();
            self.rng.shuffle(&mut cells);
            for cell in &cells[..1 + random_below(&mut self.rng, 3)] {
                puzzle[*cell] = BLANK;
            }
        }
        puzzles
    }
}
