//! Unavoidable sets of two digits: what a glance at a grid says of clues that are needed.
//!
//! ```text
//!   4 . 7 | . . .      the digits 4 and 7, followed from row to row by columns and boxes, come back to where they began:
//!   . . . | . . .      exchanged in these cells, they make another grid
//!   7 . 4 | . . .
//! ```
//!
//! A puzzle has a clue in each such set; if there is only one in it, that clue is needed, and no test has to find it out: 45 % of the clues of minimal puzzles are of this
//! kind. All sets of a grid, some 70, take about as long as three tests.

use crate::Cells;

/// Where the digits of a grid stand, by digit.
struct Places {
    /// The column in each row.
    columns: [[u8; 9]; 9],
    /// The row in each column.
    in_column: [[u8; 9]; 9],
    /// The row in each box.
    in_box: [[u8; 9]; 9],
}

impl Places {
    fn new(grid: &[u8; 81]) -> Self {
        let mut places = Self { columns: [[0; 9]; 9], in_column: [[0; 9]; 9], in_box: [[0; 9]; 9] };
        for (cell, digit) in grid.iter().enumerate() {
            let digit = usize::from(digit.wrapping_sub(1) % 9);
            let (row, column) = (cell / 9, cell % 9);
            places.columns[digit][row] = column as u8;
            places.in_column[digit][column] = row as u8;
            places.in_box[digit][row / 3 * 3 + column / 3] = row as u8;
        }
        places
    }

    /// The cell of a digit in a row.
    const fn cell(&self, digit: usize, row: usize) -> usize {
        9 * row + self.columns[digit][row] as usize
    }

    /// Calls `found` with two digits, 0 to 8, and the rows of each of their sets, as bits.
    #[inline(always)]
    fn each(&self, mut found: impl FnMut(usize, usize, u16)) {
        for a in 0..9 {
            for b in a + 1..9 {
                // Rows that must be exchanged together with a row: those where b stands in the column of a, and in its box.
                let mut with = [0_u16; 9];
                for (row, with) in with.iter_mut().enumerate() {
                    let column = usize::from(self.columns[a][row]);
                    *with = 1 << self.in_column[b][column] | 1 << self.in_box[b][row / 3 * 3 + column / 3];
                }
                let mut left = 0o777_u16;
                while left != 0 {
                    let mut rows = left & left.wrapping_neg();
                    let mut new = rows;
                    while new != 0 {
                        let more = with[new.trailing_zeros() as usize % 9];
                        new = (new & (new - 1)) | (more & !rows);
                        rows |= more;
                    }
                    left &= !rows;
                    found(a, b, rows);
                }
            }
        }
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
pub(super) fn sets_of(grid: &[u8; 81], sets: &mut Vec<Cells>) {
    sets.clear();
    let places = Places::new(grid);
    places.each(|a, b, rows| {
        sets.push(rows_of(rows).fold(Cells::NONE, |set, row| set | Cells::one(places.cell(a, row)) | Cells::one(places.cell(b, row))));
    });
}

/// The clues that are [`alone`] in one of the sets of a grid, which need not be listed for that.
pub(super) fn alone_in(grid: &[u8; 81], clues: Cells) -> Cells {
    let places = Places::new(grid);
    let mut rows_with_clue = [0_u16; 9];
    for cell in clues {
        rows_with_clue[usize::from(grid[cell].wrapping_sub(1) % 9)] |= 1 << (cell / 9);
    }
    let mut alone = Cells::NONE;
    places.each(|a, b, rows| {
        let (of_a, of_b) = (rows_with_clue[a] & rows, rows_with_clue[b] & rows);
        if (u32::from(of_a) | u32::from(of_b) << 16).is_power_of_two() {
            let (digit, row) = if of_a != 0 { (a, of_a) } else { (b, of_b) };
            alone.insert(places.cell(digit, row.trailing_zeros() as usize % 9));
        }
    });
    alone
}

/// The clues that are alone in one of the sets.
pub(super) fn alone(sets: &[Cells], clues: Cells) -> Cells {
    let mut alone = 0;
    for set in sets {
        let hit = (*set & clues).bits();
        if hit & hit.wrapping_sub(1) == 0 {
            alone |= hit;
        }
    }
    Cells::from_bits(alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &[u8; 81] = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn exchanged_they_make_another_grid_and_less_does_not() {
        let grid = GRID.map(|byte| byte - b'0');
        let mut sets = Vec::new();
        sets_of(&grid, &mut sets);
        assert!((36..160).contains(&sets.len()), "{}", sets.len());
        for set in &sets {
            let digits: Vec<u8> = set.into_iter().map(|cell| grid[cell]).collect();
            let (a, b) = (digits[0], *digits.iter().find(|digit| **digit != digits[0]).unwrap());
            let seen = |one: usize, other: usize| {
                one / 9 == other / 9 || one % 9 == other % 9 || (one / 27 == other / 27 && one % 9 / 3 == other % 9 / 3)
            };
            // All that a cell of the set sees of the two digits is in it, and nothing that a part of it does not see.
            let mut grown = Cells::one(set.first().unwrap());
            loop {
                let more = (0..81).filter(|cell| (grid[*cell] == a || grid[*cell] == b) && grown.into_iter().any(|one| seen(one, *cell)));
                let more: Cells = more.collect::<Cells>() | grown;
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
        let clues = Cells::from_bits(0x5a5a_1234_0f0f_9876_5432);
        assert_eq!(alone_in(&grid, clues), alone(&sets, clues));
        for cell in clues {
            assert_eq!(alone(&sets, clues).contains(cell), sets.iter().any(|set| *set & clues == Cells::one(cell)));
        }
    }

    #[test]
    fn what_is_no_grid_does_no_harm() {
        let mut sets = Vec::new();
        for byte in 0..=255 {
            sets_of(&[byte; 81], &mut sets);
            assert!(!sets.is_empty() && Cells::ALL.includes(alone_in(&[byte; 81], Cells::ALL)));
        }
    }
}
