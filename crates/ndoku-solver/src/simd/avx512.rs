//! AVX-512: sixteen lanes, three-operand logic in one instruction, tables of 32 words or 64 bytes
//! in registers, and population counts.

mod narrow;
mod table;

use std::arch::x86_64::*;

pub(crate) use table::Table;

use super::{DealtWords, Isa, Kernel, LaneMove, LaneWords, MAX_WIDTH, SimdVector};

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

/// Runs a kernel compiled for this set, with vectors of four lanes.
///
/// # Safety
/// [`is_available`] must have returned `true`.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512cd,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt"
)]
pub(super) unsafe fn run_narrow<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<narrow::Narrow>()
}

/// Returns the number of each lane.
///
/// # Safety
/// The processor must have AVX-512F.
#[inline(always)]
unsafe fn numbers() -> __m512i {
    // SAFETY: the caller has checked the processor.
    unsafe { _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) }
}

/// Transposes sixteen rows of sixteen words: pairs of rows, pairs of pairs, then blocks of four
/// words twice.
///
/// # Safety
/// The processor must have AVX-512F.
#[inline(always)]
unsafe fn transpose(rows: [__m512i; 16]) -> [__m512i; 16] {
    let [mut pairs, mut fours, mut eights, mut columns] = [rows; 4];
    // SAFETY: the caller has checked the processor.
    unsafe {
        for k in 0..8 {
            let [a, b] = [rows[2 * k], rows[2 * k + 1]];
            pairs[2 * k] = _mm512_unpacklo_epi32(a, b);
            pairs[2 * k + 1] = _mm512_unpackhi_epi32(a, b);
        }
        for k in 0..4 {
            for half in 0..2 {
                let [a, b] = [pairs[4 * k + half], pairs[4 * k + 2 + half]];
                fours[4 * k + 2 * half] = _mm512_unpacklo_epi64(a, b);
                fours[4 * k + 2 * half + 1] = _mm512_unpackhi_epi64(a, b);
            }
        }
        for k in 0..2 {
            for j in 0..4 {
                let [a, b] = [fours[8 * k + j], fours[8 * k + 4 + j]];
                eights[8 * k + j] = _mm512_shuffle_i32x4::<0x88>(a, b);
                eights[8 * k + 4 + j] = _mm512_shuffle_i32x4::<0xdd>(a, b);
            }
        }
        for j in 0..8 {
            let [a, b] = [eights[j], eights[8 + j]];
            columns[j] = _mm512_shuffle_i32x4::<0x88>(a, b);
            columns[8 + j] = _mm512_shuffle_i32x4::<0xdd>(a, b);
        }
    }
    columns
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
    fn store_rows<const K: usize>(vectors: &[Self; K], rows: &mut [LaneWords; MAX_WIDTH]) {
        const { assert!(16 < K && K < 32) };
        // SAFETY: see `splat`; a row has 32 words, and begins at a multiple of 64 bytes.
        unsafe {
            let mut block = [_mm512_setzero_si512(); 16];
            for half in 0..2 {
                for (word, vector) in block.iter_mut().zip(&vectors[16 * half..]) {
                    *word = vector.0;
                }
                for (row, words) in rows.iter_mut().zip(transpose(block)) {
                    _mm512_store_si512(row.as_mut_ptr().add(16 * half).cast(), words);
                }
            }
        }
    }
    #[inline(always)]
    fn load_rows<const K: usize>(vectors: &mut [Self; K], rows: &[LaneWords; MAX_WIDTH]) {
        const { assert!(16 < K && K < 32) };
        // SAFETY: see `store_rows`.
        unsafe {
            let mut block = [_mm512_setzero_si512(); 16];
            for half in 0..2 {
                for (words, row) in block.iter_mut().zip(rows) {
                    *words = _mm512_load_si512(row.as_ptr().add(16 * half).cast());
                }
                for (vector, word) in vectors[16 * half..].iter_mut().zip(transpose(block)) {
                    *vector = Self(word);
                }
            }
        }
    }
    #[inline(always)]
    fn from_lane_mask(mask: u32) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512DQ.
        Self(unsafe { _mm512_movm_epi32(mask as u16) })
    }
    const HAS_TABLES: bool = true;
    #[inline(always)]
    fn look_up(self, table: &[u32; 32]) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512CD; the loads read the 32 entries.
        unsafe {
            let [low, high] = [0, 16].map(|at| _mm512_loadu_si512(table.as_ptr().add(at).cast()));
            Self(_mm512_permutex2var_epi32(
                low,
                _mm512_lzcnt_epi32(self.0),
                high,
            ))
        }
    }
    #[inline(always)]
    fn deal(self, words: &DealtWords, from: usize, mask: u32) -> Self {
        // SAFETY: see `splat`; the words begin at a multiple of 64 bytes.
        unsafe {
            let numbers = _mm512_add_epi32(numbers(), _mm512_set1_epi32(from as i32));
            let sources = _mm512_maskz_expand_epi32(mask as u16, numbers);
            let words = _mm512_load_si512(words.0.as_ptr().cast());
            Self(_mm512_mask_permutexvar_epi32(
                self.0,
                mask as u16,
                sources,
                words,
            ))
        }
    }
    #[inline(always)]
    fn lane_move(from: u32, to: u32) -> LaneMove<Self> {
        // SAFETY: see `splat`.
        let sources = Self(unsafe {
            let lanes = _mm512_maskz_compress_epi32(from as u16, numbers());
            _mm512_maskz_expand_epi32(to as u16, lanes)
        });
        LaneMove { sources, to }
    }
    /// A permutation. Unlike compressing and expanding, it is one instruction on all processors,
    /// and all loads and stores are aligned.
    #[inline(always)]
    fn with_moved(self, source: Self, lanes: &LaneMove<Self>) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe {
            _mm512_mask_permutexvar_epi32(self.0, lanes.to as u16, lanes.sources.0, source.0)
        })
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
    fn or_where(self, nonzero: Self, x: Self) -> Self {
        // SAFETY: see `splat`.
        unsafe {
            let lanes = _mm512_test_epi32_mask(nonzero.0, nonzero.0);
            Self(_mm512_mask_or_epi32(self.0, lanes, self.0, x.0))
        }
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
