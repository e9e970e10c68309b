//! Vectors of 32-bit words: the trait [`SimdVector`], one implementation for each instruction set,
//! and the selection among them at run time.
//!
//! ```text
//!   Isa::best() ─▶ Isa::run(kernel) ─▶ #[target_feature] fn of that set ─▶ kernel.run::<V>()
//!                                      everything to the right is inlined into it
//!
//!   lane      0      1      2    …   WIDTH-1
//!   word   ┌──────┬──────┬──────┬───┬──────┐     16 with AVX-512, 8 with AVX2,
//!          │ u32  │ u32  │ u32  │   │ u32  │     4 with SSE2, NEON and WebAssembly,
//!          └──────┴──────┴──────┴───┴──────┘     2 in plain Rust
//! ```
//!
//! Unsafe code is here and in `simd9::vectorized` only. There are two kinds of it:
//!
//! - intrinsics, and one instruction in assembly in `int16_dot`, which need a processor that has
//!   them;
//! - reads at addresses that were checked before: words of a lane in an array of vectors, rows in
//!   `int16_dot`.
//!
//! A value of a vector type is only created inside [`Isa::run`], `Isa::run_narrow` or
//! `int16_dot::totals`, which first check that the processor has the instruction set. Every
//! `SAFETY` line relies on this.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub mod int16_dot;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod lane_access;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

pub use portable::U32x2;

/// The vectors that every processor of the architecture has.
#[cfg(target_arch = "x86_64")]
type BaseVector = sse2::Sse2;
#[cfg(target_arch = "aarch64")]
type BaseVector = neon::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type BaseVector = wasm::Wasm;
#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
type BaseVector = U32x2;

/// True if vectors in plain Rust are compiled.
const HAS_PORTABLE: bool = !cfg!(feature = "compact") || matches!(BaseVector::ISA, Isa::Portable);

/// The words of one lane, padded to whole vectors. The words behind those of the lane are
/// undefined.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct LaneWords([u32; 32]);

impl LaneWords {
    /// All words 0.
    pub const NONE: Self = Self([0; 32]);
}

impl Deref for LaneWords {
    type Target = [u32; 32];

    #[inline(always)]
    fn deref(&self) -> &[u32; 32] {
        &self.0
    }
}

impl DerefMut for LaneWords {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u32; 32] {
        &mut self.0
    }
}

/// The largest number of lanes.
pub const MAX_WIDTH: usize = 16;

/// Words that are dealt to lanes; see [`SimdVector::deal`].
#[derive(Copy, Clone, Debug)]
#[repr(C, align(64))]
pub struct DealtWords(pub [u32; 32]);

/// A move of lanes; see [`SimdVector::lane_move`].
#[derive(Copy, Clone, Debug)]
pub struct LaneMove<V> {
    /// For each lane that is written, the lane to read.
    sources: V,
    /// The lanes that are written.
    to: u32,
}

/// Returns the lanes of a mask, the lowest first.
#[inline(always)]
pub(crate) fn iter_lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (lane < 32).then_some(lane as usize)
    })
}

/// A vector of [`WIDTH`](Self::WIDTH) words. Every method is inlined, so that code over this trait
/// becomes plain vector code.
pub trait SimdVector: Copy {
    /// The instruction set of the vector.
    const ISA: Isa;
    /// Number of words, at most [`MAX_WIDTH`].
    const WIDTH: usize;

