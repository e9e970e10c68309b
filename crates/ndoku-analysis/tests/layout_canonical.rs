//! Canonical forms in any layout: compared with all symmetries of small layouts, and invariant for
//! large puzzles.

use ndoku_analysis::canonical::layout::{
    LayoutCanonicalizer, LayoutTransformation, MAX_LISTED_SYMMETRIES,
};
use ndoku_analysis::canonical::{CanonicalForm, CanonicalFormError};
use ndoku_core::{Digit, Layout, Puzzle};
use ndoku_solver::{Budget, StopReason};
use ndoku_testkit::random::{self, SplitMix64};

/// Returns a random symmetry of a layout with equal boxes: permutes lines within bands and stacks,
/// bands, stacks and digits, and transposes square boxes.
fn random_box_symmetry(
    rng: &mut SplitMix64,
    layout: &Layout,
    width: usize,
    height: usize,
) -> LayoutTransformation {
    let size = usize::from(layout.size());
    let mut lines = |group: usize| {
        let mut order = Vec::new();
        for band in rng.permutation(size / group) {
            order.extend(
                rng.permutation(group)
                    .into_iter()
                    .map(|line| band * group + line),
            );
        }
        order
    };
    let (rows, columns) = (lines(height), lines(width));
    let turn = width == height && rng.once_in(2);
    let from = |row: usize, column: usize| {
        if turn {
            columns[column] * size + rows[row]
        } else {
            rows[row] * size + columns[column]
        }
    };
    let cells = (0..size * size)
        .map(|cell| from(cell / size, cell % size) as u32)
        .collect();
    let digits = std::iter::once(0)
        .chain(
            rng.permutation(size)
                .into_iter()
                .map(|digit| digit as u8 + 1),
        )
        .collect();
    LayoutTransformation { cells, digits }
}

fn clues(puzzle: &Puzzle) -> Vec<u8> {
    puzzle
        .clues()
        .iter()
        .map(|clue| clue.map_or(0, Digit::get))
        .collect()
}

fn grid(rng: &mut SplitMix64, layout: &Layout) -> Vec<Digit> {
    loop {
        if let Some(grid) = random::grid(rng, layout) {
            return grid.to_vec();
        }
    }
}

fn puzzle(rng: &mut SplitMix64, layout: &Layout, keep: usize) -> Puzzle {
    let grid = grid(rng, layout);
    let mut clues = vec![0; layout.cell_count()];
    rng.permutation(clues.len())
        .into_iter()
        .take(keep)
        .for_each(|cell| clues[cell] = grid[cell].get());
    Puzzle::from_array(layout, &clues).unwrap()
}

/// Checks that another version of a puzzle has the same canonical form and number of automorphisms,
/// and checks the transformations.
fn assert_form_is_right(
    forms: &LayoutCanonicalizer,
    form: CanonicalForm,
    puzzle: &Puzzle,
    symmetry: &LayoutTransformation,
) {
    let layout = forms.layout();
    let given = clues(puzzle);
    let other = Puzzle::from_array(layout, &symmetry.apply(&given)).unwrap();
    let (found, same) = (
        forms
            .canonicalize(form, puzzle, &Budget::default())
            .unwrap(),
        forms
            .canonicalize(form, &other, &Budget::default())
            .unwrap(),
    );
    assert_eq!(
        (&found.form, found.automorphisms.to_string()),
        (&same.form, same.automorphisms.to_string()),
        "{layout}"
    );
    assert_eq!(found.transformation.apply(&given), found.form);
    assert_eq!(found.transformation.inverse().apply(&found.form), given);
    assert!(
        Puzzle::from_array(layout, &found.form)
            .unwrap()
            .conflicts()
            .is_empty()
    );
    assert!(
        found
            .generators
            .iter()
            .all(|automorphism| automorphism.apply(&given) == given)
    );
    assert!(
        found
            .automorphism_list(20)
            .iter()
            .all(|automorphism| automorphism.apply(&given) == given)
    );
    let there = forms
        .find_transformation(puzzle, &other, &Budget::default())
        .unwrap()
        .unwrap();
    assert_eq!(there.apply(&given), clues(&other));
}

