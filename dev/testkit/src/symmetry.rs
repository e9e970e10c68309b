//! Transformations of a puzzle with brick boxes that keep its solutions: other names for the digits, rows within a band, bands, columns within a stack,
//! stacks, and rows for columns.
//!
//! ```text
//!   rows 1 2 | 3 4 | 5 6   →   4 3 | 1 2 | 6 5      bands and the rows within them
//! ```

use ndoku_core::{Boxes, Cell, Digit, Layout, Puzzle};

use crate::random::SplitMix64;

/// The same puzzle seen through a random symmetry of its boxes.
///
/// # Panics
/// If the layout has more than rows, columns and brick boxes.
pub fn transformed(rng: &mut SplitMix64, puzzle: &Puzzle) -> Puzzle {
    let layout = puzzle.layout();
    let size = usize::from(layout.size());
    let Boxes::Bricks { width, height } = *layout.boxes() else { panic!("not for {layout}") };
    assert!(layout.is_plain(), "not for {layout}");
    let rows = lines(rng, size, usize::from(height));
    let columns = lines(rng, size, usize::from(width));
    let names = rng.permutation(size);
    let transpose = rng.once_in(2);
    let target = if transpose { Layout::with_boxes(height, width).expect("the same size") } else { layout.clone() };
    let place = |cell: Cell| {
        let (row, column) = (rows[usize::from(cell.row())] as u8, columns[usize::from(cell.column())] as u8);
        if transpose { Cell::new(column, row) } else { Cell::new(row, column) }
    };
    let rename = |digit: Digit| Digit::from_index(names[digit.index()]);
    let mut out = Puzzle::empty(&target);
    for cell in layout.cells() {
        out.set_clue(place(cell), puzzle.clue(cell).map(rename)).expect("in the grid");
    }
    if let Some(marks) = puzzle.pencilmarks() {
        let mut moved = marks.to_vec();
        for cell in layout.cells() {
            moved[target.index(place(cell))] = marks[layout.index(cell)].iter().map(rename).collect();
        }
        out.set_pencilmarks(&moved).expect("as many as cells");
    }
    out
}

/// A permutation of lines that keeps groups of `depth` lines together.
fn lines(rng: &mut SplitMix64, size: usize, depth: usize) -> Vec<usize> {
    let groups = rng.permutation(size / depth);
    groups.into_iter().flat_map(|group| rng.permutation(depth).into_iter().map(move |line| group * depth + line)).collect()
}
