//! `RulePropagators`: a constraint of the layout with its propagators, and the words that name it.
//!
//! ```text
//! layout ─▶ Constraint::propagators ─▶ RulePropagators ─▶ techniques: Propagator::filter
//!               │                                             └─▶ text
//!               └─ id, argument ─▶ "the cage at r1c1", "the white dot between r1c1 and r1c2"
//! ```
//!
//! Layouts above [`MAX_SIZE`] have no propagators, so the techniques of propagators find nothing
//! there.

use ndoku_core::propagator::{LayoutFacts, MAX_SIZE, Propagator, PropagatorRule};
use ndoku_core::{Candidate, Cell, Digit, DigitSet, Layout};

use crate::cells::CellSet;
use crate::phrase::{Phrase, phrase};
use crate::position::Position;
use crate::text;

/// The kind of reasoning that the pairs of a constraint ask for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PairKind {
    /// A relation between two digits.
    Relation,
    /// A digit is smaller than another.
    Order,
    /// Digits belong to different classes.
    Class,
    /// A digit says where another one is.
    Index,
}

/// A constraint with its propagators.
#[derive(Clone, Debug)]
pub struct RulePropagators {
    /// The identifier of the rule.
    pub id: &'static str,
    /// The name with its article and place: `the cage at r1c1`.
    pub name: Phrase,
    /// The demand in one sentence, without a full stop.
    pub demand: Phrase,
    /// The noun of the name and the cell that says its place, if there is one: `cage`, `r1c1`.
    noun_at_cell: Option<(Phrase, Cell)>,
    /// The text before the colon of the argument.
    pub value: String,
    /// The cells.
    pub cells: Vec<usize>,
    /// The propagators.
    pub propagators: Vec<Propagator>,
}

impl RulePropagators {
    /// Lowers the constraints of a layout.
    pub(crate) fn for_layout(layout: &Layout) -> Vec<Self> {
        if layout.constraints().is_empty() || layout.size() > MAX_SIZE {
            return Vec::new();
        }
        let facts = LayoutFacts::new(layout);
        let lower = |constraint: &std::sync::Arc<dyn ndoku_core::constraint::Constraint>| {
            let mut propagators = constraint.propagators(&facts).unwrap_or_default();
            if constraint.is_pairwise() {
                // The weak links include the pairs that follow from others.
                let links = |from: Candidate, link: &mut dyn FnMut(Candidate)| {
                    constraint.weak_links(from, facts.size(), link);
                };
                propagators
                    .retain(|propagator| matches!(propagator.rule(), PropagatorRule::DigitSets(_)));
                propagators.extend(facts.propagators_of_links(constraint.cells(), &links));
            }
            let cells: Vec<usize> = constraint
                .cells()
                .iter()
                .map(|c| layout.index(*c))
                .collect();
            let words = RuleWords::find(constraint.id());
            let argument = constraint.argument();
            let (value, line) = argument.split_once(':').unwrap_or(("", argument));
            let value = value.trim().to_owned();
            let noun_at_cell = words.noun_at_cell(&value, constraint.cells());
            let name = match &noun_at_cell {
                Some((noun, cell)) => phrase!("the {noun} at {cell}", noun, cell = *cell),
                None => words.name(&value, line.trim(), constraint.cells()),
            };
            Self {
                id: constraint.id(),
                name,
                noun_at_cell,
                demand: words.demand(&value, layout.size()),
                value,
                cells,
                propagators,
            }
        };
        layout.constraints().iter().map(lower).collect()
    }

    /// Returns the names of several rules: `the cages at r1c1 and r1c4` if all have the same noun.
    #[must_use]
    pub fn format_names(rules: &[&Self]) -> Phrase {
        let known: Option<Vec<&(Phrase, Cell)>> = rules
            .iter()
            .map(|rule| rule.noun_at_cell.as_ref())
            .collect();
        match known.as_deref() {
            Some([(noun, _), rest @ ..]) if rest.iter().all(|(other, _)| other == noun) => {
                let cells = rules.iter().filter_map(|rule| rule.noun_at_cell.as_ref());
                let cells = text::join_and(cells.map(|(_, cell)| cell));
                phrase!("the {noun}s at {cells}", noun, cells)
            }
            _ => text::join_and(rules.iter().map(|rule| &rule.name)),
        }
    }

