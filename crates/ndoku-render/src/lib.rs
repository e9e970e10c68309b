//! Draws puzzles: one [`Scene`] (digits, candidates, marks, the glyphs of the layout) as a picture, a page, or text.
//!
//! ```text
//! Puzzle, Board, marks ─▶ Scene ─┬─▶ terminal, Markdown                       characters
//!                                └─▶ picture: Canvas ─┬─▶ SVG ─▶ PNG, HTML    shapes, in the colors of a Theme
//!                                        booklet: ────┴─▶ PDF, LaTeX          many on pages
//! ```
//!
//! Knows no logic: what a step does comes as [`Mark`](ndoku_core::Mark)s. Everything that is drawn depends on the scene and the theme alone, byte for byte.
#![forbid(unsafe_code)]

pub mod booklet;
pub mod canvas;
mod document;
mod error;
pub mod font;
pub mod html;
pub mod latex;
pub mod markdown;
mod outline;
pub mod output;
pub mod page;
#[cfg(feature = "pdf")]
pub mod pdf;
mod picture;
#[cfg(feature = "png")]
pub mod png;
mod scene;
pub mod svg;
pub mod terminal;
pub mod theme;

pub use booklet::{Booklet, Entry};
pub use document::{Document, Part};
pub use error::RenderError;
pub use output::{OUTPUTS, Output, Style};
pub use page::Paper;
pub use picture::draw_scene;
pub use scene::{Content, Scene};
pub use theme::Theme;
