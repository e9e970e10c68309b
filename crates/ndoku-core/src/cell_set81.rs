//! `CellSet81`: a set of cells of a 9×9 grid in one word.
//!
//! ```text
//!   bit 0 is r1c1, bit 8 is r1c9, bit 80 is r9c9
//! ```

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

/// A set of cells of a 9×9 grid. Cells have numbers from 0 to 80, row by row. Sets are ordered as
/// numbers, where the last cell is the most significant bit.
///
/// `a & b`, `a | b`, `a ^ b`, `a - b` and `!a` are the usual operations. [`and`](Self::and),
/// [`or`](Self::or) and [`without`](Self::without) also work in constants.
#[derive(Copy, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet81(u128);

/// Each cell as a set. A lookup is faster than a 128-bit shift.
static SINGLE_CELLS: [CellSet81; 81] = {
    let mut sets = [CellSet81::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        sets[cell] = CellSet81(1 << cell);
        cell += 1;
    }
    sets
};

impl CellSet81 {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all 81 cells.
    pub const ALL: Self = Self((1 << 81) - 1);

    /// Returns the set of one cell, or the empty set if the number is above 80.
    #[inline]
    #[must_use]
    pub const fn from_cell(cell: usize) -> Self {
        if cell < 81 {
            SINGLE_CELLS[cell]
        } else {
            Self::EMPTY
        }
    }

    /// Creates a set from its bits. Bits from 81 on are dropped.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns the cells as bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns the set of cells that hold a digit from 1 to 9. Any other byte is a blank.
    #[must_use]
    pub fn from_clues(grid: &[u8; 81]) -> Self {
        grid.iter()
            .enumerate()
            .filter(|(_, digit)| (1..=9).contains(*digit))
            .map(|(cell, _)| cell)
            .collect()
    }

    /// Returns the grid with the digits of these cells only. All other cells are blank.
    #[must_use]
    pub fn mask(self, grid: &[u8; 81]) -> [u8; 81] {
        std::array::from_fn(|cell| if self.contains(cell) { grid[cell] } else { 0 })
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: usize) {
        *self |= Self::from_cell(cell);
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: usize) {
        self.0 &= !Self::from_cell(cell).0;
    }

    /// Returns `true` if the set contains the cell.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: usize) -> bool {
        self.0 & Self::from_cell(cell).0 != 0
    }

    /// Returns the number of cells.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if the set has at least two cells.
    #[inline]
    #[must_use]
    pub const fn has_two(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the cells of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the cells of either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the cells that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the cells after this one, which is at most 80.
    #[inline]
    #[must_use]
    pub const fn after(self, cell: usize) -> Self {
        Self(self.0 & !((2 << cell) - 1))
    }

    /// Returns the cells before this one, which is at most 80.
    #[inline]
    #[must_use]
    pub const fn before(self, cell: usize) -> Self {
        Self(self.0 & ((1 << cell) - 1))
    }

    /// Returns `true` if both sets share a cell.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns `true` if the set contains all cells of `other`.
    #[inline]
    #[must_use]
    pub const fn is_superset(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Returns an iterator over the cells in ascending order.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> CellIter {
        CellIter(self)
    }

    /// Returns the smallest cell.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<usize> {
        if self.0 == 0 {
            None
        } else {
            Some(self.0.trailing_zeros() as usize)
        }
    }
}

impl IntoIterator for CellSet81 {
    type Item = usize;
    type IntoIter = CellIter;

    #[inline]
    fn into_iter(self) -> CellIter {
        CellIter(self)
    }
}

/// An iterator over the cells of a set in ascending order.
#[derive(Clone, Debug)]
pub struct CellIter(CellSet81);

