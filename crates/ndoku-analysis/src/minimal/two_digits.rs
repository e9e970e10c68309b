//! Unavoidable sets of two digits. They prove quickly that clues are needed.
//!
//! ```text
//!   4 . . | 7 . .      the digits 4 and 7, followed by rows and columns, form a cycle:
//!   7 . . | 4 . .      exchanged in these cells, they give another grid
//! ```
//!
//! A puzzle has a clue in each such set. If there is only one, it is needed, and no test is
//! necessary. 45% of the clues of minimal puzzles are of this kind. All sets of a grid, about 70,
//! are found together.

use crate::CellSet81;

/// Slots for the 36 pairs of digits. The remaining slots are unused.
const PAIR_SLOTS: usize = 40;

/// For each digit, the index of its first pair with a larger digit.
const FIRST_PAIR: [usize; 9] = [0, 8, 15, 21, 26, 30, 33, 35, 36];

/// Returns the index of a pair, smaller digit first.
const fn pair_index(a: usize, b: usize) -> usize {
    FIRST_PAIR[a] + b - a - 1
}

/// The cycles of all pairs of digits of a grid.
struct DigitPairCycles {
    /// The column of each digit in each row.
    columns: [[u8; 9]; 9],
    /// For each row and each pair, the rows of the cycle through this row, as bits.
    rows: [[u16; PAIR_SLOTS]; 9],
}

impl DigitPairCycles {
    fn new(grid: &[u8; 81]) -> Self {
        let mut columns = [[0; 9]; 9];
        // For each column and each box, the row of each digit as a bit. Reads beyond nine digits
        // fall into later pairs, which are overwritten, or into unused slots.
        let (mut of_column, mut of_box) = ([[0_u16; 24]; 9], [[0_u16; 24]; 9]);
        for (cell, digit) in grid.iter().enumerate() {
            let digit = usize::from(digit.wrapping_sub(1) % 9);
            let (row, column) = (cell / 9, cell % 9);
            columns[digit][row] = column as u8;
            of_column[column][digit] = 1 << row;
            of_box[row / 3 * 3 + column / 3][digit] = 1 << row;
        }
        // The rows that must be exchanged together with a row: those where b stands in the column
        // or the box of a.
        let mut rows = [[0; PAIR_SLOTS]; 9];
        for (row, rows) in rows.iter_mut().enumerate() {
            for a in 0..8 {
                let column = usize::from(columns[a][row]) % 9;
                let (in_column, in_box) = (
                    &of_column[column][a + 1..a + 9],
                    &of_box[row / 3 * 3 + column / 3][a + 1..a + 9],
                );
                // Eight pairs at a time, smaller digits first. Later pairs overwrite the excess.
                for ((rows, in_column), in_box) in
                    rows[FIRST_PAIR[a]..].iter_mut().zip(in_column).zip(in_box)
                {
                    *rows = in_column | in_box;
                }
            }
        }
        // The transitive closure, through each row in turn, for all pairs at once.
        for through in 0..9 {
            let more = rows[through];
            for rows in &mut rows {
                for (rows, more) in rows.iter_mut().zip(&more) {
                    *rows |= more & (*rows >> through & 1).wrapping_neg();
                }
            }
        }
        Self { columns, rows }
    }

    /// Returns the cell of a digit in a row.
    const fn cell(&self, digit: usize, row: usize) -> usize {
        9 * row + self.columns[digit][row] as usize
    }
}

/// Returns the rows of a set of bits.
fn rows_of(mut rows: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let row = rows.trailing_zeros();
        rows &= rows.wrapping_sub(1);
        (row < 9).then_some(row as usize)
    })
}

/// Lists the connected unavoidable sets of each pair of digits. The sets of an invalid grid are
/// meaningless.
pub(super) fn list_sets(grid: &[u8; 81], sets: &mut Vec<CellSet81>) {
    sets.clear();
    let cycles = DigitPairCycles::new(grid);
    for a in 0..9 {
        for b in a + 1..9 {
            let mut left = 0o777_u16;
            while left != 0 {
                let first = left.trailing_zeros() as usize;
                let rows = cycles.rows[first][pair_index(a, b)] | 1 << first;
                sets.push(rows_of(rows).fold(CellSet81::EMPTY, |set, row| {
                    set | CellSet81::from_cell(cycles.cell(a, row))
                        | CellSet81::from_cell(cycles.cell(b, row))
                }));
                left &= !rows;
            }
        }
    }
}

