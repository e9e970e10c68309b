//! The native JSON formats, schema `ndoku/1`. They support every feature of a record. `json` is a
//! document, `ndjson` has one object a line.
//!
//! ```text
//! {"schema":"ndoku/1","size":4,"box":[2,2],"givens":"1..4..2..3..4..1"}
//! {"schema":"ndoku/1","size":4,"regions":"0001021122313233","givens":"1...........2...",
//! "rules":{"diagonal_ul_lr":true,"anti-knight":true}}
//! ```
//!
//! | field | value | if absent or null |
//! |---|---|---|
//! | `schema` | `"ndoku/1"` | `"ndoku/1"` |
//! | `size` | N | from the number of givens |
//! | `box` | `[width, height]`, or `"none"` for a Latin square | the usual boxes of the size |
//! | `regions` | N² marks as a string, or numbers | no jigsaw |
//! | `givens` | a string of N² symbols with `.` for blank, or numbers with 0 | no clue |
//! | `puzzle` | the same string, in records that commands write | `givens` |
//! | `symbols` | the symbols of the digits: a string or an array of strings | the numbers 1 to N |
//! | `placed`, `solution` | as `givens` | none |
//! | `candidates` | for each cell symbols as a string, numbers, or null for all | no pencilmarks |
//! | `rules` | an object of rule names, or an array of `NAME` and `NAME=ARGUMENT` | none |
//! | `meta` | an object with descriptive data | nothing |
//!
//! The value of a rule name is true, its argument, or an array of arguments. The fields of `meta`
//! are title, author, source, url, date, level, comment, rating and id, and `extra` for other data.
//!
//! Numbers may be in one array or in N arrays of N. Unknown fields are ignored, so that commands
//! can add results. A field that looks like a misspelled known one is an error. A bare array is
//! read too: N² numbers, or N arrays of N numbers or strings, with `"."` for a blank.

pub(super) mod read;
#[cfg(test)]
mod tests;
pub(super) mod write;

use std::ops::ControlFlow;

use super::spanned_json::{self, Source};
use super::{Block, Detection, Feature, Format, ReadError, Reader, Scope, Writer};

const ALL: &[Feature] = &[
    Feature::AnySize,
    Feature::BoxShape,
    Feature::Regions,
    Feature::NoBoxes,
    Feature::Diagonals,
    Feature::Rules,
    Feature::Pencilmarks,
    Feature::Entries,
    Feature::Solution,
    Feature::Metadata,
    Feature::Symbols,
];

/// The format with one object, an array of objects, or a bare array of numbers.
pub(super) const JSON: Format = Format {
    id: "json",
    aliases: &["ndoku"],
    extensions: &["json"],
    summary: "JSON of ndoku, which supports everything; also a plain array of numbers",
    example: r#"[
{
  "schema": "ndoku/1",
  "size": 9,
  "box": [3, 3],
  "givens": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
  "rules": {"diagonal_ul_lr": false},
  "meta": {"title": "Morning", "level": "easy"}
}
]
"#,
    scope: Scope::Document,
    supports: ALL,
    conditional: &[],
    detect: detect_json,
    read: Some(read_json),
    write: Some(Writer {
        header: "[\n",
        separator: ",\n",
        footer: "]\n",
        single: false,
        write_record: |record, _, out| write::object(record, write::Style::Spread, out),
    }),
};

/// The format with one object a line.
pub(super) const NDJSON: Format = Format {
    id: "ndjson",
    aliases: &["jsonl", "json-lines"],
    extensions: &["ndjson", "jsonl"],
    summary: "JSON of ndoku, one puzzle per line, as `ndoku convert` writes it",
    example: r#"{"schema":"ndoku/1","size":9,"box":[3,3],"givens":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}
{"schema":"ndoku/1","size":4,"box":[2,2],"givens":"1..4..2..3..4..1","rules":{"diagonal_ul_lr":true},"meta":{"id":"small"}}
"#,
    scope: Scope::Document,
    supports: ALL,
    conditional: &[],
    detect: detect_ndjson,
    read: Some(read_ndjson),
    write: Some(Writer {
        header: "",
        separator: "",
        footer: "",
        single: false,
        write_record: |record, _, out| write::object(record, write::Style::Line, out),
    }),
};

fn detect_json(block: &Block<'_>) -> Detection {
    let text = block.text.trim_start();
    match text.as_bytes().first() {
        Some(b'[') => match text[1..].trim_start().as_bytes().first() {
            Some(b'{' | b'[' | b'"' | b'0'..=b'9' | b'n') => Ok("begins with a JSON array".into()),
            // `[Puzzle]` is a section of other formats.
            _ => Err("the bracket does not begin a JSON array".into()),
        },
        Some(b'{') => {
            let names = spanned_json::names(text);
            if names
                .iter()
                .any(|name| ["schema", "givens", "puzzle"].contains(&name.as_ref()))
            {
                Ok("is a JSON object with `schema`, `givens` or `puzzle`".into())
            } else if names.is_empty() {
                Ok("begins like a JSON object".into())
            } else {
                Err("is a JSON object, but has no `schema`, `givens` or `puzzle`".into())
            }
        }
        _ => Err("does not begin with `{` or `[`".into()),
    }
}

fn detect_ndjson(block: &Block<'_>) -> Detection {
    let mut lines = block
        .text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    match (lines.next(), lines.next()) {
        (Some(first), Some(second)) if first.starts_with('{') && second.starts_with('{') => {
            let names = spanned_json::names(first);
            let own = names
                .iter()
                .any(|name| name == "schema" || name == "givens");
            // Lines of f-puzzles' JSON have a grid instead of givens.
            if !own && names.iter().any(|name| name == "grid") {
                return Err(
                    "two lines begin with `{`, but the first has a `grid` and no `givens`".into(),
                );
            }
            Ok("two lines begin with `{`".into())
        }
        (Some(first), None) if first.starts_with('{') => Err("has only one line".into()),
        _ => Err("the first two lines do not begin with `{`".into()),
    }
}

fn read_json(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let source = Source::new(*block);
    let text = block.text.trim_start();
    if text.starts_with('[') && text[1..].trim_start().starts_with('{') {
        return match source.each_element(&mut |part| read::value(&source, part, reader)) {
            Ok(ended) => ended,
            Err(error) => reader.emit(Err(error)),
        };
    }
    // Several values in sequence are the stream output of other tools.
    let mut values =
        serde_json::Deserializer::from_str(block.text).into_iter::<&serde_json::value::RawValue>();
    loop {
        match values.next() {
            None => return ControlFlow::Continue(()),
            Some(Ok(part)) => read::value(&source, part.get(), reader)?,
            Some(Err(error)) => return reader.emit(Err(source.syntax(block.text, &error))),
        }
    }
}

fn read_ndjson(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    for (number, line) in block.lines() {
        if line.trim().is_empty() {
            continue;
        }
        let source = Source::new(Block {
            text: line,
            line: number,
        });
        match serde_json::from_str::<&serde_json::value::RawValue>(line) {
            Ok(part) => read::value(&source, part.get(), reader)?,
            Err(error) => reader.emit(Err(source.syntax(line, &error)))?,
        }
    }
    ControlFlow::Continue(())
}

/// Returns the error for a value that is not a puzzle.
fn no_puzzle(source: &Source<'_>, part: &str) -> ReadError {
    source
        .error(part, "this JSON is not a puzzle")
        .hint("a puzzle is an object with `givens`, or an array of N×N numbers")
}
