//! `Output`: the columns of answers while they grow, and the struct array at the end.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Float32Array, StringArray, StructArray, UInt32Array,
    UInt64Array,
};
use arrow_buffer::{BooleanBufferBuilder, NullBufferBuilder, OffsetBuffer};
use arrow_schema::{DataType, Fields};
use ndoku::table::RowStatus;

use crate::error::CallError;
use crate::field::{Field, FieldKind};
use crate::text_memory::TextMemory;

/// A value of an answer.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    Null,
    Text(&'a [u8]),
    Bool(bool),
    U32(u32),
    U64(u64),
    F32(f32),
}

/// A growing column of strings.
#[derive(Debug)]
pub(crate) struct TextColumn {
    pub(crate) values: TextMemory,
    pub(crate) offsets: Vec<i32>,
    pub(crate) nulls: NullBufferBuilder,
}

impl TextColumn {
    fn new() -> Self {
        Self {
            values: TextMemory::new(),
            offsets: vec![0],
            nulls: NullBufferBuilder::new(0),
        }
    }

    /// Ends `count` texts of `length` bytes each, after all their bytes were appended.
    pub(crate) fn end_equal_texts(&mut self, count: usize, length: usize) {
        let end = self.values.len();
        let offsets = (1..=count).map(|text| end - (count - text) * length);
        self.offsets
            .extend(offsets.map(|offset| i32::try_from(offset).unwrap_or(i32::MAX)));
        self.nulls.append_n_non_nulls(count);
    }

    /// Ends a text whose bytes end at `end`.
    pub(crate) fn end_text_at(&mut self, end: usize, is_valid: bool) {
        self.offsets.push(i32::try_from(end).unwrap_or(i32::MAX));
        self.nulls.append(is_valid);
    }

    fn push(&mut self, text: Option<&[u8]>) {
        self.values.push(text.unwrap_or_default());
        self.end_text_at(self.values.len(), text.is_some());
    }

    /// Appends the same text several times.
    pub(crate) fn push_equal(&mut self, text: &[u8], count: usize) {
        let values = self.values.grow(text.len() * count);
        for value in values.chunks_exact_mut(text.len().max(1)) {
            value.copy_from_slice(text);
        }
        self.end_equal_texts(count, text.len());
    }

    fn append(&mut self, other: Self) {
        let start = i32::try_from(self.values.len()).unwrap_or(i32::MAX);
        self.values.push(other.values.bytes());
        self.offsets.extend(
            other.offsets[1..]
                .iter()
                .map(|offset| start.saturating_add(*offset)),
        );
        append_nulls(&mut self.nulls, other.nulls);
    }

    /// Returns the texts as an array of this type: `binary`, or else `string`, which checks them.
    fn finish(mut self, kind: &DataType) -> Result<ArrayRef, CallError> {
        if self.values.len() > i32::MAX as usize {
            return Err(CallError::TooLong);
        }
        let offsets = OffsetBuffer::new(self.offsets.into());
        let values = self.values.into_buffer();
        let nulls = self.nulls.finish();
        Ok(match kind {
            DataType::Binary => {
                Arc::new(BinaryArray::try_new(offsets, values, nulls).map_err(internal)?)
            }
            _ => Arc::new(StringArray::try_new(offsets, values, nulls).map_err(internal)?),
        })
    }
}

fn append_nulls(nulls: &mut NullBufferBuilder, mut other: NullBufferBuilder) {
    let len = other.len();
    match other.finish() {
        Some(other) => nulls.append_buffer(&other),
        None => nulls.append_n_non_nulls(len),
    }
}

#[allow(clippy::needless_pass_by_value)] // It is a function for `map_err`.
pub(crate) fn internal(error: impl ToString) -> CallError {
    CallError::Internal(error.to_string())
}

/// A growing column.
#[derive(Debug)]
pub(crate) enum Column {
    Text(TextColumn),
    Bool(BooleanBufferBuilder, NullBufferBuilder),
    U32(Vec<u32>, NullBufferBuilder),
    U64(Vec<u64>, NullBufferBuilder),
    F32(Vec<f32>, NullBufferBuilder),
}

impl Column {
    pub(crate) fn new(kind: FieldKind) -> Self {
        let nulls = NullBufferBuilder::new(0);
        match kind {
            FieldKind::Text => Self::Text(TextColumn::new()),
            FieldKind::Bool => Self::Bool(BooleanBufferBuilder::new(0), nulls),
            FieldKind::U32 => Self::U32(Vec::new(), nulls),
            FieldKind::U64 => Self::U64(Vec::new(), nulls),
            FieldKind::F32 => Self::F32(Vec::new(), nulls),
        }
    }

    /// Appends a value. A value of another kind becomes a null; the tests find such a mistake.
    pub(crate) fn push(&mut self, value: Value<'_>) {
        match self {
            Self::Text(column) => column.push(match value {
                Value::Text(text) => Some(text),
                _ => None,
            }),
            Self::Bool(values, nulls) => {
                let value = match value {
                    Value::Bool(value) => Some(value),
                    _ => None,
                };
                values.append(value.unwrap_or_default());
                nulls.append(value.is_some());
            }
            Self::U32(values, nulls) => {
                let value = match value {
                    Value::U32(value) => Some(value),
                    _ => None,
                };
                values.push(value.unwrap_or_default());
                nulls.append(value.is_some());
            }
            Self::U64(values, nulls) => {
                let value = match value {
                    Value::U64(value) => Some(value),
                    _ => None,
                };
                values.push(value.unwrap_or_default());
                nulls.append(value.is_some());
            }
            Self::F32(values, nulls) => {
                let value = match value {
                    Value::F32(value) => Some(value),
                    _ => None,
                };
                values.push(value.unwrap_or_default());
                nulls.append(value.is_some());
            }
        }
    }

