//! Tests of blank cells: the characters that mean them, and the choice of the one to write.

use ndoku_core::{Alphabet, Digit, Layout, Puzzle, Symbols};
use ndoku_formats::{
    FORMATS, Feature, ReadError, ReadOptions, Record, WriteError, WriteOptions, find, read_all,
};

fn one(text: &str) -> Result<Record, ReadError> {
    let mut all = read_all(text, &ReadOptions::default());
    assert_eq!(all.len(), 1, "{text}\n{all:?}");
    all.remove(0)
}

/// Returns the numbers of the clues, with `.` for a blank.
fn line(record: &Record) -> String {
    let cell = |clue: &Option<Digit>| clue.map_or(".".to_owned(), |digit| digit.to_string());
    record.puzzle.clues().iter().map(cell).collect()
}

#[test]
fn spaces_are_blanks_in_a_single_puzzle() {
    for puzzle in [
        "1.3.34.22.4.4.21",
        "1...6..5..2.3....42....5.1.3....6..4",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "53..7....6..195....98....6.8...6...34..8.3..1..........6....28....419..5....8..79",
    ] {
        let size = puzzle.len().isqrt();
        for end in ["\n", "\r\n"] {
            let spaced = puzzle.replace('.', " ");
            let rows = || (0..size).map(|row| &spaced[row * size..][..size]);
            let whole: String = rows().map(|row| format!("{row}{end}")).collect();
            let trimmed: String = rows()
                .map(|row| format!("{}{end}", row.trim_end()))
                .collect();
            for text in [whole, trimmed] {
                assert_eq!(line(&one(&text).unwrap()), puzzle, "{text}");
            }
            let alone = format!("{spaced}{end}");
            let read = one(&alone);
            match size {
                9 => assert_eq!(line(&read.unwrap()), puzzle, "{alone}"),
                _ => assert!(read.is_err(), "{alone}"),
            }
        }
    }
    // A clue is named where it is in the text.
    let shifted = one("1 3 \n34 2\n1 4\n 4 1\n").unwrap();
    let span = shifted.source_map.span(10).unwrap();
    assert_eq!((span.line, span.column), (3, 3));
    // In a list, spaces separate.
    let spaced =
        "53  7    6  195    98    6 8   6   34  8 3  17   2   6 6    28    419  5    8  79";
    let list = format!("{spaced}\n{spaced}\n");
    for read in read_all(&list, &ReadOptions::default()) {
        let error = read.unwrap_err();
        assert!(
            error.hint.unwrap().contains("not as spaces"),
            "{}",
            error.message
        );
    }
    assert!(one("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n").is_ok());
}

#[test]
fn x_is_a_blank_up_to_nine_if_it_is_the_only_letter() {
    for puzzle in [
        "1.3.34.22.4.4.21",
        "1...6..5..2.3....42....5.1.3....6..4",
        "1......22......33......44......55......66......77......88......1",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ] {
        let size = puzzle.len().isqrt();
        let separate = |text: &str, between: &str| {
            let cells: Vec<char> = text.chars().collect();
            let rows = cells.chunks(size).map(|row| {
                let row: Vec<String> = row.iter().map(char::to_string).collect();
                row.join(between) + "\n"
            });
            rows.collect::<String>()
        };
        for mark in ["x", "X"] {
            let text = puzzle.replace('.', mark);
            for text in [text.clone(), separate(&text, ""), separate(&text, " ")] {
                assert_eq!(line(&one(&text).unwrap()), puzzle, "{text}");
            }
        }
        // Beside another blank, a separated `X` is a clue.
        let mixed = separate(&puzzle.replacen('.', "X", 1), " ");
        let clues = one(&mixed).map(|record| record.puzzle.clue_count());
        let dots = puzzle.matches('.').count();
        assert!(
            clues.is_err() || clues == Ok(puzzle.len() - dots + 1),
            "{mixed}"
        );
    }
    // This grid is full, and X is its fourth symbol.
    let full = one("1 2 3 X\n3 X 1 2\n2 1 X 3\nX 3 2 1\n").unwrap();
    assert_eq!(full.puzzle.clue_count(), 16);
    // Here a 4 exists, so X is a blank.
    let blank = one("1 2 3 X\n3 4 X 2\n2 X 4 3\nX 3 2 1\n").unwrap();
    assert_eq!(blank.puzzle.clue_count(), 12);
    assert!(one(&"1x".repeat(128)).is_err(), "16×16 has no digit x");
}

