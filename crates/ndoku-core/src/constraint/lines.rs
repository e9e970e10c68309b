//! Lines whose rule concerns pairs of their cells: thermometers, whispers, renban and others.
//!
//! ```text
//!   thermo       1 < 3 < 4 < 8           renban       5 3 4 6      consecutive in any order
//!   whisper      1 – 7 – 2 – 9           nabner       1 5 3 8      never consecutive
//!   palindrome   4 7 2 7 4               entropic     1 5 9 2 4    low, middle, high in turn
//! ```

use std::sync::Arc;

use super::argument::Argument;
use super::dots::are_neighbors;
use super::pairwise::Pairwise;
use super::{Rule, RuleContext, RuleEffect, notation};
use crate::layout::LayoutError;
use crate::propagator::DigitSets;
use crate::{Cell, CellShape, Decoration, LineStyle};

type Effects = Result<Vec<RuleEffect>, LayoutError>;

pub(super) const THERMO: Rule = Rule {
    id: "thermo",
    aliases: &["thermometer"],
    summary: "The digits rise along the line.",
    argument: Some("CELLS (the bulb first, such as r1c1-r1c5)"),
    apply: |context, argument| ordered(context, LineStyle::Thermo, argument, 1),
};

pub(super) const SLOW_THERMO: Rule = Rule {
    id: "slow-thermo",
    aliases: &["slow-thermometer"],
    summary: "The digits never fall along the line.",
    argument: Some("CELLS (the bulb first)"),
    apply: |context, argument| ordered(context, LineStyle::SlowThermo, argument, 0),
};

pub(super) const GREATER: Rule = Rule {
    id: "greater",
    aliases: &["greater-than", "inequality"],
    summary: "The digit of the first cell is greater than that of the second.",
    argument: Some("CELL CELL"),
    apply: |context, argument| {
        let [a, b] = parse(context, "greater", argument)?.two_cells()?;
        let mut pairwise = Pairwise::new("greater", context.size, argument);
        let relation = pairwise.relation(|a, b| a > b);
        pairwise.pair(a, b, relation);
        if are_neighbors(a, b) {
            pairwise.decorate(Decoration::Inequality {
                greater: a,
                less: b,
            });
        }
        Ok(finish(pairwise))
    },
};

pub(super) const WHISPER: Rule = Rule {
    id: "whisper",
    aliases: &["whispers", "german-whisper", "german-whispers"],
    summary: "Neighbors on the line differ by at least half the size, rounded up, or by a number.",
    argument: Some("[DIFFERENCE: ]CELLS"),
    apply: |context, argument| {
        let parsed = Argument::new("whisper", context.size, argument);
        let usual = u32::from(context.size).div_ceil(2);
        let least = parsed.number_or(usual)?;
        let style = if least + 1 == usual {
            LineStyle::DutchWhisper
        } else {
            LineStyle::Whisper
        };
        let cells = parsed.cells()?;
        let mut pairwise = Pairwise::new("whisper", context.size, argument);
        let relation = pairwise.relation(|a, b| a.abs_diff(b) >= least);
        for pair in cells.windows(2) {
            pairwise.pair(pair[0], pair[1], relation);
        }
        Ok(finish_line(pairwise, &cells, style, &least.to_string()))
    },
};

pub(super) const RENBAN: Rule = Rule {
    id: "renban",
    aliases: &[],
    summary: "The digits of the line are consecutive, in any order, without repeats.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        let cells = parse(context, "renban", argument)?.cells()?;
        let count = cells.len() as u32;
        let mut pairwise = Pairwise::new("renban", context.size, argument);
        let relation = pairwise.relation(|a, b| a != b && a.abs_diff(b) < count);
        all_pairs(&mut pairwise, context.size, &cells, relation);
        if cells.len() <= usize::from(context.size) {
            pairwise.add_digit_sets(&cells, DigitSets::consecutive(context.size, cells.len()));
        }
        Ok(finish_line(pairwise, &cells, LineStyle::Renban, ""))
    },
};

