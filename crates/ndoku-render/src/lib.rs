//! Draws puzzles: one [`Scene`] with digits, candidates, highlights and the layout, as a picture, a
//! page or text.
//!
//! ```text
//! Puzzle, Board, highlights ─▶ Scene ─┬─▶ terminal, Markdown                     characters
//!                                     └─▶ picture: Canvas ─┬─▶ SVG ─▶ PNG, HTML  shapes, colors
//!                                             booklet: ────┴─▶ PDF, LaTeX        pages
//! ```
//!
//! The crate knows no logic: the reason and the changes of a step are
//! [`Highlight`](ndoku_core::Highlight)s. The output depends only on the scene and the theme, byte
//! for byte.
#![forbid(unsafe_code)]

pub mod booklet;
pub mod canvas;
mod document;
mod error;
pub mod font;
pub mod html;
pub mod latex;
mod line_style;
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
pub mod style;
pub mod svg;
pub mod terminal;
pub mod theme;
pub mod tokens;
mod words;

pub use booklet::{Booklet, Entry};
pub use document::{Document, DocumentPart, Table};
pub use error::RenderError;
pub use output::{OUTPUTS, Output, PageWriter};
pub use page::Paper;
pub use picture::draw_scene;
pub use scene::{Content, Scene};
pub use style::Style;
pub use theme::Theme;
