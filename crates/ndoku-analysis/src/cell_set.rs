//! `CellSet81`: a set of cells of a 9×9 grid in one word.
//!
//! ```text
//!   bit 0 is r1c1, bit 8 is r1c9, bit 80 is r9c9
//! ```

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

/// A set of cells of a 9×9 grid. Cells have numbers from 0 to 80, row by row. Sets are ordered as
/// numbers, where the last cell is the most significant bit.
#[derive(Copy, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet81(u128);

impl CellSet81 {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all 81 cells.
    pub const ALL: Self = Self((1 << 81) - 1);

    /// Returns the set of one cell, or the empty set if the number is above 80.
    #[must_use]
    pub const fn from_cell(cell: usize) -> Self {
        if cell < 81 {
            Self(1 << cell)
        } else {
            Self::EMPTY
        }
    }

    /// Creates a set from its bits. Bits from 81 on are dropped.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns the cells as bits.
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
    pub fn insert(&mut self, cell: usize) {
        *self |= Self::from_cell(cell);
    }

    /// Removes a cell.
    pub fn remove(&mut self, cell: usize) {
        self.0 &= !Self::from_cell(cell).0;
    }

    /// Returns `true` if the set contains the cell.
    #[must_use]
    pub const fn contains(self, cell: usize) -> bool {
        self.0 & Self::from_cell(cell).0 != 0
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if both sets share a cell.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns `true` if the set contains all cells of `other`.
    #[must_use]
    pub const fn is_superset(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Returns an iterator over the cells in ascending order.
    #[must_use]
    pub const fn iter(self) -> CellIter {
        CellIter(self)
    }

    /// Returns the smallest cell.
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

    fn into_iter(self) -> CellIter {
        CellIter(self)
    }
}

/// An iterator over the cells of a set in ascending order.
#[derive(Clone, Debug)]
pub struct CellIter(CellSet81);

impl Iterator for CellIter {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let cell = self.0.first()?;
        self.0 = CellSet81(self.0.0 & (self.0.0 - 1));
        Some(cell)
    }

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

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for CellSet81 {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for CellSet81 {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for CellSet81 {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// Returns the complement within the 81 cells.
impl Not for CellSet81 {
    type Output = Self;

    fn not(self) -> Self {
        Self::ALL - self
    }
}

impl BitAndAssign for CellSet81 {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for CellSet81 {
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
