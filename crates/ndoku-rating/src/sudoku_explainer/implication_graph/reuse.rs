//! Levels that a step leaves as they are: their implications stay the same.
//!
//! ```text
//! before   a on ─▶ … links … │ … patterns … │ … chains … │ level 3
//! after    a on ─▶ … links … │ … patterns … │ ─ ─ begins again here
//! ```
//!
//! A step removes candidates. None of them may be part of a level that stays. Their houses must
//! keep enough candidates that nothing new follows. Here, a house is a cell with its candidates,
//! or a region with the places of a digit. The number of candidates that are left decides:
//!
//! - Three or more: the levels stay, unless a crossing region contains them all.
//! - Two: there is a new strong link. Level 1 is dropped if another house forms a pair or an X-Wing
//!   with this one. Level 2 is dropped if the link gives a chain.
//! - One or none: at most the links stay.
//!
//! Houses only become smaller while a graph grows. So the grid at the end of a level shows whether
//! a pattern was new anywhere on the way.

use super::super::grid::CandidateGrid;
use super::super::links::{ends, is_pair};
use super::super::reachable::SharedSearch;
use super::super::tables::{CELLS, REGION_SETS, REGIONS, count, members};
use super::ImplicationGraph;

/// Cells with removed digits.
pub(in super::super) type RemovedCandidates = [(usize, u16)];

impl ImplicationGraph {
    /// Forgets the levels that may not be the same on `grid`, from which a step has removed
    /// candidates. Shows level 0. Returns whether level 0 is the same.
    pub(in super::super) fn keep_valid_levels(
        &mut self,
        grid: &CandidateGrid,
        gone: &RemovedCandidates,
    ) -> bool {
        self.show(0);
        if self.contains_any(gone) || !self.are_links_valid(grid, gone) {
            return false;
        }
        let mut valid = 1;
        while valid < self.levels.len() {
            self.show(valid as u8);
            if self.contains_any(gone) {
                break;
            }
            let Some(pairs) = new_strong_links(grid, &self.reduced(grid), gone) else {
                break;
            };
            if valid == 2 && !self.are_chains_valid(grid, &pairs) {
                break;
            }
            valid += 1;
        }
        self.show(0);
        self.levels.truncate(valid);
        true
    }

    /// Returns whether one of these candidates is on or off.
    fn contains_any(&self, candidates: &RemovedCandidates) -> bool {
        candidates.iter().any(|(cell, digits)| {
            members(*digits).any(|digit| {
                let at = cell * 9 + digit;
                self.on.has(at) || self.off.has(at)
            })
        })
    }

    /// Returns whether each house of a removed candidate has at least two candidates left, if
    /// something in it is off. Then nothing new turns on.
    fn are_links_valid(&self, grid: &CandidateGrid, gone: &RemovedCandidates) -> bool {
        let off = &self.off.cells;
        gone.iter().all(|(cell, digits)| {
            let off_here = (0..9).fold(0, |here, digit| {
                here | u16::from(off[digit].contains(*cell)) << digit
            });
            if !self.rules.nishio && off_here != 0 && count(grid.cells[*cell] & !off_here) < 2 {
                return false;
            }
            members(*digits).all(|digit| {
                REGIONS[*cell].iter().all(|region| {
                    let region = REGION_SETS[usize::from(*region)];
                    off[digit].and(region).is_empty()
                        || grid.having[digit].and(region).without(off[digit]).has_two()
                })
            })
        })
    }

    /// Returns whether the searches for chains find the same with these new strong links.
    ///
    /// A new chain leads through one of the links, so both candidates of the link imply the
    /// negation of its start. For a cycle, both imply that each candidate it removes is off. The
    /// removed candidates have no strong links, so the other chains do not lead through them.
    /// Chains that remove them were used, which makes them part of the graph. This holds because
    /// the grid itself has no chains at level 2.
    fn are_chains_valid(&self, grid: &CandidateGrid, new: &[[usize; 2]]) -> bool {
        new.is_empty()
            || self.chain_searches.iter().all(|off| {
                let reduced = self.reduced_by_first(grid, *off);
                let search = SharedSearch::new(&reduced);
                !new.iter().any(|link| search.share(link.iter().copied()))
            })
    }
}

