//! Painting on the grid of a photograph, in perspective.

use crate::geometry::Point;
use crate::photo::{ColorPhoto, GrayPhoto};
use crate::photo_reading::PhotoReading;

/// Paints a sheet on the grid that was read. The sheet is a square picture of the whole grid: where
/// it is black, the photograph takes the color (red, green, blue), and where it is white, nothing
/// changes. The time is in proportion to the pixels of the grid in the photograph.
pub fn paint_overlay(
    photo: &mut ColorPhoto,
    reading: &PhotoReading,
    sheet: &GrayPhoto,
    color: [u8; 3],
) {
    let corners = reading.corners();
    let (width, height) = (photo.width(), photo.height());
    let range = |values: [f32; 4], size: usize| {
        let least = values.into_iter().fold(f32::MAX, f32::min).max(0.0) as usize;
        let most = values.into_iter().fold(0.0, f32::max).ceil() as usize;
        // Bent paper reaches a little beyond its corners.
        let reach = (most.saturating_sub(least)) / 18;
        least.saturating_sub(reach)..(most + reach).min(size)
    };
    let columns = range(corners.map(|corner| corner.x), width);
    let pixels_per_cell = sheet.width() as f32 / reading.size() as f32;
    for y in range(corners.map(|corner| corner.y), height) {
        for x in columns.clone() {
            let Some(point) = reading.grid_point(Point::new(x as f32, y as f32)) else {
                continue;
            };
            let place = Point::new(
                point.x * pixels_per_cell - 0.5,
                point.y * pixels_per_cell - 0.5,
            );
            let cover = coverage(sheet, place);
            if cover > 0.0 {
                let at = (y * width + x) * 3;
                let pixel = &mut photo.pixels_mut()[at..at + 3];
                for (value, color) in pixel.iter_mut().zip(color) {
                    let mixed = f32::from(*value) * (1.0 - cover) + f32::from(color) * cover;
                    *value = mixed.round() as u8;
                }
            }
        }
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
