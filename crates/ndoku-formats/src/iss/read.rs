//! Reads constraint strings of the Interactive Sudoku Solver, such as `.Shape~4x4.Diagonal~1`.

use ndoku_core::constraint::RuleRef;
use ndoku_core::{Boxes, Cell, Digit, DigitSet, LayoutError, Symbols};

use super::super::fpuzzles::read::unsupported;
use super::super::reader::RulePlace;
use super::super::rule_text::{self, Direction, Line, house};
use super::super::spanned_json::Source;
use super::super::{DetectedLayout, ReadError, Reader, Record, Span};
use super::parts::{
    Counts, IssConstraint, adjacent_pairs, count, flatten, is_of_single_cells, read_cell,
    read_line_number,
};
use super::types::{self, ArgumentList, TYPES, Type};
use super::zero;

/// The types that are not rules, but cells or the shape of the grid.
const GRID_TYPES: &[&str] = &[
    "Shape", "", "Given", "Givens", "NoBoxes", "Jigsaw", "Diagonal",
];

/// The contents of the string up to the current constraint.
struct Contents {
    layout: DetectedLayout,
    /// The difference between the number of a digit and its value in the string: 1 if the digits
    /// begin with 0.
    shift: u8,
    places: Vec<RulePlace>,
    /// The given cells. One digit is a clue; several are candidates.
    givens: Vec<(Cell, DigitSet)>,
    jigsaw: Option<Vec<char>>,
    no_boxes: bool,
}

/// Reads the puzzle of a string.
///
/// # Errors
/// Returns an error if it is invalid or has types that ndoku does not support.
pub(super) fn read_record(
    source: &Source<'_>,
    text: &str,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let whole = source.span(text);
    let parts = text.split('.').filter(|part| !part.trim().is_empty());
    let (mut constraints, unknown) = known_constraints(source, parts.map(IssConstraint::new))?;
    refuse(whole, &unknown, reader)?;
    let mut found = Contents {
        layout: DetectedLayout::for_size(9),
        shift: 0,
        places: Vec::new(),
        givens: Vec::new(),
        jigsaw: None,
        no_boxes: false,
    };
    // The size must be known before any other constraint.
    for shape in constraints.iter().filter(|known| known.kind == "Shape") {
        (found.layout.size, found.shift) = read_grid_size(source, shape)?;
    }
    if found.shift > 0 {
        let values = constraints
            .iter()
            .filter(|known| !zero::is_supported(&known.kind));
        let unknown = values.fold(Counts::new(), |mut counts, known| {
            count(&mut counts, format!("{} with the digit 0", known.kind));
            counts
        });
        refuse(whole, &unknown, reader)?;
        constraints.retain(|known| zero::is_supported(&known.kind));
    }
    for constraint in &constraints {
        if let Some(known) = TYPES.iter().find(|known| known.name == constraint.kind) {
            let mut rules = RuleReader {
                source,
                constraint,
                all: &constraints,
                size: found.layout.size,
                shift: u32::from(found.shift),
                found: Vec::new(),
            };
            rules.read(known)?;
            let place = RulePlace {
                span: source.span(constraint.part),
                name: constraint.kind.clone(),
            };
            found
                .places
                .extend(rules.found.iter().map(|_| place.clone()));
            found.layout.rules.extend(rules.found);
        } else {
            read_grid_constraint(source, constraint, &mut found)?;
        }
    }
    let size = found.layout.size;
    add_regions(&mut found).map_err(|error| {
        let mut wrong = ReadError::at(whole, error.to_string());
        wrong.hint = error.hint();
        wrong
    })?;
    let layout = reader.layout_with_rules(&found.layout, whole, &found.places)?;
    let mut clues = vec![None; layout.cell_count()];
    let mut marks = vec![DigitSet::full(size); layout.cell_count()];
    for (cell, digits) in &found.givens {
        let index = layout.index(*cell);
        match digits.single() {
            Some(digit) => clues[index] = Some(digit),
            None => marks[index] &= *digits,
        }
    }
    let symbols = match found.shift {
        0 => Symbols::numbers(size),
        _ => Symbols::from_tokens((0..size).map(|value| value.to_string())),
    };
    let mut record = Record::from_cells(&layout, &clues, symbols, whole)?;
    record
        .puzzle
        .set_pencilmarks(&marks)
        .map_err(|error| ReadError::at(whole, error.to_string()))?;
    Ok(record)
}

