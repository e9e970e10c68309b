//! Comparison of a record with what a format made of it.
//!
//! ```text
//! record ─▶ writer ─▶ text ─▶ reader ─▶ the same record
//! ```

use ndoku_core::constraint::RuleRef;
use ndoku_core::{Cell, Digit, DigitSet, Layout};
use ndoku_formats::{Feature, Format, Record};

/// Asserts that a record was read back unchanged, apart from unsupported features and metadata.
///
/// # Panics
/// Panics if a part differs.
pub fn assert_same_record(format: &Format, before: &Record, after: &Record, text: &str) {
    let place = format!("{}:\n{text}", format.id);
    let layout = before.puzzle.layout();
    assert_eq!(demands(layout), demands(after.puzzle.layout()), "{place}");
    if format.id == "sukaku" {
        // A clue is a cell with one candidate.
        let is_same = |cell| before.puzzle.candidates(cell) == after.puzzle.candidates(cell);
        assert!(layout.cells().all(is_same), "{place}");
    } else {
        assert_eq!(before.puzzle.clues(), after.puzzle.clues(), "{place}");
        if format.supports.contains(&Feature::Pencilmarks) && layout.cell_count() < 1500 {
            assert_same_pencilmarks(before, after, &place);
        }
    }
    assert_eq!(entries(before), entries(after), "{place}");
    assert_eq!(before.solution, after.solution, "{place}");
    if before.features().contains(&Feature::Symbols) {
        assert_eq!(before.puzzle.symbols(), after.puzzle.symbols(), "{place}");
    }
}

/// Asserts that all cells without an entry have the same candidates.
fn assert_same_pencilmarks(before: &Record, after: &Record, place: &str) {
    for (index, cell) in before.puzzle.layout().cells().enumerate() {
        let has_entry = before
            .entries
            .as_ref()
            .is_some_and(|entries| entries[index].is_some());
        assert!(
            has_entry || reduced_candidates(before, cell) == reduced_candidates(after, cell),
            "{cell} {place}"
        );
    }
}

/// Returns the digits of the player, if there are any.
fn entries(record: &Record) -> Option<&[Option<Digit>]> {
    let entries = record.entries.as_deref();
    entries.filter(|entries| entries.iter().any(Option::is_some))
}

/// Returns the demands of a layout. Rectangular boxes equal regions of the same cells.
fn demands(layout: &Layout) -> (u8, Vec<Vec<Cell>>, Vec<RuleRef>) {
    let houses = layout.houses().iter();
    let mut houses: Vec<Vec<Cell>> = houses.map(|house| house.cells().to_vec()).collect();
    houses.sort_unstable();
    houses.dedup();
    (layout.size(), houses, layout.rules().to_vec())
}

/// Returns the candidates of a cell, reduced by the clues of its peers. Candidate formats write no
/// more than that.
#[must_use]
pub fn reduced_candidates(record: &Record, cell: Cell) -> DigitSet {
    let puzzle = &record.puzzle;
    if puzzle.clue(cell).is_some() {
        return puzzle.candidates(cell);
    }
    let peers = puzzle.layout().peers(cell).into_iter();
    let taken: DigitSet = peers.filter_map(|peer| puzzle.clue(peer)).collect();
    puzzle.candidates(cell) - taken
}
