//! Reads the rules of f-puzzles by the table of [keys](super::keys).

use ndoku_core::constraint::RuleRef;
use ndoku_core::{Cell, Digit};

use super::super::cells::count_cells;
use super::super::reader::RulePlace;
use super::super::rule_text::{self, Direction, Line};
use super::super::spanned_json::{Members, Source, is_null, member};
use super::super::{DetectedLayout, ReadError};
use super::keys::{self, KEYS, Key, NEGATIVES, Shape, Value};

/// Adds the rules of a puzzle to the layout. Returns the place of each.
///
/// With `is_lenient`, an element with an unreadable value is left out.
///
/// # Errors
/// Returns an error for an element that cannot be read.
pub(super) fn read<'a>(
    source: &Source<'a>,
    members: &Members<'a>,
    is_lenient: bool,
    found: &mut DetectedLayout,
) -> Result<Vec<RulePlace>, ReadError> {
    let mut elements = Elements {
        source,
        size: found.size,
        is_lenient,
        rules: Vec::new(),
        places: Vec::new(),
    };
    for (name, part) in members {
        if let Some(row) = keys::find(name) {
            elements.key(row, part)?;
        } else if name == "negative" {
            elements.negative(part)?;
        }
    }
    elements.exempt_dots(members)?;
    found.rules.extend(elements.rules);
    Ok(elements.places)
}

/// The value of an element.
enum Found {
    /// A number or numeral, or the default of the rule.
    Value(Option<String>),
    /// The element is only a drawing.
    Drawing,
}

/// The rules read so far.
struct Elements<'s, 'a> {
    source: &'s Source<'a>,
    size: u8,
    is_lenient: bool,
    rules: Vec<RuleRef>,
    places: Vec<RulePlace>,
}

