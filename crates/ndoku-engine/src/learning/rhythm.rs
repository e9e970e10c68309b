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

/// The clockwork. Its clock are contradictions, so that the same puzzle takes the same way every time.
#[derive(Debug, Default)]
pub(super) struct Rhythm {
    contradictions: u64,
    restarts: u64,
    next_restart: u64,
    reductions: u64,
    next_reduction: u64,
    forgettings: u64,
    next_forgetting: u64,
}

impl Rhythm {
    pub(super) fn new() -> Self {
        Self { next_restart: LUBY, next_reduction: 2 * REDUCTION, next_forgetting: FORGETTING, ..Self::default() }
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
        self.next_restart = self.contradictions + LUBY * crate::general::luby(self.restarts + 1);
        true
    }

    /// Whether to give up clauses.
    pub(super) fn reduces(&mut self) -> bool {
        if self.contradictions < self.next_reduction {
            return false;
        }
        self.reductions += 1;
        self.next_reduction = self.contradictions + REDUCTION * (self.reductions + 1);
        true
    }

    /// Whether to forget the longest trail.
    pub(super) fn forgets(&mut self) -> bool {
        if self.contradictions < self.next_forgetting {
            return false;
        }
        self.forgettings += 1;
        self.next_forgetting = self.contradictions + FORGETTING * (self.forgettings + 1);
        true
    }
}
