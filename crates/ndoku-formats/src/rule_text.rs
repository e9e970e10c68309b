//! The arguments of rules as text: `[VALUE: ]PARTS`, with parts separated by `;`.
//!
//! ```text
//! 9: r1c1 r1c2        value 9, one part of two cells
//! r1c1; r1c2-r1c4     no value, two parts; a path names every cell on it
//! 12: row 3           value 12, one part, a line
//! ```
//!
//! Readers write the canonical form: every cell by its name, separated by one blank. Writers accept
//! all forms, since a user may have typed a rule.

use ndoku_core::Cell;
use ndoku_core::constraint::RuleRef;

/// An argument, split into its value and its parts.
#[derive(Clone, Debug)]
pub(super) struct Argument<'a> {
    /// The text before the colon.
    pub(super) value: Option<&'a str>,
    /// The parts, without surrounding spaces.
    pub(super) parts: Vec<&'a str>,
    size: u8,
}

impl<'a> Argument<'a> {
    /// Splits the argument of a rule in a grid of this size.
    pub(super) fn new(rule: &'a RuleRef, size: u8) -> Self {
        Self::split(rule.argument.as_deref().unwrap_or_default(), size)
    }

    /// Splits a text.
    pub(super) fn split(text: &'a str, size: u8) -> Self {
        let (value, rest) = match text.rsplit_once(':') {
            Some((value, rest)) => (Some(value.trim()), rest),
            None => (None, text),
        };
        Self {
            value: value.filter(|value| !value.is_empty()),
            parts: rest.split(';').map(str::trim).collect(),
            size,
        }
    }

    /// Returns the cells of the only part.
    pub(super) fn cells(&self) -> Option<Vec<Cell>> {
        match self.parts[..] {
            [part] => cells(part, self.size),
            _ => None,
        }
    }

    /// Returns the cells of both parts.
    pub(super) fn two_lists(&self) -> Option<[Vec<Cell>; 2]> {
        match self.parts[..] {
            [one, other] => Some([cells(one, self.size)?, cells(other, self.size)?]),
            _ => None,
        }
    }

    /// Returns the line of the only part.
    pub(super) fn line(&self) -> Option<Line> {
        match self.parts[..] {
            [part] => Line::parse(part, self.size),
            _ => None,
        }
    }

    /// Returns the cell and direction of the only part.
    pub(super) fn diagonal(&self) -> Option<(Cell, Direction)> {
        let [part] = self.parts[..] else {
            return None;
        };
        let (cell, direction) = part.split_once(char::is_whitespace)?;
        let cell = self.cell(cell)?;
        let known = |known: &&Direction| known.name() == direction.trim();
        Some((cell, *Direction::ALL.iter().find(known)?))
    }

    /// Returns the terms of a sum: cells with their coefficients.
    pub(super) fn terms(&self) -> Option<Vec<(i32, Cell)>> {
        let [part] = self.parts[..] else {
            return None;
        };
        let term = |word: &str| {
            let (sign, word) = match word.strip_prefix('-') {
                Some(word) => (-1, word),
                None => (1, word.strip_prefix('+').unwrap_or(word)),
            };
            let (factor, cell) = match word.split_once('*') {
                Some((factor, cell)) => (factor.parse::<i32>().ok()?, cell),
                None => (1, word),
            };
            Some((factor.checked_mul(sign)?, self.cell(cell)?))
        };
        words(part).map(term).collect()
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        cell(name, self.size)
    }
}

/// Returns the words of a list of cells.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|mark: char| mark.is_whitespace() || mark == ',')
        .filter(|word| !word.is_empty())
}

/// Returns the cell with this name, if it is in the grid.
fn cell(name: &str, size: u8) -> Option<Cell> {
    name.parse()
        .ok()
        .filter(|cell: &Cell| cell.row() < size && cell.column() < size)
}

/// Returns the cells of a list of names and paths, unless one of them is wrong.
pub(super) fn cells(text: &str, size: u8) -> Option<Vec<Cell>> {
    let mut all = Vec::new();
    for word in words(text) {
        let mut points = word.split('-');
        let mut at = cell(points.next()?, size)?;
        all.push(at);
        for point in points {
            let to = cell(point, size)?;
            let rows = i16::from(to.row()) - i16::from(at.row());
            let columns = i16::from(to.column()) - i16::from(at.column());
            if rows != 0 && columns != 0 && rows.abs() != columns.abs() {
                return None;
            }
            while at != to {
                at = at.offset(rows.signum(), columns.signum(), size)?;
                all.push(at);
            }
        }
    }
    (!all.is_empty()).then_some(all)
}

/// Returns the names of cells, separated by spaces.
pub(super) fn join(cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
    names.join(" ")
}

/// Creates a rule from its value and its parts.
pub(super) fn rule(id: &'static str, value: Option<&str>, parts: &str) -> RuleRef {
    RuleRef {
        id,
        argument: Some(match value {
            Some(value) => format!("{value}: {parts}"),
            None => parts.to_owned(),
        }),
    }
}

