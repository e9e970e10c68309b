//! Puzzles with random constraints are unique, and minimal where that is promised.

use super::*;
use crate::{RULE_KINDS, RuleKind, find_rule_kind};

fn kinds(names: &[&str]) -> Vec<&'static RuleKind> {
    let find = |name: &&str| find_rule_kind(name).unwrap();
    names.iter().map(find).collect()
}

/// Returns the puzzles that lack one rule.
fn without_one_rule(puzzle: &Puzzle, base: &Layout) -> Vec<Puzzle> {
    let rules = puzzle.layout().rules();
    (base.rules().len()..rules.len())
        .map(|gone| {
            let kept = rules.iter().enumerate().filter(|(place, _)| *place != gone);
            let layout = kept
                .map(|(_, rule)| rule.clone())
                .fold(plain(base).to_builder(), LayoutBuilder::rule_ref)
                .build()
                .unwrap();
            Puzzle::new(layout, puzzle.symbols().clone(), puzzle.clues().into()).unwrap()
        })
        .collect()
}

/// Returns the layout without rules.
fn plain(base: &Layout) -> Layout {
    Layout::builder(base.size())
        .any_boxes(base.boxes().clone())
        .build()
        .unwrap()
}

fn oracle_count(puzzle: &Puzzle) -> usize {
    oracle::solutions(puzzle, 2, 40_000_000).unwrap().len()
}

/// Returns the puzzles that lack one clue or one rule. Kinds whose constraints are one rule only
/// lack clues.
fn without_one_item(made: &GeneratedPuzzle, kind: &RuleKind, base: &Layout) -> Vec<Puzzle> {
    let is_joined = matches!(kind.id, "odd-even" | "min-max") || kind.is_whole();
    let mut all: Vec<Puzzle> = without_one(&made.puzzle).collect();
    if !is_joined {
        all.extend(without_one_rule(&made.puzzle, base));
    }
    all
}

#[test]
fn small_puzzles_of_every_kind_are_unique_and_minimal() {
    let layout = Layout::for_size(4).unwrap();
    for kind in RULE_KINDS.iter().filter(|kind| kind.least_size <= 4) {
        let made = make(Request::new(&layout).rule_kinds(&[kind]).minimal(), 1, 1);
        let solutions = oracle::solutions(&made.puzzle, 2, 40_000_000).unwrap();
        assert_eq!(solutions, [made.solution.digits().to_vec()], "{}", kind.id);
        assert!(!made.puzzle.layout().rules().is_empty(), "{}", kind.id);
        for less in without_one_item(&made, kind, &layout) {
            assert_eq!(oracle_count(&less), 2, "{}", kind.id);
        }
    }
    let layout = Layout::for_size(6).unwrap();
    for kind in RULE_KINDS.iter().filter(|kind| kind.least_size <= 6) {
        let request = Request::new(&layout).rule_kinds(&[kind]);
        // The oracle is slow without clues.
        let made = make(request.clone().clues(14..), 1, 1);
        let solutions = oracle::solutions(&made.puzzle, 2, 40_000_000).unwrap();
        assert_eq!(solutions, [made.solution.digits().to_vec()], "{}", kind.id);
        let made = make(request.minimal(), 2, 1);
        assert_unique(&made);
        for less in without_one_item(&made, kind, &layout) {
            assert!(!is_unique(&less), "{}", kind.id);
        }
    }
}

#[test]
fn nine_by_nine_puzzles_of_every_kind_are_unique() {
    let layout = Layout::classic();
    for kind in RULE_KINDS {
        let made = make(Request::new(&layout).rule_kinds(&[kind]), 2, 1);
        assert_unique(&made);
        assert!(
            without_one(&made.puzzle).all(|less| !is_unique(&less)),
            "{}",
            kind.id
        );
    }
}

#[test]
fn killers_without_clues_have_cages_everywhere() {
    let layout = Layout::classic();
    let request = Request::new(&layout)
        .rule_kinds(&kinds(&["killer"]))
        .clues(..=0);
    for n in 1..=3 {
        let made = make(request.clone(), 5, n);
        assert_unique(&made);
        assert_eq!(made.puzzle.clue_count(), 0);
        let covered: usize = made.puzzle.layout().houses()[27..]
            .iter()
            .map(|house| house.cells().len())
            .sum();
        assert_eq!(covered, 81);
    }
    // Without redundant cages, some cells are in no cage.
    let made = make(request.minimal(), 5, 1);
    assert_unique(&made);
    assert!(
        without_one_rule(&made.puzzle, &layout)
            .iter()
            .all(|less| !is_unique(less))
    );
}

#[test]
fn kinds_are_combined_with_each_other_and_with_rules_of_the_layout() {
    let layout = Layout::builder(6).rule("anti-king").build().unwrap();
    let names = ["thermo", "kropki", "killer"];
    let made = make(Request::new(&layout).rule_kinds(&kinds(&names)), 3, 1);
    assert_unique(&made);
    let ids: Vec<&str> = made
        .puzzle
        .layout()
        .rules()
        .iter()
        .map(|rule| rule.id)
        .collect();
    assert_eq!(ids[0], "anti-king");
    assert!(
        ids.contains(&"thermo") && ids.contains(&"killer"),
        "{ids:?}"
    );
    assert!(
        ids.contains(&"difference") || ids.contains(&"ratio"),
        "{ids:?}"
    );
    let jigsaw = make(
        Request::new(&Layout::for_size(6).unwrap())
            .random_regions()
            .rule_kinds(&kinds(&["region-sum"])),
        3,
        1,
    );
    assert_unique(&jigsaw);
    assert!(matches!(jigsaw.puzzle.layout().boxes(), Boxes::Regions(_)));
}

