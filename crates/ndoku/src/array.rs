//! 9×9 puzzles as flat arrays of 81 numbers, row by row, 0 for blank.

use ndoku_core::{Layout, Puzzle, PuzzleError};
use ndoku_solver::{Budget, Engine, Simd9};

/// Returns solutions of a 9×9 puzzle, each as 81 numbers: at most `limit` of them (`usize::MAX` for
/// all), and whether there are more. The flag is also `true` if an internal check of the engine
/// fails: then solutions may be missing.
///
/// They are in ascending order. A puzzle with few clues may have more solutions than fit into
/// memory: set a limit.
///
/// ```
/// let clues = [
///     6, 4, 5, 9, 0, 0, 0, 0, 0, 0, 7, 3, 1, 0, 0, 0, 5, 0, 2, 0, 0, 0, 5, 0, 0, 0, 0, //
///     5, 9, 0, 0, 3, 7, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 5, 8, 0, 0, 3, 9, //
///     0, 0, 0, 0, 7, 0, 0, 0, 3, 0, 3, 0, 0, 0, 4, 1, 9, 0, 0, 0, 0, 0, 0, 1, 8, 2, 7,
/// ];
/// let (solutions, more) = ndoku::array::find_solutions(&clues, 2)?;
/// assert_eq!(solutions.len(), 1);
/// assert_eq!(solutions[0][..9], [6, 4, 5, 9, 2, 8, 3, 7, 1]);
/// assert!(!more);
/// # Ok::<(), ndoku::PuzzleError>(())
/// ```
///
/// # Errors
/// Returns [`PuzzleError::Digit`] for a number above 9. Contradicting clues are not an error: they
/// have no solution.
pub fn find_solutions(
    clues: &[u8; 81],
    limit: usize,
) -> Result<(Vec<[u8; 81]>, bool), PuzzleError> {
    let puzzle = Puzzle::from_array(&Layout::classic(), clues)?;
    let budget = Budget::default().order(ndoku_solver::Order::Sorted);
    let (found, more) = match Simd9::default().find_solutions(&puzzle, limit, &budget) {
        Ok(found) => (found.solutions, found.has_more),
        // There is no budget, so only a failed check of the engine ends here. The solutions found
        // before it are valid.
        Err(stopped) => (stopped.solutions, true),
    };
    let arrays = found.iter().map(|solution| {
        let mut array = [0; 81];
        array.copy_from_slice(&solution.to_array());
        array
    });
    Ok((arrays.collect(), more))
}
