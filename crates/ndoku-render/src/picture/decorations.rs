//! Decorations in the grid: shapes of cells, lines, cages, and signs on borders and corners.
//!
//! Lines and circles grow with the cells. Texts and signs keep their size, and the legend scales
//! them.

use ndoku_core::{Cell, CellShape, Decoration, Digit, LineStyle};

use super::{GridGeometry, centered_text, highlights};
use crate::canvas::{Anchor, Canvas, Color, Dash, Path, Point, Stroke, Text};
use crate::font::Weight;
use crate::line_style::{LineCore, LineEnds, line_look};
use crate::outline::{open_corner, outline};
use crate::theme::Theme;

/// The radius of the circle of an arrow, in cells.
const CIRCLE: f64 = 0.37;

/// The radius of the bulb of a thermometer, in cells.
const BULB: f64 = 0.36;

/// The fill of odd, even and cloned cells on white paper.
const GRAY: Color = Color::from_hex(0xcf_cf_cf);

/// Draws decorations.
pub(super) struct DecorationPainter<'a> {
    pub(super) theme: &'a Theme,
    pub(super) geometry: &'a GridGeometry,
    /// The scale of texts, strokes and small signs: 1 in a grid.
    pub(super) scale: f64,
    /// The symbol of a digit.
    pub(super) symbol: &'a dyn Fn(Digit) -> String,
}

