//! One puzzle in all lanes: a lane that is free takes the leftmost open branch. All solutions come in the order of a search by one lane, with clues,
//! pencilmarks and a budget.
//!
//! ```text
//!                 ○ guess                        the search from left to right; a guess leaves an open branch (◌)
//!              ╱     ╲                           directly behind what its lane goes on with
//!           ○          ◌ ◀─ taken by lane 2
//!        ╱    ╲                                  from left to right: │ lane 0 │ lane 1 │ lane 2 │
//!      ○       ◌ ◀─ taken by lane 1              what is solved waits until all left of it is done with,
//!    lane 0                                      see `branches.rs`
//! ```

use std::ops::ControlFlow;

use ndoku_core::{DigitSet, Puzzle};

use super::branches::Branches;
use super::guess::{choose, first_open};
use super::pack::{place, planes_of_grids, store_all};
use super::schedule::{WithDiagonals, lanes_of};
use super::sweep::{ALL, Swept, sweep};
use crate::engine::{Budget, Order, Stats, StopReason};
use crate::simd::{Isa, Kernel, Lanes, WORDS, Words};

/// Sweeps between two looks at the flag and the clock: well below a millisecond.
const POLL: u32 = 256;

/// What is kept from one search to the next, so that it need not be allocated again.
#[derive(Debug, Default)]
pub(super) struct Memory {
    branches: Branches,
    block: Block,
}

/// The candidates of a puzzle of the classic layout.
pub(super) fn words_of(puzzle: &Puzzle) -> Words {
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
            let (word, bit) = place(cell, digit.index());
            words[word] &= !(1 << bit);
        }
    }
    words
}

/// What was done in a branch, or in a search.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Done {
    pub(super) guesses: u64,
    pub(super) contradictions: u64,
    pub(super) sweeps: u64,
}

impl Done {
    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            guesses: self.guesses + other.guesses,
            contradictions: self.contradictions + other.contradictions,
            sweeps: self.sweeps + other.sweeps,
        }
    }
}

/// What a search comes to. However many lanes took part, what was done is what one lane would have done until the last solution that was handed on,
/// or, without one more, until the end; a search that was ended from outside counts everything.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Ended {
    pub(super) done: Done,
    pub(super) solutions: u64,
    /// Whether everything was searched.
    pub(super) exhausted: bool,
}