/// Returns an error that names what ndoku does not support, unless the reader ignores it.
fn refuse(whole: Span, unknown: &Counts, reader: &Reader<'_>) -> Result<(), ReadError> {
    if unknown.is_empty() || reader.options().ignore_unsupported {
        return Ok(());
    }
    let names: Vec<String> = unknown
        .iter()
        .map(|(name, count)| format!("{name} ({count})"))
        .collect();
    Err(unsupported(whole, &names))
}

/// Returns the constraints that ndoku knows, and the names of the others.
///
/// The constraints in an `And` hold as if they stood alone, and so does the only one in an `Or`.
/// Those in another composite are skipped.
fn known_constraints<'a>(
    source: &Source<'_>,
    constraints: impl Iterator<Item = IssConstraint<'a>>,
) -> Result<(Vec<IssConstraint<'a>>, Counts), ReadError> {
    let (mut known, mut unknown) = (Vec::new(), Counts::new());
    let mut rest = constraints.peekable();
    while rest.peek().is_some() {
        for constraint in flatten(&mut rest) {
            let name = constraint.kind.as_str();
            let is_set = name == "SameValues" && !is_of_single_cells(&constraint);
            let is_known = GRID_TYPES.contains(&name) || TYPES.iter().any(|one| one.name == name);
            if is_known && !is_set {
                known.push(constraint);
            } else if name.starts_with(|mark: char| mark.is_ascii_uppercase()) {
                count(&mut unknown, constraint.kind);
            } else {
                let message = format!("`{name}` is not a type of constraint");
                return Err(source
                    .error(constraint.part, message)
                    .hint("each constraint is `.` and a type, as in `.Diagonal~1.~R1C1_5`"));
            }
        }
    }
    Ok((known, unknown))
}

/// Reads the size of the grid from a `Shape`, and the difference between the number of a digit and
/// its value.
fn read_grid_size(
    source: &Source<'_>,
    constraint: &IssConstraint<'_>,
) -> Result<(u8, u8), ReadError> {
    let [sizes, more @ ..] = &constraint.arguments[..] else {
        return Ok((9, 0));
    };
    let number = sizes
        .split_once('x')
        .filter(|(rows, columns)| rows == columns)
        .and_then(|(rows, _)| rows.parse::<u8>().ok())
        .filter(|size| *size > 0);
    // There must be as many digits as cells in a row.
    let with_shift = |size: u8| match more {
        [] => Some((size, 0)),
        [digits] if *digits == size.to_string() || *digits == format!("1-{size}") => {
            Some((size, 0))
        }
        [digits] if *digits == format!("0-{}", size - 1) => Some((size, 1)),
        _ => None,
    };
    number.and_then(with_shift).ok_or_else(|| {
        let shape = constraint.part;
        let message = format!(
            "`{shape}` is not a square grid of size 1 to 255 with as many digits, from 1 or 0"
        );
        source
            .error(shape, message)
            .hint("a shape is written 16x16, or 16x16~0-15")
    })
}

/// Returns the error that a part of a constraint is not valid.
fn not_valid(
    source: &Source<'_>,
    constraint: &IssConstraint<'_>,
    what: &str,
    size: u8,
) -> ReadError {
    source.error(
        constraint.part,
        format!("`{what}` is not valid here (grid of size {size})"),
    )
}

