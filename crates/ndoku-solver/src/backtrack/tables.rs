//! `Tables`: the numbers of a layout that the search needs, computed once per layout.
//!
//! An *item* demands exactly one candidate, as in an exact cover: a cell demands one digit, and a
//! digit in a house of N cells demands one place.
//!
//! ```text
//!   items:  0 … N²−1             cell c
//!           N² + h·N + d         digit d in house h (of N cells; equal houses count once)
//! ```
//!
//! Houses with fewer than N cells demand nothing; they only make their cells peers. If two houses
//! share two or more cells, the shared places are stored as a *crossing*, for locked candidates.

use std::sync::Arc;

use ndoku_core::constraint::Constraint;
use ndoku_core::propagator::Propagator;
use ndoku_core::{BitSet, Cell, Layout};

use crate::derive::derived_propagators;

/// The place of a cell in one house of N cells.
#[derive(Copy, Clone)]
pub(super) struct Member {
    /// h·N: `base + d` is the number of the house's item for digit d.
    pub(super) base: u32,
    pub(super) house: u16,
    pub(super) place: u8,
}

/// The places that a house shares with another set of cells.
pub(super) struct Crossing<const W: usize> {
    /// Shared places, in the numbering of the house itself.
    pub(super) shared: BitSet<W>,
    /// Cells of the other house that are not shared.
    pub(super) others: CrossingCells<W>,
}

/// The cells outside the crossing.
pub(super) enum CrossingCells<const W: usize> {
    /// Places of a house of N cells.
    Places(u16, BitSet<W>),
    /// Cells of a smaller house.
    Cells(Box<[u16]>),
}

/// The precomputed tables of a layout. Memory: a few words for each cell and house; nothing for
/// each candidate.
pub(super) struct Tables<const W: usize> {
    pub(super) layout: Layout,
    /// N.
    pub(super) size: usize,
    /// N².
    pub(super) cells: usize,
    /// Number of houses with N cells.
    pub(super) houses: usize,
    /// Cells of those houses, N for each.
    pub(super) house_cells: Box<[u16]>,
    member_starts: Box<[u32]>,
    members: Box<[Member]>,
    peer_starts: Box<[u32]>,
    /// Peers by smaller houses, and by constraints that make two digits differ.
    peers: Box<[u16]>,
    crossing_starts: Box<[u32]>,
    crossings: Box<[Crossing<W>]>,
    /// For each house the maximum number of places in a crossing, at least 2. Items with more
    /// candidates are neither locked nor half of a pair.
    pub(super) widest: Box<[u8]>,
    /// Maximum of `widest`.
    pub(super) widest_of_all: u8,
    /// Constraints without propagators. They may name weak links, which the engine queries at each
    /// placement.
    pub(super) linking: Box<[Arc<dyn Constraint>]>,
    linking_starts: Box<[u32]>,
    linking_at: Box<[u16]>,
    /// Constraints without propagators that are not fully described by their weak links.
    pub(super) watching: Box<[Arc<dyn Constraint>]>,
    watching_starts: Box<[u32]>,
    watching_at: Box<[u16]>,
    propagator_starts: Box<[u32]>,
    propagators_at: Box<[u16]>,
    /// The propagators of the layout and the derived ones.
    pub(super) propagators: Arc<[Propagator]>,
}

