//! How many solutions a puzzle has, exactly, even if there are far too many to find each.
//!
//! ```text
//!   Puzzle ─ begin ─▶ few solutions: found one by one          ─▶ Begun::Counted
//!              │
//!              ├────▶ a layout that can be counted otherwise   ─▶ Begun::Exact ─ tasks on any threads ─▶ their sum
//!              └────▶ neither                                  ─▶ Begun::AtLeast
//! ```
//!
//! | method | for | file |
//! |---|---|---|
//! | [`Search`](Method::Search) | few solutions, any layout | the engines |
//! | [`Contraction`](Method::Contraction) | classic 9×9, any clues; pencilmarks that come down to a few such cases | `contract`, with `partition`, `candidates`, `split`, `stack`, `band`, `plan` |
//! | [`Halves`](Method::Halves) | 4×4, 6×6, 8×8, any clues | `halves` |
//! | [`Classes`](Method::Classes) | 8×8 and 10×10, two clues at most | `classes`, `share` |
//! | [`Diagonals`](Method::Diagonals) | 9×9 with one or both diagonals, few clues or many | `diagonal` |
//! | [`Rows`](Method::Rows) | Latin squares up to order 7 | `rows` |
//!
//! [`Sampler`] draws solutions of a classic puzzle, each with the same probability; [`estimate`] says about how many solutions any puzzle of houses has.
//!
//! ```
//! use ndoku_core::{Layout, Puzzle};
//! use ndoku_solver::Budget;
//! use ndoku_solver::count::{Begun, Method, begin};
//!
//! let budget = Budget::default();
//! let Begun::Exact(exact) = begin(&Puzzle::empty(&Layout::classic()), 1000, None, &budget)? else { unreachable!() };
//! assert_eq!(exact.method(), Method::Contraction);
//! assert_eq!(exact.run(&budget)?, 6_670_903_752_021_072_936_960);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Figures, and what did not pay, are in `docs/COUNTING.md`.

mod band;
mod candidates;
mod classes;
mod contract;
mod diagonal;
pub mod estimate;
mod halves;
mod partition;
mod plan;
mod rows;
mod sample;
mod share;
mod split;
mod stack;
mod sums;
#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::fmt;

use candidates::Candidates;
use classes::{Classes, Half};
pub use contract::{Contraction, Worker};
use diagonal::Diagonals;
use halves::Halves;
use ndoku_core::{Boxes, Digit, Layout, Puzzle};
pub use sample::{Drawer, Sampler};
use split::Planned;

use crate::engine::{Budget, Engine, Stats, StopReason, Stopped};
use crate::general::General;
use crate::lanes::Classic;
use crate::simd::Isa;

/// So many solutions of a 9×9 puzzle are found in the time that a contraction takes to be prepared: the search that comes first finds no more.
pub const SEARCH_FIRST: u64 = 2_000;

/// Where the exact count is quick whatever the clues, the search that comes first makes at most so many guesses: there are puzzles without
/// solution that need millions.
pub const GUESSES_FIRST: u64 = 5_000;

/// How a number of solutions was found.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// Every solution was found.
    Search,
    /// A sum over what the stacks of a 9×9 grid can hold.
    Contraction,
    /// The same for two bands, each cut into two halves.
    Halves,
    /// All grids with two bands, by classes of what their columns hold, and the share of them that has the clues.
    Classes,
    /// Contractions for each filling of the diagonals.
    Diagonals,
    /// Row by row, remembering what columns have.
    Rows,
}

