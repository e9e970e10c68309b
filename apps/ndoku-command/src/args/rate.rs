//! The options of `ndoku rate`.

use clap::{Args, ValueEnum};
use ndoku::rating::{Profile, Template};

use super::{Input, OutputPath, RunOptions, TableOptions, profile, template};

/// The placeholders of a template, as the help lists them.
macro_rules! placeholders {
    () => {
        "\x1b[32;1mPlaceholders of a template:\x1b[0m\n  \
        %g, %n      the puzzle, its number in the run\n  \
        %r, %p, %d  ER, EP, ED\n  \
        %R, %P, %D  the techniques of ER, EP, ED\n  \
        %l, %s      the level, the score of the profile hodoku\n  \
        %e, %t      the time in seconds, a tab\n\n"
    };
}

/// Rate how hard puzzles are
///
/// The profiles se121 and sukaku rate classic 9x9 puzzles as Sudoku Explainer and Sukaku Explainer
/// do. They do not rate puzzles with pencilmarks. ER is the rating of the hardest step, and ED that
/// of the first step. EP is the rating of the hardest step up to the first placed digit. These
/// ratings can change when a puzzle is rotated or relabeled.
///
/// The profile ndoku rates every layout by the techniques of `ndoku techniques`. Its ratings do
/// not change when a puzzle is rotated or relabeled. 20.0 means that the techniques do not solve
/// the puzzle.
///
/// The profile hodoku rates every layout by a score: the sum of HoDoKu's scores of all steps. The
/// scores can differ from those of HoDoKu itself, which takes other steps. The profile has no ER,
/// EP and ED, and levels of its own: easy, medium, hard, unfair and extreme.
///
/// A puzzle with no solution or several has no rating, written `-`.
///
/// Exit code 1: a puzzle has no rating. 3: a puzzle cannot be read. 4: a limit was reached.
#[derive(Debug, Args)]
#[command(after_long_help = concat!(placeholders!(), examples!(
    "Rate a puzzle" => "ndoku rate puzzles/everest.txt",
    "Rate puzzles of any layout" => "ndoku rate --profile ndoku puzzles/many.txt",
    "Print level and rating only" => "ndoku rate --template '%l %r' puzzles/everest.txt",
    "Write a table with a histogram on standard error"
        => "ndoku rate --to csv --histogram puzzles/everest.txt",
)))]
pub(crate) struct Rate {
    #[command(flatten)]
    pub input: Input,
    /// Rating profile: se121, sukaku, ndoku or hodoku
    #[arg(long, value_name = "NAME", default_value = "se121", value_parser = profile)]
    pub profile: Profile,
    /// Text to write for each puzzle
    ///
    /// The default is `%g ED=%r/%p/%d` for the profiles se121 and sukaku. For ndoku it is `%g
    /// ndoku=%r/%p/%d`, and for hodoku `%g hodoku=%s %l`.
    #[arg(long, value_name = "TEXT", value_parser = template, help_heading = "Output")]
    pub template: Option<Template>,
    /// Output format [default: by the extension of the file, or text]
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        help_heading = "Output",
        conflicts_with = "template"
    )]
    pub to: Option<RateTo>,
    /// Write one JSON record per puzzle (same as --to ndjson)
    #[arg(long, conflicts_with_all = ["to", "template"], help_heading = "Output")]
    pub json: bool,
    /// Print a histogram of levels and ratings on standard error
    #[arg(long, help_heading = "Output")]
    pub histogram: bool,
    #[command(flatten)]
    pub output: OutputPath,
    #[command(flatten)]
    pub run: RunOptions,
    #[command(flatten)]
    pub table: TableOptions,
}

/// The form in which ratings are written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RateTo {
    /// One line per puzzle, by the template
    Text,
    /// A table with a header
    Csv,
    /// One JSON record per puzzle
    #[value(alias = "json")]
    Ndjson,
}
