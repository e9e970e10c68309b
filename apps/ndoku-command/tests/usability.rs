//! Details that surprised newcomers: locations in messages, impossible values, misspelled names,
//! threads, `--verbose`, manual pages.

mod common;

use common::{file, folder, ndoku, ndoku_with};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const TWICE: &str =
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn check_names_the_line_of_every_puzzle_of_a_list() {
    let list = ndoku_with(&["check"], format!("{TWICE}\n{EASY}\n").as_bytes());
    let lines = list.lines();
    assert!(
        lines.len() >= 2 && lines.iter().all(|line| line.starts_with("line ")),
        "{}",
        list.out
    );
    assert!(
        lines[0].starts_with("line 1: ") && lines[lines.len() - 1].starts_with("line 2: ok"),
        "{}",
        list.out
    );
    // The second puzzle cannot be read, as a whole and in blocks.
    for more in [&[][..], &["--block", "90"]] {
        let list = ndoku_with(
            &[&["check"], more].concat(),
            format!("{EASY}\n{}\n", &EASY[1..]).as_bytes(),
        );
        assert!(list.out.starts_with("line 1: ok"), "{more:?}: {}", list.out);
    }
    // A single puzzle needs no location.
    for single in [
        ndoku(&["check", EASY]),
        ndoku_with(&["check"], format!("# one\n{EASY}\n").as_bytes()),
    ] {
        assert!(single.out.starts_with("ok: 30 of 81"), "{}", single.out);
    }
}

#[test]
fn impossible_numbers_are_refused_with_the_allowed_range() {
    let orders: [(&[&str], &str); 16] = [
        (&["generate", "--size", "0"], "must be from 1 to 255"),
        (&["generate", "--size", "256"], "must be from 1 to 255"),
        (&["generate", "--tries", "0"], "must be at least 1"),
        (&["sample", "grids", "0"], "must be at least 1"),
        (&["sample", "minimal", "0"], "must be at least 1"),
        (
            &["sample", "grids", "--size", "300"],
            "must be from 1 to 255",
        ),
        (&["play", "--size", "999"], "must be from 1 to 255"),
        (&["vicinity", "--minus", "3"], "must be from 0 to 2"),
        (&["vicinity", "--solutions", "0"], "must be at least 1"),
        (&["count", "--samples", "0"], "must be at least 1"),
        (&["enumerate", "--sample", "0"], "must be at least 1"),
        (&["bench", "--limit", "0"], "must be at least 1"),
        (&["bench", "--seconds", "0"], "must be from 0.01 to 86400"),
        (&["draw", "--per-page", "401"], "must be from 1 to 400"),
        (&["solve", "-j", "0"], "must be at least 1"),
        (&["serve", "--port", "65536"], "must be from 0 to 65535"),
    ];
    for (order, told) in orders {
        let run = ndoku(order);
        assert!(
            run.code == 2 && run.err.contains(told) && !run.err.contains(".."),
            "{order:?}: {}",
            run.err
        );
    }
}

#[test]
fn misspelled_values_get_a_suggestion() {
    let orders: [(&[&str], &str); 14] = [
        (&["solve", "--engine", "sidm"], "simd"),
        (&["solve", "--symbols", "alnun"], "alnum"),
        (&["solve", "--isa", "portabel"], "portable"),
        (&["solve", "--format", "gird"], "grid"),
        (&["count", "--expect", "uniqe"], "unique"),
        (&["hint", "--level", "nugde"], "nudge"),
        (&["hint", "--technique", "x-wign"], "x-wing"),
        (&["rate", "--profile", "se112"], "se121"),
        (&["canon", "--form", "patern"], "pattern"),
        (&["draw", "--theme", "ligth"], "light"),
        (&["draw", "--paper", "leter"], "letter"),
        (&["convert", "--to", "ndjsn"], "ndjson"),
        (&["man", "slove"], "solve"),
        (&["slove"], "solve"),
    ];
    for (order, nearest) in orders {
        let puzzle: &[&str] = if order[0] == "man" { &[] } else { &[EASY] };
        let run = ndoku(&[order, puzzle].concat());
        assert!(
            run.code == 2 && run.err.contains(&format!("did you mean `{nearest}`?")),
            "{order:?}: {}",
            run.err
        );
    }
    // These messages come from the parser of the command line.
    for order in [
        &["solve", "--order", "sroted", EASY][..],
        &["generate", "--symmetry", "rotatonal"],
    ] {
        assert!(ndoku(order).err.contains("similar"), "{order:?}");
    }
}

