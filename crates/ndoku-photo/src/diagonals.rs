//! X-Sudokus: their diagonal lines are not read as digits.
//!
//! ```text
//!   ┌───┬───┬───┐   A line through a cell looks like 7 or 8. Such digits are doubtful, and all of
//!   │ ╲ │   │ ╱ │   them lie on the diagonals. If the puzzle has exactly one solution without them
//!   ├───┼───┼───┤   where each diagonal holds every digit, it is an X-Sudoku.
//!   │   │ ╳ │   │
//! ```

use ndoku_core::Layout;
use ndoku_solver::Budget;

use crate::classifier::{CLASSES, OTHER};
use crate::photo_error::{PhotoError, check};
use crate::resolve::{ReadingVerdict, Resolved, SolutionCounter, digit_shares};

/// Probability from which a digit on a diagonal is clear.
const CLEAR: f32 = 0.9;

/// Probabilities by their look from which digits on a diagonal are clues. The first with which the
/// puzzle is an X-Sudoku wins, so that few lines are read as clues.
const MIN_CLUE: [f32; 3] = [0.97, CLEAR, 0.6];

/// Probability from which a digit that is twice on a diagonal may be a clue. Several cells of a
/// line look like the same digit.
const MIN_REPEATED: f32 = 0.99;

/// Returns the reading of an X-Sudoku without what its diagonal lines look like; `None` if the
/// cells are no X-Sudoku. It has several solutions, because the layout has no diagonals.
///
/// # Errors
/// Returns an error once the budget is used up.
pub(crate) fn resolve(
    probabilities: &[[f32; CLASSES]],
    layout: &Layout,
    budget: &Budget<'_>,
) -> Result<Option<Resolved>, PhotoError> {
    let size = layout.size();
    let with_diagonals = Layout::builder(size)
        .any_boxes(layout.boxes().clone())
        .x()
        .build();
    let Ok(with_diagonals) = with_diagonals else {
        return Ok(None);
    };
    let mut counter = SolutionCounter::new(&with_diagonals, budget);
    for min_clue in MIN_CLUE {
        let mut clues = clues(probabilities, usize::from(size), min_clue);
        remove_repeated(&mut clues, probabilities);
        let verdict = counter.verdict(&clues);
        check(budget)?;
        if verdict != ReadingVerdict::Unique {
            continue;
        }
        let verdict = SolutionCounter::new(layout, budget).verdict(&clues);
        check(budget)?;
        return Ok((verdict == ReadingVerdict::Multiple).then(|| Resolved {
            clues,
            verdict,
            solution: None,
            certainty: 0.0,
            shares: probabilities.iter().map(digit_shares).collect(),
        }));
    }
    Ok(None)
}

/// Returns `true` if a reading has a clue on a diagonal that does not clearly look like one.
pub(crate) fn has_doubtful_clue(resolved: &Resolved, probabilities: &[[f32; CLASSES]]) -> bool {
    let size = probabilities.len().isqrt();
    let cells = resolved.clues.iter().zip(probabilities).enumerate();
    cells
        .filter(|(cell, (clue, _))| **clue != 0 && is_diagonal(*cell, size))
        .any(|(_, (clue, shares))| shares[usize::from(*clue)] < CLEAR)
}

/// Returns the likeliest digits, and on the diagonals those of at least this probability.
fn clues(probabilities: &[[f32; CLASSES]], size: usize, min_clue: f32) -> Vec<u8> {
    let clue = |(cell, shares): (usize, &[f32; CLASSES])| {
        let best = (1..OTHER).max_by(|a, b| shares[*a].total_cmp(&shares[*b]));
        let least = if is_diagonal(cell, size) {
            min_clue
        } else {
            shares[0] + shares[OTHER]
        };
        let is_clue = |digit: &usize| shares[*digit] >= least;
        best.filter(is_clue).map_or(0, |digit| digit as u8)
    };
    probabilities.iter().enumerate().map(clue).collect()
}

/// Removes clues that are twice on a diagonal, unless they are clear.
fn remove_repeated(clues: &mut [u8], probabilities: &[[f32; CLASSES]]) {
    let size = probabilities.len().isqrt();
    let main: Vec<usize> = (0..size).map(|at| at * (size + 1)).collect();
    let anti: Vec<usize> = (1..=size).map(|at| at * (size - 1)).collect();
    let before = clues.to_vec();
    for cells in [main, anti] {
        for cell in &cells {
            let clue = before[*cell];
            let count = cells.iter().filter(|other| before[**other] == clue);
            if count.count() > 1 && probabilities[*cell][usize::from(clue)] < MIN_REPEATED {
                clues[*cell] = 0;
            }
        }
    }
}

const fn is_diagonal(cell: usize, size: usize) -> bool {
    let (row, column) = (cell / size, cell % size);
    row == column || row + column + 1 == size
}
