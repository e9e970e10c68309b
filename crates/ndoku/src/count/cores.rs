//! Cores that counters share, and tasks that run on the idle ones.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use ndoku_solver::StopReason;

use super::Progress;

/// A number of cores that several counters share, which limits the number of counting threads.
#[derive(Debug)]
pub struct Cores {
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug)]
struct State {
    free: usize,
    /// Number of counters that wait for a core.
    waiting: usize,
}

impl Cores {
    /// Creates `number` cores, all of them idle.
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
        // Both numbers change in one step, so a panic elsewhere leaves them consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a free core and takes it.
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

    /// Takes a core that is free and that no counter waits for.
    pub(super) fn take_idle(&self) -> Option<Core<'_>> {
        let mut state = self.state();
        let idle = state.waiting == 0 && state.free > 0;
        idle.then(|| {
            state.free -= 1;
            Core(self)
        })
    }

    /// Returns `true` if helpers should give their cores back.
    fn are_wanted(&self) -> bool {
        self.state().waiting > 0
    }
}

/// A core that is held; dropping it gives it back.
#[derive(Debug)]
pub(super) struct Core<'a>(&'a Cores);

impl Drop for Core<'_> {
    fn drop(&mut self) {
        self.0.state().free += 1;
        self.0.freed.notify_one();
    }
}

/// Runs tasks on the calling thread, which holds a core, and on idle cores.
///
/// Returns the result of each task, with the default for those that did not run, and the reason if
/// some did not.
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
            // The calling thread keeps the last task for itself.
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
                    // No more threads are available; continue without.
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
