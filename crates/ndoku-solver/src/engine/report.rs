//! Results of a search: verdicts, solutions, statistics, and the reason for an early stop.

use ndoku_core::Solution;

/// The number of solutions of a puzzle, as far as a solver needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is no solution.
    Unsolvable,
    /// There is exactly this solution.
    Unique(Solution),
    /// There are two or more solutions. These two differ; they are in the order in which they were
    /// found.
    Multiple(Solution, Solution),
}

impl Verdict {
    /// Returns the solution found first, if there is one.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Unsolvable => None,
            Self::Unique(solution) | Self::Multiple(solution, _) => Some(solution),
        }
    }

    /// Returns `true` if there is exactly one solution.
    #[must_use]
    pub const fn is_unique(&self) -> bool {
        matches!(self, Self::Unique(_))
    }
}

/// A verdict with the statistics of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveReport {
    /// Number of solutions: none, one or more.
    pub verdict: Verdict,
    /// Statistics of the search.
    pub stats: Stats,
}

/// The first solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// The requested number of solutions, or all there are.
    pub solutions: Vec<Solution>,
    /// `true` if there are more solutions than these.
    pub has_more: bool,
    /// Statistics of the search.
    pub stats: Stats,
}

/// The number of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionCount {
    /// The number, at most the requested limit.
    pub number: u64,
    /// `true` if there are more solutions than that.
    pub has_more: bool,
    /// Statistics of the search.
    pub stats: Stats,
}

/// Statistics of a search. The same puzzle and budget give the same numbers every time, unless a
/// flag or a clock ended the search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Number of guesses: candidates tried when propagation found nothing more.
    pub guesses: u64,
    /// Number of conflicts, including one at the root.
    pub conflicts: u64,
    /// Number of restarts, which keep what the search has learnt.
    pub restarts: u64,
    /// Number of solutions given to the caller.
    pub solutions: u64,
    /// `true` if the whole search space was searched, so that no solution is missing; `false` if
    /// the caller ended the search.
    pub exhausted: bool,
}

impl Stats {
    /// Returns the statistics of this search and of one that continued it.
    #[must_use]
    pub(crate) const fn then(self, next: Self) -> Self {
        Self {
            guesses: self.guesses + next.guesses,
            conflicts: self.conflicts + next.conflicts,
            restarts: self.restarts + next.restarts,
            solutions: self.solutions + next.solutions,
            exhausted: next.exhausted,
        }
    }
}

/// The reason why a search ended early.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum StopReason {
    /// The limit of guesses of the budget was reached.
    #[error("the limit of guesses was reached")]
    GuessLimit,
    /// The stop flag was set.
    #[error("the search was canceled")]
    Canceled,
    /// The caller's deadline passed.
    #[error("the time ran out")]
    Timeout,
    /// The engine does not support the layout.
    #[error("the engine does not support this layout")]
    Unsupported,
    /// The engine found a grid that breaks the rules: a defect in the engine or in the code of a
    /// constraint. The grid was not reported as a solution.
    #[error("an internal check failed: the engine or a constraint is faulty")]
    Internal,
}

impl StopReason {
    /// Returns the stable name of this reason, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GuessLimit => "guesses",
            Self::Canceled => "canceled",
            Self::Timeout => "timeout",
            Self::Unsupported => "unsupported",
            Self::Internal => "internal",
        }
    }
}

/// An error: the search ended before it was complete. The results so far are valid, but may not be
/// all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the search stopped after {} {}: {reason}",
    stats.guesses,
    if stats.guesses == 1 { "guess" } else { "guesses" }
)]
pub struct Interrupted {
    /// The reason.
    pub reason: StopReason,
    /// The statistics until then.
    pub stats: Stats,
    /// The solutions found before, if the called method keeps solutions.
    pub solutions: Vec<Solution>,
}

impl Interrupted {
    /// Creates an error with this reason and no solutions.
    #[must_use]
    pub const fn new(reason: StopReason, stats: Stats) -> Self {
        Self {
            reason,
            stats,
            solutions: Vec::new(),
        }
    }
}
