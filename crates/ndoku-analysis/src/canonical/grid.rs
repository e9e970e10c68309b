//! The least form of a full grid, read row by row.
//!
//! ```text
//!   six bands (three bands, three stacks) ─▶ the class of each ─▶ bands of the least class,
//!   made least in each way ─▶ the other six rows, sorted
//! ```
//!
//! The least form starts with the least band that any of the six bands can become. This fixes
//! columns and digits. The other rows can only be sorted by their first digit, within their bands,
//! and so can the bands. On average 1.3 candidates remain of the 2 · 6⁸ · 9! forms. The number of
//! equal candidates is the number of automorphisms.

use super::band::{Band, BandTable, BandTransformation};
use crate::transformation::{ClassicTransformation, Grid81};

/// The least form of a full grid, with the transformations that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridCanonicalization {
    /// The form.
    pub form: Grid81,
    /// All transformations from the grid to the form. There is one for each automorphism of the
    /// grid, so at least one.
    pub transformations: Vec<ClassicTransformation>,
}

/// Returns the least form of a full grid, or `None` if it is not a full valid grid.
///
/// Takes less than a microsecond once the tables exist. The first call takes a few tenths of a
/// second.
#[must_use]
pub fn least_form(grid: &Grid81) -> Option<Grid81> {
    search(grid, &mut |_, _| {})
}

/// Writes all transformations that lead to the least form of a full grid.
pub(super) fn transformations(
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

/// Returns the least form of a full grid with all transformations that lead to it, or `None` if it
/// is not a full valid grid.
#[must_use]
pub fn canonicalize(grid: &Grid81) -> Option<GridCanonicalization> {
    let mut transformations = Vec::new();
    let form = self::transformations(grid, &mut transformations)?;
    Some(GridCanonicalization {
        form,
        transformations,
    })
}

/// Returns `true` if each row, column and box has all digits.
pub(super) fn is_full(grid: &Grid81) -> bool {
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

/// Calls `found` with each transformation that leads to the least form so far. The flag is `true`
/// if the form is less than all before.
#[inline]
fn search(grid: &Grid81, found: &mut impl FnMut(&ClassicTransformation, bool)) -> Option<Grid81> {
    if !is_full(grid) {
        return None;
    }
    let bands = BandTable::get();
    let mut turned = [[[0_u8; 9]; 9]; 2];
    for (row, digits) in grid.as_chunks::<9>().0.iter().enumerate() {
        for (column, digit) in digits.iter().enumerate() {
            turned[0][row][column] = digit - 1;
            turned[1][column][row] = digit - 1;
        }
    }
    let mut looked = [(0, 0, [0; 9]); 6];
    let mut class = u16::MAX;
    for (place, look) in looked.iter_mut().enumerate() {
        let rows = &turned[place / 3];
        let from = place % 3 * 3;
        let band: Band = [rows[from], rows[from + 1], rows[from + 2]];
        *look = bands.lookup(&band);
        class = class.min(look.0);
    }
    let mut best = [[9_u8; 9]; 9];
    for (place, (own, number, columns)) in looked.iter().enumerate() {
        if *own == class {
            for transformation in bands.transformations(*number) {
                candidate(
                    &turned[place / 3],
                    place,
                    transformation,
                    columns,
                    &mut best,
                    found,
                );
            }
        }
    }
    let mut least: Grid81 = best.as_flattened().try_into().ok()?;
    least.iter_mut().for_each(|digit| *digit += 1);
    Some(least)
}

/// Sorts the three rows of a band by their first digits.
#[inline]
fn sorted(band: usize, first: &[u8; 9]) -> [usize; 3] {
    let [a, b, c] = [3 * band, 3 * band + 1, 3 * band + 2];
    let (a, b) = if first[a] > first[b] { (b, a) } else { (a, b) };
    let (b, c) = if first[b] > first[c] { (c, b) } else { (b, c) };
    let (a, b) = if first[a] > first[b] { (b, a) } else { (a, b) };
    [a, b, c]
}

/// Builds the form that starts with this band, under this transformation.
#[inline]
fn candidate(
    rows: &[[u8; 9]; 9],
    place: usize,
    transformation: &BandTransformation,
    normal: &[u8; 9],
    best: &mut [[u8; 9]; 9],
    found: &mut impl FnMut(&ClassicTransformation, bool),
) {
    let top = place % 3;
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
    let (mut middle, mut low) = (sorted((top + 1) % 3, &first), sorted((top + 2) % 3, &first));
    if first[middle[0]] > first[low[0]] {
        std::mem::swap(&mut middle, &mut low);
    }
    let mut order = [
        0, 0, 0, middle[0], middle[1], middle[2], low[0], low[1], low[2],
    ];
    for (place, row) in transformation.rows.iter().enumerate() {
        order[place] = 3 * top + usize::from(*row);
    }
    let mut is_better = false;
    let mut form = [[0_u8; 9]; 9];
    for (row, from) in order.iter().enumerate() {
        let digits = &rows[*from % 9];
        for (place, column) in columns.iter().enumerate() {
            form[row][place] = labels[usize::from(digits[usize::from(*column) % 9] & 15)];
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
    for place in 0..9 {
        from[place] = order[place] as u8;
        digits[place + 1] = labels[place] + 1;
    }
    found(
        &ClassicTransformation {
            transpose: place >= 3,
            rows: from,
            columns,
            digits,
        },
        is_better,
    );
}
