//! Aligned pair and triplet exclusion: combinations of digits in two or three cells that leave some other cell nothing.

use super::grid::Grid;
use super::hint::{Hint, Reason, Removals};
use super::tables::{Cells, PEERS, members};

/// 6.2 with two cells, 7.5 with three.
pub(super) fn aligned(grid: &Grid, size: usize) -> Option<Hint> {
    // Cells with two candidates, or with two or three, exclude combinations.
    let mut few = Cells::NONE;
    let mut singles = Cells::NONE;
    for cell in 0..81 {
        match grid.count(cell) {
            1 => singles.insert(cell),
            count if (2..=size).contains(&count) => few.insert(cell),
            _ => {}
        }
    }
    let mut base = Vec::with_capacity(81);
    let mut is_base = Cells::NONE;
    for cell in 0..81 {
        if grid.count(cell) >= 2 && PEERS[cell].and(singles).is_empty() && !PEERS[cell].and(few).is_empty() {
            base.push(cell);
            is_base.insert(cell);
        }
    }
    if base.len() < size {
        return None;
    }
    for (place, &second) in base.iter().enumerate() {
        for &first in &base[..place] {
            let both = Cells::of(first).or(Cells::of(second));
            let common = PEERS[first].and(PEERS[second]).and(few);
            if size == 2 {
                if common.len() >= 2
                    && let Some(hint) = pair(grid, first, second, common)
                {
                    return Some(hint);
                }
                continue;
            }
            if common.len() < 2 {
                continue;
            }
            let around = PEERS[first].and(few).and(is_base).without(both);
            let later = PEERS[second].and(few).and(is_base).without(both).without(around);
            for third in around.chain(later) {
                let common = common.and(PEERS[third]);
                if common.len() >= 2
                    && let Some(hint) = triplet(grid, [first, second, third], common)
                {
                    return Some(hint);
                }
            }
        }
    }
    None
}

fn pair(grid: &Grid, first: usize, second: usize, common: Cells) -> Option<Hint> {
    let meet = PEERS[first].has(second);
    let mut allowed = [0_u16; 2];
    for a in members(grid.cells[first]) {
        for b in members(grid.cells[second]) {
            let digits = 1 << a | 1 << b;
            if (meet && a == b) || common.clone().any(|cell| grid.cells[cell] & !digits == 0) {
                continue;
            }
            allowed[0] |= 1 << a;
            allowed[1] |= 1 << b;
        }
    }
    let mut removals = Removals::default();
    removals.add(grid, first, !allowed[0]);
    removals.add(grid, second, !allowed[1]);
    Hint::removing(Reason::AlignedPairExclusion, 6.2, removals)
}

fn triplet(grid: &Grid, cells: [usize; 3], common: Cells) -> Option<Hint> {
    let [first, second, third] = cells;
    let meet = |one: usize, other: usize| PEERS[one].has(other);
    let (with_second, with_third, others) = (meet(first, second), meet(first, third), meet(second, third));
    // The few cells that see all three, as sets of digits.
    let mut excluders = [0_u16; 13];
    let mut count = 0;
    for cell in common {
        if count < excluders.len() {
            excluders[count] = grid.cells[cell];
            count += 1;
        }
    }
    let excluders = &excluders[..count];
    let mut allowed = [0_u16; 3];
    for a in members(grid.cells[first]) {
        for b in members(grid.cells[second]) {
            if with_second && a == b {
                continue;
            }
            let two = 1 << a | 1 << b;
            for c in members(grid.cells[third]) {
                if (with_third && a == c) || (others && b == c) {
                    continue;
                }
                let digits = two | 1 << c;
                if excluders.iter().any(|excluder| excluder & !digits == 0) {
                    continue;
                }
                allowed[0] |= 1 << a;
                allowed[1] |= 1 << b;
                allowed[2] |= 1 << c;
            }
        }
    }
    let mut removals = Removals::default();
    cells.into_iter().zip(allowed).for_each(|(cell, allowed)| removals.add(grid, cell, !allowed));
    Hint::removing(Reason::AlignedTripletExclusion, 7.5, removals)
}
