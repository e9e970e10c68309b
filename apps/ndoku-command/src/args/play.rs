//! What may be written after `ndoku play`.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ndoku::Alphabet;
use ndoku::format::Format;
use ndoku::rating::Level;

use super::generate::{SymmetryArg, level, symmetry};
use super::layout::LayoutArgs;
use super::{alphabet, format, whole};

/// Play a puzzle in the terminal.
///
/// INPUT is a puzzle, a file with one in any format, or a saved game; without it a puzzle is made. Digits, corner and centre marks, colours, selections of many cells,
/// undo without end, hints that begin with a nudge, the whole way to the solution, a clock; keys and mouse. `?` shows the keys.
///
/// The game is saved by itself, in $XDG_STATE_HOME/ndoku/play.json or the file of --save; --resume goes on with it. What was there is kept as play.previous.json.
/// A saved game is also a puzzle in ndoku's JSON, for every other command.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// A file, `-` for standard input, a puzzle itself, or a saved game; without it a puzzle is made
    #[arg(value_name = "INPUT")]
    pub input: Option<OsString>,
    /// Which puzzle, if there are several
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<NonZeroUsize>, requires = "input")]
    pub number: NonZeroUsize,
    /// Go on with the game that was saved last, or with that of --save
    #[arg(long, conflicts_with_all = ["input", "level", "symmetry", "seed", "size"])]
    pub resume: bool,
    /// Save the game in this file
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// The level of the puzzle that is made: beginner, easy, medium, hard, expert, extreme
    #[arg(long, visible_alias = "difficulty", value_name = "LEVEL", value_parser = level, conflicts_with = "input", help_heading = "New puzzle")]
    pub level: Option<Level>,
    /// The symmetry of its clues, as for `ndoku generate`
    #[arg(long, value_name = "NAME", default_value = "rotational", value_parser = symmetry, conflicts_with = "input", help_heading = "New puzzle")]
    pub symmetry: SymmetryArg,
    /// It depends on this number; without it another is taken each time
    #[arg(long, value_name = "N", value_parser = whole::<u64>, conflicts_with = "input", help_heading = "New puzzle")]
    pub seed: Option<u64>,
    /// Rows, columns and digits
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..), conflicts_with = "input", help_heading = "Layout")]
    pub size: Option<u8>,
    #[command(flatten)]
    pub layout: LayoutArgs,
    /// How digits are written: dec, alnum, alpha, hex0
    #[arg(long, value_name = "ALPHABET", value_parser = alphabet, help_heading = "Reading")]
    pub symbols: Option<Alphabet>,
    /// Read this format instead of finding out
    #[arg(short, long, value_name = "FORMAT", value_parser = format, help_heading = "Reading")]
    pub format: Option<&'static Format>,
    /// Draw with ASCII characters only
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,
    /// Colours for a dark or a light background; by default what $COLORFGBG says, or dark
    #[arg(long, value_name = "WHICH", help_heading = "Output")]
    pub theme: Option<ThemeArg>,
    /// The characters that Shift with 1 to 9 types on this keyboard
    #[arg(long, value_name = "CHARS", default_value = "!@#$%^&*(", value_parser = shifted, help_heading = "Keys")]
    pub shifted: String,
}

/// What the background is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeArg {
    Dark,
    Light,
}

fn shifted(text: &str) -> Result<String, String> {
    if text.chars().count() == 9 { Ok(text.to_owned()) } else { Err("write nine characters, for Shift+1 to Shift+9".to_owned()) }
}
