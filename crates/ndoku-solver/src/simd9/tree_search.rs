//! The search of one puzzle in all lanes: a free lane takes the leftmost open branch. Solutions are
//! reported in the order of a search by one lane. Clues, pencilmarks and a budget are supported.
//!
//! ```text
//!                 ○ guess                        the search runs from left to right; a guess
//!              ╱     ╲                           leaves an open branch (◌) directly behind it
//!           ○          ◌ ◀─ taken by lane 2
//!        ╱    ╲                                  from left to right: │ lane 0 │ lane 1 │ lane 2 │
//!      ○       ◌ ◀─ taken by lane 1              a solution waits until all branches left of it
//!    lane 0                                      are finished, see `frontier.rs`
//! ```

use std::ops::ControlFlow;

use ndoku_core::{DigitSet, Puzzle};

use super::frontier::Frontier;
use super::guess::{select_branch, select_first_open};
use super::propagate::{ALL, Propagation, propagate};
use super::schedule::{WithDiagonals, iter_lanes};
use super::transpose::{candidate_position, solution_planes, store_grid};
use crate::engine::{Budget, Order, Stats, StopReason};
use crate::simd::{Isa, Kernel, SimdVector, WORDS, Words};

/// Number of sweeps between two checks of the flag and the clock: well below a millisecond.
const POLL_INTERVAL: u32 = 256;

/// The memory that searches reuse.
#[derive(Debug, Default)]
pub(super) struct SearchMemory {
    frontier: Frontier,
    block: Block,
}

/// Returns the candidates of a puzzle of the classic layout.
pub(super) fn words_from_puzzle(puzzle: &Puzzle) -> Words {
    let mut words = Words::NONE;
    words[..WORDS].fill(ALL);
    let marks = puzzle.pencilmarks();
    for (cell, clue) in puzzle.clues().iter().enumerate() {
        if clue.is_none() && marks.is_none() {
            continue;
        }
        let marks = marks.map_or(DigitSet::full(9), |marks| marks[cell]);
        let left = clue.map_or(marks, |clue| marks & DigitSet::from_digit(clue));
        for digit in (DigitSet::full(9) - left).iter() {
            let (word, bit) = candidate_position(cell, digit.index());
            words[word] &= !(1 << bit);
        }
    }
    words
}

/// Counters of the work done in a branch, or in a search.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Counters {
    pub(super) guesses: u64,
    pub(super) contradictions: u64,
    pub(super) sweeps: u64,
}

impl Counters {
    #[inline(always)]
    pub(super) fn add(self, other: Self) -> Self {
        Self {
            guesses: self.guesses + other.guesses,
            contradictions: self.contradictions + other.contradictions,
            sweeps: self.sweeps + other.sweeps,
        }
    }
}

/// The totals of a search. They do not depend on the number of lanes: they are the work of one lane
/// until the last reported solution, or, without one more, until the end. A search that was
/// interrupted counts all work.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct SearchTotals {
    pub(super) done: Counters,
    pub(super) solutions: u64,
    /// `true` if the whole tree was searched.
    pub(super) exhausted: bool,
}

impl From<SearchTotals> for Stats {
    fn from(
        SearchTotals {
            done,
            solutions,
            exhausted,
        }: SearchTotals,
    ) -> Self {
        Self {
            guesses: done.guesses,
            contradictions: done.contradictions,
            restarts: 0,
            solutions,
            exhausted,
        }
    }
}

/// A search that satisfies the contract of [`Engine::search`](crate::Engine::search). Solutions are
/// digits 1 to 9, row by row.
pub(super) struct TreeSearch<'a, 'b> {
    /// States to search, the last one first.
    pub(super) states: &'a mut Vec<Words>,
    /// Diagonals that are houses: the main one, the other.
    pub(super) diagonals: [bool; 2],
    pub(super) budget: &'a Budget<'b>,
    pub(super) memory: &'a mut SearchMemory,
    /// Minimum number of solutions per report. At most [`BLOCK_SIZE`] are reported together; after
    /// [`POLL_INTERVAL`] sweeps, fewer.
    pub(super) min_block: usize,
    /// Takes a block of solutions, or breaks after this many of them.
    pub(super) found: &'a mut dyn FnMut(&[[u8; 81]]) -> ControlFlow<usize>,
    pub(super) totals: &'a mut SearchTotals,
}

impl Kernel for TreeSearch<'_, '_> {
    type Output = Result<(), StopReason>;

    #[inline(always)]
    fn run<L: SimdVector>(self) -> Self::Output {
        self.search::<false, L>()
    }
}

impl Kernel for WithDiagonals<TreeSearch<'_, '_>> {
    type Output = Result<(), StopReason>;

    #[inline(always)]
    fn run<L: SimdVector>(self) -> Self::Output {
        self.0.search::<true, L>()
    }
}

impl TreeSearch<'_, '_> {
    /// Runs the search with the lanes of this instruction set.
    pub(super) fn start(self, isa: Isa) -> Result<(), StopReason> {
        if self.diagonals == [false; 2] {
            isa.run(self)
        } else {
            isa.run(WithDiagonals(self))
        }
    }

