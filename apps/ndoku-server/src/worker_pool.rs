//! `Desk`: so many requests are worked on at once, each on a thread of its own within a budget; others wait.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use ndoku::{Budget, Deadline};
use ndoku_api::render::Picture;
use ndoku_api::{Api, Kind, Problem};
use tokio::sync::Semaphore;

use crate::Limits;

/// So many counts are made at once at most, whatever the cores: each may take 135 MB.
const COUNTS: usize = 4;

thread_local! {
    /// What the thread used last, with its tables.
    static API: RefCell<Api> = RefCell::default();
}

/// Where requests are worked on.
pub(crate) struct Desk {
    places: Arc<Semaphore>,
    counts: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    time: Duration,
    /// The server ends: all work stops.
    closed: Arc<AtomicBool>,
}

/// Sets a flag when it goes away, as it does with the future of a client that hangs up.
struct OnDrop(Arc<AtomicBool>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// One that waits.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Desk {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            places: Arc::new(Semaphore::new(limits.places.get())),
            counts: Arc::new(Semaphore::new(COUNTS)),
            waiting: AtomicUsize::new(0),
            most_waiting: limits.waiting,
            time: limits.answer,
            closed: Arc::default(),
        }
    }

    /// All work stops within moments.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Answers a request. If the future is dropped, the work stops.
    pub(crate) async fn ask(
        self: &Arc<Self>,
        method: &str,
        request: String,
    ) -> Result<String, Problem> {
        let name = method.to_owned();
        self.work(method == "count", move |api, budget| {
            api.call(&name, &request, budget)
        })
        .await
    }

    /// Draws what a request asks for.
    pub(crate) async fn draw(self: &Arc<Self>, request: String) -> Result<Picture, Problem> {
        self.work(false, move |api, budget| api.render(&request, budget))
            .await
    }

    async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        is_heavy: bool,
        work: impl FnOnce(&mut Api, &Budget<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.most_waiting {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Problem::new(
                Kind::Busy,
                "too many requests wait; try again in a second",
            ));
        }
        let waiting = Waiting(&self.waiting);
        let count = if is_heavy {
            self.counts.clone().acquire_owned().await.ok()
        } else {
            None
        };
        let place = self.places.clone().acquire_owned().await;
        drop(waiting);
        let gone = Arc::new(AtomicBool::new(false));
        let _guard = OnDrop(Arc::clone(&gone));
        let desk = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || {
            let _held = (place, count);
            let deadline = Deadline::after(desk.time);
            let expired = || deadline.has_passed() || desk.closed.load(Ordering::Relaxed);
            let budget = Budget::default().stop_flag(&gone).expired(&expired);
            let mut api = API.take();
            let answer = work(&mut api, &budget);
            // One that panics does not come here.
            API.set(api);
            answer
        });
        done.await.unwrap_or_else(|_| {
            Err(Problem::new(
                Kind::Fault,
                "an internal fault; please report it with the request",
            ))
        })
    }
}
