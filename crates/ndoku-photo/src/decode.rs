//! Decoding of JPEG, PNG and WebP files. The picture is turned as its EXIF orientation says.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageEncoder, ImageError, ImageReader, Limits};
use thiserror::Error;

use crate::photo::ColorPhoto;

/// The limits of [`decode`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DecodeLimits {
    /// Maximum number of pixels.
    pub max_pixels: u64,
    /// Maximum size in bytes of the decoded pixels. Decoding may take three times as much memory.
    pub max_bytes: u64,
}

impl Default for DecodeLimits {
    /// Allows 64 million pixels and 512 MiB.
    fn default() -> Self {
        Self {
            max_pixels: 64_000_000,
            max_bytes: 512 << 20,
        }
    }
}

/// The reason why bytes are not decoded.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The first bytes are those of no known picture format.
    #[error("this is not a JPEG, PNG or WebP picture")]
    UnknownFormat,
    /// The picture exceeds a limit.
    #[error("the picture is too large: at most {max_pixels} pixels are read")]
    TooLarge {
        /// The limit.
        max_pixels: u64,
    },
    /// The picture is damaged, or of a kind that the decoder lacks.
    #[error("the picture is damaged: {0}")]
    Damaged(String),
}

/// The reason why a picture is not encoded.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the picture cannot be written as PNG: {0}")]
pub struct EncodeError(String);

/// Decodes a JPEG, PNG or WebP file.
///
/// # Errors
/// Returns a [`DecodeError`] if the bytes are no such picture, or exceed the limits.
pub fn decode(bytes: &[u8], limits: &DecodeLimits) -> Result<ColorPhoto, DecodeError> {
    let too_large = DecodeError::TooLarge {
        max_pixels: limits.max_pixels,
    };
    let damaged = |error: ImageError| match error {
        ImageError::Limits(_) => DecodeError::TooLarge {
            max_pixels: limits.max_pixels,
        },
        error => DecodeError::Damaged(error.to_string()),
    };
    let format = image::guess_format(bytes).map_err(|_| DecodeError::UnknownFormat)?;
    if !format.reading_enabled() {
        return Err(DecodeError::UnknownFormat);
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut allowed = Limits::no_limits();
    allowed.max_alloc = Some(limits.max_bytes);
    reader.limits(allowed);
    let mut decoder = reader.into_decoder().map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > limits.max_pixels
        || decoder.total_bytes() > limits.max_bytes
    {
        return Err(too_large);
    }
    // A damaged EXIF block does not spoil the pixels.
    let orientation = decoder.orientation().ok();
    let picture = on_white(DynamicImage::from_decoder(decoder).map_err(damaged)?);
    let picture = match orientation {
        Some(orientation) => {
            let mut picture = DynamicImage::from(picture);
            picture.apply_orientation(orientation);
            picture.into_rgb8()
        }
        None => picture,
    };
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    ColorPhoto::new(width, height, picture.into_raw())
        .ok_or_else(|| DecodeError::Damaged("it has no pixels".to_owned()))
}

/// Encodes a picture as PNG.
///
/// # Errors
/// Returns an error if the picture has too many pixels for PNG.
pub fn encode_png(photo: &ColorPhoto) -> Result<Vec<u8>, EncodeError> {
    let side = |side: usize| u32::try_from(side).map_err(|error| EncodeError(error.to_string()));
    let mut bytes = Vec::new();
    image::codecs::png::PngEncoder::new(&mut bytes)
        .write_image(
            photo.pixels(),
            side(photo.width())?,
            side(photo.height())?,
            image::ExtendedColorType::Rgb8,
        )
        .map_err(|error| EncodeError(error.to_string()))?;
    Ok(bytes)
}

/// Returns the picture in three bytes a pixel. Transparent parts are laid on white.
fn on_white(picture: DynamicImage) -> image::RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    let mut opaque = image::RgbImage::new(picture.width(), picture.height());
    for (to, from) in opaque.pixels_mut().zip(picture.pixels()) {
        let opacity = u32::from(from.0[3]);
        for (to, from) in to.0.iter_mut().zip(from.0) {
            *to = ((u32::from(from) * opacity + 255 * (255 - opacity) + 127) / 255) as u8;
        }
    }
    opaque
}
