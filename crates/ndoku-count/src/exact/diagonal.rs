//! The exact number of solutions of a 9×9 puzzle with one or both long diagonals as houses.
//!
//! The count is a sum of classic counts over the fillings of the diagonals.
//!
//! ```text
//!   1 . . . . . . . 6
//!   . 2 . . . . . 7 .
//!   . . 3 . . . 8 . .
//!   . . . 4 . 3 . . .
//!   . . . . 5 . . . .
//!   . . . …
//! ```
//!
//! With the main diagonal fixed (9! ways to rename the digits), there are 4752 fillings of the
//! other one. They form 74 classes under the symmetries of the grid that keep the diagonals. Each
//! class is a classic puzzle with 17 clues and about 30 million solutions, which are counted in 10
//! ms.
//!
//! Clues exclude some fillings, and they give names to digits. The u digits without a clue are
//! interchangeable, so a filling uses them in ascending order. A filling with k of them stands for
//! u · (u − 1) · … fillings, a product of k factors. A single clue is left out, and the number is
//! divided by nine.
//!
//! **Limits.** With both diagonals, no clue, one clue or many clues are feasible: a clue off the
//! diagonals restricts only the fillings of its own digit. In between there are too many fillings:
//! 2 clues off the diagonals leave about 300,000, and 4 clues about 10 million. With one diagonal,
//! up to about six clues, or many, are feasible.
//!
//! **Cost:** for the empty grid see `docs/benchmarks/counting.md`; otherwise a classic count for
//! each filling.

use std::collections::BTreeMap;

use ndoku_core::{Boxes, Diagonal, House, HouseKind, Layout, Puzzle};
use ndoku_solver::{Budget, StopReason};

/// Maximum number of fillings; more would take over an hour.
const MAX_FILLINGS: usize = 400_000;

/// Classic puzzles with multiplicities whose counts add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagonals {
    /// The clues and the multiplicity of each puzzle.
    pub(crate) fillings: Vec<([u8; 81], u128)>,
    /// The divisor of the sum: 9 if a single clue was left out, otherwise 1.
    pub(crate) divisor: u128,
}

/// Returns `true` for the classic layout with one or both diagonals and nothing else.
fn has_diagonals(layout: &Layout) -> bool {
    let boxes = *layout.boxes()
        == Boxes::Rectangles {
            width: 3,
            height: 3,
        };
    let extra = layout
        .houses()
        .iter()
        .any(|house| matches!(house.kind(), HouseKind::Extra | HouseKind::Cage));
    let diagonal = [Diagonal::Main, Diagonal::Anti]
        .iter()
        .any(|diagonal| layout.has_diagonal(*diagonal));
    layout.size() == 9 && boxes && !extra && diagonal && layout.constraints().is_empty()
}

impl Diagonals {
    /// Finds the fillings of the diagonals.
    ///
    /// Returns `None` for other layouts, for pencilmarks, and if there are too many fillings.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    pub(crate) fn new(puzzle: &Puzzle, budget: &Budget<'_>) -> Result<Option<Self>, StopReason> {
        let layout = puzzle.layout();
        if !has_diagonals(layout) || puzzle.pencilmarks().is_some() {
            return Ok(None);
        }
        let mut clues = [0; 81];
        for (cell, clue) in clues.iter_mut().zip(puzzle.clues()) {
            *cell = clue.map_or(0, ndoku_core::Digit::get);
        }
        let single = puzzle.clue_count() == 1;
        if single {
            clues = [0; 81];
        }
        let both = [Diagonal::Main, Diagonal::Anti].map(|diagonal| layout.has_diagonal(diagonal));
        let mut cells: Vec<usize> = Vec::new();
        if both[0] {
            cells.extend((0..9).map(|row| 10 * row));
        }
        if both[1] {
            cells.extend(
                (0..9)
                    .map(|row| 8 * row + 8)
                    .filter(|cell| !both[0] || *cell != 40),
            );
        }
        let free = (1..=9).filter(|digit| !clues.contains(digit)).collect();
        let conflicts = if single {
            Vec::new()
        } else {
            puzzle.conflicts()
        };
        let mut search = FillingSearch {
            layout,
            cells: &cells,
            free,
            grid: clues,
            fillings: Vec::new(),
            steps: 0,
        };
        let complete = !conflicts.is_empty() || search.fill(0, 0, 1, budget)?;
        if !complete {
            return Ok(None);
        }
        let mut fillings = search.fillings;
        if both == [true, true] && clues == [0; 81] {
            fillings = merge_classes(&fillings);
        }
        Ok(Some(Self {
            fillings,
            divisor: if single { 9 } else { 1 },
        }))
    }
}

