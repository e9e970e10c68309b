//! `candidates`: the digits that each cell has in some solution.

use ndoku::Budget;
use serde::{Deserialize, Serialize};

use super::stop_reason_name;
use crate::grid::numbers;
use crate::object::deserialize_object;
use crate::{Api, Layout, Problem, PuzzleInput};

/// A puzzle whose true candidates are wanted.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "CandidatesRequest")
)]
pub struct Request {
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// Its layout, where the text does not say it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
}

/// The true candidates.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "CandidatesResponse")
)]
pub struct Response {
    /// `found`, `none` if there is no solution, `stopped` if the time was over first.
    pub status: &'static str,
    /// For each cell the digits, ascending, that it has in some solution; if it stopped, those that are known.
    pub candidates: Vec<Vec<u8>>,
    /// Why it stopped early: `time`, `guesses`, `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// Finds them.
///
/// # Errors
/// A puzzle that cannot be read, or contradicts itself.
pub fn respond(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let puzzle = request
        .puzzle
        .record_without_conflicts(&request.layout)?
        .puzzle;
    let (sets, short) = api.solver.true_candidates(&puzzle, budget);
    let stopped = short.map(stop_reason_name).transpose()?;
    let status = match stopped {
        Some(_) => "stopped",
        None if sets.iter().all(|set| set.is_empty()) => "none",
        None => "found",
    };
    Ok(Response {
        status,
        candidates: sets.into_iter().map(numbers).collect(),
        stopped,
    })
}
