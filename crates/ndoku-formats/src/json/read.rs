//! Reads an object of schema `ndoku/1`, or a bare array.

use std::borrow::Cow;
use std::ops::ControlFlow;

use ndoku_core::constraint::{self, RuleRef};
use ndoku_core::{Boxes, Cell, Digit, DigitSet, Symbols};

use super::super::cells::count_cells;
use super::super::spanned_json::{MAX_ELEMENTS, Members, Source, is_null, member, shown};
use super::super::symbols_line::{self, CompactError};
use super::super::{DetectedLayout, Metadata, ReadError, Reader, Record, SourceMap, Span};

const FIELDS: [&str; 11] = [
    "schema",
    "size",
    "box",
    "regions",
    "givens",
    "symbols",
    "placed",
    "solution",
    "candidates",
    "rules",
    "meta",
];

/// Common misspellings of field names. Ignoring one would change the puzzle.
const MISSPELLED_FIELDS: &[(&str, &str)] = &[
    ("given", "givens"),
    ("clues", "givens"),
    ("puzzle", "givens"),
    ("grid", "givens"),
    ("n", "size"),
    ("boxes", "box"),
    ("region", "regions"),
    ("jigsaw", "regions"),
    ("symbol", "symbols"),
    ("alphabet", "symbols"),
    ("candidate", "candidates"),
    ("pencilmarks", "candidates"),
    ("rule", "rules"),
    ("constraints", "rules"),
    ("variants", "rules"),
];

/// The digits of the cells and their positions.
type Cells = (Box<[Option<Digit>]>, SourceMap);

/// Emits the puzzle of a value, or the puzzles of an array.
pub(super) fn value<'a>(
    source: &Source<'a>,
    part: &'a str,
    reader: &mut Reader<'_>,
) -> ControlFlow<()> {
    match part.as_bytes().first() {
        Some(b'{') => {
            let record = object(source, part, reader);
            reader.emit(record)
        }
        Some(b'[') => match source.list_up_to(part, "the document", max_elements(part)) {
            Ok(list) if is_grid(source, &list) => {
                let record = bare(source, part, reader);
                reader.emit(record)
            }
            Ok(list) => list
                .into_iter()
                .try_for_each(|part| match part.as_bytes().first() {
                    Some(b'[') => {
                        let record = bare(source, part, reader);
                        reader.emit(record)
                    }
                    Some(b'{') => value(source, part, reader),
                    _ => reader.emit(Err(super::no_puzzle(source, part))),
                }),
            Err(error) => reader.emit(Err(error)),
        },
        _ => reader.emit(Err(super::no_puzzle(source, part))),
    }
}

/// Returns `true` if a list is one grid (N² values, or N lists of N) rather than a list of grids.
fn is_grid<'a>(source: &Source<'a>, list: &[&'a str]) -> bool {
    let Some(first) = list.first() else {
        return false;
    };
    if !first.starts_with('[') {
        return !first.starts_with('{');
    }
    let row = source.list(first, "a row").unwrap_or_default();
    let holds_lists = row
        .first()
        .is_some_and(|inner| inner.starts_with(['[', '{']));
    // A row of 81 values is a grid of its own, unless there are 81 such rows.
    let is_whole =
        row.len() >= 36 && row.len() != list.len() && symbols_line::size_for(row.len()).is_some();
    !holds_lists && !is_whole
}

/// Returns the maximum number of elements of an array document: any number of puzzles, or the cells
/// of one.
fn max_elements(part: &str) -> usize {
    let first = part.trim_start_matches('[').trim_start();
    if first.starts_with('"') {
        usize::MAX
    } else {
        MAX_ELEMENTS
    }
}

fn bare<'a>(
    source: &Source<'a>,
    part: &'a str,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let values = flat(source, part, "the grid")?;
    let Some(size) = symbols_line::size_for(values.len()) else {
        return Err(source
            .error(
                part,
                format!(
                    "this array has {} values, which do not make a square grid",
                    values.len()
                ),
            )
            .hint("81 values make 9×9, 256 make 16×16"));
    };
    let layout = reader.layout(&DetectedLayout::for_size(size), source.span(part))?;
    let symbols = Symbols::numbers(size);
    let (clues, source_map) = numbers(source, &values, "the grid", size, &symbols)?;
    let mut record = Record::from_cells(&layout, &clues, symbols, source.span(part))?;
    record.source_map = source_map;
    Ok(record)
}

