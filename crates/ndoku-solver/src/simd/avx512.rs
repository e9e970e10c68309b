//! AVX-512: sixteen lanes, three-operand logic in one instruction, tables of 32 words or 64 bytes
//! in registers, and population counts.

mod table;

use std::arch::x86_64::*;

pub(crate) use table::Table;

use super::{Isa, Kernel, LaneWords, POOL_PLACES, SimdVector};

/// Returns `true` if the processor has all features that this module uses.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

/// Runs a kernel compiled for this set.
///
/// # Safety
/// [`is_available`] must have returned `true`.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512cd,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt"
)]
pub(super) unsafe fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx512>()
}

/// Sixteen words. Values are only created inside [`run`].
#[derive(Copy, Clone)]
#[repr(transparent)]
pub(crate) struct Avx512(__m512i);

impl SimdVector for Avx512 {
    const ISA: Isa = Isa::Avx512;
    const WIDTH: usize = 16;

    #[inline(always)]
    fn splat(word: u32) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512F.
        Self(unsafe { _mm512_set1_epi32(word.cast_signed()) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_slli_epi32::<N>(self.0) })
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_srli_epi32::<N>(self.0) })
    }
    #[inline(always)]
    fn nonzero_lanes(self) -> u32 {
        // SAFETY: see `splat`.
        u32::from(unsafe { _mm512_test_epi32_mask(self.0, self.0) })
    }
    #[inline(always)]
    fn extract_lane<const K: usize>(vectors: &[Self; K], lane: usize) -> [u32; K] {
        assert!(lane < Self::WIDTH);
        let first = vectors.as_ptr().cast::<u32>();
        // SAFETY: a vector is 16 words without padding, so word 16·index + lane lies in the array
        // for every index below K and every lane below 16.
        std::array::from_fn(|index| unsafe { first.add(index * Self::WIDTH + lane).read() })
    }
    /// Loads with two gathers, so that later vector loads need not wait for writes of single words.
    #[inline(always)]
    fn load_lane<const K: usize>(vectors: &[Self; K], lane: usize) -> LaneWords {
        const { assert!(16 < K && K < 32) };
        assert!(lane < Self::WIDTH);
        let mut words = LaneWords::NONE;
        // SAFETY: see `splat`. A vector is 16 words without padding, so that word 16·index + lane
        // lies in the array for every index below K; only the first K − 16 of the second sixteen
        // are read. The stores write the 32 words.
        unsafe {
            let first = vectors.as_ptr().cast::<i32>().add(lane);
            let index = _mm512_setr_epi32(
                0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240,
            );
            let low = _mm512_i32gather_epi32::<4>(index, first);
            let high = _mm512_mask_i32gather_epi32::<4>(
                _mm512_setzero_si512(),
                (1 << (K - 16)) - 1,
                index,
                first.add(256),
            );
            _mm512_store_si512(words.as_mut_ptr().cast(), low);
            _mm512_store_si512(words.as_mut_ptr().add(16).cast(), high);
        }
        words
    }
    /// Writes lanes with masked broadcasts; `docs/experiments/simd-solver.md` compares it with
    /// writes to memory.
    #[inline(always)]
    fn store_lane<const K: usize>(vectors: &mut [Self; K], lane: usize, words: &LaneWords) {
        const { assert!(K <= 32) };
        let mask = 1_u16 << (lane % Self::WIDTH);
        for (vector, word) in vectors.iter_mut().zip(words.iter()) {
            // SAFETY: see `splat`.
            *vector = Self(unsafe { _mm512_mask_set1_epi32(vector.0, mask, word.cast_signed()) });
        }
    }
    #[inline(always)]
    fn from_lane_mask(mask: u32) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512DQ.
        Self(unsafe { _mm512_movm_epi32(mask as u16) })
    }
    #[inline(always)]
    fn deal(self, words: &[u32; 32], from: usize, mask: u32) -> Self {
        assert!(from <= 32 - Self::WIDTH);
        // SAFETY: see `splat`; the load reads 16 words at any address, and these lie in the array.
        unsafe {
            let words = _mm512_loadu_si512(words.as_ptr().add(from).cast());
            Self(_mm512_mask_expand_epi32(self.0, mask as u16, words))
        }
    }
    #[inline(always)]
    fn collect(self, words: &mut [u32; POOL_PLACES], at: usize, mask: u32) {
        assert!(at <= POOL_PLACES - Self::WIDTH);
        // SAFETY: see `splat`; the store writes 16 words at any address, which lie in the array.
        // A compressing store would be slow on some processors.
        unsafe {
            let lanes = _mm512_maskz_compress_epi32(mask as u16, self.0);
            _mm512_storeu_si512(words.as_mut_ptr().add(at).cast(), lanes);
        }
    }
    #[inline(always)]
    fn load(words: &[u32; POOL_PLACES], from: usize) -> Self {
        assert!(from <= POOL_PLACES - Self::WIDTH);
        // SAFETY: see `splat`; the load reads 16 words at any address, and these lie in the array.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().add(from).cast()) })
    }
    #[inline(always)]
    fn store(self, words: &mut [u32; 32]) {
        // SAFETY: see `splat`; the store writes the first 16 words.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn zero_mask(self) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512DQ.
        Self(unsafe { _mm512_movm_epi32(_mm512_testn_epi32_mask(self.0, self.0)) })
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512DQ.
        Self(unsafe { _mm512_movm_epi32(_mm512_cmpgt_epi32_mask(self.0, other.0)) })
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512VPOPCNTDQ.
        Self(unsafe { _mm512_popcnt_epi32(self.0) })
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xfe>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0x96>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xe8>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn select(self, mask: Self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xca>(mask.0, self.0, other.0) })
    }
    #[inline(always)]
    fn or_xor(self, a: Self, b: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xf6>(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn or_and(self, a: Self, b: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xf8>(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn and_or(self, a: Self, b: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xe0>(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn and_not_both(self, a: Self, b: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0x70>(self.0, a.0, b.0) })
    }
}
