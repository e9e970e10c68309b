//! Sums: arrows, little killers, zippers, region sum lines and sum lines.
//!
//! ```text
//!   arrow   circle {4 6 8}     shaft {1 2} {3 5} {2 3}
//!   bounds  the shaft is at least 1+3+2 = 6, so the circle is not 4
//!   sums    the circle allows 6 and 8, so 1+5+… must leave one of them
//! ```
//!
//! [`SUM_BOUNDS`] uses the smallest and the largest sum. The others try all sums.

use std::ops::ControlFlow;

use ndoku_core::propagator::{Propagator, PropagatorRule, Segment, Sums, Term};
use smallvec::SmallVec;

use super::rule_text::{
    MAX_LISTED, and_so_on, cells_and, changed, explain, format_range, rule_sentence,
};
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::rules::{RulePropagators, mask_digits, mask_range};
use crate::step::Deduction;
use crate::technique::{StepSink, technique};
use crate::text;

const FAMILY: &str = "Sums";

technique! {
    SUM_BOUNDS = "sum-bounds" {
        name: "Sum Bounds",
        aliases: &["arrow bounds", "min-max sums"],
        family: FAMILY,
        summary: "The smallest or largest sum of the other cells bounds a cell of an arrow, a \
            diagonal or a line.",
        difficulty: Difficulty(25),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_bounds,
    }
}

technique! {
    SUM_COMBINATIONS = "sum-combinations" {
        name: "Sum Combinations",
        aliases: &["arrow combinations", "little killer combinations"],
        family: FAMILY,
        summary: "No way to reach a sum lets a cell of an arrow or a diagonal hold a candidate.",
        difficulty: Difficulty(32),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_combinations(position, sink, false),
    }
}

technique! {
    EQUAL_SUMS = "equal-sums" {
        name: "Equal Sums",
        aliases: &["zipper sums", "region sums", "sum line"],
        family: FAMILY,
        summary: "Parts of a line have the same sum, and no sum that all can reach lets a cell \
            hold a candidate.",
        difficulty: Difficulty(34),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_combinations(position, sink, true),
    }
}

/// Returns the smallest and the largest sum of distinct cells, or `None` if they cannot differ.
fn distinct_bounds(masks: &[u16]) -> Option<(u32, u32)> {
    Some((best_sum(masks, 1..=16)?, best_sum(masks, (1..=16).rev())?))
}

/// Returns the sum of the digits that distinct cells take, the first ones of `digits` if possible.
///
/// The sets of digits that distinct cells can take form a matroid, so greedy choice is optimal.
fn best_sum(masks: &[u16], digits: impl Iterator<Item = u32>) -> Option<u32> {
    let mut taken: SmallVec<[u32; 16]> = SmallVec::from_elem(0, masks.len());
    let (mut sum, mut missing) = (0, masks.len());
    for digit in digits {
        if missing == 0 {
            break;
        }
        if give(masks, digit, &mut taken, &mut 0) {
            sum += digit;
            missing -= 1;
        }
    }
    (missing == 0).then_some(sum)
}

/// Gives a digit to a cell; its digit may move to another cell. Cells in `tried` are not touched.
fn give(masks: &[u16], digit: u32, taken: &mut [u32], tried: &mut u32) -> bool {
    for place in 0..masks.len() {
        if masks[place] >> (digit - 1) & 1 == 0 || *tried >> place & 1 == 1 {
            continue;
        }
        *tried |= 1 << place;
        if taken[place] == 0 || give(masks, taken[place], taken, tried) {
            taken[place] = digit;
            return true;
        }
    }
    false
}

/// A part of an equation with its cells.
struct Part<'k> {
    segment: &'k Segment,
    cells: &'k [u16],
}

