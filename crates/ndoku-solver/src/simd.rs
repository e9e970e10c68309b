//! Vectors of 32-bit words: [`Lanes`], one implementation for each instruction set, and the choice among them at run time.
//!
//! ```text
//!   Isa::best() ─▶ Isa::run(kernel) ─▶ #[target_feature] fn of that set ─▶ kernel.run::<V>()       everything below is inlined into it
//!
//!   lane      0      1      2    …   WIDTH-1
//!   word   ┌──────┬──────┬──────┬───┬──────┐
//!          │ u32  │ u32  │ u32  │   │ u32  │     16 with AVX-512, 8 with AVX2, 4 with SSE2, NEON and WebAssembly, 2 in plain Rust
//!          └──────┴──────┴──────┴───┴──────┘
//! ```
//!
//! This is the only room of the project with unsafe code. It holds two kinds of it: intrinsics (and one instruction in assembly, in `int16_dot`), which need a
//! processor that has them; and reads at addresses that were checked before: words of a lane in an array of vectors, rows in `int16_dot`. A value of a vector type is
//! only made inside [`Isa::run`] or `int16_dot::totals`, which look first whether the processor has the set; this is what every `SAFETY` line rests on.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod four;
pub(crate) mod int16_dot;
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

pub(crate) use portable::Pair;

use crate::lanes::guess::{self, Guess};
use crate::lanes::pack;

/// Words of a state, see [`crate::lanes`].
pub(crate) const WORDS: usize = 27;

/// The words of one lane, with room to be moved as whole vectors; the last five mean nothing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Words([u32; 32]);

impl Words {
    /// All words 0.
    pub(crate) const NONE: Self = Self([0; 32]);
}

impl Deref for Words {
    type Target = [u32; 32];

    #[inline(always)]
    fn deref(&self) -> &[u32; 32] {
        &self.0
    }
}

impl DerefMut for Words {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u32; 32] {
        &mut self.0
    }
}

/// A vector of [`WIDTH`](Self::WIDTH) words. Every method is inlined, so that code written over this trait becomes plain vector code.
pub(crate) trait Lanes: Copy {
    /// How many words, at most 32.
    const WIDTH: usize;

    /// The same word in every lane.
    fn splat(word: u32) -> Self;
    /// Bits in both.
    fn and(self, other: Self) -> Self;
    /// Bits in any of both.
    fn or(self, other: Self) -> Self;
    /// Bits in one of both.
    fn xor(self, other: Self) -> Self;
    /// Bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Each word shifted to higher bits.
    fn up<const N: u32>(self) -> Self;
    /// Each word shifted to lower bits.
    fn down<const N: u32>(self) -> Self;
    /// Bit l is set if the word of lane l is not 0.
    fn filled(self) -> u32;
    /// The words of one lane; `lane` must be less than [`WIDTH`](Self::WIDTH).
    fn column<const K: usize>(vectors: &[Self; K], lane: usize) -> [u32; K];
    /// The words of one lane of a state; `lane` must be less than [`WIDTH`](Self::WIDTH).
    #[inline(always)]
    fn words(state: &[Self; WORDS], lane: usize) -> Words {
        let mut words = Words::NONE;
        words[..WORDS].copy_from_slice(&Self::column(state, lane));
        words
    }
    /// Puts words into one lane; `lane` must be less than [`WIDTH`](Self::WIDTH).
    fn set_words(state: &mut [Self; WORDS], lane: usize, words: &Words);
    /// The best guess among some cells with two candidates, if there is one: see [`guess`](crate::lanes::guess).
    #[inline(always)]
    fn best_pair(words: &Words) -> Option<Guess> {
        guess::best_pair(words)
    }
    /// All bits in the lanes of the mask, none in the others.
    fn lanes(mask: u32) -> Self;
    /// Gives the words from `from` on to the lanes of the mask, in turn; the others keep theirs. There must be [`WIDTH`](Self::WIDTH) words from there on,
    /// though only as many are used as the mask has lanes.
    fn deal(self, words: &[u32; 32], from: usize, mask: u32) -> Self;
    /// Puts the candidates that clues leave at place `at`, below 32, of each word: see [`pack`](crate::lanes::pack).
    #[inline(always)]
    fn load(clues: &[u8; 81], words: &mut [[u32; 32]; WORDS], at: usize) {
        pack::load(clues, words, at);
    }
    /// Writes the 27 digits of a band of a solution from its planes: see [`pack`](crate::lanes::pack).
    #[inline(always)]
    fn store(planes: &[u32; 4], cells: &mut [u8; 27]) {
        pack::store(planes, cells);
    }
    /// Bits in any of three.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// Bits in one or three of three.
    #[inline(always)]
    fn odd(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// Bits in two or three of three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }
    /// Bits of `self` where the mask has ones, of `other` where it has zeros.
    #[inline(always)]
    fn select(self, mask: Self, other: Self) -> Self {
        other.xor(mask.and(self.xor(other)))
    }
    /// Bits of `self`, and those in which the two others differ.
    #[inline(always)]
    fn or_differing(self, a: Self, b: Self) -> Self {
        self.or(a.xor(b))
    }
    /// Bits of `self`, and those in both others.
    #[inline(always)]
    fn or_both(self, a: Self, b: Self) -> Self {
        self.or(a.and(b))
    }
    /// Bits of `self`, `b` and `c` where the first, second and third mask has ones; the masks share no bit, and where all have zeros, the result may be
    /// anything.
    #[inline(always)]
    fn join(self, b: Self, c: Self, masks: [u32; 3]) -> Self {
        self.select(Self::splat(masks[0]), b.select(Self::splat(masks[1]), c))
    }
    /// `self & (a | b)`.
    #[inline(always)]
    fn and_any(self, a: Self, b: Self) -> Self {
        self.and(a.or(b))
    }
    /// `self & !(a & b)`.
    #[inline(always)]
    fn without_both(self, a: Self, b: Self) -> Self {
        self.without(a.and(b))
    }
}

/// Something to compute, written once over [`Lanes`]. `run` should be `#[inline(always)]`, down to everything hot that it calls.
pub(crate) trait Kernel {
    /// The result.
    type Output;
    /// Computes it with vectors of this kind.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// An instruction set for vectors. All give the same answers; they differ in speed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Isa {
    /// Plain Rust, two lanes in a word of 64 bits: on every machine.
    Portable,
    /// SSE2, four lanes: every x86-64.
    Sse2,
    /// AVX2, eight lanes: x86-64 since 2013.
    Avx2,
    /// AVX-512 (F, BW, CD, DQ, VL, VBMI, VPOPCNTDQ), sixteen lanes: Intel since Ice Lake, AMD since Zen 4.
    Avx512,
    /// NEON, four lanes: every 64-bit ARM.
    Neon,
    /// SIMD of WebAssembly, four lanes: where ndoku is compiled with `-C target-feature=+simd128`.
    Wasm,
}

impl Isa {
    /// All; of one architecture from the slowest to the fastest.
    pub const ALL: &'static [Self] = &[
        Self::Portable,
        Self::Sse2,
        Self::Avx2,
        Self::Avx512,
        Self::Neon,
        Self::Wasm,
    ];