    /// Returns the kind of reasoning that the pairs ask for.
    #[must_use]
    pub fn pair_kind(&self) -> PairKind {
        match self.id {
            "thermo" | "slow-thermo" | "greater" | "minimum" | "maximum" => PairKind::Order,
            "entropic" | "modular" => PairKind::Class,
            "row-indexer" | "column-indexer" | "box-indexer" | "numbered-room" => PairKind::Index,
            _ => PairKind::Relation,
        }
    }

    /// Returns the propagators that relate two cells.
    pub fn pairs(&self) -> impl Iterator<Item = ([usize; 2], &Propagator)> {
        self.propagators
            .iter()
            .filter_map(|propagator| match propagator.watched() {
                [a, b] if matches!(propagator.rule(), PropagatorRule::Pair(_)) => {
                    Some(([usize::from(*a), usize::from(*b)], propagator))
                }
                _ => None,
            })
    }
}

/// The words for a rule.
struct RuleWords {
    id: &'static str,
    /// A noun without article. `{value}` stands for the value of the argument.
    noun: &'static str,
    place: PlaceWords,
    /// The demand. `{value}` stands for the value of the argument.
    demand: &'static str,
    /// The value if the argument has none. 0 stands for half the size, rounded up.
    default: &'static str,
}

/// The way to name the place of a constraint.
#[derive(Copy, Clone)]
enum PlaceWords {
    /// `at r1c1`
    First,
    /// `between r1c1 and r1c2`
    Between,
    /// `of row 3`: the argument names the line.
    Line,
    /// The rule holds everywhere.
    Nowhere,
}

impl RuleWords {
    const fn new(
        id: &'static str,
        noun: &'static str,
        place: PlaceWords,
        demand: &'static str,
    ) -> Self {
        Self {
            id,
            noun,
            place,
            demand,
            default: "",
        }
    }

    const fn with_default(self, default: &'static str) -> Self {
        Self { default, ..self }
    }

