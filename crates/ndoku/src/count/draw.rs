//! Solutions drawn at random, each with the same probability, independently of each other: one may come twice.
//!
//! | puzzle | how |
//! |---|---|
//! | classic 9×9 with many solutions | counted by contraction, each solution followed down through the sum: `ndoku_solver::count::Sampler` |
//! | any with at most [`DRAWN_BY_LISTING`] solutions | all are found twice: first to count them, then to take those whose numbers were drawn |
//! | others | cannot be drawn exactly, so they are not |

use std::ops::ControlFlow;

use ndoku_core::{Digit, Puzzle};
use ndoku_solver::count::{Contraction, GUESSES_FIRST, SEARCH_FIRST, Sampler};
use ndoku_solver::{Budget, Stats, StopReason};

use super::{Count, Counter, Progress, Reach, Short, cores};
use crate::rng::Rng;

/// A puzzle of any layout with at most so many solutions can be drawn from, since all of them can be found.
pub const DRAWN_BY_LISTING: u64 = 2_000_000;

/// So many solutions are drawn side by side before they are handed on in order: about a second's work of one core.
const BATCH: u64 = 256;

/// Why no solutions are drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// The layout has no way to draw but by finding all solutions, and there are too many.
    #[error(
        "there are more than {DRAWN_BY_LISTING} solutions, too many to draw from with equal probability"
    )]
    TooMany,
    /// The budget ran out, or a fault was found.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

