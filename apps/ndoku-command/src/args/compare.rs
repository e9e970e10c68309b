//! What may be written behind `ndoku compare`.

use std::path::PathBuf;

use clap::Args;

use super::{Input, Pace};

/// Compare puzzles: are two the same but for turning, moving and renaming?
///
/// Two inputs, each a file, `-` or a puzzle. If they hold several puzzles, the first is compared with the first, the second with the second and so on. Says what makes the
/// one of A that of B: for each row and column of B where it comes from in A, for each digit of A its new name.
///
/// The forms of all puzzles are kept until both inputs have ended, some hundred bytes each.
///
/// Exit code 0: all are the same. 1: some differ, or one input has more puzzles. 3: some could not be read. 4: some were given up.
#[derive(Debug, Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub pace: Pace,
    /// One JSON record for each pair
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write to this file, which appears when it is complete; `-` is standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
}
