//! [`Orientation`]: how a camera was held, from the EXIF block of a file.

use crate::photo::ColorPhoto;

/// The number of the tag in EXIF, and its type: an integer of 16 bits.
const TAG: u32 = 0x0112;
const SHORT: u32 = 3;

/// Maximum number of entries of a directory that are examined.
const MAX_ENTRIES: u32 = 512;

/// How the stored pixels are turned and mirrored to be upright. EXIF has numbers for it. The letter
/// F is stored in these ways:
///
/// ```text
/// 1 ##   2 ##   3  #   4 #    5 ###   6 #     7   #   8 ###
///   #       #      #     #      #       ###     ###       #
///   #       #     ##     ##
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Orientation {
    #[default]
    Upright,
    Mirrored,
    HalfTurn,
    MirroredHalfTurn,
    Transposed,
    QuarterTurn,
    MirroredQuarterTurn,
    ThreeQuarterTurns,
}

impl Orientation {
    /// Returns the orientation in an EXIF block, which begins with its byte order: `II` or `MM`.
    /// Some programs put the name of a JPEG segment before it.
    pub(crate) fn from_exif(block: &[u8]) -> Option<Self> {
        let block = block.strip_prefix(b"Exif\0\0").unwrap_or(block);
        let is_little = match block {
            [b'I', b'I', 42, 0, ..] => true,
            [b'M', b'M', 0, 42, ..] => false,
            _ => return None,
        };
        // Returns the integer in `length` bytes at a place, if the block has them.
        let integer = |at: usize, length: usize| {
            let bytes = block.get(at..at.checked_add(length)?)?;
            let append = |value: u32, byte: &u8| value << 8 | u32::from(*byte);
            Some(if is_little {
                bytes.iter().rev().fold(0, append)
            } else {
                bytes.iter().fold(0, append)
            })
        };
        let directory = usize::try_from(integer(4, 4)?).ok()?;
        let count = integer(directory, 2)?.min(MAX_ENTRIES);
        let entry = (0..count as usize)
            .map(|entry| directory.saturating_add(2 + 12 * entry))
            .find(|at| integer(*at, 2) == Some(TAG))?;
        let is_one_short = integer(entry + 2, 2) == Some(SHORT) && integer(entry + 4, 4) == Some(1);
        is_one_short.then(|| Self::from_number(integer(entry + 8, 2)?))?
    }

    const fn from_number(number: u32) -> Option<Self> {
        Some(match number {
            1 => Self::Upright,
            2 => Self::Mirrored,
            3 => Self::HalfTurn,
            4 => Self::MirroredHalfTurn,
            5 => Self::Transposed,
            6 => Self::QuarterTurn,
            7 => Self::MirroredQuarterTurn,
            8 => Self::ThreeQuarterTurns,
            _ => return None,
        })
    }

    /// Returns the picture upright.
    pub(crate) fn apply(self, photo: ColorPhoto) -> ColorPhoto {
        if self == Self::Upright {
            return photo;
        }
        let (width, height) = (photo.width(), photo.height());
        let is_on_its_side = matches!(
            self,
            Self::Transposed
                | Self::QuarterTurn
                | Self::MirroredQuarterTurn
                | Self::ThreeQuarterTurns
        );
        let (across, down) = if is_on_its_side {
            (height, width)
        } else {
            (width, height)
        };
        let (right, bottom) = (width - 1, height - 1);
        let mut pixels = Vec::with_capacity(photo.pixels().len());
        for y in 0..down {
            for x in 0..across {
                let (x, y) = match self {
                    Self::Upright => (x, y),
                    Self::Mirrored => (right - x, y),
                    Self::HalfTurn => (right - x, bottom - y),
                    Self::MirroredHalfTurn => (x, bottom - y),
                    Self::Transposed => (y, x),
                    Self::QuarterTurn => (y, bottom - x),
                    Self::MirroredQuarterTurn => (right - y, bottom - x),
                    Self::ThreeQuarterTurns => (right - y, x),
                };
                let at = (y * width + x) * 3;
                pixels.extend_from_slice(&photo.pixels()[at..at + 3]);
            }
        }
        ColorPhoto::new(across, down, pixels).unwrap_or(photo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The letter F, as a camera stores it in each orientation: lit pixels by row.
    const STORED: [(u32, &[&str]); 8] = [
        (1, &["##", "#.", "#."]),
        (2, &["##", ".#", ".#"]),
        (3, &[".#", ".#", "##"]),
        (4, &["#.", "#.", "##"]),
        (5, &["###", "#.."]),
        (6, &["#..", "###"]),
        (7, &["..#", "###"]),
        (8, &["###", "..#"]),
    ];

    fn photo(rows: &[&str]) -> ColorPhoto {
        let lit = rows.iter().flat_map(|row| row.bytes());
        let pixels = lit.flat_map(|byte| [if byte == b'#' { 255 } else { 0 }; 3]);
        ColorPhoto::new(rows[0].len(), rows.len(), pixels.collect()).expect("the size is right")
    }

    #[test]
    fn every_orientation_becomes_upright() {
        for (number, rows) in STORED {
            let orientation = Orientation::from_number(number).expect("EXIF has it");
            assert_eq!(
                orientation.apply(photo(rows)),
                photo(STORED[0].1),
                "{number}"
            );
        }
    }

    #[test]
    fn blocks_of_both_byte_orders_are_read() {
        let big = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0";
        let little = b"II\x2a\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0";
        for block in [&big[..], little] {
            assert_eq!(
                Orientation::from_exif(block),
                Some(Orientation::QuarterTurn)
            );
            for length in 0..block.len() - 2 {
                assert_eq!(Orientation::from_exif(&block[..length]), None, "{length}");
            }
        }
    }

    #[test]
    fn other_values_are_ignored() {
        let mut block = *b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x09\0\0";
        assert_eq!(Orientation::from_exif(&block), None);
        block[4..8].fill(0xff);
        assert_eq!(Orientation::from_exif(&block), None);
    }
}
