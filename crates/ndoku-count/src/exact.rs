//! Exact counts of solutions, also where there are far too many to enumerate them.
//!
//! ```text
//!   Puzzle ─ prepare_count ─▶ few solutions: enumerated ──▶ PreparedCount::Counted
//!              │
//!              ├─▶ an exact method for the layout ──▶ PreparedCount::Exact
//!              │                                        └─▶ tasks on any threads ─▶ their sum
//!              └─▶ neither ──▶ PreparedCount::AtLeast
//! ```
//!
//! | method | for | file |
//! |---|---|---|
//! | [`Search`](CountMethod::Search) | few solutions, any layout | the engines |
//! | [`BandStackSum`](CountMethod::BandStackSum) | classic 9×9, any clues | `band_stack_sum` |
//! | [`TwoBandSum`](CountMethod::TwoBandSum) | 4×4, 6×6, 8×8, any clues | `two_band_sum` |
//! | [`ColumnClasses`](CountMethod::ColumnClasses) | 8×8, 10×10, 0 to 2 clues | `column_classes` |
//! | [`Diagonals`](CountMethod::Diagonals) | 9×9 with diagonals, few clues or many | `diagonal` |
//! | [`LatinRows`](CountMethod::LatinRows) | Latin squares up to order 7 | `latin_rows` |
//!
//! The band-stack sum also counts pencilmarks that split into a few cases. It is built from
//! `partition`, `candidates`, `cases`, `stack`, `band` and `plan`. `column_classes` uses
//! `grid_fraction`.

pub(crate) mod band;
pub(crate) mod band_stack_sum;
mod box_candidates;
mod cases;
mod column_classes;
mod diagonal;
mod grid_fraction;
mod latin_rows;
pub(crate) mod partition;
mod plan;
mod stack;
mod sum_map;
#[cfg(test)]
mod tests;
mod two_band_sum;

use std::cell::Cell;
use std::fmt;

pub use band_stack_sum::{BandStackSum, BandStackSumWorker};
use box_candidates::BoxCandidates;
use cases::PlannedCase;
use column_classes::{ColumnClasses, HalfTable};
use diagonal::Diagonals;
use ndoku_core::{Boxes, Digit, Layout, Puzzle};
use ndoku_solver::{Backtrack, Budget, Engine, Interrupted, Isa, Simd9, Stats, StopReason};
use two_band_sum::TwoBandSum;

/// Maximum number of solutions that the search before an exact count of a 9×9 puzzle finds.
///
/// Finding that many takes about as long as preparing a band-stack sum.
pub const PRESEARCH_SOLUTIONS: u64 = 2_000;

/// Maximum number of guesses of the search before an exact count that is always fast.
///
/// Some puzzles without a solution need millions of guesses.
pub const PRESEARCH_GUESSES: u64 = 5_000;

/// The method by which a number of solutions was found.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CountMethod {
    /// A search that finds every solution.
    Search,
    /// A sum over the column sets of the stacks of a 9×9 grid.
    BandStackSum,
    /// A sum for grids with two bands, each split into two halves.
    TwoBandSum,
    /// A sum over classes of column sets for all grids with two bands.
    ///
    /// The fraction of these grids that contain the clues follows by symmetry.
    ColumnClasses,
    /// A sum of classic counts, one for each filling of the diagonals.
    Diagonals,
    /// Dynamic programming over rows of Latin squares.
    LatinRows,
}

impl CountMethod {
    /// All methods.
    pub const ALL: [Self; 6] = [
        Self::Search,
        Self::BandStackSum,
        Self::TwoBandSum,
        Self::ColumnClasses,
        Self::Diagonals,
        Self::LatinRows,
    ];

    /// Returns the name that is printed, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::BandStackSum => "band-stack-sum",
            Self::TwoBandSum => "two-band-sum",
            Self::ColumnClasses => "column-classes",
            Self::Diagonals => "diagonals",
            Self::LatinRows => "latin-rows",
        }
    }
}

impl fmt::Display for CountMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The result of [`prepare_count`].
#[derive(Debug)]
pub enum PreparedCount {
    /// All solutions were found; this is their number.
    Counted(u64),
    /// There are more solutions than the search was allowed to find; this counts them.
    Exact(ExactCount),
    /// There are at least this many solutions, one more than the limit, and no exact method
    /// applies.
    AtLeast(u64),
}

