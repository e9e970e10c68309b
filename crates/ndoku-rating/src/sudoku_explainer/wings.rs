//! XY-Wing and XYZ-Wing.

use super::grid::CandidateGrid;
use super::hint::{RatedHint, Removals, SeTechnique};
use super::tables::PEERS;
use ndoku_core::CellSet81;

/// Finds an XY-Wing, rated 4.2, or an XYZ-Wing, rated 4.4.
pub(super) fn wing(grid: &CandidateGrid, with_z: bool) -> Option<RatedHint> {
    let (technique, rating) = if with_z {
        (SeTechnique::XyzWing, 4.4)
    } else {
        (SeTechnique::XyWing, 4.2)
    };
    let size = if with_z { 3 } else { 2 };
    let mut pairs = CellSet81::EMPTY;
    (0..81)
        .filter(|cell| grid.count(*cell) == 2)
        .for_each(|cell| pairs.insert(cell));
    for pivot in (0..81).filter(|cell| grid.count(*cell) == size) {
        let own = grid.cells[pivot];
        let pincers = PEERS[pivot].and(pairs);
        for one in pincers {
            if (own & !grid.cells[one]).count_ones() != 1 {
                continue;
            }
            for other in pincers.without(CellSet81::from_cell(one)) {
                let (a, b) = (grid.cells[one], grid.cells[other]);
                if (own | a | b).count_ones() != 3
                    || (own & a & b).count_ones() != u32::from(with_z)
                {
                    continue;
                }
                let digit = a & b;
                let mut seen = PEERS[one]
                    .and(PEERS[other])
                    .without(CellSet81::from_cell(pivot));
                if with_z {
                    seen = seen.and(PEERS[pivot]);
                }
                let mut removals = Removals::default();
                seen.iter().for_each(|cell| removals.add(grid, cell, digit));
                if let Some(hint) = RatedHint::removing(technique, rating, removals) {
                    return Some(hint);
                }
            }
        }
    }
    None
}
