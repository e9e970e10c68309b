//! `ClassicTransformation`: one of the 2 · 6⁸ · 9! things that may be done to a classic grid: rows for columns, bands and rows within them, stacks and columns within
//! them, digits renamed.

use std::fmt;

/// Digits row by row, 0 for a blank cell.
pub type Grid = [u8; 81];

/// A symmetry of the classic layout.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassicTransformation {
    /// Rows and columns are exchanged first.
    pub transpose: bool,
    /// For each row of the result the row that it comes from, 0 to 8; bands stay together.
    pub rows: [u8; 9],
    /// For each column of the result the column that it comes from, 0 to 8; stacks stay together.
    pub columns: [u8; 9],
    /// For each digit its new name; the first place belongs to blank cells and is 0.
    pub digits: [u8; 10],
}

impl ClassicTransformation {
    /// What leaves everything as it is.
    pub const IDENTITY: Self = {
        let same = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        Self {
            transpose: false,
            rows: same,
            columns: same,
            digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        }
    };

    /// The grid or puzzle seen through it.
    #[must_use]
    pub fn apply(&self, grid: &Grid) -> Grid {
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

    /// What takes back what this does.
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
        // Undone in the other order: what was a row when it was moved is a column after rows and columns are exchanged.
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

    /// First this, then the other.
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

    /// Whether it is one: bands and stacks stay together, no two digits get one name.
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

/// `transpose rows 312645978 columns 123456789 digits 987654321`: for each row and column of the result where it comes from, for each digit its new name.
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
