//! The type [`Puzzle`]: a layout with clues, pencilmarks and the symbols in which the digits are
//! written.

mod text;

pub use text::ParsePuzzleError;

use crate::verify::{self, Conflict};
use crate::{Candidate, Cell, Digit, DigitSet, Layout, Symbols};

/// A puzzle. Two puzzles are equal if layout, symbols, clues and pencilmarks are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    layout: Layout,
    symbols: Symbols,
    clues: Box<[Option<Digit>]>,
    /// The digits that each cell may hold, independent of the clues. `None` allows all digits
    /// everywhere.
    pencilmarks: Option<Box<[DigitSet]>>,
}

/// The reason why a puzzle cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The number of values is not N².
    #[error("{found} values were given, but a grid of size {size} has {} cells", usize::from(*size) * usize::from(*size))]
    Length {
        /// The number of values.
        found: usize,
        /// Size of the layout.
        size: u8,
    },
    /// The number of values is not a square, so it determines no size.
    #[error("{found} values do not make a square grid (81 make 9×9, 256 make 16×16)")]
    NotSquare {
        /// The number of values.
        found: usize,
    },
    /// A digit is above N.
    #[error("{cell} has the digit {digit}, but this grid has the digits 1 to {size}")]
    Digit {
        /// The cell.
        cell: Cell,
        /// The number in that cell.
        digit: usize,
        /// Size of the layout.
        size: u8,
    },
    /// A cell is not in the grid.
    #[error("{cell} is not in a grid of size {size}")]
    Cell {
        /// The cell.
        cell: Cell,
        /// Size of the layout.
        size: u8,
    },
    /// The number of symbols is not N.
    #[error("{found} symbols were given for a grid of size {size}")]
    Symbols {
        /// The number of symbols.
        found: u8,
        /// Size of the layout.
        size: u8,
    },
}

impl Puzzle {
    /// Creates the puzzle without clues, written in numbers.
    #[must_use]
    pub fn empty(layout: &Layout) -> Self {
        Self {
            layout: layout.clone(),
            symbols: Symbols::numbers(layout.size()),
            clues: vec![None; layout.cell_count()].into(),
            pencilmarks: None,
        }
    }

    /// Creates a puzzle with these clues, row by row. 0 stands for an open cell.
    ///
    /// # Errors
    /// Returns [`PuzzleError::Length`] or [`PuzzleError::Digit`]. Contradicting clues are not an
    /// error here, see [`conflicts`](Self::conflicts).
    pub fn from_array(layout: &Layout, clues: &[u8]) -> Result<Self, PuzzleError> {
        let mut puzzle = Self::empty(layout);
        if clues.len() != puzzle.clues.len() {
            return Err(PuzzleError::Length {
                found: clues.len(),
                size: layout.size(),
            });
        }
        for (cell, number) in layout.cells().zip(clues) {
            puzzle.set_clue(cell, Digit::new(*number))?;
        }
        Ok(puzzle)
    }

    /// Creates a puzzle from its clues, row by row, and the symbols in which they are written.
    ///
    /// # Errors
    /// Returns [`PuzzleError::Symbols`], [`PuzzleError::Length`] or [`PuzzleError::Digit`].
    /// Contradicting clues are not an error here, see [`conflicts`](Self::conflicts).
    pub fn new(
        layout: Layout,
        symbols: Symbols,
        clues: Box<[Option<Digit>]>,
    ) -> Result<Self, PuzzleError> {
        let size = layout.size();
        if symbols.size() != size {
            let found = symbols.size();
            return Err(PuzzleError::Symbols { found, size });
        }
        if clues.len() != layout.cell_count() {
            let found = clues.len();
            return Err(PuzzleError::Length { found, size });
        }
        let puzzle = Self {
            layout,
            symbols,
            clues,
            pencilmarks: None,
        };
        for (cell, clue) in puzzle.layout.cells().zip(&puzzle.clues) {
            puzzle.check(cell, *clue)?;
        }
        Ok(puzzle)
    }

    /// Replaces the symbols of the puzzle.
    ///
    /// # Errors
    /// Returns [`PuzzleError::Symbols`] if there are not N of them.
    pub fn with_symbols(mut self, symbols: Symbols) -> Result<Self, PuzzleError> {
        if symbols.size() != self.layout.size() {
            return Err(PuzzleError::Symbols {
                found: symbols.size(),
                size: self.layout.size(),
            });
        }
        self.symbols = symbols;
        Ok(self)
    }

    /// Moves the clues and pencilmarks to another layout.
    ///
    /// # Errors
    /// Returns [`PuzzleError::Length`] if the layout has another size.
    pub fn with_layout(mut self, layout: &Layout) -> Result<Self, PuzzleError> {
        if layout.size() != self.layout.size() {
            return Err(PuzzleError::Length {
                found: self.clues.len(),
                size: layout.size(),
            });
        }
        self.layout = layout.clone();
        Ok(self)
    }

