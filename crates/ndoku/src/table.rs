//! Batches for tables: a column of 9×9 puzzles as bytes in, solutions as characters and a status
//! for each row out.
//!
//! ```text
//!   rows        b"53..7....6..…"   b"000000010…"   b"not a puzzle"
//!   solutions   b"534678912672…"   b".........…"   b".........…"
//!   statuses    Unique             Multiple        Invalid
//! ```
//!
//! A row has 81 cells: `1` to `9` for a clue, one of `.0_*?` for a blank. Every call fills every
//! row of its output. Nothing is allocated per row.

use ndoku_solver::{BatchOutcome, Budget, Simd9};

/// The number of puzzles that are solved together. The budget is polled once for each group.
const GROUP: usize = 512;

/// The solution of a row that has none: 81 blanks.
pub const BLANK_GRID: [u8; 81] = [b'.'; 81];

/// The result of a row.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RowStatus {
    /// The puzzle has exactly one solution.
    Unique,
    /// The puzzle has two or more solutions.
    Multiple,
    /// The puzzle has no solution.
    Unsolvable,
    /// The row is not 81 cells.
    Invalid,
    /// The budget ended before this row.
    Unfinished,
}

impl RowStatus {
    /// Returns the stable name of this status, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::Unsolvable => "none",
            Self::Invalid => "invalid",
            Self::Unfinished => "stopped",
        }
    }
}

/// Returns the status for the outcome of a search to the second solution.
fn row_status(outcome: BatchOutcome) -> RowStatus {
    match outcome {
        BatchOutcome::Unique => RowStatus::Unique,
        // A search to the second solution never returns `Solvable`.
        BatchOutcome::Multiple | BatchOutcome::Solvable => RowStatus::Multiple,
        BatchOutcome::Unsolvable => RowStatus::Unsolvable,
    }
}

/// Returns the clues of a row, 0 for a blank. Returns `None` if the row is not 81 cells.
///
/// ```
/// use ndoku::table::parse_row;
///
/// let row = b"53..7....6..195....98....6.8...6...34..8.\
///     3..17...2...6.6....28....419..5....8..79";
/// assert_eq!(parse_row(row).map(|clues| clues[..5].to_vec()), Some(vec![5, 3, 0, 0, 7]));
/// assert_eq!(parse_row(b"53..7"), None);
/// ```
#[must_use]
pub fn parse_row(row: &[u8]) -> Option<[u8; 81]> {
    let row: &[u8; 81] = row.try_into().ok()?;
    let mut clues = [0; 81];
    for (clue, byte) in clues.iter_mut().zip(row) {
        *clue = match byte {
            b'1'..=b'9' => byte - b'0',
            b'.' | b'0' | b'_' | b'*' | b'?' => 0,
            _ => return None,
        };
    }
    Some(clues)
}

/// Solves rows of 9×9 puzzles. Reuse one per thread: it keeps its buffers.
#[derive(Debug)]
pub struct RowSolver {
    engine: Simd9,
    /// The clues of a group, and the number of each row in the output.
    clues: Vec<[u8; 81]>,
    rows: Vec<usize>,
    grids: Vec<[u8; 81]>,
    outcomes: Vec<BatchOutcome>,
}

impl Default for RowSolver {
    fn default() -> Self {
        Self::new()
    }
}

impl RowSolver {
    /// Creates a solver for classic puzzles.
    #[must_use]
    pub fn new() -> Self {
        Self {
            engine: Simd9::new(None),
            clues: Vec::with_capacity(GROUP),
            rows: Vec::with_capacity(GROUP),
            grids: vec![[0; 81]; GROUP],
            outcomes: vec![BatchOutcome::default(); GROUP],
        }
    }

    /// Sets the diagonals that hold each digit once: main, anti.
    #[must_use]
    pub fn with_diagonals(mut self, diagonals: [bool; 2]) -> Self {
        self.engine = self.engine.with_diagonals(diagonals);
        self
    }

    /// Solves one row. This takes about two microseconds for a typical puzzle.
    ///
    /// Returns [`BLANK_GRID`] unless the puzzle has exactly one solution.
    ///
    /// ```
    /// use ndoku::table::{RowSolver, RowStatus};
    ///
    /// let row = b"53..7....6..195....98....6.8...6...34..8.\
    ///     3..17...2...6.6....28....419..5....8..79";
    /// let (status, solution) = RowSolver::new().solve_row(row);
    /// assert_eq!((status, &solution[..9]), (RowStatus::Unique, &b"534678912"[..]));
    /// ```
    pub fn solve_row(&mut self, row: &[u8]) -> (RowStatus, [u8; 81]) {
        let Some(clues) = parse_row(row) else {
            return (RowStatus::Invalid, BLANK_GRID);
        };
        let (outcome, grid) = self.engine.solve_one(&clues);
        let status = row_status(outcome);
        (status, to_characters(status, &grid))
    }

