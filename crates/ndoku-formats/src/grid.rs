//! The formats `grid` and `rows`. `grid` has N rows of N cells, with drawn boxes or at least with
//! spaces between the cells. `rows` has N rows of N characters.
//!
//! ```text
//! ┌───────┬───────┬───────┐     5 3 . | . 7 . | . . .      10  _  3  1 …        53..7....
//! │ 5 3 . │ . 7 . │ . . . │     6 . . | 1 9 5 | . . .       4 12  _  6          6..195...
//! │ 6 . . │ 1 9 5 │ . . . │     …                           …                   …
//! │ . 9 8 │ . . . │ . 6 . │     ------+-------+------
//! ├───────┼───────┼───────┤
//!
//! ┌───────┬───┐
//! │ 1 . . │ 4 │     jigsaw regions: lines between the cells of different regions
//! │   ┌───┘   │
//! │ . │ . 2 . │
//! …
//! ```
//!
//! These forms are common and have no single source. The shape of the boxes is read from the drawn
//! lines if they are equal in all rows. Jigsaw regions are read from lines that divide the grid
//! into N regions of N cells. Separated cells are numbers or letters, kept as written.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use ndoku_core::ascii_grid::{Frame, Line};
use ndoku_core::{Boxes, Cell, Symbols};

use super::rows::{self, Grid, Row};
use super::{
    Block, ConditionalFeature, DetectedLayout, Detection, Feature, Format, ReadError, Reader,
    Record, Scope, SourceMap, WriteError, WriteOptions, Writer, cells, line, splitter,
};

pub(super) const GRID: Format = Format {
    id: "grid",
    aliases: &["boxed", "pretty"],
    extensions: &[],
    summary: "Rows and columns with the boxes drawn, in ASCII or Unicode; for people",
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
    supports: &[
        Feature::AnySize,
        Feature::BoxShape,
        Feature::Regions,
        Feature::Symbols,
    ],
    conditional: KEPT_SYMBOLS,
    detect: detect_grid,
    read: Some(read),
    write: Some(Writer {
        header: "",
        separator: "\n",
        footer: "",
        single: false,
        write_record: write_grid,
    }),
};

pub(super) const ROWS: Format = Format {
    id: "rows",
    aliases: &["plain", "compact"],
    extensions: &[],
    summary: "Rows without borders: one character per cell up to 35×35, separated numbers for \
        larger grids",
    example: "1.3.\n34.2\n2.4.\n4.21\n",
    scope: Scope::Unit,
    supports: &[Feature::AnySize],
    conditional: line::KEPT_SYMBOLS,
    detect: detect_rows,
    read: Some(read),
    write: Some(Writer {
        header: "",
        separator: "\n",
        footer: "",
        single: false,
        write_record: write_rows,
    }),
};

fn detect_rows(block: &Block<'_>) -> Detection {
    let grid = rows::parse_single_grid(block)?;
    if grid.is_drawn() || grid.rows.iter().any(|row| row.tokens.len() > 1) {
        return Err("the cells are separated".into());
    }
    Ok(format!("{0} rows of {0} characters", grid.size).into())
}

fn detect_grid(block: &Block<'_>) -> Detection {
    let grid = rows::parse_single_grid(block)?;
    let size = grid.size;
    if grid.apart && grid.tokens().any(|token| !cells::is_token(token.text)) {
        return Err("some cells are neither a blank, a number nor a letter".into());
    }
    Ok(if grid.is_drawn() {
        format!("{size} rows of {size} cells, with lines drawn")
    } else {
        format!("{size} rows of {size} cells")
    }
    .into())
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    splitter::for_each_grid(block, reader, |grid, reader| record(&grid, reader))
}

/// Reads the puzzle of a grid.
pub(super) fn record(grid: &Grid<'_>, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    record_of(grid, &layout(grid), reader)
}

/// Returns the layout that a grid shows.
pub(super) fn layout(grid: &Grid<'_>) -> DetectedLayout {
    let mut found = DetectedLayout::for_size(grid.size);
    found.boxes = boxes(grid).filter(|boxes| *boxes != Boxes::for_size(grid.size));
    found
}

