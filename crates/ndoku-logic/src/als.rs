//! Almost locked sets: n cells that see each other and have n + 1 candidates in all.
//!
//! ```text
//! 12 · · | 23 · · | 134 · ·   three cells of a row with four digits: 1 2 3 4
//!                             Each digit fits at most once, so exactly one of the four is missing.
//!                             Without one of the digits the rest is locked.
//! two sets with x in both:    If every x of one sees every x of the other, at most one of them
//!                             has x: x is a restricted common.
//! ```
//!
//! Cells see each other pairwise. In the classic grid they then lie in one house. A set with a
//! locked part, such as two cells with the same two candidates, is left out, because its rest gives
//! the same deductions.

use std::cell::OnceCell;

use ndoku_core::{Digit, DigitSet};

use crate::cells::CellSet;
use crate::position::Position;

/// The maximum number of subsets of cells of one house. It covers all subsets up to 13×13.
const MAX_SUBSETS_PER_HOUSE: usize = 10_000;

/// An almost locked set: cells that see each other, with one candidate more than cells. No part of
/// it is locked.
#[derive(Clone, Debug)]
pub struct AlmostLockedSet {
    /// The cells.
    pub cells: CellSet,
    /// The union of their candidates.
    pub digits: DigitSet,
    /// The cells of each digit, ascending by digit.
    pub digit_cells: Vec<AlsDigit>,
}

/// One digit of an almost locked set.
#[derive(Clone, Debug)]
pub struct AlsDigit {
    /// The digit.
    pub digit: Digit,
    /// The cells of the set that may hold it.
    pub places: CellSet,
    /// The cells outside that may hold the digit and see all of these. If the set holds the digit,
    /// they cannot.
    pub seen: CellSet,
}

impl AlmostLockedSet {
    /// Returns the cells of a digit in the set.
    #[must_use]
    pub fn digit_cells_of(&self, digit: Digit) -> Option<&AlsDigit> {
        self.digit_cells.iter().find(|cells| cells.digit == digit)
    }
}

/// A restricted common of two sets: a digit that at most one of them holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RestrictedCommon {
    /// The index of the other set.
    pub to: usize,
    /// The digit.
    pub digit: Digit,
}

/// All almost locked sets of a position.
#[derive(Debug)]
pub struct AlmostLockedSets {
    sets: Vec<AlmostLockedSet>,
    links: OnceCell<Vec<Vec<RestrictedCommon>>>,
}

impl AlmostLockedSets {
    /// Lists all sets of up to [`max_als_cells`] cells. A classic position has a few hundred of
    /// them. Listing them takes about ten microseconds.
    #[must_use]
    pub fn new(position: &Position<'_>) -> Self {
        let open = position
            .cells((0..position.cell_count()).filter(|cell| position.candidates(*cell).len() > 1));
        let mut search = AlsSearch {
            position,
            max_cells: max_als_cells(position.size()),
            chosen: Vec::new(),
            sets: Vec::new(),
        };
        search.extend(&open, DigitSet::EMPTY);
        Self {
            sets: search.sets,
            links: OnceCell::new(),
        }
    }

    /// Returns the sets. The index here is the number of a set.
    #[must_use]
    pub fn sets(&self) -> &[AlmostLockedSet] {
        &self.sets
    }

