//! Rules beyond rows, columns and boxes: the [`Constraint`] trait and [`RULES`], the registry
//! of named rules.
//!
//! A *rule* is a name that a user writes (`windoku`, `anti-knight`). It adds houses or constraints
//! to a layout. A set of cells with different digits is a **house**. It needs no code, and every
//! engine and technique uses it fully. Every other demand is a **constraint**.
//!
//! To add a rule, copy `constraint/skeleton.rs` and add a line to [`RULES`]. The rule then
//! works, but slowly. Override the provided methods of the trait to make it fast. The conformance
//! tests in this folder compare the overrides with the defaults.

pub mod anti_chess;
mod argument;
mod comparisons;
mod dots;
mod ends;
mod equal_sums;
mod extra_houses;
mod indexers;
mod lines;
pub mod non_consecutive;
mod outside;
mod pairwise;
mod quotas;
mod skeleton;
mod sums;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::layout::{Boxes, LayoutError};
use crate::propagator::{LayoutFacts, Propagator};
use crate::{Candidate, Cell, Decoration, Diagonal, Digit, DigitSet};

/// Candidates that a constraint may inspect and remove: a [`Board`](crate::Board), or the state of
/// an engine.
pub trait Candidates {
    /// Returns the digits still possible in a cell. A single digit means that the cell is decided.
    fn candidates(&self, cell: Cell) -> DigitSet;
    /// Removes a candidate if it is present. The cell may become empty. The implementation must
    /// detect that itself.
    fn remove(&mut self, candidate: Candidate);
}

/// A demand on some cells other than "all different".
///
/// Three methods are required. The others have correct but slow defaults.
///
/// `Debug` must write all parameters of a constraint, as the derived implementation does. Layouts
/// are equal if the `Debug` output of their constraints is. Engines keep tables from one puzzle to
/// the next if the layouts are equal.
pub trait Constraint: fmt::Debug + Send + Sync {
    /// Returns the identifier of its rule, as in [`Rule::id`].
    fn id(&self) -> &'static str;

    /// Returns the argument of its rule: the text after `=`. It is empty if there is none.
    fn argument(&self) -> &str {
        ""
    }

    /// Returns the cells of the constraint, each once.
    fn cells(&self) -> &[Cell];

    /// Returns `true` if the digits are allowed. There is one entry for each of
    /// [`cells`](Self::cells), `None` for an undecided cell.
    ///
    /// The answer must be exact if all cells are decided. Otherwise it may be `true` even if no
    /// completion exists.
    fn allows(&self, digits: &[Option<Digit>]) -> bool;

    /// Calls `link` for candidates that cannot be true if `from` is. A candidate that is linked to
    /// itself is never true.
    ///
    /// It may omit some, but must not name a candidate that can be true. `size` is the number of
    /// digits. Callers pass only cells of [`cells`](Self::cells).
    fn weak_links(&self, from: Candidate, size: u8, link: &mut dyn FnMut(Candidate)) {
        let _ = (from, size, link);
    }

    /// Returns `true` if the weak links are complete: digits are allowed if and only if no two of
    /// them are linked.
    ///
    /// Then an engine needs neither [`propagate`](Self::propagate) nor [`allows`](Self::allows).
    fn is_pairwise(&self) -> bool {
        false
    }

    /// Removes candidates that the constraint rules out. It need not remove all of them.
    ///
    /// If all cells are decided and not allowed, it must empty one of them.
    ///
    /// The default tries each candidate of an open cell together with the decided cells. That takes
    /// `cells × candidates` calls of [`allows`](Self::allows).
    fn propagate(&self, state: &mut dyn Candidates) {
        let cells = self.cells();
        let mut digits: Vec<Option<Digit>> = cells
            .iter()
            .map(|cell| state.candidates(*cell).single())
            .collect();
        if digits.iter().all(Option::is_some) {
            if !self.allows(&digits)
                && let (Some(cell), Some(Some(digit))) = (cells.first(), digits.first())
            {
                state.remove(Candidate::new(*cell, *digit));
            }
            return;
        }
        for (place, cell) in cells
            .iter()
            .enumerate()
            .filter(|(place, _)| digits[*place].is_none())
            .collect::<Vec<_>>()
        {
            for digit in state.candidates(*cell).iter() {
                digits[place] = Some(digit);
                if !self.allows(&digits) {
                    state.remove(Candidate::new(*cell, digit));
                }
            }
            digits[place] = None;
        }
    }