    /// The fastest that this machine has.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL
            .iter()
            .copied()
            .rev()
            .find(|isa| isa.is_available())
            .unwrap_or(Self::Portable)
    }

    /// Whether this machine has it. Cheap: the answer is kept by the standard library.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
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

    /// The name to choose it by: `portable`, `sse2`, `avx2`, `avx512`, `neon`, `wasm`.
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

    /// Runs a kernel with the vectors of this set, or with plain ones if the machine does not have it.
    pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the guard has seen that the processor has every feature that the function is compiled for.
            Self::Avx512 if self.is_available() => unsafe { avx512::run(kernel) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Self::Avx2 if self.is_available() => unsafe { avx2::run(kernel) },
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => kernel.run::<sse2::Sse2>(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => kernel.run::<neon::Neon>(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Wasm => kernel.run::<wasm::Wasm>(),
            _ => kernel.run::<Pair>(),
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No instruction set has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", ndoku_core::unknown_name("instruction set", .0, Isa::ALL.iter().map(|isa| isa.name()), None))]
pub struct UnknownIsa(String);

impl FromStr for Isa {
    type Err = UnknownIsa;

    fn from_str(name: &str) -> Result<Self, UnknownIsa> {
        Self::ALL
            .iter()
            .copied()
            .find(|isa| isa.name() == name)
            .ok_or_else(|| UnknownIsa(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on words that differ from lane to lane; the results lane by lane must be those of one lane alone.
    struct EveryOperation;

    const SEED: u32 = 0x9e37_79b9;

    fn word(index: usize, lane: usize) -> u32 {
        (index as u32 * 37 + lane as u32 + 1)
            .wrapping_mul(SEED)
            .rotate_left(index as u32)
            & ((1 << 27) - 1)
    }

    impl Kernel for EveryOperation {
        type Output = Vec<Vec<u32>>;

        #[inline(always)]
        fn run<L: Lanes>(self) -> Vec<Vec<u32>> {
            let mut state = [L::splat(0); WORDS];
            for lane in 0..L::WIDTH {
                L::set_words(
                    &mut state,
                    lane,
                    &Words(std::array::from_fn(|index| word(index, lane))),
                );
            }
            let [a, b, c] = [state[0], state[1], state[2]];
            let mut out = state;
            let results = [
                a.and(b),
                a.or(b),
                a.xor(b),
                a.without(b),
                a.up::<9>(),
                a.down::<9>(),
                a.or3(b, c),
                a.odd(b, c),
                a.majority(b, c),
                a.select(b, c),
                a.and_any(b, c),
                a.without_both(b, c),
                a.or_differing(b, c),
                a.or_both(b, c),
                a.join(b, c, [0o777, 0o777_000, 0o777_000_000])
                    .and(L::splat((1 << 27) - 1)),
                L::splat(SEED),
            ];
            out[..results.len()].copy_from_slice(&results);
            (0..L::WIDTH)
                .map(|lane| {
                    let mut words = L::words(&out, lane)[..WORDS].to_vec();
                    let only = {
                        let mut alone = [L::splat(0); WORDS];
                        let mut set = Words::NONE;
                        set[5] = 1 << 26;
                        L::set_words(&mut alone, lane, &set);
                        alone[5].filled()
                    };
                    words.push(u32::from(only == 1 << lane));
                    words.push(u32::from(L::splat(0).filled() == 0));
                    words
                })
                .collect()
        }
    }

    #[test]
    fn every_set_computes_what_plain_words_do() {
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

    #[test]
    fn names_are_read_back() {
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
