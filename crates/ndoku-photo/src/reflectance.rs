//! Even light: every pixel is divided by the brightness of the paper around it.
//!
//! The paper is the mean of those pixels in a window that are brighter than the mean of the window.
//! Two passes over summed-area tables (Crow, SIGGRAPH 1984) give both means, whatever the size of
//! the window is.

use crate::geometry::Point;
use crate::photo::GrayPhoto;

/// A picture in even light: 1 is paper, and 0 is black. What is brighter than paper has at most
/// 1.5.
#[derive(Clone, Debug)]
pub(crate) struct Reflectance {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

/// Brightness below which a pixel counts as unlit, so that noise in the dark is no ink.
const MIN_PAPER: f32 = 12.0;

/// Largest value. A lamp that is reflected would hide the lines beside it.
const MAX_VALUE: f32 = 1.5;

/// Radius up to which the sums of squares fit in 32 bits.
const MAX_RADIUS: usize = 1_000;

impl Reflectance {
    /// Divides a picture by its paper, which is estimated in squares of `2 · radius + 1` pixels. A
    /// radius above 1,000 counts as 1,000.
    pub(crate) fn new(photo: &GrayPhoto, radius: usize) -> Self {
        let radius = radius.min(MAX_RADIUS);
        let (width, height) = (photo.width(), photo.height());
        let pixels = photo.pixels();
        let sums = WindowSums::new(width, height, pixels.iter().map(|pixel| u32::from(*pixel)));
        let mut bright = vec![0_u8; pixels.len()];
        for y in 0..height {
            for x in 0..width {
                let (sum, area) = sums.window(x, y, radius);
                let at = y * width + x;
                if u32::from(pixels[at]) * area >= sum {
                    bright[at] = pixels[at];
                }
            }
        }
        // A black pixel counts as no paper, even if all pixels around it are black.
        let count = bright.iter().map(|pixel| u32::from(*pixel != 0));
        let count = WindowSums::new(width, height, count);
        let bright = bright.into_iter().map(u32::from);
        let bright = WindowSums::new(width, height, bright);
        let mut values = Vec::with_capacity(pixels.len());
        for y in 0..height {
            for x in 0..width {
                let (bright, _) = bright.window(x, y, radius);
                let (count, _) = count.window(x, y, radius);
                let paper = (bright as f32 / count.max(1) as f32).max(MIN_PAPER);
                values.push((f32::from(pixels[y * width + x]) / paper).min(MAX_VALUE));
            }
        }
        Self {
            width,
            height,
            values,
        }
    }

    /// Returns the number of pixels in a row.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub(crate) const fn height(&self) -> usize {
        self.height
    }

    /// Returns the values, row by row.
    pub(crate) fn values(&self) -> &[f32] {
        &self.values
    }

    /// Returns the values with dark parts filled that are narrower than `2 · radius + 1` pixels in
    /// one direction: the morphological closing with a square.
    pub(crate) fn closed(&self, radius: usize) -> Vec<f32> {
        let (width, height) = (self.width, self.height);
        let wider = filter_rows(&self.values, width, radius, f32::max);
        let wider = transpose(
            &filter_rows(&transpose(&wider, width), height, radius, f32::max),
            height,
        );
        let closed = filter_rows(&wider, width, radius, f32::min);
        transpose(
            &filter_rows(&transpose(&closed, width), height, radius, f32::min),
            height,
        )
    }

    /// Returns the value at a place between pixels. The picture continues beyond its border with
    /// the values of the border.
    pub(crate) fn sample(&self, at: Point) -> f32 {
        let limit = |value: f32, size: usize| value.clamp(0.0, (size - 1) as f32);
        let (x, y) = (limit(at.x, self.width), limit(at.y, self.height));
        let (left, top) = (x as usize, y as usize);
        let (right, bottom) = (
            (left + 1).min(self.width - 1),
            (top + 1).min(self.height - 1),
        );
        let (dx, dy) = (x - left as f32, y - top as f32);
        let value = |x: usize, y: usize| self.values[y * self.width + x];
        let above = value(left, top) * (1.0 - dx) + value(right, top) * dx;
        let below = value(left, bottom) * (1.0 - dx) + value(right, bottom) * dx;
        above * (1.0 - dy) + below * dy
    }

