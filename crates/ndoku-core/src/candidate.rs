//! `Candidate`, a cell and a digit that may still go there: `r3c7=5` as a placement, `r3c7-5` as an elimination.

use std::fmt;

use crate::{Cell, Digit};

/// The pair (cell, digit).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The place.
    pub cell: Cell,
    /// What may go there.
    pub digit: Digit,
}

impl Candidate {
    /// The candidate of this digit in this cell.
    #[must_use]
    pub const fn new(cell: Cell, digit: Digit) -> Self {
        Self { cell, digit }
    }

    /// The notation of its removal, `r3c7-5`; [`Display`](fmt::Display) writes the placement, `r3c7=5`.
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
