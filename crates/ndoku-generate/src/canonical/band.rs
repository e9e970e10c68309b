//! BandTable: three rows of a full grid, their 416 classes, and how each band becomes the least of its class.
//!
//! ```text
//!   any band ─▶ normal: box 1 is 123 456 789, columns of boxes 2 and 3 ascend in row 1, and box 2 has the 4 there ─▶ one of 36,288
//!
//!   1 2 3 | 4 7 8 | 5 6 9        table ─▶ the number of its class in the order of least bands,
//!   4 5 6 | 1 3 9 | 2 7 8                 and all ways (rows, stacks, columns) that make it the least band of the class:
//!   7 8 9 | 2 5 6 | 1 3 4                 1.24 on average
//! ```
//!
//! A band has 6 orders of rows, 6 of stacks and 6³ of columns; the normal form takes 72 of these away (columns of boxes 2 and 3, and which of both comes first), 108 are
//! left. The classes are those of Felgenhauer and Jarvis, "Mathematics of Sudoku I" (2006), merged by what permutes boxes and rows: 416 (Russell).

use std::sync::OnceLock;

use super::grid::is_full;
use crate::transformation::Grid;

/// Three rows of nine digits 0 to 8.
pub(super) type Band = [[u8; 9]; 3];

/// Orders of three.
const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// How a band becomes the least of its class.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct BandTransformation {
    /// For each row of the result, where it comes from.
    pub rows: [u8; 3],
    /// For each column, where it comes from.
    pub columns: [u8; 9],
}

/// A normal band: its number, and where its columns come from.
#[derive(Copy, Clone, Debug)]
struct NormalForm {
    key: usize,
    columns: [u8; 9],
}

/// All normal bands by their keys.
pub(super) struct BandTable {
    /// For each key the number of a normal band.
    numbers: Vec<u16>,
    /// For each normal band its class, and where its ways begin.
    classes: Vec<(u16, u32)>,
    ways: Vec<BandTransformation>,
    /// The least band of each class, ascending.
    least: Vec<Band>,
}

const KEY_COUNT: usize = 10 * 720 * 64;

/// For three numbers the bits of their comparisons.
fn order_bits(values: [u8; 3]) -> usize {
    usize::from(values[0] > values[1])
        | usize::from(values[0] > values[2]) << 1
        | usize::from(values[1] > values[2]) << 2
}

/// The place of each of the six digits of row 2 in boxes 2 and 3 among them: those of rows 1 and 3 of box 1.
const SIXTH: [u8; 9] = [0, 1, 2, 0, 0, 0, 3, 4, 5];

/// Pairs of the five digits that may stand beside the 4 in row 1: the number of each by its bits.
const PAIRS: [u8; 32] = {
    let mut numbers = [0; 32];
    let (mut bits, mut next) = (0_usize, 0);
    while bits < 32 {
        if bits.count_ones() == 2 {
            numbers[bits] = next;
            next += 1;
        }
        bits += 1;
    }
    numbers
};

/// Three columns by their names in row 1, sorted.
#[inline]
fn sorted(first: &[u8; 9], from: usize) -> [usize; 3] {
    let [a, b, c] = [from, from + 1, from + 2];
    let (a, b) = if first[a] > first[b] { (b, a) } else { (a, b) };
    let (b, c) = if first[b] > first[c] { (c, b) } else { (b, c) };
    let (a, b) = if first[a] > first[b] { (b, a) } else { (a, b) };
    [a, b, c]
}

/// The normal form of a band.
#[inline]
fn normalize(band: &Band) -> NormalForm {
    let mut names = [0_u8; 16];
    for row in 0..3 {
        for column in 0..3 {
            names[usize::from(band[row][column] & 15)] = (3 * row + column) as u8;
        }
    }
    let mut named = [[0_u8; 9]; 3];
    for row in 0..3 {
        for column in 3..9 {
            named[row][column] = names[usize::from(band[row][column] & 15)];
        }
    }
    let (mut second, mut third) = (sorted(&named[0], 3), sorted(&named[0], 6));
    if named[0][second[0]] != 3 {
        std::mem::swap(&mut second, &mut third);
    }
    let bits = 1_usize << (named[0][second[1]].wrapping_sub(4) & 7)
        | 1 << (named[0][second[2]].wrapping_sub(4) & 7);
    let at = |row: usize, three: [usize; 3]| {
        [
            named[row][three[0]],
            named[row][three[1]],
            named[row][three[2]],
        ]
    };
    let row_2 = at(1, second);
    let [a, b, c] = [0, 1, 2].map(|column| usize::from(SIXTH[usize::from(row_2[column]) % 9]));
    let b_rank = b - usize::from(b > a);
    let c_rank = c - usize::from(c > a) - usize::from(c > b);
    let triple = (a * 5 + b_rank) * 4 + c_rank;
    let row_2 = triple * 6 + [0, 2, 0, 3, 1, 0, 4, 5][order_bits(at(1, third))];
    let key = ((usize::from(PAIRS[bits & 31]) * 720 + row_2) * 8 + order_bits(at(2, second))) * 8
        + order_bits(at(2, third));
    let mut columns = [0, 1, 2, 0, 0, 0, 0, 0, 0];
    for place in 0..3 {
        columns[3 + place] = second[place] as u8;
        columns[6 + place] = third[place] as u8;
    }
    NormalForm { key, columns }
}

