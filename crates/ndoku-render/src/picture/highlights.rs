//! Highlights in a picture: backgrounds and outlines of cells and houses, signs of candidates,
//! links, and lines through eliminations.

use ndoku_core::{Candidate, Cell, Highlight, HighlightRole};

use super::{GridGeometry, centered_text};
use crate::canvas::{Canvas, Dash, Path, Point, Stroke};
use crate::font::Weight;
use crate::outline::outline;
use crate::scene::Scene;
use crate::theme::{Sign, Theme, outline_dash};

/// Draws the backgrounds of marked houses, and above them those of marked cells.
pub(super) fn draw_backgrounds(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    for highlight in scene.highlights() {
        if let Highlight::House(house, role) = highlight {
            for cell in scene.layout().houses()[*house].cells() {
                canvas.fill(geometry.square(*cell), theme.house_background(*role));
            }
        }
    }
    for highlight in scene.highlights() {
        if let Highlight::Cell(cell, role) = highlight {
            canvas.fill(geometry.square(*cell), theme.cell_background(*role));
        }
    }
}

/// Draws the outlines of marked houses and cells, inside their borders.
pub(super) fn draw_outlines(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    // Different insets keep the lines of crossing houses apart.
    let mut inset = 3.5;
    for highlight in scene.highlights() {
        if let Highlight::House(house, role) = highlight {
            let cells = scene.layout().houses()[*house].cells();
            let stroke = Stroke::dashed(theme.hue(*role).edge, 2.0, outline_dash(*role));
            canvas.stroke(
                outline(cells, geometry.origin, geometry.cell, inset),
                stroke,
            );
            inset = if inset > 6.0 { 3.5 } else { inset + 1.0 };
        }
    }
    for highlight in scene.highlights() {
        if let Highlight::Cell(cell, role) = highlight {
            let stroke = Stroke::dashed(theme.hue(*role).edge, 2.5, outline_dash(*role));
            canvas.stroke(
                outline(&[*cell], geometry.origin, geometry.cell, 4.0),
                stroke,
            );
            if *role == HighlightRole::Pivot {
                canvas.stroke(
                    outline(&[*cell], geometry.origin, geometry.cell, 8.0),
                    Stroke {
                        width: 1.5,
                        ..stroke
                    },
                );
            }
        }
    }
}

/// Draws the signs behind marked candidates. A digit placed in a cell without candidates has a sign
/// around the cell.
pub(super) fn draw_signs(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    let mut done: Vec<Candidate> = Vec::new();
    for highlight in scene.highlights() {
        let Highlight::Candidate(candidate, _) = highlight else {
            continue;
        };
        if done.contains(candidate) {
            continue;
        }
        done.push(*candidate);
        let roles = scene.roles(*candidate);
        // The role of a placement comes first. The line through an eliminated candidate is drawn
        // above its sign.
        let role = [HighlightRole::Placed]
            .into_iter()
            .find(|role| roles.contains(role))
            .or_else(|| {
                roles
                    .iter()
                    .copied()
                    .find(|role| *role != HighlightRole::Eliminated)
            });
        let Some(role) = role else { continue };
        let large = is_drawn_large(scene, *candidate);
        let (middle, radius) = if large {
            (geometry.cell_center(candidate.cell), geometry.cell * 0.43)
        } else {
            (
                geometry.candidate_center(candidate.cell, candidate.digit),
                geometry.candidate_radius() * 0.98,
            )
        };
        let hue = theme.hue(role);
        draw_sign(
            Sign::for_role(role),
            middle,
            radius,
            hue.fill,
            Stroke::solid(hue.edge, if large { 2.5 } else { 1.3 }),
            canvas,
        );
    }
}

/// Returns `true` if a candidate is drawn as large as a digit: it is placed in a cell without other
/// candidates, or already in the cell.
fn is_drawn_large(scene: &Scene, candidate: Candidate) -> bool {
    scene.content(candidate.cell).digit() == Some(candidate.digit)
        || scene.shown_candidates(candidate.cell) == [candidate.digit]
            && !matches!(
                scene.content(candidate.cell),
                crate::scene::Content::Candidates(_)
            )
            && scene.roles(candidate).contains(&HighlightRole::Placed)
}

