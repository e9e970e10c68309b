//! Puzzles to order: a [`Request`] describes the puzzles, a [`Generator`] makes them.
//!
//! ```text
//!   seed, n ─▶ Rng::stream ─▶ a full grid ─▶ clues are removed ─▶ request met? ─▶ GeneratedPuzzle
//!                                 ▲          in random order        │ nearly
//!                                 │                ▲                │
//!                                 │                └── a neighbor ──┤
//!                                 └─── no progress for long ────────┘
//! ```
//!
//! | file | |
//! |---|---|
//! | `request` | the request and its validation |
//! | `bounds` | lower bounds for the number of clues, and clue counts of symmetric patterns |
//! | `reduce` | removal of items that are not needed |
//! | `uniqueness_checker` | numbers of solutions |
//! | `difficulty_filter` | difficulty: too easy, as requested or too hard |
//! | `puzzle_search` | full grids, clues, and the search for the request |
//! | `pattern` | clues in given cells |
//! | `evolution` | optimization by an evolving population |
//!
//! **Reproducible.** The n-th puzzle of a seed comes from `Rng::stream(seed, n)` alone. It does not
//! depend on other puzzles, on threads or on the machine. It depends on the following:
//!
//! - the random grids of [`grid_generator`](crate::grid_generator)
//! - the order of random numbers in `puzzle_search`, `pattern` and `evolution`
//! - numbers of solutions, which are facts
//! - ratings, if a difficulty is requested; `difficulty_filter` says which of these can change
//!
//! It does not depend on the speed, the guesses or the solution order of an engine. Tests hold the
//! first puzzles of some seeds.
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

/// A generated puzzle with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
    /// Number of candidate puzzles that were tested, including this one.
    pub attempts: u64,
    /// The rating on the [`Scale`] of the request, in its unit, if a difficulty was requested.
    pub rating: Option<u32>,
}

/// The reason why no puzzle was generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// No attempt met the request.
    #[error("not found in {attempts} attempts")]
    NotFound {
        /// Number of attempts.
        attempts: u64,
    },
    /// The generator found no full grid to start with.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The puzzle to start from has no solution.
    #[error("the start has no solution")]
    UnsolvableStart,
    /// The budget ran out, or an engine reported an internal error.
    #[error(transparent)]
    Stopped(StopReason),
}

/// A generator of puzzles. Reuse one per thread. Its caches do not change results.
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
    /// Creates a generator for a request.
    ///
    /// # Errors
    /// [`RequestError`] if the request contradicts itself or the layout.
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

    /// Generates the n-th puzzle of a seed.
    ///
    /// Takes a hundred microseconds for a 9×9 puzzle without special demands. A request that cannot
    /// be met takes as long as all attempts. The guess limit of `budget` holds for each proof, its
    /// flag and clock for the whole call.
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
            return run_and_verify(&mut PuzzleSearch::new(
                request,
                grid_generator,
                checker,
                filter,
                rng,
                budget,
                None,
            )?);
        }
        // Every puzzle has its own layout.
        filter.clear_cache();
        let (layout, grid) = regions::random_layout(request.layout(), &mut rng, budget)?;
        let (grid_generator, mut checker) = (
            GridGenerator::new(&layout)?,
            UniquenessChecker::new(&layout),
        );
        run_and_verify(&mut PuzzleSearch::new(
            request,
            &grid_generator,
            &mut checker,
            filter,
            rng,
            budget,
            Some(grid),
        )?)
    }

    /// Generates the puzzles of a seed for a range of numbers, as [`generate`](Self::generate)
    /// does. For classic puzzles this is several times faster, because the clues of all puzzles are
    /// removed in parallel. Some hundred puzzles per call suffice.
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
                    .ok_or(GenerateError::Stopped(StopReason::Internal))
                    .and_then(resume)
                {
                    Ok(Attempt::Next(next)) => {
                        waiting.push((place, next));
                        None
                    }
                    Ok(Attempt::Done(mut search, candidate)) => {
                        let puzzle = search.checker.puzzle(&candidate.clues);
                        Some(verify(&mut search, puzzle, &candidate.grid))
                    }
                    Err(reason) => Some(Err(reason)),
                };
            }
        }
        answers
            .into_iter()
            .map(|answer| answer.unwrap_or(Err(GenerateError::Stopped(StopReason::Internal))))
            .collect()
    }
}

/// Runs the search and checks its result again.
fn run_and_verify(search: &mut PuzzleSearch<'_>) -> Result<GeneratedPuzzle, GenerateError> {
    let (puzzle, grid) = search.run()?;
    verify(search, puzzle, &grid)
}

fn verify(
    search: &mut PuzzleSearch<'_>,
    puzzle: Puzzle,
    grid: &[u8],
) -> Result<GeneratedPuzzle, GenerateError> {
    let fault = GenerateError::Stopped(StopReason::Internal);
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
