//! The record of complete row groups beside an unfinished Parquet file.
//!
//! ```text
//! OUT.parquet.partial          PAR1 row group, row group, row group, …   no footer yet
//! OUT.parquet.partial.footer   footer for the first two row groups
//! ```
//!
//! A Parquet file has its footer at the end, so a killed run leaves a file that nobody can read.
//! The record is the footer of the file as it would end after the last complete row group. It is
//! replaced as a whole, after the bytes of these row groups are on the disk.
//!
//! A run that ends by Ctrl-C or an error writes the footer into the partial file itself, and
//! removes the record.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ndoku_arrow::file::{FileError, TableWriter};

use crate::output_file::OutputFile;

/// Minimum time between two records. A killed run loses the row groups of this time.
const INTERVAL: Duration = Duration::from_secs(1);

/// Number of bytes at the end of a Parquet file: the length of the footer, and the magic number.
const TRAILER_BYTES: u64 = 8;

/// The last bytes of a Parquet file.
const MAGIC: &[u8] = b"PAR1";

/// The record of an unfinished file.
#[derive(Debug)]
pub(super) struct GroupRecord {
    /// The partial file; empty if the output has none.
    partial: PathBuf,
    /// The partial file can be resumed.
    is_used: bool,
    /// The time of the last record, at first the start of the run.
    written: Instant,
}

impl GroupRecord {
    pub(super) fn new(output: &OutputFile) -> Self {
        Self {
            partial: output.path().map(Path::to_owned).unwrap_or_default(),
            is_used: output.is_resumable(),
            written: Instant::now(),
        }
    }

    /// Returns the partial file.
    pub(super) fn partial(&self) -> &Path {
        &self.partial
    }

    /// Returns the file of the record.
    pub(super) fn path(&self) -> PathBuf {
        self.with_ending(".footer")
    }

    fn with_ending(&self, ending: &str) -> PathBuf {
        let mut name = self
            .partial
            .file_name()
            .map_or_else(OsString::new, ToOwned::to_owned);
        name.push(ending);
        self.partial.with_file_name(name)
    }

    /// Returns `true` if there is a record.
    pub(super) fn exists(&self) -> bool {
        self.is_used && self.path().exists()
    }

    /// Removes the record, if there is one.
    pub(super) fn remove(&self) {
        if self.is_used {
            let _ = fs::remove_file(self.path());
        }
    }

    /// Returns the footer of the complete row groups: the record, or else the end of the partial
    /// file. Returns `None` if there is neither.
    pub(super) fn read(&self, partial: &File) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.path()) {
            Ok(footer) => return Ok(Some(footer)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let mut partial = partial;
        let length = partial.metadata()?.len();
        let Some(start) = length.checked_sub(TRAILER_BYTES) else {
            return Ok(None);
        };
        partial.seek(SeekFrom::Start(start))?;
        let mut trailer = [0; TRAILER_BYTES as usize];
        partial.read_exact(&mut trailer)?;
        let (size, magic) = trailer.split_at(4);
        let size = size
            .first_chunk()
            .map_or(0, |size| u32::from_le_bytes(*size));
        let Some(start) = start.checked_sub(u64::from(size)) else {
            return Ok(None);
        };
        if magic != MAGIC {
            return Ok(None);
        }
        partial.seek(SeekFrom::Start(start))?;
        let mut footer = Vec::new();
        partial.read_to_end(&mut footer)?;
        Ok(Some(footer))
    }

    /// Replaces the record.
    pub(super) fn write(&mut self, footer: &[u8]) -> io::Result<()> {
        let new = self.with_ending(".footer.new");
        let mut file = File::create(&new)?;
        file.write_all(footer)?;
        file.sync_all()?;
        fs::rename(&new, self.path())?;
        self.written = Instant::now();
        Ok(())
    }

    /// Replaces the record after a row group, if the last one is old.
    pub(super) fn update(&mut self, writer: &mut TableWriter<OutputFile>) -> Result<(), FileError> {
        if !self.is_used || self.written.elapsed() < INTERVAL {
            return Ok(());
        }
        let Some((footer, _)) = writer.footer()? else {
            return Ok(());
        };
        let file = writer.output_mut().handle();
        file.and_then(|file| file.sync_data())
            .and_then(|()| self.write(&footer))
            .map_err(FileError::Write)
    }
}
