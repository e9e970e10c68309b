//! The naive oracle: it judges every engine, so it must be plain enough to be seen to be right.
//!
//! It puts digits into cells one after the other and looks, each time, whether the digit stands twice in a house of the cell or a constraint says no.
//! Nothing is remembered or propagated. It takes the open cell for which the fewest digits fit, so that a test of size 9 ends.

use ndoku_core::constraint::Constraint;
use ndoku_core::{Cell, Digit, Puzzle};

/// All solutions, or the first `limit` met, in ascending order; `None` if that takes more than `patience` placements.
#[must_use]
pub fn solutions(puzzle: &Puzzle, limit: usize, patience: u64) -> Option<Vec<Vec<Digit>>> {
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
        patience,
        found: Vec::new(),
    };
    search.fill()?;
    search.found.sort_unstable();
    Some(search.found)
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    grid: Vec<Option<Digit>>,
    limit: usize,
    patience: u64,
    found: Vec<Vec<Digit>>,
}

impl Search<'_> {
    /// Completes the grid in every way; `None` when the patience is at its end.
    fn fill(&mut self) -> Option<()> {
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
            // Without open cells at the start a constraint without cells has not been asked yet.
            if layout
                .constraints()
                .iter()
                .all(|rule| allowed(&**rule, |cell| self.grid[layout.index(*cell)]))
            {
                self.found
                    .extend(self.grid.iter().copied().collect::<Option<Vec<Digit>>>());
            }
            return Some(());
        };
        for digit in digits {
            self.patience = self.patience.checked_sub(1)?;
            self.grid[layout.index(cell)] = Some(digit);
            self.fill()?;
            self.grid[layout.index(cell)] = None;
            if self.found.len() >= self.limit {
                break;
            }
        }
        Some(())
    }
}

/// Whether the digit may be put into the open cell beside what stands in the grid.
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
            .all(|rule| allowed(&**rule, at))
}

fn allowed(rule: &dyn Constraint, at: impl Fn(&Cell) -> Option<Digit>) -> bool {
    rule.allows(&rule.cells().iter().map(at).collect::<Vec<_>>())
}
