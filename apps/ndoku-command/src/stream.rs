//! Long inputs, block by block: what begins with lines of 9×9 puzzles is never held as a whole.
//!
//! ```text
//! file or pipe ─▶ unpack ─▶ head ─┬─ ends there, or begins in another way ─▶ read as a whole
//!                                 └─ plain lines ─▶ block, block, block …   each cut where `plain::cut` allows
//! ```
//!
//! A block that cannot be cut grows until it can, if need be to the end of the input. Memory is that of a few blocks a thread.
//! A block beyond `--max-unpacked` and a line beyond [`bounded_read::MAX_LINE_BYTES`] end the reading.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use ndoku::format::{ReadError, Span, plain};
use ndoku::unpack::Unpacked;

use crate::bounded_read;
use crate::source::{Source, TOO_LARGE_HINT, io_error_text};

/// A reader that says how far it has come.
pub(crate) struct CountingReader<R> {
    pub inner: R,
    /// Bytes read so far.
    pub position: Rc<Cell<u64>>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.position.set(self.position.get() + read as u64);
        Ok(read)
    }
}

/// What the blocks of a stream have in common.
#[derive(Debug)]
pub(crate) struct Origin {
    /// The file's name or `standard input`.
    pub name: String,
    /// As in [`Source`].
    pub extension: Option<String>,
    /// The bytes of the file, compressed as they may be, if it is one.
    pub length: Option<u64>,
    /// Memory of blocks that are done with.
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

    /// Takes the memory of a block back, so that the next one need not ask the system for it.
    pub(crate) fn recycle(&self, memory: Vec<u8>) {
        if let Ok(mut spare) = self.spare.lock() {
            spare.push(memory);
        }
    }
}

/// An input that is read block by block.
pub(crate) struct Stream {
    origin: Arc<Origin>,
    reader: Unpacked<'static>,
    position: Rc<Cell<u64>>,
    /// What was read and not yet handed out.
    rest: Vec<u8>,
    /// The number of the first line of it.
    line: usize,
    /// There is nothing more to read.
    ended: bool,
    damage: Option<ReadError>,
    /// Maximum number of bytes of a block.
    limit: usize,
}

/// Some lines of a stream.
pub(crate) struct Block {
    pub origin: Arc<Origin>,
    pub bytes: Vec<u8>,
    /// The number of its first line.
    pub line: usize,
    /// How far the file had been read.
    pub position: u64,
    /// What was wrong behind it, if it is the last and more should have come.
    pub damage: Option<ReadError>,
}

impl Block {
    /// Some of its lines as a text to be read, the first with this number.
    pub(crate) fn source_of_lines(&self, bytes: &[u8], line: usize) -> Source {
        Source::from_lines(&self.origin, bytes, line)
    }

    /// All of it as a text to be read.
    pub(crate) fn to_source(&self) -> Source {
        let mut whole = self.source_of_lines(&self.bytes, self.line);
        whole.damage = self.damage.clone();
        whole
    }
}

impl Stream {
    /// A stream that begins with what was already read of it.
    pub(crate) fn new(
        origin: Origin,
        reader: Unpacked<'static>,
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

    /// The next block, of about so many bytes; `None` at the end.
    pub(crate) fn next_block(&mut self, wanted: usize) -> Option<Block> {
        if self.ended && self.rest.is_empty() && self.damage.is_none() {
            return None;
        }
        let spare = self
            .origin
            .spare
            .lock()
            .ok()
            .and_then(|mut spare| spare.pop());
        let mut bytes = spare.unwrap_or_default();
        let mut filled = self.rest.len();
        ensure_len(&mut bytes, filled);
        bytes[..filled].copy_from_slice(&self.rest);
        let mut window = wanted.max(1);
        let end = loop {
            self.fill(&mut bytes, &mut filled, window);
            if self.ended && filled <= window {
                break filled;
            }
            if let Some(end) = plain::cut(&bytes[..filled.min(window)]) {
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
        self.line += plain::line_ends(&bytes);
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

    /// The error for lines that cannot be split and are too many to be held.
    fn too_large_error(&self) -> ReadError {
        let limit = self.limit >> 20;
        ReadError::new(format!("no two consecutive 9×9 lines within {limit} MiB"))
            .hint(TOO_LARGE_HINT)
    }

    /// Reads until so many bytes are there, or no more come.
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
                    // What came out until then is good up to the last line that is complete.
                    *filled = bytes[..*filled]
                        .iter()
                        .rposition(|byte| *byte == b'\n')
                        .map_or(0, |last| last + 1);
                }
            }
        }
    }
}

/// Makes room for so many bytes; what stands in memory that is used again is left there, since it is written over.
fn ensure_len(bytes: &mut Vec<u8>, wanted: usize) {
    if bytes.len() < wanted {
        bytes.resize(wanted, 0);
    }
}

/// The error for the line that is too long. It comes behind these bytes, of which the first line
/// has this number.
pub(crate) fn long_line_error(before: &[u8], first: usize) -> ReadError {
    let span = Span::new(first + plain::line_ends(before), 1, 0);
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

/// What is said of an input that cannot be read to its end.
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

    /// Gives so many bytes at a time, and an error at the end if there shall be one.
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
        let reader = ndoku::unpack::reader(BufReader::with_capacity(
            step,
            Slow(rest.to_vec(), 0, step, fails),
        ))
        .unwrap();
        let origin = Origin::new("x", None, None);
        let mut stream = Stream::new(origin, reader, Rc::default(), head.to_vec(), 1 << 20);
        std::iter::from_fn(|| stream.next_block(wanted)).collect()
    }

    #[test]
    fn blocks_are_the_text_however_it_comes() {
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
    fn a_long_line_behind_others_meets_the_limit_of_an_input() {
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
    fn what_breaks_off_is_given_up_to_its_last_whole_line() {
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
