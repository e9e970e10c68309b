//! Unavoidable sets: cells of a grid that can be filled in another way, so that every puzzle with this solution has a clue in one of them.
//!
//! ```text
//!   1 · · | 2 · ·         2 · · | 1 · ·
//!   2 · · | 1 · ·   ─▶    1 · · | 2 · ·       four cells in two rows of a band: both ways are right
//! ```
//!
//! A set is *minimal* if no part of it is unavoidable. All minimal sets of a grid are out of reach, but those of few digits or few cells are not, and they tell most: a puzzle has
//! one solution if and only if it has a clue in every unavoidable set, and where sets have no cell in common, as many clues are needed ([`bounds`], [`hitting_set`]).
//!
//! | | sets of a random grid | time for them |
//! |---|---|---|
//! | [`sets_of_digits`] 4 | 10,000 | 7 ms |
//! | [`sets_of_cells`] 12 | 300 | 2 ms |

pub mod bounds;
mod digits;
pub mod hitting_set;
mod small;

use crate::CellSet81;
use crate::transformation::Grid;

/// Sets of cells as bits.
type Sets = Vec<u128>;

/// The most digits that [`sets_of_digits`] takes: five of them make some 300,000 sets and take some seconds.
pub const MAX_DIGITS: usize = 5;

/// The most cells that [`sets_of_cells`] takes.
pub const MAX_CELLS: usize = small::MAX_CELLS;

/// All minimal unavoidable sets of a full grid that hold at most so many different digits, however many cells they have: smallest first, then by their cells.
/// More than [`MAX_DIGITS`] are taken as so many.
///
/// `None` if it is not a full valid grid. Grids with many automorphisms have more sets and take longer.
///
/// ```
/// use ndoku_generate::unavoidable;
///
/// let grid = *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let sets = unavoidable::sets_of_digits(&grid.map(|digit| digit - b'0'), 2).unwrap();
/// assert_eq!(format!("{:?}", sets[0]), "{r1c4 r1c5 r4c4 r4c5}");
/// ```
#[must_use]
pub fn sets_of_digits(grid: &Grid, most: usize) -> Option<Vec<CellSet81>> {
    is_full(grid).then(|| sort_by_size(digits::sets(grid, most.min(MAX_DIGITS))))
}

/// All minimal unavoidable sets of a full grid with at most so many cells, whatever their digits, in the same order. More than [`MAX_CELLS`] are taken as so
/// many.
///
/// `None` if it is not a full valid grid.
#[must_use]
pub fn sets_of_cells(grid: &Grid, most: usize) -> Option<Vec<CellSet81>> {
    is_full(grid).then(|| sort_by_size(retain_minimal(small::candidates(grid, most))))
}

/// Whether each row, column and box has each digit.
fn is_full(grid: &Grid) -> bool {
    let mut seen = [[0_u16; 9]; 3];
    for (cell, digit) in grid.iter().enumerate().filter(|(_, digit)| **digit <= 9) {
        let (row, column) = (cell / 9, cell % 9);
        seen[0][row] |= 1 << digit;
        seen[1][column] |= 1 << digit;
        seen[2][row / 3 * 3 + column / 3] |= 1 << digit;
    }
    seen.iter().flatten().all(|digits| *digits == 0x3fe)
}

/// Those that hold no other of them, each once.
fn retain_minimal(sets: Sets) -> Sets {
    let mut sized: Vec<_> = sets
        .into_iter()
        .map(|set| (set.count_ones(), set))
        .collect();
    sized.sort_unstable();
    sized.dedup();
    let mut kept = Sets::new();
    for (_, set) in sized {
        if !kept.iter().any(|other| other & !set == 0) {
            kept.push(set);
        }
    }
    kept
}

fn sort_by_size(sets: Sets) -> Vec<CellSet81> {
    let mut sized: Vec<_> = sets
        .into_iter()
        .map(|set| (set.count_ones(), set))
        .collect();
    sized.sort_unstable();
    sized
        .into_iter()
        .map(|(_, set)| CellSet81::from_bits(set))
        .collect()
}
