//! Unique loops: six or more cells, two or none in each row, column and box, cannot hold only two
//! digits.
//!
//! ```text
//! ab . . | . . . | ab . .
//! .  . . | . . . | .  . .
//! .  . . | ab . .| ab . .      Around the loop, a and b alternate, in two possible ways.
//! -------+-------+-------
//! ab . . | abx . .| . . .      So this cell is x.
//! ```
//!
//! The search grows a set of cells in two colors: a house with one of the cells needs a second one
//! of the other color. It finds all sets that the two digits can fill in two ways and that contain
//! no smaller one. Most of them are single loops from cell to cell. The types are those of
//! rectangles, see `deadly.rs`. Each loop has at least one cell with exactly the two digits, and
//! all its cells have both.

use std::ops::ControlFlow;

use ndoku_core::{Digit, DigitSet};

use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::position::Position;
use crate::technique::{StepSink, technique};
use crate::techniques::deadly::{DeadlyPattern, is_exchangeable, two_digits};

const FAMILY: &str = "Loops";

technique! {
    UNIQUE_LOOP_1 = "unique-loop-1" {
        name: "Unique Loop Type 1",
        aliases: &["UL1"],
        family: FAMILY,
        summary: "All cells of a loop but one have only two digits, which are therefore removed \
            from it.",
        difficulty: Difficulty(46),
        sudoku_explainer: Some(Difficulty(46)),
        hodoku: None,
        needs_unique: true,
        find: |position, sink| {
            find_loops(
                position,
                sink,
                ExtraLimit::Cells(1),
                DeadlyPattern::emit_type_1,
            )
        },
    }
}

technique! {
    UNIQUE_LOOP_2 = "unique-loop-2" {
        name: "Unique Loop Type 2",
        aliases: &["UL2"],
        family: FAMILY,
        summary: "Some cells of a loop have the same single candidate besides its two digits, so \
            one of them holds it.",
        difficulty: Difficulty(46),
        sudoku_explainer: Some(Difficulty(46)),
        hodoku: None,
        needs_unique: true,
        find: |position, sink| {
            find_loops(
                position,
                sink,
                ExtraLimit::Digits(1),
                DeadlyPattern::emit_type_2,
            )
        },
    }
}

technique! {
    UNIQUE_LOOP_3 = "unique-loop-3" {
        name: "Unique Loop Type 3",
        aliases: &["UL3"],
        family: FAMILY,
        summary: "Two neighbors in a loop have other candidates, and act as one cell of a naked \
            or hidden subset.",
        difficulty: Difficulty(48),
        sudoku_explainer: Some(Difficulty(46)),
        hodoku: None,
        needs_unique: true,
        find: |position, sink| {
            find_loops(
                position,
                sink,
                ExtraLimit::Cells(2),
                DeadlyPattern::emit_type_3,
            )
        },
    }
}

technique! {
    UNIQUE_LOOP_4 = "unique-loop-4" {
        name: "Unique Loop Type 4",
        aliases: &["UL4"],
        family: FAMILY,
        summary: "Two neighbors in a loop have other candidates, and are the only places for one \
            of its digits in a house, so the other digit is removed.",
        difficulty: Difficulty(47),
        sudoku_explainer: Some(Difficulty(46)),
        hodoku: None,
        needs_unique: true,
        find: |position, sink| {
            find_loops(
                position,
                sink,
                ExtraLimit::Cells(2),
                DeadlyPattern::emit_type_4,
            )
        },
    }
}

/// The other candidates that a type allows.
#[derive(Copy, Clone)]
enum ExtraLimit {
    /// Any candidates, in at most this number of cells.
    Cells(usize),
    /// At most this number of digits, in any cells.
    Digits(usize),
}

