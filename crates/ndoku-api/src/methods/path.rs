//! `path`: finds the solution path.

use ndoku::Budget;
use ndoku::rating::Difficulty;
use ndoku::solution_path::PathEnd;
use serde::Serialize;

pub use super::hint::Request;
use super::stop_reason_name;
#[cfg(feature = "schema")]
use crate::schema;
use crate::step::{Mistake, StepResponse, parse_language};
use crate::{Api, Problem};

/// The end of a solution path.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "PathStatus")
)]
pub enum Status {
    /// The path leads to the only solution.
    Solved,
    /// No technique applies any more.
    Stuck,
    /// The puzzle has more than one solution.
    Multiple,
    /// The state contradicts the solution.
    Wrong,
    /// The puzzle has no solution.
    #[serde(rename = "none")]
    Unsolvable,
    /// The search ended early.
    Stopped,
}

impl Status {
    fn from_end(end: &PathEnd) -> Self {
        match end {
            PathEnd::Solved => Self::Solved,
            PathEnd::Stuck => Self::Stuck,
            PathEnd::StuckWithMultiple => Self::Multiple,
            PathEnd::Unsolvable => Self::Unsolvable,
            PathEnd::Wrong(_) | PathEnd::DeadEnd => Self::Wrong,
            PathEnd::Unsound | PathEnd::Stopped => Self::Stopped,
        }
    }
}

/// The solution path.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "PathResponse")
)]
pub struct Response {
    /// The status.
    pub status: Status,
    /// The mistakes of the state.
    pub mistakes: Vec<Mistake>,
    /// The steps, in order.
    pub steps: Vec<StepResponse>,
    /// The rating of the hardest step, on ndoku's own scale. 20.0 for a stuck path, `null` without
    /// a step.
    pub rating: Option<f64>,
    /// The level: `beginner`, `easy`, `medium`, `hard`, `expert` or `extreme`. `null` without a
    /// step.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::LevelName>"))]
    pub level: Option<&'static str>,
    /// Why the search ended early: `timeout`, `guesses` or `canceled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::StopReason>"))]
    pub stopped: Option<&'static str>,
}

/// Finds the solution path.
///
/// # Errors
/// Fails for a puzzle or a state that cannot be read, and for a puzzle that contradicts itself.
pub fn respond(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let language = parse_language(request.language.as_deref())?;
    let state = match request.solving_state(api, budget)? {
        Ok(state) => state,
        Err(reason) => {
            return Ok(Response {
                status: Status::Stopped,
                mistakes: Vec::new(),
                steps: Vec::new(),
                rating: None,
                level: None,
                stopped: Some(stop_reason_name(reason)?),
            });
        }
    };
    let (path, stopped) = state.find_path(budget);
    let layout = state.puzzle().layout();
    let steps = path.steps().iter();
    let is_rated = path.rating() > Difficulty(0);
    Ok(Response {
        status: Status::from_end(path.end()),
        mistakes: Mistake::from_mistakes(layout, path.end().mistakes()),
        steps: steps
            .map(|step| StepResponse::new(layout, &path.hint(step), language))
            .collect(),
        rating: is_rated.then(|| path.rating().to_f64()),
        level: is_rated.then(|| path.level().name()),
        stopped: stopped.map(stop_reason_name).transpose()?,
    })
}
