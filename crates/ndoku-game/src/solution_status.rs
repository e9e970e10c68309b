//! What is known of the solution, and what is wrong with a grid.

use ndoku::{Candidate, Conflict, Layout, Solution, Symbols, Verdict};

/// What is known of the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionStatus {
    /// Nothing: the search was given up.
    Unknown,
    /// There is none.
    Unsolvable,
    /// There are several.
    Multiple,
    /// It is this one.
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

/// Something that is wrong with the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Issue {
    /// Digits that cannot stand beside each other.
    Conflict(Conflict),
    /// A digit that is not that of the solution.
    Wrong(Candidate),
    /// The digit of the solution was ruled out.
    Removed(Candidate),
}

impl Issue {
    /// In words, without a full stop: `value 7 repeated in box 2 (r1c5, r3c4)`, `4 does not belong in r1c1`.
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
