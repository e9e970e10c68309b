//! Decoding: formats, orientation, limits and damaged files.
#![cfg(feature = "decode")]

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use jpeg_encoder::Encoder as JpegEncoder;
use ndoku_core::Rng;
use ndoku_photo::{
    ColorPhoto, DecodeError, DecodeLimits, EncodeError, decode, decode_within, encode_png,
    encode_png_within, has_another_picture, is_cut_off,
};
use ndoku_solver::{Budget, StopReason};

#[derive(Copy, Clone, Debug, PartialEq)]
enum Format {
    Jpeg,
    Png,
    WebP,
}

const FORMATS: [Format; 3] = [Format::Jpeg, Format::Png, Format::WebP];

/// Returns a picture of 48×32 pixels that becomes brighter to the right and to the bottom.
fn picture() -> ColorPhoto {
    let places = (0..32_u8).flat_map(|y| (0..48_u8).map(move |x| (x, y)));
    let pixels = places.flat_map(|(x, y)| [x * 5, y * 7, 90]).collect();
    ColorPhoto::new(48, 32, pixels).expect("the size is right")
}

fn encoded(format: Format) -> Vec<u8> {
    let picture = picture();
    let mut bytes = Vec::new();
    match format {
        Format::Png => return encode_png(&picture).expect("it is small"),
        Format::Jpeg => JpegEncoder::new(&mut bytes, 90)
            .encode(picture.pixels(), 48, 32, jpeg_encoder::ColorType::Rgb)
            .expect("the picture is encoded"),
        Format::WebP => image_webp::WebPEncoder::new(&mut bytes)
            .encode(picture.pixels(), 48, 32, image_webp::ColorType::Rgb8)
            .expect("the picture is encoded"),
    }
    bytes
}

/// Returns a PNG file of 2×2 pixels.
fn png_of(color: png::ColorType, depth: png::BitDepth, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == png::ColorType::Indexed {
        encoder.set_palette(&[255, 0, 0, 0, 0, 255][..]);
        encoder.set_trns(&[255, 0][..]);
    }
    let mut writer = encoder.write_header().expect("the header is written");
    writer.write_image_data(data).expect("the size is right");
    writer.finish().expect("the file ends");
    bytes
}

#[test]
fn an_incomplete_jpeg_file_is_recognized() {
    let whole = encoded(Format::Jpeg);
    assert!(!is_cut_off(&whole));
    // Some programs write something after the picture.
    assert!(!is_cut_off(&[&whole[..], b"more"].concat()));
    for length in [3, 20, whole.len() / 2, whole.len() - 2] {
        assert!(is_cut_off(&whole[..length]), "{length} bytes");
    }
    // A small picture in a segment has an end of its own.
    let segment = [0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9];
    let with_small = [&whole[..2], &segment, &whole[2..]].concat();
    assert!(!is_cut_off(&with_small));
    assert!(is_cut_off(&with_small[..with_small.len() - 2]));
    // Fill bytes before a marker, and bytes that are no segment.
    let filled = [&whole[..2], &[0xff; 3], &whole[2..]].concat();
    assert!(!is_cut_off(&filled));
    assert!(is_cut_off(&filled[..filled.len() - 2]));
    assert!(!is_cut_off(&[&whole[..2], &[0; 8], &whole[2..]].concat()));
    assert!(!is_cut_off(&encoded(Format::Png)));
}

#[test]
fn all_formats_are_decoded() {
    for format in FORMATS {
        let photo = decode(&encoded(format), &DecodeLimits::default()).expect("it is a picture");
        assert_eq!((photo.width(), photo.height()), (48, 32), "{format:?}");
        let gray = photo.to_gray();
        assert!(
            gray.pixels()[0] < 30 && gray.pixels()[48 * 32 - 1] > 150,
            "{format:?}"
        );
    }
}

/// Returns a JPEG file with an EXIF block that holds only an orientation.
fn with_orientation(orientation: u8) -> Vec<u8> {
    let jpeg = encoded(Format::Jpeg);
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0]);
    let mut bytes = jpeg[..2].to_vec();
    bytes.extend([0xff, 0xe1]);
    bytes.extend(((exif.len() + 2) as u16).to_be_bytes());
    bytes.extend(exif);
    bytes.extend(&jpeg[2..]);
    bytes
}

#[test]
fn the_orientation_of_the_camera_is_applied() {
    let brightness =
        |photo: &ColorPhoto, x: usize, y: usize| photo.to_gray().pixels()[y * photo.width() + x];
    let turned = decode(&with_orientation(6), &DecodeLimits::default()).expect("it is a picture");
    assert_eq!((turned.width(), turned.height()), (32, 48));
    assert!(brightness(&turned, 31, 0) < 40 && brightness(&turned, 0, 47) > 130);
    let upside = decode(&with_orientation(3), &DecodeLimits::default()).expect("it is a picture");
    assert_eq!((upside.width(), upside.height()), (48, 32));
    assert!(brightness(&upside, 47, 31) < 40);
}

