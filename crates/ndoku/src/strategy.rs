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
//! cannot be seen beforehand, so a short trial decides. The choice depends on the puzzle alone, never on the clock: answers are the same everywhere. With helpers, for
//! which the caller must share threads, the answers are the same too, but of several solutions it depends on the clock which comes first.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use ndoku_core::{Digit, Layout, Puzzle};
use ndoku_solver::{Attempt, Budget, Engine, General, Learning, Order, Stats, StopReason, Stopped};

use crate::beside::{self, Terms};
use crate::pattern;
use crate::threads::Threads;

/// An engine by its name.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Whichever suits the puzzle best.
    #[default]
    Auto,
    /// [`Classic`](ndoku_solver::Classic): 9×9, plain or with diagonals, by vectors.
    Lanes,
    /// [`General`]: guessing, for every layout.
    General,
    /// [`Learning`]: learning from contradictions, for every layout.
    Learning,
    /// CaDiCaL, a SAT solver.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl Choice {
    /// All that this build has.
    pub const ALL: &[Self] = &[
        Self::Auto,
        Self::Lanes,
        Self::General,
        Self::Learning,
        #[cfg(feature = "cadical")]
        Self::Cadical,
    ];

    /// The name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Lanes => "lanes",
            Self::General => "general",
            Self::Learning => "learning",
            #[cfg(feature = "cadical")]
            Self::Cadical => "cadical",
        }
    }

    /// The engine of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|choice| choice.name() == name)
    }
}

/// Solutions that the trial may find before the puzzle counts as one with many: finding these is what guessing is best at.
const MANY: usize = 16;

/// The page in the browser searches on one thread, and does without the code for more.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// So many helpers learn on other ways. Where clues are near the density at which puzzles are hardest, one way may take ten times as long as the next.
const OTHERS: usize = 2;

/// Learning has so long before helpers begin beside it: most puzzles are solved by then, and the other cores are free for other work.
const HEAD_START: Duration = Duration::from_millis(200);

/// The trial; none where there is nothing but guessing. In grids with few clues most guesses are right, so that there are hardly any contradictions: it ends early all the same, and beginning
/// anew often makes it sure, since some first guesses are never mended and the next are others. Elsewhere it is over after some milliseconds: what is easy is done by then, and from there
/// on learning is faster, save in the smallest grids. Where constraints are more than pairs of candidates guessing has longer: it draws their conclusions, while learning only asks whether they
/// allow what is decided.
fn trial(puzzle: &Puzzle) -> Option<Attempt> {
    let layout = puzzle.layout();
    let few_clues = 4 * puzzle.clue_count() < layout.cell_count();
    let more_than_pairs = layout
        .constraints()
        .iter()
        .any(|constraint| !constraint.is_pairwise());
    let (contradictions, restarts_after) = match puzzle.size() {
        0..=9 => return None,
        10..=16 if more_than_pairs => (5_000, 300),
        10..=12 => (1_000, 300),
        65.. if few_clues => (1_000, 120),
        _ if few_clues => (300, 30),
        13..=16 => (400, 300),
        _ => (100, 30),
    };
    Some(Attempt {
        contradictions,
        restarts_after,
    })
}

/// [`General`] and after it, if it does not get there, [`Learning`], as one engine.
#[derive(Debug, Default)]
pub(crate) struct Staged {
    general: General,
    /// Seldom needed.
    learning: Box<Learning>,
    /// The same on other ways, beside it.
    others: Vec<Learning>,
    /// The trial, whatever the size; for tests.
    patience: Option<Attempt>,
    /// What the last search went through.
    way: Way,
    /// Helpers take of these to search beside learning.
    threads: Option<Arc<Threads>>,
    /// How long they wait for that, whatever [`HEAD_START`] says; for tests.
    head_start: Option<Duration>,
    /// Hardly ever needed.
    #[cfg(feature = "cadical")]
    cadical: Box<ndoku_sat::Cadical>,
}

/// What a search went through.
#[derive(Copy, Clone, Debug, Default)]
enum Way {
    #[default]
    General,
    Pattern,
    Learning,
    /// With helpers.
    Beside {
        cadical: bool,
        others: bool,
    },
}

impl Staged {
    pub(crate) const fn general(&mut self) -> &mut General {
        &mut self.general
    }

    pub(crate) fn learning(&mut self) -> &mut Learning {
        &mut self.learning
    }

