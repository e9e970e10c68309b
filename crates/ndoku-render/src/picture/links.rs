//! Links between candidates: solid for strong links, dashed for weak links, each with an arrow.
//!
//! ```text
//!   1 2 3   a link is the cubic curve that crosses the fewest digits
//!   4(5)---.
//!   7 8 9   `-->(5)
//! ```
//!
//! Crossing a digit has a cost: 90 for a node of the chain, 40 for a large digit, 14 for another
//! candidate. Curves are chosen from some hundred shapes, so the search takes constant time for
//! each link. The page draws the same curves.

use ndoku_core::{Candidate, Highlight};

use super::GridGeometry;
use super::decorations::moved;
use super::highlights::arrow_head;
use crate::canvas::{Canvas, Dash, Path, Point, Stroke};
use crate::scene::Scene;
use crate::theme::Theme;

/// Sideways shifts of the two control points of a curve, in hundredths of a cell.
const SHIFTS: [f64; 11] = [
    0.0, 10.0, -10.0, 22.0, -22.0, 36.0, -36.0, 55.0, -55.0, 80.0, -80.0,
];

/// Links shorter than this are straight and have no arrow, in hundredths of a cell.
const SHORT_LINK: f64 = 75.0;

/// The costs of crossing a node of a chain, a large digit and another candidate.
const NODE_COST: f64 = 90.0;
const DIGIT_COST: f64 = 40.0;
const CANDIDATE_COST: f64 = 14.0;

/// A digit that links avoid.
#[derive(Copy, Clone, Debug)]
struct Obstacle {
    at: Point,
    radius: f64,
    cost: f64,
}

/// Draws all links of a scene. Several candidates at an end are connected.
pub(super) fn draw_links(
    scene: &Scene,
    theme: &Theme,
    geometry: &GridGeometry,
    canvas: &mut Canvas,
) {
    if !scene.has_links() {
        return;
    }
    let obstacles = obstacles(scene, geometry);
    let unit = geometry.cell / 100.0;
    for highlight in scene.highlights() {
        let Highlight::Link { from, to, strong } = highlight else {
            continue;
        };
        let points = |end: &[Candidate]| -> Vec<Point> {
            end.iter()
                .map(|candidate| geometry.candidate_center(candidate.cell, candidate.digit))
                .collect()
        };
        let (starts, ends) = (points(from), points(to));
        for group in [&starts, &ends].into_iter().filter(|group| group.len() > 1) {
            let room = geometry.candidate_radius() + 1.5;
            draw_group(group, room, Stroke::solid(theme.link, 2.0 * unit), canvas);
        }
        let Some((a, b)) = nearest_pair(&starts, &ends) else {
            continue;
        };
        let Some(link) = Link::between(a, b, geometry, &obstacles) else {
            continue;
        };
        let (width, dash) = if *strong {
            (4.0, Dash::Solid)
        } else {
            (3.4, Dash::Dashed)
        };
        canvas.stroke(link.path.clone(), Stroke::solid(theme.paper, 11.0 * unit));
        let stroke = Stroke::dashed(theme.link, width * unit, dash);
        canvas.stroke(link.path, stroke);
        if let Some(head) = link.head {
            canvas.fill(head, theme.link);
        }
    }
}

/// Returns the digits that links avoid.
fn obstacles(scene: &Scene, geometry: &GridGeometry) -> Vec<Obstacle> {
    let nodes: Vec<Candidate> = scene
        .highlights()
        .iter()
        .flat_map(|highlight| match highlight {
            Highlight::Candidate(candidate, _) => vec![*candidate],
            Highlight::Link { from, to, .. } => from.iter().chain(to).copied().collect(),
            _ => Vec::new(),
        })
        .collect();
    let of_cell = |cell| {
        if scene.content(cell).digit().is_some() {
            return vec![Obstacle {
                at: geometry.cell_center(cell),
                radius: 0.34 * geometry.cell,
                cost: DIGIT_COST,
            }];
        }
        let of_candidate = |digit| {
            let is_node = nodes.contains(&Candidate::new(cell, digit));
            Obstacle {
                at: geometry.candidate_center(cell, digit),
                radius: geometry.candidate_radius(),
                cost: if is_node { NODE_COST } else { CANDIDATE_COST },
            }
        };
        scene
            .shown_candidates(cell)
            .into_iter()
            .map(of_candidate)
            .collect()
    };
    scene.layout().cells().flat_map(of_cell).collect()
}

/// The line of a link, and the head of its arrow if there is room.
struct Link {
    path: Path,
    head: Option<Path>,
}

impl Link {
    /// Returns the link between two candidates, or nothing if they lie at the same place.
    fn between(
        a: Point,
        b: Point,
        geometry: &GridGeometry,
        obstacles: &[Obstacle],
    ) -> Option<Self> {
        let length = distance(a, b);
        if length < 1e-6 {
            return None;
        }
        let unit = geometry.cell / 100.0;
        let radius = geometry.candidate_radius();
        let gap = |room: f64| f64::min(room, length * 0.42);
        if length < SHORT_LINK * unit {
            let along = direction(a, b);
            let (start, end) = (moved(a, along, gap(radius)), moved(b, along, -gap(radius)));
            return Some(Self {
                path: Path::line(start, end),
                head: None,
            });
        }
        let (c, d) = control_points(a, b, geometry, obstacles);
        let start = moved(a, direction(a, c), gap(radius));
        let tip = moved(b, direction(b, d), gap(radius + 2.0 * unit));
        let along = direction(d, tip);
        let size = 13.0 * unit;
        let mut path = Path::default();
        path.move_to(start.0, start.1);
        path.curve_to(c, d, moved(tip, along, -size));
        Some(Self {
            path,
            head: Some(arrow_head(tip, along, size)),
        })
    }
}

