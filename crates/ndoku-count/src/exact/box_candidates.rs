//! The cells where the digits of a 9×9 puzzle may be, box by box, their propagation, and the
//! conditions on columns and rows that they imply.
//!
//! ```text
//!   digit 5 in a box      . 5 .        columns  . 5 .
//!                         . 5 .        rows     5 5 .
//!                         . . .
//! ```
//!
//! A *rectangle* is a set of cells that consists of all cells in some rows and some columns of a
//! box. It makes two independent conditions: one on the column sets of the box, one on its row
//! sets. A clue is a rectangle of one cell. A box without clues has rectangles of nine cells.
//!
//! [`LineConditions`] holds such conditions: all that `stack` and `band` know of a puzzle.
//!
//! **Cost:** a microsecond for [`BoxCandidates::propagate`], about 20 for
//! [`BoxCandidates::propagate_subsets`].

use ndoku_core::{Cell, Digit, Puzzle};

use super::partition::{ALL, ORDERS};

/// Cells of a box, or places of a line, as bits.
type Places = u16;

/// The rows and the columns of each set of cells of a box, as three bits each.
const LINES_OF_CELLS: [[Places; 512]; 2] = {
    let mut lines = [[0; 512]; 2];
    let mut cells = 0;
    while cells < 512 {
        let mut cell = 0;
        while cell < 9 {
            let here = (cells >> cell & 1) as Places;
            lines[0][cells] |= here << (cell / 3);
            lines[1][cells] |= here << (cell % 3);
            cell += 1;
        }
        cells += 1;
    }
    lines
};

/// All cells of these rows of a box, given as three bits, and of these columns.
const CELLS_OF_LINES: [[Places; 8]; 2] = [
    [0, 0o007, 0o070, 0o077, 0o700, 0o707, 0o770, 0o777],
    [0, 0o111, 0o222, 0o333, 0o444, 0o555, 0o666, 0o777],
];

/// The possible lines of a digit that is in every line exactly once.
///
/// The index and the value hold three sets of three lines, one for each box of a band or stack.
const EXACTLY_ONCE: [Places; 512] = {
    let mut exactly_once = [0; 512];
    let mut lines = 0;
    while lines < 512 {
        let mut order = 0;
        while order < 6 {
            let [a, b, c] = ORDERS[order];
            let places = 1 << a | 1 << (3 + b) | 1 << (6 + c);
            if places & !lines == 0 {
                exactly_once[lines] |= places as Places;
            }
            order += 1;
        }
        lines += 1;
    }
    exactly_once
};

/// The cells where each digit may be.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BoxCandidates {
    /// `sets[box][digit]`: bit 3·row + column of the box.
    pub(crate) sets: [[Places; 9]; 9],
}

impl BoxCandidates {
    /// Creates candidates from 81 bytes row by row: 1 to 9 for a clue, any other number for an open
    /// cell.
    ///
    /// A clue has no effect on other digits or boxes yet.
    pub(crate) fn from_clues(clues: &[u8; 81]) -> Self {
        let mut sets = [[ALL; 9]; 9];
        for (cell, clue) in clues
            .iter()
            .enumerate()
            .filter(|(_, clue)| (1..=9).contains(*clue))
        {
            sets[box_index(cell)][usize::from(clue - 1)] &= cell_bit(cell);
        }
        Self { sets }
    }

    /// Creates candidates from the clues and pencilmarks of a 9×9 puzzle.
    pub(crate) fn from_puzzle(puzzle: &Puzzle) -> Self {
        let mut sets = [[ALL; 9]; 9];
        for cell in 0..81 {
            let place = Cell::new((cell / 9) as u8, (cell % 9) as u8);
            let pencilmarks = puzzle.candidates(place);
            for (digit, cells) in sets[box_index(cell)].iter_mut().enumerate() {
                if !pencilmarks.contains(Digit::from_index(digit)) {
                    *cells &= !cell_bit(cell);
                }
            }
            if let Some(clue) = puzzle.clue(place) {
                sets[box_index(cell)][clue.index()] &= cell_bit(cell);
            }
        }
        Self { sets }
    }

