//! Rules between two cells: dots, X and V, whispers, clones, thermometers, entropic lines,
//! indexers.
//!
//! ```text
//!   white dot     r1c1 {1 4 5}   r1c2 {2 3 7}     7 has no partner
//!   thermometer   r1c1 < r1c2 < r1c3              at least 1, 2, 3; at most 7, 8, 9
//!   entropic      r1c1 is low                     its two neighbors on the line are not
//! ```
//!
//! A decided cell removes candidates by itself, because the weak links of a rule act like those of
//! a house. These techniques work with the candidates of open cells.

use std::ops::ControlFlow;

use ndoku_core::Candidate;
use ndoku_core::propagator::{Propagator, PropagatorRule};

use super::rule_text::{
    MAX_LISTED, and_so_on, cells_and, changed, digits_or, explain, format_range, rule_sentence,
};
use crate::difficulty::Difficulty;
use crate::phrase::phrase;
use crate::position::Position;
use crate::rules::{PairKind, RulePropagators, mask_digits};
use crate::step::Deduction;
use crate::technique::{StepSink, technique};
use crate::text;

const FAMILY: &str = "Pairs of cells";

technique! {
    CELL_RULE = "cell-rule" {
        name: "Restricted Cell",
        aliases: &["odd cell", "even cell", "parity cell"],
        family: FAMILY,
        summary: "A rule restricts single cells, such as odd and even cells.",
        difficulty: Difficulty(20),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_restricted_cells,
    }
}

technique! {
    PAIR_RULE = "pair-rule" {
        name: "Pair Rule",
        aliases: &["dot pair", "kropki pair", "whisper pair", "relation"],
        family: FAMILY,
        summary: "A candidate has no partner in a cell to which a dot, a sign or a line relates it.",
        difficulty: Difficulty(21),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_pairs(position, sink, PairKind::Relation),
    }
}

technique! {
    ORDER_BOUNDS = "order-bounds" {
        name: "Order Bounds",
        aliases: &["thermometer bounds", "thermo bounds", "inequality bounds"],
        family: FAMILY,
        summary: "Digits rise along a thermometer or by inequalities, so each cell leaves room \
            for those before and after it.",
        difficulty: Difficulty(22),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_order_bounds,
    }
}

technique! {
    LINE_CLASS = "line-class" {
        name: "Line Class",
        aliases: &["entropy", "entropic line", "modular line"],
        family: FAMILY,
        summary: "A cell of an entropic or modular line has one class of digits, so cells nearby \
            have other classes.",
        difficulty: Difficulty(24),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_pairs(position, sink, PairKind::Class),
    }
}

technique! {
    INDEX = "index" {
        name: "Index",
        aliases: &["indexer", "159", "numbered room"],
        family: FAMILY,
        summary: "A digit says where another one is, and one of them cannot be there.",
        difficulty: Difficulty(30),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_pairs(position, sink, PairKind::Index),
    }
}

