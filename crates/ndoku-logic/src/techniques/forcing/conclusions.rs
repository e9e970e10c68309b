//! Draws conclusions from what follows from the assumptions.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::explain;
use crate::implications::{Consequences, Literal, Reach};
use crate::links::UnitKind;
use crate::position::Position;
use crate::step::Deduction;
use crate::technique::StepSink;
use crate::techniques::chains::harder;

/// What a rule looks at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Assumptions that fail.
    Contradictions,
    /// The candidates of a cell.
    Cells,
    /// The places of a digit in a house.
    Houses,
    /// A candidate's being true and its being false.
    Doubles,
}

/// From what a conclusion is drawn.
#[derive(Copy, Clone, Debug)]
pub(super) enum Ground {
    /// The contrary fails.
    Contrary,
    /// One of the candidates of the unit of this number is true.
    Unit(usize),
    /// This candidate is true or false.
    Either(usize),
}

/// The conclusions found so far, each with its least depth.
#[derive(Default)]
pub(super) struct Best(BTreeMap<Literal, (u8, Ground)>);

impl Best {
    /// Those of some kinds. Cells and houses need at least so many candidates.
    pub(super) fn of(
        position: &Position<'_>,
        sink: &StepSink<'_>,
        reach: Reach,
        kinds: &[Kind],
        least: usize,
    ) -> ControlFlow<(), Self> {
        let all = position.consequences(reach, sink)?;
        let mut best = Self::default();
        for kind in kinds {
            sink.check_stop()?;
            match kind {
                Kind::Contradictions => contradictions(all, &mut best),
                Kind::Cells => forks(position, all, least, &mut best, |kind| {
                    matches!(kind, UnitKind::Cell(_))
                }),
                Kind::Houses => forks(position, all, least, &mut best, |kind| {
                    matches!(kind, UnitKind::House(..))
                }),
                Kind::Doubles => doubles(all, &mut best),
            }
        }
        ControlFlow::Continue(best)
    }

    /// Whether nothing follows.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add(&mut self, literal: Literal, depth: u8, ground: Ground) {
        let entry = self.0.entry(literal).or_insert((depth, ground));
        if depth < entry.0 {
            *entry = (depth, ground);
        }
    }
}

/// Offers each conclusion once, with its least depth; a net only where no chain, and a net with patterns only where no net without them comes to it.
pub(super) fn conclusions(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    reach: Reach,
    kinds: &[Kind],
) -> ControlFlow<()> {
    let simpler = match reach {
        Reach::Digit | Reach::Links => Best::default(),
        Reach::Singles => Best::of(position, sink, Reach::Links, kinds, 2)?,
        Reach::Patterns => Best::of(position, sink, Reach::Singles, kinds, 2)?,
    };
    // With two candidates and the links of the board alone it is an alternating inference chain.
    let best = Best::of(
        position,
        sink,
        reach,
        kinds,
        if reach == Reach::Links { 3 } else { 2 },
    )?;
    for (literal, (depth, ground)) in best
        .0
        .into_iter()
        .filter(|(literal, _)| !simpler.0.contains_key(literal))
    {
        let candidate = position.links().candidate(position, literal.node);
        let deduction = if literal.is_on {
            Deduction::from_placement(candidate)
        } else {
            Deduction::from_eliminations(vec![candidate])
        };
        sink.emit_harder(harder(usize::from(depth)), deduction.clone(), || {
            explain::explain(position, reach, literal, ground, &deduction)
        })?;
    }
    ControlFlow::Continue(())
}

fn contradictions(all: &Consequences, best: &mut Best) {
    for node in 0..all.len() {
        for is_on in [true, false] {
            if let Some(depth) = all.failure(Literal { node, is_on }) {
                best.add(
                    Literal {
                        node,
                        is_on: !is_on,
                    },
                    depth,
                    Ground::Contrary,
                );
            }
        }
    }
}

fn forks(
    position: &Position<'_>,
    all: &Consequences,
    least: usize,
    best: &mut Best,
    wanted: impl Fn(UnitKind) -> bool,
) {
    for (number, unit) in position.links().units().iter().enumerate() {
        if all.is_empty() || unit.members.len() < least || !wanted(unit.kind) {
            continue;
        }
        let assumptions: Vec<Literal> =
            unit.members.iter().map(|node| Literal::on(*node)).collect();
        all.common(&assumptions, |literal, depth| {
            // What all of them rule out at once are locked candidates.
            if depth > 1 {
                best.add(literal, depth, Ground::Unit(number));
            }
        });
    }
}

fn doubles(all: &Consequences, best: &mut Best) {
    for node in 0..all.len() {
        all.common(
            &[Literal::on(node), Literal::off(node)],
            |literal, depth| best.add(literal, depth, Ground::Either(node)),
        );
    }
}
