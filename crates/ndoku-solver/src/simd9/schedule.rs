//! Batches: a free lane takes the next puzzle, and each lane has its own stack of states to
//! backtrack to.
//!
//! ```text
//!   clues ──▶ lane 0  ░ sweep ░ sweep ░ guess ▶ push ░ sweep ░ failed ▶ pop ░ … ░ solved ──▶ next
//!         ──▶ lane 1  ░ sweep ░ sweep ░ sweep ░ solved ▶ result ──▶ next clues ░ sweep ░ …
//!         ──▶   ⋮
//! ```
//!
//! The search of a puzzle depends on its own lane alone. So answers and statistics do not depend on
//! the other puzzles.

use std::ops::ControlFlow;

use super::WORDS;
use super::guess::select_branch;
use super::propagate::{Propagation, propagate};
use super::transpose::{
    BatchPuzzles, PLANES, PuzzleQueue, is_solution, solution_planes, store_grid,
};
use super::tree_search::{SearchMemory, SearchTotals, TreeSearch};
use super::{BatchOutcome, BatchStats};
use crate::engine::Budget;
use crate::simd::{Isa, Kernel, LaneWords, SimdVector};

/// The requested results of a batch.
pub(super) enum BatchOutput<'a> {
    /// Outcome of each puzzle.
    Outcomes(&'a mut [BatchOutcome]),
    /// Outcome of each puzzle, and the digits of the first solution become characters.
    TextOutcomes(&'a mut [BatchOutcome]),
    /// Number of solutions of each puzzle, up to the limit.
    Counts(&'a mut [u64]),
}

/// The puzzle of one lane.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    puzzle: usize,
    found: u64,
    /// States that remain to be searched. Each guess decides a cell, so there are at most 81.
    stack: Vec<LaneWords>,
}

impl Slot {
    pub(super) fn new() -> Self {
        Self {
            puzzle: 0,
            found: 0,
            stack: Vec::with_capacity(82),
        }
    }
}

/// Number of sweeps for the last puzzles of a batch before all lanes search them one after the
/// other.
const TAIL_SWEEPS: u32 = 24;

/// Puzzles to search, and the destination of the results. Result slices are as long as `puzzles`,
/// or empty if they are not requested.
pub(super) struct Batch<'a> {
    pub(super) puzzles: BatchPuzzles<'a>,
    /// Diagonals that are houses: the main one, the other.
    pub(super) diagonals: [bool; 2],
    /// Number of solutions after which the search of a puzzle ends; at least 1.
    pub(super) limit: u64,
    pub(super) first: &'a mut [[u8; 81]],
    pub(super) second: &'a mut [[u8; 81]],
    pub(super) report: BatchOutput<'a>,
    pub(super) slots: &'a mut [Slot],
    pub(super) stats: &'a mut BatchStats,
}

/// A kernel with diagonals. It is separate, so that diagonals cost nothing in puzzles without them.
pub(super) struct WithDiagonals<K>(pub(super) K);

impl Kernel for &mut Batch<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<V: SimdVector>(self) -> u32 {
        self.search::<false, V>()
    }
}

impl Kernel for WithDiagonals<&mut Batch<'_>> {
    type Output = u32;

    #[inline(always)]
    fn run<V: SimdVector>(self) -> u32 {
        self.0.search::<true, V>()
    }
}

/// Returns the lanes of a mask, the lowest first.
#[inline(always)]
pub(super) fn iter_lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (lane < 32).then_some(lane as usize)
    })
}

