//! Tests of the responses of each method, and of the problems for bad requests.

use std::sync::atomic::AtomicBool;

use ndoku::Budget;
use ndoku::hint::Language;
use ndoku::logic::techniques;
use ndoku_api::{Api, METHODS, Problem, ProblemKind};
use serde_json::{Value, json};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn ask(method: &str, request: &Value) -> Result<Value, Problem> {
    let answer = Api::new().call(method, &request.to_string(), &Budget::default())?;
    assert!(!answer.contains('\n'), "a response is one line");
    Ok(serde_json::from_str(&answer).unwrap())
}

fn answer(method: &str, request: &Value) -> Value {
    ask(method, request).unwrap_or_else(|problem| panic!("{method} {request}: {problem}"))
}

fn numbers(text: &str) -> Vec<u8> {
    text.bytes()
        .map(|c| if c == b'.' { 0 } else { c - b'0' })
        .collect()
}

#[test]
fn every_example_is_answered() {
    for method in METHODS {
        let request: Value = serde_json::from_str(method.example).unwrap();
        assert!(answer(method.name, &request).is_object(), "{}", method.name);
        let extra = ask(
            method.name,
            &json!({ "puzzle": EASY, "text": EASY, "to": "line", "colour": 1 }),
        )
        .unwrap_err();
        assert_eq!(
            (extra.kind(), extra.status()),
            (ProblemKind::Malformed, 400),
            "{}: {extra}",
            method.name
        );
    }
}

#[test]
fn text_and_numbers_describe_the_same_puzzle() {
    for method in METHODS.iter().filter(|method| {
        [
            "solve",
            "count",
            "candidates",
            "check",
            "hint",
            "path",
            "rate",
        ]
        .contains(&method.name)
    }) {
        let text = answer(method.name, &json!({ "puzzle": EASY }));
        assert_eq!(
            text,
            answer(
                method.name,
                &json!({ "puzzle": { "clues": numbers(EASY) } })
            ),
            "{}",
            method.name
        );
    }
    let solved = answer("solve", &json!({ "puzzle": EASY }));
    assert_eq!(
        (&solved["status"], &solved["solutions"]),
        (&json!("unique"), &json!([numbers(SOLVED)]))
    );
}

#[test]
fn the_response_of_read_is_valid_input() {
    let texts = [
        (EASY.to_owned(), json!({})),
        (
            "1.....2..3.....4".to_owned(),
            json!({ "diagonals": ["main"] }),
        ),
        (
            "................".to_owned(),
            json!({ "regions": "1112122233443344" }),
        ),
        (
            ".".repeat(36),
            json!({ "box": "2x3", "rules": ["anti-knight"] }),
        ),
        (
            "A..C\n....\n.B..\n...D\n".to_owned(),
            json!({ "box": "none", "symbols": "alpha" }),
        ),
    ];
    for (text, layout) in texts {
        let read = answer("read", &json!({ "text": text, "layout": layout }));
        let grid = &read["puzzles"][0];
        assert_eq!(
            (read["puzzles"].as_array().unwrap().len(), &read["errors"]),
            (1, &json!([])),
            "{text}"
        );
        let size = grid["size"].as_u64().unwrap() as usize;
        assert_eq!(grid["clues"].as_array().unwrap().len(), size * size);
        assert!(grid["houses"].as_array().unwrap().len() >= 2 * size);
        // The grid is read again from its text, and from numbers with its layout.
        let again = answer("read", &json!({ "text": grid["text"] }));
        assert_eq!(&again["puzzles"][0], grid, "{text}");
        let by_numbers =
            json!({ "puzzle": { "clues": grid["clues"] }, "layout": grid["layout"], "limit": 3 });
        let by_text = json!({ "puzzle": grid["text"], "limit": 3 });
        assert_eq!(
            answer("solve", &by_numbers),
            answer("solve", &by_text),
            "{text}"
        );
    }
}

