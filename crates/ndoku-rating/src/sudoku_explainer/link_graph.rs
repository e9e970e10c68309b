//! The links of a grid as sets, for chains of strong and weak links.
//!
//! ```text
//! on ─ weak ─▶ off ─ strong ─▶ on        two levels are one set for each candidate: `next`
//! ```
//!
//! Every pass has the weak links in regions. The candidates of a bivalue cell have consecutive
//! numbers, so a shift follows the strong links of all such cells.

use super::grid::CandidateGrid;
use super::links::{CandidateNumbering, CandidateSet, LinkKinds, for_each_weak_link};
use super::tables::{CELLS, REGIONS, members};

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
    grid: &'a CandidateGrid,
    candidates: &'a CandidateNumbering,
    /// The weak links in regions, and all weak links.
    weak_in_regions: Vec<CandidateSet<W>>,
    all_weak: Vec<CandidateSet<W>>,
    /// The strong links of each candidate in the order of Sukaku Explainer, with their number.
    strong: Vec<([Strong; 4], u8)>,
    strong_in_regions: Vec<CandidateSet<W>>,
    /// The candidates with strong links in regions, and the first and the second candidates of
    /// bivalue cells.
    with_strong_in_regions: CandidateSet<W>,
    firsts: CandidateSet<W>,
    seconds: CandidateSet<W>,
}

/// The links of a pass.
pub(super) struct LinkGraph<'a, const W: usize> {
    links: &'a LinkSets<'a, W>,
    kinds: LinkKinds,
    /// For each candidate that is on, the candidates that are off, and those that are on two levels
    /// later.
    pub weak: &'a [CandidateSet<W>],
    pub next: Vec<CandidateSet<W>>,
    /// The candidates that have strong links.
    with_strong: CandidateSet<W>,
    /// The range in `list` of the weak links to candidates with strong links, for each candidate
    /// that was asked for.
    ordered: Vec<Option<(u32, u32)>>,
    list: Vec<u16>,
}

impl<'a, const W: usize> LinkSets<'a, W> {
    pub(super) fn new(grid: &'a CandidateGrid, candidates: &'a CandidateNumbering) -> Self {
        let count = candidates.len();
        let mut regions = [[CandidateSet::<W>::EMPTY; 9]; 27];
        for index in 0..count {
            let (cell, digit) = candidates.at(index);
            REGIONS[cell]
                .iter()
                .for_each(|region| regions[usize::from(*region)][digit].insert(index));
        }
        let mut links = Self {
            grid,
            candidates,
            weak_in_regions: Vec::with_capacity(count),
            all_weak: Vec::with_capacity(count),
            strong: vec![([(0, 0); 4], 0); count],
            strong_in_regions: vec![CandidateSet::EMPTY; count],
            with_strong_in_regions: CandidateSet::EMPTY,
            firsts: CandidateSet::EMPTY,
            seconds: CandidateSet::EMPTY,
        };
        for (cell, digits) in grid.cells.iter().enumerate() {
            let mut own = CandidateSet::EMPTY;
            members(*digits).for_each(|digit| own.insert(candidates.number(cell, digit)));
            for digit in members(*digits) {
                let index = candidates.number(cell, digit);
                let [block, row, column] =
                    REGIONS[cell].map(|region| &regions[usize::from(region)][digit]);
                let mut weak = *block;
                weak.union_with(row);
                weak.union_with(column);
                weak.remove(index);
                links.weak_in_regions.push(weak);
                weak.union_with(&own);
                weak.remove(index);
                links.all_weak.push(weak);
            }
            if digits.count_ones() == 2 {
                let first = candidates.number(cell, digits.trailing_zeros() as usize);
                links.firsts.insert(first);
                links.seconds.insert(first + 1);
                links.add(first, first + 1, 0);
            }
        }
        for (region, places) in grid.places.iter().enumerate() {
            for (digit, places) in places
                .iter()
                .enumerate()
                .filter(|(_, places)| places.count_ones() == 2)
            {
                let [one, other] = [places.trailing_zeros(), places.ilog2()].map(|position| {
                    candidates.number(usize::from(CELLS[region][position as usize]), digit)
                });
                links.add(one, other, region as u8 / 9 + 1);
            }
        }
        links
    }

    /// Adds a strong link, unless it exists.
    fn add(&mut self, one: usize, other: usize, cause: u8) {
        if cause > 0 && self.strong_in_regions[one].contains(other) {
            return;
        }
        for (from, to) in [(one, other), (other, one)] {
            let (list, count) = &mut self.strong[from];
            list[usize::from(*count)] = (to as u16, cause);
            *count += 1;
            if cause > 0 {
                self.strong_in_regions[from].insert(to);
                self.with_strong_in_regions.insert(from);
            }
        }
    }

    /// Returns the candidates that strong links in cells turn on, if these are off.
    fn through_cells(&self, off: &CandidateSet<W>) -> CandidateSet<W> {
        let mut on = off.and(&self.firsts).shift_up();
        on.union_with(&off.and(&self.seconds).shift_down());
        on
    }

