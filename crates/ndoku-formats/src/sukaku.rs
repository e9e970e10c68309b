//! The format `sukaku`: a puzzle of candidates only, with N³ characters. Character k of a cell is
//! the digit k or a blank.
//!
//! ```text
//! 1.3.1234.2...2341…     cell r1c1 may hold 1 or 3, r1c2 anything, r1c3 only 2 …
//! ```
//!
//! Source: Sukaku Explainer and tdoku, which write one line of 729 characters for 9×9. Lines may
//! end after each row (9 lines of 81) or each cell (81 lines of 9). If the format is named, the
//! digits of a cell may be in any order. For automatic detection they must be in their places.

use std::ops::ControlFlow;

use ndoku_core::{Alphabet, Digit, DigitSet, Symbols};

use super::{
    Block, Detection, Feature, Format, ReadError, Reader, Record, Scope, SourceMap, Span,
    WriteError, WriteOptions, Writer, lines, rows,
};

pub(super) const SUKAKU: Format = Format {
    id: "sukaku",
    aliases: &["candidates"],
    extensions: &["sukaku"],
    summary: "A puzzle of candidates only, N³ characters; Sukaku Explainer",
    example: "12..12....341..4.23..2.41.34.2.412.412..1234.234...41.3.123.1...\n",
    scope: Scope::Unit,
    supports: &[Feature::AnySize, Feature::Pencilmarks],
    conditional: &[],
    detect,
    read: Some(read),
    write: Some(Writer::sequence(write)),
};

/// The maximum size, since each digit takes one character.
const MAX_SIZE: usize = 35;

/// Returns the possible N and number of lines for lines of this length.
fn breaks(length: usize) -> impl Iterator<Item = (usize, usize)> {
    let possible = (1..=MAX_SIZE).filter_map(move |n| {
        let lines = if n * n * n == length {
            1
        } else if n * n == length {
            n
        } else if n == length {
            n * n
        } else {
            return None;
        };
        Some((n, lines))
    });
    // Large cells are less likely to match by chance.
    possible.collect::<Vec<_>>().into_iter().rev()
}

/// Returns `true` if all digits of a line are in their places and each cell has at least one.
fn in_place(line: &str, n: usize) -> bool {
    line.is_ascii()
        && line.as_bytes().chunks(n).all(|cell| {
            let placed = |(place, byte): (u32, &u8)| {
                is_blank(*byte) || char::from(*byte).to_digit(36) == Some(place)
            };
            (1..).zip(cell).all(placed) && cell.iter().any(|byte| !is_blank(*byte))
        })
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b'.' | b'0' | b'*' | b'_')
}

/// Returns the bytes and lines of the sukaku at the beginning of a text.
pub(super) fn measure(text: &str) -> Option<(usize, usize)> {
    let first = text.lines().next()?.trim_end();
    // A single cell is no evidence.
    breaks(first.len())
        .filter(|(n, _)| *n > 1)
        .find_map(|(n, lines)| {
            if !in_place(first, n) {
                return None;
            }
            let mut bytes = 0;
            for _ in 0..lines {
                let rest = &text[bytes..];
                let length = rest.find('\n').unwrap_or(rest.len());
                let line = rest[..length].trim_end();
                if line.len() != first.len() || !in_place(line, n) {
                    return None;
                }
                bytes += (length + 1).min(rest.len());
            }
            Some((bytes, lines))
        })
}

