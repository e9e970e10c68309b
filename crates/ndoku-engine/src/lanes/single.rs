//! One puzzle in all lanes: a lane that is free takes over the oldest open branch of another. All solutions come in the order of a search by one lane,
//! with clues, pencilmarks and a budget.
//!
//! ```text
//!                 ○ guess                        the search from left to right; a branch that is taken over stands
//!              ╱     ╲                           directly behind what is left to the lane that it comes from
//!           ○          ◌ ◀─ taken by lane 1
//!        ╱    ╲                                  stretches:   │ lane 0 │ lane 2 │ lane 1 │
//!      ○       ◌ ◀─ then this by lane 2                       the first one's solutions are reported at once,
//!    lane 0                                                   those of the others wait until all before them are through
//! ```

use std::collections::VecDeque;
use std::ops::ControlFlow;

use ndoku_core::{DigitSet, Puzzle};

use super::guess::{choose, first_open};
use super::pack::{place, planes_of_grids, store_all};
use super::schedule::{WithDiagonals, lanes_of};
use super::sweep::{ALL, Swept, sweep};
use crate::engine::{Budget, Order, Stats, StopReason};
use crate::simd::{Isa, Kernel, Lanes, WORDS, Words};

/// Sweeps between two looks at the flag and the clock: well below a millisecond.
const POLL: u32 = 256;

/// When so many solutions wait, only the first stretch is searched on.
const WAITING: usize = 1024;

/// What is kept from one search to the next, so that it need not be allocated again.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// For each lane the states that remain to be searched, the oldest first.
    stacks: Vec<VecDeque<Words>>,
    order: InOrder,
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
        let left = clue.map_or(marks, |clue| marks & DigitSet::of(clue));
        for digit in (DigitSet::full(9) - left).iter() {
            let (word, bit) = place(cell, digit.index());
            words[word] &= !(1 << bit);
        }
    }
    words
}

/// What was done in a stretch, or in a search.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Done {
    pub(super) guesses: u64,
    pub(super) contradictions: u64,
    pub(super) sweeps: u64,
}

impl Done {
    const GUESS: Self = Self { guesses: 1, contradictions: 0, sweeps: 0 };
    const CONTRADICTION: Self = Self { guesses: 0, contradictions: 1, sweeps: 0 };

    fn plus(self, other: Self) -> Self {
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
    fn from(Ended { done, solutions, exhausted }: Ended) -> Self {
        Self { guesses: done.guesses, contradictions: done.contradictions, restarts: 0, solutions, exhausted }
    }
}

/// A part of the search that one lane works on, or has worked on.
#[derive(Debug)]
struct Stretch {
    /// Its lane; none when it is through.
    lane: Option<usize>,
    done: Done,
    /// Solutions that may not be reported yet, each with what was done in the stretch before it.
    waiting: VecDeque<([u8; 81], Done)>,
}

/// A search, as [`Engine::search`](crate::Engine::search) promises it; solutions are digits 1 to 9, row by row.
pub(super) struct Search<'a, 'b> {
    /// States to search, the last one first.
    pub(super) states: &'a mut Vec<Words>,
    /// Which diagonals are houses: the main one, the other.
    pub(super) diagonals: [bool; 2],
    pub(super) budget: &'a Budget<'b>,
    pub(super) memory: &'a mut Memory,
    pub(super) found: &'a mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
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
        if self.diagonals == [false; 2] { isa.run(self) } else { isa.run(WithDiagonals(self)) }
    }

