//! `PuzzleSearch`: the search for one puzzle, from its own random stream. It makes full grids,
//! removes clues, and approaches the request.
//!
//! Three strategies lead from a grid to a puzzle. Each starts with a *reduction*: clues, or orbits
//! of clues with a symmetry, are removed in random order while one solution remains.
//!
//! - *HillClimb* drops some clues of a puzzle that misses the request and reduces again, with its
//!   other clues last. It accepts this neighbor if it is no further from the request. After
//!   [`MAX_FAILURES`] neighbors without progress it takes another grid.
//! - *Resample* takes another grid each time. It serves difficulties between singles and chains:
//!   one of ten reduced puzzles has them, and another reduction is cheaper than anything else.
//! - *AddBack* restores clues in random order. It serves difficulties that singles solve, and
//!   larger grids. At the point where singles just solve the puzzle, one clue less gives a puzzle
//!   just beyond them, and the search continues there. Many orders per puzzle are affordable,
//!   because singles are cheap.
//!
//! The search then restores further clues up to the requested number, if the difficulty stays.

use ndoku_core::{Digit, Puzzle};
use ndoku_solver::{Budget, StopReason};

use super::difficulty_filter::{DifficultyFilter, Fit};
use super::reduce::{Reducer, reduce, reduce_by_bisection};
use super::request::Request;
use super::uniqueness_checker::{UniquenessChecker, clue_count, pencilmark_puzzle};
use super::{GenerateError, evolution, pattern};
use crate::grid_generator::{GridGenerator, shuffled_indices};
use crate::{Rng, Symmetry};

/// Number of neighbors without progress before the search takes another grid.
const MAX_FAILURES: u64 = 60;
/// Number of orders of added clues that are tried per puzzle.
const MAX_ORDERS: usize = 8;
/// Maximum number of clues that are added to a puzzle that is too hard.
const MAX_ADDED_CLUES: usize = 12;
/// The penalty for each clue outside the requested range, and for each clue that is redundant
/// against the request. The unit is a tenth of a rating.
const PENALTY: u32 = 3;

/// Number of clues below which random reductions hardly ever lead.
const TYPICAL_CLUES: usize = 24;

/// A strategy of the search.
enum Strategy {
    /// From neighbor to neighbor.
    HillClimb,
    /// Restores clues.
    AddBack,
    /// Takes another grid each time.
    Resample,
}

/// A puzzle during the search: its clues, its solution, and its distance from the request.
pub(super) struct CandidatePuzzle {
    pub(super) clues: Vec<u8>,
    pub(super) grid: Vec<u8>,
    pub(super) distance: u32,
}

/// A planned reduction: a full grid, and the order in which its clues are removed.
pub(super) struct ReductionPlan {
    pub(super) grid: Vec<u8>,
    /// The orbits, by number, in the order of removal.
    pub(super) order: Vec<usize>,
    /// Number of clues to restore, where redundant clues are allowed.
    clue_target: usize,
    /// Minimum number of clues that the reduction keeps.
    pub(super) floor: usize,
}

/// The state of a search that waits for its reduction, so that many reductions can run together.
pub(super) struct SearchState {
    rng: Rng,
    attempts: u64,
    pub(super) orbits: Vec<Vec<usize>>,
    current: Option<(CandidatePuzzle, u64)>,
    pub(super) plan: ReductionPlan,
}

/// The result of an attempt.
pub(super) enum Attempt<'a> {
    /// The puzzle meets the request.
    Done(PuzzleSearch<'a>, CandidatePuzzle),
    /// The next attempt waits for its reduction.
    Next(SearchState),
}

/// The search for one puzzle.
pub(super) struct PuzzleSearch<'a> {
    pub(super) request: &'a Request,
    pub(super) checker: &'a mut UniquenessChecker,
    pub(super) filter: &'a mut DifficultyFilter,
    pub(super) budget: &'a Budget<'a>,
    pub(super) rng: Rng,
    pub(super) attempts: u64,
    grid_generator: &'a GridGenerator,
    /// The sets of cells that have clues in all cells or in none.
    orbits: Vec<Vec<usize>>,
    /// The puzzle from which the search climbs, and the number of neighbors without progress.
    current: Option<(CandidatePuzzle, u64)>,
    /// A given grid for the first attempt.
    first_grid: Option<Vec<u8>>,
    /// The clues to start from, and whether they are a full grid.
    start: Option<(Vec<u8>, bool)>,
}

