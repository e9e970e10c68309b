//! `SolutionStatus`: the knowledge about the solutions of a puzzle. [`Mistake`]: a contradiction
//! between a state and the solution.
//!
//! Nothing here searches. The caller finds the solutions and hands them in.

use ndoku_core::{Board, Candidate, Digit, Solution, Symbols};

use crate::phrase::{Phrase, phrase};

/// The knowledge about the solutions of a puzzle, and of a state of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionStatus {
    /// The search did not finish.
    Unknown,
    /// The puzzle has no solution.
    Unsolvable,
    /// The puzzle has several solutions.
    Multiple,
    /// The puzzle has several solutions, and the state allows none of them. No single digit or
    /// candidate is the mistake.
    DeadEnd,
    /// The puzzle has this unique solution.
    Unique(Solution),
}

impl SolutionStatus {
    /// Returns the solution, if there is exactly one.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        if let Self::Unique(solution) = self {
            Some(solution)
        } else {
            None
        }
    }

    /// Returns `true` if the puzzle has several solutions.
    #[must_use]
    pub fn has_multiple_solutions(&self) -> bool {
        matches!(self, Self::Multiple | Self::DeadEnd)
    }

    /// Returns the mistakes of a board in reading order. A puzzle without exactly one solution has
    /// none.
    #[must_use]
    pub fn find_mistakes(&self, board: &Board) -> Vec<Mistake> {
        let Some(solution) = self.solution() else {
            return Vec::new();
        };
        let layout = board.layout();
        let mut mistakes: Vec<Mistake> = layout
            .cells()
            .filter_map(|cell| {
                let right = Candidate::new(cell, solution.digit(cell));
                let is_removed = !board.candidates(cell).contains(right.digit);
                Mistake::find(right, board.digit(cell), is_removed)
            })
            .collect();
        // A wrong digit removes candidates from its peers. Only the digit is reported then.
        let wrong: Vec<Candidate> = mistakes
            .iter()
            .filter_map(|mistake| match mistake {
                Mistake::Digit(wrong) => Some(*wrong),
                Mistake::Candidate(_) => None,
            })
            .collect();
        let follows = |gone: &Candidate| {
            wrong
                .iter()
                .any(|wrong| wrong.digit == gone.digit && layout.sees(wrong.cell, gone.cell))
        };
        mistakes.retain(|mistake| !matches!(mistake, Mistake::Candidate(gone) if follows(gone)));
        mistakes
    }
}

/// A part of a state that contradicts the solution.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The player placed this digit in a wrong cell.
    Digit(Candidate),
    /// The player removed this candidate, which is the digit of its cell.
    Candidate(Candidate),
}

impl Mistake {
    /// Returns the mistake in a cell. `right` is the cell with its digit in the solution, `digit`
    /// the one that it holds. `is_removed` says that `right` is no candidate any more.
    #[must_use]
    pub fn find(right: Candidate, digit: Option<Digit>, is_removed: bool) -> Option<Self> {
        match digit {
            Some(digit) => {
                (digit != right.digit).then(|| Self::Digit(Candidate::new(right.cell, digit)))
            }
            None => is_removed.then_some(Self::Candidate(right)),
        }
    }

    /// Returns the wrong digit or the removed candidate.
    #[must_use]
    pub fn candidate(&self) -> Candidate {
        match self {
            Self::Digit(candidate) | Self::Candidate(candidate) => *candidate,
        }
    }

    /// Describes the mistake without a full stop: `4 does not belong in r1c1`.
    #[must_use]
    pub fn describe(&self, symbols: &Symbols) -> Phrase {
        let Candidate { cell, digit } = self.candidate();
        let digit = Phrase::plain(symbols.symbol(digit));
        match self {
            Self::Digit(_) => phrase!("{digit} does not belong in {cell}", digit, cell),
            Self::Candidate(_) => phrase!(
                "{digit} was removed from {cell}, and belongs there",
                digit,
                cell
            ),
        }
    }
}
