//! The fields that the records of `--json` share in all commands: location, status, and the error
//! of an item that cannot be read.
//!
//! ```text
//! {"n":1,"line":1,"status":"unique", …}
//! {"n":2,"line":2,"status":"invalid","error":{"message":"…","line":2,"column":82,"hint":"…"}}
//! ```
//!
//! `schemas.rs` has the JSON Schemas. Numbers of solutions are strings of decimal digits in all
//! records: an exact count can have hundreds of digits, and many programs round JSON numbers above
//! 2⁵³.

use std::borrow::Cow;

use ndoku::StopReason;
use ndoku::format::Span;
use serde::Serialize;

use crate::args::Input;
use crate::error::CliError;
use crate::photo_source::PhotoRecord;
use crate::work_item::WorkItem;

/// The status of a puzzle, in the records of all commands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Unique,
    Multiple,
    #[serde(rename = "none")]
    Unsolvable,
    Solved,
    Estimated,
    Ok,
    Conflict,
    Blank,
    Redundant,
    Wrong,
    Stuck,
    Same,
    Different,
    Unsupported,
    Stopped,
    Invalid,
}

/// Every status with its meaning.
pub(crate) const STATUSES: [(Status, &str); 16] = [
    (Status::Unique, "the puzzle has exactly one solution"),
    (Status::Multiple, "the puzzle has more than one solution"),
    (Status::Unsolvable, "the puzzle has no solution"),
    (
        Status::Solved,
        "solved by logic, or with `solve --limit 1` and `enumerate` by a search that did not check \
        uniqueness",
    ),
    (Status::Estimated, "the number of solutions is an estimate"),
    (Status::Ok, "the answer is complete and positive"),
    (
        Status::Conflict,
        "clues contradict each other, or the given solution (`check`)",
    ),
    (Status::Blank, "cells are blank (`check --full`)"),
    (
        Status::Redundant,
        "some clue is not needed (`check --minimal`)",
    ),
    (
        Status::Wrong,
        "the state of the game contradicts the solution",
    ),
    (Status::Stuck, "no further technique applies"),
    (Status::Same, "the two puzzles are equivalent (`compare`)"),
    (
        Status::Different,
        "the two puzzles are not equivalent (`compare`)",
    ),
    (
        Status::Unsupported,
        "the command does not support this kind of puzzle; `message` says why",
    ),
    (Status::Stopped, "a limit was reached; `reason` says which"),
    (
        Status::Invalid,
        "the puzzle could not be read; `error` says why",
    ),
];

impl Status {
    /// Returns the word for the status in a record.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::Unsolvable => "none",
            Self::Solved => "solved",
            Self::Estimated => "estimated",
            Self::Ok => "ok",
            Self::Conflict => "conflict",
            Self::Blank => "blank",
            Self::Redundant => "redundant",
            Self::Wrong => "wrong",
            Self::Stuck => "stuck",
            Self::Same => "same",
            Self::Different => "different",
            Self::Unsupported => "unsupported",
            Self::Stopped => "stopped",
            Self::Invalid => "invalid",
        }
    }

    /// Returns the status for a number of solutions.
    pub(crate) const fn from_count(solutions: u128) -> Self {
        match solutions {
            0 => Self::Unsolvable,
            1 => Self::Unique,
            _ => Self::Multiple,
        }
    }
}

/// The location of a puzzle.
#[derive(Debug, Serialize)]
struct PuzzleLocation<'a> {
    /// The number of the puzzle in the input, from 1.
    n: usize,
    /// The file, if there are several inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<Cow<'a, str>>,
    /// The line where the puzzle begins.
    line: usize,
    /// The id that the input gives the puzzle, such as that of a row of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Cow<'a, str>>,
    /// The reading of the photograph with the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    photo: Option<Cow<'a, PhotoRecord>>,
}

impl<'a> PuzzleLocation<'a> {
    /// Returns the location of an item. `with_file` includes the file.
    fn new(item: &'a WorkItem, with_file: bool) -> Self {
        let name = item.source.as_ref().map(|source| source.name.as_str());
        let photo = item
            .source
            .as_ref()
            .and_then(|source| source.photo.as_ref()?.record(item.line));
        let record = item.record.as_ref().ok();
        let id = record.and_then(|record| record.metadata.id.as_deref());
        Self {
            n: item.number(),
            file: name.filter(|_| with_file).map(Cow::Borrowed),
            line: item.line,
            id: id.map(Cow::Borrowed),
            photo: photo.map(Cow::Borrowed),
        }
    }
}

/// The error of a puzzle that cannot be read.
#[derive(Debug, Serialize)]
struct ErrorReport<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

