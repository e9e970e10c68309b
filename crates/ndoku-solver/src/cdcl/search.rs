//! The search: follow up, and either guess or learn from the contradiction and go back to where the
//! lesson would have changed something.

use std::ops::ControlFlow;

use ndoku_core::{Digit, Puzzle, Solution};

use super::analyze::ConflictAnalysis;
use super::assignment::{Assignment, Conflict, PackedReason};
use super::clause_db::Literal;
use super::cover_matrix::CoverMatrix;
use super::proof::ProofStep;
use super::schedule::SearchSchedule;
use super::vsids::ActivityHeap;
use crate::engine::{Budget, Order, Stats, StopReason};

/// List entries between two looks at the flag and the clock: some milliseconds.
const POLL_TICKS: u64 = 1 << 21;

/// How much an older contradiction counts for the choice of a variable.
const ACTIVITY_DECAY: f64 = 0.96;

/// The search with its memory.
#[derive(Debug, Default)]
pub(super) struct CdclSearch {
    pub(super) matrix: CoverMatrix,
    assignment: Assignment,
    analysis: ConflictAnalysis,
    vsids: ActivityHeap,
    schedule: SearchSchedule,
    /// For each variable the value it had last.
    phases: Vec<bool>,
    /// The values of the longest trail without a contradiction since it was last forgotten, and how
    /// long that was.
    target_phases: Vec<i8>,
    target_length: usize,
    /// Sorted order guesses the first open variable: none below this one is open.
    first_unassigned: usize,
    /// How much of the trail constraints were asked about.
    constraints_checked: usize,
    grid: Vec<Digit>,
    next_poll: u64,
    /// Which of equal variables comes first at the beginning: with 0 the first, with any other
    /// number some.
    pub(super) seed: u64,
    /// Whether a proof is kept, and the clauses that were given up since it was told so.
    is_proving: bool,
    deleted_clauses: Vec<Vec<Literal>>,
    /// A solution that no clause may violate before it is found.
    #[cfg(debug_assertions)]
    pub(super) debug_solution: Option<Vec<Digit>>,
}

