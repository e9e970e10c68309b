//! Photographs as inputs: how they are recognized, and the puzzles in them.
//!
//! Pictures are recognized by their first bytes in every build. Reading them needs the feature
//! `photo`. Each puzzle that was read is handed on as a line.

use crate::context::Context;
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

/// Returns the kind of a picture that no build reads, with its article, by its first bytes.
pub(crate) fn detect_unsupported(head: &[u8]) -> Option<&'static str> {
    // The length of the first box of a media file, whose first byte is zero, and its brand.
    if let ([0, ..], Some(b"ftyp"), Some(brand)) = (head, head.get(4..8), head.get(8..12)) {
        return match brand {
            b"avif" | b"avis" => Some("an AVIF"),
            b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1" => Some("a HEIC"),
            _ => None,
        };
    }
    match head {
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("a GIF"),
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => Some("a TIFF"),
        // The size of the file, and four bytes of zero.
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some("a BMP"),
        _ => None,
    }
}

/// Returns the error for a picture that [`detect_unsupported`] recognizes.
pub(crate) fn unsupported(name: &str, kind: &str) -> CliError {
    let message = format!("the input is {kind} picture, which ndoku does not read");
    CliError::new(ExitCode::Input, message)
        .at(name)
        .hint("convert it to JPEG, PNG or WebP")
}

/// Returns the error for a file that is named like a picture, but holds other binary data or
/// nothing.
pub(crate) fn misnamed(name: &str, extension: Option<&str>) -> Option<CliError> {
    let kind = match extension? {
        "jpg" | "jpeg" => "a JPEG",
        "png" => "a PNG",
        "webp" => "a WebP",
        _ => return None,
    };
    let message = format!("the file is not {kind} picture, though it is named like one");
    let error = CliError::new(ExitCode::Input, message).at(name);
    Some(error.hint("the copy or download may be damaged"))
}

/// A picture that was read as a whole.
pub(crate) struct PictureInput<'a> {
    pub name: &'a str,
    #[cfg_attr(not(feature = "photo"), allow(dead_code))]
    pub bytes: &'a [u8],
    /// The result of [`detect`].
    #[cfg_attr(feature = "photo", allow(dead_code))]
    pub kind: &'static str,
    /// The bytes come from a pipe.
    #[cfg_attr(not(feature = "photo"), allow(dead_code))]
    pub is_pipe: bool,
}

/// Reads the puzzles in a picture.
///
/// # Errors
/// Returns an error if the picture is damaged, no puzzle is found in it, or the time runs out.
#[cfg(feature = "photo")]
pub(crate) fn open(context: &Context, input: &PictureInput<'_>) -> Result<Source, CliError> {
    use ndoku_photo::{
        DecodeError, DecodeLimits, DigitNet, PhotoError, PhotoReading, PhotoReadings,
        decode_within, has_another_picture, is_cut_off, read_photos_within,
    };

    use crate::photo_source::{FileState, PhotoSource};

    let PictureInput { name, bytes, .. } = *input;
    let file = FileState {
        is_cut_off: is_cut_off(bytes),
        has_more: has_another_picture(bytes),
        unread: 0,
    };
    if file.has_more && input.is_pipe {
        let message = "there is more than one picture in the input";
        return Err(CliError::new(ExitCode::Input, message)
            .at(name)
            .hint("name the files as arguments"));
    }
    context.with_timeout(context.picture_timeout, |budget| {
        let error = |code: ExitCode, message: String| CliError::new(code, message).at(name);
        let picture = decode_within(bytes, &DecodeLimits::default(), budget).map_err(|failed| {
            let code = match failed {
                DecodeError::Stopped(reason) => ExitCode::from_stop_reason(reason),
                _ => ExitCode::Input,
            };
            let error = error(code, failed.to_string());
            match failed.hint() {
                Some(hint) => error.hint(hint),
                None => error,
            }
        })?;
        let readings = read_photos_within(&picture.to_gray(), DigitNet::shared(), budget);
        let PhotoReadings {
            readings, unread, ..
        } = readings.map_err(|failed| {
            let code = match failed {
                PhotoError::Stopped(reason) => ExitCode::from_stop_reason(reason),
                _ => ExitCode::Input,
            };
            // What is missing may be the grid.
            let is_stopped = matches!(failed, PhotoError::Stopped(_));
            error(code, failed.to_string()).hint(if file.is_cut_off && !is_stopped {
                "the file ends before the picture does; the copy or download may be incomplete"
            } else {
                failed.hint()
            })
        })?;
        let lines: Vec<String> = readings.iter().map(PhotoReading::to_string).collect();
        let mut source = Source::new(name, lines.join("\n"));
        let file = FileState { unread, ..file };
        source.photo = Some(Box::new(PhotoSource::new(picture, file, readings)));
        Ok(source)
    })
}

/// Returns the error of a build that reads no pictures.
#[cfg(not(feature = "photo"))]
pub(crate) fn open(_context: &Context, input: &PictureInput<'_>) -> Result<Source, CliError> {
    use crate::features;

    // The other inputs are answered, so that this is no error of the command line.
    let kind = input.kind;
    let sentence = features::missing_sentence(&format!("the reading of {kind} pictures"));
    let error = CliError::new(ExitCode::Input, sentence).at(input.name);
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
    }

    #[test]
    fn other_pictures_are_recognized_and_texts_are_not() {
        for (head, kind) in [
            (&b"\0\0\0\x18ftypheic"[..], "a HEIC"),
            (b"\0\0\0\x1cftypavif", "an AVIF"),
            (b"GIF89a", "a GIF"),
            (b"BM\x36\x10\0\0\0\0\0\0\x36", "a BMP"),
            (b"II\x2a\0\x08\0\0\0", "a TIFF"),
        ] {
            assert_eq!(detect_unsupported(head), Some(kind));
        }
        // A grid of letters may begin with these.
        for text in [
            &b"53..7...."[..],
            b"GIF8ABCD",
            b"BMACDEFGHI",
            b"ABCDftypheic",
            b"",
        ] {
            assert_eq!(detect_unsupported(text), None);
        }
    }
}
