//! `FairQueue`: decides which waiting request runs next.
//!
//! ```text
//! request ─▶ trial lane: a short time ─┬─ finished ─▶ response
//!                                      └─▶ long lane: the full time ─▶ response
//! ```
//!
//! Each lane has slots of its own, so that long work never delays the start of a trial. A slot goes
//! to the request with the smallest score: the time at which it arrived, plus a multiple of the
//! time that its client usually needs for this method. Further waiting requests of one client count
//! as if they had arrived one after the other. So clients take turns, and quick ones pass slow
//! ones. A score does not grow while a request waits, so every request has its turn.
//!
//! The number of waiting requests and their time are limited. If the queue is full, a new request
//! of a client with few ones replaces the last one of the client with the most.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

/// The identity of a client, such as its address.
pub(crate) type Client = Arc<str>;

/// A group of slots.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lane {
    /// Every request begins here, for a short time.
    Trial,
    /// Requests that need longer.
    Long,
}

/// Maximum number of concurrent counts in the long lane. A count may take 135 MB.
const MAX_LONG_COUNTS: usize = 4;

/// Maximum number of concurrent counts in the trial lane. A count cannot always stop in time.
const MAX_TRIAL_COUNTS: usize = 1;

/// The score of a request of the trial lane grows by this multiple of its usual time.
const TRIAL_WEIGHT: u32 = 200;

/// The least usual time, so that requests of one client never count as simultaneous.
const MIN_COST: Duration = Duration::from_millis(1);

/// Maximum number of remembered costs. The memory begins again beyond it.
const MAX_REMEMBERED: usize = 8_192;

/// The limits of the queue.
#[derive(Clone, Debug)]
pub(crate) struct QueueLimits {
    /// Number of slots of the trial lane.
    pub trials: NonZeroUsize,
    /// Number of slots of the long lane.
    pub workers: NonZeroUsize,
    /// Maximum number of waiting requests.
    pub max_waiting: usize,
    /// Maximum time to wait for a slot.
    pub max_wait: Duration,
}

/// The queue was full, or a request waited too long.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Overload {
    /// Number of seconds after which a request probably succeeds.
    pub retry_after: u64,
}

/// A request for a slot.
#[derive(Clone, Debug)]
pub(crate) struct Ticket {
    pub client: Client,
    pub method: &'static str,
    pub lane: Lane,
    /// `true` for counts, which need much memory and cannot always stop.
    pub is_count: bool,
}

/// A waiting request.
struct Waiting {
    id: u64,
    ticket: Ticket,
    /// The arrival, or later if the client has other requests.
    since: Instant,
    grant: oneshot::Sender<Result<Permit, Overload>>,
}

struct State {
    free: [usize; 2],
    free_counts: [usize; 2],
    waiting: Vec<Waiting>,
    /// The usual times of methods by client, and of all clients.
    costs: HashMap<(Client, &'static str, Lane), Duration>,
    method_costs: HashMap<(&'static str, Lane), Duration>,
    next_id: u64,
}

/// The queue. See the head of the file.
pub(crate) struct FairQueue {
    limits: QueueLimits,
    state: Mutex<State>,
}

/// A slot of a lane, released on drop.
pub(crate) struct Permit {
    queue: Arc<FairQueue>,
    lane: Lane,
    is_count: bool,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.queue.release(self.lane, self.is_count);
    }
}

/// Removes a waiting request when its client disconnects.
struct RemoveOnDrop<'a> {
    queue: &'a FairQueue,
    id: u64,
}

impl Drop for RemoveOnDrop<'_> {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.waiting.retain(|waiting| waiting.id != self.id);
    }
}

/// The outcome of a change: messages that are sent without the lock.
type Messages = Vec<(
    oneshot::Sender<Result<Permit, Overload>>,
    Result<Permit, Overload>,
)>;

impl FairQueue {
    pub(crate) fn new(limits: QueueLimits) -> Arc<Self> {
        let state = State {
            free: [limits.trials.get(), limits.workers.get()],
            free_counts: [MAX_TRIAL_COUNTS, MAX_LONG_COUNTS],
            waiting: Vec::new(),
            costs: HashMap::new(),
            method_costs: HashMap::new(),
            next_id: 0,
        };
        Arc::new(Self {
            limits,
            state: Mutex::new(state),
        })
    }

