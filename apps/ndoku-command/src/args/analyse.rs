//! What may be written after `ndoku analyse`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Input, Pace, whole};

/// Print the portrait of puzzles and full grids: what they are made of, and what is known of them.
///
/// Clues and their symmetry, the number of solutions, minimality, ratings, canonical forms and automorphisms, minimal unavoidable sets of the solution and
/// how many clues they demand, which is a lower bound for every puzzle with this solution, backdoors for singles. Parts that a layout or puzzle does not have are said to be missing, with the reason.
///
/// By default what takes some ten milliseconds a puzzle; ratings of the hardest take seconds, see --without and --timeout. With --deep also the exact number of solutions,
/// unavoidable sets of up to four digits, a longer search for the clues that sets demand, backdoors of two cells, and how many minimal puzzles are met in random orders of clues.
///
/// Exit code 4: some parts were given up.
#[derive(Debug, Args)]
pub(crate) struct Analyse {
    #[command(flatten)]
    pub input: Input,
    /// Only these parts, beside the clues
    #[arg(long, value_name = "PART", value_delimiter = ',', conflicts_with = "without")]
    pub only: Vec<Part>,
    /// All parts but these
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub without: Vec<Part>,
    /// Look deeper, which takes some hundred milliseconds a puzzle
    #[arg(long)]
    pub deep: bool,
    /// Take the clues away in so many random orders, and tell which minimal puzzles are met; 100 with --deep, otherwise none
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub orders: Option<u64>,
    /// What these orders depend on
    #[arg(long, value_name = "N", value_parser = whole::<u64>, default_value_t = 1)]
    pub seed: u64,
    /// One JSON record for each puzzle, with everything
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write to this file, which appears when it is complete; `-` is standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub pace: Pace,
}

/// A part of a portrait.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Which clues are not needed
    Minimal,
    /// How hard it is
    Rating,
    /// Canonical forms and automorphisms
    Canonical,
    /// Unavoidable sets, and how many clues they demand
    Unavoidable,
    /// Cells that leave nothing but singles
    Backdoors,
    /// Minimal puzzles that are met
    Met,
}

impl Analyse {
    /// Whether a part is wanted.
    pub(crate) fn wants(&self, part: Part) -> bool {
        !self.without.contains(&part) && (self.only.is_empty() || self.only.contains(&part))
    }

    /// In how many orders clues are taken away.
    pub(crate) fn orders(&self) -> u64 {
        let asked = self.deep || self.only.contains(&Part::Met);
        if self.wants(Part::Met) { self.orders.unwrap_or(if asked { 100 } else { 0 }) } else { 0 }
    }
}
