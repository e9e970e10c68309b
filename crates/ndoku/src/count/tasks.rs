//! Tasks on the calling thread and on free threads of a budget.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::Builder;

use ndoku_solver::{StopReason, ThreadBudget};

use super::Progress;

/// Runs tasks on the calling thread, which holds a permit, and on free threads.
///
/// Returns the result of each task, with the default for those that did not run, and the reason if
/// some did not.
pub(super) fn run<T: Clone + Default + Send, W: FnMut(usize) -> Result<T, StopReason>>(
    threads: &ThreadBudget,
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
        let mut workers = Vec::new();
        let own = work(&mut || {
            // The calling thread keeps the last task for itself.
            while next.load(Ordering::Relaxed) + 1 < tasks
                && let Some(permit) = threads.try_acquire()
            {
                let worker = || {
                    let permit = permit;
                    let parts = work(&mut || !threads.has_waiters());
                    drop(permit);
                    parts
                };
                match Builder::new().spawn_scoped(scope, worker) {
                    Ok(worker) => workers.push(worker),
                    // No more threads are available; continue without.
                    Err(_) => break,
                }
            }
            true
        });
        let others = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        for (parts, reason) in others.chain([own]) {
            parts.into_iter().for_each(|(task, part)| all[task] = part);
            stopped = stopped.or(reason);
        }
    });
    (all, stopped)
}
