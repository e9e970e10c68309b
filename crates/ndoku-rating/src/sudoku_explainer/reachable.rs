//! The implications of each candidate by links alone, as sets. They show which cells and regions
//! may have a common implication, without chains.
//!
//! ```text
//! a on ─▶ {…}   ┐
//! b on ─▶ {…}   ├─▶ empty intersection: no chains to follow
//! c on ─▶ {…}   ┘
//! ```
//!
//! [`SharedImplications`] looks at all cells and regions, [`SharedSearch`] at a few candidates.

use ndoku_core::{BitSet, CellSet81};

use super::grid::CandidateGrid;
use super::link_graph::LinkSets;
use super::links::{
    CandidateNumbering, CandidateSet, HouseUnions, LinkKinds, StrongLinks, is_pair,
};
use super::tables::{CELLS, PEERS, POSITIONS, REGIONS, count, members};

/// The implications of a candidate that is on: the candidates that are on, by their numbers in
/// [`LinkSets`], and those that are off, by their numbers in a [`CandidateNumbering`].
///
/// If a candidate leads to a contradiction, its implications depend on the order of propagation.
/// Then the sets contain everything.
#[derive(Copy, Clone)]
struct Implied<const W: usize, const C: usize> {
    on: CandidateSet<W>,
    off: BitSet<C>,
}

impl<const W: usize, const C: usize> Implied<W, C> {
    const ALL: Self = Self {
        on: CandidateSet::ALL,
        off: BitSet::ALL,
    };
}

/// The minimum number of candidates of a cell. Sukaku Explainer skips cells with fewer, and regions
/// whose first place is such a cell.
pub(super) const MIN_CANDIDATES: usize = 3;

/// The cells and regions of a grid whose candidates may have a common implication, first for off,
/// then for on. Those that are not searched have none.
pub(super) struct SharedImplications {
    pub in_cells: [[bool; 2]; 81],
    /// By region and digit.
    pub in_regions: [[[bool; 2]; 9]; 27],
    pub is_empty: bool,
}

impl SharedImplications {
    pub(super) const NONE: Self = Self {
        in_cells: [[false; 2]; 81],
        in_regions: [[[false; 2]; 9]; 27],
        is_empty: true,
    };

    pub(super) fn new(grid: &CandidateGrid) -> Self {
        let candidates = CandidateNumbering::new(grid);
        let strong = StrongLinks::new(grid);
        // Short sets for nearly every grid that needs chains.
        if candidates.len() <= 256 && strong.count <= 128 {
            Self::of(
                grid,
                &candidates,
                &implications::<2, 4>(&LinkSets::new(grid, &strong), &candidates),
            )
        } else {
            Self::of(
                grid,
                &candidates,
                &implications::<12, 12>(&LinkSets::new(grid, &strong), &candidates),
            )
        }
    }

    fn of<const W: usize, const C: usize>(
        grid: &CandidateGrid,
        candidates: &CandidateNumbering,
        implied: &[Implied<W, C>],
    ) -> Self {
        let mut shared = Self::NONE;
        // The candidates of a cell have consecutive numbers.
        let mut rest = implied;
        for (shared_here, digits) in shared.in_cells.iter_mut().zip(&grid.cells) {
            let (own, others) = rest.split_at(members(*digits).count());
            rest = others;
            if own.len() >= MIN_CANDIDATES {
                *shared_here = share(own.iter());
                shared.is_empty &= *shared_here == [false; 2];
            }
        }
        for (region, places) in grid.places.iter().enumerate() {
            for (digit, places) in places.iter().enumerate() {
                let cells = members(*places).map(|position| usize::from(CELLS[region][position]));
                let Some(first) = cells.clone().next() else {
                    continue;
                };
                if count(*places) < 2 || grid.count(first) < MIN_CANDIDATES {
                    continue;
                }
                let shared_here = share(cells.map(|cell| &implied[candidates.number(cell, digit)]));
                shared.in_regions[region][digit] = shared_here;
                shared.is_empty &= shared_here == [false; 2];
            }
        }
        shared
    }
}

