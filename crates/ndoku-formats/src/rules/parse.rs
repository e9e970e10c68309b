//! Reads a grid with rules below it.

use std::ops::ControlFlow;

use ndoku_core::constraint::{self, RuleRef};
use ndoku_core::{Boxes, LayoutError};

use super::super::reader::RulePlace;
use super::super::rows::{self, Grid, GridResult};
use super::super::rule_text;
use super::super::{Block, BoxChoice, DetectedLayout, ReadError, Reader, Record, Span, grid};

/// Words for rules in addition to their own aliases. The text is put before the argument.
const WORDS: &[(&str, &str, &str)] = &[
    ("v", "xv", "V: "),
    ("dot", "difference", ""),
    ("white-dot", "difference", ""),
    ("black-dot", "ratio", ""),
    ("pill", "arrow", ""),
    ("quad", "quadruple", ""),
];

/// The names of the lines about boxes.
const BOXES: &[&str] = &["boxes", "regions"];

/// A line below the grid, split into its name and the rest.
struct RuleLine<'a> {
    name: &'a str,
    /// The text behind the name, `None` if there is nothing.
    rest: Option<&'a str>,
}

/// Splits a line. Returns `None` if it does not begin with a word.
fn split(line: &str) -> Option<RuleLine<'_>> {
    let line = line.trim();
    let is_name = |mark: char| mark.is_ascii_alphanumeric() || matches!(mark, '-' | '_');
    let end = line.find(|mark| !is_name(mark)).unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    let begins = name.starts_with(|mark: char| mark.is_ascii_alphabetic());
    (begins && (rest.is_empty() || rest.starts_with([':', '=', ' ', '\t']))).then(|| RuleLine {
        name,
        rest: Some(rest).filter(|rest| !rest.trim().is_empty()),
    })
}

/// Returns `true` for a word that begins a line below a grid.
fn is_known(name: &str) -> bool {
    let plain = name.to_ascii_lowercase();
    BOXES.contains(&plain.as_str())
        || WORDS.iter().any(|(word, _, _)| *word == plain)
        || constraint::find(name).is_ok()
}

/// Returns `true` if a line below a grid is a rule: a known name, alone or with an argument, or any
/// name with cells or a line of the grid.
pub(super) fn is_rule_line(line: &str) -> bool {
    let Some(RuleLine { name, rest }) = split(line) else {
        return false;
    };
    let Some(rest) = rest else {
        return is_known(name) && constraint::find(name).is_ok_and(|rule| rule.argument.is_none());
    };
    match rest.split_once([':', '=']) {
        Some((_, cells)) => is_known(name) || names_cells(cells),
        // The colon was forgotten. That is an error of the rule, not of the grid.
        None => is_known(name) && rest.split_whitespace().any(names_cells),
    }
}

/// Returns `true` if a text begins with a cell or a line of the grid.
fn names_cells(text: &str) -> bool {
    let mut words = text
        .split([' ', '\t', ',', ';', '-'])
        .filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let is_number = |word: Option<&str>| {
        word.is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    first.parse::<ndoku_core::Cell>().is_ok()
        || (matches!(first, "row" | "column") && is_number(words.next()))
}

/// Reads every puzzle of a block.
pub(super) fn records(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let mut rest = *block;
    while !rest.text.trim().is_empty() {
        let above = part(&mut rest, |line| !is_rule_line(line));
        let below = part(&mut rest, is_below);
        let mut grids = grids(above);
        let last = grids.pop();
        for found in grids {
            let record = found.and_then(|grid| record(&grid, None, reader));
            reader.emit(record)?;
        }
        let record = match last {
            Some(found) => found.and_then(|grid| record(&grid, Some(below), reader)),
            None if below.text.trim().is_empty() => continue,
            None => Err(ReadError::at(
                Span::new(below.line, 1, 0),
                "there is no grid above these rules",
            )
            .hint("a file has the rows of a grid, and the rules below it")),
        };
        reader.emit(record)?;
    }
    ControlFlow::Continue(())
}

/// Returns `true` for a line that may stand below a grid.
fn is_below(line: &str) -> bool {
    line.trim().is_empty() || rows::comment(line).is_some() || is_rule_line(line)
}

/// Takes the lines at the beginning of a block that pass a test.
fn part<'a>(rest: &mut Block<'a>, test: impl Fn(&str) -> bool) -> Block<'a> {
    let whole = *rest;
    let (mut bytes, mut lines) = (0, 0);
    for line in whole
        .text
        .split_inclusive('\n')
        .take_while(|line| test(line))
    {
        bytes += line.len();
        lines += 1;
    }
    let (text, after) = whole.text.split_at(bytes);
    *rest = Block {
        text: after,
        line: whole.line + lines,
    };
    Block {
        text,
        line: whole.line,
    }
}

