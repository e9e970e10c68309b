//! Canonical forms: invariant under transformations, reached by the returned transformations, and
//! least by a naive search.

use std::collections::HashSet;

use ndoku_analysis::ClassicTransformation;
use ndoku_analysis::canonical::{
    CanonicalForm, CanonicalFormError, ClassicCanonicalizer, find_transformation, grid,
};
use ndoku_analysis::transformation::Grid81;
use ndoku_core::Layout;
use ndoku_testkit::random::{self, SplitMix64};

const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// The grid with the most automorphisms.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn read(text: &str) -> Grid81 {
    let digits: Vec<u8> = text
        .bytes()
        .map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
        .collect();
    digits.try_into().unwrap()
}

fn full(rng: &mut SplitMix64) -> Grid81 {
    loop {
        if let Some(grid) = random::grid(rng, &Layout::classic()) {
            return std::array::from_fn(|cell| grid[cell].get());
        }
    }
}

/// Returns a random order of nine lines in which groups of three stay together.
fn lines(rng: &mut SplitMix64) -> [u8; 9] {
    let groups = rng.permutation(3);
    let mut order = [0; 9];
    for (place, group) in groups.into_iter().enumerate() {
        for (inner, line) in rng.permutation(3).into_iter().enumerate() {
            order[3 * place + inner] = (3 * group + line) as u8;
        }
    }
    order
}

fn transformation(rng: &mut SplitMix64) -> ClassicTransformation {
    let mut digits = [0; 10];
    rng.permutation(9)
        .into_iter()
        .enumerate()
        .for_each(|(digit, name)| digits[digit + 1] = name as u8 + 1);
    ClassicTransformation {
        transpose: rng.once_in(2),
        rows: lines(rng),
        columns: lines(rng),
        digits,
    }
}

/// Returns a puzzle with this number of digits of a full grid.
fn puzzle(rng: &mut SplitMix64, clues: usize) -> Grid81 {
    let grid = full(rng);
    let mut out = [0; 81];
    rng.permutation(81)
        .into_iter()
        .take(clues)
        .for_each(|cell| out[cell] = grid[cell]);
    out
}

/// Returns all orders of nine lines in which groups of three stay together.
fn all_lines() -> Vec<[u8; 9]> {
    let mut all = Vec::new();
    for groups in ORDERS {
        for a in ORDERS {
            for b in ORDERS {
                for c in ORDERS {
                    all.push(std::array::from_fn(|place| {
                        3 * groups[place / 3] + [a, b, c][place / 3][place % 3]
                    }));
                }
            }
        }
    }
    all
}

/// Returns the least form by pattern and then digits, and the least form by digits alone, each with
/// the number of orders that give it. Digits are named in the order of their appearance.
fn naive(puzzle: &Grid81) -> [(Grid81, u128); 2] {
    let lines = all_lines();
    let pattern = |form: &Grid81| form.map(|digit| digit != 0);
    let mut best = [([9; 81], 0); 2];
    for transpose in [false, true] {
        for rows in &lines {
            for columns in &lines {
                let mut moved = ClassicTransformation {
                    transpose,
                    rows: *rows,
                    columns: *columns,
                    ..ClassicTransformation::IDENTITY
                }
                .apply(puzzle);
                let (mut names, mut last) = ([0; 10], 0);
                for digit in moved.iter_mut().filter(|digit| **digit != 0) {
                    let name = &mut names[usize::from(*digit)];
                    if *name == 0 {
                        last += 1;
                        *name = last;
                    }
                    *digit = *name;
                }
                let by_pattern = pattern(&moved)
                    .cmp(&pattern(&best[0].0))
                    .then_with(|| moved.cmp(&best[0].0));
                let orders = [by_pattern, moved.cmp(&best[1].0)];
                for ((least, ties), order) in best.iter_mut().zip(orders) {
                    match order {
                        std::cmp::Ordering::Greater => {}
                        std::cmp::Ordering::Equal => *ties += 1,
                        std::cmp::Ordering::Less => (*least, *ties) = (moved, 1),
                    }
                }
            }
        }
    }
    let unused: u128 =
        (1..=(1..=9).filter(|digit| !puzzle.contains(digit)).count() as u128).product();
    best.map(|(least, ties)| (least, ties * unused))
}

