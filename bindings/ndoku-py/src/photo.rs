//! Puzzles in photographs.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ndoku::Budget;
use ndoku_photo::{
    CellReport, DecodeError, DecodeLimits, DigitNet, GrayPhoto, PhotoError, PhotoReading,
    PhotoReport, decode_within, is_cut_off,
};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::error::{picture_error, stopped};
use crate::interrupt;

/// Maximum size of a file in bytes.
const MAX_FILE: u64 = 256 << 20;

/// A cell that is doubtful: row and column from 1, and what else it may hold, each with its
/// probability. The digit 0 is none.
type Doubt = (u8, u8, Vec<(u8, f64)>);

/// A puzzle that was read from a photograph.
#[pyclass(frozen, module = "ndoku", get_all)]
#[derive(Clone, Debug)]
pub(crate) struct Photo {
    /// The puzzle as a line: a digit or a point for each cell. If the boxes are not those of the
    /// size, a letter for the region of each cell follows.
    puzzle: String,
    /// The number of solutions: unique, multiple or none.
    status: String,
    /// True if there is one solution, no other reading is nearly as likely, and no cell is
    /// doubtful.
    is_certain: bool,
    /// True if the file ends before the picture does.
    is_cut_off: bool,
    /// The share of the reading in the probability of all readings with one solution. It is no
    /// probability that the reading is right, and 0 without exactly one solution.
    certainty: f64,
    /// The corners of the grid in pixels (x, y), clockwise from its own top left corner.
    corners: Vec<(f64, f64)>,
    /// The doubtful cells: row, column, and a list of other digits with their probabilities.
    doubtful: Vec<Doubt>,
}

#[pymethods]
impl Photo {
    #[new]
    #[pyo3(signature = (puzzle, status, is_certain, certainty, corners, doubtful, is_cut_off=false))]
    fn new(
        puzzle: String,
        status: String,
        is_certain: bool,
        certainty: f64,
        corners: Vec<(f64, f64)>,
        doubtful: Vec<Doubt>,
        is_cut_off: bool,
    ) -> Self {
        Self {
            puzzle,
            status,
            is_certain,
            is_cut_off,
            certainty,
            corners,
            doubtful,
        }
    }

    fn __str__(&self) -> &str {
        &self.puzzle
    }

    fn __repr__(&self) -> String {
        let certain = if self.is_certain {
            "certain"
        } else {
            "doubtful"
        };
        format!("<Photo {}, {}, {certain}>", self.puzzle, self.status)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = (
            &self.puzzle,
            &self.status,
            self.is_certain,
            self.certainty,
            self.corners.clone(),
            self.doubtful.clone(),
            self.is_cut_off,
        );
        (py.get_type::<Self>(), parts).into_pyobject(py)
    }
}

impl Photo {
    fn from_reading(reading: &PhotoReading, is_cut_off: bool) -> Self {
        let report = PhotoReport::from(reading);
        let cells = report.cells.iter().enumerate();
        Self {
            puzzle: reading.to_string(),
            status: reading.verdict.name().to_owned(),
            is_certain: report.is_certain,
            is_cut_off,
            certainty: exact(report.certainty),
            corners: report.corners.map(|[x, y]| (exact(x), exact(y))).to_vec(),
            doubtful: cells
                .filter_map(|(at, cell)| doubt(at, report.size, cell))
                .collect(),
        }
    }
}

/// Returns the decimal number that was rounded, and not its nearest neighbor in 32 bits.
fn exact(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_default()
}

/// Returns the place of a cell in a grid with `size` cells in a row, and what else it may hold.
fn doubt(at: usize, size: usize, cell: &CellReport) -> Option<Doubt> {
    let others = cell.alternatives.iter();
    let others: Vec<_> = others
        .map(|other| (other.digit, exact(other.probability)))
        .collect();
    let place = |number: usize| u8::try_from(number + 1).unwrap_or(u8::MAX);
    (!others.is_empty()).then(|| (place(at / size), place(at % size), others))
}

/// Reads the printed puzzle in a photograph; of several, the clearest. Its size is 4, 6, 8 or 9.
///
/// `picture` is the path of a JPEG, PNG or WebP file, its bytes, or an array of bytes. An array has
/// the shape (height, width) for gray pixels, (height, width, 3) for RGB, or (height, width, 4) for
/// RGBA. Raises `ReadError` if there is no puzzle in it, and `Stopped` if decoding and reading take
/// longer than `seconds`.
///
/// >>> import ndoku
/// >>> ndoku.read_photo(b"a text")
/// Traceback (most recent call last):
/// ...
/// ndoku.ReadError: this is not a JPEG, PNG or WebP picture
#[pyfunction]
#[pyo3(signature = (picture, *, seconds=None))]
pub(crate) fn read_photo(
    py: Python<'_>,
    picture: &Bound<'_, PyAny>,
    seconds: Option<f64>,
) -> PyResult<Photo> {
    let picture = Picture::open(py, picture)?;
    let found = interrupt::run(py, seconds, |budget| {
        let (photo, is_cut_off) = picture.decode(budget)?;
        let reading = ndoku_photo::read_photo_within(&photo, DigitNet::shared(), budget)?;
        Ok(Photo::from_reading(&reading, is_cut_off))
    })?;
    found.map_err(|failure: Failure| failure.into_error(py))
}

