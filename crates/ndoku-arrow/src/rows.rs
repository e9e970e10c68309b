//! `Rows`: the texts of a column of any kind, as bytes.
//!
//! ```text
//!   string            offsets ─▶ bytes      81 81 81 81 …    flat: solved where they lie
//!   string_view       views ─▶ buffers      any order        gathered into a block
//!   dictionary        keys ─▶ values        each value once  answered, then taken by key
//! ```

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowDictionaryKeyType, BinaryViewType, ByteViewType, StringViewType};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, FixedSizeBinaryArray,
    GenericByteViewArray, LargeBinaryArray, LargeStringArray, OffsetSizeTrait, StringArray,
    StringViewArray, downcast_dictionary_array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use crate::error::CallError;

/// A row of a plain puzzle.
pub(crate) type Row = [u8; 81];

/// For each row, the number of its value in another column. `None` is a null.
pub(crate) type Keys = Vec<Option<u32>>;

/// The texts of a column.
#[derive(Clone, Debug)]
pub(crate) enum Rows {
    Text(StringArray),
    LargeText(LargeStringArray),
    TextView(StringViewArray),
    Bytes(BinaryArray),
    LargeBytes(LargeBinaryArray),
    BytesView(BinaryViewArray),
    Fixed(FixedSizeBinaryArray),
    /// A column whose type is `null`.
    Nulls(usize),
    /// Some rows of another column.
    Picked(Box<Rows>, Keys),
}

impl Rows {
    /// Takes the texts of an array.
    ///
    /// # Errors
    /// [`CallError::Kind`] if the array holds no texts.
    pub(crate) fn new(array: &dyn Array) -> Result<Self, CallError> {
        Ok(match array.data_type() {
            DataType::Utf8 => Self::Text(array.as_string().clone()),
            DataType::LargeUtf8 => Self::LargeText(array.as_string().clone()),
            DataType::Utf8View => Self::TextView(array.as_byte_view::<StringViewType>().clone()),
            DataType::Binary => Self::Bytes(array.as_binary().clone()),
            DataType::LargeBinary => Self::LargeBytes(array.as_binary().clone()),
            DataType::BinaryView => Self::BytesView(array.as_byte_view::<BinaryViewType>().clone()),
            DataType::FixedSizeBinary(_) => Self::Fixed(array.as_fixed_size_binary().clone()),
            DataType::Null => Self::Nulls(array.len()),
            DataType::Dictionary(..) => {
                let (values, keys) = dictionary(array)?;
                Self::Picked(Box::new(Self::new(&values)?), keys)
            }
            kind => return Err(CallError::Kind(kind.clone())),
        })
    }