fn detect(block: &Block<'_>) -> Detection {
    match measure(block.text) {
        Some((bytes, _)) if block.text[bytes..].trim().is_empty() => {
            Ok("N³ characters, every digit in its place".into())
        }
        Some(_) => Err("does not end after N³ characters".into()),
        None => Err("is not N³ characters with every digit in its place".into()),
    }
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let mut lines = block
        .lines()
        .filter(|(_, text)| !text.trim().is_empty() && rows::comment(text).is_none())
        .peekable();
    while let Some((line, text)) = lines.next() {
        let text = text.trim();
        let length = text.chars().count();
        let known = measure(text).and_then(|_| breaks(length).find(|(_, lines)| *lines == 1));
        let choices = || known.into_iter().chain(breaks(length));
        let more: Vec<(usize, &str)> = {
            let most = choices().map(|(_, lines)| lines).max().unwrap_or(1);
            let rest = lines
                .clone()
                .take(most - 1)
                .take_while(|(_, next)| next.trim().chars().count() == length);
            rest.map(|(number, next)| (number, next.trim())).collect()
        };
        let fits = choices().find(|(_, lines)| *lines <= more.len() + 1);
        let record = match fits {
            Some((n, count)) => {
                for _ in 1..count {
                    lines.next();
                }
                let all: Vec<(usize, &str)> = std::iter::once((line, text))
                    .chain(more)
                    .take(count)
                    .collect();
                read_record(&all, n, reader)
            }
            None => lines::check_encoding(text, line).and_then(|()| {
                let message = format!("{length} characters do not make a sukaku; 729 make 9×9");
                Err(ReadError::at(Span::new(line, 1, length), message)
                    .hint("a sukaku has N characters for each of its N² cells"))
            }),
        };
        reader.emit(record)?;
    }
    ControlFlow::Continue(())
}

fn read_record(
    lines: &[(usize, &str)],
    n: usize,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let size = u8::try_from(n).unwrap_or(u8::MAX);
    let span = Span::new(lines[0].0, 1, n);
    let (layout, symbols) = reader.layout_and_symbols(
        size,
        if size <= 9 {
            Alphabet::Numbers
        } else {
            Alphabet::Alnum
        },
        span,
    )?;
    let mut marks = Vec::with_capacity(n * n);
    let mut places = Vec::with_capacity(n * n);
    let mut set = DigitSet::EMPTY;
    let characters = lines.iter().flat_map(|(line, text)| {
        text.chars()
            .zip(1..)
            .map(move |(c, column)| (*line, column, c))
    });
    for (index, (line, column, c)) in characters.enumerate() {
        let value = c
            .to_digit(36)
            .and_then(|value| u8::try_from(value).ok())
            .unwrap_or(0);
        if value > size || (value == 0 && !c.is_ascii_digit() && !matches!(c, '.' | '*' | '_')) {
            let error = ReadError::at(
                Span::new(line, column, 1),
                format!("`{c}` is not a candidate of a {size}×{size} grid"),
            );
            return Err(
                error.hint("each cell has one character for each digit: the digit, or a blank")
            );
        }
        set.extend(Digit::new(value));
        if index % n == 0 {
            places.push((
                u32::try_from(line).unwrap_or(u32::MAX),
                u32::try_from(column).unwrap_or(u32::MAX),
                size,
            ));
        }
        if index % n == n - 1 {
            marks.push(std::mem::take(&mut set));
        }
    }
    let mut puzzle = super::cells::puzzle(layout, symbols, vec![None; n * n].into(), span)?;
    puzzle
        .set_pencilmarks(&marks)
        .map_err(|error| ReadError::at(span, error.to_string()))?;
    Ok(Record {
        line: lines[0].0,
        source_map: SourceMap::PerCell(places.into()),
        ..Record::from(puzzle)
    })
}

fn write(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    let symbols = Symbols::from_alphabet(Alphabet::Alnum, layout.size()).map_err(|_| {
        WriteError(format!(
            "a sukaku of size {} cannot be written: it has one character for each digit, up to 35",
            layout.size()
        ))
    })?;
    let blank = options.blank.unwrap_or('.');
    for cell in layout.cells() {
        let candidates = record.puzzle.candidates(cell);
        for digit in layout.digits() {
            if candidates.contains(digit) {
                out.push_str(symbols.symbol(digit));
            } else {
                out.push(blank);
            }
        }
    }
    out.push('\n');
    Ok(())
}
