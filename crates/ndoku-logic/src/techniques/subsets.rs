//! Subsets: k cells of a house with k candidates in all, or k digits of a house with k places in
//! all.
//!
//! ```text
//! naked pair                           hidden pair
//! 27 | 27 | 257 | 2478 | 58 …          27 | 1279 | 158 | 589 | 15 …   2 and 7 have no other place,
//! ▔▔   ▔▔     -     --    these two    ▔▔   -▔▔-                      so 1 and 9 are removed
//! cells take 2 and 7
//! ```
//!
//! One search finds both: k of some sets whose union has k members. It adds one set after the other
//! and stops when the union is too large. A choice that contains a smaller subset is left out,
//! because the smaller one has the same deductions. Naked subsets need only cells that differ, so
//! any house will do. Hidden subsets need a place for each digit, so only houses of N cells have
//! them.

use std::ops::ControlFlow;

use ndoku_core::{Candidate, DigitSet, Highlight, HighlightRole};
use smallvec::SmallVec;

use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};
use crate::text;

const FAMILY: &str = "Subsets";

technique! {
    LOCKED_PAIR = "locked-pair" {
        name: "Locked Pair",
        aliases: &["naked pair in two houses"],
        family: FAMILY,
        summary: "Two cells that share two houses have the same two candidates, which are removed \
            from the rest of both houses.",
        difficulty: Difficulty(29),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(1000, HodokuLevel::Medium, 40)),
        needs_unique: false,
        find: |position, sink| find_locked(position, sink, 2),
    }
}

technique! {
    NAKED_PAIR = "naked-pair" {
        name: "Naked Pair",
        aliases: &["naked twins"],
        family: FAMILY,
        summary: "Two cells of a house have the same two candidates, which are removed from the \
            rest of the house.",
        difficulty: Difficulty(30),
        sudoku_explainer: Some(Difficulty(30)),
        hodoku: Some(HodokuEntry::enabled(1300, HodokuLevel::Medium, 60)),
        needs_unique: false,
        find: |position, sink| find_naked_subsets(position, sink, 2),
    }
}

technique! {
    LOCKED_TRIPLE = "locked-triple" {
        name: "Locked Triple",
        aliases: &["naked triple in two houses"],
        family: FAMILY,
        summary: "Three cells that share two houses have three candidates in all, which are \
            removed from the rest of both houses.",
        difficulty: Difficulty(31),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::enabled(1100, HodokuLevel::Medium, 60)),
        needs_unique: false,
        find: |position, sink| find_locked(position, sink, 3),
    }
}

technique! {
    HIDDEN_PAIR = "hidden-pair" {
        name: "Hidden Pair",
        aliases: &["hidden twins"],
        family: FAMILY,
        summary: "Two digits have the same two places in a house, so all other candidates are \
            removed from these cells.",
        difficulty: Difficulty(34),
        sudoku_explainer: Some(Difficulty(34)),
        hodoku: Some(HodokuEntry::enabled(1500, HodokuLevel::Medium, 70)),
        needs_unique: false,
        find: |position, sink| find_hidden_subsets(position, sink, 2),
    }
}

technique! {
    NAKED_TRIPLE = "naked-triple" {
        name: "Naked Triple",
        aliases: &["naked triplet"],
        family: FAMILY,
        summary: "Three cells of a house have three candidates in all, which are removed from the \
            rest of the house.",
        difficulty: Difficulty(36),
        sudoku_explainer: Some(Difficulty(36)),
        hodoku: Some(HodokuEntry::enabled(1400, HodokuLevel::Medium, 80)),
        needs_unique: false,
        find: |position, sink| find_naked_subsets(position, sink, 3),
    }
}

technique! {
    HIDDEN_TRIPLE = "hidden-triple" {
        name: "Hidden Triple",
        aliases: &["hidden triplet"],
        family: FAMILY,
        summary: "Three digits have three places in all in a house, so all other candidates are \
            removed from these cells.",
        difficulty: Difficulty(40),
        sudoku_explainer: Some(Difficulty(40)),
        hodoku: Some(HodokuEntry::enabled(1600, HodokuLevel::Medium, 100)),
        needs_unique: false,
        find: |position, sink| find_hidden_subsets(position, sink, 3),
    }
}

technique! {
    NAKED_QUAD = "naked-quad" {
        name: "Naked Quad",
        aliases: &["naked quadruple"],
        family: FAMILY,
        summary: "Four cells of a house have four candidates in all, which are removed from the \
            rest of the house.",
        difficulty: Difficulty(50),
        sudoku_explainer: Some(Difficulty(50)),
        hodoku: Some(HodokuEntry::enabled(2000, HodokuLevel::Hard, 120)),
        needs_unique: false,
        find: |position, sink| find_naked_subsets(position, sink, 4),
    }
}

