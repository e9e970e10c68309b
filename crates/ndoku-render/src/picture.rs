//! Draws a scene on a canvas, with cells of 64 units, or larger cells for many candidates.
//!
//! The painting order, from bottom to top:
//!
//! 1. paper
//! 2. backgrounds of extra houses, highlighted houses and cells
//! 3. diagonals and lines of constraints
//! 4. grid, and decorations above it
//! 5. outlines of highlighted houses and cells
//! 6. links
//! 7. signs behind candidates
//! 8. digits, and lines through eliminated candidates

mod highlights;

use ndoku_core::{Boxes, Cell, Decoration, Diagonal, Digit};

use crate::canvas::{Anchor, Canvas, Color, Dash, Path, Point, Stroke, Text};
use crate::font::{CAP_HEIGHT, Weight};
use crate::outline::outline;
use crate::scene::{Content, Scene};
use crate::theme::Theme;

/// The width of a cell with a digit.
const CELL: f64 = 64.0;

/// The positions and sizes of the grid, in units of the canvas.
struct GridGeometry {
    /// The width of a cell.
    cell: f64,
    /// The upper left corner of the grid.
    origin: Point,
    /// The number of rows.
    size: u8,
    /// The numbers of columns and rows of candidates in a cell.
    across: usize,
    down: usize,
    /// The font sizes of digits and candidates.
    digit: f64,
    candidate: f64,
}

impl GridGeometry {
    fn new(scene: &Scene, origin: Point, cell: f64, (across, down): (usize, usize)) -> Self {
        let widest = |weight: Weight| {
            scene
                .symbols()
                .iter()
                .map(|symbol| weight.width(symbol))
                .fold(0.5, f64::max)
        };
        let room = Self::candidate_step(cell, across).min(Self::candidate_step(cell, down));
        Self {
            cell,
            origin,
            size: scene.layout().size(),
            across,
            down,
            digit: (0.7 * cell).min(0.78 * cell / widest(Weight::Bold)),
            candidate: (0.84 * room)
                .min(0.8 * Self::candidate_step(cell, across) / widest(Weight::Bold)),
        }
    }

    /// Returns the distance between adjacent candidates for a number of candidates side by side.
    fn candidate_step(cell: f64, count: usize) -> f64 {
        (cell - 6.0) / count as f64
    }

    fn side(&self) -> f64 {
        self.cell * f64::from(self.size)
    }

    fn corner(&self, cell: Cell) -> Point {
        (
            self.origin.0 + self.cell * f64::from(cell.column()),
            self.origin.1 + self.cell * f64::from(cell.row()),
        )
    }

    fn cell_center(&self, cell: Cell) -> Point {
        let (x, y) = self.corner(cell);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }

    /// Returns the center of a candidate.
    fn candidate_center(&self, cell: Cell, digit: Digit) -> Point {
        let (x, y) = self.corner(cell);
        let at = |number: usize, count: usize| {
            3.0 + Self::candidate_step(self.cell, count) * (number as f64 + 0.5)
        };
        (
            x + at(digit.index() % self.across, self.across),
            y + at(digit.index() / self.across, self.down),
        )
    }

    /// Returns half the space of a candidate.
    fn candidate_radius(&self) -> f64 {
        Self::candidate_step(self.cell, self.across).min(Self::candidate_step(self.cell, self.down))
            / 2.0
    }

    fn square(&self, cell: Cell) -> Path {
        let (x, y) = self.corner(cell);
        Path::rectangle(x, y, self.cell, self.cell)
    }
}

/// Returns the columns and rows of the candidates in a cell: those of a box, or nearly a square.
pub(crate) fn candidate_arrangement(scene: &Scene) -> (usize, usize) {
    let size = usize::from(scene.layout().size());
    match scene.layout().boxes() {
        Boxes::Rectangles { width, height }
            if *width > 1 && *height > 1 && width.abs_diff(*height) <= 2 =>
        {
            (usize::from(*width), usize::from(*height))
        }
        _ => {
            let across = (1..=size)
                .find(|across| across * across >= size)
                .unwrap_or(1);
            (across, size.div_ceil(across))
        }
    }
}