/// Reads the puzzles in a photograph, at most six of them: from top to bottom, and those beside
/// each other from left to right.
///
/// Takes the same pictures as `read_photo`, and raises the same exceptions.
///
/// >>> import ndoku
/// >>> ndoku.read_photos(b"a text")
/// Traceback (most recent call last):
/// ...
/// ndoku.ReadError: this is not a JPEG, PNG or WebP picture
#[pyfunction]
#[pyo3(signature = (picture, *, seconds=None))]
pub(crate) fn read_photos(
    py: Python<'_>,
    picture: &Bound<'_, PyAny>,
    seconds: Option<f64>,
) -> PyResult<Vec<Photo>> {
    let picture = Picture::open(py, picture)?;
    let found = interrupt::run(py, seconds, |budget| {
        let (photo, is_cut_off) = picture.decode(budget)?;
        let all = ndoku_photo::read_photos_within(&photo, DigitNet::shared(), budget)?;
        let photos = all.readings.iter();
        let photos = photos.map(|reading| Photo::from_reading(reading, is_cut_off));
        Ok(photos.collect())
    })?;
    found.map_err(|failure: Failure| failure.into_error(py))
}

/// The reason why a picture gives no puzzle.
enum Failure {
    Decode(DecodeError),
    Read(PhotoError),
}

impl From<DecodeError> for Failure {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<PhotoError> for Failure {
    fn from(error: PhotoError) -> Self {
        Self::Read(error)
    }
}

impl Failure {
    fn into_error(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Decode(DecodeError::Stopped(reason))
            | Self::Read(PhotoError::Stopped(reason)) => stopped(reason),
            Self::Decode(error) => picture_error(py, &error.to_string(), None),
            Self::Read(error) => picture_error(py, &error.to_string(), Some(error.hint())),
        }
    }
}

/// A picture before it is decoded.
enum Picture {
    File(Vec<u8>),
    Pixels(GrayPhoto),
}

impl Picture {
    /// Returns the picture of an argument.
    fn open(py: Python<'_>, picture: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = picture.cast::<PyBytes>() {
            return Ok(Self::File(bytes.as_bytes().to_vec()));
        }
        if let Ok(path) = picture.extract::<PathBuf>() {
            let read = py.detach(|| read_file(&path));
            return Ok(Self::File(read.map_err(|error| os_error(&error, &path))?));
        }
        let Ok(pixels) = PyBuffer::<u8>::get(picture) else {
            return Err(PyTypeError::new_err(
                "a picture is a path, bytes, or an array of bytes (uint8)",
            ));
        };
        // An array may claim more than there is memory for, since views repeat rows.
        if pixels.item_count() as u64 > DecodeLimits::default().max_bytes {
            return Err(PyValueError::new_err("a picture has at most 512 MiB"));
        }
        let bytes = pixels.to_vec(py)?;
        let photo = match *pixels.shape() {
            [_] => return Ok(Self::File(bytes)),
            [height, width] => GrayPhoto::new(width, height, bytes),
            [height, width, 3] => {
                ndoku_photo::ColorPhoto::new(width, height, bytes).map(|photo| photo.to_gray())
            }
            [height, width, 4] => GrayPhoto::from_rgba(width, height, &bytes),
            _ => None,
        };
        photo.map(Self::Pixels).ok_or_else(|| {
            PyValueError::new_err(
                "an array has the shape (height, width), or 3 or 4 bytes per pixel",
            )
        })
    }

    /// Returns the gray picture, and true if its file ends too early.
    fn decode(self, budget: &Budget<'_>) -> Result<(GrayPhoto, bool), DecodeError> {
        match self {
            Self::Pixels(photo) => Ok((photo, false)),
            Self::File(bytes) => {
                let photo = decode_within(&bytes, &DecodeLimits::default(), budget)?;
                Ok((photo.to_gray(), is_cut_off(&bytes)))
            }
        }
    }
}

/// Returns the exception for a file, with its number and path as Python gives them.
fn os_error(error: &io::Error, path: &Path) -> PyErr {
    let text = error.to_string();
    // Rust appends the number.
    let text = text
        .split(" (os error")
        .next()
        .unwrap_or_default()
        .to_owned();
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, text, path.as_os_str().to_owned())),
        None => PyOSError::new_err(text),
    }
}

/// Reads a file of at most [`MAX_FILE`] bytes.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_FILE + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE {
        let message = "a picture has at most 256 MiB";
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}
