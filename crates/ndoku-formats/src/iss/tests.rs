//! Tests of constraint strings: reading, writing, edge cases and errors.

use ndoku_core::{Boxes, Cell, Diagonal, Digit, Layout, Puzzle};

use super::super::random::{self, RecordRng};
use super::super::{ReadOptions, Record, WriteError, WriteOptions, read_all};
use super::*;

fn read_as(text: &str) -> Result<Record, ReadError> {
    read_all(
        text,
        &ReadOptions {
            format: Some(&ISS),
            ..ReadOptions::default()
        },
    )
    .remove(0)
}

#[test]
fn the_example_is_read() {
    let record = read_as(ISS.example).unwrap();
    assert_eq!((record.puzzle.size(), record.puzzle.clue_count()), (4, 1));
    assert_eq!(record.puzzle.pencilmarks().unwrap()[6].len(), 2);
    assert!(
        record.puzzle.layout().has_diagonal(Diagonal::Anti)
            && !record.puzzle.layout().has_diagonal(Diagonal::Main)
    );
    let link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape%7E4x4.Diagonal~1.AntiKnight.~R1C1_1~R2C3_2_3&x";
    assert_eq!(read_as(link).unwrap(), record);
    assert_eq!(
        read_as(" .Shape~4x4 .Diagonal~1\n.AntiKnight.~R1C1_1 ~R2C3_2_3").unwrap(),
        record
    );
    assert_eq!(
        read_as(".~RaCa_10.Shape~16x16").unwrap().puzzle.clues()[9 * 17].map(Digit::get),
        Some(10)
    );
}

#[test]
fn a_jigsaw_replaces_the_boxes_or_comes_on_top() {
    let alone = read_as(".Shape~4x4.NoBoxes.Jigsaw~0001001122312333").unwrap_err();
    assert!(alone.message.contains("region 0 has 5 cells"), "{alone}");
    let alone = read_as(".Shape~4x4.NoBoxes.Jigsaw~0001021122313233").unwrap();
    assert!(matches!(alone.puzzle.layout().boxes(), Boxes::Regions(_)));
    let both = read_as(".Shape~4x4.Jigsaw~0000111122223333").unwrap();
    assert_eq!(
        (
            both.puzzle.layout().houses().len(),
            both.puzzle.layout().rules().len()
        ),
        (16, 4)
    );
    assert_eq!(
        *read_as(".NoBoxes.~R1C1_1").unwrap().puzzle.layout().boxes(),
        Boxes::None
    );
}

#[test]
fn errors_say_what_and_where() {
    for (text, expected) in [
        (
            ".NFA~a~R1C1.NFA~b~R3C3.Or.Thermo~V1~V2.And.End.Regex~x.End.Var~V~~2.FullRank~R1~1~",
            "this puzzle uses NFA (2), Or (1), Var (1) and FullRank (1), which ndoku does not know",
        ),
        (
            ".~R1C1_10",
            "line 1, column 2: `R1C1_10` is not valid here (grid of size 9)",
        ),
        (".~R1C1", "`R1C1` is not valid here"),
        (".~R0C1_1", "`R0C1` is not valid here"),
        (".~RxC1_1", "`RxC1` is not valid here"),
        (".Shape~9x8.~R1C1_1", "is not a square grid"),
        (".Shape~9x9~0-9", "with as many digits, from 1 or 0"),
        (
            ".Shape~9x9~0-8.XSum~R3~9~.CountingCircles~R1C1~R1C2",
            "uses XSum with the digit 0 (1) and CountingCircles with the digit 0 (1)",
        ),
        (".Shape~9x9~0-8.~R1C1_9", "`R1C1_9` is not valid here"),
        (".SameValues~2~R1C1~R1C2~R2C1~R2C2", "uses SameValues (1)"),
        (".Or.Thermo~R1C1~R1C2.Thermo~R1C3~R1C2.End", "uses Or (1)"),
        (".Shape~999x999", "is not a square grid"),
        (".Diagonal~2", "`Diagonal~2` is not valid here"),
        (
            "53..7....6..195",
            "line 1, column 1: `53` is not a type of constraint",
        ),
        (".Jigsaw~012", "the map of regions has 3 cells"),
        (
            "https://sigh.github.io/Interactive-Sudoku-Solver/",
            "this link contains no puzzle",
        ),
    ] {
        let found = read_as(text).unwrap_err().to_string();
        assert!(found.contains(expected), "{text}: {found}");
    }
}

