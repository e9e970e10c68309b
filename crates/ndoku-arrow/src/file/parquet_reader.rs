//! Reads Parquet files, one row group after the other.

use std::fs::File;

use arrow_array::RecordBatchReader;
use arrow_schema::SchemaRef;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};

use crate::file::guard::guard;
use crate::file::reader::{BATCH_ROWS, TableBatch};
use crate::file::{FileError, FileKind};

/// Size in bytes that a batch should not exceed, by the sizes in the footer.
const BATCH_BYTES: u64 = 64 << 20;

/// Minimum number of rows of a batch, however long they are.
const MIN_BATCH_ROWS: u64 = 256;

/// The key of the Arrow schema in the metadata. The writer writes its own.
const SCHEMA_KEY: &str = "ARROW:schema";

pub(super) struct ParquetReader {
    file: File,
    metadata: ArrowReaderMetadata,
    schema: SchemaRef,
    columns: ProjectionMask,
    num_rows: u64,
    /// The number of the next row group.
    next_group: usize,
    /// Number of rows to skip in the next row group.
    skip: u64,
    group: Option<OpenGroup>,
}

/// A row group that is being read.
struct OpenGroup {
    reader: ParquetRecordBatchReader,
    /// Number of rows that are not yet read.
    left: u64,
}

impl std::fmt::Debug for ParquetReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetReader")
            .field("schema", &self.schema)
            .field("num_rows", &self.num_rows)
            .finish_non_exhaustive()
    }
}

impl ParquetReader {
    /// Reads the footer.
    pub(super) fn new(file: File) -> Result<Self, FileError> {
        let length = file.metadata().map_err(FileError::Read)?.len();
        guard(FileKind::Parquet, || {
            let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new())
                .map_err(FileError::from_parquet_read)?;
            let num_rows = check_metadata(metadata.metadata(), length)?;
            let schema = metadata.schema().clone();
            Ok(Self {
                file,
                metadata,
                schema,
                columns: ProjectionMask::all(),
                num_rows,
                next_group: 0,
                skip: 0,
                group: None,
            })
        })
    }

    pub(super) fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn metadata(&self) -> Vec<(String, String)> {
        let pairs = self.metadata.metadata().file_metadata();
        pairs
            .key_value_metadata()
            .into_iter()
            .flatten()
            .filter(|pair| pair.key != SCHEMA_KEY)
            .filter_map(|pair| Some((pair.key.clone(), pair.value.clone()?)))
            .collect()
    }

    pub(super) fn num_rows(&self) -> u64 {
        self.num_rows
    }

    pub(super) fn select_columns(&mut self, columns: &[usize]) {
        let roots = columns.iter().copied();
        self.columns = ProjectionMask::roots(self.metadata.parquet_schema(), roots);
        if let Ok(schema) = self.schema.project(columns) {
            self.schema = schema.into();
        }
    }

    pub(super) fn skip_rows(&mut self, rows: u64) {
        self.skip = rows;
        while let Some(group) = self.next_metadata() {
            let rows = group_rows(group);
            if self.skip < rows {
                break;
            }
            self.skip -= rows;
            self.next_group += 1;
        }
    }

    fn next_metadata(&self) -> Option<&RowGroupMetaData> {
        self.metadata.metadata().row_groups().get(self.next_group)
    }

    pub(super) fn next_batch(&mut self) -> Result<Option<TableBatch>, FileError> {
        guard(FileKind::Parquet, || self.read_batch())
    }

    fn read_batch(&mut self) -> Result<Option<TableBatch>, FileError> {
        loop {
            let Some(group) = &mut self.group else {
                if !self.open_group()? {
                    return Ok(None);
                }
                continue;
            };
            let rows = match group.reader.next() {
                Some(rows) => {
                    rows.map_err(|error| FileError::from_arrow_read(FileKind::Parquet, error))?
                }
                None if group.left == 0 => {
                    self.group = None;
                    continue;
                }
                None => return Err(wrong_row_count(self.next_group)),
            };
            group.left = group
                .left
                .checked_sub(rows.num_rows() as u64)
                .ok_or_else(|| wrong_row_count(self.next_group))?;
            let ends_group = group.left == 0;
            if ends_group {
                self.group = None;
            }
            return Ok(Some(TableBatch { rows, ends_group }));
        }
    }

    /// Opens the next row group with rows. Returns `false` if there is none.
    fn open_group(&mut self) -> Result<bool, FileError> {
        let Some(group) = self.next_metadata() else {
            return Ok(false);
        };
        let rows = group_rows(group);
        let row_bytes = u64::try_from(group.total_byte_size()).unwrap_or_default() / rows.max(1);
        let batch_rows = (BATCH_BYTES / row_bytes.max(1)).clamp(MIN_BATCH_ROWS, BATCH_ROWS as u64);
        let skip = std::mem::take(&mut self.skip);
        let number = self.next_group;
        self.next_group += 1;
        if rows == 0 {
            return Ok(true);
        }
        let file = self.file.try_clone().map_err(FileError::Read)?;
        let reader =
            ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone())
                .with_row_groups(vec![number])
                .with_projection(self.columns.clone())
                .with_batch_size(batch_rows as usize)
                .with_offset(skip as usize)
                .build()
                .map_err(FileError::from_parquet_read)?;
        debug_assert_eq!(reader.schema().fields().len(), self.schema.fields().len());
        self.group = Some(OpenGroup {
            reader,
            left: rows - skip,
        });
        Ok(true)
    }
}

fn group_rows(group: &RowGroupMetaData) -> u64 {
    u64::try_from(group.num_rows()).unwrap_or_default()
}

fn wrong_row_count(group: usize) -> FileError {
    let detail = format!("the number of rows of row group {group} differs from the footer");
    FileError::damaged(FileKind::Parquet, detail)
}

/// Checks that all parts are inside the file, because decoders rely on that. Returns the number of
/// rows.
fn check_metadata(metadata: &ParquetMetaData, length: u64) -> Result<u64, FileError> {
    let damaged = |detail: &str| FileError::damaged(FileKind::Parquet, detail);
    let mut num_rows = 0_u64;
    for group in metadata.row_groups() {
        let rows = u64::try_from(group.num_rows())
            .map_err(|_| damaged("a row group has a negative number of rows"))?;
        num_rows = num_rows
            .checked_add(rows)
            .filter(|rows| i64::try_from(*rows).is_ok())
            .ok_or_else(|| damaged("the number of rows is too large"))?;
        for column in group.columns() {
            let start = column
                .dictionary_page_offset()
                .unwrap_or_else(|| column.data_page_offset());
            let is_inside = column.data_page_offset() >= 0
                && column.num_values() >= 0
                && u64::try_from(start).is_ok_and(|start| {
                    u64::try_from(column.compressed_size())
                        .ok()
                        .and_then(|size| start.checked_add(size))
                        .is_some_and(|end| end <= length)
                });
            if !is_inside {
                let name = column.column_path().string();
                return Err(damaged(&format!(
                    "a part of the column `{name}` is outside the file"
                )));
            }
        }
    }
    Ok(num_rows)
}
