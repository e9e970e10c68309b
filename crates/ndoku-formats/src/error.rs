//! The type [`ReadError`]: an error in an input, with its position and a hint.

use std::fmt;

/// A position in a source, in characters as an editor counts them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The line, from 1.
    pub line: usize,
    /// The first character in the line, from 1.
    pub column: usize,
    /// The number of characters. 0 denotes a point.
    pub length: usize,
}

impl Span {
    /// Creates the span of some characters of a line.
    #[must_use]
    pub const fn new(line: usize, column: usize, length: usize) -> Self {
        Self {
            line,
            column,
            length,
        }
    }
}

/// An error in an input: a message, a position and a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The error in one sentence, without a full stop.
    pub message: String,
    /// The position of the error.
    pub span: Option<Span>,
    /// A label of one or two words for `span`: `r1c5`.
    pub label: String,
    /// Other positions with their labels.
    pub also: Vec<(Span, String)>,
    /// A sentence that tells the user how to fix the error.
    pub hint: Option<String>,
}

impl ReadError {
    /// Creates an error without a position.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span: None,
            label: String::new(),
            also: Vec::new(),
            hint: None,
        }
    }

    /// Creates an error at a position.
    pub fn at(span: Span, message: impl Into<String>) -> Self {
        Self {
            span: Some(span),
            ..Self::new(message)
        }
    }

    /// Sets the label of the position.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds another position with its label.
    #[must_use]
    pub fn and_at(mut self, span: Span, label: impl Into<String>) -> Self {
        self.also.push((span, label.into()));
        self
    }

    /// Sets the hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Writes `line 3, column 5: message (hint)`.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Span { line, column, .. }) = self.span {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ReadError {}
