//! Decompresses any bytes. Decompression must end, and its output must not exceed the limit.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku::decompress::{DecompressError, decompress};

fuzz_target!(|bytes: &[u8]| {
    for limit in [0, 1 << 10, 1 << 16] {
        match decompress(bytes, limit) {
            Ok(plain) => {
                assert!(plain.len() as u64 <= limit || std::ptr::eq(plain.as_ref(), bytes))
            }
            Err(error @ DecompressError::TooLarge { .. }) => {
                assert!(error.to_string().contains(&limit.to_string()))
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
