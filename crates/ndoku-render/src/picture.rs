//! Draws a scene on a canvas, with cells of 64 units, or larger cells for many candidates.
//!
//! The painting order, from bottom to top:
//!
//! 1. paper
//! 2. backgrounds of extra houses, highlighted houses and cells
//! 3. diagonals, shapes of cells and lines of constraints
//! 4. grid, and decorations above it: cages, signs on borders, clues beside the grid
//! 5. outlines of highlighted houses and cells
//! 6. links
//! 7. signs behind candidates
//! 8. digits, and lines through eliminated candidates

mod decorations;
mod highlights;
mod legend;
mod links;
mod outside;

use ndoku_core::{Boxes, Candidate, Cell, CellShape, Decoration, Diagonal, Digit, LineStyle};

use self::decorations::DecorationPainter;
use self::legend::{Legend, line_name};
use self::outside::{Margins, OutsideClues};
use crate::canvas::{Anchor, Canvas, Color, Path, Point, Stroke, Text};
use crate::font::{CAP_HEIGHT, Weight};
use crate::scene::{Content, Scene};
use crate::theme::Theme;

/// The width of a cell with a digit.
const CELL: f64 = 64.0;

/// The free space around the candidates of a cell.
#[derive(Copy, Clone)]
struct CandidateMargins {
    side: f64,
    top: f64,
    bottom: f64,
}

impl CandidateMargins {
    /// Returns the margins that keep candidates clear of signs on borders and of sums of cages.
    fn new(decorations: &[Decoration]) -> Self {
        let is_sign = |decoration: &Decoration| match decoration {
            Decoration::Cells { shape, label, .. } => {
                !label.is_empty()
                    || !matches!(
                        shape,
                        CellShape::Odd | CellShape::Even | CellShape::CountingCircle
                    )
            }
            Decoration::Shade { label, .. } => !label.is_empty(),
            Decoration::Cage { .. }
            | Decoration::Dot { .. }
            | Decoration::BorderText { .. }
            | Decoration::Inequality { .. }
            | Decoration::Vertex { .. } => true,
            _ => false,
        };
        let has_sum = |decoration: &Decoration| matches!(decoration, Decoration::Cage { label, .. } if !label.is_empty());
        let (mut margins, sign) = (
            Self {
                side: 3.0,
                top: 3.0,
                bottom: 3.0,
            },
            9.0,
        );
        if decorations.iter().any(is_sign) {
            (margins.side, margins.top, margins.bottom) = (sign, sign, sign);
        }
        if decorations.iter().any(has_sum) {
            margins.top = 15.0;
        }
        // Cells are square, so the candidates are in the middle of the rest.
        margins.side = f64::midpoint(margins.top, margins.bottom);
        margins
    }
}

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
    /// The space around candidates.
    margins: CandidateMargins,
    /// The font sizes of digits and candidates.
    digit: f64,
    candidate: f64,
}

impl GridGeometry {
    fn new(
        scene: &Scene,
        origin: Point,
        cell: f64,
        (across, down): (usize, usize),
        margins: CandidateMargins,
    ) -> Self {
        let widest = |weight: Weight| {
            scene
                .symbols()
                .iter()
                .map(|symbol| weight.width(symbol))
                .fold(0.5, f64::max)
        };
        let mut geometry = Self {
            cell,
            origin,
            size: scene.layout().size(),
            across,
            down,
            margins,
            digit: (0.7 * cell).min(0.78 * cell / widest(Weight::Bold)),
            candidate: 0.0,
        };
        let (step, high) = geometry.candidate_steps();
        geometry.candidate = (0.84 * step.min(high)).min(0.8 * step / widest(Weight::Bold));
        geometry
    }

    /// Creates the geometry of a small picture. The cell in the second row and column has its upper
    /// left corner at a point.
    fn for_sample((x, y): Point, cell: f64) -> Self {
        Self {
            cell,
            origin: (x - cell, y - cell),
            size: 4,
            across: 1,
            down: 1,
            margins: CandidateMargins::new(&[]),
            digit: cell,
            candidate: cell,
        }
    }

    /// Returns the distances between adjacent candidates, across and down.
    fn candidate_steps(&self) -> (f64, f64) {
        let CandidateMargins { side, top, bottom } = self.margins;
        (
            (self.cell - 2.0 * side) / self.across as f64,
            (self.cell - top - bottom) / self.down as f64,
        )
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
        let (across, down) = self.candidate_steps();
        let at = |number: usize, step: f64| step * (number as f64 + 0.5);
        (
            x + (self.margins.side + at(digit.index() % self.across, across)),
            y + (self.margins.top + at(digit.index() / self.across, down)),
        )
    }

