//! Decodes any bytes as a picture, and reads pictures of any pixels. Nothing panics, and a decoder
//! stays below its limits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku_photo::{DecodeLimits, DigitNet, GrayPhoto, decode, read_photos};

/// Maximum side of a picture. A grid has at least 4,000 pixels, and larger pictures take long.
const MAX_SIDE: u8 = 112;

const LIMITS: DecodeLimits = DecodeLimits {
    max_pixels: 1 << 14,
    max_bytes: 1 << 22,
};

fuzz_target!(|bytes: &[u8]| {
    match decode(bytes, &LIMITS) {
        Ok(photo) => {
            let pixels = photo.width() * photo.height();
            assert!(pixels as u64 <= LIMITS.max_pixels);
            assert_eq!(photo.pixels().len(), 3 * pixels);
            read(&photo.to_gray());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    // The first two bytes are a size, and the others are pixels, again and again.
    let [width, height, pixels @ ..] = bytes else {
        return;
    };
    let (width, height) = (
        usize::from(width % MAX_SIDE) + 1,
        usize::from(height % MAX_SIDE) + 1,
    );
    if !pixels.is_empty() {
        let pixels = pixels.iter().copied().cycle().take(width * height);
        let photo = GrayPhoto::new(width, height, pixels.collect()).expect("the size is right");
        read(&photo);
    }
});

/// Reads a picture. Each puzzle has all cells of its size, and digits that it knows.
fn read(photo: &GrayPhoto) {
    match read_photos(photo, DigitNet::shared()) {
        Ok(readings) => {
            for reading in readings {
                assert!(reading.puzzle().is_ok());
                assert_eq!(reading.cells.len(), reading.size().pow(2));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty() && !error.hint().is_empty()),
    }
}
