//! Rng without a bias: every full grid, and every minimal puzzle, as likely as any other, or with the weight that makes it so.
//!
//! - [`grids`]: classic grids, each of the 6.67 · 10²¹ with the same probability, independent of each other.
//! - [`grid_list`]: the same for any layout that has few enough grids to list them.
//! - [`minimal`]: minimal puzzles of classic grids with weights, and how many of them there are.

pub mod grid_list;
pub mod grids;
pub mod minimal;

use ndoku_core::{Digit, Layout};
use ndoku_solver::Budget;

use crate::rng::Rng;
use grid_list::{GridList, ListError};

/// Full grids of a layout, each with exactly the same probability, independent of each other.
#[derive(Clone, Debug)]
pub enum GridSampler {
    /// The classic layout.
    Classic,
    /// A layout whose grids have been listed.
    List(GridList),
}

impl GridSampler {
    /// The way to draw grids of a layout.
    ///
    /// # Errors
    /// If there is none: the layout is not the classic one, and has too many grids to list them. If the budget says so.
    pub fn new(layout: &Layout, budget: &Budget<'_>) -> Result<Self, ListError> {
        if layout.is_classic() {
            Ok(Self::Classic)
        } else {
            GridList::new(layout, budget).map(Self::List)
        }
    }

    /// How many grids the layout has.
    #[must_use]
    pub fn count(&self) -> u128 {
        match self {
            Self::Classic => 6_670_903_752_021_072_936_960,
            Self::List(list) => list.count(),
        }
    }

    /// A grid row by row; `None` if the layout has none. The same bits make the same grid, in every version.
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
