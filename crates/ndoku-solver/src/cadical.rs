//! `Cadical`: the SAT solver CaDiCaL searches for one solution after the other in the CNF of the
//! open candidates. It is for puzzles that are too hard for the other engines: 25×25 with few
//! clues, and 36×36 and 49×49 near the hardest density.
//!
//! ```text
//!   puzzle ─ propagation ─▶ exact cover ─ CNF ─▶ CaDiCaL ─▶ solution, verified
//!                                                   ▲             │
//!                                                   └─ blocking clause
//!
//!   1 2 3  -1 -2 …    the clauses of the puzzle, see `cnf`
//!   -4 -9 -12 …       a blocking clause for each solution; the search continues with its learned
//!                     clauses
//! ```
//!
//! Constraints that are more than sets of forbidden pairs have no clauses. If such a constraint
//! forbids a solution, the engine adds a clause over cells that cause this. It drops cells one by
//! one while the constraint still forbids the rest. This is correct, but slow if such a constraint
//! is the core of the puzzle.
//!
//! CaDiCaL is written in C++ and built from its sources by `cadical-sys`. Other crates bind it too:
//!
//! | crate | CaDiCaL | needs to build | can be terminated |
//! |---|---|---|---|
//! | **`cadical-sys` 0.8.0** | 3.0.1 | a C++ compiler | yes |
//! | `rustsat-cadical` 0.7.5 | 2.2.1 | a C++ compiler and libclang | yes |
//! | `cadical` 0.1.16 | 1.9.5 | a C++ compiler | yes |
//!
//! - `cadical-sys` has options, limits, counts and proofs. Misuse panics instead of ending the
//!   process.
//! - `rustsat-cadical` is well maintained. It needs libclang for `bindgen`, a heavy dependency for
//!   a Sudoku solver.
//! - `cadical` has no single options, counts or proofs.
//! - All three have the MIT license.
//!
//! CaDiCaL is by Armin Biere and others, under the MIT license. It also reads options from
//! environment variables called `CADICAL_…`, which are meant for its developers. They change the
//! search but cannot cause a wrong answer, since the engine verifies every solution.

mod terminate;

use std::ops::ControlFlow;

use cadical_sys::{CaDiCal, Status, TerminateFlag};
use ndoku_core::{Digit, Layout, PairwiseEncoder, Puzzle, Solution};
use terminate::run_with_terminator;

use crate::{Backtrack, Budget, Engine, ExactCoverInstance, Interrupted, Order, Stats, StopReason};

/// Interval between two polls of the budget, in clauses written: a few milliseconds.
const POLL_CLAUSES: u64 = 1 << 16;

/// Default limit of pairs of open candidates: about 2.5 GB of memory.
const MAX_PAIRS: u64 = 25_000_000;

/// The options of CaDiCaL that differ from its defaults.
///
/// They switch off most preprocessing and inprocessing, and the attempts to guess a whole solution.
/// `docs/experiments/cadical-options.md` has the measurements.
const DEFAULT_OPTIONS: &[(&str, i32)] = &[
    ("fastelim", 0),
    ("lucky", 0),
    ("luckyearly", 0),
    ("walk", 0),
    ("warmup", 0),
    ("congruence", 0),
    ("sweep", 0),
    ("backbone", 0),
    ("decompose", 0),
    ("factor", 0),
    ("transred", 0),
];

