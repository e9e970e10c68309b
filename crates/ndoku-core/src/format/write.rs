//! Writing: what a format's writer is given, and why it may refuse.

use super::Record;

/// How records are written.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The character for a blank cell; each format has its own usual one.
    pub blank: Option<char>,
    /// No characters beyond ASCII.
    pub ascii: bool,
}

/// Why a record cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);

/// What is wrong with a second record where a text holds one only.
pub const ALONE: &str = "a file holds one puzzle only, and there is more than one";

/// How a format is written: `head`, the records with `between` between them, `tail`.
#[derive(Debug)]
pub struct Writer {
    /// Stands once before the first record.
    pub head: &'static str,
    /// Stands between two records.
    pub between: &'static str,
    /// Stands once after the last record.
    pub tail: &'static str,
    /// Whether a text holds one record only, so that a second one cannot follow.
    pub alone: bool,
    /// Appends one record, ending with a line end. On an error nothing may have been appended.
    pub one:
        fn(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError>,
}

impl Writer {
    /// A writer whose records simply follow each other.
    pub(super) const fn plain(
        one: fn(&Record, &WriteOptions, &mut String) -> Result<(), WriteError>,
    ) -> Self {
        Self {
            head: "",
            between: "",
            tail: "",
            alone: false,
            one,
        }
    }

    /// These records as one text.
    ///
    /// # Errors
    /// The first record that cannot be written; the second one if the format takes one only.
    pub fn all<'a>(
        &self,
        records: impl IntoIterator<Item = &'a Record>,
        options: &WriteOptions,
    ) -> Result<String, WriteError> {
        let mut out = self.head.to_owned();
        for (number, record) in records.into_iter().enumerate() {
            if number > 0 {
                if self.alone {
                    return Err(WriteError(ALONE.to_owned()));
                }
                out.push_str(self.between);
            }
            (self.one)(record, options, &mut out)?;
        }
        out.push_str(self.tail);
        Ok(out)
    }
}