impl<const W: usize> Tables<W> {
    /// Builds the tables. The time is that of reading all houses a few times.
    pub(super) fn new(layout: &Layout) -> Self {
        let size = usize::from(layout.size());
        let cells = layout.cell_count();
        let index = |cell: &Cell| layout.index(*cell) as u16;
        let mut full: Vec<Vec<u16>> = Vec::new();
        let mut partial: Vec<Vec<u16>> = Vec::new();
        for house in layout.houses() {
            let members: Vec<u16> = house.cells().iter().map(index).collect();
            if members.len() == size {
                full.push(members);
            } else {
                partial.push(members);
            }
        }
        let mut seen = std::collections::HashSet::new();
        full.retain(|house| seen.insert(house.clone()));

        // Houses list their cells in reading order, so a pass over the cells finds the places of
        // each house in order.
        let mut houses_of: Vec<Vec<u16>> = vec![Vec::with_capacity(4); cells];
        for (house, members) in full.iter().enumerate() {
            members
                .iter()
                .for_each(|cell| houses_of[usize::from(*cell)].push(house as u16));
        }
        let mut next_place = vec![0_u8; full.len()];
        let mut members = Vec::with_capacity(full.len() * size);
        for (cell, houses) in houses_of.iter().enumerate() {
            for house in houses {
                let place = &mut next_place[usize::from(*house)];
                members.push((
                    cell,
                    Member {
                        base: (usize::from(*house) * size) as u32,
                        house: *house,
                        place: *place,
                    },
                ));
                *place = place.wrapping_add(1);
            }
        }
        let (member_starts, members) = group_by_key(cells, members.into_iter());
        let of_houses = partial.iter().flat_map(|house| {
            house.iter().flat_map(move |a| {
                house
                    .iter()
                    .filter(move |b| *b != a)
                    .map(move |b| (usize::from(*a), *b))
            })
        });
        let of_constraints = layout
            .propagators()
            .unequal
            .iter()
            .flat_map(|[a, b]| [(usize::from(*a), *b), (usize::from(*b), *a)]);
        let (peer_starts, peers) = group_by_key(cells, of_houses.chain(of_constraints));
        let mut tables = Self {
            layout: layout.clone(),
            size,
            cells,
            houses: full.len(),
            house_cells: full.concat().into(),
            member_starts,
            members,
            peer_starts,
            peers,
            crossing_starts: Box::new([]),
            crossings: Box::new([]),
            widest: Box::new([]),
            widest_of_all: 2,
            linking: Box::new([]),
            linking_starts: Box::new([]),
            linking_at: Box::new([]),
            watching: Box::new([]),
            watching_starts: Box::new([]),
            watching_at: Box::new([]),
            propagator_starts: Box::new([]),
            propagators_at: Box::new([]),
            propagators: Arc::default(),
        };
        tables.find_crossings(&partial);
        tables.index_constraints();
        tables
    }

    /// Returns the houses of N cells that hold a cell.
    #[inline]
    pub(super) fn members(&self, cell: usize) -> &[Member] {
        &self.members[self.member_starts[cell] as usize..self.member_starts[cell + 1] as usize]
    }

    /// Returns the cells that differ from a cell by a smaller house or a constraint; a cell may
    /// occur twice.
    #[inline]
    pub(super) fn peers(&self, cell: usize) -> &[u16] {
        &self.peers[self.peer_starts[cell] as usize..self.peer_starts[cell + 1] as usize]
    }

    /// Returns the crossings of a house of N cells.
    #[inline]
    pub(super) fn crossings(&self, house: usize) -> &[Crossing<W>] {
        &self.crossings
            [self.crossing_starts[house] as usize..self.crossing_starts[house + 1] as usize]
    }

    /// Returns the numbers of the linking constraints of a cell.
    #[inline]
    pub(super) fn linking_at(&self, cell: usize) -> &[u16] {
        &self.linking_at[self.linking_starts[cell] as usize..self.linking_starts[cell + 1] as usize]
    }

    /// Returns the numbers of the watching constraints of a cell.
    #[inline]
    pub(super) fn watching_at(&self, cell: usize) -> &[u16] {
        &self.watching_at
            [self.watching_starts[cell] as usize..self.watching_starts[cell + 1] as usize]
    }

    /// Returns `true` if constraints or propagators watch cells.
    #[inline]
    pub(super) fn has_watchers(&self) -> bool {
        !(self.watching_at.is_empty() && self.propagators_at.is_empty())
    }

    /// Returns the propagators of the layout, then the derived ones.
    #[inline]
    pub(super) fn propagators(&self) -> &[Propagator] {
        &self.propagators
    }

    /// Returns the numbers of the propagators that watch a cell.
    #[inline]
    pub(super) fn propagators_at(&self, cell: usize) -> &[u16] {
        &self.propagators_at
            [self.propagator_starts[cell] as usize..self.propagator_starts[cell + 1] as usize]
    }

    /// Returns the cell at a place of a house of N cells.
    #[inline]
    pub(super) fn cell_at(&self, house: usize, place: usize) -> usize {
        usize::from(self.house_cells[house * self.size + place])
    }