/// The SAT solver CaDiCaL.
///
/// In [`Stats`], guesses are decisions. Restarts are not counted.
///
/// With [`Order::Sorted`] the engine minimizes each solution to the smallest one that is left, cell
/// by cell, with a search for each step.
///
/// While a budget has a flag or a clock, a thread polls it. So the clock must not be specific to
/// the searching thread.
///
/// Memory: about 100 bytes for each pair of open candidates that exclude each other, plus the
/// learned clauses. An empty grid needs 1 GB for N = 49 and would need 20 GB for N = 100. Therefore
/// there is a limit, see [`with_max_pairs`](Self::with_max_pairs).
#[derive(Debug)]
pub struct Cadical {
    instance: ExactCoverInstance,
    options: Vec<(&'static str, i32)>,
    max_pairs: u64,
}

impl Default for Cadical {
    fn default() -> Self {
        Self {
            instance: ExactCoverInstance::new(),
            options: Vec::new(),
            max_pairs: MAX_PAIRS,
        }
    }
}

impl Cadical {
    /// Creates an engine. It allocates its memory when needed.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the maximum number of pairs of open candidates that exclude each other (default 25
    /// million).
    ///
    /// For a puzzle with more pairs the search stops immediately with [`StopReason::Unsupported`].
    #[must_use]
    pub fn with_max_pairs(self, pairs: u64) -> Self {
        Self {
            max_pairs: pairs,
            ..self
        }
    }

