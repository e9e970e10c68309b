//! `ThreadBudget`: a number of threads that several solvers and counters share. Hard work gets more
//! of them while they are free.
//!
//! ```text
//!   four threads    puzzle  puzzle  puzzle  free          each running puzzle takes one
//!                     └────────────────────── worker      a hard one may take a free thread too
//! ```

use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A number of threads, some of them in use. It only counts them; users acquire and release them.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::sync::Arc;
///
/// use ndoku_core::{Layout, Puzzle};
/// use ndoku_solver::{Budget, Engine, HybridEngine, ThreadBudget};
///
/// let threads = Arc::new(ThreadBudget::new(NonZeroUsize::MIN.saturating_add(1)));
/// let mut engine = HybridEngine::default();
/// engine.share_threads(Some(Arc::clone(&threads)));
/// // This thread; the other one is for a portfolio worker.
/// let _permit = threads.acquire();
/// let puzzle = Puzzle::empty(&Layout::for_size(16)?);
/// assert_eq!(engine.find_solutions(&puzzle, 3, &Budget::default())?.solutions.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ThreadBudget {
    count: usize,
    state: Mutex<BudgetState>,
    released: Condvar,
}

#[derive(Debug, Default)]
struct BudgetState {
    /// Number of threads in use.
    used: usize,
    /// Number of callers that wait for a thread.
    waiting: usize,
}

impl ThreadBudget {
    /// Creates a budget of `count` threads, all of them free.
    #[must_use]
    pub fn new(count: NonZeroUsize) -> Self {
        Self {
            count: count.get(),
            state: Mutex::default(),
            released: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, BudgetState> {
        // Both numbers change in one step, so a panic elsewhere leaves them consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a free thread and acquires it.
    pub fn acquire(&self) -> ThreadPermit<'_> {
        let mut state = self.state();
        state.waiting += 1;
        while state.used >= self.count {
            state = self
                .released
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting -= 1;
        state.used += 1;
        ThreadPermit(self)
    }

    /// Acquires a thread even if none is free, for work that must run in any case.
    pub fn force_acquire(&self) -> ThreadPermit<'_> {
        self.state().used += 1;
        ThreadPermit(self)
    }

    /// Acquires a thread that is free and that nobody waits for.
    pub fn try_acquire(&self) -> Option<ThreadPermit<'_>> {
        let mut state = self.state();
        let is_free = state.waiting == 0 && state.used < self.count;
        is_free.then(|| {
            state.used += 1;
            ThreadPermit(self)
        })
    }

    /// Returns `true` if a caller waits for a thread. Workers should then release theirs.
    #[must_use]
    pub fn has_waiters(&self) -> bool {
        self.state().waiting > 0
    }
}

/// A thread in use; dropping the permit releases it.
#[derive(Debug)]
#[must_use = "dropping the permit releases the thread immediately"]
pub struct ThreadPermit<'a>(&'a ThreadBudget);

impl Drop for ThreadPermit<'_> {
    fn drop(&mut self) {
        self.0.state().used -= 1;
        self.0.released.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_permits_free_their_threads() {
        let threads = ThreadBudget::new(NonZeroUsize::new(2).unwrap());
        let one = threads.acquire();
        let other = threads.try_acquire();
        assert!(other.is_some() && threads.try_acquire().is_none());
        drop(one);
        assert!(threads.try_acquire().is_some());
        // More than the budget: no thread is free until the surplus is released.
        let more = [threads.force_acquire(), threads.force_acquire()];
        drop(other);
        assert!(threads.try_acquire().is_none());
        drop(more);
        assert!(threads.try_acquire().is_some());
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "needs a second thread")]
    fn waiting_callers_come_before_workers() {
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        let held = threads.acquire();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| drop(threads.acquire()));
            while !threads.has_waiters() {
                std::thread::yield_now();
            }
            assert!(threads.try_acquire().is_none());
            drop(held);
            waiting.join().unwrap();
        });
        assert!(!threads.has_waiters() && threads.try_acquire().is_some());
    }
}
