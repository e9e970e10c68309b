//! `TableReader`: a Parquet or Arrow file, batch by batch.

use std::fs::File;
use std::io::{Read, Seek};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use crate::file::arrow_reader::ArrowReader;
use crate::file::parquet_reader::ParquetReader;
use crate::file::request::source_text;
use crate::file::{FileError, FileKind};

/// Number of rows of a batch, if they are short.
pub(crate) const BATCH_ROWS: usize = 1 << 16;

/// Rows that are read together.
#[derive(Clone, Debug)]
pub struct TableBatch {
    /// The rows.
    pub rows: RecordBatch,
    /// `true` if a row group of the file ends with these rows.
    pub ends_group: bool,
}

/// A Parquet or Arrow file that is open for reading.
#[derive(Debug)]
pub struct TableReader {
    kind: FileKind,
    source_text: String,
    inner: Inner,
}

#[derive(Debug)]
enum Inner {
    Parquet(Box<ParquetReader>),
    Arrow(Box<ArrowReader>),
}

impl TableReader {
    /// Reads the beginning and the end of a file. The kind is found by its first bytes.
    ///
    /// # Errors
    /// [`FileError::Kind`] for another kind of file, and errors of reading and of damage.
    pub fn new(mut file: File) -> Result<Self, FileError> {
        let mut magic = Vec::new();
        file.rewind().map_err(FileError::Read)?;
        Read::by_ref(&mut file)
            .take(8)
            .read_to_end(&mut magic)
            .map_err(FileError::Read)?;
        let kind = FileKind::from_magic(&magic).ok_or(FileError::Kind)?;
        let source_text = source_text(&mut file).map_err(FileError::Read)?;
        let inner = match kind {
            FileKind::Parquet => Inner::Parquet(Box::new(ParquetReader::new(file)?)),
            FileKind::Arrow | FileKind::ArrowStream => {
                Inner::Arrow(Box::new(ArrowReader::new(file, kind)?))
            }
        };
        Ok(Self {
            kind,
            source_text,
            inner,
        })
    }

    /// Returns the kind of the file.
    #[must_use]
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// Returns the columns that are read.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        match &self.inner {
            Inner::Parquet(reader) => reader.schema(),
            Inner::Arrow(reader) => reader.schema(),
        }
    }

    /// Returns the texts that the file holds beside its columns.
    #[must_use]
    pub fn metadata(&self) -> Vec<(String, String)> {
        match &self.inner {
            Inner::Parquet(reader) => reader.metadata(),
            Inner::Arrow(reader) => reader.metadata(),
        }
    }

    /// Returns the number of rows of the file.
    #[must_use]
    pub fn num_rows(&self) -> u64 {
        match &self.inner {
            Inner::Parquet(reader) => reader.num_rows(),
            Inner::Arrow(reader) => reader.num_rows(),
        }
    }

    /// Returns a text that recognizes the file.
    #[must_use]
    pub fn source_text(&self) -> &str {
        &self.source_text
    }

    /// Reads these columns only, by number in ascending order.
    pub fn select_columns(&mut self, columns: &[usize]) {
        match &mut self.inner {
            Inner::Parquet(reader) => reader.select_columns(columns),
            Inner::Arrow(reader) => reader.select_columns(columns),
        }
    }

    /// Skips rows at the beginning of the file. Call this before the first batch is read.
    pub fn skip_rows(&mut self, rows: u64) {
        match &mut self.inner {
            Inner::Parquet(reader) => reader.skip_rows(rows),
            Inner::Arrow(reader) => reader.skip_rows(rows),
        }
    }

    /// Reads the next rows. Returns `None` after the last ones.
    ///
    /// # Errors
    /// Errors of reading and of damage.
    pub fn next_batch(&mut self) -> Result<Option<TableBatch>, FileError> {
        match &mut self.inner {
            Inner::Parquet(reader) => reader.next_batch(),
            Inner::Arrow(reader) => reader.next_batch(),
        }
    }
}
