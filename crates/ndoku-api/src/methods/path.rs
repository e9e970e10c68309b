//! `path`: the whole way to the solution.

use ndoku::Budget;
use ndoku::rating::Tenths;
use ndoku::way::{Way, WayEnd};
use serde::Serialize;

use super::hint::HintState;
pub use super::hint::Request;
use super::stop_reason_name;
use crate::step::{Mistake, StepResponse};
use crate::{Api, Problem};

/// The way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "PathResponse")
)]
pub struct Response {
    /// `solved`; `stuck` if no technique goes further; `several` if the puzzle has more than one solution; `wrong` if the state contradicts the solution; `none` if the
    /// puzzle has no solution; `stopped` if the time was over first.
    pub status: &'static str,
    /// What contradicts the solution.
    pub mistakes: Vec<Mistake>,
    /// The steps, in order.
    pub steps: Vec<StepResponse>,
    /// The hardest step, on ndoku's own scale; 20.0 if it is stuck, null if there is no step.
    pub rating: Option<f64>,
    /// The level: `beginner`, `easy`, `medium`, `hard`, `expert`, `extreme`; null if there is no step.
    pub level: Option<&'static str>,
    /// Why it stopped early: `time`, `guesses`, `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// Walks the way.
///
/// # Errors
/// A puzzle or a state that cannot be read, a puzzle that contradicts itself.
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
    let way = Way::of(&game, budget);
    let short = if let WayEnd::Stopped(reason) = way.end() {
        Some(stop_reason_name(reason)?)
    } else {
        None
    };
    let layout = game.puzzle().layout();
    let steps = way
        .steps()
        .iter()
        .map(|one| StepResponse::new(&way.context(one), layout, &one.step))
        .collect();
    let is_rated = way.rating() > Tenths(0);
    Ok(Response {
        steps,
        rating: is_rated.then(|| way.rating().to_f64()),
        level: is_rated.then(|| way.level().name()),
        stopped: short,
        ..with_status(way.end().name())
    })
}
