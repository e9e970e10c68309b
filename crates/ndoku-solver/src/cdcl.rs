//! `Cdcl`: conflict-driven clause learning (CDCL), the search of SAT solvers, for large and hard
//! puzzles.
//!
//! It supports any size, boxes or regions, diagonals, extra houses, constraints and pencilmarks.
//!
//! ```text
//!   puzzle ─ singles, locked candidates … ─▶ open candidates ─▶ variables and items
//!                                                                   │
//!   ┌───────────────────────────────────────────────────────────────┘
//!   └▶ decide ─▶ propagate ─▶ conflict ─▶ learn a clause ─▶ backjump to where it propagates ─▶ …
//!                                                until all variables are assigned: a solution
//! ```
//!
//! | file | content |
//! |---|---|
//! | `cover_matrix` | variables, items, links: the exact cover problem |
//! | `digit_sets` | cages and other digit sets as items and clauses of the problem |
//! | `assignment` | values, reasons, the trail, propagation, backtracking |
//! | `clause_db` | learned clauses, watched literals, reduction of the database |
//! | `exchange` | clause sharing with searches on other threads |
//! | `analyze` | conflict analysis: from a conflict to a learned clause (first UIP) |
//! | `propagators` | propagation by propagators of constraints, and its explanations |
//! | `vsids` | the order of decisions: variables by activity |
//! | `schedule` | restarts, rephasing, reduction of the database |
//! | `search` | the search loop, decisions, saved and target phases, blocking clauses |
//! | `proof` | DRAT proofs that there is no solution |
//!
//! The search works on the exact cover problem itself, without an encoding as clauses. A cell, or a
//! digit in a house of N cells, is one *item* with exactly one true candidate. An encoding needs
//! about N²/2 clauses for it.

mod analyze;
mod assignment;
mod clause_db;
pub(crate) mod cover_matrix;
mod digit_sets;
mod exchange;
mod proof;
mod propagators;
mod schedule;
mod search;
mod vsids;

use std::ops::ControlFlow;
use std::sync::Arc;

pub(crate) use exchange::ClauseExchange;
use exchange::ExchangeHandle;
use ndoku_core::{Digit, Layout, Puzzle, Solution};
pub use proof::ProofStep;
use search::CdclSearch;

use crate::backtrack::Backtrack;
use crate::engine::{Budget, Engine, Interrupted, Stats, StopReason};

/// The CDCL engine: conflict-driven clause learning, as in SAT solvers.
///
/// With [`Order::Sorted`](crate::Order::Sorted) it decides on the smallest digit of the first open
/// cell, without restarts. For each solution it adds a blocking clause, which stays until it is
/// satisfied at level 0. For puzzles with very many solutions [`Backtrack`] is the better engine.
///
/// Memory: about 40 bytes per open candidate, plus the learned clauses.
///
/// In [`Stats`], guesses are decisions.
#[derive(Default)]
pub struct Cdcl {
    /// The propagator that runs before the search.
    backtrack: Backtrack,
    search: CdclSearch,
    /// The open candidates of the puzzle, as cell and index of the digit.
    open: Vec<(u16, u8)>,
}

