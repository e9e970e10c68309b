//! Seeds of commands without `--seed`.

use std::hash::{BuildHasher, RandomState};

use ndoku::Rng;

/// Number of seeds: short enough to be typed again.
const SEEDS: u64 = 1_000_000_000;

/// Returns another seed at each call. The keys of hash tables are the random source of the standard
/// library.
pub(crate) fn random_seed() -> u64 {
    Rng::new(RandomState::new().hash_one(())).below(SEEDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_differ_and_are_short() {
        let seeds = [(); 4].map(|()| random_seed());
        assert!(seeds.iter().all(|seed| *seed < SEEDS), "{seeds:?}");
        assert!(seeds.iter().any(|seed| *seed != seeds[0]), "{seeds:?}");
    }
}
