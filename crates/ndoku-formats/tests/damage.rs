//! Tests of damaged inputs: unclosed quotes, NUL bytes and wrong solutions.

use ndoku_formats::{self as format, Feature, ReadError, ReadOptions, Record, read_all};

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn read(text: &str) -> Vec<Result<Record, ReadError>> {
    read_all(text, &ReadOptions::default())
}

/// Returns the error of each record, or an empty text.
fn errors(text: &str) -> Vec<String> {
    let found = read(text).into_iter();
    found
        .map(|record| record.map_or_else(|error| error.to_string(), |_| String::new()))
        .collect()
}

#[test]
fn an_unclosed_quote_in_a_table_spoils_one_row() {
    let hint = "(close it, or remove it if it is part of the text)";
    let row = |title: &str| format!("{NINE},{title}\n");
    let text = format!("puzzle,title\n{}{}", row("\"12 screen"), row("t").repeat(3));
    assert_eq!(
        errors(&text),
        [
            &format!("line 2, column 83: this quote is never closed {hint}"),
            "",
            "",
            ""
        ]
    );
    // Two of them do not close each other.
    let text = format!(
        "puzzle,title\n{}{}{}{}",
        row("a"),
        row("\"12 b"),
        row("\"13 c"),
        row("d")
    );
    let found = errors(&text);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(
        found[1].starts_with("line 3, column 83: this quote"),
        "{found:?}"
    );
    assert!(
        found[2].starts_with("line 4, column 83: this quote"),
        "{found:?}"
    );
    assert_eq!((found[0].as_str(), found[3].as_str()), ("", ""));
    // A quoted field may hold several lines and quotes.
    let grid: String = NINE
        .as_bytes()
        .chunks(9)
        .map(|row| String::from_utf8_lossy(row).into_owned() + "\n")
        .collect();
    let text = format!(
        "puzzle,title\n\"{grid}\",\"a \"\"b\"\"\nc\"\n{}{}{}",
        row("\"12\" screen\""),
        row("12\""),
        row("\"last\"").trim_end()
    );
    let titles: Vec<Option<String>> = read(&text)
        .into_iter()
        .map(|record| record.unwrap().metadata.title)
        .collect();
    let expected = ["a \"b\"\nc", "12 screen\"", "12\"", "last"];
    assert_eq!(titles, expected.map(|title| Some(title.to_owned())));
    // The quote of a header is an error too, and the rows are read.
    let found = errors(&format!("puzzle,\"title\n{}", row("t").repeat(2)));
    assert_eq!((found.len(), found[2].as_str()), (3, ""), "{found:?}");
    // The last row may end with the quote.
    let found = errors(&format!("puzzle,title\n{}", row("\"").trim_end()));
    assert!(
        found[0].contains("never closed") && found.len() == 1,
        "{found:?}"
    );
}

#[test]
fn many_unclosed_quotes_are_reported_quickly() {
    let text = format!("puzzle,title\n{}", format!("{NINE},\"12\n").repeat(20_000));
    let found = errors(&text);
    assert_eq!(found.len(), 20_000);
    assert!(found.iter().all(|error| error.contains("never closed")));
}

#[test]
fn a_nul_byte_is_named() {
    let text = format!("{NINE}\0\n{NINE} # a\0\n{NINE}\n").into_bytes();
    let found = errors(&format::decode(&text).unwrap());
    assert_eq!(
        found,
        [
            "line 1, column 82: this line holds a NUL byte (the file may be damaged)",
            "",
            ""
        ]
    );
}

#[test]
fn a_wrong_solution_has_a_reason() {
    let reason = |text: &str| read(text).remove(0).unwrap().solution_error();
    assert_eq!(reason("1...............,1234341221434321"), None);
    assert_eq!(reason("1..............."), None);
    assert_eq!(
        reason("1...............,2234341221434321").as_deref(),
        Some("the given solution has 2 in r1c1, but the clue is 1")
    );
    assert_eq!(
        reason("1...............,1134341221434321").as_deref(),
        Some("the given solution is wrong: value 1 repeated in row 1 (r1c1, r1c2)")
    );
}

#[test]
fn a_damaged_solution_is_an_error() {
    let puzzle = "1...............";
    for (second, message) in [
        (
            "223434122143432",
            "line 1, column 18: the second grid has 15 cells, but the puzzle has 16 (correct the \
            solution, or remove it)",
        ),
        (
            "123434122143432!",
            "line 1, column 18: the second grid is not a solution: it has other symbols or blanks \
            (correct the solution, or remove it)",
        ),
    ] {
        for name in [None, Some("pair"), Some("line")] {
            let options = ReadOptions {
                format: name.and_then(format::find),
                ..ReadOptions::default()
            };
            let found = read_all(&format!("{puzzle},{second}\n"), &options);
            let error = found[0].as_ref().unwrap_err().to_string();
            assert_eq!(error, message, "{name:?}");
        }
    }
    let pair = ReadOptions {
        format: format::find("pair"),
        ..ReadOptions::default()
    };
    assert!(read_all(&format!("{puzzle},2234\n"), &pair)[0].is_err());
    // Notes remain notes.
    for note in ["2.3", "ED=1.2/1.2/1.2", "0f3a9c77d1e2b4a5", "a-name", "12"] {
        assert!(read(&format!("{puzzle} {note}\n"))[0].is_ok(), "{note}");
    }
}

#[test]
fn opensudoku_keeps_the_comment_only() {
    let opensudoku = format::find("opensudoku").unwrap();
    let mut record = read(NINE).remove(0).unwrap();
    record.metadata.comment = Some("a note".to_owned());
    assert_eq!(opensudoku.unsupported(&record), []);
    record.metadata.title = Some("a title".to_owned());
    assert_eq!(opensudoku.unsupported(&record), [Feature::Metadata]);
}
