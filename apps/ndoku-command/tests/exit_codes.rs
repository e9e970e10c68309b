//! Exit codes have the same meaning in every command: that of `ndoku help exit-codes`.

mod common;

use common::{file, folder, ndoku, ndoku_with};

const GOOD: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const NONE: &str =
    "12345678.........9...............................................................";

/// Commands that read puzzles.
const READERS: &[&[&str]] = &[
    &["solve"],
    &["solve", "--json"],
    &["solve", "--to", "pair"],
    &["solve", "--path"],
    &["solve", "--passes"],
    &["check"],
    &["check", "--json"],
    &["count"],
    &["count", "--json"],
    &["enumerate"],
    &["enumerate", "--json"],
    &["enumerate", "--sample", "1", "--seed", "1"],
    &["convert"],
    &["convert", "--json"],
    &["stats"],
    &["minimise", "--seed", "1"],
    &["minimise", "--all"],
    &["vicinity", "--minus", "1", "--plus", "0"],
    &["rate"],
    &["rate", "--json"],
    &["analyse", "--only", "minimal"],
    &["analyse", "--json", "--only", "minimal"],
    &["hint"],
    &["hint", "--json"],
    &["draw"],
    &["canon"],
    &["canon", "--json"],
];

#[test]
fn the_help_has_every_code() {
    let run = ndoku(&["help", "exit-codes"]);
    for line in [
        "   0  done ",
        "   1  negative ",
        "   2  usage ",
        "   3  input ",
        "   4  limit ",
        "   5  output ",
    ] {
        assert!(run.out.contains(line), "{line}: {}", run.out);
    }
    for line in [
        "  66  no-input ",
        "  70  internal ",
        " 130  interrupted ",
        "70, 130, 5, 2, 66, 3, 4, 1, 0",
        "0 instead of 1 and 4",
    ] {
        assert!(run.out.contains(line), "{line}: {}", run.out);
    }
}

/// A missing file is named, has its own exit code, and has no line on standard output.
#[test]
fn a_missing_file_has_its_own_code() {
    let folder = folder();
    let good = file(&folder, "good.txt", format!("{GOOD}\n"));
    let missing = folder
        .path()
        .join("missing.txt")
        .to_string_lossy()
        .into_owned();
    for command in READERS {
        let alone = ndoku(&[command, &[missing.as_str()][..]].concat());
        assert_eq!(alone.code, 66, "{command:?}: {}", alone.err);
        let is_summary = command[0] == "stats";
        assert!(
            alone.out.is_empty() || is_summary,
            "{command:?}: {}",
            alone.out
        );
        assert!(
            alone.err.contains("there is no such file") && alone.err.contains(&missing),
            "{command:?}: {}",
            alone.err
        );
        // The other inputs are answered as usual, and their numbers continue.
        let numbered = |paths: &[&str]| {
            let run = ndoku(&[command, &["-q"][..], paths].concat());
            (run.code, run.out)
        };
        let without = numbered(&[&good, &good]);
        let mut with = numbered(&[&good, &missing, &good]);
        if command[0] == "rate" && command.contains(&"--json") {
            let kept = |out: &str| {
                out.lines()
                    .map(|line| {
                        line.split(",\"seconds\"")
                            .next()
                            .unwrap_or_default()
                            .to_owned()
                    })
                    .collect::<Vec<_>>()
            };
            assert_eq!(kept(&with.1), kept(&without.1));
            with.1.clone_from(&without.1);
        }
        assert_eq!((with.0, with.1), (66, without.1), "{command:?}");
    }
    // A bad puzzle has code 3. With both, the missing file is more severe.
    let bad = file(&folder, "bad.txt", format!("{}\n", &GOOD[1..]));
    assert_eq!(ndoku(&["solve", &bad]).code, 3);
    assert_eq!(ndoku(&["solve", &bad, &missing]).code, 66);
    assert_eq!(ndoku(&["solve", &bad, &missing]).out, "Invalid puzzle\n");
    let early = ndoku(&["solve", "--fail-fast", &good, &missing, &good]);
    assert_eq!((early.code, early.lines().len()), (66, 1));
    assert_eq!(ndoku(&["compare", GOOD, &missing]).code, 66);
    assert_eq!(ndoku(&["convert", "--explain-format", &missing]).code, 66);
    for option in [
        &["solve", GOOD, "--regions"][..],
        &["sample", "grids", "1", "--regions"],
        &["generate", "--pattern"],
    ] {
        let run = ndoku(&[option, &["no/such/file.txt"]].concat());
        assert!(
            run.code == 66 && run.err.contains("no such file"),
            "{option:?}: {} {}",
            run.code,
            run.err
        );
    }
}

