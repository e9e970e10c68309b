//! The options of `ndoku enumerate`.

use clap::Args;

use super::values::{whole_number, whole_number_from};
use super::{Input, OrderedSearchOptions, Output};

/// List all solutions of puzzles, or sample random ones
///
/// Writes each solution as soon as it is found, and keeps none in memory. The order depends on the
/// puzzle only, not on threads, time or machine; --order sorted sorts the solutions. The output
/// format `line` is the fastest: millions of solutions of a 9x9 puzzle per second.
///
/// With --sample, each solution is sampled with the same probability, independently of the others,
/// so that one can appear twice. This works for every classic 9x9 puzzle, even the empty grid, and
/// for any other puzzle with up to 2,000,000 solutions.
///
/// Exit code 1: a puzzle has no solution. 3: a puzzle cannot be read. 4: a limit was reached.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "List the solutions of each puzzle" => "ndoku enumerate puzzles/many.txt",
    "List ten 4x4 grids in ascending order"
        => "ndoku enumerate --limit 10 --order sorted ................",
    "Sample three random solutions of each puzzle"
        => "ndoku enumerate --sample 3 --seed 1 puzzles/many.txt",
))]
pub(crate) struct Enumerate {
    /// Maximum number of solutions per puzzle; 0 for no limit
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>, default_value_t = 0)]
    pub limit: u64,
    /// Number of random solutions to sample per puzzle
    #[arg(
        long,
        value_name = "N",
        value_parser = whole_number_from(1_u64),
        conflicts_with_all = ["limit", "order"]
    )]
    pub sample: Option<u64>,
    /// Random seed for --sample [default: random, printed to stderr]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>, requires = "sample")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub search: OrderedSearchOptions,
}
