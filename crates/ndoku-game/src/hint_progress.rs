//! `HintProgress`: a hint that is revealed level by level. `HelpCounts`: the help that the player
//! used.

use ndoku::format::Record;
use ndoku::hint::HintLevel;

use crate::hint::Hint;

/// The help that the player used.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct HelpCounts {
    /// Number of revealed hints by level.
    pub hints: [u32; 4],
    /// Number of applied hints.
    pub applied: u32,
    /// Number of checks.
    pub checks: u32,
}

/// A position to find a hint for. It holds everything that hints depend on, and nothing else.
pub type HintRequest = Record;

/// A hint that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct HintProgress {
    pub(crate) request: HintRequest,
    /// The hint.
    pub hint: Hint,
    /// The level that is shown.
    pub level: HintLevel,
}

impl HintProgress {
    /// Returns the text of the current level.
    #[must_use]
    pub fn text(&self) -> &str {
        self.hint.text(self.level)
    }

    /// Returns `true` once the hint is fully revealed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.level == HintLevel::Full
            || HintLevel::ALL
                .iter()
                .all(|level| self.hint.text(*level) == self.text())
    }
}
