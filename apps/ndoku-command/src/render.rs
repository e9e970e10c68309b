//! The output formats of commands: selection by options, and formatting of puzzles and solutions.

use std::collections::BTreeSet;

use ndoku::format::{self, Feature, Format, Record, WriteOptions};
use ndoku::{Cell, Digit, Puzzle};

use crate::args::{Output, unknown_format};
use crate::context::Context;
use crate::exit_code::ExitCode;

/// Extensions of the pictures and pages that `ndoku draw` writes.
const DRAWN_EXTENSIONS: [&str; 7] = ["html", "md", "pdf", "png", "svg", "tex", "htm"];

/// The format in which results are written.
#[derive(Copy, Clone, Debug)]
pub(crate) enum OutputFormat {
    /// JSON records.
    Ndjson,
    /// A format of the registry.
    Format(&'static Format),
}

impl OutputFormat {
    /// Returns the format that the options select; `None` if they select none.
    ///
    /// # Errors
    /// Returns the exit code if there is no such format, or if its files hold a single puzzle. The
    /// error has been reported.
    pub(crate) fn requested(context: &Context, output: &Output) -> Result<Option<Self>, ExitCode> {
        match Self::from_options(context, output)? {
            Some(Self::Format(format))
                if format.write.as_ref().is_some_and(|writer| writer.single) =>
            {
                let hint = "write another format, and convert that";
                context.messages.error(
                    &format!("only `ndoku convert` writes the format {}", format.id),
                    Some(hint),
                );
                Err(ExitCode::Usage)
            }
            asked => Ok(asked),
        }
    }

    /// Returns the format that `ndoku convert` writes: the selected one, or that of the extension
    /// of the output file. Includes formats whose files hold a single puzzle.
    ///
    /// # Errors
    /// Returns the exit code if there is no such format. The error has been reported.
    pub(crate) fn for_convert(
        context: &Context,
        output: &Output,
    ) -> Result<Option<Self>, ExitCode> {
        let by_extension = || {
            let extension = output.path()?.extension()?.to_str()?;
            format::find_extension(extension)
                .filter(|format| format.write.is_some())
                .map(Self::Format)
        };
        let chosen = Self::from_options(context, output)?.or_else(by_extension);
        if chosen.is_none()
            && let Some(extension) = output.path().and_then(|path| path.extension()?.to_str())
            && DRAWN_EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str())
        {
            let message = format!("`ndoku convert` does not write {extension} files");
            let hint = "`ndoku draw` draws puzzles; --to names a format";
            context.messages.error(&message, Some(hint));
            return Err(ExitCode::Usage);
        }
        Ok(chosen)
    }

    /// Returns the format that the options name, if any.
    fn from_options(context: &Context, output: &Output) -> Result<Option<Self>, ExitCode> {
        let name = if output.json {
            Some("ndjson")
        } else {
            output.to.as_deref()
        };
        let Some(name) = name else { return Ok(None) };
        if name.eq_ignore_ascii_case("ndjson") {
            return Ok(Some(Self::Ndjson));
        }
        match format::find(name) {
            Some(format) if format.write.is_some() => Ok(Some(Self::Format(format))),
            Some(format) => {
                context.messages.error(
                    &format!("the format {} can only be read", format.id),
                    Some("`ndoku formats` shows what can be written"),
                );
                Err(ExitCode::Usage)
            }
            None => {
                context.messages.error(&unknown_format(name), None);
                Err(ExitCode::Usage)
            }
        }
    }

    /// Returns the format with one line per puzzle.
    pub(crate) fn lines() -> Self {
        format::find("line").map_or(Self::Ndjson, Self::Format)
    }

    /// Returns the format for one puzzle on a terminal: a grid where that can show regions and
    /// symbols, otherwise rows or a line.
    pub(crate) fn for_terminal(record: &Record) -> Self {
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

/// Formats digits as `--to line` does: symbols row by row, separated by blanks if a symbol has
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

/// The features that a format has dropped so far. Each is reported once.
#[derive(Default)]
pub(crate) struct DroppedFeatures(BTreeSet<Feature>);

impl DroppedFeatures {
    /// Warns of the features of a record that the format drops. Returns `true` if the record has
    /// other solutions without them.
    pub(crate) fn report(
        &mut self,
        context: &Context,
        place: &str,
        format: &Format,
        lost: &[Feature],
    ) -> bool {
        for feature in lost {
            // Lines are not expected to hold a title or a solution.
            let expected =
                format.id == "line" && matches!(feature, Feature::Metadata | Feature::Solution);
            if self.0.insert(*feature) && !expected {
                context.info(&format!(
                    "warning: {place}the format {} cannot keep {}",
                    format.id,
                    feature.name()
                ));
            }
        }
        lost.iter().any(|feature| changes_solutions(*feature))
    }
}

/// Returns `true` if dropping the feature changes the solutions.
const fn changes_solutions(feature: Feature) -> bool {
    match feature {
        Feature::AnySize
        | Feature::BoxShape
        | Feature::Regions
        | Feature::NoBoxes
        | Feature::Diagonals
        | Feature::Rules
        | Feature::Pencilmarks => true,
        Feature::Entries | Feature::Solution | Feature::Metadata | Feature::Symbols => false,
    }
}

/// Formats a record, or returns the reason why the format cannot hold it.
pub(crate) fn format_record(
    record: &Record,
    format: &Format,
    options: &WriteOptions,
) -> Result<String, String> {
    let mut out = String::new();
    match &format.write {
        Some(writer) => (writer.write_record)(record, options, &mut out)
            .map_err(|error| format!("{}: {error}", format.id))?,
        None => return Err(format!("the format {} can only be read", format.id)),
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndoku::{Layout, Symbols};

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
