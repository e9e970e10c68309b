//! `hint`: finds the next step from any state.

use ndoku::format::Record;
use ndoku::hint::{HintOutcome, Language, SolvingState};
use ndoku::solution_path::PathEnd;
use ndoku::{Budget, Digit, Layout as Grid, StopReason};
use serde::{Deserialize, Serialize};

use super::stop_reason_name;
use crate::object::{deserialize_object, deserialize_optional_object};
use crate::puzzle_input::digit_sets;
#[cfg(feature = "schema")]
use crate::schema;
use crate::step::{Mistake, StepResponse, parse_language};
use crate::{Api, Layout, Problem, ProblemKind, PuzzleInput};

/// A puzzle in some state.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "HintRequest")
)]
pub struct Request {
    /// The puzzle. Entered digits in its text count too.
    pub puzzle: PuzzleInput,
    /// The layout, if the text does not contain it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// The progress of the player. The default is the clues only.
    #[serde(default, deserialize_with = "deserialize_optional_object")]
    pub state: Option<PlayerProgress>,
    /// The language of the texts: `en`, `de` or `es`. The default is `en`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::LanguageName>"))]
    pub language: Option<String>,
}

/// The progress of a player.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerProgress {
    /// The digits of the grid, row by row: the entered digits, and 0 for blanks. A clue cell has
    /// the clue or 0.
    pub digits: Vec<u8>,
    /// The remaining candidates of each cell. The default is all candidates that no digit rules
    /// out. Cells with a digit are ignored.
    #[serde(default)]
    pub candidates: Option<Vec<Vec<u8>>>,
}

/// The result of a search for a hint.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "HintStatus")
)]
pub enum Status {
    /// A step was found.
    Hint,
    /// The puzzle has more than one solution. There may be a step.
    Multiple,
    /// The state contradicts the solution.
    Wrong,
    /// The puzzle is solved.
    Solved,
    /// No technique applies.
    Stuck,
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

/// The next step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "HintResponse")
)]
pub struct Response {
    /// The status.
    pub status: Status,
    /// The mistakes of the state.
    pub mistakes: Vec<Mistake>,
    /// The easiest step.
    pub step: Option<StepResponse>,
    /// Why the search ended early: `timeout`, `guesses` or `canceled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::StopReason>"))]
    pub stopped: Option<&'static str>,
}

/// Finds the next step.
///
/// # Errors
/// Fails for a puzzle or a state that cannot be read, and for a puzzle that contradicts itself.
pub fn respond(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let language = parse_language(request.language.as_deref())?;
    let found = request.solving_state(api, budget)?.and_then(|state| {
        let outcome = state.find_hint(budget)?;
        Ok(Response::new(state.puzzle().layout(), &outcome, language))
    });
    match found {
        Ok(response) => Ok(response),
        Err(reason) => Ok(Response {
            stopped: Some(stop_reason_name(reason)?),
            ..Response::with_status(Status::Stopped)
        }),
    }
}

impl Response {
    fn with_status(status: Status) -> Self {
        Self {
            status,
            mistakes: Vec::new(),
            step: None,
            stopped: None,
        }
    }

    fn new(layout: &Grid, outcome: &HintOutcome, language: Language) -> Self {
        match outcome {
            HintOutcome::Step(hint) => Self {
                step: Some(StepResponse::new(layout, hint, language)),
                ..Self::with_status(if hint.has_multiple_solutions {
                    Status::Multiple
                } else {
                    Status::Hint
                })
            },
            HintOutcome::End(end) => Self {
                mistakes: Mistake::from_mistakes(layout, end.mistakes()),
                ..Self::with_status(Status::from_end(end))
            },
        }
    }
}

impl Request {
    /// Finds the solutions of the puzzle. The inner result has the reason if the search ended
    /// early.
    pub(super) fn solving_state(
        &self,
        api: &mut Api,
        budget: &Budget<'_>,
    ) -> Result<Result<SolvingState, StopReason>, Problem> {
        let mut record = self.puzzle.record_without_conflicts(&self.layout)?;
        if let Some(state) = &self.state {
            state.apply_to(&mut record)?;
        }
        Ok(SolvingState::new(&record, &mut api.solver, budget).map_err(|error| error.reason))
    }
}

impl PlayerProgress {
    /// Adds the state to a record.
    pub(crate) fn apply_to(&self, record: &mut Record) -> Result<(), Problem> {
        let wrong = |message: String| Problem::new(ProblemKind::Unreadable, message);
        let layout: Grid = record.puzzle.layout().clone();
        if self.digits.len() != layout.cell_count() {
            return Err(wrong(format!(
                "the state has {} digits, but the grid has {} cells",
                self.digits.len(),
                layout.cell_count()
            )));
        }
        let mut placed = Vec::with_capacity(self.digits.len());
        for (cell, (number, clue)) in self.digits.iter().zip(record.puzzle.clues()).enumerate() {
            let digit = Digit::new(*number);
            let name = layout.cell(cell);
            if *number > layout.size() {
                return Err(wrong(format!(
                    "{name} cannot hold {number}: digits go from 1 to {}",
                    layout.size()
                )));
            }
            if clue.is_some() && digit.is_some() && digit != *clue {
                return Err(wrong(format!(
                    "the digit of the state in {name} differs from the clue"
                )));
            }
            placed.push(digit.filter(|_| clue.is_none()));
        }
        if let Some(candidates) = &self.candidates {
            let mut marks = digit_sets(candidates, &layout)?;
            for (cell, mark) in layout.cells().zip(&mut marks) {
                let is_open =
                    placed[layout.index(cell)].is_none() && record.puzzle.clue(cell).is_none();
                if !is_open {
                    *mark = record.puzzle.candidates(cell);
                }
            }
            record
                .puzzle
                .set_pencilmarks(&marks)
                .map_err(|error| wrong(error.to_string()))?;
        }
        record.entries = Some(placed.into());
        Ok(())
    }
}
