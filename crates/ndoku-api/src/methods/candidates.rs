//! `candidates`: the digits of each cell in any solution.

use ndoku::Budget;
use serde::{Deserialize, Serialize};

use super::stop_reason_name;
use crate::grid::numbers;
use crate::object::deserialize_object;
#[cfg(feature = "schema")]
use crate::schema;
use crate::{Api, Layout, Problem, PuzzleInput};

/// A request for true candidates.
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
    /// The layout, if the text does not contain it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
}

/// The completeness of the candidates.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "CandidatesStatus")
)]
pub enum Status {
    /// All true candidates are known.
    Found,
    /// The puzzle has no solution.
    #[serde(rename = "none")]
    Unsolvable,
    /// The search ended early.
    Stopped,
}

/// The true candidates.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "CandidatesResponse")
)]
pub struct Response {
    /// The status.
    pub status: Status,
    /// For each cell its digits in any solution, ascending. If the search ended early, the known
    /// ones.
    pub candidates: Vec<Vec<u8>>,
    /// Why the search ended early: `timeout`, `guesses` or `canceled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::StopReason>"))]
    pub stopped: Option<&'static str>,
}

/// Finds the true candidates.
///
/// # Errors
/// Fails for a puzzle that cannot be read or contradicts itself.
pub fn respond(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let puzzle = request
        .puzzle
        .record_without_conflicts(&request.layout)?
        .puzzle;
    let (sets, short) = api.solver.true_candidates(&puzzle, budget);
    let stopped = short.map(stop_reason_name).transpose()?;
    let status = match stopped {
        Some(_) => Status::Stopped,
        None if sets.iter().all(|set| set.is_empty()) => Status::Unsolvable,
        None => Status::Found,
    };
    Ok(Response {
        status,
        candidates: sets.into_iter().map(numbers).collect(),
        stopped,
    })
}
