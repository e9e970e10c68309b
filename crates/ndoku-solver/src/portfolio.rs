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
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};
use std::vec;

use ndoku_core::{Digit, Puzzle};

use crate::thread_budget::{ThreadBudget, ThreadPermit};
use crate::{Budget, Engine, Interrupted, Stats, StopReason};

/// A message of an engine.
enum EngineMessage {
    Solution(Vec<Digit>),
    /// The result of the search.
    Ended(Result<Stats, Interrupted>),
}

/// A message with the number of its sender: [`MAIN_ENGINE`], or 1 and so on for the workers.
type Envelope = (usize, EngineMessage);

/// Sender number of the main engine; workers have the following numbers.
const MAIN_ENGINE: usize = 0;

/// Options of a portfolio search.
#[derive(Copy, Clone)]
pub(crate) struct PortfolioOptions<'a> {
    /// Solutions that are not reported again.
    pub known: &'a [Vec<Digit>],
    /// Maximum number of solutions, including `known`, up to which workers run. If there are more,
    /// the main engine continues alone.
    pub max_solutions: usize,
    /// Time that the main engine searches alone.
    pub warmup: Duration,
    /// The budget from which workers then take threads.
    pub threads: &'a ThreadBudget,
}

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
    let flags = StopFlags::default();
    let is_main_stopped = || flags.is_over() || budget.poll().is_some();
    let is_worker_stopped = || !flags.workers_run() || is_main_stopped();
    let mut collector = SolutionCollector::new(budget, &flags, options, found);
    // A short queue: engines should not find solutions that nobody requests.
    let (sender, messages) = sync_channel(2);
    thread::scope(|scope| {
        // If `found` panics, the engines must stop, and none may block in the full channel. The
        // receiver is moved here, so that a panic drops it before the threads are joined.
        let _stop = StopGuard(&flags);
        let messages = messages;
        let launcher = EngineLauncher { scope, puzzle };
        let main_engine = launcher.start(engine, MAIN_ENGINE, &is_main_stopped, sender.clone());
        let mut queue = WorkerQueue {
            waiting: Some((workers.into_iter(), sender)),
            permits: Vec::new(),
            threads: options.threads,
            start_time: Instant::now(),
            next_check: options.warmup,
        };
        if main_engine.is_none() {
            collector.end(SearchEnd::Interrupted(StopReason::Internal));
            queue.close();
        }
        loop {
            match queue.receive(&messages) {
                Ok((sender, message)) => {
                    if matches!(message, EngineMessage::Ended(_)) {
                        queue.release_permit(sender);
                    }
                    collector.receive(sender, message);
                    if flags.is_over() {
                        queue.close();
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let has_main_ended = main_engine
                        .as_ref()
                        .is_none_or(ScopedJoinHandle::is_finished);
                    if has_main_ended || is_worker_stopped() {
                        queue.close();
                    } else {
                        queue.start_next(&launcher, &is_worker_stopped);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        (collector.into_result(), queue.permits.len())
    })
}

/// The flags that stop engines.
struct StopFlags {
    /// All engines stop.
    is_over: AtomicBool,
    /// Workers stop if this is `false`.
    workers_run: AtomicBool,
}

impl Default for StopFlags {
    fn default() -> Self {
        Self {
            is_over: AtomicBool::new(false),
            workers_run: AtomicBool::new(true),
        }
    }
}

impl StopFlags {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn workers_run(&self) -> bool {
        self.workers_run.load(Ordering::Relaxed)
    }

    fn stop_all(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn stop_workers(&self) {
        self.workers_run.store(false, Ordering::Relaxed);
    }
}

/// Stops all engines when it is dropped.
struct StopGuard<'a>(&'a StopFlags);

impl Drop for StopGuard<'_> {
    fn drop(&mut self) {
        self.0.stop_all();
    }
}

/// Starts engines on threads of their own.
struct EngineLauncher<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    puzzle: &'scope Puzzle,
}

impl<'scope> EngineLauncher<'scope, '_> {
    /// Starts an engine that runs until `is_stopped`. Returns `None` if the thread cannot start.
    fn start(
        &self,
        engine: &'scope mut (dyn Engine + 'scope),
        number: usize,
        is_stopped: &'scope (dyn Fn() -> bool + Sync),
        sender: SyncSender<Envelope>,
    ) -> Option<ScopedJoinHandle<'scope, ()>> {
        let name = if number == MAIN_ENGINE {
            "ndoku-solver"
        } else {
            "ndoku-worker"
        };
        let puzzle = self.puzzle;
        let budget = Budget::default().stop_when(is_stopped);
        Builder::new()
            .name(name.to_owned())
            .spawn_scoped(self.scope, move || {
                run_engine(engine, number, puzzle, &budget, &sender);
            })
            .ok()
    }
}

