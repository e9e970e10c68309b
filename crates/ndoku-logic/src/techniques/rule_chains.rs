//! Candidates that break a rule: common peers, and forcing chains through rules.
//!
//! ```text
//!   cage 10 in r1c1 r1c2: 3+7 or 4+6        r1c5 = 3?   then 4+6 is left
//!   r1c6 {4 6}                              r1c5 = 3 and r1c6 = 4 or 6: nothing is left
//! ```

use std::ops::ControlFlow;

use ndoku_core::{Highlight, HighlightRole};

use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::rule_trial::{Cause, Clash, Event, RuleTrial};
use crate::rules::{mask_digits, mask_set};
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{StepSink, technique};
use crate::text;

use super::rule_text::{cells_and, digits_or};

const FAMILY: &str = "Chains through rules";

/// The maximum number of levels of a chain.
const MAX_LEVELS: usize = 8;

/// The maximum number of consequences that a text names.
const MAX_LINKS: usize = 12;

/// A chain with this number of consequences or fewer is short. There are none that are easier to
/// follow.
const SHORT: usize = 4;

technique! {
    COMMON_PEERS = "common-peers" {
        name: "Common Peers",
        aliases: &["constraint peers", "cell that breaks a rule"],
        family: FAMILY,
        summary: "A candidate sees so many candidates of a cage, a line or another rule that \
            the rule cannot be satisfied with it.",
        difficulty: Difficulty(42),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_common_peers,
    }
}

technique! {
    RULE_CHAIN = "rule-chain" {
        name: "Rule Forcing Chain",
        aliases: &["constraint forcing chain", "variant forcing chain"],
        family: FAMILY,
        summary: "If a candidate were true, its consequences for cages, lines and clues would \
            lead to a contradiction.",
        difficulty: Difficulty(50),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_chains,
    }
}

fn find_common_peers(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    if position.rules().is_empty() {
        return ControlFlow::Continue(());
    }
    position.with_rule_trial(|trial| {
        for supposed in candidates(position) {
            sink.check_stop()?;
            if let Some((clash, events)) = trial.suppose(position, supposed, 0) {
                emit(position, sink, trial, 0, supposed, clash, &events)?;
            }
        }
        ControlFlow::Continue(())
    })
}

/// Returns the candidates of open cells, those of cells with few candidates first.
fn candidates(position: &Position<'_>) -> Vec<(usize, u16)> {
    let mut cells: Vec<usize> = (0..position.cell_count())
        .filter(|cell| position.is_open(*cell))
        .collect();
    cells.sort_by_key(|cell| position.candidates(*cell).len());
    cells
        .into_iter()
        .flat_map(|cell| {
            mask_digits(position.masks().0[cell]).map(move |digit| (cell, 1 << digit.index()))
        })
        .collect()
}

/// Emits the chains with the fewest levels, up to the first short one.
fn find_chains(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    if position.rules().is_empty() {
        return ControlFlow::Continue(());
    }
    let candidates = candidates(position);
    position.with_rule_trial(|trial| {
        for levels in 1..=MAX_LEVELS {
            let mut is_found = false;
            for supposed in &candidates {
                sink.check_stop()?;
                let Some((clash, events)) = trial.suppose(position, *supposed, levels) else {
                    continue;
                };
                let links = count_links(&events);
                if links > MAX_LINKS {
                    continue;
                }
                is_found = true;
                let harder = 2 * (levels - 1) + links.saturating_sub(SHORT);
                emit(
                    position,
                    sink,
                    trial,
                    harder as u16,
                    *supposed,
                    clash,
                    &events,
                )?;
                if links <= SHORT {
                    break;
                }
            }
            if is_found {
                break;
            }
        }
        ControlFlow::Continue(())
    })
}

/// Groups the events that one cause has on several cells.
fn groups(events: &[Event]) -> impl Iterator<Item = &[Event]> {
    let is_same = |a: &Event, b: &Event| {
        a.cause == b.cause
            && a.removed == b.removed
            && !a.left.is_power_of_two()
            && !b.left.is_power_of_two()
    };
    events
        .chunk_by(is_same)
        .filter(|group| group[0].cause != Cause::Supposed)
}

fn count_links(events: &[Event]) -> usize {
    groups(events).count()
}