/// Returns the clues that are the only one in some set of a grid, without listing the sets. See
/// [`single_hit_clues`].
pub(super) fn find_single_hits(grid: &[u8; 81], clues: CellSet81) -> CellSet81 {
    let cycles = DigitPairCycles::new(grid);
    let mut rows_with_clue = [0_u16; 9];
    for cell in clues {
        rows_with_clue[usize::from(grid[cell].wrapping_sub(1) % 9)] |= 1 << (cell / 9);
    }
    let mut alone = CellSet81::EMPTY;
    for cell in clues {
        let (digit, row) = (usize::from(grid[cell].wrapping_sub(1) % 9), cell / 9);
        let (rows, others) = (&cycles.rows[row], rows_with_clue[digit] & !(1 << row));
        let is_alone =
            |pair: usize, other: usize| rows[pair] & (others | rows_with_clue[other]) == 0;
        if (0..digit).any(|other| is_alone(pair_index(other, digit), other))
            || (digit + 1..9).any(|other| is_alone(pair_index(digit, other), other))
        {
            alone.insert(cell);
        }
    }
    alone
}

/// Returns the clues that are the only one in one of the sets.
pub(super) fn single_hit_clues(sets: &[CellSet81], clues: CellSet81) -> CellSet81 {
    let mut alone = 0;
    for set in sets {
        let hit = (*set & clues).bits();
        if hit & hit.wrapping_sub(1) == 0 {
            alone |= hit;
        }
    }
    CellSet81::from_bits(alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &[u8; 81] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn sets_are_connected_cycles() {
        let grid = GRID.map(|byte| byte - b'0');
        let mut sets = Vec::new();
        list_sets(&grid, &mut sets);
        assert!((36..160).contains(&sets.len()), "{}", sets.len());
        for set in &sets {
            let digits: Vec<u8> = set.into_iter().map(|cell| grid[cell]).collect();
            let (a, b) = (
                digits[0],
                *digits.iter().find(|digit| **digit != digits[0]).unwrap(),
            );
            let seen = |one: usize, other: usize| {
                one / 9 == other / 9
                    || one % 9 == other % 9
                    || (one / 27 == other / 27 && one % 9 / 3 == other % 9 / 3)
            };
            // A set contains all cells of both digits that see one of its cells, and it is
            // connected.
            let mut grown = CellSet81::from_cell(set.first().unwrap());
            loop {
                let more = (0..81).filter(|cell| {
                    (grid[*cell] == a || grid[*cell] == b)
                        && grown.into_iter().any(|one| seen(one, *cell))
                });
                let more: CellSet81 = more.collect::<CellSet81>() | grown;
                if more == grown {
                    break;
                }
                grown = more;
            }
            assert_eq!(grown, *set);
        }
        // Each cell lies in one set for each other digit.
        for cell in 0..81 {
            assert_eq!(sets.iter().filter(|set| set.contains(cell)).count(), 8);
        }
        let clues = CellSet81::from_bits(0x5a5a_1234_0f0f_9876_5432);
        assert_eq!(
            find_single_hits(&grid, clues),
            single_hit_clues(&sets, clues)
        );
        for cell in clues {
            assert_eq!(
                single_hit_clues(&sets, clues).contains(cell),
                sets.iter()
                    .any(|set| *set & clues == CellSet81::from_cell(cell))
            );
        }
    }

    #[test]
    fn invalid_grids_do_not_panic() {
        let mut sets = Vec::new();
        for byte in 0..=255 {
            list_sets(&[byte; 81], &mut sets);
            assert!(
                !sets.is_empty()
                    && CellSet81::ALL.is_superset(find_single_hits(&[byte; 81], CellSet81::ALL))
            );
        }
    }
}
