//! Makes and compares puzzles.
//!
//! - [`chance`]: random bits from a seed, the same everywhere.
//! - [`transformation`]: what may be done to a 9×9 grid so that it stays in essence the same.
//! - [`canonical`]: the form that all such grids and puzzles share.
//! - [`cells`]: sets of cells of a 9×9 grid.
//! - [`unavoidable`]: cells of which every puzzle with a solution has a clue, and how many clues it needs.
//! - [`backdoor`]: cells after which singles do the rest.
//! - [`met`]: which minimal puzzles are met within a puzzle.
//! - [`symmetry`]: symmetries of the pattern of clues.
#![forbid(unsafe_code)]

pub mod backdoor;
pub mod canonical;
pub mod cells;
pub mod chance;
pub mod met;
pub mod symmetry;
pub mod transformation;
pub mod unavoidable;

pub use cells::Cells;
pub use chance::Chance;
pub use symmetry::Symmetry;
pub use transformation::{Grid, Transformation};
