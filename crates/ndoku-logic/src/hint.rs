//! Hints: a step in four levels, from the technique to the full explanation.

use std::fmt;
use std::str::FromStr;

use ndoku_core::{Candidate, Cell, DigitSet, Highlight, HighlightRole};

use crate::position::Position;
use crate::step::Step;
use crate::text;

/// The amount of information in a hint.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum HintLevel {
    /// The technique.
    #[default]
    Nudge,
    /// Also the place.
    Where,
    /// Also the cells and digits of the pattern.
    What,
    /// Also the reason and the conclusion.
    Full,
}

impl HintLevel {
    /// All levels, the shortest first.
    pub const ALL: [Self; 4] = [Self::Nudge, Self::Where, Self::What, Self::Full];

    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nudge => "nudge",
            Self::Where => "where",
            Self::What => "what",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for HintLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown level of a hint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", ndoku_core::unknown_name("level of a hint", .0, HintLevel::ALL.iter().map(|level| level.name()), None))]
pub struct UnknownHintLevelError(pub String);

impl FromStr for HintLevel {
    type Err = UnknownHintLevelError;

    fn from_str(name: &str) -> Result<Self, UnknownHintLevelError> {
        Self::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| UnknownHintLevelError(name.to_owned()))
    }
}

/// The maximum number of houses or cells that a hint names. Longer lists do not help.
const NAMED: usize = 6;

/// Returns a step as a hint of this level. The step must have its explanation.
///
/// ```text
/// nudge  Look for Pointing: all places of a digit in a box lie in one line, so it …
/// where  Look at box 4 and column 3 for Pointing.
/// what   Look at box 4 and column 3 for Pointing. It is about 5 in r4c3 and r5c3.
/// full   Pointing: In box 4, 5 can only go into r4c3 and r5c3, …
/// ```
#[must_use]
pub fn explain(position: &Position<'_>, step: &Step, level: HintLevel) -> String {
    let name = step.technique.name;
    match level {
        HintLevel::Nudge => {
            let mut letters = step.technique.summary.chars();
            let first: String = letters
                .next()
                .into_iter()
                .flat_map(char::to_lowercase)
                .collect();
            format!("Look for {name}: {first}{}", letters.as_str())
        }
        HintLevel::Where => format!("Look at {} for {name}.", format_location(position, step)),
        HintLevel::What => format!(
            "Look at {} for {name}. {}",
            format_location(position, step),
            format_pattern(position, step)
        ),
        HintLevel::Full => format!("{name}: {}", step.explanation.text),
    }
}

/// Returns the houses of the pattern, like `box 4 and column 3`, or its cells if it has no house.
fn format_location(position: &Position<'_>, step: &Step) -> String {
    let mut houses: Vec<usize> = step
        .explanation
        .marks
        .iter()
        .filter_map(|mark| {
            if let Highlight::House(house, _) = mark {
                Some(*house)
            } else {
                None
            }
        })
        .collect();
    houses.dedup();
    if houses.is_empty() || houses.len() > NAMED {
        let mut cells = pattern_cells(step);
        if cells.is_empty() || cells.len() > NAMED {
            cells = deduction_cells(step);
        }
        cells.truncate(NAMED);
        return text::join_and(cells.iter().map(ToString::to_string));
    }
    position.format_houses(&houses)
}

/// Returns a sentence that names the digits and cells of the pattern.
fn format_pattern(position: &Position<'_>, step: &Step) -> String {
    let pattern: Vec<Candidate> = candidates(step).collect();
    let digits: DigitSet = pattern.iter().map(|candidate| candidate.digit).collect();
    let cells = pattern_cells(step);
    match (digits.is_empty(), cells.is_empty()) {
        (false, _) => format!(
            "It is about {} in {}.",
            position.format_digits(digits),
            text::join_and(cells.iter().map(ToString::to_string))
        ),
        (true, _) if !step.deduction.placements.is_empty() => {
            let digits: DigitSet = step
                .deduction
                .placements
                .iter()
                .map(|placed| placed.digit)
                .collect();
            format!("It is about the digit {}.", position.format_digits(digits))
        }
        (true, false) => format!(
            "It is about {}.",
            text::join_and(cells.iter().map(ToString::to_string))
        ),
        (true, true) => format!(
            "It is about {}.",
            text::join_and(deduction_cells(step).iter().map(ToString::to_string))
        ),
    }
}

/// Returns the highlighted candidates, without placements and eliminations.
fn candidates(step: &Step) -> impl Iterator<Item = Candidate> {
    step.explanation.marks.iter().filter_map(|mark| match mark {
        Highlight::Candidate(candidate, role)
            if !matches!(role, HighlightRole::Placed | HighlightRole::Eliminated) =>
        {
            Some(*candidate)
        }
        _ => None,
    })
}

/// Returns the highlighted cells, in reading order.
fn pattern_cells(step: &Step) -> Vec<Cell> {
    let marked = step.explanation.marks.iter().filter_map(|mark| {
        if let Highlight::Cell(cell, _) = mark {
            Some(*cell)
        } else {
            None
        }
    });
    let mut cells: Vec<Cell> = candidates(step).map(|candidate| candidate.cell).collect();
    if cells.is_empty() {
        cells = marked.collect();
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
mod tests {
    use super::*;
    use crate::position::Geometry;
    use crate::{handbook, techniques};

    #[test]
    fn each_level_adds_information() {
        let technique = techniques::find("pointing").unwrap();
        let cases = handbook::parse_cases(technique.handbook).unwrap();
        let state = &cases[0].state;
        let geometry = Geometry::for_layout(state.board.layout());
        let position = Position::new(&state.puzzle, &state.board, &geometry);
        let step = technique
            .all_steps(&position, true)
            .into_iter()
            .find(|step| step.deduction.to_string() == cases[0].deduction.to_string())
            .unwrap();
        let [nudge, where_, what, full] =
            HintLevel::ALL.map(|level| explain(&position, &step, level));
        assert_eq!(
            nudge,
            "Look for Pointing: all places of a digit in a box lie in one line, so it is removed \
            from the rest of the line."
        );
        assert_eq!(where_, "Look at box 4 and row 5 for Pointing.");
        assert_eq!(
            what,
            "Look at box 4 and row 5 for Pointing. It is about 5 in r5c1 and r5c3."
        );
        assert!(
            full.starts_with("Pointing: In box 4, 5 can only go")
                && full.ends_with("So 5 can be removed from r5c4 and r5c5."),
            "{full}"
        );
        assert_eq!(
            HintLevel::ALL.map(|level| level.name().parse()),
            HintLevel::ALL.map(Ok)
        );
    }
}
