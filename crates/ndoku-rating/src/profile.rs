//! The rating scales: [`Profile`]. The ratings of `Se121`, `Sukaku` and `Ndoku` are in tenths,
//! those of `Hodoku` in points.

use std::fmt;
use std::str::FromStr;

use ndoku_core::Layout;

/// A rating scale.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// The scale of Sudoku Explainer 1.2.1, which lists of hardest puzzles use. Classic 9×9 only.
    Se121,
    /// The scale of Sukaku Explainer, which also has chains of strong links and larger wings.
    /// Classic 9×9 only.
    Sukaku,
    /// ndoku's own scale with all its techniques, for every layout. It is close to the other
    /// scales. Transformations of the puzzle do not change the rating.
    Ndoku,
    /// HoDoKu's table of techniques, scores and levels, for every layout. ndoku applies steps in
    /// its own order, so scores can differ from HoDoKu's.
    Hodoku,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Self; 4] = [Self::Se121, Self::Sukaku, Self::Ndoku, Self::Hodoku];

    /// Returns the profile that defines the levels of a layout: `Se121` for the classic layout,
    /// `Ndoku` for all others.
    #[must_use]
    pub fn for_layout(layout: &Layout) -> Self {
        if layout.is_classic() {
            Self::Se121
        } else {
            Self::Ndoku
        }
    }

    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Se121 => "se121",
            Self::Sukaku => "sukaku",
            Self::Ndoku => "ndoku",
            Self::Hodoku => "hodoku",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An unknown name of a profile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", ndoku_core::unknown_name("rating profile", .0, Profile::ALL.iter().map(|profile| profile.name()), None))]
pub struct UnknownProfileError(pub String);

impl FromStr for Profile {
    type Err = UnknownProfileError;

    fn from_str(name: &str) -> Result<Self, UnknownProfileError> {
        Self::ALL
            .into_iter()
            .find(|profile| profile.name() == name)
            .ok_or_else(|| UnknownProfileError(name.to_owned()))
    }
}
