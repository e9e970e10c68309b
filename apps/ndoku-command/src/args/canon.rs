//! What may be written behind `ndoku canon`.

use clap::{Args, ValueEnum};
use ndoku::generate::canonical::{Form, UnknownForm};

use super::{Input, Output, Pace};

/// Bring puzzles into a canonical form: the same for all that turning, moving and renaming makes of them.
///
/// Two puzzles are in essence the same if and only if their forms are equal. Three forms go by that name. pattern: of all forms those whose pattern of clues is least,
/// read row by row with blank before clue, and of these the one with the least digits. string: the least string of digits, a blank counting as 0. solution: the puzzle as
/// it lies in the least form of its solution; only for puzzles with one solution.
/// One line for each puzzle, in the order of the input; an empty one for a puzzle that has no form, of which the reason is said. Columns are added behind a tabulator.
/// Lines of 9x9 puzzles are read in blocks, so that an input of any length takes little memory, unless --dedupe, --group or --together has to remember what came.
/// Other layouts are moved by their own symmetries. Where these are more than 5,000, as in 16x16, the form pattern is singled out but not the least.
///
/// Exit code 1: some puzzles have no such form. 3: some could not be read. 4: some were given up.
#[derive(Debug, Args)]
pub(crate) struct Canon {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub pace: Pace,
    /// Which form: pattern, string or solution
    #[arg(long, value_name = "FORM", default_value = "pattern", value_parser = form)]
    pub form: Form,
    /// Keep the first of each class only, and say how many were dropped
    #[arg(long)]
    pub dedupe: bool,
    /// Add what makes the form of the puzzle, and what makes the puzzle of the form: for each row and column of the result where it comes from, for each digit its new name
    #[arg(long)]
    pub show_transformation: bool,
    /// Add how many automorphisms the puzzle has: ways to turn, move and rename that leave it as it is; with --json, up to a hundred of them
    #[arg(long)]
    pub automorphisms: bool,
    /// Add the number of its group, counted from 1 as they come: with `solution` puzzles of the same number are parts of the same grid, with `form` they are in essence the
    /// same; `-` for a puzzle that has no single solution
    #[arg(long, value_name = "BY", num_args = 0..=1, require_equals = true, default_missing_value = "solution")]
    pub group: Option<GroupBy>,
    /// Write the members of a group side by side, the groups by their first member or the largest first. Three columns more: how many members it has, the line of the first,
    /// the line of this one. What is in no group comes last. All of the output is kept in memory until the input has ended
    #[arg(long, value_name = "ORDER", num_args = 0..=1, require_equals = true, default_missing_value = "first", requires = "group")]
    pub together: Option<Together>,
}

/// What the members of a group have in common.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupBy {
    /// Their solutions are in essence the same grid
    #[value(alias = "grid")]
    Solution,
    /// They are in essence the same puzzle
    Form,
}

/// The order of groups whose members stand side by side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Together {
    /// By their first members
    First,
    /// By the number of their members, then by their first
    #[value(alias = "size")]
    Largest,
}

fn form(text: &str) -> Result<Form, String> {
    text.parse().map_err(|error: UnknownForm| error.to_string())
}