impl<'a> Elements<'_, 'a> {
    fn push(&mut self, rule: RuleRef, part: &str, name: &str) {
        self.rules.push(rule);
        self.places.push(RulePlace {
            span: self.source.span(part),
            name: name.to_owned(),
        });
    }

    /// Reads the rules of a key.
    fn key(&mut self, row: &Key, part: &'a str) -> Result<(), ReadError> {
        if row.shape == Shape::Flag {
            if self.source.flag(part, row.key)? {
                self.push(rule_text::bare(row.rule), part, row.key);
            }
            return Ok(());
        }
        // Some tools write `false` for a rule without elements.
        if part == "false" {
            return Ok(());
        }
        let mut together = Vec::new();
        for (number, part) in (1..).zip(self.source.list(part, row.key)?) {
            if is_null(part) {
                continue;
            }
            let mut element = self.source.object(part, row.key)?;
            element.retain(|(_, value)| !is_null(value));
            let name = format!("{} {number}", row.key);
            match row.shape {
                Shape::Flag => {}
                Shape::Cells => self.with_cells(row, &element, part, &name)?,
                Shape::Lines => self.with_lines(row, &element, part, &name)?,
                Shape::Cell => {
                    if let Some(part) = member(&element, "cell") {
                        together.extend(self.cell(part, &name)?);
                    }
                    together.extend(self.cells(&element, "cells", &name)?);
                }
                Shape::Arrow => self.arrow(row, &element, part, &name)?,
                Shape::Clone => self.clone_region(row, &element, part, &name)?,
                Shape::Diagonal => self.diagonal(row, &element, part, &name)?,
                Shape::Outside => self.outside(row, &element, part, &name)?,
                Shape::Quadruple => self.quadruple(row, &element, part, &name)?,
            }
        }
        if !together.is_empty() {
            let rule = rule_text::rule(row.rule, None, &rule_text::join(&together));
            self.push(rule, part, row.key);
        }
        Ok(())
    }

    /// Reads the list of rules that hold where there is no sign.
    fn negative(&mut self, part: &'a str) -> Result<(), ReadError> {
        for part in self.source.list(part, "negative")? {
            let name = self.source.loose(part);
            if let Some((_, id)) = NEGATIVES.iter().find(|(known, _)| *known == name) {
                self.push(rule_text::bare(id), part, &format!("negative {name}"));
            }
        }
        Ok(())
    }

    /// Lets `nonconsecutive` exempt the pairs with a dot, if there are dots.
    fn exempt_dots(&mut self, members: &Members<'a>) -> Result<(), ReadError> {
        let place = self
            .rules
            .iter()
            .position(|rule| rule.id == "non-consecutive");
        let Some(place) = place else {
            return Ok(());
        };
        let is_one = |rule: &RuleRef| {
            let argument = rule.argument.as_deref().unwrap_or_default();
            argument
                .split_once(':')
                .is_none_or(|(value, _)| value == "1")
        };
        let white = || self.rules.iter().filter(|rule| rule.id == "difference");
        let has_black = self.rules.iter().any(|rule| rule.id == "ratio");
        if white().next().is_none() && !has_black {
            return Ok(());
        }
        if white().all(is_one) {
            self.rules[place] = rule_text::bare("difference-negative");
            return Ok(());
        }
        // A pair with another difference is not consecutive anyway.
        if (!white().any(is_one) && !has_black) || self.is_lenient {
            return Ok(());
        }
        let part = member(members, "nonconsecutive").unwrap_or(self.source.text());
        let message = "this puzzle uses nonconsecutive together with dots of other differences, \
            which ndoku does not know yet";
        Err(self
            .source
            .error(part, message)
            .hint("--ignore-unsupported lets nonconsecutive hold for all pairs"))
    }

    /// Reads the cells of a member. A missing member has none.
    fn cells(&self, element: &Members<'a>, what: &str, name: &str) -> Result<Vec<Cell>, ReadError> {
        let Some(list) = member(element, what) else {
            return Ok(Vec::new());
        };
        let mut cells = Vec::new();
        for part in self.source.list(list, what)? {
            cells.extend(self.cell(part, name)?);
        }
        Ok(cells)
    }

    /// Reads a cell of the grid. An empty text is none.
    fn cell(&self, part: &'a str, name: &str) -> Result<Option<Cell>, ReadError> {
        let text = self.source.string(part, "a cell")?;
        if text.trim().is_empty() {
            return Ok(None);
        }
        let cell: Cell = text
            .trim()
            .parse()
            .map_err(|error: ndoku_core::ParseCellError| {
                self.source.error(part, error.to_string())
            })?;
        if cell.row() >= self.size || cell.column() >= self.size {
            let message = format!(
                "{name} names {cell}, which is not in a grid of size {}",
                self.size
            );
            return Err(self.source.error(part, message));
        }
        Ok(Some(cell))
    }

    /// Reads the value of an element.
    fn value(&self, row: &Key, element: &Members<'a>, name: &str) -> Result<Found, ReadError> {
        if row.value == Value::None {
            return Ok(Found::Value(None));
        }
        let part = member(element, "value");
        let text = part.map(|part| self.source.loose(part)).unwrap_or_default();
        let text = text.trim();
        let (Some(part), false) = (part, text.is_empty()) else {
            return Ok(match row.value {
                Value::Number | Value::Roman => Found::Drawing,
                _ => Found::Value(None),
            });
        };
        let number = text.parse::<u32>().ok().map(|number| number.to_string());
        let is_roman = || row.value == Value::Roman && text.bytes().all(is_numeral);
        let value = number.or_else(|| is_roman().then(|| text.to_ascii_uppercase()));
        match value {
            Some(value) if matches!(row.value, Value::Fixed(known) if known == value) => {
                Ok(Found::Value(None))
            }
            Some(value) => Ok(Found::Value(Some(value))),
            None if self.is_lenient => Ok(Found::Drawing),
            None => {
                let message = format!("the value of {name} is `{text}`, not a whole number");
                let hint = "--ignore-unsupported reads the puzzle without it, as another puzzle";
                Err(self.source.error(part, message).hint(hint))
            }
        }
    }

    fn with_cells(
        &mut self,
        row: &Key,
        element: &Members<'a>,
        part: &'a str,
        name: &str,
    ) -> Result<(), ReadError> {
        let cells = self.cells(element, "cells", name)?;
        if cells.is_empty() {
            return Ok(());
        }
        let Found::Value(value) = self.value(row, element, name)? else {
            return Ok(());
        };
        let is_house = row.rule == "house" || (row.value == Value::Sum && value.is_none());
        let rule = if is_house {
            rule_text::house("", &cells)
        } else {
            rule_text::rule(row.rule, value.as_deref(), &rule_text::join(&cells))
        };
        self.push(rule, part, name);
        Ok(())
    }

    /// Reads the lines of an element.
    fn lines(&self, element: &Members<'a>, name: &str) -> Result<Vec<Vec<Cell>>, ReadError> {
        let Some(part) = member(element, "lines") else {
            return Ok(Vec::new());
        };
        let mut lines = Vec::new();
        for part in self.source.list(part, "lines")? {
            let mut cells = Vec::new();
            for part in self.source.list(part, "a line")? {
                cells.extend(self.cell(part, name)?);
            }
            lines.push(cells);
        }
        Ok(lines)
    }

    fn with_lines(
        &mut self,
        row: &Key,
        element: &Members<'a>,
        part: &'a str,
        name: &str,
    ) -> Result<(), ReadError> {
        let Found::Value(value) = self.value(row, element, name)? else {
            return Ok(());
        };
        for line in self.lines(element, name)? {
            // A line of one cell means nothing.
            if line.len() > 1 {
                let rule = rule_text::rule(row.rule, value.as_deref(), &rule_text::join(&line));
                self.push(rule, part, name);
            }
        }
        Ok(())
    }

    fn arrow(
        &mut self,
        row: &Key,
        element: &Members<'a>,
        part: &'a str,
        name: &str,
    ) -> Result<(), ReadError> {
        let mut circle = self.cells(element, "cells", name)?;
        // The number is read from left to right and from top to bottom.
        circle.sort_unstable();
        for line in self.lines(element, name)? {
            // The first cell of a line is in the circle.
            if let (false, [_, shaft @ ..]) = (circle.is_empty(), &line[..])
                && !shaft.is_empty()
            {
                let parts = format!("{}; {}", rule_text::join(&circle), rule_text::join(shaft));
                self.push(rule_text::rule(row.rule, None, &parts), part, name);
            }
        }
        Ok(())
    }

    fn clone_region(
        &mut self,
        row: &Key,
        element: &Members<'a>,
        part: &'a str,
        name: &str,
    ) -> Result<(), ReadError> {
        let cells = self.cells(element, "cells", name)?;
        let copies = self.cells(element, "cloneCells", name)?;
        if cells.len() != copies.len() {
            let message = format!(
                "{name} has {}, but {} as their clone",
                count_cells(cells.len()),
                count_cells(copies.len())
            );
            return Err(self.source.error(part, message));
        }
        // A cell over itself is equal anyway.
        let pairs = cells
            .into_iter()
            .zip(copies)
            .filter(|(one, other)| one != other);
        let (cells, copies): (Vec<Cell>, Vec<Cell>) = pairs.unzip();
        if !cells.is_empty() {
            let parts = format!("{}; {}", rule_text::join(&cells), rule_text::join(&copies));
            self.push(rule_text::rule(row.rule, None, &parts), part, name);
        }
        Ok(())
    }

    /// Reads a place in the grid or directly beside it, with rows and columns counted from 1.
    fn place(
        &self,
        element: &Members<'a>,
        part: &'a str,
        name: &str,
    ) -> Result<(&'a str, i16, i16), ReadError> {
        let Some(part) = member(element, "cell") else {
            return Err(self.source.error(part, format!("{name} has no cell")));
        };
        let text = self.source.string(part, "a cell")?;
        let number = |text: &str| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<i16>().ok().filter(|_| is_plain)
        };
        let read = || {
            let (row, column) = text
                .trim()
                .strip_prefix(['R', 'r'])?
                .split_once(['C', 'c'])?;
            Some((number(row)?, number(column)?))
        };
        let (row, column) = read().ok_or_else(|| {
            let message = format!("`{text}` is not a place beside the grid");
            self.source
                .error(part, message)
                .hint("a place is written R0C3")
        })?;
        Ok((part, row, column))
    }

    fn diagonal(
        &mut self,
        row: &Key,
        element: &Members<'a>,
        part: &'a str,
        name: &str,
    ) -> Result<(), ReadError> {
        let Found::Value(value) = self.value(row, element, name)? else {
            return Ok(());
        };
        let (place, down, right) = self.place(element, part, name)?;
        let text = member(element, "direction").map(|part| self.source.loose(part));
        let direction = match text.as_deref().map(str::trim) {
            Some("DR") => Direction::new(true, true),
            Some("DL") => Direction::new(true, false),
            Some("UR") => Direction::new(false, true),
            Some("UL") => Direction::new(false, false),
            other => {
                let message = format!(
                    "the direction of {name} is `{}`, not one of UL, UR, DL and DR",
                    other.unwrap_or_default()
                );
                return Err(self.source.error(part, message));
            }
        };
        let size = i16::from(self.size);
        let inside = |number: &i16| (1..=size).contains(number);
        let (rows, columns) = direction.steps();
        let (first_row, first_column) = (down + rows, right + columns);
        if (inside(&down) && inside(&right)) || !inside(&first_row) || !inside(&first_column) {
            let message = format!(
                "no diagonal of the grid begins at `{}` in the direction {}",
                self.source.loose(place),
                direction.name()
            );
            return Err(self.source.error(place, message));
        }
        let first = Cell::new(first_row as u8 - 1, first_column as u8 - 1);
        let parts = format!("{first} {}", direction.name());
        self.push(
            rule_text::rule(row.rule, value.as_deref(), &parts),
            part,
            name,
        );
        Ok(())
    }

    fn outside(
        &mut self,
        row: &Key,
        element: &Members<'a>,
        part: &'a str,
        name: &str,
    ) -> Result<(), ReadError> {
        let Found::Value(value) = self.value(row, element, name)? else {
            return Ok(());
        };
        let (place, down, right) = self.place(element, part, name)?;
        let size = i16::from(self.size);
        let inside = |number: i16| (1..=size).contains(&number);
        let line = |is_row, number: i16, is_reversed| Line {
            is_row,
            number: number as u8 - 1,
            is_reversed,
        };
        let line = match (down, right) {
            (0, right) if inside(right) => line(false, right, false),
            (down, right) if down == size + 1 && inside(right) => line(false, right, true),
            (down, 0) if inside(down) => line(true, down, false),
            (down, right) if right == size + 1 && inside(down) => line(true, down, true),
            _ => {
                let text = self.source.loose(place);
                let message = format!("`{text}` is not beside a row or column of the grid");
                let hint = format!(
                    "column 3 is R0C3 or R{0}C3, row 3 is R3C0 or R3C{0}",
                    size + 1
                );
                return Err(self.source.error(place, message).hint(hint));
            }
        };
        let rule = rule_text::rule(row.rule, value.as_deref(), &line.to_string());
        self.push(rule, part, name);
        Ok(())
    }

    fn quadruple(
        &mut self,
        row: &Key,
        element: &Members<'a>,
        part: &'a str,
        name: &str,
    ) -> Result<(), ReadError> {
        let mut digits = Vec::new();
        if let Some(list) = member(element, "values") {
            for part in self.source.list(list, "values")? {
                let text = self.source.loose(part);
                let digit = text.trim().parse().ok().and_then(Digit::new);
                let digit = digit
                    .filter(|digit| digit.get() <= self.size)
                    .ok_or_else(|| {
                        let message = format!(
                            "{name} has the digit `{text}`, but this grid has the digits 1 to {}",
                            self.size
                        );
                        self.source.error(part, message)
                    })?;
                digits.push(digit.to_string());
            }
        }
        let mut cells = self.cells(element, "cells", name)?;
        if digits.is_empty() || cells.is_empty() {
            return Ok(());
        }
        cells.sort_unstable();
        let first = cells[0];
        let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let square = square.map(|(down, right)| first.offset(down, right, self.size));
        if !square.into_iter().eq(cells.iter().copied().map(Some)) {
            let message = format!("the cells of {name} are not a square of 2×2 cells");
            return Err(self.source.error(part, message));
        }
        let rule = rule_text::rule(row.rule, Some(&digits.join(" ")), &first.to_string());
        self.push(rule, part, name);
        Ok(())
    }
}

