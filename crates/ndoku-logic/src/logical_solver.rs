//! `LogicalSolver`: applies the easiest step again and again.

use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku_core::{Board, Puzzle, Solution};

use crate::position::{Contradiction, Geometry, Position};
use crate::solution_status::SolutionStatus;
use crate::step::{Deduction, Step};
use crate::technique::Technique;
use crate::techniques::TECHNIQUES;

/// The reason why solving ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SolveEnd {
    /// Every cell is decided.
    Solved,
    /// No technique finds a step.
    Stuck,
    /// The board has no solution.
    Contradiction(Contradiction),
    /// A step contradicts the known solution.
    Unsound,
    /// The caller stopped it.
    Stopped,
}

/// A solver that applies techniques step by step.
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
    /// Returns a solver for a board of this puzzle. [`Board::with_clues_placed`] makes the initial
    /// board. The order of `techniques` matters: after a step is found, later techniques that are
    /// not easier are skipped.
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

    /// Returns a solver for a state of a puzzle, with all techniques and explanations. It compares
    /// every step with a unique solution, and otherwise skips techniques that assume one.
    #[must_use]
    pub fn for_state(puzzle: &Puzzle, board: Board, status: &'a SolutionStatus) -> Self {
        let solver = Self::new(puzzle, board, TECHNIQUES).with_explanations();
        match status.solution() {
            Some(solution) => solver.with_solution_check(solution),
            None => solver.with_uniqueness(false),
        }
    }

    /// Uses the first step of the first technique in the given order, whatever its difficulty. The
    /// order need not follow the difficulty.
    #[must_use]
    pub fn with_first_match(self) -> Self {
        Self {
            first_match: true,
            ..self
        }
    }

    /// Gives steps explanations and highlights.
    #[must_use]
    pub fn with_explanations(self) -> Self {
        Self {
            with_explanations: true,
            ..self
        }
    }

    /// Compares every step with the solution.
    #[must_use]
    pub fn with_solution_check(self, solution: &'a Solution) -> Self {
        Self {
            solution: Some(solution),
            ..self
        }
    }

    /// Sets whether techniques may assume a unique solution (default `true`).
    #[must_use]
    pub fn with_uniqueness(self, is_unique: bool) -> Self {
        Self { is_unique, ..self }
    }

    /// Sets a function that is called every few milliseconds and returns `true` to stop.
    #[must_use]
    pub fn with_stop(self, stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop, ..self }
    }

    /// Returns the current board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> Position<'_> {
        Position::new(&self.puzzle, &self.board, &self.geometry).with_uniqueness(self.is_unique)
    }

    /// Returns the reason to end here, if the board shows one.
    #[must_use]
    pub fn end(&self) -> Option<SolveEnd> {
        if let Some(contradiction) = self.position().contradiction() {
            return Some(SolveEnd::Contradiction(contradiction));
        }
        (self.board.open_count() == 0).then_some(SolveEnd::Solved)
    }

    /// Returns the easiest step from here, and of equal ones the first. The board does not change.
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

    /// Returns all steps from here that are as easy as the easiest. Transforming the grid or
    /// renaming its digits does not change them.
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

    /// Applies a deduction.
    ///
    /// # Errors
    /// [`SolveEnd::Unsound`] if it contradicts the solution. The board is then unchanged.
    pub fn apply(&mut self, deduction: &Deduction) -> Result<(), SolveEnd> {
        self.check(deduction)?;
        apply_deduction(&mut self.board, deduction);
        Ok(())
    }

    /// Compares a deduction with the solution.
    fn check(&self, deduction: &Deduction) -> Result<(), SolveEnd> {
        match self
            .solution
            .and_then(|solution| deduction.find_error(solution))
        {
            Some(_) => Err(SolveEnd::Unsound),
            None => Ok(()),
        }
    }

    /// Finds the easiest step. The board does not change.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn find_step(&self) -> Result<Step, SolveEnd> {
        if let Some(end) = self.end() {
            return Err(end);
        }
        let step = self.next_step();
        if (self.stop)() {
            return Err(SolveEnd::Stopped);
        }
        let step = step.ok_or(SolveEnd::Stuck)?;
        self.check(&step.deduction)?;
        Ok(step)
    }

    /// Finds the easiest step and applies it.
    ///
    /// # Errors
    /// The reason why solving ended.
    pub fn apply_next_step(&mut self) -> Result<Step, SolveEnd> {
        let step = self.find_step()?;
        apply_deduction(&mut self.board, &step.deduction);
        Ok(step)
    }

    /// Applies steps to the end, and calls `each` with every step.
    pub fn run(&mut self, each: &mut dyn FnMut(Step)) -> SolveEnd {
        loop {
            match self.apply_next_step() {
                Ok(step) => each(step),
                Err(end) => return end,
            }
        }
    }
}

/// Applies a deduction to a board.
pub fn apply_deduction(board: &mut Board, deduction: &Deduction) {
    for placed in &deduction.placements {
        board.place(*placed);
    }
    for gone in &deduction.eliminations {
        board.remove(*gone);
    }
}
