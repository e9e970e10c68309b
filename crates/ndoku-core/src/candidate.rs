//! The type [`Candidate`]: a digit in a cell. `r3c7=5` denotes a placement, `r3c7-5` an
//! elimination.

use std::fmt;

use crate::{Cell, Digit};

/// A pair of a cell and a digit that may be placed there.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit that may be placed there.
    pub digit: Digit,
}

impl Candidate {
    /// Creates the candidate of a digit in a cell.
    #[must_use]
    pub const fn new(cell: Cell, digit: Digit) -> Self {
        Self { cell, digit }
    }

    /// Returns the notation of the elimination, `r3c7-5`. [`Display`](fmt::Display) writes the
    /// placement, `r3c7=5`.
    #[must_use]
    pub fn elimination(self) -> String {
        format!("{}-{}", self.cell, self.digit)
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
