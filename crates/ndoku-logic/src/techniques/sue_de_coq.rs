//! Sue de Coq: cells where two houses cross, with cells of both houses, have as many digits as
//! cells.
//!
//! ```text
//! box  . . . |           C: 1234 1245 where row and box cross
//!      3 . 4 |           A: 12 in the row       B: 34 and 345 in the box
//! row  C C . | . A .     The digits 1 2 3 4 5 fill five cells. A row or box holds each digit once,
//!                        and a digit in both A and B counts twice. So each digit appears as often
//!                        as possible and is removed from all cells that see all its places.
//! ```
//!
//! Any two houses that share cells can form the pattern. Let `m(d)` be the number of times that a
//! digit can appear: 2 if A and B both may hold it, else 1. The conditions are:
//!
//! - The sum of `m` over the digits of C, A and B equals the number of cells.
//! - C has at least two more candidates than cells.
//! - A and B have no candidate of C in common.
//! - A has fewer digits outside C than cells, and so has B. Neither contains a locked set.

use std::ops::ControlFlow;

use ndoku_core::{Digit, DigitSet, Highlight, HighlightRole};

use crate::als::{contains_locked_subset, max_als_cells};
use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};

technique! {
    SUE_DE_COQ = "sue-de-coq" {
        name: "Sue de Coq",
        aliases: &["two-sector disjoint subsets", "sdc"],
        family: "Almost locked sets",
        summary: "The intersection of a line and a box forms a locked set with further cells of \
            the line and of the box.",
        difficulty: Difficulty(59),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(5300, HodokuLevel::Unfair, 250)),
        needs_unique: false,
        find: find_sue_de_coq,
    }
}

/// Some cells and their candidates.
struct CellGroup {
    cells: CellSet,
    count: usize,
    digits: DigitSet,
}

/// A group in one of the houses, outside the crossing.
struct Side<'g> {
    group: &'g CellGroup,
    /// The number of cells minus the number of digits outside the crossing.
    gain: usize,
}