fn draw_sign(
    sign: Sign,
    (x, y): Point,
    radius: f64,
    fill: crate::canvas::Color,
    stroke: Stroke,
    canvas: &mut Canvas,
) {
    let mut shape = |path: Path| canvas.path(path, Some(fill), Some(stroke));
    let corners = |corners: &[(f64, f64)]| {
        Path::polygon(
            &corners
                .iter()
                .map(|(dx, dy)| (x + dx * radius, y + dy * radius))
                .collect::<Vec<_>>(),
        )
    };
    match sign {
        Sign::Disc => shape(Path::circle((x, y), radius * 0.92)),
        Sign::Square => shape(corners(&[
            (-0.8, -0.8),
            (0.8, -0.8),
            (0.8, 0.8),
            (-0.8, 0.8),
        ])),
        Sign::Diamond => shape(corners(&[
            (0.0, -1.08),
            (1.08, 0.0),
            (0.0, 1.08),
            (-1.08, 0.0),
        ])),
        Sign::Hexagon => shape(corners(&[
            (-1.0, 0.0),
            (-0.5, -0.87),
            (0.5, -0.87),
            (1.0, 0.0),
            (0.5, 0.87),
            (-0.5, 0.87),
        ])),
        Sign::Triangle => shape(corners(&[(0.0, -1.1), (1.05, 0.85), (-1.05, 0.85)])),
        Sign::Ring => {
            shape(Path::circle((x, y), radius * 0.97));
            canvas.stroke(
                Path::circle((x, y), radius * 0.78),
                Stroke {
                    width: stroke.width * 0.8,
                    ..stroke
                },
            );
        }
        Sign::Strike => {}
    }
}

/// Draws the candidates of a cell, with marked ones in bold.
pub(super) fn draw_candidates(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    cell: Cell,
    canvas: &mut Canvas,
) {
    for digit in scene.shown_candidates(cell) {
        let candidate = Candidate::new(cell, digit);
        let roles = scene.roles(candidate);
        let (weight, color) = match &roles[..] {
            [] => (Weight::Regular, theme.candidate),
            [HighlightRole::Eliminated] => (Weight::Bold, theme.wrong),
            _ => (Weight::Bold, theme.ink),
        };
        let (middle, size) = if is_drawn_large(scene, candidate) {
            (geometry.cell_center(cell), geometry.digit)
        } else {
            (geometry.candidate_center(cell, digit), geometry.candidate)
        };
        canvas.text(centered_text(
            scene.symbol(digit),
            middle,
            size,
            weight,
            color,
        ));
    }
}

/// Draws a line through every eliminated candidate.
pub(super) fn draw_strikes(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    for highlight in scene.highlights() {
        let Highlight::Candidate(candidate, HighlightRole::Eliminated) = highlight else {
            continue;
        };
        let ((x, y), reach) = if scene.content(candidate.cell).digit().is_some() {
            (geometry.cell_center(candidate.cell), geometry.cell * 0.35)
        } else {
            (
                geometry.candidate_center(candidate.cell, candidate.digit),
                geometry.candidate_radius() * 0.8,
            )
        };
        let width = (geometry.candidate * 0.12).max(1.8);
        canvas.stroke(
            Path::line((x - reach, y + reach), (x + reach, y - reach)),
            Stroke::solid(theme.wrong, width),
        );
    }
}

/// Draws links as arrows: solid for strong links, dashed for weak links. Several candidates at an
/// end are connected.
pub(super) fn draw_links(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    let nodes: Vec<Point> = link_nodes(scene, geometry);
    for highlight in scene.highlights() {
        let Highlight::Link { from, to, strong } = highlight else {
            continue;
        };
        let color = if *strong {
            theme.hue(HighlightRole::Base).edge
        } else {
            theme.candidate
        };
        let (width, dash) = if *strong {
            (2.4, Dash::Solid)
        } else {
            (2.0, Dash::Dashed)
        };
        let points = |end: &[Candidate]| -> Vec<Point> {
            end.iter()
                .map(|candidate| geometry.candidate_center(candidate.cell, candidate.digit))
                .collect()
        };
        let (starts, ends) = (points(from), points(to));
        for group in [&starts, &ends].into_iter().filter(|group| group.len() > 1) {
            draw_group(
                group,
                geometry.candidate_radius() + 1.5,
                Stroke::solid(color, 1.4),
                canvas,
            );
        }
        let Some((a, b)) = nearest_pair(&starts, &ends) else {
            continue;
        };
        draw_arrow(
            a,
            b,
            &nodes,
            geometry,
            Stroke::dashed(color, width, dash),
            canvas,
        );
    }
}

