//! Puzzles as text for tests.

use ndoku_core::Puzzle;
use ndoku_formats::{Record, WriteOptions, find};

/// Returns the puzzle in the format `pm`, a grid of candidates.
#[must_use]
pub fn pencilmark_grid(puzzle: &Puzzle) -> String {
    let format = find("pm").expect("the format is registered");
    let writer = format.write.as_ref().expect("the format can be written");
    writer
        .write_all([&Record::from(puzzle.clone())], &WriteOptions::default())
        .expect("a puzzle with pencilmarks can be written")
}
