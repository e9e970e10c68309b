//! Which engine a puzzle gets: the one place where that is decided.
//!
//! ```text
//!   9×9, classic, and with diagonals if there are many clues ─────▶ lanes
//!   up to 9×9; solutions in sorted order ─────────────────────────▶ general
//!   larger, without clues, above 64×64 ───────────────────────────▶ pattern of shifted rows
//!   larger ─▶ general, to so many contradictions ─ done ──────────▶ most puzzles
//!                        └─ many solutions by then ───────────────▶ general, without that limit
//!                        └─ none or few ──────────────────────────▶ learning, and a little later helpers beside it, on what threads are free:
//!                                                                     CaDiCaL, then learning on other ways
//! ```
//!
//! Guessing by itself is the faster way where little is wrong with most guesses (few clues, many clues), learning from contradictions where much is. Which of them a puzzle is
//! cannot be seen beforehand, so a short trial decides. The kind depends on the puzzle alone, never on the clock: answers are the same everywhere. With helpers, for
//! which the caller must share threads, the answers are the same too, but of several solutions it depends on the clock which comes first.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use ndoku_core::{Digit, Layout, Puzzle};
use ndoku_solver::{
    Backtrack, BacktrackLimits, Budget, Engine, Interrupted, Learning, Order, Stats, StopReason,
};

use crate::cyclic_grid;
use crate::portfolio::{self, PortfolioOptions};
use crate::thread_budget::ThreadBudget;

/// An engine by its name.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// Whichever suits the puzzle best.
    #[default]
    Auto,
    /// [`Simd9`](ndoku_solver::Simd9): 9×9, plain or with diagonals, by vectors.
    Simd,
    /// [`Backtrack`]: guessing, for every layout.
    Backtrack,
    /// [`Learning`]: learning from contradictions, for every layout.
    Learning,
    /// CaDiCaL, a SAT solver.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl EngineKind {
    /// All that this build has.
    pub const ALL: &[Self] = &[
        Self::Auto,
        Self::Simd,
        Self::Backtrack,
        Self::Learning,
        #[cfg(feature = "cadical")]
        Self::Cadical,
    ];

    /// The name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Simd => "simd",
            Self::Backtrack => "backtrack",
            Self::Learning => "learning",
            #[cfg(feature = "cadical")]
            Self::Cadical => "cadical",
        }
    }

    /// The engine of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// Solutions that the trial may find before the puzzle counts as one with many: finding these is what guessing is best at.
const MAX_PORTFOLIO_SOLUTIONS: usize = 16;

/// The page in the browser searches on one thread, and does without the code for more.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// So many helpers learn on other ways. Where clues are near the density at which puzzles are hardest, one way may take ten times as long as the next.
const EXTRA_SEEDS: usize = 2;

/// Learning has so long before helpers begin beside it: most puzzles are solved by then, and the other cores are free for other work.
const WARMUP: Duration = Duration::from_millis(200);

/// The trial; none where there is nothing but guessing. In grids with few clues most guesses are right, so that there are hardly any contradictions: it ends early all the same, and beginning
/// anew often makes it sure, since some first guesses are never mended and the next are others. Elsewhere it is over after some milliseconds: what is easy is done by then, and from there
/// on learning is faster, save in the smallest grids. Where constraints are more than pairs of candidates guessing has longer: it draws their conclusions, while learning only asks whether they
/// allow what is decided.
fn probe_limits(puzzle: &Puzzle) -> Option<BacktrackLimits> {
    let layout = puzzle.layout();
    let few_clues = 4 * puzzle.clue_count() < layout.cell_count();
    let more_than_pairs = layout
        .constraints()
        .iter()
        .any(|constraint| !constraint.is_pairwise());
    let (max_contradictions, restart_unit) = match puzzle.size() {
        0..=9 => return None,
        10..=16 if more_than_pairs => (5_000, 300),
        10..=12 => (1_000, 300),
        65.. if few_clues => (1_000, 120),
        _ if few_clues => (300, 30),
        13..=16 => (400, 300),
        _ => (100, 30),
    };
    Some(BacktrackLimits {
        max_contradictions,
        restart_unit,
    })
}

