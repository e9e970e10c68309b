//! The type [`Board`]: the candidates of a puzzle during logical solving.

use crate::constraint::Candidates;
use crate::{Candidate, Cell, Digit, DigitSet, Layout, Puzzle};

/// The working state of a puzzle: the candidates of each cell, and the decided cells.
///
/// A cell is *decided* if it has a clue or [`place`](Self::place) put a digit there. A single
/// candidate alone does not decide a cell, since a person has to notice it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    layout: Layout,
    candidates: Box<[DigitSet]>,
    digits: Box<[Option<Digit>]>,
}

impl Board {
    /// Creates a board on which every digit is possible everywhere.
    #[must_use]
    pub fn empty(layout: &Layout) -> Self {
        Self {
            layout: layout.clone(),
            candidates: vec![DigitSet::full(layout.size()); layout.cell_count()].into(),
            digits: vec![None; layout.cell_count()].into(),
        }
    }

    /// Creates a board with the clues and pencilmarks of a puzzle.
    ///
    /// Clues are decided. Their digits stay candidates of the cells that see them.
    #[must_use]
    pub fn from_puzzle(puzzle: &Puzzle) -> Self {
        let layout = puzzle.layout();
        Self {
            layout: layout.clone(),
            candidates: layout.cells().map(|cell| puzzle.candidates(cell)).collect(),
            digits: puzzle.clues().into(),
        }
    }

    /// Creates a board and places the clues of a puzzle one after the other. No cell keeps a
    /// candidate that a clue excludes.
    #[must_use]
    pub fn with_clues_placed(puzzle: &Puzzle) -> Self {
        let mut board = Self::from_puzzle(puzzle);
        for (cell, clue) in puzzle.layout().cells().zip(puzzle.clues()) {
            if let Some(digit) = clue {
                board.remove_from_peers(Candidate::new(cell, *digit));
            }
        }
        board
    }

    /// Returns a puzzle without clues. Its pencilmarks are the candidates and the decided digits.
    #[must_use]
    pub fn to_pencilmark_puzzle(&self) -> Puzzle {
        let cells = self.digits.iter().zip(&self.candidates);
        let marks: Vec<DigitSet> = cells
            .map(|(digit, candidates)| digit.map_or(*candidates, DigitSet::from_digit))
            .collect();
        let mut puzzle = Puzzle::empty(&self.layout);
        // There is one set for each cell of the layout, so this cannot fail.
        let _ = puzzle.set_pencilmarks(&marks);
        puzzle
    }

    /// Returns the layout.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the digits still possible in a cell.
    ///
    /// # Panics
    /// Panics if the cell is not in the grid.
    #[must_use]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        self.candidates[self.layout.index(cell)]
    }

    /// Returns the digit of a decided cell.
    ///
    /// # Panics
    /// Panics if the cell is not in the grid.
    #[must_use]
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        self.digits[self.layout.index(cell)]
    }

    /// Returns the decided digits row by row.
    #[must_use]
    pub fn digits(&self) -> &[Option<Digit>] {
        &self.digits
    }

    /// Returns the number of undecided cells.
    #[must_use]
    pub fn open_count(&self) -> usize {
        self.digits.iter().filter(|digit| digit.is_none()).count()
    }

    /// Returns the number of candidates in undecided cells.
    #[must_use]
    pub fn open_candidates(&self) -> usize {
        self.candidates
            .iter()
            .zip(&self.digits)
            .filter(|(_, digit)| digit.is_none())
            .map(|(set, _)| set.len())
            .sum()
    }

    /// Decides a cell and removes the candidates that the digit excludes by houses and weak links.
    ///
    /// Returns the number of candidates removed from other cells. A digit that is not a candidate
    /// leaves the cell without candidates.
    ///
    /// # Panics
    /// Panics if the cell is not in the grid.
    pub fn place(&mut self, candidate: Candidate) -> usize {
        self.decide(candidate);
        self.remove_from_peers(candidate)
    }

    /// Decides a cell without removing candidates elsewhere. [`place`](Self::place) removes those
    /// too.
    ///
    /// # Panics
    /// Panics if the cell is not in the grid.
    pub fn decide(&mut self, candidate: Candidate) {
        let index = self.layout.index(candidate.cell);
        self.candidates[index] &= DigitSet::from_digit(candidate.digit);
        self.digits[index] = Some(candidate.digit);
    }

    /// Removes a candidate. Returns `true` if it was present.
    ///
    /// # Panics
    /// Panics if the cell is not in the grid.
    pub fn remove(&mut self, candidate: Candidate) -> bool {
        self.candidates[self.layout.index(candidate.cell)].remove(candidate.digit)
    }

    /// Returns `true` if a cell has no candidate left.
    #[must_use]
    pub fn is_contradicted(&self) -> bool {
        self.candidates.iter().any(|set| set.is_empty())
    }

    fn remove_from_peers(&mut self, candidate: Candidate) -> usize {
        let Self {
            layout, candidates, ..
        } = self;
        let mut removed = 0;
        for house in layout.houses_of(candidate.cell) {
            for cell in layout.houses()[usize::from(*house)]
                .cells()
                .iter()
                .filter(|cell| **cell != candidate.cell)
            {
                removed += usize::from(candidates[layout.index(*cell)].remove(candidate.digit));
            }
        }
        for constraint in layout.constraints() {
            constraint.weak_links(candidate, layout.size(), &mut |linked| {
                removed += usize::from(candidates[layout.index(linked.cell)].remove(linked.digit));
            });
        }
        removed
    }
}

impl Candidates for Board {
    fn candidates(&self, cell: Cell) -> DigitSet {
        Self::candidates(self, cell)
    }

    fn remove(&mut self, candidate: Candidate) {
        Self::remove(self, candidate);
    }
}
