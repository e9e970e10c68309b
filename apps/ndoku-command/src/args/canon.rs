//! The options of `ndoku canon`.

use clap::{Args, ValueEnum};
use ndoku::analysis::canonical::{CanonicalForm, UnknownFormError};

use super::{Input, Output, RunOptions, TableOptions};

/// Convert puzzles to canonical form, and find duplicates
///
/// Two puzzles are equivalent (isomorphic) if transformations turn one into the other: transposing,
/// permuting bands, stacks and the lines within them, and relabeling digits. Equivalent puzzles
/// have the same canonical form. There are three forms.
/// `pattern`: the form with the smallest pattern of clues, and of these the smallest digits.
/// `minlex`: the smallest string of digits, where a blank counts as 0. `solution`: the puzzle
/// within the smallest form of its solution; only for puzzles with one solution.
///
/// Prints one line per puzzle, in the order of the input, and an empty line for a puzzle without a
/// form. Additional columns are separated by tabs. Memory grows with the input only with --dedupe,
/// --group and --sort-groups.
///
/// Other layouts use their own symmetries. For layouts with more than 5,000 symmetries, such as
/// 16x16, the form `pattern` is unique but not the smallest.
///
/// Exit code 1: a puzzle has no such form. 3: a puzzle cannot be read. 4: a limit was reached.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Print the canonical form of a puzzle" => "ndoku canon puzzles/everest.txt",
    "Drop puzzles that are equivalent to earlier ones"
        => "ndoku canon --dedupe puzzles/many.txt",
    "Sort puzzles by their solution grid"
        => "ndoku canon --group --sort-groups puzzles/many.txt",
))]
pub(crate) struct Canon {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub run: RunOptions,
    #[command(flatten)]
    pub table: TableOptions,
    /// Canonical form: pattern, minlex or solution
    #[arg(long, value_name = "FORM", default_value = "pattern", value_parser = form)]
    pub form: CanonicalForm,
    /// Keep only the first of equivalent puzzles
    #[arg(long)]
    pub dedupe: bool,
    /// Add the transformation that gives the form, and its inverse
    ///
    /// Gives the place in the original of each row and column of the result, and the new digit of
    /// each digit. Layouts other than the classic one list cells instead.
    #[arg(long, hide_short_help = true)]
    pub show_transformation: bool,
    /// Add the number of automorphisms
    ///
    /// An automorphism is a transformation that maps the puzzle to itself. --json lists up to a
    /// hundred.
    #[arg(long)]
    pub automorphisms: bool,
    /// Add the number of the group, from 1 [default BY: solution]
    ///
    /// Puzzles of a group have equivalent solution grids or, with --group=form, the same form. A
    /// puzzle that does not have exactly one solution has the group `-`.
    #[arg(
        long,
        value_name = "BY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "solution"
    )]
    pub group: Option<GroupBy>,
    /// Sort the output by group [default ORDER: first]
    ///
    /// Adds three columns: the size of the group, the line of its first member, and the line of
    /// this puzzle. Puzzles without a group come last. Keeps the whole output in memory.
    #[arg(
        long,
        alias = "together",
        value_name = "ORDER",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "first",
        requires = "group"
    )]
    pub sort_groups: Option<GroupSorting>,
}

/// The property that the members of a group share.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupBy {
    /// Puzzles with equivalent solution grids
    #[value(alias = "grid")]
    Solution,
    /// Equivalent puzzles
    Form,
}

/// The order of sorted groups.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupSorting {
    /// By the first member
    First,
    /// By size, largest first, then by the first member
    #[value(alias = "size")]
    Largest,
}

fn form(text: &str) -> Result<CanonicalForm, String> {
    text.parse()
        .map_err(|error: UnknownFormError| error.to_string())
}
