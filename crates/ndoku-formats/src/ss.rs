//! The format `ss`: a drawn 9×9 grid of Simple Sudoku, or the two or three grids that it copies to
//! the clipboard.
//!
//! ```text
//!  *-----------*
//!  |.3.|4..|...|         one grid: the clues
//!  |9.2|8.6|3.1|         two: the clues, then clues and placed digits, or candidates
//!  …                     three: all of these
//! ```
//!
//! Source: Simple Sudoku's files and clipboard, as HoDoKu reads them. Old files use `X` as a blank.

use std::ops::ControlFlow;

use ndoku_core::Digit;

use super::rows::{self, Grid, GridResult, Kind};
use super::{
    Block, Detection, Feature, Format, ReadError, Reader, Record, Scope, SourceMap, WriteError,
    WriteOptions, Writer, grid, pm,
};

pub(super) const SS: Format = Format {
    id: "ss",
    aliases: &["simple-sudoku"],
    extensions: &["ss"],
    summary: "A drawn 9×9 grid, perhaps followed by the placed digits and the candidates; Simple \
        Sudoku",
    example: " *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*
",
    scope: Scope::Document,
    supports: &[Feature::Entries],
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

/// Returns `true` for a line that the program writes below its grids.
fn is_signature(text: &str) -> bool {
    let text = text.trim();
    text.starts_with("Simple Sudoku") || text.starts_with("Version")
}

/// Returns the grids of a text, up to the first error.
fn grids<'a>(block: &Block<'a>) -> Vec<Result<Grid<'a>, ReadError>> {
    let mut all = Vec::new();
    let (mut position, mut line) = (0, block.line);
    while position < block.text.len() {
        let rest = &block.text[position..];
        let end = rest.find('\n').unwrap_or(rest.len());
        let starts = matches!(
            Kind::classify(&rest[..end], line, None),
            Kind::Rule(_) | Kind::Row(_)
        ) && !is_signature(&rest[..end]);
        let gathered = if starts {
            rows::parse_grid(Block { text: rest, line }, &is_signature)
        } else {
            None
        };
        match gathered {
            Some(GridResult { grid, bytes, lines }) => {
                all.push(grid);
                position += bytes;
                line += lines;
            }
            None => {
                position += (end + 1).min(rest.len());
                line += 1;
            }
        }
    }
    all
}

fn detect(block: &Block<'_>) -> Detection {
    let first = block
        .text
        .lines()
        .find(|text| !text.trim().is_empty() && rows::comment(text).is_none())
        .unwrap_or_default();
    if !first.trim().starts_with("*--") {
        return Err("the first line is not a rule between two `*`".into());
    }
    // The clipboard is short. A longer text contains many grids.
    if block.text.len() > 8192 {
        return Err("is too long for Simple Sudoku's clipboard".into());
    }
    let grids = grids(block);
    let Some(Ok(clues)) = grids.first() else {
        return Err("no 9×9 grid follows".into());
    };
    let whole = grids.len() <= 3
        && grids
            .iter()
            .all(|grid| grid.as_ref().is_ok_and(|grid| grid.size == 9));
    if !whole || clues.apart {
        return Err("is not one to three 9×9 grids, the first with one character a cell".into());
    }
    let follow = grids[1..]
        .iter()
        .flatten()
        .all(|grid| grid.apart || extends(clues, grid));
    if follow {
        Ok("one to three 9×9 grids between rules with `*`".into())
    } else {
        Err("the second grid does not have the clues of the first".into())
    }
}

