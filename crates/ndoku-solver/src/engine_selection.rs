//! Engine selection: decides which engine searches a puzzle.
//!
//! ```text
//!   9×9, classic, and with diagonals if there are many clues ──▶ simd
//!   other grids up to 9×9 without constraints; solutions in
//!   sorted order ──────────────────────────────────────────────▶ backtrack
//!   larger, without clues, above 64×64 ────────────────────────▶ cyclic grid
//!   others ─▶ probe: backtrack up to a number of conflicts
//!               ├─ done ───────────────────────────────────────▶ most puzzles
//!               ├─ many solutions by then ─────────────────────▶ backtrack, without that limit
//!               └─ none or few ────────────────────────────────▶ CDCL; after a warmup a portfolio
//!                                                                on free threads: CDCL with other
//!                                                                seeds, and CaDiCaL
//! ```
//!
//! Backtracking alone is faster if most guesses are right (few clues, many clues). Learning from
//! conflicts is faster if many guesses are wrong. A puzzle does not show its kind beforehand,
//! so a short probe decides. The choice depends on the puzzle alone, never on the clock: answers
//! are the same everywhere. With portfolio workers, for which the caller must share threads, the
//! answers are the same too. Only the order of several solutions then depends on the clock.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use ndoku_core::propagator::{Propagator, PropagatorRule};
use ndoku_core::{Digit, Layout, Puzzle};

use crate::cdcl::ClauseExchange;
use crate::portfolio::{self, PortfolioOptions};
use crate::thread_budget::ThreadBudget;
use crate::{
    Backtrack, BacktrackLimits, Budget, Cdcl, Engine, Interrupted, Order, Stats, StopReason,
    cyclic_grid,
};

/// The name of an engine.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// The engine that suits the puzzle best.
    #[default]
    Auto,
    /// [`Simd9`](crate::Simd9): vector instructions, for 9×9 with or without diagonals.
    Simd,
    /// [`Backtrack`]: backtracking search, for every layout.
    Backtrack,
    /// [`Cdcl`]: conflict-driven clause learning (CDCL), for every layout.
    Cdcl,
    /// The SAT solver CaDiCaL.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl EngineKind {
    /// All engines of this build.
    pub const ALL: &[Self] = &[
        Self::Auto,
        Self::Simd,
        Self::Backtrack,
        Self::Cdcl,
        #[cfg(feature = "cadical")]
        Self::Cadical,
    ];

    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Simd => "simd",
            Self::Backtrack => "backtrack",
            Self::Cdcl => "cdcl",
            #[cfg(feature = "cadical")]
            Self::Cadical => "cadical",
        }
    }

    /// Finds the engine of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// If the probe finds more solutions than this, backtracking continues instead of CDCL. It is best
/// at finding many solutions.
const MAX_PORTFOLIO_SOLUTIONS: usize = 16;

/// `true` if the target has threads. The page in the browser searches on one thread, and omits the
/// code for more.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Number of additional CDCL workers, each with its own seed. Near the density of clues at which
/// puzzles are hardest, one seed may take ten times as long as the next.
const EXTRA_SEEDS: usize = 2;

/// Number of workers that start before CaDiCaL. CDCL with another seed comes first, because it
/// shares clauses: `docs/experiments/large-grids.md` compares both.
const CADICAL_POSITION: usize = 1;

/// Time that CDCL searches alone before portfolio workers start. It solves most puzzles in this
/// time, and the other cores stay free for other work.
const WARMUP: Duration = Duration::from_millis(200);

/// Conflicts of the probe in small grids with cages.
const CAGE_PROBE: u64 = 15_000;
/// Conflicts of the probe in small grids with sums whose digits may repeat, as in little killers.
const REPEATING_SUM_PROBE: u64 = 50_000;
/// Conflicts of the probe in small grids with other constraints.
const PROBE: u64 = 700;
/// The restart unit of the probe in small grids with constraints. The initial weights are good
/// there, so restarts are only a protection against a bad start.
const SMALL_RESTART_UNIT: u64 = 20_000;
/// Number of cells of a propagator above which explanations take too long.
const LONG_PROPAGATOR: usize = 24;

