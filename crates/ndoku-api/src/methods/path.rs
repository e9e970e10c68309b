//! `path`: finds the solution path.

use ndoku::Budget;
use ndoku::rating::Difficulty;
use ndoku::solution_path::{PathEnd, SolutionPath};
use serde::Serialize;

use super::hint::HintState;
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
    /// - `several`: the puzzle has more than one solution.
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
    /// Why the search ended early: `time`, `guesses` or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// Finds the solution path.
///
/// # Errors
/// Fails for a puzzle or a state that cannot be read, and for a puzzle that contradicts itself.
pub fn respond(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let with_status = |status| Response {
        status,
        mistakes: Vec::new(),
        steps: Vec::new(),
        rating: None,
        level: None,
        stopped: None,
    };
    let game = match request.hint_state(api, budget)? {
        HintState::Open(game) => game,
        HintState::Finished(status, mistakes) => {
            return Ok(Response {
                mistakes,
                ..with_status(status)
            });
        }
        HintState::Interrupted(reason) => {
            return Ok(Response {
                stopped: Some(stop_reason_name(reason)?),
                ..with_status("stopped")
            });
        }
    };
    let way = SolutionPath::new(&game, budget);
    let short = if let PathEnd::Stopped(reason) = way.end() {
        Some(stop_reason_name(reason)?)
    } else {
        None
    };
    let layout = game.puzzle().layout();
    let steps = way
        .steps()
        .iter()
        .map(|one| StepResponse::new(&way.position(one), layout, &one.step))
        .collect();
    let is_rated = way.rating() > Difficulty(0);
    Ok(Response {
        steps,
        rating: is_rated.then(|| way.rating().to_f64()),
        level: is_rated.then(|| way.level().name()),
        stopped: short,
        ..with_status(way.end().name())
    })
}
