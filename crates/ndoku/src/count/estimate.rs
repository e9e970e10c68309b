//! Estimates of the number of solutions: independent runs on all free threads, for a given time or
//! number of samples.
//!
//! ```text
//!   Effort::Time(5 s) ─ two trials ─▶ Effort::Samples(n) ─▶ 24 or more runs ─▶ EstimateReport
//! ```
//!
//! Each run has its own random bits.

use std::time::{Duration, Instant};

use ndoku_core::{Puzzle, Rng};
pub use ndoku_count::estimate::{Estimate, EstimateError, Proposal, WideFloat};
use ndoku_count::estimate::{Estimator, SmcRun};
use ndoku_solver::{Budget, StopReason};

use super::{Counter, Progress, tasks};

/// Number of runs of an estimate, unless their particles would take too much memory.
///
/// More runs show their own deviation better, fewer runs have more particles each. Twice as many
/// runs make no visible difference.
const DEFAULT_RUNS: usize = 24;

/// Maximum memory for the particles of a run, in bytes.
const MAX_PARTICLE_BYTES: usize = 1 << 26;

/// Number of particles of the first trial.
const TRIAL_PARTICLES: usize = 20;

/// Number of runs of the second trial, which takes a tenth of the time on one core.
const TRIAL_RUNS: usize = 8;

/// Maximum number of runs of an estimate, which are kept until the end.
///
/// They take days, but only a few tens of MB.
const MAX_RUNS: usize = 1 << 20;

/// Minimum number of particles; fewer leave a run nothing to choose from.
const MIN_PARTICLES: usize = 100;

/// The effort that an estimate is worth.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effort {
    /// The approximate time on the free threads.
    ///
    /// The number of samples, and so the result, depends on the machine and its load.
    Time(Duration),
    /// The approximate number of samples, at least 2400.
    ///
    /// With the same seed, the result is the same on every machine, except for the last digits.
    Samples(usize),
}

/// The result of an estimate and how it was made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EstimateReport {
    /// The estimate with its interval, or the reason why there is no interval.
    pub estimate: Result<Estimate, EstimateError>,
    /// The proposal by which particles filled the grid.
    pub proposal: Proposal,
    /// Number of samples that were requested or that fitted into the time, limited to the maximum.
    ///
    /// [`Effort::Samples`] with this number and the same seed reproduces the estimate.
    pub samples: usize,
    /// Number of finished runs, all of the same size.
    pub runs: usize,
    /// The reason why some runs are missing, if any.
    pub stopped: Option<StopReason>,
}

impl Counter<'_> {
    /// Estimates the number of solutions by sequential Monte Carlo.
    ///
    /// The estimate is unbiased and has a 95% confidence interval, or a reason why there is none.
    /// `progress` is called with the number of finished runs and of all runs.
    ///
    /// Supports every layout up to 64×64 whose rules are houses, with any clues and pencilmarks. It
    /// is accurate with few clues and inaccurate for puzzles with few solutions. Use
    /// [`count`](Self::count) for these; it also detects puzzles without a solution faster.
    ///
    /// Takes up to 64 MiB for each thread. The stop flag and the clock of the budget end it early,
    /// with an estimate from the finished runs if there are enough. The guess limit has no effect.
    ///
    /// ```
    /// use ndoku::count::{Counter, Effort};
    /// use ndoku::{Budget, Layout, Puzzle, ThreadBudget};
    /// use std::num::NonZeroUsize;
    ///
    /// let threads = ThreadBudget::new(NonZeroUsize::MIN);
    /// let puzzle = Puzzle::empty(&Layout::with_boxes(3, 2)?);
    /// let effort = Effort::Samples(5000);
    /// let report =
    ///     Counter::new(&threads).estimate(&puzzle, effort, 1, &Budget::default(), &|_, _| {})?;
    /// assert!((2.6e7..3.0e7).contains(&report.estimate?.mean.to_f64()), "there are 28,200,960");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`StopReason::Unsupported`] for other layouts, and the reason for stopping if no run
    /// finished.
    pub fn estimate(
        &mut self,
        puzzle: &Puzzle,
        effort: Effort,
        seed: u64,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Result<EstimateReport, StopReason> {
        let _permit = self.threads.acquire();
        let mut estimator = Estimator::new(puzzle)?;
        let samples = match effort {
            Effort::Samples(samples) => samples.max(DEFAULT_RUNS * MIN_PARTICLES),
            Effort::Time(time) => self.calibrate_samples(&mut estimator, time, seed, budget)?,
        };
        let particles = (samples / DEFAULT_RUNS).clamp(MIN_PARTICLES, max_particles(puzzle));
        estimator.set_particles(particles);
        let samples = samples.min(MAX_RUNS.saturating_mul(particles));
        let (runs, stopped) =
            self.run_estimator(&estimator, samples / particles, seed, budget, progress);
        Ok(EstimateReport {
            estimate: Estimate::new(&runs),
            proposal: estimator.proposal(),
            samples,
            runs: runs.len(),
            stopped,
        })
    }

    /// Finds the number of samples that fit into a time, by runs that are discarded.
    ///
    /// The results of trials must not influence which runs are kept.
    fn calibrate_samples(
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
                estimator.set_particles(
                    (particles as usize).clamp(TRIAL_PARTICLES, Estimator::DEFAULT_PARTICLES),
                );
                let begin = Instant::now();
                match self
                    .run_estimator(estimator, runs, !seed, budget, &|_, _| {})
                    .1
                {
                    Some(reason) => Err(reason),
                    None => Ok((runs * estimator.particles()) as f64
                        / begin.elapsed().as_secs_f64().max(1e-9)),
                }
            };
        let speed = trial(1, TRIAL_PARTICLES as f64)?;
        let speed = trial(TRIAL_RUNS, 0.1 * time * speed / TRIAL_RUNS as f64)?;
        let left = (time - began.elapsed().as_secs_f64()).max(0.0);
        // Some runs take longer than the trials did.
        Ok(((0.9 * left * speed) as usize).max(DEFAULT_RUNS * MIN_PARTICLES))
    }

    /// Performs runs on the free threads and returns the finished ones, in order.
    fn run_estimator(
        &self,
        estimator: &Estimator,
        number: usize,
        seed: u64,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> (Vec<SmcRun>, Option<StopReason>) {
        let worker = || {
            |run| {
                let mut rng = Rng::stream(seed, run as u64);
                estimator.run(&mut || rng.next_u64(), budget).map(Some)
            }
        };
        let (runs, stopped) = tasks::run(self.threads, number, &worker, progress);
        (runs.into_iter().flatten().collect(), stopped)
    }
}

