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

use super::WORDS;
use super::first_sweeps::{FirstFound, FirstSweeps};
use super::frontier::{Branch, Frontier};
use super::guess::{select_branch, select_first_open};
use super::propagate::{ALL, Propagation, propagate};
use super::schedule::WithDiagonals;
use super::transpose::{candidate_position, solution_planes, store_grid};
use crate::engine::{Budget, Order, Stats, StopReason};
use crate::simd::{Isa, Kernel, LaneWords, SimdVector, iter_lanes};

/// Number of sweeps between two checks of the flag and the clock: well below a millisecond.
const POLL_INTERVAL: u32 = 256;

/// The memory that searches reuse.
#[derive(Debug, Default)]
pub(super) struct SearchMemory {
    /// The work done before the search in all lanes.
    before: Counters,
    frontier: Frontier,
    block: Block,
}

/// Returns the candidates of a puzzle of the classic layout.
pub(super) fn words_from_puzzle(puzzle: &Puzzle) -> LaneWords {
    let mut words = LaneWords::NONE;
    words[..WORDS].fill(ALL);
    let pencilmarks = puzzle.pencilmarks();
    for (cell, clue) in puzzle.clues().iter().enumerate() {
        if clue.is_none() && pencilmarks.is_none() {
            continue;
        }
        let pencilmarks = pencilmarks.map_or(DigitSet::full(9), |pencilmarks| pencilmarks[cell]);
        let left = clue.map_or(pencilmarks, |clue| pencilmarks & DigitSet::from_digit(clue));
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
    pub(super) conflicts: u64,
    pub(super) sweeps: u64,
}

impl Counters {
    #[inline(always)]
    pub(super) fn add(self, other: Self) -> Self {
        Self {
            guesses: self.guesses + other.guesses,
            conflicts: self.conflicts + other.conflicts,
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
            conflicts: done.conflicts,
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
    pub(super) states: &'a mut Vec<LaneWords>,
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
    fn run<V: SimdVector>(self) -> Self::Output {
        self.search::<false, V>()
    }
}

impl Kernel for WithDiagonals<TreeSearch<'_, '_>> {
    type Output = Result<(), StopReason>;

    #[inline(always)]
    fn run<V: SimdVector>(self) -> Self::Output {
        self.0.search::<true, V>()
    }
}

impl TreeSearch<'_, '_> {
    /// Runs the search with the lanes of this instruction set.
    pub(super) fn start(self, isa: Isa) -> Result<(), StopReason> {
        self.memory.before = Counters::default();
        let [first] = &mut self.states[..] else {
            return self.start_in_all_lanes(isa);
        };
        if self.diagonals != [false; 2] || self.budget.poll().is_some() {
            return self.start_in_all_lanes(isa);
        }
        let (found, sweeps) = isa.run_narrow(FirstSweeps(first));
        let done = Counters {
            sweeps,
            ..Counters::default()
        };
        match found {
            FirstFound::Solution(grid) => {
                self.totals.exhausted = (self.found)(&[grid]).is_continue();
                self.totals.solutions += 1;
                self.totals.done = done;
                Ok(())
            }
            FirstFound::None => {
                self.totals.exhausted = true;
                self.totals.done = Counters {
                    conflicts: 1,
                    ..done
                };
                Ok(())
            }
            FirstFound::Stuck => {
                self.memory.before = done;
                self.start_in_all_lanes(isa)
            }
        }
    }

    /// Runs the search in all lanes.
    fn start_in_all_lanes(self, isa: Isa) -> Result<(), StopReason> {
        if self.diagonals == [false; 2] {
            isa.run(self)
        } else {
            isa.run_compactly(WithDiagonals(self))
        }
    }

    #[inline(always)]
    fn search<const X: bool, V: SimdVector>(mut self) -> Result<(), StopReason> {
        let before = self.memory.before;
        self.memory.frontier.reset(self.states, before);
        self.memory.block.len = 0;
        let ended = self.run_lanes::<X, V>();
        match ended.and_then(|()| self.flush_block()) {
            Ok(()) => {
                self.totals.done = self.memory.frontier.total();
                self.totals.exhausted = true;
                Ok(())
            }
            Err(SearchStop::Break) => Ok(()),
            Err(SearchStop::Interrupted(reason)) => {
                self.totals.done = self.memory.frontier.total();
                Err(reason)
            }
        }
    }

    /// Searches until no branch is left: each round gives branches to the free lanes, runs one
    /// sweep, and looks at the lanes in which it decided the branch or changed nothing.
    #[inline(always)]
    fn run_lanes<const X: bool, V: SimdVector>(&mut self) -> Result<(), SearchStop> {
        let all_lanes = self.usable_lanes::<V>();
        let mut state = [V::splat(0); WORDS];
        let mut lanes = LaneBranches::default();
        let (mut sweeps, mut guesses) = (0, 0);
        let mut busy = 0_u32;
        let mut until_poll = 0;
        loop {
            if busy != all_lanes {
                busy |= self.fill_lanes(&mut state, &mut lanes, all_lanes & !busy, sweeps);
                if busy == 0 {
                    return Ok(());
                }
            }
            if until_poll == 0 {
                until_poll = POLL_INTERVAL;
                self.poll()?;
            }
            until_poll -= 1;
            let Propagation {
                failed,
                open,
                changed,
            } = propagate::<X, V>(&mut state, self.diagonals);
            sweeps += 1;
            let attention = busy & (failed | !open | !changed);
            self.count_sweeps(&mut lanes, attention, sweeps);
            let full = attention & !failed & !open;
            let stuck = attention & !failed & open;
            let wrong = self.mark_solved(&state, &lanes, full);
            let contradictory = self.guess(&mut state, &mut lanes, stuck, &mut guesses)?;
            let without_solution = (attention & failed) | wrong | contradictory;
            self.remove_failed(&lanes, without_solution);
            let ended = without_solution | full;
            busy &= !ended;
            if ended != 0 {
                self.report_solved::<V>()?;
            }
        }
    }

    /// Returns the lanes that search. With a limit of guesses one lane searches, which keeps the
    /// limit exactly.
    #[inline(always)]
    fn usable_lanes<V: SimdVector>(&self) -> u32 {
        let width = if self.budget.guess_limit().is_some() {
            1
        } else {
            V::WIDTH
        };
        u32::MAX >> (32 - width)
    }

    /// Gives the leftmost open branches to free lanes. Returns the lanes that got one.
    #[inline(always)]
    fn fill_lanes<V: SimdVector>(
        &mut self,
        state: &mut [V; WORDS],
        lanes: &mut LaneBranches,
        free: u32,
        sweeps: u64,
    ) -> u32 {
        let frontier = &mut self.memory.frontier;
        let mut filled = 0;
        let mut from = frontier.leftmost();
        for lane in iter_lanes(free) {
            let Some(branch) = frontier.take_open(from) else {
                break;
            };
            from = branch;
            V::store_lane(state, lane, frontier.words(branch));
            lanes.branch[lane] = branch;
            lanes.counted[lane] = sweeps;
            filled |= 1 << lane;
        }
        filled
    }

    /// Reports the waiting solutions, and checks the flag and the clock.
    #[inline(always)]
    fn poll(&mut self) -> Result<(), SearchStop> {
        self.flush_block()?;
        match self.budget.poll() {
            Some(reason) => Err(SearchStop::Interrupted(reason)),
            None => Ok(()),
        }
    }

    /// Adds to the branches of these lanes their sweeps since the last count.
    #[inline(always)]
    fn count_sweeps(&mut self, lanes: &mut LaneBranches, mask: u32, sweeps: u64) {
        for lane in iter_lanes(mask) {
            let counters = self.memory.frontier.counters(lanes.branch[lane]);
            counters.sweeps += sweeps - lanes.counted[lane];
            lanes.counted[lane] = sweeps;
        }
    }

    /// Marks the branches of full lanes as solved. Returns the lanes whose digits are no solution.
    #[inline(always)]
    fn mark_solved<V: SimdVector>(
        &mut self,
        state: &[V; WORDS],
        lanes: &LaneBranches,
        full: u32,
    ) -> u32 {
        if full == 0 {
            return 0;
        }
        let (planes, right) = solution_planes(state);
        for lane in iter_lanes(full & right) {
            let planes = V::extract_lane(&planes, lane);
            self.memory
                .frontier
                .mark_solved(lanes.branch[lane], &planes);
        }
        full & !right
    }

    /// Places a guess in each of these lanes, and leaves an open branch without it directly behind.
    /// Returns the lanes that turn out to be contradictory.
    #[inline(always)]
    fn guess<V: SimdVector>(
        &mut self,
        state: &mut [V; WORDS],
        lanes: &mut LaneBranches,
        stuck: u32,
        guesses: &mut u64,
    ) -> Result<u32, SearchStop> {
        let frontier = &mut self.memory.frontier;
        // All states are copied before the first is examined: a vector load soon after writes of
        // single words would stall.
        for lane in iter_lanes(stuck) {
            let words = V::load_lane(state, lane);
            lanes.other[lane] = frontier.insert_behind(lanes.branch[lane], &words);
        }
        let mut contradictory = 0;
        for lane in iter_lanes(stuck) {
            let words = self.memory.frontier.words(lanes.other[lane]);
            let guess = match self.budget.wanted_order() {
                Order::Sorted => select_first_open(words),
                Order::Search => select_branch::<V>(words),
            };
            // Open, but with one candidate in each cell: some box has a digit twice and lacks
            // another one.
            let Some(guess) = guess else {
                self.memory.frontier.discard(lanes.other[lane]);
                contradictory |= 1 << lane;
                continue;
            };
            if !self.budget.allows_guess(*guesses) {
                self.flush_block()?;
                return Err(SearchStop::Interrupted(StopReason::GuessLimit));
            }
            *guesses += 1;
            guess.remove(words);
            guess.place(state, lane);
            self.memory.frontier.counters(lanes.branch[lane]).guesses += 1;
        }
        Ok(contradictory)
    }

    /// Removes the branches of lanes without a solution.
    #[inline(always)]
    fn remove_failed(&mut self, lanes: &LaneBranches, mask: u32) {
        let frontier = &mut self.memory.frontier;
        for lane in iter_lanes(mask) {
            frontier.counters(lanes.branch[lane]).conflicts += 1;
            frontier.remove_failed(lanes.branch[lane]);
        }
    }

    /// Moves the solutions that wait for no branch to the block, and reports full blocks.
    #[inline(always)]
    fn report_solved<V: SimdVector>(&mut self) -> Result<(), SearchStop> {
        while let Some((planes, until)) = self.memory.frontier.next_solved() {
            store_grid::<V>(&planes, self.memory.block.next_slot(until));
            if self.memory.block.len == BLOCK_SIZE {
                self.flush_block()?;
            }
        }
        if self.memory.block.len >= self.min_block {
            self.flush_block()?;
        }
        Ok(())
    }

    /// Reports the solutions of the block.
    #[inline(always)]
    fn flush_block(&mut self) -> Result<(), SearchStop> {
        match self.memory.block.flush(self.found, self.totals) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(SearchStop::Break),
        }
    }
}

/// The reason why a search ends before its last branch.
enum SearchStop {
    /// The caller requests no more solutions.
    Break,
    Interrupted(StopReason),
}

/// The branches of the lanes.
struct LaneBranches {
    /// For each lane, its branch.
    branch: [Branch; 32],
    /// For each lane, the branch that its last guess left beside it.
    other: [Branch; 32],
    /// For each lane, the number of sweeps of the search when its own were last counted.
    counted: [u64; 32],
}

impl Default for LaneBranches {
    #[inline(always)]
    fn default() -> Self {
        Self {
            branch: [0; 32],
            other: [0; 32],
            counted: [0; 32],
        }
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
