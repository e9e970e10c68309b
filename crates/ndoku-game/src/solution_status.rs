//! The knowledge about the solution, and the issues of a grid.

use ndoku::{Candidate, Conflict, Layout, Solution, Symbols, Verdict};

/// The knowledge about the solution of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionStatus {
    /// The search did not finish.
    Unknown,
    /// The puzzle has no solution.
    Unsolvable,
    /// The puzzle has several solutions.
    Multiple,
    /// The puzzle has this unique solution.
    Unique(Solution),
}

impl From<Verdict> for SolutionStatus {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Unsolvable => Self::Unsolvable,
            Verdict::Multiple(..) => Self::Multiple,
            Verdict::Unique(solution) => Self::Unique(solution),
        }
    }
}

/// An issue of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Issue {
    /// Digits that conflict with each other.
    Conflict(Conflict),
    /// A digit that contradicts the solution.
    Wrong(Candidate),
    /// A removed candidate that is in the solution.
    Removed(Candidate),
}

impl Issue {
    /// Describes the issue without a full stop: `value 7 repeated in box 2 (r1c5, r3c4)`, `4 does
    /// not belong in r1c1`.
    #[must_use]
    pub fn describe(&self, layout: &Layout, symbols: &Symbols) -> String {
        match self {
            Self::Conflict(conflict) => conflict.describe(layout, symbols),
            Self::Wrong(one) => format!(
                "{} does not belong in {}",
                symbols.symbol(one.digit),
                one.cell
            ),
            Self::Removed(one) => format!(
                "{} was removed from {}, and belongs there",
                symbols.symbol(one.digit),
                one.cell
            ),
        }
    }
}
