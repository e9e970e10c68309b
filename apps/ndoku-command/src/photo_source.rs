//! `PhotoSource`: a photograph, and the puzzles that were read from it.
//!
//! A build without the feature `photo` has the types, but no values of them.

/// The hint for digits that contradict each other.
pub(crate) const CONTRADICTION_HINT: &str =
    "compare them with the picture, which may be mirrored or no Sudoku";

#[cfg(not(feature = "photo"))]
pub(crate) use missing::{PhotoRecord, PhotoSource};
#[cfg(feature = "photo")]
pub(crate) use readings::{FileState, PhotoRecord, PhotoSource};

#[cfg(feature = "photo")]
mod readings {
    use super::CONTRADICTION_HINT;
    use ndoku_photo::{
        CellKind, CellReading, ColorPhoto, MAX_GRIDS, PhotoReading, PhotoReport, ReadingVerdict,
    };

    /// Maximum number of doubtful cells that a warning lists.
    const MAX_LISTED: usize = 10;

    /// The reading of a puzzle as a record of JSON.
    #[derive(Clone, Debug, serde::Serialize)]
    pub(crate) struct PhotoRecord {
        /// The puzzle as a line. It has a map of the regions, too, if the boxes are not those of
        /// the size.
        puzzle: String,
        /// The file ends before the picture does.
        is_cut_off: bool,
        #[serde(flatten)]
        report: PhotoReport,
    }

    /// The state of the file with a picture, and of the picture.
    #[derive(Copy, Clone, Debug)]
    pub(crate) struct FileState {
        /// It ends before the picture does.
        pub is_cut_off: bool,
        /// It goes on with another picture.
        pub has_more: bool,
        /// Number of places in the picture that look like grids, but could not be read.
        pub unread: usize,
    }

    /// A photograph, and the puzzles that were read from it.
    #[derive(Debug)]
    pub(crate) struct PhotoSource {
        /// The picture.
        pub picture: ColorPhoto,
        file: FileState,
        /// The readings in the order of `read_photos`. Each has a line of the text.
        readings: Vec<(PhotoReading, PhotoRecord)>,
    }

    impl PhotoSource {
        pub(crate) fn new(
            picture: ColorPhoto,
            file: FileState,
            readings: Vec<PhotoReading>,
        ) -> Self {
            let with_record = |reading: PhotoReading| {
                let record = PhotoRecord {
                    puzzle: reading.to_string(),
                    is_cut_off: file.is_cut_off,
                    report: PhotoReport::from(&reading),
                };
                (reading, record)
            };
            Self {
                picture,
                file,
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

        /// Returns sentences about each reading that is not certain or is solved. Others say that
        /// the file is cut off, that it holds another picture, and that there are or may be more
        /// grids.
        pub(crate) fn doubts(&self) -> impl Iterator<Item = String> {
            let is_one = self.readings.len() == 1;
            let readings = self.readings.iter().enumerate();
            let more = (self.readings.len() == MAX_GRIDS).then(|| {
                format!("{MAX_GRIDS} grids were read, the maximum for a picture; there may be more")
            });
            let is_cut_off = self.file.is_cut_off;
            let cut_off = is_cut_off.then(|| "the file ends before the picture does".to_owned());
            let has_more = self.file.has_more;
            let second = has_more.then(|| "the second picture in the file is not read".to_owned());
            let doubts = readings.flat_map(move |(at, (reading, _))| {
                let sentences = [contradiction(reading), doubt(reading), solved(reading)];
                sentences.into_iter().flatten().map(move |sentence| {
                    if is_one {
                        sentence
                    } else {
                        format!("grid {}: {sentence}", at + 1)
                    }
                })
            });
            let unread = unread_grids(self.file.unread);
            let about_file = cut_off.into_iter().chain(second);
            about_file.chain(doubts).chain(more).chain(unread)
        }
    }

    /// Returns a sentence about places that look like grids, if there are some.
    fn unread_grids(count: usize) -> Option<String> {
        let what = match count {
            0 => return None,
            1 => "another place in the picture looks like a grid, but it".to_owned(),
            count => format!("{count} other places in the picture look like grids, but they"),
        };
        Some(format!(
            "{what} could not be read; photograph each grid on its own"
        ))
    }

    /// Returns a sentence about what is doubtful; `None` if the reading is certain.
    fn doubt(reading: &PhotoReading) -> Option<String> {
        let cells = reading.cells.iter().enumerate();
        let doubtful = cells.filter(|(_, cell)| cell.is_doubtful());
        let count = doubtful.clone().count();
        if count > 0 {
            let mut cells: Vec<String> = doubtful
                .take(MAX_LISTED)
                .map(|(at, cell)| {
                    let is_unique = reading.verdict == ReadingVerdict::Unique;
                    format!(
                        "{} {}",
                        cell_name(at, reading.size()),
                        choices(cell, is_unique)
                    )
                })
                .collect();
            if count > MAX_LISTED {
                cells.push(format!("and {} more", count - MAX_LISTED));
            }
            return Some(format!("these cells are doubtful: {}", cells.join("; ")));
        }
        let reason = general_doubt(reading).filter(|_| !reading.is_certain())?;
        Some(format!("{reason}; compare the digits with the picture"))
    }

    /// Returns a sentence about digits that leave no solution, if some are.
    fn contradiction(reading: &PhotoReading) -> Option<String> {
        (reading.verdict == ReadingVerdict::Unsolvable).then(|| {
            equal_digits(reading).map_or_else(
                || "the digits that were read leave no solution; one may be misread".to_owned(),
                |[a, b]| {
                    format!(
                        "the digits that were read contradict each other: {a} and {b} are equal; \
                         {CONTRADICTION_HINT}"
                    )
                },
            )
        })
    }

    /// Returns a sentence about a grid that has no empty cell.
    fn solved(reading: &PhotoReading) -> Option<String> {
        let is_full = !reading.clues().contains(&0);
        let is_solved = is_full && reading.verdict == ReadingVerdict::Unique;
        is_solved.then(|| "each cell has a printed digit, so the puzzle is solved".to_owned())
    }

    /// Returns why a reading without doubtful cells is not certain.
    fn general_doubt(reading: &PhotoReading) -> Option<&'static str> {
        match reading.verdict {
            ReadingVerdict::Multiple => {
                Some("the puzzle has several solutions, so that a digit may be missing or misread")
            }
            // A sentence of its own says so.
            ReadingVerdict::Unsolvable => None,
            ReadingVerdict::Unique => {
                Some("some digits look unusual, or another reading is nearly as likely")
            }
        }
    }

