//! LZString, the compression of puzzle links on the web (f-puzzles, SudokuPad). It is LZ78 over
//! UTF-16 units, with codes as a bit stream in base64.
//!
//! ```text
//! "aaaa"  ─▶  new unit a · the entry just created (aa) · a · end  ─▶  "IY5A"
//! ```
//!
//! Every dictionary entry extends an earlier entry by one unit, and the two are adjacent in the
//! decompressed text. So an entry is a range of the output, and decompression stores no strings.
//!
//! Source: the public description of the codes in the JavaScript library of that name.

use std::collections::{HashMap, HashSet};

/// The maximum length of the output in UTF-16 units: 16 MiB. Otherwise a few kilobytes could expand
/// to gigabytes.
pub(super) const LIMIT: usize = 8 << 20;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The codes with a special meaning. All others are dictionary entries.
const NEW_BYTE: usize = 0;
const NEW_UNIT: usize = 1;
const END: usize = 2;

/// The reason why a text cannot be decompressed. The message completes a sentence that begins with
/// the kind of text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum DecodeError {
    Character(char),
    CutOff,
    Damaged,
    TooLong,
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Character(mark) => write!(f, "holds `{mark}`, which is not a base64 character"),
            Self::CutOff => f.write_str("is cut off"),
            Self::Damaged => f.write_str("is damaged"),
            Self::TooLong => write!(f, "holds more than {} MiB of text", LIMIT >> 19),
        }
    }
}

/// The bits of a base64 text: six for each character, the highest first.
struct Bits<'a> {
    text: std::str::Chars<'a>,
    held: u8,
    left: u8,
    /// The characters for 62 and 63 in addition to `+` and `/`. Links use others.
    url_safe: bool,
}

impl Bits<'_> {
    fn bit(&mut self) -> Result<usize, DecodeError> {
        if self.left == 0 {
            self.held = loop {
                let mark = self.text.next().ok_or(DecodeError::CutOff)?;
                break match mark {
                    'A'..='Z' => mark as u8 - b'A',
                    'a'..='z' => mark as u8 - b'a' + 26,
                    '0'..='9' => mark as u8 - b'0' + 52,
                    // A web form turns a plus sign into a blank.
                    '+' | ' ' => 62,
                    '-' if self.url_safe => 62,
                    '/' | '_' | '-' => 63,
                    '=' | '$' => return Err(DecodeError::CutOff),
                    '\n' | '\r' | '\t' => continue,
                    _ => return Err(DecodeError::Character(mark)),
                };
            };
            self.left = 6;
        }
        self.left -= 1;
        Ok(usize::from(self.held >> self.left & 1))
    }

    /// Reads a number, lowest bit first.
    fn number(&mut self, width: u32) -> Result<usize, DecodeError> {
        (0..width).try_fold(0, |number, place| Ok(number | self.bit()? << place))
    }
}

/// The width of the codes, which grows with the dictionary.
struct Width {
    bits: u32,
    left: usize,
}

impl Width {
    fn step(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.bits;
            self.bits += 1;
        }
    }
}

/// Decompresses base64 text, including the variants used in links.
///
/// # Errors
/// Returns a [`DecodeError`] without any output.
pub(super) fn decompress(text: &str) -> Result<String, DecodeError> {
    let mut limit = LIMIT;
    decompress_within(text, &mut limit)
}

/// Decompresses like [`decompress`], with a limit of output units. Takes the units of this output
/// away from it, even if it has an error.
///
/// # Errors
/// Returns a [`DecodeError`] without any output. At the limit, it is `TooLong`.
pub(super) fn decompress_within(text: &str, limit: &mut usize) -> Result<String, DecodeError> {
    let mut out: Vec<u16> = Vec::new();
    let ended = decompress_units(text.trim(), LIMIT.min(*limit), &mut out);
    *limit -= out.len().min(*limit);
    ended?;
    String::from_utf16(&out).map_err(|_| DecodeError::Damaged)
}

/// Appends the decompressed units of a text to `out`.
fn decompress_units(text: &str, limit: usize, out: &mut Vec<u16>) -> Result<(), DecodeError> {
    if text.is_empty() {
        return Err(DecodeError::CutOff);
    }
    let mut bits = Bits {
        text: text.chars(),
        held: 0,
        left: 0,
        url_safe: text.contains('_'),
    };
    // The entry with code k is piece k − 3: its start in the output and its length.
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut width = Width { bits: 2, left: 1 };
    let mut last: Option<(usize, usize)> = None;
    loop {
        let code = bits.number(width.bits)?;
        let start = out.len();
        let length = match code {
            END => return Ok(()),
            NEW_BYTE | NEW_UNIT => {
                out.push(bits.number(if code == NEW_BYTE { 8 } else { 16 })? as u16);
                pieces.push((start, 1));
                if last.is_some() {
                    width.step();
                }
                1
            }
            _ => {
                let (from, length) = match (pieces.get(code - 3), last) {
                    (Some(piece), _) => *piece,
                    // The entry under construction: the previous entry plus its own first unit.
                    (None, Some((from, length))) if code - 3 == pieces.len() => (from, length + 1),
                    _ => return Err(DecodeError::Damaged),
                };
                if start + length > limit {
                    return Err(DecodeError::TooLong);
                }
                for place in from..from + length {
                    out.push(out[place]);
                }
                length
            }
        };
        if let Some((from, before)) = last {
            pieces.push((from, before + 1));
            width.step();
        } else {
            width = Width { bits: 3, left: 4 };
        }
        last = Some((start, length));
    }
}

