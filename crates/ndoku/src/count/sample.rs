//! Uniform, independent samples of solutions; a solution can appear twice.
//!
//! | puzzle | method |
//! |---|---|
//! | classic 9×9 with many solutions | `ndoku_count::SolutionSampler` |
//! | any with at most [`MAX_LISTED_SOLUTIONS`] solutions | two searches |
//! | others | none: exact sampling is not possible |
//!
//! The first search counts the solutions. The second one takes those whose random numbers were
//! chosen.

use std::ops::ControlFlow;

use ndoku_core::{Digit, Puzzle, Rng};
use ndoku_count::{BandStackSum, PRESEARCH_GUESSES, PRESEARCH_SOLUTIONS, SolutionSampler};
use ndoku_solver::{Budget, Stats, StopReason};

use super::{Count, CountLimit, Counter, Incomplete, Progress, tasks};

/// Maximum number of solutions of a puzzle of any layout that can be sampled by listing all of
/// them.
pub const MAX_LISTED_SOLUTIONS: u64 = 2_000_000;

/// Maximum number of solutions that are sampled in parallel before they are returned in order.
///
/// This is about a second of work for one core.
const MAX_BATCH: u64 = 256;

/// A reason why no solutions are sampled.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleError {
    /// The layout can be sampled only by listing all solutions, and there are too many.
    #[error(
        "there are more than {MAX_LISTED_SOLUTIONS} solutions, too many to sample from with equal \
        probability"
    )]
    TooMany,
    /// The budget ran out, or an internal error was detected.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

