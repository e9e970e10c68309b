//! The type [`Highlight`]: a cell, candidate, house or link that a picture points at, with its
//! role.
//!
//! Logic creates highlights, renderers draw them. Neither depends on the other.

use crate::{Candidate, Cell};

/// The role of a highlighted element. Renderers give each role its own color or sign.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HighlightRole {
    /// Part of the pattern: the cells to look at first.
    Pattern,
    /// The houses or candidates that a fish is made from.
    Base,
    /// The houses that cover the base.
    Cover,
    /// A candidate of the base outside the cover: a fin.
    Fin,
    /// The cell from which a wing or a blossom branches.
    Pivot,
    /// True if the start of the chain is true.
    On,
    /// False if the start of the chain is true.
    Off,
    /// One of several groups of equal rank, counted from 0: a color, an almost locked set, a
    /// branch.
    Group(u8),
    /// A placement of the step.
    Placed,
    /// An elimination of the step.
    Eliminated,
}

impl HighlightRole {
    /// Returns a short lower-case name: `pattern`, `fin`, `group 1` (groups count from 1).
    #[must_use]
    pub fn name(self) -> String {
        let name = match self {
            Self::Pattern => "pattern",
            Self::Base => "base",
            Self::Cover => "cover",
            Self::Fin => "fin",
            Self::Pivot => "pivot",
            Self::On => "on",
            Self::Off => "off",
            Self::Group(number) => return format!("group {}", u16::from(number) + 1),
            Self::Placed => "placed",
            Self::Eliminated => "eliminated",
        };
        name.to_owned()
    }
}

/// An element that a picture points at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Highlight {
    /// A whole cell.
    Cell(Cell, HighlightRole),
    /// A candidate in its cell.
    Candidate(Candidate, HighlightRole),
    /// A house, by its index in [`Layout::houses`](crate::Layout::houses).
    House(usize, HighlightRole),
    /// A link from one candidate to another, or between groups of candidates of one digit.
    Link {
        /// The start of the link: at least one candidate.
        from: Box<[Candidate]>,
        /// The end of the link: at least one candidate.
        to: Box<[Candidate]>,
        /// `true` if at least one end is true (strong link). `false` if at most one end is true
        /// (weak link).
        strong: bool,
    },
}
