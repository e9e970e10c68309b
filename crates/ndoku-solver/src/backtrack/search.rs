//! The search loop. It propagates and guesses a candidate; after a conflict it takes the guess
//! back, rules the candidate out and propagates again.
//!
//! ```text
//!   level 0   clues and their consequences                trail ▐████████
//!   level 1   guess r4c7=2 and its consequences                 ▐███
//!   level 2   guess r1c1=5, conflict                            ▐██   ← undone; r1c1≠5 on level 1
//! ```
//!
//! The levels are an explicit stack, at most one for each cell. A candidate that is ruled out after
//! its guess belongs to the level below; the next guess may be about any item. So every solution
//! lies in exactly one branch and is found once.
//!
//! *Restarts.* While no solution is known, the search restarts after a number of conflicts
//! (Luby's sequence) and keeps the weights. The abandoned tree held no reported solution, so that
//! no solution is lost or found twice. In sorted order there are no restarts.

use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku_core::propagator::Propagator;
use ndoku_core::{BitSet, Digit, Puzzle, Solution};

use super::BacktrackLimits;
use super::branch::{Weights, select_branch, select_first_open};
use super::state::{BacktrackState, FailedPropagator, StateView, TrailMark, decode, encode};
use super::tables::Tables;
use crate::engine::{Budget, Interrupted, Order, Stats, StopReason};
use crate::luby;

/// Number of conflicts before the first restart; later ones follow after multiples by Luby's
/// sequence. `docs/experiments/backtracking.md` compares other units.
pub(super) const RESTART_UNIT: u64 = 300;
/// Number of removals between two checks of the flag and the clock: well below a millisecond.
const POLL_INTERVAL: u64 = 1 << 13;
/// Number of cells above which a propagator is long. `docs/experiments/variants.md` compares the
/// numbers of cells on each side that share the blame.
const LONG_PROPAGATOR: usize = 16;
/// Number of cells on each side of a failure that get weight.
const NEAR_CELLS: usize = 2;

/// A guess, and the mark to backtrack to.
struct Level {
    mark: TrailMark,
    candidate: u32,
}

/// The result of propagation.
enum Flow {
    Fixpoint,
    Contradiction,
    Interrupted(StopReason),
}

/// A search with its tables and memory, for one layout and sets of W words.
pub(super) struct BacktrackSearch<const W: usize> {
    tables: Tables<W>,
    state: BacktrackState<W>,
    weights: Weights,
    levels: Vec<Level>,
    grid: Vec<Digit>,
    next_poll: u64,
}

impl<const W: usize> BacktrackSearch<W> {
    pub(super) fn new(tables: Tables<W>) -> Self {
        let state = BacktrackState::new(&tables);
        Self {
            tables,
            state,
            weights: Weights::default(),
            levels: Vec::new(),
            grid: Vec::new(),
            next_poll: 0,
        }
    }

    pub(super) fn run(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        limits: BacktrackLimits,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        let mut stats = Stats::default();
        match self.search(puzzle, budget, limits, found, &mut stats) {
            Ok(()) => Ok(stats),
            Err(reason) => Err(Interrupted::new(reason, stats)),
        }
    }

    /// Propagates without guessing and reports the open candidates. Returns `false` if the puzzle
    /// is contradictory.
    pub(super) fn open_candidates(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        each: &mut dyn FnMut(usize, usize),
    ) -> Result<bool, StopReason> {
        self.load_puzzle(puzzle, budget)?;
        match self.propagate(budget) {
            Flow::Interrupted(reason) => Err(reason),
            Flow::Contradiction => Ok(false),
            Flow::Fixpoint => {
                for (cell, digits) in self.state.digits.iter().enumerate() {
                    digits.iter().for_each(|digit| each(cell, digit));
                }
                Ok(true)
            }
        }
    }

    /// Returns the propagators of the layout.
    pub(super) fn propagators(&self) -> Arc<[Propagator]> {
        Arc::clone(&self.tables.propagators)
    }

    /// Resets the state and loads a puzzle.
    fn load_puzzle(&mut self, puzzle: &Puzzle, budget: &Budget<'_>) -> Result<(), StopReason> {
        if let Some(reason) = budget.poll() {
            return Err(reason);
        }
        self.state.reset(&self.tables);
        self.weights.reset(&self.tables);
        self.levels.clear();
        self.next_poll = POLL_INTERVAL;
        self.load_candidates(puzzle, budget)
    }

