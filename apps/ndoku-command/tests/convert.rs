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

#[test]
fn a_blank_that_is_not_read_back_is_refused() {
    let row = format!("{}1", ".".repeat(80));
    for (format, blank, puzzle) in [
        ("sukaku", "?", UNIQUE),
        ("sukaku", "-", UNIQUE),
        ("rows", "-", &row),
        ("line", "x", &"1".repeat(256).replacen('1', ".", 9)),
    ] {
        let run = ndoku(&["convert", "--to", format, "--blank", blank, puzzle]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
        let named = run.err.contains(&format!("{format}: `{blank}`"));
        assert!(named, "{}", run.err);
    }
    let run = ndoku(&["convert", "--to", "sukaku", "--blank", "*", UNIQUE]);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn a_zero_is_not_written_where_it_is_read_as_a_blank() {
    // The same puzzle in the symbols 0 to 8.
    let zeros: String = UNIQUE
        .chars()
        .map(|c| {
            c.to_digit(10)
                .map_or(c, |digit| char::from(b'0' + digit as u8 - 1))
        })
        .collect();
    for to in ["grid", "spaced"] {
        for blank in ["0", "."] {
            let run = ndoku(&[
                "convert",
                "--symbols",
                "hex0",
                "--to",
                to,
                "--blank",
                blank,
                &zeros,
            ]);
            assert_eq!(run.code, 0, "{}", run.err);
            let warning = format!("the format {to} cannot keep the symbols");
            assert!(run.err.contains(&warning), "{}", run.err);
            let back = ndoku_with(&["convert", "--to", "line", "-"], run.out.as_bytes());
            assert_eq!(back.out.trim_end(), UNIQUE);
        }
        let run = ndoku(&["solve", "--symbols", "hex0", "--to", to, &zeros]);
        assert!(run.err.contains("cannot keep the symbols"), "{}", run.err);
    }
}

#[test]
fn every_loss_is_a_warning() {
    let table = "puzzle,solution,title\n1...............,1234341221434321,A\n";
    let warnings = |args: &[&str]| {
        let run = ndoku_with(&[&["convert"], args, &["-"]].concat(), table.as_bytes());
        assert_eq!(run.code, 0, "{}", run.err);
        run.err
    };
    let line = warnings(&["--to", "line"]);
    assert!(line.contains("line cannot keep the solution"), "{line}");
    assert!(line.contains("line cannot keep title"), "{line}");
    let solution = warnings(&["--to", "line", "--solution"]);
    assert!(!solution.contains("keep the solution"), "{solution}");
    assert_eq!(warnings(&["--to", "csv"]), "");
    // Lines of letters are read back as letters.
    let run = ndoku(&["generate", "--symbols", "alpha", "--seed", "1"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let run = ndoku(&["generate", "--symbols", "hex0", "--seed", "1"]);
    assert!(run.err.contains("cannot keep the symbols"), "{}", run.err);
}

#[test]
fn a_wrong_solution_is_reported() {
    let pair = b"1...............,2234341221434321\n";
    let reason = "the given solution has 2 in r1c1, but the clue is 1";
    let run = ndoku_with(&["check", "-"], pair);
    assert_eq!((run.code, run.out.trim_end()), (1, reason), "{}", run.err);
    for command in [&["convert", "--solution", "-"][..], &["solve", "-"]] {
        let run = ndoku_with(command, pair);
        let warning = format!("warning: standard input:1: {reason}");
        assert!(run.err.contains(&warning), "{}", run.err);
    }
    let right = b"1...............,1234341221434321\n";
    let run = ndoku_with(&["check", "--quiet", "-"], right);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
}

/// A solution is complete in any format, but a column for the puzzle loses its rules.
#[test]
fn a_puzzle_beside_its_solution_names_what_it_loses() {
    let killer = "1...\n....\n....\n...2\n\nkiller 5: r1c3 r1c4\n";
    let table = ndoku(&["solve", "--all", "--to", "csv", killer]);
    assert_eq!(table.code, 0, "{}", table.err);
    assert!(
        table
            .err
            .contains("warning: the format csv cannot keep the extra rules"),
        "{}",
        table.err
    );
    let lines = ndoku(&["solve", "--all", "--to", "line", killer]);
    assert!(!lines.err.contains("cannot keep"), "{}", lines.err);
}
