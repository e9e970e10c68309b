//! The outline of a set of cells: closed lines at the borders of the cells, or at a distance
//! inside.
//!
//! ```text
//!   cells          at the border     within
//!   x x .          +-----+           .-----.
//!   x . .          |  +--+           |  .--.
//!   . . .          +--+              .--.
//! ```

use std::collections::{BTreeMap, BTreeSet};

use ndoku_core::Cell;

use crate::canvas::{Path, Point, Segment};

/// A corner of the grid: column and row of grid lines, from 0.
type Corner = (i32, i32);

/// A direction: the change of column and row.
type Step = (i32, i32);

/// Returns the outlines of a set of cells as closed paths. Holes have their own paths. `cell` is
/// the width of a cell, and `origin` the upper left corner of the grid. The lines run `inset`
/// inside the borders of the cells.
#[must_use]
pub(crate) fn outline(cells: &[Cell], origin: Point, cell: f64, inset: f64) -> Path {
    let set: BTreeSet<(i32, i32)> = cells
        .iter()
        .map(|cell| (i32::from(cell.column()), i32::from(cell.row())))
        .collect();
    // The borders with their cells on the right: for each corner the directions that leave it.
    let mut borders: BTreeMap<Corner, Vec<Step>> = BTreeMap::new();
    for &(x, y) in &set {
        let sides = [
            ((0, -1), (x, y), (1, 0)),
            ((1, 0), (x + 1, y), (0, 1)),
            ((0, 1), (x + 1, y + 1), (-1, 0)),
            ((-1, 0), (x, y + 1), (0, -1)),
        ];
        for ((dx, dy), corner, along) in sides {
            if !set.contains(&(x + dx, y + dy)) {
                borders.entry(corner).or_default().push(along);
            }
        }
    }
    let mut path = Path::default();
    while let Some((start, first)) = borders
        .iter_mut()
        .find_map(|(corner, leaving)| Some((*corner, leaving.pop()?)))
    {
        let mut corners: Vec<(Corner, Step, Step)> = Vec::new();
        let (mut at, mut along) = (start, first);
        loop {
            at = (at.0 + along.0, at.1 + along.1);
            let Some(leaving) = borders.get_mut(&at) else {
                break;
            };
            // If two cells touch at a corner only, the line stays with its own cell.
            let right = (-along.1, along.0);
            if at == start && !leaving.contains(&right) {
                break;
            }
            let Some(next) = leaving
                .iter()
                .position(|direction| *direction == right)
                .or_else(|| leaving.len().checked_sub(1))
            else {
                break;
            };
            let next = leaving.swap_remove(next);
            if next != along {
                corners.push((at, along, next));
            }
            along = next;
        }
        if first != along {
            corners.push((start, along, first));
        }
        // The cells are to the right of the line. The inset shifts the corner inside both borders.
        let inner = |((x, y), before, after): &(Corner, Step, Step)| {
            let shift = |a: i32, b: i32| inset * f64::from(a + b);
            (
                origin.0 + cell * f64::from(*x) + shift(-before.1, -after.1),
                origin.1 + cell * f64::from(*y) + shift(before.0, after.0),
            )
        };
        let points: Vec<Point> = corners.iter().map(inner).collect();
        path.0.extend(Path::polygon(&points).0);
    }
    path
}

/// Opens the closed path through a corner, from which it leads to the right and back from below.
/// The gap extends to the right and down.
#[must_use]
pub(crate) fn open_corner(path: &Path, corner: Point, gap: (f64, f64)) -> Path {
    let is_corner = |(x, y): Point| (x - corner.0).abs() < 1e-6 && (y - corner.1).abs() < 1e-6;
    let mut opened = Path::default();
    for polygon in path.0.split_inclusive(|segment| *segment == Segment::Close) {
        let corners: Vec<Point> = polygon
            .iter()
            .filter_map(|segment| match *segment {
                Segment::Move(to) | Segment::Line(to) => Some(to),
                _ => None,
            })
            .collect();
        match corners.iter().position(|at| is_corner(*at)) {
            Some(start) => {
                opened.move_to(corner.0 + gap.0, corner.1);
                for step in 1..corners.len() {
                    let (x, y) = corners[(start + step) % corners.len()];
                    opened.line_to(x, y);
                }
                opened.line_to(corner.0, corner.1 + gap.1);
            }
            None => opened.0.extend_from_slice(polygon),
        }
    }
    opened
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(map: &[&str]) -> Vec<Cell> {
        let rows = map.iter().enumerate();
        rows.flat_map(|(row, line)| {
            line.char_indices()
                .filter(|(_, c)| *c == 'x')
                .map(move |(column, _)| Cell::new(row as u8, column as u8))
        })
        .collect()
    }

    /// Returns the number of loops and corners, and the total length.
    fn measured(map: &[&str], inset: f64) -> (usize, usize, f64) {
        let path = outline(&cells(map), (0.0, 0.0), 10.0, inset);
        let (mut loops, mut corners, mut length, mut start, mut at) =
            (0, 0, 0.0, (0.0, 0.0), (0.0, 0.0));
        for segment in path.0 {
            let to = match segment {
                Segment::Move(to) => {
                    (start, at) = (to, to);
                    corners += 1;
                    continue;
                }
                Segment::Line(to) => {
                    corners += 1;
                    to
                }
                _ => {
                    loops += 1;
                    start
                }
            };
            length += f64::abs(to.0 - at.0) + f64::abs(to.1 - at.1);
            at = to;
        }
        (loops, corners, length)
    }

    #[test]
    fn outlines_have_the_expected_corners_and_length() {
        assert_eq!(measured(&["x"], 0.0), (1, 4, 40.0));
        assert_eq!(measured(&["x"], 2.0), (1, 4, 24.0));
        assert_eq!(measured(&["xx", "x."], 0.0), (1, 6, 80.0));
        // A concave corner adds what a convex one removes. There are four more convex corners, so
        // the length shrinks by eight times the inset.
        assert_eq!(measured(&["xx", "x."], 1.0), (1, 6, 72.0));
        assert_eq!(measured(&["x.", ".x"], 1.0), (2, 8, 64.0));
        assert_eq!(measured(&["xxx", "x.x", "xxx"], 0.0), (2, 8, 160.0));
        assert_eq!(measured(&["xxx", "x.x", "xxx"], 1.0), (2, 8, 160.0));
        assert_eq!(measured(&[".x.", "x.x", ".x."], 0.0), (4, 16, 160.0));
        assert_eq!(measured(&["..."], 0.0), (0, 0, 0.0));
    }

    #[test]
    fn an_open_corner_leaves_a_gap() {
        let closed = outline(&cells(&["xx", "x.", ".."]), (0.0, 0.0), 10.0, 1.0);
        let open = open_corner(&closed, (1.0, 1.0), (4.0, 3.0));
        assert_eq!(open.0.first(), Some(&Segment::Move((5.0, 1.0))));
        assert_eq!(open.0.last(), Some(&Segment::Line((1.0, 4.0))));
        assert_eq!(open.0.len(), 7);
        // Other parts stay closed.
        let parts = outline(&cells(&["x.", ".x"]), (0.0, 0.0), 10.0, 1.0);
        let open = open_corner(&parts, (1.0, 1.0), (4.0, 3.0));
        let closes = open.0.iter().filter(|segment| **segment == Segment::Close);
        assert_eq!(closes.count(), 1);
    }
}
