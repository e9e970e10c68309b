//! `GridGenerator`: fast random full grids of any layout. The grids are **not** exactly uniform;
//! `uniform` samples uniformly, but more slowly.
//!
//! ```text
//!   equal boxes and nothing else                    anything else: X, jigsaw, windoku, rules
//!
//!   1 2 3 4 5 6 7 8 9    r1: 1 2 3 4 5 6 7 8 9      singles ─▶ an item with the fewest choices
//!   4 5 6 7 8 9 1 2 3    r3: 7 8 9 1 2 3 4 5 6         ▲       (a cell, or a digit in a house)
//!   7 8 9 1 2 3 4 5 6    columns 1 4 7 of both         │                     │
//!   …  a cyclic grid     hold 1 4 7: exchange them     └── a random choice ◀─┘
//!                                                   restart after some conflicts
//! ```
//!
//! **Equal boxes.** The generator starts with a cyclic grid and applies many random *switches*. A
//! switch selects two rows of a band and a column. It exchanges the digits of both rows in the
//! smallest set of columns around this one that hold the same digits in both rows. Rows, columns
//! and boxes keep their digits. Columns of a stack are switched alike. Then the generator shuffles
//! bands, stacks, rows and columns, and relabels the digits.
//!
//! A switch is as probable as its inverse. Long walks therefore approach the uniform distribution
//! over all grids that switches reach. It is not known which grids these are beyond 4×4, where they
//! are all 288. A Latin square is one band. The number of switches is chosen so that the mean
//! number of exchangeable pairs of 9×9 grids matches the uniform mean within one percent
//! (`docs/design/generation.md`). The idea is that of Jacobson and Matthews for Latin squares
//! (1996), with moves that need no improper grids.
//!
//! **Anything else** is searched, with singles and restarts. Grids that are nearly forced early
//! appear more often than others.
//!
//! The result for a [`Rng`] depends only on this file and on `singles.rs`, not on an engine. A grid
//! takes a few microseconds for 9×9 and a few milliseconds for 25×25.

use std::cmp::Ordering;

use ndoku_core::{Boxes, Digit, Layout, Rng, Solution};
use ndoku_solver::{Budget, luby};

use crate::singles::{LayoutTables, MAX_SIZE, Singles, SinglesKind};

/// The reason why there is no grid.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The layout is too large for the search, or its constraints name cells outside the grid.
    #[error(
        "full grids above {MAX_SIZE}×{MAX_SIZE} need a layout with equal boxes and no other \
        constraints"
    )]
    Layout,
    /// The layout provably has no full grid.
    #[error("this layout has no full grid")]
    None,
    /// The search ended without a result, because it reached its limit of runs or the budget ran
    /// out.
    #[error("no full grid of this layout was found")]
    NotFound,
}

/// A generator of random full grids of one layout. Reuse one for many grids.
#[derive(Debug)]
pub struct GridGenerator {
    layout: Layout,
    method: Method,
}

#[derive(Debug)]
enum Method {
    /// Switches of rows in a band and of columns in a stack. A Latin square is one band.
    Switches {
        size: usize,
        band: usize,
        stack: usize,
    },
    Search(Box<LayoutTables>),
}

/// Number of conflicts before a restart. Luby's sequence multiplies it for later runs.
const RESTART_UNIT: u64 = 50;
/// Maximum number of runs.
const MAX_RUNS: u64 = 2_000;

impl GridGenerator {
    /// Creates a generator for grids of this layout.
    ///
    /// # Errors
    /// [`GridError::Layout`].
    pub fn new(layout: &Layout) -> Result<Self, GridError> {
        let size = usize::from(layout.size());
        let method = match layout.boxes() {
            _ if !layout.is_plain() => None,
            Boxes::None => Some(Method::Switches {
                size,
                band: size,
                stack: size,
            }),
            // Boxes that are rows or columns add no constraint.
            Boxes::Rectangles { width: 1, .. } | Boxes::Rectangles { height: 1, .. } => {
                Some(Method::Switches {
                    size,
                    band: size,
                    stack: size,
                })
            }
            Boxes::Rectangles { width, height } => Some(Method::Switches {
                size,
                band: usize::from(*height),
                stack: usize::from(*width),
            }),
            Boxes::Regions(_) => None,
        };
        let method = match method {
            Some(method) => method,
            None => Method::Search(Box::new(
                LayoutTables::new(layout).ok_or(GridError::Layout)?,
            )),
        };
        Ok(Self {
            layout: layout.clone(),
            method,
        })
    }

