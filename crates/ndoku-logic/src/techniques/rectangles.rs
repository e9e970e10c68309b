//! Rectangles: four cells in two rows, two columns and two boxes cannot hold only two digits, or
//! the puzzle would have two solutions.
//!
//! ```text
//! unique rectangle       hidden rectangle         avoidable rectangle
//! ab . . | ab . .        ab  . . | ab+ . .        3 . . | 7 . .      placed, no clues
//! ab . . | ab5 . .       ab+ . . | AB+ . .        7 . . | 35 . .
//! the last cell is 5     no other a in the row    with 3 in the last cell, 3 and 7
//!                        and column of A: not B   could be exchanged: it is 5
//! ```
//!
//! Types 1 to 5 and both avoidable rectangles depend on the cells with other candidates (see
//! `deadly.rs`). Type 6 and the hidden rectangle depend on houses in which one of the two digits
//! has places only in the rectangle. The types are HoDoKu's. A rectangle of open cells has at least
//! one cell with exactly the two digits. In the others one of them may be missing, which makes the
//! pattern a little harder.

use std::ops::ControlFlow;

use ndoku_core::{Digit, DigitSet, Highlight, HighlightRole, HouseKind};

use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};
use crate::techniques::deadly::{
    DeadlyPattern, explain_exchange, highlight_strong_link, is_exchangeable, two_digits,
};

const FAMILY: &str = "Rectangles";

