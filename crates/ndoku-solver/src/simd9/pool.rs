//! `Pool`: states of a batch that are in no lane. Stuck ones wait until there are enough to guess
//! in all of them at once; ready ones wait for a lane.
//!
//! ```text
//!   lanes ── stuck ──▶ ░░░░░░░░ ── guess in all ──▶ with the guess: ready ──▶ lanes
//!                                               └─▶ without it: stack of the puzzle
//! ```

use super::WORDS;
use crate::simd::{LaneWords, POOL_PLACES, SimdVector};

/// The states of a pool, word by word, and the slots of their puzzles.
pub(super) struct Pool {
    stuck: [[u32; POOL_PLACES]; WORDS],
    stuck_slots: [u8; POOL_PLACES],
    stuck_count: usize,
    ready: [[u32; 32]; WORDS],
    ready_slots: [u8; 32],
    /// The places of the ready states that wait.
    from: usize,
    to: usize,
}

impl Pool {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self {
            stuck: [[0; POOL_PLACES]; WORDS],
            stuck_slots: [0; POOL_PLACES],
            stuck_count: 0,
            ready: [[0; 32]; WORDS],
            ready_slots: [0; 32],
            from: 0,
            to: 0,
        }
    }

    /// Returns the number of stuck states.
    #[inline(always)]
    pub(super) const fn stuck_count(&self) -> usize {
        self.stuck_count
    }

    /// Returns the number of ready states.
    #[inline(always)]
    pub(super) const fn ready_count(&self) -> usize {
        self.to - self.from
    }

    /// Takes the states of stuck lanes. There must be at most 32 stuck states before.
    #[inline(always)]
    pub(super) fn add_stuck<V: SimdVector>(
        &mut self,
        state: &[V; WORDS],
        mask: u32,
        slots: impl Iterator<Item = u8>,
    ) {
        for (words, word) in self.stuck.iter_mut().zip(state) {
            word.collect(words, self.stuck_count, mask);
        }
        for slot in slots {
            self.stuck_slots[self.stuck_count % POOL_PLACES] = slot;
            self.stuck_count += 1;
        }
    }

    /// Removes the last stuck states, at most one for each lane. Returns them and the slots of
    /// their puzzles; the other lanes are undefined.
    #[inline(always)]
    pub(super) fn take_stuck<V: SimdVector>(&mut self) -> ([V; WORDS], [u8; 32], usize) {
        let count = self.stuck_count.min(V::WIDTH);
        self.stuck_count -= count;
        let from = self.stuck_count;
        let mut state = [V::splat(0); WORDS];
        for (word, words) in state.iter_mut().zip(&self.stuck) {
            *word = V::load(words, from);
        }
        let mut slots = [0; 32];
        slots[..count].copy_from_slice(&self.stuck_slots[from..from + count]);
        (state, slots, count)
    }

    /// Makes the first lanes of a state ready. No other ready state may wait.
    #[inline(always)]
    pub(super) fn set_ready<V: SimdVector>(
        &mut self,
        state: &[V; WORDS],
        slots: &[u8; 32],
        count: usize,
    ) {
        for (words, word) in self.ready.iter_mut().zip(state) {
            word.store(words);
        }
        self.ready_slots = *slots;
        (self.from, self.to) = (0, count);
    }

    /// Puts another state at a place of the ready ones.
    pub(super) fn replace_ready(&mut self, place: usize, state: &LaneWords) {
        for (words, word) in self.ready.iter_mut().zip(state.iter()) {
            words[place % 32] = *word;
        }
    }

    /// Removes a ready state by its place.
    pub(super) fn remove_ready(&mut self, place: usize) {
        self.to -= 1;
        for words in &mut self.ready {
            words[place % 32] = words[self.to % 32];
        }
        self.ready_slots[place % 32] = self.ready_slots[self.to % 32];
    }

    /// Gives one ready state to each lane of the mask; there must be enough. Returns the slots.
    #[inline(always)]
    pub(super) fn deal_ready<V: SimdVector>(&mut self, state: &mut [V; WORDS], mask: u32) -> &[u8] {
        for (word, words) in state.iter_mut().zip(&self.ready) {
            *word = word.deal(words, self.from, mask);
        }
        let from = self.from;
        self.from += mask.count_ones() as usize;
        &self.ready_slots[from..self.from]
    }
}