/// Calls `emit` with every loop of six or more cells.
fn find_loops(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    limit: ExtraLimit,
    emit: fn(&DeadlyPattern, &Position<'_>, &mut StepSink<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !position.has_standard_houses() {
        return ControlFlow::Continue(());
    }
    let mut added = 0;
    let mut pairs: Vec<DigitSet> = Vec::new();
    for cell in position.bivalue().iter() {
        let pair = position.candidates(cell);
        if pairs.contains(&pair) {
            continue;
        }
        pairs.push(pair);
        let Some(digits) = two_digits(pair) else {
            continue;
        };
        let [a, b] = digits;
        let may_be = position.places(a) & position.places(b);
        let may_be = position.cells(
            may_be
                .iter()
                .filter(|cell| is_exchangeable(position, *cell, pair)),
        );
        let clean = position.cells(
            may_be
                .iter()
                .filter(|cell| position.candidates(*cell) == pair),
        );
        let enough = match limit {
            ExtraLimit::Cells(count) => clean.len() + count >= 6,
            ExtraLimit::Digits(_) => may_be.len() >= 6,
        };
        if !enough {
            continue;
        }
        let mut left = may_be;
        for first in clean.iter() {
            let none = [position.no_cells(), position.no_cells()];
            let start = PartialLoop {
                colors: none.clone(),
                closed: none,
                left: left.clone(),
                rich: 0,
                extras: DigitSet::default(),
            };
            LoopSearch {
                position,
                sink,
                pair,
                digits,
                limit,
                emit,
                added: &mut added,
            }
            .add(&start, first, 0)?;
            left.remove(first);
        }
    }
    ControlFlow::Continue(())
}

/// A search from one cell.
struct LoopSearch<'c, 'b, 'f, 's> {
    position: &'c Position<'b>,
    sink: &'c mut StepSink<'f>,
    pair: DigitSet,
    digits: [Digit; 2],
    limit: ExtraLimit,
    emit: fn(&DeadlyPattern, &Position<'_>, &mut StepSink<'_>) -> ControlFlow<()>,
    /// The number of cells added so far.
    added: &'s mut u32,
}

/// A set of cells that may become a loop.
#[derive(Clone)]
struct PartialLoop {
    /// The cells of each color.
    colors: [CellSet; 2],
    /// The cells that see a cell of each color and so cannot have it.
    closed: [CellSet; 2],
    /// The cells that may still join.
    left: CellSet,
    /// The number of its cells with other candidates.
    rich: usize,
    /// The other candidates.
    extras: DigitSet,
}

impl LoopSearch<'_, '_, '_, '_> {
    /// Adds a cell, and continues in every way.
    fn add(&mut self, before: &PartialLoop, cell: usize, color: usize) -> ControlFlow<()> {
        *self.added += 1;
        if self.added.is_multiple_of(1 << 10) {
            self.sink.check_stop()?;
        }
        let more = self.position.candidates(cell) - self.pair;
        let (rich, extras) = (
            before.rich + usize::from(!more.is_empty()),
            before.extras | more,
        );
        let exceeds_limit = match self.limit {
            ExtraLimit::Cells(count) => rich > count,
            ExtraLimit::Digits(count) => extras.len() > count,
        };
        if exceeds_limit {
            return ControlFlow::Continue(());
        }
        let mut now = PartialLoop {
            rich,
            extras,
            ..before.clone()
        };
        now.colors[color].insert(cell);
        now.closed[color].union_with(self.position.peers(cell));
        now.left.remove(cell);
        let Some((color, partners)) = self.partners(&now) else {
            return self.emit_closed(&now);
        };
        partners
            .iter()
            .try_for_each(|partner| self.add(&now, partner, color))
    }

    /// Returns the cells of which one must join, and their color. They belong to the house with the
    /// fewest such cells. Returns `None` if the set is closed.
    fn partners(&self, now: &PartialLoop) -> Option<(usize, CellSet)> {
        let mut best: Option<(usize, CellSet)> = None;
        for (color, cell) in now
            .colors
            .iter()
            .enumerate()
            .flat_map(|(color, cells)| cells.iter().map(move |cell| (color, cell)))
        {
            let other = 1 - color;
            for house in self
                .position
                .houses_of(cell)
                .map(|house| &self.position.houses()[house].set)
            {
                if house.intersects(&now.colors[other]) {
                    continue;
                }
                let mut partners = house & &now.left;
                partners.subtract(&now.closed[other]);
                if best
                    .as_ref()
                    .is_none_or(|(_, best)| partners.len() < best.len())
                {
                    best = Some((other, partners));
                }
            }
        }
        best
    }

    /// Emits the deductions of a closed set.
    fn emit_closed(&mut self, now: &PartialLoop) -> ControlFlow<()> {
        let cells = &now.colors[0] | &now.colors[1];
        // The difficulty by length follows Sudoku Explainer. Four cells are a rectangle.
        let harder = match cells.len() {
            0..6 => return ControlFlow::Continue(()),
            6..8 => 0,
            8..10 => 1,
            _ => 4,
        };
        (self.emit)(
            &DeadlyPattern::new(self.position, cells, self.pair, self.digits, harder),
            self.position,
            self.sink,
        )
    }
}
