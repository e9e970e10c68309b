//! Tests of what is refused, and of what is said when a part of a puzzle cannot be kept.

mod common;

use common::{file, folder, ndoku, ndoku_with};

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A command line, and what its error says.
type Refusal<'a> = (&'a [&'a str], &'a str);

#[test]
fn wrong_arguments_are_named() {
    let folder = folder();
    let csv = folder.path().join("x.csv.gz").display().to_string();
    let refused: [Refusal<'_>; 23] = [
        (&["solve", "--limit", "-1", UNIQUE], "--limit"),
        (&["generate", "--seed", "-1"], "--seed"),
        (&["draw", "--margin", "-5", UNIQUE], "--margin"),
        (&["draw", "--paper", "1x1", UNIQUE], "from 20 to 5000"),
        (&["solve", "-f", "dimacs", UNIQUE], "can only be written"),
        (&["solve", "--rule", "house=", UNIQUE], "house"),
        (&["solve", "--rule", "colors=", UNIQUE], "colors"),
        (&["solve", "--regions", "", UNIQUE], "--regions is empty"),
        (&["solve", "--path", "--to", "grid", UNIQUE], "markdown"),
        (&["solve", "--path", "--to", "svg", UNIQUE], "markdown"),
        (&["solve", "--passes", "--to", "csv", UNIQUE], "--passes"),
        (&["convert", "-o", &csv, UNIQUE], "compressed"),
        (&["convert", "-o", "x.xlsx", UNIQUE], "does not write xlsx"),
        (&["solve", "--regions", "bad", UNIQUE], "has 3 cells"),
        (
            &["solve", "--max-decompressed", "0", UNIQUE],
            "must be at least 1",
        ),
        (&["print", UNIQUE], "did you mean `draw`?"),
        (&["generate", "easy"], "write `--level easy`"),
        (&["generate", "--easy"], "did you mean '--level easy'?"),
        (&["hint", "--full", UNIQUE], "did you mean '--level full'?"),
        (
            &[
                "solve",
                "--box",
                "3x2",
                "--rule",
                "killer=40: r1c1 r1c2",
                UNIQUE,
            ],
            "not 40",
        ),
        (
            &[
                "solve",
                "--box",
                "3x3",
                "--rule",
                "sum=40|41: r1c1 r1c2",
                UNIQUE,
            ],
            "from 2 to 18, not 40",
        ),
        (&["generate", "--level=easy", "--profile=hodoku"], "scores"),
        (
            &["generate", "--level=easy", "--require-technique=x-wing"],
            "X-Wing is rated 3.2",
        ),
    ];
    for (arguments, words) in refused {
        let run = ndoku(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
    }
    let folder = folder.path().display().to_string();
    let run = ndoku(&["solve", "--regions", &folder, UNIQUE]);
    assert_eq!(run.code, 66);
    assert!(run.err.contains("is a directory"), "{}", run.err);
    // A rule that only some sizes can have is left to the puzzle.
    let extra = "--rule=house=r1c1,r2c2,r3c3,r4c4";
    assert_eq!(ndoku(&["check", extra, "1..............."]).code, 0);
    assert_eq!(ndoku(&["man", "sample grids"]).code, 0);
}

#[test]
fn derived_puzzles_do_not_keep_what_describes_their_source() {
    let table = format!(
        "id,puzzle,solution,rating,level,title,author\n7,{UNIQUE},{SOLVED},9.9,extreme,T,A\n"
    );
    let minimal = ndoku_with(
        &["minimize", "--seed", "1", "--to", "csv"],
        table.as_bytes(),
    );
    assert!(
        minimal.out.contains(SOLVED) && minimal.out.contains(",T,A"),
        "{}",
        minimal.out
    );
    let near = ["vicinity", "--minus", "1", "--plus", "0", "--to", "csv"];
    let near = ndoku_with(&near, table.as_bytes());
    for out in [&minimal.out, &near.out] {
        assert!(
            out.lines().count() > 1 && !out.contains("9.9") && !out.contains("extreme"),
            "{out}"
        );
    }
}

#[test]
fn dropped_parts_of_a_layout_are_said_and_have_a_code() {
    let jigsaw = ndoku(&[
        "generate",
        "--regions",
        "random",
        "--size",
        "4",
        "--seed",
        "1",
    ])
    .out;
    let sukaku = ndoku(&["generate", "--pencilmarks", "--size", "4", "--seed", "1"]).out;
    for puzzle in [&jigsaw, &sukaku] {
        // The default format keeps regions and pencilmarks.
        let minimal = ndoku_with(&["minimize", "--seed", "1"], puzzle.as_bytes());
        assert_eq!(minimal.code, 0, "{}", minimal.err);
        let solved = ndoku_with(&["check", "--unique"], minimal.out.as_bytes());
        assert_eq!(solved.code, 0, "{}: {}", minimal.out, solved.out);
        let line = ndoku_with(
            &["minimize", "--seed", "1", "--to", "line"],
            puzzle.as_bytes(),
        );
        assert!(
            line.code == 1 && line.err.contains("cannot keep"),
            "{}",
            line.err
        );
    }
    let canonical = ndoku_with(&["canon"], jigsaw.as_bytes());
    assert!(
        canonical.code == 0 && canonical.err.contains("cannot keep jigsaw regions"),
        "{}",
        canonical.err
    );
    let empty = ndoku(&["generate", "--pencilmarks", "--size", "4", "--to", "line"]);
    assert_eq!(empty.code, 1, "{}", empty.err);
    let x = ndoku(&["generate", "--size", "4", "-X", "--seed", "1"]);
    assert_eq!(x.code, 0, "the option states the diagonals: {}", x.err);
}

#[test]
fn what_was_not_checked_is_not_ok() {
    let run = ndoku(&["check", "--unique", "--timeout", "0", UNIQUE]);
    assert!(
        run.code == 4 && run.out.starts_with("given up: ") && !run.out.contains("ok"),
        "{}",
        run.out
    );
}

#[test]
fn inputs_that_are_used_in_part_are_said() {
    let folder = folder();
    let two = file(&folder, "two.txt", format!("{UNIQUE}\n{UNIQUE}\n"));
    let start = ndoku(&["generate", "--from", &two, "--seed", "1"]);
    assert!(
        start.code == 0 && start.err.contains("the first is the start"),
        "{}",
        start.err
    );
    let missing = folder.path().join("none").display().to_string();
    let compared = ndoku(&["compare", UNIQUE, &missing]);
    assert!(
        compared.code == 66 && !compared.err.contains("more puzzle"),
        "{}",
        compared.err
    );
    // Complete lists of solutions of several puzzles are no news.
    let listed = ndoku(&["solve", "--limit", "3", &two]);
    assert_eq!(
        listed.err.matches("solutions: 1").count(),
        1,
        "{}",
        listed.err
    );
}

#[test]
fn empty_variables_count_as_unset() {
    for name in ["NDOKU_COLOR", "NDOKU_THREADS", "NDOKU_ISA"] {
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_ndoku"))
            .args(["solve", UNIQUE])
            .env("NDOKU_CONFIG", "")
            .env(name, "")
            .output()
            .expect("it ends");
        assert_eq!(run.status.code(), Some(0), "{name}");
    }
}

#[test]
fn rows_as_arguments_and_rules_that_do_not_fit_are_explained() {
    let rows = ndoku(&["solve", "53..7....", "6..195..."]);
    assert_eq!(rows.code, 66, "{}", rows.err);
    assert!(
        rows.err
            .contains("cells are no grid; write all rows as one argument"),
        "{}",
        rows.err
    );
    let rule = ndoku(&["solve", "--rule", "windoku", &".".repeat(36)]);
    assert_eq!(rule.code, 3, "{}", rule.err);
    assert!(
        rule.err.contains("it needs square boxes")
            && rule
                .err
                .contains("the selected options do not fit this 6×6 puzzle"),
        "{}",
        rule.err
    );
}

#[test]
fn a_rule_without_its_colon_is_named() {
    let grid = "1...\n....\n....\n...2\n\nkiller 5: r1c3 r1c4\n";
    for (rule, fixed) in [
        ("thermo r2c1 r2c2", "thermo: r2c1 r2c2"),
        ("cage 5 r3c1 r3c2", "cage 5: r3c1 r3c2"),
    ] {
        let run = ndoku_with(&["solve"], format!("{grid}{rule}\n").as_bytes());
        assert_eq!(run.code, 3, "{}", run.err);
        assert!(
            run.err.contains("a colon is missing") && run.err.contains(fixed),
            "{}",
            run.err
        );
    }
    // The option takes a rule as a file has it, too.
    let empty = ".".repeat(16);
    for (line, option) in [
        ("killer 5: r1c3 r1c4", "killer=5: r1c3 r1c4"),
        ("thermo: r1c1 r1c2", "thermo=r1c1 r1c2"),
    ] {
        let count = |rule: &str| ndoku(&["count", "--rule", rule, &empty]).out;
        assert!(!count(line).is_empty() && count(line) == count(option));
    }
}

#[test]
fn tables_have_a_row_for_each_invalid_puzzle() {
    let input = format!("{UNIQUE}\nfoo\n11{}\n{UNIQUE}\n", &UNIQUE[2..]);
    for (format, delimiter) in [("csv", ","), ("tsv", "\t")] {
        let run = ndoku_with(&["solve", "--to", format], input.as_bytes());
        let solved = [delimiter, UNIQUE, delimiter, SOLVED].concat();
        let starts: Vec<&str> = run.lines()[1..]
            .iter()
            .map(|row| &row[..row.len().min(solved.len())])
            .collect();
        let invalid = [delimiter, "Invalid puzzle", &delimiter.repeat(6)].concat();
        assert_eq!(
            starts,
            [&solved[..], &invalid, &invalid, &solved],
            "{}",
            run.out
        );
        assert_eq!(run.code, 3);
    }
}

#[test]
fn rules_are_checked_for_the_size_of_the_boxes() {
    let killer = |options: &[&str]| {
        let rule = ["--rule", "killer=16: r1c1 r1c2", &".".repeat(36)];
        ndoku(&[&["count"], options, &rule].concat())
    };
    // Two digits of a 6×6 grid have at most the sum 11.
    let run = killer(&["--box", "3x2"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("to 11, not 16"), "{}", run.err);
}

#[test]
fn one_possible_sum_of_several_is_enough() {
    let count = |sum: &str| {
        let rule = format!("sum={sum}: r1c1 r1c2");
        ndoku(&["count", "--rule", &rule, &".".repeat(16)]).out
    };
    assert_ne!(count("3"), count("5"));
    assert_eq!(count("3|40"), count("3"));
    assert_eq!(count("-5|3|40"), count("3"));
}

#[test]
fn check_says_what_it_did_not_check() {
    let hint = "--unique also checks";
    assert!(ndoku(&["check", UNIQUE]).err.contains(hint));
    assert!(!ndoku(&["check", "--unique", UNIQUE]).err.contains(hint));
    assert!(!ndoku(&["check", SOLVED]).err.contains(hint));
}

#[cfg(unix)]
#[test]
fn files_that_never_end_are_refused() {
    for arguments in [
        &["solve", "--regions", "/dev/zero", "................"][..],
        &["generate", "--pattern", "/dev/zero"],
    ] {
        let run = ndoku(arguments);
        assert!(
            run.code == 66 && run.err.contains("more than 64 MiB"),
            "{}: {}",
            run.code,
            run.err
        );
    }
}

#[test]
fn generate_says_how_to_read_what_a_line_drops() {
    for (options, hint) in [
        (
            &["-X"][..],
            Some("with the same options, or write them with --to rules"),
        ),
        (
            &["--regions", "random"],
            Some("--to rules keeps everything"),
        ),
        // No format with rules has pencilmarks.
        (&["--pencilmarks"], None),
    ] {
        let base = ["generate", "2", "--seed", "1", "--to", "line"];
        let run = ndoku(&[&base[..], options].concat());
        assert!(run.err.contains("cannot keep"), "{}", run.err);
        match hint {
            Some(hint) => assert_eq!(run.err.matches(hint).count(), 1, "{}", run.err),
            None => assert!(!run.err.contains("hint:"), "{}", run.err),
        }
    }
}
