//! `Backtrack`: the engine for any layout. Any size to 255, boxes or regions or none, diagonals, extra houses, constraints, pencilmarks.
//!
//! ```text
//!   puzzle ─ load ─▶ singles ─▶ locked candidates, hidden pairs ─▶ constraints ─▶ guess ─▶ …      until nothing is open: a solution
//!                       ▲  └────────────────────────◀────────────────────┘          │
//!                       └───────────────── take back, rule out ◀────────────────────┘
//! ```
//!
//! | file | |
//! |---|---|
//! | `set` | sets of digits or places, 1, 2 or 4 words |
//! | `tables` | houses, crossings, peers, constraints of a layout, as numbers |
//! | `state` | candidates, counts, trail; placing and removing |
//! | `branch` | what to guess |
//! | `search` | the loop, restarts, budget |

mod branch;
mod search;
mod set;
mod state;
mod tables;

use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku_core::{Digit, Layout, Puzzle};
pub(crate) use search::luby;
use search::{RESTART_UNIT, Search};
use tables::Tables;

use crate::engine::{Budget, Engine, Interrupted, Stats, StopReason};

/// The engine for any layout.
///
/// With [`Order::Search`](crate::Order::Search) solutions come as the branching meets them, see `branch.rs`; with [`Order::Sorted`](crate::Order::Sorted)
/// ascending row by row. It keeps the tables of the last layout: puzzles of one layout should share one [`Layout`] (a clone does).
/// Memory: about N³ / 2 bytes, and up to 4 N³ for the trail.
pub struct Backtrack {
    cached: Option<(Layout, SizedSearch)>,
    restart_unit: u64,
}

/// How long [`Backtrack::search_with_limits`] searches, and how often it begins anew.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BacktrackLimits {
    /// After so many contradictions it gives up; `u64::MAX` is never.
    pub max_contradictions: u64,
    /// The first restart comes after this many contradictions, at least 1, the others after multiples of it; `u64::MAX` is never.
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

/// A search for the width of sets that the size needs.
enum SizedSearch {
    One(Box<Search<1>>),
    Two(Box<Search<2>>),
    Four(Box<Search<4>>),
}

impl Backtrack {
    /// An engine without tables yet; they are made for the first puzzle.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with other restarts: the first comes after this many contradictions, at least 1, the others after multiples of it; `u64::MAX` is never.
    /// It changes the order and the time of a search, but not the set of solutions.
    #[must_use]
    pub fn with_restart_unit(self, contradictions: u64) -> Self {
        Self {
            cached: None,
            restart_unit: contradictions.max(1),
        }
    }

    /// Searches as [`Engine::search`] does, but gives up after so many contradictions: a trial of whether guessing gets anywhere. Where most guesses are right it goes on however many
    /// there are. Attempts that differ in their contradictions only find the same solutions in the same order, as far as they get.
    ///
    /// # Errors
    /// As [`Engine::search`]; [`StopReason::GuessLimit`] also when it gives up.
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

    /// Calls `each` with the cell and the digit's index of what is open once nothing follows without a guess any more, in order; says whether anything can be.
    ///
    /// # Errors
    /// If the flag or the clock of the budget says so.
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

    fn search_for_layout(&mut self, layout: &Layout) -> &mut SizedSearch {
        // Layouts compare constraints by their description only, which is not enough to take over their tables.
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
                0..=64 => SizedSearch::One(Box::new(Search::new(Tables::new(layout)))),
                65..=128 => SizedSearch::Two(Box::new(Search::new(Tables::new(layout)))),
                _ => SizedSearch::Four(Box::new(Search::new(Tables::new(layout)))),
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

    /// Every layout, unless a constraint speaks of cells that are not in the grid.
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
                max_contradictions: u64::MAX,
                restart_unit: self.restart_unit,
            },
            puzzle,
            budget,
            found,
        )
    }
}
