//! `TextLines`: a column of a file as lines of text, for programs that read puzzles as text.

use std::io::{self, Read};

use crate::file::{FileError, TableReader, find_text_column};
use crate::rows::Rows;

/// The line for a row that is null.
const NULL: &[u8] = b"null";

/// The line for a row without text. A blank line would separate puzzles.
const EMPTY: &[u8] = b"empty";

/// A reader of lines. Line n is row n. Line ends inside a row become spaces.
#[derive(Debug)]
pub struct TextLines {
    reader: TableReader,
    buffer: Vec<u8>,
    place: usize,
}

impl TextLines {
    /// Reads a column. Without a name, it is `puzzle` or else the only column of texts.
    ///
    /// # Errors
    /// Returns an error if there is no such column, or if it holds no texts.
    pub fn new(mut reader: TableReader, column: Option<&str>) -> Result<Self, FileError> {
        let number = find_text_column(&reader.schema(), column)?;
        reader.select_columns(&[number]);
        Ok(Self {
            reader,
            buffer: Vec::new(),
            place: 0,
        })
    }

    /// Reads the next rows. Returns `false` after the last ones.
    fn fill(&mut self) -> Result<bool, FileError> {
        self.buffer.clear();
        self.place = 0;
        let Some(batch) = self.reader.next_batch()? else {
            return Ok(false);
        };
        let rows = Rows::new(batch.rows.column(0).as_ref())?;
        self.buffer.reserve(rows.len() * 82);
        for row in 0..rows.len() {
            let start = self.buffer.len();
            let text = match rows.get(row) {
                None => NULL,
                Some(text) if text.trim_ascii().is_empty() => EMPTY,
                Some(text) => text,
            };
            self.buffer.extend_from_slice(text);
            for byte in &mut self.buffer[start..] {
                if matches!(byte, b'\n' | b'\r') {
                    *byte = b' ';
                }
            }
            self.buffer.push(b'\n');
        }
        Ok(true)
    }
}

impl Read for TextLines {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while self.place == self.buffer.len() {
            let has_rows = self.fill().map_err(|error| match error {
                FileError::Read(error) => error,
                error => io::Error::new(io::ErrorKind::InvalidData, error),
            })?;
            if !has_rows {
                return Ok(0);
            }
        }
        let rest = &self.buffer[self.place..];
        let length = rest.len().min(bytes.len());
        bytes[..length].copy_from_slice(&rest[..length]);
        self.place += length;
        Ok(length)
    }
}
