//! Columns of puzzles, by the Arrow PyCapsule interface.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, FixedSizeBinaryBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, BinaryViewArray, LargeBinaryArray, StructArray};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use ndoku_arrow::{CallError, Check, FUNCTIONS, Options, Session, find_function};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList, PyRange, PyString, PyTuple};

use crate::argument_error;
use crate::capsule::{array_capsules, read_chunks, requested_type, schema_capsule, stream_capsule};
use crate::error::{NdokuError, call_error};
use crate::interrupt::Signals;

/// The name and text of each option.
type OptionTexts = Vec<(String, String)>;

thread_local! {
    /// The last session of each function, with its options. It keeps engines and tables.
    static SESSIONS: RefCell<Vec<(OptionTexts, Session)>> = const { RefCell::new(Vec::new()) };
}

/// A column of answers. PyArrow, Polars, DuckDB, pandas and others take it as it is.
#[pyclass(frozen, module = "ndoku")]
#[derive(Debug)]
pub(crate) struct Column {
    /// Texts are arrays of bytes, since ndoku writes nothing but UTF-8.
    chunks: Vec<ArrayRef>,
    /// The type that others see. Texts are strings: in memory, they are the same as bytes.
    field: FieldRef,
}

impl Column {
    fn new(chunks: Vec<ArrayRef>, field: FieldRef) -> Self {
        Self { chunks, field }
    }

    fn length(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }

    /// Returns the field of a struct with this name.
    fn child(&self, name: &str) -> PyResult<Self> {
        let DataType::Struct(fields) = self.field.data_type() else {
            return Err(PyTypeError::new_err(
                "a column of plain values has no fields",
            ));
        };
        let Some((index, field)) = fields.find(name) else {
            let names = fields.iter().map(|field| field.name().as_str());
            let sentence = ndoku::names::unknown_name("field", name, names, None);
            return Err(PyKeyError::new_err(sentence));
        };
        let chunks = self.chunks.iter();
        let chunks = chunks.map(|chunk| Arc::clone(chunk.as_struct().column(index)));
        Ok(Self::new(chunks.collect(), Arc::clone(field)))
    }

    fn value<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        let mut row = row;
        for chunk in &self.chunks {
            if row < chunk.len() {
                return value(py, chunk.as_ref(), row);
            }
            row -= chunk.len();
        }
        Err(PyIndexError::new_err("the column has fewer rows"))
    }
}

/// Returns a value as Python has it.
fn value<'py>(py: Python<'py>, array: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::Struct(fields) => {
            let found = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                found.set_item(field.name(), value(py, column, row)?)?;
            }
            found.into_any()
        }
        DataType::Binary => {
            let bytes = array.as_binary::<i32>().value(row);
            PyString::from_bytes(py, bytes)?.into_any()
        }
        DataType::Boolean => {
            let flag = array.as_boolean().value(row);
            flag.into_pyobject(py)?.to_owned().into_any()
        }
        DataType::UInt32 => {
            let number = array.as_primitive::<UInt32Type>().value(row);
            number.into_pyobject(py)?.into_any()
        }
        DataType::UInt64 => {
            let number = array.as_primitive::<UInt64Type>().value(row);
            number.into_pyobject(py)?.into_any()
        }
        DataType::Float32 => {
            let number = array.as_primitive::<Float32Type>().value(row);
            number.into_pyobject(py)?.into_any()
        }
        kind => {
            return Err(NdokuError::new_err(format!(
                "no answer has the type {kind}"
            )));
        }
    })
}