/// Returns the candidates of each cell that all members of a house turn off. The house is a cell
/// with its candidates, or the places of a digit in a region, and has at least three members: two
/// would form a chain. The grid must have no chains.
pub(super) fn common_removals(grid: &CandidateGrid) -> [u16; 81] {
    let candidates = CandidateNumbering::new(grid);
    let strong = StrongLinks::new(grid);
    if candidates.len() <= 256 && strong.count <= 128 {
        let links = LinkSets::new(grid, &strong);
        common_removals_of(
            grid,
            &candidates,
            &implications::<2, 4>(&links, &candidates),
        )
    } else {
        let links = LinkSets::new(grid, &strong);
        common_removals_of(
            grid,
            &candidates,
            &implications::<12, 12>(&links, &candidates),
        )
    }
}

fn common_removals_of<const W: usize, const C: usize>(
    grid: &CandidateGrid,
    candidates: &CandidateNumbering,
    implied: &[Implied<W, C>],
) -> [u16; 81] {
    let mut common = BitSet::<C>::EMPTY;
    let mut add = |house: &mut dyn Iterator<Item = usize>| {
        let mut shared = BitSet::ALL;
        house.for_each(|number| shared = shared.and(&implied[number].off));
        common.union_with(&shared);
    };
    for (cell, digits) in grid.cells.iter().enumerate() {
        if count(*digits) > 2 {
            add(&mut members(*digits).map(|digit| candidates.number(cell, digit)));
        }
    }
    for (region, places) in grid.places.iter().enumerate() {
        for (digit, places) in places.iter().enumerate() {
            if count(*places) > 2 {
                add(&mut members(*places).map(|position| {
                    candidates.number(usize::from(CELLS[region][position]), digit)
                }));
            }
        }
    }
    let mut removals = [0; 81];
    common.for_each(|number| {
        if number < candidates.len() {
            let (cell, digit) = candidates.at(number);
            removals[cell] |= 1 << digit;
        }
    });
    removals
}

/// Returns whether all have a common candidate that is off, then whether one that is on.
fn share<'a, const W: usize, const C: usize>(
    all: impl Iterator<Item = &'a Implied<W, C>>,
) -> [bool; 2] {
    let mut shared = Implied::<W, C>::ALL;
    for implied in all {
        shared.on = shared.on.and(&implied.on);
        shared.off = shared.off.and(&implied.off);
    }
    [!shared.off.is_empty(), !shared.on.is_empty()]
}

/// Returns the implications of all candidates by their numbers.
fn implications<const W: usize, const C: usize>(
    links: &LinkSets<'_, W>,
    candidates: &CandidateNumbering,
) -> Vec<Implied<W, C>> {
    let graph = links.link_graph(LinkKinds {
        in_regions: true,
        in_cells: true,
    });
    // For each house, the candidates that are off if one of its candidates is on. It begins with
    // the weak links. The implications of strong links are added below, after `weak` is collected.
    let mut off_around = HouseUnions::<C>::new();
    for number in 0..candidates.len() {
        off_around.insert(candidates.at(number), number);
    }
    let weak: Vec<BitSet<C>> = (0..links.len())
        .map(|linked| {
            let (cell, digit) = links.at(linked);
            let mut weak = off_around.of_cell(cell).around(digit);
            weak.remove(candidates.number(cell, digit));
            weak
        })
        .collect();
    let closures = graph.closures_with(&weak);
    // For each house, the candidates that are on if one of its candidates is off.
    let mut on_around = HouseUnions::<W>::new();
    for number in 0..links.len() {
        let first = graph.strong_set(number);
        let (mut on, mut off) = (first, BitSet::EMPTY);
        first.for_each(|first| {
            on.union_with(&closures[first].0);
            off.union_with(&closures[first].1);
        });
        on_around.add(links.at(number), &on);
        off_around.add(links.at(number), &off);
    }
    let mut all = Vec::with_capacity(candidates.len());
    for (cell, digits) in links.grid.cells.iter().enumerate() {
        let [on_around, weak] = [&on_around, &links.in_houses].map(|unions| unions.of_cell(cell));
        let off_around = off_around.of_cell(cell);
        for digit in members(*digits) {
            let (on, off, weak) = if let Some(linked) = links.number((cell, digit)) {
                let (mut on, off) = closures[linked];
                on.insert(linked);
                (on, off, graph.weak[linked])
            } else {
                let mut off = off_around.around(digit);
                off.remove(all.len());
                (on_around.around(digit), off, weak.around(digit))
            };
            all.push(if on.intersects(&weak) {
                Implied::ALL
            } else {
                Implied { on, off }
            });
        }
    }
    all
}

