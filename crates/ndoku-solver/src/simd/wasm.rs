//! WebAssembly SIMD: four lanes. A module compiled with it needs it, so that no run-time check is
//! necessary and no code is unsafe.

use std::arch::wasm32::{
    i8x16_popcnt, u16x8_extadd_pairwise_u8x16, u32x4_add, u32x4_bitmask, u32x4_eq,
    u32x4_extadd_pairwise_u16x8, u32x4_extract_lane, u32x4_gt, u32x4_ne, u32x4_replace_lane,
    u32x4_shl, u32x4_shr, u32x4_splat, v128, v128_and, v128_andnot, v128_bitselect, v128_or,
    v128_xor,
};

use super::lane_access::impl_lane_access;
use super::{Isa, LaneWords, SimdVector};

/// Four words.
#[derive(Copy, Clone)]
pub(super) struct Wasm(v128);

#[inline(always)]
fn get<const LANE: usize>(vector: v128) -> u32 {
    u32x4_extract_lane::<LANE>(vector)
}

#[inline(always)]
fn with<const LANE: usize>(vector: v128, word: u32) -> v128 {
    u32x4_replace_lane::<LANE>(vector, word)
}

impl SimdVector for Wasm {
    const ISA: Isa = Isa::Wasm;

    impl_lane_access!(get, with);

    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self(u32x4_splat(word))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(v128_xor(self.0, other.0))
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(v128_andnot(self.0, other.0))
    }
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        Self(u32x4_shl(self.0, N))
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        Self(u32x4_shr(self.0, N))
    }
    #[inline(always)]
    fn nonzero_lanes(self) -> u32 {
        u32::from(u32x4_bitmask(u32x4_ne(self.0, u32x4_splat(0))))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(u32x4_add(self.0, other.0))
    }
    #[inline(always)]
    fn zero_mask(self) -> Self {
        Self(u32x4_eq(self.0, u32x4_splat(0)))
    }
    #[inline(always)]
    fn greater_mask(self, other: Self) -> Self {
        Self(u32x4_gt(self.0, other.0))
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        let bytes = i8x16_popcnt(self.0);
        Self(u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(
            bytes,
        )))
    }
    #[inline(always)]
    fn select(self, mask: Self, other: Self) -> Self {
        Self(v128_bitselect(self.0, other.0, mask.0))
    }
}
