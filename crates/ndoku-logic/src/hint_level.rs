//! `HintLevel`: how much a hint tells.

use std::fmt;
use std::str::FromStr;

/// The amount of information in a hint.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum HintLevel {
    /// The technique.
    #[default]
    Nudge,
    /// Also the place.
    Where,
    /// Also the cells and digits of the pattern.
    What,
    /// Also the reason and the conclusion.
    Full,
}

impl HintLevel {
    /// All levels, the shortest first.
    pub const ALL: [Self; 4] = [Self::Nudge, Self::Where, Self::What, Self::Full];

    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nudge => "nudge",
            Self::Where => "where",
            Self::What => "what",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for HintLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown level of a hint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", ndoku_core::unknown_name("hint level", .0, HintLevel::ALL.iter().map(|level| level.name()), None))]
pub struct UnknownHintLevelError(pub String);

impl FromStr for HintLevel {
    type Err = UnknownHintLevelError;

    fn from_str(name: &str) -> Result<Self, UnknownHintLevelError> {
        Self::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| UnknownHintLevelError(name.to_owned()))
    }
}
