//! Puzzles to order: [`Request`] says what they shall be like, [`Generator`] makes them.
//!
//! ```text
//!   seed, n ─▶ Rng::stream ─▶ a full grid ─▶ clues go, in random order ─▶ is it what was asked for? ─▶ GeneratedPuzzle
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
//! depends on the random grids of [`grid_generator`](crate::grid_generator), on the order of draws in `maker`, `pattern` and `pool`, on numbers of solutions, which are what they are, and, if a
//! difficulty is asked for, on ratings: see `judge` for which of these may change. No engine's speed, guesses or order of solutions is part of it. Tests hold the first puzzles of some seeds.
//!
//! ```
//! use ndoku_core::Layout;
//! use ndoku_solver::Budget;
//! use ndoku_generate::{Generator, Request, Symmetry};
//!
//! let request = Request::new(&Layout::classic()).symmetry(&[Symmetry::Rotational]);
//! let made = Generator::new(request)?.generate(42, 1, &Budget::default())?;
//! assert!((18..40).contains(&made.puzzle.clue_count()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod difficulty_filter;
mod evolution;
mod pattern;
mod puzzle_search;
mod reduce;
mod request;
mod uniqueness_checker;

use std::ops::Range;

pub use bounds::min_clues;
use difficulty_filter::DifficultyFilter;
use ndoku_core::{Digit, Puzzle, Solution};
use ndoku_solver::{Budget, StopReason};
use puzzle_search::{Attempt, PuzzleSearch, SearchState};
pub use request::{
    DEFAULT_MAX_ATTEMPTS, DifficultyTarget, Objective, Optimization, Request, RequestError, Scale,
};
use uniqueness_checker::UniquenessChecker;

use crate::grid_generator::{GridError, GridGenerator};
use crate::{Rng, regions};

/// A puzzle that was made, and has exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
    /// How many puzzles were made and looked at, this one included.
    pub attempts: u64,
    /// What the scale of the request says of it, if a difficulty was asked for, in the unit of the [`Scale`].
    pub rating: Option<u32>,
}

/// Why a puzzle was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// None that is as asked for was met in so many tries.
    #[error("not found in {attempts} attempts")]
    NotFound {
        /// As the request allows.
        attempts: u64,
    },
    /// There is no full grid to begin with.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The puzzle to begin with has no solution.
    #[error("the start has no solution")]
    UnsolvableStart,
    /// The budget ran out, or an engine found a fault of its own.
    #[error(transparent)]
    Stopped(StopReason),
}

