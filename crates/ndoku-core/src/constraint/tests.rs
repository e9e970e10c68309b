//! Tests that every rule satisfies the trait. They compare weak links and fast overrides with the
//! required methods.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;
use crate::{Board, Layout};

/// A constraint without its overrides: only the required methods.
#[derive(Debug)]
struct WithDefaults<'a>(&'a dyn Constraint);

impl Constraint for WithDefaults<'_> {
    fn id(&self) -> &'static str {
        self.0.id()
    }
    fn cells(&self) -> &[Cell] {
        self.0.cells()
    }
    fn allows(&self, digits: &[Option<Digit>]) -> bool {
        self.0.allows(digits)
    }
}

/// Returns random numbers below a bound.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut rng = SplitMix64::seed_from_u64(seed);
    move |below| rng.next_u64() % below
}

fn every_constraint(size: u8) -> Vec<Arc<dyn Constraint>> {
    let rules = RULES.iter().chain([&skeleton::EVEN_PAIR]);
    let effects = rules
        .filter(|rule| rule.argument.is_none())
        .filter_map(|rule| {
            (rule.apply)(&RuleContext::new(size, &Boxes::for_size(size), &[]), None).ok()
        });
    effects
        .flatten()
        .filter_map(|effect| {
            if let RuleEffect::Constraint(c) = effect {
                Some(c)
            } else {
                None
            }
        })
        .collect()
}

#[test]
fn identifiers_are_unique_and_found() {
    let mut names: Vec<&str> = RULES
        .iter()
        .flat_map(|rule| std::iter::once(rule.id).chain(rule.aliases.iter().copied()))
        .collect();
    for name in &names {
        assert!(find(name).is_ok());
        assert!(find(&name.to_uppercase().replace('-', "_")).is_ok());
    }
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all, "two rules share a name");
}

#[test]
fn a_mistyped_rule_gets_a_suggestion() {
    let error = "anti-knigth".parse::<RuleRef>().unwrap_err();
    assert_eq!(error.to_string(), "unknown rule `anti-knigth`");
    assert_eq!(error.hint().unwrap(), "did you mean `anti-knight`?");
    assert!(
        "windoku=3"
            .parse::<RuleRef>()
            .unwrap_err()
            .to_string()
            .contains("takes no argument")
    );
    assert!(
        "colors"
            .parse::<RuleRef>()
            .unwrap_err()
            .to_string()
            .contains("argument is missing")
    );
}

#[test]
fn weak_links_are_sound_and_pairwise_links_are_complete() {
    for constraint in every_constraint(4) {
        let cells = constraint.cells();
        let mut next = numbers(7);
        for _ in 0..2_000 {
            let mut digits: Vec<Option<Digit>> = vec![None; cells.len()];
            for _ in 0..1 + next(4) {
                digits[next(cells.len() as u64) as usize] = Digit::new(1 + next(4) as u8);
            }
            let linked = !linked_pairs(&*constraint, 4, &digits).is_empty();
            assert!(
                !linked || !constraint.allows(&digits),
                "{constraint:?} links what it allows: {digits:?}"
            );
            if constraint.is_pairwise() {
                assert_eq!(
                    linked,
                    !constraint.allows(&digits),
                    "{constraint:?}: {digits:?}"
                );
            }
            assert_eq!(
                constraint.breaches(&digits).is_empty(),
                constraint.allows(&digits),
                "{constraint:?}"
            );
        }
    }
}