    /// Returns the propagators that are equivalent to the constraint, or `None` if there are none.
    ///
    /// Engines run the propagators instead of calling [`propagate`](Self::propagate). They
    /// still check full grids with [`allows`](Self::allows). Layouts above
    /// [`MAX_SIZE`](crate::propagator::MAX_SIZE) have no propagators.
    ///
    /// The default turns the weak links of a pairwise constraint into relations between two cells.
    fn propagators(&self, facts: &LayoutFacts<'_>) -> Option<Vec<Propagator>> {
        self.is_pairwise().then(|| {
            facts.propagators_of_links(self.cells(), &|from, link| {
                self.weak_links(from, facts.size(), link);
            })
        })
    }

    /// Returns the cells of each breach among these digits, for messages.
    ///
    /// The default returns all decided cells if the digits are not allowed.
    fn breaches(&self, digits: &[Option<Digit>]) -> Vec<Vec<Cell>> {
        if self.allows(digits) {
            return Vec::new();
        }
        let decided = self
            .cells()
            .iter()
            .zip(digits)
            .filter(|(_, digit)| digit.is_some());
        vec![decided.map(|(cell, _)| *cell).collect()]
    }

    /// Returns the decorations of the constraint. The default writes its identifier beside the
    /// grid, which suits rules that hold everywhere.
    fn decorations(&self) -> Vec<Decoration> {
        vec![Decoration::Note(self.id().into())]
    }
}

/// An effect of a rule on a layout.
#[derive(Debug)]
pub enum RuleEffect {
    /// A long diagonal as a house.
    Diagonal(Diagonal),
    /// An extra house. An empty name is replaced by a number.
    House {
        /// Its name in messages.
        name: String,
        /// Its cells, 1 to N.
        cells: Vec<Cell>,
    },
    /// The cells of a cage: a house that its constraint draws.
    Cage {
        /// Its name in messages.
        name: String,
        /// Its cells, 1 to N.
        cells: Vec<Cell>,
    },
    /// A constraint.
    Constraint(Arc<dyn Constraint>),
}

/// The facts that a rule may know about the layout it is added to.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub struct RuleContext<'a> {
    /// N, the size of the layout.
    pub size: u8,
    /// The division into boxes.
    pub boxes: &'a Boxes,
    /// All rules of the layout.
    pub rules: &'a [RuleRef],
}

impl<'a> RuleContext<'a> {
    /// Creates the context of the rules of a layout.
    #[must_use]
    pub const fn new(size: u8, boxes: &'a Boxes, rules: &'a [RuleRef]) -> Self {
        Self { size, boxes, rules }
    }
}

/// A function that creates the effects of a rule. The text is that after `=`, if there is one.
pub type Apply = fn(&RuleContext<'_>, Option<&str>) -> Result<Vec<RuleEffect>, LayoutError>;

/// A named rule: one entry of [`RULES`].
#[derive(Debug)]
pub struct Rule {
    /// The name to write, in lower case with hyphens.
    pub id: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// The demand of the rule, in one sentence.
    pub summary: &'static str,
    /// The placeholder of the text after `=`, if the rule takes an argument.
    pub argument: Option<&'static str>,
    /// Creates the effects of the rule.
    pub apply: Apply,
}

/// All named rules, in the order of the help text.
pub const RULES: &[Rule] = &[
    extra_houses::X,
    extra_houses::DIAGONAL_MAIN,
    extra_houses::DIAGONAL_ANTI,
    extra_houses::WINDOKU,
    extra_houses::DISJOINT_GROUPS,
    extra_houses::CENTER_DOT,
    extra_houses::ASTERISK,
    extra_houses::GIRANDOLA,
    extra_houses::COLORS,
    extra_houses::HOUSE,
    anti_chess::ANTI_KNIGHT,
    anti_chess::ANTI_KING,
    non_consecutive::NON_CONSECUTIVE,
    sums::KILLER,
    sums::SUM,
    sums::ARROW,
    sums::DOUBLE_ARROW,
    sums::LITTLE_KILLER,
    sums::REGION_SUM,
    sums::ZIPPER,
    sums::SUM_LINE,
    dots::DIFFERENCE,
    dots::RATIO,
    dots::XV,
    dots::DIFFERENCE_NEGATIVE,
    dots::RATIO_NEGATIVE,
    dots::XV_NEGATIVE,
    lines::THERMO,
    lines::SLOW_THERMO,
    lines::WHISPER,
    lines::RENBAN,
    lines::NABNER,
    lines::PALINDROME,
    lines::CLONE,
    lines::ENTROPIC,
    lines::MODULAR,
    ends::BETWEEN,
    ends::LOCKOUT,
    lines::GREATER,
    comparisons::MINIMUM,
    comparisons::MAXIMUM,
    comparisons::ODD,
    comparisons::EVEN,
    comparisons::PAIRS,
    outside::SANDWICH,
    outside::X_SUM,
    outside::SKYSCRAPER,
    indexers::NUMBERED_ROOM,
    indexers::ROW_INDEXER,
    indexers::COLUMN_INDEXER,
    indexers::BOX_INDEXER,
    quotas::QUADRUPLE,
    quotas::GLOBAL_ENTROPY,
    quotas::GLOBAL_MOD,
    quotas::COUNTING_CIRCLES,
];

/// A reference to a rule with its argument, as in `anti-knight` or `house=r1c1,r1c2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleRef {
    /// The identifier of the rule.
    pub id: &'static str,
    /// The text after `=`.
    pub argument: Option<String>,
}

