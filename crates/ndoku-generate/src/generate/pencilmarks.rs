//! Pencilmark puzzles: candidates are restored in random order while one solution remains.
//!
//! ```text
//!   full grid, one candidate per cell ─▶ candidates come back ─▶ no further one can come back
//! ```

use ndoku_core::Puzzle;
use ndoku_solver::{Budget, StopReason};

use super::GenerateError;
use super::puzzle_search::SearchState;
use super::reduce::{Reducer, reduce, reduce_by_bisection};
use super::uniqueness_checker::{UniquenessChecker, pencilmark_puzzle};
use super::workspace::Workspace;

/// Generates a pencilmark puzzle. Returns it with its solution.
pub(super) fn generate_pencilmarks(
    search: &mut SearchState,
    workspace: &mut Workspace<'_>,
) -> Result<(Puzzle, Vec<u8>), GenerateError> {
    search.count_attempt(workspace)?;
    let grid = search.next_grid(workspace)?;
    let layout = workspace.checker.layout.clone();
    let size = usize::from(layout.size());
    let mut state: Vec<u64> = grid.iter().map(|digit| 1 << (digit - 1)).collect();
    let mut order: Vec<usize> = (0..size * grid.len())
        .filter(|mark| usize::from(grid[mark / size]) != mark % size + 1)
        .collect();
    search.rng.shuffle(&mut order);
    let mut marks = PencilmarkReducer {
        checker: workspace.checker,
        size,
        budget: workspace.budget,
    };
    if layout.is_classic() {
        reduce(&mut marks, &mut state, &order)?;
    } else {
        reduce_by_bisection(&mut marks, &mut state, &order)?;
    }
    let puzzle = pencilmark_puzzle(&layout, &state);
    if puzzle.pencilmarks().is_none() && size > 1 {
        return Err(GenerateError::Stopped(StopReason::Internal));
    }
    Ok((puzzle, grid))
}

/// Pencilmarks. An item is a removed candidate, and its removal restores the candidate.
struct PencilmarkReducer<'a> {
    checker: &'a mut UniquenessChecker,
    size: usize,
    budget: &'a Budget<'a>,
}

impl Reducer for PencilmarkReducer<'_> {
    type State = Vec<u64>;

    fn remove(&self, state: &mut Vec<u64>, item: usize) {
        state[item / self.size] |= 1 << (item % self.size);
    }

    fn can_remove(&self, _: &Vec<u64>, _: usize) -> bool {
        true
    }

    fn accepts(&mut self, states: &[Vec<u64>]) -> Result<Vec<bool>, GenerateError> {
        self.checker.are_unique_pencilmarks(states, self.budget)
    }
}
