//! `path`: the whole way to the solution.

use ndoku::hint::End;
use ndoku::rating::{Level, Tenths};
use ndoku::{Budget, StopReason};
use serde::Serialize;

use super::hint::Begun;
pub use super::hint::Request;
use super::stopped;
use crate::step::{Detailed, Mistake};
use crate::{Api, Kind, Problem};

/// The way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PathAnswer"))]
pub struct Answer {
    /// `solved`; `stuck` if no technique goes further; `several` if the puzzle has more than one solution; `wrong` if the state contradicts the solution; `none` if the
    /// puzzle has no solution; `stopped` if the time was over first.
    pub status: &'static str,
    /// What contradicts the solution.
    pub mistakes: Vec<Mistake>,
    /// The steps, in order.
    pub steps: Vec<Detailed>,
    /// The hardest step, on ndoku's own scale; 20.0 if it is stuck.
    pub rating: f64,
    /// The level: `beginner`, `easy`, `medium`, `hard`, `expert`, `extreme`.
    pub level: &'static str,
    /// Why it stopped early: `time`, `guesses`, `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// Walks the way.
///
/// # Errors
/// A puzzle or a state that cannot be read, a puzzle that contradicts itself.
pub fn answer(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Answer, Problem> {
    let told =
        |status| Answer { status, mistakes: Vec::new(), steps: Vec::new(), rating: 0.0, level: Level::of(Tenths(0)).name(), stopped: None };
    let game = match request.begin(api, budget)? {
        Begun::Open(game) => game,
        Begun::Over(status, mistakes) => return Ok(Answer { mistakes, ..told(status) }),
        Begun::Stopped(reason) => return Ok(Answer { stopped: Some(stopped(reason)?), ..told("stopped") }),
    };
    let stop = || budget.poll().is_some();
    let mut walker = game.walker().stopping_if(&stop);
    let (mut steps, mut hardest) = (Vec::new(), Tenths(0));
    let end = loop {
        if let Some(end) = walker.end() {
            break end;
        }
        let Some(step) = walker.look() else { break if stop() { End::Stopped } else { End::Stuck } };
        if stop() {
            break End::Stopped;
        }
        steps.push(Detailed::of(&walker.context(), game.puzzle().layout(), &step));
        hardest = hardest.max(step.difficulty);
        if let Err(end) = walker.make(&step.effect) {
            break end;
        }
    };
    let short = matches!(end, End::Stopped).then(|| budget.poll().unwrap_or(StopReason::Flag));
    let status = match end {
        End::Solved => "solved",
        End::Stopped => "stopped",
        End::Unsound => return Err(Problem::new(Kind::Fault, "a step contradicts the solution")),
        End::Stuck | End::Contradiction(_) if game.solution().is_none() => "several",
        End::Stuck | End::Contradiction(_) => "stuck",
    };
    let rating = if status == "stuck" { Tenths::BEYOND } else { hardest };
    let level = Level::of(rating).name();
    Ok(Answer { steps, rating: rating.to_f64(), level, stopped: short.map(stopped).transpose()?, ..told(status) })
}