    #[cfg(feature = "cadical")]
    pub(crate) fn cadical(&mut self) -> &mut ndoku_sat::Cadical {
        &mut self.cadical
    }

    /// The threads of which helpers may take free ones to search beside learning.
    pub(crate) fn share_threads(&mut self, threads: Option<Arc<Threads>>) {
        self.threads = threads;
    }

    /// After the trial: the rest of the search, of which the first solutions are known.
    fn go_on(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        trial: Attempt,
        (known, count): (&[Vec<Digit>], u64),
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Stopped> {
        let mut told = 0;
        let searched = if known.len() > MANY {
            // The same way again, without its beginning.
            let mut left_out = count;
            let attempt = Attempt {
                contradictions: u64::MAX,
                ..trial
            };
            self.general
                .attempt(attempt, puzzle, budget, &mut |digits| {
                    if left_out > 0 {
                        left_out -= 1;
                        return ControlFlow::Continue(());
                    }
                    told += 1;
                    found(digits)
                })
        } else {
            self.way = Way::Learning;
            if HAS_THREADS
                && let Some(threads) = &self.threads
                && budget.guess_limit().is_none()
            {
                let terms = Terms {
                    known,
                    most: MANY,
                    head_start: self.head_start.unwrap_or(HEAD_START),
                    threads,
                };
                let seeds = self.others.len()..OTHERS;
                self.others
                    .extend(seeds.map(|seed| Learning::new().with_seed(1 + seed as u64)));
                let mut helpers: Vec<&mut dyn Engine> = Vec::with_capacity(1 + OTHERS);
                #[cfg(feature = "cadical")]
                helpers.push(&mut *self.cadical);
                let before = helpers.len();
                helpers.extend(self.others.iter_mut().map(|other| other as &mut dyn Engine));
                let (searched, helped) =
                    beside::search(&mut *self.learning, helpers, puzzle, budget, terms, found);
                if helped > 0 {
                    self.way = Way::Beside {
                        cadical: before > 0,
                        others: helped > before,
                    };
                }
                return searched;
            }
            self.learning.search(puzzle, budget, &mut |digits| {
                if known.iter().any(|one| one == digits) {
                    return ControlFlow::Continue(());
                }
                told += 1;
                found(digits)
            })
        };
        match searched {
            Ok(stats) => Ok(Stats {
                solutions: told,
                ..stats
            }),
            Err(stopped) => Err(Stopped {
                stats: Stats {
                    solutions: told,
                    ..stopped.stats
                },
                ..stopped
            }),
        }
    }
}

/// What two searches cost together.
pub(crate) const fn sum(one: Stats, other: Stats) -> Stats {
    Stats {
        guesses: one.guesses + other.guesses,
        contradictions: one.contradictions + other.contradictions,
        restarts: one.restarts + other.restarts,
        solutions: one.solutions + other.solutions,
        exhausted: other.exhausted,
    }
}

impl Engine for Staged {
    /// What the last search went through.
    fn name(&self) -> &'static str {
        match self.way {
            Way::General => "general",
            Way::Pattern => "pattern",
            Way::Learning
            | Way::Beside {
                cadical: false,
                others: false,
            } => "general, then learning",
            Way::Beside {
                cadical: true,
                others: false,
            } => "general, then learning and cadical",
            Way::Beside {
                cadical: false,
                others: true,
            } => "general, then learning on several threads",
            Way::Beside {
                cadical: true,
                others: true,
            } => "general, then learning on several threads and cadical",
        }
    }

