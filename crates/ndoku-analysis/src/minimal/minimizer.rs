//! `Minimizer`: redundant parts and minimal puzzles, for puzzles of any layout.
//!
//! ```text
//!   puzzle ─▶ parts: its clues, or with         remove a part and break it:
//!             pencilmarks the candidates    ─▶  the cell must hold another digit than the clue, or
//!             that they remove                  the removed candidate
//!                                           ─▶  a solution? the part is needed
//! ```
//!
//! A puzzle with pencilmarks is treated as pencilmarks alone, where a clue is a cell with one of
//! them. It is minimal if no candidate can be restored.
//!
//! The slow path solves one puzzle at a time. Classic puzzles with clues use [`BulkMinimizer`],
//! which gives the same answers.

use std::fmt;
use std::ops::ControlFlow;

use ndoku_core::{Candidate, Cell, Digit, DigitSet, Puzzle, Rng};
use ndoku_solver::{Backtrack, Budget, Engine, Interrupted, Isa, Simd9};

use super::BulkMinimizer;
use super::enumeration::{self, PartSet};
use crate::Symmetry;

/// A part of a puzzle that can be removed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum RemovablePart {
    /// The clue of a cell.
    Clue(Cell),
    /// A removed candidate, in a puzzle with pencilmarks.
    Removed(Candidate),
}

impl RemovablePart {
    /// Returns the cell of the part.
    #[must_use]
    pub const fn cell(self) -> Cell {
        match self {
            Self::Clue(cell) => cell,
            Self::Removed(candidate) => candidate.cell,
        }
    }
}

/// The reason why there is no minimal puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MinimizeError {
    /// The puzzle has no solution.
    Unsolvable,
    /// The puzzle has several solutions.
    Multiple,
    /// A search was interrupted.
    Stopped(Interrupted),
}

impl fmt::Display for MinimizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolvable => f.write_str("it has no solution"),
            Self::Multiple => f.write_str("it has more than one solution"),
            Self::Stopped(stopped) => stopped.reason.fmt(f),
        }
    }
}

impl std::error::Error for MinimizeError {}

impl From<Interrupted> for MinimizeError {
    fn from(stopped: Interrupted) -> Self {
        Self::Stopped(stopped)
    }
}

/// Finds redundant parts and minimal puzzles, for puzzles of any layout. Reuse one, because it
/// keeps engines and their memory.
#[derive(Debug)]
pub struct Minimizer {
    bulk: BulkMinimizer,
    engines: Engines,
}

#[derive(Debug)]
struct Engines {
    classic: Simd9,
    general: Backtrack,
}

impl Engines {
    fn engine_for(&mut self, puzzle: &Puzzle) -> &mut dyn Engine {
        if self.classic.suits(puzzle) {
            &mut self.classic
        } else {
            &mut self.general
        }
    }
}

impl Default for Minimizer {
    fn default() -> Self {
        Self::new(None)
    }
}

impl Minimizer {
    /// Creates a minimizer. 9×9 puzzles use this instruction set, or the fastest one of the
    /// machine.
    #[must_use]
    pub fn new(isa: Option<Isa>) -> Self {
        Self {
            bulk: BulkMinimizer::new(isa),
            engines: Engines {
                classic: Simd9::new(isa),
                general: Backtrack::new(),
            },
        }
    }

