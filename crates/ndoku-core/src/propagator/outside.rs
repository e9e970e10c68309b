//! The propagators of clues beside a line: sandwich, X-sum and skyscraper. The first cell is the
//! one next to the clue.

use super::digit_sets::{SetTable, filter_by_sets};
use super::{MAX_SIZE, digits_of};

/// A sandwich: the digits between 1 and N in a line of N cells have a sum.
#[derive(Clone, Debug)]
pub struct Sandwich {
    /// For each number of cells between, the sets of digits with the sum.
    fillings: Vec<Vec<u16>>,
    size: u8,
}

impl Sandwich {
    /// Creates the demand for a sum in lines of `size` cells, at most 16.
    #[must_use]
    pub fn new(size: u8, sum: u32) -> Self {
        let size = size.min(MAX_SIZE);
        let ends = 1 | 1_u16 << (size - 1);
        let with_count = |count: usize| {
            let sets = SetTable::get(size).with_count(count).iter().copied();
            sets.filter(|set| set & ends == 0 && digits_of(*set).sum::<u32>() == sum)
                .collect()
        };
        Self {
            fillings: (0..usize::from(size).saturating_sub(1))
                .map(with_count)
                .collect(),
            size,
        }
    }

    pub(super) fn filter(&self, masks: &mut [u16]) -> bool {
        let size = usize::from(self.size);
        if masks.len() != size || size < 2 {
            return true;
        }
        let (low, high) = (1_u16, 1_u16 << (size - 1));
        let ends = low | high;
        let digits = ((1_u32 << size) - 1) as u16;
        let mut kept = [0_u16; MAX_SIZE as usize];
        for (first, second) in [(low, high), (high, low)] {
            for left in (0..size).filter(|left| masks[*left] & first != 0) {
                for right in (left + 1..size).filter(|right| masks[*right] & second != 0) {
                    self.try_ends(
                        masks,
                        [left, right],
                        digits & !ends,
                        &mut kept,
                        [first, second],
                    );
                }
            }
        }
        masks
            .iter_mut()
            .zip(kept)
            .for_each(|(mask, kept)| *mask &= kept);
        !masks.contains(&0)
    }

    /// Adds the candidates that are left with 1 and N at two places.
    fn try_ends(
        &self,
        masks: &[u16],
        [left, right]: [usize; 2],
        inner: u16,
        kept: &mut [u16; MAX_SIZE as usize],
        [first, second]: [u16; 2],
    ) {
        let between = &masks[left + 1..right];
        let outside = || (0..masks.len()).filter(|place| *place < left || *place > right);
        if outside().any(|place| masks[place] & inner == 0)
            || between.iter().any(|mask| mask & inner == 0)
        {
            return;
        }
        let mut cells = [0_u16; MAX_SIZE as usize];
        let mut used_outside = 0;
        for set in &self.fillings[between.len()] {
            let cells = &mut cells[..between.len()];
            cells.copy_from_slice(between);
            let others = inner & !set;
            let all_outside = outside().fold(0, |all, place| all | masks[place]);
            if others & !all_outside != 0
                || outside().any(|place| masks[place] & others == 0)
                || (!cells.is_empty() && filter_by_sets(cells, std::iter::once(*set)).is_none())
            {
                continue;
            }
            for (kept, cell) in kept[left + 1..right].iter_mut().zip(&*cells) {
                *kept |= cell;
            }
            used_outside |= others;
            kept[left] |= first;
            kept[right] |= second;
            for place in outside() {
                kept[place] |= used_outside;
            }
        }
    }
}

/// An X-sum: the first X cells of a line have a sum, where X is the first digit.
#[derive(Clone, Debug)]
pub struct XSum {
    size: u8,
    sum: u32,
}

impl XSum {
    /// Creates the demand for a sum in lines of `size` cells, at most 16.
    #[must_use]
    pub const fn new(size: u8, sum: u32) -> Self {
        Self { size, sum }
    }

    pub(super) fn filter(&self, masks: &mut [u16]) -> bool {
        let mut kept = [0_u16; MAX_SIZE as usize];
        let count = masks.len();
        for first in digits_of(masks[0]).filter(|first| *first as usize <= count) {
            let bit = 1 << (first - 1);
            let Some(sum) = self.sum.checked_sub(first) else {
                continue;
            };
            let cells = first as usize - 1;
            let mut part = [0_u16; MAX_SIZE as usize];
            for (part, mask) in part.iter_mut().zip(&masks[1..]) {
                *part = mask & !bit;
            }
            if cells == 0 {
                if sum > 0 {
                    continue;
                }
            } else {
                let sets = SetTable::get(self.size).with_count(cells).iter().copied();
                let sets = sets.filter(|set| set & bit == 0 && digits_of(*set).sum::<u32>() == sum);
                if filter_by_sets(&mut part[..cells], sets).is_none() {
                    continue;
                }
            }
            kept[0] |= bit;
            for (kept, part) in kept[1..count].iter_mut().zip(part) {
                *kept |= part;
            }
        }
        masks
            .iter_mut()
            .zip(kept)
            .for_each(|(mask, kept)| *mask &= kept);
        !masks.contains(&0)
    }
}

/// A skyscraper clue: how many digits of a line are larger than all before.
#[derive(Clone, Debug)]
pub struct Skyscraper {
    count: u32,
}

impl Skyscraper {
    /// Creates the demand for this number of visible digits.
    #[must_use]
    pub const fn new(count: u32) -> Self {
        Self { count }
    }

    /// Filters by the states (highest digit so far, digits seen), forward and backward.
    pub(super) fn filter(&self, masks: &mut [u16]) -> bool {
        let cells = masks.len();
        let count = self.count as usize;
        if cells > usize::from(MAX_SIZE) || count > usize::from(MAX_SIZE) {
            return false;
        }
        // before[place][highest]: bit s if s digits may have been seen before the place.
        let mut before = [[0_u32; MAX_SIZE as usize + 1]; MAX_SIZE as usize + 1];
        before[0][0] = 1;
        for place in 0..cells {
            for highest in 0..=usize::from(MAX_SIZE) {
                let seen = before[place][highest];
                if seen == 0 {
                    continue;
                }
                for digit in digits_of(masks[place]).map(|digit| digit as usize) {
                    if digit > highest {
                        before[place + 1][digit] |= seen << 1;
                    } else if digit < highest {
                        before[place + 1][highest] |= seen;
                    }
                }
            }
        }
        let mut after = [1_u32 << count; MAX_SIZE as usize + 1];
        for place in (0..cells).rev() {
            let mut here = [0_u32; MAX_SIZE as usize + 1];
            let mut kept = 0_u16;
            for highest in 0..=usize::from(MAX_SIZE) {
                let seen = before[place][highest];
                if seen == 0 {
                    continue;
                }
                for digit in digits_of(masks[place]) {
                    let tall = digit as usize;
                    let possible = if tall > highest {
                        seen & after[tall] >> 1
                    } else if tall < highest {
                        seen & after[highest]
                    } else {
                        0
                    };
                    if possible != 0 {
                        kept |= 1 << (digit - 1);
                        here[highest] |= possible;
                    }
                }
            }
            masks[place] = kept;
            if kept == 0 {
                return false;
            }
            after = here;
        }
        true
    }
}
