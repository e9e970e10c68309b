//! Wings: a few cells with few candidates, of which one must hold a digit in every case.
//!
//! ```text
//! XY-Wing   xz · xy       If the pivot xy is x, the first pincer is z. If it is y, the other is.
//!                :
//!                yz       XYZ-Wing: the pivot may be z as well.
//! W-Wing    xz ······ xz  A house has places for x only in cells that see one of the two.
//!           :          :  Both cannot be x, so one of them is z.
//!           x── house ─x
//! WXYZ-Wing Three cells that see each other with four digits, and a cell xz: an almost locked set
//!           and a bivalue cell. Larger wings have four, five or six such cells.
//! ```

use std::ops::ControlFlow;

use ndoku_core::{Digit, Highlight, HighlightRole};

use super::als::{emit_pair, group_by_set};
use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};
use crate::text;

const FAMILY: &str = "Wings";

technique! {
    XY_WING = "xy-wing" {
        name: "XY-Wing",
        aliases: &["y-wing", "bent triple"],
        family: FAMILY,
        summary: "A pivot cell with two candidates forces one of its two pincers to hold a digit \
            that they share.",
        difficulty: Difficulty(42),
        sudoku_explainer: Some(Difficulty(42)),
        hodoku: Some(HodokuEntry::enabled(3300, HodokuLevel::Hard, 160)),
        needs_unique: false,
        find: |position, sink| find_pivot_wings(position, sink, 2),
    }
}

technique! {
    XYZ_WING = "xyz-wing" {
        name: "XYZ-Wing",
        aliases: &[],
        family: FAMILY,
        summary: "A pivot cell with three candidates, or one of its two pincers, holds the digit \
            that all three share.",
        difficulty: Difficulty(44),
        sudoku_explainer: Some(Difficulty(44)),
        hodoku: Some(HodokuEntry::enabled(3400, HodokuLevel::Hard, 180)),
        needs_unique: false,
        find: |position, sink| find_pivot_wings(position, sink, 3),
    }
}

technique! {
    W_WING = "w-wing" {
        name: "W-Wing",
        aliases: &["semi-remote naked pair"],
        family: FAMILY,
        summary: "Two cells with the same two candidates are joined by a strong link of one of \
            them, so one cell holds the other.",
        difficulty: Difficulty(44),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(3200, HodokuLevel::Hard, 150)),
        needs_unique: false,
        find: find_w_wings,
    }
}

technique! {
    WXYZ_WING = "wxyz-wing" {
        name: "WXYZ-Wing",
        aliases: &["bent quad"],
        family: FAMILY,
        summary: "An almost locked set of three cells and a cell with two candidates have a \
            restricted common, so one of them holds their other shared digit.",
        difficulty: Difficulty(55),
        sudoku_explainer: Some(Difficulty(55)),
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_set_wings(position, sink, 3),
    }
}

technique! {
    VWXYZ_WING = "vwxyz-wing" {
        name: "VWXYZ-Wing",
        aliases: &["bent quint"],
        family: FAMILY,
        summary: "An almost locked set of four cells and a cell with two candidates have a \
            restricted common, so one of them holds their other shared digit.",
        difficulty: Difficulty(62),
        sudoku_explainer: Some(Difficulty(62)),
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_set_wings(position, sink, 4),
    }
}

technique! {
    UVWXYZ_WING = "uvwxyz-wing" {
        name: "UVWXYZ-Wing",
        aliases: &["bent sextuple"],
        family: FAMILY,
        summary: "An almost locked set of five cells and a cell with two candidates have a \
            restricted common, so one of them holds their other shared digit.",
        difficulty: Difficulty(66),
        sudoku_explainer: Some(Difficulty(66)),
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_set_wings(position, sink, 5),
    }
}

technique! {
    TUVWXYZ_WING = "tuvwxyz-wing" {
        name: "TUVWXYZ-Wing",
        aliases: &["bent septuple"],
        family: FAMILY,
        summary: "An almost locked set of six cells and a cell with two candidates have a \
            restricted common, so one of them holds their other shared digit.",
        difficulty: Difficulty(75),
        sudoku_explainer: Some(Difficulty(75)),
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_set_wings(position, sink, 6),
    }
}

