//! `ReadError`: one thing that is wrong with an input, where it stands, and what may be done.

use std::fmt;

/// A place in a source, in characters as an editor counts them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The line, from 1.
    pub line: usize,
    /// The first character in the line, from 1.
    pub column: usize,
    /// How many characters; 0 stands for a point.
    pub length: usize,
}

impl Span {
    /// These characters of a line.
    #[must_use]
    pub const fn new(line: usize, column: usize, length: usize) -> Self {
        Self {
            line,
            column,
            length,
        }
    }
}

/// One sentence, then the place, then a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where it is wrong.
    pub span: Option<Span>,
    /// What stands at `span`, in a word or two: `r1c5`.
    pub label: String,
    /// Other places concerned, with what stands there.
    pub also: Vec<(Span, String)>,
    /// What to do about it, in one sentence.
    pub hint: Option<String>,
}

impl ReadError {
    /// An error without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span: None,
            label: String::new(),
            also: Vec::new(),
            hint: None,
        }
    }

    /// An error at a place.
    pub fn at(span: Span, message: impl Into<String>) -> Self {
        Self {
            span: Some(span),
            ..Self::new(message)
        }
    }

    /// The same with words for what stands at its place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same with one more place.
    #[must_use]
    pub fn and_at(mut self, span: Span, label: impl Into<String>) -> Self {
        self.also.push((span, label.into()));
        self
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// `line 3, column 5: message (hint)`.
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
