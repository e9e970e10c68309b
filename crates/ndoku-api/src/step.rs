//! A logical step in a response: its changes and marks as numbers, and its explanation as text.

use ndoku::hint::{self, Hint, HintLevel, Language, UnknownLanguageError};
use ndoku::{Candidate, Layout};
use serde::Serialize;

use crate::puzzle_input::cell_indices;
use crate::{Problem, ProblemKind};

/// Reads the code of a language. The default is English.
///
/// # Errors
/// Fails for an unknown code.
pub(crate) fn parse_language(code: Option<&str>) -> Result<Language, Problem> {
    let parsed = code.map_or(Ok(Language::default()), str::parse);
    parsed.map_err(|error: UnknownLanguageError| {
        Problem::new(ProblemKind::Malformed, error.to_string())
    })
}

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

/// A step with hints of increasing detail.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepResponse {
    /// The ID of the technique, as in commands.
    pub technique: &'static str,
    /// The name of the technique for people.
    pub name: &'static str,
    /// The difficulty of the step, on ndoku's own scale.
    pub rating: f64,
    /// The digits that the step places.
    pub placements: Vec<CellDigit>,
    /// The candidates that the step eliminates.
    pub eliminations: Vec<CellDigit>,
    /// A hint that names the technique.
    pub nudge: String,
    /// A hint that also names the place.
    #[serde(rename = "where")]
    pub place: String,
    /// A hint that also names cells and digits.
    pub what: String,
    /// The reason and the consequences.
    pub text: String,
    /// The marks of the step.
    pub marks: Vec<Highlight>,
}

/// A mark of a step. The roles are `pattern`, `base`, `cover`, `fin`, `pivot`, `on`, `off`, `group
/// 1`, `group 2` …, `placed` and `eliminated`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Highlight {
    /// A cell.
    Cell {
        /// The cell.
        cell: usize,
        /// The role of the mark.
        role: String,
    },
    /// A candidate.
    Candidate {
        /// The cell of the candidate.
        cell: usize,
        /// The digit of the candidate.
        digit: u8,
        /// The role of the mark.
        role: String,
    },
    /// A house.
    House {
        /// The name of the house.
        house: String,
        /// The cells of the house.
        cells: Vec<usize>,
        /// The role of the mark.
        role: String,
    },
    /// A link between candidates or groups of candidates.
    Link {
        /// The start of the link.
        from: Vec<CellDigit>,
        /// The end of the link.
        to: Vec<CellDigit>,
        /// `true` if at least one end is true, `false` if at most one end is true.
        strong: bool,
    },
}

impl Highlight {
    fn new(layout: &Layout, highlight: &ndoku::Highlight) -> Self {
        match highlight {
            ndoku::Highlight::Cell(cell, role) => Self::Cell {
                cell: layout.index(*cell),
                role: role.name(),
            },
            ndoku::Highlight::Candidate(candidate, role) => {
                let CellDigit { cell, digit } = CellDigit::new(layout, candidate);
                Self::Candidate {
                    cell,
                    digit,
                    role: role.name(),
                }
            }
            ndoku::Highlight::House(house, role) => {
                let house = &layout.houses()[*house];
                Self::House {
                    house: house.name().to_owned(),
                    cells: cell_indices(layout, house.cells()),
                    role: role.name(),
                }
            }
            ndoku::Highlight::Link { from, to, strong } => Self::Link {
                from: CellDigit::from_candidates(layout, from),
                to: CellDigit::from_candidates(layout, to),
                strong: *strong,
            },
        }
    }
}

impl StepResponse {
    /// Creates the response for a hint, with texts in a language. Its highlights are those of the
    /// reason.
    #[must_use]
    pub fn new(layout: &Layout, hint: &Hint, language: Language) -> Self {
        let step = &hint.step;
        let text = |level| hint.text(level).in_language(language);
        Self {
            technique: step.technique.id,
            name: step.technique.name_in(language),
            rating: step.difficulty.to_f64(),
            placements: CellDigit::from_candidates(layout, &step.deduction.placements),
            eliminations: CellDigit::from_candidates(layout, &step.deduction.eliminations),
            nudge: text(HintLevel::Nudge),
            place: text(HintLevel::Where),
            what: text(HintLevel::What),
            text: step.explanation.text.in_language(language),
            marks: step
                .explanation
                .highlights
                .iter()
                .map(|highlight| Highlight::new(layout, highlight))
                .collect(),
        }
    }
}

/// A contradiction between a state and the solution.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Mistake {
    /// A wrong digit.
    Digit(CellDigit),
    /// A removed candidate that is in the solution.
    Candidate(CellDigit),
}

impl Mistake {
    /// Converts the mistakes of a state.
    pub(crate) fn from_mistakes(layout: &Layout, mistakes: &[hint::Mistake]) -> Vec<Self> {
        let convert = |mistake: &hint::Mistake| match mistake {
            hint::Mistake::Digit(wrong) => Self::Digit(CellDigit::new(layout, wrong)),
            hint::Mistake::Candidate(gone) => Self::Candidate(CellDigit::new(layout, gone)),
        };
        mistakes.iter().map(convert).collect()
    }
}
