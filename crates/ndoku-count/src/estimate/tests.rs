//! Tests of estimates against exact numbers: the mean of many runs, intervals over many seeds, and
//! puzzles without solutions.
#![cfg(test)]

use ndoku_core::{Candidate, Cell, Digit, Layout, Puzzle};
use ndoku_solver::{Backtrack, Budget, Engine, StopReason};
use ndoku_testkit::random::{self, SplitMix64};

use super::{Estimate, EstimateError, Estimator, Proposal, SmcRun, WideFloat};

fn runs(estimator: &Estimator, seed: u64, count: u64) -> Vec<SmcRun> {
    let run = |number: u64| {
        let mut rng = SplitMix64::new(SplitMix64::new(seed << 20 | number).bits());
        estimator
            .run(&mut || rng.bits(), &Budget::default())
            .unwrap()
    };
    (0..count).map(run).collect()
}

/// Returns the mean and its standard error.
fn mean(runs: &[SmcRun]) -> (f64, f64) {
    let count = runs.len() as f64;
    let mean = runs.iter().map(|run| run.estimate.to_f64()).sum::<f64>() / count;
    let squares: f64 = runs
        .iter()
        .map(|run| (run.estimate.to_f64() - mean).powi(2))
        .sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// Returns an estimator for each proposal that the layout allows.
fn estimators(puzzle: &Puzzle) -> Vec<Estimator> {
    let with_proposal = |proposal| {
        Some(Estimator::new(puzzle).unwrap().with_proposal(proposal))
            .filter(|estimator| estimator.proposal() == proposal)
    };
    [Proposal::Bands, Proposal::Cells]
        .into_iter()
        .filter_map(with_proposal)
        .collect()
}

fn assert_unbiased(puzzle: &Puzzle, exact: f64, particles: usize, count: u64) {
    for estimator in estimators(puzzle) {
        let estimator = estimator.with_particles(particles);
        let (mean, error) = mean(&runs(&estimator, 7, count));
        assert!(
            (mean - exact).abs() <= 4.5 * error + 1e-9 * exact,
            "{:?} gives {mean} ± {error}, not {exact}: {puzzle:?}",
            estimator.proposal()
        );
    }
}

#[test]
fn the_mean_is_the_number_of_solutions() {
    for (width, height, exact) in [
        (2, 2, 288.0),
        (3, 2, 28_200_960.0),
        (2, 3, 28_200_960.0),
        (2, 4, 29_136_487_207_403_520.0),
    ] {
        let puzzle = Puzzle::empty(&Layout::with_boxes(width, height).unwrap());
        // With few particles they are resampled, and a bias of resampling would show.
        assert_unbiased(&puzzle, exact, 10, 300);
    }
    assert_unbiased(
        &Puzzle::empty(&Layout::classic()),
        6.670_903_752_021_073e21,
        30,
        100,
    );
    assert_unbiased(
        &Puzzle::empty(&Layout::builder(5).no_boxes().build().unwrap()),
        161_280.0,
        20,
        300,
    );
}

#[test]
fn the_mean_is_unbiased_with_clues_and_pencilmarks_in_all_layouts() {
    let mut rng = SplitMix64::new(4);
    let jigsaw = [
        0, 0, 0, 1, 1, 0, 2, 0, 1, 1, 2, 2, 2, 1, 3, 4, 4, 2, 3, 3, 4, 4, 4, 3, 3,
    ];
    let layouts = [
        Layout::for_size(4).unwrap(),
        Layout::with_boxes(3, 2).unwrap(),
        Layout::with_boxes(2, 3).unwrap(),
        Layout::with_boxes(4, 2).unwrap(),
        Layout::builder(4).x().build().unwrap(),
        Layout::builder(6).x().build().unwrap(),
        Layout::builder(5).regions(&jigsaw).build().unwrap(),
        Layout::classic(),
        Layout::builder(9).x().build().unwrap(),
    ];
    let mut tried = 0;
    for layout in layouts.iter().cycle().take(36) {
        let Some(grid) = random::grid(&mut rng, layout) else {
            continue;
        };
        let cells = layout.cell_count();
        let mut puzzle = Puzzle::empty(layout);
        let kept = if layout.size() == 9 {
            26 + rng.below(8)
        } else {
            rng.below(cells / 3)
        };
        for (turn, index) in rng.permutation(cells).into_iter().enumerate() {
            let cell = layout.cell(index);
            if turn < kept {
                puzzle.set_clue(cell, Some(grid[index])).unwrap();
            } else if tried % 2 == 1 && turn < 2 * kept {
                let digit = Digit::from_index(rng.below(usize::from(layout.size())));
                if digit != grid[index] {
                    puzzle
                        .remove_candidate(Candidate::new(cell, digit))
                        .unwrap();
                }
            }
        }
        let tally = Backtrack::new()
            .count_up_to(&puzzle, 100_000, &Budget::default())
            .unwrap();
        if !tally.has_more {
            assert_unbiased(&puzzle, tally.number as f64, 20, 50);
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn intervals_cover_the_exact_number() {
    let mut clues = Puzzle::empty(&Layout::for_size(4).unwrap());
    clues.set_clue(Cell::new(0, 0), Digit::new(1)).unwrap();
    clues.set_clue(Cell::new(2, 1), Digit::new(3)).unwrap();
    let exact = Backtrack::new()
        .count_up_to(&clues, 1000, &Budget::default())
        .unwrap()
        .number as f64;
    let six = Puzzle::empty(&Layout::for_size(6).unwrap());
    for (puzzle, exact, particles) in [(clues, exact, 80), (six, 28_200_960.0, 150)] {
        for estimator in estimators(&puzzle) {
            let estimator = estimator.with_particles(particles);
            let intervals =
                (0..100).map(|seed| Estimate::new(&runs(&estimator, 1000 + seed, 12)).unwrap());
            let covered = intervals
                .filter(|estimate| estimate.covers(WideFloat::new(exact)))
                .count();
            // 95 are expected, with a deviation of 2.2.
            assert!(
                covered >= 88,
                "{:?}: {covered} of 100",
                estimator.proposal()
            );
        }
    }
}

#[test]
fn runs_are_reproducible_and_a_budget_ends_them() {
    let estimator = Estimator::new(&Puzzle::empty(&Layout::for_size(16).unwrap()))
        .unwrap()
        .with_particles(20);
    assert_eq!(runs(&estimator, 3, 2), runs(&estimator, 3, 2));
    let mut rng = SplitMix64::new(1);
    let expired = || true;
    assert_eq!(
        estimator.run(&mut || rng.bits(), &Budget::default().stop_when(&expired)),
        Err(StopReason::Timeout)
    );
}

#[test]
fn unsolvable_puzzles_give_no_solution() {
    // Singles show it: two ones in a row.
    let mut puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
    puzzle.set_clue(Cell::new(0, 0), Digit::new(1)).unwrap();
    puzzle.set_clue(Cell::new(0, 3), Digit::new(1)).unwrap();
    for estimator in estimators(&puzzle) {
        assert!(estimator.is_impossible());
        assert_eq!(
            Estimate::new(&runs(&estimator, 1, 10)),
            Err(EstimateError::NoSolutionFound { runs: 10 })
        );
    }
    // Singles do not show it.
    let hard = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let clues: Vec<u8> = hard
        .bytes()
        .map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
        .collect();
    for estimator in estimators(&Puzzle::from_array(&Layout::classic(), &clues).unwrap()) {
        assert!(!estimator.is_impossible());
        assert_eq!(
            Estimate::new(&runs(&estimator.with_particles(50), 1, 10)),
            Err(EstimateError::NoSolutionFound { runs: 10 })
        );
    }
}

#[test]
fn large_grids_are_estimated_and_too_large_ones_refused() {
    let estimator = Estimator::new(&Puzzle::empty(&Layout::for_size(25).unwrap()))
        .unwrap()
        .with_particles(50);
    let logs: Vec<f64> = runs(&estimator, 1, 3)
        .iter()
        .filter_map(SmcRun::log10)
        .collect();
    assert!(
        logs.iter().all(|log| (307.5..309.7).contains(log)),
        "{logs:?}"
    );
    for size in [1, 2, 3, 36] {
        let estimator = Estimator::new(&Puzzle::empty(&Layout::for_size(size).unwrap()))
            .unwrap()
            .with_particles(2);
        assert_eq!(runs(&estimator, 1, 1).len(), 1);
    }
    assert_eq!(
        Estimator::new(&Puzzle::empty(&Layout::for_size(65).unwrap())).unwrap_err(),
        StopReason::Unsupported
    );
}
