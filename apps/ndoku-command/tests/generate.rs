//! `generate`: puzzles meet their options for any number of threads. Formats, records, limits and
//! failures.

mod common;

use common::{file, folder, ndoku, ndoku_with};

/// Counts the clues of a line.
fn clues(line: &str) -> usize {
    line.chars()
        .filter(|c| c.is_ascii_digit() && *c != '0')
        .count()
}

fn records(text: &str) -> Vec<serde_json::Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect()
}

/// Checks with `solve` that each puzzle has one solution, because `check` would only detect
/// conflicts.
fn assert_unique(puzzles: &str) {
    let solved = ndoku_with(&["solve"], puzzles.as_bytes());
    assert_eq!(solved.code, 0, "{}", solved.err);
}

#[test]
fn output_does_not_depend_on_threads_or_number() {
    let of = |number: &str, threads: &str| {
        ndoku(&[
            "generate",
            number,
            "--seed",
            "42",
            "--symmetry",
            "rotational",
            "--to",
            "line",
            "--threads",
            threads,
        ])
    };
    let (one, four, few) = (of("40", "1"), of("40", "4"), of("5", "2"));
    assert_eq!((one.code, one.lines().len()), (0, 40), "{}", one.err);
    assert!(one.out == four.out && one.out.starts_with(&few.out) && few.lines().len() == 5);
    for line in one.lines() {
        let cells: Vec<bool> = line.chars().map(|c| c != '.').collect();
        assert!(
            (0..81).all(|cell| cells[cell] == cells[80 - cell]),
            "{line}"
        );
    }
    assert_unique(&one.out);
    let other = ndoku(&["gen", "5", "--seed", "43", "--symmetry", "rot180"]);
    assert!(other.out != few.out && other.lines().len() == 5);
}

#[test]
fn clues_and_patterns_are_as_requested() {
    let run = ndoku(&[
        "generate",
        "4",
        "--seed",
        "1",
        "--clues",
        "28..30",
        "--symmetry",
        "random",
    ]);
    assert!(
        run.code == 0
            && run
                .lines()
                .iter()
                .all(|line| (28..=30).contains(&clues(line))),
        "{}",
        run.out
    );
    let folder = folder();
    let mask = "x..x..x..\n.x..x..x.\nx....x..x\n.x..x...x\n...x...x.\n..x...x..\nx.x..x...\n.x.x..x..\nx...x..x.\n";
    let path = file(&folder, "mask.txt", mask);
    let run = ndoku(&["generate", "--seed", "1", "--pattern", &path]);
    let wanted: Vec<bool> = mask
        .chars()
        .filter(|c| *c != '\n')
        .map(|c| c == 'x')
        .collect();
    assert_eq!(
        run.out
            .trim_end()
            .chars()
            .map(|c| c != '.')
            .collect::<Vec<_>>(),
        wanted,
        "{}",
        run.err
    );
    assert_unique(&run.out);
}

#[test]
fn levels_and_ratings_agree_with_rate() {
    for level in ["beginner", "easy", "medium", "hard", "expert"] {
        let made = ndoku(&["generate", "3", "--seed", "7", "--level", level]);
        let rated = ndoku_with(&["rate", "--template", "%l"], made.out.as_bytes());
        assert_eq!(rated.lines(), [level; 3], "{}", made.err);
    }
    let made = ndoku(&[
        "generate",
        "--seed",
        "7",
        "--rating",
        "se121:7.0..7.2",
        "--minimal",
        "--json",
    ]);
    let record = &records(&made.out)[0];
    let rating = record["rating"].as_f64().expect("it has a rating");
    assert!(
        (7.0..=7.2).contains(&rating)
            && record["level"] == "expert"
            && record["profile"] == "se121",
        "{record}"
    );
    let rated = ndoku(&[
        "rate",
        "--template",
        "%r",
        record["puzzle"].as_str().expect("text"),
    ]);
    assert_eq!(rated.out.trim_end(), format!("{rating:.1}"));
    let made = ndoku(&[
        "generate",
        "--seed",
        "7",
        "--require-technique",
        "naked-pair",
        "--with-solution",
    ]);
    assert_eq!((made.code, made.lines().len()), (0, 2), "{}", made.err);
    assert_eq!(
        ndoku(&["solve", made.lines()[0]]).out.trim_end(),
        made.lines()[1]
    );
    // A file of both would be read as twice as many puzzles.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.sdm");
    let path = path.to_str().expect("text");
    let saved = ndoku(&["generate", "--seed", "7", "--with-solution", "-o", path]);
    assert!(saved.err.contains("--to pair keeps both"), "{}", saved.err);
    let rows = ndoku(&[
        "generate",
        "2",
        "--seed",
        "7",
        "--with-solution",
        "--to",
        "rows",
    ]);
    let blocks: Vec<_> = rows.out.split("\n\n").collect();
    assert_eq!(blocks.len(), 4, "{}", rows.out);
    assert!(blocks.iter().all(|block| block.lines().count() == 9));
}

