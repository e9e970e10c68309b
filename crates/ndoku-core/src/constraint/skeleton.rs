//! The smallest working constraint, as a template. It is compiled and tested, but not in the
//! registry.
//!
//! The example: the digits of the cells `a` and `b` add up to an even number.
//!
//! 1. Copy this file to `constraint/NAME.rs`, without `#![cfg(test)]`, and add its `mod` line in
//!    `constraint.rs`. Describe the rule, with a picture if one helps.
//! 2. Define a `pub(super) const NAME: Rule` and add it to `RULES`.
//! 3. Run the tests. They compare every rule of the registry with the naive oracle.
//! 4. If it is too slow, override `weak_links`, `is_pairwise` or `propagate`. The same tests check
//!    the overrides.
#![cfg(test)]

use std::sync::Arc;

use super::{Constraint, Rule, RuleEffect};
use crate::{Cell, Digit};

pub(super) const EVEN_PAIR: Rule = Rule {
    id: "even-pair",
    aliases: &[],
    summary: "The digits of r1c1 and r1c2 add up to an even number.",
    argument: None,
    apply: |_context, _argument| {
        Ok(vec![RuleEffect::Constraint(Arc::new(EvenPair {
            cells: [Cell::new(0, 0), Cell::new(0, 1)],
        }))])
    },
};

#[derive(Debug)]
struct EvenPair {
    cells: [Cell; 2],
}

impl Constraint for EvenPair {
    fn id(&self) -> &'static str {
        EVEN_PAIR.id
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn allows(&self, digits: &[Option<Digit>]) -> bool {
        match digits {
            [Some(a), Some(b)] => (u16::from(a.get()) + u16::from(b.get())) % 2 == 0,
            _ => true,
        }
    }
}
