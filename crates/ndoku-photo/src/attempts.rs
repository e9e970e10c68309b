//! Other pictures that are tried if nothing is found: with paper around the picture, and its
//! negative.

use crate::geometry::Point;
use crate::lattice::Lattice;
use crate::photo::GrayPhoto;
use crate::photo_error::PhotoError;
use crate::photo_reading::PhotoReadings;

/// Mean brightness below which the ground of the grid may be dark.
const MAX_DARK_GROUND: f32 = 110.0;

/// Divisor of the shorter side of a picture, which gives the width of the paper around it: about a
/// cell.
const PADDING: usize = 10;

/// Share of the pixels that are darker than paper.
const DARKER: f32 = 0.8;

/// Distance in cells by which a corner may be outside the picture before it got paper around it. A
/// picture that was cropped at a grid may lack half of its outer line, but no more.
const MAX_OUTSIDE: f32 = 0.15;

/// Reads a picture. If no whole grid is found, reads it with paper around it: it may end at the
/// outer lines. If nothing is found in a dark picture, its negative is read: the lines and digits
/// of a screen may be light.
///
/// # Errors
/// Returns the reason why nothing is found in the picture itself.
pub(crate) fn read_any(
    photo: &GrayPhoto,
    read: impl Fn(&GrayPhoto) -> Result<PhotoReadings, PhotoError>,
) -> Result<PhotoReadings, PhotoError> {
    let result = read_padded(photo, &read);
    if is_not_found(&result) && mean_brightness(photo) < MAX_DARK_GROUND {
        return prefer_second(result, read_padded(&photo.inverted(), &read));
    }
    result
}

/// Reads a picture, and with paper around it if it has no whole grid.
fn read_padded(
    photo: &GrayPhoto,
    read: &impl Fn(&GrayPhoto) -> Result<PhotoReadings, PhotoError>,
) -> Result<PhotoReadings, PhotoError> {
    let result = read(photo);
    let has_no_whole_grid = |error: &PhotoError| {
        matches!(
            error,
            PhotoError::NoGrid
                | PhotoError::CutOff
                | PhotoError::NoPuzzle { .. }
                | PhotoError::TooManyCells { .. }
                | PhotoError::GridsTooSmall { .. }
        )
    };
    if !result.as_ref().is_err_and(has_no_whole_grid) {
        return result;
    }
    let width = photo.width().min(photo.height()) / PADDING;
    let padded = read(&photo.padded(width, paper(photo)));
    let padded = padded.and_then(|mut all| {
        let readings = &mut all.readings;
        for reading in readings.iter_mut() {
            reading.lattice = reading.lattice.moved(-(width as f32));
        }
        // Paper does not make another grid more likely.
        readings.retain(|reading| {
            let lattice = &reading.lattice;
            outside(photo, lattice) <= MAX_OUTSIDE && ends_at_border(photo, lattice)
        });
        if readings.is_empty() {
            return Err(PhotoError::NoGrid);
        }
        Ok(all)
    });
    prefer_second(result, padded)
}

/// Returns the second result, or the first one if the second one says only that nothing is found.
fn prefer_second<R>(
    first: Result<R, PhotoError>,
    second: Result<R, PhotoError>,
) -> Result<R, PhotoError> {
    if is_not_found(&second) { first } else { second }
}

/// Returns `true` for an error, unless the budget was used up.
const fn is_not_found<R>(result: &Result<R, PhotoError>) -> bool {
    !matches!(result, Ok(_) | Err(PhotoError::Stopped(_)))
}

/// Returns the mean of the pixels of a picture, from 0 to 255.
pub(crate) fn mean_brightness(photo: &GrayPhoto) -> f32 {
    let pixels = photo.pixels();
    let sum: u64 = pixels.iter().map(|pixel| u64::from(*pixel)).sum();
    sum as f32 / pixels.len().max(1) as f32
}

/// Returns the brightness of paper.
fn paper(photo: &GrayPhoto) -> u8 {
    let mut counts = [0_usize; 256];
    for pixel in photo.pixels() {
        counts[usize::from(*pixel)] += 1;
    }
    let darker = (photo.pixels().len() as f32 * DARKER) as usize;
    let sums = counts.iter().scan(0, |sum, count| {
        *sum += count;
        Some(*sum)
    });
    let value = sums.take_while(|sum| *sum <= darker).count();
    u8::try_from(value).unwrap_or(u8::MAX)
}

/// Returns how far a corner of a lattice is outside the picture, in cells.
pub(crate) fn outside(photo: &GrayPhoto, lattice: &Lattice) -> f32 {
    let beyond = |value: f32, size: usize| (-value).max(value - (size - 1) as f32);
    lattice
        .corners()
        .iter()
        .map(|corner| beyond(corner.x, photo.width()).max(beyond(corner.y, photo.height())))
        .fold(0.0, f32::max)
        / lattice.cell_side().max(1.0)
}

/// Returns `true` if a side of a lattice lies on the border of the picture. A lattice that lacks
/// lines there is the visible part of a larger grid.
pub(crate) fn ends_at_border(photo: &GrayPhoto, lattice: &Lattice) -> bool {
    let corners = lattice.corners();
    let half_cell = lattice.cell_side() / 2.0;
    let right = (photo.width() - 1) as f32 - half_cell;
    let bottom = (photo.height() - 1) as f32 - half_cell;
    let borders: [&dyn Fn(&Point) -> bool; 4] = [
        &|corner| corner.x < half_cell,
        &|corner| corner.y < half_cell,
        &|corner| corner.x > right,
        &|corner| corner.y > bottom,
    ];
    borders
        .iter()
        .any(|is_there| corners.iter().filter(|corner| is_there(corner)).count() >= 2)
}
