//! Tests of f-puzzles JSON and links, with fixed and random records.

use ndoku_core::{Boxes, Diagonal, House, Layout, Puzzle};

use super::super::random::{self, RecordRng};
use super::super::{ReadOptions, WriteOptions, read_all};
use super::*;

mod rules;

fn read_as(format: &'static Format, text: &str) -> Vec<Result<Record, ReadError>> {
    read_all(
        text,
        &ReadOptions {
            format: Some(format),
            ..ReadOptions::default()
        },
    )
}

fn one(text: &str) -> Result<Record, ReadError> {
    let mut all = read_as(&FPUZZLES, text);
    assert_eq!(all.len(), 1, "{text}");
    all.pop().unwrap()
}

/// Reads a puzzle of size 2 with additional members.
fn small(more: &str) -> Result<Record, ReadError> {
    one(&format!(
        "{{\"size\":2,\"grid\":[[{{}},{{}}],[{{}},{{}}]]{more}}}"
    ))
}

#[test]
fn whatever_is_written_is_read_back() {
    let mut rng = RecordRng::new(4);
    let mut compared = 0;
    for _ in 0..300 {
        let mut before = random::record(&mut rng, SUPPORTED, &[2, 4, 6, 7, 9, 10, 12, 16]);
        before.entries = before
            .entries
            .filter(|entries| entries.iter().any(Option::is_some));
        for format in [&FPUZZLES, &FPUZZLES_URL] {
            let Ok(text) = format
                .write
                .as_ref()
                .unwrap()
                .write_all([&before, &before], &WriteOptions::default())
            else {
                continue;
            };
            for after in read_as(format, &text) {
                let mut after = after.unwrap_or_else(|error| panic!("{error}\n{text}"));
                same_demands(before.puzzle.layout(), after.puzzle.layout(), &text);
                // Names of houses and shapes of boxes may be written differently.
                after.puzzle = after.puzzle.with_layout(before.puzzle.layout()).unwrap();
                random::assert_same(&before, &after, &text);
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

fn same_demands(a: &Layout, b: &Layout, text: &str) {
    let houses = |layout: &Layout| {
        let mut houses: Vec<Vec<ndoku_core::Cell>> = layout
            .houses()
            .iter()
            .map(House::cells)
            .map(<[_]>::to_vec)
            .collect();
        houses.sort();
        houses
    };
    // In a grid with boxes, boxes that are rows are not houses. Written as regions, they are.
    let dedup = |layout: &Layout| {
        let mut all = houses(layout);
        all.dedup();
        all
    };
    assert_eq!(dedup(a), dedup(b), "{text}");
    let names = |layout: &Layout| {
        let mut names: Vec<String> = layout
            .constraints()
            .iter()
            .map(|one| one.id().to_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(a), names(b), "{text}");
}

#[test]
fn the_example_and_its_link_are_one_puzzle() {
    let json = one(FPUZZLES.example).unwrap();
    let link = read_as(&FPUZZLES_URL, FPUZZLES_URL.example)
        .remove(0)
        .unwrap();
    assert_eq!(json, link);
    assert_eq!(json.puzzle.clue_count(), 2);
    assert_eq!(
        json.entries.as_ref().unwrap()[3].map(ndoku_core::Digit::get),
        Some(4)
    );
    assert_eq!(json.puzzle.pencilmarks().unwrap()[9].len(), 2);
    assert!(
        json.puzzle.layout().has_diagonal(Diagonal::Anti)
            && !json.puzzle.layout().has_diagonal(Diagonal::Main)
    );
    assert_eq!(json.metadata.title.as_deref(), Some("Small"));
    assert_eq!(
        json.source_map
            .span(14)
            .map(|span| (span.line, span.column)),
        Some((5, 17))
    );
    let data = FPUZZLES_URL.example.trim().split_once("load=").unwrap().1;
    for link in [
        format!("fpuzzles{data}"),
        format!("fpuz{data}"),
        data.to_owned(),
        format!("http://f-puzzles.com/?load={}&x=1", data.replace('+', " ")),
    ] {
        assert_eq!(
            read_as(&FPUZZLES_URL, &link).remove(0).unwrap(),
            json,
            "{link}"
        );
    }
}

#[test]
fn regions_of_every_kind_are_read() {
    let grid = |regions: [&str; 4]| {
        let cells: Vec<String> = regions
            .iter()
            .map(|region| format!("{{\"region\":{region}}}"))
            .collect();
        one(&format!(
            "{{\"size\":2,\"grid\":[[{},{}],[{},{}]]}}",
            cells[0], cells[1], cells[2], cells[3]
        ))
    };
    assert!(matches!(
        grid(["0", "1", "0", "1"]).unwrap().puzzle.layout().boxes(),
        Boxes::Rectangles {
            width: 1,
            height: 2
        }
    ));
    assert_eq!(
        *grid(["4", "4", "7", "7"]).unwrap().puzzle.layout().boxes(),
        Boxes::for_size(2)
    );
    assert_eq!(
        *grid(["null", "null", "null", "null"])
            .unwrap()
            .puzzle
            .layout()
            .boxes(),
        Boxes::None
    );
    let partly = grid(["0", "null", "null", "0"]).unwrap();
    assert_eq!(
        partly.puzzle.layout().rules()[0].to_string(),
        "house=region 1:r1c1,r2c2"
    );
    assert!(
        grid(["0", "0", "0", "1"])
            .unwrap_err()
            .message
            .contains("region 0 has 3 cells")
    );
    assert!(
        grid(["0", "0", "0", "null"])
            .unwrap_err()
            .message
            .contains("region 0 has 3 cells")
    );
}

#[test]
fn rules_that_would_be_lost_are_named() {
    let text = r#","thermometre":[{"lines":[]},{},{}],"killercage":[{"cells":["R1C1","R2C2"]}],"oddrule":true,"quadruple":[],"nurikabe":[{}]"#;
    let error = small(text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 50: this puzzle uses thermometre (3), oddrule and nurikabe (1), which ndoku \
        does not know yet (did you mean `thermometer`? --ignore-unsupported reads it without \
        `thermometre`, as another puzzle)"
    );
    let options = ReadOptions {
        format: Some(&FPUZZLES),
        ignore_unsupported: true,
        ..ReadOptions::default()
    };
    let all = read_all(
        &format!("{{\"size\":2,\"grid\":[[{{}},{{}}],[{{}},{{}}]]{text}}}"),
        &options,
    );
    assert_eq!(
        all[0].as_ref().unwrap().puzzle.layout().rules().len(),
        1,
        "the cage without a sum is a house"
    );
    assert!(
        small(r#","negative":["ratio","quad"]"#)
            .unwrap_err()
            .message
            .contains("this puzzle uses negative quad, which")
    );
    assert!(small(r#","text":[{}],"cage":[{}],"negative":[],"thermometer":[],"arrow":null,"odd":false,"author":"x""#).is_ok());
}

#[test]
fn notes_of_the_player_forbid_nothing() {
    let text = r#"{"size":2,"grid":[[{"centerPencilMarks":[1],"cornerPencilMarks":[2,1]},{}],[{},{"cornerPencilMarks":["x"]}]]}"#;
    let record = one(text).unwrap();
    assert!(record.puzzle.pencilmarks().is_none());
    let extra = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    assert_eq!(
        record.metadata.extra,
        [extra("notes", "r1c1=1"), extra("corner notes", "r1c1=12")]
    );
    let written = FPUZZLES
        .write
        .as_ref()
        .unwrap()
        .write_all([&record], &WriteOptions::default())
        .unwrap();
    assert_eq!(one(&written).unwrap(), record);
}

#[test]
fn other_rules_are_written_as_their_houses() {
    let layout = Layout::builder(9).rule("windoku").build().unwrap();
    let record = Record::from(Puzzle::empty(&layout));
    let text = FPUZZLES
        .write
        .as_ref()
        .unwrap()
        .write_all([&record], &WriteOptions::default())
        .unwrap();
    same_demands(&layout, one(&text).unwrap().puzzle.layout(), &text);
}

#[test]
fn errors_say_what_and_where() {
    for (text, expected) in [
        ("{\"grid\":[]}", "has a `size`, but this has none"),
        ("{\"size\":2}", "has a `grid`, but this has none"),
        ("{\"size\":0,\"grid\":[]}", "at least one cell"),
        (
            "{\"size\":300,\"grid\":[]}",
            "`size` must be a whole number from 0 to 255",
        ),
        (
            "{\"size\":2,\"grid\":[[{},{}]]}",
            "line 1, column 18: `grid` has 1 rows, but the size is 2",
        ),
        ("{\"size\":2,\"grid\":[[{},{}],[{}]]}", "row 2 has 1 cell,"),
        (
            "{\"size\":2,\"grid\":[[{\"value\":3},{}],[{},{}]]}",
            "line 1, column 29: r1c1 has the digit `3`, but this grid has the digits 1 to 2",
        ),
        (
            "{\"size\":2,\"grid\":[[{\"value\":1,\"given\":1},{}],[{},{}]]}",
            "`given` must be true or false, but it is a number",
        ),
        (
            "{\"size\":2,\"grid\":[[1,{}],[{},{}]]}",
            "`a cell` must be an object",
        ),
        (
            "{\"size\":2,\"grid\":[[{},{}],[{},{}]],\"solution\":[1]}",
            "`solution` has 1 cell,",
        ),
        (
            "{\"size\":2,\"grid\":[[{},{}],[{},{}]],\"extraregion\":[{\"cells\":[\"R1\"]}]}",
            "`R1` is not a cell",
        ),
        (
            "{\"size\":2,\"grid\":[[{},{}],[{},{}]],\"extraregion\":[{\"cells\":[\"R3C1\"]}]}",
            "names r3c1, which is not in a grid of size 2",
        ),
        ("{\"size\":2,\"grid\":", "not valid JSON"),
        ("https://www.f-puzzles.com/?id=abc", "kept on a server"),
        (
            "https://www.f-puzzles.com/?load=N4Ig",
            "the data of this link is cut off",
        ),
        (
            "https://www.f-puzzles.com/?load=N4I*",
            "which is not a base64 character",
        ),
        ("https://www.f-puzzles.com/?load=", "is cut off"),
        ("https://example.com/", "this is not a link to f-puzzles"),
    ] {
        let found = one(text).unwrap_err().to_string();
        assert!(found.contains(expected), "{text}\n{found}");
    }
}

#[test]
fn only_this_format_is_detected() {
    let is = |format: &Format, text: &str| (format.detect)(&Block::whole(text)).is_ok();
    assert!(is(&FPUZZLES, FPUZZLES.example) && !is(&FPUZZLES_URL, FPUZZLES.example));
    assert!(is(&FPUZZLES_URL, FPUZZLES_URL.example) && !is(&FPUZZLES, FPUZZLES_URL.example));
    assert!(is(&FPUZZLES_URL, "https://f-puzzles.com/?id=x"));
    let bare = FPUZZLES_URL.example.replace("https://", "");
    assert!(is(&FPUZZLES_URL, &bare) && one(&bare).is_ok());
    for other in [
        "",
        "{\"size\":9,\"givens\":\"\"}",
        "fpuzzles are fun!",
        "https://example.com/f-puzzles.com?load=N4Ig",
        "https://f-puzzles.community/?load=N4Ig",
        "N4",
        "53..7",
    ] {
        assert!(
            !is(&FPUZZLES, other) && !is(&FPUZZLES_URL, other),
            "{other}"
        );
    }
    assert_eq!(percent_decode("a%2Bb%zz%4"), "a+b%zz%4");
}

#[test]
fn a_damaged_line_does_not_hide_the_next_ones() {
    let line = |value: u8| {
        format!(
            "{{\"size\":2,\"grid\":[[{{\"value\":{value},\"given\":true}},{{}}],[{{}},{{}}]]}}\n"
        )
    };
    let damaged = "{\"size\"x:2,\"grid\":[[{},{}],[{},{}]]}\n";
    for place in 0..3 {
        let mut lines = vec![line(1), line(2)];
        lines.insert(place, damaged.to_owned());
        let text = lines.concat();
        let detected = (place > 0).then(|| read_all(&text, &ReadOptions::default()));
        for records in detected.into_iter().chain([read_as(&FPUZZLES, &text)]) {
            let places: Vec<bool> = records.iter().map(Result::is_ok).collect();
            let expected: Vec<bool> = (0..3).map(|other| other != place).collect();
            assert_eq!(places, expected, "{text}");
        }
    }
}

#[test]
fn tall_boxes_are_read_as_boxes() {
    let layout = Layout::builder(6)
        .boxes(2, 3)
        .rule("disjoint-groups")
        .build()
        .unwrap();
    let record = Record::from(Puzzle::empty(&layout));
    let mut text = String::new();
    FPUZZLES
        .write_record(&record, &WriteOptions::default(), &mut text)
        .unwrap();
    assert_eq!(one(&text).unwrap().puzzle.layout(), &layout);
}