technique! {
    UNIQUE_RECTANGLE_1 = "unique-rectangle-1" {
        name: "Unique Rectangle Type 1",
        aliases: &["uniqueness test 1", "UR1"],
        family: FAMILY,
        summary: "Three cells of a rectangle have only two digits, which are therefore removed \
            from the fourth.",
        difficulty: Difficulty(45),
        sudoku_explainer: Some(Difficulty(45)),
        hodoku: Some(HodokuEntry::enabled(3500, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |position, sink| for_each_rectangle(position, &mut |found| match found.clean_count() {
            3 => found.deadly(position).emit_type_1(position, sink),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    UNIQUE_RECTANGLE_2 = "unique-rectangle-2" {
        name: "Unique Rectangle Type 2",
        aliases: &["uniqueness test 2", "UR2"],
        family: FAMILY,
        summary: "Two cells on one side of a rectangle have the same single candidate besides its \
            two digits, so one of them holds it.",
        difficulty: Difficulty(45),
        sudoku_explainer: Some(Difficulty(45)),
        hodoku: Some(HodokuEntry::enabled(3600, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |position, sink| for_each_rectangle(position, &mut |found| match found.extra_corners() {
            ExtraCorners::Side => found.deadly(position).emit_type_2(position, sink),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    UNIQUE_RECTANGLE_3 = "unique-rectangle-3" {
        name: "Unique Rectangle Type 3",
        aliases: &["uniqueness test 3", "UR3"],
        family: FAMILY,
        summary: "Two cells on one side of a rectangle have other candidates, and act as one cell \
            of a naked or hidden subset.",
        difficulty: Difficulty(47),
        sudoku_explainer: Some(Difficulty(45)),
        hodoku: Some(HodokuEntry::enabled(3700, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |position, sink| for_each_rectangle(position, &mut |found| match found.extra_corners() {
            ExtraCorners::Side => found.deadly(position).emit_type_3(position, sink),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    UNIQUE_RECTANGLE_4 = "unique-rectangle-4" {
        name: "Unique Rectangle Type 4",
        aliases: &["uniqueness test 4", "UR4"],
        family: FAMILY,
        summary: "Two cells on one side of a rectangle have other candidates, and are the only \
            places for one of its digits in a house, so the other digit is removed.",
        difficulty: Difficulty(46),
        sudoku_explainer: Some(Difficulty(45)),
        hodoku: Some(HodokuEntry::enabled(3800, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |position, sink| for_each_rectangle(position, &mut |found| match found.extra_corners() {
            ExtraCorners::Side => found.deadly(position).emit_type_4(position, sink),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    UNIQUE_RECTANGLE_5 = "unique-rectangle-5" {
        name: "Unique Rectangle Type 5",
        aliases: &["uniqueness test 5", "UR5"],
        family: FAMILY,
        summary: "Two opposite cells of a rectangle, or three, have the same single candidate \
            besides its two digits, so one of them holds it.",
        difficulty: Difficulty(47),
        sudoku_explainer: Some(Difficulty(45)),
        hodoku: Some(HodokuEntry::enabled(3900, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |position, sink| for_each_rectangle(position, &mut |found| match found.extra_corners() {
            ExtraCorners::Opposite | ExtraCorners::Three => found.deadly(position).emit_type_2(position, sink),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    UNIQUE_RECTANGLE_6 = "unique-rectangle-6" {
        name: "Unique Rectangle Type 6",
        aliases: &["uniqueness test 6", "UR6"],
        family: FAMILY,
        summary: "Two opposite cells of a rectangle have other candidates, and one of its digits \
            is locked into two of its sides, so that digit is removed from them.",
        difficulty: Difficulty(47),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(4000, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |position, sink| for_each_rectangle(position, &mut |found| match found.extra_corners() {
            ExtraCorners::Opposite => find_type_6(position, sink, found),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    HIDDEN_RECTANGLE = "hidden-rectangle" {
        name: "Hidden Rectangle",
        aliases: &["hidden unique rectangle", "HR"],
        family: FAMILY,
        summary: "Opposite to a cell with only the two digits, one of them is locked into both \
            sides of the rectangle, so the other is removed.",
        difficulty: Difficulty(48),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(4010, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: |position, sink| for_each_rectangle(position, &mut |found| match found.extra_corners() {
            ExtraCorners::Opposite | ExtraCorners::Three => find_hidden(position, sink, found),
            _ => ControlFlow::Continue(()),
        }),
    }
}

technique! {
    AVOIDABLE_RECTANGLE_1 = "avoidable-rectangle-1" {
        name: "Avoidable Rectangle Type 1",
        aliases: &["avoidable rectangle", "AR1"],
        family: FAMILY,
        summary: "Three cells of a rectangle were placed and hold two digits crosswise, so the \
            fourth does not complete it.",
        difficulty: Difficulty(46),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(4020, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: find_avoidable_1,
    }
}

technique! {
    AVOIDABLE_RECTANGLE_2 = "avoidable-rectangle-2" {
        name: "Avoidable Rectangle Type 2",
        aliases: &["AR2"],
        family: FAMILY,
        summary: "Some cells of a rectangle were placed, the others have one candidate that \
            completes it and the same single other one, so one of them holds that.",
        difficulty: Difficulty(47),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(4030, HodokuLevel::Hard, 100)),
        needs_unique: true,
        find: find_avoidable_2,
    }
}

/// A rectangle of open cells that two digits could fill.
struct Rectangle {
    /// The cells in circular order: each shares a row or a column with the next one, and the last
    /// with the first.
    corners: [usize; 4],
    pair: DigitSet,
    digits: [Digit; 2],
    /// `true` for corners that have only the two digits.
    is_clean: [bool; 4],
    /// `true` if all corners have both digits.
    is_complete: bool,
}

/// The corners with other candidates.
#[derive(Copy, Clone, PartialEq, Eq)]
enum ExtraCorners {
    One,
    Side,
    Opposite,
    Three,
}

impl Rectangle {
    fn clean_count(&self) -> usize {
        self.is_clean.iter().filter(|is_clean| **is_clean).count()
    }

    fn extra_corners(&self) -> ExtraCorners {
        match (self.clean_count(), self.is_clean[0] == self.is_clean[2]) {
            (0 | 1, _) => ExtraCorners::Three,
            (2, true) => ExtraCorners::Opposite,
            (2, false) => ExtraCorners::Side,
            _ => ExtraCorners::One,
        }
    }

    fn deadly(&self, position: &Position<'_>) -> DeadlyPattern {
        DeadlyPattern::new(
            position,
            position.cells(self.corners),
            self.pair,
            self.digits,
            self.extra_difficulty(),
        )
    }

    fn extra_difficulty(&self) -> u16 {
        u16::from(!self.is_complete)
    }
}

/// Returns the corner opposite to `cell`, if the rectangle lies in exactly two boxes. The other two
/// corners are in the row and in the column of `cell`.
fn fourth_corner(
    position: &Position<'_>,
    cell: usize,
    in_row: usize,
    in_column: usize,
) -> Option<usize> {
    let opposite = in_column / position.size() * position.size() + in_row % position.size();
    let home = |cell: usize| position.layout().box_number(position.layout().cell(cell));
    let [a, b, c, d] = [cell, in_row, opposite, in_column].map(home);
    (a == b && c == d && a != c || a == d && b == c && a != b).then_some(opposite)
}

/// Returns the cells of the row and of the column of a cell.
fn lines<'b>(position: &Position<'b>, cell: usize) -> Option<[&'b CellSet; 2]> {
    let of = |kind: HouseKind| {
        position
            .houses_of(cell)
            .map(|house| &position.houses()[house])
            .find(|house| house.kind == kind)
    };
    Some([&of(HouseKind::Row)?.set, &of(HouseKind::Column)?.set])
}

/// Calls `each` with every rectangle of open cells, at least one of which has only the two digits.
fn for_each_rectangle(
    position: &Position<'_>,
    each: &mut dyn FnMut(&Rectangle) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !position.has_standard_houses() {
        return ControlFlow::Continue(());
    }
    for first in position.bivalue().iter() {
        let pair = position.candidates(first);
        let (Some(digits), Some([row, column])) = (two_digits(pair), lines(position, first)) else {
            continue;
        };
        let [a, b] = digits;
        let useful = position.places(a) | position.places(b);
        let useful = position.cells(
            useful
                .iter()
                .filter(|cell| position.candidates(*cell).len() > 1),
        );
        let (row, column) = (row & &useful, column & &useful);
        for in_row in row.iter().filter(|cell| *cell != first) {
            for in_column in column.iter().filter(|cell| *cell != first) {
                let Some(opposite) = fourth_corner(position, first, in_row, in_column)
                    .filter(|cell| useful.contains(*cell))
                else {
                    continue;
                };
                let corners = [first, in_row, opposite, in_column];
                let is_clean = corners.map(|cell| position.candidates(cell) == pair);
                // Each clean corner finds the rectangle. The first one counts.
                let is_first = corners
                    .iter()
                    .zip(is_clean)
                    .all(|(cell, is_clean)| !is_clean || *cell >= first);
                let may = |digit: Digit, corners: [usize; 2]| {
                    corners
                        .iter()
                        .all(|cell| position.places(digit).contains(*cell))
                };
                let (even, odd) = ([first, opposite], [in_row, in_column]);
                let possible = [may(a, even) && may(b, odd), may(b, even) && may(a, odd)];
                if is_first
                    && possible.contains(&true)
                    && corners
                        .iter()
                        .all(|cell| is_exchangeable(position, *cell, pair))
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

/// Returns a house in which a digit has no places but these two corners.
fn house_locking(position: &Position<'_>, digit: Digit, corners: [usize; 2]) -> Option<usize> {
    let cells = position.cells(corners);
    position
        .houses_with(&cells)
        .into_iter()
        .find(|house| position.places_in(*house, digit).is_subset(&cells))
}

/// Finds type 6: two opposite corners have other candidates, and two opposite sides lock a digit.
/// Those corners cannot hold it, because both would.
fn find_type_6(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    found: &Rectangle,
) -> ControlFlow<()> {
    let [p, q, r, s] = found.corners;
    for digit in found.digits {
        for sides in [[[p, q], [r, s]], [[q, r], [s, p]]] {
            let [Some(one), Some(other)] = sides.map(|side| house_locking(position, digit, side))
            else {
                continue;
            };
            let deadly = found.deadly(position);
            let deduction =
                Deduction::from_eliminations(position.candidates_of_digit(&deadly.rich, digit));
            sink.emit_harder(found.extra_difficulty(), deduction.clone(), || {
                let mut highlights =
                    highlight_strong_link(position, one, digit, &position.cells(sides[0]));
                highlights.extend(highlight_strong_link(
                    position,
                    other,
                    digit,
                    &position.cells(sides[1]),
                ));
                let text = phrase!(
                    "In {houses}, {digit} can only go into the rectangle. If one of {rich} held \
                    it, both would, and {rest} would be left with the other digit.",
                    houses = position.format_houses(&[one, other]),
                    digit = position.format_digit(digit),
                    rich = position.format_cells(&deadly.rich),
                    rest = position.format_cells(&(&deadly.cells - &deadly.rich))
                );
                deadly.explain(position, highlights, text, &deduction)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Finds hidden rectangles: a corner is opposite to a clean one, and both its sides lock one digit.
/// With the other digit in the corner, the rest of the rectangle would follow.
fn find_hidden(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    found: &Rectangle,
) -> ControlFlow<()> {
    for at in (0..4).filter(|at| found.is_clean[*at]) {
        let [next, corner, last] = [1, 2, 3].map(|more| found.corners[(at + more) % 4]);
        for (locks, goes) in [(0, 1), (1, 0)].map(|(a, b)| (found.digits[a], found.digits[b])) {
            let [Some(one), Some(other)] =
                [next, last].map(|side| house_locking(position, locks, [side, corner]))
            else {
                continue;
            };
            let deduction = Deduction::from_eliminations(
                position.candidates_of_digit(&position.cells([corner]), goes),
            );
            sink.emit_harder(found.extra_difficulty(), deduction.clone(), || {
                let mut highlights =
                    highlight_strong_link(position, one, locks, &position.cells([next, corner]));
                highlights.extend(highlight_strong_link(
                    position,
                    other,
                    locks,
                    &position.cells([last, corner]),
                ));
                let text = phrase!(
                    "In {houses}, {digit} can only go into the rectangle. If {corner} held {goes}, \
                    then {sides} would hold {digit}, which leaves {goes} for {opposite}.",
                    houses = position.format_houses(&[one, other]),
                    digit = position.format_digit(locks),
                    goes = position.format_digit(goes),
                    corner = position.format_cell(corner),
                    sides = position.format_cells(&position.cells([next, last])),
                    opposite = position.format_cell(found.corners[at])
                );
                found
                    .deadly(position)
                    .explain(position, highlights, text, &deduction)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the digit of a cell that is placed and no clue.
fn placed(position: &Position<'_>, cell: usize) -> Option<Digit> {
    position.digit(cell).filter(|_| !position.is_clue(cell))
}

fn find_avoidable_1(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    if !position.has_standard_houses() {
        return ControlFlow::Continue(());
    }
    for cell in (0..position.cell_count()).filter(|cell| position.is_open(*cell)) {
        let Some([row, column]) = lines(position, cell) else {
            continue;
        };
        for in_row in row.iter() {
            let Some(beside) = placed(position, in_row) else {
                continue;
            };
            for in_column in column
                .iter()
                .filter(|other| placed(position, *other) == Some(beside))
            {
                let Some(opposite) = fourth_corner(position, cell, in_row, in_column) else {
                    continue;
                };
                let Some(digit) = placed(position, opposite)
                    .filter(|digit| position.candidates(cell).contains(*digit))
                else {
                    continue;
                };
                let corners = [cell, in_row, opposite, in_column];
                let pair = DigitSet::from_digit(digit) | DigitSet::from_digit(beside);
                if corners
                    .iter()
                    .any(|corner| !is_exchangeable(position, *corner, pair))
                {
                    continue;
                }
                let deduction = Deduction::from_eliminations(
                    position.candidates_of_digit(&position.cells([cell]), digit),
                );
                sink.emit(deduction.clone(), || {
                    let digits = format_pair(position, [digit, beside]);
                    let text = phrase!("Three of them hold {digits} already.", digits);
                    explain_avoidable(position, corners, [digit, beside], None, text, &deduction)
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn find_avoidable_2(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    if !position.has_standard_houses() {
        return ControlFlow::Continue(());
    }
    let placed =
        position.cells((0..position.cell_count()).filter(|cell| placed(position, *cell).is_some()));
    for first in position.bivalue().iter() {
        let Some([row, column]) = lines(position, first) else {
            continue;
        };
        // Each open corner finds the rectangle. The first one counts.
        let useful =
            &position.cells(position.bivalue().iter().filter(|cell| *cell > first)) | &placed;
        let (row, column) = (row & &useful, column & &useful);
        for in_row in row.iter() {
            for in_column in column.iter() {
                let Some(opposite) = fourth_corner(position, first, in_row, in_column)
                    .filter(|cell| useful.contains(*cell))
                else {
                    continue;
                };
                let corners = [first, in_row, opposite, in_column];
                let open = corners
                    .iter()
                    .filter(|cell| position.is_open(**cell))
                    .count();
                if open == 1 || open == 4 {
                    continue;
                }
                for other in position.candidates(first).iter() {
                    emit_avoidable_2(position, sink, corners, other)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Emits the avoidable rectangle of type 2 whose open corners have this digit as their other
/// candidate, if the corners form one.
fn emit_avoidable_2(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    corners: [usize; 4],
    other: Digit,
) -> ControlFlow<()> {
    // The digit of each corner in the pattern. Opposite corners must be equal.
    let wanted = corners.map(|cell| {
        let digits = position
            .digit(cell)
            .map_or(position.candidates(cell), DigitSet::from_digit);
        if position.is_open(cell) && !digits.contains(other) {
            None
        } else {
            (digits - DigitSet::from_digit(other)).single()
        }
    });
    let [Some(even), Some(odd), opposite, last] = wanted else {
        return ControlFlow::Continue(());
    };
    let pair = DigitSet::from_digit(even) | DigitSet::from_digit(odd);
    let is_crosswise = even != odd && opposite == Some(even) && last == Some(odd);
    if !is_crosswise
        || corners
            .iter()
            .any(|cell| !is_exchangeable(position, *cell, pair))
    {
        return ControlFlow::Continue(());
    }
    let open = position.cells(corners.into_iter().filter(|cell| position.is_open(*cell)));
    let deduction = Deduction::from_eliminations(
        position.candidates_of_digit(&position.common_peers(&open), other),
    );
    sink.emit(deduction.clone(), || {
        let text = phrase!(
            "What is placed of it holds {digits} crosswise, and only {other} keeps {cells} from \
            completing it: one of these holds {other}.",
            digits = format_pair(position, [even, odd]),
            other = position.format_digit(other),
            cells = position.format_cells(&open)
        );
        explain_avoidable(
            position,
            corners,
            [even, odd],
            Some(other),
            text,
            &deduction,
        )
    })
}

fn format_pair(position: &Position<'_>, digits: [Digit; 2]) -> Phrase {
    position.format_digits(digits.into_iter().collect())
}

/// Returns the explanation of an avoidable rectangle. `other` is the other candidate of its open
/// cells, if it matters.
fn explain_avoidable(
    position: &Position<'_>,
    corners: [usize; 4],
    digits: [Digit; 2],
    other: Option<Digit>,
    text: Phrase,
    deduction: &Deduction,
) -> Explanation {
    let cells = position.cells(corners);
    let mut highlights: Vec<Highlight> = corners
        .iter()
        .map(|cell| Highlight::Cell(position.layout().cell(*cell), HighlightRole::Pattern))
        .collect();
    let pattern = digits
        .iter()
        .flat_map(|digit| position.candidates_of_digit(&cells, *digit));
    highlights
        .extend(pattern.map(|candidate| Highlight::Candidate(candidate, HighlightRole::Pattern)));
    highlights.extend(
        other
            .iter()
            .flat_map(|digit| position.candidates_of_digit(&cells, *digit))
            .map(|candidate| Highlight::Candidate(candidate, HighlightRole::Fin)),
    );
    Explanation {
        highlights,
        text: Phrase::sentences([
            explain_exchange(position, &cells, digits),
            text,
            format_conclusion(position, deduction),
        ]),
    }
}
