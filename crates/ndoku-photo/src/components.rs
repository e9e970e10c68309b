//! Connected dark parts of a picture, and the quadrilateral around each.

use crate::geometry::{Point, area, convex_hull, cross};

/// A connected set of dark pixels.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    /// The left and right ends of each row, from top to bottom.
    rows: Vec<(usize, usize)>,
    top: usize,
}

impl Component {
    /// Returns the sides of the bounding box.
    pub(crate) fn extent(&self) -> (usize, usize) {
        let left = self.rows.iter().map(|row| row.0).min().unwrap_or(0);
        let right = self.rows.iter().map(|row| row.1).max().unwrap_or(0);
        (right - left + 1, self.rows.len())
    }

    /// Returns the convex hull, clockwise on the screen.
    pub(crate) fn hull(&self) -> Vec<Point> {
        let ends = (self.top..)
            .zip(&self.rows)
            .flat_map(|(y, row)| [row.0, row.1].map(|x| Point::new(x as f32, y as f32)));
        convex_hull(ends.collect())
    }
}

/// The way in which pixels are connected.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Connectivity {
    /// By their edges.
    Four,
    /// By their edges and corners.
    Eight,
}

/// Passes the pixels of each connected part of a mask to `sink`.
pub(crate) fn for_each_component(
    mask: &[bool],
    width: usize,
    connectivity: Connectivity,
    sink: &mut dyn FnMut(&[usize]),
) {
    let mut open = mask.to_vec();
    let height = mask.len() / width.max(1);
    let (mut stack, mut members) = (Vec::new(), Vec::new());
    for start in 0..open.len() {
        if !std::mem::take(&mut open[start]) {
            continue;
        }
        stack.push(start);
        members.clear();
        while let Some(at) = stack.pop() {
            members.push(at);
            let (x, y) = (at % width, at / width);
            for near_y in y.saturating_sub(1)..(y + 2).min(height) {
                for near_x in x.saturating_sub(1)..(x + 2).min(width) {
                    let is_corner = near_x != x && near_y != y;
                    if is_corner && connectivity == Connectivity::Four {
                        continue;
                    }
                    if std::mem::take(&mut open[near_y * width + near_x]) {
                        stack.push(near_y * width + near_x);
                    }
                }
            }
        }
        sink(&members);
    }
}

/// Returns the components of a mask whose bounding box has a side of at least `min_side`.
pub(crate) fn find_components(mask: &[bool], width: usize, min_side: usize) -> Vec<Component> {
    let mut components = Vec::new();
    for_each_component(mask, width, Connectivity::Eight, &mut |members| {
        if members.len() < min_side {
            return;
        }
        let component = from_members(members, width);
        let (across, down) = component.extent();
        if across.max(down) >= min_side {
            components.push(component);
        }
    });
    components
}

fn from_members(members: &[usize], width: usize) -> Component {
    let top = members.iter().min().map_or(0, |at| at / width);
    let bottom = members.iter().max().map_or(0, |at| at / width);
    let mut rows = vec![(usize::MAX, 0); bottom - top + 1];
    for at in members {
        let row = &mut rows[at / width - top];
        *row = (row.0.min(at % width), row.1.max(at % width));
    }
    Component { rows, top }
}

/// Maximum number of hull points among which the corners are searched.
const MAX_HULL: usize = 40;

/// Returns the quadrilateral of the greatest area whose corners are points of a hull, clockwise on
/// the screen.
pub(crate) fn largest_quadrilateral(hull: &[Point]) -> Option<[Point; 4]> {
    let hull = simplify(hull.to_vec(), MAX_HULL);
    let count = hull.len();
    let mut best: Option<(f32, [Point; 4])> = None;
    for first in 0..count {
        for third in first + 2..count {
            let farthest = |range: &mut dyn Iterator<Item = usize>| {
                let height = |at: usize| cross(hull[first], hull[third], hull[at]).abs();
                range.max_by(|a, b| height(*a).total_cmp(&height(*b)))
            };
            let second = farthest(&mut (first + 1..third));
            let fourth = farthest(&mut (third + 1..count).chain(0..first));
            let (Some(second), Some(fourth)) = (second, fourth) else {
                continue;
            };
            let corners = [first, second, third, fourth].map(|at| hull[at]);
            let size = area(&corners);
            if best.is_none_or(|(largest, _)| size > largest) {
                best = Some((size, corners));
            }
        }
    }
    best.map(|(_, corners)| corners)
}

/// Drops the points of a hull that add the least area, until `most` remain.
fn simplify(mut hull: Vec<Point>, most: usize) -> Vec<Point> {
    while hull.len() > most {
        let count = hull.len();
        let added = |at: usize| {
            let (before, after) = ((at + count - 1) % count, (at + 1) % count);
            cross(hull[before], hull[at], hull[after]).abs()
        };
        let least = (0..count).min_by(|a, b| added(*a).total_cmp(&added(*b)));
        let Some(least) = least else { break };
        hull.remove(least);
    }
    hull
}
