//! The options of `ndoku bench`.

use std::num::NonZeroUsize;

use clap::Args;
use ndoku::Isa;
use ndoku::rating::Profile;

use super::Input;
use super::values::{decimal_in, isa, profile, threads, whole_number_from};

/// Measure how many puzzles per second this machine solves
///
/// Reads all puzzles into memory and shuffles them. Puzzles of the classic layout are also
/// permuted and relabeled, so that their order gives no advantage. Verifies every answer once, and
/// compares answers with those of another engine for up to a second. Then solves puzzles for the
/// given time, from the characters of the puzzle to those of the solution. Puzzles of other layouts
/// are solved one after the other, and reading them is not measured.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Measure the puzzles of a file for one second"
        => "ndoku bench --seconds 1 puzzles/everest.txt",
    "Measure the time of single puzzles"
        => "ndoku bench --seconds 1 --latency puzzles/everest.txt",
    "Measure how fast puzzles are rated" => "ndoku bench --rate --runs 1 puzzles/everest.txt",
))]
pub(crate) struct Bench {
    #[command(flatten)]
    pub input: Input,
    /// Number of threads
    #[arg(short = 'j', long, value_name = "N", default_value = "1", value_parser = threads)]
    pub threads: NonZeroUsize,
    /// Duration of the measurement in seconds
    #[arg(
        long,
        value_name = "S",
        default_value_t = 3.0,
        value_parser = decimal_in(0.01..=86_400.0, "s")
    )]
    pub seconds: f64,
    /// Number of solutions to search for; 2 proves uniqueness
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole_number_from(1_u64))]
    pub limit: u64,
    /// Instruction set for 9x9 puzzles [default: the fastest available]
    ///
    /// One of portable, sse2, avx2, avx512 and neon.
    #[arg(
        long,
        value_name = "NAME",
        env = "NDOKU_ISA",
        value_parser = isa,
        hide_env_values = true,
        hide_short_help = true
    )]
    pub isa: Option<Isa>,
    /// Measure the time of single puzzles, on one thread
    #[arg(long, conflicts_with = "threads")]
    pub latency: bool,
    /// Count all solutions of each puzzle instead
    ///
    /// Counts as `ndoku count` does, one puzzle after the other, and prints the median of --runs
    /// by method.
    #[arg(long, group = "repeated", conflicts_with_all = ["latency", "limit", "seconds", "seed"])]
    pub count: bool,
    /// Rate each puzzle instead
    ///
    /// Rates one puzzle after the other on one thread, and prints puzzles per second for each part
    /// of the scale.
    #[arg(
        long,
        group = "repeated",
        conflicts_with_all = ["count", "latency", "limit", "seconds", "seed", "threads"]
    )]
    pub rate: bool,
    /// Measure generation and comparison of puzzles instead
    ///
    /// Takes no input. Measures grids, puzzles and canonical forms, each for --seconds on one
    /// thread, and prints known speeds of other programs beside them.
    #[arg(long, conflicts_with_all = ["inputs", "count", "rate", "latency", "limit", "threads"])]
    pub make: bool,
    /// Rating profile for --rate: se121, sukaku, ndoku or hodoku
    #[arg(
        long,
        value_name = "NAME",
        default_value = "se121",
        value_parser = profile,
        requires = "rate",
        hide_short_help = true
    )]
    pub profile: Profile,
    /// Number of runs per puzzle for --count and --rate
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5,
        value_parser = whole_number_from(1_u32),
        requires = "repeated"
    )]
    pub runs: u32,
    /// Random seed for shuffling and for --make
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object on one line
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}
