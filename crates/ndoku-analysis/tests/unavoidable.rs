//! Unavoidable sets against plain solving and brute force, against the solver, and under
//! transformations.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use ndoku_analysis::{CellSet81, ClassicTransformation, Grid81, unavoidable};
use ndoku_core::{Layout, Puzzle};
use ndoku_solver::{BatchOutcome, Budget, Engine, Simd9};
use ndoku_testkit::minimal;
use ndoku_testkit::random::SplitMix64;

/// Returns a grid with 648 automorphisms, the maximum. All bands are rotated copies of each other,
/// and so are all stacks.
fn most_symmetrical() -> Grid81 {
    *b"123456789456789123789123456231564897564897231897231564312645978645978312978312645"
}

fn digits(grid: Grid81) -> Grid81 {
    grid.map(|digit| digit - b'0')
}

fn grids(seed: u64, count: usize) -> Vec<Grid81> {
    let (mut rng, mut classic) = (SplitMix64::new(seed), Simd9::new(None));
    (0..count)
        .map(|_| minimal::puzzle(&mut rng, &mut classic).1)
        .collect()
}

/// Returns the sets that contain no other one.
fn least(sets: BTreeSet<(usize, CellSet81)>) -> Vec<CellSet81> {
    let mut kept: Vec<CellSet81> = Vec::new();
    for (_, set) in sets {
        if !kept.iter().any(|other| set.is_superset(*other)) {
            kept.push(set);
        }
    }
    kept
}

/// Returns the cells where two grids differ.
fn difference(grid: &Grid81, other: &[u8]) -> CellSet81 {
    (0..81).filter(|cell| grid[*cell] != other[*cell]).collect()
}

/// Finds the minimal sets of at most `most` digits.
fn sets_by_solving(grid: &Grid81, most: u32) -> BTreeSet<CellSet81> {
    sets_of_digit_subsets(grid, (0_u32..512).filter(|mask| mask.count_ones() == most))
}

/// Finds the minimal sets of these subsets of digits, from all solutions without their cells.
fn sets_of_digit_subsets(grid: &Grid81, masks: impl Iterator<Item = u32>) -> BTreeSet<CellSet81> {
    let mut engine = Simd9::new(None);
    let mut found = BTreeSet::new();
    for mask in masks {
        let blanked = grid.map(|digit| {
            if mask >> (digit - 1) & 1 == 1 {
                0
            } else {
                digit
            }
        });
        let puzzle = Puzzle::from_array(&Layout::classic(), &blanked).unwrap();
        let mut differing = BTreeSet::new();
        engine
            .search(&puzzle, &Budget::default(), &mut |solution| {
                let other: Vec<u8> = solution.iter().map(|digit| digit.get()).collect();
                let set = difference(grid, &other);
                if !set.is_empty() {
                    differing.insert((set.len(), set));
                }
                ControlFlow::Continue(())
            })
            .unwrap();
        found.extend(least(differing));
    }
    found
}

/// A search for all grids that differ in few cells. Cell after cell, it keeps the digit or puts
/// another one.
struct BruteForce<'a> {
    grid: &'a Grid81,
    most: usize,
    now: Grid81,
    /// Digits in rows, columns and boxes up to the current cell.
    seen: [[u16; 9]; 3],
    found: BTreeSet<(usize, CellSet81)>,
}

impl BruteForce<'_> {
    fn extend(&mut self, cell: usize, changed: usize, forced: CellSet81) {
        if changed + forced.len() > self.most {
            return;
        }
        if cell == 81 {
            let set = difference(self.grid, &self.now);
            if !set.is_empty() {
                self.found.insert((set.len(), set));
            }
            return;
        }
        let places = [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3];
        for digit in 1..=9 {
            let bit = 1 << digit;
            let keeps = digit == self.grid[cell];
            if (0..3).any(|kind| self.seen[kind][places[kind]] & bit != 0)
                || (!keeps && changed == self.most)
            {
                continue;
            }
            let mut forced = forced - CellSet81::from_cell(cell);
            if !keeps {
                // A later cell of a house with this digit must change.
                let sees = |other: &usize| {
                    other / 9 == cell / 9
                        || other % 9 == cell % 9
                        || (other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3)
                };
                (cell + 1..81)
                    .filter(|other| self.grid[*other] == digit && sees(other))
                    .for_each(|other| forced.insert(other));
            }
            (0..3).for_each(|kind| self.seen[kind][places[kind]] |= bit);
            self.now[cell] = digit;
            self.extend(cell + 1, changed + usize::from(!keeps), forced);
            (0..3).for_each(|kind| self.seen[kind][places[kind]] &= !bit);
        }
    }
}

