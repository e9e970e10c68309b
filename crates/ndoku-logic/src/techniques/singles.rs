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

use ndoku_core::{Digit, HouseKind, Mark, Role};

use crate::position::Context;
use crate::rating::Tenths;
use crate::step::{Effect, Why, conclusion};
use crate::technique::{Finder, Hodoku, HodokuLevel, technique};
use crate::text;

const FAMILY: &str = "Singles";

technique! {
    FULL_HOUSE = "full-house" {
        name: "Full House",
        aliases: &["last digit", "last cell"],
        family: FAMILY,
        summary: "A house has one open cell left, which takes the digit that is missing.",
        difficulty: Tenths(10),
        explainer: Some(Tenths(10)),
        hodoku: Some(Hodoku::on(100, HodokuLevel::Easy, 4)),
        needs_unique: false,
        find: full_house,
    }
}

technique! {
    HIDDEN_SINGLE_BOX = "hidden-single-box" {
        name: "Hidden Single in a Box",
        aliases: &["cross-hatching", "hidden single (box)"],
        family: FAMILY,
        summary: "A digit has one place left in a box.",
        difficulty: Tenths(12),
        explainer: Some(Tenths(12)),
        hodoku: Some(Hodoku::on(300, HodokuLevel::Easy, 14)),
        needs_unique: false,
        find: |context, finder| hidden_single(context, finder, true),
    }
}

technique! {
    HIDDEN_SINGLE = "hidden-single" {
        name: "Hidden Single",
        aliases: &["hidden single (line)", "pinned digit"],
        family: FAMILY,
        summary: "A digit has one place left in a row, a column or another house that is no box.",
        difficulty: Tenths(15),
        explainer: Some(Tenths(15)),
        hodoku: Some(Hodoku::on(300, HodokuLevel::Easy, 14)),
        needs_unique: false,
        find: |context, finder| hidden_single(context, finder, false),
    }
}

technique! {
    NAKED_SINGLE = "naked-single" {
        name: "Naked Single",
        aliases: &["sole candidate", "forced digit"],
        family: FAMILY,
        summary: "A cell has one candidate left.",
        difficulty: Tenths(23),
        explainer: Some(Tenths(23)),
        hodoku: Some(Hodoku::on(200, HodokuLevel::Easy, 4)),
        needs_unique: false,
        find: naked_single,
    }
}

fn full_house(context: &Context<'_>, finder: &mut Finder<'_>) -> ControlFlow<()> {
    for (number, house) in context
        .houses()
        .iter()
        .enumerate()
        .filter(|(_, house)| house.is_full)
    {
        let mut open = house
            .cells
            .iter()
            .copied()
            .filter(|cell| context.is_open(*cell));
        let (Some(cell), None, Some(digit)) =
            (open.next(), open.next(), context.missing(number).single())
        else {
            continue;
        };
        if !context.candidates(cell).contains(digit) {
            continue;
        }
        let effect = Effect::place(context.candidate(cell, digit));
        let text = || {
            format!(
                "{} is the last open cell of {}, and {} is missing there.",
                context.say_cell(cell),
                context.say_house(number),
                context.say_digit(digit)
            )
        };
        finder.offer(effect.clone(), || Why {
            marks: vec![Mark::House(number, Role::Pattern)],
            text: format!("{} {}", text(), conclusion(context, &effect)),
        })?;
    }
    ControlFlow::Continue(())
}

fn hidden_single(context: &Context<'_>, finder: &mut Finder<'_>, boxes: bool) -> ControlFlow<()> {
    for (number, house) in context.houses().iter().enumerate() {
        if !house.is_full || (house.kind == HouseKind::Box) != boxes {
            continue;
        }
        for digit in context.missing(number).iter() {
            let Some(cell) = context.places_in(number, digit).single() else {
                continue;
            };
            // The last open cell is a full house.
            if context.missing(number).len() == 1 {
                continue;
            }
            let effect = Effect::place(context.candidate(cell, digit));
            finder.offer(effect.clone(), || {
                why_hidden(context, number, digit, cell, &effect)
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn why_hidden(
    context: &Context<'_>,
    house: usize,
    digit: Digit,
    cell: usize,
    effect: &Effect,
) -> Why {
    // The digits on the board that keep the others of the house from it: what a person looks at.
    let seen = |other: usize| {
        (0..context.cell_count())
            .find(|from| context.digit(*from) == Some(digit) && context.sees(*from, other))
    };
    let others = context
        .open_cells(house)
        .into_iter()
        .filter(|other| *other != cell);
    let mut from: Vec<usize> = others.filter_map(seen).collect();
    from.sort_unstable();
    from.dedup();
    let mut marks = vec![Mark::House(house, Role::Pattern)];
    marks.extend(
        from.iter()
            .map(|cell| Mark::Cell(context.layout().cell(*cell), Role::Base)),
    );
    let (digit, house) = (context.say_digit(digit), context.say_house(house));
    let text = format!(
        "In {house}, {digit} can only go into {}: every other open cell there sees the digit {digit}, or has lost that candidate.",
        context.say_cell(cell)
    );
    Why {
        marks,
        text: format!("{text} {}", conclusion(context, effect)),
    }
}

fn naked_single(context: &Context<'_>, finder: &mut Finder<'_>) -> ControlFlow<()> {
    for cell in 0..context.cell_count() {
        let Some(digit) = context.candidates(cell).single() else {
            continue;
        };
        let effect = Effect::place(context.candidate(cell, digit));
        finder.offer(effect.clone(), || {
            let marks = vec![Mark::Cell(context.layout().cell(cell), Role::Pattern)];
            let others = text::number(context.size() - 1);
            let text = format!(
                "The other {others} digits stand in cells that {} sees, or have been removed from it. {}",
                context.say_cell(cell),
                conclusion(context, &effect)
            );
            Why { marks, text }
        })?;
    }
    ControlFlow::Continue(())
}
