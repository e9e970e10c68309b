//! Cores that counts share, and tasks that are run on those which are idle.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use ndoku_solver::StopReason;

use super::Progress;

/// A number of cores that several counters share: no more threads count at a time.
#[derive(Debug)]
pub struct Cores {
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug)]
struct State {
    free: usize,
    /// So many counters wait for one.
    waiting: usize,
}

impl Cores {
    /// So many, all of them idle.
    #[must_use]
    pub fn new(number: NonZeroUsize) -> Self {
        Self {
            state: Mutex::new(State {
                free: number.get(),
                waiting: 0,
            }),
            freed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Two numbers, each changed in one step: a panic elsewhere leaves them right.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One of them, as soon as one is free.
    pub(super) fn take(&self) -> Core<'_> {
        let mut state = self.state();
        state.waiting += 1;
        while state.free == 0 {
            state = self
                .freed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting -= 1;
        state.free -= 1;
        Core(self)
    }

    /// One that is free and that nobody waits for.
    pub(super) fn take_idle(&self) -> Option<Core<'_>> {
        let mut state = self.state();
        let idle = state.waiting == 0 && state.free > 0;
        idle.then(|| {
            state.free -= 1;
            Core(self)
        })
    }

    /// Whether a helper shall give its core back.
    fn are_wanted(&self) -> bool {
        self.state().waiting > 0
    }
}

/// One of the cores, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Core<'a>(&'a Cores);

impl Drop for Core<'_> {
    fn drop(&mut self) {
        self.0.state().free += 1;
        self.0.freed.notify_one();
    }
}

/// Runs tasks on the thread that calls, which has a core, and on cores that are idle. What each task gave, the default for those that were not run, and why,
/// if not all were.
pub(super) fn run<T: Clone + Default + Send, W: FnMut(usize) -> Result<T, StopReason>>(
    cores: &Cores,
    tasks: usize,
    worker: &(impl Fn() -> W + Sync),
    progress: Progress<'_>,
) -> (Vec<T>, Option<StopReason>) {
    let (next, done, halt) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicBool::new(false),
    );
    let work = |go_on: &mut dyn FnMut() -> bool| {
        let mut run = worker();
        let mut parts = Vec::new();
        while go_on() && !halt.load(Ordering::Relaxed) {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                break;
            }
            match run(task) {
                Ok(part) => parts.push((task, part)),
                Err(reason) => {
                    halt.store(true, Ordering::Relaxed);
                    return (parts, Some(reason));
                }
            }
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, tasks);
        }
        (parts, None)
    };
    let mut all = vec![T::default(); tasks];
    let mut stopped = None;
    std::thread::scope(|scope| {
        let mut helpers = Vec::new();
        let own = work(&mut || {
            // The last task is one's own.
            while next.load(Ordering::Relaxed) + 1 < tasks
                && let Some(core) = cores.take_idle()
            {
                let helper = || {
                    let core = core;
                    let parts = work(&mut || !cores.are_wanted());
                    drop(core);
                    parts
                };
                match Builder::new().spawn_scoped(scope, helper) {
                    Ok(helper) => helpers.push(helper),
                    // There can be no more threads; it is done without.
                    Err(_) => break,
                }
            }
            true
        });
        let helped = helpers
            .into_iter()
            .map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        for (parts, reason) in helped.chain([own]) {
            parts.into_iter().for_each(|(task, part)| all[task] = part);
            stopped = stopped.or(reason);
        }
    });
    (all, stopped)
}