    /// Returns the parts that are removable on their own without another solution, in the order of
    /// the cells. A puzzle with several solutions keeps these, and a puzzle without a solution
    /// stays without one.
    ///
    /// Takes one search per part. The guess limit of the budget applies to each of them.
    ///
    /// # Errors
    /// [`Interrupted`] if a search was interrupted.
    pub fn redundant(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<Vec<RemovablePart>, Interrupted> {
        if let Some(clues) = plain_clues(puzzle, budget) {
            let cells = self.bulk.redundant(&clues);
            return Ok(cells
                .into_iter()
                .map(|cell| RemovablePart::Clue(Cell::new((cell / 9) as u8, (cell % 9) as u8)))
                .collect());
        }
        let mut parts = PuzzleParts::new(puzzle, &mut self.engines, budget);
        let mut kept = vec![true; parts.list.len()];
        let mut redundant = Vec::new();
        for part in 0..parts.list.len() {
            kept[part] = false;
            if parts.find_solutions(&kept, Some(part), 1)?.is_empty() {
                redundant.push(parts.list[part]);
            }
            kept[part] = true;
        }
        Ok(redundant)
    }

    /// Finds one random minimal puzzle within a puzzle that has one solution. Removes units in
    /// random order, each if one solution remains.
    ///
    /// A unit is the parts in an orbit of `symmetry`. In a puzzle with pencilmarks and without a
    /// symmetry, each removed candidate is a unit. Takes one search per part, and for classic
    /// puzzles a few microseconds in all.
    ///
    /// # Errors
    /// [`MinimizeError`] if the puzzle does not have exactly one solution, or if a search was
    /// interrupted. The guess limit of the budget applies to each search.
    pub fn minimize(
        &mut self,
        puzzle: &Puzzle,
        symmetry: Symmetry,
        rng: &mut Rng,
        budget: &Budget<'_>,
    ) -> Result<Puzzle, MinimizeError> {
        if let Some(clues) = plain_clues(puzzle, budget)
            && let Some(minimal) = self.bulk.minimize(&clues, symmetry, rng)
        {
            return Ok(keep_only_clues(puzzle, &minimal));
        }
        let mut parts = PuzzleParts::new(puzzle, &mut self.engines, budget);
        let mut kept = vec![true; parts.list.len()];
        parts.unique_solution(&kept)?;
        let size = usize::from(puzzle.size());
        let mut units: Vec<Vec<usize>> = match symmetry {
            Symmetry::None => (0..parts.list.len()).map(|part| vec![part]).collect(),
            _ => {
                let in_orbit = |orbit: &Vec<usize>| {
                    let of = |part: &usize| {
                        orbit.contains(&puzzle.layout().index(parts.list[*part].cell()))
                    };
                    (0..parts.list.len()).filter(of).collect()
                };
                symmetry
                    .orbits(size)
                    .iter()
                    .map(in_orbit)
                    .filter(|unit: &Vec<usize>| !unit.is_empty())
                    .collect()
            }
        };
        rng.shuffle(&mut units);
        for unit in units {
            unit.iter().for_each(|part| kept[*part] = false);
            let needed = match unit[..] {
                [part] => !parts.find_solutions(&kept, Some(part), 1)?.is_empty(),
                _ => parts.find_solutions(&kept, None, 2)?.len() > 1,
            };
            if needed {
                unit.iter().for_each(|part| kept[*part] = true);
            }
        }
        Ok(parts.puzzle(&kept, None))
    }

    /// Computes [`minimize`](Self::minimize) for many puzzles, each with its own random number
    /// generator. Classic puzzles are processed together, which is several times faster. Returns as
    /// many results as the shorter slice holds.
    pub fn minimize_all(
        &mut self,
        puzzles: &[&Puzzle],
        symmetry: Symmetry,
        rngs: &mut [Rng],
        budget: &Budget<'_>,
    ) -> Vec<Result<Puzzle, MinimizeError>> {
        let (mut together, mut clues, mut sources) = (Vec::new(), Vec::new(), Vec::new());
        for (place, (puzzle, rng)) in puzzles.iter().zip(&*rngs).enumerate() {
            if let Some(bytes) = plain_clues(puzzle, budget) {
                together.push(place);
                clues.push(bytes);
                sources.push(rng.clone());
            }
        }
        let mut minimal = vec![None; clues.len()];
        self.bulk
            .minimize_all(&clues, symmetry, &mut sources, &mut minimal);
        let mut done = together.into_iter().zip(minimal).peekable();
        let one = |(place, (puzzle, rng)): (usize, (&&Puzzle, &mut Rng))| match done
            .next_if(|(of, _)| *of == place)
        {
            Some((_, Some(minimal))) => Ok(keep_only_clues(puzzle, &minimal)),
            // The puzzle does not have exactly one solution.
            _ => self.minimize(puzzle, symmetry, rng, budget),
        };
        puzzles.iter().zip(rngs).enumerate().map(one).collect()
    }

    /// Calls `found` with every minimal puzzle within a puzzle that has one solution, each once,
    /// until it returns [`Break`](ControlFlow::Break). The order depends only on the puzzle.
    ///
    /// There can be very many, 10¹⁵ in a full 9×9 grid. The time per puzzle depends on how often
    /// the search fails; see `minimal/enumeration.rs`.
    ///
    /// # Errors
    /// [`MinimizeError`] if the puzzle does not have exactly one solution, or if a search was
    /// interrupted.
    pub fn for_each_minimal(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(Puzzle) -> ControlFlow<()>,
    ) -> Result<(), MinimizeError> {
        let mut parts = PuzzleParts::new(puzzle, &mut self.engines, budget);
        let solution = parts.unique_solution(&vec![true; parts.list.len()])?;
        let mut oracle = EngineOracle {
            broken_by: parts.broken_by(&solution),
            parts,
        };
        let mut results = |kept: &[bool], oracle: &EngineOracle<'_, '_, '_, _>| {
            found(oracle.parts.puzzle(kept, None))
        };
        Ok(enumeration::for_each_minimal(&mut oracle, &mut results)?)
    }
}

