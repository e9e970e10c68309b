//! Transformations of a puzzle with rectangular boxes that keep its solutions. They relabel digits,
//! permute rows within a band, bands, columns within a stack and stacks, and transpose the grid.
//!
//! ```text
//!   rows 1 2 | 3 4 | 5 6   →   4 3 | 1 2 | 6 5      bands and the rows within them
//! ```

use ndoku_core::{Board, Boxes, Candidate, Cell, Digit, Layout, Puzzle, Solution};

use crate::random::SplitMix64;

/// A symmetry of a layout with rectangular boxes: the new positions of cells, and the new labels of
/// digits.
pub struct Symmetry {
    target: Layout,
    rows: Vec<usize>,
    columns: Vec<usize>,
    names: Vec<usize>,
    transpose: bool,
}

impl Symmetry {
    /// Creates a random symmetry.
    ///
    /// # Panics
    /// Panics if the layout has more than rows, columns and rectangular boxes.
    pub fn random(rng: &mut SplitMix64, layout: &Layout) -> Self {
        let size = usize::from(layout.size());
        let Boxes::Rectangles { width, height } = *layout.boxes() else {
            panic!("not for {layout}")
        };
        assert!(layout.is_plain(), "not for {layout}");
        let rows = lines(rng, size, usize::from(height));
        let columns = lines(rng, size, usize::from(width));
        let names = rng.permutation(size);
        let transpose = rng.once_in(2);
        let target = if transpose {
            Layout::with_boxes(height, width).expect("the same size")
        } else {
            layout.clone()
        };
        Self {
            target,
            rows,
            columns,
            names,
            transpose,
        }
    }

    /// Returns the new position of a cell.
    pub fn cell(&self, cell: Cell) -> Cell {
        let (row, column) = (
            self.rows[usize::from(cell.row())] as u8,
            self.columns[usize::from(cell.column())] as u8,
        );
        if self.transpose {
            Cell::new(column, row)
        } else {
            Cell::new(row, column)
        }
    }

    /// Returns the new label of a digit.
    pub fn digit(&self, digit: Digit) -> Digit {
        Digit::from_index(self.names[digit.index()])
    }

    /// Returns the image of a candidate.
    pub fn candidate(&self, candidate: Candidate) -> Candidate {
        Candidate::new(self.cell(candidate.cell), self.digit(candidate.digit))
    }

    /// Returns the image of a puzzle.
    ///
    /// # Panics
    /// Panics if the puzzle has another layout.
    pub fn puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        let layout = puzzle.layout();
        let mut out = Puzzle::empty(&self.target);
        for cell in layout.cells() {
            out.set_clue(
                self.cell(cell),
                puzzle.clue(cell).map(|digit| self.digit(digit)),
            )
            .expect("in the grid");
        }
        if let Some(pencilmarks) = puzzle.pencilmarks() {
            let mut moved = pencilmarks.to_vec();
            for cell in layout.cells() {
                moved[self.target.index(self.cell(cell))] = pencilmarks[layout.index(cell)]
                    .iter()
                    .map(|digit| self.digit(digit))
                    .collect();
            }
            out.set_pencilmarks(&moved).expect("as many as cells");
        }
        out
    }

    /// Returns the image of a solution.
    ///
    /// # Panics
    /// Panics if the solution has another layout.
    pub fn solution(&self, solution: &Solution) -> Solution {
        let mut digits = solution.digits().to_vec();
        for cell in solution.layout().cells() {
            digits[self.target.index(self.cell(cell))] = self.digit(solution.digit(cell));
        }
        Solution::new(&self.target, &digits).expect("a symmetry keeps what is valid")
    }

    /// Returns the image of a board.
    pub fn board(&self, board: &Board) -> Board {
        let mut out = Board::empty(&self.target);
        for cell in board.layout().cells() {
            for digit in board
                .layout()
                .digits()
                .filter(|digit| !board.candidates(cell).contains(*digit))
            {
                out.remove(self.candidate(Candidate::new(cell, digit)));
            }
            if let Some(digit) = board.digit(cell) {
                out.decide(self.candidate(Candidate::new(cell, digit)));
            }
        }
        out
    }
}

/// Returns the image of a puzzle under a random symmetry of its boxes.
///
/// # Panics
/// Panics if the layout has more than rows, columns and rectangular boxes.
pub fn transformed(rng: &mut SplitMix64, puzzle: &Puzzle) -> Puzzle {
    Symmetry::random(rng, puzzle.layout()).puzzle(puzzle)
}

/// Returns a permutation of lines that keeps groups of `depth` lines together.
fn lines(rng: &mut SplitMix64, size: usize, depth: usize) -> Vec<usize> {
    let groups = rng.permutation(size / depth);
    groups
        .into_iter()
        .flat_map(|group| {
            rng.permutation(depth)
                .into_iter()
                .map(move |line| group * depth + line)
        })
        .collect()
}