    /// Sets options of CaDiCaL by name, for measurements. Ignores names and values that it does not
    /// know.
    #[must_use]
    pub fn with_options(self, options: &[(&'static str, i32)]) -> Self {
        Self {
            options: options.to_vec(),
            ..self
        }
    }
}

impl Engine for Cadical {
    fn name(&self) -> &'static str {
        "cadical"
    }

    /// Returns `true` for the layouts that [`Backtrack`] supports.
    fn supports(&self, layout: &Layout) -> bool {
        Backtrack::new().supports(layout)
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
        let check_budget = |stats| {
            budget
                .poll()
                .map_or(Ok(()), |reason| Err(Interrupted::new(reason, stats)))
        };
        check_budget(stats)?;
        match self.instance.load(puzzle, budget) {
            Err(reason) => return Err(Interrupted::new(reason, stats)),
            Ok(false) => {
                stats.conflicts = 1;
                stats.exhausted = true;
                return Ok(stats);
            }
            Ok(true) => {}
        }
        check_budget(stats)?;
        // Pairs in several lists count several times, so this is more than the number of clauses.
        let lists = self
            .instance
            .exactly_one()
            .chain(self.instance.at_most_one());
        if lists
            .map(|list| (list.len() * (list.len() - 1) / 2) as u64)
            .sum::<u64>()
            > self.max_pairs
        {
            return Err(Interrupted::new(StopReason::Unsupported, stats));
        }
        let flag = TerminateFlag::new();
        let ended = run_with_terminator(budget, &flag, || {
            let mut search =
                CadicalSearch::new(puzzle, &self.instance, &self.options, budget, &flag);
            let ended = search.run(found);
            (ended, search.stats())
        });
        match ended {
            Err(reason) => Err(Interrupted::new(reason, stats)),
            Ok(((Ok(()), stats), _)) => Ok(stats),
            Ok(((Err(SearchError::Terminated), stats), reason)) => Err(Interrupted::new(
                reason.unwrap_or(StopReason::Internal),
                stats,
            )),
            Ok(((Err(SearchError::Stopped(reason)), stats), _)) => {
                Err(Interrupted::new(reason, stats))
            }
        }
    }
}

/// The reason why a search ended early.
enum SearchError {
    /// The flag was set. The thread that polls the budget has the reason.
    Terminated,
    /// The search stopped for this reason.
    Stopped(StopReason),
}

/// One search, with its own instance of CaDiCaL.
struct CadicalSearch<'a, 'b> {
    puzzle: &'a Puzzle,
    instance: &'a ExactCoverInstance,
    budget: &'a Budget<'b>,
    flag: &'a TerminateFlag,
    solver: CaDiCal,
    /// For each cell the positive literals of its candidates, ascending by digit.
    cells: Vec<Vec<i32>>,
    /// For each cell the positive literal that is true in the last model. 0 if the cell was decided
    /// by propagation.
    model: Vec<i32>,
    grid: Vec<Digit>,
    solutions: u64,
    exhausted: bool,
}

impl<'a, 'b> CadicalSearch<'a, 'b> {
    fn new(
        puzzle: &'a Puzzle,
        instance: &'a ExactCoverInstance,
        options: &[(&'static str, i32)],
        budget: &'a Budget<'b>,
        flag: &'a TerminateFlag,
    ) -> Self {
        let mut solver = CaDiCal::new();
        for (name, value) in DEFAULT_OPTIONS
            .iter()
            .chain(options)
            .filter(|(name, _)| CaDiCal::is_valid_option(name))
        {
            solver.set(name, *value);
        }
        let cells = instance
            .cell_variables()
            .map(|variables| variables.map(PairwiseEncoder::literal).collect())
            .collect();
        let grid = instance
            .decided()
            .map(|digit| digit.unwrap_or(Digit::from_index(0)))
            .collect();
        Self {
            puzzle,
            instance,
            budget,
            flag,
            solver,
            cells,
            model: Vec::new(),
            grid,
            solutions: 0,
            exhausted: false,
        }
    }

    /// Searches for solutions until there is no other one, `found` breaks or the budget runs out.
    fn run(
        &mut self,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<(), SearchError> {
        self.add_clauses()?;
        self.solver.connect_terminator(self.flag.clone());
        loop {
            if !self.next_model(&[])? {
                self.exhausted = true;
                return Ok(());
            }
            if self.budget.wanted_order() == Order::Sorted {
                self.minimize_model()?;
            }
            self.verify_grid()?;
            self.solutions += 1;
            if found(&self.grid).is_break() {
                return Ok(());
            }
            // The blocking clause. Without variables it is empty: there is no other solution.
            let blocking_clause: Vec<i32> = self
                .model
                .iter()
                .filter(|literal| **literal != 0)
                .map(|literal| -literal)
                .collect();
            self.add_clause(&blocking_clause);
        }
    }

    /// Returns the statistics so far. The guesses do not exceed the limit of the budget.
    fn stats(&self) -> Stats {
        let count = |name| u64::try_from(self.solver.get_statistic_value(name)).unwrap_or(0);
        let guesses = self
            .budget
            .guess_limit()
            .unwrap_or(u64::MAX)
            .min(count("decisions"));
        Stats {
            guesses,
            conflicts: count("conflicts"),
            restarts: 0,
            solutions: self.solutions,
            exhausted: self.exhausted,
        }
    }

    /// Adds a clause to CaDiCaL.
    fn add_clause(&mut self, literals: &[i32]) {
        literals
            .iter()
            .for_each(|literal| self.solver.add(*literal));
        self.solver.add(0);
    }

    /// Adds the clauses of the puzzle.
    fn add_clauses(&mut self) -> Result<(), SearchError> {
        let Self {
            instance,
            flag,
            solver,
            ..
        } = self;
        let mut added = 0;
        let written = instance.for_each_clause(&mut |clause| {
            clause.iter().for_each(|literal| solver.add(*literal));
            solver.add(0);
            added += 1;
            if added % POLL_CLAUSES == 0 && flag.is_terminated() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if written.is_break() {
            Err(SearchError::Terminated)
        } else {
            Ok(())
        }
    }

    /// Searches for a model under these assumptions that satisfies all constraints, and stores it.
    ///
    /// Returns `false` if there is none.
    fn next_model(&mut self, assumptions: &[i32]) -> Result<bool, SearchError> {
        loop {
            if self.flag.is_terminated() {
                return Err(SearchError::Terminated);
            }
            assumptions
                .iter()
                .for_each(|literal| self.solver.assume(*literal));
            let limit = self.budget.guess_limit();
            if let Some(limit) = limit {
                // One more decision than allowed: if CaDiCaL makes it, the limit was too low.
                let left = limit.saturating_add(1).saturating_sub(self.decisions());
                if let Ok(left) = i32::try_from(left) {
                    self.solver.limit("decisions", left);
                }
            }
            let status = self.solver.solve();
            if limit.is_some_and(|limit| self.decisions() > limit) {
                return Err(SearchError::Stopped(StopReason::GuessLimit));
            }
            match status {
                Status::UNSATISFIABLE => return Ok(false),
                Status::UNKNOWN => return Err(SearchError::Terminated),
                Status::SATISFIABLE => {}
            }
            self.read_model()?;
            if self.check_constraints() {
                return Ok(true);
            }
        }
    }

    /// Returns the number of decisions so far.
    fn decisions(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("decisions")).unwrap_or(0)
    }

    /// Reads the model from CaDiCaL into `model` and `grid`.
    fn read_model(&mut self) -> Result<(), SearchError> {
        self.model.clear();
        for (cell, literals) in self.cells.iter().enumerate() {
            if literals.is_empty() {
                self.model.push(0);
                continue;
            }
            let Some(held) = literals
                .iter()
                .find(|literal| self.solver.val(**literal) > 0)
            else {
                return Err(SearchError::Stopped(StopReason::Internal));
            };
            self.model.push(*held);
            if let Some((_, digit)) = self.instance.candidate(held.unsigned_abs() - 1) {
                self.grid[cell] = digit;
            }
        }
        Ok(())
    }

    /// Returns `true` if the non-pairwise constraints allow the model.
    ///
    /// Otherwise adds a clause for each violated constraint.
    fn check_constraints(&mut self) -> bool {
        let layout = self.puzzle.layout();
        let mut clauses: Vec<Vec<i32>> = Vec::new();
        for constraint in layout
            .constraints()
            .iter()
            .filter(|constraint| !constraint.is_pairwise())
        {
            let cells: Vec<usize> = constraint
                .cells()
                .iter()
                .map(|cell| layout.index(*cell))
                .collect();
            let mut digits: Vec<Option<Digit>> =
                cells.iter().map(|cell| Some(self.grid[*cell])).collect();
            if constraint.allows(&digits) {
                continue;
            }
            let mut clause = Vec::new();
            for (index, cell) in cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| self.model[**cell] != 0)
            {
                let held = digits[index].take();
                if constraint.allows(&digits) {
                    digits[index] = held;
                    clause.push(-self.model[*cell]);
                }
            }
            clauses.push(clause);
        }
        clauses.iter().for_each(|clause| self.add_clause(clause));
        clauses.is_empty()
    }

    /// Minimizes the model: finds the smallest solution that is left, cell by cell.
    fn minimize_model(&mut self) -> Result<(), SearchError> {
        let mut fixed: Vec<i32> = Vec::new();
        for cell in 0..self.cells.len() {
            let literals = self.cells[cell].clone();
            for literal in literals {
                // The digit of the model is possible, so it needs no search.
                fixed.push(literal);
                if literal == self.model[cell] {
                    break;
                }
                let before = self.model.clone();
                if self.solver.fixed(literal) >= 0 && self.next_model(&fixed)? {
                    break;
                }
                self.model = before;
                fixed.pop();
            }
        }
        // The grid may be that of a model that a constraint forbids.
        for (cell, held) in self
            .model
            .iter()
            .enumerate()
            .filter(|(_, held)| **held != 0)
        {
            if let Some((_, digit)) = self.instance.candidate(held.unsigned_abs() - 1) {
                self.grid[cell] = digit;
            }
        }
        Ok(())
    }

    /// Verifies that the grid solves the puzzle.
    ///
    /// # Errors
    /// Returns [`StopReason::Internal`] if it does not.
    fn verify_grid(&self) -> Result<(), SearchError> {
        let is_solved = Solution::new(self.puzzle.layout(), &self.grid)
            .is_ok_and(|solution| solution.solves(self.puzzle));
        if is_solved {
            Ok(())
        } else {
            Err(SearchError::Stopped(StopReason::Internal))
        }
    }
}
