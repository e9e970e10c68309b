//! A step told bit by bit: first what to look for, then where, then what it is about, then all of it.

use std::fmt;
use std::str::FromStr;

use ndoku_core::{Candidate, Cell, DigitSet, Mark, Role};

use crate::context::Context;
use crate::step::Step;
use crate::words;

/// How much a hint tells.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum HintLevel {
    /// Which technique to look for.
    #[default]
    Nudge,
    /// And where.
    Where,
    /// And which cells and digits it is about.
    What,
    /// And why it holds, and what follows.
    Full,
}

impl HintLevel {
    /// All, the least first.
    pub const ALL: [Self; 4] = [Self::Nudge, Self::Where, Self::What, Self::Full];

    /// The name, in lower case.
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
pub struct UnknownHintLevel(pub String);

impl FromStr for HintLevel {
    type Err = UnknownHintLevel;

    fn from_str(name: &str) -> Result<Self, UnknownHintLevel> {
        Self::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| UnknownHintLevel(name.to_owned()))
    }
}

/// So many houses or cells are named; with more, a hint would be no help.
const NAMED: usize = 6;

/// Says so much of a step, which must have its reasons.
///
/// ```text
/// nudge  Look for Pointing: all places of a digit in a box lie in one line, so it goes from the rest of the line.
/// where  Look at box 4 and column 3 for Pointing.
/// what   Look at box 4 and column 3 for Pointing. It is about 5 in r4c3 and r5c3.
/// full   Pointing: In box 4, 5 can only go into r4c3 and r5c3, … So 5 can be removed from r9c3.
/// ```
#[must_use]
pub fn say(context: &Context<'_>, step: &Step, level: HintLevel) -> String {
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
        HintLevel::Where => format!("Look at {} for {name}.", place(context, step)),
        HintLevel::What => format!(
            "Look at {} for {name}. {}",
            place(context, step),
            about(context, step)
        ),
        HintLevel::Full => format!("{name}: {}", step.why.text),
    }
}

/// `box 4 and column 3`, or the cells, where no house is part of the pattern.
fn place(context: &Context<'_>, step: &Step) -> String {
    let mut houses: Vec<usize> = step
        .why
        .marks
        .iter()
        .filter_map(|mark| {
            if let Mark::House(house, _) = mark {
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
            cells = effect_cells(step);
        }
        cells.truncate(NAMED);
        return words::list(cells.iter().map(ToString::to_string));
    }
    context.say_houses(&houses)
}

/// Which digits in which cells.
fn about(context: &Context<'_>, step: &Step) -> String {
    let pattern: Vec<Candidate> = candidates(step).collect();
    let digits: DigitSet = pattern.iter().map(|candidate| candidate.digit).collect();
    let cells = pattern_cells(step);
    match (digits.is_empty(), cells.is_empty()) {
        (false, _) => format!(
            "It is about {} in {}.",
            context.say_digits(digits),
            words::list(cells.iter().map(ToString::to_string))
        ),
        (true, _) if !step.effect.placements.is_empty() => {
            let digits: DigitSet = step
                .effect
                .placements
                .iter()
                .map(|placed| placed.digit)
                .collect();
            format!("It is about the digit {}.", context.say_digits(digits))
        }
        (true, false) => format!(
            "It is about {}.",
            words::list(cells.iter().map(ToString::to_string))
        ),
        (true, true) => format!(
            "It is about {}.",
            words::list(effect_cells(step).iter().map(ToString::to_string))
        ),
    }
}

/// The candidates that are pointed at, but for those that go or come.
fn candidates(step: &Step) -> impl Iterator<Item = Candidate> {
    step.why.marks.iter().filter_map(|mark| match mark {
        Mark::Candidate(candidate, role) if !matches!(role, Role::Placed | Role::Eliminated) => {
            Some(*candidate)
        }
        _ => None,
    })
}

/// The cells that are pointed at, in reading order.
fn pattern_cells(step: &Step) -> Vec<Cell> {
    let marked = step.why.marks.iter().filter_map(|mark| {
        if let Mark::Cell(cell, _) = mark {
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

fn effect_cells(step: &Step) -> Vec<Cell> {
    let mut cells: Vec<Cell> = step
        .effect
        .placements
        .iter()
        .chain(&step.effect.eliminations)
        .map(|one| one.cell)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Geometry;
    use crate::{handbook, techniques};

    #[test]
    fn each_level_says_more() {
        let technique = techniques::find("pointing").unwrap();
        let cases = handbook::cases(technique.handbook).unwrap();
        let position = &cases[0].position;
        let geometry = Geometry::of(position.board.layout());
        let context = Context::new(&position.puzzle, &position.board, &geometry);
        let step = technique
            .all(&context, true)
            .into_iter()
            .find(|step| step.effect.to_string() == cases[0].effect.to_string())
            .unwrap();
        let [nudge, where_, what, full] = HintLevel::ALL.map(|level| say(&context, &step, level));
        assert_eq!(
            nudge,
            "Look for Pointing: all places of a digit in a box lie in one line, so it goes from the rest of the line."
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