/// Reads the puzzle of a grid with this layout.
pub(super) fn record_of(
    grid: &Grid<'_>,
    found: &DetectedLayout,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let source_map = SourceMap::PerCell(grid.places());
    let span = grid
        .rows
        .first()
        .map(Row::span)
        .unwrap_or(super::Span::new(1, 1, 0));
    let clues = clues(grid, reader).map_err(|wrong| wrong.at(&source_map, span))?;
    cells::record(reader, found, clues, source_map, span)
}

/// Returns the boxes or regions shown by drawn lines or gaps.
fn boxes(grid: &Grid<'_>) -> Option<Boxes> {
    let regions = grid.drawn_regions();
    let shape = grid.drawn_boxes().or_else(|| grid.spaced_boxes());
    match (regions, shape) {
        (Some(regions), Some(shape)) if regions == numbers(&shape, grid.size) => Some(shape),
        (Some(regions), _) => Some(Boxes::Regions(regions.into())),
        (None, shape) => shape,
    }
}

/// Returns the index of the box of each cell, or 0 without boxes.
fn numbers(boxes: &Boxes, size: u8) -> Vec<u8> {
    let cells =
        (0..usize::from(size) * usize::from(size)).map(|index| Cell::from_index(index, size));
    cells
        .map(|cell| {
            boxes
                .number(cell, size)
                .and_then(|number| u8::try_from(number).ok())
                .unwrap_or(0)
        })
        .collect()
}

/// Reads the cells of a grid.
pub(super) fn clues(
    grid: &Grid<'_>,
    reader: &Reader<'_>,
) -> Result<cells::Clues, cells::CellError> {
    let wanted = reader.options().symbols;
    if grid.apart {
        let tokens: Vec<&str> = grid.tokens().map(|token| token.text).collect();
        cells::parse_tokens(&tokens, grid.size, wanted)
    } else {
        let chars = grid.chars();
        // Marks of other formats are not cells here.
        if let Some(index) = chars.iter().position(|c| !cells::is_cell(*c)) {
            return Err(cells::CellError::new(
                Some(index),
                format!("`{}` is not a cell", chars[index]),
                None,
            ));
        }
        cells::parse_compact(&chars, grid.size, wanted)
    }
}

/// Returns the width and height of the boxes to draw. Without lines to draw, both are N.
pub(super) fn lines_of(boxes: &Boxes, size: u8) -> Result<(u8, u8), WriteError> {
    match boxes {
        Boxes::Rectangles { width, height }
            if (*width > 1 && *height > 1) || *boxes == Boxes::for_size(size) =>
        {
            Ok(if *width > 1 && *height > 1 {
                (*width, *height)
            } else {
                (size, size)
            })
        }
        Boxes::Rectangles { width, height } => Err(WriteError(format!(
            "boxes {width}×{height} cannot be shown by lines between the cells"
        ))),
        Boxes::None | Boxes::Regions(_) => Ok((size, size)),
    }
}

/// Checks that every clue can be read back between lines or spaces.
///
/// # Errors
/// Returns an error for the first symbol that cannot.
pub(super) fn check_symbols(record: &Record, symbols: &Symbols) -> Result<(), WriteError> {
    let used = record
        .puzzle
        .clues()
        .iter()
        .flatten()
        .map(|digit| symbols.symbol(*digit));
    let star = cells::has_star(symbols);
    let fits = |symbol: &str| cells::is_symbol(symbol) || (star && symbol == Symbols::STAR);
    match used.into_iter().find(|symbol| !fits(symbol)) {
        Some(symbol) => Err(WriteError(format!(
            "the symbol `{}` is neither a number nor a capital letter",
            symbol.escape_debug()
        ))),
        None => Ok(()),
    }
}

/// Returns the symbols in which separated cells are written: those of the puzzle, or numbers if a
/// reader would take the symbol `0` for a blank.
pub(super) fn written_symbols(record: &Record) -> Symbols {
    let puzzle = &record.puzzle;
    let own = puzzle.symbols();
    if own.digit("0").is_none() {
        return own.clone();
    }
    let texts = texts(record, own, '.');
    let tokens: Vec<&str> = texts.iter().map(String::as_str).collect();
    let is_kept = cells::parse_tokens(&tokens, puzzle.size(), None).is_ok_and(|clues| {
        let symbols = match clues.symbols {
            cells::Notation::Alphabet(alphabet) => {
                Symbols::from_alphabet(alphabet, puzzle.size()).ok()
            }
            cells::Notation::Custom(symbols) => Some(symbols),
        };
        *clues.digits == *puzzle.clues() && symbols.as_ref() == Some(own)
    });
    if is_kept {
        own.clone()
    } else {
        Symbols::numbers(puzzle.size())
    }
}

