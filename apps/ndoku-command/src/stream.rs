//! Inputs that are read block by block: text that begins with lines of 9×9 puzzles is never held as
//! a whole.
//!
//! ```text
//! file or pipe ─▶ unpack ─▶ head ─┬─ short, or no 9×9 lines ─▶ read as a whole
//!                                 └─ 9×9 lines ─▶ block, block …  each cut by `split_point`
//! ```
//!
//! A block that cannot be split grows until it can, if necessary up to the end of the input. Memory
//! is a few blocks per thread. Reading ends at a block larger than `--max-decompressed`, and at a
//! line longer than [`bounded_read::MAX_LINE_BYTES`].

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use ndoku::decompress::Decompressed;
use ndoku::format::{ReadError, Span, line81};

use crate::bounded_read::{self, TOO_LARGE_HINT};
use crate::io_error::io_error_text;
use crate::source::Source;

/// A reader that counts the bytes it has read.
pub(crate) struct CountingReader<R> {
    pub inner: R,
    /// Number of bytes read.
    pub position: Rc<Cell<u64>>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.position.set(self.position.get() + read as u64);
        Ok(read)
    }
}

/// The properties that all blocks of a stream share.
#[derive(Debug)]
pub(crate) struct Origin {
    /// The name of the file, or `standard input`.
    pub name: String,
    /// The extension of the file; see [`Source::extension`].
    pub extension: Option<String>,
    /// The size of the file in bytes, compressed if it is compressed; `None` for a pipe.
    pub length: Option<u64>,
    /// Buffers of blocks that are finished.
    spare: Mutex<Vec<Vec<u8>>>,
}

impl Origin {
    pub(crate) fn new(
        name: impl Into<String>,
        extension: Option<String>,
        length: Option<u64>,
    ) -> Self {
        Self {
            name: name.into(),
            extension,
            length,
            spare: Mutex::default(),
        }
    }

    /// Returns a buffer for the next block, with any contents.
    pub(crate) fn take_buffer(&self) -> Vec<u8> {
        let spare = self.spare.lock().ok().and_then(|mut spare| spare.pop());
        spare.unwrap_or_default()
    }

    /// Takes the buffer of a block back for the next block.
    pub(crate) fn recycle(&self, memory: Vec<u8>) {
        if let Ok(mut spare) = self.spare.lock() {
            spare.push(memory);
        }
    }
}

/// An input that is read block by block.
pub(crate) struct Stream {
    origin: Arc<Origin>,
    reader: Decompressed<'static>,
    position: Rc<Cell<u64>>,
    /// Bytes that were read and belong to the next block.
    rest: Vec<u8>,
    /// The number of the first line of `rest`.
    line: usize,
    /// The end of the input is reached.
    ended: bool,
    damage: Option<ReadError>,
    /// Maximum size of a block in bytes.
    limit: usize,
}

/// Consecutive lines of a stream.
pub(crate) struct Block {
    pub origin: Arc<Origin>,
    pub bytes: Vec<u8>,
    /// The number of the first line.
    pub line: usize,
    /// The position in the file after this block was read.
    pub position: u64,
    /// The error after this block, if the input ends too early.
    pub damage: Option<ReadError>,
}

impl Block {
    /// Returns some lines of the block as a source. The first line has the number `line`.
    pub(crate) fn source_of_lines(&self, bytes: &[u8], line: usize) -> Source {
        let Origin {
            name, extension, ..
        } = &*self.origin;
        Source::from_lines(name, extension.clone(), bytes, line)
    }

    /// Returns the whole block as a source.
    pub(crate) fn to_source(&self) -> Source {
        let mut whole = self.source_of_lines(&self.bytes, self.line);
        whole.damage = self.damage.clone();
        whole
    }
}

