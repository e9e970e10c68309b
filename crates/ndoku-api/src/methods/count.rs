//! `count`: how many solutions there are.

use std::num::NonZeroUsize;

use ndoku::Budget;
use ndoku::count::{Cores, Counter, Reach, Short};
use serde::{Deserialize, Serialize};

use super::stop_reason_name;
use crate::object::deserialize_object;
use crate::{Api, Layout, Problem, PuzzleInput};

/// A puzzle whose solutions are counted.
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
    /// Its layout, where the text does not say it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// No further than this. Without it to the end where that needs no search for every solution, and to a million where it does.
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
    /// The number in decimal digits; it may be larger than a number of JSON can be.
    pub count: String,
    /// Whether it is exact; otherwise there are so many at least.
    pub exact: bool,
    /// How it was found: `search`, `contraction`, `halves`, `classes`, `diagonals`, `rows`.
    pub method: &'static str,
    /// Why it stopped early: `limit`, `time`, `guesses`, `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// Counts. Takes milliseconds to seconds for 9×9, and up to 135 MB.
///
/// # Errors
/// A puzzle that cannot be read, or contradicts itself.
pub fn respond(_: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let puzzle = request
        .puzzle
        .record_without_conflicts(&request.layout)?
        .puzzle;
    let reach = request.limit.map_or_else(Reach::default, Reach::up_to);
    // One core: who asks for more, asks more at once.
    let cores = Cores::new(NonZeroUsize::MIN);
    let count = Counter::new(&cores).count(&puzzle, reach, budget, &|_, _| {});
    let stopped = match count.short {
        None => None,
        Some(Short::Limit) => Some("limit"),
        Some(Short::Stopped(reason)) => Some(stop_reason_name(reason)?),
    };
    Ok(Response {
        count: count.number.to_string(),
        exact: count.is_exact(),
        method: count.method.name(),
        stopped,
    })
}
