//! Hints: a step in four levels, from the technique to the full explanation, or the reason why
//! there is no step.
//!
//! ```text
//! SolutionStatus ─┐
//!                 ├─▶ HintOutcome ─┬─▶ Hint     step, texts and highlights for each level
//! LogicalSolver ──┘                └─▶ PathEnd  mistakes, solved, stuck, …
//! ```

use std::borrow::Cow;

use ndoku_core::{Candidate, Cell, DigitSet, Highlight, Symbols};

use crate::hint_level::HintLevel;
use crate::logical_solver::LogicalSolver;
use crate::path_end::{PathEnd, highlight_cells};
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::solution_status::SolutionStatus;
use crate::step::{Deduction, Step};
use crate::text;

/// A step as a hint: texts and highlights for each level.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The step.
    pub step: Step,
    /// `true` if the puzzle has several solutions. Techniques that assume a unique solution are
    /// skipped then.
    pub has_multiple_solutions: bool,
    /// The texts, in the order of [`HintLevel::ALL`].
    texts: Box<[Phrase; 4]>,
}

impl Hint {
    /// Returns the hint for a step at this position. The step must have its explanation.
    #[must_use]
    pub fn new(position: &Position<'_>, step: Step, has_multiple_solutions: bool) -> Self {
        Self {
            texts: Box::new(HintLevel::ALL.map(|level| explain(position, &step, level))),
            step,
            has_multiple_solutions,
        }
    }

    /// Returns the changes of the step.
    #[must_use]
    pub fn deduction(&self) -> &Deduction {
        &self.step.deduction
    }

    /// Returns the text of a level. It ends with a full stop.
    #[must_use]
    pub fn text(&self, level: HintLevel) -> &Phrase {
        &self.texts[level as usize]
    }

    /// Returns the highlights of a level: none, then the place, then the reason, then also the
    /// changes.
    #[must_use]
    pub fn highlights(&self, level: HintLevel) -> Vec<Highlight> {
        match level {
            HintLevel::Nudge => Vec::new(),
            HintLevel::Where => self.highlight_place(),
            HintLevel::What => self.step.explanation.highlights.clone(),
            HintLevel::Full => self.step.highlights(),
        }
    }

    /// Highlights the houses of the reason, or else its cells, or else the cells that change.
    fn highlight_place(&self) -> Vec<Highlight> {
        let reason = &self.step.explanation.highlights;
        let houses: Vec<Highlight> = reason
            .iter()
            .filter(|highlight| matches!(highlight, Highlight::House(..)))
            .cloned()
            .collect();
        if !houses.is_empty() {
            return houses;
        }
        let mut cells: Vec<Cell> = reason
            .iter()
            .filter_map(|highlight| match highlight {
                Highlight::Cell(cell, _) => Some(*cell),
                Highlight::Candidate(candidate, _) => Some(candidate.cell),
                Highlight::House(..) | Highlight::Link { .. } => None,
            })
            .collect();
        if cells.is_empty() {
            cells = deduction_cells(&self.step);
        }
        highlight_cells(cells)
    }
}

/// The answer to a request for a hint.
#[derive(Clone, Debug)]
pub enum HintOutcome {
    /// The easiest step.
    Step(Hint),
    /// The reason why there is no step.
    End(PathEnd),
}

impl HintOutcome {
    /// Finds the easiest step, or the reason why there is none.
    #[must_use]
    pub fn find(solver: &LogicalSolver<'_>, status: &SolutionStatus) -> Self {
        if let Some(end) = PathEnd::for_state(solver, status) {
            return Self::End(end);
        }
        match solver.find_step() {
            Ok(step) => Self::Step(Hint::new(
                &solver.position(),
                step,
                status.has_multiple_solutions(),
            )),
            Err(end) => Self::End(PathEnd::new(end, status)),
        }
    }

    /// Returns the step as a hint, if there is one.
    #[must_use]
    pub fn hint(&self) -> Option<&Hint> {
        match self {
            Self::Step(hint) => Some(hint),
            Self::End(_) => None,
        }
    }

    /// Returns the reason why there is no step, if there is none.
    #[must_use]
    pub fn end(&self) -> Option<&PathEnd> {
        match self {
            Self::Step(_) => None,
            Self::End(end) => Some(end),
        }
    }

    /// Returns the text of a level. It ends with a full stop.
    #[must_use]
    pub fn text(&self, level: HintLevel, symbols: &Symbols) -> Cow<'_, Phrase> {
        match self {
            Self::Step(hint) => Cow::Borrowed(hint.text(level)),
            Self::End(end) => Cow::Owned(end.text(level, symbols)),
        }
    }

    /// Returns the highlights of a level.
    #[must_use]
    pub fn highlights(&self, level: HintLevel) -> Vec<Highlight> {
        match self {
            Self::Step(hint) => hint.highlights(level),
            Self::End(end) => end.highlights(level),
        }
    }

    /// Returns `true` if the outcome proposes a change: a step or the correction of mistakes.
    #[must_use]
    pub fn proposes_change(&self) -> bool {
        matches!(self, Self::Step(_) | Self::End(PathEnd::Wrong(_)))
    }
}

