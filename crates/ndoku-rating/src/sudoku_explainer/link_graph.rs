//! The links between the candidates that have strong links, as sets.
//!
//! ```text
//! start on ─ weak ─▶ off ─ strong ─▶ on ─▶ … ─▶ on ─ weak ─▶ start off
//!                    └──────── candidates with strong links ──────┘
//! ```
//!
//! All candidates of a chain have strong links, except possibly the start of a chain from on to
//! off. There are rarely more than 128 of them, so a set of them has two words. Two levels of a
//! chain, from on over off to on, are one set for each candidate: `next`.
//!
//! Every pass has the weak links in regions. The candidates of a bivalue cell have consecutive
//! numbers, so a shift follows the strong links of all such cells.

use std::cell::OnceCell;

use ndoku_core::BitSet;

use super::grid::CandidateGrid;
use super::links::{
    CandidateSet, HouseUnions, LinkKinds, StrongLinks, ends, for_each_weak_link, is_pair,
};
use super::tables::{CELLS, POSITIONS, REGIONS, count, members};

/// A strong link: the number of the candidate that is on, and the cause: 0 for the cell, 1 for the
/// block, 2 for the row, 3 for the column.
pub(super) type Strong = (u16, u8);

/// The number of nodes of a shortest path, up to a maximum.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum PathLength {
    /// This number.
    Exactly(u32),
    /// More than the maximum, if there is a path.
    Longer,
    /// There is no path.
    None,
}

/// All links of a grid. The graphs of the passes use them.
pub(super) struct LinkSets<'a, const W: usize> {
    pub grid: &'a CandidateGrid,
    /// The candidates of each cell that have strong links.
    digits: [u16; 81],
    /// The number of the first of them.
    firsts_of_cells: [u16; 81],
    /// The cell and digit of each number.
    list: Vec<(u8, u8)>,
    /// The candidates with strong links in each house.
    pub in_houses: HouseUnions<W>,
    /// All weak links.
    weak: Vec<CandidateSet<W>>,
    strong_in_regions: Vec<CandidateSet<W>>,
    /// The candidates with strong links in regions.
    with_strong_in_regions: CandidateSet<W>,
    /// The first candidates of bivalue cells.
    firsts: CandidateSet<W>,
    /// The second candidates of bivalue cells.
    seconds: CandidateSet<W>,
    /// The strong links of each candidate in the order of Sukaku Explainer, with their number.
    strong: OnceCell<Vec<([Strong; 4], u8)>>,
}

/// The links of a pass.
pub(super) struct LinkGraph<'a, const W: usize> {
    pub links: &'a LinkSets<'a, W>,
    kinds: LinkKinds,
    /// For each candidate that is on, the candidates that are off.
    pub weak: Vec<CandidateSet<W>>,
    /// For each candidate that is on, those that are on two levels later.
    pub next: Vec<CandidateSet<W>>,
    /// The candidates that have strong links of these kinds.
    with_strong: CandidateSet<W>,
    /// The range in `list` of the weak links to candidates with strong links, for each candidate
    /// that was asked for.
    ordered: Vec<Option<(u32, u32)>>,
    list: Vec<u16>,
}

/// The beginning of a search for chains from a candidate to its negation.
struct FirstLevel<const W: usize> {
    /// The first candidates that are on after the start.
    are_on: CandidateSet<W>,
    /// The candidates that lead to nothing new.
    seen: CandidateSet<W>,
    /// The candidates that end a chain if they are on.
    ends: CandidateSet<W>,
}

