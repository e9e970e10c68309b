//! `solve`: the solution, and whether it is the only one.

use ndoku::{Budget, Solution, Stopped, Verdict};
use serde::{Deserialize, Serialize};

use super::stop_reason_name;
use crate::grid::digits;
use crate::object::deserialize_object;
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
    /// Its layout, where the text does not say it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// Up to so many solutions, 1,000 at most. 1 does not ask whether it is the only one. Without it: the solution if it is the only one, or two if there are several.
    #[serde(default)]
    pub limit: Option<usize>,
}

/// The solutions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "SolveResponse")
)]
pub struct Response {
    /// `unique`, `multiple`, `none`; `solved` if a limit of 1 did not let it be known whether there are more; `stopped` if the time was over first.
    pub status: &'static str,
    /// Each row by row.
    pub solutions: Vec<Vec<u8>>,
    /// How often it was guessed.
    pub guesses: u64,
    /// Why it stopped early: `time`, `guesses`, `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// Solves a puzzle.
///
/// # Errors
/// A puzzle that cannot be read, or contradicts itself.
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
    let short = |short: Stopped| {
        let reason = stop_reason_name(short.reason)?;
        Ok(Response {
            status: "stopped",
            solutions: all(&short.solutions),
            guesses: short.stats.guesses,
            stopped: Some(reason),
        })
    };
    if let Some(limit) = request.limit {
        let limit = limit.clamp(1, 1_000);
        let found = match api.solver.engine(&puzzle).first(&puzzle, limit, budget) {
            Ok(found) => found,
            Err(error) => return short(error),
        };
        let status = match found.solutions.len() {
            0 => "none",
            1 if limit == 1 => "solved",
            1 => "unique",
            _ => "multiple",
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
        Err(error) => return short(error),
    };
    let (status, solutions) = match answer.verdict {
        Verdict::Unsolvable => ("none", Vec::new()),
        Verdict::Unique(solution) => ("unique", vec![solution]),
        Verdict::Multiple(one, other) => ("multiple", vec![one, other]),
    };
    Ok(Response {
        status,
        solutions: all(&solutions),
        guesses: answer.stats.guesses,
        stopped: None,
    })
}
