//! Fish with boxes and other houses: Franken and mutant fish, with and without fins.
//!
//! ```text
//! Franken                                     mutant
//! base: rows and boxes, or columns and boxes  base: any houses
//! cover: columns and boxes, or rows and boxes cover: any others
//! . X . | . X . | . . .  base: this row       . X . | X . . | . . .  base: this row,
//! . - . | . - . | . . .                       . X . | - - - |        and a column; cover:
//! . - . | . - . |                             . . . |       |        boxes, rows, columns
//! ```
//!
//! The module [`fish`](super::fish) has the search and the explanation. Sashimi forms of finned
//! fish are not separate techniques here. Only mutant fish use diagonals and extra houses.

use std::ops::ControlFlow;

use super::fish::emit;
use super::fish::search::{self, Shape};
use crate::difficulty::Difficulty;
use crate::position::Position;
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};

pub(super) const FAMILY: &str = "Complex fish";

technique! {
    FRANKEN_X_WING = "franken-x-wing" {
        name: "Franken X-Wing",
        aliases: &[],
        family: FAMILY,
        summary: "An X-Wing with boxes among its base or its cover.",
        difficulty: Difficulty(57),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(6100, HodokuLevel::Unfair, 300)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 2, Shape::Franken, false),
    }
}

technique! {
    FRANKEN_SWORDFISH = "franken-swordfish" {
        name: "Franken Swordfish",
        aliases: &[],
        family: FAMILY,
        summary: "A Swordfish with boxes among its base or its cover.",
        difficulty: Difficulty(59),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(6200, HodokuLevel::Unfair, 350)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 3, Shape::Franken, false),
    }
}

technique! {
    FRANKEN_JELLYFISH = "franken-jellyfish" {
        name: "Franken Jellyfish",
        aliases: &[],
        family: FAMILY,
        summary: "A Jellyfish with boxes among its base or its cover.",
        difficulty: Difficulty(64),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::disabled(6300, HodokuLevel::Unfair, 370)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 4, Shape::Franken, false),
    }
}

technique! {
    FINNED_FRANKEN_X_WING = "finned-franken-x-wing" {
        name: "Finned Franken X-Wing",
        aliases: &[],
        family: FAMILY,
        summary: "A Franken X-Wing with extra places, the fins, so only cells that see all of \
            them lose the digit.",
        difficulty: Difficulty(61),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(6700, HodokuLevel::Unfair, 390)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 2, Shape::Franken, true),
    }
}

technique! {
    FINNED_FRANKEN_SWORDFISH = "finned-franken-swordfish" {
        name: "Finned Franken Swordfish",
        aliases: &[],
        family: FAMILY,
        summary: "A Franken Swordfish with extra places, the fins, so only cells that see all of \
            them lose the digit.",
        difficulty: Difficulty(63),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(6800, HodokuLevel::Unfair, 410)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 3, Shape::Franken, true),
    }
}

technique! {
    FINNED_FRANKEN_JELLYFISH = "finned-franken-jellyfish" {
        name: "Finned Franken Jellyfish",
        aliases: &[],
        family: FAMILY,
        summary: "A Franken Jellyfish with extra places, the fins, so only cells that see all of \
            them lose the digit.",
        difficulty: Difficulty(68),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::disabled(6900, HodokuLevel::Unfair, 430)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 4, Shape::Franken, true),
    }
}

technique! {
    MUTANT_X_WING = "mutant-x-wing" {
        name: "Mutant X-Wing",
        aliases: &[],
        family: FAMILY,
        summary: "An X-Wing whose base or cover mixes rows and columns, with or without boxes.",
        difficulty: Difficulty(60),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::disabled(7300, HodokuLevel::Extreme, 450)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 2, Shape::Mutant, false),
    }
}

technique! {
    MUTANT_SWORDFISH = "mutant-swordfish" {
        name: "Mutant Swordfish",
        aliases: &[],
        family: FAMILY,
        summary: "A Swordfish whose base or cover mixes rows and columns, with or without boxes.",
        difficulty: Difficulty(66),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::disabled(7400, HodokuLevel::Extreme, 450)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 3, Shape::Mutant, false),
    }
}

technique! {
    MUTANT_JELLYFISH = "mutant-jellyfish" {
        name: "Mutant Jellyfish",
        aliases: &[],
        family: FAMILY,
        summary: "A Jellyfish whose base or cover mixes rows and columns, with or without boxes.",
        difficulty: Difficulty(70),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::disabled(7500, HodokuLevel::Extreme, 450)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 4, Shape::Mutant, false),
    }
}

technique! {
    FINNED_MUTANT_X_WING = "finned-mutant-x-wing" {
        name: "Finned Mutant X-Wing",
        aliases: &[],
        family: FAMILY,
        summary: "A Mutant X-Wing with extra places, the fins, so only cells that see all of them \
            lose the digit.",
        difficulty: Difficulty(64),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::disabled(7900, HodokuLevel::Extreme, 470)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 2, Shape::Mutant, true),
    }
}

technique! {
    FINNED_MUTANT_SWORDFISH = "finned-mutant-swordfish" {
        name: "Finned Mutant Swordfish",
        aliases: &[],
        family: FAMILY,
        summary: "A Mutant Swordfish with extra places, the fins, so only cells that see all of \
            them lose the digit.",
        difficulty: Difficulty(69),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::disabled(8000, HodokuLevel::Extreme, 470)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 3, Shape::Mutant, true),
    }
}

technique! {
    FINNED_MUTANT_JELLYFISH = "finned-mutant-jellyfish" {
        name: "Finned Mutant Jellyfish",
        aliases: &[],
        family: FAMILY,
        summary: "A Mutant Jellyfish with extra places, the fins, so only cells that see all of \
            them lose the digit.",
        difficulty: Difficulty(74),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::disabled(8100, HodokuLevel::Extreme, 470)),
        needs_unique: false,
        find: |position, sink| find(position, sink, 4, Shape::Mutant, true),
    }
}

fn find(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    size: usize,
    shape: Shape,
    with_fins: bool,
) -> ControlFlow<()> {
    search::for_each_fish(position, sink, size, shape, with_fins, &mut |sink, fish| {
        emit(position, sink, fish)
    })
}