/// A search that fills the cells of the diagonals one after the other.
struct FillingSearch<'a> {
    layout: &'a Layout,
    cells: &'a [usize],
    /// Digits that no clue has.
    free: Vec<u8>,
    grid: [u8; 81],
    fillings: Vec<([u8; 81], u128)>,
    steps: u32,
}

impl FillingSearch<'_> {
    /// Fills the cells from index `place` on, when `used` of the free digits are used.
    ///
    /// Returns `false` if there are too many fillings.
    fn fill(
        &mut self,
        place: usize,
        used: usize,
        multiplicity: u128,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(256)
            && let Some(reason) = budget.poll()
        {
            return Err(reason);
        }
        let Some(cell) = self.cells.get(place).copied() else {
            self.fillings.push((self.grid, multiplicity));
            return Ok(self.fillings.len() <= MAX_FILLINGS);
        };
        if self.grid[cell] != 0 {
            return self.fill(place + 1, used, multiplicity, budget);
        }
        for digit in 1..=9 {
            let rank = self.free.iter().position(|free| *free == digit);
            // Of the free digits, only the used ones and the next are tried.
            if rank.is_some_and(|rank| rank > used) || !self.fits(cell, digit) {
                continue;
            }
            let next = rank == Some(used);
            let multiplicity = if next {
                multiplicity * (self.free.len() - used) as u128
            } else {
                multiplicity
            };
            self.grid[cell] = digit;
            let complete = self.fill(place + 1, used + usize::from(next), multiplicity, budget)?;
            self.grid[cell] = 0;
            if !complete {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns `true` if the digit is in no house of the cell yet.
    fn fits(&self, cell: usize, digit: u8) -> bool {
        let houses = self
            .layout
            .houses_of(self.layout.cell(cell))
            .iter()
            .map(|house| &self.layout.houses()[usize::from(*house)]);
        houses
            .flat_map(House::cells)
            .all(|other| self.grid[self.layout.index(*other)] != digit)
    }
}

/// Returns one filling of each class under the symmetries, with the multiplicity of the class.
///
/// Every filling has its digits in ascending order on the main diagonal.
fn merge_classes(fillings: &[([u8; 81], u128)]) -> Vec<([u8; 81], u128)> {
    let maps = symmetries();
    let mut classes: BTreeMap<[u8; 9], ([u8; 81], u128)> = BTreeMap::new();
    for (grid, multiplicity) in fillings {
        let least = maps
            .iter()
            .map(|map| canonical_anti_diagonal(grid, map))
            .min();
        if let Some(least) = least {
            classes.entry(least).or_insert((*grid, 0)).1 += multiplicity;
        }
    }
    classes.into_values().collect()
}

/// Returns the anti-diagonal of a mapped grid after renaming the main diagonal to 1 to 9.
fn canonical_anti_diagonal(grid: &[u8; 81], map: &[usize; 81]) -> [u8; 9] {
    let mut names = [0; 10];
    for row in 0..9 {
        names[usize::from(grid[map[10 * row]])] = row as u8 + 1;
    }
    std::array::from_fn(|row| names[usize::from(grid[map[8 * row + 8]])])
}

/// Returns the 96 symmetries of the grid that keep rows, columns, boxes and the pair of diagonals.
///
/// Each one gives for every cell the source of its digit. Rows and columns get the same
/// permutation, one of the 24 that commute with reversal. Then columns can be reversed, and the
/// grid transposed.
fn symmetries() -> Vec<[usize; 81]> {
    let orders = super::partition::ORDERS.map(|order| order.map(usize::from));
    let mut maps = Vec::new();
    for outer in orders {
        for inner in [[3, 4, 5], [5, 4, 3]] {
            for exchanged in [false, true] {
                let mut lines = [0; 9];
                for place in 0..3 {
                    let line = if exchanged {
                        8 - outer[place]
                    } else {
                        outer[place]
                    };
                    (lines[place], lines[8 - place], lines[3 + place]) =
                        (line, 8 - line, inner[place]);
                }
                for (reversed, transposed) in
                    [(false, false), (false, true), (true, false), (true, true)]
                {
                    maps.push(std::array::from_fn(|cell| {
                        let (row, column) = (lines[cell / 9], lines[cell % 9]);
                        let column = if reversed { 8 - column } else { column };
                        if transposed {
                            9 * column + row
                        } else {
                            9 * row + column
                        }
                    }));
                }
            }
        }
    }
    maps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Layout {
        Layout::builder(9).x().build().unwrap()
    }

    /// The published numbers of fillings and of classes.
    #[test]
    fn there_are_4752_fillings_in_74_classes() {
        let fillings = Diagonals::new(&Puzzle::empty(&x()), &Budget::default())
            .unwrap()
            .unwrap();
        assert_eq!(fillings.fillings.len(), 74);
        let all: u128 = fillings
            .fillings
            .iter()
            .map(|(_, multiplicity)| *multiplicity)
            .sum();
        assert_eq!(all, 4752 * 362_880);
    }

    #[test]
    fn symmetries_keep_every_house() {
        let layout = x();
        let maps = symmetries();
        assert_eq!(
            maps.iter().collect::<std::collections::BTreeSet<_>>().len(),
            96
        );
        let houses: std::collections::BTreeSet<Vec<usize>> = layout
            .houses()
            .iter()
            .map(|house| {
                let mut cells: Vec<usize> = house
                    .cells()
                    .iter()
                    .map(|cell| layout.index(*cell))
                    .collect();
                cells.sort_unstable();
                cells
            })
            .collect();
        for map in maps {
            for house in &houses {
                let mut image: Vec<usize> = house.iter().map(|cell| map[*cell]).collect();
                image.sort_unstable();
                assert!(houses.contains(&image));
            }
        }
    }

    #[test]
    fn one_diagonal_has_one_filling_and_clues_name_digits() {
        let one = Layout::builder(9).diagonal(Diagonal::Anti).build().unwrap();
        let empty = Diagonals::new(&Puzzle::empty(&one), &Budget::default())
            .unwrap()
            .unwrap();
        assert_eq!(
            empty
                .fillings
                .iter()
                .map(|(_, multiplicity)| *multiplicity)
                .collect::<Vec<_>>(),
            [362_880]
        );
        let mut clues = [0; 81];
        clues[1] = 4;
        clues[12] = 5;
        let two = Diagonals::new(
            &Puzzle::from_array(&one, &clues).unwrap(),
            &Budget::default(),
        )
        .unwrap()
        .unwrap();
        assert!(
            two.fillings
                .iter()
                .all(|(grid, _)| grid[1] == 4 && grid[12] == 5)
        );
        // Each clue sees two cells of the diagonal, one in its row and one in its column. The sum
        // counts the permutations that avoid all four.
        let all: u128 = two
            .fillings
            .iter()
            .map(|(_, multiplicity)| *multiplicity)
            .sum();
        assert_eq!(all, 362_880 - 4 * 40_320 + 4 * 5_040);
    }

    #[test]
    fn other_layouts_and_too_many_fillings_are_refused() {
        let budget = Budget::default();
        assert_eq!(
            Diagonals::new(&Puzzle::empty(&Layout::classic()), &budget),
            Ok(None)
        );
        let more = Layout::builder(9).x().rule("windoku").build().unwrap();
        assert_eq!(Diagonals::new(&Puzzle::empty(&more), &budget), Ok(None));
        let mut clues = [0; 81];
        for (cell, digit) in [(1, 1), (12, 2), (35, 3), (46, 4), (77, 5)] {
            clues[cell] = digit;
        }
        assert_eq!(
            Diagonals::new(&Puzzle::from_array(&x(), &clues).unwrap(), &budget),
            Ok(None)
        );
    }
}
