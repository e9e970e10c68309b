//! Locked candidates, naked and hidden sets, fish.
//!
//! Those that the scale also uses inside of chains are loops that call back for each instance: [`locked`], [`naked_sets`], [`hidden_sets`], [`fish`].

use super::grid::Grid;
use super::hint::{Hint, Reason, Removals};
use super::tables::{CELLS, combinations, members};

/// The regions in the order of the scale.
pub(super) fn blocks_columns_rows() -> impl Iterator<Item = usize> {
    (0..9).chain(18..27).chain(9..18)
}

/// The union of the sets that are chosen, if it has `size` members and each of them two or more.
pub(super) fn tuple(sets: &[u16; 9], chosen: u16, size: usize) -> Option<u16> {
    let mut union = 0;
    for member in members(chosen) {
        if sets[member] & sets[member].wrapping_sub(1) == 0 {
            return None;
        }
        union |= sets[member];
    }
    (union.count_ones() as usize == size).then_some(union)
}

/// A digit whose places in one region all lie in another.
#[derive(Copy, Clone, Debug)]
pub(super) struct Lock {
    pub digit: usize,
    /// The region whose places they are.
    pub base: usize,
    /// The region in which they lie.
    pub cover: usize,
    /// The positions in `base` that lie in `cover`.
    pub shared: u16,
}

/// Positions of a block in one of its columns, positions of a line in a block, and of a block in one of its rows.
const MINI_COLUMN: u16 = 0b001_001_001;
const MINI_ROW: u16 = 0b111;

impl Lock {
    /// From a block, not from a line.
    pub(super) const fn is_pointing(self) -> bool {
        self.base < 9
    }

    /// The other regions of the kind of `base` that meet `cover`, ascending.
    pub(super) fn parallels(self) -> impl Iterator<Item = usize> {
        let Self { base, cover, .. } = self;
        let (first, step) = match (base / 9, cover / 9) {
            // Blocks along a column, blocks along a row, lines of a block.
            (0, 2) => (base % 3, 3),
            (0, _) => (base / 3 * 3, 1),
            _ => (base / 3 * 3, 1),
        };
        (0..3).map(move |turn| first + turn * step).filter(move |region| *region != base)
    }

    pub(super) fn removals(self, grid: &Grid) -> Removals {
        let mut removals = Removals::default();
        // The positions of the base in the cover.
        let base = &CELLS[self.base];
        for position in members(grid.places[self.cover][self.digit]) {
            let cell = CELLS[self.cover][position];
            if !base.contains(&cell) {
                removals.add(grid, usize::from(cell), 1 << self.digit);
            }
        }
        removals
    }
}

/// Calls `found` with each lock, whether or not it removes anything, until it gives something.
pub(super) fn locked<T>(grid: &Grid, found: &mut impl FnMut(Lock) -> Option<T>) -> Option<T> {
    for kind in 0..4 {
        let first = [0, 0, 18, 9][kind];
        for digit in 0..9 {
            for index in 0..9 {
                let base = first + index;
                let places = grid.places[base][digit];
                if places.count_ones() < 2 {
                    continue;
                }
                for third in 0..3 {
                    let shared = if kind == 0 { MINI_COLUMN << third } else { MINI_ROW << (3 * third) };
                    if places & !shared != 0 {
                        continue;
                    }
                    let cover = match kind {
                        0 => 18 + 3 * (index % 3) + third,
                        1 => 9 + 3 * (index / 3) + third,
                        2 => 3 * third + index / 3,
                        _ => 3 * (index / 3) + third,
                    };
                    if let Some(result) = found(Lock { digit, base, cover, shared }) {
                        return Some(result);
                    }
                }
            }
        }
    }
    None
}

/// 2.6 for pointing, 2.8 for claiming.
pub(super) fn locking(grid: &Grid) -> Option<Hint> {
    locked(grid, &mut |lock| {
        let (reason, rating) = if lock.is_pointing() { (Reason::Pointing, 2.6) } else { (Reason::Claiming, 2.8) };
        Hint::removing(reason, rating, lock.removals(grid))
    })
}

/// Calls `found` with the region, the positions and the digits of each naked set of this size.
pub(super) fn naked_sets<T>(grid: &Grid, size: usize, found: &mut impl FnMut(usize, u16, u16) -> Option<T>) -> Option<T> {
    for region in blocks_columns_rows() {
        if usize::from(grid.open[region]) < 2 * size {
            continue;
        }
        let cells = CELLS[region].map(|cell| grid.cells[usize::from(cell)]);
        for positions in combinations(size, 9) {
            if let Some(digits) = tuple(&cells, positions, size)
                && let Some(result) = found(region, positions, digits)
            {
                return Some(result);
            }
        }
    }
    None
}

