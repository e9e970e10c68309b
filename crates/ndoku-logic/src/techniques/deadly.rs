//! Deadly patterns of two digits, and the deductions if the solution is unique. Rectangles and
//! loops share this module.
//!
//! ```text
//! a . . | b . .     Each row, column and box has one a and one b of the pattern, or neither.
//! b . . | a . .     Exchanging the two gives a second solution. So at least one of these cells,
//!                   none of which is a clue, holds another digit.
//! ```
//!
//! | type | the cells with other candidates | deduction |
//! |---|---|---|
//! | 1 | one | it holds neither of the two digits |
//! | 2, 5 | several with the same other digit | a cell that sees all of them cannot hold it |
//! | 3 | two of one house | together they are one cell of a subset: [`find_subsets`] |
//! | 4 | two of one house that lock one of the two digits | they cannot hold the other |
//!
//! The patterns need a layout with rows, columns and boxes only: [`Position::has_standard_houses`].

use std::ops::ControlFlow;

use ndoku_core::{Candidate, Digit, DigitSet, Highlight, HighlightRole};

use crate::cells::CellSet;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::technique::StepSink;
use crate::techniques::joint::find_subsets;
use crate::text;

/// Cells in which two digits could be exchanged if they held nothing else.
pub(super) struct DeadlyPattern {
    /// All cells of the pattern.
    pub(super) cells: CellSet,
    /// The two digits.
    pub(super) digits: [Digit; 2],
    /// The cells with other candidates.
    pub(super) rich: CellSet,
    /// The other candidates.
    pub(super) extras: DigitSet,
    /// The difference in difficulty, in tenths, to the easiest pattern of its kind.
    pub(super) extra_difficulty: u16,
}

/// Returns the digits of a set of two.
pub(super) fn two_digits(pair: DigitSet) -> Option<[Digit; 2]> {
    let mut digits = pair.iter();
    Some([digits.next()?, digits.next()?])
}

/// Returns whether a cell is no clue, and the initial pencilmarks, if any, allow these digits. Then
/// no clue prevents the exchange.
pub(super) fn is_exchangeable(position: &Position<'_>, cell: usize, digits: DigitSet) -> bool {
    !position.is_clue(cell)
        && position
            .puzzle()
            .pencilmarks()
            .is_none_or(|pencilmarks| digits.is_subset(pencilmarks[cell]))
}

impl DeadlyPattern {
    /// Returns the pattern of these cells and two digits.
    pub(super) fn new(
        position: &Position<'_>,
        cells: CellSet,
        pair: DigitSet,
        digits: [Digit; 2],
        extra_difficulty: u16,
    ) -> Self {
        let rich = position.cells(
            cells
                .iter()
                .filter(|cell| !position.candidates(*cell).is_subset(pair)),
        );
        let extras = position.candidates_of(&rich) - pair;
        Self {
            cells,
            digits,
            rich,
            extras,
            extra_difficulty,
        }
    }

    /// Emits type 1: only one cell has other candidates.
    pub(super) fn emit_type_1(
        &self,
        position: &Position<'_>,
        sink: &mut StepSink<'_>,
    ) -> ControlFlow<()> {
        let Some(cell) = self.rich.single() else {
            return ControlFlow::Continue(());
        };
        let deduction = Deduction::from_eliminations(
            self.digits
                .iter()
                .flat_map(|digit| position.candidates_of_digit(&self.rich, *digit))
                .collect(),
        );
        sink.emit_harder(self.extra_difficulty, deduction.clone(), || {
            let others =
                text::join_or(self.extras.iter().map(|digit| position.format_digit(digit)));
            let text = phrase!(
                "Only {cell} has other candidates, so it must hold {others}.",
                cell = position.format_cell(cell),
                others
            );
            self.explain(position, Vec::new(), text, &deduction)
        })
    }

    /// Emits types 2 and 5: there is only one other digit.
    pub(super) fn emit_type_2(
        &self,
        position: &Position<'_>,
        sink: &mut StepSink<'_>,
    ) -> ControlFlow<()> {
        let Some(extra) = self.extras.single().filter(|_| self.rich.len() > 1) else {
            return ControlFlow::Continue(());
        };
        let deduction = Deduction::from_eliminations(
            position.candidates_of_digit(&position.common_peers(&self.rich), extra),
        );
        sink.emit_harder(self.extra_difficulty, deduction.clone(), || {
            let (extra, cells) = (
                position.format_digit(extra),
                position.format_cells(&self.rich),
            );
            let text = if self.rich.len() == 2 {
                phrase!(
                    "The only other candidate is {extra} in {cells}. One of these holds {extra}, \
                    so a cell that sees both does not.",
                    extra,
                    cells
                )
            } else {
                phrase!(
                    "The only other candidate is {extra} in {cells}. One of these holds {extra}, \
                    so a cell that sees them all does not.",
                    extra,
                    cells
                )
            };
            self.explain(position, Vec::new(), text, &deduction)
        })
    }

