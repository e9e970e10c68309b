//! Writing records: the options, the errors and the frame of a format.

use super::{Feature, Format, ReadOptions, Record, Scope, csv, find, read_all};

/// The options for writing records.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The character for a blank cell. `None` selects the usual one of the format.
    /// [`Format::write_record`] refuses a character that would not be read back as a blank.
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

impl Format {
    /// Appends one record as its writer does, and checks that the selected blank is read back as a
    /// blank. Appends nothing on an error.
    ///
    /// # Errors
    /// Returns an error if the format cannot be written, cannot hold the record, or does not read
    /// the blank back in this record.
    pub fn write_record(
        &self,
        record: &Record,
        options: &WriteOptions,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let Some(writer) = &self.write else {
            let message = format!("the format {} can only be read", self.id);
            return Err(WriteError(message));
        };
        if let Some(blank) = options.blank {
            self.check_blank(writer, record, options, blank)?;
        }
        (writer.write_record)(record, options, out)
    }

    /// Returns the text that stands in place of a record, such as [`INVALID`](super::INVALID): a
    /// line, or the row of a table. Read back, it is an invalid record. Returns an empty text if
    /// the format has no place for it.
    pub fn placeholder(&self, words: &str) -> String {
        match (self.scope, self.id) {
            (Scope::Unit, _) => format!("{words}\n"),
            (_, "csv") => csv::placeholder(words, ','),
            (_, "tsv") => csv::placeholder(words, '\t'),
            _ => String::new(),
        }
    }

    /// Checks that a record with this blank is read back like the record with the usual blank.
    fn check_blank(
        &self,
        writer: &Writer,
        record: &Record,
        options: &WriteOptions,
        blank: char,
    ) -> Result<(), WriteError> {
        let size = record.puzzle.size();
        // All readers know these.
        if matches!(blank, '.' | '_') || (blank == '0' && size <= 9) {
            return Ok(());
        }
        let usual = WriteOptions {
            blank: None,
            ..options.clone()
        };
        let (before, after) = (
            writer.write_all([record], &usual)?,
            writer.write_all([record], options)?,
        );
        if before == after {
            return Ok(());
        }
        let symbols = record.puzzle.symbols();
        let is_symbol = symbols
            .digit(blank.to_ascii_uppercase().encode_utf8(&mut [0; 4]))
            .is_some();
        if is_symbol && !self.unsupported(record).contains(&Feature::Symbols) {
            return Err(WriteError(format!(
                "`{blank}` is a symbol of this puzzle, so it cannot mark the blank cells"
            )));
        }
        let named = find(self.id).filter(|format| format.read.is_some());
        for format in [named, None] {
            let options = ReadOptions {
                format,
                ..ReadOptions::default()
            };
            let before = read_all(&before, &options);
            let is_readable = matches!(&before[..], [Ok(_)]);
            if is_readable && before != read_all(&after, &options) {
                return Err(WriteError(format!(
                    "`{blank}` would not be read back as a blank cell of this puzzle; `.` would"
                )));
            }
        }
        Ok(())
    }
}
