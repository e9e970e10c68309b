//! Tests of constraints: every rule of the registry, constraints with the three required methods
//! only, constraints that break their contract, and alternating layouts.

use std::sync::Arc;

use ndoku_core::constraint::{Candidates, Constraint, RULES};
use ndoku_core::{Cell, Digit, Layout, LayoutError, Puzzle};
use ndoku_solver::{Backtrack, Budget, Engine, Verdict};
use ndoku_testkit::random::{self, PairSum, SplitMix64};
use ndoku_testkit::suite::{self, Report};

#[test]
fn every_rule_agrees_with_the_oracle() {
    let mut engine = Backtrack::new();
    for rule in RULES.iter().filter(|rule| rule.argument.is_none()) {
        let mut report = Report::default();
        let layouts = [4, 6, 9]
            .into_iter()
            .filter_map(|size| Layout::builder(size).rule(rule.id).build().ok());
        for layout in layouts {
            let mut rng = SplitMix64::new(3);
            for _ in 0..8 {
                let puzzle = random::puzzle(&mut rng, &layout);
                suite::check(&mut engine, &mut rng, &puzzle, &mut report, rule.id);
            }
        }
        assert!(report.compared >= 5, "{}: {report:?}", rule.id);
    }
}

/// r1c1 and r1c2 add up to 7, and so do r1c2 and r1c3, in a Latin square of order 4 without clues.
/// That needs 3 4 3, which a row forbids.
#[test]
fn a_constraint_with_the_required_methods_works() {
    let pair = |a: u8, b: u8, sum| {
        Arc::new(PairSum::new([Cell::new(0, a), Cell::new(0, b)], sum, true)) as Arc<dyn Constraint>
    };
    let latin = |rules: Vec<Arc<dyn Constraint>>| {
        let builder = rules.into_iter().fold(
            Layout::builder(4).no_boxes(),
            ndoku_core::LayoutBuilder::constraint,
        );
        Backtrack::new()
            .count_up_to(
                &Puzzle::empty(&builder.build().unwrap()),
                u64::MAX,
                &Budget::default(),
            )
            .unwrap()
            .number
    };
    assert_eq!(latin(vec![]), 576);
    // Of the 12 ordered pairs of different digits, two add up to 7, four to 5.
    assert_eq!(latin(vec![pair(0, 1, 7)]), 576 * 2 / 12);
    assert_eq!(latin(vec![pair(0, 1, 5)]), 576 * 4 / 12);
    assert_eq!(latin(vec![pair(0, 1, 7), pair(1, 2, 7)]), 0);
    assert_eq!(latin(vec![pair(0, 1, 9)]), 0);
}

/// Two layouts whose constraints look equal when printed, but differ: the engine must not confuse
/// them.
#[test]
fn tables_are_not_reused_for_another_constraint() {
    struct Fixed(u8, [Cell; 1]);
    impl std::fmt::Debug for Fixed {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("fixed")
        }
    }
    impl Constraint for Fixed {
        fn id(&self) -> &'static str {
            "fixed"
        }
        fn cells(&self) -> &[Cell] {
            &self.1
        }
        fn allows(&self, digits: &[Option<Digit>]) -> bool {
            digits.iter().flatten().all(|digit| digit.get() == self.0)
        }
    }
    let mut engine = Backtrack::new();
    for number in [1, 2, 1, 4] {
        let cell = Cell::new(2, 1);
        let layout = Layout::builder(4)
            .constraint(Arc::new(Fixed(number, [cell])))
            .build()
            .unwrap();
        let found = engine
            .find_solutions(&Puzzle::empty(&layout), 1, &Budget::default())
            .unwrap();
        assert_eq!(found.solutions[0].digit(cell).get(), number);
        assert_eq!(
            engine
                .count_up_to(&Puzzle::empty(&layout), u64::MAX, &Budget::default())
                .unwrap()
                .number,
            288 / 4
        );
    }
}

/// A rule that does not empty a cell when it is broken; its `allows` decides all the same.
#[derive(Debug)]
struct Careless([Cell; 2]);

impl Constraint for Careless {
    fn id(&self) -> &'static str {
        "careless"
    }
    fn cells(&self) -> &[Cell] {
        &self.0
    }
    fn allows(&self, digits: &[Option<Digit>]) -> bool {
        !matches!(digits, [Some(a), Some(b)] if a > b)
    }
    fn propagate(&self, _: &mut dyn Candidates) {}
}

#[test]
fn a_constraint_that_never_propagates_still_decides() {
    let layout = Layout::builder(4)
        .constraint(Arc::new(Careless([Cell::new(0, 0), Cell::new(0, 1)])))
        .build()
        .unwrap();
    assert_eq!(
        Backtrack::new()
            .count_up_to(&Puzzle::empty(&layout), u64::MAX, &Budget::default())
            .unwrap()
            .number,
        144
    );
}

#[test]
fn a_constraint_outside_the_grid_is_refused() {
    let built = Layout::builder(4)
        .constraint(Arc::new(Careless([Cell::new(0, 0), Cell::new(0, 7)])))
        .build();
    assert!(
        matches!(built, Err(LayoutError::ConstraintCell { .. })),
        "{built:?}"
    );
}

#[test]
fn a_digit_that_the_pencilmarks_forbid_everywhere_leaves_no_solution() {
    let layout = Layout::for_size(6).unwrap();
    let mut puzzle = Puzzle::empty(&layout);
    for cell in layout.cells().filter(|cell| cell.row() == 3) {
        puzzle
            .remove_candidate(ndoku_core::Candidate::new(cell, Digit::from_index(5)))
            .unwrap();
    }
    let answer = Backtrack::new().solve(&puzzle, &Budget::default()).unwrap();
    assert_eq!(
        (answer.verdict, answer.stats.guesses),
        (Verdict::Unsolvable, 0)
    );
}

/// Earlier searches of an engine change neither answers nor statistics.
#[test]
fn earlier_puzzles_do_not_change_answers() {
    let mut rng = SplitMix64::new(5);
    let layouts = [
        Layout::for_size(6).unwrap(),
        Layout::builder(6).x().build().unwrap(),
    ];
    let mut used = Backtrack::new();
    for round in 0..60 {
        let puzzle = random::puzzle(&mut rng, &layouts[usize::from(round % 3 == 0)]);
        let budget = Budget::default();
        assert_eq!(
            used.find_solutions(&puzzle, 20, &budget),
            Backtrack::new().find_solutions(&puzzle, 20, &budget)
        );
    }
}