/// Returns the centers of all highlighted candidates and ends of links.
fn link_nodes(scene: &Scene, geometry: &GridGeometry) -> Vec<Point> {
    let candidates = scene
        .highlights()
        .iter()
        .flat_map(|highlight| match highlight {
            Highlight::Candidate(candidate, _) => vec![*candidate],
            Highlight::Link { from, to, .. } => from.iter().chain(to).copied().collect(),
            _ => Vec::new(),
        });
    candidates
        .map(|candidate| geometry.candidate_center(candidate.cell, candidate.digit))
        .collect()
}

fn distance(a: Point, b: Point) -> f64 {
    ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt()
}

fn nearest_pair(starts: &[Point], ends: &[Point]) -> Option<(Point, Point)> {
    let pairs = starts
        .iter()
        .flat_map(|a| ends.iter().map(move |b| (*a, *b)));
    pairs.min_by(|x, y| distance(x.0, x.1).total_cmp(&distance(y.0, y.1)))
}

/// Draws a group of candidates at the end of a link: a ring around each, and lines between them.
fn draw_group(points: &[Point], room: f64, stroke: Stroke, canvas: &mut Canvas) {
    for (a, b) in points.iter().zip(points.iter().skip(1)) {
        let length = distance(*a, *b);
        if length > 2.0 * room {
            let (dx, dy) = ((b.0 - a.0) / length * room, (b.1 - a.1) / length * room);
            canvas.stroke(
                Path::line((a.0 + dx, a.1 + dy), (b.0 - dx, b.1 - dy)),
                stroke,
            );
        }
    }
    points
        .iter()
        .for_each(|point| canvas.stroke(Path::circle(*point, room), stroke));
}

/// Draws an arrow between candidates. It bends around other marked candidates, and between
/// neighbors, whose signs leave no space for a straight arrow.
fn draw_arrow(
    a: Point,
    b: Point,
    nodes: &[Point],
    geometry: &GridGeometry,
    stroke: Stroke,
    canvas: &mut Canvas,
) {
    let length = distance(a, b);
    let radius = geometry.candidate_radius();
    if length <= radius {
        return;
    }
    let size = (radius * 0.9).clamp(7.0, 12.0);
    let is_near = length < 2.0 * radius + 1.5 * size;
    let along = ((b.0 - a.0) / length, (b.1 - a.1) / length);
    let across = (-along.1, along.0);
    let is_in_the_way = nodes.iter().any(|node| {
        let (dx, dy) = (node.0 - a.0, node.1 - a.1);
        let (forward, aside) = (dx * along.0 + dy * along.1, dx * across.0 + dy * across.1);
        forward > radius && forward < length - radius && aside.abs() < radius * 1.1
    });
    let bow = match (is_near, is_in_the_way) {
        (true, _) => radius * 1.3,
        (false, true) => f64::max(radius * 1.8, length * 0.14),
        (false, false) => 0.0,
    };
    let half = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    // The arrow bends to the right of its direction if that stays inside the grid.
    let bent = |bow: f64| (half.0 + across.0 * bow, half.1 + across.1 * bow);
    let (left, top) = geometry.origin;
    let is_inside = |(x, y): Point| {
        (left..=left + geometry.side()).contains(&x) && (top..=top + geometry.side()).contains(&y)
    };
    let middle = if is_inside(bent(bow)) {
        bent(2.0 * bow)
    } else {
        bent(-2.0 * bow)
    };
    // The arrow starts and ends at the signs, in the direction of the bend.
    let toward = |from: Point, to: Point, reach: f64| {
        let far = distance(from, to).max(1e-6);
        (
            from.0 + (to.0 - from.0) / far * reach,
            from.1 + (to.1 - from.1) / far * reach,
        )
    };
    let (start, tip) = (toward(a, middle, radius), toward(b, middle, radius));
    let neck = toward(b, middle, radius + size * 0.8);
    let mut path = Path::default();
    path.move_to(start.0, start.1);
    if bow > 0.0 {
        path.quad_to(middle, neck);
    } else {
        path.line_to(neck.0, neck.1);
    }
    canvas.stroke(path, stroke);
    let far = distance(neck, tip).max(1e-6);
    canvas.fill(
        arrow_head(tip, ((tip.0 - neck.0) / far, (tip.1 - neck.1) / far), size),
        stroke.color,
    );
}

/// Returns the head of an arrow that ends at a point, with a direction of length 1.
pub(super) fn arrow_head((x, y): Point, (dx, dy): Point, size: f64) -> Path {
    let back = (x - dx * size, y - dy * size);
    let half = size * 0.42;
    Path::polygon(&[
        (x, y),
        (back.0 - dy * half, back.1 + dx * half),
        (back.0 + dy * half, back.1 - dx * half),
    ])
}
