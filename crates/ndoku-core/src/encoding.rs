//! `Encoding`: a puzzle as CNF, with one variable for each cell and digit.
//!
//! The models of the clauses are the solutions of the puzzle.
//!
//! ```text
//!   variable of (cell, digit)    cell · N + digit      cells from 0 row by row, digits from 1
//!   unit clauses                 r1c1=5                clues; −r1c1=5 for each digit that
//!                                                      pencilmarks remove
//!   at least one                 each cell, each digit in each house of N cells
//!   at most one, pairwise        each cell, each digit in each house
//!   links                        the pairs that pairwise constraints forbid, and the candidates
//!                                that they forbid alone
//! ```
//!
//! This is the *extended* encoding (Lynce and Ouaknine, "Sudoku as a SAT Problem", 2006). It has
//! "at least one" and "at most one" for every cell and house, although half of these clauses would
//! suffice. SAT solvers are 2 to 30 times as fast with it. A pair of cells that shares several
//! houses is written once. A house with the same cells as another one is written once.
//!
//! There are about 2·N⁴ clauses, nearly all of two literals. The encoding generates them one by one
//! and never stores them. It stores the pairs that constraints forbid: 8 bytes per pair. While it
//! generates clauses, it needs about 50 bytes per variable.
//!
//! | N | thousand clauses | MB of text |
//! |---|---|---|
//! | 9 | 11 | 0.13 |
//! | 16 | 112 | 1.6 |
//! | 25 | 690 | 11 |
//! | 36 | 3,000 | 49 |
//! | 64 | 31,000 | 560 |
//! | 81 | 81,000 | 1,500 |
//! | 100 | 189,000 | 3,800 |

use std::ops::ControlFlow;

use crate::{Candidate, Digit, House, Layout, PairwiseEncoder, Puzzle};

/// The clauses of a puzzle, with DIMACS literals.
///
/// A literal is the number of a variable, from 1, or the negative number for its negation.
#[derive(Clone, Debug)]
pub struct Encoding<'a> {
    puzzle: &'a Puzzle,
    size: usize,
    /// The houses without duplicates (houses with the same cells), in the order of the layout.
    houses: Vec<&'a House>,
    /// For each cell, the indices in `houses` of the houses that contain it, ascending.
    houses_of: Vec<Vec<u16>>,
    /// Pairs of variables that a constraint forbids and no house does, the smaller one first.
    links: Vec<(i32, i32)>,
}

/// The error for a puzzle with a constraint that is not a set of forbidden pairs of candidates.
///
/// Clauses without this constraint would describe another puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rule {0} cannot be written as clauses: it forbids more than pairs of candidates")]
pub struct NotPairwiseError(pub String);

impl<'a> Encoding<'a> {
    /// Prepares the clauses of a puzzle.
    ///
    /// Time and memory are proportional to the pairs that its constraints forbid.
    ///
    /// # Errors
    /// Returns [`NotPairwiseError`] if weak links do not express a constraint completely.
    pub fn new(puzzle: &'a Puzzle) -> Result<Self, NotPairwiseError> {
        let layout = puzzle.layout();
        if let Some(constraint) = layout
            .constraints()
            .iter()
            .find(|constraint| !constraint.is_pairwise())
        {
            return Err(NotPairwiseError(constraint.id().to_owned()));
        }
        let mut houses: Vec<&House> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut houses_of = vec![Vec::new(); layout.cell_count()];
        for house in layout.houses() {
            if seen.insert(house.cells()) {
                house
                    .cells()
                    .iter()
                    .for_each(|cell| houses_of[layout.index(*cell)].push(houses.len() as u16));
                houses.push(house);
            }
        }
        let mut encoding = Self {
            puzzle,
            size: usize::from(layout.size()),
            houses,
            houses_of,
            links: Vec::new(),
        };
        encoding.links = encoding.collect_links(layout);
        Ok(encoding)
    }

    /// Returns the variable of a candidate.
    ///
    /// This is the number of its cell, from 0 row by row, times N, plus its digit.
    #[must_use]
    pub fn variable(&self, candidate: Candidate) -> i32 {
        self.variable_number(
            self.puzzle.layout().index(candidate.cell),
            candidate.digit.index(),
        )
    }

    /// Returns the number of variables, N³. The variables are 1 to this number.
    #[must_use]
    pub fn variable_count(&self) -> u32 {
        (self.size * self.size * self.size) as u32
    }

