//! `SearchState`: the search for one puzzle, from its own random stream. It plans full grids whose
//! clues are removed, and approaches the request.
//!
//! ```text
//!   next_plan ─▶ ReductionPlan ─▶ reduction ─▶ accept ─▶ the puzzle meets the request
//!       ▲                                        │
//!       └───────────── the next attempt ─────────┘
//! ```
//!
//! The state is data. All tools come from a [`Workspace`], so that the reductions of many searches
//! can run together.
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

use ndoku_analysis::Symmetry;
use ndoku_core::{Digit, Puzzle, Rng};

use super::GenerateError;
use super::add_back::with_orbit;
use super::difficulty_filter::Fit;
use super::reduce::ReductionPlan;
use super::uniqueness_checker::clue_count;
use super::workspace::Workspace;
use crate::grid_generator::shuffled_indices;

/// Number of neighbors without progress before the search takes another grid.
const MAX_FAILURES: u64 = 60;
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

impl Strategy {
    /// Selects the strategy for the request.
    fn select(workspace: &Workspace<'_>) -> Self {
        let (request, filter) = (workspace.request, &workspace.filter);
        let layout = &workspace.checker.layout;
        let is_small = layout.size() <= 9;
        match () {
            // Only hill climbing leads to few clues.
            () if !filter.has_cheap_upper_bound()
                || *request.clues.end() < TYPICAL_CLUES.min(layout.cell_count()) =>
            {
                Self::HillClimb
            }
            () if !filter.targets_singles() && is_small => Self::Resample,
            () if request.is_minimal => Self::HillClimb,
            () => Self::AddBack,
        }
    }
}

/// A puzzle during the search: its clues, its solution, and its distance from the request.
pub(super) struct CandidatePuzzle {
    pub(super) clues: Vec<u8>,
    pub(super) grid: Vec<u8>,
    pub(super) distance: u32,
}

/// The puzzle from which the search climbs.
struct ClimbPosition {
    candidate: CandidatePuzzle,
    /// Number of neighbors without progress.
    failures: u64,
}

impl ClimbPosition {
    /// Moves to a neighbor that is no further from the request. Returns `None` after too many
    /// neighbors without progress.
    fn step(self, neighbor: CandidatePuzzle) -> Option<Self> {
        let (own, other) = (self.candidate.distance, neighbor.distance);
        let failures = if other < own { 0 } else { self.failures + 1 };
        let candidate = if other <= own {
            neighbor
        } else {
            self.candidate
        };
        (failures < MAX_FAILURES).then_some(Self {
            candidate,
            failures,
        })
    }
}

/// The clues to start from.
enum Start {
    /// A full grid.
    Full(Vec<u8>),
    /// Some clues, which each attempt completes.
    Partial(Vec<u8>),
}

/// The state of the search for one puzzle.
pub(super) struct SearchState {
    /// The random stream of the puzzle.
    pub(super) rng: Rng,
    pub(super) attempts: u64,
    /// The symmetry of this puzzle.
    pub(super) symmetry: Symmetry,
    /// The sets of cells that have clues in all cells or in none.
    pub(super) orbits: Vec<Vec<usize>>,
    current: Option<ClimbPosition>,
    /// A given grid for the first attempt.
    first_grid: Option<Vec<u8>>,
    start: Option<Start>,
}

impl SearchState {
    pub(super) fn new(
        workspace: &mut Workspace<'_>,
        mut rng: Rng,
        first_grid: Option<Vec<u8>>,
    ) -> Result<Self, GenerateError> {
        let request = workspace.request;
        let symmetry = match request.symmetries[..] {
            [symmetry] => symmetry,
            ref several => several[rng.below(several.len() as u64) as usize],
        };
        let size = usize::from(workspace.checker.layout.size());
        let orbits = if symmetry == Symmetry::None {
            (0..size * size).map(|cell| vec![cell]).collect()
        } else {
            symmetry.orbits(size)
        };
        let start = match &request.start {
            Some(start) => Some(checked_start(workspace, start)?),
            None => None,
        };
        Ok(Self {
            rng,
            attempts: 0,
            symmetry,
            orbits,
            current: None,
            first_grid,
            start,
        })
    }

