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
//!
//! It is conflict-driven search as SAT solvers do it, on the exact cover itself: a cell, or a digit in a house, is one *item* with one true candidate, where a written
//! encoding needs N²/2 clauses.

mod analyse;
mod clauses;
mod heap;
pub(crate) mod problem;
mod rhythm;
mod search;
mod state;

use std::ops::ControlFlow;

use ndoku_core::{Digit, Layout, Puzzle};
use search::Search;

use crate::engine::{Budget, Engine, Stats, StopReason, Stopped};
use crate::general::General;

/// The engine that learns from contradictions.
///
/// With [`Order::Sorted`](crate::Order::Sorted) it guesses the first open cell's smallest digit, without restarts. Each solution that was found is forbidden by a clause
/// of its own, which stays: for very many solutions [`General`] is the better one. Memory: some 40 bytes for each open candidate, and what is learnt.
#[derive(Default)]
pub struct Learning {
    general: General,
    search: Search,
    open: Vec<(u16, u8)>,
}

impl Learning {
    /// An engine without memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl std::fmt::Debug for Learning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Learning").field("variables", &self.search.problem.candidates.len()).finish_non_exhaustive()
    }
}

impl Engine for Learning {
    fn name(&self) -> &'static str {
        "learning"
    }

    /// What [`General`] supports.
    fn supports(&self, layout: &Layout) -> bool {
        self.general.supports(layout)
    }

    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Stopped> {
        let mut stats = Stats::default();
        if !self.supports(puzzle.layout()) {
            return Err(Stopped::new(StopReason::Unsupported, stats));
        }
        let Self { general, search, open } = self;
        open.clear();
        match general.open_candidates(puzzle, budget, &mut |cell, digit| open.push((cell as u16, digit as u8))) {
            Err(reason) => return Err(Stopped::new(reason, stats)),
            Ok(false) => {
                stats.contradictions = 1;
                stats.exhausted = true;
                return Ok(stats);
            }
            Ok(true) => search.problem.set(puzzle, open),
        }
        match search.run(puzzle, budget, found, &mut stats) {
            Ok(()) => Ok(stats),
            Err(reason) => Err(Stopped::new(reason, stats)),
        }
    }
}
