//! Writes the JSON of f-puzzles, and links.

use std::fmt::Write as _;

use ndoku_core::{Boxes, Cell, Diagonal, Digit, DigitSet};
use serde_json::{Map, Value, json};

use super::super::json::write as own;
use super::super::{Record, WriteError, WriteOptions, lz_string, notes};
use super::keys::KEPT_CELLS;
use super::{kept, rules};

/// Appends the puzzle as a line of JSON.
///
/// # Errors
/// Returns an error if f-puzzles lacks one of the constraints, or a cell has empty pencilmarks.
pub(super) fn json(record: &Record, _: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let text = object(record)?;
    out.push_str(&text);
    out.push('\n');
    Ok(())
}

/// Appends the puzzle as a link.
///
/// # Errors
/// Returns the errors of [`json`].
pub(super) fn link(record: &Record, _: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let _ = writeln!(
        out,
        "https://www.f-puzzles.com/?load={}",
        compressed(record)?
    );
    Ok(())
}

/// Returns the compressed puzzle for a link.
///
/// # Errors
/// Returns the errors of [`json`].
pub(in super::super) fn compressed(record: &Record) -> Result<String, WriteError> {
    let packed = lz_string::compress(&object(record)?);
    // In a link, a plus sign means a blank, and some programs misinterpret other characters.
    Ok(packed
        .replace('+', "%2B")
        .replace('/', "%2F")
        .replace('=', "%3D"))
}

/// Returns the JSON of the puzzle.
///
/// # Errors
/// Returns the errors of [`json`].
fn object(record: &Record) -> Result<String, WriteError> {
    let layout = record.puzzle.layout();
    let size = layout.size();
    let mut rest = record.metadata.clone();
    let mut take_notes = |name: &str| {
        let place = rest.extra.iter().position(|(key, _)| key == name);
        place.map(|place| notes::from_text(&rest.extra.remove(place).1, size))
    };
    let (center, corner) = (take_notes(notes::CENTER), take_notes(notes::CORNER));
    let mut kept = kept::take(&mut rest);
    let colors = kept.iter().position(|(name, _)| name == KEPT_CELLS);
    let colors: Map<String, Value> = colors
        .and_then(|place| serde_json::from_str(&kept.remove(place).1).ok())
        .unwrap_or_default();
    let mut grid = Vec::new();
    for row in 0..size {
        let mut cells = Vec::new();
        for column in 0..size {
            let cell = Cell::new(row, column);
            let mut written = cell_members(record, cell)?;
            for (name, notes) in [
                ("centerPencilMarks", &center),
                ("cornerPencilMarks", &corner),
            ] {
                if let Some(set) = notes
                    .as_ref()
                    .map(|notes| notes[layout.index(cell)])
                    .filter(|set| !set.is_empty())
                {
                    written.insert(name.into(), numbers(set));
                }
            }
            if let Some(Value::Object(color)) = colors.get(&rules::name(cell)) {
                written.extend(color.clone());
            }
            cells.push(Value::Object(written));
        }
        grid.push(Value::Array(cells));
    }
    let mut members = vec![("size", json!(size))];
    for (name, field) in [
        ("title", &mut rest.title),
        ("author", &mut rest.author),
        ("ruleset", &mut rest.comment),
    ] {
        if let Some(text) = field.take_if(|text| !text.is_empty()) {
            members.push((name, text.into()));
        }
    }
    members.push(("grid", Value::Array(grid)));
    for (name, diagonal) in [("diagonal+", Diagonal::Anti), ("diagonal-", Diagonal::Main)] {
        if layout.has_diagonal(diagonal) {
            members.push((name, true.into()));
        }
    }
    let (elements, drawings) = rules::elements(layout)?;
    members.extend(elements);
    if let Some(solution) = &record.solution {
        members.push((
            "solution",
            solution.iter().map(|digit| digit.get()).collect(),
        ));
    }
    let mut parts: Vec<String> = members
        .into_iter()
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    parts.extend(rules::with_drawings(kept, drawings));
    if !rest.is_empty() {
        parts.push(format!(
            "\"ndoku\":{}",
            own::metadata(&rest, own::Style::Line)
        ));
    }
    Ok(format!("{{{}}}", parts.join(",")))
}

/// Returns the digit, the region and the candidates of a cell.
fn cell_members(record: &Record, cell: Cell) -> Result<Map<String, Value>, WriteError> {
    let layout = record.puzzle.layout();
    let size = layout.size();
    let index = layout.index(cell);
    let mut members = Map::new();
    if let Some(clue) = record.puzzle.clues()[index] {
        members.insert("value".into(), clue.get().into());
        members.insert("given".into(), true.into());
    } else if let Some(digit) = record.entries.as_ref().and_then(|entries| entries[index]) {
        members.insert("value".into(), digit.get().into());
    }
    if *layout.boxes() != Boxes::for_size(size) {
        let number = layout.box_number(cell).map_or(Value::Null, Value::from);
        members.insert("region".into(), number);
    }
    let pencilmarks = record.puzzle.pencilmarks().map(|marks| marks[index]);
    if let Some(set) = pencilmarks.filter(|set| *set != DigitSet::full(size)) {
        if set.is_empty() {
            return Err(WriteError(format!(
                "f-puzzles cannot say that {cell} may hold no digit at all"
            )));
        }
        members.insert("givenPencilMarks".into(), numbers(set));
    }
    Ok(members)
}

fn numbers(set: DigitSet) -> Value {
    set.iter().map(Digit::get).collect()
}
