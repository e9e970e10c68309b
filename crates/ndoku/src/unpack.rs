//! Compressed input unwraps itself: gzip, zstd, xz and bzip2, known by their first bytes, not by a file's name.

use std::borrow::Cow;
use std::io::Read;

/// Why compressed bytes cannot be unwrapped.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
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
/// [`UnpackError`], if they are damaged, or more than `limit` (a small file may unwrap to a huge one).
pub fn unpack(bytes: &[u8], limit: u64) -> Result<Cow<'_, [u8]>, UnpackError> {
    match bytes {
        [0x1f, 0x8b, ..] => all("gzip", flate2::read::MultiGzDecoder::new(bytes), limit),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => match zstd::stream::read::Decoder::with_buffer(bytes) {
            Ok(decoder) => all("zstd", decoder, limit),
            Err(source) => Err(UnpackError::Damaged { kind: "zstd", source, rescued: Vec::new() }),
        },
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => all("xz", lzma_rust2::XzReader::new(bytes, true), limit),
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, ..] => all("bzip2", bzip2::read::MultiBzDecoder::new(bytes), limit),
        _ => Ok(Cow::Borrowed(bytes)),
    }
}

fn all<'a>(kind: &'static str, decoder: impl Read, limit: u64) -> Result<Cow<'a, [u8]>, UnpackError> {
    let mut plain = Vec::new();
    if let Err(source) = decoder.take(limit.saturating_add(1)).read_to_end(&mut plain) {
        return Err(UnpackError::Damaged { kind, source, rescued: plain });
    }
    if plain.len() as u64 > limit { Err(UnpackError::TooLarge { kind, limit }) } else { Ok(Cow::Owned(plain)) }
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
        let mut xz = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::default()).unwrap();
        xz.write_all(plain).unwrap();
        vec![
            ("gzip", gzip.finish().unwrap()),
            ("zstd", zstd::encode_all(plain, 3).unwrap()),
            ("xz", xz.finish().unwrap()),
            ("bzip2", bzip2.finish().unwrap()),
        ]
    }

    #[test]
    fn every_kind_unwraps_alone_and_joined() {
        let plain = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n".repeat(50);
        for (kind, bytes) in packed(&plain) {
            assert_eq!(unpack(&bytes, 1 << 20).unwrap(), plain, "{kind}");
            let twice = [bytes.clone(), bytes].concat();
            assert_eq!(unpack(&twice, 1 << 20).unwrap().len(), 2 * plain.len(), "{kind} twice");
        }
        assert!(matches!(unpack(&plain, 1 << 20), Ok(Cow::Borrowed(_))));
    }

    #[test]
    fn damage_and_bombs_are_refused() {
        let plain = vec![b'.'; 100_000];
        for (kind, bytes) in packed(&plain) {
            assert!(matches!(unpack(&bytes, 99_999), Err(UnpackError::TooLarge { .. })), "{kind}");
            assert!(unpack(&bytes, 100_000).is_ok(), "{kind}");
            let cut = &bytes[..bytes.len() - 9];
            assert!(matches!(unpack(cut, 1 << 20), Err(UnpackError::Damaged { .. })), "{kind} cut off");
        }
    }

    #[test]
    fn what_comes_before_the_damage_is_kept() {
        let plain: Vec<u8> = (0..20_000_u32).flat_map(|number| format!("{}\n", number.wrapping_mul(2_654_435_761)).into_bytes()).collect();
        let (kind, bytes) = packed(&plain).swap_remove(0);
        match unpack(&bytes[..bytes.len() / 2], 1 << 20) {
            Err(UnpackError::Damaged { rescued, .. }) => {
                assert!(rescued.len() > 1_000 && plain.starts_with(&rescued), "{kind}: {} bytes", rescued.len());
            }
            other => panic!("{other:?}"),
        }
    }
}
