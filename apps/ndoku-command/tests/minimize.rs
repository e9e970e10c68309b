//! `minimize`, `vicinity` and `check --minimal`: results, seeds, threads, order, bad lines and exit
//! codes.

mod common;

use std::collections::BTreeSet;

use common::{file, folder, ndoku, ndoku_with};

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const GRID: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Returns essentially equal grids, one per line.
fn grids(count: usize) -> String {
    (0..count)
        .map(|turn| {
            GRID.bytes()
                .map(|digit| char::from(b'1' + (digit - b'1' + turn as u8) % 9))
                .collect::<String>()
                + "\n"
        })
        .collect()
}

fn clues(line: &str) -> usize {
    line.bytes()
        .filter(|byte| byte.is_ascii_digit() && *byte != b'0')
        .count()
}

#[test]
fn result_is_minimal_and_depends_on_the_seed() {
    let input = grids(60);
    let minimize = |arguments: &[&str]| {
        let run = ndoku_with(
            &[&["minimize", "-q"], arguments, &["-"]].concat(),
            input.as_bytes(),
        );
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
        run.out
    };
    let first = minimize(&["--seed", "7"]);
    assert_eq!(first.lines().count(), 60);
    for (line, grid) in first.lines().zip(input.lines()) {
        assert!((19..=34).contains(&clues(line)), "{line}");
        assert!(
            line.bytes()
                .zip(grid.bytes())
                .all(|(clue, digit)| clue == digit || clue == b'.')
        );
    }
    for threads in ["1", "2", "5"] {
        assert_eq!(minimize(&["--seed", "7", "-j", threads]), first);
    }
    assert_eq!(minimize(&["--seed", "7", "--isa", "portable"]), first);
    // One after the other, with a timeout, and with a limit of guesses.
    assert_eq!(minimize(&["--seed", "7", "--timeout", "1h"]), first);
    assert_eq!(
        minimize(&["--seed", "7", "--max-guesses", "1000000"]),
        first
    );
    assert_ne!(minimize(&["--seed", "8"]), first);
    // Seeds keep their puzzles.
    assert_eq!(first.lines().next(), Some(GOLDEN));
    let checked = ndoku_with(&["check", "--minimal", "-"], first.as_bytes());
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(
        checked
            .lines()
            .iter()
            .all(|line| line.ends_with("no conflict, every clue is needed"))
    );
}

/// The first of these puzzles for seed 7.
const GOLDEN: &str =
    ".34.....2..219......83.....8...6.......8....1.....4.5.9....7.8....4.....345.8.1.9";

