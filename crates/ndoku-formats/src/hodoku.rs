//! The format `hodoku`: a line of HoDoKu's technique library, with a position and the step that it
//! shows.
//!
//! ```text
//! :0300:4:98..62753.65..3…+3.:414 417 472:454 458::
//!  │    │ │                  │           │       │└ length of a chain
//!  │    │ │                  │           │       └ placements of the step
//!  │    │ │                  │           └ eliminations: digit, row, column
//!  │    │ │                  └ candidates deleted before
//!  │    │ └ the grid; `+` precedes a placed digit that is not a clue
//!  │    └ digits of the step
//!  └ code of the technique, perhaps with `-1`, `-x`
//! ```
//!
//! Source: HoDoKu's `reglib` files and the code that reads them. The step is kept as notes
//! (`technique`, `digits`, …) and written back.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use ndoku_core::{Alphabet, Candidate, Cell, Digit};

use super::{
    Block, DetectedLayout, Detection, Feature, Format, Metadata, ReadError, Reader, Record, Scope,
    SourceMap, Span, WriteError, WriteOptions, Writer, cells, lines,
};

pub(super) const HODOKU: Format = Format {
    id: "hodoku",
    aliases: &["reglib"],
    extensions: &[],
    summary: "A 9×9 position with placed digits, deleted candidates and a step; HoDoKu's library \
        of techniques",
    example: ":0000:x:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..+79:214 217::\n",
    scope: Scope::Unit,
    supports: &[Feature::Pencilmarks, Feature::Entries],
    conditional: &[],
    detect,
    read: Some(read),
    write: Some(Writer::sequence(write)),
};

/// The notes of a record as field number and name, in the order of their fields.
const NOTES: [(usize, &str); 5] = [
    (1, "technique"),
    (2, "digits"),
    (5, "eliminates"),
    (6, "places"),
    (7, "chain"),
];

fn detect(block: &Block<'_>) -> Detection {
    let mut lines = block.text.lines().filter(|line| !line.trim().is_empty());
    let (Some(line), None) = (lines.next(), lines.next()) else {
        return Err("has several lines".into());
    };
    let line = line.trim();
    let colons = line.matches(':').count();
    if !line.starts_with(':') {
        return Err("does not begin with a colon".into());
    }
    if !(6..=7).contains(&colons) {
        return Err(format!("has {colons} colons, not 6 or 7").into());
    }
    let code = line[1..].split([':', '-']).next().unwrap_or_default();
    if code.is_empty() || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("no code of a technique follows the first colon".into());
    }
    Ok(format!("{colons} colons, code {code}").into())
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    lines::for_each_line(block, reader, |text, line, reader| {
        let record = read_record(text, line, reader);
        reader.emit(record)
    })
}