#[test]
fn transparent_parts_are_white() {
    let clear = png_of(png::ColorType::Rgba, png::BitDepth::Eight, &[0; 16]);
    let photo = decode(&clear, &DecodeLimits::default()).expect("it is a picture");
    assert_eq!(photo.pixels(), [255; 12]);
}

#[test]
fn every_kind_of_png_has_three_bytes_a_pixel() {
    use png::{BitDepth, ColorType};
    let white = [255; 3];
    for (color, depth, data, expected) in [
        (
            ColorType::Grayscale,
            BitDepth::One,
            &[0x40, 0x80][..],
            [[0; 3], white, white, [0; 3]],
        ),
        (
            ColorType::Grayscale,
            BitDepth::Eight,
            &[1, 2, 3, 4],
            [[1; 3], [2; 3], [3; 3], [4; 3]],
        ),
        (
            ColorType::Grayscale,
            BitDepth::Sixteen,
            &[9; 8],
            [[9; 3]; 4],
        ),
        (
            ColorType::GrayscaleAlpha,
            BitDepth::Eight,
            &[0; 8],
            [white; 4],
        ),
        (ColorType::Rgb, BitDepth::Sixteen, &[7; 24], [[7; 3]; 4]),
        // The second color of the palette is transparent.
        (
            ColorType::Indexed,
            BitDepth::One,
            &[0x40, 0],
            [[255, 0, 0], white, [255, 0, 0], [255, 0, 0]],
        ),
    ] {
        let file = png_of(color, depth, data);
        let photo = decode(&file, &DecodeLimits::default()).expect("it is a picture");
        assert_eq!(photo.pixels(), expected.concat(), "{color:?} {depth:?}");
    }
}

#[test]
fn a_gray_jpeg_is_decoded() {
    let mut bytes = Vec::new();
    JpegEncoder::new(&mut bytes, 90)
        .encode(&[200; 64], 8, 8, jpeg_encoder::ColorType::Luma)
        .expect("the picture is encoded");
    let photo = decode(&bytes, &DecodeLimits::default()).expect("it is a picture");
    assert!(photo.pixels().iter().all(|value| value.abs_diff(200) < 3));
}

#[test]
fn limits_hold() {
    let pixels = DecodeLimits {
        max_pixels: 1000,
        ..DecodeLimits::default()
    };
    let memory = DecodeLimits {
        max_bytes: 2000,
        ..DecodeLimits::default()
    };
    for format in FORMATS {
        for limits in [pixels, memory] {
            let error = decode(&encoded(format), &limits).err();
            let is_expected = if limits == pixels {
                matches!(error, Some(DecodeError::TooLarge { .. }))
            } else {
                matches!(error, Some(DecodeError::TooMuchMemory { .. }))
            };
            assert!(is_expected, "{format:?} {limits:?} {error:?}");
        }
    }
    // A small file may promise a large picture.
    let mut bomb = encoded(Format::Png);
    bomb[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    // The checksum of the header that promises 65,536 × 65,536 pixels.
    bomb[29..33].copy_from_slice(&[0xe3, 0xe6, 0xa7, 0xb4]);
    let error = decode(&bomb, &DecodeLimits::default()).err();
    let message = error.map(|error| error.to_string());
    let expected = "the picture has 65536x65536 pixels; the limit is 64 million";
    assert_eq!(message.as_deref(), Some(expected));
}

#[test]
fn what_is_no_picture_is_an_error() {
    for bytes in [
        &b""[..],
        b"53..7....",
        b"GIF89a",
        b"\xff\xd8\xff",
        b"%PDF-1.7",
    ] {
        assert!(
            decode(bytes, &DecodeLimits::default()).is_err(),
            "{bytes:?}"
        );
    }
    assert_eq!(
        decode(b"text", &DecodeLimits::default()),
        Err(DecodeError::UnknownFormat)
    );
}

#[test]
fn damaged_files_are_errors_and_no_panics() {
    let limits = DecodeLimits {
        max_pixels: 100_000,
        max_bytes: 4 << 20,
    };
    let mut rng = Rng::new(7);
    for format in FORMATS {
        let whole = encoded(format);
        for length in (0..whole.len()).step_by(7) {
            let cut = decode(&whole[..length], &limits);
            // The beginning of a JPEG file is a picture whose last rows are gray, and the last 12
            // bytes of a PNG file say only that it ends.
            let may_be_read = format == Format::Jpeg || length + 12 >= whole.len();
            assert!(may_be_read || cut.is_err(), "{format:?} {length}");
        }
        for _ in 0..400 {
            let mut damaged = whole.clone();
            for _ in 0..=rng.below(4) {
                let at = rng.below(damaged.len() as u64) as usize;
                damaged[at] = rng.below(256) as u8;
            }
            let _ = decode(&damaged, &limits);
        }
    }
}

#[test]
fn incomplete_files_are_named() {
    for format in FORMATS {
        let whole = encoded(format);
        // The headers of a JPEG file are longer than this.
        for length in [20, 40] {
            let error = decode(&whole[..length], &DecodeLimits::default()).err();
            let message = error.map(|error| error.to_string());
            let expected = "the picture is damaged: the file ends too early";
            assert_eq!(message.as_deref(), Some(expected), "{format:?} {length}");
        }
    }
}

#[test]
fn encoded_pictures_are_decoded_again() {
    let photo = ColorPhoto::new(2, 1, vec![1, 2, 3, 4, 5, 6]).expect("the size is right");
    let bytes = encode_png(&photo).expect("it is small");
    assert_eq!(decode(&bytes, &DecodeLimits::default()), Ok(photo));
}

#[test]
fn encoding_stops_with_its_budget() {
    let photo = ColorPhoto::new(3, 100, vec![7; 900]).expect("the size is right");
    let flag = AtomicBool::new(true);
    let stopped = Budget::default().stop_flag(&flag);
    let expected = EncodeError::Stopped(StopReason::Canceled);
    assert_eq!(encode_png_within(&photo, &stopped), Err(expected));
}

/// Returns a progressive JPEG file of a gray square. Each scan says in about a hundred bytes that
/// nothing changes.
fn with_scans(side: u16, scans: usize) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xd8];
    let mut segment = |kind: u8, body: &[u8]| {
        bytes.extend([0xff, kind]);
        bytes.extend((body.len() as u16 + 2).to_be_bytes());
        bytes.extend(body);
    };
    segment(0xdb, &[&[0], &[1; 64][..]].concat());
    let [high, low] = side.to_be_bytes();
    segment(0xc2, &[8, high, low, high, low, 1, 1, 0x11, 0]);
    // One code of one bit: the end of 16,384 blocks and more.
    segment(0xc4, &[&[0x10, 1], &[0; 15][..], &[0xe0]].concat());
    let blocks = usize::from(side).div_ceil(8).pow(2);
    let bits = "011111111111111".repeat(blocks.div_ceil(32_767)) + "1111111";
    let mut data = Vec::new();
    for eight in bits.as_bytes().as_chunks::<8>().0 {
        let byte = eight.iter().fold(0, |byte, bit| byte << 1 | (bit - b'0'));
        data.push(byte);
        if byte == 0xff {
            data.push(0);
        }
    }
    for _ in 0..scans {
        bytes.extend([0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0]);
        bytes.extend(&data);
    }
    bytes.extend([0xff, 0xd9]);
    bytes
}

