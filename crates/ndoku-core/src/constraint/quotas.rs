//! Rules that count digits: quadruples, global entropy and counting circles.
//!
//! ```text
//!   quadruple 1 2 2     the digits 1, 2 and 2 appear in the four cells around a corner
//!   global entropy      each 2×2 square has a low, a middle and a high digit
//!   counting circles    a digit in a circle is in as many circles as it says
//! ```

use std::sync::Arc;

use super::argument::Argument;
use super::lines::third;
use super::{Constraint, Rule, RuleContext, RuleEffect};
use crate::layout::LayoutError;
use crate::propagator::{Circles, LayoutFacts, Propagator, PropagatorRule, Quota};
use crate::{Cell, CellShape, Decoration, Digit};

type Effects = Result<Vec<RuleEffect>, LayoutError>;

pub(super) const QUADRUPLE: Rule = Rule {
    id: "quadruple",
    aliases: &["quad", "quadruples"],
    summary: "The digits appear in the four cells around a corner, each as often as it is listed.",
    argument: Some("DIGITS: CELL (the upper left cell, such as 1 2 2: r1c1)"),
    apply: quadruple,
};

pub(super) const GLOBAL_ENTROPY: Rule = Rule {
    id: "global-entropy",
    aliases: &["entropy"],
    summary: "Each 2×2 square holds a low, a middle and a high digit.",
    argument: None,
    apply: |context, _| {
        let size = u32::from(context.size);
        squares(context, "global-entropy", |digit| third(digit, size))
    },
};

pub(super) const GLOBAL_MOD: Rule = Rule {
    id: "global-mod",
    aliases: &["global-modular"],
    summary: "Each 2×2 square holds digits of all three remainders modulo 3.",
    argument: None,
    apply: |context, _| squares(context, "global-mod", |digit| digit % 3),
};

pub(super) const COUNTING_CIRCLES: Rule = Rule {
    id: "counting-circles",
    aliases: &["circles"],
    summary: "Each digit in a circle appears in exactly that many circles.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        let parsed = Argument::new("counting-circles", context.size, argument);
        parsed.without_value()?;
        let mut cells = parsed.cells()?;
        cells.sort_unstable();
        cells.dedup();
        Ok(vec![RuleEffect::Constraint(Arc::new(CountingCircles {
            text: argument.unwrap_or_default().to_owned(),
            cells,
        }))])
    },
};

fn quadruple(context: &RuleContext<'_>, argument: Option<&str>) -> Effects {
    let parsed = Argument::new("quadruple", context.size, argument);
    let size = context.size;
    let mut digits: Vec<Digit> = Vec::new();
    let mut classes: Vec<(Digit, usize)> = Vec::new();
    for word in parsed
        .value()
        .unwrap_or_default()
        .split([' ', ','])
        .filter(|word| !word.is_empty())
    {
        let digit = word
            .parse()
            .ok()
            .filter(|number| *number <= size)
            .and_then(Digit::new)
            .ok_or_else(|| parsed.wrong(format!("`{word}` is not a digit from 1 to {size}")))?;
        digits.push(digit);
        match classes.iter_mut().find(|(known, _)| *known == digit) {
            Some((_, count)) => *count += 1,
            None => classes.push((digit, 1)),
        }
    }
    let wanted: usize = classes.iter().map(|(_, count)| count).sum();
    if !(1..=4).contains(&wanted) {
        return Err(parsed.wrong(format!("it has {wanted} digits, but needs 1 to 4")));
    }
    let [corner] = parsed.cells()?[..] else {
        return Err(parsed.wrong("it takes one cell, the upper left one of the four"));
    };
    let cells = square(corner, size)
        .ok_or_else(|| parsed.wrong(format!("there is no 2×2 square with {corner} upper left")))?;
    let mut quota = QuotaConstraint::new("quadruple", argument, cells);
    for (digit, count) in classes {
        quota.add(vec![digit], count);
    }
    digits.sort_unstable();
    quota.decoration = Decoration::Vertex {
        cell: corner,
        digits: digits.into(),
    };
    Ok(vec![RuleEffect::Constraint(Arc::new(quota))])
}

/// Returns the four cells of a 2×2 square.
fn square(corner: Cell, size: u8) -> Option<Vec<Cell>> {
    [(0, 0), (0, 1), (1, 0), (1, 1)]
        .into_iter()
        .map(|(rows, columns)| corner.offset(rows, columns, size))
        .collect()
}

