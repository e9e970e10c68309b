//! Patterns of one digit with two strong links: skyscraper, two-string kite, turbot fish, empty
//! rectangle.
//!
//! ```text
//! a ═════ b        house with two places: one of them is true        a ═ b, c ═ d: strong links
//!         │        cells that see each other: not both are true      b ─ c: a weak link
//! d ═════ c        So a or d is true, and what sees both is false.
//! ```
//!
//! All are chains a ═ b ─ c ═ d. They differ in the houses of the links. In an empty rectangle, one
//! strong link comes from a box whose places lie in one row and one column: if none in the column
//! is true, one in the row is. The patterns and their names come from the players' forums of 2005
//! to 2007. Here a strong link is any house of N cells with two places, and a weak link any two
//! cells that see each other.

use std::ops::ControlFlow;

use ndoku_core::{Digit, Highlight, HighlightRole, HouseKind};
use smallvec::SmallVec;

use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::{HouseCells, Position};
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};
use crate::text;

const FAMILY: &str = "Single-digit patterns";

technique! {
    SKYSCRAPER = "skyscraper" {
        name: "Skyscraper",
        aliases: &[],
        family: FAMILY,
        summary: "Two parallel lines with two places each for a digit share a crossing line at \
            one end, so one of the two other ends is true.",
        difficulty: Difficulty(40),
        sudoku_explainer: Some(Difficulty(40)),
        hodoku: Some(HodokuEntry::enabled(3000, HodokuLevel::Hard, 130)),
        needs_unique: false,
        find: |position, sink| find_two_link_patterns(position, sink, PatternKind::Skyscraper),
    }
}

technique! {
    TWO_STRING_KITE = "two-string-kite" {
        name: "Two-String Kite",
        aliases: &["2-string kite"],
        family: FAMILY,
        summary: "A row and a column with two places each for a digit share a box at one end, so \
            one of the two other ends is true.",
        difficulty: Difficulty(41),
        sudoku_explainer: Some(Difficulty(41)),
        hodoku: Some(HodokuEntry::enabled(3100, HodokuLevel::Hard, 150)),
        needs_unique: false,
        find: |position, sink| find_two_link_patterns(position, sink, PatternKind::Kite),
    }
}

technique! {
    TURBOT_FISH = "turbot-fish" {
        name: "Turbot Fish",
        aliases: &["2 strong links"],
        family: FAMILY,
        summary: "Two houses with two places each for a digit have ends that see each other, so \
            one of the two other ends is true.",
        difficulty: Difficulty(42),
        sudoku_explainer: Some(Difficulty(41)),
        hodoku: Some(HodokuEntry::enabled(3120, HodokuLevel::Hard, 120)),
        needs_unique: false,
        find: |position, sink| find_two_link_patterns(position, sink, PatternKind::Turbot),
    }
}

technique! {
    EMPTY_RECTANGLE = "empty-rectangle" {
        name: "Empty Rectangle",
        aliases: &["hinge"],
        family: FAMILY,
        summary: "A box confines a digit to a row and a column, and a strong link from one of \
            them eliminates it in the other.",
        difficulty: Difficulty(43),
        sudoku_explainer: Some(Difficulty(43)),
        hodoku: Some(HodokuEntry::enabled(3170, HodokuLevel::Hard, 120)),
        needs_unique: false,
        find: find_empty_rectangles,
    }
}

/// Two cells of which one holds a digit, because a house has no other place for it.
pub(super) struct StrongLink {
    /// The cells, ascending.
    pub(super) ends: [usize; 2],
    /// The full houses that have no other place for the digit, at least one.
    pub(super) houses: SmallVec<[usize; 2]>,
}

impl StrongLink {
    /// Returns the other end.
    fn other(&self, end: usize) -> usize {
        if self.ends[0] == end {
            self.ends[1]
        } else {
            self.ends[0]
        }
    }

    /// Returns a house of this kind that makes the link.
    fn house_of_kind(&self, position: &Position<'_>, kind: HouseKind) -> Option<usize> {
        self.houses
            .iter()
            .copied()
            .find(|house| position.houses()[*house].kind == kind)
    }
}

/// Returns all strong links of a digit without duplicates.
pub(super) fn strong_links(position: &Position<'_>, digit: Digit) -> Vec<StrongLink> {
    let mut links: Vec<StrongLink> = Vec::new();
    for (house, _) in position
        .houses()
        .iter()
        .enumerate()
        .filter(|(number, house)| house.is_full && position.missing(*number).contains(digit))
    {
        let places = position.places_in(house, digit);
        let mut cells = places.iter();
        let (Some(first), Some(second), None) = (cells.next(), cells.next(), cells.next()) else {
            continue;
        };
        let ends = [first, second];
        match links.iter_mut().find(|link| link.ends == ends) {
            Some(link) => link.houses.push(house),
            None => links.push(StrongLink {
                ends,
                houses: SmallVec::from_slice(&[house]),
            }),
        }
    }
    links
}