fn read_record(text: &str, line: usize, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    lines::check_encoding(text, line)?;
    let whole = Span::new(line, 1, text.chars().count());
    if let Err(reason) = detect(&Block { text, line }) {
        let error = ReadError::at(
            whole,
            format!("this is not a line of HoDoKu's library: it {reason}"),
        );
        return Err(error.hint("it looks like `:0300:4:GRID:DELETED:ELIMINATED:PLACED:EXTRA`"));
    }
    // Columns count characters. Text before the grid is normally ASCII, but other characters are
    // counted correctly too.
    let mut start = 1;
    let fields: Vec<(&str, usize)> = text
        .split(':')
        .map(|field| {
            let column = start;
            start += field.chars().count() + 1;
            (field, column)
        })
        .collect();
    let (grid, first) = fields[3];
    let mut characters = Vec::with_capacity(81);
    let mut placed_at = Vec::with_capacity(81);
    let mut places = Vec::with_capacity(81);
    let mut plus = false;
    for (c, column) in grid.chars().zip(first..) {
        if c == '+' {
            plus = true;
        } else {
            characters.push(c);
            placed_at.push(std::mem::take(&mut plus));
            places.push((
                u32::try_from(line).unwrap_or(u32::MAX),
                u32::try_from(column).unwrap_or(u32::MAX),
                1,
            ));
        }
    }
    let span = Span::new(line, first, grid.chars().count());
    if characters.len() != 81 {
        let error = ReadError::at(
            span,
            format!("the grid has {} cells, not 81", characters.len()),
        );
        return Err(error.hint("`+` before a placed digit does not count"));
    }
    let source_map = SourceMap::PerCell(places.into());
    if let Some(index) = characters
        .iter()
        .position(|c| !c.is_ascii_digit() && *c != '.')
    {
        let error = ReadError::at(
            source_map.span(index).unwrap_or(span),
            format!("`{}` is not a cell", characters[index]),
        );
        return Err(error.hint("cells are digits, or `.` for a blank"));
    }
    let mut clues = cells::parse_compact(&characters, 9, Some(Alphabet::Numbers))
        .map_err(|wrong| wrong.at(&source_map, span))?;
    let mut entries = vec![None; 81];
    for index in (0..81).filter(|index| placed_at[*index]) {
        entries[index] = clues.digits[index].take();
    }
    let mut record = cells::record(
        reader,
        &DetectedLayout::for_size(9),
        clues,
        source_map,
        span,
    )?;
    let (deleted, column) = fields[4];
    for candidate in read_deleted(deleted, line, column)? {
        record
            .puzzle
            .remove_candidate(candidate)
            .map_err(|error| ReadError::at(span, error.to_string()))?;
    }
    record.entries = entries.iter().any(Option::is_some).then(|| entries.into());
    let note = |(field, name): &(usize, &str)| {
        let text = fields
            .get(*field)
            .map(|(text, _)| text.trim())
            .filter(|text| !text.is_empty() && *text != "x" && *text != "0000")?;
        Some(((*name).to_owned(), text.to_owned()))
    };
    record.metadata = Metadata {
        extra: NOTES.iter().filter_map(note).collect(),
        ..Metadata::default()
    };
    Ok(record)
}

/// Reads the deleted candidates, which begin in this column.
fn read_deleted(text: &str, line: usize, mut column: usize) -> Result<Vec<Candidate>, ReadError> {
    let mut deleted = Vec::new();
    for word in text.split(' ') {
        let length = word.chars().count();
        if !word.is_empty() {
            let candidate = triplet(word).ok_or_else(|| {
                let error = ReadError::at(
                    Span::new(line, column, length),
                    format!("`{word}` is not a candidate"),
                );
                error.hint("a deleted candidate is three digits from 1 to 9: digit, row, column")
            })?;
            deleted.push(candidate);
        }
        column += length + 1;
    }
    Ok(deleted)
}

fn triplet(word: &str) -> Option<Candidate> {
    let &[digit, row, column] = word.as_bytes() else {
        return None;
    };
    let number = |byte: u8| (b'1'..=b'9').contains(&byte).then(|| byte - b'0');
    Some(Candidate::new(
        Cell::new(number(row)? - 1, number(column)? - 1),
        Digit::new(number(digit)?)?,
    ))
}

fn write(record: &Record, _: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let puzzle = &record.puzzle;
    if puzzle.size() != 9 {
        return Err(WriteError(format!(
            "this format is for 9×9 only, the puzzle is {0}×{0}",
            puzzle.size()
        )));
    }
    let note = |name: &str, other: &str| {
        let found = record
            .metadata
            .extra
            .iter()
            .find(|(known, text)| known == name && !text.contains([':', '\n']));
        found.map_or_else(|| other.to_owned(), |(_, text)| text.clone())
    };
    let _ = write!(
        out,
        ":{}:{}:",
        note("technique", "0000"),
        note("digits", "x")
    );
    for (index, clue) in puzzle.clues().iter().enumerate() {
        let placed = record.entries.as_ref().and_then(|entries| entries[index]);
        match (clue, placed) {
            (Some(clue), _) => drop(write!(out, "{clue}")),
            (None, Some(digit)) => drop(write!(out, "+{digit}")),
            (None, None) => out.push('.'),
        }
    }
    out.push(':');
    for (number, candidate) in record.eliminations().enumerate() {
        let (cell, gap) = (candidate.cell, if number > 0 { " " } else { "" });
        let _ = write!(
            out,
            "{gap}{}{}{}",
            candidate.digit,
            cell.row() + 1,
            cell.column() + 1
        );
    }
    let _ = writeln!(
        out,
        ":{}:{}:{}",
        note("eliminates", ""),
        note("places", ""),
        note("chain", "")
    );
    Ok(())
}
