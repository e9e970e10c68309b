//! The parts of a constraint string: constraints, composites and names of cells.
//!
//! ```text
//!   .Or.And.Thermo~R1C1~R1C2.End.End.Cage~5~R2C1~R2C2
//!    Or[And[Thermo]], Cage    ─▶    Thermo, Cage
//! ```

use ndoku_core::Cell;

use super::types::COMPOSITES;

/// A constraint in the string: a type and its arguments, without white space.
pub(super) struct IssConstraint<'a> {
    pub(super) part: &'a str,
    pub(super) kind: String,
    pub(super) arguments: Vec<String>,
}

impl<'a> IssConstraint<'a> {
    pub(super) fn new(part: &'a str) -> Self {
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        let (kind, arguments) = part.split_once('~').unwrap_or((part, ""));
        Self {
            part: part.trim(),
            kind: plain(kind),
            arguments: arguments.split('~').map(plain).collect(),
        }
    }
}

/// Takes the next constraint. Of a composite, returns the constraints in it if all of them hold,
/// and otherwise the composite itself.
pub(super) fn flatten<'a>(
    rest: &mut std::iter::Peekable<impl Iterator<Item = IssConstraint<'a>>>,
) -> Vec<IssConstraint<'a>> {
    let Some(constraint) = rest.next() else {
        return Vec::new();
    };
    if !COMPOSITES.contains(&constraint.kind.as_str()) {
        return vec![constraint];
    }
    // The composites that are open, each with its alternatives.
    let mut open: Vec<(IssConstraint<'a>, Vec<Vec<IssConstraint<'a>>>)> =
        vec![(constraint, Vec::new())];
    while let Some((composite, mut parts)) = open.pop() {
        let content = match rest.next() {
            Some(part) if COMPOSITES.contains(&part.kind.as_str()) => {
                open.push((composite, parts));
                open.push((part, Vec::new()));
                continue;
            }
            Some(part) if part.kind != "End" => {
                parts.push(vec![part]);
                open.push((composite, parts));
                continue;
            }
            _ => match composite.kind.as_str() {
                "And" => parts.into_iter().flatten().collect(),
                "Or" if parts.len() == 1 => parts.remove(0),
                _ => vec![composite],
            },
        };
        match open.last_mut() {
            Some((_, parts)) => parts.push(content),
            None => return content,
        }
    }
    Vec::new()
}

/// Names with their numbers.
pub(super) type Counts = Vec<(String, usize)>;

/// Counts a name.
pub(super) fn count(counts: &mut Counts, name: String) {
    match counts.iter_mut().find(|(known, _)| *known == name) {
        Some((_, count)) => *count += 1,
        None => counts.push((name, 1)),
    }
}

/// Returns `true` for a list of sets of values in which each set has one cell.
pub(super) fn is_of_single_cells(constraint: &IssConstraint<'_>) -> bool {
    let [number, cells @ ..] = &constraint.arguments[..] else {
        return false;
    };
    let cells = cells.iter().filter(|cell| !cell.is_empty());
    number.parse() == Ok(cells.count())
}

/// Reads a cell name. `R1Ca` is the first row, tenth column. Numbers of two digits are accepted
/// too.
pub(super) fn read_cell(name: &str, size: u8) -> Option<Cell> {
    let (row, column) = name.strip_prefix(['R', 'r'])?.split_once('C')?;
    Some(Cell::new(
        read_line_number(row, size)?,
        read_line_number(column, size)?,
    ))
}

/// Reads the number of a row or column, and returns it from 0.
pub(super) fn read_line_number(text: &str, size: u8) -> Option<u8> {
    let base = if text.len() == 1 { 36 } else { 10 };
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    u8::from_str_radix(text, base)
        .ok()
        .filter(|number| plain && (1..=size).contains(number))
        .map(|number| number - 1)
}

/// Returns the pairs of cells in a list that are side by side, in the order of the list.
pub(super) fn adjacent_pairs(cells: &[Cell]) -> Vec<[Cell; 2]> {
    let is_adjacent =
        |a: &Cell, b: &Cell| a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()) == 1;
    let mut pairs = Vec::new();
    for (index, one) in cells.iter().enumerate() {
        for other in cells[index + 1..]
            .iter()
            .filter(|other| is_adjacent(one, other))
        {
            if !pairs.contains(&[*one, *other]) {
                pairs.push([*one, *other]);
            }
        }
    }
    pairs
}