impl<'a, const W: usize> LinkSets<'a, W> {
    /// Returns the sets of a grid and its strong links, which belong to at most 64 · `W`
    /// candidates.
    pub(super) fn new(grid: &'a CandidateGrid, strong: &StrongLinks) -> Self {
        let mut links = Self {
            grid,
            digits: strong.digits,
            firsts_of_cells: [0; 81],
            list: Vec::with_capacity(strong.count),
            in_houses: HouseUnions::new(),
            weak: Vec::new(),
            strong_in_regions: vec![CandidateSet::EMPTY; strong.count],
            with_strong_in_regions: CandidateSet::EMPTY,
            firsts: CandidateSet::EMPTY,
            seconds: CandidateSet::EMPTY,
            strong: OnceCell::new(),
        };
        for (cell, digits) in strong.digits.iter().enumerate() {
            let first = links.list.len();
            links.firsts_of_cells[cell] = first as u16;
            for digit in members(*digits) {
                links.in_houses.insert((cell, digit), links.list.len());
                links.list.push((cell as u8, digit as u8));
            }
            if is_pair(grid.cells[cell]) {
                links.firsts.insert(first);
                links.seconds.insert(first + 1);
            }
        }
        for (region, digit) in &strong.in_regions {
            let (region, digit) = (usize::from(*region), usize::from(*digit));
            let [one, other] = ends(region, grid.places[region][digit])
                .map(|cell| links.number_of_linked(cell, digit));
            for (from, to) in [(one, other), (other, one)] {
                links.strong_in_regions[from].insert(to);
                links.with_strong_in_regions.insert(from);
            }
        }
        let all = LinkKinds {
            in_regions: true,
            in_cells: true,
        };
        links.weak = links.weak_rows(all);
        links
    }

    /// Returns the number of candidates with strong links.
    pub(super) const fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the cell and digit of a number.
    pub(super) fn at(&self, number: usize) -> (usize, usize) {
        let (cell, digit) = self.list[number];
        (usize::from(cell), usize::from(digit))
    }

    /// Returns the candidates of a cell that have strong links.
    pub(super) const fn digits(&self, cell: usize) -> u16 {
        self.digits[cell]
    }

    /// Returns the number of a candidate if it has strong links.
    pub(super) const fn number(&self, (cell, digit): (usize, usize)) -> Option<usize> {
        if self.digits[cell] >> digit & 1 == 0 {
            return None;
        }
        Some(self.number_of_linked(cell, digit))
    }

    const fn number_of_linked(&self, cell: usize, digit: usize) -> usize {
        let before = self.digits[cell] & ((1 << digit) - 1);
        self.firsts_of_cells[cell] as usize + count(before)
    }

    /// Returns the weak links of a candidate, which need not have strong links.
    #[inline]
    fn weak(&self, (cell, digit): (usize, usize), kinds: LinkKinds) -> CandidateSet<W> {
        let linked = self.in_houses.of_cell(cell);
        let mut weak = if kinds.in_cells {
            linked.around(digit)
        } else {
            linked.in_regions(digit)
        };
        if let Some(own) = self.number((cell, digit)) {
            weak.remove(own);
        }
        weak
    }

    /// Returns the candidates that are on two levels after a candidate, which need not have strong
    /// links.
    pub(super) fn next(&self, at: (usize, usize), kinds: LinkKinds) -> CandidateSet<W> {
        self.through(&self.weak(at, kinds), kinds)
    }

    fn weak_rows(&self, kinds: LinkKinds) -> Vec<CandidateSet<W>> {
        (0..self.len())
            .map(|number| self.weak(self.at(number), kinds))
            .collect()
    }

    /// Returns the strong links of a candidate in order.
    fn in_order(&self, (cell, digit): (usize, usize)) -> ([Strong; 4], u8) {
        let (mut list, mut count) = ([(0, 0); 4], 0);
        let digits = self.grid.cells[cell];
        if is_pair(digits) {
            let other = (digits & !(1 << digit)).trailing_zeros() as usize;
            list[0] = (self.number_of_linked(cell, other) as u16, 0);
            count = 1;
        }
        for (cause, (region, position)) in (1..).zip(REGIONS[cell].into_iter().zip(POSITIONS[cell]))
        {
            let places = self.grid.places[usize::from(region)][digit];
            if !is_pair(places) {
                continue;
            }
            let other = (places & !(1 << position)).trailing_zeros() as usize;
            let other = usize::from(CELLS[usize::from(region)][other]);
            let other = self.number_of_linked(other, digit) as u16;
            // One link is enough, even if a block and a line share it.
            if list[..count].iter().all(|(known, _)| *known != other) {
                list[count] = (other, cause);
                count += 1;
            }
        }
        (list, count as u8)
    }

    /// Returns the candidates that strong links in cells turn on, if these are off.
    fn through_cells(&self, off: &CandidateSet<W>) -> CandidateSet<W> {
        let mut on = off.and(&self.firsts).shift_up();
        on.union_with(&off.and(&self.seconds).shift_down());
        on
    }

