//! What may be written after `ndoku sample`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::generate::{Range, range};
use super::layout::LayoutArgs;
use super::{duration, threads, whole};

/// Draw grids or minimal puzzles without a bias: for statistics, and for whoever wants to know what a usual puzzle is like.
#[derive(Debug, Args)]
pub(crate) struct Sample {
    #[command(subcommand)]
    pub what: What,
}

#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// Full grids, each exactly as likely as any other, independent of each other
    Grids(SampleGrids),
    /// Minimal 9x9 puzzles with weights, which make every minimal puzzle count alike
    Minimal(SampleMinimal),
}

impl Sample {
    /// The file to write to, if one was named.
    pub(crate) fn output_mut(&mut self) -> &mut Option<PathBuf> {
        match &mut self.what {
            What::Grids(SampleGrids { common, .. }) | What::Minimal(SampleMinimal { common, .. }) => &mut common.output,
        }
    }

    /// The number of threads, if it was said.
    pub(crate) fn threads_mut(&mut self) -> &mut Option<NonZeroUsize> {
        match &mut self.what {
            What::Grids(SampleGrids { common, .. }) | What::Minimal(SampleMinimal { common, .. }) => &mut common.threads,
        }
    }
}

/// Draw full grids, each exactly as likely as any other, independent of each other: one line each.
///
/// For the classic layout any of its 6.67e21 grids; for others as long as all their grids can be listed, such as 4x4, 5x5, 6x6 with any boxes, diagonals or rules. For the
/// rest no exact way is known. The n-th grid of a seed is always the same.
///
/// Exit code 1: the layout has no grid. 4: its grids are too many, or the time was over.
#[derive(Debug, Args)]
pub(crate) struct SampleGrids {
    /// How many grids
    #[arg(value_name = "N", default_value = "1", value_parser = whole::<u64>)]
    pub number: u64,
    /// Rows, columns and digits; by default what --box says, or 9
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..), help_heading = "Layout")]
    pub size: Option<u8>,
    #[command(flatten)]
    pub layout: LayoutArgs,
    #[command(flatten)]
    pub common: SampleCommon,
}

/// Draw minimal 9x9 puzzles with weights.
///
/// A minimal puzzle has one solution, and none of its clues can go. What generators make has too few clues: 24 on average, where 26.5 are usual. Here each puzzle comes with
/// a weight, so that weighted means over what is drawn are means over all minimal puzzles of all grids.
///
/// A start is a random grid with 36 of its cells; it leads to no puzzle, a few, or many. The weights of all puzzles divided by the number of starts are an estimate of how
/// many minimal puzzles a grid has, 4.67e15 as is known; the table on standard error says it for each number of clues. Puzzles of one start are related, those of different
/// starts are not: the effective size by starts is what conclusions should rest on. The n-th start of a seed always finds the same.
///
/// Exit code 4: the time was over before all starts were made; what is written is what the first of them find.
#[derive(Debug, Args)]
pub(crate) struct SampleMinimal {
    /// How many starts; 10,000 find some 7,600 puzzles
    #[arg(value_name = "STARTS", default_value = "10000", value_parser = whole::<u64>)]
    pub starts: u64,
    /// Only puzzles with so many clues: 24, 24..26 (both included), ..26 or 28... They have the weights that they have among all, and are drawn sooner the more they
    /// have at least; the last line of the table is then about them
    #[arg(long, value_name = "RANGE", value_parser = range)]
    pub clues: Option<Range>,
    /// What to write: `line`, a puzzle and its weight; `csv` and `ndjson`, also its clues and its start; `estimates`, the table of numbers of puzzles by clues as CSV
    #[arg(short, long, value_name = "FORMAT", default_value = "line", help_heading = "Output")]
    pub to: SampleTo,
    /// The same as `--to ndjson`: one JSON record for each puzzle
    #[arg(long, conflicts_with = "to", help_heading = "Output")]
    pub json: bool,
    #[command(flatten)]
    pub common: SampleCommon,
}

/// What both take.
#[derive(Debug, Args)]
pub(crate) struct SampleCommon {
    /// What is drawn depends on this number; without it another is taken each time, and said
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub seed: Option<u64>,
    /// Write to this file, which appears when it is complete; `-` is standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Threads; by default one for each core
    #[arg(short = 'j', long, value_name = "N", env = "NDOKU_THREADS", value_parser = threads, help_heading = "Work", hide_env_values = true)]
    pub threads: Option<NonZeroUsize>,
    /// End the whole run after so long, such as 10s or 500ms, with what was drawn until then
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Work")]
    pub timeout: Option<Duration>,
}

/// What is written about minimal puzzles.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SampleTo {
    /// The puzzle, a blank, its weight
    Line,
    /// puzzle,clues,weight,start
    Csv,
    /// A JSON record each
    Ndjson,
    /// clues,puzzles,per_grid,error,effective,independent
    Estimates,
}