fn emit(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    trial: &RuleTrial,
    harder: u16,
    (cell, bit): (usize, u16),
    clash: Clash,
    events: &[Event],
) -> ControlFlow<()> {
    let gone = mask_digits(bit)
        .map(|digit| position.candidate(cell, digit))
        .collect();
    let deduction = Deduction::from_eliminations(gone);
    sink.emit_harder(harder, deduction.clone(), || {
        let sentence = explain_chain(position, trial, (cell, bit), clash, events);
        let mut highlights = vec![Highlight::Cell(
            position.layout().cell(cell),
            HighlightRole::Pivot,
        )];
        let mut own: Vec<usize> = match clash {
            Clash::Propagator(number) => propagator_cells(position, trial, number),
            Clash::Cell(one) => vec![one],
            Clash::House(house, _) => {
                highlights.push(Highlight::House(house, HighlightRole::Pattern));
                Vec::new()
            }
        };
        own.retain(|one| *one != cell);
        let mark =
            |cell: usize| Highlight::Cell(position.layout().cell(cell), HighlightRole::Pattern);
        highlights.extend(own.iter().map(|cell| mark(*cell)));
        for event in events.iter().filter(|event| event.cause != Cause::Supposed) {
            let candidate = |digit| position.candidate(event.cell, digit);
            let gone = mask_digits(event.removed)
                .map(|digit| Highlight::Candidate(candidate(digit), HighlightRole::Off));
            highlights.extend(gone);
            if let Some(digit) = mask_set(event.left).single() {
                highlights.push(Highlight::Candidate(candidate(digit), HighlightRole::On));
            }
        }
        Explanation {
            highlights,
            text: Phrase::sentences([sentence, format_conclusion(position, &deduction)]),
        }
    })
}

/// Explains a supposition, its consequences and the contradiction.
fn explain_chain(
    position: &Position<'_>,
    trial: &RuleTrial,
    (cell, bit): (usize, u16),
    clash: Clash,
    events: &[Event],
) -> Phrase {
    let mut groups = groups(events).map(|group| format_group(position, trial, group));
    let supposed = phrase!(
        "{cell} is {digits}",
        cell = position.format_cell(cell),
        digits = digits_or(position, bit)
    );
    let end = format_clash(position, trial, clash);
    let Some(first) = groups.next() else {
        return phrase!("If {supposed}, {end}.", supposed, end);
    };
    let begin = phrase!("If {supposed}, then {first}", supposed, first);
    let links = std::iter::once(begin).chain(groups);
    phrase!(
        "{links}. Then {end}.",
        links = Phrase::joined(links, "; "),
        end
    )
}

fn propagator_cells(position: &Position<'_>, trial: &RuleTrial, number: usize) -> Vec<usize> {
    let (rule, propagator) = trial.propagator(number);
    let cells = position.rules()[rule].propagators[propagator].watched();
    let mut cells: Vec<usize> = cells.iter().map(|cell| usize::from(*cell)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Returns a consequence: `r1c2 and r1c3 are not 5`, `r2c2 is 3 (by the cage at r2c1)`.
fn format_group(position: &Position<'_>, trial: &RuleTrial, group: &[Event]) -> Phrase {
    let event = &group[0];
    let cells: Vec<usize> = group.iter().map(|event| event.cell).collect();
    let cells = cells_and(position, &cells);
    let state = match (mask_set(event.left).single(), group.len()) {
        (Some(digit), _) => {
            let digit = position.format_digit(digit);
            phrase!("{cells} is {digit}", cells, digit)
        }
        (None, count) => {
            let digit = digits_or(position, event.removed);
            if count == 1 {
                phrase!("{cells} is not {digit}", cells, digit)
            } else {
                phrase!("{cells} are not {digit}", cells, digit)
            }
        }
    };
    let reason = match event.cause {
        Cause::Propagator(number) => {
            let (rule, _) = trial.propagator(number);
            let rule = &position.rules()[rule].name;
            phrase!("by {rule}", rule)
        }
        Cause::LastPlace(house) => {
            let house = position.house_name(house);
            phrase!("the only place in {house}", house)
        }
        Cause::Supposed | Cause::RuledOut(_) => return state,
    };
    phrase!("{fact} ({reason})", fact = state, reason)
}

fn format_clash(position: &Position<'_>, trial: &RuleTrial, clash: Clash) -> Phrase {
    match clash {
        Clash::Cell(cell) => {
            let cell = position.format_cell(cell);
            phrase!("{cell} has no candidate left", cell)
        }
        Clash::House(house, bit) => phrase!(
            "{house} has no place for {digits}",
            house = position.house_name(house),
            digits = digits_or(position, bit)
        ),
        Clash::Propagator(number) => {
            let (rule, _) = trial.propagator(number);
            let cells = propagator_cells(position, trial, number);
            let name = &position.rules()[rule].name;
            if cells.len() < position.rules()[rule].cells.len() {
                let cells = text::join_and(cells.iter().map(|cell| position.format_cell(*cell)));
                phrase!("{name} cannot be satisfied in {cells}", name, cells)
            } else {
                phrase!("{name} cannot be satisfied", name)
            }
        }
    }
}