    /// Returns the smallest rectangles around the cells of each digit.
    pub(crate) fn hull(&self) -> Self {
        let hull = |cells: Places| {
            CELLS_OF_LINES[0][usize::from(LINES_OF_CELLS[0][usize::from(cells)])]
                & CELLS_OF_LINES[1][usize::from(LINES_OF_CELLS[1][usize::from(cells)])]
        };
        Self {
            sets: self.sets.map(|digits| digits.map(hull)),
        }
    }

    /// Removes candidates by singles and by pointing and claiming lines.
    ///
    /// Each digit is in every row and column once, and a cell holds one digit. Returns `false` at a
    /// contradiction. The remaining candidates have the same solutions.
    pub(crate) fn propagate(&mut self) -> bool {
        loop {
            let before = *self;
            for (direction, step, across) in [(0, 1, 3), (1, 3, 1)] {
                for first in [0, across, 2 * across] {
                    let boxes = [first, first + step, first + 2 * step];
                    for digit in 0..9 {
                        let [a, b, c] = boxes.map(|here| {
                            LINES_OF_CELLS[direction][usize::from(self.sets[here][digit])]
                        });
                        let exactly_once = EXACTLY_ONCE[usize::from(a | b << 3 | c << 6)];
                        for (number, here) in boxes.into_iter().enumerate() {
                            self.sets[here][digit] &= CELLS_OF_LINES[direction]
                                [usize::from(exactly_once >> (3 * number) & 7)];
                        }
                    }
                }
            }
            for digits in &mut self.sets {
                let (mut some, mut several, mut single) = (0, 0, 0);
                for cells in digits.iter() {
                    several |= some & cells;
                    some |= cells;
                    if cells.is_power_of_two() {
                        // Two digits need the same cell.
                        if single & cells != 0 {
                            return false;
                        }
                        single |= cells;
                    }
                }
                if some != ALL || digits.contains(&0) {
                    return false;
                }
                for cells in digits.iter_mut() {
                    // A digit that is alone in a cell is there, and a digit with a single cell
                    // excludes others from it.
                    let alone = *cells & !several;
                    if alone != 0 {
                        if !alone.is_power_of_two() {
                            return false;
                        }
                        *cells = alone;
                    } else if !cells.is_power_of_two() {
                        *cells &= !single;
                    }
                }
            }
            if *self == before {
                return true;
            }
        }
    }

    /// Propagates, and removes candidates by hidden subsets: k digits need k cells of a house.
    ///
    /// Returns `false` at a contradiction.
    pub(crate) fn propagate_subsets(&mut self) -> bool {
        loop {
            if !self.propagate() {
                return false;
            }
            let before = *self;
            if !self.sets.iter_mut().all(eliminate_subsets) {
                return false;
            }
            for line in 0..9 {
                for direction in 0..2 {
                    // Line `line % 3` of three boxes that are side by side, or one below the other.
                    let boxes = [0, 1, 2].map(|number| {
                        if direction == 0 {
                            line / 3 * 3 + number
                        } else {
                            line / 3 + 3 * number
                        }
                    });
                    let cells = [0, 1, 2].map(|place| {
                        if direction == 0 {
                            line % 3 * 3 + place
                        } else {
                            line % 3 + 3 * place
                        }
                    });
                    let mut places: [Places; 9] = std::array::from_fn(|digit| {
                        let of_box = |here: usize| {
                            (0..3)
                                .map(|place| (self.sets[here][digit] >> cells[place] & 1) << place)
                                .sum::<u16>()
                        };
                        of_box(boxes[0]) | of_box(boxes[1]) << 3 | of_box(boxes[2]) << 6
                    });
                    if !eliminate_subsets(&mut places) {
                        return false;
                    }
                    for (digit, places) in places.into_iter().enumerate() {
                        for place in (0..9).filter(|place| places >> place & 1 == 0) {
                            self.sets[boxes[place / 3]][digit] &= !(1 << cells[place % 3]);
                        }
                    }
                }
            }
            if *self == before {
                return true;
            }
        }
    }
}

