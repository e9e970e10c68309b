//! Writes every record in all formats that support its features, and reads it back unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku::constraint::RuleRef;
use ndoku::format::{
    FORMATS, Feature, Format, ReadOptions, Record, WriteOptions, decode, read_all,
};
use ndoku::{Cell, DigitSet, Layout};

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
        Ok(after) => assert_same(format, before, &after, &text),
        Err(error) => panic!("{}: {error:?}\n{text}", format.id),
    }
}

/// Returns `true` if every symbol occurs in a cell. Most formats infer custom symbols from the
/// cells.
fn every_symbol_occurs(record: &Record) -> bool {
    let held: DigitSet = record.puzzle.clues().iter().flatten().copied().collect();
    held == DigitSet::full(record.puzzle.size())
}

fn assert_same(format: &Format, before: &Record, after: &Record, text: &str) {
    let place = format!("{}:\n{text}", format.id);
    assert_eq!(
        demands(before.puzzle.layout()),
        demands(after.puzzle.layout()),
        "{place}"
    );
    // In a candidate format, a clue is a cell with one candidate.
    if format.id == "sukaku" {
        assert!(
            before
                .puzzle
                .layout()
                .cells()
                .all(|cell| before.puzzle.candidates(cell) == after.puzzle.candidates(cell)),
            "{place}"
        );
        return;
    }
    assert_eq!(before.puzzle.clues(), after.puzzle.clues(), "{place}");
    if format.supports.contains(&Feature::Pencilmarks) {
        for (index, cell) in before.puzzle.layout().cells().enumerate() {
            let placed = before
                .entries
                .as_ref()
                .is_some_and(|placed| placed[index].is_some());
            assert!(
                placed || effective(before, cell) == effective(after, cell),
                "{cell} {place}"
            );
        }
    }
    let shown = |record: &Record| {
        record
            .entries
            .clone()
            .filter(|placed| placed.iter().any(Option::is_some))
    };
    assert_eq!(shown(before), shown(after), "{place}");
    assert_eq!(before.solution, after.solution, "{place}");
    if before.features().contains(&Feature::Symbols) {
        assert_eq!(before.puzzle.symbols(), after.puzzle.symbols(), "{place}");
    }
}

/// Returns the demands of a layout. Rectangular boxes equal regions of the same cells.
fn demands(layout: &Layout) -> (u8, Vec<Vec<Cell>>, Vec<RuleRef>) {
    let mut houses: Vec<Vec<Cell>> = layout
        .houses()
        .iter()
        .map(|house| house.cells().to_vec())
        .collect();
    houses.sort_unstable();
    houses.dedup();
    (layout.size(), houses, layout.rules().to_vec())
}

/// Returns the candidates of a cell, reduced by the clues of its peers. Candidate formats write no
/// more than that.
fn effective(record: &Record, cell: Cell) -> DigitSet {
    let puzzle = &record.puzzle;
    let taken: DigitSet = puzzle
        .layout()
        .peers(cell)
        .into_iter()
        .filter_map(|peer| puzzle.clue(peer))
        .collect();
    if puzzle.clue(cell).is_some() {
        puzzle.candidates(cell)
    } else {
        puzzle.candidates(cell) - taken
    }
}
