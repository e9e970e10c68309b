//! Photographs as inputs: how they are recognized, and the puzzles in them.
//!
//! Pictures are recognized by their first bytes in every build. Reading them needs the feature
//! `photo`. Each puzzle that was read is handed on as a line of 81 cells.

use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::source::Source;

/// Returns the kind of a picture by its first bytes; `None` if the input is something else.
pub(crate) fn detect(head: &[u8]) -> Option<&'static str> {
    if head.starts_with(b"\xff\xd8\xff") {
        return Some("JPEG");
    }
    if head.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some("PNG");
    }
    (head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP")).then_some("WebP")
}

/// Returns the kind of a picture that no build reads, by its first bytes.
pub(crate) fn detect_unsupported(head: &[u8]) -> Option<&'static str> {
    match (head, head.get(4..12)) {
        (_, Some(b"ftypheic" | b"ftypheix" | b"ftyphevc" | b"ftypmif1" | b"ftypmsf1")) => {
            Some("HEIC")
        }
        (_, Some(b"ftypavif" | b"ftypavis")) => Some("AVIF"),
        ([b'G', b'I', b'F', b'8', ..], _) => Some("GIF"),
        ([b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..], _) => Some("TIFF"),
        // The size of the file, four bytes of zero, and a small distance to the pixels.
        ([b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..], _) => Some("BMP"),
        _ => None,
    }
}

/// Returns the error for a picture of another kind.
pub(crate) fn unsupported(name: &str, kind: &str) -> CliError {
    let message = format!("the input is a picture of the kind {kind}, which is not read");
    CliError::new(ExitCode::Input, message)
        .at(name)
        .hint("convert it to JPEG, PNG or WebP")
}

/// Reads the puzzles in a picture.
///
/// # Errors
/// Returns an error if the picture is damaged, or no puzzle is found in it.
#[cfg(feature = "photo")]
pub(crate) fn open(name: &str, bytes: &[u8], _kind: &str) -> Result<Source, CliError> {
    use ndoku_photo::{DecodeLimits, DigitNet, PhotoReading, decode, read_photos};

    use crate::photo_source::PhotoSource;

    let unreadable = |message: String| CliError::new(ExitCode::Input, message).at(name);
    let picture =
        decode(bytes, &DecodeLimits::default()).map_err(|error| unreadable(error.to_string()))?;
    let readings = read_photos(&picture.to_gray(), DigitNet::shared())
        .map_err(|error| unreadable(error.to_string()).hint(error.hint()))?;
    let lines: Vec<String> = readings.iter().map(PhotoReading::to_string).collect();
    let mut source = Source::new(name, lines.join("\n"));
    source.photo = Some(Box::new(PhotoSource::new(picture, readings)));
    Ok(source)
}

/// Returns the error of a build that reads no pictures.
#[cfg(not(feature = "photo"))]
pub(crate) fn open(name: &str, _bytes: &[u8], kind: &str) -> Result<Source, CliError> {
    use crate::features;

    // The other inputs are answered, so that this is no error of the command line.
    let sentence = features::missing_sentence(&format!("the reading of {kind} pictures"));
    let error = CliError::new(ExitCode::NoInput, sentence).at(name);
    Err(error.hint(features::hint("photo")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_recognized_by_their_first_bytes() {
        assert_eq!(detect(b"\xff\xd8\xff\xe0\0\x10JFIF"), Some("JPEG"));
        assert_eq!(detect(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Some("PNG"));
        assert_eq!(detect(b"RIFF\x10\0\0\0WEBPVP8 "), Some("WebP"));
        assert_eq!(detect(b"RIFF\x10\0\0\0WAVEfmt "), None);
        assert_eq!(detect(b"53..7...."), None);
        assert_eq!(detect_unsupported(b"\0\0\0\x18ftypheic"), Some("HEIC"));
        assert_eq!(detect_unsupported(b"\0\0\0\x1cftypavif"), Some("AVIF"));
        assert_eq!(detect_unsupported(b"GIF89a"), Some("GIF"));
        assert_eq!(
            detect_unsupported(b"BM\x36\x10\0\0\0\0\0\0\x36"),
            Some("BMP")
        );
        assert_eq!(detect_unsupported(b"II\x2a\0\x08\0\0\0"), Some("TIFF"));
        assert_eq!(detect_unsupported(b"53..7...."), None);
    }
}
