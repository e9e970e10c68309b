//! `SolutionPath`: all steps from a state of a puzzle to its solution.
//!
//! ```text
//! state ─▶ step ─▶ board ─▶ step ─▶ board ─▶ … ─▶ PathEnd: solved, stuck, …
//! ```
//!
//! A path without steps ends where a hint is asked for in vain. So [`PathEnd`] also says why there
//! is no hint.

use std::sync::Arc;

use ndoku_core::{Board, Puzzle};

use crate::hint::Hint;
use crate::logical_solver::LogicalSolver;
use crate::path_end::PathEnd;
use crate::position::{Geometry, Position};
use crate::solution_status::SolutionStatus;
use crate::step::{Step, format_deduction};
use crate::{Difficulty, Level};

/// A step of a path and the board before it.
#[derive(Clone, Debug)]
pub struct PathStep {
    /// The board before the step.
    pub before: Board,
    /// The easiest step, with its explanation.
    pub step: Step,
}

/// The path from a state of a puzzle, with the easiest step at each position.
#[derive(Clone, Debug)]
pub struct SolutionPath {
    puzzle: Puzzle,
    geometry: Arc<Geometry>,
    has_multiple_solutions: bool,
    steps: Vec<PathStep>,
    board: Board,
    end: PathEnd,
}

impl SolutionPath {
    /// Applies the easiest step until there is none. Takes a few milliseconds for most 9×9 puzzles
    /// and seconds for the hardest. A stopped path has the steps until then.
    #[must_use]
    pub fn find(mut solver: LogicalSolver<'_>, status: &SolutionStatus) -> Self {
        let mut steps = Vec::new();
        let end = PathEnd::for_state(&solver, status).unwrap_or_else(|| {
            loop {
                let before = solver.board().clone();
                match solver.apply_next_step() {
                    Ok(step) => steps.push(PathStep { before, step }),
                    Err(end) => return PathEnd::new(end, status),
                }
            }
        });
        Self {
            puzzle: solver.puzzle().clone(),
            geometry: Geometry::for_layout(solver.board().layout()),
            has_multiple_solutions: status.has_multiple_solutions(),
            steps,
            board: solver.board().clone(),
            end,
        }
    }

    /// Returns the puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[PathStep] {
        &self.steps
    }

    /// Returns the board after the last step.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the reason why it ends.
    #[must_use]
    pub fn end(&self) -> &PathEnd {
        &self.end
    }

    /// Returns the hardest step, and of equal ones the first.
    #[must_use]
    pub fn hardest(&self) -> Option<&Step> {
        let steps = self.steps.iter().map(|one| &one.step);
        steps.reduce(|hardest, step| {
            if step.difficulty > hardest.difficulty {
                step
            } else {
                hardest
            }
        })
    }

    /// Returns the difficulty of the hardest step, 0 without steps, or [`Difficulty::BEYOND`] if no
    /// technique finds the next step.
    #[must_use]
    pub fn rating(&self) -> Difficulty {
        if self.end == PathEnd::Stuck {
            Difficulty::BEYOND
        } else {
            self.hardest().map_or(Difficulty(0), |step| step.difficulty)
        }
    }

    /// Returns the level of the rating.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::for_difficulty(self.rating())
    }

    /// Returns a step as a hint.
    #[must_use]
    pub fn hint(&self, step: &PathStep) -> Hint {
        let position = Position::new(&self.puzzle, &step.before, &self.geometry);
        Hint::new(&position, step.step.clone(), self.has_multiple_solutions)
    }

    /// Returns the deduction of a step in the symbols of the puzzle: `r4c4=7`, `r1c2-3 r1c9-3`.
    #[must_use]
    pub fn format_deduction(&self, step: &PathStep) -> String {
        format_deduction(self.puzzle.symbols(), &step.step.deduction)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell as Counter;

    use ndoku_core::{Cell, Digit, Layout, Solution};

    use super::*;
    use crate::hint_level::HintLevel;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn unique() -> SolutionStatus {
        let digits: Vec<Digit> = SOLVED
            .bytes()
            .map(|byte| Digit::new(byte - b'0').unwrap())
            .collect();
        SolutionStatus::Unique(Solution::new(&Layout::classic(), &digits).unwrap())
    }

    fn solver(status: &SolutionStatus) -> LogicalSolver<'_> {
        let puzzle: Puzzle = EASY.parse().unwrap();
        LogicalSolver::for_state(&puzzle, Board::with_clues_placed(&puzzle), status)
    }

    #[test]
    fn steps_lead_from_board_to_board_and_end_with_the_solution() {
        let status = unique();
        let path = SolutionPath::find(solver(&status), &status);
        assert_eq!((path.end(), path.steps().len()), (&PathEnd::Solved, 51));
        let boards = path.steps().iter().map(|one| &one.before);
        let after = boards.skip(1).chain([path.board()]);
        for (one, after) in path.steps().iter().zip(after) {
            let mut board = one.before.clone();
            crate::logical_solver::apply_deduction(&mut board, &one.step.deduction);
            assert_eq!(board, *after);
            assert!(one.step.difficulty <= path.rating());
        }
        let digits: Vec<Digit> = path.board().digits().iter().copied().flatten().collect();
        assert_eq!(digits, status.solution().unwrap().digits());
        let hardest = path.hardest().map(|step| step.difficulty);
        assert_eq!(
            (hardest, path.level()),
            (Some(path.rating()), Level::Beginner)
        );
        let first = &path.steps()[0];
        assert_eq!(path.format_deduction(first), "r1c6=8");
        assert_eq!(
            path.hint(first).text(HintLevel::Where),
            "Look at box 2 for Hidden Single in a Box."
        );
    }

    #[test]
    fn every_end_has_its_name_and_its_rating() {
        let status = unique();
        let end = |status: &SolutionStatus, solver: LogicalSolver<'_>| {
            let path = SolutionPath::find(solver, status);
            (path.end().name(), path.steps().len(), path.rating())
        };
        let (puzzle, none): (Puzzle, _) = (EASY.parse().unwrap(), Difficulty(0));
        let without_techniques =
            || LogicalSolver::new(&puzzle, Board::with_clues_placed(&puzzle), &[]);
        assert_eq!(
            end(&status, without_techniques()),
            ("stuck", 0, Difficulty::BEYOND)
        );
        for (status, name) in [
            (SolutionStatus::Multiple, "multiple"),
            (SolutionStatus::Unsolvable, "none"),
            (SolutionStatus::DeadEnd, "wrong"),
        ] {
            assert_eq!(end(&status, without_techniques()), (name, 0, none));
        }
        let mut wrong = Board::with_clues_placed(&puzzle);
        wrong.place(ndoku_core::Candidate::new(
            Cell::new(0, 2),
            Digit::new(2).unwrap(),
        ));
        let wrong = LogicalSolver::for_state(&puzzle, wrong, &status);
        assert_eq!(end(&status, wrong), ("wrong", 0, none));
    }

    #[test]
    fn a_stopped_path_has_the_steps_until_then() {
        let status = unique();
        let asked = Counter::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 30
        };
        let path = SolutionPath::find(solver(&status).with_stop(&stop), &status);
        assert_eq!(path.end(), &PathEnd::Stopped);
        assert!((1..51).contains(&path.steps().len()), "{path:?}");
    }
}
