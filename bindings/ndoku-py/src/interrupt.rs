//! Searches with the GIL released that Ctrl-C and a time limit end.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ndoku::{Budget, Deadline};
use pyo3::prelude::*;

use crate::argument_error;

/// The time between two looks for Ctrl-C, in milliseconds. Each needs the GIL.
const CHECK_INTERVAL_MS: u64 = 100;

/// The signals of a call.
pub(crate) struct Signals {
    start: Instant,
    last_ms: AtomicU64,
    error: Mutex<Option<PyErr>>,
}

impl Signals {
    /// Creates the view of a call that begins now.
    pub(crate) fn new() -> Self {
        Self {
            start: Instant::now(),
            last_ms: AtomicU64::new(0),
            error: Mutex::new(None),
        }
    }

    /// Returns `true` if Ctrl-C was pressed. Takes the GIL ten times per second.
    pub(crate) fn is_interrupted(&self) -> bool {
        let now = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let last = self.last_ms.load(Ordering::Relaxed);
        if now.saturating_sub(last) >= CHECK_INTERVAL_MS {
            self.last_ms.store(now, Ordering::Relaxed);
            return self.check();
        }
        last > 0 && self.is_raised()
    }

    /// Looks for Ctrl-C.
    #[allow(clippy::redundant_closure_for_method_calls)] // `attach` needs any lifetime.
    pub(crate) fn check(&self) -> bool {
        if let Err(error) = Python::attach(|py| py.check_signals())
            && let Ok(mut raised) = self.error.lock()
        {
            *raised = Some(error);
        }
        self.is_raised()
    }

    fn is_raised(&self) -> bool {
        self.error.lock().is_ok_and(|error| error.is_some())
    }

    /// Returns the exception of Ctrl-C, if it was pressed.
    pub(crate) fn into_result(self) -> PyResult<()> {
        match self.error.into_inner() {
            Ok(Some(error)) => Err(error),
            _ => Ok(()),
        }
    }
}

/// Runs a search without the GIL, within a time in seconds.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    seconds: Option<f64>,
    search: impl FnOnce(&Budget<'_>) -> T + Send,
) -> PyResult<T> {
    let deadline = seconds
        .map(|seconds| {
            let time = Duration::try_from_secs_f64(seconds);
            time.map(Deadline::after)
                .map_err(|_| argument_error("seconds", "a number from 0 is needed"))
        })
        .transpose()?;
    let signals = Signals::new();
    let found = py.detach(|| {
        let is_over =
            || deadline.is_some_and(|deadline| deadline.has_passed()) || signals.is_interrupted();
        search(&Budget::default().stop_when(&is_over))
    });
    signals.into_result()?;
    Ok(found)
}