    /// Emits type 3: two cells of one house have other candidates, and act as one cell of a subset
    /// with these.
    pub(super) fn emit_type_3(
        &self,
        position: &Position<'_>,
        sink: &mut StepSink<'_>,
    ) -> ControlFlow<()> {
        if self.rich.len() != 2 || self.extras.len() < 2 {
            return ControlFlow::Continue(());
        }
        for house in position.houses_with(&self.rich) {
            for subset in find_subsets(position, house, &self.rich, self.extras) {
                let deduction = subset.deduction(position);
                sink.emit_harder(
                    self.extra_difficulty + subset.extra_difficulty(),
                    deduction.clone(),
                    || {
                        self.explain(
                            position,
                            subset.highlights(position),
                            subset.text(position),
                            &deduction,
                        )
                    },
                )?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Emits type 4: two cells of one house have other candidates, and are the only places for one
    /// of the two digits.
    pub(super) fn emit_type_4(
        &self,
        position: &Position<'_>,
        sink: &mut StepSink<'_>,
    ) -> ControlFlow<()> {
        if self.rich.len() != 2 {
            return ControlFlow::Continue(());
        }
        for house in position.houses_with(&self.rich) {
            for (stays, goes) in [(0, 1), (1, 0)].map(|(a, b)| (self.digits[a], self.digits[b])) {
                if !position.places_in(house, stays).is_subset(&self.rich) {
                    continue;
                }
                let deduction =
                    Deduction::from_eliminations(position.candidates_of_digit(&self.rich, goes));
                sink.emit_harder(self.extra_difficulty, deduction.clone(), || {
                    let highlights = highlight_strong_link(position, house, stays, &self.rich);
                    let text = phrase!(
                        "In {house}, {digit} can only go into {cells}, the cells with other \
                        candidates. If one of them held {other}, the other would hold {digit}, and \
                        nothing else would be left for the pattern.",
                        house = position.house_name(house),
                        digit = position.format_digit(stays),
                        other = position.format_digit(goes),
                        cells = position.format_cells(&self.rich)
                    );
                    self.explain(position, highlights, text, &deduction)
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the explanation: why the pattern is deadly, then `text`, then the conclusion. Adds
    /// the highlights `more`.
    pub(super) fn explain(
        &self,
        position: &Position<'_>,
        more: Vec<Highlight>,
        text: Phrase,
        deduction: &Deduction,
    ) -> Explanation {
        let mut highlights: Vec<Highlight> = self
            .cells
            .iter()
            .map(|cell| Highlight::Cell(position.layout().cell(cell), HighlightRole::Pattern))
            .collect();
        let of = |digit: Digit, role: HighlightRole| {
            position
                .candidates_of_digit(&self.cells, digit)
                .into_iter()
                .map(move |place| Highlight::Candidate(place, role))
        };
        highlights.extend(
            self.digits
                .iter()
                .flat_map(|digit| of(*digit, HighlightRole::Pattern)),
        );
        highlights.extend(
            self.extras
                .iter()
                .flat_map(|digit| of(digit, HighlightRole::Fin)),
        );
        highlights.extend(more);
        let text = [
            explain_exchange(position, &self.cells, self.digits),
            text,
            format_conclusion(position, deduction),
        ];
        Explanation {
            highlights,
            text: Phrase::sentences(text),
        }
    }
}

/// Returns a sentence that says why the pattern is impossible.
pub(super) fn explain_exchange(
    position: &Position<'_>,
    cells: &CellSet,
    mut digits: [Digit; 2],
) -> Phrase {
    digits.sort_unstable();
    let names = position.format_cells(cells);
    let [a, b] = digits.map(|digit| position.format_digit(digit));
    let shape = match cells.len() {
        4 => phrase!(
            "{names} lie in two rows, two columns and two boxes, and none is a clue.",
            names
        ),
        _ => phrase!(
            "Each row, column and box has two of the cells {names}, or none, and none is a clue.",
            names
        ),
    };
    let exchange = phrase!(
        "If they held only {a} and {b}, these could be exchanged there, and the puzzle would have \
        a second solution.",
        a,
        b
    );
    Phrase::sentences([shape, exchange])
}

/// Returns the highlights for a digit that has only these places in a house.
pub(super) fn highlight_strong_link(
    position: &Position<'_>,
    house: usize,
    digit: Digit,
    places: &CellSet,
) -> Vec<Highlight> {
    let ends: Vec<Candidate> = position.candidates_of_digit(places, digit);
    let mut highlights = vec![Highlight::House(house, HighlightRole::Base)];
    if let [from, to] = ends[..] {
        highlights.push(Highlight::Link {
            from: [from].into(),
            to: [to].into(),
            strong: true,
        });
    }
    highlights
}