    /// Generates a random full grid, row by row. Polls the flag and the clock of `budget`, and does
    /// not count its guesses.
    ///
    /// # Errors
    /// [`GridError`].
    pub fn generate(&self, rng: &mut Rng, budget: &Budget<'_>) -> Result<Vec<u8>, GridError> {
        match &self.method {
            Method::Switches { size, band, stack } => {
                let mut grid = vec![0; size * size];
                fill_by_switches(&mut grid, (*size, *band, *stack), rng);
                Ok(grid)
            }
            Method::Search(tables) => self.search(tables, &[], rng, budget),
        }
    }

    /// Generates a random full grid that contains these clues, row by row, where 0 is a blank.
    /// Always searches.
    ///
    /// # Errors
    /// [`GridError`].
    pub fn complete(
        &self,
        clues: &[u8],
        rng: &mut Rng,
        budget: &Budget<'_>,
    ) -> Result<Vec<u8>, GridError> {
        match &self.method {
            Method::Search(tables) => self.search(tables, clues, rng, budget),
            Method::Switches { .. } => self.search(
                &LayoutTables::new(&self.layout).ok_or(GridError::Layout)?,
                clues,
                rng,
                budget,
            ),
        }
    }

    /// Generates a random full grid of the classic layout without allocations.
    pub fn generate_classic(rng: &mut Rng) -> [u8; 81] {
        let mut grid = [0; 81];
        fill_by_switches(&mut grid, (9, 3, 3), rng);
        grid
    }

    fn search(
        &self,
        tables: &LayoutTables,
        clues: &[u8],
        rng: &mut Rng,
        budget: &Budget<'_>,
    ) -> Result<Vec<u8>, GridError> {
        let mut root = Singles::new(tables, SinglesKind::All);
        let given = clues
            .iter()
            .enumerate()
            .take(self.layout.cell_count())
            .filter(|(_, digit)| (1..=self.layout.size()).contains(*digit));
        given.for_each(|(cell, digit)| root.place(cell, digit - 1));
        root.propagate(tables);
        let mut states: Vec<(Singles, (usize, u8))> = Vec::new();
        let mut weights = vec![1_u32; tables.house_count()];
        for run in 1..=MAX_RUNS {
            let mut left = RESTART_UNIT.saturating_mul(luby(run));
            let mut state = root.clone();
            let mut depth = 0;
            loop {
                let is_full = !state.is_failed() && state.open_count() == 0;
                if is_full && let Some(grid) = self.verify(&state.grid()) {
                    return Ok(grid);
                }
                // A full grid can violate a rule whose contradictions propagation overlooks.
                if is_full || state.is_failed() {
                    if budget.poll().is_some() {
                        return Err(GridError::NotFound);
                    }
                    if depth == 0 {
                        return Err(GridError::None);
                    }
                    // The houses of the last guess are the most constrained ones.
                    depth -= 1;
                    let (before, (cell, digit)) = &states[depth];
                    for house in self.layout.houses_of(self.layout.cell(*cell)) {
                        weights[usize::from(*house)] += 1;
                    }
                    left = left.saturating_sub(1);
                    if left == 0 {
                        break;
                    }
                    state.copy_from(before);
                    state.remove_candidate(tables, *cell, *digit);
                    state.propagate(tables);
                    continue;
                }
                let guess = self.select_guess(tables, &state, &weights, rng);
                if states.len() == depth {
                    states.push((state.clone(), guess));
                } else {
                    states[depth].0.copy_from(&state);
                    states[depth].1 = guess;
                }
                depth += 1;
                state.place(guess.0, guess.1);
                state.propagate(tables);
            }
        }
        Err(GridError::NotFound)
    }