/// Makes puzzles. Keep one for many, one for each thread; what it keeps changes nothing.
pub struct Generator {
    request: Request,
    grid_generator: GridGenerator,
    checker: UniquenessChecker,
    filter: DifficultyFilter,
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
        let grid_generator = GridGenerator::new(layout).map_err(|_| RequestError::Layout)?;
        if request.has_pencilmarks && layout.size() > crate::singles::MAX_SIZE {
            return Err(RequestError::Layout);
        }
        Ok(Self {
            grid_generator,
            checker: UniquenessChecker::new(layout),
            filter: DifficultyFilter::new(&request),
            request,
        })
    }

    /// The n-th puzzle of a seed.
    ///
    /// Takes a hundred microseconds for a 9×9 puzzle of which nothing special is asked, and as long as the tries last for one that cannot be found. The guesses of
    /// `budget` hold for each proof; its flag and clock for all.
    ///
    /// # Errors
    /// [`GenerateError`].
    pub fn generate(
        &mut self,
        seed: u64,
        n: u64,
        budget: &Budget<'_>,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        let mut rng = Rng::stream(seed, n);
        let Self {
            request,
            grid_generator,
            checker,
            filter,
        } = self;
        if !request.has_random_regions {
            return made(&mut PuzzleSearch::new(
                request,
                grid_generator,
                checker,
                filter,
                rng,
                budget,
                None,
            )?);
        }
        // Every puzzle has a layout of its own.
        filter.clear_cache();
        let (layout, grid) = regions::random_layout(request.layout(), &mut rng, budget)?;
        let (grid_generator, mut checker) = (
            GridGenerator::new(&layout)?,
            UniquenessChecker::new(&layout),
        );
        made(&mut PuzzleSearch::new(
            request,
            &grid_generator,
            &mut checker,
            filter,
            rng,
            budget,
            Some(grid),
        )?)
    }

    /// The puzzles of a seed from one number to another, each as [`generate`](Self::generate) gives it. Classic puzzles come several times as fast, since the clues of all are
    /// taken away side by side; some hundred at once are enough for that.
    pub fn generate_batch(
        &mut self,
        seed: u64,
        numbers: Range<u64>,
        budget: &Budget<'_>,
    ) -> Vec<Result<GeneratedPuzzle, GenerateError>> {
        if !self.request.is_batch_reducible() {
            return numbers.map(|n| self.generate(seed, n, budget)).collect();
        }
        let Self {
            request,
            grid_generator,
            checker,
            filter,
        } = self;
        let mut answers: Vec<Option<Result<GeneratedPuzzle, GenerateError>>> = Vec::new();
        let mut waiting: Vec<(usize, SearchState)> = Vec::new();
        for (place, n) in numbers.enumerate() {
            match PuzzleSearch::new(
                request,
                grid_generator,
                checker,
                filter,
                Rng::stream(seed, n),
                budget,
                None,
            )
            .and_then(PuzzleSearch::suspend)
            {
                Ok(plan) => {
                    waiting.push((place, plan));
                    answers.push(None);
                }
                Err(reason) => answers.push(Some(Err(reason))),
            }
        }
        while !waiting.is_empty() {
            let left = checker.reduce_batch(
                waiting
                    .iter()
                    .map(|(_, waiting)| (&waiting.orbits[..], &waiting.plan)),
            );
            let tried = std::mem::take(&mut waiting);
            for ((place, plan), clues) in tried.into_iter().zip(left) {
                let resume = |clues| {
                    PuzzleSearch::resume(
                        request,
                        grid_generator,
                        checker,
                        filter,
                        budget,
                        plan,
                        clues,
                    )
                };
                answers[place] = match clues
                    .ok_or(GenerateError::Stopped(StopReason::Fault))
                    .and_then(resume)
                {
                    Ok(Attempt::Next(next)) => {
                        waiting.push((place, next));
                        None
                    }
                    Ok(Attempt::Done(mut search, candidate)) => {
                        let puzzle = search.checker.puzzle(&candidate.clues);
                        Some(proven(&mut search, puzzle, &candidate.grid))
                    }
                    Err(reason) => Some(Err(reason)),
                };
            }
        }
        answers
            .into_iter()
            .map(|answer| answer.unwrap_or(Err(GenerateError::Stopped(StopReason::Fault))))
            .collect()
    }
}

/// What the maker makes, proven once more.
fn made(search: &mut PuzzleSearch<'_>) -> Result<GeneratedPuzzle, GenerateError> {
    let (puzzle, grid) = search.run()?;
    proven(search, puzzle, &grid)
}

fn proven(
    search: &mut PuzzleSearch<'_>,
    puzzle: Puzzle,
    grid: &[u8],
) -> Result<GeneratedPuzzle, GenerateError> {
    let fault = GenerateError::Stopped(StopReason::Fault);
    if search
        .checker
        .unique_solution(&puzzle, search.budget)?
        .as_deref()
        != Some(grid)
    {
        return Err(fault);
    }
    let solution =
        Solution::new(puzzle.layout(), &uniqueness_checker::digits(grid)).map_err(|_| fault)?;
    let rating = match search.request.target {
        Some(_) => {
            let clues: Vec<u8> = puzzle
                .clues()
                .iter()
                .map(|clue| clue.map_or(0, Digit::get))
                .collect();
            Some(
                search
                    .filter
                    .rate(search.checker, &clues, grid, search.budget)?,
            )
        }
        None => None,
    };
    Ok(GeneratedPuzzle {
        puzzle,
        solution,
        attempts: search.attempts,
        rating,
    })
}

#[cfg(test)]
mod tests;
