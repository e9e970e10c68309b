//! The options of `ndoku sample`.

use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::generate::{Range, range};
use super::layout::LayoutArgs;
use super::values::{duration, size, whole_number, whole_number_from};
use super::{OutputPath, Threads};

/// Sample grids uniformly, or minimal puzzles with weights
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Sample three random grids" => "ndoku sample grids 3 --seed 1",
    "Sample a random 6x6 grid" => "ndoku sample grids --size 6",
    "Sample minimal puzzles from 200 starts" => "ndoku sample minimal 200 --seed 1",
))]
pub(crate) struct Sample {
    #[command(subcommand)]
    pub kind: SampleKind,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SampleKind {
    Grids(SampleGrids),
    Minimal(SampleMinimal),
}

impl Sample {
    /// Returns the options that both kinds have.
    pub(crate) fn common(&self) -> &SampleCommon {
        match &self.kind {
            SampleKind::Grids(SampleGrids { common, .. })
            | SampleKind::Minimal(SampleMinimal { common, .. }) => common,
        }
    }

    /// Returns the options that both kinds have, to change them.
    pub(crate) fn common_mut(&mut self) -> &mut SampleCommon {
        match &mut self.kind {
            SampleKind::Grids(SampleGrids { common, .. })
            | SampleKind::Minimal(SampleMinimal { common, .. }) => common,
        }
    }
}

/// Sample random full grids, each with the same probability
///
/// For the classic layout, samples any of its 6.67e21 grids. For others, works as long as all grids
/// can be listed, such as 4x4, 5x5 and 6x6 with any boxes, diagonals or rules. Grid n of a seed is
/// always the same.
///
/// Exit code 1: the layout has no grid. 4: the layout has too many grids, or the time ran out.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Sample three random grids" => "ndoku sample grids 3 --seed 1",
    "Sample a random 6x6 grid" => "ndoku sample grids --size 6",
    "Sample a random 4x4 Latin square" => "ndoku sample grids --size 4 --box none",
))]
pub(crate) struct SampleGrids {
    /// Number of grids
    #[arg(value_name = "N", default_value = "1", value_parser = whole_number_from(1_u64))]
    pub number: u64,
    /// Number of rows, columns and digits [default: by --box, or 9]
    #[arg(long, value_name = "N", value_parser = size, help_heading = "Layout")]
    pub size: Option<u8>,
    #[command(flatten)]
    pub layout: LayoutArgs,
    /// Write one JSON record per grid
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    #[command(flatten)]
    pub common: SampleCommon,
}

/// Sample random minimal 9x9 puzzles with weights
///
/// A minimal puzzle has one solution and needs every clue. Generators make too many puzzles with
/// few clues: they average 24, while all minimal puzzles average 26.5. Here each puzzle has a
/// weight. A weighted mean over the sample estimates the mean over all minimal puzzles of all
/// grids.
///
/// A start is a random grid reduced to 36 cells. It yields no puzzle, a few or many. The sum of all
/// weights divided by the number of starts estimates the number of minimal puzzles per grid, which
/// is 4.67e15. A table on standard error shows it by number of clues. Puzzles of the same start
/// depend on each other, so use the effective sample size by starts. Start n of a seed always
/// yields the same puzzles.
///
/// Exit code 4: the time ran out before the last start; the output is complete for the starts
/// before.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Sample minimal puzzles from 200 starts" => "ndoku sample minimal 200 --seed 1",
    "Sample minimal puzzles with at most 24 clues"
        => "ndoku sample minimal 200 --clues ..24 --seed 1",
    "Estimate the number of minimal puzzles by clues"
        => "ndoku sample minimal 200 --to estimates --seed 1",
))]
pub(crate) struct SampleMinimal {
    /// Number of starts; 10,000 yield about 7,600 puzzles
    #[arg(value_name = "STARTS", default_value = "10000", value_parser = whole_number_from(1_u64))]
    pub starts: u64,
    /// Number of clues: 24, 24..26 (inclusive), ..26 or 28..
    ///
    /// Does not change the weights. The last line of the table is about these puzzles.
    #[arg(long, value_name = "RANGE", value_parser = range)]
    pub clues: Option<Range>,
    /// Output format [default: by the extension of the file, or line]
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub to: Option<SampleTo>,
    /// Write one JSON record per puzzle (same as --to ndjson)
    #[arg(long, conflicts_with = "to", help_heading = "Output")]
    pub json: bool,
    #[command(flatten)]
    pub common: SampleCommon,
}

/// The options of both kinds.
#[derive(Debug, Args)]
pub(crate) struct SampleCommon {
    /// Random seed [default: random, printed to stderr]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub output: OutputPath,
    #[command(flatten)]
    pub threads: Threads,
    /// Maximum time of the whole run, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Threads and limits")]
    pub timeout: Option<Duration>,
}

/// The output format for minimal puzzles.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SampleTo {
    /// The puzzle, a space and its weight
    Line,
    /// Table: puzzle,clues,weight,start
    Csv,
    /// One JSON record per puzzle
    Ndjson,
    /// Table: clues,puzzles,per_grid,error,effective,independent
    Estimates,
}