    /// Returns the layout.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns N.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.layout.size()
    }

    /// Returns the symbols in which the digits are written.
    #[must_use]
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Returns the clues row by row, `None` for an open cell.
    #[must_use]
    pub fn clues(&self) -> &[Option<Digit>] {
        &self.clues
    }

    /// Returns the clue of a cell.
    ///
    /// # Panics
    /// Panics if the cell is not in the grid.
    #[must_use]
    pub fn clue(&self, cell: Cell) -> Option<Digit> {
        self.clues[self.layout.index(cell)]
    }

    /// Returns the number of cells with a clue.
    #[must_use]
    pub fn clue_count(&self) -> usize {
        self.clues.iter().flatten().count()
    }

    /// Sets or removes the clue of a cell.
    ///
    /// # Errors
    /// Returns [`PuzzleError::Cell`] or [`PuzzleError::Digit`] if the cell or digit does not fit
    /// the layout.
    pub fn set_clue(&mut self, cell: Cell, clue: Option<Digit>) -> Result<(), PuzzleError> {
        self.check(cell, clue)?;
        self.clues[self.layout.index(cell)] = clue;
        Ok(())
    }

    /// Forbids a digit in a cell.
    ///
    /// # Errors
    /// Returns [`PuzzleError::Cell`] or [`PuzzleError::Digit`] if the cell or digit does not fit
    /// the layout.
    pub fn remove_candidate(&mut self, candidate: Candidate) -> Result<(), PuzzleError> {
        self.check(candidate.cell, Some(candidate.digit))?;
        let full = DigitSet::full(self.size());
        let marks = self
            .pencilmarks
            .get_or_insert_with(|| vec![full; self.clues.len()].into());
        marks[self.layout.index(candidate.cell)].remove(candidate.digit);
        Ok(())
    }

    /// Sets the digits that every cell may hold, row by row.
    ///
    /// Digits above N are dropped. If all sets are full, the puzzle has no pencilmarks.
    ///
    /// # Errors
    /// Returns [`PuzzleError::Length`] if there are not N² sets.
    pub fn set_pencilmarks(&mut self, marks: &[DigitSet]) -> Result<(), PuzzleError> {
        if marks.len() != self.clues.len() {
            return Err(PuzzleError::Length {
                found: marks.len(),
                size: self.size(),
            });
        }
        let full = DigitSet::full(self.size());
        let marks: Box<[DigitSet]> = marks.iter().map(|set| *set & full).collect();
        self.pencilmarks = marks.iter().any(|set| *set != full).then_some(marks);
        Ok(())
    }

    /// Drops the pencilmarks and keeps the clues and symbols.
    #[must_use]
    pub fn without_pencilmarks(mut self) -> Self {
        self.pencilmarks = None;
        self
    }

    /// Returns the digits that each cell may hold, row by row, or `None` without pencilmarks. Clues
    /// do not change them.
    #[must_use]
    pub fn pencilmarks(&self) -> Option<&[DigitSet]> {
        self.pencilmarks.as_deref()
    }

    /// Returns the digits that a cell may hold: its clue, intersected with its pencilmarks.
    ///
    /// # Panics
    /// Panics if the cell is not in the grid.
    #[must_use]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        let index = self.layout.index(cell);
        let marks = self
            .pencilmarks
            .as_ref()
            .map_or_else(|| DigitSet::full(self.size()), |marks| marks[index]);
        self.clues[index].map_or(marks, |clue| marks & DigitSet::from_digit(clue))
    }

    /// Returns all conflicts of the puzzle: digits repeated in a house, breaches of constraints,
    /// cells without a candidate.
    #[must_use]
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut conflicts = verify::conflicts(&self.layout, &self.clues);
        if self.pencilmarks.is_some() {
            let empty = self
                .layout
                .cells()
                .filter(|cell| self.candidates(*cell).is_empty());
            conflicts.extend(empty.map(|cell| Conflict::NoCandidate { cell }));
        }
        conflicts
    }

    fn check(&self, cell: Cell, digit: Option<Digit>) -> Result<(), PuzzleError> {
        let size = self.size();
        if !self.layout.contains(cell) {
            return Err(PuzzleError::Cell { cell, size });
        }
        match digit {
            Some(digit) if digit.get() > size => Err(PuzzleError::Digit {
                cell,
                digit: usize::from(digit.get()),
                size,
            }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_read_and_checked() {
        let layout = Layout::for_size(4).unwrap();
        let puzzle =
            Puzzle::from_array(&layout, &[1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 3]).unwrap();
        assert_eq!(puzzle.clue_count(), 4);
        assert_eq!(puzzle.clue(Cell::new(3, 0)), Digit::new(2));
        assert_eq!(
            Puzzle::from_array(&layout, &[0; 15]),
            Err(PuzzleError::Length { found: 15, size: 4 })
        );
        let error = Puzzle::from_array(&layout, &[5; 16]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "r1c1 has the digit 5, but this grid has the digits 1 to 4"
        );
    }

    #[test]
    fn clues_and_pencilmarks_intersect() {
        let mut puzzle = Puzzle::empty(&Layout::for_size(4).unwrap());
        let (cell, two) = (Cell::new(0, 0), Digit::new(2).unwrap());
        puzzle.remove_candidate(Candidate::new(cell, two)).unwrap();
        assert_eq!(puzzle.candidates(cell).len(), 3);
        assert!(puzzle.conflicts().is_empty());
        puzzle.set_clue(cell, Some(two)).unwrap();
        assert!(puzzle.candidates(cell).is_empty());
        assert_eq!(puzzle.conflicts(), [Conflict::NoCandidate { cell }]);
        let bare = puzzle.clone().without_pencilmarks();
        assert_eq!((bare.clue(cell), bare.pencilmarks()), (Some(two), None));
        puzzle.set_pencilmarks(&[DigitSet::full(9); 16]).unwrap();
        assert_eq!(puzzle.pencilmarks(), None);
    }
}