#[test]
fn symmetries_have_the_same_names_everywhere() {
    let names = [
        "none",
        "rotational",
        "horizontal",
        "vertical",
        "diagonal",
        "anti-diagonal",
        "quarter",
        "both-mirrors",
        "both-diagonals",
    ];
    let more = [
        "full",
        "mirrors",
        "diagonals",
        "antidiagonal",
        "180",
        "rot90",
    ];
    for name in names.into_iter().chain(more) {
        for order in [
            &["minimise", "--seed", "1", "--symmetry", name, EASY][..],
            &["generate", "--seed", "1", "--symmetry", name],
        ] {
            let run = ndoku(order);
            assert_eq!(run.code, 0, "{name}: {}", run.err);
        }
    }
    for command in ["generate", "minimise", "play"] {
        let help = ndoku(&[command, "--help"]).out;
        assert!(names.iter().all(|name| help.contains(name)), "{help}");
    }
    let made = ndoku(&["generate", "--seed", "1", "--symmetry", "mirrors"]);
    let portrait = ndoku(&[
        "analyse",
        "--only",
        "minimal",
        "--json",
        made.out.trim_end(),
    ]);
    assert!(
        portrait.out.contains("\"both-mirrors\""),
        "{}",
        portrait.out
    );
}

#[test]
fn threads_are_capped() {
    let run = ndoku(&["solve", "-v", "-j", "100000", EASY]);
    assert!(
        run.code == 0
            && run
                .err
                .contains("100000 threads exceed the limit of this machine; using "),
        "{}",
        run.err
    );
    assert!(
        !ndoku(&["solve", "-j", "100000", EASY])
            .err
            .contains("threads")
    );
    assert!(
        !ndoku(&["solve", "-v", "-j", "8", EASY])
            .err
            .contains("threads exceed")
    );
}

