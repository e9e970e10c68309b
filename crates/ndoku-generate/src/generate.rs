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
//! | `workspace` | the tools that searches share |
//! | `puzzle_search`, `add_back` | the search for the request: a state, and its strategies |
//! | `pattern` | clues in given cells |
//! | `pencilmarks` | pencilmark puzzles |
//! | `rule_kinds` | random constraints that a grid satisfies |
//! | `rule_search` | puzzles with random constraints |
//! | `evolution` | optimization by an evolving population |
//!
//! **Reproducible.** The n-th puzzle of a seed comes from `Rng::stream(seed, n)` alone. It does not
//! depend on other puzzles, on threads or on the machine. It depends on the following:
//!
//! - the random grids of [`grid_generator`](crate::grid_generator)
//! - the order of random numbers in `puzzle_search`, `add_back`, `pattern`, `pencilmarks`,
//!   `evolution`, `rule_kinds` and `rule_search`
//! - numbers of solutions, which are facts
//! - ratings, if a difficulty is requested; `difficulty_filter` says which of these can change
//!
//! It does not depend on the speed, the guesses or the solution order of an engine. There is one
//! exception: an attempt with random constraints ends if a proof takes very many guesses. Tests
//! pin the first puzzles of some seeds.
//!
//! ```
//! use ndoku_core::Layout;
//! use ndoku_solver::Budget;
//! use ndoku_analysis::Symmetry;
//! use ndoku_generate::{Generator, Request};
//!
//! let request = Request::new(&Layout::classic()).symmetry(&[Symmetry::Rotational]);
//! let made = Generator::new(request)?.generate(42, 1, &Budget::default())?;
//! assert!((18..40).contains(&made.puzzle.clue_count()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod add_back;
mod bounds;
mod difficulty_filter;
mod evolution;
mod pattern;
mod pencilmarks;
mod puzzle_search;
mod reduce;
mod request;
mod rule_kinds;
mod rule_search;
mod uniqueness_checker;
mod workspace;

use std::ops::Range;

pub use bounds::min_clues;
use difficulty_filter::DifficultyFilter;
use ndoku_core::{Digit, Puzzle, Rng, Solution};
use ndoku_rating::Profile;
use ndoku_solver::{Budget, Interrupted, StopReason};
use puzzle_search::SearchState;
use reduce::ReductionPlan;
pub use request::{
    DEFAULT_MAX_ATTEMPTS, DifficultyTarget, Objective, Optimization, Request, RequestError,
};
pub use rule_kinds::{RULE_KINDS, RuleKind, find_rule_kind};
use uniqueness_checker::UniquenessChecker;
use workspace::Workspace;

use crate::grid_generator::{GridError, GridGenerator};
use crate::regions;

/// A generated puzzle with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
    /// Number of candidate puzzles that were tested, including this one.
    pub attempts: u64,
    /// The rating on the scale of the request, in the unit of its [`Profile`], if a difficulty was
    /// requested.
    pub rating: Option<u32>,
    /// The scale of the rating, if a difficulty was requested.
    pub profile: Option<Profile>,
}

/// The reason why no puzzle was generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    #[error("the puzzle to start from has no solution")]
    UnsolvableStart,
    /// The budget ran out, or an engine reported an internal error.
    #[error(transparent)]
    Stopped(StopReason),
}

impl From<Interrupted> for GenerateError {
    fn from(interrupted: Interrupted) -> Self {
        Self::Stopped(interrupted.reason)
    }
}

impl From<StopReason> for GenerateError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
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
    /// Takes a hundred microseconds for a 9×9 puzzle without further requirements. A request that
    /// cannot be met takes as long as all attempts. The guess limit of `budget` applies to each
    /// proof, its flag and clock to the whole call.
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
        if !self.request.has_random_regions {
            let mut workspace = self.workspace(budget);
            let search = SearchState::new(&mut workspace, rng, None)?;
            return run_and_verify(search, &mut workspace);
        }
        // Every puzzle has its own layout.
        self.filter.clear_cache();
        let (layout, grid) = regions::random_layout(self.request.layout(), &mut rng, budget)?;
        let mut workspace = Workspace {
            request: &self.request,
            grid_generator: &GridGenerator::new(&layout)?,
            checker: &mut UniquenessChecker::new(&layout),
            filter: &mut self.filter,
            budget,
        };
        let search = SearchState::new(&mut workspace, rng, Some(grid))?;
        run_and_verify(search, &mut workspace)
    }

    /// Generates the puzzles of a seed for a range of numbers, as [`generate`](Self::generate)
    /// does. For classic puzzles this is several times faster, because the clues of all puzzles are
    /// removed in parallel. A few hundred puzzles per call suffice.
    pub fn generate_batch(
        &mut self,
        seed: u64,
        numbers: Range<u64>,
        budget: &Budget<'_>,
    ) -> Vec<Result<GeneratedPuzzle, GenerateError>> {
        if !self.request.is_batch_reducible() {
            return numbers.map(|n| self.generate(seed, n, budget)).collect();
        }
        let workspace = &mut self.workspace(budget);
        let mut answers: Vec<Option<Result<GeneratedPuzzle, GenerateError>>> = Vec::new();
        let mut waiting: Vec<WaitingSearch> = Vec::new();
        for (place, n) in numbers.enumerate() {
            let search = SearchState::new(workspace, Rng::stream(seed, n), None);
            match search.and_then(|search| WaitingSearch::plan(place, search, workspace)) {
                Ok(search) => {
                    waiting.push(search);
                    answers.push(None);
                }
                Err(reason) => answers.push(Some(Err(reason))),
            }
        }
        while !waiting.is_empty() {
            let plans = waiting
                .iter()
                .map(|waiting| (&waiting.search.orbits[..], &waiting.plan));
            let reduced = workspace.checker.reduce_batch(plans);
            for (search, clues) in std::mem::take(&mut waiting).into_iter().zip(reduced) {
                let place = search.place;
                let advanced = clues
                    .ok_or(GenerateError::Stopped(StopReason::Internal))
                    .and_then(|clues| search.advance(workspace, clues));
                match advanced {
                    Ok(BatchStep::Generated(puzzle)) => answers[place] = Some(Ok(puzzle)),
                    Ok(BatchStep::Waiting(search)) => waiting.push(search),
                    Err(reason) => answers[place] = Some(Err(reason)),
                }
            }
        }
        answers
            .into_iter()
            .map(|answer| answer.unwrap_or(Err(GenerateError::Stopped(StopReason::Internal))))
            .collect()
    }

    fn workspace<'a>(&'a mut self, budget: &'a Budget<'a>) -> Workspace<'a> {
        Workspace {
            request: &self.request,
            grid_generator: &self.grid_generator,
            checker: &mut self.checker,
            filter: &mut self.filter,
            budget,
        }
    }
}