    /// Returns half the space of a candidate.
    fn candidate_radius(&self) -> f64 {
        let (across, down) = self.candidate_steps();
        across.min(down) / 2.0
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
    draw(scene, theme, true)
}

/// Draws a scene without its background, for a page that has one.
pub(crate) fn draw_on_page(scene: &Scene, theme: &Theme) -> Canvas {
    draw(scene, theme, false)
}

fn draw(scene: &Scene, theme: &Theme, has_background: bool) -> Canvas {
    let decorations = scene.layout().decorations();
    let (across, down) = candidate_arrangement(scene);
    let mut margins = CandidateMargins::new(&[]);
    let mut cell = CELL;
    if scene.has_candidates() {
        margins = CandidateMargins::new(&decorations);
        cell = f64::max(CELL, 2.0 * margins.side + 20.0 * across.max(down) as f64);
    }
    let margin = 10.0;
    let labels = if scene.has_coordinates() { 26.0 } else { 0.0 };
    let heading = if scene.heading().is_some() { 42.0 } else { 0.0 };
    let outside = OutsideClues::new(&decorations, scene.layout().size());
    let room = outside.margins();
    let origin = (
        margin + labels + room.left,
        margin + labels + heading + room.top,
    );
    let geometry = GridGeometry::new(scene, origin, cell, (across, down), margins);
    let width = geometry.side() + room.left + room.right;
    let legend = Legend::new(
        scene.captions(),
        &decorations,
        scene.highlights(),
        scene.words(),
        width + 8.0,
    );
    let mut canvas = Canvas {
        width: width + 2.0 * margin + labels,
        height: geometry.side()
            + 2.0 * margin
            + labels
            + heading
            + room.top
            + room.bottom
            + legend.height(),
        title: scene.title(),
        description: scene.description(),
        shapes: Vec::new(),
    };
    if has_background {
        let background = Path::rectangle(0.0, 0.0, canvas.width, canvas.height);
        canvas.fill(background, theme.paper);
    }
    let symbol = |digit: Digit| scene.symbol(digit).to_owned();
    let painter = DecorationPainter {
        theme,
        geometry: &geometry,
        scale: 1.0,
        symbol: &symbol,
    };
    draw_backgrounds(scene, theme, &geometry, &decorations, &mut canvas);
    highlights::draw_backgrounds(scene, theme, &geometry, &mut canvas);
    draw_diagonals(scene, theme, &geometry, &decorations, &mut canvas);
    painter.draw_below_grid(&decorations, &mut canvas);
    draw_grid(scene, theme, &geometry, &mut canvas);
    for decoration in &decorations {
        painter.draw_above_grid(decoration, &mut canvas);
    }
    draw_line_labels(&decorations, &painter, &mut canvas);
    outside.draw(&painter, &mut canvas);
    highlights::draw_outlines(scene, theme, &geometry, &mut canvas);
    links::draw_links(scene, theme, &geometry, &mut canvas);
    highlights::draw_signs(scene, theme, &geometry, &mut canvas);
    draw_digits(scene, theme, &geometry, &mut canvas);
    draw_texts(scene, theme, &geometry, room, &mut canvas);
    let below = (
        origin.0 - room.left,
        origin.1 + geometry.side() + room.bottom,
    );
    legend.draw(below, &outside, theme, &symbol, &mut canvas);
    canvas
}

/// Draws diagonals. In a cell with candidates, only the ends of the line at its corners are drawn,
/// because three candidates lie on the line.
fn draw_diagonals(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    decorations: &[Decoration],
    canvas: &mut Canvas,
) {
    let size = geometry.size;
    for decoration in decorations {
        let Decoration::Diagonal(diagonal) = decoration else {
            continue;
        };
        let mut path = Path::default();
        let mut start = None;
        for row in 0..size {
            let column = match diagonal {
                Diagonal::Main => row,
                Diagonal::Anti => size - 1 - row,
            };
            let cell = Cell::new(row, column);
            let (x, y) = geometry.corner(cell);
            let width = geometry.cell;
            let (from, to) = match diagonal {
                Diagonal::Main => ((x, y), (x + width, y + width)),
                Diagonal::Anti => ((x + width, y), (x, y + width)),
            };
            let along = |share: f64| {
                (
                    from.0 + (to.0 - from.0) * share,
                    from.1 + (to.1 - from.1) * share,
                )
            };
            let begin = start.unwrap_or(from);
            if scene.shown_candidates(cell).is_empty() {
                start = Some(begin);
            } else {
                path.0.extend(Path::line(begin, along(DIAGONAL_END)).0);
                start = Some(along(1.0 - DIAGONAL_END));
            }
            if row + 1 == size
                && let Some(begin) = start
            {
                path.0.extend(Path::line(begin, to).0);
            }
        }
        // Short ends are wide, so that they are seen between candidates.
        let width = if scene.has_candidates() { 5.0 } else { 2.5 };
        canvas.stroke(path, Stroke::solid(theme.decoration, width));
    }
}

/// The length of the end of a diagonal in a cell with candidates, as a fraction of the diagonal.
const DIAGONAL_END: f64 = 0.085;

/// Draws the numbers of lines, if lines of one style have different numbers.
fn draw_line_labels(
    decorations: &[Decoration],
    painter: &DecorationPainter<'_>,
    canvas: &mut Canvas,
) {
    let lines: Vec<(LineStyle, &str, Cell)> = decorations
        .iter()
        .filter_map(|decoration| match decoration {
            Decoration::Line {
                style,
                cells,
                label,
            } => Some((*style, &**label, *cells.first()?)),
            _ => None,
        })
        .collect();
    for (style, label, cell) in &lines {
        let name = line_name(*style, label);
        if lines
            .iter()
            .any(|(other, label, _)| other == style && line_name(*other, label) != name)
        {
            painter.draw_line_label(*cell, label, canvas);
        }
    }
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
        halo: None,
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
        if theme.has_gray {
            inside().for_each(|cell| {
                canvas.fill(geometry.square(*cell), theme.region_background(*tone));
            });
        } else {
            inside().for_each(|cell| draw_hatch(*cell, *tone, theme, geometry, canvas));
        }
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
            halo: None,
        });
    }
}

