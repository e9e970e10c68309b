//! The issues of a grid.

use ndoku::hint::Mistake;
use ndoku::{Conflict, Layout, Symbols};

/// An issue of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Issue {
    /// Digits that conflict with each other.
    Conflict(Conflict),
    /// A digit or a removed candidate that contradicts the solution.
    Mistake(Mistake),
}

impl Issue {
    /// Describes the issue without a full stop: `value 7 repeated in box 2 (r1c5, r3c4)`, `4 does
    /// not belong in r1c1`.
    #[must_use]
    pub fn describe(&self, layout: &Layout, symbols: &Symbols) -> String {
        match self {
            Self::Conflict(conflict) => conflict.describe(layout, symbols),
            Self::Mistake(mistake) => mistake.describe(symbols).to_string(),
        }
    }
}
