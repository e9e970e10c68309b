//! Locked candidates, naked and hidden sets, fish.
//!
//! Chains also use some of these patterns. Those functions call back for each instance: [`locked`],
//! [`naked_sets`], [`hidden_sets`], [`fish`].

use super::grid::CandidateGrid;
use super::hint::{RatedHint, Removals, SeTechnique};
use super::tables::{ALL_DIGITS, ALL_REGIONS, CELLS, count, members};

/// Returns the regions in the order of Sukaku Explainer.
pub(super) fn blocks_columns_rows() -> impl Iterator<Item = usize> {
    (0..9).chain(18..27).chain(9..18)
}

/// Calls `found` with each choice of `size` of these nine sets whose union has `size` members, and
/// with the union. Each set must have at least two members. The order is that of
/// [`combinations`](super::tables::combinations). Returns the first result of `found`.
pub(super) fn tuples<T>(
    sets: &[u16; 9],
    size: usize,
    found: &mut impl FnMut(u16, u16) -> Option<T>,
) -> Option<T> {
    let mut usable = 0;
    for (member, set) in sets.iter().enumerate() {
        usable |= u16::from((2..=size).contains(&count(*set))) << member;
    }
    if count(usable) < size {
        None
    } else {
        extend(sets, size, usable, (size, 0, 0), found)
    }
}

/// Chooses the remaining sets, the greatest first. This gives the order of numbers.
fn extend<T>(
    sets: &[u16; 9],
    size: usize,
    usable: u16,
    (more, chosen, union): (usize, u16, u16),
    found: &mut impl FnMut(u16, u16) -> Option<T>,
) -> Option<T> {
    let mut rest = usable;
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        let union = union | sets[bit.trailing_zeros() as usize];
        if count(union) > size {
            continue;
        }
        let chosen = chosen | bit;
        let result = if more == 1 {
            found(chosen, union)
        } else {
            extend(
                sets,
                size,
                usable & (bit - 1),
                (more - 1, chosen, union),
                found,
            )
        };
        if result.is_some() {
            return result;
        }
    }
    None
}

/// A digit whose places in one region all lie in another.
#[derive(Copy, Clone, Debug)]
pub(super) struct Lock {
    pub digit: usize,
    /// The region that contains the places.
    pub base: usize,
    /// The other region that contains them.
    pub cover: usize,
    /// The positions in `base` that lie in `cover`.
    pub shared: u16,
    /// The positions in `cover` that lie in `base`.
    pub inside: u16,
}

/// The positions of a block in one of its columns. The positions of a line in a block, or of a
/// block in one of its rows.
const MINI_COLUMN: u16 = 0b001_001_001;
const MINI_ROW: u16 = 0b111;

impl Lock {
    /// Returns whether the base is a block.
    pub(super) const fn is_pointing(self) -> bool {
        self.base < 9
    }

    /// Returns the other regions of the kind of `base` that intersect `cover`, ascending.
    pub(super) fn parallels(self) -> impl Iterator<Item = usize> {
        let Self { base, cover, .. } = self;
        let (first, step) = match (base / 9, cover / 9) {
            // Blocks along a column, blocks along a row, lines of a block.
            (0, 2) => (base % 3, 3),
            (0, _) => (base / 3 * 3, 1),
            _ => (base / 3 * 3, 1),
        };
        (0..3)
            .map(move |turn| first + turn * step)
            .filter(move |region| *region != base)
    }

    pub(super) fn removals(self, grid: &CandidateGrid) -> Removals {
        let mut removals = Removals::default();
        for position in members(grid.places[self.cover][self.digit] & !self.inside) {
            removals.add(
                grid,
                usize::from(CELLS[self.cover][position]),
                1 << self.digit,
            );
        }
        removals
    }
}

/// For each set of positions, the third of the row and of the column that contains all of them. The
/// value is 3 if there is none, or if the set has fewer than two positions.
static THIRDS: [[u8; 512]; 2] = {
    let mut thirds = [[3; 512]; 2];
    let mut set = 0_u16;
    while set < 512 {
        let mut third = 0;
        while third < 3 && set.count_ones() >= 2 {
            if set & !(MINI_ROW << (3 * third)) == 0 {
                thirds[0][set as usize] = third;
            }
            if set & !(MINI_COLUMN << third) == 0 {
                thirds[1][set as usize] = third;
            }
            third += 1;
        }
        set += 1;
    }
    thirds
};

