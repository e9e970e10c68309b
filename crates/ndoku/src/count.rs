//! How many solutions a puzzle has: exactly where that can be had, on all cores, within a budget.
//!
//! ```text
//!   Puzzle ─ search ─▶ few solutions ────────────────────────────────────▶ Count, exact
//!              │
//!              ├─▶ a method of `ndoku_solver::count` ─▶ tasks ─┬─▶ all done ─▶ Count, exact
//!              │                                               └─▶ stopped ──▶ Count, at least the sum of the tasks that are done
//!              └─▶ none ─▶ search up to a limit ──────────────────────────▶ Count, exact or at least
//! ```
//!
//! ```
//! use ndoku::count::{Cores, Counter, Method, CountLimit};
//! use ndoku::{Budget, Layout, Puzzle};
//! use std::num::NonZeroUsize;
//!
//! let cores = Cores::new(NonZeroUsize::MIN);
//! let mut counter = Counter::new(&cores);
//! let count = counter.count(&Puzzle::empty(&Layout::with_boxes(3, 2)?), CountLimit::default(), &Budget::default(), &|_, _| {});
//! assert_eq!((count.number, count.is_exact(), count.method), (28_200_960, true, Method::TwoRowBoxes));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Counter::sample`] draws solutions at random, each with the same probability; [`Counter::estimate`] says about how many there are, where no exact count is in
//! reach; [`Counter::count_all`] counts many classic puzzles, and those with few solutions together.
//!
//! **How cores are shared.** A puzzle is counted by the thread that asks. Between two tasks it looks whether a core of its [`Cores`] is idle, and has a helper
//! take tasks there, until another counter wants the core. So many light puzzles are counted side by side, a single heavy one on all cores, and
//! any mixture keeps all of them busy. What comes out does not depend on it.

mod batch;
mod cores;
mod estimate;
mod sample;

use std::fmt;

pub use cores::Cores;
pub use estimate::{Effort, Estimate, EstimateError, EstimateReport, Proposal, WideFloat};
use ndoku_core::Puzzle;
use ndoku_solver::count::{ExactCount, PreparedCount, prepare_count_with};
pub use ndoku_solver::count::{Method, PRESEARCH_GUESSES, PRESEARCH_SOLUTIONS};
use ndoku_solver::{Budget, Isa, StopReason};
pub use sample::{MAX_LISTED_SOLUTIONS, SampleError};

use crate::Solver;

/// So many solutions are searched for where no exact method is known, unless the caller says otherwise: about a second.
pub const DEFAULT_SEARCH_LIMIT: u64 = 1_000_000;

/// How far to count.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CountLimit {
    /// No further than this, whatever the method.
    pub max_count: u64,
    /// No further than this where every solution has to be found.
    pub max_searched: u64,
}

impl Default for CountLimit {
    /// To the end where there is an exact method, up to [`DEFAULT_SEARCH_LIMIT`] solutions where there is none.
    fn default() -> Self {
        Self {
            max_count: u64::MAX,
            max_searched: DEFAULT_SEARCH_LIMIT,
        }
    }
}

impl CountLimit {
    /// To the end, however long it takes.
    pub const UNLIMITED: Self = Self::new(u64::MAX);

    /// Up to so many; `u64::MAX` stands for no limit.
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
pub struct Count {
    /// All of them, or so many at least.
    pub number: u128,
    /// Why there may be more; `None` if the number is exact.
    pub incomplete: Option<Incomplete>,
    /// How it was found.
    pub method: Method,
}

impl Count {
    /// Whether it is all of them.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.incomplete.is_none()
    }
}

/// Why a number is not that of all solutions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Incomplete {
    /// There are more than were asked for.
    Limit,
    /// The budget ran out, or the engine found a fault of its own.
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

/// Whether there is a way to count all solutions of such a puzzle without finding each: its layout has one. Whether it is in reach is only known once it is
/// tried: of X-Sudoku few clues are, and many.
#[must_use]
pub fn has_method(puzzle: &Puzzle) -> bool {
    ExactCount::has_method(puzzle)
}

/// Counts puzzles on one thread, with the help of idle cores. Keep one for many puzzles, one for each thread that has puzzles of its own.
#[derive(Debug)]
pub struct Counter<'a> {
    cores: &'a Cores,
    solver: Solver,
    isa: Option<Isa>,
}

impl<'a> Counter<'a> {
    /// A counter that works on these cores.
    #[must_use]
    pub fn new(cores: &'a Cores) -> Self {
        Self {
            cores,
            solver: Solver::new(),
            isa: None,
        }
    }

    /// The same with this instruction set for 9×9, or the fastest of the machine. It changes no answer.
    #[must_use]
    pub fn with_isa(self, isa: Option<Isa>) -> Self {
        Self {
            isa,
            solver: self.solver.with_isa(isa),
            ..self
        }
    }

