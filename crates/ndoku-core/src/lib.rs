//! The data model of ndoku, for Sudoku of any size from 1 to 255: [`Digit`], [`Cell`], [`House`],
//! [`Layout`], [`Puzzle`], [`Board`], [`Solution`] and constraints.
//!
//! This crate knows no engine and no file format. It reads no clock, file or random source. It
//! starts no thread and prints nothing. It does not panic on any input.
//!
//! ```
//! use ndoku_core::{Layout, Puzzle};
//!
//! let layout = Layout::builder(6).boxes(3, 2).x().build()?;
//! let puzzle = Puzzle::from_array(&layout, &[
//!     0, 0, 0, 5, 2, 0,
//!     0, 0, 0, 0, 0, 0,
//!     0, 0, 0, 0, 4, 0,
//!     0, 0, 0, 0, 0, 0,
//!     0, 0, 0, 3, 0, 0,
//!     0, 0, 0, 2, 5, 0,
//! ])?;
//! assert_eq!(puzzle.clue_count(), 6);
//! assert!(puzzle.conflicts().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod ascii_grid;
mod bit_set;
mod board;
mod candidate;
mod cell;
mod cell_set81;
pub mod constraint;
mod decoration;
mod digit;
mod encoding;
mod highlight;
mod house;
pub mod layout;
mod pairwise_encoder;
pub mod propagator;
mod puzzle;
mod rng;
#[cfg(feature = "serde")]
mod serialize;
mod solution;
mod suggest;
mod symbols;
mod verify;

pub use bit_set::BitSet;
pub use board::Board;
pub use candidate::Candidate;
pub use cell::{Cell, ParseCellError};
pub use cell_set81::CellSet81;
pub use decoration::{CellShape, Decoration, LineStyle, OutsideClue};
pub use digit::{Digit, DigitSet};
pub use encoding::{Encoding, NotPairwiseError};
pub use highlight::{Highlight, HighlightRole};
pub use house::{Diagonal, House, HouseKind};
pub use layout::{Boxes, Layout, LayoutBuilder, LayoutError};
pub use pairwise_encoder::PairwiseEncoder;
pub use puzzle::{ParsePuzzleError, Puzzle, PuzzleError};
pub use rng::Rng;
pub use solution::Solution;
pub use suggest::{suggest, unknown_name};
pub use symbols::{Alphabet, SymbolError, Symbols};
pub use verify::{Conflict, conflicts, verify};