/// Damaged bytes were read: that is bad input, not a missing file.
#[test]
fn a_damaged_file_is_bad_input() {
    let folder = folder();
    for (name, bytes) in [
        ("a.gz", &b"\x1f\x8b\x08"[..]),
        ("b.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\xff\xff\xff\xff"),
        ("c.txt", b""),
        ("d.txt", b"\0\x01"),
    ] {
        let run = ndoku(&["solve", &file(&folder, name, bytes)]);
        assert_eq!((run.code, run.out.as_str()), (3, ""), "{name}: {}", run.err);
    }
}

#[test]
fn a_folder_or_an_empty_name_is_no_input() {
    let folder = folder();
    for name in [&folder.path().to_string_lossy(), ""] {
        let run = ndoku(&["solve", name]);
        assert_eq!(
            (run.code, run.out.as_str()),
            (66, ""),
            "{name}: {}",
            run.err
        );
    }
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_no_input() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let path = file(&folder, "closed.txt", format!("{GOOD}\n"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000))
        .expect("it can be closed");
    // An administrator can open every file.
    if std::fs::File::open(&path).is_err() {
        let run = ndoku(&["solve", &path, GOOD]);
        assert_eq!((run.code, run.lines()), (66, vec![SOLVED]), "{}", run.err);
    }
}

/// An interrupted run continues despite a missing source, which has no line in the output.
#[test]
fn a_missing_file_does_not_shift_a_resumed_run() {
    let folder = folder();
    let input = file(&folder, "in.txt", format!("{GOOD}\n{NONE}\n{GOOD}\n"));
    let out = file(&folder, "out.txt", format!("{SOLVED}\nNo solution found\n"));
    let run = ndoku(&["solve", "no such file", &input, "--resume", "-o", &out]);
    assert_eq!(run.code, 66, "{}", run.err);
    assert_eq!(
        std::fs::read_to_string(&out).expect("it is there"),
        format!("{SOLVED}\nNo solution found\n{SOLVED}\n")
    );
}

/// 0 is a complete answer to a count.
#[test]
fn a_count_of_0_is_an_answer() {
    let run = ndoku(&["count", NONE, GOOD]);
    assert_eq!((run.code, run.lines()), (0, vec!["0", "1"]), "{}", run.err);
    let unmet = ndoku(&["count", "--expect", "solvable", NONE]);
    assert_eq!((unmet.code, unmet.err.contains("--expect")), (1, true));
    assert_eq!(ndoku(&["count", "--expect", "0", NONE]).code, 0);
    // A list of the solutions of an unsolvable puzzle is a negative answer.
    assert_eq!(ndoku(&["enumerate", NONE]).code, 1);
    assert_eq!(ndoku(&["solve", NONE]).code, 1);
}

/// A dropped feature matters if the puzzle has other solutions without it.
#[test]
fn a_conversion_that_changes_the_puzzle_is_negative() {
    let with_rule = r#"{"size":4,"givens":"1...............","rules":["x"]}"#;
    let run = ndoku_with(&["convert", "--to", "line"], with_rule.as_bytes());
    assert_eq!(
        (run.code, run.out.as_str()),
        (1, "1...............\n"),
        "{}",
        run.err
    );
    assert!(run.err.contains("warning: "), "{}", run.err);
    assert_eq!(
        ndoku_with(
            &["convert", "--to", "line", "--exit-zero"],
            with_rule.as_bytes()
        )
        .code,
        0
    );
    assert_eq!(
        ndoku_with(&["convert", "--to", "ndjson"], with_rule.as_bytes()).code,
        0
    );
    let with_title = format!(
        r#"{{"size":9,"givens":"{GOOD}","meta":{{"title":"Morning"}},"solution":"{SOLVED}"}}"#
    );
    assert_eq!(
        ndoku_with(&["convert", "--to", "line"], with_title.as_bytes()).code,
        0
    );
}

/// A format that cannot hold a puzzle gives the same code in every command.
#[test]
fn a_format_that_cannot_hold_a_puzzle_is_negative() {
    let jigsaw = "AABBAABBCCDDCCDD1...............";
    for command in [
        &["convert"][..],
        &["solve", "--limit", "1"],
        &["enumerate", "--limit", "1"],
        &["minimise", "--seed", "1"],
    ] {
        let run = ndoku(&[command, &["--to", "hodoku", "--box", "2x2", &jigsaw[16..]]].concat());
        assert_eq!(run.code, 1, "{command:?}: {}", run.err);
    }
}
