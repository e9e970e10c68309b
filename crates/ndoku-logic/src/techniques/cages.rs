//! Cages and renban lines: distinct cells whose digits form one of several sets.
//!
//! ```text
//!   cage of 3 cells, sum 8     1+2+5   1+3+4
//!   r1c1 {2 5 7}               2 5      –
//!   r1c2 {1 4 8}               1       1 4       combinations: 7 and 8 fit nowhere
//!   r1c3 {1 2 3}               1 2     1 3       required: each combination has a 1
//! ```
//!
//! The cells of a house that whole cages leave over are a cage, too: see `innies`.

use std::ops::ControlFlow;

use ndoku_core::Candidate;
use ndoku_core::propagator::PropagatorRule;

use super::rule_text::{combinations, digits_and, explain};
use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::rules::mask_digits;
use crate::step::Deduction;
use crate::technique::{StepSink, technique};
use crate::text;

const FAMILY: &str = "Cages";

technique! {
    SINGLE_COMBINATION = "single-combination" {
        name: "Single Combination",
        aliases: &["unique combination", "killer combination", "cage-single-combination"],
        family: FAMILY,
        summary: "A cage has one combination of digits left, so its cells lose all other digits.",
        difficulty: Difficulty(20),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_single_combinations,
    }
}

technique! {
    CAGE_COMBINATIONS = "cage-combinations" {
        name: "Cage Combinations",
        aliases: &["killer combinations", "combination elimination"],
        family: FAMILY,
        summary: "No combination of digits that a cage has left lets a cell hold a candidate.",
        difficulty: Difficulty(28),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_combinations(position, sink, false),
    }
}

technique! {
    CAGE_DIGIT = "cage-digit" {
        name: "Required Digit",
        aliases: &["must-have digit", "cage digit", "hidden cage single"],
        family: FAMILY,
        summary: "Every combination that a cage has left contains a digit, so no cell that sees \
            its places there can hold it.",
        difficulty: Difficulty(29),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: find_required_digits,
    }
}

technique! {
    RENBAN_WINDOW = "renban-window" {
        name: "Renban Window",
        aliases: &["window", "consecutive set"],
        family: FAMILY,
        summary: "The digits of a line are consecutive, and no run of digits that is left lets a \
            cell hold a candidate.",
        difficulty: Difficulty(30),
        sudoku_explainer: None,
        hodoku: None,
        needs_unique: false,
        find: |position, sink| find_combinations(position, sink, true),
    }
}

/// The name of a cage for texts, which are made only if somebody reads them.
#[derive(Copy, Clone)]
pub(super) enum CageName<'a> {
    /// The name of a rule: `the cage at r1c1`.
    Rule(&'a Phrase),
    /// The group that the cages in these houses leave over.
    LeftOver(&'a [usize]),
}

impl CageName<'_> {
    fn text(self, position: &Position<'_>) -> Phrase {
        match self {
            Self::Rule(name) => name.clone(),
            Self::LeftOver(houses) => {
                let houses = position.format_houses(houses);
                phrase!("the group that the cages leave over in {houses}", houses)
            }
        }
    }
}

/// Distinct cells with the sets of digits that are left for them.
pub(super) struct Cage<'a> {
    name: CageName<'a>,
    cells: Vec<usize>,
    masks: Vec<u16>,
    /// The sum, or `None` for consecutive digits.
    total: Option<u32>,
    /// The number of sets by the sum alone.
    by_sum: usize,
    /// The sets that the candidates leave, each with the candidates that it leaves.
    fits: Vec<(u16, Vec<u16>)>,
}

impl<'a> Cage<'a> {
    /// Returns the cage with the sets that the candidates leave.
    pub(super) fn new(
        position: &Position<'_>,
        name: CageName<'a>,
        cells: Vec<usize>,
        total: Option<u32>,
        sets: &[u16],
    ) -> Self {
        let masks: Vec<u16> = cells.iter().map(|cell| position.masks().0[*cell]).collect();
        let fits = sets
            .iter()
            .filter_map(|set| Some((*set, assign(&masks, *set)?)))
            .collect();
        Self {
            name,
            cells,
            masks,
            total,
            by_sum: sets.len(),
            fits,
        }
    }

    fn sets(&self) -> Vec<u16> {
        self.fits.iter().map(|(set, _)| *set).collect()
    }

    /// Returns the candidates that some set leaves to each cell.
    fn kept(&self) -> Vec<u16> {
        let mut kept = vec![0; self.cells.len()];
        for (_, own) in &self.fits {
            kept.iter_mut().zip(own).for_each(|(all, own)| *all |= own);
        }
        kept
    }

    /// Returns the candidates of open cells that are not kept.
    fn lost(&self, position: &Position<'_>, kept: &[u16]) -> Vec<Candidate> {
        let mut lost = Vec::new();
        for ((cell, mask), kept) in self.cells.iter().zip(&self.masks).zip(kept) {
            if position.is_open(*cell) {
                let gone = mask_digits(mask & !kept);
                lost.extend(gone.map(|digit| position.candidate(*cell, digit)));
            }
        }
        lost.sort_unstable();
        lost
    }

