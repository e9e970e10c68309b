//! Reads Arrow files and streams, one record batch after the other.
//!
//! ```text
//!   file     ARROW1  schema  message  message  …  end  footer: places of all messages  ARROW1
//!   stream           schema  message  message  …  end
//!
//!   message  ffffffff  length  head: kind, rows, places of buffers  body: buffers
//! ```
//!
//! The places of all messages are known before the first one is decoded: from the footer of a file,
//! or from the heads in a stream. So every length is checked against the length of the file.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use arrow_buffer::{Buffer, MutableBuffer};
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, Message, MessageHeader, MetadataVersion, RecordBatch as BatchHead};
use arrow_schema::SchemaRef;

use crate::file::guard::guard;
use crate::file::reader::TableBatch;
use crate::file::{FileError, FileKind};

/// Length of the magic number and the length of the footer at the end of a file.
const TRAILER_BYTES: u64 = 10;

/// Maximum length in bytes of the head of a message, and of a footer.
const MAX_HEAD_BYTES: u64 = 1 << 28;

/// Maximum size in bytes of the buffers of a message, decompressed.
const MAX_BODY_BYTES: u64 = 1 << 33;

/// Maximum number of rows of a record batch.
const MAX_BATCH_ROWS: u64 = 1 << 27;

/// A message of the file.
#[derive(Copy, Clone, Debug)]
struct Entry {
    block: Block,
    /// The number of rows; `None` for a dictionary.
    rows: Option<u64>,
}

#[derive(Debug)]
pub(super) struct ArrowReader {
    kind: FileKind,
    file: File,
    length: u64,
    decoder: FileDecoder,
    /// The schema of the selected columns.
    schema: SchemaRef,
    entries: Vec<Entry>,
    num_rows: u64,
    next_entry: usize,
    /// Number of rows to skip in the next record batch.
    skip: u64,
}

impl ArrowReader {
    /// Reads the footer of a file, or the heads of all messages in a stream.
    pub(super) fn new(file: File, kind: FileKind) -> Result<Self, FileError> {
        let length = file.metadata().map_err(FileError::Read)?.len();
        guard(kind, || {
            let scan = MessageScan { kind, file, length };
            match kind {
                FileKind::ArrowStream => scan.read_stream(),
                _ => scan.read_file(),
            }
        })
    }

    pub(super) fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn metadata(&self) -> Vec<(String, String)> {
        let pairs = self.schema.metadata().iter();
        let mut pairs: Vec<_> = pairs
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        pairs.sort();
        pairs
    }

    pub(super) fn num_rows(&self) -> u64 {
        self.num_rows
    }

    pub(super) fn select_columns(&mut self, columns: &[usize]) {
        if let Ok(schema) = self.schema.project(columns) {
            let decoder = std::mem::replace(
                &mut self.decoder,
                FileDecoder::new(self.schema.clone(), MetadataVersion::V5),
            );
            self.decoder = decoder.with_projection(columns.to_vec());
            self.schema = schema.into();
        }
    }

    pub(super) fn skip_rows(&mut self, rows: u64) {
        // Dictionaries are read in any case, so only the rows of batches count.
        self.skip = rows;
    }

    pub(super) fn next_batch(&mut self) -> Result<Option<TableBatch>, FileError> {
        guard(self.kind, || self.read_batch())
    }

    fn read_batch(&mut self) -> Result<Option<TableBatch>, FileError> {
        while let Some(entry) = self.entries.get(self.next_entry).copied() {
            self.next_entry += 1;
            if let Some(rows) = entry.rows
                && rows <= self.skip
            {
                self.skip -= rows;
                continue;
            }
            let body = self.read_block(&entry.block)?;
            let arrow = |error| FileError::from_arrow_read(self.kind, error);
            let Some(rows) = entry.rows else {
                self.decoder
                    .read_dictionary(&entry.block, &body)
                    .map_err(arrow)?;
                continue;
            };
            let batch = self
                .decoder
                .read_record_batch(&entry.block, &body)
                .map_err(arrow)?;
            let Some(batch) = batch.filter(|batch| batch.num_rows() as u64 == rows) else {
                return Err(damaged(self.kind, "a record batch has no rows"));
            };
            let skip = std::mem::take(&mut self.skip) as usize;
            return Ok(Some(TableBatch {
                rows: batch.slice(skip, batch.num_rows() - skip),
                ends_group: true,
            }));
        }
        Ok(None)
    }