#[pymethods]
impl Column {
    /// The name of the Arrow type.
    #[getter]
    fn r#type(&self) -> String {
        self.field.data_type().to_string()
    }

    /// The names of the fields of a struct.
    #[getter]
    fn fields(&self) -> Vec<String> {
        match self.field.data_type() {
            DataType::Struct(fields) => fields.iter().map(|field| field.name().clone()).collect(),
            _ => Vec::new(),
        }
    }

    /// The number of nulls.
    #[getter]
    fn null_count(&self) -> usize {
        self.chunks.iter().map(Array::null_count).sum()
    }

    fn __len__(&self) -> usize {
        self.length()
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rows = PyRange::new(slf.py(), 0, slf.get().length().try_into()?)?;
        let row = slf.getattr("__getitem__")?;
        slf.py()
            .import("builtins")?
            .call_method1("map", (row, rows))
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(name) = key.extract::<String>() {
            return Ok(self.child(&name)?.into_pyobject(py)?.into_any());
        }
        let row: isize = key.extract()?;
        let row = if row < 0 {
            self.length().checked_add_signed(row)
        } else {
            usize::try_from(row).ok()
        };
        let row = row.filter(|row| *row < self.length());
        self.value(
            py,
            row.ok_or_else(|| PyIndexError::new_err("the column has fewer rows"))?,
        )
    }

    /// Returns the values as a list: dictionaries, texts or numbers, and None for a null.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for chunk in &self.chunks {
            for row in 0..chunk.len() {
                list.append(value(py, chunk.as_ref(), row)?)?;
            }
        }
        Ok(list)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Column of {} rows, {}>",
            self.length(),
            self.field.data_type()
        )
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (field, chunks) = self.convert(requested_schema)?;
        if let [chunk] = &chunks[..] {
            return array_capsules(py, &field, chunk);
        }
        // Joined as they are, and then converted.
        let whole = ndoku_arrow::concat(&self.chunks).map_err(|error| match error {
            CallError::TooLong => {
                NdokuError::new_err("the column is too long for one array; use its stream")
            }
            error => call_error(error),
        })?;
        let whole = convert(&whole, field.data_type())
            .ok_or_else(|| NdokuError::new_err("the column cannot have this type"))?;
        array_capsules(py, &field, &whole)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let (field, chunks) = self.convert(requested_schema)?;
        stream_capsule(py, field, chunks)
    }
}

impl Column {
    /// Returns the field and the chunks with the type of a schema. If there is none, or the answers
    /// cannot have its type, they stay as they are: then the reader has to convert them.
    fn convert(&self, schema: Option<&Bound<'_, PyAny>>) -> PyResult<(FieldRef, Vec<ArrayRef>)> {
        if let Some(schema) = schema {
            let kind = requested_type(schema)?;
            let converted = self.chunks.iter().map(|chunk| convert(chunk, &kind));
            if kind != *self.field.data_type()
                && let Some(chunks) = converted.collect()
            {
                let field = self.field.as_ref().clone().with_data_type(kind);
                return Ok((Arc::new(field), chunks));
            }
        }
        Ok((Arc::clone(&self.field), self.chunks.clone()))
    }
}

/// Returns answers with another type, if it has the same fields and other kinds of texts at most.
/// In memory, strings are the same as bytes.
fn convert(array: &ArrayRef, kind: &DataType) -> Option<ArrayRef> {
    Some(match (array.data_type(), kind) {
        (DataType::Binary, DataType::Utf8 | DataType::Binary) => Arc::clone(array),
        (DataType::Binary, DataType::LargeUtf8 | DataType::LargeBinary) => Arc::new(
            array
                .as_binary::<i32>()
                .iter()
                .collect::<LargeBinaryArray>(),
        ),
        (DataType::Binary, DataType::Utf8View | DataType::BinaryView) => {
            Arc::new(array.as_binary::<i32>().iter().collect::<BinaryViewArray>())
        }
        (DataType::Struct(own), DataType::Struct(other)) => {
            let names = |fields: &Fields| fields.iter().map(|field| field.name().clone()).collect();
            let (own_names, other_names): (Vec<String>, Vec<String>) = (names(own), names(other));
            if own_names != other_names {
                return None;
            }
            let answers = array.as_struct();
            let columns = answers.columns().iter().zip(other);
            let columns: Option<Vec<ArrayRef>> = columns
                .map(|(column, field)| convert(column, field.data_type()))
                .collect();
            let columns = columns?;
            let fields = own.iter().zip(&columns).map(|(field, column)| {
                Arc::new(
                    field
                        .as_ref()
                        .clone()
                        .with_data_type(column.data_type().clone()),
                )
            });
            let fields = fields.collect();
            let (nulls, len) = (answers.nulls().cloned(), answers.len());
            let answers = StructArray::try_new_with_length(fields, columns, nulls, len);
            Arc::new(answers.ok()?)
        }
        (own, other) if own == other => Arc::clone(array),
        _ => return None,
    })
}

