//! Rectangles: four cells in two rows, two columns and two boxes must not come down to two digits, or the puzzle has two solutions.
//!
//! ```text
//!   unique rectangle       hidden rectangle         avoidable rectangle
//!   ab . . | ab . .        ab  . . | ab+ . .        3 . . | 7 . .      placed, no clues
//!   ab . . | ab5 . .       ab+ . . | AB+ . .        7 . . | 35 . .
//!   the last cell is 5     no other a in the row    3 in the last cell could change
//!                          and column of A: not B   places with 7: it is 5
//! ```
//!
//! Types 1 to 5 and the avoidable rectangle's two are told by which cells have other candidates (see `deadly.rs`); type 6 and the hidden rectangle by houses in
//! which one of the two digits has places in the rectangle only. The types are HoDoKu's. A rectangle of open cells has at least one cell with just the two
//! digits; in the others one of them may be gone, which makes it a little harder to see.

use std::ops::ControlFlow;

use ndoku_core::{Digit, DigitSet, HouseKind, Mark, Role};

use crate::cells::CellSet;
use crate::position::Context;
use crate::rating::Tenths;
use crate::step::{Effect, Why, conclusion};
use crate::technique::{Finder, Hodoku, HodokuLevel, technique};
use crate::techniques::deadly::{Deadly, both, exchange, is_free, link};

const FAMILY: &str = "Rectangles";

