//! The conformance suite of engines: random puzzles of random layouts, each compared with the
//! [oracle].
//!
//! The suite leaves a puzzle out only for a reason that the [`Report`] counts: the engine does not
//! support the layout, or the oracle would take too long.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use ndoku_core::{Digit, Puzzle};
use ndoku_solver::{Budget, Engine, Order, Stats, StopReason, Verdict};

use crate::random::{self, SplitMix64};
use crate::{oracle, symmetry, variants};

/// Maximum number of placements by the oracle for one puzzle.
const MAX_PLACEMENTS: u64 = 1200;
/// Maximum number of solutions with which all solutions are compared.
const MAX_COMPARED: usize = 60;

/// Counts of the compared puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Puzzles compared in full.
    pub compared: u64,
    /// Compared puzzles without a solution.
    pub unsolvable: u64,
    /// Compared puzzles with exactly one solution.
    pub unique: u64,
    /// Puzzles with more solutions than are compared; the engine agrees that there are more.
    pub plentiful: u64,
    /// Puzzles whose sorted search was not finished; compared as far as it got.
    pub sorted_cut_short: u64,
    /// Puzzles left out because the engine does not support the layout.
    pub unsupported: u64,
    /// Puzzles left out because the oracle would take too long.
    pub too_slow: u64,
}

impl Report {
    /// Returns the sums of two reports.
    #[must_use]
    pub const fn merge(&self, other: &Self) -> Self {
        Self {
            compared: self.compared + other.compared,
            unsolvable: self.unsolvable + other.unsolvable,
            unique: self.unique + other.unique,
            plentiful: self.plentiful + other.plentiful,
            sorted_cut_short: self.sorted_cut_short + other.sorted_cut_short,
            unsupported: self.unsupported + other.unsupported,
            too_slow: self.too_slow + other.too_slow,
        }
    }
}

/// Runs `rounds` random puzzles of sizes 1 to `largest` through an engine.
///
/// # Panics
/// Panics with the puzzle and the difference if the engine fails.
pub fn conformance(engine: &mut dyn Engine, seed: u64, rounds: u64, largest: u8) -> Report {
    let mut report = Report::default();
    for round in 0..rounds {
        // Each round has its own random sequence, so that a failure can be reproduced alone.
        let mut rng = SplitMix64::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(round));
        let size = 1 + rng.below(usize::from(largest)) as u8;
        let layout = random::layout(&mut rng, size);
        if !engine.supports(&layout) {
            report.unsupported += 1;
            continue;
        }
        // Engines keep tables of a layout: search a few puzzles of one layout in a row.
        for _ in 0..2 {
            let puzzle = random::puzzle(&mut rng, &layout);
            check(
                engine,
                &mut rng,
                &puzzle,
                &mut report,
                &format!("seed {seed}, round {round}"),
            );
        }
    }
    report
}

/// Runs `rounds` random layouts with several rules of variants through an engine. The sizes are 4
/// and 6.
///
/// # Panics
/// Panics with the puzzle and the difference if the engine fails.
pub fn variants(engine: &mut dyn Engine, seed: u64, rounds: u64) -> Report {
    let mut report = Report::default();
    for round in 0..rounds {
        let mut rng = SplitMix64::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(round));
        let size = if rng.once_in(3) { 6 } else { 4 };
        let layout = variants::layout(&mut rng, size);
        let puzzle = random::puzzle(&mut rng, &layout);
        let label = format!("seed {seed}, round {round}");
        check(engine, &mut rng, &puzzle, &mut report, &label);
    }
    report
}

/// Compares an engine with the oracle on one puzzle; `label` is part of the message of a failure.
///
/// # Panics
/// Panics with the puzzle and the difference if the engine fails.
pub fn check(
    engine: &mut dyn Engine,
    rng: &mut SplitMix64,
    puzzle: &Puzzle,
    report: &mut Report,
    label: &str,
) {
    let Some(expected) = oracle::solutions(puzzle, MAX_COMPARED + 1, MAX_PLACEMENTS) else {
        report.too_slow += 1;
        return;
    };
    let label = format!(
        "{label}: {:?}, clues {:?}, pencilmarks {:?}",
        puzzle.layout(),
        puzzle.clues(),
        puzzle.pencilmarks()
    );
    if expected.len() > MAX_COMPARED {
        let tally = engine
            .count_up_to(puzzle, MAX_COMPARED as u64, &Budget::default())
            .expect("no limit");
        assert!(
            tally.number == MAX_COMPARED as u64 && tally.has_more && !tally.stats.exhausted,
            "{label}: there are more than {MAX_COMPARED}, found {tally:?}"
        );
        report.plentiful += 1;
        return;
    }
    report.compared += 1;
    report.unsolvable += u64::from(expected.is_empty());
    report.unique += u64::from(expected.len() == 1);

    let (found, stats) = find_all(engine, puzzle, &Budget::default());
    let mut sorted = found.clone();
    sorted.sort_unstable();
    assert_eq!(
        sorted, expected,
        "{label}: other solutions than the oracle's"
    );
    assert!(
        stats.exhausted && stats.solutions == expected.len() as u64,
        "{label}: {stats:?}"
    );
    let again = find_all(engine, puzzle, &Budget::default());
    assert_eq!(
        again,
        (found.clone(), stats),
        "{label}: the second run differs"
    );
    // A fixed order of branching can take exponentially longer: the solutions found within a limit
    // must be the start of the list.
    let mut in_order = Vec::new();
    let limited = Budget::default().order(Order::Sorted).max_guesses(20_000);
    let ended = engine.search(puzzle, &limited, &mut |digits| {
        in_order.push(digits.to_vec());
        ControlFlow::Continue(())
    });
    assert!(
        expected.starts_with(&in_order),
        "{label}: not in ascending order"
    );
    match ended {
        Ok(_) => assert_eq!(
            in_order.len(),
            expected.len(),
            "{label}: sorted order loses solutions"
        ),
        Err(_) => report.sorted_cut_short += 1,
    }

    check_provided_methods(engine, rng, puzzle, &found, &label);
    check_limits(engine, puzzle, &found, stats, &label);
    if puzzle.layout().is_plain()
        && matches!(
            puzzle.layout().boxes(),
            ndoku_core::Boxes::Rectangles { .. }
        )
    {
        let image = symmetry::transformed(rng, puzzle);
        if engine.supports(image.layout()) {
            let tally = engine
                .count_up_to(&image, u64::MAX, &Budget::default())
                .expect("no limit");
            assert_eq!(
                tally.number,
                expected.len() as u64,
                "{label}: a symmetry changes the number"
            );
        }
    }
}

