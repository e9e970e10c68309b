//! Sets of sums as bits: bit s stands for the sum s. Sums at or above the limit of a type are lost,
//! so the caller chooses a type that holds all sums of interest.

/// A set of sums.
pub(super) trait SumSet: Copy + PartialEq {
    const EMPTY: Self;
    /// One more than the largest sum.
    const LIMIT: u32;
    /// Returns the set of one sum; empty above the limit.
    fn from_sum(sum: u32) -> Self;
    /// Returns the set of the digits of a mask.
    fn from_digits(mask: u16) -> Self;
    /// Returns the sums 1 to 16 as a mask of digits.
    fn digits(self) -> u16;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn up(self, by: u32) -> Self;
    fn down(self, by: u32) -> Self;
    fn len(self) -> u32;
    /// Returns the least sum; the limit for an empty set.
    fn first(self) -> u32;
    /// Returns the largest sum; 0 for an empty set.
    fn last(self) -> u32;
    fn for_each(self, each: impl FnMut(u32));

    /// Returns the sums from `low` to `high`.
    fn range(low: u32, high: u32) -> Self {
        if low > high {
            return Self::EMPTY;
        }
        Self::from_sum(low).spread(high - low + 1, Self::up)
    }

    /// Returns the union of the set and its images under 1 to `count` − 1 steps.
    fn spread(self, count: u32, shift: fn(Self, u32) -> Self) -> Self {
        let (mut all, mut done) = (self, 1);
        while done < count {
            let step = done.min(count - done);
            all = all.or(shift(all, step));
            done += step;
        }
        all
    }

    /// Returns `true` if all sums from the least to the largest are in the set.
    fn is_run(self) -> bool {
        self.len() == self.last().wrapping_sub(self.first()).wrapping_add(1)
    }

    /// Returns the union of the images of this set under shifts by all members of the other.
    fn shifted(self, other: Self, shift: fn(Self, u32) -> Self) -> Self {
        if other == Self::EMPTY {
            return Self::EMPTY;
        }
        if other.is_run() {
            return shift(self, other.first()).spread(other.len(), shift);
        }
        let mut sums = Self::EMPTY;
        other.for_each(|sum| sums = sums.or(shift(self, sum)));
        sums
    }

    /// Returns the sums of one member of each set.
    fn add(self, other: Self) -> Self {
        if self.is_run() || (self.len() < other.len() && !other.is_run()) {
            other.shifted(self, Self::up)
        } else {
            self.shifted(other, Self::up)
        }
    }

    /// Returns the differences that are not negative: members of this set minus those of the other.
    fn subtract(self, other: Self) -> Self {
        self.shifted(other, Self::down)
    }
}

macro_rules! word_set {
    ($word:ty, $limit:expr) => {
        impl SumSet for $word {
            const EMPTY: Self = 0;
            const LIMIT: u32 = $limit;
            #[inline]
            fn from_sum(sum: u32) -> Self {
                (1 as $word).checked_shl(sum).unwrap_or(0)
            }
            #[inline]
            fn from_digits(mask: u16) -> Self {
                <$word>::from(mask) << 1
            }
            #[inline]
            fn digits(self) -> u16 {
                (self >> 1) as u16
            }
            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                self.checked_shl(by).unwrap_or(0)
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                self.checked_shr(by).unwrap_or(0)
            }
            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn last(self) -> u32 {
                ($limit - 1_u32).saturating_sub(self.leading_zeros())
            }
            #[inline]
            fn for_each(mut self, mut each: impl FnMut(u32)) {
                while self != 0 {
                    each(self.trailing_zeros());
                    self &= self - 1;
                }
            }
        }
    };
}

word_set!(u64, 64);
word_set!(u128, 128);

/// A set of sums up to 511.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct WideSet([u128; 4]);

