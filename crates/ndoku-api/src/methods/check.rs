//! `check`: lists all conflicts between the digits of a grid.

use ndoku::{Budget, conflicts};
use serde::{Deserialize, Serialize};

use crate::object::deserialize_object;
use crate::puzzle_input::cell_indices;
use crate::{Api, Layout, Problem, PuzzleInput};

/// A grid to check: its clues and the digits of the player.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "CheckRequest")
)]
pub struct Request {
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// The layout, if the text does not contain it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
}

/// The result of a check.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "CheckStatus")
)]
pub enum Status {
    /// No digits contradict each other.
    Ok,
    /// Some digits contradict each other.
    Conflict,
}

/// The conflicts of a grid.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "CheckResponse")
)]
pub struct Response {
    /// The status.
    pub status: Status,
    /// `true` if every cell has a digit.
    pub full: bool,
    /// All conflicts.
    pub conflicts: Vec<Conflict>,
}

/// A conflict.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conflict {
    /// A description: `value 7 repeated in box 2 (r1c5, r3c4)`.
    pub message: String,
    /// The affected cells.
    pub cells: Vec<usize>,
}

/// Checks a grid.
///
/// # Errors
/// Fails for a puzzle that cannot be read.
pub fn respond(_: &mut Api, request: &Request, _: &Budget<'_>) -> Result<Response, Problem> {
    let record = request.puzzle.record(&request.layout)?;
    let (puzzle, layout) = (&record.puzzle, record.puzzle.layout());
    let placed = record.entries.as_deref().unwrap_or_default();
    let has_placed = placed.iter().any(Option::is_some);
    let all: Vec<_> = if has_placed {
        puzzle
            .clues()
            .iter()
            .zip(placed)
            .map(|(clue, placed)| clue.or(*placed))
            .collect()
    } else {
        puzzle.clues().to_vec()
    };
    // `Puzzle::conflicts` also covers pencilmarks, but not the digits of the player.
    let found = if has_placed {
        conflicts(layout, &all)
    } else {
        puzzle.conflicts()
    };
    let convert = |conflict: &ndoku::Conflict| Conflict {
        message: conflict.describe(layout, puzzle.symbols()),
        cells: cell_indices(layout, conflict.cells()),
    };
    let conflicts: Vec<Conflict> = found.iter().map(convert).collect();
    let status = if conflicts.is_empty() {
        Status::Ok
    } else {
        Status::Conflict
    };
    Ok(Response {
        status,
        full: all.iter().all(Option::is_some),
        conflicts,
    })
}
