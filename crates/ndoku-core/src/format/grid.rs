//! `grid`: N rows of N cells with boxes drawn around them, or at least with blanks between the cells; and `rows`: N rows of N characters.
//!
//! ```text
//! ┌───────┬───────┬───────┐     5 3 . | . 7 . | . . .      10  _  3  1 …        53..7....
//! │ 5 3 . │ . 7 . │ . . . │     6 . . | 1 9 5 | . . .       4 12  _  6          6..195...
//! │ 6 . . │ 1 9 5 │ . . . │     …                           …                   …
//! │ . 9 8 │ . . . │ . 6 . │     ------+-------+------
//! ├───────┼───────┼───────┤
//! ```
//!
//! Everybody writes grids so; there is no one source. The shape of the boxes is read from what is drawn, where it is drawn alike in all rows.
//! Cells that stand apart are numbers or letters, kept as they are written.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use super::cells;
use super::rows::{Grid, Row};
use super::{
    Aspect, Block, Format, FoundLayout, Places, ReadError, Reader, Recognition, Record, Scope, WriteError, WriteOptions, Writer, units,
};
use crate::{Boxes, Symbols};

pub(super) const GRID: Format = Format {
    id: "grid",
    aliases: &["boxed", "pretty"],
    extensions: &[],
    summary: "rows and columns with the boxes drawn, in ASCII or Unicode; for people",
    example: "\
+-----+-----+
| 1 . | 3 . |
| 3 4 | . 2 |
+-----+-----+
| 2 . | 4 . |
| 4 . | 2 1 |
+-----+-----+
",
    scope: Scope::Unit,
    keeps: &[Aspect::AnySize, Aspect::BoxShape, Aspect::Symbols],
    recognise: recognise_grid,
    read: Some(read),
    write: Some(Writer { head: "", between: "\n", tail: "", one: write_grid }),
};

pub(super) const ROWS: Format = Format {
    id: "rows",
    aliases: &["plain", "compact"],
    extensions: &[],
    summary: "bare rows, one character a cell up to 35×35, numbers with blanks between them above",
    example: "1.3.\n34.2\n2.4.\n4.21\n",
    scope: Scope::Unit,
    keeps: &[Aspect::AnySize],
    recognise: recognise_rows,
    read: Some(read),
    write: Some(Writer { head: "", between: "\n", tail: "", one: write_rows }),
};

fn recognise_rows(block: &Block<'_>) -> Recognition {
    let grid = units::single_grid(block)?;
    if grid.is_drawn() || grid.rows.iter().any(|row| row.tokens.len() > 1) {
        return Err("the cells stand apart".into());
    }
    Ok(format!("{0} rows of {0} characters", grid.size).into())
}

fn recognise_grid(block: &Block<'_>) -> Recognition {
    let grid = units::single_grid(block)?;
    let size = grid.size;
    if grid.apart && grid.tokens().any(|token| !cells::is_token(token.text)) {
        return Err("some cells are neither a blank, a number nor a letter".into());
    }
    Ok(if grid.is_drawn() { format!("{size} rows of {size} cells, with lines drawn") } else { format!("{size} rows of {size} cells") }
        .into())
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    units::grids(block, reader, |grid, reader| record(&grid, reader))
}

/// The puzzle of a grid.
pub(super) fn record(grid: &Grid<'_>, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let mut found = FoundLayout::of_size(grid.size);
    found.boxes = grid.drawn_boxes().or_else(|| grid.spaced_boxes()).filter(|boxes| *boxes != Boxes::of_size(grid.size));
    let places = Places::Each(grid.places());
    let span = grid.rows.first().map(Row::span).unwrap_or(super::Span::new(1, 1, 0));
    let clues = clues(grid, reader).map_err(|wrong| wrong.at(&places, span))?;
    cells::record(reader, &found, clues, places, span)
}

/// What is written in the cells of a grid.
pub(super) fn clues(grid: &Grid<'_>, reader: &Reader<'_>) -> Result<cells::Clues, cells::Wrong> {
    let wanted = reader.options().symbols;
    if grid.apart {
        let tokens: Vec<&str> = grid.tokens().map(|token| token.text).collect();
        cells::tokens(&tokens, grid.size, wanted)
    } else {
        let chars = grid.chars();
        // What is a mark in other formats is no cell here.
        if let Some(index) = chars.iter().position(|c| !cells::is_cell(*c)) {
            return Err(cells::Wrong::new(Some(index), format!("`{}` is no cell", chars[index]), None));
        }
        cells::compact(&chars, grid.size, wanted)
    }
}

