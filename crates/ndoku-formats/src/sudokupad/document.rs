//! The JSON of SudokuPad: cells, regions, cages, and drawings, see [`styles`].

use ndoku_core::{Cell, Digit, Puzzle};

use super::super::fpuzzles::{keys, read as fpuzzles};
use super::super::reader::RulePlace;
use super::super::rule_text;
use super::super::spanned_json::{Members, Source, is_null, member};
use super::super::{DetectedLayout, Metadata, ReadError, Reader, Record, Span};
use super::{minified, styles};

/// Reads the puzzle of a link at `span`.
///
/// # Errors
/// Returns an error if it is invalid or has drawings that may be rules.
pub(super) fn read(text: &str, span: Span, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let text = minified::expand(text);
    let source = Source::packed(&text, span);
    let part = text.trim();
    let members = source.object(part, "the puzzle")?;
    let Some(grid) = either(&members, "cells", "ce") else {
        return Err(source.error(part, "this puzzle of SudokuPad has no cells"));
    };
    let rows = source.list(grid, "cells")?;
    let mut cells = Vec::new();
    for row in &rows {
        let row = source.list(row, "a row")?;
        if row.len() != rows.len() {
            return Err(source.error(
                part,
                format!(
                    "this grid has {} rows and {} columns, and is not square",
                    rows.len(),
                    row.len()
                ),
            ));
        }
        cells.extend(row);
    }
    let Some(size) = u8::try_from(rows.len()).ok().filter(|size| *size > 0) else {
        return Err(source.error(
            part,
            format!(
                "a grid of size {} is not supported: sizes go from 1 to 255",
                rows.len()
            ),
        ));
    };
    let (clues, entries) = digits(&source, &cells, size)?;
    let mut found = DetectedLayout::for_size(size);
    regions(&source, &members, size, &mut found)?;
    let mut unknown = Vec::new();
    globals(&source, &members, &mut found, &mut unknown)?;
    let mut metadata = Metadata::default();
    let mut solution = None;
    if let Some(part) = either(&members, "title", "t") {
        note(&mut metadata, &mut solution, "title", &source.loose(part));
    }
    let mut places = cages(
        &source,
        &members,
        size,
        &mut found,
        &mut unknown,
        &mut |name, text| note(&mut metadata, &mut solution, name, text),
    )?;
    if let Some(part) = member(&members, "metadata").filter(|part| part.starts_with('{')) {
        for (name, part) in source.object(part, "metadata")? {
            let name = if name == "t" { "title" } else { &name };
            note(&mut metadata, &mut solution, name, &source.loose(part));
        }
    }
    let rules_text = metadata.comment.as_deref().unwrap_or_default();
    let drawings = styles::read(&source, &members, size, rules_text)?;
    for (rule, span) in drawings.rules {
        places.push(RulePlace {
            span,
            name: format!("the drawing of {}", rule.id),
        });
        found.rules.push(rule);
    }
    unknown.splice(0..0, drawings.unused);
    if !unknown.is_empty() && !reader.options().ignore_unsupported {
        return Err(fpuzzles::unsupported(span, &unknown));
    }
    let layout = reader.layout_with_rules(&found, span, &places)?;
    let mut record = Record::from(
        Puzzle::from_array(&layout, &clues)
            .map_err(|error| ReadError::at(span, error.to_string()))?,
    );
    record.entries = entries.iter().any(Option::is_some).then(|| entries.into());
    // A solution may leave cells open or use other signs.
    record.solution = solution.and_then(|text| {
        let digit = |mark: char| {
            mark.to_digit(10)
                .filter(|number| *number <= u32::from(size))
                .and_then(|number| Digit::new(number as u8))
        };
        text.chars()
            .map(digit)
            .collect::<Option<Box<[Digit]>>>()
            .filter(|digits| digits.len() == layout.cell_count())
    });
    record.metadata = metadata;
    record.line = span.line;
    Ok(record)
}

/// Returns the member with this name or its short form, unless it is null.
pub(super) fn either<'a>(members: &Members<'a>, long: &str, short: &str) -> Option<&'a str> {
    member(members, long)
        .or_else(|| member(members, short))
        .filter(|part| !is_null(part))
}

type Grid = (Vec<u8>, Vec<Option<Digit>>);

fn digits<'a>(source: &Source<'a>, cells: &[&'a str], size: u8) -> Result<Grid, ReadError> {
    let mut clues = vec![0; cells.len()];
    let mut entries = vec![None; cells.len()];
    for (index, part) in cells.iter().enumerate().filter(|(_, part)| !is_null(part)) {
        let members = source.object(part, "a cell")?;
        let Some(value) = either(&members, "value", "v") else {
            continue;
        };
        let text = source.loose(value);
        let number = if text.is_empty() {
            Some(0)
        } else {
            text.parse::<u8>().ok().filter(|number| *number <= size)
        };
        let cell = Cell::from_index(index, size);
        let wrong = || {
            source.error(
                value,
                format!("{cell} has the digit `{text}`, but this grid has the digits 1 to {size}"),
            )
        };
        let number = number.ok_or_else(wrong)?;
        if member(&members, "given") == Some("false") {
            entries[index] = Digit::new(number);
        } else {
            clues[index] = number;
        }
    }
    Ok((clues, entries))
}