/// Returns the clues of a classic puzzle without pencilmarks, if the budget has no guess limit and
/// has not ended. The bulk path takes only microseconds, so that it does not poll the budget.
fn plain_clues(puzzle: &Puzzle, budget: &Budget<'_>) -> Option<[u8; 81]> {
    let is_plain = puzzle.layout().is_classic()
        && puzzle.pencilmarks().is_none()
        && budget.guess_limit().is_none()
        && budget.poll().is_none();
    is_plain.then(|| {
        let mut clues = [0; 81];
        clues
            .iter_mut()
            .zip(puzzle.clues())
            .for_each(|(byte, clue)| *byte = clue.map_or(0, Digit::get));
        clues
    })
}

/// Returns a classic puzzle with only these of its clues.
fn keep_only_clues(puzzle: &Puzzle, clues: &[u8; 81]) -> Puzzle {
    let mut left = puzzle.clone();
    for cell in puzzle
        .layout()
        .cells()
        .filter(|cell| clues[cell.index(9)] == 0)
    {
        // The cell belongs to the layout.
        let _ = left.set_clue(cell, None);
    }
    left
}

/// The parts of a puzzle, with engines to solve it.
struct PuzzleParts<'a, 'b, 'c> {
    source: &'a Puzzle,
    list: Vec<RemovablePart>,
    engines: &'a mut Engines,
    budget: &'b Budget<'c>,
}

impl<'a, 'b, 'c> PuzzleParts<'a, 'b, 'c> {
    fn new(source: &'a Puzzle, engines: &'a mut Engines, budget: &'b Budget<'c>) -> Self {
        let layout = source.layout();
        let list = if source.pencilmarks().is_some() {
            let removed = |cell: Cell| {
                (DigitSet::full(source.size()) - source.candidates(cell))
                    .iter()
                    .map(move |digit| Candidate::new(cell, digit))
                    .collect::<Vec<_>>()
            };
            layout
                .cells()
                .flat_map(removed)
                .map(RemovablePart::Removed)
                .collect()
        } else {
            layout
                .cells()
                .filter(|cell| source.clue(*cell).is_some())
                .map(RemovablePart::Clue)
                .collect()
        };
        Self {
            source,
            list,
            engines,
            budget,
        }
    }