/// Returns the new strong links after a removal, or `None` if there may be a new pattern.
///
/// `reduced` is the grid after the step without the candidates that are off.
fn new_strong_links(
    grid: &CandidateGrid,
    reduced: &CandidateGrid,
    gone: &RemovedCandidates,
) -> Option<Vec<[usize; 2]>> {
    let mut links = Vec::new();
    for (cell, digits) in gone {
        let left = reduced.cells[*cell];
        if count(left) < 2 {
            return None;
        }
        if is_pair(left) {
            let mut peers = REGIONS[*cell]
                .iter()
                .flat_map(|region| CELLS[usize::from(*region)])
                .map(usize::from)
                .filter(|other| other != cell);
            if peers.any(|other| grid.cells[other] != 0 && reduced.cells[other] & !left == 0) {
                return None;
            }
            let [one, other] = [left.trailing_zeros(), left.ilog2()];
            links.push([one, other].map(|digit| cell * 9 + digit as usize));
        }
        for digit in members(*digits) {
            for region in REGIONS[*cell].map(usize::from) {
                let left = reduced.places[region][digit];
                // A single place is locked too.
                if is_locked(region, left) {
                    return None;
                }
                if is_pair(left) {
                    if pairs_with_another_house(grid, reduced, (region, digit)) {
                        return None;
                    }
                    links.push(ends(region, left).map(|cell| cell * 9 + digit));
                }
            }
        }
    }
    Some(links)
}

/// Returns whether another digit has only the two places of this one, or this digit in another line
/// has only the same positions.
fn pairs_with_another_house(
    grid: &CandidateGrid,
    reduced: &CandidateGrid,
    (region, digit): (usize, usize),
) -> bool {
    let left = reduced.places[region][digit];
    let is_inside = |region: usize, digit: usize| {
        grid.places[region][digit] != 0 && reduced.places[region][digit] & !left == 0
    };
    let first = region / 9 * 9;
    let mut others = (0..9).filter(|other| *other != digit);
    let mut lines = (first..first + 9).filter(|line| *line != region && first > 0);
    others.any(|other| is_inside(region, other)) || lines.any(|line| is_inside(line, digit))
}

/// Returns whether a crossing region contains all these places of a region.
fn is_locked(region: usize, places: u16) -> bool {
    const THIRDS: [u16; 3] = [0b111, 0b111_000, 0b111_000_000];
    const COLUMNS: [u16; 3] = [0b1_001_001, 0b10_010_010, 0b100_100_100];
    let is_inside = |third: &u16| places & !third == 0;
    THIRDS.iter().any(is_inside) || region < 9 && COLUMNS.iter().any(is_inside)
}

#[cfg(test)]
mod tests {
    use super::super::super::cycles::all_chains;
    use super::super::super::grid::closed_hard_grids;
    use super::super::super::nested::NestedSearchCache;
    use super::super::tests::{candidates, content, dynamic, followed};
    use super::*;

    /// Returns the number of candidates in the smallest house of a candidate.
    fn smallest_house(grid: &CandidateGrid, at: usize) -> usize {
        let (cell, digit) = (at / 9, at % 9);
        let regions = REGIONS[cell].map(|region| grid.places[usize::from(region)][digit]);
        let houses = regions.iter().chain([&grid.cells[cell]]);
        houses.map(|house| count(*house)).min().unwrap_or(0)
    }

