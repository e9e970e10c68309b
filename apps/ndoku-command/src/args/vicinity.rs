//! The options of `ndoku vicinity`.

use clap::Args;
use ndoku::analysis::vicinity::MAX_CHANGES;

use super::values::{whole_number_from, whole_number_in};
use super::{Input, Output, SearchOptions};

/// List puzzles that differ from a puzzle in a few clues
///
/// Lists all puzzles with one solution that have n clues of a classic 9x9 puzzle removed and m
/// other clues added, written {-n+m}. Never adds a removed clue again, so that each puzzle is
/// listed once. {-1+1} finds about fifty minimal puzzles around a typical puzzle and a few hundred
/// in all. {-2+2} finds tens of thousands of minimal puzzles in seconds.
///
/// Exit code 1: a puzzle has no such neighbors, or its layout is not classic 9x9. 3: a puzzle
/// cannot be read. 4: a limit was reached, or --solutions skipped removals.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "List the puzzles that differ in one clue" => "ndoku vicinity puzzles/everest.txt",
    "List minimal puzzles only" => "ndoku vicinity --minimal puzzles/everest.txt",
    "Add one clue, and remove none" => "ndoku vicinity --minus 0 puzzles/everest.txt",
))]
pub(crate) struct Vicinity {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub search: SearchOptions,
    /// Number of clues to remove, from 0 to 2
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = whole_number_in(0..=MAX_CHANGES)
    )]
    pub minus: usize,
    /// Number of clues to add, from 0 to 2
    #[arg(
        long,
        value_name = "M",
        default_value_t = 1,
        value_parser = whole_number_in(0..=MAX_CHANGES)
    )]
    pub plus: usize,
    /// List only puzzles in which every clue is needed
    #[arg(long)]
    pub minimal: bool,
    /// Keep only the first of equivalent puzzles (see `ndoku canon`)
    ///
    /// Takes about 150 bytes of memory per puzzle that is written.
    #[arg(long)]
    pub dedupe: bool,
    /// Skip removals that leave more than N solutions
    #[arg(
        long,
        hide_short_help = true,
        value_name = "N",
        default_value_t = 100_000,
        value_parser = whole_number_from(1_usize)
    )]
    pub solutions: usize,
}