/// Searches for up to `limit` solutions, and prepares an exact count if there are more.
///
/// If an exact count takes at most a few seconds, the search ends after [`PRESEARCH_SOLUTIONS`]
/// solutions or fewer. If there is no exact method, the search runs up to `limit`. `isa` selects
/// the instruction set; the fastest one is used if it is `None` or not available.
///
/// # Errors
/// Returns [`Interrupted`] if the budget ran out.
/// [`Stats::solutions`](ndoku_solver::Stats::solutions) is then a lower bound on the number of
/// solutions.
pub fn prepare_count(
    puzzle: &Puzzle,
    limit: u64,
    isa: Option<Isa>,
    budget: &Budget<'_>,
) -> Result<PreparedCount, Interrupted> {
    let mut classic = Simd9::new(isa);
    let engine: &mut dyn Engine = if classic.suits(puzzle) {
        &mut classic
    } else {
        &mut Backtrack::new()
    };
    prepare_count_with(engine, puzzle, limit, isa, budget)
}

/// Prepares a count as [`prepare_count`] does, with the caller's engine.
///
/// Reusing an engine for many puzzles saves about a microsecond per puzzle.
///
/// # Errors
/// Returns the errors of [`prepare_count`], and an error if the engine does not support the layout.
pub fn prepare_count_with(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    limit: u64,
    isa: Option<Isa>,
    budget: &Budget<'_>,
) -> Result<PreparedCount, Interrupted> {
    if is_classic_with_pencilmarks(puzzle) {
        return prepare_pencilmark_count(engine, puzzle, limit, isa, budget);
    }
    let always_fast = ExactCount::is_always_fast(puzzle);
    let (guesses, max_solutions) = match puzzle.size() {
        _ if !always_fast => (budget.guess_limit(), limit),
        9 => (Some(PRESEARCH_GUESSES), limit.min(PRESEARCH_SOLUTIONS)),
        _ => (Some(PRESEARCH_GUESSES), limit.min(PRESEARCH_SOLUTIONS / 4)),
    };
    let stats = match engine.count_up_to(
        puzzle,
        max_solutions,
        &guesses.map_or(*budget, |guesses| with_max_guesses(budget, guesses)),
    ) {
        Ok(tally) if tally.has_more => tally.stats,
        Ok(tally) => return Ok(PreparedCount::Counted(tally.number)),
        Err(stopped) if stopped.reason == StopReason::GuessLimit && always_fast => stopped.stats,
        Err(stopped) => return Err(stopped),
    };
    match ExactCount::new(puzzle, isa, budget) {
        Ok(Some(exact)) => Ok(PreparedCount::Exact(ExactCount {
            lower_bound: stats.solutions,
            ..exact
        })),
        Ok(None) => Ok(PreparedCount::AtLeast(limit.saturating_add(1))),
        Err(reason) => Err(Interrupted::new(reason, stats)),
    }
}

/// Prepares the count of a classic puzzle with pencilmarks.
///
/// Its exact count may be as fast as one without pencilmarks, or infeasible. Finding out pays only
/// after a search for few solutions.
fn prepare_pencilmark_count(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    limit: u64,
    isa: Option<Isa>,
    budget: &Budget<'_>,
) -> Result<PreparedCount, Interrupted> {
    let lower_bound = Cell::new(0);
    let stopped = |reason: StopReason| {
        Interrupted::new(
            reason,
            Stats {
                solutions: lower_bound.get(),
                ..Stats::default()
            },
        )
    };
    // Returns the number of solutions if the search was complete.
    let mut search = |max_solutions: u64, guesses: u64| match engine.count_up_to(
        puzzle,
        max_solutions,
        &with_max_guesses(budget, guesses),
    ) {
        Ok(tally) if !tally.has_more => Ok(Some(tally.number)),
        Ok(tally) => {
            lower_bound.set(tally.stats.solutions);
            Ok(None)
        }
        Err(stopped) if stopped.reason == StopReason::GuessLimit && guesses < u64::MAX => {
            lower_bound.set(stopped.stats.solutions);
            Ok(None)
        }
        Err(stopped) => Err(stopped),
    };
    if let Some(count) = search(limit.min(PRESEARCH_SOLUTIONS), PRESEARCH_GUESSES)? {
        return Ok(PreparedCount::Counted(count));
    }
    let cases =
        cases::split_into_cases(&BoxCandidates::from_puzzle(puzzle), budget).map_err(stopped)?;
    // The number of cases bounds the duration of the count from below, and so the effort that a
    // search is worth.
    let worth = cases.as_ref().map_or(0, |cases| cases.len() as u64);
    if worth > 1
        && let Some(count) = search(worth * PRESEARCH_SOLUTIONS / 2, worth * PRESEARCH_GUESSES)?
    {
        return Ok(PreparedCount::Counted(count));
    }
    let planned = cases
        .map(|cases| cases::plan_cases(cases, budget))
        .transpose()
        .map_err(stopped)?
        .flatten();
    match planned {
        Some(cases) => Ok(PreparedCount::Exact(ExactCount {
            lower_bound: lower_bound.get(),
            ..ExactCount::from_cases(cases, isa, budget).map_err(stopped)?
        })),
        None => Ok(search(limit, u64::MAX)?.map_or(
            PreparedCount::AtLeast(limit.saturating_add(1)),
            PreparedCount::Counted,
        )),
    }
}