/// Returns whether it is sure that a grid has no chains. `before` are the candidates of a grid
/// without chains. This grid has lost some of them, and has no new ones.
///
/// Fewer candidates without new strong links imply less. A new chain leads through a new strong
/// link, and both ends of the link imply the negation of its start.
pub(super) fn has_no_new_chain(before: &[u16; 81], grid: &CandidateGrid) -> bool {
    let mut search = None;
    all_smaller_houses(before, grid, |house| {
        house.count(grid) != 2
            || !search
                .get_or_insert_with(|| SharedSearch::new(grid))
                .share(house.candidates(grid))
    })
}

/// Returns whether it is sure that the members of no house have a common implication. `before` are
/// the candidates of a grid without any. This grid has lost some of them, and has no new ones. Both
/// have no chains.
///
/// The candidates that are left in a house may have a common implication. With a new strong link,
/// those of other houses may have one too.
pub(super) fn has_no_new_common_implication(before: &[u16; 81], grid: &CandidateGrid) -> bool {
    let mut search = None;
    all_smaller_houses(before, grid, |house| match house.count(grid) {
        0 | 1 => true,
        2 => false,
        _ => !search
            .get_or_insert_with(|| SharedSearch::new(grid))
            .share(house.candidates(grid)),
    })
}

/// A cell with its candidates, or a digit with its places in a region.
#[derive(Copy, Clone)]
enum House {
    Cell(usize),
    Region { region: usize, digit: usize },
}

impl House {
    /// Returns the digits of a cell, or the positions of a region.
    const fn members(self, grid: &CandidateGrid) -> u16 {
        match self {
            Self::Cell(cell) => grid.cells[cell],
            Self::Region { region, digit } => grid.places[region][digit],
        }
    }

    const fn count(self, grid: &CandidateGrid) -> usize {
        count(self.members(grid))
    }

    /// Returns the indices of its candidates.
    fn candidates(self, grid: &CandidateGrid) -> impl Iterator<Item = usize> {
        members(self.members(grid)).map(move |member| match self {
            Self::Cell(cell) => cell * 9 + member,
            Self::Region { region, digit } => usize::from(CELLS[region][member]) * 9 + digit,
        })
    }
}

/// Returns whether a test holds for each house that has lost a candidate.
fn all_smaller_houses(
    before: &[u16; 81],
    grid: &CandidateGrid,
    mut test: impl FnMut(House) -> bool,
) -> bool {
    let cells = before.iter().zip(&grid.cells).enumerate();
    cells
        .filter(|(_, (before, now))| before != now)
        .all(|(cell, (before, now))| {
            test(House::Cell(cell))
                && members(before & !now).all(|digit| {
                    REGIONS[cell].into_iter().all(|region| {
                        let region = usize::from(region);
                        test(House::Region { region, digit })
                    })
                })
        })
}

/// A search for common implications of a few candidates.
struct SharedSearch<'a> {
    grid: &'a CandidateGrid,
    /// The candidates with strong links: the cells of each digit.
    linked: [CellSet81; 9],
}

/// The implications of a candidate that is on, including itself: the cells of each digit.
struct ImpliedCells {
    on: [CellSet81; 9],
    off: [CellSet81; 9],
}

impl<'a> SharedSearch<'a> {
    fn new(grid: &'a CandidateGrid) -> Self {
        let mut linked = [CellSet81::EMPTY; 9];
        for (cell, digits) in StrongLinks::new(grid).digits.iter().enumerate() {
            members(*digits).for_each(|digit| linked[digit].insert(cell));
        }
        Self { grid, linked }
    }

