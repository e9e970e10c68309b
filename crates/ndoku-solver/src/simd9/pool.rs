//! `Pool`: puzzles of a batch that are in no lane. Stuck states wait until there are enough to
//! guess in all of them at once. Puzzles whose state failed wait until there are enough to
//! backtrack in all of them at once. Ready states wait for a lane.
//!
//! ```text
//!   lanes ── stuck ──▶ ░░░░░░░░ ── guess in all ──▶ with the guess: ready ──▶ lanes
//!                                               └─▶ without it: stack of the puzzle
//!   lanes ── failed ─▶ ░░░░░░░░ ── top of each stack ─────────────▶ ready ──▶ lanes
//! ```
//!
//! All states that go to stacks, or come from there, are transposed together. That is faster than
//! moving each word by itself: see `docs/experiments/simd-solver.md`.

use super::WORDS;
use super::guess_lanes::branch_lanes;
use crate::simd::{LaneWords, MAX_WIDTH, SimdVector};

/// Number of blocks of stuck states. They are a ring, and at most three hold states.
const BLOCKS: usize = 4;

/// The most puzzles that wait to backtrack.
const MAX_FAILED: usize = 3 * MAX_WIDTH;

/// Slots of puzzles, one for each lane of a vector.
pub(super) type LaneSlots = [u8; MAX_WIDTH];

/// The puzzles of a pool.
pub(super) struct Pool<V> {
    /// Blocks of stuck states, one state in each lane.
    stuck: [[V; WORDS]; BLOCKS],
    stuck_slots: [LaneSlots; BLOCKS],
    /// The block with the states that wait longest. They begin in its first lane.
    first: usize,
    stuck_count: usize,
    failed: [u8; MAX_FAILED],
    failed_count: usize,
    ready: [V; WORDS],
    ready_slots: LaneSlots,
    /// The lanes of the ready states that wait.
    from: usize,
    to: usize,
    /// States on their way to the stacks, and from there. They are kept because clearing them for
    /// each use would take time.
    without: [V; WORDS],
    rows: [LaneWords; MAX_WIDTH],
}

/// The guesses in stuck states; see [`Pool::guess`].
pub(super) struct PoolGuesses<'a> {
    /// The slots of the puzzles, lane by lane.
    pub(super) slots: LaneSlots,
    /// The lanes with a guess.
    pub(super) found: u32,
    /// The lanes of states without a bivalue cell. They became ready as they are.
    pub(super) unguessed: u32,
    /// The states without the guess, lane by lane.
    pub(super) without: &'a [LaneWords; MAX_WIDTH],
}

/// Returns the mask of `count` lanes, beginning with lane `from`.
#[inline(always)]
const fn lane_range(from: usize, count: usize) -> u32 {
    ((1 << count) - 1) << from
}

/// Returns the lowest `count` lanes of a mask, or all of them if there are fewer.
#[inline(always)]
pub(super) fn lowest_lanes(mask: u32, count: usize) -> u32 {
    let mut rest = mask;
    for _ in 0..count {
        rest &= rest.wrapping_sub(1);
    }
    mask & !rest
}

