//! The options of all output formats.

use crate::{Theme, terminal, theme};

/// The size of a raster picture.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Size {
    /// Pixels per unit of the canvas. The cells of a picture have at least 64 units.
    Scale(f64),
    /// Width in pixels.
    Width(u32),
}

/// The options of all output formats.
#[derive(Clone, Debug)]
pub struct Style {
    /// The colors of pictures.
    pub theme: &'static Theme,
    /// The size of raster pictures.
    pub size: Size,
    /// The options of text.
    pub terminal: terminal::Options,
}

impl Default for Style {
    /// Returns the light theme, one pixel per unit and plain Unicode.
    fn default() -> Self {
        Self {
            theme: &theme::LIGHT,
            size: Size::Scale(1.0),
            terminal: terminal::Options::default(),
        }
    }
}
