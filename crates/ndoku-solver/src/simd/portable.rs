//! Vectors in plain Rust for machines without other vectors: [`U32x2`], two words side by side in
//! one of 64 bits.
//!
//! ```text
//!   U32x2    63        59 58                    32 31        27 26                     0
//!           │     0      │     word of lane 1     │      0     │     word of lane 0     │
//! ```
//!
//! `docs/experiments/simd-solver.md` compares it with arrays of words.

use super::{DealtWords, Isa, LaneWords, SimdVector};

/// Two words.
#[derive(Copy, Clone)]
pub struct U32x2(u64);

impl U32x2 {
    const fn both(word: u32) -> u64 {
        word as u64 | (word as u64) << 32
    }

    const fn of(words: [u32; 2]) -> Self {
        Self(words[0] as u64 | (words[1] as u64) << 32)
    }

    const fn word(self, lane: usize) -> u32 {
        (self.0 >> (32 * (lane & 1))) as u32
    }
}

impl SimdVector for U32x2 {
    const ISA: Isa = Isa::Portable;
    const WIDTH: usize = 2;

    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(Self::both(word))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        Self((self.0 << N) & const { Self::both(u32::MAX << N) })
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        Self((self.0 >> N) & const { Self::both(u32::MAX >> N) })
    }
    #[inline(always)]
    fn blend3(self, b: Self, c: Self, masks: [u32; 3]) -> Self {
        Self(
            (self.0 & Self::both(masks[0]))
                | (b.0 & Self::both(masks[1]))
                | (c.0 & Self::both(masks[2])),
        )
    }
    #[inline(always)]
    fn nonzero_lanes(self) -> u32 {
        u32::from(self.word(0) != 0) | u32::from(self.word(1) != 0) << 1
    }
    #[inline(always)]
    fn extract_lane<const K: usize>(vectors: &[Self; K], lane: usize) -> [u32; K] {
        std::array::from_fn(|index| vectors[index].word(lane))
    }
    #[inline(always)]
    fn store_lane<const K: usize>(vectors: &mut [Self; K], lane: usize, words: &LaneWords) {
        for (vector, word) in vectors.iter_mut().zip(words.iter()) {
            *vector = Self::of(if lane == 0 {
                [*word, vector.word(1)]
            } else {
                [vector.word(0), *word]
            });
        }
    }
    #[inline(always)]
    fn from_lane_mask(mask: u32) -> Self {
        Self::of([(mask & 1).wrapping_neg(), (mask >> 1 & 1).wrapping_neg()])
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let sum = |lane| self.word(lane).wrapping_add(other.word(lane));
        Self::of([sum(0), sum(1)])
    }
    #[inline(always)]
    fn zero_mask(self) -> Self {
        Self::from_lane_mask(!self.nonzero_lanes())
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> Self {
        let is_greater = |lane| u32::from(self.word(lane) > other.word(lane));
        Self::from_lane_mask(is_greater(0) | is_greater(1) << 1)
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        Self::of([self.word(0).count_ones(), self.word(1).count_ones()])
    }
    #[inline(always)]
    fn deal(self, words: &DealtWords, from: usize, mask: u32) -> Self {
        let (first, second) = (words.0[from % 32], words.0[(from + 1) % 32]);
        match mask & 3 {
            0 => self,
            1 => Self::of([first, self.word(1)]),
            2 => Self::of([self.word(0), first]),
            _ => Self::of([first, second]),
        }
    }
}