pub(super) const NABNER: Rule = Rule {
    id: "nabner",
    aliases: &[],
    summary: "No two digits of the line are equal or consecutive.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        let cells = parse(context, "nabner", argument)?.cells()?;
        let mut pairwise = Pairwise::new("nabner", context.size, argument);
        let relation = pairwise.relation(|a, b| a.abs_diff(b) >= 2);
        all_pairs(&mut pairwise, context.size, &cells, relation);
        Ok(finish_line(pairwise, &cells, LineStyle::Nabner, ""))
    },
};

pub(super) const PALINDROME: Rule = Rule {
    id: "palindrome",
    aliases: &[],
    summary: "The line reads the same from both ends.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        let cells = parse(context, "palindrome", argument)?.cells()?;
        let mut pairwise = Pairwise::new("palindrome", context.size, argument);
        let relation = pairwise.relation(|a, b| a == b);
        for place in 0..cells.len() / 2 {
            pairwise.pair(cells[place], cells[cells.len() - 1 - place], relation);
        }
        Ok(finish_line(pairwise, &cells, LineStyle::Palindrome, ""))
    },
};

pub(super) const CLONE: Rule = Rule {
    id: "clone",
    aliases: &["clones"],
    summary: "Two groups of cells have the same digits at the same places.",
    argument: Some("CELLS; CELLS"),
    apply: |context, argument| {
        let parsed = parse(context, "clone", argument)?;
        let [one, other] = parsed.two_parts()?;
        if one.len() != other.len() {
            return Err(parsed.wrong(format!(
                "its groups have {} and {} cells, but must have as many",
                one.len(),
                other.len()
            )));
        }
        let mut pairwise = Pairwise::new("clone", context.size, argument);
        let relation = pairwise.relation(|a, b| a == b);
        for (a, b) in one.iter().zip(&other).filter(|(a, b)| a != b) {
            pairwise.pair(*a, *b, relation);
        }
        pairwise.decorate_cells(CellShape::Clone, &[&one[..], &other[..]].concat());
        // The picture does not show which cells belong together, unless the second group is the
        // first one, moved.
        let step = |(a, b): (&Cell, &Cell)| {
            let rows = i16::from(b.row()) - i16::from(a.row());
            (rows, i16::from(b.column()) - i16::from(a.column()))
        };
        let mut steps = one.iter().zip(&other).map(step);
        let first = steps.next();
        if steps.any(|step| Some(step) != first) {
            pairwise.decorate(Decoration::Note(notation("clone", argument).into()));
        }
        Ok(finish(pairwise))
    },
};

pub(super) const ENTROPIC: Rule = Rule {
    id: "entropic",
    aliases: &["entropic-line"],
    summary: "Any three successive cells hold a low, a middle and a high digit.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        let cells = parse(context, "entropic", argument)?.cells()?;
        let size = u32::from(context.size);
        let style = (LineStyle::Entropic, "");
        successive(context, style, argument, &cells, 3, |digit| {
            third(digit, size)
        })
    },
};

pub(super) const MODULAR: Rule = Rule {
    id: "modular",
    aliases: &["modular-line"],
    summary: "Any M successive cells (3 by default) have different remainders modulo M.",
    argument: Some("[M: ]CELLS"),
    apply: |context, argument| {
        let parsed = Argument::new("modular", context.size, argument);
        let modulus = parsed.number_or(3)?;
        if modulus == 0 {
            return Err(parsed.wrong("the modulus must be at least 1"));
        }
        let cells = parsed.cells()?;
        successive(
            context,
            (LineStyle::Modular, &modulus.to_string()),
            argument,
            &cells,
            modulus as usize,
            |digit| digit % modulus,
        )
    },
};

/// Returns the third of a digit: 0 low, 1 middle, 2 high. If the size is not a multiple of 3, the
/// middle third has one digit more, or the outer thirds have.
pub(super) const fn third(digit: u32, size: u32) -> u32 {
    let low = match size % 3 {
        2 => size / 3 + 1,
        _ => size / 3,
    };
    if digit <= low {
        0
    } else if digit <= size - low {
        1
    } else {
        2
    }
}