#[test]
fn transformations_invert_and_compose() {
    let mut rng = SplitMix64::new(1);
    for _ in 0..200 {
        let (one, other) = (transformation(&mut rng), transformation(&mut rng));
        let grid = puzzle(&mut rng, 40);
        assert!(one.is_valid());
        assert_eq!(one.inverse().apply(&one.apply(&grid)), grid);
        assert_eq!(
            one.then(&other).apply(&grid),
            other.apply(&one.apply(&grid)),
            "{one} then {other}"
        );
        assert_eq!(one.then(&one.inverse()), ClassicTransformation::IDENTITY);
    }
}

#[test]
fn minlex_form_of_a_grid_is_invariant() {
    let mut rng = SplitMix64::new(2);
    for _ in 0..300 {
        let grid = full(&mut rng);
        let found = grid::canonicalize(&grid).unwrap();
        for transformation in &found.transformations {
            assert_eq!(transformation.apply(&grid), found.form);
        }
        assert_eq!(
            grid::minlex_form(&transformation(&mut rng).apply(&grid)),
            Some(found.form)
        );
        assert_eq!(grid::minlex_form(&found.form), Some(found.form));
    }
    assert_eq!(grid::minlex_form(&[0; 81]), None);
}

#[test]
fn the_most_symmetrical_grid_has_648_automorphisms() {
    let found = grid::canonicalize(&read(MOST_SYMMETRIC)).unwrap();
    assert_eq!(
        (found.transformations.len(), found.form),
        (648, read(MOST_SYMMETRIC))
    );
}

/// Returns a puzzle with a symmetric pattern, from a full grid: some boxes, bands or columns blank,
/// or a clue at the same place of each box.
fn symmetrical(rng: &mut SplitMix64, kind: usize) -> Grid81 {
    let grid = full(rng);
    let keep = |cell: usize| {
        let (row, column) = (cell / 9, cell % 9);
        match kind % 10 {
            0 => row / 3 == column / 3,
            1 => row / 3 != column / 3,
            2 => row % 3 == column % 3,
            3 => row < 3,
            4 => cell != 40,
            5 => row != 4 && column != 7,
            6 => (row + column) % 2 == 0,
            7 => row < 2 || column > 6,
            8 => row % 3 != column % 3,
            _ => grid[cell] < 3,
        }
    };
    std::array::from_fn(|cell| if keep(cell) { grid[cell] } else { 0 })
}

#[test]
#[ignore = "a minute; `cargo xtask test-long` runs it"]
fn forms_agree_with_a_naive_search() {
    let mut rng = SplitMix64::new(3);
    let mut puzzles: Vec<Grid81> = [0, 1, 6, 20, 35, 60, 79, 81]
        .into_iter()
        .map(|clues| puzzle(&mut rng, clues))
        .collect();
    puzzles.extend((0..10).map(|kind| symmetrical(&mut rng, kind)));
    let mut forms = ClassicCanonicalizer::new();
    let mut differ = 0;
    for puzzle in puzzles {
        let found = [CanonicalForm::Pattern, CanonicalForm::Minlex]
            .map(|form| forms.canonicalize(form, &puzzle).unwrap());
        differ += usize::from(found[0].form != found[1].form);
        assert_eq!(
            found.map(|found| (found.form, found.automorphisms)),
            naive(&puzzle),
            "{puzzle:?}"
        );
    }
    assert!(differ > 0, "pattern first and least string are two things");
}

#[test]
#[ignore = "half a minute; `cargo xtask test-long` runs it"]
fn forms_of_many_puzzles_are_invariant() {
    let mut rng = SplitMix64::new(5);
    let mut forms = ClassicCanonicalizer::new();
    let mut grids: Vec<Grid81> = (0..500).map(|_| full(&mut rng)).collect();
    grids.push(read(MOST_SYMMETRIC));
    let mut seen = HashSet::new();
    for round in 0..100_000 {
        let grid = grids[rng.below(grids.len())];
        let mut puzzle = [0; 81];
        rng.permutation(81)
            .into_iter()
            .take(10 + round % 72)
            .for_each(|cell| puzzle[cell] = grid[cell]);
        let other = transformation(&mut rng).apply(&puzzle);
        for form in [CanonicalForm::Pattern, CanonicalForm::Minlex] {
            let least = forms.canonical_form(form, &puzzle);
            assert_eq!(
                least,
                forms.canonical_form(form, &other),
                "{form}: {puzzle:?} {other:?}"
            );
            seen.insert(least.unwrap());
        }
    }
    assert!(seen.len() > 100_000, "forms tell puzzles apart");
}

