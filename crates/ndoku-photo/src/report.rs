//! [`PhotoReport`]: a reading as a record of JSON, with rounded numbers.

use serde::Serialize;

use crate::photo_reading::{CellKind, CellReading, PhotoReading};

/// A reading as the command, the page and the server write it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PhotoReport {
    /// The number of cells in a row: 4, 6, 8 or 9.
    pub size: usize,
    /// `true` if the puzzle has exactly one solution, no other reading is nearly as likely, and no
    /// cell is doubtful.
    pub is_certain: bool,
    /// The share of the reading in the probability of all readings with one solution, from 0 to 1.
    /// Likelier readings that were rejected lower it. It is 0 without exactly one solution.
    pub certainty: f32,
    /// The corners of the grid in pixels from the top left pixel, clockwise from the top left
    /// corner of the grid itself.
    pub corners: [[f32; 2]; 4],
    /// The names of the doubtful cells, such as `r1c2`. They have alternatives in `cells`.
    pub doubtful: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<CellReport>,
}

/// The reading of a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CellReport {
    /// The kind of its content.
    pub kind: ContentKind,
    /// The printed digit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digit: Option<u8>,
    /// The probability of this digit, or of no printed digit, from the image of the cell alone: 0
    /// to 1.
    pub probability: f32,
    /// Other contents that the cell may have, the likeliest first. Empty if nothing is doubtful.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<AlternativeReport>,
}

/// The kind of content of a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ContentKind {
    /// Nothing.
    Empty,
    /// A printed digit.
    Printed,
    /// Handwriting or anything else.
    Other,
}

/// Another content that a doubtful cell may have.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlternativeReport {
    /// The digit; 0 for none.
    pub digit: u8,
    /// Its probability, from 0 to 1.
    pub probability: f32,
}

impl From<&PhotoReading> for PhotoReport {
    fn from(reading: &PhotoReading) -> Self {
        let size = reading.size();
        let name = |cell: usize| format!("r{}c{}", cell / size + 1, cell % size + 1);
        Self {
            size,
            is_certain: reading.is_certain(),
            certainty: rounded(reading.certainty, 1e4),
            corners: reading
                .corners()
                .map(|corner| [rounded(corner.x, 10.0), rounded(corner.y, 10.0)]),
            doubtful: reading.doubtful_cells().map(name).collect(),
            cells: reading.cells.iter().map(CellReport::from).collect(),
        }
    }
}

impl From<&CellReading> for CellReport {
    fn from(cell: &CellReading) -> Self {
        let (kind, digit) = match cell.kind {
            CellKind::Empty => (ContentKind::Empty, None),
            CellKind::Printed(digit) => (ContentKind::Printed, Some(digit)),
            CellKind::Other => (ContentKind::Other, None),
        };
        let alternative = |&(digit, probability): &(u8, f32)| AlternativeReport {
            digit,
            probability: rounded(probability, 1e4),
        };
        Self {
            kind,
            digit,
            probability: rounded(cell.probability, 1e4),
            alternatives: cell.alternatives.iter().map(alternative).collect(),
        }
    }
}

/// Returns a number rounded to a multiple of `1 / steps`.
fn rounded(value: f32, steps: f32) -> f32 {
    (value * steps).round() / steps
}