#[test]
fn propagation_removes_only_refuted_candidates() {
    // Every removed candidate must be refuted by the decided digits and each completion. With two
    // open cells the completions can be listed.
    for constraint in every_constraint(4) {
        let cells = constraint.cells().to_vec();
        let layout = Layout::for_size(4).unwrap();
        let mut next = numbers(11);
        for _ in 0..300 {
            let mut board = Board::empty(&layout);
            let open: Vec<Cell> = (0..2)
                .map(|_| cells[next(cells.len() as u64) as usize])
                .collect();
            for cell in &cells {
                if !open.contains(cell) {
                    let digit = Digit::new(1 + next(4) as u8).unwrap();
                    layout
                        .digits()
                        .filter(|d| *d != digit)
                        .for_each(|d| Candidates::remove(&mut board, Candidate::new(*cell, d)));
                }
            }
            let (mut fast, mut slow) = (board.clone(), board.clone());
            constraint.propagate(&mut fast);
            WithDefaults(&*constraint).propagate(&mut slow);
            for cell in &cells {
                for digit in (board.candidates(*cell) - fast.candidates(*cell)).iter() {
                    let mut fixed: Vec<Option<Digit>> = cells
                        .iter()
                        .map(|c| board.candidates(*c).single())
                        .collect();
                    let place = cells.iter().position(|c| c == cell).unwrap();
                    fixed[place] = Some(digit);
                    let others: Vec<usize> =
                        (0..cells.len()).filter(|p| fixed[*p].is_none()).collect();
                    let possible = match others[..] {
                        [] => constraint.allows(&fixed),
                        [other, ..] => layout.digits().any(|d| {
                            fixed[other] = Some(d);
                            constraint.allows(&fixed)
                        }),
                    };
                    assert!(!possible, "{constraint:?} removes {digit} from {cell}");
                }
            }
        }
    }
}

#[test]
fn windows_and_groups_have_their_usual_cells() {
    let layout = Layout::builder(9)
        .rule("windoku")
        .rule("disjoint_groups")
        .build()
        .unwrap();
    let names: Vec<&str> = layout
        .houses()
        .iter()
        .map(crate::House::name)
        .skip(27)
        .collect();
    assert_eq!(
        names[..5],
        [
            "window 1",
            "window 2",
            "window 3",
            "window 4",
            "disjoint group 1"
        ]
    );
    assert_eq!(names.len(), 4 + 9);
    assert_eq!(layout.houses()[28].cells()[0].to_string(), "r2c6");
    let group: Vec<String> = layout.houses()[31]
        .cells()
        .iter()
        .map(Cell::to_string)
        .collect();
    assert_eq!(
        group,
        [
            "r1c1", "r1c4", "r1c7", "r4c1", "r4c4", "r4c7", "r7c1", "r7c4", "r7c7"
        ]
    );
    assert_eq!(
        Layout::builder(16)
            .rule("windoku")
            .build()
            .unwrap()
            .houses()
            .len(),
        48 + 9
    );
    let misfit = Layout::builder(6).rule("windoku").build().unwrap_err();
    assert_eq!(
        misfit.to_string(),
        "rule `windoku` does not fit this grid: it needs square boxes, such as 3×3"
    );
}

#[test]
fn british_names_are_aliases() {
    for (alias, id) in [("centre-dot", "center-dot"), ("colours", "colors")] {
        assert_eq!((find(alias).unwrap().id, find(id).unwrap().id), (id, id));
    }
}

#[test]
fn each_color_makes_a_house() {
    let layout = Layout::builder(4)
        .rule("colours=aabb.... ..cc.c.c")
        .build()
        .unwrap();
    let sizes: Vec<usize> = layout.houses()[12..]
        .iter()
        .map(|house| house.cells().len())
        .collect();
    assert_eq!(sizes, [2, 2, 4]);
    assert!(
        Layout::builder(4)
            .rule("colours=aab")
            .build()
            .unwrap_err()
            .to_string()
            .contains("the map has 3 marks")
    );
    assert!(
        Layout::builder(4)
            .rule("colours=aaaaaccccccccccc")
            .build()
            .is_err()
    );
}

#[test]
fn a_map_of_thousands_of_colors_is_read_in_one_pass() {
    // With a pass for each mark, these would be 4·10⁹ comparisons.
    let marks: String = (0..255 * 255)
        .map(|index| char::from_u32(0x1_0000 + index).unwrap())
        .collect();
    let context = RuleContext::new(255, &Boxes::None, &[]);
    let effects = (find("colours").unwrap().apply)(&context, Some(&marks)).unwrap();
    assert_eq!(effects.len(), 255 * 255);
}