    /// Returns the candidates that strong links of these kinds turn on, if these are off.
    fn through(&self, off: &CandidateSet<W>, kinds: LinkKinds) -> CandidateSet<W> {
        let mut on = CandidateSet::EMPTY;
        if kinds.in_regions {
            off.and(&self.with_strong_in_regions)
                .for_each(|off| on.union_with(&self.strong_in_regions[off]));
        }
        if kinds.in_cells {
            on.union_with(&self.through_cells(off));
        }
        on
    }

    /// Returns the links of a pass.
    pub(super) fn link_graph(&'a self, kinds: LinkKinds) -> LinkGraph<'a, W> {
        let weak = if kinds.in_cells {
            self.weak.clone()
        } else {
            self.weak_rows(kinds)
        };
        let mut with_strong = CandidateSet::EMPTY;
        if kinds.in_regions {
            with_strong.union_with(&self.with_strong_in_regions);
        }
        if kinds.in_cells {
            with_strong.union_with(&self.firsts);
            with_strong.union_with(&self.seconds);
        }
        let next = weak.iter().map(|off| self.through(off, kinds)).collect();
        LinkGraph {
            links: self,
            kinds,
            weak,
            next,
            with_strong,
            ordered: vec![None; self.len()],
            list: Vec::new(),
        }
    }
}

impl<const W: usize> LinkGraph<'_, W> {
    /// Returns the candidates that have strong links of the kinds of this pass.
    pub(super) const fn with_strong(&self) -> &CandidateSet<W> {
        &self.with_strong
    }

    /// Returns the strong links of a candidate in order.
    pub(super) fn strong(&self, of: usize) -> impl Iterator<Item = Strong> + use<W> {
        let links = self.links;
        let lists = links.strong.get_or_init(|| {
            (0..links.len())
                .map(|number| links.in_order(links.at(number)))
                .collect()
        });
        let (list, count) = lists[of];
        let LinkKinds {
            in_regions,
            in_cells,
        } = self.kinds;
        list.into_iter()
            .take(usize::from(count))
            .filter(move |(_, cause)| if *cause == 0 { in_cells } else { in_regions })
    }

    /// Returns the strong links of a candidate as a set.
    pub(super) fn strong_set(&self, of: usize) -> CandidateSet<W> {
        self.strong_of(&CandidateSet::from_number(of))
    }

    /// Returns all strong links of these candidates.
    pub(super) fn strong_of(&self, all: &CandidateSet<W>) -> CandidateSet<W> {
        self.links.through(all, self.kinds)
    }

    /// Returns the weak links of a candidate, which need not have strong links.
    pub(super) fn weak_of(&self, at: (usize, usize)) -> CandidateSet<W> {
        self.links.weak(at, self.kinds)
    }

    /// Returns the candidates that are on two levels after a candidate, which need not have strong
    /// links.
    pub(super) fn next_of(&self, at: (usize, usize)) -> CandidateSet<W> {
        self.links.next(at, self.kinds)
    }

    /// Returns the weak links of a candidate to those that have strong links, in order. The
    /// candidate need not have strong links.
    pub(super) fn weak_in_order(&mut self, at: (usize, usize)) -> &[u16] {
        let links = self.links;
        let own = links.number(at);
        let known = own.and_then(|own| self.ordered[own]);
        let (first, last) = known.unwrap_or_else(|| {
            let first = self.list.len() as u32;
            for_each_weak_link(links.grid, at, self.kinds, |cell, digit| {
                if let Some(number) = links.number((cell, digit))
                    && self.with_strong.contains(number)
                {
                    self.list.push(number as u16);
                }
            });
            (first, self.list.len() as u32)
        });
        if let Some(own) = own {
            self.ordered[own] = Some((first, last));
        }
        &self.list[first as usize..last as usize]
    }

    /// Returns the candidates that are on two levels after these.
    fn after(&self, on: &CandidateSet<W>) -> CandidateSet<W> {
        let mut reached = CandidateSet::EMPTY;
        on.for_each(|on| reached.union_with(&self.next[on]));
        reached
    }

    /// Returns for each candidate all candidates that it turns on, directly or indirectly. It
    /// contains itself only if a path leads back to it.
    pub(super) fn closures(&self) -> Vec<CandidateSet<W>> {
        let none = vec![BitSet::<0>::EMPTY; self.next.len()];
        let closures = self.closures_with(&none);
        closures.into_iter().map(|(closure, _)| closure).collect()
    }

