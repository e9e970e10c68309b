//! NEON: four lanes, and a bitwise selection in one instruction. Every processor of the
//! architecture has it, so that no run-time check is necessary.

use std::arch::aarch64::{
    uint32x4_t, vaddq_u32, vaddvq_u32, vandq_u32, vbicq_u32, vbslq_u32, vceqzq_u32, vcgtq_u32,
    vcntq_u8, vdupq_n_s32, vdupq_n_u32, veorq_u32, vgetq_lane_u32, vorrq_u32, vpaddlq_u8,
    vpaddlq_u16, vreinterpretq_u8_u32, vsetq_lane_u32, vshlq_u32, vtstq_u32,
};

use super::lane_access::impl_lane_access;
use super::{Isa, LaneWords, SimdVector};

/// Four words.
#[derive(Copy, Clone)]
pub(super) struct Neon(uint32x4_t);

#[inline(always)]
fn get<const LANE: i32>(vector: uint32x4_t) -> u32 {
    // SAFETY: every processor of the architecture has NEON.
    unsafe { vgetq_lane_u32::<LANE>(vector) }
}

#[inline(always)]
fn with<const LANE: i32>(vector: uint32x4_t, word: u32) -> uint32x4_t {
    // SAFETY: every processor of the architecture has NEON.
    unsafe { vsetq_lane_u32::<LANE>(word, vector) }
}

impl SimdVector for Neon {
    const ISA: Isa = Isa::Neon;

    impl_lane_access!(get, with);

    #[inline(always)]
    fn splat(word: u32) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { vdupq_n_u32(word) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { vandq_u32(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { vorrq_u32(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { veorq_u32(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { vbicq_u32(self.0, other.0) })
    }
    /// The compiler turns the constant into an immediate operand.
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { vshlq_u32(self.0, vdupq_n_s32(N.cast_signed())) })
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { vshlq_u32(self.0, vdupq_n_s32(-N.cast_signed())) })
    }
    #[inline(always)]
    fn nonzero_lanes(self) -> u32 {
        let bits = with::<3>(with::<2>(with::<1>(Self::splat(1).0, 2), 4), 8);
        // SAFETY: every processor of the architecture has NEON.
        unsafe { vaddvq_u32(vandq_u32(vtstq_u32(self.0, self.0), bits)) }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { vaddq_u32(self.0, other.0) })
    }
    #[inline(always)]
    fn zero_mask(self) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { vceqzq_u32(self.0) })
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { vcgtq_u32(self.0, other.0) })
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u32(self.0)))) })
    }
    #[inline(always)]
    fn select(self, mask: Self, other: Self) -> Self {
        // SAFETY: every processor of the architecture has NEON.
        Self(unsafe { vbslq_u32(mask.0, self.0, other.0) })
    }
}