    /// Builds the puzzle with the kept parts, where the part `broken` is violated.
    fn puzzle(&self, kept: &[bool], broken: Option<usize>) -> Puzzle {
        let mut puzzle = self.source.clone();
        let has_pencilmarks = self.source.pencilmarks().is_some();
        if has_pencilmarks {
            let full = DigitSet::full(self.source.size());
            let mut pencilmarks = vec![full; self.source.clues().len()];
            for (part, kept) in self.list.iter().zip(kept) {
                if let (RemovablePart::Removed(candidate), true) = (part, kept) {
                    pencilmarks[self.source.layout().index(candidate.cell)].remove(candidate.digit);
                }
            }
            // A candidate that a clue removes is a part like all others. Cells and sets fit the
            // layout, here and below.
            for cell in self.source.layout().cells() {
                let _ = puzzle.set_clue(cell, None);
            }
            let _ = puzzle.set_pencilmarks(&pencilmarks);
        } else {
            for (part, _) in self.list.iter().zip(kept).filter(|(_, kept)| !**kept) {
                let _ = puzzle.set_clue(part.cell(), None);
            }
        }
        match broken.map(|part| self.list[part]) {
            Some(RemovablePart::Clue(cell)) => {
                let _ = self
                    .source
                    .clue(cell)
                    .map(|digit| puzzle.remove_candidate(Candidate::new(cell, digit)));
            }
            Some(RemovablePart::Removed(candidate)) => {
                let _ = puzzle.set_clue(candidate.cell, Some(candidate.digit));
            }
            None => {}
        }
        puzzle
    }

    /// Finds up to `most` solutions.
    fn find_solutions(
        &mut self,
        kept: &[bool],
        broken: Option<usize>,
        most: usize,
    ) -> Result<Vec<Vec<Digit>>, Interrupted> {
        let puzzle = self.puzzle(kept, broken);
        let mut solutions = Vec::new();
        self.engines
            .engine_for(&puzzle)
            .search(&puzzle, self.budget, &mut |digits| {
                solutions.push(digits.to_vec());
                if solutions.len() < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })?;
        Ok(solutions)
    }

    /// Returns the solution if it is unique.
    fn unique_solution(&mut self, all: &[bool]) -> Result<Vec<Digit>, MinimizeError> {
        let mut solutions = self.find_solutions(all, None, 2)?;
        match (solutions.pop(), solutions.is_empty()) {
            (None, _) => Err(MinimizeError::Unsolvable),
            (Some(_), false) => Err(MinimizeError::Multiple),
            (Some(solution), true) => Ok(solution),
        }
    }

    /// Returns a function that computes the parts which a grid violates.
    fn broken_by(&self, solution: &[Digit]) -> impl Fn(&[Digit]) -> PartSet + use<> {
        let size = self.source.size();
        // The demand of each part on its cell. Clues demand the digit of the solution.
        let demands: Vec<(usize, Result<Digit, Digit>)> = self
            .list
            .iter()
            .map(|part| match part {
                RemovablePart::Clue(cell) => (cell.index(size), Ok(solution[cell.index(size)])),
                RemovablePart::Removed(candidate) => {
                    (candidate.cell.index(size), Err(candidate.digit))
                }
            })
            .collect();
        move |grid| {
            let is_broken =
                |(_, (cell, demand)): &(usize, &(usize, Result<Digit, Digit>))| match demand {
                    Ok(digit) => grid[*cell] != *digit,
                    Err(digit) => grid[*cell] == *digit,
                };
            let mut set = PartSet::empty(demands.len());
            demands
                .iter()
                .enumerate()
                .filter(is_broken)
                .for_each(|(part, _)| set.insert(part));
            set
        }
    }
}

/// An oracle for the enumeration that calls an engine.
struct EngineOracle<'a, 'b, 'c, F> {
    broken_by: F,
    parts: PuzzleParts<'a, 'b, 'c>,
}

impl<F: Fn(&[Digit]) -> PartSet> enumeration::Oracle for EngineOracle<'_, '_, '_, F> {
    fn count(&self) -> usize {
        self.parts.list.len()
    }

    fn broken_parts(
        &mut self,
        kept: &[bool],
        against: Option<usize>,
    ) -> Result<Option<PartSet>, Interrupted> {
        let solutions =
            self.parts
                .find_solutions(kept, against, if against.is_some() { 1 } else { 2 })?;
        // The known solution violates no part.
        Ok(solutions
            .iter()
            .map(|grid| (self.broken_by)(grid))
            .find(|set| !set.is_empty()))
    }
}
