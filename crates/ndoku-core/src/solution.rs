//! `Solution`: a full grid in which every house and constraint holds. One cannot be made otherwise.

use std::fmt;

use crate::verify::{self, Conflict};
use crate::{Cell, Digit, Layout, Puzzle};

/// A full valid grid.
#[derive(Clone, PartialEq, Eq)]
pub struct Solution {
    layout: Layout,
    digits: Box<[Digit]>,
}

impl Solution {
    /// Checks a grid, row by row. Costs about as much as reading it once for each house of a cell.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn new(layout: &Layout, digits: &[Digit]) -> Result<Self, Vec<Conflict>> {
        let held: Vec<Option<Digit>> = digits.iter().copied().map(Some).collect();
        verify::verify(layout, &held)?;
        let digits = digits.get(..layout.cell_count()).unwrap_or(digits).into();
        Ok(Self {
            layout: layout.clone(),
            digits,
        })
    }

    /// The layout that it fills.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The digits row by row.
    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digit of a cell.
    ///
    /// # Panics
    /// If the cell is not in the grid.
    #[must_use]
    pub fn digit(&self, cell: Cell) -> Digit {
        self.digits[self.layout.index(cell)]
    }

    /// The digits as numbers, row by row: a flat array.
    #[must_use]
    pub fn to_array(&self) -> Vec<u8> {
        self.digits.iter().map(|digit| digit.get()).collect()
    }

    /// Whether it keeps every clue and pencilmark of this puzzle.
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
