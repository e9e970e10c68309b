//! `path`: finds the solution path.

use ndoku::Budget;
use ndoku::rating::Difficulty;
use serde::Serialize;

pub use super::hint::Request;
use super::stop_reason_name;
use crate::step::{Mistake, StepResponse};
use crate::{Api, Problem};

/// The solution path.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "PathResponse")
)]
pub struct Response {
    /// The status:
    ///
    /// - `solved`: the path leads to the solution.
    /// - `stuck`: no technique applies any more.
    /// - `multiple`: the puzzle has more than one solution.
    /// - `wrong`: the state contradicts the solution.
    /// - `none`: the puzzle has no solution.
    /// - `stopped`: the search ended early.
    pub status: &'static str,
    /// The mistakes of the state.
    pub mistakes: Vec<Mistake>,
    /// The steps, in order.
    pub steps: Vec<StepResponse>,
    /// The rating of the hardest step, on ndoku's own scale. 20.0 for a stuck path, `null` without
    /// a step.
    pub rating: Option<f64>,
    /// The level: `beginner`, `easy`, `medium`, `hard`, `expert` or `extreme`. `null` without a
    /// step.
    pub level: Option<&'static str>,
    /// Why the search ended early: `timeout`, `guesses` or `canceled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// Finds the solution path.
///
/// # Errors
/// Fails for a puzzle or a state that cannot be read, and for a puzzle that contradicts itself.
pub fn respond(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let state = match request.solving_state(api, budget)? {
        Ok(state) => state,
        Err(reason) => {
            return Ok(Response {
                status: "stopped",
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
        status: path.end().name(),
        mistakes: Mistake::from_mistakes(layout, path.end().mistakes()),
        steps: steps
            .map(|step| StepResponse::new(layout, &path.hint(step)))
            .collect(),
        rating: is_rated.then(|| path.rating().to_f64()),
        level: is_rated.then(|| path.level().name()),
        stopped: stopped.map(stop_reason_name).transpose()?,
    })
}
