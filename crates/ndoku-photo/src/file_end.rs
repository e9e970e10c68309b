//! The end of a picture in its file: files that are cut off, and files with more than one picture.

/// The first bytes of a JPEG file.
pub(crate) const JPEG: &[u8] = b"\xff\xd8\xff";

/// The first bytes of a PNG file.
pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The second byte of the marker that starts a scan of a JPEG file.
pub(crate) const SCAN: u8 = 0xda;

/// The second byte of the marker at the end of a JPEG picture.
const END: u8 = 0xd9;

/// Texts in the header of a JPEG file after whose picture another one belongs to it, such as a
/// preview: the Multi-Picture Format, and the container of Google.
const SEVERAL: [&[u8]; 2] = [b"MPF\0", b"ns.google.com/photos/1.0/container"];

/// The header of a JPEG file.
enum JpegHeader {
    /// Its length in bytes. The first scan follows.
    Whole(usize),
    /// The file ends before the first scan.
    CutOff,
    /// The bytes are no segments.
    Damaged,
}

impl JpegHeader {
    /// Measures the header. Its segments may hold a small picture with an end of its own.
    fn measure(bytes: &[u8]) -> Self {
        let mut start = 2;
        let rest = |start: usize| bytes.get(start..).unwrap_or_default();
        while let [0xff, kind, high, low, ..] = *rest(start) {
            start += match kind {
                SCAN => return Self::Whole(start),
                // Fill bytes may stand before a marker.
                0xff => 1,
                _ => 2 + usize::from(u16::from_be_bytes([high, low])),
            };
        }
        // Other bytes between segments are damage.
        if rest(start).len() < 4 {
            Self::CutOff
        } else {
            Self::Damaged
        }
    }
}

/// Returns `true` if a JPEG file ends before its picture does, as after an interrupted download.
/// [`decode`](crate::decode) reads such a file as far as it goes. Incomplete files of other kinds
/// are errors there.
#[must_use]
pub fn is_cut_off(bytes: &[u8]) -> bool {
    bytes.starts_with(&JPEG[..2])
        && match JpegHeader::measure(bytes) {
            JpegHeader::Whole(length) => jpeg_end(bytes, length).is_none(),
            JpegHeader::CutOff => true,
            JpegHeader::Damaged => false,
        }
}

/// Returns `true` if another picture follows the first one, as if two files were joined.
/// [`decode`](crate::decode) reads the first one. Previews and depth maps that a phone appends do
/// not count.
#[must_use]
pub fn has_another_picture(bytes: &[u8]) -> bool {
    let rest = first_length(bytes).and_then(|length| bytes.get(length..));
    rest.is_some_and(|rest| rest.starts_with(JPEG) || rest.starts_with(PNG) || is_webp(rest))
}

/// Returns the length of the first picture; `None` if it is not known, or the others belong to it.
fn first_length(bytes: &[u8]) -> Option<usize> {
    if bytes.starts_with(JPEG) {
        let JpegHeader::Whole(header) = JpegHeader::measure(bytes) else {
            return None;
        };
        let has = |text: &&[u8]| {
            let mut places = bytes[..header].windows(text.len());
            places.any(|place| place == *text)
        };
        return jpeg_end(bytes, header).filter(|_| !SEVERAL.iter().any(has));
    }
    if bytes.starts_with(PNG) {
        return png_length(bytes);
    }
    let length = is_webp(bytes).then(|| riff_length(bytes)).flatten()?;
    // The data have an even length.
    usize::try_from(length.next_multiple_of(2)).ok()
}

/// Returns the end of the picture whose first scan starts here.
fn jpeg_end(bytes: &[u8], first_scan: usize) -> Option<usize> {
    let scans = bytes.get(first_scan..)?;
    let end = scans.windows(2).position(|pair| pair == [0xff, END])?;
    Some(first_scan + end + 2)
}

/// Returns the length of a PNG file, by the lengths of its chunks.
fn png_length(bytes: &[u8]) -> Option<usize> {
    let mut start = PNG.len();
    loop {
        let (length, rest) = bytes.get(start..)?.split_first_chunk()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        // The length, the kind and the checksum have four bytes each.
        start = start.checked_add(length)?.checked_add(12)?;
        if rest.starts_with(b"IEND") {
            return Some(start);
        }
    }
}

pub(crate) fn is_webp(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")
}

/// Returns the length of a WebP file that its header says.
fn riff_length(bytes: &[u8]) -> Option<u64> {
    let length = bytes.get(4..8)?.try_into().ok()?;
    Some(8 + u64::from(u32::from_le_bytes(length)))
}

/// Returns `true` if a WebP file is shorter than its header says.
pub(crate) fn is_webp_incomplete(bytes: &[u8]) -> bool {
    riff_length(bytes).is_some_and(|length| (bytes.len() as u64) < length)
}
