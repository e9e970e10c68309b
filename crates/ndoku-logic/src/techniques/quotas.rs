//! Rules that count digits in some cells: quadruples, global entropy, counting circles. Also lines
//! whose inner cells depend on their ends.
//!
//! ```text
//!   quadruple 1 2     only r1c1 and r1c2 can be 1 or 2      they are
//!   between           ends {2 3} and {7 8}                  inner cells from 3 to 7
//! ```

use std::ops::ControlFlow;

use ndoku_core::propagator::{Ends, Propagator, PropagatorRule};

use super::rule_text::{cells_and, changed, digits_or, explain, range, rule_sentence};
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::rules::RulePropagators;
use crate::step::Deduction;
use crate::technique::{StepSink, technique};
use crate::text;

technique! {
    LINE_ENDS = "line-ends" {
        name: "Line Ends",
        aliases: &["between line", "lockout line"],
        family: "Counts and ends",
        summary: "The digits at the ends of a between or lockout line limit those inside it, and \
            vice versa.",
        difficulty: Difficulty(26),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_ends,
    }
}

technique! {
    QUOTA = "quota" {
        name: "Digit Quota",
        aliases: &["quadruple", "counting circles", "global entropy"],
        family: "Counts and ends",
        summary: "Some cells must hold certain digits, and only just enough of them can.",
        difficulty: Difficulty(27),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_quotas,
    }
}

/// Emits the removals of a propagator, with a text about the propagator.
pub(super) fn emit_filter(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    rule: &RulePropagators,
    propagator: &Propagator,
    harder: u16,
    detail: &dyn Fn(&[u16]) -> Phrase,
) -> ControlFlow<()> {
    let mut masks = position.masks().of(propagator.cells());
    if !propagator.filter(&mut masks) {
        return ControlFlow::Continue(());
    }
    let lost = position.masks().lost(position, propagator.cells(), &masks);
    let deduction = Deduction::from_eliminations(lost);
    sink.emit_harder(harder, deduction.clone(), || {
        let sentences = [rule_sentence(rule), detail(&masks)];
        let cells: Vec<usize> = propagator
            .watched()
            .iter()
            .map(|cell| usize::from(*cell))
            .collect();
        let changed = changed(position, &deduction.eliminations);
        explain(position, &cells, &changed, sentences, &deduction)
    })
}

fn find_ends(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for rule in position.rules() {
        for propagator in &rule.propagators {
            let PropagatorRule::Ends(ends) = propagator.rule() else {
                continue;
            };
            let [first, inner @ .., last] = propagator.watched() else {
                continue;
            };
            emit_filter(position, sink, rule, propagator, 0, &|masks: &[u16]| {
                let name = |cell: u16| position.format_cell(usize::from(cell));
                let (a, b) = (masks[0], masks[masks.len() - 1]);
                let ends_text = phrase!(
                    "Its ends can be {one} in {first} and {other} in {last}",
                    one = digits_or(position, a),
                    first = name(*first),
                    other = digits_or(position, b),
                    last = name(*last)
                );
                let inside: Vec<usize> = inner.iter().map(|cell| usize::from(*cell)).collect();
                let left = masks[1..masks.len() - 1]
                    .iter()
                    .fold(0, |all, mask| all | mask);
                if inside.is_empty() || left == 0 {
                    return ends_text.sentence();
                }
                let what = match ends {
                    Ends::Between => range(position, left),
                    Ends::Lockout { .. } => digits_or(position, left),
                };
                phrase!(
                    "{ends}, and {cells} must be {digits}.",
                    ends = ends_text,
                    cells = cells_and(position, &inside),
                    digits = what
                )
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn find_quotas(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for rule in position.rules() {
        for propagator in &rule.propagators {
            match propagator.rule() {
                PropagatorRule::Quota(quota) => {
                    emit_filter(position, sink, rule, propagator, 0, &|_| {
                        let before = position.masks().of(propagator.watched());
                        let tight: Vec<Phrase> = quota
                            .classes()
                            .iter()
                            .filter_map(|(class, least)| {
                                let able: Vec<usize> = propagator
                                    .watched()
                                    .iter()
                                    .zip(&before)
                                    .filter(|(_, mask)| **mask & class != 0)
                                    .map(|(cell, _)| usize::from(*cell))
                                    .collect();
                                (able.len() == *least).then(|| {
                                    phrase!(
                                        "only {cells} can be {digits}",
                                        cells = cells_and(position, &able),
                                        digits = digits_or(position, *class)
                                    )
                                })
                            })
                            .collect();
                        if tight.is_empty() {
                            phrase!(
                                "These digits take all the cells, so no other digit has a place."
                            )
                        } else {
                            let tight = text::join_clauses(tight).capitalized();
                            tight.sentence()
                        }
                    })?;
                }
                PropagatorRule::Circles(_) => {
                    emit_filter(position, sink, rule, propagator, 6, &|_| {
                        phrase!(
                            "A digit leaves the other circles if it has too few places or is \
                            complete, and it takes all its places if they are just enough."
                        )
                    })?;
                }
                _ => {}
            }
        }
    }
    ControlFlow::Continue(())
}
