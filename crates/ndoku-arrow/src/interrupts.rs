//! `Interrupts`: how a call is canceled from outside, such as by Ctrl-C.
//!
//! Only the calling thread runs the caller's check, a few times per second. The other threads read
//! a flag.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ndoku::{Budget, Deadline};

/// A function of the caller that returns `true` to cancel a call.
pub type Check<'a> = &'a (dyn Fn() -> bool + Sync);

/// The time between two runs of the check, in milliseconds.
const CHECK_INTERVAL_MS: u64 = 100;

/// The cancellation of a call, as one thread sees it.
pub(crate) struct Interrupts<'a> {
    canceled: &'a AtomicBool,
    check: Option<Check<'a>>,
    seconds: Option<f64>,
    start: Instant,
    last_ms: AtomicU64,
}

impl<'a> Interrupts<'a> {
    /// Creates the view of a thread. Pass the check only on the calling thread.
    pub(crate) fn new(
        canceled: &'a AtomicBool,
        check: Option<Check<'a>>,
        seconds: Option<f64>,
    ) -> Self {
        Self {
            canceled,
            check,
            seconds,
            start: Instant::now(),
            last_ms: AtomicU64::new(0),
        }
    }

    /// Returns `true` if the call is canceled.
    pub(crate) fn is_canceled(&self) -> bool {
        if self.canceled.load(Ordering::Relaxed) {
            return true;
        }
        let Some(check) = self.check else {
            return false;
        };
        let now = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        if now.saturating_sub(self.last_ms.load(Ordering::Relaxed)) < CHECK_INTERVAL_MS {
            return false;
        }
        self.last_ms.store(now, Ordering::Relaxed);
        if check() {
            self.canceled.store(true, Ordering::Relaxed);
        }
        self.canceled.load(Ordering::Relaxed)
    }

    /// Runs a search on one row, within the time of a row.
    pub(crate) fn with_budget<T>(&self, run: impl FnOnce(&Budget<'_>) -> T) -> T {
        let deadline = self
            .seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .map(Deadline::after);
        let is_over =
            || self.is_canceled() || deadline.is_some_and(|deadline| deadline.has_passed());
        run(&Budget::default().stop_when(&is_over))
    }

    /// Runs a search on many rows, without a limit of time.
    pub(crate) fn with_free_budget<T>(&self, run: impl FnOnce(&Budget<'_>) -> T) -> T {
        let is_over = || self.is_canceled();
        run(&Budget::default().stop_when(&is_over))
    }
}
