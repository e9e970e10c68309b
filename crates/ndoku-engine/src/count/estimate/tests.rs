//! Estimates against exact numbers.
#![cfg(test)]

use ndoku_core::{Layout, Puzzle};
use ndoku_testkit::random::SplitMix64;

use super::{Estimate, Estimator, Run, Way};
use crate::Budget;

fn runs(estimator: &Estimator, seeds: std::ops::Range<u64>) -> Vec<Run> {
    seeds
        .map(|seed| {
            let mut rng = SplitMix64::new(seed.wrapping_mul(0x1234_5678_9abc_def1));
            estimator.run(&mut || rng.bits(), &Budget::default()).unwrap()
        })
        .collect()
}
