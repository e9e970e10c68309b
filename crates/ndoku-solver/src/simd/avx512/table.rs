//! Tables of 32 words in two registers, and the operations that [`SimdVector`] does not have.
//!
//! Values are only created inside [`run`](super::run).

use std::arch::x86_64::*;

use super::super::{LaneWords, SimdVector};
use super::Avx512;

/// The operations that the trait does not have. Values are only created inside `run`.
impl Avx512 {
    #[inline(always)]
    pub(crate) fn load_table(words: &[u32; 16]) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512F; the load reads the 16 words.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    pub(crate) fn sub(self, other: Self) -> Self {
        // SAFETY: see `load`.
        Self(unsafe { _mm512_sub_epi32(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn minus_one(self) -> Self {
        self.add(Self::splat(u32::MAX))
    }

    /// Returns the number of the lowest bit, or 32 for 0.
    #[inline(always)]
    pub(crate) fn lowest_bit(self) -> Self {
        self.minus_one().and_not(self).count_ones()
    }

    /// Returns the number of the highest bit, or −1 for 0.
    #[inline(always)]
    pub(crate) fn highest_bit(self) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512CD.
        let leading_zeros = Self(unsafe { _mm512_lzcnt_epi32(self.0) });
        Self::splat(31).sub(leading_zeros)
    }

    #[inline(always)]
    pub(crate) fn rotate_left(self, by: Self) -> Self {
        // SAFETY: see `load`.
        Self(unsafe { _mm512_rolv_epi32(self.0, by.0) })
    }

    #[inline(always)]
    pub(crate) fn rotate_right(self, by: Self) -> Self {
        // SAFETY: see `load`.
        Self(unsafe { _mm512_rorv_epi32(self.0, by.0) })
    }

    /// Returns for each lane the word of the lane with this number.
    #[inline(always)]
    pub(crate) fn permute(self, lanes: &[u32; 16]) -> Self {
        self.lookup(Self::load_table(lanes))
    }

    /// Returns for each lane the word with its number.
    #[inline(always)]
    pub(crate) fn lookup(self, numbers: Self) -> Self {
        // SAFETY: see `load`.
        Self(unsafe { _mm512_permutexvar_epi32(numbers.0, self.0) })
    }

    /// Returns `self` in the lanes in which `a` is at least `b`, otherwise `other`.
    #[inline(always)]
    pub(crate) fn if_at_least(self, a: Self, b: Self, other: Self) -> Self {
        // SAFETY: see `load`.
        Self(unsafe { _mm512_mask_mov_epi32(self.0, _mm512_cmpgt_epu32_mask(b.0, a.0), other.0) })
    }

    /// Returns the greatest word of the lanes of a mask, or 0 if there is none.
    #[inline(always)]
    pub(crate) fn max_of_lanes(self, mask: u32) -> u32 {
        // SAFETY: see `load`.
        unsafe { _mm512_mask_reduce_max_epu32(mask as u16, self.0) }
    }
}

/// A table of 32 words in two registers.
#[derive(Copy, Clone)]
pub(crate) struct Table(Avx512, Avx512);

impl Table {
    #[inline(always)]
    pub(crate) fn load(words: &[u32; 32]) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512F; the loads read the 32 words.
        unsafe {
            Self(
                Avx512(_mm512_loadu_si512(words.as_ptr().cast())),
                Avx512(_mm512_loadu_si512(words.as_ptr().add(16).cast())),
            )
        }
    }

    /// Loads the words of a lane, which are aligned.
    #[inline(always)]
    pub(crate) fn load_lane(words: &LaneWords) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512F; the loads read the 32 words.
        unsafe {
            Self(
                Avx512(_mm512_load_si512(words.as_ptr().cast())),
                Avx512(_mm512_load_si512(words.as_ptr().add(16).cast())),
            )
        }
    }

    /// Returns for each lane the word with its number.
    #[inline(always)]
    pub(crate) fn lookup(self, numbers: Avx512) -> Avx512 {
        // SAFETY: inside `run`, so the processor has AVX-512F.
        Avx512(unsafe { _mm512_permutex2var_epi32(self.0.0, numbers.0, self.1.0) })
    }

    /// Returns for each place the word with its number, rotated to higher bits.
    #[inline(always)]
    pub(crate) fn lookup_rotated(self, numbers: Self, by: Self) -> Self {
        Self(
            self.lookup(numbers.0).rotate_left(by.0),
            self.lookup(numbers.1).rotate_left(by.1),
        )
    }

    /// Moves each word `N` places down. The last ones become undefined.
    #[inline(always)]
    pub(crate) fn skip<const N: i32>(self) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512F.
        unsafe {
            Self(
                Avx512(_mm512_alignr_epi32::<N>(self.1.0, self.0.0)),
                Avx512(_mm512_alignr_epi32::<N>(self.1.0, self.1.0)),
            )
        }
    }

    /// Applies an operation of three vectors to three tables.
    #[inline(always)]
    pub(crate) fn zip3(
        self,
        b: Self,
        c: Self,
        operation: impl Fn(Avx512, Avx512, Avx512) -> Avx512,
    ) -> Self {
        Self(operation(self.0, b.0, c.0), operation(self.1, b.1, c.1))
    }
}
