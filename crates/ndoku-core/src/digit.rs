//! The types [`Digit`], a symbol 1..=255 of a puzzle, and [`DigitSet`], a set of digits.
//!
//! A `DigitSet` has four machine words, so one type serves every size. [`Symbols`](crate::Symbols)
//! decides how a digit is written (`7`, `G`, `12`).

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// One of the N symbols of a puzzle, as a number from 1 to 255. `Option<Digit>` has one byte.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// Creates the digit with this number. Returns `None` for 0.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        match NonZeroU8::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// Returns the digit with this [`index`](Self::index), 0..=254.
    ///
    /// # Panics
    /// Panics if `index` is 255 or more.
    #[must_use]
    pub fn from_index(index: usize) -> Self {
        let number = u8::try_from(index + 1).ok().and_then(NonZeroU8::new);
        Self(number.expect("a digit's index is below 255"))
    }

    /// Returns the number of the digit, 1..=255.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// Returns the number minus one, 0..=254.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Returns all digits of a puzzle of this size, 1 to `size`.
    pub fn all(size: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..usize::from(size)).map(Self::from_index)
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Digit> for u8 {
    fn from(digit: Digit) -> Self {
        digit.get()
    }
}

/// A set of digits. Bit `d - 1` of 256 bits stands for digit `d`. The least significant word comes
/// first.
#[derive(Copy, Clone, PartialEq, Eq, Default, Hash)]
pub struct DigitSet([u64; 4]);

impl DigitSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 4]);

    /// Returns the digits 1 to `size`.
    #[must_use]
    pub fn full(size: u8) -> Self {
        let mut words = [0; 4];
        for (index, word) in words.iter_mut().enumerate() {
            let bits = usize::from(size).saturating_sub(64 * index).min(64);
            *word = if bits == 64 {
                u64::MAX
            } else {
                (1 << bits) - 1
            };
        }
        Self(words)
    }

    /// Returns the set of one digit.
    #[must_use]
    pub fn from_digit(digit: Digit) -> Self {
        let mut set = Self::EMPTY;
        set.insert(digit);
        set
    }

    /// Returns the set of these 256 bits, least significant word first. Bit 255 is dropped, since
    /// it stands for no digit.
    #[must_use]
    pub const fn from_words(mut words: [u64; 4]) -> Self {
        words[3] &= u64::MAX >> 1;
        Self(words)
    }

    /// Returns the 256 bits of the set, least significant word first.
    #[must_use]
    pub const fn words(self) -> [u64; 4] {
        self.0
    }

    /// Adds a digit. Returns `true` if it was missing.
    pub fn insert(&mut self, digit: Digit) -> bool {
        let missing = !self.contains(digit);
        self.0[digit.index() / 64] |= 1 << (digit.index() % 64);
        missing
    }

    /// Removes a digit. Returns `true` if it was present.
    pub fn remove(&mut self, digit: Digit) -> bool {
        let present = self.contains(digit);
        self.0[digit.index() / 64] &= !(1 << (digit.index() % 64));
        present
    }

    /// Returns `true` if the digit is in the set.
    #[must_use]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0[digit.index() / 64] >> (digit.index() % 64) & 1 != 0
    }

    /// Returns the number of digits in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.0[0].count_ones()
            + self.0[1].count_ones()
            + self.0[2].count_ones()
            + self.0[3].count_ones()) as usize
    }

    /// Returns `true` if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Returns `true` if the other set contains every digit of this set.
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Returns the smallest digit.
    #[must_use]
    pub fn first(self) -> Option<Digit> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, word)| **word != 0)
            .map(|(index, word)| Digit::from_index(64 * index + word.trailing_zeros() as usize))
    }

    /// Returns the digit, if the set has exactly one.
    #[must_use]
    pub fn single(self) -> Option<Digit> {
        if self.len() == 1 { self.first() } else { None }
    }

    /// Returns the digits in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Digit> + Clone {
        self.0.into_iter().enumerate().flat_map(|(index, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(Digit::from_index(64 * index + bit))
            })
        })
    }

    fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|index| {
            with(self.0[index], other.0[index])
        }))
    }
}

impl BitOr for DigitSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitAnd for DigitSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

/// Returns the digits of the left set that are not in the right set.
impl Sub for DigitSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl BitOrAssign for DigitSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for DigitSet {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl SubAssign for DigitSet {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// Returns all digits 1..=255 that are not in the set. Intersect it with [`DigitSet::full`] for the
/// complement within a size.
impl Not for DigitSet {
    type Output = Self;
    fn not(self) -> Self {
        Self::from_words(self.0.map(|word| !word))
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(digits);
        set
    }
}

impl Extend<Digit> for DigitSet {
    fn extend<I: IntoIterator<Item = Digit>>(&mut self, digits: I) {
        for digit in digits {
            self.insert(digit);
        }
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_exactly_its_inserted_digits() {
        let numbers = [1, 9, 63, 64, 65, 128, 129, 192, 193, 255];
        let set: DigitSet = numbers.iter().filter_map(|n| Digit::new(*n)).collect();
        assert_eq!(set.iter().map(Digit::get).collect::<Vec<_>>(), numbers);
        assert_eq!(set.len(), numbers.len());
        for number in 1..=255 {
            assert_eq!(
                set.contains(Digit::new(number).unwrap()),
                numbers.contains(&number),
                "{number}"
            );
        }
    }

    #[test]
    fn full_contains_the_digits_up_to_the_size() {
        for size in [0, 1, 9, 63, 64, 65, 127, 128, 129, 254, 255] {
            let set = DigitSet::full(size);
            assert_eq!(set.len(), usize::from(size));
            assert_eq!(set.iter().map(Digit::get).max().unwrap_or(0), size);
            assert_eq!((!set).len(), 255 - usize::from(size));
        }
    }

    #[test]
    fn single_requires_exactly_one_digit() {
        let (a, b) = (Digit::new(70).unwrap(), Digit::new(3).unwrap());
        assert_eq!(DigitSet::EMPTY.single(), None);
        assert_eq!(DigitSet::from_digit(a).single(), Some(a));
        assert_eq!(
            (DigitSet::from_digit(a) | DigitSet::from_digit(b)).single(),
            None
        );
        assert_eq!(
            (DigitSet::from_digit(a) | DigitSet::from_digit(b)).first(),
            Some(b)
        );
    }
}
