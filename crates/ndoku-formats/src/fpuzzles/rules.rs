//! Writes the rules of a layout by the table of [keys](super::keys).

use ndoku_core::constraint::{self, RuleContext, RuleEffect, RuleRef};
use ndoku_core::{Cell, Layout};
use serde_json::{Map, Value, json};

use super::super::WriteError;
use super::super::rule_text::{Argument, Line};
use super::keys::{
    DUTCH_WHISPERS, Drawing, DrawingKind, KEPT, KEYS, Key, NEGATIVES, Shape, Value as KeyValue,
};

/// Members of the JSON with their values.
pub(super) type Members = Vec<(&'static str, Value)>;

/// Returns the name of a cell.
pub(super) fn name(cell: Cell) -> String {
    cell.to_string().to_ascii_uppercase()
}

fn names(cells: &[Cell]) -> Value {
    cells.iter().copied().map(name).collect()
}

/// Returns the rules of a layout, and the drawings of those that f-puzzles itself does not know.
/// Houses of rules that it does not know either are extra regions.
///
/// # Errors
/// Returns an error if f-puzzles lacks one of the rules.
pub(super) fn elements(layout: &Layout) -> Result<(Members, Members), WriteError> {
    let mut writer = Writer {
        layout,
        members: Vec::new(),
        drawings: Vec::new(),
        circle: Vec::new(),
    };
    for rule in layout.rules() {
        writer.rule(rule)?;
    }
    if let Some(nameless) = layout.custom_constraints().first() {
        return Err(unknown(nameless.id()));
    }
    Ok((writer.members, writer.drawings))
}

fn unknown(id: &str) -> WriteError {
    WriteError(format!("f-puzzles does not know the rule {id}"))
}

struct Writer<'l> {
    layout: &'l Layout,
    members: Members,
    drawings: Members,
    /// The circle of the arrow written last.
    circle: Vec<Cell>,
}

/// Appends an element to the list of a member.
fn push(members: &mut Members, key: &'static str, element: Value) {
    match members.iter_mut().find(|(known, _)| *known == key) {
        Some((_, Value::Array(list))) => list.push(element),
        _ => members.push((key, Value::Array(vec![element]))),
    }
}

