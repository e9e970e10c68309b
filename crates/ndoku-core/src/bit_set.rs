//! `BitSet`: a set of small numbers in a fixed number of machine words.

/// A set of numbers below 64 · `W`, for sets of places, digits or candidates inside a search. It is
/// copied like a number.
///
/// ```
/// use ndoku_core::BitSet;
///
/// let mut set = BitSet::<2>::below(3);
/// set.insert(100);
/// set.remove(1);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [0, 2, 100]);
/// assert!(BitSet::from_number(2).is_subset(&set));
/// ```
///
/// # Panics
/// Methods with a `number` panic if it is not below 64 · `W`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitSet<const W: usize>([u64; W]);

impl<const W: usize> BitSet<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);
    /// The set of all numbers.
    pub const ALL: Self = Self([u64::MAX; W]);

    /// Returns the numbers below `count`, which is at most 64 · `W`.
    #[must_use]
    pub fn below(count: usize) -> Self {
        let mut set = Self::EMPTY;
        (0..count).for_each(|number| set.insert(number));
        set
    }

    /// Returns the set of one number.
    #[inline]
    #[must_use]
    pub fn from_number(number: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(number);
        set
    }

    /// Returns the set with these words. Bit 0 of the first word is the number 0.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    /// Returns the words.
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Returns the set in `V` words, without the numbers from 64 · `V` on.
    #[inline]
    #[must_use]
    pub fn resize<const V: usize>(&self) -> BitSet<V> {
        BitSet(std::array::from_fn(|word| {
            self.0.get(word).copied().unwrap_or(0)
        }))
    }

    /// Returns `true` if the set contains the number.
    #[inline]
    #[must_use]
    pub const fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    /// Adds a number.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Removes a number.
    #[inline]
    pub fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Returns the least number.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        let (place, word) = self.0.iter().enumerate().find(|(_, word)| **word != 0)?;
        Some(64 * place + word.trailing_zeros() as usize)
    }

    /// Removes and returns the least number.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        for (place, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * place + bit);
            }
        }
        None
    }

    /// Returns how many numbers there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns `true` if the set is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Returns `true` if both sets have a number in common.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns `true` if `other` contains all numbers of this set.
    #[inline]
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Returns the numbers in both sets.
    #[inline]
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
        self
    }

    /// Returns the numbers in one of the sets or in both.
    #[inline]
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        self.union_with(other);
        self
    }

    /// Returns the numbers that `other` does not contain.
    #[inline]
    #[must_use]
    pub fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
        self
    }

    /// Adds the numbers of `other`.
    #[inline]
    pub fn union_with(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Returns the successors of all numbers, without 64 · `W`.
    #[inline]
    #[must_use]
    pub fn shift_up(mut self) -> Self {
        let mut carry = 0;
        for word in &mut self.0 {
            (*word, carry) = (*word << 1 | carry, *word >> 63);
        }
        self
    }

    /// Returns the predecessors of all numbers but 0.
    #[inline]
    #[must_use]
    pub fn shift_down(mut self) -> Self {
        let mut carry = 0;
        for word in self.0.iter_mut().rev() {
            (*word, carry) = (*word >> 1 | carry, *word << 63);
        }
        self
    }

    /// Returns the numbers in ascending order.
    #[inline]
    pub fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }

    /// Calls `call` with each number, in ascending order.
    #[inline]
    pub fn for_each(&self, mut call: impl FnMut(usize)) {
        for (place, word) in self.0.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                call(64 * place + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_set<const W: usize>(numbers: &[usize]) {
        let mut set = BitSet::<W>::EMPTY;
        numbers.iter().for_each(|number| set.insert(*number));
        assert_eq!(set.iter().collect::<Vec<_>>(), numbers);
        let mut called = Vec::new();
        set.for_each(|number| called.push(number));
        assert_eq!(called, numbers);
        assert_eq!(set.len(), numbers.len());
        assert_eq!(set.first(), Some(numbers[0]));
        assert!((0..64 * W).all(|number| set.contains(number) == numbers.contains(&number)));
        assert_eq!(BitSet::from_words(*set.words()), set);
        assert_eq!(set.resize::<12>().resize::<W>(), set);
        numbers.iter().for_each(|number| set.remove(*number));
        assert!(set.is_empty());
        assert_eq!((set.first(), set.pop()), (None, None));
    }

    #[test]
    fn sets_hold_the_inserted_numbers() {
        check_set::<1>(&[0, 5, 63]);
        check_set::<2>(&[63, 64, 127]);
        check_set::<4>(&[70, 128, 191, 192, 254]);
    }

    #[test]
    fn sets_are_combined_number_by_number() {
        let [a, b] = [BitSet::<2>::below(65), BitSet::below(3)];
        assert_eq!((a.len(), a.and(&b), a.or(&b)), (65, b, a));
        assert_eq!(a.without(&b).len(), 62);
        assert!(b.is_subset(&a) && !a.is_subset(&b) && a.intersects(&b));
        assert!(!a.without(&b).intersects(&b));
        assert!(a.is_subset(&BitSet::ALL));
        let edge = BitSet::<2>::from_number(63);
        assert_eq!(edge.shift_up(), BitSet::from_number(64));
        assert_eq!(edge.shift_up().shift_down(), edge);
        assert!(BitSet::<2>::from_number(127).shift_up().is_empty());
        assert!(BitSet::<2>::from_number(0).shift_down().is_empty());
    }
}
