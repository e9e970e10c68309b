//! The Arrow PyCapsule interface: arrays of other libraries in, arrays of ours out, without a copy.
//!
//! ```text
//!   x.__arrow_c_schema__()   a schema
//!   x.__arrow_c_array__()    a schema and an array
//!   x.__arrow_c_stream__()   a stream: its schema, then arrays until one is empty
//! ```
//!
//! A capsule holds a struct of the Arrow C data interface under a name that says which. The taker
//! moves the content out and leaves an empty struct, which frees nothing. The functions take
//! capsules from such methods only, and trust what these promise: Python objects that break the
//! interface break every library that takes them.
//!
//! Source: <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, FixedSizeBinaryArray,
    LargeBinaryArray, LargeStringArray, NullArray, PrimitiveArray, StringArray, StringViewArray,
};
use arrow_buffer::ScalarBuffer;
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use ndoku_arrow::CallError;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::error::call_error;

const SCHEMA_NAME: &CStr = c"arrow_schema";
const ARRAY_NAME: &CStr = c"arrow_array";
const STREAM_NAME: &CStr = c"arrow_array_stream";

/// The number that C programs return for an argument that does not fit.
const EINVAL: c_int = 22;

/// Returns the chunks of an Arrow object, or `None` if it has none of the methods.
pub(crate) fn read_chunks(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    let py = object.py();
    let array = intern!(py, "__arrow_c_array__");
    if object.hasattr(array)? {
        let pair = object.call_method0(array)?;
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = pair.extract()?;
        return Ok(Some(vec![read_array(&schema, &array)?]));
    }
    let stream = intern!(py, "__arrow_c_stream__");
    if object.hasattr(stream)? {
        let capsule = object.call_method0(stream)?;
        return read_stream(capsule.cast::<PyCapsule>()?).map(Some);
    }
    Ok(None)
}

/// Moves an array out of its capsule.
fn read_array(schema: &Bound<'_, PyCapsule>, array: &Bound<'_, PyCapsule>) -> PyResult<ArrayRef> {
    let schema = borrow_schema(schema)?;
    let array = array.pointer_checked(Some(ARRAY_NAME))?;
    // SAFETY: a capsule of this name holds an array. It is moved out, so that it is freed once.
    let array = unsafe { FFI_ArrowArray::from_raw(array.cast().as_ptr()) };
    if array.is_released() {
        return Err(PyValueError::new_err("the array was read before"));
    }
    // SAFETY: the schema is that of the array.
    let data = unsafe { from_ffi(array, schema) };
    to_array(data.map_err(to_exception)?)
}

/// Returns the type of the schema that a reader asks for.
pub(crate) fn requested_type(schema: &Bound<'_, PyAny>) -> PyResult<DataType> {
    let schema = borrow_schema(schema.cast::<PyCapsule>()?)?;
    DataType::try_from(schema).map_err(to_exception)
}

/// Returns the schema of a capsule, if nobody has moved it out.
fn borrow_schema<'a>(capsule: &'a Bound<'_, PyCapsule>) -> PyResult<&'a FFI_ArrowSchema> {
    let pointer = capsule.pointer_checked(Some(SCHEMA_NAME))?;
    // SAFETY: a capsule of this name holds a schema, and lives as long as the reference.
    let schema = unsafe { pointer.cast::<FFI_ArrowSchema>().as_ref() };
    if schema.release.is_none() || schema.format.is_null() {
        return Err(PyValueError::new_err("the schema was read before"));
    }
    Ok(schema)
}

/// Returns the data as an array, if its type is one that holds puzzles. The function for all types,
/// `arrow_array::make_array`, would bring the code of all types along.
fn to_array(data: ArrayData) -> PyResult<ArrayRef> {
    Ok(match data.data_type() {
        DataType::Utf8 => Arc::new(StringArray::from(data)),
        DataType::LargeUtf8 => Arc::new(LargeStringArray::from(data)),
        DataType::Utf8View => Arc::new(StringViewArray::from(data)),
        DataType::Binary => Arc::new(BinaryArray::from(data)),
        DataType::LargeBinary => Arc::new(LargeBinaryArray::from(data)),
        DataType::BinaryView => Arc::new(BinaryViewArray::from(data)),
        DataType::FixedSizeBinary(_) => Arc::new(FixedSizeBinaryArray::from(data)),
        DataType::Null => Arc::new(NullArray::from(data)),
        DataType::Dictionary(key, _) => match **key {
            DataType::Int8 => to_dictionary::<Int8Type>(data)?,
            DataType::Int16 => to_dictionary::<Int16Type>(data)?,
            DataType::Int32 => to_dictionary::<Int32Type>(data)?,
            DataType::Int64 => to_dictionary::<Int64Type>(data)?,
            DataType::UInt8 => to_dictionary::<UInt8Type>(data)?,
            DataType::UInt16 => to_dictionary::<UInt16Type>(data)?,
            DataType::UInt32 => to_dictionary::<UInt32Type>(data)?,
            DataType::UInt64 => to_dictionary::<UInt64Type>(data)?,
            _ => return Err(wrong_kind(data.data_type())),
        },
        kind => return Err(wrong_kind(kind)),
    })
}

fn to_dictionary<K: ArrowDictionaryKeyType>(data: ArrayData) -> PyResult<ArrayRef> {
    let (kind, len, nulls, offset, buffers, children) = data.into_parts();
    let ([keys], [values]) = (&buffers[..], &children[..]) else {
        return Err(wrong_kind(&kind));
    };
    let keys = ScalarBuffer::new(keys.clone(), offset, len);
    let keys = PrimitiveArray::<K>::try_new(keys, nulls).map_err(to_exception)?;
    let values = to_array(values.clone())?;
    let array = DictionaryArray::try_new(keys, values).map_err(to_exception)?;
    Ok(Arc::new(array))
}

