//! Batches: a free lane takes the next puzzle, and each puzzle has its own stack of states to
//! backtrack to.
//!
//! ```text
//!   clues ──▶ lane 0  ░ sweep ░ sweep ░ stuck ▶ pool │ ready state ░ sweep ░ failed ▶ pool │ …
//!         ──▶ lane 1  ░ sweep ░ sweep ░ sweep ░ solved ▶ result ──▶ next clues ░ sweep ░ …
//!         ──▶   ⋮
//! ```
//!
//! Besides the puzzles in lanes there are up to twice as many in the pool. Each has at most one
//! state in a lane or in the pool, and the others on its stack. So answers and statistics do not
//! depend on the other puzzles.

use std::ops::ControlFlow;

use super::WORDS;
use super::guess::{by_digit, select_branch, select_fewest};
use super::pool::{Pool, PoolGuesses, lowest_lanes};
use super::propagate::{Propagation, propagate};
use super::transpose::{
    BatchPuzzles, PLANES, PuzzleQueue, is_solution, solution_planes, store_grid,
};
use super::tree_search::{SearchMemory, SearchTotals, TreeSearch};
use super::{BatchOutcome, BatchStats};
use crate::engine::Budget;
use crate::simd::{Isa, Kernel, LaneWords, MAX_WIDTH, SimdVector, iter_lanes};

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

/// Number of slots: for the lanes, for as many stuck puzzles, and for as many that backtrack.
pub(super) const MAX_SLOTS: usize = 3 * MAX_WIDTH;

/// The slots whose puzzles all lanes search at the end of a batch, one after the other.
pub(super) type LeftSlots = u64;

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
    type Output = LeftSlots;

    #[inline(always)]
    fn run<V: SimdVector>(self) -> LeftSlots {
        self.search::<false, V>()
    }
}

impl Kernel for WithDiagonals<&mut Batch<'_>> {
    type Output = LeftSlots;

    #[inline(always)]
    fn run<V: SimdVector>(self) -> LeftSlots {
        self.0.search::<true, V>()
    }
}

/// The lanes of a batch.
struct Lanes<V> {
    state: [V; WORDS],
    /// For each lane, the slot of its puzzle.
    slots: [u8; 32],
    /// The lanes that search.
    busy: u32,
}

/// The slots without a puzzle.
struct FreeSlots {
    slots: [u8; MAX_SLOTS],
    count: usize,
}

impl FreeSlots {
    /// Returns the first `count` slots; the first one is taken first.
    #[inline(always)]
    fn new(count: usize) -> Self {
        let mut slots = [0; MAX_SLOTS];
        for (slot, number) in slots.iter_mut().zip((0..count as u8).rev()) {
            *slot = number;
        }
        Self { slots, count }
    }

    #[inline(always)]
    fn add(&mut self, slot: u8) {
        self.slots[self.count % MAX_SLOTS] = slot;
        self.count += 1;
    }

    #[inline(always)]
    fn take(&mut self) -> u8 {
        self.count -= 1;
        self.slots[self.count % MAX_SLOTS]
    }
}

/// The source of states for the lanes: puzzles that were begun, and new ones.
struct Supply<V> {
    pool: Pool<V>,
    free: FreeSlots,
    waiting: PuzzleQueue,
    /// The number of the next puzzle.
    next: usize,
    guesses: u64,
}

/// Returns `true` if stuck and failed states wait until there are enough for all lanes. With few
/// lanes, the vectors save less than the waiting costs.
const fn has_pool<V: SimdVector>() -> bool {
    V::WIDTH >= 8
}

impl<V: SimdVector> Supply<V> {
    /// Returns `true` if a puzzle waits for a lane, after preparing more of them if needed.
    #[inline(always)]
    fn has_puzzle(&mut self, puzzles: &BatchPuzzles<'_>) -> bool {
        self.waiting.len() > 0 || self.waiting.prepare::<V>(puzzles, self.next) > 0
    }
}

