//! Lines whose inner cells depend on their ends: between lines and lockout lines.
//!
//! ```text
//!   between    (2)─5─3─7─(8)        lockout    <3>─9─1─2─<7>
//! ```

use std::sync::Arc;

use super::argument::Argument;
use super::{Constraint, Rule, RuleContext, RuleEffect};
use crate::layout::LayoutError;
use crate::propagator::{Ends, LayoutFacts, Propagator, PropagatorRule};
use crate::{Cell, Decoration, Digit, LineStyle};

pub(super) const BETWEEN: Rule = Rule {
    id: "between",
    aliases: &["between-line"],
    summary: "The inner digits of the line lie strictly between those at its ends.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        let parsed = Argument::new("between", context.size, argument);
        parsed.without_value()?;
        ends(context, "between", argument, parsed.cells()?, Ends::Between)
    },
};

pub(super) const LOCKOUT: Rule = Rule {
    id: "lockout",
    aliases: &["lockout-line"],
    summary: "The ends of the line differ by at least 4, or a number; no inner digit lies between \
        them or equals one.",
    argument: Some("[DIFFERENCE: ]CELLS"),
    apply: |context, argument| {
        let parsed = Argument::new("lockout", context.size, argument);
        let distance = parsed.number_or(4)?;
        let rule = Ends::Lockout { distance };
        ends(context, "lockout", argument, parsed.cells()?, rule)
    },
};

fn ends(
    context: &RuleContext<'_>,
    id: &'static str,
    argument: Option<&str>,
    cells: Vec<Cell>,
    rule: Ends,
) -> Result<Vec<RuleEffect>, LayoutError> {
    let mut distinct = cells.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if cells.len() < 2 || distinct.len() < cells.len() {
        let problem = "it needs at least two cells, each once";
        return Err(Argument::new(id, context.size, argument).wrong(problem));
    }
    Ok(vec![RuleEffect::Constraint(Arc::new(EndsConstraint {
        id,
        text: argument.unwrap_or_default().to_owned(),
        cells,
        rule,
    }))])
}

struct EndsConstraint {
    id: &'static str,
    text: String,
    cells: Vec<Cell>,
    rule: Ends,
}

impl std::fmt::Debug for EndsConstraint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.id, self.text)
    }
}

impl Constraint for EndsConstraint {
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
        let [Some(a), inner @ .., Some(b)] = digits else {
            return true;
        };
        let (a, b) = (u32::from(a.get()), u32::from(b.get()));
        self.rule.allows_ends(a, b)
            && inner
                .iter()
                .flatten()
                .all(|digit| self.rule.allows_inner(a, b, u32::from(digit.get())))
    }

    fn propagators(&self, facts: &LayoutFacts<'_>) -> Option<Vec<Propagator>> {
        let rule = PropagatorRule::Ends(self.rule.clone());
        Some(vec![Propagator::new(facts.indices(&self.cells), rule)])
    }

    fn decorations(&self) -> Vec<Decoration> {
        let (style, label) = match self.rule {
            Ends::Between => (LineStyle::Between, String::new()),
            Ends::Lockout { distance } => (LineStyle::Lockout, distance.to_string()),
        };
        vec![Decoration::Line {
            style,
            cells: self.cells.as_slice().into(),
            label: label.into(),
        }]
    }
}
