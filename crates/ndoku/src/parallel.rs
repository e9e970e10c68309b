//! Parallel processing of many items, with the results in the order of the items.
//!
//! ```text
//!              jobs (bounded)            results
//! produce ──▶ batch 0, 1, 2 … ─┬─▶ worker ─┬─▶ waiting room ──▶ consume, in order
//!    ▲                         ├─▶ worker ─┤        │
//!    │                         └─▶ worker ─┘        │
//!    └────────── a permit for each batch ◀──────────┘   limits the batches behind a slow one
//! ```

use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::thread::Builder;

use crossbeam_channel::{bounded, unbounded};

/// Weight at which a batch is full: the sum over its items.
const BATCH_WEIGHT: usize = 4096;

/// Weight of the first batches. They are smaller, so that all threads share a few slow items, and
/// the first results come soon.
const FIRST_BATCH_WEIGHT: usize = 64;

/// The value that a panic carries.
type Payload = Box<dyn Any + Send>;

/// Maps the items of `produce` with several workers, and gives the results to `consume` in the
/// order of the items.
///
/// `produce` runs on its own thread and calls its argument with each item and the item's weight: a
/// measure of the work, of which 4096 fills a batch. `Break` tells it to stop. `worker` creates
/// each of the `threads` workers once. `consume` runs on the calling thread; when it breaks,
/// everything stops and the remaining work is discarded. Memory holds at most a few batches per
/// thread. If the system cannot start all threads, those that it starts do the work; if need be,
/// the calling thread does all of it.
///
/// # Panics
/// Panics if `produce`, a worker or `consume` panics.
pub fn map_in_order<I, O, W>(
    threads: NonZeroUsize,
    produce: impl FnOnce(&mut dyn FnMut(I, usize) -> ControlFlow<()>) + Send,
    worker: impl Fn() -> W + Sync,
    mut consume: impl FnMut(O) -> ControlFlow<()>,
) where
    I: Send,
    O: Send,
    W: FnMut(I) -> O,
{
    let threads = threads.get();
    // It is taken by the thread that runs it.
    let produce = &Mutex::new(Some(produce));
    let take_produce = || produce.lock().ok()?.take();
    let (take_permit, give_permit_back) = bounded::<()>(8 * threads);
    let (send_job, jobs) = bounded::<(u64, Vec<I>)>(8 * threads);
    let (send_result, results) = unbounded::<(u64, Result<Vec<O>, Payload>)>();
    let panic = std::thread::scope(|scope| {
        let mut workers = 0;
        for _ in 0..threads {
            let (jobs, send_result, worker) = (jobs.clone(), send_result.clone(), &worker);
            let run = move || {
                let mut work = worker();
                for (number, batch) in jobs {
                    // The others would wait for the batch of a worker that has panicked.
                    let answer = || batch.into_iter().map(&mut work).collect();
                    let answers = catch_unwind(AssertUnwindSafe(answer));
                    let has_panicked = answers.is_err();
                    if send_result.send((number, answers)).is_err() || has_panicked {
                        break;
                    }
                }
            };
            workers += usize::from(Builder::new().spawn_scoped(scope, run).is_ok());
        }
        drop((jobs, send_result));
        let run_producer = move || {
            let Some(produce) = take_produce() else {
                return;
            };
            let mut number = 0;
            let mut batch = Vec::new();
            let mut weight = 0;
            let mut send = |batch: Vec<I>| {
                let job = (number, batch);
                number += 1;
                if take_permit.send(()).is_err() || send_job.send(job).is_err() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let mut stopped = false;
            let (mut sent, mut full) = (0, FIRST_BATCH_WEIGHT);
            produce(&mut |item, item_weight| {
                batch.push(item);
                weight += item_weight.max(1);
                if weight >= full {
                    weight = 0;
                    sent += 1;
                    full = BATCH_WEIGHT.min(FIRST_BATCH_WEIGHT * (1 + sent / threads));
                    stopped = stopped || send(std::mem::take(&mut batch)).is_break();
                }
                if stopped {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if !batch.is_empty() && !stopped {
                let _ = send(batch);
            }
        };
        if workers == 0 || Builder::new().spawn_scoped(scope, run_producer).is_err() {
            if let Some(produce) = take_produce() {
                let mut work = worker();
                produce(&mut |item, _| consume(work(item)));
            }
            return None;
        }
        let mut waiting = BTreeMap::new();
        let (mut next, mut panic) = (0, None);
        'results: for (number, batch) in &results {
            match batch {
                Ok(batch) => waiting.insert(number, batch),
                Err(payload) => {
                    panic = Some(payload);
                    break;
                }
            };
            while let Some(batch) = waiting.remove(&next) {
                next += 1;
                let _ = give_permit_back.try_recv();
                if batch.into_iter().try_for_each(&mut consume).is_break() {
                    break 'results;
                }
            }
        }
        // Without the receiving ends, the producer and the workers see that no more results are
        // needed; the scope waits for them.
        drop((results, give_permit_back));
        panic
    });
    if let Some(payload) = panic {
        resume_unwind(payload);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(number: usize) -> NonZeroUsize {
        NonZeroUsize::new(number).unwrap()
    }

    #[test]
    fn results_keep_the_order_of_the_items() {
        for count in [0, 1, 7, 5_000] {
            for workers in [1, 2, 5] {
                let mut seen = Vec::new();
                let produce = |emit: &mut dyn FnMut(u64, usize) -> ControlFlow<()>| {
                    for item in 0..count {
                        // Uneven batches: some items fill one alone.
                        if emit(item, if item.is_multiple_of(11) { 5_000 } else { 40 }).is_break() {
                            panic!("the consumer did not break");
                        }
                    }
                };
                let work = || {
                    |item: u64| {
                        if item.is_multiple_of(97) {
                            std::thread::sleep(std::time::Duration::from_millis(1));
                        }
                        item * item
                    }
                };
                map_in_order(threads(workers), produce, work, |square| {
                    seen.push(square);
                    ControlFlow::Continue(())
                });
                assert_eq!(seen, (0..count).map(|item| item * item).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn a_panic_of_a_worker_ends_everything() {
        let produce = |emit: &mut dyn FnMut(u64, usize) -> ControlFlow<()>| {
            let _ = (0..1_000_000).try_for_each(|item| emit(item, 1_000));
        };
        let work = || |item: u64| assert_ne!(item, 5, "the test wants this");
        let ended = catch_unwind(|| {
            map_in_order(threads(2), produce, work, |()| ControlFlow::Continue(()));
        });
        let message = ended.unwrap_err().downcast::<String>().unwrap();
        assert!(message.contains("the test wants this"), "{message}");
    }

    #[test]
    fn a_break_ends_an_endless_producer() {
        let mut seen = 0;
        let produce = |emit: &mut dyn FnMut(u64, usize) -> ControlFlow<()>| {
            let mut item = 0;
            while emit(item, 1_000).is_continue() {
                item += 1;
            }
        };
        map_in_order(
            threads(2),
            produce,
            || |item: u64| item,
            |item| {
                assert_eq!(item, seen);
                seen += 1;
                if seen == 100 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        assert_eq!(seen, 100);
    }
}
