//! Generates puzzles and grids. The same seed gives the same result on every machine.
//!
//! - [`Generator`]: puzzles to order, see [`Request`].
//! - [`grid_generator`]: random full grids of any layout.
//! - [`regions`]: random jigsaw maps.
//! - [`uniform`]: grids and minimal puzzles without bias.
#![forbid(unsafe_code)]

mod generate;
pub mod grid_generator;
pub mod regions;
mod singles;
pub mod uniform;

pub use generate::{
    DEFAULT_MAX_ATTEMPTS, DifficultyTarget, GenerateError, GeneratedPuzzle, Generator, Objective,
    Optimization, RULE_KINDS, Request, RequestError, RuleKind, find_rule_kind, min_clues,
};
