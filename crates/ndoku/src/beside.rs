//! Two engines on one puzzle, each on a thread of its own: the first that has seen all solutions ends the search.
//!
//! ```text
//!   one engine ── its solutions ──┐
//!                                 ├─▶ each once ─▶ found       until one has seen all, or `found` has enough: then both stop
//!   the helper ── its solutions ──┘
//! ```
//!
//! The helper begins after the engine's head start: what is solved by then costs one thread only, and says the same at each run. Which solutions there are depends on the puzzle alone;
//! which of several comes first depends on the clock from then on. The engine that is helped goes on alone where there are many: the helper is for puzzles with few solutions or none.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use ndoku_core::{Digit, Puzzle};
use ndoku_engine::{Budget, Engine, Stats, StopReason, Stopped};

use crate::strategy::sum;

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
}

/// Searches with `engine`, and with `helper` beside it. Of the budget the flag and the clock count. Also says whether the helper began.
///
/// # Errors
/// As [`Engine::search`]; that the helper gave up is none.
pub(crate) fn search(
    (engine, helper): (&mut dyn Engine, &mut dyn Engine),
    puzzle: &Puzzle,
    budget: &Budget<'_>,
    terms: Terms<'_>,
    found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
) -> (Result<Stats, Stopped>, bool) {
    let Terms { known, most, head_start } = terms;
    let (is_over, is_helped) = (AtomicBool::new(false), AtomicBool::new(true));
    let is_stopped = || is_over.load(Ordering::Relaxed) || budget.poll().is_some();
    let is_helper_stopped = || !is_helped.load(Ordering::Relaxed) || is_stopped();
    // Few: solutions that nobody asks for any more need not be found.
    let (sender, messages) = sync_channel(2);
    thread::scope(|scope| {
        let start = |engine, is_helper: bool, budget, sender| {
            let name = if is_helper { "ndoku-helper" } else { "ndoku-engine" };
            Builder::new().name(name.to_owned()).spawn_scoped(scope, move || tell(engine, is_helper, puzzle, &budget, &sender)).is_ok()
        };
        let begun = Instant::now();
        let started = start(engine, false, Budget::default().expired(&is_stopped), sender.clone());
        let (mut kept, mut told, mut stats) = (known.to_vec(), 0, Stats::default());
        let mut end = (!started).then_some(Err(StopReason::Fault));
        is_over.store(end.is_some(), Ordering::Relaxed);
        // Who has not begun; there are no more messages once all who have are done.
        let mut waiting = started.then_some((helper, sender));
        let mut was_helped = false;
        loop {
            let message = match waiting {
                Some(_) => messages.recv_timeout(head_start.saturating_sub(begun.elapsed())),
                None => messages.recv().map_err(RecvTimeoutError::from),
            };
            let (is_helper, message) = match message {
                Ok(message) => message,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some((helper, sender)) = waiting.take()
                        && is_helped.load(Ordering::Relaxed)
                    {
                        // Without a helper it takes longer, that is all.
                        was_helped = start(helper, true, Budget::default().expired(&is_helper_stopped), sender);
                    }
                    continue;
                }
            };
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
                    // Both look at the same clock, each through the one that is asked here.
                    (!is_helper).then(|| {
                        Err(if stopped.reason == StopReason::Time { budget.poll().unwrap_or(stopped.reason) } else { stopped.reason })
                    })
                }
            };
            if end.is_none() && ended.is_some() {
                end = ended;
                is_over.store(true, Ordering::Relaxed);
                waiting = None;
            }
        }
        let stats = Stats { solutions: told, exhausted: end == Some(Ok(true)), ..stats };
        let searched = match end {
            Some(Ok(_)) => Ok(stats),
            Some(Err(reason)) => Err(Stopped::new(reason, stats)),
            // An engine that ends without a word is a fault.
            None => Err(Stopped::new(StopReason::Fault, stats)),
        };
        (searched, was_helped)
    })
}

