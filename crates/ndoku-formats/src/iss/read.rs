//! Reads constraint strings of the Interactive Sudoku Solver, such as `.Shape~4x4.Diagonal~1`.

use ndoku_core::constraint::RuleRef;
use ndoku_core::{Boxes, Cell, Digit, DigitSet, LayoutError, Symbols};

use super::super::fpuzzles::read::unsupported;
use super::super::reader::RulePlace;
use super::super::rule_text::{self, Direction, Line, house};
use super::super::spanned_json::Source;
use super::super::{DetectedLayout, ReadError, Reader, Record};
use super::types::{self, ArgumentList, COMPOSITES, TYPES, Type};

/// The types that are not rules, but cells or the shape of the grid.
const GRID_TYPES: &[&str] = &[
    "Shape", "", "Given", "Givens", "NoBoxes", "Jigsaw", "Diagonal",
];

/// The contents of the string up to the current constraint.
struct Contents {
    layout: DetectedLayout,
    places: Vec<RulePlace>,
    /// The given cells. One digit is a clue; several are candidates.
    givens: Vec<(Cell, DigitSet)>,
    jigsaw: Option<Vec<char>>,
    no_boxes: bool,
}

/// A constraint in the string: a type and its arguments, without white space.
struct IssConstraint<'a> {
    part: &'a str,
    kind: String,
    arguments: Vec<String>,
}

impl<'a> IssConstraint<'a> {
    fn new(part: &'a str) -> Self {
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        let (kind, arguments) = part.split_once('~').unwrap_or((part, ""));
        Self {
            part: part.trim(),
            kind: plain(kind),
            arguments: arguments.split('~').map(plain).collect(),
        }
    }
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
    let (constraints, unknown) = known_constraints(source, parts.map(IssConstraint::new))?;
    if !unknown.is_empty() && !reader.options().ignore_unsupported {
        let names: Vec<String> = unknown
            .iter()
            .map(|(name, count)| format!("{name} ({count})"))
            .collect();
        return Err(unsupported(whole, &names));
    }
    let mut found = Contents {
        layout: DetectedLayout::for_size(9),
        places: Vec::new(),
        givens: Vec::new(),
        jigsaw: None,
        no_boxes: false,
    };
    // The size must be known before any other constraint.
    for shape in constraints.iter().filter(|known| known.kind == "Shape") {
        found.layout.size = read_grid_size(source, shape)?;
    }
    for constraint in &constraints {
        if let Some(known) = TYPES.iter().find(|known| known.name == constraint.kind) {
            let mut rules = RuleReader {
                source,
                constraint,
                size: found.layout.size,
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
    let mut record = Record::from_cells(&layout, &clues, Symbols::numbers(size), whole)?;
    record
        .puzzle
        .set_pencilmarks(&marks)
        .map_err(|error| ReadError::at(whole, error.to_string()))?;
    Ok(record)
}

/// Names with their numbers.
type Counts = Vec<(String, usize)>;

/// Returns the constraints that ndoku knows, and the names of the others. Constraints inside a
/// composite are skipped.
fn known_constraints<'a>(
    source: &Source<'_>,
    constraints: impl Iterator<Item = IssConstraint<'a>>,
) -> Result<(Vec<IssConstraint<'a>>, Counts), ReadError> {
    let (mut known, mut unknown) = (Vec::new(), Counts::new());
    let mut depth = 0_usize;
    for constraint in constraints {
        let name = constraint.kind.as_str();
        let is_composite = COMPOSITES.contains(&name);
        if depth > 0 {
            depth += usize::from(is_composite);
            depth -= usize::from(name == "End");
            continue;
        }
        depth += usize::from(is_composite);
        if GRID_TYPES.contains(&name) || TYPES.iter().any(|known| known.name == name) {
            known.push(constraint);
        } else if !name.starts_with(|mark: char| mark.is_ascii_uppercase()) {
            let message = format!("`{name}` is not a type of constraint");
            return Err(source
                .error(constraint.part, message)
                .hint("each constraint is `.` and a type, as in `.Diagonal~1.~R1C1_5`"));
        } else if let Some((_, count)) = unknown.iter_mut().find(|(known, _)| known == name) {
            *count += 1;
        } else {
            unknown.push((constraint.kind, 1));
        }
    }
    Ok((known, unknown))
}

/// Reads the size of the grid from a `Shape`.
fn read_grid_size(source: &Source<'_>, constraint: &IssConstraint<'_>) -> Result<u8, ReadError> {
    let [sizes, more @ ..] = &constraint.arguments[..] else {
        return Ok(9);
    };
    let number = sizes
        .split_once('x')
        .filter(|(rows, columns)| rows == columns)
        .and_then(|(rows, _)| rows.parse::<u8>().ok())
        .filter(|size| *size > 0);
    // The digits may be given as long as they are the usual ones.
    let usual = |size: &u8| {
        more.is_empty()
            || matches!(more, [digits] if *digits == size.to_string() || *digits == format!("1-{size}"))
    };
    number.filter(usual).ok_or_else(|| {
        let shape = constraint.part;
        source
            .error(
                shape,
                format!(
                    "`{shape}` is not a square grid of size 1 to 255 with the digits 1 to its size"
                ),
            )
            .hint("a shape is written 16x16")
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
    let size = found.layout.size;
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
                    word.parse()
                        .ok()
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

/// Reads a cell name. `R1Ca` is the first row, tenth column. Numbers of two digits are accepted
/// too.
fn read_cell(name: &str, size: u8) -> Option<Cell> {
    let (row, column) = name.strip_prefix(['R', 'r'])?.split_once('C')?;
    Some(Cell::new(
        read_line_number(row, size)?,
        read_line_number(column, size)?,
    ))
}

/// Reads the number of a row or column, and returns it from 0.
fn read_line_number(text: &str, size: u8) -> Option<u8> {
    let base = if text.len() == 1 { 36 } else { 10 };
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    u8::from_str_radix(text, base)
        .ok()
        .filter(|number| plain && (1..=size).contains(number))
        .map(|number| number - 1)
}

/// Returns the pairs of cells in a list that are side by side, in the order of the list.
fn adjacent_pairs(cells: &[Cell]) -> Vec<[Cell; 2]> {
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
    size: u8,
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
            ArgumentList::Bare => {
                let rules = known.rules.iter().copied().map(rule_text::bare);
                self.found.extend(rules);
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
            self.push(id, value, &pair);
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
        let digits = self.constraint.arguments[1..].join(" ");
        self.push(id, Some(&digits), &[first]);
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
            self.push("killer", Some(&sum.to_string()), &cells);
        } else {
            // A cell that is named twice counts twice.
            let parts = format_terms(cells.into_iter().map(|cell| (1, cell)));
            self.found
                .push(rule_text::rule("sum", Some(&sum.to_string()), &parts));
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
        let parts = format_terms(factors.into_iter().zip(cells));
        if parts.is_empty() && sum == 0 {
            return Ok(());
        }
        self.found
            .push(rule_text::rule("sum", Some(&sum.to_string()), &parts));
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
        let parts = format!("{}; {}", rule_text::join(&circle), rule_text::join(shaft));
        self.found.push(rule_text::rule("arrow", None, &parts));
        Ok(())
    }

    fn read_diagonal(&mut self) -> Result<(), ReadError> {
        let sum = self.whole(0)?.to_string();
        let name = self.argument(1, "cell")?;
        let first = self.cell(name)?;
        let direction = direction(first, self.size).ok_or_else(|| self.wrong(name))?;
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
