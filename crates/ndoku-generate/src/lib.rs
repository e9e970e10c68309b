//! Makes and compares puzzles.
//!
//! - [`rng`]: random bits from a seed, the same everywhere.
//! - [`transformation`]: what may be done to a 9×9 grid so that it stays in essence the same.
//! - [`canonical`]: the form that all such grids and puzzles share.
//! - [`grid_generator`]: random full grids of any layout.
//! - [`generate`]: puzzles to order; [`regions`]: random jigsaw maps.
//! - [`cell_set`]: sets of cells of a 9×9 grid.
//! - [`uniform`]: grids and minimal puzzles without a bias.
//! - [`minimal`]: redundant clues and minimal puzzles.
//! - [`symmetry`]: symmetries of the pattern of clues.
//! - [`vicinity`]: puzzles that differ in a clue or two.
//! - [`unavoidable`]: cells of which every puzzle with a solution has a clue, and how many clues it needs.
//! - [`backdoor`]: cells after which singles do the rest.
//! - [`sampled_minimals`]: which minimal puzzles are met within a puzzle.
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
pub use transformation::{ClassicTransformation, Grid};