    /// Returns the candidates that no set leaves, if some set is left.
    pub(super) fn lost_by_sets(&self, position: &Position<'_>) -> Vec<Candidate> {
        if self.fits.is_empty() {
            return Vec::new();
        }
        self.lost(position, &self.kept())
    }

    /// Returns the sentence that lists the combinations left.
    pub(super) fn describe(&self, position: &Position<'_>) -> Phrase {
        let name = self.name.text(position).capitalized();
        let count = Phrase::number(self.cells.len());
        let sets = self.sets();
        let left = combinations(position, &sets);
        match (self.total, sets.len()) {
            (Some(total), 1) => phrase!(
                "{name} has {count} cells with the sum {total}, and only {left} fits the \
                candidates.",
                name,
                count,
                total,
                left
            ),
            (Some(total), _) => phrase!(
                "{name} has {count} cells with the sum {total}, and only {left} fit the \
                candidates.",
                name,
                count,
                total,
                left
            ),
            (None, 1) => phrase!(
                "{name} holds {count} consecutive digits, and only {left} is possible.",
                name,
                count,
                left
            ),
            (None, _) => phrase!(
                "{name} holds {count} consecutive digits, and only {left} are possible.",
                name,
                count,
                left
            ),
        }
    }
}

/// Returns the candidates that distinct cells keep if they share out the digits of a set, or `None`
/// if they cannot.
fn assign(masks: &[u16], set: u16) -> Option<Vec<u16>> {
    let parts: Vec<u16> = masks.iter().map(|mask| mask & set).collect();
    if parts.contains(&0) || parts.iter().fold(0, |all, part| all | part) != set {
        return None;
    }
    // owner[digit]: the cell that takes the digit in one full assignment.
    let mut owner = [usize::MAX; 16];
    for cell in 0..parts.len() {
        if !take(&parts, cell, &mut owner, &mut 0) {
            return None;
        }
    }
    let mut kept = vec![0_u16; parts.len()];
    for (cell, part) in parts.iter().enumerate() {
        for digit in mask_digits(*part) {
            let bit = 1 << digit.index();
            let is_possible = owner[digit.index()] == cell || {
                // The cell takes the digit, and its owner needs another one.
                let displaced = owner[digit.index()];
                let mut other = owner;
                if let Some(free) = other.iter().position(|own| *own == cell) {
                    other[free] = usize::MAX;
                }
                other[digit.index()] = cell;
                displaced == usize::MAX || take(&parts, displaced, &mut other, &mut { bit })
            };
            if is_possible {
                kept[cell] |= bit;
            }
        }
    }
    Some(kept)
}

/// Gives a digit to a cell, and other digits to the cells that own one now. Digits in `tried` are
/// not touched.
fn take(parts: &[u16], cell: usize, owner: &mut [usize; 16], tried: &mut u16) -> bool {
    for digit in mask_digits(parts[cell]) {
        let bit = 1 << digit.index();
        if *tried & bit != 0 {
            continue;
        }
        *tried |= bit;
        let before = owner[digit.index()];
        if before == usize::MAX || take(parts, before, owner, tried) {
            owner[digit.index()] = cell;
            return true;
        }
    }
    false
}