technique! {
    HIDDEN_QUAD = "hidden-quad" {
        name: "Hidden Quad",
        aliases: &["hidden quadruple"],
        family: FAMILY,
        summary: "Four digits have four places in all in a house, so all other candidates are \
            removed from these cells.",
        difficulty: Difficulty(54),
        sudoku_explainer: Some(Difficulty(54)),
        hodoku: Some(HodokuEntry::enabled(2100, HodokuLevel::Hard, 150)),
        needs_unique: false,
        find: |position, sink| find_hidden_subsets(position, sink, 4),
    }
}

/// A set that the search can join with others.
trait Members: Clone {
    fn joined(&self, other: &Self) -> Self;
    fn count(&self) -> usize;
}

impl Members for DigitSet {
    fn joined(&self, other: &Self) -> Self {
        *self | *other
    }

    fn count(&self) -> usize {
        self.len()
    }
}

impl Members for CellSet {
    fn joined(&self, other: &Self) -> Self {
        self | other
    }

    fn count(&self) -> usize {
        self.len()
    }
}

/// A search for `size` sets whose union has `size` members. Each set has at least two members.
struct UnionSearch<'a, S> {
    sets: &'a [S],
    size: usize,
    chosen: SmallVec<[usize; 4]>,
}

impl<S: Members> UnionSearch<'_, S> {
    /// Adds sets from index `from` to the chosen ones, whose union is `union`. Calls `each` with
    /// every complete choice.
    fn search(
        &mut self,
        from: usize,
        union: Option<&S>,
        each: &mut dyn FnMut(&[usize], &S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let wanted = self.size - self.chosen.len();
        for next in from..(self.sets.len() + 1).saturating_sub(wanted) {
            let set = &self.sets[next];
            let joined = union.map_or_else(|| set.clone(), |union| union.joined(set));
            if joined.count() > self.size {
                continue;
            }
            self.chosen.push(next);
            if wanted > 1 {
                self.search(next + 1, Some(&joined), each)?;
            } else if joined.count() == self.size && !self.contains_smaller() {
                each(&self.chosen, &joined)?;
            }
            self.chosen.pop();
        }
        ControlFlow::Continue(())
    }

    /// Returns whether some of the chosen sets, but not all, have a union that is no larger than
    /// their number.
    fn contains_smaller(&self) -> bool {
        (1_u32..(1 << self.size) - 1).any(|some| {
            let sets = self
                .chosen
                .iter()
                .enumerate()
                .filter(|(place, _)| some >> place & 1 == 1)
                .map(|(_, set)| self.sets[*set].clone());
            sets.reduce(|a, b| a.joined(&b))
                .is_some_and(|union| union.count() <= some.count_ones() as usize)
        })
    }
}

