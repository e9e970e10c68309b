//! `BitSet`: up to 64·W small numbers as bits, W = 1, 2 or 4 machine words. It holds the digits of
//! a cell (from 0), or the places of a digit in a house.

/// A set of numbers below 64·W.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct BitSet<const W: usize>([u64; W]);

impl<const W: usize> BitSet<W> {
    pub(super) const EMPTY: Self = Self([0; W]);

    /// Returns the numbers below `count`.
    pub(super) fn below(count: usize) -> Self {
        let mut set = Self::EMPTY;
        (0..count).for_each(|number| set.insert(number));
        set
    }

    /// Takes the first W of four words.
    pub(super) fn from_words(words: [u64; 4]) -> Self {
        Self(std::array::from_fn(|word| words[word]))
    }

    /// Returns four words; words above W are 0.
    pub(super) fn words(self) -> [u64; 4] {
        std::array::from_fn(|word| self.0.get(word).copied().unwrap_or(0))
    }

    #[inline]
    pub(super) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Returns the least number; 64·W if the set is empty.
    #[inline]
    pub(super) fn first(&self) -> usize {
        let mut word = 0;
        while word + 1 < W && self.0[word] == 0 {
            word += 1;
        }
        64 * word + self.0[word].trailing_zeros() as usize
    }

    /// Returns the number of elements.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns `true` if the set is empty.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[inline]
    pub(super) fn without(self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    #[inline]
    pub(super) fn and(self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Removes and returns the least number.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        for (index, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * index + bit);
            }
        }
        None
    }

    /// Returns the numbers in ascending order.
    #[inline]
    pub(super) fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }
}

#[cfg(test)]
mod tests {
    use super::BitSet;

    fn check_set<const W: usize>(numbers: &[usize]) {
        let mut set = BitSet::<W>::EMPTY;
        numbers.iter().for_each(|number| set.insert(*number));
        assert_eq!(set.iter().collect::<Vec<_>>(), numbers);
        assert_eq!(set.len(), numbers.len());
        assert_eq!(set.first(), numbers[0]);
        assert_eq!(BitSet::<W>::from_words(set.words()), set);
        numbers.iter().for_each(|number| set.remove(*number));
        assert!(set.is_empty());
        assert_eq!(set.first(), 64 * W);
    }

    #[test]
    fn sets_hold_the_inserted_numbers() {
        check_set::<1>(&[0, 5, 63]);
        check_set::<2>(&[63, 64, 127]);
        check_set::<4>(&[70, 128, 191, 192, 254]);
        assert_eq!(BitSet::<2>::below(64).len(), 64);
        assert_eq!(
            BitSet::<2>::below(3)
                .without(&BitSet::below(1))
                .and(&BitSet::below(2))
                .iter()
                .collect::<Vec<_>>(),
            [1]
        );
    }
}
