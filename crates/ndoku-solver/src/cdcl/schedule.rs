//! `SearchSchedule`: when to begin anew, when to give up clauses, when to forget the longest trail.
//!
//! ```text
//!   contradictions   1,024    2,048    4,096    5,120 …          begin anew: seldom, by Luby's sequence
//!                    300   600     1,050     1,650 …            give up clauses: few are kept, and what follows from them is followed fast
//!                    1,000        3,000              6,000 …     forget the longest trail, whose values were tried first, so that another one takes its place
//! ```
//!
//! Restarts by Luby, Sinclair and Zuckerman, "Optimal Speedup of Las Vegas Algorithms" (1993); the values of the longest trail are those of Oh (2015) and of Biere,
//! "CaDiCaL at the SAT Race 2019". Stretches of fast restarts between (Audemard and Simon, 2012), as general solvers have them, made puzzles of every class slower.

/// Contradictions before the first clauses are given up.
const REDUCE_INTERVAL: u64 = 150;
/// Contradictions between two restarts are multiples of this, by Luby's sequence.
const LUBY_UNIT: u64 = 1_024;
/// Contradictions before the longest trail is first forgotten.
const REPHASE_INTERVAL: u64 = 1_000;

/// What is due again after a time that grows by the same each time.
#[derive(Debug, Default)]
struct ArithmeticSchedule {
    step: u64,
    count: u64,
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

    fn is_due(&mut self, now: u64) -> bool {
        let is_due = now >= self.next;
        if is_due {
            self.count += 1;
            self.next = now + self.step * (self.count + 1);
        }
        is_due
    }
}

/// The clockwork. Its clock are contradictions, so that the same puzzle takes the same way every time.
#[derive(Debug, Default)]
pub(super) struct SearchSchedule {
    conflicts: u64,
    restarts: u64,
    next_restart: u64,
    reduce_schedule: ArithmeticSchedule,
    rephase_schedule: ArithmeticSchedule,
}

impl SearchSchedule {
    pub(super) fn new() -> Self {
        Self {
            next_restart: LUBY_UNIT,
            reduce_schedule: ArithmeticSchedule::new(REDUCE_INTERVAL, 2 * REDUCE_INTERVAL),
            rephase_schedule: ArithmeticSchedule::new(REPHASE_INTERVAL, REPHASE_INTERVAL),
            ..Self::default()
        }
    }

    /// A contradiction taught a clause.
    pub(super) fn count_conflict(&mut self) {
        self.conflicts += 1;
    }

    /// Whether to begin anew.
    pub(super) fn is_restart_due(&mut self) -> bool {
        if self.conflicts < self.next_restart {
            return false;
        }
        self.restarts += 1;
        self.next_restart = self.conflicts + LUBY_UNIT * crate::general::luby(self.restarts + 1);
        true
    }

    /// Whether to give up clauses.
    pub(super) fn is_reduce_db_due(&mut self) -> bool {
        self.reduce_schedule.is_due(self.conflicts)
    }

    /// Whether to forget the longest trail.
    pub(super) fn is_rephase_due(&mut self) -> bool {
        self.rephase_schedule.is_due(self.conflicts)
    }
}
