//! Reads the arguments of rules: `[VALUE: ]PARTS`, with parts separated by `;`.
//!
//! ```text
//! killer=9: r1c1 r1c2       value 9, one part of two cells
//! arrow=r1c1; r1c2-r1c4     no value, two parts; a path names every cell on it
//! sandwich=12: row 3        value 12, one part, a line
//! ```

use crate::Cell;
use crate::layout::LayoutError;

/// The argument of a rule, split into its value and its parts.
pub(super) struct Argument<'a> {
    rule: &'static str,
    size: u8,
    text: &'a str,
    value: Option<&'a str>,
    parts: Vec<&'a str>,
}

/// A row or column, read from one of its ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    is_row: bool,
    number: u8,
    is_reversed: bool,
}

impl Line {
    /// Returns the cells of the line, the one next to the clue first.
    pub(super) fn cells(self, size: u8) -> Vec<Cell> {
        let cell = |place: u8| {
            if self.is_row {
                Cell::new(self.number, place)
            } else {
                Cell::new(place, self.number)
            }
        };
        if self.is_reversed {
            (0..size).rev().map(cell).collect()
        } else {
            (0..size).map(cell).collect()
        }
    }

    /// Returns the change of row and column from one cell to the next.
    pub(super) fn direction(self) -> [i8; 2] {
        let step = if self.is_reversed { -1 } else { 1 };
        if self.is_row { [0, step] } else { [step, 0] }
    }
}

impl<'a> Argument<'a> {
    /// Splits an argument.
    pub(super) fn new(rule: &'static str, size: u8, text: Option<&'a str>) -> Self {
        let text = text.unwrap_or_default();
        let (value, rest) = match text.split_once(':') {
            Some((value, rest)) => (Some(value.trim()), rest),
            None => (None, text),
        };
        Self {
            rule,
            size,
            text,
            value: value.filter(|value| !value.is_empty()),
            parts: rest.split(';').map(str::trim).collect(),
        }
    }

    /// Returns the error of this argument.
    pub(super) fn wrong(&self, problem: impl Into<String>) -> LayoutError {
        LayoutError::RuleArgument {
            rule: self.rule,
            problem: problem.into(),
        }
    }

