//! Tests of grids with rules below them.

use ndoku_core::{Layout, Puzzle};

use super::super::random::{self, RecordRng};
use super::super::{ReadError, ReadOptions, explain_detection, read_all};
use super::*;

fn read_as(text: &str) -> Vec<Result<Record, ReadError>> {
    read_all(
        text,
        &ReadOptions {
            format: Some(&RULES),
            ..ReadOptions::default()
        },
    )
}

fn one(text: &str) -> Result<Record, ReadError> {
    let mut all = read_as(text);
    assert_eq!(all.len(), 1, "{text}\n{all:?}");
    all.pop().unwrap()
}

fn grid() -> String {
    format!("{}\n", ".........\n".repeat(9))
}

/// Reads rules below an empty 9×9 grid.
fn rules(lines: &str) -> Vec<String> {
    let record = one(&format!("{}{lines}\n", grid()));
    let record = record.unwrap_or_else(|error| panic!("{lines}: {error}"));
    let rules = record.puzzle.layout().rules();
    rules.iter().map(ToString::to_string).collect()
}

fn written(record: &Record) -> Result<String, WriteError> {
    let writer = RULES.write.as_ref().unwrap();
    writer.write_all([record], &WriteOptions::default())
}

#[test]
fn lines_are_rules() {
    for (line, rule) in [
        ("killer 9: r1c1 r1c2", "killer=9: r1c1 r1c2"),
        ("killer: r1c1 r1c2 = 9", "killer=9: r1c1 r1c2"),
        ("killer: r1c1 r1c2", "killer=r1c1 r1c2"),
        ("killer=9: r1c1 r1c2", "killer=9: r1c1 r1c2"),
        ("  Killer  9 :  r1c1-r1c3 ", "killer=9: r1c1 r1c2 r1c3"),
        ("thermo: r1c1-r2c2-r2c4", "thermo=r1c1 r2c2 r2c3 r2c4"),
        ("arrow: r1c1; r1c2-r1c4", "arrow=r1c1; r1c2 r1c3 r1c4"),
        (
            "pill: r1c1 r1c2; r2c2-r4c2",
            "arrow=r1c1 r1c2; r2c2 r3c2 r4c2",
        ),
        ("x: r3c3 r3c4", "xv=X: r3c3 r3c4"),
        ("v: r3c3 r3c4", "xv=V: r3c3 r3c4"),
        ("whisper 5: r1c1-r2c2-r3c2", "whisper=5: r1c1 r2c2 r3c2"),
        ("sandwich 12: row 3", "sandwich=12: row 3"),
        ("x-sum 20: row 3 from right", "x-sum=20: row 3 from right"),
        (
            "little-killer 30: r1c4 down-left",
            "little-killer=30: r1c4 down-left",
        ),
        ("quadruple 1 2 2: r1c1", "quadruple=1 2 2: r1c1"),
        ("quad 1 2 2: r1c1", "quadruple=1 2 2: r1c1"),
        ("sum -3: r1c1 2*r1c2 -r1c3", "sum=-3: r1c1 2*r1c2 -r1c3"),
        ("sum-line 10: r1c1 r1c2 loop", "sum-line=10: r1c1 r1c2 loop"),
        ("house: r1c1,r2c2", "house=r1c1,r2c2"),
        ("house left: r1c1,r2c2", "house=left: r1c1,r2c2"),
        ("odd: r1c1 r5c5", "odd=r1c1 r5c5"),
        ("anti-knight", "anti-knight"),
        ("Anti_King", "anti-king"),
    ] {
        assert_eq!(rules(line), [rule], "{line}");
    }
    assert_eq!(rules("# a comment\n\nanti-king\n\nodd: r1c1").len(), 2);
    let record = one(&format!("{}x\n", grid())).unwrap();
    assert!(record.puzzle.layout().has_diagonal(Diagonal::Main));
}

#[test]
fn every_rule_is_read_back() {
    for rule in [
        "anti-knight",
        "house=r1c1,r2c2",
        "house=a: b:r1c1,r2c2",
        "house==x:r1c1,r2c2",
        "killer=9: r1c1 r1c2",
        "killer=r1c1 r1c2",
        "sum=10|20: r1c1 2*r1c2",
        "sum=-3: r1c1 -2*r1c2",
        "arrow=r1c1; r1c2 r1c3",
        "little-killer=30: r1c4 down-left",
        "xv=X: r1c1 r1c2",
        "ratio=3: r1c1 r1c2",
        "thermo=r1c1 r1c2 r2c2",
        "minimum=r1c1 r3c3",
        "clone=r1c1 r1c2; r5c1 r5c2",
        "quadruple=1 2 2: r4c4",
        "skyscraper=3: column 2 from below",
        "sum-line=10: r1c1 r1c2 r2c2 r2c1 loop",
        "global-entropy",
        "difference-negative",
    ] {
        let layout = Layout::builder(9).rule(rule).build().unwrap();
        let record = Record::from(Puzzle::empty(&layout));
        let text = written(&record).unwrap();
        assert_eq!(one(&text).unwrap(), record, "{text}");
        let detected = read_all(&text, &ReadOptions::default());
        assert_eq!(detected, [Ok(record)], "{text}");
    }
}

