//! Tests of lists of puzzles: every line that is neither blank nor a comment gets an answer in its
//! place.

mod common;

use common::{Run, ndoku, ndoku_with};
#[cfg(unix)]
use common::{file, folder};

const GOOD: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const SMALL: &str = "1.3.34.22.4.4.21";
const SMALL_SOLVED: &str = "1234341221434321";
const BAD: &str = "Invalid puzzle";

/// Lines without a puzzle.
const JUNK: &[&str] = &[
    "garbage",
    "ab\0cd",
    "NaN",
    "null",
    "--",
    "==",
    "Invalid puzzle",
    "No solution found",
    "Given up",
    "Not writable",
    "x",
    "}",
    "{",
    "[]",
    "[",
    "\"x\"",
    "Grid 01",
    "a b c",
    "no",
    "None",
    "N/A",
    "???",
    "...",
    "<html>",
    "-",
    "+",
    "|",
    "---+---+---",
    ",",
    ",,,",
    "true",
    "2024-01-01",
    "[Puzzle]",
    "error: bad",
    "53..7",
    "5 3 . . 7 . . . .",
    "1 2 3 4",
    "BEFORE",
    "SOLVED",
    "é",
    "timeout",
    "*",
    "....",
    "http://example.org/a/very/long/path/with/more/than/thirty/five/characters",
    "the quick brown fox jumps over the lazy dog",
    "Traceback (most recent call last):",
    "-1",
    "undefined",
    "size 9",
    "3x3:abc",
    ":0000:x",
    "fpuzzles",
    "internationalist",
];

fn solve(options: &[&str], lines: &[&str]) -> Run {
    ndoku_with(
        &[&["solve"], options].concat(),
        (lines.join("\n") + "\n").as_bytes(),
    )
}

/// Returns the expected answers to lines of valid puzzles and junk.
fn answers(lines: &[&str]) -> Vec<&'static str> {
    lines
        .iter()
        .map(|line| if *line == GOOD { SOLVED } else { BAD })
        .collect()
}

#[test]
fn every_junk_line_of_a_list_keeps_its_place() {
    for junk in JUNK {
        for lines in [
            vec![*junk, GOOD, GOOD],
            vec![GOOD, junk, GOOD],
            vec![GOOD, GOOD, junk],
            vec![junk, junk, GOOD, junk, junk, GOOD],
        ] {
            let run = solve(&[], &lines);
            assert_eq!(run.lines(), answers(&lines), "{lines:?}: {}", run.err);
            assert_eq!(run.code, 3, "{lines:?}");
        }
    }
}

#[test]
fn the_rule_is_in_the_help() {
    let help = ndoku(&["help", "formats"]).out;
    for words in [
        "Every line of a list is a puzzle or an error",
        "`No solution found`",
        "(# % ; //)",
        "--max-decompressed",
    ] {
        assert!(help.contains(words), "{words}: {help}");
    }
    assert!(
        help.lines().take(24).all(|line| line.chars().count() <= 80),
        "{help}"
    );
}

#[test]
fn a_junk_line_is_named() {
    for junk in JUNK {
        let run = solve(&[], &[GOOD, junk, "# a comment", "", GOOD]);
        assert_eq!(run.lines(), [SOLVED, BAD, SOLVED], "{junk}: {}", run.err);
        assert!(
            run.err.contains("--> standard input:2:"),
            "{junk}: {}",
            run.err
        );
    }
}

#[test]
fn long_lists_are_read_as_short_ones_are() {
    let mut lines = vec![GOOD; 9];
    for junk in JUNK {
        lines.extend([junk, GOOD, junk, junk, junk, GOOD, GOOD, GOOD]);
    }
    lines.push("garbage");
    let expected = answers(&lines);
    for options in [
        &["--block", "0"][..],
        &["--block", "1"],
        &["--block", "100"],
        &["--block", "5000"],
        &[],
    ] {
        let run = solve(options, &lines);
        assert_eq!(run.lines(), expected, "{options:?}");
    }
    let short = solve(&["--block", "0", "--json"], &lines);
    assert_eq!(
        solve(&["--block", "200", "--json"], &lines).out,
        short.out,
        "line numbers and messages are the same"
    );
}

