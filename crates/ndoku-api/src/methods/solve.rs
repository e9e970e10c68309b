//! `solve`: finds the solution, and whether it is unique.

use ndoku::{Budget, Interrupted, Solution, Verdict};
use serde::{Deserialize, Serialize};

use super::stop_reason_name;
use crate::grid::digits;
use crate::object::deserialize_object;
use crate::problem::check_range;
#[cfg(feature = "schema")]
use crate::schema;
use crate::{Api, Layout, Problem, PuzzleInput};

/// A puzzle to solve.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "SolveRequest")
)]
pub struct Request {
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// The layout, if the text does not contain it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// Maximum number of solutions, from 1 to 1,000; fewer from 64×64. With 1, uniqueness is not
    /// checked. The default returns the unique solution, or two if there are several.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000)))]
    pub limit: Option<usize>,
}

/// Maximum number of cells of all solutions in a response.
const MAX_RESPONSE_CELLS: usize = 4_000_000;

/// The number of solutions, as far as the search found out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "SolveStatus")
)]
pub enum Status {
    /// There is exactly one solution.
    Unique,
    /// There are several solutions.
    Multiple,
    /// There is no solution.
    #[serde(rename = "none")]
    Unsolvable,
    /// There is a solution. A limit of 1 does not check uniqueness.
    Solved,
    /// The search ended early.
    Stopped,
}

/// The solutions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "SolveResponse")
)]
pub struct Response {
    /// The status.
    pub status: Status,
    /// The solutions, each row by row.
    pub solutions: Vec<Vec<u8>>,
    /// Number of guesses.
    pub guesses: u64,
    /// Why the search ended early: `timeout`, `guesses` or `canceled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::StopReason>"))]
    pub stopped: Option<&'static str>,
}

/// Solves a puzzle.
///
/// # Errors
/// Fails for a puzzle that cannot be read or contradicts itself, and for a limit outside its range.
pub fn respond(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let puzzle = request
        .puzzle
        .record_without_conflicts(&request.layout)?
        .puzzle;
    let all = |solutions: &[Solution]| {
        solutions
            .iter()
            .map(|solution| digits(solution.digits()))
            .collect()
    };
    let interrupted = |stopped: Interrupted| {
        let reason = stop_reason_name(stopped.reason)?;
        Ok(Response {
            status: Status::Stopped,
            solutions: all(&stopped.solutions),
            guesses: stopped.stats.guesses,
            stopped: Some(reason),
        })
    };
    if let Some(limit) = request.limit {
        // Hundreds of large grids would need hundreds of megabytes for each request.
        let most = (MAX_RESPONSE_CELLS / puzzle.layout().cell_count().max(1)).clamp(1, 1_000);
        let limit = check_range("limit", limit, 1..=most)?;
        let found = match api
            .solver
            .engine(&puzzle)
            .find_solutions(&puzzle, limit, budget)
        {
            Ok(found) => found,
            Err(error) => return interrupted(error),
        };
        let status = match found.solutions.len() {
            0 => Status::Unsolvable,
            1 if limit == 1 => Status::Solved,
            1 => Status::Unique,
            _ => Status::Multiple,
        };
        return Ok(Response {
            status,
            solutions: all(&found.solutions),
            guesses: found.stats.guesses,
            stopped: None,
        });
    }
    let answer = match api.solver.solve_within(&puzzle, budget) {
        Ok(answer) => answer,
        Err(error) => return interrupted(error),
    };
    let (status, solutions) = match answer.verdict {
        Verdict::Unsolvable => (Status::Unsolvable, Vec::new()),
        Verdict::Unique(solution) => (Status::Unique, vec![solution]),
        Verdict::Multiple(one, other) => (Status::Multiple, vec![one, other]),
    };
    Ok(Response {
        status,
        solutions: all(&solutions),
        guesses: answer.stats.guesses,
        stopped: None,
    })
}
