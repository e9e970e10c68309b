//! `Block`: a few thousand rows, with the plain 9×9 lines among them in one piece.

use std::borrow::Cow;
use std::ops::Range;

use ndoku::table::parse_row;

use crate::rows::{Row, Rows};

/// Number of rows that are answered together: enough for the lanes of the engine, and few enough to
/// cancel a call soon.
pub(crate) const BLOCK_SIZE: usize = 8192;

/// The kind of a row.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RowKind {
    /// A null.
    Null,
    /// 81 cells of a classic puzzle: the next row of [`Block::plain`].
    Plain,
    /// Anything else.
    Other,
}

/// Rows that are answered together.
pub(crate) struct Block<'a> {
    /// The plain rows as characters, `1` to `9` for a clue.
    pub(crate) plain: Cow<'a, [Row]>,
    /// The kinds of all rows; `None` if all are plain.
    kinds: Option<&'a [RowKind]>,
    rows: &'a Rows,
    /// The column after the first, for functions of two columns.
    second: Option<&'a Rows>,
    range: Range<usize>,
}

/// The buffers of blocks that are not flat.
#[derive(Debug, Default)]
pub(crate) struct BlockBuffers {
    plain: Vec<Row>,
    kinds: Vec<RowKind>,
}

impl<'a> Block<'a> {
    /// Reads a range of rows. With `only_other`, no row counts as plain.
    pub(crate) fn new(
        rows: &'a Rows,
        second: Option<&'a Rows>,
        range: Range<usize>,
        only_other: bool,
        buffers: &'a mut BlockBuffers,
    ) -> Self {
        let block = |plain, kinds| Self {
            plain,
            kinds,
            rows,
            second,
            range: range.clone(),
        };
        if !only_other
            && let Some(flat) = rows.flat(range.clone())
            && is_plain(flat.as_flattened())
        {
            return block(Cow::Borrowed(flat), None);
        }
        let BlockBuffers { plain, kinds } = buffers;
        if !only_other && rows.gather(range.clone(), plain) && is_plain(plain.as_flattened()) {
            return block(Cow::Borrowed(&buffers.plain), None);
        }
        plain.clear();
        kinds.clear();
        for row in range.clone() {
            kinds.push(match rows.get(row) {
                None => RowKind::Null,
                Some(bytes) => match <&Row>::try_from(bytes) {
                    Ok(row) if !only_other && (is_plain(row) || parse_row(row).is_some()) => {
                        plain.push(*row);
                        RowKind::Plain
                    }
                    _ => RowKind::Other,
                },
            });
        }
        let all_plain = plain.len() == kinds.len();
        block(
            Cow::Borrowed(&buffers.plain),
            (!all_plain).then_some(&buffers.kinds),
        )
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        self.range.len()
    }

    /// Returns `true` if all rows are plain.
    pub(crate) fn is_all_plain(&self) -> bool {
        self.kinds.is_none()
    }

    /// Returns the kind of a row.
    pub(crate) fn kind(&self, row: usize) -> RowKind {
        self.kinds.map_or(RowKind::Plain, |kinds| kinds[row])
    }

    /// Returns the text of a row.
    pub(crate) fn text(&self, row: usize) -> &'a [u8] {
        self.rows.get(self.range.start + row).unwrap_or_default()
    }

    /// Returns the text of a row in the second column.
    pub(crate) fn second(&self, row: usize) -> Option<&'a [u8]> {
        self.second?.get(self.range.start + row)
    }
}

/// Returns `true` if all bytes are digits or dots. Rows with other signs for a blank are found one
/// by one.
pub(crate) fn is_plain(bytes: &[u8]) -> bool {
    // Without an early end, so that the compiler uses vectors.
    bytes.iter().fold(true, |is_plain, byte| {
        is_plain & ((byte.wrapping_sub(b'.') < 12) & (*byte != b'/'))
    })
}

/// Returns the clues of a plain row as numbers, 0 for a blank.
pub(crate) fn to_numbers(row: &Row) -> Row {
    row.map(|byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit <= 9 { digit } else { 0 }
    })
}
