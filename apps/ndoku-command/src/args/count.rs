//! The options of `ndoku count`.

use clap::Args;

use super::values::{expectation, whole_number, whole_number_from};
use super::{Input, JsonOutput, SearchOptions, TableOptions};

/// Count solutions exactly, or estimate their number
///
/// Prints one number per puzzle, in the order of the input.
///
/// These puzzles are counted exactly without enumerating their solutions: 6x6, 8x8 and 9x9, and
/// 10x10 with at most two clues. So are Latin squares up to order 7, and most 9x9 puzzles with
/// pencilmarks. So is X-Sudoku with at most two clues, or with clues on the diagonals. Some counts
/// take long. --timeout and --limit end them early, and --estimate is faster.
///
/// For other layouts and rules, the search counts up to a million solutions. Beyond that, the
/// number is estimated, and written with an exponent: `5.985e98`. Standard error shows its 95%
/// confidence interval. If no interval can be given, the number is a lower bound, and standard
/// error says so.
///
/// Exit code 1: a count differs from --expect. 3: a puzzle cannot be read. 4: a number is not
/// exact.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Count the solutions of each puzzle of a file" => "ndoku count puzzles/many.txt",
    "Count all 4x4 grids" => "ndoku count ................",
    "Test that a puzzle has exactly one solution"
        => "ndoku count --expect unique puzzles/everest.txt",
    "Estimate the number of 16x16 grids in two seconds"
        => "ndoku count --estimate --timeout 2s puzzles/empty-16x16.txt",
))]
pub(crate) struct Count {
    /// Maximum number of solutions to count; 0 for no limit
    ///
    /// By default, exact methods have no limit, and a search stops at a million.
    #[arg(long, alias = "max", value_name = "N", value_parser = whole_number::<u64>)]
    pub limit: Option<u64>,
    /// Expected count: unique, solvable or N (else exit code 1)
    #[arg(long, value_name = "WHAT", value_parser = expectation)]
    pub expect: Option<Expect>,
    /// Estimate the number, unless a short search finds all solutions
    ///
    /// Takes 5 seconds per puzzle, or --timeout. The exit code is 0 although the number is not
    /// exact.
    #[arg(long, conflicts_with = "limit", help_heading = "Estimates")]
    pub estimate: bool,
    /// Random seed for estimates [default: random, printed to stderr]
    #[arg(
        long,
        value_name = "N",
        value_parser = whole_number::<u64>,
        conflicts_with = "limit",
        help_heading = "Estimates",
        hide_short_help = true
    )]
    pub seed: Option<u64>,
    /// Number of samples per estimate, instead of a time
    ///
    /// With the same --seed, the same number of samples gives the same estimate on every machine.
    #[arg(
        long,
        value_name = "N",
        value_parser = whole_number_from(1_usize),
        conflicts_with = "limit",
        help_heading = "Estimates",
        hide_short_help = true
    )]
    pub samples: Option<usize>,
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: JsonOutput,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub table: TableOptions,
}

/// The value of `count --expect`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expect {
    Solvable,
    Exactly(u128),
}