#[test]
fn puzzles_of_every_layout_are_written() {
    for options in [
        &["--size", "6"][..],
        &["-X"],
        &["--box", "3x2", "--diagonal", "main"],
        &["--rule", "windoku"],
        &["--box", "none", "--size", "5"],
    ] {
        let run = ndoku(&[&["generate", "--seed", "3", "--json"], options].concat());
        let record = &records(&run.out)[0];
        let puzzle = record["puzzle"].as_str().expect("text");
        assert!(
            run.code == 0 && record["layout"].is_string(),
            "{options:?}: {}",
            run.err
        );
        let options: Vec<&str> = options
            .iter()
            .copied()
            .filter(|word| !["--size", "6", "5"].contains(word))
            .collect();
        assert_eq!(
            ndoku(&[&["count", puzzle], &options[..]].concat()).out,
            "1\n",
            "{options:?}"
        );
    }
    let run = ndoku(&[
        "generate",
        "2",
        "--seed",
        "3",
        "--regions",
        "random",
        "--json",
    ]);
    let records = records(&run.out);
    let regions = |record: &serde_json::Value| record["regions"].as_str().expect("text").to_owned();
    assert_ne!(regions(&records[0]), regions(&records[1]));
    let puzzle = records[0]["puzzle"].as_str().expect("text");
    assert_eq!(
        ndoku(&["count", "--regions", &regions(&records[0]), puzzle]).out,
        "1\n"
    );
    // The default format holds the layout.
    let jigsaw = ndoku(&["generate", "2", "--seed", "3", "--regions", "random"]);
    assert_eq!(
        ndoku_with(&["count"], jigsaw.out.as_bytes()).out,
        "1\n1\n",
        "{}",
        jigsaw.out
    );
    let symbols = ndoku(&[
        "generate",
        "--seed",
        "3",
        "--size",
        "16",
        "--symbols",
        "alnum",
    ]);
    assert_eq!(
        (symbols.code, symbols.out.trim_end().len()),
        (0, 256),
        "{}",
        symbols.err
    );
}

#[test]
fn pencilmarks_starts_and_optimizations_work() {
    let marks = ndoku(&["generate", "--seed", "1", "--pencilmarks"]);
    assert_eq!(
        (marks.code, marks.out.trim_end().len()),
        (0, 729),
        "{}",
        marks.err
    );
    assert_eq!(ndoku(&["count", marks.out.trim_end()]).out, "1\n");
    let start = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let run = ndoku(&["generate", "--seed", "1", "--from", start]);
    let kept = run
        .out
        .trim_end()
        .chars()
        .zip(start.chars())
        .all(|(clue, given)| clue == '.' || clue == given);
    assert!(
        run.code == 0 && kept && clues(&run.out) < clues(start),
        "{}",
        run.out
    );
    let few = ndoku(&[
        "generate",
        "--seed",
        "1",
        "--optimize",
        "few-clues",
        "--population",
        "5",
        "--generations",
        "60",
    ]);
    assert!(few.code == 0 && clues(&few.out) < 24, "{}", few.out);
}