/// Removes other digits from k places of a house that k digits need.
///
/// Returns `false` if some digits have too few places. Digits with one place must be propagated;
/// they are left out.
fn eliminate_subsets(places: &mut [Places; 9]) -> bool {
    let mut open = [0; 9];
    let mut count = 0;
    for (digit, places) in places.iter().enumerate() {
        if !places.is_power_of_two() {
            open[count] = digit;
            count += 1;
        }
    }
    let mut unions = [0; 512];
    for digits in 1..(1_usize << count) - 1 {
        let union = unions[digits & (digits - 1)] | places[open[digits.trailing_zeros() as usize]];
        unions[digits] = union;
        let (have, need) = (union.count_ones(), digits.count_ones());
        if have <= need {
            if have < need {
                return false;
            }
            for (number, digit) in open[..count].iter().enumerate() {
                if digits >> number & 1 == 0 {
                    places[*digit] &= !union;
                }
            }
        }
    }
    true
}

const fn box_index(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

const fn cell_bit(cell: usize) -> Places {
    1 << (cell / 9 % 3 * 3 + cell % 3)
}

/// Conditions on columns and on rows: the digits that each may hold.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LineConditions {
    /// `columns[stack][band][column]`: digits that may be in the column of the box.
    pub(crate) columns: [[[u16; 3]; 3]; 3],
    /// `rows[band][stack][row]`: digits that may be in the row of the box.
    pub(crate) rows: [[[u16; 3]; 3]; 3],
}

impl LineConditions {
    /// Returns the conditions that candidates put on columns and rows alone.
    ///
    /// They express the [hull](BoxCandidates::hull), in this grid or in the transposed one.
    pub(crate) fn new(candidates: &BoxCandidates, transposed: bool) -> Self {
        let mut allowed = Self {
            columns: [[[0; 3]; 3]; 3],
            rows: [[[0; 3]; 3]; 3],
        };
        for (number, digits) in candidates.sets.iter().enumerate() {
            let (band, stack) = if transposed {
                (number % 3, number / 3)
            } else {
                (number / 3, number % 3)
            };
            for (digit, cells) in digits.iter().enumerate() {
                let [mut rows, mut columns] = LINES_OF_CELLS
                    .each_ref()
                    .map(|lines| lines[usize::from(*cells)]);
                if transposed {
                    (rows, columns) = (columns, rows);
                }
                for line in 0..3 {
                    allowed.rows[band][stack][line] |= (rows >> line & 1) << digit;
                    allowed.columns[stack][band][line] |= (columns >> line & 1) << digit;
                }
            }
        }
        allowed
    }

