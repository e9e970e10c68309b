//! Sets of light cells of the same size beside each other, as the lines of a grid cut them out.
//!
//! ```text
//!      ■ ■ ■         a cell is a small light component; from a cell and its neighbors to the right
//!      ■ ■▸■         and below, the places of further cells are predicted, so that each cell gets
//!      ■ ▾ ■         a row and a column
//! ```
//!
//! This finds grids whose lines are connected with something else, or interrupted.

use std::collections::{BTreeMap, VecDeque};

use crate::components::{Connectivity, for_each_component};
use crate::geometry::{Homography, LinearSystem, Point};

/// Number of cells in a row of a grid.
const SIZE: i32 = 9;

/// Maximum number of cells examined. Each cell is compared with each other one.
const MAX_CELLS: usize = 3_000;

/// Minimum number of cells in a set.
const MIN_CELLS: usize = 24;

/// Minimum number of pixels in a cell.
const MIN_PIXELS: usize = 40;

/// Factor of the number of cells that are added to sets at most. Few pictures need more than one,
/// but a cell may belong to many sets, and each addition compares it with all cells.
const MAX_ADDITIONS: usize = 4;

/// Maximum number of positions of the grid examined for each set.
const MAX_WINDOWS: usize = 4;

/// A light component that may be a cell.
#[derive(Copy, Clone, Debug)]
struct LightCell {
    center: Point,
    /// Square root of the number of pixels.
    side: f32,
}

/// Returns the corners of 9×9 cells around each set of cells, clockwise on the screen.
pub(crate) fn quadrilaterals(light: &[bool], width: usize) -> Vec<[Point; 4]> {
    let mut cells = find_cells(light, width);
    // Of too many, the smallest are dropped.
    cells.sort_by(|a, b| a.side.total_cmp(&b.side));
    cells.drain(..cells.len().saturating_sub(MAX_CELLS));
    let mut is_used = vec![false; cells.len()];
    let mut found = Vec::new();
    let mut additions = 0;
    for seed in 0..cells.len() {
        if additions > MAX_ADDITIONS * cells.len() {
            break;
        }
        if is_used[seed] {
            continue;
        }
        let Some(basis) = first_basis(&cells, seed) else {
            continue;
        };
        let set = grow(&cells, seed, basis);
        additions += set.len();
        for cell in set.values() {
            is_used[*cell] = true;
        }
        if set.len() < MIN_CELLS {
            continue;
        }
        found.extend(
            windows(&set)
                .into_iter()
                .filter_map(|window| corners(&cells, &set, window)),
        );
    }
    found
}

fn find_cells(light: &[bool], width: usize) -> Vec<LightCell> {
    let height = light.len() / width.max(1);
    let largest = (width.max(height) / 8).pow(2);
    let mut cells = Vec::new();
    for_each_component(light, width, Connectivity::Four, &mut |members| {
        if !(MIN_PIXELS..=largest).contains(&members.len()) {
            return;
        }
        let (mut across, mut down) = (0, 0);
        let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
        for at in members {
            let (x, y) = (at % width, at / width);
            (across, down) = (across + x, down + y);
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        let (wide, high) = (right - left + 1, bottom - top + 1);
        let is_square = wide <= 2 * high && high <= 2 * wide;
        if is_square && members.len() * 5 >= wide * high * 2 {
            let count = members.len() as f32;
            // The middle of the box is not shifted by a digit in the cell.
            let center = Point::new((left + right) as f32 / 2.0, (top + bottom) as f32 / 2.0);
            cells.push(LightCell {
                center,
                side: count.sqrt(),
            });
        }
    });
    cells
}

/// The steps to the next cell in a row and in a column.
type Basis = [Point; 2];

fn difference(a: Point, b: Point) -> Point {
    Point::new(b.x - a.x, b.y - a.y)
}

fn length(step: Point) -> f32 {
    step.x.hypot(step.y)
}

/// Returns the steps from a cell to its nearest neighbor, and to the nearest one at a right angle.
fn first_basis(cells: &[LightCell], seed: usize) -> Option<Basis> {
    let LightCell { center, side } = cells[seed];
    let mut steps: Vec<Point> = cells
        .iter()
        .filter(|other| (0.7..1.4).contains(&(other.side / side)))
        .map(|other| difference(center, other.center))
        .filter(|step| (side * 0.9..side * 1.6).contains(&length(*step)))
        .collect();
    steps.sort_by(|a, b| length(*a).total_cmp(&length(*b)));
    let first = *steps.first()?;
    let is_across = |step: &&Point| {
        let cosine = (first.x * step.x + first.y * step.y) / (length(first) * length(**step));
        cosine.abs() < 0.4
    };
    let second = **steps.iter().find(is_across).as_ref()?;
    let turn = first.x * second.y - first.y * second.x;
    Some(if turn > 0.0 {
        [first, second]
    } else {
        [second, first]
    })
}

/// Returns the cells that are connected with the first one, by column and row.
fn grow(cells: &[LightCell], seed: usize, basis: Basis) -> BTreeMap<(i32, i32), usize> {
    let mut set = BTreeMap::from([((0, 0), seed)]);
    let mut is_taken = vec![false; cells.len()];
    is_taken[seed] = true;
    let mut queue = VecDeque::from([((0, 0), seed, basis)]);
    while let Some(((column, row), at, basis)) = queue.pop_front() {
        for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
            let step = basis[axis];
            let place = if axis == 0 {
                (column + sign as i32, row)
            } else {
                (column, row + sign as i32)
            };
            if set.contains_key(&place) {
                continue;
            }
            let from = cells[at];
            let expected = Point::new(from.center.x + sign * step.x, from.center.y + sign * step.y);
            let distance = |cell: usize| cells[cell].center.distance(expected);
            let near = (0..cells.len())
                .filter(|cell| !is_taken[*cell])
                .filter(|cell| (0.6..1.6).contains(&(cells[*cell].side / from.side)))
                .min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
            let Some(near) = near.filter(|near| distance(*near) < 0.3 * length(step)) else {
                continue;
            };
            let mut next = basis;
            let made = difference(from.center, cells[near].center);
            next[axis] = step.lerp(Point::new(made.x * sign, made.y * sign), 0.5);
            is_taken[near] = true;
            set.insert(place, near);
            queue.push_back((place, near, next));
        }
    }
    set
}

