//! Tests of exact counts against published numbers, plain enumeration, and themselves: symmetries,
//! sums, other plans, other instruction sets.
#![cfg(test)]

mod pencilmarks;

use std::sync::atomic::{AtomicUsize, Ordering};

use ndoku_core::{Candidate, Cell, Digit, DigitSet, Layout, Puzzle};
use ndoku_solver::{Budget, Engine, Isa, Simd9, StopReason};
use ndoku_testkit::random::SplitMix64;
use ndoku_testkit::symmetry;

use super::band_stack_sum::BandStackSum;
use super::box_candidates::BoxCandidates;
use super::plan::{Plan, all_roles};
use super::{CountMethod, ExactCount, PreparedCount, grid_fraction, prepare_count};
use crate::sample::SolutionSampler;

const EMPTY: u128 = 6_670_903_752_021_072_936_960;
const EIGHT: u128 = 29_136_487_207_403_520;
const TEN: u128 = 1_903_816_047_972_624_930_994_913_280_000;

fn count_by_sum(clues: &[u8; 81]) -> u128 {
    BandStackSum::new(clues, None, &Budget::default())
        .unwrap()
        .run(&Budget::default())
        .unwrap()
}

fn clues_from(clues: &[(usize, u8)]) -> [u8; 81] {
    let mut grid = [0; 81];
    for (cell, digit) in clues {
        grid[*cell] = *digit;
    }
    grid
}

fn sampler(clues: &[u8; 81]) -> SolutionSampler {
    SolutionSampler::new(
        BandStackSum::new(clues, None, &Budget::default()).unwrap(),
        &Budget::default(),
    )
    .unwrap()
}

/// A source of random grids, and of clues from them.
struct Random {
    rng: SplitMix64,
    grids: SolutionSampler,
}

impl Random {
    fn new(seed: u64) -> Self {
        Self {
            rng: SplitMix64::new(seed),
            grids: sampler(&[0; 81]),
        }
    }

    fn grid(&mut self) -> [u8; 81] {
        self.grids.sample(&mut || self.rng.bits()).unwrap()
    }

    /// Returns `clues` random clues of a random grid.
    fn puzzle(&mut self, clues: usize) -> [u8; 81] {
        let grid = self.grid();
        let mut puzzle = [0; 81];
        for cell in self.rng.permutation(81).into_iter().take(clues) {
            puzzle[cell] = grid[cell];
        }
        puzzle
    }
}

/// Returns a classic puzzle whose cells may hold these digits, as bits; a single digit becomes a
/// clue.
fn puzzle_from_pencilmarks(pencilmarks: &[u16; 81]) -> Puzzle {
    let mut puzzle = Puzzle::empty(&Layout::classic());
    let sets = pencilmarks.map(|pencilmarks| {
        (0..9)
            .filter(|digit| pencilmarks >> digit & 1 != 0)
            .map(Digit::from_index)
            .collect::<DigitSet>()
    });
    puzzle.set_pencilmarks(&sets).unwrap();
    puzzle
}

/// Counts a puzzle with pencilmarks by cases, or returns `None` if there are too many cases.
fn count_by_cases(puzzle: &Puzzle) -> Option<u128> {
    let budget = Budget::default();
    Some(
        ExactCount::new(puzzle, None, &budget)
            .unwrap()?
            .run(&budget)
            .unwrap(),
    )
}

/// Enumerates solutions up to a limit and returns their numbers.
fn enumerate(puzzles: &[[u8; 81]], limit: u64) -> Vec<u64> {
    let mut counts = vec![0; puzzles.len()];
    Simd9::new(None).count_all(puzzles, limit, &mut counts);
    counts
}

#[test]
fn few_clues_have_the_published_numbers() {
    assert_eq!(count_by_sum(&[0; 81]), EMPTY);
    // Digits can be renamed: one cell; two different digits in a house; two cells without a common
    // house.
    assert_eq!(count_by_sum(&clues_from(&[(74, 6)])), EMPTY / 9);
    assert_eq!(count_by_sum(&clues_from(&[(1, 2), (7, 3)])), EMPTY / 72);
    assert_eq!(count_by_sum(&clues_from(&[(1, 2), (11, 9)])), EMPTY / 72);
    assert_eq!(count_by_sum(&clues_from(&[(0, 2), (40, 2)])), EMPTY / 81);
    assert_eq!(count_by_sum(&clues_from(&[(0, 2), (40, 7)])), EMPTY / 81);
}

