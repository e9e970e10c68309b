//! Links to SudokuPad and their contents.
//!
//! ```text
//! https://sudokupad.app/classic5NlQ19j9mGca3OIN1bWGk2m41TjS79   clues of a classic puzzle
//! https://sudokupad.app/fpuzzlesN4Ig…                           JSON of f-puzzles, compressed
//! https://sudokupad.app/sclN4Ig… (or ctcN4Ig…)                  own JSON, minified and compressed
//! https://sudokupad.app/abc123                                  name of a puzzle on the server
//! ```
//!
//! | `classic…` | alphabet | a character is |
//! |---|---|---|
//! | run-length form | digits, `A`–`Z` `a`–`z` `()[]-.~:@!$&'*,;=_` | a clue or a run of blanks |
//! | pair form | `0`–`9` `A`–`Z` `a`–`x` | digit + 10 × number of blanks |
//!
//! In the run-length form, the length of a run is the position of its character, with `A` as 0. In
//! the pair form, a character is a digit (0 is a blank) and up to five blanks behind it.
//!
//! No marker distinguishes the forms. The reader takes the form whose length is a square, and
//! prefers the pair form. The writer uses the pair form for a classic puzzle, and a link with the
//! JSON of f-puzzles for any other.
//!
//! Source: the public tools of its author.

mod document;
mod minified;
mod styles;

use std::ops::ControlFlow;

use ndoku_core::{Digit, Puzzle};

use super::{
    Block, DetectedLayout, Detection, Format, ReadError, Reader, Record, Scope, Span, WriteError,
    WriteOptions, Writer, fpuzzles, lines, lz_string, symbols_line,
};

const RUN_LENGTH_ALPHABET: &str =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";
const PAIR_ALPHABET: &[u8; 60] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
const HOSTS: &[&str] = &[
    "sudokupad.app",
    "app.crackingthecryptic.com",
    "test.crackingthecryptic.com",
    "crackingthecryptic.com",
];
/// The maximum number of cells of a grid.
const MAX_CELLS: usize = 255 * 255;

/// The format of links and their data.
pub(super) const SUDOKUPAD: Format = Format {
    id: "sudokupad",
    aliases: &["classic", "scl", "ctc"],
    extensions: &[],
    summary: "Links to SudokuPad, and the strings they hold (classic…, fpuzzles…, scl…, ctc…)",
    example: "https://sudokupad.app/classic5NlQ19j9mGca3OIN1bWGk2m41TjS79\n",
    scope: Scope::Unit,
    supports: fpuzzles::SUPPORTED,
    conditional: &[],
    detect,
    read: Some(read),
    write: Some(Writer::sequence(write)),
};

fn detect(block: &Block<'_>) -> Detection {
    let line = block.text.trim();
    if line.contains('\n') {
        return Err("has more than one line".into());
    }
    if let Some(rest) = after_host(line) {
        return Ok(if data_of(rest).is_empty() {
            "is a link to SudokuPad without a puzzle"
        } else {
            "is a link to SudokuPad"
        }
        .into());
    }
    match kind(line) {
        Some(Kind::Classic(data)) if decode_classic(data).is_some() => {
            Ok("begins with `classic` and unpacks to a square".into())
        }
        Some(Kind::Own(data)) if is_base64(data) => {
            Ok("begins with `scl` or `ctc` and packed data".into())
        }
        _ => Err(
            "is not a link to SudokuPad, and does not begin with `classic`, `scl` or `ctc`".into(),
        ),
    }
}

