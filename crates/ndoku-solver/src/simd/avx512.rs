//! AVX-512: sixteen lanes, three-operand logic in one instruction, tables of 32 words or 64 bytes
//! in registers, and population counts.

use std::arch::x86_64::*;

use super::{Kernel, SimdVector, WORDS, Words};
use crate::simd9::guess::{BIVALUE_WEIGHT, BIVALUES_PER_BAND, CELLS, CellMasks, Guess};
use crate::simd9::propagate::ALL;
use crate::simd9::transpose::{COLUMN, KEYS, LOCKS, PLACE};

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
struct Avx512(__m512i);

/// Returns for each of fifteen lanes, five for each band, a number that depends on its band; the
/// last lane is never used.
const fn by_band([a, b, c]: [u32; 3]) -> [u32; 16] {
    [a, a, a, a, a, b, b, b, b, b, c, c, c, c, c, a]
}

/// Returns all bits in the first `count` lanes of each band, and none in the others.
const fn first_lanes(count: usize) -> [u32; 16] {
    let mut lanes = [0; 16];
    let mut lane = 0;
    while lane < 15 {
        if lane % 5 < count {
            lanes[lane] = u32::MAX;
        }
        lane += 1;
    }
    lanes
}

/// Returns for each digit from 0, 3·j + i, its offset to the number 32·word + bit of the digit 0.
const fn added() -> [u32; 16] {
    let mut added = [0; 16];
    let mut digit = 0;
    while digit < 9 {
        added[digit as usize] = 32 * (digit % 3) + 3 * (digit / 3);
        digit += 1;
    }
    added
}

/// The fields of [`CellMasks`] for all cells, field by field.
static OF_CELL: [[u32; 32]; 4] = {
    let mut table = [[0; 32]; 4];
    let mut cell = 0;
    while cell < 32 {
        let CellMasks {
            row,
            low,
            seen,
            column,
        } = CELLS[cell];
        [
            table[0][cell],
            table[1][cell],
            table[2][cell],
            table[3][cell],
        ] = [row, low, seen, column];
        cell += 1;
    }
    table
};

/// The permutation of the words of a state to words digit by digit: word 9·band + 3·j + i takes the
/// bits of a row from word 9·band + 3·row + i, up by 3·(row − j).
struct Turn {
    from: [u32; 32],
    by: [u32; 32],
    /// The destination of the row's bits.
    mask: [u32; 32],
}

/// Returns the permutation for row = (j + `turn`) mod 3.
const fn turn(turn: u32) -> Turn {
    let mut all = Turn {
        from: [0; 32],
        by: [0; 32],
        mask: [0; 32],
    };
    let mut word = 0;
    while word < WORDS {
        let j = word as u32 / 3 % 3;
        let row = (j + turn) % 3;
        all.from[word] = word as u32 + 3 * row - 3 * j;
        all.by[word] = (32 + 3 * row - 3 * j) % 32;
        all.mask[word] = 0o007_007_007 << (3 * row);
        word += 1;
    }
    all
}

const HERE: [u32; 32] = turn(0).mask;
static TURNS: [Turn; 2] = [turn(1), turn(2)];

