//! Tests of the sampler of minimal puzzles.

use super::*;

/// The grids of 4×4, all of which are known.
#[derive(Debug)]
struct FourByFourModel {
    /// The 288 grids, with digits in the first 16 places.
    grids: Vec<Grid81>,
}

impl FourByFourModel {
    fn new() -> Self {
        let mut grids = Vec::new();
        Self::fill([0; 81], 0, &mut grids);
        Self { grids }
    }

    fn fill(grid: Grid81, cell: usize, grids: &mut Vec<Grid81>) {
        if cell == 16 {
            grids.push(grid);
            return;
        }
        let sees = |other: usize| {
            other % 4 == cell % 4
                || other / 4 == cell / 4
                || (other / 8 == cell / 8 && other % 4 / 2 == cell % 4 / 2)
        };
        for digit in
            (1..=4).filter(|digit| (0..cell).all(|other| !sees(other) || grid[other] != *digit))
        {
            let mut next = grid;
            next[cell] = digit;
            Self::fill(next, cell + 1, grids);
        }
    }

    /// Returns for each number of clues the mean number of minimal puzzles per grid. Of all
    /// sets of cells, counts those that hit the differences to all other grids, but not without
    /// any one of their cells.
    fn minimal(&self) -> [f64; 17] {
        let mut found = [0.0; 17];
        let some: Vec<&Grid81> = self
            .grids
            .iter()
            .filter(|grid| grid[..4] == [1, 2, 3, 4])
            .collect();
        for grid in &some {
            let others = self.grids.iter().map(|other| {
                (0..16)
                    .filter(|cell| grid[*cell] != other[*cell])
                    .fold(0_u16, |set, cell| set | 1 << cell)
            });
            let others: Vec<u16> = others.filter(|differ| *differ != 0).collect();
            let unique: Vec<bool> = (0..=u16::MAX)
                .map(|set| others.iter().all(|differ| set & differ != 0))
                .collect();
            for set in (0..=u16::MAX).filter(|set| unique[usize::from(*set)]) {
                if (0..16)
                    .all(|cell| set >> cell & 1 == 0 || !unique[usize::from(set & !(1 << cell))])
                {
                    found[set.count_ones() as usize] += 1.0 / some.len() as f64;
                }
            }
        }
        found
    }
}

impl GridModel for FourByFourModel {
    const CELLS: usize = 16;

    fn sample_grid(&mut self, rng: &mut Rng) -> Grid81 {
        self.grids[rng.below(288) as usize]
    }

    fn are_unique(&mut self, puzzles: &[Grid81], unique: &mut Vec<bool>) {
        let agrees = |puzzle: &Grid81, grid: &Grid81| {
            (0..16).all(|cell| puzzle[cell] == 0 || puzzle[cell] == grid[cell])
        };
        unique.extend(puzzles.iter().map(|puzzle| {
            self.grids
                .iter()
                .filter(|grid| agrees(puzzle, grid))
                .count()
                == 1
        }));
    }
}

#[test]
fn estimates_for_four_by_four_match_exact_counts() {
    let exact = FourByFourModel::new().minimal();
    assert_eq!(FourByFourModel::new().grids.len(), 288);
    let plain = SplittingPlan {
        start: 9,
        unit: [f64::INFINITY; 82],
        value: [1.0; 16],
        few: 0,
    };
    let mut split = SplittingPlan {
        few: 8,
        value: SplittingPlan::classic().value,
        ..plain.clone()
    };
    split.unit[4..9].copy_from_slice(&[0.02, 0.1, 0.5, 1.0, 1.5]);
    for (seed, plan) in [(1, plain), (2, split)] {
        let mut estimator = MinimalPuzzleEstimator::default();
        SamplerState::new(FourByFourModel::new(), plan)
            .sample(seed, 0..2_500, &Budget::default(), &mut |found| {
                estimator.add(found);
            })
            .unwrap();
        // No minimal puzzle has more than six clues. A start has nine.
        for (clues, exact) in exact.iter().enumerate() {
            let MinimalPuzzleEstimate {
                mean,
                error,
                puzzles,
                ..
            } = estimator.with_clues(clues);
            assert!(
                (mean - exact).abs() <= 4.5 * error,
                "{clues} clues: {mean} ± {error} for {exact}, {puzzles} puzzles"
            );
            assert!(
                *exact < 10.0 || error < 0.2 * exact,
                "{clues} clues: {mean} ± {error} for {exact}, {puzzles} puzzles"
            );
        }
        let (all, exact) = (estimator.total(), exact.iter().sum::<f64>());
        assert!(
            (all.mean - exact).abs() < 4.0 * all.error && all.error < 0.04 * exact,
            "{all:?} for {exact}"
        );
        assert!(
            all.independent <= 2_500.0 && all.independent > 400.0 && all.effective > 400.0,
            "{all:?}"
        );
    }
}

