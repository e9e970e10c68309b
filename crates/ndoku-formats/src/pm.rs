//! The format `pm`: the candidates of every cell, as solvers print them.
//!
//! ```text
//! +-------------+-------------+   .---------------.---------------.
//! | 1    234 5  | 24   6   37 |   | 1     *24  5  |  -24  6   #37 |   HoDoKu's marks are ignored
//! …                               :---------------+---------------:
//! [1567]3[1567]4…                        one line, sets in brackets; `+4` is a placed digit
//! {1,12,16}                              above N = 9, sets are in braces
//! ```
//!
//! Sources: Simple Sudoku, Sukaku Explainer, HoDoKu, and the one-line form of the C# library. A
//! lone digit is a clue if no peer contains that digit, otherwise an open single (HoDoKu's rule).
//! In braces it is always an open single.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use ndoku_core::{Alphabet, Boxes, Cell, Digit, DigitSet, Layout, Puzzle};

use super::rows::Grid;
use super::{
    Block, DetectedLayout, Detection, Feature, Format, ReadError, Reader, Record, Scope, SourceMap,
    Span, WriteError, WriteOptions, Writer, cells, grid, rows, splitter,
};

pub(super) const PM: Format = Format {
    id: "pm",
    aliases: &["pencilmarks", "pencilmark"],
    extensions: &[],
    summary: "A grid with the candidates of every cell; HoDoKu, Simple Sudoku, Sukaku Explainer \
        and forums",
    example: "\
+-------+-------+
| 1  2  | 3  4  |
| 34 34 | 12 12 |
+-------+-------+
| 24 13 | 24 13 |
| 24 13 | 24 13 |
+-------+-------+
",
    scope: Scope::Unit,
    supports: &[Feature::AnySize, Feature::BoxShape, Feature::Pencilmarks],
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

/// A parsed cell.
#[derive(Copy, Clone)]
pub(super) struct Marks {
    pub(super) set: DigitSet,
    /// A digit that is alone in its cell and not in braces.
    pub(super) lone: Option<Digit>,
}

impl Marks {
    fn of(set: DigitSet, braces: bool) -> Self {
        Self {
            set,
            lone: set.single().filter(|_| !braces),
        }
    }
}

/// Parses the candidates of a token.
pub(super) fn parse_marks(text: &str, size: u8, braces: bool) -> Option<Marks> {
    let digit = |number: u32| {
        u8::try_from(number)
            .ok()
            .filter(|number| *number <= size)
            .and_then(Digit::new)
    };
    if let Some(inner) = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'))
    {
        let parts = inner.split([',', ' ']).filter(|part| !part.is_empty());
        let parts: Vec<Digit> = if size <= 9 && !inner.contains([',', ' ']) {
            inner
                .chars()
                .map(|c| c.to_digit(10).and_then(digit))
                .collect::<Option<_>>()?
        } else {
            parts
                .map(|part| part.parse().ok().and_then(digit))
                .collect::<Option<_>>()?
        };
        return (!parts.is_empty()).then(|| Marks::of(parts.into_iter().collect(), true));
    }
    if text.chars().all(|c| matches!(c, '.' | '·' | '_')) {
        return Some(Marks {
            set: DigitSet::full(size),
            lone: None,
        });
    }
    let plain = text
        .chars()
        .filter(|c| !matches!(c, '*' | '#' | '@' | '-' | '^' | '%' | '&' | '$' | '+'));
    let plain: String = plain.filter(|c| size > 9 || c.is_ascii_digit()).collect();
    if braces && size > 9 {
        return plain
            .parse()
            .ok()
            .and_then(digit)
            .map(|digit| Marks::of(DigitSet::from_digit(digit), false));
    }
    let digits: Vec<Digit> = plain
        .chars()
        .map(|c| c.to_digit(36).and_then(digit))
        .collect::<Option<_>>()?;
    let set: DigitSet = digits.iter().copied().collect();
    (!digits.is_empty() && set.len() == digits.len()).then(|| Marks::of(set, false))
}

fn detect(block: &Block<'_>) -> Detection {
    if let Some(found) = parse_bracketed(block) {
        return Ok(format!("{} cells on one line, candidates in brackets", found.len()).into());
    }
    let grid = rows::parse_single_grid(block)?;
    if !grid.apart {
        return Err("every cell has one character".into());
    }
    let size = grid.size;
    let braces = grid.tokens().any(|token| token.text.starts_with('{'));
    if grid
        .tokens()
        .all(|token| cells::is_token(token.text) && (size > 9 || token.chars == 1))
    {
        return Err("every cell has a single symbol".into());
    }
    let blank = |text: &str| text.chars().all(cells::is_blank);
    for token in grid.tokens() {
        let text = token.text;
        let ascending = braces
            || text.starts_with('*')
            || super::line::is_increasing(text.trim_matches(|c: char| !c.is_ascii_alphanumeric()));
        let marked = text.chars().any(|c| !c.is_ascii_digit());
        if blank(text) || parse_marks(text, size, braces).is_none() || !(ascending || marked) {
            return Err(format!("`{text}` is not a set of candidates").into());
        }
    }
    Ok(format!("{size} rows of {size} cells with their candidates").into())
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    if let Some(found) = parse_bracketed(block) {
        let record = read_bracketed(block, &found, reader);
        return reader.emit(record);
    }
    splitter::for_each_grid(block, reader, |found, reader| record(&found, reader))
}

/// Parses the candidates of all cells of a grid.
pub(super) fn parse_cells(grid: &Grid<'_>) -> Result<Vec<Marks>, ReadError> {
    // If no cell has several candidates, no brace shows that `12` is twelve. Sets without braces
    // then contain letters or larger numbers.
    let number = |text: &str| {
        text.parse::<u8>()
            .is_ok_and(|number| (1..=grid.size).contains(&number))
    };
    let numbers = grid.size > 9 && grid.tokens().all(|token| number(token.text));
    let braces = numbers || grid.tokens().any(|token| token.text.starts_with('{'));
    if !grid.apart {
        let sets = grid
            .chars()
            .into_iter()
            .map(|c| parse_marks(&c.to_string(), grid.size, false));
        return sets
            .collect::<Option<_>>()
            .ok_or_else(|| ReadError::at(grid.rows[0].span(), "the cells are not separated"));
    }
    let rows = grid
        .rows
        .iter()
        .flat_map(|row| row.tokens.iter().map(move |token| (row.line, token)));
    let marks = rows.map(|(line, token)| {
        parse_marks(token.text, grid.size, braces).ok_or_else(|| {
            let error = ReadError::at(
                Span::new(line, token.column, token.chars),
                format!("`{}` is not a set of candidates", token.text),
            );
            error.hint(format!(
                "a cell lists digits from 1 to {}, each once; above 9 write {{1,12}}",
                grid.size
            ))
        })
    });
    marks.collect()
}

/// Returns the layout shown by a grid.
pub(super) fn detected_layout(grid: &Grid<'_>) -> DetectedLayout {
    let boxes = grid
        .drawn_boxes()
        .filter(|boxes| *boxes != Boxes::for_size(grid.size));
    DetectedLayout {
        boxes,
        ..DetectedLayout::for_size(grid.size)
    }
}

fn record(grid: &Grid<'_>, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let span = grid.rows[0].span();
    let layout = reader.layout(&detected_layout(grid), span)?;
    let marks = parse_cells(grid)?;
    let alphabet = if grid
        .tokens()
        .any(|token| token.text.chars().any(char::is_alphabetic))
        && grid.size > 9
    {
        Alphabet::Alnum
    } else {
        Alphabet::Numbers
    };
    let symbols = reader
        .symbols(alphabet, grid.size)
        .map_err(|error| ReadError::at(span, error.to_string()))?;
    let mut puzzle = Puzzle::empty(&layout)
        .with_symbols(symbols)
        .map_err(|error| ReadError::at(span, error.to_string()))?;
    infer_clues(&mut puzzle, &marks);
    Ok(Record {
        line: span.line,
        source_map: SourceMap::PerCell(grid.places()),
        ..Record::from(puzzle)
    })
}

/// The digits in the houses of a layout, one set for each house.
pub(super) struct HouseDigits(Vec<DigitSet>);

impl HouseDigits {
    /// Collects the digits that `of` returns for the cells, given by their indices.
    fn new(layout: &Layout, of: impl Fn(usize) -> DigitSet) -> Self {
        let digits = |house: &ndoku_core::House| {
            house
                .cells()
                .iter()
                .fold(DigitSet::EMPTY, |all, cell| all | of(layout.index(*cell)))
        };
        Self(layout.houses().iter().map(digits).collect())
    }

    /// Collects the clues of a puzzle.
    pub(super) fn clues(puzzle: &Puzzle) -> Self {
        Self::new(puzzle.layout(), |index| {
            puzzle.clues()[index].map_or(DigitSet::EMPTY, DigitSet::from_digit)
        })
    }

    /// Returns the digits in the houses of a cell, including its own.
    fn around(&self, layout: &Layout, cell: Cell) -> DigitSet {
        layout
            .houses_of(cell)
            .iter()
            .fold(DigitSet::EMPTY, |all, house| {
                all | self.0[usize::from(*house)]
            })
    }

    /// Returns the candidates that the clues leave to an empty cell.
    fn left(&self, layout: &Layout, cell: Cell) -> DigitSet {
        DigitSet::full(layout.size()) - self.around(layout, cell)
    }
}

/// Sets the lone digits whose peers do not contain them as clues, and the rest as pencilmarks.
/// Candidates that follow from the clues are not set as pencilmarks.
pub(super) fn infer_clues(puzzle: &mut Puzzle, marks: &[Marks]) {
    let layout = puzzle.layout().clone();
    let full = DigitSet::full(layout.size());
    let open = HouseDigits::new(&layout, |index| {
        if marks[index].lone.is_none() {
            marks[index].set
        } else {
            DigitSet::EMPTY
        }
    });
    let mut sets = Vec::with_capacity(marks.len());
    for (cell, here) in layout.cells().zip(marks) {
        let clue = here
            .lone
            .filter(|digit| !open.around(&layout, cell).contains(*digit));
        sets.push(if clue.is_some() { full } else { here.set });
        // The cell and the digit are in the layout, so this cannot fail.
        let _ = puzzle.set_clue(cell, clue);
    }
    set_candidates(puzzle, &sets, None);
}

/// Sets these candidates as pencilmarks, unless they follow from the clues. Cells with an entry are
/// ignored.
pub(super) fn set_candidates(
    puzzle: &mut Puzzle,
    sets: &[DigitSet],
    placed: Option<&[Option<Digit>]>,
) {
    let layout = puzzle.layout().clone();
    let clues = HouseDigits::clues(puzzle);
    let is_placed = |index: usize| placed.is_some_and(|entries| entries[index].is_some());
    let says_nothing = |(index, cell): (usize, Cell)| {
        is_placed(index) || puzzle.clue(cell).is_some() || sets[index] == clues.left(&layout, cell)
    };
    let full = vec![DigitSet::full(layout.size()); sets.len()];
    let implied = layout.cells().enumerate().all(says_nothing);
    // There is one set for each cell, so this cannot fail.
    let _ = puzzle.set_pencilmarks(if implied { &full } else { sets });
}

/// Returns the candidates of a cell for writing, reduced by the clues.
pub(super) fn open_set(
    puzzle: &Puzzle,
    clues: &HouseDigits,
    cell: Cell,
) -> Result<DigitSet, WriteError> {
    let set = puzzle.candidates(cell) & clues.left(puzzle.layout(), cell);
    if set.is_empty() {
        Err(WriteError(format!(
            "{cell} has no candidate left, and nothing can be written for it"
        )))
    } else {
        Ok(set)
    }
}

/// The cells of the one-line form: candidates, `true` for a digit of the player, column and length.
type Bracketed = Vec<(Marks, bool, usize, usize)>;

/// Returns `true` if a line is a grid of candidates in brackets.
pub(super) fn is_bracketed(line: &str) -> bool {
    parse_bracketed(&Block::whole(line)).is_some()
}

/// Parses `[15]3[15]4…`: N² digits and sets in brackets, with `+` before placed digits.
fn parse_bracketed(block: &Block<'_>) -> Option<Bracketed> {
    let mut lines = block
        .text
        .lines()
        .filter(|line| !line.trim().is_empty() && rows::comment(line).is_none());
    let (line, None) = (lines.next()?, lines.next()) else {
        return None;
    };
    if !line.contains('[')
        || line.len() > 1024
        || !line
            .trim()
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'[' | b']' | b'+' | b'.'))
    {
        return None;
    }
    let text = line.trim();
    let indent = line.len() - line.trim_start().len();
    let mut cells: Vec<(&str, bool, usize)> = Vec::new();
    let mut position = 0;
    while position < text.len() {
        let rest = &text[position..];
        let placed = rest.starts_with('+');
        let body = &rest[usize::from(placed)..];
        let length = if body.starts_with('[') {
            body.find(']')? + 1
        } else {
            body.len().min(1)
        };
        if length == 0 {
            return None;
        }
        cells.push((
            &body[..length],
            placed,
            indent + position + usize::from(placed) + 1,
        ));
        position += usize::from(placed) + length;
    }
    let size = cells::side(cells.len()).filter(|size| (4..=9).contains(size))?;
    let parsed = cells.into_iter().map(|(text, placed, column)| {
        let inner = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'));
        let found = parse_marks(inner.unwrap_or(text), size, false)?;
        Some((
            Marks {
                lone: found.lone.filter(|_| inner.is_none()),
                ..found
            },
            placed,
            column,
            text.len(),
        ))
    });
    parsed.collect()
}

