//! Unavoidable sets of two digits: what a glance at a grid says of clues that are needed.
//!
//! ```text
//!   4 . 7 | . . .      the digits 4 and 7, followed from row to row by columns and boxes, come back to where they began:
//!   . . . | . . .      exchanged in these cells, they make another grid
//!   7 . 4 | . . .
//! ```
//!
//! A puzzle has a clue in each such set; if there is only one in it, that clue is needed, and no test has to find it out: 45 % of the clues of minimal puzzles are of this
//! kind. All sets of a grid, some 70, take about as long as two tests.

use crate::Cells;

/// Lists the unavoidable sets of each two digits that cannot be cut in two. The grid is a valid one; of any other the sets mean nothing.
pub(super) fn sets_of(grid: &[u8; 81], sets: &mut Vec<Cells>) {
    sets.clear();
    // By digit: the column of each row, the row in each column and in each box, the cell of each row.
    let (mut columns, mut in_column, mut in_box) = ([[0_u8; 9]; 9], [[0_u8; 9]; 9], [[0_u8; 9]; 9]);
    let mut cells = [[Cells::NONE; 9]; 9];
    for (cell, digit) in grid.iter().enumerate() {
        let digit = usize::from(digit.wrapping_sub(1) % 9);
        let (row, column) = (cell / 9, cell % 9);
        columns[digit][row] = column as u8;
        in_column[digit][column] = row as u8;
        in_box[digit][row / 3 * 3 + column / 3] = row as u8;
        cells[digit][row] = Cells::one(cell);
    }
    for a in 0..9 {
        for b in a + 1..9 {
            // Rows that must be exchanged together with a row: those where b stands in the column of a, and in its box.
            let mut with = [0_u16; 9];
            for (row, with) in with.iter_mut().enumerate() {
                let column = usize::from(columns[a][row]);
                *with = 1 << row | 1 << in_column[b][column] | 1 << in_box[b][row / 3 * 3 + column / 3];
            }
            let mut left = 0o777_u16;
            while left != 0 {
                let mut rows = 1_u16 << left.trailing_zeros();
                let mut new = rows;
                let mut set = Cells::NONE;
                while new != 0 {
                    let row = new.trailing_zeros() as usize % 9;
                    set |= cells[a][row] | cells[b][row];
                    new = (new & (new - 1)) | (with[row] & !rows);
                    rows |= with[row];
                }
                left &= !rows;
                sets.push(set);
            }
        }
    }
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
        for cell in clues {
            assert_eq!(alone(&sets, clues).contains(cell), sets.iter().any(|set| *set & clues == Cells::one(cell)));
        }
    }

    #[test]
    fn what_is_no_grid_does_no_harm() {
        let mut sets = Vec::new();
        for byte in 0..=255 {
            sets_of(&[byte; 81], &mut sets);
            assert!(!sets.is_empty());
        }
    }
}
