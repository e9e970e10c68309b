//! The output of `--json` matches the schemas of `ndoku help json COMMAND`, for good, bad,
//! unsolvable, ambiguous and limited puzzles.

mod common;
#[path = "common/schema.rs"]
mod schema;

use common::{Run, file, folder, ndoku};
use schema::Schema;
use serde_json::Value;

const GOOD: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FULL: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const NONE: &str =
    "12345678.........9...............................................................";
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SIX: &str = "1.3......4.......2..6....5......1..4";

fn schema_of(command: &str) -> Schema {
    let run = ndoku(&["help", "json", command]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{command}");
    Schema::new(&run.out)
}

/// Returns the records of a run, each validated by the schema.
#[track_caller]
fn records(schema: &Schema, run: &Run) -> Vec<Value> {
    let all: Vec<Value> = run
        .lines()
        .iter()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    for record in &all {
        assert_eq!(schema.problem(record), None, "{record}");
    }
    all
}

fn statuses(records: &[Value]) -> Vec<&str> {
    records
        .iter()
        .map(|record| record["status"].as_str().unwrap_or_default())
        .collect()
}

/// Returns a good puzzle, one without a solution, one with several, three unreadable items, a 6×6
/// puzzle, and a good one.
fn mixed() -> String {
    let ambiguous = GOOD.replace(['1', '2'], ".");
    let twice = GOOD.replacen("53", "55", 1);
    format!(
        "{GOOD}\n{NONE}\n{ambiguous}\n{}\n{twice}\n{}%\n{SIX}\n{GOOD}\n",
        &GOOD[1..],
        &GOOD[..80]
    )
}

#[test]
fn every_command_matches_its_schema() {
    let folder = folder();
    let path = file(&folder, "mixed.txt", mixed());
    let invalid = ["invalid"; 3];
    let cases: &[(&[&str], [&str; 5])] = &[
        (
            &["solve"],
            ["unique", "none", "multiple", "multiple", "unique"],
        ),
        (
            &["solve", "-v"],
            ["unique", "none", "multiple", "multiple", "unique"],
        ),
        (
            &["solve", "--limit", "1"],
            ["solved", "none", "solved", "solved", "solved"],
        ),
        (
            &["solve", "--all"],
            ["unique", "none", "multiple", "multiple", "unique"],
        ),
        (
            &["solve", "--path"],
            ["solved", "none", "multiple", "multiple", "solved"],
        ),
        (
            &["solve", "--passes"],
            ["solved", "none", "stuck", "stuck", "solved"],
        ),
        (
            &["count"],
            ["unique", "none", "multiple", "multiple", "unique"],
        ),
        (
            &["count", "-v"],
            ["unique", "none", "multiple", "multiple", "unique"],
        ),
        (
            &["count", "--limit", "1"],
            ["unique", "none", "stopped", "stopped", "unique"],
        ),
        (
            &["rate"],
            ["unique", "none", "multiple", "unsupported", "unique"],
        ),
        (
            &["rate", "--profile", "hodoku"],
            ["unique", "none", "multiple", "multiple", "unique"],
        ),
        (
            &["analyze", "--only", "minimal"],
            ["unique", "none", "multiple", "multiple", "unique"],
        ),
        (&["hint"], ["ok", "none", "multiple", "multiple", "ok"]),
        (
            &[
                "hint",
                "--level",
                "full",
                "--all-steps",
                "--technique",
                "hidden-single-box",
            ],
            ["ok", "none", "multiple", "multiple", "ok"],
        ),
        (&["canon"], ["ok"; 5]),
        (
            &[
                "canon",
                "--form",
                "solution",
                "--show-transformation",
                "--automorphisms",
            ],
            ["ok", "none", "multiple", "multiple", "ok"],
        ),
        (
            &["minimize", "--seed", "1"],
            ["ok", "none", "multiple", "multiple", "ok"],
        ),
        (
            &["enumerate", "--limit", "1"],
            ["solved", "none", "solved", "solved", "solved"],
        ),
        (
            &["enumerate", "--sample", "1", "--seed", "1"],
            ["solved", "none", "solved", "solved", "solved"],
        ),
    ];
    let solved = records(
        &schema_of("solve"),
        &ndoku(&["solve", "--json", "-q", &path]),
    );
    for (arguments, expected) in cases {
        let run = ndoku(&[arguments, &["--json", "-q", &path][..]].concat());
        let all = records(&schema_of(arguments[0]), &run);
        let expected = [&expected[..3], &invalid, &expected[3..]].concat();
        assert_eq!(statuses(&all), expected, "{arguments:?}: {}", run.err);
        assert_eq!(run.code, 3, "{arguments:?}: {}", run.err);
        // Unreadable items look the same in all commands.
        assert_eq!(bad_records(&all), bad_records(&solved), "{arguments:?}");
    }
    // `convert` writes clues unchanged, and unreadable items keep their place.
    let converted = records(
        &schema_of("convert"),
        &ndoku(&["convert", "--json", "-q", &path]),
    );
    assert_eq!(
        statuses(&converted),
        ["", "", "", "invalid", "", "invalid", "", ""]
    );
    let check = ndoku(&["check", "--json", "--unique", "-q", &path]);
    let check = records(&schema_of("check"), &check);
    // For `check`, contradicting clues are an answer.
    assert_eq!(
        statuses(&check),
        [
            "ok", "none", "multiple", "invalid", "conflict", "invalid", "multiple", "ok"
        ]
    );
}

/// Returns the records of unreadable items.
fn bad_records(records: &[Value]) -> Vec<&Value> {
    records
        .iter()
        .filter(|record| record["status"] == "invalid")
        .collect()
}

#[test]
fn unreadable_items_have_number_line_message_and_location() {
    let folder = folder();
    let (first, second) = (
        file(&folder, "first.txt", mixed()),
        file(&folder, "second.txt", format!("{GOOD}\n\n{}\n", &GOOD[1..])),
    );
    let all = records(
        &schema_of("solve"),
        &ndoku(&["solve", "--json", &first, &second]),
    );
    let bad = bad_records(&all);
    let place = |record: &Value| ["n", "line"].map(|key| record[key].as_u64().unwrap_or(0));
    assert_eq!(
        bad.iter().map(|record| place(record)).collect::<Vec<_>>(),
        [[4, 4], [5, 5], [6, 6], [10, 3]]
    );
    assert_eq!(
        (&bad[0]["file"], &bad[3]["file"]),
        (&first.as_str().into(), &second.as_str().into())
    );
    assert_eq!(
        bad[0]["error"],
        serde_json::json!({ "message": "80 characters do not make a grid; 81 make 9×9", "line": 4, "column": 1, "hint": "1 cell is missing" })
    );
    assert_eq!(
        (&bad[2]["error"]["line"], &bad[2]["error"]["column"]),
        (&6.into(), &81.into())
    );
}

#[test]
fn check_and_commands_on_two_puzzles_match_their_schemas() {
    let folder = folder();
    let path = file(&folder, "mixed.txt", mixed());
    let check = schema_of("check");
    for (arguments, expected) in [
        (&["--minimal", GOOD][..], "redundant"),
        (&["--full", GOOD], "blank"),
        (&["--full", FULL], "ok"),
        (&["--unique", "--max-guesses", "1", HARD], "stopped"),
    ] {
        let run = ndoku(&[&["check", "--json"], arguments].concat());
        assert_eq!(
            statuses(&records(&check, &run)),
            [expected],
            "{arguments:?}: {}",
            run.err
        );
        assert_eq!(
            run.code,
            [("ok", 0), ("stopped", 4)]
                .iter()
                .find(|(status, _)| *status == expected)
                .map_or(1, |(_, code)| *code)
        );
    }
    let other = file(
        &folder,
        "other.txt",
        format!("{GOOD}\n{GOOD}\n{GOOD}\n{GOOD}\n"),
    );
    let all = records(
        &schema_of("compare"),
        &ndoku(&["compare", "--json", &path, &other]),
    );
    assert_eq!(
        statuses(&all),
        ["same", "different", "different", "invalid"]
    );
    assert_eq!(
        (&all[3]["line"], &all[3]["file"]),
        (&4.into(), &path.as_str().into())
    );
    let vicinity = [
        "vicinity", "--json", "-q", "--minus", "1", "--plus", "0", GOOD, SIX, "12",
    ];
    let all = records(&schema_of("vicinity"), &ndoku(&vicinity));
    assert!(
        all.len() > 3 && statuses(&all).contains(&"unsupported"),
        "{all:?}"
    );
}

#[test]
fn ids_of_a_table_are_in_all_answers() {
    let folder = folder();
    let ambiguous = GOOD.replace(['1', '2'], ".");
    let table = format!("id,puzzle,source\n7,{GOOD},\"Smith, J\"\n\"a,8\",{ambiguous},Doe\n");
    let table = file(&folder, "table.csv", &table);
    let commands = [
        "solve",
        "count",
        "canon",
        "check",
        "minimize",
        "rate",
        "hint",
        "analyze",
        "enumerate",
    ];
    for command in commands {
        let run = ndoku(&[command, "--json", &table]);
        let records = records(&schema_of(command), &run);
        assert!(records.len() >= 2, "{command}: {run:?}");
        for record in records {
            let expected = if record["line"] == 2 { "7" } else { "a,8" };
            assert_eq!(record["id"], expected, "{command}: {record}");
        }
    }
    for (command, column) in [("canon", 0), ("rate", 7)] {
        let run = ndoku(&[command, "--to", "csv", &table]);
        let [header, first, second] = run.lines()[..] else {
            panic!("{command}: {run:?}");
        };
        assert_eq!(header.split(',').nth(column), Some("id"), "{command}");
        assert_eq!(first.split(',').nth(column), Some("7"), "{command}");
        assert!(second.contains("\"a,8\""), "{command}: {second}");
    }
    let run = ndoku(&["minimize", "--to", "csv", &table]);
    assert!(run.lines()[1].starts_with("7,"), "{run:?}");
}

#[test]
fn limited_answers_match_the_schemas() {
    let blank = ".".repeat(81);
    let sixteen = ".".repeat(256);
    for (arguments, expected, reason) in [
        (
            &["solve", "--max-guesses", "1", HARD][..],
            "stopped",
            "guesses",
        ),
        (
            &["solve", "--path", "--timeout", "1us", HARD],
            "stopped",
            "timeout",
        ),
        (&["count", "--limit", "10", &blank], "stopped", "limit"),
        (
            &["count", "--max-guesses", "1", "--limit", "100000", &sixteen],
            "stopped",
            "guesses",
        ),
        (&["rate", "--timeout", "1us", HARD], "stopped", "timeout"),
        (&["hint", "--timeout", "1us", HARD], "stopped", "timeout"),
        (
            &["canon", "--form", "solution", "--timeout", "1us", &sixteen],
            "stopped",
            "timeout",
        ),
        (&["analyze", "--timeout", "1us", HARD], "stopped", "timeout"),
        (
            &["minimize", "--seed", "1", "--timeout", "1us", HARD],
            "stopped",
            "timeout",
        ),
        (
            &["enumerate", "--max-guesses", "1", &sixteen],
            "stopped",
            "guesses",
        ),
    ] {
        let run = ndoku(&[arguments, &["--json"]].concat());
        let all = records(&schema_of(arguments[0]), &run);
        let last = all.last().unwrap_or(&Value::Null);
        assert_eq!(
            (&last["status"], &last["reason"], run.code),
            (&expected.into(), &reason.into(), 4),
            "{arguments:?}: {}",
            run.err
        );
    }
    let estimate = [
        "count",
        "--json",
        "--estimate",
        "--seed",
        "1",
        "--samples",
        "4800",
        "--box",
        "3x2",
        &blank[..36],
    ];
    let run = ndoku(&estimate);
    let all = records(&schema_of("count"), &run);
    assert_eq!(
        (all[0]["status"].as_str(), run.code),
        (Some("estimated"), 0),
        "{all:?}"
    );
}

#[test]
fn records_of_lists_match_their_schemas() {
    let folder = folder();
    let path = file(&folder, "mixed.txt", mixed());
    let rules = r#"{"regions":"0011001122332233","givens":"1...............","rules":["x","anti-knight"],"placed":".2..............","meta":{"title":"T"}}"#;
    let rules = file(&folder, "rules.json", rules);
    for arguments in [
        &["analyze", "--deep", "--samples", "2", GOOD, FULL][..],
        &["canon", "--group", "--together", &path],
        &["generate", "2", "--seed", "1", "--with-solution"],
        &[
            "generate",
            "--seed",
            "1",
            "--regions",
            "random",
            "--rating",
            "ndoku:1..2",
        ],
        &["sample", "minimal", "100", "--seed", "1"],
        &["sample", "grids", "2", "--seed", "1", "--size", "4"],
        &["stats", &path],
        &["formats"],
        &["rules"],
        &["techniques"],
        &["bench", "--seconds", "0.01", GOOD],
        &["bench", "--seconds", "0.01", "--latency", GOOD],
        &["convert", &rules],
        &["convert", FULL],
    ] {
        let run = ndoku(&[arguments, &["--json"]].concat());
        assert!(
            !records(&schema_of(arguments[0]), &run).is_empty(),
            "{arguments:?}: {}",
            run.err
        );
    }
}

/// Numbers of solutions are strings of digits, in every command.
#[test]
fn numbers_of_solutions_have_one_type() {
    let first =
        |arguments: &[&str]| records(&schema_of(arguments[0]), &ndoku(arguments)).swap_remove(0);
    assert_eq!(first(&["solve", "--json", GOOD])["solutions"], "1");
    assert_eq!(first(&["solve", "--json", "--all", GOOD])["solutions"], "1");
    assert_eq!(
        first(&["count", "--json", &".".repeat(81)])["count"],
        "6670903752021072936960"
    );
    assert_eq!(
        first(&["analyze", "--json", "--only", "minimal", GOOD])["solutions"]["count"],
        "1"
    );
}

#[test]
fn the_topic_lists_statuses_and_schemas() {
    let run = ndoku(&["help", "json"]);
    for word in ["unique ", "invalid ", "stopped ", "solve", "techniques"] {
        assert!(run.out.contains(word), "{word}: {}", run.out);
    }
    assert!(
        run.out.lines().all(|line| line.chars().count() <= 100),
        "{}",
        run.out
    );
    // An alias of a command is accepted, too.
    assert_eq!(
        ndoku(&["help", "json", "minimize"]).out,
        ndoku(&["help", "json", "minimise"]).out
    );
    let unknown = ndoku(&["help", "json", "sovle"]);
    assert!(
        unknown.code == 2
            && unknown
                .err
                .contains("did you mean `ndoku help json solve`?"),
        "{}",
        unknown.err
    );
    assert_eq!(ndoku(&["help", "formats", "line"]).code, 2);
}

/// The validator of this test finds errors.
#[test]
fn the_validator_refuses_wrong_records() {
    let schema = schema_of("solve");
    let good = serde_json::json!({ "n": 1, "line": 1, "status": "unique", "solutions": "1", "solution": FULL });
    assert_eq!(schema.problem(&good), None);
    for (key, value) in [
        ("n", 0.into()),
        ("status", "fine".into()),
        ("solutions", 1.into()),
        ("solutions", "01".into()),
        ("line", Value::Null),
        ("other", 1.into()),
    ] {
        let mut wrong = good.clone();
        wrong[key] = value;
        assert!(schema.problem(&wrong).is_some(), "{wrong}");
    }
    let mut short = good;
    short
        .as_object_mut()
        .expect("an object")
        .remove("solutions");
    assert!(schema.problem(&short).is_some());
}