    /// Counts an attempt, and checks the limits.
    pub(super) fn count_attempt(&mut self, workspace: &Workspace<'_>) -> Result<(), GenerateError> {
        if self.attempts >= workspace.request.max_attempts {
            return Err(GenerateError::NotFound {
                attempts: self.attempts,
            });
        }
        workspace.poll()?;
        self.attempts += 1;
        Ok(())
    }

    /// Searches until a puzzle meets the request.
    pub(super) fn climb(
        &mut self,
        workspace: &mut Workspace<'_>,
    ) -> Result<CandidatePuzzle, GenerateError> {
        loop {
            let plan = self.next_plan(workspace)?;
            let clues = self.reduce(workspace, &plan)?;
            if let Some(candidate) = self.accept(workspace, plan, clues)? {
                return Ok(candidate);
            }
        }
    }

    /// Plans the next reduction, of another grid or of a neighbor.
    pub(super) fn next_plan(
        &mut self,
        workspace: &mut Workspace<'_>,
    ) -> Result<ReductionPlan, GenerateError> {
        self.count_attempt(workspace)?;
        match self.current.take() {
            None => self.new_plan(workspace),
            Some(current) => {
                let plan = self.neighbor_plan(workspace, &current.candidate);
                self.current = Some(current);
                Ok(plan)
            }
        }
    }

    /// Processes the result of a reduction. Returns the puzzle if it meets the request.
    pub(super) fn accept(
        &mut self,
        workspace: &mut Workspace<'_>,
        plan: ReductionPlan,
        clues: Vec<u8>,
    ) -> Result<Option<CandidatePuzzle>, GenerateError> {
        let candidate = match Strategy::select(workspace) {
            Strategy::AddBack => self.add_back(workspace, clues, plan)?,
            Strategy::Resample => self.resample(workspace, clues, plan)?,
            Strategy::HillClimb => {
                let candidate = self.finish(workspace, clues, plan)?;
                if candidate.distance == 0 {
                    return Ok(Some(candidate));
                }
                self.current = match self.current.take() {
                    Some(current) => current.step(candidate),
                    None => Some(ClimbPosition {
                        candidate,
                        failures: 0,
                    }),
                };
                None
            }
        };
        Ok(candidate.filter(|candidate| candidate.distance == 0))
    }

    /// Accepts a reduced puzzle if its difficulty is as requested, or if a few clues make it so.
    fn resample(
        &mut self,
        workspace: &mut Workspace<'_>,
        clues: Vec<u8>,
        plan: ReductionPlan,
    ) -> Result<Option<CandidatePuzzle>, GenerateError> {
        let fit = workspace.classify(&clues, &plan.grid)?;
        let may_add = workspace.filter.is_above_candidates() && !workspace.request.is_minimal;
        match fit {
            Fit::Within => self
                .restore_clues(workspace, clues, plan.grid, plan.clue_target)
                .map(Some),
            Fit::Harder if may_add => self.add_back_selectively(workspace, clues, plan),
            _ => Ok(None),
        }
    }

    /// Returns a full grid to remove clues from.
    pub(super) fn next_grid(
        &mut self,
        workspace: &Workspace<'_>,
    ) -> Result<Vec<u8>, GenerateError> {
        if let Some(grid) = self.first_grid.take() {
            return Ok(grid);
        }
        let (generator, budget) = (workspace.grid_generator, workspace.budget);
        Ok(match &self.start {
            None => generator.generate(&mut self.rng, budget)?,
            Some(Start::Full(grid)) => grid.clone(),
            Some(Start::Partial(clues)) => generator.complete(clues, &mut self.rng, budget)?,
        })
    }

