//! `PropagatorRunner`: runs the propagators of the constraints, and explains what they found.
//!
//! ```text
//!   cage 9: r1c1 {1 2 8}, r1c2 {1 3 7}    ─ filter ─▶  r1c2 ≠ 3         reason: the propagator
//!
//!   why r1c2 ≠ 3?    with it the cage needs 6 in r1c1, so the reason is r1c1 ≠ 6
//! ```
//!
//! A removal by a propagator has the propagator as its reason. When conflict analysis asks for the
//! reason, it becomes an explanation: a list of false candidates. The runner begins with all false
//! candidates of the cells, and drops those without which the propagator still removes the
//! candidate. Constraint solvers call this lazy explanation (Gent, Miguel and Moore, "Lazy
//! Explanations for Constraint Propagators", 2010). Here, one routine explains all propagators.

use std::collections::VecDeque;
use std::sync::Arc;

use ndoku_core::propagator::{Propagator, PropagatorRule};

use super::assignment::{Assignment, PackedReason, Reason};
use super::cover_matrix::{CoverMatrix, CsrLists};

/// Maximum number of tests for one explanation. Candidates that are not tested stay in it.
const MAX_TESTS: usize = 48;
/// Number of words of explanations above which all are dropped, to be made again when needed.
const MAX_EXPLANATIONS: usize = 1 << 22;

/// The result of running propagators.
pub(super) enum PropagatorResult {
    /// The propagators find nothing more.
    Fixpoint,
    /// Some variables became false.
    Changed,
    /// The candidates contradict a propagator. The assignment holds the explanation.
    Conflict,
}

/// A false candidate that may be restored.
#[derive(Clone, Copy, Debug)]
struct Restorable {
    variable: u32,
    trail_index: u32,
    cell: u16,
    bit: u16,
}

/// The propagators of a puzzle, and the candidates of its cells as masks.
#[derive(Debug, Default)]
pub(super) struct PropagatorRunner {
    propagators: Arc<[Propagator]>,
    /// The candidates of each cell that are not false.
    masks: Vec<u16>,
    /// The propagators that watch each cell.
    propagators_at: CsrLists,
    /// The propagators to run, by cost.
    queues: [VecDeque<u16>; 3],
    queued: Vec<bool>,
    /// Number of trail literals that `masks` takes into account.
    trail_head: usize,
    before: Vec<u16>,
    after: Vec<u16>,
    restorable: Vec<Restorable>,
}

impl PropagatorRunner {
    /// Loads propagators for the variables of a matrix, at the fixpoint of the propagators.
    pub(super) fn load(&mut self, propagators: Arc<[Propagator]>, matrix: &CoverMatrix) {
        self.queues.iter_mut().for_each(VecDeque::clear);
        self.trail_head = 0;
        if propagators.is_empty() {
            // Large layouts, whose digits do not fit the masks, have none.
            self.propagators = propagators;
            return;
        }
        self.masks.clear();
        self.masks
            .extend(matrix.decided.iter().map(|digit| match digit {
                Some(digit) => 1 << digit,
                None => 0,
            }));
        // The auxiliary variables belong to no cell.
        self.masks.push(0);
        for (cell, digit) in &matrix.candidates {
            self.masks[usize::from(*cell)] |= 1 << digit;
        }
        let lists = propagators.iter().enumerate().map(|(number, propagator)| {
            let open = |cell: &&u16| matrix.decided[usize::from(**cell)].is_none();
            // Nothing wakes a propagator that items and clauses express.
            let watched = if matrix.is_encoded[number] {
                &[]
            } else {
                propagator.watched()
            };
            let cells = watched.iter().filter(open);
            cells.map(|cell| u32::from(*cell)).collect::<Vec<u32>>()
        });
        CsrLists::from_lists(lists)
            .transpose_into(matrix.decided.len() + 1, &mut self.propagators_at);
        self.queued.clear();
        self.queued.resize(propagators.len(), false);
        self.propagators = propagators;
    }

    /// Removes all propagators.
    pub(super) fn clear(&mut self) {
        self.propagators = Arc::default();
    }

    /// Restores a candidate whose literal leaves the trail.
    #[inline]
    pub(super) fn restore(&mut self, matrix: &CoverMatrix, variable: u32) {
        if !self.propagators.is_empty() {
            let (cell, digit) = matrix.candidates[variable as usize];
            self.masks[usize::from(cell)] |= 1 << digit;
        }
    }