fn object<'a>(
    source: &Source<'a>,
    part: &'a str,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let mut members = source.object(part, "the puzzle")?;
    members.retain(|(_, value)| !is_null(value));
    take_result(&mut members);
    let members = members;
    check_names(source, &members)?;
    let givens = member(&members, "givens");
    let size = size(source, part, &members)?;
    let found = detected_layout(source, &members, size, reader)?;
    let layout = reader.layout(
        &found,
        source.span(
            member(&members, "regions")
                .or(member(&members, "box"))
                .unwrap_or(part),
        ),
    )?;
    let own = member(&members, "symbols")
        .map(|part| own_symbols(source, part, size))
        .transpose()?;
    let (clues, source_map, symbols) = match (givens, own) {
        (None, symbols) => (
            vec![None; layout.cell_count()].into(),
            SourceMap::Unknown,
            symbols,
        ),
        (Some(part), None) if part.starts_with('"') => {
            let text = source.string(part, "givens")?;
            let (cells, symbols) = symbols_line::parse(&text, size, reader)
                .map_err(|wrong| compact_error(source, part, &text, wrong))?;
            (cells, run(source, part, &text), Some(symbols))
        }
        (Some(part), symbols) => {
            let known = symbols.clone().unwrap_or_else(|| Symbols::numbers(size));
            let (cells, source_map) = cells(source, part, "givens", size, &known, reader)?;
            (cells, source_map, symbols)
        }
    };
    let symbols = match (symbols, reader.options().symbols) {
        (Some(symbols), _) => symbols,
        (None, Some(alphabet)) => reader
            .symbols(alphabet, size)
            .map_err(|error| source.error(part, error.to_string()))?,
        (None, None) => Symbols::numbers(size),
    };
    let mut record = Record::from_cells(&layout, &clues, symbols.clone(), source.span(part))?;
    record.source_map = source_map;
    if let Some(part) = member(&members, "placed") {
        let (mut placed, _) = cells(source, part, "placed", size, &symbols, reader)?;
        placed
            .iter_mut()
            .zip(&clues)
            .filter(|(_, clue)| clue.is_some())
            .for_each(|(placed, _)| *placed = None);
        record.entries = Some(placed);
    }
    if let Some(part) = member(&members, "solution") {
        let (solution, _) = cells(source, part, "solution", size, &symbols, reader)?;
        let blank = solution.iter().position(Option::is_none);
        let full: Option<Box<[Digit]>> = solution.into_iter().collect();
        let place = blank.map_or(Cell::new(0, 0), |index| Cell::from_index(index, size));
        record.solution =
            Some(full.ok_or_else(|| {
                source.error(part, format!("the solution has no digit in {place}"))
            })?);
    }
    if let Some(part) = member(&members, "candidates") {
        let marks = candidates(source, part, size, &symbols)?;
        record
            .puzzle
            .set_pencilmarks(&marks)
            .map_err(|error| source.error(part, error.to_string()))?;
    }
    if let Some(part) = member(&members, "meta") {
        metadata(source, part, &mut record.metadata)?;
    }
    Ok(record)
}

/// Makes the record of a result a puzzle. `ndoku generate --json` and other commands write the
/// puzzle as the string `puzzle`, beside its number `n` and the number of `clues`.
fn take_result(members: &mut Members<'_>) {
    let is_result = member(members, "givens").is_none()
        && member(members, "puzzle").is_some_and(|value| value.starts_with('"'));
    if is_result {
        members.retain(|(name, _)| name != "n" && name != "clues");
        for (name, _) in members.iter_mut().filter(|(name, _)| name == "puzzle") {
            *name = Cow::Borrowed("givens");
        }
    }
}

fn check_names<'a>(source: &Source<'a>, members: &Members<'a>) -> Result<(), ReadError> {
    if let Some(part) = member(members, "schema") {
        let schema = source.loose(part);
        if schema != "ndoku/1" {
            let error = if schema.starts_with("ndoku/") {
                source
                    .error(
                        part,
                        format!("the schema is `{schema}`, but this ndoku reads `ndoku/1`"),
                    )
                    .hint("a newer ndoku may read it")
            } else {
                source.error(
                    part,
                    format!("the schema must be `ndoku/1`, but it is {}", shown(part)),
                )
            };
            return Err(error);
        }
    }
    for (name, value) in members
        .iter()
        .filter(|(name, _)| !FIELDS.contains(&name.as_ref()))
    {
        let lower = name.to_ascii_lowercase();
        let meant = FIELDS.iter().find(|field| **field == lower).copied();
        let meant = meant.or_else(|| {
            MISSPELLED_FIELDS
                .iter()
                .find(|(slip, _)| *slip == lower)
                .map(|(_, field)| *field)
        });
        // Next to the correct field, it is an unrelated field.
        if let Some(meant) = meant.filter(|meant| member(members, meant).is_none()) {
            return Err(source
                .error(value, format!("there is no field `{name}`"))
                .hint(format!("did you mean `{meant}`?")));
        }
    }
    Ok(())
}