/// Checks a form with its transformations and automorphisms, also for another version of the
/// puzzle.
fn assert_form_is_right(
    rng: &mut SplitMix64,
    forms: &mut ClassicCanonicalizer,
    form: CanonicalForm,
    puzzle: &Grid81,
) {
    let found = forms.canonicalize(form, puzzle).unwrap();
    for transformation in &found.transformations {
        assert!(transformation.is_valid());
        assert_eq!(transformation.apply(puzzle), found.form, "{transformation}");
    }
    assert_eq!(found.inverse().apply(&found.form), *puzzle);
    assert!(
        found
            .automorphisms()
            .all(|automorphism| automorphism.apply(puzzle) == *puzzle)
    );
    assert_eq!(
        found.automorphisms().next(),
        Some(ClassicTransformation::IDENTITY)
    );
    let other = transformation(rng).apply(puzzle);
    let of_other = forms.canonicalize(form, &other).unwrap();
    assert_eq!(
        (of_other.automorphisms, of_other.form),
        (found.automorphisms, found.form),
        "{form} of {puzzle:?} and {other:?}"
    );
    assert_eq!(
        (
            forms.canonical_form(form, &other),
            forms.canonical_form(form, puzzle)
        ),
        (Ok(found.form), Ok(found.form))
    );
    let there = find_transformation(puzzle, &other).unwrap().unwrap();
    assert_eq!(there.apply(puzzle), other);
}

#[test]
fn canonical_forms_of_a_puzzle_are_invariant() {
    let mut rng = SplitMix64::new(4);
    let mut forms = ClassicCanonicalizer::new();
    for round in 0..600 {
        let puzzle = puzzle(&mut rng, round % 82);
        assert_form_is_right(&mut rng, &mut forms, CanonicalForm::Pattern, &puzzle);
        assert_form_is_right(&mut rng, &mut forms, CanonicalForm::Minlex, &puzzle);
    }
    for round in 0..40 {
        let puzzle = symmetrical(&mut rng, round);
        assert_form_is_right(&mut rng, &mut forms, CanonicalForm::Pattern, &puzzle);
        assert_form_is_right(&mut rng, &mut forms, CanonicalForm::Minlex, &puzzle);
    }
    assert_eq!(
        forms.canonical_form(CanonicalForm::Pattern, &[1; 81]),
        Err(CanonicalFormError::Conflict)
    );
    // 2 · 6⁸ · 9! transformations of a blank grid.
    assert_eq!(
        forms
            .canonicalize(CanonicalForm::Pattern, &[0; 81])
            .unwrap()
            .automorphisms,
        2 * 6_u128.pow(8) * 362_880
    );
}

#[test]
fn solution_form_lies_in_the_least_grid() {
    let mut rng = SplitMix64::new(6);
    let mut forms = ClassicCanonicalizer::new();
    let (mut kept, mut several) = (Vec::new(), 0);
    for round in 0..300 {
        let puzzle = puzzle(&mut rng, 26 + round % 20);
        match forms.canonicalize(CanonicalForm::Solution, &puzzle) {
            Ok(_) => {
                assert_form_is_right(&mut rng, &mut forms, CanonicalForm::Solution, &puzzle);
                kept.push(puzzle);
            }
            Err(error) => {
                assert_eq!(error, CanonicalFormError::Multiple);
                several += 1;
            }
        }
    }
    assert!(kept.len() > 20 && several > 20);
    let all = forms.canonical_forms(CanonicalForm::Solution, &kept);
    assert!(
        kept.iter()
            .zip(&all)
            .all(|(puzzle, form)| forms.canonical_form(CanonicalForm::Solution, puzzle) == *form)
    );
    // A part of the most symmetric grid gives the least of 648 images, whichever of them is the
    // input.
    let grid = read(MOST_SYMMETRIC);
    let mut part = grid;
    (0..81).step_by(4).for_each(|cell| part[cell] = 0);
    assert_eq!(grid::minlex_form(&grid), Some(grid));
    let found = forms.canonicalize_by_solution(&part, &grid).unwrap();
    let image = grid::canonicalize(&grid).unwrap().transformations[77].apply(&part);
    assert_eq!(
        forms.canonicalize_by_solution(&image, &grid).unwrap().form,
        found.form
    );
    let mut none = [0; 81];
    (0..8).for_each(|cell| none[cell] = cell as u8 + 1);
    none[17] = 9;
    assert_eq!(
        forms.canonical_form(CanonicalForm::Solution, &none),
        Err(CanonicalFormError::Unsolvable)
    );
}
