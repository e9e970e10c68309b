//! `SolutionPath`: the solution path with a current position, to step forwards and backwards.

use ndoku::format::Record;
use ndoku::hint::Game;
use ndoku::solution_path::{self as way, PathEnd as End};
use ndoku::{Board, Budget, Highlight, HighlightRole, Puzzle, Solver, StopReason};

use crate::view::Picture;

/// A step of the path.
#[derive(Clone, Debug)]
pub struct PathStep {
    /// The name of the technique.
    pub technique: &'static str,
    /// The difficulty of the step, on ndoku's own scale.
    pub rating: f64,
    /// The changes in the symbols of the puzzle: `r4c4=7`, `r1c2-3 r1c9-3`.
    pub effect: String,
    /// The reason and the consequences.
    pub text: String,
    /// The marks of the reason and the consequences.
    marks: Vec<Highlight>,
}

/// The end of a path.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// The puzzle is solved.
    Solved,
    /// No technique applies.
    Stuck,
    /// The position has no solution.
    Contradiction,
}

/// The path from a position to the solution, and the current position on it.
#[derive(Clone, Debug)]
pub struct SolutionPath {
    puzzle: Puzzle,
    /// The boards before each step and after the last one.
    boards: Vec<Board>,
    steps: Vec<PathStep>,
    end: PathEnd,
    from_start: bool,
    position: usize,
}

impl SolutionPath {
    /// Finds the path from a position, or from the clues only if the position is wrong.
    ///
    /// # Errors
    /// Fails if the budget runs out.
    pub fn find(
        position: &Record,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        let mut game = Game::new(position, solver, budget).map_err(|stopped| stopped.reason)?;
        let from_start = !game.mistakes().is_empty() || game.is_dead_end();
        if from_start {
            let beginning = Record {
                entries: None,
                ..Record::from(game.puzzle().clone())
            };
            game = Game::new(&beginning, solver, budget).map_err(|stopped| stopped.reason)?;
        }
        let way = way::SolutionPath::new(&game, budget);
        let end = match way.end() {
            End::Solved => PathEnd::Solved,
            End::Stuck | End::Several => PathEnd::Stuck,
            End::Unsolvable | End::Wrong => PathEnd::Contradiction,
            End::Stopped(reason) => return Err(reason),
        };
        let told = |one: &way::PathStep| {
            let step = &one.step;
            let placed = step
                .deduction
                .placements
                .iter()
                .map(|one| Highlight::Candidate(*one, HighlightRole::Placed));
            let gone = step
                .deduction
                .eliminations
                .iter()
                .map(|one| Highlight::Candidate(*one, HighlightRole::Eliminated));
            PathStep {
                technique: step.technique.name,
                rating: step.difficulty.to_f64(),
                effect: way.format_deduction(one),
                text: step.explanation.text.clone(),
                marks: step
                    .explanation
                    .marks
                    .iter()
                    .cloned()
                    .chain(placed)
                    .chain(gone)
                    .collect(),
            }
        };
        let steps = way.steps().iter().map(told).collect();
        let boards = way
            .steps()
            .iter()
            .map(|one| &one.before)
            .chain([way.board()])
            .cloned()
            .collect();
        Ok(Self {
            puzzle: game.puzzle().clone(),
            boards,
            steps,
            end,
            from_start,
            position: 0,
        })
    }

    /// Returns the steps.
    #[must_use]
    pub fn steps(&self) -> &[PathStep] {
        &self.steps
    }

    /// Returns the end of the path.
    #[must_use]
    pub fn end(&self) -> PathEnd {
        self.end
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
        self.steps.get(self.position)
    }

    /// Moves to a step, or to the end if the index is too large. Returns `true` if the position
    /// changed.
    pub fn go_to(&mut self, to: usize) -> bool {
        let to = to.min(self.steps.len());
        std::mem::replace(&mut self.position, to) != to
    }

    /// Returns the marks of the next step.
    #[must_use]
    pub fn marks(&self) -> &[Highlight] {
        self.step().map_or(&[], |step| &step.marks)
    }

    /// Returns the current board with the marks of the next step.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let mut picture = Picture::from_board(&self.puzzle, &self.boards[self.position]);
        picture.highlight(&self.puzzle, self.marks());
        picture
    }
}
