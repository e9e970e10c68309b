//! Watching a budget beside a solver that can only be told to stop through a flag of its own.
//!
//! CaDiCaL asks a callback whether to go on. The crate that binds it wants to own that callback, so it cannot borrow the caller's budget; a flag that both share can be owned. A
//! thread sets it, and lives as long as the search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder, Thread};
use std::time::Duration;

use cadical_sys::TerminateFlag;
use ndoku_solver::{Budget, StopReason};

/// Between two looks at the budget; the promise is 50 ms.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Does `work` while `budget` is looked at; sets `flag` when it has run out, and says why it had.
///
/// # Errors
/// [`StopReason::Fault`] if the system gives no thread.
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
            .name("ndoku-sat".to_owned())
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
                // Also when the work panics: the scope waits for the thread.
                let _guard = WatcherGuard {
                    is_done: &is_done,
                    watcher: watcher.thread().clone(),
                };
                Ok(work())
            }
            Err(_) => Err(StopReason::Fault),
        }
    })
    .map(|done| (done, reason.get().copied()))
}

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
