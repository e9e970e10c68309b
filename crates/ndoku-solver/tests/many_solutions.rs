//! Tests with many solutions: all lanes find them in the order of one lane. This holds on every
//! instruction set, in blocks or one by one, and wherever the caller stops.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use ndoku_core::{Digit, Layout, Puzzle};
use ndoku_solver::{Backtrack, Budget, Engine, Isa, Order, Simd9, Stats, StopReason};

/// Puzzles with their numbers of solutions by the exact count, see `count/`.
const PUZZLES: [(&str, u64); 2] = [
    (
        "...6.23.............8.41...57....619...9.5738.8....2..8.7...5.6.....68...........",
        155_899,
    ),
    (
        "..4.....8......6.............9...56.4...96...6....3...2...4.........8.52.687.541.",
        87_892,
    ),
];

fn puzzle(layout: &Layout, line: &str) -> Puzzle {
    let clues: Vec<u8> = line
        .bytes()
        .map(|byte| {
            if byte.is_ascii_digit() {
                byte - b'0'
            } else {
                0
            }
        })
        .collect();
    Puzzle::from_array(layout, &clues).unwrap()
}

/// Returns a budget with which only one lane searches, since guesses are counted exactly.
fn one_lane() -> Budget<'static> {
    Budget::default().max_guesses(u64::MAX)
}

/// Returns the first solutions, at most `limit`, as bytes.
fn list_first(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    budget: &Budget<'_>,
    limit: usize,
) -> (Vec<u8>, Stats) {
    let mut bytes = Vec::new();
    let searched = engine.search(puzzle, budget, &mut |digits: &[Digit]| {
        bytes.extend(digits.iter().map(|digit| digit.get()));
        if bytes.len() / 81 == limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    (bytes, searched.unwrap())
}

fn list_blocks(engine: &mut dyn Engine, puzzle: &Puzzle, budget: &Budget<'_>) -> (Vec<u8>, Stats) {
    let mut bytes = Vec::new();
    let searched = engine.search_blocks(puzzle, budget, &mut |block| {
        assert!(!block.is_empty() && block.len() % 81 == 0);
        bytes.extend_from_slice(block);
        ControlFlow::Continue(())
    });
    (bytes, searched.unwrap())
}

#[test]
fn all_lanes_find_the_solutions_of_one_lane_in_order() {
    for (line, count) in PUZZLES {
        let puzzle = puzzle(&Layout::classic(), line);
        let reference = list_first(&mut Simd9::default(), &puzzle, &one_lane(), usize::MAX);
        let grids: HashSet<&[u8]> = reference.0.chunks(81).collect();
        assert_eq!(
            (
                grids.len() as u64,
                reference.1.solutions,
                reference.1.exhausted
            ),
            (count, count, true),
            "each once"
        );
        assert!(grids.iter().step_by(100).all(|grid| {
            Puzzle::from_array(puzzle.layout(), grid)
                .unwrap()
                .conflicts()
                .is_empty()
        }));
        for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
            let mut engine = Simd9::new(Some(isa));
            assert!(
                list_blocks(&mut engine, &puzzle, &Budget::default()) == reference,
                "{isa}: {line}, in blocks"
            );
            assert!(
                list_first(&mut engine, &puzzle, &Budget::default(), usize::MAX) == reference,
                "{isa}: {line}"
            );
            let tally = engine
                .count_up_to(&puzzle, u64::MAX, &Budget::default())
                .unwrap();
            assert_eq!(
                (tally.number, tally.has_more, tally.stats),
                (count, false, reference.1),
                "{isa}: {line}"
            );
        }
    }
}

#[test]
fn an_ended_search_counts_the_work_of_one_lane() {
    let puzzle = puzzle(&Layout::classic(), PUZZLES[0].0);
    let mut engine = Simd9::default();
    for limit in [1, 2, 3, 15, 16, 17, 100, 127, 128, 129, 1_000, 5_001] {
        let reference = list_first(&mut engine, &puzzle, &one_lane(), limit);
        assert_eq!(
            (reference.1.solutions, reference.1.exhausted),
            (limit as u64, false)
        );
        assert!(
            list_first(&mut engine, &puzzle, &Budget::default(), limit) == reference,
            "{limit}"
        );
        let tally = engine
            .count_up_to(&puzzle, limit as u64 - 1, &Budget::default())
            .unwrap();
        assert_eq!(
            (tally.number, tally.has_more, tally.stats),
            (limit as u64 - 1, true, reference.1)
        );
        // A search in blocks ends with a whole block.
        let mut bytes = Vec::new();
        let stats = engine.search_blocks(&puzzle, &Budget::default(), &mut |block| {
            bytes.extend_from_slice(block);
            if bytes.len() >= 81 * limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert!((bytes.len() / 81 - limit) < 1_000);
        assert!(
            (bytes.clone(), stats.unwrap())
                == list_first(&mut engine, &puzzle, &one_lane(), bytes.len() / 81)
        );
    }
    let all = engine
        .count_up_to(&puzzle, PUZZLES[0].1, &Budget::default())
        .unwrap();
    assert_eq!(
        (all.number, all.has_more, all.stats.exhausted),
        (PUZZLES[0].1, false, true)
    );
}

#[test]
fn blocks_support_ascending_order_and_diagonals() {
    let classic = puzzle(&Layout::classic(), PUZZLES[1].0);
    let sorted = list_blocks(
        &mut Simd9::default(),
        &classic,
        &Budget::default().order(Order::Sorted),
    );
    assert!(sorted.0.chunks(81).is_sorted() && sorted.1.solutions == PUZZLES[1].1);
    let x = Layout::builder(9).x().build().unwrap();
    let with_diagonals = puzzle(
        &x,
        "..2.......8......6.....9..7....8.......5.1...25..................................",
    );
    let mut engine = Simd9::default();
    let first = list_first(&mut engine, &with_diagonals, &one_lane(), 20_000);
    assert!(list_first(&mut engine, &with_diagonals, &Budget::default(), 20_000) == first);
    // The default method of every engine: one by one.
    let mut general = Backtrack::new();
    let (mut bytes, mut seen) = (Vec::new(), 0);
    let ended = general.search_blocks(&with_diagonals, &Budget::default(), &mut |block| {
        assert_eq!(block.len(), 81);
        bytes.extend_from_slice(block);
        seen += 1;
        if seen == 500 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(
        (ended.unwrap().solutions, &bytes),
        (
            500,
            &list_first(&mut general, &with_diagonals, &Budget::default(), 500).0
        )
    );
}

#[test]
fn an_interrupted_search_in_blocks_loses_no_solution() {
    let empty = Puzzle::empty(&Layout::classic());
    let mut engine = Simd9::default();
    let flag = AtomicBool::new(false);
    let mut bytes = Vec::new();
    let budget = Budget::default().stop_flag(&flag);
    let stopped = engine.search_blocks(&empty, &budget, &mut |block| {
        bytes.extend_from_slice(block);
        flag.store(bytes.len() > 81 * 10_000, Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    let stopped = stopped.unwrap_err();
    assert_eq!(
        (stopped.reason, stopped.stats.solutions),
        (StopReason::Canceled, bytes.len() as u64 / 81)
    );
    assert!(
        bytes.len() < 81 * 20_000,
        "the flag stopped the search too late"
    );
    assert!(bytes == list_first(&mut engine, &empty, &Budget::default(), bytes.len() / 81).0);
    let stopped = engine.search_blocks(&empty, &Budget::default().stop_when(&|| true), &mut |_| {
        ControlFlow::Continue(())
    });
    assert_eq!(stopped.unwrap_err().reason, StopReason::Timeout);
}