#[test]
fn all_junk_lines_at_once() {
    let mut lines = JUNK.to_vec();
    lines.extend([GOOD, GOOD]);
    lines.extend(JUNK);
    let run = solve(&[], &lines);
    assert_eq!(run.lines(), answers(&lines), "{}", run.err);
}

#[test]
fn lists_of_small_puzzles_and_faulty_ones_are_lists() {
    let run = solve(
        &[],
        &[SMALL, "null", "garbage", SMALL, "--", &SMALL[1..], SMALL],
    );
    assert_eq!(
        run.lines(),
        [SMALL_SOLVED, BAD, BAD, SMALL_SOLVED, BAD, BAD, SMALL_SOLVED],
        "{}",
        run.err
    );
    let short = &GOOD[1..];
    let run = solve(&[], &[short, "garbage", short, "NaN", "NaN", "NaN", short]);
    assert_eq!(run.lines(), [BAD; 7], "{}", run.err);
}

#[test]
fn the_own_output_keeps_its_lines() {
    let unsolvable =
        "5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8";
    let contradiction = GOOD.replacen("53", "55", 1);
    let empty = ".".repeat(81);
    let lines = [
        unsolvable,
        GOOD,
        &contradiction,
        "garbage",
        &empty,
        unsolvable,
        unsolvable,
        GOOD,
        &GOOD[2..],
        unsolvable,
    ];
    for options in [
        &["--limit", "1"][..],
        &["--max-guesses", "0"],
        &["--json"],
        &["--x"],
    ] {
        let first = solve(options, &lines);
        assert_eq!(
            first.lines().len(),
            lines.len(),
            "{options:?}: {}",
            first.err
        );
        if options != ["--json"] {
            let again = ndoku_with(&["solve", "--json"], first.out.as_bytes());
            let numbers: Vec<u64> = again
                .lines()
                .iter()
                .map(|line| {
                    serde_json::from_str::<serde_json::Value>(line).expect("JSON")["line"]
                        .as_u64()
                        .unwrap_or(0)
                })
                .collect();
            assert_eq!(
                numbers,
                (1..=lines.len() as u64).collect::<Vec<_>>(),
                "{options:?}: {}",
                first.out
            );
        }
    }
    // A list of placeholders only.
    let words = [
        "No solution found",
        "Invalid puzzle",
        "No solution found",
        "Given up",
    ];
    assert_eq!(solve(&[], &words).lines(), [BAD; 4]);
    let run = solve(&[], &words);
    assert!(
        run.err
            .contains("`No solution found` is a placeholder, not a puzzle"),
        "{}",
        run.err
    );
    // Placeholders between grids.
    let grids = ndoku_with(
        &["solve", "--to", "grid"],
        format!("{GOOD}\n{unsolvable}\n{GOOD}\n").as_bytes(),
    );
    assert_eq!(
        ndoku_with(&["solve"], grids.out.as_bytes()).lines(),
        [SOLVED, BAD, SOLVED],
        "{}",
        grids.out
    );
}