#[test]
fn layouts_have_known_numbers_of_symmetries() {
    for (layout, wanted) in [
        (Layout::with_boxes(2, 2).unwrap(), "128"),
        (Layout::with_boxes(3, 2).unwrap(), "3456"),
        (Layout::classic(), "3359232"),
        (Layout::builder(9).x().build().unwrap(), "96"),
        (Layout::with_boxes(4, 4).unwrap(), "126806761930752"),
    ] {
        assert_eq!(
            LayoutCanonicalizer::new(&layout, &Budget::default())
                .unwrap()
                .order(&Budget::default())
                .unwrap()
                .to_string(),
            wanted,
            "{layout}"
        );
    }
    let layout = Layout::builder(9).rule("non-consecutive").build().unwrap();
    assert_eq!(
        LayoutCanonicalizer::new(&layout, &Budget::default()).unwrap_err(),
        CanonicalFormError::Constraint("non-consecutive")
    );
}

#[test]
fn forms_of_small_puzzles_agree_with_brute_force() {
    let mut rng = SplitMix64::new(7);
    for (width, height) in [(2, 2), (3, 2)] {
        let layout = Layout::with_boxes(width, height).unwrap();
        let forms = LayoutCanonicalizer::new(&layout, &Budget::default()).unwrap();
        assert!(forms.is_least());
        for round in 0..12 {
            let puzzle = puzzle(&mut rng, &layout, 2 + round);
            let given = clues(&puzzle);
            // Random symmetries of the layout: a few thousand samples reach each of 128 images, and
            // most of 3456.
            let mut images: Vec<Vec<u8>> = (0..4_000)
                .map(|_| {
                    let mut symmetry = random_box_symmetry(
                        &mut rng,
                        &layout,
                        usize::from(width),
                        usize::from(height),
                    );
                    let moved = LayoutTransformation {
                        digits: (0..=layout.size()).collect(),
                        ..symmetry.clone()
                    }
                    .apply(&given);
                    let mut named = 0;
                    symmetry.digits.iter_mut().for_each(|name| *name = 0);
                    for digit in moved.iter().filter(|digit| **digit != 0) {
                        if symmetry.digits[usize::from(*digit)] == 0 {
                            named += 1;
                            symmetry.digits[usize::from(*digit)] = named;
                        }
                    }
                    symmetry.apply(&given)
                })
                .collect();
            images.sort_unstable();
            images.dedup();
            for form in [CanonicalForm::Pattern, CanonicalForm::Minlex] {
                let found = forms
                    .canonicalize(form, &puzzle, &Budget::default())
                    .unwrap();
                let key = |image: &Vec<u8>| {
                    (
                        if form == CanonicalForm::Pattern {
                            image.iter().map(|d| *d != 0).collect()
                        } else {
                            vec![]
                        },
                        image.clone(),
                    )
                };
                let least = images.iter().min_by_key(|image| key(image)).unwrap();
                assert!(key(&found.form) <= key(least), "{layout} {given:?}");
                if width == height {
                    assert_eq!(found.form, *least);
                    let used = given
                        .iter()
                        .filter(|clue| **clue != 0)
                        .collect::<std::collections::HashSet<_>>()
                        .len();
                    let unused: usize = (1..=4 - used).product();
                    assert_eq!(
                        found.automorphisms.to_u128(),
                        Some((128 / images.len() * unused) as u128)
                    );
                }
                assert_form_is_right(
                    &forms,
                    form,
                    &puzzle,
                    &random_box_symmetry(
                        &mut rng,
                        &layout,
                        usize::from(width),
                        usize::from(height),
                    ),
                );
            }
        }
    }
}

