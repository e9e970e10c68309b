//! Minimum hitting sets: the fewest cells that hit all of some sets. For unavoidable sets, their
//! size is the best lower bound for the number of clues that these sets allow.
//!
//! ```text
//!   fractional bound: 12  ─▶  do 12 cells hit all sets?  no: this proves that 13 are needed
//!                         ─▶  do 13?  no                 …  yes: a minimum hitting set
//! ```
//!
//! For each size from the proven bound on, a search branches on the cells of a small set that is
//! not hit yet. A cell that was tried is excluded from the later branches. The search prunes a
//! branch in three cases:
//!
//! - too many of the remaining sets are disjoint
//! - the fractional packing of [`bounds`](super::bounds) needs more cells than remain
//! - the cells that lie in the most sets do not lie in enough sets
//!
//! The sets with up to 12 cells of a random grid mostly need 14 or 15 cells, two more than the
//! clique bound. The proof that 13 are too few takes about ten thousand steps, and that 14 are too
//! few between hundred thousand and a million.

use ndoku_solver::{Budget, StopReason};

use super::bounds::FractionalBound;
use crate::CellSet81;

/// Number of rounds of [`super::bounds::fractional_bound`] before the search.
const BOUND_ROUNDS: usize = 2_047;

/// Number of steps between two polls of the budget, which take a few milliseconds.
const STEPS_PER_POLL: u64 = 1_024;

/// The result of a search for a minimum hitting set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HittingSet {
    /// The proven lower bound for the number of cells.
    pub at_least: usize,
    /// A minimum hitting set, or `None` if the search ended early.
    pub cells: Option<CellSet81>,
    /// The reason why the budget ended the search. Its limit of steps is not a reason.
    pub stopped: Option<StopReason>,
}

/// Finds a minimum hitting set, or a lower bound for its size within this number of steps. A step
/// takes a few microseconds for hundreds of sets. Empty sets are ignored. The flag and the clock of
/// the budget also end the search.
///
/// ```
/// use ndoku_solver::Budget;
/// use ndoku_analysis::{CellSet81, unavoidable::hitting_set};
///
/// // Three sets that pairwise share a cell: one cell does not hit all.
/// let sets = [[1, 2], [2, 3], [3, 1]].map(|cells| cells.into_iter().collect::<CellSet81>());
/// let found = hitting_set::find_minimum(&sets, 100, &Budget::default());
/// assert_eq!((found.at_least, found.cells.unwrap().len()), (2, 2));
/// ```
#[must_use]
pub fn find_minimum(sets: &[CellSet81], steps: u64, budget: &Budget<'_>) -> HittingSet {
    let mut sets: Vec<CellSet81> = sets.iter().copied().filter(|set| !set.is_empty()).collect();
    sets.sort_unstable_by_key(|set| (set.len(), *set));
    sets.dedup();
    let bound = FractionalBound::new(&sets, BOUND_ROUNDS);
    let all: Vec<usize> = (0..sets.len()).collect();
    let mut at_least = bound.clues;
    let mut search = HittingSetSearch {
        sets: &sets,
        bound: &bound,
        budget,
        steps,
        steps_done: 0,
        stopped: None,
    };
    loop {
        match search.hit_all(at_least, &all, CellSet81::ALL, CellSet81::EMPTY) {
            SearchResult::Hit(cells) => {
                return HittingSet {
                    at_least,
                    cells: Some(cells),
                    stopped: None,
                };
            }
            SearchResult::TooFew => at_least += 1,
            SearchResult::Aborted => {
                return HittingSet {
                    at_least,
                    cells: None,
                    stopped: search.stopped,
                };
            }
        }
    }
}

/// The result of a branch.
enum SearchResult {
    Hit(CellSet81),
    TooFew,
    Aborted,
}

struct HittingSetSearch<'a> {
    sets: &'a [CellSet81],
    bound: &'a FractionalBound,
    budget: &'a Budget<'a>,
    steps: u64,
    steps_done: u64,
    stopped: Option<StopReason>,
}

