//! `CdclSearch`: the loop of conflict-driven clause learning.
//!
//! ```text
//!   propagate ─▶ conflict ─▶ analyze, learn a clause, backjump ─▶ propagate …
//!            └─▶ fixpoint ─▶ restart, rephase, reduce_db if due
//!                        ├─▶ decide ─▶ propagate …
//!                        └─▶ all assigned: a solution ─▶ blocking clause ─▶ propagate …
//! ```

use std::ops::ControlFlow;

use ndoku_core::{Digit, Puzzle, Solution};

use super::analyze::ConflictAnalysis;
use super::assignment::{Assignment, Conflict, PackedReason};
use super::clause_db::Literal;
use super::cover_matrix::CoverMatrix;
use super::exchange::ExchangeHandle;
use super::proof::ProofStep;
use super::propagators::{PropagatorResult, PropagatorRunner};
use super::schedule::{LUBY_UNIT, SearchSchedule};
use super::vsids::ActivityHeap;
use crate::engine::{Budget, Order, Stats, StopReason};

/// Interval between two polls of the budget, in ticks: a few milliseconds.
const POLL_TICKS: u64 = 1 << 21;

/// The factor by which each conflict decays the VSIDS activities.
const ACTIVITY_DECAY: f64 = 0.96;

/// The search and its memory.
#[derive(Debug, Default)]
pub(super) struct CdclSearch {
    /// The problem to search.
    pub(super) matrix: CoverMatrix,
    /// The propagators of its constraints. Without a proof only.
    pub(super) propagators: PropagatorRunner,
    assignment: Assignment,
    analysis: ConflictAnalysis,
    vsids: ActivityHeap,
    schedule: SearchSchedule,
    /// For each variable the value that it had last (phase saving).
    phases: Vec<bool>,
    /// The target phases: the values of the longest trail without conflict since the last rephase.
    /// 1 for true, −1 for false, 0 for none.
    target_phases: Vec<i8>,
    /// Length of the trail that set the target phases. `None` after the first solution: no trail
    /// sets them any more.
    target_length: Option<usize>,
    /// All variables below this one are assigned. For decisions in sorted order.
    first_unassigned: usize,
    /// Number of literals on the trail for which the constraints were checked.
    constraints_checked: usize,
    /// The grid of the last solution.
    grid: Vec<Digit>,
    /// The tick of the next poll of the budget.
    next_poll: u64,
    /// The seed for the initial order of variables that are otherwise equal.
    ///
    /// 0 stands for their order in the matrix.
    pub(super) seed: u64,
    /// Replaces [`LUBY_UNIT`]; for tests.
    pub(super) restart_unit: Option<u64>,
    /// The access to clauses of other searches of the puzzle. `None` in a proof.
    pub(super) exchange: Option<ExchangeHandle>,
    /// `true` if the search writes a proof.
    is_proving: bool,
    /// The deleted clauses that are not in the proof yet. Empty without a proof.
    deleted_clauses: Vec<Vec<Literal>>,
    /// A solution that no learned clause may violate before the search finds it.
    #[cfg(debug_assertions)]
    pub(super) debug_solution: Option<Vec<Digit>>,
}