/// Returns the highlight of a link between two cells of a digit.
pub(super) fn highlight_link(
    position: &Position<'_>,
    from: usize,
    to: usize,
    digit: Digit,
    strong: bool,
) -> Highlight {
    Highlight::Link {
        from: Box::new([position.candidate(from, digit)]),
        to: Box::new([position.candidate(to, digit)]),
        strong,
    }
}

/// The kind of a chain of two strong links.
#[derive(Copy, Clone, PartialEq, Eq)]
enum PatternKind {
    Skyscraper,
    Kite,
    Turbot,
    /// The chain closes to a rectangle, which is an X-Wing.
    XWing,
}

/// A chain a ═ b ─ c ═ d of one digit.
struct Chain {
    kind: PatternKind,
    /// The houses of the strong links.
    houses: [usize; 2],
    cells: [usize; 4],
}

/// Returns the chain that joins two links at these ends, which see each other.
fn classify_chain(position: &Position<'_>, links: [&StrongLink; 2], near: [usize; 2]) -> Chain {
    let far = [links[0].other(near[0]), links[1].other(near[1])];
    let cells = [far[0], near[0], near[1], far[1]];
    let in_one = |[a, b]: [usize; 2], kind| {
        let sets = position
            .houses_of(a)
            .map(|house| &position.houses()[house])
            .filter(|house: &&HouseCells| house.kind == kind);
        sets.into_iter().any(|house| house.set.contains(b))
    };
    let (row, column) = (HouseKind::Row, HouseKind::Column);
    for (along, across) in [(row, column), (column, row)] {
        if let [Some(a), Some(b)] = links.map(|link| link.house_of_kind(position, along))
            && in_one(near, across)
        {
            let kind = if in_one(far, across) {
                PatternKind::XWing
            } else {
                PatternKind::Skyscraper
            };
            return Chain {
                kind,
                houses: [a, b],
                cells,
            };
        }
        if let (Some(a), Some(b)) = (
            links[0].house_of_kind(position, along),
            links[1].house_of_kind(position, across),
        ) && in_one(near, HouseKind::Box)
        {
            return Chain {
                kind: PatternKind::Kite,
                houses: [a, b],
                cells,
            };
        }
    }
    Chain {
        kind: PatternKind::Turbot,
        houses: links.map(|link| link.houses[0]),
        cells,
    }
}