    #[test]
    fn kept_levels_equal_new_ones() {
        // The numbers of graphs with this number of levels, and of those that had more before.
        let (mut kept, mut lost) = ([0; 4], [0; 4]);
        let (mut with_links, mut with_chains) = (0, 0);
        let (without, with): (Vec<_>, Vec<_>) =
            closed_hard_grids(40).partition(|grid| all_chains(grid).is_empty());
        let grids = without.into_iter().take(10).chain(with.into_iter().take(3));
        for (turn, grid) in grids.enumerate() {
            for at in candidates(&grid).into_iter().skip(turn % 19).step_by(19) {
                let rules = |level| dynamic(false, level);
                let is_on = turn % 2 == 0;
                let before = followed(&grid, at, is_on, rules(2));
                let reduced = before.reduced(&grid);
                // Most changes begin in houses that have few candidates in the reduced grid.
                let is_tried = |(turn, gone): &(usize, usize)| {
                    let step = if smallest_house(&reduced, *gone) <= 3 {
                        2
                    } else {
                        8
                    };
                    *gone != at && turn % step == 0
                };
                let tried: Vec<_> = candidates(&grid).into_iter().enumerate().collect();
                let tried: Vec<_> = tried.into_iter().filter(is_tried).collect();
                for (turn, (_, gone)) in tried.iter().enumerate() {
                    let mut after = grid.clone();
                    let mut graph = before.clone();
                    // The second step meets levels that the first one left, and new ones.
                    for gone in [*gone, tried[turn / 2].1] {
                        after.remove(gone / 9, gone % 9);
                        let gone = [(gone / 9, 1 << (gone % 9))];
                        let levels = graph.levels.len();
                        if !graph.keep_valid_levels(&after, &gone) {
                            lost[0] += 1;
                            break;
                        }
                        let valid = graph.levels.len();
                        kept[valid] += 1;
                        lost[valid] += usize::from(valid < levels);
                        if valid == 3 {
                            graph.show(2);
                            let reduced = graph.reduced(&after);
                            let links = new_strong_links(&after, &reduced, &gone);
                            with_links += usize::from(links.is_some_and(|links| !links.is_empty()));
                            with_chains += usize::from(!graph.nested.is_empty());
                        }
                        let mut cache = NestedSearchCache::default();
                        graph.set_level(&after, rules(2), &mut cache, &|| false);
                        let new = followed(&after, at, is_on, rules(2));
                        for level in 0..3 {
                            graph.set_level(&after, rules(level), &mut cache, &|| false);
                            let mut new = new.clone();
                            new.set_level(&after, rules(level), &mut cache, &|| false);
                            assert_eq!(content(&graph), content(&new), "{at} without {gone:?}");
                        }
                    }
                }
            }
        }
        let found = [&kept[1..], &lost[..3], &[with_links, with_chains]].concat();
        assert!(found.iter().all(|found| *found > 20), "{found:?}");
    }

    #[test]
    fn kept_links_equal_new_ones_after_removals_and_placements() {
        let (mut same, mut different) = (0, 0);
        for grid in closed_hard_grids(6) {
            let all = candidates(&grid);
            for (turn, (one, other)) in all.iter().zip(all.iter().skip(30)).enumerate().step_by(17)
            {
                let mut after = grid.clone();
                if turn % 3 == 0 {
                    after.place(one / 9, one % 9);
                } else {
                    after.remove(one / 9, one % 9);
                }
                after.remove(other / 9, other % 9);
                let gone: Vec<_> = grid
                    .cells
                    .iter()
                    .zip(&after.cells)
                    .enumerate()
                    .map(|(cell, (before, after))| (cell, before & !after))
                    .filter(|(_, digits)| *digits != 0)
                    .collect();
                for is_nishio in [false, true] {
                    for at in all.iter().skip(turn % 5).step_by(5) {
                        let rules = dynamic(is_nishio, 0);
                        let mut graph = followed(&grid, *at, turn % 2 == 0, rules);
                        if graph.keep_valid_levels(&after, &gone) {
                            let new = followed(&after, *at, turn % 2 == 0, rules);
                            assert_eq!(content(&graph), content(&new), "{at} without {gone:?}");
                            same += 1;
                        } else {
                            different += 1;
                        }
                    }
                }
            }
        }
        assert!(same > 100 && different > 100, "{same}, {different}");
    }
}