impl Cdcl {
    /// Creates an engine. It allocates its memory when needed.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the seed (default 0).
    ///
    /// The seed changes the order of decisions, and so the order of several solutions, but not the
    /// set of solutions. The search is deterministic for each seed. Near the hardest density of
    /// clues, the time of a puzzle varies widely between seeds.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.search.seed = seed;
        self
    }

    /// Sets the number of conflicts per unit of the restart sequence.
    #[cfg(test)]
    pub(crate) fn with_restart_unit(mut self, conflicts: u64) -> Self {
        self.search.restart_unit = Some(conflicts);
        self
    }

    /// Lets later searches share clauses with others of the same puzzle. Each search has its own
    /// number. `None` ends that.
    pub(crate) fn share_clauses(&mut self, exchange: Option<(&Arc<ClauseExchange>, u32)>) {
        self.search.exchange =
            exchange.map(|(exchange, number)| ExchangeHandle::new(Arc::clone(exchange), number));
    }

    /// Checks every learned clause of later searches against this solution, until the search finds
    /// it.
    ///
    /// Panics in the search if a clause excludes the solution. For tests in debug builds.
    #[cfg(debug_assertions)]
    #[doc(hidden)]
    pub fn debug_check_against(&mut self, solution: &Solution) {
        self.search.debug_solution = Some(solution.digits().to_vec());
    }

    /// Finds a solution, or proves that a puzzle has none.
    ///
    /// Calls `sink` with each step of the proof. The proof refers to the clauses of
    /// [`Encoding`](ndoku_core::Encoding). Its last step adds the empty clause. If the method
    /// returns a solution, the steps before prove nothing.
    ///
    /// This is slower than a search without proof, which starts with stronger propagation. Memory:
    /// about 200 bytes per cell and digit, plus the learned clauses.
    ///
    /// # Errors
    /// Returns [`Interrupted`] if the budget runs out. The reason is [`StopReason::Unsupported`] if
    /// a constraint is not a set of forbidden pairs of candidates, because the encoding has no
    /// clauses for it.
    pub fn solve_with_proof(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        sink: &mut dyn FnMut(ProofStep<'_>),
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
        search.propagators.clear();
        let size = usize::from(layout.size());
        if layout
            .cells()
            .any(|cell| puzzle.candidates(cell).is_empty())
        {
            sink(ProofStep::Add(&[]));
            return Ok(None);
        }
        open.clear();
        open.extend(
            (0..layout.cell_count() * size)
                .map(|variable| ((variable / size) as u16, (variable % size) as u8)),
        );
        search.matrix.load(puzzle, open, &[]);
        // `load` skips a cell with one candidate, as in a 1×1 grid. So the matrix counts the
        // variables.
        let given = (0..search.matrix.candidates.len() as u32).filter_map(|variable| {
            let cell = layout.cell(variable as usize / size);
            let digit = Digit::from_index(variable as usize % size);
            match puzzle.clue(cell) {
                Some(clue) => (clue == digit).then_some(2 * variable),
                None => (!puzzle.candidates(cell).contains(digit)).then_some(2 * variable + 1),
            }
        });
        let never = search.matrix.never.iter().map(|variable| 2 * variable + 1);
        let given: Vec<u32> = given.chain(never).collect();
        let mut solution = None;
        let mut found = |digits: &[Digit]| {
            solution = Solution::new(layout, digits).ok();
            ControlFlow::Break(())
        };
        match search.solve_with_proof(puzzle, given.into_iter(), budget, &mut found, sink) {
            Ok(_) => Ok(solution),
            Err((reason, stats)) => Err(Interrupted::new(reason, stats)),
        }
    }
}

impl std::fmt::Debug for Cdcl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cdcl")
            .field("variables", &self.search.matrix.candidates.len())
            .finish_non_exhaustive()
    }
}

impl Engine for Cdcl {
    fn name(&self) -> &'static str {
        "cdcl"
    }

    /// Returns `true` for the layouts that [`Backtrack`] supports.
    fn supports(&self, layout: &Layout) -> bool {
        self.backtrack.supports(layout)
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
            backtrack,
            search,
            open,
        } = self;
        open.clear();
        match backtrack.open_candidates(puzzle, budget, &mut |cell, digit| {
            open.push((cell as u16, digit as u8));
        }) {
            Err(reason) => return Err(Interrupted::new(reason, stats)),
            Ok(false) => {
                stats.conflicts = 1;
                stats.exhausted = true;
                return Ok(stats);
            }
            Ok(true) => {
                let propagators = backtrack.propagators();
                search.matrix.load(puzzle, open, &propagators);
                search.propagators.load(propagators, &search.matrix);
            }
        }
        match search.solve(puzzle, budget, found, &mut stats) {
            Ok(()) => Ok(stats),
            Err(reason) => Err(Interrupted::new(reason, stats)),
        }
    }
}
