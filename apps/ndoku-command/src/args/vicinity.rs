//! What may be written behind `ndoku vicinity`.

use clap::Args;
use ndoku::generate::vicinity::FARTHEST;

use super::values::{whole_from, whole_in};
use super::{Input, Output, Work};

/// Search the vicinity of classic 9x9 puzzles: {-n+m}, all puzzles with one solution that have n clues less and m others more.
///
/// A clue that was left out is not put in again, so that nothing is found twice around one puzzle. {-1+1} finds some dozens of minimal puzzles around a usual one, and some
/// hundreds in all; {-2+2} tens of thousands of minimal ones, and takes seconds.
///
/// Exit code 1: for some puzzle there is none, or it is not of the classic layout. 4: some were given up, or left so many solutions that something was passed over.
#[derive(Debug, Args)]
pub(crate) struct Vicinity {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub work: Work,
    /// Clues to leave out, up to 2
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_in(0..=FARTHEST))]
    pub minus: usize,
    /// Clues to put in, up to 2
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = whole_in(0..=FARTHEST))]
    pub plus: usize,
    /// Only puzzles of which every clue is needed
    #[arg(long)]
    pub minimal: bool,
    /// Of puzzles that are the same but for symmetry and relabelling, only the first, over the whole run; needs about 150 bytes of memory for each that is written
    #[arg(long)]
    pub dedupe: bool,
    /// Pass over what can be put in where more solutions than this are left
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole_from(1_usize))]
    pub solutions: usize,
}