    #[inline(always)]
    fn search<const X: bool, L: Lanes>(self) -> Result<(), StopReason> {
        let Self { states, diagonals, budget, memory: Memory { stacks, order }, found, ended } = self;
        stacks.resize_with(L::WIDTH.max(stacks.len()), VecDeque::new);
        stacks.iter_mut().for_each(VecDeque::clear);
        // A number of guesses is kept exactly by searching as one lane does.
        let width = if budget.guess_limit().is_some() { 1 } else { L::WIDTH };
        let sorted = budget.wanted_order() == Order::Sorted;
        order.begin();
        let mut state = [L::splat(0); WORDS];
        let mut busy = 0_u32;
        if let Some(words) = states.pop() {
            L::set_words(&mut state, 0, &words);
            stacks[0].extend(states.drain(..));
            busy = 1;
        }
        let mut until_poll = 0;
        // Sweeps until now, and until each lane was last looked at.
        let (mut now, mut looked) = (0, [0; 32]);
        // Lanes that wait to be looked at, and what the sweep said of them that made them wait: the sweeps that come over them meanwhile do not count.
        let mut frozen = 0;
        let mut kept = Swept { failed: 0, open: 0, changed: 0 };
        while busy != 0 {
            if until_poll == 0 {
                until_poll = POLL;
                if let Some(reason) = budget.poll() {
                    order.total(ended);
                    return Err(reason);
                }
            }
            until_poll -= 1;
            let Swept { failed, open, changed } = sweep::<X, L>(&mut state, diagonals).or_kept(kept, frozen);
            now += 1;
            for lane in lanes_of(frozen) {
                looked[lane] += 1;
            }
            let held = if order.waiting < WAITING { 0 } else { !order.first_lane() };
            let attention = busy & !held & (failed | !open | !changed);
            frozen = busy & held & (failed | !open | !changed);
            kept = Swept { failed, open, changed };
            for lane in lanes_of(attention) {
                order.count(1 << lane, Done { sweeps: now - looked[lane], ..Done::default() });
                looked[lane] = now;
            }
            let mut over = attention & failed;
            order.count(over, Done::CONTRADICTION);

            let full = attention & !failed & !open;
            if full != 0 {
                let (planes, right) = planes_of_grids(&state);
                for lane in lanes_of(full) {
                    if right >> lane & 1 == 0 {
                        order.count(1 << lane, Done::CONTRADICTION);
                        continue;
                    }
                    let mut grid = [0; 81];
                    store_all::<L>(&L::column(&planes, lane), &mut grid);
                    if order.add(lane, &grid, found, ended).is_break() {
                        return Ok(());
                    }
                }
                over |= full;
            }
            let stuck = attention & !failed & open;
            if stuck != 0 {
                for lane in lanes_of(stuck) {
                    let mut words = L::words(&state, lane);
                    let guess = if sorted { first_open(&words) } else { choose::<L>(&words) };
                    // Open, and yet one candidate in each cell: a box then has a digit twice and another one not at all.
                    let Some(guess) = guess else {
                        order.count(1 << lane, Done::CONTRADICTION);
                        over |= 1 << lane;
                        continue;
                    };
                    if !budget.allows_guess(order.guesses()) {
                        order.total(ended);
                        return Err(StopReason::Guesses);
                    }
                    order.count(1 << lane, Done::GUESS);
                    guess.remove(&mut words);
                    stacks[lane].push_back(words);
                    guess.place(&mut state, lane);
                }
            }
            for lane in lanes_of(over) {
                if let Some(words) = stacks[lane].pop_back() {
                    L::set_words(&mut state, lane, &words);
                } else {
                    busy &= !(1 << lane);
                    order.end(lane);
                }
            }
            if (full | over) != 0 && order.report(found, ended).is_break() {
                return Ok(());
            }
            if stuck != 0 && held == 0 {
                for lane in lanes_of(!busy).take_while(|lane| *lane < width) {
                    let Some((from, place)) = order.giver(stacks) else { break };
                    let Some(words) = stacks[from].pop_front() else { break };
                    L::set_words(&mut state, lane, &words);
                    order.stretches.insert(place + 1, Stretch::new(lane));
                    looked[lane] = now;
                    busy |= 1 << lane;
                }
            }
        }
        ended.exhausted = true;
        Ok(())
    }
}

impl Stretch {
    fn new(lane: usize) -> Self {
        Self { lane: Some(lane), done: Done::default(), waiting: VecDeque::new() }
    }
}