impl Iterator for CellIter {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        // Two 64-bit halves are faster than 128-bit numbers.
        let (low, high) = (self.0.0 as u64, (self.0.0 >> 64) as u64);
        if low != 0 {
            self.0 = CellSet81(u128::from(low & (low - 1)) | u128::from(high) << 64);
            Some(low.trailing_zeros() as usize)
        } else if high != 0 {
            self.0 = CellSet81(u128::from(high & (high - 1)) << 64);
            Some(64 + high.trailing_zeros() as usize)
        } else {
            None
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for CellIter {}

impl FromIterator<usize> for CellSet81 {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        cells
            .into_iter()
            .fold(Self::EMPTY, |set, cell| set | Self::from_cell(cell))
    }
}

impl BitAnd for CellSet81 {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for CellSet81 {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for CellSet81 {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for CellSet81 {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// Returns the complement within the 81 cells.
impl Not for CellSet81 {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::ALL - self
    }
}

impl BitAndAssign for CellSet81 {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for CellSet81 {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Formats the set as `{r1c1 r9c9}`.
impl fmt::Debug for CellSet81 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (place, cell) in self.into_iter().enumerate() {
            write!(
                f,
                "{}r{}c{}",
                if place == 0 { "" } else { " " },
                cell / 9 + 1,
                cell % 9 + 1
            )?;
        }
        f.write_str("}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_contain_their_inserted_cells() {
        let mut set: CellSet81 = [80, 0, 40, 0].into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [0, 40, 80]);
        assert_eq!(format!("{set:?}"), "{r1c1 r5c5 r9c9}");
        set.remove(40);
        assert!(set.len() == 2 && !set.contains(40) && set.contains(80) && !set.contains(200));
        assert_eq!((!set).len(), 79);
        assert!(
            (!set).is_superset(CellSet81::from_cell(40))
                && !set.intersects(!set)
                && (CellSet81::ALL - CellSet81::ALL).is_empty()
        );
        assert_eq!(CellSet81::from_cell(81), CellSet81::EMPTY);
        assert_eq!(CellSet81::from_bits(u128::MAX), CellSet81::ALL);
    }

    #[test]
    fn the_methods_agree_with_lists_of_cells() {
        let of = |keep: &dyn Fn(usize) -> bool| (0..81).filter(|cell| keep(*cell)).collect();
        let sets: [CellSet81; 5] = [
            CellSet81::EMPTY,
            CellSet81::ALL,
            of(&|cell| cell % 3 == 0),
            of(&|cell| cell > 60),
            of(&|cell| cell == 63 || cell == 64),
        ];
        for one in sets {
            let cells: Vec<usize> = of_bits(one);
            assert_eq!(one.iter().collect::<Vec<_>>(), cells);
            assert_eq!(one.iter().len(), cells.len());
            assert_eq!(
                (one.first(), one.has_two()),
                (cells.first().copied(), cells.len() > 1)
            );
            for other in sets {
                assert_eq!(
                    one.and(other),
                    of(&|cell| one.contains(cell) && other.contains(cell))
                );
                assert_eq!(
                    one.or(other),
                    of(&|cell| one.contains(cell) || other.contains(cell))
                );
                assert_eq!(
                    one.without(other),
                    of(&|cell| one.contains(cell) && !other.contains(cell))
                );
                assert_eq!(
                    [one & other, one | other, one - other],
                    [one.and(other), one.or(other), one.without(other)]
                );
            }
            for cell in 0..81 {
                assert_eq!(
                    one.before(cell),
                    of(&|other| one.contains(other) && other < cell)
                );
                assert_eq!(
                    one.after(cell),
                    of(&|other| one.contains(other) && other > cell)
                );
            }
        }
    }

    /// Returns the cells, by reading bit after bit.
    fn of_bits(set: CellSet81) -> Vec<usize> {
        (0..81).filter(|cell| set.bits() >> cell & 1 == 1).collect()
    }

    #[test]
    fn mask_keeps_the_clues_of_a_puzzle() {
        let mut puzzle = [0; 81];
        (puzzle[3], puzzle[77]) = (9, 1);
        let clues = CellSet81::from_clues(&puzzle);
        assert_eq!(clues.into_iter().collect::<Vec<_>>(), [3, 77]);
        assert_eq!(clues.mask(&puzzle), puzzle);
        assert_eq!((clues ^ CellSet81::from_cell(3)).mask(&puzzle)[3], 0);
    }
}
