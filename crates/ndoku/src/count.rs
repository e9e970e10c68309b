//! The number of solutions of a puzzle: exact counts, estimates and samples on several threads,
//! within a budget.
//!
//! ```text
//!   Puzzle ─ search ─▶ few solutions ─────────────────────▶ exact Count
//!              │
//!              ├─▶ an exact method ─▶ tasks ─┬─▶ all done ─▶ exact Count
//!              │                             └─▶ stopped ──▶ lower bound: sum of finished tasks
//!              └─▶ no method ─▶ search up to a limit ──────▶ exact Count or lower bound
//! ```
//!
//! ```
//! use ndoku::count::{CountLimit, Counter, CountMethod};
//! use ndoku::{Budget, Layout, Puzzle, ThreadBudget};
//! use std::num::NonZeroUsize;
//!
//! let threads = ThreadBudget::new(NonZeroUsize::MIN);
//! let mut counter = Counter::new(&threads);
//! let puzzle = Puzzle::empty(&Layout::with_boxes(3, 2)?);
//! let count = counter.count(&puzzle, CountLimit::default(), &Budget::default(), &|_, _| {});
//! assert_eq!((count.number, count.is_exact()), (28_200_960, true));
//! assert_eq!(count.method, CountMethod::TwoBandSum);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Counter::sample`] samples solutions uniformly.
//! - [`Counter::estimate`] estimates the number where no exact count is feasible.
//! - [`Counter::count_batch`] counts many classic puzzles, and searches those with few solutions
//!   together.
//!
//! **Threads.** The calling thread counts its puzzle. Between two tasks it checks whether a thread
//! of its [`ThreadBudget`] is free, and starts a helper. The helper takes tasks until another
//! counter waits for its thread. So many light puzzles are counted side by side, and a single heavy
//! one uses all threads. The results do not depend on the threads.

mod batch;
mod estimate;
mod sample;
mod tasks;

use std::fmt;

pub use estimate::{Effort, Estimate, EstimateError, EstimateReport, Proposal, WideFloat};
use ndoku_core::Puzzle;
pub use ndoku_count::{CountMethod, PRESEARCH_GUESSES, PRESEARCH_SOLUTIONS};
use ndoku_count::{ExactCount, PreparedCount, prepare_count_with};
use ndoku_solver::{Budget, Isa, StopReason, ThreadBudget};
pub use sample::{MAX_LISTED_SOLUTIONS, SampleError};

use crate::Solver;

/// Default maximum number of solutions that are searched for if there is no exact method.
///
/// The search takes about a second.
pub const DEFAULT_SEARCH_LIMIT: u64 = 1_000_000;

/// A limit on a count.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CountLimit {
    /// Maximum number of solutions to count, with any method.
    pub max_count: u64,
    /// Maximum number of solutions to count if every solution has to be found.
    pub max_searched: u64,
}

impl Default for CountLimit {
    /// Returns no limit for exact methods, and [`DEFAULT_SEARCH_LIMIT`] solutions for searches.
    fn default() -> Self {
        Self {
            max_count: u64::MAX,
            max_searched: DEFAULT_SEARCH_LIMIT,
        }
    }
}

impl CountLimit {
    /// No limit, however long the count takes.
    pub const UNLIMITED: Self = Self::new(u64::MAX);

    /// Limits any count to `limit` solutions; `u64::MAX` means no limit.
    #[must_use]
    pub const fn new(limit: u64) -> Self {
        Self {
            max_count: limit,
            max_searched: limit,
        }
    }
}

/// The number of solutions of a puzzle, as far as it is known.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// The number of solutions, or a lower bound on it.
    pub number: u128,
    /// The reason why there may be more solutions; `None` if the number is exact.
    pub incomplete: Option<Incomplete>,
    /// The method of the count.
    pub method: CountMethod,
}

impl Count {
    /// Returns `true` if the number is exact.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.incomplete.is_none()
    }
}

/// A reason why a number is only a lower bound.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Incomplete {
    /// There are more solutions than the limit.
    Limit,
    /// The budget ran out, or the engine detected an internal error.
    Stopped(StopReason),
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit => f.write_str("there are more than the limit"),
            Self::Stopped(reason) => reason.fmt(f),
        }
    }
}

/// Returns `true` if there is an exact method for the layout of the puzzle.
///
/// Whether a count is feasible shows only when it runs. X-Sudoku is feasible with few clues or with
/// many.
#[must_use]
pub fn has_method(puzzle: &Puzzle) -> bool {
    ExactCount::has_method(puzzle)
}

/// A counter for puzzles that works on one thread, with the help of free threads.
///
/// Keep one for many puzzles, and one for each thread that counts puzzles of its own.
#[derive(Debug)]
pub struct Counter<'a> {
    threads: &'a ThreadBudget,
    solver: Solver,
    isa: Option<Isa>,
}