#[test]
fn verbose_prints_details_in_every_command() {
    let folder = folder();
    let path = file(&folder, "puzzles.txt", format!("{EASY}\n{}\n", &EASY[1..]));
    let commands: [&[&str]; 12] = [
        &["solve"],
        &["check"],
        &["count"],
        &["enumerate"],
        &["convert", "--to", "line"],
        &["stats"],
        &["minimise", "--seed", "1"],
        &["rate"],
        &["analyse", "--only", "rating"],
        &["hint"],
        &["draw"],
        &["canon"],
    ];
    for command in commands {
        let run = ndoku(&[command, &["-v", &path]].concat());
        for told in [
            "puzzles.txt: read as line, ",
            "1 puzzle of the layout 9×9, boxes 3×3\n",
            "1 place that cannot be read\n",
            "took 0.",
        ] {
            assert!(
                run.err.contains(told) || (told == "took 0." && run.err.contains("took ")),
                "{command:?}: {told}: {}",
                run.err
            );
        }
    }
    for command in [
        &["formats"][..],
        &["rules"],
        &["techniques"],
        &["explain", "x-wing"],
        &["man"],
        &["help"],
        &["generate"],
    ] {
        let run = ndoku(&[command, &["-v"]].concat());
        assert!(
            run.code == 0 && run.err.contains("ndoku 0.") && run.err.contains("took "),
            "{command:?}: {}",
            run.err
        );
    }
    assert!(!ndoku(&["rate", EASY]).err.contains("took"));
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = folder();
    let pages = folder.path().join("man1");
    let run = ndoku(&["man", "--output", pages.to_str().expect("a path")]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let names: Vec<String> = std::fs::read_dir(&pages)
        .expect("it was made")
        .map(|entry| {
            entry
                .expect("it is there")
                .file_name()
                .to_string_lossy()
                .into()
        })
        .collect();
    assert!(
        names.len() > 20
            && names
                .iter()
                .all(|name| name.starts_with("ndoku") && name.ends_with(".1")),
        "{names:?}"
    );
    let page = |name: &str| std::fs::read_to_string(pages.join(name)).expect("there is a page");
    let (main, solve) = (page("ndoku.1"), page("ndoku-solve.1"));
    for heading in [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "\"EXIT STATUS\"",
        "ENVIRONMENT",
        "FILES",
        "EXAMPLES",
        "\"SEE ALSO\"",
    ] {
        let is_there = |page: &str| page.contains(&format!(".SH {heading}\n"));
        assert!(is_there(&main), "{heading}");
        assert!(
            is_there(&solve) || ["ENVIRONMENT", "FILES"].contains(&heading),
            "{heading}"
        );
    }
    assert!(
        main.contains("ndoku\\-solve") && solve.contains("fBndoku\\fR(1)"),
        "{solve}"
    );
    assert!(
        names.iter().all(|name| page(name).is_ascii()),
        "some readers know no other characters"
    );
    assert_eq!(ndoku(&["man"]).out, main);
    assert_eq!(ndoku(&["man", "solve"]).out, solve);
    assert_eq!(ndoku(&["man", "minimize"]).out, page("ndoku-minimize.1"));
    assert_eq!(
        ndoku(&["man", "--output", &file(&folder, "taken", "")]).code,
        5
    );
    for name in &names {
        let page = page(name);
        let (_, examples) = page
            .split_once(".SH EXAMPLES\n")
            .unwrap_or_else(|| panic!("{name} has no examples"));
        let (examples, _) = examples.split_once(".SH").expect("a section follows");
        let count = examples
            .lines()
            .filter(|line| line.starts_with("ndoku "))
            .count();
        assert!(
            count >= 3 && !examples.contains("[32;1m"),
            "{name}: {examples}"
        );
    }
    assert!(
        page("ndoku-minimize.1").contains("\nndoku minimize \\-\\-seed 1 "),
        "the examples of the help"
    );
}

#[test]
fn a_missing_pattern_file_is_reported() {
    for name in [
        "mask.txt",
        "no-such-folder/mask",
        "pattern_mask.txt",
        "mask.md",
    ] {
        let run = ndoku(&["generate", "--seed", "1", "--pattern", name]);
        assert!(
            run.code == 66
                && run.err.contains(&format!(
                    "the pattern of `{name}` cannot be read: no such file"
                )),
            "{name}: {}",
            run.err
        );
    }
    // These values are masks, not names of files.
    for mask in ["xx..", "x..x.xx", "....x....ab.....", "xx.yyy"] {
        let run = ndoku(&["generate", "--seed", "1", "--pattern", mask]);
        assert!(
            run.code == 2 && !run.err.contains("no such file"),
            "{mask}: {}",
            run.err
        );
    }
}

#[test]
fn check_reports_a_unique_solution() {
    let checked = |option: &[&str]| ndoku(&[&["check", EASY], option].concat()).out;
    let ok = "ok: 30 of 81 cells are filled, no conflict";
    assert_eq!(checked(&[]), format!("{ok}\n"));
    assert_eq!(
        checked(&["--unique"]),
        format!("{ok}, exactly one solution\n")
    );
}

#[test]
fn only_the_topic_json_takes_a_second_argument() {
    let run = ndoku(&["help", "formats", "line"]);
    assert!(
        run.code == 2
            && run
                .err
                .contains("`ndoku help formats` takes no second argument"),
        "{}",
        run.err
    );
}

#[test]
fn a_long_search_for_a_hint_is_reported() {
    let empty = ".".repeat(256);
    let run = ndoku(&["hint", "--technique", "sue-de-coq", &empty]);
    assert!(
        run.code == 1 && run.out.contains("finds anything here"),
        "{} {}",
        run.out,
        run.err
    );
    let began = std::time::Instant::now();
    let late = ndoku(&["hint", "--timeout", "2s", &".".repeat(625)]);
    assert!(
        late.code == 4 && late.err.contains("no hint: the time ran out"),
        "{} {}",
        late.code,
        late.err
    );
    assert!(late.err.contains("still searching"), "{}", late.err);
    // Guards against hanging.
    assert!(began.elapsed().as_secs() < 60);
}

#[test]
fn digits_and_separators_are_refused_as_blanks() {
    for wrong in ["5", "a", "#", "\n", "..", ""] {
        let run = ndoku(&["convert", "--blank", wrong, "1.......4......2"]);
        assert!(
            run.code == 2 && run.out.is_empty(),
            "{wrong:?}: {} {}",
            run.code,
            run.out
        );
    }
    assert_eq!(
        ndoku(&["convert", "--blank", "_", "1.......4......2"]).out,
        "1_______4______2\n"
    );
}

#[test]
fn dropped_features_are_reported() {
    for (command, code) in [
        (&["generate", "-X", "--seed", "1"][..], 0),
        (&["minimize", "-X", "--seed", "1", "1234341243212143"], 1),
    ] {
        let run = ndoku(command);
        assert!(
            run.code == code && run.err.contains("cannot keep the diagonals"),
            "{command:?}: {}",
            run.err
        );
    }
    let two = ndoku(&["solve", "1.......4......2 1..............3"]);
    assert!(
        two.code == 3 && two.err.contains("there are two puzzles on this line"),
        "{}",
        two.err
    );
}

#[test]
fn a_file_or_puzzle_without_a_command_gets_a_hint() {
    let folder = folder();
    let path = file(&folder, "puzzles.txt", EASY);
    for argument in [path.as_str(), EASY] {
        let run = ndoku(&[argument]);
        assert_eq!(run.code, 2);
        assert!(
            run.err.contains(&format!("run `ndoku solve {argument}`")),
            "{}",
            run.err
        );
    }
    let run = ndoku(&["slove", &path]);
    assert!(
        run.code == 2
            && run
                .err
                .contains("there is no command `slove`; did you mean `solve`?"),
        "{}",
        run.err
    );
}

#[test]
fn convert_selects_the_format_by_extension() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (name, format) in [
        ("x.sdk", "sdk"),
        ("x.CSV", "csv"),
        ("x.fpuz", "fpuzzles"),
        ("x.txt", "line"),
        ("x", "line"),
    ] {
        let (by_name, named) = (path(name), path("named"));
        assert_eq!(ndoku(&["convert", EASY, "-o", &by_name]).code, 0, "{name}");
        assert_eq!(
            ndoku(&["convert", EASY, "--to", format, "-o", &named]).code,
            0,
            "{name}"
        );
        assert_eq!(
            std::fs::read(by_name).unwrap(),
            std::fs::read(named).unwrap(),
            "{name}"
        );
    }
    let picture = path("x.svg");
    let run = ndoku(&["convert", EASY, "-o", &picture]);
    assert!(
        run.code == 2 && run.err.contains("`ndoku draw`"),
        "{}",
        run.err
    );
    assert!(!std::path::Path::new(&picture).exists());
}

