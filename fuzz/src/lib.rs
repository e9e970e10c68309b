//! The shared part of the fuzz targets: choices made from bytes, and checks of everything that is
//! read.
//!
//! | target | input | checks |
//! |---|---|---|
//! | `read` | bytes | decoding and detection never panic; records and errors are consistent |
//! | `read_as` | options, text | the same checks for every format, requested by name |
//! | `write_read` | bytes | records are written in all formats that support them, and read back |
//! | `solve` | text | solutions are verified, small puzzles compared with the naive oracle |
//! | `learning` | a layout, clues and marks | CDCL agrees with backtracking, and has a proof |
//! | `layout` | calls of a builder | every built layout is sound |
//! | `unpack` | bytes | decompression is bounded |
//!
//! `cargo xtask fuzz 60` runs each of them for a minute. `src/bin/seed.rs` writes the first corpus.
#![forbid(unsafe_code)]

use std::ops::ControlFlow;

use ndoku_core::layout::Boxes;
use ndoku_core::{HouseKind, Layout};
use ndoku_formats::{ReadError, ReadOptions, Record, SourceMap, read};

/// The maximum number of examined records. A few bytes can name a grid of 255×255, and many of
/// those would fill the memory.
pub const MAX_RECORDS: usize = 64;

/// A source of choices that consumes the input from the start. It returns zeros when the input is
/// used up.
#[derive(Debug)]
pub struct Choices<'a>(pub &'a [u8]);

impl<'a> Choices<'a> {
    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    /// Returns a number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let wide = if bound > 256 {
            usize::from(self.byte()) << 8
        } else {
            0
        };
        (wide + usize::from(self.byte())) % bound
    }

    /// Returns at most `most` bytes.
    pub fn bytes(&mut self, most: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(most.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Returns a short text: its length, then its bytes. Invalid UTF-8 is replaced.
    pub fn text(&mut self) -> String {
        let length = usize::from(self.byte());
        String::from_utf8_lossy(self.bytes(length)).into_owned()
    }
}

/// Reads a text and checks every record and error. Returns the examined records.
///
/// # Panics
/// Panics if a check fails.
#[must_use]
pub fn read_checked(text: &str, options: &ReadOptions) -> Vec<Record> {
    let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
    let (mut records, mut seen) = (Vec::new(), 0);
    read(text, options, &mut |record| {
        seen += 1;
        match record {
            Ok(record) => {
                check_record(&record, &widths);
                records.push(record);
            }
            Err(error) => check_error(&error, &widths),
        }
        if seen < MAX_RECORDS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert!(seen > 0, "there is neither a record nor an error");
    records
}

fn check_record(record: &Record, widths: &[usize]) {
    let puzzle = &record.puzzle;
    let layout = puzzle.layout();
    check_layout(layout);
    assert_eq!(puzzle.clues().len(), layout.cell_count());
    assert_eq!(puzzle.symbols().size(), layout.size());
    assert!(
        puzzle
            .clues()
            .iter()
            .flatten()
            .all(|digit| digit.get() <= layout.size())
    );
    assert!(
        record
            .entries
            .as_ref()
            .is_none_or(|placed| placed.len() == layout.cell_count())
    );
    assert!(
        record
            .solution
            .as_ref()
            .is_none_or(|solution| solution.len() == layout.cell_count())
    );
    if record.source_map != SourceMap::Unknown {
        for index in 0..layout.cell_count() {
            let Some(span) = record.source_map.span(index) else {
                continue;
            };
            let width = widths.get(span.line.wrapping_sub(1)).copied();
            assert!(
                width.is_some_and(|width| span.column >= 1 && span.column - 1 + span.length <= width),
                "cell {index} has the span {span:?}, but the line has {width:?} characters"
            );
        }
    }
    for (conflict, error) in record.conflicts() {
        assert!(conflict.cells().iter().all(|cell| layout.contains(*cell)));
        check_error(&error, widths);
    }
}

fn check_error(error: &ReadError, widths: &[usize]) {
    assert!(
        !error.message.is_empty() && !error.message.contains('\n'),
        "{:?}",
        error.message
    );
    if let Some(span) = error.span {
        // An error about missing text may be behind the last line.
        assert!(
            span.line >= 1 && span.line <= widths.len() + 1 && span.column >= 1,
            "{error:?}"
        );
    }
}

/// Checks that the parts of a layout are consistent.
///
/// # Panics
/// Panics if they are not.
pub fn check_layout(layout: &Layout) {
    let size = usize::from(layout.size());
    assert!(size >= 1);
    assert_eq!(layout.cells().len(), size * size);
    let mut boxes = 0;
    for house in layout.houses() {
        let cells = house.cells();
        assert!(
            !cells.is_empty()
                && cells.len() <= size
                && cells.iter().all(|cell| layout.contains(*cell)),
            "{house:?}"
        );
        match house.kind() {
            HouseKind::Extra | HouseKind::Cage => {}
            kind => {
                assert_eq!(cells.len(), size, "{house:?}");
                boxes += usize::from(kind == HouseKind::Box);
            }
        }
    }
    match layout.boxes() {
        Boxes::None => assert_eq!(boxes, 0),
        Boxes::Rectangles { width, height } => {
            assert_eq!(usize::from(*width) * usize::from(*height), size);
            assert_eq!(boxes, if *width > 1 && *height > 1 { size } else { 0 });
        }
        Boxes::Regions(map) => {
            assert_eq!((boxes, map.len()), (size, size * size));
        }
    }
    for constraint in layout.constraints() {
        assert!(
            constraint.cells().iter().all(|cell| layout.contains(*cell)),
            "{constraint:?}"
        );
    }
    // The corners and the center represent all cells.
    for index in [0, size - 1, size * size / 2, size * size - 1] {
        let cell = layout.cell(index);
        let houses = layout.houses_of(cell);
        assert!(houses.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(houses.iter().all(|number| {
            layout.houses()[usize::from(*number)]
                .cells()
                .contains(&cell)
        }));
        assert!(houses.len() >= 2);
    }
}
