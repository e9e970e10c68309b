//! Reads constraint strings of the Interactive Sudoku Solver, such as `.Shape~4x4.Diagonal~1`.

use ndoku_core::constraint::RuleRef;
use ndoku_core::{Boxes, Cell, Digit, DigitSet, LayoutError, Symbols};

use super::super::fpuzzles::read::unsupported;
use super::super::reader::RulePlace;
use super::super::rule_text::{self, Direction, Line, house};
use super::super::spanned_json::Source;
use super::super::{DetectedLayout, ReadError, Reader, Record};
use super::types::{self, COMPOSITES, Shape, TYPES, Type};

/// The types that are not rules, but cells or the shape of the grid.
const GRID: &[&str] = &[
    "Shape", "", "Given", "Givens", "NoBoxes", "Jigsaw", "Diagonal",
];

/// The contents of the string up to the current segment.
struct Contents {
    layout: DetectedLayout,
    places: Vec<RulePlace>,
    /// The given cells. One digit is a clue; several are candidates.
    givens: Vec<(Cell, DigitSet)>,
    jigsaw: Option<Vec<char>>,
    no_boxes: bool,
}

/// A part of the string: a type and its arguments, without white space.
struct Segment<'a> {
    part: &'a str,
    kind: String,
    arguments: Vec<String>,
}

