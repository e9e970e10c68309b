//! The propagators that count digits: quadruples, global entropy, counting circles.

use super::digits_of;

/// Classes of digits, and how many cells at least hold a digit of each.
#[derive(Clone, Debug)]
pub struct Quota {
    classes: Box<[(u16, usize)]>,
}

impl Quota {
    /// Creates a quota of classes that do not overlap, each with its least number of cells.
    #[must_use]
    pub fn new(classes: Vec<(u16, usize)>) -> Self {
        Self {
            classes: classes.into(),
        }
    }

    /// Returns the classes as masks, each with its least number of cells.
    #[must_use]
    pub fn classes(&self) -> &[(u16, usize)] {
        &self.classes
    }

    pub(super) fn filter(&self, masks: &mut [u16]) -> bool {
        let (mut wanted, mut all) = (0, 0);
        for (class, least) in &self.classes {
            let able = masks.iter().filter(|mask| **mask & class != 0).count();
            if able < *least {
                return false;
            }
            if able == *least {
                for mask in masks.iter_mut().filter(|mask| **mask & class != 0) {
                    *mask &= class;
                }
            }
            wanted += least;
            all |= class;
        }
        // No cell is left for other digits.
        if wanted >= masks.len() {
            masks.iter_mut().for_each(|mask| *mask &= all);
            // A class that is full leaves the other cells.
            for (class, least) in &self.classes {
                let sure = masks.iter().filter(|mask| **mask & !class == 0).count();
                if sure >= *least {
                    masks
                        .iter_mut()
                        .filter(|mask| **mask & !class != 0)
                        .for_each(|mask| *mask &= !class);
                }
            }
        }
        wanted <= masks.len() && !masks.contains(&0)
    }
}

/// Counting circles: a digit that is in one of the cells is in as many of them as its value.
#[derive(Clone, Debug)]
pub struct Circles;

impl Circles {
    pub(super) fn filter(&self, masks: &mut [u16]) -> bool {
        let cells = masks.len();
        let (mut needed, mut possible) = (0, 0);
        let all = masks.iter().fold(0, |all, mask| all | mask);
        for digit in digits_of(all) {
            let bit = 1 << (digit - 1);
            let able = masks.iter().filter(|mask| **mask & bit != 0).count();
            let sure = masks.iter().filter(|mask| **mask == bit).count();
            let wanted = digit as usize;
            if sure > wanted || (sure > 0 && able < wanted) {
                return false;
            }
            if able < wanted || sure == wanted {
                let open = masks.iter_mut().filter(|mask| **mask != bit);
                open.for_each(|mask| *mask &= !bit);
            } else if sure > 0 && able == wanted {
                let open = masks.iter_mut().filter(|mask| **mask & bit != 0);
                open.for_each(|mask| *mask = bit);
            }
            if sure > 0 {
                needed += wanted;
            }
            if able >= wanted {
                possible |= 1_u128 << wanted | possible << wanted;
            }
        }
        // The digits that occur add up to the number of cells.
        let reachable = (possible | 1) >> cells & 1 != 0;
        needed <= cells && reachable && !masks.contains(&0)
    }
}
