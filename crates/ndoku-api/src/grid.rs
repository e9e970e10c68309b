//! `GridResponse`: a puzzle in a response, with everything needed to draw it.

use ndoku::format::{Record, WriteOptions};
use ndoku::{Boxes, Digit, DigitSet};
use serde::Serialize;

use crate::puzzle_input::cell_indices;
use crate::{Decoration, Layout};

/// A puzzle and its layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GridResponse {
    /// Number of rows, columns and digits.
    pub size: u8,
    /// A description of the layout: `9×9, boxes 3×3, main diagonal`.
    pub description: String,
    /// The layout in the form of a request.
    pub layout: Layout,
    /// The symbols of the digits from 1 to N.
    pub symbols: Vec<String>,
    /// The box or region of each cell, from 0. `null` if there are no boxes.
    pub regions: Option<Vec<usize>>,
    /// All houses: rows, columns, boxes, diagonals and extra houses.
    pub houses: Vec<House>,
    /// The pictures of rules, bottom layer first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub decorations: Vec<Decoration>,
    /// The clues, row by row, with 0 for a blank.
    pub clues: Vec<u8>,
    /// The digits entered by the player, with 0 for clues and blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placed: Option<Vec<u8>>,
    /// The candidates of each cell, if the text has pencilmarks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<u8>>>,
    /// The solution in the text, unchecked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<u8>>,
    /// Title of the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Author of the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The whole puzzle in ndoku's own JSON. Reading this text returns the same grid.
    pub text: String,
    /// The clues as a line of symbols, with `.` for a blank.
    pub line: String,
}

/// The kind of a house.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum HouseKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box or region.
    Box,
    /// A diagonal.
    Diagonal,
    /// A house that a rule adds.
    Extra,
    /// The cells of a killer cage.
    Cage,
}

/// A set of cells without repeated digits. A house of N cells contains every digit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct House {
    /// The name: `row 3`, `box 2`, `main diagonal`, `window 1`.
    pub name: String,
    /// The kind.
    pub kind: HouseKind,
    /// The cells of the house.
    pub cells: Vec<usize>,
}

impl GridResponse {
    /// Creates the grid of a record.
    #[must_use]
    pub fn from_record(record: &Record) -> Self {
        let puzzle = &record.puzzle;
        let layout = puzzle.layout();
        let house = |house: &ndoku::House| House {
            name: house.name().to_owned(),
            kind: match house.kind() {
                ndoku::HouseKind::Row => HouseKind::Row,
                ndoku::HouseKind::Column => HouseKind::Column,
                ndoku::HouseKind::Box => HouseKind::Box,
                ndoku::HouseKind::Diagonal(_) => HouseKind::Diagonal,
                ndoku::HouseKind::Extra => HouseKind::Extra,
                ndoku::HouseKind::Cage => HouseKind::Cage,
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
                writer.and_then(|writer| writer.write_all([record], &WriteOptions::default()).ok());
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
            decorations: Decoration::of_layout(layout, puzzle.symbols()),
            clues: optional(puzzle.clues()),
            placed: record.entries.as_deref().map(optional),
            candidates: puzzle
                .pencilmarks()
                .map(|marks| marks.iter().map(|set| numbers(*set)).collect()),
            solution: record.solution.as_deref().map(digits),
            title: record.metadata.title.clone(),
            author: record.metadata.author.clone(),
            text: written("ndjson"),
            line: written("line"),
        }
    }
}

/// Converts digits to numbers, with 0 for blanks.
pub(crate) fn optional(cells: &[Option<Digit>]) -> Vec<u8> {
    cells
        .iter()
        .map(|cell| cell.map_or(0, Digit::get))
        .collect()
}

/// Converts digits to numbers.
pub(crate) fn digits(cells: &[Digit]) -> Vec<u8> {
    cells.iter().copied().map(Digit::get).collect()
}

/// Converts a set of digits to numbers in ascending order.
pub(crate) fn numbers(set: DigitSet) -> Vec<u8> {
    set.iter().map(Digit::get).collect()
}
