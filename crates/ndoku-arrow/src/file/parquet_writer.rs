//! Writes Parquet files, one row group after the other.
//!
//! Pages are compressed as soon as they are full, and wait in memory for the end of their row
//! group. Columns whose texts hardly repeat have no dictionary and no statistics: a dictionary
//! would be built and thrown away.
//!
//! An unfinished file is continued in place. [`ParquetWriter::resume`] passes the finished row
//! groups through the writer again, so that it knows them, and [`Replay`] drops these bytes.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use parquet::arrow::ArrowSchemaConverter;
use parquet::arrow::add_encoded_arrow_schema_to_metadata;
use parquet::arrow::arrow_writer::{ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::file::metadata::{
    ColumnChunkMetaData, FileMetaData, KeyValue, ParquetMetaData, ParquetMetaDataOptions,
    ParquetMetaDataReader, ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::statistics::Statistics;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, SchemaDescPtr};

use crate::file::guard::guard;
use crate::file::{FileError, FileKind};

/// The level of zstd. Higher levels take more time than the solver.
const ZSTD_LEVEL: i32 = 1;

/// Number of bytes of the length and the magic number at the end of a footer.
const TRAILER_BYTES: usize = 8;

pub(super) struct ParquetWriter<W: Write + Send> {
    writer: SerializedFileWriter<Replay<W>>,
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    descriptor: SchemaDescPtr,
    metadata: Vec<KeyValue>,
    /// The columns of the row group that is being written.
    columns: Vec<ArrowColumnWriter>,
}

impl<W: Write + Send> std::fmt::Debug for ParquetWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetWriter")
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file. The texts of `distinct` columns hardly repeat.
    pub(super) fn new(
        output: W,
        schema: &SchemaRef,
        distinct: &BTreeSet<String>,
        metadata: Vec<(String, String)>,
    ) -> Result<Self, FileError> {
        let schema = schema.clone();
        let level = ZstdLevel::try_new(ZSTD_LEVEL).map_err(FileError::from_parquet_write)?;
        let mut metadata: Vec<KeyValue> = metadata
            .into_iter()
            .map(|(key, value)| KeyValue::new(key, value))
            .collect();
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_created_by(format!("ndoku version {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(metadata.clone()));
        for field in schema.fields() {
            if distinct.contains(field.name()) {
                let path = ColumnPath::new(vec![field.name().clone()]);
                properties = properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_statistics_enabled(path, EnabledStatistics::None);
            }
        }
        let mut properties = properties.build();
        // The texts beside the columns are in the metadata already.
        let bare = Schema::new(schema.fields().clone());
        add_encoded_arrow_schema_to_metadata(&bare, &mut properties);
        if let Some(all) = properties.key_value_metadata() {
            metadata.clone_from(all);
        }
        let descriptor = ArrowSchemaConverter::new()
            .convert(&schema)
            .map_err(FileError::from_parquet_write)?;
        let output = Replay {
            inner: output,
            skip: 0,
        };
        let writer =
            SerializedFileWriter::new(output, descriptor.root_schema_ptr(), Arc::new(properties))
                .map_err(FileError::from_parquet_write)?;
        Ok(Self {
            factory: ArrowRowGroupWriterFactory::new(&writer, schema.clone()),
            writer,
            schema,
            descriptor: Arc::new(descriptor),
            metadata,
            columns: Vec::new(),
        })
    }

    pub(super) fn output_mut(&mut self) -> &mut W {
        &mut self.writer.inner_mut().inner
    }

    pub(super) fn write(&mut self, rows: &RecordBatch) -> Result<(), FileError> {
        self.encode(rows).map_err(FileError::from_parquet_write)
    }

    fn encode(&mut self, rows: &RecordBatch) -> parquet::errors::Result<()> {
        if self.columns.is_empty() {
            let number = self.writer.flushed_row_groups().len();
            self.columns = self.factory.create_column_writers(number)?;
        }
        let mut columns = self.columns.iter_mut();
        for (field, array) in self.schema.fields().iter().zip(rows.columns()) {
            for (leaf, column) in compute_leaves(field, array)?.iter().zip(&mut columns) {
                column.write(leaf)?;
            }
        }
        Ok(())
    }

    /// Returns the size in bytes of the row group that is being written.
    pub(super) fn group_bytes(&self) -> usize {
        self.columns
            .iter()
            .map(ArrowColumnWriter::memory_size)
            .sum()
    }

    pub(super) fn end_group(&mut self) -> Result<(), FileError> {
        let columns = std::mem::take(&mut self.columns);
        if columns.is_empty() {
            return Ok(());
        }
        let write = || {
            let mut group = self.writer.next_row_group()?;
            for column in columns {
                column.close()?.append_to_row_group(&mut group)?;
            }
            group.close()?;
            Ok(())
        };
        write().map_err(FileError::from_parquet_write)
    }

    /// Returns the footer of a file that ends after the last row group, and the number of bytes in
    /// front of it.
    pub(super) fn footer(&mut self) -> Result<(Vec<u8>, u64), FileError> {
        self.writer.flush().map_err(FileError::Write)?;
        let groups = self.writer.flushed_row_groups().to_vec();
        let rows = groups.iter().map(RowGroupMetaData::num_rows).sum();
        let metadata = Some(self.metadata.clone());
        let descriptor = self.descriptor.clone();
        let file = FileMetaData::new(1, rows, None, metadata, descriptor, None);
        let metadata = ParquetMetaData::new(file, groups);
        let mut footer = Vec::new();
        ParquetMetaDataWriter::new(&mut footer, &metadata)
            .finish()
            .map_err(FileError::from_parquet_write)?;
        Ok((footer, self.writer.bytes_written() as u64))
    }

    /// Takes over the row groups of an earlier file. Returns their number of rows, and the number
    /// of bytes up to their end.
    pub(super) fn resume(
        &mut self,
        earlier: &File,
        footer: &[u8],
    ) -> Result<(u64, u64), FileError> {
        let refuse = |what: &str| FileError::Resume(what.to_owned());
        let read = guard(FileKind::Parquet, || {
            let metadata = footer
                .split_last_chunk::<TRAILER_BYTES>()
                .map(|parts| parts.0);
            // All of the footer is read, because it is written again.
            let options = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
            let metadata = metadata.unwrap_or_default();
            ParquetMetaDataReader::decode_metadata_with_options(metadata, Some(&options))
                .map_err(FileError::from_parquet_read)
        });
        let found = read.map_err(|_| refuse("its record of finished row groups is damaged"))?;
        let found_metadata = found.file_metadata().key_value_metadata();
        let mine: Vec<&KeyValue> = self.metadata.iter().collect();
        let theirs: Vec<&KeyValue> = found_metadata.into_iter().flatten().collect();
        if mine != theirs {
            return Err(refuse("it answers other questions or another input"));
        }
        let length = earlier.metadata().map_err(FileError::Read)?.len();
        let ends = found
            .row_groups()
            .iter()
            .flat_map(RowGroupMetaData::columns);
        let is_inside = ends.into_iter().all(|column| {
            let start = column
                .dictionary_page_offset()
                .unwrap_or_else(|| column.data_page_offset());
            let end = start.checked_add(column.compressed_size());
            start >= 0 && end.is_some_and(|end| (0..=length).contains(&(end as u64)))
        });
        if !is_inside {
            return Err(refuse(
                "it is shorter than its record of finished row groups",
            ));
        }
        // The bytes are in the file already.
        self.writer.inner_mut().skip = u64::MAX;
        let mut replay = || {
            for old in found.row_groups() {
                let mut group = self.writer.next_row_group()?;
                for column in old.columns() {
                    let closed = ColumnCloseResult {
                        bytes_written: u64::try_from(column.compressed_size()).unwrap_or(0),
                        rows_written: u64::try_from(old.num_rows()).unwrap_or(0),
                        metadata: as_written(column.clone())?,
                        bloom_filter: None,
                        column_index: None,
                        offset_index: None,
                    };
                    group.append_column(earlier, closed)?;
                }
                group.close()?;
            }
            Ok(())
        };
        replay().map_err(FileError::from_parquet_read)?;
        self.writer.flush().map_err(FileError::Write)?;
        self.writer.inner_mut().skip = 0;
        let new = self.writer.flushed_row_groups().iter();
        let is_same = new.zip(found.row_groups()).all(|(new, old)| {
            let places = new.columns().iter().zip(old.columns());
            places.into_iter().all(|(new, old)| {
                new.data_page_offset() == old.data_page_offset()
                    && new.dictionary_page_offset() == old.dictionary_page_offset()
            })
        });
        if !is_same {
            return Err(refuse(
                "its row groups are not where this version writes them",
            ));
        }
        let rows = found.row_groups().iter().map(RowGroupMetaData::num_rows);
        let rows = u64::try_from(rows.sum::<i64>()).unwrap_or_default();
        Ok((rows, self.writer.bytes_written() as u64))
    }

    pub(super) fn finish(self) -> Result<W, FileError> {
        // Nothing is encoded any more, so every error is one of the output.
        let output = self
            .writer
            .into_inner()
            .map_err(|error| FileError::Write(io::Error::other(error.to_string())))?;
        Ok(output.inner)
    }
}

/// Returns the metadata of a column as its writer made them. The reader forgets that the extremes
/// of signed columns are written twice, also in the fields for old programs.
fn as_written(column: ColumnChunkMetaData) -> parquet::errors::Result<ColumnChunkMetaData> {
    macro_rules! with_both_fields {
        ($statistics:expr, $($kind:ident),+) => {
            match $statistics.clone() {
                $(Statistics::$kind(values) => {
                    Statistics::$kind(values.with_backwards_compatible_min_max(true))
                })+
            }
        };
    }
    let is_signed = column.column_descr().sort_order().is_signed();
    let Some(statistics) = column.statistics().filter(|_| is_signed) else {
        return Ok(column);
    };
    let statistics = with_both_fields!(
        statistics,
        Boolean,
        Int32,
        Int64,
        Int96,
        Float,
        Double,
        ByteArray,
        FixedLenByteArray
    );
    column.into_builder().set_statistics(statistics).build()
}

/// An output that drops bytes that it holds already.
struct Replay<W> {
    inner: W,
    /// Number of bytes to drop.
    skip: u64,
}

impl<W: Write> Write for Replay<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.skip == 0 {
            return self.inner.write(bytes);
        }
        let dropped = usize::try_from(self.skip).map_or(bytes.len(), |skip| skip.min(bytes.len()));
        self.skip -= dropped as u64;
        Ok(dropped)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