impl DecorationPainter<'_> {
    /// Scales the length of a text or sign.
    fn unit(&self, length: f64) -> f64 {
        length * self.scale
    }

    /// Draws all decorations that lie below the grid: shapes of cells, then wide lines, then thin
    /// ones and circles.
    pub(super) fn draw_below_grid(&self, decorations: &[Decoration], canvas: &mut Canvas) {
        for decoration in decorations {
            if let Decoration::Cells {
                shape,
                cells,
                label,
            } = decoration
            {
                self.draw_cells(*shape, cells, label, canvas);
            }
        }
        let mut styles: Vec<LineStyle> = Vec::new();
        for decoration in decorations {
            if let Decoration::Line { style, .. } = decoration
                && !styles.contains(style)
            {
                styles.push(*style);
            }
        }
        styles.sort_by_key(|style| !line_look(*style).is_wide());
        for style in styles {
            let lines = || {
                decorations
                    .iter()
                    .filter_map(move |decoration| match decoration {
                        Decoration::Line {
                            style: own, cells, ..
                        } if *own == style => Some(&**cells),
                        _ => None,
                    })
            };
            lines().for_each(|cells| self.draw_halo(style, cells, canvas));
            lines().for_each(|cells| self.draw_line(style, cells, canvas));
        }
        for decoration in decorations {
            if let Decoration::Pill(cells) = decoration {
                self.draw_pill(cells, canvas);
            }
        }
    }

    /// Draws a decoration that lies above the grid.
    pub(super) fn draw_above_grid(&self, decoration: &Decoration, canvas: &mut Canvas) {
        match decoration {
            Decoration::Cells {
                shape: shape @ (CellShape::Minimum | CellShape::Maximum),
                cells,
                ..
            } => self.draw_extremes(*shape == CellShape::Maximum, cells, canvas),
            Decoration::Cage { cells, label } => self.draw_cage(cells, label, canvas),
            Decoration::Dot {
                between,
                filled,
                label,
            } => self.draw_dot(*between, *filled, label, canvas),
            Decoration::BorderText { between, text } => {
                let middle = self.border(*between);
                canvas.fill(Path::circle(middle, self.unit(9.0)), self.theme.paper);
                let size = self.unit(if text.chars().count() > 2 { 12.0 } else { 17.0 });
                canvas.text(centered_text(
                    text,
                    middle,
                    size,
                    Weight::Bold,
                    self.theme.ink,
                ));
            }
            Decoration::Inequality { greater, less } => {
                let (a, b) = (
                    self.geometry.cell_center(*greater),
                    self.geometry.cell_center(*less),
                );
                let direction = unit_vector(a, b);
                let tip = moved(self.border([*greater, *less]), direction, self.unit(4.5));
                self.draw_wedge(tip, direction, canvas);
            }
            Decoration::Vertex { cell, digits } => self.draw_vertex(*cell, digits, canvas),
            _ => {}
        }
    }

    /// Returns the middle of the border of two cells.
    fn border(&self, [a, b]: [Cell; 2]) -> Point {
        let (a, b) = (self.geometry.cell_center(a), self.geometry.cell_center(b));
        ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
    }

    fn draw_cells(&self, shape: CellShape, cells: &[Cell], label: &str, canvas: &mut Canvas) {
        let (theme, cell_width) = (self.theme, self.geometry.cell);
        let soft = theme.tint(GRAY).mix(45, theme.paper);
        // Without gray, an edge shows the shape.
        let edge = (!theme.has_gray).then(|| Stroke::solid(theme.line, self.unit(1.2)));
        for cell in cells {
            let middle = self.geometry.cell_center(*cell);
            match shape {
                CellShape::Odd => {
                    let circle = Path::circle(middle, 0.39 * cell_width);
                    canvas.path(circle, Some(theme.tint(GRAY)), edge);
                }
                CellShape::Even => {
                    let half = 0.36 * cell_width;
                    let square =
                        Path::rectangle(middle.0 - half, middle.1 - half, 2.0 * half, 2.0 * half);
                    canvas.path(square, Some(theme.tint(GRAY)), edge);
                }
                CellShape::CountingCircle => canvas.stroke(
                    Path::circle(middle, 0.41 * cell_width),
                    Stroke::solid(theme.line, self.unit(2.5)),
                ),
                CellShape::Minimum | CellShape::Maximum | CellShape::Clone => {
                    let inner = outline(
                        &[*cell],
                        self.geometry.origin,
                        cell_width,
                        if edge.is_some() { self.unit(4.0) } else { 0.0 },
                    );
                    canvas.path(inner, Some(soft), edge);
                }
                CellShape::RowIndexer | CellShape::ColumnIndexer | CellShape::BoxIndexer => {
                    self.draw_indexer(shape, *cell, canvas);
                }
            }
            let (x, y) = self.geometry.corner(*cell);
            canvas.text(Text {
                text: label.to_owned(),
                at: (x + self.unit(5.0), y + cell_width - self.unit(5.0)),
                anchor: Anchor::Start,
                size: self.unit(13.0),
                weight: Weight::Regular,
                color: theme.candidate,
                halo: None,
            });
        }
    }

    /// Draws the background of an indexer, and the direction in which its digit counts.
    fn draw_indexer(&self, shape: CellShape, cell: Cell, canvas: &mut Canvas) {
        let (theme, width) = (self.theme, self.geometry.cell);
        let color = match shape {
            CellShape::RowIndexer => 0x7c_c7_7c,
            CellShape::ColumnIndexer => 0xc7_7c_7c,
            _ => 0x7c_7c_c7,
        };
        let fill = theme.tint(Color::from_hex(color)).mix(60, theme.paper);
        canvas.fill(self.geometry.square(cell), fill);
        let (x, y) = self.geometry.corner(cell);
        let (near, far) = (self.unit(5.5), self.unit(9.0));
        let stroke = Stroke::rounded(theme.candidate, self.unit(1.5));
        let mut arrows = Path::default();
        match shape {
            CellShape::RowIndexer => {
                let x = x + near;
                let (top, bottom) = (y + 0.64 * width, y + 0.92 * width);
                arrows.0.extend(Path::line((x, top), (x, bottom)).0);
                for (tip, back) in [(top, 4.0), (bottom, -4.0)] {
                    arrows.move_to(x - self.unit(2.8), tip + self.unit(back));
                    arrows.line_to(x, tip);
                    arrows.line_to(x + self.unit(2.8), tip + self.unit(back));
                }
            }
            CellShape::ColumnIndexer => {
                let y = y + width - near;
                let (left, right) = (x + 0.08 * width, x + 0.36 * width);
                arrows.0.extend(Path::line((left, y), (right, y)).0);
                for (tip, back) in [(left, 4.0), (right, -4.0)] {
                    arrows.move_to(tip + self.unit(back), y - self.unit(2.8));
                    arrows.line_to(tip, y);
                    arrows.line_to(tip + self.unit(back), y + self.unit(2.8));
                }
            }
            _ => {
                let (right, bottom) = (x + width - self.unit(4.0), y + width - self.unit(4.0));
                arrows = Path::rectangle(right - far, bottom - far, far, far);
                let step = far / 2.0;
                arrows
                    .0
                    .extend(Path::line((right - step, bottom - far), (right - step, bottom)).0);
                arrows
                    .0
                    .extend(Path::line((right - far, bottom - step), (right, bottom - step)).0);
            }
        }
        canvas.stroke(arrows, stroke);
    }

    /// Draws wedges at the borders of minimum or maximum cells to cells that are not among them.
    fn draw_extremes(&self, points_away: bool, cells: &[Cell], canvas: &mut Canvas) {
        for cell in cells {
            for (rows, columns) in [(-1_i8, 0_i8), (0, -1), (0, 1), (1, 0)] {
                let next = cell.offset(i16::from(rows), i16::from(columns), self.geometry.size);
                if next.is_none_or(|next| cells.contains(&next)) {
                    continue;
                }
                let direction = (f64::from(columns), f64::from(rows));
                let middle = self.geometry.cell_center(*cell);
                let edge = moved(middle, direction, self.geometry.cell / 2.0);
                if points_away {
                    self.draw_wedge(moved(edge, direction, -self.unit(2.5)), direction, canvas);
                } else {
                    let inward = (-direction.0, -direction.1);
                    self.draw_wedge(moved(edge, inward, self.unit(9.5)), inward, canvas);
                }
            }
        }
    }

    /// Draws a wedge with its tip at a point.
    fn draw_wedge(&self, tip: Point, direction: Point, canvas: &mut Canvas) {
        let side = |sign: f64| {
            let (x, y) = moved(tip, direction, -self.unit(7.0));
            let half = self.unit(6.0) * sign;
            (x - direction.1 * half, y + direction.0 * half)
        };
        let path = Path::polyline(&[side(-1.0), tip, side(1.0)]);
        canvas.stroke(
            path.clone(),
            Stroke::rounded(self.theme.paper, self.unit(5.5)),
        );
        canvas.stroke(path, Stroke::rounded(self.theme.ink, self.unit(2.2)));
    }

    /// Draws an edge of paper around a wide line. It separates lines of different rules.
    fn draw_halo(&self, style: LineStyle, cells: &[Cell], canvas: &mut Canvas) {
        let look = line_look(style);
        if !look.is_wide() {
            return;
        }
        let cell = self.geometry.cell;
        // Without gray, the line is paper, and its edge is black.
        let (paper, edge) = if self.theme.has_gray {
            (self.theme.paper, self.unit(4.0))
        } else {
            (self.theme.line, self.unit(2.4))
        };
        let points: Vec<Point> = cells
            .iter()
            .map(|cell| self.geometry.cell_center(*cell))
            .collect();
        if look.ends == LineEnds::Bulb
            && let Some(first) = points.first()
        {
            // With a stroke, the circle is not merged with the paper of the picture.
            let stroke = Stroke::solid(paper, edge);
            canvas.path(Path::circle(*first, BULB * cell), Some(paper), Some(stroke));
        }
        let stroke = Stroke::rounded(paper, look.width * cell + edge);
        canvas.stroke(Path::polyline(&points), stroke);
    }

    fn draw_line(&self, style: LineStyle, cells: &[Cell], canvas: &mut Canvas) {
        let look = line_look(style);
        let (theme, cell) = (self.theme, self.geometry.cell);
        let mut points: Vec<Point> = cells
            .iter()
            .map(|cell| self.geometry.cell_center(*cell))
            .collect();
        let [first, second, ..] = points[..] else {
            return;
        };
        let [.., before, last] = points[..] else {
            return;
        };
        let color = if look.is_wide() {
            theme.tint(look.color)
        } else {
            theme.thin_line(look.color)
        };
        let width = cell * look.width;
        if matches!(look.ends, LineEnds::Arrow | LineEnds::OpenCircles) {
            points[0] = moved(first, unit_vector(first, second), CIRCLE * cell);
        }
        if look.ends == LineEnds::OpenCircles
            && let Some(end) = points.last_mut()
        {
            *end = moved(last, unit_vector(last, before), CIRCLE * cell);
        }
        let path = Path::polyline(&points);
        canvas.stroke(path.clone(), Stroke::rounded(color, width));
        if look.ends == LineEnds::Bulb {
            canvas.fill(Path::circle(first, BULB * cell), color);
        }
        match look.core {
            LineCore::None => {}
            LineCore::Hollow => {
                canvas.stroke(path, Stroke::rounded(theme.paper, width * 0.45));
            }
            LineCore::Thin(dash) => {
                let core = if theme.has_gray {
                    theme.candidate.mix(38, color)
                } else {
                    theme.candidate
                };
                canvas.stroke(path, Stroke::dashed(core, self.unit(2.5), dash));
            }
        }
        let edge = Stroke::solid(theme.line, self.unit(2.0));
        match look.ends {
            LineEnds::None | LineEnds::Bulb => {}
            LineEnds::Arrow => {
                let along = unit_vector(before, last);
                let head = |side: f64| {
                    let (x, y) = moved(last, along, -0.2 * cell);
                    let half = 0.15 * cell * side;
                    (x - along.1 * half, y + along.0 * half)
                };
                let path = Path::polyline(&[head(-1.0), last, head(1.0)]);
                canvas.stroke(path, Stroke::rounded(color, width));
            }
            LineEnds::OpenCircles => {
                for end in [first, last] {
                    canvas.stroke(
                        Path::circle(end, CIRCLE * cell),
                        Stroke::solid(color, width),
                    );
                }
            }
            LineEnds::Circles => {
                for end in [first, last] {
                    canvas.path(Path::circle(end, CIRCLE * cell), Some(color), Some(edge));
                }
            }
            LineEnds::Diamonds => {
                let reach = 0.45 * cell;
                for (x, y) in [first, last] {
                    let diamond = Path::polygon(&[
                        (x, y - reach),
                        (x + reach, y),
                        (x, y + reach),
                        (x - reach, y),
                    ]);
                    canvas.path(diamond, Some(color), Some(edge));
                }
            }
        }
    }

    /// Draws the label of a line in its first cell.
    pub(super) fn draw_line_label(&self, cell: Cell, label: &str, canvas: &mut Canvas) {
        let (x, y) = self.geometry.corner(cell);
        let size = self.unit(13.0);
        canvas.text(Text {
            text: label.to_owned(),
            at: (x + self.unit(4.0), y + self.geometry.cell - self.unit(4.5)),
            anchor: Anchor::Start,
            size,
            weight: Weight::Regular,
            color: self.theme.ink,
            halo: None,
        });
    }

    /// Draws the circle of an arrow around one cell, or around several cells side by side.
    fn draw_pill(&self, cells: &[Cell], canvas: &mut Canvas) {
        let (cell, look) = (self.geometry.cell, line_look(LineStyle::Arrow));
        let stroke = Stroke::solid(self.theme.thin_line(look.color), cell * look.width);
        let radius = CIRCLE * cell;
        let (Some(first), Some(last)) = (cells.iter().min(), cells.iter().max()) else {
            return;
        };
        let ((ax, ay), (bx, by)) = (
            self.geometry.cell_center(*first),
            self.geometry.cell_center(*last),
        );
        let length = usize::from(last.row() - first.row())
            + usize::from(last.column().abs_diff(first.column()));
        let in_line = first.row() == last.row() || first.column() == last.column();
        let path = if first == last {
            Path::circle((ax, ay), radius)
        } else if in_line && length + 1 == cells.len() {
            capsule((ax, ay), (bx, by), radius)
        } else {
            outline(cells, self.geometry.origin, cell, 0.13 * cell)
        };
        canvas.stroke(path, stroke);
    }

    fn draw_cage(&self, cells: &[Cell], label: &str, canvas: &mut Canvas) {
        let Some(first) = cells.iter().min() else {
            return;
        };
        let inset = self.unit(4.5);
        let border = outline(cells, self.geometry.origin, self.geometry.cell, inset);
        let stroke = Stroke::dashed(self.theme.ink, self.unit(1.6), Dash::Dashed);
        if label.is_empty() {
            canvas.stroke(border, stroke);
            return;
        }
        // The label interrupts the line.
        let (x, y) = self.geometry.corner(*first);
        let size = self.unit(15.0);
        let width = size * Weight::Regular.width(label);
        let corner = (x + inset, y + inset);
        let gap = (f64::min(width + 2.0, self.geometry.cell * 0.7), size * 0.85);
        canvas.stroke(open_corner(&border, corner, gap), stroke);
        canvas.text(Text {
            text: label.to_owned(),
            at: (x + self.unit(4.0), y + size),
            anchor: Anchor::Start,
            size,
            weight: Weight::Regular,
            color: self.theme.ink,
            halo: None,
        });
    }

    fn draw_dot(&self, between: [Cell; 2], filled: bool, label: &str, canvas: &mut Canvas) {
        // A white dot is white, and a black dot black, in every theme.
        let (background, ink) = if filled {
            (Color::from_hex(0x0b_0d_20), Color::from_hex(0xff_ff_ff))
        } else {
            (Color::from_hex(0xff_ff_ff), Color::from_hex(0x0b_0d_20))
        };
        let middle = self.border(between);
        canvas.path(
            Path::circle(middle, self.unit(8.5)),
            Some(background),
            Some(Stroke::solid(self.theme.ink, self.unit(1.6))),
        );
        let size = self.unit(if label.chars().count() > 1 {
            10.5
        } else {
            13.0
        });
        canvas.text(centered_text(label, middle, size, Weight::Bold, ink));
    }

    fn draw_vertex(&self, cell: Cell, digits: &[Digit], canvas: &mut Canvas) {
        let (x, y) = self.geometry.corner(cell);
        let middle = (x + self.geometry.cell, y + self.geometry.cell);
        canvas.path(
            Path::circle(middle, self.unit(15.5)),
            Some(self.theme.paper),
            Some(Stroke::solid(self.theme.ink, self.unit(1.6))),
        );
        let symbols: Vec<String> = digits.iter().map(|digit| (self.symbol)(*digit)).collect();
        let rows: Vec<String> = symbols.chunks(2).map(|row| row.join(" ")).collect();
        let widest = rows
            .iter()
            .map(|row| Weight::Regular.width(row))
            .fold(0.5, f64::max);
        let largest = match digits.len() {
            0 | 1 => 18.0,
            2 => 15.0,
            _ => 13.0,
        };
        let size = self.unit(f64::min(largest, 23.0 / widest));
        for (number, row) in rows.iter().enumerate() {
            let shift = (number as f64 - (rows.len() - 1) as f64 / 2.0) * self.unit(12.0);
            let at = (middle.0, middle.1 + shift);
            canvas.text(centered_text(
                row,
                at,
                size,
                Weight::Regular,
                self.theme.ink,
            ));
        }
    }

    /// Draws an arrow from a point, with a direction of length 1.
    pub(super) fn draw_arrow(&self, from: Point, along: Point, length: f64, canvas: &mut Canvas) {
        let tip = moved(from, along, length);
        let neck = moved(tip, along, -self.unit(6.0));
        canvas.stroke(
            Path::line(from, neck),
            Stroke::solid(self.theme.ink, self.unit(2.0)),
        );
        canvas.fill(
            highlights::arrow_head(tip, along, self.unit(9.0)),
            self.theme.ink,
        );
    }
}