    #[inline(always)]
    fn search<const X: bool, L: SimdVector>(self) -> Result<(), StopReason> {
        let Self {
            states,
            diagonals,
            budget,
            memory: SearchMemory { frontier, block },
            min_block,
            found,
            totals,
        } = self;
        frontier.reset(states);
        block.len = 0;
        // With a limit of guesses one lane searches, which keeps the limit exactly.
        let width = if budget.guess_limit().is_some() {
            1
        } else {
            L::WIDTH
        };
        let every = u32::MAX >> (32 - width);
        let sorted = budget.wanted_order() == Order::Sorted;
        let mut state = [L::splat(0); WORDS];
        // For each lane: its branch, the branch that a guess leaves beside it, and the number of
        // sweeps at its last check.
        let (mut of_lane, mut others, mut looked) = ([0; 32], [0; 32], [0; 32]);
        let (mut sweeps, mut guesses) = (0, 0);
        let mut busy = 0_u32;
        let mut until_poll = 0;
        loop {
            if busy != every {
                let mut from = frontier.leftmost();
                for lane in iter_lanes(every & !busy) {
                    let Some(branch) = frontier.take_open(from) else {
                        break;
                    };
                    from = branch;
                    L::store_lane(&mut state, lane, frontier.words(branch));
                    of_lane[lane] = branch;
                    looked[lane] = sweeps;
                    busy |= 1 << lane;
                }
                if busy == 0 {
                    break;
                }
            }
            if until_poll == 0 {
                until_poll = POLL_INTERVAL;
                if block.flush(found, totals).is_break() {
                    return Ok(());
                }
                if let Some(reason) = budget.poll() {
                    totals.done = frontier.total();
                    return Err(reason);
                }
            }
            until_poll -= 1;
            let Propagation {
                failed,
                open,
                changed,
            } = propagate::<X, L>(&mut state, diagonals);
            sweeps += 1;
            let attention = busy & (failed | !open | !changed);
            for lane in iter_lanes(attention) {
                frontier.counters(of_lane[lane]).sweeps += sweeps - looked[lane];
                looked[lane] = sweeps;
            }
            let mut none = attention & failed;
            let full = attention & !failed & !open;
            if full != 0 {
                let (planes, right) = solution_planes(&state);
                none |= full & !right;
                for lane in iter_lanes(full & right) {
                    frontier.mark_solved(of_lane[lane], &L::extract_lane(&planes, lane));
                }
            }
            let stuck = attention & !failed & open;
            // All states are copied before the first is examined: a vector load soon after writes
            // of single words would stall.
            for lane in iter_lanes(stuck) {
                let words = L::load_lane(&state, lane);
                others[lane] = frontier.insert_behind(of_lane[lane], &words);
            }
            for lane in iter_lanes(stuck) {
                let words = frontier.words(others[lane]);
                let guess = if sorted {
                    select_first_open(words)
                } else {
                    select_branch::<L>(words)
                };
                // Open, but with one candidate in each cell: some box has a digit twice and lacks
                // another one.
                let Some(guess) = guess else {
                    frontier.discard(others[lane]);
                    none |= 1 << lane;
                    continue;
                };
                if !budget.allows_guess(guesses) {
                    if block.flush(found, totals).is_break() {
                        return Ok(());
                    }
                    totals.done = frontier.total();
                    return Err(StopReason::GuessLimit);
                }
                guesses += 1;
                guess.remove(words);
                guess.place(&mut state, lane);
                frontier.counters(of_lane[lane]).guesses += 1;
            }
            for lane in iter_lanes(none) {
                frontier.counters(of_lane[lane]).contradictions += 1;
                frontier.remove_failed(of_lane[lane]);
            }
            let over = none | full;
            busy &= !over;
            if over != 0 {
                while let Some((planes, until)) = frontier.next_solved() {
                    store_grid::<L>(&planes, block.next_slot(until));
                    if block.len == BLOCK_SIZE && block.flush(found, totals).is_break() {
                        return Ok(());
                    }
                }
                if block.len >= min_block && block.flush(found, totals).is_break() {
                    return Ok(());
                }
            }
        }
        if block.flush(found, totals).is_continue() {
            totals.done = frontier.total();
            totals.exhausted = true;
        }
        Ok(())
    }
}

/// Maximum number of solutions per report.
const BLOCK_SIZE: usize = 128;

/// A block of solutions that are reported together.
#[derive(Debug)]
struct Block {
    grids: Vec<[u8; 81]>,
    /// For each solution the work of one lane until then.
    until: Vec<Counters>,
    /// Number of solutions.
    len: usize,
}

impl Default for Block {
    fn default() -> Self {
        Self {
            grids: vec![[0; 81]; BLOCK_SIZE],
            until: vec![Counters::default(); BLOCK_SIZE],
            len: 0,
        }
    }
}

impl Block {
    /// Returns the place of the next solution; there must be room.
    #[inline(always)]
    fn next_slot(&mut self, until: Counters) -> &mut [u8; 81] {
        let place = self.len % BLOCK_SIZE;
        self.len = place + 1;
        self.until[place] = until;
        &mut self.grids[place]
    }

    /// Reports the waiting solutions.
    #[inline(never)]
    fn flush(
        &mut self,
        found: &mut dyn FnMut(&[[u8; 81]]) -> ControlFlow<usize>,
        totals: &mut SearchTotals,
    ) -> ControlFlow<()> {
        let len = std::mem::take(&mut self.len);
        if len == 0 {
            return ControlFlow::Continue(());
        }
        let (taken, flow) = match found(&self.grids[..len]) {
            ControlFlow::Continue(()) => (len, ControlFlow::Continue(())),
            ControlFlow::Break(taken) => (taken.clamp(1, len), ControlFlow::Break(())),
        };
        totals.solutions += taken as u64;
        totals.done = self.until[taken - 1];
        flow
    }
}
