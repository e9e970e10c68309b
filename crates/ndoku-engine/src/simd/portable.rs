//! Vectors in plain Rust: an array of words. The reference for the others, and what runs where there are no others; with one lane, a plain word.

use super::{Lanes, WORDS, Words};

/// `N` words.
#[derive(Copy, Clone)]
pub(crate) struct Portable<const N: usize>([u32; N]);

impl<const N: usize> Portable<N> {
    #[inline(always)]
    fn map(self, f: impl Fn(u32) -> u32) -> Self {
        Self(std::array::from_fn(|lane| f(self.0[lane])))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }
}

impl Portable<1> {
    /// A plain word as a vector of one.
    #[inline(always)]
    pub(crate) const fn of(word: u32) -> Self {
        Self([word])
    }

    /// The word.
    #[inline(always)]
    pub(crate) const fn word(self) -> u32 {
        self.0[0]
    }
}

impl<const N: usize> Lanes for Portable<N> {
    const WIDTH: usize = N;

    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self([word; N])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn up<const S: u32>(self) -> Self {
        self.map(|a| a << S)
    }
    #[inline(always)]
    fn down<const S: u32>(self) -> Self {
        self.map(|a| a >> S)
    }
    #[inline(always)]
    fn spread(self) -> Self {
        self.map(|a| (a & 7) * 0o111_111_111)
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        (0..N).map(|lane| u32::from(self.0[lane] != 0) << lane).sum()
    }
    #[inline(always)]
    fn column<const K: usize>(vectors: &[Self; K], lane: usize) -> [u32; K] {
        std::array::from_fn(|index| vectors[index].0[lane])
    }
    #[inline(always)]
    fn lanes(mask: u32) -> Self {
        Self(std::array::from_fn(|lane| (mask >> lane & 1).wrapping_neg()))
    }
    #[inline(always)]
    fn deal(words: &[u32; 32], from: usize, mask: u32) -> Self {
        let mut dealt = [0; N];
        let mut next = from;
        for (lane, word) in dealt.iter_mut().enumerate() {
            if mask >> lane & 1 == 1 {
                *word = words[next % 32];
                next += 1;
            }
        }
        Self(dealt)
    }
    #[inline(always)]
    fn set_words(state: &mut [Self; WORDS], lane: usize, words: &Words) {
        for (vector, word) in state.iter_mut().zip(words.iter()) {
            vector.0[lane] = *word;
        }
    }
}
