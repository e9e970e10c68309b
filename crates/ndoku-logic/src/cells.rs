//! `CellSet`: a set of cells of one layout, by index. Sets of up to 256 cells (16×16) need no heap
//! memory.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use smallvec::SmallVec;

/// A set of cells. A cell is its index in the layout, counted from 0 row by row. Operations need
/// two sets of the same layout.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet {
    words: SmallVec<[u64; 4]>,
}

impl CellSet {
    /// Returns the empty set for a layout with this number of cells.
    #[must_use]
    pub fn new(cells: usize) -> Self {
        Self {
            words: SmallVec::from_elem(0, cells.div_ceil(64)),
        }
    }

    /// Returns a set of these members for a layout with this number of cells.
    #[must_use]
    pub fn from_cells(cells: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::new(cells);
        members.into_iter().for_each(|cell| set.insert(cell));
        set
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: usize) {
        self.words[cell / 64] |= 1 << (cell % 64);
    }

    /// Removes a cell.
    pub fn remove(&mut self, cell: usize) {
        self.words[cell / 64] &= !(1 << (cell % 64));
    }

    /// Returns whether the set contains the cell.
    #[must_use]
    pub fn contains(&self, cell: usize) -> bool {
        self.words[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Returns whether the sets have a cell in common.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Returns whether all cells are in the other set too.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words
            .iter()
            .zip(&other.words)
            .all(|(a, b)| a & !b == 0)
    }

    /// Returns the first cell.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Returns the cell, if there is exactly one.
    #[must_use]
    pub fn single(&self) -> Option<usize> {
        let mut cells = self.iter();
        cells.next().filter(|_| cells.next().is_none())
    }

    /// Returns the cells, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.words.iter().enumerate().flat_map(|(number, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let place = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(64 * number + place)
            })
        })
    }

    /// Removes the cells that are not in the other set.
    pub fn intersect_with(&mut self, other: &Self) {
        self.words
            .iter_mut()
            .zip(&other.words)
            .for_each(|(a, b)| *a &= b);
    }

    /// Adds the cells of the other set.
    pub fn union_with(&mut self, other: &Self) {
        self.words
            .iter_mut()
            .zip(&other.words)
            .for_each(|(a, b)| *a |= b);
    }

    /// Removes the cells of the other set.
    pub fn subtract(&mut self, other: &Self) {
        self.words
            .iter_mut()
            .zip(&other.words)
            .for_each(|(a, b)| *a &= !b);
    }
}

impl BitAnd for &CellSet {
    type Output = CellSet;

    fn bitand(self, other: Self) -> CellSet {
        let mut set = self.clone();
        set.intersect_with(other);
        set
    }
}

impl BitOr for &CellSet {
    type Output = CellSet;

    fn bitor(self, other: Self) -> CellSet {
        let mut set = self.clone();
        set.union_with(other);
        set
    }
}

impl Sub for &CellSet {
    type Output = CellSet;

    fn sub(self, other: Self) -> CellSet {
        let mut set = self.clone();
        set.subtract(other);
        set
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations_equal_their_definitions() {
        let (a, b) = (
            CellSet::from_cells(400, [0, 63, 64, 399]),
            CellSet::from_cells(400, [63, 200, 399]),
        );
        assert_eq!((&a & &b).iter().collect::<Vec<_>>(), [63, 399]);
        assert_eq!((&a | &b).len(), 5);
        assert_eq!((&a - &b).iter().collect::<Vec<_>>(), [0, 64]);
        assert!(a.intersects(&b) && !a.is_subset(&b) && (&a & &b).is_subset(&b));
        assert_eq!(
            (a.first(), a.single(), CellSet::from_cells(9, [7]).single()),
            (Some(0), None, Some(7))
        );
        assert!(CellSet::new(81).is_empty() && CellSet::new(81).first().is_none());
    }
}
