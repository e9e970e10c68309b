//! The options of `ndoku bench`.

use std::num::NonZeroUsize;

use clap::Args;
use ndoku::Isa;

use super::Input;
use super::values::{decimal_in, isa, threads, whole_number_from};

/// Measure how many puzzles per second this machine solves
///
/// Reads all puzzles into memory and shuffles them. Puzzles of the classic layout are also
/// permuted and relabeled, so that their order gives no advantage. Verifies every answer once, and
/// compares answers with those of another engine for up to a second. Then solves puzzles for the
/// given time. The time includes reading a puzzle and writing its solution. Puzzles of other
/// layouts are solved one after the other, and reading them is not measured.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Measure the puzzles of a file for one second"
        => "ndoku bench --seconds 1 puzzles/everest.txt",
    "Measure the time of single puzzles"
        => "ndoku bench --seconds 1 --latency puzzles/everest.txt",
    "Measure two threads, and print JSON"
        => "ndoku bench --seconds 1 --json -j 2 puzzles/everest.txt",
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
    /// Random seed for shuffling
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object on one line
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}