impl Batch<'_> {
    /// Searches until all puzzles are done, or only a few lanes have been busy for some time.
    /// Returns the slots of those lanes; [`finish_slot`](Self::finish_slot) completes them.
    #[inline(always)]
    fn search<const X: bool, V: SimdVector>(&mut self) -> LeftSlots {
        let mut lanes = Lanes {
            state: [V::splat(0); WORDS],
            slots: [0; 32],
            busy: 0,
        };
        let mut supply = Supply {
            pool: Pool::new(),
            free: FreeSlots::new(V::WIDTH * if has_pool::<V>() { 3 } else { 1 }),
            waiting: PuzzleQueue::new(),
            next: 0,
            guesses: 0,
        };
        self.fill_lanes(&mut lanes, &mut supply, u32::MAX >> (32 - V::WIDTH));
        let mut last = 0;
        let mut sweeps = 0;
        let mut left = 0;
        while lanes.busy != 0 {
            if supply.next == self.puzzles.len() && supply.waiting.len() == 0 {
                last += 1;
                // Lanes are only idle if the pool is empty.
                if last > TAIL_SWEEPS && 4 * lanes.busy.count_ones() as usize <= V::WIDTH {
                    for lane in iter_lanes(lanes.busy) {
                        let slot = lanes.slots[lane];
                        left |= 1 << slot;
                        self.slots[usize::from(slot)]
                            .stack
                            .push(V::load_lane(&lanes.state, lane));
                    }
                    break;
                }
            }
            let propagation = propagate::<X, V>(&mut lanes.state, self.diagonals);
            sweeps += u64::from(lanes.busy.count_ones());
            let vacated = self.attend(&mut lanes, &mut supply, propagation);
            if vacated != 0 {
                lanes.busy &= !vacated;
                self.fill_lanes(&mut lanes, &mut supply, vacated);
            }
        }
        self.stats.sweeps += sweeps;
        self.stats.guesses += supply.guesses;
        left
    }

    /// Looks at the lanes in which a sweep decided the state or changed nothing. Returns those that
    /// need another state.
    #[inline(always)]
    fn attend<V: SimdVector>(
        &mut self,
        lanes: &mut Lanes<V>,
        supply: &mut Supply<V>,
        Propagation {
            failed,
            open,
            changed,
        }: Propagation,
    ) -> u32 {
        let attention = lanes.busy & (failed | !open | !changed);
        if attention == 0 {
            return 0;
        }
        // Lanes whose state is finished.
        let mut over = attention & failed;
        // Lanes whose puzzle is finished.
        let mut finished = 0;
        let full = attention & !failed & !open;
        if full != 0 {
            over |= full;
            let (planes, right) = solution_planes(&lanes.state);
            for lane in iter_lanes(full & right) {
                debug_assert!(
                    is_solution(&V::load_lane(&lanes.state, lane)),
                    "an invalid grid was taken for a solution"
                );
                let planes = V::extract_lane(&planes, lane);
                let is_last = self.record_solution::<V>(usize::from(lanes.slots[lane]), &planes);
                finished |= u32::from(is_last) << lane;
            }
        }
        let stuck = attention & !failed & open;
        let mut vacated = 0;
        if stuck != 0 {
            if has_pool::<V>() {
                let slots = iter_lanes(stuck).map(|lane| lanes.slots[lane]);
                supply.pool.add_stuck(&lanes.state, stuck, slots);
                vacated = stuck;
            } else {
                over |= self.guess_in_lanes(lanes, stuck, &mut supply.guesses);
            }
        }
        for lane in iter_lanes(over & !finished) {
            let slot = lanes.slots[lane];
            let stack = &mut self.slots[usize::from(slot)].stack;
            if stack.is_empty() {
                finished |= 1 << lane;
            } else if has_pool::<V>() {
                supply.pool.add_failed(slot);
                vacated |= 1 << lane;
            } else if let Some(words) = stack.pop() {
                V::store_lane(&mut lanes.state, lane, &words);
            }
        }
        for lane in iter_lanes(finished) {
            self.finish_puzzle(lanes.slots[lane], supply);
        }
        vacated | finished
    }

    /// Writes the result of the puzzle in a slot, which is then free.
    #[inline(always)]
    fn finish_puzzle<V: SimdVector>(&mut self, slot: u8, supply: &mut Supply<V>) {
        self.write_result(usize::from(slot));
        supply.free.add(slot);
    }

    /// Guesses in these lanes. Returns those that turn out to be contradictory.
    #[inline(always)]
    fn guess_in_lanes<V: SimdVector>(
        &mut self,
        lanes: &mut Lanes<V>,
        stuck: u32,
        guesses: &mut u64,
    ) -> u32 {
        let mut contradictory = 0;
        // All states are copied before the first is examined: a vector load soon after writes of
        // single words would stall.
        for lane in iter_lanes(stuck) {
            let words = V::load_lane(&lanes.state, lane);
            self.slots[usize::from(lanes.slots[lane])].stack.push(words);
        }
        for lane in iter_lanes(stuck) {
            let stack = &mut self.slots[usize::from(lanes.slots[lane])].stack;
            let Some(words) = stack.last_mut() else {
                continue;
            };
            if let Some(guess) = select_branch::<V>(words) {
                guess.remove(words);
                guess.place(&mut lanes.state, lane);
                *guesses += 1;
            } else {
                stack.pop();
                contradictory |= 1 << lane;
            }
        }
        contradictory
    }

    /// Gives lanes their next states: ready ones first, then guesses and tops of stacks if there
    /// are enough for all lanes, then new puzzles, and then the other guesses and tops.
    #[inline(always)]
    fn fill_lanes<V: SimdVector>(
        &mut self,
        lanes: &mut Lanes<V>,
        supply: &mut Supply<V>,
        mut vacated: u32,
    ) {
        // Without a pool, the compiler leaves out all that concerns it.
        let pooled = |count: usize| if has_pool::<V>() { count } else { 0 };
        while vacated != 0 {
            let ready = pooled(supply.pool.ready_count());
            let stuck = pooled(supply.pool.stuck_count());
            let failed = pooled(supply.pool.failed_count());
            let has_enough = stuck >= V::WIDTH || failed >= V::WIDTH;
            if ready > 0 {
                let taking = lowest_lanes(vacated, ready);
                let slots = supply.pool.deal_ready(&mut lanes.state, taking);
                for (lane, slot) in iter_lanes(taking).zip(slots) {
                    lanes.slots[lane] = *slot;
                }
                vacated &= !taking;
                lanes.busy |= taking;
            } else if !has_enough && supply.free.count > 0 && supply.has_puzzle(&self.puzzles) {
                let count = supply.free.count.min(supply.waiting.len());
                let taking = lowest_lanes(vacated, count);
                for lane in iter_lanes(taking) {
                    let slot = supply.free.take();
                    lanes.slots[lane] = slot;
                    let slot = &mut self.slots[usize::from(slot)];
                    slot.puzzle = supply.next;
                    slot.found = 0;
                    slot.stack.clear();
                    supply.next += 1;
                }
                supply.waiting.deal(&mut lanes.state, taking);
                vacated &= !taking;
                lanes.busy |= taking;
            } else if stuck >= V::WIDTH || stuck > 0 && failed < V::WIDTH {
                // The only call: the code of guesses is long.
                self.guess_in_pool(supply);
            } else if failed > 0 {
                self.backtrack_in_pool(supply);
            } else {
                break;
            }
        }
    }

    /// Guesses in stuck states of the pool. Those with the guess become ready, and the others go to
    /// the stacks of their puzzles.
    #[inline(always)]
    fn guess_in_pool<V: SimdVector>(&mut self, supply: &mut Supply<V>) {
        let PoolGuesses {
            slots,
            found,
            unguessed,
            without,
        } = supply.pool.guess();
        for lane in iter_lanes(found) {
            self.slots[usize::from(slots[lane])]
                .stack
                .push(without[lane]);
        }
        supply.guesses += u64::from(found.count_ones());
        // From the last on, because a removal changes the lanes of later ones.
        let mut rest = unguessed;
        while rest != 0 {
            let lane = rest.ilog2() as usize;
            rest ^= 1 << lane;
            self.guess_alone(lane, slots[lane], supply);
        }
    }

    /// Makes the tops of the stacks of failed puzzles ready.
    #[inline(always)]
    fn backtrack_in_pool<V: SimdVector>(&mut self, supply: &mut Supply<V>) {
        let slots = &mut *self.slots;
        let pop = |slot: u8| slots[usize::from(slot)].stack.pop();
        supply.pool.backtrack(pop);
    }

    /// Guesses in a state without a bivalue cell, which is ready in this lane of the pool.
    #[inline(always)]
    fn guess_alone<V: SimdVector>(&mut self, lane: usize, slot: u8, supply: &mut Supply<V>) {
        let stack = &mut self.slots[usize::from(slot)].stack;
        let mut words = supply.pool.ready_state(lane);
        if let Some(guess) = select_fewest(&by_digit(&words)) {
            supply.pool.replace_ready(lane, &guess.placed(&words));
            guess.remove(&mut words);
            stack.push(words);
            supply.guesses += 1;
        } else if let Some(words) = stack.pop() {
            supply.pool.replace_ready(lane, &words);
        } else {
            supply.pool.remove_ready(lane);
            self.finish_puzzle(slot, supply);
        }
    }

    /// Stores a solution. Returns `true` if the limit is reached.
    #[inline(always)]
    fn record_solution<V: SimdVector>(&mut self, slot: usize, planes: &[u32; PLANES]) -> bool {
        if let Some(grid) = self.solution_place(slot) {
            store_grid::<V>(planes, grid);
        }
        self.count_solution(slot)
    }

    /// Returns the destination of the next solution of the puzzle in a slot, if it is requested.
    #[inline(always)]
    fn solution_place(&mut self, slot: usize) -> Option<&mut [u8; 81]> {
        let Slot { puzzle, found, .. } = self.slots[slot];
        match found {
            0 => self.first.get_mut(puzzle),
            1 => self.second.get_mut(puzzle),
            _ => None,
        }
    }

    /// Counts a solution that was written, if it was requested. Returns `true` if the limit is
    /// reached.
    #[inline(always)]
    fn count_solution(&mut self, slot: usize) -> bool {
        if cfg!(debug_assertions)
            && let Some(grid) = self.solution_place(slot).copied()
        {
            // Candidates are only ever removed, so this cannot fail.
            assert!(
                self.puzzles.allows_solution(self.slots[slot].puzzle, &grid),
                "the solution contradicts the clues"
            );
        }
        let Slot { found, .. } = &mut self.slots[slot];
        *found += 1;
        *found >= self.limit
    }

    /// Searches the remaining states of the puzzle in a slot with all lanes of `isa`.
    pub(super) fn finish_slot(&mut self, slot: usize, isa: Isa, memory: &mut SearchMemory) {
        let mut states = std::mem::take(&mut self.slots[slot].stack);
        let mut totals = SearchTotals::default();
        let diagonals = self.diagonals;
        let mut found = |grids: &[[u8; 81]]| {
            for (number, grid) in grids.iter().enumerate() {
                if let Some(to) = self.solution_place(slot) {
                    *to = *grid;
                }
                if self.count_solution(slot) {
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
        self.slots[slot].stack = states;
        self.write_result(slot);
    }

    /// Writes the result of the puzzle in a slot.
    #[inline(always)]
    fn write_result(&mut self, slot: usize) {
        let Slot { puzzle, found, .. } = self.slots[slot];
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
