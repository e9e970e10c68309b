//! The strategies that add clues to a reduced puzzle that is too hard.
//!
//! ```text
//!   clues added   0 ─────────────── hard │ easy ─────────── all
//!                 singles do not solve   │ singles solve
//!                                        ▲ a puzzle just beyond singles, and one that they solve
//! ```

use super::GenerateError;
use super::difficulty_filter::Fit;
use super::puzzle_search::{CandidatePuzzle, SearchState};
use super::reduce::ReductionPlan;
use super::uniqueness_checker::clue_count;
use super::workspace::Workspace;
use crate::grid_generator::shuffled_indices;

/// Number of orders of added clues that are tried per puzzle.
const MAX_ORDERS: usize = 8;
/// Maximum number of clues that are added to a puzzle that is too hard.
const MAX_ADDED_CLUES: usize = 12;

impl SearchState {
    /// Adds clues to a reduced puzzle until it is no longer too hard. Returns `None` if that does
    /// not lead to the request.
    pub(super) fn add_back(
        &mut self,
        workspace: &mut Workspace<'_>,
        clues: Vec<u8>,
        plan: ReductionPlan,
    ) -> Result<Option<CandidatePuzzle>, GenerateError> {
        let ReductionPlan {
            grid, clue_target, ..
        } = plan;
        let fitting = match workspace.classify(&clues, &grid)? {
            Fit::Within => Some(clues),
            Fit::Easier => None,
            Fit::Harder => self.try_orders(workspace, &clues, &grid)?,
        };
        match fitting {
            Some(clues) => self
                .restore_clues(workspace, clues, grid, clue_target)
                .map(Some),
            None => Ok(None),
        }
    }

    /// Adds clues in a few random orders until one order meets the request.
    fn try_orders(
        &mut self,
        workspace: &mut Workspace<'_>,
        clues: &[u8],
        grid: &[u8],
    ) -> Result<Option<Vec<u8>>, GenerateError> {
        let mut blanks: Vec<usize> = (0..self.orbits.len())
            .filter(|set| self.orbits[*set].iter().any(|cell| clues[*cell] == 0))
            .collect();
        for _ in 0..MAX_ORDERS {
            self.rng.shuffle(&mut blanks);
            let line = AddedClues {
                clues,
                grid,
                orbits: &self.orbits,
                blanks: &blanks,
            };
            if let Some(fitting) = line.find_fitting(workspace)? {
                return Ok(Some(fitting));
            }
        }
        Ok(None)
    }

    /// Adds clues one by one to a puzzle that is too hard, except those that make it too easy.
    /// Returns `None` if that does not soon lead to the request.
    pub(super) fn add_back_selectively(
        &mut self,
        workspace: &mut Workspace<'_>,
        mut clues: Vec<u8>,
        plan: ReductionPlan,
    ) -> Result<Option<CandidatePuzzle>, GenerateError> {
        let ReductionPlan {
            grid, clue_target, ..
        } = plan;
        let mut helpful = workspace.filter.helpful_cells().copied();
        let mut left = MAX_ADDED_CLUES;
        for set in shuffled_indices(self.orbits.len(), &mut self.rng) {
            let may_help = |cell: &usize| {
                clues[*cell] == 0 && helpful.as_ref().is_none_or(|helpful| helpful[*cell])
            };
            if left == 0 || !self.orbits[set].iter().any(may_help) {
                continue;
            }
            let with = with_orbit(&clues, &grid, &self.orbits[set]);
            if clue_count(&with) > *workspace.request.clues.end() {
                continue;
            }
            left -= 1;
            match workspace.classify(&with, &grid)? {
                Fit::Within => {
                    return self
                        .restore_clues(workspace, with, grid, clue_target)
                        .map(Some);
                }
                Fit::Harder => {
                    clues = with;
                    helpful = workspace.filter.helpful_cells().copied();
                }
                Fit::Easier => {}
            }
        }
        Ok(None)
    }
}

/// Returns the clues with those of the grid in the cells of an orbit.
pub(super) fn with_orbit(clues: &[u8], grid: &[u8], orbit: &[usize]) -> Vec<u8> {
    let mut with = clues.to_vec();
    orbit.iter().for_each(|cell| with[*cell] = grid[*cell]);
    with
}

/// The puzzles between a reduced puzzle and its grid: orbits of clues are added in a fixed order.
struct AddedClues<'a> {
    clues: &'a [u8],
    grid: &'a [u8],
    orbits: &'a [Vec<usize>],
    /// The orbits to add, by number.
    blanks: &'a [usize],
}

impl AddedClues<'_> {
    /// Returns the puzzle with the first orbits added.
    fn with(&self, count: usize) -> Vec<u8> {
        let mut with = self.clues.to_vec();
        self.blanks[..count]
            .iter()
            .flat_map(|set| &self.orbits[*set])
            .for_each(|cell| with[*cell] = self.grid[*cell]);
        with
    }

    /// Returns the smallest number of added orbits with which singles solve the puzzle, at least 1.
    fn first_solved_by_singles(&self, workspace: &mut Workspace<'_>) -> usize {
        let singles = workspace.filter.boundary_singles();
        let (mut hard, mut easy) = (0, self.blanks.len());
        while easy - hard > 1 {
            let middle = hard.midpoint(easy);
            let with = self.with(middle);
            if workspace.checker.is_solved_by_singles(&with, singles) {
                easy = middle;
            } else {
                hard = middle;
            }
        }
        easy
    }

    /// Returns the first puzzle found that meets the request. It can be the first one that singles
    /// solve, the last one that they do not solve, or a harder one. Returns `None` if the puzzle
    /// changes from too hard to too easy with one orbit.
    fn find_fitting(
        &self,
        workspace: &mut Workspace<'_>,
    ) -> Result<Option<Vec<u8>>, GenerateError> {
        let (mut hard, mut easy) = (0, self.first_solved_by_singles(workspace));
        let mut next = easy;
        let mut is_first = true;
        loop {
            let with = self.with(next);
            match workspace.classify(&with, self.grid)? {
                Fit::Within if clue_count(&with) <= *workspace.request.clues.end() => {
                    return Ok(Some(with));
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
}
