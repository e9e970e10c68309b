//! `spaced`: cells set apart by blanks, a wider gap between boxes and a blank line between bands.
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
//! Source: an answer to the Perl Weekly Challenge, which prints puzzle and solution so. The shape of the boxes is read from the gaps.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use super::{Aspect, Block, Format, Reader, Recognition, Record, Scope, WriteError, WriteOptions, Writer, cells, grid, units};

pub(super) const SPACED: Format = Format {
    id: "spaced",
    aliases: &["gaps"],
    extensions: &[],
    summary: "cells set apart by blanks, with gaps between boxes and blank lines between bands",
    example: "1 _  3 _\n3 4  _ 2\n\n2 _  4 _\n4 _  2 1\n",
    scope: Scope::Unit,
    keeps: &[Aspect::AnySize, Aspect::BoxShape, Aspect::Symbols],
    recognise,
    read: Some(read),
    write: Some(Writer { head: "", between: "\n", tail: "", alone: false, one: write }),
};

fn recognise(block: &Block<'_>) -> Recognition {
    let grid = units::single_grid(block)?;
    if grid.is_drawn() || grid.tokens().any(|token| !cells::is_token(token.text)) {
        return Err("lines are drawn between the boxes, or cells are no single digits".into());
    }
    match grid.spaced_boxes() {
        Some(crate::Boxes::Bricks { width, height }) => Ok(format!("gaps every {width} columns and {height} rows").into()),
        _ => Err("no gaps between boxes and bands".into()),
    }
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    units::grids(block, reader, |found, reader| grid::record(&found, reader))
}

fn write(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    let (width, height) = grid::lines_of(layout.boxes(), layout.size())?;
    grid::check_symbols(record)?;
    let (size, width, height) = (usize::from(layout.size()), usize::from(width), usize::from(height));
    let texts = grid::texts(record, record.puzzle.symbols(), options.blank.unwrap_or('_'));
    let columns = texts.iter().map(|text| text.chars().count()).max().unwrap_or(1);
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
