//! The exact number of Latin squares of small orders, with or without clues.
//!
//! Dynamic programming over rows keeps only the set of digits that each column has.
//!
//! ```text
//!   1 2 3 4 5 6 7
//!   2 1 4 5 3 7 6     column sets {1,2} {1,2} {3,4} {4,5} …
//! ```
//!
//! The possible continuations depend on the column sets alone. Rectangles with the same sets are
//! one state, with the number of ways to reach it.
//!
//! Rows with the most clues come first. Columns without a clue in later rows are interchangeable,
//! so their sets are sorted. Once all clues are placed, this merges 5040 states into one for order
//! 7.
//!
//! **Limits:** orders up to 7, while there are at most a few million states. **Cost:** see
//! `docs/benchmarks/counting.md` for order 7 without clues; a state takes 32 to 64 bytes. Source:
//! the idea is by Sade (1948).

use ndoku_solver::{Budget, StopReason};

use super::sum_map::SumMap;

/// The largest order: seven sets of seven bits.
pub(super) const MAX_ORDER: usize = 7;

/// Maximum number of states; with more, the count is refused.
const MAX_STATES: usize = 4_000_000;

/// The digits that each column has: `MAX_ORDER` bits per column, column 0 lowest.
type ColumnSets = u64;

/// Columns without digits. The highest bit is always set, so that no state is 0.
const EMPTY: ColumnSets = 1 << 63;

/// Counts the Latin squares with these clues, given row by row with 0 for an open cell.
///
/// Returns `None` if the order is above 7, the clues do not fit such a square, or there are too
/// many states.
///
/// # Errors
/// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
pub(crate) fn count_squares(
    order: u8,
    clues: &[u8],
    budget: &Budget<'_>,
) -> Result<Option<u128>, StopReason> {
    let size = usize::from(order);
    if size > MAX_ORDER || clues.len() != size * size || clues.iter().any(|clue| *clue > order) {
        return Ok(None);
    }
    let mut rows: Vec<&[u8]> = clues.chunks_exact(size.max(1)).collect();
    rows.sort_by_key(|row| row.iter().filter(|clue| **clue == 0).count());
    let mut states = SumMap::default();
    *states.get_mut(EMPTY) = 1;
    for (number, row) in rows.iter().enumerate() {
        let later = &rows[number + 1..];
        let alike: Vec<usize> = (0..size)
            .filter(|column| later.iter().all(|row| row[*column] == 0))
            .collect();
        // A clue in a later row reserves its digit in the column.
        let reserved: Vec<u8> = (0..size)
            .map(|column| {
                later
                    .iter()
                    .map(|row| digit_bit(row[column]))
                    .fold(0, |reserved, digit| reserved | digit)
            })
            .collect();
        let mut next = SumMap::default();
        for (turn, (state, ways)) in states.iter().enumerate() {
            if turn % 64 == 0
                && let Some(reason) = budget.poll()
            {
                return Err(reason);
            }
            let step = RowStep {
                row,
                reserved: &reserved,
                alike: &alike,
                ways,
            };
            step.fill_from(0, state, 0, &mut next);
            if next.len() > MAX_STATES {
                return Ok(None);
            }
        }
        states = next;
    }
    Ok(Some(states.iter().map(|(_, ways)| u128::from(ways)).sum()))
}

/// Returns the bit of a digit from 1, and no bit for 0.
const fn digit_bit(digit: u8) -> u8 {
    if digit == 0 { 0 } else { 1 << (digit - 1) }
}

/// The filling of one row.
struct RowStep<'a> {
    row: &'a [u8],
    /// The digits of clues in later rows, for each column.
    reserved: &'a [u8],
    /// The columns whose sets are sorted.
    alike: &'a [usize],
    ways: u64,
}

