//! `SearchSchedule`: when the search restarts, reduces the clause database, and rephases.
//!
//! ```text
//!   conflicts   1,024    2,048    4,096    5,120 …     restart: Luby's sequence times 1,024
//!               300   600     1,050     1,650 …        reduce_db: few clauses stay, so that
//!                                                      propagation is fast
//!   1,024       4,096      8,192      12,288 …         rephase: forget the longest trail, so that
//!                                                      another trail sets the target phases; the
//!                                                      first restart after an interval, which
//!                                                      grows by 1,000 conflicts each time
//! ```
//!
//! Sources:
//!
//! - the restart sequence: Luby, Sinclair and Zuckerman, "Optimal Speedup of Las Vegas Algorithms"
//!   (1993);
//! - target phases: Biere, "CaDiCaL at the SAT Race 2019", and Biere and Fleury, "Chasing Target
//!   Phases" (2020).
//!
//! General solvers alternate rare restarts with periods of frequent restarts (Oh, "Between SAT and
//! UNSAT: The Fundamental Difference in CDCL SAT", 2015). Such periods made puzzles of every class
//! slower.

/// Number of conflicts by which the interval between two reductions of the clause database grows.
const REDUCE_INTERVAL: u64 = 150;
/// Number of conflicts per unit of Luby's sequence.
pub(super) const LUBY_UNIT: u64 = 1_024;
/// Number of conflicts before the first rephase, by which the interval grows each time.
const REPHASE_INTERVAL: u64 = 1_000;

/// A schedule of events with intervals in arithmetic progression.
#[derive(Debug, Default)]
struct ArithmeticSchedule {
    /// Difference between two intervals, in conflicts.
    step: u64,
    /// Number of events so far.
    count: u64,
    /// Number of conflicts at which the next event is due.
    next: u64,
}

impl ArithmeticSchedule {
    const fn new(step: u64, first: u64) -> Self {
        Self {
            step,
            count: 0,
            next: first,
        }
    }

    /// Returns `true` if the event is due, and schedules the next one.
    fn take_due(&mut self, now: u64) -> bool {
        let is_due = now >= self.next;
        if is_due {
            self.count += 1;
            self.next = now + self.step * (self.count + 1);
        }
        is_due
    }
}

/// The schedule of the search.
///
/// Its clock is the number of conflicts, so the search is deterministic.
#[derive(Debug, Default)]
pub(super) struct SearchSchedule {
    conflicts: u64,
    restarts: u64,
    /// Number of conflicts per unit of Luby's sequence.
    restart_unit: u64,
    next_restart: u64,
    reduce_schedule: ArithmeticSchedule,
    rephase_schedule: ArithmeticSchedule,
}

impl SearchSchedule {
    /// Creates the schedule, with this number of conflicts per unit of Luby's sequence.
    pub(super) fn new(restart_unit: u64) -> Self {
        Self {
            restart_unit,
            next_restart: restart_unit,
            reduce_schedule: ArithmeticSchedule::new(REDUCE_INTERVAL, 2 * REDUCE_INTERVAL),
            rephase_schedule: ArithmeticSchedule::new(REPHASE_INTERVAL, REPHASE_INTERVAL),
            ..Self::default()
        }
    }

    /// Advances the clock by one conflict.
    pub(super) fn count_conflict(&mut self) {
        self.conflicts += 1;
    }

    /// Returns `true` if a restart is due, and schedules the next one.
    pub(super) fn take_restart(&mut self) -> bool {
        if self.conflicts < self.next_restart {
            return false;
        }
        self.restarts += 1;
        self.next_restart = self.conflicts + self.restart_unit * crate::luby(self.restarts + 1);
        true
    }

    /// Returns `true` if a reduction of the clause database is due, and schedules the next
    /// one.
    pub(super) fn take_reduce_db(&mut self) -> bool {
        self.reduce_schedule.take_due(self.conflicts)
    }

    /// Returns `true` if a rephase is due, and schedules the next one.
    pub(super) fn take_rephase(&mut self) -> bool {
        self.rephase_schedule.take_due(self.conflicts)
    }
}
