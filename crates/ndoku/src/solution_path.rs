//! `SolutionPath`: all steps from a puzzle to its solution, with explanations and a rating.
//!
//! ```
//! use ndoku::hint::Game;
//! use ndoku::solution_path::{PathEnd, SolutionPath};
//! use ndoku::{Budget, Puzzle, Solver};
//! let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Puzzle = clues.parse()?;
//! let game = Game::new(&puzzle.into(), &mut Solver::new(), &Budget::default())?;
//! let path = SolutionPath::new(&game, &Budget::default());
//! assert_eq!((path.end(), path.steps().len()), (PathEnd::Solved, 51));
//! assert_eq!(path.level().name(), "beginner");
//! assert_eq!(path.steps()[0].step.technique.name, "Hidden Single in a Box");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use ndoku_core::{Board, Puzzle};
use ndoku_logic::logical_solver::SolveEnd;
use ndoku_logic::position::{Geometry, Position};
use ndoku_logic::step::{Step, format_deduction};
use ndoku_solver::{Budget, StopReason, Verdict};

use crate::hint::Game;
use crate::rating::{Difficulty, Level};

/// A step of a path and the board before it.
#[derive(Clone, Debug)]
pub struct PathStep {
    /// The board before the step.
    pub before: Board,
    /// The easiest step, with its explanation.
    pub step: Step,
}

/// The reason why a path ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// The puzzle is solved.
    Solved,
    /// No technique finds a step.
    Stuck,
    /// No technique finds a step, because the puzzle has several solutions.
    Several,
    /// The puzzle has no solution. The path has no steps.
    Unsolvable,
    /// The state contradicts the solution, see [`Game::mistakes`] and [`Game::is_dead_end`]. The
    /// path has no steps.
    Wrong,
    /// The budget ended. The path has the steps until then. [`StopReason::Internal`] means that a
    /// technique contradicts the solution.
    Stopped(StopReason),
}

impl PathEnd {
    /// Returns the name in machine-readable output: `solved`, `stuck`, `several`, `none`, `wrong`,
    /// `stopped`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Stuck => "stuck",
            Self::Several => "several",
            Self::Unsolvable => "none",
            Self::Wrong => "wrong",
            Self::Stopped(_) => "stopped",
        }
    }
}

/// The path from a state of a puzzle, with the easiest step at each position.
#[derive(Clone, Debug)]
pub struct SolutionPath {
    puzzle: Puzzle,
    geometry: Arc<Geometry>,
    steps: Vec<PathStep>,
    board: Board,
    end: PathEnd,
}

impl SolutionPath {
    /// Applies the easiest step until no technique finds one. Compares each step with the solution,
    /// if there is exactly one. Takes some milliseconds for most 9×9 puzzles and seconds for the
    /// hardest. Of the budget, only time and cancellation apply, not the limit of guesses.
    #[must_use]
    pub fn new(game: &Game, budget: &Budget<'_>) -> Self {
        let (mut steps, mut board) = (Vec::new(), game.board().clone());
        let end = if matches!(game.verdict(), Verdict::Unsolvable) {
            PathEnd::Unsolvable
        } else if game.is_dead_end() || !game.mistakes().is_empty() {
            PathEnd::Wrong
        } else {
            let stop = || budget.poll().is_some();
            let mut logical_solver = game.logical_solver().with_stop(&stop);
            let end = loop {
                let before = logical_solver.board().clone();
                match logical_solver.apply_next_step() {
                    Ok(step) => steps.push(PathStep { before, step }),
                    Err(end) => break end,
                }
            };
            board = logical_solver.board().clone();
            match end {
                SolveEnd::Solved => PathEnd::Solved,
                SolveEnd::Stopped => {
                    PathEnd::Stopped(budget.poll().unwrap_or(StopReason::Cancelled))
                }
                SolveEnd::Unsound => PathEnd::Stopped(StopReason::Internal),
                SolveEnd::Stuck | SolveEnd::Contradiction(_) if game.solution().is_none() => {
                    PathEnd::Several
                }
                SolveEnd::Stuck | SolveEnd::Contradiction(_) => PathEnd::Stuck,
            }
        };
        Self {
            puzzle: game.puzzle().clone(),
            geometry: Geometry::for_layout(board.layout()),
            steps,
            board,
            end,
        }
    }

    /// Returns the puzzle, see [`Game::puzzle`].
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
    pub fn end(&self) -> PathEnd {
        self.end
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

    /// Returns the position before a step.
    #[must_use]
    pub fn position<'a>(&'a self, step: &'a PathStep) -> Position<'a> {
        Position::new(&self.puzzle, &step.before, &self.geometry)
    }

    /// Returns the deduction of a step in the symbols of the puzzle: `r4c4=7`, `r1c2-3 r1c9-3`.
    #[must_use]
    pub fn format_deduction(&self, step: &PathStep) -> String {
        format_deduction(&self.position(step), &step.step.deduction)
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::format::Record;
    use ndoku_core::{Digit, Layout};

    use super::*;
    use crate::Solver;
    use crate::hint::LogicalSolver;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn path(record: &Record, budget: &Budget<'_>) -> (Game, SolutionPath) {
        let game = Game::new(record, &mut Solver::new(), &Budget::default()).unwrap();
        let path = SolutionPath::new(&game, budget);
        (game, path)
    }

    #[test]
    fn steps_equal_those_of_the_solver_and_end_with_the_solution() {
        let (game, path) = path(&EASY.parse::<Puzzle>().unwrap().into(), &Budget::default());
        let mut logical_solver: LogicalSolver<'_> = game.logical_solver();
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
            let (_, path) = path(record, budget);
            (path.end().name(), path.steps().len(), path.rating())
        };
        let free = Budget::default();
        let empty = Puzzle::empty(&Layout::with_boxes(3, 3).unwrap());
        assert_eq!(end(&empty.into(), &free), ("several", 0, Difficulty(0)));
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
        let cut = Budget::default().expired(&over);
        assert_eq!(end(&puzzle.into(), &cut), ("stopped", 0, Difficulty(0)));
    }
}
