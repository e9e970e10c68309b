//! `ndoku rate`: templates, records, order, puzzles without a rating, limits.

mod common;

use common::{file, folder, ndoku, ndoku_with};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FULL: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const NONE: &str =
    "12345678.........9...............................................................";
const PUZZLES: &str = include_str!("../../../crates/ndoku-rating/testdata/rating/puzzles.txt");

fn record(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("it is JSON")
}

/// Returns known puzzles with their ratings by both profiles.
fn known() -> Vec<[&'static str; 3]> {
    let words = |line: &'static str| {
        line.split(' ')
            .collect::<Vec<_>>()
            .try_into()
            .expect("three words")
    };
    PUZZLES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(words)
        .collect()
}

#[test]
fn ratings_use_the_collectors_notation_in_input_order() {
    let text: String = known()
        .iter()
        .map(|[puzzle, ..]| format!("{puzzle}\n"))
        .collect();
    for (options, place) in [(&[][..], 1), (&["--profile", "sukaku", "-j", "3"], 2)] {
        let run = ndoku_with(&[&["rate"], options].concat(), text.as_bytes());
        let wanted: Vec<String> = known()
            .iter()
            .map(|known| format!("{} ED={}", known[0], known[place]))
            .collect();
        assert_eq!(
            (run.code, run.lines()),
            (0, wanted.iter().map(String::as_str).collect()),
            "{}",
            run.err
        );
        assert!(
            run.err.contains(&format!(
                "{} puzzles: {0} rated, from 1.2 to ",
                wanted.len()
            )),
            "{}",
            run.err
        );
    }
    let run = ndoku(&["rate", "--template", "%n %r %R%t%p %d 100%%", EASY, EASY]);
    assert_eq!(
        run.lines(),
        [
            "1 1.2 Hidden Single\t1.2 1.2 100%",
            "2 1.2 Hidden Single\t1.2 1.2 100%"
        ]
    );
}

#[test]
fn records_and_tables_hold_all_ratings() {
    let run = ndoku(&["rate", "--json", EASY, NONE, &".".repeat(81)]);
    let records: Vec<serde_json::Value> = run.lines().into_iter().map(record).collect();
    assert_eq!(run.code, 1, "{}", run.err);
    let of = |place: usize, key: &str| records[place][key].clone();
    assert_eq!(
        (of(0, "status"), of(0, "er"), of(0, "hardest")),
        ("unique".into(), 1.2.into(), "Hidden Single".into())
    );
    assert_eq!(
        (of(0, "puzzle"), of(0, "profile")),
        (EASY.into(), "se121".into())
    );
    assert_eq!(
        (of(1, "status"), of(1, "er"), of(2, "status")),
        ("none".into(), serde_json::Value::Null, "multiple".into())
    );
    assert!(
        run.err.contains("not rated: no solution")
            && run.err.contains("not rated: more than one solution"),
        "{}",
        run.err
    );
    let run = ndoku(&["rate", "--to", "csv", EASY, FULL]);
    let wanted = [
        "puzzle,er,ep,ed,hardest,level,score,id".to_owned(),
        format!("{EASY},1.2,1.2,1.2,Hidden Single,beginner,,"),
        format!("{FULL},,,,,beginner,,"),
    ];
    assert_eq!(
        run.lines(),
        wanted.iter().map(String::as_str).collect::<Vec<_>>()
    );
}

#[test]
fn our_own_profiles_rate_every_layout() {
    let six = "1.3.5..5..3.3....5.4.6..2..6..6.2.4.";
    for (profile, template, wanted) in [
        ("ndoku", "%r %l", "1.2 beginner"),
        ("hodoku", "%l %s", "easy "),
    ] {
        let run = ndoku(&[
            "rate",
            "--profile",
            profile,
            "--template",
            template,
            "--histogram",
            EASY,
            &EASY.replace('5', "."),
        ]);
        assert!(
            run.lines()[0].starts_with(wanted),
            "{profile}: {} {}",
            run.out,
            run.err
        );
        assert!(
            run.err
                .contains(wanted.split(' ').find(|word| word.len() > 3).unwrap()),
            "{}",
            run.err
        );
    }
    let x = ndoku(&["rate", "--x", "--profile", "ndoku", "--template", "%l", six]);
    assert_eq!(x.lines().len(), 1, "{}", x.err);
    let run = ndoku(&["rate", "--profile", "hodoku", "--to", "csv", EASY]);
    assert!(run.lines()[1].contains(",easy,"), "{}", run.out);
}

#[test]
fn puzzles_without_a_rating_keep_their_place() {
    let text = format!("{EASY}\n{}\n1.3.34.22.4.4.21\n{NONE}\n{EASY}\n", &EASY[1..]);
    for threads in ["1", "2"] {
        let run = ndoku_with(
            &["rate", "--template", "%r", "-j", threads, "--histogram"],
            text.as_bytes(),
        );
        assert_eq!(
            (run.code, run.lines()),
            (3, vec!["1.2", "invalid", "-", "-", "1.2"]),
            "{}",
            run.err
        );
        assert!(
            run.err.contains(
                "standard input:3: not rated: only classic 9×9 puzzles can be rated by this profile"
            ),
            "{}",
            run.err
        );
        assert!(run.err.contains(
            "5 puzzles: 2 rated, from 1.2 to 1.2, median 1.2; 1 without solution; 1 that cannot \
            be rated; 1 that could not be read"
        ));
        assert!(
            run.err
                .ends_with("   1.x          2 ████████████████████████████████████████\n"),
            "{}",
            run.err
        );
    }
    let x = ndoku(&["rate", "--x", EASY]);
    assert_eq!(
        (x.code, x.out.as_str()),
        (1, format!("{EASY} ED=-/-/-\n").as_str()),
        "{}",
        x.err
    );
}

