//! Painting on the grid of a photograph, in perspective.
//!
//! ```text
//! ┌──┬──┬──┐     the place on the sheet is exact at the corners of each tile,
//! │  │ ·│  │     and interpolated for the pixels in it
//! └──┴──┴──┘
//! ```

use std::ops::Range;

use ndoku_solver::{Budget, StopReason};

use crate::geometry::Point;
use crate::photo::{ColorPhoto, GrayPhoto};
use crate::photo_reading::PhotoReading;

/// Number of tiles along a cell. Within a tile, the map is nearly straight.
const TILES_PER_CELL: f32 = 16.0;

/// Side in pixels of the squares of a sheet that are skipped if they are white.
const BLOCK: usize = 8;

/// Largest distance in cells between corners of a tile. A tile across the horizon exceeds it.
const MAX_TILE_REACH: f32 = 1.0;

/// Paints a sheet on the grid that was read. The sheet is a square picture of the whole grid: where
/// it is black, the photograph takes the color (red, green, blue), and where it is white, nothing
/// changes. The time is in proportion to the pixels of the grid in the photograph.
pub fn paint_overlay(
    photo: &mut ColorPhoto,
    reading: &PhotoReading,
    sheet: &GrayPhoto,
    color: [u8; 3],
) {
    // Without limits, there is no error.
    let _ = paint_overlay_within(photo, reading, sheet, color, &Budget::default());
}

/// Paints a sheet like [`paint_overlay`], but stops soon after the budget is used up.
///
/// # Errors
/// Returns the reason then. A part of the sheet may be painted.
pub fn paint_overlay_within(
    photo: &mut ColorPhoto,
    reading: &PhotoReading,
    sheet: &GrayPhoto,
    color: [u8; 3],
    budget: &Budget<'_>,
) -> Result<(), StopReason> {
    let corners = reading.corners();
    let columns = painted_range(corners.map(|corner| corner.x), photo.width());
    let rows = painted_range(corners.map(|corner| corner.y), photo.height());
    let side = ((reading.lattice.cell_side() / TILES_PER_CELL) as usize).max(1);
    let pixels_per_cell = sheet.width() as f32 / reading.size() as f32;
    let corners_at = |y: usize| -> Vec<Option<Point>> {
        let on_sheet = |x: usize| {
            let point = reading.grid_point(Point::new(x as f32, y as f32))?;
            let [x, y] = [point.x, point.y].map(|value| value * pixels_per_cell - 0.5);
            Some(Point::new(x, y))
        };
        let places = (columns.start..columns.end + side).step_by(side);
        places.map(on_sheet).collect()
    };
    let ink = InkBlocks::new(sheet);
    let max_reach = MAX_TILE_REACH * pixels_per_cell;
    let mut above = corners_at(rows.start);
    for top in rows.clone().step_by(side) {
        if let Some(reason) = budget.poll() {
            return Err(reason);
        }
        let below = corners_at(top + side);
        let pairs = above.windows(2).zip(below.windows(2));
        for (left, (above, below)) in columns.clone().step_by(side).zip(pairs) {
            let corners = tile_corners(above, below, max_reach);
            if let Some(corners) = corners.filter(|corners| ink.is_near(corners)) {
                let tile = Tile {
                    corners,
                    side,
                    columns: left..(left + side).min(columns.end),
                    rows: top..(top + side).min(rows.end),
                };
                tile.paint(photo, sheet, color);
            }
        }
        above = below;
    }
    Ok(())
}

/// Returns the pixels along one axis that a grid with these corners covers.
fn painted_range(values: [f32; 4], size: usize) -> Range<usize> {
    let least = values.into_iter().fold(f32::MAX, f32::min).max(0.0) as usize;
    let most = values.into_iter().fold(0.0, f32::max).ceil() as usize;
    // Bent paper reaches a little beyond its corners.
    let reach = (most.saturating_sub(least)) / 18;
    least.saturating_sub(reach)..(most + reach).min(size)
}