/// Width and height of the boxes to draw, if there are lines to draw.
pub(super) fn lines_of(boxes: &Boxes, size: u8) -> Result<(u8, u8), WriteError> {
    match boxes {
        Boxes::Bricks { width, height } if (*width > 1 && *height > 1) || *boxes == Boxes::of_size(size) => {
            Ok(if *width > 1 && *height > 1 { (*width, *height) } else { (size, size) })
        }
        Boxes::Bricks { width, height } => Err(WriteError(format!("boxes {width}×{height} cannot be shown by lines between the cells"))),
        Boxes::None | Boxes::Regions(_) => Ok((size, size)),
    }
}

/// The symbol of every cell, row by row.
pub(super) fn texts(record: &Record, symbols: &Symbols, blank: char) -> Vec<String> {
    record.puzzle.clues().iter().map(|clue| clue.map_or_else(|| blank.to_string(), |digit| symbols.symbol(digit).to_owned())).collect()
}

/// The characters in which boxes are drawn: for the rules above, between and below the rows left, inner and right corner, then line and bar.
struct Pens {
    top: [char; 3],
    middle: [char; 3],
    bottom: [char; 3],
    line: char,
    bar: char,
}

const UNICODE: Pens =
    Pens { top: ['┌', '┬', '┐'], middle: ['├', '┼', '┤'], bottom: ['└', '┴', '┘'], line: '─', bar: '│' };
const ASCII: Pens = Pens { top: ['+'; 3], middle: ['+'; 3], bottom: ['+'; 3], line: '-', bar: '|' };

/// Appends a grid of cells, all as wide as the widest, with boxes of this width and height drawn.
pub(super) fn draw(texts: &[String], size: u8, (width, height): (u8, u8), ascii: bool, out: &mut String) {
    let pens = if ascii { &ASCII } else { &UNICODE };
    let (size, width, height) = (usize::from(size), usize::from(width), usize::from(height));
    let columns = texts.iter().map(|text| text.chars().count()).max().unwrap_or(1);
    let rule = |[left, inner, right]: [char; 3], out: &mut String| {
        out.push(left);
        for stack in 0..size / width {
            if stack > 0 {
                out.push(inner);
            }
            out.extend(std::iter::repeat_n(pens.line, width * (columns + 1) + 1));
        }
        out.push(right);
        out.push('\n');
    };
    rule(pens.top, out);
    for (number, row) in texts.chunks(size).enumerate() {
        if number > 0 && number % height == 0 {
            rule(pens.middle, out);
        }
        for (column, text) in row.iter().enumerate() {
            if column % width == 0 {
                out.push(pens.bar);
                out.push(' ');
            }
            let _ = write!(out, "{text:>columns$} ");
        }
        out.push(pens.bar);
        out.push('\n');
    }
    rule(pens.bottom, out);
}

fn write_grid(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    let lines = lines_of(layout.boxes(), layout.size())?;
    let texts = texts(record, record.puzzle.symbols(), options.blank.unwrap_or('.'));
    draw(&texts, layout.size(), lines, options.ascii, out);
    Ok(())
}

fn write_rows(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let size = usize::from(record.puzzle.size());
    let blank = options.blank.unwrap_or('.');
    match super::line::compact_symbols(&record.puzzle) {
        Ok(symbols) => {
            for row in record.puzzle.clues().chunks(size) {
                super::line::push_compact(row.iter().copied(), &symbols, blank, out);
                out.push('\n');
            }
        }
        Err(_) => push_apart(&texts(record, &Symbols::numbers(record.puzzle.size()), blank), size, out),
    }
    Ok(())
}

/// Appends rows of cells, right-aligned to the widest, one blank between them.
pub(super) fn push_apart(texts: &[String], size: usize, out: &mut String) {
    let columns = texts.iter().map(|text| text.chars().count()).max().unwrap_or(1);
    for row in texts.chunks(size) {
        for (column, text) in row.iter().enumerate() {
            let _ = write!(out, "{}{text:>columns$}", if column == 0 { "" } else { " " });
        }
        out.push('\n');
    }
}
