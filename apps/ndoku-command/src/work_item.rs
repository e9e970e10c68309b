//! A puzzle on its way through a command: in as a [`WorkItem`], out as an [`ItemResult`].
//!
//! ```text
//! source ─▶ WorkItem ─────────▶ worker ────▶ ItemResult<A> ─▶ command ─▶ sink
//!           number, location,   answer A     the item,
//!           record or error                  its answer
//! ```
//!
//! Each command defines its answer `A`, such as a `SolveOutcome`. An item that cannot be read has
//! an error instead of a record, and no answer. Lines of a block that are answered together have
//! no items: their answers are one text (`line_batch.rs`).

use std::num::NonZeroUsize;
use std::sync::Arc;

use ndoku::Conflict;
use ndoku::format::{ReadError, Record};

use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::photo_source::CONTRADICTION_HINT;
use crate::source::{Source, SourceName};

/// An entry of the input, and its location.
pub(crate) struct WorkItem {
    /// The number of the item over all sources. The consumer sets it: a worker does not know it. A
    /// source that cannot be opened has none.
    pub number: Option<NonZeroUsize>,
    /// The source; `None` if it could not be opened.
    pub source: Option<Arc<Source>>,
    /// The line where the item begins.
    pub line: usize,
    /// The puzzle, or the reason why there is none.
    pub record: Result<Box<Record>, CliError>,
    /// The reason why the solution in the input is wrong, if that was checked.
    pub wrong_solution: Option<String>,
}

/// An item with the answer of the command.
pub(crate) struct ItemResult<A> {
    pub item: WorkItem,
    /// The answer; `None` if the item cannot be read.
    pub answer: Option<A>,
}

impl WorkItem {
    /// Creates the item for a record of a source.
    pub(crate) fn from_record(record: Result<Record, ReadError>, source: &Arc<Source>) -> Self {
        let (line, record) = match record {
            Ok(record) => (record.line, Ok(Box::new(record))),
            Err(error) => {
                let line = match error.span {
                    Some(span) => span.line,
                    // The damage begins after the complete lines.
                    None if source.damage.is_some() => {
                        source.first_line() + source.text.lines().count()
                    }
                    None => source.first_line(),
                };
                (line, Err(unreadable(source, error)))
            }
        };
        Self {
            number: None,
            source: Some(Arc::clone(source)),
            line,
            record,
            wrong_solution: None,
        }
    }

    /// Creates the item for a source that cannot be opened. It is reported in its place, but has no
    /// number and no answer.
    pub(crate) fn unopened(error: CliError) -> Self {
        Self {
            number: None,
            source: None,
            line: 0,
            record: Err(error),
            wrong_solution: None,
        }
    }

    /// Returns the number of the item from 1, or 0 if it has none.
    pub(crate) fn number(&self) -> usize {
        self.number.map_or(0, NonZeroUsize::get)
    }

    /// Returns `true` if the puzzle was read from a photograph.
    pub(crate) fn is_from_photo(&self) -> bool {
        self.source
            .as_ref()
            .is_some_and(|source| source.photo.is_some())
    }

    /// Returns `true` for a source that cannot be opened.
    pub(crate) fn is_unopened(&self) -> bool {
        self.source.is_none()
    }

    /// Returns the location as the start of a message, such as `puzzles.txt:14: `. It is empty for
    /// a puzzle that is the only argument.
    pub(crate) fn prefix(&self) -> String {
        match &self.source {
            Some(source) if source.name != SourceName::OnlyArgument => {
                format!("{}:{}: ", source.name, self.line)
            }
            Some(_) if self.number() > 1 => format!("line {}: ", self.line),
            _ => String::new(),
        }
    }

    /// Returns the location as the place of an error, such as `puzzles.txt:14`.
    pub(crate) fn location(&self) -> Option<String> {
        let source = self.source.as_ref()?;
        Some(format!("{}:{}", source.name, self.line))
    }

    /// Returns the number of lines of the source.
    pub(crate) fn line_count(&self) -> usize {
        self.source.as_ref().map_or(0, |source| source.line_count())
    }

    /// Turns a puzzle with contradicting clues into an item that cannot be read. `check` does not
    /// call this: there the conflicts are the answer.
    pub(crate) fn reject_conflicts(&mut self) {
        self.check_solution();
        let (Ok(record), Some(source)) = (&self.record, &self.source) else {
            return;
        };
        if let Some((conflict, error)) = record.conflicts().into_iter().next() {
            // The text was made from the picture, so a line and a column in it mean nothing.
            if source.photo.is_some() {
                self.record = Err(self.photo_conflict(&conflict, record));
                return;
            }
            let hint = "`ndoku check` lists every conflict";
            let error = match error.hint.clone() {
                Some(known) => error.hint(format!("{known}; {hint}")),
                None => error.hint(hint),
            };
            self.record = Err(unreadable(source, error));
        }
    }

    /// Returns the error for a photograph whose digits contradict each other.
    fn photo_conflict(&self, conflict: &Conflict, record: &Record) -> CliError {
        let puzzle = &record.puzzle;
        let message = match conflict {
            Conflict::Repeated { digit, cells, .. } => {
                let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
                let are = if cells.len() == 2 {
                    "are both"
                } else {
                    "are all"
                };
                format!("{} {are} {}", cells.join(" and "), digit.get())
            }
            other => other.describe(puzzle.layout(), puzzle.symbols()),
        };
        let message = format!("the digits that were read contradict each other: {message}");
        let place = self.location().unwrap_or_default();
        let error = CliError::new(ExitCode::Input, message).at(place);
        error.hint(CONTRADICTION_HINT)
    }

    /// Checks the solution in the input. `check` does not call this: there the error is the answer.
    pub(crate) fn check_solution(&mut self) {
        if let Ok(record) = &self.record {
            self.wrong_solution = record.solution_error();
        }
    }

    /// Reports the error of an item that cannot be read, and warns of a wrong solution. Returns the
    /// exit code.
    pub(crate) fn report_error(&self, context: &Context) -> ExitCode {
        match &self.record {
            Ok(_) => {
                if let Some(problem) = &self.wrong_solution {
                    context.info(&format!("warning: {}{problem}", self.prefix()));
                }
                ExitCode::Done
            }
            Err(error) => context.report_error(error),
        }
    }
}

/// Returns the error for a text that cannot be read as a puzzle.
fn unreadable(source: &Arc<Source>, error: ReadError) -> CliError {
    CliError::InText {
        code: ExitCode::Input,
        text: Arc::clone(source),
        error: Box::new(error),
    }
}