impl SimdVector for Avx512 {
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
    fn load_lane(state: &[Self; WORDS], lane: usize) -> Words {
        assert!(lane < Self::WIDTH);
        let mut words = Words::NONE;
        // SAFETY: see `splat`. A vector is 16 words without padding, so that word 16·index + lane
        // lies in the state for every index below 27; only the first eleven of the second sixteen
        // are read. The stores write the 32 words.
        unsafe {
            let first = state.as_ptr().cast::<i32>().add(lane);
            let index = _mm512_setr_epi32(
                0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240,
            );
            let low = _mm512_i32gather_epi32::<4>(index, first);
            let high = _mm512_mask_i32gather_epi32::<4>(
                _mm512_setzero_si512(),
                (1 << (WORDS - 16)) - 1,
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
    fn store_lane(state: &mut [Self; WORDS], lane: usize, words: &Words) {
        let mask = 1_u16 << (lane % Self::WIDTH);
        for (vector, word) in state.iter_mut().zip(words.iter()) {
            // SAFETY: see `splat`.
            *vector = Self(unsafe { _mm512_mask_set1_epi32(vector.0, mask, word.cast_signed()) });
        }
    }
    /// Scores all cells at the same time, each in a lane of its own: five of each band.
    #[inline(always)]
    fn best_bivalue_guess(words: &Words) -> Option<Guess> {
        const { assert!(BIVALUES_PER_BAND == 5 && BIVALUE_WEIGHT == 4) };
        // SAFETY: see `splat`; the processor also has CD and VPOPCNTDQ. Loads read 64 bytes of the
        // words or of tables of 16 or 32 words.
        let best = unsafe {
            let (low, high) = (
                _mm512_load_si512(words.as_ptr().cast()),
                _mm512_load_si512(words.as_ptr().add(16).cast()),
            );
            let table = |numbers: &[u32; 16]| _mm512_loadu_si512(numbers.as_ptr().cast());
            let halves = |table: &[u32; 32]| {
                (
                    _mm512_loadu_si512(table.as_ptr().cast()),
                    _mm512_loadu_si512(table.as_ptr().add(16).cast()),
                )
            };
            let of = |(low, high): (__m512i, __m512i), number| {
                _mm512_permutex2var_epi32(low, number, high)
            };
            let number = |number: i32| _mm512_set1_epi32(number);
            let select = |mask, a, b| _mm512_ternarylogic_epi32::<0xca>(mask, a, b);
            let either = |a, b, c| _mm512_ternarylogic_epi32::<0xfe>(a, b, c);
            let odd = |a, b, c| _mm512_ternarylogic_epi32::<0x96>(a, b, c);
            let majority = |a, b, c| _mm512_ternarylogic_epi32::<0xe8>(a, b, c);
            let lowest =
                |x| _mm512_popcnt_epi32(_mm512_andnot_si512(x, _mm512_add_epi32(x, number(-1))));

            // Converts words digit by digit, see `guess::by_digit`: the row that is in place j
            // already, the next one, and the one after it.
            let turned = |turn: &Turn| {
                let ((a, b), (c, d)) = (halves(&turn.from), halves(&turn.by));
                (
                    _mm512_rolv_epi32(of((low, high), a), c),
                    _mm512_rolv_epi32(of((low, high), b), d),
                )
            };
            let (next, after) = (turned(&TURNS[0]), turned(&TURNS[1]));
            let (here, there) = (halves(&HERE), halves(&TURNS[0].mask));
            let digits = (
                select(here.0, low, select(there.0, next.0, after.0)),
                select(here.1, high, select(there.1, next.1, after.1)),
            );

            // Finds bivalue cells, for each lane those of its band: first over i, then over j.
            let shifted = (
                _mm512_alignr_epi32::<1>(digits.1, digits.0),
                _mm512_alignr_epi32::<1>(digits.1, digits.1),
            );
            let again = (
                _mm512_alignr_epi32::<2>(digits.1, digits.0),
                _mm512_alignr_epi32::<2>(digits.1, digits.1),
            );
            let one = (
                odd(digits.0, shifted.0, again.0),
                odd(digits.1, shifted.1, again.1),
            );
            let two = (
                majority(digits.0, shifted.0, again.0),
                majority(digits.1, shifted.1, again.1),
            );
            let near = table(&const { by_band([0, 9, 18]) });
            let (j1, j2) = (
                table(&const { by_band([3, 12, 21]) }),
                table(&const { by_band([6, 15, 24]) }),
            );
            let (a, b, c) = (of(one, near), of(one, j1), of(one, j2));
            let (d, e, f) = (of(two, near), of(two, j1), of(two, j2));
            let (carried, any) = (majority(a, b, c), either(d, e, f));
            let several = _mm512_ternarylogic_epi32::<0xf8>(majority(d, e, f), any, carried);
            let two_or_three = _mm512_andnot_si512(several, _mm512_or_si512(any, carried));
            let pairs = _mm512_andnot_si512(
                odd(a, b, c),
                _mm512_and_si512(two_or_three, number(ALL.cast_signed())),
            );

            // Five lanes take the five lowest of them.
            let mut left = pairs;
            for kept in &const {
                [
                    first_lanes(1),
                    first_lanes(2),
                    first_lanes(3),
                    first_lanes(4),
                ]
            } {
                // left & ((left - 1) | kept)
                left = _mm512_ternarylogic_epi32::<0xe0>(
                    left,
                    _mm512_add_epi32(left, number(-1)),
                    table(kept),
                );
            }
            let counts = _mm512_test_epi32_mask(left, left) & 0x7fff;
            let cells = lowest(left);
            let first = _mm512_add_epi32(near, of(halves(&OF_CELL[0]), cells));
            let down = of(halves(&OF_CELL[1]), cells);
            let three = |i: i32| {
                let word = of((low, high), _mm512_add_epi32(first, number(i)));
                _mm512_rorv_epi32(word, _mm512_sub_epi32(down, number(i)))
            };
            let held = _mm512_and_si512(three(0), number(0o111));
            let held = _mm512_ternarylogic_epi32::<0xf8>(held, three(1), number(0o222));
            let held = _mm512_ternarylogic_epi32::<0xf8>(held, three(2), number(0o444));
            let (d, e) = (
                lowest(held),
                _mm512_sub_epi32(number(31), _mm512_lzcnt_epi32(held)),
            );

            let (seen, column) = (
                of(halves(&OF_CELL[2]), cells),
                of(halves(&OF_CELL[3]), cells),
            );
            let (mut of_d, mut of_e) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            let mut shared = _mm512_setzero_si512();
            let elsewhere = |lanes: &[u32; 16]| _mm512_permutexvar_epi32(table(lanes), pairs);
            for (band, mask, pairs) in [
                (near, seen, pairs),
                (
                    table(&const { by_band([9, 18, 0]) }),
                    column,
                    elsewhere(&const { by_band([5, 10, 0]) }),
                ),
                (
                    table(&const { by_band([18, 0, 9]) }),
                    column,
                    elsewhere(&const { by_band([10, 0, 5]) }),
                ),
            ] {
                let x = _mm512_and_si512(of(digits, _mm512_add_epi32(band, d)), mask);
                let y = _mm512_and_si512(of(digits, _mm512_add_epi32(band, e)), mask);
                of_d = _mm512_add_epi32(of_d, _mm512_popcnt_epi32(x));
                of_e = _mm512_add_epi32(of_e, _mm512_popcnt_epi32(y));
                // pairs & (x | y)
                shared = _mm512_add_epi32(
                    shared,
                    _mm512_popcnt_epi32(_mm512_ternarylogic_epi32::<0xe0>(pairs, x, y)),
                );
            }
            // The score decides, then the place of the cell, which is never 0; the lowest bits hold
            // the word and the bit.
            let place = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
            let score =
                _mm512_add_epi32(_mm512_add_epi32(of_d, of_e), _mm512_slli_epi32::<2>(shared));
            let digit = _mm512_mask_mov_epi32(d, _mm512_cmpgt_epu32_mask(of_e, of_d), e);
            let guess = _mm512_or_si512(_mm512_slli_epi32::<5>(first), down);
            // Word 3·row + i and bit low + 3·j, in both halves of a number at the same time.
            let guess = _mm512_add_epi32(
                guess,
                _mm512_permutexvar_epi32(digit, table(&const { added() })),
            );
            let key = either(
                _mm512_slli_epi32::<14>(score),
                _mm512_slli_epi32::<10>(place),
                guess,
            );
            _mm512_mask_reduce_max_epu32(counts, key)
        };
        if best == 0 {
            None
        } else {
            Some(Guess::from_position(best as usize >> 5 & 31, best & 31))
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
    /// Loads two rows at a time.
    #[inline(always)]
    fn load_clues(clues: &[u8; 81], words: &mut [[u32; 32]; WORDS], at: usize) {
        /// Returns 32 bytes twice, increased by `from`, and in the second copy by `again` more.
        const fn twice(bytes: &[u8; 32], from: u8, again: u8) -> [u8; 64] {
            let mut twice = [0; 64];
            let mut at = 0;
            while at < 64 {
                twice[at] = bytes[at % 32].wrapping_add(from + if at < 32 { 0 } else { again });
                at += 1;
            }
            twice
        }
        const CELLS: u64 = ALL as u64 | (ALL as u64) << 32;
        assert!(at < 32);
        // SAFETY: inside `run`, so the processor has AVX-512BW and VBMI; loads read 64 bytes of the
        // clues or of a table, or the last 18 clues.
        unsafe {
            let table = |bytes: &[u8; 64]| _mm512_loadu_si512(bytes.as_ptr().cast());
            let locks = _mm512_broadcast_i32x4(_mm_loadu_si128(LOCKS.as_ptr().cast()));
            // A digit becomes at most 0x7f, any other byte at least 0x80, for which the shuffle
            // returns 0.
            let lock = |bytes| {
                let digits = _mm512_min_epu8(
                    bytes,
                    _mm512_xor_si512(bytes, _mm512_set1_epi8(b'0'.cast_signed())),
                );
                _mm512_shuffle_epi8(locks, _mm512_adds_epu8(digits, _mm512_set1_epi8(0x76)))
            };
            let early = lock(_mm512_loadu_si512(clues.as_ptr().cast()));
            let late = lock(_mm512_maskz_loadu_epi8(
                (1 << 18) - 1,
                clues.as_ptr().add(63).cast(),
            ));
            // Not a loop: the compiler would not unroll it, and would keep the masks in memory.
            macro_rules! rows {
                ($row:literal, $bytes:ident, $from:literal) => {
                    // Above the 27 bits of a word, a lock without any key.
                    let order = table(&const { twice(&COLUMN, $from, 9) });
                    let cells = _mm512_mask_permutexvar_epi8(_mm512_set1_epi8(-1), CELLS, order, $bytes);
                    rows!($row, cells, 0, 1, 2);
                };
                ($row:literal, $cells:ident, $($i:literal),*) => {
                    $(
                        let mask = _mm512_testn_epi8_mask($cells, table(&const { twice(&KEYS[$i], 0, 0) }));
                        words[3 * $row + $i][at] = mask as u32;
                        if $row != 6 {
                            words[3 * $row + 3 + $i][at] = (mask >> 32) as u32;
                        }
                    )*
                };
            }
            rows!(0, early, 0);
            rows!(2, early, 18);
            rows!(4, early, 36);
            rows!(6, early, 54);
            rows!(7, late, 0);
        }
    }
    #[inline(always)]
    fn store_band(planes: &[u32; 4], cells: &mut [u8; 27]) {
        // SAFETY: see `load_clues`; the processor also has VL. The load reads a table of 32 bytes,
        // and the store writes the 27 bytes of its mask.
        unsafe {
            let low = _mm256_add_epi8(
                _mm256_maskz_set1_epi8(planes[0], 1),
                _mm256_maskz_set1_epi8(planes[1], 2),
            );
            let high = _mm256_add_epi8(
                _mm256_maskz_set1_epi8(planes[2], 3),
                _mm256_maskz_set1_epi8(planes[3], 6),
            );
            let digits = _mm256_add_epi8(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
            let digits = _mm256_permutexvar_epi8(_mm256_loadu_si256(PLACE.as_ptr().cast()), digits);
            _mm256_mask_storeu_epi8(cells.as_mut_ptr().cast(), ALL, digits);
        }
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
