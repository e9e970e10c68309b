//! Tests of format detection, above all for similar formats, with files of other programs.

use ndoku_core::{Alphabet, Boxes, Cell, Digit};
use ndoku_formats::{self as format, ReadError, ReadOptions, Record, explain_detection, read_all};

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn chosen(text: &str) -> &'static str {
    explain_detection(text, &ReadOptions::default())
        .chosen
        .map_or("none", |format| format.id)
}

fn one(text: &str) -> Result<Record, ReadError> {
    one_with(text, &ReadOptions::default())
}

fn one_with(text: &str, options: &ReadOptions) -> Result<Record, ReadError> {
    let mut all = read_all(text, options);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

fn named(name: &str) -> ReadOptions {
    ReadOptions {
        format: format::find(name),
        ..ReadOptions::default()
    }
}

fn symbols(record: &Record) -> String {
    record.puzzle.symbols().iter().collect::<Vec<_>>().join(" ")
}

fn line(record: &Record) -> String {
    let symbol = |digit| record.puzzle.symbols().symbol(digit).to_owned();
    record
        .puzzle
        .clues()
        .iter()
        .map(|clue| clue.map_or(".".to_owned(), symbol))
        .collect()
}

fn message(text: &str) -> String {
    one(text).unwrap_err().to_string()
}

/// Returns the first `count` characters of an endlessly repeated pattern.
fn repeat(pattern: &str, count: usize) -> String {
    pattern.chars().cycle().take(count).collect()
}

#[test]
fn squares_and_cubes_are_distinguished() {
    let candidates4 = "12341.3..2..1234".repeat(4);
    assert_eq!(chosen(&candidates4), "sukaku");
    let eight = repeat("1..4.6..", 64);
    assert_eq!(
        (chosen(&eight), one(&eight).unwrap().puzzle.size()),
        ("line", 8)
    );
    let candidates9 = "123456789".repeat(81);
    assert_eq!(
        (
            chosen(&candidates9),
            one(&candidates9).unwrap().puzzle.size()
        ),
        ("sukaku", 9)
    );
    let broken = |length: usize| {
        candidates9
            .as_bytes()
            .chunks(length)
            .map(|part| format!("{}\n", String::from_utf8_lossy(part)))
            .collect::<String>()
    };
    assert_eq!(
        (chosen(&broken(81)), chosen(&broken(9))),
        ("sukaku", "sukaku")
    );
    let twenty_seven = repeat("..5....1.......", 729);
    assert_eq!(
        (
            chosen(&twenty_seven),
            one(&twenty_seven).unwrap().puzzle.size()
        ),
        ("line", 27)
    );
    let sixteen = "123456789ABCDEFG".repeat(256);
    assert_eq!(
        (chosen(&sixteen), one(&sixteen).unwrap().puzzle.size()),
        ("sukaku", 16)
    );
}

#[test]
fn masks_maps_and_solutions_are_distinguished() {
    // A mask of clues is a valid puzzle, and cannot be told from one.
    assert_eq!(chosen(&repeat("1000", 81)), "line");
    // Nine of each mark: a solution, or a region map.
    assert_eq!(chosen(SOLVED), "line");
    let map = "111222333111222333111222333444555666444555666444555666777888999777888999777888999";
    assert_eq!(chosen(map), "jigsaw");
    let regions =
        "111122223111122223111222333444425333444555666777586666777588999788889999788889999"
            .replace("788889999788889999", "778889999778889999");
    assert_eq!(regions.len(), 81);
    assert_eq!(chosen(&format!("{NINE},{SOLVED}")), "pair");
    assert_eq!(chosen(&format!("{NINE}{map}")), "jigsaw");
    assert_eq!(chosen(&format!("{NINE}\n{map}\n")), "jigsaw");
    assert_eq!(
        one(&format!("{NINE}\n{map}"))
            .unwrap()
            .puzzle
            .layout()
            .boxes(),
        &Boxes::Rectangles {
            width: 3,
            height: 3
        }
    );
    let rows = |line: &str, n: usize| {
        line.as_bytes()
            .chunks(n)
            .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
            .collect::<String>()
    };
    let (clues, wild) = (
        "1....2..3....4..",
        "0001021122313233".replace("0001021122313233", "0001021122312333"),
    );
    let jigsaw = one(&format!("{}\n{}", rows(clues, 4), rows(&wild, 4))).unwrap();
    assert!(
        matches!(jigsaw.puzzle.layout().boxes(), Boxes::Regions(_)),
        "{jigsaw:?}"
    );
    let record = one(&format!("{NINE},{SOLVED}")).unwrap();
    assert_eq!(
        record
            .solution
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect::<String>(),
        SOLVED
    );
}

#[test]
fn alphabets_are_inferred() {
    let row16 = "1.......9.......";
    let hex = format!("0F{}", repeat(".A..3...C.", 254));
    assert_eq!(
        symbols(&one(&hex).unwrap()),
        "0 1 2 3 4 5 6 7 8 9 A B C D E F"
    );
    let alnum = format!("1G{}", repeat(row16, 254));
    assert_eq!(
        symbols(&one(&alnum).unwrap()),
        "1 2 3 4 5 6 7 8 9 A B C D E F G"
    );
    let zeros = hex.replace('.', "0").replacen('0', "1", 1);
    assert_eq!(
        symbols(&one(&zeros).unwrap()),
        "1 2 3 4 5 6 7 8 9 A B C D E F G"
    );
    let letters = repeat("A....c...", 81);
    assert_eq!(symbols(&one(&letters).unwrap()), "A B C D E F G H I");
    let points = format!(".{}", repeat("....1....2...~", 255)).replace('~', ".");
    assert_eq!(
        (chosen(&points), one(&points).unwrap().puzzle.size()),
        ("line", 16)
    );
    let options = ReadOptions {
        symbols: Some(Alphabet::Hex0),
        ..ReadOptions::default()
    };
    assert_eq!(
        one_with(&zeros, &options)
            .unwrap()
            .puzzle
            .clue(Cell::new(0, 1))
            .map(Digit::get),
        Some(16)
    );
}

#[test]
fn headers_tags_and_dashes_are_read() {
    assert_eq!(
        read_all(&format!("49151\n{NINE}\n{NINE}\n"), &ReadOptions::default()).len(),
        2
    );
    assert_eq!(
        read_all(&format!("{SOLVED}\n{NINE}\n"), &ReadOptions::default()).len(),
        2
    );
    assert_eq!(chosen(&format!("#Author unknown\n{NINE}\n")), "line");
    let rows: String = (0..9)
        .map(|row| format!("{}\n", &NINE[9 * row..9 * row + 9]))
        .collect();
    assert_eq!(chosen(&format!("#Author unknown\n{rows}")), "rows");
    assert_eq!(chosen(&format!("#ASomebody\n#LEasy\n{rows}")), "sdk");
    let named_sdk = ReadOptions {
        extension: Some("sdk".into()),
        ..ReadOptions::default()
    };
    assert_eq!(
        one_with(&format!("#ASomebody\n{rows}"), &named_sdk)
            .unwrap()
            .metadata
            .author
            .as_deref(),
        Some("Somebody")
    );
    let dashed = rows.replace('.', "-").replacen("-6----28-", "---------", 1);
    assert_eq!(one(&dashed).unwrap().puzzle.clue_count(), 27);
    // Sixteen lines of sixteen characters: a grid, or sixteen small ones.
    let small = "1.3.34.22.4.4.21\n".repeat(16);
    assert_eq!(read_all(&small, &ReadOptions::default()).len(), 16);
    let large = "1..4G..8..C.....\n".repeat(16);
    assert_eq!(one(&large).unwrap().puzzle.size(), 16);
    let sdm = ReadOptions {
        extension: Some("sdm".into()),
        ..ReadOptions::default()
    };
    assert_eq!(read_all(&large, &sdm).len(), 16);
}

#[test]
fn the_missing_symbol_is_inferred_for_any_size() {
    // Numbers and letters are mixed, with rules and bars. One of the six symbols does not occur.
    let text = "\
_ A | 3 _ | 12 7
3 7 | _ _ | A _
_ _ | 7 12 | 3 _
----+------+----
12 _ | _ A | _ 4
A _ | _ _ | 7 _
7 _ | 12 _ | _ _
";
    let record = one(text).unwrap();
    assert_eq!(symbols(&record), "1 3 4 7 12 A");
    assert_eq!(
        record.puzzle.layout().boxes(),
        &Boxes::Rectangles {
            width: 2,
            height: 3
        },
        "five symbols and a hole; boxes as drawn"
    );
    assert_eq!(
        one_with(text, &named("s0"))
            .unwrap()
            .puzzle
            .layout()
            .boxes(),
        &Boxes::Rectangles {
            width: 3,
            height: 2
        }
    );
    assert_eq!(chosen("_ A 3 _\n3 _ _ A\n_ 7 1 3\n1 _ _ _\n"), "s0");
    let errors = [
        (
            "1 2 3\n1 2\n",
            "line 1, column 1: the numbers of rows and columns differ: 2 rows, but row 1 has 3 \
            cells",
        ),
        (
            "1 2 3 4\n5 _ _ _\n_ _ _ _\n_ _ _ _\n",
            "the clues have 5 different symbols, but a grid of size 4 has room for 4",
        ),
        (
            "1 _ _ _\n2 _ _ _\n_ _ _ _\n_ _ _ _\n",
            "the clues have only 2 different symbols; a grid of size 4 needs at least 3",
        ),
    ];
    for (text, expected) in errors {
        let error = one_with(text, &named("s0")).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let huge = format!("{}\n", "_ ".repeat(256)).repeat(256);
    for options in [ReadOptions::default(), named("s0")] {
        let error = one_with(&huge, &options).unwrap_err().to_string();
        assert!(
            error.contains("256") && error.contains("not supported: sizes go from 1 to 255"),
            "{error}"
        );
    }
    let most = format!("{}\n", "_ ".repeat(255)).repeat(255);
    assert_eq!(one(&most).unwrap().puzzle.size(), 255);
    for (text, size) in [("1", 1), (".", 1), ("_", 1), ("1 2\n_ _\n", 2)] {
        assert_eq!(one(text).unwrap().puzzle.size(), size, "{text}");
    }
}

#[test]
fn tutorial_and_challenge_forms_are_read() {
    let zeros = "000000005000075060715000002074031006100706003600520970300000859020980000400000000";
    assert_eq!(line(&one(zeros).unwrap()), zeros.replace('0', "."));
    let row =
        "___26_7_1 68__7__9_ 19___45__ 82_1___4_ __46_29__ _5___3_28 __93___74 _4__5__36 7_3_18___";
    assert_eq!(
        line(&one(row).unwrap()),
        row.replace(' ', "").replace('_', ".")
    );
    let shown: String = row
        .split(' ')
        .enumerate()
        .map(|(number, row)| {
            let cells: String = row
                .chars()
                .enumerate()
                .map(|(index, c)| {
                    if index == 3 || index == 6 {
                        format!("  {c} ")
                    } else {
                        format!("{c} ")
                    }
                })
                .collect();
            format!("{cells}\n{}", if number % 3 == 2 { "\n" } else { "" })
        })
        .collect();
    assert_eq!(chosen(&shown), "spaced", "{shown}");
    assert_eq!(
        line(&one(&shown).unwrap()),
        row.replace(' ', "").replace('_', ".")
    );
}

#[test]
fn rows_of_the_perl_module_are_read() {
    let rows = "0 4 0 0 2 0 9 0 0\n# half\n000000010\n0 0 0 0 0 6 8 5 \
        0\n5823..7..\n...8.7...\n..9..5138\n.971.....\n.2.......\n0 0 4 0 3 0 0 0 0\n";
    assert_eq!(chosen(rows), "cpan");
    assert_eq!(
        line(&one(rows).unwrap()),
        ".4..2.9.........1......685.5823..7.....8.7.....9..5138.971......2.........4.3...."
    );
    let bad = rows.replacen("...8.7...", "garbage 12x", 1);
    let error = one_with(&bad, &named("cpan")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 6, column 1: this line is not a row of the puzzle (a row is nine separated digits, \
        0 for blank, or nine characters, `.` for blank)"
    );
    assert_eq!(
        message(&bad),
        "line 6, column 1: row 5 has 10 cells, the other rows have 9 (there is a cell too many, \
        or one was split in two)"
    );
}

#[test]
fn candidates_are_read_in_many_dialects() {
    let plain = one(&format!("{NINE}\n")).unwrap();
    let writer = format::find("pm").unwrap().write.as_ref().unwrap();
    let text = writer
        .write_all([&plain], &format::WriteOptions::default())
        .unwrap();
    let bare: String = text
        .lines()
        .filter(|row| !row.starts_with('+'))
        .map(|row| format!("{}\n", row.replace('|', " ")))
        .collect();
    let hodoku = text.replacen('+', ".", 4).replace("| 124", "|*-124");
    for shown in [&text, &bare, &hodoku] {
        let record = one(shown).unwrap();
        assert_eq!(line(&record), NINE, "{shown}");
        assert_eq!(
            record.puzzle.pencilmarks(),
            None,
            "what the clues say anyway is no pencilmark\n{shown}"
        );
    }
    assert_eq!(chosen(&text), "pm");
    // Numbers above 9 are digits of a large grid, not candidates.
    assert_eq!(chosen("10 20 _ _\n_ _ 10 20\n20 _ 30 _\n_ _ _ 10\n"), "s0");
    let brackets = format!("[12]{}", &NINE[1..]);
    let record = one(&brackets).unwrap();
    assert_eq!((chosen(&brackets), record.puzzle.clue_count()), ("pm", 29));
    assert_eq!(record.puzzle.candidates(Cell::new(0, 0)).len(), 2);
}

#[test]
fn the_clipboard_of_simple_sudoku_is_read() {
    let writer = format::find("ss").unwrap().write.as_ref().unwrap();
    let plain = one(NINE).unwrap();
    let clues = writer
        .write_all([&plain], &format::WriteOptions::default())
        .unwrap();
    let now = clues.replacen("|53.|", "|534|", 1);
    let candidates = format::find("pm")
        .unwrap()
        .write
        .as_ref()
        .unwrap()
        .write_all([&plain], &format::WriteOptions::default())
        .unwrap();
    let all = format!("{clues}\n{now}\n{candidates}\nSimple Sudoku\nVersion 4.2\n");
    let record = one(&all).unwrap();
    assert_eq!((chosen(&all), line(&record).as_str()), ("ss", NINE));
    assert_eq!(record.entries.unwrap()[2].map(Digit::get), Some(4));
    // Two different puzzles are two records.
    let other = clues.replacen("|53.|", "|.35|", 1);
    assert_eq!(
        read_all(&format!("{clues}\n{other}"), &ReadOptions::default()).len(),
        2
    );
}

#[test]
fn boxes_are_read_as_drawn() {
    let cases = [
        (
            "1 2 . | . . .\n. . . | . . .\n------+------\n. . . | . . .\n. . . | . . \
            .\n------+------\n. . . | . . .\n. . . | . . 3\n",
            (3, 2),
        ),
        (
            "12|..|..\n..|..|..\n..|..|..\n--+--+--\n..|..|..\n..|..|..\n..|..|.3\n",
            (2, 3),
        ),
        (
            "|1|2|.|.|.|.|\n|.|.|.|.|.|.|\n|.|.|.|.|.|.|\n|.|.|.|.|.|.|\n|.|.|.|.|.|.|\n|.|.|.|.|.|3|\n",
            (3, 2),
        ),
        (
            "║1│2║.│.║.│.║\n║.│.║.│.║.│.║\n║.│.║.│.║.│.║\n╠═╪═╬═╪═╬═╪═╣\n║.│.║.│.║.│.║\n║.│.║.│.║.│.║\n║.│.║.│.║.│3║\n",
            (2, 3),
        ),
        (
            "1 2  . .  . .\n. .  . .  . .\n. .  . .  . .\n\n. .  . .  . .\n. .  . .  . .\n. .  . \
            .  . 3\n",
            (2, 3),
        ),
    ];
    for (text, (width, height)) in cases {
        assert_eq!(
            one(text).unwrap().puzzle.layout().boxes(),
            &Boxes::Rectangles { width, height },
            "{text}"
        );
    }
}

#[test]
fn errors_say_what_where_and_what_to_do() {
    let cases = [
        (
            "",
            "no puzzle found (`ndoku help formats` shows what can be read)",
        ),
        (
            "# nothing\n\n; at all\n",
            "no puzzle found (`ndoku help formats` shows what can be read)",
        ),
        (
            "1 2 3 4\n3 4 1\n2 1 4 3\n4 3 2 1\n",
            "line 2, column 1: row 2 has 3 cells, the other rows have 4 (a cell is missing, or \
            two cells have no separator)",
        ),
        (
            "53. .7. ...\n6.. 195 ...\n.98 ... .6.\n\n8.. .6. ..3\n4.. 8.3 ..1\n\
            7.. .2. ..6\n\n.6. ... 28.\n... 419 ..5\n... .8. .7\n",
            "line 11, column 1: row 9 has 8 cells, the other rows have 9 (a cell is missing, or \
            two cells have no separator)",
        ),
        (
            "534 678 912\n672 19 348\n198 342 567\n\n859 761 423\n426 853 791\n\
            713 924 856\n\n961 537 284\n287 419 635\n345 286 179\n",
            "line 2, column 1: row 2 has 8 cells, the other rows have 9 (a cell is missing, or \
            two cells have no separator)",
        ),
        (
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n",
            "line 3, column 1: the grid has 3 rows of 4 cells, but 4×4 needs 4 rows (a row is \
            missing, or the grid was cut off)",
        ),
        (
            "1 2 O 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
            "line 1, column 5: `O` is not a symbol of a 4×4 grid (this is the letter O; did you \
            mean the digit 0?)",
        ),
        (
            "12.4\n34.2\n2..3\n43.9\n",
            "line 4, column 4: `9` is not a symbol of a 4×4 grid (the symbols of this grid are 1 \
            to 4; `.`, `0`, `_`, `-`, `*` and `?` are blanks)",
        ),
        ("Hello, this is no Sudoku at all!\n", "line 1"),
    ];
    for (text, expected) in cases {
        let error = message(text);
        assert!(error.starts_with(expected), "{error}\n{text}");
    }
    let latin1 = format::decode(b"# caf\xe9\n1.3.34.22.4.4.21\n1.3.34.22.\xe9.4.21\n").unwrap();
    let records = read_all(&latin1, &ReadOptions::default());
    assert!(records[0].is_ok());
    assert_eq!(
        records[1].as_ref().unwrap_err().to_string(),
        "line 3, column 11: this line is not UTF-8 text (the file may be damaged, or in another \
        encoding such as Latin-1; save it as UTF-8)"
    );
}

#[test]
fn source_maps_point_at_the_cells() {
    let conflicting =
        "# x\n+---+---+\n|1 .|3 1|\n|3 4|. 2|\n+---+---+\n|2 .|4 .|\n|4 .|2 1|\n+---+---+\n";
    let record = one(conflicting).unwrap();
    let (_, error) = record.conflicts().remove(0);
    let span = error.span.unwrap();
    assert_eq!((span.line, span.column, error.also[0].0.column), (3, 2, 8));
    let record = one("  1.3134.22.4.4.21").unwrap();
    let (_, error) = record.conflicts().remove(0);
    assert_eq!((error.span.unwrap().column, error.also[0].0.column), (3, 6));
}

#[test]
fn an_explanation_names_the_closest_formats() {
    let explained = explain_detection(&format!("{NINE}12\n"), &ReadOptions::default());
    assert!(explained.chosen.is_none());
    assert_eq!(explained.closest.len(), 2, "{explained}");
    let text = explained.to_string();
    assert!(
        text.contains("not line: 83 characters do not make a grid; 81 make 9×9"),
        "{text}"
    );
    let explained =
        explain_detection(":0300:4:98..62753.65..3:414::\n", &ReadOptions::default()).to_string();
    assert!(explained.contains("hodoku"), "{explained}");
}

#[test]
fn any_word_may_be_the_title_of_a_grid() {
    let rows = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n\
        ...419..5\n....8..79\n";
    let drawn: String = rows
        .lines()
        .enumerate()
        .map(|(row, line)| {
            let rule = if row % 3 == 0 { "+---+---+---+\n" } else { "" };
            format!("{rule}|{}|{}|{}|\n", &line[..3], &line[3..6], &line[6..])
        })
        .collect();
    let titles = [
        "Sudoku",
        "Puzzle",
        "Monday",
        "Wednesday",
        "Newspaper",
        "Level: hard",
    ];
    let sixteen = ". 2 . 4 | . . 7 8 | 9 . . . | . . 15 16\n".repeat(4);
    let sixteen = [sixteen.as_str(); 4].join("--------+---------+---------+--------\n");
    for (grid, clues) in [(rows, 30), (&drawn, 30), (&sixteen, 112)] {
        for title in titles {
            for gap in ["", "\n"] {
                let text = format!("{title}\n{gap}{grid}");
                let records = read_all(&text, &ReadOptions::default());
                let found: Vec<_> = records
                    .iter()
                    .map(|record| record.as_ref().map(|record| record.puzzle.clue_count()))
                    .collect();
                assert_eq!(found, [Ok(clues)], "{text}");
            }
        }
    }
}
