//! Writes constraint strings.

use ndoku_core::constraint::{self, RuleContext, RuleEffect, RuleRef};
use ndoku_core::{Boxes, Cell, Diagonal, Digit, DigitSet, Layout};

use super::super::rule_text::{self, Argument};
use super::super::{Record, WriteError, WriteOptions};
use super::read::direction;
use super::types::{self, ArgumentList, TYPES};

/// The largest size of that solver.
const MAX_SIZE: u8 = 16;

/// Appends the puzzle as a line.
///
/// # Errors
/// Returns an error if the solver lacks the size or one of the rules, or a cell has no candidate.
pub(super) fn write_string(
    record: &Record,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    let size = layout.size();
    if size > MAX_SIZE {
        return Err(WriteError(format!(
            "the Interactive Sudoku Solver has sizes up to {MAX_SIZE}, not {size}"
        )));
    }
    let mut text = format!(".Shape~{size}x{size}");
    write_boxes(layout, &mut text);
    for (wanted, diagonal) in [(Diagonal::Anti, "1"), (Diagonal::Main, "-1")] {
        if layout.has_diagonal(wanted) {
            text.push_str(&format!(".Diagonal~{diagonal}"));
        }
    }
    write_rules(layout, &mut text)?;
    write_givens(record, &mut text)?;
    out.push_str(&text);
    out.push('\n');
    Ok(())
}

fn write_boxes(layout: &Layout, text: &mut String) {
    let size = layout.size();
    if *layout.boxes() == Boxes::for_size(size) {
        return;
    }
    text.push_str(".NoBoxes");
    let numbers: Option<String> = layout
        .cells()
        .map(|cell| {
            layout
                .box_number(cell)
                .and_then(|number| sign(number as u8))
        })
        .collect();
    if let Some(numbers) = numbers {
        text.push_str(&format!(".Jigsaw~{numbers}"));
    }
}

/// Returns the sign of a number below 17.
fn sign(number: u8) -> Option<char> {
    char::from_digit(u32::from(number), u32::from(MAX_SIZE) + 1)
}

fn name(cell: Cell) -> String {
    let sign = |number: u8| sign(number + 1).unwrap_or_default();
    format!("R{}C{}", sign(cell.row()), sign(cell.column()))
}

/// Appends a type with its arguments.
fn push(text: &mut String, kind: &str, arguments: impl IntoIterator<Item = String>) {
    text.push('.');
    text.push_str(kind);
    for argument in arguments {
        text.push('~');
        text.push_str(&argument);
    }
}

/// Appends a type with an argument and cells.
fn push_cells(text: &mut String, kind: &str, value: Option<String>, cells: &[Cell]) {
    push(
        text,
        kind,
        value.into_iter().chain(cells.iter().copied().map(name)),
    );
}

fn write_givens(record: &Record, text: &mut String) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    let full = DigitSet::full(layout.size());
    let mut all = Vec::new();
    let given = |cell: Cell, digits: &[Digit]| {
        let digits: Vec<String> = digits.iter().map(Digit::to_string).collect();
        format!("{}_{}", name(cell), digits.join("_"))
    };
    for (index, cell) in layout.cells().enumerate() {
        if let Some(clue) = record.puzzle.clues()[index] {
            all.push(given(cell, &[clue]));
        }
        let marks = record
            .puzzle
            .pencilmarks()
            .map_or(full, |marks| marks[index]);
        if marks == full {
            continue;
        }
        let digits: Vec<Digit> = marks.iter().collect();
        let others: Vec<Digit> = (full - marks).iter().collect();
        let clue = record.puzzle.clues()[index];
        match (&digits[..], &others[..]) {
            ([digit], _) if clue == Some(*digit) => {}
            ([], _) | ([_], [_]) => {
                return Err(WriteError(format!(
                    "the Interactive Sudoku Solver cannot hold the candidates of {cell}"
                )));
            }
            // One digit alone would be a clue. What two lists share is the candidate.
            ([digit], [one, other, ..]) => {
                all.extend([one, other].map(|more| given(cell, &[*digit, *more])));
            }
            (digits, _) => all.push(given(cell, digits)),
        }
    }
    if !all.is_empty() {
        push(text, "", all);
    }
    Ok(())
}