/// Calls `each` with the cells and the candidates of every naked subset of a house.
fn for_each_naked_subset(
    position: &Position<'_>,
    house: usize,
    size: usize,
    each: &mut dyn FnMut(&CellSet, DigitSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (mut cells, mut sets) = (
        SmallVec::<[usize; 16]>::new(),
        SmallVec::<[DigitSet; 16]>::new(),
    );
    for cell in position.houses()[house].cells.iter().copied() {
        let candidates = position.candidates(cell);
        if (2..=size).contains(&candidates.len()) {
            cells.push(cell);
            sets.push(candidates);
        }
    }
    UnionSearch {
        sets: &sets,
        size,
        chosen: SmallVec::new(),
    }
    .search(0, None, &mut |chosen, union| {
        each(
            &position.cells(chosen.iter().map(|number| cells[*number])),
            *union,
        )
    })
}

/// Calls `each` with the digits and the places of every hidden subset of a house. The house must be
/// full.
pub(super) fn for_each_hidden_subset(
    position: &Position<'_>,
    house: usize,
    size: usize,
    each: &mut dyn FnMut(DigitSet, &CellSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (mut digits, mut sets) = (SmallVec::<[_; 16]>::new(), SmallVec::<[CellSet; 16]>::new());
    for digit in position.missing(house).iter() {
        let places = position.places_in(house, digit);
        if (2..=size).contains(&places.len()) {
            digits.push(digit);
            sets.push(places);
        }
    }
    UnionSearch {
        sets: &sets,
        size,
        chosen: SmallVec::new(),
    }
    .search(0, None, &mut |chosen, union| {
        each(chosen.iter().map(|number| digits[*number]).collect(), union)
    })
}

fn find_naked_subsets(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    size: usize,
) -> ControlFlow<()> {
    for house in 0..position.houses().len() {
        sink.check_stop()?;
        for_each_naked_subset(position, house, size, &mut |cells, digits| {
            let others = &position.houses()[house].set - cells;
            let deduction =
                Deduction::from_eliminations(candidates_of_digits(position, &others, digits));
            sink.emit(deduction.clone(), || {
                explain_naked(position, cells, digits, &[house], &deduction)
            })
        })?;
    }
    ControlFlow::Continue(())
}

fn find_locked(position: &Position<'_>, sink: &mut StepSink<'_>, size: usize) -> ControlFlow<()> {
    for house in 0..position.houses().len() {
        for_each_naked_subset(position, house, size, &mut |cells, digits| {
            let houses = position.houses_with(cells);
            // Each of the houses contains these cells. The first one counts.
            if houses.len() < 2 || houses[0] != house {
                return ControlFlow::Continue(());
            }
            let mut others = position.no_cells();
            houses
                .iter()
                .for_each(|house| others.union_with(&position.houses()[*house].set));
            others.subtract(cells);
            let deduction =
                Deduction::from_eliminations(candidates_of_digits(position, &others, digits));
            // Eliminations in one house only are a plain naked subset.
            let gone = position.cells(
                deduction
                    .eliminations
                    .iter()
                    .map(|gone| position.index(gone.cell)),
            );
            if houses
                .iter()
                .any(|house| gone.is_subset(&position.houses()[*house].set))
            {
                return ControlFlow::Continue(());
            }
            sink.emit(deduction.clone(), || {
                explain_naked(position, cells, digits, &houses, &deduction)
            })
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the candidates of these digits in these cells.
fn candidates_of_digits(
    position: &Position<'_>,
    cells: &CellSet,
    digits: DigitSet,
) -> Vec<Candidate> {
    digits
        .iter()
        .flat_map(|digit| position.candidates_of_digit(cells, digit))
        .collect()
}

fn explain_naked(
    position: &Position<'_>,
    cells: &CellSet,
    digits: DigitSet,
    houses: &[usize],
    deduction: &Deduction,
) -> Explanation {
    let mut highlights: Vec<Highlight> = houses
        .iter()
        .map(|house| Highlight::House(*house, HighlightRole::Base))
        .collect();
    highlights.extend(
        candidates_of_digits(position, cells, digits)
            .into_iter()
            .map(|candidate| Highlight::Candidate(candidate, HighlightRole::Pattern)),
    );
    let count = Phrase::number(cells.len());
    let names = position.format_cells(cells);
    let places = position.format_houses(houses);
    let digits = position.format_digits(digits);
    let where_else = text::join_or(houses.iter().map(|house| position.house_name(*house)));
    let text = if cells.len() == 2 {
        phrase!(
            "{names} both lie in {places} and have no candidates but {digits}. They need {count} \
            different digits, so they take both, and no other cell of {where_else} can have them.",
            names,
            places,
            digits,
            count,
            where_else
        )
    } else {
        phrase!(
            "{names} all lie in {places} and have no candidates but {digits}. They need {count} \
            different digits, so they take all {count}, and no other cell of {where_else} can have \
            them.",
            names,
            places,
            digits,
            count,
            where_else
        )
    };
    Explanation {
        highlights,
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}

fn find_hidden_subsets(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    size: usize,
) -> ControlFlow<()> {
    for (number, house) in position.houses().iter().enumerate() {
        if !house.is_full || position.missing(number).len() <= size {
            continue;
        }
        sink.check_stop()?;
        for_each_hidden_subset(position, number, size, &mut |digits, cells| {
            let others = cells.iter().flat_map(|cell| {
                (position.candidates(cell) - digits)
                    .iter()
                    .map(move |digit| (cell, digit))
            });
            let deduction = Deduction::from_eliminations(
                others
                    .map(|(cell, digit)| position.candidate(cell, digit))
                    .collect(),
            );
            sink.emit(deduction.clone(), || {
                let count = Phrase::number(size);
                let text = [
                    format_hidden_subset(position, number, digits, cells),
                    phrase!(
                        "These {count} digits fill the {count} cells, so nothing else can go \
                        there.",
                        count
                    ),
                    format_conclusion(position, &deduction),
                ];
                Explanation {
                    highlights: highlight_hidden_subset(position, number, digits, cells),
                    text: Phrase::sentences(text),
                }
            })
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns a sentence like `In row 1, 2 and 7 can only go into r1c1 and r1c2.`
pub(super) fn format_hidden_subset(
    position: &Position<'_>,
    house: usize,
    digits: DigitSet,
    cells: &CellSet,
) -> Phrase {
    phrase!(
        "In {house}, {digits} can only go into {cells}.",
        house = position.house_name(house),
        digits = position.format_digits(digits),
        cells = position.format_cells(cells)
    )
}

/// Highlights the house and the places of the digits.
pub(super) fn highlight_hidden_subset(
    position: &Position<'_>,
    house: usize,
    digits: DigitSet,
    cells: &CellSet,
) -> Vec<Highlight> {
    let mut highlights = vec![Highlight::House(house, HighlightRole::Base)];
    highlights.extend(
        candidates_of_digits(position, cells, digits)
            .into_iter()
            .map(|candidate| Highlight::Candidate(candidate, HighlightRole::Pattern)),
    );
    highlights
}
