//! Compares fish with their definition in all houses of small layouts, and with solutions of larger
//! ones.

use std::collections::BTreeMap;

use ndoku_core::{Board, Candidate, Digit, HouseKind, Layout, Puzzle, Solution};
use ndoku_testkit::random::{self, SplitMix64};

use super::FAMILY;
use crate::cells::CellSet;
use crate::position::{Geometry, Position};
use crate::technique::Technique;
use crate::techniques::{TECHNIQUES, complex_fish};

/// Returns a random layout, a full grid of it, and a board with some cells decided and some wrong
/// candidates removed.
fn random_position(rng: &mut SplitMix64, size: u8) -> (Layout, Vec<Digit>, Board) {
    loop {
        let layout = random::layout(rng, size);
        let Some(grid) = random::grid(rng, &layout) else {
            continue;
        };
        let mut board = Board::with_clues_placed(&Puzzle::empty(&layout));
        for (cell, digit) in layout.cells().zip(&grid) {
            if rng.once_in(6) {
                board.place(Candidate::new(cell, *digit));
            }
        }
        for (cell, truth) in layout.cells().zip(&grid) {
            for digit in layout.digits().filter(|digit| digit != truth) {
                if rng.once_in(2) {
                    board.remove(Candidate::new(cell, digit));
                }
            }
        }
        return (layout, grid, board);
    }
}

#[test]
fn a_digit_with_very_many_places_is_left_out() {
    let layout = Layout::for_size(65).unwrap();
    let board = Board::with_clues_placed(&Puzzle::empty(&layout));
    let (puzzle, geometry) = (Puzzle::empty(&layout), Geometry::for_layout(&layout));
    let position = Position::new(&puzzle, &board, &geometry);
    assert!(all_fish().all(|fish| fish.all_steps(&position, false).is_empty()));
}

/// Returns the eliminations of all fish of a size by definition, for each id of a technique.
fn fish_by_definition(
    position: &Position<'_>,
    size: usize,
) -> BTreeMap<String, Vec<Vec<Candidate>>> {
    let houses = position.houses();
    let mut all: BTreeMap<String, Vec<Vec<Candidate>>> = BTreeMap::new();
    for digit in position.layout().digits() {
        let is_base = |house: &usize| {
            houses[*house].is_full
                && position.missing(*house).contains(digit)
                && position.places_in(*house, digit).len() > 1
        };
        let bases: Vec<usize> = (0..houses.len()).filter(is_base).collect();
        let covers: Vec<usize> = (0..houses.len())
            .filter(|house| !position.places_in(*house, digit).is_empty())
            .collect();
        for bases in subsets(&bases, size) {
            let covers: Vec<usize> = covers
                .iter()
                .copied()
                .filter(|cover| !bases.contains(cover))
                .collect();
            for covers in subsets(&covers, size) {
                let (fins, gone) = fins_and_eliminations(position, digit, &bases, &covers);
                let places = bases.iter().fold(position.no_cells(), |all, house| {
                    &all | &position.places_in(*house, digit)
                });
                let is_idle = |cover: &usize| !houses[*cover].set.intersects(&(&places - &fins));
                if gone.is_empty()
                    || covers.iter().any(is_idle)
                    || is_implied_by_parts(
                        position,
                        digit,
                        &bases,
                        &covers,
                        &gone,
                        !fins.is_empty(),
                    )
                {
                    continue;
                }
                let body = |house: &usize| (&position.places_in(*house, digit) - &fins).len();
                let kind = match (
                    shape(position, &bases, &covers),
                    fins.is_empty(),
                    bases.iter().any(|house| body(house) < 2),
                ) {
                    (shape, true, _) => shape.to_owned(),
                    ("", false, true) => "sashimi-".to_owned(),
                    (shape, false, _) => format!("finned-{shape}"),
                };
                let name = ["x-wing", "swordfish", "jellyfish"][size - 2];
                all.entry(format!("{kind}{name}"))
                    .or_default()
                    .push(position.candidates_of_digit(&gone, digit));
            }
        }
    }
    all
}

fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with = |at: usize| {
        subsets(&of[at + 1..], size - 1)
            .into_iter()
            .map(move |rest| [vec![of[at]], rest].concat())
    };
    (0..of.len()).flat_map(with).collect()
}

/// Returns fins and eliminations.
fn fins_and_eliminations(
    position: &Position<'_>,
    digit: Digit,
    bases: &[usize],
    covers: &[usize],
) -> (CellSet, CellSet) {
    let count = |houses: &[usize], cell: usize| {
        houses
            .iter()
            .filter(|house| position.houses()[**house].set.contains(cell))
            .count()
    };
    let places = position.places(digit);
    let fins = position.cells(
        places
            .iter()
            .filter(|cell| count(bases, *cell) > count(covers, *cell)),
    );
    let is_gone = |cell: &usize| {
        count(bases, *cell) == 0
            && count(covers, *cell) > 0
            && fins.iter().all(|fin| position.sees(fin, *cell))
    };
    (fins.clone(), position.cells(places.iter().filter(is_gone)))
}

