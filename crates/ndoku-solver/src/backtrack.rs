//! `Backtrack`: a backtracking engine for every layout. It supports sizes up to 255, boxes, regions
//! or neither, diagonals, extra houses, constraints and pencilmarks.
//!
//! ```text
//!   puzzle ─ load ─▶ singles ─▶ locked candidates, hidden pairs ─▶ constraints ─▶ guess ─▶ …
//!                       ▲  └────────────────────────◀────────────────────┘          │
//!                       └───────────────── backtrack, rule out ◀────────────────────┘
//! ```
//!
//! The loop ends with a solution when no cell is open. Digits of a cell and places of a digit are
//! sets of 1, 2 or 4 words ([`BitSet`](ndoku_core::BitSet)).
//!
//! | file | content |
//! |---|---|
//! | `tables` | houses, crossings, peers and constraints of a layout, as numbers |
//! | `state` | candidates, counts and trail; placing and removing |
//! | `branch` | selection of the branching candidate |
//! | `search` | search loop, restarts, budget |

mod branch;
mod search;
mod state;
mod tables;

use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku_core::propagator::Propagator;
use ndoku_core::{Digit, Layout, Puzzle};
use search::{BacktrackSearch, RESTART_UNIT};
use tables::Tables;

use crate::engine::{Budget, Engine, Interrupted, Stats, StopReason};

/// A backtracking engine for every layout, with dom/wdeg branching and restarts.
///
/// With [`Order::Search`](crate::Order::Search) the order of solutions follows from the branching,
/// see `branch.rs`. With [`Order::Sorted`](crate::Order::Sorted) it is ascending row by row. The
/// engine keeps the tables of the last layout: puzzles of one layout should share one [`Layout`] (a
/// clone does). Memory: about N³ / 2 bytes, and up to 4 N³ for the trail.
pub struct Backtrack {
    cached: Option<(Layout, SizedSearch)>,
    restart_unit: u64,
}

/// Limits of [`Backtrack::search_with_limits`], and its restart schedule.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BacktrackLimits {
    /// Number of conflicts after which the search gives up; `u64::MAX` sets no limit.
    pub max_conflicts: u64,
    /// Number of conflicts before the first restart, at least 1; later restarts follow after
    /// multiples of it. `u64::MAX` disables restarts.
    pub restart_unit: u64,
}

impl Default for Backtrack {
    fn default() -> Self {
        Self {
            cached: None,
            restart_unit: RESTART_UNIT,
        }
    }
}

/// A search with sets of 1, 2 or 4 words, chosen by the size of the layout.
enum SizedSearch {
    One(Box<BacktrackSearch<1>>),
    Two(Box<BacktrackSearch<2>>),
    Four(Box<BacktrackSearch<4>>),
}

impl Backtrack {
    /// Creates an engine without tables; the first puzzle builds them.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the restart unit: the number of conflicts before the first restart, at least 1.
    /// Later restarts follow after multiples of it; `u64::MAX` disables restarts. The unit changes
    /// the order of solutions and the time, but not the set of solutions.
    #[must_use]
    pub fn with_restart_unit(self, conflicts: u64) -> Self {
        Self {
            cached: None,
            restart_unit: conflicts.max(1),
        }
    }

    /// Searches like [`Engine::search`], but gives up after a number of conflicts. This probes
    /// whether backtracking alone solves the puzzle. While most guesses are right, the search
    /// continues, however many there are. Searches that differ only in `max_conflicts` find
    /// the same solutions in the same order, as far as they get.
    ///
    /// # Errors
    /// See [`Engine::search`]. [`StopReason::GuessLimit`] also means that the search gave up.
    pub fn search_with_limits(
        &mut self,
        limits: BacktrackLimits,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        if !self.supports(puzzle.layout()) {
            return Err(Interrupted::new(StopReason::Unsupported, Stats::default()));
        }
        match self.search_for_layout(puzzle.layout()) {
            SizedSearch::One(search) => search.run(puzzle, budget, limits, found),
            SizedSearch::Two(search) => search.run(puzzle, budget, limits, found),
            SizedSearch::Four(search) => search.run(puzzle, budget, limits, found),
        }
    }

    /// Propagates without guessing, and calls `each` with the cell and the digit index of every
    /// open candidate, in order. Returns `false` if the puzzle is contradictory.
    ///
    /// # Errors
    /// Returns the reason if the flag or the clock of the budget stops the search.
    pub(crate) fn open_candidates(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        each: &mut dyn FnMut(usize, usize),
    ) -> Result<bool, StopReason> {
        match self.search_for_layout(puzzle.layout()) {
            SizedSearch::One(search) => search.open_candidates(puzzle, budget, each),
            SizedSearch::Two(search) => search.open_candidates(puzzle, budget, each),
            SizedSearch::Four(search) => search.open_candidates(puzzle, budget, each),
        }
    }

    /// Returns the propagators of the layout of the last search, the derived ones included.
    pub(crate) fn propagators(&self) -> Arc<[Propagator]> {
        match self.cached.as_ref().map(|(_, search)| search) {
            Some(SizedSearch::One(search)) => search.propagators(),
            Some(SizedSearch::Two(search)) => search.propagators(),
            Some(SizedSearch::Four(search)) => search.propagators(),
            None => Arc::default(),
        }
    }

    fn search_for_layout(&mut self, layout: &Layout) -> &mut SizedSearch {
        // Layouts compare constraints by their description only, which is not enough to reuse their
        // tables.
        let same = |kept: &Layout| {
            let (old, new) = (kept.constraints(), layout.constraints());
            old.len() == new.len()
                && old.iter().zip(new).all(|(a, b)| Arc::ptr_eq(a, b))
                && kept == layout
        };
        if !self.cached.as_ref().is_some_and(|(kept, _)| same(kept)) {
            self.cached = None;
        }
        let (_, kept) = self.cached.get_or_insert_with(|| {
            let search = match layout.size() {
                0..=64 => SizedSearch::One(Box::new(BacktrackSearch::new(Tables::new(layout)))),
                65..=128 => SizedSearch::Two(Box::new(BacktrackSearch::new(Tables::new(layout)))),
                _ => SizedSearch::Four(Box::new(BacktrackSearch::new(Tables::new(layout)))),
            };
            (layout.clone(), search)
        });
        kept
    }
}

impl std::fmt::Debug for Backtrack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Backtrack")
            .field(
                "tables_for",
                &self.cached.as_ref().map(|(layout, _)| layout),
            )
            .finish()
    }
}

impl Engine for Backtrack {
    fn name(&self) -> &'static str {
        "backtrack"
    }

    /// Returns `true` for every layout, unless a constraint names cells outside the grid.
    fn supports(&self, layout: &Layout) -> bool {
        layout
            .constraints()
            .iter()
            .all(|constraint| constraint.cells().iter().all(|cell| layout.contains(*cell)))
    }

    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        self.search_with_limits(
            BacktrackLimits {
                max_conflicts: u64::MAX,
                restart_unit: self.restart_unit,
            },
            puzzle,
            budget,
            found,
        )
    }
}
