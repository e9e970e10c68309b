//! The options of `ndoku check`.

use clap::Args;

use super::{Input, JsonOutput, SearchOptions, TableOptions};

/// Check puzzles and filled grids for conflicts
///
/// Prints one line per conflict, or `ok`. A conflict is a digit that is repeated in a house or
/// breaks a rule. A solution in the input is checked too.
///
/// Exit code 0: no puzzle has a conflict. 1: a puzzle has a conflict or fails an additional check.
/// 3: a puzzle cannot be read. 4: a limit was reached.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Check a 4x4 grid" => "ndoku check 1234341221434321",
    "Check that each puzzle has exactly one solution"
        => "ndoku check --unique puzzles/everest.txt",
    "Find clues that are not needed" => "ndoku check --minimal puzzles/everest.txt",
))]
pub(crate) struct Check {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: JsonOutput,
    #[command(flatten)]
    pub search: SearchOptions,
    /// Column of solutions in a Parquet or Arrow file
    #[arg(
        long,
        value_name = "NAME",
        default_value = "solution",
        hide_short_help = true,
        help_heading = "Input"
    )]
    pub solution_column: String,
    #[command(flatten)]
    pub table: TableOptions,
    /// Also check that the solution is unique
    #[arg(long)]
    pub unique: bool,
    /// Also check that no cell is blank
    #[arg(long)]
    pub full: bool,
    /// Also check that the solution is unique and every clue is needed
    #[arg(long, conflicts_with = "full")]
    pub minimal: bool,
}