impl<'a> Segment<'a> {
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
pub(super) fn record(
    source: &Source<'_>,
    text: &str,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let whole = source.span(text);
    let parts = text.split('.').filter(|part| !part.trim().is_empty());
    let (segments, unknown) = known_segments(source, parts.map(Segment::new))?;
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
    // The size must be known before any other segment.
    for segment in segments.iter().filter(|segment| segment.kind == "Shape") {
        found.layout.size = shape(source, segment)?;
    }
    for segment in &segments {
        if let Some(known) = TYPES.iter().find(|known| known.name == segment.kind) {
            let mut rules = Rules {
                source,
                segment,
                size: found.layout.size,
                found: Vec::new(),
            };
            rules.read(known)?;
            let place = RulePlace {
                span: source.span(segment.part),
                name: segment.kind.clone(),
            };
            found
                .places
                .extend(rules.found.iter().map(|_| place.clone()));
            found.layout.rules.extend(rules.found);
        } else {
            grid(source, segment, &mut found)?;
        }
    }
    let size = found.layout.size;
    boxes(&mut found).map_err(|error| {
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

/// Returns the segments that ndoku knows, and the names of the others. Segments inside a composite
/// are skipped.
fn known_segments<'a>(
    source: &Source<'_>,
    segments: impl Iterator<Item = Segment<'a>>,
) -> Result<(Vec<Segment<'a>>, Counts), ReadError> {
    let (mut known, mut unknown) = (Vec::new(), Counts::new());
    let mut depth = 0_usize;
    for segment in segments {
        let name = segment.kind.as_str();
        let is_composite = COMPOSITES.contains(&name);
        if depth > 0 {
            depth += usize::from(is_composite);
            depth -= usize::from(name == "End");
            continue;
        }
        depth += usize::from(is_composite);
        if GRID.contains(&name) || TYPES.iter().any(|known| known.name == name) {
            known.push(segment);
        } else if !name.starts_with(|mark: char| mark.is_ascii_uppercase()) {
            let message = format!("`{name}` is not a type of constraint");
            return Err(source
                .error(segment.part, message)
                .hint("each constraint is `.` and a type, as in `.Diagonal~1.~R1C1_5`"));
        } else if let Some((_, count)) = unknown.iter_mut().find(|(known, _)| known == name) {
            *count += 1;
        } else {
            unknown.push((segment.kind, 1));
        }
    }
    Ok((known, unknown))
}

fn shape(source: &Source<'_>, segment: &Segment<'_>) -> Result<u8, ReadError> {
    let [sizes, more @ ..] = &segment.arguments[..] else {
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
        let shape = segment.part;
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

fn no_meaning(source: &Source<'_>, segment: &Segment<'_>, what: &str, size: u8) -> ReadError {
    source.error(
        segment.part,
        format!("`{what}` is not valid here (grid of size {size})"),
    )
}

/// Reads a segment that is not a rule.
fn grid(source: &Source<'_>, segment: &Segment<'_>, found: &mut Contents) -> Result<(), ReadError> {
    let size = found.layout.size;
    let wrong = |what: &str| no_meaning(source, segment, what, size);
    let arguments = &segment.arguments;
    match segment.kind.as_str() {
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
                let place = cell(name, size).ok_or_else(|| wrong(name))?;
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
fn cell(name: &str, size: u8) -> Option<Cell> {
    let (row, column) = name.strip_prefix(['R', 'r'])?.split_once('C')?;
    Some(Cell::new(number(row, size)?, number(column, size)?))
}

/// Reads the number of a row or column, and returns it from 0.
fn number(text: &str, size: u8) -> Option<u8> {
    let base = if text.len() == 1 { 36 } else { 10 };
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    u8::from_str_radix(text, base)
        .ok()
        .filter(|number| plain && (1..=size).contains(number))
        .map(|number| number - 1)
}

/// Returns the pairs of cells in a list that are side by side, in the order of the list.
fn adjacent(cells: &[Cell]) -> Vec<[Cell; 2]> {
    let touches =
        |a: &Cell, b: &Cell| a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()) == 1;
    let mut pairs = Vec::new();
    for (index, one) in cells.iter().enumerate() {
        for other in cells[index + 1..]
            .iter()
            .filter(|other| touches(one, other))
        {
            if !pairs.contains(&[*one, *other]) {
                pairs.push([*one, *other]);
            }
        }
    }
    pairs
}

/// Returns the text of the terms of a sum. Equal cells are one term.
fn terms(terms: impl IntoIterator<Item = (i64, Cell)>) -> String {
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

/// The rules of a segment.
struct Rules<'s, 'a> {
    source: &'s Source<'s>,
    segment: &'s Segment<'a>,
    size: u8,
    found: Vec<RuleRef>,
}

impl Rules<'_, '_> {
    fn wrong(&self, what: &str) -> ReadError {
        no_meaning(self.source, self.segment, what, self.size)
    }

    fn misses(&self, what: &str) -> ReadError {
        let message = format!("`{}` has no {what}", self.segment.part);
        self.source.error(self.segment.part, message)
    }

    /// Adds a rule with cells.
    fn push(&mut self, id: &'static str, value: Option<&str>, cells: &[Cell]) {
        self.found
            .push(rule_text::rule(id, value, &rule_text::join(cells)));
    }

    /// Returns an argument, or an error that names what is missing.
    fn argument(&self, index: usize, what: &str) -> Result<&str, ReadError> {
        let argument = self.segment.arguments.get(index);
        argument
            .map(String::as_str)
            .filter(|argument| !argument.is_empty())
            .ok_or_else(|| self.misses(what))
    }

    fn cell(&self, name: &str) -> Result<Cell, ReadError> {
        cell(name, self.size).ok_or_else(|| self.wrong(name))
    }

    /// Returns the cells of the arguments from `first` on.
    fn cells(&self, first: usize) -> Result<Vec<Cell>, ReadError> {
        let names = self.segment.arguments.iter().skip(first);
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

    fn read(&mut self, known: &Type) -> Result<(), ReadError> {
        let id = known.rules[0];
        match known.shape {
            Shape::Bare => {
                let rules = known.rules.iter().copied().map(rule_text::bare);
                self.found.extend(rules);
            }
            Shape::Cells => {
                let cells = self.cells(0)?;
                // A line of one cell means nothing.
                if cells.len() > 1 || id == "counting-circles" {
                    self.push(id, None, &cells);
                }
            }
            Shape::Numbered(default) => {
                let is_number = |text: &str| text.parse::<u32>().is_ok();
                let has_number = is_number(self.argument(0, "number")?);
                let (value, first) = match default {
                    Some(default) if !has_number => (default, 0),
                    _ => (self.whole(0)?, 1),
                };
                let cells = self.cells(first)?;
                if cells.len() > 1 {
                    self.push(id, Some(&value.to_string()), &cells);
                }
            }
            Shape::Adjacent(value) => {
                let pairs = adjacent(&self.cells(0)?);
                if pairs.is_empty() {
                    return Err(self.misses("two cells side by side"));
                }
                for pair in pairs {
                    self.push(id, value, &pair);
                }
            }
            Shape::Cage => self.cage()?,
            Shape::Sum => self.sum()?,
            Shape::Arrow => self.arrow(0, 1)?,
            Shape::Pill => {
                let pill = self.whole(0)? as usize;
                self.arrow(1, pill)?;
            }
            Shape::Diagonal => self.diagonal()?,
            Shape::Ends => {
                for (index, is_reversed) in [(1, false), (2, true)] {
                    if self
                        .segment
                        .arguments
                        .get(index)
                        .is_some_and(|clue| !clue.is_empty())
                    {
                        let value = self.whole(index)?.to_string();
                        let line = self.line(0, is_reversed)?;
                        self.found
                            .push(rule_text::rule(id, Some(&value), &line.to_string()));
                    }
                }
            }
            Shape::Line => {
                let value = self.whole(0)?.to_string();
                let line = self.line(1, false)?;
                self.found
                    .push(rule_text::rule(id, Some(&value), &line.to_string()));
            }
            Shape::Quad => {
                let first = self.cell(self.argument(0, "cell")?)?;
                let digits = &self.segment.arguments[1..];
                let digits: Vec<&str> = digits.iter().map(String::as_str).collect();
                self.push(id, Some(&digits.join(" ")), &[first]);
            }
            Shape::Indexing => {
                let id = match self.argument(0, "direction")? {
                    "R" => "row-indexer",
                    "C" => "column-indexer",
                    other => return Err(self.wrong(other)),
                };
                let cells = self.cells(1)?;
                self.push(id, None, &cells);
            }
            Shape::Pairs => {
                let table = self.table()?;
                for cells in self.groups()? {
                    if cells.len() > 1 {
                        self.push(id, Some(&table), &cells);
                    }
                }
            }
            Shape::AllPairs => {
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
            }
            Shape::House => {
                let cells = distinct(self.cells(0)?);
                self.found.push(house("", &cells));
            }
            Shape::SumLine => {
                let value = self.whole(0)?.to_string();
                let arguments = &self.segment.arguments;
                let is_loop = arguments.last().is_some_and(|last| last == "LOOP");
                let names = &arguments[1..arguments.len() - usize::from(is_loop)];
                let cells = names.iter().map(|name| self.cell(name));
                let cells = cells.collect::<Result<Vec<_>, _>>()?;
                let end = if is_loop { " loop" } else { "" };
                let parts = format!("{}{end}", rule_text::join(&cells));
                self.found.push(rule_text::rule(id, Some(&value), &parts));
            }
        }
        Ok(())
    }

    fn cage(&mut self) -> Result<(), ReadError> {
        let text = self.segment.arguments[0].as_str();
        let sum = if text.is_empty() {
            0
        } else {
            text.parse::<u32>().map_err(|_| self.wrong(text))?
        };
        let cells = self.cells(1)?;
        let once = distinct(cells.clone());
        if sum == 0 {
            self.found.push(house("", &once));
        } else if once.len() == cells.len() {
            self.push("killer", Some(&sum.to_string()), &cells);
        } else {
            // A cell that is named twice counts twice.
            let parts = terms(cells.into_iter().map(|cell| (1, cell)));
            self.found
                .push(rule_text::rule("sum", Some(&sum.to_string()), &parts));
            self.found.push(house("", &once));
        }
        Ok(())
    }

    fn sum(&mut self) -> Result<(), ReadError> {
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
        let parts = terms(factors.into_iter().zip(cells));
        if parts.is_empty() && sum == 0 {
            return Ok(());
        }
        self.found
            .push(rule_text::rule("sum", Some(&sum.to_string()), &parts));
        Ok(())
    }

    fn arrow(&mut self, first: usize, circle: usize) -> Result<(), ReadError> {
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

    fn diagonal(&mut self) -> Result<(), ReadError> {
        let sum = self.whole(0)?.to_string();
        let name = self.argument(1, "cell")?;
        let first = self.cell(name)?;
        let direction = direction(first, self.size).ok_or_else(|| self.wrong(name))?;
        let parts = format!("{first} {}", direction.name());
        self.found
            .push(rule_text::rule("little-killer", Some(&sum), &parts));
        Ok(())
    }

    fn line(&self, index: usize, is_reversed: bool) -> Result<Line, ReadError> {
        let name = self.argument(index, "line")?;
        let (is_row, rest) = match name.strip_prefix('R') {
            Some(rest) => (true, rest),
            None => (false, name.strip_prefix('C').unwrap_or_default()),
        };
        let number = number(rest, self.size).ok_or_else(|| self.wrong(name))?;
        Ok(Line {
            is_row,
            number,
            is_reversed,
        })
    }

    fn table(&self) -> Result<String, ReadError> {
        let key = self.segment.arguments[0].as_str();
        let decoded = if self.segment.kind.starts_with("Binary") {
            types::decode_key(&types::swap_last_signs(key), self.size)
        } else {
            types::decode_key(key, self.size)
        };
        decoded.ok_or_else(|| self.wrong(key))
    }

    /// Returns the groups of cells behind a key. A name begins with `_`, and an empty argument
    /// separates two groups.
    fn groups(&self) -> Result<Vec<Vec<Cell>>, ReadError> {
        let arguments = &self.segment.arguments[1..];
        arguments
            .split(|argument| argument.is_empty() || argument.starts_with('_'))
            .filter(|group| !group.is_empty())
            .map(|group| group.iter().map(|name| self.cell(name)).collect())
            .collect()
    }
}

/// Returns the cells without repetitions.
fn distinct(cells: Vec<Cell>) -> Vec<Cell> {
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

fn boxes(found: &mut Contents) -> Result<(), LayoutError> {
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