#[test]
fn whatever_is_written_is_read_back() {
    let mut rng = RecordRng::new(12);
    let mut compared = 0;
    for _ in 0..300 {
        let before = random::record(&mut rng, RULES.supports, &[2, 4, 6, 7, 9, 10, 12, 16, 40]);
        let Ok(text) = written(&before) else { continue };
        let after = one(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let layouts = [&before, &after].map(|record| record.puzzle.layout());
        assert_eq!(layouts[0], layouts[1], "{text}");
        assert_eq!(before.puzzle.clues(), after.puzzle.clues(), "{text}");
        compared += 1;
    }
    assert!(compared > 250, "{compared}");
}

#[test]
fn boxes_have_lines() {
    let six = "......\n".repeat(6);
    let boxes = |line: &str| {
        one(&format!("{six}\n{line}\n")).map(|record| record.puzzle.layout().boxes().clone())
    };
    let wide = Boxes::Rectangles {
        width: 2,
        height: 3,
    };
    assert_eq!(boxes("boxes: 2x3"), Ok(wide));
    assert_eq!(boxes("boxes: none"), Ok(Boxes::None));
    let map = "111111222222333333444444555555666666";
    assert!(matches!(
        boxes(&format!("regions: {map}")),
        Ok(Boxes::Regions(_))
    ));
    for (line, expected) in [
        (
            "boxes: x",
            "line 8, column 1: the shape of a box is written WIDTHxHEIGHT",
        ),
        ("boxes: 3x3", "boxes 3 wide and 3 high have 9 cells"),
        (
            "regions: 111",
            "line 8, column 1: the map of regions has 3 cells",
        ),
    ] {
        let found = boxes(line).unwrap_err().to_string();
        assert!(found.contains(expected), "{line}: {found}");
    }
}

#[test]
fn several_puzzles_may_follow_each_other() {
    let text = "1...\n....\n....\n....\n\nx\n\n2...\n....\n....\n....\n\n3...\n....\n....\n....\n\
        anti-king\nodd: r1c1\n";
    let all = read_as(text);
    let rules: Vec<usize> = all
        .iter()
        .map(|record| record.as_ref().unwrap().puzzle.layout().rules().len())
        .collect();
    assert_eq!(rules, [0, 0, 2]);
    assert!(
        all[0]
            .as_ref()
            .unwrap()
            .puzzle
            .layout()
            .has_diagonal(Diagonal::Anti)
    );
}

#[test]
fn errors_name_the_line_the_rule_and_the_form() {
    for (lines, expected) in [
        (
            "themo: r1c1-r1c3",
            "line 11, column 1: unknown rule `themo` (did you mean `thermo`?)",
        ),
        (
            "odd: r1c1\nnonsense: r1c1",
            "line 12, column 1: unknown rule `nonsense` (`ndoku help rules`",
        ),
        (
            "thermo: r1c1-r2c3",
            "line 11, column 1: rule `thermo`: the path r1c1-r2c3 is neither straight nor diagonal \
            (the rule thermo takes CELLS",
        ),
        (
            "odd: r1c1\n  killer 99: r1c1 r1c2",
            "line 12, column 3: rule `killer`: 2 different digits",
        ),
        (
            "killer 9: r1c1 r1c10",
            "line 11, column 1: rule `killer`: r1c10 is not in a grid of size 9",
        ),
        (
            "sandwich 3: row 10",
            "line 11, column 1: rule `sandwich`: there is no row 10",
        ),
        (
            "anti-king: r1c1",
            "line 11, column 1: rule `anti-king`: it takes no argument",
        ),
        (
            "killer 50: r1c1-r1c9 r2c1",
            "the cage has 10 cells, but only 9 digits can differ",
        ),
        (
            "xv 19: r1c1 r1c2",
            "line 11, column 1: rule `xv`: no two digits from 1 to 9 have this sum",
        ),
        (
            "white-dot 9: r1c1 r1c2",
            "no two digits from 1 to 9 have this difference",
        ),
        (
            "black-dot 10: r1c1 r1c2",
            "no two digits from 1 to 9 have this ratio",
        ),
        (
            "sum 19: r1c1 r1c2",
            "these digits have a sum from 2 to 18, not 19",
        ),
        (
            "sum -9: 2*r1c1 -r1c2",
            "these digits have a sum from -7 to 17, not -9",
        ),
        (
            "little-killer 1: r1c2 down-left",
            "2 digits have a sum from 2 to 18, not 1",
        ),
        (
            "pairs 0101: r1c1 r1c2",
            "its table has 4 marks, but needs 81: 9 for each digit of the first cell",
        ),
        ("pairs 012: r1c1 r1c2", "its table may only contain 0 and 1"),
    ] {
        let found = one(&format!("{}{lines}\n", grid()))
            .unwrap_err()
            .to_string();
        assert!(found.contains(expected), "{lines}: {found}");
    }
    let found = one("killer 9: r1c1\n").unwrap_err().to_string();
    assert!(
        found.contains("line 1, column 1: there is no grid above these rules"),
        "{found}"
    );
}

#[test]
fn only_this_format_is_detected() {
    let is = |text: &str| detect(&Block::whole(text)).is_ok();
    assert!(is(RULES.example) && is(&format!("{}windoku\n", grid())));
    assert!(is(
        "# title\n\n1.|..\n..|..\n--+--\n..|..\n..|..\nthemo: r1c1-r1c3\n"
    ));
    for other in [
        "",
        "killer 9: r1c1\n",
        "1...\n....\n....\n....\n",
        "1...\n....\n....\n....\n# killer 9: r1c1\n",
        "1...\n....\n....\n....\nTitle: something\n",
        "1...\n....\n....\nkiller 9: r1c1\n",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nx\n",
    ] {
        assert!(!is(other), "{other}");
    }
    // Rows of letters are not rules.
    let letters = "windoku\nABCDEFG\n.......\n.......\n.......\n.......\n.......\n";
    let chosen = explain_detection(letters, &ReadOptions::default())
        .chosen
        .map(|format| format.id);
    assert_ne!(chosen, Some("rules"));
}
