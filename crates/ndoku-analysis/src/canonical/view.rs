//! `PatternView`: the pattern of a puzzle's clues as rows or as columns, and its interchangeable
//! lines.
//!
//! ```text
//!   bits of a row     1 . . | 2 . 3 | . . .   ─▶  100 101 000, the first column is the highest bit
//!   interchangeable   rows of a band with equal bits; bands with equal rows in any order
//! ```
//!
//! For the least *pattern*, interchangeable lines are tried only in their own order. For the least
//! *digits*, all of their orders are tried, except those of blank lines.

use super::orders::ASCENDING;
use crate::transformation::Grid81;

/// Returns the equalities among three lines. Bit 0: the first two are equal. Bit 1: the first and
/// the last. Bit 2: the last two.
fn equality_bits<T: PartialEq>(three: [T; 3]) -> u8 {
    let [a, b, c] = three;
    u8::from(a == b) | u8::from(a == c) << 1 | u8::from(b == c) << 2
}

/// The lines of a puzzle in three groups: rows in bands, or columns in stacks.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct PatternLines {
    /// The clues of each line, nine bits.
    pub bits: [u16; 9],
    /// For each group, the equalities among its lines as in [`equality_bits`].
    alike: [u8; 3],
    /// For each group, the equalities among its blank lines.
    blank: [u8; 3],
    /// The equalities among the groups, and among the blank groups.
    groups_alike: u8,
    groups_blank: u8,
}

impl PatternLines {
    fn new(bits: [u16; 9]) -> Self {
        let mut lines = Self {
            bits,
            ..Self::default()
        };
        let mut keys = [0_u32; 3];
        for (group, three) in bits.as_chunks::<3>().0.iter().enumerate() {
            let [a, b, c] = three.map(u32::from);
            lines.alike[group] = equality_bits(*three);
            lines.blank[group] =
                u8::from(a | b == 0) | u8::from(a | c == 0) << 1 | u8::from(b | c == 0) << 2;
            let (low, high) = (a.min(b), a.max(b));
            keys[group] = low.min(c) << 18 | high.max(c) << 9 | high.min(c.max(low));
        }
        lines.groups_alike = equality_bits(keys);
        let [a, b, c] = keys;
        lines.groups_blank =
            u8::from(a | b == 0) | u8::from(a | c == 0) << 1 | u8::from(b | c == 0) << 2;
        lines
    }

    /// Returns for each line, as bits, the equal lines that must come before it.
    fn needs(alike: [u8; 3], groups_alike: u8) -> [u16; 9] {
        let mut needs = [0; 9];
        for (group, equal) in alike.into_iter().enumerate() {
            let own = 3 * group;
            // Equal groups that come before this one.
            let before = match group {
                1 => u16::from(groups_alike & 1) * 7,
                2 => {
                    (u16::from(groups_alike >> 1 & 1) * 7)
                        | (u16::from(groups_alike >> 2 & 1) * 0o70)
                }
                _ => 0,
            };
            needs[own] = before;
            needs[own + 1] = before | u16::from(equal & 1) << own;
            needs[own + 2] = before | u16::from(equal >> 1 & 3) << own;
        }
        needs
    }

    /// Returns `true` if lines or groups that are not blank are interchangeable.
    pub(super) fn has_interchangeable_lines(&self) -> bool {
        self.alike != self.blank || self.groups_alike != self.groups_blank
    }

    /// Returns for each group the orders that keep equal lines in their order.
    pub(super) fn line_orders(&self) -> [u8; 3] {
        self.alike.map(|equal| ASCENDING[usize::from(equal)])
    }

    /// Returns for each group the orders that keep blank lines in their order.
    pub(super) fn line_orders_by_blank(&self) -> [u8; 3] {
        self.blank.map(|equal| ASCENDING[usize::from(equal)])
    }

    /// Returns the orders of groups that keep equal groups in their order.
    pub(super) fn group_orders(&self) -> u8 {
        ASCENDING[usize::from(self.groups_alike)]
    }

    /// Returns the orders of groups that keep blank groups in their order.
    pub(super) fn group_orders_by_blank(&self) -> u8 {
        ASCENDING[usize::from(self.groups_blank)]
    }

    /// Returns the groups that equal this one, as bits, including itself.
    pub(super) fn equal_groups(&self, group: usize) -> u8 {
        let equal = self.groups_alike;
        match group {
            0 => 1 | (equal & 1) << 1 | (equal >> 1 & 1) << 2,
            1 => 2 | equal & 1 | equal & 4,
            _ => 4 | equal >> 1 & 3,
        }
    }
}

