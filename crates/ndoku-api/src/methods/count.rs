//! `count`: counts the solutions.

use std::num::NonZeroUsize;

use ndoku::Budget;
use ndoku::ThreadBudget;
use ndoku::count::{CountLimit, Counter, Incomplete};
use serde::{Deserialize, Serialize};

use super::stop_reason_name;
use crate::object::deserialize_object;
#[cfg(feature = "schema")]
use crate::schema;
use crate::{Api, Layout, Problem, PuzzleInput};

/// A puzzle to count.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "CountRequest")
)]
pub struct Request {
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// The layout, if the text does not contain it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// Maximum count. By default, the count is complete if it does not need to enumerate the
    /// solutions, and stops at one million otherwise.
    #[serde(default)]
    pub limit: Option<u64>,
}

/// The number of solutions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "CountResponse")
)]
pub struct Response {
    /// The number in decimal digits, because it may exceed the range of JSON numbers.
    pub count: String,
    /// `true` if the count is exact, `false` if it is a lower bound.
    pub exact: bool,
    /// The counting method: `search`, `band-stack-sum`, `two-band-sum`, `column-classes`,
    /// `diagonals`, `latin-rows`.
    #[cfg_attr(feature = "schema", schemars(with = "schema::CountMethodName"))]
    pub method: &'static str,
    /// Why the count ended early: `limit`, `timeout`, `guesses` or `canceled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::CountStopReason>"))]
    pub stopped: Option<&'static str>,
}

/// Counts the solutions. A 9×9 puzzle takes milliseconds to seconds, and up to 135 MB.
///
/// # Errors
/// Fails for a puzzle that cannot be read or contradicts itself.
pub fn respond(_: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let puzzle = request
        .puzzle
        .record_without_conflicts(&request.layout)?
        .puzzle;
    let limit = request
        .limit
        .map_or_else(CountLimit::default, CountLimit::new);
    // Each request uses one core. A client sends several requests to use more.
    let thread_budget = ThreadBudget::new(NonZeroUsize::MIN);
    let count = Counter::new(&thread_budget).count(&puzzle, limit, budget, &|_, _| {});
    let stopped = match count.incomplete {
        None => None,
        Some(Incomplete::Limit) => Some("limit"),
        Some(Incomplete::Stopped(reason)) => Some(stop_reason_name(reason)?),
    };
    Ok(Response {
        count: count.number.to_string(),
        exact: count.is_exact(),
        method: count.method.name(),
        stopped,
    })
}
