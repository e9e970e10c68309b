//! Pictures of printed puzzles made by the test: a page with a grid, seen through a camera.
//!
//! ```text
//! page, 40 pixels a cell ─ perspective ─ light, blur, noise ─▶ GrayPhoto
//! ```
// Each test uses a part.
#![allow(dead_code, unreachable_pub)]

use ndoku_core::{Layout, Rng};
use ndoku_photo::{GrayPhoto, Homography, Point};
use ndoku_render::canvas::{Segment, Weight};

/// Number of pixels of the page in a cell.
pub const CELL: f32 = 40.0;

/// Width of the margin around the grid, in cells.
pub const MARGIN: f32 = 2.0;

/// A page: brightness from 0 to 1.
#[derive(Clone)]
pub struct Page {
    pub side: usize,
    pub light: Vec<f32>,
}

/// The look of a printed grid.
#[derive(Copy, Clone)]
pub struct Style {
    pub thin: f32,
    pub thick: f32,
    pub border: f32,
    /// Brightness of thin lines.
    pub thin_light: f32,
    pub weight: Weight,
    /// Height of the digits in cells.
    pub height: f32,
    /// Brightness of every second box.
    pub box_light: f32,
}

pub const STYLE: Style = Style {
    thin: 1.5,
    thick: 3.5,
    border: 4.0,
    thin_light: 0.1,
    weight: Weight::Regular,
    height: 0.58,
    box_light: 1.0,
};

impl Page {
    pub fn blank(side: usize) -> Self {
        Self {
            side,
            light: vec![1.0; side * side],
        }
    }

    /// Prints a 9×9 grid with a margin. `clues` has 81 characters.
    pub fn with_grid(clues: &str, style: &Style) -> Self {
        Self::with_layout(&Layout::classic(), clues, style)
    }

    /// Prints a grid with a margin. `clues` has a character for each cell.
    pub fn with_layout(layout: &Layout, clues: &str, style: &Style) -> Self {
        let size = f32::from(layout.size());
        let mut page = Self::blank(((size + 2.0 * MARGIN) * CELL) as usize);
        page.print_layout(layout, clues, style, [MARGIN * CELL, MARGIN * CELL, CELL]);
        page
    }

    /// Prints a 9×9 grid at a place.
    pub fn print_grid(&mut self, clues: &str, style: &Style, left: f32, top: f32, cell: f32) {
        self.print_layout(&Layout::classic(), clues, style, [left, top, cell]);
    }

    /// Prints a grid at a place: left, top, and the side of a cell.
    pub fn print_layout(
        &mut self,
        layout: &Layout,
        clues: &str,
        style: &Style,
        [left, top, cell]: [f32; 3],
    ) {
        let size = usize::from(layout.size());
        let region = |row: usize, column: usize| {
            let is_inside = row < size && column < size;
            is_inside.then(|| layout.box_number(layout.cell(row * size + column)))
        };
        let place = |at: usize| at as f32 * cell;
        for (row, column) in (0..size * size).map(|at| (at / size, at % size)) {
            if (row / 3 + column / 3) % 2 == 1 {
                let (x, y) = (left + place(column), top + place(row));
                self.fill(x, y, cell, cell, style.box_light);
            }
        }
        // Thin lines first, so that thick ones are whole.
        for is_thick in [false, true] {
            for (line, at) in (0..=size).flat_map(|line| (0..size).map(move |at| (line, at))) {
                for is_row in [true, false] {
                    let side = |line: usize| match is_row {
                        true => region(line, at),
                        false => region(at, line),
                    };
                    let sides = [line.checked_sub(1).and_then(side), side(line)];
                    let is_outer = sides.contains(&None);
                    let is_border = sides[0] != sides[1];
                    if is_border != is_thick {
                        continue;
                    }
                    let (width, light) = match (is_outer, is_border) {
                        (true, _) => (style.border, 0.1),
                        (_, true) => (style.thick, 0.1),
                        _ => (style.thin, style.thin_light),
                    };
                    let width = width * cell / CELL;
                    let (across, along) = (place(line) - width / 2.0, place(at) - width / 2.0);
                    let (length, x, y) = (cell + width, left, top);
                    if is_row {
                        self.fill(x + along, y + across, length, width, light);
                    } else {
                        self.fill(x + across, y + along, width, length, light);
                    }
                }
            }
        }
        for (number, clue) in clues.chars().enumerate().filter(|(_, clue)| *clue != '.') {
            let (row, column) = ((number / size) as f32, (number % size) as f32);
            let center = (left + (column + 0.5) * cell, top + (row + 0.5) * cell);
            self.print(clue, style.weight, center, style.height * cell, 0.1);
        }
    }

