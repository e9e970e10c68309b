//! `Problem`: why there is no answer, as RFC 9457 writes it.

use std::fmt;

use ndoku::format::ReadError;
use serde::{Serialize, Serializer};

/// What sort of problem it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// The request is not JSON, or not of the form that the method asks for.
    Malformed,
    /// No method has this name.
    UnknownMethod,
    /// The puzzle or the layout cannot be read.
    Unreadable,
    /// The clues contradict each other.
    Contradictory,
    /// It can be read, and this cannot be done with it.
    Unsupported,
    /// A check of our own failed.
    Internal,
    /// Nothing stands at this path of the server.
    NotFound,
    /// The path is asked by another verb of HTTP.
    MethodNotAllowed,
    /// The request did not come in time.
    RequestTimeout,
    /// The request is too long.
    PayloadTooLarge,
    /// The body is neither JSON nor lines of it.
    UnsupportedMediaType,
    /// Too many requests at once.
    ServiceUnavailable,
}

impl ProblemKind {
    /// All.
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

    /// The name, in lower case with hyphens; `type` is `urn:ndoku:` and this.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::UnknownMethod => "unknown-method",
            Self::Unreadable => "unreadable",
            Self::Contradictory => "contradictory",
            Self::Unsupported => "unsupported",
            Self::Internal => "internal",
            Self::NotFound => "not-found",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::RequestTimeout => "request-timeout",
            Self::PayloadTooLarge => "payload-too-large",
            Self::UnsupportedMediaType => "unsupported-media-type",
            Self::ServiceUnavailable => "service-unavailable",
        }
    }

    /// The same for people, whatever the details.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Malformed => "The request cannot be understood",
            Self::UnknownMethod => "There is no such method",
            Self::Unreadable => "The puzzle cannot be read",
            Self::Contradictory => "The clues contradict each other",
            Self::Unsupported => "This cannot be done with this puzzle",
            Self::Internal => "An internal check failed",
            Self::NotFound => "There is nothing at this path",
            Self::MethodNotAllowed => "Another verb is needed",
            Self::RequestTimeout => "The request did not come in time",
            Self::PayloadTooLarge => "The request is too long",
            Self::UnsupportedMediaType => "The body is neither JSON nor lines of it",
            Self::ServiceUnavailable => "Too many requests at once",
        }
    }

    /// The status of HTTP.
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
            Self::ServiceUnavailable => 503,
        }
    }
}

/// Why there is no answer: `application/problem+json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// `urn:ndoku:` and the kind of problem.
    #[serde(rename = "type", serialize_with = "urn")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    kind: ProblemKind,
    /// The kind in a few words.
    title: &'static str,
    /// The status of HTTP.
    status: u16,
    /// What is wrong, in a sentence.
    pub detail: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The line of the puzzle's text, or of the request if that is malformed, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The cells concerned, from 0, row by row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<usize>,
}

// The signature is what serde asks for.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn urn<S: Serializer>(kind: &ProblemKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("urn:ndoku:{}", kind.name()))
}

impl Problem {
    /// A problem of this kind.
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

    /// What sort of problem it is.
    #[must_use]
    pub const fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// The status of HTTP.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// As JSON, on one line.
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
        Self {
            hint: error.hint,
            line: place.map(|span| span.line),
            column: place.map(|span| span.column),
            ..Self::new(ProblemKind::Unreadable, error.message)
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        let place = (error.line() > 0).then(|| (error.line(), error.column()));
        let whole = error.to_string();
        // The place stands in fields of its own.
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