    /// Returns for each candidate all candidates that it turns on, directly or indirectly, as
    /// [`closures`](Self::closures) does, and the union of their sets and its own.
    ///
    /// Each closure uses the earlier ones, which are complete.
    pub(super) fn closures_with<const C: usize>(
        &self,
        sets: &[BitSet<C>],
    ) -> Vec<(CandidateSet<W>, BitSet<C>)> {
        let mut closures: Vec<(CandidateSet<W>, BitSet<C>)> = Vec::with_capacity(self.next.len());
        for (own, (next, set)) in self.next.iter().zip(sets).enumerate() {
            let (mut closure, mut union, mut open) = (*next, *set, *next);
            while let Some(on) = open.first() {
                let (more, set) = match closures.get(on) {
                    // Each leads to the other, so both closures are the same.
                    Some(known) if known.0.contains(own) => {
                        (closure, union) = *known;
                        break;
                    }
                    Some((known, set)) => {
                        open = open.without(known);
                        (known, set)
                    }
                    None => {
                        open.union_with(&self.next[on].without(&closure));
                        (&self.next[on], &sets[on])
                    }
                };
                open.remove(on);
                closure.union_with(more);
                union.union_with(set);
            }
            closures.push((closure, union));
        }
        closures
    }

    /// Returns where a search for chains from a candidate to its negation begins. The start of a
    /// chain from on to off need not have strong links.
    fn first_level(&self, start: (usize, usize), on: bool) -> FirstLevel<W> {
        let own = self.links.number(start);
        let own = own.map_or(CandidateSet::EMPTY, CandidateSet::from_number);
        if on {
            let weak = self.weak_of(start);
            FirstLevel {
                are_on: self.strong_of(&weak),
                seen: own,
                ends: weak,
            }
        } else {
            FirstLevel {
                are_on: self.strong_of(&own),
                seen: CandidateSet::EMPTY,
                ends: own,
            }
        }
    }

    /// Returns the length of the shortest chain from a candidate that is on to off, or from off to
    /// on. The start of a chain from on to off need not have strong links.
    pub(super) fn chain_length(&self, start: (usize, usize), on: bool, most: u32) -> PathLength {
        let FirstLevel {
            mut are_on,
            mut seen,
            ends,
        } = self.first_level(start, on);
        let mut nodes = if on { 4 } else { 2 };
        while nodes <= most {
            let new = are_on.without(&seen);
            if new.intersects(&ends) {
                return PathLength::Exactly(nodes);
            }
            if new.is_empty() {
                return PathLength::None;
            }
            seen.union_with(&new);
            are_on = self.after(&new);
            nodes += 2;
        }
        PathLength::Longer
    }

    /// Returns the candidates that are on in the shortest chains from a candidate to its negation,
    /// level by level, or nothing if there is no chain. See [`chain_length`](Self::chain_length)
    /// for the start.
    pub(super) fn shortest_levels(&self, start: (usize, usize), on: bool) -> Vec<CandidateSet<W>> {
        let FirstLevel {
            mut are_on,
            mut seen,
            ends,
        } = self.first_level(start, on);
        let mut levels = Vec::with_capacity(16);
        loop {
            let new = are_on.without(&seen);
            if new.is_empty() {
                return Vec::new();
            }
            if new.intersects(&ends) {
                levels.push(new.and(&ends));
                break;
            }
            seen.union_with(&new);
            are_on = self.after(&new);
            levels.push(new);
        }
        // Most candidates lead elsewhere.
        let mut later: Option<CandidateSet<W>> = None;
        for level in levels.iter_mut().rev() {
            if let Some(later) = &later {
                for on in level.iter().filter(|on| !self.next[*on].intersects(later)) {
                    level.remove(on);
                }
            }
            later = Some(*level);
        }
        levels
    }

    /// Returns for each candidate those that may be on two levels before.
    pub(super) fn previous(&self) -> Vec<CandidateSet<W>> {
        let of = |on| {
            let mut before = CandidateSet::EMPTY;
            self.strong_set(on)
                .for_each(|off| before.union_with(&self.weak[off]));
            before
        };
        (0..self.next.len()).map(of).collect()
    }
}
