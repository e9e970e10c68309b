//! `Rng`: a seeded random number generator with the same output on every machine.
//!
//! The generator is xoshiro256++ 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number
//! generators", 2021). Its 256 bits of state suffice to reach each of the 6.67 · 10²¹ grids.
//! SplitMix64 fills the state (Steele, Lea and Flood, "Fast splittable pseudorandom number
//! generators", 2014), as the authors of xoshiro recommend. Programs should cite it as
//! xoshiro256++, seeded by SplitMix64. It is not cryptographically secure.
//!
//! ```
//! use ndoku_generate::Rng;
//!
//! let (mut one, mut same) = (Rng::new(7), Rng::new(7));
//! assert_eq!(one.next_u64(), same.next_u64());
//! ```

/// The random number generator xoshiro256++.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng([u64; 4]);

impl Rng {
    /// Creates the generator for a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        Self(std::array::from_fn(|_| split_mix(&mut state)))
    }

    /// Creates the generator for stream `n` of a seed. Streams are independent of each other.
    #[must_use]
    pub fn stream(seed: u64, n: u64) -> Self {
        let mut state = seed;
        let mut other = split_mix(&mut state) ^ n;
        Self::new(split_mix(&mut other))
    }

    /// Creates another generator, filled with the next 256 bits of this one.
    #[must_use]
    pub fn split(&mut self) -> Self {
        Self(std::array::from_fn(|_| self.next_u64()))
    }

    /// Returns the next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        let s = &mut self.0;
        let bits = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        bits
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
}

impl Rng {
    /// Shuffles a slice uniformly (Fisher and Yates).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// Returns the next number of SplitMix64.
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_match_the_reference_code() {
        // The first outputs of the reference code in C, for the state 1, 2, 3, 4 and, in
        // SplitMix64, for the seed 1234567.
        let mut rng = Rng([1, 2, 3, 4]);
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
        let mut state = 1_234_567;
        let first: [u64; 3] = std::array::from_fn(|_| split_mix(&mut state));
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