#[test]
fn failures_are_reported_and_results_are_kept() {
    let run = ndoku(&[
        "generate",
        "2",
        "--seed",
        "1",
        "--clues",
        "..17",
        "--max-attempts",
        "20",
    ]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert_eq!(
        run.err,
        "puzzle 1: not found in 20 attempts\npuzzle 2: not found in 20 attempts\n2 of 2 puzzles \
        were not found; --max-attempts raises the limit\n"
    );
    // Puzzles of 22 clues are rare: some are found and written.
    let run = ndoku(&[
        "generate",
        "12",
        "--seed",
        "1",
        "--clues",
        "..23",
        "--minimal",
        "--max-attempts",
        "2",
    ]);
    assert!(
        run.code == 1
            && (1..12).contains(&run.lines().len())
            && run.err.contains("not found in 2 attempts"),
        "{}",
        run.err
    );
    let late = ndoku(&[
        "generate",
        "--seed",
        "1",
        "--rating",
        "11.9",
        "--timeout",
        "50ms",
    ]);
    assert_eq!((late.code, late.err.as_str()), (4, "the time ran out\n"));
    for wrong in [
        &["--clues", "90"][..],
        &["--pattern", "xx.."],
        &["--size", "6", "--rating", "se121:2.0"],
        &["--level", "soft"],
    ] {
        let run = ndoku(&[&["generate"], wrong].concat());
        assert_eq!(
            (run.code, run.out.as_str()),
            (2, ""),
            "{wrong:?}: {}",
            run.err
        );
    }
    let refusals: [(&[&str], &str); 11] = [
        (
            &["--clues", "16"],
            "the number of clues must be from 17 to 81 in this layout",
        ),
        (&["--clues", "..16"], "from 17 to 81"),
        (&["--clues", "82.."], "from 17 to 81"),
        (&["--size", "6", "--clues", "37"], "from 5 to 36"),
        (
            &["--size", "6", "--clues", "13", "--symmetry", "rotational"],
            "the nearest numbers are 12 and 14",
        ),
        (
            &["--pattern", &".".repeat(81)],
            "the pattern has too few clues: 0, and a puzzle of this layout has at least 17",
        ),
        (
            &["--rating", "21.."],
            "ratings of this profile range from 1.0 to 20.0",
        ),
        (
            &["--rating", "ndoku:0.5"],
            "ratings of this profile range from 1.0 to 20.0",
        ),
        (
            &["--optimize", "hard", "--generations", "0"],
            "'0' for '--generations <N>': must be at least 1",
        ),
        (
            &["--optimize", "hard", "--population", "0"],
            "must be at least 1",
        ),
        (&["0"], "must be at least 1"),
    ];
    for (order, told) in refusals {
        let run = ndoku(&[&["generate"], order].concat());
        assert!(
            run.code == 2 && run.out.is_empty() && run.err.contains(told),
            "{order:?}: {}",
            run.err
        );
    }
    // Other layouts have other bounds.
    let few = ndoku(&["generate", "--seed", "1", "--x", "--clues", "..16"]);
    assert!(few.code == 0 && clues(&few.out) <= 16, "{}", few.err);
    let seed = ndoku(&["generate"]);
    assert!(seed.err.starts_with("made with --seed "), "{}", seed.err);
    let said = seed
        .err
        .trim_end()
        .trim_start_matches("made with --seed ")
        .to_owned();
    assert_eq!(ndoku(&["generate", "--seed", &said]).out, seed.out);
}

#[test]
fn tables_and_documents_contain_the_difficulty() {
    let order = ["generate", "--seed", "1", "--level", "hard"];
    let record: serde_json::Value =
        serde_json::from_str(&ndoku(&[&order[..], &["--json"]].concat()).out).unwrap();
    let table = ndoku(&[&order[..], &["--to", "csv"]].concat()).out;
    let row = table.lines().nth(1).unwrap();
    assert!(
        row.contains(&format!(",{},hard,", record["rating"])),
        "{row}"
    );
    // A line cannot hold the difficulty. The command does not warn.
    let line = ndoku(&[&order[..], &["--to", "line"]].concat());
    assert!(!line.err.contains("warning"), "{}", line.err);
}

#[test]
fn rule_kinds_make_puzzles_in_formats_that_keep_rules() {
    let args = [
        "generate",
        "3",
        "--rule-kind",
        "killer",
        "--size",
        "6",
        "--seed",
        "1",
    ];
    let of = |more: &[&str]| ndoku(&[&args[..], more].concat());
    let plain = of(&[]);
    assert_eq!(plain.code, 0, "{}", plain.err);
    assert!(plain.out.contains("\nkiller "), "{}", plain.out);
    assert_unique(&plain.out);
    // The same bytes for any number of threads.
    assert_eq!(of(&["--threads", "1"]).out, of(&["--threads", "3"]).out);
    // Other formats keep the rules, too.
    for format in ["fpuzzles", "json", "iss", "sudokupad"] {
        let written = of(&["--to", format]);
        assert_eq!(written.code, 0, "{format}: {}", written.err);
        let back = ndoku_with(&["convert", "--to", "rules", "-"], written.out.as_bytes());
        assert_eq!(back.out, plain.out, "{format}");
    }
    // A line does not.
    let line = of(&["--to", "line"]);
    assert!(line.code == 1 && line.err.contains("rules"), "{}", line.err);
}

#[test]
fn records_of_rule_kinds_have_their_rules() {
    let run = ndoku(&[
        "generate",
        "--rule-kind",
        "thermo,kropki",
        "--size",
        "6",
        "--seed",
        "2",
        "--json",
    ]);
    let record = &records(&run.out)[0];
    let rules: Vec<&str> = record["rules"]
        .as_array()
        .expect("there are rules")
        .iter()
        .filter_map(serde_json::Value::as_str)
        .collect();
    for id in ["thermo=", "difference="] {
        assert!(rules.iter().any(|rule| rule.starts_with(id)), "{rules:?}");
    }
    let layout = record["layout"].as_str().unwrap_or_default();
    assert_eq!(layout.matches("thermo").count(), 1, "{layout}");
}

#[test]
fn impossible_rule_kinds_are_refused() {
    let refused = |args: &[&str]| {
        let run = ndoku(&[&["generate", "--seed", "1"], args].concat());
        assert_eq!(run.code, 2, "{}", run.err);
        run.err
    };
    let unknown = refused(&["--rule-kind", "kiler"]);
    assert!(unknown.contains("did you mean `killer`"), "{unknown}");
    let size = refused(&["--rule-kind", "whisper", "--size", "25"]);
    assert!(
        size.contains("from 4 to 16") || size.contains("size 4 to 16"),
        "{size}"
    );
    let clues = refused(&["--rule-kind", "killer", "--clues", "90"]);
    assert!(clues.contains("from 0 to 81"), "{clues}");
    let profile = refused(&["--rule-kind", "killer", "--rating", "se121:2.0..3.0"]);
    assert!(profile.contains("only classic 9×9 puzzles"), "{profile}");
    let marks = refused(&["--rule-kind", "killer", "--pencilmarks"]);
    assert!(marks.contains("--pencilmarks"), "{marks}");
    // Odd and even cells alone never suffice.
    let none = ndoku(&[
        "generate",
        "--rule-kind",
        "odd-even",
        "--clues",
        "0",
        "--seed",
        "1",
        "--max-attempts",
        "2",
    ]);
    assert!(
        none.code == 1 && none.err.contains("not found in 2 attempts"),
        "{}",
        none.err
    );
}

/// Every command reads the records of `--json` as puzzles, with their layout and rules.
#[test]
fn json_records_are_read_back() {
    for options in [
        &[][..],
        &["--rule", "x"],
        &["--box", "3x2"],
        &["--size", "6", "--rule", "anti-king"],
        &["--size", "4", "--rule-kind", "killer"],
    ] {
        let seed = [&["generate", "2", "--seed", "5"], options].concat();
        let records = ndoku(&[&seed[..], &["--json"]].concat());
        let rules = ndoku(&[&seed[..], &["--to", "rules"]].concat());
        let back = ndoku_with(&["convert", "--to", "rules"], records.out.as_bytes());
        assert_eq!(
            (back.code, back.out),
            (0, rules.out),
            "{options:?}: {}",
            back.err
        );
    }
}
