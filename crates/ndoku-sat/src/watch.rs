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
const PAUSE: Duration = Duration::from_millis(5);

/// Does `work` while `budget` is looked at; sets `flag` when it has run out, and says why it had.
///
/// # Errors
/// [`StopReason::Internal`] if the system gives no thread.
pub(crate) fn while_watched<R>(
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
                    if let Some(why) = budget.poll() {
                        let _ = reason.set(why);
                        flag.terminate();
                        return;
                    }
                    thread::park_timeout(PAUSE);
                }
            });
        match watcher {
            Ok(watcher) => {
                // Also when the work panics: the scope waits for the thread.
                let _end = End {
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

struct End<'a> {
    is_done: &'a AtomicBool,
    watcher: Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Release);
        self.watcher.unpark();
    }
}
