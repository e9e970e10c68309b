//! The frontier of a search: its unfinished branches from left to right, and the lanes that work on
//! them.
//!
//! ```text
//!   reported │  solved   busy    open   solved   open    busy    open    open …   end
//!            │          lane 3                          lane 0
//!            ▲            │                               │
//!            │            └─ a guess inserts an open branch directly behind it
//!            └─ a solution at this point is reported
//! ```
//!
//! A free lane takes the leftmost open branch. So solutions are found almost in order, and only few
//! of them wait for others, however many there are. `docs/experiments/simd-solver.md` compares this
//! with taking the oldest branch.
//!
//! Each branch counts the work done in it, and the work done since the previous branch. The sum
//! over the reported branches is the work of a search by one lane up to this point.

use super::transpose::PLANES;
use super::tree_search::Counters;
use crate::simd::LaneWords;

/// The number of a branch.
pub(super) type Branch = u32;

/// The end marker behind the last branch; it keeps the counters of the work behind that branch.
const END: Branch = 0;

/// Number of waiting solutions above which only the leftmost branch is handed out.
const MAX_WAITING_SOLUTIONS: usize = 1024;

/// The state of a branch.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum BranchState {
    /// No lane works on it; its words are candidates.
    #[default]
    Open,
    /// A lane has its candidates.
    Busy,
    /// It is a solution; its first words are the planes of the solution.
    Solved,
    /// It is the end marker.
    End,
}

/// The branches from left to right, as a ring in which [`END`] stands between the last and the
/// first. The fields of a branch are in separate lists, indexed by its number: the search for the
/// next open branch reads two short lists only.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    right: Vec<Branch>,
    state: Vec<BranchState>,
    left: Vec<Branch>,
    done: Vec<Counters>,
    words: Vec<LaneWords>,
    /// Free numbers.
    spare: Vec<Branch>,
    /// Number of open branches, and number of solved ones.
    open: usize,
    solved: usize,
    /// Work done left of all branches.
    before: Counters,
}

impl Frontier {
    /// Starts with these branches, the last one leftmost, and with the work done before.
    pub(super) fn reset(&mut self, states: &mut Vec<LaneWords>, before: Counters) {
        self.right.clear();
        self.state.clear();
        self.left.clear();
        self.done.clear();
        self.words.clear();
        self.spare.clear();
        (self.open, self.solved, self.before) = (0, 0, before);
        self.grow();
        self.state[END as usize] = BranchState::End;
        for words in states.drain(..) {
            self.insert_behind(END, &words);
        }
    }

    /// Creates a number for a branch.
    #[cold]
    fn grow(&mut self) -> Branch {
        self.right.push(END);
        self.left.push(END);
        self.state.push(BranchState::default());
        self.done.push(Counters::default());
        self.words.push(LaneWords::NONE);
        (self.right.len() - 1) as Branch
    }

    /// Inserts an open branch directly behind `left`; behind [`END`] it becomes the first one.
    #[inline(always)]
    pub(super) fn insert_behind(&mut self, left: Branch, words: &LaneWords) -> Branch {
        let new = match self.spare.pop() {
            Some(branch) => branch,
            None => self.grow(),
        };
        let right = std::mem::replace(&mut self.right[left as usize], new);
        self.left[right as usize] = new;
        (self.left[new as usize], self.right[new as usize]) = (left, right);
        self.state[new as usize] = BranchState::Open;
        self.done[new as usize] = Counters::default();
        self.words[new as usize] = *words;
        self.open += 1;
        new
    }

    /// Returns the counters of a branch.
    #[inline(always)]
    pub(super) fn counters(&mut self, branch: Branch) -> &mut Counters {
        &mut self.done[branch as usize]
    }

    /// Removes a busy branch that has no solution.
    #[inline(always)]
    pub(super) fn remove_failed(&mut self, branch: Branch) {
        let right = self.right[branch as usize];
        self.done[right as usize] = self.done[right as usize].add(self.done[branch as usize]);
        self.remove(branch);
    }

    /// Marks a busy branch as solved, with these planes.
    #[inline(always)]
    pub(super) fn mark_solved(&mut self, branch: Branch, planes: &[u32; PLANES]) {
        self.words[branch as usize][..PLANES].copy_from_slice(planes);
        self.state[branch as usize] = BranchState::Solved;
        self.solved += 1;
    }

    /// Removes an open branch that is contradictory.
    pub(super) fn discard(&mut self, branch: Branch) {
        self.open -= 1;
        self.remove(branch);
    }

    #[inline(always)]
    fn remove(&mut self, branch: Branch) {
        let (left, right) = (self.left[branch as usize], self.right[branch as usize]);
        self.right[left as usize] = right;
        self.left[right as usize] = left;
        self.spare.push(branch);
    }

