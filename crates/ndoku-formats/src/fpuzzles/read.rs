//! Reads the JSON of f-puzzles.

use ndoku_core::{Boxes, Cell, Digit, DigitSet, Puzzle};

use super::super::cells::count_cells;
use super::super::json::read as own;
use super::super::reader::RulePlace;
use super::super::rule_text::{self, house};
use super::super::spanned_json::{Members, Source, is_null, member};
use super::super::{DetectedLayout, Metadata, ReadError, Reader, Record, SourceMap, notes};
use super::{elements, kept, keys};

/// Reads a puzzle.
///
/// # Errors
/// Returns an error if it is invalid or has rules that ndoku does not support.
pub(super) fn puzzle<'a>(
    source: &Source<'a>,
    part: &'a str,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let mut members = source.object(part, "the puzzle")?;
    members.retain(|(_, value)| !is_null(value));
    let members = members;
    let missing = |name: &str| {
        source.error(
            part,
            format!("a puzzle of f-puzzles has a `{name}`, but this has none"),
        )
    };
    let size_part = member(&members, "size").ok_or_else(|| missing("size"))?;
    let size = source.whole(size_part, "size", 255)? as u8;
    if size == 0 {
        return Err(source.error(
            size_part,
            "a grid has at least one cell; sizes go from 1 to 255",
        ));
    }
    let grid_part = member(&members, "grid").ok_or_else(|| missing("grid"))?;
    let grid = grid(source, grid_part, size)?;
    let mut found = DetectedLayout::for_size(size);
    found.main = flag(source, &members, "diagonal-")?;
    found.anti = flag(source, &members, "diagonal+")?;
    boxes(source, grid_part, &grid.regions, size, &mut found)?;
    let is_lenient = reader.options().ignore_unsupported;
    if !is_lenient {
        refuse_unknown(source, part, &members)?;
    }
    let mut places = elements::read(source, &members, is_lenient, &mut found)?;
    for (id, cells) in [("odd", &grid.odd), ("even", &grid.even)] {
        if !cells.is_empty() {
            found
                .rules
                .push(rule_text::rule(id, None, &rule_text::join(cells)));
            places.push(RulePlace {
                span: source.span(grid_part),
                name: "parity".to_owned(),
            });
        }
    }
    let layout = reader.layout_with_rules(&found, source.span(grid_part), &places)?;
    let clues: Vec<u8> = grid
        .values
        .iter()
        .map(|value| {
            value
                .filter(|(_, given)| *given)
                .map_or(0, |(digit, _)| digit.get())
        })
        .collect();
    let made = Puzzle::from_array(&layout, &clues)
        .map_err(|error| source.error(grid_part, error.to_string()))?;
    let mut record = Record::from(made);
    record.line = source.span(part).line;
    if source.has_places() {
        record.source_map = SourceMap::PerCell(grid.places.into());
    }
    if grid.marks.iter().any(Option::is_some) {
        let marks: Vec<DigitSet> = grid
            .marks
            .iter()
            .map(|set| set.unwrap_or_else(|| DigitSet::full(size)))
            .collect();
        record
            .puzzle
            .set_pencilmarks(&marks)
            .map_err(|error| source.error(grid_part, error.to_string()))?;
    }
    let entries: Box<[Option<Digit>]> = grid
        .values
        .iter()
        .map(|value| value.filter(|(_, given)| !given).map(|(digit, _)| digit))
        .collect();
    record.entries = entries.iter().any(Option::is_some).then_some(entries);
    record.solution = member(&members, "solution")
        .map(|part| solution(source, part, size))
        .transpose()?
        .flatten();
    for (name, notes) in [(notes::CENTER, &grid.center), (notes::CORNER, &grid.corner)] {
        let text = notes::to_text(notes, size);
        if !text.is_empty() {
            record.metadata.extra.push((name.to_owned(), text));
        }
    }
    metadata(source, &members, &mut record.metadata)?;
    kept::read(source, &members, &grid.colors, &mut record.metadata);
    Ok(record)
}

/// The contents of the cells, row by row.
struct Grid {
    /// The digit, and `true` if it is a clue.
    values: Vec<Option<(Digit, bool)>>,
    places: Vec<(u32, u32, u8)>,
    /// The index of the region, or `None`.
    regions: Vec<Option<u64>>,
    marks: Vec<Option<DigitSet>>,
    center: Vec<DigitSet>,
    corner: Vec<DigitSet>,
    /// The cells marked as odd and as even in the grid itself, as old versions do.
    odd: Vec<Cell>,
    even: Vec<Cell>,
    /// The colors of the cells as members of a JSON object.
    colors: Vec<String>,
}