/// A search of a batch that waits for its reduction.
struct WaitingSearch {
    /// The place of its puzzle in the batch.
    place: usize,
    search: SearchState,
    plan: ReductionPlan,
}

/// The result of a reduction in a batch.
enum BatchStep {
    /// The puzzle meets the request.
    Generated(GeneratedPuzzle),
    /// The next attempt waits for its reduction.
    Waiting(WaitingSearch),
}

impl WaitingSearch {
    /// Plans the next reduction of a search.
    fn plan(
        place: usize,
        mut search: SearchState,
        workspace: &mut Workspace<'_>,
    ) -> Result<Self, GenerateError> {
        let plan = search.next_plan(workspace)?;
        Ok(Self {
            place,
            search,
            plan,
        })
    }

    /// Continues with the clues that the reduction has left.
    fn advance(
        self,
        workspace: &mut Workspace<'_>,
        clues: Vec<u8>,
    ) -> Result<BatchStep, GenerateError> {
        let Self {
            place,
            mut search,
            plan,
        } = self;
        match search.accept(workspace, plan, clues)? {
            Some(candidate) => {
                let puzzle = workspace.checker.puzzle(&candidate.clues);
                let generated = verify(&search, workspace, puzzle, &candidate.grid)?;
                Ok(BatchStep::Generated(generated))
            }
            None => Self::plan(place, search, workspace).map(BatchStep::Waiting),
        }
    }
}

/// Runs a search and checks its result again.
fn run_and_verify(
    mut search: SearchState,
    workspace: &mut Workspace<'_>,
) -> Result<GeneratedPuzzle, GenerateError> {
    if !workspace.request.rule_kinds.is_empty() {
        return rule_search::search(&mut search, workspace);
    }
    let (puzzle, grid) = run(&mut search, workspace)?;
    verify(&search, workspace, puzzle, &grid)
}

/// Runs a search and returns the puzzle and its solution.
fn run(
    search: &mut SearchState,
    workspace: &mut Workspace<'_>,
) -> Result<(Puzzle, Vec<u8>), GenerateError> {
    let request = workspace.request;
    if request.has_pencilmarks {
        return pencilmarks::generate_pencilmarks(search, workspace);
    }
    let candidate = if let Some(pattern) = &request.pattern {
        pattern::search_digits(search, workspace, pattern)?
    } else if let Some(optimization) = request.optimization {
        evolution::evolve(search, workspace, optimization)?
    } else {
        search.climb(workspace)?
    };
    Ok((workspace.checker.puzzle(&candidate.clues), candidate.grid))
}

/// Checks that a puzzle has exactly this solution, and rates it if a difficulty was requested.
fn verify(
    search: &SearchState,
    workspace: &mut Workspace<'_>,
    puzzle: Puzzle,
    grid: &[u8],
) -> Result<GeneratedPuzzle, GenerateError> {
    let fault = GenerateError::Stopped(StopReason::Internal);
    if workspace.unique_solution(&puzzle)?.as_deref() != Some(grid) {
        return Err(fault);
    }
    let solution =
        Solution::new(puzzle.layout(), &uniqueness_checker::digits(grid)).map_err(|_| fault)?;
    let rating = match workspace.request.target {
        Some(_) => {
            let clues: Vec<u8> = puzzle
                .clues()
                .iter()
                .map(|clue| clue.map_or(0, Digit::get))
                .collect();
            Some(workspace.rate(&clues, grid)?)
        }
        None => None,
    };
    Ok(GeneratedPuzzle {
        puzzle,
        solution,
        attempts: search.attempts,
        rating,
        profile: workspace.request.target.map(|target| target.profile),
    })
}

#[cfg(test)]
mod tests;
