//! `PhotoReader`: the pixels of the next picture, and the last answer.

use ndoku_photo::{DigitNet, GrayPhoto, PhotoError, PhotoReport, find_grids, read_photo};
use serde::Serialize;

use crate::rectified::{MARGIN, SIDE, rectify};

/// Score from which the live view outlines a grid.
const MIN_OUTLINED: f32 = 0.6;

/// The state of the module. It takes pixels, and keeps an answer until the next call.
#[derive(Debug, Default)]
pub(crate) struct PhotoReader {
    pixels: Vec<u8>,
    answer: String,
    rectified: Vec<u8>,
}

/// A grid of the live view.
#[derive(Serialize)]
struct Outline {
    /// The corners in pixels, clockwise. The first is the one nearest to the top left.
    corners: [[f32; 2]; 4],
    /// Number of cells in a row.
    size: usize,
    /// How clear it is: 1 is best.
    score: f32,
}

/// A puzzle that was read.
#[derive(Serialize)]
struct Answer {
    /// The puzzle as a line: a digit or `.` for each cell. If the boxes are not those of the size,
    /// a letter for the region of each cell follows.
    puzzle: String,
    /// The number of solutions: `unique`, `multiple` or `none`.
    solutions: &'static str,
    report: PhotoReport,
    /// The picture of the grid without its perspective.
    rectified: View,
}

/// The measures of the picture of the grid.
#[derive(Serialize)]
struct View {
    /// Width and height in pixels.
    side: usize,
    /// Width of the paper around the grid, in cells.
    margin: f32,
}

/// The reason why there is no answer.
#[derive(Serialize)]
struct Problem {
    /// The kind of the problem, which does not change between versions.
    code: &'static str,
    /// A sentence in English.
    detail: String,
}

impl PhotoReader {
    /// Reserves `length` zero bytes for the next picture, and discards earlier ones.
    pub(crate) fn alloc(&mut self, length: usize) -> &mut [u8] {
        self.pixels.clear();
        self.pixels.resize(length, 0);
        &mut self.pixels
    }

    /// Finds the clearest grid of the picture. Returns `false` if there is none.
    pub(crate) fn find_grid(&mut self, width: usize, height: usize) -> bool {
        let outline = self.photo(width, height).and_then(|photo| {
            let grids = find_grids(&photo);
            let grid = grids.first().filter(|grid| grid.score >= MIN_OUTLINED);
            let grid = grid.ok_or_else(|| Problem::from(&PhotoError::NoGrid))?;
            let corners = grid.lattice.corners();
            Ok(Outline {
                corners: corners.map(|corner| [corner.x, corner.y]),
                size: grid.lattice.size(),
                score: grid.score,
            })
        });
        self.rectified = Vec::new();
        self.keep_answer(outline)
    }

    /// Reads the puzzle of the picture. Returns `false` if there is none.
    pub(crate) fn read_photo(&mut self, width: usize, height: usize) -> bool {
        let reading = self.photo(width, height).and_then(|photo| {
            read_photo(&photo, DigitNet::shared()).map_err(|error| Problem::from(&error))
        });
        self.rectified = reading.as_ref().map_or_else(
            |_| Vec::new(),
            |reading| {
                let place = |point| reading.place(point);
                rectify(&self.pixels, (width, height), reading.size(), place)
            },
        );
        self.keep_answer(reading.map(|reading| Answer {
            puzzle: reading.to_string(),
            solutions: reading.verdict.name(),
            report: PhotoReport::from(&reading),
            rectified: View {
                side: SIDE,
                margin: MARGIN,
            },
        }))
    }

    /// Returns the last answer as JSON.
    pub(crate) fn answer(&self) -> &str {
        &self.answer
    }

    /// Returns the pixels of the grid that was read last, or none.
    pub(crate) fn rectified(&self) -> &[u8] {
        &self.rectified
    }

    /// Returns the reserved bytes as a picture.
    fn photo(&self, width: usize, height: usize) -> Result<GrayPhoto, Problem> {
        GrayPhoto::from_rgba(width, height, &self.pixels).ok_or_else(|| Problem {
            code: "malformed",
            detail: "the pixels do not have the given size".to_owned(),
        })
    }

    /// Keeps an answer. Returns `false` for a problem.
    fn keep_answer<A: Serialize>(&mut self, result: Result<A, Problem>) -> bool {
        let is_answer = result.is_ok();
        let json = result.map_or_else(
            |problem| serde_json::to_string(&problem),
            |answer| serde_json::to_string(&answer),
        );
        self.answer = json.unwrap_or_default();
        is_answer
    }
}

impl From<&PhotoError> for Problem {
    fn from(error: &PhotoError) -> Self {
        Self {
            code: error.code(),
            detail: error.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a grid of black lines on white, and shows it to a reader.
    fn shown(side: usize, draws: impl Fn(usize, usize) -> bool) -> PhotoReader {
        let mut reader = PhotoReader::default();
        let pixels = reader.alloc(side * side * 4);
        for (at, pixel) in pixels.chunks_exact_mut(4).enumerate() {
            let value = if draws(at % side, at / side) { 0 } else { 255 };
            pixel.copy_from_slice(&[value, value, value, 255]);
        }
        reader
    }

    /// Returns `true` on the lines of a grid of 40 pixels a cell, from 50 on.
    fn is_line(x: usize, y: usize) -> bool {
        let on = |at: usize| {
            let thick = if at.wrapping_sub(50) % 120 < 4 { 4 } else { 2 };
            at >= 50 && (at - 50) % 40 < thick
        };
        let inside = |at: usize| (50..=412).contains(&at);
        inside(x) && inside(y) && (on(x) || on(y))
    }

    #[test]
    fn a_grid_has_an_outline_and_without_digits_no_puzzle() {
        let mut reader = shown(460, is_line);
        assert!(reader.find_grid(460, 460), "{}", reader.answer());
        assert!(reader.answer().starts_with(r#"{"corners":[["#));
        assert!(!reader.read_photo(460, 460));
        assert!(reader.answer().contains(r#""code":"no_digits""#));
        assert!(reader.rectified().is_empty());
    }

    #[test]
    fn problems_have_a_code_and_a_sentence() {
        let mut reader = shown(300, |_, _| false);
        assert!(!reader.read_photo(300, 300));
        assert_eq!(
            reader.answer(),
            r#"{"code":"no_grid","detail":"there is no Sudoku grid in the picture"}"#
        );
        let mut reader = shown(300, |_, _| true);
        assert!(!reader.read_photo(300, 300));
        assert!(reader.answer().contains(r#""code":"too_dark""#));
        assert!(!reader.find_grid(300, 300));
    }

    #[test]
    fn pixels_of_another_size_are_refused() {
        let mut reader = PhotoReader::default();
        for (length, width, height) in [(0, 0, 0), (16, 3, 3), (5, 1, 1), (16, usize::MAX, 2)] {
            reader.alloc(length);
            assert!(!reader.read_photo(width, height));
            assert!(reader.answer().contains(r#""code":"malformed""#));
        }
    }
}
