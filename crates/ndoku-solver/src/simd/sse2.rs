//! SSE2: four lanes. Every processor of the architecture has it, so that no run-time check is
//! necessary.

use std::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_and_si128, _mm_andnot_si128, _mm_castsi128_ps, _mm_cmpeq_epi32,
    _mm_cmpgt_epi32, _mm_cvtsi32_si128, _mm_cvtsi128_si32, _mm_movemask_ps, _mm_or_si128,
    _mm_set1_epi32, _mm_setr_epi32, _mm_setzero_si128, _mm_shuffle_epi32, _mm_sll_epi32,
    _mm_srl_epi32, _mm_xor_si128,
};

use super::lane_access::impl_lane_access;
use super::{Isa, LaneWords, SimdVector};

/// Four words.
#[derive(Copy, Clone)]
pub(in crate::simd) struct Sse2(__m128i);

#[inline(always)]
fn get<const LANE: i32>(vector: __m128i) -> u32 {
    // SAFETY: every processor of the architecture has SSE2.
    unsafe { _mm_cvtsi128_si32(_mm_shuffle_epi32::<LANE>(vector)) }.cast_unsigned()
}

#[inline(always)]
fn with<const LANE: i32>(vector: __m128i, word: u32) -> __m128i {
    let here = const {
        [
            -((LANE == 0) as i32),
            -((LANE == 1) as i32),
            -((LANE == 2) as i32),
            -((LANE == 3) as i32),
        ]
    };
    // SAFETY: every processor of the architecture has SSE2.
    unsafe {
        let here = _mm_setr_epi32(here[0], here[1], here[2], here[3]);
        _mm_or_si128(
            _mm_andnot_si128(here, vector),
            _mm_and_si128(here, _mm_set1_epi32(word.cast_signed())),
        )
    }
}

impl SimdVector for Sse2 {
    const ISA: Isa = Isa::Sse2;

    impl_lane_access!(get, with);

    #[inline(always)]
    fn splat(word: u32) -> Self {
        // SAFETY: every processor of the architecture has SSE2.
        Self(unsafe { _mm_set1_epi32(word.cast_signed()) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has SSE2.
        Self(unsafe { _mm_and_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has SSE2.
        Self(unsafe { _mm_or_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has SSE2.
        Self(unsafe { _mm_xor_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has SSE2.
        Self(unsafe { _mm_andnot_si128(other.0, self.0) })
    }
    /// The compiler turns the constant into an immediate operand.
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        // SAFETY: every processor of the architecture has SSE2.
        Self(unsafe { _mm_sll_epi32(self.0, _mm_cvtsi32_si128(N.cast_signed())) })
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        // SAFETY: every processor of the architecture has SSE2.
        Self(unsafe { _mm_srl_epi32(self.0, _mm_cvtsi32_si128(N.cast_signed())) })
    }
    #[inline(always)]
    fn nonzero_lanes(self) -> u32 {
        // SAFETY: every processor of the architecture has SSE2.
        let empty = unsafe {
            _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(
                self.0,
                _mm_setzero_si128(),
            )))
        };
        !empty.cast_unsigned() & 0xf
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has SSE2.
        Self(unsafe { _mm_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn zero_mask(self) -> Self {
        // SAFETY: every processor of the architecture has SSE2.
        Self(unsafe { _mm_cmpeq_epi32(self.0, _mm_setzero_si128()) })
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has SSE2.
        Self(unsafe { _mm_cmpgt_epi32(self.0, other.0) })
    }
    /// Counts in groups of two, four and eight bits, and adds the counts.
    #[inline(always)]
    fn count_ones(self) -> Self {
        let count = |x: Self, mask: u32, high: Self| {
            let mask = Self::splat(mask);
            x.and(mask).add(high.and(mask))
        };
        let pairs = count(self, 0x5555_5555, self.shr::<1>());
        let fours = count(pairs, 0x3333_3333, pairs.shr::<2>());
        let bytes = count(fours, 0x0f0f_0f0f, fours.shr::<4>());
        let halves = bytes.add(bytes.shr::<8>());
        halves.add(halves.shr::<16>()).and(Self::splat(0x3f))
    }
    /// Without a bitwise selection, two selections would be six instructions.
    #[inline(always)]
    fn blend3(self, b: Self, c: Self, masks: [u32; 3]) -> Self {
        let [x, y, z] = [
            self.and(Self::splat(masks[0])),
            b.and(Self::splat(masks[1])),
            c.and(Self::splat(masks[2])),
        ];
        x.or(y).or(z)
    }
}
