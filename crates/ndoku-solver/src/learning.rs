//! `Learning`: the engine that learns from contradictions, for puzzles too large or too hard for guessing alone. Any size, boxes or regions, diagonals, extra houses,
//! constraints, pencilmarks.
//!
//! ```text
//!   puzzle ─ singles, locked candidates … ─▶ open candidates ─▶ variables and items
//!                                                                   │
//!   guess ─▶ what follows ─▶ contradiction ─▶ clause learnt ─▶ back to where it tells something ─▶ …        until nothing is open: a solution
//! ```
//!
//! | file | |
//! |---|---|
//! | `problem` | variables, items, links: what is left of the puzzle |
//! | `state` | what is true, what follows, why; taking back |
//! | `clauses` | what was learnt |
//! | `analyse` | from a contradiction to a clause |
//! | `heap` | which variable took part most |
//! | `rhythm` | when to begin anew and to forget |
//! | `search` | the loop |
//! | `proof` | that there is no solution, for programs that check it |
//!
//! It is conflict-driven search as SAT solvers do it, on the exact cover itself: a cell, or a digit in a house, is one *item* with one true candidate, where a written
//! encoding needs N²/2 clauses.

mod analyse;
mod clauses;
mod heap;
pub(crate) mod problem;
mod proof;
mod rhythm;
mod search;
mod state;

use std::ops::ControlFlow;

use ndoku_core::{Digit, Layout, Puzzle, Solution};
pub use proof::ProofStep;
use search::Search;

use crate::backtrack::Backtrack;
use crate::engine::{Budget, Engine, Interrupted, Stats, StopReason};

/// The engine that learns from contradictions.
///
/// With [`Order::Sorted`](crate::Order::Sorted) it guesses the first open cell's smallest digit, without restarts. Each solution that was found is forbidden by a clause
/// of its own, which stays: for very many solutions [`Backtrack`] is the better one. Memory: some 40 bytes for each open candidate, and what is learnt.
#[derive(Default)]
pub struct Learning {
    general: Backtrack,
    search: Search,
    open: Vec<(u16, u8)>,
}

impl Learning {
    /// An engine without memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with a seed, any number, 0 at first. With each it goes another way to the same answers; with the same one it goes the same way every time. How long a puzzle takes varies much from
    /// one to the next where clues are near the density at which puzzles are hardest.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.search.seed = seed;
        self
    }

    /// Debug builds only, for tests: from now on every clause learnt is held against this solution of the puzzles to come, until it is found; one that it violates stops the
    /// program.
    #[cfg(debug_assertions)]
    #[doc(hidden)]
    pub fn hold_against(&mut self, solution: &Solution) {
        self.search.known = Some(solution.digits().to_vec());
    }

    /// Proves that a puzzle has no solution, or finds one. `step` is told every step of the proof, which holds for the clauses of [`Encoding`](ndoku_core::Encoding); the last
    /// is the empty clause. What was told before a solution was found proves nothing.
    ///
    /// Slower than a search without proof, since that begins with what stronger propagation leaves. Memory: some 200 bytes for each cell and digit, besides what is learnt.
    ///
    /// # Errors
    /// [`Interrupted`] if the budget ran out first, or with [`StopReason::Unsupported`] if a constraint is more than pairs of candidates, so that there are no clauses for it.
    pub fn refute(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        step: &mut dyn FnMut(ProofStep<'_>),
    ) -> Result<Option<Solution>, Interrupted> {
        let layout = puzzle.layout();
        if !self.supports(layout)
            || layout
                .constraints()
                .iter()
                .any(|constraint| !constraint.is_pairwise())
        {
            return Err(Interrupted::new(StopReason::Unsupported, Stats::default()));
        }
        let Self { search, open, .. } = self;
        let size = usize::from(layout.size());
        if layout
            .cells()
            .any(|cell| puzzle.candidates(cell).is_empty())
        {
            step(ProofStep::Learnt(&[]));
            return Ok(None);
        }
        open.clear();
        open.extend(
            (0..layout.cell_count() * size)
                .map(|variable| ((variable / size) as u16, (variable % size) as u8)),
        );
        search.problem.set(puzzle, open);
        // In a grid of one cell nothing is open.
        let given = (0..search.problem.candidates.len() as u32).filter_map(|variable| {
            let cell = layout.cell(variable as usize / size);
            let digit = Digit::from_index(variable as usize % size);
            match puzzle.clue(cell) {
                Some(clue) => (clue == digit).then_some(2 * variable),
                None => (!puzzle.candidates(cell).contains(digit)).then_some(2 * variable + 1),
            }
        });
        let given: Vec<u32> = given.collect();
        let mut solution = None;
        let mut found = |digits: &[Digit]| {
            solution = Solution::new(layout, digits).ok();
            ControlFlow::Break(())
        };
        match search.refute(puzzle, given.into_iter(), budget, &mut found, step) {
            Ok(_) => Ok(solution),
            Err((reason, stats)) => Err(Interrupted::new(reason, stats)),
        }
    }
}

impl std::fmt::Debug for Learning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Learning")
            .field("variables", &self.search.problem.candidates.len())
            .finish_non_exhaustive()
    }
}

impl Engine for Learning {
    fn name(&self) -> &'static str {
        "learning"
    }

    /// What [`Backtrack`] supports.
    fn supports(&self, layout: &Layout) -> bool {
        self.general.supports(layout)
    }

    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        let mut stats = Stats::default();
        if !self.supports(puzzle.layout()) {
            return Err(Interrupted::new(StopReason::Unsupported, stats));
        }
        let Self {
            general,
            search,
            open,
        } = self;
        open.clear();
        match general.open_candidates(puzzle, budget, &mut |cell, digit| {
            open.push((cell as u16, digit as u8))
        }) {
            Err(reason) => return Err(Interrupted::new(reason, stats)),
            Ok(false) => {
                stats.contradictions = 1;
                stats.exhausted = true;
                return Ok(stats);
            }
            Ok(true) => search.problem.set(puzzle, open),
        }
        match search.run(puzzle, budget, found, &mut stats) {
            Ok(()) => Ok(stats),
            Err(reason) => Err(Interrupted::new(reason, stats)),
        }
    }
}
