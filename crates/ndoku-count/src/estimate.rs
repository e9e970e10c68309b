//! Estimates of the number of solutions, where no exact count is feasible or an order of magnitude
//! is enough.
//!
//! ```text
//!   Puzzle ─ Estimator::new ─▶ Estimator ─ run(bits of seed 1) ─▶ SmcRun ┐
//!                                        ─ run(bits of seed 2) ─▶ SmcRun ├─ Estimate::new ┐
//!                                        ─ …, on any threads   ─▶ SmcRun ┘                │
//!                                        mean and interval, or EstimateError ◀────────────┘
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `smc` | a run of sequential Monte Carlo: weighted particles that fill the grid at random |
//! | `cell_proposal` | filling cell by cell, for any layout made of houses |
//! | `band_proposal` | filling band by band, for boxes: far better if clues are few |
//! | `interval` | the mean of several runs and its confidence interval |
//! | `wide_float` | numbers beyond `f64` |
//!
//! ```
//! use ndoku_core::{Layout, Puzzle};
//! use ndoku_solver::Budget;
//! use ndoku_count::estimate::{Estimate, Estimator};
//! use rand_xoshiro::SplitMix64;
//! use rand_xoshiro::rand_core::{Rng, SeedableRng};
//!
//! let estimator = Estimator::new(&Puzzle::empty(&Layout::for_size(6)?))?.with_particles(500);
//! let runs: Result<Vec<_>, _> = (1..=20_u64)
//!     .map(|seed| {
//!         // The caller's random number generator.
//!         let mut rng = SplitMix64::seed_from_u64(seed);
//!         estimator.run(&mut || rng.next_u64(), &Budget::default())
//!     })
//!     .collect();
//! let estimate = Estimate::new(&runs?)?;
//! let (mantissa, exponent) = estimate.mean.decimal();
//! assert!((2.7..2.95).contains(&mantissa) && exponent == 7, "the exact number is 28,200,960");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Measurements are in `docs/benchmarks/counting.md`, experiments in
//! `docs/experiments/counting.md`.

mod band_proposal;
mod cell_proposal;
mod interval;
mod smc;
#[cfg(test)]
mod tests;
mod wide_float;

use band_proposal::BandProposal;
use cell_proposal::CellProposal;
pub use interval::{Estimate, EstimateError};
use ndoku_core::{Boxes, Puzzle};
pub use smc::SmcRun;
pub use wide_float::WideFloat;

use ndoku_solver::{Budget, StopReason};

/// The proposal distribution: the order and odds by which particles fill a grid.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Proposal {
    /// Cell by cell, for any layout whose rules are houses.
    Cells,
    /// Band by band, for rows, columns and boxes of at least two rows and columns.
    Bands,
}

/// A puzzle prepared for runs; threads can share it.
#[derive(Debug)]
pub struct Estimator {
    cells: CellProposal,
    bands: Option<BandProposal>,
    proposal: Proposal,
    particles: usize,
}

impl Estimator {
    /// Default number of particles of a run.
    pub const DEFAULT_PARTICLES: usize = 1000;

    /// Propagates singles and chooses the proposal.
    ///
    /// Particles fill band by band if the layout allows it and at most a fifth of the cells is
    /// known after propagation. Otherwise they fill cell by cell.
    ///
    /// # Errors
    /// Returns [`StopReason::Unsupported`] for sizes above 64, and for layouts with rules that are
    /// not houses.
    pub fn new(puzzle: &Puzzle) -> Result<Self, StopReason> {
        let layout = puzzle.layout();
        let cells = CellProposal::new(puzzle)?;
        let bands = match layout.boxes() {
            Boxes::Rectangles { width, height } if layout.is_plain() => {
                BandProposal::new(&cells, *width, *height)
            }
            _ => None,
        };
        // With more known cells, particles that go band by band reach too many dead ends.
        let few = cells.filled() * 5 <= layout.cell_count();
        let proposal = if few && bands.is_some() {
            Proposal::Bands
        } else {
            Proposal::Cells
        };
        Ok(Self {
            cells,
            bands,
            proposal,
            particles: Self::DEFAULT_PARTICLES,
        })
    }

    /// Sets the number of particles in a run, at least 2.
    ///
    /// The time of a run is proportional to them. Its variance shrinks with them, a little faster
    /// than with the number of runs. Each particle takes about 20·N² bytes, or 20·N^1.5 band by
    /// band.
    #[must_use]
    pub fn with_particles(mut self, particles: usize) -> Self {
        self.set_particles(particles);
        self
    }

    /// Sets the number of particles, as [`with_particles`](Self::with_particles) does.
    pub fn set_particles(&mut self, particles: usize) {
        self.particles = particles.max(2);
    }

    /// Selects this proposal if the layout allows it.
    ///
    /// The proposal changes the variance, not the mean.
    #[must_use]
    pub fn with_proposal(mut self, proposal: Proposal) -> Self {
        if proposal == Proposal::Cells || self.bands.is_some() {
            self.proposal = proposal;
        }
        self
    }

    /// Returns the proposal.
    #[must_use]
    pub const fn proposal(&self) -> Proposal {
        self.proposal
    }

    /// Returns the number of particles of a run.
    #[must_use]
    pub const fn particles(&self) -> usize {
        self.particles
    }

    /// Returns `true` if singles alone show that there is no solution; every run then gives 0.
    #[must_use]
    pub const fn is_impossible(&self) -> bool {
        self.cells.start.is_none()
    }

    /// Performs one run.
    ///
    /// `bits` returns 64 random bits per call. The same bits give the same run, on any thread.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work. The
    /// guess limit has no effect.
    pub fn run(
        &self,
        bits: &mut dyn FnMut() -> u64,
        budget: &Budget<'_>,
    ) -> Result<SmcRun, StopReason> {
        match &self.bands {
            Some(bands) if self.proposal == Proposal::Bands => {
                smc::run(bands, self.particles, bits, budget)
            }
            _ => smc::run(&self.cells, self.particles, bits, budget),
        }
    }
}
