//! The answers of columns equal those of the library for the same puzzles.

use std::num::NonZeroUsize;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, UInt32Type, UInt64Type};
use arrow_array::{Array, StringArray, StructArray};
use ndoku::analysis::canonical::{CanonicalForm, Canonicalizer};
use ndoku::analysis::minimal::Minimizer;
use ndoku::count::{CountLimit, Counter};
use ndoku::rating::{Profile, Rater, RatingOutcome};
use ndoku::{Budget, Puzzle, Solver, ThreadBudget, Verdict};
use ndoku_arrow::{FUNCTIONS, FieldKind, OPTIONS, Options, Session, find_function};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Puzzles of several layouts as lines, which the library reads as they are.
fn lines() -> Vec<String> {
    let several = HARD.replacen('4', ".", 1);
    vec![
        EASY.to_owned(),
        HARD.to_owned(),
        several,
        EASY.replacen("53", "55", 1),
        "1.......4......2".to_owned(),
        "12.3...4........".to_owned(),
        format!("1{}", ".".repeat(35)),
        format!("{}G{}", "1".repeat(0), ".".repeat(255)),
    ]
}

fn ask(name: &str, column: &[String], options: &[(&str, &str)]) -> StructArray {
    let function = find_function(name).unwrap();
    let options = function.parse_options(options.iter().copied()).unwrap();
    let array = StringArray::from(column.to_vec());
    let columns: &[&dyn Array] = match function.columns {
        [_] => &[&array],
        _ => &[&array, &array],
    };
    let mut session = Session::new(function, &options).unwrap();
    session.call(columns, None).unwrap().remove(0)
}

fn text<'a>(answers: &'a StructArray, field: &str, row: usize) -> Option<&'a str> {
    let column = answers.column_by_name(field).unwrap().as_string::<i32>();
    column.is_valid(row).then(|| column.value(row))
}

fn number(answers: &StructArray, field: &str, row: usize) -> Option<u64> {
    let column = answers.column_by_name(field).unwrap();
    column
        .is_valid(row)
        .then(|| match column.as_primitive_opt::<UInt64Type>() {
            Some(column) => column.value(row),
            None => column.as_primitive::<UInt32Type>().value(row).into(),
        })
}

fn truth(answers: &StructArray, field: &str, row: usize) -> Option<bool> {
    let column = answers.column_by_name(field).unwrap().as_boolean();
    column.is_valid(row).then(|| column.value(row))
}

fn status(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Unique(_) => "unique",
        Verdict::Multiple(..) => "multiple",
        Verdict::Unsolvable => "none",
    }
}

/// Returns the number of solutions up to 2.
fn verdict(line: &str) -> Verdict {
    let puzzle: Puzzle = line.parse().unwrap();
    Solver::new().solve(&puzzle).unwrap()
}

#[test]
fn solve_equals_the_solver() {
    let lines = lines();
    let (only, first) = (
        ask("solve", &lines, &[]),
        ask("solve", &lines, &[("first", "true")]),
    );
    for (row, line) in lines.iter().enumerate() {
        let verdict = verdict(line);
        assert_eq!(text(&only, "status", row), Some(status(&verdict)), "{line}");
        let unique = match &verdict {
            Verdict::Unique(solution) => Some(solution.to_array()),
            _ => None,
        };
        let digits = |text: &str| {
            let digit = |digit: char| digit.to_digit(36).unwrap() as u8;
            text.chars().map(digit).collect::<Vec<u8>>()
        };
        assert_eq!(text(&only, "solution", row).map(digits), unique, "{line}");
        let solution = text(&first, "solution", row);
        assert_eq!(solution.is_some(), verdict != Verdict::Unsolvable, "{line}");
        if let Some(solution) = solution {
            assert_eq!(ask_solution(line, solution), Some(true), "{line}");
        }
    }
}

/// Returns whether a grid is a solution of a puzzle, according to `check`.
fn ask_solution(line: &str, solution: &str) -> Option<bool> {
    let mut session = Session::new(find_function("check").unwrap(), &Options::default()).unwrap();
    let columns = [
        StringArray::from(vec![line]),
        StringArray::from(vec![solution]),
    ];
    let answers = session.call(&[&columns[0], &columns[1]], None).unwrap();
    truth(&answers[0], "ok", 0)
}