/// Returns the limits of the probe; `None` if only backtracking is suitable.
///
/// - With few clues most guesses are right, so that there are hardly any conflicts. The probe
///   ends early all the same. Restarts make its success likely: a wrong first guess is never
///   corrected without one, and the next guesses differ.
/// - With more clues the probe ends after a few milliseconds. It solves the easy puzzles; for the
///   others CDCL is faster, except in the smallest grids.
/// - Up to 9×9 without constraints, backtracking nearly always wins. See [`small_probe`].
/// - With constraints beyond pairs of candidates the probe is longer, since propagators of sums
///   take CDCL longer.
fn probe_limits(puzzle: &Puzzle) -> Option<BacktrackLimits> {
    let layout = puzzle.layout();
    let few_clues = 4 * puzzle.clue_count() < layout.cell_count();
    let more_than_pairs = layout
        .constraints()
        .iter()
        .any(|constraint| !constraint.is_pairwise());
    let (max_conflicts, restart_unit) = match puzzle.size() {
        0..=9 if !layout.constraints().is_empty() => (small_probe(layout), SMALL_RESTART_UNIT),
        0..=9 => return None,
        10..=16 if more_than_pairs => (5_000, 300),
        10..=12 => (1_000, 300),
        65.. if few_clues => (1_000, 120),
        _ if few_clues => (300, 30),
        13..=16 => (400, 300),
        _ => (100, 30),
    };
    Some(BacktrackLimits {
        max_conflicts,
        restart_unit,
    })
}

/// Returns the limit of conflicts of the probe for a grid of up to 9×9 with constraints.
///
/// Learning halves the conflicts where sums are fixed, but each takes three times as long. It saves
/// even less if the digits of a sum may repeat. Other constraints have short reasons: learning
/// saves most of the conflicts.
fn small_probe(layout: &Layout) -> u64 {
    let propagators = &layout.propagators().propagators;
    let is_hard_to_explain = |propagator: &Propagator| {
        propagator.watched().len() > LONG_PROPAGATOR
            || matches!(
                propagator.rule(),
                PropagatorRule::Circles(_) | PropagatorRule::SumLine(_)
            )
    };
    let has_total = |propagator: &&Propagator| propagator.total().is_some();
    let is_cage =
        |propagator: &Propagator| matches!(propagator.rule(), PropagatorRule::DigitSets(_));
    if propagators.iter().any(is_hard_to_explain) {
        u64::MAX
    } else if propagators
        .iter()
        .filter(has_total)
        .any(|propagator| !is_cage(propagator))
    {
        REPEATING_SUM_PROBE
    } else if propagators.iter().any(|propagator| has_total(&propagator)) {
        CAGE_PROBE
    } else {
        PROBE
    }
}

/// An engine that runs [`Backtrack`] and, if the probe does not finish, [`Cdcl`].
#[derive(Debug, Default)]
pub struct HybridEngine {
    backtrack: Backtrack,
    /// Boxed, since few puzzles need it.
    cdcl: Box<Cdcl>,
    /// CDCL workers with other seeds, for the portfolio.
    seeded_workers: Vec<Cdcl>,
    /// Limits of the probe for every puzzle.
    probe_override: Option<BacktrackLimits>,
    /// The engines of the last search.
    engines_used: EnginesUsed,
    /// The budget from which portfolio workers take threads.
    threads: Option<Arc<ThreadBudget>>,
    /// Replaces [`WARMUP`]; for tests.
    warmup: Option<Duration>,
    /// Boxed, since very few puzzles need it.
    #[cfg(feature = "cadical")]
    cadical: Box<crate::Cadical>,
}

/// The engines of a search.
#[derive(Copy, Clone, Debug, Default)]
enum EnginesUsed {
    #[default]
    Backtrack,
    CyclicGrid,
    Cdcl,
    /// CDCL with other seeds as portfolio workers, and with CaDiCaL if this is `true`.
    Portfolio {
        cadical: bool,
    },
}

impl HybridEngine {
    /// Sets the limits of the probe for every puzzle (default: by size and number of clues).
    #[must_use]
    pub fn with_probe_limits(self, limits: BacktrackLimits) -> Self {
        Self {
            probe_override: Some(limits),
            ..self
        }
    }

    /// Returns the engine of a kind. For `Auto` and `Simd` this is the hybrid engine itself.
    pub fn engine(&mut self, kind: EngineKind) -> &mut dyn Engine {
        match kind {
            EngineKind::Auto | EngineKind::Simd => self,
            EngineKind::Backtrack => &mut self.backtrack,
            EngineKind::Cdcl => &mut *self.cdcl,
            #[cfg(feature = "cadical")]
            EngineKind::Cadical => &mut *self.cadical,
        }
    }

    /// Sets the thread budget from which portfolio workers take free threads.
    pub fn share_threads(&mut self, threads: Option<Arc<ThreadBudget>>) {
        self.threads = threads;
    }

    /// Lets CDCL share clauses with its workers, or stops that and frees the memory.
    fn share_clauses(&mut self, exchange: Option<&Arc<ClauseExchange>>) {
        let all = std::iter::once(&mut *self.cdcl).chain(&mut self.seeded_workers);
        for (number, cdcl) in (0..).zip(all) {
            cdcl.share_clauses(exchange.map(|exchange| (exchange, number)));
        }
    }

