//! `Problem`: an error in the format of RFC 9457.

use std::fmt;
use std::ops::RangeInclusive;

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
            Self::UnsupportedMediaType => "The media type of the body is not supported",
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
    /// Number of seconds after which the request may succeed, if too many requests are waiting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
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
            retry_after: None,
            cells: Vec::new(),
        }
    }

    /// Creates the problem of a request that found no free worker.
    #[must_use]
    pub fn overloaded(retry_after: u64) -> Self {
        let unit = if retry_after == 1 {
            "second"
        } else {
            "seconds"
        };
        let detail = "too many requests are waiting";
        Self {
            hint: Some(format!("try again in {retry_after} {unit}")),
            retry_after: Some(retry_after),
            ..Self::new(ProblemKind::ServiceUnavailable, detail)
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

/// Returns a number of a request if it lies in the range of its field.
///
/// # Errors
/// Fails with a malformed request if it does not.
pub(crate) fn check_range<T: PartialOrd + fmt::Display>(
    field: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<T, Problem> {
    if range.contains(&value) {
        return Ok(value);
    }
    let (least, most) = range.into_inner();
    let detail = format!("`{field}` must be a number from {least} to {most}, not {value}");
    Err(Problem::new(ProblemKind::Malformed, detail))
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
        let detail = json_terms(detail);
        Self {
            line: place.map(|at| at.0),
            column: place.map(|at| at.1),
            ..Self::new(ProblemKind::Malformed, detail)
        }
    }
}

/// Replaces the terms of serde and of Rust in a message by those of JSON.
fn json_terms(message: &str) -> String {
    const TYPES: [(&str, &str); 17] = [
        ("a sequence", "an array"),
        ("a map", "an object"),
        ("a boolean", "true or false"),
        ("a borrowed string", "a string"),
        ("u8", "a whole number from 0 to 255"),
        ("u16", "a whole number from 0 to 65535"),
        ("u32", "a whole number from 0 to 4294967295"),
        ("u64", "a whole number, not negative"),
        ("usize", "a whole number, not negative"),
        ("i8", "a whole number"),
        ("i32", "a whole number"),
        ("i64", "a whole number"),
        ("isize", "a whole number"),
        ("f32", "a number"),
        ("f64", "a number"),
        ("unit", "null"),
        ("any valid JSON value", "a value"),
    ];
    const FOUND: [(&str, &str); 6] = [
        ("integer ", "the number "),
        ("floating point ", "the number "),
        ("boolean ", ""),
        ("string ", "the text "),
        ("map", "an object"),
        ("sequence", "an array"),
    ];
    let expected = |text: &str| {
        let known = TYPES.iter().find(|(name, _)| *name == text);
        match known {
            Some((_, term)) => (*term).to_owned(),
            // Names of types of Rust mean nothing to a client.
            None if text.starts_with("struct ") => "an object".to_owned(),
            None if text.starts_with("tuple ") => "an array".to_owned(),
            None if text.contains("enum ") => "one of the known values".to_owned(),
            None => text.to_owned(),
        }
    };
    let rest = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "));
    if let Some((found, wanted)) = rest.and_then(|rest| rest.rsplit_once(", expected ")) {
        let found = FOUND
            .iter()
            .find_map(|(name, term)| found.strip_prefix(name).map(|rest| format!("{term}{rest}")))
            .unwrap_or_else(|| found.to_owned());
        return format!("found {found} instead of {}", expected(wanted));
    }
    message
        .replace("unknown variant", "unknown value")
        .replace(", there are no variants", ", there are no values")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_the_terms_of_json() {
        for (message, wanted) in [
            (
                "invalid type: integer `5`, expected struct Layout",
                "found the number `5` instead of an object",
            ),
            (
                "invalid type: string \"x\", expected u64",
                "found the text \"x\" instead of a whole number, not negative",
            ),
            (
                "invalid value: integer `-3`, expected u8",
                "found the number `-3` instead of a whole number from 0 to 255",
            ),
            (
                "invalid type: map, expected a sequence",
                "found an object instead of an array",
            ),
            (
                "unknown variant `x`, expected `main` or `anti`",
                "unknown value `x`, expected `main` or `anti`",
            ),
            (
                "a puzzle is a text, or an object with `clues`",
                "a puzzle is a text, or an object with `clues`",
            ),
        ] {
            assert_eq!(json_terms(message), wanted);
        }
    }
}
