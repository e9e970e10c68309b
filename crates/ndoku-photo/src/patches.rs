//! Cell patches: the rectified grid as ink, cut into squares of 32×32 for the classifier.
//!
//! ```text
//!   ┌────────────────────┐   A patch has 32×32 values, row by row. The square of the cell, from
//!   │ 2                  │   border center to border center, fills the central 28×28. Two pixels
//!   │  ┌──────────────┐  │   of surroundings remain on each side.
//!   │  │    28 × 28   │  │
//!   │  └──────────────┘  │   A value is ink: 0 is the paper nearby, 1 is the darkest ink of the
//!   └────────────────────┘   grid. Values are clamped to 0..=1.
//! ```

use crate::geometry::Point;
use crate::lattice::Lattice;
use crate::photo::GrayPhoto;
use crate::reflectance::Reflectance;

/// Side of a patch in pixels.
pub const PATCH_SIDE: usize = 32;

/// Number of values in a patch.
pub const PATCH_AREA: usize = PATCH_SIDE * PATCH_SIDE;

/// Side of a cell in a patch.
const CELL: usize = 28;

/// Width of the surroundings of a cell in a patch.
const MARGIN: usize = (PATCH_SIDE - CELL) / 2;

/// Share of the pixels of a grid that is lighter than its darkest ink.
const INK_SHARE: f32 = 0.97;

/// Contrast below which noise would be taken for ink.
const MIN_CONTRAST: f32 = 0.05;

/// Part of a border at each of its ends that is not measured, because other lines cross there.
const BORDER_END: usize = 5;

/// Distance from a border up to which ink belongs to it. Thick lines are as wide, and few digits
/// come so near.
const BORDER_REACH: usize = 4;

/// The border between a cell and the one to its right, or below it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Border {
    pub row: usize,
    pub column: usize,
    /// `true` for the border to the cell below.
    pub is_below: bool,
}

/// A rectified grid in ink.
#[derive(Clone, Debug)]
pub struct InkGrid {
    /// Number of cells in a row.
    size: usize,
    /// Number of pixels in a row, with the margins.
    side: usize,
    ink: Vec<f32>,
}

impl InkGrid {
    /// Rectifies the grid that a lattice describes.
    #[must_use]
    pub fn new(photo: &GrayPhoto, lattice: &Lattice) -> Self {
        let view = View::new(photo, lattice);
        let size = lattice.size;
        let side = size * CELL + 2 * MARGIN;
        let mut ink = Vec::with_capacity(side * side);
        let place = |at: usize, offset: f32| (at as f32 + offset - MARGIN as f32) / CELL as f32;
        for y in 0..side {
            for x in 0..side {
                let mut sum = 0.0;
                for (dx, dy) in view.taps {
                    let point = Point::new(place(x, *dx), place(y, *dy));
                    sum += view.picture.sample(view.place(lattice.map(point)));
                }
                ink.push(1.0 - sum / view.taps.len() as f32);
            }
        }
        let mut sorted: Vec<f32> = (MARGIN..side - MARGIN)
            .flat_map(|y| &ink[y * side + MARGIN..(y + 1) * side - MARGIN])
            .copied()
            .collect();
        let at = ((sorted.len() - 1) as f32 * INK_SHARE) as usize;
        let (_, darkest, _) = sorted.select_nth_unstable_by(at, f32::total_cmp);
        let contrast = darkest.max(MIN_CONTRAST);
        for value in &mut ink {
            *value = (*value / contrast).clamp(0.0, 1.0);
        }
        Self { size, side, ink }
    }

    /// Returns the number of cells in a row.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns the ink at a border between two cells of a row, or of a column: the mean over the
    /// middle of the border, of the sum across it.
    pub(crate) fn border_ink(&self, border: Border) -> f32 {
        let along = BORDER_END..CELL - BORDER_END;
        let across = CELL - BORDER_REACH..CELL + BORDER_REACH;
        let (top, left) = (border.row * CELL + MARGIN, border.column * CELL + MARGIN);
        let length = along.len() as f32;
        let pixels = along.flat_map(|along| across.clone().map(move |across| (along, across)));
        let ink = pixels.map(|(along, across)| {
            let (y, x) = if border.is_below {
                (top + across, left + along)
            } else {
                (top + along, left + across)
            };
            self.ink.get(y * self.side + x).copied().unwrap_or(0.0)
        });
        ink.sum::<f32>() / length
    }

    /// Returns the grid turned counterclockwise by a quarter.
    #[must_use]
    pub fn turned(&self) -> Self {
        let side = self.side;
        let at = |x: usize, y: usize| self.ink[x * side + (side - 1 - y)];
        let pixels = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        Self {
            ink: pixels.map(|(x, y)| at(x, y)).collect(),
            ..*self
        }
    }

    /// Returns the patch of a cell. Rows and columns count from 0; outside the grid, it is blank.
    #[must_use]
    pub fn patch(&self, row: usize, column: usize) -> [f32; PATCH_AREA] {
        let mut patch = [0.0; PATCH_AREA];
        if row < self.size && column < self.size {
            for (y, line) in patch.chunks_exact_mut(PATCH_SIDE).enumerate() {
                let start = (row * CELL + y) * self.side + column * CELL;
                line.copy_from_slice(&self.ink[start..start + PATCH_SIDE]);
            }
        }
        patch
    }
}

/// The part of a photograph around a grid in even light, at about the resolution of the patches.
struct View {
    picture: Reflectance,
    left: f32,
    top: f32,
    factor: f32,
    /// Places in each pixel of a patch whose mean is its value.
    taps: &'static [(f32, f32)],
}

impl View {
    fn new(photo: &GrayPhoto, lattice: &Lattice) -> Self {
        let cell = lattice.cell_side();
        let outer = lattice.size as f32 + 1.0;
        let corners = [(-1.0, -1.0), (outer, -1.0), (outer, outer), (-1.0, outer)];
        let corners = corners.map(|(x, y)| lattice.map(Point::new(x, y)));
        let bound = |values: [f32; 4], size: usize| {
            let least = values.into_iter().fold(f32::MAX, f32::min);
            let most = values.into_iter().fold(f32::MIN, f32::max);
            let last = (size - 1) as f32;
            let first = least.clamp(0.0, last) as usize;
            (first, most.clamp(0.0, last) as usize - first + 1)
        };
        let (left, width) = bound(corners.map(|corner| corner.x), photo.width());
        let (top, height) = bound(corners.map(|corner| corner.y), photo.height());
        let factor = ((cell / CELL as f32) as usize).max(1);
        let small = photo.crop(left, top, width, height).shrink(factor);
        let small_cell = cell / factor as f32;
        let radius = (small_cell.round() as usize).max(4);
        let taps: &[(f32, f32)] = if small_cell > CELL as f32 * 1.2 {
            &[(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]
        } else {
            &[(0.5, 0.5)]
        };
        Self {
            picture: Reflectance::new(&small, radius),
            left: left as f32,
            top: top as f32,
            factor: factor as f32,
            taps,
        }
    }

    /// Returns the place in the view of a place in the photograph.
    fn place(&self, point: Point) -> Point {
        let middle = (self.factor - 1.0) / 2.0;
        Point::new(
            (point.x - self.left - middle) / self.factor,
            (point.y - self.top - middle) / self.factor,
        )
    }
}