    /// Adds weight to the open cells of a propagator that found a contradiction. A long one that
    /// names a place failed because of the cells near it.
    fn add_weight(&mut self, failed: FailedPropagator) {
        let mut cells = self.tables.propagators()[usize::from(failed.number)].watched();
        if let Some(place) = failed.place.filter(|_| cells.len() > LONG_PROPAGATOR) {
            let end = cells.len().min(place + NEAR_CELLS + 1);
            cells = &cells[place.saturating_sub(NEAR_CELLS).min(end)..end];
        }
        for cell in cells {
            if self.state.digit_count[usize::from(*cell)] > 1 {
                self.weights.bump(u32::from(*cell));
            }
        }
    }

    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        limits: BacktrackLimits,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        stats: &mut Stats,
    ) -> Result<(), StopReason> {
        self.load_puzzle(puzzle, budget)?;
        let sorted = budget.wanted_order() == Order::Sorted;
        let restart_unit = limits.restart_unit.max(1);
        let mut until_restart = restart_unit;
        loop {
            match self.propagate(budget) {
                Flow::Interrupted(reason) => return Err(reason),
                Flow::Contradiction => {
                    stats.conflicts += 1;
                    if let Some(failed) = self.state.failed_propagator {
                        self.add_weight(failed);
                    } else if let Some(item) = self.state.failed {
                        self.weights.bump(item);
                    }
                    until_restart = until_restart.saturating_sub(1);
                    if until_restart == 0
                        && stats.solutions == 0
                        && !sorted
                        && !self.levels.is_empty()
                    {
                        stats.restarts += 1;
                        until_restart = restart_unit.saturating_mul(luby(stats.restarts + 1));
                        self.return_to_root();
                    } else if !self.backtrack() {
                        stats.exhausted = true;
                        return Ok(());
                    }
                }
                Flow::Fixpoint => {
                    let guess = if sorted {
                        select_first_open(&self.tables, &mut self.state, 0)
                    } else {
                        select_branch(&self.tables, &mut self.state, &self.weights)
                    };
                    if let Some(candidate) = guess {
                        if !budget.allows_guess(stats.guesses)
                            || stats.conflicts >= limits.max_conflicts
                        {
                            return Err(StopReason::GuessLimit);
                        }
                        stats.guesses += 1;
                        self.levels.push(Level {
                            mark: self.state.mark(),
                            candidate,
                        });
                        self.state.singles.push(candidate);
                        continue;
                    }
                    if self.constraints_accept() {
                        self.verify(puzzle)?;
                        stats.solutions += 1;
                        if found(&self.grid).is_break() {
                            return Ok(());
                        }
                    }
                    if !self.backtrack() {
                        stats.exhausted = true;
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Loads clues and pencilmarks into the state.
    fn load_candidates(&mut self, puzzle: &Puzzle, budget: &Budget<'_>) -> Result<(), StopReason> {
        let Self { tables, state, .. } = self;
        if let Some(pencilmarks) = puzzle.pencilmarks() {
            for (cell, pencilmarks) in pencilmarks.iter().enumerate() {
                let gone = BitSet::<W>::below(tables.size)
                    .without(&BitSet::from_words(pencilmarks.words()).resize());
                gone.iter()
                    .for_each(|digit| state.remove(tables, cell, digit));
                if state.removals >= self.next_poll {
                    self.next_poll = state.removals + POLL_INTERVAL;
                    if let Some(reason) = budget.poll() {
                        return Err(reason);
                    }
                }
            }
        }
        let clues = puzzle.clues().iter().enumerate().rev();
        state
            .singles
            .extend(clues.filter_map(|(cell, clue)| clue.map(|digit| encode(cell, digit.index()))));
        Ok(())
    }

    /// Propagates until the queues are empty: singles first, then locked candidates and hidden
    /// pairs, then constraints.
    fn propagate(&mut self, budget: &Budget<'_>) -> Flow {
        let Self {
            tables,
            state,
            next_poll,
            ..
        } = self;
        loop {
            if state.failed.is_some() {
                return Flow::Contradiction;
            }
            if state.removals >= *next_poll {
                *next_poll = state.removals + POLL_INTERVAL;
                if let Some(reason) = budget.poll() {
                    return Flow::Interrupted(reason);
                }
            }
            if let Some(candidate) = state.singles.pop() {
                state.place(tables, candidate);
            } else if let Some(number) = state.pop_propagator(0) {
                state.apply_propagator(tables, number);
            } else if let Some(item) = state.pop_item() {
                state.apply_locked_candidates(tables, item);
            } else if let Some(number) = state.pop_propagator(2) {
                state.apply_propagator(tables, number);
            } else if let Some(number) = state.pop_constraint() {
                let constraint = &tables.watching[usize::from(number)];
                // The cost of a constraint is unknown. It counts as its candidates, so that the
                // clock is checked after slow ones.
                state.removals += (constraint.cells().len() * tables.size) as u64;
                constraint.propagate(&mut StateView { state, tables });
            } else {
                return Flow::Fixpoint;
            }
        }
    }

    /// Takes the last guess back and rules it out. Returns `false` if there is none: the whole tree
    /// is searched.
    fn backtrack(&mut self) -> bool {
        let Some(Level { mark, candidate }) = self.levels.pop() else {
            return false;
        };
        self.state.undo(&self.tables, mark);
        let (cell, digit) = decode(candidate);
        self.state.remove(&self.tables, cell, digit);
        true
    }

    /// Takes all guesses back, but keeps what was ruled out before the first one.
    fn return_to_root(&mut self) {
        if let Some(level) = self.levels.first() {
            self.state.undo(&self.tables, level.mark);
            self.levels.clear();
        }
    }

    /// Returns `true` if the constraints accept the full grid. This always holds for constraints
    /// whose `propagate` is complete.
    fn constraints_accept(&self) -> bool {
        let Self { tables, state, .. } = self;
        let digit = |cell: &ndoku_core::Cell| {
            let index = tables.layout.index(*cell);
            state
                .digits
                .get(index)
                .map(|digits| Digit::from_index(digits.first().unwrap_or(0)))
        };
        let all = tables.layout.constraints().iter();
        let mut not_pairwise = all.filter(|constraint| !constraint.is_pairwise());
        not_pairwise.all(|constraint| {
            constraint.allows(&constraint.cells().iter().map(digit).collect::<Vec<_>>())
        })
    }

    /// Writes the grid and verifies it against the puzzle.
    fn verify(&mut self, puzzle: &Puzzle) -> Result<(), StopReason> {
        self.grid.clear();
        self.grid.extend(
            self.state
                .digits
                .iter()
                .map(|digits| Digit::from_index(digits.first().unwrap_or(0))),
        );
        let solved = Solution::new(puzzle.layout(), &self.grid)
            .is_ok_and(|solution| solution.solves(puzzle));
        debug_assert!(solved, "the engine made a wrong grid");
        if solved {
            Ok(())
        } else {
            Err(StopReason::Internal)
        }
    }
}