fn parse<'a>(
    context: &RuleContext<'_>,
    id: &'static str,
    argument: Option<&'a str>,
) -> Result<Argument<'a>, LayoutError> {
    let parsed = Argument::new(id, context.size, argument);
    parsed.without_value()?;
    Ok(parsed)
}

fn finish(pairwise: Pairwise) -> Vec<RuleEffect> {
    vec![RuleEffect::Constraint(Arc::new(pairwise))]
}

fn finish_line(
    mut pairwise: Pairwise,
    cells: &[Cell],
    style: LineStyle,
    label: &str,
) -> Vec<RuleEffect> {
    // A cell without a pair must be known to the constraint, too.
    cells.iter().for_each(|cell| pairwise.add_cell(*cell));
    if cells.len() > 1 {
        pairwise.decorate(Decoration::Line {
            style,
            cells: cells.into(),
            label: label.into(),
        });
    }
    finish(pairwise)
}

/// Demands a relation of any two cells of a line. All such relations make digits differ, so a line
/// with more than N cells contradicts itself within its first N + 1 cells.
fn all_pairs(pairwise: &mut Pairwise, size: u8, cells: &[Cell], relation: u16) {
    let cells = &cells[..cells.len().min(usize::from(size) + 1)];
    for (place, a) in cells.iter().enumerate() {
        for b in &cells[place + 1..] {
            pairwise.pair(*a, *b, relation);
        }
    }
}

/// Demands that each digit exceeds the one before by at least `step`.
fn ordered(
    context: &RuleContext<'_>,
    style: LineStyle,
    argument: Option<&str>,
    step: u32,
) -> Effects {
    let id = style.name();
    let cells = parse(context, id, argument)?.cells()?;
    let mut pairwise = Pairwise::new(id, context.size, argument);
    // Longer lines than the size have no solution, whatever the distance.
    let farthest = if step == 0 { 1 } else { cells.len() };
    let relations: Vec<u16> = (0..=farthest.min(usize::from(context.size) + 1))
        .map(|distance| pairwise.relation(|a, b| a + step * distance as u32 <= b))
        .collect();
    for (place, a) in cells.iter().enumerate() {
        // Cells farther apart contradict each other already.
        let near = &cells[place + 1..cells.len().min(place + 2 + usize::from(context.size))];
        for (distance, b) in (1..).zip(near) {
            let relation = relations[distance.min(relations.len() - 1)];
            if distance == 1 {
                pairwise.pair(*a, *b, relation);
            } else {
                pairwise.implied_pair(*a, *b, relation);
            }
        }
    }
    Ok(finish_line(pairwise, &cells, style, ""))
}

/// Demands that any `window` successive cells belong to different classes.
fn successive(
    context: &RuleContext<'_>,
    (style, label): (LineStyle, &str),
    argument: Option<&str>,
    cells: &[Cell],
    window: usize,
    class: impl Fn(u32) -> u32,
) -> Effects {
    let mut pairwise = Pairwise::new(style.name(), context.size, argument);
    let other = pairwise.relation(|a, b| class(a) != class(b));
    let same = pairwise.relation(|a, b| class(a) == class(b));
    for (place, a) in cells.iter().enumerate() {
        let near = &cells[place + 1..cells.len().min(place + 2 + usize::from(context.size))];
        for (distance, b) in (1..).zip(near) {
            if distance < window {
                pairwise.pair(*a, *b, other);
            }
            // With as many classes as cells in a window, the classes repeat.
            if distance == window && classes(context.size, &class) == window {
                pairwise.pair(*a, *b, same);
            }
        }
    }
    Ok(finish_line(pairwise, cells, style, label))
}

fn classes(size: u8, class: &impl Fn(u32) -> u32) -> usize {
    let all: std::collections::BTreeSet<u32> = (1..=u32::from(size)).map(class).collect();
    all.len()
}
