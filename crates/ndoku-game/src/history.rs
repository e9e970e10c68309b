//! `History`: all moves of a game, for undo and redo. A move is the change of one key or click, in
//! any number of cells.
//!
//! ```text
//! move 1   move 2   move 3 ┆ move 4   move 5
//!                          ┆ undone; the next new move discards them
//! ```

use crate::grid::{CellState, PlayerGrid};

/// The change of a move in one cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The number of the cell, row by row from 0.
    pub cell: usize,
    /// The state before the move.
    pub before: CellState,
    /// The state after the move.
    pub after: CellState,
}

/// The moves of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    moves: Vec<Vec<Change>>,
    done: usize,
}

impl History {
    /// Returns all moves in order, with the undone ones at the end.
    #[must_use]
    pub fn moves(&self) -> &[Vec<Change>] {
        &self.moves
    }

    /// Returns the number of moves that are in effect.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the number of undone moves.
    #[must_use]
    pub fn undone(&self) -> usize {
        self.moves.len() - self.done
    }

    /// Applies a move: sets the states of cells. Ignores unchanged cells. Returns `true` if a cell
    /// changed.
    pub(crate) fn apply(
        &mut self,
        grid: &mut PlayerGrid,
        cells: impl IntoIterator<Item = (usize, CellState)>,
    ) -> bool {
        let mut changes: Vec<Change> = Vec::new();
        for (cell, after) in cells {
            let before = grid.get(cell);
            grid.set(cell, after);
            // A repeated cell keeps its state before the move.
            match changes.iter_mut().find(|change| change.cell == cell) {
                Some(change) => change.after = after,
                None => changes.push(Change {
                    cell,
                    before,
                    after,
                }),
            }
        }
        changes.retain(|change| change.before != change.after);
        if changes.is_empty() {
            return false;
        }
        // The order does not depend on the order of the input.
        changes.sort_unstable_by_key(|change| change.cell);
        self.moves.truncate(self.done);
        self.moves.push(changes);
        self.done += 1;
        true
    }

    /// Undoes the last move, and returns its changes.
    pub(crate) fn undo(&mut self, grid: &mut PlayerGrid) -> Option<&[Change]> {
        let last = self.done.checked_sub(1)?;
        let changes = self.moves.get(last)?;
        changes
            .iter()
            .for_each(|change| grid.set(change.cell, change.before));
        self.done = last;
        Some(changes)
    }

    /// Redoes the last undone move, and returns its changes.
    pub(crate) fn redo(&mut self, grid: &mut PlayerGrid) -> Option<&[Change]> {
        let changes = self.moves.get(self.done)?;
        changes
            .iter()
            .for_each(|change| grid.set(change.cell, change.after));
        self.done += 1;
        Some(changes)
    }

    /// Undoes the last move and removes it from the history.
    pub(crate) fn retract(&mut self, grid: &mut PlayerGrid) {
        if self.undo(grid).is_some() {
            self.moves.truncate(self.done);
        }
    }
}

#[cfg(test)]
mod tests {
    use ndoku::Digit;
    use proptest::prelude::*;

    use super::*;

    fn state(digit: u8) -> CellState {
        CellState {
            digit: Digit::new(digit),
            ..CellState::default()
        }
    }

    #[test]
    fn unchanged_cells_make_no_move() {
        let (mut grid, mut history) = (PlayerGrid::empty(4), History::default());
        assert!(
            !history.apply(&mut grid, [(0, state(0)), (9, state(1))])
                || grid.get(9) == CellState::default()
        );
        assert!(!history.apply(&mut grid, [(1, state(2)), (1, state(0))]));
        assert!(history.apply(&mut grid, [(1, state(2)), (1, state(3))]));
        assert_eq!(
            (history.undo(&mut grid).map(<[Change]>::len), grid),
            (Some(1), PlayerGrid::empty(4))
        );
    }

    proptest! {
        /// Compares with a list of copies of the grid, one per move.
        #[test]
        fn history_matches_a_stack_of_copies(steps in prop::collection::vec((0..4_u8, prop::collection::vec((0..6_usize, 0..3_u8), 1..4)), 0..60)) {
            let (mut grid, mut history) = (PlayerGrid::empty(6), History::default());
            let (mut copies, mut at) = (vec![grid.clone()], 0);
            for (what, cells) in steps {
                match what {
                    0 => {
                        let undone = history.undo(&mut grid).is_some();
                        prop_assert_eq!(undone, at > 0);
                        at -= usize::from(undone);
                    }
                    1 => {
                        let redone = history.redo(&mut grid).is_some();
                        prop_assert_eq!(redone, at + 1 < copies.len());
                        at += usize::from(redone);
                    }
                    _ => {
                        let mut next = grid.clone();
                        cells.iter().for_each(|(cell, digit)| next.set(*cell, state(*digit)));
                        let made = history.apply(&mut grid, cells.iter().map(|(cell, digit)| (*cell, state(*digit))));
                        prop_assert_eq!(made, next != copies[at]);
                        if made {
                            copies.truncate(at + 1);
                            copies.push(next);
                            at += 1;
                        }
                    }
                }
                prop_assert_eq!(&grid, &copies[at]);
                prop_assert_eq!((history.done(), history.undone()), (at, copies.len() - 1 - at));
            }
        }
    }
}
