//! `Board`: the candidates of a puzzle while one works on it.

use crate::constraint::Candidates;
use crate::{Candidate, Cell, Digit, DigitSet, Layout, Puzzle};

/// Working candidates: what each cell may still hold, and which cells are decided.
///
/// A cell is *decided* when [`place`](Self::place) put a digit there (or a clue did); a cell with a single candidate is not decided by that alone,
/// since a person has to notice it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    layout: Layout,
    candidates: Box<[DigitSet]>,
    digits: Box<[Option<Digit>]>,
}

impl Board {
    /// Every digit possible everywhere.
    #[must_use]
    pub fn empty(layout: &Layout) -> Self {
        Self {
            layout: layout.clone(),
            candidates: vec![DigitSet::full(layout.size()); layout.cell_count()].into(),
            digits: vec![None; layout.cell_count()].into(),
        }
    }

    /// The clues and pencilmarks of a puzzle as they are written: the clues are decided, but not yet removed from the cells that see them.
    #[must_use]
    pub fn from_puzzle(puzzle: &Puzzle) -> Self {
        let layout = puzzle.layout();
        Self {
            layout: layout.clone(),
            candidates: layout.cells().map(|cell| puzzle.candidates(cell)).collect(),
            digits: puzzle.clues().into(),
        }
    }

    /// The clues of a puzzle placed one after the other, so that no candidate is left that a clue sees.
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

    /// Houses and constraints.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The digits still possible in a cell.
    ///
    /// # Panics
    /// If the cell is not in the grid.
    #[must_use]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        self.candidates[self.layout.index(cell)]
    }

    /// The digit of a decided cell.
    ///
    /// # Panics
    /// If the cell is not in the grid.
    #[must_use]
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        self.digits[self.layout.index(cell)]
    }

    /// The decided digits row by row.
    #[must_use]
    pub fn digits(&self) -> &[Option<Digit>] {
        &self.digits
    }

    /// Cells that are not decided.
    #[must_use]
    pub fn open_count(&self) -> usize {
        self.digits.iter().filter(|digit| digit.is_none()).count()
    }

    /// Candidates left in cells that are not decided.
    #[must_use]
    pub fn open_candidates(&self) -> usize {
        self.candidates
            .iter()
            .zip(&self.digits)
            .filter(|(_, digit)| digit.is_none())
            .map(|(set, _)| set.len())
            .sum()
    }

    /// Decides a cell, and removes what the digit rules out in other cells by houses and weak links. The number of candidates removed there.
    /// A digit that was not a candidate leaves the cell without one.
    ///
    /// # Panics
    /// If the cell is not in the grid.
    pub fn place(&mut self, candidate: Candidate) -> usize {
        self.decide(candidate);
        self.remove_from_peers(candidate)
    }

    /// Marks a cell as decided, and removes nothing elsewhere; [`place`](Self::place) does that.
    ///
    /// # Panics
    /// If the cell is not in the grid.
    pub fn decide(&mut self, candidate: Candidate) {
        let index = self.layout.index(candidate.cell);
        self.candidates[index] &= DigitSet::from_digit(candidate.digit);
        self.digits[index] = Some(candidate.digit);
    }

    /// Takes a candidate away; whether it was there.
    ///
    /// # Panics
    /// If the cell is not in the grid.
    pub fn remove(&mut self, candidate: Candidate) -> bool {
        self.candidates[self.layout.index(candidate.cell)].remove(candidate.digit)
    }

    /// Whether a cell has no candidate left.
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