    pub fn fill(&mut self, left: f32, top: f32, width: f32, height: f32, light: f32) {
        let range = |from: f32, length: f32| {
            let limit = |value: f32| (value.max(0.0) as usize).min(self.side);
            limit(from)..limit(from + length + 1.0)
        };
        let cover = |at: usize, from: f32, length: f32| {
            let at = at as f32;
            ((at + 1.0).min(from + length) - at.max(from)).clamp(0.0, 1.0)
        };
        for y in range(top, height) {
            for x in range(left, width) {
                let share = cover(x, left, width) * cover(y, top, height);
                let pixel = &mut self.light[y * self.side + x];
                *pixel = *pixel * (1.0 - share) + light.min(*pixel) * share;
            }
        }
    }

    /// Prints a character whose capital height is `height` around a center.
    pub fn print(
        &mut self,
        character: char,
        weight: Weight,
        center: (f32, f32),
        height: f32,
        light: f32,
    ) {
        let glyph = weight.glyph(character);
        let scale = height / 714.0;
        let (left, base) = (
            center.0 - weight.advance(glyph) as f32 * scale / 2.0,
            center.1 + height / 2.0,
        );
        let lines = flatten(&weight.outline(glyph).0);
        let lines: Vec<[(f32, f32); 2]> = lines
            .iter()
            .map(|line| line.map(|(x, y)| (left + x * scale, base + y * scale)))
            .collect();
        let reach = height * 1.2;
        let range = |center: f32| {
            let limit = |value: f32| (value.max(0.0) as usize).min(self.side);
            limit(center - reach)..limit(center + reach)
        };
        for y in range(center.1) {
            for x in range(center.0) {
                let inside = (0..9)
                    .filter(|tap| {
                        let dx = (tap % 3) as f32 / 3.0 + 1.0 / 6.0;
                        let dy = (tap / 3) as f32 / 3.0 + 1.0 / 6.0;
                        winding(&lines, x as f32 + dx, y as f32 + dy) != 0
                    })
                    .count();
                let share = inside as f32 / 9.0;
                let pixel = &mut self.light[y * self.side + x];
                *pixel = *pixel * (1.0 - share) + light.min(*pixel) * share;
            }
        }
    }

    /// Writes one of three digits into the cell with this corner: a loop, an open 4 or a bent 9, in
    /// gray strokes that lean and sway. No two are alike.
    pub fn write_by_hand(&mut self, number: usize, left: f32, top: f32) {
        let strokes: [&[(f32, f32)]; 3] = [
            &[
                (0.15, 0.3),
                (0.5, 0.05),
                (0.85, 0.3),
                (0.4, 0.8),
                (0.1, 0.95),
                (0.2, 0.7),
                (0.5, 0.85),
                (1.0, 0.9),
            ],
            &[
                (0.3, 0.0),
                (0.0, 0.55),
                (0.95, 0.5),
                (0.7, 0.1),
                (0.6, 1.05),
            ],
            &[
                (0.8, 0.15),
                (0.35, 0.0),
                (0.1, 0.3),
                (0.5, 0.45),
                (0.85, 0.1),
                (0.75, 0.8),
                (0.4, 1.05),
                (0.1, 0.9),
            ],
        ];
        let mut rng = Rng::new(number as u64);
        let mut unsteady = |at: f32| at + (rng.below(200) as f32 / 1000.0 - 0.1);
        let points: Vec<(f32, f32)> = strokes[number % 3]
            .iter()
            .map(|(x, y)| (unsteady(*x), unsteady(*y)))
            .collect();
        for (part, pair) in points.windows(2).enumerate() {
            for step in 0..=60 {
                let share = step as f32 / 60.0;
                let mix = |from: f32, to: f32| from + (to - from) * share;
                let sway = 0.05 * (share * std::f32::consts::PI).sin() * [1.0, -1.0][part % 2];
                let down = mix(pair[0].1, pair[1].1) + sway;
                let across = mix(pair[0].0, pair[1].0) + 0.25 * (0.5 - down) + sway;
                let (x, y) = (
                    left + CELL * (0.2 + 0.6 * across),
                    top + CELL * (0.1 + 0.75 * down),
                );
                self.fill(x - 0.9, y - 0.9, 1.8, 1.8, 0.4);
            }
        }
    }