    /// Returns the orbits in random order. Orbits with clues of a puzzle to start from come last.
    fn random_order(&mut self) -> Vec<usize> {
        let order = shuffled_indices(self.orbits.len(), &mut self.rng);
        match &self.start {
            Some(Start::Partial(clues)) => {
                let (last, first) = self.split_by_clues(order, clues);
                [first, last].concat()
            }
            _ => order,
        }
    }

    /// Splits a list of orbits into those with clues of a puzzle, and the others.
    fn split_by_clues(&self, order: Vec<usize>, clues: &[u8]) -> (Vec<usize>, Vec<usize>) {
        order
            .into_iter()
            .partition(|set| self.orbits[*set].iter().any(|cell| clues[*cell] > 0))
    }

    /// Chooses the number of clues to keep, where redundant clues are allowed.
    pub(super) fn choose_clue_target(&mut self, workspace: &Workspace<'_>) -> usize {
        let request = workspace.request;
        let (least, most) = (*request.clues.start(), *request.clues.end());
        match () {
            () if request.is_minimal || least == 0 => 0,
            // A request without an upper bound gets its lower bound.
            () if most == workspace.checker.layout.cell_count() => least,
            () => least + self.rng.below((most - least) as u64 + 1) as usize,
        }
    }

    /// Makes a reduced puzzle, with the requested number of clues if there is no difficulty.
    pub(super) fn new_candidate(
        &mut self,
        workspace: &mut Workspace<'_>,
    ) -> Result<CandidatePuzzle, GenerateError> {
        let plan = self.new_plan(workspace)?;
        self.complete(workspace, plan)
    }

    /// Makes a neighbor of a puzzle.
    pub(super) fn neighbor(
        &mut self,
        workspace: &mut Workspace<'_>,
        candidate: &CandidatePuzzle,
    ) -> Result<CandidatePuzzle, GenerateError> {
        let plan = self.neighbor_plan(workspace, candidate);
        self.complete(workspace, plan)
    }

    fn complete(
        &mut self,
        workspace: &mut Workspace<'_>,
        plan: ReductionPlan,
    ) -> Result<CandidatePuzzle, GenerateError> {
        let clues = self.reduce(workspace, &plan)?;
        self.finish(workspace, clues, plan)
    }

    fn new_plan(&mut self, workspace: &Workspace<'_>) -> Result<ReductionPlan, GenerateError> {
        let grid = self.next_grid(workspace)?;
        let order = self.random_order();
        Ok(self.plan(workspace, grid, order))
    }

    /// Plans the reduction of a neighbor: removes some clues first and all other clues last.
    fn neighbor_plan(
        &mut self,
        workspace: &Workspace<'_>,
        candidate: &CandidatePuzzle,
    ) -> ReductionPlan {
        let order = shuffled_indices(self.orbits.len(), &mut self.rng);
        let (clues, others) = self.split_by_clues(order, &candidate.clues);
        let dropped = (1 + self.rng.below(3) as usize).min(clues.len());
        let order = [&clues[..dropped], &others, &clues[dropped..]].concat();
        self.plan(workspace, candidate.grid.clone(), order)
    }