/// Calls `found` with each lock of these digits, even without removals. Returns the first result.
pub(super) fn locked<T>(
    grid: &CandidateGrid,
    digits: u16,
    found: &mut impl FnMut(Lock) -> Option<T>,
) -> Option<T> {
    for kind in 0..4 {
        let thirds = &THIRDS[usize::from(kind == 0)];
        let first = [0, 0, 18, 9][kind];
        let bases: &[[u16; 9]] = &grid.places[first..first + 9];
        for digit in members(digits).filter(|digit| grid.having[*digit].has_two()) {
            for (index, places) in bases.iter().enumerate() {
                let places = places[digit];
                let third = usize::from(thirds[usize::from(places & 0x1ff)]);
                if third == 3 {
                    continue;
                }
                let (cover, shared, inside) = match kind {
                    0 => (
                        18 + 3 * (index % 3) + third,
                        MINI_COLUMN << third,
                        MINI_ROW << (3 * (index / 3)),
                    ),
                    1 => (
                        9 + 3 * (index / 3) + third,
                        MINI_ROW << (3 * third),
                        MINI_ROW << (3 * (index % 3)),
                    ),
                    2 => (
                        3 * third + index / 3,
                        MINI_ROW << (3 * third),
                        MINI_COLUMN << (index % 3),
                    ),
                    _ => (
                        3 * (index / 3) + third,
                        MINI_ROW << (3 * third),
                        MINI_ROW << (3 * (index % 3)),
                    ),
                };
                if let Some(result) = found(Lock {
                    digit,
                    base: first + index,
                    cover,
                    shared,
                    inside,
                }) {
                    return Some(result);
                }
            }
        }
    }
    None
}

/// Finds pointing, rated 2.6, or claiming, rated 2.8.
pub(super) fn locking(grid: &CandidateGrid) -> Option<RatedHint> {
    locked(grid, ALL_DIGITS, &mut |lock| {
        let (technique, rating) = if lock.is_pointing() {
            (SeTechnique::Pointing, 2.6)
        } else {
            (SeTechnique::Claiming, 2.8)
        };
        RatedHint::removing(technique, rating, lock.removals(grid))
    })
}

/// Calls `found` with the region, positions and digits of each naked set of this size in these
/// regions. Returns the first result.
pub(super) fn naked_sets<T>(
    grid: &CandidateGrid,
    size: usize,
    regions: u32,
    found: &mut impl FnMut(usize, u16, u16) -> Option<T>,
) -> Option<T> {
    for region in blocks_columns_rows() {
        if regions >> region & 1 == 0 || usize::from(grid.open[region]) < 2 * size {
            continue;
        }
        let cells = CELLS[region].map(|cell| grid.cells[usize::from(cell)]);
        let result = tuples(&cells, size, &mut |positions, digits| {
            found(region, positions, digits)
        });
        if result.is_some() {
            return result;
        }
    }
    None
}

/// Returns the removals of a naked set from the other cells of its region.
pub(super) fn naked_removals(
    grid: &CandidateGrid,
    region: usize,
    positions: u16,
    digits: u16,
) -> Removals {
    let mut removals = Removals::default();
    for position in members(0x1ff & !positions) {
        removals.add(grid, usize::from(CELLS[region][position]), digits);
    }
    removals
}

/// Finds a naked set, rated 3.0, 3.6 or 5.0.
pub(super) fn naked_set(grid: &CandidateGrid, size: usize) -> Option<RatedHint> {
    let (technique, rating) = [
        (SeTechnique::NakedPair, 3.0),
        (SeTechnique::NakedTriplet, 3.6),
        (SeTechnique::NakedQuad, 5.0),
    ][size - 2];
    naked_sets(grid, size, ALL_REGIONS, &mut |region, positions, digits| {
        RatedHint::removing(
            technique,
            rating,
            naked_removals(grid, region, positions, digits),
        )
    })
}

