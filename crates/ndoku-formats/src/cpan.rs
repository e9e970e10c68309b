//! The format `cpan`: nine rows in two forms that may be mixed, with `#` comments between them.
//!
//! ```text
//! # a comment
//! 0 4 0 0 2 0 9 0 0        nine separated digits, 0 for blank
//! .......1.                nine characters, a point or 0 for blank
//! ```
//!
//! Source: the Perl module Games::Sudoku::Solver. The module ignores malformed rows. This reader
//! reports each as an error with its line.

use std::ops::ControlFlow;

use super::{
    Block, DetectedLayout, Detection, Feature, Format, ReadError, Reader, Record, Scope, SourceMap,
    Span, WriteError, WriteOptions, Writer, cells, lines, rows,
};

pub(super) const CPAN: Format = Format {
    id: "cpan",
    aliases: &["games-sudoku-solver"],
    extensions: &[],
    summary: "Nine rows of digits with or without spaces between them, `#` comments; the Perl \
        module Games::Sudoku::Solver on CPAN",
    example: "\
# rows in both forms
0 4 0 0 2 0 9 0 0
.......1.
0 0 0 0 0 6 8 5 0
5823..7..
...8.7...
..9..5138
.971.....
.2.......
0 0 4 0 3 0 0 0 0
",
    scope: Scope::Unit,
    supports: &[] as &[Feature],
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

/// Returns the cells of a row with their columns, and `true` if they are separated. Returns `None`
/// if the line is not a row.
fn row(text: &str) -> Option<(Vec<(char, usize)>, bool)> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let digit = |c: &(char, usize)| c.0.is_ascii_digit();
    let cells: Vec<(char, usize)> = text
        .chars()
        .zip(1..)
        .filter(|(c, _)| !c.is_whitespace())
        .collect();
    match tokens.len() {
        1 if cells.len() == 9 && cells.iter().all(|cell| digit(cell) || cell.0 == '.') => {
            Some((cells, false))
        }
        9 if cells.len() == 9 && cells.iter().all(digit) => Some((cells, true)),
        _ => None,
    }
}

fn detect(block: &Block<'_>) -> Detection {
    let (mut apart, mut joined, mut comments) = (0, 0, 0);
    for (line, text) in block.lines() {
        if rows::comment(text).is_some() {
            comments += 1;
            continue;
        }
        match row(text) {
            Some((_, true)) => apart += 1,
            Some((_, false)) => joined += 1,
            None => {
                return Err(format!(
                    "line {line} is neither nine separated digits nor nine characters"
                )
                .into());
            }
        }
    }
    match (apart + joined, apart > 0 && joined > 0 || comments > 0) {
        (9, true) => {
            Ok(format!("nine rows, {apart} with separated digits and {joined} without").into())
        }
        (9, false) => {
            Err("all rows have one form and no comment is between them: a plain grid".into())
        }
        (count, _) => Err(format!("has {count} rows, not nine").into()),
    }
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let mut rows: Vec<(usize, &str)> = Vec::new();
    for (line, text) in block.lines() {
        if rows::comment(text).is_some() {
            continue;
        }
        if text.trim().is_empty() {
            finish(&mut rows, reader)?;
            continue;
        }
        rows.push((line, text));
        if rows.len() == 9 {
            finish(&mut rows, reader)?;
        }
    }
    finish(&mut rows, reader)
}

fn finish(rows: &mut Vec<(usize, &str)>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    if rows.is_empty() {
        return ControlFlow::Continue(());
    }
    let record = read_record(&std::mem::take(rows), reader);
    reader.emit(record)
}

fn read_record(rows: &[(usize, &str)], reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let mut places = Vec::with_capacity(81);
    let mut characters = Vec::with_capacity(81);
    for (line, text) in rows {
        lines::check_encoding(text, *line)?;
        let Some((cells, _)) = row(text) else {
            let error = ReadError::at(
                Span::new(*line, 1, text.chars().count()),
                "this line is not a row of the puzzle",
            );
            return Err(error.hint(
                "a row is nine separated digits, 0 for blank, or nine characters, `.` for blank",
            ));
        };
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        places.extend(
            cells
                .iter()
                .map(|(_, column)| (small(*line), small(*column), 1)),
        );
        characters.extend(cells.iter().map(|(c, _)| *c));
    }
    let (line, text) = rows[rows.len() - 1];
    let span = Span::new(line, 1, text.chars().count());
    if rows.len() != 9 {
        let error = ReadError::at(
            span,
            format!(
                "the puzzle has {} row{}, not nine",
                rows.len(),
                if rows.len() == 1 { "" } else { "s" }
            ),
        );
        return Err(error.hint("a row is missing, or the file was cut off"));
    }
    let source_map = SourceMap::PerCell(places.into());
    let clues = cells::parse_compact(&characters, 9, reader.options().symbols)
        .map_err(|wrong| wrong.at(&source_map, span))?;
    let first = source_map.span(0).unwrap_or(span);
    cells::record(
        reader,
        &DetectedLayout::for_size(9),
        clues,
        source_map,
        first,
    )
}

fn write(record: &Record, _: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    if record.puzzle.size() != 9 {
        return Err(WriteError(format!(
            "this format is for 9×9 only, the puzzle is {0}×{0}",
            record.puzzle.size()
        )));
    }
    for row in record.puzzle.clues().chunks(9) {
        let cells: Vec<String> = row
            .iter()
            .map(|clue| clue.map_or_else(|| "0".to_owned(), |digit| digit.to_string()))
            .collect();
        out.push_str(&cells.join(" "));
        out.push('\n');
    }
    Ok(())
}
