//! The strong links of a digit in one region: each way to see its places as two ends.
//!
//! ```text
//!   two cells         line in two blocks        arms of a cross       parallel lines
//!   a . . | . . b     a a . | . b . | . . .     . a .                 a a .
//!                                               b + b                 . . .
//!                                               . a .                 b b .
//! ```
//!
//! The digit is in one of both ends. An end of several cells makes the link a grouped one.

use super::super::grid::CandidateGrid;
use super::super::tables::{CELLS, members};
use ndoku_core::CellSet81;

/// A strong link between two cells or groups of cells.
#[derive(Copy, Clone, Debug)]
pub(super) struct Link {
    pub grouped: bool,
    pub ends: [CellSet81; 2],
}

impl Link {
    const fn new(ends: [CellSet81; 2]) -> Self {
        Self {
            grouped: false,
            ends,
        }
    }

    const fn new_grouped(ends: [CellSet81; 2]) -> Self {
        Self {
            grouped: true,
            ends,
        }
    }
}

/// The rows and the columns of a block, as positions.
const ROWS: [u16; 3] = [0o007, 0o070, 0o700];
const COLUMNS: [u16; 3] = [0o111, 0o222, 0o444];

/// A way to divide a block.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Shape {
    /// The arms of a cross with this center.
    Cross(usize),
    Rows,
    Columns,
}

/// Two disjoint parts of a block.
#[derive(Copy, Clone, Debug)]
struct BlockSplit {
    shape: Shape,
    parts: [u16; 2],
}

impl BlockSplit {
    /// All splits in the order of Sukaku Explainer. Parallel lines count only for four places or
    /// more.
    const ALL: [Self; 15] = {
        let mut all = [Self {
            shape: Shape::Rows,
            parts: [0; 2],
        }; 15];
        let mut center = 0;
        while center < 9 {
            let (row, column) = (ROWS[center / 3], COLUMNS[center % 3]);
            all[center] = Self {
                shape: Shape::Cross(center),
                parts: [column & !row, row & !column],
            };
            center += 1;
        }
        let pairs = [[0, 1], [0, 2], [1, 2]];
        let mut pair = 0;
        while pair < 3 {
            let [one, other] = pairs[pair];
            all[9 + pair] = Self {
                shape: Shape::Rows,
                parts: [ROWS[one], ROWS[other]],
            };
            all[12 + pair] = Self {
                shape: Shape::Columns,
                parts: [COLUMNS[one], COLUMNS[other]],
            };
            pair += 1;
        }
        all
    };
    const CROSSES: usize = 9;

    /// Returns the first split that contains all places of a digit.
    fn around(places: u16) -> Option<Self> {
        let allowed = if places.count_ones() >= 4 {
            &Self::ALL[..]
        } else {
            &Self::ALL[..Self::CROSSES]
        };
        let contains =
            |split: &&Self| places & !(split.parts[0] | split.parts[1] | split.center()) == 0;
        allowed.iter().find(contains).copied()
    }

    /// Returns the center of a cross as a set of positions.
    const fn center(&self) -> u16 {
        match self.shape {
            Shape::Cross(center) => 1 << center,
            Shape::Rows | Shape::Columns => 0,
        }
    }

    /// Returns `true` if two sets of positions, one in each line, are side by side.
    fn are_opposite(&self, one: u16, other: u16) -> bool {
        let across = |part: u16| match self.shape {
            Shape::Cross(_) => part,
            Shape::Rows => (part | part >> 3 | part >> 6) & ROWS[0],
            Shape::Columns => (part | part >> 1 | part >> 2) & COLUMNS[0],
        };
        across(one) == across(other)
    }
}

/// Calls `found` with each way to see the places of a digit in a region as one link.
pub(super) fn links(
    grid: &CandidateGrid,
    region: usize,
    digit: usize,
    mut found: impl FnMut(Link),
) {
    let places = grid.places[region][digit];
    let is_block = region < 9;
    match (places.count_ones(), is_block) {
        (2, _) => two_cells(region, places).into_iter().for_each(found),
        (_, false) => line_in_two_blocks(region, places)
            .into_iter()
            .for_each(found),
        (_, true) => links_of_block(region, places, &mut found),
    }
}

/// Returns the cells at these positions of a region.
fn cells(region: usize, positions: u16) -> CellSet81 {
    let mut cells = CellSet81::EMPTY;
    members(positions).for_each(|position| cells.insert(usize::from(CELLS[region][position])));
    cells
}

/// Returns the link between two cells. If both are in one line of a block, the line gives the link.
fn two_cells(region: usize, places: u16) -> Option<Link> {
    let first = places & places.wrapping_neg();
    let last = places & !first;
    let is_block = region < 9;
    let in_one_line = ROWS.iter().chain(&COLUMNS).any(|line| places & !line == 0);
    (!is_block || !in_one_line).then(|| Link::new([cells(region, first), cells(region, last)]))
}

/// Returns the link of a line whose places are in two blocks. An end with one cell comes first.
fn line_in_two_blocks(region: usize, places: u16) -> Option<Link> {
    let thirds = ROWS.map(|third| places & third);
    let without = thirds.iter().position(|third| *third == 0)?;
    let [one, other] = match without {
        0 => [thirds[1], thirds[2]],
        1 => [thirds[0], thirds[2]],
        _ => [thirds[0], thirds[1]],
    };
    if one == 0 || other == 0 {
        return None;
    }
    let ends = if other.is_power_of_two() {
        [other, one]
    } else {
        [one, other]
    };
    Some(Link::new_grouped(ends.map(|end| cells(region, end))))
}

/// Calls `found` with the links of a block with three places or more.
fn links_of_block(region: usize, places: u16, found: &mut impl FnMut(Link)) {
    let Some(split) = BlockSplit::around(places) else {
        return;
    };
    let [one, other] = split.parts.map(|part| places & part);
    if one == 0 || other == 0 {
        return;
    }
    let ends = if one.is_power_of_two() || other.is_power_of_two() {
        // An end with one cell comes first. The center belongs to the other end, even if the digit
        // is not a candidate there.
        let (single, rest) = if other.is_power_of_two() {
            (other, one)
        } else {
            (one, other)
        };
        [single, rest | split.center()]
    } else {
        // The center belongs to both ends, but only as a candidate.
        [one, other].map(|end| end | split.center() & places)
    };
    found(Link::new_grouped(ends.map(|end| cells(region, end))));
    let is_rectangle = places.count_ones() == 4
        && one.count_ones() == 2
        && !matches!(split.shape, Shape::Cross(_))
        && split.are_opposite(one, other);
    if is_rectangle {
        // The other two sides of the rectangle are a link too.
        let first = |end: u16| end & end.wrapping_neg();
        let starts = first(one) | first(other);
        let rest = (one | other) & !starts;
        found(Link::new_grouped(
            [starts, rest].map(|end| cells(region, end)),
        ));
    }
}