/// Compresses a text to base64, exactly like the JavaScript library.
pub(super) fn compress(text: &str) -> String {
    let mut packer = Packer {
        out: String::new(),
        held: 0,
        count: 0,
        width: Width { bits: 2, left: 2 },
    };
    let mut entries: HashMap<(usize, u16), usize> = HashMap::new();
    let mut singles: HashMap<u16, usize> = HashMap::new();
    let mut fresh: HashSet<usize> = HashSet::new();
    let mut next = 3;
    // The entry of the text read last, and its unit if it is a single one.
    let mut current: Option<(usize, u16)> = None;
    for unit in text.encode_utf16() {
        let single = *singles.entry(unit).or_insert_with(|| {
            fresh.insert(next);
            next += 1;
            next - 1
        });
        let Some((code, first)) = current else {
            current = Some((single, unit));
            continue;
        };
        if let Some(longer) = entries.get(&(code, unit)) {
            current = Some((*longer, first));
            continue;
        }
        packer.entry(code, first, &mut fresh);
        entries.insert((code, unit), next);
        next += 1;
        current = Some((single, unit));
    }
    if let Some((code, first)) = current {
        packer.entry(code, first, &mut fresh);
    }
    packer.number(END, packer.width.bits);
    packer.finish()
}

struct Packer {
    out: String,
    held: usize,
    count: u32,
    width: Width,
}

impl Packer {
    fn bit(&mut self, bit: usize) {
        self.held = self.held << 1 | bit;
        self.count += 1;
        if self.count == 6 {
            self.out.push(char::from(ALPHABET[self.held]));
            (self.held, self.count) = (0, 0);
        }
    }

    fn number(&mut self, number: usize, width: u32) {
        (0..width).for_each(|place| self.bit(number >> place & 1));
    }

    /// Writes the code of an entry, after its unit if that is new.
    fn entry(&mut self, code: usize, unit: u16, fresh: &mut HashSet<usize>) {
        if fresh.remove(&code) {
            let (kind, width) = if unit < 256 {
                (NEW_BYTE, 8)
            } else {
                (NEW_UNIT, 16)
            };
            self.number(kind, self.width.bits);
            self.number(usize::from(unit), width);
            self.width.step();
        } else {
            self.number(code, self.width.bits);
        }
        self.width.step();
    }

    /// Writes the end. At least one more bit is always written.
    fn finish(mut self) -> String {
        self.bit(0);
        while self.count > 0 {
            self.bit(0);
        }
        while !self.out.len().is_multiple_of(4) {
            self.out.push('=');
        }
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::RecordRng;
    use super::*;

    #[test]
    fn compressed_texts_decompress() {
        let mut rng = RecordRng::new(1);
        for round in 0..300 {
            let letters: Vec<char> = "ab{}\",:0é漢🂡\u{0}\u{ffff}"
                .chars()
                .take(2 + round % 12)
                .collect();
            let length = rng.below(400);
            let text: String = (0..length).map(|_| rng.pick(&letters)).collect();
            let packed = compress(&text);
            if text.is_empty() {
                continue;
            }
            assert_eq!(
                decompress(&packed).as_deref(),
                Ok(text.as_str()),
                "{packed}"
            );
            assert_eq!(
                decompress(&packed.replace('+', " ")).as_deref(),
                Ok(text.as_str())
            );
            if packed.contains('/') {
                assert_eq!(
                    decompress(&packed.replace('+', "-").replace('/', "_")).as_deref(),
                    Ok(text.as_str())
                );
            }
        }
    }

    #[test]
    fn output_matches_the_javascript_library() {
        for (text, packed) in VECTORS {
            assert_eq!(compress(text), *packed);
            assert_eq!(decompress(packed).as_deref(), Ok(*text));
        }
    }

    const VECTORS: &[(&str, &str)] = &[
        ("", "Q==="),
        ("a", "IZA="),
        ("aaaa", "IY5A"),
        (
            r#"{"size":4,"grid":[[{"value":1,"given":true},{}]]}"#,
            "N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYLgXX5cgA==",
        ),
        ("ö漢字漢字🂡", "G+IntOra6DwbiFO0A==="),
    ];

    #[test]
    fn a_decompression_bomb_is_rejected() {
        // Each code is the entry just created, so every piece is one unit longer than the one
        // before.
        let long = "a".repeat(9 << 20);
        let packed = compress(&long);
        assert!(packed.len() < 20_000);
        assert_eq!(decompress(&packed), Err(DecodeError::TooLong));
    }

    #[test]
    fn a_limit_is_shared_by_several_texts() {
        let (packed, mut limit) = (compress(&"a".repeat(60)), 100);
        assert!(decompress_within(&packed, &mut limit).is_ok());
        assert_eq!(limit, 40);
        let second = decompress_within(&packed, &mut limit);
        assert!(second == Err(DecodeError::TooLong) && limit < 40);
    }

    #[test]
    fn damaged_texts_never_panic() {
        let packed = compress("{\"size\":9,\"grid\":[[{},{},{}]]}");
        for end in 0..packed.trim_end_matches('=').len() {
            let _ = decompress(&packed[..end]);
        }
        assert_eq!(decompress(&packed[..10]), Err(DecodeError::CutOff));
        assert_eq!(decompress("N4I!"), Err(DecodeError::Character('!')));
        let mut rng = RecordRng::new(9);
        for _ in 0..5_000 {
            let text: String = (0..rng.below(40))
                .map(|_| char::from(rng.pick(ALPHABET)))
                .collect();
            let _ = decompress(&text);
        }
    }
}