impl Method {
    /// The name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Contraction => "contraction",
            Self::Halves => "halves",
            Self::Classes => "classes",
            Self::Diagonals => "diagonals",
            Self::Rows => "rows",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What [`begin`] comes to.
#[derive(Debug)]
pub enum Begun {
    /// There are so many: all were found.
    Counted(u64),
    /// There are more than were searched for, and this counts them.
    Exact(Exact),
    /// There are at least so many, one more than the limit, and no way to count them is known here.
    AtLeast(u64),
}

/// Searches for up to `limit` solutions, and prepares an exact count if there are more. Where an exact count takes seconds at most, the search ends after
/// [`SEARCH_FIRST`] solutions or fewer; where none is in reach, the limit is what the caller has time for. `isa` is the instruction set to use, the fastest if it is `None` or not there.
///
/// # Errors
/// [`Stopped`], if the budget ran out; [`Stats::solutions`](crate::Stats::solutions) says how many solutions there are at least.
pub fn begin(
    puzzle: &Puzzle,
    limit: u64,
    isa: Option<Isa>,
    budget: &Budget<'_>,
) -> Result<Begun, Stopped> {
    let mut classic = Classic::new(isa);
    let engine: &mut dyn Engine = if classic.suits(puzzle) {
        &mut classic
    } else {
        &mut General::new()
    };
    begin_with(engine, puzzle, limit, isa, budget)
}

/// The same with an engine that is kept for many puzzles, which saves a microsecond for each.
///
/// # Errors
/// As [`begin`], and if the engine does not support the layout.
pub fn begin_with(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    limit: u64,
    isa: Option<Isa>,
    budget: &Budget<'_>,
) -> Result<Begun, Stopped> {
    if is_marked(puzzle) {
        return begin_marked(engine, puzzle, limit, isa, budget);
    }
    let sure = Exact::is_sure(puzzle);
    let (guesses, most) = match puzzle.size() {
        _ if !sure => (budget.guess_limit(), limit),
        9 => (Some(GUESSES_FIRST), limit.min(SEARCH_FIRST)),
        _ => (Some(GUESSES_FIRST), limit.min(SEARCH_FIRST / 4)),
    };
    let stats = match engine.count(
        puzzle,
        most,
        &guesses.map_or(*budget, |guesses| fewer_guesses(budget, guesses)),
    ) {
        Ok(tally) if tally.more => tally.stats,
        Ok(tally) => return Ok(Begun::Counted(tally.count)),
        Err(stopped) if stopped.reason == StopReason::Guesses && sure => stopped.stats,
        Err(stopped) => return Err(stopped),
    };
    match Exact::new(puzzle, isa, budget) {
        Ok(Some(exact)) => Ok(Begun::Exact(Exact {
            at_least: stats.solutions,
            ..exact
        })),
        Ok(None) => Ok(Begun::AtLeast(limit.saturating_add(1))),
        Err(reason) => Err(Stopped::new(reason, stats)),
    }
}

/// The same for a classic puzzle with pencilmarks. Its exact count may be as quick as one without them, or out of reach: only after a search for few
/// solutions it is worth while to find out.
fn begin_marked(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    limit: u64,
    isa: Option<Isa>,
    budget: &Budget<'_>,
) -> Result<Begun, Stopped> {
    let at_least = Cell::new(0);
    let stopped = |reason: StopReason| {
        Stopped::new(
            reason,
            Stats {
                solutions: at_least.get(),
                ..Stats::default()
            },
        )
    };
    // The number of solutions, if that was all.
    let mut search =
        |most: u64, guesses: u64| match engine.count(puzzle, most, &fewer_guesses(budget, guesses))
        {
            Ok(tally) if !tally.more => Ok(Some(tally.count)),
            Ok(tally) => {
                at_least.set(tally.stats.solutions);
                Ok(None)
            }
            Err(stopped) if stopped.reason == StopReason::Guesses && guesses < u64::MAX => {
                at_least.set(stopped.stats.solutions);
                Ok(None)
            }
            Err(stopped) => Err(stopped),
        };
    if let Some(count) = search(limit.min(SEARCH_FIRST), GUESSES_FIRST)? {
        return Ok(Begun::Counted(count));
    }
    let cases = split::cases(&Candidates::of_puzzle(puzzle), budget).map_err(stopped)?;
    // The number of cases says how long the count takes at least, and so how long it is worth while to search.
    let worth = cases.as_ref().map_or(0, |cases| cases.len() as u64);
    if worth > 1
        && let Some(count) = search(worth * SEARCH_FIRST / 2, worth * GUESSES_FIRST)?
    {
        return Ok(Begun::Counted(count));
    }
    let planned = cases
        .map(|cases| split::planned(cases, budget))
        .transpose()
        .map_err(stopped)?
        .flatten();
    match planned {
        Some(cases) => Ok(Begun::Exact(Exact {
            at_least: at_least.get(),
            ..Exact::of_cases(cases, isa, budget).map_err(stopped)?
        })),
        None => Ok(search(limit, u64::MAX)?
            .map_or(Begun::AtLeast(limit.saturating_add(1)), Begun::Counted)),
    }
}

/// The budget with a smaller limit of guesses.
fn fewer_guesses<'a>(budget: &Budget<'a>, guesses: u64) -> Budget<'a> {
    budget.max_guesses(guesses.min(budget.guess_limit().unwrap_or(u64::MAX)))
}