fn size<'a>(source: &Source<'a>, part: &'a str, members: &Members<'a>) -> Result<u8, ReadError> {
    if let Some(part) = member(members, "size") {
        let size = source.whole(part, "size", 255)? as u8;
        return if size > 0 {
            Ok(size)
        } else {
            Err(source.error(part, "a grid has at least one cell; sizes go from 1 to 255"))
        };
    }
    let Some(givens) = member(members, "givens") else {
        return Err(source
            .error(part, "this object has neither `size` nor `givens`")
            .hint("a puzzle is an object with `givens`"));
    };
    let found = if givens.starts_with('"') {
        source.string(givens, "givens")?.chars().count()
    } else {
        flat(source, givens, "givens")?.len()
    };
    symbols_line::size_for(found).ok_or_else(|| {
        let hint = "81 make 9×9, 256 make 16×16";
        source
            .error(
                givens,
                format!("`givens` has {found} cells, which do not make a square grid"),
            )
            .hint(hint)
    })
}

fn detected_layout<'a>(
    source: &Source<'a>,
    members: &Members<'a>,
    size: u8,
    reader: &Reader<'_>,
) -> Result<DetectedLayout, ReadError> {
    let mut found = DetectedLayout::for_size(size);
    found.boxes = match (member(members, "box"), member(members, "regions")) {
        (Some(part), Some(_)) => {
            return Err(source
                .error(part, "a puzzle has either `box` or `regions`, not both")
                .hint("leave one of them out, or make it null"));
        }
        (Some(part), None) => Some(boxes(source, part)?),
        (None, Some(part)) => Some(regions(source, part, size)?),
        (None, None) => None,
    };
    if let Some(part) = member(members, "rules") {
        rules(source, part, reader, &mut found.rules)?;
    }
    Ok(found)
}

fn boxes<'a>(source: &Source<'a>, part: &'a str) -> Result<Boxes, ReadError> {
    let wrong = || {
        source
            .error(part, "`box` must be [WIDTH, HEIGHT] or \"none\"")
            .hint("boxes 3 wide and 2 high are [3, 2]")
    };
    if part == "\"none\"" {
        return Ok(Boxes::None);
    }
    let numbers: [u8; 2] = serde_json::from_str(part).map_err(|_| wrong())?;
    Ok(Boxes::Rectangles {
        width: numbers[0],
        height: numbers[1],
    })
}

fn regions<'a>(source: &Source<'a>, part: &'a str, size: u8) -> Result<Boxes, ReadError> {
    let made = if part.starts_with('"') {
        let text = source.loose(part);
        let marks: Vec<char> = text.chars().filter(|mark| !mark.is_whitespace()).collect();
        Boxes::from_map(size, &marks)
    } else {
        let values = flat(source, part, "regions")?;
        let marks = values
            .iter()
            .map(|part| source.whole(part, "regions", u64::from(u32::MAX)))
            .collect::<Result<Vec<_>, _>>()?;
        Boxes::from_map(size, &marks)
    };
    made.map_err(|error| {
        let mut wrong = source.error(part, error.to_string());
        wrong.hint = error.hint();
        wrong
    })
}