impl From<Ended> for Stats {
    fn from(
        Ended {
            done,
            solutions,
            exhausted,
        }: Ended,
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

/// A search, as [`Engine::search`](crate::Engine::search) promises it; solutions are digits 1 to 9, row by row.
pub(super) struct Search<'a, 'b> {
    /// States to search, the last one first.
    pub(super) states: &'a mut Vec<Words>,
    /// Which diagonals are houses: the main one, the other.
    pub(super) diagonals: [bool; 2],
    pub(super) budget: &'a Budget<'b>,
    pub(super) memory: &'a mut Memory,
    /// So many solutions are handed on at once, at most [`BLOCK`], or fewer after [`POLL`] sweeps.
    pub(super) least: usize,
    /// Takes solutions over, or breaks after so many of them.
    pub(super) found: &'a mut dyn FnMut(&[[u8; 81]]) -> ControlFlow<usize>,
    pub(super) ended: &'a mut Ended,
}

impl Kernel for Search<'_, '_> {
    type Output = Result<(), StopReason>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Self::Output {
        self.search::<false, L>()
    }
}

impl Kernel for WithDiagonals<Search<'_, '_>> {
    type Output = Result<(), StopReason>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Self::Output {
        self.0.search::<true, L>()
    }
}

impl Search<'_, '_> {
    /// Searches with the lanes of this instruction set.
    pub(super) fn start(self, isa: Isa) -> Result<(), StopReason> {
        if self.diagonals == [false; 2] {
            isa.run(self)
        } else {
            isa.run(WithDiagonals(self))
        }
    }

    #[inline(always)]
    fn search<const X: bool, L: Lanes>(self) -> Result<(), StopReason> {
        let Self {
            states,
            diagonals,
            budget,
            memory: Memory { branches, block },
            least,
            found,
            ended,
        } = self;
        branches.begin(states);
        block.len = 0;
        // A number of guesses is kept exactly by searching as one lane does.
        let width = if budget.guess_limit().is_some() {
            1
        } else {
            L::WIDTH
        };
        let every = u32::MAX >> (32 - width);
        let sorted = budget.wanted_order() == Order::Sorted;
        let mut state = [L::splat(0); WORDS];
        // The branch of each lane, the one beside it that a guess leaves, and the sweeps until it was last looked at.
        let (mut of_lane, mut others, mut looked) = ([0; 32], [0; 32], [0; 32]);
        let (mut sweeps, mut guesses) = (0, 0);
        let mut busy = 0_u32;
        let mut until_poll = 0;
        loop {
            if busy != every {
                let mut from = branches.first();
                for lane in lanes_of(every & !busy) {
                    let Some(branch) = branches.take(from) else {
                        break;
                    };
                    from = branch;
                    L::set_words(&mut state, lane, branches.words(branch));
                    of_lane[lane] = branch;
                    looked[lane] = sweeps;
                    busy |= 1 << lane;
                }
                if busy == 0 {
                    break;
                }
            }
            if until_poll == 0 {
                until_poll = POLL;
                if block.report(found, ended).is_break() {
                    return Ok(());
                }
                if let Some(reason) = budget.poll() {
                    ended.done = branches.total();
                    return Err(reason);
                }
            }
            until_poll -= 1;
            let Swept {
                failed,
                open,
                changed,
            } = sweep::<X, L>(&mut state, diagonals);
            sweeps += 1;
            let attention = busy & (failed | !open | !changed);
            for lane in lanes_of(attention) {
                branches.done(of_lane[lane]).sweeps += sweeps - looked[lane];
                looked[lane] = sweeps;
            }
            let mut none = attention & failed;
            let full = attention & !failed & !open;
            if full != 0 {
                let (planes, right) = planes_of_grids(&state);
                none |= full & !right;
                for lane in lanes_of(full & right) {
                    branches.solve(of_lane[lane], &L::column(&planes, lane));
                }
            }
            let stuck = attention & !failed & open;
            // All states are copied before the first is looked at: words just written one by one cannot be read as vectors at once.
            for lane in lanes_of(stuck) {
                let words = L::words(&state, lane);
                others[lane] = branches.open_behind(of_lane[lane], &words);
            }
            for lane in lanes_of(stuck) {
                let words = branches.words(others[lane]);
                let guess = if sorted {
                    first_open(words)
                } else {
                    choose::<L>(words)
                };
                // Open, and yet one candidate in each cell: a box then has a digit twice and another one not at all.
                let Some(guess) = guess else {
                    branches.close(others[lane]);
                    none |= 1 << lane;
                    continue;
                };
                if !budget.allows_guess(guesses) {
                    if block.report(found, ended).is_break() {
                        return Ok(());
                    }
                    ended.done = branches.total();
                    return Err(StopReason::Guesses);
                }
                guesses += 1;
                guess.remove(words);
                guess.place(&mut state, lane);
                branches.done(of_lane[lane]).guesses += 1;
            }
            for lane in lanes_of(none) {
                branches.done(of_lane[lane]).contradictions += 1;
                branches.fail(of_lane[lane]);
            }
            let over = none | full;
            busy &= !over;
            if over != 0 {
                while let Some((planes, until)) = branches.next_solved() {
                    store_all::<L>(&planes, block.next(until));
                    if block.len == BLOCK && block.report(found, ended).is_break() {
                        return Ok(());
                    }
                }
                if block.len >= least && block.report(found, ended).is_break() {
                    return Ok(());
                }
            }
        }
        if block.report(found, ended).is_continue() {
            ended.done = branches.total();
            ended.exhausted = true;
        }
        Ok(())
    }
}

/// So many solutions are handed on at once, at most.
const BLOCK: usize = 128;

/// Solutions that are to be handed on together.
#[derive(Debug)]
struct Block {
    grids: Vec<[u8; 81]>,
    /// For each of them what one lane has done until then.
    until: Vec<Done>,
    /// How many there are.
    len: usize,
}

impl Default for Block {
    fn default() -> Self {
        Self {
            grids: vec![[0; 81]; BLOCK],
            until: vec![Done::default(); BLOCK],
            len: 0,
        }
    }
}

impl Block {
    /// Where the next one is to be written; there must be room.
    #[inline(always)]
    fn next(&mut self, until: Done) -> &mut [u8; 81] {
        let place = self.len % BLOCK;
        self.len = place + 1;
        self.until[place] = until;
        &mut self.grids[place]
    }

    /// Hands on what there is.
    #[inline(never)]
    fn report(
        &mut self,
        found: &mut dyn FnMut(&[[u8; 81]]) -> ControlFlow<usize>,
        ended: &mut Ended,
    ) -> ControlFlow<()> {
        let len = std::mem::take(&mut self.len);
        if len == 0 {
            return ControlFlow::Continue(());
        }
        let (taken, flow) = match found(&self.grids[..len]) {
            ControlFlow::Continue(()) => (len, ControlFlow::Continue(())),
            ControlFlow::Break(taken) => (taken.clamp(1, len), ControlFlow::Break(())),
        };
        ended.solutions += taken as u64;
        ended.done = self.until[taken - 1];
        flow
    }
}