impl Writer<'_> {
    fn rule(&mut self, rule: &RuleRef) -> Result<(), WriteError> {
        if let Some((negative, _)) = NEGATIVES.iter().find(|(_, id)| *id == rule.id) {
            push(&mut self.members, "negative", (*negative).into());
            return Ok(());
        }
        let argument = Argument::new(rule, self.layout.size());
        match rule.id {
            "difference-negative" | "non-consecutive" => self.non_consecutive(rule),
            // The cell with the greater digit is the last of a thermometer.
            "greater" => {
                let mut cells = argument.cells().ok_or_else(|| unreadable(rule))?;
                cells.reverse();
                let element = json!({ "lines": [names(&cells)] });
                push(&mut self.members, "thermometer", element);
                Ok(())
            }
            "house" => self.houses(rule),
            id => match KEYS.iter().find(|row| row.rule == id) {
                Some(row) if row.shape == Shape::Flag => {
                    self.members.push((row.key, true.into()));
                    Ok(())
                }
                Some(row) => self.element(row, rule, &argument),
                None => self.houses(rule),
            },
        }
    }

    /// Writes the houses of a rule as extra regions.
    fn houses(&mut self, rule: &RuleRef) -> Result<(), WriteError> {
        let known = constraint::find(rule.id).map_err(|_| unknown(rule.id))?;
        let layout = self.layout;
        let context = RuleContext::new(layout.size(), layout.boxes(), layout.rules());
        let effects = (known.apply)(&context, rule.argument.as_deref());
        for effect in effects.map_err(|_| unknown(rule.id))? {
            match effect {
                RuleEffect::House { cells, .. } => {
                    let element = json!({ "cells": names(&cells) });
                    push(&mut self.members, "extraregion", element);
                }
                RuleEffect::Diagonal(_) => {}
                RuleEffect::Cage { .. } | RuleEffect::Constraint(_) => {
                    return Err(unknown(rule.id));
                }
            }
        }
        Ok(())
    }

    /// Writes `nonconsecutive`, which exempts all pairs with a dot.
    fn non_consecutive(&mut self, rule: &RuleRef) -> Result<(), WriteError> {
        let rules = || self.layout.rules().iter();
        let is_one = |rule: &RuleRef| {
            let argument = Argument::new(rule, self.layout.size());
            argument.value.is_none_or(|value| value == "1")
        };
        let (mut white, has_black) = (
            rules().filter(|rule| rule.id == "difference").peekable(),
            rules().any(|rule| rule.id == "ratio"),
        );
        let is_exact = if rule.id == "non-consecutive" {
            !has_black && !white.any(is_one)
        } else {
            (white.peek().is_none() && !has_black) || white.all(is_one)
        };
        if !is_exact {
            return Err(WriteError(format!(
                "f-puzzles cannot combine the rule {} with these dots",
                rule.id
            )));
        }
        self.members.push(("nonconsecutive", true.into()));
        Ok(())
    }

    fn element(
        &mut self,
        row: &'static Key,
        rule: &RuleRef,
        argument: &Argument<'_>,
    ) -> Result<(), WriteError> {
        let wrong = || unreadable(rule);
        let cells = || argument.cells().ok_or_else(wrong);
        let value = value(row, argument)?;
        let mut element = Map::new();
        match row.shape {
            Shape::Flag => {}
            Shape::Cells => {
                element.insert("cells".into(), names(&cells()?));
            }
            Shape::Lines => {
                element.insert("lines".into(), json!([names(&cells()?)]));
            }
            Shape::Cell => {
                let cells = cells()?;
                self.check_marks(row, &cells)?;
                for cell in cells {
                    push(&mut self.members, row.key, json!({ "cell": name(cell) }));
                }
                return Ok(());
            }
            Shape::Arrow => return self.arrow(argument.two_lists().ok_or_else(wrong)?),
            Shape::Clone => {
                let [cells, copies] = argument.two_lists().ok_or_else(wrong)?;
                element.insert("cells".into(), names(&cells));
                element.insert("cloneCells".into(), names(&copies));
            }
            Shape::Diagonal => {
                let (first, direction) = argument.diagonal().ok_or_else(wrong)?;
                let (down, right) = direction.steps();
                let place = beside(
                    i16::from(first.row()) + 1 - down,
                    i16::from(first.column()) + 1 - right,
                );
                let word = match (direction.is_down, direction.is_right) {
                    (true, true) => "DR",
                    (true, false) => "DL",
                    (false, true) => "UR",
                    (false, false) => "UL",
                };
                let size = self.layout.size();
                let is_inside = {
                    let opposite = direction.opposite();
                    opposite.cells(first, size).len() > 1
                };
                if is_inside {
                    return Err(WriteError(format!(
                        "f-puzzles has diagonals from the edge only, not from {first}"
                    )));
                }
                element.insert("cell".into(), place.into());
                element.insert("direction".into(), word.into());
                element.insert("cells".into(), names(&direction.cells(first, size)));
            }
            Shape::Outside => {
                let place = outside(argument.line().ok_or_else(wrong)?, self.layout.size());
                element.insert("cell".into(), place.into());
            }
            Shape::Quadruple => {
                let corner = cells()?;
                let [first] = corner[..] else {
                    return Err(wrong());
                };
                let square = [(0, 0), (0, 1), (1, 0), (1, 1)]
                    .map(|(down, right)| first.offset(down, right, self.layout.size()));
                let square: Option<Vec<Cell>> = square.into_iter().collect();
                let digits: Option<Vec<u8>> = argument
                    .value
                    .unwrap_or_default()
                    .split([' ', ','])
                    .filter(|digit| !digit.is_empty())
                    .map(|digit| digit.parse().ok())
                    .collect();
                element.insert("cells".into(), names(&square.ok_or_else(wrong)?));
                element.insert("values".into(), digits.ok_or_else(wrong)?.into());
            }
        }
        if let Some(value) = &value {
            element.insert("value".into(), value.clone().into());
        }
        if let Some(drawing) = drawing(row, value.as_deref(), self.layout.size()) {
            draw(&mut self.drawings, &drawing, &element);
        }
        push(&mut self.members, row.key, Value::Object(element));
        Ok(())
    }

    /// Checks that marked cells of several rules may be written as one list. Marked cells side by
    /// side do not compare.
    fn check_marks(&self, row: &Key, cells: &[Cell]) -> Result<(), WriteError> {
        if !matches!(row.rule, "minimum" | "maximum") {
            return Ok(());
        }
        let Some((_, Value::Array(list))) = self.members.iter().find(|(key, _)| *key == row.key)
        else {
            return Ok(());
        };
        let is_adjacent = |cell: &Cell| {
            let size = self.layout.size();
            let near = [(0, 1), (1, 0), (0, -1), (-1, 0)]
                .into_iter()
                .filter_map(|(down, right)| cell.offset(down, right, size));
            let near: Vec<String> = near.map(name).collect();
            list.iter()
                .any(|element| near.iter().any(|name| element["cell"] == name.as_str()))
        };
        match cells.iter().find(|cell| is_adjacent(cell)) {
            Some(cell) => Err(WriteError(format!(
                "f-puzzles has one list for the rule {}, in which {cell} and its neighbors would \
                not be compared",
                row.rule
            ))),
            None => Ok(()),
        }
    }

    fn arrow(&mut self, [circle, shaft]: [Vec<Cell>; 2]) -> Result<(), WriteError> {
        if !circle.is_sorted() {
            return Err(WriteError(
                "f-puzzles reads the cells of a pill from left to right and from top to bottom"
                    .to_owned(),
            ));
        }
        let distance = |a: &Cell, b: &Cell| {
            let rows = a.row().abs_diff(b.row());
            rows.max(a.column().abs_diff(b.column()))
        };
        let start = circle
            .iter()
            .min_by_key(|cell| shaft.first().map_or(0, |first| distance(cell, first)));
        let line: Vec<Cell> = start.into_iter().chain(&shaft).copied().collect();
        let last = match self.members.iter_mut().find(|(key, _)| *key == "arrow") {
            Some((_, Value::Array(list))) if self.circle == circle => list.last_mut(),
            _ => None,
        };
        if let Some(Value::Array(lines)) = last.and_then(|last| last.get_mut("lines")) {
            lines.push(names(&line));
        } else {
            let element = json!({ "cells": names(&circle), "lines": [names(&line)] });
            push(&mut self.members, "arrow", element);
        }
        self.circle = circle;
        Ok(())
    }
}

