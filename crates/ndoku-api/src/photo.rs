//! `photo`: reads the puzzle in a photograph. The request is a picture and not JSON, so the
//! registry has no entry for it.

use ndoku::Budget;
use ndoku_photo::{
    DecodeError, DecodeLimits, DigitNet, PhotoError, PhotoReport, ReadingVerdict, decode_within,
    is_cut_off, read_photo_within,
};
use serde::Serialize;

use crate::{Api, Problem, ProblemKind};

/// A sentence about `POST /v1/photo`, for lists of methods.
pub const SUMMARY: &str = "Reads the printed puzzle in a photograph";

/// The media types of pictures that are read.
pub const MEDIA_TYPES: &[&str] = &["image/jpeg", "image/png", "image/webp"];

/// The limits of a picture: 32 million pixels, and 256 MiB for them.
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
#[non_exhaustive]
pub struct Response {
    /// The puzzle as a line: a digit for each printed digit, and a point for each other cell. If
    /// the boxes are not those of the size, a letter for the region of each cell follows.
    pub puzzle: String,
    /// The number of solutions: `unique`, `multiple` or `none`.
    pub status: Status,
    /// `true` if the file ends before the picture does.
    pub is_cut_off: bool,
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
    /// than 32 million pixels, no puzzle is found in it, or the budget is used up.
    pub fn photo(&self, picture: &[u8], budget: &Budget<'_>) -> Result<String, Problem> {
        let gray = decode_within(picture, &LIMITS, budget)
            .map_err(|error| picture_problem(&error))?
            .to_gray();
        let reading = read_photo_within(&gray, DigitNet::shared(), budget)
            .map_err(|error| reading_problem(&error))?;
        let response = Response {
            puzzle: reading.to_string(),
            status: match reading.verdict {
                ReadingVerdict::Unique => Status::Unique,
                ReadingVerdict::Multiple => Status::Multiple,
                ReadingVerdict::Unsolvable => Status::None,
            },
            is_cut_off: is_cut_off(picture),
            reading: PhotoReport::from(&reading),
        };
        serde_json::to_string(&response)
            .map_err(|error| Problem::new(ProblemKind::Internal, error.to_string()))
    }
}

fn picture_problem(error: &DecodeError) -> Problem {
    let kind = match error {
        DecodeError::UnknownFormat => ProblemKind::UnsupportedMediaType,
        DecodeError::TooLarge { .. }
        | DecodeError::TooMuchMemory { .. }
        | DecodeError::TooManyScans { .. } => ProblemKind::PayloadTooLarge,
        _ => ProblemKind::Unreadable,
    };
    Problem::new(kind, error.to_string()).maybe_hint(error.hint().map(str::to_owned))
}

fn reading_problem(error: &PhotoError) -> Problem {
    Problem::new(ProblemKind::Unreadable, error.to_string())
        .maybe_hint(Some(error.hint().to_owned()))
}