/// Returns `true` for a Roman numeral.
const fn is_numeral(byte: u8) -> bool {
    matches!(
        byte.to_ascii_uppercase(),
        b'I' | b'V' | b'X' | b'L' | b'C' | b'D' | b'M'
    )
}

/// The names of unknown keys, and the name and value of the first.
type Unknown<'m, 'a> = (Vec<String>, Option<(&'m str, &'a str)>);

/// Returns the keys of a puzzle that ndoku does not know, each with the number of its elements, and
/// the name and value of the first.
///
/// # Errors
/// Returns an error for invalid JSON.
pub(super) fn unknown<'a, 'm>(
    source: &Source<'a>,
    members: &'m Members<'a>,
) -> Result<Unknown<'m, 'a>, ReadError> {
    let known = |name: &str| {
        matches!(name, "diagonal+" | "diagonal-")
            || keys::HARMLESS.iter().any(|(key, _)| *key == name)
            || KEYS.iter().any(|row| row.key == name)
    };
    let mut unknown = Vec::new();
    let mut first = None;
    for (name, value) in members.iter().filter(|(name, _)| !known(name)) {
        let before = unknown.len();
        match name.as_ref() {
            "negative" if value.starts_with('[') => {
                for part in source.list(value, name)? {
                    let text = source.loose(part);
                    if !NEGATIVES.iter().any(|(known, _)| *known == text) {
                        unknown.push(format!("negative {text}"));
                    }
                }
            }
            _ if *value == "true" => unknown.push(name.to_string()),
            _ if value.starts_with('[') => {
                let count = source.list(value, name)?.len();
                if count > 0 {
                    unknown.push(format!("{name} ({count})"));
                }
            }
            // A single object may be a rule. Texts and numbers are notes.
            _ if value.starts_with('{')
                && source
                    .object(value, name)
                    .is_ok_and(|object| !object.is_empty()) =>
            {
                unknown.push(name.to_string());
            }
            _ => {}
        }
        if unknown.len() > before && first.is_none() {
            first = Some((name.as_ref(), *value));
        }
    }
    Ok((unknown, first))
}