/// Draws a scene. The size depends on the content: about 64 units per cell, and more with
/// candidates.
#[must_use]
pub fn draw_scene(scene: &Scene, theme: &Theme) -> Canvas {
    let (across, down) = candidate_arrangement(scene);
    let cell = if scene.has_candidates() {
        f64::max(CELL, 6.0 + 20.0 * across.max(down) as f64)
    } else {
        CELL
    };
    let margin = 10.0;
    let labels = if scene.has_coordinates() { 26.0 } else { 0.0 };
    let heading = if scene.heading().is_some() { 42.0 } else { 0.0 };
    let footer = scene.footer();
    let origin = (margin + labels, margin + labels + heading);
    let geometry = GridGeometry::new(scene, origin, cell, (across, down));
    let mut canvas = Canvas {
        width: geometry.side() + 2.0 * margin + labels,
        height: geometry.side()
            + 2.0 * margin
            + labels
            + heading
            + if footer.is_empty() { 0.0 } else { 32.0 },
        title: scene.title(),
        description: scene.description(),
        shapes: Vec::new(),
    };
    canvas.fill(
        Path::rectangle(0.0, 0.0, canvas.width, canvas.height),
        theme.paper,
    );
    let decorations = scene.layout().decorations();
    draw_backgrounds(scene, theme, &geometry, &decorations, &mut canvas);
    highlights::draw_backgrounds(scene, theme, &geometry, &mut canvas);
    decorations
        .iter()
        .for_each(|decoration| draw_below_grid(decoration, theme, &geometry, &mut canvas));
    draw_grid(scene, theme, &geometry, &mut canvas);
    decorations
        .iter()
        .for_each(|decoration| draw_above_grid(decoration, theme, &geometry, &mut canvas));
    highlights::draw_outlines(scene, theme, &geometry, &mut canvas);
    highlights::draw_links(scene, theme, &geometry, &mut canvas);
    highlights::draw_signs(scene, theme, &geometry, &mut canvas);
    draw_digits(scene, theme, &geometry, &mut canvas);
    draw_texts(scene, theme, &geometry, &footer, &mut canvas);
    canvas
}

/// Creates a text whose digits are centered at a point.
fn centered_text(text: &str, (x, y): Point, size: f64, weight: Weight, color: Color) -> Text {
    Text {
        text: text.to_owned(),
        at: (x, y + size * CAP_HEIGHT / 2.0),
        anchor: Anchor::Middle,
        size,
        weight,
        color,
    }
}

/// Draws the backgrounds of extra houses with their labels.
fn draw_backgrounds(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    decorations: &[Decoration],
    canvas: &mut Canvas,
) {
    let mut labels: Vec<(Cell, String)> = Vec::new();
    for decoration in decorations {
        let Decoration::Shade { cells, tone, label } = decoration else {
            continue;
        };
        let inside = || cells.iter().filter(|cell| scene.layout().contains(**cell));
        inside()
            .for_each(|cell| canvas.fill(geometry.square(*cell), theme.region_background(*tone)));
        for cell in inside().filter(|_| !label.is_empty()) {
            match labels.iter_mut().find(|(known, _)| known == cell) {
                Some((_, text)) => text.push_str(label),
                None => labels.push((*cell, label.to_string())),
            }
        }
    }
    for (cell, label) in labels {
        let (x, y) = geometry.corner(cell);
        let at = (x + geometry.cell - 4.0, y + geometry.cell - 5.0);
        canvas.text(Text {
            text: label,
            at,
            anchor: Anchor::End,
            size: 13.0,
            weight: Weight::Regular,
            color: theme.candidate,
        });
    }
}

/// Draws a decoration that lies below the grid.
fn draw_below_grid(
    decoration: &Decoration,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    match decoration {
        Decoration::Diagonal(diagonal) => {
            let ((left, top), side) = (geometry.origin, geometry.side());
            let (from, to) = match diagonal {
                Diagonal::Main => ((left, top), (left + side, top + side)),
                Diagonal::Anti => ((left + side, top), (left, top + side)),
            };
            canvas.stroke(Path::line(from, to), Stroke::solid(theme.decoration, 2.5));
        }
        Decoration::Line { cells, bulb, arrow } => {
            draw_line(cells, (*bulb, *arrow), theme, geometry, canvas);
        }
        _ => {}
    }
}

