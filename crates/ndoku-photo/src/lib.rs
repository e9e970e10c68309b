//! Reads a printed Sudoku from a photograph: [`read_photo`].
//!
//! ```text
//! bytes ─ decode ─▶ ColorPhoto ─▶ GrayPhoto (gray)
//!                                  │ reflectance      even light: 1 is local paper
//!                                  │ find_grid        components ─▶ quadrilaterals ─▶ Lattice,
//!                                  │                  scored by how many of its lines are there
//!                                  │ bend             the lattice follows slightly bent paper
//!                                  │ patches          32×32 values of ink for each cell
//!                                  │ boxes            boxes or regions, by the thickness of lines
//!                                  │ CellClassifier   probabilities for each cell
//!                                  │ same_face        doubtful cells compared with each other
//!                                  │ handwriting      adapted to the handwriting in the picture
//!                                  │ diagonals        no digits in the lines of an X-Sudoku
//!                                  ▼ resolve          the likeliest puzzle with one solution
//!                                PhotoReading
//! ```
//!
//! The crate reads no file, clock or random source, starts no thread and prints nothing. It does
//! not panic on any input. [`read_photo_within`] takes the limits of the caller.
#![forbid(unsafe_code)]

mod attempts;
mod bend;
mod boxes;
#[cfg(feature = "decode")]
mod budget_reader;
mod cell_sets;
mod classifier;
mod components;
#[cfg(feature = "decode")]
mod decode;
mod diagonals;
mod digit_net;
#[cfg(feature = "decode")]
mod file_end;
mod find_grid;
mod geometry;
mod handwriting;
mod lattice;
mod observation;
#[cfg(feature = "decode")]
mod orientation;
mod overlay;
mod patches;
mod photo;
mod photo_error;
mod photo_reading;
mod read_grid;
mod reflectance;
#[cfg(feature = "serde")]
mod report;
mod resolve;
mod same_face;

pub use classifier::{CLASSES, CellClassifier, OTHER};
#[cfg(feature = "decode")]
pub use decode::{
    DecodeError, DecodeLimits, EncodeError, decode, decode_within, encode_png, encode_png_within,
};
pub use digit_net::DigitNet;
#[cfg(feature = "decode")]
pub use file_end::{has_another_picture, is_cut_off};
pub use find_grid::{FoundGrid, find_grids};
pub use geometry::{Homography, Point};
pub use lattice::Lattice;
pub use overlay::{paint_overlay, paint_overlay_within};
pub use patches::{InkGrid, PATCH_AREA, PATCH_SIDE};
pub use photo::{ColorPhoto, GrayPhoto};
pub use photo_error::PhotoError;
pub use photo_reading::{CellKind, CellReading, PhotoReading, PhotoReadings};
pub use read_grid::{MAX_GRIDS, read_photo, read_photo_within, read_photos, read_photos_within};
#[cfg(feature = "serde")]
pub use report::{AlternativeReport, CellReport, ContentKind, PhotoReport};
pub use resolve::ReadingVerdict;