/// Reads a constraint that is not a rule.
fn read_grid_constraint(
    source: &Source<'_>,
    constraint: &IssConstraint<'_>,
    found: &mut Contents,
) -> Result<(), ReadError> {
    let (size, shift) = (found.layout.size, found.shift);
    let wrong = |what: &str| not_valid(source, constraint, what, size);
    let arguments = &constraint.arguments;
    match constraint.kind.as_str() {
        "NoBoxes" => found.no_boxes = true,
        "Jigsaw" => found.jigsaw = arguments.last().map(|map| map.chars().collect()),
        "Diagonal" => match arguments[0].as_str() {
            "1" => found.layout.anti = true,
            "-1" => found.layout.main = true,
            other => return Err(wrong(&format!("Diagonal~{other}"))),
        },
        "" | "Given" | "Givens" => {
            for given in arguments.iter().filter(|given| !given.is_empty()) {
                let mut words = given.split('_');
                let name = words.next().unwrap_or_default();
                let place = read_cell(name, size).ok_or_else(|| wrong(name))?;
                let digit = |word: &str| {
                    let value = word.parse::<u8>().ok();
                    value
                        .and_then(|value| value.checked_add(shift))
                        .filter(|number| *number <= size)
                        .and_then(Digit::new)
                        .ok_or_else(|| wrong(given))
                };
                let digits = words.map(digit).collect::<Result<DigitSet, _>>()?;
                if digits.is_empty() {
                    return Err(wrong(given));
                }
                found.givens.push((place, digits));
            }
        }
        _ => {}
    }
    Ok(())
}

/// Returns the text of the terms of a sum. Equal cells are one term.
fn format_terms(terms: impl IntoIterator<Item = (i64, Cell)>) -> String {
    let mut all: Vec<(i64, Cell)> = Vec::new();
    for (factor, cell) in terms {
        match all.iter_mut().find(|(_, known)| *known == cell) {
            Some((sum, _)) => *sum += factor,
            None => all.push((factor, cell)),
        }
    }
    let texts: Vec<String> = all
        .into_iter()
        .filter(|(factor, _)| *factor != 0)
        .map(|(factor, cell)| match factor {
            1 => cell.to_string(),
            -1 => format!("-{cell}"),
            _ => format!("{factor}*{cell}"),
        })
        .collect();
    texts.join(" ")
}

/// A reader of the rules of a constraint.
struct RuleReader<'s, 'a> {
    source: &'s Source<'s>,
    constraint: &'s IssConstraint<'a>,
    /// All constraints of the string.
    all: &'s [IssConstraint<'a>],
    size: u8,
    /// The difference between the number of a digit and its value.
    shift: u32,
    found: Vec<RuleRef>,
}

impl RuleReader<'_, '_> {
    /// Returns the error that a part is not valid.
    fn wrong(&self, what: &str) -> ReadError {
        not_valid(self.source, self.constraint, what, self.size)
    }

    /// Returns the error that something is missing.
    fn misses(&self, what: &str) -> ReadError {
        let message = format!("`{}` has no {what}", self.constraint.part);
        self.source.error(self.constraint.part, message)
    }

    /// Adds a rule with a clue beside a line.
    fn push_outside(&mut self, id: &'static str, value: u32, line: Line) {
        let (value, line) = (value.to_string(), line.to_string());
        self.found.push(rule_text::rule(id, Some(&value), &line));
    }

    /// Adds a rule with cells.
    fn push(&mut self, id: &'static str, value: Option<&str>, cells: &[Cell]) {
        self.found
            .push(rule_text::rule(id, value, &rule_text::join(cells)));
    }

    /// Adds the rule that a sum of terms of values has a value. A term is a factor and a cell.
    fn push_sum(&mut self, sum: i64, terms: &[(i64, Cell)]) {
        let factors: i64 = terms.iter().map(|(factor, _)| factor).sum();
        let sum = sum + i64::from(self.shift) * factors;
        let parts = format_terms(terms.iter().copied());
        if !parts.is_empty() || sum != 0 {
            self.found
                .push(rule_text::rule("sum", Some(&sum.to_string()), &parts));
        }
    }

