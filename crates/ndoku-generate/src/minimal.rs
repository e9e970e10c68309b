//! Minimal puzzles: those that lose their only solution, whatever is left out.
//!
//! ```text
//!   puzzle, one solution ─┬─ redundant ──▶ what can be left out, each part for itself
//!                         ├─ minimise ───▶ one random minimal puzzle within it
//!                         └─ each ───────▶ every minimal puzzle within it, once
//! ```
//!
//! - [`Bulk`] works on many 9×9 puzzles at once.
//! - [`Minimiser`] on puzzles of any layout, with clues or with pencilmarks.

mod all;
mod any;
mod bulk;
mod two_digits;
mod two_lines;

pub use any::{Minimiser, NotMinimised, Part};
pub use bulk::Bulk;
