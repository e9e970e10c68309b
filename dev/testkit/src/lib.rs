//! What the tests of all engines share.
//!
//! | | |
//! |---|---|
//! | [`batches`] | many classic puzzles at once, on every instruction set |
//! | [`minimal`] | random minimal puzzles |
//! | [`oracle`] | the naive judge: all solutions straight from the definitions |
//! | [`random`] | a small seeded generator; layouts of every kind, puzzles of every sort |
//! | [`symmetry`] | transformations that keep the number of solutions |
//! | [`suite`] | what any engine must pass |
//! | [`ways`] | random puzzles walked through by techniques |
//!
//! The functions here are for tests: they panic where a test would.
#![forbid(unsafe_code)]

pub mod batches;
pub mod minimal;
pub mod oracle;
pub mod random;
pub mod suite;
pub mod symmetry;
pub mod ways;
