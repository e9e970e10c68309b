//! PNG: renders the SVG of a canvas with `resvg`.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use crate::RenderError;
use crate::canvas::Canvas;
use crate::style::Size;
use crate::svg;

/// Maximum number of pixels. They take 2 GB.
const MAX_PIXELS: f64 = 5e8;

/// Renders a picture as a PNG file.
///
/// # Errors
/// Returns [`RenderError::Size`] for a picture with no pixels or more than 500 million.
pub fn write(canvas: &Canvas, size: Size) -> Result<Vec<u8>, RenderError> {
    let scale = match size {
        Size::Scale(scale) => scale,
        Size::Width(width) => f64::from(width) / canvas.width.max(1e-9),
    };
    let (width, height) = (
        (canvas.width * scale).round(),
        (canvas.height * scale).round(),
    );
    if !(width >= 1.0
        && height >= 1.0
        && width * height <= MAX_PIXELS
        && width <= f64::from(i32::MAX)
        && height <= f64::from(i32::MAX))
    {
        return Err(RenderError::Size { width, height });
    }
    let text = svg::write_canvas(
        canvas,
        svg::Options {
            embedded_font_only: true,
            ..svg::Options::default()
        },
    );
    let failed = |message: String| RenderError::Library {
        library: "resvg",
        message,
    };
    let tree = Tree::from_str(&text, &resvg::usvg::Options::default())
        .map_err(|error| failed(error.to_string()))?;
    let mut pixels =
        Pixmap::new(width as u32, height as u32).ok_or(RenderError::Size { width, height })?;
    let by = Transform::from_scale(
        (width / canvas.width) as f32,
        (height / canvas.height) as f32,
    );
    resvg::render(&tree, by, &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| failed(error.to_string()))
}