    /// Returns the whole argument.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the text before the colon.
    pub(super) fn value(&self) -> Option<&'a str> {
        self.value
    }

    /// Returns the value as a number.
    ///
    /// # Errors
    /// Returns an error if the value is missing or not a whole number.
    pub(super) fn number(&self) -> Result<u32, LayoutError> {
        let text = self
            .value
            .ok_or_else(|| self.wrong("a value is missing, as in `12: r1c1 r1c2`"))?;
        self.parse_number(text)
    }

    /// Returns the value as a number, or `default` if there is none.
    ///
    /// # Errors
    /// Returns an error if the value is not a whole number.
    pub(super) fn number_or(&self, default: u32) -> Result<u32, LayoutError> {
        self.value
            .map_or(Ok(default), |text| self.parse_number(text))
    }

    fn parse_number(&self, text: &str) -> Result<u32, LayoutError> {
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse()
            .ok()
            .filter(|_| is_plain)
            .ok_or_else(|| self.wrong(format!("`{text}` is not a whole number")))
    }

    /// Returns an error if the argument has a value.
    ///
    /// # Errors
    /// See above.
    pub(super) fn without_value(&self) -> Result<(), LayoutError> {
        match self.value {
            Some(value) => Err(self.wrong(format!("it takes no value, but has `{value}`"))),
            None => Ok(()),
        }
    }

    /// Returns the only part.
    ///
    /// # Errors
    /// Returns an error if there are several.
    pub(super) fn only_part(&self) -> Result<&'a str, LayoutError> {
        match self.parts[..] {
            [part] => Ok(part),
            _ => Err(self.wrong("it takes one list of cells, without `;`")),
        }
    }

    /// Returns the cells of the only part.
    ///
    /// # Errors
    /// Returns an error if there are several parts, no cell, or a cell that is not in the grid.
    pub(super) fn cells(&self) -> Result<Vec<Cell>, LayoutError> {
        self.parse_cells(self.only_part()?)
    }

    /// Returns the two cells of the only part.
    ///
    /// # Errors
    /// Returns an error if there are more or fewer, or if both are the same.
    pub(super) fn two_cells(&self) -> Result<[Cell; 2], LayoutError> {
        match self.cells()?[..] {
            [a, b] if a == b => Err(self.wrong(format!("it names {a} twice"))),
            [a, b] => Ok([a, b]),
            ref cells => Err(self.wrong(format!("it takes two cells, but has {}", cells.len()))),
        }
    }

    /// Returns the cells of both parts.
    ///
    /// # Errors
    /// Returns an error if there are not two parts, or a part is not a list of cells.
    pub(super) fn two_parts(&self) -> Result<[Vec<Cell>; 2], LayoutError> {
        match self.parts[..] {
            [one, other] => Ok([self.parse_cells(one)?, self.parse_cells(other)?]),
            _ => Err(self.wrong("it takes two lists of cells, separated by `;`")),
        }
    }

    /// Reads a list of cells and paths.
    fn parse_cells(&self, text: &str) -> Result<Vec<Cell>, LayoutError> {
        let mut cells = Vec::new();
        for word in text
            .split([' ', ','])
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            let mut points = word.split('-').map(|name| self.parse_cell(name));
            let Some(first) = points.next() else {
                continue;
            };
            let mut at = first?;
            cells.push(at);
            for point in points {
                self.walk(&mut cells, at, point?)?;
                at = cells[cells.len() - 1];
            }
        }
        if cells.is_empty() {
            return Err(self.wrong("it names no cell"));
        }
        Ok(cells)
    }

    /// Adds the cells of a straight or diagonal path, without its first one.
    fn walk(&self, cells: &mut Vec<Cell>, from: Cell, to: Cell) -> Result<(), LayoutError> {
        let rows = i16::from(to.row()) - i16::from(from.row());
        let columns = i16::from(to.column()) - i16::from(from.column());
        if rows != 0 && columns != 0 && rows.abs() != columns.abs() {
            return Err(self.wrong(format!(
                "the path {from}-{to} is neither straight nor diagonal"
            )));
        }
        let mut at = from;
        while at != to {
            at = at
                .offset(rows.signum(), columns.signum(), self.size)
                .ok_or_else(|| self.wrong(format!("the path {from}-{to} leaves the grid")))?;
            cells.push(at);
        }
        Ok(())
    }

    /// Reads a cell of the grid.
    ///
    /// # Errors
    /// Returns an error if the text is not a cell, or the cell is not in the grid.
    pub(super) fn parse_cell(&self, text: &str) -> Result<Cell, LayoutError> {
        let cell: Cell = text
            .parse()
            .map_err(|error: crate::ParseCellError| self.wrong(error.to_string()))?;
        if cell.row() >= self.size || cell.column() >= self.size {
            return Err(self.wrong(format!("{cell} is not in a grid of size {}", self.size)));
        }
        Ok(cell)
    }

    /// Reads a line: `row 3`, `row 3 from right`, `column 2`, `column 2 from below`.
    ///
    /// # Errors
    /// Returns an error if the text is not a line of the grid.
    pub(super) fn line(&self) -> Result<Line, LayoutError> {
        let text = self.only_part()?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let wrong = || {
            self.wrong(format!(
                "`{text}` is not a line: write `row 3`, `row 3 from right`, `column 2` or \
                `column 2 from below`"
            ))
        };
        let (kind, number, from) = match words[..] {
            [kind, number] => (kind, number, None),
            [kind, number, "from", from] => (kind, number, Some(from)),
            _ => return Err(wrong()),
        };
        let is_row = match kind {
            "row" => true,
            "column" | "col" => false,
            _ => return Err(wrong()),
        };
        let is_reversed = match (is_row, from) {
            (_, None) | (true, Some("left")) | (false, Some("above" | "top")) => false,
            (true, Some("right")) | (false, Some("below" | "bottom")) => true,
            _ => return Err(wrong()),
        };
        let number = self.parse_number(number)?;
        let number = u8::try_from(number)
            .ok()
            .filter(|number| (1..=self.size).contains(number))
            .ok_or_else(|| {
                self.wrong(format!(
                    "there is no {kind} {number} in a grid of size {}",
                    self.size
                ))
            })?;
        Ok(Line {
            is_row,
            number: number - 1,
            is_reversed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(cells: &[Cell]) -> String {
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        names.join(" ")
    }

    #[test]
    fn paths_name_every_cell() {
        let read = |text| Argument::new("thermo", 9, Some(text)).cells();
        assert_eq!(names(&read("r1c1-r1c4").unwrap()), "r1c1 r1c2 r1c3 r1c4");
        assert_eq!(
            names(&read("r3c3-r1c1-r1c2, r9c9").unwrap()),
            "r3c3 r2c2 r1c1 r1c2 r9c9"
        );
        for (text, problem) in [
            ("", "it names no cell"),
            ("r1c1-r2c3", "neither straight nor diagonal"),
            ("r1c10", "r1c10 is not in a grid of size 9"),
            ("x", "`x` is not a cell"),
            ("r1c1; r1c2", "one list of cells"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(
                error.starts_with("rule `thermo`: ") && error.contains(problem),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn two_cells_are_two() {
        let read = |text| Argument::new("greater", 9, Some(text)).two_cells();
        assert_eq!(names(&read("r1c1 r1c2").unwrap()), "r1c1 r1c2");
        for (text, problem) in [
            ("r1c1", "it takes two cells, but has 1"),
            ("r1c1 r1c1", "it names r1c1 twice"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.ends_with(problem), "{text}: {error}");
        }
    }

    #[test]
    fn values_come_before_a_colon() {
        let argument = Argument::new("killer", 9, Some("9: r1c1"));
        assert_eq!(argument.number(), Ok(9));
        assert_eq!(Argument::new("killer", 9, Some("r1c1")).number_or(3), Ok(3));
        assert!(
            Argument::new("killer", 9, Some("-9: r1c1"))
                .number()
                .is_err()
        );
        assert!(Argument::new("killer", 9, Some(":r1c1")).value().is_none());
    }

    #[test]
    fn lines_have_two_ends() {
        let read = |text| Argument::new("sandwich", 4, Some(text)).line();
        assert_eq!(
            names(&read("row 2").unwrap().cells(4)),
            "r2c1 r2c2 r2c3 r2c4"
        );
        assert_eq!(
            names(&read("5: column 3 from below").unwrap().cells(4)),
            "r4c3 r3c3 r2c3 r1c3"
        );
        for text in [
            "row",
            "row 5",
            "row 0",
            "row 1 from below",
            "diagonal 1",
            "row 1 2",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
