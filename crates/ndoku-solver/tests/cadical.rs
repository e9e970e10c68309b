//! Tests of CaDiCaL as an engine: conformance with the naive oracle, and the limits of budgets.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ndoku_core::{Digit, Layout, Puzzle};
use ndoku_solver::{Budget, Cadical, Cdcl, Engine, Order, StopReason};
use ndoku_testkit::random::SplitMix64;
use ndoku_testkit::suite;

#[test]
fn small_layouts_have_the_solutions_of_the_oracle() {
    let report = suite::conformance(&mut Cadical::new(), 1, 300, 6);
    assert!(
        report.compared > 300
            && report.unsolvable > 50
            && report.unique > 50
            && report.plentiful > 5,
        "{report:?}"
    );
    assert_eq!((report.unsupported, report.sorted_cut_short), (0, 0));
}

#[test]
fn larger_layouts_have_the_solutions_of_the_oracle() {
    let report = suite::conformance(&mut Cadical::new(), 2, 40, 12);
    assert!(
        report.compared > 40 && report.unsolvable > 5 && report.unique > 5,
        "{report:?}"
    );
}

/// Returns a puzzle with random clues of a grid with a random first row.
fn random_puzzle(layout: &Layout, rng: &mut SplitMix64, clues: usize) -> Puzzle {
    let mut puzzle = Puzzle::empty(layout);
    for (index, digit) in rng
        .permutation(usize::from(layout.size()))
        .into_iter()
        .enumerate()
    {
        puzzle
            .set_clue(layout.cell(index), Some(Digit::from_index(digit)))
            .unwrap();
    }
    let grid = Cdcl::new()
        .find_solutions(&puzzle, 1, &Budget::default())
        .unwrap()
        .solutions
        .remove(0);
    let mut puzzle = Puzzle::empty(layout);
    for index in rng.permutation(layout.cell_count()).into_iter().take(clues) {
        puzzle
            .set_clue(layout.cell(index), Some(grid.digit(layout.cell(index))))
            .unwrap();
    }
    puzzle
}

/// The puzzles are so hard that CaDiCaL learns and deletes clauses. Half of them have a wrong clue.
#[test]
fn hard_puzzles_have_as_many_solutions_as_with_the_cdcl_engine() {
    let mut rng = SplitMix64::new(3);
    let x = |width, height| {
        Layout::builder(width * height)
            .boxes(width, height)
            .x()
            .build()
            .unwrap()
    };
    let layouts = [
        (Layout::with_boxes(4, 4).unwrap(), 100, 4),
        (x(4, 4), 85, 3),
        (
            Layout::builder(16)
                .boxes(4, 4)
                .rule("anti-knight")
                .build()
                .unwrap(),
            60,
            2,
        ),
        (Layout::builder(15).no_boxes().build().unwrap(), 90, 2),
        (Layout::with_boxes(5, 4).unwrap(), 160, 3),
        (x(5, 4), 150, 2),
        (Layout::with_boxes(5, 5).unwrap(), 270, 3),
    ];
    let (mut conflicts, mut unsolvable) = (0, 0);
    for (layout, clues, puzzles) in layouts {
        for _ in 0..puzzles {
            let right = random_puzzle(&layout, &mut rng, clues);
            let dense = random_puzzle(&layout, &mut rng, clues * 6 / 5);
            let solution = Cdcl::new()
                .find_solutions(&dense, 1, &Budget::default())
                .unwrap()
                .solutions
                .remove(0);
            // A wrong digit in an open cell that does not conflict directly with a clue.
            let wrong = layout
                .cells()
                .filter(|cell| dense.clue(*cell).is_none())
                .find_map(|cell| {
                    let digits = dense
                        .candidates(cell)
                        .iter()
                        .filter(|digit| *digit != solution.digit(cell));
                    let changed = |digit| {
                        let mut puzzle = dense.clone();
                        puzzle.set_clue(cell, Some(digit)).unwrap();
                        puzzle
                    };
                    digits
                        .map(changed)
                        .find(|puzzle| puzzle.conflicts().is_empty())
                });
            let wrong = wrong.expect("there are few clues");
            for puzzle in [right, wrong] {
                let ours = Cadical::new()
                    .count_up_to(&puzzle, 30, &Budget::default())
                    .unwrap();
                let other = Cdcl::new()
                    .count_up_to(&puzzle, 30, &Budget::default())
                    .unwrap();
                assert_eq!(
                    (ours.number, ours.has_more),
                    (other.number, other.has_more),
                    "{:?}",
                    puzzle.clues()
                );
                conflicts += ours.stats.conflicts;
                unsolvable += u32::from(ours.number == 0);
            }
        }
    }
    assert!(
        conflicts > 1_000 && unsolvable > 5,
        "too easy: {conflicts} conflicts, {unsolvable} unsolvable"
    );
}