#[test]
fn check_refuses_other_grids() {
    let Verdict::Unique(solution) = verdict(EASY) else {
        panic!("one solution");
    };
    let solution = solution.to_string();
    assert_eq!(ask_solution(EASY, &solution), Some(true));
    assert_eq!(ask_solution(EASY, &format!("{solution}\n")), Some(true));
    for wrong in [
        EASY,
        "",
        "x",
        &solution[1..],
        &solution.replace('1', "2"),
        HARD,
    ] {
        assert_eq!(ask_solution(EASY, wrong), Some(false), "{wrong}");
    }
    // A valid grid with other digits in the places of the clues.
    let exchanged = solution
        .replace('1', "x")
        .replace('2', "1")
        .replace('x', "2");
    assert_eq!(ask_solution(EASY, &exchanged), Some(false));
    assert_eq!(ask_solution(&".".repeat(81), &exchanged), Some(true));
    assert_eq!(
        ask_solution(&EASY.replacen("53", "55", 1), &solution),
        Some(false)
    );
    assert_eq!(
        ask_solution("1...............", "1234341221434321"),
        Some(true)
    );
    assert_eq!(
        ask_solution("1...............", "2134341221434321"),
        Some(false)
    );
}

#[test]
fn count_equals_the_counter() {
    let lines = lines();
    let threads = ThreadBudget::new(NonZeroUsize::MIN);
    for (option, limit) in [("1", 1), ("2", 2), ("3", 3), ("100000", 100_000)] {
        let answers = ask("count", &lines, &[("limit", option)]);
        for (row, line) in lines.iter().enumerate() {
            let puzzle: Puzzle = line.parse().unwrap();
            let limit = CountLimit::new(limit);
            let count =
                Counter::new(&threads).count(&puzzle, limit, &Budget::default(), &|_, _| {});
            assert_eq!(
                number(&answers, "count", row),
                Some(count.number as u64),
                "{line}"
            );
            assert_eq!(
                truth(&answers, "exact", row),
                Some(count.is_exact()),
                "{line}"
            );
            let expected = status(&verdict(line));
            assert_eq!(
                text(&answers, "status", row),
                Some(expected),
                "{line} {option}"
            );
        }
    }
    let all = ask(
        "count",
        &[".".repeat(81), EASY.to_owned()],
        &[("limit", "none")],
    );
    assert_eq!(text(&all, "count_text", 0), Some("6670903752021072936960"));
    assert_eq!(
        (number(&all, "count", 0), truth(&all, "exact", 0)),
        (None, Some(true))
    );
    assert_eq!(
        (number(&all, "count", 1), text(&all, "status", 1)),
        (Some(1), Some("unique"))
    );
}

#[test]
fn rate_equals_the_rater() {
    let lines = lines();
    for profile in Profile::ALL {
        let answers = ask("rate", &lines[..6], &[("profile", profile.name())]);
        for (row, line) in lines[..6].iter().enumerate() {
            let puzzle: Puzzle = line.parse().unwrap();
            let er = answers
                .column_by_name("er")
                .unwrap()
                .as_primitive::<Float32Type>();
            match Rater::new(profile).rate(&puzzle, &Budget::default()) {
                Ok(RatingOutcome::Unique(rating)) => {
                    let known = rating.puzzle.known().filter(|_| rating.score.is_none());
                    let known = known.map(|rating| rating.to_string());
                    let found = er.is_valid(row).then(|| format!("{:.1}", er.value(row)));
                    assert_eq!(found, known, "{line}");
                    assert_eq!(text(&answers, "level", row), Some(rating.level.name()));
                    assert_eq!(text(&answers, "technique", row), rating.puzzle.technique);
                    let score = number(&answers, "score", row);
                    assert_eq!(score, rating.score.map(u64::from));
                }
                Ok(outcome) => {
                    assert!(er.is_null(row), "{outcome:?}");
                    assert_eq!(text(&answers, "status", row), Some(status(&verdict(line))));
                }
                Err(_) => assert_eq!(text(&answers, "status", row), Some("invalid")),
            }
        }
    }
}

