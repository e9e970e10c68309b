//! Several engines on one puzzle, each on a thread of its own: the first that has seen all solutions ends the search.
//!
//! ```text
//!   one engine ──── its solutions ──┐
//!                                   ├─▶ each once ─▶ found       until one has seen all, or `found` has enough: then all stop
//!   its helpers ─── their solutions ┘
//! ```
//!
//! Helpers begin after the engine's head start, each when a thread is free: what is solved by then costs one thread only, and says the same at each run. Which solutions there are
//! depends on the puzzle alone; which of several comes first depends on the clock from then on. The engine that is helped goes on alone where there are many: helpers are for puzzles
//! with few solutions or none.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, Builder, ScopedJoinHandle};
use std::time::{Duration, Instant};

use ndoku_core::{Digit, Puzzle};
use ndoku_solver::{Budget, Engine, Stats, StopReason, Stopped};

use crate::strategy::sum;
use crate::threads::{Taken, Threads};

/// What an engine tells.
enum Message {
    Solution(Vec<Digit>),
    /// How it ended.
    Ended(Result<Stats, Stopped>),
}

/// What is agreed before a search begins.
#[derive(Copy, Clone)]
pub(crate) struct Terms<'a> {
    /// Solutions that are not told again.
    pub known: &'a [Vec<Digit>],
    /// With more solutions than this, those in `known` among them, the engine goes on alone.
    pub most: usize,
    /// For so long the engine searches alone.
    pub head_start: Duration,
    /// From then on helpers take of these as soon as one is free.
    pub threads: &'a Threads,
}

/// Who tells something: the engine, or from the next number on a helper.
const ENGINE: usize = 0;

/// Between two looks whether a thread is free.
const LOOK: Duration = Duration::from_millis(20);

