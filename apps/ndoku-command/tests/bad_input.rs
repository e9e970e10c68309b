//! Tests of invalid input. It gets one sentence with a position and a hint, and exit code 3. Every
//! other puzzle of the batch is solved in its place.

mod common;

use std::io::Write;

use common::{Run, file, folder, ndoku, ndoku_with};
use tempfile::TempDir;

/// A puzzle and its solution. The puzzles before and after the bad one differ in size, so that
/// nothing depends on equal sizes.
const GOOD: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const SMALL: &str = "1.3.34.22.4.4.21";
const SMALL_SOLVED: &str = "1234341221434321";
const BAD: &str = "Invalid puzzle";

/// The expected message for invalid input.
struct ExpectedError<'a> {
    /// The sentence, or a characteristic part of it.
    sentence: &'a str,
    /// Line and column. `None` for an error of the whole input.
    at: Option<(usize, usize)>,
    /// A word of the hint.
    hint: &'a str,
}

impl ExpectedError<'_> {
    /// Checks the message. `name` is the file's name, `shift` the number of lines before the bad
    /// part.
    fn check(&self, run: &Run, name: &str, shift: usize) {
        assert_eq!(run.code, 3, "{}", run.err);
        self.check_message(run, name, shift);
    }

    fn check_message(&self, run: &Run, name: &str, shift: usize) {
        let err = &run.err;
        assert_eq!(err.matches("error: ").count(), 1, "one error: {err}");
        let first = err
            .lines()
            .find(|line| line.starts_with("error: "))
            .unwrap_or_default();
        assert!(
            first.contains(self.sentence),
            "`{}` in: {err}",
            self.sentence
        );
        assert!(!first.ends_with('.'), "no full stop: {err}");
        let initial = first.trim_start_matches("error: ").chars().next();
        assert!(
            initial.is_some_and(|c| !c.is_uppercase()),
            "begins in lower case: {err}"
        );
        match self.at {
            Some((line, column)) => {
                let place = format!("--> {name}:{}:{column}\n", line + shift);
                assert!(err.contains(&place), "{place} in: {err}");
                let number = format!("\n{} | ", line + shift);
                assert!(err.contains(&number), "the line is shown: {err}");
                assert!(
                    err.lines()
                        .any(|line| line.contains("| ") && line.contains('^')),
                    "with a caret: {err}"
                );
            }
            None => assert!(
                err.contains(&format!("--> {name}\n")),
                "names {name}: {err}"
            ),
        }
        let hint = err
            .lines()
            .find_map(|line| line.split_once("= help: "))
            .map_or("", |(_, hint)| hint);
        assert!(
            hint.contains(self.hint),
            "`{}` in the hint: {err}",
            self.hint
        );
    }
}