/// Calls `each` with the cages that have an open cell, or with the renban lines.
fn for_each_cage(
    position: &Position<'_>,
    is_renban: bool,
    each: &mut dyn FnMut(&Cage<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for rule in position.rules() {
        for propagator in &rule.propagators {
            let PropagatorRule::DigitSets(sets) = propagator.rule() else {
                continue;
            };
            let cells: Vec<usize> = propagator
                .watched()
                .iter()
                .map(|c| usize::from(*c))
                .collect();
            if propagator.total().is_none() != is_renban
                || !cells.iter().any(|cell| position.is_open(*cell))
            {
                continue;
            }
            each(&Cage::new(
                position,
                CageName::Rule(&rule.name),
                cells,
                propagator.total(),
                sets.sets(),
            ))?;
        }
    }
    ControlFlow::Continue(())
}

fn find_single_combinations(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    for_each_cage(position, false, &mut |cage| {
        let [(set, _)] = cage.fits[..] else {
            return ControlFlow::Continue(());
        };
        let lost = cage.lost(position, &vec![set; cage.cells.len()]);
        let deduction = Deduction::from_eliminations(lost);
        // A combination that follows from the sum alone is easier to see.
        let harder = if cage.by_sum == 1 { 0 } else { 4 };
        sink.emit_harder(harder, deduction.clone(), || {
            let digits = digits_and(position, set);
            let sentences = [
                cage.describe(position),
                phrase!("The digits must be {digits}.", digits),
            ];
            explain(position, &cage.cells, &[], sentences, &deduction)
        })
    })
}

fn find_combinations(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    is_renban: bool,
) -> ControlFlow<()> {
    for_each_cage(position, is_renban, &mut |cage| {
        emit_combinations(position, sink, cage, 0)
    })?;
    if is_renban {
        find_required(position, sink, true)?;
    }
    ControlFlow::Continue(())
}

/// Emits the removal of the candidates that no combination of a cage leaves.
pub(super) fn emit_combinations(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    cage: &Cage<'_>,
    harder: u16,
) -> ControlFlow<()> {
    let deduction = Deduction::from_eliminations(cage.lost_by_sets(position));
    // Many combinations are hard to survey.
    let harder = harder + 2 * (cage.fits.len() / 4).min(4) as u16;
    sink.emit_harder(harder, deduction.clone(), || {
        let sentences = [
            cage.describe(position),
            phrase!("None of them can be completed with the candidates in question."),
        ];
        explain(position, &cage.cells, &[], sentences, &deduction)
    })
}

fn find_required_digits(position: &Position<'_>, sink: &mut StepSink<'_>) -> ControlFlow<()> {
    find_required(position, sink, false)
}

fn find_required(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    is_renban: bool,
) -> ControlFlow<()> {
    for_each_cage(position, is_renban, &mut |cage| {
        emit_required(position, sink, cage, 0)
    })
}

/// Emits the consequences of digits that every combination of a cage contains.
pub(super) fn emit_required(
    position: &Position<'_>,
    sink: &mut StepSink<'_>,
    cage: &Cage<'_>,
    harder: u16,
) -> ControlFlow<()> {
    if cage.fits.is_empty() {
        return ControlFlow::Continue(());
    }
    let required = cage.fits.iter().fold(u16::MAX, |all, (set, _)| all & set);
    let own = position.cells(cage.cells.iter().copied());
    for digit in mask_digits(required) {
        let holds = |cell: &usize| {
            position.digit(*cell) == Some(digit) || position.candidates(*cell).contains(digit)
        };
        let places: Vec<usize> = cage.cells.iter().copied().filter(holds).collect();
        // A placed digit has left its peers already.
        if places.iter().any(|cell| !position.is_open(*cell)) {
            continue;
        }
        let set = position.cells(places.iter().copied());
        let deduction = match places[..] {
            [only] => Deduction::from_placement(position.candidate(only, digit)),
            _ => {
                let peers = &position.common_peers(&set) - &own;
                Deduction::from_eliminations(position.candidates_of_digit(&peers, digit))
            }
        };
        sink.emit_harder(harder, deduction.clone(), || {
            let sentences = [
                cage.describe(position),
                explain_required(position, cage.fits.len() == 1, digit, &places),
            ];
            explain(position, &cage.cells, &places, sentences, &deduction)
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the sentence that names the places of a digit that all combinations contain, or the only
/// combination.
fn explain_required(
    position: &Position<'_>,
    is_only: bool,
    digit: ndoku_core::Digit,
    places: &[usize],
) -> Phrase {
    let digit = position.format_digit(digit);
    let contained = if is_only {
        phrase!("This contains {digit}", digit)
    } else {
        phrase!("All contain {digit}", digit)
    };
    let cells = text::join_or(places.iter().map(|cell| position.format_cell(*cell)));
    if places.len() == 1 {
        phrase!(
            "{contained}, and only {cells} can hold it there.",
            contained,
            cells
        )
    } else {
        phrase!(
            "{contained}, which must be in {cells}, so a cell that sees all of these cannot hold \
            it.",
            contained,
            cells
        )
    }
}

#[cfg(test)]
mod tests {
    use super::assign;

    /// Returns the candidates that take part in a full assignment, by trying all.
    fn assign_by_trial(masks: &[u16], set: u16) -> Vec<u16> {
        fn go(masks: &[u16], left: u16, chosen: &mut Vec<u16>, kept: &mut [u16]) {
            let Some(mask) = masks.get(chosen.len()) else {
                kept.iter_mut()
                    .zip(&*chosen)
                    .for_each(|(kept, bit)| *kept |= bit);
                return;
            };
            for bit in (0..16)
                .map(|digit| 1_u16 << digit)
                .filter(|bit| mask & left & bit != 0)
            {
                chosen.push(bit);
                go(masks, left & !bit, chosen, kept);
                chosen.pop();
            }
        }
        let mut kept = vec![0; masks.len()];
        go(masks, set, &mut Vec::new(), &mut kept);
        kept
    }

    #[test]
    fn assignments_equal_those_by_trial() {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as u16
        };
        let mut possible = 0;
        for _ in 0..3000 {
            let count = 2 + usize::from(next() % 4);
            let masks: Vec<u16> = (0..count).map(|_| next() & next() & 0x1ff).collect();
            let mut set = 0_u16;
            while (set.count_ones() as usize) < count {
                set |= 1 << (next() % 9);
            }
            let expected = assign_by_trial(&masks, set);
            let found = assign(&masks, set);
            possible += u32::from(found.is_some());
            assert_eq!(
                found.unwrap_or_else(|| vec![0; count]),
                expected,
                "{masks:?} {set:b}"
            );
        }
        assert!(possible > 100);
    }
}
