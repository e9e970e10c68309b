//! `PathProgress`: a solution path that is shown step by step, forwards and backwards.

use ndoku::format::Record;
use ndoku::hint::SolvingState;
use ndoku::solution_path::{PathEnd, PathStep, SolutionPath};
use ndoku::{Budget, Highlight, Solver, StopReason};

use crate::view::GridView;

/// The path from a position to the solution, and the current position on it.
#[derive(Clone, Debug)]
pub struct PathProgress {
    path: SolutionPath,
    from_start: bool,
    position: usize,
}

impl PathProgress {
    /// Finds the path from a position, or from the clues only if the position is wrong.
    ///
    /// # Errors
    /// Fails if the budget runs out.
    pub fn find(
        position: &Record,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        let mut find_path = |record: &Record| {
            let state = SolvingState::new(record, solver, budget);
            let (path, stopped) = state.map_err(|stopped| stopped.reason)?.find_path(budget);
            stopped.map_or(Ok(path), Err)
        };
        let mut path = find_path(position)?;
        let from_start = matches!(path.end(), PathEnd::Wrong(_) | PathEnd::DeadEnd);
        if from_start {
            path = find_path(&path.puzzle().clone().into())?;
        }
        Ok(Self {
            path,
            from_start,
            position: 0,
        })
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &SolutionPath {
        &self.path
    }

    /// Returns `true` if the path starts from the clues, because the position was wrong.
    #[must_use]
    pub fn is_from_start(&self) -> bool {
        self.from_start
    }

    /// Returns the index of the next step. At the end, returns the number of steps.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns the next step, or `None` at the end.
    #[must_use]
    pub fn step(&self) -> Option<&PathStep> {
        self.path.steps().get(self.position)
    }

    /// Moves to a step, or to the end if the index is too large. Returns `true` if the position
    /// changed.
    pub fn go_to(&mut self, to: usize) -> bool {
        let to = to.min(self.path.steps().len());
        std::mem::replace(&mut self.position, to) != to
    }

    /// Returns the highlights of the next step.
    #[must_use]
    pub fn highlights(&self) -> Vec<Highlight> {
        self.step()
            .map_or_else(Vec::new, |one| one.step.highlights())
    }

    /// Returns the current board with the highlights of the next step.
    #[must_use]
    pub fn view(&self) -> GridView {
        let puzzle = self.path.puzzle();
        let board = self.step().map_or(self.path.board(), |one| &one.before);
        let mut view = GridView::from_board(puzzle, board);
        view.highlight(puzzle, &self.highlights());
        view
    }
}
