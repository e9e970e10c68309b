//! Tests of published facts: numbers of grids, and puzzles with known solutions.

use ndoku_core::{Layout, Puzzle};
use ndoku_solver::{Backtrack, Budget, Engine, Order, Verdict};

fn classic(text: &str) -> Puzzle {
    let clues: Vec<u8> = text
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .map(|byte| {
            if byte.is_ascii_digit() {
                byte - b'0'
            } else {
                0
            }
        })
        .collect();
    Puzzle::from_array(&Layout::classic(), &clues).unwrap()
}

fn unique(text: &str) -> String {
    match Backtrack::new()
        .solve(&classic(text), &Budget::default())
        .unwrap()
        .verdict
    {
        Verdict::Unique(solution) => solution.to_array().iter().map(u8::to_string).collect(),
        other => panic!("{text}: {other:?}"),
    }
}

fn count(layout: &Layout) -> u64 {
    let tally = Backtrack::new()
        .count_up_to(&Puzzle::empty(layout), u64::MAX, &Budget::default())
        .unwrap();
    assert!(!tally.has_more && tally.stats.exhausted && tally.stats.solutions == tally.number);
    tally.number
}

#[test]
fn numbers_of_grids_are_the_published_ones() {
    let latin = |size| Layout::builder(size).no_boxes().build().unwrap();
    assert_eq!(count(&Layout::for_size(4).unwrap()), 288);
    assert_eq!(
        [1, 2, 3, 4].map(|size| count(&latin(size))),
        [1, 2, 12, 576]
    );
    assert_eq!(count(&latin(5)), 161_280);
}

#[test]
fn unique_puzzles_have_their_published_solution() {
    let known = [
        (
            "000000005000075060715000002074031006100706003600520970300000859020980000400000000",
            "836219745249375168715468392974831526152796483683524971367142859521987634498653217",
        ),
        (
            "645900000073100050200050000590037600000000000004580039000070003030004190000001827",
            "645928371973146258281753946598437612327619584164582739819275463732864195456391827",
        ),
        (
            "___26_7_1 68__7__9_ 19___45__ 82_1___4_ __46_29__ _5___3_28 __93___74 _4__5__36 \
            7_3_18___",
            "435269781682571493197834562826195347374682915951743628519326874248957136763418259",
        ),
    ];
    for (puzzle, solution) in known {
        assert_eq!(unique(puzzle), solution);
    }
    assert!(
        unique(
            "3.4...6.2 9..627..4 6..1.4..7 249...731 16.....85 .83...46. 7..8.5..3 \
        ...263... 8.5...9.6"
        )
        .starts_with("374958612")
    );
    unique("030267040100000005740501092905000103600050008804000709290704086300000004050612030");
}

#[test]
fn limits_report_whether_there_are_more_of_144_solutions() {
    let puzzle = classic(
        "040020900 000000010 000006850 582300700 000807000 009005138 097100000 020000000 004030000",
    );
    let mut engine = Backtrack::new();
    assert_eq!(
        engine
            .count_up_to(&puzzle, u64::MAX, &Budget::default())
            .unwrap()
            .number,
        144
    );
    let exact = engine
        .count_up_to(&puzzle, 144, &Budget::default())
        .unwrap();
    assert!(exact.number == 144 && !exact.has_more);
    let short = engine
        .count_up_to(&puzzle, 143, &Budget::default())
        .unwrap();
    assert!(short.number == 143 && short.has_more);
    for order in [Order::Search, Order::Sorted] {
        let found = engine
            .find_solutions(&puzzle, 10, &Budget::default().order(order))
            .unwrap();
        assert!(found.solutions.len() == 10 && found.has_more);
        let all = engine
            .find_solutions(&puzzle, 144, &Budget::default().order(order))
            .unwrap();
        assert!(all.solutions.len() == 144 && !all.has_more);
    }
}