fn found(seed: u64, numbers: std::ops::Range<u64>) -> Vec<Vec<WeightedPuzzle>> {
    let mut all = Vec::new();
    MinimalPuzzleSampler::new(None)
        .sample(seed, numbers, &Budget::default(), &mut |found| {
            all.push(found.to_vec());
        })
        .unwrap();
    all
}

#[test]
fn results_of_a_start_do_not_depend_on_its_batch() {
    let all = found(7, 0..120);
    assert_eq!(all.len(), 120);
    assert_eq!(
        [found(7, 0..50), found(7, 50..51), found(7, 51..120)].concat(),
        all
    );
    let puzzles: Vec<WeightedPuzzle> = all.concat();
    let own = &puzzles[0];
    let line: String = own
        .puzzle
        .iter()
        .map(|digit| {
            if *digit == 0 {
                '.'
            } else {
                char::from(b'0' + digit)
            }
        })
        .collect();
    assert_eq!(
        (line.as_str(), own.clues, own.weight.to_bits()),
        (
            "3..49...........12.8..3.....738..2....27..........9.4.....8...18...7.46..4..1.9.8",
            25,
            4_827_615_671_260_773_802
        )
    );
    // Each puzzle is unique, but not without any one of its clues.
    let mut nine = ClassicModel::default();
    for WeightedPuzzle {
        puzzle,
        clues,
        weight,
    } in puzzles.iter().take(50)
    {
        let cells = CellSet81::from_clues(puzzle);
        let mut unique = Vec::new();
        nine.are_unique(&[*puzzle], &mut unique);
        nine.are_unique(
            &cells
                .into_iter()
                .map(|clue| (cells - CellSet81::from_cell(clue)).mask(puzzle))
                .collect::<Vec<_>>(),
            &mut unique,
        );
        assert!(
            unique[0] && unique[1..].iter().all(|unique| !unique),
            "{puzzle:?}"
        );
        assert!(cells.len() == *clues && *weight > 0.0);
    }
}

#[test]
fn clue_range_selects_among_all_puzzles() {
    let all = found(7, 0..120);
    for (wanted, are_there) in [(24..=25, true), (26..=81, true), (37..=81, false)] {
        let mut some = Vec::new();
        let mut sampler = MinimalPuzzleSampler::new(None).clues(wanted.clone());
        sampler
            .sample(7, 0..120, &Budget::default(), &mut |found| {
                some.push(found.to_vec());
            })
            .unwrap();
        let chosen = |own: &Vec<WeightedPuzzle>| {
            own.iter()
                .filter(|weighted| wanted.contains(&weighted.clues))
                .copied()
                .collect::<Vec<_>>()
        };
        assert_eq!(
            some,
            all.iter().map(chosen).collect::<Vec<_>>(),
            "{wanted:?}"
        );
        assert_eq!(!some.concat().is_empty(), are_there, "{wanted:?}");
    }
}

#[test]
fn budget_stops_the_sampler() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let ended = MinimalPuzzleSampler::new(None).sample(
        1,
        0..u64::MAX,
        &Budget::default().stop_flag(&stop),
        &mut |_| {},
    );
    assert_eq!(ended, Err(StopReason::Canceled));
    assert_eq!(
        MinimalPuzzleEstimator::default().total(),
        MinimalPuzzleEstimate {
            mean: 0.0,
            error: 0.0,
            puzzles: 0,
            effective: 0.0,
            independent: 0.0
        }
    );
}

/// Checks the known shares by clues, 22 to 28, and the number of minimal puzzles per grid.
#[test]
#[ignore = "takes half a minute; `cargo xtask test-long` runs it"]
fn shares_by_clues_match_known_values() {
    const PER_CENT: [f64; 7] = [0.004, 0.154, 2.38, 14.0, 33.3, 34.1, 16.1];
    let mut estimator = MinimalPuzzleEstimator::default();
    MinimalPuzzleSampler::new(None)
        .sample(11, 0..400_000, &Budget::default(), &mut |found| {
            estimator.add(found);
        })
        .unwrap();
    let sum: f64 = (22..29).map(|clues| estimator.with_clues(clues).mean).sum();
    for (clues, share) in (22..).zip(PER_CENT) {
        let own = estimator.with_clues(clues);
        // The known shares are estimates too, and rounded.
        let wrong = 4.0 * own.error / sum + 0.02 * share / 100.0 + 0.000_005;
        assert!(
            (own.mean / sum - share / 100.0).abs() < wrong,
            "{clues} clues: {} of 100",
            100.0 * own.mean / sum
        );
    }
    let all = estimator.total();
    assert!(
        (all.mean - 4.67e15).abs() < 4.0 * all.error && all.error < 0.03 * all.mean,
        "{all:?}"
    );
    assert!(
        all.effective > 2_000.0 && all.independent > 1_000.0,
        "{all:?}"
    );
}