    /// Empties the queue after backtracking. Decisions happen at a fixpoint of the propagators
    /// only, so no propagator of the remaining trail is left to run.
    pub(super) fn backtrack(&mut self, assignment: &mut Assignment) {
        self.trail_head = self.trail_head.min(assignment.trail.len());
        for queue in &mut self.queues {
            queue
                .drain(..)
                .for_each(|number| self.queued[usize::from(number)] = false);
        }
        // Nobody asks for the reasons of level 0.
        if assignment.level() == 0 {
            assignment.explanations.clear();
        } else if assignment.explanations.len() > MAX_EXPLANATIONS {
            assignment.drop_explanations();
        }
    }

    /// Runs the propagators of changed cells until one makes a variable false.
    pub(super) fn propagate(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
    ) -> PropagatorResult {
        if self.propagators.is_empty() {
            return PropagatorResult::Fixpoint;
        }
        while let Some(literal) = assignment.trail.get(self.trail_head) {
            self.trail_head += 1;
            if literal & 1 == 0 {
                continue;
            }
            let (cell, digit) = matrix.candidates[*literal as usize / 2];
            self.masks[usize::from(cell)] &= !(1 << digit);
            for number in self.propagators_at.list(u32::from(cell)) {
                if !std::mem::replace(&mut self.queued[*number as usize], true) {
                    let cost = self.propagators[*number as usize].cost();
                    self.queues[cost].push_back(*number as u16);
                }
            }
        }
        while let Some(number) = self.queues.iter_mut().find_map(VecDeque::pop_front) {
            self.queued[usize::from(number)] = false;
            match self.run(matrix, assignment, number) {
                PropagatorResult::Fixpoint => {}
                result => return result,
            }
        }
        PropagatorResult::Fixpoint
    }

    /// Runs one propagator.
    fn run(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
        number: u16,
    ) -> PropagatorResult {
        let propagators = Arc::clone(&self.propagators);
        let propagator = &propagators[usize::from(number)];
        let cells = propagator.cells();
        assignment.ticks += 8 + 2 * cells.len() as u64;
        self.before.clear();
        let masks = cells.iter().map(|cell| self.masks[usize::from(*cell)]);
        self.before.extend(masks);
        self.after.clone_from(&self.before);
        if !propagator.filter(&mut self.after) {
            self.explain_conflict(matrix, assignment, propagator);
            return PropagatorResult::Conflict;
        }
        let mut is_changed = false;
        for (place, cell) in cells.iter().enumerate() {
            let mut removed = self.before[place] & !self.after[place];
            while removed != 0 {
                let digit = removed.trailing_zeros() as u8;
                removed &= removed - 1;
                let Some(variable) = matrix.variable_of(*cell, digit) else {
                    continue;
                };
                match assignment.value(2 * variable) {
                    0 => {
                        is_changed = true;
                        assignment.assign(2 * variable + 1, PackedReason::propagator(number));
                    }
                    // The only candidate of its cell: the cell would be empty.
                    1 => {
                        self.explain_conflict(matrix, assignment, propagator);
                        return PropagatorResult::Conflict;
                    }
                    _ => {}
                }
            }
        }
        if is_changed {
            PropagatorResult::Changed
        } else {
            PropagatorResult::Fixpoint
        }
    }

    /// Replaces the reason of a variable by its explanation, if a propagator is the reason.
    pub(super) fn explain(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
        variable: u32,
    ) -> PackedReason {
        let data = assignment.variable_data[variable as usize];
        let Reason::Propagator(number) = data.reason.unpack() else {
            return data.reason;
        };
        let propagators = Arc::clone(&self.propagators);
        let propagator = &propagators[number as usize];
        let (cell, digit) = matrix.candidates[variable as usize];
        self.collect_false_candidates(matrix, assignment, propagator, data.trail_index);
        if let (PropagatorRule::Pair(table), [first, _]) = (propagator.rule(), propagator.cells()) {
            // The partners of the digit in the other cell are false.
            let partners = table.partners(*first == cell, 1 << digit);
            self.restorable
                .retain(|one| one.cell != cell && one.bit & partners != 0);
        } else {
            let cells = propagator.cells();
            for (place, other) in cells.iter().enumerate() {
                if *other == cell {
                    self.before[place] = 1 << digit;
                }
            }
            self.restorable.retain(|one| one.cell != cell);
            self.minimize_explanation(propagator, |masks| !propagator.supports(masks, cell));
        }
        let explained = self.restorable.iter().map(|one| one.variable);
        let reason = assignment.add_explanation(number, explained);
        assignment.variable_data[variable as usize].reason = reason;
        reason
    }

