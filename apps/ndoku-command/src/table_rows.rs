//! Parquet and Arrow files as inputs of every command. Each row of a column is one puzzle.
//!
//! ```text
//! column ─▶ rows ─┬─ 81 digits and points ─▶ Block, answered together ─┬─▶ in the order of rows
//!                 └─ any other ────────────▶ WorkItem ─────────────────┘
//! ```

use std::fs::File;
use std::sync::Arc;

use ndoku::format::{self, ReadError, ReadOptions};
use ndoku_arrow::file::{TableReader, TextRows};

use crate::error::CliError;
use crate::source::Source;
use crate::stream::{Block, Origin};
use crate::table_input::file_error;
use crate::work_item::WorkItem;

/// A column of puzzles that is read row by row. Each row is a text of its own.
pub(crate) struct TableRows {
    origin: Arc<Origin>,
    rows: TextRows,
    /// The number of the last row that was read, from 1.
    row: usize,
    /// Plain 9×9 rows may be answered together.
    has_blocks: bool,
    /// The item after the last block.
    held: Option<WorkItem>,
    has_ended: bool,
}

/// A part of a column.
pub(crate) enum TablePart {
    /// Consecutive rows that are plain 9×9 puzzles, as lines.
    Block(Block),
    /// Any other row, or the error after the last one.
    Item(WorkItem),
}

impl TableRows {
    /// Opens a column. With `has_blocks`, plain 9×9 rows form blocks.
    ///
    /// # Errors
    /// Returns an error if the file is damaged, or if there is no such column.
    pub(crate) fn open(
        name: &str,
        file: File,
        column: Option<&str>,
        has_blocks: bool,
    ) -> Result<Self, CliError> {
        let rows = TableReader::new(file)
            .and_then(|reader| TextRows::new(reader, column))
            .map_err(|error| file_error(name, &error))?;
        Ok(Self {
            origin: Arc::new(Origin::new(name, None, None)),
            rows,
            row: 0,
            has_blocks,
            held: None,
            has_ended: false,
        })
    }

    /// Returns the next rows, as a block of up to about `wanted` bytes or as an item.
    pub(crate) fn next_part(&mut self, wanted: usize, options: &ReadOptions) -> Option<TablePart> {
        if let Some(item) = self.held.take() {
            return Some(TablePart::Item(item));
        }
        let mut bytes = Vec::new();
        let first = self.row + 1;
        while !self.has_ended && self.held.is_none() && bytes.len() < wanted.max(1) {
            match self.rows.next_row() {
                Ok(Some(text)) => {
                    self.row += 1;
                    match text.filter(|text| self.has_blocks && is_plain(text)) {
                        Some(plain) => {
                            if bytes.is_empty() {
                                bytes = self.origin.take_buffer();
                                bytes.clear();
                            }
                            bytes.extend_from_slice(plain);
                            bytes.push(b'\n');
                        }
                        None => {
                            self.held = Some(read_row(&self.origin.name, text, self.row, options));
                        }
                    }
                }
                Ok(None) => self.has_ended = true,
                Err(error) => {
                    self.has_ended = true;
                    self.held = Some(WorkItem::unopened(file_error(&self.origin.name, &error)));
                }
            }
        }
        if bytes.is_empty() {
            return self.held.take().map(TablePart::Item);
        }
        Some(TablePart::Block(Block {
            origin: Arc::clone(&self.origin),
            bytes,
            line: first,
            position: 0,
            damage: None,
        }))
    }
}

/// Returns `true` for a 9×9 puzzle of digits and points.
fn is_plain(text: &[u8]) -> bool {
    text.len() == 81
        && text
            .iter()
            .all(|mark| *mark == b'.' || mark.is_ascii_digit())
}

/// Reads the only puzzle of a row. Lines of its text count from the number of the row.
fn read_row(name: &str, text: Option<&[u8]>, row: usize, options: &ReadOptions) -> WorkItem {
    let source = Arc::new(Source::from_lines(
        name,
        None,
        text.unwrap_or_default(),
        row,
    ));
    let record = if text.is_none() {
        Err(ReadError::new(format!("row {row} is null")))
    } else if source.text.trim().is_empty() {
        Err(ReadError::new(format!("row {row} is empty")))
    } else {
        let block = format::Block {
            text: &source.text,
            line: row,
        };
        format::read_one_at(block, options)
    };
    WorkItem {
        line: row,
        ..WorkItem::from_record(record, &source)
    }
}