/// Searches, and tells what is found and how it ended.
fn tell(engine: &mut dyn Engine, is_helper: bool, puzzle: &Puzzle, budget: &Budget<'_>, sender: &SyncSender<(bool, Message)>) {
    let ended = engine.search(puzzle, budget, &mut |digits| match sender.send((is_helper, Message::Solution(digits.to_vec()))) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    });
    let _ = sender.send((is_helper, Message::Ended(ended)));
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use ndoku_core::Layout;
    use ndoku_engine::{General, Learning};
    use ndoku_testkit::oracle;
    use ndoku_testkit::random::{self, SplitMix64};

    use super::*;

    /// Holds all solutions of many small puzzles, and the first three, against the oracle's.
    fn check(helper: &mut dyn Engine, seed: u64) {
        let rng = &mut SplitMix64::new(seed);
        let (mut learning, mut plentiful) = (Learning::new(), 0);
        for round in 0..150 {
            let layout = random::layout(rng, 2 + round % 5);
            let puzzle = random::puzzle(rng, &layout);
            let Some(expected) = oracle::solutions(&puzzle, 5_000, 1_000_000) else { continue };
            for (most, wanted) in [(0, usize::MAX), (3, usize::MAX), (5_000, usize::MAX), (16, 3)] {
                let mut told = Vec::new();
                let terms = Terms { known: &[], most, head_start: Duration::ZERO };
                let (stats, _) = search((&mut learning, helper), &puzzle, &Budget::default(), terms, &mut |digits| {
                    told.push(digits.to_vec());
                    if told.len() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                let label = format!("seed {seed}, round {round}, most {most}, wanted {wanted}");
                let stats = stats.expect(&label);
                assert_eq!((stats.solutions, stats.exhausted), (told.len() as u64, told.len() < wanted), "{label}");
                assert_eq!(told.len(), expected.len().min(wanted), "{label}");
                assert!(told.iter().all(|solution| expected.contains(solution)), "{label}");
                told.sort();
                assert!(told.windows(2).all(|pair| pair[0] != pair[1]), "{label}: one was told twice");
                plentiful += u32::from(told.len() > 3);
            }
        }
        assert!(plentiful > 20, "{plentiful}");
    }

    #[test]
    fn two_engines_are_one() {
        check(&mut General::new(), 5);
    }

    #[test]
    #[cfg(feature = "cadical")]
    fn so_are_learning_and_cadical() {
        check(&mut ndoku_sat::Cadical::new(), 17);
    }

    #[test]
    fn what_is_known_is_not_told_again() {
        let puzzle = Puzzle::empty(&Layout::of_size(4).unwrap());
        let mut all = Vec::new();
        let mut collect = |digits: &[Digit]| {
            all.push(digits.to_vec());
            ControlFlow::Continue(())
        };
        General::new().search(&puzzle, &Budget::default(), &mut collect).unwrap();
        assert_eq!(all.len(), 288);
        for most in [0, 10, 300] {
            let mut told = Vec::new();
            let terms = Terms { known: &all[..5], most, head_start: Duration::ZERO };
            let (stats, _) = search((&mut Learning::new(), &mut General::new()), &puzzle, &Budget::default(), terms, &mut |digits| {
                told.push(digits.to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!((told.len(), stats.map(|stats| (stats.solutions, stats.exhausted)).unwrap()), (283, (283, true)));
            told.extend_from_slice(&all[..5]);
            told.sort();
            told.dedup();
            assert_eq!(told.len(), 288);
        }
    }

    #[test]
    fn both_stop_when_they_are_told() {
        let puzzle = Puzzle::empty(&Layout::of_size(9).unwrap());
        let begin = Instant::now();
        let expired = || begin.elapsed() > Duration::from_millis(50);
        let flag = AtomicBool::new(true);
        for (budget, reason) in
            [(Budget::default().expired(&expired), StopReason::Time), (Budget::default().stop_flag(&flag), StopReason::Flag)]
        {
            let terms = Terms { known: &[], most: 16, head_start: Duration::ZERO };
            let (ended, _) =
                search((&mut Learning::new(), &mut General::new()), &puzzle, &budget, terms, &mut |_| ControlFlow::Continue(()));
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

        fn search(&mut self, _: &Puzzle, budget: &Budget<'_>, _: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>) -> Result<Stats, Stopped> {
            loop {
                if let Some(reason) = budget.poll() {
                    return Err(Stopped::new(reason, Stats::default()));
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    #[test]
    fn the_helper_begins_after_the_head_start_only() {
        let puzzle = Puzzle::empty(&Layout::of_size(4).unwrap());
        let count = |first: &mut dyn Engine, second: &mut dyn Engine, head_start| {
            let terms = Terms { known: &[], most: 300, head_start };
            let (searched, was_helped) = search((first, second), &puzzle, &Budget::default(), terms, &mut |_| ControlFlow::Continue(()));
            (searched.map(|stats| (stats.solutions, stats.exhausted)).unwrap(), was_helped)
        };
        // Done within the head start, however long that is.
        assert_eq!(count(&mut General::new(), &mut Idle, Duration::from_secs(3_600)), ((288, true), false));
        // Here only the helper gets anywhere.
        assert_eq!(count(&mut Idle, &mut General::new(), Duration::from_millis(20)), ((288, true), true));
    }
}
