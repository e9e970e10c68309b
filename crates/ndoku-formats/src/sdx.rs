//! The format `sdx`: a game in progress, as SudoCue saves it. Nine lines contain the candidates of
//! each cell without separators, with `u` before the player's digits.
//!
//! ```text
//! 2 679 u9 1 48 5 4689 46 3
//! ```
//!
//! Source: the description of SudoCue's file formats. A lone digit without `u` is a clue if no peer
//! contains it, otherwise an open single.

use std::ops::ControlFlow;

use ndoku_core::{Alphabet, Cell, Digit, DigitSet};

use super::pm::{self, Marks};
use super::rows::{self, Grid};
use super::{
    Block, Detection, Feature, Format, ReadError, Reader, Record, Scope, SourceMap, Span,
    WriteError, WriteOptions, Writer, splitter,
};

pub(super) const SDX: Format = Format {
    id: "sdx",
    aliases: &["sudocue"],
    extensions: &["sdx"],
    summary: "A 9×9 game in progress with candidates and the player's digits; SudoCue",
    example: "\
5 3 u4 26 7 2468 1489 1249 248
6 247 247 1 9 5 3478 234 2478
12 9 8 23 34 24 13457 6 247
8 125 1259 579 6 147 4579 2459 3
4 25 2569 8 5 3 579 259 1
7 15 1359 59 2 14 4589 459 6
139 6 13579 357 35 7 2 8 4
23 278 237 4 1 9 36 3 5
123 1245 12345 2356 8 26 1346 7 9
",
    scope: Scope::Unit,
    supports: &[Feature::Pencilmarks, Feature::Entries],
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

/// Returns the digit after `u`.
fn placed(text: &str) -> Option<Digit> {
    let digit = text
        .strip_prefix('u')?
        .parse()
        .ok()
        .filter(|digit| *digit <= 9)?;
    Digit::new(digit)
}

fn detect(block: &Block<'_>) -> Detection {
    let grid = rows::parse_single_grid(block)?;
    if grid.size != 9 || !grid.apart {
        return Err("is not 9 rows of 9 separated cells".into());
    }
    if !grid.tokens().any(|token| placed(token.text).is_some()) {
        return Err("no cell is marked with `u` as placed".into());
    }
    let strange = grid.tokens().find(|token| {
        placed(token.text).is_none() && pm::parse_marks(token.text, 9, false).is_none()
    });
    match strange {
        Some(token) => Err(format!(
            "`{}` is neither a placed digit nor a set of candidates",
            token.text
        )
        .into()),
        None => Ok("9 rows of candidates, with `u` before placed digits".into()),
    }
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    splitter::for_each_grid(block, reader, |grid, reader| record(&grid, reader))
}

fn record(grid: &Grid<'_>, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let span = grid.rows[0].span();
    if grid.size != 9 {
        return Err(ReadError::at(
            span,
            format!(
                "this format is for 9×9 only, the grid is {0}×{0}",
                grid.size
            ),
        ));
    }
    if !grid.apart {
        let error = ReadError::at(span, "the cells of this grid are not separated");
        return Err(error.hint(
            "in an sdx file there is a blank between two cells, since a cell \
            may list several candidates",
        ));
    }
    let full = DigitSet::full(9);
    let mut marks = Vec::with_capacity(81);
    for (line, token) in grid
        .rows
        .iter()
        .flat_map(|row| row.tokens.iter().map(move |token| (row.line, token)))
    {
        let found = if placed(token.text).is_some() {
            // An entry of the player counts as open, since it does not restrict the clues.
            Some(Marks {
                set: full,
                lone: None,
            })
        } else {
            pm::parse_marks(token.text, 9, false)
        };
        marks.push(found.ok_or_else(|| {
            let error = ReadError::at(
                Span::new(line, token.column, token.chars),
                format!("`{}` is not a cell of an sdx file", token.text),
            );
            error.hint("a cell is a digit, `u` and a digit, or its candidates without separators")
        })?);
    }
    let (layout, symbols) = reader.layout_and_symbols(9, Alphabet::Numbers, span)?;
    let mut puzzle = super::cells::puzzle(layout, symbols, vec![None; 81].into(), span)?;
    let by_player: Box<[Option<Digit>]> = grid.tokens().map(|token| placed(token.text)).collect();
    // To decide which lone digits are clues, an entry counts as a cell with its digit only.
    let settled: Vec<Marks> = marks
        .iter()
        .zip(&by_player)
        .map(|(marks, digit)| {
            digit.map_or(*marks, |digit| Marks {
                set: DigitSet::from_digit(digit),
                lone: None,
            })
        })
        .collect();
    pm::infer_clues(&mut puzzle, &settled);
    if puzzle.pencilmarks().is_some() {
        let layout = puzzle.layout().clone();
        let sets: Vec<DigitSet> = layout
            .cells()
            .zip(&marks)
            .map(|(cell, marks)| {
                if puzzle.clue(cell).is_some() {
                    full
                } else {
                    marks.set
                }
            })
            .collect();
        pm::set_candidates(&mut puzzle, &sets, Some(&by_player));
    }
    let entries = Some(by_player).filter(|entries| entries.iter().any(Option::is_some));
    Ok(Record {
        line: span.line,
        entries,
        source_map: SourceMap::PerCell(grid.places()),
        ..Record::from(puzzle)
    })
}

/// Returns `true` if a cell without a clue shows this digit, as a candidate or as an entry.
fn holds(record: &Record, clues: &pm::HouseDigits, cell: Cell, digit: Digit) -> bool {
    let placed = record
        .entries
        .as_ref()
        .and_then(|entries| entries[record.puzzle.layout().index(cell)]);
    let open = || {
        placed.map_or_else(
            || pm::open_set(&record.puzzle, clues, cell).unwrap_or_default(),
            DigitSet::from_digit,
        )
    };
    record.puzzle.clue(cell).is_none() && open().contains(digit)
}

fn write(record: &Record, _: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let puzzle = &record.puzzle;
    let layout = puzzle.layout();
    if layout.size() != 9 {
        return Err(WriteError(format!(
            "this format is for 9×9 only, the puzzle is {0}×{0}",
            layout.size()
        )));
    }
    let clues = pm::HouseDigits::clues(puzzle);
    let mut cells = Vec::with_capacity(81);
    for (index, cell) in layout.cells().enumerate() {
        let held_by_peer = |digit| {
            layout
                .peers(cell)
                .into_iter()
                .any(|peer| holds(record, &clues, peer, digit))
        };
        if let Some(clue) = puzzle.clue(cell) {
            if held_by_peer(clue) {
                let what = "contradicts a digit of the player, and this format cannot tell such a \
                    clue from a cell with one candidate";
                return Err(WriteError(format!("the clue {clue} in {cell} {what}")));
            }
            cells.push(clue.to_string());
        } else if let Some(digit) = record.entries.as_ref().and_then(|entries| entries[index]) {
            cells.push(format!("u{digit}"));
        } else {
            let set = pm::open_set(puzzle, &clues, cell)?;
            if set.single().is_some_and(|digit| !held_by_peer(digit)) {
                return Err(WriteError(format!(
                    "{cell} has one candidate left, which this format cannot tell from a clue"
                )));
            }
            cells.push(set.iter().map(|digit| digit.to_string()).collect());
        }
    }
    for row in cells.chunks(9) {
        out.push_str(&row.join(" "));
        out.push('\n');
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_all;

    #[test]
    fn a_clue_that_an_entry_contradicts_is_rejected() {
        let written = |placed: usize| {
            let mut puzzle = ndoku_core::Puzzle::empty(&ndoku_core::Layout::classic());
            puzzle.set_clue(Cell::new(7, 8), Digit::new(7)).unwrap();
            let mut by_player = vec![None; 81];
            by_player[placed] = Digit::new(7);
            let record = Record {
                entries: Some(by_player.into()),
                ..Record::from(puzzle)
            };
            SDX.write
                .as_ref()
                .unwrap()
                .write_all([&record], &WriteOptions::default())
        };
        // r8c9 is not a peer of r1c1, but r9c8 is.
        let text = written(0).unwrap();
        assert!(
            matches!(&read_all(&text, &crate::ReadOptions::default())[..], [Ok(read)] if read.puzzle.clue_count() == 1),
            "{text}"
        );
        assert!(
            written(79)
                .is_err_and(|error| error.to_string().contains("the clue 7 in r8c9 contradicts"))
        );
    }
}