    fn find_crossings(&mut self, partial: &[Vec<u16>]) {
        /// Maximum number of houses through a cell for which crossings are built. Above it there
        /// would be too many crossings.
        const MAX_HOUSES_PER_CELL: usize = 24;
        let mut small_houses: Vec<Vec<u32>> = vec![Vec::new(); self.cells];
        for (number, house) in partial.iter().enumerate() {
            house.iter().for_each(|cell| {
                small_houses[usize::from(*cell)].push((self.houses + number) as u32);
            });
        }
        let crowded = (0..self.cells)
            .any(|cell| self.members(cell).len() + small_houses[cell].len() > MAX_HOUSES_PER_CELL);
        let mut found: Vec<(usize, Crossing<W>)> = Vec::new();
        // At least 2: a digit with two places may be half of a hidden pair.
        let mut widest = vec![2_u8; self.houses];
        let mut shared: Vec<BitSet<W>> = vec![BitSet::EMPTY; self.houses + partial.len()];
        // The last house in which each cell was seen: it identifies shared cells without a search.
        let mut seen_in = vec![usize::MAX; self.cells];
        for house in (0..self.houses).filter(|_| !crowded) {
            let mut touched: Vec<usize> = Vec::new();
            for place in 0..self.size {
                let cell = self.cell_at(house, place);
                seen_in[cell] = house;
                let others = self
                    .members(cell)
                    .iter()
                    .map(|member| usize::from(member.house))
                    .filter(|other| *other != house);
                for other in others.chain(small_houses[cell].iter().map(|other| *other as usize)) {
                    if shared[other].is_empty() {
                        touched.push(other);
                    }
                    shared[other].insert(place);
                }
            }
            touched.sort_unstable();
            for other in touched {
                let places = std::mem::replace(&mut shared[other], BitSet::EMPTY);
                let width = places.len();
                let inside = |cell: &u16| seen_in[usize::from(*cell)] == house;
                let others = if width < 2 {
                    continue;
                } else if other < self.houses {
                    let list = &self.house_cells[other * self.size..][..self.size];
                    let mut outside = BitSet::EMPTY;
                    list.iter()
                        .enumerate()
                        .filter(|(_, cell)| !inside(cell))
                        .for_each(|(place, _)| outside.insert(place));
                    CrossingCells::Places(other as u16, outside)
                } else {
                    let outside: Box<[u16]> = partial[other - self.houses]
                        .iter()
                        .copied()
                        .filter(|cell| !inside(cell))
                        .collect();
                    if outside.is_empty() {
                        continue;
                    }
                    CrossingCells::Cells(outside)
                };
                widest[house] = widest[house].max(width as u8);
                found.push((
                    house,
                    Crossing {
                        shared: places,
                        others,
                    },
                ));
            }
        }
        (self.crossing_starts, self.crossings) = group_by_key(self.houses, found.into_iter());
        self.widest_of_all = widest.iter().copied().max().unwrap_or(2);
        self.widest = widest.into();
    }

    fn index_constraints(&mut self) {
        let lowered = self.layout.propagators();
        let all = self.layout.constraints();
        // Only a query shows whether a constraint names links. A constraint with the default method
        // costs one empty call per placement.
        self.linking = lowered
            .others
            .iter()
            .map(|number| Arc::clone(&all[*number]))
            .collect();
        self.watching = self
            .linking
            .iter()
            .filter(|constraint| !constraint.is_pairwise())
            .cloned()
            .collect();
        let mut propagators = lowered.propagators.clone();
        propagators.extend(derived_propagators(&self.layout));
        propagators.truncate(usize::from(u16::MAX));
        self.propagators = propagators.into();
        let watched = (0..)
            .zip(&self.propagators[..])
            .flat_map(|(number, propagator)| {
                propagator
                    .watched()
                    .iter()
                    .map(move |cell| (usize::from(*cell), number))
            });
        let watched: Vec<(usize, u16)> = watched.collect();
        (self.propagator_starts, self.propagators_at) =
            group_by_key(self.cells, watched.into_iter());
        let of_cell = |constraints: &[Arc<dyn Constraint>]| {
            let pairs: Vec<(usize, u16)> = constraints
                .iter()
                .enumerate()
                .flat_map(|(number, constraint)| {
                    constraint.cells().iter().map(move |cell| (number, *cell))
                })
                .map(|(number, cell)| (self.layout.index(cell), number as u16))
                .collect();
            group_by_key(self.cells, pairs.into_iter())
        };
        (self.linking_starts, self.linking_at) = of_cell(&self.linking);
        (self.watching_starts, self.watching_at) = of_cell(&self.watching);
    }
}

/// Groups values by the keys 0..count in one array. The list of key k is `list[starts[k]..starts[k
/// + 1]]`, in the order of the pairs.
fn group_by_key<T>(
    count: usize,
    pairs: impl Iterator<Item = (usize, T)>,
) -> (Box<[u32]>, Box<[T]>) {
    let mut pairs: Vec<(usize, T)> = pairs.collect();
    pairs.sort_by_key(|(key, _)| *key);
    let mut starts = vec![0_u32; count + 1];
    pairs.iter().for_each(|(key, _)| starts[*key + 1] += 1);
    for key in 0..count {
        starts[key + 1] += starts[key];
    }
    (
        starts.into(),
        pairs.into_iter().map(|(_, value)| value).collect(),
    )
}
