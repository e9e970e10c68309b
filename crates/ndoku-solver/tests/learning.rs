//! The learning engine against the naive oracle. Longer: `cargo run --release -p ndoku-testkit --bin conformance -- --seconds 60`.

use ndoku_core::{Layout, Puzzle, Solution};
use ndoku_solver::{Budget, Engine, Learning};
use ndoku_testkit::random::{self, SplitMix64};
use ndoku_testkit::symmetry::Symmetry;
use ndoku_testkit::{oracle, suite};

#[test]
fn small_layouts_of_every_kind() {
    let report = suite::conformance(&mut Learning::new(), 1, 1500, 6);
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
fn larger_layouts_of_every_kind() {
    let report = suite::conformance(&mut Learning::new(), 2, 150, 12);
    assert!(
        report.compared > 150 && report.unsolvable > 25 && report.unique > 25,
        "{report:?}"
    );
}

/// Hard enough that clauses are given up, again and again, while others are reasons: solutions are right (every one is verified), and as many as there are.
#[test]
fn clauses_are_given_up_without_harm() {
    let layout = Layout::with_boxes(5, 5).unwrap();
    let mut rng = SplitMix64::new(5);
    let mut learning = Learning::new();
    let mut contradictions = 0;
    for _ in 0..8 {
        // At this density puzzles with 25 digits are hardest.
        let mut puzzle = Puzzle::empty(&layout);
        let grid = learning
            .find_first(&puzzle, 1, &Budget::default())
            .unwrap()
            .solutions
            .remove(0);
        let symmetry = Symmetry::random(&mut rng, &layout);
        for cell in rng.permutation(625).into_iter().take(250) {
            let cell = layout.cell(cell);
            puzzle.set_clue(cell, Some(grid.digit(cell))).unwrap();
        }
        let puzzle = symmetry.puzzle(&puzzle);
        let tally = learning.count(&puzzle, 300, &Budget::default().max_guesses(40_000));
        contradictions += match tally {
            Ok(tally) => {
                assert!(tally.count > 0);
                tally.stats.contradictions
            }
            Err(stopped) => stopped.stats.contradictions,
        };
    }
    assert!(contradictions > 1_500, "{contradictions}");
}

/// A seed changes the way, not the answers; the same one goes the same way.
#[test]
fn seeds_lead_to_the_same_answers() {
    let report = suite::conformance(&mut Learning::new().with_seed(7), 4, 300, 7);
    assert!(
        report.compared > 300 && report.unsolvable > 50 && report.unique > 50,
        "{report:?}"
    );
    let puzzle = Puzzle::empty(&Layout::with_boxes(4, 4).unwrap());
    let first = |seed| {
        Learning::new()
            .with_seed(seed)
            .find_first(&puzzle, 1, &Budget::default())
            .unwrap()
            .solutions
    };
    assert_eq!(
        first(0),
        Learning::new()
            .find_first(&puzzle, 1, &Budget::default())
            .unwrap()
            .solutions
    );
    assert_eq!(first(3), first(3));
    assert!(first(0) != first(3) && first(3) != first(u64::MAX));
}

/// No clause that is learnt forbids a solution that has not been found yet. The engine itself looks in debug builds.
#[test]
#[cfg(debug_assertions)]
fn clauses_forbid_no_solution() {
    let mut rng = SplitMix64::new(9);
    let (mut held, mut contradictions) = (0, 0);
    for round in 0..60_u32 {
        let layout = random::layout(&mut rng, 3 + (round % 7) as u8);
        let puzzle = random::puzzle(&mut rng, &layout);
        let Some(solutions) = oracle::solutions(&puzzle, 200, 100_000) else {
            continue;
        };
        for solution in solutions.iter().step_by(50) {
            let mut learning = Learning::new();
            learning.hold_against(&Solution::new(&layout, solution).unwrap());
            let tally = learning.count(&puzzle, 1_000, &Budget::default()).unwrap();
            // The oracle gave the first 200 at most.
            assert!(tally.count == solutions.len() as u64 || solutions.len() == 200);
            contradictions += tally.stats.contradictions;
            held += 1;
        }
    }
    let layout = Layout::with_boxes(5, 5).unwrap();
    for _ in 0..2 {
        let mut learning = Learning::new();
        let grid = Symmetry::random(&mut rng, &layout).solution(
            &learning
                .find_first(&Puzzle::empty(&layout), 1, &Budget::default())
                .unwrap()
                .solutions[0],
        );
        let mut puzzle = Puzzle::empty(&layout);
        for cell in rng.permutation(625).into_iter().take(240) {
            let cell = layout.cell(cell);
            puzzle.set_clue(cell, Some(grid.digit(cell))).unwrap();
        }
        learning.hold_against(&grid);
        match learning.count(&puzzle, 2, &Budget::default().max_guesses(2_000)) {
            Ok(tally) => contradictions += tally.stats.contradictions,
            Err(stopped) => contradictions += stopped.stats.contradictions,
        }
        held += 1;
    }
    assert!(
        held > 30 && contradictions > 300,
        "{held} solutions, {contradictions} contradictions"
    );
}
