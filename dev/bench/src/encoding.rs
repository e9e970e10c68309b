//! The clauses that other solvers get: one variable for each candidate that ndoku's propagation
//! leaves.

use std::ops::ControlFlow;

use ndoku::{Digit, Puzzle};
use ndoku_solver::{Budget, ExactCoverInstance};

/// The rest of a puzzle after propagation.
#[derive(Debug)]
pub(crate) enum Propagated {
    /// Nothing: these are all solutions, one or none.
    Solved(Vec<Vec<u8>>),
    /// Candidates to search.
    Open(Box<ExactCoverInstance>),
}

/// Propagates a puzzle.
///
/// # Errors
/// Returns the reason if the clauses cannot express the puzzle.
pub(crate) fn propagate(puzzle: &Puzzle) -> Result<Propagated, String> {
    if !puzzle.layout().constraints().is_empty() {
        return Err("a constraint that is no house".to_owned());
    }
    let mut open = ExactCoverInstance::new();
    let is_possible = open
        .load(puzzle, &Budget::default())
        .map_err(|reason| reason.to_string())?;
    Ok(if !is_possible {
        Propagated::Solved(Vec::new())
    } else if open.variable_count() == 0 {
        Propagated::Solved(vec![grid_from_variables(&open, std::iter::empty())])
    } else {
        Propagated::Open(Box::new(open))
    })
}

/// Searches for up to `wanted` solutions with a SAT solver that starts again for each of them.
///
/// Gives `solve` the clauses, and the negation of each earlier solution. It returns a model, or
/// `None` if there is none.
///
/// # Errors
/// Returns the error of `solve`.
pub(crate) fn find_solutions<E>(
    open: &ExactCoverInstance,
    wanted: usize,
    mut solve: impl FnMut(&[Vec<i32>]) -> Result<Option<Vec<i32>>, E>,
) -> Result<Vec<Vec<u8>>, E> {
    let mut clauses = clauses(open);
    let mut solutions = Vec::new();
    while solutions.len() < wanted {
        let Some(model) = solve(&clauses)? else { break };
        let true_literals = true_literals(model.into_iter());
        solutions.push(grid_from_literals(open, &true_literals));
        clauses.push(true_literals.iter().map(|literal| -literal).collect());
    }
    Ok(solutions)
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
fn clauses(open: &ExactCoverInstance) -> Vec<Vec<i32>> {
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