#[test]
fn folders_are_refused_before_any_work() {
    let folder = folder();
    let text = file(&folder, "text", "");
    for (name, words) in [
        ("", "this is a folder"),
        ("new/", "this names a folder, not a file"),
        ("new/x.txt", "new does not exist"),
        ("text/x.txt", "text is a file"),
    ] {
        let path = format!("{}/{name}", folder.path().display());
        let endless = ["sample", "grids", "100000000000", "-o", &path];
        for command in [&["solve", EASY, "-o", &path][..], &endless] {
            let run = ndoku(command);
            assert!(
                run.code == 5 && run.err.contains(words),
                "{name}: {} {}",
                run.code,
                run.err
            );
        }
    }
    let pages = ndoku(&["man", "--output", &text]);
    assert!(
        pages.code == 5 && pages.err.contains("is a file, not a folder"),
        "{}",
        pages.err
    );
    // A folder in place of the partial file is not the rest of an earlier run.
    std::fs::create_dir(folder.path().join("x.txt.partial")).unwrap();
    let path = folder.path().join("x.txt");
    let run = ndoku(&["solve", EASY, "--resume", "-o", &path.to_string_lossy()]);
    assert!(
        run.code == 5 && run.err.contains("is not a regular file"),
        "{} {}",
        run.code,
        run.err
    );
}

#[test]
fn unknown_commands_of_a_command_are_compared_with_its_own() {
    for (name, words) in [
        (
            "grid",
            "`ndoku sample` command `grid`; did you mean `grids`?",
        ),
        (
            "nope",
            "`ndoku sample` command `nope`; there are grids and minimal",
        ),
    ] {
        let run = ndoku(&["sample", name]);
        assert!(
            run.code == 2 && run.err.contains(words) && run.err.contains("Usage: ndoku sample"),
            "{}",
            run.err
        );
    }
}

#[test]
fn unknown_options_get_a_useful_tip() {
    let other = ndoku(&["solve", "--theme", "dark", EASY]);
    assert!(!other.err.contains("--resume"), "{}", other.err);
    for (arguments, tip) in [
        (&["solve", "-x", EASY][..], "did you mean '-X' (--x)?"),
        (
            &["solve", "-O", "x.txt", EASY],
            "did you mean '-o' (--output)?",
        ),
        (
            &["solve", "--theme", "dark", EASY],
            "`ndoku draw` and `ndoku play` have this option",
        ),
        (
            &["hint", "--per-page", "4", EASY],
            "`ndoku draw` has this option",
        ),
        (
            &["check", "--limit", "4", EASY],
            "and other commands have this option",
        ),
        (&["solve", "--lmit", "4", EASY], "'--limit'"),
        (&["solve", "-1", EASY], "did you mean '--limit 1'?"),
    ] {
        let run = ndoku(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(tip), "{arguments:?}: {}", run.err);
    }
}

/// A puzzle without a solution says why, if a few easy steps show it.
#[test]
fn a_puzzle_without_a_solution_has_a_reason() {
    let reason = "no solution: after 4 steps of logic, row 3 has no place for 4";
    let puzzle = "..1..4..2.3.....";
    let solved = ndoku(&["solve", puzzle]);
    assert_eq!(solved.code, 1);
    assert!(solved.err.contains(reason), "{}", solved.err);
    let checked = ndoku(&["check", "--unique", puzzle]);
    assert_eq!(checked.out, format!("{reason}\n"));
    let json = ndoku(&["check", "--unique", "--json", puzzle]);
    assert!(
        json.out
            .contains("\"cells\":[\"r3c1\",\"r3c2\",\"r3c3\",\"r3c4\"]"),
        "{}",
        json.out
    );
    // A list is not explained puzzle by puzzle.
    let list = ndoku(&["solve", puzzle, puzzle]);
    assert!(!list.err.contains("steps of logic"), "{}", list.err);
}
