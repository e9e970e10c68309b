//! Transparent decompression of gzip, zstd, xz and bzip2, detected by the first bytes, not by the
//! name of a file.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

/// An error of decompression.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecompressError {
    /// The compressed data are damaged or cut off.
    #[error("the {kind} data are damaged or cut off: {source}")]
    Damaged {
        /// The compression format.
        kind: &'static str,
        /// The error of the library.
        source: std::io::Error,
        /// The bytes before the damage; the last ones may be wrong.
        rescued: Vec<u8>,
    },
    /// The decompressed data would exceed the limit.
    #[error("the {kind} data decompress to more than {limit} bytes")]
    TooLarge {
        /// The compression format.
        kind: &'static str,
        /// The limit in bytes.
        limit: u64,
    },
    /// This build lacks the library for the format.
    #[error("the data are compressed with {feature}, and this build does not include {feature}")]
    MissingFeature {
        /// The Cargo feature that adds the library, named like the format.
        feature: &'static str,
    },
}

impl DecompressError {
    /// Returns the error of a reader that needs a missing Cargo feature; `None` for other errors.
    ///
    /// ```
    /// let error = std::io::Error::other("disk failure");
    /// assert!(ndoku::decompress::DecompressError::missing_feature(&error).is_none());
    /// ```
    #[must_use]
    pub fn missing_feature(error: &io::Error) -> Option<&'static str> {
        match error.get_ref()?.downcast_ref()? {
            Self::MissingFeature { feature } => Some(feature),
            _ => None,
        }
    }
}

/// Decompresses bytes, at most `limit` of them; plain bytes stay unchanged. Joins concatenated
/// streams.
///
/// # Errors
/// Returns a [`DecompressError`] if the data are damaged, exceed `limit` (a small file may
/// decompress to a huge one), or need a Cargo feature that this build lacks.
pub fn decompress(bytes: &[u8], limit: u64) -> Result<Cow<'_, [u8]>, DecompressError> {
    let Some(kind) = Compression::detect(bytes) else {
        return Ok(Cow::Borrowed(bytes));
    };
    let mut plain = Vec::new();
    let read = kind.reader(bytes).and_then(|decoder| {
        decoder
            .take(limit.saturating_add(1))
            .read_to_end(&mut plain)
    });
    match read {
        Err(source) => Err(match DecompressError::missing_feature(&source) {
            Some(feature) => DecompressError::MissingFeature { feature },
            None => DecompressError::Damaged {
                kind: kind.name(),
                source,
                rescued: plain,
            },
        }),
        Ok(_) if plain.len() as u64 > limit => Err(DecompressError::TooLarge {
            kind: kind.name(),
            limit,
        }),
        Ok(_) => Ok(Cow::Owned(plain)),
    }
}

/// A reader that decompresses while it is read, and joins concatenated streams.
pub struct Decompressed<'a> {
    kind: Option<Compression>,
    reader: Box<dyn Read + 'a>,
}

impl Decompressed<'_> {
    /// Returns the compression format; `None` for plain bytes. With a format, an error while
    /// reading means that the data are damaged or cut off.
    #[must_use]
    pub fn kind(&self) -> Option<&'static str> {
        self.kind.map(Compression::name)
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

/// Wraps a source in a reader that decompresses it, by its first bytes. Memory: the window of the
/// compression, up to some MiB.
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
/// Returns an error if the first bytes cannot be read, or if this build lacks the format; see
/// [`DecompressError::missing_feature`].
pub fn reader<'a>(mut source: impl BufRead + 'a) -> io::Result<Decompressed<'a>> {
    let mut head = Vec::with_capacity(LONGEST_SIGNATURE);
    source
        .by_ref()
        .take(LONGEST_SIGNATURE as u64)
        .read_to_end(&mut head)?;
    let kind = Compression::detect(&head);
    let whole = io::Cursor::new(head).chain(source);
    let reader = match kind {
        Some(kind) => kind.reader(whole)?,
        None => Box::new(whole),
    };
    Ok(Decompressed { kind, reader })
}

/// Length in bytes of the longest signature of a compression format.
const LONGEST_SIGNATURE: usize = 8;

/// A compression format.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Compression {
    Gzip,
    Zstd,
    Xz,
    Bzip2,
}

impl Compression {
    /// Detects the compression format by the first bytes.
    fn detect(head: &[u8]) -> Option<Self> {
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
                    DecompressError::MissingFeature { feature: "zstd" },
                ));
            }
            Self::Xz => Box::new(lzma_rust2::XzReader::new(source, true)),
            Self::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(source)),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn compress_with_every_format(plain: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
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
    fn every_format_is_decompressed_alone_and_joined() {
        let plain =
            b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
                .repeat(50);
        for (kind, bytes) in compress_with_every_format(&plain) {
            assert_eq!(decompress(&bytes, 1 << 20).unwrap(), plain, "{kind}");
            // A pipe may give a few bytes at a time.
            for capacity in [1, 7, 1 << 16] {
                let mut decompressed = Vec::new();
                let mut source =
                    reader(io::BufReader::with_capacity(capacity, &bytes[..])).unwrap();
                assert_eq!(source.kind(), Some(kind));
                source.read_to_end(&mut decompressed).unwrap();
                assert_eq!(decompressed, plain, "{kind}");
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
    #[cfg(not(feature = "zstd"))]
    fn a_missing_feature_is_not_damage() {
        let zstd = b"\x28\xb5\x2f\xfd\x04\x58";
        assert!(matches!(
            decompress(zstd, 100),
            Err(DecompressError::MissingFeature { feature: "zstd" })
        ));
        let error = reader(&zstd[..]).unwrap_err();
        assert_eq!(DecompressError::missing_feature(&error), Some("zstd"));
    }

    #[test]
    fn damage_and_bombs_are_refused() {
        let plain = vec![b'.'; 100_000];
        for (kind, bytes) in compress_with_every_format(&plain) {
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
    fn bytes_before_the_damage_are_kept() {
        let plain: Vec<u8> = (0..20_000_u32)
            .flat_map(|number| format!("{}\n", number.wrapping_mul(2_654_435_761)).into_bytes())
            .collect();
        let (kind, bytes) = compress_with_every_format(&plain).swap_remove(0);
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
