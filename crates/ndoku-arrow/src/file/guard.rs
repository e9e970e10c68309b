//! A guard around decoders of other crates: a panic on damaged data becomes an error.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::file::{FileError, FileKind};

thread_local! {
    static IS_READING: Cell<bool> = const { Cell::new(false) };
}

/// Returns `true` while this thread decodes a file. A panic is then caught and returned as an
/// error, so a panic hook should print nothing.
#[must_use]
pub fn is_reading() -> bool {
    IS_READING.get()
}

/// Runs a decoder. A panic means that the data are damaged in a way the decoder does not check.
pub(crate) fn guard<T>(
    kind: FileKind,
    decode: impl FnOnce() -> Result<T, FileError>,
) -> Result<T, FileError> {
    IS_READING.set(true);
    // The caller drops the decoder after an error.
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    IS_READING.set(false);
    decoded.unwrap_or_else(|_| Err(FileError::damaged(kind, "its parts contradict each other")))
}
