//! Ratings of puzzles.
//!
//! - [`sudoku_explainer`]: the exact scale that the community quotes, from 1.0 to 12 and above.
//! - [`path_rating`]: ndoku's own scale, which transformations of a puzzle do not change, and
//!   HoDoKu's scores. Both work for every layout.
//! - [`Profile`]: the names of these scales.
//! - [`Level`]: the difficulty in one word.
//!
//! This crate does not search for solutions. It reads no clock, starts no thread and prints
//! nothing.
#![forbid(unsafe_code)]

pub mod path_rating;
mod profile;
pub mod sudoku_explainer;

pub use self::profile::{Profile, UnknownProfileError};
pub use ndoku_logic::{Difficulty, Level};
