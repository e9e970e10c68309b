//! `WorkerPool`: runs a limited number of requests at the same time, each on a thread with a
//! budget. Other requests wait in a queue of limited length.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use ndoku::{Budget, Deadline};
use ndoku_api::render::RenderedFile;
use ndoku_api::{Api, Problem, ProblemKind};
use tokio::sync::Semaphore;

use crate::Limits;

/// Maximum number of concurrent counts, for any number of workers. A count may take 135 MB.
const MAX_COUNTS: usize = 4;

thread_local! {
    /// The API of the thread. It keeps its tables from request to request.
    static API: RefCell<Api> = RefCell::default();
}

/// A pool of threads that handle requests.
pub(crate) struct WorkerPool {
    workers: Arc<Semaphore>,
    counts: Arc<Semaphore>,
    waiting: AtomicUsize,
    max_waiting: usize,
    /// Time limit of each request.
    timeout: Duration,
    /// Set when the server shuts down. All running requests stop then.
    closed: Arc<AtomicBool>,
}

/// A guard that sets a flag when it is dropped. A client that disconnects drops it with its future.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A place in the queue, released on drop.
struct QueueSlot<'a>(&'a AtomicUsize);

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl WorkerPool {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            workers: Arc::new(Semaphore::new(limits.workers.get())),
            counts: Arc::new(Semaphore::new(MAX_COUNTS)),
            waiting: AtomicUsize::new(0),
            max_waiting: limits.max_waiting,
            timeout: limits.response_timeout,
            closed: Arc::default(),
        }
    }

    /// Stops all running requests.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Calls a method with a request. Dropping the future stops the work.
    pub(crate) async fn call(
        self: &Arc<Self>,
        method: &str,
        request: String,
    ) -> Result<String, Problem> {
        let name = method.to_owned();
        self.run(method == "count", move |api, budget| {
            api.call(&name, &request, budget)
        })
        .await
    }

    /// Renders a picture. Dropping the future stops the work.
    pub(crate) async fn render(self: &Arc<Self>, request: String) -> Result<RenderedFile, Problem> {
        self.run(false, move |api, budget| api.render(&request, budget))
            .await
    }

    /// Runs `work` on a thread, once a worker is free. Heavy work also needs one of `MAX_COUNTS`
    /// permits.
    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        is_heavy: bool,
        work: impl FnOnce(&mut Api, &Budget<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.max_waiting {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Problem::new(
                ProblemKind::ServiceUnavailable,
                "too many requests are waiting; try again in a second",
            ));
        }
        let waiting = QueueSlot(&self.waiting);
        let count = if is_heavy {
            self.counts.clone().acquire_owned().await.ok()
        } else {
            None
        };
        let worker = self.workers.clone().acquire_owned().await;
        drop(waiting);
        let canceled = Arc::new(AtomicBool::new(false));
        let _guard = CancelOnDrop(Arc::clone(&canceled));
        let pool = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || {
            let _permits = (worker, count);
            let deadline = Deadline::after(pool.timeout);
            let expired = || deadline.has_passed() || pool.closed.load(Ordering::Relaxed);
            let budget = Budget::default().stop_flag(&canceled).stop_when(&expired);
            let mut api = API.take();
            let answer = work(&mut api, &budget);
            // A panic skips this line, and the broken API is not used again.
            API.set(api);
            answer
        });
        done.await.unwrap_or_else(|_| {
            Err(Problem::new(
                ProblemKind::Internal,
                "internal error; please report it with the request",
            ))
        })
    }
}
