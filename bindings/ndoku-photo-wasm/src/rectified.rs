//! The picture of a grid without its perspective, in color.

use ndoku_photo::Point;

/// Width of the paper around the grid, in cells.
pub(crate) const MARGIN: f32 = 0.25;

/// Width and height in pixels of a cell of a 9×9 grid.
const CELL: usize = 64;

/// Width and height of the picture in pixels: nine such cells and two margins. Cells of smaller
/// grids are larger.
pub(crate) const SIDE: usize = CELL * 9 + CELL / 2;

/// Distance in pixels between exact places. Those between them are interpolated.
const STEP: usize = 8;

/// Returns the pixels of a grid with `size` cells in a row, in rows of [`SIDE`]. `place` maps
/// points of the grid, in cells from its top left corner, to the pixels of a picture of `width` ×
/// `height`.
pub(crate) fn rectify(
    pixels: &[u8],
    (width, height): (usize, usize),
    size: usize,
    place: impl Fn(Point) -> Point,
) -> Vec<u8> {
    let knots = SIDE / STEP + 1;
    let cell = SIDE as f32 / (size as f32 + 2.0 * MARGIN);
    let at = |knot: usize| (knot * STEP) as f32 / cell - MARGIN;
    let places: Vec<Point> = (0..knots * knots)
        .map(|knot| place(Point::new(at(knot % knots), at(knot / knots))))
        .collect();
    let mix = |a: f32, b: f32, share: f32| a + (b - a) * share;
    let mut rectified = Vec::with_capacity(SIDE * SIDE * 4);
    for y in 0..SIDE {
        for x in 0..SIDE {
            // The center of a pixel is half a pixel from its corner.
            let share = |at: usize| ((at % STEP) as f32 + 0.5) / STEP as f32;
            let first = y / STEP * knots + x / STEP;
            let [a, b, c, d] = [first, first + 1, first + knots, first + knots + 1]
                .map(|knot| places.get(knot).copied().unwrap_or(Point::new(0.0, 0.0)));
            let along = |a: f32, b: f32, c: f32, d: f32| {
                mix(mix(a, b, share(x)), mix(c, d, share(x)), share(y))
            };
            let point = Point::new(along(a.x, b.x, c.x, d.x), along(a.y, b.y, c.y, d.y));
            rectified.extend(color_at(pixels, width, height, point));
        }
    }
    rectified
}

/// Returns the color between the pixels at a place. Outside the picture, it is that of the border.
fn color_at(pixels: &[u8], width: usize, height: usize, point: Point) -> [u8; 4] {
    let inside = |value: f32, size: usize| value.clamp(0.0, size.saturating_sub(1) as f32);
    let (x, y) = (inside(point.x, width), inside(point.y, height));
    let (left, top) = (x as usize, y as usize);
    let (right, bottom) = ((left + 1).min(width - 1), (top + 1).min(height - 1));
    let (across, down) = (x - left as f32, y - top as f32);
    let mut color = [0; 4];
    for (channel, value) in color.iter_mut().enumerate() {
        let of = |x: usize, y: usize| {
            let byte = pixels.get((y * width + x) * 4 + channel);
            byte.copied().map_or(0.0, f32::from)
        };
        let above = of(left, top) * (1.0 - across) + of(right, top) * across;
        let below = of(left, bottom) * (1.0 - across) + of(right, bottom) * across;
        *value = (above * (1.0 - down) + below * down).round() as u8;
    }
    color
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_picture_is_upright() {
        // Each pixel is a cell. The grid is turned by a quarter: its top left is at the top right.
        let (width, height) = (11, 11);
        let pixels: Vec<u8> = (0..width * height)
            .flat_map(|at| [(at % width) as u8 * 20, (at / width) as u8 * 20, 0, 255])
            .collect();
        let rectified = rectify(&pixels, (width, height), 9, |point| {
            Point::new(9.5 - point.y, point.x + 0.5)
        });
        assert_eq!(rectified.len(), SIDE * SIDE * 4);
        let middle = |row: usize, column: usize| {
            let center = |at: usize| at * CELL + CELL / 4 + CELL / 2;
            let at = (center(row) * SIDE + center(column)) * 4;
            (rectified[at], rectified[at + 1])
        };
        assert_eq!(middle(0, 0), (180, 20));
        assert_eq!(middle(0, 8), (180, 180));
        assert_eq!(middle(8, 0), (20, 20));
    }
}
