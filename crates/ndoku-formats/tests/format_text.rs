//! Tests of mixed texts: each must be split into the right records, with the right formats and
//! errors.

use ndoku_formats::{ReadError, ReadOptions, Record, read_all};

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn read(text: &str) -> Vec<Result<Record, ReadError>> {
    read_all(text, &ReadOptions::default())
}

/// Returns the clues as symbols, `.` for blank, without separators if each is one character.
fn line(record: &Record) -> String {
    let puzzle = &record.puzzle;
    let apart = if puzzle.symbols().is_compact() {
        ""
    } else {
        " "
    };
    let cells = puzzle
        .clues()
        .iter()
        .map(|clue| clue.map_or(".", |digit| puzzle.symbols().symbol(digit)));
    cells.collect::<Vec<_>>().join(apart)
}

/// Returns each record of a text as a line, and each error as its message.
#[track_caller]
fn lines(text: &str) -> Vec<String> {
    let shown = |record: &Result<Record, ReadError>| match record {
        Ok(record) => line(record),
        Err(error) => format!("error: {error}"),
    };
    read(text).iter().map(shown).collect()
}

/// Returns the rows of the 9×9 example, each formatted by a function.
fn rows(of: impl Fn(usize, &str) -> String) -> String {
    (0..9)
        .map(|row| of(row, &NINE[9 * row..9 * row + 9]))
        .collect()
}

