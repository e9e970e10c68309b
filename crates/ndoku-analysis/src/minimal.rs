//! Minimal puzzles: puzzles with one solution that have several as soon as any one clue is removed.
//!
//! ```text
//!   puzzle, one solution ─┬─ redundant ─────────▶ the parts that are removable, each on its own
//!                         ├─ minimize ──────────▶ one random minimal puzzle within it
//!                         └─ for_each_minimal ──▶ every minimal puzzle within it, once
//! ```
//!
//! - [`BulkMinimizer`] processes many 9×9 puzzles at once.
//! - [`Minimizer`] processes puzzles of any layout, with clues or with pencilmarks.

mod bulk;
mod enumeration;
mod minimizer;
mod two_digits;
mod two_lines;

pub use bulk::BulkMinimizer;
pub use minimizer::{MinimizeError, Minimizer, RemovablePart};