    /// Returns an argument, or an error that names what is missing.
    fn argument(&self, index: usize, what: &str) -> Result<&str, ReadError> {
        let argument = self.constraint.arguments.get(index);
        argument
            .map(String::as_str)
            .filter(|argument| !argument.is_empty())
            .ok_or_else(|| self.misses(what))
    }

    fn cell(&self, name: &str) -> Result<Cell, ReadError> {
        read_cell(name, self.size).ok_or_else(|| self.wrong(name))
    }

    /// Returns the cells of the arguments from `first` on.
    fn cells(&self, first: usize) -> Result<Vec<Cell>, ReadError> {
        let names = self.constraint.arguments.iter().skip(first);
        let cells: Vec<Cell> = names
            .filter(|name| !name.is_empty())
            .map(|name| self.cell(name))
            .collect::<Result<_, _>>()?;
        if cells.is_empty() {
            return Err(self.misses("cells"));
        }
        Ok(cells)
    }

    /// Returns an argument that is a whole number.
    fn whole(&self, index: usize) -> Result<u32, ReadError> {
        let text = self.argument(index, "number")?;
        text.parse().map_err(|_| self.wrong(text))
    }

    /// Reads the rules of the constraint, which has this type.
    fn read(&mut self, known: &Type) -> Result<(), ReadError> {
        let id = known.rules[0];
        match known.arguments {
            ArgumentList::Bare if self.shift > 0 && id == "xv-negative" => {
                let table = zero::other_xv_table(self.size);
                for pair in zero::other_xv_pairs(self.all, self.size) {
                    self.push("pairs", Some(&table), &pair);
                }
                Ok(())
            }
            ArgumentList::Bare => {
                let rules = known.rules.iter().copied().map(rule_text::bare);
                self.found.extend(rules);
                Ok(())
            }
            ArgumentList::Cells if self.shift > 0 && id == "double-arrow" => {
                let cells = self.cells(0)?;
                let is_end = |place: usize| place == 0 || place == cells.len() - 1;
                let factor = |place: usize| if is_end(place) { 1 } else { -1 };
                let terms = cells.iter().enumerate();
                let terms: Vec<_> = terms.map(|(place, cell)| (factor(place), *cell)).collect();
                self.push_sum(0, &terms);
                Ok(())
            }
            ArgumentList::Cells => self.read_line_of_cells(id),
            ArgumentList::Numbered(default) => self.read_numbered(id, default),
            ArgumentList::Adjacent(value) => self.read_adjacent(id, value),
            ArgumentList::Cage => self.read_cage(),
            ArgumentList::Sum => self.read_sum(),
            ArgumentList::Arrow => self.read_arrow(0, 1),
            ArgumentList::Pill => {
                let pill = self.whole(0)? as usize;
                self.read_arrow(1, pill)
            }
            ArgumentList::Diagonal => self.read_diagonal(),
            ArgumentList::Ends => self.read_ends(id),
            ArgumentList::Line => {
                let value = self.whole(0)?;
                let line = self.line(1, false)?;
                self.push_outside(id, value, line);
                Ok(())
            }
            ArgumentList::Quad => self.read_quad(id),
            ArgumentList::Indexing => self.read_indexing(),
            ArgumentList::Pairs => self.read_pairs(id),
            ArgumentList::AllPairs => self.read_all_pairs(id),
            ArgumentList::House => {
                let cells = without_repetitions(self.cells(0)?);
                self.found.push(house("", &cells));
                Ok(())
            }
            ArgumentList::SumLine => self.read_sum_line(id),
            ArgumentList::EqualSums => self.read_equal_sums(),
            ArgumentList::SingleCells => {
                for pair in self.cells(1)?.windows(2) {
                    let parts = format!("{}; {}", pair[0], pair[1]);
                    self.found.push(rule_text::rule(id, None, &parts));
                }
                Ok(())
            }
        }
    }

    fn read_line_of_cells(&mut self, id: &'static str) -> Result<(), ReadError> {
        let cells = self.cells(0)?;
        // A line of one cell means nothing.
        if cells.len() > 1 || id == "counting-circles" {
            self.push(id, None, &cells);
        }
        Ok(())
    }

