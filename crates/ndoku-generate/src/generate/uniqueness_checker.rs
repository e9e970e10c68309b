//! `UniquenessChecker`: counts solutions. It is the only part of the generator that calls engines.
//! Its answers depend only on the puzzle: numbers of solutions, and the solution of a puzzle that
//! has one. It never returns the first solution found, or a number of guesses.

use std::ops::ControlFlow;

use ndoku_analysis::CellSet81;
use ndoku_analysis::minimal::BulkMinimizer;
use ndoku_core::{Digit, DigitSet, Layout, Puzzle};
use ndoku_solver::{Backtrack, BatchOutcome, Budget, Engine, Simd9};

use super::GenerateError;
use super::reduce::{Reducer, ReductionPlan, reduce, reduce_by_bisection};
use crate::singles::{LayoutTables, Singles, SinglesKind};

/// A checker for puzzles of one layout.
pub(super) struct UniquenessChecker {
    pub(super) layout: Layout,
    classic: Option<Box<Simd9>>,
    bulk: BulkMinimizer,
    general: Backtrack,
    /// `None` for sizes that singles do not support.
    pub(super) tables: Option<LayoutTables>,
    pub(super) singles: Option<Singles>,
    solutions: Vec<[u8; 81]>,
    outcomes: Vec<BatchOutcome>,
}

/// From this size on, clues are only removed while singles solve the puzzle, unless every clue must
/// be needed. Proofs by search can take forever there.
const SINGLES_ONLY_SIZE: u8 = 17;

