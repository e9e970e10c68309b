//! `path`: the whole way to the solution.

use ndoku::hint::{End, Game};
use ndoku::rating::{Level, Tenths};
use ndoku::{Budget, StopReason, Verdict};
use serde::{Deserialize, Serialize};

use super::hint::State;
use super::stopped;
use crate::object::{maybe_object, object};
use crate::step::{Detailed, Mistake};
use crate::{Api, Kind, Layout, Problem, Written};

/// A puzzle in some state.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PathRequest"))]
pub struct Request {
    /// The puzzle.
    pub puzzle: Written,
    /// Its layout, where the text does not say it.
    #[serde(default, deserialize_with = "object")]
    pub layout: Layout,
    /// Where the way begins; without it at the clues.
    #[serde(default, deserialize_with = "maybe_object")]
    pub state: Option<State>,
}

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
    let mut record = request.puzzle.sound(&request.layout)?;
    if let Some(state) = &request.state {
        state.put(&mut record)?;
    }
    let told =
        |status| Answer { status, mistakes: Vec::new(), steps: Vec::new(), rating: 0.0, level: Level::of(Tenths(0)).name(), stopped: None };
    let game = match Game::new(&record, &mut api.solver, budget) {
        Ok(game) => game,
        Err(error) => return Ok(Answer { stopped: Some(stopped(error.reason)?), ..told("stopped") }),
    };
    if matches!(game.verdict(), Verdict::Unsolvable) {
        return Ok(told("none"));
    }
    let mistakes = Mistake::all(&game);
    if !mistakes.is_empty() || game.is_dead_end() {
        return Ok(Answer { mistakes, ..told("wrong") });
    }
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
