//! The errors of files.

use std::error::Error;
use std::io;

use arrow_schema::ArrowError;
use parquet::errors::ParquetError;

use crate::error::CallError;
use crate::file::FileKind;

/// The reason why a file was not read, answered or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refuses to read the file.
    #[error("the file cannot be read: {0}")]
    Read(#[source] io::Error),
    /// The system refuses to write the file.
    #[error("the file cannot be written: {0}")]
    Write(#[source] io::Error),
    /// The file is neither Parquet nor Arrow.
    #[error("this is not a Parquet or Arrow file")]
    Kind,
    /// The content contradicts the format.
    #[error("the {} file is damaged: {detail}", kind.name())]
    Damaged {
        /// The kind of the file.
        kind: FileKind,
        /// The mistake.
        detail: String,
    },
    /// The file uses a part of the format that is not supported.
    #[error("{0}")]
    Unsupported(String),
    /// No column has this name.
    #[error("there is no column `{name}`; the columns are {columns}")]
    NoColumn {
        /// The name.
        name: String,
        /// The names of the columns.
        columns: String,
    },
    /// No column was named, and none is the obvious one.
    #[error("no column is named `{wanted}`, and {found} hold text; the columns are {columns}")]
    NoDefaultColumn {
        /// The default name.
        wanted: &'static str,
        /// The number of columns with texts, in words.
        found: &'static str,
        /// The names of the columns.
        columns: String,
    },
    /// The column holds no texts.
    #[error("the column `{name}` holds {kind}, not text; the columns are {columns}")]
    NoTexts {
        /// The name of the column.
        name: String,
        /// The type of the column.
        kind: String,
        /// The names of the columns.
        columns: String,
    },
    /// A column of the answers has no free name.
    #[error("the file already has the columns `{0}` and `{1}`")]
    Taken(String, String),
    /// The results of an earlier run do not fit.
    #[error("{0}")]
    Resume(String),
    /// The questions could not be answered.
    #[error(transparent)]
    Call(#[from] CallError),
}

impl FileError {
    /// Creates the error for a file that contradicts its format.
    pub(crate) fn damaged(kind: FileKind, detail: impl Into<String>) -> Self {
        Self::Damaged {
            kind,
            detail: detail.into(),
        }
    }

    /// Creates the error for a failure of the Parquet reader.
    pub(crate) fn from_parquet_read(error: ParquetError) -> Self {
        match error {
            ParquetError::NYI(detail) => Self::Unsupported(detail),
            ParquetError::External(error) => match error.downcast::<io::Error>() {
                Ok(error) => Self::from_read(FileKind::Parquet, *error),
                Err(error) => Self::damaged(FileKind::Parquet, error.to_string()),
            },
            error => Self::damaged(FileKind::Parquet, parquet_detail(&error)),
        }
    }

    /// Creates the error for a failure of the Arrow reader.
    pub(crate) fn from_arrow_read(kind: FileKind, error: ArrowError) -> Self {
        match error {
            ArrowError::NotYetImplemented(detail) => Self::Unsupported(detail),
            ArrowError::IoError(_, error) => Self::from_read(kind, error),
            ArrowError::ExternalError(error) => match error.downcast::<io::Error>() {
                Ok(error) => Self::from_read(kind, *error),
                Err(error) => Self::damaged(kind, error.to_string()),
            },
            error => Self::damaged(kind, arrow_detail(&error)),
        }
    }

    /// Creates the error for a failed read: the file is shorter than it says, or the system
    /// refuses.
    pub(crate) fn from_read(kind: FileKind, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::damaged(kind, "it ends too early"),
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::Other => {
                Self::damaged(kind, error.to_string())
            }
            _ => Self::Read(error),
        }
    }

    /// Creates the error for a failure of the Parquet writer.
    pub(crate) fn from_parquet_write(error: ParquetError) -> Self {
        match error {
            ParquetError::External(error) => Self::from_written(error),
            error => Self::Unsupported(format!(
                "Parquet cannot hold this table: {}",
                parquet_detail(&error)
            )),
        }
    }

    /// Creates the error for a failure of the Arrow writer.
    pub(crate) fn from_arrow_write(error: ArrowError) -> Self {
        match error {
            ArrowError::IoError(_, error) => Self::Write(error),
            ArrowError::ExternalError(error) => Self::from_written(error),
            error => Self::Unsupported(format!(
                "Arrow files cannot hold this table: {}",
                arrow_detail(&error)
            )),
        }
    }

    fn from_written(error: Box<dyn Error + Send + Sync>) -> Self {
        match error.downcast::<io::Error>() {
            Ok(error) => Self::Write(*error),
            Err(error) => Self::Write(io::Error::other(error)),
        }
    }
}

/// Returns the message of an error without the name of its kind.
fn parquet_detail(error: &ParquetError) -> String {
    match error {
        ParquetError::General(detail)
        | ParquetError::EOF(detail)
        | ParquetError::NYI(detail)
        | ParquetError::ArrowError(detail) => detail.clone(),
        error => error.to_string(),
    }
}

/// Returns the message of an error without the name of its kind.
fn arrow_detail(error: &ArrowError) -> String {
    match error {
        ArrowError::ParseError(detail)
        | ArrowError::IpcError(detail)
        | ArrowError::SchemaError(detail)
        | ArrowError::ComputeError(detail)
        | ArrowError::InvalidArgumentError(detail) => detail.clone(),
        error => error.to_string(),
    }
}