/// The stretches from left to right. Two neighbours are never both through, so that there are few.
#[derive(Debug, Default)]
struct InOrder {
    stretches: Vec<Stretch>,
    /// What was done in the stretches that were left of them.
    before: Done,
    /// Solutions that wait, in all of them.
    waiting: usize,
}

impl InOrder {
    /// One stretch, for lane 0.
    fn begin(&mut self) {
        self.stretches.clear();
        self.stretches.push(Stretch::new(0));
        self.before = Done::default();
        self.waiting = 0;
    }

    fn of(&mut self, lane: usize) -> Option<&mut Stretch> {
        self.stretches.iter_mut().find(|stretch| stretch.lane == Some(lane))
    }

    /// The first stretch's lane, as a mask.
    fn first_lane(&self) -> u32 {
        self.stretches.first().and_then(|stretch| stretch.lane).map_or(0, |lane| 1 << lane)
    }

    fn guesses(&self) -> u64 {
        self.before.guesses + self.stretches.iter().map(|stretch| stretch.done.guesses).sum::<u64>()
    }

    /// What was done in all, for a search that was ended from outside.
    fn total(&self, ended: &mut Ended) {
        ended.done = self.stretches.iter().fold(self.before, |sum, stretch| sum.plus(stretch.done));
    }

    fn count(&mut self, lanes: u32, done: Done) {
        for lane in lanes_of(lanes) {
            if let Some(stretch) = self.of(lane) {
                stretch.done = stretch.done.plus(done);
            }
        }
    }

    /// Takes over a solution: hands it on if nothing can come before it, or keeps it.
    fn add(
        &mut self,
        lane: usize,
        grid: &[u8; 81],
        found: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
        ended: &mut Ended,
    ) -> ControlFlow<()> {
        if let Some(first) = self.stretches.first()
            && first.lane == Some(lane)
            && first.waiting.is_empty()
        {
            ended.solutions += 1;
            ended.done = self.before.plus(first.done);
            return found(grid);
        }
        if let Some(stretch) = self.of(lane) {
            stretch.waiting.push_back((*grid, stretch.done));
            self.waiting += 1;
        }
        ControlFlow::Continue(())
    }

    /// The lane has no state left. Its stretch is joined with a neighbour that is through.
    fn end(&mut self, lane: usize) {
        let Some(mut place) = self.stretches.iter().position(|stretch| stretch.lane == Some(lane)) else { return };
        self.stretches[place].lane = None;
        if self.stretches.get(place + 1).is_some_and(|next| next.lane.is_none()) {
            place += 1;
        } else if place == 0 || self.stretches[place - 1].lane.is_some() {
            return;
        }
        loop {
            let right = self.stretches.remove(place);
            let left = &mut self.stretches[place - 1];
            let until = left.done;
            left.waiting.extend(right.waiting.into_iter().map(|(digits, done)| (digits, until.plus(done))));
            left.done = until.plus(right.done);
            place -= 1;
            if place == 0 || self.stretches[place - 1].lane.is_some() {
                return;
            }
        }
    }

    /// Hands on what no longer waits for anything. What was done is then what one lane would have done that has come so far.
    fn report(&mut self, found: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>, ended: &mut Ended) -> ControlFlow<()> {
        while let Some(first) = self.stretches.first_mut() {
            while let Some((digits, done)) = first.waiting.pop_front() {
                self.waiting -= 1;
                ended.solutions += 1;
                ended.done = self.before.plus(done);
                found(&digits)?;
            }
            let all = self.before.plus(first.done);
            ended.done = all;
            if first.lane.is_some() {
                break;
            }
            self.before = all;
            self.stretches.remove(0);
        }
        ControlFlow::Continue(())
    }

    /// A lane with states to give away, and the place of its stretch: the leftmost, whose solutions are wanted first.
    fn giver(&self, stacks: &[VecDeque<Words>]) -> Option<(usize, usize)> {
        let places = self.stretches.iter().enumerate();
        places.filter_map(|(place, stretch)| Some((stretch.lane?, place))).find(|(lane, _)| !stacks[*lane].is_empty())
    }
}
