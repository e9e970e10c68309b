//! Decoding of bytes to text: [`decode`], which every input passes before format detection.
//!
//! ```text
//! FE FF 00 35 …   UTF-16 with a byte order mark   → UTF-8          CR LF, CR            → LF
//! EF BB BF 35 …   UTF-8 with one                  → without it     no-break space       → blank
//! 1F 8B …         compressed                      → refused        full-width ５        → 5
//! ```
//!
//! Each character becomes one character, so columns in messages match those of an editor. Plain
//! ASCII is not copied.

use std::borrow::Cow;

use super::ReadError;

/// The character that stands for a NUL byte in decoded text.
pub(super) const NUL_SIGN: char = '\u{2400}';

/// The first bytes of files that are not text, with an error message and a hint.
const MAGIC: &[(&[u8], &str, &str)] = &[
    (
        b"\x1f\x8b",
        "the input is gzip-compressed",
        "unpack it first: `gzip -dc FILE | ndoku …`",
    ),
    (
        b"\x28\xb5\x2f\xfd",
        "the input is zstd-compressed",
        "unpack it first: `zstd -dc FILE | ndoku …`",
    ),
    (
        b"\xfd7zXZ\0",
        "the input is xz-compressed",
        "unpack it first: `xz -dc FILE | ndoku …`",
    ),
    (
        b"BZh",
        "the input is bzip2-compressed",
        "unpack it first: `bzip2 -dc FILE | ndoku …`",
    ),
    (
        b"PK\x03\x04",
        "the input is a zip archive",
        "unpack it first and pass the files in it",
    ),
    (
        b"\x89PNG",
        "the input is a PNG image, not text",
        "ndoku reads text formats; `ndoku help formats` lists them",
    ),
    (
        b"\xff\xd8\xff",
        "the input is a JPEG image, not text",
        "ndoku reads text formats; `ndoku help formats` lists them",
    ),
    (
        b"GIF8",
        "the input is a GIF image, not text",
        "ndoku reads text formats; `ndoku help formats` lists them",
    ),
    (
        b"%PDF",
        "the input is a PDF document, not text",
        "copy the puzzle out of it as text",
    ),
    (
        b"PAR1",
        "the input is a Parquet table, not text",
        "write its column of puzzles as CSV first",
    ),
    (
        b"ARROW1",
        "the input is an Arrow table, not text",
        "write its column of puzzles as CSV first",
    ),
];

/// Decodes an input in UTF-8, or in UTF-16 with a byte order mark.
///
/// Lines of the result end in `\n`. No-break spaces become blanks, full-width digits become ASCII.
/// Invalid UTF-8 becomes U+FFFD, so that one bad line does not affect the others. The readers
/// report the lines that contain it.
///
/// # Errors
/// Returns a message with a hint if the bytes are not text: a compressed file, an image, or data
/// with many NUL bytes.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    if let Some((_, what, hint)) = MAGIC.iter().find(|(magic, ..)| bytes.starts_with(magic)) {
        return Err(ReadError::new(*what).hint(*hint));
    }
    let wide = match bytes {
        [0xff, 0xfe, rest @ ..] => Some((rest, u16::from_le_bytes as fn([u8; 2]) -> u16)),
        [0xfe, 0xff, rest @ ..] => Some((rest, u16::from_be_bytes as fn([u8; 2]) -> u16)),
        _ => None,
    };
    if let Some((rest, unit)) = wide {
        let units = rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let text: String = char::decode_utf16(units)
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        if has_many_nuls(text.bytes().filter(|byte| *byte == 0).count(), text.len()) {
            return Err(binary());
        }
        return Ok(Cow::Owned(decode_part(text.as_bytes()).into_owned()));
    }
    if let Some(order) = bare_utf16(bytes) {
        let hint = "save it as UTF-8, or with the mark, whose two bytes give the order";
        return Err(ReadError::new(format!(
            "the input is UTF-16 ({order} endian) without a byte order mark"
        ))
        .hint(hint));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if has_many_nuls(bytes.iter().filter(|byte| **byte == 0).count(), bytes.len()) {
        return Err(binary());
    }
    Ok(decode_part(bytes))
}

/// Returns `true` if data of this length with so many NUL bytes is not text. A few of them only
/// affect their own lines.
#[must_use]
pub const fn has_many_nuls(nuls: usize, length: usize) -> bool {
    nuls > length / 32
}

/// Decodes an input like [`decode`], and reuses the memory of the bytes if nothing changes.
///
/// # Errors
/// Returns the errors of [`decode`].
pub fn decode_owned(mut bytes: Vec<u8>) -> Result<String, ReadError> {
    let mark = match decode(&bytes)? {
        Cow::Owned(text) => return Ok(text),
        Cow::Borrowed(text) => bytes.len() - text.len(),
    };
    bytes.drain(..mark);
    String::from_utf8(bytes).map_err(|_| binary())
}

