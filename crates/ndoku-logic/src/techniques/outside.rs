//! Clues beside a line: sandwich sums, X-sums and skyscrapers.
//!
//! ```text
//!   sandwich 12   4+8, 5+7, 2+3+7, …     1 and 9 have two or three cells between them
//!   x-sum 9       3+2+4, 3+1+5           X is 3
//!   skyscraper 4  9 cannot be near the clue
//! ```

use std::ops::ControlFlow;

use ndoku_core::propagator::{Propagator, PropagatorRule};

use super::quotas::emit_filter;
use super::rule_text::{MAX_LISTED, combinations, digits_or};
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::rules::{RulePropagators, mask_digits};
use crate::technique::{StepSink, technique};
use crate::text;

technique! {
    OUTSIDE_CLUE = "outside-clue" {
        name: "Outside Clue",
        aliases: &["sandwich", "x-sum", "skyscraper clue"],
        family: "Outside clues",
        summary: "No way to fill a row or column satisfies the clue beside it and lets a cell \
            hold a candidate.",
        difficulty: Difficulty(34),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_outside,
    }
}

fn find_outside(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for rule in position.rules() {
        for propagator in &rule.propagators {
            if !matches!(
                propagator.rule(),
                PropagatorRule::Sandwich(_)
                    | PropagatorRule::XSum(_)
                    | PropagatorRule::Skyscraper(_)
            ) {
                continue;
            }
            emit_filter(position, sink, rule, propagator, 0, &|masks: &[u16]| {
                let ways = describe_ways(position, rule, propagator, masks);
                let none = phrase!("No way to fill the line has the candidates in question.");
                Phrase::sentences([ways, none])
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns a sentence about the ways that are left.
fn describe_ways(
    position: &Position<'_>,
    rule: &RulePropagators,
    propagator: &Propagator,
    masks: &[u16],
) -> Phrase {
    let size = position.size() as u32;
    let name = |cell: u16| position.format_cell(usize::from(cell));
    match propagator.rule() {
        PropagatorRule::Sandwich(_) => {
            let Ok(sum) = rule.value.parse::<u32>() else {
                return Phrase::default();
            };
            if sum == 0 {
                let largest = rule_digit(position, size);
                return phrase!("So 1 and {largest} are side by side.", largest);
            }
            let inner = ((1_u32 << (size - 1)) - 1) & !1;
            let sets: Vec<u16> = (0..=inner)
                .filter(|set| set & !inner == 0)
                .map(|set| set as u16)
                .filter(|set| {
                    mask_digits(*set)
                        .map(|digit| u32::from(digit.get()))
                        .sum::<u32>()
                        == sum
                })
                .collect();
            let lengths = |longest: bool| {
                let lengths = sets.iter().map(|set| set.count_ones() as usize);
                if longest {
                    lengths.max()
                } else {
                    lengths.min()
                }
            };
            let (Some(least), Some(most)) = (lengths(false), lengths(true)) else {
                return Phrase::default();
            };
            let count = if least == most {
                Phrase::number(least)
            } else {
                phrase!(
                    "{least} to {most}",
                    least = Phrase::number(least),
                    most = Phrase::number(most)
                )
            };
            if sets.len() > MAX_LISTED {
                return phrase!("This takes {count} digits.", count);
            }
            let list = combinations(position, &sets);
            phrase!("This takes {count} digits: {list}.", count, list)
        }
        PropagatorRule::XSum(_) => {
            let first = propagator.watched().first();
            let cell = first.map_or_else(Phrase::default, |cell| name(*cell));
            let digits = digits_or(position, masks.first().copied().unwrap_or(0));
            phrase!("So X, the digit in {cell}, is {digits}.", cell, digits)
        }
        _ => {
            let top = 1_u16 << (size - 1);
            let places: Vec<Phrase> = propagator
                .watched()
                .iter()
                .zip(masks)
                .filter(|(_, mask)| **mask & top != 0)
                .map(|(cell, _)| name(*cell))
                .collect();
            phrase!(
                "The {largest} can be in {places}.",
                largest = rule_digit(position, size),
                places = text::join_or(places)
            )
        }
    }
}

fn rule_digit(position: &Position<'_>, number: u32) -> Phrase {
    position.format_digit(ndoku_core::Digit::from_index(number as usize - 1))
}