impl<V: SimdVector> Pool<V> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let none = V::splat(0);
        Self {
            stuck: [[none; WORDS]; BLOCKS],
            stuck_slots: [[0; MAX_WIDTH]; BLOCKS],
            first: 0,
            stuck_count: 0,
            failed: [0; MAX_FAILED],
            failed_count: 0,
            ready: [none; WORDS],
            ready_slots: [0; MAX_WIDTH],
            from: 0,
            to: 0,
            without: [none; WORDS],
            rows: [LaneWords::NONE; MAX_WIDTH],
        }
    }

    /// Returns the number of stuck states.
    #[inline(always)]
    pub(super) const fn stuck_count(&self) -> usize {
        self.stuck_count
    }

    /// Returns the number of puzzles that wait to backtrack.
    #[inline(always)]
    pub(super) const fn failed_count(&self) -> usize {
        self.failed_count
    }

    /// Returns the number of ready states.
    #[inline(always)]
    pub(super) const fn ready_count(&self) -> usize {
        self.to - self.from
    }

    /// Takes the states of stuck lanes. There must be at most three blocks of them afterwards.
    #[inline(always)]
    pub(super) fn add_stuck(
        &mut self,
        state: &[V; WORDS],
        mask: u32,
        slots: impl Iterator<Item = u8>,
    ) {
        let mut left = mask;
        let mut at = self.stuck_count;
        while left != 0 {
            let place = at % V::WIDTH;
            let taken = lowest_lanes(left, V::WIDTH - place);
            let count = taken.count_ones() as usize;
            let lanes = V::lane_move(taken, lane_range(place, count));
            let block = &mut self.stuck[(self.first + at / V::WIDTH) % BLOCKS];
            for (to, word) in block.iter_mut().zip(state) {
                *to = to.with_moved(*word, &lanes);
            }
            at += count;
            left &= !taken;
        }
        for slot in slots {
            let block = (self.first + self.stuck_count / V::WIDTH) % BLOCKS;
            self.stuck_slots[block][self.stuck_count % V::WIDTH] = slot;
            self.stuck_count += 1;
        }
    }

    /// Adds a puzzle that backtracks. Its stack must hold a state.
    #[inline(always)]
    pub(super) fn add_failed(&mut self, slot: u8) {
        self.failed[self.failed_count % MAX_FAILED] = slot;
        self.failed_count += 1;
    }

    /// Guesses in stuck states, at most one for each lane, and makes those with the guess ready. No
    /// other ready state may wait.
    #[inline(always)]
    pub(super) fn guess(&mut self) -> PoolGuesses<'_> {
        let (block, count) = (self.first, self.stuck_count.min(V::WIDTH));
        self.stuck_count -= count;
        self.first = (self.first + 1) % BLOCKS;
        let found = branch_lanes(&self.stuck[block], &mut self.ready, &mut self.without);
        V::store_rows(&self.without, &mut self.rows);
        self.ready_slots = self.stuck_slots[block];
        (self.from, self.to) = (0, count);
        let every = lane_range(0, count);
        PoolGuesses {
            slots: self.ready_slots,
            found: every & found,
            unguessed: every & !found,
            without: &self.rows,
        }
    }

    /// Makes states of puzzles that backtrack ready, at most one for each lane: those that `pop`
    /// returns. No other ready state may wait.
    #[inline(always)]
    pub(super) fn backtrack(&mut self, mut pop: impl FnMut(u8) -> Option<LaneWords>) {
        let count = self.failed_count.min(V::WIDTH);
        self.failed_count -= count;
        let slots = &self.failed[self.failed_count..self.failed_count + count];
        self.ready_slots[..count].copy_from_slice(slots);
        for (row, slot) in self.rows.iter_mut().zip(slots) {
            if let Some(words) = pop(*slot) {
                *row = words;
            }
        }
        V::load_rows(&mut self.ready, &self.rows);
        (self.from, self.to) = (0, count);
    }

    /// Returns a ready state by its lane.
    #[inline(always)]
    pub(super) fn ready_state(&self, lane: usize) -> LaneWords {
        V::load_lane(&self.ready, lane)
    }

    /// Puts another state at the lane of a ready one.
    #[inline(always)]
    pub(super) fn replace_ready(&mut self, lane: usize, state: &LaneWords) {
        V::store_lane(&mut self.ready, lane, state);
    }

    /// Removes a ready state by its lane. The last one takes its lane.
    #[inline(always)]
    pub(super) fn remove_ready(&mut self, lane: usize) {
        self.to -= 1;
        let last = self.ready_state(self.to);
        self.replace_ready(lane, &last);
        self.ready_slots[lane] = self.ready_slots[self.to];
    }

    /// Gives one ready state to each lane of the mask; there must be enough. Returns the slots.
    #[inline(always)]
    pub(super) fn deal_ready(&mut self, state: &mut [V; WORDS], mask: u32) -> &[u8] {
        let count = mask.count_ones() as usize;
        let from = self.from;
        self.from += count;
        let lanes = V::lane_move(lane_range(from, count), mask);
        for (word, ready) in state.iter_mut().zip(&self.ready) {
            *word = word.with_moved(*ready, &lanes);
        }
        &self.ready_slots[from..self.from]
    }
}
