//! Reads a text in a format and with options that the first bytes select.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku::Alphabet;
use ndoku::format::{BoxChoice, FORMATS, ReadOptions, decode};
use ndoku_fuzz::Choices;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let mut options = ReadOptions {
        format: FORMATS.get(choices.below(FORMATS.len() + 1)).copied(),
        ..ReadOptions::default()
    };
    let wanted = choices.byte();
    options.ignore_unsupported = wanted & 1 != 0;
    if wanted & 2 != 0 {
        options.boxes = Some(match choices.below(3) {
            0 => BoxChoice::None,
            1 => BoxChoice::Rectangles {
                width: choices.byte(),
                height: choices.byte(),
            },
            _ => BoxChoice::Regions(choices.text()),
        });
    }
    if wanted & 4 != 0 {
        options.rules.extend(choices.text().parse());
    }
    if wanted & 8 != 0 {
        options.symbols = Some(
            [
                Alphabet::Alnum,
                Alphabet::Hex0,
                Alphabet::Letters,
                Alphabet::Numbers,
            ][choices.below(4)],
        );
    }
    if wanted & 16 != 0 {
        options.extension = Some(["sdk", "SDM", "ss", "csv", "json"][choices.below(5)].to_owned());
    }
    if let Ok(text) = decode(choices.0) {
        let _ = ndoku_fuzz::read_checked(&text, &options);
    }
});
