//! Tests of budgets: limits of guesses are exact; flags and clocks stop a search soon, at every
//! size and in every phase.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ndoku_core::{Digit, DigitSet, Layout, Puzzle};
use ndoku_solver::{Backtrack, Budget, Engine, Order, StopReason, Verdict};
use ndoku_testkit::random::SplitMix64;

/// Searches for more solutions than any time suffices for.
fn interrupt_endless_search(budget: &Budget<'_>) -> ndoku_solver::Interrupted {
    Backtrack::new()
        .count_up_to(&Puzzle::empty(&Layout::classic()), u64::MAX, budget)
        .expect_err("there are 6670903752021072936960")
}

#[test]
fn guesses_are_limited_exactly() {
    for limit in [0, 1, 2, 1000] {
        let stopped = interrupt_endless_search(&Budget::default().max_guesses(limit));
        assert_eq!(
            (stopped.reason, stopped.stats.guesses),
            (StopReason::GuessLimit, limit)
        );
        assert!(!stopped.stats.exhausted);
    }
    assert_eq!(
        interrupt_endless_search(&Budget::default().max_guesses(5)).to_string(),
        "the search stopped after 5 guesses: the limit of guesses was reached"
    );
    let easy = Puzzle::from_array(&Layout::for_size(1).unwrap(), &[0]).unwrap();
    let answer = Backtrack::new()
        .solve(&easy, &Budget::default().max_guesses(0))
        .unwrap();
    assert!(
        answer.verdict.is_unique(),
        "propagation alone needs no guess"
    );
}

#[test]
fn solutions_found_before_the_limit_are_returned() {
    let puzzle = Puzzle::empty(&Layout::classic());
    for order in [Order::Search, Order::Sorted] {
        let budget = Budget::default().max_guesses(500).order(order);
        let stopped = Backtrack::new()
            .find_solutions(&puzzle, usize::MAX, &budget)
            .unwrap_err();
        assert!(stopped.solutions.len() > 10);
        assert_eq!(stopped.solutions.len() as u64, stopped.stats.solutions);
        let short = Backtrack::new()
            .find_solutions(&puzzle, 3, &budget)
            .unwrap();
        assert_eq!(short.solutions, stopped.solutions[..3]);
        assert!(short.has_more);
    }
}

#[test]
fn a_flag_set_by_another_thread_stops_the_search() {
    let flag = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            flag.store(true, Ordering::Relaxed);
        });
        assert_eq!(
            interrupt_endless_search(&Budget::default().stop_flag(&flag)).reason,
            StopReason::Canceled
        );
    });
}

#[test]
fn a_clock_stops_the_search() {
    let begin = Instant::now();
    let stopped = interrupt_endless_search(
        &Budget::default().stop_when(&|| begin.elapsed() > Duration::from_millis(30)),
    );
    assert_eq!(stopped.reason, StopReason::Timeout);
    assert!(stopped.stats.solutions > 0);
}

/// Returns the longest time between two checks of the clock, in a search that ends after `length`.
fn longest_wait(puzzle: &Puzzle, order: Order, length: Duration) -> Duration {
    let mut engine = Backtrack::new();
    let begin = Instant::now();
    let waits = Mutex::new((begin, Duration::ZERO));
    let expired = || {
        let now = Instant::now();
        let mut waits = waits.lock().unwrap();
        waits.1 = waits.1.max(now - waits.0);
        waits.0 = now;
        now - begin > length
    };
    let ended = engine.search(
        puzzle,
        &Budget::default().stop_when(&expired).order(order),
        &mut |_| ControlFlow::Continue(()),
    );
    let (last, longest) = *waits.lock().unwrap();
    let after = last.elapsed();
    if ended.is_err() {
        longest.max(after)
    } else {
        longest
    }
}

#[test]
fn the_clock_is_checked_often_in_the_largest_grids() {
    let layout = Layout::for_size(255).unwrap();
    let mut rng = SplitMix64::new(7);
    let mut clued = Puzzle::empty(&layout);
    // The cyclic grid: many clues, much to propagate at the root.
    for cell in layout.cells().filter(|_| rng.below(10) < 6) {
        let (row, column) = (usize::from(cell.row()), usize::from(cell.column()));
        clued
            .set_clue(
                cell,
                Some(Digit::from_index((row % 15 * 17 + row / 15 + column) % 255)),
            )
            .unwrap();
    }
    assert!(clued.conflicts().is_empty());
    let mut marked = Puzzle::empty(&layout);
    let pencilmarks: Vec<DigitSet> = layout
        .cells()
        .map(|_| layout.digits().filter(|_| rng.once_in(2)).collect())
        .collect();
    marked.set_pencilmarks(&pencilmarks).unwrap();
    for (name, puzzle) in [
        ("empty", &Puzzle::empty(&layout)),
        ("clues", &clued),
        ("pencilmarks", &marked),
    ] {
        for order in [Order::Search, Order::Sorted] {
            // The documentation promises 50 ms for optimized code on an idle machine. A busy
            // machine can stop this thread, but hardly in each run.
            let allowed = Duration::from_millis(500);
            let mut wait = Duration::MAX;
            for _ in 0..5 {
                wait = wait.min(longest_wait(puzzle, order, Duration::from_millis(300)));
                println!("{name}, {order:?}: {wait:?}");
                if wait < allowed {
                    break;
                }
            }
            assert!(
                wait < allowed,
                "{name}, {order:?}: {wait:?} without a check of the clock"
            );
        }
    }
}

#[test]
fn large_cyclic_grids_are_solved() {
    for (width, height, kept) in [(10_u8, 10_u8, 85), (15, 15, 90), (8, 8, 80)] {
        let layout = Layout::with_boxes(width, height).unwrap();
        let size = usize::from(layout.size());
        let mut rng = SplitMix64::new(11);
        let mut puzzle = Puzzle::empty(&layout);
        for cell in layout.cells().filter(|_| rng.below(100) < kept) {
            let (row, column) = (usize::from(cell.row()), usize::from(cell.column()));
            let shift = row % usize::from(height) * usize::from(width) + row / usize::from(height);
            puzzle
                .set_clue(cell, Some(Digit::from_index((shift + column) % size)))
                .unwrap();
        }
        let found = Backtrack::new()
            .find_solutions(&puzzle, 1, &Budget::default().max_guesses(100_000))
            .unwrap();
        assert!(found.solutions[0].solves(&puzzle), "{layout}");
    }
}

#[test]
fn contradicting_clues_are_no_error() {
    let layout = Layout::for_size(255).unwrap();
    let mut puzzle = Puzzle::empty(&layout);
    for index in [0, 1] {
        puzzle
            .set_clue(layout.cell(index), Digit::new(255))
            .unwrap();
    }
    assert!(!puzzle.conflicts().is_empty());
    let answer = Backtrack::new().solve(&puzzle, &Budget::default()).unwrap();
    assert_eq!(answer.verdict, Verdict::Unsolvable);
    assert!(answer.stats.exhausted);
}
