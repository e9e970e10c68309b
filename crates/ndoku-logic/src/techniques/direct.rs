//! Direct techniques: candidates that a digit or a subset locks elsewhere leave a digit one place. The placement is all that is taken from it, so nobody needs
//! pencilmarks for them.
//!
//! ```text
//!   direct pointing: 4 in row 1 lies in box 1        direct hidden pair: 2 and 7 fill two cells
//!   4 4 . | x x . | . . .                            27 | 27 | . | 5 | . …   so that 5 has one place in the row
//!   . . . | . . ? | . . .   ? is the 4 of box 2      5  |    |   |
//! ```
//!
//! The definitions are those of Sudoku Explainer, for any houses: the one that locks the digit and the one that gets it are of one kind, and both are full.

use std::ops::ControlFlow;

use ndoku_core::{HouseKind, Mark, Role};

use super::subsets::{hidden_subsets, marks_hidden, say_hidden};
use crate::position::Context;
use crate::rating::Tenths;
use crate::step::{Effect, Why, conclusion};
use crate::technique::{Finder, technique};
use crate::text;

const FAMILY: &str = "Direct techniques";

technique! {
    DIRECT_POINTING = "direct-pointing" {
        name: "Direct Pointing",
        aliases: &["pointing with a hidden single"],
        family: FAMILY,
        summary: "All places of a digit in a box lie in one line, which leaves the digit one place in another box.",
        difficulty: Tenths(17),
        explainer: Some(Tenths(17)),
        hodoku: None,
        needs_unique: false,
        find: |context, finder| locked(context, finder, true),
    }
}

technique! {
    DIRECT_CLAIMING = "direct-claiming" {
        name: "Direct Claiming",
        aliases: &["claiming with a hidden single"],
        family: FAMILY,
        summary: "All places of a digit in a line lie in one box, which leaves the digit one place in another such line.",
        difficulty: Tenths(19),
        explainer: Some(Tenths(19)),
        hodoku: None,
        needs_unique: false,
        find: |context, finder| locked(context, finder, false),
    }
}

technique! {
    DIRECT_HIDDEN_PAIR = "direct-hidden-pair" {
        name: "Direct Hidden Pair",
        aliases: &["hidden pair with a hidden single"],
        family: FAMILY,
        summary: "Two digits fill two cells of a house, which leaves a third digit one place in it.",
        difficulty: Tenths(20),
        explainer: Some(Tenths(20)),
        hodoku: None,
        needs_unique: false,
        find: |context, finder| hidden(context, finder, 2),
    }
}

technique! {
    DIRECT_HIDDEN_TRIPLE = "direct-hidden-triple" {
        name: "Direct Hidden Triple",
        aliases: &["direct hidden triplet"],
        family: FAMILY,
        summary: "Three digits fill three cells of a house, which leaves a fourth digit one place in it.",
        difficulty: Tenths(25),
        explainer: Some(Tenths(25)),
        hodoku: None,
        needs_unique: false,
        find: |context, finder| hidden(context, finder, 3),
    }
}

fn locked(context: &Context<'_>, finder: &mut Finder<'_>, from_box: bool) -> ControlFlow<()> {
    let houses = context.houses();
    for (base, cover) in context.sharing_houses().iter().copied() {
        let house = &houses[base];
        if !house.is_full || (house.kind == HouseKind::Box) != from_box {
            continue;
        }
        for digit in context.missing(base).iter() {
            let places = context.places_in(base, digit);
            if places.len() < 2 || !places.is_subset(&houses[cover].set) {
                continue;
            }
            let gone = &context.places_in(cover, digit) - &house.set;
            if gone.is_empty() {
                continue;
            }
            for (target, other) in houses
                .iter()
                .enumerate()
                .filter(|(_, other)| other.is_full && other.kind == house.kind)
            {
                let Some(cell) = (&context.places_in(target, digit) - &gone).single() else {
                    continue;
                };
                let gone = &gone & &other.set;
                if gone.is_empty() {
                    continue;
                }
                let effect = Effect::place(context.candidate(cell, digit));
                finder.offer(effect.clone(), || {
                    let mut marks =
                        vec![Mark::House(base, Role::Base), Mark::House(cover, Role::Cover), Mark::House(target, Role::Pattern)];
                    marks.extend(context.those(&places, digit).into_iter().map(|place| Mark::Candidate(place, Role::Pattern)));
                    marks.extend(context.those(&gone, digit).into_iter().map(|place| Mark::Candidate(place, Role::Off)));
                    let digit = context.say_digit(digit);
                    let text = format!(
                        "In {}, {digit} can only go into {}, which lie in {} as well, so it cannot go into {}. That leaves {} as the only place for \
                         {digit} in {}. {}",
                        context.say_house(base),
                        context.say_cells(&places),
                        context.say_house(cover),
                        text::either(gone.iter().map(|cell| context.say_cell(cell))),
                        context.say_cell(cell),
                        context.say_house(target),
                        conclusion(context, &effect)
                    );
                    Why { marks, text }
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn hidden(context: &Context<'_>, finder: &mut Finder<'_>, size: usize) -> ControlFlow<()> {
    for (number, house) in context.houses().iter().enumerate() {
        if !house.is_full || context.missing(number).len() <= size {
            continue;
        }
        hidden_subsets(context, number, size, &mut |digits, cells| {
            for digit in (context.missing(number) - digits).iter() {
                let places = context.places_in(number, digit);
                let gone = &places & cells;
                let Some(cell) = (&places - cells).single().filter(|_| !gone.is_empty()) else {
                    continue;
                };
                let effect = Effect::place(context.candidate(cell, digit));
                finder.offer(effect.clone(), || {
                    let mut marks = marks_hidden(context, number, digits, cells);
                    marks.extend(
                        context
                            .those(&gone, digit)
                            .into_iter()
                            .map(|place| Mark::Candidate(place, Role::Off)),
                    );
                    let text = format!(
                        "{} They fill these cells, so {} has one place left in {}: {}. {}",
                        say_hidden(context, number, digits, cells),
                        context.say_digit(digit),
                        context.say_house(number),
                        context.say_cell(cell),
                        conclusion(context, &effect)
                    );
                    Why { marks, text }
                })?;
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}
