//! Bands: three rows of a full grid, their 416 classes, and the transformations that make a band
//! the least of its class.
//!
//! ```text
//!   any band ─▶ normal form ─▶ one of 36,288
//!               box 1 is 123 456 789; columns of boxes 2, 3 ascend in row 1; the 4 is in box 2
//!
//!   1 2 3 | 4 7 8 | 5 6 9        table ─▶ the number of its class by least bands, and all
//!   4 5 6 | 1 3 9 | 2 7 8                 transformations (rows, stacks, columns) that make it the
//!   7 8 9 | 2 5 6 | 1 3 4                 least band of the class: 1.24 on average
//! ```
//!
//! A band has 6 orders of rows, 6 of stacks and 6³ of columns. The normal form fixes 72 of these:
//! the columns of boxes 2 and 3, and the order of both boxes. This leaves 108. The classes are
//! those of Felgenhauer and Jarvis, "Mathematics of Sudoku I" (2006), merged by permutations of
//! boxes and rows: 416 (Russell).

use std::sync::OnceLock;

use super::grid::is_valid_solution;
use crate::transformation::Grid81;

/// Three rows of nine digits, from 0 to 8.
pub(super) type Band = [[u8; 9]; 3];

/// The orders of three items.
const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// A transformation from a band to the least band of its class.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct BandTransformation {
    /// For each row of the result, its row in the band.
    pub rows: [u8; 3],
    /// For each column of the result, its column in the band.
    pub columns: [u8; 9],
}

/// A normal form: its key, and for each of its columns the column in the band.
#[derive(Copy, Clone, Debug)]
struct NormalForm {
    key: usize,
    columns: [u8; 9],
}

/// The table of all normal bands.
pub(super) struct BandTable {
    /// For each key, the number of a normal band.
    numbers: Vec<u16>,
    /// For each normal band, its class and the start of its transformations.
    classes: Vec<(u16, u32)>,
    transformations: Vec<BandTransformation>,
    /// The least band of each class, ascending.
    least: Vec<Band>,
}

const KEY_COUNT: usize = 10 * 720 * 64;

/// Returns the bits of the comparisons of three numbers.
fn order_bits(values: [u8; 3]) -> usize {
    usize::from(values[0] > values[1])
        | usize::from(values[0] > values[2]) << 1
        | usize::from(values[1] > values[2]) << 2
}

/// The indices of the digits of rows 1 and 3 of box 1. These six digits fill row 2 of boxes 2 and
/// 3.
const SIXTH: [u8; 9] = [0, 1, 2, 0, 0, 0, 3, 4, 5];

/// For each pair of the five digits that can stand beside the 4 in row 1, as bits, its number.
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

/// Sorts three columns by their digits in row 1.
#[inline]
fn sorted(first: &[u8; 9], from: usize) -> [usize; 3] {
    let [a, b, c] = [from, from + 1, from + 2];
    let (a, b) = if first[a] > first[b] { (b, a) } else { (a, b) };
    let (b, c) = if first[b] > first[c] { (c, b) } else { (b, c) };
    let (a, b) = if first[a] > first[b] { (b, a) } else { (a, b) };
    [a, b, c]
}

/// Returns the normal form of a band.
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

/// Permutes rows and columns, and relabels the digits so that the first row ascends from 0.
fn transform(band: &Band, rows: [u8; 3], columns: &[u8; 9]) -> Band {
    let mut names = [0_u8; 9];
    for (place, column) in columns.iter().enumerate() {
        names[usize::from(band[usize::from(rows[0])][usize::from(*column)])] = place as u8;
    }
    rows.map(|row| {
        columns.map(|column| names[usize::from(band[usize::from(row)][usize::from(column)])])
    })
}

/// Combines an order of stacks and an order of columns for each stack.
fn columns_of(stacks: [u8; 3], orders: [[u8; 3]; 3]) -> [u8; 9] {
    std::array::from_fn(|place| 3 * stacks[place / 3] + orders[place / 3][place % 3])
}

/// Returns the least form of a band.
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

/// Returns all normal bands.
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