/// The receiver of the steps of a proof.
pub(super) type ProofSink<'a> = &'a mut dyn FnMut(ProofStep<'_>);

/// The result of propagation, constraints included.
enum PropagationResult {
    /// Nothing more follows, and nothing is violated.
    Fixpoint,
    /// The assignment violates something.
    Conflict(Conflict),
}

impl CdclSearch {
    /// Searches for all solutions of [`matrix`](Self::matrix), until `found` breaks.
    pub(super) fn solve(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        stats: &mut Stats,
    ) -> Result<(), StopReason> {
        self.reset();
        if !self.assignment.add_clauses(&self.matrix.clauses) {
            stats.conflicts = 1;
            stats.exhausted = true;
            return Ok(());
        }
        self.run_search_loop(puzzle, budget, found, stats, None)
    }

    /// Searches for the first solution in which the literals `given` are true.
    ///
    /// Writes the steps of the search to `proof`. If there is no solution, they are a proof.
    pub(super) fn solve_with_proof(
        &mut self,
        puzzle: &Puzzle,
        given: impl Iterator<Item = Literal>,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        proof: ProofSink<'_>,
    ) -> Result<Stats, (StopReason, Stats)> {
        // A proof contains every clause, so none may come from elsewhere.
        self.exchange = None;
        self.reset();
        self.is_proving = true;
        let mut stats = Stats::default();
        for literal in given {
            match self.assignment.value(literal) {
                0 => self.assignment.assign(literal, PackedReason::NONE),
                1 => {}
                _ => {
                    proof(ProofStep::Add(&[]));
                    return Ok(Stats {
                        conflicts: 1,
                        exhausted: true,
                        ..stats
                    });
                }
            }
        }
        match self.run_search_loop(puzzle, budget, found, &mut stats, Some(proof)) {
            Ok(()) => Ok(stats),
            Err(reason) => Err((reason, stats)),
        }
    }

    /// Runs the search loop until there is no other solution, `found` breaks or the budget runs
    /// out.
    fn run_search_loop(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        stats: &mut Stats,
        mut proof: Option<ProofSink<'_>>,
    ) -> Result<(), StopReason> {
        let is_sorted = budget.wanted_order() == Order::Sorted;
        loop {
            if self.assignment.ticks >= self.next_poll {
                self.next_poll = self.assignment.ticks + POLL_TICKS;
                if let Some(reason) = budget.poll() {
                    return Err(reason);
                }
            }
            match self.propagate(puzzle) {
                PropagationResult::Conflict(conflict) => {
                    stats.conflicts += 1;
                    self.backjump_to_conflict(conflict);
                    if self.assignment.level() == 0 {
                        if let Some(proof) = proof {
                            proof(ProofStep::Add(&[]));
                        }
                        stats.exhausted = true;
                        return Ok(());
                    }
                    self.learn_and_backjump(conflict);
                    if let Some(proof) = &mut proof {
                        proof(ProofStep::Add(&self.analysis.learned));
                    }
                }
                PropagationResult::Fixpoint => {
                    if !is_sorted && self.run_schedule() {
                        stats.restarts += 1;
                        self.backjump(0);
                        if !self.exchange_clauses() {
                            stats.exhausted = true;
                            return Ok(());
                        }
                        continue;
                    }
                    if let Some(proof) = &mut proof {
                        self.deleted_clauses
                            .drain(..)
                            .for_each(|clause| proof(ProofStep::Delete(&clause)));
                    }
                    if let Some(literal) = if is_sorted {
                        self.decide_sorted()
                    } else {
                        self.decide()
                    } {
                        if !budget.allows_guess(stats.guesses) {
                            return Err(StopReason::GuessLimit);
                        }
                        stats.guesses += 1;
                        self.assignment
                            .level_starts
                            .push(self.assignment.trail.len() as u32);
                        self.assignment.assign(literal, PackedReason::NONE);
                        continue;
                    }
                    self.extract_solution(puzzle)?;
                    stats.solutions += 1;
                    #[cfg(debug_assertions)]
                    if self.debug_solution.as_ref() == Some(&self.grid) {
                        self.debug_solution = None;
                    }
                    if found(&self.grid).is_break() {
                        return Ok(());
                    }
                    if let Some(exchange) = &mut self.exchange {
                        exchange.record_solution(&self.grid);
                    }
                    if !self.add_blocking_clause() {
                        stats.exhausted = true;
                        return Ok(());
                    }
                    self.drop_target_phases();
                }
            }
        }
    }

    /// Resets everything except for the matrix and the seed.
    fn reset(&mut self) {
        let Self {
            matrix, assignment, ..
        } = self;
        let variables = matrix.candidates.len();
        assignment.reset(matrix);
        self.analysis.reset(variables);
        // The initial activities prefer the variables with the fewest alternatives in an item.
        // Among equal variables the lowest number comes first; with a seed, their order is
        // pseudorandom.
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.vsids.reset((0..variables as u32).map(|variable| {
            let fewest = matrix
                .items_of
                .list(variable)
                .iter()
                .map(|item| matrix.items.range(*item).len())
                .min();
            let noise = (u64::from(variable) + 1).wrapping_mul(seed) >> 40;
            (1e-3 + 1e-5 * noise as f64 / f64::from(1 << 24)) / fewest.unwrap_or(1) as f64
        }));
        self.schedule = SearchSchedule::new(self.restart_unit.unwrap_or(LUBY_UNIT));
        self.phases.clear();
        self.phases.resize(variables, true);
        self.target_phases.clear();
        self.target_phases.resize(variables, 0);
        self.target_length = Some(0);
        (
            self.first_unassigned,
            self.constraints_checked,
            self.next_poll,
        ) = (0, 0, POLL_TICKS);
        self.is_proving = false;
        self.deleted_clauses.clear();
        if let Some(exchange) = &mut self.exchange {
            exchange.join(self.matrix.fingerprint());
        }
    }

    /// Propagates to a fixpoint, propagators included, and then checks the other constraints.
    fn propagate(&mut self, puzzle: &Puzzle) -> PropagationResult {
        loop {
            if let Err(conflict) = self.assignment.propagate(&self.matrix) {
                return PropagationResult::Conflict(conflict);
            }
            match self
                .propagators
                .propagate(&self.matrix, &mut self.assignment)
            {
                PropagatorResult::Changed => {}
                PropagatorResult::Conflict => {
                    return PropagationResult::Conflict(Conflict::Constraint);
                }
                PropagatorResult::Fixpoint => break,
            }
        }
        if !self.matrix.non_pairwise.is_empty() && !self.check_constraints(puzzle) {
            return PropagationResult::Conflict(Conflict::Constraint);
        }
        PropagationResult::Fixpoint
    }

    /// Checks the non-pairwise constraints of the cells that were decided since the last check.
    ///
    /// Returns `false` if a constraint forbids the decided digits. Then the assignment contains the
    /// decided candidates of this constraint as the conflict.
    fn check_constraints(&mut self, puzzle: &Puzzle) -> bool {
        let Self {
            matrix,
            assignment,
            constraints_checked,
            ..
        } = self;
        let layout = puzzle.layout();
        // The first check includes all constraints, since clues may violate one.
        let from_start = *constraints_checked == 0;
        let start = std::mem::replace(constraints_checked, assignment.trail.len());
        let mut numbers: Vec<u16> = if from_start {
            matrix.non_pairwise.iter().map(|entry| entry.1).collect()
        } else {
            let cells = assignment.trail[start..]
                .iter()
                .filter(|literal| **literal & 1 == 0)
                .map(|literal| matrix.candidates[*literal as usize / 2].0);
            cells
                .flat_map(|cell| {
                    let first = matrix.non_pairwise.partition_point(|entry| entry.0 < cell);
                    matrix.non_pairwise[first..]
                        .iter()
                        .take_while(move |entry| entry.0 == cell)
                        .map(|entry| entry.1)
                })
                .collect()
        };
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers {
            let constraint = &layout.constraints()[usize::from(number)];
            assignment.constraint_conflict.clear();
            let mut digits = Vec::with_capacity(constraint.cells().len());
            for cell in constraint.cells() {
                let index = layout.index(*cell);
                let variables = matrix.cell_variables(index);
                let variable = variables
                    .clone()
                    .find(|variable| assignment.value(2 * variable) > 0);
                assignment.constraint_conflict.extend(variable);
                let digit = variable
                    .map(|variable| matrix.candidates[variable as usize].1)
                    .or(matrix.decided[index]);
                digits.push(digit.map(|digit| Digit::from_index(usize::from(digit))));
            }
            assignment.ticks += 64 + digits.len() as u64;
            if !constraint.allows(&digits) {
                return false;
            }
        }
        true
    }

    /// Backjumps to the last level of a conflict, if it is lower than the current one. A propagator
    /// may overlook a conflict until other candidates change.
    fn backjump_to_conflict(&mut self, conflict: Conflict) {
        if conflict != Conflict::Constraint {
            return;
        }
        let variables = self.assignment.constraint_conflict.iter();
        let levels = variables.map(|one| self.assignment.variable_data[*one as usize].level);
        let level = levels.max().unwrap_or(0);
        if level < self.assignment.level() {
            self.backjump(level);
        }
    }

    /// Learns a clause from a conflict above level 0, backjumps, and assigns the asserted literal.
    ///
    /// Bumps and decays the VSIDS activities, and updates the glue of the clauses that took part.
    fn learn_and_backjump(&mut self, conflict: Conflict) {
        self.analysis.analyze(
            &self.matrix,
            &mut self.assignment,
            &mut self.propagators,
            conflict,
        );
        for position in 0..self.analysis.bumped.len() {
            self.vsids.bump(self.analysis.bumped[position]);
        }
        for position in 0..self.analysis.used_clauses.len() {
            let clause_ref = self.analysis.used_clauses[position];
            if self.assignment.clauses.is_reducible(clause_ref) {
                let glue = self
                    .analysis
                    .compute_glue(&self.assignment, Some(clause_ref));
                self.assignment.clauses.mark_used(clause_ref, glue);
            }
        }
        #[cfg(debug_assertions)]
        self.debug_check_learned();
        self.vsids.decay(ACTIVITY_DECAY);
        self.schedule.count_conflict();
        self.update_target_phases();
        self.backjump(self.analysis.backjump_level);
        let learned = &self.analysis.learned;
        if let Some(exchange) = &mut self.exchange {
            exchange.export(learned, self.analysis.glue);
        }
        let reason = match learned.len() {
            1 => PackedReason::NONE,
            _ => PackedReason::clause(self.assignment.clauses.add(
                learned,
                self.analysis.glue,
                false,
            )),
        };
        self.assignment.assign(learned[0], reason);
    }

    /// Exchanges clauses with other searches of the puzzle, at level 0. Returns `false` if there is
    /// no other solution.
    fn exchange_clauses(&mut self) -> bool {
        let Self {
            exchange,
            assignment,
            ..
        } = self;
        let mut is_consistent = true;
        if let Some(exchange) = exchange {
            exchange.exchange(|clause, glue| {
                is_consistent &= assignment.import_clause(clause, glue);
            });
        }
        is_consistent
    }

    /// Panics if the learned clause violates the solution for debugging.
    #[cfg(debug_assertions)]
    fn debug_check_learned(&self) {
        let Some(debug_solution) = &self.debug_solution else {
            return;
        };
        let is_true = |literal: &Literal| {
            self.matrix.value_in(debug_solution, literal / 2) != (literal & 1 == 1)
        };
        assert!(
            self.analysis.learned.iter().any(is_true),
            "a learned clause excludes a solution: {:?}",
            self.analysis.learned
        );
    }

    /// Adds a blocking clause that excludes the current solution: one of its decisions must differ.
    ///
    /// Then backtracks by one level and assigns the negated last decision. Returns `false` if there
    /// are no decisions, so there is no other solution.
    fn add_blocking_clause(&mut self) -> bool {
        let Some(last) = self.assignment.level().checked_sub(1) else {
            return false;
        };
        let negated_decisions: Vec<Literal> = self
            .assignment
            .level_starts
            .iter()
            .rev()
            .map(|position| self.assignment.trail[*position as usize] ^ 1)
            .collect();
        self.backjump(last);
        let reason = match negated_decisions.len() {
            1 => PackedReason::NONE,
            levels => PackedReason::clause(self.assignment.clauses.add(
                &negated_decisions,
                levels as u32,
                true,
            )),
        };
        self.assignment.assign(negated_decisions[0], reason);
        true
    }

    /// Updates the target phases if the trail before the last decision is the longest so far.
    ///
    /// That part of the trail has no conflict.
    fn update_target_phases(&mut self) {
        let Some(length) = self
            .assignment
            .level_starts
            .last()
            .map(|length| *length as usize)
        else {
            return;
        };
        if self.target_length.is_some_and(|target| length > target) {
            self.target_length = Some(length);
            for literal in &self.assignment.trail[..length] {
                self.target_phases[*literal as usize / 2] = if literal & 1 == 0 { 1 } else { -1 };
            }
        }
    }

    /// Clears the target phases for the rest of the search. They lead to a solution. The proof that
    /// there is no other is shorter without them.
    fn drop_target_phases(&mut self) {
        if self.target_length.take().is_some() {
            self.target_phases.fill(0);
        }
    }

    /// Backtracks to a level, saves the phases, and returns the variables to the VSIDS heap.
    fn backjump(&mut self, level: u32) {
        let Self {
            matrix,
            assignment,
            vsids,
            phases,
            first_unassigned,
            propagators,
            ..
        } = self;
        assignment.backtrack(matrix, level, |variable, value| {
            propagators.restore(matrix, variable);
            phases[variable as usize] = value;
            vsids.insert(variable);
            *first_unassigned = (*first_unassigned).min(variable as usize);
        });
        self.propagators.backtrack(&mut self.assignment);
        self.constraints_checked = self.constraints_checked.min(self.assignment.trail.len());
    }

    /// Clears the target phases and reduces the clause database, each when due. Returns `true` if a
    /// restart is due.
    ///
    /// A rephase clears the target phases, and happens only together with a restart.
    fn run_schedule(&mut self) -> bool {
        let is_restart_due = self.schedule.take_restart();
        if is_restart_due && self.schedule.take_rephase() && self.target_length.is_some() {
            self.target_phases.fill(0);
            self.target_length = Some(0);
        }
        if self.schedule.take_reduce_db() {
            self.reduce_db();
        }
        is_restart_due
    }

    /// Reduces the clause database, and updates the reasons that refer to moved clauses.
    fn reduce_db(&mut self) {
        let Assignment {
            values,
            variable_data,
            clauses,
            ..
        } = &mut self.assignment;
        let mut moves = Vec::new();
        clauses.reduce_db(
            |clause_ref, literal| {
                values[literal as usize] > 0
                    && variable_data[literal as usize / 2].reason
                        == PackedReason::clause(clause_ref)
            },
            |literal| {
                values[literal as usize] > 0 && variable_data[literal as usize / 2].level == 0
            },
            |_, literal, clause_ref| moves.push((literal, clause_ref)),
            |clause| {
                if self.is_proving {
                    self.deleted_clauses.push(clause.to_vec());
                }
            },
        );
        for (literal, clause_ref) in moves {
            variable_data[literal as usize / 2].reason = PackedReason::clause(clause_ref);
        }
    }

    /// Returns the next decision: the variable with the greatest VSIDS activity.
    ///
    /// Its value is the target phase, or else the saved phase. Returns `None` if all are assigned.
    fn decide(&mut self) -> Option<Literal> {
        while let Some(variable) = self.vsids.pop() {
            if self.assignment.is_unassigned(variable) {
                let target = self.target_phases[variable as usize];
                let value = if target == 0 {
                    self.phases[variable as usize]
                } else {
                    target > 0
                };
                return Some(2 * variable + u32::from(!value));
            }
        }
        None
    }

    /// Returns the next decision in sorted order: the smallest digit of the first open cell.
    fn decide_sorted(&mut self) -> Option<Literal> {
        let variables = self.matrix.candidates.len();
        while self.first_unassigned < variables
            && !self.assignment.is_unassigned(self.first_unassigned as u32)
        {
            self.first_unassigned += 1;
        }
        (self.first_unassigned < variables).then_some(2 * self.first_unassigned as u32)
    }

    /// Writes the solution to `grid` and verifies it.
    ///
    /// # Errors
    /// Returns [`StopReason::Internal`] if the grid does not solve the puzzle.
    fn extract_solution(&mut self, puzzle: &Puzzle) -> Result<(), StopReason> {
        let Self {
            matrix,
            assignment,
            grid,
            ..
        } = self;
        grid.clear();
        grid.extend(
            matrix
                .decided
                .iter()
                .map(|digit| Digit::from_index(usize::from(digit.unwrap_or(0)))),
        );
        let open = matrix.open_count();
        let is_true = |literal: &&Literal| **literal & 1 == 0 && (**literal as usize / 2) < open;
        for literal in assignment.trail.iter().filter(is_true) {
            let (cell, digit) = matrix.candidates[*literal as usize / 2];
            grid[usize::from(cell)] = Digit::from_index(usize::from(digit));
        }
        let is_solved =
            Solution::new(puzzle.layout(), grid).is_ok_and(|solution| solution.solves(puzzle));
        debug_assert!(
            is_solved,
            "the CDCL engine found a grid that does not solve the puzzle"
        );
        if is_solved {
            Ok(())
        } else {
            Err(StopReason::Internal)
        }
    }
}