impl Part<'_> {
    /// Returns the smallest and the largest sum, with these masks for its cells.
    fn bounds(&self, masks: &[u16]) -> Option<(u32, u32)> {
        let (mut low, mut high) = (self.segment.offset, self.segment.offset);
        let mut start = 0;
        for term in &self.segment.terms {
            let own = &masks[start..start + count(*term)];
            start += own.len();
            let (least, most) = match term {
                Term::Distinct { weight, .. } => {
                    let (least, most) = distinct_bounds(own)?;
                    (weight * least, weight * most)
                }
                Term::Number { .. } => {
                    if own.contains(&0) {
                        return None;
                    }
                    own.iter().fold((0, 0), |(least, most), mask| {
                        let (low, high) = mask_range(*mask);
                        (10 * least + low, 10 * most + high)
                    })
                }
            };
            low += least;
            high += most;
        }
        Some((low, high))
    }

    /// Says in which range the sum lies: `r1c1 and r1c2 add up to 3 to 9`.
    fn describe(&self, position: &Position<'_>, (low, high): (u32, u32)) -> Phrase {
        let cells: Vec<usize> = self.cells.iter().map(|cell| usize::from(*cell)).collect();
        let cells = cells_and(position, &cells);
        let range = if low == high {
            Phrase::from(low)
        } else {
            phrase!("{low} to {high}", low, high)
        };
        if self.cells.len() == 1 {
            phrase!("{cells} is {range}", cells, range)
        } else {
            phrase!("{cells} add up to {range}", cells, range)
        }
    }
}

const fn count(term: Term) -> usize {
    match term {
        Term::Distinct { count, .. } | Term::Number { count } => count,
    }
}

/// Returns the parts of an equation.
fn parts<'k>(propagator: &'k Propagator, sums: &'k Sums) -> Vec<Part<'k>> {
    let mut rest = propagator.watched();
    let part = |segment: &'k Segment| {
        let cells: usize = segment.terms.iter().map(|term| count(*term)).sum();
        let (own, others) = rest.split_at(cells.min(rest.len()));
        rest = others;
        Part {
            segment,
            cells: own,
        }
    };
    sums.segments().iter().map(part).collect()
}