/// Fills the band from a cell on, row by row, in all ways that give a normal band.
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
        // Row 1 ascends within boxes 2 and 3, and box 2 holds the 4, which is 3 here.
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
    /// Returns the table. The first call creates it in a few tenths of a second.
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
        // The transformations from one normal band to another: row orders, and the columns that
        // come first.
        let transformations: Vec<([u8; 3], [u8; 9])> = ORDERS
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
            for (rows, columns) in &transformations {
                let other = transform(&first, *rows, columns);
                let NormalForm { key, columns: then } = normalize(&other);
                let member = numbers[key];
                is_seen[usize::from(member)] = true;
                // This is the inverse of the transformation from the least band to the normal one.
                let from: [u8; 9] = then.map(|column| columns[usize::from(column)]);
                let mut transformation = BandTransformation {
                    rows: [0; 3],
                    columns: [0; 9],
                };
                rows.iter()
                    .enumerate()
                    .for_each(|(place, row)| transformation.rows[usize::from(*row)] = place as u8);
                from.iter().enumerate().for_each(|(place, column)| {
                    transformation.columns[usize::from(*column)] = place as u8;
                });
                members.push((member, transformation));
            }
            classes.push((first, members));
        }
        classes.sort_by_key(|class| class.0);
        let mut by_band: Vec<(u16, Vec<BandTransformation>)> = vec![(0, Vec::new()); bands.len()];
        for (class, (_, members)) in classes.iter().enumerate() {
            for (member, transformation) in members {
                let (own, transformations) = &mut by_band[usize::from(*member)];
                *own = class as u16;
                transformations.push(*transformation);
            }
        }
        let mut transformations = Vec::new();
        let mut starts: Vec<(u16, u32)> = Vec::with_capacity(bands.len() + 1);
        for (class, own) in by_band {
            starts.push((class, transformations.len() as u32));
            transformations.extend(own);
        }
        starts.push((0, transformations.len() as u32));
        Self {
            numbers,
            classes: starts,
            transformations,
            least: classes.into_iter().map(|class| class.0).collect(),
        }
    }

    /// Returns the class of a band, the number of its normal form, and for each column of the
    /// normal form the column in the band.
    pub(super) fn lookup(&self, band: &Band) -> (u16, usize, [u8; 9]) {
        let NormalForm { key, columns } = normalize(band);
        let number = usize::from(self.numbers[key]);
        (self.classes[number].0, number, columns)
    }

    /// Returns the transformations from a normal band to the least band of its class.
    pub(super) fn transformations(&self, number: usize) -> &[BandTransformation] {
        &self.transformations[self.classes[number].1 as usize..self.classes[number + 1].1 as usize]
    }
}

/// A class of bands that permutations of rows, stacks and columns and relabeling map to each other.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BandClass {
    /// The least band of the class, row by row. It starts with 123456789.
    pub least: [[u8; 9]; 3],
    /// Number of bands in the class. All classes together have 948,109,639,680.
    pub bands: u64,
}

/// Returns all 416 classes, in the order of their least bands. Number 0 is often called band 1.
///
/// The first call takes a few tenths of a second.
#[must_use]
pub fn all_classes() -> Vec<BandClass> {
    /// Number of bands per normal form: relabeling, column orders of boxes 2 and 3, and their
    /// exchange.
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

/// Returns the class numbers, from 0, of the six bands of a full grid: three bands from top to
/// bottom, then three stacks from left to right. Returns `None` if it is not a full valid grid.
///
/// Takes a fraction of a microsecond once the tables exist.
///
/// ```
/// let text = b"123456789456789123789123456231564897564897231897231564312645978645978312978312645";
/// let grid = text.map(|byte| byte - b'0');
/// let classes = ndoku_analysis::canonical::band::classes_of_grid(&grid);
/// assert_eq!(classes, Some([0; 6]), "the least band, six times");
/// ```
#[must_use]
pub fn classes_of_grid(grid: &Grid81) -> Option<[u16; 6]> {
    if !is_valid_solution(grid) {
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
    fn numbers_of_bands_and_classes_are_known() {
        let bands = BandTable::get();
        assert_eq!((bands.classes.len() - 1, bands.least.len()), (36_288, 416));
        assert!(bands.least.is_sorted());
        assert_eq!(bands.transformations.len(), 416 * 108);
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
    fn transformations_lead_to_the_least_band() {
        let bands = BandTable::get();
        for (number, band) in normal_bands().iter().enumerate().step_by(37) {
            let (class, same, columns) = bands.lookup(band);
            assert_eq!((same, columns), (number, [0, 1, 2, 3, 4, 5, 6, 7, 8]));
            assert!(!bands.transformations(number).is_empty());
            for transformation in bands.transformations(number) {
                assert_eq!(
                    transform(band, transformation.rows, &transformation.columns),
                    bands.least[usize::from(class)]
                );
            }
        }
        let some = &normal_bands()[12_345];
        assert_eq!(least(some), bands.least[usize::from(bands.lookup(some).0)]);
    }
}
