//! `ClassicTransformation`: one of the 2 · 6⁸ · 9! symmetries of the classic layout. It transposes
//! the grid, permutes bands, stacks and the lines within them, and relabels digits.

use std::fmt;

/// The digits of a grid, row by row. An open cell is 0.
pub type Grid81 = [u8; 81];

/// A symmetry of the classic layout.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassicTransformation {
    /// `true` to exchange rows and columns before all other steps.
    pub transpose: bool,
    /// For each row of the result, its row in the original, from 0 to 8. Bands stay together.
    pub rows: [u8; 9],
    /// For each column of the result, its column in the original, from 0 to 8. Stacks stay
    /// together.
    pub columns: [u8; 9],
    /// For each digit, its new name. Index 0 stands for open cells and is 0.
    pub digits: [u8; 10],
}

impl ClassicTransformation {
    /// The identity.
    pub const IDENTITY: Self = {
        let same = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        Self {
            transpose: false,
            rows: same,
            columns: same,
            digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        }
    };

    /// Transforms a grid or puzzle.
    #[must_use]
    pub fn apply(&self, grid: &Grid81) -> Grid81 {
        let mut out = [0; 81];
        for (row, from_row) in self.rows.iter().enumerate() {
            for (column, from_column) in self.columns.iter().enumerate() {
                let (row_step, column_step) = if self.transpose { (1, 9) } else { (9, 1) };
                let digit = grid
                    [usize::from(*from_row) * row_step + usize::from(*from_column) * column_step];
                out[9 * row + column] = self.digits[usize::from(digit)];
            }
        }
        out
    }

    /// Returns the inverse transformation.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let (mut rows, mut columns, mut digits) = ([0; 9], [0; 9], [0; 10]);
        for place in 0..9 {
            rows[usize::from(self.rows[place])] = place as u8;
            columns[usize::from(self.columns[place])] = place as u8;
        }
        for (digit, name) in self.digits.iter().enumerate() {
            digits[usize::from(*name)] = digit as u8;
        }
        // The inverse permutes before it transposes, so that the roles of rows and columns are
        // exchanged.
        let (rows, columns) = if self.transpose {
            (columns, rows)
        } else {
            (rows, columns)
        };
        Self {
            transpose: self.transpose,
            rows,
            columns,
            digits,
        }
    }

    /// Returns the composition: first this transformation, then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let (rows, columns) = if next.transpose {
            (&self.columns, &self.rows)
        } else {
            (&self.rows, &self.columns)
        };
        let moved = |own: &[u8; 9], order: &[u8; 9]| order.map(|place| own[usize::from(place)]);
        Self {
            transpose: self.transpose != next.transpose,
            rows: moved(rows, &next.rows),
            columns: moved(columns, &next.columns),
            digits: self.digits.map(|digit| next.digits[usize::from(digit)]),
        }
    }

    /// Returns `true` if it is a symmetry: bands and stacks stay together, and digits get different
    /// names.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let lines = |order: &[u8; 9]| {
            let all = order
                .iter()
                .fold(0_u32, |seen, line| seen | 1 << line.min(&31));
            all == 0x1ff
                && order
                    .chunks(3)
                    .all(|group| group.iter().all(|line| line / 3 == group[0] / 3))
        };
        let names = self
            .digits
            .iter()
            .fold(0_u32, |seen, digit| seen | 1 << digit.min(&31));
        lines(&self.rows) && lines(&self.columns) && names == 0x3ff && self.digits[0] == 0
    }
}

/// Formats the transformation as `transpose rows 312645978 columns 123456789 digits 987654321`: for
/// each row and column of the result its place in the original, and for each digit its new name.
impl fmt::Display for ClassicTransformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = |order: &[u8; 9]| {
            order
                .iter()
                .map(|line| char::from(b'1' + line))
                .collect::<String>()
        };
        let digits: String = self.digits[1..]
            .iter()
            .map(|digit| char::from(b'0' + digit))
            .collect();
        let transpose = if self.transpose { "transpose " } else { "" };
        write!(
            f,
            "{transpose}rows {} columns {} digits {digits}",
            lines(&self.rows),
            lines(&self.columns)
        )
    }
}

impl fmt::Debug for ClassicTransformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