#[test]
fn a_missing_rating_is_never_a_number() {
    let empty = ".".repeat(81);
    let run = ndoku(&["rate", &empty]);
    assert_eq!(
        (run.code, run.out),
        (1, format!("{empty} ED=-/-/-\n")),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("not rated: more than one solution"),
        "{}",
        run.err
    );
    let all = ndoku(&["rate", "--template", "%r %p %d %R %l %s", NONE, FULL]);
    assert_eq!(
        all.lines(),
        ["- - - - - -", "- - - - beginner -"],
        "{}",
        all.err
    );
    assert!(
        all.err
            .contains("not rated: there is nothing left to solve"),
        "{}",
        all.err
    );
    let record = record(&ndoku(&["rate", "--json", &empty]).out);
    for key in ["er", "ep", "ed"] {
        assert!(
            record[key].is_null() && record.get(key).is_some(),
            "{record}"
        );
    }
    let table = ndoku(&["rate", "--to", "csv", "--histogram", FULL, &empty]);
    assert_eq!(
        table.lines()[1..],
        [format!("{FULL},,,,,beginner,,"), format!("{empty},,,,,,,")],
        "{}",
        table.err
    );
    assert!(!table.err.contains("0.x"), "{}", table.err);
    // HoDoKu's scale has no ER, EP and ED.
    let scored = ndoku(&[
        "rate",
        "--profile",
        "hodoku",
        "--template",
        "%r/%p/%d",
        EASY,
    ]);
    assert_eq!(scored.out, "-/-/-\n");
    for drawn in [
        &["draw", "--ratings", "--to", "svg", FULL][..],
        &["draw", "--ratings", FULL],
        &["analyse", "--only", "rating", FULL],
    ] {
        let run = ndoku(drawn);
        assert!(
            run.code == 0 && !run.out.contains("· 0.0"),
            "{drawn:?}: {}{}",
            run.out,
            run.err
        );
    }
    let path = ndoku(&["solve", "--path", "--json", &empty]);
    assert!(self::record(&path.out)["rating"].is_null(), "{}", path.out);
}

/// Ratings of two scales must not look alike.
#[test]
fn each_profile_names_its_scale() {
    for (profile, start) in [
        ("se121", "ED=1.2/1.2/1.2"),
        ("sukaku", "ED="),
        ("ndoku", "ndoku=1.2/1.2/1.2"),
        ("hodoku", "hodoku=2"),
    ] {
        let run = ndoku(&["rate", "--profile", profile, EASY]);
        let shown = run.out.strip_prefix(EASY).unwrap_or_default();
        assert!(shown.trim_start().starts_with(start), "{profile}: {shown}");
        assert_eq!(shown.contains("easy"), profile == "hodoku", "{shown}");
        // Every command reads the line as a puzzle.
        assert_eq!(ndoku_with(&["solve"], run.out.as_bytes()).code, 0);
    }
    let scored = record(&ndoku(&["rate", "--profile", "hodoku", "--json", EASY]).out);
    assert!(
        scored["er"].is_null() && scored["score"].is_number() && scored["level"] == "easy",
        "{scored}"
    );
    let several = ndoku(&["rate", "--profile", "hodoku", "--histogram", EASY, EASY]);
    let score = &scored["score"];
    assert!(
        several
            .err
            .contains(&format!("score from {score} to {score}, median {score}"))
            && !several.err.contains(".x "),
        "{}",
        several.err
    );
}

#[test]
fn a_time_limit_stops_single_puzzles() {
    let hard = known().last().expect("there are puzzles")[0];
    let run = ndoku(&["rate", "--json", "--timeout", "1us", hard]);
    assert_eq!(
        (run.code, &record(&run.out)["status"]),
        (4, &"stopped".into()),
        "{}",
        run.err
    );
}

#[test]
fn wrong_options_are_explained() {
    for (options, told) in [
        (
            &["--template", "%x"][..],
            "unknown placeholder `%x` in a template",
        ),
        (&["--template", "5%"], "write `%%`"),
        (
            &["--profile", "easy"],
            "there are se121, sukaku, ndoku and hodoku",
        ),
        (&["--template", "%r", "--json"], "cannot be used with"),
    ] {
        let run = ndoku(&[&["rate", EASY], options].concat());
        assert!(
            run.code == 2 && run.err.contains(told),
            "{options:?}: {}",
            run.err
        );
    }
    let folder = folder();
    let path = folder.path().join("out.txt");
    let input = file(&folder, "in.txt", format!("{EASY}\n"));
    assert_eq!(
        ndoku(&["rate", "-o", path.to_str().expect("a path"), &input]).out,
        ""
    );
    assert_eq!(
        std::fs::read_to_string(&path).expect("it was written"),
        format!("{EASY} ED=1.2/1.2/1.2\n")
    );
}

/// One puzzle has its level and its hardest step on standard error, unless a template was asked.
#[test]
fn a_single_puzzle_has_its_level() {
    let one = ndoku(&["rate", EASY]);
    assert_eq!(
        one.err,
        "level beginner; the hardest step is Hidden Single\n"
    );
    for other in [
        &["rate", EASY, EASY][..],
        &["rate", "--template", "%r", EASY],
        &["rate", "--to", "csv", EASY],
    ] {
        let run = ndoku(other);
        assert!(!run.err.contains("hardest step"), "{}", run.err);
    }
}
