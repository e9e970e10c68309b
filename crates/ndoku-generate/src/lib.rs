//! Makes and compares puzzles.
//!
//! - [`chance`]: random bits from a seed, the same everywhere.
//! - [`transformation`]: what may be done to a 9×9 grid so that it stays in essence the same.
//! - [`canonical`]: the form that all such grids and puzzles share.
//! - [`fill`]: random full grids of any layout.
//! - [`cells`]: sets of cells of a 9×9 grid.
#![forbid(unsafe_code)]

pub mod canonical;
pub mod cells;
pub mod chance;
pub mod fill;
mod singles;
pub mod transformation;

pub use cells::Cells;
pub use chance::Chance;
pub use transformation::{Grid, Transformation};
