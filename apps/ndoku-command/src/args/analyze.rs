//! The options of `ndoku analyze`.

use clap::{Args, ValueEnum};

use super::{Input, JsonOutput, RunOptions, TableOptions, whole_number};

/// Analyze puzzles: symmetry, minimality, rating, backdoors
///
/// Prints clues and their symmetry, the number of solutions, redundant clues, ratings, canonical
/// forms and automorphisms. Unavoidable sets of the solution give a lower bound for the number of
/// clues. Backdoors are cells whose digits let singles solve the rest. Each missing part is listed
/// with the reason.
///
/// A puzzle takes about ten milliseconds, and the hardest take seconds to rate. --without and
/// --timeout shorten that. --deep adds the exact number of solutions and unavoidable sets of up to
/// four digits. It also adds a better lower bound, backdoors of two cells and a sample of minimal
/// puzzles.
///
/// Exit code 3: a puzzle cannot be read. 4: a limit was reached.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Analyze a puzzle" => "ndoku analyze puzzles/everest.txt",
    "Print the rating and the canonical forms only"
        => "ndoku analyze --only rating,canonical puzzles/everest.txt",
    "Analyze all puzzles of a file without ratings, as JSON"
        => "ndoku analyze --json --without rating puzzles/many.txt",
))]
pub(crate) struct Analyze {
    #[command(flatten)]
    pub input: Input,
    /// Print only these parts and the clues
    #[arg(
        long,
        value_name = "PART",
        value_delimiter = ',',
        conflicts_with = "without"
    )]
    pub only: Vec<AnalysisPart>,
    /// Print all parts except these
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub without: Vec<AnalysisPart>,
    /// Analyze more; takes a few hundred milliseconds per puzzle
    #[arg(long)]
    pub deep: bool,
    /// Number of random minimal puzzles to sample [default: 0]
    ///
    /// Removes the clues in this number of random orders, and prints the minimal puzzles that
    /// result. The default with --deep is 100.
    #[arg(long, alias = "orders", value_name = "N", value_parser = whole_number::<u64>)]
    pub samples: Option<u64>,
    /// Random seed for --samples [default: 1]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = whole_number::<u64>)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub output: JsonOutput,
    #[command(flatten)]
    pub run: RunOptions,
    #[command(flatten)]
    pub table: TableOptions,
}

/// A part of the report.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnalysisPart {
    /// Redundant clues
    Minimal,
    /// Rating and level
    Rating,
    /// Canonical forms and automorphisms
    Canonical,
    /// Unavoidable sets and the lower bound for the number of clues
    Unavoidable,
    /// Cells whose digits let singles solve the rest
    Backdoors,
    /// Sampled minimal puzzles
    SampledMinimals,
}

impl Analyze {
    /// Returns `true` if a part is requested.
    pub(crate) fn wants(&self, part: AnalysisPart) -> bool {
        !self.without.contains(&part) && (self.only.is_empty() || self.only.contains(&part))
    }

    /// Returns the random seed of the orders.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Returns the number of random orders for the sample of minimal puzzles.
    pub(crate) fn samples(&self) -> u64 {
        let asked = self.deep || self.only.contains(&AnalysisPart::SampledMinimals);
        if self.wants(AnalysisPart::SampledMinimals) {
            self.samples.unwrap_or(if asked { 100 } else { 0 })
        } else {
            0
        }
    }
}