/// An exact count that is prepared: independent tasks whose sum, divided by [`divided_by`](Self::divided_by), is the number of solutions. They can be run in any
/// order and on several threads, each with a [`Runner`] of its own; how many are done of all says how far it is.
#[derive(Debug)]
pub struct Exact {
    kind: Kind,
    isa: Option<Isa>,
    at_least: u64,
}

#[derive(Debug)]
enum Kind {
    /// The second number says how often it counts.
    Contraction(Contraction, u128),
    /// Contractions that add up.
    Cases(Vec<Planned>),
    Halves(Halves),
    Classes(Classes),
    Diagonals(Diagonals),
    /// Known already: finding out whether it is in reach is to count.
    Rows(u128),
}

impl Exact {
    /// Prepares the count; `None` if no way is known for the layout, or for its pencilmarks, or it would take hours.
    ///
    /// # Errors
    /// If the flag or the clock of the budget says so.
    pub fn new(
        puzzle: &Puzzle,
        isa: Option<Isa>,
        budget: &Budget<'_>,
    ) -> Result<Option<Self>, StopReason> {
        if puzzle.pencilmarks().is_some() {
            return Self::marked(puzzle, isa, budget);
        }
        let layout = puzzle.layout();
        let clues: Vec<u8> = puzzle
            .clues()
            .iter()
            .map(|clue| clue.map_or(0, Digit::get))
            .collect();
        let kind = match (layout.is_plain(), layout.boxes()) {
            (
                true,
                Boxes::Rectangles {
                    width: 3,
                    height: 3,
                },
            ) => {
                let Ok(clues) = <&[u8; 81]>::try_from(&clues[..]) else {
                    return Ok(None);
                };
                Kind::Contraction(Contraction::new(clues, isa, budget)?, 1)
            }
            (true, _) if is_latin(layout) => match rows::count(layout.size(), &clues, budget)? {
                Some(count) => Kind::Rows(count),
                None => return Ok(None),
            },
            (true, Boxes::Rectangles { width, height }) if has_two_bands(layout) => {
                let stacks = usize::from(*width.max(height));
                match share::of_all_grids((*width).into(), (*height).into(), &clues) {
                    Some(share) if stacks >= 4 => {
                        Kind::Classes(Classes::new(stacks, share, budget)?)
                    }
                    _ => match Halves::new(
                        *width,
                        *height,
                        &clues,
                        isa.unwrap_or_else(Isa::best),
                        budget,
                    )? {
                        Some(halves) => Kind::Halves(halves),
                        None => return Ok(None),
                    },
                }
            }
            _ => match Diagonals::new(puzzle, budget)? {
                Some(diagonals) => Kind::Diagonals(diagonals),
                None => return Ok(None),
            },
        };
        Ok(Some(Self {
            kind,
            isa,
            at_least: 0,
        }))
    }

