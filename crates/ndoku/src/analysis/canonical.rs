//! Canonical forms of puzzles of any layout. [`Canonicalizer`] selects the method for the layout,
//! and solves puzzles if a form needs the solution.
//!
//! ```
//! use ndoku::analysis::canonical::{CanonicalForm::Pattern, Canonicalizer};
//! use ndoku::{Budget, Puzzle};
//!
//! let one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let other = "97..8....5..914....82....6.6...2...71..3.8..43...6...8.6....89....591..6....7..35";
//! let (one, other): (Puzzle, Puzzle) = (one.parse()?, other.parse()?);
//! let mut canonicalizer = Canonicalizer::new();
//! let budget = Budget::default();
//! let a = canonicalizer.canonicalize(Pattern, &one, &budget)?;
//! let b = canonicalizer.canonicalize(Pattern, &other, &budget)?;
//! assert_eq!(a.form, b.form, "the same puzzle, rotated by 180°");
//! assert_eq!(
//!     a.transformation_to(&b).unwrap().to_string(),
//!     "rows 987654321 columns 987654321 digits 123456789"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

pub use ndoku_analysis::canonical::{
    CanonicalForm, CanonicalFormError, ClassicCanonicalization, ClassicCanonicalizer,
    UnknownFormError, band, find_transformation, grid, layout,
};
use ndoku_analysis::{ClassicTransformation, Grid81};
use ndoku_core::{Digit, Layout, Puzzle, Solution};
use ndoku_solver::{Budget, StopReason, Verdict};

use self::layout::{LayoutCanonicalization, LayoutCanonicalizer, LayoutTransformation};
use crate::Solver;

/// A symmetry of a layout with a relabeling of the digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transformation {
    /// A symmetry of the classic layout, by rows and columns.
    Classic(ClassicTransformation),
    /// A symmetry of any other layout, cell by cell.
    Layout(LayoutTransformation),
}

impl Transformation {
    /// Returns the inverse transformation.
    #[must_use]
    pub fn inverse(&self) -> Self {
        match self {
            Self::Classic(transformation) => Self::Classic(transformation.inverse()),
            Self::Layout(symmetry) => Self::Layout(symmetry.inverse()),
        }
    }
}

impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Classic(transformation) => transformation.fmt(f),
            Self::Layout(symmetry) => symmetry.fmt(f),
        }
    }
}

/// A canonical form of a puzzle, with the transformations that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonicalization {
    /// The form, row by row. An open cell is 0.
    pub form: Vec<u8>,
    details: Details,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Details {
    Classic(ClassicCanonicalization),
    Layout(LayoutCanonicalization),
}

impl Canonicalization {
    /// Returns a transformation from the puzzle to the form.
    #[must_use]
    pub fn transformation(&self) -> Transformation {
        match &self.details {
            Details::Classic(found) => Transformation::Classic(found.transformation()),
            Details::Layout(found) => Transformation::Layout(found.transformation.clone()),
        }
    }

    /// Returns the number of automorphisms of the puzzle in decimal digits, because it can exceed
    /// any machine word.
    #[must_use]
    pub fn automorphisms(&self) -> String {
        match &self.details {
            Details::Classic(found) => found.automorphisms.to_string(),
            Details::Layout(found) => found.automorphisms.to_string(),
        }
    }

    /// Lists at most `limit` automorphisms, the identity first. Automorphisms that differ only in
    /// blank lines or unused digits are listed once.
    #[must_use]
    pub fn automorphism_list(&self, limit: usize) -> Vec<Transformation> {
        match &self.details {
            Details::Classic(found) => found
                .automorphisms()
                .take(limit)
                .map(Transformation::Classic)
                .collect(),
            Details::Layout(found) => found
                .automorphism_list(limit)
                .into_iter()
                .map(Transformation::Layout)
                .collect(),
        }
    }

    /// Returns a transformation from this puzzle to another, if their forms are equal. Both must be
    /// [`CanonicalForm::Pattern`] of the same layout.
    #[must_use]
    pub fn transformation_to(&self, other: &Self) -> Option<Transformation> {
        if self.form != other.form {
            return None;
        }
        match (&self.details, &other.details) {
            (Details::Classic(a), Details::Classic(b)) => Some(Transformation::Classic(
                a.transformation().then(&b.inverse()),
            )),
            (Details::Layout(a), Details::Layout(b)) => Some(Transformation::Layout(
                a.transformation.then(&b.transformation.inverse()),
            )),
            _ => None,
        }
    }
}

