//! Strings whose digits begin with 0: what their rules say about digits from 1.
//!
//! ```text
//!   .Shape~4x4~0-3.Cage~3~R1C1~R1C2      values 0 to 3, sum 3
//!   killer=5: r1c1 r1c2                  digits 1 to 4, sum 5; the symbols are 0 to 3
//! ```
//!
//! ndoku numbers the digits from 1, whatever their symbols are. Each cell adds 1 to a sum. A rule
//! about differences or order stays as it is. Rules that use a value as a number of cells, such as
//! `XSum`, have no counterpart. They are refused by name, and so are rules that treat 0 unlike the
//! other digits.

use ndoku_core::Cell;

use super::parts::{IssConstraint, adjacent_pairs, read_cell};
use super::types;

/// The types that are refused if digits begin with 0.
const REFUSED: &[&str] = &[
    "CountingCircles",
    "Indexing",
    "NumberedRoom",
    "RegionSumLine",
    "Sandwich",
    // A skyscraper of height 0 is not seen.
    "Skyscraper",
    "StrictKropki",
    "SumLine",
    "XSum",
    "Zipper",
];

/// Returns `true` if a type of constraint can be read with digits from 0.
pub(super) fn is_supported(kind: &str) -> bool {
    !REFUSED.contains(&kind)
}

/// Returns the sum of the numbers of two digits whose values have the sum X or V.
pub(super) fn sum_of_sign(sign: &str) -> u32 {
    if sign == "X" { 12 } else { 7 }
}

/// Returns the table of two digits of which one has twice the value of the other.
pub(super) fn double_table(size: u8) -> String {
    types::table(size, |a, b| {
        let (a, b) = (u16::from(a - 1), u16::from(b - 1));
        a == 2 * b || b == 2 * a
    })
}

/// Returns the table of two digits whose values have neither the sum 5 nor 10.
pub(super) fn other_xv_table(size: u8) -> String {
    types::table(size, |a, b| {
        ![7, 12].contains(&(u16::from(a) + u16::from(b)))
    })
}

/// Returns the pairs of cells side by side that have neither an X nor a V.
pub(super) fn other_xv_pairs(all: &[IssConstraint<'_>], size: u8) -> Vec<[Cell; 2]> {
    let signs = all.iter().filter(|one| ["X", "V"].contains(&&*one.kind));
    let marked: Vec<[Cell; 2]> = signs
        .flat_map(|one| {
            let cells = one
                .arguments
                .iter()
                .filter_map(|name| read_cell(name, size));
            adjacent_pairs(&cells.collect::<Vec<_>>())
        })
        .collect();
    let count = usize::from(size) * usize::from(size);
    let cells: Vec<Cell> = (0..count)
        .map(|cell| Cell::from_index(cell, size))
        .collect();
    let mut pairs = adjacent_pairs(&cells);
    pairs.retain(|[a, b]| !marked.contains(&[*a, *b]) && !marked.contains(&[*b, *a]));
    pairs
}