/// Who is told the steps of a proof.
pub(super) type ProofSink<'a> = &'a mut dyn FnMut(ProofStep<'_>);

/// What became of propagation.
enum PropagationResult {
    Fixpoint,
    Conflict(Conflict),
}

impl CdclSearch {
    /// Searches what [`matrix`](Self::matrix) says.
    pub(super) fn solve(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        stats: &mut Stats,
    ) -> Result<(), StopReason> {
        self.reset();
        self.run_search_loop(puzzle, budget, found, stats, None)
    }

    /// Looks for a solution in which these literals are true, and tells the steps of a proof if
    /// there is none; ends at the first solution.
    pub(super) fn solve_with_proof(
        &mut self,
        puzzle: &Puzzle,
        given: impl Iterator<Item = Literal>,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
        proof: ProofSink<'_>,
    ) -> Result<Stats, (StopReason, Stats)> {
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
                        contradictions: 1,
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
                    stats.contradictions += 1;
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
                            return Err(StopReason::Guesses);
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
                    if !self.add_blocking_clause() {
                        stats.exhausted = true;
                        return Ok(());
                    }
                }
            }
        }
    }

    fn reset(&mut self) {
        let Self {
            matrix, assignment, ..
        } = self;
        let variables = matrix.candidates.len();
        assignment.reset(matrix);
        self.analysis.reset(variables);
        // Before anything is known, what has the fewest alternatives comes first; of equal ones the
        // first, or with a seed any.
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.vsids.reset((0..variables as u32).map(|variable| {
            let fewest = matrix
                .items_of
                .list(variable)
                .iter()
                .map(|item| matrix.items.range(*item).len())
                .min();
            let chance = (u64::from(variable) + 1).wrapping_mul(seed) >> 40;
            (1e-3 + 1e-5 * chance as f64 / f64::from(1 << 24)) / fewest.unwrap_or(1) as f64
        }));
        self.schedule = SearchSchedule::new();
        self.phases.clear();
        self.phases.resize(variables, true);
        self.target_phases.clear();
        self.target_phases.resize(variables, 0);
        self.target_length = 0;
        (
            self.first_unassigned,
            self.constraints_checked,
            self.next_poll,
        ) = (0, 0, POLL_TICKS);
        self.is_proving = false;
        self.deleted_clauses.clear();
    }

    fn propagate(&mut self, puzzle: &Puzzle) -> PropagationResult {
        if let Err(conflict) = self.assignment.propagate(&self.matrix) {
            return PropagationResult::Conflict(conflict);
        }
        if !self.matrix.non_pairwise.is_empty() && !self.check_constraints(puzzle) {
            return PropagationResult::Conflict(Conflict::Constraint);
        }
        PropagationResult::Fixpoint
    }

    /// Asks the constraints of cells that were decided since the last time whether they allow what
    /// is decided. If one does not, its decided candidates are forbidden.
    fn check_constraints(&mut self, puzzle: &Puzzle) -> bool {
        let Self {
            matrix,
            assignment,
            constraints_checked,
            ..
        } = self;
        let layout = puzzle.layout();
        // At the very start the clues are asked about as well.
        let from_start = *constraints_checked == 0;
        let start = std::mem::replace(constraints_checked, assignment.trail.len());
        let mut numbers: Vec<u16> = if from_start {
            matrix
                .non_pairwise
                .iter()
                .map(|non_pairwise| non_pairwise.1)
                .collect()
        } else {
            let cells = assignment.trail[start..]
                .iter()
                .filter(|literal| **literal & 1 == 0)
                .map(|literal| matrix.candidates[*literal as usize / 2].0);
            cells
                .flat_map(|cell| {
                    let first = matrix
                        .non_pairwise
                        .partition_point(|non_pairwise| non_pairwise.0 < cell);
                    matrix.non_pairwise[first..]
                        .iter()
                        .take_while(move |non_pairwise| non_pairwise.0 == cell)
                        .map(|non_pairwise| non_pairwise.1)
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

    /// Learns from a contradiction above level 0, goes back and draws the conclusion.
    fn learn_and_backjump(&mut self, conflict: Conflict) {
        self.analysis
            .analyze(&self.matrix, &self.assignment, conflict);
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

    #[cfg(debug_assertions)]
    fn debug_check_learned(&self) {
        let Some(debug_solution) = &self.debug_solution else {
            return;
        };
        let is_true = |literal: &Literal| {
            let (cell, digit) = self.matrix.candidates[*literal as usize / 2];
            (debug_solution[usize::from(cell)].index() == usize::from(digit)) != (literal & 1 == 1)
        };
        assert!(
            self.analysis.learned.iter().any(is_true),
            "a learned clause forbids a solution: {:?}",
            self.analysis.learned
        );
    }

    /// Forbids the solution that stands: one of its guesses must be otherwise. False if there is
    /// none.
    fn add_blocking_clause(&mut self) -> bool {
        let Some(last) = self.assignment.level().checked_sub(1) else {
            return false;
        };
        let guesses: Vec<Literal> = self
            .assignment
            .level_starts
            .iter()
            .rev()
            .map(|position| self.assignment.trail[*position as usize] ^ 1)
            .collect();
        self.backjump(last);
        let reason = match guesses.len() {
            1 => PackedReason::NONE,
            levels => {
                PackedReason::clause(self.assignment.clauses.add(&guesses, levels as u32, true))
            }
        };
        self.assignment.assign(guesses[0], reason);
        true
    }

    /// Remembers the values of the longest trail in which nothing was wrong: that of the guesses
    /// before the last.
    fn update_target_phases(&mut self) {
        let Some(length) = self
            .assignment
            .level_starts
            .last()
            .map(|length| *length as usize)
        else {
            return;
        };
        if length > self.target_length {
            self.target_length = length;
            for literal in &self.assignment.trail[..length] {
                self.target_phases[*literal as usize / 2] = if literal & 1 == 0 { 1 } else { -1 };
            }
        }
    }

    fn backjump(&mut self, level: u32) {
        let Self {
            matrix,
            assignment,
            vsids,
            phases,
            first_unassigned,
            ..
        } = self;
        assignment.backtrack(matrix, level, |variable, value| {
            phases[variable as usize] = value;
            vsids.insert(variable);
            *first_unassigned = (*first_unassigned).min(variable as usize);
        });
        self.constraints_checked = self.constraints_checked.min(self.assignment.trail.len());
    }

    /// Gives up clauses and forgets the longest trail when it is time; says whether it is time to
    /// begin anew.
    fn run_schedule(&mut self) -> bool {
        let is_restart_due = self.schedule.is_restart_due();
        if is_restart_due && self.schedule.is_rephase_due() {
            self.target_phases.fill(0);
            self.target_length = 0;
        }
        if self.schedule.is_reduce_db_due() {
            self.reduce_db();
        }
        is_restart_due
    }

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

    /// The next guess: the variable that took part most in late contradictions, with the value that
    /// it had before.
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

    /// The next guess in sorted order: the first open cell's smallest digit.
    fn decide_sorted(&mut self) -> Option<Literal> {
        let variables = self.matrix.candidates.len();
        while self.first_unassigned < variables
            && !self.assignment.is_unassigned(self.first_unassigned as u32)
        {
            self.first_unassigned += 1;
        }
        (self.first_unassigned < variables).then_some(2 * self.first_unassigned as u32)
    }

    /// Writes the grid and verifies it.
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
        for literal in assignment.trail.iter().filter(|literal| **literal & 1 == 0) {
            let (cell, digit) = matrix.candidates[*literal as usize / 2];
            grid[usize::from(cell)] = Digit::from_index(usize::from(digit));
        }
        let is_solved =
            Solution::new(puzzle.layout(), grid).is_ok_and(|solution| solution.solves(puzzle));
        debug_assert!(is_solved, "the engine made a wrong grid");
        if is_solved {
            Ok(())
        } else {
            Err(StopReason::Fault)
        }
    }
}