    fn read_numbered(&mut self, id: &'static str, default: Option<u32>) -> Result<(), ReadError> {
        let has_number = self.argument(0, "number")?.parse::<u32>().is_ok();
        let (value, first) = match default {
            Some(default) if !has_number => (default, 0),
            _ => (self.whole(0)?, 1),
        };
        let cells = self.cells(first)?;
        if cells.len() > 1 {
            self.push(id, Some(&value.to_string()), &cells);
        }
        Ok(())
    }

    fn read_adjacent(
        &mut self,
        id: &'static str,
        value: Option<&'static str>,
    ) -> Result<(), ReadError> {
        let pairs = adjacent_pairs(&self.cells(0)?);
        if pairs.is_empty() {
            return Err(self.misses("two cells side by side"));
        }
        for pair in pairs {
            match value {
                Some(sign) if self.shift > 0 => {
                    let sum = zero::sum_of_sign(sign).to_string();
                    self.push(id, Some(&sum), &pair);
                }
                None if self.shift > 0 && id == "ratio" => {
                    let table = zero::double_table(self.size);
                    self.push("pairs", Some(&table), &pair);
                }
                _ => self.push(id, value, &pair),
            }
        }
        Ok(())
    }

    fn read_equal_sums(&mut self) -> Result<(), ReadError> {
        let arguments = self.constraint.arguments.split(|argument| argument == "-");
        let groups = arguments.map(|group| {
            let names = group.iter().filter(|name| !name.is_empty());
            names.map(|name| self.cell(name)).collect()
        });
        let groups: Vec<Vec<Cell>> = groups.collect::<Result<_, _>>()?;
        for pair in groups.windows(2) {
            let left = pair[0].iter().map(|cell| (1, *cell));
            let right = pair[1].iter().map(|cell| (-1, *cell));
            self.push_sum(0, &left.chain(right).collect::<Vec<_>>());
        }
        Ok(())
    }

    fn read_ends(&mut self, id: &'static str) -> Result<(), ReadError> {
        for (index, is_reversed) in [(1, false), (2, true)] {
            let clue = self.constraint.arguments.get(index);
            if clue.is_some_and(|clue| !clue.is_empty()) {
                let value = self.whole(index)?;
                let line = self.line(0, is_reversed)?;
                self.push_outside(id, value, line);
            }
        }
        Ok(())
    }

    fn read_quad(&mut self, id: &'static str) -> Result<(), ReadError> {
        let first = self.cell(self.argument(0, "cell")?)?;
        let number = |text: &String| match text.parse::<u32>() {
            Ok(value) if self.shift > 0 => (value + self.shift).to_string(),
            _ => text.clone(),
        };
        let digits = self.constraint.arguments[1..].iter().map(number);
        let digits: Vec<String> = digits.collect();
        self.push(id, Some(&digits.join(" ")), &[first]);
        Ok(())
    }

    fn read_indexing(&mut self) -> Result<(), ReadError> {
        let id = match self.argument(0, "direction")? {
            "R" => "row-indexer",
            "C" => "column-indexer",
            other => return Err(self.wrong(other)),
        };
        let cells = self.cells(1)?;
        self.push(id, None, &cells);
        Ok(())
    }

    fn read_pairs(&mut self, id: &'static str) -> Result<(), ReadError> {
        let table = self.table()?;
        for cells in self.groups()? {
            if cells.len() > 1 {
                self.push(id, Some(&table), &cells);
            }
        }
        Ok(())
    }

    fn read_all_pairs(&mut self, id: &'static str) -> Result<(), ReadError> {
        let table = self.table()?;
        let is_nabner = table == types::table(self.size, types::is_nabner);
        for cells in self.groups()? {
            if is_nabner && cells.len() > 1 {
                self.push("nabner", None, &cells);
                continue;
            }
            for (index, one) in cells.iter().enumerate() {
                for other in &cells[index + 1..] {
                    self.push(id, Some(&table), &[*one, *other]);
                }
            }
        }
        Ok(())
    }

