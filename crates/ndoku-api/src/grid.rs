//! `Grid`: a puzzle in an answer, with all that is needed to draw it.

use ndoku::format::{Record, WriteOptions};
use ndoku::{Boxes, Digit, DigitSet, HouseKind};
use serde::Serialize;

use crate::Layout;
use crate::puzzle_input::cell_indices;

/// A puzzle and its layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Grid {
    /// Rows, columns and digits.
    pub size: u8,
    /// The layout in words: `9×9, boxes 3×3, main diagonal`.
    pub description: String,
    /// What to ask for to get the same layout for numbers.
    pub layout: Layout,
    /// The symbols of the digits, from 1.
    pub symbols: Vec<String>,
    /// The number of its box or region, from 0, for each cell; none if there are no boxes.
    pub regions: Option<Vec<usize>>,
    /// All houses: rows, columns, boxes, diagonals, extra ones.
    pub houses: Vec<House>,
    /// The clues, row by row; 0 for a blank.
    pub clues: Vec<u8>,
    /// The digits that a player has put in; 0 for clues and blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placed: Option<Vec<u8>>,
    /// For each cell the digits that it may hold, if the text has pencilmarks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<u8>>>,
    /// The solution that the text gives; not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<u8>>,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// A text that holds all of it, and is read again as the same: ndoku's own JSON.
    pub text: String,
    /// Its clues as a line of symbols, `.` for a blank.
    pub line: String,
}

/// Cells that hold no digit twice; as many as there are digits, hold every one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct House {
    /// The name: `row 3`, `box 2`, `main diagonal`, `window 1`.
    pub name: String,
    /// `row`, `column`, `box`, `diagonal` or `extra`.
    pub kind: &'static str,
    /// Its cells.
    pub cells: Vec<usize>,
}

impl Grid {
    /// The answer for a record.
    #[must_use]
    pub fn from_record(record: &Record) -> Self {
        let puzzle = &record.puzzle;
        let layout = puzzle.layout();
        let house = |house: &ndoku::House| House {
            name: house.name().to_owned(),
            kind: match house.kind() {
                HouseKind::Row => "row",
                HouseKind::Column => "column",
                HouseKind::Box => "box",
                HouseKind::Diagonal(_) => "diagonal",
                HouseKind::Extra => "extra",
            },
            cells: cell_indices(layout, house.cells()),
        };
        let has_boxes = !matches!(layout.boxes(), Boxes::None);
        let regions = || {
            layout
                .cells()
                .map(|cell| layout.box_number(cell).unwrap_or(0))
                .collect()
        };
        let written = |id| {
            let writer = ndoku::format::find(id).and_then(|format| format.write.as_ref());
            let text =
                writer.and_then(|writer| writer.all([record], &WriteOptions::default()).ok());
            text.map(|text| text.trim_end().to_owned())
                .unwrap_or_default()
        };
        Self {
            size: layout.size(),
            description: layout.to_string(),
            layout: Layout::for_puzzle(puzzle),
            symbols: puzzle.symbols().iter().map(str::to_owned).collect(),
            regions: has_boxes.then(regions),
            houses: layout.houses().iter().map(house).collect(),
            clues: optional(puzzle.clues()),
            placed: record.placed.as_deref().map(optional),
            candidates: puzzle
                .pencilmarks()
                .map(|marks| marks.iter().map(|set| numbers(*set)).collect()),
            solution: record.solution.as_deref().map(digits),
            title: record.meta.title.clone(),
            author: record.meta.author.clone(),
            text: written("ndjson"),
            line: written("line"),
        }
    }
}

/// Numbers, 0 for blanks.
pub(crate) fn optional(cells: &[Option<Digit>]) -> Vec<u8> {
    cells
        .iter()
        .map(|cell| cell.map_or(0, Digit::get))
        .collect()
}

/// Numbers.
pub(crate) fn digits(cells: &[Digit]) -> Vec<u8> {
    cells.iter().copied().map(Digit::get).collect()
}

/// The numbers of a set, ascending.
pub(crate) fn numbers(set: DigitSet) -> Vec<u8> {
    set.iter().map(Digit::get).collect()
}
