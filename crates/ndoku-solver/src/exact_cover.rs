//! `ExactCoverInstance`: a puzzle after propagation as an exact cover problem, for engines in other
//! crates.
//!
//! ```text
//!   0 r1c1=2   1 r1c1=5   2 r1c3=5   …       variables, in the order of cells and digits
//!   {0 1}  {1 2 …}                           exactly one: a cell, a digit in a house of N cells
//!   {…}                                      at most one: a digit in a smaller house
//!   (1, 7)                                   not both: from constraints
//! ```

use std::ops::{ControlFlow, Range};

use ndoku_core::{Digit, PairwiseEncoder, Puzzle};

use crate::backtrack::Backtrack;
use crate::cdcl::cover_matrix::CoverMatrix;
use crate::engine::{Budget, StopReason};

/// The open candidates of a puzzle after propagation as variables from 0, and their exact cover
/// problem.
///
/// Keeps its memory, and the tables of the last layout, for the next puzzle. Houses with the same
/// cells give one list. Pairs of variables may be in several lists.
#[derive(Default)]
pub struct ExactCoverInstance {
    backtrack: Backtrack,
    open: Vec<(u16, u8)>,
    matrix: CoverMatrix,
}

impl ExactCoverInstance {
    /// Creates an instance without variables.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads a puzzle: propagates it to a fixpoint, and takes the open candidates as variables.
    ///
    /// Propagation uses singles, locked candidates, hidden pairs and constraints. Returns `false`
    /// if it finds that the puzzle has no solution. Then the instance has no variables.
    /// [`Backtrack`] must support the layout.
    ///
    /// # Errors
    /// Returns the reason if the flag or the clock of the budget stops propagation.
    pub fn load(&mut self, puzzle: &Puzzle, budget: &Budget<'_>) -> Result<bool, StopReason> {
        let Self {
            backtrack,
            open,
            matrix,
        } = self;
        open.clear();
        let is_possible = backtrack.open_candidates(puzzle, budget, &mut |cell, digit| {
            open.push((cell as u16, digit as u8));
        });
        if is_possible != Ok(true) {
            *matrix = CoverMatrix::default();
            return is_possible;
        }
        matrix.load(puzzle, open, &[]);
        Ok(true)
    }

    /// Returns the number of variables.
    #[must_use]
    pub fn variable_count(&self) -> usize {
        self.matrix.candidates.len()
    }

    /// Returns the candidate of a variable: the number of its cell, from 0 row by row, and its
    /// digit.
    ///
    /// Returns `None` if there is no such variable.
    #[must_use]
    pub fn candidate(&self, variable: u32) -> Option<(usize, Digit)> {
        let (cell, digit) = self.matrix.candidates.get(variable as usize)?;
        Some((usize::from(*cell), Digit::from_index(usize::from(*digit))))
    }

    /// Returns for each cell its digit if it is decided, or else `None`.
    pub fn decided(&self) -> impl ExactSizeIterator<Item = Option<Digit>> + '_ {
        self.matrix
            .decided
            .iter()
            .map(|digit| digit.map(|digit| Digit::from_index(usize::from(digit))))
    }

    /// Returns for each cell its variables, ascending by digit. The range of a decided cell is
    /// empty.
    pub fn cell_variables(&self) -> impl ExactSizeIterator<Item = Range<u32>> + '_ {
        (0..self.matrix.decided.len()).map(|cell| self.matrix.cell_variables(cell))
    }

    /// Returns lists of variables of which exactly one is true. Each list has at least two.
    pub fn exactly_one(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.matrix.primary_count).map(|item| self.matrix.items.list(item))
    }

    /// Returns lists of variables of which at most one is true. Each list has at least two.
    pub fn at_most_one(&self) -> impl Iterator<Item = &[u32]> {
        (self.matrix.primary_count..self.matrix.items.count() as u32)
            .map(|item| self.matrix.items.list(item))
    }

    /// Returns pairs of variables that are not both true, the smaller one first. Each pair occurs
    /// once.
    pub fn not_both(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let lists = 0..self.matrix.links.count() as u32;
        lists.flat_map(|one| {
            self.matrix
                .links
                .list(one)
                .iter()
                .filter(move |other| one < **other)
                .map(move |other| (one, *other))
        })
    }

    /// Calls `clause` with each clause of the instance in the extended encoding, until it breaks.
    ///
    /// The literals are those of [`PairwiseEncoder`]. Constraints that are more than sets of
    /// forbidden pairs have no clauses. [`Encoding`](ndoku_core::Encoding) has the clauses of the
    /// whole puzzle, whose variables do not depend on propagation. Proofs and files refer to those.
    pub fn for_each_clause(
        &self,
        clause: &mut dyn FnMut(&[i32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut encoder = PairwiseEncoder::new(self.variable_count());
        for list in self.exactly_one() {
            encoder.exactly_one(list, clause)?;
        }
        for list in self.at_most_one() {
            encoder.at_most_one(list, clause)?;
        }
        for (one, other) in self.not_both() {
            let literal = PairwiseEncoder::literal;
            clause(&[-literal(one), -literal(other)])?;
        }
        ControlFlow::Continue(())
    }
}

impl std::fmt::Debug for ExactCoverInstance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExactCoverInstance")
            .field("variables", &self.variable_count())
            .finish_non_exhaustive()
    }
}