    /// Prints a grid without digits of `size` cells in each direction.
    pub fn print_lines(&mut self, size: usize, left: f32, top: f32, cell: f32) {
        let side = size as f32 * cell;
        for line in 0..=size {
            let at = line as f32 * cell;
            self.fill(left, top + at, side + 2.0, 2.0, 0.1);
            self.fill(left + at, top, 2.0, side + 2.0, 0.1);
        }
    }

    /// Prints lines of text.
    pub fn print_text(&mut self, text: &str, left: f32, top: f32, height: f32) {
        let mut x = left;
        for character in text.chars() {
            let width = Weight::Regular.advance(Weight::Regular.glyph(character)) as f32;
            let width = width * height / 714.0;
            if character != ' ' {
                let center = (x + width / 2.0, top + height / 2.0);
                self.print(character, Weight::Regular, center, height, 0.15);
            }
            x += width;
        }
    }

    fn sample(&self, x: f32, y: f32) -> f32 {
        let (x, y) = (x.floor(), y.floor());
        let last = (self.side - 1) as f32;
        if x < 0.0 || y < 0.0 || x > last || y > last {
            return 1.0;
        }
        self.light[y as usize * self.side + x as usize]
    }
}

fn flatten(path: &[Segment]) -> Vec<[(f32, f32); 2]> {
    let mut lines = Vec::new();
    let (mut start, mut at) = ((0.0, 0.0), (0.0, 0.0));
    let point = |(x, y): (f64, f64)| (x as f32, y as f32);
    for segment in path {
        match *segment {
            Segment::Move(to) => (start, at) = (point(to), point(to)),
            Segment::Line(to) => {
                lines.push([at, point(to)]);
                at = point(to);
            }
            Segment::Quad(control, to) => {
                let (from, control, to) = (at, point(control), point(to));
                for step in 1..=6 {
                    let t = step as f32 / 6.0;
                    let mix = |a: f32, b: f32, c: f32| {
                        a * (1.0 - t) * (1.0 - t) + 2.0 * b * t * (1.0 - t) + c * t * t
                    };
                    let next = (mix(from.0, control.0, to.0), mix(from.1, control.1, to.1));
                    lines.push([at, next]);
                    at = next;
                }
            }
            Segment::Circle(..) => {}
            Segment::Curve(_, _, to) => {
                lines.push([at, point(to)]);
                at = point(to);
            }
            Segment::Close => {
                lines.push([at, start]);
                at = start;
            }
        }
    }
    lines
}

fn winding(lines: &[[(f32, f32); 2]], x: f32, y: f32) -> i32 {
    let crossing = |[a, b]: &[(f32, f32); 2]| {
        if (a.1 <= y) == (b.1 <= y) {
            return 0;
        }
        let at = a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0);
        if at <= x {
            0
        } else if b.1 > a.1 {
            1
        } else {
            -1
        }
    };
    lines.iter().map(crossing).sum()
}

/// The place of the page, and the quality of the camera.
#[derive(Copy, Clone)]
pub struct Camera {
    pub width: usize,
    pub height: usize,
    /// Clockwise turn of the page in degrees.
    pub turn: f32,
    /// Distance of the camera from the page, in sides of the page; small is strong perspective.
    pub distance: f32,
    /// Tilt of the page in degrees.
    pub tilt: f32,
    /// Side of the page in the picture, as a share of the shorter side of the picture.
    pub zoom: f32,
    /// Offset of the page's center, as a share of the picture.
    pub offset: (f32, f32),
    /// Brightness of paper at the left and at the right, from 0 to 255.
    pub light: (f32, f32),
    /// Share of light that ink still reflects.
    pub haze: f32,
    /// Standard deviation of the noise.
    pub noise: f32,
    /// Radius of the blur in pixels.
    pub blur: usize,
    /// Height in cells of the wave by which the page is bent.
    pub curl: f32,
    pub seed: u64,
}