fn draw_line(
    cells: &[Cell],
    (bulb, arrow): (bool, bool),
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    let points: Vec<Point> = cells
        .iter()
        .map(|cell| geometry.cell_center(*cell))
        .collect();
    let [first, .., before, last] = points[..] else {
        if let [first, last] = points[..] {
            return draw_polyline(
                &[first, last],
                (first, first, last),
                (bulb, arrow),
                theme,
                geometry,
                canvas,
            );
        }
        return;
    };
    draw_polyline(
        &points,
        (first, before, last),
        (bulb, arrow),
        theme,
        geometry,
        canvas,
    );
}

/// Draws a line through points. A line with a bulb is as wide as a thermometer, others are thin.
fn draw_polyline(
    points: &[Point],
    ends: (Point, Point, Point),
    (bulb, arrow): (bool, bool),
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    let (first, before, last) = ends;
    let width = geometry.cell * if bulb { 0.2 } else { 0.06 };
    let mut path = Path::default();
    for (number, point) in points.iter().enumerate() {
        if number == 0 {
            path.move_to(point.0, point.1);
        } else {
            path.line_to(point.0, point.1);
        }
    }
    canvas.stroke(path, Stroke::solid(theme.decoration, width));
    if bulb {
        canvas.fill(Path::circle(first, geometry.cell * 0.34), theme.decoration);
        canvas.fill(Path::circle(last, width / 2.0), theme.decoration);
    }
    if arrow {
        let (dx, dy) = (last.0 - before.0, last.1 - before.1);
        let length = f64::max(1e-6, (dx * dx + dy * dy).sqrt());
        canvas.fill(
            highlights::arrow_head(last, (dx / length, dy / length), geometry.cell * 0.2),
            theme.decoration,
        );
    }
}

/// Draws a decoration that lies above the grid.
fn draw_above_grid(
    decoration: &Decoration,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    match decoration {
        Decoration::Cage { cells, label } => {
            let stroke = Stroke {
                color: theme.ink,
                width: 1.6,
                dash: Dash::Dashed,
            };
            canvas.stroke(outline(cells, geometry.origin, geometry.cell, 4.5), stroke);
            let Some(first) = cells.iter().min() else {
                return;
            };
            let (x, y) = geometry.corner(*first);
            if !label.is_empty() {
                // The label interrupts the line.
                let (size, width) = (15.0, 15.0 * Weight::Regular.width(label));
                canvas.fill(
                    Path::rectangle(x + 2.5, y + 2.5, width + 4.0, 15.0),
                    theme.paper,
                );
                let at = (x + 4.0, y + 15.0);
                canvas.text(Text {
                    text: label.to_string(),
                    at,
                    anchor: Anchor::Start,
                    size,
                    weight: Weight::Regular,
                    color: theme.ink,
                });
            }
        }
        Decoration::Dot {
            between,
            filled,
            label,
        } => {
            let [a, b] = between.map(|cell| geometry.cell_center(cell));
            let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            let (ground, ink) = if *filled {
                (theme.ink, theme.paper)
            } else {
                (theme.paper, theme.ink)
            };
            canvas.path(
                Path::circle(middle, 8.5),
                Some(ground),
                Some(Stroke::solid(theme.ink, 1.6)),
            );
            canvas.text(centered_text(label, middle, 13.0, Weight::Bold, ink));
        }
        _ => {}
    }
}

/// Draws thin lines between cells, heavy lines between boxes, and the border.
fn draw_grid(scene: &Scene, theme: &Theme, geometry: &GridGeometry, canvas: &mut Canvas) {
    let (layout, (left, top), side) = (scene.layout(), geometry.origin, geometry.side());
    let thin = Stroke::solid(theme.line, 1.25);
    for number in 1..geometry.size {
        let at = geometry.cell * f64::from(number);
        canvas.stroke(Path::line((left + at, top), (left + at, top + side)), thin);
    }
    for number in 1..geometry.size {
        let at = geometry.cell * f64::from(number);
        canvas.stroke(Path::line((left, top + at), (left + side, top + at)), thin);
    }
    // Heavy lines are as long as possible, and extend beyond the crossings by half their width.
    let heavy = 3.0;
    let over = heavy / 2.0;
    let differs = |row: u8, column: u8, rows: i16, columns: i16| {
        let cell = Cell::new(row, column);
        cell.offset(rows, columns, geometry.size)
            .is_some_and(|next| layout.box_number(cell) != layout.box_number(next))
    };
    let at = |number: u8| geometry.cell * f64::from(number);
    let mut borders = Path::default();
    let mut add = |from: Point, to: Point| borders.0.extend(Path::line(from, to).0);
    for column in 0..geometry.size.saturating_sub(1) {
        for (from, to) in find_runs(geometry.size, |row| differs(row, column, 0, 1)) {
            let x = left + at(column + 1);
            add((x, top + at(from) - over), (x, top + at(to) + over));
        }
    }
    for row in 0..geometry.size.saturating_sub(1) {
        for (from, to) in find_runs(geometry.size, |column| differs(row, column, 1, 0)) {
            let y = top + at(row + 1);
            add((left + at(from) - over, y), (left + at(to) + over, y));
        }
    }
    canvas.stroke(borders, Stroke::solid(theme.ink, heavy));
    canvas.stroke(
        Path::rectangle(left, top, side, side),
        Stroke::solid(theme.ink, 4.0),
    );
}