/// The kind of the data of a link.
enum Kind<'a> {
    Classic(&'a str),
    FPuzzles(&'a str),
    Own(&'a str),
    Short,
}

fn kind(data: &str) -> Option<Kind<'_>> {
    let after = |prefix: &str| data.strip_prefix(prefix);
    after("classic")
        .map(Kind::Classic)
        .or_else(|| {
            after("fpuzzles")
                .or_else(|| after("fpuz").filter(|data| is_packed(data)))
                .map(Kind::FPuzzles)
        })
        .or_else(|| {
            after("scl")
                .or_else(|| after("ctc"))
                .filter(|data| is_packed(data))
                .map(Kind::Own)
        })
        .or_else(|| {
            after("scf")
                .filter(|data| data.len() > 12)
                .map(|_| Kind::Short)
        })
}

/// Returns `true` for packed data, even if they are cut off. Other short texts are names on the
/// server.
fn is_packed(data: &str) -> bool {
    // Every packed JSON object begins like this.
    const BEGIN: &str = "N4Ig";
    is_base64(data) || data.starts_with(BEGIN) || (!data.is_empty() && BEGIN.starts_with(data))
}

/// Returns `true` for base64 data long enough for a puzzle.
fn is_base64(data: &str) -> bool {
    data.len() >= 16
        && data
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+/=-_%$ ".contains(&byte))
}

/// Returns the text behind the host of a link to SudokuPad.
fn after_host(line: &str) -> Option<&str> {
    let rest = fpuzzles::without_scheme(line);
    let (host, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = host.to_ascii_lowercase();
    let host = host
        .trim_start_matches("www.")
        .trim_start_matches("beta.")
        .trim_start_matches("alpha.");
    HOSTS.contains(&host).then_some(rest)
}

/// Returns the data in the path of a link, or after `puzzleid=`.
fn data_of(rest: &str) -> &str {
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let path = path
        .split('#')
        .next()
        .unwrap_or_default()
        .trim_start_matches('/');
    let path = path
        .strip_prefix("sudoku")
        .filter(|rest| rest.is_empty() || rest.starts_with('/'))
        .unwrap_or(path)
        .trim_matches('/');
    if !path.is_empty() {
        return path;
    }
    let named = query.split('&').find_map(|part| {
        part.strip_prefix("puzzleid=")
            .or_else(|| part.strip_prefix("load="))
    });
    named.unwrap_or_default()
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    lines::for_each_trimmed_line(block, reader, read_record)
}

fn read_record(text: &str, span: Span, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let rest = after_host(text);
    let decoded = fpuzzles::percent_decode(rest.map_or(text, data_of));
    match kind(&decoded) {
        Some(Kind::Classic(data)) => {
            let wrong = || {
                ReadError::at(
                    span,
                    "the string after `classic` does not unpack to a square grid",
                )
            };
            let cells = decode_classic(data)
                .ok_or_else(|| wrong().hint("81 cells make 9×9; a character may have been lost"))?;
            classic_record(&cells, span, reader)
        }
        Some(Kind::FPuzzles(data)) => fpuzzles::read_compressed(data, span, reader),
        Some(Kind::Own(data)) => {
            let text = lz_string::decompress(data)
                .map_err(|fault| ReadError::at(span, format!("the data of this link {fault}")))?;
            document::read(&text, span, reader)
        }
        Some(Kind::Short) => Err(ReadError::at(
            span,
            "the short form `scf` of SudokuPad is not known",
        )
        .hint("its links with `scl` or `classic` can be read")),
        None if rest.is_some_and(|rest| data_of(rest).is_empty()) => {
            Err(ReadError::at(span, "this link contains no puzzle"))
        }
        None if rest.is_some() => Err(fpuzzles::on_server(span)),
        None => Err(ReadError::at(span, "this is not a link to SudokuPad")
            .hint("such a link begins with https://sudokupad.app/")),
    }
}

fn classic_record(cells: &[u8], span: Span, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let size = symbols_line::size_for(cells.len()).unwrap_or(u8::MAX);
    let layout = reader.layout(&DetectedLayout::for_size(size), span)?;
    let puzzle = Puzzle::from_array(&layout, cells)
        .map_err(|error| ReadError::at(span, error.to_string()))?;
    let mut record = Record::from(puzzle);
    record.line = span.line;
    Ok(record)
}

/// Decodes a classic string in the form that gives a square grid with valid digits. If both forms
/// do, 81 cells take precedence over other numbers, and the pair form over the run-length form.
fn decode_classic(data: &str) -> Option<Vec<u8>> {
    let fits = |cells: &Vec<u8>| {
        symbols_line::size_for(cells.len())
            .is_some_and(|size| size > 1 && cells.iter().all(|digit| *digit <= size))
    };
    let fitting: Vec<Vec<u8>> = [decode_pairs(data), decode_run_lengths(data)]
        .into_iter()
        .flatten()
        .filter(fits)
        .collect();
    let best = fitting
        .iter()
        .position(|cells| cells.len() == 81)
        .unwrap_or(0);
    fitting.into_iter().nth(best)
}

fn decode_run_lengths(data: &str) -> Option<Vec<u8>> {
    let mut cells = Vec::new();
    for mark in data.chars() {
        match mark {
            '1'..='9' => cells.push(mark as u8 - b'0'),
            _ => cells.resize(cells.len() + RUN_LENGTH_ALPHABET.find(mark)?, 0),
        }
        if cells.len() > MAX_CELLS {
            return None;
        }
    }
    Some(cells)
}

fn decode_pairs(data: &str) -> Option<Vec<u8>> {
    let mut cells = Vec::new();
    for byte in data.bytes() {
        let number = PAIR_ALPHABET.iter().position(|known| *known == byte)?;
        cells.push((number % 10) as u8);
        cells.resize(cells.len() + number / 10, 0);
        if cells.len() > MAX_CELLS {
            return None;
        }
    }
    Some(cells)
}

fn write(record: &Record, _: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let mut link = String::from("https://sudokupad.app/");
    if record.features().is_empty() {
        link.push_str("classic");
        let mut rest = record.puzzle.clues();
        while let Some((clue, after)) = rest.split_first() {
            let blanks = after
                .iter()
                .take(5)
                .take_while(|clue| clue.is_none())
                .count();
            link.push(char::from(
                PAIR_ALPHABET[usize::from(clue.map_or(0, Digit::get)) + 10 * blanks],
            ));
            rest = &after[blanks..];
        }
    } else {
        link.push_str("fpuzzles");
        link.push_str(&fpuzzles::write::compressed(record)?);
    }
    out.push_str(&link);
    out.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Boxes, Cell};

    use super::super::random::{self, RecordRng};
    use super::super::{Feature, ReadOptions, read_all};
    use super::*;

    fn read_as(text: &str) -> Result<Record, ReadError> {
        let mut all = read_all(
            text,
            &ReadOptions {
                format: Some(&SUDOKUPAD),
                ..ReadOptions::default()
            },
        );
        assert_eq!(all.len(), 1, "{text}");
        all.pop().unwrap()
    }

    fn written(record: &Record) -> Result<String, WriteError> {
        SUDOKUPAD
            .write
            .as_ref()
            .unwrap()
            .write_all([record], &WriteOptions::default())
    }

    fn clues(record: &Record) -> String {
        record
            .puzzle
            .clues()
            .iter()
            .map(|clue| clue.map_or_else(|| ".".to_owned(), |digit| digit.to_string()))
            .collect()
    }

    #[test]
    fn whatever_is_written_is_read_back() {
        let mut rng = RecordRng::new(6);
        for round in 0..200 {
            let supports: &[Feature] = if round % 2 == 0 {
                &[]
            } else {
                &[
                    Feature::AnySize,
                    Feature::Diagonals,
                    Feature::Pencilmarks,
                    Feature::Solution,
                ]
            };
            let record = random::record(&mut rng, supports, &[4, 6, 9, 16]);
            let Ok(text) = written(&record) else { continue };
            assert_eq!(text.contains("classic"), record.features().is_empty());
            random::assert_same(&record, &read_as(&text).unwrap(), &text);
        }
    }

    #[test]
    fn both_forms_of_classic_strings_are_read() {
        let expected =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert_eq!(clues(&read_as(SUDOKUPAD.example).unwrap()), expected);
        assert_eq!(
            written(&read_as(SUDOKUPAD.example).unwrap()).unwrap(),
            SUDOKUPAD.example
        );
        assert_eq!(
            clues(&read_as("classic53C7E6C195E98E6B8D6D34C8B3C17D2D6B6E28E419C5E8C79").unwrap()),
            expected
        );
        let first_only = format!("{}1{}2{}", ".".repeat(11), ".".repeat(10), ".".repeat(58));
        assert_eq!(clues(&read_as("classicL1K2B]C").unwrap()), first_only);
        assert_eq!(clues(&read_as("classic11o0").unwrap()), "11.......");
        assert_eq!(
            clues(
                &read_as("https://app.crackingthecryptic.com/sudoku/?puzzleid=classicLMKMKMKM1")
                    .unwrap_or_else(|e| panic!("{e}"))
            )
            .len(),
            25
        );
    }

    #[test]
    fn sudokupad_json_is_read() {
        let json = r#"{id:'x',cs:50,ce:[[{v:1},,,{v:'4',given:f}],[,,,],[,,,],[,,,{v:2}]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],ca:[{v:'title: Tiny \'un'},{v:'author: Me'},{v:'rules: Normal.'},{v:'solution: 1234341221434321'},{ce:[[0,0],[1,1]],unique:t}],u:[],metadata:{source:'web',c:ff00aa}}"#;
        for text in [
            format!("scl{}", lz_string::compress(json)),
            format!(
                "https://sudokupad.app/ctc{}",
                lz_string::compress(json).replace('+', "%2B")
            ),
        ] {
            let record = read_as(&text).unwrap();
            assert_eq!(clues(&record), "1..............2");
            assert_eq!(record.entries.as_ref().unwrap()[3].map(Digit::get), Some(4));
            assert_eq!(*record.puzzle.layout().boxes(), Boxes::for_size(4));
            assert_eq!(
                record.puzzle.layout().rules()[0].to_string(),
                "house=r1c1,r2c2"
            );
            assert_eq!(record.metadata.title.as_deref(), Some("Tiny 'un"));
            assert_eq!(
                (
                    record.metadata.author.as_deref(),
                    record.metadata.comment.as_deref()
                ),
                (Some("Me"), Some("Normal."))
            );
            assert_eq!(record.solution.as_ref().unwrap()[1].get(), 2);
        }
    }

    /// Reads SudokuPad JSON. It is padded, since shorter data would be a name on the server.
    fn own(json: &str) -> Result<Record, ReadError> {
        read_as(&format!("scl{}", lz_string::compress(json)))
    }

    #[test]
    fn drawings_are_named_and_rejected() {
        let cells = "cells:[[{},{}],[{},{}]]";
        let error = own(&format!(
            "{{{cells},lines:[{{}},{{}}],arrows:[{{x:1}}],cages:[{{cells:[[0,0]],value:3.5}}]}}"
        ))
        .unwrap_err();
        assert!(
            error.message.contains(
                "lines (2), arrows (1) and cages with other sums (1), which ndoku does not know yet"
            ),
            "{error}"
        );
        let options = ReadOptions {
            format: Some(&SUDOKUPAD),
            ignore_unsupported: true,
            ..ReadOptions::default()
        };
        assert!(
            read_all(
                &format!(
                    "scl{}",
                    lz_string::compress(&format!("{{{cells},lines:[{{}},{{}}]}}"))
                ),
                &options
            )[0]
            .is_ok()
        );
        assert_eq!(
            *own(&format!("{{{cells}}}"))
                .unwrap()
                .puzzle
                .layout()
                .boxes(),
            Boxes::None
        );
        let anti = own(&format!("{{{cells},global:['antiknight']}}")).unwrap();
        assert_eq!(anti.puzzle.layout().rules()[0].id, "anti-knight");
        assert!(
            own(&format!("{{{cells},global:['quake']}}"))
                .unwrap_err()
                .message
                .contains("quake")
        );
        assert_eq!(anti.puzzle.layout().cell(3), Cell::new(1, 1));
    }

    #[test]
    fn cages_are_sums_and_houses() {
        let cells = "cells:[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]";
        let rules = |cages: &str| {
            own(&format!("{{{cells},cages:[{cages}]}}")).map(|record| {
                let rules = record.puzzle.layout().rules();
                rules.iter().map(ToString::to_string).collect::<Vec<_>>()
            })
        };
        let read = rules(
            "{cells:[[0,0],[0,1]],value:5,unique:t},{cells:[[1,0],[1,1]],sum:3},\
            {cells:[[2,0],[3,1]],sum:8,unique:f},{cells:[[2,2],[3,3]],unique:t},\
            {cells:[[2,2],[3,3]],value:'a mark'}",
        );
        assert_eq!(
            read.unwrap(),
            [
                "killer=5: r1c1 r1c2",
                "killer=3: r2c1 r2c2",
                "sum=8: r3c1 r4c2",
                "house=r3c3,r4c4"
            ]
        );
        let error = rules("{cells:[[0,0],[0,1]],value:5},{cells:[[1,0],[1,1]],sum:9}").unwrap_err();
        assert!(
            error.message.starts_with("cage 2: rule `killer`: ") && error.message.contains("not 9"),
            "{error}"
        );
    }

    #[test]
    fn errors_say_what_and_where() {
        for (text, expected) in [
            ("https://sudokupad.app/abc123", "kept on a server"),
            ("https://sudokupad.app/clover", "kept on a server"),
            ("https://sudokupad.app/sclerosis", "kept on a server"),
            ("https://sudokupad.app/", "this link contains no puzzle"),
            ("https://example.com/abc", "this is not a link to SudokuPad"),
            ("classic5Nl", "does not unpack to a square grid"),
            ("classic\u{e9}", "does not unpack"),
            (
                "https://sudokupad.app/scfoooooooooooook",
                "the short form `scf`",
            ),
            ("sclN4IgzglgXgpiBcBW", "the data of this link"),
            (
                "https://sudokupad.app/fpuzzlesN4Ig",
                "the data of this link is cut off",
            ),
            (
                "https://sudokupad.app/fpuzzles",
                "the data of this link is cut off",
            ),
            (
                "https://sudokupad.app/sclN4",
                "the data of this link is cut off",
            ),
        ] {
            let found = read_as(text).unwrap_err().to_string();
            assert!(found.contains(expected), "{text}: {found}");
        }
        for (json, expected) in [
            ("[1,2,'abcdefgh']", "must be an object"),
            ("{a:1,b:'cdefgh'}", "has no cells"),
            ("{cells:[[{},{}]]}", "has 1 rows and 2 columns"),
            ("{cells:[[{v:3},{}],[{},{}]]}", "r1c1 has the digit `3`"),
            (
                "{cells:[[{},{}],[{},{}]],regions:[[[0,0],[0,1],[1,0]]]}",
                "region 0 has 3 cells",
            ),
            (
                "{cells:[[{},{}],[{},{}]],regions:[[[0,9]]]}",
                "is not a cell of a grid of size 2",
            ),
            ("{cells:[[{},{}", "not valid JSON"),
        ] {
            let found = own(json).unwrap_err().to_string();
            assert!(found.contains(expected), "{json}: {found}");
        }
    }

    #[test]
    fn only_this_format_is_detected() {
        let is = |text: &str| detect(&Block::whole(text)).is_ok();
        assert!(
            is(SUDOKUPAD.example)
                && is("classic1C4C2C3C4C1")
                && is("https://beta.sudokupad.app/sudoku/x?y")
                && is("sudokupad.app/classic5NlQ19j9mGca3OIN1bWGk2m41TjS79")
                && is(&format!("scl{}", lz_string::compress("{cells:[[{v:1}]]}")))
        );
        for other in [
            "",
            "classic",
            "classical music",
            "sclerosis",
            "sudokupad.app is a page",
            "https://example.com/sudokupad.app",
            "53..7",
            "https://f-puzzles.com/?id=x",
        ] {
            assert!(!is(other), "{other}");
        }
    }
}