impl<'a> Counter<'a> {
    /// Creates a counter that uses threads of this budget.
    #[must_use]
    pub fn new(threads: &'a ThreadBudget) -> Self {
        Self {
            threads,
            solver: Solver::new(),
            isa: None,
        }
    }

    /// Sets the instruction set for 9×9 (default: the fastest available). It does not change
    /// results.
    #[must_use]
    pub fn with_isa(self, isa: Option<Isa>) -> Self {
        Self {
            isa,
            solver: self.solver.with_isa(isa),
            ..self
        }
    }

    /// Counts the solutions of a puzzle up to `limit`.
    ///
    /// `progress` is called often and from any thread with the number of finished tasks and of all
    /// tasks. A search has no tasks. The guess limit of the budget applies to searches only.
    ///
    /// Waits until a thread is free. An exact count of a 9×9 puzzle takes milliseconds to
    /// seconds, up to 135 MB, and 14 MB for each helper thread. If pencilmarks make several cases,
    /// each thread counts a case with its own 135 MB. See `docs/benchmarks/counting.md`.
    pub fn count(
        &mut self,
        puzzle: &Puzzle,
        limit: CountLimit,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Count {
        let _permit = self.threads.acquire();
        self.count_here(puzzle, limit, budget, progress)
    }

    /// Counts the solutions of a puzzle on a thread that is acquired.
    fn count_here(
        &mut self,
        puzzle: &Puzzle,
        limit: CountLimit,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Count {
        let CountLimit {
            max_count,
            max_searched,
        } = limit;
        if max_count > PRESEARCH_SOLUTIONS && ExactCount::has_method(puzzle) {
            match prepare_count_with(
                self.solver.engine(puzzle),
                puzzle,
                PRESEARCH_SOLUTIONS,
                self.isa,
                budget,
            ) {
                Ok(PreparedCount::Counted(number)) => {
                    return Count {
                        number: number.into(),
                        incomplete: None,
                        method: CountMethod::Search,
                    };
                }
                Ok(PreparedCount::Exact(exact)) => {
                    return self.run(&exact, max_count, budget, progress);
                }
                Ok(PreparedCount::AtLeast(_)) => {}
                Err(stopped) => return stopped_search(&stopped),
            }
        }
        match self
            .solver
            .engine(puzzle)
            .count_up_to(puzzle, max_count.min(max_searched), budget)
        {
            Ok(tally) => Count {
                number: tally.number.into(),
                incomplete: tally.has_more.then_some(Incomplete::Limit),
                method: CountMethod::Search,
            },
            Err(stopped) => stopped_search(&stopped),
        }
    }

    /// Runs the tasks of an exact count.
    fn run(
        &self,
        exact: &ExactCount,
        max_count: u64,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Count {
        let worker = || {
            let mut runner = exact.runner();
            move |task| runner.run(task, budget)
        };
        let (parts, stopped) = tasks::run(self.threads, exact.task_count(), &worker, progress);
        // No summand is negative, so the finished tasks yield a lower bound.
        let number = (parts.iter().sum::<u128>() / exact.divisor()).max(if stopped.is_some() {
            exact.lower_bound().into()
        } else {
            0
        });
        let most = if max_count == u64::MAX {
            u128::MAX
        } else {
            max_count.into()
        };
        let incomplete = if number > most {
            Some(Incomplete::Limit)
        } else {
            stopped.map(Incomplete::Stopped)
        };
        Count {
            number: number.min(most),
            incomplete,
            method: exact.method(),
        }
    }
}

/// Returns the count of a search that was stopped.
fn stopped_search(stopped: &ndoku_solver::Interrupted) -> Count {
    Count {
        number: stopped.stats.solutions.into(),
        incomplete: Some(Incomplete::Stopped(stopped.reason)),
        method: CountMethod::Search,
    }
}

/// A callback with the number of finished tasks and of all tasks.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use ndoku_core::{Diagonal, Layout};

    use super::*;

    const EMPTY: u128 = 6_670_903_752_021_072_936_960;

    fn with_threads<T>(threads: usize, run: impl FnOnce(&mut Counter<'_>) -> T) -> T {
        let threads = ThreadBudget::new(NonZeroUsize::new(threads).unwrap());
        run(&mut Counter::new(&threads))
    }

    fn count(puzzle: &Puzzle, limit: CountLimit) -> Count {
        with_threads(2, |counter| {
            counter.count(puzzle, limit, &Budget::default(), &|_, _| {})
        })
    }

    #[test]
    fn published_counts_do_not_depend_on_the_number_of_threads() {
        let puzzle = Puzzle::empty(&Layout::classic());
        for threads in [1, 2, 5] {
            let (calls, last) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let progress = |done: usize, all: usize| {
                calls.fetch_add(1, Ordering::Relaxed);
                last.fetch_max(done, Ordering::Relaxed);
                assert!(done <= all);
            };
            let count = with_threads(threads, |counter| {
                counter.count(
                    &puzzle,
                    CountLimit::default(),
                    &Budget::default(),
                    &progress,
                )
            });
            assert_eq!(
                count,
                Count {
                    number: EMPTY,
                    incomplete: None,
                    method: CountMethod::BandStackSum
                }
            );
            assert!(
                calls.into_inner() == last.into_inner(),
                "each task is reported once"
            );
        }
        let four = Puzzle::empty(&Layout::with_boxes(2, 2).unwrap());
        assert_eq!(count(&four, CountLimit::default()).number, 288);
        let latin = Puzzle::empty(&Layout::builder(5).no_boxes().build().unwrap());
        assert_eq!(
            count(&latin, CountLimit::default()),
            Count {
                number: 161_280,
                incomplete: None,
                method: CountMethod::LatinRows
            }
        );
    }

    #[test]
    fn a_limit_applies_to_every_method() {
        let empty = Puzzle::empty(&Layout::classic());
        for (limit, method) in [
            (1, CountMethod::Search),
            (2_000, CountMethod::Search),
            (2_001, CountMethod::BandStackSum),
            (u64::MAX - 1, CountMethod::BandStackSum),
        ] {
            assert_eq!(
                count(&empty, CountLimit::new(limit)),
                Count {
                    number: limit.into(),
                    incomplete: Some(Incomplete::Limit),
                    method
                }
            );
        }
        let four = Puzzle::empty(&Layout::with_boxes(2, 2).unwrap());
        assert!(
            !count(&four, CountLimit::new(287)).is_exact()
                && count(&four, CountLimit::new(288)).is_exact()
        );
        // A rule removes the exact method, diagonals do not.
        let knight = Puzzle::empty(
            &Layout::builder(9)
                .boxes(3, 3)
                .rule("anti-knight")
                .build()
                .unwrap(),
        );
        let counted = count(
            &knight,
            CountLimit {
                max_searched: 3_000,
                ..CountLimit::default()
            },
        );
        assert_eq!(
            counted,
            Count {
                number: 3_000,
                incomplete: Some(Incomplete::Limit),
                method: CountMethod::Search
            }
        );
        let x = Layout::builder(9)
            .boxes(3, 3)
            .diagonal(Diagonal::Main)
            .diagonal(Diagonal::Anti)
            .build()
            .unwrap();
        assert!(ExactCount::has_method(&Puzzle::empty(&x)) && !ExactCount::has_method(&knight));
    }

    #[test]
    fn a_stopped_count_is_a_lower_bound() {
        let empty = Puzzle::empty(&Layout::classic());
        let flag = AtomicBool::new(true);
        let stopped = with_threads(2, |counter| {
            counter.count(
                &empty,
                CountLimit::UNLIMITED,
                &Budget::default().stop_flag(&flag),
                &|_, _| {},
            )
        });
        assert_eq!(
            stopped.incomplete,
            Some(Incomplete::Stopped(StopReason::Canceled))
        );
        // Stopped after the first tasks: their sum is a part of the number.
        let flag = AtomicBool::new(false);
        let progress = |done: usize, all: usize| flag.store(done >= all / 4, Ordering::Relaxed);
        let budget = Budget::default().stop_flag(&flag);
        let part = with_threads(2, |counter| {
            counter.count(&empty, CountLimit::UNLIMITED, &budget, &progress)
        });
        assert_eq!(
            (part.incomplete, part.method),
            (
                Some(Incomplete::Stopped(StopReason::Canceled)),
                CountMethod::BandStackSum
            )
        );
        assert!(
            part.number > EMPTY / 100 && part.number < EMPTY,
            "{}",
            part.number
        );
        // Before any task is finished, the result of the search counts.
        let asked = AtomicBool::new(false);
        let progress = |_: usize, _: usize| asked.store(true, Ordering::Relaxed);
        let expired = || true;
        let none = with_threads(1, |counter| {
            counter.count(
                &empty,
                CountLimit::UNLIMITED,
                &Budget::default().stop_when(&expired),
                &progress,
            )
        });
        assert!(!none.is_exact() && !asked.into_inner());
    }

    #[test]
    fn several_counters_share_the_threads() {
        let threads = ThreadBudget::new(NonZeroUsize::new(2).unwrap());
        let empty = Puzzle::empty(&Layout::classic());
        let small = Puzzle::empty(&Layout::with_boxes(3, 2).unwrap());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut counter = Counter::new(&threads);
                    for _ in 0..3 {
                        assert_eq!(
                            counter
                                .count(
                                    &small,
                                    CountLimit::UNLIMITED,
                                    &Budget::default(),
                                    &|_, _| {}
                                )
                                .number,
                            28_200_960
                        );
                        assert_eq!(
                            counter
                                .count(
                                    &empty,
                                    CountLimit::UNLIMITED,
                                    &Budget::default(),
                                    &|_, _| {}
                                )
                                .number,
                            EMPTY
                        );
                    }
                });
            }
        });
        assert!(
            threads.try_acquire().is_some() && threads.try_acquire().is_some(),
            "all threads were released"
        );
    }
}