impl RuleRef {
    /// Returns the rule as a person types it on a line of its own: `killer 9: r1c1 r1c2`,
    /// `thermo: r1c1-r1c3`, `anti-knight`.
    #[must_use]
    pub fn notation(&self) -> String {
        notation(self.id, self.argument.as_deref())
    }
}

/// Returns a rule as a person types it on a line of its own.
pub(crate) fn notation(id: &str, argument: Option<&str>) -> String {
    match argument {
        Some(argument) if argument.contains(':') => format!("{id} {argument}"),
        Some(argument) => format!("{id}: {argument}"),
        None => id.to_owned(),
    }
}

impl fmt::Display for RuleRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.argument {
            Some(argument) => write!(f, "{}={argument}", self.id),
            None => f.write_str(self.id),
        }
    }
}

impl FromStr for RuleRef {
    type Err = LayoutError;

    /// Reads `NAME` or `NAME=ARGUMENT`, and lines of files: `NAME: CELLS` or `NAME VALUE: CELLS`.
    /// The name may be an alias. Case does not matter, and `_` equals `-`.
    fn from_str(text: &str) -> Result<Self, LayoutError> {
        let (name, argument) = match text.split_once('=') {
            Some((name, argument)) if !name.contains(':') => (name, Some(argument)),
            _ if text.contains(':') => {
                let end = text.find([':', ' ']).unwrap_or(text.len());
                let (name, rest) = text.split_at(end);
                (name, Some(rest.trim_start_matches(':')))
            }
            _ => (text, None),
        };
        let argument = argument.map(|argument| argument.trim().to_owned());
        let rule = find(name)?;
        match (rule.argument, &argument) {
            (None, Some(_)) => Err(LayoutError::RuleArgument {
                rule: rule.id,
                problem: "it takes no argument".to_owned(),
            }),
            (Some(wanted), None) => Err(LayoutError::RuleArgument {
                rule: rule.id,
                problem: format!("an argument is missing: {}={wanted}", rule.id),
            }),
            _ => Ok(Self {
                id: rule.id,
                argument,
            }),
        }
    }
}

/// Returns the rule with this name or alias.
///
/// # Errors
/// Returns [`LayoutError::UnknownRule`] with the closest name.
pub fn find(name: &str) -> Result<&'static Rule, LayoutError> {
    let plain = name.trim().to_ascii_lowercase().replace(['_', ' '], "-");
    let names = || {
        RULES.iter().flat_map(|rule| {
            std::iter::once((rule.id, rule)).chain(rule.aliases.iter().map(move |a| (*a, rule)))
        })
    };
    names()
        .find(|(known, _)| *known == plain)
        .map(|(_, rule)| rule)
        .ok_or_else(|| LayoutError::UnknownRule {
            name: name.trim().to_owned(),
            suggestion: crate::suggest::suggest(&plain, names().map(|(known, _)| known)),
        })
}

/// Returns the pairs of cells with weakly linked digits. These are the breaches of a pairwise
/// constraint.
pub(crate) fn linked_pairs(
    constraint: &dyn Constraint,
    size: u8,
    digits: &[Option<Digit>],
) -> Vec<Vec<Cell>> {
    let decided = || {
        constraint
            .cells()
            .iter()
            .zip(digits)
            .filter_map(|(cell, digit)| Some(Candidate::new(*cell, (*digit)?)))
    };
    let held: std::collections::HashSet<Candidate> = decided().collect();
    let mut pairs = Vec::new();
    for from in decided() {
        constraint.weak_links(from, size, &mut |to| {
            if from == to {
                pairs.push(vec![from.cell]);
            } else if from.cell < to.cell && held.contains(&to) {
                pairs.push(vec![from.cell, to.cell]);
            }
        });
    }
    pairs
}

#[cfg(test)]
mod tests;