#[test]
fn hints_name_the_blanks() {
    let hint = |text: &str, symbols| {
        let options = ReadOptions {
            format: find("line"),
            symbols,
            ..ReadOptions::default()
        };
        let error = read_all(text, &options).remove(0).unwrap_err();
        error.hint.unwrap()
    };
    let bad = "9.3.34.22.4.4.21";
    assert_eq!(
        hint(bad, None),
        "the symbols of this grid are 1 to 4; `.`, `0`, `_`, `-`, `*` and `?` are blanks"
    );
    assert_eq!(
        hint(bad, Some(Alphabet::Hex0)),
        "the symbols of this grid are 0 to 3; `.`, `_`, `-`, `*` and `?` are blanks"
    );
    assert_eq!(
        hint("1.3.34.22.4!4.21", None),
        "cells are digits, letters and the blanks `.`, `0`, `_`, `-`, `*` and `?`"
    );
}

/// Returns a puzzle from its clues as digits, in an alphabet.
fn puzzle(text: &str, alphabet: Alphabet) -> Record {
    let numbers: Vec<u8> = text
        .chars()
        .map(|c| c.to_digit(36).map_or(0, |value| value as u8))
        .collect();
    let size = numbers.len().isqrt() as u8;
    let puzzle = Puzzle::from_array(&Layout::for_size(size).unwrap(), &numbers).unwrap();
    let symbols = Symbols::from_alphabet(alphabet, size).unwrap();
    Record::from(puzzle.with_symbols(symbols).unwrap())
}

/// Returns the record in a format, alone in a file.
fn written(record: &Record, format: &str, blank: Option<char>) -> Result<String, WriteError> {
    let format = find(format).unwrap();
    let options = WriteOptions {
        blank,
        ..WriteOptions::default()
    };
    let mut body = String::new();
    format.write_record(record, &options, &mut body)?;
    let writer = format.write.as_ref().unwrap();
    Ok(format!("{}{body}{}", writer.header, writer.footer))
}

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_written_blank_is_read_back_or_refused() {
    let one_row = format!("1{}", ".".repeat(80));
    let last_row = format!("{}1", ".".repeat(80));
    let empty_row =
        ".4..7...............6.2...3.....5..9..7....12..34.....1.2..................9..45.";
    let sixteen = format!("1G{}", ".".repeat(254));
    let large = format!("1{}", ".".repeat(35 * 35 - 1));
    for text in [
        NINE,
        empty_row,
        &one_row,
        &last_row,
        "1...............",
        &sixteen,
    ] {
        let record = puzzle(text, Alphabet::Alnum);
        for format in FORMATS.iter().filter(|format| format.id != "dimacs") {
            let Ok(usual) = written(&record, format.id, None) else {
                continue;
            };
            let marks = ('!'..='/').chain(':'..='@').chain('['..='`');
            for blank in marks.chain("0xX{}~".chars()) {
                let result = written(&record, format.id, Some(blank));
                if matches!(blank, '.' | '_') || (blank == '0' && text.len() <= 81) {
                    assert!(result.is_ok(), "{}: {blank} {result:?}", format.id);
                }
                let Ok(text) = result else { continue };
                for format in [Some(*format).filter(|format| format.read.is_some()), None] {
                    let options = ReadOptions {
                        format,
                        ..ReadOptions::default()
                    };
                    let before = read_all(&usual, &options);
                    if let [Ok(_)] = &before[..] {
                        assert_eq!(before, read_all(&text, &options), "{text}");
                    }
                }
            }
        }
    }
    let refused = |text: &str, alphabet, format, blank| {
        let result = written(&puzzle(text, alphabet), format, Some(blank));
        result.is_err_and(|error| error.to_string().contains(&format!("`{blank}`")))
    };
    for (text, format, blank) in [
        (sixteen.as_str(), "line", 'x'),
        (&large, "line", 'x'),
        (&last_row, "rows", '-'),
        (empty_row, "ss", '-'),
        (NINE, "sukaku", '?'),
        (NINE, "sukaku", '-'),
        (NINE, "sukaku", 'x'),
    ] {
        assert!(
            refused(text, Alphabet::Alnum, format, blank),
            "{format} {blank}"
        );
    }
    let hex = format!("12G{}", ".".repeat(253));
    assert!(refused(&hex, Alphabet::Hex0, "grid", '0'));
    // These are read back.
    for (text, format, blank) in [
        (NINE, "grid", 'x'),
        (NINE, "rows", '-'),
        (NINE, "sukaku", '*'),
        ("1...............", "line", 'x'),
        ("1...............", "grid", 'x'),
        (&one_row, "rows", '-'),
    ] {
        assert!(
            !refused(text, Alphabet::Alnum, format, blank),
            "{format} {blank}"
        );
    }
}