    /// Returns whether these candidates, given by their indices, have a common implication.
    fn share(&self, mut candidates: impl Iterator<Item = usize>) -> bool {
        let Some(first) = candidates.next() else {
            return false;
        };
        let mut shared = self.implied(first);
        for at in candidates {
            // Often nothing is shared any more.
            if shared.is_empty() {
                return false;
            }
            let implied = self.implied(at);
            for (shared, implied) in [(&mut shared.on, implied.on), (&mut shared.off, implied.off)]
            {
                for (shared, implied) in shared.iter_mut().zip(implied) {
                    *shared = shared.and(implied);
                }
            }
        }
        !shared.is_empty()
    }

    /// Follows the links from a candidate.
    fn implied(&self, start: usize) -> ImpliedCells {
        let mut implied = ImpliedCells {
            on: [CellSet81::EMPTY; 9],
            off: [CellSet81::EMPTY; 9],
        };
        let mut open = Vec::with_capacity(64);
        implied.turn_on(start / 9, start % 9, &mut open);
        while let Some((cell, digit)) = open.pop() {
            let off = self.grid.having[digit].and(PEERS[cell]);
            let new = off.without(implied.off[digit]).and(self.linked[digit]);
            implied.off[digit] = implied.off[digit].or(off);
            for cell in new {
                self.follow_strong_links(&mut implied, cell, digit, &mut open);
            }
            for other in members(self.grid.cells[cell] & !(1 << digit)) {
                let is_new = !implied.off[other].contains(cell);
                implied.off[other].insert(cell);
                if is_new && self.linked[other].contains(cell) {
                    self.follow_strong_links(&mut implied, cell, other, &mut open);
                }
            }
        }
        implied
    }

    /// Turns on what strong links imply if a candidate is off.
    fn follow_strong_links(
        &self,
        implied: &mut ImpliedCells,
        cell: usize,
        digit: usize,
        open: &mut Vec<(usize, usize)>,
    ) {
        let digits = self.grid.cells[cell];
        if is_pair(digits) {
            let other = (digits & !(1 << digit)).trailing_zeros() as usize;
            implied.turn_on(cell, other, open);
        }
        for (region, position) in REGIONS[cell].into_iter().zip(POSITIONS[cell]) {
            let region = usize::from(region);
            let places = self.grid.places[region][digit];
            if is_pair(places) {
                let other = (places & !(1 << position)).trailing_zeros() as usize;
                implied.turn_on(usize::from(CELLS[region][other]), digit, open);
            }
        }
    }
}

impl ImpliedCells {
    fn is_empty(&self) -> bool {
        self.on
            .iter()
            .chain(&self.off)
            .all(|cells| cells.is_empty())
    }

