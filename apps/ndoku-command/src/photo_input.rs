//! Photographs as inputs: how they are recognized, the puzzles in them, and what is doubtful.
//!
//! Pictures are recognized by their first bytes in every build. Reading them needs the feature
//! `photo`. Each puzzle that was read is handed on as a line of 81 cells.

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

#[cfg(feature = "photo")]
pub(crate) use reader::{PhotoReport, PhotoSource, open};

#[cfg(not(feature = "photo"))]
pub(crate) use missing::{PhotoReport, PhotoSource, open};

#[cfg(feature = "photo")]
mod reader {
    use ndoku_photo::{
        CellReport, ColorPhoto, DecodeLimits, DigitNet, PhotoReading, decode, read_all,
    };

    use crate::context::Context;
    use crate::error::CliError;
    use crate::exit_code::ExitCode;
    use crate::source::Source;

    pub(crate) use ndoku_photo::PhotoReport;

    /// A photograph, and the puzzles that were read from it.
    #[derive(Debug)]
    pub(crate) struct PhotoSource {
        /// The picture.
        pub picture: ColorPhoto,
        /// The readings, the largest grid first. Each has a line of the text.
        readings: Vec<(PhotoReading, PhotoReport)>,
    }

    /// Reads the puzzles in a picture.
    ///
    /// # Errors
    /// Returns an error if the picture is damaged, or no puzzle is found in it.
    pub(crate) fn open(name: &str, bytes: &[u8], _kind: &str) -> Result<Source, CliError> {
        let unreadable = |message: String| CliError::new(ExitCode::Input, message).at(name);
        let picture = decode(bytes, &DecodeLimits::default())
            .map_err(|error| unreadable(error.to_string()))?;
        let readings = read_all(&picture.to_gray(), DigitNet::shared())
            .map_err(|error| unreadable(error.to_string()).hint(error.hint()))?;
        let text: Vec<String> = readings.iter().map(PhotoReading::to_string).collect();
        let mut source = Source::new(name, text.join("\n"));
        let with_report = |reading: PhotoReading| {
            let report = PhotoReport::from(&reading);
            (reading, report)
        };
        source.photo = Some(Box::new(PhotoSource {
            picture,
            readings: readings.into_iter().map(with_report).collect(),
        }));
        Ok(source)
    }

    impl PhotoSource {
        /// Returns the reading of the puzzle in a line.
        pub(crate) fn reading(&self, line: usize) -> Option<&PhotoReading> {
            Some(&self.readings.get(line.checked_sub(1)?)?.0)
        }

        /// Returns the reading of the puzzle in a line as a record of JSON.
        pub(crate) fn report(&self, line: usize) -> Option<&PhotoReport> {
            Some(&self.readings.get(line.checked_sub(1)?)?.1)
        }

        /// Warns about doubtful cells, and about readings that are not certain.
        pub(crate) fn warn(&self, context: &Context, name: &str) {
            for (at, (_, report)) in self.readings.iter().enumerate() {
                let which = match self.readings.len() {
                    1 => String::new(),
                    _ => format!("grid {}: ", at + 1),
                };
                if let Some(doubt) = doubt(report) {
                    context.info(&format!("warning: {name}: {which}{doubt}"));
                }
            }
        }
    }

    /// Returns a sentence about what is doubtful; `None` if the reading is certain.
    fn doubt(report: &PhotoReport) -> Option<String> {
        let cells: Vec<String> = report
            .cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| !cell.alternatives.is_empty())
            .map(|(at, cell)| format!("r{}c{} {}", at / 9 + 1, at % 9 + 1, choices(cell)))
            .collect();
        if !cells.is_empty() {
            return Some(format!("these cells are doubtful: {}", cells.join("; ")));
        }
        let sentence = "the digits may be misread; compare them with the picture";
        (!report.is_certain).then(|| sentence.to_owned())
    }

    /// Returns what was read in a cell and what else it may be, such as `is 8, or 3 or empty`.
    fn choices(cell: &CellReport) -> String {
        let name = |digit: u8| match digit {
            0 => "empty".to_owned(),
            digit => digit.to_string(),
        };
        let others = cell.alternatives.iter().map(|other| name(other.digit));
        let others: Vec<String> = others.collect();
        format!("is {}, or {}", name(cell.digit.unwrap_or(0)), others.join(" or "))
    }
}

/// A build without the feature `photo` has no readings.
#[cfg(not(feature = "photo"))]
mod missing {
    use crate::context::Context;
    use crate::error::CliError;
    use crate::exit_code::ExitCode;
    use crate::features;
    use crate::source::Source;

    #[derive(Debug)]
    pub(crate) enum PhotoSource {}

    #[derive(Clone, Debug, serde::Serialize)]
    pub(crate) enum PhotoReport {}

    /// Returns the error of a build that reads no pictures.
    pub(crate) fn open(name: &str, _bytes: &[u8], kind: &str) -> Result<Source, CliError> {
        // The other inputs are answered, so that this is no error of the command line.
        let sentence = features::missing_sentence(&format!("the reading of {kind} pictures"));
        let error = CliError::new(ExitCode::NoInput, sentence).at(name);
        Err(error.hint(features::hint("photo")))
    }

    impl PhotoSource {
        pub(crate) fn report(&self, _line: usize) -> Option<&PhotoReport> {
            match *self {}
        }

        pub(crate) fn warn(&self, _context: &Context, _name: &str) {
            match *self {}
        }
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