fn read_bracketed(
    block: &Block<'_>,
    found: &Bracketed,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let line = block
        .lines()
        .find(|(_, text)| !text.trim().is_empty() && rows::comment(text).is_none())
        .map_or(block.line, |(line, _)| line);
    let size = cells::side(found.len()).unwrap_or(1);
    let span = Span::new(line, found[0].2, 1);
    let (layout, symbols) = reader.layout_and_symbols(size, Alphabet::Numbers, span)?;
    let entries: Box<[Option<Digit>]> = found
        .iter()
        .map(|(marks, placed, ..)| marks.set.single().filter(|_| *placed))
        .collect();
    let clues = found
        .iter()
        .map(|(marks, placed, ..)| marks.lone.filter(|_| !placed))
        .collect();
    let mut puzzle = cells::puzzle(layout, symbols, clues, span)?;
    let full = DigitSet::full(size);
    let sets: Vec<DigitSet> = found
        .iter()
        .map(|(marks, placed, ..)| {
            if *placed || marks.lone.is_some() {
                full
            } else {
                marks.set
            }
        })
        .collect();
    puzzle
        .set_pencilmarks(&sets)
        .map_err(|error| ReadError::at(span, error.to_string()))?;
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let places = found.iter().map(|(_, _, column, length)| {
        (
            small(line),
            small(*column),
            u8::try_from(*length).unwrap_or(u8::MAX),
        )
    });
    let entries = Some(entries).filter(|entries| entries.iter().any(Option::is_some));
    Ok(Record {
        line,
        entries,
        source_map: SourceMap::PerCell(places.collect()),
        ..Record::from(puzzle)
    })
}

