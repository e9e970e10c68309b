//! Locked candidates: all places of a digit in one house also lie in another house, so the rest of
//! that house cannot have it.
//!
//! ```text
//! pointing: box ─▶ line            claiming: line ─▶ box
//! 4 4 . | - - - | - - -           . . . | . . . | 4 4 .   the row has its 4 in the box
//! . . . |       |                       |       | - - -
//! . . . |       |                       |       | - - -
//! ```
//!
//! The technique works in any layout, with any two houses that share cells. The first must have N
//! cells.

use std::ops::ControlFlow;

use ndoku_core::{Highlight, HighlightRole, HouseKind};

use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};

const FAMILY: &str = "Locked candidates";

technique! {
    POINTING = "pointing" {
        name: "Pointing",
        aliases: &["locked candidates type 1", "pointing pair", "pointing triple"],
        family: FAMILY,
        summary: "All places of a digit in a box lie in one line, so it is removed from the rest \
            of the line.",
        difficulty: Difficulty(26),
        sudoku_explainer: Some(Difficulty(26)),
        hodoku: Some(HodokuEntry::enabled(1200, HodokuLevel::Medium, 50)),
        needs_unique: false,
        find: |position, sink| find_locked(position, sink, true),
    }
}

technique! {
    CLAIMING = "claiming" {
        name: "Claiming",
        aliases: &["locked candidates type 2", "box-line reduction"],
        family: FAMILY,
        summary: "All places of a digit in a line, or in another house that is not a box, lie in \
            one other house, so it is removed from the rest of that house.",
        difficulty: Difficulty(28),
        sudoku_explainer: Some(Difficulty(28)),
        hodoku: Some(HodokuEntry::enabled(1210, HodokuLevel::Medium, 50)),
        needs_unique: false,
        find: |position, sink| find_locked(position, sink, false),
    }
}

fn find_locked(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    from_box: bool,
) -> ControlFlow<()> {
    for (base, cover) in position.overlapping_houses().iter().copied() {
        let house = &position.houses()[base];
        if !house.is_full || (house.kind == HouseKind::Box) != from_box {
            continue;
        }
        let other = &position.houses()[cover].set;
        for digit in position.missing(base).iter() {
            let places = position.places_in(base, digit);
            if places.len() < 2 || !places.is_subset(other) {
                continue;
            }
            let deduction = Deduction::from_eliminations(
                position.candidates_of_digit(&(other - &house.set), digit),
            );
            sink.emit(deduction.clone(), || {
                let mut highlights = vec![
                    Highlight::House(base, HighlightRole::Base),
                    Highlight::House(cover, HighlightRole::Cover),
                ];
                highlights.extend(places.iter().map(|cell| {
                    Highlight::Candidate(position.candidate(cell, digit), HighlightRole::Pattern)
                }));
                let text = phrase!(
                    "In {base}, {digit} can only go into {places}, which all lie in {cover}. One \
                    of them takes the {digit} of {cover}, wherever it goes.",
                    base = position.house_name(base),
                    digit = position.format_digit(digit),
                    places = position.format_cells(&places),
                    cover = position.house_name(cover)
                );
                Explanation {
                    highlights,
                    text: Phrase::sentences([text, format_conclusion(position, &deduction)]),
                }
            })?;
        }
    }
    ControlFlow::Continue(())
}
