//! About how many solutions there are: independent runs on all cores that are idle, for about so long, and what they say together.
//!
//! ```text
//!   Effort::For(5 s) ─ two short trials ─▶ Effort::Samples(n) ─▶ 24 runs or more, each with random bits of its own ─▶ Estimate, or why not
//! ```

use std::time::{Duration, Instant};

use ndoku_core::Puzzle;
pub use ndoku_solver::count::estimate::{Estimate, Magnitude, Unsure, Way};
use ndoku_solver::count::estimate::{Estimator, Run};
use ndoku_solver::{Budget, StopReason};

use super::{Counter, Progress, cores};
use crate::rng::Rng;

/// So many runs make an estimate, unless their particles would take too much memory. More say more of their own spread, fewer have more particles each; twice
/// as many make no visible difference.
const RUNS: usize = 24;

/// The particles of a run have no more memory than this, in bytes.
const MEMORY: usize = 1 << 26;

/// Particles of the first trial.
const TRIAL: usize = 20;

/// So many runs make the second trial, together for a tenth of the time on one core.
const TRIAL_RUNS: usize = 8;

/// No estimate is made of more runs, which are kept until the end: they take days, but some tens of MB.
const MOST_RUNS: usize = 1 << 20;

/// With fewer particles a run has nothing to choose from.
const LEAST_PARTICLES: usize = 100;

/// How much work an estimate is worth.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As many samples as take about so long on the cores that are idle. How many that are depends on the machine and on what else it does, and so do
    /// the numbers.
    For(Duration),
    /// About so many samples, at least 2400: with the same seed the same numbers on every machine, but for the last digits.
    Samples(usize),
}

/// About how many solutions a puzzle has.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimated {
    /// The estimate with its interval, or why there is no honest one.
    pub estimate: Result<Estimate, Unsure>,
    /// How particles filled the grid.
    pub way: Way,
    /// So many samples were asked for, or fitted into the time, or the most there can be: with [`Effort::Samples`] of it, and the same seed, the same comes out again.
    pub samples: usize,
    /// So many runs were finished, of equal size.
    pub runs: usize,
    /// Why there were no more runs, if there should have been.
    pub stopped: Option<StopReason>,
}

