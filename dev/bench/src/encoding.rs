//! The clauses that other solvers get: one variable for each candidate that ndoku's propagation
//! leaves.

use std::ops::ControlFlow;

use ndoku::{Digit, Puzzle};
use ndoku_solver::{Budget, ExactCoverInstance};

/// Returns the candidates that propagation leaves; `None` if the puzzle has no solution.
pub(crate) fn propagate(puzzle: &Puzzle) -> Result<Option<ExactCoverInstance>, String> {
    if !puzzle.layout().constraints().is_empty() {
        return Err("a constraint that is no house".to_owned());
    }
    let mut open = ExactCoverInstance::new();
    let is_possible = open
        .load(puzzle, &Budget::default())
        .map_err(|reason| reason.to_string())?;
    Ok(is_possible.then_some(open))
}

/// Returns the grid in which these variables are true.
pub(crate) fn grid_from_variables(
    open: &ExactCoverInstance,
    variables: impl Iterator<Item = u32>,
) -> Vec<u8> {
    let mut grid: Vec<u8> = open
        .decided()
        .map(|digit| digit.map_or(0, Digit::get))
        .collect();
    for (cell, digit) in variables.filter_map(|variable| open.candidate(variable)) {
        grid[cell] = digit.get();
    }
    grid
}

/// Returns all clauses, with literals as in DIMACS files.
pub(crate) fn clauses(open: &ExactCoverInstance) -> Vec<Vec<i32>> {
    let mut all = Vec::new();
    let _ = open.for_each_clause(&mut |clause| {
        all.push(clause.to_vec());
        ControlFlow::Continue(())
    });
    all
}

/// Returns the positive literals of a model.
pub(crate) fn true_literals(model: impl Iterator<Item = i32>) -> Vec<i32> {
    model.filter(|literal| *literal > 0).collect()
}

/// Returns the grid in which these positive literals are true.
pub(crate) fn grid_from_literals(open: &ExactCoverInstance, true_literals: &[i32]) -> Vec<u8> {
    grid_from_variables(
        open,
        true_literals
            .iter()
            .map(|literal| literal.unsigned_abs() - 1),
    )
}
