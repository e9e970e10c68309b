//! `Rng`: 64 random bits at a time from a seed, the same on every machine.
//!
//! The generator is xoshiro256++ 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021), whose 256 bits of state are enough to meet any
//! of the 6.67 · 10²¹ grids; it is filled by SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), as its authors
//! recommend. A program that uses it names it so: xoshiro256++, seeded by SplitMix64. It is not fit for secrets.
//!
//! ```
//! use ndoku_generate::Rng;
//!
//! let (mut one, mut same) = (Rng::new(7), Rng::new(7));
//! assert_eq!(one.next_u64(), same.next_u64());
//! ```

/// A source of random bits: xoshiro256++.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng([u64; 4]);

impl Rng {
    /// The sequence of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        Self(std::array::from_fn(|_| split_mix(&mut state)))
    }

    /// One of many sequences of a seed, that have nothing to do with each other: for the n-th of several things.
    #[must_use]
    pub fn stream(seed: u64, n: u64) -> Self {
        let mut state = seed;
        let mut other = split_mix(&mut state) ^ n;
        Self::new(split_mix(&mut other))
    }

    /// Another sequence, filled with the next 256 bits of this one: for a thing that is made beside others.
    #[must_use]
    pub fn split(&mut self) -> Self {
        Self(std::array::from_fn(|_| self.next_u64()))
    }

    /// The next 64 bits.
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

    /// A number below `bound`, each with the same probability; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // What lies above the greatest multiple of the bound is drawn again.
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
    /// Puts things into a random order, each with the same probability (Fisher and Yates).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// The next number of SplitMix64.
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
    fn the_numbers_are_those_of_the_authors() {
        // The first numbers that the reference code in C gives for the state 1, 2, 3, 4, and SplitMix64 for the seed 1234567.
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
    fn numbers_below_a_bound_are_all_met() {
        let mut rng = Rng::new(1);
        for bound in [1, 2, 3, 7, 10] {
            let mut met = vec![0; bound as usize];
            for _ in 0..1_000 * bound {
                met[rng.below(bound) as usize] += 1;
            }
            assert!(
                met.iter().all(|times| (880..1_120).contains(times)),
                "{met:?}"
            );
        }
        assert!(rng.below(0) == 0 && rng.below(u64::MAX) < u64::MAX);
        assert_ne!(Rng::stream(1, 1), Rng::stream(1, 2));
        assert_ne!(Rng::stream(1, 1), Rng::stream(2, 1));
    }
}