impl<'a> PuzzleSearch<'a> {
    pub(super) fn new(
        request: &'a Request,
        grid_generator: &'a GridGenerator,
        checker: &'a mut UniquenessChecker,
        filter: &'a mut DifficultyFilter,
        mut rng: Rng,
        budget: &'a Budget<'a>,
        first_grid: Option<Vec<u8>>,
    ) -> Result<Self, GenerateError> {
        let symmetry = match request.symmetries[..] {
            [symmetry] => symmetry,
            ref several => several[rng.below(several.len() as u64) as usize],
        };
        let size = usize::from(checker.layout.size());
        let orbits = if symmetry == Symmetry::None {
            (0..size * size).map(|cell| vec![cell]).collect()
        } else {
            symmetry.orbits(size)
        };
        let start = match &request.start {
            None => None,
            Some(from) => {
                let clues: Vec<u8> = from
                    .clues()
                    .iter()
                    .map(|clue| clue.map_or(0, Digit::get))
                    .collect();
                let is_full = clue_count(&clues) == clues.len();
                let solution = checker.unique_solution(from, budget)?;
                if solution.is_none()
                    && (is_full || checker.count_solutions(&clues, 1, budget)? == 0)
                {
                    return Err(GenerateError::UnsolvableStart);
                }
                // With one solution, this is the grid of all puzzles. Otherwise each attempt
                // completes the clues.
                Some((clues, is_full))
            }
        };
        Ok(Self {
            request,
            checker,
            filter,
            budget,
            rng,
            attempts: 0,
            grid_generator,
            orbits,
            current: None,
            first_grid,
            start,
        })
    }

    /// Runs the search and returns the puzzle and its solution.
    pub(super) fn run(&mut self) -> Result<(Puzzle, Vec<u8>), GenerateError> {
        if self.request.has_pencilmarks {
            return self.generate_pencilmarks();
        }
        let candidate = if let Some(pattern) = &self.request.pattern {
            pattern::search_digits(self, pattern)?
        } else if let Some(optimization) = self.request.optimization {
            evolution::evolve(self, optimization)?
        } else {
            self.climb()?
        };
        Ok((self.checker.puzzle(&candidate.clues), candidate.grid))
    }

    /// Runs the search up to its next reduction. Not for patterns, optimizations, pencilmarks and
    /// starts.
    pub(super) fn suspend(mut self) -> Result<SearchState, GenerateError> {
        let plan = self.next_plan()?;
        let Self {
            rng,
            attempts,
            orbits,
            current,
            ..
        } = self;
        Ok(SearchState {
            rng,
            attempts,
            orbits,
            current,
            plan,
        })
    }

