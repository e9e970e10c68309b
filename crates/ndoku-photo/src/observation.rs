//! [`Observation`]: a place in a picture where a line of a lattice was found.

use crate::geometry::Point;

/// A line of the lattice: its direction and its number.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LatticeLine {
    /// `true` if it runs from left to right.
    pub is_row: bool,
    /// Its distance from the top or left border in cells.
    pub index: f32,
}

impl LatticeLine {
    /// Returns the point of the grid `along` the line and `across` it.
    pub(crate) fn point(self, along: f32, across: f32) -> Point {
        if self.is_row {
            Point::new(along, self.index + across)
        } else {
            Point::new(self.index + across, along)
        }
    }

    /// Returns all lines of a lattice.
    pub(crate) fn all(size: usize) -> impl Iterator<Item = Self> {
        [true, false].into_iter().flat_map(move |is_row| {
            (0..=size).map(move |index| Self {
                is_row,
                index: index as f32,
            })
        })
    }
}

/// A place where a line of the lattice was found.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Observation {
    /// The line.
    pub line: LatticeLine,
    /// The distance from the beginning of the line in cells.
    pub along: f32,
    /// The distance from where the lattice has the line, in cells.
    pub across: f32,
    /// The place in the picture.
    pub place: Point,
    /// How clear the line is there.
    pub weight: f32,
}