#[test]
fn symmetry_is_kept() {
    let run = ndoku(&["minimize", "--seed", "1", "--symmetric", "rotational", GRID]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let line = run.out.trim_end();
    let turned: String = line.chars().rev().collect();
    assert!(
        line.chars()
            .zip(turned.chars())
            .all(|(a, b)| (a == '.') == (b == '.')),
        "{line}"
    );
    assert_eq!(ndoku(&["count", line]).out, "1\n");
    let wrong = ndoku(&["minimize", "--symmetry", "round", GRID]);
    assert!(
        wrong.code == 2 && wrong.err.contains("both-diagonals"),
        "{wrong:?}"
    );
}

#[test]
fn seed_and_summary_are_reported() {
    let run = ndoku_with(&["minimize", "-"], grids(3).as_bytes());
    assert!(
        run.code == 0
            && run.err.starts_with("made with --seed ")
            && run.err.contains("3 puzzles minimized: "),
        "{run:?}"
    );
    let quiet = ndoku_with(&["minimize", "-q", "-"], grids(3).as_bytes());
    assert_eq!(quiet.err, "");
}

#[test]
fn errors_that_are_not_shown_are_counted() {
    let input = format!("{}{}", grids(9).repeat(30), "garbage\n".repeat(150));
    let run = ndoku_with(&["minimize", "--seed", "1", "-j", "2"], input.as_bytes());
    let counted = run.err.matches("… and ").count();
    assert_eq!((run.code, counted), (3, 1), "{}", run.err);
    assert!(run.err.contains("… and 50 more errors"), "{}", run.err);
}

#[test]
fn failures_are_reported_in_order() {
    let text = format!(
        "{GRID}\n{}\n{}\n{}\n{GRID}\n",
        ".".repeat(81),
        &GRID[1..],
        GRID.replacen("53", "55", 1)
    );
    let run = ndoku_with(&["minimize", "--seed", "1", "-"], text.as_bytes());
    assert_eq!((run.code, run.lines().len()), (3, 2));
    assert!(
        run.err
            .contains("not minimized: it has more than one solution"),
        "{}",
        run.err
    );
    let none = "12345678.........9...............................................................";
    let run = ndoku(&["minimize", "--seed", "1", none]);
    assert!(
        run.code == 1 && run.err.contains("no solution") && run.out.is_empty(),
        "{run:?}"
    );
    let run = ndoku(&["minimize", "--seed", "1", "--exit-zero", none]);
    assert_eq!(run.code, 0);
}

#[test]
fn other_layouts_and_formats_are_supported() {
    let record = ndoku(&["minimize", "--seed", "1", "--json", "1234341221434321"]);
    let record: serde_json::Value = serde_json::from_str(&record.out).unwrap();
    let puzzle = record["puzzle"].as_str().unwrap();
    assert_eq!(
        (record["n"].as_u64(), record["clues"].as_u64()),
        (Some(1), Some(clues(puzzle) as u64))
    );
    assert_eq!(ndoku(&["check", "--minimal", puzzle]).code, 0);
    let grid = ndoku(&[
        "minimize",
        "--seed",
        "1",
        "--to",
        "grid",
        "1234341221434321",
    ]);
    assert!(grid.code == 0 && grid.lines().len() > 4, "{grid:?}");
    let x = ndoku(&["minimize", "--seed", "1", "--x", "1234432121433412", "-q"]);
    assert!(x.code == 1 || clues(x.out.trim_end()) < 16, "{x:?}");
}

#[test]
fn all_minimal_puzzles_are_listed() {
    let run = ndoku(&["minimize", "--all", "1234341221434321"]);
    let lines: BTreeSet<&str> = run.lines().into_iter().collect();
    assert_eq!((run.code, lines.len()), (0, run.lines().len()));
    assert_eq!(
        run.err.trim_end(),
        format!("{} minimal puzzles", lines.len())
    );
    let checked = ndoku_with(&["check", "--minimal", "-"], run.out.as_bytes());
    assert_eq!(checked.code, 0);
    let limited = ndoku(&["minimize", "--all", "--limit", "5", GRID]);
    assert!(
        limited.code == 0
            && limited.lines().len() == 5
            && limited
                .err
                .contains("5 minimal puzzles, and there are more"),
        "{limited:?}"
    );
    assert_eq!(ndoku(&["minimize", "--limit", "5", GRID]).code, 2);
}

#[test]
fn redundant_clues_are_named() {
    let folder = folder();
    let path = file(&folder, "p.txt", format!("{UNIQUE}\n{GRID}\n"));
    let run = ndoku(&["check", "--minimal", &path]);
    assert_eq!((run.code, run.lines().len()), (1, 2));
    assert!(
        run.lines()[1]
            .starts_with("line 2: not minimal: each of these could be removed: r1c1, r1c2, "),
        "{run:?}"
    );
    // Each named clue is redundant.
    let named = run.lines()[0].rsplit([' ', ',']).next().unwrap().to_owned();
    let (row, column) = (
        usize::from(named.as_bytes()[1] - b'1'),
        usize::from(named.as_bytes()[3] - b'1'),
    );
    let mut less = UNIQUE.to_owned();
    less.replace_range(9 * row + column..=9 * row + column, ".");
    assert_eq!(ndoku(&["count", &less]).out, "1\n");
    let json = ndoku(&["check", "--minimal", "--json", &path]);
    let record: serde_json::Value = serde_json::from_str(json.lines()[1]).unwrap();
    assert_eq!(
        record["conflicts"][0]["cells"].as_array().unwrap().len(),
        81
    );
    let several = ndoku(&["check", "--minimal", &".".repeat(81)]);
    assert!(
        several.code == 1 && several.out.contains("not unique"),
        "{several:?}"
    );
}

#[test]
fn vicinity_is_unique_and_ordered() {
    let minimal = ndoku(&["minimize", "-q", "--seed", "3", GRID]).out;
    let text = format!("{minimal}x\n{minimal}");
    let search = |arguments: &[&str]| {
        ndoku_with(
            &[&["vicinity"], arguments, &["-"]].concat(),
            text.as_bytes(),
        )
    };
    let all = search(&["--minus", "1", "--plus", "1"]);
    assert_eq!(all.code, 3);
    let lines = all.lines();
    assert!(lines.len() > 20 && lines[..lines.len() / 2] == lines[lines.len() / 2..]);
    assert!(
        all.err
            .contains(&format!("{{-1+1}} of 2 puzzles: {} puzzles", lines.len())),
        "{}",
        all.err
    );
    assert_eq!(
        ndoku_with(&["check", "--unique", "-"], all.out.as_bytes()).code,
        0
    );
    let minimal_ones = search(&["--minimal", "-j", "1"]);
    assert!(minimal_ones.lines().len() < lines.len());
    assert_eq!(
        ndoku_with(&["check", "--minimal", "-"], minimal_ones.out.as_bytes()).code,
        0
    );
    let different = search(&["--dedupe", "-j", "3"]);
    assert!(
        2 * different.lines().len() <= lines.len() && lines.starts_with(&different.lines()[..3])
    );
    let passed = search(&["--solutions", "5"]);
    assert!(
        passed.code == 3 && passed.err.contains("skipped "),
        "{passed:?}"
    );
    assert_eq!(search(&["--minus", "3"]).code, 2);
    assert_eq!(ndoku(&["vicinity", "1234341221434321"]).code, 1);
}