/// Returns the control points of the cheapest curve between two points.
fn control_points(
    a: Point,
    b: Point,
    geometry: &GridGeometry,
    obstacles: &[Obstacle],
) -> (Point, Point) {
    let unit = geometry.cell / 100.0;
    let length = distance(a, b);
    let along = direction(a, b);
    let across = (-along.1, along.0);
    let reach = f64::min(length * 0.33, 110.0 * unit);
    let is_near = |obstacle: &&Obstacle| {
        let (x, y) = obstacle.at;
        let (dx, dy) = (x - a.0, y - a.1);
        let ahead = dx * along.0 + dy * along.1;
        let aside = (dx * across.0 + dy * across.1).abs();
        let is_end =
            distance(obstacle.at, a) <= 4.0 * unit || distance(obstacle.at, b) <= 4.0 * unit;
        !is_end && ahead > -60.0 * unit && ahead < length + 60.0 * unit && aside < 115.0 * unit
    };
    let near: Vec<&Obstacle> = obstacles.iter().filter(is_near).collect();
    let steps = f64::max(16.0, (length / (14.0 * unit)).ceil()) as usize;
    let (left, top) = geometry.origin;
    let edge = 4.0 * unit;
    let is_outside = |(x, y): Point| {
        let (x, y) = (x - left, y - top);
        x < edge || y < edge || x > geometry.side() - edge || y > geometry.side() - edge
    };
    let shifts = || {
        SHIFTS
            .into_iter()
            .filter(|shift| shift.abs() * unit <= length * 0.45)
    };
    let (mut least, mut best) = (f64::INFINITY, (a, b));
    for one in shifts() {
        for other in shifts() {
            let c = moved(moved(a, along, reach), across, one * unit);
            let d = moved(moved(b, along, -reach), across, other * unit);
            // Of two free curves, the straighter one is better.
            let mut cost = (one.abs() + other.abs()) * 0.35 + (one - other).abs() * 0.25;
            for step in 1..steps {
                if cost >= least {
                    break;
                }
                let point = curve_point([a, c, d, b], step as f64 / steps as f64);
                if is_outside(point) {
                    cost += 60.0;
                }
                for obstacle in &near {
                    let distance = distance(point, obstacle.at);
                    if distance < obstacle.radius {
                        cost += obstacle.cost * (1.15 - distance / obstacle.radius);
                    }
                }
            }
            if cost < least {
                (least, best) = (cost, (c, d));
            }
        }
    }
    best
}

/// Returns the point of a cubic curve at a time from 0 to 1.
fn curve_point([a, b, c, d]: [Point; 4], t: f64) -> Point {
    let q = 1.0 - t;
    let weights = [q * q * q, 3.0 * q * q * t, 3.0 * q * t * t, t * t * t];
    let sum = |of: fn(&Point) -> f64| {
        [a, b, c, d]
            .iter()
            .zip(weights)
            .map(|(point, weight)| of(point) * weight)
            .sum()
    };
    (sum(|point| point.0), sum(|point| point.1))
}

fn distance(a: Point, b: Point) -> f64 {
    ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt()
}

/// Returns the direction from one point to another, with length 1.
fn direction(from: Point, to: Point) -> Point {
    let length = distance(from, to).max(1e-9);
    ((to.0 - from.0) / length, (to.1 - from.1) / length)
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
        if distance(*a, *b) > 2.0 * room {
            let along = direction(*a, *b);
            canvas.stroke(
                Path::line(moved(*a, along, room), moved(*b, along, -room)),
                stroke,
            );
        }
    }
    points
        .iter()
        .for_each(|point| canvas.stroke(Path::circle(*point, room), stroke));
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Board, Cell, Digit, Puzzle};

    use super::*;
    use crate::picture::CandidateMargins;

    #[test]
    fn links_avoid_large_digits_and_nodes_wherever_possible() {
        let puzzle: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let scene = Scene::from_board(&puzzle, &Board::with_clues_placed(&puzzle));
        let geometry =
            GridGeometry::new(&scene, (0.0, 0.0), 66.0, (3, 3), CandidateMargins::new(&[]));
        let obstacles = obstacles(&scene, &geometry);
        let candidate = |row: u8, column: u8, digit: u8| {
            geometry.candidate_center(Cell::new(row, column), Digit::new(digit).unwrap())
        };
        let mut crossed = 0;
        for (a, b) in [
            (candidate(0, 2, 4), candidate(0, 8, 4)),
            (candidate(2, 0, 1), candidate(8, 0, 1)),
            (candidate(0, 3, 2), candidate(7, 6, 3)),
            (candidate(5, 1, 1), candidate(5, 7, 9)),
            (candidate(1, 1, 7), candidate(6, 8, 4)),
        ] {
            let (c, d) = control_points(a, b, &geometry, &obstacles);
            for obstacle in obstacles.iter().filter(|obstacle| obstacle.cost > 20.0) {
                let hits = (1..100).any(|step| {
                    let point = curve_point([a, c, d, b], f64::from(step) / 100.0);
                    distance(point, obstacle.at) < 0.2 * geometry.cell
                });
                crossed += usize::from(hits);
            }
        }
        assert_eq!(crossed, 0, "a link runs through the middle of a digit");
    }
}