    /// Makes the leftmost open branch from `from` on busy. Returns `None` if there is no such
    /// branch, or if too many solutions wait for the first one.
    #[inline(always)]
    pub(super) fn take_open(&mut self, from: Branch) -> Option<Branch> {
        let mut branch = from;
        if self.open == 0
            || self.solved >= MAX_WAITING_SOLUTIONS
                && self.state[self.leftmost() as usize] != BranchState::Open
        {
            return None;
        }
        while self.state[branch as usize] != BranchState::Open {
            if self.state[branch as usize] == BranchState::End {
                return None;
            }
            branch = self.right[branch as usize];
        }
        self.state[branch as usize] = BranchState::Busy;
        self.open -= 1;
        Some(branch)
    }

    /// Returns the leftmost branch.
    #[inline(always)]
    pub(super) fn leftmost(&self) -> Branch {
        self.right[END as usize]
    }

    /// Returns the candidates of an open branch, or of one that was just taken.
    #[inline(always)]
    pub(super) fn words(&mut self, branch: Branch) -> &mut LaneWords {
        &mut self.words[branch as usize]
    }

    /// Removes the first branch if it is solved. Returns its planes, and the work of one lane up to
    /// this solution.
    #[inline(always)]
    pub(super) fn next_solved(&mut self) -> Option<([u32; PLANES], Counters)> {
        let first = self.leftmost();
        if self.state[first as usize] != BranchState::Solved {
            return None;
        }
        self.before = self.before.add(self.done[first as usize]);
        self.solved -= 1;
        self.remove(first);
        let planes = *self.words[first as usize].first_chunk()?;
        Some((planes, self.before))
    }

    /// Returns the work done in all branches.
    pub(super) fn total(&self) -> Counters {
        let mut sum = self.before.add(self.done[END as usize]);
        let mut branch = self.leftmost();
        while branch != END {
            sum = sum.add(self.done[branch as usize]);
            branch = self.right[branch as usize];
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(number: u32) -> LaneWords {
        let mut words = LaneWords::NONE;
        words[0] = number;
        words
    }

    /// Returns the reported solutions: the first plane of each, and the number of guesses until
    /// then.
    fn reported(frontier: &mut Frontier) -> Vec<(u32, u64)> {
        std::iter::from_fn(|| frontier.next_solved())
            .map(|(planes, done)| (planes[0], done.guesses))
            .collect()
    }

    #[test]
    fn solutions_wait_for_the_branches_left_of_them() {
        let mut frontier = Frontier::default();
        for _ in 0..2 {
            frontier.reset(&mut vec![words(3), words(1)], Counters::default());
            let one = frontier.take_open(frontier.leftmost()).unwrap();
            let three = frontier.take_open(one).unwrap();
            assert_eq!(
                (
                    frontier.words(one)[0],
                    frontier.words(three)[0],
                    frontier.take_open(one)
                ),
                (1, 3, None)
            );
            let two = frontier.insert_behind(one, &words(2));
            frontier.counters(one).guesses = 1;
            frontier.counters(three).guesses = 100;
            frontier.mark_solved(three, &[3; PLANES]);
            assert_eq!(
                (
                    frontier.take_open(frontier.leftmost()),
                    reported(&mut frontier)
                ),
                (Some(two), vec![])
            );
            frontier.counters(two).guesses = 10;
            frontier.mark_solved(two, &[2; PLANES]);
            assert_eq!(
                (reported(&mut frontier), frontier.total().guesses),
                (vec![], 111)
            );
            // Work in a branch without a solution counts for the next one.
            frontier.remove_failed(one);
            assert_eq!(reported(&mut frontier), [(2, 11), (3, 111)]);
            assert_eq!((frontier.leftmost(), frontier.total().guesses), (END, 111));
        }
    }

    #[test]
    fn only_the_first_branch_is_taken_while_many_solutions_wait() {
        let mut frontier = Frontier::default();
        frontier.reset(&mut vec![words(0)], Counters::default());
        let first = frontier.take_open(frontier.leftmost()).unwrap();
        let last = frontier.insert_behind(first, &words(7));
        for _ in 0..MAX_WAITING_SOLUTIONS {
            let branch = frontier.insert_behind(first, &words(1));
            assert_eq!(frontier.take_open(first), Some(branch));
            frontier.mark_solved(branch, &[1; PLANES]);
        }
        assert_eq!(frontier.take_open(first), None);
        let next = frontier.insert_behind(first, &words(5));
        assert_eq!(frontier.take_open(first), None);
        frontier.remove_failed(first);
        assert_eq!(
            (
                frontier.take_open(frontier.leftmost()),
                frontier.take_open(frontier.leftmost())
            ),
            (Some(next), None)
        );
        frontier.remove_failed(next);
        assert_eq!(reported(&mut frontier).len(), MAX_WAITING_SOLUTIONS);
        assert_eq!(frontier.take_open(frontier.leftmost()), Some(last));
    }
}