#[test]
fn contradicting_clues_have_no_solution() {
    for clues in [
        clues_from(&[(0, 1), (8, 1)]),
        clues_from(&[(0, 1), (72, 1)]),
        clues_from(&[(0, 1), (20, 1)]),
        [5; 81],
        clues_from(&[(0, 1), (1, 1)]),
    ] {
        assert_eq!(count_by_sum(&clues), 0);
    }
    // The last cell of the first row has no candidate, though no digit is repeated.
    let stuck = clues_from(&[
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (5, 6),
        (6, 7),
        (7, 8),
        (17, 9),
    ]);
    assert_eq!(count_by_sum(&stuck), 0);
    assert_eq!(sampler(&stuck).sample(&mut || 0), None);
    assert_eq!(sampler(&[5; 81]).sample(&mut || 0), None);
}

#[test]
fn counts_agree_with_enumeration() {
    let mut random = Random::new(1);
    let mut puzzles: Vec<[u8; 81]> = (0..240)
        .map(|round| random.puzzle(23 + round % 14))
        .collect();
    // Full grids, and some with a wrong clue.
    puzzles.extend((0..20).map(|_| random.puzzle(81)));
    for puzzle in puzzles.iter_mut().step_by(9) {
        puzzle[random.rng.below(81)] = 1 + random.rng.below(9) as u8;
    }
    let limit = 30_000;
    let mut checked = 0;
    for (puzzle, count) in puzzles.iter().zip(enumerate(&puzzles, limit)) {
        if count < limit {
            assert_eq!(count_by_sum(puzzle), u128::from(count), "{puzzle:?}");
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}

/// The counts for the digits of one open cell add up.
#[test]
fn counts_for_the_digits_of_a_cell_add_up() {
    let mut random = Random::new(3);
    for clues in [0, 13, 16, 20] {
        let puzzle = random.puzzle(clues);
        let cell = (0..81).find(|cell| puzzle[*cell] == 0).unwrap();
        let sum: u128 = (1..=9)
            .map(|digit| {
                let mut with = puzzle;
                with[cell] = digit;
                count_by_sum(&with)
            })
            .sum();
        assert_eq!(sum, count_by_sum(&puzzle), "{puzzle:?}");
    }
}

#[test]
fn symmetries_keep_the_count() {
    let layout = Layout::classic();
    let mut random = Random::new(4);
    for clues in [10, 11, 13, 14, 16, 18] {
        let clues = random.puzzle(clues);
        let puzzle = Puzzle::from_array(&layout, &clues).unwrap();
        let other = symmetry::transformed(&mut random.rng, &puzzle);
        let digits: Vec<u8> = other
            .clues()
            .iter()
            .map(|clue| clue.map_or(0, Digit::get))
            .collect();
        assert_eq!(
            count_by_sum(&digits.try_into().unwrap()),
            count_by_sum(&clues),
            "{clues:?}"
        );
    }
}

/// Every stack and band in every role, and the transposed grid: other tables, the same number.
#[test]
fn every_plan_and_instruction_set_gives_the_same_count() {
    let mut random = Random::new(5);
    let puzzle = random.puzzle(17);
    let expected = count_by_sum(&puzzle);
    for transposed in [false, true] {
        for roles in all_roles() {
            let plan = Plan::with_roles(&BoxCandidates::from_clues(&puzzle), transposed, roles);
            let stack_sum = BandStackSum::with_plan(plan, None, &Budget::default()).unwrap();
            assert_eq!(
                stack_sum.run(&Budget::default()),
                Ok(expected),
                "{transposed} {roles:?}"
            );
        }
    }
    for isa in Isa::ALL.iter().copied() {
        let count = BandStackSum::new(&puzzle, Some(isa), &Budget::default())
            .unwrap()
            .run(&Budget::default());
        assert_eq!(count, Ok(expected), "{isa}");
    }
}

#[test]
fn tasks_can_be_run_in_any_order_and_stopped() {
    let puzzle = clues_from(&[(0, 1), (40, 2)]);
    let stack_sum = BandStackSum::new(&puzzle, None, &Budget::default()).unwrap();
    let (mut one, mut other) = (stack_sum.worker(), stack_sum.worker());
    let budget = Budget::default();
    let sum: u128 = (0..stack_sum.task_count())
        .rev()
        .map(|task| {
            if task % 3 == 0 {
                one.run(task, &budget)
            } else {
                other.run(task, &budget)
            }
            .unwrap()
        })
        .sum();
    assert_eq!(sum, EMPTY / 81);
    assert_eq!(one.run(stack_sum.task_count(), &budget), Ok(0));
    let expired = || true;
    let budget = Budget::default().stop_when(&expired);
    assert_eq!(one.run(0, &budget), Err(StopReason::Timeout));
    assert_eq!(stack_sum.run(&budget), Err(StopReason::Timeout));
    assert_eq!(
        BandStackSum::new(&puzzle, None, &budget).err(),
        Some(StopReason::Timeout)
    );
}

fn is_grid(grid: &[u8; 81], clues: &[u8; 81]) -> bool {
    let puzzle = Puzzle::from_array(&Layout::classic(), grid).unwrap();
    puzzle.conflicts().is_empty()
        && puzzle.clue_count() == 81
        && clues
            .iter()
            .zip(grid)
            .all(|(clue, digit)| *clue == 0 || clue == digit)
}

/// A puzzle with a few dozen solutions: all are sampled, and none too often. χ² exceeds its bound
/// by chance once in a million.
#[test]
fn solutions_are_sampled_uniformly() {
    let mut random = Random::new(6);
    for clues in [24, 25, 26] {
        let puzzle = loop {
            let puzzle = random.puzzle(clues);
            if (20..=80).contains(&enumerate(&[puzzle], 100)[0]) {
                break puzzle;
            }
        };
        let mut sampler = sampler(&puzzle);
        let count = sampler.count() as usize;
        let mut sampled = std::collections::BTreeMap::new();
        let times = 60 * count;
        for _ in 0..times {
            let grid = sampler.sample(&mut || random.rng.bits()).unwrap();
            assert!(is_grid(&grid, &puzzle));
            *sampled.entry(grid).or_insert(0_u32) += 1;
        }
        assert_eq!(sampled.len(), count);
        let expected = times as f64 / count as f64;
        let chi: f64 = sampled
            .values()
            .map(|seen| (f64::from(*seen) - expected).powi(2) / expected)
            .sum();
        // Wilson and Hilferty: the cube root of χ² over its mean is nearly normal.
        let free = (count - 1) as f64;
        let limit = free * (1.0 - 2.0 / (9.0 * free) + 4.75 * (2.0 / (9.0 * free)).sqrt()).powi(3);
        let least = free * (1.0 - 2.0 / (9.0 * free) - 4.75 * (2.0 / (9.0 * free)).sqrt()).powi(3);
        assert!(
            (least..limit).contains(&chi),
            "χ² = {chi} for {count} solutions"
        );
    }
}

/// Grids sampled without clues are valid, and each digit is in each cell about equally often. Grids
/// sampled with few clues contain these clues.
#[test]
fn grids_of_few_clues_are_sampled_uniformly() {
    let mut rng = SplitMix64::new(7);
    for clues in [clues_from(&[]), clues_from(&[(3, 5), (44, 1)])] {
        let mut sampler = sampler(&clues);
        let mut digits = [[0_u32; 9]; 81];
        let times = 270;
        for _ in 0..times {
            let grid = sampler.sample(&mut || rng.bits()).unwrap();
            assert!(is_grid(&grid, &clues));
            for (digits, digit) in digits.iter_mut().zip(grid) {
                digits[usize::from(digit - 1)] += 1;
            }
        }
        // 30 are expected with a deviation of 5.2; there are 729 numbers.
        let free = digits
            .iter()
            .zip(clues)
            .filter(|(_, clue)| *clue == 0)
            .flat_map(|(digits, _)| digits);
        assert!(clues != [0; 81] || free.clone().all(|seen| (6..=60).contains(seen)));
        assert!(free.clone().all(|seen| *seen < 100));
    }
}

#[test]
fn each_layout_is_counted_by_its_method() {
    let budget = Budget::default();
    let empty = |builder: ndoku_core::LayoutBuilder| Puzzle::empty(&builder.build().unwrap());
    let exact = |puzzle: &Puzzle| match prepare_count(puzzle, 100, None, &budget).unwrap() {
        PreparedCount::Exact(exact) => (exact.method(), exact.run(&budget).unwrap()),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        exact(&Puzzle::empty(&Layout::classic())),
        (CountMethod::BandStackSum, EMPTY)
    );
    assert_eq!(
        exact(&empty(Layout::builder(6))),
        (CountMethod::TwoBandSum, 28_200_960)
    );
    assert_eq!(
        exact(&empty(Layout::builder(8))),
        (CountMethod::ColumnClasses, EIGHT)
    );
    assert_eq!(
        exact(&empty(Layout::builder(5).no_boxes())),
        (CountMethod::LatinRows, 161_280)
    );
    // A prime order has boxes that are rows.
    assert_eq!(
        exact(&empty(Layout::builder(5))),
        (CountMethod::LatinRows, 161_280)
    );
    // Few solutions are enumerated; other layouts and pencilmarks have no exact method.
    assert!(matches!(
        prepare_count(&empty(Layout::builder(4)), 1000, None, &budget).unwrap(),
        PreparedCount::Counted(288)
    ));
    assert!(matches!(
        prepare_count(
            &empty(Layout::builder(9).x().rule("windoku")),
            7,
            None,
            &budget
        )
        .unwrap(),
        PreparedCount::AtLeast(8)
    ));
    let without = |layout: Layout| {
        let mut puzzle = Puzzle::empty(&layout);
        puzzle
            .remove_candidate(Candidate::new(Cell::new(0, 0), Digit::from_index(0)))
            .unwrap();
        puzzle
    };
    assert!(matches!(
        prepare_count(
            &without(Layout::with_boxes(3, 2).unwrap()),
            7,
            None,
            &budget
        )
        .unwrap(),
        PreparedCount::AtLeast(8)
    ));
    // By renaming digits, each of the eight others is equally frequent.
    assert_eq!(
        exact(&without(Layout::classic())),
        (CountMethod::BandStackSum, EMPTY / 9 * 8)
    );
    let three = puzzle_with_boxes(5, 2, &[(0, 1), (44, 2), (88, 3)]);
    assert!(
        !ExactCount::has_method(&three)
            && matches!(
                prepare_count(&three, 7, None, &budget).unwrap(),
                PreparedCount::AtLeast(8)
            )
    );
    assert!(ExactCount::has_method(&puzzle_with_boxes(
        2,
        5,
        &[(0, 1), (44, 2)]
    )));
}

/// Returns a puzzle with boxes of this shape.
fn puzzle_with_boxes(width: u8, height: u8, clues: &[(usize, u8)]) -> Puzzle {
    let layout = Layout::with_boxes(width, height).unwrap();
    let mut puzzle = Puzzle::empty(&layout);
    for (cell, digit) in clues {
        puzzle
            .set_clue(layout.cell(*cell), Digit::new(*digit))
            .unwrap();
    }
    puzzle
}

fn count_exactly(puzzle: &Puzzle) -> u128 {
    ExactCount::new(puzzle, None, &Budget::default())
        .unwrap()
        .unwrap()
        .run(&Budget::default())
        .unwrap()
}

/// Compares the fraction by symmetry with the band-stack sum, for a clue in the corner of a 9×9
/// grid and a second clue in each kind of position.
#[test]
fn two_clues_leave_their_fraction_of_all_grids() {
    for other in [
        (1, 1),
        (1, 2),
        (9, 2),
        (12, 1),
        (12, 2),
        (28, 1),
        (28, 2),
        (80, 1),
        (80, 2),
    ] {
        let clues = clues_from(&[(0, 1), other]);
        let fraction = grid_fraction::fraction_of_grids(3, 3, &clues)
            .map(|(times, divisor)| EMPTY * times / divisor);
        assert_eq!(fraction, Some(count_by_sum(&clues)), "{other:?}");
    }
}

/// Compares fractions for 8×8, where three clues are counted without symmetry: the counts for the
/// digits of a third cell add up.
#[test]
#[ignore = "two minutes; `cargo xtask test-long` runs it"]
fn two_clues_leave_their_fraction_of_eight_by_eight() {
    assert_eq!(
        count_exactly(&puzzle_with_boxes(4, 2, &[(0, 1)])),
        EIGHT / 8
    );
    for other in [(1, 2), (25, 2)] {
        let sum: u128 = (1..=8)
            .map(|digit| count_exactly(&puzzle_with_boxes(4, 2, &[(0, 1), other, (59, digit)])))
            .sum();
        assert_eq!(
            count_exactly(&puzzle_with_boxes(4, 2, &[(0, 1), other])),
            sum,
            "{other:?}"
        );
    }
}

#[test]
#[ignore = "a few seconds; `cargo xtask test-long` runs it"]
fn ten_by_ten_has_the_published_number() {
    assert_eq!(count_exactly(&puzzle_with_boxes(5, 2, &[])), TEN);
    assert_eq!(
        count_exactly(&puzzle_with_boxes(2, 5, &[(37, 4)])),
        TEN / 10
    );
    assert_eq!(
        count_exactly(&puzzle_with_boxes(2, 5, &[(0, 4), (99, 4)])),
        TEN / 100
    );
    // In the same stack, with boxes two columns wide: a box has the digit in one of five cells.
    assert_eq!(
        count_exactly(&puzzle_with_boxes(2, 5, &[(0, 4), (51, 4)])),
        TEN / 50
    );
    assert_eq!(
        count_exactly(&puzzle_with_boxes(2, 5, &[(0, 4), (51, 3)])),
        TEN / 450 * 4
    );
    assert_eq!(
        count_exactly(&puzzle_with_boxes(2, 5, &[(0, 4), (50, 4)])),
        0
    );
}

/// A puzzle without a solution for which a search needs very many guesses.
#[test]
fn puzzles_that_are_hard_to_search_are_counted_exactly() {
    let text = b".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let clues = text.map(|byte| {
        if byte.is_ascii_digit() {
            byte - b'0'
        } else {
            0
        }
    });
    let puzzle = Puzzle::from_array(&Layout::classic(), &clues).unwrap();
    let PreparedCount::Exact(exact) =
        prepare_count(&puzzle, u64::MAX, None, &Budget::default()).unwrap()
    else {
        panic!("the search was complete")
    };
    assert_eq!(exact.run(&Budget::default()), Ok(0));
}