fn wrong_kind(kind: &DataType) -> PyErr {
    call_error(CallError::Kind(kind.clone()))
}

/// Moves a stream out of its capsule, and reads it to its end.
fn read_stream(capsule: &Bound<'_, PyCapsule>) -> PyResult<Vec<ArrayRef>> {
    let pointer = capsule.pointer_checked(Some(STREAM_NAME))?;
    // SAFETY: a capsule of this name holds a stream, which is moved out.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.cast().as_ptr()) };
    // Who takes a stream need only clear `release`. The other functions may stay and be of no use.
    let (Some(_), Some(get_schema), Some(get_next)) =
        (stream.release, stream.get_schema, stream.get_next)
    else {
        return Err(PyValueError::new_err("the stream was read before"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the function belongs to this stream, and writes a schema.
    let code = unsafe { get_schema(&raw mut stream, &raw mut schema) };
    if code != 0 {
        return Err(stream_error(&mut stream, code));
    }
    let kind = DataType::try_from(&schema).map_err(to_exception)?;
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the function belongs to this stream, and writes an array.
        let code = unsafe { get_next(&raw mut stream, &raw mut array) };
        if code != 0 {
            return Err(stream_error(&mut stream, code));
        }
        if array.is_released() {
            // A column without rows has a type all the same.
            if chunks.is_empty() {
                chunks.push(to_array(ArrayData::new_empty(&kind))?);
            }
            return Ok(chunks);
        }
        // SAFETY: all arrays of a stream have the type of its schema.
        let data = unsafe { from_ffi_and_data_type(array, kind.clone()) };
        chunks.push(to_array(data.map_err(to_exception)?)?);
    }
}

/// Returns the exception for a stream that failed with this code.
fn stream_error(stream: &mut FFI_ArrowArrayStream, code: c_int) -> PyErr {
    let text = stream.get_last_error.and_then(|get_last_error| {
        // SAFETY: the function belongs to this stream, and returns a text or null. The text stays
        // until the next call.
        unsafe {
            let text = get_last_error(stream);
            (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
        }
    });
    let text = text.unwrap_or_else(|| format!("the stream failed with the code {code}"));
    PyValueError::new_err(text)
}

#[allow(clippy::needless_pass_by_value)] // It is a function for `map_err`.
fn to_exception(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the capsule of a schema.
pub(crate) fn schema_capsule<'py>(
    py: Python<'py>,
    field: &Field,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(field).map_err(to_exception)?;
    PyCapsule::new_with_value(py, schema, SCHEMA_NAME)
}

/// Returns the capsules of a schema and an array.
pub(crate) fn array_capsules<'py>(
    py: Python<'py>,
    field: &Field,
    array: &dyn Array,
) -> PyResult<Bound<'py, PyTuple>> {
    let schema = schema_capsule(py, field)?;
    let array = FFI_ArrowArray::new(&array.to_data());
    let array = PyCapsule::new_with_value(py, array, ARRAY_NAME)?;
    PyTuple::new(py, [schema, array])
}

/// Returns the capsule of a stream of chunks.
pub(crate) fn stream_capsule(
    py: Python<'_>,
    field: FieldRef,
    chunks: Vec<ArrayRef>,
) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, export_stream(field, chunks), STREAM_NAME)
}

/// The chunks of a stream that are not yet read.
struct Chunks {
    field: FieldRef,
    left: std::vec::IntoIter<ArrayRef>,
}

fn export_stream(field: FieldRef, chunks: Vec<ArrayRef>) -> FFI_ArrowArrayStream {
    let chunks = Chunks {
        field,
        left: chunks.into_iter(),
    };
    FFI_ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(Box::new(chunks)).cast::<c_void>(),
    }
}

/// Writes the schema of a stream. Returns 0, or the number of an error.
unsafe extern "C" fn get_schema(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowSchema,
) -> c_int {
    // SAFETY: readers pass a stream that is not yet released, with the data of `export_stream`.
    let chunks = unsafe { &*(*stream).private_data.cast::<Chunks>() };
    let Ok(schema) = FFI_ArrowSchema::try_from(chunks.field.as_ref()) else {
        return EINVAL;
    };
    // SAFETY: readers pass room for a schema. What is there has no owner.
    unsafe { out.write(schema) };
    0
}

/// Writes the next array of a stream, or an empty one at its end. Returns 0.
unsafe extern "C" fn get_next(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowArray,
) -> c_int {
    // SAFETY: as in `get_schema`. Streams are read by one thread at a time.
    let chunks = unsafe { &mut *(*stream).private_data.cast::<Chunks>() };
    let array = match chunks.left.next() {
        Some(chunk) => FFI_ArrowArray::new(&chunk.to_data()),
        None => FFI_ArrowArray::empty(),
    };
    // SAFETY: readers pass room for an array. What is there has no owner.
    unsafe { out.write(array) };
    0
}

/// Returns the text of the only error.
unsafe extern "C" fn get_last_error(_: *mut FFI_ArrowArrayStream) -> *const c_char {
    c"the type of the column has no name in the C data interface".as_ptr()
}

/// Frees what a stream holds.
unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: readers release a stream once. Its data are a box that `export_stream` made.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Chunks>()));
        (*stream).private_data = std::ptr::null_mut();
        (*stream).release = None;
    }
}
