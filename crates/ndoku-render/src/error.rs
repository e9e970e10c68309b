//! Errors of drawing.

/// An error of drawing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A picture has no pixels or too many.
    #[error("a picture cannot have {width:.0} × {height:.0} pixels")]
    Size {
        /// The width in pixels.
        width: f64,
        /// The height in pixels.
        height: f64,
    },
    /// The margins leave no space on the page, or the puzzles do not fit.
    #[error("{0}")]
    Page(String),
    /// A rendering library failed.
    #[error("{library}: {message}")]
    Library {
        /// The name of the library.
        library: &'static str,
        /// The message of the library.
        message: String,
    },
}
