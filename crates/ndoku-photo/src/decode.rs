//! Decoding of JPEG, PNG and WebP files. The picture is turned as its EXIF orientation says.

use std::io::Write;

use image_webp::WebPDecoder;
use ndoku_solver::{Budget, StopReason};
use png::Transformations;
use thiserror::Error;
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::budget_reader::BudgetReader;
use crate::file_end::{JPEG, PNG, SCAN, is_cut_off, is_webp, is_webp_incomplete};
use crate::orientation::Orientation;
use crate::photo::ColorPhoto;

/// Number of scans that a JPEG picture with the maximum number of pixels may have. Cameras write
/// one scan, and other programs about ten. Smaller pictures may have more.
const FULL_SCANS: u64 = 32;

/// Number of scans that are always allowed.
const MIN_SCANS: u64 = 4;

/// Number of rows that are encoded between two checks of the budget.
const ROWS_PER_CHECK: usize = 16;

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
    /// The picture has too many pixels.
    #[error("the picture has {width}x{height} pixels; the limit is {}", millions(*max_pixels))]
    TooLarge {
        /// The number of pixels in a row.
        width: u64,
        /// The number of rows.
        height: u64,
        /// The maximum number of pixels.
        max_pixels: u64,
    },
    /// The decoded pixels need too much memory.
    #[error("the picture needs more memory than the limit, {} MiB", max_bytes.div_ceil(1 << 20))]
    TooMuchMemory {
        /// The maximum size in bytes of the decoded pixels.
        max_bytes: u64,
    },
    /// The scans of a progressive JPEG picture have too many pixels together. Each scan passes over
    /// the whole picture, so that a small file may take long.
    #[error("the picture has {scans} scans of {width}x{height} pixels, too many to decode")]
    TooManyScans {
        /// The number of scans.
        scans: u64,
        /// The number of pixels in a row.
        width: u64,
        /// The number of rows.
        height: u64,
    },
    /// The decoder lacks a feature that the picture uses.
    #[error("the picture uses a variant of its format that is not read")]
    Unsupported,
    /// The picture is damaged.
    #[error("the picture is damaged: {0}")]
    Damaged(String),
    /// The budget was used up.
    #[error("the picture was not decoded: {0}")]
    Stopped(StopReason),
}

impl DecodeError {
    /// Returns what to do about it, where something helps.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::UnknownFormat | Self::Unsupported => Some("convert it to JPEG or PNG"),
            Self::TooLarge { .. } | Self::TooMuchMemory { .. } => {
                Some("make it smaller; 2000 pixels a side are enough for a puzzle")
            }
            Self::TooManyScans { .. } => Some("save it again as baseline JPEG or PNG"),
            Self::Damaged(_) => Some("the copy or download may be incomplete"),
            Self::Stopped(_) => Some("allow more time, or make the picture smaller"),
        }
    }
}

/// Returns a number in words, such as `64 million`, if it is a multiple of a million.
fn millions(number: u64) -> String {
    match (number / 1_000_000, number % 1_000_000) {
        (millions @ 1.., 0) => format!("{millions} million"),
        _ => number.to_string(),
    }
}

/// The reason why a picture is not encoded.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// The encoder refused it, for this reason.
    #[error("the picture cannot be written as PNG: {0}")]
    Refused(String),
    /// The budget was used up.
    #[error("the picture was not encoded: {0}")]
    Stopped(StopReason),
}

/// Decodes a JPEG, PNG or WebP file. Transparent parts become white. Of an animation, the
/// first picture is decoded.
///
/// # Errors
/// Returns a [`DecodeError`] if the bytes are no such picture, or exceed the limits.
pub fn decode(bytes: &[u8], limits: &DecodeLimits) -> Result<ColorPhoto, DecodeError> {
    decode_within(bytes, limits, &Budget::default())
}

/// Decodes a file like [`decode`], but stops soon after the budget is used up. Steps of a decoder
/// that read nothing go on: a picture of 64 million pixels may take a second more.
///
/// # Errors
/// Returns [`DecodeError::Stopped`] then, and the errors of [`decode`].
pub fn decode_within(
    bytes: &[u8],
    limits: &DecodeLimits,
    budget: &Budget<'_>,
) -> Result<ColorPhoto, DecodeError> {
    let reader = || BudgetReader::new(bytes, budget);
    let stopped = || {
        budget
            .poll()
            .map_or(Ok(()), |reason| Err(DecodeError::Stopped(reason)))
    };
    stopped()?;
    let raster = if bytes.starts_with(JPEG) {
        decode_jpeg(bytes, reader(), limits)
    } else if bytes.starts_with(PNG) {
        decode_png(reader(), limits)
    } else if is_webp(bytes) {
        decode_webp(bytes, reader(), limits)
    } else {
        Err(DecodeError::UnknownFormat)
    };
    // What a decoder returns after a failed read is of no interest.
    stopped()?;
    let raster = raster?;
    // A damaged EXIF block does not spoil the pixels.
    let orientation = raster.exif.as_deref().and_then(Orientation::from_exif);
    let photo = ColorPhoto::new(raster.width, raster.height, on_white(raster))
        .ok_or_else(|| damaged("it has no pixels"))?;
    Ok(orientation.unwrap_or_default().apply(photo))
}

