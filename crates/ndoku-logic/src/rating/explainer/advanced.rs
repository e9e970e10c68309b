//! Patterns inside of chains: what goes from the grid once what is off is gone from it.
//!
//! Only what would not go without the assumption counts: a pattern has parents, the candidates that had to go before it was there.

use super::grid::Grid;
use super::hint::Removals;
use super::run::Run;
use super::sets::{self, Fish, Lock};
use super::tables::{CELLS, members};

/// Candidates that go, and the nodes of a run from which that follows.
pub(super) struct Found {
    pub removals: Removals,
    pub parents: Vec<u32>,
}

/// What the first of the rules that finds something finds: pointing and claiming, hidden pairs, naked pairs, X-Wings.
pub(super) fn patterns(run: &Run, src: &Grid, grid: &Grid) -> Vec<Found> {
    let mut found = Vec::new();
    let gone = |cell: usize, digits: u16, parents: &mut Vec<u32>| {
        for digit in members(src.cells[cell] & !grid.cells[cell] & digits) {
            if let Some(node) = run.off.node(cell * 9 + digit)
                && !parents.contains(&node)
            {
                parents.push(node);
            }
        }
    };
    let mut keep = |removals: Removals, parents: Vec<u32>| {
        if !parents.is_empty() {
            found.push(Found { removals, parents });
        }
        None::<()>
    };
    sets::locked(grid, &mut |lock: Lock| {
        let removals = lock.removals(grid);
        if removals.is_empty() {
            return None;
        }
        let mut parents = Vec::new();
        for position in members(0x1ff & !lock.shared) {
            gone(usize::from(CELLS[lock.base][position]), 1 << lock.digit, &mut parents);
        }
        keep(removals, parents)
    });
    if !found.is_empty() {
        return found;
    }
    let mut keep = |removals: Removals, parents: Vec<u32>| {
        if !parents.is_empty() {
            found.push(Found { removals, parents });
        }
        None::<()>
    };
    sets::hidden_sets(grid, 2, &mut |region, digits, positions| {
        let removals = sets::hidden_removals(grid, region, digits, positions);
        if removals.is_empty() {
            return None;
        }
        let mut parents = Vec::new();
        for position in members(0x1ff & !positions) {
            gone(usize::from(CELLS[region][position]), digits, &mut parents);
        }
        keep(removals, parents)
    });
    if !found.is_empty() {
        return found;
    }
    let mut keep = |removals: Removals, parents: Vec<u32>| {
        if !parents.is_empty() {
            found.push(Found { removals, parents });
        }
        None::<()>
    };
    sets::naked_sets(grid, 2, &mut |region, positions, digits| {
        let removals = sets::naked_removals(grid, region, positions, digits);
        if removals.is_empty() {
            return None;
        }
        let mut parents = Vec::new();
        for position in members(positions) {
            gone(usize::from(CELLS[region][position]), !digits, &mut parents);
        }
        keep(removals, parents)
    });
    if !found.is_empty() {
        return found;
    }
    let mut keep = |removals: Removals, parents: Vec<u32>| {
        if !parents.is_empty() {
            found.push(Found { removals, parents });
        }
        None::<()>
    };
    sets::fish(grid, 2, &mut |fish: Fish| {
        let removals = fish.removals(grid);
        if removals.is_empty() {
            return None;
        }
        let mut parents = Vec::new();
        for line in members(fish.lines) {
            for position in members(0x1ff & !fish.covers) {
                gone(usize::from(CELLS[fish.base + line][position]), 1 << fish.digit, &mut parents);
            }
        }
        keep(removals, parents)
    });
    found
}

/// The candidates of a hint in the order in which the scale meets them: those of a hash table with 16 places, or 32 if there are more than 12 cells.
pub(super) fn in_hash_order(removals: &Removals) -> Vec<(usize, u16)> {
    let places = if removals.0.len() > 12 { 32 } else { 16 };
    let mut cells: Vec<(usize, u16)> = removals.0.iter().map(|(cell, digits)| (usize::from(*cell), *digits)).collect();
    cells.sort_by_key(|(cell, _)| cell % places);
    cells
}
