//! AVX2: eight lanes, and shuffles of bytes.

use std::arch::x86_64::*;

use super::{DealtWords, Isa, Kernel, LaneMove, LaneWords, MAX_WIDTH, SimdVector};

/// Returns `true` if the processor has all features that this module uses.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

/// Runs a kernel compiled for this set.
///
/// # Safety
/// [`is_available`] must have returned `true`.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx2>()
}

/// Eight words. Values are only created inside [`run`].
#[derive(Copy, Clone)]
#[repr(transparent)]
struct Avx2(__m256i);

/// For each mask and each of its lanes: the number of lanes of the mask below.
const TURNS: [[u8; 8]; 256] = {
    let mut turns = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut turn) = (0, 0);
        while lane < 8 {
            turns[mask][lane] = turn & 7;
            turn += (mask >> lane & 1) as u8;
            lane += 1;
        }
        mask += 1;
    }
    turns
};

/// For each mask, its lanes in ascending order; the rest is 0.
const LANES: [[u8; 8]; 256] = {
    let mut lanes = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut count) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                lanes[mask][count] = lane;
                count += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    lanes
};

/// Returns the numbers of an entry of a table as words.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn entry(table: &[[u8; 8]; 256], mask: u32) -> __m256i {
    // SAFETY: the caller has checked the processor; the load reads the eight bytes of an entry.
    unsafe {
        _mm256_cvtepu8_epi32(_mm_loadl_epi64(
            table[(mask & 0xff) as usize].as_ptr().cast(),
        ))
    }
}

/// Transposes eight rows of eight words: pairs of rows, pairs of pairs, then halves.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn transpose(rows: [__m256i; 8]) -> [__m256i; 8] {
    let [mut pairs, mut fours, mut columns] = [rows; 3];
    // SAFETY: the caller has checked the processor.
    unsafe {
        for k in 0..4 {
            let [a, b] = [rows[2 * k], rows[2 * k + 1]];
            pairs[2 * k] = _mm256_unpacklo_epi32(a, b);
            pairs[2 * k + 1] = _mm256_unpackhi_epi32(a, b);
        }
        for k in 0..2 {
            for half in 0..2 {
                let [a, b] = [pairs[4 * k + half], pairs[4 * k + 2 + half]];
                fours[4 * k + 2 * half] = _mm256_unpacklo_epi64(a, b);
                fours[4 * k + 2 * half + 1] = _mm256_unpackhi_epi64(a, b);
            }
        }
        for k in 0..4 {
            let [a, b] = [fours[k], fours[4 + k]];
            columns[k] = _mm256_permute2x128_si256::<0x20>(a, b);
            columns[4 + k] = _mm256_permute2x128_si256::<0x31>(a, b);
        }
    }
    columns
}

impl SimdVector for Avx2 {
    const ISA: Isa = Isa::Avx2;
    const WIDTH: usize = 8;

