//! Tests of batches: the 9×9 engine against the backtracking engine, and every instruction set
//! against the others.

use ndoku_core::{Diagonal, DigitSet, Layout, Puzzle};
use ndoku_solver::{Backtrack, BatchOutcome, Budget, Engine, Isa, Simd9, Verdict};

use crate::random::{self, SplitMix64};

/// Returns the classic layout with these diagonals, the main one and the other.
///
/// # Panics
/// Panics if the layout cannot be built, which does not happen.
#[must_use]
pub fn layout(diagonals: [bool; 2]) -> Layout {
    let mut builder = Layout::builder(9);
    for (is_there, diagonal) in diagonals.into_iter().zip([Diagonal::Main, Diagonal::Anti]) {
        if is_there {
            builder = builder.diagonal(diagonal);
        }
    }
    builder.build().expect("a layout")
}

/// Returns random grids of a layout from [`layout`].
///
/// # Panics
/// Panics if none is found, which does not happen.
pub fn grids(rng: &mut SplitMix64, layout: &Layout, count: usize) -> Vec<[u8; 81]> {
    let mut digits = || {
        (0..100)
            .find_map(|_| random::grid(rng, layout))
            .expect("most seeds end in a grid")
    };
    (0..count)
        .map(|_| digits())
        .map(|grid| std::array::from_fn(|i| grid[i].get()))
        .collect()
}

/// Creates clues of every sort: few, many, all, none; wrong ones; blanks and digits as numbers or
/// as characters.
pub fn clues(rng: &mut SplitMix64, grids: &[[u8; 81]]) -> [u8; 81] {
    let grid = grids[rng.below(grids.len())];
    let labels = rng.permutation(9);
    let kept = match rng.below(10) {
        0 => rng.below(101),
        1 => 20 + rng.below(8),
        _ => 30 + rng.below(30),
    };
    let characters = rng.once_in(2);
    let mut clues = [0; 81];
    for (clue, digit) in clues.iter_mut().zip(grid) {
        let keep = rng.below(100) < kept;
        *clue = match (keep, characters) {
            (true, false) => labels[usize::from(digit) - 1] as u8 + 1,
            (true, true) => labels[usize::from(digit) - 1] as u8 + b'1',
            (false, false) => 0,
            (false, true) => [b'.', b'0', b'-', b' ', b'x', b'*'][rng.below(6)],
        };
    }
    while rng.once_in(6) {
        clues[rng.below(81)] = 1 + rng.below(9) as u8;
    }
    clues
}

/// Converts clues to a puzzle.
#[must_use]
pub fn puzzle(layout: &Layout, clues: &[u8; 81]) -> Puzzle {
    Puzzle::from_array(
        layout,
        &clues.map(|byte| {
            if byte.is_ascii_digit() {
                byte - b'0'
            } else {
                if (1..10).contains(&byte) { byte } else { 0 }
            }
        }),
    )
    .expect("digits")
}

/// Compares batches of `number` random puzzles with the backtracking engine, on every instruction
/// set of this machine, in the classic layout with these diagonals.
///
/// It checks clues, the clues as pencilmarks, other pencilmarks, counts, the first solution, two
/// solutions, and single puzzles. All instruction sets must agree to the last sweep.
///
/// # Panics
/// Panics if an answer is wrong, or the puzzles are not of every sort.
pub fn check(seed: u64, number: usize, diagonals: [bool; 2]) {
    const LIMIT: u64 = 4;
    let mut rng = SplitMix64::new(seed);
    let layout = layout(diagonals);
    let grids = grids(&mut rng, &layout, 40);
    // With diagonals, some puzzles with few clues take the engine too long.
    let is_short =
        |clues: &[u8; 81]| layout.is_classic() || puzzle(&layout, clues).clue_count() >= 24;
    let mut next = || std::iter::repeat_with(|| clues(&mut rng, &grids)).find(is_short);
    let clues: Vec<[u8; 81]> = (0..number).filter_map(|_| next()).collect();
    let mut general = Backtrack::new();
    let expected: Vec<u64> = clues
        .iter()
        .map(|clues| {
            let tally = general
                .count_up_to(&puzzle(&layout, clues), LIMIT, &Budget::default())
                .expect("no limit");
            tally.number
        })
        .collect();
    let several = if layout.is_classic() { 10 } else { 1000 };
    for (count, least) in [
        (0, number / 10),
        (1, number / 10),
        (2, number / (7 * several)),
        (LIMIT, number / several),
    ] {
        assert!(
            expected.iter().filter(|c| **c == count).count() > least,
            "too few puzzles with {count} solutions"
        );
    }
    let mut reference = None;
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let mut engine = Simd9::new(Some(isa)).with_diagonals(diagonals);
        assert_eq!(engine.isa(), isa);
        let mut counts = vec![9; clues.len()];
        engine.count_all(&clues, LIMIT, &mut counts);
        assert_eq!(counts, expected, "{isa}");
        let (mut first, mut second) = (vec![[0; 81]; clues.len()], vec![[0; 81]; clues.len()]);
        let mut outcomes = vec![BatchOutcome::Solvable; clues.len()];
        // Batches of any length.
        let mut begin = 0;
        for length in (0..60).chain([clues.len()]) {
            let range = begin..clues.len().min(begin + length);
            begin = range.end;
            let (first, second) = (&mut first[range.clone()], &mut second[range.clone()]);
            engine.solve_all_with_second(
                &clues[range.clone()],
                first,
                second,
                &mut outcomes[range],
            );
        }
        for (i, clues) in clues.iter().enumerate() {
            let outcome = [
                BatchOutcome::Unsolvable,
                BatchOutcome::Unique,
                BatchOutcome::Multiple,
            ][expected[i].min(2) as usize];
            assert_eq!(outcomes[i], outcome, "{isa}: {clues:?}");
            let puzzle = puzzle(&layout, clues);
            for (grid, solutions) in [(&first[i], 1), (&second[i], 2)] {
                if expected[i] < solutions {
                    assert_eq!(grid, &[0; 81]);
                } else {
                    let solution = Puzzle::from_array(&layout, grid).unwrap();
                    assert!(
                        solution.conflicts().is_empty() && solution.clue_count() == 81,
                        "{isa}: {clues:?}"
                    );
                    assert!(
                        puzzle
                            .clues()
                            .iter()
                            .zip(solution.clues())
                            .all(|(clue, digit)| clue.is_none() || clue == digit)
                    );
                }
            }
            assert!(expected[i] < 2 || first[i] != second[i]);
        }
        let (mut only, mut solvable) = (
            vec![[0; 81]; clues.len()],
            vec![BatchOutcome::Multiple; clues.len()],
        );
        engine.find_one_of_each(&clues, &mut only, &mut solvable);
        assert!(solvable.iter().zip(&expected).all(|(o, n)| *o
            == if *n == 0 {
                BatchOutcome::Unsolvable
            } else {
                BatchOutcome::Solvable
            }));
        assert_eq!(only, first);
        let (mut again, mut known) = (
            vec![[0; 81]; clues.len()],
            vec![BatchOutcome::Solvable; clues.len()],
        );
        engine.solve_all(&clues, &mut again, &mut known);
        assert_eq!((&again, &known), (&first, &outcomes));
        let as_pencilmarks: Vec<[u8; 729]> = clues.iter().map(pencilmarks_from_clues).collect();
        engine.solve_all_pencilmarks(&as_pencilmarks, &mut again, &mut known);
        assert_eq!(
            (&again, &known),
            (&first, &outcomes),
            "{isa}: clues as pencilmarks"
        );
        check_pencilmarks(&mut SplitMix64::new(seed), &mut engine, &layout, &grids);
        for (i, clues) in clues.iter().enumerate().take(number / 10) {
            assert_eq!(
                engine.solve_one(clues),
                (outcomes[i], first[i]),
                "{isa}: {clues:?}"
            );
        }
        let all = (first, second, outcomes, engine.batch_stats());
        let reference = reference.get_or_insert_with(|| all.clone());
        assert!(*reference == all, "{isa} differs");
    }
}