#[test]
fn several_puzzles_and_errors_are_read_separately() {
    let text = format!("{EASY}\n53..7\n{EASY}\n");
    let read = answer("read", &json!({ "text": text }));
    assert_eq!(
        (
            read["puzzles"].as_array().unwrap().len(),
            &read["errors"][0]["line"],
            &read["more"]
        ),
        (2, &json!(2), &json!(false))
    );
    let cut = answer("read", &json!({ "text": text, "limit": 2 }));
    assert_eq!(
        (cut["puzzles"].as_array().unwrap().len(), &cut["more"]),
        (1, &json!(true))
    );
    let many = ask("solve", &json!({ "puzzle": text })).unwrap_err();
    assert_eq!(
        (many.kind(), many.detail.as_str()),
        (
            ProblemKind::Unreadable,
            "the text holds more than one puzzle"
        )
    );
}

#[test]
fn solve_reports_its_status() {
    let status = |puzzle: &str, limit: Option<usize>| {
        let solved = answer("solve", &json!({ "puzzle": puzzle, "limit": limit }));
        (
            solved["status"].as_str().unwrap().to_owned(),
            solved["solutions"].as_array().unwrap().len(),
        )
    };
    assert_eq!(status(EASY, Some(1)), ("solved".to_owned(), 1));
    assert_eq!(status(EASY, Some(2)), ("unique".to_owned(), 1));
    assert_eq!(status("1...............", None), ("multiple".to_owned(), 2));
    assert_eq!(
        status("1...............", Some(5)),
        ("multiple".to_owned(), 5)
    );
    assert_eq!(status("12....3.......4.", None), ("none".to_owned(), 0));
    let flag = AtomicBool::new(true);
    let request = json!({ "puzzle": EASY }).to_string();
    let stopped = Api::new()
        .call("solve", &request, &Budget::default().stop_flag(&flag))
        .unwrap();
    assert!(
        stopped.contains(r#""status":"stopped""#) && stopped.contains(r#""stopped":"canceled""#),
        "{stopped}"
    );
}

#[test]
fn count_is_exact_and_candidates_are_those_of_solutions() {
    let empty = answer("count", &json!({ "puzzle": ".".repeat(81) }));
    assert_eq!(
        (&empty["count"], &empty["exact"]),
        (&json!("6670903752021072936960"), &json!(true))
    );
    let few = answer("count", &json!({ "puzzle": ".".repeat(81), "limit": 7 }));
    assert_eq!(
        (&few["count"], &few["exact"], &few["stopped"]),
        (&json!("7"), &json!(false), &json!("limit"))
    );
    let unique = answer("candidates", &json!({ "puzzle": EASY }));
    let expected: Vec<Vec<u8>> = numbers(SOLVED)
        .into_iter()
        .map(|digit| vec![digit])
        .collect();
    assert_eq!(
        (&unique["status"], &unique["candidates"]),
        (&json!("found"), &json!(expected))
    );
    assert_eq!(
        answer("candidates", &json!({ "puzzle": "12....3.......4." }))["status"],
        "none"
    );
}

#[test]
fn contradictions_are_problems_except_for_check() {
    let puzzle = "11..............";
    let check = answer("check", &json!({ "puzzle": puzzle }));
    assert_eq!(
        (&check["status"], &check["full"]),
        (&json!("conflict"), &json!(false))
    );
    assert_eq!(
        check["conflicts"][0],
        json!({ "message": "value 1 repeated in row 1 (r1c1, r1c2)", "cells": [0, 1] })
    );
    for method in ["solve", "count", "candidates", "hint", "path", "rate"] {
        let problem = ask(method, &json!({ "puzzle": puzzle })).unwrap_err();
        assert_eq!(
            (problem.kind(), problem.status(), problem.cells.as_slice()),
            (ProblemKind::Contradictory, 422, &[0, 1][..]),
            "{method}"
        );
    }
    let full = answer("check", &json!({ "puzzle": SOLVED }));
    assert_eq!(
        (&full["status"], &full["full"]),
        (&json!("ok"), &json!(true))
    );
}

#[test]
fn hints_lead_from_any_state_to_the_solution() {
    let mut digits = numbers(EASY);
    let mut steps = 0;
    loop {
        let hint = answer(
            "hint",
            &json!({ "puzzle": EASY, "state": { "digits": digits } }),
        );
        if hint["status"] == "solved" {
            break;
        }
        assert_eq!(hint["status"], "hint");
        let step = &hint["step"];
        assert!(
            !step["text"].as_str().unwrap().is_empty()
                && step["nudge"].as_str().unwrap().starts_with("Try ")
        );
        for placed in step["placements"].as_array().unwrap() {
            digits[placed["cell"].as_u64().unwrap() as usize] =
                placed["digit"].as_u64().unwrap() as u8;
        }
        steps += 1;
    }
    assert_eq!((steps, digits), (51, numbers(SOLVED)));
    let path = answer("path", &json!({ "puzzle": EASY }));
    assert_eq!(
        (&path["status"], path["steps"].as_array().unwrap().len()),
        (&json!("solved"), 51)
    );
}

#[test]
fn texts_are_in_the_language_of_the_request() {
    for (language, name, place) in [
        ("en", "Hidden Single in a Box", "Look at box 2 for "),
        (
            "de",
            "Versteckter Single in einer Box",
            "Suche in Box 2 nach ",
        ),
        (
            "es",
            "Único oculto en una caja",
            "Busca «Único oculto en una caja» en la caja 2",
        ),
    ] {
        let request = json!({ "puzzle": EASY, "language": language });
        let step = answer("hint", &request)["step"].take();
        assert_eq!(step, answer("path", &request)["steps"][0]);
        assert_eq!(
            (&step["technique"], &step["name"]),
            (&json!("hidden-single-box"), &json!(name))
        );
        assert!(step["where"].as_str().unwrap().starts_with(place), "{step}");
        let request = json!({ "puzzle": EASY, "profile": "ndoku", "language": language });
        assert_eq!(answer("rate", &request)["hardest"], name);
        let techniques = answer("techniques", &json!({ "language": language }));
        assert!(techniques["techniques"].to_string().contains(name));
    }
    for method in ["hint", "path", "rate"] {
        let request = json!({ "puzzle": EASY, "language": "fr" });
        assert_eq!(
            ask(method, &request).unwrap_err().kind(),
            ProblemKind::Malformed
        );
    }
}

#[test]
fn mistakes_are_named_by_cell_and_digit() {
    let mut digits = numbers(EASY);
    digits[3] = 2;
    let wrong = answer(
        "hint",
        &json!({ "puzzle": EASY, "state": { "digits": digits } }),
    );
    assert_eq!(
        (&wrong["status"], &wrong["mistakes"]),
        (
            &json!("wrong"),
            &json!([{ "kind": "digit", "cell": 3, "digit": 2 }])
        )
    );
    let mut candidates = vec![(1..=9).collect::<Vec<u8>>(); 81];
    candidates[2] = vec![1, 2];
    let state = json!({ "digits": numbers(EASY), "candidates": candidates });
    let wrong = answer("hint", &json!({ "puzzle": EASY, "state": state }));
    assert_eq!(
        (&wrong["status"], &wrong["mistakes"]),
        (
            &json!("wrong"),
            &json!([{ "kind": "candidate", "cell": 2, "digit": 4 }])
        )
    );
    for state in [
        json!({ "digits": [1, 2] }),
        json!({ "digits": vec![10; 81] }),
        json!({ "digits": vec![1; 81] }),
    ] {
        let problem = ask("hint", &json!({ "puzzle": EASY, "state": state })).unwrap_err();
        assert_eq!(problem.kind(), ProblemKind::Unreadable, "{problem}");
    }
}

const UNSOLVABLE: &str = "123....4........";

/// Returns a blank grid. Not even the first step follows.
fn blank() -> Value {
    json!({ "puzzle": { "clues": vec![0; 16] } })
}

/// Returns a state that no solution has, of a puzzle with several.
fn dead_end() -> Value {
    let mut request = blank();
    request["state"] = json!({ "digits": [1, 2, 3, 4, 3, 0, 4, 0, 0, 4, 0, 0, 0, 3, 0, 0] });
    request
}

/// Returns a state with a wrong digit.
fn wrong() -> Value {
    let mut digits = numbers(EASY);
    digits[2] = 2;
    json!({ "puzzle": EASY, "state": { "digits": digits } })
}

#[test]
fn hint_and_path_agree_about_a_state_without_a_step() {
    let mistake = json!([{ "kind": "digit", "cell": 2, "digit": 2 }]);
    for (request, status, mistakes) in [
        (json!({ "puzzle": UNSOLVABLE }), "none", json!([])),
        (blank(), "multiple", json!([])),
        (dead_end(), "wrong", json!([])),
        (wrong(), "wrong", mistake),
        (json!({ "puzzle": SOLVED }), "solved", json!([])),
    ] {
        let hint = answer("hint", &request);
        assert_eq!(
            hint,
            json!({ "status": status, "mistakes": mistakes, "step": null })
        );
        assert_eq!(
            answer("path", &request),
            json!({
                "status": status, "mistakes": mistakes, "steps": [], "rating": null, "level": null,
            })
        );
    }
    let multiple = answer("hint", &json!({ "puzzle": "1..............." }));
    assert_eq!(multiple["status"], "multiple");
    let stop = AtomicBool::new(true);
    let stopped = Budget::default().stop_flag(&stop);
    let request = json!({ "puzzle": EASY }).to_string();
    for method in ["hint", "path"] {
        let answer = Api::new().call(method, &request, &stopped).unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(
            (&answer["status"], &answer["stopped"]),
            (&json!("stopped"), &json!("canceled"))
        );
    }
}

#[cfg(feature = "render")]
#[test]
fn a_hint_is_drawn_only_if_there_is_a_step() {
    let contradicts = "the state contradicts the solution";
    for (mut request, message) in [
        (
            json!({ "puzzle": UNSOLVABLE }),
            "the puzzle has no solution",
        ),
        (blank(), "no step was found"),
        (dead_end(), contradicts),
        (wrong(), contradicts),
        (json!({ "puzzle": SOLVED }), "no step was found"),
    ] {
        request["show"] = json!("hint");
        let drawn = Api::new().render(&request.to_string(), &Budget::default());
        assert_eq!(drawn.unwrap_err().detail, message);
    }
}

#[test]
fn arrays_are_refused_instead_of_objects() {
    for request in [
        json!([EASY]),
        json!({ "puzzle": EASY, "layout": [9] }),
        json!({ "puzzle": [[0, 0, 0, 0]] }),
        json!({ "puzzle": EASY, "layout": null }),
    ] {
        let problem = ask("solve", &request).unwrap_err();
        assert_eq!(
            problem.kind(),
            ProblemKind::Malformed,
            "{request}: {problem}"
        );
    }
    let state = json!({ "puzzle": EASY, "state": [numbers(EASY)] });
    assert_eq!(
        ask("hint", &state).unwrap_err().kind(),
        ProblemKind::Malformed
    );
    assert_eq!(
        answer("hint", &json!({ "puzzle": EASY, "state": null }))["status"],
        "hint"
    );
}

#[test]
fn rate_selects_and_checks_the_profile() {
    let rated = answer("rate", &json!({ "puzzle": EASY }));
    assert_eq!(
        (&rated["profile"], &rated["er"], &rated["level"]),
        (&json!("se121"), &json!(1.2), &json!("beginner"))
    );
    // Names of Sudoku Explainer stay English. Those of ndoku and HoDoKu are names of techniques.
    for language in Language::ALL {
        let hardest = |profile| {
            let code = language.code();
            let request = json!({ "puzzle": EASY, "profile": profile, "language": code });
            answer("rate", &request)["hardest"].clone()
        };
        assert_eq!(hardest("se121"), "Hidden Single", "{language}");
        let name = |id| techniques::find(id).unwrap().name_in(language);
        assert_eq!(hardest("ndoku"), name("hidden-single-box"), "{language}");
        assert_eq!(hardest("hodoku"), name("naked-single"), "{language}");
    }
    let small = answer(
        "rate",
        &json!({ "puzzle": "1.....2..3.....4", "layout": { "diagonals": ["main"] } }),
    );
    assert_eq!(small["profile"], "ndoku");
    assert_eq!(
        answer("rate", &json!({ "puzzle": "1..............." }))["status"],
        "multiple"
    );
    let problem = ask(
        "rate",
        &json!({ "puzzle": "1...............", "profile": "se121" }),
    )
    .unwrap_err();
    assert_eq!(problem.kind(), ProblemKind::Unsupported);
    // `generate` needs a profile only with a level, but never takes an unknown one.
    for (method, request) in [
        ("rate", json!({ "puzzle": EASY, "profile": "stars" })),
        ("generate", json!({ "profile": "stars" })),
    ] {
        let kind = ask(method, &request).unwrap_err().kind();
        assert_eq!(kind, ProblemKind::Malformed, "{method}");
    }
}

#[test]
fn generated_puzzles_match_the_request_and_are_reproducible() {
    let order = json!({ "seed": 5, "number": 2, "level": "easy", "symmetry": "rotational" });
    let made = answer("generate", &order);
    assert_eq!(made, answer("generate", &order));
    assert_eq!(made["puzzles"].as_array().unwrap().len(), 2);
    let second = answer(
        "generate",
        &json!({ "seed": 5, "first": 2, "level": "easy", "symmetry": "rotational" }),
    );
    assert_eq!(second["puzzles"][0], made["puzzles"][1]);
    for puzzle in made["puzzles"].as_array().unwrap() {
        let rated = answer("rate", &json!({ "puzzle": puzzle["puzzle"]["line"] }));
        assert_eq!(
            (&rated["level"], &rated["er"]),
            (&json!("easy"), &puzzle["rating"])
        );
    }
    let jigsaw = answer(
        "generate",
        &json!({ "layout": { "size": 5 }, "random_regions": true }),
    );
    assert!(
        jigsaw["puzzles"][0]["puzzle"]["layout"]["regions"].is_string(),
        "{jigsaw}"
    );
    for wrong in [
        json!({ "level": "nightmare" }),
        json!({ "symmetry": "round" }),
        json!({ "rule_kinds": ["kiler"] }),
        json!({ "rule_kinds": ["xv", "strict-xv"] }),
        json!({ "layout": { "box": "3" } }),
    ] {
        assert!(
            [400, 422].contains(&ask("generate", &wrong).unwrap_err().status()),
            "{wrong}"
        );
    }
    let killer = answer(
        "generate",
        &json!({ "layout": { "size": 4 }, "rule_kinds": ["killer"] }),
    );
    let rules = &killer["puzzles"][0]["puzzle"]["layout"]["rules"];
    assert!(
        rules.to_string().contains("killer=") || rules.to_string().contains("\"killer\""),
        "{killer}"
    );
    let hopeless = answer("generate", &json!({ "most": 17, "tries": 3 }));
    assert_eq!(
        (
            &hopeless["status"],
            hopeless["missing"].as_array().unwrap().len()
        ),
        (&json!("missing"), 1)
    );
}

#[test]
fn convert_reports_lost_features() {
    let x = json!({ "puzzle": "1.....2..3.....4", "layout": { "diagonals": ["main", "anti"] }, "to": "line" });
    let line = answer("convert", &x);
    assert_eq!(line["text"], "1.....2..3.....4\n");
    assert!(!line["lost"].as_array().unwrap().is_empty());
    assert_eq!(
        ask("convert", &json!({ "puzzle": EASY, "to": "lin" }))
            .unwrap_err()
            .hint
            .as_deref(),
        Some("did you mean `line`?")
    );
}

#[test]
fn dimacs_is_limited_to_small_puzzles() {
    let clauses = |size: usize| {
        ask(
            "convert",
            &json!({ "puzzle": { "clues": vec![0; size * size] }, "to": "dimacs" }),
        )
    };
    let text = clauses(4).unwrap();
    assert!(
        text["text"].as_str().unwrap().contains("p cnf 64 "),
        "{text}"
    );
    let problem = clauses(26).unwrap_err();
    assert_eq!(problem.kind(), ProblemKind::Unsupported);
    assert!(
        problem
            .hint
            .as_deref()
            .is_some_and(|hint| hint.contains("`ndoku convert`")),
        "{problem:?}"
    );
}

#[test]
fn a_response_has_at_most_four_million_cells() {
    let solve = |size: usize, limit: usize| {
        let clues = vec![0; size * size];
        let request = json!({ "puzzle": { "clues": clues }, "limit": limit });
        let stopped = AtomicBool::new(true);
        let budget = Budget::default().stop_flag(&stopped);
        Api::new().call("solve", &request.to_string(), &budget)
    };
    assert!(solve(9, 1_000).is_ok() && solve(255, 61).is_ok());
    let problem = solve(255, 62).unwrap_err();
    assert!(problem.to_string().contains("from 1 to 61"), "{problem}");
}

#[test]
fn the_levels_of_hodoku_are_not_generated() {
    let request = json!({ "level": "extreme", "profile": "hodoku", "seed": 1 });
    let problem = ask("generate", &request).unwrap_err();
    assert_eq!(problem.kind(), ProblemKind::Malformed);
    assert!(problem.to_string().contains("hodoku"), "{problem}");
}

#[test]
fn numbers_outside_their_range_are_refused() {
    // Ranges are checked before the search. A stopped search takes no time.
    let stopped = AtomicBool::new(true);
    let budget = Budget::default().stop_flag(&stopped);
    for (method, request, field, least, most) in [
        ("read", json!({ "text": EASY }), "limit", 1, 1_000),
        ("solve", json!({ "puzzle": EASY }), "limit", 1, 1_000),
        ("generate", json!({}), "number", 1, 1_000),
        ("generate", json!({}), "tries", 1, 10_000),
        ("generate", json!({}), "first", 1, (1 << 53) - 1),
    ] {
        let with = |number: u64| {
            let mut request = request.clone();
            request[field] = json!(number);
            Api::new().call(method, &request.to_string(), &budget)
        };
        let label = format!("{method} {field}");
        assert!(with(least).is_ok(), "{label}");
        assert!(with(most).is_ok(), "{label}");
        for outside in [least - 1, most + 1] {
            let problem = with(outside).unwrap_err();
            assert_eq!(problem.kind(), ProblemKind::Malformed, "{label}");
            assert_eq!(
                problem.detail,
                format!("`{field}` must be a number from {least} to {most}, not {outside}")
            );
        }
    }
}

#[cfg(feature = "render")]
#[test]
fn a_width_outside_its_range_is_refused() {
    let draw = |width: u32| {
        let request = json!({ "puzzle": EASY, "to": "svg", "width": width });
        Api::new().render(&request.to_string(), &Budget::default())
    };
    assert!(draw(16).is_ok() && draw(4_096).is_ok());
    for width in [15, 4_097] {
        assert_eq!(
            draw(width).unwrap_err().detail,
            format!("`width` must be a number from 16 to 4096, not {width}")
        );
    }
}

#[test]
fn problems_contain_their_place() {
    let problem = ask("solve", &json!({ "puzzle": "12\n1" })).unwrap_err();
    let json: Value = serde_json::from_str(&problem.to_json()).unwrap();
    assert_eq!(
        (&json["type"], &json["status"]),
        (&json!("urn:ndoku:unreadable"), &json!(422))
    );
    assert!(
        json["detail"].is_string() && json["line"].is_u64(),
        "{json}"
    );
    let broken = Api::new()
        .call("solve", "{\"puzzle\": \n5,}", &Budget::default())
        .unwrap_err();
    assert_eq!((broken.status(), broken.line), (400, Some(2)), "{broken:?}");
    let unknown = ask("slove", &json!({})).unwrap_err();
    assert_eq!(
        (unknown.status(), unknown.hint.as_deref()),
        (404, Some("did you mean `solve`?"))
    );
    let clues = ask("solve", &json!({ "puzzle": { "clues": [1, 2, 3] } })).unwrap_err();
    assert_eq!(clues.kind(), ProblemKind::Unreadable);
    let big = ask(
        "solve",
        &json!({ "puzzle": { "clues": vec![0; 256 * 256] } }),
    )
    .unwrap_err();
    assert_eq!(big.kind(), ProblemKind::Unreadable);
}
