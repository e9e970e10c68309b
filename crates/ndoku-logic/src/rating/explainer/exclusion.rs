//! Aligned pair and triplet exclusion: combinations of digits in two or three cells that leave some other cell nothing.
//!
//! ```text
//!   two cells  {1 2 3} {1 4}     both seen by  {2 4}: not 2 and 4      {3 4}: not 3 and 4      so the first cell is 1, or the second is not 4 …
//! ```
//!
//! Only cells with two candidates, or with two or three, exclude anything.

use super::grid::Grid;
use super::hint::{Hint, Reason, Removals};
use super::tables::{Cells, PEERS, members};

/// 6.2 with two cells, 7.5 with three.
pub(super) fn aligned(grid: &Grid, size: usize) -> Option<Hint> {
    let mut few = Cells::NONE;
    let mut singles = Cells::NONE;
    for cell in 0..81 {
        match grid.count(cell) {
            1 => singles.insert(cell),
            count if (2..=size).contains(&count) => few.insert(cell),
            _ => {}
        }
    }
    // What sees a naked single, or no cell with few candidates, is left out.
    let mut excluders = [Cells::NONE; 81];
    let mut base = Cells::NONE;
    for cell in 0..81 {
        excluders[cell] = PEERS[cell].and(few);
        if grid.count(cell) >= 2 && PEERS[cell].and(singles).is_empty() && !excluders[cell].is_empty() {
            base.insert(cell);
        }
    }
    for second in base {
        for first in base.below(second) {
            let common = excluders[first].and(excluders[second]);
            if !common.has_two() {
                continue;
            }
            if size == 2 {
                if let Some(hint) = pair(grid, first, second, common) {
                    return Some(hint);
                }
                continue;
            }
            let pair = Pair::new(grid, first, second, common);
            let both = Cells::of(first).or(Cells::of(second));
            let around = excluders[first].and(base).without(both);
            let later = excluders[second].and(base).without(both).without(around);
            for third in around.chain(later) {
                let common = common.and(PEERS[third]);
                if common.has_two()
                    && pair.may_exclude(grid, third)
                    && let Some(hint) = triplet(grid, [first, second, third], common)
                {
                    return Some(hint);
                }
            }
        }
    }
    None
}

/// For two digits the third digits that may not stand beside them: all of them, or those that some excluder would have left.
fn forbidden(excluders: &[u16], two: u16) -> u16 {
    let mut forbidden = 0;
    for excluder in excluders {
        let rest = excluder & !two;
        if rest == 0 {
            return 0x1ff;
        }
        if rest.is_power_of_two() {
            forbidden |= rest;
        }
    }
    forbidden
}

fn pair(grid: &Grid, first: usize, second: usize, common: Cells) -> Option<Hint> {
    let mut excluders = [0; 16];
    let count = collect(grid, common, &mut excluders);
    let excluders = &excluders[..count];
    let same = if PEERS[first].has(second) { 0x1ff } else { 0 };
    let mut allowed = [0_u16; 2];
    for a in members(grid.cells[first]) {
        let left = grid.cells[second] & !forbidden(excluders, 1 << a) & !(1 << a & same);
        if left != 0 {
            allowed[0] |= 1 << a;
            allowed[1] |= left;
        }
    }
    removing(grid, Reason::AlignedPairExclusion, 6.2, &[(first, allowed[0]), (second, allowed[1])])
}

/// Two cells of a triplet, and for each combination of their digits what a third cell may not be if it saw all cells that exclude anything.
struct Pair {
    cells: [usize; 2],
    combinations: [(u16, u16, u16); 81],
    count: usize,
}

impl Pair {
    fn new(grid: &Grid, first: usize, second: usize, common: Cells) -> Self {
        let mut excluders = [0; 16];
        let count = collect(grid, common, &mut excluders);
        let excluders = &excluders[..count];
        let mut pair = Self { cells: [first, second], combinations: [(0, 0, 0); 81], count: 0 };
        let together = PEERS[first].has(second);
        for a in members(grid.cells[first]) {
            for b in members(grid.cells[second]).filter(|b| !together || *b != a) {
                pair.combinations[pair.count] = (1 << a, 1 << b, forbidden(excluders, 1 << a | 1 << b));
                pair.count += 1;
            }
        }
        pair
    }

    /// Whether a triplet with this cell excludes anything, if it saw all of the excluders.
    fn may_exclude(&self, grid: &Grid, third: usize) -> bool {
        let [with_third, others] = self.cells.map(|cell| if PEERS[cell].has(third) { 0x1ff } else { 0 });
        let own = grid.cells[third];
        let (mut allowed, mut left_of_third) = (0_u32, own);
        for (a, b, forbidden) in &self.combinations[..self.count] {
            let both = u32::from(*a) << 16 | u32::from(*b);
            let left = own & !(a & with_third) & !(b & others) & !forbidden;
            if left != 0 {
                allowed |= both;
                left_of_third &= !left;
            }
        }
        let [first, second] = self.cells.map(|cell| u32::from(grid.cells[cell]));
        left_of_third != 0 || allowed != (first << 16 | second)
    }
}

fn triplet(grid: &Grid, [first, second, third]: [usize; 3], common: Cells) -> Option<Hint> {
    let mut excluders = [0; 16];
    let count = collect(grid, common, &mut excluders);
    let excluders = &excluders[..count];
    let same = |one: usize, other: usize| if PEERS[one].has(other) { 0x1ff } else { 0 };
    let (with_second, with_third, others) = (same(first, second), same(first, third), same(second, third));
    let all = [first, second, third].map(|cell| grid.cells[cell]);
    // What is not yet known to be allowed.
    let mut missing = all;
    let mut rest_a = all[0];
    while rest_a != 0 {
        let a = rest_a & rest_a.wrapping_neg();
        rest_a ^= a;
        let mut rest_b = all[1] & !(a & with_second);
        while rest_b != 0 {
            let b = rest_b & rest_b.wrapping_neg();
            rest_b ^= b;
            if missing[0] & a == 0 && missing[1] & b == 0 && missing[2] == 0 {
                continue;
            }
            let left = all[2] & !(a & with_third) & !(b & others) & !forbidden(excluders, a | b);
            if left != 0 {
                missing[0] &= !a;
                missing[1] &= !b;
                missing[2] &= !left;
            }
        }
        if missing == [0; 3] {
            return None;
        }
    }
    let allowed = |place: usize| all[place] & !missing[place];
    removing(grid, Reason::AlignedTripletExclusion, 7.5, &[(first, allowed(0)), (second, allowed(1)), (third, allowed(2))])
}

/// The candidates of some cells, of which two or three others see no more than 13.
fn collect(grid: &Grid, cells: Cells, into: &mut [u16; 16]) -> usize {
    let mut count = 0;
    for (cell, place) in cells.zip(into) {
        *place = grid.cells[cell];
        count += 1;
    }
    count
}

/// Whatever is not allowed goes.
fn removing(grid: &Grid, reason: Reason, rating: f64, allowed: &[(usize, u16)]) -> Option<Hint> {
    if allowed.iter().all(|(cell, allowed)| grid.cells[*cell] & !allowed == 0) {
        return None;
    }
    let mut removals = Removals::default();
    allowed.iter().for_each(|(cell, allowed)| removals.add(grid, *cell, !allowed));
    Hint::removing(reason, rating, removals)
}