    /// Returns a vector with the word in every lane.
    fn splat(word: u32) -> Self;
    /// Returns the bits in both.
    fn and(self, other: Self) -> Self;
    /// Returns the bits in at least one of the two.
    fn or(self, other: Self) -> Self;
    /// Returns the bits in exactly one of the two.
    fn xor(self, other: Self) -> Self;
    /// Returns the bits of `self` that are not in `other`.
    fn and_not(self, other: Self) -> Self;
    /// Shifts each word to higher bits.
    fn shl<const N: u32>(self) -> Self;
    /// Shifts each word to lower bits.
    fn shr<const N: u32>(self) -> Self;
    /// Returns a mask: bit l is set if the word of lane l is not 0.
    fn nonzero_lanes(self) -> u32;
    /// Returns the words of one lane; `lane` must be less than [`WIDTH`](Self::WIDTH).
    fn extract_lane<const K: usize>(vectors: &[Self; K], lane: usize) -> [u32; K];
    /// Returns the padded words of one lane; `lane` must be less than [`WIDTH`](Self::WIDTH), and
    /// `K` between 17 and 31.
    #[inline(always)]
    fn load_lane<const K: usize>(vectors: &[Self; K], lane: usize) -> LaneWords {
        let mut words = LaneWords::NONE;
        words[..K].copy_from_slice(&Self::extract_lane(vectors, lane));
        words
    }
    /// Writes words into one lane; `lane` must be less than [`WIDTH`](Self::WIDTH), and `K` at most
    /// 32.
    fn store_lane<const K: usize>(vectors: &mut [Self; K], lane: usize, words: &LaneWords);
    /// Copies the words of each lane to a row of its own. There must be at least
    /// [`WIDTH`](Self::WIDTH) rows; `K` is between 17 and 31.
    #[inline(always)]
    fn store_rows<const K: usize>(vectors: &[Self; K], rows: &mut [LaneWords; MAX_WIDTH]) {
        for (lane, row) in rows.iter_mut().enumerate().take(Self::WIDTH) {
            *row = Self::load_lane(vectors, lane);
        }
    }
    /// Copies one row to each lane. This is the inverse of [`store_rows`](Self::store_rows).
    #[inline(always)]
    fn load_rows<const K: usize>(vectors: &mut [Self; K], rows: &[LaneWords; MAX_WIDTH]) {
        for (lane, row) in rows.iter().enumerate().take(Self::WIDTH) {
            Self::store_lane(vectors, lane, row);
        }
    }
    /// True if [`look_up`](Self::look_up) takes a few instructions.
    const HAS_TABLES: bool = false;
    /// Returns for each lane the entry at the number of leading zeros of its word, modulo 32.
    #[inline(always)]
    fn look_up(self, table: &[u32; 32]) -> Self {
        let mut found = [self];
        for lane in 0..Self::WIDTH {
            let [word] = Self::extract_lane(&[self], lane);
            let entry = table[word.leading_zeros() as usize % 32];
            Self::store_lane(&mut found, lane, &LaneWords([entry; 32]));
        }
        let [found] = found;
        found
    }
    /// Returns all bits in the lanes of the mask, none in the others.
    fn from_lane_mask(mask: u32) -> Self;
    /// Copies consecutive words, beginning with `words[from]`, into the lanes of the mask in
    /// ascending order (expand). The other lanes stay unchanged. Only the first [`MAX_WIDTH`] words
    /// are used.
    fn deal(self, words: &DealtWords, from: usize, mask: u32) -> Self;
    /// Returns the move of the lanes of a mask to the lanes of another mask, both in ascending
    /// order. The masks must have equally many lanes.
    #[inline(always)]
    fn lane_move(from: u32, to: u32) -> LaneMove<Self> {
        let mut sources = [Self::splat(0)];
        for (source, lane) in iter_lanes(from).zip(iter_lanes(to)) {
            Self::store_lane(&mut sources, lane, &LaneWords([source as u32; 32]));
        }
        let [sources] = sources;
        LaneMove { sources, to }
    }
    /// Moves lanes of `source` to lanes of `self`. The other lanes stay unchanged.
    #[inline(always)]
    fn with_moved(self, source: Self, lanes: &LaneMove<Self>) -> Self {
        let mut moved = [self];
        for lane in iter_lanes(lanes.to) {
            let [from] = Self::extract_lane(&[lanes.sources], lane);
            let [word] = Self::extract_lane(&[source], from as usize % Self::WIDTH);
            Self::store_lane(&mut moved, lane, &LaneWords([word; 32]));
        }
        let [moved] = moved;
        moved
    }
    /// Returns the sum of each word, modulo 2³².
    fn add(self, other: Self) -> Self;
    /// Returns all bits in the lanes whose word is 0, none in the others.
    fn zero_mask(self) -> Self;
    /// Returns all bits in the lanes whose word is greater than the other one, none in the others.
    /// Words must be below 2³¹.
    fn greater_mask(self, other: Self) -> Self;
    /// Returns the number of ones of each word.
    fn count_ones(self) -> Self;
    /// Returns the bits in at least one of three.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// Returns the bits in one or three of three.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// Returns the bits in two or three of three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }
    /// Returns the bits of `self` where the mask has ones, of `other` where it has zeros.
    #[inline(always)]
    fn select(self, mask: Self, other: Self) -> Self {
        other.xor(mask.and(self.xor(other)))
    }
    /// Returns the bits of `self`, and those in which `a` and `b` differ.
    #[inline(always)]
    fn or_xor(self, a: Self, b: Self) -> Self {
        self.or(a.xor(b))
    }
    /// Returns the bits of `self`, and those in both `a` and `b`.
    #[inline(always)]
    fn or_and(self, a: Self, b: Self) -> Self {
        self.or(a.and(b))
    }
    /// Returns the bits of `self`, and those of `x` in the lanes in which the word of `nonzero` is
    /// not 0.
    #[inline(always)]
    fn or_where(self, nonzero: Self, x: Self) -> Self {
        self.or(x.and_not(nonzero.zero_mask()))
    }
    /// Returns the bits of `self`, `b` and `c` where the first, second and third mask has ones. The
    /// masks must share no bit; where all have zeros, the result is undefined.
    #[inline(always)]
    fn blend3(self, b: Self, c: Self, masks: [u32; 3]) -> Self {
        self.select(Self::splat(masks[0]), b.select(Self::splat(masks[1]), c))
    }
    /// Returns `self & (a | b)`.
    #[inline(always)]
    fn and_or(self, a: Self, b: Self) -> Self {
        self.and(a.or(b))
    }
    /// Returns `self & !(a & b)`.
    #[inline(always)]
    fn and_not_both(self, a: Self, b: Self) -> Self {
        self.and_not(a.and(b))
    }
}

