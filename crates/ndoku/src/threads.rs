//! `Threads`: the threads that several solvers have together. A puzzle that takes long gets more of them as soon as they are free.
//!
//! ```text
//!   four threads    puzzle  puzzle  puzzle  free          each puzzle in work takes one
//!                     └────────────────────── helper      what takes long may take a free one as well
//! ```

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many threads, of which some are in use. It counts them only; whoever uses one says so.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::sync::Arc;
///
/// use ndoku::{Layout, Puzzle, Solver, Threads};
///
/// let threads = Arc::new(Threads::new(NonZeroUsize::MIN.saturating_add(1)));
/// let mut solver = Solver::new();
/// solver.share_threads(Some(Arc::clone(&threads)));
/// // This thread; the other is for what helps it.
/// let _this = threads.take();
/// assert_eq!(solver.first(&Puzzle::empty(&Layout::for_size(16)?), 3)?.solutions.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Threads {
    count: usize,
    used: AtomicUsize,
}

impl Threads {
    /// So many threads, all of them free.
    #[must_use]
    pub const fn new(count: NonZeroUsize) -> Self {
        Self {
            count: count.get(),
            used: AtomicUsize::new(0),
        }
    }

    /// Takes a thread, even if none is free: for one that works whatever the others do.
    pub fn take(&self) -> Taken<'_> {
        self.used.fetch_add(1, Ordering::Relaxed);
        Taken(self)
    }

    /// Takes a thread if one is free.
    pub fn take_free(&self) -> Option<Taken<'_>> {
        let more = |used| (used < self.count).then_some(used + 1);
        self.used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more)
            .ok()
            .map(|_| Taken(self))
    }
}

/// A thread that is in use until this is dropped.
#[derive(Debug)]
#[must_use = "it is free again when this is dropped"]
pub struct Taken<'a>(&'a Threads);

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.0.used.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_is_free_again() {
        let threads = Threads::new(NonZeroUsize::new(2).unwrap());
        let one = threads.take();
        let other = threads.take_free();
        assert!(other.is_some() && threads.take_free().is_none());
        drop(one);
        assert!(threads.take_free().is_some());
        // More than there are: none is free until that is made up for.
        let more = [threads.take(), threads.take()];
        drop(other);
        assert!(threads.take_free().is_none());
        drop(more);
        assert!(threads.take_free().is_some());
    }
}