    /// Returns the candidates that strong links in regions turn on, if these are off.
    fn through_regions(&self, off: &CandidateSet<W>) -> CandidateSet<W> {
        let mut on = CandidateSet::EMPTY;
        off.and(&self.with_strong_in_regions)
            .for_each(|off| on.union_with(&self.strong_in_regions[off]));
        on
    }

    /// Returns the links of a pass.
    pub(super) fn link_graph(&'a self, kinds: LinkKinds) -> LinkGraph<'a, W> {
        let weak = if kinds.in_cells {
            &self.all_weak
        } else {
            &self.weak_in_regions
        };
        let mut with_strong = CandidateSet::EMPTY;
        if kinds.in_regions {
            with_strong.union_with(&self.with_strong_in_regions);
        }
        if kinds.in_cells {
            with_strong.union_with(&self.firsts);
            with_strong.union_with(&self.seconds);
        }
        let after = |off: &CandidateSet<W>| {
            let mut on = if kinds.in_regions {
                self.through_regions(off)
            } else {
                CandidateSet::EMPTY
            };
            if kinds.in_cells {
                on.union_with(&self.through_cells(off));
            }
            on
        };
        let next = weak.iter().map(after).collect();
        LinkGraph {
            links: self,
            kinds,
            weak,
            next,
            with_strong,
            ordered: vec![None; weak.len()],
            list: Vec::new(),
        }
    }
}

impl<const W: usize> LinkGraph<'_, W> {
    /// Returns the candidates that have strong links.
    pub(super) const fn with_strong(&self) -> &CandidateSet<W> {
        &self.with_strong
    }

    /// Returns the strong links of a candidate in order.
    pub(super) fn strong(&self, of: usize) -> impl Iterator<Item = Strong> + use<W> {
        let (list, count) = self.links.strong[of];
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
        let mut set = CandidateSet::EMPTY;
        self.strong(of)
            .for_each(|(to, _)| set.insert(usize::from(to)));
        set
    }

    /// Returns the weak links of a candidate to those that have strong links, in order.
    pub(super) fn weak_in_order(&mut self, of: usize) -> &[u16] {
        let (first, last) = self.ordered[of].unwrap_or_else(|| {
            let links = self.links;
            let first = self.list.len() as u32;
            for_each_weak_link(
                links.grid,
                links.candidates.at(of),
                self.kinds,
                |cell, digit| {
                    let number = links.candidates.number(cell, digit);
                    if self.with_strong.contains(number) {
                        self.list.push(number as u16);
                    }
                },
            );
            let range = (first, self.list.len() as u32);
            self.ordered[of] = Some(range);
            range
        });
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
    ///
    /// Each closure uses the earlier ones, which are complete.
    pub(super) fn closures(&self) -> Vec<CandidateSet<W>> {
        let mut closures: Vec<CandidateSet<W>> = Vec::with_capacity(self.next.len());
        for next in &self.next {
            let (mut closure, mut open) = (*next, *next);
            while let Some(on) = open.first() {
                let more = if let Some(known) = closures.get(on) {
                    open = open.without(known);
                    known
                } else {
                    &self.next[on]
                };
                open.remove(on);
                let new = more.without(&closure);
                closure.union_with(&new);
                if on >= closures.len() {
                    open.union_with(&new);
                }
            }
            closures.push(closure);
        }
        closures
    }

    /// Returns the length of a shortest path. Continues from candidates that are on, two levels at
    /// a time, until `ends` accepts the new ones or the length exceeds `most`.
    fn path_length(
        &self,
        mut reached: CandidateSet<W>,
        mut seen: CandidateSet<W>,
        first: u32,
        most: u32,
        ends: impl Fn(&CandidateSet<W>) -> bool,
    ) -> PathLength {
        let mut nodes = first;
        while nodes <= most {
            let new = reached.without(&seen);
            if ends(&new) {
                return PathLength::Exactly(nodes);
            }
            if new.is_empty() {
                return PathLength::None;
            }
            seen.union_with(&new);
            reached = self.after(&new);
            nodes += 2;
        }
        PathLength::Longer
    }

    /// Returns the length of the shortest chain from on to off.
    pub(super) fn to_off(&self, start: usize, most: u32) -> PathLength {
        self.path_length(
            self.next[start],
            CandidateSet::from_number(start),
            4,
            most,
            |on| on.intersects(&self.weak[start]),
        )
    }

    /// Returns the length of the shortest chain from off to on.
    pub(super) fn to_on(&self, start: usize, most: u32) -> PathLength {
        self.path_length(self.strong_set(start), CandidateSet::EMPTY, 2, most, |on| {
            on.contains(start)
        })
    }

    /// Returns for each candidate those that may be on two levels before.
    pub(super) fn previous(&self) -> Vec<CandidateSet<W>> {
        let of = |on| {
            let mut before = CandidateSet::EMPTY;
            self.strong(on)
                .for_each(|(off, _)| before.union_with(&self.weak[usize::from(off)]));
            before
        };
        (0..self.next.len()).map(of).collect()
    }
}