/// Returns `true` if a grid contains all clues of another and more digits.
fn extends(clues: &Grid<'_>, more: &Grid<'_>) -> bool {
    let digit = |c: &char| ('1'..='9').contains(c);
    let (clues, more) = (clues.chars(), more.chars());
    clues.len() == more.len()
        && clues != more
        && clues
            .iter()
            .zip(&more)
            .all(|(clue, now)| !digit(clue) || clue == now)
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let mut all = grids(block).into_iter().peekable();
    while let Some(first) = all.next() {
        let clues = match first {
            Ok(clues) => clues,
            Err(error) => {
                reader.emit(Err(error))?;
                continue;
            }
        };
        let mut record = if clues.apart && clues.tokens().any(|token| token.chars > 1) {
            candidates(None, &clues, reader)
        } else {
            grid::record(&clues, reader)
        };
        while let Some(Ok(next)) = all.next_if(|next| {
            next.as_ref().is_ok_and(|next| {
                next.size == clues.size && (is_candidates(next) || extends(&clues, next))
            })
        }) {
            record = record.and_then(|record| {
                if is_candidates(&next) {
                    candidates(Some(record), &next, reader)
                } else {
                    Ok(placed(record, &next, reader))
                }
            });
            if is_candidates(&next) {
                break;
            }
        }
        reader.emit(record)?;
    }
    ControlFlow::Continue(())
}

fn is_candidates(grid: &Grid<'_>) -> bool {
    grid.apart && grid.tokens().any(|token| token.chars > 1)
}

fn placed(mut record: Record, grid: &Grid<'_>, reader: &Reader<'_>) -> Record {
    if let Ok(now) = grid::clues(grid, reader) {
        let entries: Box<[Option<Digit>]> = record
            .puzzle
            .clues()
            .iter()
            .zip(&now.digits)
            .map(|(clue, now)| now.filter(|_| clue.is_none()))
            .collect();
        record.entries = Some(entries).filter(|entries| entries.iter().any(Option::is_some));
    }
    record
}

/// Reads the candidates of a grid, for the clues of a record if there is one.
fn candidates(
    record: Option<Record>,
    grid: &Grid<'_>,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let span = grid.rows[0].span();
    let marks = pm::parse_cells(grid)?;
    let Some(mut record) = record else {
        let layout = reader.layout(&pm::detected_layout(grid), span)?;
        let mut puzzle = ndoku_core::Puzzle::empty(&layout);
        pm::infer_clues(&mut puzzle, &marks);
        return Ok(Record {
            line: span.line,
            source_map: SourceMap::PerCell(grid.places()),
            ..Record::from(puzzle)
        });
    };
    let full = ndoku_core::DigitSet::full(grid.size);
    let none = vec![None; marks.len()];
    let placed = record.entries.as_deref().unwrap_or(&none).to_vec();
    let sets: Vec<_> = (0..marks.len())
        .map(|index| {
            if record.puzzle.clues()[index].or(placed[index]).is_some() {
                full
            } else {
                marks[index].set
            }
        })
        .collect();
    pm::set_candidates(&mut record.puzzle, &sets, Some(&placed));
    Ok(record)
}

fn write(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    if record.puzzle.size() != 9 {
        return Err(WriteError(format!(
            "this format is for 9×9 only, the puzzle is {0}×{0}",
            record.puzzle.size()
        )));
    }
    let blank = options.blank.unwrap_or('.');
    let draw = |clues: &[Option<Digit>], out: &mut String| {
        out.push_str(" *-----------*\n");
        for (number, row) in clues.chunks(9).enumerate() {
            if number % 3 == 0 && number > 0 {
                out.push_str(" |---+---+---|\n");
            }
            out.push(' ');
            for cells in row.chunks(3) {
                out.push('|');
                out.extend(
                    cells
                        .iter()
                        .map(|clue| clue.map_or(blank, |digit| char::from(b'0' + digit.get()))),
                );
            }
            out.push_str("|\n");
        }
        out.push_str(" *-----------*\n");
    };
    draw(record.puzzle.clues(), out);
    if let Some(placed) = record
        .entries
        .as_ref()
        .filter(|entries| entries.iter().any(Option::is_some))
    {
        out.push('\n');
        let now: Vec<Option<Digit>> = record
            .puzzle
            .clues()
            .iter()
            .zip(placed)
            .map(|(clue, placed)| clue.or(*placed))
            .collect();
        draw(&now, out);
    }
    Ok(())
}