    /// Selects a cell and a digit to guess. Takes a random item among those with the fewest choices
    /// per weight, and a random choice of it.
    fn select_guess(
        &self,
        tables: &LayoutTables,
        state: &Singles,
        weights: &[u32],
        rng: &mut Rng,
    ) -> (usize, u8) {
        // Scores are compared as fractions: choices / weight.
        let mut best = (u64::MAX, 1_u64);
        let mut ties = 0;
        let mut item = Err(0);
        let mut offer =
            |choices: u64, weight: u64, candidate: Result<usize, usize>, rng: &mut Rng| {
                match (choices * best.1).cmp(&(best.0.saturating_mul(weight))) {
                    Ordering::Greater => {}
                    Ordering::Less => {
                        (best, ties, item) = ((choices, weight), 1, candidate);
                    }
                    Ordering::Equal => {
                        ties += 1;
                        if rng.below(ties) == 0 {
                            item = candidate;
                        }
                    }
                }
            };
        for cell in (0..self.layout.cell_count()).filter(|cell| !state.is_placed(*cell)) {
            let houses = self.layout.houses_of(self.layout.cell(cell));
            let weight = houses
                .iter()
                .map(|house| u64::from(weights[usize::from(*house)]))
                .sum::<u64>()
                / houses.len().max(1) as u64;
            offer(
                u64::from(state.candidates(cell).count_ones()),
                weight.max(1),
                Ok(cell),
                rng,
            );
        }
        let size = usize::from(self.layout.size());
        for house in (0..tables.house_count()).filter(|house| tables.is_full(*house)) {
            for digit in 0..size {
                let places = state.place_count(tables, house, digit);
                // With one place, the digit is placed already, or the next single places it.
                if places > 1 {
                    offer(
                        u64::from(places),
                        u64::from(weights[house]),
                        Err(house * size + digit),
                        rng,
                    );
                }
            }
        }
        match item {
            Ok(cell) => {
                let mut digits = state.candidates(cell);
                for _ in 0..rng.below(u64::from(digits.count_ones())) {
                    digits &= digits - 1;
                }
                (cell, digits.trailing_zeros() as u8)
            }
            Err(item) => {
                let (house, digit) = (item / size, (item % size) as u8);
                let places = tables
                    .house(house)
                    .iter()
                    .filter(|cell| state.candidates(usize::from(**cell)) >> digit & 1 == 1);
                let number = rng.below(u64::from(state.place_count(
                    tables,
                    house,
                    usize::from(digit),
                ))) as usize;
                (
                    places
                        .clone()
                        .nth(number)
                        .map_or(0, |cell| usize::from(*cell)),
                    digit,
                )
            }
        }
    }

    /// Returns the grid if it satisfies the layout.
    fn verify(&self, grid: &[u8]) -> Option<Vec<u8>> {
        let digits: Vec<Digit> = grid.iter().filter_map(|digit| Digit::new(*digit)).collect();
        Solution::new(&self.layout, &digits)
            .ok()
            .map(|solution| solution.to_array())
    }
}

/// Returns the numbers below `n` in random order.
pub(crate) fn shuffled_indices(n: usize, rng: &mut Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    rng.shuffle(&mut order);
    order
}

/// Returns the number of switches for a grid of this size.
const fn switch_count(size: usize) -> usize {
    size * size
}

/// Fills a grid of N×N digits whose bands have `band` rows and whose stacks have `stack` columns.
/// In a Latin square both are N. Inlined so that the compiler knows the sizes of classic grids.
#[inline(always)]
fn fill_by_switches(grid: &mut [u8], (size, band, stack): (usize, usize, usize), rng: &mut Rng) {
    let is_latin = band == size;
    for row in 0..size {
        let shift = if is_latin {
            row
        } else {
            stack * (row % band) + row / band
        };
        for column in 0..size {
            grid[size * row + column] = ((shift + column) % size) as u8;
        }
    }
    let mut at = [0_u8; 256];
    for _ in 0..switch_count(size) {
        // One random number serves all choices. Its 16-bit parts suffice for numbers up to 255;
        // their tiny bias does not matter here.
        let bits = rng.next_u64();
        let (is_row, bits) = (bits & 1 == 0, bits >> 1);
        let (lines, along, across) = if is_row {
            (band, 1, size)
        } else {
            (stack, size, 1)
        };
        if lines < 2 {
            continue;
        }
        let pick = |shift: u32, bound: usize| ((bits >> shift & 0xffff) as usize * bound) >> 16;
        let first = pick(0, size);
        let group = first / lines * lines;
        let second = group + (first - group + 1 + pick(16, lines - 1)) % lines;
        switch_lines(
            grid,
            (first * across, second * across, along),
            pick(32, size),
            size,
            &mut at,
        );
    }
    shuffle_lines(grid, (size, band, stack), rng);
}

/// Exchanges two lines in the smallest set of places around `start` in which both have the same
/// digits. The lines start at the first two numbers, and the third number is the step from place to
/// place.
#[inline(always)]
fn switch_lines(
    grid: &mut [u8],
    (first, second, step): (usize, usize, usize),
    start: usize,
    size: usize,
    at: &mut [u8; 256],
) {
    for place in 0..size {
        at[usize::from(grid[first + step * place])] = place as u8;
    }
    let mut place = start;
    loop {
        let (a, b) = (first + step * place, second + step * place);
        grid.swap(a, b);
        // The new digit of the first line stands there twice, unless the cycle is closed.
        place = usize::from(at[usize::from(grid[a])]);
        if place == start {
            return;
        }
    }
}

