//! `TableWriter`: writes a Parquet or Arrow file, batch by batch.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use crate::file::arrow_writer::ArrowWriter;
use crate::file::parquet_writer::ParquetWriter;
use crate::file::reader::BATCH_ROWS;
use crate::file::request::{REQUEST_KEY, SOURCE_KEY};
use crate::file::{FileError, FileKind, TableAnswers, TableReader};

/// Maximum number of rows of a row group that is written.
pub const MAX_GROUP_ROWS: usize = 1 << 20;

/// Size in bytes at which a row group ends, because it is kept in memory until then.
const MAX_GROUP_BYTES: usize = 256 << 20;

/// A Parquet or Arrow file that is being written.
#[derive(Debug)]
pub struct TableWriter<W: Write + Send> {
    inner: Inner<W>,
    /// A row group that is read may end one that is written only above this number of rows.
    min_group_rows: usize,
    group_rows: usize,
    written_rows: u64,
}

#[derive(Debug)]
enum Inner<W: Write + Send> {
    Parquet(Box<ParquetWriter<W>>),
    Arrow(Box<ArrowWriter<W>>),
}

impl<W: Write + Send> TableWriter<W> {
    /// Begins a file for the rows of `reader` with their answers. The file keeps the metadata of
    /// the source.
    ///
    /// # Errors
    /// Returns an error if the format cannot hold a column, or if the output cannot be written.
    pub fn new(
        kind: FileKind,
        output: W,
        reader: &TableReader,
        answers: &TableAnswers,
    ) -> Result<Self, FileError> {
        let mut metadata = reader.metadata();
        metadata.retain(|(key, _)| key != REQUEST_KEY && key != SOURCE_KEY);
        metadata.push((REQUEST_KEY.to_owned(), answers.request().to_owned()));
        metadata.push((SOURCE_KEY.to_owned(), reader.source_text().to_owned()));
        // Only an Arrow file promises that its dictionaries never change.
        let keeps_dictionaries = reader.kind() == FileKind::Arrow;
        let (schema, distinct) = (answers.schema(), answers.distinct());
        let writer = Self::with_metadata(
            kind,
            output,
            &schema,
            distinct,
            metadata,
            keeps_dictionaries,
        )?;
        let is_parquet = |kind| kind == FileKind::Parquet;
        let min_group_rows = if is_parquet(kind) && !is_parquet(reader.kind()) {
            BATCH_ROWS
        } else {
            0
        };
        Ok(Self {
            min_group_rows,
            ..writer
        })
    }

    /// Begins a file for any table. The file keeps the metadata of the schema.
    ///
    /// # Errors
    /// Returns an error if the format cannot hold a column, or if the output cannot be written.
    pub fn for_schema(kind: FileKind, output: W, schema: &SchemaRef) -> Result<Self, FileError> {
        let pairs = schema.metadata().iter();
        let mut metadata: Vec<_> = pairs
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        metadata.sort();
        Self::with_metadata(kind, output, schema, &BTreeSet::new(), metadata, true)
    }

    fn with_metadata(
        kind: FileKind,
        output: W,
        schema: &SchemaRef,
        distinct: &BTreeSet<String>,
        metadata: Vec<(String, String)>,
        keeps_dictionaries: bool,
    ) -> Result<Self, FileError> {
        let inner = if kind == FileKind::Parquet {
            let writer = ParquetWriter::new(output, schema, distinct, metadata)?;
            Inner::Parquet(Box::new(writer))
        } else {
            let writer = ArrowWriter::new(kind, output, schema, metadata, keeps_dictionaries)?;
            Inner::Arrow(Box::new(writer))
        };
        Ok(Self {
            inner,
            min_group_rows: 0,
            group_rows: 0,
            written_rows: 0,
        })
    }

    /// Writes rows. With `ends_group`, the row group ends with them. Returns `true` if a row group
    /// has ended, for whatever reason.
    ///
    /// # Errors
    /// Returns an error if the rows cannot be written.
    pub fn write(&mut self, rows: &RecordBatch, ends_group: bool) -> Result<bool, FileError> {
        self.group_rows += rows.num_rows();
        let is_long = match &mut self.inner {
            Inner::Parquet(writer) => {
                writer.write(rows)?;
                self.group_rows >= MAX_GROUP_ROWS || writer.group_bytes() >= MAX_GROUP_BYTES
            }
            Inner::Arrow(writer) => {
                writer.write(rows)?;
                true
            }
        };
        let is_end = is_long || ends_group && self.group_rows >= self.min_group_rows;
        if is_end {
            self.end_group()?;
        }
        Ok(is_end)
    }

    /// Ends the row group, if it has rows.
    ///
    /// # Errors
    /// Returns an error if the rows cannot be written.
    pub fn end_group(&mut self) -> Result<(), FileError> {
        if let Inner::Parquet(writer) = &mut self.inner {
            writer.end_group()?;
        }
        self.written_rows += std::mem::take(&mut self.group_rows) as u64;
        Ok(())
    }

    /// Returns the number of rows in complete row groups.
    #[must_use]
    pub fn written_rows(&self) -> u64 {
        self.written_rows
    }

    /// Returns the footer of a Parquet file that ends here, and the number of bytes in front of it.
    /// All these bytes have been passed to the output. Returns `None` for an Arrow file.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written.
    pub fn footer(&mut self) -> Result<Option<(Vec<u8>, u64)>, FileError> {
        match &mut self.inner {
            Inner::Parquet(writer) => writer.footer().map(Some),
            Inner::Arrow(_) => Ok(None),
        }
    }

    /// Takes over the row groups of an earlier run, whose file begins with the same bytes. They are
    /// not passed to the output: it continues after them. `footer` is from
    /// [`footer`](Self::footer), or the end of a complete file. Returns the number of bytes of the
    /// earlier file that stay.
    ///
    /// # Errors
    /// [`FileError::Resume`] if the earlier run answered another file or other questions.
    pub fn resume(&mut self, earlier: &File, footer: &[u8]) -> Result<u64, FileError> {
        match &mut self.inner {
            Inner::Parquet(writer) => {
                let (rows, bytes) = writer.resume(earlier, footer)?;
                self.written_rows = rows;
                Ok(bytes)
            }
            Inner::Arrow(_) => Err(FileError::Resume(
                "an unfinished Arrow file cannot be continued".to_owned(),
            )),
        }
    }

    /// Returns the output.
    pub fn output_mut(&mut self) -> &mut W {
        match &mut self.inner {
            Inner::Parquet(writer) => writer.output_mut(),
            Inner::Arrow(writer) => writer.output_mut(),
        }
    }

    /// Writes the end of the file, and returns the output. Rows of a row group that has not ended
    /// are dropped.
    ///
    /// # Errors
    /// Returns an error if the end cannot be written.
    pub fn finish(self) -> Result<W, FileError> {
        match self.inner {
            Inner::Parquet(writer) => writer.finish(),
            Inner::Arrow(writer) => writer.finish(),
        }
    }
}
