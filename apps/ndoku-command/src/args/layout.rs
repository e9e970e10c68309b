//! The options of a layout, which several commands share.

use clap::{Args, ValueEnum};
use ndoku::constraint::RuleRef;
use ndoku::format::{BoxChoice, ParseBoxesError, ReadOptions};
use ndoku::{Layout, LayoutError};

use crate::bounded_read::read_text;
use crate::error::CliError;
use crate::exit_code::ExitCode;

/// Boxes and rules.
#[derive(Clone, Debug, Args)]
pub(crate) struct LayoutArgs {
    /// Box size, width x height, such as 3x2, or `none`
    ///
    /// `none` makes a Latin square.
    #[arg(long = "box", value_name = "WxH", value_parser = boxes, help_heading = "Layout")]
    pub boxes: Option<BoxChoice>,
    /// Jigsaw regions: a character for each cell, or a file
    ///
    /// The characters go row by row. Cells with the same character form a region.
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
    /// Returns an error if the file of regions cannot be read, or no layout can have a rule.
    pub(crate) fn read_options(&self) -> Result<ReadOptions, CliError> {
        let diagonals = self.diagonal.iter().map(|diagonal| match diagonal {
            DiagonalArg::Main => "diagonal-main",
            DiagonalArg::Anti => "diagonal-anti",
        });
        let diagonals = diagonals
            .chain(self.x.then_some("x"))
            .map(|id| RuleRef { id, argument: None });
        let boxes = match &self.regions {
            Some(map) if map.trim().is_empty() => {
                return Err(CliError::usage("the map of --regions is empty"));
            }
            Some(map) => {
                let map = read_marks(map, &[]).map_err(|reason| {
                    CliError::new(ExitCode::NoInput, format!("the regions of {reason}"))
                })?;
                check_map(&map)?;
                Some(BoxChoice::Regions(map))
            }
            None => self.boxes.clone(),
        };
        let size = boxes.as_ref().and_then(|boxes| boxes.size().ok().flatten());
        for rule in &self.rule {
            check_rule(rule, size)?;
        }
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
    pub(crate) fn build(&self, size: Option<u8>) -> Result<Layout, CliError> {
        build_layout(&self.read_options()?, size)
    }
}

/// Maximum size of the layouts in which a rule is tried.
const MAX_TRIED_SIZE: u8 = 36;

/// Checks that some layout of this size, or of any size, can have a rule. Arguments that are too
/// long for the layouts tried here are left to the readers.
///
/// # Errors
/// Returns the error of the given or the usual size if no layout can have the rule.
fn check_rule(rule: &RuleRef, size: Option<u8>) -> Result<(), CliError> {
    let longest = usize::from(MAX_TRIED_SIZE).pow(2);
    let length = rule.argument.as_ref().map_or(0, String::len);
    let build = |size| {
        let options = ReadOptions {
            rules: vec![rule.clone()],
            ..ReadOptions::default()
        };
        options.layout(Some(size))
    };
    let fits_another = || size.is_none() && (1..=MAX_TRIED_SIZE).any(|size| build(size).is_ok());
    match build(size.unwrap_or(9)) {
        Err(error) if length <= longest && !fits_another() => {
            let usage = CliError::usage(message_with_hint(&error));
            let is_cut_off = rule
                .argument
                .as_ref()
                .is_some_and(|text| text.ends_with(':'));
            Err(if is_cut_off {
                let id = rule.id;
                usage.hint(format!(
                    "put a rule with spaces in quotes: --rule '{id}=…: r1c1 r1c2'"
                ))
            } else {
                usage
            })
        }
        _ => Ok(()),
    }
}

/// Checks that a map of regions fits some grid.
fn check_map(map: &str) -> Result<(), CliError> {
    let cells = map.chars().filter(|mark| !mark.is_whitespace()).count();
    if cells.isqrt().pow(2) == cells {
        return Ok(());
    }
    Err(CliError::usage(format!(
        "the map of regions has {cells} cells, which is not a square number; a 9x9 grid has 81"
    )))
}

/// Returns the layout of options without a puzzle.
fn build_layout(options: &ReadOptions, size: Option<u8>) -> Result<Layout, CliError> {
    options
        .layout(size)
        .map_err(|error| CliError::usage(message_with_hint(&error)))
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

/// Returns the characters of a map or a mask, one for each cell.
///
/// The argument itself is the map if it consists of letters, digits, `marks` and white space, and
/// no file has this name. Otherwise the file is read.
///
/// # Errors
/// Returns the name of a file that cannot be read, and the reason.
pub(crate) fn read_marks(argument: &str, marks: &[char]) -> Result<String, String> {
    let path = std::path::Path::new(argument);
    let is_drawn = argument.contains('\n');
    let is_text = argument.chars().all(|c| {
        c.is_alphanumeric()
            || c.is_whitespace()
            || marks.contains(&c)
            || is_drawn && (c == '-' || is_border(c))
    });
    if path.exists() || !is_text || is_file_name(argument) {
        return match read_text(path) {
            Ok(text) => Ok(without_borders(&text)),
            Err(error) => Err(format!(
                "`{argument}` cannot be read: {}",
                crate::io_error::io_error_text(&error)
            )),
        };
    }
    Ok(without_borders(argument))
}

/// Removes the lines between the boxes of a drawn grid. Text without vertical lines is no drawing,
/// because `+` and `-` can be marks.
fn without_borders(text: &str) -> String {
    if !text.contains(['|', '│', '║', '┃']) {
        return text.to_owned();
    }
    let is_rule = |line: &&str| {
        line.contains(|c| is_border(c) && c != '|')
            && line
                .chars()
                .all(|c| c == '-' || c.is_whitespace() || is_border(c))
            && !line.contains(['│', '║', '┃'])
    };
    text.lines()
        .filter(|line| !is_rule(line))
        .flat_map(|line| line.chars().filter(|c| !is_border(*c)).chain(['\n']))
        .collect()
}

/// Returns `true` for a character that only draws lines.
fn is_border(c: char) -> bool {
    matches!(c, '|' | '+' | '=' | '─'..='╿')
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_drawn_borders_are_removed() {
        let cells = |text: &str| -> String { without_borders(text).split_whitespace().collect() };
        let drawn = "+---+---+\n|- X|X -|\n|- -|- -|\n+---+---+\n|X -|- X|\n|. X|X .|\n+---+---+\n";
        assert_eq!(cells(drawn), "-XX-----X--X.XX.");
        assert_eq!(
            cells("┌──┬──┐\n│12│34│\n├──┼──┤\n│34│12│\n└──┴──┘"),
            "12343412"
        );
        assert_eq!(
            cells("X.|.X\n.X|X.\n--+--\n.X|X.\nX.|.X"),
            "X..X.XX..XX.X..X"
        );
        // Here `+` marks a clue.
        assert_eq!(cells("+--+\n-++-\n-++-\n+--+"), "+--+-++--++-+--+");
    }
}
