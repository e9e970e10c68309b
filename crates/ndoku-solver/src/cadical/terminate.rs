//! Terminates CaDiCaL when the budget runs out.
//!
//! CaDiCaL asks a terminator callback if it must stop. The crate `cadical-sys` owns that callback,
//! so it cannot borrow the budget of the caller. It can share a flag. A thread polls the budget and
//! sets the flag. The thread ends with the search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder, Thread};
use std::time::Duration;

use cadical_sys::TerminateFlag;

use crate::{Budget, StopReason};

/// Interval between two polls of the budget. Engines promise to stop within 50 ms.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Runs `work`, and sets `flag` when the budget runs out. Returns the result and the reason.
///
/// # Errors
/// Returns [`StopReason::Internal`] if the system cannot start a thread.
pub(crate) fn run_with_terminator<R>(
    budget: &Budget<'_>,
    flag: &TerminateFlag,
    work: impl FnOnce() -> R,
) -> Result<(R, Option<StopReason>), StopReason> {
    if !budget.is_watched() {
        return Ok((work(), None));
    }
    let reason = OnceLock::new();
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = Builder::new()
            .name("ndoku-cadical".to_owned())
            .spawn_scoped(scope, || {
                while !is_done.load(Ordering::Acquire) {
                    if let Some(reason_found) = budget.poll() {
                        let _ = reason.set(reason_found);
                        flag.terminate();
                        return;
                    }
                    thread::park_timeout(POLL_INTERVAL);
                }
            });
        match watcher {
            Ok(watcher) => {
                // The guard stops the thread also if `work` panics. The scope waits for the thread.
                let _guard = WatcherGuard {
                    is_done: &is_done,
                    watcher: watcher.thread().clone(),
                };
                Ok(work())
            }
            Err(_) => Err(StopReason::Internal),
        }
    })
    .map(|done| (done, reason.get().copied()))
}

/// Stops the watcher thread when dropped.
struct WatcherGuard<'a> {
    is_done: &'a AtomicBool,
    watcher: Thread,
}

impl Drop for WatcherGuard<'_> {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Release);
        self.watcher.unpark();
    }
}