/// Demands a digit of each of three classes in every 2×2 square.
fn squares(context: &RuleContext<'_>, id: &'static str, class: impl Fn(u32) -> u32) -> Effects {
    if context.size < 3 {
        return Err(LayoutError::RuleDoesNotFit {
            rule: id,
            reason: "it needs at least three digits".to_owned(),
        });
    }
    let mut effects = Vec::new();
    for index in 0..usize::from(context.size) * usize::from(context.size) {
        let Some(cells) = square(Cell::from_index(index, context.size), context.size) else {
            continue;
        };
        let mut quota = QuotaConstraint::new(id, None, cells);
        for number in 0..3 {
            let digits = Digit::all(context.size)
                .filter(|digit| class(u32::from(digit.get())) == number)
                .collect();
            quota.add(digits, 1);
        }
        effects.push(RuleEffect::Constraint(Arc::new(quota)));
    }
    Ok(effects)
}

/// Classes of digits that occur at least so often in some cells.
struct QuotaConstraint {
    id: &'static str,
    text: String,
    cells: Vec<Cell>,
    classes: Vec<(Vec<Digit>, usize)>,
    decoration: Decoration,
}

impl std::fmt::Debug for QuotaConstraint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}{:?}", self.id, self.text, self.cells)
    }
}

impl QuotaConstraint {
    fn new(id: &'static str, argument: Option<&str>, cells: Vec<Cell>) -> Self {
        Self {
            id,
            text: argument.unwrap_or_default().to_owned(),
            cells,
            classes: Vec::new(),
            decoration: Decoration::Note(id.into()),
        }
    }

    fn add(&mut self, digits: Vec<Digit>, least: usize) {
        self.classes.push((digits, least));
    }
}

impl Constraint for QuotaConstraint {
    fn id(&self) -> &'static str {
        self.id
    }

    fn argument(&self) -> &str {
        &self.text
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn allows(&self, digits: &[Option<Digit>]) -> bool {
        let open = digits.iter().filter(|digit| digit.is_none()).count();
        let missing = self.classes.iter().map(|(class, least)| {
            let found = digits
                .iter()
                .flatten()
                .filter(|digit| class.contains(digit));
            least.saturating_sub(found.count())
        });
        missing.sum::<usize>() <= open
    }

    fn propagators(&self, facts: &LayoutFacts<'_>) -> Option<Vec<Propagator>> {
        let mask = |class: &Vec<Digit>| class.iter().fold(0, |all, digit| all | 1 << digit.index());
        let classes = self
            .classes
            .iter()
            .map(|(class, least)| (mask(class), *least));
        let rule = PropagatorRule::Quota(Quota::new(classes.collect()));
        Some(vec![Propagator::new(facts.indices(&self.cells), rule)])
    }

    fn decorations(&self) -> Vec<Decoration> {
        vec![self.decoration.clone()]
    }
}

/// Cells in which each digit occurs as often as its value, or not at all.
struct CountingCircles {
    text: String,
    cells: Vec<Cell>,
}

impl std::fmt::Debug for CountingCircles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "counting-circles={}", self.text)
    }
}

impl Constraint for CountingCircles {
    fn id(&self) -> &'static str {
        "counting-circles"
    }

    fn argument(&self) -> &str {
        &self.text
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn allows(&self, digits: &[Option<Digit>]) -> bool {
        let open = digits.iter().filter(|digit| digit.is_none()).count();
        let mut counts = [0_usize; 256];
        digits
            .iter()
            .flatten()
            .for_each(|digit| counts[usize::from(digit.get())] += 1);
        let mut missing = 0;
        for (digit, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            if *count > digit {
                return false;
            }
            missing += digit - count;
        }
        missing <= open
    }

    fn propagators(&self, facts: &LayoutFacts<'_>) -> Option<Vec<Propagator>> {
        let cells = facts.indices(&self.cells);
        (cells.len() < 128).then(|| vec![Propagator::new(cells, PropagatorRule::Circles(Circles))])
    }

    fn decorations(&self) -> Vec<Decoration> {
        vec![Decoration::Cells {
            shape: CellShape::CountingCircle,
            cells: self.cells.as_slice().into(),
            label: "".into(),
        }]
    }
}
