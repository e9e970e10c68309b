//! `ndoku convert` to formats that hold one puzzle, or not every puzzle.

mod common;

use common::{ndoku, ndoku_with};

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
