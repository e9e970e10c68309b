//! Counts of solutions: exact, estimated, and as the base of uniform samples.
//!
//! | module | content |
//! |---|---|
//! | `exact` | exact counts without enumeration: [`prepare_count`], [`ExactCount`] |
//! | [`estimate`] | estimates with a confidence interval, for any puzzle whose rules are houses |
//! | `sample` | uniform samples of the solutions of a classic puzzle: [`SolutionSampler`] |
//!
//! This crate reads no clock or random source and starts no thread. It prints nothing and does not
//! panic on any input.
//!
//! ```
//! use ndoku_core::{Layout, Puzzle};
//! use ndoku_count::{CountMethod, PreparedCount, prepare_count};
//! use ndoku_solver::Budget;
//!
//! let budget = Budget::default();
//! let empty = Puzzle::empty(&Layout::classic());
//! let PreparedCount::Exact(exact) = prepare_count(&empty, 1000, None, &budget)? else {
//!     unreachable!()
//! };
//! assert_eq!(exact.method(), CountMethod::BandStackSum);
//! assert_eq!(exact.run(&budget)?, 6_670_903_752_021_072_936_960);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Measurements are in `docs/benchmarks/counting.md`, experiments in
//! `docs/experiments/counting.md`.
#![forbid(unsafe_code)]

pub mod estimate;
mod exact;
mod sample;

pub use exact::{
    BandStackSum, BandStackSumWorker, CountMethod, ExactCount, PRESEARCH_GUESSES,
    PRESEARCH_SOLUTIONS, PreparedCount, TaskRunner, prepare_count, prepare_count_with,
};
pub use sample::{SamplerWorker, SolutionSampler};
