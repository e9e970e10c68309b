//! The output formats of commands, and the text of puzzles and solutions.

use ndoku::format::{self, Feature, Format, Record, WriteOptions};
use ndoku::names::unknown_name;
use ndoku::{Boxes, Cell, Digit, Puzzle};

use crate::error::CliError;
use crate::exit_code::ExitCode;

/// The format in which results are written.
#[derive(Copy, Clone, Debug)]
pub(crate) enum OutputFormat {
    /// JSON records.
    Ndjson,
    /// A format of the registry.
    Format(&'static Format),
}

impl OutputFormat {
    /// Returns the format itself if its files hold any number of puzzles.
    ///
    /// # Errors
    /// Returns a message if a file holds a single puzzle.
    pub(crate) fn for_many(self) -> Result<Self, String> {
        match self {
            Self::Format(format) if format.write.as_ref().is_some_and(|writer| writer.single) => {
                Err(format!(
                    "only `ndoku convert` writes the format {}; write another one, and convert that",
                    format.id
                ))
            }
            format => Ok(format),
        }
    }

    /// Returns the format with one line per puzzle.
    pub(crate) fn lines() -> Self {
        Self::Format(line_format())
    }

    /// Returns the format with one line per puzzle that keeps its regions or pencilmarks.
    pub(crate) fn line_for(puzzle: &Puzzle) -> Self {
        let id = if puzzle.pencilmarks().is_some() {
            "sukaku"
        } else if matches!(puzzle.layout().boxes(), Boxes::Regions(_)) {
            "jigsaw"
        } else {
            "line"
        };
        format::find(id).map_or_else(Self::lines, Self::Format)
    }

    /// Returns the format for one puzzle on a terminal: a grid where that can show regions and
    /// symbols, otherwise rows or a line.
    pub(crate) fn for_terminal(record: &Record) -> Self {
        // A grid with the symbol `0` in place of a digit would show other digits.
        let keeps = |format: &Format| !format.unsupported(record).contains(&Feature::Symbols);
        if !format::find("grid").is_some_and(keeps) {
            return Self::lines();
        }
        let drawable = |id: &&str| {
            let format = format::find(id)?;
            let bare = *id == "rows" && !record.puzzle.symbols().is_compact();
            (!bare && format_record(record, format, &WriteOptions::default()).is_ok())
                .then_some(Self::Format(format))
        };
        ["grid", "rows"]
            .iter()
            .find_map(drawable)
            .unwrap_or_else(Self::lines)
    }

    /// Returns `true` if this is the format `id`.
    pub(crate) fn is(self, id: &str) -> bool {
        matches!(self, Self::Format(format) if format.id == id)
    }

    /// Returns the text between two results.
    pub(crate) fn separator(self) -> &'static str {
        match self {
            Self::Format(Format {
                write: Some(writer),
                ..
            }) if !writer.separator.is_empty() => writer.separator,
            _ if self.is_multiline() => "\n",
            _ => "",
        }
    }

    /// Returns `true` if a puzzle takes several lines, so that results need an empty line between
    /// them.
    pub(crate) fn is_multiline(self) -> bool {
        [
            "grid", "rows", "s0", "spaced", "pm", "cpan", "ss", "sdk", "sdx",
        ]
        .iter()
        .any(|id| self.is(id))
    }
}

/// Returns the format `line`.
pub(crate) fn line_format() -> &'static Format {
    format::find("line").unwrap_or(format::FORMATS[0])
}

/// Returns the output format with this name.
///
/// # Errors
/// Returns a message if there is no such format, or if it can only be read.
pub(crate) fn find_output_format(name: &str) -> Result<OutputFormat, String> {
    if name.eq_ignore_ascii_case("ndjson") {
        return Ok(OutputFormat::Ndjson);
    }
    match format::find(name) {
        Some(format) if format.write.is_some() => Ok(OutputFormat::Format(format)),
        Some(format) => Err(format!(
            "the format {} can only be read; `ndoku formats` shows what can be written",
            format.id
        )),
        None => Err(unknown_format(name)),
    }
}

/// Returns the error for an unknown format.
pub(crate) fn unknown_format(text: &str) -> String {
    let names = ndoku::format::FORMATS
        .iter()
        .flat_map(|format| std::iter::once(&format.id).chain(format.aliases));
    let is_drawn = ndoku_render::output::find(text).is_some()
        || ndoku_render::output::missing_feature(text).is_some();
    let instead = if is_drawn {
        "`ndoku draw` and `ndoku solve --path` write pictures and pages"
    } else {
        "`ndoku formats` lists them"
    };
    unknown_name(
        "format",
        text,
        names.copied().chain(["ndjson"]),
        Some(instead),
    )
}