/// Encodes a picture as PNG, quickly rather than as small as possible.
///
/// # Errors
/// Returns an error if the picture has too many pixels for PNG.
pub fn encode_png(photo: &ColorPhoto) -> Result<Vec<u8>, EncodeError> {
    encode_png_within(photo, &Budget::default())
}

/// Encodes a picture like [`encode_png`], but stops soon after the budget is used up.
///
/// # Errors
/// Returns [`EncodeError::Stopped`] then, and the errors of [`encode_png`].
pub fn encode_png_within(photo: &ColorPhoto, budget: &Budget<'_>) -> Result<Vec<u8>, EncodeError> {
    let side = |side: usize| u32::try_from(side).map_err(|error| refused(&error));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side(photo.width())?, side(photo.height())?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // The default takes three times as long.
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(|error| refused(&error))?;
    let mut stream = writer.stream_writer().map_err(|error| refused(&error))?;
    for rows in photo.pixels().chunks(3 * photo.width() * ROWS_PER_CHECK) {
        if let Some(reason) = budget.poll() {
            return Err(EncodeError::Stopped(reason));
        }
        stream.write_all(rows).map_err(|error| refused(&error))?;
    }
    stream.finish().map_err(|error| refused(&error))?;
    writer.finish().map_err(|error| refused(&error))?;
    Ok(bytes)
}

/// Returns the error of an encoder.
fn refused(error: &dyn std::error::Error) -> EncodeError {
    EncodeError::Refused(error.to_string())
}

/// The pixels of a file before they are turned.
struct Raster {
    width: usize,
    height: usize,
    /// Bytes of a pixel: gray, gray and opacity, color, or color and opacity.
    channels: usize,
    pixels: Vec<u8>,
    /// The EXIF block from its byte order on.
    exif: Option<Vec<u8>>,
}

/// The text for a file that ends before its picture does.
const ENDS_EARLY: &str = "the file ends too early";

/// The text for all other damage. Those of the decoders are about details of the formats.
const INVALID: &str = "its data is not valid";

fn damaged(reason: &str) -> DecodeError {
    DecodeError::Damaged(reason.to_owned())
}

/// Returns the error for a damaged file, which may be incomplete.
fn damaged_or_incomplete(is_incomplete: bool) -> DecodeError {
    damaged(if is_incomplete { ENDS_EARLY } else { INVALID })
}

impl DecodeLimits {
    /// Returns the sides of a picture, unless it exceeds the limits.
    fn check(
        &self,
        [width, height]: [u64; 2],
        channels: usize,
    ) -> Result<(usize, usize), DecodeError> {
        let too_large = DecodeError::TooLarge {
            width,
            height,
            max_pixels: self.max_pixels,
        };
        let pixels = width.saturating_mul(height);
        if pixels > self.max_pixels {
            return Err(too_large);
        }
        if pixels.saturating_mul(channels as u64) > self.max_bytes {
            return Err(self.too_much_memory());
        }
        match (usize::try_from(width), usize::try_from(height)) {
            (Ok(width), Ok(height)) => Ok((width, height)),
            _ => Err(too_large),
        }
    }

    /// Checks the number of scans of a JPEG file.
    fn check_scans(&self, bytes: &[u8], [width, height]: [u64; 2]) -> Result<(), DecodeError> {
        // In compressed data, another byte always follows 0xff.
        let markers = bytes.windows(2).filter(|pair| *pair == [0xff, SCAN]);
        let scans = markers.count() as u64;
        let pixels = width.saturating_mul(height).saturating_mul(scans);
        if scans > MIN_SCANS && pixels > self.max_pixels.saturating_mul(FULL_SCANS) {
            return Err(DecodeError::TooManyScans {
                scans,
                width,
                height,
            });
        }
        Ok(())
    }

    /// Returns the maximum size in bytes of what a decoder may allocate.
    fn max_allocation(&self) -> usize {
        usize::try_from(self.max_bytes).unwrap_or(usize::MAX)
    }

