//! Fireworks: digits that leave a box by one cell along a row and one cell along a column.
//!
//! ```text
//! p · · | · x ·    A digit whose places in the row lie in the box or in x, and whose places in the
//! · · · |          column lie in the box or in y, is in p, x or y. If it is in neither x nor y,
//! ------+          both the row and the column have it in the box, so at p.
//! y                Three such digits with the same x and y fill the three cells.
//! ```
//!
//! The pattern works with any three houses of N cells that have exactly one cell in common, if one
//! of them shares more cells with each of the others.

use std::ops::ControlFlow;

use ndoku_core::{Digit, DigitSet, Highlight, HighlightRole};

use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{StepSink, technique};

technique! {
    TRIPLE_FIREWORK = "triple-firework" {
        name: "Triple Firework",
        aliases: &["firework"],
        family: "Fireworks",
        summary: "Outside their box, three digits of a row and a column are limited to the same \
            two cells, so they fill these and the crossing.",
        difficulty: Difficulty(60),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_triple_fireworks,
    }
}

/// Three houses. The first shares cells with both others.
type Houses = [usize; 3];

fn find_triple_fireworks(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    let houses = position.houses();
    let sharing: Vec<(usize, usize)> = position
        .overlapping_houses()
        .iter()
        .copied()
        .filter(|(a, b)| houses[*a].is_full && houses[*b].is_full)
        .collect();
    for (middle, one) in sharing.iter().copied() {
        let inner = &houses[middle].set & &houses[one].set;
        for (_, other) in sharing
            .iter()
            .copied()
            .filter(|(from, other)| *from == middle && *other > one)
        {
            if let Some(crossing) = (&inner & &houses[other].set)
                .single()
                .filter(|cell| position.is_open(*cell))
            {
                emit_fireworks(position, sink, [middle, one, other], crossing)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn emit_fireworks(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    houses: Houses,
    crossing: usize,
) -> ControlFlow<()> {
    let [middle, one, other] = houses;
    let box_cells = &position.houses()[middle].set;
    let digits = position.missing(middle) & position.missing(one) & position.missing(other);
    // The cells of each digit that has at most one place outside the box in each of the two houses.
    let mut bursts: Vec<(Digit, CellSet)> = Vec::new();
    for digit in digits.iter() {
        let rays = [one, other].map(|house| &position.places_in(house, digit) - box_cells);
        if rays.iter().all(|ray| ray.len() <= 1) {
            let mut cells = &rays[0] | &rays[1];
            cells.insert(crossing);
            bursts.push((digit, cells));
        }
    }
    for (at, (first, a)) in bursts.iter().enumerate() {
        for (next, (second, b)) in bursts.iter().enumerate().skip(at + 1) {
            for (third, c) in &bursts[next + 1..] {
                let cells = &(a | b) | c;
                if cells.len() != 3 {
                    continue;
                }
                let digits: DigitSet = [*first, *second, *third].into_iter().collect();
                let gone = cells.iter().flat_map(|cell| {
                    (position.candidates(cell) - digits)
                        .iter()
                        .map(move |digit| position.candidate(cell, digit))
                        .collect::<Vec<_>>()
                });
                let deduction = Deduction::from_eliminations(gone.collect());
                sink.emit(deduction.clone(), || {
                    explain(position, houses, crossing, &cells, digits, &deduction)
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn explain(
    position: &Position<'_>,
    houses: Houses,
    crossing: usize,
    cells: &CellSet,
    digits: DigitSet,
    deduction: &Deduction,
) -> Explanation {
    let [middle, one, other] = houses;
    let mut highlights = vec![
        Highlight::House(middle, HighlightRole::Cover),
        Highlight::House(one, HighlightRole::Base),
        Highlight::House(other, HighlightRole::Base),
    ];
    highlights.push(Highlight::Cell(
        position.layout().cell(crossing),
        HighlightRole::Pivot,
    ));
    for cell in cells.iter() {
        highlights.extend((position.candidates(cell) & digits).iter().map(|digit| {
            Highlight::Candidate(position.candidate(cell, digit), HighlightRole::Pattern)
        }));
    }
    let mut rays = cells.clone();
    rays.remove(crossing);
    let text = phrase!(
        "Outside {middle}, {digits} have no place in {houses} but {rays}. If such a digit is in \
        neither of these two cells, both houses have it in {middle}, which holds it only once: so \
        at {crossing}, where all three cross. So the three digits are in the three cells {cells}, \
        which leaves no room for others there.",
        middle = position.house_name(middle),
        rays = position.format_cells(&rays),
        digits = position.format_digits(digits),
        houses = position.format_houses(&[one, other]),
        crossing = position.format_cell(crossing),
        cells = position.format_cells(cells)
    );
    Explanation {
        highlights,
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}
