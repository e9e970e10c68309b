//! The exceptions: all are a `NdokuError`, which is a `ValueError`.

use ndoku::format;
use ndoku_arrow::CallError;
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
    "A text or grid that is no puzzle. Has message, line, column and hint."
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
    let exception = ReadError::new_err(error.to_string());
    let value = exception.value(py);
    let span = error.span;
    // Setting an attribute of an exception does not fail.
    let _ = value.setattr("message", &error.message);
    let _ = value.setattr("line", span.map(|span| span.line));
    let _ = value.setattr("column", span.map(|span| span.column));
    let _ = value.setattr("hint", &error.hint);
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
        error => NdokuError::new_err(error.to_string()),
    }
}
