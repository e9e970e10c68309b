//! Decodes any bytes, detects the format and reads the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku::format::{ReadOptions, decode, explain_detection};

fuzz_target!(|bytes: &[u8]| {
    let text = match decode(bytes) {
        Ok(text) => text,
        Err(error) => {
            assert!(!error.message.contains('\n'));
            return;
        }
    };
    let _ = ndoku_fuzz::read_checked(&text, &ReadOptions::default());
    let _ = explain_detection(&text, &ReadOptions::default()).to_string();
});
