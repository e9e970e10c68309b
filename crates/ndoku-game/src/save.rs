//! Saved games: a puzzle in ndoku's own JSON, with an additional field for the game. Every command
//! reads it as a puzzle.
//!
//! ```text
//! {
//!   "schema": "ndoku/1",
//!   "size": 9,
//!   …
//!   "givens": "53..7…",
//!   "placed": "..4..…",
//!   "play": {"version":1,"mode":"center","seconds":425.9,"done":2,
//!            "moves":[{"r1c3":{"digit":4}},{"r2c2":{"center":[2,4,7]}}], …}
//! }
//! ```
//!
//! `start` contains the cells that were not empty before the first move. `moves` contains the new
//! states of the cells that each move changed. The first `done` moves are in effect, and the others
//! are undone.
//!
//! The grid is computed from these fields, so parts of a file cannot contradict each other. All
//! moves of a saved game can be undone.

use core::time::Duration;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use ndoku::format::{self, Metadata, ReadError, ReadOptions, Record, WriteOptions};
use ndoku::hint::{SolutionStatus, find_solution_status};
use ndoku::{Budget, Cell, Digit, DigitSet, Puzzle, Solver};
use serde::{Deserialize, Serialize};

use crate::action::Mode;
use crate::clock::Clock;
use crate::grid::{CellColor, CellState, PlayerGrid};
use crate::hint_progress::HelpCounts;
use crate::history::History;
use crate::options::{Options, Switch};
use crate::session::Session;

/// The version of the field `play`. Other versions are not read.
const VERSION: u32 = 1;

/// The error for a text that is not a saved game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The puzzle cannot be read.
    #[error("{0}")]
    Puzzle(ReadError),
    /// The text is a puzzle without a game.
    #[error("this is a puzzle, not a saved game")]
    NoGame,
    /// The field `play` is invalid.
    #[error("the saved game is damaged: {0}")]
    Damaged(String),
    /// Another version saved the game.
    #[error("the game was saved by another version of ndoku ({0} instead of {VERSION})")]
    Version(u32),
    /// The layout cannot be written.
    #[error("the game cannot be saved: {0}")]
    Unwritable(String),
}

/// The field `play`.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct SavedGame {
    version: u32,
    mode: String,
    cursor: String,
    seconds: f64,
    /// The switches that are on.
    options: Vec<String>,
    hints: [u32; 4],
    applied: u32,
    checks: u32,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    start: BTreeMap<String, SavedCell>,
    done: usize,
    moves: Vec<BTreeMap<String, SavedCell>>,
}

/// The state of a cell.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SavedCell {
    #[serde(skip_serializing_if = "Option::is_none")]
    digit: Option<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    corner: Vec<u8>,
    #[serde(alias = "centre", skip_serializing_if = "Vec::is_empty")]
    center: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<u8>,
    #[serde(alias = "colours", skip_serializing_if = "Vec::is_empty")]
    colors: Vec<u8>,
}

impl SavedCell {
    fn new(cell: CellState) -> Self {
        let numbers = |set: DigitSet| set.iter().map(Digit::get).collect();
        Self {
            digit: cell.digit.map(Digit::get),
            corner: numbers(cell.corner),
            center: numbers(cell.center),
            removed: numbers(cell.removed),
            colors: cell.colors.iter().map(CellColor::number).collect(),
        }
    }

    fn to_state(&self, size: u8) -> Result<CellState, SaveError> {
        let digit = |number: &u8| {
            let digit = Digit::new(*number).filter(|digit| digit.get() <= size);
            digit.ok_or_else(|| SaveError::Damaged(format!("there is no digit {number}")))
        };
        let set = |numbers: &[u8]| numbers.iter().map(digit).collect::<Result<DigitSet, _>>();
        let color = |number: &u8| {
            CellColor::new(*number)
                .ok_or_else(|| SaveError::Damaged(format!("there is no color {number}")))
        };
        Ok(CellState {
            digit: self.digit.as_ref().map(digit).transpose()?,
            corner: set(&self.corner)?,
            center: set(&self.center)?,
            removed: set(&self.removed)?,
            colors: self.colors.iter().map(color).collect::<Result<_, _>>()?,
        })
    }
}

/// Writes a game as one JSON object, which is also a puzzle for every command of ndoku.
///
/// # Errors
/// Returns [`SaveError::Unwritable`] if the layout has constraints without a name.
pub fn write(session: &Session) -> Result<String, SaveError> {
    let placed = session.grid.cells().iter().map(|cell| cell.digit).collect();
    let record = Record {
        entries: Some(placed),
        metadata: session.metadata.clone(),
        ..Record::from(session.puzzle.clone())
    };
    let unwritable = |what: String| SaveError::Unwritable(what);
    let writer = format::find("json").and_then(|format| format.write.as_ref());
    let writer = writer.ok_or_else(|| unwritable("the format json is missing".to_owned()))?;
    let mut text = String::new();
    (writer.write_record)(&record, &WriteOptions::default(), &mut text)
        .map_err(|error| unwritable(error.to_string()))?;
    let layout = session.layout();
    let name = |index: usize| layout.cell(index).to_string();
    let start = session
        .start
        .cells()
        .iter()
        .enumerate()
        .filter(|(_, cell)| **cell != CellState::default());
    let play = SavedGame {
        version: VERSION,
        mode: session.mode.name().to_owned(),
        cursor: session.selection.cursor().to_string(),
        seconds: session.clock.elapsed().as_secs_f64(),
        options: session
            .options
            .iter()
            .map(|switch| switch.name().to_owned())
            .collect(),
        hints: session.help_counts.hints,
        applied: session.help_counts.applied,
        checks: session.help_counts.checks,
        start: start
            .map(|(index, cell)| (name(index), SavedCell::new(*cell)))
            .collect(),
        done: session.history.done(),
        moves: (session.history.moves().iter())
            .map(|changes| {
                changes
                    .iter()
                    .map(|change| (name(change.cell), SavedCell::new(change.after)))
                    .collect()
            })
            .collect(),
    };
    let play = serde_json::to_string(&play).map_err(|error| unwritable(error.to_string()))?;
    // The object ends with a brace and a line feed.
    let open = text
        .trim_end()
        .strip_suffix('}')
        .map(str::trim_end)
        .unwrap_or_default()
        .len();
    text.truncate(open);
    let _ = write!(text, ",\n  \"play\": {play}\n}}\n");
    Ok(text)
}

