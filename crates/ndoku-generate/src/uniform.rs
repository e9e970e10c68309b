//! Chance without a bias: every full grid, and every minimal puzzle, as likely as any other, or with the weight that makes it so.
//!
//! - [`grids`]: classic grids, each of the 6.67 · 10²¹ with the same probability, independent of each other.
//! - [`listed`]: the same for any layout that has few enough solutions to list them.
//! - [`minimal`]: minimal puzzles of classic grids with weights, and how many of them there are.

pub mod grids;
pub mod listed;
pub mod minimal;