fn sets_by_brute_force(grid: &Grid81, most: usize) -> BTreeSet<CellSet81> {
    let mut trying = BruteForce {
        grid,
        most,
        now: [0; 81],
        seen: [[0; 9]; 3],
        found: BTreeSet::new(),
    };
    trying.extend(0, 0, CellSet81::EMPTY);
    least(trying.found).into_iter().collect()
}

fn set_of(sets: Option<Vec<CellSet81>>) -> BTreeSet<CellSet81> {
    let sets = sets.expect("a full grid");
    assert!(
        sets.is_sorted_by_key(|set| (set.len(), *set)),
        "smallest first"
    );
    let as_set: BTreeSet<CellSet81> = sets.iter().copied().collect();
    assert_eq!(as_set.len(), sets.len(), "each once");
    as_set
}

#[test]
fn sets_of_few_digits_agree_with_solving() {
    let random = grids(1, 2);
    for grid in random.iter().chain([&digits(most_symmetrical())]) {
        for most in [2, 3] {
            assert_eq!(
                set_of(unavoidable::sets_of_digits(grid, most)),
                sets_by_solving(grid, most as u32),
                "{grid:?}"
            );
        }
    }
    let four = set_of(unavoidable::sets_of_digits(&random[0], 4));
    assert_eq!(four, sets_by_solving(&random[0], 4));
    assert!(four.len() > 2_000, "{}", four.len());
}

#[test]
#[ignore = "half a minute: four digits of several grids, and five"]
fn sets_of_more_digits_agree_with_solving() {
    for grid in grids(2, 8).iter().chain([&digits(most_symmetrical())]) {
        assert_eq!(
            set_of(unavoidable::sets_of_digits(grid, 4)),
            sets_by_solving(grid, 4),
            "{grid:?}"
        );
    }
    let grid = &grids(3, 1)[0];
    let five = set_of(unavoidable::sets_of_digits(grid, 5));
    for mask in [0b1_1111, 0b1_0101_0110] {
        let within = five
            .iter()
            .filter(|set| set.iter().all(|cell| mask >> (grid[cell] - 1) & 1 == 1));
        assert_eq!(
            within.copied().collect::<BTreeSet<_>>(),
            sets_of_digit_subsets(grid, std::iter::once(mask))
        );
    }
}

#[test]
fn sets_of_few_cells_agree_with_brute_force() {
    for grid in grids(4, 2).iter().chain([&digits(most_symmetrical())]) {
        for most in [3, 4, 6, 8] {
            assert_eq!(
                set_of(unavoidable::sets_of_cells(grid, most)),
                sets_by_brute_force(grid, most),
                "{most} {grid:?}"
            );
        }
    }
}

#[test]
#[ignore = "half a minute: up to 12 cells of many grids, by trying"]
fn sets_of_twelve_cells_agree_with_brute_force() {
    for grid in grids(5, 30).iter().chain([&digits(most_symmetrical())]) {
        let found = set_of(unavoidable::sets_of_cells(grid, 12));
        assert_eq!(found, sets_by_brute_force(grid, 12), "{grid:?}");
        let digits_of = |set: &CellSet81| {
            set.iter()
                .map(|cell| grid[cell])
                .collect::<BTreeSet<_>>()
                .len()
        };
        let counts: Vec<usize> = (2..=6)
            .map(|count| found.iter().filter(|set| digits_of(set) == count).count())
            .collect();
        println!("{} sets; by digits from 2 on: {counts:?}", found.len());
    }
}

#[test]
fn each_set_is_unavoidable_and_minimal_by_the_solver() {
    let mut classic = Simd9::new(None);
    for grid in grids(6, 2).iter().chain([&digits(most_symmetrical())]) {
        let mut sets = unavoidable::sets_of_cells(grid, 12).unwrap();
        sets.extend(
            unavoidable::sets_of_digits(grid, 4)
                .unwrap()
                .into_iter()
                .step_by(29),
        );
        let puzzles: Vec<Grid81> = sets
            .iter()
            .flat_map(|set| {
                std::iter::once(*set)
                    .chain(set.iter().map(|cell| *set - CellSet81::from_cell(cell)))
            })
            .map(|set| (!set).mask(grid))
            .collect();
        let (mut solutions, mut outcomes) = (
            vec![[0; 81]; puzzles.len()],
            vec![BatchOutcome::default(); puzzles.len()],
        );
        classic.solve_all(&puzzles, &mut solutions, &mut outcomes);
        let mut outcomes = outcomes.into_iter();
        for set in &sets {
            assert_eq!(
                outcomes.next(),
                Some(BatchOutcome::Multiple),
                "{set:?} is no set of {grid:?}"
            );
            assert!(
                outcomes
                    .by_ref()
                    .take(set.len())
                    .all(|outcome| outcome == BatchOutcome::Unique),
                "{set:?} is not minimal in {grid:?}"
            );
        }
    }
}