#[test]
fn only_this_format_is_detected() {
    let is = |text: &str| detect(&Block::whole(text)).is_ok();
    assert!(is(ISS.example) && is(".~R1C1_5") && is("..Cage~14~R5C3"));
    assert!(is("sigh.github.io/Interactive-Sudoku-Solver/?q=.~R1C1_5"));
    for other in [
        "",
        ".A..B..C..D.....",
        "1.~",
        "..5..",
        "https://example.com",
    ] {
        assert!(!is(other), "{other}");
    }
}

/// The rules of digits from 0 say the same about digits from 1, and the symbols are from 0.
#[test]
fn digits_may_begin_with_zero() {
    let record = read_as(".Shape~6x6~0-5.~R1C1_0~R1C2_2_5").unwrap();
    let puzzle = &record.puzzle;
    let cell = |column| Cell::new(0, column);
    assert_eq!(puzzle.clue(cell(0)).map(Digit::get), Some(1));
    assert_eq!(puzzle.symbols().symbol(Digit::from_index(0)), "0");
    let marks: Vec<u8> = puzzle.candidates(cell(1)).iter().map(Digit::get).collect();
    assert_eq!(marks, [3, 6]);
    for (constraint, expected) in [
        (".Cage~0~R1C1~R1C2", "house=r1c1,r1c2"),
        (".Cage~9~R1C1~R1C2", "killer=11: r1c1 r1c2"),
        (".Sum~4_=_2_-1~R1C1~R1C2", "sum=5: 2*r1c1 -r1c2"),
        (".Arrow~R1C1~R1C2~R1C3", "sum=-1: r1c1 -r1c2 -r1c3"),
        (".PillArrow~2~R1C2~R1C1~R3C3", "sum=10: r1c2 10*r1c1 -r3c3"),
        (".DoubleArrow~R1C1~R1C2~R2C2", "sum=1: r1c1 -r1c2 r2c2"),
        (".LittleKiller~9~R1C3", "little-killer=12: r1c3 down-left"),
        (".X~R1C1~R1C2", "xv=12: r1c1 r1c2"),
        (".Quad~R1C1~0~5", "quadruple=1 6: r1c1"),
        (".Whisper~3~R1C1~R1C2", "whisper=3: r1c1 r1c2"),
        (".WhiteDot~R1C1~R1C2", "difference=r1c1 r1c2"),
        (
            ".BlackDot~R1C1~R1C2",
            "pairs=100000001000010010000000001000000000: r1c1 r1c2",
        ),
    ] {
        let found = rules(&format!(".Shape~6x6~0-5{constraint}"));
        assert_eq!(found, [expected], "{constraint}");
    }
    let strict = rules(".Shape~4x4~0-3.StrictXV.V~R1C1~R1C2");
    assert_eq!(strict.len(), 24, "{strict:?}");
    assert_eq!(strict[0], "pairs=1111111111101101: r1c1 r2c1");
    assert_eq!(strict[23], "xv=7: r1c1 r1c2");
}

/// The constraints of composites that all hold are read as if they stood alone.
#[test]
fn composites_of_one_case_are_read() {
    let thermo = ["thermo=r1c1 r1c2"];
    assert_eq!(rules(".And.Thermo~R1C1~R1C2.End"), thermo);
    assert_eq!(rules(".Or.And.Thermo~R1C1~R1C2.End.End"), thermo);
    assert_eq!(rules(".Or.Thermo~R1C1~R1C2"), thermo);
    assert!(rules(".And.End.Or.And.End.End").is_empty());
    let record = read_as(".And.~R1C1_5.X~R1C1~R1C2.End.V~R3C1~R3C2").unwrap();
    assert_eq!(record.puzzle.clue_count(), 1);
    assert_eq!(rules_of(&record), ["xv=X: r1c1 r1c2", "xv=V: r3c1 r3c2"]);
    assert_eq!(
        rules(".EqualSum~R1C1~R1C2~-~R3C3~-~R5C5~R1C1"),
        ["sum=0: r1c1 r1c2 -r3c3", "sum=0: r3c3 -r5c5 -r1c1"]
    );
    assert_eq!(
        rules(".SameValues~3~R1C1~R2C4~R3C7"),
        ["clone=r1c1; r2c4", "clone=r2c4; r3c7"]
    );
}