/// Reads the cells `[row, column]` of a list, counted from 0.
fn cells_of<'a>(source: &Source<'a>, part: &'a str, size: u8) -> Result<Vec<Cell>, ReadError> {
    let list = source.list(part, "cells")?;
    let one = |part: &'a str| {
        let wrong = || {
            source.error(
                part,
                format!(
                    "`{}` is not a cell of a grid of size {size}",
                    source.loose(part)
                ),
            )
        };
        let [row, column] = source.list(part, "a cell")?[..] else {
            return Err(wrong());
        };
        let number = |part: &str| part.parse::<u8>().ok().filter(|number| *number < size);
        Ok(Cell::new(
            number(row).ok_or_else(wrong)?,
            number(column).ok_or_else(wrong)?,
        ))
    };
    list.into_iter().map(one).collect()
}

fn regions<'a>(
    source: &Source<'a>,
    members: &Members<'a>,
    size: u8,
    found: &mut DetectedLayout,
) -> Result<(), ReadError> {
    let part = either(members, "regions", "re");
    let lists = part
        .map(|part| source.list(part, "regions"))
        .transpose()?
        .unwrap_or_default();
    let mut map = vec![None; usize::from(size).pow(2)];
    for (number, part) in (0..).zip(lists.into_iter().filter(|part| part.starts_with('['))) {
        for cell in cells_of(source, part, size)? {
            map[cell.index(size)] = Some(number);
        }
    }
    fpuzzles::boxes(source, part.unwrap_or(source.text()), &map, size, found)
}

fn globals<'a>(
    source: &Source<'a>,
    members: &Members<'a>,
    found: &mut DetectedLayout,
    unknown: &mut Vec<String>,
) -> Result<(), ReadError> {
    let Some(part) = member(members, "global").filter(|part| part.starts_with('[')) else {
        return Ok(());
    };
    for part in source
        .list(part, "global")?
        .into_iter()
        .filter(|part| part.starts_with('"'))
    {
        let name = source.loose(part);
        match keys::flag(&name) {
            Some(id) => found.rules.push(rule_text::bare(id)),
            None => unknown.push(name),
        }
    }
    Ok(())
}

/// Reads cages. They are sums, houses, or only texts such as `title: …` and rules. Returns the
/// place of each rule.
fn cages<'a>(
    source: &Source<'a>,
    members: &Members<'a>,
    size: u8,
    found: &mut DetectedLayout,
    unknown: &mut Vec<String>,
    note: &mut dyn FnMut(&str, &str),
) -> Result<Vec<RulePlace>, ReadError> {
    let (mut places, mut strange) = (Vec::new(), 0);
    let part = either(members, "cages", "ca");
    for (number, part) in (1..).zip(
        part.map(|part| source.list(part, "cages"))
            .transpose()?
            .unwrap_or_default(),
    ) {
        let cage = source.object(part, "a cage")?;
        let text = either(&cage, "value", "v")
            .map(|part| source.loose(part))
            .unwrap_or_default();
        let cells = either(&cage, "cells", "ce")
            .map(|part| cells_of(source, part, size))
            .transpose()?
            .unwrap_or_default();
        let sum = member(&cage, "sum")
            .filter(|part| !is_null(part))
            .map(|part| source.loose(part));
        // A value that is a number is a sum.
        let sum = sum.or_else(|| text.trim().parse::<f64>().is_ok().then(|| text.clone()));
        let is_unique = member(&cage, "unique").map(|part| part == "true");
        let rule = match sum.as_deref().map(str::trim) {
            _ if cells.is_empty() => {
                if let Some((name, text)) = text.split_once(':') {
                    note(name.trim(), text.trim());
                }
                continue;
            }
            Some(sum) if sum.parse::<u32>().is_err() => {
                strange += 1;
                continue;
            }
            Some(sum) => {
                let id = if is_unique == Some(false) {
                    "sum"
                } else {
                    "killer"
                };
                rule_text::rule(id, Some(sum), &rule_text::join(&cells))
            }
            None if is_unique == Some(true) && !is_line(&cells, size) => {
                rule_text::house("", &cells)
            }
            None => continue,
        };
        found.rules.push(rule);
        places.push(RulePlace {
            span: source.span(part),
            name: format!("cage {number}"),
        });
    }
    if strange > 0 {
        unknown.push(format!("cages with other sums ({strange})"));
    }
    Ok(places)
}

/// Returns `true` if these cells are a row or column, which is a house anyway.
fn is_line(cells: &[Cell], size: u8) -> bool {
    let (row, column) = (cells[0].row(), cells[0].column());
    cells.len() == usize::from(size)
        && (cells.iter().all(|cell| cell.row() == row)
            || cells.iter().all(|cell| cell.column() == column))
}

fn note(metadata: &mut Metadata, solution: &mut Option<String>, name: &str, text: &str) {
    let field = match name {
        _ if text.is_empty() => return,
        "title" => &mut metadata.title,
        "author" => &mut metadata.author,
        "rules" => &mut metadata.comment,
        "source" => &mut metadata.source,
        "solution" => solution,
        _ => {
            metadata.extra.push((name.to_owned(), text.to_owned()));
            return;
        }
    };
    field.get_or_insert_with(|| text.to_owned());
}