/// Returns the corners of a tile, row by row, unless one has no place or the horizon is among them.
fn tile_corners(
    above: &[Option<Point>],
    below: &[Option<Point>],
    max_reach: f32,
) -> Option<[Point; 4]> {
    let (&[Some(a), Some(b)], &[Some(c), Some(d)]) = (above, below) else {
        return None;
    };
    let is_near = a.distance(d) <= max_reach && b.distance(c) <= max_reach;
    is_near.then_some([a, b, c, d])
}

/// A small square of the photograph.
struct Tile {
    /// The places of its corners on the sheet, row by row.
    corners: [Point; 4],
    /// The distance of the corners in pixels.
    side: usize,
    /// Its pixels that are painted.
    columns: Range<usize>,
    rows: Range<usize>,
}

impl Tile {
    fn paint(&self, photo: &mut ColorPhoto, sheet: &GrayPhoto, color: [u8; 3]) {
        let [a, b, c, d] = self.corners;
        let (width, side) = (photo.width(), self.side as f32);
        for (down, y) in self.rows.clone().enumerate() {
            let share = down as f32 / side;
            let (from, to) = (a.lerp(c, share), b.lerp(d, share));
            let start = y * width;
            let bytes = (start + self.columns.start) * 3..(start + self.columns.end) * 3;
            let (pixels, _) = photo.pixels_mut()[bytes].as_chunks_mut::<3>();
            for (across, pixel) in pixels.iter_mut().enumerate() {
                let cover = coverage(sheet, from.lerp(to, across as f32 / side));
                if cover > 0.0 {
                    for (value, color) in pixel.iter_mut().zip(color) {
                        let mixed = f32::from(*value) * (1.0 - cover) + f32::from(color) * cover;
                        *value = mixed.round() as u8;
                    }
                }
            }
        }
    }
}

/// The squares of a sheet that are not white.
struct InkBlocks {
    in_row: usize,
    has_ink: Vec<bool>,
}

impl InkBlocks {
    fn new(sheet: &GrayPhoto) -> Self {
        let in_row = sheet.width().div_ceil(BLOCK);
        let mut has_ink = vec![false; in_row * sheet.height().div_ceil(BLOCK)];
        for (y, row) in sheet.pixels().chunks_exact(sheet.width()).enumerate() {
            for (at, block) in row.chunks(BLOCK).enumerate() {
                has_ink[y / BLOCK * in_row + at] |= block.iter().any(|pixel| *pixel < u8::MAX);
            }
        }
        Self { in_row, has_ink }
    }

    /// Returns `true` if a square between these places, or next to them, has ink.
    fn is_near(&self, places: &[Point; 4]) -> bool {
        let blocks = |values: [f32; 4], count: usize| {
            let least = values.into_iter().fold(f32::MAX, f32::min) - 1.0;
            let most = values.into_iter().fold(f32::MIN, f32::max) + 1.0;
            let from = (least.max(0.0) as usize) / BLOCK;
            // A negative limit leaves nothing.
            let to = if most < 0.0 {
                0
            } else {
                most as usize / BLOCK + 1
            };
            from..to.min(count)
        };
        let columns = blocks(places.map(|place| place.x), self.in_row);
        let rows = blocks(
            places.map(|place| place.y),
            self.has_ink.len() / self.in_row,
        );
        !columns.is_empty()
            && rows
                .into_iter()
                .any(|row| self.has_ink[row * self.in_row..][columns.clone()].contains(&true))
    }
}

/// Returns how dark a sheet is at a place between pixels, from 0 to 1; 0 outside.
fn coverage(sheet: &GrayPhoto, place: Point) -> f32 {
    let (left, top) = (place.x.floor(), place.y.floor());
    let value = |dx: f32, dy: f32| {
        let (x, y) = (left + dx, top + dy);
        let is_inside =
            x >= 0.0 && y >= 0.0 && x < sheet.width() as f32 && y < sheet.height() as f32;
        if is_inside {
            let at = y as usize * sheet.width() + x as usize;
            1.0 - f32::from(sheet.pixels()[at]) / 255.0
        } else {
            0.0
        }
    };
    let (right, down) = (place.x - left, place.y - top);
    let above = value(0.0, 0.0) * (1.0 - right) + value(1.0, 0.0) * right;
    let below = value(0.0, 1.0) * (1.0 - right) + value(1.0, 1.0) * right;
    above * (1.0 - down) + below * down
}
