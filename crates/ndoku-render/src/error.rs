//! Why something could not be drawn.

/// Why something could not be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RenderError {
    /// A picture without a pixel, or with too many.
    #[error("a picture cannot have {width:.0} × {height:.0} pixels")]
    Size {
        /// Its width in pixels.
        width: f64,
        /// Its height in pixels.
        height: f64,
    },
    /// Margins that leave no room on the page, or more puzzles than fit.
    #[error("{0}")]
    Page(String),
    /// A library that draws says so.
    #[error("{library}: {message}")]
    Library {
        /// Its name.
        library: &'static str,
        /// What it says.
        message: String,
    },
}