    /// Continues the search after the probe, whose solutions are known.
    fn search_after_probe(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        probe: BacktrackLimits,
        (known, count): (&[Vec<Digit>], u64),
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        let mut reported = 0;
        let searched = if known.len() > MAX_PORTFOLIO_SOLUTIONS {
            // Repeats the probe without its limit, and skips the solutions found before.
            let mut left_out = count;
            let limits = BacktrackLimits {
                max_conflicts: u64::MAX,
                ..probe
            };
            self.backtrack
                .search_with_limits(limits, puzzle, budget, &mut |digits| {
                    if left_out > 0 {
                        left_out -= 1;
                        return ControlFlow::Continue(());
                    }
                    reported += 1;
                    found(digits)
                })
        } else {
            self.engines_used = EnginesUsed::Cdcl;
            if HAS_THREADS
                && let Some(threads) = self.threads.clone()
                && budget.guess_limit().is_none()
            {
                let options = PortfolioOptions {
                    known,
                    max_solutions: MAX_PORTFOLIO_SOLUTIONS,
                    warmup: self.warmup.unwrap_or(WARMUP),
                    threads: &threads,
                };
                let seeds = self.seeded_workers.len()..EXTRA_SEEDS;
                self.seeded_workers
                    .extend(seeds.map(|seed| Cdcl::new().with_seed(1 + seed as u64)));
                self.share_clauses(Some(&Arc::default()));
                let mut workers: Vec<&mut dyn Engine> = Vec::with_capacity(1 + EXTRA_SEEDS);
                workers.extend(
                    self.seeded_workers
                        .iter_mut()
                        .map(|worker| worker as &mut dyn Engine),
                );
                #[cfg(feature = "cadical")]
                workers.insert(CADICAL_POSITION, &mut *self.cadical);
                let (searched, started) =
                    portfolio::search(&mut *self.cdcl, workers, puzzle, budget, options, found);
                self.share_clauses(None);
                if started > 0 {
                    self.engines_used = EnginesUsed::Portfolio {
                        cadical: cfg!(feature = "cadical") && started > CADICAL_POSITION,
                    };
                }
                return searched;
            }
            self.cdcl.search(puzzle, budget, &mut |digits| {
                if known.iter().any(|one| one == digits) {
                    return ControlFlow::Continue(());
                }
                reported += 1;
                found(digits)
            })
        };
        match searched {
            Ok(stats) => Ok(Stats {
                solutions: reported,
                ..stats
            }),
            Err(stopped) => Err(Interrupted {
                stats: Stats {
                    solutions: reported,
                    ..stopped.stats
                },
                ..stopped
            }),
        }
    }
}

