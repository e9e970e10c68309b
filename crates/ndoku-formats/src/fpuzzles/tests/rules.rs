//! Tests of the rules: every key, its edge cases and errors.

use ndoku_core::constraint::RULES;

use super::*;

/// Reads a puzzle of size 9 with additional members.
fn nine(more: &str) -> Result<Record, ReadError> {
    let row = format!("[{}]", ["{}"; 9].join(","));
    one(&format!(
        "{{\"size\":9,\"grid\":[{}]{more}}}",
        vec![row; 9].join(",")
    ))
}

fn rules_of(record: &Record) -> Vec<String> {
    let rules = record.puzzle.layout().rules();
    rules.iter().map(ToString::to_string).collect()
}

fn rules(more: &str) -> Vec<String> {
    rules_of(&nine(more).unwrap_or_else(|error| panic!("{error}\n{more}")))
}

fn with_rules(rules: &[&str]) -> Record {
    let builder = rules
        .iter()
        .fold(Layout::builder(9), |builder, rule| builder.rule(rule));
    Record::from(Puzzle::empty(&builder.build().unwrap()))
}

fn written(record: &Record) -> Result<String, crate::WriteError> {
    let writer = FPUZZLES.write.as_ref().unwrap();
    writer.write_all([record], &WriteOptions::default())
}

/// One rule for each key of the table.
const EVERY_RULE: &[&str] = &[
    "anti-knight",
    "anti-king",
    "disjoint-groups",
    "non-consecutive",
    "house=r1c1,r2c2,r3c3",
    "killer=9: r1c1 r1c2",
    "little-killer=30: r1c4 down-left",
    "little-killer=3: r1c2 down-left",
    "little-killer=20: r9c1 up-right",
    "little-killer=20: r2c9 down-left",
    "little-killer=20: r6c9 up-left",
    "arrow=r1c1; r1c2 r1c3",
    "arrow=r1c1; r2c1 r3c1",
    "arrow=r5c5 r5c6; r6c6 r7c7 r8c8",
    "xv=X: r3c3 r3c4",
    "xv=7: r3c3 r3c4",
    "ratio-negative",
    "xv-negative",
    "thermo=r1c1 r1c2 r2c2",
    "palindrome=r1c1 r1c2 r2c2",
    "between=r1c1 r1c2 r2c2",
    "lockout=r1c1 r1c2 r2c2",
    "clone=r1c1 r1c2; r5c1 r5c2",
    "quadruple=1 2 2: r4c4",
    "odd=r1c1 r5c5",
    "even=r2c2",
    "minimum=r1c1 r3c3",
    "maximum=r5c1",
    "sandwich=12: row 3",
    "sandwich=0: column 3 from below",
    "x-sum=20: row 3 from right",
    "skyscraper=3: column 2",
    "whisper=r1c1 r2c2",
    "whisper=4: r1c1 r2c2",
    "renban=r1c1 r1c2 r2c2",
    "nabner=r1c1 r1c2 r2c2",
    "entropic=r1c1 r1c2 r2c2",
    "modular=r1c1 r1c2 r2c2",
    "region-sum=r1c1 r1c4 r2c4",
    "zipper=r1c1 r1c2 r2c2",
    "double-arrow=r1c1 r1c2 r2c2",
    "slow-thermo=r1c1 r1c2 r2c2",
    "row-indexer=r1c1 r2c1",
    "column-indexer=r1c1 r2c1",
    "box-indexer=r1c1 r2c1",
];

#[test]
fn every_rule_is_read_back() {
    for rule in EVERY_RULE {
        let record = with_rules(&[rule]);
        let text = written(&record).unwrap_or_else(|error| panic!("{rule}: {error}"));
        assert_eq!(one(&text).unwrap(), record, "{text}");
    }
    for key in keys::KEYS {
        let is_tested = |rule: &&&str| rule.split('=').next() == Some(key.rule);
        let is_dot = matches!(key.rule, "difference" | "ratio");
        assert!(
            is_dot || EVERY_RULE.iter().any(|rule| is_tested(&rule)),
            "{}",
            key.key
        );
    }
    // Dots change what `nonconsecutive` means.
    let plain: Vec<&str> = EVERY_RULE
        .iter()
        .copied()
        .filter(|rule| *rule != "non-consecutive")
        .chain([
            "difference=r8c8 r8c9",
            "ratio=3: r8c8 r9c8",
            "difference-negative",
        ])
        .collect();
    let all = with_rules(&plain);
    let after = one(&written(&all).unwrap()).unwrap();
    let sorted = |record: &Record| {
        let mut rules = rules_of(record);
        rules.sort();
        rules
    };
    assert_eq!(sorted(&after), sorted(&all));
}

