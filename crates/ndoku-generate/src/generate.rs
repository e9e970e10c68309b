//! Puzzles to order: [`Request`] says what they shall be like, [`Generator`] makes them.
//!
//! ```text
//!   seed, n ─▶ Rng::stream ─▶ a full grid ─▶ clues go, in random order ─▶ is it what was asked for? ─▶ Made
//!                                     ▲               ▲                          │ nearly
//!                                     │               └── some other clues first ┤
//!                                     └──────────── no nearer for a long time ◀──┘
//! ```
//!
//! | file | |
//! |---|---|
//! | `request` | what is asked for |
//! | `bounds` | what no puzzle can be like |
//! | `thin` | taking away what is not needed |
//! | `proof` | has it one solution? |
//! | `judge` | easier, within, harder |
//! | `maker` | grids, clues, and climbing towards what is asked for |
//! | `pattern` | clues in given cells |
//! | `pool` | puzzles that evolve |
//!
//! **Reproducible.** The n-th puzzle of a seed comes from `Rng::stream(seed, n)` alone, and so does not depend on the puzzles before it, on threads or machine. It
//! depends on the random grids of [`fill`](crate::fill), on the order of draws in `maker`, `pattern` and `pool`, on numbers of solutions, which are what they are, and, if a
//! difficulty is asked for, on ratings: see `judge` for which of these may change. No engine's speed, guesses or order of solutions is part of it. Tests hold the first puzzles of some seeds.
//!
//! ```
//! use ndoku_core::Layout;
//! use ndoku_solver::Budget;
//! use ndoku_generate::{Generator, Request, Symmetry};
//!
//! let request = Request::new(&Layout::classic()).symmetry(&[Symmetry::Rotational]);
//! let made = Generator::new(request)?.make(42, 1, &Budget::default())?;
//! assert!((18..40).contains(&made.puzzle.clue_count()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod judge;
mod maker;
mod pattern;
mod pool;
mod proof;
mod request;
mod thin;

use std::ops::Range;

pub use bounds::min_clues;
use judge::Judge;
use maker::{Maker, Tried, Waiting};
use ndoku_core::{Digit, Puzzle, Solution};
use ndoku_solver::{Budget, StopReason};
use proof::Prover;
pub use request::{Aim, Goal, Pool, Request, RequestError, Scale, TRIES};

use crate::fill::{FillError, Filler};
use crate::{Rng, regions};

/// A puzzle that was made, and has exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
    /// How many puzzles were made and looked at, this one included.
    pub tries: u64,
    /// What the scale of the request says of it, if a difficulty was asked for, in the unit of the [`Scale`].
    pub rating: Option<u32>,
}

/// Why a puzzle was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotMade {
    /// None that is as asked for was met in so many tries.
    #[error("not found in {tries} attempts")]
    NotFound {
        /// As the request allows.
        tries: u64,
    },
    /// There is no full grid to begin with.
    #[error(transparent)]
    Fill(#[from] FillError),
    /// The puzzle to begin with has no solution.
    #[error("the start has no solution")]
    Start,
    /// The budget ran out, or an engine found a fault of its own.
    #[error(transparent)]
    Stopped(StopReason),
}

/// Makes puzzles. Keep one for many, one for each thread; what it keeps changes nothing.
pub struct Generator {
    request: Request,
    filler: Filler,
    prover: Prover,
    judge: Judge,
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator")
            .field("request", &self.request)
            .finish_non_exhaustive()
    }
}

impl Generator {
    /// For this request.
    ///
    /// # Errors
    /// [`RequestError`], if it contradicts itself or the layout.
    pub fn new(request: Request) -> Result<Self, RequestError> {
        request.check()?;
        let layout = request.layout();
        let filler = Filler::new(layout).map_err(|_| RequestError::Layout)?;
        if request.has_pencilmarks && layout.size() > crate::singles::LARGEST {
            return Err(RequestError::Layout);
        }
        Ok(Self {
            filler,
            prover: Prover::new(layout),
            judge: Judge::new(&request),
            request,
        })
    }

