//! `Problem`: an error in the format of RFC 9457.

use std::fmt;

use ndoku::format::{LEFT_OUT, ReadError};
use serde::{Serialize, Serializer};

/// The kind of a problem.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The request is not JSON, or does not match the schema of the method.
    Malformed,
    /// The method does not exist.
    UnknownMethod,
    /// The puzzle or the layout cannot be read.
    Unreadable,
    /// The clues contradict each other.
    Contradictory,
    /// The method cannot handle this puzzle.
    Unsupported,
    /// This build does not contain the format.
    NotImplemented,
    /// An internal check failed.
    Internal,
    /// The server has no such path.
    NotFound,
    /// The path does not support this HTTP method.
    MethodNotAllowed,
    /// The request was not received in time.
    RequestTimeout,
    /// The request is too long.
    PayloadTooLarge,
    /// The body is neither JSON nor NDJSON.
    UnsupportedMediaType,
    /// Too many requests are waiting.
    ServiceUnavailable,
}

impl ProblemKind {
    /// All kinds of a server, which contains every format.
    pub const ALL: [Self; 12] = [
        Self::Malformed,
        Self::UnknownMethod,
        Self::Unreadable,
        Self::Contradictory,
        Self::Unsupported,
        Self::Internal,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::RequestTimeout,
        Self::PayloadTooLarge,
        Self::UnsupportedMediaType,
        Self::ServiceUnavailable,
    ];

    /// Returns the name, in lower case with hyphens. The field `type` is `urn:ndoku:` and the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::UnknownMethod => "unknown-method",
            Self::Unreadable => "unreadable",
            Self::Contradictory => "contradictory",
            Self::Unsupported => "unsupported",
            Self::NotImplemented => "not-implemented",
            Self::Internal => "internal",
            Self::NotFound => "not-found",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::RequestTimeout => "request-timeout",
            Self::PayloadTooLarge => "payload-too-large",
            Self::UnsupportedMediaType => "unsupported-media-type",
            Self::ServiceUnavailable => "service-unavailable",
        }
    }

    /// Returns the title for people. It does not depend on the details.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Malformed => "The request cannot be understood",
            Self::UnknownMethod => "The method does not exist",
            Self::Unreadable => "The puzzle cannot be read",
            Self::Contradictory => "The clues contradict each other",
            Self::Unsupported => "The method cannot handle this puzzle",
            Self::NotImplemented => "This build does not contain the format",
            Self::Internal => "An internal check failed",
            Self::NotFound => "The path does not exist",
            Self::MethodNotAllowed => "The path does not support this HTTP method",
            Self::RequestTimeout => "The request was not received in time",
            Self::PayloadTooLarge => "The request is too long",
            Self::UnsupportedMediaType => "The body is neither JSON nor NDJSON",
            Self::ServiceUnavailable => "Too many requests are waiting",
        }
    }

    /// Returns the HTTP status code.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Malformed => 400,
            Self::UnknownMethod | Self::NotFound => 404,
            Self::MethodNotAllowed => 405,
            Self::RequestTimeout => 408,
            Self::PayloadTooLarge => 413,
            Self::UnsupportedMediaType => 415,
            Self::Unreadable | Self::Contradictory | Self::Unsupported => 422,
            Self::Internal => 500,
            Self::NotImplemented => 501,
            Self::ServiceUnavailable => 503,
        }
    }
}

/// An error: `application/problem+json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// `urn:ndoku:` and the kind of problem.
    #[serde(rename = "type", serialize_with = "urn")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    kind: ProblemKind,
    /// The kind in a few words.
    title: &'static str,
    /// The HTTP status code.
    status: u16,
    /// The error, in a sentence.
    pub detail: String,
    /// A way to correct it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The line in the text of the puzzle, or in a malformed request, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The affected cells, from 0, row by row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<usize>,
}

// Serde prescribes this signature.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn urn<S: Serializer>(kind: &ProblemKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("urn:ndoku:{}", kind.name()))
}

impl Problem {
    /// Creates a problem.
    #[must_use]
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            title: kind.title(),
            status: kind.status(),
            detail: detail.into(),
            hint: None,
            line: None,
            column: None,
            cells: Vec::new(),
        }
    }

    /// Returns the kind of the problem.
    #[must_use]
    pub const fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// Returns the HTTP status code.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Returns the problem as JSON, on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(crate) fn maybe_hint(self, hint: Option<String>) -> Self {
        Self { hint, ..self }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        let place = error.span;
        let kind = if error.message == LEFT_OUT {
            ProblemKind::NotImplemented
        } else {
            ProblemKind::Unreadable
        };
        Self {
            hint: error.hint,
            line: place.map(|span| span.line),
            column: place.map(|span| span.column),
            ..Self::new(kind, error.message)
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        let place = (error.line() > 0).then(|| (error.line(), error.column()));
        let whole = error.to_string();
        // Line and column have their own fields.
        let detail = whole
            .rsplit_once(" at line ")
            .map_or(whole.as_str(), |(detail, _)| detail);
        Self {
            line: place.map(|at| at.0),
            column: place.map(|at| at.1),
            ..Self::new(ProblemKind::Malformed, detail)
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}
