//! The type [`Difficulty`]: the difficulty of a step or a puzzle in tenths.

use std::fmt;

/// A difficulty in tenths. It is written like `7.2`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Difficulty(pub u16);

impl Difficulty {
    /// The difficulty of a puzzle that the scale does not solve: `20.0`.
    pub const BEYOND: Self = Self(200);

    /// Returns the difficulty nearest to a number.
    #[must_use]
    pub fn from_f64(rating: f64) -> Self {
        Self(((rating + 0.05) * 10.0) as u16)
    }

    /// Returns the difficulty as a number.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}