    /// Returns the words for a rule, or general ones.
    fn find(id: &'static str) -> &'static Self {
        let known = WORDS.iter().find(|words| words.id == id);
        known.unwrap_or(&UNKNOWN)
    }

    fn noun(&self, value: &str) -> Phrase {
        let value = if value.is_empty() {
            self.default
        } else {
            value
        };
        // Nouns without the value are equal whatever it is.
        if self.noun.contains("{value}") {
            Phrase::from_template(self.noun, [("value", Phrase::plain(value))])
        } else {
            Phrase::from_template(self.noun, [])
        }
    }

    /// Returns the noun and the first cell if a name has the form `the cage at r1c1`.
    fn noun_at_cell(&self, value: &str, cells: &[Cell]) -> Option<(Phrase, Cell)> {
        match (self.place, cells) {
            (PlaceWords::Between, [_, _]) => None,
            (PlaceWords::First | PlaceWords::Between, [first, ..]) => {
                Some((self.noun(value), *first))
            }
            _ => None,
        }
    }

    /// Returns the name of a rule that has no noun at a cell.
    fn name(&self, value: &str, line: &str, cells: &[Cell]) -> Phrase {
        let noun = self.noun(value);
        match (self.place, cells) {
            (PlaceWords::Between, [a, b]) => {
                phrase!("the {noun} between {a} and {b}", noun, a = *a, b = *b)
            }
            (PlaceWords::Line, _) if !line.is_empty() => {
                phrase!("the {noun} of {line}", noun, line = Phrase::house(line))
            }
            _ => phrase!("the {noun}", noun),
        }
    }

    fn demand(&self, value: &str, size: u8) -> Phrase {
        let half = size.div_ceil(2).to_string();
        let value = match (value, self.default) {
            ("", "0") => &half,
            ("", default) => default,
            (value, _) => value,
        };
        Phrase::from_template(self.demand, [("value", Phrase::plain(value))])
    }
}

static UNKNOWN: RuleWords = RuleWords::new(
    "",
    "additional rule",
    PlaceWords::First,
    "the additional rule restricts these cells",
);

use PlaceWords::{Between, First, Line, Nowhere};

/// The words for all rules.
static WORDS: &[RuleWords] = &[
    RuleWords::new(
        "anti-knight",
        "anti-knight rule",
        Nowhere,
        "cells a knight's move apart differ",
    ),
    RuleWords::new(
        "anti-king",
        "anti-king rule",
        Nowhere,
        "cells a king's move apart differ",
    ),
    RuleWords::new(
        "non-consecutive",
        "non-consecutive rule",
        Nowhere,
        "cells side by side are never consecutive",
    ),
    RuleWords::new(
        "killer",
        "cage",
        First,
        "the digits of a cage differ and have its sum",
    ),
    RuleWords::new(
        "sum",
        "sum",
        First,
        "the weighted digits have the sum {value}",
    ),
    RuleWords::new(
        "arrow",
        "arrow",
        First,
        "the digits along it have the sum that its circle shows",
    ),
    RuleWords::new(
        "double-arrow",
        "double arrow",
        First,
        "the two ends have the same sum as the cells between them",
    ),
    RuleWords::new(
        "little-killer",
        "little killer {value}",
        First,
        "the digits on the diagonal have the sum {value}",
    ),
    RuleWords::new(
        "region-sum",
        "region sum line",
        First,
        "the parts of the line in each box have the same sum",
    ),
    RuleWords::new(
        "zipper",
        "zipper line",
        First,
        "cells at the same distance from the middle have the same sum",
    ),
    RuleWords::new(
        "sum-line",
        "sum line",
        First,
        "the line can be cut into parts with the sum {value}",
    ),
    RuleWords::new(
        "difference",
        "white dot",
        Between,
        "its two digits differ by {value}",
    )
    .with_default("1"),
    RuleWords::new(
        "ratio",
        "black dot",
        Between,
        "one of its digits is {value} times the other",
    )
    .with_default("2"),
    RuleWords::new(
        "xv",
        "{value}",
        Between,
        "its two digits have the sum that it shows",
    ),
    RuleWords::new(
        "difference-negative",
        "rule of missing white dots",
        Nowhere,
        "cells side by side without a dot have no difference of a white dot",
    ),
    RuleWords::new(
        "ratio-negative",
        "rule of missing black dots",
        Nowhere,
        "cells side by side without a dot have no ratio of a black dot",
    ),
    RuleWords::new(
        "xv-negative",
        "rule of missing X and V",
        Nowhere,
        "cells side by side without X or V have neither sum 5 nor sum 10",
    ),
    RuleWords::new("thermo", "thermometer", First, "the digits rise along it"),
    RuleWords::new(
        "slow-thermo",
        "slow thermometer",
        First,
        "the digits never fall along it",
    ),
    RuleWords::new(
        "whisper",
        "whisper line",
        First,
        "neighbors on the line differ by at least {value}",
    )
    .with_default("0"),
    RuleWords::new(
        "renban",
        "renban line",
        First,
        "the digits of the line are consecutive",
    ),
    RuleWords::new(
        "nabner",
        "nabner line",
        First,
        "no two digits of the line are equal or consecutive",
    ),
    RuleWords::new(
        "palindrome",
        "palindrome",
        First,
        "cells at the same distance from both ends are equal",
    ),
    RuleWords::new(
        "clone",
        "clone",
        First,
        "cells at the same place of both clones are equal",
    ),
    RuleWords::new(
        "entropic",
        "entropic line",
        First,
        "any three successive cells have a low, a middle and a high digit",
    ),
    RuleWords::new(
        "modular",
        "modular line",
        First,
        "any {value} successive cells have different remainders modulo {value}",
    )
    .with_default("3"),
    RuleWords::new(
        "between",
        "between line",
        First,
        "the inner digits lie strictly between those at the ends",
    ),
    RuleWords::new(
        "lockout",
        "lockout line",
        First,
        "the ends differ by at least {value}, and no inner digit lies in their range",
    )
    .with_default("4"),
    RuleWords::new(
        "greater",
        "inequality sign",
        Between,
        "the first of its two cells has the greater digit",
    ),
    RuleWords::new(
        "minimum",
        "minimum cell",
        First,
        "a minimum cell is smaller than its unmarked neighbors",
    ),
    RuleWords::new(
        "maximum",
        "maximum cell",
        First,
        "a maximum cell is greater than its unmarked neighbors",
    ),
    RuleWords::new("odd", "odd mark", Nowhere, "marked cells hold odd digits"),
    RuleWords::new(
        "even",
        "even mark",
        Nowhere,
        "marked cells hold even digits",
    ),
    RuleWords::new(
        "pairs",
        "line",
        First,
        "neighbors on the line satisfy its table of pairs",
    ),
    RuleWords::new(
        "sandwich",
        "sandwich clue {value}",
        Line,
        "the digits between the smallest and the largest digit have the sum {value}",
    ),
    RuleWords::new(
        "x-sum",
        "X-sum {value}",
        Line,
        "the first X digits have the sum {value}, where X is the first of them",
    ),
    RuleWords::new(
        "skyscraper",
        "skyscraper clue {value}",
        Line,
        "exactly {value} digits are greater than all digits before them",
    ),
    RuleWords::new(
        "numbered-room",
        "numbered room {value}",
        Line,
        "the X-th digit is {value}, where X is the first digit",
    ),
    RuleWords::new(
        "row-indexer",
        "row indexer",
        First,
        "its digit says in which row of the column its own row number stands",
    ),
    RuleWords::new(
        "column-indexer",
        "column indexer",
        First,
        "its digit says in which column of the row its own column number stands",
    ),
    RuleWords::new(
        "box-indexer",
        "box indexer",
        First,
        "its digit says at which place of the box the number of its own place stands",
    ),
    RuleWords::new(
        "quadruple",
        "quadruple {value}",
        First,
        "the four cells contain the digits {value}",
    ),
    RuleWords::new(
        "global-entropy",
        "2×2 square",
        First,
        "each 2×2 square has a low, a middle and a high digit",
    ),
    RuleWords::new(
        "global-mod",
        "2×2 square",
        First,
        "each 2×2 square has digits of all three remainders modulo 3",
    ),
    RuleWords::new(
        "counting-circles",
        "counting circles",
        Nowhere,
        "a digit in a circle is in as many circles as it says",
    ),
];

/// Returns the nouns and the demands of all rules.
#[cfg(test)]
pub(crate) fn all_words() -> impl Iterator<Item = &'static str> {
    let all = WORDS.iter().chain([&UNKNOWN]);
    all.flat_map(|words| [words.noun, words.demand])
}