/// What a naked set takes from the other cells of its region.
pub(super) fn naked_removals(grid: &Grid, region: usize, positions: u16, digits: u16) -> Removals {
    let mut removals = Removals::default();
    for position in members(0x1ff & !positions) {
        removals.add(grid, usize::from(CELLS[region][position]), digits);
    }
    removals
}

/// 3.0, 3.6, 5.0.
pub(super) fn naked_set(grid: &Grid, size: usize) -> Option<Hint> {
    let (reason, rating) = [(Reason::NakedPair, 3.0), (Reason::NakedTriplet, 3.6), (Reason::NakedQuad, 5.0)][size - 2];
    naked_sets(grid, size, &mut |region, positions, digits| Hint::removing(reason, rating, naked_removals(grid, region, positions, digits)))
}

/// Calls `found` with the region, the digits and the positions of each hidden set of this size.
pub(super) fn hidden_sets<T>(grid: &Grid, size: usize, found: &mut impl FnMut(usize, u16, u16) -> Option<T>) -> Option<T> {
    for region in blocks_columns_rows() {
        if usize::from(grid.open[region]) <= 2 * size {
            continue;
        }
        for digits in combinations(size, 9) {
            if let Some(positions) = tuple(&grid.places[region], digits, size)
                && let Some(result) = found(region, digits, positions)
            {
                return Some(result);
            }
        }
    }
    None
}

/// What a hidden set takes from its own cells.
pub(super) fn hidden_removals(grid: &Grid, region: usize, digits: u16, positions: u16) -> Removals {
    let mut removals = Removals::default();
    for position in members(positions) {
        removals.add(grid, usize::from(CELLS[region][position]), !digits);
    }
    removals
}

/// 3.4, 4.0, 5.4.
pub(super) fn hidden_set(grid: &Grid, size: usize) -> Option<Hint> {
    let (reason, rating) = [(Reason::HiddenPair, 3.4), (Reason::HiddenTriplet, 4.0), (Reason::HiddenQuad, 5.4)][size - 2];
    hidden_sets(grid, size, &mut |region, digits, positions| {
        Hint::removing(reason, rating, hidden_removals(grid, region, digits, positions))
    })
}

/// A fish: a digit whose places in some base lines all lie in as many cover lines.
#[derive(Copy, Clone, Debug)]
pub(super) struct Fish {
    pub digit: usize,
    /// The first base line: 18 if columns are the base, 9 if rows are.
    pub base: usize,
    /// The base lines.
    pub lines: u16,
    /// The cover lines, which are the positions in the base lines.
    pub covers: u16,
}

impl Fish {
    pub(super) fn removals(self, grid: &Grid) -> Removals {
        let mut removals = Removals::default();
        let cover = 27 - self.base;
        for line in members(self.covers) {
            for position in members(grid.places[cover + line][self.digit] & !self.lines) {
                removals.add(grid, usize::from(CELLS[cover + line][position]), 1 << self.digit);
            }
        }
        removals
    }
}

/// Calls `found` with each fish of this size.
pub(super) fn fish<T>(grid: &Grid, size: usize, found: &mut impl FnMut(Fish) -> Option<T>) -> Option<T> {
    let mut filled = [0; 9];
    grid.digits.iter().for_each(|digit| {
        if let Some(filled) = filled.get_mut(usize::from(*digit)) {
            *filled += 1;
        }
    });
    // For each digit its places in the lines of a kind.
    for base in [18, 9] {
        let places: [[u16; 9]; 9] = std::array::from_fn(|digit| std::array::from_fn(|line| grid.places[base + line][digit]));
        for lines in combinations(size, 9) {
            for (digit, places) in places.iter().enumerate() {
                if filled[digit] + 2 * size <= 9
                    && let Some(covers) = tuple(places, lines, size)
                    && let Some(result) = found(Fish { digit, base, lines, covers })
                {
                    return Some(result);
                }
            }
        }
    }
    None
}

/// 3.2, 3.8, 5.2.
pub(super) fn fish_of(grid: &Grid, size: usize) -> Option<Hint> {
    let (reason, rating) = [(Reason::XWing, 3.2), (Reason::Swordfish, 3.8), (Reason::Jellyfish, 5.2)][size - 2];
    fish(grid, size, &mut |fish| Hint::removing(reason, rating, fish.removals(grid)))
}