impl SumSet for WideSet {
    const EMPTY: Self = Self([0; 4]);
    const LIMIT: u32 = 512;
    fn from_sum(sum: u32) -> Self {
        Self([0, 1, 2, 3].map(|word| sum.checked_sub(128 * word).map_or(0, u128::from_sum)))
    }
    fn from_digits(mask: u16) -> Self {
        Self([u128::from_digits(mask), 0, 0, 0])
    }
    fn digits(self) -> u16 {
        self.0[0].digits()
    }
    fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
    fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
    fn up(self, by: u32) -> Self {
        let (words, bits) = ((by / 128) as usize, by % 128);
        let word = |at: usize| {
            let get = |back: usize| at.checked_sub(words + back).map_or(0, |from| self.0[from]);
            get(0) << bits | if bits == 0 { 0 } else { get(1) >> (128 - bits) }
        };
        Self(std::array::from_fn(word))
    }
    fn down(self, by: u32) -> Self {
        let (words, bits) = ((by / 128) as usize, by % 128);
        let word = |at: usize| {
            let get = |on: usize| self.0.get(at + words + on).copied().unwrap_or(0);
            get(0) >> bits | if bits == 0 { 0 } else { get(1) << (128 - bits) }
        };
        Self(std::array::from_fn(word))
    }
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    fn first(self) -> u32 {
        let words = (0..).zip(self.0);
        let mut found = words.filter(|(_, word)| *word != 0);
        found
            .next()
            .map_or(Self::LIMIT, |(at, word)| 128 * at + word.trailing_zeros())
    }
    fn last(self) -> u32 {
        let words = (0..).zip(self.0);
        let found = words.filter(|(_, word)| *word != 0).last();
        found.map_or(0, |(at, word)| 128 * at + word.last())
    }
    fn for_each(self, mut each: impl FnMut(u32)) {
        for (word, set) in (0..).zip(self.0) {
            set.for_each(|sum| each(sum + 128 * word));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members<S: SumSet>(set: S) -> Vec<u32> {
        let mut members = Vec::new();
        set.for_each(|sum| members.push(sum));
        members
    }

    fn check<S: SumSet>(sums: &[u32], others: &[u32]) {
        let set = |list: &[u32]| {
            list.iter()
                .fold(S::EMPTY, |all, sum| all.or(S::from_sum(*sum)))
        };
        let (a, b) = (set(sums), set(others));
        let mut added: Vec<u32> = Vec::new();
        let mut subtracted = Vec::new();
        for x in sums {
            for y in others {
                added.push(x + y);
                subtracted.extend(x.checked_sub(*y));
            }
        }
        for list in [&mut added, &mut subtracted] {
            list.sort_unstable();
            list.dedup();
        }
        added.retain(|sum| *sum < S::LIMIT);
        assert_eq!(members(a.add(b)), added, "{sums:?} + {others:?}");
        assert_eq!(members(a.subtract(b)), subtracted, "{sums:?} - {others:?}");
        assert_eq!(members(a), sums);
        assert_eq!((a.first(), a.last()), (sums[0], sums[sums.len() - 1]));
        assert_eq!(a.len() as usize, sums.len());
        assert_eq!(
            a.is_run(),
            sums.windows(2).all(|pair| pair[0] + 1 == pair[1])
        );
    }

    #[test]
    fn sets_agree_with_lists() {
        let lists: &[&[u32]] = &[
            &[3],
            &[0, 1, 2, 3, 4],
            &[5, 7, 20, 41],
            &[10, 11, 12, 30, 62],
        ];
        for a in lists {
            for b in lists {
                check::<u64>(a, b);
                check::<u128>(a, b);
                check::<WideSet>(a, b);
            }
        }
        check::<WideSet>(&[127, 128, 129, 130], &[100, 255, 256, 300]);
        assert_eq!(members(u64::range(60, 70)), [60, 61, 62, 63]);
        assert_eq!(members(WideSet::range(250, 259)).len(), 10);
        assert!(members(u128::range(5, 4)).is_empty());
        assert_eq!(u64::from_digits(0b101).digits(), 0b101);
    }
}