#[test]
fn many_scans_of_a_large_picture_are_refused() {
    let bytes = with_scans(7900, 99);
    assert!(bytes.len() < 20_000, "{}", bytes.len());
    let error = decode(&bytes, &DecodeLimits::default()).err();
    let message = error.as_ref().map(ToString::to_string);
    let expected = "the picture has 99 scans of 7900x7900 pixels, too many to decode";
    assert_eq!(message.as_deref(), Some(expected));
    assert!(error.is_some_and(|error| error.hint().is_some()));
    // A small picture may have as many.
    assert!(decode(&with_scans(80, 99), &DecodeLimits::default()).is_ok());
}

#[test]
fn decoding_stops_with_its_budget() {
    let over = || true;
    let budget = Budget::default().stop_when(&over);
    let stopped = Some(DecodeError::Stopped(StopReason::Timeout));
    for format in FORMATS {
        let error = decode_within(&encoded(format), &DecodeLimits::default(), &budget).err();
        assert_eq!(error, stopped, "{format:?}");
    }
    // The time runs out during the first scan, which reads only a few hundred bytes.
    let checks = AtomicU32::new(0);
    let over = || checks.fetch_add(1, Ordering::Relaxed) >= 2;
    let budget = Budget::default().stop_when(&over);
    let error = decode_within(&with_scans(2400, 30), &DecodeLimits::default(), &budget).err();
    assert_eq!(error, stopped);
    assert!(checks.load(Ordering::Relaxed) < 6, "{checks:?}");
}

#[test]
fn a_second_picture_in_a_file_is_recognized() {
    for first in FORMATS.map(encoded) {
        assert!(!has_another_picture(&first));
        assert!(!has_another_picture(&[&first[..], b"more"].concat()));
        for second in FORMATS.map(encoded) {
            let both = [&first[..], &second].concat();
            assert!(has_another_picture(&both));
            assert!(!has_another_picture(&both[..first.len() / 2]));
            assert!(decode(&both, &DecodeLimits::default()).is_ok());
        }
    }
    // A phone appends a preview, and says so in a segment.
    let jpeg = encoded(Format::Jpeg);
    let segment = b"\xff\xe2\0\x06MPF\0";
    let with_preview = [&jpeg[..2], segment, &jpeg[2..], &jpeg].concat();
    assert!(!has_another_picture(&with_preview));
    assert!(!has_another_picture(b""));
}