impl Stream {
    /// Creates a stream that begins with `head`, the bytes that were already read.
    pub(crate) fn new(
        origin: Origin,
        reader: Decompressed<'static>,
        position: Rc<Cell<u64>>,
        mut head: Vec<u8>,
        limit: u64,
    ) -> Self {
        if head.starts_with(b"\xef\xbb\xbf") {
            head.drain(..3);
        }
        Self {
            origin: Arc::new(origin),
            reader,
            position,
            rest: head,
            line: 1,
            ended: false,
            damage: None,
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
        }
    }

    /// Returns the next block of about `wanted` bytes; `None` at the end.
    pub(crate) fn next_block(&mut self, wanted: usize) -> Option<Block> {
        if self.ended && self.rest.is_empty() && self.damage.is_none() {
            return None;
        }
        let mut bytes = self.origin.take_buffer();
        let mut filled = self.rest.len();
        ensure_len(&mut bytes, filled);
        bytes[..filled].copy_from_slice(&self.rest);
        let mut window = wanted.max(1);
        let end = loop {
            self.fill(&mut bytes, &mut filled, window);
            if self.ended && filled <= window {
                break filled;
            }
            if let Some(end) = line81::split_point(&bytes[..filled.min(window)]) {
                break end;
            }
            let unfinished_line_len = bounded_read::unfinished_line_len(&bytes[..filled]);
            let is_long_line = unfinished_line_len > bounded_read::MAX_LINE_BYTES;
            if filled > self.limit || is_long_line {
                filled -= unfinished_line_len;
                self.damage = Some(if is_long_line {
                    long_line_error(&bytes[..filled], self.line)
                } else {
                    self.too_large_error()
                });
                (self.ended, self.rest) = (true, Vec::new());
                break filled;
            }
            window = window.saturating_mul(2);
        };
        self.rest.clear();
        self.rest.extend_from_slice(&bytes[end..filled]);
        bytes.truncate(end);
        let line = self.line;
        self.line += line81::count_line_ends(&bytes);
        let damage = if self.ended && self.rest.is_empty() {
            self.damage.take()
        } else {
            None
        };
        Some(Block {
            origin: Arc::clone(&self.origin),
            bytes,
            line,
            position: self.position.get(),
            damage,
        })
    }

    /// Returns the error for a block that cannot be split and exceeds the limit.
    fn too_large_error(&self) -> ReadError {
        let limit = self.limit >> 20;
        ReadError::new(format!("no two consecutive 9×9 lines within {limit} MiB"))
            .hint(TOO_LARGE_HINT)
    }

    /// Reads until `bytes` holds `wanted` bytes, or the input ends.
    fn fill(&mut self, bytes: &mut Vec<u8>, filled: &mut usize, wanted: usize) {
        if self.ended || *filled >= wanted {
            return;
        }
        ensure_len(bytes, wanted);
        while *filled < wanted && !self.ended {
            match self.reader.read(&mut bytes[*filled..wanted]) {
                Ok(0) => self.ended = true,
                Ok(read) => *filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.damage = Some(damage_error(self.reader.kind(), &error));
                    // The text is usable up to the last complete line.
                    *filled = bytes[..*filled]
                        .iter()
                        .rposition(|byte| *byte == b'\n')
                        .map_or(0, |last| last + 1);
                }
            }
        }
    }
}

/// Makes the buffer at least `wanted` bytes long. Old contents stay, because they are overwritten.
fn ensure_len(bytes: &mut Vec<u8>, wanted: usize) {
    if bytes.len() < wanted {
        bytes.resize(wanted, 0);
    }
}

/// Returns the error for the line that follows these bytes and is too long. `first` is the number
/// of their first line.
pub(crate) fn long_line_error(before: &[u8], first: usize) -> ReadError {
    let span = Span::new(first + line81::count_line_ends(before), 1, 0);
    let most = bounded_read::MAX_LINE_BYTES >> 20;
    let error = ReadError::at(
        span,
        format!(
            "line {} has more than {most} MiB; reading stopped there",
            span.line
        ),
    );
    error.hint("no puzzle of the largest size, 255×255, needs a line of that length")
}

