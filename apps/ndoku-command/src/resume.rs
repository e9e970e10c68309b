//! Going on with a run that was interrupted: how far its output came. Each item of the input is one line of the output, in the same order.
//!
//! ```text
//! output   534678912…\n  No solution found\n  1986…          3 items were begun, 2 are complete
//!                                           ▲ cut here, and go on with the third item
//! ```

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// What an earlier run has written.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    /// Its complete lines.
    pub lines: usize,
    /// Where the last of them ends.
    pub bytes: u64,
    /// The last of them, without its end.
    pub last: Vec<u8>,
}

impl Written {
    /// Looks at a file; one that does not exist is empty. Reads all of it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(error),
        };
        let mut reader = BufReader::with_capacity(1 << 18, file);
        let mut written = Self::default();
        // Where the last complete line begins.
        let (mut start, mut position) = (0, 0_u64);
        loop {
            let part = reader.fill_buf()?;
            if part.is_empty() {
                break;
            }
            for (at, _) in part.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
                start = written.bytes;
                written.bytes = position + at as u64 + 1;
                written.lines += 1;
            }
            let length = part.len();
            position += length as u64;
            reader.consume(length);
        }
        if written.lines > 0 {
            reader.seek(SeekFrom::Start(start))?;
            reader.take(written.bytes - start - 1).read_to_end(&mut written.last)?;
        }
        Ok(written)
    }

    /// Cuts off what stands behind the last complete line.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn cut(&self, path: &Path) -> io::Result<()> {
        File::options().write(true).open(path)?.set_len(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_lines_are_counted_and_the_rest_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        assert_eq!(Written::of(&path).unwrap(), Written::default());
        let long = "x".repeat(300_000);
        for (text, lines, bytes, last) in [
            (String::new(), 0, 0, ""),
            ("ab".to_owned(), 0, 0, ""),
            ("ab\n".to_owned(), 1, 3, "ab"),
            ("ab\n\ncd\nef".to_owned(), 3, 7, "cd"),
            (format!("a\n{long}\n{long}"), 2, 300_003, &long),
        ] {
            std::fs::write(&path, &text).unwrap();
            let written = Written::of(&path).unwrap();
            assert_eq!(written, Written { lines, bytes, last: last.as_bytes().to_vec() });
            written.cut(&path).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), &text.as_bytes()[..bytes as usize]);
        }
    }
}