    /// Counts the solutions of a puzzle, as far as `reach` says. `progress` is told how many tasks of how many are done, from any thread, often; there are none
    /// while solutions are searched for. The budget's limit of guesses holds for searches; methods that do not guess are not bound by it.
    ///
    /// Waits until one of the cores is free. An exact count of a 9×9 puzzle takes milliseconds to seconds and up to 135 MB, and 14 MB for each core that
    /// helps; where pencilmarks make several cases, each core has one and its own 135 MB. See `docs/COUNTING.md`.
    pub fn count(
        &mut self,
        puzzle: &Puzzle,
        limit: CountLimit,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Count {
        let _core = self.cores.take();
        self.count_here(puzzle, limit, budget, progress)
    }

    /// The same on a core that this thread has.
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
                        method: Method::Search,
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
            .count(puzzle, max_count.min(max_searched), budget)
        {
            Ok(tally) => Count {
                number: tally.count.into(),
                incomplete: tally.more.then_some(Incomplete::Limit),
                method: Method::Search,
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
        let (parts, stopped) = cores::run(self.cores, exact.tasks(), &worker, progress);
        // No part is negative, so that those that are done say how many there are at least.
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

/// What a search found before it was stopped.
fn stopped_search(stopped: &ndoku_solver::Stopped) -> Count {
    Count {
        number: stopped.stats.solutions.into(),
        incomplete: Some(Incomplete::Stopped(stopped.reason)),
        method: Method::Search,
    }
}

/// Is told how many tasks of how many are done.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

#[cfg(test)]
mod tests {
    use super::*;
    use ndoku_core::{Diagonal, Layout};
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    const EMPTY: u128 = 6_670_903_752_021_072_936_960;

    fn with_cores<T>(threads: usize, run: impl FnOnce(&mut Counter<'_>) -> T) -> T {
        let cores = Cores::new(NonZeroUsize::new(threads).unwrap());
        run(&mut Counter::new(&cores))
    }

    fn count(puzzle: &Puzzle, limit: CountLimit) -> Count {
        with_cores(2, |counter| {
            counter.count(puzzle, limit, &Budget::default(), &|_, _| {})
        })
    }

    #[test]
    fn published_counts_with_any_number_of_cores() {
        let puzzle = Puzzle::empty(&Layout::classic());
        for threads in [1, 2, 5] {
            let (told, last) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let progress = |done: usize, all: usize| {
                told.fetch_add(1, Ordering::Relaxed);
                last.fetch_max(done, Ordering::Relaxed);
                assert!(done <= all);
            };
            let count = with_cores(threads, |counter| {
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
                    method: Method::BandStackSum
                }
            );
            assert!(
                told.into_inner() == last.into_inner(),
                "each task is told once"
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
                method: Method::LatinRows
            }
        );
    }

    #[test]
    fn a_limit_clips_whatever_the_method() {
        let empty = Puzzle::empty(&Layout::classic());
        for (limit, method) in [
            (1, Method::Search),
            (2_000, Method::Search),
            (2_001, Method::BandStackSum),
            (u64::MAX - 1, Method::BandStackSum),
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
        // A rule takes the exact method away, diagonals do not.
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
                method: Method::Search
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
    fn what_is_stopped_says_how_many_there_are_at_least() {
        let empty = Puzzle::empty(&Layout::classic());
        let flag = AtomicBool::new(true);
        let stopped = with_cores(2, |counter| {
            counter.count(
                &empty,
                CountLimit::UNLIMITED,
                &Budget::default().stop_flag(&flag),
                &|_, _| {},
            )
        });
        assert_eq!(
            stopped.incomplete,
            Some(Incomplete::Stopped(StopReason::Flag))
        );
        // Stopped after the first tasks: their sum is a part of the number.
        let flag = AtomicBool::new(false);
        let progress = |done: usize, all: usize| flag.store(done >= all / 4, Ordering::Relaxed);
        let budget = Budget::default().stop_flag(&flag);
        let part = with_cores(2, |counter| {
            counter.count(&empty, CountLimit::UNLIMITED, &budget, &progress)
        });
        assert_eq!(
            (part.incomplete, part.method),
            (
                Some(Incomplete::Stopped(StopReason::Flag)),
                Method::BandStackSum
            )
        );
        assert!(
            part.number > EMPTY / 100 && part.number < EMPTY,
            "{}",
            part.number
        );
        // Before any task is done, what the search found.
        let asked = AtomicBool::new(false);
        let progress = |_: usize, _: usize| asked.store(true, Ordering::Relaxed);
        let expired = || true;
        let none = with_cores(1, |counter| {
            counter.count(
                &empty,
                CountLimit::UNLIMITED,
                &Budget::default().expired(&expired),
                &progress,
            )
        });
        assert!(!none.is_exact() && !asked.into_inner());
    }

    #[test]
    fn several_counters_share_the_cores() {
        let cores = Cores::new(NonZeroUsize::new(2).unwrap());
        let empty = Puzzle::empty(&Layout::classic());
        let small = Puzzle::empty(&Layout::with_boxes(3, 2).unwrap());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut counter = Counter::new(&cores);
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
            cores.take_idle().is_some() && cores.take_idle().is_some(),
            "all were given back"
        );
    }
}