/// [`Backtrack`] and after it, if it does not get there, [`Learning`], as one engine.
#[derive(Debug, Default)]
pub(crate) struct HybridSolver {
    backtrack: Backtrack,
    /// Seldom needed.
    learning: Box<Learning>,
    /// The same on other ways, beside it.
    seeded_workers: Vec<Learning>,
    /// The trial, whatever the size; for tests.
    probe_override: Option<BacktrackLimits>,
    /// What the last search went through.
    path: SearchPath,
    /// Helpers take of these to search beside learning.
    threads: Option<Arc<ThreadBudget>>,
    /// How long they wait for that, whatever [`WARMUP`] says; for tests.
    warmup: Option<Duration>,
    /// Hardly ever needed.
    #[cfg(feature = "cadical")]
    cadical: Box<ndoku_sat::Cadical>,
}

/// What a search went through.
#[derive(Copy, Clone, Debug, Default)]
enum SearchPath {
    #[default]
    Backtrack,
    CyclicGrid,
    Learning,
    /// With helpers.
    Portfolio {
        cadical: bool,
        others: bool,
    },
}

impl HybridSolver {
    pub(crate) const fn backtrack(&mut self) -> &mut Backtrack {
        &mut self.backtrack
    }

    pub(crate) fn learning(&mut self) -> &mut Learning {
        &mut self.learning
    }

    #[cfg(feature = "cadical")]
    pub(crate) fn cadical(&mut self) -> &mut ndoku_sat::Cadical {
        &mut self.cadical
    }

    /// The threads of which helpers may take free ones to search beside learning.
    pub(crate) fn share_threads(&mut self, threads: Option<Arc<ThreadBudget>>) {
        self.threads = threads;
    }

