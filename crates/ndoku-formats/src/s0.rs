//! The format `s0`: rows of underscores, numbers and capital letters. All other characters are
//! ignored.
//!
//! ```text
//! _  10 | A  _ …       a cell is a run of underscores, a number, or one capital letter
//! -----+-----          a line without any of these is not a row
//! ```
//!
//! Source: a command-line solver in Perl for any N×N. It takes the symbols of a puzzle from its
//! clues. With N different clues they are the symbols. With N − 1 the rules of
//! [`Symbols::from_clues`] infer the missing one. Fewer are an error, since no such puzzle has one
//! solution. If all letters from A to Z are used, the missing symbol is `*`. Such a solution is
//! read back with a blank for each `*`.
//!
//! Lines that begin with `#` are comments. For automatic detection, a text must contain nothing but
//! cells and blanks.

use std::collections::HashSet;
use std::ops::ControlFlow;

use ndoku_core::Symbols;

use super::cells::{self, Clues, Notation};
use super::{
    Block, DetectedLayout, Detection, Feature, Format, ReadError, Reader, Record, Scope, SourceMap,
    Span, WriteError, WriteOptions, Writer, grid, rows,
};

pub(super) const S0: Format = Format {
    id: "s0",
    aliases: &["nxn", "tokens"],
    extensions: &[],
    summary: "Rows of numbers, letters and underscores with spaces between, symbols taken from \
        the clues; a Perl solver for any size",
    example: "_ A 3 _\n3 _ _ A\n_ 7 1 3\n1 _ _ _\n",
    scope: Scope::Unit,
    supports: &[Feature::AnySize, Feature::Symbols],
    conditional: &[],
    detect,
    read: Some(read),
    write: Some(Writer {
        header: "",
        separator: "\n",
        footer: "",
        single: false,
        write_record: write,
    }),
};

/// A token as text, column and length.
type Token<'a> = (&'a str, usize, usize);

fn is_blank(text: &str) -> bool {
    text.starts_with(['_', '*'])
}

struct Row<'a> {
    line: usize,
    tokens: Vec<Token<'a>>,
    /// `true` if a blank line or comment precedes it.
    apart: bool,
}

impl Row<'_> {
    fn span(&self) -> Span {
        let first = self.tokens.first().map_or(1, |token| token.1);
        Span::new(
            self.line,
            first,
            self.tokens
                .last()
                .map_or(0, |token| token.1 + token.2 - first),
        )
    }
}

/// Returns the cells of a line. If `star` is set, `*` is a cell too.
fn tokens(text: &str, star: bool) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let mut rest = text;
    let mut column = 1;
    while let Some(c) = rest.chars().next() {
        let same = |other: char| {
            if c == '_' {
                other == '_'
            } else {
                other.is_ascii_digit()
            }
        };
        let length = match c {
            '_' | '0'..='9' => rest.find(|other| !same(other)).unwrap_or(rest.len()),
            _ => c.len_utf8(),
        };
        if c == '_' || c.is_ascii_digit() || c.is_ascii_uppercase() || (star && c == '*') {
            all.push((&rest[..length], column, length));
            column += length;
        } else {
            column += 1;
        }
        rest = &rest[length..];
    }
    all
}

fn rows_of<'a>(block: &Block<'a>, star: bool) -> Vec<Row<'a>> {
    let mut all = Vec::new();
    let mut apart = true;
    for (line, text) in block.lines() {
        if text.trim().is_empty() || rows::comment(text).is_some() {
            apart = true;
            continue;
        }
        let tokens = tokens(text, star);
        if !tokens.is_empty() {
            all.push(Row {
                line,
                tokens,
                apart: std::mem::take(&mut apart),
            });
        }
    }
    all
}

