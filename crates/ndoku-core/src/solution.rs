//! The type [`Solution`]: a full grid that satisfies every house and constraint. No other value can
//! be constructed.

use std::fmt;

use crate::verify::{self, Conflict};
use crate::{Cell, Digit, Layout, Puzzle};

/// A full and valid grid.
#[derive(Clone, PartialEq, Eq)]
pub struct Solution {
    layout: Layout,
    digits: Box<[Digit]>,
}

impl Solution {
    /// Checks a grid, given row by row.
    ///
    /// The cost is about one reading of the grid for each house of a cell.
    ///
    /// # Errors
    /// Returns all conflicts of the grid.
    pub fn new(layout: &Layout, digits: &[Digit]) -> Result<Self, Vec<Conflict>> {
        let held: Vec<Option<Digit>> = digits.iter().copied().map(Some).collect();
        verify::verify(layout, &held)?;
        let digits = digits.get(..layout.cell_count()).unwrap_or(digits).into();
        Ok(Self {
            layout: layout.clone(),
            digits,
        })
    }

    /// Returns the layout of the grid.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the digits row by row.
    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// Returns the digit of a cell.
    ///
    /// # Panics
    /// Panics if the cell is not in the grid.
    #[must_use]
    pub fn digit(&self, cell: Cell) -> Digit {
        self.digits[self.layout.index(cell)]
    }

    /// Returns the digits as numbers, row by row.
    #[must_use]
    pub fn to_array(&self) -> Vec<u8> {
        self.digits.iter().map(|digit| digit.get()).collect()
    }

    /// Returns `true` if the solution agrees with every clue and pencilmark of the puzzle.
    #[must_use]
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        self.layout == *puzzle.layout()
            && self
                .layout
                .cells()
                .zip(&self.digits)
                .all(|(cell, digit)| puzzle.candidates(cell).contains(*digit))
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.digits.iter().map(Digit::to_string).collect();
        write!(
            f,
            "Solution({})",
            digits.join(if self.layout.size() > 9 { " " } else { "" })
        )
    }
}