    /// Returns the classes of digits with the same conditions.
    ///
    /// Swapping names within a class does not change the conditions.
    pub(crate) fn classes(&self) -> Vec<Vec<u8>> {
        let all = || {
            self.columns
                .as_flattened()
                .as_flattened()
                .iter()
                .chain(self.rows.as_flattened().as_flattened())
        };
        let alike = |a: u8, b: u8| all().all(|set| (set >> a ^ set >> b) & 1 == 0);
        let mut classes: Vec<Vec<u8>> = Vec::new();
        for digit in 0..9 {
            match classes.iter_mut().find(|class| alike(class[0], digit)) {
                Some(class) => class.push(digit),
                None => classes.push(vec![digit]),
            }
        }
        classes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(clues: &[(usize, u8)]) -> [u8; 81] {
        let mut grid = [0; 81];
        for (cell, digit) in clues {
            grid[*cell] = *digit;
        }
        grid
    }

    #[test]
    fn clues_become_conditions_on_columns_and_rows() {
        let clues = with(&[(9 * 4 + 8, 7)]);
        let candidates = BoxCandidates::from_clues(&clues);
        assert_eq!(candidates.hull(), candidates);
        let not = ALL & !(1 << 6);
        let allowed = LineConditions::new(&candidates, false);
        assert_eq!(
            (allowed.columns[2][1], allowed.rows[1][2]),
            ([not, not, ALL], [not, ALL, not])
        );
        let transposed = LineConditions::new(&candidates, true);
        assert_eq!(
            (transposed.columns[1][2], transposed.rows[2][1]),
            ([not, ALL, not], [not, not, ALL])
        );
        assert_eq!(allowed.classes(), [vec![0, 1, 2, 3, 4, 5, 7, 8], vec![6]]);
        assert!(
            allowed.columns[0]
                .iter()
                .chain(&allowed.rows[0])
                .all(|sets| *sets == [ALL; 3])
        );
    }

    #[test]
    fn a_hull_is_the_smallest_rectangle() {
        let mut candidates = BoxCandidates {
            sets: [[ALL; 9]; 9],
        };
        for (digit, (cells, hull)) in [
            (0o120, 0o330),
            (0o401, 0o505),
            (0o020, 0o020),
            (0, 0),
            (0o750, 0o770),
        ]
        .into_iter()
        .enumerate()
        {
            candidates.sets[3][digit] = cells;
            assert_eq!(candidates.hull().sets[3][digit], hull, "{cells:o}");
        }
        assert_eq!(candidates.hull().hull(), candidates.hull());
    }

    #[test]
    fn propagation_finds_singles_lines_and_subsets() {
        // A single: the last cell of a row. The digit of the row is excluded from the cell's column
        // and box.
        let mut row = BoxCandidates::from_clues(&with(&[
            (0, 1),
            (1, 2),
            (2, 3),
            (3, 4),
            (4, 5),
            (5, 6),
            (6, 7),
            (7, 8),
        ]));
        assert!(row.propagate());
        assert_eq!((row.sets[2][8], row.sets[5][8] & 0o444), (0o004, 0));
        // A digit of two boxes in two rows is in the third row of the third box.
        let mut lines = BoxCandidates::from_clues(&with(&[(0, 1), (12, 1)]));
        assert!(lines.propagate());
        assert_eq!(lines.sets[2][0], 0o700);
        // Two digits in two cells of a box; of a row; of a column.
        let mut pair = BoxCandidates {
            sets: [[ALL; 9]; 9],
        };
        pair.sets[4][..2].fill(0o401);
        assert!(pair.propagate_subsets());
        assert_eq!(pair.sets[4][5], 0o376);
        for direction in 0..2 {
            let mut ends = BoxCandidates {
                sets: [[ALL; 9]; 9],
            };
            let (boxes, cells) = [
                ([0, 1, 2], [0o771, 0o770, 0o774]),
                ([0, 3, 6], [0o667, 0o666, 0o766]),
            ][direction];
            for (here, cells) in boxes.into_iter().zip(cells) {
                ends.sets[here][..2].fill(cells);
            }
            assert!(ends.propagate_subsets());
            assert_eq!(
                boxes.map(|here| ends.sets[here][4]),
                [[0o776, 0o777, 0o773], [0o776, 0o777, 0o677]][direction]
            );
        }
    }

    #[test]
    fn propagation_finds_contradictions() {
        for clues in [
            with(&[(0, 1), (8, 1)]),
            with(&[(0, 1), (72, 1)]),
            with(&[(0, 1), (20, 1)]),
            [5; 81],
        ] {
            assert!(!BoxCandidates::from_clues(&clues).propagate());
        }
        let stuck = with(&[
            (0, 1),
            (1, 2),
            (2, 3),
            (3, 4),
            (4, 5),
            (5, 6),
            (6, 7),
            (7, 8),
            (17, 9),
        ]);
        assert!(!BoxCandidates::from_clues(&stuck).propagate());
        let mut three = BoxCandidates {
            sets: [[ALL; 9]; 9],
        };
        three.sets[8][..3].fill(0o005);
        assert!(!three.propagate_subsets());
    }
}
