//! The minlex form of a full grid: the smallest of all equivalent grids, read row by row.
//!
//! ```text
//!   six bands (three bands, three stacks) ─▶ the class of each ─▶ bands of the lowest class,
//!   each way to make them smallest ─▶ the other six rows, sorted
//! ```
//!
//! The minlex form starts with the smallest band that any of the six bands can become. This fixes
//! columns and digits. The other rows can only be sorted by their first digit, within their bands,
//! and so can the bands. On average 1.3 transformations of the 2 · 6⁸ · 9! remain. The number of
//! those that lead to the minlex form is the number of automorphisms.

use super::band::{Band, BandTable, BandTransformation};
use crate::transformation::{ClassicTransformation, Grid81};

/// The minlex form of a full grid, with the transformations that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridCanonicalization {
    /// The form.
    pub form: Grid81,
    /// All transformations from the grid to the form. There is one for each automorphism of the
    /// grid, so at least one.
    pub transformations: Vec<ClassicTransformation>,
}

/// Returns the minlex form of a full grid, or `None` if it is not a full valid grid.
///
/// Takes less than a microsecond once the tables exist. The first call takes a few tenths of a
/// second.
#[must_use]
pub fn minlex_form(grid: &Grid81) -> Option<Grid81> {
    search(grid, &mut |_, _| {})
}

/// Writes all transformations that lead to the minlex form of a full grid, and returns the form.
pub(super) fn write_transformations(
    grid: &Grid81,
    out: &mut Vec<ClassicTransformation>,
) -> Option<Grid81> {
    out.clear();
    search(grid, &mut |transformation, is_better| {
        if is_better {
            out.clear();
        }
        out.push(*transformation);
    })
}

/// Returns the minlex form of a full grid with all transformations that lead to it, or `None` if it
/// is not a full valid grid.
#[must_use]
pub fn canonicalize(grid: &Grid81) -> Option<GridCanonicalization> {
    let mut transformations = Vec::new();
    let form = write_transformations(grid, &mut transformations)?;
    Some(GridCanonicalization {
        form,
        transformations,
    })
}

/// Returns `true` if each row, column and box has all digits.
pub(super) fn is_valid_solution(grid: &Grid81) -> bool {
    let (mut all, mut columns) = (0x3fe, [0_u16; 9]);
    for band in grid.as_chunks::<27>().0 {
        let mut boxes = [0; 3];
        for digits in band.as_chunks::<9>().0 {
            let mut row = 0;
            for (column, digit) in digits.iter().enumerate() {
                let bit = 1 << (digit & 15);
                row |= bit;
                columns[column] |= bit;
                boxes[column / 3] |= bit;
            }
            // The mask would turn a byte above 9 into another digit.
            all &= if digits.iter().all(|digit| *digit <= 9) {
                row
            } else {
                0
            };
        }
        all &= boxes[0] & boxes[1] & boxes[2];
    }
    columns.iter().fold(all, |all, column| all & column) == 0x3fe
}

/// Calls `found` with each transformation that leads to the smallest form so far. The flag is
/// `true` if the form is smaller than all before.
#[inline]
fn search(grid: &Grid81, found: &mut impl FnMut(&ClassicTransformation, bool)) -> Option<Grid81> {
    if !is_valid_solution(grid) {
        return None;
    }
    let bands = BandTable::get();
    // The grid and its transposition, with digits from 0.
    let mut orientations = [[[0_u8; 9]; 9]; 2];
    for (row, digits) in grid.as_chunks::<9>().0.iter().enumerate() {
        for (column, digit) in digits.iter().enumerate() {
            orientations[0][row][column] = digit - 1;
            orientations[1][column][row] = digit - 1;
        }
    }
    // Three bands, then three stacks.
    let mut lookups = [(0, 0, [0; 9]); 6];
    let mut lowest_class = u16::MAX;
    for (band_index, lookup) in lookups.iter_mut().enumerate() {
        let rows = &orientations[band_index / 3];
        let from = band_index % 3 * 3;
        let band: Band = [rows[from], rows[from + 1], rows[from + 2]];
        *lookup = bands.lookup(&band);
        lowest_class = lowest_class.min(lookup.0);
    }
    let mut best = [[9_u8; 9]; 9];
    for (band_index, (class, number, columns)) in lookups.iter().enumerate() {
        if *class == lowest_class {
            for transformation in bands.transformations(*number) {
                try_transformation(
                    &orientations[band_index / 3],
                    band_index,
                    transformation,
                    columns,
                    &mut best,
                    found,
                );
            }
        }
    }
    let mut form: Grid81 = best.as_flattened().try_into().ok()?;
    form.iter_mut().for_each(|digit| *digit += 1);
    Some(form)
}

/// Returns the three rows of a band, sorted by their first digits.
#[inline]
fn sort_rows(band: usize, first: &[u8; 9]) -> [usize; 3] {
    let [a, b, c] = [3 * band, 3 * band + 1, 3 * band + 2];
    let (a, b) = if first[a] > first[b] { (b, a) } else { (a, b) };
    let (b, c) = if first[b] > first[c] { (c, b) } else { (b, c) };
    let (a, b) = if first[a] > first[b] { (b, a) } else { (a, b) };
    [a, b, c]
}

/// Builds the form that starts with this band, under this transformation, and compares it with the
/// best form so far.
#[inline]
fn try_transformation(
    rows: &[[u8; 9]; 9],
    band_index: usize,
    transformation: &BandTransformation,
    normal: &[u8; 9],
    best: &mut [[u8; 9]; 9],
    found: &mut impl FnMut(&ClassicTransformation, bool),
) {
    let top = band_index % 3;
    let mut columns = [0_u8; 9];
    let mut labels = [0_u8; 16];
    let first_row = &rows[(3 * top + usize::from(transformation.rows[0])) % 9];
    for label in 0..9 {
        columns[label] = normal[usize::from(transformation.columns[label] & 15) % 9];
        labels[usize::from(first_row[usize::from(columns[label]) % 9] & 15)] = label as u8;
    }
    // The first digits of the other rows determine their order.
    let mut first = [0_u8; 9];
    for (first, row) in first.iter_mut().zip(rows) {
        *first = labels[usize::from(row[usize::from(columns[0]) % 9] & 15)];
    }
    let mut middle = sort_rows((top + 1) % 3, &first);
    let mut low = sort_rows((top + 2) % 3, &first);
    if first[middle[0]] > first[low[0]] {
        std::mem::swap(&mut middle, &mut low);
    }
    let mut order = [
        0, 0, 0, middle[0], middle[1], middle[2], low[0], low[1], low[2],
    ];
    for (position, row) in transformation.rows.iter().enumerate() {
        order[position] = 3 * top + usize::from(*row);
    }
    let mut is_better = false;
    let mut form = [[0_u8; 9]; 9];
    for (row, from) in order.iter().enumerate() {
        let digits = &rows[*from % 9];
        for (target, column) in columns.iter().enumerate() {
            form[row][target] = labels[usize::from(digits[usize::from(*column) % 9] & 15)];
        }
        if !is_better {
            match form[row].cmp(&best[row]) {
                std::cmp::Ordering::Greater => return,
                std::cmp::Ordering::Less => is_better = true,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    *best = form;
    let (mut from, mut digits) = ([0; 9], [0; 10]);
    for index in 0..9 {
        from[index] = order[index] as u8;
        digits[index + 1] = labels[index] + 1;
    }
    found(
        &ClassicTransformation {
            transpose: band_index >= 3,
            rows: from,
            columns,
            digits,
        },
        is_better,
    );
}
