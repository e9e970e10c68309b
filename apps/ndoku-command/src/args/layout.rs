//! The options of a layout, which several commands share.

use clap::{Args, ValueEnum};
use ndoku::constraint::RuleRef;
use ndoku::format::{BoxChoice, ParseBoxesError, ReadOptions};
use ndoku::{Layout, LayoutError};

use crate::context::Context;
use crate::exit_code::ExitCode;

/// Boxes and rules.
#[derive(Clone, Debug, Args)]
pub(crate) struct LayoutArgs {
    /// Box size, width x height, such as 3x2, or `none`
    ///
    /// `none` makes a Latin square.
    #[arg(long = "box", value_name = "WxH", value_parser = boxes, help_heading = "Layout")]
    pub boxes: Option<BoxChoice>,
    /// Jigsaw regions: a mark for each cell, or a file
    ///
    /// The marks go row by row. Cells with the same mark form a region.
    #[arg(
        long,
        value_name = "MAP",
        conflicts_with = "boxes",
        help_heading = "Layout"
    )]
    pub regions: Option<String>,
    /// Add both long diagonals (X-Sudoku)
    #[arg(short = 'X', long = "x", alias = "X", help_heading = "Layout")]
    pub x: bool,
    /// Add one long diagonal
    #[arg(
        long,
        hide_short_help = true,
        value_name = "WHICH",
        value_delimiter = ',',
        help_heading = "Layout"
    )]
    pub diagonal: Vec<DiagonalArg>,
    /// Add a rule, such as windoku (see `ndoku rules`)
    #[arg(long, value_name = "RULE", value_parser = rule, help_heading = "Layout")]
    pub rule: Vec<RuleRef>,
}

impl LayoutArgs {
    /// Returns the boxes and rules as options of readers.
    ///
    /// # Errors
    /// Returns an error for a file of regions that cannot be read.
    pub(crate) fn read_options(&self) -> Result<ReadOptions, String> {
        let diagonals = self.diagonal.iter().map(|diagonal| match diagonal {
            DiagonalArg::Main => "diagonal-main",
            DiagonalArg::Anti => "diagonal-anti",
        });
        let diagonals = diagonals
            .chain(self.x.then_some("x"))
            .map(|id| RuleRef { id, argument: None });
        let boxes = match &self.regions {
            Some(map) => Some(BoxChoice::Regions(
                read_marks(map, &[]).map_err(|reason| format!("the regions of {reason}"))?,
            )),
            None => self.boxes.clone(),
        };
        Ok(ReadOptions {
            boxes,
            rules: self.rule.iter().cloned().chain(diagonals).collect(),
            ..ReadOptions::default()
        })
    }

    /// Returns the layout of the options alone. Its size is `size`, else the size of the boxes,
    /// else 9.
    ///
    /// # Errors
    /// Returns an error if the options do not fit together or a file of regions cannot be read.
    #[cfg(feature = "play")]
    pub(crate) fn build(&self, size: Option<u8>) -> Result<Layout, String> {
        self.read_options()?
            .layout(size)
            .map_err(|error| message_with_hint(&error))
    }

    /// Returns the layout of the options alone, or reports the error.
    ///
    /// # Errors
    /// Returns the exit code after reporting the error.
    pub(crate) fn build_or_report(
        &self,
        context: &Context,
        size: Option<u8>,
    ) -> Result<Layout, ExitCode> {
        let built = self
            .read_options()
            .map_err(|message| (message, ExitCode::NoInput));
        let built = built.and_then(|options| {
            options
                .layout(size)
                .map_err(|error| (message_with_hint(&error), ExitCode::Usage))
        });
        built.map_err(|(message, code)| {
            context.messages.error(&message, None);
            code
        })
    }
}

/// A long diagonal by name.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagonalArg {
    /// From the upper left to the lower right
    #[value(alias = "ul-lr")]
    Main,
    /// From the upper right to the lower left
    #[value(alias = "ll-ur")]
    Anti,
}

/// Returns the marks of a map or a mask, one for each cell.
///
/// The argument itself is the map if it consists of letters, digits, `marks` and white space, and
/// no file has this name. Otherwise the file is read.
///
/// # Errors
/// Returns the name of a file that cannot be read, and the reason.
pub(crate) fn read_marks(argument: &str, marks: &[char]) -> Result<String, String> {
    let path = std::path::Path::new(argument);
    let is_text = argument
        .chars()
        .all(|c| c.is_alphanumeric() || c.is_whitespace() || marks.contains(&c));
    if path.is_file() || !is_text || is_file_name(argument) {
        return std::fs::read_to_string(path).map_err(|error| {
            format!(
                "`{argument}` cannot be read: {}",
                crate::source::io_error_text(&error)
            )
        });
    }
    Ok(argument.to_owned())
}

/// Returns `true` if a text has one dot followed by an extension. Marks of one kind are not an
/// extension.
fn is_file_name(text: &str) -> bool {
    let Some((stem, extension)) = text.split_once('.') else {
        return false;
    };
    let first = extension.chars().next();
    let is_extension = (2..=5).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_alphabetic());
    !stem.is_empty() && is_extension && extension.chars().any(|c| Some(c) != first)
}

fn boxes(text: &str) -> Result<BoxChoice, String> {
    text.parse()
        .map_err(|error: ParseBoxesError| error.to_string())
}

fn rule(text: &str) -> Result<RuleRef, String> {
    text.parse().map_err(|error| message_with_hint(&error))
}

fn message_with_hint(error: &LayoutError) -> String {
    match error.hint() {
        Some(hint) => format!("{error}; {hint}"),
        None => error.to_string(),
    }
}