/// Checks whether the beginning of an input can be the beginning of a text.
///
/// # Errors
/// Returns the errors of [`decode`], and [`binary`] if many bytes do not occur in text.
pub fn check_head(head: &[u8]) -> Result<(), ReadError> {
    decode(head)?;
    let wide = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    let text = String::from_utf8_lossy(head);
    let strange = |c: &char| {
        *c == char::REPLACEMENT_CHARACTER
            || (c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0c'))
    };
    let found = text.chars().filter(strange).count();
    if !wide && found * 4 > text.chars().count() {
        Err(binary())
    } else {
        Ok(())
    }
}

/// Decodes a part of an input in UTF-8 like [`decode`]. NUL bytes become U+2400, their picture.
#[must_use]
pub fn decode_part(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes);
    let text = if bytes.contains(&0) {
        Cow::Owned(text.replace('\0', NUL_SIGN.encode_utf8(&mut [0; 4])))
    } else {
        text
    };
    match tidy(&text) {
        Some(tidied) => Cow::Owned(tidied),
        None => text,
    }
}

/// Returns the byte order if the whole beginning looks like ASCII text in UTF-16.
fn bare_utf16(bytes: &[u8]) -> Option<&'static str> {
    let pairs = bytes.chunks_exact(2).take(64);
    let text = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    let all = |test: &dyn Fn(&[u8]) -> bool| pairs.len() > 1 && pairs.clone().all(test);
    if all(&|pair| text(pair[0]) && pair[1] == 0) {
        return Some("little");
    }
    all(&|pair| pair[0] == 0 && text(pair[1])).then_some("big")
}

/// Returns the error for an input that is not text.
#[must_use]
pub fn binary() -> ReadError {
    ReadError::new("the input is binary data, not text")
        .hint("text files are read in UTF-8, or in UTF-16 with a byte order mark")
}

/// Normalizes line ends, blanks and digits. Returns `None` if nothing changes.
fn tidy(text: &str) -> Option<String> {
    let strange = |c: char| matches!(c, '\u{a0}' | '\u{ff10}'..='\u{ff19}');
    let returns = text.as_bytes().contains(&b'\r');
    if !returns && (text.is_ascii() || !text.contains(strange)) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\r' => {
                rest.next_if_eq(&'\n');
                out.push('\n');
            }
            '\u{a0}' => out.push(' '),
            '\u{ff10}'..='\u{ff19}' => out.extend(char::from_digit(c as u32 - 0xff10, 10)),
            other => out.push(other),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(
            decode(b"1.2\n3.4\n"),
            Ok(Cow::Borrowed("1.2\n3.4\n"))
        ));
        assert!(matches!(
            decode("│ 1 │".as_bytes()),
            Ok(Cow::Borrowed("│ 1 │"))
        ));
        assert_eq!(decode(b"").as_deref(), Ok(""));
    }

    #[test]
    fn encodings_and_line_ends_are_normalized() {
        let cases: &[(&[u8], &str)] = &[
            (b"\xef\xbb\xbf1.\n", "1.\n"),
            (b"\xff\xfe1\0.\0\r\0\n\0", "1.\n"),
            (b"\xfe\xff\x001\x00.", "1."),
            (b"1\r\n2\r3\n", "1\n2\n3\n"),
            ("1\u{a0}2 \u{ff15}".as_bytes(), "1 2 5"),
            (b"12\xe9\n34", "12\u{fffd}\n34"),
        ];
        for (bytes, text) in cases {
            assert_eq!(decode(bytes).as_deref(), Ok(*text), "{bytes:?}");
        }
    }

    #[test]
    fn a_few_nul_characters_spoil_only_their_lines() {
        let text = format!("{}\n.\0.\n", ".".repeat(81));
        let read = text.replace('\0', "\u{2400}");
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [text.into_bytes(), [b"\xff\xfe", &little[..]].concat()] {
            assert_eq!(decode(&bytes).as_deref(), Ok(read.as_str()));
        }
    }

    #[test]
    fn the_head_of_a_text_may_hold_some_strange_characters() {
        let latin = b"# caf\xe9 au lait\n53..7....6..195....98\n".repeat(50);
        for head in [
            &latin[..],
            b"\xff\xfe1\0.\0",
            "ä│🂡".repeat(9).as_bytes(),
            b"",
            &"│".repeat(50).as_bytes()[..100],
        ] {
            assert_eq!(check_head(head), Ok(()), "{head:?}");
        }
        let bytes: Vec<u8> = (0..4000_u32)
            .map(|number| 1 + (number.wrapping_mul(2_654_435_761) >> 24) as u8 % 255)
            .collect();
        for head in [&bytes[..], b"\x01\x02\x03a", b"5\0", b"\xff\xff\xff\xff"] {
            assert!(check_head(head).is_err(), "{head:?}");
        }
    }

    #[test]
    fn owned_bytes_become_the_same_text() {
        for bytes in [
            &b"1.\n"[..],
            b"\xef\xbb\xbf1.\n",
            b"1\r\n2",
            b"12\xe9\n",
            b"\xff\xfe1\0",
            b"1\0",
            b"\x1f\x8b",
        ] {
            assert_eq!(
                decode_owned(bytes.to_vec()).as_deref(),
                decode(bytes).as_deref(),
                "{bytes:?}"
            );
        }
    }

    #[test]
    fn binary_data_is_rejected_with_a_hint() {
        for bytes in [
            &b"\x1f\x8b\x08\x00"[..],
            b"\x89PNG\r\n",
            b"12\x0034",
            b"PK\x03\x04abc",
            b"\xff\xfe1\0\0\0",
            b"1\0.\0\n\0",
        ] {
            let error = decode(bytes).unwrap_err();
            assert!(error.hint.is_some(), "{error}");
        }
    }
}