/// The symbols of puzzles whose separated cells are written in their own symbols.
pub(super) const KEPT_SYMBOLS: &[ConditionalFeature] = &[(Feature::Symbols, |record| {
    written_symbols(record) == *record.puzzle.symbols()
})];

/// Returns the text of every cell, row by row.
pub(super) fn texts(record: &Record, symbols: &Symbols, blank: char) -> Vec<String> {
    record
        .puzzle
        .clues()
        .iter()
        .map(|clue| {
            clue.map_or_else(
                || blank.to_string(),
                |digit| symbols.symbol(digit).to_owned(),
            )
        })
        .collect()
}

/// Returns the regions to draw: those of the layout if lines can show them, one region in a Latin
/// square.
fn drawn_regions(boxes: &Boxes, size: u8) -> Result<Vec<u8>, WriteError> {
    let Boxes::Regions(map) = boxes else {
        let (width, height) = lines_of(boxes, size)?;
        let whole = (width, height) == (size, size);
        return Ok(numbers(
            &if whole {
                Boxes::None
            } else {
                Boxes::Rectangles { width, height }
            },
            size,
        ));
    };
    let n = usize::from(size);
    let right: Vec<bool> = (0..n * n)
        .map(|cell| cell % n + 1 < n && map[cell] != map[cell + 1])
        .collect();
    let below: Vec<bool> = (0..n * n)
        .map(|cell| cell + n < n * n && map[cell] != map[cell + n])
        .collect();
    let shown = rows::regions_between(n, &right, &below).filter(|shown| shown[..] == map[..]);
    shown.ok_or_else(|| {
        WriteError(
            "regions that are not connected, or are the rows or columns, cannot be shown \
            by lines between the cells"
                .to_owned(),
        )
    })
}

fn write_grid(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    let regions = drawn_regions(layout.boxes(), layout.size())?;
    let symbols = written_symbols(record);
    check_symbols(record, &symbols)?;
    let texts = texts(record, &symbols, options.blank.unwrap_or('.'));
    let columns = texts
        .iter()
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(1);
    let between = |a: usize, b: usize| {
        if regions[a] == regions[b] {
            Line::None
        } else {
            Line::Light
        }
    };
    let frame = Frame {
        size: layout.size(),
        width: columns,
        height: 1,
        between: &between,
        around: Line::Light,
        padded: true,
        ascii: options.ascii,
    };
    let lines = frame.draw(&mut |cell, _, out| {
        let _ = write!(out, "{:>columns$}", texts[cell]);
    });
    for line in lines {
        out.push_str(&line.text);
        out.push('\n');
    }
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
        Err(_) => push_apart(
            &texts(record, &Symbols::numbers(record.puzzle.size()), blank),
            size,
            out,
        ),
    }
    Ok(())
}