/// The reason why a puzzle has no canonical form.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CanonicalError {
    /// The puzzle has no such form.
    #[error(transparent)]
    NoForm(CanonicalFormError),
    /// The search for the form, or for the solution that it needs, was stopped.
    #[error("given up: {0}")]
    Stopped(StopReason),
}

impl From<CanonicalFormError> for CanonicalError {
    fn from(error: CanonicalFormError) -> Self {
        match error {
            CanonicalFormError::Stopped(reason) => Self::Stopped(reason),
            error => Self::NoForm(error),
        }
    }
}

/// A canonicalizer for puzzles of any layout. Reuse one per thread, because it caches the
/// symmetries of the last layout.
#[derive(Debug, Default)]
pub struct Canonicalizer {
    classic: ClassicCanonicalizer,
    solver: Solver,
    layout: Option<LayoutCanonicalizer>,
}

impl Canonicalizer {
    /// Creates a canonicalizer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the canonicalizer for classic puzzles as bytes.
    pub fn classic(&mut self) -> &mut ClassicCanonicalizer {
        &mut self.classic
    }

    /// Returns a form of a puzzle of any layout. The budget limits the search for a solution, which
    /// only [`CanonicalForm::Solution`] needs, and the search for the form in layouts other than
    /// the classic one.
    ///
    /// # Errors
    /// [`CanonicalError`].
    pub fn canonicalize(
        &mut self,
        form: CanonicalForm,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<Canonicalization, CanonicalError> {
        if puzzle.pencilmarks().is_some() {
            return Err(CanonicalFormError::Pencilmarks.into());
        }
        if puzzle.layout().is_classic() {
            let found = match form {
                CanonicalForm::Solution => {
                    let solution = solution_bytes(&self.solution(puzzle, budget)?);
                    self.classic
                        .canonicalize_by_solution(&clues(puzzle), &solution)?
                }
                _ => self.classic.canonicalize(form, &clues(puzzle))?,
            };
            return Ok(Canonicalization {
                form: found.form.to_vec(),
                details: Details::Classic(found),
            });
        }
        let solution = if form == CanonicalForm::Solution {
            Some(self.solution(puzzle, budget)?)
        } else {
            None
        };
        let forms = self.layout_canonicalizer(puzzle.layout(), budget)?;
        let found = match solution {
            Some(solution) => forms.canonicalize_by_solution(puzzle, solution.digits(), budget)?,
            None => forms.canonicalize(form, puzzle, budget)?,
        };
        Ok(Canonicalization {
            form: found.form.clone(),
            details: Details::Layout(found),
        })
    }

    /// Returns the canonical form of the single solution of a puzzle. Puzzles with essentially the
    /// same solution share it.
    ///
    /// # Errors
    /// [`CanonicalError`].
    pub fn canonical_solution(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<Vec<u8>, CanonicalError> {
        let solution = self.solution(puzzle, budget)?;
        let full: Vec<u8> = solution.digits().iter().map(|digit| digit.get()).collect();
        let full =
            Puzzle::from_array(puzzle.layout(), &full).map_err(|_| CanonicalFormError::Layout)?;
        Ok(self
            .canonicalize(CanonicalForm::Pattern, &full, budget)?
            .form)
    }

    fn solution(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<Solution, CanonicalError> {
        match self
            .solver
            .solve_within(puzzle, budget)
            .map_err(|stopped| CanonicalError::Stopped(stopped.reason))?
            .verdict
        {
            Verdict::Unique(solution) => Ok(solution),
            Verdict::Unsolvable => Err(CanonicalFormError::Unsolvable.into()),
            Verdict::Multiple(..) => Err(CanonicalFormError::Multiple.into()),
        }
    }

    fn layout_canonicalizer(
        &mut self,
        layout: &Layout,
        budget: &Budget<'_>,
    ) -> Result<&LayoutCanonicalizer, CanonicalFormError> {
        if self
            .layout
            .as_ref()
            .is_none_or(|forms| forms.layout() != layout)
        {
            self.layout = Some(LayoutCanonicalizer::new(layout, budget)?);
        }
        self.layout.as_ref().ok_or(CanonicalFormError::Layout)
    }
}

/// Returns the clues of a 9×9 puzzle as bytes.
fn clues(puzzle: &Puzzle) -> Grid81 {
    let mut clues = [0; 81];
    clues
        .iter_mut()
        .zip(puzzle.clues())
        .for_each(|(cell, clue)| *cell = clue.map_or(0, Digit::get));
    clues
}

/// Returns the digits of a 9×9 solution as bytes.
fn solution_bytes(solution: &Solution) -> Grid81 {
    let mut grid = [0; 81];
    grid.iter_mut()
        .zip(solution.digits())
        .for_each(|(cell, digit)| *cell = digit.get());
    grid
}
