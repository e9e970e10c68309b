//! `FUNCTIONS`: the ordered list of questions. Wrappers, help and tests are made from it.

use arrow_schema::Fields;

use crate::error::OptionError;
use crate::field::{Field, FieldKind};
use crate::options::Options;
use crate::worker::Worker;
use crate::{analyze, canonical, check, count, minimal, rate, solve};

/// A name for one field of the answers, as SQL uses it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// The name, without the prefix `ndoku_`.
    pub name: &'static str,
    /// The field.
    pub field: &'static str,
}

/// A question to a column of puzzles.
#[derive(Debug)]
pub struct Function {
    /// The name. SQL uses it with the prefix `ndoku_`.
    pub name: &'static str,
    /// A sentence about the question.
    pub summary: &'static str,
    /// The names of the columns that it takes.
    pub columns: &'static [&'static str],
    /// The names of its [`OPTIONS`](crate::OPTIONS).
    pub options: &'static [&'static str],
    /// The fields of its answers, the status first.
    pub fields: &'static [Field],
    /// Names for single fields.
    pub shorts: &'static [Short],
    /// Creates a worker.
    pub(crate) worker: fn(&Options) -> Box<dyn Worker>,
}

/// The status of a row, the first field of every answer.
const STATUS: Field = Field {
    name: "status",
    kind: FieldKind::Text,
    summary: "unique, multiple, none, invalid or stopped.",
};

const fn field(name: &'static str, kind: FieldKind, summary: &'static str) -> Field {
    Field {
        name,
        kind,
        summary,
    }
}

const fn short(name: &'static str, field: &'static str) -> Short {
    Short { name, field }
}

/// All functions, in the order of help and documents.
pub static FUNCTIONS: &[Function] = &[
    Function {
        name: "solve",
        summary: "Solves puzzles and says whether the solution is the only one.",
        columns: &["puzzle"],
        options: &["first", "seconds", "boxes", "rules", "threads"],
        fields: &[
            STATUS,
            field("solution", FieldKind::Text, "The only solution."),
        ],
        shorts: &[short("solution", "solution"), short("status", "status")],
        worker: solve::worker,
    },
    Function {
        name: "count",
        summary: "Counts solutions, up to a limit or exactly.",
        columns: &["puzzle"],
        options: &["limit", "seconds", "boxes", "rules", "threads"],
        fields: &[
            STATUS,
            field("count", FieldKind::U64, "The count, if it fits 64 bits."),
            field("exact", FieldKind::Bool, "Whether there are no more."),
            field(
                "count_text",
                FieldKind::Text,
                "The count in decimal digits.",
            ),
        ],
        shorts: &[short("solutions", "count")],
        worker: count::worker,
    },
    Function {
        name: "rate",
        summary: "Rates the difficulty of puzzles with one solution.",
        columns: &["puzzle"],
        options: &["profile", "seconds", "boxes", "rules", "threads"],
        fields: &[
            STATUS,
            field("er", FieldKind::F32, "The rating of the hardest step."),
            field(
                "ep",
                FieldKind::F32,
                "The rating of the hardest step up to the first placement.",
            ),
            field("ed", FieldKind::F32, "The rating of the first step."),
            field("level", FieldKind::Text, "The level in a word."),
            field(
                "technique",
                FieldKind::Text,
                "The technique of the hardest step.",
            ),
            field("score", FieldKind::U32, "HoDoKu's score."),
        ],
        shorts: &[short("er", "er"), short("level", "level")],
        worker: rate::worker,
    },
    Function {
        name: "canonical",
        summary: "Finds canonical forms: equivalent puzzles have the same form.",
        columns: &["puzzle"],
        options: &["form", "seconds", "boxes", "rules", "threads"],
        fields: &[
            STATUS,
            field("canonical", FieldKind::Text, "The canonical form."),
            field(
                "automorphisms",
                FieldKind::U64,
                "The number of automorphisms, if it fits 64 bits.",
            ),
        ],
        shorts: &[short("canonical_form", "canonical")],
        worker: canonical::worker,
    },
    Function {
        name: "minimal",
        summary: "Tests whether puzzles with one solution have no redundant clue.",
        columns: &["puzzle"],
        options: &["seconds", "boxes", "rules", "threads"],
        fields: &[
            STATUS,
            field(
                "minimal",
                FieldKind::Bool,
                "Whether there is one solution and no redundant clue.",
            ),
            field("clues", FieldKind::U32, "The number of clues."),
        ],
        shorts: &[short("is_minimal", "minimal"), short("clues", "clues")],
        worker: minimal::worker,
    },
    Function {
        name: "check",
        summary: "Checks whether grids in a second column solve the puzzles.",
        columns: &["puzzle", "solution"],
        options: &["seconds", "boxes", "rules", "threads"],
        fields: &[
            STATUS,
            field(
                "ok",
                FieldKind::Bool,
                "Whether the grid is a solution of the puzzle.",
            ),
        ],
        shorts: &[short("is_solution", "ok")],
        worker: check::worker,
    },
    Function {
        name: "analyze",
        summary: "Describes puzzles: clues, symmetry, minimality, automorphisms and backdoors.",
        columns: &["puzzle"],
        options: &["seconds", "boxes", "rules", "threads"],
        fields: &[
            STATUS,
            field("clues", FieldKind::U32, "The number of clues."),
            field(
                "symmetry",
                FieldKind::Text,
                "The symmetry of the pattern of clues.",
            ),
            field("minimal", FieldKind::Bool, "Whether no clue is redundant."),
            field(
                "redundant",
                FieldKind::U32,
                "The number of clues that are redundant on their own.",
            ),
            field(
                "automorphisms",
                FieldKind::U64,
                "The number of automorphisms, if it fits 64 bits.",
            ),
            field(
                "singles",
                FieldKind::Bool,
                "Whether singles solve the puzzle.",
            ),
            field(
                "backdoors",
                FieldKind::U32,
                "The number of cells that leave nothing but singles.",
            ),
        ],
        shorts: &[],
        worker: analyze::worker,
    },
];

/// Returns the function with this name.
#[must_use]
pub fn find_function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

impl Function {
    /// Returns the fields of the answers as Arrow has them. All may be null.
    #[must_use]
    pub fn arrow_fields(&self) -> Fields {
        self.fields
            .iter()
            .map(|field| arrow_schema::Field::new(field.name, field.kind.data_type(), true))
            .collect()
    }

    /// Returns the options with these values, given as names and texts.
    ///
    /// # Errors
    /// Returns a sentence if the function has no such option, or if it does not take this value.
    pub fn parse_options<'a>(
        &self,
        values: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Options, OptionError> {
        let mut options = Options::default();
        for (name, value) in values {
            if !self.options.contains(&name) {
                let names = self.options.iter().copied();
                let kind = format!("option of {}", self.name);
                let sentence = ndoku::names::unknown_name(&kind, name, names, None);
                return Err(OptionError::Value(sentence));
            }
            options.set(name, value)?;
        }
        Ok(options)
    }
}
