//! Text and highlights that the techniques of rules share.

use ndoku_core::{Candidate, Highlight, HighlightRole};

use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::rules::{RulePropagators, mask_digits, mask_range, mask_set};
use crate::step::{Deduction, Explanation, format_conclusion};
use crate::text;

/// The maximum number of combinations, cells or digits that a text lists.
pub(super) const MAX_LISTED: usize = 6;

/// Returns an explanation with the sentences, the conclusion, and highlights of the cells of a rule
/// and of the cells that are the cause.
pub(super) fn explain(
    position: &Position<'_>,
    cells: &[usize],
    causes: &[usize],
    sentences: impl IntoIterator<Item = Phrase>,
    deduction: &Deduction,
) -> Explanation {
    Explanation {
        highlights: highlight(position, cells, causes),
        text: Phrase::sentences(
            sentences
                .into_iter()
                .chain([conclusion(position, deduction)]),
        ),
    }
}

/// Highlights the cells of a rule as the pattern, and the causes among them as the base.
pub(super) fn highlight(
    position: &Position<'_>,
    cells: &[usize],
    causes: &[usize],
) -> Vec<Highlight> {
    let mut all: Vec<usize> = cells.iter().chain(causes).copied().collect();
    all.sort_unstable();
    all.dedup();
    let role = |cell: &usize| {
        if causes.contains(cell) {
            HighlightRole::Base
        } else {
            HighlightRole::Pattern
        }
    };
    all.iter()
        .map(|cell| Highlight::Cell(position.layout().cell(*cell), role(cell)))
        .collect()
}

/// The maximum number of candidates that a conclusion names one by one.
const MAX_CONCLUDED: usize = 12;

/// Returns the conclusion as a sentence. If there are too many removals, it names the digits that
/// remain instead.
pub(super) fn conclusion(position: &Position<'_>, deduction: &Deduction) -> Phrase {
    let digit = deduction.eliminations.first().map(|gone| gone.digit);
    let is_one_digit = deduction
        .eliminations
        .iter()
        .all(|gone| Some(gone.digit) == digit);
    if deduction.eliminations.len() <= MAX_CONCLUDED || is_one_digit {
        return format_conclusion(position, deduction);
    }
    let mut cells: Vec<usize> = deduction
        .eliminations
        .iter()
        .map(|gone| position.index(gone.cell))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    let parts = cells.iter().map(|cell| {
        let left = deduction
            .eliminations
            .iter()
            .filter(|gone| position.index(gone.cell) == *cell)
            .fold(position.candidates(*cell), |mut left, gone| {
                left.remove(gone.digit);
                left
            });
        phrase!(
            "{cell} must be {digit}",
            cell = position.format_cell(*cell),
            digit = text::join_or(left.iter().map(|digit| position.format_digit(digit)))
        )
    });
    phrase!("So {parts}.", parts = text::join_and(parts))
}

/// Returns the sentence that says what a rule demands.
pub(super) fn rule_sentence(rule: &RulePropagators) -> Phrase {
    phrase!(
        "{name} means that {demand}.",
        name = rule.name.clone().capitalized(),
        demand = &rule.demand
    )
}

/// Returns digits for a sentence: `1, 2 or 5`.
pub(super) fn digits_or(position: &Position<'_>, mask: u16) -> Phrase {
    text::join_or(mask_digits(mask).map(|digit| position.format_digit(digit)))
}

/// Returns digits for a sentence: `1, 2 and 5`.
pub(super) fn digits_and(position: &Position<'_>, mask: u16) -> Phrase {
    position.format_digits(mask_set(mask))
}

/// Returns the names of cells in their order: `r1c1, r1c2 and r1c3`.
pub(super) fn cells_and(position: &Position<'_>, cells: &[usize]) -> Phrase {
    text::join_and(cells.iter().map(|cell| position.format_cell(*cell)))
}

/// Returns a combination of digits: `1+2+5`.
pub(super) fn combination(position: &Position<'_>, set: u16) -> Phrase {
    let digits: Vec<String> = mask_digits(set)
        .map(|digit| position.format_digit(digit).to_string())
        .collect();
    Phrase::plain(digits.join("+"))
}

/// Returns combinations for a sentence, or their number if there are too many to follow.
pub(super) fn combinations(position: &Position<'_>, sets: &[u16]) -> Phrase {
    if sets.len() > MAX_LISTED {
        return phrase!("{count} combinations", count = sets.len());
    }
    text::join_and(sets.iter().map(|set| combination(position, *set)))
}

/// Returns the range of a mask: `from 2 to 5`, `2 or 3`, or `5`.
pub(super) fn range(position: &Position<'_>, mask: u16) -> Phrase {
    let (low, high) = mask_range(mask);
    let digit =
        |number: u32| position.format_digit(ndoku_core::Digit::from_index(number as usize - 1));
    if low == high {
        digit(low)
    } else if low + 1 == high {
        text::join_or([digit(low), digit(high)])
    } else {
        phrase!("from {low} to {high}", low = digit(low), high = digit(high))
    }
}

/// Returns the range of a cell: `r1c2 is from 2 to 5`.
pub(super) fn format_range(position: &Position<'_>, cell: usize, mask: u16) -> Phrase {
    phrase!(
        "{cell} is {digits}",
        cell = position.format_cell(cell),
        digits = range(position, mask)
    )
}

/// Adds to a list of at most [`MAX_LISTED`] items that there are more.
pub(super) fn and_so_on(list: Phrase, count: usize) -> Phrase {
    if count > MAX_LISTED {
        phrase!("{list}, and so on", list)
    } else {
        list
    }
}

/// Returns the names of the cells with lost candidates, and the cells.
pub(super) fn changed(position: &Position<'_>, lost: &[Candidate]) -> Vec<usize> {
    let mut cells: Vec<usize> = lost.iter().map(|gone| position.index(gone.cell)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}
