//! Canonical forms of puzzles of any layout: [`Canonizer`] takes the way that suits the layout, and solves where a form needs it.
//!
//! ```
//! use ndoku::canonical::Canonizer;
//! use ndoku::generate::canonical::Form;
//! use ndoku::{Budget, Puzzle};
//!
//! let one: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let other: Puzzle = "97..8....5..914....82....6.6...2...71..3.8..43...6...8.6....89....591..6....7..35".parse()?;
//! let mut canonizer = Canonizer::new();
//! let budget = Budget::default();
//! let (a, b) = (canonizer.canonical(Form::Pattern, &one, &budget)?, canonizer.canonical(Form::Pattern, &other, &budget)?);
//! assert_eq!(a.form, b.form, "the same puzzle, turned by 180°");
//! assert_eq!(a.to(&b).unwrap().to_string(), "rows 987654321 columns 987654321 digits 123456789");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What the forms are is told in [`generate::canonical`](crate::generate::canonical).

use std::fmt;

use ndoku_core::{Digit, Layout, Puzzle, Solution};
use ndoku_generate::canonical::layout::{LayoutCanonical, LayoutForms, Symmetry};
use ndoku_generate::canonical::{Canonical as Classic, Form, FormError, Forms};
use ndoku_generate::{Grid, Transformation};
use ndoku_solver::{Budget, StopReason, Verdict};

use crate::Solver;

/// A symmetry of a layout, with digits renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Of the classic layout, by rows and columns.
    Classic(Transformation),
    /// Of any other, cell by cell.
    Other(Symmetry),
}

impl Move {
    /// What takes back what this does.
    #[must_use]
    pub fn inverse(&self) -> Self {
        match self {
            Self::Classic(transformation) => Self::Classic(transformation.inverse()),
            Self::Other(symmetry) => Self::Other(symmetry.inverse()),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Classic(transformation) => transformation.fmt(f),
            Self::Other(symmetry) => symmetry.fmt(f),
        }
    }
}

/// A canonical form, and how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The form, row by row, 0 for a blank cell.
    pub form: Vec<u8>,
    found: Found,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Found {
    Classic(Classic),
    Other(LayoutCanonical),
}

impl Canonical {
    /// What makes the form of the puzzle.
    #[must_use]
    pub fn transformation(&self) -> Move {
        match &self.found {
            Found::Classic(found) => Move::Classic(found.transformation()),
            Found::Other(found) => Move::Other(found.transformation.clone()),
        }
    }

    /// How many automorphisms the puzzle has, in decimal digits: it may be beyond any machine word.
    #[must_use]
    pub fn automorphisms(&self) -> String {
        match &self.found {
            Found::Classic(found) => found.automorphisms.to_string(),
            Found::Other(found) => found.automorphisms.to_string(),
        }
    }

    /// Automorphisms, the identity first, at most so many; of those that differ only in what has no clue there is one.
    #[must_use]
    pub fn list(&self, limit: usize) -> Vec<Move> {
        match &self.found {
            Found::Classic(found) => found
                .automorphisms()
                .take(limit)
                .map(Move::Classic)
                .collect(),
            Found::Other(found) => found.list(limit).into_iter().map(Move::Other).collect(),
        }
    }

    /// What makes another puzzle of this one, if their forms are equal: both [`Form::Pattern`] of the same layout.
    #[must_use]
    pub fn to(&self, other: &Self) -> Option<Move> {
        if self.form != other.form {
            return None;
        }
        match (&self.found, &other.found) {
            (Found::Classic(a), Found::Classic(b)) => {
                Some(Move::Classic(a.transformation().then(&b.inverse())))
            }
            (Found::Other(a), Found::Other(b)) => Some(Move::Other(
                a.transformation.then(&b.transformation.inverse()),
            )),
            _ => None,
        }
    }
}

/// Why a puzzle has no form.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CanonicalError {
    /// It has none.
    #[error(transparent)]
    Form(FormError),
    /// The search for it, or for the solution that it needs, was stopped.
    #[error("given up: {0}")]
    Stopped(StopReason),
}

impl From<FormError> for CanonicalError {
    fn from(error: FormError) -> Self {
        match error {
            FormError::Stopped(reason) => Self::Stopped(reason),
            error => Self::Form(error),
        }
    }
}

/// Finds canonical forms. Keep one for many puzzles, one for each thread: it remembers the symmetries of the last layout.
#[derive(Debug, Default)]
pub struct Canonizer {
    forms: Forms,
    solver: Solver,
    layout: Option<LayoutForms>,
}

impl Canonizer {
    /// One that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// For puzzles of the classic layout as bytes.
    pub fn forms(&mut self) -> &mut Forms {
        &mut self.forms
    }

    /// A form of a puzzle of any layout. The budget holds for the search for a solution, which only [`Form::Solution`] needs, and for the form in layouts other than the
    /// classic one.
    ///
    /// # Errors
    /// [`CanonicalError`].
    pub fn canonical(
        &mut self,
        form: Form,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<Canonical, CanonicalError> {
        if puzzle.pencilmarks().is_some() {
            return Err(FormError::Pencilmarks.into());
        }
        if puzzle.layout().is_classic() {
            let found = match form {
                Form::Solution => {
                    let solution = grid(&self.solution(puzzle, budget)?);
                    self.forms.within(&clues(puzzle), &solution)?
                }
                _ => self.forms.canonical(form, &clues(puzzle))?,
            };
            return Ok(Canonical {
                form: found.form.to_vec(),
                found: Found::Classic(found),
            });
        }
        let solution = if form == Form::Solution {
            Some(self.solution(puzzle, budget)?)
        } else {
            None
        };
        let forms = self.of_layout(puzzle.layout(), budget)?;
        let found = match solution {
            Some(solution) => forms.within(puzzle, solution.digits(), budget)?,
            None => forms.canonical(form, puzzle, budget)?,
        };
        Ok(Canonical {
            form: found.form.clone(),
            found: Found::Other(found),
        })
    }

    /// The canonical form of the single solution of a puzzle: what all puzzles of one class of grids share.
    ///
    /// # Errors
    /// [`CanonicalError`].
    pub fn class(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<Vec<u8>, CanonicalError> {
        let solution = self.solution(puzzle, budget)?;
        let full: Vec<u8> = solution.digits().iter().map(|digit| digit.get()).collect();
        let full = Puzzle::from_array(puzzle.layout(), &full).map_err(|_| FormError::Layout)?;
        Ok(self.canonical(Form::Pattern, &full, budget)?.form)
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
            Verdict::Unsolvable => Err(FormError::Unsolvable.into()),
            Verdict::Multiple(..) => Err(FormError::Several.into()),
        }
    }

    fn of_layout(
        &mut self,
        layout: &Layout,
        budget: &Budget<'_>,
    ) -> Result<&LayoutForms, FormError> {
        if self
            .layout
            .as_ref()
            .is_none_or(|forms| forms.layout() != layout)
        {
            self.layout = Some(LayoutForms::new(layout, budget)?);
        }
        self.layout.as_ref().ok_or(FormError::Layout)
    }
}

/// The clues of a 9×9 puzzle as bytes.
fn clues(puzzle: &Puzzle) -> Grid {
    let mut clues = [0; 81];
    clues
        .iter_mut()
        .zip(puzzle.clues())
        .for_each(|(cell, clue)| *cell = clue.map_or(0, Digit::get));
    clues
}

fn grid(solution: &Solution) -> Grid {
    let mut grid = [0; 81];
    grid.iter_mut()
        .zip(solution.digits())
        .for_each(|(cell, digit)| *cell = digit.get());
    grid
}
