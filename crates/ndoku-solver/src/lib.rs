//! Engines: programs that find the solutions of a [`Puzzle`](ndoku_core::Puzzle) by search.
//!
//! All engines implement [`Engine`]. [`Backtrack`] supports every layout. [`Simd9`] is the fast
//! engine for 9×9. [`Cdcl`] is a CDCL engine: it learns from conflicts. A [`Budget`]
//! limits a search and sets the order of the solutions; the caller provides the clock.
//!
//! ```
//! use ndoku_core::{Layout, Puzzle};
//! use ndoku_solver::{Backtrack, Budget, Engine, Verdict};
//!
//! let layout = Layout::builder(4).x().build()?;
//! let puzzle = Puzzle::from_array(&layout, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0])?;
//! let report = Backtrack::new().solve(&puzzle, &Budget::default())?;
//! match report.verdict {
//!     Verdict::Unsolvable => println!("no solution"),
//!     Verdict::Unique(solution) => println!("{solution:?}"),
//!     Verdict::Multiple(one, other) => println!("{one:?} and {other:?}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate reads no environment, file or random source, prints nothing and does not panic on any
//! input. Only `portfolio` and `cadical::terminate` start threads, and only `portfolio` reads the
//! clock. Without a shared [`ThreadBudget`], the same puzzle gives the same answer every time.
//! Unsafe code is in `simd` and `simd9::vectorized` only.
#![deny(unsafe_code)]

mod backtrack;
#[cfg(feature = "cadical")]
mod cadical;
mod cdcl;
mod cyclic_grid;
mod derive;
mod engine;
mod engine_selection;
mod exact_cover;
mod luby;
mod portfolio;
#[allow(unsafe_code)]
#[doc(hidden)]
pub mod simd;
mod simd9;
mod thread_budget;

pub use backtrack::{Backtrack, BacktrackLimits};
#[cfg(feature = "cadical")]
pub use cadical::Cadical;
pub use cdcl::{Cdcl, ProofStep};
pub use engine::{
    Budget, Engine, Interrupted, Order, SolutionCount, Solutions, SolveReport, Stats, StopReason,
    Verdict,
};
pub use engine_selection::{EngineKind, HybridEngine};
pub use exact_cover::ExactCoverInstance;
pub use luby::luby;
pub use simd::{Isa, UnknownIsaError};
pub use simd9::{BatchOutcome, BatchStats, CandidateGrid9, Simd9};
pub use thread_budget::{ThreadBudget, ThreadPermit};