    fn append(&mut self, other: Self) {
        match (self, other) {
            (Self::Text(column), Self::Text(other)) => column.append(other),
            (Self::Bool(values, nulls), Self::Bool(mut others, other_nulls)) => {
                let others = others.finish();
                values.append_buffer(&others);
                append_nulls(nulls, other_nulls);
            }
            (Self::U32(values, nulls), Self::U32(others, other_nulls)) => {
                values.extend(others);
                append_nulls(nulls, other_nulls);
            }
            (Self::U64(values, nulls), Self::U64(others, other_nulls)) => {
                values.extend(others);
                append_nulls(nulls, other_nulls);
            }
            (Self::F32(values, nulls), Self::F32(others, other_nulls)) => {
                values.extend(others);
                append_nulls(nulls, other_nulls);
            }
            // Both come from the same list of fields.
            _ => {}
        }
    }

    /// Returns the values as an array. Texts are of this type.
    pub(crate) fn finish(self, kind: &DataType) -> Result<ArrayRef, CallError> {
        Ok(match self {
            Self::Text(column) => column.finish(kind)?,
            Self::Bool(mut values, mut nulls) => {
                Arc::new(BooleanArray::new(values.finish(), nulls.finish()))
            }
            Self::U32(values, mut nulls) => {
                Arc::new(UInt32Array::new(values.into(), nulls.finish()))
            }
            Self::U64(values, mut nulls) => {
                Arc::new(UInt64Array::new(values.into(), nulls.finish()))
            }
            Self::F32(values, mut nulls) => {
                Arc::new(Float32Array::new(values.into(), nulls.finish()))
            }
        })
    }
}

/// The answers to some rows. The first column is the status.
#[derive(Debug)]
pub(crate) struct Output {
    len: usize,
    nulls: NullBufferBuilder,
    columns: Vec<Column>,
}

impl Output {
    /// Creates an output with these fields.
    pub(crate) fn new(fields: &[Field]) -> Self {
        Self {
            len: 0,
            nulls: NullBufferBuilder::new(0),
            columns: fields.iter().map(|field| Column::new(field.kind)).collect(),
        }
    }

    /// Appends the answer to a null row.
    pub(crate) fn push_null(&mut self) {
        self.len += 1;
        self.nulls.append_null();
        self.columns
            .iter_mut()
            .for_each(|column| column.push(Value::Null));
    }

    /// Appends an answer. Fields without a value are null.
    pub(crate) fn push(&mut self, status: RowStatus, values: &[Value<'_>]) {
        self.len += 1;
        self.nulls.append_non_null();
        let status = Value::Text(status.name().as_bytes());
        let values = std::iter::once(status).chain(values.iter().copied());
        for (column, value) in self
            .columns
            .iter_mut()
            .zip(values.chain(std::iter::repeat(Value::Null)))
        {
            column.push(value);
        }
    }

    /// Returns the columns `status` and the one after it, or `None` if they are not texts. After
    /// the caller has appended rows to both, it calls [`add_rows`](Self::add_rows).
    pub(crate) fn texts(&mut self) -> Option<(&mut TextColumn, &mut TextColumn)> {
        let [Column::Text(status), Column::Text(text)] = &mut self.columns[..] else {
            return None;
        };
        Some((status, text))
    }

    /// Counts rows that were appended to all columns.
    pub(crate) fn add_rows(&mut self, count: usize) {
        self.len += count;
        self.nulls.append_n_non_nulls(count);
    }

    /// Returns the number of bytes of the longest column of strings.
    pub(crate) fn text_length(&self) -> usize {
        let lengths = self.columns.iter().map(|column| match column {
            Column::Text(column) => column.values.len(),
            _ => 0,
        });
        lengths.max().unwrap_or_default()
    }

    /// Reserves memory for plain answers to this number of rows.
    pub(crate) fn reserve(&mut self, rows: usize) {
        for column in &mut self.columns {
            match column {
                Column::Text(column) => column.offsets.reserve(rows),
                Column::Bool(..) => {}
                Column::U32(values, _) => values.reserve(rows),
                Column::U64(values, _) => values.reserve(rows),
                Column::F32(values, _) => values.reserve(rows),
            }
        }
        if let [Column::Text(status), Column::Text(text), ..] = &mut self.columns[..] {
            status.values.reserve(6 * rows);
            text.values.reserve(81 * rows);
        }
    }

    /// Appends the answers to later rows.
    pub(crate) fn append(&mut self, other: Self) {
        self.len += other.len;
        append_nulls(&mut self.nulls, other.nulls);
        for (column, other) in self.columns.iter_mut().zip(other.columns) {
            column.append(other);
        }
    }

    /// Returns the answers as a struct array.
    pub(crate) fn finish(mut self, fields: &Fields) -> Result<StructArray, CallError> {
        let columns = self.columns.into_iter().zip(fields);
        let columns: Result<Vec<ArrayRef>, CallError> = columns
            .map(|(column, field)| column.finish(field.data_type()))
            .collect();
        StructArray::try_new_with_length(fields.clone(), columns?, self.nulls.finish(), self.len)
            .map_err(internal)
    }
}
