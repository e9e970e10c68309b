//! The type [`Cell`]: a position in the grid. Its notation is `r3c7`, with rows and columns counted
//! from 1.

use std::fmt;
use std::str::FromStr;

/// A position in the grid, independent of any layout. Cells are ordered row by row.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u8,
    column: u8,
}

impl Cell {
    /// Creates the cell in a row and column, both counted from **0**.
    #[must_use]
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }

    /// Returns the cell with an index in a grid of `size` columns, counted from 0 row by row.
    ///
    /// # Panics
    /// Panics if `size` is 0 or the row would be 255 or more.
    #[must_use]
    pub fn from_index(index: usize, size: u8) -> Self {
        let (row, column) = (index / usize::from(size), index % usize::from(size));
        Self::new(u8::try_from(row).expect("a row is below 255"), column as u8)
    }

    /// Returns the row, from 0.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Returns the column, from 0.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Returns the index of the cell, from 0 row by row, in a grid of `size` columns.
    #[must_use]
    pub const fn index(self, size: u8) -> usize {
        self.row as usize * size as usize + self.column as usize
    }

    /// Returns the cell `rows` below and `columns` right of this one, if it is in a grid of this
    /// size. Negative numbers lead up and left.
    #[must_use]
    pub fn offset(self, rows: i16, columns: i16, size: u8) -> Option<Self> {
        let place = |start: u8, step: i16| {
            let place = i16::from(start) + step;
            u8::try_from(place).ok().filter(|place| *place < size)
        };
        Some(Self::new(
            place(self.row, rows)?,
            place(self.column, columns)?,
        ))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!(
            "r{}c{}",
            u16::from(self.row) + 1,
            u16::from(self.column) + 1
        ))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not a cell in the notation `r3c7`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a cell: a cell is written r3c7, with rows and columns from 1 to 255")]
pub struct ParseCellError(pub String);

impl FromStr for Cell {
    type Err = ParseCellError;

    /// Reads `r3c7` or `R3C7`.
    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let parse = || {
            let (row, column) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
            let number = |text: &str| {
                let plain = text.bytes().all(|b| b.is_ascii_digit());
                text.parse::<u8>()
                    .ok()
                    .filter(|n| plain && *n > 0)
                    .map(|n| n - 1)
            };
            Some(Self::new(number(row)?, number(column)?))
        };
        parse().ok_or_else(|| ParseCellError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for cell in [Cell::new(0, 0), Cell::new(2, 6), Cell::new(254, 254)] {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert_eq!("R3C7".parse(), Ok(Cell::new(2, 6)));
        for bad in [
            "", "r", "r1", "c1r1", "r0c1", "r1c0", "r256c1", "r1c1 ", "r+1c1", "r1c1c1",
        ] {
            assert!(bad.parse::<Cell>().is_err(), "{bad}");
        }
    }

    #[test]
    fn offsets_stay_in_the_grid() {
        let cell = Cell::new(0, 8);
        assert_eq!(cell.offset(1, -2, 9), Some(Cell::new(1, 6)));
        assert_eq!(cell.offset(-1, 0, 9), None);
        assert_eq!(cell.offset(0, 1, 9), None);
        assert_eq!(Cell::new(254, 254).offset(0, 1, 255), None);
    }

    #[test]
    fn index_and_cell_are_inverse() {
        for index in 0..81 {
            assert_eq!(Cell::from_index(index, 9).index(9), index);
        }
    }
}