/// Converts clues to pencilmarks: a clue leaves its own digit, a blank all nine.
fn pencilmarks_from_clues(clues: &[u8; 81]) -> [u8; 729] {
    let mut pencilmarks = [b'.'; 729];
    for (pencilmarks, clue) in pencilmarks.chunks_exact_mut(9).zip(clues) {
        let clue = if clue.is_ascii_digit() {
            clue - b'0'
        } else {
            *clue
        };
        for (byte, digit) in pencilmarks.iter_mut().zip(1..=9) {
            if !(1..=9).contains(&clue) || clue == digit {
                *byte = b'0' + digit;
            }
        }
    }
    pencilmarks
}

/// Checks pencilmarks that are no clues: some digits around those of a grid.
fn check_pencilmarks(
    rng: &mut SplitMix64,
    engine: &mut Simd9,
    layout: &Layout,
    grids: &[[u8; 81]],
) {
    let mut general = Backtrack::new();
    let mut puzzles = Vec::new();
    let mut bytes = Vec::new();
    for _ in 0..300 {
        let grid = grids[rng.below(grids.len())];
        let share = 10 + rng.below(50);
        let mut puzzle = Puzzle::empty(layout);
        let sets = grid.map(|digit| {
            (1..=9)
                .filter(|other| *other == digit || rng.below(100) < share)
                .filter_map(ndoku_core::Digit::new)
                .collect()
        });
        let _ = puzzle.set_pencilmarks(&sets.map(|set: DigitSet| {
            if rng.once_in(400) {
                DigitSet::EMPTY
            } else {
                set
            }
        }));
        let mut pencilmarks = [0; 729];
        for (pencilmarks, cell) in pencilmarks.chunks_exact_mut(9).zip(layout.cells()) {
            puzzle
                .candidates(cell)
                .iter()
                .for_each(|digit| pencilmarks[digit.index()] = digit.get());
        }
        puzzles.push(puzzle);
        bytes.push(pencilmarks);
    }
    let (mut solutions, mut outcomes) = (
        vec![[0; 81]; bytes.len()],
        vec![BatchOutcome::Solvable; bytes.len()],
    );
    engine.solve_all_pencilmarks(&bytes, &mut solutions, &mut outcomes);
    for (i, puzzle) in puzzles.iter().enumerate() {
        let answer = general.solve(puzzle, &Budget::default()).expect("no limit");
        let alone = engine.solve(puzzle, &Budget::default()).expect("no limit");
        let expected = match &answer.verdict {
            Verdict::Unsolvable => BatchOutcome::Unsolvable,
            Verdict::Unique(_) => BatchOutcome::Unique,
            Verdict::Multiple(..) => BatchOutcome::Multiple,
        };
        assert_eq!(outcomes[i], expected, "{puzzle:?}");
        let first = alone
            .verdict
            .solution()
            .map(|solution| std::array::from_fn(|i| solution.digits()[i].get()));
        assert_eq!(first.unwrap_or([0; 81]), solutions[i], "{puzzle:?}");
    }
}