impl Counter<'_> {
    /// Estimates the number of solutions by sequential Monte Carlo: unbiased, with an interval of 95 %, or the reason why there is no honest interval. `progress`
    /// is told how many runs of how many are done.
    ///
    /// Works for every layout up to 64×64 whose rules are houses, whatever the clues and pencilmarks; well for few clues, badly for puzzles with few solutions:
    /// [`count`](Self::count) is for those, and finds out more quickly that there is none. Memory: up to 64 MiB for each core. The
    /// budget's flag and clock end it early, with an estimate from the runs that are done if those are enough; its limit of guesses has no meaning.
    ///
    /// ```
    /// use ndoku::count::{Cores, Counter, Effort};
    /// use ndoku::{Budget, Layout, Puzzle};
    /// use std::num::NonZeroUsize;
    ///
    /// let cores = Cores::new(NonZeroUsize::MIN);
    /// let puzzle = Puzzle::empty(&Layout::with_boxes(3, 2)?);
    /// let about = Counter::new(&cores).estimate(&puzzle, Effort::Samples(5000), 1, &Budget::default(), &|_, _| {})?;
    /// assert!((2.6e7..3.0e7).contains(&about.estimate?.mean.to_f64()), "there are 28,200,960");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`StopReason::Unsupported`] for other layouts; why it was stopped, if that was before the first run.
    pub fn estimate(
        &mut self,
        puzzle: &Puzzle,
        effort: Effort,
        seed: u64,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Result<Estimated, StopReason> {
        let _core = self.cores.take();
        let mut estimator = Estimator::new(puzzle)?;
        let samples = match effort {
            Effort::Samples(samples) => samples.max(RUNS * LEAST_PARTICLES),
            Effort::For(time) => self.fitting(&mut estimator, time, seed, budget)?,
        };
        let particles = (samples / RUNS).clamp(LEAST_PARTICLES, most_particles(puzzle));
        estimator.set_particles(particles);
        let samples = samples.min(MOST_RUNS.saturating_mul(particles));
        let (runs, stopped) = self.runs(&estimator, samples / particles, seed, budget, progress);
        Ok(Estimated {
            estimate: Estimate::new(&runs),
            way: estimator.way(),
            samples,
            runs: runs.len(),
            stopped,
        })
    }

    /// How many samples fit into a time, by runs that are thrown away: what they gave must not decide about what is kept.
    fn fitting(
        &self,
        estimator: &mut Estimator,
        time: Duration,
        seed: u64,
        budget: &Budget<'_>,
    ) -> Result<usize, StopReason> {
        let began = Instant::now();
        let time = time.as_secs_f64();
        let mut trial =
            |runs: usize, particles: f64| {
                estimator.set_particles((particles as usize).clamp(TRIAL, Estimator::PARTICLES));
                let begin = Instant::now();
                match self.runs(estimator, runs, !seed, budget, &|_, _| {}).1 {
                    Some(reason) => Err(reason),
                    None => Ok((runs * estimator.particles()) as f64
                        / begin.elapsed().as_secs_f64().max(1e-9)),
                }
            };
        let speed = trial(1, TRIAL as f64)?;
        let speed = trial(TRIAL_RUNS, 0.1 * time * speed / TRIAL_RUNS as f64)?;
        let left = (time - began.elapsed().as_secs_f64()).max(0.0);
        // Now and then runs take longer than the trials did.
        Ok(((0.9 * left * speed) as usize).max(RUNS * LEAST_PARTICLES))
    }

    /// So many runs on the cores that are idle; those that were finished, in order.
    fn runs(
        &self,
        estimator: &Estimator,
        number: usize,
        seed: u64,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> (Vec<Run>, Option<StopReason>) {
        let worker = || {
            |run| {
                let mut rng = Rng::stream(seed, run as u64);
                estimator.run(&mut || rng.next_u64(), budget).map(Some)
            }
        };
        let (runs, stopped) = cores::run(self.cores, number, &worker, progress);
        (runs.into_iter().flatten().collect(), stopped)
    }
}

/// So many particles have room: two copies of each, with about ten bytes for each cell.
fn most_particles(puzzle: &Puzzle) -> usize {
    (MEMORY / (20 * puzzle.layout().cell_count())).max(LEAST_PARTICLES)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use ndoku_core::Layout;

    use super::super::Cores;
    use super::*;
    use crate::Deadline;

    fn with_cores<T>(threads: usize, run: impl FnOnce(&mut Counter<'_>) -> T) -> T {
        let cores = Cores::new(NonZeroUsize::new(threads).unwrap());
        run(&mut Counter::new(&cores))
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers_on_any_cores() {
        let puzzle = Puzzle::empty(&Layout::with_boxes(2, 2).unwrap());
        let of = |threads, seed| {
            with_cores(threads, |counter| {
                counter.estimate(
                    &puzzle,
                    Effort::Samples(2400),
                    seed,
                    &Budget::default(),
                    &|_, _| {},
                )
            })
            .unwrap()
        };
        let one = of(1, 7);
        assert!(
            one.estimate.as_ref().unwrap().covers(Magnitude::new(288.0)),
            "{one:?}"
        );
        assert_eq!((one.runs, one.samples, one.stopped), (24, 2400, None));
        assert_eq!(of(3, 7), one);
        assert_ne!(of(1, 8).estimate, one.estimate);
    }

    #[test]
    fn what_is_stopped_is_made_of_the_runs_that_are_done() {
        let puzzle = Puzzle::empty(&Layout::with_boxes(3, 2).unwrap());
        for (enough, fine) in [(4, false), (14, true)] {
            let (flag, done) = (AtomicBool::new(false), AtomicUsize::new(0));
            let progress = |runs: usize, all: usize| {
                assert_eq!(all, 24);
                done.fetch_max(runs, Ordering::Relaxed);
                flag.store(runs >= enough, Ordering::Relaxed);
            };
            let budget = Budget::default().stop_flag(&flag);
            let about = with_cores(1, |counter| {
                counter.estimate(&puzzle, Effort::Samples(4800), 1, &budget, &progress)
            })
            .unwrap();
            assert_eq!(
                (about.runs, about.stopped),
                (done.into_inner(), Some(StopReason::Flag))
            );
            assert_eq!(about.estimate.is_ok(), fine, "{about:?}");
        }
        let flag = AtomicBool::new(true);
        let stopped = with_cores(1, |counter| {
            counter.estimate(
                &puzzle,
                Effort::For(Duration::from_secs(1)),
                1,
                &Budget::default().stop_flag(&flag),
                &|_, _| {},
            )
        });
        assert_eq!(stopped, Err(StopReason::Flag));
    }

    #[test]
    fn time_decides_about_particles_and_rules_about_support() {
        let puzzle = Puzzle::empty(&Layout::with_boxes(2, 2).unwrap());
        let of = |time| {
            with_cores(1, |counter| {
                counter.estimate(
                    &puzzle,
                    Effort::For(time),
                    1,
                    &Budget::default(),
                    &|_, _| {},
                )
            })
            .unwrap()
        };
        let (short, long) = (of(Duration::ZERO), of(Duration::from_millis(400)));
        assert!(
            short.samples == 2400 && long.samples > 2400,
            "{short:?} {long:?}"
        );
        let knight = Puzzle::empty(
            &Layout::builder(9)
                .boxes(3, 3)
                .rule("anti-knight")
                .build()
                .unwrap(),
        );
        let refused = with_cores(1, |counter| {
            counter.estimate(
                &knight,
                Effort::Samples(9),
                1,
                &Budget::default(),
                &|_, _| {},
            )
        });
        assert_eq!(refused, Err(StopReason::Unsupported));
        // As many samples as nobody can wait for do not take more memory than there is.
        let clock = Deadline::after(Duration::from_millis(50));
        let expired = || clock.has_passed();
        let budget = Budget::default().expired(&expired);
        for effort in [Effort::Samples(usize::MAX), Effort::For(Duration::MAX)] {
            let most = with_cores(1, |counter| {
                counter.estimate(&puzzle, effort, 1, &budget, &|_, _| {})
            });
            assert!(
                most.is_err() || most.is_ok_and(|most| most.stopped == Some(StopReason::Time)),
                "{effort:?}"
            );
        }
        // More runs where there is no room for more particles.
        let large = Puzzle::empty(&Layout::of_size(64).unwrap());
        assert_eq!(most_particles(&large), 819);
    }
}