/// Hatches a cell, for printers without gray. The tone turns the lines and changes their number.
fn draw_hatch(cell: Cell, tone: u8, theme: &Theme, geometry: &GridGeometry, canvas: &mut Canvas) {
    let (x, y) = geometry.corner(cell);
    let width = geometry.cell;
    let lines = 3 + tone / 2;
    let stroke = Stroke::solid(theme.line, 0.6);
    // Each line cuts off a corner of the cell, so that lines of adjacent cells continue.
    for number in 1..2 * lines {
        let at = width * f64::from(number) / f64::from(lines);
        let (from, to) = (
            (at.min(width), (at - width).max(0.0)),
            ((at - width).max(0.0), at.min(width)),
        );
        let place = |(across, down): Point| {
            let across = if tone.is_multiple_of(2) {
                across
            } else {
                width - across
            };
            (x + across, y + down)
        };
        canvas.stroke(Path::line(place(from), place(to)), stroke);
    }
}

/// Draws thin lines between cells, heavy lines between boxes, and the border.
fn draw_grid(scene: &Scene, theme: &Theme, geometry: &GridGeometry, canvas: &mut Canvas) {
    let (layout, (left, top), side) = (scene.layout(), geometry.origin, geometry.side());
    let weight = scene.line_weight();
    let thin = Stroke::solid(theme.line, 1.25 * weight);
    for number in 1..geometry.size {
        let at = geometry.cell * f64::from(number);
        canvas.stroke(Path::line((left + at, top), (left + at, top + side)), thin);
    }
    for number in 1..geometry.size {
        let at = geometry.cell * f64::from(number);
        canvas.stroke(Path::line((left, top + at), (left + side, top + at)), thin);
    }
    // Heavy lines are as long as possible, and extend beyond the crossings by half their width.
    let heavy = 3.0 * weight;
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
    canvas.stroke(borders, Stroke::solid(theme.border, heavy));
    canvas.stroke(
        Path::rectangle(left, top, side, side),
        Stroke::solid(theme.border, 4.0 * weight),
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
        let color = if highlights::has_filled_sign(scene, Candidate::new(cell, digit)) {
            theme.paper
        } else if is_wrong {
            theme.wrong
        } else {
            color
        };
        let middle = geometry.cell_center(cell);
        large.push(centered_text(
            scene.symbol(digit),
            middle,
            geometry.digit,
            weight,
            color,
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

/// Draws the heading, and the numbers of rows and columns.
fn draw_texts(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    room: Margins,
    canvas: &mut Canvas,
) {
    let (left, top) = (geometry.origin.0 - room.left, geometry.origin.1 - room.top);
    if let Some(heading) = scene.heading() {
        // A text that is too long gets a smaller font.
        let width = geometry.side() + room.left + room.right + 8.0;
        let size = f64::min(26.0, width / Weight::Bold.width(heading).max(0.1));
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
            halo: None,
        });
    }
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