    /// Waits for a slot until the deadline of a request, which [`deadline`](Self::deadline) returns
    /// at its arrival.
    ///
    /// # Errors
    /// Fails if the queue is full, or at the deadline.
    pub(crate) async fn acquire(
        self: &Arc<Self>,
        ticket: Ticket,
        deadline: tokio::time::Instant,
    ) -> Result<Permit, Overload> {
        let (grant, granted) = oneshot::channel();
        let id = self.enqueue(ticket, grant)?;
        let _guard = RemoveOnDrop { queue: self, id };
        match tokio::time::timeout_at(deadline, granted).await {
            Ok(Ok(answer)) => answer,
            // The sender is never dropped without an answer while the request waits.
            Ok(Err(_)) | Err(_) => Err(self.overload()),
        }
    }

    /// Returns the time at which a request that arrives now has waited for the maximum time.
    pub(crate) fn deadline(&self) -> tokio::time::Instant {
        // A time that no clock can show is as good as ten years.
        const LONGEST: Duration = Duration::from_secs(10 * 365 * 24 * 3_600);
        tokio::time::Instant::now() + self.limits.max_wait.min(LONGEST)
    }

    /// Remembers the time that a client needed for a method.
    pub(crate) fn record_cost(&self, ticket: &Ticket, time: Duration) {
        let mut state = self.lock();
        if state.costs.len() >= MAX_REMEMBERED {
            state.costs.clear();
        }
        let average = |known: Option<&Duration>, weight: u32| {
            known.map_or(time, |known| (*known * (weight - 1) + time) / weight)
        };
        let key = (Arc::clone(&ticket.client), ticket.method, ticket.lane);
        let cost = average(state.costs.get(&key), 4);
        state.costs.insert(key, cost);
        let key = (ticket.method, ticket.lane);
        let cost = average(state.method_costs.get(&key), 16);
        state.method_costs.insert(key, cost);
    }

    /// Adds a request, and gives slots to waiting requests.
    fn enqueue(
        self: &Arc<Self>,
        ticket: Ticket,
        grant: oneshot::Sender<Result<Permit, Overload>>,
    ) -> Result<u64, Overload> {
        let now = Instant::now();
        let mut messages = Messages::new();
        let mut state = self.lock();
        if state.waiting.len() >= self.limits.max_waiting && !has_free_slot(&state, &ticket) {
            let Some(last) = last_of_busiest(&state, &ticket.client) else {
                drop(state);
                return Err(self.overload());
            };
            let removed = state.waiting.swap_remove(last);
            let overload = retry_after(&state, &self.limits);
            messages.push((removed.grant, Err(overload)));
        }
        let own = state.waiting.iter().filter(|waiting| {
            waiting.ticket.lane == ticket.lane && waiting.ticket.client == ticket.client
        });
        let since = now
            + own
                .map(|waiting| weighted_cost(&state, &waiting.ticket))
                .sum::<Duration>();
        let id = state.next_id;
        state.next_id += 1;
        state.waiting.push(Waiting {
            id,
            ticket,
            since,
            grant,
        });
        self.dispatch(&mut state, &mut messages);
        drop(state);
        send(messages);
        Ok(id)
    }

    fn release(self: &Arc<Self>, lane: Lane, is_count: bool) {
        let mut messages = Messages::new();
        let mut state = self.lock();
        state.free[lane as usize] += 1;
        state.free_counts[lane as usize] += usize::from(is_count);
        self.dispatch(&mut state, &mut messages);
        drop(state);
        send(messages);
    }

    /// Gives free slots to the requests with the smallest scores.
    fn dispatch(self: &Arc<Self>, state: &mut State, messages: &mut Messages) {
        for lane in [Lane::Trial, Lane::Long] {
            while state.free[lane as usize] > 0 {
                let can_count = state.free_counts[lane as usize] > 0;
                let next = state
                    .waiting
                    .iter()
                    .enumerate()
                    .filter(|(_, waiting)| {
                        waiting.ticket.lane == lane && (can_count || !waiting.ticket.is_count)
                    })
                    .min_by_key(|(_, waiting)| {
                        (
                            waiting.since + weighted_cost(state, &waiting.ticket),
                            waiting.id,
                        )
                    })
                    .map(|(index, _)| index);
                let Some(index) = next else { break };
                let Waiting { ticket, grant, .. } = state.waiting.swap_remove(index);
                state.free[lane as usize] -= 1;
                state.free_counts[lane as usize] -= usize::from(ticket.is_count);
                let permit = Permit {
                    queue: Arc::clone(self),
                    lane,
                    is_count: ticket.is_count,
                };
                messages.push((grant, Ok(permit)));
            }
        }
    }

