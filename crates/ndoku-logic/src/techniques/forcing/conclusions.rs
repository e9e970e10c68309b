//! Conclusions from the implications of assumptions.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::explain;
use crate::implications::{Implications, InferenceLevel, Literal};
use crate::links::CoverItemKind;
use crate::position::Position;
use crate::step::Deduction;
use crate::technique::StepSink;
use crate::techniques::chains::length_difficulty;

/// The kind of a rule.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ConclusionKind {
    /// Assumptions with a contradiction.
    Contradictions,
    /// The candidates of a cell.
    Cells,
    /// The places of a digit in a house.
    Houses,
    /// A candidate being true, and the same candidate being false.
    Doubles,
}

/// The source of a conclusion.
#[derive(Copy, Clone, Debug)]
pub(super) enum ConclusionSource {
    /// The negation has a contradiction.
    Contrary,
    /// One of the candidates of the item of this number is true.
    Item(usize),
    /// This candidate is true or false.
    Either(usize),
}

/// The conclusions found so far, each with its smallest depth.
#[derive(Default)]
pub(super) struct BestConclusions(BTreeMap<Literal, (u8, ConclusionSource)>);

impl BestConclusions {
    /// Finds the conclusions of some kinds. Cells and houses need at least `least` candidates.
    pub(super) fn find(
        position: &Position<'_>,
        sink: &StepSink<'_>,
        inference: InferenceLevel,
        kinds: &[ConclusionKind],
        least: usize,
    ) -> ControlFlow<(), Self> {
        let all = position.implications(inference, sink)?;
        let mut best = Self::default();
        for kind in kinds {
            sink.check_stop()?;
            match kind {
                ConclusionKind::Contradictions => add_contradictions(all, &mut best),
                ConclusionKind::Cells => add_forks(position, all, least, &mut best, |kind| {
                    matches!(kind, CoverItemKind::Cell(_))
                }),
                ConclusionKind::Houses => add_forks(position, all, least, &mut best, |kind| {
                    matches!(kind, CoverItemKind::House(..))
                }),
                ConclusionKind::Doubles => add_doubles(all, &mut best),
            }
        }
        ControlFlow::Continue(best)
    }

    /// Returns whether there are no conclusions.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add(&mut self, literal: Literal, depth: u8, source: ConclusionSource) {
        let entry = self.0.entry(literal).or_insert((depth, source));
        if depth < entry.0 {
            *entry = (depth, source);
        }
    }
}

/// Emits each conclusion once, with its smallest depth. Nets skip the conclusions of chains, and
/// pattern nets skip those of nets.
pub(super) fn emit_conclusions(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    inference: InferenceLevel,
    kinds: &[ConclusionKind],
) -> ControlFlow<()> {
    let simpler = match inference {
        InferenceLevel::Digit | InferenceLevel::Links => BestConclusions::default(),
        InferenceLevel::Singles => {
            BestConclusions::find(position, sink, InferenceLevel::Links, kinds, 2)?
        }
        InferenceLevel::Patterns => {
            BestConclusions::find(position, sink, InferenceLevel::Singles, kinds, 2)?
        }
    };
    // An item of two candidates with links of the board alone is an alternating inference chain.
    let best = BestConclusions::find(
        position,
        sink,
        inference,
        kinds,
        if inference == InferenceLevel::Links {
            3
        } else {
            2
        },
    )?;
    for (literal, (depth, source)) in best
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
        sink.emit_harder(
            length_difficulty(usize::from(depth)),
            deduction.clone(),
            || explain::explain_conclusion(position, inference, literal, source, &deduction),
        )?;
    }
    ControlFlow::Continue(())
}

fn add_contradictions(all: &Implications, best: &mut BestConclusions) {
    for node in 0..all.len() {
        for is_on in [true, false] {
            if let Some(depth) = all.failure(Literal { node, is_on }) {
                best.add(
                    Literal {
                        node,
                        is_on: !is_on,
                    },
                    depth,
                    ConclusionSource::Contrary,
                );
            }
        }
    }
}

fn add_forks(
    position: &Position<'_>,
    all: &Implications,
    least: usize,
    best: &mut BestConclusions,
    wanted: impl Fn(CoverItemKind) -> bool,
) {
    for (number, item) in position.links().items().iter().enumerate() {
        if all.is_empty() || item.members.len() < least || !wanted(item.kind) {
            continue;
        }
        let assumptions: Vec<Literal> =
            item.members.iter().map(|node| Literal::on(*node)).collect();
        all.for_each_common(&assumptions, |literal, depth| {
            // Candidates that all of them rule out directly are locked candidates.
            if depth > 1 {
                best.add(literal, depth, ConclusionSource::Item(number));
            }
        });
    }
}

fn add_doubles(all: &Implications, best: &mut BestConclusions) {
    for node in 0..all.len() {
        all.for_each_common(
            &[Literal::on(node), Literal::off(node)],
            |literal, depth| best.add(literal, depth, ConclusionSource::Either(node)),
        );
    }
}
