//! A portfolio: several engines search one puzzle, each on its own thread. The first that completes
//! the search ends it.
//!
//! ```text
//!   main engine ─── solutions ──┐
//!                               ├─▶ each once ─▶ found     until one engine completes the search,
//!   workers ─────── solutions ──┘                          or `found` breaks: then all stop
//! ```
//!
//! Workers start after the warmup of the main engine, each when a thread is free. A puzzle that is
//! solved by then costs one thread only, and its result is the same at each run. The set of
//! solutions depends on the puzzle alone; after the warmup their order depends on the clock. If
//! there are many solutions, the main engine continues alone: workers are for puzzles with few
//! solutions or none.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, Builder, ScopedJoinHandle};
use std::time::{Duration, Instant};

use ndoku_core::{Digit, Puzzle};
use ndoku_solver::{Budget, Engine, Interrupted, Stats, StopReason};

use crate::engine_selection::add_stats;
use crate::thread_budget::{ThreadBudget, ThreadPermit};

/// A message of an engine.
enum Message {
    Solution(Vec<Digit>),
    /// The result of the search.
    Ended(Result<Stats, Interrupted>),
}

/// Options of a portfolio search.
#[derive(Copy, Clone)]
pub(crate) struct PortfolioOptions<'a> {
    /// Solutions that are not reported again.
    pub known: &'a [Vec<Digit>],
    /// Maximum number of solutions, those in `known` included, with which workers run. Above it the
    /// main engine continues alone.
    pub max_solutions: usize,
    /// Time that the main engine searches alone.
    pub warmup: Duration,
    /// The budget from which workers then take threads.
    pub threads: &'a ThreadBudget,
}

/// Sender number of the main engine; workers have the following numbers.
const MAIN_ENGINE: usize = 0;

/// Interval between two checks for a free thread.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Searches with `engine`, and with `workers` in their order as soon as threads are free. Only the
/// flag and the clock of the budget apply. Also returns the number of workers that started.
///
/// # Errors
/// See [`Engine::search`]. A worker that gives up is not an error.
pub(crate) fn search(
    engine: &mut dyn Engine,
    workers: Vec<&mut dyn Engine>,
    puzzle: &Puzzle,
    budget: &Budget<'_>,
    options: PortfolioOptions<'_>,
    found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
) -> (Result<Stats, Interrupted>, usize) {
    let PortfolioOptions {
        known,
        max_solutions,
        warmup,
        threads,
    } = options;
    let (is_over, workers_run) = (AtomicBool::new(false), AtomicBool::new(true));
    let is_stopped = || is_over.load(Ordering::Relaxed) || budget.poll().is_some();
    let is_worker_stopped = || !workers_run.load(Ordering::Relaxed) || is_stopped();
    // A short queue: engines should not find solutions that nobody requests.
    let (sender, messages) = sync_channel(2);
    thread::scope(|scope| {
        let start = |engine, number: usize, budget, sender| {
            let name = if number == MAIN_ENGINE {
                "ndoku-solver"
            } else {
                "ndoku-worker"
            };
            Builder::new()
                .name(name.to_owned())
                .spawn_scoped(scope, move || {
                    run_engine(engine, number, puzzle, &budget, &sender);
                })
                .ok()
        };
        let start_time = Instant::now();
        let started = start(
            engine,
            MAIN_ENGINE,
            Budget::default().expired(&is_stopped),
            sender.clone(),
        );
        let (mut distinct, mut reported, mut stats) = (known.to_vec(), 0, Stats::default());
        let mut end = started.is_none().then_some(Err(StopReason::Internal));
        is_over.store(end.is_some(), Ordering::Relaxed);
        // The workers that have not started. The channel closes once this is dropped and all
        // started engines have ended.
        let mut waiting = started.is_some().then(|| (workers.into_iter(), sender));
        let mut wait = warmup;
        // The permits of the started workers, until they end.
        let mut permits: Vec<Option<ThreadPermit<'_>>> = Vec::new();
        loop {
            let message = match waiting {
                Some(_) => messages.recv_timeout(wait.saturating_sub(start_time.elapsed())),
                None => messages.recv().map_err(RecvTimeoutError::from),
            };
            let (number, message) = match message {
                Ok(message) => message,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    wait = start_time.elapsed() + POLL_INTERVAL;
                    let Some((workers, sender)) = &mut waiting else {
                        continue;
                    };
                    if workers.len() == 0
                        || is_worker_stopped()
                        || started.as_ref().is_none_or(ScopedJoinHandle::is_finished)
                    {
                        waiting = None;
                    } else if let Some(thread) = threads.try_acquire()
                        && let Some(worker) = workers.next()
                    {
                        // If the thread cannot start, the search continues without this worker.
                        let number = MAIN_ENGINE + 1 + permits.len();
                        if start(
                            worker,
                            number,
                            Budget::default().expired(&is_worker_stopped),
                            sender.clone(),
                        )
                        .is_some()
                        {
                            permits.push(Some(thread));
                        }
                    }
                    continue;
                }
            };
            let is_worker = number != MAIN_ENGINE;
            if is_worker && matches!(message, Message::Ended(_)) {
                permits[number - MAIN_ENGINE - 1] = None;
            }
            // Solutions of a dismissed worker would be reported twice.
            let counts = end.is_none() && (!is_worker || workers_run.load(Ordering::Relaxed));
            let ended = match message {
                Message::Solution(digits) if counts && !distinct.contains(&digits) => {
                    reported += 1;
                    let flow = found(&digits);
                    // Without workers the main engine finds no solution twice.
                    if workers_run.load(Ordering::Relaxed) {
                        distinct.push(digits);
                        workers_run.store(distinct.len() <= max_solutions, Ordering::Relaxed);
                    }
                    flow.is_break().then_some(Ok(false))
                }
                Message::Solution(_) => None,
                Message::Ended(Ok(cost)) => {
                    stats = add_stats(stats, cost);
                    (counts && cost.exhausted).then_some(Ok(true))
                }
                Message::Ended(Err(stopped)) => {
                    stats = add_stats(stats, stopped.stats);
                    // Engines see the flag and the clock as one closure and report `Timeout` for
                    // both. The budget knows the real reason.
                    (!is_worker).then(|| {
                        Err(if stopped.reason == StopReason::Timeout {
                            budget.poll().unwrap_or(stopped.reason)
                        } else {
                            stopped.reason
                        })
                    })
                }
            };
            if end.is_none() && ended.is_some() {
                end = ended;
                is_over.store(true, Ordering::Relaxed);
                waiting = None;
            }
        }
        let stats = Stats {
            solutions: reported,
            exhausted: end == Some(Ok(true)),
            ..stats
        };
        let searched = match end {
            Some(Ok(_)) => Ok(stats),
            Some(Err(reason)) => Err(Interrupted::new(reason, stats)),
            // An engine that ends without a message is an internal error.
            None => Err(Interrupted::new(StopReason::Internal, stats)),
        };
        (searched, permits.len())
    })
}

