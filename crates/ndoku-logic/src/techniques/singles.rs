//! Singles: the last cell of a house, the last place for a digit, the last digit for a cell.
//!
//! ```text
//!   full house            hidden single                    naked single
//!   1 2 3 | 4 . 6 | 7 8 9   . . . | . . 4 | . . .           1 2 . | . . 4 | . . .
//!           5 is missing    . . . | . . . | . . .           the dot sees 1 2 4, and 3 5 6 7 8
//!                           . . ? | 4 only here             in its column and box: 9
//! ```
//!
//! They work in every layout: a hidden single in every house of N cells.

use std::ops::ControlFlow;

use ndoku_core::{Digit, Highlight, HighlightRole, HouseKind};

use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};

const FAMILY: &str = "Singles";

technique! {
    FULL_HOUSE = "full-house" {
        name: "Full House",
        aliases: &["last digit", "last cell"],
        family: FAMILY,
        summary: "A house has one open cell left, which takes the missing digit.",
        difficulty: Difficulty(10),
        sudoku_explainer: Some(Difficulty(10)),
        hodoku: Some(HodokuEntry::enabled(100, HodokuLevel::Easy, 4)),
        needs_unique: false,
        find: find_full_houses,
    }
}

technique! {
    HIDDEN_SINGLE_BOX = "hidden-single-box" {
        name: "Hidden Single in a Box",
        aliases: &["cross-hatching", "hidden single (box)"],
        family: FAMILY,
        summary: "A digit has one place left in a box.",
        difficulty: Difficulty(12),
        sudoku_explainer: Some(Difficulty(12)),
        hodoku: Some(HodokuEntry::enabled(300, HodokuLevel::Easy, 14)),
        needs_unique: false,
        find: |position, sink| find_hidden_singles(position, sink, true),
    }
}

technique! {
    HIDDEN_SINGLE = "hidden-single" {
        name: "Hidden Single",
        aliases: &["hidden single (line)", "pinned digit"],
        family: FAMILY,
        summary: "A digit has one place left in a row, a column or another house that is not a \
            box.",
        difficulty: Difficulty(15),
        sudoku_explainer: Some(Difficulty(15)),
        hodoku: Some(HodokuEntry::enabled(300, HodokuLevel::Easy, 14)),
        needs_unique: false,
        find: |position, sink| find_hidden_singles(position, sink, false),
    }
}

technique! {
    NAKED_SINGLE = "naked-single" {
        name: "Naked Single",
        aliases: &["sole candidate", "forced digit"],
        family: FAMILY,
        summary: "A cell has one candidate left.",
        difficulty: Difficulty(23),
        sudoku_explainer: Some(Difficulty(23)),
        hodoku: Some(HodokuEntry::enabled(200, HodokuLevel::Easy, 4)),
        needs_unique: false,
        find: find_naked_singles,
    }
}

fn find_full_houses(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for (number, house) in position
        .houses()
        .iter()
        .enumerate()
        .filter(|(_, house)| house.is_full)
    {
        let mut open = house
            .cells
            .iter()
            .copied()
            .filter(|cell| position.is_open(*cell));
        let (Some(cell), None, Some(digit)) =
            (open.next(), open.next(), position.missing(number).single())
        else {
            continue;
        };
        if !position.candidates(cell).contains(digit) {
            continue;
        }
        let deduction = Deduction::from_placement(position.candidate(cell, digit));
        let text = || {
            phrase!(
                "{cell} is the last open cell of {house}, and {digit} is missing there.",
                cell = position.format_cell(cell),
                house = position.house_name(number),
                digit = position.format_digit(digit)
            )
        };
        sink.emit(deduction.clone(), || Explanation {
            highlights: vec![Highlight::House(number, HighlightRole::Pattern)],
            text: Phrase::sentences([text(), format_conclusion(position, &deduction)]),
        })?;
    }
    ControlFlow::Continue(())
}

fn find_hidden_singles(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    boxes: bool,
) -> ControlFlow<()> {
    for (number, house) in position.houses().iter().enumerate() {
        if !house.is_full || (house.kind == HouseKind::Box) != boxes {
            continue;
        }
        for digit in position.missing(number).iter() {
            let Some(cell) = position.places_in(number, digit).single() else {
                continue;
            };
            // The last open cell is a full house.
            if position.missing(number).len() == 1 {
                continue;
            }
            let deduction = Deduction::from_placement(position.candidate(cell, digit));
            sink.emit(deduction.clone(), || {
                explain_hidden(position, number, digit, cell, &deduction)
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn explain_hidden(
    position: &Position<'_>,
    house: usize,
    digit: Digit,
    cell: usize,
    deduction: &Deduction,
) -> Explanation {
    // The placed digits that exclude the other cells of the house. Players look for these.
    let seen = |other: usize| {
        (0..position.cell_count())
            .find(|from| position.digit(*from) == Some(digit) && position.sees(*from, other))
    };
    let others = position
        .open_cells(house)
        .into_iter()
        .filter(|other| *other != cell);
    let mut from: Vec<usize> = others.filter_map(seen).collect();
    from.sort_unstable();
    from.dedup();
    let mut highlights = vec![Highlight::House(house, HighlightRole::Pattern)];
    highlights.extend(
        from.iter()
            .map(|cell| Highlight::Cell(position.layout().cell(*cell), HighlightRole::Base)),
    );
    let text = phrase!(
        "In {house}, {digit} can only go into {cell}: every other open cell there sees the digit \
        {digit}, or has lost that candidate.",
        house = position.house_name(house),
        digit = position.format_digit(digit),
        cell = position.format_cell(cell)
    );
    Explanation {
        highlights,
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}

fn find_naked_singles(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for cell in 0..position.cell_count() {
        let Some(digit) = position.candidates(cell).single() else {
            continue;
        };
        let deduction = Deduction::from_placement(position.candidate(cell, digit));
        sink.emit(deduction.clone(), || {
            let highlights = vec![Highlight::Cell(
                position.layout().cell(cell),
                HighlightRole::Pattern,
            )];
            let text = phrase!(
                "The other {others} digits stand in cells that {cell} sees, or have been removed \
                from it.",
                others = Phrase::number(position.size() - 1),
                cell = position.format_cell(cell)
            );
            Explanation {
                highlights,
                text: Phrase::sentences([text, format_conclusion(position, &deduction)]),
            }
        })?;
    }
    ControlFlow::Continue(())
}