/// Returns the budget with the smaller of its own and the given guess limit.
fn with_max_guesses<'a>(budget: &Budget<'a>, guesses: u64) -> Budget<'a> {
    budget.max_guesses(guesses.min(budget.guess_limit().unwrap_or(u64::MAX)))
}

/// A prepared exact count: independent tasks whose sum, divided by [`divisor`](Self::divisor), is
/// the number of solutions.
///
/// The tasks can run in any order and on several threads, each with its own [`TaskRunner`]. The
/// fraction of finished tasks shows the progress.
#[derive(Debug)]
pub struct ExactCount {
    kind: ExactMethod,
    isa: Option<Isa>,
    lower_bound: u64,
}

#[derive(Debug)]
enum ExactMethod {
    /// The sum and its multiplicity.
    BandStackSum(BandStackSum, u128),
    /// Band-stack sums that add up.
    Cases(Vec<PlannedCase>),
    TwoBandSum(TwoBandSum),
    ColumnClasses(ColumnClasses),
    Diagonals(Diagonals),
    /// The number itself: deciding whether the count is feasible computes it.
    LatinRows(u128),
}

impl ExactCount {
    /// Prepares the count.
    ///
    /// Returns `None` if no method is known for the layout or its pencilmarks, or if the count
    /// would take hours.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    pub fn new(
        puzzle: &Puzzle,
        isa: Option<Isa>,
        budget: &Budget<'_>,
    ) -> Result<Option<Self>, StopReason> {
        if puzzle.pencilmarks().is_some() {
            return Self::new_with_pencilmarks(puzzle, isa, budget);
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
                ExactMethod::BandStackSum(BandStackSum::new(clues, isa, budget)?, 1)
            }
            (true, _) if is_latin(layout) => {
                match latin_rows::count_squares(layout.size(), &clues, budget)? {
                    Some(count) => ExactMethod::LatinRows(count),
                    None => return Ok(None),
                }
            }
            (true, Boxes::Rectangles { width, height }) if has_two_bands(layout) => {
                let stacks = usize::from(*width.max(height));
                match grid_fraction::fraction_of_grids((*width).into(), (*height).into(), &clues) {
                    Some(fraction) if stacks >= 4 => {
                        ExactMethod::ColumnClasses(ColumnClasses::new(stacks, fraction, budget)?)
                    }
                    _ => match TwoBandSum::new(
                        *width,
                        *height,
                        &clues,
                        isa.unwrap_or_else(Isa::best),
                        budget,
                    )? {
                        Some(two_band_sum) => ExactMethod::TwoBandSum(two_band_sum),
                        None => return Ok(None),
                    },
                }
            }
            _ => match Diagonals::new(puzzle, budget)? {
                Some(diagonals) => ExactMethod::Diagonals(diagonals),
                None => return Ok(None),
            },
        };
        Ok(Some(Self {
            kind,
            isa,
            lower_bound: 0,
        }))
    }

    /// Prepares the count of a puzzle with pencilmarks.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    fn new_with_pencilmarks(
        puzzle: &Puzzle,
        isa: Option<Isa>,
        budget: &Budget<'_>,
    ) -> Result<Option<Self>, StopReason> {
        if !is_classic_with_pencilmarks(puzzle) {
            return Ok(None);
        }
        let Some(cases) = cases::split_into_cases(&BoxCandidates::from_puzzle(puzzle), budget)?
        else {
            return Ok(None);
        };
        cases::plan_cases(cases, budget)?
            .map(|cases| Self::from_cases(cases, isa, budget))
            .transpose()
    }

    fn from_cases(
        cases: Vec<PlannedCase>,
        isa: Option<Isa>,
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        let kind = match &cases[..] {
            [only] => ExactMethod::BandStackSum(
                BandStackSum::with_plan(only.plan(), isa, budget)?,
                only.case.multiplicity,
            ),
            _ => ExactMethod::Cases(cases),
        };
        Ok(Self {
            kind,
            isa,
            lower_bound: 0,
        })
    }

    /// Returns `true` if there is an exact method for the layout of the puzzle.
    ///
    /// Only [`new`](Self::new) shows whether the count of this puzzle is feasible.
    #[must_use]
    pub fn has_method(puzzle: &Puzzle) -> bool {
        let layout = puzzle.layout();
        let latin = layout.is_plain()
            && is_latin(layout)
            && usize::from(layout.size()) <= latin_rows::MAX_ORDER;
        is_classic_with_pencilmarks(puzzle)
            || (puzzle.pencilmarks().is_none()
                && (layout.is_classic_or_x() || latin || Self::is_always_fast(puzzle)))
    }

    /// Returns the number of solutions that the search of [`prepare_count`] found.
    ///
    /// It is a lower bound if the count is not finished.
    #[must_use]
    pub const fn lower_bound(&self) -> u64 {
        self.lower_bound
    }

    /// Returns `true` if a count for this layout takes at most a few seconds, whatever the clues.
    fn is_always_fast(puzzle: &Puzzle) -> bool {
        let layout = puzzle.layout();
        let two_bands = has_two_bands(layout) && (layout.size() < 10 || puzzle.clue_count() <= 2);
        puzzle.pencilmarks().is_none() && (layout.is_classic() || two_bands)
    }

    /// Returns the method of this count.
    #[must_use]
    pub const fn method(&self) -> CountMethod {
        match self.kind {
            ExactMethod::BandStackSum(..) | ExactMethod::Cases(_) => CountMethod::BandStackSum,
            ExactMethod::TwoBandSum(_) => CountMethod::TwoBandSum,
            ExactMethod::ColumnClasses(_) => CountMethod::ColumnClasses,
            ExactMethod::Diagonals(_) => CountMethod::Diagonals,
            ExactMethod::LatinRows(_) => CountMethod::LatinRows,
        }
    }

    /// Returns the number of tasks, which take about the same time each.
    #[must_use]
    pub fn task_count(&self) -> usize {
        match &self.kind {
            ExactMethod::BandStackSum(stack_sum, _) => stack_sum.task_count(),
            ExactMethod::Cases(cases) => cases.len(),
            ExactMethod::ColumnClasses(classes) => classes.task_count(),
            ExactMethod::Diagonals(diagonals) => diagonals.fillings.len(),
            ExactMethod::TwoBandSum(two_band_sum) => two_band_sum.task_count(),
            ExactMethod::LatinRows(_) => 1,
        }
    }

    /// Returns the number of simpler puzzles whose counts add up to this one.
    ///
    /// Their candidates are rectangles, or their diagonals are filled.
    #[must_use]
    pub fn case_count(&self) -> usize {
        match &self.kind {
            ExactMethod::Cases(_) | ExactMethod::Diagonals(_) => self.task_count(),
            _ => 1,
        }
    }

    /// Returns the number by which the sum of all tasks is divided.
    #[must_use]
    pub const fn divisor(&self) -> u128 {
        match &self.kind {
            ExactMethod::Diagonals(diagonals) => diagonals.divisor,
            ExactMethod::ColumnClasses(classes) => classes.divisor,
            _ => 1,
        }
    }

    /// Returns the working memory for one thread that runs tasks.
    #[must_use]
    pub fn runner(&self) -> TaskRunner<'_> {
        let worker = match &self.kind {
            ExactMethod::BandStackSum(stack_sum, _) => Some(stack_sum.worker()),
            _ => None,
        };
        TaskRunner {
            count: self,
            worker,
            scratch: two_band_sum::Scratch::default(),
            half_table: HalfTable::default(),
            classic: None,
        }
    }

    /// Runs all tasks one after the other and returns the number of solutions.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    pub fn run(&self, budget: &Budget<'_>) -> Result<u128, StopReason> {
        let mut runner = self.runner();
        let sum =
            (0..self.task_count()).try_fold(0, |sum, task| Ok(sum + runner.run(task, budget)?))?;
        Ok(sum / self.divisor())
    }
}

