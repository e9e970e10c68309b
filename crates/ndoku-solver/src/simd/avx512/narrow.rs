//! Four lanes on processors with AVX-512, for work that fills no more: the vectors of SSE2. The
//! compiler joins their operations to instructions with three operands.

use crate::simd::sse2::Sse2;
use crate::simd::{DealtWords, Isa, LaneWords, SimdVector};

/// Four words. Values are only created inside [`run_narrow`](super::run_narrow).
#[derive(Copy, Clone)]
#[repr(transparent)]
pub(super) struct Narrow(Sse2);

/// Implements operations by those of the vector inside.
macro_rules! forward {
    ($($name:ident($($other:ident)?)),*) => {
        $(
            #[inline(always)]
            fn $name(self $(, $other: Self)?) -> Self {
                Self(self.0.$name($($other.0)?))
            }
        )*
    };
}

impl SimdVector for Narrow {
    const ISA: Isa = Isa::Avx512;
    const WIDTH: usize = Sse2::WIDTH;

    forward!(
        and(other),
        or(other),
        xor(other),
        and_not(other),
        add(other),
        greater_mask(other),
        zero_mask(),
        count_ones()
    );

    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(Sse2::splat(word))
    }
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        Self(self.0.shl::<N>())
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        Self(self.0.shr::<N>())
    }
    #[inline(always)]
    fn blend3(self, b: Self, c: Self, masks: [u32; 3]) -> Self {
        Self(self.0.blend3(b.0, c.0, masks))
    }
    #[inline(always)]
    fn nonzero_lanes(self) -> u32 {
        self.0.nonzero_lanes()
    }
    #[inline(always)]
    fn from_lane_mask(mask: u32) -> Self {
        Self(Sse2::from_lane_mask(mask))
    }
    #[inline(always)]
    fn extract_lane<const K: usize>(vectors: &[Self; K], lane: usize) -> [u32; K] {
        let mut words = [0; K];
        for (word, vector) in words.iter_mut().zip(vectors) {
            [*word] = Sse2::extract_lane(&[vector.0], lane);
        }
        words
    }
    #[inline(always)]
    fn store_lane<const K: usize>(vectors: &mut [Self; K], lane: usize, words: &LaneWords) {
        for (vector, word) in vectors.iter_mut().zip(words.iter()) {
            let mut stored = [vector.0];
            let mut only = LaneWords::NONE;
            only[0] = *word;
            Sse2::store_lane(&mut stored, lane, &only);
            [vector.0] = stored;
        }
    }
    #[inline(always)]
    fn deal(self, words: &DealtWords, from: usize, mask: u32) -> Self {
        Self(self.0.deal(words, from, mask))
    }
}