/// A puzzle seen as rows, or as columns.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct PatternView {
    pub rows: PatternLines,
    /// For each row, the equal rows that come before it, as bits.
    pub needs: [u16; 9],
    /// For each row, the blank rows that come before it, as bits, if it is blank.
    pub needs_by_blank: [u16; 9],
    /// The steps from a row, and from a column, to the next one in a grid.
    pub steps: (usize, usize),
}

impl PatternView {
    fn new(bits: [u16; 9], steps: (usize, usize)) -> Self {
        let rows = PatternLines::new(bits);
        let needs = PatternLines::needs(rows.alike, rows.groups_alike);
        Self {
            rows,
            needs,
            needs_by_blank: PatternLines::needs(rows.blank, rows.groups_blank),
            steps,
        }
    }

    /// Returns the digit in a row and a column of the view.
    pub(super) fn digit(&self, puzzle: &Grid81, row: usize, column: usize) -> u8 {
        puzzle
            .get(row * self.steps.0 + column * self.steps.1)
            .copied()
            .unwrap_or(0)
    }
}

/// The nine bits of a row, where column 0 is the highest bit, spread nine bits apart, column 0
/// first.
static SPREAD: [u128; 512] = {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        let mut column = 0;
        while column < 9 {
            if bits >> (8 - column) & 1 == 1 {
                table[bits] |= 1 << (9 * column);
            }
            column += 1;
        }
        bits += 1;
    }
    table
};

/// Returns the clues of a puzzle of digits 0 to 9 as bits. Cell 0 is bit 80.
pub(super) fn clues(puzzle: &Grid81) -> u128 {
    // Eight bytes at a time: a bit for each byte that is not 0, gathered by a multiplication.
    const LOW: u64 = 0x0101_0101_0101_0101;
    let (eights, last) = puzzle.as_chunks::<8>();
    let mut clues = 0;
    for eight in eights {
        let bits = (u64::from_le_bytes(*eight) + 0x7f * LOW) >> 7 & LOW;
        clues = clues << 8 | u128::from(bits.wrapping_mul(0x8040_2010_0804_0201) >> 56);
    }
    clues << 1 | u128::from(last.first().is_some_and(|digit| *digit != 0))
}

/// Returns the views of a puzzle with these clues, as rows and as columns.
pub(super) fn views(clues: u128) -> [PatternView; 2] {
    let mut rows = [0_u16; 9];
    let mut turned = 0;
    for (row, bits) in rows.iter_mut().enumerate() {
        *bits = (clues >> (72 - 9 * row)) as u16 & 0x1ff;
        turned |= SPREAD[usize::from(*bits)] << (8 - row);
    }
    let columns = std::array::from_fn(|column| (turned >> (9 * column)) as u16 & 0x1ff);
    [
        PatternView::new(rows, (9, 1)),
        PatternView::new(columns, (1, 9)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_hold_rows_columns_and_equal_lines() {
        let mut puzzle = [0; 81];
        for cell in [0, 4, 9, 13, 30, 57, 77] {
            puzzle[cell] = 1 + (cell % 9) as u8;
        }
        let [rows, columns] = views(clues(&puzzle));
        for row in 0..9 {
            for column in 0..9 {
                let clue = puzzle[9 * row + column] != 0;
                assert_eq!(rows.rows.bits[row] >> (8 - column) & 1 == 1, clue);
                assert_eq!(columns.rows.bits[column] >> (8 - row) & 1 == 1, clue);
                assert_eq!(
                    columns.digit(&puzzle, column, row),
                    puzzle[9 * row + column]
                );
            }
        }
        // Rows 1 and 2 are equal, and rows 5 and 6 are blank.
        assert_eq!(
            (
                rows.needs[1],
                rows.needs[2],
                rows.needs[5],
                rows.needs_by_blank[1]
            ),
            (1, 0, 1 << 4, 0)
        );
        assert_eq!(rows.needs_by_blank[5], 1 << 4);
        assert!(rows.rows.has_interchangeable_lines());
    }

    #[test]
    fn bands_are_equal_in_any_order_of_their_rows() {
        let lines = PatternLines::new([1, 2, 4, 4, 1, 2, 4, 4, 2]);
        assert_eq!(
            (
                lines.groups_alike,
                lines.equal_groups(0),
                lines.equal_groups(1),
                lines.equal_groups(2)
            ),
            (1, 3, 3, 4)
        );
        for (alike, likes) in [
            (7, [7, 7, 7]),
            (2, [5, 2, 5]),
            (4, [1, 6, 6]),
            (0, [1, 2, 4]),
        ] {
            let lines = PatternLines {
                groups_alike: alike,
                ..PatternLines::default()
            };
            assert_eq!([0, 1, 2].map(|group| lines.equal_groups(group)), likes);
        }
    }
}
