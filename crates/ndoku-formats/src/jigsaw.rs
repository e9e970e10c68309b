//! The format `jigsaw`: clues and a region map, N² characters each, on one line or below each
//! other.
//!
//! ```text
//! 1....2..3....4..AAABACBBCCDBCDDD     clues, then a letter or digit for the region of each cell
//! ```
//!
//! Source: the form that the Interactive Sudoku Solver reads and most jigsaw collections use. A map
//! alone is read too, on one line or as N rows.

use std::ops::ControlFlow;

use ndoku_core::{Alphabet, Boxes, Symbols};

use super::cells::{self, is_cell, side};
use super::rows::{self, GridResult};
use super::{
    Block, DetectedLayout, Detection, Feature, Format, ReadError, Reader, Record, Scope, SourceMap,
    Span, WriteError, WriteOptions, Writer, line,
};

pub(super) const JIGSAW: Format = Format {
    id: "jigsaw",
    aliases: &["regions"],
    extensions: &[],
    summary: "Clues, then the map of regions, N² characters each; jigsaw collections",
    example: "1....2..3....4..AAABACBBCCDBCDDD\n",
    scope: Scope::Unit,
    supports: &[Feature::AnySize, Feature::BoxShape, Feature::Regions],
    conditional: line::KEPT_SYMBOLS,
    detect,
    read: Some(read),
    write: Some(Writer::sequence(write)),
};

/// Returns `true` if these characters divide N² cells into N regions of N cells.
fn is_map(map: &[char], size: u8) -> bool {
    let n = usize::from(size);
    if map.len() != n * n || !map.iter().all(char::is_ascii_alphanumeric) {
        return false;
    }
    let mut counts = [0_usize; 128];
    map.iter()
        .for_each(|mark| counts[*mark as usize & 127] += 1);
    counts.iter().all(|count| *count == 0 || *count == n)
}

/// Returns `true` if these characters are a region map with an error. It has N marks or one more or
/// less, none of them too often. Most cells are beside an equal one, which is rare in a grid of
/// digits.
fn is_faulty_map(map: &[char], size: u8) -> bool {
    let n = usize::from(size);
    if n < 4
        || map.len() != n * n
        || is_map(map, size)
        || !map.iter().all(char::is_ascii_alphanumeric)
    {
        return false;
    }
    let mut counts = [0_usize; 128];
    map.iter()
        .for_each(|mark| counts[*mark as usize & 127] += 1);
    let marks = counts.iter().filter(|count| **count > 0).count();
    if marks.abs_diff(n) > 1 || counts.iter().any(|count| *count > n + n / 2) {
        return false;
    }
    let beside = |index: usize| {
        let (row, column) = (index / n, index % n);
        (column > 0 && map[index - 1] == map[index])
            || (column + 1 < n && map[index + 1] == map[index])
            || (row > 0 && map[index - n] == map[index])
            || (row + 1 < n && map[index + n] == map[index])
    };
    4 * (0..map.len()).filter(|index| beside(*index)).count() >= 3 * map.len()
}

/// Returns `true` if these characters are meant as a region map.
fn is_meant_as_map(map: &[char], size: u8) -> bool {
    is_map(map, size) || is_faulty_map(map, size)
}

/// Returns the error of an invalid region map, with its position.
fn map_error(map: &[char], size: u8, source_map: &SourceMap) -> ReadError {
    let n = usize::from(size);
    let count = |mark: char| map.iter().filter(|other| **other == mark).count();
    // The last cell of a region with too many cells is the most likely mistake. Otherwise the
    // region with too few is reported.
    let wrong = |test: &dyn Fn(usize) -> bool| {
        map.iter()
            .enumerate()
            .rev()
            .find(|(_, mark)| test(count(**mark)))
    };
    let (index, mark) = wrong(&|cells| cells > n)
        .or_else(|| wrong(&|cells| cells < n))
        .unwrap_or((0, &'?'));
    let span = source_map.span(index).unwrap_or(Span::new(1, 1, 0));
    let cells = count(*mark);
    let plural = if cells == 1 { "" } else { "s" };
    ReadError::at(
        span,
        format!("region `{mark}` has {cells} cell{plural}, but each region of this grid needs {n}"),
    )
    .label(ndoku_core::Cell::from_index(index, size).to_string())
    .hint(format!(
        "a jigsaw of size {n} has {n} regions of {n} cells each"
    ))
}