/// Rows and columns moved; digits renamed so that the first row ascends from 0.
fn transform(band: &Band, rows: [u8; 3], columns: &[u8; 9]) -> Band {
    let mut names = [0_u8; 9];
    for (place, column) in columns.iter().enumerate() {
        names[usize::from(band[usize::from(rows[0])][usize::from(*column)])] = place as u8;
    }
    rows.map(|row| {
        columns.map(|column| names[usize::from(band[usize::from(row)][usize::from(column)])])
    })
}

/// Columns of three stacks in an order, each stack's columns in an order.
fn columns_of(stacks: [u8; 3], orders: [[u8; 3]; 3]) -> [u8; 9] {
    std::array::from_fn(|place| 3 * stacks[place / 3] + orders[place / 3][place % 3])
}

/// The least form of a band.
fn least(band: &Band) -> Band {
    let mut best = [[9; 9]; 3];
    for rows in ORDERS {
        for stacks in ORDERS {
            for first in ORDERS {
                for second in ORDERS {
                    for third in ORDERS {
                        let form =
                            transform(band, rows, &columns_of(stacks, [first, second, third]));
                        if form < best {
                            best = form;
                        }
                    }
                }
            }
        }
    }
    best
}

/// The normal bands.
fn normal_bands() -> Vec<Band> {
    let mut bands = Vec::with_capacity(36_288);
    let mut band = [
        [0, 1, 2, 9, 9, 9, 9, 9, 9],
        [3, 4, 5, 9, 9, 9, 9, 9, 9],
        [6, 7, 8, 9, 9, 9, 9, 9, 9],
    ];
    fill(&mut band, 0, 3, &mut bands);
    bands
}

/// Fills the band from a cell on, row by row, with all that a normal band may have there.
fn fill(band: &mut Band, row: usize, column: usize, bands: &mut Vec<Band>) {
    let (next_row, next_column) = if column == 8 {
        (row + 1, 3)
    } else {
        (row, column + 1)
    };
    for digit in 0..9_u8 {
        let in_row = band[row].contains(&digit);
        let in_box =
            (0..3).any(|other| band[other][column / 3 * 3..column / 3 * 3 + 3].contains(&digit));
        // Row 1 ascends within boxes 2 and 3, and box 2 has the 4, here 3.
        let is_normal = row > 0
            || (column != 3 || digit == 3)
                && (column.is_multiple_of(3) || band[0][column - 1] < digit);
        if in_row || in_box || !is_normal {
            continue;
        }
        band[row][column] = digit;
        if next_row == 3 {
            bands.push(*band);
        } else {
            fill(band, next_row, next_column, bands);
        }
        band[row][column] = 9;
    }
}

impl BandTable {
    /// The table; made once, in some tenths of a second.
    pub(super) fn get() -> &'static Self {
        static BANDS: OnceLock<BandTable> = OnceLock::new();
        BANDS.get_or_init(Self::new)
    }

    fn new() -> Self {
        const NO_BAND: u16 = u16::MAX;
        let bands = normal_bands();
        let mut numbers = vec![NO_BAND; KEY_COUNT];
        for (number, band) in bands.iter().enumerate() {
            numbers[normalize(band).key] = number as u16;
        }
        // What makes a normal band another one: rows, and which columns come first.
        let ways: Vec<([u8; 3], [u8; 9])> = ORDERS
            .iter()
            .flat_map(|rows| {
                (0..3).flat_map(move |stack| ORDERS.iter().map(move |order| (*rows, stack, *order)))
            })
            .map(|(rows, stack, order)| {
                (
                    rows,
                    columns_of(
                        [stack, (stack + 1) % 3, (stack + 2) % 3],
                        [order, ORDERS[0], ORDERS[0]],
                    ),
                )
            })
            .collect();
        let mut is_seen = vec![false; bands.len()];
        let mut classes: Vec<(Band, Vec<(u16, BandTransformation)>)> = Vec::new();
        for number in 0..bands.len() {
            if is_seen[number] {
                continue;
            }
            let first = least(&bands[number]);
            let mut members = Vec::new();
            for (rows, columns) in &ways {
                let other = transform(&first, *rows, columns);
                let NormalForm { key, columns: then } = normalize(&other);
                let member = numbers[key];
                is_seen[usize::from(member)] = true;
                // From the least band to the normal one, turned about.
                let from: [u8; 9] = then.map(|column| columns[usize::from(column)]);
                let mut way = BandTransformation {
                    rows: [0; 3],
                    columns: [0; 9],
                };
                rows.iter()
                    .enumerate()
                    .for_each(|(place, row)| way.rows[usize::from(*row)] = place as u8);
                from.iter()
                    .enumerate()
                    .for_each(|(place, column)| way.columns[usize::from(*column)] = place as u8);
                members.push((member, way));
            }
            classes.push((first, members));
        }
        classes.sort_by_key(|class| class.0);
        let mut by_band: Vec<(u16, Vec<BandTransformation>)> = vec![(0, Vec::new()); bands.len()];
        for (class, (_, members)) in classes.iter().enumerate() {
            for (member, way) in members {
                let (own, ways) = &mut by_band[usize::from(*member)];
                *own = class as u16;
                ways.push(*way);
            }
        }
        let mut ways = Vec::new();
        let mut starts: Vec<(u16, u32)> = Vec::with_capacity(bands.len() + 1);
        for (class, own) in by_band {
            starts.push((class, ways.len() as u32));
            ways.extend(own);
        }
        starts.push((0, ways.len() as u32));
        Self {
            numbers,
            classes: starts,
            ways,
            least: classes.into_iter().map(|class| class.0).collect(),
        }
    }

    /// The class of a band, the number of its normal form, and where the columns of that come from.
    pub(super) fn lookup(&self, band: &Band) -> (u16, usize, [u8; 9]) {
        let NormalForm { key, columns } = normalize(band);
        let number = usize::from(self.numbers[key]);
        (self.classes[number].0, number, columns)
    }

    /// The ways that make a normal band, by its number, the least of its class.
    pub(super) fn ways(&self, number: usize) -> &[BandTransformation] {
        &self.ways[self.classes[number].1 as usize..self.classes[number + 1].1 as usize]
    }
}