#[test]
fn options_change_the_search_but_not_the_answer() {
    let layout = Layout::with_boxes(4, 4).unwrap();
    let puzzle = random_puzzle(&layout, &mut SplitMix64::new(9), 110);
    let plain = Cadical::new()
        .count_up_to(&puzzle, 10, &Budget::default())
        .unwrap();
    let mut other =
        Cadical::new().with_options(&[("phase", 0), ("no-such-option", 1), ("stabilize", 0)]);
    let other = other.count_up_to(&puzzle, 10, &Budget::default()).unwrap();
    assert_eq!(
        (plain.number, plain.has_more),
        (other.number, other.has_more)
    );
    assert_ne!(plain.stats, other.stats, "the options had no effect");
}

#[test]
fn puzzles_with_too_many_pairs_are_refused() {
    let empty = |size| Puzzle::empty(&Layout::with_boxes(size, size).unwrap());
    let stopped = Cadical::new()
        .find_solutions(&empty(10), 1, &Budget::default())
        .unwrap_err();
    assert_eq!(stopped.reason, StopReason::Unsupported);
    assert!(
        Cadical::new()
            .with_max_pairs(10_000)
            .find_solutions(&empty(4), 1, &Budget::default())
            .is_err()
    );
    assert!(
        Cadical::new()
            .find_solutions(&empty(4), 1, &Budget::default())
            .is_ok()
    );
}

#[test]
fn the_stop_flag_stops_the_search() {
    let puzzle = Puzzle::empty(&Layout::classic());
    let flag = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            flag.store(true, Ordering::Relaxed);
        });
        let stopped = Cadical::new()
            .count_up_to(&puzzle, u64::MAX, &Budget::default().stop_flag(&flag))
            .unwrap_err();
        assert_eq!(stopped.reason, StopReason::Canceled);
        assert!(stopped.stats.solutions > 0 && !stopped.stats.exhausted);
    });
}

/// Measures the time from the expiry of the clock to the end of the search.
///
/// Engines promise 50 ms for optimized code on an idle machine. The test allows one second.
#[test]
fn searches_end_soon_after_the_clock_expires() {
    for (width, clues, order) in [
        (5, 240, Order::Search),
        (6, 560, Order::Search),
        (8, 1700, Order::Search),
        (8, 0, Order::Search),
        (6, 560, Order::Sorted),
    ] {
        let layout = Layout::with_boxes(width, width).unwrap();
        let puzzle = random_puzzle(&layout, &mut SplitMix64::new(5), clues);
        for milliseconds in [20, 200] {
            let begin = Instant::now();
            let over = Mutex::new(None);
            let expired = || {
                let is_over = begin.elapsed() > Duration::from_millis(milliseconds);
                if is_over {
                    over.lock().unwrap().get_or_insert_with(Instant::now);
                }
                is_over
            };
            let budget = Budget::default().stop_when(&expired).order(order);
            let ended = Cadical::new().search(&puzzle, &budget, &mut |_: &[Digit]| {
                ControlFlow::Continue(())
            });
            let late = over
                .lock()
                .unwrap()
                .map_or(Duration::ZERO, |over| over.elapsed());
            println!("{width}×{width}, {clues} clues, {order:?}, {milliseconds} ms: {late:?} late");
            assert!(
                ended.is_ok() || late < Duration::from_millis(1000),
                "{late:?}"
            );
        }
    }
}