/// A computation, written once over [`SimdVector`]. `run` and every hot function below it should be
/// `#[inline(always)]`.
pub trait Kernel {
    /// The result of the computation.
    type Output;
    /// Runs the computation with vectors of this type.
    fn run<V: SimdVector>(self) -> Self::Output;
}

/// A vector instruction set. All give the same answers; they differ in speed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Isa {
    /// Plain Rust on every machine, two lanes in a word of 64 bits. With the feature `compact`,
    /// it is only on machines without other vectors.
    Portable,
    /// SSE2 on every x86-64, four lanes.
    Sse2,
    /// AVX2 on x86-64 since 2013, eight lanes.
    Avx2,
    /// AVX-512 (F, BW, CD, DQ, VL, VBMI, VPOPCNTDQ), sixteen lanes: Intel since Ice Lake, AMD since
    /// Zen 4.
    Avx512,
    /// NEON on every 64-bit ARM, four lanes.
    Neon,
    /// WebAssembly SIMD, four lanes, if ndoku is compiled with `-C target-feature=+simd128`.
    Wasm,
}

impl Isa {
    /// All instruction sets; those of one architecture from the slowest to the fastest.
    pub const ALL: &'static [Self] = &[
        Self::Portable,
        Self::Sse2,
        Self::Avx2,
        Self::Avx512,
        Self::Neon,
        Self::Wasm,
    ];

    /// Returns the fastest instruction set of this machine.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL
            .iter()
            .copied()
            .rev()
            .find(|isa| isa.is_available())
            .unwrap_or(Self::Portable)
    }

    /// Returns `true` if this machine has the instruction set. This is cheap: the standard library
    /// caches the answer.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => HAS_PORTABLE,
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::is_available(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => true,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Wasm => true,
            #[allow(unreachable_patterns)]
            _ => false,
        }
    }

    /// Returns the name that selects it: `portable`, `sse2`, `avx2`, `avx512`, `neon`, `wasm`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Sse2 => "sse2",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
            Self::Wasm => "wasm",
        }
    }

    /// Runs a kernel with the vectors of this set. If they are not available, it runs with those
    /// that every processor of the architecture has.
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the guard has checked that the processor has every feature of the function.
            Self::Avx512 if self.is_available() => unsafe { avx512::run(kernel) },
            _ => self.run_without_avx512(kernel),
        }
    }
}