    /// Solves rows until one of the three arguments ends, and returns the number of rows.
    ///
    /// A solution is [`BLANK_GRID`] unless the puzzle has exactly one. The budget's flag and clock
    /// are polled every 512 rows; the remaining rows become [`RowStatus::Unfinished`]. Its limit of
    /// guesses and its order have no effect.
    ///
    /// ```
    /// use ndoku::table::{RowSolver, RowStatus};
    /// use ndoku::Budget;
    ///
    /// let column = [
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ///     "no puzzle",
    /// ];
    /// let (mut solutions, mut statuses) = ([[0; 81]; 2], [RowStatus::Unfinished; 2]);
    /// let mut rows = column.iter().map(|row| row.as_bytes());
    /// RowSolver::new().solve_rows(&mut rows, &mut solutions, &mut statuses, &Budget::default());
    /// assert_eq!(statuses, [RowStatus::Unique, RowStatus::Invalid]);
    /// assert_eq!(solutions[0][..9], *b"534678912");
    /// assert_eq!(solutions[1][..9], *b".........");
    /// ```
    pub fn solve_rows(
        &mut self,
        rows: &mut dyn Iterator<Item = &[u8]>,
        solutions: &mut [[u8; 81]],
        statuses: &mut [RowStatus],
        budget: &Budget<'_>,
    ) -> usize {
        let limit = solutions.len().min(statuses.len());
        let mut count = 0;
        let mut has_stopped = false;
        while count < limit {
            let start = count;
            self.clues.clear();
            self.rows.clear();
            for row in (&mut *rows).take(GROUP.min(limit - start)) {
                solutions[count] = BLANK_GRID;
                statuses[count] = RowStatus::Unfinished;
                match parse_row(row) {
                    Some(clues) => {
                        self.clues.push(clues);
                        self.rows.push(count);
                    }
                    None => statuses[count] = RowStatus::Invalid,
                }
                count += 1;
            }
            if count == start {
                break;
            }
            has_stopped = has_stopped || budget.poll().is_some();
            if !has_stopped {
                self.solve_group(solutions, statuses);
            }
        }
        count
    }

    fn solve_group(&mut self, solutions: &mut [[u8; 81]], statuses: &mut [RowStatus]) {
        let group = self.clues.len();
        let (grids, outcomes) = (&mut self.grids[..group], &mut self.outcomes[..group]);
        self.engine.solve_all(&self.clues, grids, outcomes);
        for (row, (grid, outcome)) in self.rows.iter().zip(grids.iter().zip(outcomes)) {
            statuses[*row] = row_status(*outcome);
            solutions[*row] = to_characters(statuses[*row], grid);
        }
    }
}

/// Returns a solution as characters, or blanks if it is not the only one.
fn to_characters(status: RowStatus, grid: &[u8; 81]) -> [u8; 81] {
    if status == RowStatus::Unique {
        grid.map(|digit| digit + b'0')
    } else {
        BLANK_GRID
    }
}

/// Rates rows of 9×9 puzzles. The rater keeps its tables from row to row.
#[cfg(feature = "logic")]
impl crate::rating::Rater {
    /// Rates one row. Returns the status, and the rating if the puzzle has one solution.
    ///
    /// A puzzle that the budget does not finish is [`RowStatus::Unfinished`]. So is one whose
    /// rating fails an internal check.
    ///
    /// ```
    /// use ndoku::Budget;
    /// use ndoku::rating::{Profile, Rater};
    /// use ndoku::table::RowStatus;
    ///
    /// let row = b"53..7....6..195....98....6.8...6...34..8.\
    ///     3..17...2...6.6....28....419..5....8..79";
    /// let (status, rating) = Rater::new(Profile::Se121).rate_row(row, &Budget::default());
    /// assert_eq!(status, RowStatus::Unique);
    /// assert_eq!(rating.map(|rating| rating.puzzle.rating.to_string()), Some("1.2".to_owned()));
    /// ```
    pub fn rate_row(
        &mut self,
        row: &[u8],
        budget: &Budget<'_>,
    ) -> (RowStatus, Option<crate::rating::Rating>) {
        use crate::rating::RatingOutcome;

        let puzzle = parse_row(row)
            .and_then(|clues| crate::Puzzle::from_array(&crate::Layout::classic(), &clues).ok());
        let Some(puzzle) = puzzle else {
            return (RowStatus::Invalid, None);
        };
        match self.rate(&puzzle, budget) {
            Ok(RatingOutcome::Unique(rating)) => (RowStatus::Unique, Some(rating)),
            Ok(RatingOutcome::Unsolvable) => (RowStatus::Unsolvable, None),
            Ok(RatingOutcome::Multiple) => (RowStatus::Multiple, None),
            Err(_) => (RowStatus::Unfinished, None),
        }
    }
}