/// The fields of a puzzle without an answer.
#[derive(Debug, Serialize)]
struct StatusReport<'a> {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorReport<'a>>,
}

/// Returns a record as a line.
pub(crate) fn to_line<T: Serialize>(record: &T) -> String {
    // Serializing a record does not fail.
    serde_json::to_string(record).unwrap_or_default() + "\n"
}

/// The record of a puzzle: its location, and the fields of the command.
#[derive(Debug, Serialize)]
pub(crate) struct PuzzleRecord<'a, B> {
    #[serde(flatten)]
    place: PuzzleLocation<'a>,
    #[serde(flatten)]
    pub body: B,
}

impl<B: Serialize> PuzzleRecord<'static, B> {
    /// Returns a record that owns its location, to be written later.
    pub(crate) fn to_keep(item: &WorkItem, input: &Input, body: B) -> Self {
        let PuzzleLocation {
            n,
            file,
            line,
            id,
            photo,
        } = PuzzleLocation::new(item, input.inputs.len() > 1);
        Self {
            place: PuzzleLocation {
                n,
                file: file.map(|file| Cow::Owned(file.into_owned())),
                line,
                id: id.map(|id| Cow::Owned(id.into_owned())),
                photo: photo.map(|photo| Cow::Owned(photo.into_owned())),
            },
            body,
        }
    }
}

/// Returns the record of a puzzle as a line. The body begins with the status.
pub(crate) fn puzzle_record<B: Serialize>(item: &WorkItem, input: &Input, body: B) -> String {
    to_line(&PuzzleRecord {
        place: PuzzleLocation::new(item, input.inputs.len() > 1),
        body,
    })
}

/// Returns the record of an item that cannot be read; `None` for a puzzle.
pub(crate) fn invalid(item: &WorkItem, input: &Input) -> Option<String> {
    invalid_record(item, input.inputs.len() > 1)
}

/// Returns the record of an item that cannot be read; `None` for a puzzle. `with_file` includes the
/// file.
pub(crate) fn invalid_record(item: &WorkItem, with_file: bool) -> Option<String> {
    let (message, span, hint) = match &item.record {
        Err(CliError::InText { error, .. }) => (&error.message, error.span, &error.hint),
        // A picture has no lines. A source that cannot be opened has no number, and no record.
        Err(CliError::Plain { message, hint, .. }) if item.number.is_some() => {
            (message, None, hint)
        }
        _ => return None,
    };
    let (line, column) = span.map(|Span { line, column, .. }| (line, column)).unzip();
    let body = StatusReport {
        status: Status::Invalid,
        reason: None,
        message: None,
        error: Some(ErrorReport {
            message,
            line,
            column,
            hint: hint.as_deref(),
        }),
    };
    Some(to_line(&PuzzleRecord {
        place: PuzzleLocation::new(item, with_file),
        body,
    }))
}

/// Returns a record that holds only a status.
pub(crate) fn only_status(item: &WorkItem, input: &Input, status: Status) -> String {
    puzzle_record(
        item,
        input,
        StatusReport {
            status,
            reason: None,
            message: None,
            error: None,
        },
    )
}

/// Returns the record of a puzzle for which a limit was reached.
pub(crate) fn stopped(item: &WorkItem, input: &Input, stopped: StopReason) -> String {
    stopped_by(item, input, stopped.name())
}

/// Returns the record of a puzzle for which the limit named `reason` was reached.
pub(crate) fn stopped_by(item: &WorkItem, input: &Input, reason: &'static str) -> String {
    puzzle_record(
        item,
        input,
        StatusReport {
            status: Status::Stopped,
            reason: Some(reason),
            message: None,
            error: None,
        },
    )
}

/// Returns the record of a puzzle that the command does not support.
pub(crate) fn unsupported(item: &WorkItem, input: &Input, message: &str) -> String {
    puzzle_record(
        item,
        input,
        StatusReport {
            status: Status::Unsupported,
            reason: None,
            message: Some(message),
            error: None,
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_listed_once_by_its_name() {
        for (place, (status, meaning)) in STATUSES.iter().enumerate() {
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
            assert!(
                !meaning.is_empty() && STATUSES[..place].iter().all(|(other, _)| other != status)
            );
            assert_eq!(*status as usize, place, "in the order of the type");
        }
        assert_eq!(STATUSES.len(), Status::Invalid as usize + 1);
    }

    #[test]
    fn numbers_of_solutions_have_a_status() {
        assert_eq!(
            [0, 1, 2, u128::MAX].map(Status::from_count),
            [
                Status::Unsolvable,
                Status::Unique,
                Status::Multiple,
                Status::Multiple
            ]
        );
    }
}