/// Calls `found` with the region, digits and positions of each hidden set of this size in these
/// regions. Returns the first result.
pub(super) fn hidden_sets<T>(
    grid: &CandidateGrid,
    size: usize,
    regions: u32,
    found: &mut impl FnMut(usize, u16, u16) -> Option<T>,
) -> Option<T> {
    for region in blocks_columns_rows() {
        if regions >> region & 1 == 0 || usize::from(grid.open[region]) <= 2 * size {
            continue;
        }
        let result = tuples(&grid.places[region], size, &mut |digits, positions| {
            found(region, digits, positions)
        });
        if result.is_some() {
            return result;
        }
    }
    None
}

/// Returns the removals of a hidden set from its own cells.
pub(super) fn hidden_removals(
    grid: &CandidateGrid,
    region: usize,
    digits: u16,
    positions: u16,
) -> Removals {
    let mut removals = Removals::default();
    for position in members(positions) {
        removals.add(grid, usize::from(CELLS[region][position]), !digits);
    }
    removals
}

/// Finds a hidden set, rated 3.4, 4.0 or 5.4.
pub(super) fn hidden_set(grid: &CandidateGrid, size: usize) -> Option<RatedHint> {
    let (technique, rating) = [
        (SeTechnique::HiddenPair, 3.4),
        (SeTechnique::HiddenTriplet, 4.0),
        (SeTechnique::HiddenQuad, 5.4),
    ][size - 2];
    hidden_sets(grid, size, ALL_REGIONS, &mut |region, digits, positions| {
        RatedHint::removing(
            technique,
            rating,
            hidden_removals(grid, region, digits, positions),
        )
    })
}

/// A fish: all places of a digit in some base lines lie in as many cover lines.
#[derive(Copy, Clone, Debug)]
pub(super) struct Fish {
    pub digit: usize,
    /// The first base line: 18 if columns are the base, 9 if rows are.
    pub base: usize,
    /// The base lines.
    pub lines: u16,
    /// The cover lines. They equal the positions in the base lines.
    pub covers: u16,
}

impl Fish {
    pub(super) fn removals(self, grid: &CandidateGrid) -> Removals {
        let mut removals = Removals::default();
        let cover = 27 - self.base;
        for line in members(self.covers) {
            for position in members(grid.places[cover + line][self.digit] & !self.lines) {
                removals.add(
                    grid,
                    usize::from(CELLS[cover + line][position]),
                    1 << self.digit,
                );
            }
        }
        removals
    }
}

/// Calls `found` with each fish of this size and these digits. Returns the first result.
pub(super) fn fish<T>(
    grid: &CandidateGrid,
    size: usize,
    digits: u16,
    found: &mut impl FnMut(Fish) -> Option<T>,
) -> Option<T> {
    let mut filled = [0; 9];
    grid.digits.iter().for_each(|digit| {
        if let Some(filled) = filled.get_mut(usize::from(*digit)) {
            *filled += 1;
        }
    });
    for base in [18, 9] {
        // The search goes digit by digit, but Sukaku Explainer orders fish by lines first.
        let mut all = Vec::new();
        for digit in members(digits).filter(|digit| filled[*digit] + 2 * size <= 9) {
            let places = std::array::from_fn(|line| grid.places[base + line][digit]);
            tuples(&places, size, &mut |lines, covers| {
                all.push(Fish {
                    digit,
                    base,
                    lines,
                    covers,
                });
                None::<()>
            });
        }
        all.sort_unstable_by_key(|fish| (fish.lines, fish.digit));
        let result = all.into_iter().find_map(&mut *found);
        if result.is_some() {
            return result;
        }
    }
    None
}

/// Finds a fish, rated 3.2, 3.8 or 5.2.
pub(super) fn fish_of(grid: &CandidateGrid, size: usize) -> Option<RatedHint> {
    let (technique, rating) = [
        (SeTechnique::XWing, 3.2),
        (SeTechnique::Swordfish, 3.8),
        (SeTechnique::Jellyfish, 5.2),
    ][size - 2];
    fish(grid, size, ALL_DIGITS, &mut |fish| {
        RatedHint::removing(technique, rating, fish.removals(grid))
    })
}
