//! Fish in rows and columns: X-Wing, Swordfish and Jellyfish, without fins, with fins, and sashimi.
//!
//! ```text
//! basic                        finned                       sashimi
//! . X . | . . . | . X . base   . X . | . . . | . X F fin    . X . | . . . | . . F   a corner is
//! . . . |       | . - .        . . . |       | . - .        . . . |       | . - .   missing, and
//! . . . |       | . - .        . . . |       | . - .        . . . |       | . - .   the fin is
//! . X . | . . . | . X . base   . X . | . . . | . X .        . X . | . . . | . X .   beside it
//!   c               c            c               c
//! ```
//!
//! The file `fish/search.rs` defines fish and searches for these and for those in
//! [`complex_fish`](super::complex_fish). This file has the explanation of all of them. The names
//! are HoDoKu's: a finned fish is sashimi if a base house has only one place that is not a fin. If
//! two covers fit the same base, which players call siamese, there are two fish.

use std::ops::ControlFlow;

use ndoku_core::{Highlight, HighlightRole, HouseKind};

use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};
use crate::text;

pub(super) mod search;
#[cfg(test)]
mod tests;

use search::{Fish, Shape};

const FAMILY: &str = "Fish";

technique! {
    X_WING = "x-wing" {
        name: "X-Wing",
        aliases: &["fish of size 2"],
        family: FAMILY,
        summary: "All places of a digit in two parallel lines lie in two crossing lines, so it is \
            removed from the rest of the crossing lines.",
        difficulty: Difficulty(32),
        sudoku_explainer: Some(Difficulty(32)),
        hodoku: Some(HodokuEntry::enabled(2200, HodokuLevel::Hard, 140)),
        needs_unique: false,
        find: |position, sink| find_basic(position, sink, 2),
    }
}

technique! {
    SWORDFISH = "swordfish" {
        name: "Swordfish",
        aliases: &["fish of size 3"],
        family: FAMILY,
        summary: "All places of a digit in three parallel lines lie in three crossing lines, so \
            it is removed from the rest of the crossing lines.",
        difficulty: Difficulty(38),
        sudoku_explainer: Some(Difficulty(38)),
        hodoku: Some(HodokuEntry::enabled(2300, HodokuLevel::Hard, 150)),
        needs_unique: false,
        find: |position, sink| find_basic(position, sink, 3),
    }
}

technique! {
    JELLYFISH = "jellyfish" {
        name: "Jellyfish",
        aliases: &["fish of size 4"],
        family: FAMILY,
        summary: "All places of a digit in four parallel lines lie in four crossing lines, so it \
            is removed from the rest of the crossing lines.",
        difficulty: Difficulty(52),
        sudoku_explainer: Some(Difficulty(52)),
        hodoku: Some(HodokuEntry::enabled(2400, HodokuLevel::Hard, 160)),
        needs_unique: false,
        find: |position, sink| find_basic(position, sink, 4),
    }
}

technique! {
    FINNED_X_WING = "finned-x-wing" {
        name: "Finned X-Wing",
        aliases: &[],
        family: FAMILY,
        summary: "An X-Wing with extra places, the fins, so only cells that see all of them lose \
            the digit.",
        difficulty: Difficulty(43),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(4100, HodokuLevel::Hard, 130)),
        needs_unique: false,
        find: |position, sink| find_finned(position, sink, 2, false),
    }
}

technique! {
    SASHIMI_X_WING = "sashimi-x-wing" {
        name: "Sashimi X-Wing",
        aliases: &[],
        family: FAMILY,
        summary: "A finned X-Wing without one of its corners: one of its lines has a single place \
            that is not a fin.",
        difficulty: Difficulty(44),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(4200, HodokuLevel::Hard, 150)),
        needs_unique: false,
        find: |position, sink| find_finned(position, sink, 2, true),
    }
}