/// Returns the number of rows of the puzzle at this point. Each of them has that many cells.
fn complete(rows: &[Row<'_>]) -> Option<usize> {
    let size = rows.first()?.tokens.len();
    (rows.len() >= size && rows[..size].iter().all(|row| row.tokens.len() == size)).then_some(size)
}

fn detect(block: &Block<'_>) -> Detection {
    let plain =
        |c: char| c.is_whitespace() || c == '_' || c.is_ascii_digit() || c.is_ascii_uppercase();
    let lines = || {
        block
            .text
            .lines()
            .filter(|line| rows::comment(line).is_none())
    };
    if let Some(c) = lines().flat_map(str::chars).find(|c| !plain(*c)) {
        return Err(format!(
            "has `{c}`, which is neither an underscore, a number nor a capital letter"
        )
        .into());
    }
    let rows = rows_of(block, false);
    let size = rows.len();
    if size < 2 || complete(&rows) != Some(size) {
        return Err("the numbers of rows and columns differ".into());
    }
    // `AB` or `1A` are two cells of a compact row.
    if lines().flat_map(str::split_whitespace).count() != size * size {
        return Err("the cells are not separated".into());
    }
    let clues: HashSet<&str> = rows
        .iter()
        .flat_map(|row| &row.tokens)
        .map(|token| token.0)
        .filter(|text| !is_blank(text))
        .collect();
    if clues.contains("0") || clues.len() + 1 < size || clues.len() > size {
        return Err(format!(
            "has {} different clues, which does not fit {size} symbols",
            clues.len()
        )
        .into());
    }
    Ok(format!("{size} rows of {size} underscores, numbers and letters").into())
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let mut rows = rows_of(block, false);
    // A `*` is normally ignored. If it is the missing symbol among the letters, it is a blank.
    if block.text.contains('*') {
        let with_stars = rows_of(block, true);
        let is_larger =
            complete(&with_stars).is_some_and(|size| size > 26 && complete(&rows) != Some(size));
        rows = if is_larger { with_stars } else { rows };
    }
    let mut next = 0;
    while next < rows.len() {
        let rest = &rows[next..];
        let (count, record) = match complete(rest) {
            Some(size) => (size, read_record(&rest[..size], reader)),
            None => {
                let end = (1..rest.len())
                    .find(|index| rest[*index].apart && complete(&rest[*index..]).is_some())
                    .unwrap_or(rest.len());
                (end, Err(disagree(&rest[..end])))
            }
        };
        reader.emit(record)?;
        next += count;
    }
    ControlFlow::Continue(())
}

fn disagree(rows: &[Row<'_>]) -> ReadError {
    let count =
        |size: usize, word: &str| format!("{size} {word}{}", if size == 1 { "" } else { "s" });
    let size = rows.len();
    let odd = rows
        .iter()
        .zip(1..)
        .find(|(row, _)| row.tokens.len() != size);
    let (row, number) = odd.unwrap_or((&rows[0], 1));
    let message = format!(
        "the numbers of rows and columns differ: {}, but row {number} has {}",
        count(size, "row"),
        count(row.tokens.len(), "cell")
    );
    ReadError::at(row.span(), message).hint(
        "every cell is a run of underscores, a number or one capital letter; separate the cells",
    )
}

fn read_record(rows: &[Row<'_>], reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let span = rows[0].span();
    let Ok(size) = u8::try_from(rows.len()) else {
        return Err(ReadError::at(
            span,
            format!(
                "a grid of size {} is not supported: sizes go from 1 to 255",
                rows.len()
            ),
        )
        .hint(super::cells::GRID_TOO_LARGE));
    };
    let all = || {
        rows.iter()
            .flat_map(|row| row.tokens.iter().map(move |token| (row.line, *token)))
    };
    if let Some((line, (_, column, length))) =
        all().find(|(_, (text, ..))| text.bytes().all(|byte| byte == b'0'))
    {
        let error = ReadError::at(
            Span::new(line, column, length),
            "`0` is not a symbol in this format",
        );
        return Err(
            error.hint("a blank is written `_`; other formats, such as grid, read 0 as a blank")
        );
    }
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let places = all().map(|(line, (_, column, length))| {
        (
            small(line),
            small(column),
            u8::try_from(length).unwrap_or(u8::MAX),
        )
    });
    let source_map = SourceMap::PerCell(places.collect());
    let texts: Vec<&str> = all().map(|(_, (text, ..))| text).collect();
    if reader.options().symbols.is_none() {
        let distinct: HashSet<&str> = texts
            .iter()
            .filter(|text| !is_blank(text))
            .map(|text| text.trim_start_matches('0'))
            .collect();
        if distinct.len() + 1 < rows.len() {
            let message = format!(
                "the clues have only {} different symbols; a grid of size {size} needs at least {}",
                distinct.len(),
                size - 1
            );
            return Err(ReadError::at(span, message).hint(
                "with fewer, two symbols could be exchanged, and no solution would be unique",
            ));
        }
    }
    let clues = strict(&texts, size, reader).map_err(|wrong| wrong.at(&source_map, span))?;
    cells::record(
        reader,
        &DetectedLayout::for_size(size),
        clues,
        source_map,
        span,
    )
}

/// Parses the clues by the rules of this format, in which no letter is a blank.
fn strict(texts: &[&str], size: u8, reader: &Reader<'_>) -> Result<Clues, cells::CellError> {
    let clues = texts
        .iter()
        .filter(|text| !is_blank(text))
        .map(|text| text.trim_start_matches('0'));
    let symbols = match reader.options().symbols {
        Some(_) => return cells::parse_tokens(texts, size, reader.options().symbols),
        None => Symbols::from_clues(clues, size),
    };
    let symbols = symbols.map_err(|error| cells::CellError::new(None, error.to_string(), None))?;
    let digit = |(index, text): (usize, &&str)| {
        if is_blank(text) {
            return Ok(None);
        }
        let unknown = || {
            cells::CellError::new(
                Some(index),
                format!("`{text}` is not a symbol of this puzzle"),
                None,
            )
        };
        symbols
            .digit(text.trim_start_matches('0'))
            .map(Some)
            .ok_or_else(unknown)
    };
    let digits = texts
        .iter()
        .enumerate()
        .map(digit)
        .collect::<Result<_, _>>()?;
    Ok(Clues {
        symbols: Notation::Custom(symbols),
        digits,
    })
}

fn write(record: &Record, _: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let puzzle = &record.puzzle;
    let size = usize::from(puzzle.size());
    let distinct: HashSet<_> = puzzle.clues().iter().flatten().collect();
    if distinct.len() + 1 < size {
        let message = format!(
            "the clues have only {} different symbols, and readers of s0 need at least {}",
            distinct.len(),
            size - 1
        );
        return Err(WriteError(message));
    }
    let star = cells::has_star(puzzle.symbols());
    let fits = |symbol: &str| {
        if symbol == Symbols::STAR {
            return star;
        }
        let number = symbol.bytes().all(|byte| byte.is_ascii_digit()) && !symbol.starts_with('0');
        number || (symbol.len() == 1 && symbol.bytes().all(|byte| byte.is_ascii_uppercase()))
    };
    let own = puzzle
        .clues()
        .iter()
        .flatten()
        .all(|digit| fits(puzzle.symbols().symbol(*digit)));
    if !own && record.features().contains(&Feature::Symbols) {
        return Err(WriteError(
            "the symbols of s0 are numbers from 1 on and capital letters; this puzzle has others"
                .to_owned(),
        ));
    }
    let symbols = if own {
        puzzle.symbols().clone()
    } else {
        Symbols::numbers(puzzle.size())
    };
    grid::push_apart(&grid::texts(record, &symbols, '_'), size, out);
    Ok(())
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Layout, Puzzle};

    use super::*;

    #[test]
    fn unsupported_symbols_are_rejected() {
        let puzzle = Puzzle::from_array(
            &Layout::for_size(4).unwrap(),
            &[1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        )
        .unwrap();
        for (last, written) in [("7", true), ("Z", true), ("(", false), ("z", false)] {
            let record = Record::from(
                puzzle
                    .clone()
                    .with_symbols(Symbols::from_tokens(["1", "2", "3", last]))
                    .unwrap(),
            );
            assert_eq!(
                write(&record, &WriteOptions::default(), &mut String::new()).is_ok(),
                written,
                "{last}"
            );
        }
    }
}
