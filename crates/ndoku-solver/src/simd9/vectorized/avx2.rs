//! Operations of the 9×9 solver with AVX2: clues into words, solutions into digits.

use std::arch::x86_64::*;

use super::super::propagate::ALL;
use super::super::transpose::{COLUMN, KEYS, LOCKS, PLACE};

/// Calls `put` with each word of the candidates of clues; see [`transpose::load_clues`].
///
/// Loads row by row. Each row is copied to both halves of the register first, since a shuffle
/// reaches only its own half.
///
/// # Safety
/// The processor must have AVX2, as inside [`Isa::run`](crate::simd::Isa::run) for this set.
#[inline(always)]
pub(super) unsafe fn load_clues(clues: &[u8; 81], mut put: impl FnMut(usize, u32)) {
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
    for row in 0..9 {
        let (from, columns) = if row < 8 {
            (9 * row, &COLUMN)
        } else {
            (65, &LAST)
        };
        // SAFETY: the processor has AVX2; loads read 16 clues from 0, 9, … 63, or 65 on, 16 locks,
        // or tables of 32 bytes.
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
                let mask = _mm256_movemask_epi8(_mm256_cmpeq_epi8(common, _mm256_setzero_si256()));
                put(3 * row + i, mask.cast_unsigned() & ALL);
            }
        }
    }
}

/// Writes the digits of a band of a solution; see [`transpose::store_band`].
///
/// Copies each byte of a plane to the eight bytes that it describes, and keeps in each byte its
/// own bit. A shuffle reaches only its own half of the register. So there is one for the bytes
/// of each half, where an index with the highest bit gives 0.
///
/// # Safety
/// The processor must have AVX2, as inside [`Isa::run`](crate::simd::Isa::run) for this set.
#[inline(always)]
pub(super) unsafe fn store_band(planes: &[u32; 4], cells: &mut [u8; 27]) {
    let mut bytes = [0; 32];
    // SAFETY: the processor has AVX2; the load reads a table of 32 bytes, the store writes 32
    // bytes.
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
