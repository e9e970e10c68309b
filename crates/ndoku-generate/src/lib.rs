//! Makes and compares puzzles.
//!
//! - [`chance`]: random bits from a seed, the same everywhere.
//! - [`transformation`]: what may be done to a 9×9 grid so that it stays in essence the same.
//! - [`canonical`]: the form that all such grids and puzzles share.
//! - [`cells`]: sets of cells of a 9×9 grid.
//! - [`minimal`]: redundant clues and minimal puzzles.
//! - [`symmetry`]: symmetries of the pattern of clues.
//! - [`vicinity`]: puzzles that differ in a clue or two.
#![forbid(unsafe_code)]

pub mod canonical;
pub mod cells;
pub mod chance;
pub mod minimal;
pub mod symmetry;
pub mod transformation;
pub mod vicinity;

pub use cells::Cells;
pub use chance::Chance;
pub use symmetry::Symmetry;
pub use transformation::{Grid, Transformation};
