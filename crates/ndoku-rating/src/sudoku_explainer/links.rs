//! Strong and weak links between the candidates of a grid, as lists in the order of Sukaku
//! Explainer and as sets.
//!
//! ```text
//! on  ─ weak ──▶ off    the other candidates of the cell,
//!                       the digit in the other cells of block, row and column
//! off ─ strong ▶ on     the other one of two candidates of the cell,
//!                       the other one of two places of the digit in block, row or column
//! ```

use ndoku_core::BitSet;

use super::grid::CandidateGrid;
use super::tables::{CELLS, POSITIONS, REGIONS, members};

/// A set of candidates, by their numbers in a [`CandidateNumbering`].
pub(super) type CandidateSet<const W: usize> = BitSet<W>;

/// The kinds of links that a search follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct LinkKinds {
    /// `true` for links in regions.
    pub in_regions: bool,
    /// `true` for links in cells.
    pub in_cells: bool,
}

/// The candidates of a grid, numbered from 0 by cell and digit.
#[derive(Debug)]
pub(super) struct CandidateNumbering {
    list: Vec<(u8, u8)>,
    numbers: [[u16; 9]; 81],
}

impl CandidateNumbering {
    pub(super) fn new(grid: &CandidateGrid) -> Self {
        let mut list = Vec::with_capacity(256);
        let mut numbers = [[u16::MAX; 9]; 81];
        for (cell, candidates) in grid.cells.iter().enumerate() {
            for digit in members(*candidates) {
                numbers[cell][digit] = list.len() as u16;
                list.push((cell as u8, digit as u8));
            }
        }
        Self { list, numbers }
    }

    pub(super) const fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the cell and digit of a number.
    pub(super) fn at(&self, number: usize) -> (usize, usize) {
        let (cell, digit) = self.list[number];
        (usize::from(cell), usize::from(digit))
    }

    /// Returns the number of a candidate that the grid has.
    pub(super) fn number(&self, cell: usize, digit: usize) -> usize {
        usize::from(self.numbers[cell][digit])
    }
}

/// Calls `call` with the candidates that this one excludes, in order.
pub(super) fn for_each_weak_link(
    grid: &CandidateGrid,
    (cell, digit): (usize, usize),
    kinds: LinkKinds,
    mut call: impl FnMut(usize, usize),
) {
    if kinds.in_cells {
        members(grid.cells[cell] & !(1 << digit)).for_each(|other| call(cell, other));
    }
    let [block, row, column] = REGIONS[cell].map(usize::from);
    let [in_block, in_row, in_column] = POSITIONS[cell];
    for position in members(grid.places[block][digit] & !(1 << in_block)) {
        call(usize::from(CELLS[block][position]), digit);
    }
    // Cells of the block are already listed.
    for position in members(grid.places[row][digit] & !(0b111 << (in_row / 3 * 3))) {
        call(usize::from(CELLS[row][position]), digit);
    }
    for position in members(grid.places[column][digit] & !(0b111 << (in_column / 3 * 3))) {
        call(usize::from(CELLS[column][position]), digit);
    }
}
