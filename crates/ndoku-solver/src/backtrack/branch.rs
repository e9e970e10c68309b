//! Selection of the branching candidate: an item with few candidates left and many failures.
//!
//! ```text
//!   cell r4c7   {2 9}        2 candidates, weight 1   → 2.0
//!   digit 5 in box 3         3 candidates, weight 4   → 0.75   ← selected: it failed before
//! ```
//!
//! Each item has a weight, at first 1. A cell gets more for each propagator that watches it, so
//! that the search begins where constraints are dense. An item that loses its last candidate gets
//! one more, and so do the open cells of a propagator that finds a contradiction. The item with the
//! least quotient of candidates ÷ weight is selected; of equal items, the first. This is dom/wdeg
//! (Boussemart, Hemery, Lecoutre, Sais: "Boosting systematic search by weighting constraints", ECAI
//! 2004), here on the items of the exact cover: cells and digits in houses.
//!
//! Of the candidates of the item, the search guesses the one whose items have the fewest candidates
//! in sum; of equal ones, the first. It removes the fewest other candidates, and sparse grids fill
//! up almost without a conflict.
//!
//! `docs/experiments/backtracking.md` compares this with other selections.

use ndoku_core::BitSet;

use super::state::{BacktrackState, encode};
use super::tables::Tables;

/// The initial weight of a cell for each propagator that watches it.
const PROPAGATOR_WEIGHT: f32 = 10.0;

/// Failure weights of the items of this puzzle.
#[derive(Default)]
pub(super) struct Weights {
    weight: Vec<f32>,
}

impl Weights {
    /// Resets all weights to 1, and those of cells by their propagators.
    pub(super) fn reset<const W: usize>(&mut self, tables: &Tables<W>) {
        self.weight.clear();
        self.weight
            .resize(tables.cells + tables.houses * tables.size, 1.0);
        for propagator in tables.propagators() {
            for cell in propagator.watched() {
                self.weight[usize::from(*cell)] += PROPAGATOR_WEIGHT;
            }
        }
    }

    /// Increases the weight of an item that lost its last candidate.
    pub(super) fn bump(&mut self, item: u32) {
        self.weight[item as usize] += 1.0;
    }
}

/// Selects the candidate to guess. Returns `None` if no cell is open.
pub(super) fn select_branch<const W: usize>(
    tables: &Tables<W>,
    state: &mut BacktrackState<W>,
    weights: &Weights,
) -> Option<u32> {
    let mut best = f32::INFINITY;
    let mut item = None;
    let (cell_weights, place_weights) = weights.weight.split_at(tables.cells);
    for cell in state.open_cells() {
        let cell = usize::from(*cell);
        let count = f32::from(state.digit_count[cell]);
        // The division runs only for the few items that improve on the best.
        if count < best * cell_weights[cell] {
            (best, item) = (count / cell_weights[cell], Some(cell));
        }
    }
    item?;
    for (number, (count, weight)) in state.place_count.iter().zip(place_weights).enumerate() {
        if f32::from(*count) < best * weight && *count > 1 {
            (best, item) = (f32::from(*count) / weight, Some(tables.cells + number));
        }
    }
    state.removals += (state.place_count.len() / 16) as u64;
    let item = item?;
    match item.checked_sub(tables.cells) {
        None => least_conflicting(
            tables,
            state,
            state.digits[item].iter().map(|digit| (item, digit)),
        ),
        Some(number) => {
            let (house, digit) = (number / tables.size, number % tables.size);
            least_conflicting(
                tables,
                state,
                state.places[number]
                    .iter()
                    .map(|place| (tables.cell_at(house, place), digit)),
            )
        }
    }
}

/// Returns the candidate whose items have the fewest candidates in sum.
fn least_conflicting<const W: usize>(
    tables: &Tables<W>,
    state: &BacktrackState<W>,
    candidates: impl Iterator<Item = (usize, usize)>,
) -> Option<u32> {
    let places = |cell: usize, digit: usize| {
        tables
            .members(cell)
            .iter()
            .map(|member| u32::from(state.place_count[member.base as usize + digit]))
            .sum::<u32>()
    };
    let sum = |(cell, digit): &(usize, usize)| {
        u32::from(state.digit_count[*cell]) + places(*cell, *digit)
    };
    candidates
        .min_by_key(sum)
        .map(|(cell, digit)| encode(cell, digit))
}

/// Selects the candidate to guess for sorted solutions: the least digit of the first open cell from
/// `start` on.
pub(super) fn select_first_open<const W: usize>(
    tables: &Tables<W>,
    state: &mut BacktrackState<W>,
    start: usize,
) -> Option<u32> {
    let cell = (start..tables.cells).find(|cell| state.digit_count[*cell] > 1)?;
    state.removals += (cell - start) as u64 / 16;
    let digits: &BitSet<W> = &state.digits[cell];
    Some(encode(cell, digits.first().unwrap_or(0)))
}
