//! Unavoidable sets of two digits: what a glance at a grid says of clues that are needed.
//!
//! ```text
//!   4 . 7 | . . .      the digits 4 and 7, followed from row to row by columns and boxes, come back to where they began:
//!   . . . | . . .      exchanged in these cells, they make another grid
//!   7 . 4 | . . .
//! ```
//!
//! A puzzle has a clue in each such set; if there is only one in it, that clue is needed, and no test has to find it out: 45 % of the clues of minimal puzzles are of this
//! kind. All sets of a grid, some 70, are found at the same time.

use crate::CellSet81;

/// Places for the 36 pairs of digits; what is beyond is not used.
const PAIR_SLOTS: usize = 40;

/// Where the pairs begin whose smaller digit is this one.
const FIRST_PAIR: [usize; 9] = [0, 8, 15, 21, 26, 30, 33, 35, 36];

/// The place of a pair, smaller digit first.
const fn pair_index(a: usize, b: usize) -> usize {
    FIRST_PAIR[a] + b - a - 1
}

/// The digits of a grid, and what belongs together.
struct DigitPairCycles {
    /// The column of each digit in each row.
    columns: [[u8; 9]; 9],
    /// For each row and each pair the rows of the set that this row is in, as bits.
    rows: [[u16; PAIR_SLOTS]; 9],
}

impl DigitPairCycles {
    fn new(grid: &[u8; 81]) -> Self {
        let mut columns = [[0; 9]; 9];
        // For each column and each box the row of each digit as a bit. What is read beyond nine digits goes where the next pairs stand, or where nothing does.
        let (mut of_column, mut of_box) = ([[0_u16; 24]; 9], [[0_u16; 24]; 9]);
        for (cell, digit) in grid.iter().enumerate() {
            let digit = usize::from(digit.wrapping_sub(1) % 9);
            let (row, column) = (cell / 9, cell % 9);
            columns[digit][row] = column as u8;
            of_column[column][digit] = 1 << row;
            of_box[row / 3 * 3 + column / 3][digit] = 1 << row;
        }
        // Rows that must be exchanged together with a row: those where b stands in the column of a, and in its box.
        let mut rows = [[0; PAIR_SLOTS]; 9];
        for (row, rows) in rows.iter_mut().enumerate() {
            for a in 0..8 {
                let column = usize::from(columns[a][row]) % 9;
                let (in_column, in_box) = (
                    &of_column[column][a + 1..a + 9],
                    &of_box[row / 3 * 3 + column / 3][a + 1..a + 9],
                );
                // Eight at a time, the smaller digits first: what is too many is written over.
                for ((rows, in_column), in_box) in
                    rows[FIRST_PAIR[a]..].iter_mut().zip(in_column).zip(in_box)
                {
                    *rows = in_column | in_box;
                }
            }
        }
        // And what must be exchanged with these: through each row in turn, for all pairs side by side.
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

    /// The cell of a digit in a row.
    const fn cell(&self, digit: usize, row: usize) -> usize {
        9 * row + self.columns[digit][row] as usize
    }
}

/// The rows of a set of bits.
fn rows_of(mut rows: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let row = rows.trailing_zeros();
        rows &= rows.wrapping_sub(1);
        (row < 9).then_some(row as usize)
    })
}

/// Lists the unavoidable sets of each two digits that cannot be cut in two. The grid is a valid one; of any other the sets mean nothing.
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

/// The clues that are [`single_hit_clues`] in one of the sets of a grid, which need not be listed for that.
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

/// The clues that are alone in one of the sets.
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
    fn exchanged_they_make_another_grid_and_less_does_not() {
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
            // All that a cell of the set sees of the two digits is in it, and nothing that a part of it does not see.
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
        // Each cell is in one set for each other digit.
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
    fn what_is_no_grid_does_no_harm() {
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
