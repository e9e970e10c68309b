//! Makes and compares puzzles.
//!
//! - [`transformation`]: what may be done to a 9×9 grid so that it stays in essence the same.
//! - [`canonical`]: the form that all such grids and puzzles share.
#![forbid(unsafe_code)]

pub mod canonical;
pub mod transformation;

pub use transformation::Transformation;
