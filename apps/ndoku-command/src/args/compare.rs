//! The options of `ndoku compare`.

use clap::Args;

use super::{Input, JsonOutput, RunOptions};

/// Test whether two puzzles are equivalent
///
/// Takes two inputs, A and B. If they hold several puzzles, compares the first with the first, the
/// second with the second, and so on. Two puzzles are equivalent (isomorphic) if transformations
/// turn one into the other: transposing, permuting bands, stacks and the lines within them, and
/// relabeling digits. Prints the transformation from A to B. It gives the place in A of each row
/// and column of B, and the new digit of each digit of A. Layouts other than the classic one list
/// cells instead.
///
/// Needs a few hundred bytes of memory per puzzle.
///
/// Exit code 0: all pairs are equivalent. 1: a pair differs, or one input has more
/// puzzles. 3: a puzzle cannot be read. 4: a limit was reached.
#[derive(Debug, Args)]
#[command(mut_arg("inputs", |inputs| inputs.help("Two inputs, A and B: puzzles, files, or `-`")))]
#[command(after_long_help = examples!(
    "Compare two 4x4 puzzles" => "ndoku compare 1..3........34.1 1.43........3..1",
    "Compare the puzzles of two files, line by line"
        => "ndoku compare puzzles/many.txt puzzles/many.txt",
    "Print the result as JSON"
        => "ndoku compare --json 1..3........34.1 1.43........3..1",
))]
pub(crate) struct Compare {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub run: RunOptions,
    #[command(flatten)]
    pub output: JsonOutput,
}
