//! Constraints are true, in every size, layout and symmetry.

use ndoku_analysis::Symmetry;
use ndoku_core::constraint::RuleRef;
use ndoku_core::{Digit, Layout, Rng, Solution};
use ndoku_solver::Budget;

use super::shapes::{Group, make_constraints};
use super::*;
use crate::grid_generator::GridGenerator;

fn grid_of(layout: &Layout, rng: &mut Rng) -> Vec<u8> {
    let generator = GridGenerator::new(layout).unwrap();
    generator.generate(rng, &Budget::default()).unwrap()
}

fn constraints(
    kinds: &[&'static RuleKind],
    layout: &Layout,
    grid: &[u8],
    symmetry: Symmetry,
    rng: &mut Rng,
) -> Vec<Group> {
    let solved = SolvedGrid {
        layout,
        grid,
        size: usize::from(layout.size()),
    };
    make_constraints(kinds, &solved, symmetry, rng)
}

/// Checks that the constraints of all rules hold in the grid.
fn assert_true(layout: &Layout, grid: &[u8], rules: &[RuleRef]) {
    let with = rules
        .iter()
        .fold(layout.to_builder(), |builder, rule| {
            builder.rule_ref(rule.clone())
        })
        .build()
        .unwrap_or_else(|error| panic!("{error}: {rules:?}"));
    let digits: Vec<Digit> = grid
        .iter()
        .map(|digit| Digit::new(*digit).unwrap())
        .collect();
    if let Err(conflicts) = Solution::new(&with, &digits) {
        panic!("{conflicts:?}: {rules:?}");
    }
}

fn rules_of(groups: &[Group]) -> Vec<RuleRef> {
    let constraints = groups.iter().flatten();
    constraints
        .flat_map(|constraint| constraint.rules.clone())
        .collect()
}

#[test]
fn constraints_of_every_kind_are_true() {
    let mut rng = Rng::new(1);
    let layouts = [
        Layout::for_size(4).unwrap(),
        Layout::for_size(5).unwrap(),
        Layout::for_size(6).unwrap(),
        Layout::classic(),
        Layout::builder(9).x().build().unwrap(),
        Layout::builder(7).no_boxes().build().unwrap(),
        Layout::for_size(12).unwrap(),
        Layout::for_size(16).unwrap(),
    ];
    for kind in RULE_KINDS {
        for layout in &layouts {
            let is_possible =
                layout.size() >= kind.least_size && (!kind.needs_boxes() || has_boxes(layout));
            if !is_possible {
                continue;
            }
            let mut count = 0;
            for _ in 0..4 {
                let grid = grid_of(layout, &mut rng);
                let groups = constraints(&[kind], layout, &grid, Symmetry::None, &mut rng);
                let rules = rules_of(&groups);
                count += rules.len();
                assert_true(layout, &grid, &rules);
            }
            assert!(count > 0, "no {} in {layout}", kind.id);
        }
    }
}

#[test]
fn cages_cover_the_grid_and_are_connected() {
    let layout = Layout::classic();
    let killer = find_rule_kind("killer").unwrap();
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let grid = grid_of(&layout, &mut rng);
        let groups = constraints(&[killer], &layout, &grid, Symmetry::None, &mut rng);
        let mut seen = [false; 81];
        for rule in rules_of(&groups) {
            let argument = rule.argument.unwrap();
            let (_, cells) = argument.split_once(": ").unwrap();
            let cells: Vec<ndoku_core::Cell> =
                cells.split(' ').map(|cell| cell.parse().unwrap()).collect();
            assert!((2..=6).contains(&cells.len()), "{argument}");
            let mut reached = vec![cells[0]];
            for _ in 0..cells.len() {
                let beside = |cell: &ndoku_core::Cell, other: &ndoku_core::Cell| {
                    cell.row().abs_diff(other.row()) + cell.column().abs_diff(other.column()) == 1
                };
                let next = cells.iter().find(|cell| {
                    !reached.contains(cell) && reached.iter().any(|other| beside(cell, other))
                });
                reached.extend(next);
            }
            assert_eq!(reached.len(), cells.len(), "{argument} is not connected");
            for cell in cells {
                assert!(!std::mem::replace(&mut seen[layout.index(cell)], true));
            }
        }
        assert!(seen.iter().all(|seen| *seen), "{seed}");
    }
}

#[test]
fn constraints_have_the_symmetry() {
    let layout = Layout::classic();
    for kind in RULE_KINDS.iter().filter(|kind| !kind.is_whole()) {
        for symmetry in [Symmetry::Rotational, Symmetry::Diagonal, Symmetry::Quarter] {
            let mut rng = Rng::new(7);
            let mut count = 0;
            for _ in 0..3 {
                let grid = grid_of(&layout, &mut rng);
                let groups = constraints(&[kind], &layout, &grid, symmetry, &mut rng);
                assert_true(&layout, &grid, &rules_of(&groups));
                for group in &groups {
                    assert!(
                        symmetry.order() % group.len() == 0,
                        "{} {symmetry}",
                        kind.id
                    );
                }
                // The first cells of the constraints of a group need not be images of each other,
                // but those of cells are.
                if let Shape::Cells(_) = kind.shape {
                    for group in &groups {
                        let mut cells: Vec<usize> =
                            group.iter().map(|constraint| constraint.cells[0]).collect();
                        cells.sort_unstable();
                        assert_eq!(cells, symmetry.orbit(cells[0], 9));
                    }
                }
                count += groups.len();
            }
            // Four lines of some kinds are hardly ever true together.
            assert!(
                count > 0 || symmetry == Symmetry::Quarter,
                "{} {symmetry}",
                kind.id
            );
        }
    }
}

#[test]
fn lines_do_not_meet() {
    let layout = Layout::classic();
    let kinds: Vec<&'static RuleKind> = ["thermo", "arrow", "palindrome", "renban"]
        .iter()
        .map(|name| find_rule_kind(name).unwrap())
        .collect();
    let mut rng = Rng::new(3);
    let grid = grid_of(&layout, &mut rng);
    let groups = constraints(&kinds, &layout, &grid, Symmetry::None, &mut rng);
    let mut seen = [false; 81];
    for rule in rules_of(&groups) {
        let argument = rule.argument.unwrap().replace(';', "");
        for cell in argument.split(' ') {
            let cell: ndoku_core::Cell = cell.parse().unwrap();
            assert!(
                !std::mem::replace(&mut seen[layout.index(cell)], true),
                "{cell}"
            );
        }
    }
    for kind in 0..kinds.len() {
        assert!(
            groups
                .iter()
                .flatten()
                .any(|constraint| constraint.kind == kind)
        );
    }
}

#[test]
fn kinds_are_found_by_name_and_alias() {
    for kind in RULE_KINDS {
        for name in std::iter::once(&kind.id).chain(kind.aliases) {
            assert_eq!(find_rule_kind(name), Ok(kind));
        }
    }
    assert_eq!(
        find_rule_kind(" Strict_Kropki ").unwrap().id,
        "strict-kropki"
    );
    let error = find_rule_kind("kiler").unwrap_err();
    assert!(error.contains("`killer`"), "{error}");
    let names = RULE_KINDS
        .iter()
        .flat_map(|kind| std::iter::once(&kind.id).chain(kind.aliases));
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
}
