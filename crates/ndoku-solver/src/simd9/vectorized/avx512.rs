//! Operations of the 9×9 solver with AVX-512: clues into words, solutions into digits, and
//! the choice of a bivalue cell.

use std::arch::x86_64::*;

use super::super::guess::Guess;
use super::super::propagate::ALL;
use super::super::transpose::{COLUMN, KEYS, LOCKS, PLACE};
use crate::simd::LaneWords;

/// Returns the best guess among some bivalue cells; see `guess::best_bivalue_guess`.
///
/// # Safety
/// The processor must have AVX-512, as inside [`Isa::run`](crate::simd::Isa::run) for this set.
#[inline(always)]
pub(super) unsafe fn best_bivalue_guess(words: &LaneWords) -> Option<Guess> {
    super::bivalue::best_bivalue_guess(words)
}

/// Calls `put` with each word of the candidates of clues; see `transpose::load_clues`.
///
/// Loads two rows at a time.
///
/// # Safety
/// The processor must have AVX-512, as inside [`Isa::run`](crate::simd::Isa::run) for this set.
#[inline(always)]
pub(super) unsafe fn load_clues(clues: &[u8; 81], mut put: impl FnMut(usize, u32)) {
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
    // SAFETY: the processor has AVX-512BW and VBMI; loads read 64 bytes of the
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
                    put(3 * $row + $i, mask as u32);
                    if $row != 6 {
                        put(3 * $row + 3 + $i, (mask >> 32) as u32);
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

/// Writes the digits of a band of a solution; see `transpose::store_band`.
///
/// # Safety
/// The processor must have AVX-512, as inside [`Isa::run`](crate::simd::Isa::run) for this set.
#[inline(always)]
pub(super) unsafe fn store_band(planes: &[u32; 4], cells: &mut [u8; 27]) {
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
