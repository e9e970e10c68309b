//! Generates and compares puzzles.
//!
//! - [`rng`]: a seeded random number generator with the same output on every machine.
//! - [`transformation`]: the transformations that map a 9×9 grid to an essentially equal one.
//! - [`canonical`]: canonical forms of grids and puzzles.
//! - [`grid_generator`]: random full grids of any layout.
//! - [`generate`]: puzzles to order.
//! - [`regions`]: random jigsaw maps.
//! - [`cell_set`]: sets of cells of a 9×9 grid.
//! - [`uniform`]: grids and minimal puzzles without bias.
//! - [`minimal`]: redundant clues and minimal puzzles.
//! - [`symmetry`]: symmetries of the pattern of clues.
//! - [`vicinity`]: puzzles that differ in one or two clues.
//! - [`unavoidable`]: unavoidable sets and lower bounds for the number of clues.
//! - [`backdoor`]: cells whose digits leave a puzzle that singles solve.
//! - [`sampled_minimals`]: a random sample of the minimal puzzles within a puzzle.
#![forbid(unsafe_code)]

pub mod backdoor;
pub mod canonical;
pub mod cell_set;
pub mod generate;
pub mod grid_generator;
pub mod minimal;
pub mod regions;
pub mod rng;
pub mod sampled_minimals;
mod singles;
pub mod symmetry;
pub mod transformation;
pub mod unavoidable;
pub mod uniform;
pub mod vicinity;

pub use cell_set::CellSet81;
pub use generate::{
    DifficultyTarget, GenerateError, GeneratedPuzzle, Generator, Objective, Optimization, Request,
    RequestError, Scale, min_clues,
};
pub use rng::Rng;
pub use symmetry::Symmetry;
pub use transformation::{ClassicTransformation, Grid81};
