//! What a search says: verdicts, solutions, numbers, and why it stopped early.

use ndoku_core::Solution;

/// How many solutions a puzzle has, as far as a solver wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// None.
    Unsolvable,
    /// Exactly this one.
    Unique(Solution),
    /// Two or more; here are two that differ, in the order in which they were found.
    Multiple(Solution, Solution),
}

impl Verdict {
    /// The solution found first, if there is any.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Unsolvable => None,
            Self::Unique(solution) | Self::Multiple(solution, _) => Some(solution),
        }
    }

    /// Whether there is exactly one solution.
    #[must_use]
    pub const fn is_unique(&self) -> bool {
        matches!(self, Self::Unique(_))
    }
}

/// The verdict and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveReport {
    /// None, one or more.
    pub verdict: Verdict,
    /// What it took.
    pub stats: Stats,
}

/// The first solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// As many as were asked for, or all there are.
    pub solutions: Vec<Solution>,
    /// Whether there are more than these.
    pub more: bool,
    /// What it took.
    pub stats: Stats,
}

/// How many solutions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionCount {
    /// The number, at most the limit that was asked for.
    pub count: u64,
    /// Whether there are more than that.
    pub more: bool,
    /// What it took.
    pub stats: Stats,
}

/// What a search took. The same puzzle and budget give the same numbers every time, unless a flag or a clock ended the search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Candidates that were tried because nothing followed any more.
    pub guesses: u64,
    /// Dead ends met, the root included.
    pub contradictions: u64,
    /// Times the search began anew with what it had learnt.
    pub restarts: u64,
    /// Solutions given to the caller.
    pub solutions: u64,
    /// Whether the whole puzzle was searched: no solution is missing. False if the caller had enough.
    pub exhausted: bool,
}

/// Why a search ended before its time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum StopReason {
    /// All guesses of the budget were made.
    #[error("the limit of guesses was reached")]
    GuessLimit,
    /// The stop flag was set.
    #[error("it was told to stop")]
    Cancelled,
    /// The caller's clock ran out.
    #[error("the time ran out")]
    Timeout,
    /// The engine does not support the layout.
    #[error("the engine does not support this layout")]
    Unsupported,
    /// The engine made a grid that breaks the rules: a fault in the engine or in the code of a constraint. It was not reported as a solution.
    #[error("an internal check failed: the engine or a constraint is faulty")]
    Internal,
}

/// The search ended before it was done: what is known is true, what is not known is open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search stopped after {} guesses: {reason}", stats.guesses)]
pub struct Interrupted {
    /// Why.
    pub reason: StopReason,
    /// What was done until then.
    pub stats: Stats,
    /// The solutions found before that, if the method that was called keeps solutions.
    pub solutions: Vec<Solution>,
}

impl Interrupted {
    /// Ended for this reason, with nothing kept.
    #[must_use]
    pub const fn new(reason: StopReason, stats: Stats) -> Self {
        Self {
            reason,
            stats,
            solutions: Vec::new(),
        }
    }
}
