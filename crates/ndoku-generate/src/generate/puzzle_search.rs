//! `PuzzleSearch`: one puzzle, from its own chance: a grid, clues that go, and climbing towards what is asked for.
//!
//! Three ways lead from a grid to a puzzle. Each begins *at the bottom*: clues (orbits of clues, with a symmetry) go in random order as long as one solution remains.
//!
//! - *HillClimb*: if the puzzle is not what is asked for, some of its clues are dropped, and it is made again with the others as the last to go: a neighbour, taken if it
//!   is no further from what is asked for. After [`MAX_FAILURES`] neighbours that were no nearer it begins with another grid.
//! - *Resample*, where a difficulty between singles and chains is asked for: one of ten puzzles at the bottom has it, and to make another one costs less than anything else.
//! - *AddBack*, where singles shall do, or the grid is larger: clues come back in a random order. Where singles just begin to solve it, one clue less leaves a puzzle that is
//!   just beyond them, and there it is looked for. Of one puzzle many orders can be tried, and to ask singles costs little.
//!
//! Clues that a number demands beyond that are put back, if the difficulty stays.

use ndoku_core::{Digit, Puzzle};
use ndoku_solver::{Budget, StopReason};

use super::difficulty_filter::{DifficultyFilter, Fit};
use super::reduce::{Reducer, reduce, reduce_by_bisection};
use super::request::Request;
use super::uniqueness_checker::{UniquenessChecker, clue_count, pencilmark_puzzle};
use super::{GenerateError, evolution, pattern};
use crate::grid_generator::{GridGenerator, shuffled_indices};
use crate::{Rng, Symmetry};

/// Neighbours that are no nearer before it begins anew.
const MAX_FAILURES: u64 = 60;
/// Orders in which clues come back to a puzzle before it is given up.
const MAX_ORDERS: usize = 8;
/// Clues that come back to a puzzle that is too hard before it is given up.
const MAX_ADDED_CLUES: usize = 12;
/// What a clue too many or too few, or one that is not needed though it should be, counts beside tenths of a rating.
const PENALTY: u32 = 3;

/// Where fewer clues than this are asked for, chance alone hardly ever leads there.
const TYPICAL_CLUES: usize = 24;

/// A way to come to what is asked for.
enum Strategy {
    /// From neighbour to neighbour.
    HillClimb,
    /// Clues come back.
    AddBack,
    /// By chance: another grid each time.
    Resample,
}

/// A puzzle on the way: clues, the solution, and how far it is from what is asked for.
pub(super) struct CandidatePuzzle {
    pub(super) clues: Vec<u8>,
    pub(super) grid: Vec<u8>,
    pub(super) distance: u32,
}

/// A puzzle that is begun: a full grid, and in which order its clues shall go.
pub(super) struct ReductionPlan {
    pub(super) grid: Vec<u8>,
    /// The sets of cells that go together, by number, in order.
    pub(super) order: Vec<usize>,
    /// The clues that shall be left where more than needed may be.
    clue_target: usize,
    /// The clues that stay at least.
    pub(super) floor: usize,
}

/// What a maker is of itself, so that it can wait while others go on.
pub(super) struct SearchState {
    rng: Rng,
    attempts: u64,
    pub(super) orbits: Vec<Vec<usize>>,
    current: Option<(CandidatePuzzle, u64)>,
    pub(super) plan: ReductionPlan,
}

/// What became of a try.
pub(super) enum Attempt<'a> {
    /// It is what was asked for.
    Done(PuzzleSearch<'a>, CandidatePuzzle),
    /// The next one waits for its clues to go.
    Next(SearchState),
}

