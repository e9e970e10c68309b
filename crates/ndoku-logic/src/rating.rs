//! How hard a puzzle is.
//!
//! - [`sudoku_explainer`]: the scale that the community quotes, from 1.0 to 12 and beyond, exactly.
//! - [`solution_path`]: our own scale, which does not depend on how a puzzle is turned, and HoDoKu's scores, both for every layout.
//! - [`level`]: what a player makes of it.

pub mod level;
pub mod solution_path;
pub mod sudoku_explainer;

use std::fmt;

pub use level::Level;

/// A rating in tenths, as it is written: `7.2`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Difficulty(pub u16);

impl Difficulty {
    /// What is said of a puzzle that the scale does not solve: `20.0`.
    pub const BEYOND: Self = Self(200);

    /// A rating to the nearest tenth.
    fn from_f64(rating: f64) -> Self {
        Self(((rating + 0.05) * 10.0) as u16)
    }

    /// As a number.
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
