//! `Rhythm`: when to begin anew, when to give up clauses, which mode to be in, which values to try first.
//!
//! ```text
//!   focused ──1,000 contradictions──▶ stable ──▶ focused ──▶ …     each stretch longer than the one before
//!   often anew, as glue says          seldom anew (Luby), values of the longest trail without a contradiction
//! ```
//!
//! Focused restarts are those of Audemard and Simon, "Refining Restarts Strategies for SAT and UNSAT" (2012), the two modes and the values of the longest trail those of
//! Oh (2015) and of Biere, "CaDiCaL at the SAT Race 2019"; the code is our own.

/// Contradictions of the first stretch.
const STRETCH: u64 = 1_000;
/// Contradictions before the first clauses are given up.
const REDUCTION: u64 = 300;
/// Contradictions between two restarts in stable mode are multiples of this, by Luby's sequence.
const LUBY: u64 = 1_024;
/// Contradictions before values are first set anew.
const REPHASE: u64 = 1_000;

/// A mean in which what lies back counts less and less.
#[derive(Debug, Default)]
struct Mean {
    value: f64,
    weight: f64,
}

impl Mean {
    fn add(&mut self, value: f64, rate: f64) {
        self.value += rate * (value - self.value);
        self.weight += rate * (1.0 - self.weight);
    }

    /// As if it had begun with what it saw first.
    fn get(&self) -> f64 {
        self.value / self.weight.max(f64::MIN_POSITIVE)
    }
}

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
    pub(super) is_stable: bool,
    stretches: u64,
    next_mode: u64,
    fast: Mean,
    slow: Mean,
    restarted: u64,
    lubys: u64,
    next_luby: u64,
    reductions: u64,
    next_reduction: u64,
    rephases: u64,
    next_rephase: u64,
}

impl Rhythm {
    pub(super) fn new() -> Self {
        Self { next_mode: STRETCH, next_reduction: REDUCTION, next_rephase: REPHASE, next_luby: LUBY, ..Self::default() }
    }

    /// A contradiction taught a clause of this glue.
    pub(super) fn contradiction(&mut self, glue: u32) {
        self.contradictions += 1;
        self.fast.add(f64::from(glue), 0.03);
        self.slow.add(f64::from(glue), 1e-5_f64.max(1.0 / (self.contradictions as f64 + 1.0)));
    }

    /// Whether to begin anew.
    pub(super) fn restarts(&mut self) -> bool {
        if self.contradictions >= self.next_mode {
            self.is_stable = !self.is_stable;
            self.stretches += 1;
            let length = self.stretches / 2 + 1;
            self.next_mode = self.contradictions + STRETCH * length * length;
            self.next_luby = self.contradictions + LUBY;
            self.lubys = 1;
            return true;
        }
        let is_time = if self.is_stable {
            self.contradictions >= self.next_luby
        } else {
            self.contradictions >= self.restarted + 2 && self.fast.get() > 1.1 * self.slow.get()
        };
        if is_time {
            self.restarted = self.contradictions;
            if self.is_stable {
                self.lubys += 1;
                self.next_luby = self.contradictions + LUBY * crate::general::luby(self.lubys);
            }
        }
        is_time
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
