//! The propagator of distinct cells whose digits form one of several sets: cages with a sum, renban
//! lines.
//!
//! ```text
//!   cage of 3 cells, sum 8     {1 2 5} {1 3 4}
//!   r1c1 {2 5 7}               2 5        –        ─▶ 2 5
//!   r1c2 {1 4 8}               1          1 4      ─▶ 1 4
//!   r1c3 {1 2 3}               1 2        1 3      ─▶ 2 3
//! ```
//!
//! Each set is tried in turn: naked and hidden singles within the set remove candidates, and the
//! union over all sets remains. Digits of every set leave the cells that see all cells.

use std::sync::OnceLock;

use super::{MAX_SIZE, digits_of};

/// Distinct digits that form one of several sets.
#[derive(Clone, Debug)]
pub struct DigitSets {
    sets: Box<[u16]>,
}

impl DigitSets {
    /// Creates the sets of `count` digits of 1 to `size` with a sum.
    #[must_use]
    pub fn with_sum(size: u8, count: usize, sum: u32) -> Self {
        let sets = SetTable::get(size).with_count(count);
        Self {
            sets: sets
                .iter()
                .copied()
                .filter(|set| digits_of(*set).sum::<u32>() == sum)
                .collect(),
        }
    }

    /// Creates the sets of `count` consecutive digits of 1 to `size`.
    #[must_use]
    pub fn consecutive(size: u8, count: usize) -> Self {
        let window = (1_u32 << count.min(16)) - 1;
        let starts = (usize::from(size) + 1).saturating_sub(count);
        Self {
            sets: (0..starts).map(|start| (window << start) as u16).collect(),
        }
    }

    /// Returns the sets, as masks.
    #[must_use]
    pub fn sets(&self) -> &[u16] {
        &self.sets
    }

    pub(super) fn is_feasible(&self, masks: &[u16]) -> bool {
        for_each_filling(masks, self.sets.iter().copied(), |_, _| true)
    }

    /// Returns `true` if the cells can do without these digits.
    pub(super) fn is_feasible_without(&self, masks: &[u16], digits: u16) -> bool {
        for_each_filling(masks, self.sets.iter().copied(), |set, _| set & digits == 0)
    }

    pub(super) fn filter(&self, masks: &mut [u16], targets: &mut [u16]) -> bool {
        let Some(required) = filter_by_sets(masks, self.sets.iter().copied()) else {
            return false;
        };
        for target in &mut *targets {
            *target &= !required;
        }
        !targets.contains(&0)
    }
}

/// Keeps the candidates of distinct cells that one of the sets allows. The sets have as many digits
/// as there are cells. Returns the digits of all sets that are left, or `None` if no set is.
pub(super) fn filter_by_sets(masks: &mut [u16], sets: impl Iterator<Item = u16>) -> Option<u16> {
    let mut kept = [0_u16; MAX_SIZE as usize];
    let mut required = u16::MAX;
    for_each_filling(masks, sets, |set, cells| {
        required &= set;
        for (kept, cell) in kept.iter_mut().zip(cells) {
            *kept |= cell;
        }
        false
    });
    if kept[0] == 0 {
        return None;
    }
    masks.copy_from_slice(&kept[..masks.len()]);
    Some(required)
}

/// Calls `each` with each set that the cells can hold, and the candidates of the cells in it.
/// Returns `true` as soon as `each` does.
fn for_each_filling(
    masks: &[u16],
    sets: impl Iterator<Item = u16>,
    mut each: impl FnMut(u16, &[u16]) -> bool,
) -> bool {
    let (mut all, mut decided) = (0, 0);
    for mask in masks {
        all |= mask;
        if mask.is_power_of_two() {
            if decided & mask != 0 {
                return false;
            }
            decided |= mask;
        }
    }
    let mut part = [0_u16; MAX_SIZE as usize];
    'sets: for set in sets {
        if set & !all != 0 || decided & !set != 0 {
            continue;
        }
        let (mut once, mut twice, mut naked) = (0, 0, 0);
        for (cell, mask) in part.iter_mut().zip(masks) {
            *cell = mask & set;
            if *cell == 0 {
                continue 'sets;
            }
            twice |= once & *cell;
            once |= *cell;
            if cell.is_power_of_two() {
                if naked & *cell != 0 {
                    continue 'sets;
                }
                naked |= *cell;
            }
        }
        let part = &mut part[..masks.len()];
        // A set of as many digits as cells uses each digit.
        if once != set || ((naked | !twice & once) != 0 && !assign_singles(part, set)) {
            continue;
        }
        if each(set, part) {
            return true;
        }
    }
    false
}

/// Applies naked and hidden singles to cells that take the digits of a set, one each. Returns
/// `false` for a contradiction.
fn assign_singles(cells: &mut [u16], set: u16) -> bool {
    let mut assigned = 0_u16;
    loop {
        let (mut once, mut twice, mut naked) = (0_u16, 0_u16, 0_u16);
        for cell in &*cells {
            twice |= once & cell;
            once |= cell;
            if cell.is_power_of_two() {
                if naked & cell != 0 {
                    return false;
                }
                naked |= cell;
            }
        }
        if once != set {
            return false;
        }
        let hidden = once & !twice;
        if naked & !assigned == 0 && hidden & !naked == 0 {
            return true;
        }
        for cell in &mut *cells {
            if cell.is_power_of_two() {
                continue;
            }
            let own = *cell & hidden;
            *cell = if own == 0 { *cell & !naked } else { own };
            if *cell == 0 || own & own.wrapping_sub(1) != 0 {
                return false;
            }
        }
        assigned = naked;
    }
}

/// All sets of digits of a size, by their number of digits.
pub(super) struct SetTable {
    starts: Vec<usize>,
    sets: Vec<u16>,
}

impl SetTable {
    /// Returns the table of a size up to 16. It is built once.
    pub(super) fn get(size: u8) -> &'static Self {
        static TABLES: [OnceLock<SetTable>; MAX_SIZE as usize + 1] =
            [const { OnceLock::new() }; MAX_SIZE as usize + 1];
        TABLES[usize::from(size.min(MAX_SIZE))].get_or_init(|| Self::new(size.min(MAX_SIZE)))
    }

    fn new(size: u8) -> Self {
        let mut sets: Vec<u16> = (0..1_u32 << size).map(|set| set as u16).collect();
        sets.sort_by_key(|set| set.count_ones());
        let starts = (0..=usize::from(size) + 1)
            .map(|count| sets.partition_point(|set| (set.count_ones() as usize) < count))
            .collect();
        Self { starts, sets }
    }

    /// Returns the sets of this many digits.
    pub(super) fn with_count(&self, count: usize) -> &[u16] {
        match (self.starts.get(count), self.starts.get(count + 1)) {
            (Some(start), Some(end)) => &self.sets[*start..*end],
            _ => &[],
        }
    }
}