/// Takes a column of any kind, as chunks.
fn read_column(column: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    if let Ok(own) = column.cast::<Column>() {
        return Ok(own.get().chunks.clone());
    }
    if let Some(chunks) = read_chunks(column)? {
        return Ok(chunks);
    }
    if let Some(cells) = read_integers(&plain_array(column)?)? {
        return Ok(vec![text_rows(cells)?]);
    }
    refuse_numbers(column)?;
    if column.cast::<PyString>().is_ok() || column.cast::<PyBytes>().is_ok() {
        return Err(PyTypeError::new_err(
            "a column holds many puzzles; for a single one use ndoku.solve(puzzle)",
        ));
    }
    read_texts(column).map(|texts| vec![texts])
}

/// Returns an array without a mask and with the bytes in the order of the processor. A masked cell
/// is open.
fn plain_array<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let mut plain = array.clone();
    if array.hasattr("mask")? && array.hasattr("filled")? {
        plain = array.call_method1("filled", (0,))?;
    }
    let is_swapped = |dtype: &Bound<'py, PyAny>| -> PyResult<bool> {
        Ok(!dtype.getattr("isnative")?.is_truthy()?)
    };
    if let Ok(dtype) = plain.getattr("dtype")
        && is_swapped(&dtype).unwrap_or(false)
    {
        plain = plain.call_method1("astype", (dtype.call_method1("newbyteorder", ("=",))?,))?;
    }
    Ok(plain)
}

/// Refuses an array of numbers that has another shape or another kind than grids.
fn refuse_numbers(column: &Bound<'_, PyAny>) -> PyResult<()> {
    let (Ok(dtype), Ok(shape)) = (column.getattr("dtype"), column.getattr("shape")) else {
        return Ok(());
    };
    let kind = dtype
        .getattr("kind")
        .and_then(|kind| kind.extract::<String>());
    if kind.is_ok_and(|kind| ["b", "i", "u", "f", "c"].contains(&kind.as_str())) {
        return Err(PyTypeError::new_err(format!(
            "an array of puzzles has integers of the shape (n, 81) or (n, 9, 9), not {dtype} of \
            the shape {shape}"
        )));
    }
    Ok(())
}

/// Takes an array of any integers with 81 cells or 9 rows of 9 cells for each puzzle. Returns
/// `None` for anything else.
fn read_integers(column: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    let readers = [
        read_cells::<u8>,
        read_cells::<i64>,
        read_cells::<i32>,
        read_cells::<i8>,
        read_cells::<i16>,
        read_cells::<u16>,
        read_cells::<u32>,
        read_cells::<u64>,
    ];
    let found = readers.iter().find_map(|read| read(column));
    found.transpose()
}

/// Takes the cells of an array of one kind of integers. A number that is no byte becomes one that
/// stands for no cell, so that the row is invalid.
fn read_cells<T: Element + TryInto<u8>>(column: &Bound<'_, PyAny>) -> Option<PyResult<Vec<u8>>> {
    let cells = PyBuffer::<T>::get(column).ok()?;
    let ([_, 81] | [_, 9, 9]) = cells.shape() else {
        return None;
    };
    // An array may claim more than there is memory for, since views repeat rows.
    let mut memory: Vec<T> = Vec::new();
    if memory.try_reserve_exact(cells.item_count()).is_err() {
        let sentence = format!("{} cells do not fit into memory", cells.item_count());
        return Some(Err(PyMemoryError::new_err(sentence)));
    }
    drop(memory);
    let bytes = |cell: T| cell.try_into().unwrap_or(u8::MAX);
    let cells = cells.to_vec(column.py());
    Some(cells.map(|cells| cells.into_iter().map(bytes).collect()))
}