/// Returns the error for an input that cannot be read to its end.
pub(crate) fn damage_error(kind: Option<&str>, error: &io::Error) -> ReadError {
    let hint = "the puzzles before the damage were read; the copy or download may be incomplete";
    match kind {
        Some(kind) => ReadError::new(format!(
            "the {kind} data are damaged or cut off: {}",
            io_error_text(error)
        ))
        .hint(hint),
        None => ReadError::new(format!("no more can be read: {}", io_error_text(error)))
            .hint("the puzzles before that were read"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

    /// A reader that returns `step` bytes at a time, and fails at the end if the last field is set.
    struct Slow(Vec<u8>, usize, usize, bool);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Self(bytes, place, step, fails) = self;
            let count = (*step).min(buffer.len()).min(bytes.len() - *place);
            if count == 0 && *fails {
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            buffer[..count].copy_from_slice(&bytes[*place..*place + count]);
            *place += count;
            Ok(count)
        }
    }

    fn blocks(text: &str, head: usize, step: usize, wanted: usize, fails: bool) -> Vec<Block> {
        let (head, rest) = text.as_bytes().split_at(head);
        let reader = ndoku::decompress::reader(BufReader::with_capacity(
            step,
            Slow(rest.to_vec(), 0, step, fails),
        ))
        .unwrap();
        let origin = Origin::new("x", None, None);
        let mut stream = Stream::new(origin, reader, Rc::default(), head.to_vec(), 1 << 20);
        std::iter::from_fn(|| stream.next_block(wanted)).collect()
    }

    #[test]
    fn blocks_join_to_the_text() {
        let text = format!(
            "{LINE}\n# x\r\n{LINE}{LINE}rubbish\n{LINE}{}{LINE}",
            LINE.trim_end().to_owned() + "\r\n"
        );
        for end in 0..90 {
            let text = &text[..text.len() - end];
            for (head, step, wanted) in [
                (0, 1, 1),
                (100, 1, 100),
                (text.len(), 7, 90),
                (200, 50, 200),
                (3, 1000, 1 << 18),
            ] {
                let blocks = blocks(text, head, step, wanted, false);
                let joined: Vec<u8> = blocks
                    .iter()
                    .flat_map(|block| block.bytes.clone())
                    .collect();
                assert!(joined == text.as_bytes(), "{end} {head} {step} {wanted}");
                let mut line = 1;
                for block in &blocks {
                    assert!(
                        block.line == line && !block.bytes.is_empty() && block.damage.is_none()
                    );
                    line += block.bytes.iter().filter(|byte| **byte == b'\n').count();
                }
                assert!(wanted > 1000 || blocks.len() > 1, "{}", blocks.len());
            }
        }
    }

    #[test]
    fn a_long_line_after_others_exceeds_the_limit() {
        let text = LINE.repeat(1000) + &"x".repeat(3 << 20);
        let blocks = blocks(&text, 100, 1 << 16, 1 << 18, false);
        let (last, others) = blocks.split_last().unwrap();
        assert!(others.iter().all(|block| block.damage.is_none()));
        assert_eq!(
            last.damage.as_ref().unwrap().message,
            "no two consecutive 9×9 lines within 1 MiB"
        );
    }

    #[test]
    fn damaged_input_is_returned_up_to_its_last_complete_line() {
        for wanted in [1, 300, 1 << 18] {
            let blocks = blocks(&LINE.repeat(10)[..800], 100, 13, wanted, true);
            assert_eq!(
                blocks.iter().map(|block| block.bytes.len()).sum::<usize>(),
                9 * LINE.len()
            );
            let (last, others) = blocks.split_last().unwrap();
            assert!(last.damage.is_some() && others.iter().all(|block| block.damage.is_none()));
        }
    }
}