/// Returns the text of the candidates of a cell.
fn format_cell(puzzle: &Puzzle, clues: &HouseDigits, cell: Cell) -> Result<String, WriteError> {
    if let Some(clue) = puzzle.clue(cell) {
        return Ok(clue.to_string());
    }
    let set = open_set(puzzle, clues, cell)?;
    let large = puzzle.size() > 9;
    let digits: Vec<String> = set.iter().map(|digit| digit.to_string()).collect();
    let digits = digits.join(if large { "," } else { "" });
    Ok(if large || set.len() == 1 {
        format!("{{{digits}}}")
    } else {
        digits
    })
}

fn write(record: &Record, _: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let puzzle = &record.puzzle;
    let layout = puzzle.layout();
    let size = usize::from(layout.size());
    let (width, height) = grid::lines_of(layout.boxes(), layout.size())?;
    let clues = HouseDigits::clues(puzzle);
    let texts = layout
        .cells()
        .map(|cell| format_cell(puzzle, &clues, cell))
        .collect::<Result<Vec<_>, _>>()?;
    let columns: Vec<usize> = (0..size)
        .map(|column| {
            texts
                .iter()
                .skip(column)
                .step_by(size)
                .map(String::len)
                .max()
                .unwrap_or(1)
        })
        .collect();
    let (width, height) = (usize::from(width), usize::from(height));
    let rule = |out: &mut String| {
        for stack in columns.chunks(width) {
            out.push('+');
            out.extend(std::iter::repeat_n(
                '-',
                stack.iter().sum::<usize>() + stack.len() + 1,
            ));
        }
        out.push_str("+\n");
    };
    for (number, row) in texts.chunks(size).enumerate() {
        if number % height == 0 {
            rule(out);
        }
        for (column, text) in row.iter().enumerate() {
            let bar = if column % width == 0 { "| " } else { "" };
            let _ = write!(out, "{bar}{text:<0$} ", columns[column]);
        }
        out.push_str("|\n");
    }
    rule(out);
    Ok(())
}

#[cfg(test)]
mod tests {
    use ndoku_core::Layout;

    use super::*;
    use crate::{ReadOptions, read_all};

    #[test]
    fn a_full_grid_of_two_digit_numbers_is_read_as_numbers() {
        let clues: Vec<u8> = (0..256)
            .map(|cell: usize| ((cell + cell / 16 * 4 + cell / 64) % 16 + 1) as u8)
            .collect();
        let record =
            Record::from(Puzzle::from_array(&Layout::for_size(16).unwrap(), &clues).unwrap());
        let text = PM
            .write
            .as_ref()
            .unwrap()
            .write_all([&record], &WriteOptions::default())
            .unwrap();
        let read = read_all(
            &text,
            &ReadOptions {
                format: Some(&PM),
                ..ReadOptions::default()
            },
        );
        assert!(
            matches!(&read[..], [Ok(read)] if read.puzzle.clues() == record.puzzle.clues()),
            "{text}"
        );
    }
}