    fn supports(&self, layout: &Layout) -> bool {
        self.general.supports(layout)
    }

    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Stopped> {
        if budget.wanted_order() == Order::Search
            && let Some(pattern) = pattern::of(puzzle)
        {
            self.way = Way::Pattern;
            return pattern::tell(&pattern, budget, found);
        }
        self.way = Way::General;
        let trial = self
            .patience
            .or_else(|| trial(puzzle))
            .filter(|_| budget.wanted_order() == Order::Search);
        let Some(trial) = trial else {
            return self.general.search(puzzle, budget, found);
        };
        let (mut known, mut count) = (Vec::new(), 0);
        let tried = self.general.attempt(trial, puzzle, budget, &mut |digits| {
            count += 1;
            if known.len() <= MANY {
                known.push(digits.to_vec());
            }
            found(digits)
        });
        let before = match tried {
            Err(stopped)
                if stopped.reason == StopReason::Guesses
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
        match self.go_on(puzzle, &rest, trial, (&known, count), found) {
            Ok(stats) => Ok(sum(before, stats)),
            Err(stopped) => Err(Stopped {
                stats: sum(before, stopped.stats),
                ..stopped
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use ndoku_testkit::suite;

    use super::*;

    fn attempt(contradictions: u64) -> Attempt {
        Attempt {
            contradictions,
            restarts_after: 7,
        }
    }

    #[test]
    fn the_engines_after_each_other_are_one() {
        for patience in [0, 1, 5, 40] {
            let mut staged = Staged {
                patience: Some(attempt(patience)),
                ..Staged::default()
            };
            let report = suite::conformance(&mut staged, 3 + patience, 300, 6);
            assert!(
                report.compared > 300 && report.unique > 50 && report.plentiful > 5,
                "{report:?}"
            );
        }
    }

    #[test]
    fn it_says_what_it_went_through() {
        let puzzle = Puzzle::empty(&Layout::for_size(16).unwrap());
        let mut staged = Staged {
            patience: Some(attempt(0)),
            ..Staged::default()
        };
        assert!(staged.first(&puzzle, 1, &Budget::default()).is_ok());
        assert_eq!(staged.name(), "general, then learning");
        staged.patience = None;
        assert!(staged.first(&puzzle, 1, &Budget::default()).is_ok());
        assert_eq!(staged.name(), "general");
        let large = Puzzle::empty(&Layout::for_size(100).unwrap());
        assert_eq!(
            staged
                .first(&large, 3, &Budget::default())
                .unwrap()
                .solutions
                .len(),
            3
        );
        assert_eq!(staged.name(), "pattern");
    }

    #[test]
    fn the_trial_is_shorter_where_clues_are_many() {
        for (size, is_shorter) in [(9, false), (12, false), (25, true), (64, true), (81, true)] {
            let layout = Layout::for_size(size).unwrap();
            let empty = Puzzle::empty(&layout);
            let mut half = empty.clone();
            let filled = Staged::default()
                .first(&empty, 1, &Budget::default())
                .unwrap()
                .solutions
                .remove(0);
            for cell in layout.cells().step_by(2) {
                half.set_clue(cell, Some(filled.digit(cell))).unwrap();
            }
            let contradictions = |puzzle| trial(puzzle).map_or(0, |trial| trial.contradictions);
            assert_eq!(
                contradictions(&half) < contradictions(&empty),
                is_shorter,
                "{size}"
            );
        }
    }

    #[test]
    fn guesses_of_the_trial_count() {
        let puzzle = Puzzle::empty(&Layout::for_size(16).unwrap());
        for (patience, name) in [(0, "general, then learning"), (1_000, "general")] {
            let mut staged = Staged {
                patience: Some(attempt(patience)),
                ..Staged::default()
            };
            let stopped = staged
                .first(&puzzle, 1, &Budget::default().max_guesses(5))
                .unwrap_err();
            assert_eq!(
                (stopped.reason, stopped.stats.guesses, staged.name()),
                (StopReason::Guesses, 5, name)
            );
        }
    }

    #[test]
    fn helpers_are_beside_learning_where_a_thread_is_free() {
        let puzzle = Puzzle::empty(&Layout::for_size(16).unwrap());
        let threads = Arc::new(Threads::new(std::num::NonZeroUsize::MIN));
        let mut staged = Staged {
            patience: Some(attempt(0)),
            threads: Some(Arc::clone(&threads)),
            ..Staged::default()
        };
        assert!(staged.first(&puzzle, 1, &Budget::default()).is_ok());
        assert_eq!(
            staged.name(),
            "general, then learning",
            "it is done within the head start"
        );
        staged.head_start = Some(Duration::ZERO);
        assert!(staged.first(&puzzle, 1, &Budget::default()).is_ok());
        let helped = if cfg!(feature = "cadical") {
            "general, then learning and cadical"
        } else {
            "general, then learning on several threads"
        };
        assert_eq!(staged.name(), helped);
        let _taken = threads.take();
        assert!(staged.first(&puzzle, 1, &Budget::default()).is_ok());
        assert_eq!(
            staged.name(),
            "general, then learning",
            "there is no thread for any"
        );
    }

    #[test]
    fn engines_have_names() {
        for choice in Choice::ALL {
            assert_eq!(Choice::named(choice.name()), Some(*choice));
        }
        assert_eq!(Choice::named("other"), None);
    }
}