    /// Counts the clauses without generating them.
    ///
    /// The time is proportional to the number of pairs of cells that share a house.
    #[must_use]
    pub fn clause_count(&self) -> u64 {
        let (size, pairs) = (self.size as u64, |count: usize| {
            (count * count.saturating_sub(1) / 2) as u64
        });
        let mut units = 0;
        self.for_each_unit(&mut |_| units += 1);
        let cells = size * size * (1 + pairs(self.size));
        let full = self
            .houses
            .iter()
            .filter(|house| house.cells().len() == self.size)
            .count() as u64;
        units + cells + size * (full + self.count_shared_pairs()) + self.links.len() as u64
    }

    /// Calls `clause` with each clause, in a fixed order.
    pub fn for_each_clause(&self, clause: &mut dyn FnMut(&[i32])) {
        self.for_each_unit(&mut |literal| clause(&[literal]));
        let mut encoder = PairwiseEncoder::new(self.variable_count() as usize);
        let mut add = |literals: &[i32]| {
            clause(literals);
            ControlFlow::Continue(())
        };
        let variable = |cell: usize, digit: usize| (cell * self.size + digit) as u32;
        let mut list: Vec<u32> = Vec::with_capacity(self.size);
        for cell in 0..self.size * self.size {
            list.clear();
            list.extend((0..self.size).map(|digit| variable(cell, digit)));
            // The closure never breaks.
            let _ = encoder.exactly_one(&list, &mut add);
        }
        let layout = self.puzzle.layout();
        for house in &self.houses {
            for digit in 0..self.size {
                list.clear();
                let cells = house.cells().iter();
                list.extend(cells.map(|cell| variable(layout.index(*cell), digit)));
                let _ = if list.len() == self.size {
                    encoder.exactly_one(&list, &mut add)
                } else {
                    encoder.at_most_one(&list, &mut add)
                };
            }
        }
        for (one, other) in &self.links {
            // A candidate that is linked to itself is never true. Some checkers of proofs do not
            // take a clause that repeats a literal for a unit.
            if one == other {
                clause(&[-one]);
            } else {
                clause(&[-one, -other]);
            }
        }
    }

    fn variable_number(&self, cell: usize, digit: usize) -> i32 {
        (cell * self.size + digit + 1) as i32
    }

    /// Calls `literal` with each unit clause: the clues, and the digits that pencilmarks remove.
    fn for_each_unit(&self, literal: &mut dyn FnMut(i32)) {
        for (cell, clue) in self.puzzle.clues().iter().enumerate() {
            if let Some(digit) = clue {
                literal(self.variable_number(cell, digit.index()));
            }
            let Some(marks) = self.puzzle.pencilmarks() else {
                continue;
            };
            for digit in
                (0..self.size).filter(|digit| !marks[cell].contains(Digit::from_index(*digit)))
            {
                literal(-self.variable_number(cell, digit));
            }
        }
    }

    /// Counts the pairs of cells that share a house.
    fn count_shared_pairs(&self) -> u64 {
        let layout = self.puzzle.layout();
        let mut count = 0;
        for (number, house) in self.houses.iter().enumerate() {
            let cells: Vec<usize> = house
                .cells()
                .iter()
                .map(|cell| layout.index(*cell))
                .collect();
            for (index, one) in cells.iter().enumerate() {
                let is_first =
                    |other: &&usize| self.first_shared_house(*one, **other) == Some(number as u16);
                count += cells[index + 1..].iter().filter(is_first).count() as u64;
            }
        }
        count
    }

    /// Returns the first house that contains both cells.
    fn first_shared_house(&self, one: usize, other: usize) -> Option<u16> {
        let others = &self.houses_of[other];
        self.houses_of[one]
            .iter()
            .find(|house| others.contains(house))
            .copied()
    }

    /// Collects the pairs of variables that constraints forbid and houses do not.
    fn collect_links(&self, layout: &Layout) -> Vec<(i32, i32)> {
        let mut links = Vec::new();
        for constraint in layout.constraints() {
            for cell in constraint
                .cells()
                .iter()
                .filter(|cell| layout.contains(**cell))
            {
                for digit in layout.digits() {
                    let from = (layout.index(*cell), digit.index());
                    constraint.weak_links(Candidate::new(*cell, digit), layout.size(), &mut |to| {
                        if !layout.contains(to.cell) || to.digit.index() >= self.size {
                            return;
                        }
                        let to = (layout.index(to.cell), to.digit.index());
                        let is_excluded_by_houses = from.0 == to.0
                            || (from.1 == to.1 && self.first_shared_house(from.0, to.0).is_some());
                        if !is_excluded_by_houses || from == to {
                            let (one, other) = (
                                self.variable_number(from.0, from.1),
                                self.variable_number(to.0, to.1),
                            );
                            links.push((one.min(other), one.max(other)));
                        }
                    });
                }
            }
        }
        links.sort_unstable();
        links.dedup();
        links
    }
}