fn is_implied_by_parts(
    position: &Position<'_>,
    digit: Digit,
    bases: &[usize],
    covers: &[usize],
    gone: &CellSet,
    with_fins: bool,
) -> bool {
    let mut left = gone.clone();
    for size in 1..bases.len() {
        for bases in subsets(bases, size) {
            for covers in subsets(covers, size) {
                let (fins, gone) = fins_and_eliminations(position, digit, &bases, &covers);
                if with_fins || fins.is_empty() {
                    left.subtract(&gone);
                }
            }
        }
    }
    left.is_empty()
}

fn shape(position: &Position<'_>, bases: &[usize], covers: &[usize]) -> &'static str {
    let kinds = |houses: &[usize]| -> Vec<HouseKind> {
        houses
            .iter()
            .map(|house| position.houses()[*house].kind)
            .collect()
    };
    let all =
        |houses: &[usize], of: &[HouseKind]| kinds(houses).iter().all(|kind| of.contains(kind));
    let either = |a: &[HouseKind], b: &[HouseKind]| {
        all(bases, a) && all(covers, b) || all(bases, b) && all(covers, a)
    };
    match () {
        () if either(&[HouseKind::Row], &[HouseKind::Column]) => "",
        () if either(
            &[HouseKind::Row, HouseKind::Box],
            &[HouseKind::Column, HouseKind::Box],
        ) =>
        {
            "franken-"
        }
        () => "mutant-",
    }
}

fn all_fish() -> impl Iterator<Item = &'static Technique> {
    TECHNIQUES
        .iter()
        .copied()
        .filter(|technique| [FAMILY, complex_fish::FAMILY].contains(&technique.family))
}

/// Compares the techniques with the definition. Returns the number of fish.
fn compare(rng: &mut SplitMix64, size: u8, length: usize) -> usize {
    let (layout, _, board) = random_position(rng, size);
    let (puzzle, geometry) = (Puzzle::empty(&layout), Geometry::for_layout(&layout));
    let position = Position::new(&puzzle, &board, &geometry);
    let mut defined = fish_by_definition(&position, length);
    let mut count = 0;
    for technique in all_fish().filter(|technique| {
        technique
            .id
            .ends_with(["x-wing", "swordfish", "jellyfish"][length - 2])
    }) {
        let mut found: Vec<_> = technique
            .all_steps(&position, false)
            .into_iter()
            .map(|step| step.deduction.eliminations)
            .collect();
        let mut wanted = defined.remove(technique.id).unwrap_or_default();
        count += found.len();
        found.sort_unstable();
        wanted.sort_unstable();
        assert!(
            found == wanted,
            "{} of {layout:?}: {found:?} instead of {wanted:?}",
            technique.id
        );
    }
    assert!(defined.is_empty(), "fish of no technique");
    count
}

#[test]
fn fish_equal_the_definition() {
    let mut rng = SplitMix64::new(1);
    let pairs: usize = (0..30).map(|_| compare(&mut rng, 4, 2)).sum::<usize>()
        + (0..3).map(|_| compare(&mut rng, 6, 2)).sum::<usize>();
    let triples: usize =
        (0..12).map(|_| compare(&mut rng, 4, 3)).sum::<usize>() + compare(&mut rng, 6, 3);
    assert!(pairs > 100 && triples > 0, "{pairs} and {triples}");
}

#[test]
fn fish_are_sound_in_other_layouts() {
    let mut rng = SplitMix64::new(2);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..24 {
        let (layout, grid, board) = random_position(&mut rng, [6, 8, 9, 10][number % 4]);
        let solution = Solution::new(&layout, &grid).unwrap();
        let (puzzle, geometry) = (Puzzle::empty(&layout), Geometry::for_layout(&layout));
        let position = Position::new(&puzzle, &board, &geometry);
        for technique in all_fish() {
            for step in technique.all_steps(&position, number < 4) {
                assert_eq!(
                    step.deduction.find_error(&solution),
                    None,
                    "{step:?} in {layout:?}"
                );
                assert!(
                    number >= 4 || step.explanation.text.to_string().matches(". ").count() < 5,
                    "{}",
                    step.explanation.text
                );
                *counts.entry(technique.id).or_default() += 1;
            }
        }
    }
    assert_eq!(counts.len(), 21, "{counts:?}");
}