    fn overload(&self) -> Overload {
        retry_after(&self.lock(), &self.limits)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends answers. A slot whose client is gone returns to the queue.
fn send(messages: Messages) {
    for (grant, answer) in messages {
        drop(grant.send(answer));
    }
}

fn has_free_slot(state: &State, ticket: &Ticket) -> bool {
    let lane = ticket.lane as usize;
    state.free[lane] > 0 && (!ticket.is_count || state.free_counts[lane] > 0)
}

/// Returns the number to add to the waiting time for the usual time of a request.
fn weighted_cost(state: &State, ticket: &Ticket) -> Duration {
    let own = (Arc::clone(&ticket.client), ticket.method, ticket.lane);
    let cost = state
        .costs
        .get(&own)
        .or_else(|| state.method_costs.get(&(ticket.method, ticket.lane)))
        .copied()
        .unwrap_or(MIN_COST)
        .max(MIN_COST);
    match ticket.lane {
        Lane::Trial => cost * TRIAL_WEIGHT,
        Lane::Long => cost,
    }
}

/// Returns the last request of the client with the most, if it has more than `client` will have.
fn last_of_busiest(state: &State, client: &Client) -> Option<usize> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for waiting in &state.waiting {
        *counts.entry(&waiting.ticket.client).or_default() += 1;
    }
    let own = counts.get(&**client).copied().unwrap_or(0);
    let (busiest, count) = counts
        .into_iter()
        .max_by_key(|(name, count)| (*count, *name))?;
    let last = state
        .waiting
        .iter()
        .enumerate()
        .filter(|(_, waiting)| &*waiting.ticket.client == busiest)
        .max_by_key(|(_, waiting)| (waiting.since, waiting.id))
        .map(|(index, _)| index);
    last.filter(|_| count > own + 1)
}

/// Estimates when a request would find a slot: after all that wait for the long lane now.
fn retry_after(state: &State, limits: &QueueLimits) -> Overload {
    let waiting = state.waiting.iter();
    let time: Duration = waiting
        .filter(|waiting| waiting.ticket.lane == Lane::Long)
        .map(|waiting| weighted_cost(state, &waiting.ticket))
        .sum();
    let seconds = time.as_secs() / limits.workers.get() as u64;
    Overload {
        retry_after: seconds.clamp(1, 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket(client: &str, lane: Lane) -> Ticket {
        Ticket {
            client: client.into(),
            method: "solve",
            lane,
            is_count: false,
        }
    }

    fn queue(max_waiting: usize, max_wait: Duration) -> Arc<FairQueue> {
        FairQueue::new(QueueLimits {
            trials: NonZeroUsize::MIN,
            workers: NonZeroUsize::MIN,
            max_waiting,
            max_wait,
        })
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap()
            .block_on(future)
    }

    fn acquire(queue: &Arc<FairQueue>, ticket: Ticket) -> Result<Permit, Overload> {
        block_on(async { queue.acquire(ticket, queue.deadline()).await })
    }

    type Grants = Vec<(String, oneshot::Receiver<Result<Permit, Overload>>)>;

    /// Adds requests of these clients, in this order.
    fn add(queue: &Arc<FairQueue>, lane: Lane, clients: &[&str]) -> Grants {
        clients
            .iter()
            .map(|client| {
                let (grant, granted) = oneshot::channel();
                queue.enqueue(ticket(client, lane), grant).unwrap();
                ((*client).to_owned(), granted)
            })
            .collect()
    }

    /// Returns the clients in the order in which they get the only slot.
    fn order(mut grants: Grants) -> String {
        let mut order = String::new();
        while let Some(index) = grants
            .iter_mut()
            .position(|(_, granted)| granted.try_recv().is_ok_and(|answer| answer.is_ok()))
        {
            // The permit was dropped, so the next request has the slot.
            order += &grants.remove(index).0;
        }
        order
    }

    #[test]
    fn clients_take_turns() {
        let queue = queue(100, Duration::from_secs(1));
        let held = add(&queue, Lane::Trial, &["x"]);
        let grants = add(&queue, Lane::Trial, &["a", "a", "a", "a", "b", "b", "c"]);
        assert_eq!(order(held), "x");
        let order = order(grants);
        assert_eq!(order.len(), 7);
        let place = |wanted: &str| order.find(wanted).unwrap();
        assert!(place("b") < 4 && place("c") < 4, "{order}");
        assert!(order.ends_with('a'), "{order}");
    }

    #[test]
    fn served_requests_leave_no_debt() {
        let queue = queue(100, Duration::from_secs(1));
        for _ in 0..1_000 {
            assert!(acquire(&queue, ticket("a", Lane::Trial)).is_ok());
        }
        let held = add(&queue, Lane::Trial, &["x"]);
        let grants = add(&queue, Lane::Trial, &["a", "b"]);
        assert_eq!(order(held), "x");
        assert_eq!(order(grants), "ab");
    }

    #[test]
    fn quick_clients_pass_slow_ones_that_came_first() {
        let queue = queue(100, Duration::from_secs(1));
        queue.record_cost(&ticket("s", Lane::Trial), Duration::from_millis(50));
        queue.record_cost(&ticket("q", Lane::Trial), Duration::from_millis(1));
        let held = add(&queue, Lane::Trial, &["x"]);
        let grants = add(&queue, Lane::Trial, &["s", "q"]);
        assert_eq!(order(held), "x");
        assert_eq!(order(grants), "qs");
    }

    #[test]
    fn long_work_leaves_the_slots_of_trials_free() {
        let queue = queue(100, Duration::from_secs(1));
        let long = acquire(&queue, ticket("a", Lane::Long)).map_err(drop);
        assert!(long.is_ok());
        assert!(acquire(&queue, ticket("b", Lane::Trial)).is_ok());
        let state = queue.lock();
        assert_eq!((state.free, state.waiting.len()), ([1, 0], 0));
    }

    #[test]
    fn waiting_has_a_limit_of_time() {
        let queue = queue(100, Duration::from_millis(20));
        let held = acquire(&queue, ticket("a", Lane::Long)).map_err(drop);
        assert!(held.is_ok());
        let refused = acquire(&queue, ticket("b", Lane::Long)).err();
        assert_eq!(refused, Some(Overload { retry_after: 1 }));
        assert!(queue.lock().waiting.is_empty(), "the request is removed");
        drop(held);
        assert!(acquire(&queue, ticket("b", Lane::Long)).is_ok());
    }

    #[test]
    fn a_full_queue_keeps_a_place_for_everybody() {
        let queue = queue(4, Duration::from_secs(1));
        let held = add(&queue, Lane::Long, &["x"]);
        let mut flood = add(&queue, Lane::Long, &["a", "a", "a", "a"]);
        let (grant, _refused) = oneshot::channel();
        assert!(
            queue.enqueue(ticket("a", Lane::Long), grant).is_err(),
            "the client that fills the queue is refused"
        );
        let other = add(&queue, Lane::Long, &["b"]);
        let last = flood.pop().unwrap().1.try_recv();
        assert!(
            matches!(last, Ok(Err(Overload { .. }))),
            "b replaces the last a"
        );
        assert_eq!(order(held), "x");
        flood.extend(other);
        let order = order(flood);
        assert!(order.len() == 4 && order.contains('b'), "{order}");
    }

    #[test]
    fn counts_have_slots_of_their_own() {
        let queue = FairQueue::new(QueueLimits {
            trials: NonZeroUsize::new(4).unwrap(),
            workers: NonZeroUsize::new(8).unwrap(),
            max_waiting: 100,
            max_wait: Duration::from_millis(10),
        });
        let count = |lane| Ticket {
            is_count: true,
            ..ticket("a", lane)
        };
        let held: Vec<_> = (0..MAX_LONG_COUNTS)
            .map(|_| acquire(&queue, count(Lane::Long)))
            .collect();
        assert!(held.iter().all(Result::is_ok));
        assert!(acquire(&queue, count(Lane::Long)).is_err());
        assert!(acquire(&queue, ticket("a", Lane::Long)).is_ok());
        let trial = acquire(&queue, count(Lane::Trial)).map_err(drop);
        assert!(trial.is_ok());
        assert!(acquire(&queue, count(Lane::Trial)).is_err());
        assert!(acquire(&queue, ticket("a", Lane::Trial)).is_ok());
    }
}