    /// Reads a message, and checks the sizes that it declares.
    fn read_block(&mut self, block: &Block) -> Result<Buffer, FileError> {
        let (start, end) = block_range(block, self.length)
            .ok_or_else(|| damaged(self.kind, "a message is outside the file"))?;
        let length = usize::try_from(end - start)
            .map_err(|_| damaged(self.kind, "a message is larger than the memory"))?;
        let buffer = read_at(&mut self.file, self.kind, start, length)?;
        let head_length = usize::try_from(block.metaDataLength()).unwrap_or_default();
        let (head, body) = buffer
            .split_at_checked(head_length)
            .ok_or_else(|| damaged(self.kind, "a message has no body"))?;
        let message = parse_head(self.kind, head)?;
        let batch = match message.header_type() {
            MessageHeader::DictionaryBatch => message
                .header_as_dictionary_batch()
                .and_then(|batch| batch.data()),
            _ => message.header_as_record_batch(),
        };
        if let Some(batch) = batch {
            check_buffers(self.kind, &batch, body)?;
        }
        Ok(buffer)
    }
}

/// A file whose messages are being looked for.
struct MessageScan {
    kind: FileKind,
    file: File,
    length: u64,
}

impl MessageScan {
    fn read_file(mut self) -> Result<ArrowReader, FileError> {
        let kind = self.kind;
        let too_short = || damaged(kind, "it ends too early");
        let trailer_start = self
            .length
            .checked_sub(TRAILER_BYTES)
            .ok_or_else(too_short)?;
        let trailer = read_at(&mut self.file, kind, trailer_start, TRAILER_BYTES as usize)?;
        let trailer = <[u8; 10]>::try_from(&trailer[..]).map_err(|_| too_short())?;
        let footer_length =
            read_footer_length(trailer).map_err(|_| damaged(kind, "it ends without a footer"))?;
        let start = trailer_start
            .checked_sub(footer_length as u64)
            .ok_or_else(|| damaged(kind, "the footer is longer than the file"))?;
        if footer_length as u64 > MAX_HEAD_BYTES {
            return Err(FileError::Unsupported("the footer is too long".to_owned()));
        }
        let footer = read_at(&mut self.file, kind, start, footer_length)?;
        let footer = arrow_ipc::root_as_footer(&footer)
            .map_err(|error| damaged(kind, &format!("the footer cannot be read: {error}")))?;
        let schema = footer
            .schema()
            .ok_or_else(|| damaged(kind, "the footer has no columns"))?;
        if !schema.endianness().equals_to_target_endianness() {
            return Err(FileError::Unsupported(
                "the file is from a machine with another order of bytes".to_owned(),
            ));
        }
        let schema = SchemaRef::new(fb_to_schema(schema));
        let decoder = FileDecoder::new(schema.clone(), footer.version());
        let blocks = footer
            .dictionaries()
            .into_iter()
            .flatten()
            .chain(footer.recordBatches().into_iter().flatten());
        let mut entries = Vec::new();
        for block in blocks {
            let rows = self.read_head(block)?;
            entries.push(Entry {
                block: *block,
                rows,
            });
        }
        self.finish(decoder, schema, entries)
    }

    fn read_stream(mut self) -> Result<ArrowReader, FileError> {
        let kind = self.kind;
        let mut entries = Vec::new();
        let mut decoder = None;
        let mut place = 0;
        while let Some((start, head_length)) = self.next_message(place)? {
            let head = read_at(&mut self.file, kind, place, (start - place) as usize)?;
            let message = parse_head(kind, &head)?;
            let block = Block::new(
                i64::try_from(place).unwrap_or(i64::MAX),
                i32::try_from(head_length).unwrap_or(i32::MAX),
                message.bodyLength(),
            );
            let (_, end) = block_range(&block, self.length)
                .ok_or_else(|| damaged(kind, "it ends too early"))?;
            if let Some(schema) = message.header_as_schema() {
                if decoder.is_some() || !schema.endianness().equals_to_target_endianness() {
                    let detail = "the stream changes its columns, or its order of bytes is foreign";
                    return Err(FileError::Unsupported(detail.to_owned()));
                }
                let schema = SchemaRef::new(fb_to_schema(schema));
                decoder = Some((FileDecoder::new(schema.clone(), message.version()), schema));
            } else {
                let rows = count_rows(kind, &message)?;
                entries.push(Entry { block, rows });
            }
            place = end;
        }
        let (decoder, schema) =
            decoder.ok_or_else(|| damaged(kind, "the stream has no columns"))?;
        self.finish(decoder, schema, entries)
    }

    /// Returns the end of the head of the next message, and the length of the head. Returns `None`
    /// at the end of the stream.
    fn next_message(&mut self, place: u64) -> Result<Option<(u64, u64)>, FileError> {
        let kind = self.kind;
        // A stream may also end with the file.
        if place == self.length {
            return Ok(None);
        }
        if self.length - place < 8 {
            return Err(damaged(kind, "it ends too early"));
        }
        let prefix = read_at(&mut self.file, kind, place, 8)?;
        let (marker, length) = prefix.split_at(4);
        let length = <[u8; 4]>::try_from(length).map_or(-1, i32::from_le_bytes);
        let length = u64::try_from(length).ok();
        let Some(length) = length.filter(|_| marker == [0xff; 4]) else {
            return Err(damaged(kind, "a message has no beginning"));
        };
        if length == 0 {
            return Ok(None);
        }
        let end = place + 8 + length;
        if end > self.length || length > MAX_HEAD_BYTES {
            return Err(damaged(kind, "it ends too early"));
        }
        Ok(Some((end, 8 + length)))
    }