fn grid<'a>(source: &Source<'a>, part: &'a str, size: u8) -> Result<Grid, ReadError> {
    let rows = source.list(part, "grid")?;
    if rows.len() != usize::from(size) {
        return Err(source.error(
            part,
            format!("`grid` has {} rows, but the size is {size}", rows.len()),
        ));
    }
    let usual = Boxes::for_size(size);
    let mut grid = Grid {
        values: Vec::new(),
        places: Vec::new(),
        regions: Vec::new(),
        marks: Vec::new(),
        center: Vec::new(),
        corner: Vec::new(),
        odd: Vec::new(),
        even: Vec::new(),
        colors: Vec::new(),
    };
    for (row, part) in (0..size).zip(rows) {
        let cells = source.list(part, "a row")?;
        if cells.len() != usize::from(size) {
            return Err(source.error(
                part,
                format!(
                    "row {} has {}, but the size is {size}",
                    u16::from(row) + 1,
                    count_cells(cells.len())
                ),
            ));
        }
        for (column, part) in (0..size).zip(cells) {
            let cell = Cell::new(row, column);
            read_cell(source, part, cell, size, &mut grid)
                .map_err(|error| error.label(cell.to_string()))?;
            if grid.regions.len() < grid.values.len() {
                grid.regions
                    .push(usual.number(cell, size).map(|number| number as u64));
            }
        }
    }
    Ok(grid)
}

fn read_cell<'a>(
    source: &Source<'a>,
    part: &'a str,
    cell: Cell,
    size: u8,
    grid: &mut Grid,
) -> Result<(), ReadError> {
    let members = if is_null(part) {
        Vec::new()
    } else {
        source.object(part, "a cell")?
    };
    let (mut value, mut given, mut place) = (None, false, part);
    let (mut marks, mut center, mut corner) = (None, DigitSet::EMPTY, DigitSet::EMPTY);
    let mut colors = Vec::new();
    for (name, part) in members {
        match name.as_ref() {
            "region" if is_null(part) => grid.regions.push(None),
            "region" => {
                grid.regions
                    .push(Some(source.whole(part, "region", u64::from(u32::MAX))?));
            }
            _ if is_null(part) => {}
            "value" => {
                // Some tools write digits as text, and 0 or an empty text for a blank.
                let text = source.loose(part);
                let number = if text.is_empty() {
                    Some(0)
                } else {
                    text.parse::<u8>().ok().filter(|number| *number <= size)
                };
                let wrong = || {
                    source.error(
                        part,
                        format!(
                            "{cell} has the digit `{text}`, but this grid has \
                        the digits 1 to {size}"
                        ),
                    )
                };
                value = Digit::new(number.ok_or_else(wrong)?);
                place = part;
            }
            "given" => given = source.flag(part, "given")?,
            "givenPencilMarks" => {
                marks = Some(digits(source, part, size)?).filter(|set| !set.is_empty());
            }
            "centerPencilMarks" => center = digits(source, part, size)?,
            "cornerPencilMarks" => corner = digits(source, part, size)?,
            "parity" => match source.loose(part).to_ascii_lowercase().as_str() {
                "odd" => grid.odd.push(cell),
                "even" => grid.even.push(cell),
                _ => {}
            },
            name if keys::CELL_COLORS.contains(&name) => {
                colors.push(format!("\"{name}\":{}", kept::minified(part)));
            }
            _ => {}
        }
    }
    if !colors.is_empty() {
        let name = cell.to_string().to_ascii_uppercase();
        grid.colors
            .push(format!("\"{name}\":{{{}}}", colors.join(",")));
    }
    let span = source.span(place);
    grid.places.push((
        span.line as u32,
        span.column as u32,
        span.length.min(255) as u8,
    ));
    grid.values.push(value.map(|digit| (digit, given)));
    grid.marks.push(marks);
    grid.center.push(center);
    grid.corner.push(corner);
    Ok(())
}

/// Reads the digits of pencil marks. Other marks are signs of the player.
fn digits<'a>(source: &Source<'a>, part: &'a str, size: u8) -> Result<DigitSet, ReadError> {
    let list = source.list(part, "pencil marks")?;
    Ok(list
        .into_iter()
        .filter_map(|part| {
            source
                .loose(part)
                .parse()
                .ok()
                .filter(|number| *number <= size)
                .and_then(Digit::new)
        })
        .collect())
}

