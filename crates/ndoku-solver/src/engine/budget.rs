//! `Budget`: when a search shall give up, and in which order it shall report.
//!
//! ```
//! use ndoku_solver::{Budget, Order};
//! use std::time::{Duration, Instant};
//!
//! let deadline = Instant::now() + Duration::from_secs(5);
//! let expired = || Instant::now() >= deadline;
//! let budget = Budget::default().max_guesses(1_000_000).expired(&expired).order(Order::Sorted);
//! ```

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::StopReason;

/// In which order solutions come.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// As the engine meets them. It depends on the puzzle alone: not on the machine, the time, or what the engine did before. Another engine, or another
    /// version of the same one, may have another order.
    #[default]
    Search,
    /// Ascending by the digits read row by row: of two solutions the one with the smaller digit in the first cell where they differ comes first.
    /// Usually slower, since the search must branch on the first open cell; where little follows from the clues it can take exponentially longer.
    Sorted,
}

/// When to give up, and in which order to report. The default has no limit.
///
/// The flag and the clock are asked at least every 50 ms, whatever the size; the number of guesses is kept exactly.
#[derive(Copy, Clone, Default)]
#[must_use]
pub struct Budget<'a> {
    guesses: Option<u64>,
    flag: Option<&'a AtomicBool>,
    expired: Option<&'a (dyn Fn() -> bool + Sync)>,
    order: Order,
}

impl<'a> Budget<'a> {
    /// At most this many guesses; 0 allows only what follows from the clues.
    pub const fn max_guesses(mut self, guesses: u64) -> Self {
        self.guesses = Some(guesses);
        self
    }

    /// Stops soon after this flag is set, from any thread.
    pub const fn stop_flag(mut self, flag: &'a AtomicBool) -> Self {
        self.flag = Some(flag);
        self
    }

    /// Stops soon after this says yes: the caller's clock. It is asked often, so it should be quick (reading a clock is).
    pub const fn expired(mut self, expired: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.expired = Some(expired);
        self
    }

    /// The order in which solutions are reported.
    pub const fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// The order asked for; for engines.
    #[must_use]
    pub const fn wanted_order(&self) -> Order {
        self.order
    }

    /// The limit of guesses, if there is one; for engines.
    #[must_use]
    pub const fn guess_limit(&self) -> Option<u64> {
        self.guesses
    }

    /// Whether one more guess is allowed after this many; for engines.
    #[must_use]
    pub fn allows_guess(&self, made: u64) -> bool {
        self.guesses.is_none_or(|limit| made < limit)
    }

    /// Whether there is a flag or a clock to ask; for engines.
    #[must_use]
    pub const fn is_watched(&self) -> bool {
        self.flag.is_some() || self.expired.is_some()
    }

    /// Asks the flag and the clock; for engines. Costs one load and one call of the caller's function.
    #[must_use]
    pub fn poll(&self) -> Option<StopReason> {
        if self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(StopReason::Cancelled);
        }
        self.expired
            .is_some_and(|expired| expired())
            .then_some(StopReason::Timeout)
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            guesses,
            flag,
            expired,
            order,
        } = self;
        let clock = expired.map(|_| "…");
        f.debug_struct("Budget")
            .field("guesses", guesses)
            .field("flag", flag)
            .field("expired", &clock)
            .field("order", order)
            .finish()
    }
}
