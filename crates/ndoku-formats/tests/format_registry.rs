//! Tests of every registered format: its example, its file, round trips, and that no input makes it
//! panic.

use std::collections::HashSet;

use ndoku_core::constraint::RuleRef;
use ndoku_core::{Alphabet, Boxes, Diagonal, Digit, Layout, Puzzle, Symbols};
use ndoku_formats::{
    self as format, FORMATS, Feature, Format, Metadata, ReadOptions, Record, Scope, WriteOptions,
    explain_detection, read_all,
};
use ndoku_testkit::round_trip::{assert_same_record, reduced_candidates};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

fn forced(format: &'static Format) -> ReadOptions {
    ReadOptions {
        format: Some(format),
        ..ReadOptions::default()
    }
}

#[test]
fn names_are_unique_and_lower_case() {
    let mut seen = HashSet::new();
    for format in FORMATS {
        for name in std::iter::once(&format.id).chain(format.aliases) {
            assert!(seen.insert(*name), "{name} names two formats");
            assert_eq!(name.to_lowercase(), **name);
        }
        assert!(!format.summary.is_empty(), "{}", format.id);
        assert!(
            format.read.is_some() || format.write.is_some(),
            "{}",
            format.id
        );
    }
}

#[test]
fn every_example_is_detected_and_read() {
    for format in FORMATS.iter().filter(|format| format.read.is_some()) {
        let explained = explain_detection(format.example, &ReadOptions::default());
        assert_eq!(
            explained.chosen.map(|chosen| chosen.id),
            Some(format.id),
            "{explained}"
        );
        for options in [ReadOptions::default(), forced(format)] {
            let records = read_all(format.example, &options);
            assert!(!records.is_empty());
            for record in records {
                assert!(record.is_ok(), "{}: {record:?}", format.id);
            }
        }
    }
}

#[test]
fn every_file_of_the_folder_is_in_the_registry() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let registry = std::fs::read_to_string(folder.join("lib.rs")).unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let (name, text) = (
            path.file_stem().unwrap().to_string_lossy().into_owned(),
            std::fs::read_to_string(&path).unwrap_or_default(),
        );
        for line in text
            .lines()
            .filter(|line| line.starts_with("pub(super) const ") && line.contains(": Format = "))
        {
            let constant = line.split([' ', ':']).nth(2).unwrap();
            assert!(
                registry.contains(&format!("    &{name}::{constant},"))
                    || registry.contains(&format!("    large!({name}::{constant}),")),
                "add `&{name}::{constant},` to FORMATS"
            );
        }
    }
}

/// The choices of random puzzles.
struct TestRng(SplitMix64);