/// Checks that `solve`, `find_solutions`, `count` and `search_blocks` agree with the list.
fn check_provided_methods(
    engine: &mut dyn Engine,
    rng: &mut SplitMix64,
    puzzle: &Puzzle,
    all: &[Vec<Digit>],
    label: &str,
) {
    let verdict = engine
        .solve(puzzle, &Budget::default())
        .expect("no limit")
        .verdict;
    match (&verdict, all.len()) {
        (Verdict::Unsolvable, 0) => {}
        (Verdict::Unique(solution), 1) => assert!(
            solution.solves(puzzle) && solution.digits() == all[0],
            "{label}: {verdict:?}"
        ),
        (Verdict::Multiple(a, b), 2..) => assert!(
            a != b && a.solves(puzzle) && b.solves(puzzle),
            "{label}: {verdict:?}"
        ),
        _ => panic!("{label}: {verdict:?}, but there are {}", all.len()),
    }
    let n = rng.below(all.len() + 2);
    let first = engine
        .find_solutions(puzzle, n, &Budget::default())
        .expect("no limit");
    assert_eq!(
        (first.solutions.len(), first.has_more),
        (n.min(all.len()), all.len() > n),
        "{label}: the first {n}"
    );
    assert!(
        first
            .solutions
            .iter()
            .zip(all)
            .all(|(a, b)| a.digits() == b),
        "{label}: the first {n} differ from those of a full search"
    );
    let tally = engine
        .count_up_to(puzzle, n as u64, &Budget::default())
        .expect("no limit");
    assert_eq!(
        (tally.number, tally.has_more),
        (n.min(all.len()) as u64, all.len() > n),
        "{label}: count to {n}"
    );
    let bytes: Vec<u8> = all.iter().flatten().map(|digit| digit.get()).collect();
    let mut in_blocks = Vec::new();
    let stats = engine.search_blocks(puzzle, &Budget::default(), &mut |block| {
        in_blocks.extend_from_slice(block);
        ControlFlow::Continue(())
    });
    assert!(
        in_blocks == bytes && stats.is_ok_and(|stats| stats.exhausted),
        "{label}: other solutions in blocks"
    );
}

/// Checks that the limit of guesses is exact, and that the solutions before it are the start of the
/// full list. Checks that an expired flag or clock stops the search immediately.
fn check_limits(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    found: &[Vec<Digit>],
    stats: Stats,
    label: &str,
) {
    let enough = find_all(
        engine,
        puzzle,
        &Budget::default().max_guesses(stats.guesses),
    );
    assert_eq!(
        enough,
        (found.to_vec(), stats),
        "{label}: as many guesses as needed"
    );
    if let Some(fewer) = stats.guesses.checked_sub(1) {
        let stopped = engine
            .find_solutions(puzzle, MAX_COMPARED, &Budget::default().max_guesses(fewer))
            .expect_err(label);
        assert_eq!(
            (stopped.reason, stopped.stats.guesses),
            (StopReason::GuessLimit, fewer),
            "{label}"
        );
        assert!(
            stopped
                .solutions
                .iter()
                .zip(found)
                .all(|(a, b)| a.digits() == b),
            "{label}: found before the limit"
        );
        assert_eq!(
            stopped.stats.solutions,
            stopped.solutions.len() as u64,
            "{label}"
        );
    }
    let flag = AtomicBool::new(true);
    let stopped = engine
        .solve(puzzle, &Budget::default().stop_flag(&flag))
        .expect_err(label);
    assert_eq!(stopped.reason, StopReason::Canceled, "{label}");
    let stopped = engine
        .solve(puzzle, &Budget::default().stop_when(&|| true))
        .expect_err(label);
    assert_eq!(stopped.reason, StopReason::Timeout, "{label}");
}

/// Returns every solution in the order found, and the statistics.
fn find_all(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    budget: &Budget<'_>,
) -> (Vec<Vec<Digit>>, Stats) {
    let mut found = Vec::new();
    let stats = engine
        .search(puzzle, budget, &mut |digits| {
            found.push(digits.to_vec());
            ControlFlow::Continue(())
        })
        .expect("within the budget");
    (found, stats)
}