    /// Returns the restricted commons of each set, ascending. The first call takes time in
    /// proportion to the pairs of sets that share a digit.
    #[must_use]
    pub fn restricted_commons(&self) -> &[Vec<RestrictedCommon>] {
        self.links.get_or_init(|| {
            let mut links = vec![Vec::new(); self.sets.len()];
            let mut with_digit: Vec<Vec<(usize, &AlsDigit)>> = Vec::new();
            for (number, set) in self.sets.iter().enumerate() {
                for cells in &set.digit_cells {
                    let index = cells.digit.index();
                    if with_digit.len() <= index {
                        with_digit.resize_with(index + 1, Vec::new);
                    }
                    // If set A sees all places of a digit in set B, B sees all of A. One direction
                    // is enough.
                    for (other, earlier) in with_digit[index]
                        .iter()
                        .filter(|(_, earlier)| earlier.places.is_subset(&cells.seen))
                    {
                        links[number].push(RestrictedCommon {
                            to: *other,
                            digit: earlier.digit,
                        });
                        links[*other].push(RestrictedCommon {
                            to: number,
                            digit: cells.digit,
                        });
                    }
                    with_digit[index].push((number, cells));
                }
            }
            links.iter_mut().for_each(|links| links.sort_unstable());
            links
        })
    }
}

/// Returns the maximum size of a set in a layout of this size. It covers every possible set if a
/// house has at most 10,000 subsets of cells. In larger layouts it is smaller: 5 cells in 16×16, 3
/// in 25×25.
#[must_use]
pub fn max_als_cells(size: usize) -> usize {
    let (mut choices, mut in_all) = (1, 1);
    for cells in 1..size {
        choices = choices * (size + 1 - cells) / cells;
        in_all += choices;
        if in_all > MAX_SUBSETS_PER_HOUSE {
            return cells - 1;
        }
    }
    size.saturating_sub(1)
}

/// Returns whether some or all of these cells have no more candidates than cells. The time grows
/// with the number of subsets.
#[must_use]
pub fn contains_locked_subset(position: &Position<'_>, cells: &[usize]) -> bool {
    fn some(position: &Position<'_>, cells: &[usize], count: usize, union: DigitSet) -> bool {
        cells.iter().enumerate().any(|(at, cell)| {
            let union = union | position.candidates(*cell);
            union.len() <= count + 1 || some(position, &cells[at + 1..], count + 1, union)
        })
    }
    some(position, cells, 0, DigitSet::EMPTY)
}

struct AlsSearch<'s, 'b> {
    position: &'s Position<'b>,
    max_cells: usize,
    chosen: Vec<usize>,
    sets: Vec<AlmostLockedSet>,
}

impl AlsSearch<'_, '_> {
    /// Adds each of these cells in turn. They see all chosen cells and have higher indices. `union`
    /// has the candidates of the chosen cells.
    fn extend(&mut self, next: &CellSet, union: DigitSet) {
        let mut rest = next.clone();
        for cell in next.iter() {
            rest.remove(cell);
            let union = union | self.position.candidates(cell);
            let count = self.chosen.len() + 1;
            // The chosen cells are locked or have too many digits. All sets that contain them then
            // have a locked part or too many digits.
            if union.len() <= count || union.len() > self.max_cells + 1 {
                continue;
            }
            self.chosen.push(cell);
            if union.len() == count + 1 && !contains_locked_subset(self.position, &self.chosen) {
                self.add_set(union);
            }
            let deeper = &rest & self.position.peers(cell);
            // Each further cell closes the gap between digits and cells by at most one.
            if count < self.max_cells && union.len() <= count + 1 + deeper.len() {
                self.extend(&deeper, union);
            }
            self.chosen.pop();
        }
    }

    fn add_set(&mut self, digits: DigitSet) {
        let cells = self.position.cells(self.chosen.iter().copied());
        let cells_of_digit = |digit: Digit| {
            let places = &cells & self.position.places(digit);
            let mut seen = self.position.places(digit).clone();
            places
                .iter()
                .for_each(|cell| seen.intersect_with(self.position.peers(cell)));
            AlsDigit {
                digit,
                places,
                seen,
            }
        };
        let digit_cells = digits.iter().map(cells_of_digit).collect();
        self.sets.push(AlmostLockedSet {
            cells,
            digits,
            digit_cells,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_layouts_have_a_limit() {
        assert_eq!(
            [1, 4, 9, 13, 16, 25].map(max_als_cells),
            [0, 3, 8, 12, 5, 3]
        );
    }
}
