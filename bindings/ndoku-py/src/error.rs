//! The exceptions: all are a `NdokuError`, which is a `ValueError`.

use ndoku::format;
use ndoku_arrow::{CallError, OptionError};
use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    ndoku,
    NdokuError,
    PyValueError,
    "The base of all errors of ndoku."
);
create_exception!(
    ndoku,
    ReadError,
    NdokuError,
    "A text, grid or picture that is no puzzle. Has message, line, column and hint."
);
create_exception!(
    ndoku,
    LayoutError,
    NdokuError,
    "Boxes and rules that do not fit together."
);
create_exception!(
    ndoku,
    Stopped,
    NdokuError,
    "A search that its time limit ended, without a result."
);

/// Returns the exception for a text that is no puzzle, with its place.
pub(crate) fn read_error(py: Python<'_>, error: &format::ReadError) -> PyErr {
    let place = error.span.map(|span| (span.line, span.column));
    let hint = error.hint.as_deref();
    new_read_error(py, error.to_string(), &error.message, place, hint)
}

/// Returns the exception for a picture without a puzzle.
pub(crate) fn picture_error(py: Python<'_>, message: &str, hint: Option<&str>) -> PyErr {
    let text = match hint {
        Some(hint) => format!("{message} ({hint})"),
        None => message.to_owned(),
    };
    new_read_error(py, text, message, None, hint)
}

/// Returns a `ReadError` with its attributes. A place is a line and a column.
fn new_read_error(
    py: Python<'_>,
    text: String,
    message: &str,
    place: Option<(usize, usize)>,
    hint: Option<&str>,
) -> PyErr {
    let exception = ReadError::new_err(text);
    let value = exception.value(py);
    // Setting an attribute of an exception does not fail.
    let _ = value.setattr("message", message);
    let _ = value.setattr("line", place.map(|(line, _)| line));
    let _ = value.setattr("column", place.map(|(_, column)| column));
    let _ = value.setattr("hint", hint);
    exception
}

/// Returns the exception for a layout, with its hint.
#[allow(clippy::needless_pass_by_value)] // It is a function for `map_err`.
pub(crate) fn layout_error(error: ndoku::LayoutError) -> PyErr {
    let hint = error.hint().map(|hint| format!(" ({hint})"));
    LayoutError::new_err(format!("{error}{}", hint.unwrap_or_default()))
}

/// Returns the exception for a search that ended early.
#[allow(clippy::needless_pass_by_value)] // It is a function for `map_err`.
pub(crate) fn stopped(reason: impl std::fmt::Display) -> PyErr {
    Stopped::new_err(reason.to_string())
}

/// Returns the exception for a column that was not answered.
pub(crate) fn call_error(error: CallError) -> PyErr {
    match error {
        CallError::Kind(_) | CallError::Columns { .. } => PyTypeError::new_err(error.to_string()),
        CallError::Option(OptionError::Layout(sentence)) => LayoutError::new_err(sentence),
        error => NdokuError::new_err(error.to_string()),
    }
}