impl TestRng {
    fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() >> 33) as usize % limit.max(1)
    }

    fn often(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// Returns a full grid for rectangular boxes: every row is a shift of the digits.
fn full_grid(size: u8, width: u8, height: u8, rng: &mut TestRng) -> Vec<u8> {
    let (n, w, h) = (usize::from(size), usize::from(width), usize::from(height));
    let mut names: Vec<u8> = (1..=size).collect();
    for index in (1..n).rev() {
        names.swap(index, rng.below(index + 1));
    }
    (0..n * n)
        .map(|index| names[((index / n) % h * w + (index / n) / h + index % n) % n])
        .collect()
}

/// Returns a random record with only the features that the format supports.
fn random_record(format: &Format, size: u8, rng: &mut TestRng) -> Record {
    let supports = |feature: Feature| format.supports.contains(&feature);
    let n = usize::from(size);
    let shapes: Vec<u8> = (2..size)
        .filter(|width| size.is_multiple_of(*width))
        .collect();
    let Boxes::Rectangles {
        width: mut box_width,
        height: mut box_height,
    } = Boxes::for_size(size)
    else {
        unreachable!()
    };
    let mut builder = Layout::builder(size);
    if supports(Feature::BoxShape) && !shapes.is_empty() && rng.often(50) {
        box_width = shapes[rng.below(shapes.len())];
        box_height = size / box_width;
        builder = builder.boxes(box_width, box_height);
    } else if supports(Feature::Regions) && size > 2 && rng.often(50) {
        // Columns or broken stripes: N regions of N cells.
        let map: Vec<usize> = (0..n * n)
            .map(|index| ((index + index / n / 2) % n + n * usize::from(index == usize::MAX)) % n)
            .collect();
        builder = builder.regions(&map);
    } else if supports(Feature::NoBoxes) && rng.often(20) {
        builder = builder.no_boxes();
    }
    for diagonal in [Diagonal::Main, Diagonal::Anti] {
        if supports(Feature::Diagonals) && rng.often(30) {
            builder = builder.diagonal(diagonal);
        }
    }
    if supports(Feature::Rules) && rng.often(30) {
        builder = builder.rule_ref("anti-knight".parse::<RuleRef>().unwrap());
    }
    let layout = builder.build().unwrap();
    let solution = full_grid(size, box_width, box_height, rng);
    let blanks = [10, 50, 75][rng.below(3)];
    let clues: Vec<u8> = solution
        .iter()
        .map(|digit| if rng.often(blanks) { 0 } else { *digit })
        .collect();
    let mut puzzle = Puzzle::from_array(&layout, &clues).unwrap();
    if size > 9 && size <= 35 && rng.often(50) {
        puzzle = puzzle
            .with_symbols(Symbols::from_alphabet(Alphabet::Alnum, size).unwrap())
            .unwrap();
    }
    if supports(Feature::Symbols) && rng.often(50) && size > 1 {
        let tokens: Vec<String> = (1..=u16::from(size))
            .map(|number| (number * 2).to_string())
            .collect();
        puzzle = puzzle.with_symbols(Symbols::from_tokens(tokens)).unwrap();
    }
    let standard = *puzzle.symbols() == Symbols::numbers(size);
    if !standard || format.id == "s0" {
        // Symbols inferred from the clues must all occur in them.
        for (index, digit) in solution.iter().enumerate() {
            if !puzzle
                .clues()
                .iter()
                .flatten()
                .any(|clue| clue.get() == *digit)
            {
                puzzle
                    .set_clue(layout.cell(index), Digit::new(*digit))
                    .unwrap();
            }
        }
    }
    let mut record = Record::from(puzzle);
    if supports(Feature::Entries) && rng.often(50) {
        let placed = |index: usize, rng: &mut TestRng| {
            (record.puzzle.clues()[index].is_none() && rng.often(30))
                .then(|| Digit::new(solution[index]))
                .flatten()
        };
        let entries: Box<[Option<Digit>]> = (0..n * n).map(|index| placed(index, rng)).collect();
        record.entries = entries.iter().any(Option::is_some).then_some(entries);
    }
    if supports(Feature::Pencilmarks) && size > 1 && size < 50 && rng.often(60) {
        for (index, cell) in layout.cells().enumerate() {
            let free = record.puzzle.clues()[index].is_none()
                && record
                    .entries
                    .as_ref()
                    .is_none_or(|entries| entries[index].is_none());
            let open = reduced_candidates(&record, cell);
            for digit in open
                .iter()
                .filter(|digit| digit.get() != solution[index])
                .skip(1)
            {
                if free && rng.often(40) {
                    record
                        .puzzle
                        .remove_candidate(ndoku_core::Candidate::new(cell, digit))
                        .unwrap();
                }
            }
        }
    }
    if supports(Feature::Solution) && rng.often(50) {
        record.solution = Some(
            solution
                .iter()
                .map(|digit| Digit::new(*digit).unwrap())
                .collect(),
        );
    }
    if supports(Feature::Metadata) && rng.often(50) {
        let text = |rng: &mut TestRng| {
            Some(["a b", "Ünïcode", "1 < 2 & \"3\"", "x"][rng.below(4)].to_owned())
        };
        record.metadata = Metadata {
            title: text(rng),
            author: text(rng),
            source: text(rng),
            level: text(rng),
            comment: text(rng),
            ..Metadata::default()
        };
    }
    record
}

/// Asserts that a record was read back unchanged, apart from unsupported features.
fn assert_same(format: &Format, before: &Record, after: &Record, text: &str) {
    assert_same_record(format, before, after, text);
    let place = format!("{}:\n{text}", format.id);
    for (one, other) in [
        (&before.metadata.title, &after.metadata.title),
        (&before.metadata.author, &after.metadata.author),
        (&before.metadata.comment, &after.metadata.comment),
    ] {
        assert_eq!(one, other, "{place}");
    }
}

fn sizes(format: &Format) -> Vec<u8> {
    match (
        format.supports.contains(&Feature::AnySize),
        format.supports.contains(&Feature::Pencilmarks),
    ) {
        (false, _) => vec![9],
        // The candidates of a 255×255 grid take megabytes.
        (true, true) => (1..=16).chain([25, 36, 64]).collect(),
        (true, false) => (1..=16)
            .chain([25, 36, 100])
            .chain((format.scope == Scope::Unit).then_some(255))
            .collect(),
    }
}

#[test]
fn written_records_are_read_back() {
    for format in FORMATS {
        let (Some(writer), true) = (&format.write, format.read.is_some()) else {
            continue;
        };
        let mut rng = TestRng(SplitMix64::seed_from_u64(7));
        let mut written = 0;
        for size in sizes(format) {
            let rounds = if size > 36 {
                1
            } else if sizes(format) == [9] {
                80
            } else {
                12
            };
            let mut batch = Vec::new();
            for _ in 0..rounds {
                let record = random_record(format, size, &mut rng);
                assert_eq!(format.unsupported(&record), [], "{}", format.id);
                let Ok(text) = writer.write_all(
                    [&record],
                    &WriteOptions {
                        ascii: rng.often(50),
                        ..WriteOptions::default()
                    },
                ) else {
                    continue;
                };
                written += 1;
                let read = read_all(&text, &forced(format));
                assert_eq!(read.len(), 1, "{} {read:?}\n{text}", format.id);
                let after = read[0]
                    .as_ref()
                    .unwrap_or_else(|error| panic!("{} {size}: {error}\n{text}", format.id));
                assert_same(format, &record, after, &text);
                for cell in record
                    .puzzle
                    .layout()
                    .cells()
                    .filter(|cell| record.puzzle.clue(*cell).is_some())
                {
                    let known = after
                        .source_map
                        .span(record.puzzle.layout().index(cell))
                        .is_some();
                    assert!(
                        known || after.source_map == format::SourceMap::Unknown,
                        "{}: {cell} has no place",
                        format.id
                    );
                }
                if size > 3 {
                    let found = read_all(&text, &ReadOptions::default());
                    assert_eq!(found.len(), 1, "{} {size}: {found:?}\n{text}", format.id);
                    let after = found[0].as_ref().unwrap_or_else(|error| {
                        panic!("{} {size}, detected: {error}\n{text}", format.id)
                    });
                    assert_same(format, &record, after, &text);
                }
                batch.push(record);
            }
            if size > 3 && size <= 25 && !batch.is_empty() {
                let text = writer.write_all(&batch, &WriteOptions::default()).unwrap();
                let read = read_all(&text, &forced(format));
                assert_eq!(read.len(), batch.len(), "{} {size}\n{text}", format.id);
                for (before, after) in batch.iter().zip(&read) {
                    assert_same(
                        format,
                        before,
                        after
                            .as_ref()
                            .unwrap_or_else(|error| panic!("{}: {error}\n{text}", format.id)),
                        &text,
                    );
                }
            }
        }
        assert!(written > 5, "{} wrote next to nothing", format.id);
    }
}

#[test]
fn no_input_makes_a_reader_panic() {
    let mut rng = TestRng(SplitMix64::seed_from_u64(3));
    let check = |text: &str, options: &ReadOptions| {
        let records = read_all(text, options);
        assert!(
            !records.is_empty() && records.len() <= text.chars().count() + 2,
            "{} records of {text:?}",
            records.len()
        );
        for error in records.iter().filter_map(|record| record.as_ref().err()) {
            let span = error.span.unwrap_or(format::Span::new(1, 1, 0));
            assert!(
                span.line >= 1 && span.line <= text.lines().count() + 1,
                "{error}: {text:?}"
            );
            assert!(
                !error.message.contains('\n') && !error.message.ends_with('.'),
                "{error}"
            );
        }
    };
    let plain = ReadOptions::default();
    for format in FORMATS.iter().filter(|format| format.read.is_some()) {
        let example = format.example;
        for end in (0..=example.len()).filter(|end| example.is_char_boundary(*end)) {
            check(&example[..end], &plain);
            check(&example[..end], &forced(format));
        }
        for _ in 0..300 {
            let mut bytes = example.as_bytes().to_vec();
            for _ in 0..=rng.below(4) {
                let place = rng.below(bytes.len());
                match rng.below(4) {
                    0 => bytes[place] = rng.below(256) as u8,
                    1 => bytes.insert(place, b"\n .0#:|{-[9AX"[rng.below(13)]),
                    2 => drop(bytes.remove(place)),
                    _ => bytes.extend_from_within(..place),
                }
                if bytes.is_empty() {
                    bytes.push(b'.');
                }
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            check(&text, &plain);
            check(&text, &forced(format));
            // Every reader gets every text.
            let other = FORMATS[rng.below(FORMATS.len())];
            if other.read.is_some() {
                check(&text, &forced(other));
            }
            let _ = explain_detection(&text, &plain).to_string();
        }
    }
}
