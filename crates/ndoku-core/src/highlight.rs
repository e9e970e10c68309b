//! `Highlight`: what to point at in a picture of a grid, and in which role. Logic makes marks, renderers draw them; neither knows of the other.

use crate::{Candidate, Cell};

/// What something that is pointed at stands for. Renderers give each a colour or a sign of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HighlightRole {
    /// Part of the pattern: what to look at first.
    Pattern,
    /// The houses or candidates that a fish is made from.
    Base,
    /// The houses that cover them.
    Cover,
    /// A candidate of the base outside the cover: a fin.
    Fin,
    /// The cell from which a wing or a blossom unfolds.
    Pivot,
    /// True, if the beginning of a chain is so.
    On,
    /// False, if the beginning of a chain is so.
    Off,
    /// One of several groups of equal standing, from 0: a colour, an almost locked set, a branch.
    Group(u8),
    /// What the step places.
    Placed,
    /// What the step eliminates.
    Eliminated,
}

impl HighlightRole {
    /// A short lower-case name: `pattern`, `fin`, `group 1` (groups count from 1).
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

/// Something to point at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Highlight {
    /// A whole cell.
    Cell(Cell, HighlightRole),
    /// A candidate in its cell.
    Candidate(Candidate, HighlightRole),
    /// A house, by its number in [`Layout::houses`](crate::Layout::houses).
    House(usize, HighlightRole),
    /// A link from one candidate to another, or between groups of candidates of one digit.
    Link {
        /// Where it begins, at least one candidate.
        from: Box<[Candidate]>,
        /// Where it ends, at least one candidate.
        to: Box<[Candidate]>,
        /// At least one of the two ends is true; otherwise at most one.
        strong: bool,
    },
}