#[cfg(feature = "analysis")]
impl crate::analysis::canonical::Canonicalizer {
    /// Returns the canonical form of the clues of one row, as 81 characters. Returns `None` if the
    /// row is not 81 cells or its clues contradict each other.
    ///
    /// Rows have the same form exactly if they are equivalent.
    ///
    /// ```
    /// use ndoku::analysis::canonical::Canonicalizer;
    ///
    /// let row = b"53..7....6..195....98....6.8...6...34..8.\
    ///     3..17...2...6.6....28....419..5....8..79";
    /// let turned: Vec<u8> = row.iter().rev().copied().collect();
    /// let mut canonicalizer = Canonicalizer::new();
    /// let form = canonicalizer.canonical_row(row);
    /// assert!(form.is_some());
    /// assert_eq!(form, canonicalizer.canonical_row(&turned));
    /// ```
    pub fn canonical_row(&mut self, row: &[u8]) -> Option<[u8; 81]> {
        use crate::analysis::canonical::CanonicalForm;

        let clues = parse_row(row)?;
        let found = self.classic().canonicalize(CanonicalForm::Pattern, &clues);
        let form = found.ok()?.form;
        Some(form.map(|digit| if digit == 0 { b'.' } else { digit + b'0' }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn solve(rows: &[&str], budget: &Budget<'_>) -> Vec<(RowStatus, String)> {
        let mut solutions = vec![[b'x'; 81]; rows.len()];
        let mut statuses = vec![RowStatus::Unfinished; rows.len()];
        let mut bytes = rows.iter().map(|row| row.as_bytes());
        let mut solver = RowSolver::new();
        let count = solver.solve_rows(&mut bytes, &mut solutions, &mut statuses, budget);
        assert_eq!(count, rows.len());
        let text = |grid: &[u8; 81]| String::from_utf8(grid.to_vec()).unwrap();
        std::iter::zip(statuses, solutions.iter().map(text)).collect()
    }

    #[test]
    fn every_row_is_answered_in_its_place() {
        let clash = EASY.replace("53..7", "55..7");
        let empty = "0".repeat(81);
        let mut rows = vec![EASY, "", &clash, &empty, "x", EASY];
        let answers = solve(&rows, &Budget::default());
        let statuses: Vec<&str> = answers.iter().map(|(status, _)| status.name()).collect();
        let expected = ["unique", "invalid", "none", "multiple", "invalid", "unique"];
        assert_eq!(statuses, expected);
        assert!(answers[0].1.starts_with("534678912"));
        assert!(
            answers[1..5]
                .iter()
                .all(|(_, grid)| *grid == ".".repeat(81))
        );
        // More than one group, with rows by themselves.
        rows = rows.repeat(GROUP);
        let mut solver = RowSolver::new();
        for (row, answer) in rows
            .iter()
            .zip(solve(&rows, &Budget::default()))
            .step_by(97)
        {
            let (status, grid) = solver.solve_row(row.as_bytes());
            assert_eq!((status, String::from_utf8(grid.to_vec()).unwrap()), answer);
        }
    }

    #[test]
    fn a_stopped_batch_blanks_the_remaining_rows() {
        let stop = AtomicBool::new(true);
        let answers = solve(&[EASY, "x", EASY], &Budget::default().stop_flag(&stop));
        let statuses: Vec<RowStatus> = answers.iter().map(|(status, _)| *status).collect();
        let unfinished = RowStatus::Unfinished;
        assert_eq!(statuses, [unfinished, RowStatus::Invalid, unfinished]);
        assert!(answers.iter().all(|(_, grid)| *grid == ".".repeat(81)));
    }
}
