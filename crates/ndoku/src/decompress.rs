//! Compressed input unwraps itself: gzip, zstd, xz and bzip2, known by their first bytes, not by a file's name.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

/// Why compressed bytes cannot be unwrapped.
#[derive(Debug, thiserror::Error)]
pub enum DecompressError {
    /// The compressed data are broken or end too early.
    #[error("the {kind} data are damaged or cut off: {source}")]
    Damaged {
        /// The kind of compression.
        kind: &'static str,
        /// What the library said.
        source: std::io::Error,
        /// What came out before the damage; its end may be wrong.
        rescued: Vec<u8>,
    },
    /// The unwrapped data would be larger than allowed.
    #[error("the {kind} data unwrap to more than {limit} bytes")]
    TooLarge {
        /// The kind of compression.
        kind: &'static str,
        /// The limit in bytes.
        limit: u64,
    },
}

/// The plain bytes of possibly compressed ones, at most `limit` of them; several streams one after the other are joined.
///
/// # Errors
/// [`DecompressError`], if they are damaged, or more than `limit` (a small file may unwrap to a huge one).
pub fn decompress(bytes: &[u8], limit: u64) -> Result<Cow<'_, [u8]>, DecompressError> {
    let Some(kind) = Kind::of(bytes) else {
        return Ok(Cow::Borrowed(bytes));
    };
    let mut plain = Vec::new();
    let read = kind.reader(bytes).and_then(|decoder| {
        decoder
            .take(limit.saturating_add(1))
            .read_to_end(&mut plain)
    });
    match read {
        Err(source) => Err(DecompressError::Damaged {
            kind: kind.name(),
            source,
            rescued: plain,
        }),
        Ok(_) if plain.len() as u64 > limit => Err(DecompressError::TooLarge {
            kind: kind.name(),
            limit,
        }),
        Ok(_) => Ok(Cow::Owned(plain)),
    }
}

/// A source that unwraps itself while it is read; several streams one after the other are joined.
pub struct Decompressed<'a> {
    kind: Option<Kind>,
    reader: Box<dyn Read + 'a>,
}

impl Decompressed<'_> {
    /// The kind of compression; `None` for plain bytes. If there is one, an error while reading means that the data are damaged or cut off.
    #[must_use]
    pub fn kind(&self) -> Option<&'static str> {
        self.kind.map(Kind::name)
    }
}

impl Read for Decompressed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }

    fn read_to_end(&mut self, buffer: &mut Vec<u8>) -> io::Result<usize> {
        self.reader.read_to_end(buffer)
    }
}

impl std::fmt::Debug for Decompressed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decompressed")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// Wraps a source so that it unwraps itself, by its first bytes. Memory: the window of the compression, up to some MiB.
///
/// ```
/// use std::io::Read;
///
/// let mut text = String::new();
/// ndoku::decompress::reader(&b"53..7...."[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "53..7....");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the first bytes cannot be read.
pub fn reader<'a>(mut source: impl BufRead + 'a) -> io::Result<Decompressed<'a>> {
    let mut head = Vec::with_capacity(LONGEST_MARK);
    source
        .by_ref()
        .take(LONGEST_MARK as u64)
        .read_to_end(&mut head)?;
    let kind = Kind::of(&head);
    let whole = io::Cursor::new(head).chain(source);
    let reader = match kind {
        Some(kind) => kind.reader(whole)?,
        None => Box::new(whole),
    };
    Ok(Decompressed { kind, reader })
}

/// The bytes that tell one compression from another.
const LONGEST_MARK: usize = 8;

/// A kind of compression.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    Gzip,
    Zstd,
    Xz,
    Bzip2,
}

impl Kind {
    /// What data are compressed with, by their first bytes.
    fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, ..] => Some(Self::Bzip2),
            _ => None,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Xz => "xz",
            Self::Bzip2 => "bzip2",
        }
    }

    fn reader<'a>(self, source: impl BufRead + 'a) -> io::Result<Box<dyn Read + 'a>> {
        Ok(match self {
            Self::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(source)),
            #[cfg(feature = "zstd")]
            Self::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(source)?),
            #[cfg(not(feature = "zstd"))]
            Self::Zstd => {
                return Err(io::Error::new(
                    io::ErrorKind::Unsupported,
                    "these are zstd data, and this build cannot decompress them (feature `zstd`)",
                ));
            }
            Self::Xz => Box::new(lzma_rust2::XzReader::new(source, true)),
            Self::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(source)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn packed(plain: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        gzip.write_all(plain).unwrap();
        let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
        bzip2.write_all(plain).unwrap();
        let mut xz =
            lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::default()).unwrap();
        xz.write_all(plain).unwrap();
        vec![
            ("gzip", gzip.finish().unwrap()),
            #[cfg(feature = "zstd")]
            ("zstd", zstd::encode_all(plain, 3).unwrap()),
            ("xz", xz.finish().unwrap()),
            ("bzip2", bzip2.finish().unwrap()),
        ]
    }

    #[test]
    fn every_kind_unwraps_alone_and_joined() {
        let plain =
            b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
                .repeat(50);
        for (kind, bytes) in packed(&plain) {
            assert_eq!(decompress(&bytes, 1 << 20).unwrap(), plain, "{kind}");
            // Few bytes at a time, as a pipe may give them.
            for capacity in [1, 7, 1 << 16] {
                let mut unwrapped = Vec::new();
                let mut source =
                    reader(io::BufReader::with_capacity(capacity, &bytes[..])).unwrap();
                assert_eq!(source.kind(), Some(kind));
                source.read_to_end(&mut unwrapped).unwrap();
                assert_eq!(unwrapped, plain, "{kind}");
            }
            let twice = [bytes.clone(), bytes].concat();
            assert_eq!(
                decompress(&twice, 1 << 20).unwrap().len(),
                2 * plain.len(),
                "{kind} twice"
            );
        }
        assert!(matches!(decompress(&plain, 1 << 20), Ok(Cow::Borrowed(_))));
    }

    #[test]
    fn damage_and_bombs_are_refused() {
        let plain = vec![b'.'; 100_000];
        for (kind, bytes) in packed(&plain) {
            assert!(
                matches!(
                    decompress(&bytes, 99_999),
                    Err(DecompressError::TooLarge { .. })
                ),
                "{kind}"
            );
            assert!(decompress(&bytes, 100_000).is_ok(), "{kind}");
            let cut = &bytes[..bytes.len() - 9];
            assert!(
                matches!(
                    decompress(cut, 1 << 20),
                    Err(DecompressError::Damaged { .. })
                ),
                "{kind} cut off"
            );
            assert!(
                reader(cut).unwrap().read_to_end(&mut Vec::new()).is_err(),
                "{kind} cut off"
            );
        }
    }

    #[test]
    fn what_comes_before_the_damage_is_kept() {
        let plain: Vec<u8> = (0..20_000_u32)
            .flat_map(|number| format!("{}\n", number.wrapping_mul(2_654_435_761)).into_bytes())
            .collect();
        let (kind, bytes) = packed(&plain).swap_remove(0);
        match decompress(&bytes[..bytes.len() / 2], 1 << 20) {
            Err(DecompressError::Damaged { rescued, .. }) => {
                assert!(
                    rescued.len() > 1_000 && plain.starts_with(&rescued),
                    "{kind}: {} bytes",
                    rescued.len()
                );
            }
            other => panic!("{other:?}"),
        }
    }
}
