//! N×N Sudoku of any layout: solve, count, check, convert.
//!
//! ```
//! use ndoku::{Puzzle, Solver, Verdict};
//!
//! let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! match Solver::new().solve(&puzzle)? {
//!     Verdict::Unique(solution) => assert_eq!(solution.to_array()[..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]),
//!     Verdict::Multiple(one, other) => panic!("two solutions: {one:?} and {other:?}"),
//!     Verdict::Unsolvable => panic!("no solution"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Other sizes and rules are a matter of the [`Layout`]:
//!
//! ```
//! use ndoku::{Layout, Puzzle, Solver};
//!
//! // 6×6, boxes 3 wide and 2 high, both diagonals, and no equal digits a knight's move apart.
//! let layout = Layout::builder(6).boxes(3, 2).x().rule("anti-knight").build()?;
//! let counted = Solver::new().count(&Puzzle::empty(&layout), 1_000)?;
//! assert!(!counted.more);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Solver`] answers about one puzzle, [`Classic`] about many 9×9 puzzles at once; [`mod@array`] does so for flat arrays of 81 numbers.
//! - [`Solver::each_block`] hands over all solutions of a puzzle, millions a second for 9×9.
//! - [`Counter`](count::Counter) counts all solutions of a puzzle, however many, and draws some at random.
//! - [`Rater`](rating::Rater) says how hard a puzzle is, on the scale that players and collectors use.
//! - [`Game`](hint::Game) gives hints in a puzzle in any state, [`Way`](way::Way) the whole way to its solution; [`logic`] holds the techniques and their handbook.
//! - [`Canonicalizer`](canonical::Canonicalizer) finds canonical forms: whether two puzzles are in essence the same, and what makes one of the other.
//! - [`generate`] makes and compares puzzles: puzzles to order ([`Generator`](generate::Generator)), canonical forms and what leads to them.
//! - [`ordered_map`](ordered::ordered_map) works on many, on all cores, in order.
//! - [`mod@format`] reads and writes what Sudoku users have; [`unpack`](unpack::unpack) unwraps compressed bytes.
//! - [`elimination`] solves in passes, as people do.
//! - [`render`] draws: a [`Scene`](render::Scene) of a puzzle, a solution or a step becomes SVG, text, HTML, Markdown or LaTeX.
#![forbid(unsafe_code)]

pub mod array;
mod beside;
pub mod canonical;
pub mod count;
pub mod hint;
pub mod ordered;
mod pattern;
pub mod rating;
mod solver;
mod strategy;
mod threads;
#[cfg(feature = "unpack")]
pub mod unpack;
pub mod way;

pub use ndoku_core::*;
pub use ndoku_generate as generate;
pub use ndoku_generate::rng;
pub use ndoku_logic as logic;
pub use ndoku_logic::elimination;
pub use ndoku_render as render;
#[cfg(feature = "cadical")]
pub use ndoku_sat::Cadical;
pub use ndoku_solver::{
    Answer, Budget, Candidates, Classic, Engine, Found, General, Isa, Learning, Order, Outcome,
    ProofStep, Stats, StopReason, Stopped, Tally, UnknownIsa, Verdict, Work,
};
pub use solver::{Deadline, Solver};
pub use strategy::Choice;
pub use threads::{Taken, Threads};
