//! Tests of the splitter.

use super::*;
use crate::read_all;

/// Returns the number of line checks for each line of a text, and the number of errors.
fn measure_work(text: &str) -> (usize, usize) {
    let options = ReadOptions::default();
    let mut splitter = Splitter::new(Block::whole(text), &options);
    while splitter.next().is_some() {}
    let errors = read_all(text, &options)
        .iter()
        .filter(|record| record.is_err())
        .count();
    (
        splitter.line_checks.get().div_ceil(text.lines().count()),
        errors,
    )
}

#[test]
fn invalid_lines_are_checked_only_a_few_times() {
    let kinds: [fn(usize) -> String; 4] = [
        |line| format!("{} {}", line * 7919 % 1000, "ab.".repeat(line % 5)),
        |line| {
            if line % 2 == 0 {
                "Puzzle seven".to_owned()
            } else {
                "1 2 3 4".to_owned()
            }
        },
        |line| "1 ".repeat(1 + line * 7 % 23),
        |line| "x".repeat(1 + line * 7 % 23),
    ];
    for (number, kind) in kinds.into_iter().enumerate() {
        let text: String = (0..3000).map(|line| kind(line) + "\n").collect();
        let (checks, errors) = measure_work(&text);
        assert!(
            checks <= 40 && errors > 10,
            "kind {number}: {checks} checks of each line, {errors} errors"
        );
    }
}

#[test]
fn valid_grids_are_found_after_invalid_lines() {
    let good = "1 . 3 .\n3 4 . 2\n2 . 4 .\n4 . 2 1\n";
    let rubbish: String = (0..500)
        .map(|line| "12 ".repeat(1 + line % 3) + "\n")
        .collect();
    let text = format!("{good}\n{rubbish}\n{good}\n{rubbish}\n{good}");
    let records = read_all(&text, &ReadOptions::default());
    assert_eq!(
        records
            .iter()
            .flatten()
            .filter(|record| record.puzzle.clue_count() == 10)
            .count(),
        3
    );
}