    /// After the trial: the rest of the search, of which the first solutions are known.
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
            // The same way again, without its beginning.
            let mut left_out = count;
            let limits = BacktrackLimits {
                max_contradictions: u64::MAX,
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
            self.path = SearchPath::Learning;
            if HAS_THREADS
                && let Some(threads) = &self.threads
                && budget.guess_limit().is_none()
            {
                let options = PortfolioOptions {
                    known,
                    max_solutions: MAX_PORTFOLIO_SOLUTIONS,
                    warmup: self.warmup.unwrap_or(WARMUP),
                    threads,
                };
                let seeds = self.seeded_workers.len()..EXTRA_SEEDS;
                self.seeded_workers
                    .extend(seeds.map(|seed| Learning::new().with_seed(1 + seed as u64)));
                let mut workers: Vec<&mut dyn Engine> = Vec::with_capacity(1 + EXTRA_SEEDS);
                #[cfg(feature = "cadical")]
                workers.push(&mut *self.cadical);
                let before = workers.len();
                workers.extend(
                    self.seeded_workers
                        .iter_mut()
                        .map(|other| other as &mut dyn Engine),
                );
                let (searched, started) =
                    portfolio::search(&mut *self.learning, workers, puzzle, budget, options, found);
                if started > 0 {
                    self.path = SearchPath::Portfolio {
                        cadical: before > 0,
                        others: started > before,
                    };
                }
                return searched;
            }
            self.learning.search(puzzle, budget, &mut |digits| {
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

/// What two searches cost together.
pub(crate) const fn add_stats(one: Stats, other: Stats) -> Stats {
    Stats {
        guesses: one.guesses + other.guesses,
        contradictions: one.contradictions + other.contradictions,
        restarts: one.restarts + other.restarts,
        solutions: one.solutions + other.solutions,
        exhausted: other.exhausted,
    }
}

impl Engine for HybridSolver {
    /// What the last search went through.
    fn name(&self) -> &'static str {
        match self.path {
            SearchPath::Backtrack => "backtrack",
            SearchPath::CyclicGrid => "cyclic grid",
            SearchPath::Learning
            | SearchPath::Portfolio {
                cadical: false,
                others: false,
            } => "backtrack, then learning",
            SearchPath::Portfolio {
                cadical: true,
                others: false,
            } => "backtrack, then learning and cadical",
            SearchPath::Portfolio {
                cadical: false,
                others: true,
            } => "backtrack, then learning on several threads",
            SearchPath::Portfolio {
                cadical: true,
                others: true,
            } => "backtrack, then learning on several threads and cadical",
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
            self.path = SearchPath::CyclicGrid;
            return cyclic_grid::emit_relabelings(&grid, budget, found);
        }
        self.path = SearchPath::Backtrack;
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
            Ok(stats) => Ok(add_stats(before, stats)),
            Err(stopped) => Err(Interrupted {
                stats: add_stats(before, stopped.stats),
                ..stopped
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use ndoku_testkit::suite;

    use super::*;

    fn limits(max_contradictions: u64) -> BacktrackLimits {
        BacktrackLimits {
            max_contradictions,
            restart_unit: 7,
        }
    }

    #[test]
    fn the_engines_after_each_other_are_one() {
        for probe_override in [0, 1, 5, 40] {
            let mut hybrid = HybridSolver {
                probe_override: Some(limits(probe_override)),
                ..HybridSolver::default()
            };
            let report = suite::conformance(&mut hybrid, 3 + probe_override, 300, 6);
            assert!(
                report.compared > 300 && report.unique > 50 && report.plentiful > 5,
                "{report:?}"
            );
        }
    }

    #[test]
    fn it_says_what_it_went_through() {
        let puzzle = Puzzle::empty(&Layout::of_size(16).unwrap());
        let mut hybrid = HybridSolver {
            probe_override: Some(limits(0)),
            ..HybridSolver::default()
        };
        assert!(hybrid.find_first(&puzzle, 1, &Budget::default()).is_ok());
        assert_eq!(hybrid.name(), "backtrack, then learning");
        hybrid.probe_override = None;
        assert!(hybrid.find_first(&puzzle, 1, &Budget::default()).is_ok());
        assert_eq!(hybrid.name(), "backtrack");
        let large = Puzzle::empty(&Layout::of_size(100).unwrap());
        assert_eq!(
            hybrid
                .find_first(&large, 3, &Budget::default())
                .unwrap()
                .solutions
                .len(),
            3
        );
        assert_eq!(hybrid.name(), "cyclic grid");
    }

    #[test]
    fn the_trial_is_shorter_where_clues_are_many() {
        for (size, is_shorter) in [(9, false), (12, false), (25, true), (64, true), (81, true)] {
            let layout = Layout::of_size(size).unwrap();
            let empty = Puzzle::empty(&layout);
            let mut half = empty.clone();
            let filled = HybridSolver::default()
                .find_first(&empty, 1, &Budget::default())
                .unwrap()
                .solutions
                .remove(0);
            for cell in layout.cells().step_by(2) {
                half.set_clue(cell, Some(filled.digit(cell))).unwrap();
            }
            let contradictions =
                |puzzle| probe_limits(puzzle).map_or(0, |probe| probe.max_contradictions);
            assert_eq!(
                contradictions(&half) < contradictions(&empty),
                is_shorter,
                "{size}"
            );
        }
    }

    #[test]
    fn guesses_of_the_trial_count() {
        let puzzle = Puzzle::empty(&Layout::of_size(16).unwrap());
        for (probe_override, name) in [(0, "backtrack, then learning"), (1_000, "backtrack")] {
            let mut hybrid = HybridSolver {
                probe_override: Some(limits(probe_override)),
                ..HybridSolver::default()
            };
            let stopped = hybrid
                .find_first(&puzzle, 1, &Budget::default().max_guesses(5))
                .unwrap_err();
            assert_eq!(
                (stopped.reason, stopped.stats.guesses, hybrid.name()),
                (StopReason::GuessLimit, 5, name)
            );
        }
    }

    #[test]
    fn helpers_are_beside_learning_where_a_thread_is_free() {
        let puzzle = Puzzle::empty(&Layout::of_size(16).unwrap());
        let threads = Arc::new(ThreadBudget::new(std::num::NonZeroUsize::MIN));
        let mut hybrid = HybridSolver {
            probe_override: Some(limits(0)),
            threads: Some(Arc::clone(&threads)),
            ..HybridSolver::default()
        };
        assert!(hybrid.find_first(&puzzle, 1, &Budget::default()).is_ok());
        assert_eq!(
            hybrid.name(),
            "backtrack, then learning",
            "it is done within the head start"
        );
        hybrid.warmup = Some(Duration::ZERO);
        assert!(hybrid.find_first(&puzzle, 1, &Budget::default()).is_ok());
        let started = if cfg!(feature = "cadical") {
            "backtrack, then learning and cadical"
        } else {
            "backtrack, then learning on several threads"
        };
        assert_eq!(hybrid.name(), started);
        let _taken = threads.acquire();
        assert!(hybrid.find_first(&puzzle, 1, &Budget::default()).is_ok());
        assert_eq!(
            hybrid.name(),
            "backtrack, then learning",
            "there is no thread for any"
        );
    }

    #[test]
    fn engines_have_names() {
        for kind in EngineKind::ALL {
            assert_eq!(EngineKind::from_name(kind.name()), Some(*kind));
        }
        assert_eq!(EngineKind::from_name("other"), None);
    }
}
