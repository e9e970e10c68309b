//! `Workspace`: the tools of the searches of a generator. A search is data, a [`SearchState`], so
//! that many searches can take turns with one workspace.
//!
//! [`SearchState`]: super::puzzle_search::SearchState

use ndoku_core::Puzzle;
use ndoku_solver::Budget;

use super::GenerateError;
use super::difficulty_filter::{DifficultyFilter, Fit};
use super::request::Request;
use super::uniqueness_checker::UniquenessChecker;
use crate::grid_generator::GridGenerator;

/// The request, and the tools that searches for it use. Their caches do not change results.
pub(super) struct Workspace<'a> {
    pub(super) request: &'a Request,
    pub(super) grid_generator: &'a GridGenerator,
    pub(super) checker: &'a mut UniquenessChecker,
    pub(super) filter: &'a mut DifficultyFilter,
    pub(super) budget: &'a Budget<'a>,
}

impl Workspace<'_> {
    /// Returns an error if the flag or the clock of the budget requests a stop.
    pub(super) fn poll(&self) -> Result<(), GenerateError> {
        match self.budget.poll() {
            Some(reason) => Err(GenerateError::Stopped(reason)),
            None => Ok(()),
        }
    }

    /// Tests for each puzzle if it has exactly one solution.
    pub(super) fn are_unique(&mut self, puzzles: &[Vec<u8>]) -> Result<Vec<bool>, GenerateError> {
        self.checker.are_unique(puzzles, self.budget)
    }

    /// Counts solutions up to a limit.
    pub(super) fn count_solutions(
        &mut self,
        clues: &[u8],
        limit: u64,
    ) -> Result<u64, GenerateError> {
        self.checker.count_solutions(clues, limit, self.budget)
    }

    /// Returns the solution of a puzzle that has exactly one.
    pub(super) fn unique_solution(
        &mut self,
        puzzle: &Puzzle,
    ) -> Result<Option<Vec<u8>>, GenerateError> {
        self.checker.unique_solution(puzzle, self.budget)
    }

    /// Compares the difficulty of a puzzle with the request.
    pub(super) fn classify(&mut self, clues: &[u8], grid: &[u8]) -> Result<Fit, GenerateError> {
        self.filter.classify(self.checker, clues, grid, self.budget)
    }

    /// Returns the distance of a puzzle from the requested difficulty, 0 if it meets it.
    pub(super) fn difficulty_distance(
        &mut self,
        clues: &[u8],
        grid: &[u8],
    ) -> Result<u32, GenerateError> {
        if self.filter.is_idle() {
            Ok(0)
        } else {
            self.filter.distance(self.checker, clues, grid, self.budget)
        }
    }

    /// Returns the rating on the scale of the request.
    pub(super) fn rate(&mut self, clues: &[u8], grid: &[u8]) -> Result<u32, GenerateError> {
        self.filter.rate(self.checker, clues, grid, self.budget)
    }
}
