//! Shared parts of the tests of all engines.
//!
//! | module | content |
//! |---|---|
//! | [`batches`] | many classic puzzles at once, on every instruction set |
//! | [`drawing`] | puzzles as text |
//! | [`minimal`] | random minimal puzzles |
//! | [`oracle`] | the naive oracle: all solutions straight from the definitions |
//! | [`random`] | a small seeded generator; layouts of every kind, puzzles of every sort |
//! | [`round_trip`] | comparison of records that were written and read back |
//! | [`symmetry`] | transformations that keep the number of solutions |
//! | [`rule_subjects`] | random puzzles with rules of variants |
//! | [`suite`] | the conformance suite of engines |
//! | [`technique_checks`] | random puzzles solved by techniques |
//! | [`variants`] | random layouts with several rules of variants |
//!
//! The functions here are for tests: they panic like assertions.
#![forbid(unsafe_code)]

pub mod batches;
pub mod drawing;
pub mod minimal;
pub mod oracle;
pub mod random;
pub mod round_trip;
pub mod rule_subjects;
pub mod suite;
pub mod symmetry;
pub mod technique_checks;
pub mod variants;