impl UniquenessChecker {
    pub(super) fn new(layout: &Layout) -> Self {
        let tables = LayoutTables::new(layout);
        Self {
            layout: layout.clone(),
            classic: layout.is_classic().then(|| Box::new(Simd9::new(None))),
            bulk: BulkMinimizer::default(),
            general: Backtrack::new(),
            singles: tables
                .as_ref()
                .map(|tables| Singles::new(tables, SinglesKind::All)),
            tables,
            solutions: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Returns `true` if singles alone solve the puzzle. Returns `false` for unsupported sizes.
    pub(super) fn is_solved_by_singles(&mut self, clues: &[u8], singles_kind: SinglesKind) -> bool {
        match (&self.tables, &mut self.singles) {
            (Some(tables), Some(singles)) => singles.solves(tables, clues, singles_kind),
            _ => false,
        }
    }

    /// Creates the puzzle with these clues.
    pub(super) fn puzzle(&self, clues: &[u8]) -> Puzzle {
        Puzzle::from_array(&self.layout, clues).unwrap_or_else(|_| Puzzle::empty(&self.layout))
    }

    /// Tests for each puzzle if it has exactly one solution.
    pub(super) fn are_unique(
        &mut self,
        puzzles: &[Vec<u8>],
        budget: &Budget<'_>,
    ) -> Result<Vec<bool>, GenerateError> {
        if let Some(reason) = budget.poll() {
            return Err(GenerateError::Stopped(reason));
        }
        if let Some(classic) = &mut self.classic {
            let clues: Vec<[u8; 81]> = puzzles
                .iter()
                .filter_map(|clues| clues[..].try_into().ok())
                .collect();
            self.solutions
                .resize(clues.len().max(self.solutions.len()), [0; 81]);
            self.outcomes.clear();
            self.outcomes.resize(clues.len(), BatchOutcome::Unsolvable);
            classic.solve_all(&clues, &mut self.solutions, &mut self.outcomes);
            return Ok(self
                .outcomes
                .iter()
                .map(|outcome| *outcome == BatchOutcome::Unique)
                .collect());
        }
        puzzles
            .iter()
            .map(|clues| {
                Ok(self.is_solved_by_singles(clues, SinglesKind::All)
                    || self.count_solutions(clues, 2, budget)? == 1)
            })
            .collect()
    }

    /// Counts solutions up to a limit.
    pub(super) fn count_solutions(
        &mut self,
        clues: &[u8],
        limit: u64,
        budget: &Budget<'_>,
    ) -> Result<u64, GenerateError> {
        if let (Some(classic), Ok(clues)) = (&mut self.classic, clues.try_into()) {
            if let Some(reason) = budget.poll() {
                return Err(GenerateError::Stopped(reason));
            }
            let mut counts = [0];
            classic.count_all(&[clues], limit, &mut counts);
            return Ok(counts[0]);
        }
        let puzzle = self.puzzle(clues);
        Ok(self.general.count_up_to(&puzzle, limit, budget)?.number)
    }

    /// Returns the solution of a puzzle that has exactly one.
    pub(super) fn unique_solution(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<u8>>, GenerateError> {
        let mut found: Vec<Vec<u8>> = Vec::new();
        let engine: &mut dyn Engine = match &mut self.classic {
            Some(classic) => &mut **classic,
            None => &mut self.general,
        };
        engine.search(puzzle, budget, &mut |digits| {
            found.push(digits.iter().map(|digit| digit.get()).collect());
            if found.len() < 2 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        Ok(if found.len() == 1 { found.pop() } else { None })
    }

    /// Removes clues in sets of cells and in this order, each set if one solution remains without
    /// it. Keeps at least `least` clues. With `strictly`, a search proves uniqueness in every size;
    /// otherwise singles do above 16×16.
    pub(super) fn reduce(
        &mut self,
        clues: &mut Vec<u8>,
        (orbits, order): (&[Vec<usize>], &[usize]),
        least: usize,
        strictly: bool,
        budget: &Budget<'_>,
    ) -> Result<(), GenerateError> {
        let by_singles =
            self.layout.size() >= SINGLES_ONLY_SIZE && !strictly && self.tables.is_some();
        let singles_kind = by_singles.then_some(SinglesKind::All);
        self.reduce_while(clues, (orbits, order), least, singles_kind, budget)
    }

    /// Removes clues while singles of this kind solve the puzzle, or while it has one solution if
    /// no kind is given.
    pub(super) fn reduce_while(
        &mut self,
        clues: &mut Vec<u8>,
        (orbits, order): (&[Vec<usize>], &[usize]),
        least: usize,
        singles_kind: Option<SinglesKind>,
        budget: &Budget<'_>,
    ) -> Result<(), GenerateError> {
        // Sets without a clue have no effect.
        let order: Vec<usize> = order
            .iter()
            .copied()
            .filter(|set| orbits[*set].iter().any(|cell| clues[*cell] > 0))
            .collect();
        if singles_kind.is_none()
            && self.classic.is_some()
            && (least == 0 || orbits.iter().all(|set| set.len() == 1))
        {
            let order: Vec<CellSet81> = order
                .iter()
                .map(|set| orbits[*set].iter().copied().collect())
                .collect();
            return self.reduce_classic(clues, &order, least, budget);
        }
        // Engines test many puzzles at once, singles test one after the other.
        let reduce = if singles_kind.is_some() {
            reduce_by_bisection
        } else {
            reduce
        };
        reduce(
            &mut ClueReducer {
                checker: self,
                orbits,
                least,
                singles_kind,
                budget,
            },
            clues,
            &order,
        )
    }

    /// Removes clues of a classic puzzle, in sets of one cell or as far as possible.
    fn reduce_classic(
        &mut self,
        clues: &mut [u8],
        order: &[CellSet81],
        least: usize,
        budget: &Budget<'_>,
    ) -> Result<(), GenerateError> {
        if let Some(reason) = budget.poll() {
            return Err(GenerateError::Stopped(reason));
        }
        let Ok(puzzle) = <[u8; 81]>::try_from(&*clues) else {
            return Ok(());
        };
        let mut left = [None];
        self.bulk
            .reduce_all(&[puzzle], &[order.to_vec()], &mut left);
        if let [Some(left)] = &left {
            clues.copy_from_slice(left);
            restore_last(clues, &puzzle, order, least);
        }
        Ok(())
    }

    /// Removes clues of many full classic grids in parallel.
    pub(super) fn reduce_batch<'a>(
        &mut self,
        plans: impl Iterator<Item = (&'a [Vec<usize>], &'a ReductionPlan)>,
    ) -> Vec<Option<Vec<u8>>> {
        let (mut grids, mut orders, mut floors) = (Vec::new(), Vec::new(), Vec::new());
        for (orbits, plan) in plans {
            // Bytes that are not a classic grid have no solution.
            grids.push(<[u8; 81]>::try_from(&plan.grid[..]).unwrap_or([10; 81]));
            orders.push(
                plan.order
                    .iter()
                    .map(|set| orbits[*set].iter().copied().collect())
                    .collect::<Vec<CellSet81>>(),
            );
            floors.push(plan.floor);
        }
        let mut left = vec![None; grids.len()];
        self.bulk.reduce_all(&grids, &orders, &mut left);
        let finish = |(place, left): (usize, Option<[u8; 81]>)| {
            let mut clues = left?.to_vec();
            restore_last(&mut clues, &grids[place], &orders[place], floors[place]);
            Some(clues)
        };
        left.into_iter().enumerate().map(finish).collect()
    }

    /// Tests for each state of pencilmarks if it has exactly one solution. A state has a word of
    /// bits for each cell.
    pub(super) fn are_unique_pencilmarks(
        &mut self,
        states: &[Vec<u64>],
        budget: &Budget<'_>,
    ) -> Result<Vec<bool>, GenerateError> {
        if let Some(reason) = budget.poll() {
            return Err(GenerateError::Stopped(reason));
        }
        if let Some(classic) = &mut self.classic {
            let pencilmarks: Vec<[u8; 729]> =
                states.iter().map(|state| pencilmark_bytes(state)).collect();
            self.solutions
                .resize(pencilmarks.len().max(self.solutions.len()), [0; 81]);
            self.outcomes.clear();
            self.outcomes
                .resize(pencilmarks.len(), BatchOutcome::Unsolvable);
            classic.solve_all_pencilmarks(&pencilmarks, &mut self.solutions, &mut self.outcomes);
            return Ok(self
                .outcomes
                .iter()
                .map(|outcome| *outcome == BatchOutcome::Unique)
                .collect());
        }
        states
            .iter()
            .map(|state| {
                let puzzle = pencilmark_puzzle(&self.layout, state);
                Ok(self.general.count_up_to(&puzzle, 2, budget)?.number == 1)
            })
            .collect()
    }
}

/// Converts the state into nine bytes per cell, the input format of the engine.
fn pencilmark_bytes(state: &[u64]) -> [u8; 729] {
    std::array::from_fn(|place| {
        if state[place / 9] >> (place % 9) & 1 == 1 {
            1 + (place % 9) as u8
        } else {
            0
        }
    })
}

/// Creates the puzzle with these pencilmarks, where bit 0 is the digit 1.
pub(super) fn pencilmark_puzzle(layout: &Layout, state: &[u64]) -> Puzzle {
    let mut puzzle = Puzzle::empty(layout);
    let pencilmarks: Vec<DigitSet> = state
        .iter()
        .map(|bits| DigitSet::from_words([*bits, 0, 0, 0]))
        .collect();
    // The number of sets is the number of cells.
    let _ = puzzle.set_pencilmarks(&pencilmarks);
    puzzle
}

/// Clues that are removed in sets of cells.
struct ClueReducer<'a> {
    checker: &'a mut UniquenessChecker,
    orbits: &'a [Vec<usize>],
    least: usize,
    singles_kind: Option<SinglesKind>,
    budget: &'a Budget<'a>,
}

impl Reducer for ClueReducer<'_> {
    type State = Vec<u8>;

    fn remove(&self, state: &mut Vec<u8>, item: usize) {
        self.orbits[item].iter().for_each(|cell| state[*cell] = 0);
    }

    fn can_remove(&self, state: &Vec<u8>, item: usize) -> bool {
        self.least == 0 || {
            let gone = self.orbits[item]
                .iter()
                .filter(|cell| state[**cell] > 0)
                .count();
            clue_count(state) >= self.least + gone
        }
    }

    fn accepts(&mut self, states: &[Vec<u8>]) -> Result<Vec<bool>, GenerateError> {
        let Some(singles_kind) = self.singles_kind else {
            return self.checker.are_unique(states, self.budget);
        };
        if let Some(reason) = self.budget.poll() {
            return Err(GenerateError::Stopped(reason));
        }
        Ok(states
            .iter()
            .map(|clues| self.checker.is_solved_by_singles(clues, singles_kind))
            .collect())
    }
}

/// Restores the clues that were removed last, from sets of one cell each, until `least` clues are
/// present. Removal with a lower bound would have kept the same clues.
pub(super) fn restore_last(clues: &mut [u8], puzzle: &[u8; 81], order: &[CellSet81], least: usize) {
    let mut missing = least.saturating_sub(clue_count(clues));
    for cell in order.iter().rev().flat_map(|set| set.iter()) {
        if missing == 0 {
            return;
        }
        if clues[cell] == 0 && puzzle[cell] > 0 {
            clues[cell] = puzzle[cell];
            missing -= 1;
        }
    }
}

/// Counts the cells with a clue.
pub(super) fn clue_count(clues: &[u8]) -> usize {
    clues.iter().filter(|digit| **digit > 0).count()
}

/// Converts bytes into digits. All bytes of a grid are digits.
pub(super) fn digits(grid: &[u8]) -> Vec<Digit> {
    grid.iter().filter_map(|digit| Digit::new(*digit)).collect()
}