impl Counter<'_> {
    /// Draws `number` solutions, each of all solutions with the same probability, and calls `found` with the digits of each, row by row, until it breaks. The same
    /// chance draws the same solutions, whatever the number of cores; of a greater `number` the first are the same for classic puzzles. Returns how many
    /// solutions the puzzle has; if there are none, none is drawn.
    ///
    /// Costs the time to count, and then 2 to 20 ms for each classic solution; for other puzzles the time to find all solutions twice, and memory for those
    /// that are drawn, each once. The budget's limit of guesses holds for each search; for classic puzzles it has no meaning.
    ///
    /// # Errors
    /// [`DrawError`]; what was given to `found` before that stands.
    pub fn draw(
        &mut self,
        puzzle: &Puzzle,
        number: u64,
        rng: &mut Rng,
        budget: &Budget<'_>,
        progress: Progress<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<u128, DrawError> {
        let _core = self.cores.take();
        let layout = puzzle.layout();
        if layout.is_classic() && puzzle.pencilmarks().is_none() {
            let first = budget.max_guesses(GUESSES_FIRST);
            return match self
                .solver
                .engine(puzzle)
                .count(puzzle, SEARCH_FIRST, &first)
            {
                Ok(tally) if !tally.more => {
                    self.draw_listed(puzzle, tally.count, number, rng, budget, found)
                }
                Ok(_) => self.draw_classic(puzzle, number, rng, budget, progress, found),
                Err(stopped) if stopped.reason == StopReason::Guesses => {
                    self.draw_classic(puzzle, number, rng, budget, progress, found)
                }
                Err(stopped) => Err(stopped.reason.into()),
            };
        }
        // With diagonals an exact count may take far longer than a search up to the bound.
        let count = if layout.is_plain() {
            let Count { number, short, .. } =
                self.count_here(puzzle, Reach::up_to(DRAWN_BY_LISTING), budget, progress);
            (u64::try_from(number).unwrap_or(u64::MAX), short)
        } else {
            match self
                .solver
                .engine(puzzle)
                .count(puzzle, DRAWN_BY_LISTING, budget)
            {
                Ok(tally) => (tally.count, tally.more.then_some(Short::Limit)),
                Err(stopped) => (0, Some(Short::Stopped(stopped.reason))),
            }
        };
        match count {
            (count, None) => self.draw_listed(puzzle, count, number, rng, budget, found),
            (_, Some(Short::Limit)) => Err(DrawError::TooMany),
            (_, Some(Short::Stopped(reason))) => Err(reason.into()),
        }
    }

    /// From a puzzle with so many solutions.
    fn draw_listed(
        &mut self,
        puzzle: &Puzzle,
        count: u64,
        number: u64,
        rng: &mut Rng,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<u128, DrawError> {
        if count == 0 {
            return Ok(0);
        }
        // Of fewer draws than solutions only those solutions are kept that are drawn.
        let all = number >= count;
        let drawn: Vec<u64> = if all {
            Vec::new()
        } else {
            (0..number).map(|_| rng.below(count)).collect()
        };
        let mut wanted = drawn.clone();
        wanted.sort_unstable();
        wanted.dedup();
        let mut kept: Vec<Box<[Digit]>> = Vec::new();
        let mut seen = 0;
        let _: Stats = self
            .solver
            .each(puzzle, budget, &mut |digits| {
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
            let place = match usize::try_from(turn).ok().and_then(|turn| drawn.get(turn)) {
                Some(number) => wanted.binary_search(number).ok(),
                None => usize::try_from(rng.below(count)).ok(),
            };
            let digits = place
                .and_then(|place| kept.get(place))
                .ok_or(StopReason::Fault)?;
            if found(digits).is_break() {
                break;
            }
        }
        Ok(count.into())
    }

    /// From a classic puzzle with many.
    fn draw_classic(
        &self,
        puzzle: &Puzzle,
        number: u64,
        rng: &mut Rng,
        budget: &Budget<'_>,
        progress: Progress<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<u128, DrawError> {
        let mut clues = [0; 81];
        for (cell, clue) in clues.iter_mut().zip(puzzle.clues()) {
            *cell = clue.map_or(0, Digit::get);
        }
        let contraction = Contraction::new(&clues, self.isa, budget)?;
        let worker = || {
            let mut worker = contraction.worker();
            move |task| worker.run(task, budget)
        };
        let (parts, stopped) = cores::run(self.cores, contraction.tasks(), &worker, progress);
        if let Some(reason) = stopped {
            return Err(reason.into());
        }
        let sampler = Sampler::with_parts(contraction, parts);
        if sampler.count() == 0 {
            return Ok(0);
        }
        let mut left = number;
        // The first come soon, many are drawn side by side.
        let mut batch = 1;
        while left > 0 {
            let rngs: Vec<Rng> = (0..left.min(batch)).map(|_| rng.split()).collect();
            let worker = || {
                let (mut drawer, rngs) = (sampler.drawer(), &rngs);
                move |task: usize| {
                    if let Some(reason) = budget.poll() {
                        return Err(reason);
                    }
                    let mut rng = rngs.get(task).cloned().ok_or(StopReason::Fault)?;
                    let grid = drawer
                        .sample(&mut || rng.next_u64())
                        .ok_or(StopReason::Fault)?;
                    let digits: Option<Vec<Digit>> =
                        grid.iter().map(|digit| Digit::new(*digit)).collect();
                    digits
                        .filter(|digits| is_solution(puzzle, digits))
                        .ok_or(StopReason::Fault)
                }
            };
            let (drawn, stopped) = cores::run(self.cores, rngs.len(), &worker, &|_, _| {});
            for digits in drawn.iter().take_while(|digits| !digits.is_empty()) {
                if found(digits).is_break() {
                    return Ok(sampler.count());
                }
            }
            if let Some(reason) = stopped {
                return Err(reason.into());
            }
            left -= rngs.len() as u64;
            batch = (2 * batch).min(BATCH);
        }
        Ok(sampler.count())
    }
}

/// Whether digits keep the rules and the clues.
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
    use super::*;
    use crate::count::Cores;
    use ndoku_core::Layout;
    use std::collections::BTreeMap;
    use std::num::NonZeroUsize;

    fn draw(
        puzzle: &Puzzle,
        number: u64,
        seed: u64,
        threads: usize,
    ) -> (Result<u128, DrawError>, Vec<Vec<u8>>) {
        let cores = Cores::new(NonZeroUsize::new(threads).unwrap());
        let mut drawn = Vec::new();
        let count = Counter::new(&cores).draw(
            puzzle,
            number,
            &mut Rng::new(seed),
            &Budget::default(),
            &|_, _| {},
            &mut |digits| {
                drawn.push(digits.iter().map(|digit| digit.get()).collect());
                ControlFlow::Continue(())
            },
        );
        (count, drawn)
    }

    #[test]
    fn the_empty_grid_with_any_number_of_cores() {
        let empty = Puzzle::empty(&Layout::classic());
        let (count, drawn) = draw(&empty, 180, 1, 1);
        assert_eq!(
            (count, drawn.len()),
            (Ok(6_670_903_752_021_072_936_960), 180)
        );
        assert_eq!(draw(&empty, 30, 1, 3).1, drawn[..30]);
        assert_eq!(draw(&empty, 2, 1, 2).1, drawn[..2]);
        assert_ne!(draw(&empty, 5, 2, 2).1, drawn[..5]);
        // Every digit is as likely as any other in every cell: χ² with 8 degrees of freedom for each of 81 cells, which depend on each other a little.
        let chi = |cell: usize| -> f64 {
            let times = |digit: u8| drawn.iter().filter(|grid| grid[cell] == digit).count() as f64;
            (1..=9)
                .map(|digit| (times(digit) - 20.0).powi(2) / 20.0)
                .sum()
        };
        let mean = (0..81).map(chi).sum::<f64>() / 81.0;
        assert!((6.0..10.0).contains(&mean), "{mean}");
    }

    #[test]
    fn small_layouts_are_met_with_equal_frequency() {
        let empty = Puzzle::empty(&Layout::with_boxes(2, 2).unwrap());
        let (count, drawn) = draw(&empty, 28_800, 5, 2);
        assert_eq!(count, Ok(288));
        let mut times = BTreeMap::new();
        drawn
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
    fn as_many_as_are_asked_for_need_no_memory() {
        let empty = Puzzle::empty(&Layout::with_boxes(2, 2).unwrap());
        let (_, few) = draw(&empty, 287, 5, 1);
        let cores = Cores::new(NonZeroUsize::MIN);
        let mut drawn: Vec<Vec<u8>> = Vec::new();
        let count = Counter::new(&cores).draw(
            &empty,
            u64::MAX,
            &mut Rng::new(5),
            &Budget::default(),
            &|_, _| {},
            &mut |digits| {
                drawn.push(digits.iter().map(|digit| digit.get()).collect());
                if drawn.len() < 400 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        assert_eq!((count, &drawn[..287]), (Ok(288), &few[..]));
    }

    #[test]
    fn none_and_too_many() {
        let none: Puzzle =
            "12345678.........9..............................................................."
                .parse()
                .unwrap();
        assert_eq!(draw(&none, 3, 1, 1), (Ok(0), Vec::new()));
        let six = Puzzle::empty(&Layout::with_boxes(3, 2).unwrap());
        assert_eq!(draw(&six, 3, 1, 1), (Err(DrawError::TooMany), Vec::new()));
    }
}