#[test]
fn form_of_large_puzzles_is_invariant() {
    let mut rng = SplitMix64::new(8);
    for (width, height, counts) in [
        (3, 3, [0, 10, 25, 81]),
        (5, 2, [0, 10, 40, 100]),
        (4, 4, [0, 20, 100, 256]),
    ] {
        let layout = Layout::with_boxes(width, height).unwrap();
        let forms = LayoutCanonicalizer::new(&layout, &Budget::default()).unwrap();
        assert!(!forms.is_least());
        for keep in counts {
            let puzzle = puzzle(&mut rng, &layout, keep);
            assert_form_is_right(
                &forms,
                CanonicalForm::Pattern,
                &puzzle,
                &random_box_symmetry(&mut rng, &layout, usize::from(width), usize::from(height)),
            );
            assert_eq!(
                forms.canonicalize(CanonicalForm::Minlex, &puzzle, &Budget::default()),
                Err(CanonicalFormError::Many)
            );
        }
    }
}

#[test]
fn automorphisms_agree_with_the_classic_canonicalizer() {
    let mut rng = SplitMix64::new(9);
    let layout = Layout::classic();
    let forms = LayoutCanonicalizer::new(&layout, &Budget::default()).unwrap();
    let mut fast = ndoku_analysis::canonical::ClassicCanonicalizer::new();
    for keep in [0, 1, 2, 3, 5, 8, 12, 20] {
        let puzzle = puzzle(&mut rng, &layout, keep);
        let given: [u8; 81] = clues(&puzzle).try_into().unwrap();
        let wanted = fast
            .canonicalize(CanonicalForm::Pattern, &given)
            .unwrap()
            .automorphisms;
        assert_eq!(
            forms
                .canonicalize(CanonicalForm::Pattern, &puzzle, &Budget::default())
                .unwrap()
                .automorphisms
                .to_u128(),
            Some(wanted),
            "{keep}"
        );
    }
}

#[test]
fn layouts_with_few_symmetries_use_only_these() {
    let mut rng = SplitMix64::new(10);
    for layout in [
        Layout::builder(9).x().build().unwrap(),
        Layout::builder(9).rule("windoku").build().unwrap(),
        Layout::builder(9).rule("anti-knight").build().unwrap(),
        Layout::builder(9)
            .diagonal(ndoku_core::Diagonal::Main)
            .build()
            .unwrap(),
    ] {
        let forms = LayoutCanonicalizer::new(&layout, &Budget::default()).unwrap();
        assert!(
            forms.is_least()
                && forms
                    .order(&Budget::default())
                    .unwrap()
                    .to_u128()
                    .is_some_and(|order| (2..=MAX_LISTED_SYMMETRIES as u128).contains(&order)),
            "{layout}"
        );
        let puzzle = puzzle(&mut rng, &layout, 30);
        let found = forms
            .canonicalize(CanonicalForm::Pattern, &puzzle, &Budget::default())
            .unwrap();
        // The form of the form is the form.
        assert_form_is_right(
            &forms,
            CanonicalForm::Pattern,
            &puzzle,
            &found.transformation,
        );
        assert_form_is_right(
            &forms,
            CanonicalForm::Minlex,
            &puzzle,
            &found.transformation,
        );
        let solution = grid(&mut rng, &layout);
        let part = Puzzle::from_array(
            &layout,
            &solution
                .iter()
                .enumerate()
                .map(|(n, d)| if n % 3 == 0 { d.get() } else { 0 })
                .collect::<Vec<_>>(),
        )
        .unwrap();
        let within = forms
            .canonicalize_by_solution(&part, &solution, &Budget::default())
            .unwrap();
        assert_eq!(within.transformation.apply(&clues(&part)), within.form);
    }
}

#[test]
fn budget_stops_the_search() {
    let layout = Layout::with_boxes(4, 4).unwrap();
    let forms = LayoutCanonicalizer::new(&layout, &Budget::default()).unwrap();
    let flag = std::sync::atomic::AtomicBool::new(true);
    let budget = Budget::default().stop_flag(&flag);
    let stopped = CanonicalFormError::Stopped(StopReason::Canceled);
    assert_eq!(
        LayoutCanonicalizer::new(&layout, &budget).unwrap_err(),
        stopped
    );
    assert_eq!(forms.order(&budget).unwrap_err(), stopped);
    assert_eq!(
        forms
            .canonicalize(CanonicalForm::Pattern, &Puzzle::empty(&layout), &budget)
            .unwrap_err(),
        stopped
    );
}
