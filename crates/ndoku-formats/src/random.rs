//! Random records of every kind, for round-trip tests.
#![cfg(test)]

use ndoku_core::{Alphabet, Boxes, Cell, Diagonal, Digit, DigitSet, Layout, Puzzle, Symbols};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::{Feature, Metadata, Record};

/// The choices of random records.
pub(super) struct RecordRng(SplitMix64);

impl RecordRng {
    pub(super) fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() >> 33) as usize % bound.max(1)
    }

    pub(super) fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub(super) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// Returns a random record with the features of `supports` and a size from `sizes`. Regions are
/// connected. Texts have no control characters.
pub(super) fn record(rng: &mut RecordRng, supports: &[Feature], sizes: &[u8]) -> Record {
    let mut may = |feature| supports.contains(&feature) && rng.chance(2);
    let [shape, regions, no_boxes, diagonals, rules] = [
        Feature::BoxShape,
        Feature::Regions,
        Feature::NoBoxes,
        Feature::Diagonals,
        Feature::Rules,
    ]
    .map(&mut may);
    let [marks, placed, solution, has_metadata, symbols] = [
        Feature::Pencilmarks,
        Feature::Entries,
        Feature::Solution,
        Feature::Metadata,
        Feature::Symbols,
    ]
    .map(&mut may);
    let size = if supports.contains(&Feature::AnySize) {
        rng.pick(sizes)
    } else {
        9
    };
    let mut builder = Layout::builder(size);
    if regions {
        builder = builder.regions(&strips(rng, size));
    } else if no_boxes {
        builder = builder.no_boxes();
    } else if shape {
        let widths: Vec<u8> = (1..=size).filter(|width| size % width == 0).collect();
        let width = rng.pick(&widths);
        builder = builder.boxes(width, size / width);
    }
    for diagonal in [Diagonal::Main, Diagonal::Anti] {
        if diagonals && rng.chance(2) {
            builder = builder.diagonal(diagonal);
        }
    }
    if rules {
        for _ in 0..rng.below(4) {
            builder = match rng.below(4) {
                0 => builder.rule("anti-knight"),
                1 => builder.rule("anti-king"),
                2 => builder.rule("non-consecutive"),
                _ => {
                    let cell = |index| Cell::from_index(index, size);
                    let name = rng.pick(&["", "left", "a: b", "=x"]);
                    builder.house(
                        name,
                        &[
                            cell(rng.below(usize::from(size))),
                            cell(usize::from(size) * usize::from(size) - 1),
                        ],
                    )
                }
            };
        }
    }
    // In a grid of one cell, a house may have named its only cell twice.
    let layout = builder
        .build()
        .unwrap_or_else(|_| Layout::for_size(size).unwrap());
    let digit = |rng: &mut RecordRng| Digit::from_index(rng.below(usize::from(size)));
    let clues: Vec<u8> = (0..layout.cell_count())
        .map(|_| if rng.chance(3) { digit(rng).get() } else { 0 })
        .collect();
    let mut puzzle = Puzzle::from_array(&layout, &clues).unwrap();
    if symbols {
        puzzle = puzzle.with_symbols(any_symbols(rng, size)).unwrap();
    }
    if marks {
        let sets: Vec<DigitSet> = (0..layout.cell_count())
            .map(|_| layout.digits().filter(|_| rng.chance(2)).collect())
            .collect();
        puzzle.set_pencilmarks(&sets).unwrap();
    }
    let mut record = Record::from(puzzle);
    if placed {
        record.entries = Some(
            clues
                .iter()
                .map(|clue| (*clue == 0 && rng.chance(4)).then(|| digit(rng)))
                .collect(),
        );
    }
    if solution {
        record.solution = Some(clues.iter().map(|_| digit(rng)).collect());
    }
    if has_metadata {
        record.metadata = metadata(rng);
    }
    record
}

/// Returns connected regions: a path up and down in strips of random height, cut into pieces of N
/// cells.
fn strips(rng: &mut RecordRng, size: u8) -> Vec<u8> {
    let mut path = Vec::new();
    let mut top = 0;
    let mut rightwards = true;
    while top < size {
        let height = 1 + rng.below(usize::from((size - top).min(4))) as u8;
        let mut down = true;
        for step in 0..size {
            let column = if rightwards { step } else { size - 1 - step };
            path.extend(
                (0..height).map(|k| (if down { top + k } else { top + height - 1 - k }, column)),
            );
            down = !down;
        }
        rightwards = !rightwards;
        top += height;
    }
    let mut map = vec![0; path.len()];
    let flip = rng.chance(2);
    for (number, (row, column)) in path.into_iter().enumerate() {
        let cell = if flip {
            Cell::new(column, row)
        } else {
            Cell::new(row, column)
        };
        map[cell.index(size)] = (number / usize::from(size)) as u8;
    }
    map
}

fn any_symbols(rng: &mut RecordRng, size: u8) -> Symbols {
    match rng.below(5) {
        0 => Symbols::from_alphabet(Alphabet::Alnum, size.min(35)),
        1 => Symbols::from_alphabet(Alphabet::Letters, size.min(26)),
        2 => Symbols::from_alphabet(Alphabet::Hex0, size.min(16)),
        3 => {
            Ok(Symbols::from_tokens((0..size).map(|k| {
                format!("{}\"{k}", if k % 2 == 0 { "é" } else { "" })
            })))
        }
        _ => Ok(Symbols::from_tokens(
            (0..size).map(|k| char::from(b'!' + k % 90).to_string()),
        )),
    }
    .ok()
    .filter(|symbols| symbols.size() == size)
    .unwrap_or_else(|| Symbols::numbers(size))
}

fn metadata(rng: &mut RecordRng) -> Metadata {
    const TEXTS: [&str; 8] = [
        "Easter",
        "a \"b\" c",
        "grün & <blau>",
        "7",
        "x, y; z",
        "it's",
        "a/b\\c",
        "=1+1",
    ];
    let mut some = || {
        rng.chance(2)
            .then(|| TEXTS[rng.below(TEXTS.len())].to_owned())
    };
    let mut metadata = Metadata {
        title: some(),
        author: some(),
        source: some(),
        url: some(),
        date: some(),
        level: some(),
        comment: some(),
        rating: some(),
        id: some(),
        extra: Vec::new(),
    };
    for _ in 0..rng.below(3) {
        metadata.extra.push((
            rng.pick(&["one", "two words", "ö"]).to_owned(),
            rng.pick(&TEXTS).to_owned(),
        ));
    }
    metadata
}

/// Asserts that two records agree. The message shows the text between them.
pub(super) fn assert_same(before: &Record, after: &Record, text: &str) {
    assert_eq!(
        before.puzzle.layout(),
        after.puzzle.layout(),
        "layouts differ\n{text}"
    );
    if let (Boxes::Regions(a), Boxes::Regions(b)) = (
        before.puzzle.layout().boxes(),
        after.puzzle.layout().boxes(),
    ) {
        assert_eq!(a, b);
    }
    assert_eq!(before, after, "{text}");
}
