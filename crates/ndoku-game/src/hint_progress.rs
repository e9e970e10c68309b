//! `HintProgress`: a hint on its way from a nudge to the whole of it, and the count of the help that was taken.

use ndoku::format::Record;
use ndoku::hint::HintLevel;

use crate::hint::Hint;

/// What help was taken.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct HelpCounts {
    /// Hints that were told so far, by level.
    pub hints: [u32; 4],
    /// Hints that were applied.
    pub applied: u32,
    /// How often it was asked what is wrong.
    pub checks: u32,
}

/// A position that hint is sought for: everything that hints depend on, and nothing else.
pub type HintRequest = Record;

/// A hint that is being told.
#[derive(Clone, Debug, PartialEq)]
pub struct HintProgress {
    pub(crate) request: HintRequest,
    /// The hint.
    pub hint: Hint,
    /// How far it has been told.
    pub level: HintLevel,
}

impl HintProgress {
    /// What is said now.
    #[must_use]
    pub fn text(&self) -> &str {
        self.hint.text(self.level)
    }

    /// Whether all has been said that there is to say.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.level == HintLevel::Full
            || HintLevel::ALL
                .iter()
                .all(|level| self.hint.text(*level) == self.text())
    }
}