fn rules<'a>(
    source: &Source<'a>,
    part: &'a str,
    reader: &Reader<'_>,
    rules: &mut Vec<RuleRef>,
) -> Result<(), ReadError> {
    let ignore = reader.options().ignore_unsupported;
    let mut add = |place: &str, name: &str, argument: Option<Cow<'_, str>>| {
        let text =
            argument.map_or_else(|| name.to_owned(), |argument| format!("{name}={argument}"));
        match text.parse::<RuleRef>() {
            Ok(rule) => rules.push(rule),
            Err(_) if ignore && constraint::find(name).is_err() => {}
            Err(error) => {
                let mut wrong = source.error(place, error.to_string());
                wrong.hint = Some(match error.hint() {
                    Some(hint) => hint,
                    None => "`ndoku help rules` lists the rules".to_owned(),
                });
                return Err(wrong);
            }
        }
        Ok(())
    };
    if part.starts_with('[') {
        for part in source.list(part, "rules")? {
            let text = source.string(part, "a rule")?;
            match text.split_once('=') {
                Some((name, argument)) => add(part, name, Some(Cow::Borrowed(argument)))?,
                None => add(part, &text, None)?,
            }
        }
        return Ok(());
    }
    for (name, part) in source.object(part, "rules")? {
        match part.as_bytes().first() {
            // A rule that is switched off is ignored, whatever its name.
            _ if matches!(part, "false" | "null") => {}
            _ if part == "true" => add(part, &name, None)?,
            Some(b'"') => add(part, &name, Some(source.string(part, &name)?))?,
            Some(b'[') => {
                for part in source.list(part, &name)? {
                    add(
                        part,
                        &name,
                        Some(if part.starts_with('"') {
                            source.string(part, &name)?
                        } else {
                            part.into()
                        }),
                    )?;
                }
            }
            _ if ignore => {}
            _ => {
                return Err(source.error(
                    part,
                    format!(
                        "the rule `{name}` must be true, false, a string or an array of strings"
                    ),
                ));
            }
        }
    }
    Ok(())
}

fn own_symbols<'a>(source: &Source<'a>, part: &'a str, size: u8) -> Result<Symbols, ReadError> {
    let symbols = if part.starts_with('"') {
        Symbols::from_tokens(source.loose(part).chars().map(String::from))
    } else {
        let tokens = source.list(part, "symbols")?;
        Symbols::from_tokens(tokens.into_iter().map(|part| source.loose(part)))
    };
    if symbols.size() == size {
        Ok(symbols)
    } else {
        Err(source.error(
            part,
            format!(
                "there are {} symbols, but a grid of size {size} needs {size}",
                symbols.size()
            ),
        ))
    }
}

/// Returns the values of an array, or of its nested arrays.
fn flat<'a>(source: &Source<'a>, part: &'a str, what: &str) -> Result<Vec<&'a str>, ReadError> {
    let list = source.list(part, what)?;
    if !list.first().is_some_and(|part| part.starts_with('[')) {
        return Ok(list);
    }
    let mut values = Vec::new();
    for row in list {
        values.append(&mut source.list(row, what)?);
    }
    Ok(values)
}

fn cells<'a>(
    source: &Source<'a>,
    part: &'a str,
    what: &str,
    size: u8,
    symbols: &Symbols,
    reader: &mut Reader<'_>,
) -> Result<Cells, ReadError> {
    if part.starts_with('"') {
        let text = source.string(part, what)?;
        let read = if symbols_line::is_writable(symbols) {
            symbols_line::with_symbols(&text, size, symbols)
        } else {
            symbols_line::parse(&text, size, reader).map(|(cells, _)| cells)
        };
        let cells = read.map_err(|wrong| compact_error(source, part, &text, wrong))?;
        return Ok((cells, run(source, part, &text)));
    }
    numbers(source, &flat(source, part, what)?, what, size, symbols)
}

fn numbers<'a>(
    source: &Source<'a>,
    values: &[&'a str],
    what: &str,
    size: u8,
    symbols: &Symbols,
) -> Result<Cells, ReadError> {
    let wanted = usize::from(size).pow(2);
    if values.len() != wanted {
        let place = values.last().copied().unwrap_or(source.text());
        let problem = format!(
            "`{what}` has {}, but a grid of size {size} has {wanted}",
            count_cells(values.len())
        );
        return Err(source.error(place, problem));
    }
    let mut cells = Vec::with_capacity(wanted);
    let mut places = Vec::with_capacity(wanted);
    for (index, part) in values.iter().enumerate() {
        let span = source.span(part);
        places.push((
            span.line as u32,
            span.column as u32,
            span.length.min(255) as u8,
        ));
        let number = match part.as_bytes() {
            b"null" => Some(None),
            [b'"', token @ .., b'"'] => {
                let token = str::from_utf8(token).unwrap_or_default();
                let blank = token.trim().is_empty() || token.chars().all(symbols_line::is_blank);
                symbols.digit(token).map(Some).or(blank.then_some(None))
            }
            _ => part
                .parse::<u8>()
                .ok()
                .filter(|number| *number <= size)
                .map(Digit::new),
        };
        cells.push(number.ok_or_else(|| {
            let place = Cell::from_index(index, size);
            ReadError::at(
                span,
                format!("{} is not a digit of a grid of size {size}", shown(part)),
            )
            .label(place.to_string())
            .hint(format!(
                "digits are numbers from 1 to {size}, and 0 is a blank"
            ))
        })?);
    }
    let source_map = if source.has_places() {
        SourceMap::PerCell(places.into())
    } else {
        SourceMap::Unknown
    };
    Ok((cells.into(), source_map))
}

