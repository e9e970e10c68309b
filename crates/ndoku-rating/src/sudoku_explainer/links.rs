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
use super::tables::{CELLS, POSITIONS, REGIONS, count, members};

/// A set of candidates. Its user defines their numbers.
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

/// The strong links of a grid.
pub(super) struct StrongLinks {
    /// The candidates of each cell that have strong links.
    pub digits: [u16; 81],
    /// The regions and digits with two places.
    pub in_regions: Vec<(u8, u8)>,
    /// The number of candidates with strong links.
    pub count: usize,
}

impl StrongLinks {
    pub(super) fn new(grid: &CandidateGrid) -> Self {
        let mut digits = grid
            .cells
            .map(|digits| if is_pair(digits) { digits } else { 0 });
        let mut in_regions = Vec::with_capacity(128);
        // Few places are pairs, so eight are tested at once.
        let mut pairs = [0; 27 * 9 + 5];
        for (pair, places) in pairs.iter_mut().zip(grid.places.as_flattened()) {
            *pair = u8::from(is_pair(*places));
        }
        for (first, pairs) in (0..).step_by(8).zip(pairs.as_chunks().0) {
            let mut rest = u64::from_le_bytes(*pairs);
            while rest != 0 {
                let index = first + rest.trailing_zeros() as usize / 8;
                rest &= rest - 1;
                let (region, digit) = (index / 9, index % 9);
                in_regions.push((region as u8, digit as u8));
                for cell in ends(region, grid.places[region][digit]) {
                    digits[cell] |= 1 << digit;
                }
            }
        }
        let count = digits.iter().map(|digits| count(*digits)).sum();
        Self {
            digits,
            in_regions,
            count,
        }
    }
}

/// Returns whether a set has two members.
#[inline]
pub(super) const fn is_pair(set: u16) -> bool {
    let rest = set & set.wrapping_sub(1);
    (rest != 0) & (rest & rest.wrapping_sub(1) == 0)
}

/// Returns the cells of the first and the last of these positions of a region.
pub(super) fn ends(region: usize, positions: u16) -> [usize; 2] {
    [positions.trailing_zeros(), positions.ilog2()]
        .map(|position| usize::from(CELLS[region][position as usize]))
}

/// Unions of sets that belong to candidates: over each cell, and over each digit in each region.
pub(super) struct HouseUnions<const W: usize> {
    cells: [BitSet<W>; 81],
    /// By region and digit.
    regions: [[BitSet<W>; 9]; 27],
}

impl<const W: usize> HouseUnions<W> {
    pub(super) fn new() -> Self {
        Self {
            cells: [BitSet::EMPTY; 81],
            regions: [[BitSet::EMPTY; 9]; 27],
        }
    }

    /// Changes the unions over the cell and the regions of a candidate.
    fn update(&mut self, (cell, digit): (usize, usize), change: impl Fn(&mut BitSet<W>)) {
        change(&mut self.cells[cell]);
        for region in REGIONS[cell] {
            change(&mut self.regions[usize::from(region)][digit]);
        }
    }

    /// Adds the set of a candidate.
    pub(super) fn add(&mut self, at: (usize, usize), set: &BitSet<W>) {
        self.update(at, |union| union.union_with(set));
    }

    /// Adds the set of one number to that of a candidate.
    pub(super) fn insert(&mut self, at: (usize, usize), number: usize) {
        self.update(at, |union| union.insert(number));
    }

    /// Returns the unions for the candidates of a cell.
    pub(super) fn of_cell(&self, cell: usize) -> CellUnions<'_, W> {
        CellUnions {
            own: &self.cells[cell],
            regions: REGIONS[cell].map(|region| &self.regions[usize::from(region)]),
        }
    }
}

/// The unions for the candidates of one cell.
pub(super) struct CellUnions<'a, const W: usize> {
    own: &'a BitSet<W>,
    /// Those of its block, row and column, by digit.
    regions: [&'a [BitSet<W>; 9]; 3],
}

impl<const W: usize> CellUnions<'_, W> {
    /// Returns the union over the regions of a candidate.
    #[inline(always)]
    pub(super) fn in_regions(&self, digit: usize) -> BitSet<W> {
        let [block, row, column] = self.regions;
        let mut all = block[digit];
        all.union_with(&row[digit]);
        all.union_with(&column[digit]);
        all
    }

    /// Returns the union over the cell and the regions of a candidate.
    #[inline(always)]
    pub(super) fn around(&self, digit: usize) -> BitSet<W> {
        let mut all = self.in_regions(digit);
        all.union_with(self.own);
        all
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

/// Returns which candidates are off, and which are on, if this candidate is on or off. Follows the
/// links one by one.
#[cfg(test)]
pub(super) fn naive_implications(grid: &CandidateGrid, at: usize, on: bool) -> [Vec<bool>; 2] {
    let all = LinkKinds {
        in_regions: true,
        in_cells: true,
    };
    let mut reached = [vec![false; 729], vec![false; 729]];
    let mut open = vec![(at, on)];
    while let Some((at, on)) = open.pop() {
        let (cell, digit) = (at / 9, at % 9);
        let mut next = Vec::new();
        for_each_weak_link(grid, (cell, digit), all, |cell, digit| {
            next.push(cell * 9 + digit);
        });
        if !on {
            next.retain(|other| {
                let other_cell = other / 9;
                if other_cell == cell {
                    return grid.count(cell) == 2;
                }
                (0..3).any(|kind| {
                    let region = REGIONS[cell][kind];
                    region == REGIONS[other_cell][kind]
                        && grid.places[usize::from(region)][digit].count_ones() == 2
                })
            });
        }
        for at in next {
            let is_new = !std::mem::replace(&mut reached[usize::from(!on)][at], true);
            if is_new {
                open.push((at, !on));
            }
        }
    }
    reached
}