/// Formats a record as a line, without the line end; empty if that is not possible.
pub(crate) fn format_line(record: &Record) -> String {
    let written = format_record(record, line_format(), &WriteOptions::default());
    written.unwrap_or_default().trim_end().to_owned()
}

/// Returns the record of a solution: the full grid as clues, or next to the clues if the format has
/// a field for the solution.
pub(crate) fn solution_record(record: &Record, digits: &[Digit], format: &Format) -> Record {
    let mut out = record.clone();
    if format.supports.contains(&Feature::Solution) {
        out.solution = Some(digits.into());
        return out;
    }
    out.puzzle = with_clues(
        &record.puzzle,
        record
            .puzzle
            .layout()
            .cells()
            .zip(digits.iter().copied().map(Some)),
    );
    out.entries = None;
    out.solution = None;
    out.metadata = format::Metadata::default();
    out
}

/// Returns a puzzle with the same layout and symbols, with these clues and without pencilmarks.
pub(crate) fn with_clues(
    puzzle: &Puzzle,
    clues: impl Iterator<Item = (Cell, Option<Digit>)>,
) -> Puzzle {
    let empty = Puzzle::empty(puzzle.layout());
    let mut full = empty
        .clone()
        .with_symbols(puzzle.symbols().clone())
        .unwrap_or(empty);
    for (cell, digit) in clues {
        // The digits belong to the layout.
        let _ = full.set_clue(cell, digit);
    }
    full
}

/// Formats digits as `--to line` does: symbols row by row, separated by spaces if a symbol has
/// several characters.
pub(crate) fn format_digits(puzzle: &Puzzle, digits: &[Digit]) -> String {
    let symbols = puzzle.symbols();
    let tokens: Vec<&str> = digits.iter().map(|digit| symbols.symbol(*digit)).collect();
    tokens.join(if symbols.is_compact() { "" } else { " " })
}

/// Formats a solution, or returns the reason why the format cannot hold it. A line keeps the
/// symbols of the puzzle.
pub(crate) fn format_solution(
    record: &Record,
    digits: &[Digit],
    format: &Format,
    options: &WriteOptions,
) -> Result<String, String> {
    if format.id == "line" {
        Ok(format_digits(&record.puzzle, digits) + "\n")
    } else {
        format_record(&solution_record(record, digits, format), format, options)
    }
}

/// Formats a record, or returns the reason why the format cannot hold it.
pub(crate) fn format_record(
    record: &Record,
    format: &Format,
    options: &WriteOptions,
) -> Result<String, String> {
    let mut out = String::new();
    format
        .write_record(record, options, &mut out)
        .map_err(|error| format!("{}: {error}", format.id))?;
    Ok(out)
}

/// Returns the error for a record that the format cannot hold. `prefix` is its location.
pub(crate) fn cannot_hold(prefix: &str, problem: &str) -> CliError {
    CliError::new(ExitCode::Negative, format!("{prefix}{problem}"))
        .hint("`ndoku formats` shows what each format supports")
}

#[cfg(test)]
mod tests {
    use ndoku::{Layout, Symbols};

    use super::*;

    #[test]
    fn puzzles_that_a_grid_cannot_show_have_another_format() {
        let drawing = |map: &str, symbols: [&str; 4]| {
            let layout = Layout::builder(4).regions(map.as_bytes()).build().unwrap();
            // A solved puzzle contains every symbol.
            let clues: Vec<u8> = (0..16).map(|cell| 1 + (cell + cell / 4) % 4).collect();
            let puzzle = Puzzle::from_array(&layout, &clues)
                .unwrap()
                .with_symbols(Symbols::from_tokens(symbols))
                .unwrap();
            match OutputFormat::for_terminal(&Record::from(puzzle)) {
                OutputFormat::Format(format) => format.id,
                OutputFormat::Ndjson => "ndjson",
            }
        };
        assert_eq!(drawing("AABBAABBCCDDCCDD", ["1", "2", "3", "4"]), "grid");
        assert_eq!(drawing("AABBBBAACCDDCCDD", ["1", "2", "3", "4"]), "rows");
        assert_eq!(drawing("AABBAABBCCDDCCDD", ["1", "2", "3", "☃"]), "rows");
        assert_eq!(drawing("AABBAABBCCDDCCDD", ["1", "2", "3", "a b"]), "line");
    }
}
