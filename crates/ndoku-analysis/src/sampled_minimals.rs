//! A random sample of the minimal puzzles within a puzzle or a full grid. Each sample removes the
//! clues in a random order.
//!
//! ```text
//!   grid ─▶ order 1 ─▶ 24 clues        a puzzle with few redundant clues gives the same
//!        ─▶ order 2 ─▶ 25 clues        minimal puzzles again and again,
//!        ─▶ order 3 ─▶ 24 clues        a full grid never does
//! ```

use std::collections::{BTreeMap, HashSet};

use ndoku_core::Rng;
use ndoku_solver::{BatchOutcome, Budget, Simd9};

use crate::minimal::BulkMinimizer;
use crate::transformation::Grid81;
use crate::{CellSet81, Symmetry};

/// Number of orders that are processed together.
pub const BATCH_SIZE: u64 = 256;

/// A sample of minimal puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SampledMinimals {
    /// Number of orders. It is smaller than requested if the budget ran out.
    pub orders: u64,
    /// Number of different minimal puzzles, by number of clues.
    pub puzzles: BTreeMap<usize, u64>,
    /// The first sampled puzzle among those with the fewest clues.
    pub fewest: Option<Grid81>,
}

impl SampledMinimals {
    /// Returns the number of different minimal puzzles.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        self.puzzles.values().sum()
    }
}

/// Samples minimal puzzles within a puzzle that has one solution. The result of order n depends
/// only on the seed and n. Returns `None` if the puzzle does not have exactly one solution.
///
/// Takes about thirty microseconds per order for a full grid, and a hundred bytes of memory for
/// each different puzzle. Polls the budget before each batch of [`BATCH_SIZE`] orders.
#[must_use]
pub fn sample(
    puzzle: &Grid81,
    orders: u64,
    seed: u64,
    budget: &Budget<'_>,
) -> Option<SampledMinimals> {
    if Simd9::new(None).solve_one(puzzle).0 != BatchOutcome::Unique {
        return None;
    }
    let mut bulk = BulkMinimizer::default();
    let mut sampled = SampledMinimals::default();
    let mut seen = HashSet::new();
    while sampled.orders < orders && budget.poll().is_none() {
        let batch = sampled.orders..orders.min(sampled.orders + BATCH_SIZE);
        let mut rngs: Vec<Rng> = batch
            .clone()
            .map(|order| Rng::stream(seed, order))
            .collect();
        let mut minimal = vec![None; rngs.len()];
        bulk.minimize_all(
            &vec![*puzzle; rngs.len()],
            Symmetry::None,
            &mut rngs,
            &mut minimal,
        );
        for puzzle in minimal.into_iter().flatten() {
            let clues = CellSet81::from_clues(&puzzle).len();
            if seen.insert(puzzle) {
                *sampled.puzzles.entry(clues).or_default() += 1;
                if sampled.puzzles.first_key_value() == Some((&clues, &1)) {
                    sampled.fewest = Some(puzzle);
                }
            }
        }
        sampled.orders = batch.end;
    }
    Some(sampled)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &[u8; 81] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn sampled_puzzles_are_minimal_and_depend_only_on_the_seed() {
        let grid = GRID.map(|digit| digit - b'0');
        let sampled = sample(&grid, 20, 1, &Budget::default()).unwrap();
        assert_eq!((sampled.orders, sampled.distinct()), (20, 20));
        assert_eq!(sampled, sample(&grid, 20, 1, &Budget::default()).unwrap());
        assert_ne!(sampled, sample(&grid, 20, 2, &Budget::default()).unwrap());
        let fewest = sampled.fewest.unwrap();
        let mut classic = Simd9::new(None);
        assert!(classic.solve_one(&fewest) == (BatchOutcome::Unique, grid));
        let clues = CellSet81::from_clues(&fewest);
        assert_eq!(Some(&clues.len()), sampled.puzzles.keys().next());
        for cell in clues {
            assert_eq!(
                classic
                    .solve_one(&(clues - CellSet81::from_cell(cell)).mask(&fewest))
                    .0,
                BatchOutcome::Multiple
            );
        }
        // A minimal puzzle contains only itself. With one more clue, there can be others.
        let again = sample(&fewest, 10, 1, &Budget::default()).unwrap();
        assert_eq!(
            (again.orders, again.distinct(), again.fewest),
            (10, 1, Some(fewest))
        );
        let with = |cell: usize| {
            sample(
                &(clues | CellSet81::from_cell(cell)).mask(&grid),
                30,
                1,
                &Budget::default(),
            )
            .unwrap()
            .distinct()
        };
        let distinct: Vec<u64> = (!clues).iter().map(with).collect();
        assert!(
            distinct.iter().all(|number| (1..=30).contains(number))
                && distinct.iter().any(|number| *number > 1),
            "{distinct:?}"
        );
        assert_eq!(sample(&[0; 81], 1, 1, &Budget::default()), None);
        let stopped = sample(&grid, 20, 1, &Budget::default().stop_when(&|| true)).unwrap();
        assert_eq!((stopped.orders, stopped.fewest), (0, None));
    }
}
