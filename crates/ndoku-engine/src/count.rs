//! Exact numbers of solutions, without finding each.

mod band;
mod contract;
mod partition;
mod plan;
mod stack;

pub use contract::{Contraction, Worker};
