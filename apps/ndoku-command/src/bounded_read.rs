//! Reads inputs as a whole into memory, within limits.
//!
//! ```text
//! head ─ check_head ─▶ chunk, chunk, chunk … ─┬─ end of input ────────────────▶ the whole text
//!                                             ├─ many NUL bytes ──────────────▶ refused: not text
//!                                             ├─ more than --max-decompressed,
//!                                             │  or out of memory ────────────▶ refused
//!                                             └─ a line beyond MAX_LINE_BYTES,
//!                                                or damaged data ─────────────▶ the text before it
//! ```
//!
//! Memory is that of the text.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use ndoku::format::has_many_nuls;

/// Maximum length of a line in bytes. A JSON record with all candidates of a 255×255 grid, as
/// numbers with commas, has 66 MB.
pub(crate) const MAX_LINE_BYTES: usize = 64 << 20;

/// The hint for an input that is too large.
pub(crate) const TOO_LARGE_HINT: &str =
    "--max-decompressed MIB raises the limit; lines of 9x9 puzzles have none";

/// Number of bytes per read.
const CHUNK_BYTES: usize = 1 << 20;

/// The reason why reading ended.
#[derive(Debug)]
pub(crate) enum ReadEnd {
    /// The input ended.
    Complete,
    /// The input exceeds the limit.
    TooLarge,
    /// The system is out of memory.
    NoMemory,
    /// Many NUL bytes show that the input is not text.
    Binary,
    /// A line is too long.
    LongLine,
    /// Reading failed.
    Failed(io::Error),
}

/// Maximum size in bytes of a file that an option names: a saved game, a map of regions, a pattern
/// or the configuration. A saved game of a 255×255 grid takes a few MB.
const MAX_TEXT_BYTES: u64 = 64 << 20;

/// Reads a file that an option names. It may be a device that never ends.
///
/// # Errors
/// Returns an error if the file cannot be read, is not text, or has more than
/// [`MAX_TEXT_BYTES`].
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        let message = format!("it has more than {} MiB", MAX_TEXT_BYTES >> 20);
        return Err(io::Error::other(message));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not text in UTF-8"))
}

/// Reads to the end of the input, or until there are more than `limit` bytes. NUL bytes are allowed
/// in UTF-16 (`wide`).
pub(crate) fn read_to_end(
    reader: &mut impl Read,
    bytes: &mut Vec<u8>,
    limit: u64,
    wide: bool,
) -> ReadEnd {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut run = unfinished_line_len(bytes);
    let count_nuls = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == 0).count();
    let mut nuls = count_nuls(bytes);
    loop {
        let filled = bytes.len();
        if bytes.capacity() - filled < CHUNK_BYTES {
            let most = limit.saturating_sub(filled).saturating_add(CHUNK_BYTES);
            if bytes
                .try_reserve_exact(filled.clamp(CHUNK_BYTES, most.max(CHUNK_BYTES)))
                .is_err()
            {
                return ReadEnd::NoMemory;
            }
        }
        if let Err(error) = reader.by_ref().take(CHUNK_BYTES as u64).read_to_end(bytes) {
            return ReadEnd::Failed(error);
        }
        let chunk = &bytes[filled..];
        if chunk.is_empty() {
            return ReadEnd::Complete;
        }
        nuls += count_nuls(chunk);
        if !wide && has_many_nuls(nuls, bytes.len()) {
            return ReadEnd::Binary;
        }
        run = if chunk.iter().any(is_line_end) {
            unfinished_line_len(chunk)
        } else {
            run + chunk.len()
        };
        if run > MAX_LINE_BYTES {
            return ReadEnd::LongLine;
        }
        if bytes.len() > limit {
            return ReadEnd::TooLarge;
        }
    }
}

const fn is_line_end(byte: &u8) -> bool {
    matches!(*byte, b'\n' | b'\r')
}

/// Returns the number of bytes after the last line end.
pub(crate) fn unfinished_line_len(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .rev()
        .take_while(|byte| !is_line_end(byte))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8], limit: u64, wide: bool) -> (ReadEnd, usize) {
        let mut bytes = Vec::new();
        let ending = read_to_end(&mut &text[..], &mut bytes, limit, wide);
        (ending, bytes.len())
    }

    #[test]
    fn reading_ends_at_every_limit() {
        assert!(matches!(
            read(b"1.\n3.\n", 6, false),
            (ReadEnd::Complete, 6)
        ));
        assert!(matches!(
            read(b"1.\n3.\n", 5, false),
            (ReadEnd::TooLarge, 6)
        ));
        assert!(matches!(read(b"1\0", 10, false), (ReadEnd::Binary, _)));
        assert!(matches!(read(b"1\0", 10, true), (ReadEnd::Complete, 2)));
        let endless = || io::repeat(b'.');
        let mut bytes = Vec::new();
        assert!(matches!(
            read_to_end(&mut endless(), &mut bytes, 5 << 20, false),
            ReadEnd::TooLarge
        ));
        assert!(
            bytes.len() <= 6 << 20 && bytes.capacity() <= 8 << 20,
            "{} {}",
            bytes.len(),
            bytes.capacity()
        );
        let mut bytes = Vec::new();
        assert!(matches!(
            read_to_end(&mut endless(), &mut bytes, u64::MAX, false),
            ReadEnd::LongLine
        ));
        assert!(bytes.len() <= MAX_LINE_BYTES + CHUNK_BYTES);
    }

    #[test]
    fn both_line_ends_are_recognized() {
        assert_eq!(
            [&b""[..], b"abc", b"a\nbc", b"a\rbc\n"].map(unfinished_line_len),
            [0, 3, 2, 0]
        );
    }
}