impl Counter<'_> {
    /// Samples `number` solutions uniformly, and calls `found` with the digits of each, row by row,
    /// until it breaks.
    ///
    /// Returns the number of solutions of the puzzle; if it is 0, there are no samples. The same
    /// state of `rng` gives the same samples, whatever the number of threads. For classic puzzles,
    /// a greater `number` begins with the same samples.
    ///
    /// For classic puzzles, sampling costs a count and then 2 to 20 ms per sample. For others, it
    /// costs two searches for all solutions, and memory for each distinct sample. The guess limit
    /// of the budget applies to each search; for classic puzzles it has no effect.
    ///
    /// # Errors
    /// Returns a [`SampleError`]; samples that `found` got before remain valid.
    pub fn sample(
        &mut self,
        puzzle: &Puzzle,
        number: u64,
        rng: &mut Rng,
        budget: &Budget<'_>,
        progress: Progress<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<u128, SampleError> {
        let _permit = self.threads.acquire();
        let layout = puzzle.layout();
        if layout.is_classic() && puzzle.pencilmarks().is_none() {
            let first = budget.max_guesses(PRESEARCH_GUESSES);
            return match self
                .solver
                .engine(puzzle)
                .count_up_to(puzzle, PRESEARCH_SOLUTIONS, &first)
            {
                Ok(tally) if !tally.has_more => {
                    self.sample_listed(puzzle, tally.number, number, rng, budget, found)
                }
                Ok(_) => self.sample_classic(puzzle, number, rng, budget, progress, found),
                Err(stopped) if stopped.reason == StopReason::GuessLimit => {
                    self.sample_classic(puzzle, number, rng, budget, progress, found)
                }
                Err(stopped) => Err(stopped.reason.into()),
            };
        }
        // With diagonals, an exact count can take far longer than a search up to the bound.
        let count = if layout.is_plain() {
            let Count {
                number, incomplete, ..
            } = self.count_here(
                puzzle,
                CountLimit::new(MAX_LISTED_SOLUTIONS),
                budget,
                progress,
            );
            (u64::try_from(number).unwrap_or(u64::MAX), incomplete)
        } else {
            match self
                .solver
                .engine(puzzle)
                .count_up_to(puzzle, MAX_LISTED_SOLUTIONS, budget)
            {
                Ok(tally) => (tally.number, tally.has_more.then_some(Incomplete::Limit)),
                Err(stopped) => (0, Some(Incomplete::Stopped(stopped.reason))),
            }
        };
        match count {
            (count, None) => self.sample_listed(puzzle, count, number, rng, budget, found),
            (_, Some(Incomplete::Limit)) => Err(SampleError::TooMany),
            (_, Some(Incomplete::Stopped(reason))) => Err(reason.into()),
        }
    }

    /// Samples from a puzzle with `count` solutions by listing them.
    fn sample_listed(
        &mut self,
        puzzle: &Puzzle,
        count: u64,
        number: u64,
        rng: &mut Rng,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<u128, SampleError> {
        if count == 0 {
            return Ok(0);
        }
        // With fewer samples than solutions, only the sampled solutions are kept.
        let all = number >= count;
        let sampled: Vec<u64> = if all {
            Vec::new()
        } else {
            (0..number).map(|_| rng.below(count)).collect()
        };
        let mut wanted = sampled.clone();
        wanted.sort_unstable();
        wanted.dedup();
        let mut kept: Vec<Box<[Digit]>> = Vec::new();
        let mut seen = 0;
        let _: Stats = self
            .solver
            .for_each_solution(puzzle, budget, &mut |digits| {
                if all || wanted.get(kept.len()) == Some(&seen) {
                    kept.push(digits.into());
                }
                seen += 1;
                if all || kept.len() < wanted.len() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .map_err(|stopped| stopped.reason)?;
        for turn in 0..number {
            if turn % 1024 == 0
                && let Some(reason) = budget.poll()
            {
                return Err(reason.into());
            }
            let place = match usize::try_from(turn)
                .ok()
                .and_then(|turn| sampled.get(turn))
            {
                Some(number) => wanted.binary_search(number).ok(),
                None => usize::try_from(rng.below(count)).ok(),
            };
            let digits = place
                .and_then(|place| kept.get(place))
                .ok_or(StopReason::Internal)?;
            if found(digits).is_break() {
                break;
            }
        }
        Ok(count.into())
    }

    /// Samples from a classic puzzle with many solutions.
    fn sample_classic(
        &self,
        puzzle: &Puzzle,
        number: u64,
        rng: &mut Rng,
        budget: &Budget<'_>,
        progress: Progress<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<u128, SampleError> {
        let mut clues = [0; 81];
        for (cell, clue) in clues.iter_mut().zip(puzzle.clues()) {
            *cell = clue.map_or(0, Digit::get);
        }
        let stack_sum = BandStackSum::new(&clues, self.isa, budget)?;
        let worker = || {
            let mut worker = stack_sum.worker();
            move |task| worker.run(task, budget)
        };
        let (parts, stopped) = tasks::run(self.threads, stack_sum.task_count(), &worker, progress);
        if let Some(reason) = stopped {
            return Err(reason.into());
        }
        let sampler = SolutionSampler::with_task_sums(stack_sum, parts);
        if sampler.count() == 0 {
            return Ok(0);
        }
        let mut left = number;
        // The first samples are returned soon, later ones are computed in parallel.
        let mut batch = 1;
        while left > 0 {
            let rngs: Vec<Rng> = (0..left.min(batch)).map(|_| rng.split()).collect();
            let worker = || {
                let (mut worker, rngs) = (sampler.worker(), &rngs);
                move |task: usize| {
                    if let Some(reason) = budget.poll() {
                        return Err(reason);
                    }
                    let mut rng = rngs.get(task).cloned().ok_or(StopReason::Internal)?;
                    let grid = worker
                        .sample(&mut || rng.next_u64())
                        .ok_or(StopReason::Internal)?;
                    let digits: Option<Vec<Digit>> =
                        grid.iter().map(|digit| Digit::new(*digit)).collect();
                    digits
                        .filter(|digits| is_solution(puzzle, digits))
                        .ok_or(StopReason::Internal)
                }
            };
            let (sampled, stopped) = tasks::run(self.threads, rngs.len(), &worker, &|_, _| {});
            for digits in sampled.iter().take_while(|digits| !digits.is_empty()) {
                if found(digits).is_break() {
                    return Ok(sampler.count());
                }
            }
            if let Some(reason) = stopped {
                return Err(reason.into());
            }
            left -= rngs.len() as u64;
            batch = (2 * batch).min(MAX_BATCH);
        }
        Ok(sampler.count())
    }
}

/// Returns `true` if digits satisfy the rules and the clues.
fn is_solution(puzzle: &Puzzle, digits: &[Digit]) -> bool {
    let agree = puzzle
        .clues()
        .iter()
        .zip(digits)
        .all(|(clue, digit)| clue.is_none_or(|clue| clue == *digit));
    agree && ndoku_core::Solution::new(puzzle.layout(), digits).is_ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::num::NonZeroUsize;

    use ndoku_core::Layout;

    use super::*;
    use ndoku_solver::ThreadBudget;

    fn sample(
        puzzle: &Puzzle,
        number: u64,
        seed: u64,
        threads: usize,
    ) -> (Result<u128, SampleError>, Vec<Vec<u8>>) {
        let threads = ThreadBudget::new(NonZeroUsize::new(threads).unwrap());
        let mut sampled = Vec::new();
        let count = Counter::new(&threads).sample(
            puzzle,
            number,
            &mut Rng::new(seed),
            &Budget::default(),
            &|_, _| {},
            &mut |digits| {
                sampled.push(digits.iter().map(|digit| digit.get()).collect());
                ControlFlow::Continue(())
            },
        );
        (count, sampled)
    }

    #[test]
    fn samples_do_not_depend_on_the_number_of_threads() {
        let empty = Puzzle::empty(&Layout::classic());
        let (count, sampled) = sample(&empty, 180, 1, 1);
        assert_eq!(
            (count, sampled.len()),
            (Ok(6_670_903_752_021_072_936_960), 180)
        );
        assert_eq!(sample(&empty, 30, 1, 3).1, sampled[..30]);
        assert_eq!(sample(&empty, 2, 1, 2).1, sampled[..2]);
        assert_ne!(sample(&empty, 5, 2, 2).1, sampled[..5]);
        // Every digit is equally likely in every cell: χ² with 8 degrees of freedom for each of 81
        // cells, which are slightly dependent.
        let chi = |cell: usize| -> f64 {
            let times =
                |digit: u8| sampled.iter().filter(|grid| grid[cell] == digit).count() as f64;
            (1..=9)
                .map(|digit| (times(digit) - 20.0).powi(2) / 20.0)
                .sum()
        };
        let mean = (0..81).map(chi).sum::<f64>() / 81.0;
        assert!((6.0..10.0).contains(&mean), "{mean}");
    }

    #[test]
    fn small_layouts_are_sampled_uniformly() {
        let empty = Puzzle::empty(&Layout::with_boxes(2, 2).unwrap());
        let (count, sampled) = sample(&empty, 28_800, 5, 2);
        assert_eq!(count, Ok(288));
        let mut times = BTreeMap::new();
        sampled
            .iter()
            .for_each(|grid| *times.entry(grid).or_insert(0_u32) += 1);
        assert_eq!(times.len(), 288);
        // χ² with 287 degrees of freedom: mean 287, standard deviation 24.
        let chi: f64 = times
            .values()
            .map(|times| (f64::from(*times) - 100.0).powi(2) / 100.0)
            .sum();
        assert!((200.0..380.0).contains(&chi), "{chi}");
    }

    #[test]
    fn unlimited_samples_need_no_memory() {
        let empty = Puzzle::empty(&Layout::with_boxes(2, 2).unwrap());
        let (_, few) = sample(&empty, 287, 5, 1);
        let threads = ThreadBudget::new(NonZeroUsize::MIN);
        let mut sampled: Vec<Vec<u8>> = Vec::new();
        let count = Counter::new(&threads).sample(
            &empty,
            u64::MAX,
            &mut Rng::new(5),
            &Budget::default(),
            &|_, _| {},
            &mut |digits| {
                sampled.push(digits.iter().map(|digit| digit.get()).collect());
                if sampled.len() < 400 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        assert_eq!((count, &sampled[..287]), (Ok(288), &few[..]));
    }

    #[test]
    fn puzzles_without_and_with_too_many_solutions() {
        let none: Puzzle =
            "12345678.........9..............................................................."
                .parse()
                .unwrap();
        assert_eq!(sample(&none, 3, 1, 1), (Ok(0), Vec::new()));
        let six = Puzzle::empty(&Layout::with_boxes(3, 2).unwrap());
        assert_eq!(
            sample(&six, 3, 1, 1),
            (Err(SampleError::TooMany), Vec::new())
        );
    }
}