/// The workers that wait for a free thread, and the permits of those that run.
struct WorkerQueue<'workers, 'threads> {
    /// The workers that have not started, with the sender for their messages. The channel closes
    /// once this is `None` and all started engines have ended.
    waiting: Option<(
        vec::IntoIter<&'workers mut dyn Engine>,
        SyncSender<Envelope>,
    )>,
    /// The permits of the started workers, until they end.
    permits: Vec<Option<ThreadPermit<'threads>>>,
    threads: &'threads ThreadBudget,
    start_time: Instant,
    /// Time from the start to the next check for a free thread.
    next_check: Duration,
}

impl<'workers> WorkerQueue<'workers, '_> {
    /// Returns the next message, or `Timeout` when it is time to check for a free thread.
    fn receive(&self, messages: &Receiver<Envelope>) -> Result<Envelope, RecvTimeoutError> {
        if self.waiting.is_some() {
            messages.recv_timeout(self.next_check.saturating_sub(self.start_time.elapsed()))
        } else {
            messages.recv().map_err(RecvTimeoutError::from)
        }
    }

    /// Starts the next worker if a thread is free. Closes the queue after the last one.
    fn start_next<'scope>(
        &mut self,
        launcher: &EngineLauncher<'scope, '_>,
        is_stopped: &'scope (dyn Fn() -> bool + Sync),
    ) where
        'workers: 'scope,
    {
        self.next_check = self.start_time.elapsed() + POLL_INTERVAL;
        let Some((workers, sender)) = &mut self.waiting else {
            return;
        };
        if workers.len() == 0 {
            return self.close();
        }
        if let Some(permit) = self.threads.try_acquire()
            && let Some(worker) = workers.next()
        {
            // If the thread cannot start, the search continues without this worker.
            let number = MAIN_ENGINE + 1 + self.permits.len();
            if launcher
                .start(worker, number, is_stopped, sender.clone())
                .is_some()
            {
                self.permits.push(Some(permit));
            }
        }
    }

    /// Releases the permit of a worker that has ended, so that its thread is free.
    fn release_permit(&mut self, number: usize) {
        if let Some(worker) = number.checked_sub(MAIN_ENGINE + 1) {
            self.permits[worker] = None;
        }
    }

    /// Starts no more workers.
    fn close(&mut self) {
        self.waiting = None;
    }
}

/// The end of a portfolio search.
#[derive(Copy, Clone, PartialEq, Eq)]
enum SearchEnd {
    /// An engine completed the search.
    Exhausted,
    /// `found` requests no more solutions.
    Break,
    Interrupted(StopReason),
}

/// Collects the messages of all engines: reports each solution once, and ends the search.
struct SolutionCollector<'a, 'b> {
    budget: &'a Budget<'b>,
    flags: &'a StopFlags,
    max_solutions: usize,
    found: &'a mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    /// The known and reported solutions, as long as workers run.
    distinct: Vec<Vec<Digit>>,
    /// Number of reported solutions.
    reported: u64,
    /// The work of all engines.
    stats: Stats,
    end: Option<SearchEnd>,
}

impl<'a, 'b> SolutionCollector<'a, 'b> {
    fn new(
        budget: &'a Budget<'b>,
        flags: &'a StopFlags,
        options: PortfolioOptions<'_>,
        found: &'a mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Self {
        Self {
            budget,
            flags,
            max_solutions: options.max_solutions,
            found,
            distinct: options.known.to_vec(),
            reported: 0,
            stats: Stats::default(),
            end: None,
        }
    }