impl Engine for HybridEngine {
    /// Returns the engines of the last search.
    fn name(&self) -> &'static str {
        match self.engines_used {
            EnginesUsed::Backtrack => "backtrack",
            EnginesUsed::CyclicGrid => "cyclic grid",
            EnginesUsed::Cdcl => "backtrack, then cdcl",
            EnginesUsed::Portfolio { cadical: false } => "backtrack, then cdcl on several threads",
            EnginesUsed::Portfolio { cadical: true } => {
                "backtrack, then cdcl on several threads and cadical"
            }
        }
    }

    fn supports(&self, layout: &Layout) -> bool {
        self.backtrack.supports(layout)
    }

    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        if budget.wanted_order() == Order::Search
            && let Some(grid) = cyclic_grid::for_puzzle(puzzle)
        {
            self.engines_used = EnginesUsed::CyclicGrid;
            return cyclic_grid::emit_relabelings(&grid, budget, found);
        }
        self.engines_used = EnginesUsed::Backtrack;
        let probe = self
            .probe_override
            .or_else(|| probe_limits(puzzle))
            .filter(|_| budget.wanted_order() == Order::Search);
        let Some(probe) = probe else {
            return self.backtrack.search(puzzle, budget, found);
        };
        let (mut known, mut count) = (Vec::new(), 0);
        let tried = self
            .backtrack
            .search_with_limits(probe, puzzle, budget, &mut |digits| {
                count += 1;
                if known.len() <= MAX_PORTFOLIO_SOLUTIONS {
                    known.push(digits.to_vec());
                }
                found(digits)
            });
        let before = match tried {
            Err(stopped)
                if stopped.reason == StopReason::GuessLimit
                    && budget.allows_guess(stopped.stats.guesses) =>
            {
                stopped.stats
            }
            ended => return ended,
        };
        let rest = match budget.guess_limit() {
            Some(limit) => budget.max_guesses(limit - before.guesses.min(limit)),
            None => *budget,
        };
        match self.search_after_probe(puzzle, &rest, probe, (&known, count), found) {
            Ok(stats) => Ok(before.then(stats)),
            Err(stopped) => Err(Interrupted {
                stats: before.then(stopped.stats),
                ..stopped
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(max_conflicts: u64) -> BacktrackLimits {
        BacktrackLimits {
            max_conflicts,
            restart_unit: 7,
        }
    }

    #[test]
    fn the_name_lists_the_engines_of_the_last_search() {
        let puzzle = Puzzle::empty(&Layout::for_size(16).unwrap());
        let mut hybrid = HybridEngine {
            probe_override: Some(limits(0)),
            ..HybridEngine::default()
        };
        assert!(
            hybrid
                .find_solutions(&puzzle, 1, &Budget::default())
                .is_ok()
        );
        assert_eq!(hybrid.name(), "backtrack, then cdcl");
        hybrid.probe_override = None;
        assert!(
            hybrid
                .find_solutions(&puzzle, 1, &Budget::default())
                .is_ok()
        );
        assert_eq!(hybrid.name(), "backtrack");
        let large = Puzzle::empty(&Layout::for_size(100).unwrap());
        assert_eq!(
            hybrid
                .find_solutions(&large, 3, &Budget::default())
                .unwrap()
                .solutions
                .len(),
            3
        );
        assert_eq!(hybrid.name(), "cyclic grid");
    }

    #[test]
    fn the_probe_is_shorter_with_many_clues() {
        for (size, is_shorter) in [(9, false), (12, false), (25, true), (64, true), (81, true)] {
            let layout = Layout::for_size(size).unwrap();
            let empty = Puzzle::empty(&layout);
            let mut half = empty.clone();
            let filled = HybridEngine::default()
                .find_solutions(&empty, 1, &Budget::default())
                .unwrap()
                .solutions
                .remove(0);
            for cell in layout.cells().step_by(2) {
                half.set_clue(cell, Some(filled.digit(cell))).unwrap();
            }
            let conflicts = |puzzle| probe_limits(puzzle).map_or(0, |probe| probe.max_conflicts);
            assert_eq!(conflicts(&half) < conflicts(&empty), is_shorter, "{size}");
        }
    }

    #[test]
    fn guesses_of_the_probe_count() {
        let puzzle = Puzzle::empty(&Layout::for_size(16).unwrap());
        for (probe_override, name) in [(0, "backtrack, then cdcl"), (1_000, "backtrack")] {
            let mut hybrid = HybridEngine {
                probe_override: Some(limits(probe_override)),
                ..HybridEngine::default()
            };
            let stopped = hybrid
                .find_solutions(&puzzle, 1, &Budget::default().max_guesses(5))
                .unwrap_err();
            assert_eq!(
                (stopped.reason, stopped.stats.guesses, hybrid.name()),
                (StopReason::GuessLimit, 5, name)
            );
        }
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "needs a second thread")]
    fn portfolio_workers_start_while_a_thread_is_free() {
        let puzzle = Puzzle::empty(&Layout::for_size(16).unwrap());
        let threads = Arc::new(ThreadBudget::new(std::num::NonZeroUsize::MIN));
        let mut hybrid = HybridEngine {
            probe_override: Some(limits(0)),
            threads: Some(Arc::clone(&threads)),
            ..HybridEngine::default()
        };
        assert!(
            hybrid
                .find_solutions(&puzzle, 1, &Budget::default())
                .is_ok()
        );
        assert_eq!(
            hybrid.name(),
            "backtrack, then cdcl",
            "it finishes within the warmup"
        );
        hybrid.warmup = Some(Duration::ZERO);
        let started = "backtrack, then cdcl on several threads";
        // On a busy machine, a search can end before its worker has begun.
        let starts = (0..100).any(|_| {
            let found = hybrid.find_solutions(&puzzle, 1, &Budget::default());
            assert!(found.is_ok());
            hybrid.name() == started
        });
        assert!(starts, "{}", hybrid.name());
        let _taken = threads.acquire();
        assert!(
            hybrid
                .find_solutions(&puzzle, 1, &Budget::default())
                .is_ok()
        );
        assert_eq!(
            hybrid.name(),
            "backtrack, then cdcl",
            "no thread is free for a worker"
        );
    }

    #[test]
    fn names_parse_to_their_engine() {
        for kind in EngineKind::ALL {
            assert_eq!(EngineKind::from_name(kind.name()), Some(*kind));
        }
        assert_eq!(EngineKind::from_name("other"), None);
    }
}
