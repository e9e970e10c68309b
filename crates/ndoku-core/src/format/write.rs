//! Writing records: the options, the errors and the frame of a format.

use super::Record;

/// The options for writing records.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The character for a blank cell. `None` selects the usual one of the format.
    pub blank: Option<char>,
    /// `true` to use only ASCII characters.
    pub ascii: bool,
}

/// The reason why a record cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);

/// The message for a second record in a format that holds only one.
pub const ONE_RECORD_ONLY: &str = "a file holds one puzzle only, and there is more than one";

/// The writer of a format. A text is `header`, the records separated by `separator`, and `footer`.
#[derive(Debug)]
pub struct Writer {
    /// The text before the first record.
    pub header: &'static str,
    /// The text between two records.
    pub separator: &'static str,
    /// The text after the last record.
    pub footer: &'static str,
    /// `true` if a text holds only one record.
    pub single: bool,
    /// Appends one record, including a line end. It must append nothing on an error.
    pub write_record:
        fn(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError>,
}

impl Writer {
    /// Creates a writer without header, separator and footer.
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

    /// Returns the records as one text.
    ///
    /// # Errors
    /// Returns the error of the first record that cannot be written. That is the second record if
    /// the format holds only one.
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
