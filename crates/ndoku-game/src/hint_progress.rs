//! `HintProgress`: a hint that is revealed level by level. `HelpCounts`: the help that the player
//! used.

use std::borrow::Cow;

use ndoku::Highlight;
use ndoku::format::Record;
use ndoku::hint::{HintLevel, HintOutcome, Phrase};

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
#[derive(Clone, Debug)]
pub struct HintProgress {
    pub(crate) request: HintRequest,
    /// The step, or the reason why there is none.
    pub outcome: HintOutcome,
    /// The level that is shown.
    pub level: HintLevel,
}

impl HintProgress {
    /// Returns the text of the current level.
    #[must_use]
    pub fn text(&self) -> Cow<'_, Phrase> {
        self.text_of(self.level)
    }

    /// Returns the highlights of the current level.
    #[must_use]
    pub fn highlights(&self) -> Vec<Highlight> {
        self.outcome.highlights(self.level)
    }

    /// Returns `true` once the hint is fully revealed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let text = self.text();
        self.level == HintLevel::Full
            || HintLevel::ALL
                .iter()
                .all(|level| self.text_of(*level) == text)
    }

    fn text_of(&self, level: HintLevel) -> Cow<'_, Phrase> {
        self.outcome.text(level, self.request.puzzle.symbols())
    }
}