impl HittingSetSearch<'_> {
    /// Hits these sets with at most `most` open cells, in addition to the taken ones.
    fn hit_all(
        &mut self,
        most: usize,
        sets: &[usize],
        mut open: CellSet81,
        taken: CellSet81,
    ) -> SearchResult {
        if sets.is_empty() {
            return SearchResult::Hit(taken);
        }
        if self.steps_done.is_multiple_of(STEPS_PER_POLL) {
            self.stopped = self.budget.poll();
        }
        if self.steps_done == self.steps || self.stopped.is_some() {
            return SearchResult::Aborted;
        }
        self.steps_done += 1;
        let times: u64 = sets
            .iter()
            .map(|set| u64::from(self.bound.counts[*set]))
            .sum();
        if times > u64::from(self.bound.max_count) * most as u64 {
            return SearchResult::TooFew;
        }
        let mut narrowed: Vec<CellSet81> = sets.iter().map(|set| self.sets[*set] & open).collect();
        narrowed.sort_unstable_by_key(|set| set.len());
        let (mut disjoint, mut covered, mut often) = (0, CellSet81::EMPTY, [0_usize; 81]);
        for set in &narrowed {
            if !set.intersects(covered) {
                (disjoint, covered) = (disjoint + 1, covered | *set);
            }
            set.iter().for_each(|cell| often[cell] += 1);
        }
        let mut most_often = often;
        most_often.sort_unstable_by(|one, other| other.cmp(one));
        // A set without an open cell cannot be hit. It is disjoint from all others.
        let is_lost = narrowed.first().is_some_and(|set| set.is_empty());
        if is_lost || disjoint > most || most_often.iter().take(most).sum::<usize>() < sets.len() {
            return SearchResult::TooFew;
        }
        // Branches on a smallest set: the one with the cell that lies in the most sets.
        let smallest = narrowed
            .iter()
            .take_while(|set| set.len() == narrowed[0].len());
        let Some(set) = smallest.max_by_key(|set| set.iter().map(|cell| often[cell]).max()) else {
            return SearchResult::TooFew;
        };
        let mut cells: Vec<usize> = set.iter().collect();
        cells.sort_by_key(|cell| std::cmp::Reverse(often[*cell]));
        for cell in cells {
            open.remove(cell);
            let rest: Vec<usize> = sets
                .iter()
                .copied()
                .filter(|set| !self.sets[*set].contains(cell))
                .collect();
            match self.hit_all(
                most.saturating_sub(1),
                &rest,
                open,
                taken | CellSet81::from_cell(cell),
            ) {
                SearchResult::TooFew => {}
                result => return result,
            }
        }
        SearchResult::TooFew
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::Rng;

    use super::*;
    use crate::unavoidable::bounds;

    /// Finds the size of a minimum hitting set by brute force.
    fn brute_force_minimum(sets: &[CellSet81], cells: &[usize]) -> usize {
        let subset = |bits: u32| -> CellSet81 {
            cells
                .iter()
                .enumerate()
                .filter(|(place, _)| bits >> place & 1 == 1)
                .map(|(_, cell)| *cell)
                .collect()
        };
        let meeting = (0_u32..1 << cells.len())
            .filter(|bits| sets.iter().all(|set| set.intersects(subset(*bits))));
        meeting
            .map(|bits| bits.count_ones() as usize)
            .min()
            .unwrap_or(0)
    }

    #[test]
    fn minimum_agrees_with_brute_force() {
        let mut rng = Rng::new(6);
        let mut beyond = 0;
        for _ in 0..300 {
            let cells: Vec<usize> = (0..11).map(|place| place * 8).collect();
            let count = rng.below(40) as usize;
            let draw = |rng: &mut Rng| {
                (0..2 + rng.below(2))
                    .map(|_| cells[rng.below(11) as usize])
                    .collect()
            };
            let sets: Vec<CellSet81> = (0..count).map(|_| draw(&mut rng)).collect();
            let found = find_minimum(&sets, u64::MAX, &Budget::default());
            let wanted = brute_force_minimum(&sets, &cells);
            let own = found.cells.unwrap();
            assert!(
                found.at_least == wanted
                    && own.len() == wanted
                    && sets.iter().all(|set| set.intersects(own)),
                "{wanted} {sets:?}"
            );
            beyond += usize::from(wanted > bounds::fractional_bound(&sets, 1_000));
            // The bound holds wherever the search ends.
            for steps in 0..4 {
                let some = find_minimum(&sets, steps, &Budget::default());
                assert!(
                    some.at_least <= wanted && some.cells.is_none_or(|cells| cells.len() == wanted),
                    "{some:?} {wanted}"
                );
            }
        }
        assert!(beyond > 10, "rarely above the fractional bound: {beyond}");
    }

    #[test]
    fn limits_stop_the_search() {
        let none = HittingSet {
            at_least: 0,
            cells: Some(CellSet81::EMPTY),
            stopped: None,
        };
        assert_eq!(find_minimum(&[], 0, &Budget::default()), none);
        assert_eq!(
            find_minimum(&[CellSet81::EMPTY], 9, &Budget::default()),
            none
        );
        let sets: Vec<CellSet81> = (0..80)
            .map(|cell| [cell, cell + 1].into_iter().collect())
            .collect();
        let ended = find_minimum(&sets, 0, &Budget::default());
        assert!(
            ended.cells.is_none() && ended.stopped.is_none() && (1..=40).contains(&ended.at_least),
            "{ended:?}"
        );
        let stopped = find_minimum(&sets, u64::MAX, &Budget::default().stop_when(&|| true));
        assert!(
            stopped.cells.is_none() && stopped.stopped.is_some(),
            "{stopped:?}"
        );
        assert_eq!(
            find_minimum(&sets, u64::MAX, &Budget::default())
                .cells
                .map(CellSet81::len),
            Some(40)
        );
    }
}