/// Returns the first columns and rows of the 9×9 windows that hold most cells.
fn windows(set: &BTreeMap<(i32, i32), usize>) -> Vec<(i32, i32)> {
    let range = |values: &dyn Fn(&(i32, i32)) -> i32| {
        let least = set.keys().map(values).min().unwrap_or(0);
        let most = set.keys().map(values).max().unwrap_or(0);
        // A set that is too small may be anywhere in the grid.
        let first = least.min(most + 1 - SIZE);
        first..=(most + 1 - SIZE).max(least)
    };
    let (columns, rows) = (range(&|place| place.0), range(&|place| place.1));
    let count = |(left, top): (i32, i32)| {
        let inside = |(column, row): &&(i32, i32)| {
            (left..left + SIZE).contains(column) && (top..top + SIZE).contains(row)
        };
        set.keys().filter(inside).count()
    };
    let mut windows: Vec<((i32, i32), usize)> = columns
        .flat_map(|column| rows.clone().map(move |row| (column, row)))
        .map(|window| (window, count(window)))
        .filter(|(_, count)| *count >= MIN_CELLS)
        .collect();
    windows.sort_by_key(|(window, count)| (std::cmp::Reverse(*count), *window));
    windows.truncate(MAX_WINDOWS);
    windows.into_iter().map(|(window, _)| window).collect()
}

/// Returns the corners of the window whose first column and row are given.
fn corners(
    cells: &[LightCell],
    set: &BTreeMap<(i32, i32), usize>,
    (left, top): (i32, i32),
) -> Option<[Point; 4]> {
    let size = SIZE as f32;
    let inside: Vec<(Point, Point)> = set
        .iter()
        .map(|((column, row), cell)| {
            let place = Point::new((column - left) as f32 + 0.5, (row - top) as f32 + 0.5);
            (place, cells[*cell].center)
        })
        .filter(|(place, _)| place.x > 0.0 && place.x < size && place.y > 0.0 && place.y < size)
        .collect();
    let mut system = LinearSystem::<8>::default();
    for (place, center) in &inside {
        let [x, y] = [place.x / size, place.y / size].map(f64::from);
        let [u, v] = [center.x / 1000.0, center.y / 1000.0].map(f64::from);
        system.add([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y], u, 1.0);
        system.add([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y], v, 1.0);
    }
    let map = Homography::from_parameters(&system.solve()?)?;
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| {
        let corner = map.map(Point::new(x, y));
        Point::new(corner.x * 1000.0, corner.y * 1000.0)
    });
    corners
        .iter()
        .all(|corner| corner.x.is_finite() && corner.y.is_finite())
        .then_some(corners)
}