/// Returns the boxes if the regions are not the usual ones. Regions that do not cover all cells
/// become houses of a grid without boxes.
///
/// # Errors
/// Returns an error for a region with more than N cells, or with fewer if all cells have a region.
pub(in super::super) fn boxes(
    source: &Source<'_>,
    part: &str,
    regions: &[Option<u64>],
    size: u8,
    found: &mut DetectedLayout,
) -> Result<(), ReadError> {
    let all: Option<Vec<u64>> = regions.iter().copied().collect();
    if let Some(map) = all {
        let boxes = Boxes::from_map(size, &map).map_err(|error| {
            let mut wrong = source.error(part, error.to_string());
            wrong.hint = error.hint();
            wrong
        })?;
        let usual = Boxes::for_size(size);
        let numbers: Vec<Option<usize>> = (0..map.len())
            .map(|index| usual.number(Cell::from_index(index, size), size))
            .collect();
        let is_usual = matches!(&boxes, Boxes::Regions(map) if map.iter().zip(&numbers).all(|(a, b)| Some(usize::from(*a)) == *b));
        found.boxes = Some(if is_usual {
            usual
        } else {
            boxes.simplified(size)
        });
        return Ok(());
    }
    found.boxes = Some(Boxes::None);
    let mut seen: Vec<u64> = regions.iter().copied().flatten().collect();
    seen.sort_unstable();
    seen.dedup();
    for number in seen {
        let cells: Vec<Cell> = (0..regions.len())
            .filter(|index| regions[*index] == Some(number))
            .map(|index| Cell::from_index(index, size))
            .collect();
        if cells.len() > usize::from(size) {
            let problem = format!(
                "region {number} has {} cells, but a house of this grid has 1 to {size}",
                cells.len()
            );
            return Err(source.error(part, problem));
        }
        if cells.len() > 1 {
            found.rules.push(house(
                &format!("region {}:", number.saturating_add(1)),
                &cells,
            ));
        }
    }
    Ok(())
}

/// Refuses a puzzle with rules that would be lost.
fn refuse_unknown<'a>(
    source: &Source<'a>,
    part: &'a str,
    members: &Members<'a>,
) -> Result<(), ReadError> {
    let (unknown, first) = elements::unknown(source, members)?;
    let Some((name, value)) = first else {
        return Ok(());
    };
    // If a part is not in the source text, as in a link, its span is that of the link.
    let span = if source.span(value) == source.span(part) {
        source.span(part)
    } else {
        source.span(value)
    };
    let error = unsupported(span, &unknown);
    Err(match ndoku_core::suggest(name, keys::names()) {
        Some(nearest) => error.hint(format!(
            "did you mean `{nearest}`? --ignore-unsupported reads \
            it without `{name}`, as another puzzle"
        )),
        None => error,
    })
}

/// Returns the error that names the unsupported rules of a puzzle.
pub(in super::super) fn unsupported(span: super::super::Span, names: &[String]) -> ReadError {
    let list = match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    };
    ReadError::at(
        span,
        format!("this puzzle uses {list}, which ndoku does not know yet"),
    )
    .hint("--ignore-unsupported reads it without them, as another puzzle")
}

fn flag<'a>(source: &Source<'a>, members: &Members<'a>, name: &str) -> Result<bool, ReadError> {
    member(members, name).map_or(Ok(false), |part| source.flag(part, name))
}

/// Returns the solution, or `None` if it is incomplete. It is an array, or a text of digits or of
/// numbers with commas.
fn solution<'a>(
    source: &Source<'a>,
    part: &'a str,
    size: u8,
) -> Result<Option<Box<[Digit]>>, ReadError> {
    let wanted = usize::from(size).pow(2);
    let digit = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|number| *number <= size)
            .and_then(Digit::new)
    };
    if part.starts_with('"') {
        let text = source.loose(part);
        let digits: Option<Box<[Digit]>> = if text.contains(',') {
            text.split(',').map(digit).collect()
        } else {
            text.chars()
                .filter(|mark| !mark.is_whitespace())
                .map(|mark| digit(mark.encode_utf8(&mut [0; 4])))
                .collect()
        };
        return Ok(digits.filter(|digits| digits.len() == wanted));
    }
    let list = source.list(part, "solution")?;
    if list.len() != wanted {
        return Err(source.error(
            part,
            format!(
                "`solution` has {}, but a grid of size {size} has {wanted}",
                count_cells(list.len())
            ),
        ));
    }
    let digits = list.into_iter().map(|part| digit(&source.loose(part)));
    Ok(digits.collect())
}

fn metadata<'a>(
    source: &Source<'a>,
    members: &Members<'a>,
    metadata: &mut Metadata,
) -> Result<(), ReadError> {
    let text = |name: &str| {
        member(members, name)
            .map(|part| source.loose(part))
            .filter(|text| !text.is_empty())
    };
    (metadata.title, metadata.author, metadata.comment) =
        (text("title"), text("author"), text("ruleset"));
    member(members, "ndoku").map_or(Ok(()), |part| own::metadata(source, part, metadata))
}
