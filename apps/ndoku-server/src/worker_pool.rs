//! `WorkerPool`: runs requests on threads, each with a budget.
//!
//! Every request begins with a trial of `TRIAL_TIME`. One that does not finish is stopped, waits
//! for the long lane, and begins again with the full time. So a quick request does not wait for a
//! slow one, unless both are counts. A request that does not finish loses the time of its trial.

use std::cell::RefCell;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use ndoku::{Budget, Deadline};
use ndoku_api::render::RenderedFile;
use ndoku_api::{Api, METHODS, Problem, ProblemKind};

use crate::Limits;
use crate::queue::{Client, FairQueue, Lane, Permit, QueueLimits, Ticket};

/// Time limit of a trial.
const TRIAL_TIME: Duration = Duration::from_millis(50);

/// Minimum and maximum number of concurrent trials. One count may overrun, so there are two.
const MIN_TRIALS: NonZeroUsize = NonZeroUsize::new(2).unwrap();
const MAX_TRIALS: NonZeroUsize = NonZeroUsize::new(4).unwrap();

thread_local! {
    /// The API of the thread. It keeps its tables from request to request.
    static API: RefCell<Api> = RefCell::new(new_api());
}

fn new_api() -> Api {
    Api::new().with_random_seeds(random_seed)
}

/// Returns a random seed. It has 53 bits, so that JavaScript reads it exactly.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 11
}

/// A pool of threads that handle requests.
pub(crate) struct WorkerPool {
    queue: Arc<FairQueue>,
    workers: NonZeroUsize,
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

/// The work of a request. It may run twice.
type Work<T> = Arc<dyn Fn(&mut Api, &Budget<'_>) -> Result<T, Problem> + Send + Sync>;

impl WorkerPool {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            queue: FairQueue::new(QueueLimits {
                trials: trials(limits.workers),
                workers: limits.workers,
                max_waiting: limits.max_waiting,
                max_wait: limits.max_wait,
            }),
            workers: limits.workers,
            timeout: limits.response_timeout,
            closed: Arc::default(),
        }
    }

    /// Returns the number of requests that run at the same time, without trials.
    pub(crate) fn workers(&self) -> NonZeroUsize {
        self.workers
    }

    /// Stops all running requests.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Calls a method with a request. Dropping the future stops the work.
    pub(crate) async fn call(
        self: &Arc<Self>,
        client: Client,
        method: &str,
        request: String,
    ) -> Result<String, Problem> {
        let name = method.to_owned();
        let known = METHODS.iter().find(|known| known.name == method);
        let known = known.map_or("", |known| known.name);
        let work = move |api: &mut Api, budget: &Budget<'_>| api.call(&name, &request, budget);
        self.run(client, known, Arc::new(work)).await
    }

    /// Renders a picture. Dropping the future stops the work.
    pub(crate) async fn render(
        self: &Arc<Self>,
        client: Client,
        request: String,
    ) -> Result<RenderedFile, Problem> {
        let work = move |api: &mut Api, budget: &Budget<'_>| api.render(&request, budget);
        self.run(client, "render", Arc::new(work)).await
    }

    /// Reads the puzzle in a picture. There is no trial, because a reading takes longer than one.
    /// Dropping the future stops the work.
    pub(crate) async fn photo(
        self: &Arc<Self>,
        client: Client,
        picture: Bytes,
    ) -> Result<String, Problem> {
        let work: Work<String> =
            Arc::new(move |api: &mut Api, budget: &Budget<'_>| api.photo(&picture, budget));
        let ticket = Ticket {
            client,
            method: "photo",
            lane: Lane::Long,
            is_count: false,
        };
        self.run_long(&ticket, self.queue.deadline(), &work).await
    }

    /// Runs work as a trial, and again with the full time if that is not enough.
    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        client: Client,
        method: &'static str,
        work: Work<T>,
    ) -> Result<T, Problem> {
        let deadline = self.queue.deadline();
        let mut ticket = Ticket {
            client,
            method,
            lane: Lane::Trial,
            is_count: method == "count",
        };
        if let Some(answer) = self
            .run_in_lane(&ticket, deadline, TRIAL_TIME, &work)
            .await?
        {
            return answer;
        }
        ticket.lane = Lane::Long;
        // The trial is no waiting time.
        self.run_long(&ticket, deadline + TRIAL_TIME, &work).await
    }

    /// Runs work in the long lane with the full time.
    async fn run_long<T: Send + 'static>(
        self: &Arc<Self>,
        ticket: &Ticket,
        deadline: tokio::time::Instant,
        work: &Work<T>,
    ) -> Result<T, Problem> {
        let answer = self
            .run_in_lane(ticket, deadline, self.timeout, work)
            .await?;
        answer.unwrap_or_else(|| Err(internal_problem()))
    }

    /// Runs work in a lane, once it has a free slot. Returns `None` if a trial did not finish.
    async fn run_in_lane<T: Send + 'static>(
        self: &Arc<Self>,
        ticket: &Ticket,
        deadline: tokio::time::Instant,
        time: Duration,
        work: &Work<T>,
    ) -> Result<Option<Result<T, Problem>>, Problem> {
        let permit = self.queue.acquire(ticket.clone(), deadline).await;
        let permit = permit.map_err(|overload| Problem::overloaded(overload.retry_after))?;
        let canceled = Arc::new(AtomicBool::new(false));
        let _guard = CancelOnDrop(Arc::clone(&canceled));
        let run = Run {
            pool: Arc::clone(self),
            ticket: ticket.clone(),
            time,
            canceled,
            _permit: permit,
        };
        let work = Arc::clone(work);
        let done = tokio::task::spawn_blocking(move || run.execute(&*work));
        Ok(done.await.unwrap_or_else(|_| Some(Err(internal_problem()))))
    }
}

/// A run of a request on a thread.
struct Run {
    pool: Arc<WorkerPool>,
    ticket: Ticket,
    time: Duration,
    canceled: Arc<AtomicBool>,
    /// The slot, which is free again after the run.
    _permit: Permit,
}

impl Run {
    fn execute<T>(
        self,
        work: &(dyn Fn(&mut Api, &Budget<'_>) -> Result<T, Problem> + Send + Sync),
    ) -> Option<Result<T, Problem>> {
        let start = Instant::now();
        let deadline = Deadline::after(self.time);
        let is_late = AtomicBool::new(false);
        let closed = &self.pool.closed;
        let expired = || {
            let late = deadline.has_passed();
            if late {
                is_late.store(true, Ordering::Relaxed);
            }
            late || closed.load(Ordering::Relaxed)
        };
        let budget = Budget::default()
            .stop_flag(&self.canceled)
            .stop_when(&expired);
        let mut api = API.replace(new_api());
        let answer = work(&mut api, &budget);
        // A panic skips this line, and the broken API is not used again.
        API.set(api);
        self.pool.queue.record_cost(&self.ticket, start.elapsed());
        let is_trial = self.ticket.lane == Lane::Trial;
        let is_complete = !is_late.load(Ordering::Relaxed) || closed.load(Ordering::Relaxed);
        (is_complete || !is_trial).then_some(answer)
    }
}

/// Returns the number of concurrent trials.
pub(crate) fn trials(workers: NonZeroUsize) -> NonZeroUsize {
    workers.clamp(MIN_TRIALS, MAX_TRIALS)
}

pub(crate) fn internal_problem() -> Problem {
    Problem::new(
        ProblemKind::Internal,
        "internal error; please report it with the request",
    )
}
