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
pub const ONE_RECORD_ONLY: &str = "a file holds one puzzle only, and there is more than one";

/// How a format is written: `header`, the records with `between` between them, `footer`.
#[derive(Debug)]
pub struct Writer {
    /// Stands once before the first record.
    pub header: &'static str,
    /// Stands between two records.
    pub separator: &'static str,
    /// Stands once after the last record.
    pub footer: &'static str,
    /// Whether a text holds one record only, so that a second one cannot follow.
    pub single: bool,
    /// Appends one record, ending with a line end. On an error nothing may have been appended.
    pub write_record:
        fn(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError>,
}

impl Writer {
    /// A writer whose records simply follow each other.
    pub(super) const fn sequence(
        write_record: fn(&Record, &WriteOptions, &mut String) -> Result<(), WriteError>,
    ) -> Self {
        Self {
            header: "",
            separator: "",
            footer: "",
            single: false,
            write_record,
        }
    }

    /// These records as one text.
    ///
    /// # Errors
    /// The first record that cannot be written; the second one if the format takes one only.
    pub fn write_all<'a>(
        &self,
        records: impl IntoIterator<Item = &'a Record>,
        options: &WriteOptions,
    ) -> Result<String, WriteError> {
        let mut out = self.header.to_owned();
        for (number, record) in records.into_iter().enumerate() {
            if number > 0 {
                if self.single {
                    return Err(WriteError(ONE_RECORD_ONLY.to_owned()));
                }
                out.push_str(self.separator);
            }
            (self.write_record)(record, options, &mut out)?;
        }
        out.push_str(self.footer);
        Ok(out)
    }
}