impl Isa {
    /// Runs a kernel that uses one lane. Vectors with few lanes are faster for it than those of
    /// [`run`](Self::run), if their operations have three operands too.
    pub(crate) fn run_narrow<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the guard has checked that the processor has every feature of the function.
            Self::Avx512 if self.is_available() => unsafe { avx512::run_narrow(kernel) },
            _ => self.run_without_avx512(kernel),
        }
    }

    /// Runs a kernel that few puzzles need, such as one for X-Sudoku. With the feature `compact`,
    /// there is no copy of it for AVX-512, and AVX2 runs it.
    pub(crate) fn run_compactly<K: Kernel>(self, kernel: K) -> K::Output {
        #[cfg(feature = "compact")]
        return match self {
            Self::Avx512 => Self::Avx2.run_without_avx512(kernel),
            _ => self.run_without_avx512(kernel),
        };
        #[cfg(not(feature = "compact"))]
        self.run(kernel)
    }

    /// Runs a kernel with the vectors of this set, but not with those of AVX-512.
    fn run_without_avx512<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the guard has checked that the processor has every feature of the function.
            Self::Avx2 if self.is_available() => unsafe { avx2::run(kernel) },
            #[cfg(not(feature = "compact"))]
            Self::Portable => kernel.run::<U32x2>(),
            _ => kernel.run::<BaseVector>(),
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An error: no instruction set has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", ndoku_core::unknown_name("instruction set", .0, Isa::ALL.iter().map(|isa| isa.name()), None))]
pub struct UnknownIsaError(String);

impl FromStr for Isa {
    type Err = UnknownIsaError;

