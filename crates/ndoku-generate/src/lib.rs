//! Makes and compares puzzles.
//!
//! - [`chance`]: random bits from a seed, the same everywhere.
//! - [`transformation`]: what may be done to a 9×9 grid so that it stays in essence the same.
//! - [`canonical`]: the form that all such grids and puzzles share.
//! - [`fill`]: random full grids of any layout.
//! - [`generate`]: puzzles to order; [`regions`]: random jigsaw maps.
//! - [`cells`]: sets of cells of a 9×9 grid.
//! - [`symmetry`]: symmetries of the pattern of clues.
#![forbid(unsafe_code)]

pub mod canonical;
pub mod cells;
pub mod chance;
pub mod fill;
pub mod generate;
pub mod regions;
mod singles;
pub mod symmetry;
pub mod transformation;

pub use cells::Cells;
pub use chance::Chance;
pub use generate::{Aim, Generator, Goal, Made, NotMade, Pool, Request, RequestError, Scale};
pub use symmetry::Symmetry;
pub use transformation::{Grid, Transformation};
