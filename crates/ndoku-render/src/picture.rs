//! A scene becomes shapes: cells of 64 units, or larger ones where candidates need room.
//!
//! What is painted, the undermost first: the sheet; grounds of extra houses, marked houses and cells; their outlines; diagonals and lines of constraints; the grid;
//! links; signs behind candidates; digits; lines through what is eliminated.

mod marks;

use ndoku_core::{Boxes, Cell, Decoration, Diagonal, Digit};

use crate::canvas::{Anchor, Canvas, Colour, Dash, Path, Point, Stroke, Text};
use crate::font::{CAP_HEIGHT, Weight};
use crate::outline::outline;
use crate::scene::{Content, Scene};
use crate::theme::Theme;

/// The side of a cell that holds a digit.
const CELL: f64 = 64.0;

/// Where things are, in units of the canvas.
struct Frame {
    /// Side of a cell.
    cell: f64,
    /// The upper left corner of the grid.
    origin: Point,
    /// N.
    size: u8,
    /// Candidates of a cell stand in so many columns and rows.
    across: usize,
    down: usize,
    /// The sizes of digits and candidates.
    digit: f64,
    candidate: f64,
}

impl Frame {
    fn new(scene: &Scene, origin: Point, cell: f64, (across, down): (usize, usize)) -> Self {
        let widest = |weight: Weight| {
            scene
                .symbols()
                .iter()
                .map(|symbol| weight.width(symbol))
                .fold(0.5, f64::max)
        };
        let room = Self::step(cell, across).min(Self::step(cell, down));
        Self {
            cell,
            origin,
            size: scene.layout().size(),
            across,
            down,
            digit: (0.7 * cell).min(0.78 * cell / widest(Weight::Bold)),
            candidate: (0.84 * room).min(0.8 * Self::step(cell, across) / widest(Weight::Bold)),
        }
    }