#[test]
fn rules_without_a_key_are_refused() {
    let unknown = [
        "sum=10: r1c1 r1c2",
        "counting-circles=r1c1",
        "sum-line=10: r1c1 r1c2",
        "numbered-room=3: row 1",
        "global-entropy",
        "lockout=3: r1c1 r1c2 r1c3",
        "modular=2: r1c1 r1c2 r1c3",
        "little-killer=9: r2c2 down-right",
        "arrow=r1c2 r1c1; r2c2 r2c3 r2c4",
    ];
    for rule in unknown {
        assert!(written(&with_rules(&[rule])).is_err(), "{rule}");
    }
    let touching = with_rules(&["minimum=r1c1", "minimum=r1c2"]);
    assert!(written(&touching).unwrap_err().to_string().contains("r1c2"));
    let apart = with_rules(&["minimum=r1c1", "minimum=r5c2"]);
    let after = one(&written(&apart).unwrap()).unwrap();
    assert_eq!(rules_of(&after), ["minimum=r1c1 r5c2"]);
    let dots = with_rules(&["non-consecutive", "ratio=r1c1 r1c2"]);
    assert!(written(&dots).is_err());
    // An inequality is a thermometer of two cells.
    let greater = one(&written(&with_rules(&["greater=r1c1 r1c2"])).unwrap()).unwrap();
    assert_eq!(rules_of(&greater), ["thermo=r1c2 r1c1"]);
    // Every rule is either written or refused.
    assert!(RULES.len() > EVERY_RULE.len() / 2);
}

#[test]
fn cages_without_a_sum_are_houses() {
    let cage = |value: &str| {
        rules(&format!(
            ",\"killercage\":[{{\"cells\":[\"R1C1\",\"R1C2\"]{value}}}]"
        ))
    };
    for value in ["", ",\"value\":\"\"", ",\"value\":null", ",\"value\":\" \""] {
        assert_eq!(cage(value), ["house=r1c1,r1c2"], "{value}");
    }
    for value in [",\"value\":\"9\"", ",\"value\":9", ",\"value\":\" 9 \""] {
        assert_eq!(cage(value), ["killer=9: r1c1 r1c2"], "{value}");
    }
}

#[test]
fn arrows_begin_in_their_circle() {
    let arrow = |cells: &str, lines: &str| {
        rules(&format!(
            ",\"arrow\":[{{\"cells\":[{cells}],\"lines\":[{lines}]}}]"
        ))
    };
    assert_eq!(
        arrow(
            "\"R1C1\"",
            "[\"R1C1\",\"R1C2\",\"R1C3\"],[\"R1C1\",\"R2C1\"],[\"R1C1\"],[]"
        ),
        ["arrow=r1c1; r1c2 r1c3", "arrow=r1c1; r2c1"]
    );
    assert_eq!(
        arrow("\"R2C1\",\"R1C1\"", "[\"R2C1\",\"R3C1\",\"R4C1\"]"),
        ["arrow=r1c1 r2c1; r3c1 r4c1"]
    );
    assert!(arrow("", "[\"R1C1\",\"R1C2\"]").is_empty() && arrow("\"R1C1\"", "").is_empty());
    assert!(rules(",\"arrow\":[{}]").is_empty());
}

