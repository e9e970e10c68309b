//! Rules beyond rows, columns and boxes: the [`Constraint`] trait and [`CONSTRAINTS`], the registry of named rules.
//!
//! A *rule* is a name that a user writes (`windoku`, `anti-knight`); it adds houses or constraints to a layout. What is an all-different set is a
//! **house**: no code, and every engine and technique handles it at full strength. What is not is a **constraint**.
//!
//! To add a rule: copy `constraint/skeleton.rs`, and add a line to [`CONSTRAINTS`]. It works at once, slowly; overriding the provided methods of the
//! trait makes it fast, and the conformance tests in this folder hold them against the defaults.

pub mod anti_chess;
mod extra_houses;
pub mod non_consecutive;
mod skeleton;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::layout::{Boxes, LayoutError};
use crate::{Candidate, Cell, Decoration, Diagonal, Digit, DigitSet};

/// Candidates that a constraint may look at and remove: a [`Board`](crate::Board), or the state of an engine.
pub trait Candidates {
    /// The digits still possible in a cell; one digit means that it is decided.
    fn candidates(&self, cell: Cell) -> DigitSet;
    /// Takes a candidate away; nothing happens if it is gone already. A cell may become empty: the holder sees that for itself.
    fn remove(&mut self, candidate: Candidate);
}

/// A demand on some cells that is not "all different".
///
/// Three methods must be written; the rest have defaults that are right and slow.
///
/// `Debug` must say all of a constraint's parameters, as the derived one does: layouts are equal if their constraints are written alike, and engines
/// keep tables from one puzzle to the next if the layouts are equal.
pub trait Constraint: fmt::Debug + Send + Sync {
    /// The identifier of its rule, as in [`Rule::id`].
    fn id(&self) -> &'static str;

    /// The cells it speaks of, each once.
    fn cells(&self) -> &[Cell];

    /// Whether these digits, one place for each of [`cells`](Self::cells), can stand; `None` is a cell not decided yet.
    /// May say yes while cells are open, even if no completion exists; must be exact when all are decided.
    fn allows(&self, digits: &[Option<Digit>]) -> bool;

    /// Calls `link` with candidates that cannot be true if `from` is. May leave some out; must not name one that can be.
    /// `size` is the number of digits. Not called for cells outside [`cells`](Self::cells).
    fn weak_links(&self, from: Candidate, size: u8, link: &mut dyn FnMut(Candidate)) {
        let _ = (from, size, link);
    }

    /// Whether the weak links say all: the digits are allowed if and only if no two of them are linked.
    /// Then an engine needs neither [`propagate`](Self::propagate) nor [`allows`](Self::allows).
    fn is_pairwise(&self) -> bool {
        false
    }

    /// Removes candidates that the constraint rules out. Need not remove all; when all cells are decided and not allowed, it must empty one.
    ///
    /// By default each candidate of an open cell is tried with the decided ones: `cells × candidates` calls of [`allows`](Self::allows).
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

    /// The cells of each breach among these digits, for messages. By default all decided cells, if the digits are not allowed.
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

    /// How it is drawn. By default its identifier stands beside the grid: for what holds all over the grid there is no better picture.
    fn decorations(&self) -> Vec<Decoration> {
        vec![Decoration::Note(self.id().into())]
    }
}

/// What a rule adds to a layout.
#[derive(Debug)]
pub enum RuleEffect {
    /// A long diagonal as a house.
    Diagonal(Diagonal),
    /// An extra house; an empty name gets a number.
    House {
        /// Its name in messages.
        name: String,
        /// Its cells, 1 to N.
        cells: Vec<Cell>,
    },
    /// A constraint.
    Constraint(Arc<dyn Constraint>),
}

/// Makes the effects of a rule for a layout of this size and these boxes, with the text after `=` if there was one.
pub type Apply =
    fn(size: u8, boxes: &Boxes, argument: Option<&str>) -> Result<Vec<RuleEffect>, LayoutError>;

/// A named rule: one entry of [`CONSTRAINTS`].
#[derive(Debug)]
pub struct Rule {
    /// The name to write, in lower case with hyphens.
    pub id: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// What it demands, in one sentence.
    pub summary: &'static str,
    /// What to write after `=`, if it takes an argument.
    pub argument: Option<&'static str>,
    /// Makes its houses and constraints.
    pub apply: Apply,
}

/// All named rules, in the order in which help shows them.
pub const CONSTRAINTS: &[Rule] = &[
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
];

/// A rule as it is applied to a layout: written `anti-knight` or `house=r1c1,r1c2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleRef {
    /// The identifier of the rule.
    pub id: &'static str,
    /// What stands after `=`.
    pub argument: Option<String>,
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

    /// Reads `NAME` or `NAME=ARGUMENT`; the name may be an alias, and `_` and case do not matter.
    fn from_str(text: &str) -> Result<Self, LayoutError> {
        let (name, argument) = match text.split_once('=') {
            Some((name, argument)) => (name, Some(argument.trim().to_owned())),
            None => (text, None),
        };
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

/// The rule of this name or alias.
///
/// # Errors
/// [`LayoutError::UnknownRule`], with the nearest name.
pub fn find(name: &str) -> Result<&'static Rule, LayoutError> {
    let plain = name.trim().to_lowercase().replace(['_', ' '], "-");
    let names = || {
        CONSTRAINTS.iter().flat_map(|rule| {
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

/// The pairs of cells whose digits are weakly linked: the breaches of a pairwise constraint.
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
            if from.cell < to.cell && held.contains(&to) {
                pairs.push(vec![from.cell, to.cell]);
            }
        });
    }
    pairs
}

#[cfg(test)]
mod tests;