technique! {
    FINNED_SWORDFISH = "finned-swordfish" {
        name: "Finned Swordfish",
        aliases: &[],
        family: FAMILY,
        summary: "A Swordfish with extra places, the fins, so only cells that see all of them \
            lose the digit.",
        difficulty: Difficulty(48),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(4300, HodokuLevel::Unfair, 200)),
        needs_unique: false,
        find: |position, sink| find_finned(position, sink, 3, false),
    }
}

technique! {
    SASHIMI_SWORDFISH = "sashimi-swordfish" {
        name: "Sashimi Swordfish",
        aliases: &[],
        family: FAMILY,
        summary: "A finned Swordfish in which one of the lines has a single place that is not a \
            fin.",
        difficulty: Difficulty(49),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(4400, HodokuLevel::Unfair, 240)),
        needs_unique: false,
        find: |position, sink| find_finned(position, sink, 3, true),
    }
}

technique! {
    FINNED_JELLYFISH = "finned-jellyfish" {
        name: "Finned Jellyfish",
        aliases: &[],
        family: FAMILY,
        summary: "A Jellyfish with extra places, the fins, so only cells that see all of them \
            lose the digit.",
        difficulty: Difficulty(55),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(4500, HodokuLevel::Unfair, 250)),
        needs_unique: false,
        find: |position, sink| find_finned(position, sink, 4, false),
    }
}

technique! {
    SASHIMI_JELLYFISH = "sashimi-jellyfish" {
        name: "Sashimi Jellyfish",
        aliases: &[],
        family: FAMILY,
        summary: "A finned Jellyfish in which one of the lines has a single place that is not a \
            fin.",
        difficulty: Difficulty(56),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(4600, HodokuLevel::Unfair, 260)),
        needs_unique: false,
        find: |position, sink| find_finned(position, sink, 4, true),
    }
}

fn find_basic(position: &Position<'_>, sink: &mut StepSink<'_>, size: usize) -> ControlFlow<()> {
    search::for_each_fish(
        position,
        sink,
        size,
        Shape::Basic,
        false,
        &mut |sink, fish| emit(position, sink, fish),
    )
}

fn find_finned(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    size: usize,
    is_sashimi: bool,
) -> ControlFlow<()> {
    search::for_each_fish(
        position,
        sink,
        size,
        Shape::Basic,
        true,
        &mut |sink, fish| match fish.is_sashimi == is_sashimi {
            true => emit(position, sink, fish),
            false => ControlFlow::Continue(()),
        },
    )
}

/// Emits a fish of any shape.
pub(super) fn emit(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    fish: &Fish,
) -> ControlFlow<()> {
    let deduction =
        Deduction::from_eliminations(position.candidates_of_digit(&fish.gone, fish.digit));
    sink.emit(deduction.clone(), || explain(position, fish, &deduction))
}