/// Shuffles bands, stacks and the lines within them, and relabels the digits as 1 to N.
fn shuffle_lines(grid: &mut [u8], (size, band, stack): (usize, usize, usize), rng: &mut Rng) {
    let mut lines = |group: usize| {
        let mut order = [0_u8; 256];
        let mut groups = [0_u8; 256];
        let count = size / group;
        (0..count).for_each(|place| groups[place] = place as u8);
        rng.shuffle(&mut groups[..count]);
        for (place, from) in groups[..count].iter().enumerate() {
            let part = &mut order[place * group..(place + 1) * group];
            part.iter_mut()
                .enumerate()
                .for_each(|(offset, line)| *line = (usize::from(*from) * group + offset) as u8);
            rng.shuffle(part);
        }
        order
    };
    let (rows, columns, names) = (lines(band), lines(stack), lines(size));
    let old = grid.to_vec();
    for row in 0..size {
        for column in 0..size {
            let digit = old[size * usize::from(rows[row]) + usize::from(columns[column])];
            grid[size * row + column] = 1 + names[usize::from(digit)];
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use ndoku_core::constraint::RULES;

    use super::*;

    fn is_valid(layout: &Layout, grid: &[u8]) -> bool {
        let digits: Vec<Digit> = grid.iter().filter_map(|digit| Digit::new(*digit)).collect();
        Solution::new(layout, &digits).is_ok()
    }

    #[test]
    fn grids_of_every_size_are_valid() {
        let budget = Budget::default();
        for size in (1..=36).chain([49, 100]) {
            let layout = Layout::for_size(size).unwrap();
            let generator = GridGenerator::new(&layout).unwrap();
            let mut rng = Rng::new(u64::from(size));
            let grids: Vec<_> = (0..3)
                .map(|_| generator.generate(&mut rng, &budget).unwrap())
                .collect();
            assert!(grids.iter().all(|grid| is_valid(&layout, grid)), "{size}");
            assert!(size < 4 || grids[0] != grids[1], "{size}");
        }
        let latin = Layout::builder(8).no_boxes().build().unwrap();
        assert!(is_valid(
            &latin,
            &GridGenerator::new(&latin)
                .unwrap()
                .generate(&mut Rng::new(1), &budget)
                .unwrap()
        ));
    }

    #[test]
    fn grids_of_4x4_are_about_equally_frequent() {
        let generator = GridGenerator::new(&Layout::for_size(4).unwrap()).unwrap();
        let mut rng = Rng::new(1);
        let mut frequencies: HashMap<Vec<u8>, u32> = HashMap::new();
        for _ in 0..28_800 {
            *frequencies
                .entry(generator.generate(&mut rng, &Budget::default()).unwrap())
                .or_default() += 1;
        }
        assert_eq!(frequencies.len(), 288);
        let off: f64 = frequencies
            .values()
            .map(|times| (f64::from(*times) - 100.0).powi(2) / 100.0)
            .sum();
        // Chi-square with 287 degrees of freedom: mean 287, standard deviation 24.
        assert!(off < 287.0 + 4.0 * 24.0, "{off}");
    }

    #[test]
    fn grids_satisfy_rules() {
        // Random filling hardly ever meets the rules of all 2×2 squares.
        let rules = RULES
            .iter()
            .filter(|rule| rule.argument.is_none() && !rule.id.starts_with("global-"));
        for rule in rules {
            let Ok(layout) = Layout::builder(9).rule(rule.id).build() else {
                continue;
            };
            let grid = GridGenerator::new(&layout)
                .unwrap()
                .generate(&mut Rng::new(7), &Budget::default());
            assert!(
                grid.as_ref().is_ok_and(|grid| is_valid(&layout, grid)),
                "{}: {grid:?}",
                rule.id
            );
        }
    }

    #[test]
    fn rules_that_propagation_overlooks_do_not_end_the_search() {
        for rule in [
            "global-entropy",
            "skyscraper=6: row 1",
            "sandwich=0: row 1",
            "killer=5: r1c1 r1c2",
        ] {
            let layout = Layout::builder(6).rule(rule).build().unwrap();
            let generator = GridGenerator::new(&layout).unwrap();
            for seed in 0..5 {
                let grid = generator.generate(&mut Rng::new(seed), &Budget::default());
                assert!(
                    grid.as_ref().is_ok_and(|grid| is_valid(&layout, grid)),
                    "{rule}, seed {seed}: {grid:?}"
                );
            }
        }
    }

    #[test]
    fn impossible_layouts_give_an_error() {
        let layout = Layout::builder(2).x().build().unwrap();
        assert_eq!(
            GridGenerator::new(&layout)
                .unwrap()
                .generate(&mut Rng::new(1), &Budget::default()),
            Err(GridError::None)
        );
        let large = Layout::builder(81).x().build().unwrap();
        assert_eq!(GridGenerator::new(&large).err(), Some(GridError::Layout));
        let x = Layout::builder(16).x().build().unwrap();
        let expired = || true;
        let stopped = GridGenerator::new(&x)
            .unwrap()
            .generate(&mut Rng::new(1), &Budget::default().stop_when(&expired));
        assert!(matches!(stopped, Ok(_) | Err(GridError::NotFound)));
    }
}