    /// Returns the error for a picture whose pixels need too much memory.
    const fn too_much_memory(&self) -> DecodeError {
        DecodeError::TooMuchMemory {
            max_bytes: self.max_bytes,
        }
    }
}

fn decode_jpeg(
    bytes: &[u8],
    reader: BudgetReader<'_>,
    limits: &DecodeLimits,
) -> Result<Raster, DecodeError> {
    let failed = |error: DecodeErrors| match error {
        DecodeErrors::Unsupported(_) => DecodeError::Unsupported,
        _ => damaged_or_incomplete(is_cut_off(bytes)),
    };
    // A file that is cut off or slightly damaged is decoded as far as it goes.
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(reader, options);
    decoder.decode_headers().map_err(failed)?;
    let (width, height) = decoder
        .dimensions()
        .ok_or_else(|| damaged("it has no size"))?;
    let (width, height) = limits.check([width as u64, height as u64], 3)?;
    limits.check_scans(bytes, [width as u64, height as u64])?;
    Ok(Raster {
        width,
        height,
        channels: 3,
        pixels: decoder.decode().map_err(failed)?,
        exif: decoder.exif().cloned(),
    })
}

fn decode_png(reader: BudgetReader<'_>, limits: &DecodeLimits) -> Result<Raster, DecodeError> {
    let failed = |error: png::DecodingError| match error {
        png::DecodingError::LimitsExceeded => limits.too_much_memory(),
        error => damaged_or_incomplete(matches!(error, png::DecodingError::IoError(_))),
    };
    let allowed = png::Limits {
        bytes: limits.max_allocation(),
    };
    let mut decoder = png::Decoder::new_with_limits(reader, allowed);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(failed)?;
    limits.check([header.width, header.height].map(u64::from), 1)?;
    let mut reader = decoder.read_info().map_err(failed)?;
    let channels = reader.output_color_type().0.samples();
    let sides = [reader.info().width, reader.info().height].map(u64::from);
    let (width, height) = limits.check(sides, channels)?;
    let mut pixels = vec![
        0;
        reader
            .output_buffer_size()
            .ok_or_else(|| limits.too_much_memory())?
    ];
    let frame = reader.next_frame(&mut pixels).map_err(failed)?;
    if (frame.width as usize, frame.height as usize) != (width, height) {
        return Err(damaged("its first picture has another size"));
    }
    pixels.truncate(frame.buffer_size());
    let exif = reader.info().exif_metadata.as_deref().map(<[u8]>::to_vec);
    Ok(Raster {
        width,
        height,
        channels,
        pixels,
        exif,
    })
}

fn decode_webp(
    bytes: &[u8],
    reader: BudgetReader<'_>,
    limits: &DecodeLimits,
) -> Result<Raster, DecodeError> {
    let failed = |error: image_webp::DecodingError| match error {
        image_webp::DecodingError::MemoryLimitExceeded => limits.too_much_memory(),
        image_webp::DecodingError::UnsupportedFeature(_) => DecodeError::Unsupported,
        _ => damaged_or_incomplete(is_webp_incomplete(bytes)),
    };
    let mut decoder = WebPDecoder::new(reader).map_err(failed)?;
    decoder.set_memory_limit(limits.max_allocation());
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    let (width, height) = decoder.dimensions();
    let (width, height) = limits.check([width, height].map(u64::from), channels)?;
    let mut pixels = vec![
        0;
        decoder
            .output_buffer_size()
            .ok_or_else(|| limits.too_much_memory())?
    ];
    decoder.read_image(&mut pixels).map_err(failed)?;
    Ok(Raster {
        width,
        height,
        channels,
        pixels,
        exif: decoder.exif_metadata().ok().flatten(),
    })
}

/// Returns the pixels in three bytes each. Transparent parts become white.
fn on_white(raster: Raster) -> Vec<u8> {
    if raster.channels == 3 {
        return raster.pixels;
    }
    let blend = |value: u8, opacity: u8| {
        let (value, opacity) = (u32::from(value), u32::from(opacity));
        ((value * opacity + 255 * (255 - opacity) + 127) / 255) as u8
    };
    let pixels = raster.pixels.chunks_exact(raster.channels);
    pixels
        .flat_map(|pixel| match *pixel {
            [red, green, blue, opacity] => [red, green, blue].map(|value| blend(value, opacity)),
            [gray, opacity] => [blend(gray, opacity); 3],
            [gray, ..] => [gray; 3],
            [] => [0; 3],
        })
        .collect()
}
