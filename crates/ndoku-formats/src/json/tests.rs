//! Tests of the schema `ndoku/1`, of other accepted input and of error messages.

use ndoku_core::{Alphabet, Boxes, Diagonal, Layout, Puzzle, Symbols};

use super::super::random::{self, RecordRng};
use super::super::{ReadOptions, Record, WriteOptions, read_all};
use super::*;

fn read_as(format: &'static Format, text: &str) -> Vec<Result<Record, ReadError>> {
    read_all(
        text,
        &ReadOptions {
            format: Some(format),
            ..ReadOptions::default()
        },
    )
}

fn one(text: &str) -> Record {
    let mut all = read_as(&JSON, text);
    assert_eq!(all.len(), 1, "{text}");
    all.pop()
        .unwrap()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn wrong(text: &str) -> String {
    let mut all = read_as(&JSON, text);
    assert_eq!(all.len(), 1, "{text}: {all:?}");
    all.pop().unwrap().expect_err(text).to_string()
}

#[test]
fn whatever_is_written_is_read_back() {
    let mut rng = RecordRng::new(5);
    for _ in 0..400 {
        let record = random::record(
            &mut rng,
            ALL,
            &[1, 2, 3, 4, 6, 7, 9, 10, 12, 16, 25, 36, 40],
        );
        for format in [&JSON, &NDJSON] {
            let text = format
                .write
                .as_ref()
                .unwrap()
                .write_all([&record, &record], &WriteOptions::default())
                .unwrap();
            let back = read_as(format, &text);
            assert_eq!(back.len(), 2, "{text}");
            for after in back {
                random::assert_same(
                    &record,
                    &after.unwrap_or_else(|error| panic!("{error}\n{text}")),
                    &text,
                );
            }
        }
    }
}

#[test]
fn a_puzzle_is_read_in_all_its_parts() {
    let text = r#"{"schema":"ndoku/1","size":4,"box":null,"regions":"aabb aabb ccdd ccdd","givens":"1..4............","placed":[1,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0],
 "candidates":[null,"12",[3,4],"","1234",null,null,null,null,null,null,null,null,null,null,null],
 "rules":{"diagonal_ul_lr":true,"diagonal_ll_ur":false,"cages":[],"anti-knight":true,"house":["A:r1c1,r2c2","r3c3,r4c4"]},
 "solution":"1234341221434321","meta":{"title":"T","id":7,"mood":"good"},"count":1}"#;
    let record = one(text);
    let layout = record.puzzle.layout();
    assert!(matches!(layout.boxes(), Boxes::Regions(map) if map[..4] == [0, 0, 1, 1]));
    assert!(layout.has_diagonal(Diagonal::Main) && !layout.has_diagonal(Diagonal::Anti));
    assert_eq!(
        layout
            .rules()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["anti-knight", "house=A:r1c1,r2c2", "house=r3c3,r4c4"]
    );
    assert_eq!(
        record.entries.as_ref().unwrap().iter().flatten().count(),
        1,
        "what equals a clue is not the player's"
    );
    assert_eq!(record.puzzle.pencilmarks().unwrap()[1].len(), 2);
    assert_eq!(record.metadata.id.as_deref(), Some("7"));
    assert_eq!(
        record.metadata.extra,
        [("mood".to_owned(), "good".to_owned())]
    );
    assert_eq!(record.solution.unwrap().len(), 16);
    assert_eq!(
        record
            .source_map
            .span(3)
            .map(|span| (span.line, span.column)),
        Some((1, 86))
    );
}

#[test]
fn symbols_stay_as_they_are() {
    let grid = "G".to_owned() + &".".repeat(255);
    assert_eq!(
        *one(&format!("{{\"givens\":\"{grid}\"}}")).puzzle.symbols(),
        Symbols::from_alphabet(Alphabet::Letters, 16).unwrap()
    );
    let with = one(&format!(
        "{{\"givens\":\"{grid}\",\"symbols\":\"0123456789ABCDEG\"}}"
    ));
    assert_eq!(with.puzzle.clues()[0].unwrap().get(), 16);
    assert_eq!(
        one("{\"size\":4,\"symbols\":[\"10\",\"20\",\"30\",\"40\"]}")
            .puzzle
            .symbols()
            .width(),
        2
    );
}

