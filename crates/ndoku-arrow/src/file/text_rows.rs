//! `TextRows`: the texts of a column, row by row, for programs that read puzzles as text.

use crate::file::{FileError, TableReader, find_text_column};
use crate::rows::Rows;

/// The rows of a column. Each row is a text of its own, with any number of lines.
#[derive(Debug)]
pub struct TextRows {
    reader: TableReader,
    rows: Rows,
    /// The next row of `rows`.
    place: usize,
}

impl TextRows {
    /// Reads a column. Without a name, it is `puzzle` or else the only text column.
    ///
    /// # Errors
    /// Returns an error if there is no such column, or if it holds no text.
    pub fn new(mut reader: TableReader, column: Option<&str>) -> Result<Self, FileError> {
        let number = find_text_column(&reader.schema(), column)?;
        reader.select_columns(&[number]);
        Ok(Self {
            reader,
            rows: Rows::Nulls(0),
            place: 0,
        })
    }

    /// Returns the next row; the inner `None` is a null. Returns `None` after the last row.
    ///
    /// # Errors
    /// Errors of reading and of damage. No row follows them.
    #[allow(clippy::option_option)] // A row and its value are two things.
    pub fn next_row(&mut self) -> Result<Option<Option<&[u8]>>, FileError> {
        while self.place == self.rows.len() {
            let Some(batch) = self.reader.next_batch()? else {
                return Ok(None);
            };
            self.rows = Rows::new(batch.rows.column(0).as_ref())?;
            self.place = 0;
        }
        self.place += 1;
        Ok(Some(self.rows.get(self.place - 1)))
    }
}