    /// Reads the head of a message. Returns its number of rows, or `None` for a dictionary.
    fn read_head(&mut self, block: &Block) -> Result<Option<u64>, FileError> {
        let kind = self.kind;
        let (start, _) = block_range(block, self.length)
            .ok_or_else(|| damaged(kind, "a message is outside the file"))?;
        let length = usize::try_from(block.metaDataLength()).unwrap_or_default();
        let head = read_at(&mut self.file, kind, start, length)?;
        count_rows(kind, &parse_head(kind, &head)?)
    }

    fn finish(
        self,
        decoder: FileDecoder,
        schema: SchemaRef,
        entries: Vec<Entry>,
    ) -> Result<ArrowReader, FileError> {
        let rows = entries.iter().filter_map(|entry| entry.rows);
        let num_rows = rows.fold(0_u64, u64::saturating_add);
        Ok(ArrowReader {
            kind: self.kind,
            file: self.file,
            length: self.length,
            decoder,
            schema,
            entries,
            num_rows,
            next_entry: 0,
            skip: 0,
        })
    }
}

fn damaged(kind: FileKind, detail: &str) -> FileError {
    FileError::damaged(kind, detail)
}

/// Returns the range of a message, if it is inside a file of this length.
fn block_range(block: &Block, length: u64) -> Option<(u64, u64)> {
    let start = u64::try_from(block.offset()).ok()?;
    let head = u64::try_from(block.metaDataLength()).ok()?;
    let body = u64::try_from(block.bodyLength()).ok()?;
    let end = start.checked_add(head)?.checked_add(body)?;
    (end <= length && (8..=MAX_HEAD_BYTES).contains(&head)).then_some((start, end))
}

fn read_at(
    file: &mut File,
    kind: FileKind,
    start: u64,
    length: usize,
) -> Result<Buffer, FileError> {
    let mut buffer = MutableBuffer::from_len_zeroed(length);
    file.seek(SeekFrom::Start(start))
        .and_then(|_| file.read_exact(&mut buffer))
        .map_err(|error| FileError::from_read(kind, error))?;
    Ok(buffer.into())
}

/// Reads the head of a message, which begins with its length.
fn parse_head(kind: FileKind, head: &[u8]) -> Result<Message<'_>, FileError> {
    // Files from before 2019 have no marker in front of the length.
    let skip = if head.starts_with(&[0xff; 4]) { 8 } else { 4 };
    let head = head.get(skip..).unwrap_or_default();
    arrow_ipc::root_as_message(head)
        .map_err(|error| damaged(kind, &format!("a message cannot be read: {error}")))
}

/// Returns the number of rows of a message, or `None` for a dictionary.
fn count_rows(kind: FileKind, message: &Message<'_>) -> Result<Option<u64>, FileError> {
    if message.header_as_dictionary_batch().is_some() {
        return Ok(None);
    }
    let batch = message
        .header_as_record_batch()
        .ok_or_else(|| damaged(kind, "a message is neither rows nor a dictionary"))?;
    let rows = u64::try_from(batch.length())
        .map_err(|_| damaged(kind, "a record batch has a negative number of rows"))?;
    if rows > MAX_BATCH_ROWS {
        return Err(FileError::Unsupported(format!(
            "a record batch has {rows} rows; {MAX_BATCH_ROWS} are the maximum"
        )));
    }
    Ok(Some(rows))
}

/// Checks that the buffers of a message are inside its body, and that their decompressed sizes are
/// not excessive, because the decoder reserves memory for them.
fn check_buffers(kind: FileKind, batch: &BatchHead<'_>, body: &[u8]) -> Result<(), FileError> {
    let mut total = 0_u64;
    for buffer in batch.buffers().into_iter().flatten() {
        let range = usize::try_from(buffer.offset())
            .ok()
            .zip(usize::try_from(buffer.length()).ok());
        let bytes = range.and_then(|(start, length)| body.get(start..start.checked_add(length)?));
        let bytes = bytes.ok_or_else(|| damaged(kind, "a buffer is outside its message"))?;
        if batch.compression().is_none() || bytes.is_empty() {
            continue;
        }
        let size = bytes
            .first_chunk()
            .map(|size| i64::from_le_bytes(*size))
            .ok_or_else(|| damaged(kind, "a compressed buffer has no size"))?;
        // The size -1 marks a buffer that is not compressed.
        total = total.saturating_add(u64::try_from(size).unwrap_or_default());
    }
    if total > MAX_BODY_BYTES {
        return Err(FileError::Unsupported(format!(
            "a record batch has {total} bytes when decompressed"
        )));
    }
    Ok(())
}
