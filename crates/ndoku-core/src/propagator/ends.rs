//! The propagator of a line whose inner cells depend on its two ends: between and lockout lines.

use super::digits_of;

/// The inner cells of a line against its ends. The first and the last cell are the ends.
#[derive(Clone, Debug)]
pub enum Ends {
    /// The inner digits lie strictly between the ends.
    Between,
    /// The ends differ by at least `distance`. The inner digits lie outside their closed range.
    Lockout {
        /// The least difference of the ends.
        distance: u32,
    },
}

impl Ends {
    /// Returns `true` if the ends may hold these digits.
    pub(crate) const fn allows_ends(&self, a: u32, b: u32) -> bool {
        match self {
            Self::Between => true,
            Self::Lockout { distance } => a.abs_diff(b) >= *distance,
        }
    }

    /// Returns `true` if an inner cell may hold this digit between these ends.
    pub(crate) fn allows_inner(&self, a: u32, b: u32, digit: u32) -> bool {
        let (low, high) = (a.min(b), a.max(b));
        match self {
            Self::Between => low < digit && digit < high,
            Self::Lockout { .. } => digit < low || digit > high,
        }
    }

    /// Returns the digits of the inner cells for these ends, as a mask.
    fn inner(&self, a: u32, b: u32) -> u16 {
        let (low, high) = (a.min(b), a.max(b));
        let below = |digit: u32| ((1_u32 << digit) - 1) as u16;
        match self {
            Self::Between if high - low < 2 => 0,
            Self::Between => below(high - 1) & !below(low),
            Self::Lockout { .. } => !(below(high) & !below(low - 1)),
        }
    }

    pub(super) fn filter(&self, masks: &mut [u16]) -> bool {
        let [first, inner @ .., last] = masks else {
            return true;
        };
        let (mut firsts, mut lasts, mut range) = (0, 0, 0);
        for a in digits_of(*first) {
            for b in digits_of(*last).filter(|b| self.allows_ends(a, *b)) {
                let between = self.inner(a, b);
                if inner.iter().all(|mask| mask & between != 0) {
                    firsts |= 1 << (a - 1);
                    lasts |= 1 << (b - 1);
                    range |= between;
                }
            }
        }
        (*first, *last) = (firsts, lasts);
        for mask in &mut *inner {
            *mask &= range;
        }
        firsts != 0 && !inner.contains(&0)
    }
}
