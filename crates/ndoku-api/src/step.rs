//! A step of reasoning in an answer: what it changes, and what to point at, in numbers; what to say, in words.

use ndoku::hint::{self, Game, HintLevel};
use ndoku::logic::Context;
use ndoku::logic::step::Step;
use ndoku::{Candidate, Layout};
use serde::Serialize;

use crate::puzzle_input::cell_indices;

/// A digit in a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellDigit {
    /// The cell, from 0, row by row.
    pub cell: usize,
    /// The digit, from 1.
    pub digit: u8,
}

impl CellDigit {
    pub(crate) fn new(layout: &Layout, candidate: &Candidate) -> Self {
        Self {
            cell: layout.index(candidate.cell),
            digit: candidate.digit.get(),
        }
    }

    fn from_candidates(layout: &Layout, candidates: &[Candidate]) -> Vec<Self> {
        candidates
            .iter()
            .map(|candidate| Self::new(layout, candidate))
            .collect()
    }
}

/// A step, told in full and bit by bit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepResponse {
    /// The technique's name as it is written in commands.
    pub technique: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// How hard the step is, on ndoku's own scale.
    pub rating: f64,
    /// The digits it places.
    pub placements: Vec<CellDigit>,
    /// The candidates it eliminates.
    pub eliminations: Vec<CellDigit>,
    /// Which technique to look for.
    pub nudge: String,
    /// And where.
    #[serde(rename = "where")]
    pub place: String,
    /// And which cells and digits it is about.
    pub what: String,
    /// Why it holds, and what follows.
    pub text: String,
    /// What to point at.
    pub marks: Vec<Mark>,
}

/// Something to point at. The roles are `pattern`, `base`, `cover`, `fin`, `pivot`, `on`, `off`, `group 1` and on, `placed`, `eliminated`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Mark {
    /// A cell.
    Cell {
        /// The cell.
        cell: usize,
        /// What it stands for.
        role: String,
    },
    /// A candidate.
    Candidate {
        /// Its cell.
        cell: usize,
        /// Its digit.
        digit: u8,
        /// What it stands for.
        role: String,
    },
    /// A house.
    House {
        /// Its name.
        house: String,
        /// Its cells.
        cells: Vec<usize>,
        /// What it stands for.
        role: String,
    },
    /// A link between candidates, or groups of them.
    Link {
        /// Where it begins.
        from: Vec<CellDigit>,
        /// Where it ends.
        to: Vec<CellDigit>,
        /// One of the two ends at least is true; otherwise one at most.
        strong: bool,
    },
}

impl Mark {
    fn new(layout: &Layout, mark: &ndoku::Mark) -> Self {
        match mark {
            ndoku::Mark::Cell(cell, role) => Self::Cell {
                cell: layout.index(*cell),
                role: role.name(),
            },
            ndoku::Mark::Candidate(candidate, role) => {
                let CellDigit { cell, digit } = CellDigit::new(layout, candidate);
                Self::Candidate {
                    cell,
                    digit,
                    role: role.name(),
                }
            }
            ndoku::Mark::House(house, role) => {
                let house = &layout.houses()[*house];
                Self::House {
                    house: house.name().to_owned(),
                    cells: cell_indices(layout, house.cells()),
                    role: role.name(),
                }
            }
            ndoku::Mark::Link { from, to, strong } => Self::Link {
                from: CellDigit::from_candidates(layout, from),
                to: CellDigit::from_candidates(layout, to),
                strong: *strong,
            },
        }
    }
}

impl StepResponse {
    /// The answer for a step that has its reasons.
    pub(crate) fn new(context: &Context<'_>, layout: &Layout, step: &Step) -> Self {
        let say = |level| hint::say(context, step, level);
        Self {
            technique: step.technique.id,
            name: step.technique.name,
            rating: step.difficulty.to_f64(),
            placements: CellDigit::from_candidates(layout, &step.effect.placements),
            eliminations: CellDigit::from_candidates(layout, &step.effect.eliminations),
            nudge: say(HintLevel::Nudge),
            place: say(HintLevel::Where),
            what: say(HintLevel::What),
            text: step.why.text.clone(),
            marks: step
                .why
                .marks
                .iter()
                .map(|mark| Mark::new(layout, mark))
                .collect(),
        }
    }
}

/// Something in a state that contradicts the solution.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Mistake {
    /// This digit does not belong there.
    Digit(CellDigit),
    /// This candidate was removed, and belongs there.
    Candidate(CellDigit),
}

impl Mistake {
    /// Those of a game.
    pub(crate) fn from_game(game: &Game) -> Vec<Self> {
        let layout = game.puzzle().layout();
        let said = |mistake: &hint::Mistake| match mistake {
            hint::Mistake::Digit(wrong) => Self::Digit(CellDigit::new(layout, wrong)),
            hint::Mistake::Candidate(gone) => Self::Candidate(CellDigit::new(layout, gone)),
        };
        game.mistakes().iter().map(said).collect()
    }
}