fn unreadable(rule: &RuleRef) -> WriteError {
    WriteError(format!("the rule `{rule}` cannot be written for f-puzzles"))
}

/// Returns the value to write.
fn value(row: &Key, argument: &Argument<'_>) -> Result<Option<String>, WriteError> {
    let Some(value) = argument.value else {
        return Ok(None);
    };
    match row.value {
        KeyValue::None if row.shape == Shape::Quadruple => Ok(None),
        KeyValue::Fixed(known) if known == value => Ok(None),
        KeyValue::Fixed(known) => Err(WriteError(format!(
            "f-puzzles knows the rule {} with the value {known} only, not {value}",
            row.rule
        ))),
        KeyValue::Roman => Ok(Some(match value {
            "10" => "X".to_owned(),
            "5" => "V".to_owned(),
            other => other.to_ascii_uppercase(),
        })),
        _ => Ok(Some(value.to_owned())),
    }
}

/// Returns the name of a place in or beside the grid, with rows and columns counted from 1.
fn beside(row: i16, column: i16) -> String {
    format!("R{row}C{column}")
}

/// Returns the place of a clue beside a line.
fn outside(line: Line, size: u8) -> String {
    let number = i16::from(line.number) + 1;
    let end = if line.is_reversed {
        i16::from(size) + 1
    } else {
        0
    };
    if line.is_row {
        beside(number, end)
    } else {
        beside(end, number)
    }
}

/// Returns the drawing of a key. Whispers of a difference below the usual one have another color.
fn drawing(row: &Key, value: Option<&str>, size: u8) -> Option<Drawing> {
    let dutch = (size.div_ceil(2) - 1).to_string();
    if row.rule == "whisper" && value == Some(dutch.as_str()) {
        return Some(DUTCH_WHISPERS);
    }
    row.drawing
}

/// Appends the drawings of an element.
fn draw(drawings: &mut Members, drawing: &Drawing, element: &Map<String, Value>) {
    let Drawing { name, color, .. } = *drawing;
    let line = |drawings: &mut Members, width: f64| {
        let line = json!({
            "lines": element["lines"], "outlineC": color, "width": width, "fromConstraint": name,
        });
        push(drawings, "line", line);
    };
    let cells = || {
        element["lines"][0]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default()
    };
    let circle = |drawings: &mut Members, cell: Option<&Value>, width: f64| {
        let circle = json!({
            "cells": [cell], "baseC": color, "outlineC": color, "width": width, "height": width,
            "fromConstraint": name,
        });
        push(drawings, "circle", circle);
    };
    let text = |drawings: &mut Members, value: &Value, size: f64| {
        let text = json!({
            "cells": [element["cell"]], "value": value, "fontC": color, "size": size,
            "fromConstraint": name,
        });
        push(drawings, "text", text);
    };
    match drawing.kind {
        DrawingKind::Line(width) => line(drawings, width),
        DrawingKind::Bulb(width, bulb) => {
            line(drawings, width);
            circle(drawings, cells().first(), bulb);
        }
        DrawingKind::Circles(width) => {
            line(drawings, width);
            circle(drawings, cells().first(), 0.85);
            circle(drawings, cells().last(), 0.85);
        }
        DrawingKind::Cage => {
            let cage = json!({
                "cells": element["cells"], "outlineC": color, "fontC": "#000000",
                "fromConstraint": name,
            });
            push(drawings, "cage", cage);
        }
        DrawingKind::Symbol(symbol) => {
            text(drawings, &symbol.into(), 1.2);
            if let Some(value) = element.get("value") {
                text(drawings, value, 0.7);
            }
        }
    }
}

/// Returns the members of the drawings and settings: those that the record has kept, and those of
/// the rules.
pub(super) fn with_drawings(kept: Vec<(String, String)>, mut drawings: Members) -> Vec<String> {
    let mut parts = Vec::new();
    for (name, text) in kept {
        let key = name.strip_prefix(KEPT).unwrap_or(&name);
        let of_rules = drawings.iter().position(|(known, _)| *known == key);
        let list = text.strip_suffix(']');
        match (of_rules, list) {
            (Some(place), Some(list)) => {
                let more = drawings.remove(place).1.to_string();
                parts.push(format!("\"{key}\":{list},{}", &more[1..]));
            }
            _ => parts.push(format!("\"{key}\":{text}")),
        }
    }
    let more = drawings
        .into_iter()
        .filter(|(key, _)| {
            !parts
                .iter()
                .any(|part| part.starts_with(&format!("\"{key}\":")))
        })
        .map(|(key, value)| format!("\"{key}\":{value}"))
        .collect::<Vec<_>>();
    parts.extend(more);
    parts
}