    /// Takes each distinct value of a dictionary once. Also returns the number of the value for
    /// each row. Returns `None` if the array is no dictionary.
    pub(crate) fn distinct(array: &dyn Array) -> Result<Option<(Self, Keys)>, CallError> {
        if !matches!(array.data_type(), DataType::Dictionary(..)) {
            return Ok(None);
        }
        let (values, keys) = dictionary(array)?;
        // A slice of a dictionary has all its values: those that no key names are left out.
        let mut numbers = vec![None; values.len()];
        let mut used = Vec::new();
        let keys = keys
            .into_iter()
            .map(|key| {
                let number = numbers.get_mut(key? as usize)?;
                Some(*number.get_or_insert_with(|| {
                    used.push(key);
                    used.len() as u32 - 1
                }))
            })
            .collect();
        Ok(Some((
            Self::Picked(Box::new(Self::new(&values)?), used),
            keys,
        )))
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Text(array) => array.len(),
            Self::LargeText(array) => array.len(),
            Self::TextView(array) => array.len(),
            Self::Bytes(array) => array.len(),
            Self::LargeBytes(array) => array.len(),
            Self::BytesView(array) => array.len(),
            Self::Fixed(array) => array.len(),
            Self::Nulls(len) => *len,
            Self::Picked(_, numbers) => numbers.len(),
        }
    }

    /// Returns the text of a row, or `None` for a null.
    pub(crate) fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Text(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::LargeText(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::TextView(array) => view(array, row),
            Self::Bytes(array) => array.is_valid(row).then(|| array.value(row)),
            Self::LargeBytes(array) => array.is_valid(row).then(|| array.value(row)),
            Self::BytesView(array) => view(array, row),
            Self::Fixed(array) => array.is_valid(row).then(|| array.value(row)),
            Self::Nulls(_) => None,
            Self::Picked(rows, numbers) => rows.get(numbers.get(row).copied()?? as usize),
        }
    }

    /// Returns a range of rows as one piece, if each has 81 bytes, they follow each other and none
    /// is null.
    pub(crate) fn flat(&self, range: Range<usize>) -> Option<&[Row]> {
        let (bytes, nulls) = match self {
            Self::Text(array) => (
                flat_bytes(array.value_offsets(), array.value_data(), &range)?,
                array.nulls(),
            ),
            Self::LargeText(array) => (
                flat_bytes(array.value_offsets(), array.value_data(), &range)?,
                array.nulls(),
            ),
            Self::Bytes(array) => (
                flat_bytes(array.value_offsets(), array.value_data(), &range)?,
                array.nulls(),
            ),
            Self::LargeBytes(array) => (
                flat_bytes(array.value_offsets(), array.value_data(), &range)?,
                array.nulls(),
            ),
            Self::Fixed(array) if array.value_length() == 81 => (
                array.value_data().get(range.start * 81..range.end * 81)?,
                array.nulls(),
            ),
            _ => return None,
        };
        has_no_nulls(nulls, &range).then_some(bytes.as_chunks().0)
    }

    /// Copies a range of rows of a view, if each has 81 bytes and none is null. Returns `false` for
    /// other rows and other columns; then `found` has any rows.
    pub(crate) fn gather(&self, range: Range<usize>, found: &mut Vec<Row>) -> bool {
        found.clear();
        match self {
            Self::TextView(array) => gather_views(array, range, found),
            Self::BytesView(array) => gather_views(array, range, found),
            _ => false,
        }
    }
}

/// Copies rows of a view. Returns `false` if a row is null or has not 81 bytes.
fn gather_views<T: ByteViewType<Native: AsRef<[u8]>>>(
    array: &GenericByteViewArray<T>,
    range: Range<usize>,
    found: &mut Vec<Row>,
) -> bool {
    if !has_no_nulls(array.nulls(), &range) {
        return false;
    }
    range.into_iter().all(|row| {
        let row = <&Row>::try_from(array.value(row).as_ref());
        row.map(|row| found.push(*row)).is_ok()
    })
}

fn view<T: ByteViewType<Native: AsRef<[u8]>>>(
    array: &GenericByteViewArray<T>,
    row: usize,
) -> Option<&[u8]> {
    array.is_valid(row).then(|| array.value(row).as_ref())
}

fn has_no_nulls(nulls: Option<&NullBuffer>, range: &Range<usize>) -> bool {
    nulls.is_none_or(|nulls| {
        nulls.null_count() == 0 || nulls.slice(range.start, range.len()).null_count() == 0
    })
}

/// Returns the bytes of these rows, if each row has 81.
fn flat_bytes<'a, O: OffsetSizeTrait>(
    offsets: &[O],
    bytes: &'a [u8],
    range: &Range<usize>,
) -> Option<&'a [u8]> {
    let offsets = offsets.get(range.start..=range.end)?;
    let length = O::usize_as(81);
    // Without an early end, so that the compiler uses vectors.
    let is_flat = offsets.windows(2).fold(true, |is_flat, pair| {
        is_flat & (pair[1] - pair[0] == length)
    });
    if !is_flat {
        return None;
    }
    bytes.get(offsets.first()?.as_usize()..offsets.last()?.as_usize())
}

/// Returns the values of a dictionary, and the number of the value of each row.
fn dictionary(array: &dyn Array) -> Result<(ArrayRef, Keys), CallError> {
    fn parts<K: ArrowDictionaryKeyType>(array: &DictionaryArray<K>) -> (ArrayRef, Keys) {
        use arrow_buffer::ArrowNativeType;

        let keys = array.keys().iter();
        let keys = keys.map(|key| u32::try_from(key?.as_usize()).ok());
        (array.values().clone(), keys.collect())
    }
    downcast_dictionary_array!(
        array => Ok(parts(array)),
        kind => Err(CallError::Kind(kind.clone())),
    )
}