/// Appends rows of cells, right-aligned to the widest cell, with one blank between them.
pub(super) fn push_apart(texts: &[String], size: usize, out: &mut String) {
    let columns = texts
        .iter()
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(1);
    for row in texts.chunks(size) {
        for (column, text) in row.iter().enumerate() {
            let _ = write!(
                out,
                "{}{text:>columns$}",
                if column == 0 { "" } else { " " }
            );
        }
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Layout, Puzzle};

    use super::*;
    use crate::{ReadOptions, read_all};

    fn written(layout: &Layout, clues: &[u8], ascii: bool) -> String {
        let record = Record::from(Puzzle::from_array(layout, clues).unwrap());
        let options = WriteOptions {
            ascii,
            ..WriteOptions::default()
        };
        let text = GRID
            .write
            .as_ref()
            .unwrap()
            .write_all([&record], &options)
            .unwrap();
        for format in [None, Some(&GRID)] {
            let read = read_all(
                &text,
                &ReadOptions {
                    format,
                    ..ReadOptions::default()
                },
            );
            assert!(
                matches!(&read[..], [Ok(read)] if read.puzzle == record.puzzle),
                "{read:?}\n{text}"
            );
        }
        text
    }

    fn jigsaw(size: u8, map: &str) -> Layout {
        Layout::builder(size)
            .regions(map.split_whitespace().collect::<String>().as_bytes())
            .build()
            .unwrap()
    }

    #[test]
    fn jigsaw_regions_are_drawn_and_read_back() {
        let layout = jigsaw(5, "AAABB CAABB CCDDB CDDDE CEEEE");
        let clues: Vec<u8> = [
            [1, 2, 0, 0, 0],
            [0; 5],
            [0, 0, 5, 0, 0],
            [0; 5],
            [0, 0, 0, 0, 3],
        ]
        .concat();
        let unicode = "\
┌───────────┬───────┐
│ 1   2   . │ .   . │
├───┐       │       │
│ . │ .   . │ .   . │
│   └───┬───┴───┐   │
│ .   . │ 5   . │ . │
│   ┌───┘       ├───┤
│ . │ .   .   . │ . │
│   ├───────────┘   │
│ . │ .   .   .   3 │
└───┴───────────────┘
";
        assert_eq!(written(&layout, &clues, false), unicode);
        let ascii = "\
+-----------+-------+
| 1   2   . | .   . |
+---+       |       |
| . | .   . | .   . |
|   +---+---+---+   |
| .   . | 5   . | . |
|   +---+       +---+
| . | .   .   . | . |
|   +-----------+   |
| . | .   .   .   3 |
+---+---------------+
";
        assert_eq!(written(&layout, &clues, true), ascii);
    }

    #[test]
    fn boxes_and_latin_squares_are_drawn() {
        let six: Vec<u8> = (0..36)
            .map(|cell| if cell % 5 == 0 { 1 + cell % 6 } else { 0 })
            .collect();
        let boxes = written(&Layout::for_size(6).unwrap(), &six, false);
        assert_eq!(boxes.lines().next(), Some("┌───────┬───────┐"));
        assert_eq!(boxes.lines().nth(1), Some("│ 1 . . │ . . 6 │"));
        assert_eq!(boxes.lines().nth(3), Some("├───────┼───────┤"));
        let latin = Record::from(Puzzle::empty(
            &Layout::builder(4).no_boxes().build().unwrap(),
        ));
        let text = GRID
            .write
            .as_ref()
            .unwrap()
            .write_all(
                [&latin],
                &WriteOptions {
                    ascii: true,
                    ..WriteOptions::default()
                },
            )
            .unwrap();
        assert_eq!(
            text,
            "+---------+\n| . . . . |\n| . . . . |\n| . . . . |\n| . . . . |\n+---------+\n"
        );
    }

    #[test]
    fn wide_symbols_stay_in_their_columns() {
        // The first two of these boxes have exchanged a corner.
        let mut map = numbers(&Boxes::for_size(12), 12);
        (map[3], map[28]) = (1, 0);
        let layout = Layout::builder(12).regions(&map).build().unwrap();
        let clues: Vec<u8> = (0..144)
            .map(|cell: usize| {
                if cell.is_multiple_of(3) {
                    (1 + (cell + cell / 12) % 12) as u8
                } else {
                    0
                }
            })
            .collect();
        let text = written(&layout, &clues, false);
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|width| *width == widths[0]), "{text}");
    }

    #[test]
    fn symbols_that_cannot_be_read_between_lines_are_refused() {
        let symbols = |last: &str| Symbols::from_tokens(["1", "2", "X", last]);
        for (last, written) in [
            ("12", true),
            ("Y", true),
            ("\u{14}", false),
            ("a b", false),
            ("y", false),
            ("*", false),
            ("07", false),
        ] {
            let puzzle = Puzzle::from_array(
                &Layout::for_size(4).unwrap(),
                &[1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            )
            .unwrap();
            let record = Record::from(puzzle.with_symbols(symbols(last)).unwrap());
            let text = GRID
                .write
                .as_ref()
                .unwrap()
                .write_all([&record], &WriteOptions::default());
            assert_eq!(text.is_ok(), written, "{last:?}: {text:?}");
        }
    }

    #[test]
    fn regions_that_lines_cannot_show_are_not_drawn() {
        for map in [
            "AABB BBAA CCDD CCDD",
            "ABCD ABCD ABCD ABCD",
            "AAAA BBBB CCCC DDDD",
        ] {
            let record = Record::from(Puzzle::empty(&jigsaw(4, map)));
            let text = GRID
                .write
                .as_ref()
                .unwrap()
                .write_all([&record], &WriteOptions::default());
            assert!(
                text.is_err_and(|error| error.to_string().contains("cannot be shown by lines")),
                "{map}"
            );
        }
    }
}
