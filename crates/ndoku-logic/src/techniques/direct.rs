//! Direct techniques: a locked digit or a subset leaves one place for a digit in a house. The only
//! deduction is that placement, so players need no pencilmarks.
//!
//! ```text
//! direct pointing: 4 in row 1 lies in box 1        direct hidden pair: 2 and 7 fill two cells
//! 4 4 . | x x . | . . .                            27 | 27 | . | 5 | . …   so 5 has one place in
//! . . . | . . ? | . . .   ? is the 4 of box 2      5  |    |   |           the row
//! ```
//!
//! The definitions are those of Sudoku Explainer, for any houses: the house that locks the digit
//! and the house that gets it are of one kind, and both are full.

use std::ops::ControlFlow;

use ndoku_core::{Highlight, HighlightRole, HouseKind};

use super::subsets::{for_each_hidden_subset, format_hidden_subset, highlight_hidden_subset};
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{StepSink, technique};
use crate::text;

const FAMILY: &str = "Direct techniques";

technique! {
    DIRECT_POINTING = "direct-pointing" {
        name: "Direct Pointing",
        aliases: &["pointing with a hidden single"],
        family: FAMILY,
        summary: "All places of a digit in a box lie in one line, which leaves the digit one \
            place in another box.",
        difficulty: Difficulty(17),
        sudoku_explainer: Some(Difficulty(17)),
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_locked(position, sink, true),
    }
}

technique! {
    DIRECT_CLAIMING = "direct-claiming" {
        name: "Direct Claiming",
        aliases: &["claiming with a hidden single"],
        family: FAMILY,
        summary: "All places of a digit in a line lie in one box, which leaves the digit one \
            place in another such line.",
        difficulty: Difficulty(19),
        sudoku_explainer: Some(Difficulty(19)),
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_locked(position, sink, false),
    }
}

technique! {
    DIRECT_HIDDEN_PAIR = "direct-hidden-pair" {
        name: "Direct Hidden Pair",
        aliases: &["hidden pair with a hidden single"],
        family: FAMILY,
        summary: "Two digits fill two cells of a house, which leaves a third digit one place in \
            it.",
        difficulty: Difficulty(20),
        sudoku_explainer: Some(Difficulty(20)),
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_hidden(position, sink, 2),
    }
}

technique! {
    DIRECT_HIDDEN_TRIPLE = "direct-hidden-triple" {
        name: "Direct Hidden Triple",
        aliases: &["direct hidden triplet"],
        family: FAMILY,
        summary: "Three digits fill three cells of a house, which leaves a fourth digit one place \
            in it.",
        difficulty: Difficulty(25),
        sudoku_explainer: Some(Difficulty(25)),
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_hidden(position, sink, 3),
    }
}

fn find_locked(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    from_box: bool,
) -> ControlFlow<()> {
    let houses = position.houses();
    for (base, cover) in position.overlapping_houses().iter().copied() {
        let house = &houses[base];
        if !house.is_full || (house.kind == HouseKind::Box) != from_box {
            continue;
        }
        for digit in position.missing(base).iter() {
            let places = position.places_in(base, digit);
            if places.len() < 2 || !places.is_subset(&houses[cover].set) {
                continue;
            }
            let gone = &position.places_in(cover, digit) - &house.set;
            if gone.is_empty() {
                continue;
            }
            for (target, other) in houses
                .iter()
                .enumerate()
                .filter(|(_, other)| other.is_full && other.kind == house.kind)
            {
                let Some(cell) = (&position.places_in(target, digit) - &gone).single() else {
                    continue;
                };
                let gone = &gone & &other.set;
                if gone.is_empty() {
                    continue;
                }
                let deduction = Deduction::from_placement(position.candidate(cell, digit));
                sink.emit(deduction.clone(), || {
                    let mut highlights = vec![
                        Highlight::House(base, HighlightRole::Base),
                        Highlight::House(cover, HighlightRole::Cover),
                        Highlight::House(target, HighlightRole::Pattern),
                    ];
                    highlights.extend(
                        position
                            .candidates_of_digit(&places, digit)
                            .into_iter()
                            .map(|place| Highlight::Candidate(place, HighlightRole::Pattern)),
                    );
                    highlights.extend(
                        position
                            .candidates_of_digit(&gone, digit)
                            .into_iter()
                            .map(|place| Highlight::Candidate(place, HighlightRole::Off)),
                    );
                    let text = phrase!(
                        "In {base}, {digit} can only go into {places}, which lie in {cover} as \
                        well, so it cannot go into {gone}. That leaves {cell} as the only place \
                        for {digit} in {target}.",
                        digit = position.format_digit(digit),
                        base = position.house_name(base),
                        places = position.format_cells(&places),
                        cover = position.house_name(cover),
                        gone = text::join_or(gone.iter().map(|cell| position.format_cell(cell))),
                        cell = position.format_cell(cell),
                        target = position.house_name(target)
                    );
                    Explanation {
                        highlights,
                        text: Phrase::sentences([text, format_conclusion(position, &deduction)]),
                    }
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn find_hidden(position: &Position<'_>, sink: &mut StepSink<'_>, size: usize) -> ControlFlow<()> {
    for (number, house) in position.houses().iter().enumerate() {
        if !house.is_full || position.missing(number).len() <= size {
            continue;
        }
        for_each_hidden_subset(position, number, size, &mut |digits, cells| {
            for digit in (position.missing(number) - digits).iter() {
                let places = position.places_in(number, digit);
                let gone = &places & cells;
                let Some(cell) = (&places - cells).single().filter(|_| !gone.is_empty()) else {
                    continue;
                };
                let deduction = Deduction::from_placement(position.candidate(cell, digit));
                sink.emit(deduction.clone(), || {
                    let mut highlights = highlight_hidden_subset(position, number, digits, cells);
                    highlights.extend(
                        position
                            .candidates_of_digit(&gone, digit)
                            .into_iter()
                            .map(|place| Highlight::Candidate(place, HighlightRole::Off)),
                    );
                    let text = [
                        format_hidden_subset(position, number, digits, cells),
                        phrase!(
                            "They fill these cells, so {digit} has one place left in {house}: \
                            {cell}.",
                            digit = position.format_digit(digit),
                            house = position.house_name(number),
                            cell = position.format_cell(cell)
                        ),
                        format_conclusion(position, &deduction),
                    ];
                    Explanation {
                        highlights,
                        text: Phrase::sentences(text),
                    }
                })?;
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}
