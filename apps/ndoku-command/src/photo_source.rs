//! `PhotoSource`: a photograph, and the puzzles that were read from it.
//!
//! A build without the feature `photo` has the types, but no values of them.

#[cfg(not(feature = "photo"))]
pub(crate) use missing::{PhotoRecord, PhotoSource};
#[cfg(feature = "photo")]
pub(crate) use readings::{PhotoRecord, PhotoSource};

#[cfg(feature = "photo")]
mod readings {
    use ndoku_photo::{CellReport, ColorPhoto, MAX_GRIDS, PhotoReading, PhotoReport};

    /// The reading of a puzzle as a record of JSON.
    #[derive(Clone, Debug, serde::Serialize)]
    pub(crate) struct PhotoRecord {
        /// The puzzle as a line. It has a map of the regions, too, if the boxes are not those of
        /// the size.
        puzzle: String,
        #[serde(flatten)]
        report: PhotoReport,
    }

    /// A photograph, and the puzzles that were read from it.
    #[derive(Debug)]
    pub(crate) struct PhotoSource {
        /// The picture.
        pub picture: ColorPhoto,
        /// The file ends before the picture does.
        is_cut_off: bool,
        /// The readings in the order of `read_photos`. Each has a line of the text.
        readings: Vec<(PhotoReading, PhotoRecord)>,
    }

    impl PhotoSource {
        pub(crate) fn new(
            picture: ColorPhoto,
            is_cut_off: bool,
            readings: Vec<PhotoReading>,
        ) -> Self {
            let with_record = |reading: PhotoReading| {
                let record = PhotoRecord {
                    puzzle: reading.to_string(),
                    report: PhotoReport::from(&reading),
                };
                (reading, record)
            };
            Self {
                picture,
                is_cut_off,
                readings: readings.into_iter().map(with_record).collect(),
            }
        }

        /// Returns the number of puzzles.
        pub(crate) fn puzzle_count(&self) -> usize {
            self.readings.len()
        }

        /// Returns the reading of the puzzle in a line.
        pub(crate) fn reading(&self, line: usize) -> Option<&PhotoReading> {
            Some(&self.readings.get(line.checked_sub(1)?)?.0)
        }

        /// Returns the reading of the puzzle in a line as a record of JSON.
        pub(crate) fn record(&self, line: usize) -> Option<&PhotoRecord> {
            Some(&self.readings.get(line.checked_sub(1)?)?.1)
        }

        /// Returns a sentence for each reading with doubtful cells, or that is not certain. Two
        /// more say that the file is cut off, and that there may be more grids.
        pub(crate) fn doubts(&self) -> impl Iterator<Item = String> {
            let is_one = self.readings.len() == 1;
            let readings = self.readings.iter().enumerate();
            let more = (self.readings.len() == MAX_GRIDS).then(|| {
                format!("{MAX_GRIDS} grids were read, the maximum for a picture; there may be more")
            });
            let cut_off = self
                .is_cut_off
                .then(|| "the file ends before the picture does".to_owned());
            let doubts = readings.filter_map(move |(at, (_, record))| {
                let doubt = doubt(&record.report)?;
                Some(if is_one {
                    doubt
                } else {
                    format!("grid {}: {doubt}", at + 1)
                })
            });
            cut_off.into_iter().chain(doubts).chain(more)
        }
    }

    /// Returns a sentence about what is doubtful; `None` if the reading is certain.
    fn doubt(report: &PhotoReport) -> Option<String> {
        let cells: Vec<String> = report
            .cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| !cell.alternatives.is_empty())
            .map(|(at, cell)| {
                let (row, column) = (at / report.size + 1, at % report.size + 1);
                format!("r{row}c{column} {}", choices(cell))
            })
            .collect();
        if !cells.is_empty() {
            return Some(format!("these cells are doubtful: {}", cells.join("; ")));
        }
        let sentence = "the digits may be misread; compare them with the picture";
        (!report.is_certain).then(|| sentence.to_owned())
    }

    /// Returns what was read in a cell and what else it may be, such as `was read as 8 and may be 3
    /// or empty`.
    fn choices(cell: &CellReport) -> String {
        let name = |digit: u8| match digit {
            0 => "empty".to_owned(),
            digit => digit.to_string(),
        };
        let others = cell.alternatives.iter().map(|other| name(other.digit));
        let others: Vec<String> = others.collect();
        format!(
            "was read as {} and may be {}",
            name(cell.digit.unwrap_or(0)),
            others.join(" or ")
        )
    }
}

#[cfg(not(feature = "photo"))]
mod missing {
    /// There is none.
    #[derive(Debug)]
    pub(crate) enum PhotoSource {}

    /// There is none.
    #[derive(Clone, Debug, serde::Serialize)]
    pub(crate) enum PhotoRecord {}

    impl PhotoSource {
        pub(crate) fn record(&self, _line: usize) -> Option<&PhotoRecord> {
            match *self {}
        }

        pub(crate) fn puzzle_count(&self) -> usize {
            match *self {}
        }

        pub(crate) fn doubts(&self) -> std::iter::Empty<String> {
            match *self {}
        }
    }
}
