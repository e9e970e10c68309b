//! AVX-512: sixteen lanes, logic of three operands in one instruction, and a table of sixteen words in a register.

use std::arch::x86_64::*;

use super::{Kernel, Lanes, WORDS, Words};
use crate::lanes::guess::{Guess, LOOKED_AT, PAIR, SEES};

/// Whether the processor has all that is used here.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

/// Compiles a kernel for this set.
///
/// # Safety
/// [`is_available`] must have said yes.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512cd,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt")]
pub(super) unsafe fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx512>()
}

/// Sixteen words. Only made inside [`run`].
#[derive(Copy, Clone)]
#[repr(transparent)]
struct Avx512(__m512i);

/// The three lowest bits nine times, for the numbers 0 to 7.
const fn nine_times(bits: i32) -> i32 {
    bits * 0o111_111_111
}

impl Lanes for Avx512 {
    const WIDTH: usize = 16;

    #[inline(always)]
    fn splat(word: u32) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512F.
        Self(unsafe { _mm512_set1_epi32(word.cast_signed()) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_slli_epi32::<N>(self.0) })
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_srli_epi32::<N>(self.0) })
    }
    /// One permutation: the words are indices into a table of sixteen. It reads four bits, so the table says everything twice.
    #[inline(always)]
    fn spread(self) -> Self {
        const T: [i32; 8] =
            [nine_times(0), nine_times(1), nine_times(2), nine_times(3), nine_times(4), nine_times(5), nine_times(6), nine_times(7)];
        // SAFETY: as in `splat`.
        unsafe {
            let table = _mm512_setr_epi32(T[0], T[1], T[2], T[3], T[4], T[5], T[6], T[7], T[0], T[1], T[2], T[3], T[4], T[5], T[6], T[7]);
            Self(_mm512_permutexvar_epi32(self.0, table))
        }
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        // SAFETY: as in `splat`.
        u32::from(unsafe { _mm512_test_epi32_mask(self.0, self.0) })
    }
    #[inline(always)]
    fn column<const K: usize>(vectors: &[Self; K], lane: usize) -> [u32; K] {
        assert!(lane < Self::WIDTH);
        let first = vectors.as_ptr().cast::<u32>();
        // SAFETY: a vector is 16 words without padding, so word 16·index + lane lies in the array for every index below K and every lane below 16.
        std::array::from_fn(|index| unsafe { first.add(index * Self::WIDTH + lane).read() })
    }
    /// tried: writing the words to memory, as with AVX2: 8 % more on easy puzzles, 7 % less on hard ones, since the sweep has to wait for them.
    /// Writing after a guess only the band that it changed: no difference.
    #[inline(always)]
    fn set_words(state: &mut [Self; WORDS], lane: usize, words: &Words) {
        let mask = 1_u16 << (lane % Self::WIDTH);
        for (vector, word) in state.iter_mut().zip(words.iter()) {
            // SAFETY: as in `splat`.
            *vector = Self(unsafe { _mm512_mask_set1_epi32(vector.0, mask, word.cast_signed()) });
        }
    }
    /// All cells at once, each in a lane of its own: five of each band.
    #[inline(always)]
    fn best_pair(words: &Words, pairs: &[u32; 3]) -> Option<Guess> {
        const { assert!(LOOKED_AT == 5 && PAIR == 4) };
        /// For each lane a number that depends on its band; the last lane is never used.
        const fn by_band(numbers: [i32; 3]) -> [i32; 16] {
            let [a, b, c] = numbers;
            [a, a, a, a, a, b, b, b, b, b, c, c, c, c, c, a]
        }
        // SAFETY: as in `splat`, and the processor has VBMI2, CD and VPOPCNTDQ; loads read 64 bytes of the words, of tables, or of arrays of 16 words.
        let best = unsafe {
            let table = |numbers: &[i32; 16]| _mm512_loadu_si512(numbers.as_ptr().cast());
            let places = _mm256_setr_epi8(
                0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
            );
            let first = |pairs: u32| _mm_cvtsi128_si64(_mm256_castsi256_si128(_mm256_maskz_compress_epi8(pairs, places)));
            let (a, b, c) = (first(pairs[0]), first(pairs[1]), first(pairs[2]));
            let five = |x: i64| x & 0xff_ffff_ffff;
            // A band with fewer cells fills its lanes with bit 0: one cell over again, or none that counts.
            let cells = _mm_set_epi64x((b >> 24) & 0xffff | five(c) << 16, five(a) | b << 40);
            let cells = _mm512_cvtepu8_epi32(cells);
            let cell = _mm512_sllv_epi32(_mm512_set1_epi32(1), cells);

            let (low, high) = (_mm512_load_si512(words.as_ptr().cast()), _mm512_load_si512(words.as_ptr().add(16).cast()));
            let word = |number: __m512i| _mm512_permutex2var_epi32(low, number, high);
            let (near, next, after) =
                (table(&const { by_band([0, 9, 18]) }), table(&const { by_band([9, 18, 0]) }), table(&const { by_band([18, 0, 9]) }));
            let mut digits = _mm512_setzero_si512();
            let mut number = near;
            let mut bit = _mm512_set1_epi32(1);
            for _ in 0..9 {
                let holds = _mm512_test_epi32_mask(word(number), cell);
                digits = _mm512_mask_or_epi32(digits, holds, digits, bit);
                number = _mm512_add_epi32(number, _mm512_set1_epi32(1));
                bit = _mm512_slli_epi32::<1>(bit);
            }
            let lowest = _mm512_and_si512(digits, _mm512_sub_epi32(_mm512_setzero_si512(), digits));
            let highest_bit = |x| _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(x));
            let (d, e) = (highest_bit(lowest), highest_bit(digits));

            let sees = |table: &[u32; 32]| {
                let (low, high) = (_mm512_loadu_si512(table.as_ptr().cast()), _mm512_loadu_si512(table.as_ptr().add(16).cast()));
                _mm512_permutex2var_epi32(low, cells, high)
            };
            let (seen, column) = (sees(&SEES.0), sees(&SEES.1));
            let three = _mm512_setr_epi32(
                pairs[0].cast_signed(),
                pairs[1].cast_signed(),
                pairs[2].cast_signed(),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
            );
            let of_band = |numbers: &[i32; 16]| _mm512_permutexvar_epi32(table(numbers), three);
            let pairs_near = of_band(&const { by_band([0, 1, 2]) });
            let (mut of_d, mut of_e) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            let mut shared = _mm512_setzero_si512();
            for (band, mask, pairs) in [
                (near, seen, pairs_near),
                (next, column, of_band(&const { by_band([1, 2, 0]) })),
                (after, column, of_band(&const { by_band([2, 0, 1]) })),
            ] {
                let x = _mm512_and_si512(word(_mm512_add_epi32(band, d)), mask);
                let y = _mm512_and_si512(word(_mm512_add_epi32(band, e)), mask);
                of_d = _mm512_add_epi32(of_d, _mm512_popcnt_epi32(x));
                of_e = _mm512_add_epi32(of_e, _mm512_popcnt_epi32(y));
                shared = _mm512_add_epi32(shared, _mm512_popcnt_epi32(_mm512_and_si512(pairs, _mm512_or_si512(x, y))));
            }
            // The score decides, then the place of the cell; behind them the guess itself.
            let place = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
            let score = _mm512_add_epi32(_mm512_add_epi32(of_d, of_e), _mm512_slli_epi32::<2>(shared));
            let first = _mm512_mask_mov_epi32(d, _mm512_cmpgt_epu32_mask(of_e, of_d), e);
            let guess = _mm512_or_si512(_mm512_slli_epi32::<5>(_mm512_add_epi32(near, first)), cells);
            let key = _mm512_or_si512(_mm512_slli_epi32::<10>(place), guess);
            let key = _mm512_or_si512(_mm512_slli_epi32::<14>(_mm512_add_epi32(score, _mm512_set1_epi32(1))), key);
            let counts = _mm512_test_epi32_mask(pairs_near, cell) & 0x7fff;
            _mm512_mask_reduce_max_epu32(counts, key)
        };
        (best != 0).then(|| Guess::new((best >> 5 & 31) as usize, best & 31))
    }
    #[inline(always)]
    fn lanes(mask: u32) -> Self {
        // SAFETY: inside `run`, so the processor has AVX-512DQ.
        Self(unsafe { _mm512_movm_epi32(mask as u16) })
    }
    #[inline(always)]
    fn deal(words: &[u32; 32], from: usize, mask: u32) -> Self {
        assert!(from <= 32 - Self::WIDTH);
        // SAFETY: as in `splat`; the load reads 16 words at any address, and these lie in the array.
        unsafe {
            let words = _mm512_loadu_si512(words.as_ptr().add(from).cast());
            Self(_mm512_maskz_expand_epi32(mask as u16, words))
        }
    }
    #[inline(always)]
    fn digit_bits(bytes: &[u8; 32]) -> [u32; 4] {
        // SAFETY: inside `run`, so the processor has AVX-512BW and VL; the load reads 32 bytes at any address.
        unsafe {
            let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
            let digits = _mm256_min_epu8(bytes, _mm256_xor_si256(bytes, _mm256_set1_epi8(b'0'.cast_signed())));
            let known = _mm256_cmple_epu8_mask(digits, _mm256_set1_epi8(9));
            [
                _mm256_mask_test_epi8_mask(known, digits, _mm256_set1_epi8(1)),
                _mm256_mask_test_epi8_mask(known, digits, _mm256_set1_epi8(2)),
                _mm256_mask_test_epi8_mask(known, digits, _mm256_set1_epi8(4)),
                _mm256_mask_test_epi8_mask(known, digits, _mm256_set1_epi8(8)),
            ]
        }
    }
    #[inline(always)]
    fn shuffle(bytes: &[u8; 32], order: &[u8; 32]) -> [u8; 32] {
        let mut shuffled = [0; 32];
        // SAFETY: as in `digit_bits`, and the processor has VBMI; loads read and the store writes 32 bytes at any address.
        unsafe {
            let order = _mm256_loadu_si256(order.as_ptr().cast());
            let bytes = _mm256_permutexvar_epi8(order, _mm256_loadu_si256(bytes.as_ptr().cast()));
            _mm256_storeu_si256(shuffled.as_mut_ptr().cast(), bytes);
        }
        shuffled
    }
    #[inline(always)]
    fn holders(words: &[u32; 9], mask: u32) -> u32 {
        // SAFETY: as in `splat`; the load reads nine words at any address, and none that the mask leaves out.
        unsafe {
            let words = _mm512_maskz_loadu_epi32(0x1ff, words.as_ptr().cast());
            u32::from(_mm512_test_epi32_mask(words, _mm512_set1_epi32(mask.cast_signed())))
        }
    }
    #[inline(always)]
    fn digits(bits: &[u32; 4]) -> [u8; 32] {
        let mut bytes = [0; 32];
        // SAFETY: as in `digit_bits`; the store writes 32 bytes at any address.
        unsafe {
            let low = _mm256_or_si256(_mm256_maskz_set1_epi8(bits[0], 1), _mm256_maskz_set1_epi8(bits[1], 2));
            let high = _mm256_or_si256(_mm256_maskz_set1_epi8(bits[2], 4), _mm256_maskz_set1_epi8(bits[3], 8));
            _mm256_storeu_si256(bytes.as_mut_ptr().cast(), _mm256_or_si256(low, high));
        }
        bytes
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xfe>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xe8>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn select(self, mask: Self, other: Self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xca>(mask.0, self.0, other.0) })
    }
    #[inline(always)]
    fn or_differing(self, a: Self, b: Self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xf6>(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn or_both(self, a: Self, b: Self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xf8>(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn and_any(self, a: Self, b: Self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0xe0>(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn without_both(self, a: Self, b: Self) -> Self {
        // SAFETY: as in `splat`.
        Self(unsafe { _mm512_ternarylogic_epi32::<0x70>(self.0, a.0, b.0) })
    }
}