fn find_two_link_patterns(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    wanted: PatternKind,
) -> ControlFlow<()> {
    for digit in position.layout().digits() {
        sink.check_stop()?;
        let links = strong_links(position, digit);
        for (number, second) in links.iter().enumerate() {
            for first in links[..number]
                .iter()
                .filter(|first| first.ends.iter().all(|end| !second.ends.contains(end)))
            {
                for (b, c) in first
                    .ends
                    .iter()
                    .flat_map(|b| second.ends.iter().map(|c| (*b, *c)))
                {
                    if !position.sees(b, c) {
                        continue;
                    }
                    // A chain without a deduction needs no classification.
                    let gone = position.peers(first.other(b)) & position.peers(second.other(c));
                    if !gone.intersects(position.places(digit)) {
                        continue;
                    }
                    let chain = classify_chain(position, [first, second], [b, c]);
                    if chain.kind == wanted {
                        emit(position, sink, digit, &chain, gone)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn emit(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    digit: Digit,
    chain: &Chain,
    mut gone: CellSet,
) -> ControlFlow<()> {
    let [a, b, c, d] = chain.cells;
    chain.cells.iter().for_each(|cell| gone.remove(*cell));
    let deduction = Deduction::from_eliminations(position.candidates_of_digit(&gone, digit));
    sink.emit(deduction.clone(), || {
        let mut highlights: Vec<Highlight> = chain
            .houses
            .iter()
            .map(|house| Highlight::House(*house, HighlightRole::Base))
            .collect();
        highlights.extend([a, b, c, d].map(|cell| {
            Highlight::Candidate(position.candidate(cell, digit), HighlightRole::Pattern)
        }));
        highlights.extend([
            highlight_link(position, a, b, digit, true),
            highlight_link(position, b, c, digit, false),
            highlight_link(position, c, d, digit, true),
        ]);
        let [a, b, c, d] = [a, b, c, d].map(|cell| position.format_cell(cell));
        let text = phrase!(
            "In {one}, {digit} can only go into {a} and {b}, and in {other} only into {c} and {d}. \
            {conflict}, so they cannot both be {digit}: {a} or {d} must be. A cell that sees both \
            cannot be {digit}.",
            one = position.house_name(chain.houses[0]),
            other = position.house_name(chain.houses[1]),
            conflict = explain_conflict(position, chain.cells[1], chain.cells[2]),
            digit = position.format_digit(digit),
            a,
            b,
            c,
            d
        );
        Explanation {
            highlights,
            text: Phrase::sentences([text, format_conclusion(position, &deduction)]),
        }
    })
}

/// Returns why two cells cannot be equal: `lie in box 4`, `see each other`.
pub(super) fn explain_conflict(position: &Position<'_>, a: usize, b: usize) -> Phrase {
    let houses = position.houses_with(&position.cells([a, b]));
    let (a, b) = (position.format_cell(a), position.format_cell(b));
    match houses.first() {
        Some(house) => {
            let house = position.house_name(*house);
            phrase!("{a} and {b} lie in {house}", a, b, house)
        }
        None => phrase!("{a} and {b} see each other", a, b),
    }
}

/// A box in which the places of a digit form a cross.
struct Cross<'c> {
    digit: Digit,
    house: usize,
    places: &'c CellSet,
    /// The arm at the strong link, and the arm with the eliminations.
    arms: [usize; 2],
}

fn find_empty_rectangles(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    let houses = position.houses();
    let lines = |cells: &CellSet, kind: HouseKind| {
        let lines: SmallVec<[usize; 8]> = cells
            .iter()
            .flat_map(|cell| position.houses_of(cell))
            .filter(|house| houses[*house].kind == kind)
            .collect();
        lines
    };
    for digit in position.layout().digits() {
        sink.check_stop()?;
        let links = strong_links(position, digit);
        if links.is_empty() {
            continue;
        }
        for (number, _) in houses
            .iter()
            .enumerate()
            .filter(|(_, house)| house.is_full && house.kind == HouseKind::Box)
        {
            let places = position.places_in(number, digit);
            // Two places are an ordinary strong link.
            if places.len() < 3 {
                continue;
            }
            let mut rows = lines(&places, HouseKind::Row);
            rows.dedup();
            for row in rows {
                // The places outside the row determine the column.
                let rest = &places - &houses[row].set;
                let Some(column) = rest.first().and_then(|cell| {
                    lines(&position.cells([cell]), HouseKind::Column)
                        .first()
                        .copied()
                }) else {
                    continue;
                };
                if !rest.is_subset(&houses[column].set) || places.is_subset(&houses[column].set) {
                    continue;
                }
                for arms in [[row, column], [column, row]] {
                    emit_cross(
                        position,
                        sink,
                        &links,
                        &Cross {
                            digit,
                            house: number,
                            places: &places,
                            arms,
                        },
                    )?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn emit_cross(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    links: &[StrongLink],
    cross: &Cross<'_>,
) -> ControlFlow<()> {
    let houses = position.houses();
    let [near_arm, far_arm] = cross
        .arms
        .map(|line| &(&houses[line].set - &houses[cross.house].set) & position.places(cross.digit));
    for strong in links
        .iter()
        .filter(|link| link.ends.iter().all(|end| !cross.places.contains(*end)))
    {
        for near in strong
            .ends
            .iter()
            .copied()
            .filter(|end| near_arm.contains(*end))
        {
            let far = strong.other(near);
            let mut gone = &far_arm & position.peers(far);
            gone.remove(near);
            let deduction =
                Deduction::from_eliminations(position.candidates_of_digit(&gone, cross.digit));
            sink.emit(deduction.clone(), || {
                explain_cross(
                    position,
                    cross,
                    strong.houses[0],
                    [near, far],
                    &gone,
                    &deduction,
                )
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn explain_cross(
    position: &Position<'_>,
    cross: &Cross<'_>,
    strong: usize,
    [near, far]: [usize; 2],
    gone: &CellSet,
    deduction: &Deduction,
) -> Explanation {
    let digit = cross.digit;
    let arm = cross.places - &position.houses()[cross.arms[1]].set;
    let other_arm = cross.places - &arm;
    let mut highlights = vec![
        Highlight::House(cross.house, HighlightRole::Base),
        Highlight::House(strong, HighlightRole::Base),
    ];
    highlights.extend(
        position
            .candidates_of_digit(&arm, digit)
            .into_iter()
            .map(|place| Highlight::Candidate(place, HighlightRole::Group(0))),
    );
    highlights.extend(
        position
            .candidates_of_digit(&other_arm, digit)
            .into_iter()
            .map(|place| Highlight::Candidate(place, HighlightRole::Group(1))),
    );
    highlights.extend(
        [near, far].map(|cell| {
            Highlight::Candidate(position.candidate(cell, digit), HighlightRole::Pattern)
        }),
    );
    let group = |cells: &CellSet| {
        position
            .candidates_of_digit(cells, digit)
            .into_boxed_slice()
    };
    highlights.push(Highlight::Link {
        from: group(&other_arm),
        to: group(&arm),
        strong: true,
    });
    highlights.push(Highlight::Link {
        from: group(&arm),
        to: Box::new([position.candidate(near, digit)]),
        strong: false,
    });
    highlights.push(highlight_link(position, near, far, digit, true));
    let [line, other_line] = cross.arms.map(|line| position.house_name(line));
    let text = phrase!(
        "In {house}, {digit} can only go into {line} or {other_line}. If {digit} were in {gone}, \
        {other_line} would have no other {digit}, so {house} would have its {digit} in {line}; \
        then {near} could not be {digit}, and {strong} would have its {digit} in {far}. But {far} \
        sees {all}.",
        house = position.house_name(cross.house),
        digit = position.format_digit(digit),
        line,
        other_line,
        gone = text::join_or(gone.iter().map(|cell| position.format_cell(cell))),
        near = position.format_cell(near),
        far = position.format_cell(far),
        strong = position.house_name(strong),
        all = position.format_cells(gone)
    );
    Explanation {
        highlights,
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}
