//! Minimal puzzles: those that lose their only solution, whatever is left out.
//!
//! ```text
//!   puzzle, one solution ─┬─ redundant ──▶ what can be left out, each part for itself
//!                         ├─ minimize ───▶ one random minimal puzzle within it
//!                         └─ each ───────▶ every minimal puzzle within it, once
//! ```
//!
//! - [`BulkMinimizer`] works on many 9×9 puzzles at once.
//! - [`Minimizer`] on puzzles of any layout, with clues or with pencilmarks.

mod bulk;
mod enumeration;
mod minimizer;
mod two_digits;
mod two_lines;

pub use bulk::BulkMinimizer;
pub use minimizer::{MinimizeError, Minimizer, RemovablePart};
