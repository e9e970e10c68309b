//! `PathEnd`: the reason why a state has no next step.

use ndoku_core::{Cell, Highlight, HighlightRole, Symbols};

use crate::hint_level::HintLevel;
use crate::logical_solver::{LogicalSolver, SolveEnd};
use crate::phrase::{Phrase, phrase};
use crate::solution_status::{Mistake, SolutionStatus};

/// The reason why a state has no next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// Every cell is decided.
    Solved,
    /// No technique finds a step.
    Stuck,
    /// No technique finds a step, and the puzzle has several solutions.
    StuckWithMultiple,
    /// The puzzle has no solution.
    Unsolvable,
    /// The state contradicts the solution. There is at least one mistake.
    Wrong(Vec<Mistake>),
    /// No solution of the puzzle has all digits and candidates of the state. The wrong ones are
    /// unknown.
    DeadEnd,
    /// A step contradicts the solution. This is an error in a technique.
    Unsound,
    /// The caller stopped the search.
    Stopped,
}

impl PathEnd {
    /// Returns the end if the state has no step, whatever the techniques are.
    #[must_use]
    pub fn for_state(solver: &LogicalSolver<'_>, status: &SolutionStatus) -> Option<Self> {
        let mistakes = status.find_mistakes(solver.board());
        match status {
            SolutionStatus::Unsolvable => Some(Self::Unsolvable),
            SolutionStatus::DeadEnd => Some(Self::DeadEnd),
            _ if !mistakes.is_empty() => Some(Self::Wrong(mistakes)),
            _ => solver.end().map(|end| Self::new(end, status)),
        }
    }

    /// Returns the end for the reason why a solver found no step.
    #[must_use]
    pub fn new(end: SolveEnd, status: &SolutionStatus) -> Self {
        match end {
            SolveEnd::Solved => Self::Solved,
            SolveEnd::Stuck if status.has_multiple_solutions() => Self::StuckWithMultiple,
            SolveEnd::Stuck => Self::Stuck,
            SolveEnd::Contradiction(_) => Self::DeadEnd,
            SolveEnd::Unsound => Self::Unsound,
            SolveEnd::Stopped => Self::Stopped,
        }
    }

    /// Returns the name in machine-readable output: `solved`, `stuck`, `multiple`, `none`, `wrong`,
    /// `stopped`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Stuck => "stuck",
            Self::StuckWithMultiple => "multiple",
            Self::Unsolvable => "none",
            Self::Wrong(_) | Self::DeadEnd => "wrong",
            Self::Unsound | Self::Stopped => "stopped",
        }
    }

    /// Returns the mistakes of the state.
    #[must_use]
    pub fn mistakes(&self) -> &[Mistake] {
        if let Self::Wrong(mistakes) = self {
            mistakes
        } else {
            &[]
        }
    }

    /// Returns the text of a level. It ends with a full stop. Only mistakes are revealed level by
    /// level.
    #[must_use]
    pub fn text(&self, level: HintLevel, symbols: &Symbols) -> Phrase {
        match self {
            Self::Solved => phrase!("The puzzle is solved."),
            Self::Stuck | Self::StuckWithMultiple => phrase!("No technique applies."),
            Self::Unsolvable => phrase!("The puzzle has no solution."),
            Self::Wrong(mistakes) => explain_mistakes(mistakes, level, symbols),
            Self::DeadEnd => {
                phrase!("No solution contains all these digits and candidates. Undo some of them.")
            }
            Self::Unsound | Self::Stopped => phrase!("The search ended early."),
        }
    }

    /// Returns the highlights of a level. Only mistakes have any: first the cells to look at, with
    /// the full text the wrong cells.
    #[must_use]
    pub fn highlights(&self, level: HintLevel) -> Vec<Highlight> {
        let cells = self
            .mistakes()
            .iter()
            .map(|mistake| mistake.candidate().cell);
        match level {
            HintLevel::Nudge | HintLevel::What => Vec::new(),
            HintLevel::Where => highlight_cells(cells.collect()),
            HintLevel::Full => cells
                .map(|cell| Highlight::Cell(cell, HighlightRole::Eliminated))
                .collect(),
        }
    }
}

/// Highlights cells to look at.
pub(crate) fn highlight_cells(mut cells: Vec<Cell>) -> Vec<Highlight> {
    cells.sort_unstable();
    cells.dedup();
    cells
        .into_iter()
        .map(|cell| Highlight::Cell(cell, HighlightRole::Pattern))
        .collect()
}

/// Returns mistakes as a text of this level: their number, their cells, the mistakes themselves.
fn explain_mistakes(mistakes: &[Mistake], level: HintLevel, symbols: &Symbols) -> Phrase {
    match level {
        HintLevel::Nudge if mistakes.len() == 1 => phrase!("Something is wrong in one cell."),
        HintLevel::Nudge => {
            let count = mistakes.len();
            phrase!("Something is wrong in {count} cells.", count)
        }
        HintLevel::Where => {
            let cells = mistakes.iter().map(|mistake| mistake.candidate().cell);
            let cells = Phrase::joined(cells, ", ");
            phrase!("Look at {cells}: something is wrong there.", cells)
        }
        HintLevel::What | HintLevel::Full => Phrase::sentences(
            mistakes
                .iter()
                .map(|mistake| mistake.describe(symbols).sentence()),
        ),
    }
}
