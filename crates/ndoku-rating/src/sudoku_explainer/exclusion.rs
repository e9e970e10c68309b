//! Aligned pair and triplet exclusion: combinations of digits in two or three cells that leave
//! another cell without candidates.
//!
//! ```text
//! cells {1 2 3} {1 4}, both seen by {2 4} and {3 4}: not 2 and 4, not 3 and 4
//! so the first cell is 1, or the second is not 4 …
//! ```
//!
//! Only cells with two candidates exclude anything in pairs, and cells with two or three in
//! triplets.

use super::grid::CandidateGrid;
use super::hint::{RatedHint, Removals, SeTechnique};
use super::tables::{PEERS, count, members};
use ndoku_core::CellSet81;

/// Results of an earlier search that hold as long as the candidates do not change.
#[derive(Clone, Debug)]
pub(super) struct ExclusionCache {
    /// The candidates of that search.
    cells: [u16; 81],
    /// For each cell, the earlier cells with which it excludes nothing, whatever the third cell is.
    /// That depends on the two cells and on those that see both.
    idle: [CellSet81; 81],
}

impl ExclusionCache {
    pub(super) const fn new() -> Self {
        Self {
            cells: [0; 81],
            idle: [CellSet81::EMPTY; 81],
        }
    }

    /// Forgets results that depend on changed cells.
    fn update(&mut self, grid: &CandidateGrid) {
        let mut changed = CellSet81::EMPTY;
        for cell in (0..81).filter(|cell| grid.cells[*cell] != self.cells[*cell]) {
            changed.insert(cell);
            self.idle[cell] = CellSet81::EMPTY;
            PEERS[cell]
                .iter()
                .for_each(|peer| self.idle[peer] = self.idle[peer].without(PEERS[cell]));
        }
        self.idle
            .iter_mut()
            .for_each(|idle| *idle = idle.without(changed));
        self.cells = grid.cells;
    }
}

/// Finds an exclusion: 6.2 with two cells, 7.5 with three. `cache` is for searches of one size.
pub(super) fn find_aligned_exclusion(
    grid: &CandidateGrid,
    size: usize,
    cache: &mut ExclusionCache,
) -> Option<RatedHint> {
    cache.update(grid);
    let mut few = CellSet81::EMPTY;
    let mut singles = CellSet81::EMPTY;
    for cell in 0..81 {
        match grid.count(cell) {
            1 => singles.insert(cell),
            count if (2..=size).contains(&count) => few.insert(cell),
            _ => {}
        }
    }
    // Cells that see a naked single, or no cell with few candidates, are skipped.
    let mut excluders = [CellSet81::EMPTY; 81];
    let mut base = CellSet81::EMPTY;
    for cell in 0..81 {
        excluders[cell] = PEERS[cell].and(few);
        if grid.count(cell) >= 2
            && PEERS[cell].and(singles).is_empty()
            && !excluders[cell].is_empty()
        {
            base.insert(cell);
        }
    }
    for second in base {
        for first in base.before(second).without(cache.idle[second]) {
            let common = excluders[first].and(excluders[second]);
            if !common.has_two() {
                cache.idle[second].insert(first);
                continue;
            }
            if size == 2 {
                if let Some(hint) = find_pair(grid, first, second, common) {
                    return Some(hint);
                }
                cache.idle[second].insert(first);
                continue;
            }
            // The third cell must see at least two of the excluding cells.
            let (mut seen, mut twice) = (CellSet81::EMPTY, CellSet81::EMPTY);
            for cell in common {
                twice = twice.or(seen.and(PEERS[cell]));
                seen = seen.or(PEERS[cell]);
            }
            let both = CellSet81::from_cell(first).or(CellSet81::from_cell(second));
            let usable = base.and(twice).without(both);
            let around = excluders[first].and(usable);
            let later = excluders[second].and(usable).without(around);
            if around.or(later).is_empty() {
                continue;
            }
            let bounds = Bounds::new(grid, first, second, common);
            if bounds.are_idle() {
                cache.idle[second].insert(first);
                continue;
            }
            for third in around.iter().chain(later) {
                if bounds.may_exclude(grid.cells[third])
                    && let Some(hint) =
                        find_triplet(grid, [first, second, third], common.and(PEERS[third]))
                {
                    return Some(hint);
                }
            }
        }
    }
    None
}

/// Returns the third digits that two digits forbid: all digits, or the last ones of some excluding
/// cells.
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

