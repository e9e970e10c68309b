//! `Cadical`: open candidates as clauses, one solution after the other.
//!
//! ```text
//!   1 2 3  -1 -2 …    what is demanded, see `clauses`
//!   -4 -9 -12 …       not this solution again: what is learnt stays, and the search goes on from there
//! ```
//!
//! Constraints that are more than pairs of candidates are not written down. A solution that one of them does not allow is refused, by a clause over the cells that are to
//! blame for it, as few as can be had by leaving out one after the other. Right, and slow where such a constraint is the heart of the puzzle.

use std::ops::ControlFlow;

use cadical_sys::{CaDiCal, Status, TerminateFlag};
use ndoku_core::{Digit, Layout, Puzzle, Solution};
use ndoku_solver::{
    Backtrack, Budget, Engine, Interrupted, OpenCandidates, Order, Stats, StopReason,
};

use crate::clauses::{clauses, literal};
use crate::watch::while_watched;

/// Clauses between two looks at the budget while they are made: some milliseconds.
const POLL_CLAUSES: u64 = 1 << 16;

/// Pairs of candidates: some 2.5 GB.
const MAX_PAIRS: u64 = 25_000_000;

/// What CaDiCaL is told otherwise than by default: to leave out most of what it does to clauses before and between searches, and the attempts to guess a whole solution.
///
/// CPU seconds in all, three 36×36 hard, two 25×25 minimal, six 25×25 hard puzzles: 14.5, 5.1, 0.54 with the defaults; 5.0, 4.3, 0.33 with these. Tried on the first two and
/// not taken: `stabilizeonly=1` 14.5, 4.0; `inprocessing=0` 10.7, 4.2; `probe=0` above 27, 5.2. Beside these settings `elim=0` gained nothing, and `stabilizeonly=1` took
/// 4.0 and 0.28 for the last two, which is within the noise. `phase` is 1 by default; 0 made no difference that shows.
const SETTINGS: &[(&str, i32)] = &[
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
/// Guesses are its decisions, contradictions its conflicts; restarts are not counted. With [`Order::Sorted`] each solution is brought down to the smallest one that is left,
/// cell by cell, with a search for each step. While a budget has a flag or a clock, a thread looks at it; the clock must not be one of the searching thread alone.
/// Memory: about 100 bytes for each pair of open candidates that cannot stand together, and what is learnt. Of an empty grid that is 1 GB for N = 49 and would be 20 GB
/// for N = 100; so there is a limit, see [`with_max_pairs`](Self::with_max_pairs).
#[derive(Debug)]
pub struct Cadical {
    open: OpenCandidates,
    settings: Vec<(&'static str, i32)>,
    max_pairs: u64,
}

impl Default for Cadical {
    fn default() -> Self {
        Self {
            open: OpenCandidates::new(),
            settings: Vec::new(),
            max_pairs: MAX_PAIRS,
        }
    }
}

impl Cadical {
    /// An engine without memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same for puzzles with more or fewer pairs of open candidates of which one at most is true, 25 million by default. A search for one with more ends at once
    /// with [`StopReason::Unsupported`], rather than to use up the memory.
    #[must_use]
    pub fn with_max_pairs(self, pairs: u64) -> Self {
        Self {
            max_pairs: pairs,
            ..self
        }
    }

    /// The same with options of CaDiCaL by their names, for measurements. Names and values that it does not know are left out.
    #[must_use]
    pub fn with_settings(self, settings: &[(&'static str, i32)]) -> Self {
        Self {
            settings: settings.to_vec(),
            ..self
        }
    }
}

impl Engine for Cadical {
    fn name(&self) -> &'static str {
        "cadical"
    }

    /// What [`Backtrack`] supports.
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
        let asked = |stats| {
            budget
                .poll()
                .map_or(Ok(()), |reason| Err(Interrupted::new(reason, stats)))
        };
        asked(stats)?;
        match self.open.set(puzzle, budget) {
            Err(reason) => return Err(Interrupted::new(reason, stats)),
            Ok(false) => {
                stats.contradictions = 1;
                stats.exhausted = true;
                return Ok(stats);
            }
            Ok(true) => {}
        }
        asked(stats)?;
        // Pairs in several lists count for each: somewhat more than there are clauses.
        let lists = self.open.exactly_one().chain(self.open.at_most_one());
        if lists
            .map(|list| (list.len() * (list.len() - 1) / 2) as u64)
            .sum::<u64>()
            > self.max_pairs
        {
            return Err(Interrupted::new(StopReason::Unsupported, stats));
        }
        let flag = TerminateFlag::new();
        let watched = while_watched(budget, &flag, || {
            let mut search = Search::new(puzzle, &self.open, &self.settings, budget, &flag);
            let ended = search.run(found);
            (ended, search.stats())
        });
        match watched {
            Err(reason) => Err(Interrupted::new(reason, stats)),
            Ok(((Ok(()), stats), _)) => Ok(stats),
            Ok(((Err(End::Stopped), stats), reason)) => Err(Interrupted::new(
                reason.unwrap_or(StopReason::Internal),
                stats,
            )),
            Ok(((Err(End::For(reason)), stats), _)) => Err(Interrupted::new(reason, stats)),
        }
    }
}

/// Why a search ended early.
enum End {
    /// The flag was set: the watcher knows why.
    Stopped,
    For(StopReason),
}

/// One search with a solver of its own.
struct Search<'a, 'b> {
    puzzle: &'a Puzzle,
    open: &'a OpenCandidates,
    budget: &'a Budget<'b>,
    flag: &'a TerminateFlag,
    solver: CaDiCal,
    /// For each cell the literals of its candidates, ascending by digit.
    cells: Vec<Vec<i32>>,
    /// For each cell the literal that is true in the last model, 0 if the cell was decided before.
    model: Vec<i32>,
    grid: Vec<Digit>,
    solutions: u64,
    exhausted: bool,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(
        puzzle: &'a Puzzle,
        open: &'a OpenCandidates,
        settings: &[(&'static str, i32)],
        budget: &'a Budget<'b>,
        flag: &'a TerminateFlag,
    ) -> Self {
        let mut solver = CaDiCal::new();
        for (name, value) in SETTINGS
            .iter()
            .chain(settings)
            .filter(|(name, _)| CaDiCal::is_valid_option(name))
        {
            solver.set(name, *value);
        }
        let cells = open
            .cells()
            .map(|variables| variables.map(literal).collect())
            .collect();
        let grid = open
            .decided()
            .map(|digit| digit.unwrap_or(Digit::from_index(0)))
            .collect();
        Self {
            puzzle,
            open,
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

    fn run(&mut self, found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>) -> Result<(), End> {
        self.write_clauses()?;
        self.solver.connect_terminator(self.flag.clone());
        loop {
            if !self.next(&[])? {
                self.exhausted = true;
                return Ok(());
            }
            if self.budget.wanted_order() == Order::Sorted {
                self.bring_down()?;
            }
            self.check()?;
            self.solutions += 1;
            if found(&self.grid).is_break() {
                return Ok(());
            }
            // With nothing open this is the empty clause: there is no other solution.
            let others: Vec<i32> = self
                .model
                .iter()
                .filter(|literal| **literal != 0)
                .map(|literal| -literal)
                .collect();
            self.clause(&others);
        }
    }

    fn stats(&self) -> Stats {
        let count = |name| u64::try_from(self.solver.get_statistic_value(name)).unwrap_or(0);
        let guesses = self
            .budget
            .guess_limit()
            .unwrap_or(u64::MAX)
            .min(count("decisions"));
        Stats {
            guesses,
            contradictions: count("conflicts"),
            restarts: 0,
            solutions: self.solutions,
            exhausted: self.exhausted,
        }
    }

    fn clause(&mut self, literals: &[i32]) {
        literals
            .iter()
            .for_each(|literal| self.solver.add(*literal));
        self.solver.add(0);
    }

    /// Writes down what is demanded of the open candidates.
    fn write_clauses(&mut self) -> Result<(), End> {
        let Self {
            open, flag, solver, ..
        } = self;
        let mut made = 0;
        let written = clauses(open, &mut |clause| {
            clause.iter().for_each(|literal| solver.add(*literal));
            solver.add(0);
            made += 1;
            if made % POLL_CLAUSES == 0 && flag.is_terminated() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if written.is_break() {
            Err(End::Stopped)
        } else {
            Ok(())
        }
    }

    /// Looks for a model under these assumptions that all constraints allow, and keeps it; false if there is none.
    fn next(&mut self, assumptions: &[i32]) -> Result<bool, End> {
        loop {
            if self.flag.is_terminated() {
                return Err(End::Stopped);
            }
            assumptions
                .iter()
                .for_each(|literal| self.solver.assume(*literal));
            let limit = self.budget.guess_limit();
            if let Some(limit) = limit {
                // One more than allowed: if that one is made, the limit has been overstepped; if not, it was enough.
                let left = limit.saturating_add(1).saturating_sub(self.decisions());
                if let Ok(left) = i32::try_from(left) {
                    self.solver.limit("decisions", left);
                }
            }
            let status = self.solver.solve();
            if limit.is_some_and(|limit| self.decisions() > limit) {
                return Err(End::For(StopReason::GuessLimit));
            }
            match status {
                Status::UNSATISFIABLE => return Ok(false),
                Status::UNKNOWN => return Err(End::Stopped),
                Status::SATISFIABLE => {}
            }
            self.read_model()?;
            if self.is_allowed() {
                return Ok(true);
            }
        }
    }

    fn decisions(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("decisions")).unwrap_or(0)
    }

    fn read_model(&mut self) -> Result<(), End> {
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
                return Err(End::For(StopReason::Internal));
            };
            self.model.push(*held);
            if let Some((_, digit)) = self.open.candidate(held.unsigned_abs() - 1) {
                self.grid[cell] = digit;
            }
        }
        Ok(())
    }

    /// Whether the constraints that are no pairs allow the model. If not, what they do not allow is forbidden.
    fn is_allowed(&mut self) -> bool {
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
            for (place, cell) in cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| self.model[**cell] != 0)
            {
                let held = digits[place].take();
                if constraint.allows(&digits) {
                    digits[place] = held;
                    clause.push(-self.model[*cell]);
                }
            }
            clauses.push(clause);
        }
        clauses.iter().for_each(|clause| self.clause(clause));
        clauses.is_empty()
    }

    /// From the model to the smallest one that is left, cell by cell.
    fn bring_down(&mut self) -> Result<(), End> {
        let mut fixed: Vec<i32> = Vec::new();
        for cell in 0..self.cells.len() {
            let literals = self.cells[cell].clone();
            for literal in literals {
                // What stood in the model is possible for sure.
                fixed.push(literal);
                if literal == self.model[cell] {
                    break;
                }
                let before = self.model.clone();
                if self.solver.fixed(literal) >= 0 && self.next(&fixed)? {
                    break;
                }
                self.model = before;
                fixed.pop();
            }
        }
        // The grid may be that of a model which a constraint refused.
        for (cell, held) in self
            .model
            .iter()
            .enumerate()
            .filter(|(_, held)| **held != 0)
        {
            if let Some((_, digit)) = self.open.candidate(held.unsigned_abs() - 1) {
                self.grid[cell] = digit;
            }
        }
        Ok(())
    }

    /// Whether the grid solves the puzzle.
    fn check(&self) -> Result<(), End> {
        let is_solved = Solution::new(self.puzzle.layout(), &self.grid)
            .is_ok_and(|solution| solution.solves(self.puzzle));
        if is_solved {
            Ok(())
        } else {
            Err(End::For(StopReason::Internal))
        }
    }
}
