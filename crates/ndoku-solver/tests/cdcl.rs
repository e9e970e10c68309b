//! Tests of the CDCL engine against the naive oracle.
//!
//! Longer run: `cargo run --release -p ndoku-testkit --bin conformance -- --seconds 60`.

use ndoku_core::{Layout, Puzzle, Solution};
use ndoku_solver::{Budget, Cdcl, Engine};
use ndoku_testkit::random::{self, SplitMix64};
use ndoku_testkit::symmetry::Symmetry;
use ndoku_testkit::{oracle, suite};

#[test]
fn small_layouts_have_the_solutions_of_the_oracle() {
    let report = suite::conformance(&mut Cdcl::new(), 1, 1500, 6);
    assert!(
        report.compared > 1500
            && report.unsolvable > 250
            && report.unique > 250
            && report.plentiful > 25,
        "{report:?}"
    );
    assert_eq!(report.unsupported, 0);
}

#[test]
fn larger_layouts_have_the_solutions_of_the_oracle() {
    let report = suite::conformance(&mut Cdcl::new(), 2, 150, 12);
    assert!(
        report.compared > 150 && report.unsolvable > 25 && report.unique > 25,
        "{report:?}"
    );
}

/// The puzzles are so hard that the engine deletes clauses repeatedly while others are reasons.
///
/// The engine verifies every solution. Each puzzle must have at least one.
#[test]
fn reduction_of_the_clause_database_loses_no_solution() {
    let layout = Layout::with_boxes(5, 5).unwrap();
    let mut rng = SplitMix64::new(5);
    let mut cdcl = Cdcl::new();
    let mut conflicts = 0;
    for _ in 0..8 {
        // Puzzles with 25 digits are hardest at this density.
        let mut puzzle = Puzzle::empty(&layout);
        let grid = cdcl
            .find_solutions(&puzzle, 1, &Budget::default())
            .unwrap()
            .solutions
            .remove(0);
        let symmetry = Symmetry::random(&mut rng, &layout);
        for cell in rng.permutation(625).into_iter().take(250) {
            let cell = layout.cell(cell);
            puzzle.set_clue(cell, Some(grid.digit(cell))).unwrap();
        }
        let puzzle = symmetry.puzzle(&puzzle);
        let tally = cdcl.count_up_to(&puzzle, 300, &Budget::default().max_guesses(40_000));
        conflicts += match tally {
            Ok(tally) => {
                assert!(tally.number > 0);
                tally.stats.conflicts
            }
            Err(stopped) => stopped.stats.conflicts,
        };
    }
    assert!(conflicts > 1_500, "too few conflicts: {conflicts}");
}

/// The seed changes the search but not the answers. The search is deterministic for each seed.
#[test]
fn seeds_change_the_search_but_not_the_answers() {
    let report = suite::conformance(&mut Cdcl::new().with_seed(7), 4, 300, 7);
    assert!(
        report.compared > 300 && report.unsolvable > 50 && report.unique > 50,
        "{report:?}"
    );
    let puzzle = Puzzle::empty(&Layout::with_boxes(4, 4).unwrap());
    let first = |seed| {
        Cdcl::new()
            .with_seed(seed)
            .find_solutions(&puzzle, 1, &Budget::default())
            .unwrap()
            .solutions
    };
    assert_eq!(
        first(0),
        Cdcl::new()
            .find_solutions(&puzzle, 1, &Budget::default())
            .unwrap()
            .solutions
    );
    assert_eq!(first(3), first(3));
    assert!(first(0) != first(3) && first(3) != first(u64::MAX));
}

/// No learned clause may exclude a solution that is not found yet. The engine checks it in debug
/// builds.
#[test]
#[cfg(debug_assertions)]
fn learned_clauses_exclude_no_solution() {
    let mut rng = SplitMix64::new(9);
    let (mut checked, mut conflicts) = (0, 0);
    for round in 0..60_u32 {
        let layout = random::layout(&mut rng, 3 + (round % 7) as u8);
        let puzzle = random::puzzle(&mut rng, &layout);
        let Some(solutions) = oracle::solutions(&puzzle, 200, 100_000) else {
            continue;
        };
        for solution in solutions.iter().step_by(50) {
            let mut cdcl = Cdcl::new();
            cdcl.debug_check_against(&Solution::new(&layout, solution).unwrap());
            let tally = cdcl
                .count_up_to(&puzzle, 1_000, &Budget::default())
                .unwrap();
            // The oracle returns at most 200 solutions.
            assert!(tally.number == solutions.len() as u64 || solutions.len() == 200);
            conflicts += tally.stats.conflicts;
            checked += 1;
        }
    }
    let layout = Layout::with_boxes(5, 5).unwrap();
    let mut cdcl = Cdcl::new();
    let grid = Symmetry::random(&mut rng, &layout).solution(
        &cdcl
            .find_solutions(&Puzzle::empty(&layout), 1, &Budget::default())
            .unwrap()
            .solutions[0],
    );
    let mut puzzle = Puzzle::empty(&layout);
    for cell in rng.permutation(625).into_iter().take(240) {
        let cell = layout.cell(cell);
        puzzle.set_clue(cell, Some(grid.digit(cell))).unwrap();
    }
    cdcl.debug_check_against(&grid);
    match cdcl.count_up_to(&puzzle, 2, &Budget::default().max_guesses(1_000)) {
        Ok(tally) => conflicts += tally.stats.conflicts,
        Err(stopped) => conflicts += stopped.stats.conflicts,
    }
    checked += 1;
    assert!(
        checked > 30 && conflicts > 300,
        "too few: {checked} solutions, {conflicts} conflicts"
    );
}
