//! How many solutions a puzzle has, about: where no exact count is in reach, or to see the order of magnitude at once.
//!
//! ```text
//!   Puzzle ─ Estimator::new ─▶ Estimator ─ run(bits of seed 1) ─▶ Run ┐
//!                                        ─ run(bits of seed 2) ─▶ Run ├─ Estimate::new ─▶ mean, interval
//!                                        ─ …, on any threads   ─▶ Run ┘              └──▶ Unsure: no honest interval
//! ```
//!
//! | file | |
//! |---|---|
//! | `population` | a run: particles that fill the grid by chance, weighted and resampled so that the mean of their weights is unbiased |
//! | `cells` | how particles fill any layout made of houses |
//! | `bands` | how they fill grids with boxes: far better where clues are few |
//! | `interval` | what several runs say together |
//! | `magnitude` | numbers beyond `f64` |
//!
//! ```
//! use ndoku_core::{Layout, Puzzle};
//! use ndoku_solver::Budget;
//! use ndoku_solver::count::estimate::{Estimate, Estimator};
//!
//! let estimator = Estimator::new(&Puzzle::empty(&Layout::for_size(6)?))?.with_particles(500);
//! let runs: Result<Vec<_>, _> = (1..=20_u64)
//!     .map(|seed| {
//!         let mut state = seed;
//!         // The caller's source of chance: SplitMix64.
//!         let mut bits = || {
//!             state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
//!             let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
//!             let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
//!             z ^ (z >> 31)
//!         };
//!         estimator.run(&mut bits, &Budget::default())
//!     })
//!     .collect();
//! let estimate = Estimate::new(&runs?)?;
//! let (mantissa, exponent) = estimate.mean.decimal();
//! assert!((2.7..2.95).contains(&mantissa) && exponent == 7, "28,200,960 grids, about");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Figures, and what was tried, are in `docs/COUNTING.md`.

mod bands;
mod cells;
mod interval;
mod magnitude;
mod population;
#[cfg(test)]
mod tests;

use bands::Bands;
use cells::Cells;
pub use interval::{Estimate, Unsure};
pub use magnitude::Magnitude;
use ndoku_core::{Boxes, Puzzle};
pub use population::Run;

use crate::engine::{Budget, StopReason};

/// How particles fill a grid.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Cell by cell: any layout whose rules are houses.
    Cells,
    /// Band by band: rows, columns and boxes of two rows and columns or more.
    Bands,
}

/// A puzzle that is prepared for runs. It does not change: threads may share it.
#[derive(Debug)]
pub struct Estimator {
    cells: Cells,
    bands: Option<Bands>,
    way: Way,
    particles: usize,
}

impl Estimator {
    /// Particles of a run, if nothing else is asked for.
    pub const PARTICLES: usize = 1000;

    /// Follows what singles tell, and chooses the way: band by band where that is possible and at most a fifth of the cells is known by then, else cell by cell.
    ///
    /// # Errors
    /// [`StopReason::Unsupported`] for sizes above 64, and for layouts with rules that are no houses.
    pub fn new(puzzle: &Puzzle) -> Result<Self, StopReason> {
        let layout = puzzle.layout();
        let cells = Cells::new(puzzle)?;
        let bands = match layout.boxes() {
            Boxes::Rectangles { width, height } if layout.is_plain() => {
                Bands::new(&cells, *width, *height)
            }
            _ => None,
        };
        // With more cells known, particles that go band by band meet too many dead ends.
        let few = cells.filled() * 5 <= layout.cell_count();
        let way = if few && bands.is_some() {
            Way::Bands
        } else {
            Way::Cells
        };
        Ok(Self {
            cells,
            bands,
            way,
            particles: Self::PARTICLES,
        })
    }

    /// The same with so many particles in a run, at least 2. The time of a run is proportional to them, and its variance shrinks with them, a little faster than
    /// that of as many shorter runs. Memory: twice about 10·N² bytes for each, or 10·N^1.5 band by band.
    #[must_use]
    pub fn with_particles(mut self, particles: usize) -> Self {
        self.set_particles(particles);
        self
    }

    /// From now on so many, as [`with_particles`](Self::with_particles).
    pub fn set_particles(&mut self, particles: usize) {
        self.particles = particles.max(2);
    }

    /// The same by this way, if the layout allows it. It changes the variance, not the mean.
    #[must_use]
    pub fn with_way(mut self, way: Way) -> Self {
        if way == Way::Cells || self.bands.is_some() {
            self.way = way;
        }
        self
    }

    /// How particles fill the grid.
    #[must_use]
    pub const fn way(&self) -> Way {
        self.way
    }

    /// Particles of a run.
    #[must_use]
    pub const fn particles(&self) -> usize {
        self.particles
    }

    /// Whether singles alone show that there is no solution: every run gives 0 then.
    #[must_use]
    pub const fn is_impossible(&self) -> bool {
        self.cells.start.is_none()
    }

    /// One run. `bits` gives 64 random bits at each call: the same bits give the same run, on any thread.
    ///
    /// # Errors
    /// If the flag or the clock of the budget says so; limits of guesses are not looked at.
    pub fn run(
        &self,
        bits: &mut dyn FnMut() -> u64,
        budget: &Budget<'_>,
    ) -> Result<Run, StopReason> {
        match &self.bands {
            Some(bands) if self.way == Way::Bands => {
                population::run(bands, self.particles, bits, budget)
            }
            _ => population::run(&self.cells, self.particles, bits, budget),
        }
    }
}