    fn receive(&mut self, sender: usize, message: EngineMessage) {
        let is_main = sender == MAIN_ENGINE;
        // Solutions of a dismissed worker would be reported twice.
        let is_counted = self.end.is_none() && (is_main || self.flags.workers_run());
        match message {
            EngineMessage::Solution(digits) => {
                if is_counted && !self.distinct.contains(&digits) {
                    self.report(digits);
                }
            }
            EngineMessage::Ended(Ok(stats)) => {
                self.stats = self.stats.then(stats);
                if is_counted && stats.exhausted {
                    self.end(SearchEnd::Exhausted);
                }
            }
            EngineMessage::Ended(Err(interrupted)) => {
                self.stats = self.stats.then(interrupted.stats);
                if is_main {
                    self.end(SearchEnd::Interrupted(
                        self.budget_reason(interrupted.reason),
                    ));
                }
            }
        }
    }

    /// Reports a new solution. Dismisses the workers if there are too many solutions.
    fn report(&mut self, digits: Vec<Digit>) {
        self.reported += 1;
        if (self.found)(&digits).is_break() {
            self.end(SearchEnd::Break);
        }
        // Without workers the main engine finds no solution twice.
        if self.flags.workers_run() {
            self.distinct.push(digits);
            if self.distinct.len() > self.max_solutions {
                self.flags.stop_workers();
            }
        }
    }

    /// Returns the reason why an engine was interrupted. Engines see the flag and the clock as one
    /// closure and report `Timeout` for both. The budget knows the real reason.
    fn budget_reason(&self, reason: StopReason) -> StopReason {
        if reason == StopReason::Timeout {
            self.budget.poll().unwrap_or(reason)
        } else {
            reason
        }
    }

    /// Ends the search, unless it has ended already.
    fn end(&mut self, end: SearchEnd) {
        if self.end.is_none() {
            self.end = Some(end);
            self.flags.stop_all();
        }
    }

    fn into_result(self) -> Result<Stats, Interrupted> {
        let stats = Stats {
            solutions: self.reported,
            exhausted: self.end == Some(SearchEnd::Exhausted),
            ..self.stats
        };
        match self.end {
            Some(SearchEnd::Exhausted | SearchEnd::Break) => Ok(stats),
            Some(SearchEnd::Interrupted(reason)) => Err(Interrupted::new(reason, stats)),
            // An engine that ends without a message is an internal error.
            None => Err(Interrupted::new(StopReason::Internal, stats)),
        }
    }
}

/// Runs an engine, and sends its solutions and its result.
fn run_engine(
    engine: &mut dyn Engine,
    number: usize,
    puzzle: &Puzzle,
    budget: &Budget<'_>,
    sender: &SyncSender<Envelope>,
) {
    let ended = engine.search(puzzle, budget, &mut |digits| match sender
        .send((number, EngineMessage::Solution(digits.to_vec())))
    {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    });
    let _ = sender.send((number, EngineMessage::Ended(ended)));
}