#[test]
fn clue_requests_are_met() {
    let layout = Layout::classic();
    let thermo = Request::new(&layout).rule_kinds(&kinds(&["thermo"]));
    let made = make(thermo.clone().clues(20..=20), 1, 1);
    assert_unique(&made);
    assert_eq!(made.puzzle.clue_count(), 20);
    let made = make(thermo.clone().symmetry(&[Symmetry::Rotational]), 1, 1);
    assert_unique(&made);
    assert!(Symmetry::Rotational.is_symmetry_of(&pattern(&made.puzzle)));
    let mask: Vec<bool> = (0..81).map(|cell| cell % 3 == 0 || cell % 7 == 0).collect();
    let made = make(thermo.clone().pattern(&mask), 1, 1);
    assert_unique(&made);
    assert_eq!(pattern(&made.puzzle), mask);
    let start = make(Request::new(&layout), 1, 1);
    let made = make(thermo.start_from(&start.puzzle), 1, 1);
    assert_eq!(made.solution.digits(), start.solution.digits());
}

#[test]
fn symmetric_cages_are_images_of_each_other() {
    let layout = Layout::for_size(6).unwrap();
    let request = Request::new(&layout)
        .rule_kinds(&kinds(&["killer"]))
        .symmetry(&[Symmetry::Rotational]);
    let made = make(request, 1, 1);
    assert_unique(&made);
    let cages: Vec<Vec<usize>> = made.puzzle.layout().houses()[18..]
        .iter()
        .map(|house| {
            house
                .cells()
                .iter()
                .map(|cell| layout.index(*cell))
                .collect()
        })
        .collect();
    assert!(!cages.is_empty());
    for cage in &cages {
        let mut image: Vec<usize> = cage.iter().map(|cell| 35 - cell).collect();
        image.sort_unstable();
        assert!(cages.contains(&image), "{cage:?}");
    }
}

#[test]
fn seeds_give_the_same_puzzles_in_any_order() {
    let request = Request::new(&Layout::for_size(6).unwrap()).rule_kinds(&kinds(&["killer", "xv"]));
    let mut one = generator(request.clone());
    let batch = one.generate_batch(4, 1..4, &Budget::default());
    let mut other = generator(request);
    for n in [3, 1, 2] {
        let again = other.generate(4, n, &Budget::default());
        assert_eq!(batch[n as usize - 1], again);
    }
}

#[test]
fn impossible_requests_are_refused_with_the_possible_range() {
    let refused = |layout: &Layout, names: &[&str]| {
        Generator::new(Request::new(layout).rule_kinds(&kinds(names)))
            .unwrap_err()
            .to_string()
    };
    let of = |size| Layout::for_size(size).unwrap();
    assert_eq!(
        refused(&of(4), &["lockout"]),
        "the rule kind lockout needs a grid of size 6 to 16"
    );
    assert_eq!(
        refused(&of(25), &["killer"]),
        "the rule kind killer needs a grid of size 2 to 16"
    );
    assert_eq!(
        refused(&of(5), &["region-sum"]),
        "the rule kind region-sum needs a layout with boxes"
    );
    assert_eq!(
        refused(&of(9), &["xv", "strict-xv"]),
        "the rule kind strict-xv contains all signs of xv; leave out one of them"
    );
    let killer = Request::new(&of(9)).rule_kinds(&kinds(&["killer"]));
    let too_many = killer.clone().clues(82..);
    assert_eq!(
        Generator::new(too_many).unwrap_err(),
        RequestError::Clues { least: 0, most: 81 }
    );
    assert!(matches!(
        Generator::new(killer.pencilmarks()).unwrap_err(),
        RequestError::Conflict(_)
    ));
}

#[test]
fn attempts_and_stops_end_a_search() {
    // Odd and even cells alone never leave one solution.
    let request = Request::new(&Layout::for_size(6).unwrap())
        .rule_kinds(&kinds(&["odd-even"]))
        .clues(..=0)
        .max_attempts(3);
    assert_eq!(
        generator(request.clone()).generate(1, 1, &Budget::default()),
        Err(GenerateError::NotFound { attempts: 3 })
    );
    let stop = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(
        generator(request).generate(1, 1, &Budget::default().stop_flag(&stop)),
        Err(GenerateError::Stopped(StopReason::Canceled))
    );
}

#[test]
fn difficulty_is_as_requested() {
    let layout = Layout::for_size(6).unwrap();
    let target = DifficultyTarget::for_level(Level::Easy, &layout);
    let target = DifficultyTarget {
        profile: Profile::Ndoku,
        ..target
    };
    let request = Request::new(&layout)
        .rule_kinds(&kinds(&["kropki"]))
        .difficulty(target);
    let made = make(request, 1, 1);
    assert_unique(&made);
    let rated = path_rating::rate_ndoku(&made.puzzle, &made.solution, &|| false).unwrap();
    let rating = u32::from(rated.puzzle.rating.0);
    assert_eq!(made.rating, Some(rating));
    assert!((target.min..=target.max).contains(&rating), "{rating}");
    let community = DifficultyTarget {
        profile: Profile::Se121,
        ..target
    };
    let refused = Request::new(&Layout::classic())
        .rule_kinds(&kinds(&["kropki"]))
        .difficulty(community);
    assert_eq!(Generator::new(refused).unwrap_err(), RequestError::Profile);
}
