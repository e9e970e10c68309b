//! AVX2: eight lanes, and shuffles of bytes.

use std::arch::x86_64::*;

use super::{Kernel, SimdVector, WORDS, Words};
use crate::simd9::propagate::ALL;
use crate::simd9::transpose::{COLUMN, KEYS, LOCKS, PLACE};

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

impl SimdVector for Avx2 {
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
    /// Loads row by row. Each row is copied to both halves of the register first, since a shuffle
    /// reaches only its own half.
    #[inline(always)]
    fn load_clues(clues: &[u8; 81], words: &mut [[u32; 32]; WORDS], at: usize) {
        /// Columns of the last row, for a load of 16 bytes that ends with it.
        const LAST: [u8; 32] = {
            let mut columns = COLUMN;
            let mut bit = 0;
            while bit < 32 {
                columns[bit] += 7;
                bit += 1;
            }
            columns
        };
        assert!(at < 32);
        for row in 0..9 {
            let (from, columns) = if row < 8 {
                (9 * row, &COLUMN)
            } else {
                (65, &LAST)
            };
            // SAFETY: see `splat`; loads read 16 clues from 0, 9, … 63, or 65 on, 16 locks, or
            // tables of 32 bytes.
            unsafe {
                let table = |bytes: &[u8; 32]| _mm256_loadu_si256(bytes.as_ptr().cast());
                let bytes =
                    _mm256_broadcastsi128_si256(_mm_loadu_si128(clues.as_ptr().add(from).cast()));
                let bytes = _mm256_shuffle_epi8(bytes, table(columns));
                let digits = _mm256_min_epu8(
                    bytes,
                    _mm256_xor_si256(bytes, _mm256_set1_epi8(b'0'.cast_signed())),
                );
                // A digit becomes at most 0x7f, any other byte at least 0x80, for which the shuffle
                // returns 0.
                let locks = _mm256_broadcastsi128_si256(_mm_loadu_si128(LOCKS.as_ptr().cast()));
                let cells =
                    _mm256_shuffle_epi8(locks, _mm256_adds_epu8(digits, _mm256_set1_epi8(0x76)));
                for (i, keys) in KEYS.iter().enumerate() {
                    let common = _mm256_and_si256(cells, table(keys));
                    let mask =
                        _mm256_movemask_epi8(_mm256_cmpeq_epi8(common, _mm256_setzero_si256()));
                    words[3 * row + i][at] = mask.cast_unsigned() & ALL;
                }
            }
        }
    }
    /// Copies each byte of a plane to the eight bytes that it describes, and keeps in each byte its
    /// own bit. A shuffle reaches only its own half of the register. So there is one for the bytes
    /// of each half, where an index with the highest bit gives 0.
    #[inline(always)]
    fn store_band(planes: &[u32; 4], cells: &mut [u8; 27]) {
        let mut bytes = [0; 32];
        // SAFETY: see `splat`; the load reads a table of 32 bytes, the store writes 32 bytes.
        unsafe {
            let byte = _mm256_setr_epi64x(
                0,
                0x0101_0101_0101_0101,
                0x0202_0202_0202_0202,
                0x0303_0303_0303_0303,
            );
            let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
            let mut digits = _mm256_set1_epi8(1);
            for (worth, plane) in [1, 2, 3, 6].into_iter().zip(planes) {
                let own = _mm256_and_si256(
                    _mm256_shuffle_epi8(_mm256_set1_epi32(plane.cast_signed()), byte),
                    bit,
                );
                digits = _mm256_add_epi8(
                    digits,
                    _mm256_and_si256(_mm256_cmpeq_epi8(own, bit), _mm256_set1_epi8(worth)),
                );
            }
            let order = _mm256_loadu_si256(PLACE.as_ptr().cast());
            let (low, high) = (
                _mm256_permute2x128_si256::<0x00>(digits, digits),
                _mm256_permute2x128_si256::<0x11>(digits, digits),
            );
            // Indices 0 to 15 become 0x70 to 0x7f, and 16 to 31 become 0x80 and more; on the next
            // line vice versa.
            let in_low = _mm256_add_epi8(order, _mm256_set1_epi8(0x70));
            let in_high = _mm256_sub_epi8(order, _mm256_set1_epi8(16));
            let ordered = _mm256_or_si256(
                _mm256_shuffle_epi8(low, in_low),
                _mm256_shuffle_epi8(high, in_high),
            );
            _mm256_storeu_si256(bytes.as_mut_ptr().cast(), ordered);
        }
        cells.copy_from_slice(&bytes[..27]);
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
    fn deal(self, words: &[u32; 32], from: usize, mask: u32) -> Self {
        assert!(from <= 32 - Self::WIDTH);
        // SAFETY: see `splat`; the loads read eight words that lie in the array, and the eight
        // bytes of an entry.
        unsafe {
            let turn = _mm256_cvtepu8_epi32(_mm_loadl_epi64(
                TURNS[(mask & 0xff) as usize].as_ptr().cast(),
            ));
            let words = _mm256_loadu_si256(words.as_ptr().add(from).cast());
            Self(_mm256_blendv_epi8(
                self.0,
                _mm256_permutevar8x32_epi32(words, turn),
                Self::from_lane_mask(mask).0,
            ))
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
    fn store_lane(state: &mut [Self; WORDS], lane: usize, words: &Words) {
        assert!(lane < Self::WIDTH);
        let first = state.as_mut_ptr().cast::<u32>();
        for (index, word) in words.iter().take(WORDS).enumerate() {
            // SAFETY: see `column`.
            unsafe { first.add(index * Self::WIDTH + lane).write(*word) };
        }
    }
}
