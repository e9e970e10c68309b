//! The error of the command line: one type, and one printer.
//!
//! ```text
//! command ─ `?` ─▶ Err(CliError) ─▶ lib.rs ─┐
//! one item, and the run continues ──────────┴─▶ Context::report_error ─▶ standard error, exit code
//! ```
//!
//! A negative answer, such as "no solution", is no error. Commands return its exit code as `Ok`.
//! An error is reported immediately where the run continues, or where a message has to follow it.

use std::path::Path;
use std::sync::Arc;

use ndoku::format::ReadError;
use thiserror::Error;

use crate::exit_code::ExitCode;
use crate::io_error::io_error_text;
use crate::output_file::OutputError;
use crate::source::Source;

/// An error with its exit code.
#[derive(Debug, Error)]
pub(crate) enum CliError {
    /// A sentence, and where they help a place and a hint.
    #[error("{message}")]
    Plain {
        code: ExitCode,
        /// The file, or the file and the line.
        place: Option<String>,
        message: String,
        hint: Option<String>,
    },
    /// An error in a text, which is shown with its line.
    #[error("{}", error.message)]
    InText {
        code: ExitCode,
        text: Arc<Source>,
        error: Box<ReadError>,
    },
    /// The command would wait for puzzles from a terminal.
    #[error("no input: standard input is a terminal")]
    NoInput {
        /// The short help of the command, which is shown too.
        help: String,
    },
}

impl CliError {
    /// Creates an error from a sentence.
    pub(crate) fn new(code: ExitCode, message: impl Into<String>) -> Self {
        Self::Plain {
            code,
            place: None,
            message: message.into(),
            hint: None,
        }
    }

    /// Creates an error of the command line.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(ExitCode::Usage, message)
    }

    /// Creates an error of an output.
    pub(crate) fn output(message: impl Into<String>) -> Self {
        Self::new(ExitCode::Output, message)
    }

    /// Creates the error for a file that cannot be written.
    pub(crate) fn cannot_write(name: &str, error: &std::io::Error) -> Self {
        Self::output(format!(
            "{name} cannot be written: {}",
            io_error_text(error)
        ))
    }

    /// Creates the error for the results of an earlier run that cannot be read.
    pub(crate) fn cannot_read(path: &Path, error: &std::io::Error) -> Self {
        let name = path.display();
        Self::output(format!("{name} cannot be read: {}", io_error_text(error)))
    }

    /// Creates the error for an output file that cannot be opened.
    pub(crate) fn cannot_open(path: &Path, error: &OutputError) -> Self {
        match error {
            OutputError::Io(error) => Self::cannot_write(&path.display().to_string(), error),
            OutputError::HasPartial(partial) => Self::usage(format!(
                "{} holds the results of an unfinished run",
                partial.display()
            ))
            .hint("--resume continues it; to start over, rename that file"),
            OutputError::IsBusy(partial) => {
                Self::output(format!("another run is writing {}", partial.display()))
                    .hint("wait until it ends, or name another file")
            }
            OutputError::IsSpecial => {
                Self::usage(format!("{} is not a regular file", path.display()))
                    .hint("--resume needs a regular file")
            }
        }
    }

    /// Adds a hint. The other kinds of errors have their own.
    pub(crate) fn hint(mut self, text: impl Into<String>) -> Self {
        if let Self::Plain { hint, .. } = &mut self {
            *hint = Some(text.into());
        }
        self
    }

    /// Adds the file, or the file and the line. The other kinds of errors have their own.
    pub(crate) fn at(mut self, name: impl Into<String>) -> Self {
        if let Self::Plain { place, .. } = &mut self {
            *place = Some(name.into());
        }
        self
    }

    /// Returns the exit code.
    pub(crate) const fn code(&self) -> ExitCode {
        match self {
            Self::Plain { code, .. } | Self::InText { code, .. } => *code,
            Self::NoInput { .. } => ExitCode::Usage,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_output_files_have_the_code_of_their_cause() {
        let code = |error: OutputError| CliError::cannot_open(Path::new("out"), &error).code();
        assert_eq!(
            code(OutputError::HasPartial("out.partial".into())),
            ExitCode::Usage
        );
        assert_eq!(
            code(OutputError::IsBusy("out.partial".into())),
            ExitCode::Output
        );
        assert_eq!(code(OutputError::IsSpecial), ExitCode::Usage);
        assert_eq!(
            code(OutputError::Io(std::io::ErrorKind::NotFound.into())),
            ExitCode::Output
        );
    }
}