/// Returns `true` if a row contains a mark twice, so that it is not a solution.
fn has_repeat(map: &[char], size: u8) -> bool {
    map.chunks(usize::from(size)).any(|row| {
        row.iter()
            .enumerate()
            .any(|(index, mark)| row[..index].contains(mark))
    })
}

/// Returns `true` if the cells of every mark are connected.
fn is_connected(map: &[char], size: u8) -> bool {
    let n = usize::from(size);
    let mut seen = vec![false; map.len()];
    let mut marks: Vec<char> = Vec::new();
    for start in 0..map.len() {
        if seen[start] {
            continue;
        }
        if marks.contains(&map[start]) {
            return false;
        }
        marks.push(map[start]);
        let mut open = vec![start];
        seen[start] = true;
        while let Some(cell) = open.pop() {
            let (row, column) = (cell / n, cell % n);
            let near = [
                (row > 0, cell.wrapping_sub(n)),
                (row + 1 < n, cell + n),
                (column > 0, cell.wrapping_sub(1)),
                (column + 1 < n, cell + 1),
            ];
            for next in near
                .into_iter()
                .filter(|(inside, _)| *inside)
                .map(|(_, next)| next)
            {
                if !seen[next] && map[next] == map[start] {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
    }
    true
}

/// The characters of clues and map, with the position of each clue.
struct ParsedJigsaw {
    size: u8,
    clues: Vec<char>,
    map: Vec<char>,
    source_map: SourceMap,
    map_source: SourceMap,
}

/// Parses a line of 2·N² characters, or two runs of N² characters, or N² characters that can only
/// be a map.
fn parse_line(text: &str, line: usize, lone: bool) -> Option<ParsedJigsaw> {
    let text = text.trim_end();
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let text = text.trim_start();
    let whole: Vec<char> = text.chars().collect();
    let source_map = SourceMap::Contiguous {
        line,
        column: indent + 1,
    };
    if let Some(size) = side(whole.len() / 2).filter(|_| whole.len().is_multiple_of(2)) {
        let (clues, map) = whole.split_at(whole.len() / 2);
        if is_meant_as_map(map, size) && clues.iter().all(|c| is_cell(*c)) {
            let map_source = SourceMap::Contiguous {
                line,
                column: indent + 1 + clues.len(),
            };
            return Some(ParsedJigsaw {
                size,
                clues: clues.to_vec(),
                map: map.to_vec(),
                source_map,
                map_source,
            });
        }
    }
    let parts: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | ':'))
        .filter(|part| !part.is_empty())
        .collect();
    if let [clues, map] = parts[..] {
        let gap = text.trim_end().chars().count() - map.chars().count();
        let (clues, map): (Vec<char>, Vec<char>) = (clues.chars().collect(), map.chars().collect());
        let size = side(clues.len())?;
        let fits = clues.iter().all(|c| is_cell(*c))
            && is_meant_as_map(&map, size)
            && has_repeat(&map, size);
        return fits.then_some(ParsedJigsaw {
            size,
            clues,
            map,
            source_map,
            map_source: SourceMap::Contiguous {
                line,
                column: indent + 1 + gap,
            },
        });
    }
    let size = side(whole.len()).filter(|size| *size > 3)?;
    let fits =
        lone && is_map(&whole, size) && has_repeat(&whole, size) && is_connected(&whole, size);
    fits.then(|| ParsedJigsaw {
        size,
        clues: vec!['.'; whole.len()],
        map: whole,
        map_source: source_map.clone(),
        source_map,
    })
}

/// Returns the bytes and lines of a jigsaw on one or two lines at the beginning of a text.
pub(super) fn measure(text: &str) -> Option<(usize, usize)> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let second = rest.split('\n').next().unwrap_or_default().trim_end();
    let taken = |line: &str, rest: &str| {
        (line.len() + usize::from(!rest.is_empty() || text.len() > line.len())).min(text.len())
    };
    let trimmed = first.trim();
    // Shorter lines are rows.
    let map: Vec<char> = if second.len() == trimmed.len() && trimmed.len() >= 36 {
        second.chars().collect()
    } else {
        Vec::new()
    };
    if let Some(size) =
        side(map.len()).filter(|size| is_meant_as_map(&map, *size) && has_repeat(&map, *size))
        && trimmed.chars().all(is_cell)
        && !is_map(&trimmed.chars().collect::<Vec<_>>(), size)
    {
        let first = taken(first, rest);
        let more = text[first..]
            .find('\n')
            .map_or(text.len() - first, |end| end + 1);
        return Some((first + more, 2));
    }
    let spaced = trimmed.contains([' ', ',', '\t', ';', '|']);
    let long = trimmed.len() >= 32
        && (!spaced
            || trimmed
                .split([' ', ',', '\t', ';', '|'])
                .filter(|part| !part.is_empty())
                .count()
                == 2);
    (long && parse_line(first, 1, trimmed.len() >= 36).is_some()).then(|| (taken(first, rest), 1))
}