    /// The same for a puzzle with pencilmarks.
    fn marked(
        puzzle: &Puzzle,
        isa: Option<Isa>,
        budget: &Budget<'_>,
    ) -> Result<Option<Self>, StopReason> {
        if !is_marked(puzzle) {
            return Ok(None);
        }
        let Some(cases) = split::cases(&Candidates::of_puzzle(puzzle), budget)? else {
            return Ok(None);
        };
        split::planned(cases, budget)?
            .map(|cases| Self::of_cases(cases, isa, budget))
            .transpose()
    }

    fn of_cases(
        cases: Vec<Planned>,
        isa: Option<Isa>,
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        let kind = match &cases[..] {
            [only] => Kind::Contraction(
                Contraction::with_plan(only.plan(), isa, budget)?,
                only.case.times,
            ),
            _ => Kind::Cases(cases),
        };
        Ok(Self {
            kind,
            isa,
            at_least: 0,
        })
    }

    /// Whether there is a way to count puzzles of such a layout. That a certain one is in reach is only known once it is [prepared](Self::new).
    #[must_use]
    pub fn has_method(puzzle: &Puzzle) -> bool {
        let layout = puzzle.layout();
        let latin =
            layout.is_plain() && is_latin(layout) && usize::from(layout.size()) <= rows::LARGEST;
        is_marked(puzzle)
            || (puzzle.pencilmarks().is_none()
                && (layout.is_classic_or_x() || latin || Self::is_sure(puzzle)))
    }

    /// So many solutions were found by the search of [`begin`] that came first: there are no fewer, should the count not be finished.
    #[must_use]
    pub const fn at_least(&self) -> u64 {
        self.at_least
    }

    /// Whether the count of such a puzzle takes seconds at most, whatever its clues.
    fn is_sure(puzzle: &Puzzle) -> bool {
        let layout = puzzle.layout();
        let two_bands = has_two_bands(layout) && (layout.size() < 10 || puzzle.clue_count() <= 2);
        puzzle.pencilmarks().is_none() && (layout.is_classic() || two_bands)
    }

    /// How it counts.
    #[must_use]
    pub const fn method(&self) -> Method {
        match self.kind {
            Kind::Contraction(..) | Kind::Cases(_) => Method::Contraction,
            Kind::Halves(_) => Method::Halves,
            Kind::Classes(_) => Method::Classes,
            Kind::Diagonals(_) => Method::Diagonals,
            Kind::Rows(_) => Method::Rows,
        }
    }

    /// How many tasks there are; those of one count take about the same time.
    #[must_use]
    pub fn tasks(&self) -> usize {
        match &self.kind {
            Kind::Contraction(contraction, _) => contraction.tasks(),
            Kind::Cases(cases) => cases.len(),
            Kind::Classes(classes) => classes.tasks(),
            Kind::Diagonals(diagonals) => diagonals.fillings.len(),
            Kind::Halves(halves) => halves.tasks(),
            Kind::Rows(_) => 1,
        }
    }

    /// How many puzzles with rectangles of candidates, or with filled diagonals, add up to this one.
    #[must_use]
    pub fn cases(&self) -> usize {
        match &self.kind {
            Kind::Cases(_) | Kind::Diagonals(_) => self.tasks(),
            _ => 1,
        }
    }

    /// By what the sum of all tasks is divided to get the number of solutions.
    #[must_use]
    pub const fn divided_by(&self) -> u128 {
        match &self.kind {
            Kind::Diagonals(diagonals) => diagonals.divided_by,
            Kind::Classes(classes) => classes.divided_by,
            _ => 1,
        }
    }

    /// Memory for one thread that runs tasks.
    #[must_use]
    pub fn runner(&self) -> Runner<'_> {
        let worker = match &self.kind {
            Kind::Contraction(contraction, _) => Some(contraction.worker()),
            _ => None,
        };
        Runner {
            of: self,
            worker,
            halves: halves::Memory::default(),
            half: Half::default(),
            classic: None,
        }
    }

    /// Runs all tasks one after the other: the number of solutions.
    ///
    /// # Errors
    /// If the flag or the clock of the budget says so.
    pub fn run(&self, budget: &Budget<'_>) -> Result<u128, StopReason> {
        let mut runner = self.runner();
        let sum = (0..self.tasks()).try_fold(0, |sum, task| Ok(sum + runner.run(task, budget)?))?;
        Ok(sum / self.divided_by())
    }
}