#[test]
fn titles_of_grids_are_skipped() {
    let rows = |puzzle: &str| {
        puzzle
            .as_bytes()
            .chunks(9)
            .map(|row| String::from_utf8_lossy(row).into_owned())
            .collect::<Vec<_>>()
            .join("\n")
    };
    let euler: String = (1..=12)
        .map(|number| format!("Grid {number:02}\n{}\n", rows(GOOD).replace('.', "0")))
        .collect();
    assert_eq!(
        ndoku_with(&["solve"], euler.as_bytes()).lines(),
        [SOLVED; 12]
    );
    // Titles between the lines of a list.
    let mixed = format!(
        "{GOOD}\n\nPuzzle seven\n{0}\n\n{GOOD}\ngarbage\n{GOOD}\n\nThe last\n{0}\n",
        rows(GOOD)
    );
    let run = ndoku_with(&["solve"], mixed.as_bytes());
    assert_eq!(
        run.lines(),
        [SOLVED, SOLVED, SOLVED, BAD, SOLVED, SOLVED],
        "{}",
        run.err
    );
    // Words around a single puzzle.
    let run = ndoku_with(&["solve"], format!("My puzzle:\n{GOOD}\n").as_bytes());
    assert_eq!(run.lines(), [SOLVED], "{}", run.err);
    let run = ndoku_with(
        &["solve"],
        format!("My puzzle:\n{}\n", rows(GOOD)).as_bytes(),
    );
    assert_eq!(run.lines(), [SOLVED], "{}", run.err);
    // A puzzle count, and comments of all kinds.
    let run = ndoku_with(
        &["solve"],
        format!("2\n{GOOD}\n% one\n; two\n// three\n\n{GOOD}\n").as_bytes(),
    );
    assert_eq!(run.lines(), [SOLVED; 2], "{}", run.err);
}

#[test]
fn a_single_strange_character_is_no_grid_of_size_1() {
    for (line, message) in [
        ("}", "`}` is not a cell"),
        ("%%%%", "`%` is not a cell"),
        ("N/A", "`/` is not a cell"),
    ] {
        for text in [format!("{line}\n"), format!("{line}\n\n{GOOD}\n")] {
            let run = ndoku_with(&["check"], text.as_bytes());
            assert!(
                !run.err.contains("sizes go from 1 to 255"),
                "{line}: {}",
                run.err
            );
            assert!(
                run.err.contains(message) || line == "%%%%",
                "{line}: {}",
                run.err
            );
        }
    }
}

#[test]
fn transcripts_of_puzzle_and_solution_are_read_back() {
    let puzzles = format!("{GOOD}\n{SMALL}\n{GOOD}\n");
    let spaced = ndoku_with(&["solve", "--to", "spaced"], puzzles.as_bytes());
    assert!(
        spaced.out.starts_with("BEFORE\n5 3 _  _ 7 _")
            && spaced.out.contains("\n\nSOLVED\n5 3 4  6 7 8"),
        "{}",
        spaced.out
    );
    let pairs = [
        format!("{GOOD},{SOLVED}"),
        format!("{SMALL},{SMALL_SOLVED}"),
        format!("{GOOD},{SOLVED}"),
    ];
    for options in [&[][..], &["--format", "spaced"]] {
        let read = ndoku_with(
            &[&["convert", "--to", "pair"], options].concat(),
            spaced.out.as_bytes(),
        );
        assert_eq!(read.lines(), pairs, "{}", read.err);
        let again = ndoku_with(
            &[&["solve", "--to", "spaced"], options].concat(),
            spaced.out.as_bytes(),
        );
        assert_eq!(again.out, spaced.out, "{}", again.err);
    }
    // A puzzle without a solution has a message in its place.
    let none = ndoku(&[
        "solve",
        "--to",
        "spaced",
        "5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8",
    ]);
    assert!(
        none.out.contains("SOLVED\nNo solution found\n"),
        "{}",
        none.out
    );
    let read = ndoku_with(
        &["solve"],
        format!("{}\n{}", none.out, spaced.out).as_bytes(),
    );
    assert_eq!(
        read.lines(),
        ["No solution found", SOLVED, SMALL_SOLVED, SOLVED],
        "{}",
        read.err
    );
    // The format also reads the output of `convert`.
    let converted = ndoku(&["convert", "--to", "spaced", GOOD]);
    assert_eq!(
        ndoku_with(&["solve"], converted.out.as_bytes()).lines(),
        [SOLVED]
    );
}

