//! Solves as people do, and shows the way. Does not search: whatever is concluded here follows from what stands on the board.
//!
//! ```text
//!   Puzzle, Board ─▶ Position ─▶ TECHNIQUES, easiest first ─▶ Step (what changes, and why) ─▶ Board … ─▶ solved, or stuck
//! ```
//!
//! - [`elimination`]: passes in which every solved cell takes its digit from the cells that see it.
//! - [`singles`]: naked and hidden singles of classic puzzles, for whoever asks thousands of times.
//! - [`technique`], [`techniques`]: ways of reasoning, and the registry of them all. Each has a page in the [`handbook`].
//! - [`position`], [`cells`], [`text`]: what a technique looks at, and what it says things with.
//! - [`links`], [`implications`]: candidates as nodes, what chains walk along; what follows from each of them.
//! - [`als`]: almost locked sets, which several families build on.
//! - [`step`], [`logical_solver`], [`hint`]: one use of a technique; the way through a puzzle; a step told bit by bit.
//! - [`rating`]: how hard a puzzle is.
#![forbid(unsafe_code)]

pub mod als;
pub mod cells;
pub mod elimination;
pub mod handbook;
pub mod hint;
pub mod implications;
pub mod links;
pub mod logical_solver;
pub mod position;
pub mod rating;
pub mod singles;
pub mod step;
pub mod technique;
pub mod techniques;
pub mod text;

pub use position::Position;
pub use step::Step;
pub use technique::Technique;
pub use techniques::TECHNIQUES;
