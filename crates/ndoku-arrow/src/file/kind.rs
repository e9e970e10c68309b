//! `FileKind`: the kinds of files, by their first bytes or by the ending of their name.

/// Bytes at the beginning and at the end of a Parquet file.
const PARQUET_MAGIC: &[u8] = b"PAR1";

/// Bytes at the beginning of an Arrow file.
const ARROW_MAGIC: &[u8] = b"ARROW1\0\0";

/// Bytes at the beginning of a message in an Arrow stream.
const STREAM_MAGIC: &[u8] = b"\xff\xff\xff\xff";

/// A kind of file.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Apache Parquet.
    Parquet,
    /// The file format of Arrow IPC, also called Feather 2.
    Arrow,
    /// The stream format of Arrow IPC.
    ArrowStream,
}

impl FileKind {
    /// Returns the kind of a file that begins with these bytes. Eight bytes are enough.
    ///
    /// ```
    /// use ndoku_arrow::file::FileKind;
    ///
    /// assert_eq!(FileKind::from_magic(b"PAR1\x15\x04"), Some(FileKind::Parquet));
    /// assert_eq!(FileKind::from_magic(b"53..7...."), None);
    /// ```
    #[must_use]
    pub fn from_magic(bytes: &[u8]) -> Option<Self> {
        [
            (PARQUET_MAGIC, Self::Parquet),
            (ARROW_MAGIC, Self::Arrow),
            (STREAM_MAGIC, Self::ArrowStream),
        ]
        .into_iter()
        .find(|(magic, _)| bytes.starts_with(magic))
        .map(|(_, kind)| kind)
    }

    /// Returns the kind for the ending of a name, without the dot and in any case.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        let kind = match extension.to_ascii_lowercase().as_str() {
            "parquet" => Self::Parquet,
            "arrow" | "feather" | "ipc" => Self::Arrow,
            "arrows" => Self::ArrowStream,
            _ => return None,
        };
        Some(kind)
    }

    /// Returns the name of the kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parquet => "Parquet",
            Self::Arrow => "Arrow",
            Self::ArrowStream => "Arrow stream",
        }
    }
}
