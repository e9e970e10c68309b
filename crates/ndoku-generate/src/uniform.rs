//! Unbiased sampling: every full grid and every minimal puzzle has the same probability, or a
//! weight that corrects it.
//!
//! - [`grids`]: classic grids, each of the 6.67 · 10²¹ with the same probability, independently.
//! - [`grid_list`]: uniform grids of any layout whose grids are few enough to list.
//! - [`minimal`]: weighted minimal puzzles of classic grids, and estimates of their number.

pub mod grid_list;
pub mod grids;
pub mod minimal;

use grid_list::{GridList, ListError};
use ndoku_core::{Digit, Layout, Rng};
use ndoku_solver::Budget;

/// A sampler of full grids of a layout, each with exactly the same probability, independently.
#[derive(Clone, Debug)]
pub enum GridSampler {
    /// The classic layout.
    Classic,
    /// A layout whose grids have been listed.
    List(GridList),
}

impl GridSampler {
    /// Creates the sampler for a layout.
    ///
    /// # Errors
    /// [`ListError`] if the layout is not classic and has too many grids to list, or if the budget
    /// ran out.
    pub fn new(layout: &Layout, budget: &Budget<'_>) -> Result<Self, ListError> {
        if layout.is_classic() {
            Ok(Self::Classic)
        } else {
            GridList::new(layout, budget).map(Self::List)
        }
    }

    /// Returns the number of grids of the layout.
    #[must_use]
    pub fn count(&self) -> u128 {
        match self {
            Self::Classic => 6_670_903_752_021_072_936_960,
            Self::List(list) => list.count(),
        }
    }

    /// Samples a grid, row by row, or returns `None` if the layout has none. The same random bits
    /// give the same grid in every version.
    pub fn sample(&self, rng: &mut Rng) -> Option<Vec<Digit>> {
        match self {
            Self::Classic => grids::sample(rng)
                .iter()
                .map(|digit| Digit::new(*digit))
                .collect(),
            Self::List(list) => list.sample(rng),
        }
    }
}
