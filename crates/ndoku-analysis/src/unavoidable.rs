//! Unavoidable sets: cells of a grid that can be filled in another way. Every puzzle with this
//! solution has a clue in each unavoidable set.
//!
//! ```text
//!   1 · · | 2 · ·         2 · · | 1 · ·
//!   2 · · | 1 · ·   ─▶    1 · · | 2 · ·     four cells in two rows of a band, two fillings
//! ```
//!
//! A set is *minimal* if no proper subset is unavoidable. A grid has too many minimal sets to list,
//! but those of few digits or few cells can be listed and are the most useful ones. A puzzle has
//! one solution if and only if it has a clue in every unavoidable set. Disjoint sets need a clue
//! each ([`bounds`], [`hitting_set`]).
//!
//! | | sets of a random grid | time in ms |
//! |---|---|---|
//! | [`sets_of_digits`] 4 | 10,000 | 7 |
//! | [`sets_of_cells`] 12 | 300 | 2 |

pub mod bounds;
mod digits;
pub mod hitting_set;
mod small;

use crate::CellSet81;
use crate::transformation::Grid81;

/// Sets of cells as bits.
type CellSets = Vec<u128>;

/// Maximum number of digits for [`sets_of_digits`]. Five digits give about 300,000 sets in a few
/// seconds.
pub const MAX_DIGITS: usize = 5;

/// Maximum number of cells for [`sets_of_cells`].
pub const MAX_CELLS: usize = small::MAX_CELLS;

/// Returns all minimal unavoidable sets of a full grid with at most `most` different digits and any
/// number of cells, ordered by size and then by cells. `most` is limited to [`MAX_DIGITS`].
///
/// Returns `None` if it is not a full valid grid. Grids with many automorphisms have more sets and
/// take longer.
///
/// ```
/// use ndoku_analysis::unavoidable;
///
/// let text = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let sets = unavoidable::sets_of_digits(&text.map(|digit| digit - b'0'), 2).unwrap();
/// assert_eq!(format!("{:?}", sets[0]), "{r1c4 r1c5 r4c4 r4c5}");
/// ```
#[must_use]
pub fn sets_of_digits(grid: &Grid81, most: usize) -> Option<Vec<CellSet81>> {
    is_valid_solution(grid).then(|| sort_by_size(digits::sets(grid, most.min(MAX_DIGITS))))
}

/// Returns all minimal unavoidable sets of a full grid with at most `most` cells and any digits,
/// ordered by size and then by cells. `most` is limited to [`MAX_CELLS`].
///
/// Returns `None` if it is not a full valid grid.
#[must_use]
pub fn sets_of_cells(grid: &Grid81, most: usize) -> Option<Vec<CellSet81>> {
    is_valid_solution(grid).then(|| sort_by_size(retain_minimal(small::candidates(grid, most))))
}

/// Returns `true` if each row, column and box has each digit.
fn is_valid_solution(grid: &Grid81) -> bool {
    let mut seen = [[0_u16; 9]; 3];
    for (cell, digit) in grid.iter().enumerate().filter(|(_, digit)| **digit <= 9) {
        let (row, column) = (cell / 9, cell % 9);
        seen[0][row] |= 1 << digit;
        seen[1][column] |= 1 << digit;
        seen[2][row / 3 * 3 + column / 3] |= 1 << digit;
    }
    seen.iter().flatten().all(|digits| *digits == 0x3fe)
}

/// Returns the sets that contain no other one, without duplicates.
fn retain_minimal(sets: CellSets) -> CellSets {
    let mut sized: Vec<_> = sets
        .into_iter()
        .map(|set| (set.count_ones(), set))
        .collect();
    sized.sort_unstable();
    sized.dedup();
    let mut kept = CellSets::new();
    for (_, set) in sized {
        if !kept.iter().any(|other| other & !set == 0) {
            kept.push(set);
        }
    }
    kept
}

fn sort_by_size(sets: CellSets) -> Vec<CellSet81> {
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