// The WebAssembly target of the tests has no threads.
#[cfg(not(target_family = "wasm"))]
#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::{Duration, Instant};

    use ndoku_core::Layout;
    use ndoku_testkit::oracle;
    use ndoku_testkit::random::{self, SplitMix64};

    use super::*;
    use crate::{Backtrack, Cdcl};

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
        check(&mut [Box::new(crate::Cadical::new())], 17);
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

    /// An engine that reports one grid, and then runs until the budget ends.
    struct Endless;

    impl Engine for Endless {
        fn name(&self) -> &'static str {
            "endless"
        }

        fn supports(&self, _: &Layout) -> bool {
            true
        }

        fn search(
            &mut self,
            puzzle: &Puzzle,
            budget: &Budget<'_>,
            found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        ) -> Result<Stats, Interrupted> {
            let _ = found(&[Digit::new(1).unwrap(); 81]);
            Idle.search(puzzle, budget, found)
        }
    }

    /// Checks that a search ends if the caller panics.
    fn check_panic(mut engine: impl Engine + 'static) {
        let (ends, ended) = std::sync::mpsc::channel::<()>();
        let searching = thread::spawn(move || {
            let _ends = ends;
            let options = PortfolioOptions {
                known: &[],
                max_solutions: 16,
                warmup: Duration::ZERO,
                threads: &ThreadBudget::new(NonZeroUsize::MAX),
            };
            search(
                &mut engine,
                vec![&mut Backtrack::new()],
                &Puzzle::empty(&Layout::for_size(9).unwrap()),
                &Budget::default(),
                options,
                &mut |_| panic!("the caller panics"),
            )
            .1
        });
        assert_eq!(
            ended.recv_timeout(Duration::from_secs(60)),
            Err(RecvTimeoutError::Disconnected)
        );
        assert!(searching.join().is_err());
    }

    #[test]
    fn a_panic_of_the_caller_ends_the_search() {
        // One engine waits in the channel, the other one for the end of the budget.
        check_panic(Cdcl::new());
        check_panic(Endless);
    }

    #[test]
    fn flag_and_clock_stop_all_engines() {
        let puzzle = Puzzle::empty(&Layout::for_size(9).unwrap());
        let begin = Instant::now();
        let expired = || begin.elapsed() > Duration::from_millis(50);
        let flag = AtomicBool::new(true);
        for (budget, reason) in [
            (Budget::default().stop_when(&expired), StopReason::Timeout),
            (Budget::default().stop_flag(&flag), StopReason::Canceled),
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

    /// Counts the solutions of the empty 4×4 grid. Returns their number, `true` if the search was
    /// exhausted, and the number of workers that started.
    fn count_with_workers(
        main_engine: &mut dyn Engine,
        workers: Vec<&mut dyn Engine>,
        warmup: Duration,
        threads: &ThreadBudget,
    ) -> (u64, bool, usize) {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let start = Instant::now();
        // Fails the test if no worker ever starts.
        let late = || start.elapsed() > Duration::from_secs(60);
        let options = PortfolioOptions {
            known: &[],
            max_solutions: 300,
            warmup,
            threads,
        };
        let (searched, started_workers) = search(
            main_engine,
            workers,
            &puzzle,
            &Budget::default().stop_when(&late),
            options,
            &mut |_| ControlFlow::Continue(()),
        );
        let stats = searched.unwrap();
        (stats.solutions, stats.exhausted, started_workers)
    }

    #[test]
    fn the_worker_starts_after_the_warmup() {
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        let count = |first: &mut dyn Engine, second: &mut dyn Engine, warmup| {
            count_with_workers(first, vec![second], warmup, &threads)
        };
        // The main engine finishes within the warmup, however long that is.
        assert_eq!(
            count(&mut Backtrack::new(), &mut Idle, Duration::from_secs(3_600)),
            (288, true, 0)
        );
        // Only the worker finds solutions.
        assert_eq!(
            count(&mut Idle, &mut Backtrack::new(), Duration::from_millis(20)),
            (288, true, 1)
        );
    }

    #[test]
    fn each_worker_takes_a_thread() {
        for (count, begun) in [(1, 1), (2, 2), (3, 3), (4, 3)] {
            let threads = ThreadBudget::new(NonZeroUsize::new(count).unwrap());
            // Only the last worker that can start finds solutions.
            let (mut one, mut other, mut last) = (Idle, Idle, Backtrack::new());
            let mut workers: Vec<&mut dyn Engine> = vec![&mut one, &mut other];
            workers.insert(2.min(begun - 1), &mut last);
            assert_eq!(
                count_with_workers(&mut Idle, workers, Duration::ZERO, &threads),
                (288, true, begun),
                "{count} threads"
            );
            assert!(threads.try_acquire().is_some());
        }
    }

    #[test]
    fn a_finished_worker_leaves_its_thread_to_the_next() {
        let (mut lazy, mut general) = (Lazy, Backtrack::new());
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        assert_eq!(
            count_with_workers(
                &mut Idle,
                vec![&mut lazy, &mut general],
                Duration::ZERO,
                &threads
            ),
            (288, true, 2)
        );
    }

    #[test]
    fn the_worker_starts_when_a_thread_is_free() {
        let start = Instant::now();
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        thread::scope(|scope| {
            let taken = threads.acquire();
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(80));
                drop(taken);
            });
            assert_eq!(
                count_with_workers(
                    &mut Idle,
                    vec![&mut Backtrack::new()],
                    Duration::ZERO,
                    &threads
                ),
                (288, true, 1)
            );
            assert!(start.elapsed() >= Duration::from_millis(80));
        });
        // The worker has returned its thread.
        assert!(threads.try_acquire().is_some());
    }
}
