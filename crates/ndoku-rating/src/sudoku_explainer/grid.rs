//! The grid of Sukaku Explainer: candidates by cell and positions by region, always consistent.

use super::tables::{CELLS, POSITIONS, REGIONS, count, members};
use ndoku_core::CellSet81;

/// The candidates of a 9×9 grid. Digits are 0 to 8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CandidateGrid {
    /// The candidates of each cell, empty if it is filled.
    pub cells: [u16; 81],
    /// The positions of the candidates of each digit in each region.
    pub places: [[u16; 9]; 27],
    /// The cells with each digit as a candidate.
    pub having: [CellSet81; 9],
    /// The number of open cells of each region.
    pub open: [u8; 27],
    /// The digit of each cell, or `OPEN`.
    pub digits: [u8; 81],
    /// The number of open cells.
    pub left: u8,
}

/// The value for an open cell.
pub(super) const OPEN: u8 = 9;

impl CandidateGrid {
    /// Returns an empty grid.
    pub(super) const fn open() -> Self {
        Self {
            cells: [0x1ff; 81],
            places: [[0x1ff; 9]; 27],
            having: [CellSet81::ALL; 9],
            open: [9; 27],
            digits: [OPEN; 81],
            left: 81,
        }
    }

    /// Returns the grid of these clues, 0 for a cell without a clue.
    pub(super) fn new(clues: &[u8; 81]) -> Self {
        let mut grid = Self::open();
        for (cell, clue) in clues.iter().enumerate() {
            if let Some(digit @ 0..9) = clue.checked_sub(1) {
                grid.place(cell, usize::from(digit));
            }
        }
        grid
    }

    /// Removes a candidate, if it is there.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        self.having[digit] = self.having[digit].without(CellSet81::from_cell(cell));
        for (region, position) in REGIONS[cell].into_iter().zip(POSITIONS[cell]) {
            self.places[usize::from(region)][digit] &= !(1 << position);
        }
    }

    /// Fills a cell: removes its candidates, and the digit from its peers.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        for other in members(self.cells[cell]) {
            self.remove(cell, other);
        }
        for region in REGIONS[cell] {
            let region = usize::from(region);
            for position in members(self.places[region][digit]) {
                self.remove(usize::from(CELLS[region][position]), digit);
            }
            self.open[region] -= u8::from(self.digits[cell] == OPEN);
        }
        self.left -= u8::from(self.digits[cell] == OPEN);
        self.digits[cell] = digit as u8;
    }

    pub(super) const fn has(&self, cell: usize, digit: usize) -> bool {
        self.cells[cell] >> digit & 1 == 1
    }

    pub(super) const fn count(&self, cell: usize) -> usize {
        count(self.cells[cell])
    }
}

/// Returns the last grids of the rated puzzles, the hardest first.
#[cfg(test)]
pub(super) fn hard_grids(count: usize) -> impl Iterator<Item = CandidateGrid> {
    let puzzles = include_str!("../../testdata/rating/puzzles.txt");
    puzzles.lines().rev().take(count).map(grid_of)
}

/// Returns the grid of a line that begins with 81 clues.
#[cfg(test)]
pub(super) fn grid_of(line: &str) -> CandidateGrid {
    let mut clues = [0; 81];
    clues.iter_mut().zip(line.bytes()).for_each(|(clue, byte)| {
        *clue = byte.saturating_sub(b'0').min(9) * u8::from(byte != b'.');
    });
    CandidateGrid::new(&clues)
}

/// Returns the grids of [`hard_grids`] after all steps up to 4.0.
#[cfg(test)]
pub(super) fn closed_hard_grids(count: usize) -> impl Iterator<Item = CandidateGrid> {
    hard_grids(count).map(|mut grid| {
        super::closure::close(&mut grid);
        grid
    })
}
