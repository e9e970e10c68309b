//! The operations of the 9×9 solver that have instructions of their own: clues into words,
//! solutions into digits, and the choice of a bivalue cell.
//!
//! The instruction set of the vectors selects the version. The others use plain words, as do the
//! tests that compare them. No other module of the 9×9 solver has unsafe code.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod bivalue;

use super::guess::{self, Guess};
use super::transpose;
#[cfg(target_arch = "x86_64")]
use crate::simd::Isa;
use crate::simd::{LaneWords, SimdVector};

/// Returns the best guess among the lowest bivalue cells of each band, if there is a bivalue cell,
/// like [`guess::best_bivalue_guess`], with the instruction set of the vectors.
#[inline(always)]
pub(super) fn best_bivalue_guess<V: SimdVector>(words: &LaneWords) -> Option<Guess> {
    match V::ISA {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: what creates vectors of this set has checked the processor; see `simd.rs`.
        Isa::Avx512 => unsafe { avx512::best_bivalue_guess(words) },
        _ => guess::best_bivalue_guess(words),
    }
}

/// Calls `put` with each word of a puzzle given by clues, like [`transpose::load_clues`], with the
/// instruction set of the vectors.
#[inline(always)]
pub(super) fn load_clues<V: SimdVector>(clues: &[u8; 81], put: impl FnMut(usize, u32)) {
    match V::ISA {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: what creates vectors of this set has checked the processor; see `simd.rs`.
        Isa::Avx512 => unsafe { avx512::load_clues(clues, put) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: what creates vectors of this set has checked the processor; see `simd.rs`.
        Isa::Avx2 => unsafe { avx2::load_clues(clues, put) },
        _ => transpose::load_clues(clues, put),
    }
}

/// Writes the digits of a band like [`transpose::store_band`], with the instruction set of the
/// vectors.
#[inline(always)]
pub(super) fn store_band<V: SimdVector>(planes: &[u32; 4], cells: &mut [u8; 27]) {
    match V::ISA {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: what creates vectors of this set has checked the processor; see `simd.rs`.
        Isa::Avx512 => unsafe { avx512::store_band(planes, cells) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: what creates vectors of this set has checked the processor; see `simd.rs`.
        Isa::Avx2 => unsafe { avx2::store_band(planes, cells) },
        _ => transpose::store_band(planes, cells),
    }
}