fn find_restricted_cells(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for rule in position.rules() {
        let (mut lost, mut cells): (Vec<Candidate>, Vec<usize>) = (Vec::new(), Vec::new());
        for propagator in &rule.propagators {
            let PropagatorRule::Domain(domain) = propagator.rule() else {
                continue;
            };
            let gone = position
                .masks()
                .lost(position, propagator.cells(), &[*domain]);
            if !gone.is_empty() {
                cells.extend(propagator.cells().iter().map(|cell| usize::from(*cell)));
                lost.extend(gone);
            }
        }
        lost.sort_unstable();
        lost.dedup();
        let deduction = Deduction::from_eliminations(lost);
        sink.emit(deduction.clone(), || {
            let sentences = [rule_sentence(rule)];
            explain(position, &cells, &[], sentences, &deduction)
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the digits of the second cell that have a partner in the first. Cells that see each
/// other cannot be equal.
fn partners(position: &Position<'_>, propagator: &Propagator, from: usize, first: bool) -> u16 {
    let [a, b] = propagator.watched() else {
        return u16::MAX;
    };
    let differ = position.sees(usize::from(*a), usize::from(*b));
    let mask = position.masks().0[from];
    mask_digits(mask).fold(0, |all, digit| {
        let bit = 1 << digit.index();
        let mut masks = if first {
            [bit, u16::MAX]
        } else {
            [u16::MAX, bit]
        };
        if !propagator.filter(&mut masks) {
            return all;
        }
        let partners = masks[usize::from(first)];
        all | if differ { partners & !bit } else { partners }
    })
}

/// Emits, for each cell, the candidates that have no partner in it.
fn find_pairs(position: &Position<'_>, sink: &mut StepSink<'_>, kind: PairKind) -> ControlFlow<()> {
    for rule in position
        .rules()
        .iter()
        .filter(|rule| rule.pair_kind() == kind)
    {
        let mut by_source: Vec<(usize, usize, u16)> = Vec::new();
        for ([a, b], propagator) in rule.pairs() {
            if position.is_open(b) {
                by_source.push((a, b, partners(position, propagator, a, true)));
            }
            if position.is_open(a) {
                by_source.push((b, a, partners(position, propagator, b, false)));
            }
        }
        by_source.sort_unstable();
        for group in by_source.chunk_by(|one, other| one.0 == other.0) {
            let source = group[0].0;
            let mut lost = Vec::new();
            for (_, target, partners) in group {
                let gone = mask_digits(position.masks().0[*target] & !partners);
                lost.extend(gone.map(|digit| position.candidate(*target, digit)));
            }
            lost.sort_unstable();
            lost.dedup();
            let deduction = Deduction::from_eliminations(lost);
            sink.emit(deduction.clone(), || {
                explain_pairs(position, rule, source, &deduction)
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn explain_pairs(
    position: &Position<'_>,
    rule: &RulePropagators,
    source: usize,
    deduction: &Deduction,
) -> crate::step::Explanation {
    let targets = changed(position, &deduction.eliminations);
    let mask = position.masks().0[source];
    let (cell, digits) = (position.format_cell(source), digits_or(position, mask));
    let is = if position.is_open(source) {
        phrase!("{cell} can only be {digits}", cell, digits)
    } else {
        phrase!("{cell} is {digits}", cell, digits)
    };
    let mut sentences = vec![rule_sentence(rule)];
    if targets.iter().any(|target| position.sees(source, *target)) {
        sentences.push(phrase!("Cells that see each other differ."));
    }
    sentences.push(phrase!(
        "{fact}, which leaves no partner for some candidates of {cells}.",
        fact = is,
        cells = cells_and(position, &targets)
    ));
    explain(position, &targets, &[source], sentences, deduction)
}

/// Emits, for each rule, the bounds that its chain of comparisons sets.
fn find_order_bounds(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    let ordered = |rule: &&RulePropagators| rule.pair_kind() == PairKind::Order;
    for rule in position.rules().iter().filter(ordered) {
        let mut masks = position.masks().clone();
        let mut is_new = true;
        while is_new {
            is_new = false;
            for ([a, b], propagator) in rule.pairs() {
                let mut own = [masks.0[a], masks.0[b]];
                if !propagator.filter(&mut own) {
                    return ControlFlow::Continue(());
                }
                is_new |= own != [masks.0[a], masks.0[b]];
                [masks.0[a], masks.0[b]] = own;
            }
        }
        let cells: Vec<u16> = rule.cells.iter().map(|cell| *cell as u16).collect();
        let mut all: Vec<u16> = rule
            .pairs()
            .flat_map(|([a, b], _)| [a as u16, b as u16])
            .collect();
        all.extend(&cells);
        all.sort_unstable();
        all.dedup();
        let kept: Vec<u16> = all.iter().map(|cell| masks.0[usize::from(*cell)]).collect();
        let deduction = Deduction::from_eliminations(position.masks().lost(position, &all, &kept));
        sink.emit(deduction.clone(), || {
            let changed = changed(position, &deduction.eliminations);
            let bounds = changed
                .iter()
                .take(MAX_LISTED)
                .map(|cell| format_range(position, *cell, masks.0[*cell]));
            let bounds = and_so_on(text::join_clauses(bounds), changed.len());
            let sentences = [
                rule_sentence(rule),
                phrase!(
                    "Each cell must leave room for those before and after it: {bounds}.",
                    bounds
                ),
            ];
            explain(position, &rule.cells, &changed, sentences, &deduction)
        })?;
    }
    ControlFlow::Continue(())
}