/// Returns the bytes and lines of the region map below a grid of rows, if there is one. `bytes` is
/// the length of the grid.
pub(super) fn layout_below(text: &str, bytes: usize) -> Option<(usize, usize)> {
    let above = rows::parse_grid(Block::whole(&text[..bytes]), &|_| false)?
        .grid
        .ok()?;
    let mut skipped = 0;
    for line in text[bytes..].split_inclusive('\n') {
        if !line.trim().is_empty() {
            break;
        }
        skipped += line.len();
    }
    let start = bytes + skipped;
    // Checking one line first avoids the rest in nearly all cases.
    let first: Vec<char> = text[start..]
        .lines()
        .next()?
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    let full = first.len() == usize::from(above.size)
        && (1..first.len()).any(|index| first[..index].contains(&first[index]));
    if !full {
        return None;
    }
    let GridResult {
        grid,
        bytes: more,
        lines,
    } = rows::parse_grid(Block::whole(&text[start..]), &|_| false)?;
    let grid = grid.ok().filter(|grid| grid.size == above.size)?;
    let map = grid.chars();
    (is_meant_as_map(&map, above.size)
        && has_repeat(&map, above.size)
        && !is_map(&above.chars(), above.size))
    .then(|| {
        (
            skipped + more,
            lines + text[bytes..start].matches('\n').count(),
        )
    })
}

/// Parses clues and map below each other: two lines, or two grids of rows.
fn parse_two_blocks(block: &Block<'_>) -> Option<ParsedJigsaw> {
    let GridResult { grid, bytes, lines } = rows::parse_grid(*block, &|_| false)?;
    if let Ok(above) = grid {
        let rest = Block {
            text: &block.text[bytes..],
            line: block.line + lines,
        };
        let skipped = rest
            .text
            .lines()
            .take_while(|line| line.trim().is_empty())
            .count();
        let below = rows::parse_grid(rest, &|_| false);
        let chars = above.chars();
        let lone = || {
            is_map(&chars, above.size)
                && has_repeat(&chars, above.size)
                && is_connected(&chars, above.size)
                && !above.apart
        };
        let (map, map_source) = match below {
            Some(GridResult {
                grid: Ok(below),
                bytes,
                ..
            }) if rest.text[bytes..].trim().is_empty() => {
                (below.chars(), SourceMap::PerCell(below.places()))
            }
            None if skipped == rest.text.lines().count() && above.size > 3 && lone() => {
                let source_map = SourceMap::PerCell(above.places());
                let clues = vec!['.'; chars.len()];
                return Some(ParsedJigsaw {
                    size: above.size,
                    clues,
                    map_source: source_map.clone(),
                    source_map,
                    map: chars,
                });
            }
            _ => return None,
        };
        let fits = is_meant_as_map(&map, above.size)
            && chars.len() == map.len()
            && chars.iter().all(|c| is_cell(*c));
        return fits.then(|| ParsedJigsaw {
            size: above.size,
            clues: chars,
            map,
            source_map: SourceMap::PerCell(above.places()),
            map_source,
        });
    }
    let mut lines = block.lines().filter(|(_, text)| !text.trim().is_empty());
    let ((number, clues), (below, map), None) = (lines.next()?, lines.next()?, lines.next()) else {
        return None;
    };
    parse_two_lines(clues, number, map, below)
}

fn parse(block: &Block<'_>) -> Option<ParsedJigsaw> {
    let mut lines = block.lines().filter(|(_, text)| !text.trim().is_empty());
    match (lines.next(), lines.next()) {
        (Some((number, text)), None) => parse_line(text, number, true),
        _ => parse_two_blocks(block),
    }
}