/// Returns the maximal ranges of numbers for which a condition holds, with exclusive ends.
fn find_runs(size: u8, holds: impl Fn(u8) -> bool) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for number in (0..size).filter(|number| holds(*number)) {
        match runs.last_mut() {
            Some((_, end)) if *end == number => *end += 1,
            _ => runs.push((number, number + 1)),
        }
    }
    runs
}

/// Draws clues, entered digits and candidates, grouped by style.
fn draw_digits(scene: &Scene, theme: &Theme, geometry: &GridGeometry, canvas: &mut Canvas) {
    let mut large: Vec<Text> = Vec::new();
    for (cell, content) in scene.layout().cells().zip(scene.cells()) {
        let (weight, color) = match content {
            Content::Clue(_) => (Weight::Bold, theme.ink),
            _ => (Weight::Regular, theme.entered),
        };
        let Some(digit) = content.digit() else {
            continue;
        };
        let is_wrong = scene.is_wrong(cell);
        let middle = geometry.cell_center(cell);
        large.push(centered_text(
            scene.symbol(digit),
            middle,
            geometry.digit,
            weight,
            if is_wrong { theme.wrong } else { color },
        ));
        if is_wrong {
            let (x, y) = (middle.0, middle.1 + geometry.digit * 0.5);
            let half = geometry.cell * 0.28;
            canvas.stroke(
                Path::line((x - half, y), (x + half, y)),
                Stroke::solid(theme.wrong, 3.0),
            );
        }
    }
    large.sort_by_key(|text| (std::cmp::Reverse(text.weight), text.color));
    large.into_iter().for_each(|text| canvas.text(text));
    for cell in scene.layout().cells() {
        highlights::draw_candidates(scene, theme, geometry, cell, canvas);
    }
    highlights::draw_strikes(scene, theme, geometry, canvas);
}

/// Draws the heading, the footer and the numbers of rows and columns.
fn draw_texts(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    footer: &str,
    canvas: &mut Canvas,
) {
    // A text that is too long gets a smaller font.
    let fitting = |text: &str, size: f64, weight: Weight| {
        size.min((geometry.side() + 8.0) / weight.width(text).max(0.1))
    };
    let (left, top) = geometry.origin;
    if let Some(heading) = scene.heading() {
        let size = fitting(heading, 26.0, Weight::Bold);
        let at = (
            left,
            top - if scene.has_coordinates() { 42.0 } else { 16.0 },
        );
        canvas.text(Text {
            text: heading.to_owned(),
            at,
            anchor: Anchor::Start,
            size,
            weight: Weight::Bold,
            color: theme.ink,
        });
    }
    let size = fitting(footer, 19.0, Weight::Regular);
    let at = (left, top + geometry.side() + 28.0);
    canvas.text(Text {
        text: footer.to_owned(),
        at,
        anchor: Anchor::Start,
        size,
        weight: Weight::Regular,
        color: theme.candidate,
    });
    if scene.has_coordinates() {
        for number in 0..geometry.size {
            let (x, y) = geometry.cell_center(Cell::new(number, number));
            let name = (u16::from(number) + 1).to_string();
            canvas.text(centered_text(
                &name,
                (x, top - 14.0),
                16.0,
                Weight::Regular,
                theme.candidate,
            ));
            canvas.text(centered_text(
                &name,
                (left - 17.0, y),
                16.0,
                Weight::Regular,
                theme.candidate,
            ));
        }
    }
}
