//! `path`: the whole way to the solution.

use ndoku::Budget;
use ndoku::rating::Difficulty;
use ndoku::solution_path::{PathEnd, SolutionPath};
use serde::Serialize;

use super::hint::Begun;
pub use super::hint::Request;
use super::stopped;
use crate::step::{Detailed, Mistake};
use crate::{Api, Problem};

/// The way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "PathAnswer")
)]
pub struct Answer {
    /// `solved`; `stuck` if no technique goes further; `several` if the puzzle has more than one solution; `wrong` if the state contradicts the solution; `none` if the
    /// puzzle has no solution; `stopped` if the time was over first.
    pub status: &'static str,
    /// What contradicts the solution.
    pub mistakes: Vec<Mistake>,
    /// The steps, in order.
    pub steps: Vec<Detailed>,
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
pub fn answer(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Answer, Problem> {
    let told = |status| Answer {
        status,
        mistakes: Vec::new(),
        steps: Vec::new(),
        rating: None,
        level: None,
        stopped: None,
    };
    let game = match request.begin(api, budget)? {
        Begun::Open(game) => game,
        Begun::Over(status, mistakes) => {
            return Ok(Answer {
                mistakes,
                ..told(status)
            });
        }
        Begun::Stopped(reason) => {
            return Ok(Answer {
                stopped: Some(stopped(reason)?),
                ..told("stopped")
            });
        }
    };
    let way = SolutionPath::new(&game, budget);
    let short = if let PathEnd::Stopped(reason) = way.end() {
        Some(stopped(reason)?)
    } else {
        None
    };
    let layout = game.puzzle().layout();
    let steps = way
        .steps()
        .iter()
        .map(|one| Detailed::of(&way.position(one), layout, &one.step))
        .collect();
    let is_rated = way.rating() > Difficulty(0);
    Ok(Answer {
        steps,
        rating: is_rated.then(|| way.rating().to_f64()),
        level: is_rated.then(|| way.level().name()),
        stopped: short,
        ..told(way.end().name())
    })
}