#[test]
fn elements_that_mean_nothing_are_left_out() {
    for text in [
        r#","littlekillersum":[{"cell":"R0C3","direction":"DR","value":""},{"cell":"R0C3","direction":"DR"}]"#,
        r#","thermometer":[{"lines":[["R1C1"],[]]}]"#,
        r#","clone":[{"cells":["R1C1"],"cloneCells":["R1C1"]}]"#,
        r#","quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[]}]"#,
        r#","xv":[{"cells":["R1C1","R1C2"],"value":""}]"#,
        r#","sandwichsum":[{"cell":"R0C3","value":""}]"#,
        r#","odd":[],"even":[{"cell":""}],"thermometer":false,"killercage":[null,{"cells":[]}]"#,
        r#","negative":[],"antiknight":false,"difference":null"#,
    ] {
        assert!(rules(text).is_empty(), "{text}");
    }
    assert_eq!(
        rules(r#","clone":[{"cells":["R1C1","R1C2"],"cloneCells":["R1C1","R5C5"]}]"#),
        ["clone=r1c2; r5c5"]
    );
}

#[test]
fn clues_outside_name_lines() {
    let clue = |cell: &str| {
        rules(&format!(
            ",\"sandwichsum\":[{{\"cell\":\"{cell}\",\"value\":\"7\"}}]"
        ))
    };
    assert_eq!(clue("R0C3"), ["sandwich=7: column 3"]);
    assert_eq!(clue("R10C3"), ["sandwich=7: column 3 from below"]);
    assert_eq!(clue("R3C0"), ["sandwich=7: row 3"]);
    assert_eq!(clue("R3C10"), ["sandwich=7: row 3 from right"]);
    let killer = |cell: &str, direction: &str| {
        rules(&format!(
            ",\"littlekillersum\":[{{\"cell\":\"{cell}\",\"direction\":\"{direction}\",\"value\":20}}]"
        ))
    };
    assert_eq!(killer("R0C3", "DR"), ["little-killer=20: r1c4 down-right"]);
    assert_eq!(killer("R10C10", "UL"), ["little-killer=20: r9c9 up-left"]);
    assert_eq!(killer("R3C10", "DL"), ["little-killer=20: r4c9 down-left"]);
}

#[test]
fn dots_exempt_pairs_from_nonconsecutive() {
    let white = r#","nonconsecutive":true,"difference":[{"cells":["R1C1","R1C2"]"#;
    assert_eq!(
        rules(&format!("{white}}}]")),
        ["difference-negative", "difference=r1c1 r1c2"]
    );
    assert_eq!(
        rules(&format!("{white},\"value\":\"3\"}}]")),
        ["non-consecutive", "difference=3: r1c1 r1c2"]
    );
    let mixed = format!("{white},\"value\":\"3\"}},{{\"cells\":[\"R5C1\",\"R5C2\"]}}]");
    assert!(
        nine(&mixed)
            .unwrap_err()
            .message
            .contains("nonconsecutive together with dots of other differences")
    );
    let black = r#","ratio":[{"cells":["R1C1","R1C2"],"value":""}]"#;
    assert_eq!(
        rules(&format!(
            "{black},\"nonconsecutive\":true,\"negative\":[\"ratio\",\"xv\"]"
        )),
        [
            "ratio=r1c1 r1c2",
            "difference-negative",
            "ratio-negative",
            "xv-negative"
        ]
    );
}

#[test]
fn marks_of_one_kind_are_one_rule() {
    assert_eq!(
        rules(r#","minimum":[{"cell":"R1C1"},{"cell":"R1C2"}],"odd":[{"cell":"R5C5"}]"#),
        ["minimum=r1c1 r1c2", "odd=r5c5"]
    );
    // Old versions mark the cells themselves.
    let text = r#"{"size":2,"grid":[[{"parity":"Odd"},{"parity":"Even"}],[{},{"parity":""}]]}"#;
    assert_eq!(rules_of(&one(text).unwrap()), ["odd=r1c1", "even=r1c2"]);
}

#[test]
fn errors_of_rules_have_a_place_and_a_hint() {
    let cells = |count: usize| {
        let names = (0..count).map(|index| format!("\"R{}C{}\"", index / 9 + 1, index % 9 + 1));
        names.collect::<Vec<_>>().join(",")
    };
    let start = nine("").map(|_| "{\"size\":9,\"grid\":[".len() + 9 * 28 + 9);
    let column = start.unwrap();
    for (text, expected) in [
        (
            format!(
                ",\"killercage\":[{{\"cells\":[{}],\"value\":50}}]",
                cells(10)
            ),
            "killercage 1: rule `killer`: the cage has 10 cells, but only 9 digits can differ",
        ),
        (
            format!(",\"killercage\":[{{\"cells\":[{}]}}]", cells(10)),
            "killercage 1: the house has 10 cells; a house of this grid has 1 to 9",
        ),
        (
            r#","killercage":[{"cells":["R1C1"],"value":"a"}]"#.to_owned(),
            "the value of killercage 1 is `a`, not a whole number (--ignore-unsupported",
        ),
        (
            r#","thermometer":[{"lines":[["R1C1","R1C2"]]},{"lines":[["R1C9","R1C10"]]}]"#
                .to_owned(),
            "thermometer 2 names r1c10, which is not in a grid of size 9",
        ),
        (
            r#","thermometer":[{"lines":[["R1C1","R1"]]}]"#.to_owned(),
            "`R1` is not a cell",
        ),
        (
            r#","sandwichsum":[{"cell":"R3C3","value":"3"}]"#.to_owned(),
            "`R3C3` is not beside a row or column of the grid (column 3 is R0C3 or R10C3",
        ),
        (
            r#","sandwichsum":[{"value":"3"}]"#.to_owned(),
            "sandwichsum 1 has no cell",
        ),
        (
            r#","xsum":[{"cell":"R0C","value":"3"}]"#.to_owned(),
            "`R0C` is not a place beside the grid (a place is written R0C3)",
        ),
        (
            r#","littlekillersum":[{"cell":"R0C9","direction":"DR","value":"3"}]"#.to_owned(),
            "no diagonal of the grid begins at `R0C9` in the direction down-right",
        ),
        (
            r#","littlekillersum":[{"cell":"R0C9","direction":"X","value":"3"}]"#.to_owned(),
            "the direction of littlekillersum 1 is `X`, not one of UL, UR, DL and DR",
        ),
        (
            r#","quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[10]}]"#.to_owned(),
            "quadruple 1 has the digit `10`, but this grid has the digits 1 to 9",
        ),
        (
            r#","quadruple":[{"cells":["R1C1","R1C2","R2C1"],"values":[1]}]"#.to_owned(),
            "the cells of quadruple 1 are not a square of 2×2 cells",
        ),
        (
            r#","clone":[{"cells":["R1C1"],"cloneCells":[]}]"#.to_owned(),
            "clone 1 has 1 cell, but 0 cells as their clone",
        ),
        (
            r#","whisper":[{}]"#.to_owned(),
            "this puzzle uses whisper (1), which ndoku does not know yet (did you mean `whispers`?",
        ),
    ] {
        let error = nine(&text).unwrap_err();
        let found = error.to_string();
        assert!(found.contains(expected), "{text}\n{found}");
        let place = error.span.unwrap();
        assert!(
            place.line == 1 && place.column > column,
            "{column}: {found}"
        );
    }
    let lenient = ReadOptions {
        format: Some(&FPUZZLES),
        ignore_unsupported: true,
        ..ReadOptions::default()
    };
    let text =
        r#"{"size":2,"grid":[[{},{}],[{},{}]],"killercage":[{"cells":["R1C1"],"value":"a"}]}"#;
    assert!(rules_of(read_all(text, &lenient)[0].as_ref().unwrap()).is_empty());
}

#[test]
fn drawings_are_kept_and_those_of_rules_are_made_anew() {
    let text = r##","renban":[{"lines":[["R1C1","R1C2"]]}],"line":[
        {"lines":[["R1C1","R1C2"]],"outlineC":"#C060C0","width":0.4,"fromConstraint":"Renban"},
        {"lines":[["R5C1","R5C2"]],"outlineC":"#FF 000","width":0.1}],
        "text":[{"cells":["R1C1"],"value":"a \" b"}],"history":[1],"disabledlogic":[]"##;
    let record = nine(text).unwrap();
    let kept = |name: &str, text: &str| (format!("f-puzzles {name}"), text.to_owned());
    assert_eq!(
        record.metadata.extra,
        [
            kept("text", r#"[{"cells":["R1C1"],"value":"a \" b"}]"#),
            kept(
                "line",
                r##"[{"lines":[["R5C1","R5C2"]],"outlineC":"#FF 000","width":0.1}]"##
            ),
        ]
    );
    let out = written(&record).unwrap();
    assert!(
        out.contains(r##""outlineC":"#F067F0""##) && out.contains("\"fromConstraint\""),
        "{out}"
    );
    assert!(!out.contains("#C060C0"), "{out}");
    assert_eq!(one(&out).unwrap(), record);
    // A drawing of a rule without its key is only a drawing.
    let text = r##","line":[{"lines":[["R1C1","R1C2"]],"fromConstraint":"Renban"}]"##;
    assert_eq!(nine(text).unwrap().metadata.extra.len(), 1);
    let colors = r##"{"size":2,"grid":[[{"c":"#fff"},{}],[{},{"highlight":"a"}]]}"##;
    let record = one(colors).unwrap();
    assert_eq!(
        record.metadata.extra,
        [kept(
            "cells",
            r##"{"R1C1":{"c":"#fff"},"R2C2":{"highlight":"a"}}"##
        )]
    );
    assert_eq!(one(&written(&record).unwrap()).unwrap(), record);
}

#[test]
fn drawings_have_the_colors_of_the_community() {
    for (rule, color, kinds) in [
        ("whisper=r1c1 r1c2", "#67F067", "line"),
        ("whisper=4: r1c1 r1c2", "#FF9A00", "line"),
        ("zipper=r1c1 r1c2 r1c3", "#cdb1ec", "line"),
        ("double-arrow=r1c1 r1c2 r1c3", "#C54B8B", "line circle"),
        ("slow-thermo=r1c1 r1c2", "#6495ED", "line circle"),
        ("box-indexer=r1c1", "#7C7CC7", "cage"),
        ("x-sum=20: row 1", "X Sum", "text"),
    ] {
        let out = written(&with_rules(&[rule])).unwrap();
        assert!(out.contains(color), "{out}");
        for kind in kinds.split(' ') {
            assert!(out.contains(&format!("\"{kind}\":[")), "{out}");
        }
    }
}

#[test]
fn lost_slashes_are_put_back() {
    let record = nine(r#","thermometer":[{"lines":[["R1C1","R1C2"]]}]"#).unwrap();
    let mut repaired = 0;
    // The bits of these characters make slashes.
    for number in 0xff00..0xffff {
        let mut record = record.clone();
        record.metadata.title = char::from_u32(number).map(|mark| format!("puzzle {mark}"));
        let packed = lz_string::compress(&written(&record).unwrap());
        if !packed.contains("//") {
            continue;
        }
        let link = format!("fpuzzles{}", packed.replace("//", "/").replace('+', " "));
        let after = read_as(&FPUZZLES_URL, &link).remove(0);
        assert_eq!(
            after.unwrap_or_else(|error| panic!("{error}: {link}")),
            record
        );
        repaired += 1;
    }
    assert!(repaired > 0);
}

/// Each attempt to put a slash back would decompress 8 MiB. Without a limit, there are thousands.
#[test]
fn the_search_for_lost_slashes_ends_soon() {
    let packed = lz_string::compress(&"a".repeat(7_900_000));
    assert!(packed.len() < 20_000);
    let link = format!("fpuzzles{packed}{}", "/".repeat(90));
    let read = read_as(&FPUZZLES_URL, &link).remove(0);
    assert!(read.is_err());
}

#[test]
fn solutions_may_be_texts() {
    let text = |solution: &str| {
        small(&format!(",\"solution\":{solution}"))
            .unwrap()
            .solution
    };
    let digits = |solution: &str| {
        text(solution).map(|digits| digits.iter().map(ToString::to_string).collect::<String>())
    };
    for solution in ["[1,2,2,1]", "\"1221\"", "\"1,2, 2,1\"", "\"12 21\""] {
        assert_eq!(digits(solution).as_deref(), Some("1221"), "{solution}");
    }
    assert!(
        digits("\"12.1\"").is_none() && digits("\"\"").is_none() && digits("\"123\"").is_none()
    );
}