fn unknown(rule: &RuleRef) -> WriteError {
    WriteError(format!(
        "the Interactive Sudoku Solver does not know the rule {rule}"
    ))
}

fn write_rules(layout: &Layout, text: &mut String) -> Result<(), WriteError> {
    for rule in layout.rules() {
        let writer = RuleWriter {
            layout,
            rule,
            argument: Argument::new(rule, layout.size()),
        };
        writer.write(text)?;
    }
    match layout.custom_constraints().first() {
        Some(nameless) => Err(unknown(&rule_text::bare(nameless.id()))),
        None => Ok(()),
    }
}

struct RuleWriter<'l> {
    layout: &'l Layout,
    rule: &'l RuleRef,
    argument: Argument<'l>,
}

impl RuleWriter<'_> {
    fn size(&self) -> u8 {
        self.layout.size()
    }

    fn unknown(&self) -> WriteError {
        unknown(self.rule)
    }

    fn cells(&self) -> Result<Vec<Cell>, WriteError> {
        self.argument.cells().ok_or_else(|| self.unknown())
    }

    /// Returns the two cells of a pair.
    fn pair(&self) -> Result<[Cell; 2], WriteError> {
        self.cells()?.try_into().map_err(|_| self.unknown())
    }

    fn value(&self) -> Option<String> {
        self.argument.value.map(str::to_owned)
    }

    /// Appends a relation between successive cells of groups.
    fn relation(
        &self,
        text: &mut String,
        kind: &str,
        groups: &[Vec<Cell>],
        holds: impl Fn(u8, u8) -> bool,
    ) {
        let key = types::encode_key(&types::table(self.size(), holds));
        self.keyed(text, kind, key, groups);
    }

    fn keyed(&self, text: &mut String, kind: &str, key: String, groups: &[Vec<Cell>]) {
        let mut arguments = vec![key, format!("_{}", self.rule.id)];
        for (index, group) in groups.iter().enumerate() {
            arguments.extend((index > 0).then(String::new));
            arguments.extend(group.iter().copied().map(name));
        }
        push(text, kind, arguments);
    }

    fn write(&self, text: &mut String) -> Result<(), WriteError> {
        let size = self.size();
        match self.rule.id {
            "difference" => {
                let value = self.number(1)?;
                self.dot(text, "WhiteDot", value == 1, |a, b| {
                    u32::from(a.abs_diff(b)) == value
                })
            }
            "ratio" => {
                let value = self.number(2)?;
                let is_ratio = |a: u8, b: u8| u32::from(a) == value * u32::from(b);
                self.dot(text, "BlackDot", value == 2, |a, b| {
                    is_ratio(a, b) || is_ratio(b, a)
                })
            }
            "greater" => self.dot(text, "GreaterThan", true, |a, b| a > b),
            "xv" => self.sign(text),
            "difference-negative" | "ratio-negative" => self.strict_dots(text),
            "slow-thermo" => {
                self.relation(text, "Pair", &[self.cells()?], |a, b| a <= b);
                Ok(())
            }
            "nabner" => {
                self.relation(text, "PairX", &[self.cells()?], types::is_nabner);
                Ok(())
            }
            "pairs" => {
                let key = types::encode_key(self.argument.value.unwrap_or_default());
                self.keyed(text, "Pair", key, &[self.cells()?]);
                Ok(())
            }
            "minimum" => self.extremes(text, |a, b| a < b),
            "maximum" => self.extremes(text, |a, b| a > b),
            "odd" | "even" => {
                let rest = u8::from(self.rule.id == "odd");
                let digits = (1..=size).filter(|digit| digit % 2 == rest);
                let digits: Vec<String> = digits.map(|digit| digit.to_string()).collect();
                // A single digit would be a clue.
                if digits.len() < 2 {
                    return Err(self.unknown());
                }
                let cells = self.cells()?.into_iter();
                push(
                    text,
                    "",
                    cells.map(|cell| format!("{}_{}", name(cell), digits.join("_"))),
                );
                Ok(())
            }
            "clone" => {
                let lists = self.argument.two_lists().ok_or_else(|| self.unknown())?;
                let [cells, copies] = lists;
                if cells.len() != copies.len() {
                    return Err(self.unknown());
                }
                for (cell, copy) in cells.into_iter().zip(copies) {
                    push_cells(text, "Palindrome", None, &[cell, copy]);
                }
                Ok(())
            }
            "sum" => self.sum(text),
            "arrow" => self.arrow(text),
            "little-killer" => self.diagonal(text),
            "house" => self.houses(text),
            id => self.by_table(text, id),
        }
    }

    /// Returns the value as a number.
    fn number(&self, default: u32) -> Result<u32, WriteError> {
        self.argument.value.map_or(Ok(default), |value| {
            value.parse().map_err(|_| self.unknown())
        })
    }

    /// Writes a sign between two cells, as its type if that is possible.
    fn dot(
        &self,
        text: &mut String,
        kind: &str,
        is_usual: bool,
        holds: impl Fn(u8, u8) -> bool,
    ) -> Result<(), WriteError> {
        let pair = self.pair()?;
        if is_usual && are_adjacent(pair) {
            push_cells(text, kind, None, &pair);
        } else {
            self.relation(text, "Pair", &[pair.to_vec()], holds);
        }
        Ok(())
    }

    /// Writes an X, a V or another sum of two cells.
    fn sign(&self, text: &mut String) -> Result<(), WriteError> {
        let pair = self.pair()?;
        let value = self.argument.value.unwrap_or_default();
        let sum = value.parse().ok().or_else(|| roman(value));
        match sum.ok_or_else(|| self.unknown())? {
            10 if are_adjacent(pair) => push_cells(text, "X", None, &pair),
            5 if are_adjacent(pair) => push_cells(text, "V", None, &pair),
            sum => push_cells(text, "Sum", Some(sum.to_string()), &pair),
        }
        Ok(())
    }

    /// Writes the negative rules of dots, which are one type.
    fn strict_dots(&self, text: &mut String) -> Result<(), WriteError> {
        let rules = || self.layout.rules().iter();
        let has = |id: &str| rules().any(|rule| rule.id == id);
        let has_value = |rule: &RuleRef, known: &str| {
            let value = Argument::new(rule, self.size()).value.map(str::to_owned);
            value.is_none_or(|value| value == known)
        };
        let is_usual = rules().all(|rule| match rule.id {
            "difference" => has_value(rule, "1"),
            "ratio" => has_value(rule, "2"),
            _ => true,
        });
        if !has("difference-negative") || !has("ratio-negative") || !is_usual {
            return Err(WriteError(
                "the Interactive Sudoku Solver has the negative rules of white and black dots \
                only together, for consecutive and doubled digits"
                    .to_owned(),
            ));
        }
        if self.rule.id == "difference-negative" {
            push(text, "StrictKropki", []);
        }
        Ok(())
    }

    fn extremes(
        &self,
        text: &mut String,
        holds: impl Fn(u8, u8) -> bool,
    ) -> Result<(), WriteError> {
        let cells = self.cells()?;
        let mut groups = Vec::new();
        for cell in &cells {
            for (down, right) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let next = cell.offset(down, right, self.size());
                if let Some(next) = next.filter(|next| !cells.contains(next)) {
                    groups.push(vec![*cell, next]);
                }
            }
        }
        self.relation(text, "Pair", &groups, holds);
        Ok(())
    }

    fn sum(&self, text: &mut String) -> Result<(), WriteError> {
        let sum = self
            .argument
            .value
            .and_then(|value| value.parse::<i64>().ok());
        let terms = self.argument.terms().filter(|terms| !terms.is_empty());
        let (Some(sum), Some(terms)) = (sum, terms) else {
            return Err(self.unknown());
        };
        self.push_sum(text, sum, &terms)
    }

    fn push_sum(
        &self,
        text: &mut String,
        sum: i64,
        terms: &[(i32, Cell)],
    ) -> Result<(), WriteError> {
        if terms.iter().any(|(factor, _)| factor.abs() > 100) {
            return Err(self.unknown());
        }
        let mut value = sum.to_string();
        if terms.iter().any(|(factor, _)| *factor != 1) {
            value.push_str("_=");
            for (factor, _) in terms {
                value.push_str(&format!("_{factor}"));
            }
        }
        let cells: Vec<Cell> = terms.iter().map(|(_, cell)| *cell).collect();
        push_cells(text, "Sum", Some(value), &cells);
        Ok(())
    }

    fn arrow(&self, text: &mut String) -> Result<(), WriteError> {
        let lists = self.argument.two_lists().ok_or_else(|| self.unknown())?;
        let [circle, shaft] = lists;
        let all: Vec<Cell> = circle.iter().chain(&shaft).copied().collect();
        // The solver reads pills whose cells are neighbors and go right or down.
        let follows = |pair: &[Cell]| {
            let steps = [(0, 1), (1, 0), (1, 1)];
            let mut next = steps
                .into_iter()
                .filter_map(|(down, right)| pair[0].offset(down, right, self.size()));
            next.any(|cell| cell == pair[1])
        };
        match circle.len() {
            1 => push_cells(text, "Arrow", None, &all),
            count @ (2 | 3) if circle.windows(2).all(follows) => {
                push_cells(text, "PillArrow", Some(count.to_string()), &all);
            }
            2 | 3 if self.size() <= 9 => {
                let factors = [1, 10, 100];
                let pill = circle.iter().rev().zip(factors);
                let mut terms: Vec<(i32, Cell)> =
                    pill.map(|(cell, factor)| (factor, *cell)).collect();
                terms.extend(shaft.iter().map(|cell| (-1, *cell)));
                self.push_sum(text, 0, &terms)?;
            }
            _ => return Err(self.unknown()),
        }
        Ok(())
    }

    fn diagonal(&self, text: &mut String) -> Result<(), WriteError> {
        let (first, way) = self.argument.diagonal().ok_or_else(|| self.unknown())?;
        let cells = way.cells(first, self.size());
        let last = *cells.last().unwrap_or(&first);
        let starts = [(first, way), (last, way.opposite())];
        let known = starts.into_iter().find(|(cell, way)| {
            direction(*cell, self.size()) == Some(*way)
                && way.cells(*cell, self.size()).len() == cells.len()
        });
        match (known, self.value()) {
            (_, None) => return Err(self.unknown()),
            (Some((cell, _)), Some(sum)) => push(text, "LittleKiller", [sum, name(cell)]),
            (None, sum) => push_cells(text, "Sum", sum, &cells),
        }
        Ok(())
    }

    /// Writes the houses of a rule.
    fn houses(&self, text: &mut String) -> Result<(), WriteError> {
        let layout = self.layout;
        let known = constraint::find(self.rule.id).map_err(|_| self.unknown())?;
        let context = RuleContext::new(layout.size(), layout.boxes(), layout.rules());
        let effects = (known.apply)(&context, self.rule.argument.as_deref());
        for effect in effects.map_err(|_| self.unknown())? {
            match effect {
                RuleEffect::House { cells, .. } => {
                    push_cells(text, "AllDifferent", None, &cells);
                }
                RuleEffect::Diagonal(_) => {}
                RuleEffect::Cage { .. } | RuleEffect::Constraint(_) => return Err(self.unknown()),
            }
        }
        Ok(())
    }

    /// Writes a rule by the table of types.
    fn by_table(&self, text: &mut String, id: &str) -> Result<(), WriteError> {
        let Some(known) = TYPES.iter().find(|known| known.rules.contains(&id)) else {
            return self.houses(text);
        };
        let is_of_thirds = matches!(id, "entropic" | "global-entropy" | "global-mod");
        if is_of_thirds && self.size() != 9 {
            return Err(WriteError(format!(
                "the Interactive Sudoku Solver has the rule {id} for size 9 only"
            )));
        }
        let usual_boxes = *self.layout.boxes() == Boxes::for_size(self.size());
        match known.arguments {
            ArgumentList::Bare if matches!(id, "windoku" | "disjoint-groups") && !usual_boxes => {
                return self.houses(text);
            }
            ArgumentList::Bare => push(text, known.name, []),
            ArgumentList::Cells => push_cells(text, known.name, None, &self.cells()?),
            ArgumentList::Numbered(_) => {
                let default = match id {
                    "whisper" => u32::from(self.size().div_ceil(2)),
                    "modular" => 3,
                    _ => 4,
                };
                let value = self.number(default)?.to_string();
                push_cells(text, known.name, Some(value), &self.cells()?);
            }
            ArgumentList::Cage => {
                let sum = self.value().unwrap_or_else(|| "0".to_owned());
                push_cells(text, known.name, Some(sum), &self.cells()?);
            }
            ArgumentList::Ends => {
                let line = self.argument.line().ok_or_else(|| self.unknown())?;
                let value = self.value().ok_or_else(|| self.unknown())?;
                let (first, last) = if line.is_reversed {
                    (String::new(), value)
                } else {
                    (value, String::new())
                };
                push(text, known.name, [line_name(line), first, last]);
            }
            ArgumentList::Line => {
                let line = self.argument.line().ok_or_else(|| self.unknown())?;
                let value = self.value().ok_or_else(|| self.unknown())?;
                push(text, known.name, [value, line_name(line)]);
            }
            ArgumentList::Quad => {
                let [corner] = self.cells()?[..] else {
                    return Err(self.unknown());
                };
                let digits = self.argument.value.unwrap_or_default().split([' ', ',']);
                let digits = digits.filter(|digit| !digit.is_empty()).map(str::to_owned);
                push(
                    text,
                    known.name,
                    std::iter::once(name(corner)).chain(digits),
                );
            }
            ArgumentList::Indexing => {
                let way = if id == "row-indexer" { "R" } else { "C" };
                push_cells(text, known.name, Some(way.to_owned()), &self.cells()?);
            }
            ArgumentList::SumLine => {
                let [part] = self.argument.parts[..] else {
                    return Err(self.unknown());
                };
                let list = part.strip_suffix("loop");
                let cells = rule_text::cells(list.unwrap_or(part), self.size());
                let mut arguments = vec![self.value().ok_or_else(|| self.unknown())?];
                arguments.extend(cells.ok_or_else(|| self.unknown())?.into_iter().map(name));
                arguments.extend(list.map(|_| "LOOP".to_owned()));
                push(text, known.name, arguments);
            }
            // The rules of these types are written above.
            ArgumentList::Adjacent(_)
            | ArgumentList::Sum
            | ArgumentList::Arrow
            | ArgumentList::Pill
            | ArgumentList::Diagonal
            | ArgumentList::Pairs
            | ArgumentList::AllPairs
            | ArgumentList::EqualSums
            | ArgumentList::SingleCells
            | ArgumentList::House => return Err(self.unknown()),
        }
        Ok(())
    }
}

fn line_name(line: rule_text::Line) -> String {
    let number = sign(line.number + 1).unwrap_or_default();
    format!("{}{number}", if line.is_row { 'R' } else { 'C' })
}

fn are_adjacent([a, b]: [Cell; 2]) -> bool {
    a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()) == 1
}

/// Returns the value of a Roman numeral.
fn roman(text: &str) -> Option<u32> {
    let values: Option<Vec<u32>> = text
        .bytes()
        .map(|mark| {
            Some(match mark.to_ascii_uppercase() {
                b'I' => 1,
                b'V' => 5,
                b'X' => 10,
                b'L' => 50,
                b'C' => 100,
                b'D' => 500,
                b'M' => 1000,
                _ => return None,
            })
        })
        .collect();
    let values = values.filter(|values| !values.is_empty() && values.len() < 20)?;
    let mut sum = 0_i64;
    for (index, value) in values.iter().enumerate() {
        let is_less = values.get(index + 1).is_some_and(|next| next > value);
        sum += if is_less {
            -i64::from(*value)
        } else {
            i64::from(*value)
        };
    }
    u32::try_from(sum).ok()
}