    /// From one candidate to the next, if there are so many side by side.
    fn step(cell: f64, count: usize) -> f64 {
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

    fn middle(&self, cell: Cell) -> Point {
        let (x, y) = self.corner(cell);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }

    /// The middle of a candidate.
    fn place(&self, cell: Cell, digit: Digit) -> Point {
        let (x, y) = self.corner(cell);
        let at = |number: usize, count: usize| {
            3.0 + Self::step(self.cell, count) * (number as f64 + 0.5)
        };
        (
            x + at(digit.index() % self.across, self.across),
            y + at(digit.index() / self.across, self.down),
        )
    }

    /// Half of the room of a candidate.
    fn radius(&self) -> f64 {
        Self::step(self.cell, self.across).min(Self::step(self.cell, self.down)) / 2.0
    }

    fn square(&self, cell: Cell) -> Path {
        let (x, y) = self.corner(cell);
        Path::rectangle(x, y, self.cell, self.cell)
    }
}

/// Columns and rows in which the candidates of a cell stand: as the cells of a box, or nearly as many columns as rows.
pub(crate) fn arrangement(scene: &Scene) -> (usize, usize) {
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

/// The picture of a scene. Its size follows from what is in it: some 64 units for each cell, more where candidates are shown.
#[must_use]
pub fn picture(scene: &Scene, theme: &Theme) -> Canvas {
    let (across, down) = arrangement(scene);
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
    let frame = Frame::new(scene, origin, cell, (across, down));
    let mut canvas = Canvas {
        width: frame.side() + 2.0 * margin + labels,
        height: frame.side()
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
    grounds(scene, theme, &frame, &decorations, &mut canvas);
    marks::grounds(scene, theme, &frame, &mut canvas);
    decorations
        .iter()
        .for_each(|decoration| below(decoration, theme, &frame, &mut canvas));
    grid(scene, theme, &frame, &mut canvas);
    decorations
        .iter()
        .for_each(|decoration| above(decoration, theme, &frame, &mut canvas));
    marks::outlines(scene, theme, &frame, &mut canvas);
    marks::links(scene, theme, &frame, &mut canvas);
    marks::signs(scene, theme, &frame, &mut canvas);
    digits(scene, theme, &frame, &mut canvas);
    words(scene, theme, &frame, &footer, &mut canvas);
    canvas
}

/// A text whose digits stand with their middle at a point.
fn centred(text: &str, (x, y): Point, size: f64, weight: Weight, colour: Colour) -> Text {
    Text {
        text: text.to_owned(),
        at: (x, y + size * CAP_HEIGHT / 2.0),
        anchor: Anchor::Middle,
        size,
        weight,
        colour,
    }
}

/// The grounds of extra houses, with their labels.
fn grounds(
    scene: &Scene,
    theme: &Theme,
    frame: &Frame,
    decorations: &[Decoration],
    canvas: &mut Canvas,
) {
    let mut labels: Vec<(Cell, String)> = Vec::new();
    for decoration in decorations {
        let Decoration::Shade { cells, tone, label } = decoration else {
            continue;
        };
        let inside = || cells.iter().filter(|cell| scene.layout().contains(**cell));
        inside().for_each(|cell| canvas.fill(frame.square(*cell), theme.tone(*tone)));
        for cell in inside().filter(|_| !label.is_empty()) {
            match labels.iter_mut().find(|(known, _)| known == cell) {
                Some((_, text)) => text.push_str(label),
                None => labels.push((*cell, label.to_string())),
            }
        }
    }
    for (cell, label) in labels {
        let (x, y) = frame.corner(cell);
        let at = (x + frame.cell - 4.0, y + frame.cell - 5.0);
        canvas.text(Text {
            text: label,
            at,
            anchor: Anchor::End,
            size: 13.0,
            weight: Weight::Regular,
            colour: theme.candidate,
        });
    }
}

/// What lies below the grid.
fn below(decoration: &Decoration, theme: &Theme, frame: &Frame, canvas: &mut Canvas) {
    match decoration {
        Decoration::Diagonal(diagonal) => {
            let ((left, top), side) = (frame.origin, frame.side());
            let (from, to) = match diagonal {
                Diagonal::Main => ((left, top), (left + side, top + side)),
                Diagonal::Anti => ((left + side, top), (left, top + side)),
            };
            canvas.stroke(Path::line(from, to), Stroke::solid(theme.decoration, 2.5));
        }
        Decoration::Line { cells, bulb, arrow } => {
            line(cells, (*bulb, *arrow), theme, frame, canvas)
        }
        _ => {}
    }
}

fn line(
    cells: &[Cell],
    (bulb, arrow): (bool, bool),
    theme: &Theme,
    frame: &Frame,
    canvas: &mut Canvas,
) {
    let points: Vec<Point> = cells.iter().map(|cell| frame.middle(*cell)).collect();
    let [first, .., before, last] = points[..] else {
        if let [first, last] = points[..] {
            return segments(
                &[first, last],
                (first, first, last),
                (bulb, arrow),
                theme,
                frame,
                canvas,
            );
        }
        return;
    };
    segments(
        &points,
        (first, before, last),
        (bulb, arrow),
        theme,
        frame,
        canvas,
    );
}

/// A line through points: with a bulb it is as wide as a thermometer, otherwise thin.
fn segments(
    points: &[Point],
    ends: (Point, Point, Point),
    (bulb, arrow): (bool, bool),
    theme: &Theme,
    frame: &Frame,
    canvas: &mut Canvas,
) {
    let (first, before, last) = ends;
    let width = frame.cell * if bulb { 0.2 } else { 0.06 };
    let mut path = Path::default();
    for (number, point) in points.iter().enumerate() {
        if number == 0 {
            path.move_to(point.0, point.1)
        } else {
            path.line_to(point.0, point.1)
        }
    }
    canvas.stroke(path, Stroke::solid(theme.decoration, width));
    if bulb {
        canvas.fill(Path::circle(first, frame.cell * 0.34), theme.decoration);
        canvas.fill(Path::circle(last, width / 2.0), theme.decoration);
    }
    if arrow {
        let (dx, dy) = (last.0 - before.0, last.1 - before.1);
        let length = f64::max(1e-6, (dx * dx + dy * dy).sqrt());
        canvas.fill(
            marks::head(last, (dx / length, dy / length), frame.cell * 0.2),
            theme.decoration,
        );
    }
}

/// What lies on the grid.
fn above(decoration: &Decoration, theme: &Theme, frame: &Frame, canvas: &mut Canvas) {
    match decoration {
        Decoration::Cage { cells, label } => {
            let stroke = Stroke {
                colour: theme.ink,
                width: 1.6,
                dash: Dash::Dashed,
            };
            canvas.stroke(outline(cells, frame.origin, frame.cell, 4.5), stroke);
            let Some(first) = cells.iter().min() else {
                return;
            };
            let (x, y) = frame.corner(*first);
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
                    colour: theme.ink,
                });
            }
        }
        Decoration::Dot {
            between,
            filled,
            label,
        } => {
            let [a, b] = between.map(|cell| frame.middle(cell));
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
            canvas.text(centred(label, middle, 13.0, Weight::Bold, ink));
        }
        _ => {}
    }
}