fn find_sue_de_coq(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    let houses = position.houses();
    for (one, other) in position
        .overlapping_houses()
        .iter()
        .copied()
        .filter(|(one, other)| one < other)
    {
        sink.check_stop()?;
        let crossing = &houses[one].set & &houses[other].set;
        let digits = position.candidates_of(&crossing);
        let mut middles = find_groups(position, &crossing, digits);
        middles.retain(|group| group.count > 1 && group.digits.len() >= group.count + 2);
        if middles.is_empty() {
            continue;
        }
        let sides = [one, other]
            .map(|house| find_groups(position, &(&houses[house].set - &crossing), digits));
        for middle in middles {
            sink.check_stop()?;
            let fitting = [0, 1].map(|place| fitting_sides(&sides[place], &middle));
            let excess = middle.digits.len() - middle.count;
            for a in &fitting[0] {
                let digits = a.group.digits & middle.digits;
                for b in fitting[1].iter().filter(|side| {
                    a.gain + side.gain == excess && (side.group.digits & digits).is_empty()
                }) {
                    emit(position, sink, [one, other], [&middle, a.group, b.group])?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the sides that some other side can complete, in their order.
///
/// A side with more cells than digits outside the middle gains the difference. Both sides together
/// must gain as many cells as the middle lacks. No part of a side is locked, so it has more digits
/// than cells, and more digits of the middle than its gain. The two sides share no digit of the
/// middle, so each must leave room for the digits of the other.
fn fitting_sides<'g>(sides: &'g [CellGroup], middle: &CellGroup) -> Vec<Side<'g>> {
    let excess = middle.digits.len() - middle.count;
    let gains = |group| Side {
        group,
        gain: group
            .count
            .saturating_sub((group.digits - middle.digits).len()),
    };
    let leaves_room =
        |side: &Side<'_>| (side.group.digits & middle.digits).len() < middle.count + side.gain;
    sides
        .iter()
        .map(gains)
        .filter(|side| (1..excess).contains(&side.gain) && leaves_room(side))
        .collect()
}

/// Returns all groups of these open cells without a locked part that have fewer digits outside the
/// crossing than cells.
fn find_groups(position: &Position<'_>, from: &CellSet, crossing: DigitSet) -> Vec<CellGroup> {
    let open: Vec<usize> = from.iter().filter(|cell| position.is_open(*cell)).collect();
    let mut groups = Vec::new();
    extend(
        position,
        &open,
        crossing,
        &mut Vec::new(),
        DigitSet::EMPTY,
        &mut groups,
    );
    groups
}

/// Adds open cells to the chosen ones in every way.
fn extend(
    position: &Position<'_>,
    open: &[usize],
    crossing: DigitSet,
    chosen: &mut Vec<usize>,
    digits: DigitSet,
    groups: &mut Vec<CellGroup>,
) {
    for (at, cell) in open.iter().copied().enumerate() {
        let digits = digits | position.candidates(cell);
        chosen.push(cell);
        if digits.len() > chosen.len() && chosen.len() <= max_als_cells(position.size()) {
            if (digits - crossing).len() < chosen.len() && !contains_locked_subset(position, chosen)
            {
                groups.push(CellGroup {
                    cells: position.cells(chosen.iter().copied()),
                    count: chosen.len(),
                    digits,
                });
            }
            extend(position, &open[at + 1..], crossing, chosen, digits, groups);
        }
        chosen.pop();
    }
}

fn emit(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    houses: [usize; 2],
    groups: [&CellGroup; 3],
) -> ControlFlow<()> {
    let [middle, a, b] = groups;
    let all = &(&middle.cells | &a.cells) | &b.cells;
    let twice = a.digits & b.digits;
    let seen =
        |cells: &CellSet, digit: Digit| position.common_peers(&(cells & position.places(digit)));
    let mut gone = Vec::new();
    for digit in (middle.digits | a.digits | b.digits).iter() {
        // A digit that both sides have is in both of them.
        let cells = if twice.contains(digit) {
            &seen(&a.cells, digit) | &seen(&b.cells, digit)
        } else {
            seen(&all, digit)
        };
        gone.extend(position.candidates_of_digit(&cells, digit));
    }
    let deduction = Deduction::from_eliminations(gone);
    sink.emit(deduction.clone(), || {
        explain(position, houses, groups, &deduction)
    })
}

fn explain(
    position: &Position<'_>,
    houses: [usize; 2],
    groups: [&CellGroup; 3],
    deduction: &Deduction,
) -> Explanation {
    let mut highlights = vec![
        Highlight::House(houses[0], HighlightRole::Base),
        Highlight::House(houses[1], HighlightRole::Cover),
    ];
    for (number, group) in groups.into_iter().enumerate() {
        for cell in group.cells.iter() {
            highlights.push(Highlight::Cell(
                position.layout().cell(cell),
                HighlightRole::Group(number as u8),
            ));
        }
    }
    let text = Phrase::sentences([
        explain_groups(position, houses, groups),
        format_conclusion(position, deduction),
    ]);
    Explanation { highlights, text }
}

/// Explains why the digits of the groups suffice just to fill their cells.
fn explain_groups(
    position: &Position<'_>,
    houses: [usize; 2],
    [middle, a, b]: [&CellGroup; 3],
) -> Phrase {
    let [one, other] = houses.map(|house| position.house_name(house));
    let digits = middle.digits | a.digits | b.digits;
    let twice = a.digits & b.digits;
    let says = |group: &CellGroup| {
        phrase!(
            "{cells} with {digits}",
            cells = position.format_cells(&group.cells),
            digits = position.format_digits(group.digits)
        )
    };
    let look = phrase!(
        "Where {one} and {other} cross, look at {middle}; add {a} from {one} and {b} from {other}.",
        one,
        other,
        middle = says(middle),
        a = says(a),
        b = says(b)
    );
    let count = Phrase::number([middle, a, b].iter().map(|group| group.count).sum());
    let (how, so) = if twice.is_empty() {
        (
            phrase!(
                "None of the {number} digits {digits} can be in two of these cells, as its places \
                see each other, and that just suffices to fill the {count} cells.",
                number = Phrase::number(digits.len()),
                digits = position.format_digits(digits),
                count
            ),
            phrase!(
                "So all of these digits are there, and are removed from all other cells that see \
                all those places."
            ),
        )
    } else {
        (
            phrase!(
                "{twice} can be there twice, in {one} and in {other}, but {once} only once each, \
                as its places see each other, and that just suffices to fill the {count} cells.",
                twice = position.format_digits(twice),
                one,
                other,
                once = position.format_digits(digits - twice),
                count
            ),
            phrase!(
                "So all of these digits are there as often as can be, and are removed from all \
                other cells that see all those places."
            ),
        )
    };
    Phrase::sentences([look, how, so])
}