    /// Returns the names of two cells of a house with the same digit.
    fn equal_digits(reading: &PhotoReading) -> Option<[String; 2]> {
        let (clues, layout) = (reading.clues(), reading.layout());
        layout.houses().iter().find_map(|house| {
            let cells: Vec<usize> = house
                .cells()
                .iter()
                .map(|cell| layout.index(*cell))
                .collect();
            let clue = |at: usize| clues.get(at).copied().filter(|clue| *clue != 0);
            let pairs = cells.iter().enumerate();
            let mut pairs =
                pairs.flat_map(|(first, a)| cells[first + 1..].iter().map(move |b| [*a, *b]));
            let [a, b] = pairs.find(|[a, b]| clue(*a).is_some() && clue(*a) == clue(*b))?;
            Some([a.min(b), a.max(b)].map(|at| cell_name(at, reading.size())))
        })
    }

    /// Returns the name of a cell of a grid with `size` cells in a row, such as `r1c2`.
    fn cell_name(at: usize, size: usize) -> String {
        format!("r{}c{}", at / size + 1, at % size + 1)
    }

    /// Returns what was read in a cell and what else it may be, such as `was read as 8 and may be 3
    /// or empty`. If it looks like something else, the number of solutions decided, or the cell is
    /// on a diagonal of an X-Sudoku.
    fn choices(cell: &CellReading, is_unique: bool) -> String {
        let name = |digit: u8| match digit {
            0 => "empty".to_owned(),
            digit => digit.to_string(),
        };
        let read = match cell.kind {
            CellKind::Printed(digit) => name(digit),
            CellKind::Empty | CellKind::Other => name(0),
        };
        if let Some(digit) = cell.likelier() {
            let look = match digit {
                0 => "empty or handwritten".to_owned(),
                digit => format!("like {digit}"),
            };
            let reason = if is_unique {
                "in the likeliest reading with exactly one solution"
            } else {
                "because a diagonal line may cross it"
            };
            return format!("looks {look} and was read as {read} {reason}");
        }
        let others = cell.alternatives.iter().map(|other| name(other.0));
        let others: Vec<String> = others.collect();
        format!("was read as {read} and may be {}", others.join(" or "))
    }

    #[cfg(test)]
    mod tests {
        use ndoku_photo::{DecodeLimits, DigitNet, decode, read_photo};

        use super::*;

        fn newspaper() -> PhotoReading {
            let bytes = include_bytes!("../tests/photos/newspaper.jpg");
            let picture = decode(bytes, &DecodeLimits::default()).unwrap();
            read_photo(&picture.to_gray(), DigitNet::shared()).unwrap()
        }

        #[test]
        fn at_most_ten_doubtful_cells_are_listed() {
            let mut reading = newspaper();
            assert_eq!(doubt(&reading), None);
            for cell in &mut reading.cells[3..15] {
                cell.alternatives = vec![(0, 0.2), (4, 0.1)];
            }
            let sentence = doubt(&reading).unwrap();
            assert!(sentence.contains("r1c4 was read as 7 and may be empty or 4; r1c5"));
            assert!(sentence.ends_with("; and 2 more"), "{sentence}");
            reading.cells[3].probability = 0.1;
            let expected = "r1c4 looks empty or handwritten and was read as 7 in the likeliest";
            assert!(doubt(&reading).unwrap().contains(expected));
            reading.verdict = ReadingVerdict::Multiple;
            reading.cells[3].kind = CellKind::Empty;
            reading.cells[3].alternatives = vec![(8, 0.9)];
            let expected = "r1c4 looks like 8 and was read as empty because a diagonal line";
            assert!(doubt(&reading).unwrap().contains(expected));
        }

        #[test]
        fn a_reading_without_doubtful_cells_has_a_reason() {
            let mut reading = newspaper();
            reading.certainty = 0.5;
            assert!(doubt(&reading).unwrap().contains("nearly as likely"));
            reading.verdict = ReadingVerdict::Multiple;
            assert!(doubt(&reading).unwrap().contains("several solutions"));
            assert_eq!(contradiction(&reading), None);
            reading.verdict = ReadingVerdict::Unsolvable;
            assert_eq!(doubt(&reading), None);
            assert!(contradiction(&reading).unwrap().contains("no solution"));
            reading.cells[0].kind = CellKind::Printed(7);
            let sentence = contradiction(&reading).unwrap();
            assert!(sentence.contains("r1c1 and r1c4 are equal"), "{sentence}");
            assert!(sentence.contains("mirrored"), "{sentence}");
        }

        #[test]
        fn a_full_grid_is_solved() {
            let mut reading = newspaper();
            assert_eq!(solved(&reading), None);
            let digits = reading.solution.clone().unwrap();
            for (cell, digit) in reading.cells.iter_mut().zip(digits) {
                cell.kind = CellKind::Printed(digit);
            }
            assert!(solved(&reading).unwrap().contains("solved"));
        }
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
