//! The options of `ndoku stats`.

use clap::Args;

use super::Input;

/// Summarize files: sizes, clues, layouts, duplicates
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Summarize one file" => "ndoku stats puzzles/many.txt",
    "Summarize two files together" => "ndoku stats puzzles/everest.txt puzzles/many.txt",
    "Print the summary as JSON" => "ndoku stats --json puzzles/many.txt",
))]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub input: Input,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}