fn explain(position: &Position<'_>, fish: &Fish, deduction: &Deduction) -> Explanation {
    let mut highlights: Vec<Highlight> = fish
        .bases
        .iter()
        .map(|house| Highlight::House(*house, HighlightRole::Base))
        .collect();
    highlights.extend(
        fish.covers
            .iter()
            .map(|house| Highlight::House(*house, HighlightRole::Cover)),
    );
    highlights.extend(fish.body.iter().map(|cell| {
        Highlight::Candidate(position.candidate(cell, fish.digit), HighlightRole::Base)
    }));
    highlights.extend(fish.fins.iter().map(|cell| {
        Highlight::Candidate(position.candidate(cell, fish.digit), HighlightRole::Fin)
    }));
    let digit = position.format_digit(fish.digit);
    let (bases, covers) = (
        format_houses(position, &fish.bases),
        format_houses(position, &fish.covers),
    );
    let used = explain_use(position, fish, &digit, &covers);
    let text = if fish.fins.is_empty() {
        let place = phrase!(
            "In {bases}, {digit} can only go into {covers}.",
            bases,
            digit,
            covers
        );
        let used = used.capitalized().sentence();
        Phrase::sentences([place, used])
    } else {
        explain_fins(position, fish, &digit, [bases, covers, used])
    };
    Explanation {
        highlights,
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}

/// Explains that the bases use up the places in the covers.
fn explain_use(position: &Position<'_>, fish: &Fish, digit: &Phrase, covers: &Phrase) -> Phrase {
    let [base, cover] = [&fish.bases, &fish.covers].map(|houses| count_houses(position, houses));
    let times = match fish.bases.len() {
        2 => phrase!("twice"),
        count => phrase!("{count} times", count = Phrase::number(count)),
    };
    phrase!(
        "{base} need {digit} {times}, and each of {cover} can hold it only once, so no other cell \
        of {covers} holds it",
        base,
        digit,
        times,
        cover,
        covers
    )
}

/// Explains a fish with fins.
fn explain_fins(
    position: &Position<'_>,
    fish: &Fish,
    digit: &Phrase,
    [bases, covers, used]: [Phrase; 3],
) -> Phrase {
    let fins = position.format_cells(&fish.fins);
    let gone = position.format_cells(&fish.gone);
    let is_only = fish.fins.len() == 1;
    let place = if is_only {
        phrase!(
            "In {bases}, {digit} can only go into {covers} or into the fin {fins}.",
            bases,
            digit,
            covers,
            fins
        )
    } else {
        phrase!(
            "In {bases}, {digit} can only go into {covers} or into the fins {fins}.",
            bases,
            digit,
            covers,
            fins
        )
    };
    let is_false = if is_only {
        phrase!("If the fin is false, {used}.", used)
    } else {
        phrase!("If all fins are false, {used}.", used)
    };
    let is_true = match (is_only, fish.gone.len() == 1) {
        (true, true) => phrase!(
            "If it is true, {gone}, which sees it, cannot be {digit} either.",
            gone,
            digit
        ),
        (true, false) => phrase!(
            "If it is true, {gone}, which see it, cannot be {digit} either.",
            gone,
            digit
        ),
        (false, true) => phrase!(
            "If one of them is true, {gone}, which sees all of them, cannot be {digit} either.",
            gone,
            digit
        ),
        (false, false) => phrase!(
            "If one of them is true, {gone}, which see all of them, cannot be {digit} either.",
            gone,
            digit
        ),
    };
    let endo_fins = explain_endo_fins(position, &fish.shared, digit);
    Phrase::sentences([place, endo_fins, is_false, is_true])
}

/// Returns why cells in several base houses are fins even if they are covered: a sentence, or an
/// empty text.
fn explain_endo_fins(position: &Position<'_>, cells: &CellSet, digit: &Phrase) -> Phrase {
    let names = position.format_cells(cells);
    match cells.len() {
        0 => Phrase::default(),
        1 => phrase!(
            "Here {names} counts as a fin because it lies in several of these houses: one {digit} \
            there would do for all of them.",
            names,
            digit
        ),
        _ => phrase!(
            "Here {names} count as fins because they lie in several of these houses: one {digit} \
            there would do for all of them.",
            names,
            digit
        ),
    }
}

/// Returns the names of houses, grouped by kind: `rows 3 and 7`, `row 3 and boxes 1 and 2`.
fn format_houses(position: &Position<'_>, houses: &[usize]) -> Phrase {
    let groups = houses.chunk_by(|a, b| position.houses()[*a].kind == position.houses()[*b].kind);
    text::join_and(groups.map(|group| position.format_houses(group)))
}

/// Returns the number and the kind of these houses: `the two rows`.
fn count_houses(position: &Position<'_>, houses: &[usize]) -> Phrase {
    let count = Phrase::number(houses.len());
    let all = |kind| {
        houses
            .iter()
            .all(|house| position.houses()[*house].kind == kind)
    };
    match () {
        () if all(HouseKind::Row) => phrase!("the {count} rows", count),
        () if all(HouseKind::Column) => phrase!("the {count} columns", count),
        () if all(HouseKind::Box) => phrase!("the {count} boxes", count),
        () => phrase!("the {count} houses", count),
    }
}
