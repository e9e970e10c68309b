//! Draws puzzles: one [`Scene`] (digits, candidates, marks, the glyphs of the layout) as a picture, a page, or text.
//!
//! ```text
//! Puzzle, Board, marks ─▶ Scene ─┬─▶ terminal, Markdown                       characters
//!                                └─▶ picture: Canvas ─┬─▶ SVG ─▶ PNG, HTML    shapes, in the colours of a Theme
//!                                        booklet: ────┴─▶ PDF, LaTeX          many on pages
//! ```
//!
//! Knows no logic: what a step does comes as [`Mark`](ndoku_core::Mark)s. Everything that is drawn depends on the scene and the theme alone, byte for byte.
#![forbid(unsafe_code)]

pub mod canvas;
mod error;
pub mod font;
mod outline;
mod picture;
#[cfg(feature = "png")]
pub mod png;
mod scene;
pub mod svg;
pub mod theme;

pub use error::RenderError;
pub use picture::picture;
pub use scene::{Content, Scene};
pub use theme::Theme;
