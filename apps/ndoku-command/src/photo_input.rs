//! Photographs as inputs: how they are recognized, the puzzle in them, and what is doubtful.
//!
//! Pictures are recognized by their first bytes in every build. Reading them needs the feature
//! `photo`. The puzzle that was read is handed on as a line of 81 cells.

// Without the feature, nothing makes a reading.
#![cfg_attr(not(feature = "photo"), allow(dead_code))]

use serde::Serialize;

use crate::context::Context;
#[cfg(not(feature = "photo"))]
use crate::{error::CliError, exit_code::ExitCode, source::Source};

/// A photograph, and the puzzle that was read from it.
#[derive(Debug)]
pub(crate) struct PhotoSource {
    /// The reading as a record of JSON.
    pub report: PhotoReport,
    /// The picture.
    #[cfg(feature = "photo")]
    pub picture: ndoku_photo::ColorPhoto,
    /// The reading.
    #[cfg(feature = "photo")]
    pub reading: ndoku_photo::PhotoReading,
}

/// The reading of a photograph in records of JSON.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PhotoReport {
    /// Set if no other reading is nearly as likely.
    is_certain: bool,
    /// The probability of the reading among those with exactly one solution.
    certainty: f32,
    /// The corners of the grid in pixels, clockwise from its own top left corner.
    corners: [[f32; 2]; 4],
    /// The cells, row by row.
    cells: Vec<CellReport>,
}

/// The reading of a cell in records of JSON.
#[derive(Clone, Debug, Serialize)]
struct CellReport {
    /// The kind of content: `empty`, `printed` or `other`.
    kind: &'static str,
    /// The printed digit.
    #[serde(skip_serializing_if = "Option::is_none")]
    digit: Option<u8>,
    /// The probability by the look of the cell alone.
    probability: f32,
    /// What the cell may hold instead, if it is doubtful.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<AlternativeReport>,
}

/// What a doubtful cell may hold.
#[derive(Clone, Debug, Serialize)]
struct AlternativeReport {
    /// The digit; 0 for none.
    digit: u8,
    probability: f32,
}

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

/// Returns the error of a build that reads no pictures.
#[cfg(not(feature = "photo"))]
pub(crate) fn open(name: &str, _bytes: &[u8], kind: &str) -> Result<Source, CliError> {
    // The other inputs are answered, so that this is no error of the command line.
    let sentence = crate::features::missing_sentence(&format!("the reading of {kind} pictures"));
    let error = CliError::new(ExitCode::NoInput, sentence).at(name);
    Err(error.hint(crate::features::hint("photo")))
}

#[cfg(feature = "photo")]
pub(crate) use reader::open;

#[cfg(feature = "photo")]
mod reader {
    use ndoku_photo::{
        CellKind, CellReading, DecodeLimits, DigitNet, PhotoError, PhotoReading, decode, read_photo,
    };

    use super::{AlternativeReport, CellReport, PhotoReport, PhotoSource};
    use crate::error::CliError;
    use crate::exit_code::ExitCode;
    use crate::source::Source;

    /// Reads the puzzle in a picture.
    ///
    /// # Errors
    /// Returns an error if the picture is damaged, or no puzzle is found in it.
    pub(crate) fn open(name: &str, bytes: &[u8], _kind: &str) -> Result<Source, CliError> {
        let unreadable = |message: String| CliError::new(ExitCode::Input, message).at(name);
        let picture = decode(bytes, &DecodeLimits::default())
            .map_err(|error| unreadable(error.to_string()))?;
        let reading = read_photo(&picture.to_gray(), DigitNet::shared())
            .map_err(|error| unreadable(error.to_string()).hint(advice(&error)))?;
        let digit = |clue: &u8| match clue {
            0 => '.',
            clue => char::from(b'0' + clue),
        };
        let mut source = Source::new(name, reading.clues().iter().map(digit).collect());
        source.photo = Some(Box::new(PhotoSource {
            report: report(&reading),
            picture,
            reading,
        }));
        Ok(source)
    }

    /// Returns what to do about a photograph that cannot be read.
    fn advice(error: &PhotoError) -> &'static str {
        match error {
            PhotoError::TooDark => "take it again with more light",
            PhotoError::CutOff => "take it again with the whole grid in the picture",
            _ => "photograph a printed 9x9 grid from above, so that it fills most of the picture",
        }
    }

    fn report(reading: &PhotoReading) -> PhotoReport {
        PhotoReport {
            is_certain: reading.is_certain(),
            certainty: rounded(reading.certainty, 1e4),
            corners: reading
                .corners()
                .map(|corner| [rounded(corner.x, 10.0), rounded(corner.y, 10.0)]),
            cells: reading.cells.iter().map(cell_report).collect(),
        }
    }

    fn cell_report(cell: &CellReading) -> CellReport {
        let (kind, digit) = match cell.kind {
            CellKind::Empty => ("empty", None),
            CellKind::Printed(digit) => ("printed", Some(digit)),
            CellKind::Other => ("other", None),
        };
        let alternative = |(digit, probability): &(u8, f32)| AlternativeReport {
            digit: *digit,
            probability: rounded(*probability, 1e4),
        };
        CellReport {
            kind,
            digit,
            probability: rounded(cell.probability, 1e4),
            alternatives: cell.alternatives.iter().map(alternative).collect(),
        }
    }

    /// Returns a number with the decimals that matter.
    fn rounded(value: f32, steps: f32) -> f32 {
        (value * steps).round() / steps
    }
}

impl PhotoSource {
    /// Warns about doubtful cells, and about a reading that is not certain.
    pub(crate) fn warn(&self, context: &Context, name: &str) {
        let doubtful: Vec<String> = self
            .report
            .cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| !cell.alternatives.is_empty())
            .map(|(at, cell)| format!("r{}c{} {}", at / 9 + 1, at % 9 + 1, cell.doubt()))
            .collect();
        if !doubtful.is_empty() {
            let list = doubtful.join("; ");
            context.info(&format!(
                "warning: {name}: these cells are doubtful: {list}"
            ));
        } else if !self.report.is_certain {
            context.info(&format!(
                "warning: {name}: the digits may be misread; compare them with the picture"
            ));
        }
    }
}

impl CellReport {
    /// Returns what was read and what else it may be, such as `is 8, or 3 or empty`.
    fn doubt(&self) -> String {
        let name = |digit: u8| match digit {
            0 => "empty".to_owned(),
            digit => digit.to_string(),
        };
        let others: Vec<String> = self
            .alternatives
            .iter()
            .map(|alternative| name(alternative.digit))
            .collect();
        format!(
            "is {}, or {}",
            name(self.digit.unwrap_or(0)),
            others.join(" or ")
        )
    }
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
}
