//! The branches of a search that are not done with, from left to right, and who works on them.
//!
//! ```text
//!   reported │  solved   busy    open   solved   open    busy    open    open …   end
//!            │          lane 3                          lane 0
//!            ▲            │                               │
//!            │            └─ a guess puts an open branch directly behind it
//!            └─ what is solved here is reported
//! ```
//!
//! A lane that is free takes the leftmost open branch. So what is found comes almost in order: only few solutions have to wait for others, however many
//! there are. tried: the oldest branch of the leftmost lane, which is the largest: then the first lane has to search far before what the others found is
//! wanted, and they wait; on puzzles with many solutions sixteen lanes were as fast as one.
//!
//! Each branch carries what was done in it so far, and what was done since the last one left of it: the sum over what was reported is what a search by one
//! lane has done when it comes so far.

use super::pack::PLANES;
use super::single::Done;
use crate::simd::Words;

/// The number of a branch.
pub(super) type Branch = u32;

/// Stands behind the last branch; what was done after that is kept with it.
const END: Branch = 0;

/// When so many solutions wait, only the leftmost branch is handed out.
const WAITING: usize = 1024;

/// What happens with a branch.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum State {
    /// Nobody works on it: its words are candidates.
    Open,
    /// A lane has its candidates.
    Busy,
    /// It is a solution: its first words are the planes of it.
    Solved,
    /// It is no branch.
    #[default]
    None,
}

/// A branch, its neighbours, and what was done.
#[derive(Copy, Clone, Debug, Default)]
struct Place {
    left: Branch,
    right: Branch,
    state: State,
    done: Done,
}

/// The branches from left to right: a ring in which [`END`] stands between the last and the first.
#[derive(Debug, Default)]
pub(super) struct Branches {
    places: Vec<Place>,
    words: Vec<Words>,
    /// Numbers that are free.
    spare: Vec<Branch>,
    /// How many are open, and how many are solved.
    open: usize,
    solved: usize,
    /// What was done left of all.
    before: Done,
}

impl Branches {
    /// Begins with these branches, the last one leftmost.
    pub(super) fn begin(&mut self, states: &mut Vec<Words>) {
        self.places.clear();
        self.words.clear();
        self.spare.clear();
        (self.open, self.solved, self.before) = (0, 0, Done::default());
        self.places.push(Place::default());
        self.words.push(Words::NONE);
        for words in states.drain(..) {
            *self.open_behind(END) = words;
        }
    }

    /// Puts an open branch directly behind another, or first of all; its words are to be written.
    #[inline(always)]
    pub(super) fn open_behind(&mut self, left: Branch) -> &mut Words {
        let new = match self.spare.pop() {
            Some(branch) => branch,
            None => self.grow(),
        };
        let right = std::mem::replace(&mut self.places[left as usize].right, new);
        self.places[right as usize].left = new;
        self.places[new as usize] = Place { left, right, state: State::Open, done: Done::default() };
        self.open += 1;
        &mut self.words[new as usize]
    }

    #[cold]
    fn grow(&mut self) -> Branch {
        self.places.push(Place::default());
        self.words.push(Words::NONE);
        (self.places.len() - 1) as Branch
    }

    /// Counts what was done in a branch.
    #[inline(always)]
    pub(super) fn done(&mut self, branch: Branch) -> &mut Done {
        &mut self.places[branch as usize].done
    }

    /// A busy branch has no solution.
    #[inline(always)]
    pub(super) fn drop(&mut self, branch: Branch) {
        let Place { right, done, .. } = self.places[branch as usize];
        let of_right = self.done(right);
        *of_right = of_right.plus(done);
        self.remove(branch);
    }

    /// A busy branch is a solution with these planes.
    #[inline(always)]
    pub(super) fn solve(&mut self, branch: Branch, planes: &[u32; PLANES]) {
        self.words[branch as usize][..PLANES].copy_from_slice(planes);
        self.places[branch as usize].state = State::Solved;
        self.solved += 1;
    }

    #[inline(always)]
    fn remove(&mut self, branch: Branch) {
        let Place { left, right, .. } = self.places[branch as usize];
        self.places[left as usize].right = right;
        self.places[right as usize].left = left;
        self.spare.push(branch);
    }

    /// Takes the leftmost open branch that is `from` or right of it, and where to look for the next one; none if there is no such branch, or if too many
    /// solutions wait for the first one.
    #[inline(always)]
    pub(super) fn take(&mut self, from: Branch) -> Option<(Branch, Branch)> {
        let mut branch = from;
        if self.open == 0 || (self.solved >= WAITING && from != self.first()) {
            return None;
        }
        loop {
            let place = &mut self.places[branch as usize];
            match place.state {
                State::Open => {
                    place.state = State::Busy;
                    self.open -= 1;
                    return Some((branch, place.right));
                }
                State::None => return None,
                _ if self.solved >= WAITING => return None,
                _ => branch = place.right,
            }
        }
    }

    /// The leftmost branch.
    #[inline(always)]
    pub(super) fn first(&self) -> Branch {
        self.places[END as usize].right
    }

    /// The candidates of an open branch, or of one that was just taken.
    #[inline(always)]
    pub(super) fn words(&self, branch: Branch) -> &Words {
        &self.words[branch as usize]
    }

    /// Takes away the first branch if it is solved: its planes, and what one lane has done that has come so far.
    #[inline(always)]
    pub(super) fn next_solved(&mut self) -> Option<([u32; PLANES], Done)> {
        let first = self.first();
        let Place { state: State::Solved, done, .. } = self.places[first as usize] else { return None };
        self.before = self.before.plus(done);
        self.solved -= 1;
        self.remove(first);
        let planes = *self.words[first as usize].first_chunk()?;
        Some((planes, self.before))
    }

    /// What was done in all.
    pub(super) fn total(&self) -> Done {
        let mut sum = self.before.plus(self.places[END as usize].done);
        let mut branch = self.first();
        while branch != END {
            let Place { right, done, .. } = self.places[branch as usize];
            sum = sum.plus(done);
            branch = right;
        }
        sum
    }
}