#[test]
fn the_symbol_after_z_is_a_star() {
    // All letters occur, after numbers if there is room. The last symbol is missing.
    for (size, numbers, step) in [(27_usize, 0, 9), (36, 9, 6)] {
        let symbol = |value: usize| match value {
            value if value < numbers => (value + 1).to_string(),
            value if value < numbers + 26 => char::from(b'A' + (value - numbers) as u8).to_string(),
            _ => "*".to_owned(),
        };
        let height = size / step;
        let row = |row: usize| {
            (0..size)
                .map(move |column| symbol((step * (row % height) + row / height + column) % size))
        };
        let grid = |blank: &str, gap: &str| {
            let lines = (0..size).map(|number| {
                row(number)
                    .map(|cell| cell.replace('*', blank))
                    .collect::<Vec<_>>()
                    .join(gap)
            });
            lines.collect::<Vec<_>>().join("\n") + "\n"
        };
        let (puzzle, solution) = (grid("_", " "), grid("*", " "));
        let run = ndoku_with(&["solve", "--to", "s0"], puzzle.as_bytes());
        assert_eq!((run.code, &run.out), (0, &solution), "{}", run.err);
        // The solution is read back in the other row formats and as a line.
        for options in [&[][..], &["--format", "s0"]] {
            let again = ndoku_with(
                &[&["solve", "--to", "s0"], options].concat(),
                solution.as_bytes(),
            );
            assert_eq!(again.out, solution, "{options:?}: {}", again.err);
        }
        for to in ["grid", "spaced", "line"] {
            let written = ndoku_with(&["solve", "--to", to], puzzle.as_bytes());
            let again = ndoku_with(&["solve", "--to", "s0"], written.out.as_bytes());
            assert_eq!(again.out, solution, "{to}: {}{}", written.err, again.err);
        }
    }
}

#[cfg(unix)]
#[test]
fn paths_that_are_not_utf_8_and_links() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    let folder = folder();
    let run = |command: &str, name: &OsStr| {
        let output = Command::new(env!("CARGO_BIN_EXE_ndoku"))
            .current_dir(folder.path())
            .env("NDOKU_CONFIG", "")
            .arg(command)
            .arg(name)
            .output()
            .expect("the command starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let name = OsStr::from_bytes(b"caf\xe9.txt");
    if std::fs::write(folder.path().join(name), format!("{GOOD}\n")).is_ok() {
        for (command, out) in [
            ("solve", format!("{SOLVED}\n")),
            ("count", "1\n".to_owned()),
            ("convert", format!("{GOOD}\n")),
        ] {
            let (code, written, err) = run(command, name);
            assert_eq!((code, written), (Some(0), out), "{command}: {err}");
        }
    }
    let (code, _, err) = run("solve", OsStr::from_bytes(b"\xff.txt"));
    assert!(
        code == Some(66) && err.contains("there is no such file") && err.contains("\u{fffd}.txt"),
        "{err}"
    );
    let path = |name: &str| folder.path().join(name);
    symlink("two", path("one")).expect("a link can be made");
    symlink("one", path("two")).expect("a link can be made");
    symlink("nowhere", path("three")).expect("a link can be made");
    let (code, _, err) = run("solve", OsStr::new("one"));
    assert!(
        code == Some(66) && err.contains("the link cannot be followed") && err.contains("--> one"),
        "{err}"
    );
    let (code, _, err) = run("solve", OsStr::new("three"));
    assert!(
        code == Some(66)
            && err.contains("it points to a file that does not exist")
            && err.contains("--> three"),
        "{err}"
    );
    file(&folder, "real.txt", format!("{GOOD}\n"));
    symlink("real.txt", path("four")).expect("a link can be made");
    assert_eq!(run("solve", OsStr::new("four")).1, format!("{SOLVED}\n"));
}