fn find_bounds(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for rule in position.rules() {
        for propagator in &rule.propagators {
            if let PropagatorRule::Sums(sums) = propagator.rule()
                && propagator
                    .watched()
                    .iter()
                    .any(|cell| position.is_open(usize::from(*cell)))
            {
                emit_bounds(position, sink, rule, propagator, sums)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn emit_bounds(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    rule: &RulePropagators,
    propagator: &Propagator,
    sums: &Sums,
) -> ControlFlow<()> {
    let parts = parts(propagator, sums);
    let own: Vec<Vec<u16>> = parts
        .iter()
        .map(|part| position.masks().of(part.cells))
        .collect();
    let bounds: Option<Vec<(u32, u32)>> = parts
        .iter()
        .zip(&own)
        .map(|(part, masks)| part.bounds(masks))
        .collect();
    let Some(bounds) = bounds else {
        return ControlFlow::Continue(());
    };
    let targets = sums.targets().unwrap_or(&[]);
    let low = bounds
        .iter()
        .map(|(low, _)| *low)
        .chain(targets.iter().min().copied())
        .max();
    let high = bounds
        .iter()
        .map(|(_, high)| *high)
        .chain(targets.iter().max().copied())
        .min();
    let (Some(low), Some(high)) = (low, high) else {
        return ControlFlow::Continue(());
    };
    // A candidate goes if the other cells of its part cannot bring the sum into the range.
    let (mut cells, mut kept) = (Vec::new(), Vec::new());
    for (part, masks) in parts.iter().zip(&own) {
        for place in 0..masks.len() {
            let mut trial = masks.clone();
            let fits = mask_digits(masks[place]).filter(|digit| {
                trial[place] = 1 << digit.index();
                part.bounds(&trial)
                    .is_some_and(|(least, most)| least <= high && most >= low)
            });
            kept.push(fits.fold(0, |all, digit| all | 1 << digit.index()));
            cells.push(part.cells[place]);
        }
    }
    let deduction = Deduction::from_eliminations(position.masks().lost(position, &cells, &kept));
    sink.emit(deduction.clone(), || {
        let changed = changed(position, &deduction.eliminations);
        let sides = parts.iter().zip(&bounds).take(MAX_LISTED);
        let sides = sides.map(|(part, bounds)| part.describe(position, *bounds));
        let sides = text::join_clauses(sides).capitalized();
        let sum = match (sums.targets(), low == high) {
            (Some([only]), _) => phrase!("the sum must be {sum}", sum = *only),
            (_, true) => phrase!("the sum must be {sum}", sum = low),
            _ => phrase!("the sum must be from {low} to {high}", low, high),
        };
        let left = changed.iter().take(MAX_LISTED).map(|cell| {
            let index = cells
                .iter()
                .zip(&kept)
                .filter(|(own, _)| usize::from(**own) == *cell);
            let mask = index.fold(u16::MAX, |all, (_, kept)| all & kept);
            format_range(position, *cell, mask)
        });
        let left = and_so_on(text::join_clauses(left), changed.len());
        let sentences = [
            rule_sentence(rule),
            phrase!("{sides}, and {sum}.", sides, sum),
            phrase!(
                "Each cell must leave such a sum to the others: {left}.",
                left
            ),
        ];
        let all: Vec<usize> = cells.iter().map(|cell| usize::from(*cell)).collect();
        explain(position, &all, &changed, sentences, &deduction)
    })
}

fn find_combinations(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    equal: bool,
) -> ControlFlow<()> {
    for rule in position.rules() {
        let is_equal = matches!(
            rule.id,
            "region-sum" | "zipper" | "double-arrow" | "sum-line"
        );
        if is_equal != equal {
            continue;
        }
        for propagator in &rule.propagators {
            if !matches!(
                propagator.rule(),
                PropagatorRule::Sums(_) | PropagatorRule::SumLine(_)
            ) {
                continue;
            }
            let mut masks = position.masks().of(propagator.cells());
            if !propagator.filter(&mut masks) {
                continue;
            }
            let lost = position.masks().lost(position, propagator.cells(), &masks);
            let open = propagator
                .watched()
                .iter()
                .filter(|cell| position.is_open(usize::from(**cell)));
            let harder = open.count().saturating_sub(3).min(6) as u16;
            let deduction = Deduction::from_eliminations(lost);
            sink.emit_harder(harder, deduction.clone(), || {
                let sentences = [
                    rule_sentence(rule),
                    describe_sums(position, propagator),
                    phrase!("No way to reach the sum has the candidates in question."),
                ];
                let cells: Vec<usize> = propagator
                    .watched()
                    .iter()
                    .map(|c| usize::from(*c))
                    .collect();
                let changed = changed(position, &deduction.eliminations);
                explain(position, &cells, &changed, sentences, &deduction)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns a sentence about the range of the sums of each part.
fn describe_sums(position: &Position<'_>, propagator: &Propagator) -> Phrase {
    let PropagatorRule::Sums(sums) = propagator.rule() else {
        return Phrase::default();
    };
    let sides: Option<Vec<Phrase>> = parts(propagator, sums)
        .iter()
        .take(MAX_LISTED)
        .map(|part| {
            let bounds = part.bounds(&position.masks().of(part.cells))?;
            Some(part.describe(position, bounds))
        })
        .collect();
    sides.map_or_else(Phrase::default, |sides| {
        let sides = text::join_clauses(sides).capitalized();
        sides.sentence()
    })
}

#[cfg(test)]
mod tests {
    use super::distinct_bounds;
    use crate::rules::mask_digits;

    /// Returns the smallest and the largest sum by trying all ways.
    fn bounds_by_trial(masks: &[u16], used: u16) -> Option<(u32, u32)> {
        let Some((mask, rest)) = masks.split_first() else {
            return Some((0, 0));
        };
        mask_digits(mask & !used)
            .filter_map(|digit| {
                let (low, high) = bounds_by_trial(rest, used | 1 << digit.index())?;
                let own = u32::from(digit.get());
                Some((low + own, high + own))
            })
            .reduce(|(low, high), (least, most)| (low.min(least), high.max(most)))
    }

    #[test]
    fn bounds_of_distinct_cells_equal_those_by_trial() {
        let mut state = 7_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as u16
        };
        let mut impossible = 0;
        for _ in 0..4000 {
            let count = 1 + usize::from(next() % 5);
            let masks: Vec<u16> = (0..count).map(|_| next() & next() & 0x1ff).collect();
            let expected = bounds_by_trial(&masks, 0);
            impossible += u32::from(expected.is_none());
            assert_eq!(distinct_bounds(&masks), expected, "{masks:?}");
        }
        assert!((100..3900).contains(&impossible), "{impossible}");
    }
}