    /// The n-th puzzle of a seed.
    ///
    /// Takes a hundred microseconds for a 9×9 puzzle of which nothing special is asked, and as long as the tries last for one that cannot be found. The guesses of
    /// `budget` hold for each proof; its flag and clock for all.
    ///
    /// # Errors
    /// [`NotMade`].
    pub fn make(&mut self, seed: u64, n: u64, budget: &Budget<'_>) -> Result<Made, NotMade> {
        let mut rng = Rng::stream(seed, n);
        let Self {
            request,
            filler,
            prover,
            judge,
        } = self;
        if !request.has_random_regions {
            return made(&mut Maker::new(
                request, filler, prover, judge, rng, budget, None,
            )?);
        }
        // Every puzzle has a layout of its own.
        judge.forget();
        let (layout, grid) = regions::random(request.layout(), &mut rng, budget)?;
        let (filler, mut prover) = (Filler::new(&layout)?, Prover::new(&layout));
        made(&mut Maker::new(
            request,
            &filler,
            &mut prover,
            judge,
            rng,
            budget,
            Some(grid),
        )?)
    }

    /// The puzzles of a seed from one number to another, each as [`make`](Self::make) gives it. Classic puzzles come several times as fast, since the clues of all are
    /// taken away side by side; some hundred at once are enough for that.
    pub fn make_many(
        &mut self,
        seed: u64,
        numbers: Range<u64>,
        budget: &Budget<'_>,
    ) -> Vec<Result<Made, NotMade>> {
        if !self.request.is_thinned_together() {
            return numbers.map(|n| self.make(seed, n, budget)).collect();
        }
        let Self {
            request,
            filler,
            prover,
            judge,
        } = self;
        let mut answers: Vec<Option<Result<Made, NotMade>>> = Vec::new();
        let mut waiting: Vec<(usize, Waiting)> = Vec::new();
        for (place, n) in numbers.enumerate() {
            match Maker::new(
                request,
                filler,
                prover,
                judge,
                Rng::stream(seed, n),
                budget,
                None,
            )
            .and_then(Maker::wait)
            {
                Ok(begun) => {
                    waiting.push((place, begun));
                    answers.push(None);
                }
                Err(reason) => answers.push(Some(Err(reason))),
            }
        }
        while !waiting.is_empty() {
            let left = prover.thin_many(
                waiting
                    .iter()
                    .map(|(_, waiting)| (&waiting.sets[..], &waiting.begun)),
            );
            let tried = std::mem::take(&mut waiting);
            for ((place, begun), clues) in tried.into_iter().zip(left) {
                let go_on =
                    |clues| Maker::go_on(request, filler, prover, judge, budget, begun, clues);
                answers[place] = match clues
                    .ok_or(NotMade::Stopped(StopReason::Fault))
                    .and_then(go_on)
                {
                    Ok(Tried::Next(next)) => {
                        waiting.push((place, next));
                        None
                    }
                    Ok(Tried::Done(mut maker, draft)) => {
                        let puzzle = maker.prover.puzzle(&draft.clues);
                        Some(proven(&mut maker, puzzle, &draft.grid))
                    }
                    Err(reason) => Some(Err(reason)),
                };
            }
        }
        answers
            .into_iter()
            .map(|answer| answer.unwrap_or(Err(NotMade::Stopped(StopReason::Fault))))
            .collect()
    }
}

/// What the maker makes, proven once more.
fn made(maker: &mut Maker<'_>) -> Result<Made, NotMade> {
    let (puzzle, grid) = maker.make()?;
    proven(maker, puzzle, &grid)
}

fn proven(maker: &mut Maker<'_>, puzzle: Puzzle, grid: &[u8]) -> Result<Made, NotMade> {
    let fault = NotMade::Stopped(StopReason::Fault);
    if maker.prover.solution(&puzzle, maker.budget)?.as_deref() != Some(grid) {
        return Err(fault);
    }
    let solution = Solution::new(puzzle.layout(), &proof::digits(grid)).map_err(|_| fault)?;
    let rating = match maker.request.aim {
        Some(_) => {
            let clues: Vec<u8> = puzzle
                .clues()
                .iter()
                .map(|clue| clue.map_or(0, Digit::get))
                .collect();
            Some(maker.judge.rate(maker.prover, &clues, grid, maker.budget)?)
        }
        None => None,
    };
    Ok(Made {
        puzzle,
        solution,
        tries: maker.tries,
        rating,
    })
}

#[cfg(test)]
mod tests;