pub const CAMERA: Camera = Camera {
    width: 640,
    height: 480,
    turn: 0.0,
    distance: 2.5,
    tilt: 0.0,
    zoom: 1.0,
    offset: (0.0, 0.0),
    light: (210.0, 210.0),
    haze: 0.0,
    noise: 2.0,
    blur: 0,
    curl: 0.0,
    seed: 1,
};

impl Camera {
    /// Returns the map from the page to the picture.
    pub fn map(&self, page: &Page) -> Homography {
        let side = page.side as f32;
        let square = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)];
        let corners = square.map(|(x, y)| self.project(x / side - 0.5, y / side - 0.5));
        let from = square.map(|(x, y)| Point::new(x, y));
        Homography::from_corners(&from, &corners).expect("the page is no line")
    }

    fn project(&self, x: f32, y: f32) -> Point {
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let (x, y) = (x * cos - y * sin, x * sin + y * cos);
        let (tilt_sin, tilt_cos) = self.tilt.to_radians().sin_cos();
        let (y, depth) = (y * tilt_cos, y * tilt_sin + self.distance);
        let scale = self.zoom * self.width.min(self.height) as f32 * self.distance / depth;
        Point::new(
            self.width as f32 * (0.5 + self.offset.0) + x * scale,
            self.height as f32 * (0.5 + self.offset.1) + y * scale,
        )
    }

    /// Returns the corners of the grid that [`Page::with_grid`] prints.
    pub fn corners(&self, page: &Page) -> [Point; 4] {
        let (near, far) = (MARGIN * CELL, (MARGIN + 9.0) * CELL);
        let map = self.map(page);
        [(near, near), (far, near), (far, far), (near, far)]
            .map(|(x, y)| map.map(Point::new(x, y)))
            .map(|point| Point::new(point.x - 0.5, point.y - 0.5))
    }

    pub fn shoot(&self, page: &Page) -> GrayPhoto {
        let from_photo = self.map(page).inverse().expect("the page is no line");
        let mut light = Vec::with_capacity(self.width * self.height);
        for y in 0..self.height {
            let share = |x: usize| x as f32 / self.width as f32;
            for x in 0..self.width {
                let mut sum = 0.0;
                for tap in 0..9 {
                    let dx = (tap % 3) as f32 / 3.0 + 1.0 / 6.0;
                    let dy = (tap / 3) as f32 / 3.0 + 1.0 / 6.0;
                    let at = from_photo.map(Point::new(x as f32 + dx, y as f32 + dy));
                    let phase = at.x / page.side as f32 * std::f32::consts::PI;
                    let down = self.curl * CELL * phase.sin();
                    sum += page.sample(at.x, at.y + down) / 9.0;
                }
                let paper = self.light.0 + (self.light.1 - self.light.0) * share(x);
                light.push(paper * (self.haze + (1.0 - self.haze) * sum));
            }
        }
        let light = blurred(&light, self.width, self.blur);
        let mut rng = Rng::new(self.seed);
        let noise = |rng: &mut Rng| {
            // A sum of uniform numbers is close to a normal distribution.
            let sum: f32 = (0..4)
                .map(|_| (rng.below(1000) as f32 / 1000.0) - 0.5)
                .sum();
            sum * 1.73
        };
        let pixels = light
            .iter()
            .map(|light| (light + self.noise * noise(&mut rng)).clamp(0.0, 255.0) as u8)
            .collect();
        GrayPhoto::new(self.width, self.height, pixels).expect("the size is right")
    }
}

fn blurred(light: &[f32], width: usize, radius: usize) -> Vec<f32> {
    if radius == 0 {
        return light.to_vec();
    }
    let height = light.len() / width;
    let window = |at: usize, size: usize| at.saturating_sub(radius)..(at + radius + 1).min(size);
    let mut rows = vec![0.0; light.len()];
    for y in 0..height {
        for x in 0..width {
            let range = window(x, width);
            let count = range.len() as f32;
            rows[y * width + x] = range.map(|x| light[y * width + x]).sum::<f32>() / count;
        }
    }
    let mut both = vec![0.0; light.len()];
    for y in 0..height {
        for x in 0..width {
            let range = window(y, height);
            let count = range.len() as f32;
            both[y * width + x] = range.map(|y| rows[y * width + x]).sum::<f32>() / count;
        }
    }
    both
}