/// Whether it is a classic puzzle with pencilmarks, some of which are counted by cases.
fn is_marked(puzzle: &Puzzle) -> bool {
    puzzle.pencilmarks().is_some() && puzzle.layout().is_classic()
}

/// Whether rows, columns and boxes are all there is, and boxes are two wide or high, and at most five.
fn has_two_bands(layout: &Layout) -> bool {
    matches!(
        layout.boxes(),
        Boxes::Rectangles {
            width: 2,
            height: 2..=5
        } | Boxes::Rectangles {
            width: 3..=5,
            height: 2
        }
    ) && layout.is_plain()
}

/// Whether rows and columns are all there is: no boxes, or boxes that are one row or column.
fn is_latin(layout: &Layout) -> bool {
    matches!(
        layout.boxes(),
        Boxes::None | Boxes::Rectangles { width: 1, .. } | Boxes::Rectangles { height: 1, .. }
    )
}

/// One thread's part in an exact count.
#[derive(Debug)]
pub struct Runner<'a> {
    of: &'a Exact,
    worker: Option<Worker<'a>>,
    halves: halves::Memory,
    half: Half,
    classic: Option<Classic>,
}

impl Runner<'_> {
    /// What this task adds to the sum; 0 for a task that there is not.
    ///
    /// # Errors
    /// If the flag or the clock of the budget says so.
    pub fn run(&mut self, task: usize, budget: &Budget<'_>) -> Result<u128, StopReason> {
        if task >= self.of.tasks() {
            return Ok(0);
        }
        match (&self.of.kind, &mut self.worker) {
            (Kind::Contraction(_, times), Some(worker)) => Ok(times * worker.run(task, budget)?),
            (Kind::Contraction(contraction, times), None) => {
                Ok(times * contraction.worker().run(task, budget)?)
            }
            (Kind::Cases(cases), _) => {
                let planned = &cases[task];
                let contraction = Contraction::with_plan(planned.plan(), self.of.isa, budget)?;
                Ok(planned.case.times * contraction.run(budget)?)
            }
            (Kind::Halves(halves), _) => halves.run(task, &mut self.halves, budget),
            (Kind::Classes(classes), _) => classes.run(task, &mut self.half, budget),
            (Kind::Rows(count), _) => Ok(*count),
            (Kind::Diagonals(diagonals), _) => {
                let (clues, times) = &diagonals.fillings[task];
                let classic = self
                    .classic
                    .get_or_insert_with(|| Classic::new(self.of.isa));
                Ok(times * count_classic(classic, clues, self.of.isa, budget)?)
            }
        }
    }
}

/// The number of solutions of classic clues, by search if they are few.
fn count_classic(
    classic: &mut Classic,
    clues: &[u8; 81],
    isa: Option<Isa>,
    budget: &Budget<'_>,
) -> Result<u128, StopReason> {
    // So few clues have more solutions than are worth a search, unless they contradict each other; then the contraction is quick.
    if clues.iter().filter(|clue| **clue != 0).count() > 20 {
        let puzzle =
            Puzzle::from_array(&Layout::classic(), clues).map_err(|_| StopReason::Fault)?;
        match classic.count(&puzzle, SEARCH_FIRST, &fewer_guesses(budget, GUESSES_FIRST)) {
            Ok(tally) if !tally.more => return Ok(u128::from(tally.count)),
            Err(stopped) if stopped.reason != StopReason::Guesses => return Err(stopped.reason),
            _ => {}
        }
    }
    Contraction::new(clues, isa, budget)?.run(budget)
}
