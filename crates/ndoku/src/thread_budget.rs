//! `ThreadBudget`: a number of threads that several solvers share. A hard puzzle gets more of them
//! while they are free.
//!
//! ```text
//!   four threads    puzzle  puzzle  puzzle  free          each running puzzle takes one
//!                     └────────────────────── worker      a hard one may take a free thread too
//! ```

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A number of threads, some of them in use. It only counts them; users acquire and release them.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::sync::Arc;
///
/// use ndoku::{Layout, Puzzle, Solver, ThreadBudget};
///
/// let threads = Arc::new(ThreadBudget::new(NonZeroUsize::MIN.saturating_add(1)));
/// let mut solver = Solver::new();
/// solver.share_threads(Some(Arc::clone(&threads)));
/// // This thread; the other one is for a portfolio worker.
/// let _permit = threads.acquire();
/// assert_eq!(solver.find_first(&Puzzle::empty(&Layout::for_size(16)?), 3)?.solutions.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ThreadBudget {
    count: usize,
    used: AtomicUsize,
}

impl ThreadBudget {
    /// Creates a budget of `count` threads, all of them free.
    #[must_use]
    pub const fn new(count: NonZeroUsize) -> Self {
        Self {
            count: count.get(),
            used: AtomicUsize::new(0),
        }
    }

    /// Acquires a thread even if none is free, for work that must run in any case.
    pub fn acquire(&self) -> ThreadPermit<'_> {
        self.used.fetch_add(1, Ordering::Relaxed);
        ThreadPermit(self)
    }

    /// Acquires a thread if one is free.
    pub fn try_acquire(&self) -> Option<ThreadPermit<'_>> {
        let more = |used| (used < self.count).then_some(used + 1);
        self.used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more)
            .ok()
            .map(|_| ThreadPermit(self))
    }
}

/// A thread in use; dropping the permit releases it.
#[derive(Debug)]
#[must_use = "it is free again when this is dropped"]
pub struct ThreadPermit<'a>(&'a ThreadBudget);

impl Drop for ThreadPermit<'_> {
    fn drop(&mut self) {
        self.0.used.fetch_sub(1, Ordering::Relaxed);
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
        let more = [threads.acquire(), threads.acquire()];
        drop(other);
        assert!(threads.try_acquire().is_none());
        drop(more);
        assert!(threads.try_acquire().is_some());
    }
}