/// Returns `true` for a classic puzzle with pencilmarks. Some of these puzzles are counted by
/// cases.
fn is_classic_with_pencilmarks(puzzle: &Puzzle) -> bool {
    puzzle.pencilmarks().is_some() && puzzle.layout().is_classic()
}

/// Returns `true` if the only houses are rows, columns and boxes, and the boxes are two cells wide
/// or high and at most five in the other direction.
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

/// Returns `true` if the only houses are rows and columns: no boxes, or boxes of one row or column.
fn is_latin(layout: &Layout) -> bool {
    matches!(
        layout.boxes(),
        Boxes::None | Boxes::Rectangles { width: 1, .. } | Boxes::Rectangles { height: 1, .. }
    )
}

/// The working memory of one thread that runs tasks of an exact count.
#[derive(Debug)]
pub struct TaskRunner<'a> {
    count: &'a ExactCount,
    worker: Option<BandStackSumWorker<'a>>,
    scratch: two_band_sum::Scratch,
    half_table: HalfTable,
    classic: Option<Simd9>,
}

impl TaskRunner<'_> {
    /// Returns the summand of a task; 0 for a task that does not exist.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    pub fn run(&mut self, task: usize, budget: &Budget<'_>) -> Result<u128, StopReason> {
        if task >= self.count.task_count() {
            return Ok(0);
        }
        match (&self.count.kind, &mut self.worker) {
            (ExactMethod::BandStackSum(_, times), Some(worker)) => {
                Ok(times * worker.run(task, budget)?)
            }
            (ExactMethod::BandStackSum(stack_sum, times), None) => {
                Ok(times * stack_sum.worker().run(task, budget)?)
            }
            (ExactMethod::Cases(cases), _) => {
                let planned = &cases[task];
                let stack_sum = BandStackSum::with_plan(planned.plan(), self.count.isa, budget)?;
                Ok(planned.case.multiplicity * stack_sum.run(budget)?)
            }
            (ExactMethod::TwoBandSum(two_band_sum), _) => {
                two_band_sum.run(task, &mut self.scratch, budget)
            }
            (ExactMethod::ColumnClasses(classes), _) => {
                classes.run(task, &mut self.half_table, budget)
            }
            (ExactMethod::LatinRows(count), _) => Ok(*count),
            (ExactMethod::Diagonals(diagonals), _) => {
                let (clues, times) = &diagonals.fillings[task];
                let classic = self
                    .classic
                    .get_or_insert_with(|| Simd9::new(self.count.isa));
                Ok(times * count_classic_clues(classic, clues, self.count.isa, budget)?)
            }
        }
    }
}

/// Counts the solutions of classic clues, by search if there are few.
fn count_classic_clues(
    classic: &mut Simd9,
    clues: &[u8; 81],
    isa: Option<Isa>,
    budget: &Budget<'_>,
) -> Result<u128, StopReason> {
    // With 20 clues or fewer there are too many solutions for a search, unless the clues contradict
    // each other, and then the band-stack sum is fast.
    if clues.iter().filter(|clue| **clue != 0).count() > 20 {
        let puzzle =
            Puzzle::from_array(&Layout::classic(), clues).map_err(|_| StopReason::Internal)?;
        match classic.count_up_to(
            &puzzle,
            PRESEARCH_SOLUTIONS,
            &with_max_guesses(budget, PRESEARCH_GUESSES),
        ) {
            Ok(tally) if !tally.has_more => return Ok(u128::from(tally.number)),
            Err(stopped) if stopped.reason != StopReason::GuessLimit => return Err(stopped.reason),
            _ => {}
        }
    }
    BandStackSum::new(clues, isa, budget)?.run(budget)
}
