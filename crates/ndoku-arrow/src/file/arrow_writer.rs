//! Writes Arrow files and streams, one record batch after the other.
//!
//! The buffers are not compressed, so that other programs can map the file into memory.

use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{ArrowError, DataType, FieldRef, Schema, SchemaRef};

use crate::file::{FileError, FileKind};

pub(super) struct ArrowWriter<W: Write> {
    writer: Writer<W>,
    schema: SchemaRef,
}

impl<W: Write> std::fmt::Debug for ArrowWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArrowWriter")
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}

enum Writer<W: Write> {
    File(FileWriter<BufWriter<W>>),
    Stream(StreamWriter<BufWriter<W>>),
}

impl<W: Write> ArrowWriter<W> {
    /// Begins a file. Without `keeps_dictionaries`, dictionaries are replaced by their values: a
    /// file cannot hold dictionaries that differ between batches.
    pub(super) fn new(
        kind: FileKind,
        output: W,
        schema: &Schema,
        metadata: Vec<(String, String)>,
        keeps_dictionaries: bool,
    ) -> Result<Self, FileError> {
        let fields = schema.fields().iter().map(|field| match field.data_type() {
            DataType::Dictionary(_, values) if !keeps_dictionaries => {
                let field = field.as_ref().clone();
                FieldRef::new(field.with_data_type(values.as_ref().clone()))
            }
            _ => field.clone(),
        });
        let fields: Vec<FieldRef> = fields.collect();
        let metadata: HashMap<String, String> = metadata.into_iter().collect();
        let schema = Arc::new(Schema::new_with_metadata(fields, metadata));
        let output = BufWriter::with_capacity(1 << 20, output);
        let writer = match kind {
            FileKind::ArrowStream => StreamWriter::try_new(output, &schema).map(Writer::Stream),
            _ => FileWriter::try_new(output, &schema).map(Writer::File),
        };
        let writer = writer.map_err(FileError::from_arrow_write)?;
        Ok(Self { writer, schema })
    }

    pub(super) fn write(&mut self, rows: &RecordBatch) -> Result<(), FileError> {
        self.encode(rows).map_err(FileError::from_arrow_write)
    }

    fn encode(&mut self, rows: &RecordBatch) -> Result<(), ArrowError> {
        let columns = rows.columns().iter().zip(self.schema.fields());
        let columns: Result<Vec<ArrayRef>, ArrowError> = columns
            .map(|(array, field)| {
                if array.data_type() == field.data_type() {
                    return Ok(array.clone());
                }
                let dictionary = array.as_any_dictionary();
                arrow_select::take::take(dictionary.values(), dictionary.keys(), None)
            })
            .collect();
        let rows = RecordBatch::try_new(self.schema.clone(), columns?)?;
        match &mut self.writer {
            Writer::File(writer) => writer.write(&rows),
            Writer::Stream(writer) => writer.write(&rows),
        }
    }

    pub(super) fn output_mut(&mut self) -> &mut W {
        match &mut self.writer {
            Writer::File(writer) => writer.get_mut().get_mut(),
            Writer::Stream(writer) => writer.get_mut().get_mut(),
        }
    }

    pub(super) fn finish(self) -> Result<W, FileError> {
        let output = match self.writer {
            Writer::File(writer) => writer.into_inner(),
            Writer::Stream(writer) => writer.into_inner(),
        };
        let output = output.map_err(FileError::from_arrow_write)?;
        output
            .into_inner()
            .map_err(|error| FileError::Write(error.into_error()))
    }
}