    #[inline(always)]
    fn splat(word: u32) -> Self {
        // SAFETY: inside `run`, so the processor has AVX2.
        Self(unsafe { _mm256_set1_epi32(word.cast_signed()) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        // The intrinsic needs a signed constant, which cannot be derived from N here; only a few
        // shifts are used.
        const { assert!(matches!(N, 1 | 2 | 3 | 6 | 9 | 18)) };
        // SAFETY: see `splat`.
        Self(unsafe {
            match N {
                1 => _mm256_slli_epi32::<1>(self.0),
                2 => _mm256_slli_epi32::<2>(self.0),
                3 => _mm256_slli_epi32::<3>(self.0),
                6 => _mm256_slli_epi32::<6>(self.0),
                9 => _mm256_slli_epi32::<9>(self.0),
                _ => _mm256_slli_epi32::<18>(self.0),
            }
        })
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        const { assert!(matches!(N, 1 | 2 | 3 | 6 | 9 | 18)) };
        // SAFETY: see `splat`.
        Self(unsafe {
            match N {
                1 => _mm256_srli_epi32::<1>(self.0),
                2 => _mm256_srli_epi32::<2>(self.0),
                3 => _mm256_srli_epi32::<3>(self.0),
                6 => _mm256_srli_epi32::<6>(self.0),
                9 => _mm256_srli_epi32::<9>(self.0),
                _ => _mm256_srli_epi32::<18>(self.0),
            }
        })
    }
    /// Without three-operand logic, two selections would be six instructions.
    #[inline(always)]
    fn blend3(self, b: Self, c: Self, masks: [u32; 3]) -> Self {
        let [x, y, z] = [
            self.and(Self::splat(masks[0])),
            b.and(Self::splat(masks[1])),
            c.and(Self::splat(masks[2])),
        ];
        x.or(y).or(z)
    }
    #[inline(always)]
    fn nonzero_lanes(self) -> u32 {
        // SAFETY: see `splat`.
        let empty = unsafe {
            _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(
                self.0,
                _mm256_setzero_si256(),
            )))
        };
        !empty.cast_unsigned() & 0xff
    }
    #[inline(always)]
    fn store_rows<const K: usize>(vectors: &[Self; K], rows: &mut [LaneWords; MAX_WIDTH]) {
        const { assert!(K <= 32) };
        // SAFETY: see `splat`; a row has 32 words, and begins at a multiple of 64 bytes.
        unsafe {
            let mut block = [_mm256_setzero_si256(); 8];
            for quarter in 0..K.div_ceil(8) {
                for (word, vector) in block.iter_mut().zip(&vectors[8 * quarter..]) {
                    *word = vector.0;
                }
                for (row, words) in rows.iter_mut().zip(transpose(block)) {
                    _mm256_store_si256(row.as_mut_ptr().add(8 * quarter).cast(), words);
                }
            }
        }
    }
    #[inline(always)]
    fn load_rows<const K: usize>(vectors: &mut [Self; K], rows: &[LaneWords; MAX_WIDTH]) {
        const { assert!(K <= 32) };
        // SAFETY: see `store_rows`.
        unsafe {
            let mut block = [_mm256_setzero_si256(); 8];
            for quarter in 0..K.div_ceil(8) {
                for (words, row) in block.iter_mut().zip(rows) {
                    *words = _mm256_load_si256(row.as_ptr().add(8 * quarter).cast());
                }
                for (vector, word) in vectors[8 * quarter..].iter_mut().zip(transpose(block)) {
                    *vector = Self(word);
                }
            }
        }
    }
    #[inline(always)]
    fn from_lane_mask(mask: u32) -> Self {
        // SAFETY: see `splat`.
        unsafe {
            let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            Self(_mm256_cmpeq_epi32(
                _mm256_and_si256(_mm256_set1_epi32(mask.cast_signed()), bits),
                bits,
            ))
        }
    }
    #[inline(always)]
    fn deal(self, words: &DealtWords, from: usize, mask: u32) -> Self {
        assert!(from <= 32 - Self::WIDTH);
        // SAFETY: see `splat`; the load reads eight words that lie in the array.
        unsafe {
            let turn = entry(&TURNS, mask);
            let words = _mm256_loadu_si256(words.0.as_ptr().add(from).cast());
            Self(_mm256_blendv_epi8(
                self.0,
                _mm256_permutevar8x32_epi32(words, turn),
                Self::from_lane_mask(mask).0,
            ))
        }
    }
    #[inline(always)]
    fn lane_move(from: u32, to: u32) -> LaneMove<Self> {
        // SAFETY: see `splat`.
        let sources =
            Self(unsafe { _mm256_permutevar8x32_epi32(entry(&LANES, from), entry(&TURNS, to)) });
        LaneMove { sources, to }
    }
    #[inline(always)]
    fn with_moved(self, source: Self, lanes: &LaneMove<Self>) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe {
            _mm256_blendv_epi8(
                self.0,
                _mm256_permutevar8x32_epi32(source.0, lanes.sources.0),
                Self::from_lane_mask(lanes.to).0,
            )
        })
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm256_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn zero_mask(self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()) })
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> Self {
        // SAFETY: see `splat`.
        Self(unsafe { _mm256_cmpgt_epi32(self.0, other.0) })
    }
    /// Looks up the ones of each four bits, and adds the bytes of a word.
    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: see `splat`.
        unsafe {
            let ones = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let four_bits = _mm256_set1_epi8(0xf);
            let low = _mm256_and_si256(self.0, four_bits);
            let high = _mm256_and_si256(_mm256_srli_epi32::<4>(self.0), four_bits);
            let bytes = _mm256_add_epi8(
                _mm256_shuffle_epi8(ones, low),
                _mm256_shuffle_epi8(ones, high),
            );
            let pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1));
            Self(_mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
        }
    }
    #[inline(always)]
    fn extract_lane<const K: usize>(vectors: &[Self; K], lane: usize) -> [u32; K] {
        assert!(lane < Self::WIDTH);
        let first = vectors.as_ptr().cast::<u32>();
        // SAFETY: a vector is 8 words without padding, so word 8·index + lane lies in the array for
        // every index below K and every lane below 8.
        std::array::from_fn(|index| unsafe { first.add(index * Self::WIDTH + lane).read() })
    }
    #[inline(always)]
    fn store_lane<const K: usize>(vectors: &mut [Self; K], lane: usize, words: &LaneWords) {
        const { assert!(K <= 32) };
        assert!(lane < Self::WIDTH);
        let first = vectors.as_mut_ptr().cast::<u32>();
        for (index, word) in words.iter().take(K).enumerate() {
            // SAFETY: see `extract_lane`.
            unsafe { first.add(index * Self::WIDTH + lane).write(*word) };
        }
    }
}
