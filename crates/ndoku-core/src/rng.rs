//! `Rng`: a seeded random number generator with the same output on every machine.
//!
//! The generator is xoshiro256++ 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number
//! generators", 2021), from the crate `rand_xoshiro`. Its 256 bits of state suffice to reach each
//! of the 6.67 · 10²¹ grids. SplitMix64 fills the state (Steele, Lea and Flood, "Fast splittable
//! pseudorandom number generators", 2014), as the authors of xoshiro recommend. Programs should
//! cite it as xoshiro256++, seeded by SplitMix64. It is not cryptographically secure.
//!
//! **Streams.** A seed is a promise: these numbers do not change in later versions.
//!
//! | generator | its state |
//! |---|---|
//! | [`Rng::new`] | the first four outputs of SplitMix64 for the seed |
//! | [`Rng::stream`] | that of `Rng::new(f(f(seed) ^ n))` |
//! | [`Rng::split`] | the next four outputs of the generator |
//!
//! Here f is the first output of SplitMix64 for a seed.
//!
//! [`Rng::below`] rejects outputs from the largest multiple of the bound on, and returns the
//! remainder of the first other one. [`Rng::shuffle`] exchanges the last item with that at
//! `below(length)`, then the one before it, and so on.
//!
//! ```
//! use ndoku_core::Rng;
//!
//! let (mut one, mut same) = (Rng::new(7), Rng::new(7));
//! assert_eq!(one.next_u64(), same.next_u64());
//! ```

use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The random number generator xoshiro256++.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Creates the generator for a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Creates the generator for stream `n` of a seed. Streams are independent of each other.
    #[must_use]
    pub fn stream(seed: u64, n: u64) -> Self {
        let split_mix = |seed| SplitMix64::seed_from_u64(seed).next_u64();
        Self::new(split_mix(split_mix(seed) ^ n))
    }

    /// Creates another generator, filled with the next 256 bits of this one.
    #[must_use]
    pub fn split(&mut self) -> Self {
        Self(Xoshiro256PlusPlus::from_rng(&mut self.0))
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a uniformly distributed number below `bound`, or 0 if `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // Bits above the largest multiple of the bound are rejected, so that the result is
        // unbiased.
        let Some(excess) = (u64::MAX % bound.max(1))
            .checked_add(1)
            .map(|excess| excess % bound.max(1))
        else {
            return 0;
        };
        loop {
            let bits = self.next_u64();
            if bits <= u64::MAX - excess {
                return bits % bound.max(1);
            }
        }
    }

    /// Shuffles a slice uniformly (Fisher and Yates).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_match_the_reference_code() {
        // The first outputs of the reference code in C, for the state 1, 2, 3, 4 and, in
        // SplitMix64, for the seed 1234567.
        let mut state = [0; 32];
        for (word, number) in state.as_chunks_mut::<8>().0.iter_mut().zip(1_u64..) {
            *word = number.to_le_bytes();
        }
        let mut rng = Rng(Xoshiro256PlusPlus::from_seed(state));
        let first: [u64; 4] = std::array::from_fn(|_| rng.next_u64());
        assert_eq!(
            first,
            [
                41_943_041,
                58_720_359,
                3_588_806_011_781_223,
                3_591_011_842_654_386
            ]
        );
        let mut rng = SplitMix64::seed_from_u64(1_234_567);
        let first: [u64; 3] = std::array::from_fn(|_| rng.next_u64());
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn streams_do_not_change() {
        // Computed from the definitions in the head of this file by another program.
        let first = |mut rng: Rng| [(); 3].map(|()| rng.next_u64());
        assert_eq!(
            first(Rng::new(7)),
            [
                0x0e2c_1a00_2aae_913d,
                0x2c0f_c8dd_fa4e_9e14,
                0xb7b3_11b3_b0d4_5872
            ]
        );
        assert_eq!(
            first(Rng::stream(7, 1)),
            [
                0xf4cb_fcaa_6891_bd20,
                0x7deb_3da0_07d6_bbfc,
                0x1e55_c0fe_d973_01fc
            ]
        );
        let mut rng = Rng::new(7);
        let mut split = rng.split();
        assert_eq!(
            [split.next_u64(), split.next_u64(), rng.next_u64()],
            [
                0xc372_fd49_676c_5619,
                0x407d_c538_5389_bfbf,
                0xf6b2_63f2_f579_0376
            ]
        );
        let mut rng = Rng::new(7);
        let mut numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        rng.shuffle(&mut numbers);
        assert_eq!(numbers, [4, 7, 9, 2, 3, 1, 8, 5, 6]);
        assert_eq!([(); 5].map(|()| rng.below(100)), [65, 69, 41, 90, 17]);
    }

    #[test]
    fn below_returns_each_number_equally_often() {
        let mut rng = Rng::new(1);
        for bound in [1, 2, 3, 7, 10] {
            let mut counts = vec![0; bound as usize];
            for _ in 0..1_000 * bound {
                counts[rng.below(bound) as usize] += 1;
            }
            assert!(
                counts.iter().all(|times| (880..1_120).contains(times)),
                "{counts:?}"
            );
        }
        assert!(rng.below(0) == 0 && rng.below(u64::MAX) < u64::MAX);
        assert_ne!(Rng::stream(1, 1), Rng::stream(1, 2));
        assert_ne!(Rng::stream(1, 1), Rng::stream(2, 1));
    }
}