#[test]
fn canonical_equals_the_canonicalizer() {
    let lines = lines();
    for form in CanonicalForm::ALL {
        let answers = ask("canonical", &lines[..6], &[("form", form.name())]);
        for (row, line) in lines[..6].iter().enumerate() {
            let puzzle: Puzzle = line.parse().unwrap();
            let found = Canonicalizer::new().canonicalize(form, &puzzle, &Budget::default());
            let expected = found.as_ref().ok().map(|found| {
                let digits = found.form.iter().map(ToString::to_string);
                digits.collect::<String>().replace('0', ".")
            });
            assert_eq!(
                text(&answers, "canonical", row),
                expected.as_deref(),
                "{form} {line}"
            );
            let order = number(&answers, "automorphisms", row).map(|order| order.to_string());
            assert_eq!(
                order,
                found.ok().map(|found| found.automorphisms()),
                "{form} {line}"
            );
            assert_eq!(text(&answers, "status", row), Some(status(&verdict(line))));
        }
    }
}

#[test]
fn minimal_and_analyze_equal_the_minimizer() {
    let lines = lines();
    let answers = ask("minimal", &lines[..6], &[]);
    let analysis = ask("analyze", &lines[..6], &[]);
    for (row, line) in lines[..6].iter().enumerate() {
        let puzzle: Puzzle = line.parse().unwrap();
        let is_unique = matches!(verdict(line), Verdict::Unique(_));
        let redundant = Minimizer::default()
            .redundant(&puzzle, &Budget::default())
            .unwrap();
        let expected = is_unique.then_some(redundant.is_empty());
        assert_eq!(truth(&answers, "minimal", row), expected, "{line}");
        assert_eq!(truth(&analysis, "minimal", row), expected, "{line}");
        let count = is_unique.then_some(redundant.len() as u64);
        assert_eq!(number(&analysis, "redundant", row), count, "{line}");
        let clues = Some(puzzle.clue_count() as u64);
        assert_eq!(number(&answers, "clues", row), clues);
        assert_eq!(number(&analysis, "clues", row), clues);
    }
    assert_eq!(text(&analysis, "symmetry", 0), Some("rotational"));
    assert_eq!(truth(&analysis, "singles", 0), Some(true));
}

#[test]
fn boxes_and_rules_apply_to_all_rows() {
    let line = "1".to_owned() + &".".repeat(35);
    let answers = ask(
        "count",
        &[line.clone(), EASY.to_owned()],
        &[("limit", "none"), ("boxes", "2x3"), ("rules", "x")],
    );
    let puzzle: Puzzle = line.parse().unwrap();
    let layout = ndoku::Layout::builder(6).boxes(2, 3).x().build().unwrap();
    let puzzle = puzzle.with_layout(&layout).unwrap();
    let expected = Solver::new()
        .count_up_to(&puzzle, u64::MAX - 1)
        .unwrap()
        .number;
    assert_eq!(number(&answers, "count", 0), Some(expected));
    assert_eq!(text(&answers, "status", 1), Some("invalid"));
}

#[test]
fn time_stops_a_row() {
    let line = ".".repeat(256);
    let answers = ask("count", &[line], &[("limit", "none"), ("seconds", "0.02")]);
    assert_eq!(text(&answers, "status", 0), Some("stopped"));
    assert_eq!(truth(&answers, "exact", 0), Some(false));
}

#[test]
fn the_list_is_complete() {
    for function in FUNCTIONS {
        assert_eq!(
            (function.fields[0].name, function.fields[0].kind),
            ("status", FieldKind::Text)
        );
        assert_eq!(find_function(function.name).unwrap().name, function.name);
        for option in function.options {
            assert!(
                OPTIONS.iter().any(|known| known.name == *option),
                "{option}"
            );
        }
        for short in function.shorts {
            assert!(
                function
                    .fields
                    .iter()
                    .any(|field| field.name == short.field)
            );
            assert!(
                find_function(short.name).is_none(),
                "{} has two meanings",
                short.name
            );
        }
        // Each question has a file.
        let file = format!("{}/src/{}.rs", env!("CARGO_MANIFEST_DIR"), function.name);
        assert!(std::fs::exists(&file).unwrap(), "{file}");
    }
    for option in OPTIONS {
        let is_used = FUNCTIONS
            .iter()
            .any(|function| function.options.contains(&option.name));
        assert!(is_used, "{}", option.name);
        let mut options = Options::default();
        options.set(option.name, option.default).unwrap();
        assert_eq!(
            options,
            Options::default(),
            "the default of {}",
            option.name
        );
    }
    let solve = find_function("solve").unwrap();
    let error = solve
        .parse_options([("limt", "2")])
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("there is no option of solve `limt`"),
        "{error}"
    );
}
