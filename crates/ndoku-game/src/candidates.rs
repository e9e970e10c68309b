//! The remaining candidates according to the grid of the player.
//!
//! A digit is a candidate of an open cell under three conditions:
//!
//! - The puzzle allows it.
//! - No digit that the cell sees rules it out.
//! - It was not removed.
//!
//! Center marks are notes at first. Once every open cell has some, they count as candidates, and
//! unmarked digits are ruled out.

use ndoku::{Board, Candidate, Digit, DigitSet, Layout, Puzzle};

use crate::grid::PlayerGrid;

/// Returns the digits of a grid: the clues and the digits of the player.
pub(crate) fn digits(puzzle: &Puzzle, grid: &PlayerGrid) -> Vec<Option<Digit>> {
    puzzle
        .clues()
        .iter()
        .zip(grid.cells())
        .map(|(clue, cell)| clue.or(cell.digit))
        .collect()
}

/// Returns the candidates of every open cell, row by row, according to the digits only. Other
/// cells have none.
pub(crate) fn from_digits(puzzle: &Puzzle, grid: &PlayerGrid) -> Vec<DigitSet> {
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

/// Returns `true` if every open cell has center marks, so that they count as candidates.
pub(crate) fn is_every_blank_cell_marked(puzzle: &Puzzle, grid: &PlayerGrid) -> bool {
    let mut blank = puzzle
        .clues()
        .iter()
        .zip(grid.cells())
        .filter(|(clue, cell)| clue.is_none() && cell.digit.is_none())
        .peekable();
    blank.peek().is_some() && blank.all(|(_, cell)| !cell.center.is_empty())
}

/// Returns the candidates of a cell that the player has ruled out, in addition to those that digits
/// rule out. If `are_marks_candidates` is `true`, unmarked digits are ruled out.
pub(crate) fn ruled_out(grid: &PlayerGrid, index: usize, are_marks_candidates: bool) -> DigitSet {
    let cell = grid.get(index);
    if are_marks_candidates {
        cell.removed | !cell.center
    } else {
        cell.removed
    }
}

/// Calls `each` for every candidate that conflicts with this one: the same digit in the peers, and
/// the weak links of constraints. May report a candidate twice.
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
