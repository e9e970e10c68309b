//! The cells that one move changes.

use std::collections::BTreeMap;

use ndoku::{Candidate, Puzzle};

use crate::candidates;
use crate::grid::{CellState, PlayerGrid};

/// The new states of the cells of a move.
pub(super) struct Edit<'g> {
    grid: &'g PlayerGrid,
    pub(super) cells: BTreeMap<usize, CellState>,
}

impl<'g> Edit<'g> {
    pub(super) fn new(grid: &'g PlayerGrid) -> Self {
        Self {
            grid,
            cells: BTreeMap::new(),
        }
    }

    pub(super) fn cell_mut(&mut self, index: usize) -> &mut CellState {
        self.cells
            .entry(index)
            .or_insert_with(|| self.grid.get(index))
    }

    /// Removes the marks for a digit from all cells that see it.
    pub(super) fn remove_marks(&mut self, puzzle: &Puzzle, placed: Candidate) {
        let layout = puzzle.layout();
        candidates::for_each_peer_candidate(layout, placed, &mut |seen| {
            let cell = self.cell_mut(layout.index(seen.cell));
            cell.center.remove(seen.digit);
            cell.corner.remove(seen.digit);
        });
    }
}