/// The maximum number of houses or cells that a hint names. Longer lists do not help.
const MAX_NAMED: usize = 6;

/// Returns a step as a text of this level. The step must have its explanation.
///
/// ```text
/// nudge  Try Pointing: all places of a digit in a box lie in one line, so it …
/// where  Look at box 4 and column 3 for Pointing.
/// what   Look at box 4 and column 3 for Pointing. The pattern is 5 in r4c3 and r5c3.
/// full   Pointing: In box 4, 5 can only go into r4c3 and r5c3, …
/// ```
fn explain(position: &Position<'_>, step: &Step, level: HintLevel) -> Phrase {
    let name = Phrase::from_template(step.technique.name, []);
    let look = || {
        let place = format_location(position, step);
        phrase!("Look at {place} for {name}.", place, name)
    };
    match level {
        HintLevel::Nudge => {
            let summary = Phrase::from_template(step.technique.summary, []).after_colon();
            phrase!("Try {name}: {summary}", name, summary)
        }
        HintLevel::Where => look(),
        HintLevel::What => Phrase::sentences([look(), format_pattern(position, step)]),
        HintLevel::Full => Phrase::joined([name, step.explanation.text.clone()], ": "),
    }
}

/// Returns the houses of the pattern, like `box 4 and column 3`, or its cells if it has no house.
fn format_location(position: &Position<'_>, step: &Step) -> Phrase {
    let mut houses: Vec<usize> = step
        .explanation
        .highlights
        .iter()
        .filter_map(|highlight| {
            if let Highlight::House(house, _) = highlight {
                Some(*house)
            } else {
                None
            }
        })
        .collect();
    houses.dedup();
    if houses.is_empty() || houses.len() > MAX_NAMED {
        let mut cells = pattern_cells(step);
        if cells.is_empty() || cells.len() > MAX_NAMED {
            cells = deduction_cells(step);
        }
        cells.truncate(MAX_NAMED);
        return text::join_and(cells);
    }
    position.format_houses(&houses)
}

/// Returns a sentence that names the digits and cells of the pattern.
fn format_pattern(position: &Position<'_>, step: &Step) -> Phrase {
    let pattern: Vec<Candidate> = candidates(step).collect();
    let digits: DigitSet = pattern.iter().map(|candidate| candidate.digit).collect();
    let cells = pattern_cells(step);
    match (digits.is_empty(), cells.is_empty()) {
        (false, _) => phrase!(
            "The pattern is {digits} in {cells}.",
            digits = position.format_digits(digits),
            cells = text::join_and(cells)
        ),
        (true, _) if !step.deduction.placements.is_empty() => {
            let digits: DigitSet = step
                .deduction
                .placements
                .iter()
                .map(|placed| placed.digit)
                .collect();
            let names = position.format_digits(digits);
            match digits.len() {
                1 => phrase!("The digit is {names}.", names),
                _ => phrase!("The digits are {names}.", names),
            }
        }
        (true, false) => format_cells(&cells),
        (true, true) => format_cells(&deduction_cells(step)),
    }
}

/// Returns a sentence that names these cells.
fn format_cells(cells: &[Cell]) -> Phrase {
    let names = text::join_and(cells);
    match cells.len() {
        1 => phrase!("The cell is {names}.", names),
        _ => phrase!("The cells are {names}.", names),
    }
}

/// Returns the highlighted candidates.
fn candidates(step: &Step) -> impl Iterator<Item = Candidate> {
    let reason = step.explanation.highlights.iter();
    reason.filter_map(|highlight| match highlight {
        Highlight::Candidate(candidate, _) => Some(*candidate),
        _ => None,
    })
}

/// Returns the highlighted cells, in reading order.
fn pattern_cells(step: &Step) -> Vec<Cell> {
    let highlighted = step.explanation.highlights.iter().filter_map(|highlight| {
        if let Highlight::Cell(cell, _) = highlight {
            Some(*cell)
        } else {
            None
        }
    });
    let mut cells: Vec<Cell> = candidates(step).map(|candidate| candidate.cell).collect();
    if cells.is_empty() {
        cells = highlighted.collect();
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn deduction_cells(step: &Step) -> Vec<Cell> {
    let mut cells: Vec<Cell> = step
        .deduction
        .placements
        .iter()
        .chain(&step.deduction.eliminations)
        .map(|one| one.cell)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

#[cfg(test)]
mod tests;
