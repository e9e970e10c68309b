//! `analyze`: reports as text and as records, unsupported parts, order and exit codes.

mod common;

use common::{ndoku, ndoku_with};
use serde_json::Value;

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FULL: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// The grid with the most automorphisms.
const MOST: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn record(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn text_has_a_line_for_each_part() {
    let run = ndoku(&["analyze", EASY]);
    assert_eq!((run.code, run.lines()[0]), (0, EASY), "{}", run.err);
    let line = |part: &str| {
        run.lines()
            .into_iter()
            .map(str::trim)
            .find(|line| line.starts_with(part))
            .unwrap_or_else(|| panic!("no {part}: {}", run.out))
    };
    assert!(
        line("clues ").ends_with(
            "30 of 81; by digit 1×3 2×2 3×3 4×2 5×3 6×5 7×3 8×5 9×4; symmetry rotational"
        ),
        "{}",
        line("clues ")
    );
    assert!(line("solutions").ends_with(" 1") && line("solution ").ends_with(FULL));
    assert!(
        line("minimal").contains("no: ")
            && line("se121").contains("1.2/1.2/1.2, beginner")
            && line("ndoku").contains("1.2/")
    );
    assert!(line("backdoors").ends_with("none needed: singles solve it"));
    assert!(
        line("canonical").contains("automorphism") && line("grid form").contains("automorphism")
    );
    assert!(
        line("unavoidable").contains("sets of up to 12 cells: 4×")
            && line("clues needed").contains("at least ")
    );
    let alias = ndoku(&["analyze", EASY]);
    assert_eq!(alias.out, run.out);
}

#[test]
fn records_hold_all_parts() {
    let run = ndoku(&[
        "analyze",
        "--json",
        "--deep",
        "--samples",
        "5",
        EASY,
        FULL,
        MOST,
    ]);
    let records: Vec<Value> = run.lines().into_iter().map(record).collect();
    assert_eq!((run.code, records.len()), (0, 3), "{}", run.err);
    for (number, of) in records.iter().enumerate() {
        assert_eq!(
            (&of["n"], &of["status"], &of["layout"]),
            (
                &(number + 1).into(),
                &"unique".into(),
                &"9×9, boxes 3×3".into()
            )
        );
        assert_eq!(
            (&of["solutions"]["count"], &of["solutions"]["exact"]),
            (&"1".into(), &true.into())
        );
        let sets = &of["unavoidable"];
        let sum = |key: &str| {
            sets[key]
                .as_object()
                .unwrap()
                .values()
                .map(|often| often.as_u64().unwrap())
                .sum::<u64>()
        };
        assert!(
            sum("by_cells") == sum("by_clues") && sum("of_four_digits") > sum("by_cells"),
            "{sets}"
        );
        assert!(
            sets["by_clues"].get("0").is_none(),
            "a set without a clue: {sets}"
        );
        let (disjoint, needed) = (
            sets["disjoint"].as_u64().unwrap(),
            sets["clues_needed"].as_u64().unwrap(),
        );
        assert!(
            (8..=17).contains(&disjoint) && disjoint <= needed && needed <= 17,
            "{sets}"
        );
        assert!(
            sets.get("hitting_set")
                .is_none_or(|cells| cells.as_array().unwrap().len() as u64 == needed),
            "{sets}"
        );
        let sample = &of["sampled_minimals"];
        assert!(
            sample["orders"] == 5
                && sample["seed"] == 1
                && sample["distinct"].as_u64().unwrap() <= 5,
            "{sample}"
        );
    }
    let [easy, full, most] = &records[..] else {
        unreachable!()
    };
    assert_eq!(easy["backdoors"]["solved_by_singles"], true);
    assert!(
        easy["minimal"]["minimal"] == false
            && !easy["minimal"]["redundant"].as_array().unwrap().is_empty()
    );
    assert_eq!(easy["ratings"][0]["profile"], "se121");
    assert!(
        ["backdoors", "canonical", "ratings"]
            .iter()
            .all(|part| full.get(part).is_none()),
        "{full}"
    );
    assert_eq!(full["solution_canonical"], easy["solution_canonical"]);
    assert_eq!(
        (&most["solution_canonical"]["automorphisms"], &most["clues"]),
        (&"648".into(), &81.into())
    );
}

#[test]
fn parts_can_be_selected() {
    let keys = |arguments: &[&str]| {
        let run = ndoku(&[&["analyze", "--json", EASY], arguments].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let parts = [
            "minimal",
            "ratings",
            "canonical",
            "unavoidable",
            "backdoors",
            "sampled_minimals",
        ];
        let of = record(run.lines()[0]);
        parts
            .into_iter()
            .filter(|part| of.get(part).is_some())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        keys(&["--only", "minimal,backdoors"]),
        ["minimal", "backdoors"]
    );
    assert_eq!(
        keys(&["--without", "rating", "--without", "unavoidable"]),
        ["minimal", "canonical", "backdoors"]
    );
    assert_eq!(
        keys(&["--only", "sampled-minimals", "--samples", "3"]),
        ["sampled_minimals"]
    );
    assert_eq!(
        ndoku(&[
            "analyze",
            "--only",
            "sampled-minimals",
            "--without",
            "sampled-minimals",
            EASY
        ])
        .code,
        2
    );
}

#[test]
fn missing_parts_have_a_reason() {
    let six = "12345.456123231564564231312645645312";
    let run = ndoku(&[
        "analyze",
        "--json",
        six,
        &".".repeat(81),
        &EASY.replace(['1', '2'], "."),
    ]);
    let records: Vec<Value> = run.lines().into_iter().map(record).collect();
    assert_eq!((run.code, records.len()), (0, 3), "{}", run.err);
    let [six, empty, several] = &records[..] else {
        unreachable!()
    };
    assert_eq!(
        six["missing"]["unavoidable"],
        "only for classic 9×9 puzzles without pencilmarks"
    );
    // The puzzle with relabeled digits and exchanged rows of a band has the same form.
    let [form, grid] = ["canonical", "solution_canonical"]
        .map(|form| six[form]["line"].as_str().unwrap().to_owned());
    let again = record(
        ndoku(&[
            "analyze",
            "--json",
            "--only",
            "canonical",
            "56123423456.342615615342423156156423",
        ])
        .lines()[0],
    );
    assert_eq!(
        (
            &again["canonical"]["line"],
            &again["solution_canonical"]["line"]
        ),
        (&form.as_str().into(), &grid.as_str().into())
    );
    assert!(
        form.len() == 36 && grid.len() == 36 && form.contains('.') && !grid.contains('.'),
        "{form} {grid}"
    );
    assert_eq!(six["layout"], "6×6, boxes 3×2");
    assert_eq!(
        (&empty["solutions"]["count"], &empty["solutions"]["exact"]),
        (&"1000".into(), &false.into())
    );
    assert_eq!(
        empty["missing"]["unavoidable"],
        "there is not exactly one solution"
    );
    assert!(
        empty["canonical"]["automorphisms"].as_str().unwrap().len() > 10
            && empty.get("minimal").is_none(),
        "{empty}"
    );
    assert_ne!(several["solutions"]["count"], "1");
    let run = ndoku(&["analyze", six["puzzle"].as_str().unwrap(), &".".repeat(81)]);
    assert!(
        run.out.contains("solutions     at least 1,000")
            && run.out.contains("— there is not exactly one solution"),
        "{}",
        run.out
    );
}

#[test]
fn redundant_candidates_are_listed() {
    // Pencilmarks only: the digits of the solution in the first row, and all candidates elsewhere.
    let marks = |cell: usize, digit: u8| cell > 8 || FULL.as_bytes()[cell] == digit;
    let text: String = (0..81)
        .flat_map(|cell| {
            (b'1'..=b'9').map(move |digit| {
                if marks(cell, digit) {
                    char::from(digit)
                } else {
                    '.'
                }
            })
        })
        .collect();
    let run = ndoku(&["analyze", "--json", "--only", "minimal", &text]);
    let several = record(run.lines()[0]);
    assert_eq!(
        (run.code, &several["missing"]["minimal"]),
        (0, &"there is not exactly one solution".into()),
        "{}",
        run.err
    );
    // The digits of the solution everywhere except in the last cell, which follows from the others.
    let marks =
        |cell: usize, digit: u8| cell == 80 && digit > b'7' || FULL.as_bytes()[cell] == digit;
    let text: String = (0..81)
        .flat_map(|cell| {
            (b'1'..=b'9').map(move |digit| {
                if marks(cell, digit) {
                    char::from(digit)
                } else {
                    '.'
                }
            })
        })
        .collect();
    let run = ndoku(&["analyze", "--json", "--only", "minimal", &text]);
    let one = record(run.lines()[0]);
    let parts = one["minimal"]["redundant"].as_array().unwrap();
    assert!(
        one["minimal"]["minimal"] == false
            && parts.contains(&"r9c9-1".into())
            && !parts.contains(&"r9c9-8".into()),
        "{}",
        run.out
    );
    assert!(
        ndoku(&["analyze", "--only", "minimal", &text])
            .out
            .contains("redundant parts, each on its own: r1c1-1")
    );
}

#[test]
fn output_follows_the_order_of_the_input() {
    let text = format!("{EASY}\n{FULL}\n{}\n{EASY}\n", &EASY[1..]);
    let runs = ["1", "3"]
        .map(|threads| ndoku_with(&["analyze", "--json", "-j", threads], text.as_bytes()));
    assert_eq!(runs[0].out, runs[1].out);
    let statuses: Vec<Value> = runs[0]
        .lines()
        .into_iter()
        .map(|line| record(line)["status"].clone())
        .collect();
    assert_eq!(
        (runs[0].code, statuses),
        (
            3,
            ["unique", "unique", "invalid", "unique"]
                .map(Value::from)
                .to_vec()
        )
    );
}