/// Makes one puzzle.
pub(super) struct PuzzleSearch<'a> {
    pub(super) request: &'a Request,
    pub(super) checker: &'a mut UniquenessChecker,
    pub(super) filter: &'a mut DifficultyFilter,
    pub(super) budget: &'a Budget<'a>,
    pub(super) rng: Rng,
    pub(super) attempts: u64,
    grid_generator: &'a GridGenerator,
    /// The cells that have clues together or not at all.
    orbits: Vec<Vec<usize>>,
    /// The puzzle from which it climbs, and how many neighbours were no nearer.
    current: Option<(CandidatePuzzle, u64)>,
    /// A grid that is there already, for the first try.
    first_grid: Option<Vec<u8>>,
    /// The clues to begin with, and whether they are a full grid.
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
                // With one solution that is the grid of all puzzles; else each try completes the clues.
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

    /// The puzzle and its solution.
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

    /// Makes one up to where clues go, which is done for many at once; not for patterns, pools, pencilmarks and starts.
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

    /// Goes on from there, with what is left of the clues.
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

    /// Counts a try.
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

    /// What to try next: another grid, or a neighbour.
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

    /// Takes what was tried, with what is left of its clues: it is what is asked for, or the next one is to be tried.
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

    /// How to come to what is asked for.
    fn strategy(&self) -> Strategy {
        let is_small = self.checker.layout.size() <= 9;
        match () {
            // Where few clues are asked for, only climbing leads there.
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

    /// A full grid to take clues from.
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

    /// The sets in random order; those with clues of the start, if it is a puzzle, last.
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

    /// How many clues shall be left, where more than needed may be.
    fn choose_clue_target(&mut self) -> usize {
        let (least, most) = (*self.request.clues.start(), *self.request.clues.end());
        match () {
            () if self.request.is_minimal || least == 0 => 0,
            // No more than it says where it does not say how many.
            () if most == self.checker.layout.cell_count() => least,
            () => least + self.rng.below((most - least) as u64 + 1) as usize,
        }
    }

    /// A puzzle that is made to the bottom, or to the number of clues that is wanted.
    pub(super) fn new_candidate(&mut self) -> Result<CandidatePuzzle, GenerateError> {
        let plan = self.new_plan()?;
        self.complete(plan)
    }

    /// One beside it.
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
        // A difficulty is reached with few clues; those that a number demands are put back.
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

    /// A neighbour: some of its clues go first, its other clues last.
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

    /// Puts clues back up to a number, and says how far the puzzle is from what is asked for.
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

    /// A puzzle of the difficulty that is asked for gets clues back up to a number, as long as it stays one.
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

    /// How far the number of clues is from what is asked for, and how many are not needed though they should be.
    pub(super) fn clue_penalty(&mut self, clues: &[u8]) -> Result<u32, GenerateError> {
        let (count, range) = (clue_count(clues), &self.request.clues);
        let off = range.start().saturating_sub(count) + count.saturating_sub(*range.end());
        // Without a symmetry, thinning has seen to it, unless clues had to stay in a pattern.
        let spare = if self.request.is_minimal
            && (self.orbits.len() < clues.len() || self.request.pattern.is_some())
        {
            self.count_redundant(clues)?
        } else {
            0
        };
        Ok(PENALTY * (off + spare) as u32)
    }

    /// How many clues could go alone.
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

    /// A puzzle made to the bottom gets, if it is too hard, more clues until it is not; none if that does not lead to what is asked for.
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

    /// A puzzle that was too hard gets clues back one by one, without those that make it too easy; none if that does not soon lead to what is asked for.
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

    /// The puzzle with the first of these clues, as many as it takes to be what is asked for; none if it is too hard with some and too easy with one more.
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
        // With so many it is too hard, with so many it is easy: singles solve it.
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
        // What singles just solve may be what is asked for, or what they just do not solve, or something harder than that.
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
            // One less is where it is most often.
            next = if is_first {
                easy - 1
            } else {
                hard.midpoint(easy)
            };
            is_first = false;
        }
    }

    /// A puzzle of pencilmarks: candidates come back in random order as long as one solution remains.
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
            return Err(GenerateError::Stopped(StopReason::Fault));
        }
        Ok((puzzle, grid))
    }
}

/// Pencilmarks: what is taken away is that a candidate is missing.
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
