//! `Budget`: the limits of a search, and the order of its solutions.
//!
//! ```
//! use ndoku_solver::{Budget, Order};
//! use std::time::{Duration, Instant};
//!
//! let deadline = Instant::now() + Duration::from_secs(5);
//! let expired = || Instant::now() >= deadline;
//! let budget = Budget::default().max_guesses(1_000_000).stop_when(&expired).order(Order::Sorted);
//! ```

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::StopReason;

/// The order in which solutions are reported.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The order in which the engine finds them. It depends on the puzzle alone: not on the
    /// machine, the time, or earlier searches of the engine. Other engines, and other versions of
    /// the same engine, may have another order.
    #[default]
    Search,
    /// Ascending by the digits read row by row: of two solutions, the one with the smaller digit in
    /// the first cell where they differ comes first. It is usually slower, since the search must
    /// branch on the first open cell. If the clues imply little, it can take exponentially longer.
    Sorted,
}

/// Limits of a search, and the order of its solutions. The default has no limit.
///
/// Engines check the flag and the function at least every 50 ms, at every size. The number of
/// guesses is kept exactly.
#[derive(Copy, Clone, Default)]
#[must_use]
pub struct Budget<'a> {
    guesses: Option<u64>,
    flag: Option<&'a AtomicBool>,
    stop_when: Option<&'a (dyn Fn() -> bool + Sync)>,
    order: Order,
}

impl<'a> Budget<'a> {
    /// Sets the maximum number of guesses. With 0 the engine only propagates the clues.
    pub const fn max_guesses(mut self, guesses: u64) -> Self {
        self.guesses = Some(guesses);
        self
    }

    /// Sets a flag that any thread can set to stop the search soon.
    pub const fn stop_flag(mut self, flag: &'a AtomicBool) -> Self {
        self.flag = Some(flag);
        self
    }

    /// Sets a function that ends the search when it returns `true`, such as a check of a deadline.
    /// Engines call it often, so it should be fast; reading a clock is fast enough.
    pub const fn stop_when(mut self, is_over: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.stop_when = Some(is_over);
        self
    }

    /// Sets the order in which solutions are reported.
    pub const fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// Returns the requested order; for engines.
    #[must_use]
    pub const fn wanted_order(&self) -> Order {
        self.order
    }

    /// Returns the limit of guesses, if there is one; for engines.
    #[must_use]
    pub const fn guess_limit(&self) -> Option<u64> {
        self.guesses
    }

    /// Returns `true` if one more guess is allowed after `made` guesses; for engines.
    #[must_use]
    pub fn allows_guess(&self, made: u64) -> bool {
        self.guesses.is_none_or(|limit| made < limit)
    }

    /// Returns `true` if there is a flag or a function to check; for engines.
    #[must_use]
    pub const fn is_watched(&self) -> bool {
        self.flag.is_some() || self.stop_when.is_some()
    }

    /// Checks the flag and the function, and returns the reason to stop, if there is one; for
    /// engines. It costs one load and one call of the caller's function.
    #[must_use]
    pub fn poll(&self) -> Option<StopReason> {
        if self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(StopReason::Canceled);
        }
        self.stop_when
            .is_some_and(|is_over| is_over())
            .then_some(StopReason::Timeout)
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            guesses,
            flag,
            stop_when,
            order,
        } = self;
        let function = stop_when.map(|_| "…");
        f.debug_struct("Budget")
            .field("guesses", guesses)
            .field("flag", flag)
            .field("stop_when", &function)
            .field("order", order)
            .finish()
    }
}
