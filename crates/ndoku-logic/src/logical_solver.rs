//! The way through a puzzle: the easiest step that there is, and again.

use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku_core::{Board, Puzzle, Solution};

use crate::position::{Contradiction, Geometry, Position};
use crate::step::{Deduction, Step};
use crate::technique::Technique;

/// How a way ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SolveEnd {
    /// Every cell is decided.
    Solved,
    /// No technique knows more.
    Stuck,
    /// The board has no solution.
    Contradiction(Contradiction),
    /// A step is wrong: it contradicts the solution that the walker was told.
    Unsound,
    /// It was told to stop.
    Stopped,
}

/// Walks through a puzzle step by step.
pub struct LogicalSolver<'a> {
    puzzle: Puzzle,
    board: Board,
    geometry: Arc<Geometry>,
    techniques: &'a [&'static Technique],
    solution: Option<&'a Solution>,
    with_explanations: bool,
    is_unique: bool,
    first_match: bool,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> LogicalSolver<'a> {
    /// Begins at a board of this puzzle, which [`Board::with_clues_placed`] makes for the beginning. `techniques` are ordered: where a step of one is found,
    /// those after it that are no easier than the step are not looked at.
    #[must_use]
    pub fn new(puzzle: &Puzzle, board: Board, techniques: &'a [&'static Technique]) -> Self {
        let geometry = Geometry::for_layout(board.layout());
        Self {
            puzzle: puzzle.clone(),
            board,
            geometry,
            techniques,
            solution: None,
            with_explanations: false,
            is_unique: true,
            first_match: false,
            stop: &|| false,
        }
    }

    /// The first technique in the order given that finds anything is used, with what it finds first, however hard that is; the order need not be by difficulty.
    #[must_use]
    pub fn with_first_match(self) -> Self {
        Self {
            first_match: true,
            ..self
        }
    }

    /// Steps come with marks and words.
    #[must_use]
    pub fn with_explanations(self) -> Self {
        Self {
            with_explanations: true,
            ..self
        }
    }

    /// Holds every step against the solution.
    #[must_use]
    pub fn with_solution_check(self, solution: &'a Solution) -> Self {
        Self {
            solution: Some(solution),
            ..self
        }
    }

    /// Whether techniques may rely on it that the puzzle has one solution only; they may, unless this says no.
    #[must_use]
    pub fn with_uniqueness(self, is_unique: bool) -> Self {
        Self { is_unique, ..self }
    }

    /// Asks this every few milliseconds whether to stop.
    #[must_use]
    pub fn with_stop(self, stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop, ..self }
    }

    /// The board as it stands.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The board as techniques look at it.
    #[must_use]
    pub fn position(&self) -> Position<'_> {
        Position::new(&self.puzzle, &self.board, &self.geometry).with_uniqueness(self.is_unique)
    }

    /// Why the walk ends here, if it does for a reason that the board shows.
    #[must_use]
    pub fn end(&self) -> Option<SolveEnd> {
        if let Some(contradiction) = self.position().contradiction() {
            return Some(SolveEnd::Contradiction(contradiction));
        }
        (self.board.open_count() == 0).then_some(SolveEnd::Solved)
    }

    /// The easiest step from here; the board stays as it is. Of equal ones the first found.
    #[must_use]
    pub fn next_step(&self) -> Option<Step> {
        let position = self.position();
        let mut best: Option<Step> = None;
        for technique in self.techniques.iter().copied() {
            if best
                .as_ref()
                .is_some_and(|best| self.first_match || technique.difficulty >= best.difficulty)
                || (self.stop)()
            {
                break;
            }
            let _ = technique.for_each_step(
                &position,
                self.with_explanations,
                self.stop,
                &mut |step| {
                    let is_easiest = self.first_match || step.difficulty == technique.difficulty;
                    if best
                        .as_ref()
                        .is_none_or(|best| step.difficulty < best.difficulty)
                    {
                        best = Some(step);
                    }
                    if is_easiest {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
        }
        best
    }

    /// All steps from here that are as easy as the easiest: independent of how the puzzle is turned, and its digits are named.
    #[must_use]
    pub fn easiest_steps(&self) -> Vec<Step> {
        let position = self.position();
        let mut best: Vec<Step> = Vec::new();
        for technique in self.techniques.iter().copied() {
            if best
                .first()
                .is_some_and(|best| technique.difficulty > best.difficulty)
                || (self.stop)()
            {
                break;
            }
            let _ = technique.for_each_step(
                &position,
                self.with_explanations,
                self.stop,
                &mut |step| {
                    match best
                        .first()
                        .map(|best| step.difficulty.cmp(&best.difficulty))
                    {
                        Some(std::cmp::Ordering::Greater) => {}
                        Some(std::cmp::Ordering::Equal) => best.push(step),
                        Some(std::cmp::Ordering::Less) | None => best = vec![step],
                    }
                    ControlFlow::Continue(())
                },
            );
        }
        best
    }

    /// Makes a step.
    ///
    /// # Errors
    /// [`SolveEnd::Unsound`] if it contradicts the solution; the board is as before.
    pub fn apply(&mut self, deduction: &Deduction) -> Result<(), SolveEnd> {
        if self
            .solution
            .is_some_and(|solution| deduction.find_error(solution).is_some())
        {
            return Err(SolveEnd::Unsound);
        }
        apply_deduction(&mut self.board, deduction);
        Ok(())
    }

    /// Looks for the easiest step and makes it.
    ///
    /// # Errors
    /// How the walk ended.
    pub fn apply_next_step(&mut self) -> Result<Step, SolveEnd> {
        if let Some(end) = self.end() {
            return Err(end);
        }
        let step = self.next_step();
        if (self.stop)() {
            return Err(SolveEnd::Stopped);
        }
        let step = step.ok_or(SolveEnd::Stuck)?;
        self.apply(&step.deduction)?;
        Ok(step)
    }

    /// Goes to the end, and calls `each` with every step.
    pub fn run(&mut self, each: &mut dyn FnMut(Step)) -> SolveEnd {
        loop {
            match self.apply_next_step() {
                Ok(step) => each(step),
                Err(end) => return end,
            }
        }
    }
}

/// Changes a board as a step says.
pub fn apply_deduction(board: &mut Board, deduction: &Deduction) {
    for placed in &deduction.placements {
        board.place(*placed);
    }
    for gone in &deduction.eliminations {
        board.remove(*gone);
    }
}