/// Returns the digits of a mask, ascending.
pub fn mask_digits(mut mask: u16) -> impl Iterator<Item = Digit> + Clone {
    std::iter::from_fn(move || {
        let digit = (mask != 0).then(|| Digit::from_index(mask.trailing_zeros() as usize))?;
        mask &= mask - 1;
        Some(digit)
    })
}

/// Returns the digits of a mask as a set.
#[must_use]
pub fn mask_set(mask: u16) -> DigitSet {
    DigitSet::from_words([u64::from(mask), 0, 0, 0])
}

/// Returns the smallest and the largest digit of a mask as numbers. The mask must not be empty.
#[must_use]
pub const fn mask_range(mask: u16) -> (u32, u32) {
    (mask.trailing_zeros() + 1, 16 - mask.leading_zeros())
}

/// The candidates of all cells as masks. A decided cell has the bit of its digit.
#[derive(Clone, Debug)]
pub struct Masks(pub Vec<u16>);

impl Masks {
    /// Returns the masks of a position. The size must be at most 16.
    #[must_use]
    pub fn new(position: &Position<'_>) -> Self {
        let mask = |cell: usize| match position.digit(cell) {
            Some(digit) => 1 << digit.index(),
            None => position.candidates(cell).words()[0] as u16,
        };
        Self((0..position.cell_count()).map(mask).collect())
    }

    /// Returns the masks of some cells.
    #[must_use]
    pub fn of(&self, cells: &[u16]) -> Vec<u16> {
        cells
            .iter()
            .map(|cell| self.0[usize::from(*cell)])
            .collect()
    }

    /// Returns the candidates of open cells that these masks lack, ascending. A cell may occur
    /// twice.
    #[must_use]
    pub fn lost(&self, position: &Position<'_>, cells: &[u16], kept: &[u16]) -> Vec<Candidate> {
        let mut lost: Vec<Candidate> = Vec::new();
        for (cell, kept) in cells.iter().zip(kept) {
            let cell = usize::from(*cell);
            if position.is_open(cell) {
                let gone = mask_digits(self.0[cell] & !kept);
                lost.extend(gone.map(|digit| position.candidate(cell, digit)));
            }
        }
        lost.sort_unstable();
        lost.dedup();
        lost
    }

    /// Returns the cells as a set.
    #[must_use]
    pub fn set(position: &Position<'_>, cells: &[u16]) -> CellSet {
        position.cells(cells.iter().map(|cell| usize::from(*cell)))
    }
}