#[test]
fn bare_arrays_are_grids() {
    assert_eq!(
        one("[1,0,0,4, 0,0,0,0, 0,0,0,0, 0,0,2,0]")
            .puzzle
            .clue_count(),
        3
    );
    assert_eq!(
        one("[[1,0,0,4],[0,0,0,0],[0,0,null,0],[0,0,2,0]]")
            .puzzle
            .clue_count(),
        3
    );
    assert_eq!(
        one("[[\"1\",\".\",\"\",\"4\"],[0,0,0,0],[0,0,0,0],[0,0,\"2\",0]]")
            .puzzle
            .clue_count(),
        3
    );
    let grid = format!("[{}]", ["0"; 81].join(","));
    assert_eq!(read_as(&JSON, &format!("[{grid},{grid}]")).len(), 2);
    assert_eq!(read_as(&JSON, "[[[1,2],[2,1]],[[0,0],[0,1]]]").len(), 2);
    assert!(wrong("[1,2,3]").contains("3 values, which do not make a square grid"));
    assert!(
        wrong("[[1,2],[2,5]]")
            .starts_with("line 1, column 11: `5` is not a digit of a grid of size 2")
    );
}

#[test]
fn errors_say_what_and_where() {
    let cases = [
        (
            r#"{"schema":"ndoku/2","givens":"1..."}"#,
            "line 1, column 11: the schema is `ndoku/2`, but this ndoku reads `ndoku/1`",
        ),
        (
            r#"{"schema":"other","givens":"1..."}"#,
            "the schema must be `ndoku/1`",
        ),
        (
            r#"{"size":"9","givens":"1..."}"#,
            "line 1, column 9: `size` must be a whole number from 0 to 255, but it is `\"9\"`",
        ),
        (
            r#"{"size":256}"#,
            "`size` must be a whole number from 0 to 255",
        ),
        (r#"{"size":0}"#, "a grid has at least one cell"),
        (
            "{\"size\":4,\n\"givens\":\"1...5...........\"}",
            "line 2, column 15: `5` is not a digit of a grid of size 4",
        ),
        (
            r#"{"size":4,"givens":"1..."}"#,
            "there are 4 cells, but a grid of size 4 has 16",
        ),
        (
            r#"{"givens":"1...."}"#,
            "`givens` has 5 cells, which do not make a square grid",
        ),
        (
            r#"{"givens":true}"#,
            "`givens` must be an array, but it is a boolean",
        ),
        (
            r#"{"size":4,"givens":[1,2]}"#,
            "`givens` has 2 cells, but a grid of size 4 has 16",
        ),
        (
            r#"{"size":4,"box":[3,2]}"#,
            "boxes 3 wide and 2 high have 6 cells, but this grid needs 4",
        ),
        (r#"{"size":4,"box":4}"#, "`box` must be [WIDTH, HEIGHT]"),
        (
            r#"{"size":4,"box":[2,2],"regions":"aabbaabbccddccdd"}"#,
            "either `box` or `regions`",
        ),
        (
            r#"{"size":4,"regions":"aabbaabbccddccda"}"#,
            "region a has 5 cells, but each region of this grid needs 4",
        ),
        (
            r#"{"size":4,"regions":"aab"}"#,
            "the map of regions has 3 cells",
        ),
        (
            r#"{"size":4,"rules":{"anti-knigth":true}}"#,
            "unknown rule `anti-knigth` (did you mean `anti-knight`?)",
        ),
        (
            r#"{"size":4,"rules":{"anti-knight":3}}"#,
            "the rule `anti-knight` must be true, false",
        ),
        (
            r#"{"size":4,"rules":{"house":true}}"#,
            "an argument is missing",
        ),
        (
            r#"{"size":4,"rules":{"house":"r9c1"}}"#,
            "names r9c1, which is not in a grid of size 4",
        ),
        (
            r#"{"size":4,"solution":"1..............."}"#,
            "the solution has no digit in r1c2",
        ),
        (
            r#"{"size":4,"candidates":[[5]]}"#,
            "`candidates` has 1 cell,",
        ),
        (
            r#"{"size":1,"candidates":[[5]]}"#,
            "`5` is not a digit of a grid of size 1",
        ),
        (
            r#"{"size":4,"symbols":"ABC"}"#,
            "there are 3 symbols, but a grid of size 4 needs 4",
        ),
        (
            r#"{"size":4,"clues":"1..............."}"#,
            "there is no field `clues` (did you mean `givens`?)",
        ),
        (r#"{"title":"x"}"#, "neither `size` nor `givens`"),
        (r#"{"size":4,"size":4}"#, "the field `size` occurs twice"),
        (
            "{\"size\":4,\n \"box\" 2}",
            "line 2, column 8: this is not valid JSON: expected `:`",
        ),
        ("7", "this JSON is not a puzzle"),
        ("{", "not valid JSON"),
    ];
    for (text, expected) in cases {
        let found = wrong(text);
        assert!(found.contains(expected), "{text}\n{found}");
    }
}

#[test]
fn one_bad_line_is_one_error_and_the_rest_is_read() {
    let good = r#"{"givens":"1..."}"#;
    let all = read_as(&NDJSON, &format!("{good}\n\n{{\"givens\":\n{good}\n7\n"));
    assert_eq!(
        all.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [true, false, true, false]
    );
    assert_eq!(all[1].as_ref().unwrap_err().span.unwrap().line, 3);
    assert_eq!(all[2].as_ref().unwrap().line, 4);
    let all = read_as(&JSON, &format!("[{good},\n{{\"givens\":1}},\n{good}\n"));
    assert_eq!(
        all.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [true, false, true, false],
        "{all:?}"
    );
    assert_eq!(read_as(&JSON, &format!("{good}\n{good}")).len(), 2);
}

#[test]
fn rules_in_any_order_are_kept_in_it() {
    let layout = ndoku_core::Layout::builder(4)
        .rule("house=r1c1,r2c2")
        .rule("anti-king")
        .rule("house=B:r3c3")
        .rule("x")
        .build()
        .unwrap();
    let record = Record::from(ndoku_core::Puzzle::empty(&layout));
    let text = NDJSON
        .write
        .as_ref()
        .unwrap()
        .write_all([&record], &WriteOptions::default())
        .unwrap();
    assert!(text.contains(r#""rules":["diagonal_ul_lr","diagonal_ll_ur","house=r1c1,r2c2","anti-king","house=B:r3c3"]"#), "{text}");
    assert_eq!(one(&text), record);
}

#[test]
fn unknown_rules_can_be_left_out() {
    let options = ReadOptions {
        format: Some(&JSON),
        ignore_unsupported: true,
        ..ReadOptions::default()
    };
    let all = read_all(
        r#"{"size":4,"rules":{"wobble":{"a":1},"quake":true,"anti-king":true}}"#,
        &options,
    );
    assert_eq!(all[0].as_ref().unwrap().puzzle.layout().rules().len(), 1);
}

#[test]
fn only_this_format_is_detected() {
    let is = |format: &Format, text: &str| (format.detect)(&Block::whole(text)).is_ok();
    assert!(is(&JSON, JSON.example) && !is(&NDJSON, JSON.example));
    assert!(is(&NDJSON, NDJSON.example));
    assert!(is(&JSON, " {\"givens\":\"1\"}") && !is(&NDJSON, "{\"givens\":\"1\"}"));
    assert!(
        !is(&JSON, "[Puzzle]\n...")
            && !is(&JSON, "{\"size\":9,\"grid\":[]}")
            && !is(&JSON, "53..7")
    );
}

#[test]
fn deeply_nested_fields_are_harmless() {
    let deep = "[".repeat(200_000);
    assert!(read_as(&JSON, &deep)[0].is_err());
    assert!(read_as(&JSON, &format!("{{\"givens\":{deep}"))[0].is_err());
    assert!(
        read_as(
            &JSON,
            &format!("[{{\"givens\":{}", "{\"a\":".repeat(200_000))
        )[0]
        .is_err()
    );
}

#[test]
fn rules_of_variants_are_kept_with_their_arguments() {
    let rules = [
        "killer=9: r1c1 r1c2",
        "killer=8: r2c1 r2c2",
        "arrow=r1c1; r1c2 r1c3",
        "sum=-3: r1c1 -2*r1c2",
        "little-killer=30: r1c4 down-left",
        "sandwich=12: row 3 from right",
        "quadruple=1 2 2: r4c4",
        "xv=X: r1c1 r1c2",
        "difference-negative",
        "killer=7: r3c1 r3c2",
    ];
    for count in 1..=rules.len() {
        let builder = rules[..count]
            .iter()
            .fold(Layout::builder(9), |builder, rule| builder.rule(rule));
        let before = Record::from(Puzzle::empty(&builder.build().unwrap()));
        for format in [&JSON, &NDJSON] {
            let writer = format.write.as_ref().unwrap();
            let text = writer.write_all([&before], &WriteOptions::default());
            assert_eq!(read_as(format, &text.unwrap()), [Ok(before.clone())]);
        }
    }
}