    fn from_str(name: &str) -> Result<Self, UnknownIsaError> {
        Self::ALL
            .iter()
            .copied()
            .find(|isa| isa.name() == name)
            .ok_or_else(|| UnknownIsaError(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kernel that runs every operation on words that differ from lane to lane. The results of
    /// each lane must be those of plain words.
    struct EveryOperation;

    const SEED: u32 = 0x9e37_79b9;

    /// Number of words of a lane.
    const WORDS: usize = 27;

    fn word(index: usize, lane: usize) -> u32 {
        (index as u32 * 37 + lane as u32 + 1)
            .wrapping_mul(SEED)
            .rotate_left(index as u32)
            & ((1 << 27) - 1)
    }

    impl Kernel for EveryOperation {
        type Output = Vec<Vec<u32>>;

        #[inline(always)]
        fn run<V: SimdVector>(self) -> Vec<Vec<u32>> {
            let mut state = [V::splat(0); WORDS];
            for lane in 0..V::WIDTH {
                V::store_lane(
                    &mut state,
                    lane,
                    &LaneWords(std::array::from_fn(|index| word(index, lane))),
                );
            }
            let [a, b, c] = [state[0], state[1], state[2]];
            let mut out = state;
            let results = [
                a.and(b),
                a.or(b),
                a.xor(b),
                a.and_not(b),
                a.shl::<9>(),
                a.shr::<9>(),
                a.or3(b, c),
                a.xor3(b, c),
                a.majority(b, c),
                a.select(b, c),
                a.and_or(b, c),
                a.and_not_both(b, c),
                a.or_xor(b, c),
                a.or_and(b, c),
                a.blend3(b, c, [0o777, 0o777_000, 0o777_000_000])
                    .and(V::splat((1 << 27) - 1)),
                V::splat(SEED),
                a.add(b),
                a.zero_mask(),
                a.xor(a).zero_mask(),
                a.greater_mask(b),
                b.greater_mask(a),
                a.count_ones(),
                a.or_where(b, c),
                a.or_where(b.xor(b), c),
            ];
            out[..results.len()].copy_from_slice(&results);
            (0..V::WIDTH)
                .map(|lane| {
                    let mut words = V::load_lane(&out, lane)[..WORDS].to_vec();
                    let only = {
                        let mut alone = [V::splat(0); WORDS];
                        let mut set = LaneWords::NONE;
                        set[5] = 1 << 26;
                        V::store_lane(&mut alone, lane, &set);
                        alone[5].nonzero_lanes()
                    };
                    words.push(u32::from(only == 1 << lane));
                    words.push(u32::from(V::splat(0).nonzero_lanes() == 0));
                    words
                })
                .collect()
        }
    }

    #[test]
    fn every_instruction_set_agrees_with_plain_words() {
        for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
            for (lane, words) in isa.run(EveryOperation).iter().enumerate() {
                let [a, b, c] = [word(0, lane), word(1, lane), word(2, lane)];
                let expected = [
                    a & b,
                    a | b,
                    a ^ b,
                    a & !b,
                    a << 9,
                    a >> 9,
                    a | b | c,
                    a ^ b ^ c,
                    (a & b) | (a & c) | (b & c),
                    (b & a) | (!b & c),
                    a & (b | c),
                    a & !(b & c),
                    a | (b ^ c),
                    a | (b & c),
                    (a & 0o777) | (b & 0o777_000) | (c & 0o777_000_000),
                    SEED,
                    a + b,
                    0,
                    u32::MAX,
                    u32::from(a > b).wrapping_neg(),
                    u32::from(b > a).wrapping_neg(),
                    a.count_ones(),
                    a | c,
                    a,
                ];
                assert_eq!(words[..expected.len()], expected, "{isa}, lane {lane}");
                assert_eq!(words[WORDS..], [1, 1], "{isa}, lane {lane}");
                assert!(
                    (expected.len()..WORDS).all(|index| words[index] == word(index, lane)),
                    "{isa}, lane {lane}"
                );
            }
        }
    }

    /// A kernel that moves the lanes of masks, and transposes lanes and rows.
    struct LanesThatMove;

    impl Kernel for LanesThatMove {
        type Output = ();

        #[inline(always)]
        fn run<V: SimdVector>(self) {
            let rows: [LaneWords; MAX_WIDTH] = std::array::from_fn(|lane| {
                LaneWords(std::array::from_fn(|index| word(index, lane)))
            });
            let mut state = [V::splat(0); WORDS];
            V::load_rows(&mut state, &rows);
            for (lane, row) in rows.iter().enumerate().take(V::WIDTH) {
                let words = V::load_lane(&state, lane);
                assert_eq!(words[..WORDS], row[..WORDS], "{}", V::ISA);
            }
            let mut stored = [LaneWords::NONE; MAX_WIDTH];
            V::store_rows(&state, &mut stored);
            for (lane, (row, stored)) in rows.iter().zip(&stored).enumerate().take(V::WIDTH) {
                assert_eq!(stored[..WORDS], row[..WORDS], "{}, lane {lane}", V::ISA);
            }
            let table = std::array::from_fn(|index| word(index, 3));
            for x in [state[2], state[2].shr::<3>(), V::splat(0)] {
                let found = x.look_up(&table);
                for lane in 0..V::WIDTH {
                    let [word] = V::extract_lane(&[x], lane);
                    let expected = table[word.leading_zeros() as usize % 32];
                    assert_eq!(V::extract_lane(&[found], lane), [expected], "{}", V::ISA);
                }
            }
            let [source, target] = [state[0], state[1]];
            for from in 0..1_u32 << V::WIDTH {
                // Another mask with as many lanes.
                let to = from.reverse_bits() >> (32 - V::WIDTH);
                let moved = target.with_moved(source, &V::lane_move(from, to));
                let mut expected: Vec<u32> = (0..V::WIDTH).map(|lane| word(1, lane)).collect();
                for (lane, source) in iter_lanes(to).zip(iter_lanes(from)) {
                    expected[lane] = word(0, source);
                }
                for (lane, expected) in expected.iter().enumerate() {
                    assert_eq!(V::extract_lane(&[moved], lane), [*expected], "{}", V::ISA);
                }
            }
        }
    }

    #[test]
    fn lanes_move_in_order_and_to_rows_and_back() {
        for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
            isa.run(LanesThatMove);
        }
    }

    #[test]
    fn names_parse_to_their_instruction_set() {
        for isa in Isa::ALL {
            assert_eq!(isa.name().parse(), Ok(*isa));
        }
        assert!(
            "mmx"
                .parse::<Isa>()
                .unwrap_err()
                .to_string()
                .contains("avx512")
        );
        assert!(Isa::best().is_available() && Isa::Portable.is_available());
    }
}
