//! Engines: programs that find the solutions of a [`Puzzle`](ndoku_core::Puzzle) by search.
//!
//! [`Engine`] is what all of them offer; [`Backtrack`] is the one that takes any layout, [`Simd9`] the fast one for 9×9, [`Learning`] one that learns from contradictions. A [`Budget`] says when to give up and in which order
//! solutions come; the caller brings the clock.
//!
//! ```
//! use ndoku_core::{Layout, Puzzle};
//! use ndoku_solver::{Budget, Engine, Backtrack, Verdict};
//!
//! let layout = Layout::builder(4).x().build()?;
//! let puzzle = Puzzle::from_array(&layout, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0])?;
//! let answer = Backtrack::new().solve(&puzzle, &Budget::default())?;
//! match answer.verdict {
//!     Verdict::Unsolvable => println!("no solution"),
//!     Verdict::Unique(solution) => println!("{solution:?}"),
//!     Verdict::Multiple(one, other) => println!("{one:?} and {other:?}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate reads no clock, environment, file or random source, starts no thread, prints nothing and does not panic on any input: the same puzzle
//! gives the same answer and the same numbers every time. Unsafe code is in `simd/` only.
#![deny(unsafe_code)]

mod backtrack;
pub mod count;
mod engine;
mod learning;
mod open;
#[allow(unsafe_code)]
mod simd;
mod simd9;

pub use backtrack::{Backtrack, BacktrackLimits};
pub use engine::{
    Budget, Engine, Interrupted, Order, SolutionCount, Solutions, SolveReport, Stats, StopReason,
    Verdict,
};
pub use learning::{Learning, ProofStep};
pub use open::OpenCandidates;
pub use simd::{Isa, UnknownIsa};
pub use simd9::{BatchStats, Candidates, Outcome, Simd9};