    /// Continues the search with the clues that the reduction has left.
    pub(super) fn resume(
        request: &'a Request,
        grid_generator: &'a GridGenerator,
        checker: &'a mut UniquenessChecker,
        filter: &'a mut DifficultyFilter,
        budget: &'a Budget<'a>,
        state: SearchState,
        clues: Vec<u8>,
    ) -> Result<Attempt<'a>, GenerateError> {
        let SearchState {
            rng,
            attempts,
            orbits,
            current,
            plan,
        } = state;
        let mut search = Self {
            request,
            checker,
            filter,
            budget,
            rng,
            attempts,
            grid_generator,
            orbits,
            current,
            first_grid: None,
            start: None,
        };
        match search.accept(plan, clues)? {
            Some(candidate) => Ok(Attempt::Done(search, candidate)),
            None => search.suspend().map(Attempt::Next),
        }
    }

    /// Counts an attempt, and checks the limits.
    pub(super) fn count_attempt(&mut self) -> Result<(), GenerateError> {
        if self.attempts >= self.request.max_attempts {
            return Err(GenerateError::NotFound {
                attempts: self.attempts,
            });
        }
        if let Some(reason) = self.budget.poll() {
            return Err(GenerateError::Stopped(reason));
        }
        self.attempts += 1;
        Ok(())
    }

    fn climb(&mut self) -> Result<CandidatePuzzle, GenerateError> {
        loop {
            let plan = self.next_plan()?;
            let clues = self.reduce(&plan)?;
            if let Some(candidate) = self.accept(plan, clues)? {
                return Ok(candidate);
            }
        }
    }

    /// Plans the next reduction, of another grid or of a neighbor.
    fn next_plan(&mut self) -> Result<ReductionPlan, GenerateError> {
        self.count_attempt()?;
        match self.current.take() {
            None => self.new_plan(),
            Some(current) => {
                let plan = self.neighbor_plan(&current.0);
                self.current = Some(current);
                Ok(plan)
            }
        }
    }

    /// Processes the result of a reduction. Returns the puzzle if it meets the request.
    fn accept(
        &mut self,
        plan: ReductionPlan,
        clues: Vec<u8>,
    ) -> Result<Option<CandidatePuzzle>, GenerateError> {
        let candidate = match self.strategy() {
            Strategy::AddBack => self.add_back(clues, plan)?,
            Strategy::Resample => {
                match self
                    .filter
                    .classify(self.checker, &clues, &plan.grid, self.budget)?
                {
                    Fit::Within => Some(self.restore_clues(clues, plan.grid, plan.clue_target)?),
                    Fit::Harder
                        if self.filter.is_above_candidates() && !self.request.is_minimal =>
                    {
                        self.add_back_selectively(clues, plan)?
                    }
                    _ => None,
                }
            }
            Strategy::HillClimb => {
                let candidate = self.finish(clues, plan.grid, plan.clue_target)?;
                if candidate.distance == 0 {
                    return Ok(Some(candidate));
                }
                self.current = match self.current.take() {
                    None => Some((candidate, 0)),
                    Some((current, failures)) => {
                        let failures = if candidate.distance < current.distance {
                            0
                        } else {
                            failures + 1
                        };
                        let better = if candidate.distance <= current.distance {
                            candidate
                        } else {
                            current
                        };
                        (failures < MAX_FAILURES).then_some((better, failures))
                    }
                };
                None
            }
        };
        Ok(candidate.filter(|candidate| candidate.distance == 0))
    }

    /// Selects the strategy for the request.
    fn strategy(&self) -> Strategy {
        let is_small = self.checker.layout.size() <= 9;
        match () {
            // Only hill climbing leads to few clues.
            () if !self.filter.has_cheap_upper_bound()
                || *self.request.clues.end()
                    < TYPICAL_CLUES.min(self.checker.layout.cell_count()) =>
            {
                Strategy::HillClimb
            }
            () if !self.filter.targets_singles() && is_small => Strategy::Resample,
            () if self.request.is_minimal => Strategy::HillClimb,
            () => Strategy::AddBack,
        }
    }

    /// Returns a full grid to remove clues from.
    pub(super) fn next_grid(&mut self) -> Result<Vec<u8>, GenerateError> {
        if let Some(grid) = self.first_grid.take() {
            return Ok(grid);
        }
        match &self.start {
            None => Ok(self.grid_generator.generate(&mut self.rng, self.budget)?),
            Some((clues, true)) => Ok(clues.clone()),
            Some((clues, false)) => {
                Ok(self
                    .grid_generator
                    .complete(clues, &mut self.rng, self.budget)?)
            }
        }
    }

    /// Returns the orbits in random order. Orbits with clues of a puzzle to start from come last.
    fn random_order(&mut self) -> Vec<usize> {
        let order = shuffled_indices(self.orbits.len(), &mut self.rng);
        match &self.start {
            Some((clues, false)) => {
                let has_clue = |set: &usize| self.orbits[*set].iter().any(|cell| clues[*cell] > 0);
                let (last, first): (Vec<usize>, Vec<usize>) = order.into_iter().partition(has_clue);
                [first, last].concat()
            }
            _ => order,
        }
    }

    /// Chooses the number of clues to keep, where redundant clues are allowed.
    fn choose_clue_target(&mut self) -> usize {
        let (least, most) = (*self.request.clues.start(), *self.request.clues.end());
        match () {
            () if self.request.is_minimal || least == 0 => 0,
            // A request without an upper bound gets its lower bound.
            () if most == self.checker.layout.cell_count() => least,
            () => least + self.rng.below((most - least) as u64 + 1) as usize,
        }
    }

    /// Makes a reduced puzzle, with the requested number of clues if there is no difficulty.
    pub(super) fn new_candidate(&mut self) -> Result<CandidatePuzzle, GenerateError> {
        let plan = self.new_plan()?;
        self.complete(plan)
    }

    /// Makes a neighbor of a puzzle.
    pub(super) fn neighbor(
        &mut self,
        candidate: &CandidatePuzzle,
    ) -> Result<CandidatePuzzle, GenerateError> {
        let plan = self.neighbor_plan(candidate);
        self.complete(plan)
    }

    fn complete(&mut self, plan: ReductionPlan) -> Result<CandidatePuzzle, GenerateError> {
        let clues = self.reduce(&plan)?;
        self.finish(clues, plan.grid, plan.clue_target)
    }

    fn new_plan(&mut self) -> Result<ReductionPlan, GenerateError> {
        let grid = self.next_grid()?;
        let order = self.random_order();
        Ok(self.plan(grid, order))
    }

    fn plan(&mut self, grid: Vec<u8>, order: Vec<usize>) -> ReductionPlan {
        let clue_target = self.choose_clue_target();
        // A difficulty is reached with few clues. The requested number is restored afterwards.
        let floor = if self.filter.is_idle() {
            clue_target
        } else {
            0
        };
        ReductionPlan {
            grid,
            order,
            clue_target,
            floor,
        }
    }

    fn reduce(&mut self, plan: &ReductionPlan) -> Result<Vec<u8>, GenerateError> {
        let mut clues = plan.grid.clone();
        self.checker.reduce(
            &mut clues,
            (&self.orbits, &plan.order),
            plan.floor,
            self.request.is_minimal,
            self.budget,
        )?;
        Ok(clues)
    }

    /// Plans the reduction of a neighbor: removes some clues first and all other clues last.
    fn neighbor_plan(&mut self, candidate: &CandidatePuzzle) -> ReductionPlan {
        let mut order = shuffled_indices(self.orbits.len(), &mut self.rng);
        let has_clue = |set: &usize| {
            self.orbits[*set]
                .iter()
                .any(|cell| candidate.clues[*cell] > 0)
        };
        let (clues, others): (Vec<usize>, Vec<usize>) = order.drain(..).partition(has_clue);
        let dropped = (1 + self.rng.below(3) as usize).min(clues.len());
        let order = [&clues[..dropped], &others, &clues[dropped..]].concat();
        self.plan(candidate.grid.clone(), order)
    }

    /// Restores clues up to the target, and computes the distance from the request.
    fn finish(
        &mut self,
        clues: Vec<u8>,
        grid: Vec<u8>,
        clue_target: usize,
    ) -> Result<CandidatePuzzle, GenerateError> {
        let distance = self.difficulty_distance(&clues, &grid)?;
        if distance == 0 {
            return self.restore_clues(clues, grid, clue_target);
        }
        let distance = distance + self.clue_penalty(&clues)?;
        Ok(CandidatePuzzle {
            clues,
            grid,
            distance,
        })
    }

    /// Restores clues up to the target while the difficulty stays as requested.
    fn restore_clues(
        &mut self,
        mut clues: Vec<u8>,
        grid: Vec<u8>,
        clue_target: usize,
    ) -> Result<CandidatePuzzle, GenerateError> {
        if clue_count(&clues) < clue_target {
            for set in shuffled_indices(self.orbits.len(), &mut self.rng) {
                let missing = self.orbits[set]
                    .iter()
                    .filter(|cell| clues[**cell] == 0)
                    .count();
                if missing == 0 || clue_count(&clues) + missing > clue_target {
                    continue;
                }
                let mut with = clues.clone();
                self.orbits[set]
                    .iter()
                    .for_each(|cell| with[*cell] = grid[*cell]);
                if self.filter.is_idle()
                    || self
                        .filter
                        .classify(self.checker, &with, &grid, self.budget)?
                        == Fit::Within
                {
                    clues = with;
                }
                if clue_count(&clues) == clue_target {
                    break;
                }
            }
        }
        let distance = self.clue_penalty(&clues)?;
        Ok(CandidatePuzzle {
            clues,
            grid,
            distance,
        })
    }

    fn difficulty_distance(&mut self, clues: &[u8], grid: &[u8]) -> Result<u32, GenerateError> {
        if self.filter.is_idle() {
            Ok(0)
        } else {
            self.filter.distance(self.checker, clues, grid, self.budget)
        }
    }

    /// Computes the penalty for clues outside the requested range and for redundant clues.
    pub(super) fn clue_penalty(&mut self, clues: &[u8]) -> Result<u32, GenerateError> {
        let (count, range) = (clue_count(clues), &self.request.clues);
        let off = range.start().saturating_sub(count) + count.saturating_sub(*range.end());
        // Without a symmetry, the reduction has removed them, unless a pattern had to keep them.
        let spare = if self.request.is_minimal
            && (self.orbits.len() < clues.len() || self.request.pattern.is_some())
        {
            self.count_redundant(clues)?
        } else {
            0
        };
        Ok(PENALTY * (off + spare) as u32)
    }

    /// Counts the clues that are redundant on their own.
    fn count_redundant(&mut self, clues: &[u8]) -> Result<usize, GenerateError> {
        let without: Vec<Vec<u8>> = (0..clues.len())
            .filter(|cell| clues[*cell] > 0)
            .map(|cell| {
                clues
                    .iter()
                    .enumerate()
                    .map(|(at, digit)| if at == cell { 0 } else { *digit })
                    .collect()
            })
            .collect();
        Ok(self
            .checker
            .are_unique(&without, self.budget)?
            .iter()
            .filter(|unique| **unique)
            .count())
    }

    /// Adds clues to a reduced puzzle until it is no longer too hard. Returns `None` if that does
    /// not lead to the request.
    fn add_back(
        &mut self,
        mut clues: Vec<u8>,
        plan: ReductionPlan,
    ) -> Result<Option<CandidatePuzzle>, GenerateError> {
        let ReductionPlan {
            grid, clue_target, ..
        } = plan;
        match self
            .filter
            .classify(self.checker, &clues, &grid, self.budget)?
        {
            Fit::Within => {}
            Fit::Easier => return Ok(None),
            Fit::Harder => {
                let mut blanks: Vec<usize> = (0..self.orbits.len())
                    .filter(|set| self.orbits[*set].iter().any(|cell| clues[*cell] == 0))
                    .collect();
                let mut found = None;
                for _ in 0..MAX_ORDERS {
                    self.rng.shuffle(&mut blanks);
                    found = self.find_boundary(&clues, &grid, &blanks)?;
                    if found.is_some() {
                        break;
                    }
                }
                let Some(with) = found else { return Ok(None) };
                clues = with;
            }
        }
        self.restore_clues(clues, grid, clue_target).map(Some)
    }

    /// Adds clues one by one to a puzzle that is too hard, except those that make it too easy.
    /// Returns `None` if that does not soon lead to the request.
    fn add_back_selectively(
        &mut self,
        mut clues: Vec<u8>,
        plan: ReductionPlan,
    ) -> Result<Option<CandidatePuzzle>, GenerateError> {
        let ReductionPlan {
            grid, clue_target, ..
        } = plan;
        let mut open = self.filter.helpful_cells().copied();
        let mut left = MAX_ADDED_CLUES;
        for set in shuffled_indices(self.orbits.len(), &mut self.rng) {
            let may_help =
                |cell: &usize| clues[*cell] == 0 && open.as_ref().is_none_or(|open| open[*cell]);
            if left == 0 || !self.orbits[set].iter().any(may_help) {
                continue;
            }
            let mut with = clues.clone();
            self.orbits[set]
                .iter()
                .for_each(|cell| with[*cell] = grid[*cell]);
            if clue_count(&with) > *self.request.clues.end() {
                continue;
            }
            left -= 1;
            match self
                .filter
                .classify(self.checker, &with, &grid, self.budget)?
            {
                Fit::Within => return self.restore_clues(with, grid, clue_target).map(Some),
                Fit::Harder => {
                    clues = with;
                    open = self.filter.helpful_cells().copied();
                }
                Fit::Easier => {}
            }
        }
        Ok(None)
    }

    /// Adds the smallest number of clues, in the given order, that meets the request. Returns
    /// `None` if the puzzle changes from too hard to too easy with one clue.
    fn find_boundary(
        &mut self,
        clues: &[u8],
        grid: &[u8],
        blanks: &[usize],
    ) -> Result<Option<Vec<u8>>, GenerateError> {
        let with = |orbits: &[Vec<usize>], number: usize| {
            let mut with = clues.to_vec();
            blanks[..number]
                .iter()
                .flat_map(|set| &orbits[*set])
                .for_each(|cell| with[*cell] = grid[*cell]);
            with
        };
        // With `hard` clues the puzzle is too hard, with `easy` clues singles solve it.
        let (mut hard, mut easy) = (0, blanks.len());
        let singles = self.filter.boundary_singles();
        while easy - hard > 1 {
            let middle = hard.midpoint(easy);
            if self
                .checker
                .is_solved_by_singles(&with(&self.orbits, middle), singles)
            {
                easy = middle;
            } else {
                hard = middle;
            }
        }
        // The request can be met by the first puzzle that singles solve, by the last one that they
        // do not solve, or by a harder one.
        hard = 0;
        let mut next = easy;
        let mut is_first = true;
        loop {
            let more = with(&self.orbits, next);
            match self
                .filter
                .classify(self.checker, &more, grid, self.budget)?
            {
                Fit::Within if clue_count(&more) <= *self.request.clues.end() => {
                    return Ok(Some(more));
                }
                Fit::Within | Fit::Easier => easy = next,
                Fit::Harder => hard = next,
            }
            if easy <= hard + 1 {
                return Ok(None);
            }
            // One clue less meets the request most often.
            next = if is_first {
                easy - 1
            } else {
                hard.midpoint(easy)
            };
            is_first = false;
        }
    }

    /// Generates a pencilmark puzzle: restores candidates in random order while one solution
    /// remains.
    fn generate_pencilmarks(&mut self) -> Result<(Puzzle, Vec<u8>), GenerateError> {
        self.count_attempt()?;
        let grid = self.next_grid()?;
        let size = usize::from(self.checker.layout.size());
        let mut state: Vec<u64> = grid.iter().map(|digit| 1 << (digit - 1)).collect();
        let mut order: Vec<usize> = (0..size * grid.len())
            .filter(|mark| usize::from(grid[mark / size]) != mark % size + 1)
            .collect();
        self.rng.shuffle(&mut order);
        let is_classic = self.checker.layout.is_classic();
        let mut marks = PencilmarkReducer {
            checker: self.checker,
            size,
            budget: self.budget,
        };
        if is_classic {
            reduce(&mut marks, &mut state, &order)?;
        } else {
            reduce_by_bisection(&mut marks, &mut state, &order)?;
        }
        let puzzle = pencilmark_puzzle(&self.checker.layout, &state);
        if puzzle.pencilmarks().is_none() && size > 1 {
            return Err(GenerateError::Stopped(StopReason::Internal));
        }
        Ok((puzzle, grid))
    }
}

/// Pencilmarks. An item is a removed candidate, and its removal restores the candidate.
struct PencilmarkReducer<'a> {
    checker: &'a mut UniquenessChecker,
    size: usize,
    budget: &'a Budget<'a>,
}

impl Reducer for PencilmarkReducer<'_> {
    type State = Vec<u64>;

    fn remove(&self, state: &mut Vec<u64>, item: usize) {
        state[item / self.size] |= 1 << (item % self.size);
    }

    fn can_remove(&self, _: &Vec<u64>, _: usize) -> bool {
        true
    }

    fn accepts(&mut self, states: &[Vec<u64>]) -> Result<Vec<bool>, GenerateError> {
        self.checker.are_unique_pencilmarks(states, self.budget)
    }
}