    fn read_sum_line(&mut self, id: &'static str) -> Result<(), ReadError> {
        let value = self.whole(0)?.to_string();
        let arguments = &self.constraint.arguments;
        let is_loop = arguments.last().is_some_and(|last| last == "LOOP");
        let names = &arguments[1..arguments.len() - usize::from(is_loop)];
        let cells = names.iter().map(|name| self.cell(name));
        let cells = cells.collect::<Result<Vec<_>, _>>()?;
        let end = if is_loop { " loop" } else { "" };
        let parts = format!("{}{end}", rule_text::join(&cells));
        self.found.push(rule_text::rule(id, Some(&value), &parts));
        Ok(())
    }

    fn read_cage(&mut self) -> Result<(), ReadError> {
        let text = self.constraint.arguments[0].as_str();
        let sum = if text.is_empty() {
            0
        } else {
            text.parse::<u32>().map_err(|_| self.wrong(text))?
        };
        let cells = self.cells(1)?;
        let once = without_repetitions(cells.clone());
        if sum == 0 {
            self.found.push(house("", &once));
        } else if once.len() == cells.len() {
            let sum = u64::from(sum) + u64::from(self.shift) * cells.len() as u64;
            self.push("killer", Some(&sum.to_string()), &cells);
        } else {
            // A cell that is named twice counts twice.
            let terms: Vec<_> = cells.into_iter().map(|cell| (1, cell)).collect();
            self.push_sum(i64::from(sum), &terms);
            self.found.push(house("", &once));
        }
        Ok(())
    }

    fn read_sum(&mut self) -> Result<(), ReadError> {
        let text = self.argument(0, "sum")?.to_owned();
        let mut words = text.split('_');
        let whole = |word: &str| word.parse::<i64>().map_err(|_| self.wrong(&text));
        let sum = whole(words.next().unwrap_or_default())?;
        let factors = match words.next() {
            None => None,
            Some("=") => Some(words.map(whole).collect::<Result<Vec<_>, _>>()?),
            Some(_) => return Err(self.wrong(&text)),
        };
        let cells = self.cells(1)?;
        let factors = factors.unwrap_or_else(|| vec![1; cells.len()]);
        if factors.len() != cells.len() || factors.iter().any(|factor| factor.abs() > 100) {
            return Err(self.wrong(&text));
        }
        if sum.unsigned_abs() > 1 << 32 {
            return Err(self.wrong(&text));
        }
        let terms: Vec<_> = factors.into_iter().zip(cells).collect();
        self.push_sum(sum, &terms);
        Ok(())
    }

    /// Reads an arrow. The first `circle` cells from argument `first` on are its circle.
    fn read_arrow(&mut self, first: usize, circle: usize) -> Result<(), ReadError> {
        let cells = self.cells(first)?;
        if circle == 0 || cells.len() <= circle {
            return Err(self.misses("shaft"));
        }
        let (circle, shaft) = cells.split_at(circle);
        let mut circle = circle.to_vec();
        // The number is read from left to right and from top to bottom.
        circle.sort_unstable();
        if self.shift > 0 {
            // Each place of the number must hold a value below ten.
            if circle.len() > 4 || (circle.len() > 1 && self.size > 10) {
                return Err(self.wrong(self.constraint.part));
            }
            let places = circle.iter().rev().enumerate();
            let number = places.map(|(place, cell)| (10_i64.pow(place as u32), *cell));
            let shaft = shaft.iter().map(|cell| (-1, *cell));
            let terms: Vec<_> = number.chain(shaft).collect();
            self.push_sum(0, &terms);
            return Ok(());
        }
        let parts = format!("{}; {}", rule_text::join(&circle), rule_text::join(shaft));
        self.found.push(rule_text::rule("arrow", None, &parts));
        Ok(())
    }

