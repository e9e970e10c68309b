//! [`PhotoReading`]: a puzzle that was read from a picture, and what is doubtful.

use std::fmt::{self, Write as _};

use ndoku_core::{Boxes, Layout, Puzzle, PuzzleError};

use crate::geometry::Point;
use crate::lattice::Lattice;
use crate::resolve::ReadingVerdict;

/// Certainty from which a reading is reported as certain.
pub(crate) const CERTAIN: f32 = 0.98;

/// The content of a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Nothing.
    Empty,
    /// A printed digit.
    Printed(u8),
    /// Handwriting or anything else.
    Other,
}

/// The reading of a cell.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CellReading {
    /// The content. The puzzle as a whole decides, where cells are doubtful.
    pub kind: CellKind,
    /// The probability of this digit, or of no printed digit, from the image of the cell alone: 0
    /// to 1.
    pub probability: f32,
    /// The other digits that the cell may hold, and 0 for none, each with its probability; the
    /// likeliest first. Empty if the cell is not doubtful.
    pub alternatives: Vec<(u8, f32)>,
}

impl CellReading {
    /// Returns `true` if the cell may hold something else.
    #[must_use]
    pub const fn is_doubtful(&self) -> bool {
        !self.alternatives.is_empty()
    }

    /// Returns the digit that the cell looks like, or 0 for none, if it was read as something less
    /// likely by its look.
    #[must_use]
    pub fn likelier(&self) -> Option<u8> {
        // The first one is the likeliest.
        let (digit, share) = *self.alternatives.first()?;
        (share > self.probability).then_some(digit)
    }
}

/// A puzzle that was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PhotoReading {
    /// The cells, row by row.
    pub cells: Vec<CellReading>,
    /// The number of solutions.
    pub verdict: ReadingVerdict,
    /// The solution, row by row, if there is exactly one.
    pub solution: Option<Vec<u8>>,
    /// The share of the reading in the probability of all readings with one solution, from 0 to 1.
    /// Likelier readings that were rejected lower it. It is 0 without exactly one solution. It is
    /// not the probability that the reading is right: what no reading considers does not lower it.
    pub certainty: f32,
    /// How clear the lines of the grid are: 1 is best.
    pub grid_score: f32,
    /// The clockwise quarter turns by which the grid is turned in the picture, from 0 to 3.
    pub quarter_turns: u8,
    pub(crate) lattice: Lattice,
    pub(crate) layout: Layout,
}

/// The puzzles that were read from a picture.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PhotoReadings {
    /// The puzzles, from top to bottom, and those beside each other from left to right.
    pub readings: Vec<PhotoReading>,
    /// The number of other places that look like grids, but could not be read.
    pub unread: usize,
}

impl PhotoReading {
    /// Returns `true` if there is exactly one solution, no other reading is nearly as likely, and
    /// no cell is doubtful.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        let is_unique = self.verdict == ReadingVerdict::Unique;
        is_unique && self.certainty >= CERTAIN && self.doubtful_cells().next().is_none()
    }

    /// Returns the indices of the doubtful cells, row by row from 0.
    pub fn doubtful_cells(&self) -> impl Iterator<Item = usize> {
        let cells = self.cells.iter().enumerate();
        cells.filter_map(|(at, cell)| cell.is_doubtful().then_some(at))
    }

    /// Returns the place in the picture of a point of the grid, in cells from its top left corner.
    #[must_use]
    pub fn place(&self, point: Point) -> Point {
        let size = self.size() as f32;
        let mut point = point;
        for _ in 0..self.quarter_turns % 4 {
            point = Point::new(size - point.y, point.x);
        }
        self.lattice.map(point)
    }

    /// Returns the point of the grid at a place in the picture, if there is one.
    #[must_use]
    pub fn grid_point(&self, place: Point) -> Option<Point> {
        let size = self.size() as f32;
        let mut point = self.lattice.unmap(place)?;
        for _ in 0..self.quarter_turns % 4 {
            point = Point::new(point.y, size - point.x);
        }
        Some(point)
    }

    /// Returns the number of cells in a row.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.lattice.size
    }

    /// Returns the corners of the grid in the picture, clockwise from its own top left corner.
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        let size = self.size() as f32;
        [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)]
            .map(|(x, y)| self.place(Point::new(x, y)))
    }

    /// Returns the layout: its size, and the boxes or regions that the lines show.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the lattice of the grid as it lies in the picture.
    #[must_use]
    pub const fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Returns the printed digits, row by row; 0 is a cell without one.
    #[must_use]
    pub fn clues(&self) -> Vec<u8> {
        let clue = |cell: &CellReading| match cell.kind {
            CellKind::Printed(digit) => digit,
            CellKind::Empty | CellKind::Other => 0,
        };
        self.cells.iter().map(clue).collect()
    }

    /// Returns the puzzle.
    ///
    /// # Errors
    /// Returns an error if a clue is no digit, which the reader never reports.
    pub fn puzzle(&self) -> Result<Puzzle, PuzzleError> {
        Puzzle::from_array(&self.layout, &self.clues())
    }
}

impl fmt::Display for PhotoReading {
    /// Writes the puzzle as a line: a digit for each clue, and a point for each other cell. If the
    /// boxes are not those that the size implies, a letter for each cell follows, which is the same
    /// for all cells of a region.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clues().iter().try_for_each(|clue| match clue {
            0 => f.write_char('.'),
            clue => write!(f, "{clue}"),
        })?;
        if *self.layout.boxes() == Boxes::for_size(self.layout.size()) {
            return Ok(());
        }
        let regions = self.layout.cells().map(|cell| self.layout.box_number(cell));
        regions.flatten().try_for_each(|region| {
            let letter = u8::try_from(region).unwrap_or(u8::MAX);
            f.write_char(char::from(b'A'.saturating_add(letter)))
        })
    }
}