/// Lines between cells, heavier ones between boxes, and the frame.
fn grid(scene: &Scene, theme: &Theme, frame: &Frame, canvas: &mut Canvas) {
    let (layout, (left, top), side) = (scene.layout(), frame.origin, frame.side());
    let thin = Stroke::solid(theme.line, 1.25);
    for number in 1..frame.size {
        let at = frame.cell * f64::from(number);
        canvas.stroke(Path::line((left + at, top), (left + at, top + side)), thin);
    }
    for number in 1..frame.size {
        let at = frame.cell * f64::from(number);
        canvas.stroke(Path::line((left, top + at), (left + side, top + at)), thin);
    }
    // Heavy lines are as long as may be, and stand over the crossings by half their width.
    let heavy = 3.0;
    let over = heavy / 2.0;
    let differs = |row: u8, column: u8, rows: i16, columns: i16| {
        let cell = Cell::new(row, column);
        cell.offset(rows, columns, frame.size)
            .is_some_and(|next| layout.box_number(cell) != layout.box_number(next))
    };
    let at = |number: u8| frame.cell * f64::from(number);
    let mut borders = Path::default();
    let mut add = |from: Point, to: Point| borders.0.extend(Path::line(from, to).0);
    for column in 0..frame.size.saturating_sub(1) {
        for (from, to) in runs(frame.size, |row| differs(row, column, 0, 1)) {
            let x = left + at(column + 1);
            add((x, top + at(from) - over), (x, top + at(to) + over));
        }
    }
    for row in 0..frame.size.saturating_sub(1) {
        for (from, to) in runs(frame.size, |column| differs(row, column, 1, 0)) {
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

/// Where something holds without a gap: from a number to one past the last.
fn runs(size: u8, holds: impl Fn(u8) -> bool) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for number in (0..size).filter(|number| holds(*number)) {
        match runs.last_mut() {
            Some((_, end)) if *end == number => *end += 1,
            _ => runs.push((number, number + 1)),
        }
    }
    runs
}

/// Clues, entered digits and candidates, one look after the other: what looks alike is written together.
fn digits(scene: &Scene, theme: &Theme, frame: &Frame, canvas: &mut Canvas) {
    let mut large: Vec<Text> = Vec::new();
    for (cell, content) in scene.layout().cells().zip(scene.cells()) {
        let (weight, colour) = match content {
            Content::Clue(_) => (Weight::Bold, theme.ink),
            _ => (Weight::Regular, theme.entered),
        };
        let Some(digit) = content.digit() else {
            continue;
        };
        let is_wrong = scene.is_wrong(cell);
        let middle = frame.middle(cell);
        large.push(centred(
            scene.symbol(digit),
            middle,
            frame.digit,
            weight,
            if is_wrong { theme.wrong } else { colour },
        ));
        if is_wrong {
            let (x, y) = (middle.0, middle.1 + frame.digit * 0.5);
            let half = frame.cell * 0.28;
            canvas.stroke(
                Path::line((x - half, y), (x + half, y)),
                Stroke::solid(theme.wrong, 3.0),
            );
        }
    }
    large.sort_by_key(|text| (std::cmp::Reverse(text.weight), text.colour));
    large.into_iter().for_each(|text| canvas.text(text));
    for cell in scene.layout().cells() {
        marks::candidates(scene, theme, frame, cell, canvas);
    }
    marks::strikes(scene, theme, frame, canvas);
}

/// Heading, footer and the numbers of rows and columns.
fn words(scene: &Scene, theme: &Theme, frame: &Frame, footer: &str, canvas: &mut Canvas) {
    // A text that is too long gets smaller.
    let fitting = |text: &str, size: f64, weight: Weight| {
        size.min((frame.side() + 8.0) / weight.width(text).max(0.1))
    };
    let (left, top) = frame.origin;
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
            colour: theme.ink,
        });
    }
    let size = fitting(footer, 19.0, Weight::Regular);
    let at = (left, top + frame.side() + 28.0);
    canvas.text(Text {
        text: footer.to_owned(),
        at,
        anchor: Anchor::Start,
        size,
        weight: Weight::Regular,
        colour: theme.candidate,
    });
    if scene.has_coordinates() {
        for number in 0..frame.size {
            let (x, y) = frame.middle(Cell::new(number, number));
            let name = (u16::from(number) + 1).to_string();
            canvas.text(centred(
                &name,
                (x, top - 14.0),
                16.0,
                Weight::Regular,
                theme.candidate,
            ));
            canvas.text(centred(
                &name,
                (left - 17.0, y),
                16.0,
                Weight::Regular,
                theme.candidate,
            ));
        }
    }
}
