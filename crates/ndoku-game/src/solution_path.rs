//! `SolutionPath`: the whole way to the solution, to be looked at step by step, forwards and backwards.

use ndoku::format::Record;
use ndoku::hint::Game;
use ndoku::way::{self, WayEnd as End};
use ndoku::{Board, Budget, Mark, Puzzle, Role, Solver, StopReason};

use crate::view::Picture;

/// A step of the way.
#[derive(Clone, Debug)]
pub struct PathStep {
    /// The name of the technique.
    pub technique: &'static str,
    /// How hard the step is, on the scale of ndoku's own ratings.
    pub rating: f64,
    /// What it changes, in the symbols of the puzzle: `r4c4=7`, `r1c2-3 r1c9-3`.
    pub effect: String,
    /// Why it holds, and what follows.
    pub text: String,
    /// What to point at: the reasons, and what follows.
    marks: Vec<Mark>,
}

/// How a way ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// The puzzle is solved.
    Solved,
    /// No technique knows more.
    Stuck,
    /// The position has no solution.
    Contradiction,
}

/// The way from a position to the solution, and where on it one stands.
#[derive(Clone, Debug)]
pub struct SolutionPath {
    puzzle: Puzzle,
    /// Before each step, and after the last.
    boards: Vec<Board>,
    steps: Vec<PathStep>,
    end: PathEnd,
    from_start: bool,
    position: usize,
}

impl SolutionPath {
    /// Finds the way from a position; from the clues alone, if the position is wrong.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn find(
        position: &Record,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        let mut game = Game::new(position, solver, budget).map_err(|stopped| stopped.reason)?;
        let from_start = !game.mistakes().is_empty() || game.is_dead_end();
        if from_start {
            let beginning = Record {
                placed: None,
                ..Record::from(game.puzzle().clone())
            };
            game = Game::new(&beginning, solver, budget).map_err(|stopped| stopped.reason)?;
        }
        let way = way::Way::of(&game, budget);
        let end = match way.end() {
            End::Solved => PathEnd::Solved,
            End::Stuck | End::Several => PathEnd::Stuck,
            End::Unsolvable | End::Wrong => PathEnd::Contradiction,
            End::Stopped(reason) => return Err(reason),
        };
        let told = |one: &way::WayStep| {
            let step = &one.step;
            let placed = step
                .effect
                .placements
                .iter()
                .map(|one| Mark::Candidate(*one, Role::Placed));
            let gone = step
                .effect
                .eliminations
                .iter()
                .map(|one| Mark::Candidate(*one, Role::Eliminated));
            PathStep {
                technique: step.technique.name,
                rating: step.difficulty.to_f64(),
                effect: way.effect(one),
                text: step.why.text.clone(),
                marks: step
                    .why
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

    /// The steps.
    #[must_use]
    pub fn steps(&self) -> &[PathStep] {
        &self.steps
    }

    /// How it ends.
    #[must_use]
    pub fn end(&self) -> PathEnd {
        self.end
    }

    /// Whether it begins with the clues alone, since the position was wrong.
    #[must_use]
    pub fn is_from_start(&self) -> bool {
        self.from_start
    }

    /// The number of the step that comes next here, from 0; that of all steps at the end.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// The step that comes next here; none at the end.
    #[must_use]
    pub fn step(&self) -> Option<&PathStep> {
        self.steps.get(self.position)
    }

    /// Goes to a step by its number, or to the end if there is none; whether one stands elsewhere now.
    pub fn go_to(&mut self, to: usize) -> bool {
        let to = to.min(self.steps.len());
        std::mem::replace(&mut self.position, to) != to
    }

    /// What the step points at that comes next here.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        self.step().map_or(&[], |step| &step.marks)
    }

    /// The board here, with what is to be pointed at.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let mut picture = Picture::from_board(&self.puzzle, &self.boards[self.position]);
        picture.highlight(&self.puzzle, self.marks());
        picture
    }
}
