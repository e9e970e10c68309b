//! N×N Sudoku of any layout: solve, count, check, convert.
//!
//! ```
//! use ndoku::{Puzzle, Solver, Verdict};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! match Solver::new().solve(&puzzle)? {
//!     Verdict::Unique(solution) => assert_eq!(solution.to_array()[..4], [5, 3, 4, 6]),
//!     Verdict::Multiple(one, other) => panic!("two solutions: {one:?} and {other:?}"),
//!     Verdict::Unsolvable => panic!("no solution"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Layout`] defines other sizes and rules:
//!
//! ```
//! use ndoku::{Layout, Puzzle, Solver};
//!
//! // 6×6, boxes 3 wide and 2 high, both diagonals, and no equal digits a knight's move apart.
//! let layout = Layout::builder(6).boxes(3, 2).x().rule("anti-knight").build()?;
//! let counted = Solver::new().count_up_to(&Puzzle::empty(&layout), 1_000)?;
//! assert!(!counted.has_more);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Solver`] solves one puzzle, [`Simd9`] many 9×9 puzzles at the same time; [`mod@array`]
//!   solves flat arrays of 81 numbers.
//! - [`Solver::solutions`] is an iterator over solutions, and [`SolveOptions`] set limits, order
//!   and engine.
//! - [`table`] solves, rates and canonicalizes columns of 9×9 puzzles as bytes.
//! - [`Solver::for_each_block`] reports all solutions of a puzzle, millions per second for 9×9.
//! - [`Counter`](count::Counter) counts all solutions of a puzzle, however many, and samples some
//!   at random.
//! - [`Rater`](rating::Rater) rates the difficulty of a puzzle, on the scale that players and
//!   collectors use.
//! - [`SolvingState`](hint::SolvingState) gives hints in a puzzle in any state, and the
//!   [`SolutionPath`](solution_path::SolutionPath) to its solution; [`logic`] holds the techniques
//!   and their handbook.
//! - [`Canonicalizer`](analysis::canonical::Canonicalizer) finds canonical forms: it shows whether
//!   two puzzles are equivalent, and the transformation between them.
//! - [`generate`] makes puzzles to order ([`Generator`](generate::Generator)).
//! - [`map_in_order`](parallel::map_in_order) processes many items on all cores, in order.
//! - [`mod@format`] reads and writes the formats of Sudoku programs;
//!   [`decompress`](decompress::decompress) decompresses bytes.
//! - [`logic::elimination`] solves in passes, as people do.
//! - [`render`] draws: a [`Scene`](render::Scene) of a puzzle, a solution or a step becomes SVG,
//!   text, HTML, Markdown or LaTeX.
#![forbid(unsafe_code)]

#[cfg(feature = "analysis")]
pub mod analysis;
pub mod array;
#[cfg(feature = "count")]
pub mod count;
#[cfg(feature = "decompress")]
pub mod decompress;
#[cfg(feature = "logic")]
pub mod hint;
#[cfg(feature = "parallel")]
pub mod parallel;
#[cfg(feature = "logic")]
pub mod rating;
#[cfg(feature = "logic")]
pub mod solution_path;
#[cfg(feature = "parallel")]
mod solutions;
mod solver;
pub mod table;

// The model.
pub use ndoku_core::{
    Alphabet, Board, Boxes, Candidate, Cell, CellShape, Conflict, Decoration, Diagonal, Digit,
    DigitSet, Encoding, Highlight, HighlightRole, House, HouseKind, Layout, LayoutBuilder,
    LayoutError, LineStyle, NotPairwiseError, OutsideClue, ParseCellError, ParsePuzzleError,
    Puzzle, PuzzleError, Rng, Solution, SymbolError, Symbols, ascii_grid, conflicts, constraint,
    propagator, verify,
};

/// Messages about unknown names, with suggestions.
pub mod names {
    pub use ndoku_core::{suggest, unknown_name};
}

// The engines.
#[cfg(feature = "cadical")]
pub use ndoku_solver::Cadical;
pub use ndoku_solver::{
    Backtrack, BatchOutcome, BatchStats, Budget, CandidateGrid9, Cdcl, Engine, EngineKind,
    Interrupted, Isa, Order, ProofStep, Simd9, SolutionCount, Solutions, SolveReport, Stats,
    StopReason, ThreadBudget, ThreadPermit, UnknownIsaError, Verdict,
};
#[cfg(feature = "parallel")]
pub use solutions::SolutionIter;
pub use solver::{Deadline, SolveOptions, Solver};
// The crates with topics of their own.
pub use ndoku_formats as format;
#[cfg(feature = "generate")]
pub use ndoku_generate as generate;
#[cfg(feature = "logic")]
pub use ndoku_logic as logic;
#[cfg(feature = "render")]
pub use ndoku_render as render;
