//! The outline of some cells: closed lines around them, at the border of the cells or some way within.
//!
//! ```text
//!   cells          at the border     within
//!   x x .          +-----+           .-----.
//!   x . .          |  +--+           |  .--.
//!   . . .          +--+              .--.
//! ```

use std::collections::{BTreeMap, BTreeSet};

use ndoku_core::Cell;

use crate::canvas::{Path, Point};

/// A corner of the grid: column and row of lines, from 0.
type Corner = (i32, i32);

/// A direction: columns and rows of a step.
type Step = (i32, i32);

/// The outlines of a set of cells, each a closed path; holes have one of their own. `cell` is the side of a cell, `origin` the upper left corner of the grid, and the
/// lines run `inset` within the border of the cells.
#[must_use]
pub(crate) fn outline(cells: &[Cell], origin: Point, cell: f64, inset: f64) -> Path {
    let set: BTreeSet<(i32, i32)> = cells
        .iter()
        .map(|cell| (i32::from(cell.column()), i32::from(cell.row())))
        .collect();
    // Borders with the cells on their right: from each corner the directions that leave it.
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
            // Where two cells touch with their corners, the line stays with its own.
            let right = (-along.1, along.0);
            if at == start && !leaving.contains(&right) {
                break;
            }
            let Some(next) = leaving
                .iter()
                .position(|way| *way == right)
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
        // The cells lie to the right of the way: the point goes in by both borders that meet there.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Segment;

    fn cells(map: &[&str]) -> Vec<Cell> {
        let rows = map.iter().enumerate();
        rows.flat_map(|(row, line)| {
            line.char_indices()
                .filter(|(_, c)| *c == 'x')
                .map(move |(column, _)| Cell::new(row as u8, column as u8))
        })
        .collect()
    }

    /// Loops, corners, and the length of all lines.
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
    fn outlines_have_as_many_corners_and_as_much_length_as_they_should() {
        assert_eq!(measured(&["x"], 0.0), (1, 4, 40.0));
        assert_eq!(measured(&["x"], 2.0), (1, 4, 24.0));
        assert_eq!(measured(&["xx", "x."], 0.0), (1, 6, 80.0));
        // A corner that goes in adds what one that goes out takes away: four more of these, eight times the inset.
        assert_eq!(measured(&["xx", "x."], 1.0), (1, 6, 72.0));
        assert_eq!(measured(&["x.", ".x"], 1.0), (2, 8, 64.0));
        assert_eq!(measured(&["xxx", "x.x", "xxx"], 0.0), (2, 8, 160.0));
        assert_eq!(measured(&["xxx", "x.x", "xxx"], 1.0), (2, 8, 160.0));
        assert_eq!(measured(&[".x.", "x.x", ".x."], 0.0), (4, 16, 160.0));
        assert_eq!(measured(&["..."], 0.0), (0, 0, 0.0));
    }
}
