//! The options of `ndoku convert`.

use std::time::Duration;

use clap::Args;

use super::values::{blank, duration};
use super::{Input, Output};

/// Convert puzzles to another format
///
/// The input format is detected. Without --to, the extension of the output file selects the format:
/// `-o x.sdk` writes the format sdk. `ndoku formats` lists all formats.
///
/// Prints a warning for everything that the output format cannot hold.
///
/// Exit code 1: the output format cannot hold a puzzle. 3: a puzzle cannot be read.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Write each puzzle on one line" => "ndoku convert --to line puzzles/everest.txt",
    "Write a table for a spreadsheet" => "ndoku convert --to csv puzzles/everest.txt -o out.csv",
    "Show which format a file has, and why"
        => "ndoku convert --explain-format puzzles/sixteen.txt",
))]
pub(crate) struct Convert {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    /// Show why each format matches the input or not
    #[arg(long, conflicts_with_all = ["to", "json", "ascii", "solution", "blank"])]
    pub explain_format: bool,
    /// Write the solution that the file gives, not the clues
    #[arg(long)]
    pub solution: bool,
    /// Character for blank cells, such as 0 or _
    #[arg(long, value_name = "CHAR", value_parser = blank)]
    pub blank: Option<char>,
    /// Maximum time for reading a photograph, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeout: Option<Duration>,
}