    fn read_diagonal(&mut self) -> Result<(), ReadError> {
        let sum = u64::from(self.whole(0)?);
        let name = self.argument(1, "cell")?;
        let first = self.cell(name)?;
        let direction = direction(first, self.size).ok_or_else(|| self.wrong(name))?;
        let cells = direction.cells(first, self.size).len() as u64;
        let sum = (sum + u64::from(self.shift) * cells).to_string();
        let parts = format!("{first} {}", direction.name());
        self.found
            .push(rule_text::rule("little-killer", Some(&sum), &parts));
        Ok(())
    }

    /// Returns the line that an argument names.
    fn line(&self, index: usize, is_reversed: bool) -> Result<Line, ReadError> {
        let name = self.argument(index, "line")?;
        let (is_row, rest) = match name.strip_prefix('R') {
            Some(rest) => (true, rest),
            None => (false, name.strip_prefix('C').unwrap_or_default()),
        };
        let number = read_line_number(rest, self.size).ok_or_else(|| self.wrong(name))?;
        Ok(Line {
            is_row,
            number,
            is_reversed,
        })
    }

    /// Returns the table of the relation in the first argument.
    fn table(&self) -> Result<String, ReadError> {
        let key = self.constraint.arguments[0].as_str();
        let decoded = if self.constraint.kind.starts_with("Binary") {
            types::decode_key(&types::swap_last_signs(key), self.size)
        } else {
            types::decode_key(key, self.size)
        };
        decoded.ok_or_else(|| self.wrong(key))
    }

    /// Returns the groups of cells behind a key. A name begins with `_`, and an empty argument
    /// separates two groups.
    fn groups(&self) -> Result<Vec<Vec<Cell>>, ReadError> {
        let arguments = &self.constraint.arguments[1..];
        arguments
            .split(|argument| argument.is_empty() || argument.starts_with('_'))
            .filter(|group| !group.is_empty())
            .map(|group| group.iter().map(|name| self.cell(name)).collect())
            .collect()
    }
}

/// Returns the cells without repetitions.
fn without_repetitions(cells: Vec<Cell>) -> Vec<Cell> {
    let mut once = Vec::with_capacity(cells.len());
    for cell in cells {
        if !once.contains(&cell) {
            once.push(cell);
        }
    }
    once
}

/// Returns the direction of the diagonal that begins in a cell at the edge.
pub(super) fn direction(first: Cell, size: u8) -> Option<Direction> {
    let last = size - 1;
    match (first.row(), first.column()) {
        (row, 0) if row < last => Some(Direction::new(true, true)),
        (row, column) if column == last && row > 0 && row < last => {
            Some(Direction::new(false, false))
        }
        (0, _) if last > 0 => Some(Direction::new(true, false)),
        (row, column) if row == last && column > 0 && column < last => {
            Some(Direction::new(false, true))
        }
        _ => None,
    }
}

/// Adds the regions of a `Jigsaw`: as boxes, or as houses beside them.
fn add_regions(found: &mut Contents) -> Result<(), LayoutError> {
    let size = found.layout.size;
    let regions = found
        .jigsaw
        .as_ref()
        .map(|map| Boxes::from_map(size, map))
        .transpose()?;
    match (regions, found.no_boxes) {
        (None, true) => found.layout.boxes = Some(Boxes::None),
        (None, false) => {}
        (Some(regions), true) => found.layout.boxes = Some(regions),
        (Some(regions), false) => {
            let cells = || (0..usize::from(size).pow(2)).map(|index| Cell::from_index(index, size));
            let houses = (0..usize::from(size)).map(|number| {
                let members = cells().filter(|cell| regions.number(*cell, size) == Some(number));
                house(
                    &format!("region {}:", number + 1),
                    &members.collect::<Vec<_>>(),
                )
            });
            // `places` matches the end of the rule list, so houses without a place go first.
            let houses: Vec<RuleRef> = houses.collect();
            found.layout.rules.splice(0..0, houses);
        }
    }
    Ok(())
}