/// Finds wings of a pivot with `size` candidates and two bivalue cells that it sees.
fn find_pivot_wings(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    size: usize,
) -> ControlFlow<()> {
    for pivot in (0..position.cell_count()).filter(|cell| position.candidates(*cell).len() == size)
    {
        let digits = position.candidates(pivot);
        // A pincer of an XYZ-Wing has two digits of the pivot, a pincer of an XY-Wing one.
        let beside = position.bivalue() & position.peers(pivot);
        let pincers: Vec<usize> = beside
            .iter()
            .filter(|cell| (position.candidates(*cell) & digits).len() == size - 1)
            .collect();
        for (at, one) in pincers.iter().copied().enumerate() {
            for other in pincers[at + 1..].iter().copied() {
                let (first, second) = (position.candidates(one), position.candidates(other));
                let Some(digit) = (first & second).single() else {
                    continue;
                };
                // An XY-Wing has three digits. The pincers must not share their digit of the pivot.
                if (size == 2) == digits.contains(digit) {
                    continue;
                }
                let mut seen = position.peers(one) & position.peers(other);
                if size == 3 {
                    seen.intersect_with(position.peers(pivot));
                }
                let deduction =
                    Deduction::from_eliminations(position.candidates_of_digit(&seen, digit));
                sink.emit(deduction.clone(), || {
                    explain_pivot(position, pivot, [one, other], digit, &deduction)
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn explain_pivot(
    position: &Position<'_>,
    pivot: usize,
    pincers: [usize; 2],
    digit: Digit,
    deduction: &Deduction,
) -> Explanation {
    let mut highlights = vec![Highlight::Cell(
        position.layout().cell(pivot),
        HighlightRole::Pivot,
    )];
    let of = |cell: usize, digit: Digit| position.candidate(cell, digit);
    for cell in [pivot, pincers[0], pincers[1]] {
        let role = |other: Digit| {
            if other == digit {
                HighlightRole::On
            } else {
                HighlightRole::Pattern
            }
        };
        highlights.extend(
            position
                .candidates(cell)
                .iter()
                .map(|other| Highlight::Candidate(of(cell, other), role(other))),
        );
    }
    let format_candidates = |cell: usize| {
        text::join_or(
            position
                .candidates(cell)
                .iter()
                .map(|digit| position.format_digit(digit)),
        )
    };
    let mut forced = Vec::new();
    for pincer in pincers {
        for other in (position.candidates(pincer) & position.candidates(pivot))
            .iter()
            .filter(|other| *other != digit)
        {
            let link = |strong, from, to| Highlight::Link {
                from: Box::new([from]),
                to: Box::new([to]),
                strong,
            };
            highlights.push(link(false, of(pivot, other), of(pincer, other)));
            highlights.push(link(true, of(pincer, other), of(pincer, digit)));
            forced.push(phrase!(
                "if it is {other}, {cell}, which has {digits}, must be {digit}",
                other = position.format_digit(other),
                cell = position.format_cell(pincer),
                digits = format_candidates(pincer),
                digit = position.format_digit(digit)
            ));
        }
    }
    let (pivot_name, gone) = (position.format_cell(pivot), position.format_digit(digit));
    let own = position.candidates(pivot).contains(digit);
    if own {
        forced.push(phrase!("otherwise it is {gone} itself", gone));
    }
    let [one, other] = pincers.map(|cell| position.format_cell(cell));
    let cases = phrase!(
        "{pivot} is {digits}: {cases}.",
        pivot = &pivot_name,
        digits = format_candidates(pivot),
        cases = Phrase::joined(forced, "; ")
    );
    let so = if own {
        phrase!(
            "In each case one of {cells} is {gone}, so a cell that sees all three cannot be {gone}.",
            cells = text::join_and([pivot_name, one, other]),
            gone
        )
    } else {
        phrase!(
            "In each case one of {cells} is {gone}, so a cell that sees both cannot be {gone}.",
            cells = text::join_and([one, other]),
            gone
        )
    };
    Explanation {
        highlights,
        text: Phrase::sentences([cases, so, format_conclusion(position, deduction)]),
    }
}

fn find_w_wings(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    let cells: Vec<usize> = position.bivalue().iter().collect();
    for (at, one) in cells.iter().copied().enumerate() {
        for other in cells[at + 1..].iter().copied() {
            let digits = position.candidates(one);
            // Two cells that see each other are a naked pair.
            if position.candidates(other) != digits || position.sees(one, other) {
                continue;
            }
            let both = position.peers(one) & position.peers(other);
            let either = position.peers(one) | position.peers(other);
            for digit in digits.iter() {
                let Some(gone) = (digits - ndoku_core::DigitSet::from_digit(digit)).single() else {
                    continue;
                };
                if !both.intersects(position.places(gone)) {
                    continue;
                }
                for (house, places) in houses_within(position, digit, &either) {
                    let deduction =
                        Deduction::from_eliminations(position.candidates_of_digit(&both, gone));
                    // A house with more than two places makes a grouped wing.
                    let harder = u16::from(places.len() > 2);
                    sink.emit_harder(harder, deduction.clone(), || {
                        explain_w(
                            position,
                            [one, other],
                            (digit, gone),
                            (house, &places),
                            &deduction,
                        )
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the houses whose places for a digit all lie in a set of cells.
fn houses_within<'c>(
    position: &'c Position<'_>,
    digit: Digit,
    cells: &'c CellSet,
) -> impl Iterator<Item = (usize, CellSet)> + 'c {
    let full = position
        .houses()
        .iter()
        .enumerate()
        .filter(|(_, house)| house.is_full);
    full.filter(move |(house, _)| position.missing(*house).contains(digit))
        .map(move |(house, _)| (house, position.places_in(house, digit)))
        .filter(move |(_, places)| !places.is_empty() && places.is_subset(cells))
}

fn explain_w(
    position: &Position<'_>,
    ends: [usize; 2],
    (digit, gone): (Digit, Digit),
    (house, places): (usize, &CellSet),
    deduction: &Deduction,
) -> Explanation {
    let of = |cell: usize, digit: Digit| position.candidate(cell, digit);
    let mut highlights = vec![Highlight::House(house, HighlightRole::Base)];
    highlights.extend(
        places
            .iter()
            .map(|cell| Highlight::Candidate(of(cell, digit), HighlightRole::Base)),
    );
    for end in ends {
        highlights.push(Highlight::Candidate(of(end, digit), HighlightRole::Pattern));
        highlights.push(Highlight::Candidate(of(end, gone), HighlightRole::On));
        highlights.push(Highlight::Link {
            from: Box::new([of(end, gone)]),
            to: Box::new([of(end, digit)]),
            strong: true,
        });
        let seen = position.candidates_of_digit(&(places & position.peers(end)), digit);
        highlights.push(Highlight::Link {
            from: Box::new([of(end, digit)]),
            to: seen.into(),
            strong: false,
        });
    }
    let [one, other] = ends.map(|cell| position.format_cell(cell));
    let text = phrase!(
        "{one} and {other} have the same two candidates, {digit} and {gone}. If both were {digit}, \
        {house} would have no place left for {digit}, which can only go into {places} there. So at \
        least one of {one} and {other} is {gone}.",
        one,
        other,
        digit = position.format_digit(digit),
        gone = position.format_digit(gone),
        house = position.house_name(house),
        places = position.format_cells(places)
    );
    Explanation {
        highlights,
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}

/// Finds wings of an almost locked set of `size` cells and a bivalue cell.
fn find_set_wings(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    size: usize,
) -> ControlFlow<()> {
    let all = position.almost_locked_sets();
    let sets = all.sets();
    for (number, set) in sets
        .iter()
        .enumerate()
        .filter(|(_, set)| set.cells.len() == size)
    {
        sink.check_stop()?;
        for (other, restricted) in group_by_set(&all.restricted_commons()[number])
            .filter(|(other, _)| sets[*other].cells.len() == 1)
        {
            emit_pair(position, sink, [set, &sets[other]], restricted)?;
        }
    }
    ControlFlow::Continue(())
}
