//! Unavoidable sets of two lines: two rows of a band, or two columns of a stack, exchanged where
//! they hold the same digits.
//!
//! ```text
//!   r1  4 . . | 7 . . | 2 . .      columns 1, 4 and 7 of both rows hold 2, 4 and 7:
//!   r2  7 . . | 2 . . | 4 . .      exchanged there, they give another grid
//! ```
//!
//! Two lines decompose into such cycles. Cycles of two columns are also sets of two digits. The
//! sets prove that one clue in ten of a minimal puzzle is needed where `two_digits` does not, for a
//! third of the cost of a test.

use crate::CellSet81;

/// Calls `found` with two rows of a band and the columns of each of their cycles, and likewise with
/// two columns of a stack.
#[inline(always)]
fn for_each_cycle(grid: &[u8; 81], mut found: impl FnMut(bool, [usize; 2], u16)) {
    for is_row in [true, false] {
        let (line, place) = if is_row { (9, 1) } else { (1, 9) };
        for band in [0, 3, 6] {
            // The place of each digit in each line.
            let mut at = [[0_u8; 16]; 3];
            for (row, at) in at.iter_mut().enumerate() {
                for column in 0..9 {
                    at[usize::from(grid[line * (band + row) + place * column] & 15)] = column as u8;
                }
            }
            for [one, other] in [[0, 1], [0, 2], [1, 2]] {
                let mut left = 0o777_u16;
                while left != 0 {
                    let first = left.trailing_zeros() as usize;
                    let (mut cycle, mut column) = (0_u16, first);
                    // The cycle of an invalid grid may not close.
                    while cycle >> column & 1 == 0 {
                        cycle |= 1 << column;
                        column = usize::from(
                            at[one][usize::from(grid[line * (band + other) + place * column] & 15)],
                        );
                    }
                    left &= !cycle;
                    found(is_row, [band + one, band + other], cycle);
                }
            }
        }
    }
}

/// Returns the cells of a line.
fn line_cells(is_row: bool, line: usize, mut places: u16) -> CellSet81 {
    let mut cells = CellSet81::EMPTY;
    while places != 0 {
        let place = places.trailing_zeros() as usize;
        cells.insert(if is_row {
            9 * line + place
        } else {
            9 * place + line
        });
        places &= places - 1;
    }
    cells
}

/// Returns the clues that are the only one in one of the sets of a valid grid. The result for an
/// invalid grid is meaningless.
pub(super) fn find_single_hits(grid: &[u8; 81], clues: CellSet81) -> CellSet81 {
    // The places with a clue, for each row and for each column.
    let mut of_line = [[0_u16; 9]; 2];
    for cell in clues {
        of_line[0][cell / 9] |= 1 << (cell % 9);
        of_line[1][cell % 9] |= 1 << (cell / 9);
    }
    let mut alone = CellSet81::EMPTY;
    for_each_cycle(grid, |is_row, [one, other], cycle| {
        let of_line = &of_line[usize::from(!is_row)];
        let (of_one, of_other) = (of_line[one] & cycle, of_line[other] & cycle);
        if (u32::from(of_one) | u32::from(of_other) << 16).is_power_of_two() {
            alone = alone | line_cells(is_row, one, of_one) | line_cells(is_row, other, of_other);
        }
    });
    alone
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
        for_each_cycle(&grid, |is_row, [one, other], cycle| {
            sets.push((
                line_cells(is_row, one, cycle),
                line_cells(is_row, other, cycle),
            ));
        });
        assert_eq!(sets.iter().map(|(one, _)| one.len()).sum::<usize>(), 18 * 9);
        let digits = |cells: CellSet81| {
            cells
                .into_iter()
                .fold(0_u16, |digits, cell| digits | 1 << grid[cell])
        };
        for (one, other) in &sets {
            // Both lines hold the same digits in the set, and in no part of it.
            assert!(digits(*one) == digits(*other) && one.len() == other.len() && one.len() > 1);
            let pairs: Vec<(usize, usize)> = one.into_iter().zip(*other).collect();
            let mut grown = 1_u16 << grid[pairs[0].0];
            for _ in 0..9 {
                grown = pairs
                    .iter()
                    .filter(|(a, _)| grown >> grid[*a] & 1 == 1)
                    .fold(grown, |grown, (_, b)| grown | 1 << grid[*b]);
            }
            assert_eq!(grown, digits(*one));
        }
        for clues in
            [0x5a5a_1234_0f0f_9876_5432, 0x1_1248_0a00_0400_2080_1110].map(CellSet81::from_bits)
        {
            let expected = sets
                .iter()
                .map(|(one, other)| (*one | *other) & clues)
                .filter(|hit| hit.len() == 1);
            assert_eq!(
                find_single_hits(&grid, clues),
                expected.fold(CellSet81::EMPTY, |all, one| all | one)
            );
            assert!(!find_single_hits(&grid, clues).is_empty());
        }
    }

    #[test]
    fn invalid_grids_do_not_panic() {
        for byte in 0..=255 {
            assert!(CellSet81::ALL.is_superset(find_single_hits(&[byte; 81], CellSet81::ALL)));
        }
    }
}