impl Batch<'_> {
    /// Searches until all puzzles are done, or only a few lanes have been busy for some time.
    /// Returns those lanes; [`finish_lane`](Self::finish_lane) completes them.
    #[inline(always)]
    fn search<const X: bool, V: SimdVector>(&mut self) -> u32 {
        let mut state = [V::splat(0); WORDS];
        let mut waiting = PuzzleQueue::new();
        let mut next = 0;
        let every = u32::MAX >> (32 - V::WIDTH);
        let mut busy = self.start_puzzles(&mut state, &mut waiting, &mut next, every);
        let mut last = 0;
        let (mut sweeps, mut guesses) = (0, 0);
        while busy != 0 {
            if next == self.puzzles.len() && waiting.len() == 0 {
                last += 1;
                if last > TAIL_SWEEPS && 4 * busy.count_ones() as usize <= V::WIDTH {
                    for lane in iter_lanes(busy) {
                        self.slots[lane].stack.push(V::load_lane(&state, lane));
                    }
                    break;
                }
            }
            let Propagation {
                failed,
                open,
                changed,
            } = propagate::<X, V>(&mut state, self.diagonals);
            sweeps += u64::from(busy.count_ones());
            let attention = busy & (failed | !open | !changed);
            if attention == 0 {
                continue;
            }
            // Lanes whose state is finished.
            let mut over = attention & failed;
            // Lanes whose puzzle is finished.
            let mut free = 0;
            let full = attention & !failed & !open;
            if full != 0 {
                over |= full;
                let (planes, right) = solution_planes(&state);
                for lane in iter_lanes(full & right) {
                    debug_assert!(
                        is_solution(&V::load_lane(&state, lane)),
                        "an invalid grid was taken for a solution"
                    );
                    free |=
                        u32::from(self.record_solution::<V>(lane, &V::extract_lane(&planes, lane)))
                            << lane;
                }
            }
            let stuck = attention & !failed & open;
            if stuck != 0 {
                // All states are copied before the first is examined: a vector load soon after
                // writes of single words would stall.
                for lane in iter_lanes(stuck) {
                    self.slots[lane].stack.push(V::load_lane(&state, lane));
                }
                for lane in iter_lanes(stuck) {
                    let stack = &mut self.slots[lane].stack;
                    let Some(words) = stack.last_mut() else {
                        continue;
                    };
                    if let Some(guess) = select_branch::<V>(words) {
                        guess.remove(words);
                        guess.place(&mut state, lane);
                        guesses += 1;
                    } else {
                        stack.pop();
                        over |= 1 << lane;
                    }
                }
            }
            for lane in iter_lanes(over & !free) {
                if let Some(words) = self.slots[lane].stack.pop() {
                    V::store_lane(&mut state, lane, &words);
                } else {
                    free |= 1 << lane;
                }
            }
            if free != 0 {
                for lane in iter_lanes(free) {
                    self.write_result(lane);
                }
                busy =
                    (busy & !free) | self.start_puzzles(&mut state, &mut waiting, &mut next, free);
            }
        }
        self.stats.sweeps += sweeps;
        self.stats.guesses += guesses;
        busy
    }

    /// Gives free lanes the next puzzles while there are any, and returns the lanes that got one.
    #[inline(always)]
    fn start_puzzles<V: SimdVector>(
        &mut self,
        state: &mut [V; WORDS],
        waiting: &mut PuzzleQueue,
        next: &mut usize,
        mut free: u32,
    ) -> u32 {
        let mut begun = 0;
        while free != 0 {
            if waiting.len() == 0 && waiting.prepare::<V>(&self.puzzles, *next) == 0 {
                break;
            }
            let mut taking = 0;
            for lane in iter_lanes(free).take(waiting.len()) {
                let slot = &mut self.slots[lane];
                slot.puzzle = *next;
                slot.found = 0;
                slot.stack.clear();
                *next += 1;
                taking |= 1 << lane;
            }
            waiting.deal(state, taking);
            free &= !taking;
            begun |= taking;
        }
        begun
    }

    /// Stores a solution. Returns `true` if the limit is reached.
    #[inline(always)]
    fn record_solution<V: SimdVector>(&mut self, lane: usize, planes: &[u32; PLANES]) -> bool {
        if let Some(grid) = self.solution_slot(lane) {
            store_grid::<V>(planes, grid);
        }
        self.count_solution(lane)
    }

    /// Returns the destination of the next solution of a lane's puzzle, if it is requested.
    #[inline(always)]
    fn solution_slot(&mut self, lane: usize) -> Option<&mut [u8; 81]> {
        let Slot { puzzle, found, .. } = self.slots[lane];
        match found {
            0 => self.first.get_mut(puzzle),
            1 => self.second.get_mut(puzzle),
            _ => None,
        }
    }

    /// Counts a solution that was written, if it was requested. Returns `true` if the limit is
    /// reached.
    #[inline(always)]
    fn count_solution(&mut self, lane: usize) -> bool {
        if cfg!(debug_assertions)
            && let Some(grid) = self.solution_slot(lane).copied()
        {
            // Candidates are only ever removed, so this cannot fail.
            assert!(
                self.puzzles.allows_solution(self.slots[lane].puzzle, &grid),
                "the solution contradicts the clues"
            );
        }
        let slot = &mut self.slots[lane];
        slot.found += 1;
        slot.found >= self.limit
    }

    /// Searches the remaining states of a lane with all lanes of `isa`.
    pub(super) fn finish_lane(&mut self, lane: usize, isa: Isa, memory: &mut SearchMemory) {
        let mut states = std::mem::take(&mut self.slots[lane].stack);
        let mut totals = SearchTotals::default();
        let diagonals = self.diagonals;
        let mut found = |grids: &[[u8; 81]]| {
            for (number, grid) in grids.iter().enumerate() {
                if let Some(to) = self.solution_slot(lane) {
                    *to = *grid;
                }
                if self.count_solution(lane) {
                    return ControlFlow::Break(number + 1);
                }
            }
            ControlFlow::Continue(())
        };
        let budget = &Budget::default();
        let search = TreeSearch {
            states: &mut states,
            diagonals,
            budget,
            memory,
            min_block: 1,
            found: &mut found,
            totals: &mut totals,
        };
        // A search without limits is never interrupted.
        let _ = search.start(isa);
        self.stats.guesses += totals.done.guesses;
        self.stats.sweeps += totals.done.sweeps;
        self.slots[lane].stack = states;
        self.write_result(lane);
    }

    /// Writes the result of a lane's puzzle.
    #[inline(always)]
    fn write_result(&mut self, lane: usize) {
        let Slot { puzzle, found, .. } = self.slots[lane];
        self.stats.puzzles += 1;
        if let BatchOutput::TextOutcomes(_) = self.report
            && found > 0
            && let Some(grid) = self.first.get_mut(puzzle)
        {
            grid.iter_mut().for_each(|digit| *digit |= b'0');
        }
        match &mut self.report {
            BatchOutput::Outcomes(outcomes) | BatchOutput::TextOutcomes(outcomes) => {
                outcomes[puzzle] = match found {
                    0 => BatchOutcome::Unsolvable,
                    1 if self.limit == 1 => BatchOutcome::Solvable,
                    1 => BatchOutcome::Unique,
                    _ => BatchOutcome::Multiple,
                }
            }
            BatchOutput::Counts(counts) => counts[puzzle] = found,
        }
    }
}
