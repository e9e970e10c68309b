//! The type [`House`]: cells that hold each digit at most once, such as a row, a column, a box, a
//! diagonal or any extra set of cells.
//!
//! A house of N cells holds every digit exactly once, so hidden singles apply. Only extra houses
//! may be smaller. A smaller house does not hold every digit.

use std::fmt;

use crate::Cell;

/// One of the two long diagonals.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Diagonal {
    /// From the upper left to the lower right: `r1c1`, `r2c2`, …
    Main,
    /// From the upper right to the lower left: `r1cN`, …, `rNc1`.
    Anti,
}

/// The kind of a house.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// Cells side by side.
    Row,
    /// Cells one below the other.
    Column,
    /// A rectangular box, or a jigsaw region.
    Box,
    /// A long diagonal.
    Diagonal(Diagonal),
    /// Any other set: a window, a disjoint group, a color region.
    Extra,
    /// The cells of a killer cage.
    Cage,
}

/// Cells that hold each digit at most once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    kind: HouseKind,
    name: Box<str>,
    cells: Box<[Cell]>,
}

impl House {
    pub(crate) fn new(kind: HouseKind, name: String, cells: Vec<Cell>) -> Self {
        Self {
            kind,
            name: name.into(),
            cells: cells.into(),
        }
    }

    /// Returns the kind of the house.
    #[must_use]
    pub const fn kind(&self) -> HouseKind {
        self.kind
    }

    /// Returns the name used in messages: `row 3`, `box 2` (boxes count from 1, row by row), `main
    /// diagonal`, `window 1`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the cells in reading order, at most N.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