/// For single fillings of the diagonals, running out of guesses only means that the search is too
/// slow.
#[test]
fn a_guess_limit_does_not_stop_an_exact_count() {
    let mut random = Random::new(9);
    let mut engine = Simd9::new(None);
    for _ in 0..4 {
        let clues = random.puzzle(24);
        let limited = Budget::default().max_guesses(0);
        let count = super::count_classic_clues(&mut engine, &clues, None, &limited);
        assert_eq!(
            count,
            Ok(enumerate(&[clues], u64::MAX)[0].into()),
            "{clues:?}"
        );
    }
}

#[test]
fn a_stopped_count_reports_the_solutions_found() {
    let expired = || true;
    let stopped = prepare_count(
        &Puzzle::empty(&Layout::classic()),
        1000,
        None,
        &Budget::default().stop_when(&expired),
    )
    .unwrap_err();
    assert_eq!(stopped.reason, StopReason::Timeout);
    let x = Puzzle::empty(&Layout::builder(9).x().build().unwrap());
    let exact = ExactCount::new(&x, None, &Budget::default())
        .unwrap()
        .unwrap();
    assert_eq!(
        (exact.task_count(), exact.method()),
        (74, CountMethod::Diagonals)
    );
    assert_eq!(
        exact.run(&Budget::default().stop_when(&expired)),
        Err(StopReason::Timeout)
    );
    assert_eq!(exact.runner().run(74, &Budget::default()), Ok(0));
}

/// The number by Mathimagics and others in the New Sudoku Players' forum; one clue leaves a ninth.
#[test]
#[ignore = "a few seconds; `cargo xtask test-long` runs it"]
fn both_diagonals_have_the_published_number() {
    let layout = Layout::builder(9).x().build().unwrap();
    let count = |puzzle: &Puzzle| {
        ExactCount::new(puzzle, None, &Budget::default())
            .unwrap()
            .unwrap()
            .run(&Budget::default())
            .unwrap()
    };
    assert_eq!(count(&Puzzle::empty(&layout)), 55_613_393_399_531_520);
    assert_eq!(
        count(&Puzzle::from_array(&layout, &clues_from(&[(1, 5)])).unwrap()),
        55_613_393_399_531_520 / 9
    );
}
