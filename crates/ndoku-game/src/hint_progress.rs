//! `Ladder`: a hint on its way from a nudge to the whole of it, and the count of the help that was taken.

use ndoku::format::Record;
use ndoku::hint::Detail;

use crate::hint::Advice;

/// What help was taken.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Hints that were told so far, by rung.
    pub hints: [u32; 4],
    /// Hints that were applied.
    pub applied: u32,
    /// How often it was asked what is wrong.
    pub checks: u32,
}

/// A position that advice is sought for: everything that hints depend on, and nothing else.
pub type Question = Record;

/// A hint that is being told.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    pub(crate) question: Question,
    /// The hint.
    pub advice: Advice,
    /// How far it has been told.
    pub rung: Detail,
}

impl Ladder {
    /// What is said now.
    #[must_use]
    pub fn text(&self) -> &str {
        self.advice.text(self.rung)
    }

    /// Whether all has been said that there is to say.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.rung == Detail::Full
            || Detail::ALL
                .iter()
                .all(|detail| self.advice.text(*detail) == self.text())
    }
}
