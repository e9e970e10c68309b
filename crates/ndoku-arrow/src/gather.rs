//! Rows of answers in another order, for the few types that answers have.
//!
//! ```text
//!   take     answers to the values of a dictionary, keys  ─▶  an answer for each row
//!   concat   chunks of answers                            ─▶  one array
//! ```
//!
//! The functions of `arrow-select` do this for all types. They are a tenth of the Python package.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::DataType;

use crate::error::CallError;
use crate::field::FieldKind;
use crate::output::{Column, Value, internal};

/// Joins arrays of answers, or of one field of answers. All have the same type.
///
/// # Errors
/// [`CallError::TooLong`] if the texts do not fit one array, and [`CallError::Internal`] without an
/// array, or for a type that no answer has.
pub fn concat(chunks: &[ArrayRef]) -> Result<ArrayRef, CallError> {
    let rows = chunks
        .iter()
        .enumerate()
        .flat_map(|(chunk, array)| (0..array.len()).map(move |row| Some((chunk, row))));
    let chunks: Vec<&dyn Array> = chunks.iter().map(AsRef::as_ref).collect();
    gather(&chunks, &rows)
}

/// Returns the answer for each key. A row without a key gets a null.
pub(crate) fn take(answers: &StructArray, keys: &[Option<u32>]) -> Result<StructArray, CallError> {
    let rows = keys.iter().map(|key| key.map(|key| (0, key as usize)));
    Ok(gather(&[answers], &rows)?.as_struct().clone())
}

/// Collects rows. Each has the number of its array, and its number there.
fn gather(
    arrays: &[&dyn Array],
    rows: &(impl Iterator<Item = Option<(usize, usize)>> + Clone),
) -> Result<ArrayRef, CallError> {
    let kind = arrays.first().map(|array| array.data_type());
    let Some(DataType::Struct(fields)) = kind else {
        let kind = kind.unwrap_or(&DataType::Null);
        let field = FieldKind::from_arrow(kind);
        let mut column = Column::new(field.ok_or_else(|| internal("an answer of another type"))?);
        for row in rows.clone() {
            column.push(row.map_or(Value::Null, |(array, row)| value(arrays[array], row)));
        }
        return column.finish(kind);
    };
    let structs: Vec<&StructArray> = arrays.iter().map(|array| array.as_struct()).collect();
    let columns = (0..fields.len()).map(|field| {
        let columns = structs.iter().map(|array| array.column(field).as_ref());
        gather(&columns.collect::<Vec<_>>(), rows)
    });
    let columns: Vec<ArrayRef> = columns.collect::<Result<_, _>>()?;
    let mut nulls = NullBufferBuilder::new(0);
    for row in rows.clone() {
        nulls.append(row.is_some_and(|(array, row)| structs[array].is_valid(row)));
    }
    let len = nulls.len();
    let answers = StructArray::try_new_with_length(fields.clone(), columns, nulls.finish(), len);
    Ok(Arc::new(answers.map_err(internal)?))
}

/// Returns a value of a field.
fn value(array: &dyn Array, row: usize) -> Value<'_> {
    if array.is_null(row) {
        return Value::Null;
    }
    match array.data_type() {
        DataType::Utf8 => Value::Text(array.as_string::<i32>().value(row).as_bytes()),
        DataType::Binary => Value::Text(array.as_binary::<i32>().value(row)),
        DataType::Boolean => Value::Bool(array.as_boolean().value(row)),
        DataType::UInt32 => Value::U32(array.as_primitive::<UInt32Type>().value(row)),
        DataType::UInt64 => Value::U64(array.as_primitive::<UInt64Type>().value(row)),
        DataType::Float32 => Value::F32(array.as_primitive::<Float32Type>().value(row)),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::StringArray;

    use super::*;
    use crate::{FUNCTIONS, Options, Session};

    #[test]
    fn all_answers_can_be_taken_and_joined() {
        let easy =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let rows = [
            Some(easy),
            None,
            Some("no puzzle"),
            Some("1..............."),
            Some(easy),
        ];
        for function in FUNCTIONS {
            let mut session = Session::new(function, &Options::default()).unwrap();
            let column = StringArray::from(rows.to_vec());
            let columns: Vec<&dyn Array> = function.columns.iter().map(|_| &column as _).collect();
            let answers = session.call(&columns, None).unwrap().remove(0);
            let keys = [Some(4), None, Some(0), Some(1), Some(3)];
            let taken = take(&answers, &keys).unwrap();
            taken.to_data().validate_full().unwrap();
            for (row, key) in keys.iter().enumerate() {
                let expected = key.filter(|key| answers.is_valid(*key as usize));
                assert_eq!(taken.is_valid(row), expected.is_some(), "{}", function.name);
                if let Some(key) = expected {
                    assert_eq!(taken.slice(row, 1), answers.slice(key as usize, 1));
                }
            }
            let chunks: Vec<ArrayRef> = [(0, 2), (2, 0), (2, 3)]
                .map(|(start, len)| Arc::new(answers.slice(start, len)) as ArrayRef)
                .to_vec();
            assert_eq!(
                concat(&chunks).unwrap().as_struct(),
                &answers,
                "{}",
                function.name
            );
            let fields = chunks
                .iter()
                .map(|chunk| Arc::clone(chunk.as_struct().column(1)));
            let fields: Vec<ArrayRef> = fields.collect();
            assert_eq!(
                &concat(&fields).unwrap(),
                answers.column(1),
                "{}",
                function.name
            );
        }
        assert!(concat(&[]).is_err());
    }
}
