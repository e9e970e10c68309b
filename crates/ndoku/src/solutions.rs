//! `SolutionIter`: the solutions of a puzzle one after the other, found on a thread of its own.
//!
//! ```text
//!   thread: search ─▶ solution ─▶ bounded channel ─▶ SolutionIter::next
//!              ▲                                        │ drop
//!              └────────────── stop flag ◀──────────────┘
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use ndoku_core::{Puzzle, Solution};
use ndoku_solver::{Interrupted, Stats, StopReason};

use crate::{SolveOptions, Solver};

/// The number of solutions that the search is ahead of the caller at most.
const AHEAD: usize = 256;

/// The solutions of a puzzle. Created by [`Solver::solutions`].
///
/// Dropping it stops the search.
#[derive(Debug)]
pub struct SolutionIter {
    /// `None` after the last item.
    receiver: Option<Receiver<Result<Solution, StopReason>>>,
    thread: Option<JoinHandle<()>>,
    stop: Arc<AtomicBool>,
}

impl SolutionIter {
    /// Starts a search on a thread.
    pub(crate) fn new(puzzle: &Puzzle, options: SolveOptions) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = sync_channel(AHEAD);
        let (puzzle, flag) = (puzzle.clone(), Arc::clone(&stop));
        let search = {
            let sender = sender.clone();
            move || run(&puzzle, &options, &flag, &sender)
        };
        let thread = Builder::new().name("solutions".to_owned()).spawn(search);
        if thread.is_err() {
            // The channel has room for this message.
            let _ = sender.send(Err(StopReason::Internal));
        }
        Self {
            receiver: Some(receiver),
            thread: thread.ok(),
            stop,
        }
    }
}

/// Sends the solutions, and the reason if the search stopped early.
fn run(
    puzzle: &Puzzle,
    options: &SolveOptions,
    stop: &AtomicBool,
    sender: &SyncSender<Result<Solution, StopReason>>,
) {
    let limit = options.limit.unwrap_or(u64::MAX);
    let mut sent = 0;
    let mut send = |digits: &[ndoku_core::Digit]| {
        // Engines report valid grids only.
        let Ok(solution) = Solution::new(puzzle.layout(), digits) else {
            return ControlFlow::Break(());
        };
        sent += 1;
        if sender.send(Ok(solution)).is_err() || sent >= limit {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    if limit == 0 {
        return;
    }
    let mut solver = Solver::with_options(options.clone());
    let expired = || options.is_expired();
    let budget = options.budget(&expired).stop_flag(stop);
    let searched: Result<Stats, Interrupted> = solver.for_each_solution(puzzle, &budget, &mut send);
    if let Err(stopped) = searched {
        // An error means that the caller has dropped the iterator.
        let _ = sender.send(Err(stopped.reason));
    }
}

impl SolutionIter {
    /// Waits for the next item at most for this time. Returns `None` if there is none yet, and
    /// otherwise what [`next`](Iterator::next) returns. So a caller can cancel between two calls.
    pub fn next_within(&mut self, time: Duration) -> Option<Option<Result<Solution, StopReason>>> {
        let item = match self
            .receiver
            .as_ref()
            .map(|receiver| receiver.recv_timeout(time))
        {
            Some(Err(RecvTimeoutError::Timeout)) => return None,
            Some(Ok(item)) => Some(item),
            Some(Err(RecvTimeoutError::Disconnected)) | None => None,
        };
        if !matches!(item, Some(Ok(_))) {
            self.receiver = None;
        }
        Some(item)
    }
}

impl Iterator for SolutionIter {
    /// A solution, or as the last item the reason why the search stopped early.
    type Item = Result<Solution, StopReason>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.receiver.as_ref()?.recv().ok();
        if !matches!(item, Some(Ok(_))) {
            self.receiver = None;
        }
        item
    }
}

impl Drop for SolutionIter {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.receiver = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the search has been reported by its thread.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::Layout;

    use super::*;
    use crate::{Deadline, EngineKind, Order};

    fn options(change: impl FnOnce(&mut SolveOptions)) -> Solver {
        let mut options = SolveOptions::default();
        change(&mut options);
        Solver::with_options(options)
    }

    #[test]
    fn the_iterator_returns_all_solutions() {
        let puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let sorted = options(|options| options.order = Order::Sorted);
        let all: Vec<Solution> = sorted.solutions(&puzzle).map(Result::unwrap).collect();
        assert_eq!(all.len(), 288);
        assert!(all.is_sorted_by_key(Solution::to_array));
        for engine in [EngineKind::Backtrack, EngineKind::Cdcl] {
            let solver = options(|options| options.engine = engine);
            assert_eq!(solver.solutions(&puzzle).count(), 288, "{engine:?}");
        }
        let limited = options(|options| options.limit = Some(10));
        assert_eq!(limited.solutions(&puzzle).count(), 10);
        assert_eq!(
            options(|options| options.limit = Some(0))
                .solutions(&puzzle)
                .count(),
            0
        );
    }

    #[test]
    fn waiting_has_an_end() {
        let wait = |solutions: &mut SolutionIter| solutions.next_within(Duration::from_secs(60));
        let puzzle: Puzzle = "1234341221434321".parse().unwrap();
        let mut solutions = Solver::new().solutions(&puzzle);
        assert!(matches!(wait(&mut solutions), Some(Some(Ok(_)))));
        assert_eq!(wait(&mut solutions), Some(None));
        assert_eq!(wait(&mut solutions), Some(None));
        // The search for a second solution of this grid takes far longer.
        let solver = options(|options| options.engine = EngineKind::Backtrack);
        let grid = Puzzle::empty(&Layout::for_size(100).unwrap());
        let mut solutions = solver.solutions(&grid);
        assert_eq!(solutions.next_within(Duration::ZERO), None);
    }

    #[test]
    fn dropping_ends_a_search_without_end() {
        let puzzle = Puzzle::empty(&Layout::classic());
        let mut solutions = Solver::new().solutions(&puzzle);
        assert!(solutions.next().is_some_and(|solution| solution.is_ok()));
        drop(solutions);
    }

    #[test]
    fn the_last_item_is_the_reason_of_an_early_end() {
        let puzzle = Puzzle::empty(&Layout::for_size(16).unwrap());
        let solver = options(|options| options.max_guesses = Some(3));
        assert_eq!(
            solver.solutions(&puzzle).last(),
            Some(Err(StopReason::GuessLimit))
        );
        let solver = options(|options| options.deadline = Some(Deadline::after(Duration::ZERO)));
        assert_eq!(
            solver.solutions(&puzzle).last(),
            Some(Err(StopReason::Timeout))
        );
    }
}
