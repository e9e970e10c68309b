//! The scale of Sudoku Explainer: one hint a step, the first of the first producer that has one, the greatest rating on the way.
//!
//! ```text
//!   grid ─▶ producers in order: singles, direct pointing, …, forcing chains ─▶ the first hint ─▶ applied to the grid ─▶ and again
//! ```
//!
//! | file | |
//! |---|---|
//! | `grid`, `tables`, `hint` | candidates, places, what a producer gives |
//! | `singles`, `sets`, `wings`, `loops`, `bug`, `exclusion` | patterns |
//! | `links`, `cycles` | chains of strong and weak links |
//! | `forcing` | chains from all candidates of a cell, all places of a digit, on and off |
//!
//! The numbers are those of the program that the community uses, Sukaku Explainer, down to its order of search: what is found first decides about what comes
//! after it. A rating belongs to the 81 characters of a puzzle, not to its class of symmetry.

mod advanced;
mod big_wings;
mod bug;
mod cycles;
mod exclusion;
mod forcing;
mod grid;
mod hint;
mod links;
mod loops;
mod nested;
mod run;
mod sets;
mod singles;
mod strong_links;
mod tables;
mod wings;

use grid::Grid;
use hint::Hint;
pub use hint::Reason;
use run::Mode;

/// Which ways of reasoning the scale knows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Techniques {
    /// Those of Sudoku Explainer 1.2.1, in which the hardest puzzles are rated.
    Classic,
    /// Those of Sukaku Explainer: strong links in a row, and larger wings.
    Sukaku,
}

/// The ratings of a puzzle, in tenths.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Rating {
    /// ER: the hardest step; 200 if the scale ends before the puzzle is solved.
    pub hardest: u16,
    /// EP: the hardest step up to the first placement.
    pub pearl: u16,
    /// ED: the first step.
    pub diamond: u16,
}

/// Rates a puzzle with one solution; 0 for a cell without a clue.
pub fn rate(clues: &[u8; 81], techniques: Techniques) -> Rating {
    let mut grid = Grid::new(clues);
    let (mut hardest, mut pearl, mut diamond) = (0.0_f64, 0.0_f64, 0.0_f64);
    while grid.left > 0 {
        let Some(hint) = next(&grid, techniques) else {
            hardest = 20.0;
            break;
        };
        hardest = hardest.max(hint.rating);
        hint.apply(&mut grid);
        if pearl == 0.0 {
            if diamond == 0.0 {
                diamond = hardest;
            }
            if hint.place.is_some() {
                pearl = hardest;
            }
        }
    }
    let tenths = |rating: f64| ((rating + 0.05) * 10.0) as u16;
    Rating { hardest: tenths(hardest), pearl: tenths(pearl), diamond: tenths(diamond) }
}

/// Nishio, multiple, dynamic, and dynamic with more and more inside.
const MODES: [Mode; 10] = {
    const fn dynamic(level: u8, limit: u8) -> Mode {
        Mode { dynamic: true, nishio: false, level, limit }
    }
    [
        Mode { dynamic: true, nishio: true, level: 0, limit: 0 },
        Mode { dynamic: false, nishio: false, level: 0, limit: 0 },
        dynamic(0, 0),
        dynamic(1, 0),
        dynamic(2, 0),
        dynamic(3, 0),
        dynamic(4, 0),
        dynamic(4, 1),
        dynamic(4, 2),
        dynamic(4, 3),
    ]
};

/// The hint for the next step.
fn next(grid: &Grid, techniques: Techniques) -> Option<Hint> {
    let more = techniques == Techniques::Sukaku;
    let links = |size| if more { strong_links::fish(grid, size) } else { None };
    let wing = |size| if more { big_wings::wing(grid, size) } else { None };
    singles::hidden_single(grid)
        .or_else(|| singles::direct_locking(grid))
        .or_else(|| singles::direct_hidden_set(grid, 2))
        .or_else(|| singles::naked_single(grid))
        .or_else(|| singles::direct_hidden_set(grid, 3))
        .or_else(|| sets::locking(grid))
        .or_else(|| sets::naked_set(grid, 2))
        .or_else(|| sets::fish_of(grid, 2))
        .or_else(|| sets::hidden_set(grid, 2))
        .or_else(|| sets::naked_set(grid, 3))
        .or_else(|| sets::fish_of(grid, 3))
        .or_else(|| sets::hidden_set(grid, 3))
        .or_else(|| links(2))
        .or_else(|| wings::wing(grid, false))
        .or_else(|| wings::wing(grid, true))
        .or_else(|| loops::unique_loop(grid))
        .or_else(|| sets::naked_set(grid, 4))
        .or_else(|| sets::fish_of(grid, 4))
        .or_else(|| sets::hidden_set(grid, 4))
        .or_else(|| links(3))
        .or_else(|| wing(3))
        .or_else(|| bug::grave(grid))
        .or_else(|| links(4))
        .or_else(|| wing(4))
        .or_else(|| exclusion::aligned(grid, 2))
        .or_else(|| wing(5))
        .or_else(|| cycles::chain(grid))
        .or_else(|| wing(6))
        .or_else(|| exclusion::aligned(grid, 3))
        .or_else(|| MODES.iter().find_map(|mode| forcing::forcing_chain(grid, *mode)))
}