fn find_pair(
    grid: &CandidateGrid,
    first: usize,
    second: usize,
    common: CellSet81,
) -> Option<RatedHint> {
    let mut excluders = [0; 16];
    let count = collect(grid, common, &mut excluders);
    let excluders = &excluders[..count];
    let same = if PEERS[first].contains(second) {
        0x1ff
    } else {
        0
    };
    let mut allowed = [0_u16; 2];
    for a in members(grid.cells[first]) {
        let left = grid.cells[second] & !forbidden(excluders, 1 << a) & !(1 << a & same);
        if left != 0 {
            allowed[0] |= 1 << a;
            allowed[1] |= left;
        }
    }
    removal_hint(
        grid,
        SeTechnique::AlignedPairExclusion,
        6.2,
        &[(first, allowed[0]), (second, allowed[1])],
    )
}

/// Bounds for the third cell of a triplet, given two cells: necessary conditions for an exclusion
/// if it saw both of them and all excluding cells.
struct Bounds {
    /// For each digit of the two cells: the digits that the third cell cannot hold with it, if
    /// there are several. The digit is removed if they include all candidates of the third cell.
    beside: [u16; 18],
    /// The number of entries in `beside`.
    count: usize,
    /// The digits that no combination allows. They are removed from the third cell.
    never: u16,
}

impl Bounds {
    fn new(grid: &CandidateGrid, first: usize, second: usize, common: CellSet81) -> Self {
        let mut bounds = Self {
            beside: [0; 18],
            count: 0,
            never: 0x1ff,
        };
        let mut excluders = [0; 16];
        let found = collect(grid, common, &mut excluders);
        let together = PEERS[first].contains(second);
        let mut beside_second = [0x1ff; 9];
        for a in members(grid.cells[first]) {
            // The third digits that this digit forbids alone, and those that it forbids with each
            // digit of the second cell.
            let (mut any, mut by) = (1 << a, [0_u16; 9]);
            for excluder in &excluders[..found] {
                let rest = excluder & !(1 << a);
                match count(rest) {
                    0 => any = 0x1ff,
                    1 => {
                        any |= rest;
                        by[rest.trailing_zeros() as usize] = 0x1ff;
                    }
                    2 => {
                        let low = rest & rest.wrapping_neg();
                        by[low.trailing_zeros() as usize] |= rest ^ low;
                        by[(rest ^ low).trailing_zeros() as usize] |= low;
                    }
                    _ => {}
                }
            }
            let mut beside = 0x1ff;
            for b in members(if together {
                grid.cells[second] & !(1 << a)
            } else {
                grid.cells[second]
            }) {
                let not_third = any | by[b] | 1 << b;
                beside &= not_third;
                beside_second[b] &= not_third;
            }
            bounds.never &= beside;
            bounds.add(beside);
        }
        members(grid.cells[second]).for_each(|b| bounds.add(beside_second[b]));
        bounds
    }

    fn add(&mut self, beside: u16) {
        if count(beside) > 1 {
            self.beside[self.count] = beside;
            self.count += 1;
        }
    }

    /// Returns whether no third cell excludes anything. Each third cell has at least two
    /// candidates.
    const fn are_idle(&self) -> bool {
        self.never == 0 && self.count == 0
    }

    fn may_exclude(&self, third: u16) -> bool {
        third & self.never != 0
            || self.beside[..self.count]
                .iter()
                .any(|beside| third & !beside == 0)
    }
}

fn find_triplet(
    grid: &CandidateGrid,
    [first, second, third]: [usize; 3],
    common: CellSet81,
) -> Option<RatedHint> {
    let mut excluders = [0; 16];
    let count = collect(grid, common, &mut excluders);
    let excluders = &excluders[..count];
    let same = |one: usize, other: usize| if PEERS[one].contains(other) { 0x1ff } else { 0 };
    let (with_second, with_third, others) =
        (same(first, second), same(first, third), same(second, third));
    let all = [first, second, third].map(|cell| grid.cells[cell]);
    // The candidates that are not yet known to be allowed.
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
    removal_hint(
        grid,
        SeTechnique::AlignedTripletExclusion,
        7.5,
        &[
            (first, allowed(0)),
            (second, allowed(1)),
            (third, allowed(2)),
        ],
    )
}

/// Collects the candidates of some cells and returns their number. At most 13 cells see two or
/// three others.
fn collect(grid: &CandidateGrid, cells: CellSet81, into: &mut [u16; 16]) -> usize {
    let mut count = 0;
    for (cell, place) in cells.iter().zip(into) {
        *place = grid.cells[cell];
        count += 1;
    }
    count
}

/// Returns a hint that removes all candidates that are not allowed.
fn removal_hint(
    grid: &CandidateGrid,
    technique: SeTechnique,
    rating: f64,
    allowed: &[(usize, u16)],
) -> Option<RatedHint> {
    if allowed
        .iter()
        .all(|(cell, allowed)| grid.cells[*cell] & !allowed == 0)
    {
        return None;
    }
    let mut removals = Removals::default();
    allowed
        .iter()
        .for_each(|(cell, allowed)| removals.add(grid, *cell, !allowed));
    RatedHint::removing(technique, rating, removals)
}
