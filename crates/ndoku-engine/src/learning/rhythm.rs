//! `Rhythm`: when to begin anew, when to give up clauses, which values to try first.
//!
//! ```text
//!   contradictions   1,024    2,048    4,096    5,120 …          begin anew: seldom, by Luby's sequence
//!                    300   600     1,050     1,650 …            give up clauses: few are kept, and what follows from them is followed fast
//!                    1,000        3,000              6,000 …     values to try first: those of the longest trail without a contradiction, true, some turned around
//! ```
//!
//! Restarts by Luby, Sinclair and Zuckerman, "Optimal Speedup of Las Vegas Algorithms" (1993); the values of the longest trail are those of Oh (2015) and of Biere,
//! "CaDiCaL at the SAT Race 2019". Stretches of fast restarts between (Audemard and Simon, 2012), as general solvers have them, made puzzles of every class slower.

/// Contradictions before the first clauses are given up.
const REDUCTION: u64 = 150;
/// Contradictions between two restarts are multiples of this, by Luby's sequence.
const LUBY: u64 = 1_024;
/// Contradictions before values are first set anew.
const REPHASE: u64 = 1_000;

/// What the values to try first shall be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// Candidates are true.
    True,
    /// As they were when the most of them stood.
    Best,
    /// Some are turned around.
    Shaken,
}

/// The clockwork. Its clock are contradictions, so that the same puzzle takes the same way every time.
#[derive(Debug, Default)]
pub(super) struct Rhythm {
    contradictions: u64,
    restarts: u64,
    next_restart: u64,
    reductions: u64,
    next_reduction: u64,
    rephases: u64,
    next_rephase: u64,
}

impl Rhythm {
    pub(super) fn new() -> Self {
        Self { next_restart: LUBY, next_reduction: 2 * REDUCTION, next_rephase: REPHASE, ..Self::default() }
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

    /// Which values to try first from now on, if that is to change.
    pub(super) fn rephases(&mut self) -> Option<Values> {
        if self.contradictions < self.next_rephase {
            return None;
        }
        self.rephases += 1;
        self.next_rephase = self.contradictions + REPHASE * (self.rephases + 1);
        Some(match self.rephases % 4 {
            1 | 3 => Values::Best,
            2 => Values::True,
            _ => Values::Shaken,
        })
    }
}