/// Checks a bad part among valid puzzles: in standard input, in a file, and in a file of its own
/// between others.
fn check_among_good(bad: &str, options: &[&str], expected: &ExpectedError<'_>) {
    let text = format!("{GOOD}\n\n{bad}\n\n{SMALL}\n{GOOD}\n");
    let answers = [SOLVED, BAD, SMALL_SOLVED, SOLVED];
    let arguments = |more: &[&str]| {
        [&["solve"][..], options, more]
            .concat()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    let run = |more: &[&str], input: &str| {
        let arguments = arguments(more);
        ndoku_with(
            &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
            input.as_bytes(),
        )
    };
    let from_stdin = run(&[], &text);
    assert_eq!(from_stdin.lines(), answers, "{}", from_stdin.err);
    expected.check(&from_stdin, "standard input", 2);
    let folder = folder();
    let whole = file(&folder, "whole.txt", &text);
    let from_file = run(&[&whole], "");
    assert_eq!(from_file.lines(), answers);
    expected.check(&from_file, &whole, 2);
    check_file_among_files(
        &folder,
        "bad.txt",
        format!("{bad}\n").as_bytes(),
        options,
        expected,
    );
}

/// Checks a bad file between valid ones.
fn check_file_among_files(
    folder: &TempDir,
    name: &str,
    bad: &[u8],
    options: &[&str],
    expected: &ExpectedError<'_>,
) {
    let bad = file(folder, name, bad);
    check_path_among_files(folder, &bad, options, expected);
}

fn check_path_among_files(
    folder: &TempDir,
    bad: &str,
    options: &[&str],
    expected: &ExpectedError<'_>,
) {
    let (before, after) = (
        file(folder, "before.txt", format!("{GOOD}\n")),
        file(folder, "after.txt", format!("{SMALL}\n{GOOD}\n")),
    );
    let paths = [before.as_str(), bad, after.as_str()];
    let run = ndoku(&[&["solve"][..], options, &paths].concat());
    assert_eq!(
        run.lines(),
        [SOLVED, BAD, SMALL_SOLVED, SOLVED],
        "{}",
        run.err
    );
    expected.check(&run, bad, 0);
    assert!(
        run.err
            .ends_with("4 puzzles: 3 unique, 0 multiple, 0 none, 1 invalid\n"),
        "{}",
        run.err
    );
    // Records name the file and line of each puzzle, and the bad one has its place.
    let run = ndoku(&[&["solve", "--json"][..], options, &paths].concat());
    let records: Vec<serde_json::Value> = run
        .lines()
        .iter()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    let all = |key: &str| {
        records
            .iter()
            .map(|record| record[key].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(all("status"), ["unique", "invalid", "unique", "unique"]);
    assert_eq!(
        all("file"),
        [before.as_str(), bad, after.as_str(), after.as_str()]
    );
    assert_eq!(all("n"), [1, 2, 3, 4]);
    assert_eq!(
        (&records[3]["line"], &records[3]["solution"]),
        (&2.into(), &SOLVED.into())
    );
    assert_eq!(
        (records[1].get("solution"), records[1].get("solutions")),
        (None, None)
    );
    let error = &records[1]["error"];
    assert!(
        error["message"]
            .as_str()
            .is_some_and(|message| message.contains(expected.sentence)),
        "{error}"
    );
    let place = ["line", "column"].map(|key| error[key].as_u64());
    assert_eq!(
        place,
        expected.at.map_or([None, None], |(line, column)| [
            Some(line as u64),
            Some(column as u64)
        ])
    );
    // The other commands report the same error and continue.
    let counted = ndoku(&[&["count"][..], options, &paths].concat());
    assert_eq!(counted.lines(), ["1", "invalid", "1", "1"]);
    expected.check(&counted, bad, 0);
}

/// Checks a source that cannot be opened between valid files. It is named, and gets no line of
/// output.
fn check_missing_file_among_files(path: &str, expected: &ExpectedError<'_>) {
    check_no_puzzle_among_files(path, 66, expected);
}

fn check_no_puzzle_among_files(path: &str, code: i32, expected: &ExpectedError<'_>) {
    let folder = folder();
    let (before, after) = (
        file(&folder, "before.txt", format!("{GOOD}\n")),
        file(&folder, "after.txt", format!("{SMALL}\n{GOOD}\n")),
    );
    for command in [&["solve"][..], &["count"], &["solve", "--json"]] {
        let run = ndoku(&[command, &[&before, path, &after]].concat());
        assert_eq!(
            (run.code, run.lines().len()),
            (code, 3),
            "{command:?}: {}",
            run.err
        );
        expected.check_message(&run, path, 0);
    }
}

#[test]
fn a_missing_file_is_named() {
    let folder = folder();
    let expected = ExpectedError {
        sentence: "there is no such file",
        at: None,
        hint: "an argument is a file",
    };
    check_missing_file_among_files(
        &folder.path().join("missing.txt").to_string_lossy(),
        &expected,
    );
}

#[test]
fn a_folder_is_rejected() {
    let folder = folder();
    let expected = ExpectedError {
        sentence: "this is a folder, not a file",
        at: None,
        hint: "name its files",
    };
    check_missing_file_among_files(&folder.path().to_string_lossy(), &expected);
}

#[test]
fn files_without_puzzles_are_errors() {
    let folder = folder();
    let hint = "help formats";
    check_no_puzzle_among_files(
        &file(&folder, "empty.txt", b""),
        3,
        &ExpectedError {
            sentence: "the input is empty",
            at: None,
            hint,
        },
    );
    check_file_among_files(
        &folder,
        "blank.txt",
        b" \n\n# nothing\n",
        &[],
        &ExpectedError {
            sentence: "no puzzle found",
            at: None,
            hint,
        },
    );
    let run = ndoku(&["solve"]);
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    assert!(run.err.contains("--> standard input"), "{}", run.err);
}

#[test]
fn a_binary_file_is_rejected() {
    let folder = folder();
    let expected = ExpectedError {
        sentence: "the input is binary data, not text",
        at: None,
        hint: "UTF-8",
    };
    check_no_puzzle_among_files(
        &file(&folder, "program", b"\x7fELF\x02\x01\x01\0\0\0\0\xff\xfe"),
        3,
        &expected,
    );
    let expected = ExpectedError {
        sentence: "the input is a GIF picture, which ndoku does not read",
        at: None,
        hint: "JPEG, PNG or WebP",
    };
    check_no_puzzle_among_files(
        &file(&folder, "scan.gif", b"GIF89a\x09\0\x09\0\0"),
        3,
        &expected,
    );
}

#[test]
fn other_encodings_are_errors_with_a_hint() {
    let line = GOOD.replacen('.', "é", 1);
    let latin: Vec<u8> = line.chars().map(|c| c as u32 as u8).collect();
    let folder = folder();
    let expected = ExpectedError {
        sentence: "this line is not UTF-8 text",
        at: Some((1, 3)),
        hint: "Latin-1",
    };
    check_file_among_files(&folder, "latin.txt", &latin, &[], &expected);
    // Only the line with the character is lost.
    let text = [
        format!("{GOOD}\n# caf").as_bytes(),
        b"\xe9\n",
        &latin,
        b"\n",
        SMALL.as_bytes(),
    ]
    .concat();
    let run = ndoku_with(&["solve"], &text);
    assert_eq!(run.lines(), [SOLVED, BAD, SMALL_SOLVED], "{}", run.err);
    assert!(run.err.contains("standard input:3:3"), "{}", run.err);
    let wide = |big: bool| {
        GOOD.bytes()
            .flat_map(move |byte| if big { [0, byte] } else { [byte, 0] })
            .collect::<Vec<u8>>()
    };
    for (big, order) in [(false, "little"), (true, "big")] {
        let sentence = format!("the input is UTF-16 ({order} endian) without a byte order mark");
        let expected = ExpectedError {
            sentence: &sentence,
            at: None,
            hint: "save it as UTF-8",
        };
        check_no_puzzle_among_files(&file(&folder, "wide.txt", wide(big)), 3, &expected);
        let mark: &[u8] = if big { b"\xfe\xff" } else { b"\xff\xfe" };
        assert_eq!(
            ndoku_with(&["solve"], &[mark, &wide(big)].concat()).lines(),
            [SOLVED],
            "with the mark it is read"
        );
    }
}

fn gzip(text: &str) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    out.write_all(text.as_bytes())
        .expect("memory can be written");
    out.finish().expect("memory can be written")
}

#[test]
fn a_truncated_archive_gives_what_came_before() {
    let folder = folder();
    let whole = gzip(&format!("{GOOD}\n"));
    let expected = ExpectedError {
        sentence: "the gzip data are damaged or cut off",
        at: None,
        hint: "may be incomplete",
    };
    check_no_puzzle_among_files(&file(&folder, "cut.txt.gz", &whole[..30]), 3, &expected);
    // In a truncated archive of many puzzles, those at the beginning are solved. The error follows
    // them.
    let many: String = (0..400_usize)
        .map(|number| {
            let mut line = vec![b'.'; 81];
            (0..4).for_each(|place| {
                line[(number * 7 + place * 11) % 81] = b'1' + ((number / (place + 1)) % 9) as u8;
            });
            String::from_utf8(line).expect("ASCII") + "\n"
        })
        .collect();
    let whole = gzip(&many);
    let path = file(&folder, "many.txt.gz", &whole[..whole.len() * 2 / 3]);
    let run = ndoku(&["convert", &path]);
    let kept = run.lines().len();
    assert!(
        kept > 50 && kept < 400 && many.starts_with(&run.out),
        "{kept}: {}",
        run.err
    );
    assert_eq!(run.code, 3);
    expected.check(&run, &path, 0);
}

#[test]
fn rows_of_unequal_length_are_errors() {
    let expected = ExpectedError {
        sentence: "row 2 has 3 cells, the other rows have 4",
        at: Some((2, 1)),
        hint: "a cell is missing",
    };
    check_among_good("1 2 3 4\n3 4 1\n2 1 4 3\n4 3 2 1", &[], &expected);
    let expected = ExpectedError {
        sentence: "row 3 has 5 cells, the other rows have 4",
        at: Some((3, 1)),
        hint: "a cell too many",
    };
    check_among_good("1234\n3412\n21433\n4321", &[], &expected);
    let expected = ExpectedError {
        sentence: "the grid has 3 rows of 4 cells",
        at: Some((3, 1)),
        hint: "a row is missing",
    };
    check_among_good("1 2 3 4\n3 4 1 2\n2 1 4 3", &[], &expected);
}

#[test]
fn a_wrong_number_of_symbols_is_an_error() {
    let expected = ExpectedError {
        sentence: "80 characters do not make a grid; 81 make 9×9",
        at: Some((1, 1)),
        hint: "1 cell is missing",
    };
    check_among_good(&GOOD[1..], &[], &expected);
    let expected = ExpectedError {
        sentence: "83 characters do not make a grid; 81 make 9×9",
        at: Some((1, 82)),
        hint: "2 cells are too many",
    };
    check_among_good(&format!("{GOOD}12"), &[], &expected);
    let expected = ExpectedError {
        sentence: "5 different symbols, but a grid of size 4 has room for 4",
        at: Some((1, 1)),
        hint: "typo",
    };
    check_among_good("1 2 A B\n_ _ _ C\n_ _ _ _\n_ _ _ _", &[], &expected);
    let expected = ExpectedError {
        sentence: "`%` is not a cell",
        at: Some((1, 3)),
        hint: "cells are digits",
    };
    check_among_good(&GOOD.replacen('.', "%", 1), &[], &expected);
    for (separator, name) in [(",", "`,`"), (" ", "a space")] {
        let expected = ExpectedError {
            sentence: &format!("{name} splits the 81 cells of this line into 9 and 72"),
            at: Some((1, 10)),
            hint: "remove it",
        };
        let split = [&GOOD[..9], separator, &GOOD[9..]].concat();
        check_among_good(&split, &[], &expected);
    }
}

#[test]
fn contradicting_clues_are_errors() {
    let expected = ExpectedError {
        sentence: "value 5 repeated in row 1",
        at: Some((1, 1)),
        hint: "one of the two is a typo",
    };
    check_among_good(&GOOD.replacen("53", "55", 1), &[], &expected);
    let expected = ExpectedError {
        sentence: "value 7 repeated in column 2",
        at: Some((1, 3)),
        hint: "`ndoku check` lists every conflict",
    };
    check_among_good(
        "1 7 3 4 5 6 8\n_ _ _ _ _ _ _\n_ _ _ _ _ _ _\n_ _ _ _ _ _ _\n_ _ _ _ _ _ _\n_ _ _ _ _ _ \
        _\n_ 7 _ _ _ _ _",
        &[],
        &expected,
    );
}

#[test]
fn a_repeated_clue_on_a_diagonal_is_an_error() {
    // The valid puzzles have no solution under the rule, but each keeps its place.
    let corners = format!("1{}1", ".".repeat(79));
    let input = format!("{GOOD}\n{corners}\n{GOOD}\n");
    for (option, name) in [
        ("--x", "main diagonal"),
        ("--diagonal=main", "main diagonal"),
    ] {
        let run = ndoku_with(&["solve", option], input.as_bytes());
        assert_eq!(
            run.lines(),
            ["No solution found", BAD, "No solution found"],
            "{}",
            run.err
        );
        let sentence = format!("value 1 repeated in {name}");
        ExpectedError {
            sentence: &sentence,
            at: Some((2, 1)),
            hint: "one of the two is a typo",
        }
        .check(&run, "standard input", 0);
    }
    let run = ndoku_with(
        &["solve", "--diagonal", "anti", "--limit", "1"],
        format!("{corners}\n").as_bytes(),
    );
    assert_eq!(
        (run.code, run.lines().len()),
        (0, 1),
        "the other diagonal does not forbid it: {}",
        run.err
    );
}

#[test]
fn sizes_above_255_are_errors() {
    let expected = ExpectedError {
        sentence: "a grid with 256 columns is not supported",
        at: Some((1, 1)),
        hint: "write each puzzle on its own line",
    };
    let rows = vec![vec!["_"; 256].join(" "); 256].join("\n");
    check_among_good(&rows, &[], &expected);
    let expected = ExpectedError {
        sentence: "a grid of size 256 is not supported: sizes go from 1 to 255",
        at: Some((1, 1)),
        hint: "write each puzzle on its own line",
    };
    check_among_good(&".".repeat(256 * 256), &[], &expected);
}

#[test]
fn regions_of_wrong_size_are_errors() {
    let sentence = "region `8` has 10 cells, but each region of this grid needs 9";
    let map = "111222333111222333111222333444555666444555666444555666777888999777888999777888998";
    let hint = "9 regions of 9 cells each";
    check_among_good(
        &format!("{GOOD}{map}"),
        &[],
        &ExpectedError {
            sentence,
            at: Some((1, 162)),
            hint,
        },
    );
    check_among_good(
        &format!("{GOOD}\n{map}"),
        &[],
        &ExpectedError {
            sentence,
            at: Some((2, 81)),
            hint,
        },
    );
    let sentence = "region `1` has 5 cells, but each region of this grid needs 4";
    let grid = "1 . . .\n. . . .\n. . . .\n. . . .\n\n1 1 1 2\n1 1 2 2\n3 3 4 4\n3 3 4 4";
    check_among_good(
        grid,
        &[],
        &ExpectedError {
            sentence,
            at: Some((7, 3)),
            hint: "4 regions of 4 cells each",
        },
    );
    // The same error occurs on the command line.
    let run = ndoku(&["solve", "--regions", "1112112233443344", "1..............."]);
    assert_eq!((run.code, run.out.as_str()), (3, "Invalid puzzle\n"));
    assert!(
        run.err.contains("region 1 has 5 cells") && run.err.contains("4 regions of 4 cells"),
        "{}",
        run.err
    );
    let run = ndoku(&["solve", "--regions", "no-such-file.txt", "1..............."]);
    assert_eq!(run.code, 66);
    assert!(
        run.err
            .contains("the regions of `no-such-file.txt` cannot be read: no such file"),
        "{}",
        run.err
    );
}

#[test]
fn unknown_rules_are_errors() {
    let record = |rules: &str| format!("{{\"size\":9{rules},\"givens\":\"{GOOD}\"}}\n");
    let folder = folder();
    let expected = ExpectedError {
        sentence: "unknown rule `anti-kinght`",
        at: Some((1, 20)),
        hint: "did you mean `anti-knight`?",
    };
    check_file_among_files(
        &folder,
        "rule.json",
        record(",\"rules\":[\"anti-kinght\"]").as_bytes(),
        &[],
        &expected,
    );
    // One record a line: the others are read.
    let lines = record("") + &record(",\"rules\":[\"anti-kinght\"]") + &record("");
    let run = ndoku_with(&["solve"], lines.as_bytes());
    assert_eq!(run.lines(), [SOLVED, BAD, SOLVED]);
    expected.check(&run, "standard input", 1);
    let rows = vec![format!("[{}]", ["{}"; 9].join(",")); 9].join(",");
    let fpuzzles = |rule: &str| format!("{{\"size\":9,{rule},\"grid\":[{rows}]}}");
    let expected = ExpectedError {
        sentence: "this puzzle uses antiknigt, which ndoku does not know yet",
        at: Some((1, 23)),
        hint: "did you mean `antiknight`?",
    };
    check_file_among_files(
        &folder,
        "setter.json",
        fpuzzles("\"antiknigt\":true").as_bytes(),
        &[],
        &expected,
    );
    let expected = ExpectedError {
        sentence: "this puzzle uses nonsense (1), which ndoku does not know yet",
        at: Some((1, 22)),
        hint: "--ignore-unsupported",
    };
    check_file_among_files(
        &folder,
        "setter.json",
        fpuzzles("\"nonsense\":[{}]").as_bytes(),
        &[],
        &expected,
    );
    // On the command line it is a usage error, reported before any input is read.
    let run = ndoku(&["solve", "--rule", "anti-kinght", GOOD]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(
        run.err
            .contains("unknown rule `anti-kinght`; did you mean `anti-knight`?"),
        "{}",
        run.err
    );
}

#[test]
fn truncated_documents_are_errors() {
    let folder = folder();
    let expected = ExpectedError {
        sentence: "this is not valid JSON: the text ends within a string",
        at: Some((1, 60)),
        hint: "cut off",
    };
    let json = format!("{{\"size\":9,\"givens\":\"{GOOD}\"}}");
    check_file_among_files(&folder, "cut.json", &json.as_bytes()[..60], &[], &expected);
    let xml = format!(
        "<?xml version=\"1.0\"?>\n<opensudoku>\n<game data=\"{}\"/>\n</opensudoku>",
        GOOD.replace('.', "0")
    );
    let expected = ExpectedError {
        sentence: "this is not valid XML",
        at: Some((3, 1)),
        hint: "cut off",
    };
    check_file_among_files(
        &folder,
        "cut.opensudoku",
        &xml.as_bytes()[..80],
        &[],
        &expected,
    );
    // In a table only the line is lost.
    let table = format!("id,puzzle\n1,{GOOD}\n2,{}\n3,{GOOD}\n", &GOOD[1..]);
    let run = ndoku_with(&["solve"], table.as_bytes());
    assert_eq!(run.lines(), [SOLVED, BAD, SOLVED]);
    ExpectedError {
        sentence: "80 cells",
        at: Some((3, 3)),
        hint: "81 make 9×9",
    }
    .check(&run, "standard input", 0);
}

#[test]
fn many_errors_are_short_and_fail_fast_stops_at_the_first() {
    let text = format!("{GOOD}\n{}{GOOD}\n", format!("{}\n", &GOOD[1..]).repeat(15));
    let run = ndoku_with(&["solve"], text.as_bytes());
    assert_eq!(run.lines().len(), 17);
    assert_eq!(
        (
            run.err.matches("--> ").count(),
            run.err.matches("error: ").count()
        ),
        (10, 15),
        "{}",
        run.err
    );
    assert!(
        run.err.contains(
            "error: standard input:16:1: 80 characters do not make a grid; 81 make \
            9×9 (1 cell is missing)\n"
        ),
        "{}",
        run.err
    );
    let run = ndoku_with(&["solve", "--fail-fast"], text.as_bytes());
    assert_eq!((run.lines(), run.code), (vec![SOLVED, BAD], 3));
    assert_eq!(run.err.matches("error: ").count(), 1);
}

#[test]
fn literal_puzzles_are_shown_with_a_caret_too() {
    let run = ndoku(&["solve", GOOD, &format!("{GOOD}1"), SMALL]);
    assert_eq!(
        (run.lines(), run.code),
        (vec![SOLVED, BAD, SMALL_SOLVED], 3)
    );
    ExpectedError {
        sentence: "82 characters do not make a grid",
        at: Some((1, 82)),
        hint: "1 cell is too many",
    }
    .check(&run, "argument 2", 0);
    let run = ndoku(&["solve", "--box", "2x5", GOOD]);
    ExpectedError {
        sentence: "boxes 2 wide and 5 high have 10 cells",
        at: Some((1, 1)),
        hint: "those that fit are 1x9, 3x3, 9x1",
    }
    .check(&run, "argument", 0);
    let run = ndoku(&["solve", ""]);
    ExpectedError {
        sentence: "the argument is empty",
        at: None,
        hint: "an argument is a file",
    }
    .check_message(&run, "argument", 0);
    assert_eq!(run.code, 66);
}

#[test]
fn a_stray_quote_in_a_table_spoils_one_row() {
    let folder = folder();
    let text = format!("puzzle,title\n{GOOD},\"12 screen\n{GOOD},t\n{GOOD},t\n");
    let path = file(&folder, "quote.csv", text.as_bytes());
    let run = ndoku(&["solve", &path]);
    assert_eq!(run.lines(), [BAD, SOLVED, SOLVED], "{}", run.err);
    assert!(
        run.err.contains("this quote is never closed"),
        "{}",
        run.err
    );
    assert!(run.err.contains("quote.csv:2:83"), "{}", run.err);
    assert_eq!(run.code, 3);
}

#[test]
fn a_cut_link_is_named_as_one() {
    for link in [
        "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQ",
        "https://sudokupad.app/fpuzzlesN4Ig",
        "https://sudokupad.app/sclN4Ig",
    ] {
        let run = ndoku(&["solve", link]);
        assert_eq!(run.code, 3, "{}", run.err);
        assert!(
            run.err.contains("the data of this link is cut off"),
            "{}",
            run.err
        );
    }
    let run = ndoku(&["solve", "https://example.com/x"]);
    assert_eq!(run.code, 66, "{}", run.err);
}
