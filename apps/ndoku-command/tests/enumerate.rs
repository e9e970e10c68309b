//! Tests of `enumerate`: lines are written in blocks and agree with other formats; limits, times
//! and progress.

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use common::{file, folder, ndoku, ndoku_with};

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const NONE: &str =
    "12345678.........9...............................................................";
/// A puzzle with 2,277 solutions.
const SOME: &str =
    "4..6.23.............8.41...573...619...9.5738.8..1.2..8.7...5.6.....68........4..";

fn empty(cells: usize) -> String {
    ".".repeat(cells)
}

#[test]
fn lines_agree_with_records() {
    let anti_king = ["--rule", "anti-king", &empty(36)];
    let sixteen = empty(256);
    let letters = ["--limit", "200", "--symbols", "alpha", &sixteen];
    let uneven = ["--limit", "200", "--symbols", "alnum", &sixteen];
    let wide = ["--limit", "200", "--symbols", "dec", &sixteen];
    for arguments in [
        &[SOME][..],
        &["--order", "sorted", SOME],
        &["--limit", "300", &empty(81)],
        &[&empty(16)],
        &anti_king,
        &letters,
        &uneven,
        &wide,
    ] {
        let lines = ndoku(&[&["enumerate"], arguments].concat());
        let records = ndoku(&[&["enumerate", "--json"], arguments].concat());
        let solutions: Vec<String> = records
            .lines()
            .iter()
            .map(|line| {
                serde_json::from_str::<serde_json::Value>(line).expect("it is JSON")["solution"]
                    .as_str()
                    .expect("text")
                    .to_owned()
            })
            .collect();
        assert!(solutions.len() > 10, "{arguments:?}: {}", records.err);
        assert!(
            lines.lines() == solutions && lines.err == records.err && lines.code == 0,
            "{arguments:?}"
        );
    }
}

#[test]
fn limits_are_exact_within_blocks() {
    let nine = empty(81);
    let all = ndoku(&["enumerate", "--limit", "2000", &nine]);
    for limit in [1, 2, 127, 128, 129, 256, 1_000] {
        let run = ndoku(&["enumerate", "--limit", &limit.to_string(), &nine]);
        assert_eq!(
            (run.code, run.lines()),
            (0, all.lines()[..limit].to_vec()),
            "{limit}"
        );
        assert!(run.err.ends_with(", and there are more\n"), "{}", run.err);
    }
    for (limit, more) in [("287", true), ("288", false), ("289", false), ("0", false)] {
        let run = ndoku(&["enumerate", "--limit", limit, &empty(16)]);
        assert_eq!(
            (run.err.contains("there are more"), run.lines().len()),
            (more, if more { 287 } else { 288 }),
            "{limit}"
        );
    }
}

#[test]
fn limit_and_place_apply_to_each_puzzle() {
    let folder = folder();
    let out = folder.path().join("out.txt");
    let text = format!("{}\n{NONE}\n{UNIQUE}\n{}\n", empty(81), empty(81));
    let path = file(&folder, "puzzles.txt", &text);
    let run = ndoku(&[
        "enumerate",
        "--limit",
        "150",
        "-o",
        &out.to_string_lossy(),
        &path,
    ]);
    let written = std::fs::read_to_string(&out).expect("it was written");
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!((run.code, run.out.as_str(), lines.len()), (1, "", 301));
    assert!(lines[150].starts_with("534678912") && lines[151..] == lines[..150]);
    assert_eq!(
        ndoku_with(&["enumerate", "--limit", "150"], text.as_bytes()).out,
        written
    );
    let from_solve = ndoku(&["solve", "--limit", "150", &path]);
    assert_eq!(
        from_solve
            .lines()
            .iter()
            .filter(|line| line.len() == 81)
            .count(),
        301,
        "{}",
        from_solve.err
    );
}

#[test]
fn a_timeout_leaves_complete_counted_lines() {
    let run = ndoku(&["enumerate", "--timeout", "100ms", &empty(81)]);
    let found = run
        .err
        .strip_prefix("solutions: at least ")
        .and_then(|rest| rest.strip_suffix(": the time ran out\n"));
    assert_eq!(
        found.map(|number| number.replace(',', "")),
        Some(run.lines().len().to_string()),
        "{}",
        run.err
    );
    assert!(
        run.code == 4 && run.out.ends_with('\n') && run.lines().iter().all(|line| line.len() == 81)
    );
}

#[test]
fn sampling_shows_progress() {
    let run = ndoku(&[
        "enumerate",
        "--sample",
        "2",
        "--seed",
        "1",
        "--progress",
        "json",
        &empty(81),
        UNIQUE,
    ]);
    let last: serde_json::Value = run
        .err
        .lines()
        .last()
        .and_then(|line| serde_json::from_str(line).ok())
        .expect("a line of JSON");
    assert_eq!(
        (run.lines().len(), &last["done"], &last["finished"]),
        (4, &2.into(), &true.into())
    );
    assert!(
        !ndoku(&["enumerate", "--sample", "2", "--seed", "1", &empty(81)])
            .err
            .contains("finished")
    );
}

#[test]
fn an_unlimited_listing_is_written_immediately() {
    // The empty 9×9 grid has more solutions than any memory holds. The first of them appear
    // immediately, and a closed pipe ends the command.
    let mut child = Command::new(env!("CARGO_BIN_EXE_ndoku"))
        .args(["solve", "--all", "--limit", "0", &".".repeat(81)])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut lines = BufReader::new(child.stdout.take().expect("standard output is piped")).lines();
    for _ in 0..2_000 {
        assert_eq!(
            lines.next().expect("there are more").expect("a line").len(),
            81
        );
    }
    drop(lines);
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
    // Puzzles without a solution keep their places.
    let run = ndoku_with(
        &["solve", "--limit", "0", "--to", "line"],
        b"12..34..........\n123...4.........\n1111............\n123434122143432.\n",
    );
    assert_eq!(
        run.lines()
            .iter()
            .filter(|line| **line == "No solution found")
            .count(),
        1,
        "{run:?}"
    );
    assert_eq!(
        run.lines()
            .iter()
            .filter(|line| **line == "Invalid puzzle")
            .count(),
        1,
        "{run:?}"
    );
    assert_eq!(run.lines().last(), Some(&"1234341221434321"));
    assert_eq!(run.code, 3);
}

#[test]
fn several_solutions_are_no_error_in_a_listing() {
    assert_eq!(ndoku(&["solve", "1..............1"]).code, 1);
    assert_eq!(ndoku(&["solve", "--all", "1..............1"]).code, 0);
    assert_eq!(
        ndoku(&["solve", "--limit", "0", "1..............1"]).code,
        0
    );
    assert_eq!(
        ndoku(&["solve", "--all", "123...4........."]).code,
        1,
        "a puzzle without a solution still fails"
    );
}