technique! {
    UNIQUE_RECTANGLE_1 = "unique-rectangle-1" {
        name: "Unique Rectangle Type 1",
        aliases: &["uniqueness test 1", "UR1"],
        family: FAMILY,
        summary: "Three cells of a rectangle have only two digits, which therefore go from the fourth.",
        difficulty: Tenths(45),
        explainer: Some(Tenths(45)),
        hodoku: Some(Hodoku::on(3500, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |context, finder| rectangles(context, &mut |found| match found.clean_count() {
            3 => found.deadly(context).one_cell(context, finder),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    UNIQUE_RECTANGLE_2 = "unique-rectangle-2" {
        name: "Unique Rectangle Type 2",
        aliases: &["uniqueness test 2", "UR2"],
        family: FAMILY,
        summary: "Two cells on one side of a rectangle have the same single candidate besides its two digits, so one of them holds it.",
        difficulty: Tenths(45),
        explainer: Some(Tenths(45)),
        hodoku: Some(Hodoku::on(3600, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |context, finder| rectangles(context, &mut |found| match found.rich() {
            Rich::Side => found.deadly(context).one_digit(context, finder),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    UNIQUE_RECTANGLE_3 = "unique-rectangle-3" {
        name: "Unique Rectangle Type 3",
        aliases: &["uniqueness test 3", "UR3"],
        family: FAMILY,
        summary: "Two cells on one side of a rectangle have other candidates, and are together like one cell of a naked or hidden subset.",
        difficulty: Tenths(47),
        explainer: Some(Tenths(45)),
        hodoku: Some(Hodoku::on(3700, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |context, finder| rectangles(context, &mut |found| match found.rich() {
            Rich::Side => found.deadly(context).subset(context, finder),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    UNIQUE_RECTANGLE_4 = "unique-rectangle-4" {
        name: "Unique Rectangle Type 4",
        aliases: &["uniqueness test 4", "UR4"],
        family: FAMILY,
        summary: "Two cells on one side of a rectangle have other candidates, and are the only places for one of its digits in a house, so the other digit goes.",
        difficulty: Tenths(46),
        explainer: Some(Tenths(45)),
        hodoku: Some(Hodoku::on(3800, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |context, finder| rectangles(context, &mut |found| match found.rich() {
            Rich::Side => found.deadly(context).locked(context, finder),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    UNIQUE_RECTANGLE_5 = "unique-rectangle-5" {
        name: "Unique Rectangle Type 5",
        aliases: &["uniqueness test 5", "UR5"],
        family: FAMILY,
        summary: "Two opposite cells of a rectangle, or three, have the same single candidate besides its two digits, so one of them holds it.",
        difficulty: Tenths(47),
        explainer: Some(Tenths(45)),
        hodoku: Some(Hodoku::on(3900, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |context, finder| rectangles(context, &mut |found| match found.rich() {
            Rich::Opposite | Rich::Three => found.deadly(context).one_digit(context, finder),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    UNIQUE_RECTANGLE_6 = "unique-rectangle-6" {
        name: "Unique Rectangle Type 6",
        aliases: &["uniqueness test 6", "UR6"],
        family: FAMILY,
        summary: "Two opposite cells of a rectangle have other candidates, and one of its digits is locked into two of its sides, so that digit goes from them.",
        difficulty: Tenths(47),
        explainer: None,
        hodoku: Some(Hodoku::on(4000, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |context, finder| rectangles(context, &mut |found| match found.rich() {
            Rich::Opposite => type_6(context, finder, found),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    HIDDEN_RECTANGLE = "hidden-rectangle" {
        name: "Hidden Rectangle",
        aliases: &["hidden unique rectangle", "HR"],
        family: FAMILY,
        summary: "Opposite to a cell with only the two digits, one of them is locked into both sides of the rectangle, so the other goes.",
        difficulty: Tenths(48),
        explainer: None,
        hodoku: Some(Hodoku::on(4010, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |context, finder| rectangles(context, &mut |found| match found.rich() {
            Rich::Opposite | Rich::Three => hidden(context, finder, found),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    AVOIDABLE_RECTANGLE_1 = "avoidable-rectangle-1" {
        name: "Avoidable Rectangle Type 1",
        aliases: &["avoidable rectangle", "AR1"],
        family: FAMILY,
        summary: "Three cells of a rectangle were placed and hold two digits crosswise, so the fourth does not complete it.",
        difficulty: Tenths(46),
        explainer: None,
        hodoku: Some(Hodoku::on(4020, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: avoidable_1,
    }
}

technique! {
    AVOIDABLE_RECTANGLE_2 = "avoidable-rectangle-2" {
        name: "Avoidable Rectangle Type 2",
        aliases: &["AR2"],
        family: FAMILY,
        summary: "Some cells of a rectangle were placed, the others have one candidate that completes it and the same single other one, so one of them holds that.",
        difficulty: Tenths(47),
        explainer: None,
        hodoku: Some(Hodoku::on(4030, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: avoidable_2,
    }
}

/// A rectangle of open cells that two digits may fill.
struct Rectangle {
    /// Around it: each is in a row or a column with the next, the last with the first.
    corners: [usize; 4],
    pair: DigitSet,
    digits: [Digit; 2],
    /// Which corners have the two digits only.
    is_clean: [bool; 4],
    /// Whether all corners have both digits.
    is_complete: bool,
}

/// Which corners have other candidates.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Rich {
    One,
    Side,
    Opposite,
    Three,
}

impl Rectangle {
    fn clean_count(&self) -> usize {
        self.is_clean.iter().filter(|is_clean| **is_clean).count()
    }

    fn rich(&self) -> Rich {
        match (self.clean_count(), self.is_clean[0] == self.is_clean[2]) {
            (0 | 1, _) => Rich::Three,
            (2, true) => Rich::Opposite,
            (2, false) => Rich::Side,
            _ => Rich::One,
        }
    }

    fn deadly(&self, context: &Context<'_>) -> Deadly {
        Deadly::new(
            context,
            context.cells(self.corners),
            self.pair,
            self.digits,
            self.harder(),
        )
    }

    fn harder(&self) -> u16 {
        u16::from(!self.is_complete)
    }
}

/// The fourth corner of a rectangle, if it lies in just two boxes: opposite to `cell`, beside a cell of its row and one of its column.
fn fourth(context: &Context<'_>, cell: usize, in_row: usize, in_column: usize) -> Option<usize> {
    let opposite = in_column / context.size() * context.size() + in_row % context.size();
    let home = |cell: usize| context.layout().box_number(context.layout().cell(cell));
    let [a, b, c, d] = [cell, in_row, opposite, in_column].map(home);
    (a == b && c == d && a != c || a == d && b == c && a != b).then_some(opposite)
}

/// The cells of the row, and of the column, of a cell.
fn lines<'b>(context: &Context<'b>, cell: usize) -> Option<[&'b CellSet; 2]> {
    let of = |kind: HouseKind| {
        context
            .houses_of(cell)
            .map(|house| &context.houses()[house])
            .find(|house| house.kind == kind)
    };
    Some([&of(HouseKind::Row)?.set, &of(HouseKind::Column)?.set])
}

/// Calls `each` with every rectangle of open cells, at least one of which has only the two digits.
fn rectangles(
    context: &Context<'_>,
    each: &mut dyn FnMut(&Rectangle) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !context.is_plain() {
        return ControlFlow::Continue(());
    }
    for first in context.bivalue().iter() {
        let pair = context.candidates(first);
        let (Some(digits), Some([row, column])) = (both(pair), lines(context, first)) else {
            continue;
        };
        let [a, b] = digits;
        let useful = context.places(a) | context.places(b);
        let useful = context.cells(
            useful
                .iter()
                .filter(|cell| context.candidates(*cell).len() > 1),
        );
        let (row, column) = (row & &useful, column & &useful);
        for in_row in row.iter().filter(|cell| *cell != first) {
            for in_column in column.iter().filter(|cell| *cell != first) {
                let Some(opposite) =
                    fourth(context, first, in_row, in_column).filter(|cell| useful.contains(*cell))
                else {
                    continue;
                };
                let corners = [first, in_row, opposite, in_column];
                let is_clean = corners.map(|cell| context.candidates(cell) == pair);
                // Each rectangle is met from each of its clean corners: the first of them counts.
                let is_first = corners
                    .iter()
                    .zip(is_clean)
                    .all(|(cell, is_clean)| !is_clean || *cell >= first);
                let may = |digit: Digit, corners: [usize; 2]| {
                    corners
                        .iter()
                        .all(|cell| context.places(digit).contains(*cell))
                };
                let (even, odd) = ([first, opposite], [in_row, in_column]);
                let possible = [may(a, even) && may(b, odd), may(b, even) && may(a, odd)];
                if is_first
                    && possible.contains(&true)
                    && corners.iter().all(|cell| is_free(context, *cell, pair))
                {
                    each(&Rectangle {
                        corners,
                        pair,
                        digits,
                        is_clean,
                        is_complete: possible == [true; 2],
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A house in which a digit has no places but these two corners.
fn locked(context: &Context<'_>, digit: Digit, corners: [usize; 2]) -> Option<usize> {
    let cells = context.cells(corners);
    context
        .houses_with(&cells)
        .into_iter()
        .find(|house| context.places_in(*house, digit).is_subset(&cells))
}

/// Two opposite corners have other candidates, and a digit is locked into two opposite sides: it cannot stand in those corners, since it would stand in both.
fn type_6(context: &Context<'_>, finder: &mut Finder<'_>, found: &Rectangle) -> ControlFlow<()> {
    let [p, q, r, s] = found.corners;
    for digit in found.digits {
        for sides in [[[p, q], [r, s]], [[q, r], [s, p]]] {
            let [Some(one), Some(other)] = sides.map(|side| locked(context, digit, side)) else {
                continue;
            };
            let deadly = found.deadly(context);
            let effect = Effect::eliminate(context.those(&deadly.rich, digit));
            finder.offer_harder(found.harder(), effect.clone(), || {
                let mut marks = link(context, one, digit, &context.cells(sides[0]));
                marks.extend(link(context, other, digit, &context.cells(sides[1])));
                let (rest, rich) = (&deadly.cells - &deadly.rich, context.say_cells(&deadly.rich));
                let text = format!(
                    "In {}, {} can only go into the rectangle. If one of {rich} held it, both would, and {} would be left with the other digit.",
                    context.say_houses(&[one, other]),
                    context.say_digit(digit),
                    context.say_cells(&rest)
                );
                deadly.why(context, marks, &text, &effect)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// A corner that is opposite to one with the two digits only, and one of them locked into both of its sides: with the other digit there the rest would follow.
fn hidden(context: &Context<'_>, finder: &mut Finder<'_>, found: &Rectangle) -> ControlFlow<()> {
    for at in (0..4).filter(|at| found.is_clean[*at]) {
        let [next, corner, last] = [1, 2, 3].map(|more| found.corners[(at + more) % 4]);
        for (locks, goes) in [(0, 1), (1, 0)].map(|(a, b)| (found.digits[a], found.digits[b])) {
            let [Some(one), Some(other)] =
                [next, last].map(|side| locked(context, locks, [side, corner]))
            else {
                continue;
            };
            let effect = Effect::eliminate(context.those(&context.cells([corner]), goes));
            finder.offer_harder(found.harder(), effect.clone(), || {
                let mut marks = link(context, one, locks, &context.cells([next, corner]));
                marks.extend(link(context, other, locks, &context.cells([last, corner])));
                let (digit, goes) = (context.say_digit(locks), context.say_digit(goes));
                let text = format!(
                    "In {}, {digit} can only go into the rectangle. If {} held {goes}, then {} would hold {digit}, which leaves {goes} for {}.",
                    context.say_houses(&[one, other]),
                    context.say_cell(corner),
                    context.say_cells(&context.cells([next, last])),
                    context.say_cell(found.corners[at])
                );
                found.deadly(context).why(context, marks, &text, &effect)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// The digit of a cell that was placed and is no clue.
fn placed(context: &Context<'_>, cell: usize) -> Option<Digit> {
    context.digit(cell).filter(|_| !context.is_clue(cell))
}

fn avoidable_1(context: &Context<'_>, finder: &mut Finder<'_>) -> ControlFlow<()> {
    if !context.is_plain() {
        return ControlFlow::Continue(());
    }
    for cell in (0..context.cell_count()).filter(|cell| context.is_open(*cell)) {
        let Some([row, column]) = lines(context, cell) else {
            continue;
        };
        for in_row in row.iter() {
            let Some(beside) = placed(context, in_row) else {
                continue;
            };
            for in_column in column
                .iter()
                .filter(|other| placed(context, *other) == Some(beside))
            {
                let Some(opposite) = fourth(context, cell, in_row, in_column) else {
                    continue;
                };
                let Some(digit) = placed(context, opposite)
                    .filter(|digit| context.candidates(cell).contains(*digit))
                else {
                    continue;
                };
                let corners = [cell, in_row, opposite, in_column];
                let pair = DigitSet::of(digit) | DigitSet::of(beside);
                if corners
                    .iter()
                    .any(|corner| !is_free(context, *corner, pair))
                {
                    continue;
                }
                let effect = Effect::eliminate(context.those(&context.cells([cell]), digit));
                finder.offer(effect.clone(), || {
                    let text = format!(
                        "Three of them hold {} already.",
                        say_pair(context, [digit, beside])
                    );
                    why_avoidable(context, corners, [digit, beside], None, &text, &effect)
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn avoidable_2(context: &Context<'_>, finder: &mut Finder<'_>) -> ControlFlow<()> {
    if !context.is_plain() {
        return ControlFlow::Continue(());
    }
    let placed =
        context.cells((0..context.cell_count()).filter(|cell| placed(context, *cell).is_some()));
    for first in context.bivalue().iter() {
        let Some([row, column]) = lines(context, first) else {
            continue;
        };
        // Each rectangle is met from each of its open corners: the first of them counts.
        let useful =
            &context.cells(context.bivalue().iter().filter(|cell| *cell > first)) | &placed;
        let (row, column) = (row & &useful, column & &useful);
        for in_row in row.iter() {
            for in_column in column.iter() {
                let Some(opposite) =
                    fourth(context, first, in_row, in_column).filter(|cell| useful.contains(*cell))
                else {
                    continue;
                };
                let corners = [first, in_row, opposite, in_column];
                let open = corners
                    .iter()
                    .filter(|cell| context.is_open(**cell))
                    .count();
                if open == 1 || open == 4 {
                    continue;
                }
                for other in context.candidates(first).iter() {
                    completed_but_for(context, finder, corners, other)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Offers the avoidable rectangle of type 2 whose open corners have this digit as their other candidate, if that is what the corners are.
fn completed_but_for(
    context: &Context<'_>,
    finder: &mut Finder<'_>,
    corners: [usize; 4],
    other: Digit,
) -> ControlFlow<()> {
    // What each corner holds in the pattern: opposite ones the same.
    let wanted = corners.map(|cell| {
        let digits = context
            .digit(cell)
            .map_or(context.candidates(cell), DigitSet::of);
        if context.is_open(cell) && !digits.contains(other) {
            None
        } else {
            (digits - DigitSet::of(other)).single()
        }
    });
    let [Some(even), Some(odd), opposite, last] = wanted else {
        return ControlFlow::Continue(());
    };
    let pair = DigitSet::of(even) | DigitSet::of(odd);
    let is_crosswise = even != odd && opposite == Some(even) && last == Some(odd);
    if !is_crosswise || corners.iter().any(|cell| !is_free(context, *cell, pair)) {
        return ControlFlow::Continue(());
    }
    let open = context.cells(corners.into_iter().filter(|cell| context.is_open(*cell)));
    let effect = Effect::eliminate(context.those(&context.seeing_all(&open), other));
    finder.offer(effect.clone(), || {
        let text = format!(
            "What is placed of it holds {} crosswise, and only {} keeps {} from completing it: one of these holds {}.",
            say_pair(context, [even, odd]),
            context.say_digit(other),
            context.say_cells(&open),
            context.say_digit(other)
        );
        why_avoidable(context, corners, [even, odd], Some(other), &text, &effect)
    })
}

fn say_pair(context: &Context<'_>, digits: [Digit; 2]) -> String {
    context.say_digits(digits.into_iter().collect())
}

/// The marks and words of an avoidable rectangle with its digits and the other candidate of its open cells, if that matters.
fn why_avoidable(
    context: &Context<'_>,
    corners: [usize; 4],
    digits: [Digit; 2],
    other: Option<Digit>,
    text: &str,
    effect: &Effect,
) -> Why {
    let cells = context.cells(corners);
    let mut marks: Vec<Mark> = corners
        .iter()
        .map(|cell| Mark::Cell(context.layout().cell(*cell), Role::Pattern))
        .collect();
    let pattern = digits
        .iter()
        .flat_map(|digit| context.those(&cells, *digit));
    marks.extend(pattern.map(|candidate| Mark::Candidate(candidate, Role::Pattern)));
    marks.extend(
        other
            .iter()
            .flat_map(|digit| context.those(&cells, *digit))
            .map(|candidate| Mark::Candidate(candidate, Role::Fin)),
    );
    Why {
        marks,
        text: format!(
            "{} {text} {}",
            exchange(context, &cells, digits),
            conclusion(context, effect)
        ),
    }
}
