//! Exact numbers of solutions, without finding each.

mod band;
mod contract;
mod partition;
mod plan;
mod sample;
mod stack;
#[cfg(test)]
mod tests;

pub use contract::{Contraction, Worker};
pub use sample::Sampler;