fn rules_of(record: &Record) -> Vec<String> {
    let rules = record.puzzle.layout().rules();
    rules.iter().map(ToString::to_string).collect()
}

fn rules(text: &str) -> Vec<String> {
    rules_of(&read_as(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn with_rules(rules: &[&str]) -> Record {
    let builder = rules
        .iter()
        .fold(Layout::builder(9), |builder, rule| builder.rule(rule));
    Record::from(Puzzle::empty(&builder.build().unwrap()))
}

fn written(record: &Record) -> Result<String, WriteError> {
    let writer = ISS.write.as_ref().unwrap();
    writer.write_all([record], &WriteOptions::default())
}

#[test]
fn every_rule_is_read_back() {
    for rule in [
        "anti-knight",
        "anti-king",
        "non-consecutive",
        "windoku",
        "disjoint-groups",
        "xv-negative",
        "global-entropy",
        "global-mod",
        "thermo=r1c1 r1c2 r2c2",
        "renban=r1c1 r1c2 r2c2",
        "palindrome=r1c1 r1c2 r2c2",
        "entropic=r1c1 r1c2 r2c2",
        "between=r1c1 r1c2 r2c2",
        "region-sum=r1c1 r1c4 r2c4",
        "zipper=r1c1 r1c2 r2c2",
        "double-arrow=r1c1 r1c2 r2c2",
        "counting-circles=r1c1 r2c2",
        "whisper=5: r1c1 r2c2",
        "modular=3: r1c1 r1c2 r2c2",
        "lockout=4: r1c1 r1c2 r2c2",
        "difference=r1c1 r1c2",
        "ratio=r1c1 r1c2",
        "xv=X: r1c1 r1c2",
        "xv=V: r1c1 r1c2",
        "greater=r1c1 r1c2",
        "killer=9: r1c1 r1c2",
        "sum=9: r1c1 r1c2 r5c5",
        "sum=-3: 2*r1c1 -r1c2 -3*r5c5",
        "arrow=r1c1; r1c2 r1c3",
        "arrow=r5c5 r5c6; r6c6 r7c7 r8c8",
        "little-killer=30: r1c4 down-left",
        "little-killer=30: r3c1 down-right",
        "little-killer=20: r3c9 up-left",
        "little-killer=30: r9c4 up-right",
        "x-sum=20: row 3",
        "skyscraper=3: column 2 from below",
        "numbered-room=3: row 2 from right",
        "sandwich=12: row 3",
        "quadruple=1 2 2: r4c4",
        "row-indexer=r1c1 r2c1",
        "column-indexer=r1c1 r2c1",
        "nabner=r1c1 r1c2 r2c2",
        "house=r1c1,r2c2,r3c3",
        "sum-line=10: r1c1 r1c2 r2c2",
        "sum-line=10: r1c1 r1c2 r2c2 r2c1 loop",
    ] {
        let record = with_rules(&[rule]);
        let text = written(&record).unwrap_or_else(|error| panic!("{rule}: {error}"));
        let after = read_as(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(rules_of(&after), rules_of(&record), "{text}");
        assert_eq!(after, record, "{text}");
    }
    let table = "1".repeat(80) + "0";
    let record = with_rules(&[&format!("pairs={table}: r1c1 r1c2 r2c2")]);
    assert_eq!(read_as(&written(&record).unwrap()).unwrap(), record);
    let strict = [
        "difference-negative",
        "ratio-negative",
        "difference=r1c1 r1c2",
    ];
    let record = with_rules(&strict);
    assert_eq!(
        rules_of(&read_as(&written(&record).unwrap()).unwrap()),
        strict
    );
}

#[test]
fn other_rules_are_written_as_types_of_equal_meaning() {
    for (rule, expected) in [
        ("difference=2: r1c1 r1c2", ".Pair~"),
        ("ratio=3: r1c1 r1c2", ".Pair~"),
        ("xv=VII: r1c1 r1c2", ".Sum~7~R1C1~R1C2"),
        ("slow-thermo=r1c1 r1c2", ".Pair~"),
        (
            "minimum=r1c1 r1c2",
            "_minimum~R1C1~R2C1~~R1C2~R1C3~~R1C2~R2C2",
        ),
        ("odd=r1c1", ".~R1C1_1_3_5_7_9"),
        ("even=r1c1", ".~R1C1_2_4_6_8"),
        (
            "clone=r1c1 r1c2; r5c5 r5c6",
            ".Palindrome~R1C1~R5C5.Palindrome~R1C2~R5C6",
        ),
        ("killer=r1c1 r1c2", ".Cage~0~R1C1~R1C2"),
        ("whisper=r1c1 r1c2", ".Whisper~5~R1C1~R1C2"),
        ("little-killer=9: r4c1 up-right", ".LittleKiller~9~R1C4"),
        ("little-killer=9: r2c2 down-right", ".Sum~9~R2C2~R3C3"),
        (
            "arrow=r5c5 r7c7; r6c6 r6c7",
            ".Sum~0_=_1_10_-1_-1~R7C7~R5C5~R6C6~R6C7",
        ),
        ("thermo=r1c1-r1c3", ".Thermo~R1C1~R1C2~R1C3"),
        ("asterisk", ".AllDifferent~R2C5~"),
    ] {
        let text = written(&with_rules(&[rule])).unwrap_or_else(|error| panic!("{rule}: {error}"));
        assert!(text.contains(expected), "{rule}: {text}");
        assert!(read_as(&text).is_ok(), "{text}");
    }
    for rule in ["box-indexer=r1c1", "ratio-negative", "sum=9|10: r1c1 r1c2"] {
        assert!(written(&with_rules(&[rule])).is_err(), "{rule}");
    }
}

#[test]
fn lists_of_signs_mean_all_cells_side_by_side() {
    assert_eq!(
        rules(".WhiteDot~R1C1~R1C2~R2C2~R5C5"),
        ["difference=r1c1 r1c2", "difference=r1c2 r2c2"]
    );
    assert_eq!(
        rules(".GreaterThan~R2C2~R1C2~R2C1~R1C1"),
        [
            "greater=r2c2 r1c2",
            "greater=r2c2 r2c1",
            "greater=r1c2 r1c1",
            "greater=r2c1 r1c1"
        ]
    );
}

#[test]
fn edge_cases_are_read() {
    assert_eq!(rules(".Whisper~R1C1~R1C2"), ["whisper=5: r1c1 r1c2"]);
    assert_eq!(rules(".Cage~0~R1C1~R1C2"), ["house=r1c1,r1c2"]);
    assert_eq!(
        rules(".Cage~20~R4C2~R4C3~R4C3"),
        ["sum=20: r4c2 2*r4c3", "house=r4c2,r4c3"]
    );
    assert_eq!(
        rules(".Sum~9_=_1_2_-1~R1C1~R1C1~R1C2"),
        ["sum=9: 3*r1c1 -r1c2"]
    );
    assert_eq!(rules(".AllDifferent~R1C1~R1C2~R1C1"), ["house=r1c1,r1c2"]);
    assert_eq!(
        rules(".PillArrow~2~R2C1~R1C1~R3C3~R4C4~R5C5"),
        ["arrow=r1c1 r2c1; r3c3 r4c4 r5c5"]
    );
    assert_eq!(
        rules(".XSum~C3~20~6.XSum~R1~~7"),
        [
            "x-sum=20: column 3",
            "x-sum=6: column 3 from below",
            "x-sum=7: row 1 from right"
        ]
    );
    assert_eq!(
        rules(".PairX~8H_xf8H_xf8H_B~_Nabner~R4C1~R5C1~~R4C4~R5C4~_x~R1C1~R2C1"),
        ["nabner=r4c1 r5c1", "nabner=r4c4 r5c4", "nabner=r1c1 r2c1"]
    );
    let table = format!("1{}", "0".repeat(80));
    assert_eq!(
        rules(".PairX~B~_~R1C1~R2C1~R3C1"),
        [
            format!("pairs={table}: r1c1 r2c1"),
            format!("pairs={table}: r1c1 r3c1"),
            format!("pairs={table}: r2c1 r3c1")
        ]
    );
    assert_eq!(
        rules(".Pair~B~R1C1~R2C1~~R3C1"),
        [format!("pairs={table}: r1c1 r2c1")]
    );
    assert!(rules(".Thermo~R1C1.Sum~0_=_1_-1~R1C1~R1C1").is_empty());
    assert!(rules("# a .Comment~1\n.Shape~9x9~1-9\n\n  # another\n.NoBoxes").is_empty());
    let options = ReadOptions {
        format: Some(&ISS),
        ..ReadOptions::default()
    };
    let all = read_all(".Shape~4x4\n.Diagonal~1\n.Shape~9x9\n.~R1C1_5\n", &options);
    let sizes: Vec<u8> = all
        .iter()
        .map(|record| record.as_ref().unwrap().puzzle.size())
        .collect();
    assert_eq!(sizes, [4, 9]);
}

#[test]
fn lines_of_a_detected_text_are_one_string_or_a_list() {
    let sizes = |text: &str| -> Vec<(u8, usize, usize)> {
        read_all(text, &ReadOptions::default())
            .iter()
            .map(|record| {
                let puzzle = &record.as_ref().unwrap().puzzle;
                let rules = puzzle.layout().rules().len();
                (puzzle.size(), puzzle.clue_count(), rules)
            })
            .collect()
    };
    // One type in a line, in sections, with comments.
    let sections = ".NoBoxes\n.Cage~5~R1C1~R1C2\n\n# more\n.AntiKnight\n.~R1C1_1~R2C3_2\n";
    assert_eq!(sizes(sections), [(9, 2, 2)]);
    assert_eq!(
        sizes(".Shape~4x4\n.AntiKnight\n.Cage~5~R1C1~R1C2\n.Shape~6x6\n.~R1C1_1\n"),
        [(4, 0, 2), (6, 1, 0)]
    );
    // Several types in each line.
    assert_eq!(
        sizes(".AntiKnight.~R1C1_1\n.Shape~4x4.~R1C1_1\n.AntiKing.~R1C1_1~R1C2_2\n"),
        [(9, 1, 1), (4, 1, 0), (9, 2, 1)]
    );
    assert_eq!(
        sizes(".AntiKnight.~R1C1_1\n.AntiKing.~R1C1_1~R1C2_2\n"),
        [(9, 1, 1), (9, 2, 1)]
    );
    // Below is another puzzle.
    let line = ".".repeat(80);
    assert_eq!(
        sizes(&format!(".~R1C1_1\n.AntiKing\n1{line}\n")),
        [(9, 1, 1), (9, 1, 0)]
    );
    // Rows of letters are a grid.
    let rows: String = (0..16).map(|_| ".ABCDEFG........\n").collect();
    assert_eq!(sizes(&rows)[0].0, 16);
}

#[test]
fn former_names_of_relations_are_read() {
    let rules = |text: &str| rules_of(read_all(text, &ReadOptions::default())[0].as_ref().unwrap());
    assert_eq!(
        rules(".Shape~4x4.Binary~gB~~R1C1~R1C2"),
        rules(".Shape~4x4.Pair~gB~~R1C1~R1C2")
    );
    assert_eq!(
        rules(".Shape~4x4.BinaryX~gB~~R1C1~R1C2~R2C2"),
        rules(".Shape~4x4.PairX~gB~~R1C1~R1C2~R2C2")
    );
    // Nabner, as in a published string: the last two signs of the alphabet are exchanged.
    assert_eq!(
        rules(".BinaryX~8H-xf8H-xf8H-B~_Nabner~R1C1~R1C2~R1C3"),
        rules(".PairX~8H_xf8H_xf8H_B~_Nabner~R1C1~R1C2~R1C3")
    );
    assert_eq!(
        rules(".BinaryX~8H-xf8H-xf8H-B~_Nabner~R1C1~R1C2~R1C3"),
        ["nabner=r1c1 r1c2 r1c3"]
    );
}

#[test]
fn types_that_are_ignored_leave_nothing_behind() {
    let options = ReadOptions {
        format: Some(&ISS),
        ignore_unsupported: true,
        ..ReadOptions::default()
    };
    let text = ".Or.Thermo~R1C1~R1C2.And.Thermo~R1C1~R1C2.End.End.Renban~R1C1~R1C2.NFA~x~R1C1";
    let all = read_all(text, &options);
    assert_eq!(rules_of(all[0].as_ref().unwrap()), ["renban=r1c1 r1c2"]);
}

#[test]
fn errors_of_rules_have_a_place() {
    let cells = |count: usize| {
        let names = (0..count).map(|index| format!("~R{}C{}", index / 9 + 1, index % 9 + 1));
        names.collect::<String>()
    };
    for (text, expected) in [
        (
            format!(".NoBoxes.Cage~50{}", cells(10)),
            "line 1, column 10: Cage: rule `killer`: the cage has 10 cells, but only 9 digits",
        ),
        (
            format!(".NoBoxes.AllDifferent{}", cells(10)),
            "line 1, column 10: AllDifferent: the house has 10 cells",
        ),
        (
            ".NoBoxes.Cage~x~R1C1".to_owned(),
            "line 1, column 10: `x` is not valid here",
        ),
        (
            ".Thermo~R1C1~R1Ca".to_owned(),
            "`R1Ca` is not valid here (grid of size 9)",
        ),
        (".Sandwich~3~X1".to_owned(), "`X1` is not valid here"),
        (".XSum~R10~3~".to_owned(), "`R10` is not valid here"),
        (".Sandwich~3".to_owned(), "`Sandwich~3` has no line"),
        (
            ".WhiteDot~R1C1~R3C3".to_owned(),
            "has no two cells side by side",
        ),
        (".Thermo~".to_owned(), "`Thermo~` has no cells"),
        (".Arrow~R1C1".to_owned(), "`Arrow~R1C1` has no shaft"),
        (
            ".Sum~1_=_1~R1C1~R1C2".to_owned(),
            "`1_=_1` is not valid here",
        ),
        (".Sum~1_2~R1C1".to_owned(), "`1_2` is not valid here"),
        (
            ".LittleKiller~9~R9C9".to_owned(),
            "`R9C9` is not valid here",
        ),
        (".Indexing~X~R9C9".to_owned(), "`X` is not valid here"),
        (".Pair~*~R1C1".to_owned(), "`*` is not valid here"),
        (
            ".Quad~R1C1~x".to_owned(),
            "line 1, column 2: Quad: rule `quadruple`:",
        ),
    ] {
        let found = read_as(&text).unwrap_err().to_string();
        assert!(found.contains(expected), "{text}: {found}");
    }
}

#[test]
fn whatever_is_written_is_read_back() {
    let mut rng = RecordRng::new(11);
    let mut compared = 0;
    for _ in 0..300 {
        let before = random::record(&mut rng, ISS.supports, &[2, 4, 6, 7, 9, 10, 12, 16, 20]);
        let Ok(text) = written(&before) else { continue };
        let after = read_as(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(before.puzzle.clues(), after.puzzle.clues(), "{text}");
        // A single candidate that is also the clue need not be written.
        for cell in before.puzzle.layout().cells() {
            let candidates = |record: &Record| record.puzzle.candidates(cell);
            assert_eq!(candidates(&before), candidates(&after), "{cell}: {text}");
        }
        let constraints = |record: &Record| record.puzzle.layout().constraints().len();
        assert_eq!(constraints(&before), constraints(&after), "{text}");
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
    let large = Record::from(Puzzle::empty(&Layout::for_size(20).unwrap()));
    assert!(
        written(&large)
            .unwrap_err()
            .to_string()
            .contains("sizes up to 16")
    );
}

#[test]
fn a_line_that_is_no_string_spoils_no_other() {
    let read = |text: &str| {
        let options = ReadOptions {
            format: Some(&ISS),
            ..ReadOptions::default()
        };
        let records = read_all(text, &options);
        records.iter().map(Result::is_ok).collect::<Vec<bool>>()
    };
    assert_eq!(
        read(".Shape~4x4.AntiKnight\n\n// second\n.Shape~4x4\n"),
        [true, true]
    );
    assert_eq!(
        read(".Shape~4x4.AntiKnight\nhello world\n.Shape~4x4\n"),
        [true, false, true]
    );
    // A type without its dot is a string of its own.
    assert_eq!(read(".Shape~4x4.AntiKnight\n~R1C1_1\n"), [true, true]);
    assert_eq!(
        read(".Shape~4x4\n\n.AntiKnight\n# a comment\n.~R1C1_1\n"),
        [true]
    );
}
