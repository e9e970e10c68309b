//! The fewest cells that meet all of some sets: how many clues a puzzle needs at least, exactly as far as these sets tell.
//!
//! ```text
//!   at least 12, as sets tell that are shared out   ─▶  do 12 cells meet all sets?  no: a proof that 13 are needed
//!                                                   ─▶  do 13?  no                  …  yes: these are fewest
//! ```
//!
//! For each number from the proven one on, a search takes each cell of a set that is not met yet, of one with few cells that may still be taken; a cell that was tried is not taken
//! beside those that come after it. It gives up where the rest cannot be met by the cells that are left to take: because too many sets have no cell in common, because too many
//! are needed by the times that [`bounds`](super::bounds) took them, or because even the cells that lie in most sets do not lie in enough.
//!
//! Of a random grid's sets with up to 12 cells mostly 14 or 15 cells are needed, two more than sets without a common cell tell. That 13 are too few takes some ten thousand steps, that
//! 14 are some hundred thousand or a million.

use ndoku_solver::{Budget, StopReason};

use super::bounds::FractionalBound;
use crate::CellSet81;

/// So often sets are taken before the search, see [`super::bounds::fractional_bound`].
const BOUND_ROUNDS: usize = 2_047;

/// So many steps are made between two looks at the budget: some milliseconds.
const STEPS_PER_POLL: u64 = 1_024;

/// What is known of the fewest cells that meet all of some sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HittingSet {
    /// It is proven that as many are needed.
    pub at_least: usize,
    /// Cells that meet all, as many as are needed. None if the search ended before.
    pub cells: Option<CellSet81>,
    /// Why it ended before, if it was for the budget; its steps are no reason.
    pub stopped: Option<StopReason>,
}

/// The fewest cells that meet all of these sets, or how many are needed at least as far as the search came in so many steps, a few microseconds each where there are hundreds of sets.
/// Empty sets do not count. Of the budget the flag and the clock end it as well.
///
/// ```
/// use ndoku_solver::Budget;
/// use ndoku_generate::{CellSet81, unavoidable::hitting_set};
///
/// // Three sets of which two at a time have a cell in common: one cell does not meet all.
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
    let mut search = Search {
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

/// How a part of the search came out.
enum SearchResult {
    Hit(CellSet81),
    TooFew,
    Aborted,
}

struct Search<'a> {
    sets: &'a [CellSet81],
    bound: &'a FractionalBound,
    budget: &'a Budget<'a>,
    steps: u64,
    steps_done: u64,
    stopped: Option<StopReason>,
}

impl Search<'_> {
    /// Meets these sets with at most so many cells of those that are open, besides those taken.
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
        // A set without an open cell is apart from all others, and meets nothing.
        let is_lost = narrowed.first().is_some_and(|set| set.is_empty());
        if is_lost || disjoint > most || most_often.iter().take(most).sum::<usize>() < sets.len() {
            return SearchResult::TooFew;
        }
        // Of the smallest sets the one with the cell that lies in most sets.
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
    use super::*;
    use crate::Rng;
    use crate::unavoidable::bounds;

    /// The fewest cells that meet all sets, by trying sets of cells, smallest first.
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
    fn fewest_cells_are_those_that_trying_finds() {
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
            // However early it ends, what it says is true.
            for steps in 0..4 {
                let some = find_minimum(&sets, steps, &Budget::default());
                assert!(
                    some.at_least <= wanted && some.cells.is_none_or(|cells| cells.len() == wanted),
                    "{some:?} {wanted}"
                );
            }
        }
        assert!(
            beyond > 10,
            "never more than the other bound tells: {beyond}"
        );
    }

    #[test]
    fn it_ends_when_it_shall() {
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
        let stopped = find_minimum(&sets, u64::MAX, &Budget::default().expired(&|| true));
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