    fn turn_on(&mut self, cell: usize, digit: usize, open: &mut Vec<(usize, usize)>) {
        if !self.on[digit].contains(cell) {
            self.on[digit].insert(cell);
            open.push((cell, digit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cycles::{HintChoice, all_chains};
    use super::super::grid::closed_hard_grids;
    use super::super::implication_graph::{CANDIDATES, ChainRules, ImplicationGraph};
    use super::super::links::naive_implications;
    use super::*;

    /// Returns the candidates of each cell and region that is searched, and what they may share.
    fn searched(grid: &CandidateGrid, shared: &SharedImplications) -> Vec<(Vec<usize>, [bool; 2])> {
        let mut all = Vec::new();
        for (cell, digits) in grid.cells.iter().enumerate() {
            let cases: Vec<_> = members(*digits).map(|digit| cell * 9 + digit).collect();
            if cases.len() >= 3 {
                all.push((cases, shared.in_cells[cell]));
            }
        }
        for (region, places) in grid.places.iter().enumerate() {
            for (digit, places) in places.iter().enumerate() {
                let cases: Vec<_> = members(*places)
                    .map(|position| usize::from(CELLS[region][position]) * 9 + digit)
                    .collect();
                if cases.len() >= 2 && grid.count(cases[0] / 9) >= 3 {
                    all.push((cases, shared.in_regions[region][digit]));
                }
            }
        }
        all
    }

    /// Returns closures of hard grids, with chains or without.
    fn grids(with_chains: bool) -> impl Iterator<Item = CandidateGrid> {
        let closed = closed_hard_grids(60);
        closed.filter(move |grid| all_chains(grid, HintChoice::Useful).is_empty() != with_chains)
    }

    /// Returns whether candidates have a common implication that is off, and one that is on, by
    /// their graphs.
    fn share_by_graphs(grid: &CandidateGrid, cases: &[usize]) -> [bool; 2] {
        let rules = ChainRules {
            dynamic: false,
            nishio: false,
            level: 0,
            limit: 0,
        };
        let mut shared = [[CellSet81::ALL; 9]; 2];
        for at in cases {
            let graph = ImplicationGraph::of(grid, *at, true, rules);
            for (shared, own) in shared.iter_mut().zip([&graph.off.cells, &graph.on.cells]) {
                shared
                    .iter_mut()
                    .zip(own)
                    .for_each(|(shared, own)| *shared = shared.and(*own));
            }
        }
        shared.map(|cells| cells.iter().any(|cells| !cells.is_empty()))
    }

    #[test]
    fn nothing_shared_is_left_out_after_contradictions() {
        let mut found = 0;
        for grid in grids(true) {
            let shared = SharedImplications::new(&grid);
            for (cases, may_share) in searched(&grid, &shared) {
                for (may_share, shares) in may_share.into_iter().zip(share_by_graphs(&grid, &cases))
                {
                    assert!(may_share || !shares, "{cases:?}");
                    found += usize::from(shares);
                }
            }
        }
        assert!(found > 20, "{found}");
    }

    #[test]
    fn pairs_share_what_a_naive_search_finds() {
        let mut found = [0, 0];
        for grid in grids(true).take(10).chain(grids(false).take(10)) {
            let all: Vec<_> = (0..CANDIDATES)
                .filter(|at| grid.has(at / 9, at % 9))
                .collect();
            for (one, other) in all.iter().zip(all.iter().skip(20)) {
                let [mut one_implies, mut other_implies] =
                    [one, other].map(|at| naive_implications(&grid, *at, true));
                one_implies[1][*one] = true;
                other_implies[1][*other] = true;
                let share = (0..2).any(|on| {
                    (0..CANDIDATES).any(|at| one_implies[on][at] && other_implies[on][at])
                });
                assert_eq!(
                    SharedSearch::new(&grid).share([*one, *other].into_iter()),
                    share,
                    "{one} {other}"
                );
                found[usize::from(share)] += 1;
            }
        }
        assert!(found.iter().all(|found| *found > 100), "{found:?}");
    }

    #[test]
    fn grids_with_new_hints_are_recognized() {
        let has_chain = |grid: &CandidateGrid| !all_chains(grid, HintChoice::Useful).is_empty();
        let has_common = |grid: &CandidateGrid| common_removals(grid) != [0; 81];
        // For chains and common implications, the grids that are said to have none, and those that
        // have some.
        let mut found = [[0; 2]; 2];
        for (turn, grid) in closed_hard_grids(60).enumerate() {
            let candidates = |grid: &CandidateGrid, step| {
                let grid = grid.clone();
                let all = (0..CANDIDATES).filter(move |at| grid.has(at / 9, at % 9));
                all.skip(turn % step).step_by(step)
            };
            for at in candidates(&grid, 7) {
                let graph = ImplicationGraph::of(&grid, at, true, ChainRules::dynamic(3));
                let before = graph.reduced(&grid);
                if has_chain(&before) || has_common(&before) {
                    continue;
                }
                for gone in candidates(&before, 2) {
                    let mut after = before.clone();
                    after.remove(gone / 9, gone % 9);
                    let has_none = has_no_new_chain(&before.cells, &after);
                    let is_chain = has_chain(&after);
                    assert!(!(has_none && is_chain), "{at} without {gone}");
                    found[0][0] += usize::from(has_none);
                    found[0][1] += usize::from(is_chain);
                    if is_chain {
                        continue;
                    }
                    let has_none = has_no_new_common_implication(&before.cells, &after);
                    let is_common = has_common(&after);
                    assert!(!(has_none && is_common), "{at} without {gone}");
                    found[1][0] += usize::from(has_none);
                    found[1][1] += usize::from(is_common);
                }
            }
        }
        assert!(found.iter().flatten().all(|found| *found > 20), "{found:?}");
    }

    #[test]
    fn common_removals_equal_those_of_a_naive_search() {
        let mut found = 0;
        for grid in grids(false).flat_map(|grid| {
            let all = (0..CANDIDATES).step_by(4);
            let all: Vec<_> = all.filter(|at| grid.has(at / 9, at % 9)).collect();
            all.into_iter().map(move |at| {
                ImplicationGraph::of(&grid, at, true, ChainRules::dynamic(2)).reduced(&grid)
            })
        }) {
            if !all_chains(&grid, HintChoice::Useful).is_empty() {
                continue;
            }
            let implied: Vec<_> = (0..CANDIDATES)
                .map(|at| {
                    grid.has(at / 9, at % 9)
                        .then(|| naive_implications(&grid, at, true))
                })
                .collect();
            let mut expected = [0; 81];
            let mut add = |house: Vec<usize>| {
                for at in 0..CANDIDATES {
                    let is_off = |case: &usize| {
                        let implied = implied[*case].as_ref();
                        implied.is_some_and(|implied| implied[0][at])
                    };
                    if house.len() > 2 && house.iter().all(is_off) {
                        expected[at / 9] |= 1_u16 << (at % 9);
                    }
                }
            };
            for (cell, digits) in grid.cells.iter().enumerate() {
                add(members(*digits).map(|digit| cell * 9 + digit).collect());
            }
            for (region, places) in grid.places.iter().enumerate() {
                for (digit, places) in places.iter().enumerate() {
                    let cell = |position| usize::from(CELLS[region][position]);
                    add(members(*places)
                        .map(|position| cell(position) * 9 + digit)
                        .collect());
                }
            }
            assert_eq!(common_removals(&grid), expected);
            found += usize::from(expected != [0; 81]);
        }
        assert!(found > 10, "{found}");
    }

    #[test]
    fn short_and_long_sets_share_the_same() {
        for grid in grids(true).take(10).chain(grids(false).take(10)) {
            let candidates = CandidateNumbering::new(&grid);
            let strong = StrongLinks::new(&grid);
            let short = implications::<2, 4>(&LinkSets::new(&grid, &strong), &candidates);
            let long = implications::<12, 12>(&LinkSets::new(&grid, &strong), &candidates);
            let short = SharedImplications::of(&grid, &candidates, &short);
            let long = SharedImplications::of(&grid, &candidates, &long);
            assert_eq!(
                (short.in_cells, short.in_regions, short.is_empty),
                (long.in_cells, long.in_regions, long.is_empty)
            );
        }
    }

    #[test]
    fn shared_implications_equal_those_of_a_naive_search() {
        let mut found = [0, 0];
        // Grids with chains have contradictions.
        for grid in grids(false) {
            let shared = SharedImplications::new(&grid);
            let all = searched(&grid, &shared);
            let is_empty = all.iter().all(|(_, may_share)| *may_share == [false; 2]);
            assert_eq!(shared.is_empty, is_empty);
            // What is not searched has none.
            let set = |shared: &[bool; 2]| shared.iter().filter(|set| **set).count();
            let regions = shared.in_regions.as_flattened();
            assert_eq!(
                shared
                    .in_cells
                    .iter()
                    .chain(regions)
                    .map(set)
                    .sum::<usize>(),
                all.iter()
                    .map(|(_, may_share)| set(may_share))
                    .sum::<usize>()
            );
            for (cases, may_share) in all {
                let implied: Vec<_> = cases
                    .iter()
                    .map(|at| {
                        let mut implied = naive_implications(&grid, *at, true);
                        implied[1][*at] = true;
                        implied
                    })
                    .collect();
                let shares = [0, 1]
                    .map(|on| (0..729).any(|at| implied.iter().all(|implied| implied[on][at])));
                assert_eq!(may_share, shares, "{cases:?}");
                shares
                    .iter()
                    .for_each(|shares| found[usize::from(*shares)] += 1);
            }
        }
        assert!(found.iter().all(|found| *found > 20), "{found:?}");
    }
}