impl RowStep<'_> {
    /// Fills the columns from this one on.
    fn fill_from(&self, column: usize, state: ColumnSets, used: u8, next: &mut SumMap) {
        let size = self.row.len();
        if column == size {
            // At most the number of Latin squares, which is below 2⁴⁶, since every rectangle can be
            // completed.
            *next.get_mut(self.sort_alike_columns(state)) += self.ways;
            return;
        }
        let has = (state >> (MAX_ORDER * column)) as u8 & 0x7f;
        let clue = digit_bit(self.row[column]);
        let all = ((1_u16 << size) - 1) as u8;
        let mut open = all & !(has | used | self.reserved[column]);
        if clue != 0 {
            open &= clue;
        }
        while open != 0 {
            let digit = open & open.wrapping_neg();
            open &= open - 1;
            self.fill_from(
                column + 1,
                state | ColumnSets::from(digit) << (MAX_ORDER * column),
                used | digit,
                next,
            );
        }
    }

    /// Returns the state with the sets of interchangeable columns in ascending order.
    fn sort_alike_columns(&self, state: ColumnSets) -> ColumnSets {
        let mask = (1 << MAX_ORDER) - 1;
        let mut sets = [0; MAX_ORDER];
        let sets = &mut sets[..self.alike.len()];
        for (set, column) in sets.iter_mut().zip(self.alike) {
            *set = state >> (MAX_ORDER * column) & mask;
        }
        sets.sort_unstable();
        sets.iter()
            .zip(self.alike)
            .fold(state, |state, (set, column)| {
                state & !(mask << (MAX_ORDER * column)) | set << (MAX_ORDER * column)
            })
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Layout, Puzzle};
    use ndoku_solver::{Backtrack, Engine};
    use ndoku_testkit::random::SplitMix64;

    use super::*;

    fn counted(order: u8, clues: &[u8]) -> Option<u128> {
        count_squares(order, clues, &Budget::default()).unwrap()
    }

    /// OEIS A002860.
    #[test]
    fn orders_have_the_published_numbers() {
        let known = [1, 2, 12, 576, 161_280, 812_851_200, 61_479_419_904_000];
        for (order, number) in (1..).zip(known) {
            assert_eq!(
                counted(order, &vec![0; usize::from(order).pow(2)]),
                Some(number)
            );
        }
        assert_eq!(
            [
                counted(8, &[0; 64]),
                counted(4, &[0; 15]),
                counted(2, &[3, 0, 0, 0])
            ],
            [None; 3]
        );
    }

    #[test]
    fn counts_agree_with_enumeration() {
        let mut rng = SplitMix64::new(21);
        let mut engine = Backtrack::new();
        let mut checked = 0;
        for round in 0..120 {
            let order = 2 + (round % 6) as u8;
            let layout = Layout::builder(order).no_boxes().build().unwrap();
            let Some(grid) = ndoku_testkit::random::grid(&mut rng, &layout) else {
                continue;
            };
            let cells = layout.cell_count();
            let fewest = [0, 0, 0, 0, 3, 8, 22][usize::from(order) - 1];
            let mut clues = vec![0; cells];
            for cell in rng
                .permutation(cells)
                .into_iter()
                .take(fewest + rng.below(cells - fewest))
            {
                clues[cell] = grid[cell].get();
            }
            if round % 10 == 9 {
                clues[rng.below(cells)] = 1 + rng.below(usize::from(order)) as u8;
            }
            let puzzle = Puzzle::from_array(&layout, &clues).unwrap();
            let tally = engine
                .count_up_to(&puzzle, 50_000, &Budget::default())
                .unwrap();
            if !tally.has_more {
                assert_eq!(
                    counted(order, &clues),
                    Some(u128::from(tally.number)),
                    "{layout} {clues:?}"
                );
                checked += 1;
            }
        }
        assert!(checked > 80, "{checked}");
    }

    #[test]
    fn one_clue_leaves_one_seventh() {
        let mut clues = [0; 49];
        clues[20] = 3;
        assert_eq!(counted(7, &clues), Some(61_479_419_904_000 / 7));
    }
}
