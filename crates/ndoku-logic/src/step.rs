//! `Step`: one use of a technique, with its deduction and its explanation.

use std::fmt;

use ndoku_core::{Candidate, Digit, Highlight, HighlightRole, Solution, Symbols};

use crate::difficulty::Difficulty;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::technique::Technique;
use crate::text;

/// The changes of a step: placements and eliminations.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deduction {
    /// The digits that it places.
    pub placements: Vec<Candidate>,
    /// The candidates that it removes, without those that a placement removes from its cell and its
    /// peers.
    pub eliminations: Vec<Candidate>,
}

impl Deduction {
    /// Returns the placement of one digit.
    #[must_use]
    pub fn from_placement(candidate: Candidate) -> Self {
        Self {
            placements: vec![candidate],
            eliminations: Vec::new(),
        }
    }

    /// Returns the elimination of these candidates.
    #[must_use]
    pub fn from_eliminations(candidates: Vec<Candidate>) -> Self {
        Self {
            placements: Vec::new(),
            eliminations: candidates,
        }
    }

    /// Returns `true` if nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.placements.is_empty() && self.eliminations.is_empty()
    }

    /// Returns a highlight for each placement and each elimination, in this order.
    pub fn highlights(&self) -> impl Iterator<Item = Highlight> {
        let with_role = |role| move |one: &Candidate| Highlight::Candidate(*one, role);
        let placed = self.placements.iter();
        let gone = self.eliminations.iter();
        placed
            .map(with_role(HighlightRole::Placed))
            .chain(gone.map(with_role(HighlightRole::Eliminated)))
    }

    /// Returns the first part that contradicts the solution: a placement of another digit, or an
    /// elimination of the right one.
    #[must_use]
    pub fn find_error(&self, solution: &Solution) -> Option<Candidate> {
        let placed = self
            .placements
            .iter()
            .find(|placed| solution.digit(placed.cell) != placed.digit);
        placed
            .or_else(|| {
                self.eliminations
                    .iter()
                    .find(|gone| solution.digit(gone.cell) == gone.digit)
            })
            .copied()
    }
}

/// Formats it like `r4c4=7` and `r1c2-3 r1c9-3`.
impl fmt::Display for Deduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gone = self.eliminations.clone();
        gone.sort_unstable();
        let placed = self.placements.iter().map(ToString::to_string);
        let all: Vec<String> = placed
            .chain(gone.iter().map(|gone| gone.elimination()))
            .collect();
        f.pad(&all.join(" "))
    }
}

/// The reason for a step, as a picture and as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The highlights of the reason. [`Deduction::highlights`] are those of the changes.
    pub highlights: Vec<Highlight>,
    /// One to four sentences. The reader knows the words cell, row, column, box and candidate. The
    /// text ends with a full stop.
    pub text: Phrase,
}

/// One use of a technique.
#[derive(Clone)]
pub struct Step {
    /// The technique.
    pub technique: &'static Technique,
    /// The difficulty on the scale of [`Technique::difficulty`]. Longer chains are harder.
    pub difficulty: Difficulty,
    /// The changes.
    pub deduction: Deduction,
    /// The reason, empty if the caller did not ask for it.
    pub explanation: Explanation,
}

impl Step {
    /// Returns the highlights of the reason and of the changes.
    #[must_use]
    pub fn highlights(&self) -> Vec<Highlight> {
        let reason = self.explanation.highlights.iter().cloned();
        reason.chain(self.deduction.highlights()).collect()
    }
}

/// Formats it like `X-Wing: r1c2-3 r1c9-3`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.technique.name, self.deduction)
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.difficulty)
    }
}

/// Returns the deduction in the symbols of the puzzle, as in a list: `r4c4=7`, `r1c2-3 r1c9-3`.
#[must_use]
pub fn format_deduction(symbols: &Symbols, deduction: &Deduction) -> String {
    let mut gone = deduction.eliminations.clone();
    gone.sort_unstable();
    let placed = deduction
        .placements
        .iter()
        .map(|one| format!("{}={}", one.cell, symbols.symbol(one.digit)));
    let gone = gone
        .iter()
        .map(|one| format!("{}-{}", one.cell, symbols.symbol(one.digit)));
    placed.chain(gone).collect::<Vec<_>>().join(" ")
}

/// Returns the deduction as a sentence in the symbols of the puzzle: `So 3 can be removed from r1c2
/// and r1c9.`
#[must_use]
pub fn format_conclusion(position: &Position<'_>, deduction: &Deduction) -> Phrase {
    let mut parts: Vec<Phrase> = deduction
        .placements
        .iter()
        .map(|placed| {
            phrase!(
                "{cell} must be {digit}",
                cell = placed.cell,
                digit = position.format_digit(placed.digit)
            )
        })
        .collect();
    let mut digits: Vec<Digit> = deduction
        .eliminations
        .iter()
        .map(|gone| gone.digit)
        .collect();
    digits.sort_unstable();
    digits.dedup();
    // Digits that are removed from the same cells share one phrase.
    let mut groups: Vec<(Vec<ndoku_core::Cell>, Vec<Digit>)> = Vec::new();
    for digit in digits {
        let mut cells: Vec<_> = deduction
            .eliminations
            .iter()
            .filter(|gone| gone.digit == digit)
            .map(|gone| gone.cell)
            .collect();
        cells.sort_unstable();
        match groups.iter_mut().find(|(known, _)| *known == cells) {
            Some((_, digits)) => digits.push(digit),
            None => groups.push((cells, vec![digit])),
        }
    }
    parts.extend(groups.iter().map(|(cells, digits)| {
        let digits = text::join_and(digits.iter().map(|digit| position.format_digit(*digit)));
        let cells = text::join_and(cells);
        phrase!("{digits} can be removed from {cells}", digits, cells)
    }));
    phrase!("So {parts}.", parts = text::join_clauses(parts))
}
