//! The format `spaced`: cells separated by spaces, with wider gaps between boxes and blank lines
//! between bands.
//!
//! ```text
//! _ _ _  2 6 _  7 _ 1
//! 6 8 _  _ 7 _  _ 9 _
//! 1 9 _  _ _ 4  5 _ _
//!
//! 8 2 _  1 _ _  _ 4 _
//! …
//! ```
//!
//! Source: an answer to the Perl Weekly Challenge, which prints puzzle and solution in this form.
//! The shape of the boxes is read from the gaps.
//!
//! Its output is a transcript: the puzzle below the word `BEFORE`, and the solution or a message
//! below `SOLVED`. A transcript is one record, the puzzle with its solution.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use super::transcript::{self, Transcript, parse_transcript};
use super::{
    Block, Detection, Feature, Format, ReadError, Reader, Record, Scope, WriteError, WriteOptions,
    Writer, cells, grid, rows, splitter,
};

pub(super) const SPACED: Format = Format {
    id: "spaced",
    aliases: &["gaps"],
    extensions: &[],
    summary: "Cells separated by spaces, with gaps between boxes and blank lines between bands",
    example: "1 _  3 _\n3 4  _ 2\n\n2 _  4 _\n4 _  2 1\n",
    scope: Scope::Unit,
    supports: &[Feature::AnySize, Feature::BoxShape, Feature::Symbols],
    conditional: grid::KEPT_SYMBOLS,
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

fn detect(block: &Block<'_>) -> Detection {
    if transcript::measure(block.text)
        .is_some_and(|(bytes, _)| block.text[bytes..].trim().is_empty())
    {
        return Ok("a puzzle under BEFORE and its solution under SOLVED".into());
    }
    let grid = rows::parse_single_grid(block)?;
    if grid.is_drawn() || grid.tokens().any(|token| !cells::is_token(token.text)) {
        return Err("lines are drawn between the boxes, or cells are not single digits".into());
    }
    match grid.spaced_boxes() {
        Some(ndoku_core::Boxes::Rectangles { width, height }) => {
            Ok(format!("gaps every {width} columns and {height} rows").into())
        }
        _ => Err("no gaps between boxes and bands".into()),
    }
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let mut rest = *block;
    while !rest.text.is_empty() {
        // Grids without words may precede the next transcript.
        let (mut bytes, mut lines, mut found) = (0, 0, None);
        for line in rest.text.split_inclusive('\n') {
            found = parse_transcript(&Block {
                text: &rest.text[bytes..],
                line: rest.line + lines,
            });
            if found.is_some() {
                break;
            }
            (bytes, lines) = (bytes + line.len(), lines + 1);
        }
        let grids = Block {
            text: &rest.text[..bytes],
            line: rest.line,
        };
        splitter::for_each_grid(&grids, reader, |found, reader| grid::record(&found, reader))?;
        if let Some(found) = found {
            (bytes, lines) = (bytes + found.bytes, lines + found.lines);
            let record = solved_record(&found, reader);
            reader.emit(record)?;
        }
        rest = Block {
            text: &rest.text[bytes..],
            line: rest.line + lines,
        };
    }
    ControlFlow::Continue(())
}

/// Reads the puzzle of a transcript with its solution.
fn solved_record(found: &Transcript<'_>, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let record = grid::record(&found.puzzle, reader)?;
    let symbols = record.puzzle.symbols();
    let digits = found.solution.as_ref().and_then(|solution| {
        solution
            .tokens()
            .map(|token| symbols.digit(token.text))
            .collect()
    });
    Ok(Record {
        solution: digits,
        ..record
    })
}

fn write(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    let (width, height) = grid::lines_of(layout.boxes(), layout.size())?;
    let symbols = grid::written_symbols(record);
    grid::check_symbols(record, &symbols)?;
    let (size, width, height) = (
        usize::from(layout.size()),
        usize::from(width),
        usize::from(height),
    );
    let texts = grid::texts(record, &symbols, options.blank.unwrap_or('_'));
    let columns = texts
        .iter()
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(1);
    for (number, row) in texts.chunks(size).enumerate() {
        if number > 0 && number % height == 0 {
            out.push('\n');
        }
        for (column, text) in row.iter().enumerate() {
            let gap = match column {
                0 => "",
                column if column % width == 0 => "  ",
                _ => " ",
            };
            let _ = write!(out, "{gap}{text:>columns$}");
        }
        out.push('\n');
    }
    Ok(())
}
