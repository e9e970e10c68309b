//! What may be written behind `ndoku minimise`.

use clap::Args;
use ndoku::generate::Symmetry;

use super::values::symmetry;
use super::{Input, Output, Work, whole};

/// Make puzzles minimal: leave out clues until each is needed.
///
/// Clues are tried in random order, and each is left out if the puzzle still has one solution without it. A full grid is a puzzle too. In a puzzle with pencilmarks,
/// removed candidates are given back instead. The same seed gives the same puzzles for any number of threads; what comes out depends on the seed and on the place of
/// the puzzle in the input.
///
/// With --symmetry, clues that become each other by it are left out together: what comes out has the symmetry if the puzzle had it, and none of these orbits can be
/// left out, though single clues may be.
///
/// Exit code 0: every puzzle has been made minimal. 1: some have no solution, or several. 4: some were given up.
#[derive(Debug, Args)]
pub(crate) struct Minimise {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub work: Work,
    /// Every minimal puzzle within each puzzle, once, instead of one at random
    #[arg(long, conflicts_with_all = ["seed", "symmetry"])]
    pub all: bool,
    /// With --all at most so many of each puzzle; 0 for no limit
    #[arg(long, value_name = "N", value_parser = whole::<u64>, default_value_t = 0, requires = "all")]
    pub limit: u64,
    /// What is left out depends on this number; without it another is taken each time, and said
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub seed: Option<u64>,
    /// Leave out clues together: none, rotational, quarter, horizontal, vertical, both-mirrors, diagonal, anti-diagonal, both-diagonals, full
    #[arg(long, visible_alias = "symmetric", value_name = "KIND", value_parser = symmetry(), default_value = "none")]
    pub symmetry: Symmetry,
}