    /// Returns `true` if a place is in the picture, or less than `margin` pixels outside.
    pub(crate) fn contains(&self, at: Point, margin: f32) -> bool {
        let within =
            |value: f32, size: usize| value > -margin && value < size as f32 - 1.0 + margin;
        within(at.x, self.width) && within(at.y, self.height)
    }
}

/// Returns the rows of a picture as columns. `width` is the length of a row.
fn transpose(values: &[f32], width: usize) -> Vec<f32> {
    let height = values.len() / width.max(1);
    let mut transposed = vec![0.0; values.len()];
    for (y, row) in values.chunks_exact(width).enumerate() {
        for (x, value) in row.iter().enumerate() {
            transposed[x * height + y] = *value;
        }
    }
    transposed
}

/// Replaces every value by the extreme of its row up to `radius` away. The window is the end of one
/// block and the beginning of the next (van Herk, Pattern Recognition Letters 13, 1992).
fn filter_rows(
    values: &[f32],
    width: usize,
    radius: usize,
    extreme: fn(f32, f32) -> f32,
) -> Vec<f32> {
    // Beyond the row, its border is repeated.
    let radius = radius.min(width - 1);
    let block = 2 * radius + 1;
    let mut filtered = Vec::with_capacity(values.len());
    let mut padded = vec![0.0; (width + 2 * radius).next_multiple_of(block)];
    let mut ahead = padded.clone();
    let mut behind = padded.clone();
    for row in values.chunks_exact(width) {
        for (at, value) in padded.iter_mut().enumerate() {
            *value = row[at.saturating_sub(radius).min(width - 1)];
        }
        for start in (0..padded.len()).step_by(block) {
            ahead[start] = padded[start];
            for at in start + 1..start + block {
                ahead[at] = extreme(ahead[at - 1], padded[at]);
            }
            behind[start + block - 1] = padded[start + block - 1];
            for at in (start..start + block - 1).rev() {
                behind[at] = extreme(behind[at + 1], padded[at]);
            }
        }
        filtered.extend((0..width).map(|at| extreme(behind[at], ahead[at + 2 * radius])));
    }
    filtered
}

/// Sums over squares of any size in constant time. Sums wrap around, and a difference is right as
/// long as the sum of the square itself fits.
struct WindowSums {
    width: usize,
    height: usize,
    /// The sum above and left of each corner of pixels.
    sums: Vec<u32>,
}

impl WindowSums {
    fn new(width: usize, height: usize, values: impl Iterator<Item = u32>) -> Self {
        let stride = width + 1;
        let mut sums = vec![0_u32; stride];
        sums.reserve(stride * height);
        let mut values = values.into_iter();
        for y in 0..height {
            let mut row = 0_u32;
            sums.push(0);
            for x in 1..=width {
                row = row.wrapping_add(values.next().unwrap_or_default());
                sums.push(sums[y * stride + x].wrapping_add(row));
            }
        }
        Self {
            width,
            height,
            sums,
        }
    }

    /// Returns the sum over a square around a pixel, and the number of its pixels.
    fn window(&self, x: usize, y: usize, radius: usize) -> (u32, u32) {
        let (left, right) = (x.saturating_sub(radius), (x + radius + 1).min(self.width));
        let (top, bottom) = (y.saturating_sub(radius), (y + radius + 1).min(self.height));
        let stride = self.width + 1;
        let (above, below) = (top * stride, bottom * stride);
        let sum = self.sums[below + right]
            .wrapping_sub(self.sums[below + left])
            .wrapping_sub(self.sums[above + right])
            .wrapping_add(self.sums[above + left]);
        (sum, ((right - left) * (bottom - top)) as u32)
    }
}