/// Runs an engine, and sends its solutions and its result.
fn run_engine(
    engine: &mut dyn Engine,
    number: usize,
    puzzle: &Puzzle,
    budget: &Budget<'_>,
    sender: &SyncSender<(usize, Message)>,
) {
    let ended = engine.search(puzzle, budget, &mut |digits| match sender
        .send((number, Message::Solution(digits.to_vec())))
    {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    });
    let _ = sender.send((number, Message::Ended(ended)));
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::{Duration, Instant};

    use ndoku_core::Layout;
    use ndoku_solver::{Backtrack, Cdcl};
    use ndoku_testkit::oracle;
    use ndoku_testkit::random::{self, SplitMix64};

    use super::*;

    /// Compares all solutions of many small puzzles, and the first three, with the oracle.
    fn check(workers: &mut [Box<dyn Engine>], seed: u64) {
        let rng = &mut SplitMix64::new(seed);
        let (mut cdcl, mut plentiful) = (Cdcl::new(), 0);
        for round in 0..150 {
            let layout = random::layout(rng, 2 + round % 5);
            let puzzle = random::puzzle(rng, &layout);
            let Some(expected) =
                oracle::solutions(&puzzle, 5_000, 1_000_000).filter(|all| all.len() < 5_000)
            else {
                continue;
            };
            for (max_solutions, wanted) in [
                (0, usize::MAX),
                (3, usize::MAX),
                (5_000, usize::MAX),
                (16, 3),
            ] {
                let mut reported = Vec::new();
                let options = PortfolioOptions {
                    known: &[],
                    max_solutions,
                    warmup: Duration::ZERO,
                    threads: &ThreadBudget::new(NonZeroUsize::MAX),
                };
                let (stats, _) = search(
                    &mut cdcl,
                    workers
                        .iter_mut()
                        .map(|worker| &mut **worker as &mut dyn Engine)
                        .collect(),
                    &puzzle,
                    &Budget::default(),
                    options,
                    &mut |digits| {
                        reported.push(digits.to_vec());
                        if reported.len() < wanted {
                            ControlFlow::Continue(())
                        } else {
                            ControlFlow::Break(())
                        }
                    },
                );
                let label = format!(
                    "seed {seed}, round {round}, max_solutions {max_solutions}, wanted {wanted}"
                );
                let stats = stats.expect(&label);
                assert_eq!(
                    (stats.solutions, stats.exhausted),
                    (reported.len() as u64, reported.len() < wanted),
                    "{label}"
                );
                assert_eq!(reported.len(), expected.len().min(wanted), "{label}");
                assert!(
                    reported.iter().all(|solution| expected.contains(solution)),
                    "{label}"
                );
                reported.sort();
                assert!(
                    reported.windows(2).all(|pair| pair[0] != pair[1]),
                    "{label}: a solution was reported twice"
                );
                plentiful += u32::from(reported.len() > 3);
            }
        }
        assert!(plentiful > 20, "{plentiful}");
    }

    #[test]
    fn a_portfolio_finds_the_solutions_of_the_oracle() {
        check(&mut [Box::new(Backtrack::new())], 5);
        check(
            &mut [
                Box::new(Backtrack::new()),
                Box::new(Cdcl::new().with_seed(1)),
            ],
            6,
        );
    }

    #[test]
    #[cfg(feature = "cadical")]
    fn a_portfolio_with_cadical_finds_the_solutions_of_the_oracle() {
        check(&mut [Box::new(ndoku_sat::Cadical::new())], 17);
    }

    #[test]
    fn known_solutions_are_not_reported_again() {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let mut all = Vec::new();
        let mut collect = |digits: &[Digit]| {
            all.push(digits.to_vec());
            ControlFlow::Continue(())
        };
        Backtrack::new()
            .search(&puzzle, &Budget::default(), &mut collect)
            .unwrap();
        assert_eq!(all.len(), 288);
        for max_solutions in [0, 10, 300] {
            let mut reported = Vec::new();
            let options = PortfolioOptions {
                known: &all[..5],
                max_solutions,
                warmup: Duration::ZERO,
                threads: &ThreadBudget::new(NonZeroUsize::MAX),
            };
            let (stats, _) = search(
                &mut Cdcl::new(),
                vec![&mut Backtrack::new()],
                &puzzle,
                &Budget::default(),
                options,
                &mut |digits| {
                    reported.push(digits.to_vec());
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(
                (
                    reported.len(),
                    stats
                        .map(|stats| (stats.solutions, stats.exhausted))
                        .unwrap()
                ),
                (283, (283, true))
            );
            reported.extend_from_slice(&all[..5]);
            reported.sort();
            reported.dedup();
            assert_eq!(reported.len(), 288);
        }
    }

    #[test]
    fn flag_and_clock_stop_all_engines() {
        let puzzle = Puzzle::empty(&Layout::for_size(9).unwrap());
        let begin = Instant::now();
        let expired = || begin.elapsed() > Duration::from_millis(50);
        let flag = AtomicBool::new(true);
        for (budget, reason) in [
            (Budget::default().expired(&expired), StopReason::Timeout),
            (Budget::default().stop_flag(&flag), StopReason::Cancelled),
        ] {
            let options = PortfolioOptions {
                known: &[],
                max_solutions: 16,
                warmup: Duration::ZERO,
                threads: &ThreadBudget::new(NonZeroUsize::MAX),
            };
            let (ended, _) = search(
                &mut Cdcl::new(),
                vec![&mut Backtrack::new()],
                &puzzle,
                &budget,
                options,
                &mut |_| ControlFlow::Continue(()),
            );
            assert_eq!(ended.unwrap_err().reason, reason);
        }
    }

    /// An engine that finds nothing and runs until the budget ends.
    struct Idle;

    impl Engine for Idle {
        fn name(&self) -> &'static str {
            "idle"
        }

        fn supports(&self, _: &Layout) -> bool {
            true
        }

        fn search(
            &mut self,
            _: &Puzzle,
            budget: &Budget<'_>,
            _: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        ) -> Result<Stats, Interrupted> {
            loop {
                if let Some(reason) = budget.poll() {
                    return Err(Interrupted::new(reason, Stats::default()));
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// An engine that gives up immediately.
    struct Lazy;

    impl Engine for Lazy {
        fn name(&self) -> &'static str {
            "lazy"
        }

        fn supports(&self, _: &Layout) -> bool {
            false
        }

        fn search(
            &mut self,
            _: &Puzzle,
            _: &Budget<'_>,
            _: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        ) -> Result<Stats, Interrupted> {
            Err(Interrupted::new(StopReason::Unsupported, Stats::default()))
        }
    }

    #[test]
    fn the_worker_starts_after_the_warmup() {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let start = Instant::now();
        // Fails the test if the worker never starts.
        let late = || start.elapsed() > Duration::from_secs(60);
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        let count = |first: &mut dyn Engine, second: &mut dyn Engine, warmup| {
            let options = PortfolioOptions {
                known: &[],
                max_solutions: 300,
                warmup,
                threads: &threads,
            };
            let (searched, started_workers) = search(
                first,
                vec![second],
                &puzzle,
                &Budget::default().expired(&late),
                options,
                &mut |_| ControlFlow::Continue(()),
            );
            (
                searched
                    .map(|stats| (stats.solutions, stats.exhausted))
                    .unwrap(),
                started_workers,
            )
        };
        // The main engine finishes within the warmup, however long that is.
        assert_eq!(
            count(&mut Backtrack::new(), &mut Idle, Duration::from_secs(3_600)),
            ((288, true), 0)
        );
        // Only the worker finds solutions.
        assert_eq!(
            count(&mut Idle, &mut Backtrack::new(), Duration::from_millis(20)),
            ((288, true), 1)
        );
    }

    #[test]
    fn each_worker_takes_a_thread() {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let start = Instant::now();
        // Fails the test if the worker never starts.
        let late = || start.elapsed() > Duration::from_secs(60);
        for (count, begun) in [(1, 1), (2, 2), (3, 3), (4, 3)] {
            let threads = ThreadBudget::new(NonZeroUsize::new(count).unwrap());
            // Only the last worker that can start finds solutions.
            let (mut one, mut other, mut last) = (Idle, Idle, Backtrack::new());
            let mut workers: Vec<&mut dyn Engine> = vec![&mut one, &mut other];
            workers.insert(2.min(begun - 1), &mut last);
            let options = PortfolioOptions {
                known: &[],
                max_solutions: 300,
                warmup: Duration::ZERO,
                threads: &threads,
            };
            let (searched, started_workers) = search(
                &mut Idle,
                workers,
                &puzzle,
                &Budget::default().expired(&late),
                options,
                &mut |_| ControlFlow::Continue(()),
            );
            assert_eq!(
                (
                    searched.map(|stats| stats.solutions).unwrap(),
                    started_workers
                ),
                (288, begun),
                "{count} threads"
            );
            assert!(threads.try_acquire().is_some());
        }
    }

    #[test]
    fn a_finished_worker_leaves_its_thread_to_the_next() {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let start = Instant::now();
        // Fails the test if the worker never starts.
        let late = || start.elapsed() > Duration::from_secs(60);
        let (mut lazy, mut general) = (Lazy, Backtrack::new());
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        let options = PortfolioOptions {
            known: &[],
            max_solutions: 300,
            warmup: Duration::ZERO,
            threads: &threads,
        };
        let workers: Vec<&mut dyn Engine> = vec![&mut lazy, &mut general];
        let (searched, started_workers) = search(
            &mut Idle,
            workers,
            &puzzle,
            &Budget::default().expired(&late),
            options,
            &mut |_| ControlFlow::Continue(()),
        );
        assert_eq!(
            (
                searched.map(|stats| stats.solutions).unwrap(),
                started_workers
            ),
            (288, 2)
        );
    }

    #[test]
    fn the_worker_starts_when_a_thread_is_free() {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let start = Instant::now();
        // Fails the test if the worker never starts.
        let late = || start.elapsed() > Duration::from_secs(60);
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        thread::scope(|scope| {
            let taken = threads.acquire();
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(80));
                drop(taken);
            });
            let options = PortfolioOptions {
                known: &[],
                max_solutions: 300,
                warmup: Duration::ZERO,
                threads: &threads,
            };
            let (searched, started_workers) = search(
                &mut Idle,
                vec![&mut Backtrack::new()],
                &puzzle,
                &Budget::default().expired(&late),
                options,
                &mut |_| ControlFlow::Continue(()),
            );
            assert_eq!(
                (
                    searched.map(|stats| stats.solutions).unwrap(),
                    started_workers
                ),
                (288, 1)
            );
            assert!(start.elapsed() >= Duration::from_millis(80));
        });
        // The worker has returned its thread.
        assert!(threads.try_acquire().is_some());
    }
}
