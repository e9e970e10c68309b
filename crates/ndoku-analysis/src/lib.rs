//! The study of puzzles: which are equivalent, which clues they need, what their structure is.
//!
//! - [`transformation`]: the transformations that map a 9×9 grid to an equivalent one.
//! - [`canonical`]: canonical forms of grids and puzzles.
//! - [`symmetry`]: symmetries of the pattern of clues.
//! - [`CellSet81`]: a set of cells of a 9×9 grid.
//! - [`minimal`]: redundant clues and minimal puzzles.
//! - [`sampled_minimals`]: a random sample of the minimal puzzles within a puzzle.
//! - [`vicinity`]: puzzles that differ in one or two clues.
//! - [`unavoidable`]: unavoidable sets and lower bounds for the number of clues.
//! - [`backdoor`]: cells whose digits leave a puzzle that singles solve.
//!
//! This crate reads no clock or random source and starts no thread. It prints nothing and does not
//! panic on any input.
#![forbid(unsafe_code)]

pub mod backdoor;
pub mod canonical;
pub mod minimal;
pub mod sampled_minimals;
pub mod symmetry;
pub mod transformation;
pub mod unavoidable;
pub mod vicinity;

pub use ndoku_core::CellSet81;
pub use symmetry::Symmetry;
pub use transformation::{ClassicTransformation, Grid81};
