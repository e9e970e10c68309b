//! Writes every record in all formats that support its features, and reads it back unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku::DigitSet;
use ndoku::format::{
    FORMATS, Feature, Format, ReadOptions, Record, WriteOptions, decode, read_all,
};
use ndoku_testkit::round_trip::assert_same_record;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = decode(rest) else { return };
    let options = WriteOptions {
        ascii: first & 1 != 0,
        ..WriteOptions::default()
    };
    let small = |record: &&Record| record.puzzle.size() <= 25;
    for record in ndoku_fuzz::read_checked(&text, &ReadOptions::default())
        .iter()
        .filter(small)
        .take(2)
    {
        for format in FORMATS {
            assert_round_trip(format, record, &options);
        }
    }
});

fn assert_round_trip(format: &'static Format, before: &Record, options: &WriteOptions) {
    let (Some(writer), Some(_)) = (&format.write, format.read) else {
        return;
    };
    if !format.unsupported(before).is_empty()
        || (before.features().contains(&Feature::Symbols) && !every_symbol_occurs(before))
    {
        return;
    }
    // A writer may reject records that its format cannot express.
    let Ok(text) = writer.write_all([before], options) else {
        return;
    };
    let forced = ReadOptions {
        format: Some(format),
        ..ReadOptions::default()
    };
    let mut read = read_all(&text, &forced);
    assert_eq!(read.len(), 1, "{}: {read:?}\n{text}", format.id);
    match read.remove(0) {
        Ok(after) => assert_same_record(format, before, &after, &text),
        Err(error) => panic!("{}: {error:?}\n{text}", format.id),
    }
}

/// Returns `true` if every symbol occurs in a cell. Most formats infer custom symbols from the
/// cells.
fn every_symbol_occurs(record: &Record) -> bool {
    let held: DigitSet = record.puzzle.clues().iter().flatten().copied().collect();
    held == DigitSet::full(record.puzzle.size())
}