/// A class of bands: all that become each other by moving rows, stacks and columns and by renaming digits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BandClass {
    /// The least of them, row by row; it begins with 123456789.
    pub least: [[u8; 9]; 3],
    /// How many bands it has: those of all classes together are 948,109,639,680.
    pub bands: u64,
}

/// All 416 classes, in the order of their least bands: number 0 is what is often called band 1.
///
/// Some tenths of a second at the first call.
#[must_use]
pub fn all_classes() -> Vec<BandClass> {
    /// Of a normal band digits can be renamed, columns of boxes 2 and 3 put in any order, and both boxes exchanged.
    const BANDS_PER_NORMAL_FORM: u64 = 362_880 * 72;
    let bands = BandTable::get();
    let mut classes: Vec<BandClass> = bands
        .least
        .iter()
        .map(|least| BandClass {
            least: least.map(|row| row.map(|digit| digit + 1)),
            bands: 0,
        })
        .collect();
    let normal = bands
        .classes
        .split_last()
        .map_or(&[][..], |(_, normal)| normal);
    for (class, _) in normal {
        if let Some(class) = classes.get_mut(usize::from(*class)) {
            class.bands += BANDS_PER_NORMAL_FORM;
        }
    }
    classes
}

/// The number of the class, from 0, of each of the six bands of a full grid: the three bands of rows, the upper first, then the three stacks, the left first. `None` if it is
/// not a full valid grid.
///
/// A fraction of a microsecond, once the tables are made.
///
/// ```
/// let text = b"123456789456789123789123456231564897564897231897231564312645978645978312978312645";
/// let grid = text.map(|byte| byte - b'0');
/// assert_eq!(ndoku_generate::canonical::band::classes_of_grid(&grid), Some([0; 6]), "the least band, six times");
/// ```
#[must_use]
pub fn classes_of_grid(grid: &Grid) -> Option<[u16; 6]> {
    if !is_full(grid) {
        return None;
    }
    let bands = BandTable::get();
    Some(std::array::from_fn(|number| {
        let line = |row: usize| {
            std::array::from_fn(|at| {
                if number < 3 {
                    grid[9 * row + at]
                } else {
                    grid[9 * at + row]
                }
                .wrapping_sub(1)
            })
        };
        let first = number % 3 * 3;
        bands
            .lookup(&[line(first), line(first + 1), line(first + 2)])
            .0
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_bands_and_classes_as_is_known() {
        let bands = BandTable::get();
        assert_eq!((bands.classes.len() - 1, bands.least.len()), (36_288, 416));
        assert!(bands.least.is_sorted());
        assert_eq!(bands.ways.len(), 416 * 108);
        assert_eq!(
            bands
                .numbers
                .iter()
                .filter(|number| **number != u16::MAX)
                .count(),
            36_288,
            "each has a key of its own"
        );
    }

    #[test]
    fn ways_make_the_least_band() {
        let bands = BandTable::get();
        for (number, band) in normal_bands().iter().enumerate().step_by(37) {
            let (class, same, columns) = bands.lookup(band);
            assert_eq!((same, columns), (number, [0, 1, 2, 3, 4, 5, 6, 7, 8]));
            assert!(!bands.ways(number).is_empty());
            for way in bands.ways(number) {
                assert_eq!(
                    transform(band, way.rows, &way.columns),
                    bands.least[usize::from(class)]
                );
            }
        }
        let some = &normal_bands()[12_345];
        assert_eq!(least(some), bands.least[usize::from(bands.lookup(some).0)]);
    }
}
