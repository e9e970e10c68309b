//! The options of `ndoku minimize`.

use clap::Args;
use ndoku::analysis::Symmetry;

use super::values::symmetry;
use super::{Input, Output, SearchOptions, whole_number};

/// Remove clues from puzzles until every clue is needed
///
/// Tries the clues in random order, and removes each one that uniqueness does not require. A full
/// grid is a puzzle too. In a puzzle with pencilmarks, restores removed candidates instead. The
/// result depends on the seed and on the place of the puzzle in the input, not on threads.
///
/// With --symmetry, removes clues that are symmetric to each other together. The result keeps the
/// symmetry of the puzzle. A single clue may still be redundant, but no symmetric group of clues
/// is.
///
/// Exit code 0: every puzzle is minimal. 1: a puzzle has no solution or several. 3: a puzzle cannot
/// be read. 4: a limit was reached.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Minimize a puzzle" => "ndoku minimize puzzles/everest.txt",
    "Make a minimal puzzle from a full 4x4 grid" => "ndoku minimize --seed 1 1234341221434321",
    "List up to five minimal puzzles within a grid"
        => "ndoku minimize --all --limit 5 1234341221434321",
))]
pub(crate) struct Minimize {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub search: SearchOptions,
    /// List every minimal puzzle, not one at random
    #[arg(long, conflicts_with_all = ["seed", "symmetry"])]
    pub all: bool,
    /// Maximum number of minimal puzzles per input puzzle for --all; 0 for no limit
    #[arg(
        long,
        value_name = "N",
        value_parser = whole_number::<u64>,
        default_value_t = 0,
        requires = "all"
    )]
    pub limit: u64,
    /// Random seed [default: random, printed to stderr]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>)]
    pub seed: Option<u64>,
    /// Symmetry to keep, such as rotational
    #[arg(
        long,
        alias = "symmetric",
        value_name = "KIND",
        value_parser = symmetry(),
        default_value = "none"
    )]
    pub symmetry: Symmetry,
}