/// Makes a text of 81 characters of each row of numbers or characters.
fn text_rows(mut cells: Vec<u8>) -> PyResult<ArrayRef> {
    for cell in &mut cells {
        if *cell <= 9 {
            *cell += b'0';
        }
    }
    let mut rows = FixedSizeBinaryBuilder::with_capacity(cells.len() / 81, 81);
    for row in cells.chunks_exact(81) {
        rows.append_value(row)
            .map_err(|error| NdokuError::new_err(error.to_string()))?;
    }
    Ok(Arc::new(rows.finish()))
}

/// Takes an iterable of texts.
fn read_texts(column: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let texts = column.try_iter().map_err(|_| {
        let kind = column
            .get_type()
            .name()
            .map_or_else(|_| "?".into(), |name| name.to_string());
        PyTypeError::new_err(format!(
            "a column is an Arrow array, a series, a list of texts or a NumPy array of integers with \
            81 or 9×9 cells for each puzzle, not {kind}"
        ))
    })?;
    let mut rows = BinaryBuilder::new();
    for text in texts {
        let text = text?;
        if let Ok(text) = text.cast::<PyString>() {
            // Python allows unpaired surrogates. They stand for no cell.
            rows.append_value(text.to_str().unwrap_or("\u{fffd}"));
        } else if let Ok(text) = text.cast::<PyBytes>() {
            rows.append_value(text.as_bytes());
        } else if text.is_none() || text.extract::<f64>().is_ok_and(f64::is_nan) {
            // NaN is how pandas writes a missing text.
            rows.append_null();
        } else {
            return Err(PyTypeError::new_err(format!(
                "a row is a text or None, not {}",
                crate::answers::repr(&text)
            )));
        }
    }
    Ok(Arc::new(rows.finish()))
}

/// Answers columns with a session of this thread.
fn call_session(
    name: &str,
    options: &OptionTexts,
    columns: &[&dyn Array],
    check: Check<'_>,
) -> Result<Vec<StructArray>, CallError> {
    SESSIONS.with_borrow_mut(|sessions| {
        let known = sessions
            .iter()
            .position(|(texts, session)| session.function().name == name && texts == options);
        let index = match known {
            Some(index) => index,
            None => {
                let function = find_function(name)
                    .ok_or_else(|| CallError::Internal(format!("no function {name}")))?;
                let texts = options
                    .iter()
                    .map(|(name, text)| (name.as_str(), text.as_str()));
                let parsed: Options = function.parse_options(texts)?;
                let session = Session::new(function, &parsed)?;
                sessions.retain(|(_, session)| session.function().name != name);
                sessions.push((options.clone(), session));
                sessions.len() - 1
            }
        };
        sessions[index].1.call_binary(columns, Some(check))
    })
}

/// Answers a column, or several of the same length, with a function of the list.
#[pyfunction]
#[pyo3(signature = (name, columns, options=None))]
#[allow(clippy::needless_pass_by_value)] // PyO3 makes the vector of any sequence.
pub(crate) fn call(
    py: Python<'_>,
    name: &str,
    columns: Vec<Bound<'_, PyAny>>,
    options: Option<OptionTexts>,
) -> PyResult<Column> {
    let options = options.unwrap_or_default();
    let function = find_function(name).ok_or_else(|| {
        let names = FUNCTIONS.iter().map(|function| function.name);
        argument_error(
            "name",
            ndoku::names::unknown_name("function", name, names, None),
        )
    })?;
    let columns: Vec<Vec<ArrayRef>> = columns.iter().map(read_column).collect::<PyResult<_>>()?;
    let signals = Signals::new();
    let answers = py.detach(|| {
        let check = || signals.check();
        let mut answers: Vec<ArrayRef> = Vec::new();
        for part in align(&columns)? {
            let part: Vec<&dyn Array> = part.iter().map(AsRef::as_ref).collect();
            let chunks = call_session(name, &options, &part, &check)?;
            answers.extend(chunks.into_iter().map(|chunk| Arc::new(chunk) as ArrayRef));
        }
        Ok::<_, CallError>(answers)
    });
    signals.into_result()?;
    let answers = answers.map_err(call_error)?;
    let field = Field::new(name, DataType::Struct(function.arrow_fields()), true);
    Ok(Column::new(answers, Arc::new(field)))
}

