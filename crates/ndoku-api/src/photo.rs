//! `photo`: reads the puzzle in a photograph. The request is a picture and not JSON, so the
//! registry has no entry for it.

use ndoku_photo::{
    DecodeError, DecodeLimits, DigitNet, PhotoError, PhotoReport, ReadingVerdict, decode,
    read_photo,
};
use serde::Serialize;

use crate::{Api, Problem, ProblemKind};

/// A sentence about `POST /v1/photo`, for lists of methods.
pub const SUMMARY: &str = "Reads the printed puzzle in a photograph";

/// The media types of pictures that are read.
pub const MEDIA_TYPES: &[&str] = &["image/jpeg", "image/png", "image/webp"];

/// The limits of a picture: 32 million pixels, and 256 MiB of memory.
const LIMITS: DecodeLimits = DecodeLimits {
    max_pixels: 32_000_000,
    max_bytes: 256 << 20,
};

/// The puzzle in a photograph.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "PhotoResponse")
)]
pub struct Response {
    /// The puzzle as a line: a digit for each printed digit, and a point for each other cell.
    pub puzzle: String,
    /// The number of solutions: `unique`, `multiple` or `none`.
    pub status: Status,
    /// The reading of each cell, and the place of the grid in the picture.
    #[serde(flatten)]
    pub reading: PhotoReport,
}

/// The number of solutions of the puzzle that was read.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "PhotoStatus")
)]
pub enum Status {
    /// The puzzle has exactly one solution.
    Unique,
    /// The puzzle has more than one solution.
    Multiple,
    /// The puzzle has no solution.
    None,
}

impl Api {
    /// Reads the puzzle in a JPEG, PNG or WebP picture, and returns the response in JSON.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the bytes are no such picture, the picture is damaged or has more
    /// than 32 million pixels, or no puzzle is found in it.
    pub fn photo(&self, picture: &[u8]) -> Result<String, Problem> {
        let picture = decode(picture, &LIMITS).map_err(|error| picture_problem(&error))?;
        let reading = read_photo(&picture.to_gray(), DigitNet::shared())
            .map_err(|error| reading_problem(&error))?;
        let response = Response {
            puzzle: reading.to_string(),
            status: match reading.verdict {
                ReadingVerdict::Unique => Status::Unique,
                ReadingVerdict::Multiple => Status::Multiple,
                ReadingVerdict::Unsolvable => Status::None,
            },
            reading: PhotoReport::from(&reading),
        };
        serde_json::to_string(&response)
            .map_err(|error| Problem::new(ProblemKind::Internal, error.to_string()))
    }
}

fn picture_problem(error: &DecodeError) -> Problem {
    let kind = match error {
        DecodeError::UnknownFormat => ProblemKind::UnsupportedMediaType,
        DecodeError::TooLarge { .. } => ProblemKind::PayloadTooLarge,
        _ => ProblemKind::Unreadable,
    };
    Problem::new(kind, error.to_string())
}

fn reading_problem(error: &PhotoError) -> Problem {
    Problem::new(ProblemKind::Unreadable, error.to_string())
        .maybe_hint(Some(error.hint().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The photograph that the tests of the command read.
    const NEWSPAPER: &[u8] =
        include_bytes!("../../../apps/ndoku-command/tests/photos/newspaper.jpg");

    #[test]
    fn the_puzzle_of_a_photograph_is_returned() {
        let response = Api::new().photo(NEWSPAPER).expect("the puzzle is read");
        let response: serde_json::Value = serde_json::from_str(&response).expect("it is JSON");
        let puzzle =
            "...7...8..9...31....68.5.7..2.6...49...2...5...8.4...7...9...3.37......61.5..4...";
        assert_eq!(
            (&response["puzzle"], &response["status"]),
            (&puzzle.into(), &"unique".into())
        );
        assert_eq!(response["cells"].as_array().map(Vec::len), Some(81));
        assert_eq!(response["cells"][3]["digit"], 7);
    }

    #[test]
    fn pictures_without_a_puzzle_are_problems() {
        let status = |bytes: &[u8]| Api::new().photo(bytes).expect_err("no puzzle").status();
        assert_eq!(status(b"1.....2..3.....4"), 415);
        assert_eq!(status(&NEWSPAPER[..300]), 422);
    }
}
