//! The naive oracle for all engines. It is simple enough to be verified by reading.
//!
//! It places digits in cells, one after the other. Each time it checks that no house of the cell
//! holds the digit twice and no constraint excludes it. It stores nothing and propagates nothing.
//! It takes the open cell for which the fewest digits fit, so that a test of size 9 ends.

use ndoku_core::constraint::Constraint;
use ndoku_core::{Cell, Digit, Puzzle};

/// Returns all solutions, or the first `limit` found, in ascending order. Returns `None` if that
/// takes more than `max_placements` placements.
#[must_use]
pub fn solutions(puzzle: &Puzzle, limit: usize, max_placements: u64) -> Option<Vec<Vec<Digit>>> {
    let layout = puzzle.layout();
    let mut grid = vec![None; layout.cell_count()];
    for cell in layout.cells() {
        if let Some(clue) = puzzle.clue(cell) {
            if !fits(puzzle, &grid, cell, clue) {
                return Some(Vec::new());
            }
            grid[layout.index(cell)] = Some(clue);
        }
    }
    let mut search = Search {
        puzzle,
        grid,
        limit,
        max_placements,
        found: Vec::new(),
    };
    search.complete()?;
    search.found.sort_unstable();
    Some(search.found)
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    grid: Vec<Option<Digit>>,
    limit: usize,
    max_placements: u64,
    found: Vec<Vec<Digit>>,
}

impl Search<'_> {
    /// Completes the grid in every possible way. Returns `None` when no placements are left.
    fn complete(&mut self) -> Option<()> {
        let layout = self.puzzle.layout();
        let open = layout
            .cells()
            .filter(|cell| self.grid[layout.index(*cell)].is_none());
        let choices = open.map(|cell| {
            (
                cell,
                layout
                    .digits()
                    .filter(|digit| fits(self.puzzle, &self.grid, cell, *digit))
                    .collect::<Vec<_>>(),
            )
        });
        let Some((cell, digits)) = choices.min_by_key(|(_, digits)| digits.len()) else {
            // Without open cells at the start, a constraint without cells has not been checked yet.
            if layout
                .constraints()
                .iter()
                .all(|rule| constraint_allows(&**rule, |cell| self.grid[layout.index(*cell)]))
            {
                self.found
                    .extend(self.grid.iter().copied().collect::<Option<Vec<Digit>>>());
            }
            return Some(());
        };
        for digit in digits {
            self.max_placements = self.max_placements.checked_sub(1)?;
            self.grid[layout.index(cell)] = Some(digit);
            self.complete()?;
            self.grid[layout.index(cell)] = None;
            if self.found.len() >= self.limit {
                break;
            }
        }
        Some(())
    }
}

/// Returns `true` if the digit may be placed in the open cell, given the digits of the grid.
fn fits(puzzle: &Puzzle, grid: &[Option<Digit>], cell: Cell, digit: Digit) -> bool {
    let layout = puzzle.layout();
    let at = |other: &Cell| {
        if *other == cell {
            Some(digit)
        } else {
            grid[layout.index(*other)]
        }
    };
    let twice = |other: &Cell| *other != cell && at(other) == Some(digit);
    puzzle.candidates(cell).contains(digit)
        && !layout.houses_of(cell).iter().any(|house| {
            layout.houses()[usize::from(*house)]
                .cells()
                .iter()
                .any(twice)
        })
        && layout
            .constraints()
            .iter()
            .filter(|rule| rule.cells().contains(&cell))
            .all(|rule| constraint_allows(&**rule, at))
}

fn constraint_allows(rule: &dyn Constraint, at: impl Fn(&Cell) -> Option<Digit>) -> bool {
    rule.allows(&rule.cells().iter().map(at).collect::<Vec<_>>())
}
