//! What to guess next: an item with few candidates left and many failures behind it.
//!
//! ```text
//!   cell r4c7   {2 9}        2 candidates, weight 1   → 2.0
//!   digit 5 in box 3         3 candidates, weight 4   → 0.75   ← tried first: it led to contradictions before
//! ```
//!
//! Each item has a weight, 1 at first; an item that loses its last candidate gets one more (Boussemart, Hemery, Lecoutre, Sais: "Boosting systematic search
//! by weighting constraints", ECAI 2004: dom/wdeg, here on the items of the exact cover, cells and digits in houses alike). Of the items the one with the least
//! candidates ÷ weight is taken; its candidates are tried in the order of the cells or digits.

use super::set::Set;
use super::state::{State, pack};
use super::tables::Tables;

/// What the search has learnt about the items of this puzzle.
pub(super) struct Weights {
    weight: Vec<f32>,
    bump: f32,
}

impl Weights {
    pub(super) fn new() -> Self {
        Self { weight: Vec::new(), bump: 1.0 }
    }

    /// Forgets everything.
    pub(super) fn reset<const W: usize>(&mut self, tables: &Tables<W>) {
        self.weight.clear();
        self.weight.resize(tables.cells + tables.houses * tables.size, 1.0);
        self.bump = 1.0;
    }

    /// An item lost its last candidate.
    pub(super) fn blame(&mut self, item: u32) {
        self.weight[item as usize] += self.bump;
    }
}

/// The candidate to guess: the first one of the best item. `None` if no cell is open.
pub(super) fn choose<const W: usize>(tables: &Tables<W>, state: &mut State<W>, weights: &Weights) -> Option<u32> {
    let mut best = f32::INFINITY;
    let mut item = None;
    for cell in state.open_cells() {
        let cell = usize::from(*cell);
        let score = f32::from(state.digit_count[cell]) / weights.weight[cell];
        if score < best {
            (best, item) = (score, Some(cell));
        }
    }
    item?;
    for (number, count) in state.place_count.iter().enumerate().filter(|(_, count)| **count > 1) {
        let score = f32::from(*count) / weights.weight[tables.cells + number];
        if score < best {
            (best, item) = (score, Some(tables.cells + number));
        }
    }
    state.work += (state.place_count.len() / 16) as u64;
    item.map(|item| match item.checked_sub(tables.cells) {
        None => pack(item, state.digits[item].first()),
        Some(number) => {
            let (house, digit) = (number / tables.size, number % tables.size);
            pack(tables.cell_at(house, state.places[number].first()), digit)
        }
    })
}

/// The candidate to guess for sorted solutions: the least digit of the first cell that is open, looking from `start` on, and that cell.
pub(super) fn first_open<const W: usize>(tables: &Tables<W>, state: &mut State<W>, start: usize) -> Option<u32> {
    let cell = (start..tables.cells).find(|cell| state.digit_count[*cell] > 1)?;
    state.work += (cell - start) as u64 / 16;
    let digits: &Set<W> = &state.digits[cell];
    Some(pack(cell, digits.first()))
}
