//! Tests of messages about options, variables and files: they name the cause, and an option that
//! has no effect is not ignored silently.

mod common;

use std::process::{Command, Stdio};

use common::{Run, file, folder, ndoku, ndoku_with};

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const NONE: &str =
    "12345678.........9...............................................................";

/// Runs `ndoku` with a variable of the environment.
fn ndoku_where(name: &str, value: &str, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_ndoku"))
        .args(arguments)
        .env("NDOKU_CONFIG", "")
        .env(name, value)
        .stdin(Stdio::null())
        .output()
        .expect("it ends");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[test]
fn a_wrong_configuration_is_named() {
    let folder = folder();
    let missing = folder.path().join("missing.toml");
    let missing = missing.to_str().expect("it is text");
    let run = ndoku_where("NDOKU_CONFIG", missing, &["solve", UNIQUE]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains(missing), "{}", run.err);
    assert_eq!(
        ndoku_where("NDOKU_CONFIG", missing, &["help", "config"]).code,
        0
    );
    // The default file may be missing.
    let home = folder.path().to_str().expect("it is text");
    let run = Command::new(env!("CARGO_BIN_EXE_ndoku"))
        .args(["solve", UNIQUE])
        .env_remove("NDOKU_CONFIG")
        .env("XDG_CONFIG_HOME", home)
        .env("APPDATA", home)
        .stdin(Stdio::null())
        .output()
        .expect("it ends");
    assert!(run.status.success());
    for (to, message) in [
        ("xyz", "there is no format `xyz`"),
        ("dimacs", "only `ndoku convert` writes the format dimacs"),
    ] {
        let path = file(&folder, "c.toml", format!("ascii = true\nto = \"{to}\"\n"));
        let run = ndoku_where("NDOKU_CONFIG", &path, &["solve", UNIQUE]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
        assert!(
            run.err.contains(message) && run.err.contains("c.toml:2:6"),
            "{}",
            run.err
        );
    }
}

#[test]
fn a_wrong_variable_is_named() {
    for (name, option) in [
        ("NDOKU_THREADS", "--threads"),
        ("NDOKU_COLOR", "--color"),
        ("NDOKU_ISA", "--isa"),
    ] {
        let run = ndoku_where(name, "foo", &["solve", UNIQUE]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(
            run.err.contains(&format!("'foo' for '{name}'")) && !run.err.contains(option),
            "{}",
            run.err
        );
        let run = ndoku_where(name, "foo", &["solve", option, "bar", UNIQUE]);
        assert!(
            run.err.contains(&format!("'bar' for '{option} ")) && !run.err.contains(name),
            "{}",
            run.err
        );
    }
}

#[test]
fn suggestions_make_sense() {
    let limit = ndoku(&["solve", "-1", UNIQUE]);
    assert!(
        limit.code == 2 && limit.err.contains("did you mean '--limit 1'?"),
        "{}",
        limit.err
    );
    for arguments in [
        &["check", "-1", UNIQUE][..],
        &["solve", "--timeout", "-1s", UNIQUE],
        &["solve", "--foo", UNIQUE],
        &["solve", "--to", "foo", UNIQUE],
        &["help", "foo"],
        &["foo"],
    ] {
        let run = ndoku(arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        for words in ["did you mean", "as a value", "similar"] {
            assert!(!run.err.contains(words), "{arguments:?}: {}", run.err);
        }
    }
    let near = ndoku(&["solve", "--limt", "1", UNIQUE]);
    assert!(near.err.contains("'--limit'"), "{}", near.err);
    // A puzzle can begin with a blank cell.
    let dashes = UNIQUE.replace('.', "-").replacen('5', "-", 1);
    let run = ndoku(&["solve", &dashes]);
    assert!(run.err.contains(&format!("-- {dashes}")), "{}", run.err);
}

#[test]
fn the_extension_selects_the_format() {
    let folder = folder();
    let write = |command: &[&str], name: &str| {
        let path = folder.path().join(name);
        let path = path.to_str().expect("it is text");
        let run = ndoku(&[command, &["-q", "-o", path]].concat());
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let _ = std::fs::remove_file(path);
        (run, text)
    };
    for command in [
        &["solve", UNIQUE][..],
        &["enumerate", UNIQUE],
        &["generate", "--seed", "1"],
        &["convert", UNIQUE],
        &["minimize", "--seed", "1", UNIQUE],
        &["rate", UNIQUE],
        &["sample", "minimal", "20", "--seed", "1"],
    ] {
        let (run, text) = write(command, "x.csv");
        assert_eq!(run.code, 0, "{}", run.err);
        let header = text.lines().next().unwrap_or_default();
        assert!(
            header.contains("puzzle,") && !header.contains(UNIQUE),
            "{command:?}: {text}"
        );
        let (run, _) = write(command, "x.png");
        assert_eq!(run.code, 2, "{command:?}");
        assert!(
            run.err.contains("does not write png files") && run.err.contains("`ndoku draw`"),
            "{command:?}: {}",
            run.err
        );
        assert_ne!(write(command, "x.txt").1, "", "{command:?}");
    }
    for command in [
        &["check", UNIQUE][..],
        &["count", UNIQUE],
        &["hint", UNIQUE],
        &["solve", "--path", UNIQUE],
    ] {
        let (_, text) = write(command, "x.ndjson");
        assert!(text.starts_with("{\"n\":1,"), "{command:?}: {text}");
    }
    for (command, file) in [
        (&["check", UNIQUE][..], "x.csv"),
        (&["count", UNIQUE], "x.csv"),
        (&["hint", UNIQUE], "x.sdk"),
        (&["rate", UNIQUE], "x.sdk"),
        (&["sample", "grids", "1"], "x.csv"),
    ] {
        let (run, text) = write(command, file);
        assert_eq!((run.code, text.as_str()), (2, ""), "{command:?}");
        assert!(
            run.err.contains("does not write the format") && run.err.contains(".txt"),
            "{command:?}: {}",
            run.err
        );
    }
    // Options come first.
    assert_eq!(
        write(&["solve", "--to", "line", UNIQUE], "x.csv").1,
        format!("{SOLVED}\n")
    );
    assert!(
        write(&["rate", "--template", "%r", UNIQUE], "x.csv")
            .1
            .starts_with("1.2")
    );
}

#[test]
fn nested_commands_have_help_and_a_manual_page() {
    let help = ndoku(&["help", "sample", "grids"]);
    assert_eq!(help.out, ndoku(&["sample", "grids", "--help"]).out);
    assert_eq!(help.code, 0);
    let page = ndoku(&["man", "sample", "grids"]);
    assert!(
        page.code == 0 && page.out.contains(".TH ndoku-sample-grids 1"),
        "{}",
        page.out
    );
    let wrong = ndoku(&["help", "sample", "grid"]);
    assert!(
        wrong.code == 2 && wrong.err.contains("did you mean `grids`?"),
        "{}",
        wrong.err
    );
    assert_eq!(ndoku(&["man", "sample", "foo"]).code, 2);
    assert_eq!(ndoku(&["help", "json", "solve"]).code, 0);
}

#[test]
fn the_borders_of_a_drawn_pattern_are_no_cells() {
    let drawn = "+--+--+\n|X.|.X|\n|.X|X.|\n+--+--+\n|.X|X.|\n|X.|.X|\n+--+--+\n";
    let folder = folder();
    let path = file(&folder, "mask.txt", drawn);
    let of = |mask: &str| ndoku(&["generate", "--size", "4", "--seed", "1", "--pattern", mask]);
    let plain = of("X..X.XX..XX.X..X");
    assert_eq!(plain.code, 0, "{}", plain.err);
    assert_eq!(of(&path).out, plain.out);
    assert_eq!(of(drawn).out, plain.out);
    let regions = ndoku(&["generate", "--regions", "abc"]);
    assert!(
        regions.code == 2
            && regions
                .err
                .contains("3 cells, which is not a square number"),
        "{}",
        regions.err
    );
}

/// Each of these options was given and changes nothing.
#[test]
fn an_option_without_effect_gets_a_warning() {
    for (arguments, option) in [
        (&["draw", "--width", "300", UNIQUE][..], "--width"),
        (&["draw", "--scale", "2", UNIQUE], "--scale"),
        (&["draw", "--theme", "dark", UNIQUE], "--theme"),
        (&["draw", "--paper", "a5", UNIQUE], "--paper"),
        (&["draw", "--margin", "5", "-t", "svg", UNIQUE], "--margin"),
        (&["draw", "--title", "x", "-t", "svg", UNIQUE], "--title"),
        (&["draw", "--ascii", "-t", "html", UNIQUE], "--ascii"),
        (&["solve", "--show-puzzle", UNIQUE], "--show-puzzle"),
        (&["solve", "--path", "--order", "sorted", UNIQUE], "--order"),
        (
            &["generate", "--profile", "hodoku", "--seed", "1"],
            "--profile",
        ),
        (
            &["analyze", "--only", "minimal", "--samples", "3", UNIQUE],
            "--samples",
        ),
        (&["analyze", "--seed", "3", UNIQUE], "--seed"),
        (&["hint", "--json", "--level", "full", UNIQUE], "--level"),
        (
            &["hint", "--all-steps", "--level", "what", UNIQUE],
            "--level",
        ),
        (
            &["convert", "--to", "sdx", "--blank", "*", UNIQUE],
            "--blank",
        ),
    ] {
        let run = ndoku(arguments);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
        assert!(
            run.err
                .contains(&format!("warning: {option} has no effect ")),
            "{arguments:?}: {}",
            run.err
        );
    }
    for arguments in [
        &[
            "draw",
            "--paper",
            "a5",
            "--per-page",
            "2",
            "-t",
            "svg",
            UNIQUE,
        ][..],
        &["draw", "--theme", "dark", "-t", "html", UNIQUE],
        &["draw", "--title", "x", UNIQUE],
        &["solve", "--show-puzzle", "--to", "grid", UNIQUE],
        &["hint", "--all-steps", "--level", "full", UNIQUE],
        &["convert", "--blank", "*", UNIQUE],
        &["analyze", "--samples", "3", "--seed", "3", UNIQUE],
    ] {
        let run = ndoku(arguments);
        assert!(!run.err.contains("warning"), "{arguments:?}: {}", run.err);
    }
    for arguments in [
        &["convert", "--explain-format", "--to", "grid", UNIQUE][..],
        &["count", "--limit", "5", "--seed", "1", UNIQUE],
        &["generate", "--from", UNIQUE, "--size", "9"],
        &["play", "--resume", "--x"],
    ] {
        let run = ndoku(arguments);
        assert!(
            run.code == 2 && run.err.contains("cannot be used with"),
            "{arguments:?}: {}",
            run.err
        );
    }
}

/// A solution that is not unique, like the answer to a puzzle without one, is negative in a resumed
/// run as in one without interruption.
#[test]
fn a_resumed_run_has_the_exit_code_of_its_kept_lines() {
    let folder = folder();
    let several = format!("..{}", &UNIQUE[2..]).replace('7', ".");
    let bad = &UNIQUE[1..];
    for (text, options, code) in [
        (format!("{NONE}\n{UNIQUE}\n"), &["--to", "line"][..], 1),
        (format!("{NONE}\n{UNIQUE}\n"), &["--json"], 1),
        (format!("{several}\n{UNIQUE}\n"), &["--json"], 1),
        (
            format!("{several}\n{UNIQUE}\n"),
            &["--json", "--limit", "1"],
            0,
        ),
        (format!("{several}\n{UNIQUE}\n"), &["--json", "--all"], 0),
        (format!("{UNIQUE}\n{bad}\n{UNIQUE}\n"), &["--to", "line"], 3),
        (format!("{UNIQUE}\n{UNIQUE}\n"), &["--json"], 0),
    ] {
        let input = file(&folder, "in.txt", &text);
        let out = folder.path().join("out.txt");
        let out = out.to_str().expect("it is text");
        let run = |more: &[&str]| {
            ndoku(&[&["solve", &input, "-q", "-o", out], options, more].concat()).code
        };
        assert_eq!(run(&[]), code, "{options:?} {text}");
        assert_eq!(run(&["--resume"]), code, "{options:?} {text}");
    }
}

#[test]
fn a_resumed_run_compares_the_files_of_its_records() {
    let folder = folder();
    let one = file(&folder, "one.txt", format!("{UNIQUE}\n"));
    let two = file(&folder, "two.txt", format!("{UNIQUE}\n"));
    let three = file(&folder, "three.txt", format!("{UNIQUE}\n"));
    let out = folder.path().join("out.json");
    let out = out.to_str().expect("it is text");
    let run = |inputs: [&str; 2], more: &[&str]| {
        ndoku(&[&["solve", "--json", "-o", out], &inputs[..], more].concat())
    };
    assert_eq!(run([&one, &two], &[]).code, 0);
    assert_eq!(run([&one, &two], &["--resume"]).code, 0);
    let other = run([&one, &three], &["--resume"]);
    assert!(
        other.code == 2 && other.err.contains("line 2 of "),
        "{} {}",
        other.code,
        other.err
    );
}

#[test]
fn clashing_clues_have_a_proof() {
    let folder = folder();
    let path = folder.path().join("proof.drat");
    let clash = "11.3........34.1";
    let run = ndoku(&[
        "solve",
        "--proof",
        path.to_str().expect("it is text"),
        clash,
    ]);
    assert_eq!((run.code, run.out.as_str()), (1, "No solution found\n"));
    // The clauses contradict each other without a guess, so the empty clause follows.
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "0\n");
    assert_eq!(ndoku(&["convert", "--to", "dimacs", clash]).code, 0);
}

#[cfg(unix)]
#[test]
fn several_pictures_are_not_written_to_a_device() {
    let two = format!("{UNIQUE}\n{UNIQUE}\n");
    for device in ["/dev/null", "/dev/stdout"] {
        let run = ndoku_with(&["draw", "-t", "svg", "-o", device], two.as_bytes());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
        assert!(
            run.err.contains("cannot write 2 pictures to ") && run.err.contains(device),
            "{}",
            run.err
        );
    }
    let one = ndoku(&["draw", "-t", "svg", "-o", "/dev/null", UNIQUE]);
    assert_eq!(one.code, 0, "{}", one.err);
}

#[test]
fn prose_is_named_and_its_errors_are_counted() {
    let folder = folder();
    let words = "Solve a puzzle and prove that it is unique:\n";
    let text = format!("# Title\n\n{}{UNIQUE}\n{UNIQUE}\n", words.repeat(40));
    let readme = file(&folder, "README.md", &text);
    let run = ndoku(&["solve", &readme]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(
        run.err
            .starts_with("error: this is a Markdown text, not a list of puzzles\n --> "),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("README.md; --verbose shows all\n") && run.err.lines().count() < 40,
        "{}",
        run.err
    );
    // The places of the records stay, and --verbose shows every error.
    let invalid = run
        .lines()
        .iter()
        .filter(|line| **line == "Invalid puzzle")
        .count();
    assert!(
        invalid >= 3 && run.out.ends_with(&format!("{SOLVED}\n{SOLVED}\n")),
        "{}",
        run.out
    );
    let counted = format!("… and {} more errors in ", invalid - 3);
    assert!(run.err.contains(&counted), "{}", run.err);
    let all = ndoku(&["solve", "--verbose", &readme]);
    assert!(
        !all.err.contains(" more errors in ") && all.err.matches("error: ").count() > invalid,
        "{}",
        all.err
    );
    let page = file(&folder, "page.html", "<!DOCTYPE html>\n<p>A page</p>\n");
    assert!(
        ndoku(&["solve", &page])
            .err
            .contains("this is an HTML page")
    );
}

#[test]
fn the_errors_of_a_long_list_are_counted() {
    let lines = format!("{UNIQUE}\n{UNIQUE}\n{}", "garbage\n".repeat(150));
    let run = ndoku_with(&["solve"], lines.as_bytes());
    assert_eq!(run.lines().len(), 152, "every line is answered");
    assert!(
        run.err
            .contains("… and 50 more errors in standard input; --verbose shows all\n"),
        "{}",
        run.err
    );
    let all = ndoku_with(&["solve", "-v"], lines.as_bytes());
    assert!(
        all.err.contains(":152:1: ") && !all.err.contains("--verbose"),
        "{}",
        all.err
    );
}