/// Returns the grids of a block. Lines that belong to none give an error in their place.
fn grids(block: Block<'_>) -> Vec<Result<Grid<'_>, ReadError>> {
    let mut all = Vec::new();
    let mut rest = block;
    loop {
        let blank = |line: &str| line.trim().is_empty() || rows::comment(line).is_some();
        part(&mut rest, blank);
        if rest.text.is_empty() {
            return all;
        }
        match rows::parse_grid(rest, &|_| false) {
            Some(GridResult { grid, bytes, lines }) if bytes > 0 => {
                all.push(grid);
                rest = Block {
                    text: &rest.text[bytes..],
                    line: rest.line + lines,
                };
            }
            _ => {
                let line = rest.text.lines().next().unwrap_or_default();
                let span = super::super::list::span(line, rest.line);
                all.push(Err(ReadError::at(
                    span,
                    "this line is neither a row of a grid nor a rule",
                )
                .hint(
                    "a rule is written `killer 9: r1c1 r1c2`, and a comment begins with `#`",
                )));
                // Similar lines follow.
                part(&mut rest, |line| !blank(line));
            }
        }
    }
}

/// Reads a puzzle from its grid and the lines below it.
fn record(
    cells: &Grid<'_>,
    below: Option<Block<'_>>,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let mut found = grid::layout(cells);
    let mut places = Vec::new();
    for (line, text) in below.iter().flat_map(|below| below.lines()) {
        if text.trim().is_empty() || rows::comment(text).is_some() {
            continue;
        }
        let span = super::super::list::span(text, line);
        let Some(parts) = split(text) else {
            continue;
        };
        if BOXES.contains(&parts.name.to_ascii_lowercase().as_str()) {
            boxes(&parts, span, &mut found)?;
            continue;
        }
        if let Some(error) = missing_colon(&parts, span) {
            return Err(error);
        }
        let rule = rule(&parts, found.size).map_err(|error| wrong(&error, &parts, span))?;
        places.push(RulePlace {
            span,
            name: rule.id.to_owned(),
        });
        found.rules.push(rule);
    }
    let span = cells
        .rows
        .first()
        .map_or(Span::new(1, 1, 0), rows::Row::span);
    reader
        .layout_with_rules(&found, span, &places)
        .map_err(without_name)?;
    grid::record_of(cells, &found, reader)
}

/// Returns the error of a line with cells but without a colon.
fn missing_colon(parts: &RuleLine<'_>, span: Span) -> Option<ReadError> {
    let rest = parts.rest.filter(|rest| !rest.contains([':', '=']))?;
    let words = rest.split_whitespace();
    let (values, cells): (Vec<&str>, Vec<&str>) = words.partition(|word| !names_cells(word));
    let name = [&[parts.name], &values[..]].concat().join(" ");
    let message = "a colon is missing before the cells of this rule";
    Some(ReadError::at(span, message).hint(format!("write `{name}: {}`", cells.join(" "))))
}

/// Removes the name of a rule before the message, since the place tells it.
fn without_name(mut error: ReadError) -> ReadError {
    if let Some((name, message)) = error.message.split_once(": ")
        && message.starts_with(&format!("rule `{name}`"))
    {
        error.message = message.to_owned();
    }
    error
}

/// Returns the error of a line.
fn wrong(error: &LayoutError, parts: &RuleLine<'_>, span: Span) -> ReadError {
    let name = Span {
        length: parts.name.chars().count(),
        ..span
    };
    let mut wrong = ReadError::at(name, error.to_string());
    wrong.hint = error.hint();
    wrong
}

/// Reads the line about boxes.
fn boxes(parts: &RuleLine<'_>, span: Span, found: &mut DetectedLayout) -> Result<(), ReadError> {
    let text = parts
        .rest
        .unwrap_or_default()
        .trim_start_matches([':', '=', ' ', '\t']);
    let text = text.trim();
    let refused = |message: String| {
        ReadError::at(span, message)
            .hint("the lines are `boxes: 3x2`, `boxes: none` and `regions: MAP`")
    };
    let choice = if parts.name.eq_ignore_ascii_case("regions") {
        BoxChoice::Regions(text.to_owned())
    } else {
        text.parse()
            .map_err(|error: super::super::ParseBoxesError| refused(error.to_string()))?
    };
    found.boxes = Some(match choice {
        BoxChoice::None => Boxes::None,
        BoxChoice::Rectangles { width, height } => Boxes::Rectangles { width, height },
        BoxChoice::Regions(map) => {
            let map: Vec<char> = map.chars().filter(|mark| !mark.is_whitespace()).collect();
            Boxes::from_map(found.size, &map).map_err(|error| {
                let mut wrong = ReadError::at(span, error.to_string());
                wrong.hint = error.hint();
                wrong
            })?
        }
    });
    Ok(())
}

/// Reads a rule.
fn rule(parts: &RuleLine<'_>, size: u8) -> Result<RuleRef, LayoutError> {
    let plain = parts.name.to_ascii_lowercase();
    let argument = parts.rest.map(|rest| argument(rest, size));
    let word = WORDS.iter().find(|(word, _, _)| *word == plain);
    // `x` alone is the rule of both diagonals, and a sign with cells.
    let word = match &argument {
        Some(_) if plain == "x" => Some(&("x", "xv", "X: ")),
        _ => word.filter(|_| constraint::find(parts.name).is_err()),
    };
    let (id, before) = word.map_or((parts.name, ""), |(_, id, before)| (*id, *before));
    let text = match argument {
        None => id.to_owned(),
        Some(argument) => format!("{id}={before}{argument}"),
    };
    text.parse()
}

/// Returns the argument of a rule from the text behind its name, in canonical form.
fn argument(rest: &str, size: u8) -> String {
    let (text, has_value) = match rest.strip_prefix([':', '=']) {
        Some(text) => (text.trim(), rest.starts_with('=') && text.contains(':')),
        None => (rest.trim(), true),
    };
    let (value, parts) = if has_value {
        match text.rsplit_once(':') {
            Some((value, parts)) => (Some(value.trim()), parts),
            None => (None, text),
        }
    } else {
        match text.rsplit_once('=') {
            Some((parts, value)) if !parts.contains(['=', ':']) => {
                (Some(value.trim()), parts.trim())
            }
            _ => (None, text),
        }
    };
    let lists: Option<Vec<String>> = parts
        .split(';')
        .map(|part| rule_text::cells(part, size).map(|cells| rule_text::join(&cells)))
        .collect();
    match (value, lists) {
        // A list with commas is that of a house, whose name may hold any sign.
        _ if parts.contains(',') => text.to_owned(),
        (Some(value), Some(lists)) => format!("{value}: {}", lists.join("; ")),
        (None, Some(lists)) => lists.join("; "),
        (Some(value), None) if !has_value => format!("{value}: {}", parts.trim()),
        (Some(value), None) if !value.contains(':') => format!("{value}: {}", parts.trim()),
        _ => text.to_owned(),
    }
}
