//! `Rhythm`: when to begin anew, when to give up clauses, when to forget the longest trail.
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
const REDUCTION: u64 = 150;
/// Contradictions between two restarts are multiples of this, by Luby's sequence.
const LUBY: u64 = 1_024;
/// Contradictions before the longest trail is first forgotten.
const FORGETTING: u64 = 1_000;

/// What is due again after a time that grows by the same each time.
#[derive(Debug, Default)]
struct Growing {
    unit: u64,
    times: u64,
    next: u64,
}

impl Growing {
    const fn new(unit: u64, first: u64) -> Self {
        Self {
            unit,
            times: 0,
            next: first,
        }
    }

    fn is_due(&mut self, now: u64) -> bool {
        let is_due = now >= self.next;
        if is_due {
            self.times += 1;
            self.next = now + self.unit * (self.times + 1);
        }
        is_due
    }
}

/// The clockwork. Its clock are contradictions, so that the same puzzle takes the same way every time.
#[derive(Debug, Default)]
pub(super) struct Rhythm {
    contradictions: u64,
    restarts: u64,
    next_restart: u64,
    reductions: Growing,
    forgettings: Growing,
}

impl Rhythm {
    pub(super) fn new() -> Self {
        Self {
            next_restart: LUBY,
            reductions: Growing::new(REDUCTION, 2 * REDUCTION),
            forgettings: Growing::new(FORGETTING, FORGETTING),
            ..Self::default()
        }
    }

    /// A contradiction taught a clause.
    pub(super) fn contradiction(&mut self) {
        self.contradictions += 1;
    }

    /// Whether to begin anew.
    pub(super) fn restarts(&mut self) -> bool {
        if self.contradictions < self.next_restart {
            return false;
        }
        self.restarts += 1;
        self.next_restart = self.contradictions + LUBY * crate::backtrack::luby(self.restarts + 1);
        true
    }

    /// Whether to give up clauses.
    pub(super) fn reduces(&mut self) -> bool {
        self.reductions.is_due(self.contradictions)
    }

    /// Whether to forget the longest trail.
    pub(super) fn forgets(&mut self) -> bool {
        self.forgettings.is_due(self.contradictions)
    }
}