    fn plan(
        &mut self,
        workspace: &Workspace<'_>,
        grid: Vec<u8>,
        order: Vec<usize>,
    ) -> ReductionPlan {
        let clue_target = self.choose_clue_target(workspace);
        // A difficulty is reached with few clues. The requested number is restored afterwards.
        let floor = if workspace.filter.is_idle() {
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

    fn reduce(
        &self,
        workspace: &mut Workspace<'_>,
        plan: &ReductionPlan,
    ) -> Result<Vec<u8>, GenerateError> {
        let mut clues = plan.grid.clone();
        workspace.checker.reduce(
            &mut clues,
            (&self.orbits, &plan.order),
            plan.floor,
            workspace.request.is_minimal,
            workspace.budget,
        )?;
        Ok(clues)
    }

    /// Restores clues up to the target, and computes the distance from the request.
    fn finish(
        &mut self,
        workspace: &mut Workspace<'_>,
        clues: Vec<u8>,
        plan: ReductionPlan,
    ) -> Result<CandidatePuzzle, GenerateError> {
        let ReductionPlan {
            grid, clue_target, ..
        } = plan;
        let distance = workspace.difficulty_distance(&clues, &grid)?;
        if distance == 0 {
            return self.restore_clues(workspace, clues, grid, clue_target);
        }
        let distance = distance + self.clue_penalty(workspace, &clues)?;
        Ok(CandidatePuzzle {
            clues,
            grid,
            distance,
        })
    }

    /// Restores clues up to the target while the difficulty stays as requested.
    pub(super) fn restore_clues(
        &mut self,
        workspace: &mut Workspace<'_>,
        mut clues: Vec<u8>,
        grid: Vec<u8>,
        clue_target: usize,
    ) -> Result<CandidatePuzzle, GenerateError> {
        if clue_count(&clues) < clue_target {
            for set in shuffled_indices(self.orbits.len(), &mut self.rng) {
                let orbit = &self.orbits[set];
                let missing = orbit.iter().filter(|cell| clues[**cell] == 0).count();
                if missing == 0 || clue_count(&clues) + missing > clue_target {
                    continue;
                }
                let with = with_orbit(&clues, &grid, orbit);
                if workspace.filter.is_idle() || workspace.classify(&with, &grid)? == Fit::Within {
                    clues = with;
                }
                if clue_count(&clues) == clue_target {
                    break;
                }
            }
        }
        let distance = self.clue_penalty(workspace, &clues)?;
        Ok(CandidatePuzzle {
            clues,
            grid,
            distance,
        })
    }

    /// Computes the penalty for clues outside the requested range and for redundant clues.
    pub(super) fn clue_penalty(
        &self,
        workspace: &mut Workspace<'_>,
        clues: &[u8],
    ) -> Result<u32, GenerateError> {
        let request = workspace.request;
        let (count, range) = (clue_count(clues), &request.clues);
        let outside = range.start().saturating_sub(count) + count.saturating_sub(*range.end());
        // Without a symmetry, the reduction has removed them, unless a pattern had to keep them.
        let redundant = if request.is_minimal
            && (self.orbits.len() < clues.len() || request.pattern.is_some())
        {
            count_redundant(workspace, clues)?
        } else {
            0
        };
        Ok(PENALTY * (outside + redundant) as u32)
    }
}

/// Returns the clues to start from, after a check that they have a solution.
fn checked_start(workspace: &mut Workspace<'_>, start: &Puzzle) -> Result<Start, GenerateError> {
    let clues: Vec<u8> = start
        .clues()
        .iter()
        .map(|clue| clue.map_or(0, Digit::get))
        .collect();
    let is_full = clue_count(&clues) == clues.len();
    let has_solution = workspace.unique_solution(start)?.is_some()
        || (!is_full && workspace.count_solutions(&clues, 1)? > 0);
    match () {
        () if !has_solution => Err(GenerateError::UnsolvableStart),
        () if is_full => Ok(Start::Full(clues)),
        () => Ok(Start::Partial(clues)),
    }
}

/// Counts the clues that are redundant on their own.
fn count_redundant(workspace: &mut Workspace<'_>, clues: &[u8]) -> Result<usize, GenerateError> {
    let without = |cell: usize| {
        let mut without = clues.to_vec();
        without[cell] = 0;
        without
    };
    let puzzles: Vec<Vec<u8>> = (0..clues.len())
        .filter(|cell| clues[*cell] > 0)
        .map(without)
        .collect();
    let unique = workspace.are_unique(&puzzles)?;
    Ok(unique.iter().filter(|unique| **unique).count())
}