/// Returns the direction from a point to another, with length 1.
fn unit_vector(from: Point, to: Point) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = f64::max(1e-6, (dx * dx + dy * dy).sqrt());
    (dx / length, dy / length)
}

/// Moves a point along a direction.
pub(super) fn moved(from: Point, direction: Point, length: f64) -> Point {
    (from.0 + direction.0 * length, from.1 + direction.1 * length)
}

/// Returns the points at a distance from the line between two points side by side.
fn capsule(a: Point, b: Point, radius: f64) -> Path {
    // The distance of the control points of a quarter circle, as a fraction of the radius.
    const QUARTER: f64 = 0.552_284_75;
    let (along, k) = (unit_vector(a, b), QUARTER * radius);
    let across = (-along.1, along.0);
    let at = |center: Point, forward: f64, aside: f64| {
        moved(moved(center, along, forward), across, aside)
    };
    let mut path = Path::default();
    let start = at(a, 0.0, -radius);
    path.move_to(start.0, start.1);
    for (center, sign) in [(b, 1.0), (a, -1.0)] {
        let from = at(center, 0.0, -radius * sign);
        path.line_to(from.0, from.1);
        path.curve_to(
            at(center, k * sign, -radius * sign),
            at(center, radius * sign, -k * sign),
            at(center, radius * sign, 0.0),
        );
        path.curve_to(
            at(center, radius * sign, k * sign),
            at(center, k * sign, radius * sign),
            at(center, 0.0, radius * sign),
        );
    }
    path.close();
    path
}
