//! Subsets with a joint cell: cells of a house of which one is known to hold one of certain digits
//! act as one more cell with these candidates.
//!
//! ```text
//! row:   [ab5] [ab8] | 58 …        One of the first two holds 5 or 8. With the third cell it forms
//!        joint: 5 or 8             a naked pair: no other cell of the row holds 5 or 8.
//! ```
//!
//! The hidden form is the complement: one joint cell holds one of the digits, so the other digits
//! have one joint cell less.

use ndoku_core::{Digit, DigitSet, Highlight, HighlightRole};

use crate::cells::CellSet;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::step::Deduction;
use crate::text;

/// The maximum number of cells without the joint ones. It covers all subsets of 9×9.
const MAX_CELLS: usize = 4;

/// A subset that one of the joint cells completes.
pub(super) struct JointSubset {
    house: usize,
    /// The cells of which one holds one of `extras`.
    joint: CellSet,
    extras: DigitSet,
    /// The other cells. A naked subset has only `digits` as candidates. A hidden subset has all
    /// places of `digits` outside the joint cells.
    cells: CellSet,
    digits: DigitSet,
    is_hidden: bool,
}

/// Returns all subsets of a house that are complete with one of these cells, which holds one of the
/// extras. Of a naked and a hidden subset with the same deduction it returns the one with fewer
/// cells. Subsets that contain a smaller one are left out.
pub(super) fn find_subsets(
    position: &Position<'_>,
    house: usize,
    joint: &CellSet,
    extras: DigitSet,
) -> Vec<JointSubset> {
    if !position.houses()[house].is_full {
        return Vec::new();
    }
    let open: Vec<usize> = position
        .open_cells(house)
        .into_iter()
        .filter(|cell| !joint.contains(*cell))
        .collect();
    let subset = |cells, digits, is_hidden| JointSubset {
        house,
        joint: joint.clone(),
        extras,
        cells,
        digits,
        is_hidden,
    };
    let (mut naked, mut hidden): (Vec<JointSubset>, Vec<JointSubset>) = (Vec::new(), Vec::new());
    for size in 1..=MAX_CELLS.min(open.len() / 2) {
        let few: Vec<usize> = open
            .iter()
            .copied()
            .filter(|cell| (position.candidates(*cell) | extras).len() <= size + 1)
            .collect();
        for_each_choice(&few, size, &mut Vec::new(), &mut |chosen| {
            let digits = chosen
                .iter()
                .fold(extras, |all, cell| all | position.candidates(*cell));
            let cells = position.cells(chosen.iter().copied());
            if digits.len() == size + 1 && !naked.iter().any(|known| known.cells.is_subset(&cells))
            {
                naked.push(subset(cells, digits, false));
            }
        });
    }
    let places = |digit| &position.places_in(house, digit) - joint;
    for size in 1..=MAX_CELLS.min(open.len().saturating_sub(1) / 2) {
        let few: Vec<Digit> = (position.missing(house) - extras)
            .iter()
            .filter(|digit| places(*digit).len() <= size)
            .collect();
        for_each_choice(
            &few,
            size + joint.len() - 1,
            &mut Vec::new(),
            &mut |chosen| {
                let cells = chosen
                    .iter()
                    .fold(position.no_cells(), |all, digit| &all | &places(*digit));
                let digits: DigitSet = chosen.iter().copied().collect();
                if cells.len() == size && !hidden.iter().any(|known| known.digits.is_subset(digits))
                {
                    hidden.push(subset(cells, digits, true));
                }
            },
        );
    }
    naked.append(&mut hidden);
    naked
}

/// Calls `each` with all choices of `count` items, in order.
fn for_each_choice<T: Copy>(
    items: &[T],
    count: usize,
    chosen: &mut Vec<T>,
    each: &mut dyn FnMut(&[T]),
) {
    if count == 0 {
        return each(chosen);
    }
    for (at, item) in items
        .iter()
        .enumerate()
        .take((items.len() + 1).saturating_sub(count))
    {
        chosen.push(*item);
        for_each_choice(&items[at + 1..], count - 1, chosen, each);
        chosen.pop();
    }
}

impl JointSubset {
    /// Returns the eliminations: its digits from the other cells of the house (naked), or the other
    /// digits from its cells (hidden). The joint cells lose nothing.
    pub(super) fn deduction(&self, position: &Position<'_>) -> Deduction {
        let (from, gone) = if self.is_hidden {
            (
                self.cells.clone(),
                position.missing(self.house) - self.digits,
            )
        } else {
            (
                &(&position.houses()[self.house].set - &self.cells) - &self.joint,
                self.digits,
            )
        };
        Deduction::from_eliminations(
            gone.iter()
                .flat_map(|digit| position.candidates_of_digit(&from, digit))
                .collect(),
        )
    }

    /// Returns the difference in difficulty, in tenths, to a subset with one cell outside the joint
    /// ones.
    pub(super) fn extra_difficulty(&self) -> u16 {
        u16::try_from(self.cells.len() - 1).unwrap_or(u16::MAX)
    }

    /// Returns highlights for the house and for the candidates of the subset in its cells.
    pub(super) fn highlights(&self, position: &Position<'_>) -> Vec<Highlight> {
        let mut highlights = vec![Highlight::House(self.house, HighlightRole::Base)];
        let candidates = self
            .digits
            .iter()
            .flat_map(|digit| position.candidates_of_digit(&self.cells, digit));
        highlights.extend(
            candidates.map(|candidate| Highlight::Candidate(candidate, HighlightRole::Group(0))),
        );
        highlights
    }

    /// Returns two sentences with the reason. The text before them says that one of the joint cells
    /// holds a digit outside the pattern.
    pub(super) fn text(&self, position: &Position<'_>) -> Phrase {
        let (house, cells) = (
            position.house_name(self.house),
            position.format_cells(&self.cells),
        );
        let joint = text::join_or(self.joint.iter().map(|cell| position.format_cell(cell)));
        let extras = text::join_or(self.extras.iter().map(|digit| position.format_digit(digit)));
        let (digits, count) = (
            position.format_digits(self.digits),
            Phrase::number(self.digits.len()),
        );
        let first = phrase!("So {joint} holds {extras}.", joint, extras);
        let second = if self.is_hidden {
            phrase!(
                "In {house}, the {count} digits {digits} can only go into {all}; at most {there} \
                of them can go into {joint}, so nothing else goes into {cells}.",
                house,
                count,
                digits,
                all = position.format_cells(&(&self.cells | &self.joint)),
                there = Phrase::number(self.joint.len() - 1),
                joint = position.format_cells(&self.joint),
                cells
            )
        } else {
            phrase!(
                "With {cells} that makes {places} cells of {house} for the {count} digits \
                {digits}, which go nowhere else there.",
                cells,
                places = Phrase::number(self.cells.len() + 1),
                house,
                count,
                digits
            )
        };
        Phrase::sentences([first, second])
    }
}
