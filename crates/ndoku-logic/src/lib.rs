//! Solves as people do, and shows the way. Does not search: whatever is concluded here follows from what stands on the board.
//!
//! ```text
//!   Puzzle, Board ─▶ Context ─▶ TECHNIQUES, easiest first ─▶ Step (what changes, and why) ─▶ Board … ─▶ solved, or stuck
//! ```
//!
//! - [`elimination`]: passes in which every solved cell takes its digit from the cells that see it.
//! - [`singles`]: naked and hidden singles of classic puzzles, for whoever asks thousands of times.
//! - [`technique`], [`techniques`]: ways of reasoning, and the registry of them all. Each has a page in the [`handbook`].
//! - [`context`], [`cells`], [`words`]: what a technique looks at, and what it says things with.
//! - [`links`], [`consequences`]: candidates as nodes, what chains walk along; what follows from each of them.
//! - [`almost`]: almost locked sets, which several families build on.
//! - [`step`], [`path`], [`hint`]: one use of a technique; the way through a puzzle; a step told bit by bit.
//! - [`rating`]: how hard a puzzle is.
#![forbid(unsafe_code)]

pub mod almost;
pub mod cells;
pub mod consequences;
pub mod context;
pub mod elimination;
pub mod handbook;
pub mod hint;
pub mod links;
pub mod path;
pub mod rating;
pub mod singles;
pub mod step;
pub mod technique;
pub mod techniques;
pub mod words;

pub use context::Context;
pub use step::Step;
pub use technique::Technique;
pub use techniques::TECHNIQUES;