/// Searches with `engine`, and with `helpers` beside it, the first of them first. Of the budget the flag and the clock count. Also says how many helpers began.
///
/// # Errors
/// As [`Engine::search`]; that a helper gave up is none.
pub(crate) fn search(
    engine: &mut dyn Engine,
    helpers: Vec<&mut dyn Engine>,
    puzzle: &Puzzle,
    budget: &Budget<'_>,
    terms: Terms<'_>,
    found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
) -> (Result<Stats, Stopped>, usize) {
    let Terms {
        known,
        most,
        head_start,
        threads,
    } = terms;
    let (is_over, is_helped) = (AtomicBool::new(false), AtomicBool::new(true));
    let is_stopped = || is_over.load(Ordering::Relaxed) || budget.poll().is_some();
    let is_helper_stopped = || !is_helped.load(Ordering::Relaxed) || is_stopped();
    // Few: solutions that nobody asks for any more need not be found.
    let (sender, messages) = sync_channel(2);
    thread::scope(|scope| {
        let start = |engine, number: usize, budget, sender| {
            let name = if number == ENGINE {
                "ndoku-solver"
            } else {
                "ndoku-helper"
            };
            Builder::new()
                .name(name.to_owned())
                .spawn_scoped(scope, move || {
                    tell(engine, number, puzzle, &budget, &sender)
                })
                .ok()
        };
        let begun = Instant::now();
        let started = start(
            engine,
            ENGINE,
            Budget::default().expired(&is_stopped),
            sender.clone(),
        );
        let (mut kept, mut told, mut stats) = (known.to_vec(), 0, Stats::default());
        let mut end = started.is_none().then_some(Err(StopReason::Fault));
        is_over.store(end.is_some(), Ordering::Relaxed);
        // Who has not begun; there are no more messages once nobody waits and all who have begun are done.
        let mut waiting = started.is_some().then(|| (helpers.into_iter(), sender));
        let mut wait = head_start;
        // The threads of the helpers that have begun, while they need them.
        let mut taken: Vec<Option<Taken<'_>>> = Vec::new();
        loop {
            let message = match waiting {
                Some(_) => messages.recv_timeout(wait.saturating_sub(begun.elapsed())),
                None => messages.recv().map_err(RecvTimeoutError::from),
            };
            let (number, message) = match message {
                Ok(message) => message,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    wait = begun.elapsed() + LOOK;
                    let Some((helpers, sender)) = &mut waiting else {
                        continue;
                    };
                    if helpers.len() == 0
                        || is_helper_stopped()
                        || started.as_ref().is_none_or(ScopedJoinHandle::is_finished)
                    {
                        waiting = None;
                    } else if let Some(thread) = threads.take_free()
                        && let Some(helper) = helpers.next()
                    {
                        // Without a helper it takes longer, that is all.
                        let number = ENGINE + 1 + taken.len();
                        if start(
                            helper,
                            number,
                            Budget::default().expired(&is_helper_stopped),
                            sender.clone(),
                        )
                        .is_some()
                        {
                            taken.push(Some(thread));
                        }
                    }
                    continue;
                }
            };
            let is_helper = number != ENGINE;
            if is_helper && matches!(message, Message::Ended(_)) {
                taken[number - ENGINE - 1] = None;
            }
            // What the helper tells after it was sent away would be told twice.
            let counts = end.is_none() && (!is_helper || is_helped.load(Ordering::Relaxed));
            let ended = match message {
                Message::Solution(digits) if counts && !kept.contains(&digits) => {
                    told += 1;
                    let flow = found(&digits);
                    // Alone the engine finds nothing twice.
                    if is_helped.load(Ordering::Relaxed) {
                        kept.push(digits);
                        is_helped.store(kept.len() <= most, Ordering::Relaxed);
                    }
                    flow.is_break().then_some(Ok(false))
                }
                Message::Solution(_) => None,
                Message::Ended(Ok(cost)) => {
                    stats = sum(stats, cost);
                    (counts && cost.exhausted).then_some(Ok(true))
                }
                Message::Ended(Err(stopped)) => {
                    stats = sum(stats, stopped.stats);
                    // All look at the same clock, each through the one that is asked here.
                    (!is_helper).then(|| {
                        Err(if stopped.reason == StopReason::Time {
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
            solutions: told,
            exhausted: end == Some(Ok(true)),
            ..stats
        };
        let searched = match end {
            Some(Ok(_)) => Ok(stats),
            Some(Err(reason)) => Err(Stopped::new(reason, stats)),
            // An engine that ends without a word is a fault.
            None => Err(Stopped::new(StopReason::Fault, stats)),
        };
        (searched, taken.len())
    })
}

/// Searches, and tells what is found and how it ended.
fn tell(
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
    use ndoku_solver::{General, Learning};
    use ndoku_testkit::oracle;
    use ndoku_testkit::random::{self, SplitMix64};

    use super::*;

    /// Holds all solutions of many small puzzles, and the first three, against the oracle's.
    fn check(helpers: &mut [Box<dyn Engine>], seed: u64) {
        let rng = &mut SplitMix64::new(seed);
        let (mut learning, mut plentiful) = (Learning::new(), 0);
        for round in 0..150 {
            let layout = random::layout(rng, 2 + round % 5);
            let puzzle = random::puzzle(rng, &layout);
            let Some(expected) =
                oracle::solutions(&puzzle, 5_000, 1_000_000).filter(|all| all.len() < 5_000)
            else {
                continue;
            };
            for (most, wanted) in [
                (0, usize::MAX),
                (3, usize::MAX),
                (5_000, usize::MAX),
                (16, 3),
            ] {
                let mut told = Vec::new();
                let terms = Terms {
                    known: &[],
                    most,
                    head_start: Duration::ZERO,
                    threads: &Threads::new(NonZeroUsize::MAX),
                };
                let (stats, _) = search(
                    &mut learning,
                    helpers
                        .iter_mut()
                        .map(|helper| &mut **helper as &mut dyn Engine)
                        .collect(),
                    &puzzle,
                    &Budget::default(),
                    terms,
                    &mut |digits| {
                        told.push(digits.to_vec());
                        if told.len() < wanted {
                            ControlFlow::Continue(())
                        } else {
                            ControlFlow::Break(())
                        }
                    },
                );
                let label = format!("seed {seed}, round {round}, most {most}, wanted {wanted}");
                let stats = stats.expect(&label);
                assert_eq!(
                    (stats.solutions, stats.exhausted),
                    (told.len() as u64, told.len() < wanted),
                    "{label}"
                );
                assert_eq!(told.len(), expected.len().min(wanted), "{label}");
                assert!(
                    told.iter().all(|solution| expected.contains(solution)),
                    "{label}"
                );
                told.sort();
                assert!(
                    told.windows(2).all(|pair| pair[0] != pair[1]),
                    "{label}: one was told twice"
                );
                plentiful += u32::from(told.len() > 3);
            }
        }
        assert!(plentiful > 20, "{plentiful}");
    }

    #[test]
    fn several_engines_are_one() {
        check(&mut [Box::new(General::new())], 5);
        check(
            &mut [
                Box::new(General::new()),
                Box::new(Learning::new().with_seed(1)),
            ],
            6,
        );
    }

    #[test]
    #[cfg(feature = "cadical")]
    fn so_are_learning_and_cadical() {
        check(&mut [Box::new(ndoku_sat::Cadical::new())], 17);
    }

    #[test]
    fn what_is_known_is_not_told_again() {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let mut all = Vec::new();
        let mut collect = |digits: &[Digit]| {
            all.push(digits.to_vec());
            ControlFlow::Continue(())
        };
        General::new()
            .search(&puzzle, &Budget::default(), &mut collect)
            .unwrap();
        assert_eq!(all.len(), 288);
        for most in [0, 10, 300] {
            let mut told = Vec::new();
            let terms = Terms {
                known: &all[..5],
                most,
                head_start: Duration::ZERO,
                threads: &Threads::new(NonZeroUsize::MAX),
            };
            let (stats, _) = search(
                &mut Learning::new(),
                vec![&mut General::new()],
                &puzzle,
                &Budget::default(),
                terms,
                &mut |digits| {
                    told.push(digits.to_vec());
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(
                (
                    told.len(),
                    stats
                        .map(|stats| (stats.solutions, stats.exhausted))
                        .unwrap()
                ),
                (283, (283, true))
            );
            told.extend_from_slice(&all[..5]);
            told.sort();
            told.dedup();
            assert_eq!(told.len(), 288);
        }
    }

    #[test]
    fn both_stop_when_they_are_told() {
        let puzzle = Puzzle::empty(&Layout::for_size(9).unwrap());
        let begin = Instant::now();
        let expired = || begin.elapsed() > Duration::from_millis(50);
        let flag = AtomicBool::new(true);
        for (budget, reason) in [
            (Budget::default().expired(&expired), StopReason::Time),
            (Budget::default().stop_flag(&flag), StopReason::Flag),
        ] {
            let terms = Terms {
                known: &[],
                most: 16,
                head_start: Duration::ZERO,
                threads: &Threads::new(NonZeroUsize::MAX),
            };
            let (ended, _) = search(
                &mut Learning::new(),
                vec![&mut General::new()],
                &puzzle,
                &budget,
                terms,
                &mut |_| ControlFlow::Continue(()),
            );
            assert_eq!(ended.unwrap_err().reason, reason);
        }
    }

    /// Never tells anything, and ends when it is told to.
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
        ) -> Result<Stats, Stopped> {
            loop {
                if let Some(reason) = budget.poll() {
                    return Err(Stopped::new(reason, Stats::default()));
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Gives up at once.
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
        ) -> Result<Stats, Stopped> {
            Err(Stopped::new(StopReason::Unsupported, Stats::default()))
        }
    }

    #[test]
    fn the_helper_begins_after_the_head_start_only() {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let start = Instant::now();
        // So that a helper that never begins fails the test.
        let late = || start.elapsed() > Duration::from_secs(60);
        let threads = Threads::new(NonZeroUsize::MIN);
        let count = |first: &mut dyn Engine, second: &mut dyn Engine, head_start| {
            let terms = Terms {
                known: &[],
                most: 300,
                head_start,
                threads: &threads,
            };
            let (searched, helped) = search(
                first,
                vec![second],
                &puzzle,
                &Budget::default().expired(&late),
                terms,
                &mut |_| ControlFlow::Continue(()),
            );
            (
                searched
                    .map(|stats| (stats.solutions, stats.exhausted))
                    .unwrap(),
                helped,
            )
        };
        // Done within the head start, however long that is.
        assert_eq!(
            count(&mut General::new(), &mut Idle, Duration::from_secs(3_600)),
            ((288, true), 0)
        );
        // Here only the helper gets anywhere.
        assert_eq!(
            count(&mut Idle, &mut General::new(), Duration::from_millis(20)),
            ((288, true), 1)
        );
    }

    #[test]
    fn each_helper_takes_a_thread() {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let start = Instant::now();
        // So that a helper that never begins fails the test.
        let late = || start.elapsed() > Duration::from_secs(60);
        for (count, begun) in [(1, 1), (2, 2), (3, 3), (4, 3)] {
            let threads = Threads::new(NonZeroUsize::new(count).unwrap());
            // The last that can begin is the one that gets anywhere.
            let (mut one, mut other, mut last) = (Idle, Idle, General::new());
            let mut helpers: Vec<&mut dyn Engine> = vec![&mut one, &mut other];
            helpers.insert(2.min(begun - 1), &mut last);
            let terms = Terms {
                known: &[],
                most: 300,
                head_start: Duration::ZERO,
                threads: &threads,
            };
            let (searched, helped) = search(
                &mut Idle,
                helpers,
                &puzzle,
                &Budget::default().expired(&late),
                terms,
                &mut |_| ControlFlow::Continue(()),
            );
            assert_eq!(
                (searched.map(|stats| stats.solutions).unwrap(), helped),
                (288, begun),
                "{count} threads"
            );
            assert!(threads.take_free().is_some());
        }
    }

    #[test]
    fn what_gives_up_leaves_its_thread_to_the_next() {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let start = Instant::now();
        // So that a helper that never begins fails the test.
        let late = || start.elapsed() > Duration::from_secs(60);
        let (mut lazy, mut general) = (Lazy, General::new());
        let threads = Threads::new(NonZeroUsize::MIN);
        let terms = Terms {
            known: &[],
            most: 300,
            head_start: Duration::ZERO,
            threads: &threads,
        };
        let helpers: Vec<&mut dyn Engine> = vec![&mut lazy, &mut general];
        let (searched, helped) = search(
            &mut Idle,
            helpers,
            &puzzle,
            &Budget::default().expired(&late),
            terms,
            &mut |_| ControlFlow::Continue(()),
        );
        assert_eq!(
            (searched.map(|stats| stats.solutions).unwrap(), helped),
            (288, 2)
        );
    }

    #[test]
    fn the_helper_begins_as_soon_as_a_thread_is_free() {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let start = Instant::now();
        // So that a helper that never begins fails the test.
        let late = || start.elapsed() > Duration::from_secs(60);
        let threads = Threads::new(NonZeroUsize::MIN);
        thread::scope(|scope| {
            let taken = threads.take();
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(80));
                drop(taken);
            });
            let terms = Terms {
                known: &[],
                most: 300,
                head_start: Duration::ZERO,
                threads: &threads,
            };
            let (searched, helped) = search(
                &mut Idle,
                vec![&mut General::new()],
                &puzzle,
                &Budget::default().expired(&late),
                terms,
                &mut |_| ControlFlow::Continue(()),
            );
            assert_eq!(
                (searched.map(|stats| stats.solutions).unwrap(), helped),
                (288, 1)
            );
            assert!(start.elapsed() >= Duration::from_millis(80));
        });
        // The helper has given its thread back.
        assert!(threads.take_free().is_some());
    }
}
