//! WXYZ-Wing and larger wings: an almost locked set of cells that see each other, and a bivalue
//! cell.
//!
//! ```text
//! base   n cells that see each other, with n + 1 digits
//! wing   {x z}, sees all base cells with x (x is restricted)
//! ```
//!
//! If the wing is x, the base lacks x, is locked, and contains z. Otherwise the wing is z. So z is
//! removed from all cells that see the wing and all z of the base.

use super::grid::CandidateGrid;
use super::hint::{RatedHint, Removals, SeTechnique};
use super::tables::{PEERS, members};
use ndoku_core::CellSet81;

/// A hint, with the criteria between equal ratings: more removals, then the suffix.
struct BestHint {
    hint: RatedHint,
    removed: usize,
    suffix: String,
}

struct WingSearch<'a> {
    grid: &'a CandidateGrid,
    size: usize,
    /// The open cells.
    open: CellSet81,
    best: Option<BestHint>,
}

/// Finds the hint with the lowest rating: 5.5 with three base cells, 6.2 with four, 6.6 with five,
/// 7.5 with six.
pub(super) fn wing(grid: &CandidateGrid, size: usize) -> Option<RatedHint> {
    let mut open = CellSet81::EMPTY;
    (0..81)
        .filter(|cell| grid.count(*cell) >= 2)
        .for_each(|cell| open.insert(cell));
    let mut search = WingSearch {
        grid,
        size,
        open,
        best: None,
    };
    for first in open {
        search.extend(
            CellSet81::from_cell(first),
            PEERS[first].and(open).after(first),
            grid.cells[first],
            1,
        );
    }
    search.best.map(|best| best.hint)
}

impl WingSearch<'_> {
    /// Adds base cells. `next` has the later cells that see all of them.
    fn extend(&mut self, base: CellSet81, next: CellSet81, union: u16, count: usize) {
        if union.count_ones() as usize > self.size + 1 {
            return;
        }
        if count == self.size {
            if union.count_ones() as usize == self.size + 1 {
                self.wings(base, union);
            }
            return;
        }
        for cell in next {
            self.extend(
                base.or(CellSet81::from_cell(cell)),
                next.and(PEERS[cell]).after(cell),
                union | self.grid.cells[cell],
                count + 1,
            );
        }
    }

    fn wings(&mut self, base: CellSet81, union: u16) {
        let grid = self.grid;
        // For each digit, the cells that see all base cells with it.
        let mut seeing = [CellSet81::EMPTY; 9];
        for digit in members(union) {
            seeing[digit] = base
                .iter()
                .filter(|cell| grid.has(*cell, digit))
                .fold(CellSet81::ALL, |seen, cell| seen.and(PEERS[cell]));
        }
        let near = base
            .iter()
            .fold(CellSet81::EMPTY, |near, cell| near.or(PEERS[cell]))
            .and(self.open)
            .without(base);
        for wing in near
            .iter()
            .filter(|cell| grid.count(*cell) == 2 && grid.cells[*cell] & !union == 0)
        {
            let own = grid.cells[wing];
            let x = own.trailing_zeros() as usize;
            let z = (own & (own - 1)).trailing_zeros() as usize;
            let (restricted_x, restricted_z) = (seeing[x].contains(wing), seeing[z].contains(wing));
            if !restricted_x && !restricted_z {
                continue;
            }
            let outside = CellSet81::ALL
                .without(base)
                .without(CellSet81::from_cell(wing));
            let mut removals = Removals::default();
            let mut gone = |digit: usize, from: CellSet81| {
                let before = removals.len();
                from.and(outside)
                    .and(self.open)
                    .iter()
                    .for_each(|cell| removals.add(grid, cell, 1 << digit));
                removals.len() > before
            };
            let mut doubly = false;
            if restricted_x && restricted_z {
                let mut weak = false;
                for digit in members(union & !own) {
                    weak |= gone(digit, seeing[digit]);
                }
                let by_x = gone(x, seeing[x].and(PEERS[wing]));
                let by_z = gone(z, seeing[z].and(PEERS[wing]));
                doubly = weak || (by_x && by_z);
            } else if restricted_x {
                gone(z, seeing[z].and(PEERS[wing]));
            } else {
                gone(x, seeing[x].and(PEERS[wing]));
            }
            if !removals.is_empty() {
                self.keep_if_better(base, doubly, removals);
            }
        }
    }

    fn keep_if_better(&mut self, base: CellSet81, doubly: bool, removals: Removals) {
        let grid = self.grid;
        let greatest = base.iter().map(|cell| grid.count(cell)).max().unwrap_or(0);
        let sum: usize = base.iter().map(|cell| grid.count(cell)).sum();
        let off = greatest.abs_diff(3) as f64;
        let (technique, rating) = match self.size {
            3 => (SeTechnique::WxyzWing, 5.5 + (1.0 - off) * 0.1),
            4 => (SeTechnique::VwxyzWing, 6.2 + (2.0 - off) * 0.1),
            5 => (SeTechnique::UvwxyzWing, 6.6),
            _ => (SeTechnique::TuvwxyzWing, 7.5),
        };
        let removed = removals.len();
        let suffix = format!("{}{greatest}{sum}", if doubly { 2 } else { 1 });
        let better = self.best.as_ref().is_none_or(|best| {
            let order = rating
                .total_cmp(&best.hint.rating)
                .then(best.removed.cmp(&removed))
                .then_with(|| best.suffix.cmp(&suffix));
            order.is_lt()
        });
        if better && let Some(hint) = RatedHint::removing(technique, rating, removals) {
            self.best = Some(BestHint {
                hint,
                removed,
                suffix,
            });
        }
    }
}