/// Returns the number of particles that fit into memory: two copies of each, with about ten bytes
/// per cell.
fn max_particles(puzzle: &Puzzle) -> usize {
    (MAX_PARTICLE_BYTES / (20 * puzzle.layout().cell_count())).max(MIN_PARTICLES)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use ndoku_core::Layout;

    use super::*;
    use crate::Deadline;
    use ndoku_solver::ThreadBudget;

    fn with_threads<T>(threads: usize, run: impl FnOnce(&mut Counter<'_>) -> T) -> T {
        let threads = ThreadBudget::new(NonZeroUsize::new(threads).unwrap());
        run(&mut Counter::new(&threads))
    }

    #[test]
    fn estimates_do_not_depend_on_the_number_of_threads() {
        let puzzle = Puzzle::empty(&Layout::with_boxes(2, 2).unwrap());
        let of = |threads, seed| {
            with_threads(threads, |counter| {
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
            one.estimate.as_ref().unwrap().covers(WideFloat::new(288.0)),
            "{one:?}"
        );
        assert_eq!((one.runs, one.samples, one.stopped), (24, 2400, None));
        assert_eq!(of(3, 7), one);
        assert_ne!(of(1, 8).estimate, one.estimate);
    }

    #[test]
    fn a_stopped_estimate_uses_the_finished_runs() {
        let puzzle = Puzzle::empty(&Layout::with_boxes(3, 2).unwrap());
        for (enough, fine) in [(4, false), (14, true)] {
            let (flag, done) = (AtomicBool::new(false), AtomicUsize::new(0));
            let progress = |runs: usize, all: usize| {
                assert_eq!(all, 24);
                done.fetch_max(runs, Ordering::Relaxed);
                flag.store(runs >= enough, Ordering::Relaxed);
            };
            let budget = Budget::default().stop_flag(&flag);
            let report = with_threads(1, |counter| {
                counter.estimate(&puzzle, Effort::Samples(4800), 1, &budget, &progress)
            })
            .unwrap();
            assert_eq!(
                (report.runs, report.stopped),
                (done.into_inner(), Some(StopReason::Canceled))
            );
            assert_eq!(report.estimate.is_ok(), fine, "{report:?}");
        }
        let flag = AtomicBool::new(true);
        let stopped = with_threads(1, |counter| {
            counter.estimate(
                &puzzle,
                Effort::Time(Duration::from_secs(1)),
                1,
                &Budget::default().stop_flag(&flag),
                &|_, _| {},
            )
        });
        assert_eq!(stopped, Err(StopReason::Canceled));
    }

    #[test]
    fn time_sets_the_samples_and_other_rules_are_refused() {
        let puzzle = Puzzle::empty(&Layout::with_boxes(2, 2).unwrap());
        let of = |time| {
            with_threads(1, |counter| {
                counter.estimate(
                    &puzzle,
                    Effort::Time(time),
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
        let refused = with_threads(1, |counter| {
            counter.estimate(
                &knight,
                Effort::Samples(9),
                1,
                &Budget::default(),
                &|_, _| {},
            )
        });
        assert_eq!(refused, Err(StopReason::Unsupported));
        // A huge number of samples does not take more memory than there is.
        let clock = Deadline::after(Duration::from_millis(50));
        let expired = || clock.has_passed();
        let budget = Budget::default().stop_when(&expired);
        for effort in [Effort::Samples(usize::MAX), Effort::Time(Duration::MAX)] {
            let most = with_threads(1, |counter| {
                counter.estimate(&puzzle, effort, 1, &budget, &|_, _| {})
            });
            assert!(
                most.is_err() || most.is_ok_and(|most| most.stopped == Some(StopReason::Timeout)),
                "{effort:?}"
            );
        }
        // Where there is no room for more particles, there are more runs.
        let large = Puzzle::empty(&Layout::for_size(64).unwrap());
        assert_eq!(max_particles(&large), 819);
    }
}