fn detect(block: &Block<'_>) -> Detection {
    match parse(block) {
        Some(found) => {
            Ok(format!("clues and a map of {0} regions of {0} cells", found.size).into())
        }
        None => Err("has no map of N regions with N cells each".into()),
    }
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    if let Some(found) = parse(block) {
        let record = record(found, reader);
        return reader.emit(record);
    }
    // Several jigsaws, one a line, or invalid lines.
    let mut waiting: Option<(usize, &str)> = None;
    for (number, text) in block
        .lines()
        .filter(|(_, text)| !text.trim().is_empty() && rows::comment(text).is_none())
    {
        let both = waiting
            .take()
            .and_then(|(first, clues)| parse_two_lines(clues, first, text, number));
        let found = both.or_else(|| parse_line(text, number, true));
        match found {
            Some(found) => {
                let record = record(found, reader);
                reader.emit(record)?;
            }
            None if side(text.trim().chars().count()).is_some() => waiting = Some((number, text)),
            None => {
                let error = ReadError::at(
                    Span::new(number, 1, text.chars().count()),
                    "this line is not a jigsaw: it has no map of N regions with N cells each",
                );
                reader.emit(Err(
                    error.hint("write the clues and then the regions, N² characters each")
                ))?;
            }
        }
    }
    match waiting {
        Some((number, text)) => {
            let error = ReadError::at(
                Span::new(number, 1, text.chars().count()),
                "the map of regions is missing",
            );
            reader.emit(Err(
                error.hint("write the clues and then the regions, N² characters each")
            ))
        }
        None => ControlFlow::Continue(()),
    }
}

/// Parses clues on one line and the map on another.
fn parse_two_lines(clues: &str, line: usize, map: &str, below: usize) -> Option<ParsedJigsaw> {
    let indent = |text: &str| text.chars().take_while(|c| c.is_whitespace()).count() + 1;
    let (column, map_source) = (
        indent(clues),
        SourceMap::Contiguous {
            line: below,
            column: indent(map),
        },
    );
    let (clues, map): (Vec<char>, Vec<char>) =
        (clues.trim().chars().collect(), map.trim().chars().collect());
    let size = side(clues.len())?;
    let fits = is_meant_as_map(&map, size) && clues.iter().all(|c| is_cell(*c));
    fits.then_some(ParsedJigsaw {
        size,
        clues,
        map,
        source_map: SourceMap::Contiguous { line, column },
        map_source,
    })
}

/// Returns the boxes of a map: rectangles if possible, otherwise regions numbered in reading order.
fn boxes(map: &[char], size: u8) -> Boxes {
    let mut seen: Vec<char> = Vec::new();
    let mut numbers: Vec<u8> = Vec::with_capacity(map.len());
    for mark in map {
        let number = seen
            .iter()
            .position(|other| other == mark)
            .unwrap_or_else(|| {
                seen.push(*mark);
                seen.len() - 1
            });
        numbers.push(u8::try_from(number).unwrap_or(u8::MAX));
    }
    Boxes::Regions(numbers.into()).simplified(size)
}

fn record(found: ParsedJigsaw, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let span = found.source_map.span(0).unwrap_or(Span::new(1, 1, 0));
    if !is_map(&found.map, found.size) {
        return Err(map_error(&found.map, found.size, &found.map_source));
    }
    let layout = DetectedLayout {
        boxes: Some(boxes(&found.map, found.size)),
        ..DetectedLayout::for_size(found.size)
    };
    let clues = cells::parse_compact(&found.clues, found.size, reader.options().symbols)
        .map_err(|wrong| wrong.at(&found.source_map, span))?;
    cells::record(reader, &layout, clues, found.source_map, span)
}

fn write(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    let symbols = line::compact_symbols(&record.puzzle)?;
    let marks = Symbols::from_alphabet(Alphabet::Alnum, layout.size())
        .map_err(|error| WriteError(error.to_string()))?;
    if *layout.boxes() == Boxes::None {
        return Err(WriteError(
            "the puzzle has no boxes, so there is no map of regions to write".to_owned(),
        ));
    }
    line::push_compact(
        record.puzzle.clues().iter().copied(),
        &symbols,
        options.blank.unwrap_or('.'),
        out,
    );
    for cell in layout.cells() {
        let number = layout.boxes().number(cell, layout.size()).unwrap_or(0);
        out.push_str(marks.iter().nth(number).unwrap_or("?"));
    }
    out.push('\n');
    Ok(())
}