fn apart(row: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

#[test]
fn one_puzzle_is_read_in_many_shapes() {
    let rule = "+-------+-------+-------+\n";
    let boxed = |row: usize, text: &str| {
        let cells: Vec<char> = text.chars().collect();
        let part = |from: usize| apart(&cells[from..from + 3].iter().collect::<String>());
        format!(
            "{}| {} | {} | {} |\n",
            if row.is_multiple_of(3) { rule } else { "" },
            part(0),
            part(3),
            part(6)
        )
    };
    let unicode = |text: String| {
        text.replace('|', "│")
            .replace("+-", "├─")
            .replace("-+", "─┤")
            .replace('-', "─")
            .replace('.', "·")
    };
    let spaced = |row: usize, text: &str| {
        let part = |from: usize| apart(&text[from..from + 3]);
        format!(
            "{}{}  {}  {}\n",
            if row > 0 && row.is_multiple_of(3) {
                "\n"
            } else {
                ""
            },
            part(0),
            part(3),
            part(6)
        )
        .replace('.', "_")
    };
    let shapes = [
        NINE.to_owned(),
        NINE.replace('.', "0"),
        NINE.replace('.', "-"),
        NINE.replace('.', "X"),
        NINE.replace('.', "*"),
        format!("  {NINE}  \n"),
        rows(|_, row| format!("{row}\n")),
        rows(|_, row| format!("{}\n", apart(row))),
        rows(|_, row| format!("{}\n", apart(row).replace('.', "_"))),
        rows(|_, row| format!("{}\n", apart(row).replace('.', "0"))),
        rows(|_, row| format!("{}\n", apart(row).replace('.', "-"))),
        rows(|_, row| format!("{}\n", apart(row).replace(' ', "\t"))),
        rows(|_, row| format!("{}\n", row.replace('.', "-"))),
        rows(|_, row| format!("{}\n", row.replace('.', "x"))),
        rows(|row, text| {
            format!(
                "{}{text}\n",
                if row > 0 && row.is_multiple_of(3) {
                    "\n"
                } else {
                    ""
                }
            )
        }),
        rows(|row, text| {
            format!(
                "{} {} {}{}\n",
                &text[..3],
                &text[3..6],
                &text[6..],
                if row == 4 { "\n# half" } else { "" }
            )
        }),
        rows(|row, text| format!("{text}{}", if row == 8 { "" } else { " / " })),
        rows(|row, text| format!("{}{}", apart(text), if row == 8 { "" } else { " / " })),
        rows(|_, row| format!("{} ", row.replace('.', "_"))),
        rows(boxed) + rule,
        unicode(rows(boxed) + rule),
        rows(|row, text| {
            format!(
                "{}{}|{}|{}\n",
                if row == 3 || row == 6 {
                    "---+---+---\n"
                } else {
                    ""
                },
                &text[..3],
                &text[3..6],
                &text[6..]
            )
        }),
        rows(spaced),
        format!("Grid 01\n{}", rows(|_, row| format!("{row}\n"))),
        format!("# a comment\n\n{}\n\n\n", rows(|_, row| format!("{row}\n"))),
        rows(|row, text| {
            if row % 2 == 0 {
                format!("{text}\n")
            } else {
                format!("{}\n", apart(text).replace('.', "0"))
            }
        }),
        format!("00000a1b2c3d {NINE}  2.3"),
        format!("{NINE} ED=1.2/1.2/1.2"),
        format!("{NINE} # easy"),
        format!("{NINE}:1:"),
    ];
    for shape in &shapes {
        assert_eq!(lines(shape), [NINE], "{shape}");
    }
    // One text with puzzles of all shapes, separated by blank lines.
    let together = shapes.join("\n\n");
    assert_eq!(lines(&together), vec![NINE; shapes.len()]);
}

#[test]
fn consecutive_units_are_split() {
    let four = "1.3.34.22.4.4.21";
    let grid4 = "1.3.\n34.2\n2.4.\n4.21\n";
    assert_eq!(
        lines(&format!("{four}\n{NINE}\n{four}\n")),
        [four, NINE, four]
    );
    assert_eq!(lines(&grid4.repeat(2)), [four, four]);
    assert_eq!(
        lines(&format!("{grid4}{NINE}\n{grid4}")),
        [four, NINE, four]
    );
    assert_eq!(
        lines(&format!(
            "{}\n",
            rows(|_, row| format!("{row}\n")).repeat(3)
        )),
        [NINE; 3]
    );
    assert_eq!(lines(&format!("2\n{NINE}\n{NINE}\n")), [NINE; 2]);
    assert_eq!(lines(&format!("{four}\n").repeat(16)), [four; 16]);
    assert_eq!(
        lines(&format!("# name=a X=no\n{grid4}\n# name=b\n{grid4}")),
        [four, four]
    );
    let named = read(&format!(
        "# head\n# more\n\n# name=a\n{grid4}\n# name=b\n{NINE}\n{four} # tail"
    ));
    let comments: Vec<_> = named
        .iter()
        .map(|record| {
            record
                .as_ref()
                .unwrap()
                .metadata
                .comment
                .clone()
                .unwrap_or_default()
        })
        .collect();
    assert_eq!(comments, ["name=a", "name=b", "tail"]);
}

#[test]
fn a_faulty_unit_affects_no_other() {
    let grid = rows(|_, row| format!("{row}\n"));
    let short = grid.replacen("6..195...", "6..195..", 1);
    assert_eq!(
        lines(&format!("{grid}\n{short}\n{grid}")),
        [
            NINE,
            "error: line 12, column 1: row 2 has 8 cells, the other rows have 9 (a cell is \
            missing, or two cells have no separator)",
            NINE
        ]
    );
    assert_eq!(lines(&format!("{short}{grid}"))[1], NINE);
    let cut: String = grid.lines().take(7).map(|row| format!("{row}\n")).collect();
    assert_eq!(
        lines(&format!("{cut}\n{grid}")),
        [
            "error: line 7, column 1: the grid has 7 rows of 9 cells, but 9×9 needs 9 rows (a row \
            is missing, or the grid was cut off)",
            NINE
        ]
    );
    let bands = rows(|row, text| {
        format!(
            "{}{}\n",
            if row > 0 && row.is_multiple_of(3) {
                "\n"
            } else {
                ""
            },
            apart(text)
        )
    });
    let torn = bands.replacen("\n8 . . . 6 . . . 3", "", 1);
    assert_eq!(
        lines(&format!("{bands}\n{torn}\n{bands}"))[1],
        "error: line 22, column 1: the grid has 8 rows of 9 cells, but 9×9 needs 9 rows (a row is \
        missing, or the grid was cut off)"
    );
    assert_eq!(lines(&format!("{bands}\n{torn}\n{bands}")).len(), 3);
    let cases = [
        (
            format!("{NINE}12\n{NINE}"),
            "error: line 1, column 82: 83 characters do not make a grid; 81 make 9×9 (2 cells are \
            too many)",
        ),
        (
            format!("{}\n{NINE}", &NINE[1..]),
            "error: line 1, column 1: 80 characters do not make a grid; 81 make 9×9 (1 cell is \
            missing)",
        ),
        (
            format!("{}O{}\n{NINE}", &NINE[..2], &NINE[3..]),
            "error: line 1, column 3: `O` is not a symbol of a 9×9 grid (this is the letter O; \
            did you mean the digit 0?)",
        ),
        (
            format!("{}!{}\n{NINE}", &NINE[..2], &NINE[3..]),
            "error: line 1, column 3: `!` is not a cell (cells are digits, letters and the \
            blanks `.`, `0`, `_`, `-`, `*` and `?`)",
        ),
        (
            format!("{}\u{fffd}{}\n{NINE}", &NINE[..2], &NINE[3..]),
            "error: line 1, column 3: this line is not UTF-8 text (the file may be damaged, or in \
            another encoding such as Latin-1; save it as UTF-8)",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(lines(&text), [message, NINE]);
    }
}

#[test]
fn a_line_may_contain_separated_numbers() {
    for size in [10_usize, 16, 36, 100] {
        let number = |index: usize| {
            if index.is_multiple_of(3) {
                "_".to_owned()
            } else {
                ((index / size * 7 + index) % size + 1).to_string()
            }
        };
        let line: Vec<String> = (0..size * size).map(number).collect();
        let text = format!("{}\n{}\n", line.join(" "), line.join(" "));
        let records = read(&text);
        assert_eq!(records.len(), 2, "{size}: {:?}", records[0]);
        for record in records {
            let record = record.unwrap();
            assert_eq!(usize::from(record.puzzle.size()), size);
            assert_eq!(record.puzzle.clues()[1].unwrap().to_string(), line[1]);
            assert_eq!(
                record.puzzle.clue_count(),
                line.iter().filter(|token| *token != "_").count()
            );
            assert!(record.source_map.span(size * size - 1).is_some());
        }
    }
}
