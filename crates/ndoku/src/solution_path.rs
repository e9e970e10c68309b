//! `SolutionPath`: all steps from a puzzle to its solution, with explanations and a rating.
//!
//! ```
//! use ndoku::hint::SolvingState;
//! use ndoku::solution_path::PathEnd;
//! use ndoku::{Budget, Puzzle, Solver};
//! let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Puzzle = clues.parse()?;
//! let state = SolvingState::new(&puzzle.into(), &mut Solver::new(), &Budget::default())?;
//! let (path, stopped) = state.find_path(&Budget::default());
//! assert_eq!((path.end(), path.steps().len(), stopped), (&PathEnd::Solved, 51, None));
//! assert_eq!(path.level().name(), "beginner");
//! assert_eq!(path.steps()[0].step.technique.name, "Hidden Single in a Box");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use ndoku_logic::path_end::PathEnd;
pub use ndoku_logic::path_text::WorkedWord;
pub use ndoku_logic::solution_path::{PathStep, SolutionPath};
use ndoku_solver::{Budget, StopReason};

use crate::hint::{SolvingState, stop_reason};

impl SolvingState {
    /// Applies the easiest step until there is none. Compares each step with the solution, if there
    /// is exactly one. Takes a few milliseconds for most 9×9 puzzles and seconds for the hardest.
    /// Of the budget, only time and cancellation apply, not the limit of guesses.
    ///
    /// Also returns the reason if the search ends early. [`StopReason::Internal`] means that a
    /// technique contradicts the solution.
    #[must_use]
    pub fn find_path(&self, budget: &Budget<'_>) -> (SolutionPath, Option<StopReason>) {
        let stop = || budget.poll().is_some();
        let solver = self.logical_solver().with_stop(&stop);
        let path = SolutionPath::find(solver, self.solution_status());
        let stopped = stop_reason(path.end(), budget);
        (path, stopped)
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Digit, Layout, Puzzle};
    use ndoku_formats::Record;

    use super::*;
    use crate::Solver;
    use crate::hint::{HintOutcome, LogicalSolver, SolveEnd};
    use crate::rating::Difficulty;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn state(record: &Record) -> SolvingState {
        SolvingState::new(record, &mut Solver::new(), &Budget::default()).unwrap()
    }

    #[test]
    fn steps_equal_those_of_the_solver_and_end_with_the_solution() {
        let state = state(&EASY.parse::<Puzzle>().unwrap().into());
        let (path, stopped) = state.find_path(&Budget::default());
        assert_eq!(stopped, None);
        let mut logical_solver: LogicalSolver<'_> = state.logical_solver();
        for one in path.steps() {
            assert_eq!(&one.before, logical_solver.board());
            let step = logical_solver.apply_next_step().unwrap();
            assert_eq!(
                (one.step.technique.id, &one.step.deduction),
                (step.technique.id, &step.deduction)
            );
            assert!(
                !one.step.explanation.text.is_empty() && !path.format_deduction(one).is_empty()
            );
        }
        assert_eq!(
            (logical_solver.end(), path.board()),
            (Some(SolveEnd::Solved), logical_solver.board())
        );
        assert!(
            path.steps()
                .iter()
                .all(|one| one.step.difficulty <= path.rating())
        );
        assert_eq!(
            path.hardest().map(|step| step.difficulty),
            Some(path.rating())
        );
    }

    #[test]
    fn every_end_has_its_name() {
        let puzzle: Puzzle = EASY.parse().unwrap();
        let end = |record: &Record, budget: &Budget<'_>| {
            let state = state(record);
            let (path, stopped) = state.find_path(budget);
            assert_eq!(stopped.is_some(), *path.end() == PathEnd::Stopped);
            // A path without steps ends for the reason why there is no hint.
            match state.find_hint(budget) {
                Ok(HintOutcome::Step(_)) => panic!("there is a step"),
                Ok(HintOutcome::End(end)) => assert_eq!(end, *path.end()),
                Err(reason) => assert_eq!(Some(reason), stopped),
            }
            (path.end().name(), path.steps().len(), path.rating())
        };
        let free = Budget::default();
        let empty = Puzzle::empty(&Layout::with_boxes(3, 3).unwrap());
        assert_eq!(end(&empty.into(), &free), ("multiple", 0, Difficulty(0)));
        let clash = Puzzle::from_array(
            &Layout::with_boxes(2, 2).unwrap(),
            &[1, 2, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0],
        )
        .unwrap();
        assert_eq!(end(&clash.into(), &free), ("none", 0, Difficulty(0)));
        let mut placed = vec![None; 81];
        // r1c3 is 4 in the solution.
        placed[2] = Digit::new(2);
        let wrong = Record {
            entries: Some(placed.into()),
            ..Record::from(puzzle.clone())
        };
        assert_eq!(end(&wrong, &free), ("wrong", 0, Difficulty(0)));
        let over = || true;
        let cut = Budget::default().stop_when(&over);
        assert_eq!(end(&puzzle.into(), &cut), ("stopped", 0, Difficulty(0)));
    }
}
