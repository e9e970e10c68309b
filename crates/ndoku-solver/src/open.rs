//! `OpenCandidates`: what is left of a puzzle once nothing follows without a guess any more, and what is demanded of it. For engines that live in other crates.
//!
//! ```text
//!   0 r1c1=2   1 r1c1=5   2 r1c3=5   …       variables, in the order of cells and digits
//!   {0 1}  {1 2 …}                           exactly one: a cell, a digit in a house of N cells
//!   {…}                                      at most one: a digit in a smaller house
//!   (1, 7)                                   not both: what constraints say
//! ```

use std::ops::Range;

use ndoku_core::{Digit, Puzzle};

use crate::backtrack::Backtrack;
use crate::engine::{Budget, StopReason};
use crate::learning::problem::Problem;

/// The candidates that are open after propagation, as variables from 0, and what is demanded of them.
///
/// Keeps its memory and the tables of the last layout. Houses with the same cells are named once; pairs of variables may be in several lists.
#[derive(Default)]
pub struct OpenCandidates {
    general: Backtrack,
    open: Vec<(u16, u8)>,
    problem: Problem,
}

impl OpenCandidates {
    /// Of no puzzle yet: no variable.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a puzzle: singles, locked candidates, hidden pairs, constraints, until nothing follows any more. False if it has no solution; then nothing of it is kept.
    /// The layout must be one that [`Backtrack`] supports.
    ///
    /// # Errors
    /// If the flag or the clock of the budget says so.
    pub fn set(&mut self, puzzle: &Puzzle, budget: &Budget<'_>) -> Result<bool, StopReason> {
        let Self {
            general,
            open,
            problem,
        } = self;
        open.clear();
        let is_possible = general.open_candidates(puzzle, budget, &mut |cell, digit| {
            open.push((cell as u16, digit as u8))
        });
        if is_possible != Ok(true) {
            *problem = Problem::default();
            return is_possible;
        }
        problem.set(puzzle, open);
        Ok(true)
    }

    /// How many variables there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.problem.candidates.len()
    }

    /// The cell's number, from 0 row by row, and the digit of a variable. Nothing if there is no such variable.
    #[must_use]
    pub fn candidate(&self, variable: u32) -> Option<(usize, Digit)> {
        let (cell, digit) = self.problem.candidates.get(variable as usize)?;
        Some((usize::from(*cell), Digit::from_index(usize::from(*digit))))
    }

    /// The digit of each cell that is decided, `None` for the others.
    pub fn decided(&self) -> impl ExactSizeIterator<Item = Option<Digit>> + '_ {
        self.problem
            .decided
            .iter()
            .map(|digit| digit.map(|digit| Digit::from_index(usize::from(digit))))
    }

    /// The variables of each cell, ascending by digit: an empty range if it is decided.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Range<u32>> + '_ {
        (0..self.problem.decided.len()).map(|cell| self.problem.variables(cell))
    }

    /// Variables of which exactly one is true, at least two in each list.
    pub fn exactly_one(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.problem.exact).map(|item| self.problem.items.list(item))
    }

    /// Variables of which at most one is true, at least two in each list.
    pub fn at_most_one(&self) -> impl Iterator<Item = &[u32]> {
        (self.problem.exact..self.problem.items.count() as u32)
            .map(|item| self.problem.items.list(item))
    }

    /// Pairs of variables that are not both true, the smaller one first; each pair once.
    pub fn not_both(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let lists = 0..self.problem.links.count() as u32;
        lists.flat_map(|one| {
            self.problem
                .links
                .list(one)
                .iter()
                .filter(move |other| one < **other)
                .map(move |other| (one, *other))
        })
    }
}

impl std::fmt::Debug for OpenCandidates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenCandidates")
            .field("variables", &self.count())
            .finish_non_exhaustive()
    }
}