/// Four cells are unavoidable if they lie in two rows, two columns and two boxes, and hold two
/// digits crosswise.
#[test]
fn sets_of_four_cells_are_rectangles() {
    for grid in grids(7, 20) {
        let mut rectangles = BTreeSet::new();
        for (one, other) in (0..81).flat_map(|one| (one + 1..81).map(move |other| (one, other))) {
            let (corner, opposite) = (one / 9 * 9 + other % 9, other / 9 * 9 + one % 9);
            let cells = [one, other, corner, opposite];
            let boxes: BTreeSet<usize> = cells
                .iter()
                .map(|cell| cell / 27 * 3 + cell % 9 / 3)
                .collect();
            let apart = one / 9 != other / 9 && one % 9 != other % 9;
            if apart
                && boxes.len() == 2
                && grid[one] == grid[other]
                && grid[corner] == grid[opposite]
            {
                rectangles.insert(cells.into_iter().collect::<CellSet81>());
            }
        }
        assert_eq!(set_of(unavoidable::sets_of_cells(&grid, 4)), rectangles);
    }
}

#[test]
fn both_methods_agree_and_are_invariant() {
    let mut rng = SplitMix64::new(8);
    for grid in grids(9, 4) {
        let (small, few) = (
            set_of(unavoidable::sets_of_cells(&grid, 12)),
            set_of(unavoidable::sets_of_digits(&grid, 4)),
        );
        let digits_of = |set: &&CellSet81| {
            set.iter()
                .map(|cell| grid[cell])
                .collect::<BTreeSet<_>>()
                .len()
        };
        let both: BTreeSet<CellSet81> = small
            .iter()
            .filter(|set| digits_of(set) <= 4)
            .copied()
            .collect();
        assert_eq!(
            both,
            few.iter().filter(|set| set.len() <= 12).copied().collect()
        );
        assert!(small.len() > both.len(), "none of five digits");
        let transformation = random_transformation(&mut rng);
        let moved = ClassicTransformation {
            digits: ClassicTransformation::IDENTITY.digits,
            ..transformation
        };
        let mut place = [0; 81];
        for cell in 0..81 {
            let mut only = [0; 81];
            only[cell] = 1;
            place[cell] = moved
                .apply(&only)
                .iter()
                .position(|digit| *digit == 1)
                .unwrap();
        }
        let image = |sets: &BTreeSet<CellSet81>| {
            sets.iter()
                .map(|set| set.iter().map(|cell| place[cell]).collect())
                .collect::<BTreeSet<CellSet81>>()
        };
        let turned = transformation.apply(&grid);
        assert_eq!(
            image(&small),
            set_of(unavoidable::sets_of_cells(&turned, 12))
        );
        assert_eq!(image(&few), set_of(unavoidable::sets_of_digits(&turned, 4)));
    }
}

fn random_transformation(rng: &mut SplitMix64) -> ClassicTransformation {
    let mut lines = || {
        let groups = rng.permutation(3);
        let lines: Vec<u8> = groups
            .into_iter()
            .flat_map(|group| {
                rng.permutation(3)
                    .into_iter()
                    .map(move |line| (3 * group + line) as u8)
            })
            .collect();
        <[u8; 9]>::try_from(lines).unwrap()
    };
    let (rows, columns) = (lines(), lines());
    let mut digits = [0; 10];
    for (digit, name) in rng.permutation(9).into_iter().enumerate() {
        digits[digit + 1] = name as u8 + 1;
    }
    ClassicTransformation {
        transpose: rng.once_in(2),
        rows,
        columns,
        digits,
    }
}

#[test]
fn incomplete_grids_have_no_sets() {
    let mut grid = digits(most_symmetrical());
    grid.swap(0, 1);
    for wrong in [[0; 81], [10; 81], [255; 81], grid] {
        assert!(
            unavoidable::sets_of_cells(&wrong, 12).is_none()
                && unavoidable::sets_of_digits(&wrong, 4).is_none()
        );
    }
    let grid = digits(most_symmetrical());
    assert_eq!(
        (
            unavoidable::sets_of_cells(&grid, 0),
            unavoidable::sets_of_digits(&grid, 1)
        ),
        (Some(vec![]), Some(vec![]))
    );
}