    /// Writes the explanation of a conflict to the assignment.
    fn explain_conflict(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
        propagator: &Propagator,
    ) {
        self.collect_false_candidates(matrix, assignment, propagator, u32::MAX);
        self.minimize_explanation(propagator, |masks| !propagator.is_feasible(masks));
        assignment.constraint_conflict.clear();
        let explained = self.restorable.iter().map(|one| one.variable);
        assignment.constraint_conflict.extend(explained);
    }

    /// Sets `before` to the masks of a propagator before the trail index `time`. Lists the
    /// candidates that were false then, the latest first.
    fn collect_false_candidates(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &Assignment,
        propagator: &Propagator,
        time: u32,
    ) {
        self.before.clear();
        self.restorable.clear();
        for (place, cell) in propagator.cells().iter().enumerate() {
            let variables = matrix.cell_variables(usize::from(*cell));
            if variables.is_empty() {
                self.before.push(self.masks[usize::from(*cell)]);
                continue;
            }
            let is_first = !propagator.cells()[..place].contains(cell);
            let mut mask = 0;
            for variable in variables {
                let bit = 1 << matrix.candidates[variable as usize].1;
                let data = assignment.variable_data[variable as usize];
                if assignment.value(2 * variable) >= 0 || data.trail_index >= time {
                    mask |= bit;
                } else if data.level > 0 && is_first {
                    self.restorable.push(Restorable {
                        variable,
                        trail_index: data.trail_index,
                        cell: *cell,
                        bit,
                    });
                }
            }
            self.before.push(mask);
        }
        self.restorable
            .sort_unstable_by_key(|one| std::cmp::Reverse(one.trail_index));
    }

    /// Minimizes an explanation. `fails` is a quick test of a contradiction, which may miss some.
    /// The filter of the propagator is the slow test.
    ///
    /// If neither test fails, no test of one candidate shows the removal. Then all false candidates
    /// of the propagator explain it.
    fn minimize_explanation(&mut self, propagator: &Propagator, fails: impl Fn(&[u16]) -> bool) {
        let filter_fails = |masks: &[u16], after: &mut Vec<u16>| {
            after.clear();
            after.extend_from_slice(masks);
            !propagator.filter(after)
        };
        if fails(&self.before) {
            self.drop_unneeded(propagator, |masks, _| fails(masks));
        } else if filter_fails(&self.before, &mut self.after) {
            self.drop_unneeded(propagator, filter_fails);
        }
    }

    /// Drops false candidates from the explanation as long as the propagator still fails without
    /// them.
    ///
    /// First it tries all candidates of a cell together, then one after the other.
    fn drop_unneeded(
        &mut self,
        propagator: &Propagator,
        fails: impl Fn(&[u16], &mut Vec<u16>) -> bool,
    ) {
        let Self {
            before,
            after,
            restorable,
            ..
        } = self;
        let mut tests = 0;
        let mut try_restoring = |cell: u16, bits: u16| {
            tests += 1;
            if tests > MAX_TESTS {
                return false;
            }
            let places = || {
                (0..)
                    .zip(propagator.cells())
                    .filter(|(_, other)| **other == cell)
            };
            places().for_each(|(place, _): (usize, _)| before[place] |= bits);
            let is_restored = fails(before, after);
            if !is_restored {
                places().for_each(|(place, _)| before[place] &= !bits);
            }
            is_restored
        };
        let mut at = 0;
        while at < restorable.len() {
            let cell = restorable[at].cell;
            let bits = |all: &[Restorable]| {
                let own = all.iter().filter(|one| one.cell == cell);
                own.fold(0, |bits, one| bits | one.bit)
            };
            // The latest candidate of a cell stands for all of them.
            let is_latest = restorable[..at].iter().all(|one| one.cell != cell);
            if is_latest && try_restoring(cell, bits(restorable)) {
                restorable.retain(|one| one.cell != cell);
            } else {
                at += 1;
            }
        }
        restorable.retain(|one| !try_restoring(one.cell, one.bit));
    }
}
