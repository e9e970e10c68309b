//! What can still go where, as the player's grid says it.
//!
//! A candidate of a blank cell is left if the puzzle allows it, no digit rules it out that the cell sees, and it was not removed. Center marks say more
//! only once every blank cell has some: then they are meant as candidates, and what is not marked is gone. Before that they are notes.

use ndoku::{Board, Candidate, Digit, DigitSet, Layout, Puzzle};

use crate::grid::Grid;

/// The digits of a grid: the clues and those of the player.
pub(crate) fn digits(puzzle: &Puzzle, grid: &Grid) -> Vec<Option<Digit>> {
    puzzle
        .clues()
        .iter()
        .zip(grid.cells())
        .map(|(clue, cell)| clue.or(cell.digit))
        .collect()
}

/// What the digits alone leave for every blank cell, row by row; nothing for the others.
pub(crate) fn from_digits(puzzle: &Puzzle, grid: &Grid) -> Vec<DigitSet> {
    let mut board = Board::with_clues_placed(puzzle);
    let layout = puzzle.layout();
    for (cell, state) in layout.cells().zip(grid.cells()) {
        if let (Some(digit), None) = (state.digit, puzzle.clue(cell)) {
            board.place(Candidate::new(cell, digit));
        }
    }
    layout
        .cells()
        .map(|cell| {
            if board.digit(cell).is_none() {
                board.candidates(cell)
            } else {
                DigitSet::EMPTY
            }
        })
        .collect()
}

/// Whether the center marks are candidates: every blank cell has some.
pub(crate) fn is_every_blank_cell_marked(puzzle: &Puzzle, grid: &Grid) -> bool {
    let mut blank = puzzle
        .clues()
        .iter()
        .zip(grid.cells())
        .filter(|(clue, cell)| clue.is_none() && cell.digit.is_none())
        .peekable();
    blank.peek().is_some() && blank.all(|(_, cell)| !cell.center.is_empty())
}

/// What the player has ruled out in a cell, besides what follows from digits.
pub(crate) fn ruled_out(grid: &Grid, index: usize, marked: bool) -> DigitSet {
    let cell = grid.get(index);
    if marked {
        cell.removed | !cell.center
    } else {
        cell.removed
    }
}

/// Calls `each` with the candidates that cannot be true beside this one: the same digit in the houses of its cell, and what constraints link. Some may come twice.
pub(crate) fn for_each_peer_candidate(
    layout: &Layout,
    from: Candidate,
    each: &mut dyn FnMut(Candidate),
) {
    for cell in layout.peers(from.cell) {
        each(Candidate::new(cell, from.digit));
    }
    for constraint in layout
        .constraints()
        .iter()
        .filter(|constraint| constraint.cells().contains(&from.cell))
    {
        constraint.weak_links(from, layout.size(), each);
    }
}