#[test]
fn rows_of_dashes_are_rows_of_blanks() {
    for text in ["1---\n----\n----\n----\n", "---1\n----\n--2-\n----\n"] {
        let expected: String = text.split_whitespace().collect();
        assert_eq!(line(&one(text).unwrap()), expected.replace('-', "."));
    }
    let nine = format!("1--------\n{}", "---------\n".repeat(8));
    assert_eq!(line(&one(&nine).unwrap()), format!("1{}", ".".repeat(80)));
    // A drawn line after a list does not make a grid of it.
    let list = "1.3.34.22.4.4.21\n".repeat(3) + "----------------\n";
    let read = read_all(&list, &ReadOptions::default());
    assert!(read[..3].iter().all(Result::is_ok), "{read:?}");
}

#[test]
fn separated_cells_keep_a_zero_only_if_it_is_read_back() {
    let solved = |size: usize, width: usize| -> String {
        let digit = |cell: usize| (cell / size * width + cell / size / width + cell) % size;
        let symbols = "123456789ABCDEFG".as_bytes();
        (0..size * size)
            .map(|cell| char::from(symbols[digit(cell)]))
            .collect()
    };
    let sixteen = solved(16, 4);
    let holes: String = sixteen
        .char_indices()
        .map(|(index, c)| if index % 3 == 0 { '.' } else { c })
        .collect();
    let few = format!("23{}", ".".repeat(254));
    for format in ["grid", "spaced"] {
        for (text, kept) in [
            (NINE, false),
            (&solved(9, 3), false),
            (&sixteen, true),
            (&holes, true),
            (&few, false),
        ] {
            let record = puzzle(text, Alphabet::Hex0);
            let text = written(&record, format, None).unwrap();
            let read = one(&text).unwrap();
            assert_eq!(read.puzzle.clues(), record.puzzle.clues(), "{text}");
            let same = read.puzzle.symbols() == record.puzzle.symbols();
            assert_eq!(same, kept, "{text}");
            let lost = find(format).unwrap().unsupported(&record);
            assert_eq!(lost.contains(&Feature::Symbols), !kept, "{text}");
        }
    }
}

#[test]
fn letters_are_kept_where_they_are_read_back() {
    let record = puzzle(NINE, Alphabet::Letters);
    for format in FORMATS.iter().filter(|format| format.write.is_some()) {
        let text = written(&record, format.id, None).unwrap();
        let kept = !format.unsupported(&record).contains(&Feature::Symbols);
        if format.read.is_some() {
            let same = one(&text).unwrap().puzzle.symbols() == record.puzzle.symbols();
            assert_eq!(kept, same, "{}:\n{text}", format.id);
        }
    }
    let empty = puzzle(&".".repeat(81), Alphabet::Letters);
    assert_eq!(
        find("line").unwrap().unsupported(&empty),
        [Feature::Symbols]
    );
}