/// Returns the chunks of several columns side by side. Chunks that end at other rows are cut.
fn align(columns: &[Vec<ArrayRef>]) -> Result<Vec<Vec<ArrayRef>>, CallError> {
    let length = |chunks: &Vec<ArrayRef>| chunks.iter().map(Array::len).sum::<usize>();
    let (first, others) = match columns {
        [chunks] => return Ok(chunks.iter().map(|chunk| vec![Arc::clone(chunk)]).collect()),
        [first, others @ ..] => (first, others),
        [] => return Ok(vec![Vec::new()]),
    };
    if let Some(other) = others.iter().find(|other| length(other) != length(first)) {
        return Err(CallError::Lengths(length(first), length(other)));
    }
    let lengths = |chunks: &Vec<ArrayRef>| chunks.iter().map(Array::len).collect::<Vec<_>>();
    if others.iter().all(|other| lengths(other) == lengths(first)) {
        // Empty chunks stay.
        let parts = (0..first.len()).map(|part| {
            columns
                .iter()
                .map(|chunks| Arc::clone(&chunks[part]))
                .collect()
        });
        return Ok(parts.collect());
    }
    // The rows at which a chunk of any column ends.
    let mut ends = BTreeSet::new();
    for chunks in columns {
        let mut end = 0;
        for chunk in chunks {
            end += chunk.len();
            ends.insert(end);
        }
    }
    ends.remove(&0);
    if ends.is_empty() {
        // Columns without rows, in different numbers of chunks.
        let first = columns.iter().filter_map(|chunks| chunks.first());
        return Ok(vec![first.map(Arc::clone).collect()]);
    }
    let mut parts = Vec::new();
    let mut start = 0;
    for end in ends {
        let part = columns.iter().map(|chunks| slice(chunks, start, end));
        parts.push(
            part.collect::<Option<_>>()
                .ok_or_else(|| CallError::Internal("a row is in no chunk".to_owned()))?,
        );
        start = end;
    }
    Ok(parts)
}

/// Returns rows that lie in one chunk.
fn slice(chunks: &[ArrayRef], start: usize, end: usize) -> Option<ArrayRef> {
    let mut first = 0;
    for chunk in chunks {
        let last = first + chunk.len();
        if first <= start && end <= last {
            return Some(chunk.slice(start - first, end - start));
        }
        first = last;
    }
    None
}

/// Returns the list of functions: name, summary, columns, options, fields and short names. Options
/// have a name, a default and a summary; fields have a name, a type and a summary.
#[pyfunction]
pub(crate) fn functions<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for function in FUNCTIONS {
        let options: Vec<_> = function
            .options
            .iter()
            .filter_map(|name| {
                ndoku_arrow::OPTIONS
                    .iter()
                    .find(|option| option.name == *name)
            })
            .map(|option| (option.name, option.default, option.summary))
            .collect();
        let fields: Vec<_> = function
            .fields
            .iter()
            .map(|field| (field.name, field.kind.name(), field.summary))
            .collect();
        let shorts: Vec<_> = function
            .shorts
            .iter()
            .map(|short| (short.name, short.field))
            .collect();
        let entry = PyDict::new(py);
        entry.set_item("name", function.name)?;
        entry.set_item("summary", function.summary)?;
        entry.set_item("columns", function.columns)?;
        entry.set_item("options", options)?;
        entry.set_item("fields", fields)?;
        entry.set_item("shorts", shorts)?;
        list.append(entry)?;
    }
    Ok(list)
}
