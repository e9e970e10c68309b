//! Tests of `ndoku convert`: every format in both directions, and formats that hold one puzzle only
//! or not every puzzle.

mod common;

use common::{ndoku, ndoku_with};

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A puzzle that requires guesses.
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn clauses_are_written_for_one_puzzle() {
    let run = ndoku(&["convert", "--to", "dimacs", "1...............", "-q"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let mut lines = run.out.lines().skip_while(|line| line.starts_with("c "));
    assert_eq!(lines.next(), Some("p cnf 64 385"));
    assert_eq!(lines.next(), Some("1 0"), "the clue");
    assert_eq!(lines.clone().count() + 1, 385);
    assert!(lines.all(|line| line.ends_with(" 0")));
}

#[test]
fn a_second_puzzle_does_not_follow_the_first() {
    let run = ndoku_with(
        &["convert", "--to", "cnf", "-"],
        b"1...............\n.2..............\n",
    );
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(run.out.matches("p cnf").count(), 1);
    assert!(run.err.contains("one puzzle only"), "{}", run.err);
}

#[test]
fn other_commands_leave_clauses_to_convert() {
    let run = ndoku(&["solve", "--to", "dimacs", "1..............."]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains("ndoku convert"), "{}", run.err);
}

#[test]
fn conversions_round_trip() {
    let formats = ndoku(&["formats", "--json"]);
    for line in formats.lines() {
        let format: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
        let (Some(id), Some(true)) = (format["id"].as_str(), format["write"].as_bool()) else {
            continue;
        };
        // DIMACS clauses are for other programs and are not read.
        if id == "dimacs" {
            assert_eq!(format["read"], false);
            continue;
        }
        for puzzles in [&[UNIQUE][..], &[UNIQUE, HARD, SOLVED]] {
            let written = ndoku(&[&["convert", "--to", id][..], puzzles].concat());
            assert_eq!(written.code, 0, "{id}: {}", written.err);
            if id == "sukaku" {
                // The format has candidates only, so a clue is read back as a cell with one
                // candidate.
                let solved = ndoku_with(&["solve"], written.out.as_bytes());
                assert_eq!(solved.out, ndoku(&[&["solve"][..], puzzles].concat()).out);
                continue;
            }
            let back = ndoku_with(&["convert", "--to", "line"], written.out.as_bytes());
            assert_eq!(
                (back.lines(), back.code),
                (puzzles.to_vec(), 0),
                "{id}: {}\n{}",
                written.out,
                back.err
            );
            let named = ndoku_with(
                &["convert", "--to", "line", "--format", id],
                written.out.replace('\n', "\r\n").as_bytes(),
            );
            assert_eq!(named.lines(), puzzles, "{id} with CRLF: {}", named.err);
        }
    }
    let refused = ndoku(&[
        "solve",
        "--to",
        "ss",
        "1..............1",
        "12..34..21..43..",
        UNIQUE,
    ]);
    assert!(
        refused
            .err
            .contains("ss: this format is for 9×9 only, the puzzle is 4×4"),
        "{}",
        refused.err
    );
    assert!(
        refused.out.contains("|534|678|912|"),
        "the others are written: {}",
        refused.out
    );
}
