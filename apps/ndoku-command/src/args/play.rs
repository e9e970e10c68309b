//! The options of `ndoku play`.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ndoku::Alphabet;
use ndoku::format::Format;
use ndoku::rating::Level;

use super::generate::SymmetryArg;
use super::layout::LayoutArgs;
use super::values::{alphabet, format, level, size, symmetries, threads as from_one, whole_number};

/// The options that a saved game replaces.
const RESUME_CONFLICTS: [&str; 12] = [
    "input", "level", "symmetry", "seed", "size", "boxes", "regions", "x", "diagonal", "rule",
    "symbols", "format",
];

/// Play a puzzle in the terminal
///
/// Reads a puzzle in any format, or a saved game. Without INPUT, generates a puzzle. Offers corner
/// and center marks, colors, selections of many cells, unlimited undo and a clock. Gives hints,
/// from a nudge to the full solution path. Takes keys and mouse; `?` shows the keys.
///
/// Saves the game automatically in $XDG_STATE_HOME/ndoku/play.json or the file of --save, and keeps
/// the previous file as play.previous.json. --resume continues the saved game. Other commands read
/// a saved game as a puzzle.
#[derive(Debug, Args)]
#[command(args = super::unused_globals(), after_long_help = examples!(
    "Play a new puzzle" => "ndoku play",
    "Play a new 6x6 puzzle of the level easy" => "ndoku play --size 6 --level easy",
    "Play the second puzzle of a file" => "ndoku play --number 2 puzzles/many.txt",
    "Continue the saved game" => "ndoku play --resume",
))]
pub(crate) struct Play {
    /// Puzzle, file, saved game, or `-` for standard input
    #[arg(value_name = "INPUT")]
    pub input: Option<OsString>,
    /// Number of the puzzle in the input
    #[arg(long, value_name = "N", default_value = "1", value_parser = from_one, requires = "input")]
    pub number: NonZeroUsize,
    /// Continue the last game, or the game of --save
    #[arg(long, conflicts_with_all = RESUME_CONFLICTS)]
    pub resume: bool,
    /// File for the saved game
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Level: beginner, easy, medium, hard, expert or extreme
    #[arg(
        long,
        alias = "difficulty",
        value_name = "LEVEL",
        value_parser = level,
        conflicts_with = "input",
        help_heading = "New puzzle"
    )]
    pub level: Option<Level>,
    /// Symmetry of the clues, as for `ndoku generate`
    #[arg(
        long,
        value_name = "NAME",
        default_value = "rotational",
        value_parser = symmetries(),
        conflicts_with = "input",
        help_heading = "New puzzle"
    )]
    pub symmetry: SymmetryArg,
    /// Random seed [default: random]
    #[arg(
        long,
        value_name = "N",
        value_parser = whole_number::<u64>,
        conflicts_with = "input",
        help_heading = "New puzzle"
    )]
    pub seed: Option<u64>,
    /// Number of rows, columns and digits
    #[arg(
        long,
        value_name = "N",
        value_parser = size,
        conflicts_with = "input",
        help_heading = "Layout"
    )]
    pub size: Option<u8>,
    #[command(flatten)]
    pub layout: LayoutArgs,
    /// Digit symbols: dec, alnum, alpha or hex0
    #[arg(long, value_name = "NAME", value_parser = alphabet, help_heading = "Input")]
    pub symbols: Option<Alphabet>,
    /// Input format [default: detected]
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        value_parser = format,
        requires = "input",
        help_heading = "Input"
    )]
    pub format: Option<&'static Format>,
    /// Draw with ASCII characters only
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,
    /// Color of the background [default: $COLORFGBG, or dark]
    #[arg(long, value_name = "WHICH", help_heading = "Output")]
    pub theme: Option<ThemeArg>,
    /// Characters that Shift+1 to Shift+9 type on this keyboard
    #[arg(
        long,
        hide_short_help = true,
        value_name = "CHARS",
        default_value = "!@#$%^&*(",
        value_parser = shifted,
        help_heading = "Keys"
    )]
    pub shifted: String,
}

/// The brightness of the background.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeArg {
    Dark,
    Light,
}

fn shifted(text: &str) -> Result<String, String> {
    if text.chars().count() == 9 {
        Ok(text.to_owned())
    } else {
        Err("write nine characters, for Shift+1 to Shift+9".to_owned())
    }
}