/// Returns `true` if a text is a saved game, and not another puzzle.
#[must_use]
pub fn is_saved(text: &str) -> bool {
    matches!(play_field(text), Ok(Some(_)))
}

/// Returns the raw field `play` of an object.
fn play_field(text: &str) -> Result<Option<Box<serde_json::value::RawValue>>, serde_json::Error> {
    #[derive(Deserialize)]
    struct Outer {
        play: Option<Box<serde_json::value::RawValue>>,
    }
    serde_json::from_str::<Outer>(text).map(|outer| outer.play)
}

/// Reads a game that [`write()`] wrote, and finds the solution like [`Session::new`].
///
/// # Errors
/// Returns a [`SaveError`] for any other text.
pub fn read(text: &str, solver: &mut Solver, budget: &Budget<'_>) -> Result<Session, SaveError> {
    let damaged = |what: String| SaveError::Damaged(what);
    let play = match play_field(text) {
        Ok(Some(play)) => play,
        Ok(None) => return Err(SaveError::NoGame),
        Err(error) => return Err(damaged(error.to_string())),
    };
    let options = ReadOptions {
        format: format::find("json"),
        ..ReadOptions::default()
    };
    let mut records = format::read_all(text, &options).into_iter();
    let record = match records.next() {
        Some(record) => record.map_err(SaveError::Puzzle)?,
        None => return Err(SaveError::NoGame),
    };
    let play: SavedGame =
        serde_json::from_str(play.get()).map_err(|error| damaged(error.to_string()))?;
    if play.version != VERSION {
        return Err(SaveError::Version(play.version));
    }
    let puzzle = record.puzzle;
    let mut start = PlayerGrid::empty(puzzle.layout().cell_count());
    parse_cells(&puzzle, &play.start)?
        .into_iter()
        .for_each(|(index, state)| start.set(index, state));
    let (mut grid, mut history) = (start.clone(), History::default());
    for (number, cells) in play.moves.iter().enumerate() {
        if !history.apply(&mut grid, parse_cells(&puzzle, cells)?) {
            return Err(damaged(format!("move {} changes nothing", number + 1)));
        }
    }
    let undone = history.moves().len().checked_sub(play.done);
    let undone = undone.ok_or_else(|| {
        damaged(format!(
            "`done` is {}, but the number of moves is {}",
            play.done,
            history.moves().len()
        ))
    })?;
    for _ in 0..undone {
        history.undo(&mut grid);
    }
    let status = find_solution_status(&puzzle, solver, budget).unwrap_or(SolutionStatus::Unknown);
    let mut session = Session::from_parts(puzzle, Metadata::default(), start, status);
    session.metadata = record.metadata;
    (session.grid, session.history) = (grid, history);
    session.mode = parse_mode(&play.mode)
        .ok_or_else(|| damaged(format!("there is no mode `{}`", play.mode)))?;
    session.selection.select_only(
        play.cursor
            .parse()
            .map_err(|_| damaged(format!("`{}` is not a cell", play.cursor)))?,
    );
    // Switches of later versions are ignored.
    session.options = Options::with(
        play.options
            .iter()
            .filter_map(|name| Switch::from_name(name)),
    );
    let time = Duration::try_from_secs_f64(play.seconds)
        .map_err(|_| damaged(format!("{} is not a valid number of seconds", play.seconds)))?;
    session.clock = Clock::from(time);
    session.help_counts = HelpCounts {
        hints: play.hints,
        applied: play.applied,
        checks: play.checks,
    };
    Ok(session)
}

/// Parses the name of a mode. British spellings are read, too.
fn parse_mode(name: &str) -> Option<Mode> {
    match name {
        "centre" => Some(Mode::Center),
        "colour" => Some(Mode::Color),
        _ => Mode::ALL.into_iter().find(|mode| mode.name() == name),
    }
}

/// Parses the cells of a move.
fn parse_cells(
    puzzle: &Puzzle,
    cells: &BTreeMap<String, SavedCell>,
) -> Result<Vec<(usize, CellState)>, SaveError> {
    let layout = puzzle.layout();
    let state = |(name, contents): (&String, &SavedCell)| {
        let cell = name
            .parse::<Cell>()
            .ok()
            .filter(|cell| layout.contains(*cell));
        let cell =
            cell.ok_or_else(|| SaveError::Damaged(format!("`{name}` is not a cell of this grid")))?;
        let state = contents.to_state(layout.size())?;
        if puzzle.clue(cell).is_some()
            && (CellState {
                colors: state.colors,
                ..CellState::default()
            }) != state
        {
            return Err(SaveError::Damaged(format!(
                "{cell} holds a clue, which cannot change"
            )));
        }
        Ok((layout.index(cell), state))
    };
    cells.iter().map(state).collect()
}
