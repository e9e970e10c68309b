//! The handbook as data, for the page: `testdata/handbook.json`.
//!
//! Each technique has its text, and each of its positions the step with its marks. The page draws
//! them. So the page shows what the tests of the handbook check, and needs no engine for it. The
//! module `translations` has the texts in other languages.
//!
//! `NDOKU_BLESS=1 cargo test -p ndoku-api --test handbook` renews the files.
#![cfg(feature = "logic")]

use std::{env, fs};

use ndoku::hint::{Hint, Language};
use ndoku::logic::handbook::{Case, parse_cases, strip_comments};
use ndoku::logic::position::{Geometry, Position};
use ndoku::logic::technique::Technique;
use ndoku::logic::techniques::TECHNIQUES;
use ndoku::rating::Level;
use ndoku_api::StepResponse;
use serde_json::{Value, json};

#[path = "handbook/translations.rs"]
mod translations;

/// Compares a file of the folder `testdata` with its expected text, or renews it.
fn check_file(name: &str, text: &str) {
    let path = format!("{}/testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("NDOKU_BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == text,
        "testdata/{name} is not the handbook; renew it:\n  \
         NDOKU_BLESS=1 cargo test -p ndoku-api --test handbook"
    );
}

/// Returns the step of an example, with texts in a language.
fn step(technique: &'static Technique, case: &Case, language: Language) -> Option<StepResponse> {
    let layout = case.state.board.layout();
    let geometry = Geometry::for_layout(layout);
    let position = Position::new(&case.state.puzzle, &case.state.board, &geometry);
    let wanted = case.deduction.to_string();
    let steps = technique.all_steps(&position, true).into_iter();
    let step = steps
        .into_iter()
        .find(|step| case.deduction.is_empty() || step.deduction.to_string() == wanted)?;
    Some(StepResponse::new(
        layout,
        &Hint::new(&position, step, false),
        language,
    ))
}

/// Returns a position as text, in the notation of the handbook.
fn position(case: &Case) -> Value {
    let (grid, gone) = case.state.write();
    let rules = case.state.rules();
    if rules.is_empty() {
        json!({ "grid": grid, "gone": gone })
    } else {
        json!({ "grid": grid, "gone": gone, "rules": rules })
    }
}

/// Returns the paragraphs of a page before its examples, without the title.
fn paragraphs(page: &str) -> Vec<String> {
    let text = strip_comments(page);
    let text = text.split("\n## Example").next().unwrap_or_default();
    text.split("\n\n")
        .map(|part| part.trim().replace('\n', " "))
        .filter(|part| !part.is_empty() && !part.starts_with("# "))
        .collect()
}

/// Returns the reasons of the near misses of a page, in order.
fn reasons(page: &str) -> Vec<String> {
    page.split("<!-- near miss")
        .skip(1)
        .map(|part| {
            let line = part.lines().next().unwrap_or_default();
            line.trim_start_matches(':').trim().to_owned()
        })
        .collect()
}

fn entry(technique: &'static Technique) -> Value {
    let cases = parse_cases(technique.handbook).unwrap();
    let mut reasons = reasons(technique.handbook).into_iter();
    let (mut examples, mut near_misses) = (Vec::new(), Vec::new());
    for case in &cases {
        let mut value = position(case);
        if case.is_near_miss {
            value["why"] = json!(reasons.next().unwrap_or_default());
            near_misses.push(value);
        } else {
            let step = step(technique, case, Language::English);
            assert!(
                step.is_some(),
                "{}: an example without its step",
                technique.id
            );
            value["step"] = serde_json::to_value(step).unwrap();
            examples.push(value);
        }
    }
    json!({
        "id": technique.id,
        "name": technique.name,
        "aliases": technique.aliases,
        "family": technique.family,
        "summary": technique.summary,
        "rating": technique.difficulty.to_f64(),
        "level": Level::for_difficulty(technique.difficulty).name(),
        "needsUnique": technique.needs_unique,
        "text": paragraphs(technique.handbook),
        "examples": examples,
        "nearMisses": near_misses,
    })
}

#[test]
fn the_handbook_matches_its_file() {
    // One line for each technique keeps differences readable.
    let pages = TECHNIQUES.iter().copied().map(entry);
    let lines: Vec<String> = pages.map(|page| page.to_string()).collect();
    check_file("handbook.json", &format!("[\n{}\n]\n", lines.join(",\n")));
}
