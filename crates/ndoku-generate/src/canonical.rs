//! Canonical forms: of all that transformations make of a grid or puzzle, one that is singled out, so that two are in essence the same if and only if their forms are
//! equal.
//!
//! - [`grid`]: the least of all forms of a full grid, row by row.
//! - [`pattern`]: for puzzles: the least pattern of clues, then the least digits.

mod band;
pub mod grid;
pub mod pattern;