/// Creates an extra house. A name, if there is one, ends in a colon.
pub(super) fn house(name: &str, cells: &[Cell]) -> RuleRef {
    let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
    RuleRef {
        id: "house",
        argument: Some(format!("{name}{}", cells.join(","))),
    }
}

/// Creates a rule without an argument.
pub(super) const fn bare(id: &'static str) -> RuleRef {
    RuleRef { id, argument: None }
}

/// A row or column, read from one of its ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Line {
    pub(super) is_row: bool,
    /// The number of the row or column, from 0.
    pub(super) number: u8,
    /// `true` if it is read from the right or from below.
    pub(super) is_reversed: bool,
}

impl Line {
    /// Parses `row 3`, `row 3 from right`, `column 2` or `column 2 from below`.
    fn parse(text: &str, size: u8) -> Option<Self> {
        let mut words = text.split_whitespace();
        let is_row = match words.next()? {
            "row" => true,
            "column" | "col" => false,
            _ => return None,
        };
        let number = words.next()?.parse::<u8>().ok()?;
        let is_reversed = match (words.next(), words.next()) {
            (None, _) => false,
            (Some("from"), Some(end)) => match end {
                "left" | "above" | "top" => false,
                "right" | "below" | "bottom" => true,
                _ => return None,
            },
            _ => return None,
        };
        (1..=size).contains(&number).then(|| Self {
            is_row,
            number: number - 1,
            is_reversed,
        })
    }
}

/// Writes the canonical form that [`Argument::line`] reads.
impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (kind, end) = if self.is_row {
            ("row", "right")
        } else {
            ("column", "below")
        };
        write!(f, "{kind} {}", u16::from(self.number) + 1)?;
        if self.is_reversed {
            write!(f, " from {end}")?;
        }
        Ok(())
    }
}

/// The direction of a diagonal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Direction {
    pub(super) is_down: bool,
    pub(super) is_right: bool,
}

impl Direction {
    /// All directions.
    pub(super) const ALL: [Self; 4] = [
        Self::new(true, true),
        Self::new(true, false),
        Self::new(false, true),
        Self::new(false, false),
    ];

    /// Creates a direction.
    pub(super) const fn new(is_down: bool, is_right: bool) -> Self {
        Self { is_down, is_right }
    }

    /// Returns the word in the argument of a rule.
    pub(super) const fn name(self) -> &'static str {
        match (self.is_down, self.is_right) {
            (true, true) => "down-right",
            (true, false) => "down-left",
            (false, true) => "up-right",
            (false, false) => "up-left",
        }
    }

    /// Returns the opposite direction.
    pub(super) const fn opposite(self) -> Self {
        Self::new(!self.is_down, !self.is_right)
    }

    /// Returns the steps in rows and columns.
    pub(super) const fn steps(self) -> (i16, i16) {
        (
            if self.is_down { 1 } else { -1 },
            if self.is_right { 1 } else { -1 },
        )
    }

    /// Returns the cells from `first` on to the edge.
    pub(super) fn cells(self, first: Cell, size: u8) -> Vec<Cell> {
        let (down, right) = self.steps();
        std::iter::successors(Some(first), |cell| cell.offset(down, right, size)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_every_cell() {
        let named = |text| cells(text, 9).map(|cells| join(&cells));
        assert_eq!(named("r1c1-r1c3").as_deref(), Some("r1c1 r1c2 r1c3"));
        assert_eq!(
            named("r3c3-r1c1-r1c2, R9C9").as_deref(),
            Some("r3c3 r2c2 r1c1 r1c2 r9c9")
        );
        for wrong in ["", "r1c1-r2c3", "r1c10", "x", "r1c1-"] {
            assert_eq!(named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn arguments_are_split() {
        let argument = Argument::split("9: r1c1 r1c2; r2c2", 9);
        assert_eq!((argument.value, argument.parts.len()), (Some("9"), 2));
        assert!(argument.cells().is_none() && argument.two_lists().is_some());
        let terms = Argument::split("10: r1c1 2*r1c2 -r1c3 -3*r2c2", 9).terms();
        let factors: Vec<i32> = terms.unwrap().iter().map(|(factor, _)| *factor).collect();
        assert_eq!(factors, [1, 2, -1, -3]);
        let diagonal = Argument::split("10: r1c4 down-left", 9).diagonal().unwrap();
        assert_eq!(
            join(&diagonal.1.cells(diagonal.0, 9)),
            "r1c4 r2c3 r3c2 r4c1"
        );
        assert_eq!(Argument::split("10: r1c4 left", 9).diagonal(), None);
    }

    #[test]
    fn lines_read_back() {
        for text in [
            "row 1",
            "row 9 from right",
            "column 2",
            "column 3 from below",
        ] {
            assert_eq!(Line::parse(text, 9).unwrap().to_string(), text);
        }
        for wrong in [
            "row",
            "row 0",
            "row 10",
            "line 3",
            "row 1 from",
            "row 1 from x",
        ] {
            assert_eq!(Line::parse(wrong, 9), None, "{wrong}");
        }
    }
}