fn candidates<'a>(
    source: &Source<'a>,
    part: &'a str,
    size: u8,
    symbols: &Symbols,
) -> Result<Vec<DigitSet>, ReadError> {
    let list = source.list(part, "candidates")?;
    let wanted = usize::from(size).pow(2);
    if list.len() != wanted {
        let problem = format!(
            "`candidates` has {}, but a grid of size {size} has {wanted}",
            count_cells(list.len())
        );
        return Err(source.error(part, problem));
    }
    let one = |(index, part): (usize, &'a str)| {
        if is_null(part) {
            return Ok(DigitSet::full(size));
        }
        let wrong = |token: &str| {
            let place = Cell::from_index(index, size);
            source
                .error(
                    part,
                    format!("`{token}` is not a digit of a grid of size {size}"),
                )
                .label(place.to_string())
        };
        if part.starts_with('"') {
            let text = source.string(part, "candidates")?;
            let digit = |mark: char| {
                symbols
                    .digit(mark.encode_utf8(&mut [0; 4]))
                    .ok_or_else(|| wrong(&mark.to_string()))
            };
            return text.chars().map(digit).collect();
        }
        let number = |part: &str| {
            part.parse()
                .ok()
                .filter(|number| *number <= size)
                .and_then(Digit::new)
                .ok_or_else(|| wrong(part))
        };
        source
            .list(part, "candidates")?
            .into_iter()
            .map(number)
            .collect()
    };
    list.into_iter().enumerate().map(one).collect()
}

/// Adds the fields of a `meta` object to the metadata.
///
/// # Errors
/// Returns an error if the part is not such an object.
pub(in super::super) fn metadata<'a>(
    source: &Source<'a>,
    part: &'a str,
    metadata: &mut Metadata,
) -> Result<(), ReadError> {
    for (name, part) in source.object(part, "meta")? {
        let field = match name.as_ref() {
            _ if is_null(part) => continue,
            "title" => &mut metadata.title,
            "author" => &mut metadata.author,
            "source" => &mut metadata.source,
            "url" => &mut metadata.url,
            "date" => &mut metadata.date,
            "level" => &mut metadata.level,
            "comment" => &mut metadata.comment,
            "rating" => &mut metadata.rating,
            "id" => &mut metadata.id,
            "extra" if part.starts_with('{') => {
                let more = source.object(part, "extra")?;
                metadata.extra.extend(
                    more.into_iter()
                        .map(|(name, part)| (name.into_owned(), source.loose(part))),
                );
                continue;
            }
            "extra" => {
                for pair in source.list(part, "extra")? {
                    let [name, value] = source.list(pair, "extra")?[..] else {
                        return Err(source.error(
                            pair,
                            "`extra` must be an object, or an array of [NAME, TEXT]",
                        ));
                    };
                    metadata
                        .extra
                        .push((source.loose(name), source.loose(value)));
                }
                continue;
            }
            _ => {
                metadata.extra.push((name.into_owned(), source.loose(part)));
                continue;
            }
        };
        *field = Some(source.loose(part));
    }
    Ok(())
}

/// Returns the positions of the cells of a string. They are known if it has no escapes.
fn run(source: &Source<'_>, part: &str, text: &str) -> SourceMap {
    if source.has_places() && part.len() == text.len() + 2 {
        let span = source.span(part);
        return SourceMap::Contiguous {
            line: span.line,
            column: span.column + 1,
        };
    }
    SourceMap::Unknown
}

fn compact_error(source: &Source<'_>, part: &str, text: &str, wrong: CompactError) -> ReadError {
    let mut span = source.span(part);
    if run(source, part, text) != SourceMap::Unknown {
        span = Span::new(span.line, span.column + 1 + wrong.index, 1);
    }
    let mut error = ReadError::at(span, wrong.message);
    error.hint = wrong.hint;
    error
}
