//! Templates: all ways to place one digit in the whole grid.
//!
//! ```text
//! 4 . . | . . . | . . .   A template takes one place of the digit in each row, so that no two see
//! . . . | 4 . . | . . .   each other and every house of N cells has one.
//! . . . | . . . | 4 . .   A candidate in no template is false, a candidate in all of them is true.
//! . 4 . | . . .   …
//! ```
//!
//! The templates are not listed. For each candidate that is not known to lie in a template, a
//! search looks for a template with it. A template that is found settles all its cells. For each
//! candidate that was in all templates so far, a search looks for a template without it. That takes
//! a few dozen short searches for each digit.

use std::ops::ControlFlow;

use ndoku_core::{Digit, Highlight, HighlightRole, HouseKind};

use crate::cells::CellSet;
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::{HodokuEntry, HodokuLevel, StepSink, technique};

const FAMILY: &str = "Templates";

/// The maximum number of places that the search for one template tries. A candidate whose search
/// gives up stays as it is. 9×9 needs far fewer.
const MAX_TRIES: usize = 200_000;

technique! {
    TEMPLATE_SET = "template-set" {
        name: "Template Set",
        aliases: &["pattern overlay (placement)"],
        family: FAMILY,
        summary: "Every template of a digit, a way to place it in the whole grid, contains this \
            candidate.",
        difficulty: Difficulty(100),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::disabled(8700, HodokuLevel::Extreme, 10000)),
        needs_unique: false,
        find: find_template_set,
    }
}

technique! {
    TEMPLATE_DELETE = "template-delete" {
        name: "Template Delete",
        aliases: &["pattern overlay method", "pattern overlay (elimination)", "template elimination"],
        family: FAMILY,
        summary: "No template of a digit, a way to place it in the whole grid, contains these \
            candidates.",
        difficulty: Difficulty(100),
        sudoku_explainer: None,
        hodoku: Some(HodokuEntry::disabled(8800, HodokuLevel::Extreme, 10000)),
        needs_unique: false,
        find: find_template_delete,
    }
}

fn find_template_set(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for digit in position.layout().digits() {
        sink.check_stop()?;
        let Some(mut search) = TemplateSearch::new(position, digit) else {
            continue;
        };
        let Some(first) = search.find_template(&position.no_cells(), &position.no_cells()) else {
            continue;
        };
        let mut always = first;
        for cell in always.clone().iter() {
            // An earlier template may have settled it.
            if always.contains(cell) {
                match search.find_template(&position.no_cells(), &position.cells([cell])) {
                    Some(without) => always.intersect_with(&without),
                    None if search.has_given_up => always.remove(cell),
                    None => {}
                }
            }
        }
        for cell in always.iter() {
            let deduction = Deduction::from_placement(position.candidate(cell, digit));
            sink.emit(deduction.clone(), || {
                let text = phrase!(
                    "Every way to place all {digit}s left on the board needs {cell}, if each house \
                    is to have one and no two may see each other.",
                    digit = position.format_digit(digit),
                    cell = position.format_cell(cell)
                );
                explain(position, digit, text, &deduction)
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn find_template_delete(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for digit in position.layout().digits() {
        sink.check_stop()?;
        let Some(mut search) = TemplateSearch::new(position, digit) else {
            continue;
        };
        let Some(first) = search.find_template(&position.no_cells(), &position.no_cells()) else {
            continue;
        };
        let (mut known, mut never) = (first, position.no_cells());
        for cell in position.places(digit).iter() {
            if !known.contains(cell) {
                match search.find_template(&position.cells([cell]), &position.no_cells()) {
                    Some(with) => known.union_with(&with),
                    None if search.has_given_up => {}
                    None => never.insert(cell),
                }
            }
        }
        let deduction = Deduction::from_eliminations(position.candidates_of_digit(&never, digit));
        sink.emit(deduction.clone(), || {
            let text = phrase!(
                "No way to place all {digit}s left on the board uses {cells}, if each house is to \
                have one and no two may see each other.",
                digit = position.format_digit(digit),
                cells = position.format_cells(&never)
            );
            explain(position, digit, text, &deduction)
        })?;
    }
    ControlFlow::Continue(())
}

fn explain(
    position: &Position<'_>,
    digit: Digit,
    text: Phrase,
    deduction: &Deduction,
) -> Explanation {
    let highlights = position
        .places(digit)
        .iter()
        .map(|cell| Highlight::Candidate(position.candidate(cell, digit), HighlightRole::Pattern))
        .collect();
    Explanation {
        highlights,
        text: Phrase::sentences([text, format_conclusion(position, deduction)]),
    }
}

/// A search for templates of a digit.
struct TemplateSearch<'c> {
    position: &'c Position<'c>,
    /// The rows without the digit.
    rows: Vec<&'c CellSet>,
    /// The other houses without the digit.
    others: Vec<&'c CellSet>,
    places: &'c CellSet,
    tried: usize,
    has_given_up: bool,
}

impl<'c> TemplateSearch<'c> {
    /// Returns `None` if every row has the digit.
    fn new(position: &'c Position<'c>, digit: Digit) -> Option<Self> {
        let needy = |is_row: bool| {
            let houses = position.houses().iter().enumerate();
            let wanted = houses.filter(move |(_, house)| {
                house.is_full && (house.kind == HouseKind::Row) == is_row
            });
            wanted
                .filter(|(number, _)| position.missing(*number).contains(digit))
                .map(|(_, house)| &house.set)
                .collect::<Vec<_>>()
        };
        let rows = needy(true);
        (!rows.is_empty()).then(|| Self {
            position,
            rows,
            others: needy(false),
            places: position.places(digit),
            tried: 0,
            has_given_up: false,
        })
    }

    /// Returns a template with the cells of `with` and without those of `without`. Returns `None`
    /// if there is none or the search gave up.
    fn find_template(&mut self, with: &CellSet, without: &CellSet) -> Option<CellSet> {
        let mut left = self.places - without;
        with.iter()
            .for_each(|cell| left.subtract(self.position.peers(cell)));
        (self.tried, self.has_given_up) = (0, false);
        let mut chosen = with.clone();
        self.fill(&left, &mut chosen).then_some(chosen)
    }

    /// Chooses a place in each row that has none, starting with the row with the fewest places.
    fn fill(&mut self, left: &CellSet, chosen: &mut CellSet) -> bool {
        self.tried += 1;
        self.has_given_up |= self.tried > MAX_TRIES;
        if self.has_given_up || self.others.iter().any(|house| !house.intersects(left)) {
            return false;
        }
        let open = self
            .rows
            .iter()
            .filter(|row| !row.intersects(chosen))
            .map(|row| *row & left);
        let Some(row) = open.min_by_key(CellSet::len) else {
            return true;
        };
        for cell in row.iter() {
            chosen.insert(cell);
            if self.fill(&(left - self.position.peers(cell)), chosen) {
                return true;
            }
            chosen.remove(cell);
        }
        false
    }
}
