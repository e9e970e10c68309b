//! Clues beside a row or column: sandwich sums, X-sums and skyscrapers.
//!
//! ```text
//!   sandwich 12    5 1 3 9 …        the digits between 1 and 9 have the sum 12
//!   x-sum 9        3 4 2 …          the first X digits have the sum 9, X is the first digit
//!   skyscraper 3   2 1 5 3 9 …      so many digits are larger than all before
//! ```

use std::sync::Arc;

use super::argument::Argument;
use super::{Constraint, Rule, RuleContext, RuleEffect};
use crate::layout::LayoutError;
use crate::propagator::{
    LayoutFacts, MAX_SIZE, Propagator, PropagatorRule, Sandwich, Skyscraper, XSum,
};
use crate::{Cell, Decoration, Digit, OutsideClue as Clue};

pub(super) const SANDWICH: Rule = Rule {
    id: "sandwich",
    aliases: &["sandwich-sum"],
    summary: "The digits between the smallest and the largest digit of a line have a sum.",
    argument: Some("SUM: LINE (such as 12: row 3)"),
    apply: |context, argument| clue(context, "sandwich", argument, Kind::Sandwich),
};

pub(super) const X_SUM: Rule = Rule {
    id: "x-sum",
    aliases: &["xsum"],
    summary: "The first X digits of a line have a sum, where X is the first digit.",
    argument: Some("SUM: LINE (such as 20: row 3 from right)"),
    apply: |context, argument| clue(context, "x-sum", argument, Kind::XSum),
};

pub(super) const SKYSCRAPER: Rule = Rule {
    id: "skyscraper",
    aliases: &["skyscrapers"],
    summary: "The clue counts the digits of a line that are larger than all before them.",
    argument: Some("COUNT: LINE (such as 3: column 2 from below)"),
    apply: |context, argument| clue(context, "skyscraper", argument, Kind::Skyscraper),
};

#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    Sandwich,
    XSum,
    Skyscraper,
}

fn clue(
    context: &RuleContext<'_>,
    id: &'static str,
    argument: Option<&str>,
    kind: Kind,
) -> Result<Vec<RuleEffect>, LayoutError> {
    let parsed = Argument::new(id, context.size, argument);
    let size = u32::from(context.size);
    let value = parsed.number()?;
    let total = size * (size + 1) / 2;
    let range = match kind {
        Kind::Sandwich => 0..=total.saturating_sub(size + 1),
        Kind::XSum => 1..=total,
        Kind::Skyscraper => 1..=size,
    };
    if !range.contains(&value) {
        return Err(parsed.wrong(format!(
            "the clue {value} is impossible: it can be {} to {}",
            range.start(),
            range.end()
        )));
    }
    let line = parsed.line()?;
    Ok(vec![RuleEffect::Constraint(Arc::new(OutsideClue {
        id,
        kind,
        text: argument.unwrap_or_default().to_owned(),
        value,
        cells: line.cells(context.size),
        direction: line.direction(),
    }))])
}

struct OutsideClue {
    id: &'static str,
    kind: Kind,
    text: String,
    value: u32,
    /// The cells of the line, the one next to the clue first.
    cells: Vec<Cell>,
    direction: [i8; 2],
}

impl std::fmt::Debug for OutsideClue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.id, self.text)
    }
}

impl OutsideClue {
    fn allows_full(&self, digits: &[u32]) -> bool {
        match self.kind {
            Kind::Sandwich => {
                let place = |digit: usize| digits.iter().position(|own| *own as usize == digit);
                let (Some(a), Some(b)) = (place(1), place(digits.len())) else {
                    return false;
                };
                let between = &digits[a.min(b)..a.max(b)];
                between.iter().skip(1).sum::<u32>() == self.value
            }
            Kind::XSum => {
                let count = digits.first().map_or(0, |first| *first as usize);
                digits.iter().take(count).sum::<u32>() == self.value
            }
            Kind::Skyscraper => {
                let mut highest = 0;
                let visible = digits.iter().filter(|digit| {
                    let is_visible = **digit > highest;
                    highest = highest.max(**digit);
                    is_visible
                });
                visible.count() as u32 == self.value
            }
        }
    }
}

impl Constraint for OutsideClue {
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
        let digits: Option<Vec<u32>> = digits
            .iter()
            .map(|digit| digit.map(|digit| u32::from(digit.get())))
            .collect();
        digits.is_none_or(|digits| self.allows_full(&digits))
    }

    fn propagators(&self, facts: &LayoutFacts<'_>) -> Option<Vec<Propagator>> {
        let size = facts.size();
        if size > MAX_SIZE {
            return None;
        }
        let rule = match self.kind {
            Kind::Sandwich => PropagatorRule::Sandwich(Sandwich::new(size, self.value)),
            Kind::XSum => PropagatorRule::XSum(XSum::new(size, self.value)),
            Kind::Skyscraper => PropagatorRule::Skyscraper(Skyscraper::new(self.value)),
        };
        Some(vec![Propagator::new(facts.indices(&self.cells), rule)])
    }

    fn decorations(&self) -> Vec<Decoration> {
        vec![Decoration::Outside {
            clue: match self.kind {
                Kind::Sandwich => Clue::Sandwich,
                Kind::XSum => Clue::XSum,
                Kind::Skyscraper => Clue::Skyscraper,
            },
            cell: self.cells[0],
            direction: self.direction,
            value: self.value,
        }]
    }
}
